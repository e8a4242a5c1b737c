/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The least that moving bytes between processes of one host can cost: WRITERS processes have a step in shared memory,
 * READERS processes copy their parts of it, once, to memory that they have not touched before. Both sides synchronise before and
 * after each step, asleep while they wait.
 *
 * copies WRITERS READERS fresh|again COUNT STEP_BYTES: prints when COUNT steps began and when they ended. `fresh` steps
 * have memory of their own on both sides, `again` they have the same. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

typedef struct {
    pthread_barrier_t full, empty;
    double start, end;
} Meeting;

static void *shared(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        exit(2);
    return memory;
}

typedef struct {
    char *part;        /* of the first step, for readers; else NULL */
    size_t bytes;      /* of it */
    size_t apart;      /* from one step's part to the next one's */
    int count, is_first;
} Role;

static void play(Meeting *meeting, Role role)
{
    const size_t own_apart = role.apart != 0 ? role.bytes : 0;
    char *own = malloc(role.apart != 0 ? role.bytes * (size_t)role.count : role.bytes);
    pthread_barrier_wait(&meeting->full);
    if (role.is_first)
        meeting->start = now();
    for (int i = 0; i < role.count; i++) {
        pthread_barrier_wait(&meeting->full);
        if (role.part != NULL)
            memcpy(own + own_apart * (size_t)i, role.part + role.apart * (size_t)i, role.bytes);
        pthread_barrier_wait(&meeting->empty);
    }
    if (role.is_first)
        meeting->end = now();
    exit(role.part != NULL && own[role.bytes / 2] == 0);
}

int main(int argc, char **argv)
{
    if (argc != 6)
        return 2;
    int writers = atoi(argv[1]), readers = atoi(argv[2]), is_fresh = strcmp(argv[3], "fresh") == 0;
    int count = atoi(argv[4]);
    size_t bytes = (size_t)atol(argv[5]), all = bytes * (size_t)(is_fresh ? count : 1);
    Meeting *meeting = shared(sizeof *meeting);
    char *steps = shared(all);
    pthread_barrierattr_t attributes;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&meeting->full, &attributes, (unsigned)(writers + readers));
    pthread_barrier_init(&meeting->empty, &attributes, (unsigned)(writers + readers));
    memset(steps, 1, all);
    for (int process = 0; process < writers + readers; process++) {
        if (fork() != 0)
            continue;
        Role role = {.apart = is_fresh ? bytes : 0, .count = count, .is_first = process == 0};
        role.bytes = bytes / (size_t)readers;
        if (process >= writers)
            role.part = steps + role.bytes * (size_t)(process - writers);
        play(meeting, role);
    }
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    printf("begun %.9f\ndone %.9f\n", meeting->start, meeting->end);
    return failed != 0;
}

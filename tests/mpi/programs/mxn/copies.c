/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The least that moving bytes between processes of one host can cost: WRITERS processes have a step, READERS processes
 * copy their parts of it, once, to memory that they have not touched before. Both sides meet before and after each step,
 * asleep while they wait.
 *
 * copies WRITERS READERS fresh|again COUNT STEP_BYTES shared|private|collapsed: prints when COUNT steps began and when they
 * ended. `fresh` steps have memory of their own on both sides, `again` they have the same. The writers' memory is shared
 * with the readers, or it is their own, as that of any program is, and the kernel takes the bytes out of it
 * (process_vm_readv). `collapsed`: and writers make it large pages before the second step. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

enum { MOST_WRITERS = 64, LARGE_PAGE = 2 << 20 };

typedef struct {
    pthread_barrier_t full, empty;
    double start, end;
    pid_t writers[MOST_WRITERS];
} Meeting;

static void *new_memory(size_t bytes, int kind)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, kind | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        exit(2);
    return memory;
}

typedef struct {
    char *part;        /* of the first step */
    size_t bytes;      /* of it */
    size_t apart;      /* from one step's part to the next one's */
    int count, number; /* of steps, and of this process */
    int is_reader, collapses;
    const pid_t *owner; /* of the part, if the kernel takes it out of a process */
} Role;

static void take(const Role *role, char *to, char *from)
{
    struct iovec here = {to, role->bytes}, there = {from, role->bytes};
    if (role->owner == NULL)
        memcpy(to, from, role->bytes);
    else if (process_vm_readv(*role->owner, &here, 1, &there, 1, 0) != (ssize_t)role->bytes)
        exit(3);
}

/* The whole large pages of a writer's part. */
static void collapse(const Role *role)
{
    size_t start = ((size_t)role->part + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
    size_t end = ((size_t)role->part + role->bytes) / LARGE_PAGE * LARGE_PAGE;
    for (; start < end; start += LARGE_PAGE)
        madvise((void *)start, LARGE_PAGE, MADV_COLLAPSE);
}

static void play(Meeting *meeting, Role role)
{
    const size_t own_apart = role.apart != 0 ? role.bytes : 0;
    char *own = malloc(role.apart != 0 ? role.bytes * (size_t)role.count : role.bytes);
    pthread_barrier_wait(&meeting->full);
    if (role.number == 0)
        meeting->start = now();
    for (int i = 0; i < role.count; i++) {
        if (role.collapses && i == 1)
            collapse(&role);
        pthread_barrier_wait(&meeting->full);
        if (role.is_reader)
            take(&role, own + own_apart * (size_t)i, role.part + role.apart * (size_t)i);
        pthread_barrier_wait(&meeting->empty);
    }
    if (role.number == 0)
        meeting->end = now();
    exit(role.is_reader && own[role.bytes / 2] == 0);
}

static void fill(const Role *role)
{
    for (int i = 0; i < (role->apart != 0 ? role->count : 1); i++)
        memset(role->part + role->apart * (size_t)i, 1, role->bytes);
    /* Where only parents may look at their children. */
    prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
}

int main(int argc, char **argv)
{
    if (argc != 7)
        return 2;
    int writers = atoi(argv[1]), readers = atoi(argv[2]), is_fresh = strcmp(argv[3], "fresh") == 0;
    int count = atoi(argv[4]), is_shared = strcmp(argv[6], "shared") == 0;
    size_t bytes = (size_t)atol(argv[5]), all = bytes * (size_t)(is_fresh ? count : 1);
    /* A reader's part has one owner. */
    if (writers > MOST_WRITERS || readers % writers != 0)
        return 2;
    Meeting *meeting = new_memory(sizeof *meeting, MAP_SHARED);
    char *steps = new_memory(all, is_shared ? MAP_SHARED : MAP_PRIVATE);
    pthread_barrierattr_t attributes;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&meeting->full, &attributes, (unsigned)(writers + readers));
    pthread_barrier_init(&meeting->empty, &attributes, (unsigned)(writers + readers));
    for (int process = 0; process < writers + readers; process++) {
        Role role = {.apart = is_fresh ? bytes : 0, .count = count, .number = process};
        role.is_reader = process >= writers;
        role.collapses = !role.is_reader && !is_fresh && strcmp(argv[6], "collapsed") == 0;
        int rank = role.is_reader ? process - writers : process;
        role.bytes = bytes / (size_t)(role.is_reader ? readers : writers);
        role.part = steps + role.bytes * (size_t)rank;
        if (role.is_reader && !is_shared)
            role.owner = &meeting->writers[rank / (readers / writers)];
        pid_t child = fork();
        if (child != 0) {
            if (!role.is_reader)
                meeting->writers[process] = child;
            continue;
        }
        if (!role.is_reader)
            fill(&role);
        play(meeting, role);
    }
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    printf("begun %.9f\ndone %.9f\n", meeting->start, meeting->end);
    return failed != 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The least that moving bytes between processes of one host can cost: WRITERS processes have a step in shared memory,
 * READERS processes copy their parts of it, once. Both sides meet before and after each step, asleep while they wait.
 *
 * copies WRITERS READERS COUNT STEP_BYTES: prints the seconds of COUNT steps. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"

enum { WARM_UP = 4 };

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

static void play(Meeting *meeting, char *part, size_t bytes, int count, int reads, int is_first)
{
    char *own = malloc(bytes);
    memset(own, 1, bytes);
    for (int i = 0; i < WARM_UP + count; i++) {
        if (i == WARM_UP && is_first)
            meeting->start = now();
        pthread_barrier_wait(&meeting->full);
        if (reads)
            memcpy(own, part, bytes);
        pthread_barrier_wait(&meeting->empty);
    }
    if (is_first)
        meeting->end = now();
    exit(own[bytes / 2] == 0);
}

int main(int argc, char **argv)
{
    if (argc != 5)
        return 2;
    int writers = atoi(argv[1]), readers = atoi(argv[2]), count = atoi(argv[3]);
    size_t bytes = (size_t)atol(argv[4]);
    Meeting *meeting = shared(sizeof *meeting);
    char *step = shared(bytes);
    pthread_barrierattr_t attributes;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_barrier_init(&meeting->full, &attributes, (unsigned)(writers + readers));
    pthread_barrier_init(&meeting->empty, &attributes, (unsigned)(writers + readers));
    memset(step, 1, bytes);
    for (int process = 0; process < writers + readers; process++) {
        if (fork() != 0)
            continue;
        int reads = process >= writers;
        size_t part = reads ? bytes / (size_t)readers : 1;
        char *place = reads ? step + part * (size_t)(process - writers) : step;
        play(meeting, place, part, count, reads, process == 0);
    }
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    printf("stream %.9f %.9f\n", meeting->start, meeting->end);
    return failed != 0;
}

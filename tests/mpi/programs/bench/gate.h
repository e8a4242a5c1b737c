// SPDX-License-Identifier: MIT OR Apache-2.0
// Starts the ranks of one machine together and takes the time from the first start to the last end.
//
// The MPI's own barrier is not suitable: with more ranks than cores it releases them milliseconds apart, and ranks that
// wait in it take the cores from those that still work. This gate sleeps on a futex in shared memory instead. A rank
// that waits long drives MPI's progress now and then, in case another rank needs it to proceed.
#ifndef SEAWAY_BENCH_GATE_H
#define SEAWAY_BENCH_GATE_H

#include <fcntl.h>
#include <linux/futex.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { GATE_MOST_RANKS = 64 };

struct gate_memory {
    _Atomic uint32_t arrived;
    _Atomic uint32_t generation;
    double start[GATE_MOST_RANKS];
    double end[GATE_MOST_RANKS];
};

static struct gate_memory *gate;
static int gate_rank, gate_ranks;
// When the first rank started the last lap, and when the last one ended it.
static double gate_first, gate_last;

static void fail(const char *what) {
    fprintf(stderr, "rank %d: %s\n", gate_rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
    exit(1);
}

// Raises our priority, so that other load does not distort the result. Needs root; the scheduler groups by session.
static void gate_ask_for_cores(void) {
    FILE *group = fopen("/proc/self/autogroup", "w");
    if (group == NULL) return;
    fputs("-19", group);
    fclose(group);
}

static void gate_open(void) {
    gate_ask_for_cores();
    MPI_Comm_rank(MPI_COMM_WORLD, &gate_rank);
    MPI_Comm_size(MPI_COMM_WORLD, &gate_ranks);
    if (gate_ranks > GATE_MOST_RANKS) fail("too many ranks");
    char name[64] = "";
    int descriptor = -1;
    if (gate_rank == 0) {
        snprintf(name, sizeof name, "/dev/shm/seaway-gate-%ld", (long)getpid());
        descriptor = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
        if (descriptor < 0 || ftruncate(descriptor, sizeof *gate) != 0) fail("cannot make the gate");
    }
    MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (gate_rank != 0) descriptor = open(name, O_RDWR);
    gate = mmap(NULL, sizeof *gate, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (gate == MAP_FAILED) fail("cannot map the gate");
    close(descriptor);
    MPI_Barrier(MPI_COMM_WORLD);
    if (gate_rank == 0) unlink(name);
}

static double gate_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void gate_pass(void) {
    uint32_t generation = atomic_load(&gate->generation);
    if (atomic_fetch_add(&gate->arrived, 1) + 1 == (uint32_t)gate_ranks) {
        atomic_store(&gate->arrived, 0);
        atomic_fetch_add(&gate->generation, 1);
        syscall(SYS_futex, &gate->generation, FUTEX_WAKE, GATE_MOST_RANKS, NULL, NULL, 0);
        return;
    }
    const struct timespec patience = {.tv_nsec = 2000000};
    while (atomic_load(&gate->generation) == generation) {
        syscall(SYS_futex, &gate->generation, FUTEX_WAIT, generation, &patience, NULL, 0);
        if (atomic_load(&gate->generation) == generation) {
            int flag;
            MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        }
    }
}

static void gate_start(void) {
    gate_pass();
    gate->start[gate_rank] = gate_now();
}

// Seconds since the first rank started; the same number on every rank.
static double gate_stop(void) {
    gate->end[gate_rank] = gate_now();
    gate_pass();
    gate_first = gate->start[0];
    gate_last = gate->end[0];
    for (int rank = 1; rank < gate_ranks; rank++) {
        if (gate->start[rank] < gate_first) gate_first = gate->start[rank];
        if (gate->end[rank] > gate_last) gate_last = gate->end[rank];
    }
    return gate_last - gate_first;
}

// Times of one case. All ranks keep the same numbers, so all come to the same decisions.
struct laps {
    double seconds[32];
    int count;
    double begin; // of the first lap
};

static const int MOST_LAPS = 32;

// Takes the time of the last lap; is another one affordable? What lies between the laps also uses up the budget. The
// first lap warms up: it counts only if it was so long that no second one is affordable.
static int laps_wanted(struct laps *laps, double lap, double budget) {
    int warming = laps->begin == 0;
    if (warming) laps->begin = gate_first;
    double used = gate_last - laps->begin;
    if (!warming || used > 2 * budget) laps->seconds[laps->count++] = lap;
    return laps->count == 0 || (laps->count < MOST_LAPS && used < budget);
}

// `amount` of `unit` are done in a lap.
static void laps_print(const struct laps *laps, const char *name, double amount, const char *unit) {
    if (gate_rank != 0) return;
    printf("%s %g %s", name, amount, unit);
    for (int lap = 0; lap < laps->count; lap++) printf(" %.9f", laps->seconds[lap]);
    printf("\n");
    fflush(stdout);
}

#endif

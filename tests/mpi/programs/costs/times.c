// SPDX-License-Identifier: MIT OR Apache-2.0
// The cost of calls that do little: `NAME NANOSECONDS`, the least of many batches. One rank sends to itself; two play ping-pong.
// With an argument nothing is measured: calls are made as often as a tool that counts instructions has the patience for.
#include <stdio.h>
#include <stdlib.h>

#include "calls.h"

enum { BATCHES = 400, CALLS_EACH = 200, COUNTED = 100 };

static int is_counted;

/* Tools look at what happens within this function. */
__attribute__((noinline)) void counted(void (*work)(void), int times) {
    for (int call = 0; call < times; call++) work();
}

static void measure(const char *name, void (*work)(void)) {
    double least = 1e9;
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();
        for (int call = 0; call < CALLS_EACH; call++) work();
        double each = (MPI_Wtime() - start) / CALLS_EACH;
        if (each < least) least = each;
    }
    printf("%s %.2f\n", name, least * 1e9);
}

static char *buffer;
static int bytes, rank;

static void round_trip(void) {
    if (rank == 0) {
        MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
    }
}

/* Half a round trip between two ranks, with messages of this many bytes. */
static void ping_pong(const char *name, int size, int calls) {
    double least = 1e9;
    bytes = size;
    buffer = calloc(1, bytes);
    if (is_counted) {
        for (int call = 0; call < 10; call++) round_trip();
        MPI_Barrier(MPI_COMM_WORLD);
        counted(round_trip, calls / 4 * 5);
    }
    for (int batch = 0; batch < BATCHES && !is_counted; batch++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int call = 0; call < calls; call++) round_trip();
        double each = (MPI_Wtime() - start) / calls / 2;
        if (each < least) least = each;
    }
    if (rank == 0 && !is_counted) printf("%s %.2f\n", name, least * 1e9);
    free(buffer);
}

int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    is_counted = argc > 1;
    if (size > 1) {
        ping_pong("ping_pong.8B", 8, 100);
        ping_pong("ping_pong.1MiB", 1 << 20, 4);
        MPI_Finalize();
        return 0;
    }
    prepare_calls();
    for (int i = 0; i < CALL_COUNT; i++) {
        if (is_counted) {
            for (int call = 0; call < COUNTED; call++) CALLS[i].call();
            counted(CALLS[i].call, COUNTED);
        } else {
            measure(CALLS[i].name, CALLS[i].call);
        }
    }
    finish_calls();
    MPI_Finalize();
    return 0;
}

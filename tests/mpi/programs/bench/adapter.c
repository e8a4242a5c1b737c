// SPDX-License-Identifier: MIT OR Apache-2.0
// What calls cost that do little: `NAME NANOSECONDS`, the least of many batches. One rank sends to itself; two play ping-pong.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BATCHES = 400, CALLS = 200, MANY = 64 };

static int value_out = 1, value_in;
static MPI_Request requests[MANY * 2];
static int many_in[MANY];

static void nothing(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)in, (void)inout, (void)length, (void)type;
}
static MPI_Op operation;

static void rank(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}
static void message(void) {
    MPI_Irecv(&value_in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&value_out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}
static void many(void) {
    for (int i = 0; i < MANY; i++) MPI_Irecv(&many_in[i], 1, MPI_INT, MPI_PROC_NULL, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
}
static void reduce(void) {
    MPI_Reduce_local(&value_out, &value_in, 1, MPI_INT, operation);
}

static void measure(const char *name, void (*work)(void)) {
    double least = 1e9;
    for (int batch = 0; batch < BATCHES; batch++) {
        double start = MPI_Wtime();
        for (int call = 0; call < CALLS; call++) work();
        double each = (MPI_Wtime() - start) / CALLS;
        if (each < least) least = each;
    }
    printf("%s %.2f\n", name, least * 1e9);
}

/* Half a round trip between two ranks, with messages of this many bytes. */
static void ping_pong(const char *name, int bytes, int calls) {
    char *buffer = calloc(1, bytes);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double least = 1e9;
    for (int batch = 0; batch < BATCHES; batch++) {
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        for (int call = 0; call < calls; call++) {
            if (rank == 0) {
                MPI_Send(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
                MPI_Recv(buffer, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            } else {
                MPI_Recv(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                MPI_Send(buffer, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
            }
        }
        double each = (MPI_Wtime() - start) / calls / 2;
        if (each < least) least = each;
    }
    if (rank == 0) printf("%s %.2f\n", name, least * 1e9);
    free(buffer);
}

int main(int argc, char **argv) {
    int size;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (size > 1) {
        ping_pong("ping_pong.8B", 8, 100);
        ping_pong("ping_pong.1MiB", 1 << 20, 4);
        MPI_Finalize();
        return 0;
    }
    MPI_Op_create(nothing, 1, &operation);
    measure("rank", rank);
    measure("message", message);
    measure("many", many);
    measure("operation", reduce);
    MPI_Op_free(&operation);
    MPI_Finalize();
    return 0;
}

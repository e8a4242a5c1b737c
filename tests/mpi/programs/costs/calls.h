// SPDX-License-Identifier: MIT OR Apache-2.0
// Calls that do little, each as a function, so that its cost can be counted or measured. One rank sends to itself.
#include <mpi.h>

enum { MANY = 64, LONG = 500 };

static int value_out = 1, value_in, pair_out[2], pair_in[2];
static MPI_Request requests[LONG];
static MPI_Status statuses[LONG];
static int many_in[LONG];
static MPI_Op operation;
static MPI_Datatype pair;

static void nothing(void *in, void *inout, int *length, MPI_Datatype *type) {
    (void)in, (void)inout, (void)length, (void)type;
}
static void prepare_calls(void) {
    MPI_Op_create(nothing, 1, &operation);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
}
static void finish_calls(void) {
    MPI_Op_free(&operation);
    MPI_Type_free(&pair);
}

#define CALL static __attribute__((noinline)) void

CALL call_rank(void) {
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
}
CALL call_message(void) {
    MPI_Irecv(&value_in, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(&value_out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}
CALL call_status(void) {
    MPI_Irecv(&value_in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &requests[0]);
    MPI_Send(&value_out, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    MPI_Wait(&requests[0], &statuses[0]);
}
CALL call_many(void) {
    for (int i = 0; i < MANY; i++) MPI_Irecv(&many_in[i], 1, MPI_INT, MPI_PROC_NULL, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE);
}
CALL call_long(void) {
    for (int i = 0; i < LONG; i++) MPI_Irecv(&many_in[i], 1, MPI_INT, MPI_PROC_NULL, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Waitall(LONG, requests, statuses);
}
CALL call_operation(void) {
    MPI_Reduce_local(&value_out, &value_in, 1, MPI_INT, operation);
}
CALL call_derived(void) {
    MPI_Reduce_local(pair_out, pair_in, 1, pair, operation);
}

static const struct {
    const char *name;
    void (*call)(void);
} CALLS[] = {
    {"rank", call_rank}, {"message", call_message},     {"status", call_status},   {"many", call_many},
    {"long", call_long}, {"operation", call_operation}, {"derived", call_derived},
};
enum { CALL_COUNT = sizeof CALLS / sizeof *CALLS };

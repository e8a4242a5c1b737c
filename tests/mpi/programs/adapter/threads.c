// SPDX-License-Identifier: MIT OR Apache-2.0
// MPI_THREAD_MULTIPLE: four threads of each rank, each with a communicator of its own, send, receive, reduce and make
// handles at the same time. Any number of ranks.
#include "check.h"
#include <pthread.h>

// Few rounds: MPIs poll, and there may be fewer processors than threads.
enum { THREADS = 4, ROUNDS = 40 };

static MPI_Comm comms[THREADS];

static void messages(int number) {
    MPI_Comm comm = comms[number];
    int next = (rank + 1) % size, previous = (rank + size - 1) % size;
    for (int round = 0; round < ROUNDS; round++) {
        int out[2] = {1000 * number + round, rank}, in[2] = {-1, -1};
        MPI_Request requests[2];
        MPI_Status statuses[2];
        DO(MPI_Irecv(in, 2, MPI_INT, round % 2 ? MPI_ANY_SOURCE : previous, round, comm, &requests[0]));
        DO(MPI_Isend(out, 2, MPI_INT, next, round, comm, &requests[1]));
        DO(MPI_Waitall(2, requests, statuses));
        STATUS_IS(statuses[0], previous, round, 2, MPI_INT);
        EQUAL(in[0], 1000 * number + round);
        EQUAL(in[1], previous);
    }
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    HOLDS(*type == MPI_LONG);
    for (int index = 0; index < *length; index++) ((long *)inout)[index] += ((long *)in)[index];
}

static void handles(int number) {
    for (int round = 0; round < ROUNDS / 4; round++) {
        MPI_Op operation;
        MPI_Datatype type;
        MPI_Info info;
        char value[16], got[16];
        int flag = 0;
        long one = number, sum = -1;
        DO(MPI_Op_create(add, 1, &operation));
        DO(MPI_Allreduce(&one, &sum, 1, MPI_LONG, operation, comms[number]));
        EQUAL(sum, number * size);
        DO(MPI_Op_free(&operation));
        DO(MPI_Type_contiguous(number + 1, MPI_INT, &type));
        int bytes = -1;
        DO(MPI_Type_size(type, &bytes));
        EQUAL(bytes, 4 * (number + 1));
        DO(MPI_Type_free(&type));
        snprintf(value, sizeof value, "%d", number * 100 + round);
        DO(MPI_Info_create(&info));
        DO(MPI_Info_set(info, "number", value));
        DO(MPI_Info_get(info, "number", 15, got, &flag));
        SAME_TEXT(got, value);
        DO(MPI_Info_free(&info));
    }
}

static void *run(void *argument) {
    int number = (int)(long)argument;
    int main_thread = -1;
    DO(MPI_Is_thread_main(&main_thread));
    EQUAL(main_thread, 0);
    messages(number);
    handles(number);
    return NULL;
}

int main(int argc, char **argv) {
    int provided = -1;
    pthread_t threads[THREADS];
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided) != MPI_SUCCESS) return 1;
    return_errors();
    DO(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    DO(MPI_Comm_size(MPI_COMM_WORLD, &size));
    EQUAL(provided, MPI_THREAD_MULTIPLE);
    int level = -1;
    DO(MPI_Query_thread(&level));
    EQUAL(level, MPI_THREAD_MULTIPLE);
    section("threads");
    for (long number = 0; number < THREADS; number++) DO(MPI_Comm_dup(MPI_COMM_WORLD, &comms[number]));
    for (long number = 0; number < THREADS; number++)
        EQUAL(pthread_create(&threads[number], NULL, run, (void *)number), 0);
    for (int number = 0; number < THREADS; number++) EQUAL(pthread_join(threads[number], NULL), 0);
    for (int number = 0; number < THREADS; number++) DO(MPI_Comm_free(&comms[number]));
    say("%d threads, %d messages each", THREADS, ROUNDS);
    return finish();
}

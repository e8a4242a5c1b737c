// SPDX-License-Identifier: MIT OR Apache-2.0
// Messages between two ranks: every mode, probes, wildcards, MPI_PROC_NULL, what statuses hold. Any number of ranks: each
// sends to the next one of a ring.
#include "check.h"

static int next, previous;

// Each mode of sending, against a receive that is posted first, so that a rank may also send to itself.
static void modes(void) {
    section("modes");
    for (int mode = 0; mode < 6; mode++) {
        int values[3] = {rank, mode, 7}, got[4] = {-1, -1, -1, -1};
        MPI_Request receive, send = MPI_REQUEST_NULL;
        MPI_Status status = poisoned();
        DO(MPI_Irecv(got, 4, MPI_INT, previous, 10 + mode, MPI_COMM_WORLD, &receive));
        DO(MPI_Barrier(MPI_COMM_WORLD));
        switch (mode) {
        case 0: DO(MPI_Send(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD)); break;
        case 1: DO(MPI_Rsend(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD)); break;
        case 2: DO(MPI_Isend(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD, &send)); break;
        case 3: DO(MPI_Issend(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD, &send)); break;
        case 4: DO(MPI_Irsend(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD, &send)); break;
        case 5:
            // A blocking synchronous send to oneself would wait for the receive below.
            if (size > 1 && rank % 2 == 0 && next % 2 == 1) {
                DO(MPI_Ssend(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD));
            } else {
                DO(MPI_Issend(values, 3, MPI_INT, next, 10 + mode, MPI_COMM_WORLD, &send));
            }
            break;
        }
        DO(MPI_Wait(&receive, &status));
        HOLDS(receive == MPI_REQUEST_NULL);
        STATUS_IS(status, previous, 10 + mode, 3, MPI_INT);
        DO(MPI_Wait(&send, MPI_STATUS_IGNORE));
        HOLDS(send == MPI_REQUEST_NULL);
        EQUAL(got[0], previous);
        EQUAL(got[1], mode);
        EQUAL(got[2], 7);
        EQUAL(got[3], -1);
    }
    say("6 modes of sending");
}

static void exchanges(void) {
    section("exchanges");
    double values[2] = {rank + 0.5, 3.25}, got[2] = {0, 0};
    MPI_Status status = poisoned();
    DO(MPI_Sendrecv(values, 2, MPI_DOUBLE, next, 1, got, 2, MPI_DOUBLE, previous, 1, MPI_COMM_WORLD, &status));
    STATUS_IS(status, previous, 1, 2, MPI_DOUBLE);
    HOLDS(got[0] == previous + 0.5 && got[1] == 3.25);
    DO(MPI_Sendrecv(values, 2, MPI_DOUBLE, next, 2, got, 2, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
    status = poisoned();
    DO(MPI_Sendrecv_replace(values, 2, MPI_DOUBLE, next, 3, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    STATUS_IS(status, previous, 3, 2, MPI_DOUBLE);
    HOLDS(values[0] == previous + 0.5);
    say("sent and received at once");
}

static void nonblocking_exchanges(void) {
#ifdef HAVE_MPI_4
    int value = 100 + rank, got = -1;
    MPI_Request request = MPI_REQUEST_NULL;
    if (THERE(MPI_Isendrecv(&value, 1, MPI_INT, next, 4, &got, 1, MPI_INT, previous, 4, MPI_COMM_WORLD, &request))) {
        section("nonblocking exchanges");
        // MPICH leaves something else in the status.
        DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
        EQUAL(got, 100 + previous);
        DO(MPI_Isendrecv_replace(&value, 1, MPI_INT, next, 5, previous, 5, MPI_COMM_WORLD, &request));
        DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
        EQUAL(value, 100 + previous);
        say("sent and received at once");
        return;
    }
#endif
    skip("nonblocking exchanges");
}

static void probes(void) {
    section("probes");
    char text[16] = "hello";
    MPI_Request send;
    MPI_Status status = poisoned();
    int flag = -1, elements = -1;
    DO(MPI_Isend(text, 6, MPI_CHAR, next, 21, MPI_COMM_WORLD, &send));
    DO(MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    STATUS_IS(status, previous, 21, 6, MPI_CHAR);
    status = poisoned();
    DO(MPI_Iprobe(previous, 21, MPI_COMM_WORLD, &flag, &status));
    EQUAL(flag, 1);
    STATUS_IS(status, previous, 21, 6, MPI_CHAR);
    EQUAL(count_of(&status, MPI_INT), MPI_UNDEFINED);
    DO(MPI_Get_elements(&status, MPI_CHAR, &elements));
    EQUAL(elements, 6);
    DO(MPI_Iprobe(previous, 22, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    EQUAL(flag, 0);
    DO(MPI_Probe(previous, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    char got[16] = "";
    DO(MPI_Recv(got, 16, MPI_CHAR, previous, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    SAME_TEXT(got, "hello");
    DO(MPI_Wait(&send, MPI_STATUS_IGNORE));
    say("seen before it was received: %s", got);
}

static void messages_to_nobody(void) {
    section("nobody");
    static const struct named sources[] = {NAMED(MPI_PROC_NULL), NAMED(MPI_ANY_SOURCE)};
    static const struct named tags[] = {NAMED(MPI_ANY_TAG)};
    int value = 5, flag = 0;
    MPI_Status status = poisoned();
    DO(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    DO(MPI_Recv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &status));
    EQUAL(value, 5);
    EQUAL(count_of(&status, MPI_INT), 0);
    say("received from %s, tag %s", NAME_OF(sources, status.MPI_SOURCE), NAME_OF(tags, status.MPI_TAG));
    status = poisoned();
    DO(MPI_Probe(MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &status));
    say("probed from %s, tag %s", NAME_OF(sources, status.MPI_SOURCE), NAME_OF(tags, status.MPI_TAG));
    DO(MPI_Iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, &flag, &status));
    EQUAL(flag, 1);
    MPI_Request request;
    DO(MPI_Irecv(&value, 1, MPI_INT, MPI_PROC_NULL, MPI_ANY_TAG, MPI_COMM_WORLD, &request));
    status = poisoned();
    DO(MPI_Wait(&request, &status));
    // MPICH 4.0 does not fill in the statuses of this and of the next call.
#if !defined(MPICH_NUMVERSION) || MPICH_NUMVERSION >= 40100000
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    EQUAL(status.MPI_TAG, MPI_ANY_TAG);
#endif
    DO(MPI_Sendrecv(&value, 1, MPI_INT, MPI_PROC_NULL, 0, &value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD,
                    MPI_STATUS_IGNORE));
}

// The status of a null request is empty.
static void empty_statuses(void) {
    section("empty");
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Status status = poisoned();
    int flag = -1, cancelled = -1;
    DO(MPI_Wait(&request, &status));
    EQUAL(status.MPI_SOURCE, MPI_ANY_SOURCE);
    EQUAL(status.MPI_TAG, MPI_ANY_TAG);
    EQUAL(count_of(&status, MPI_INT), 0);
    DO(MPI_Test_cancelled(&status, &cancelled));
    EQUAL(cancelled, 0);
    status = poisoned();
    DO(MPI_Test(&request, &flag, &status));
    EQUAL(flag, 1);
    EQUAL(status.MPI_SOURCE, MPI_ANY_SOURCE);
    say("as the standard says");
}

// One large message and one of nothing: counts in statuses beyond small numbers.
static void sizes(void) {
    section("sizes");
    enum { LARGE = 300000 };
    int *values = malloc(LARGE * sizeof *values), *got = malloc(LARGE * sizeof *got);
    for (int index = 0; index < LARGE; index++) values[index] = index ^ rank;
    MPI_Request requests[2];
    MPI_Status status = poisoned();
    DO(MPI_Irecv(got, LARGE, MPI_INT, previous, 31, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Isend(values, LARGE, MPI_INT, next, 31, MPI_COMM_WORLD, &requests[1]));
    DO(MPI_Wait(&requests[0], &status));
    STATUS_IS(status, previous, 31, LARGE, MPI_INT);
    EQUAL(count_of(&status, MPI_BYTE), LARGE * (int)sizeof(int));
    DO(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    for (int index = 0; index < LARGE; index++) EQUAL(got[index], index ^ previous);
    DO(MPI_Isend(NULL, 0, MPI_INT, next, 32, MPI_COMM_WORLD, &requests[1]));
    status = poisoned();
    DO(MPI_Recv(NULL, 0, MPI_INT, previous, 32, MPI_COMM_WORLD, &status));
    STATUS_IS(status, previous, 32, 0, MPI_INT);
    DO(MPI_Wait(&requests[1], MPI_STATUS_IGNORE));
    free(values);
    free(got);
    say("0 and %d integers", LARGE);
}

// Tags up to what the MPI allows at least, and messages of one sender in order.
static void order(void) {
    section("order");
    MPI_Request requests[8];
    int values[8], got = -1;
    for (int index = 0; index < 8; index++) {
        values[index] = index * index;
        DO(MPI_Isend(&values[index], 1, MPI_INT, next, index < 4 ? 32767 : 9, MPI_COMM_WORLD, &requests[index]));
    }
    for (int index = 4; index < 8; index++) {
        DO(MPI_Recv(&got, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        EQUAL(got, index * index);
    }
    for (int index = 0; index < 4; index++) {
        DO(MPI_Recv(&got, 1, MPI_INT, previous, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        EQUAL(got, index * index);
    }
    DO(MPI_Waitall(8, requests, MPI_STATUSES_IGNORE));
    for (int index = 0; index < 8; index++) HOLDS(requests[index] == MPI_REQUEST_NULL);
    say("kept");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    modes();
    exchanges();
    nonblocking_exchanges();
    probes();
    messages_to_nobody();
    empty_statuses();
    sizes();
    order();
    return finish();
}

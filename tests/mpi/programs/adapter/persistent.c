// SPDX-License-Identifier: MIT OR Apache-2.0
// Persistent requests: made once, started many times. Any number of ranks: each sends to the next one of a ring.
#include "check.h"

enum { ROUNDS = 5, MODES = 4 };

static int next, previous;
static int sent[MODES], got[MODES];
static MPI_Request requests[2 * MODES];

static void make(void) {
    for (int mode = 0; mode < MODES; mode++)
        DO(MPI_Recv_init(&got[mode], 1, MPI_INT, mode % 2 ? previous : MPI_ANY_SOURCE, mode, MPI_COMM_WORLD,
                         &requests[mode]));
    DO(MPI_Send_init(&sent[0], 1, MPI_INT, next, 0, MPI_COMM_WORLD, &requests[MODES + 0]));
    DO(MPI_Ssend_init(&sent[1], 1, MPI_INT, next, 1, MPI_COMM_WORLD, &requests[MODES + 1]));
    DO(MPI_Rsend_init(&sent[2], 1, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[MODES + 2]));
    DO(MPI_Bsend_init(&sent[3], 1, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[MODES + 3]));
}

static void together(void) {
    section("together");
    MPI_Request before[2 * MODES];
    memcpy(before, requests, sizeof before);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_Status statuses[2 * MODES];
        for (int mode = 0; mode < MODES; mode++) sent[mode] = 1000 * rank + 10 * round + mode, got[mode] = -1;
        DO(MPI_Startall(MODES, requests));
        // All receives are there: ready sends may start.
        DO(MPI_Barrier(MPI_COMM_WORLD));
        DO(MPI_Startall(MODES, requests + MODES));
        memset(statuses, 0xA5, sizeof statuses);
        DO(MPI_Waitall(2 * MODES, requests, statuses));
        for (int mode = 0; mode < MODES; mode++) {
            STATUS_IS(statuses[mode], previous, mode, 1, MPI_INT);
            EQUAL(got[mode], 1000 * previous + 10 * round + mode);
        }
        // Unlike others, they stay, and stay the same.
        for (int index = 0; index < 2 * MODES; index++) HOLDS(requests[index] == before[index]);
    }
    say("%d rounds of %d modes", ROUNDS, MODES);
}

static void one_by_one(void) {
    section("one by one");
    for (int mode = 0; mode < MODES; mode++) {
        MPI_Status status = poisoned();
        int flag = 0;
        sent[mode] = 77 + rank;
        DO(MPI_Start(&requests[mode]));
        DO(MPI_Barrier(MPI_COMM_WORLD));
        DO(MPI_Start(&requests[MODES + mode]));
        while (!flag) DO(MPI_Test(&requests[mode], &flag, &status));
        STATUS_IS(status, previous, mode, 1, MPI_INT);
        EQUAL(got[mode], 77 + previous);
        DO(MPI_Wait(&requests[MODES + mode], MPI_STATUS_IGNORE));
        HOLDS(requests[mode] != MPI_REQUEST_NULL);
    }
    say("%d modes", MODES);
}

// A request that is not active completes at once, with an empty status.
static void inactive(void) {
    section("inactive");
    MPI_Status status = poisoned();
    int flag = 0, index = 0, count = 0, indices[2 * MODES];
    DO(MPI_Wait(&requests[0], &status));
    EQUAL(status.MPI_SOURCE, MPI_ANY_SOURCE);
    EQUAL(status.MPI_TAG, MPI_ANY_TAG);
    EQUAL(count_of(&status, MPI_INT), 0);
    DO(MPI_Testall(2 * MODES, requests, &flag, MPI_STATUSES_IGNORE));
    EQUAL(flag, 1);
    DO(MPI_Waitany(2 * MODES, requests, &index, MPI_STATUS_IGNORE));
    EQUAL(index, MPI_UNDEFINED);
    DO(MPI_Waitsome(2 * MODES, requests, &count, indices, MPI_STATUSES_IGNORE));
    EQUAL(count, MPI_UNDEFINED);
    DO(MPI_Request_get_status(requests[1], &flag, &status));
    EQUAL(flag, 1);
    say("completes at once");
}

static void one_of_many(void) {
    section("any and some");
    MPI_Status status = poisoned(), statuses[2 * MODES];
    int index = -1, done = 0, count = 0, indices[2 * MODES], seen = 0;
    sent[1] = 4000 + rank;
    DO(MPI_Start(&requests[1]));
    DO(MPI_Start(&requests[MODES + 1]));
    for (; done < 2; done++) {
        DO(MPI_Waitany(2 * MODES, requests, &index, &status));
        HOLDS(index == 1 || index == MODES + 1);
        if (index == 1) STATUS_IS(status, previous, 1, 1, MPI_INT);
        HOLDS(requests[index] != MPI_REQUEST_NULL);
    }
    EQUAL(got[1], 4000 + previous);
    DO(MPI_Startall(MODES, requests));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Startall(MODES, requests + MODES));
    for (done = 0; done < 2 * MODES; done += count) {
        DO(MPI_Waitsome(2 * MODES, requests, &count, indices, statuses));
        HOLDS(count > 0 && count <= 2 * MODES);
        for (int each = 0; each < count; each++) {
            seen += 1 << indices[each];
            if (indices[each] < MODES) STATUS_IS(statuses[each], previous, indices[each], 1, MPI_INT);
        }
    }
    EQUAL(seen, (1 << 2 * MODES) - 1);
    say("each completed once");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    static char buffer[16 * (MPI_BSEND_OVERHEAD + 64)];
    void *detached = NULL;
    int bytes = 0;
    DO(MPI_Buffer_attach(buffer, sizeof buffer));
    make();
    together();
    one_by_one();
    inactive();
    one_of_many();
    for (int index = 0; index < 2 * MODES; index++) {
        DO(MPI_Request_free(&requests[index]));
        HOLDS(requests[index] == MPI_REQUEST_NULL);
    }
    DO(MPI_Buffer_detach(&detached, &bytes));
    HOLDS(detached == buffer);
    EQUAL(bytes, sizeof buffer);
    return finish();
}

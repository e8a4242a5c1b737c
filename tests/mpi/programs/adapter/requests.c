// SPDX-License-Identifier: MIT OR Apache-2.0
// Requests in every completion call, alone and in arrays; generalised requests; cancelling; matched probes; what
// statuses hold and what a program may put there. Any number of ranks: each talks to itself.
#include "check.h"

enum { MANY = 6 };

static MPI_Request requests[MANY];
static MPI_Status statuses[MANY];
static int got[MANY], indices[MANY];

// Receives are posted, the fourth is null; sends follow for those of `mask`.
static void post(int mask) {
    memset(statuses, 0xA5, sizeof statuses);
    for (int index = 0; index < MANY; index++) {
        got[index] = -1;
        requests[index] = MPI_REQUEST_NULL;
        if (index != 3) DO(MPI_Irecv(&got[index], 1, MPI_INT, rank, index, MPI_COMM_WORLD, &requests[index]));
    }
    for (int index = 0; index < MANY; index++) {
        int value = 1000 + index;
        if (mask >> index & 1) DO(MPI_Send(&value, 1, MPI_INT, rank, index, MPI_COMM_WORLD));
    }
}

static void send(int index) {
    int value = 1000 + index;
    DO(MPI_Send(&value, 1, MPI_INT, rank, index, MPI_COMM_WORLD));
}

static void finished(int index, const MPI_Status *status) {
    HOLDS(requests[index] == MPI_REQUEST_NULL);
    EQUAL(got[index], 1000 + index);
    if (status) STATUS_IS(*status, rank, index, 1, MPI_INT);
}

static const int everything = (1 << MANY) - 1 - (1 << 3);

static void all(void) {
    section("all");
    int flag = -1;
    post(everything);
    DO(MPI_Waitall(MANY, requests, statuses));
    for (int index = 0; index < MANY; index++) {
        if (index != 3) finished(index, &statuses[index]);
    }
    EQUAL(statuses[3].MPI_SOURCE, MPI_ANY_SOURCE);
    EQUAL(statuses[3].MPI_TAG, MPI_ANY_TAG);
    EQUAL(count_of(&statuses[3], MPI_INT), 0);
    post(everything - 1);
    DO(MPI_Testall(MANY, requests, &flag, statuses));
    EQUAL(flag, 0);
    // None was set to null.
    for (int index = 0; index < MANY; index++) HOLDS(index == 3 || requests[index] != MPI_REQUEST_NULL);
    send(0);
    while (!flag) DO(MPI_Testall(MANY, requests, &flag, statuses));
    for (int index = 0; index < MANY; index++)
        if (index != 3) finished(index, &statuses[index]);
    post(everything);
    DO(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    for (int index = 0; index < MANY; index++)
        if (index != 3) finished(index, NULL);
    post(everything);
    for (flag = 0; !flag;) DO(MPI_Testall(MANY, requests, &flag, MPI_STATUSES_IGNORE));
    DO(MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
    DO(MPI_Waitall(MANY, requests, statuses));
    say("waited and tested");
}

static void any(void) {
    section("any");
    int index = -1, flag = -1, seen = 0;
    post(1 << 4);
    DO(MPI_Waitany(MANY, requests, &index, &statuses[0]));
    EQUAL(index, 4);
    finished(4, &statuses[0]);
    statuses[0] = poisoned();
    DO(MPI_Testany(MANY, requests, &index, &flag, &statuses[0]));
    EQUAL(flag, 0);
    EQUAL(index, MPI_UNDEFINED);
    for (int each = 0; each < MANY; each++)
        if (each != 3 && each != 4) send(each);
    for (int round = 0; round < 2; round++) {
        for (flag = 0; !flag;) DO(MPI_Testany(MANY, requests, &index, &flag, &statuses[0]));
        finished(index, &statuses[0]);
        seen += 1 << index;
        DO(MPI_Waitany(MANY, requests, &index, MPI_STATUS_IGNORE));
        finished(index, NULL);
        seen += 1 << index;
    }
    EQUAL(seen, everything - (1 << 4));
    // Nothing is left.
    statuses[0] = poisoned();
    DO(MPI_Waitany(MANY, requests, &index, &statuses[0]));
    EQUAL(index, MPI_UNDEFINED);
    EQUAL(statuses[0].MPI_SOURCE, MPI_ANY_SOURCE);
    DO(MPI_Testany(MANY, requests, &index, &flag, MPI_STATUS_IGNORE));
    EQUAL(flag, 1);
    EQUAL(index, MPI_UNDEFINED);
    say("waited and tested");
}

static void some(void) {
    section("some");
    int count = -1, done = 0;
    post(1 << 1 | 1 << 5);
    while (done < 2) {
        DO(MPI_Waitsome(MANY, requests, &count, indices, statuses));
        HOLDS(count == 1 || count == 2);
        for (int each = 0; each < count; each++) {
            HOLDS(indices[each] == 1 || indices[each] == 5);
            finished(indices[each], &statuses[each]);
        }
        done += count;
    }
    DO(MPI_Testsome(MANY, requests, &count, indices, statuses));
    EQUAL(count, 0);
    send(0), send(2), send(4);
    for (done = 0; done < 3; done += count) {
        DO(MPI_Testsome(MANY, requests, &count, indices, done ? MPI_STATUSES_IGNORE : statuses));
        for (int each = 0; each < count; each++) finished(indices[each], done ? NULL : &statuses[each]);
    }
    DO(MPI_Waitsome(MANY, requests, &count, indices, MPI_STATUSES_IGNORE));
    EQUAL(count, MPI_UNDEFINED);
    DO(MPI_Testsome(MANY, requests, &count, indices, MPI_STATUSES_IGNORE));
    EQUAL(count, MPI_UNDEFINED);
    say("waited and tested");
}

static void looking(void) {
    section("looking");
    int flag = -1;
    MPI_Status status = poisoned();
    post(0);
    DO(MPI_Request_get_status(requests[0], &flag, MPI_STATUS_IGNORE));
    EQUAL(flag, 0);
    for (int index = 0; index < MANY; index++)
        if (index != 3) send(index);
    while (!flag) DO(MPI_Request_get_status(requests[0], &flag, &status));
    HOLDS(requests[0] != MPI_REQUEST_NULL);
    STATUS_IS(status, rank, 0, 1, MPI_INT);
    DO(MPI_Request_get_status(requests[3], &flag, &status));
    EQUAL(flag, 1);
    EQUAL(status.MPI_SOURCE, MPI_ANY_SOURCE);
    DO(MPI_Waitall(MANY, requests, statuses));
    // A request that nobody waits for.
    int value = 3, in = 0;
    MPI_Request forgotten;
    DO(MPI_Isend(&value, 1, MPI_INT, rank, 40, MPI_COMM_WORLD, &forgotten));
    DO(MPI_Request_free(&forgotten));
    HOLDS(forgotten == MPI_REQUEST_NULL);
    DO(MPI_Recv(&in, 1, MPI_INT, rank, 40, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    say("without completing");
}

static void looking_at_many(void) {
#ifdef HAVE_MPI_4_1
    int flag = -1, index = -1, count = -1;
    post(everything);
    if (THERE(MPI_Request_get_status_all(MANY, requests, &flag, statuses))) {
        section("looking at many");
        while (!flag) DO(MPI_Request_get_status_all(MANY, requests, &flag, statuses));
        STATUS_IS(statuses[5], rank, 5, 1, MPI_INT);
        DO(MPI_Request_get_status_any(MANY, requests, &index, &flag, statuses));
        EQUAL(flag, 1);
        HOLDS(index >= 0 && index < MANY && index != 3);
        DO(MPI_Request_get_status_some(MANY, requests, &count, indices, statuses));
        EQUAL(count, MANY - 1);
        for (int each = 0; each < MANY; each++) HOLDS(each == 3 || requests[each] != MPI_REQUEST_NULL);
        DO(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
        say("all, any, some");
        return;
    }
    DO(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
#endif
    skip("looking at many");
}

static void cancelling(void) {
    section("cancelling");
    int value = -1, flag = -1;
    MPI_Request request;
    MPI_Status status = poisoned();
    DO(MPI_Irecv(&value, 1, MPI_INT, rank, 99, MPI_COMM_WORLD, &request));
    DO(MPI_Cancel(&request));
    DO(MPI_Wait(&request, &status));
    DO(MPI_Test_cancelled(&status, &flag));
    EQUAL(flag, 1);
    // In an array, beside one that is not.
    memset(statuses, 0xA5, sizeof statuses);
    DO(MPI_Irecv(&value, 1, MPI_INT, rank, 98, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Irecv(&value, 1, MPI_INT, rank, 97, MPI_COMM_WORLD, &requests[1]));
    int out = 12;
    DO(MPI_Send(&out, 1, MPI_INT, rank, 97, MPI_COMM_WORLD));
    DO(MPI_Cancel(&requests[0]));
    DO(MPI_Waitall(2, requests, statuses));
    DO(MPI_Test_cancelled(&statuses[0], &flag));
    EQUAL(flag, 1);
    DO(MPI_Test_cancelled(&statuses[1], &flag));
    EQUAL(flag, 0);
    STATUS_IS(statuses[1], rank, 97, 1, MPI_INT);
    DO(MPI_Status_set_cancelled(&status, 0));
    DO(MPI_Test_cancelled(&status, &flag));
    EQUAL(flag, 0);
    DO(MPI_Status_set_cancelled(&status, 1));
    DO(MPI_Test_cancelled(&status, &flag));
    EQUAL(flag, 1);
    say("told apart");
}

static int queried, freed, cancelled;
static int state;

static int query(void *extra, MPI_Status *status) {
    HOLDS(extra == &state);
    queried++;
    DO(MPI_Status_set_elements(status, MPI_INT, 5));
    DO(MPI_Status_set_cancelled(status, cancelled > 0));
    status->MPI_SOURCE = rank;
    status->MPI_TAG = 77;
    return MPI_SUCCESS;
}
static int release(void *extra) {
    HOLDS(extra == &state);
    freed++;
    return MPI_SUCCESS;
}
static int cancel(void *extra, int complete) {
    HOLDS(extra == &state);
    EQUAL(complete, 0);
    cancelled++;
    return MPI_SUCCESS;
}

static void generalised(void) {
    section("generalised");
    MPI_Request request, kept;
    MPI_Status status = poisoned();
    int flag = -1;
    DO(MPI_Grequest_start(query, release, cancel, &state, &request));
    HOLDS(request != MPI_REQUEST_NULL);
    DO(MPI_Test(&request, &flag, &status));
    EQUAL(flag, 0);
    kept = request;
    DO(MPI_Grequest_complete(kept));
    DO(MPI_Wait(&request, &status));
    HOLDS(request == MPI_REQUEST_NULL);
    STATUS_IS(status, rank, 77, 5, MPI_INT);
    HOLDS(queried >= 1);
    EQUAL(freed, 1);
    // Among others in an array.
    int value = 8, in = -1;
    DO(MPI_Grequest_start(query, release, cancel, &state, &requests[0]));
    DO(MPI_Irecv(&in, 1, MPI_INT, rank, 41, MPI_COMM_WORLD, &requests[1]));
    DO(MPI_Send(&value, 1, MPI_INT, rank, 41, MPI_COMM_WORLD));
    DO(MPI_Grequest_complete(requests[0]));
    DO(MPI_Waitall(2, requests, statuses));
    STATUS_IS(statuses[0], rank, 77, 5, MPI_INT);
    STATUS_IS(statuses[1], rank, 41, 1, MPI_INT);
    EQUAL(freed, 2);
    DO(MPI_Grequest_start(query, release, cancel, &state, &request));
    DO(MPI_Cancel(&request));
    EQUAL(cancelled, 1);
    DO(MPI_Grequest_complete(request));
    DO(MPI_Wait(&request, &status));
    DO(MPI_Test_cancelled(&status, &flag));
    EQUAL(flag, 1);
    say("queried, freed %d times, cancelled once", freed);
}

static void matched(void) {
    section("matched");
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status = poisoned();
    MPI_Request sends[2], request;
    int out[2] = {61, 62}, in = -1, flag = -1;
    DO(MPI_Isend(&out[0], 1, MPI_INT, rank, 50, MPI_COMM_WORLD, &sends[0]));
    DO(MPI_Isend(&out[1], 1, MPI_INT, rank, 51, MPI_COMM_WORLD, &sends[1]));
    DO(MPI_Mprobe(rank, 50, MPI_COMM_WORLD, &message, &status));
    HOLDS(message != MPI_MESSAGE_NULL);
    STATUS_IS(status, rank, 50, 1, MPI_INT);
    // It is no longer there for others.
    DO(MPI_Iprobe(rank, 50, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    EQUAL(flag, 0);
    status = poisoned();
    DO(MPI_Mrecv(&in, 1, MPI_INT, &message, &status));
    HOLDS(message == MPI_MESSAGE_NULL);
    STATUS_IS(status, rank, 50, 1, MPI_INT);
    EQUAL(in, 61);
    for (flag = 0; !flag;) DO(MPI_Improbe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, &status));
    STATUS_IS(status, rank, 51, 1, MPI_INT);
    DO(MPI_Imrecv(&in, 1, MPI_INT, &message, &request));
    HOLDS(message == MPI_MESSAGE_NULL);
    DO(MPI_Wait(&request, &status));
    EQUAL(in, 62);
    DO(MPI_Improbe(rank, 52, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE));
    EQUAL(flag, 0);
    DO(MPI_Mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, &message, &status));
    HOLDS(message == MPI_MESSAGE_NO_PROC);
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    status = poisoned();
    DO(MPI_Mrecv(&in, 1, MPI_INT, &message, &status));
    EQUAL(status.MPI_SOURCE, MPI_PROC_NULL);
    HOLDS(message == MPI_MESSAGE_NULL);
    DO(MPI_Waitall(2, sends, MPI_STATUSES_IGNORE));
    say("received by message, from nobody too");
}

// Statuses are values: they may be copied, kept, changed, sent as bytes.
static void values(void) {
    section("values");
    MPI_Status status = poisoned(), copy;
    int value = 1, in = 0;
    DO(MPI_Sendrecv(&value, 1, MPI_INT, rank, 5, &in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &status));
    copy = status;
    DO(MPI_Sendrecv(NULL, 0, MPI_INT, rank, 6, NULL, 0, MPI_INT, rank, 6, MPI_COMM_WORLD, &status));
    STATUS_IS(copy, rank, 5, 1, MPI_INT);
    STATUS_IS(status, rank, 6, 0, MPI_INT);
    // A single completion leaves the field alone.
    copy.MPI_ERROR = 12345;
    DO(MPI_Sendrecv(&value, 1, MPI_INT, rank, 5, &in, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &copy));
    say("kept");
#ifdef HAVE_MPI_4_1
    int source = -1, tag = -1, error = -1;
    if (THERE(MPI_Status_set_source(&status, 3))) {
        section("fields");
        DO(MPI_Status_set_tag(&status, 4));
        DO(MPI_Status_set_error(&status, MPI_ERR_TAG));
        DO(MPI_Status_get_source(&status, &source));
        DO(MPI_Status_get_tag(&status, &tag));
        DO(MPI_Status_get_error(&status, &error));
        EQUAL(source, 3);
        EQUAL(tag, 4);
        EQUAL(error, MPI_ERR_TAG);
        EQUAL(status.MPI_SOURCE, 3);
        say("set and got");
        return;
    }
#endif
    skip("fields");
}

// Enough at once for any table to grow.
static void plenty(void) {
    section("plenty");
    enum { PLENTY = 600 };
    static MPI_Request receives[PLENTY], sends[PLENTY];
    static MPI_Status filled[PLENTY];
    static int in[PLENTY], out[PLENTY];
    for (int round = 0; round < 3; round++) {
        for (int index = 0; index < PLENTY; index++) {
            out[index] = index * 3 + round;
            DO(MPI_Irecv(&in[index], 1, MPI_INT, rank, index, MPI_COMM_WORLD, &receives[index]));
        }
        for (int index = PLENTY - 1; index >= 0; index--)
            DO(MPI_Isend(&out[index], 1, MPI_INT, rank, index, MPI_COMM_WORLD, &sends[index]));
        DO(MPI_Waitall(PLENTY, receives, filled));
        DO(MPI_Waitall(PLENTY, sends, MPI_STATUSES_IGNORE));
        for (int index = 0; index < PLENTY; index++) {
            EQUAL(in[index], index * 3 + round);
            EQUAL(filled[index].MPI_TAG, index);
        }
    }
    say("%d at once", PLENTY);
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    all();
    any();
    some();
    looking();
    looking_at_many();
    cancelling();
    generalised();
    matched();
    values();
    plenty();
    return finish();
}

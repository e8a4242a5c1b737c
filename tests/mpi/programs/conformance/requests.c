// SPDX-License-Identifier: MIT OR Apache-2.0
// Requests of file operations in every completion call, alone and among messages and persistent requests, at the
// thread level that the third word names.
#include "check.h"

enum { COUNT = 6, VALUES = 5 };

static MPI_File file;

// Requests 0 to 5: write and read of files, message to oneself and its receipt, a persistent pair.
struct mixture {
    MPI_Request requests[COUNT];
    int written[VALUES], read[VALUES], sent, received, persistent_sent, persistent_received;
    int round;
};

static void start(struct mixture *m, int round) {
    memset(m, 0, sizeof *m);
    m->round = round;
    m->sent = 100 + round;
    m->persistent_sent = 200 + round;
    for (int i = 0; i < VALUES; i++) m->written[i] = round * 10 + i;
    DO(MPI_File_iwrite_at(file, 4096, m->written, VALUES, MPI_INT, &m->requests[0]));
    DO(MPI_Irecv(&m->received, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &m->requests[1]));
    DO(MPI_File_iread_at(file, 0, m->read, VALUES, MPI_INT, &m->requests[2]));
    DO(MPI_Isend(&m->sent, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &m->requests[3]));
    DO(MPI_Recv_init(&m->persistent_received, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &m->requests[4]));
    DO(MPI_Send_init(&m->persistent_sent, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &m->requests[5]));
    DO(MPI_Startall(2, &m->requests[4]));
}

static void look_at_status(const struct mixture *m, int index, const MPI_Status *status) {
    int expected = index == 0 || index == 2 ? VALUES : 1, cancelled = 1;
    // A completed send's count says nothing.
    if (index != 3 && index != 5)
        CHECK(count_of(status, MPI_INT) == expected, "request %d: %d values", index, count_of(status, MPI_INT));
    DO(MPI_Test_cancelled(status, &cancelled));
    CHECK(!with_seaway || !cancelled, "request %d of round %d says that it was cancelled", index, m->round);
}

static void end(struct mixture *m) {
    for (int i = 0; i < 4; i++) CHECK(m->requests[i] == MPI_REQUEST_NULL, "request %d is not null at the end", i);
    for (int i = 4; i < COUNT; i++) {
        CHECK(m->requests[i] != MPI_REQUEST_NULL, "persistent request %d is null at the end", i);
        DO(MPI_Request_free(&m->requests[i]));
    }
    CHECK(m->received == m->sent && m->persistent_received == m->persistent_sent, "messages were lost");
    int back[VALUES];
    DO(MPI_File_read_at(file, 4096, back, VALUES, MPI_INT, MPI_STATUS_IGNORE));
    for (int i = 0; i < VALUES; i++) {
        CHECK(m->read[i] == 1000 + i, "read value %d is %d", i, m->read[i]);
        CHECK(back[i] == m->written[i], "written value %d is %d", i, back[i]);
    }
}

static void one_by_one(int use_test) {
    struct mixture m;
    start(&m, 1 + use_test);
    for (int i = COUNT - 1; i >= 0; i--) {
        MPI_Status status;
        int flag = 0;
        if (use_test)
            while (!flag) DO(MPI_Test(&m.requests[i], &flag, &status));
        else
            DO(MPI_Wait(&m.requests[i], &status));
        look_at_status(&m, i, &status);
    }
    end(&m);
}

static void all_at_once(int use_test, int ignore) {
    struct mixture m;
    start(&m, 3 + use_test);
    MPI_Status statuses[COUNT];
    int flag = 0;
    MPI_Status *where = ignore ? MPI_STATUSES_IGNORE : statuses;
    if (use_test)
        while (!flag) DO(MPI_Testall(COUNT, m.requests, &flag, where));
    else
        DO(MPI_Waitall(COUNT, m.requests, where));
    for (int i = 0; !ignore && i < COUNT; i++) look_at_status(&m, i, &statuses[i]);
    end(&m);
}

static void any(int use_test) {
    struct mixture m;
    start(&m, 5 + use_test);
    int done[COUNT] = {0};
    for (int completed = 0; completed < COUNT;) {
        MPI_Status status;
        int index = MPI_UNDEFINED, flag = 1;
        if (use_test)
            DO(MPI_Testany(COUNT, m.requests, &index, &flag, &status));
        else
            DO(MPI_Waitany(COUNT, m.requests, &index, &status));
        if (!flag) continue;
        CHECK(index >= 0 && index < COUNT && !done[index], "index %d came again or is none", index);
        done[index] = 1;
        completed++;
        look_at_status(&m, index, &status);
    }
    end(&m);
}

static void some(int use_test) {
    struct mixture m;
    start(&m, 7 + use_test);
    int done[COUNT] = {0}, completed = 0;
    while (completed < COUNT) {
        MPI_Status statuses[COUNT];
        int indices[COUNT], number = 0;
        if (use_test)
            DO(MPI_Testsome(COUNT, m.requests, &number, indices, statuses));
        else
            DO(MPI_Waitsome(COUNT, m.requests, &number, indices, statuses));
        CHECK(number != MPI_UNDEFINED, "no request is active after %d", completed);
        for (int i = 0; i < number; i++) {
            CHECK(!done[indices[i]], "index %d came again", indices[i]);
            done[indices[i]] = 1;
            look_at_status(&m, indices[i], &statuses[i]);
        }
        completed += number;
    }
    end(&m);
}

static void asked_without_completing(void) {
    struct mixture m;
    start(&m, 9);
    for (int i = 0; i < COUNT; i += 2) {
        MPI_Status status;
        int flag = 0;
        while (!flag) DO(MPI_Request_get_status(m.requests[i], &flag, &status));
        CHECK(m.requests[i] != MPI_REQUEST_NULL, "MPI_Request_get_status has freed the request");
        look_at_status(&m, i, &status);
    }
    DO(MPI_Waitall(COUNT, m.requests, MPI_STATUSES_IGNORE));
    end(&m);
}

// A freed request is carried out all the same.
static void freed(void) {
    int value = 4711 + rank, back = 0;
    MPI_Request request;
    DO(MPI_File_iwrite_at(file, 8192, &value, 1, MPI_INT, &request));
    DO(MPI_Request_free(&request));
    CHECK(request == MPI_REQUEST_NULL, "MPI_Request_free leaves the handle");
    // Nothing reports when: the standard forbids a sync before that. A write that never happens is a hang, which the test sees.
    while (back != value) DO(MPI_File_read_at(file, 8192, &back, 1, MPI_INT, MPI_STATUS_IGNORE));
}

// Files may refuse to cancel, but then the operation completes with its data.
static void cancelled(void) {
    int value = 815, back = 0, was_cancelled = 0;
    MPI_Status status;
    MPI_Request request;
    DO(MPI_File_iwrite_at(file, 12288, &value, 1, MPI_INT, &request));
    MPI_Cancel(&request);
    DO(MPI_Wait(&request, &status));
    DO(MPI_Test_cancelled(&status, &was_cancelled));
    if (was_cancelled) return;
    DO(MPI_File_sync(file));
    DO(MPI_File_read_at(file, 12288, &back, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(back == value, "a write that was not cancelled left %d", back);
}

// Many at once, completed in an order of their own, and lists that hold null requests.
static void many(void) {
    enum { MANY = 512 };
    static int values[MANY], back[MANY];
    MPI_Request requests[MANY];
    for (int i = 0; i < MANY; i++) {
        values[i] = i * 3 + rank;
        DO(MPI_File_iwrite_at(file, 16384 + 8 * i, &values[i], 1, MPI_INT, &requests[i]));
    }
    for (int i = 0; i < MANY; i += 3) DO(MPI_Wait(&requests[i], MPI_STATUS_IGNORE));
    DO(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    for (int i = MANY - 1; i >= 0; i--)
        DO(MPI_File_iread_at(file, 16384 + 8 * i, &back[i], 1, MPI_INT, &requests[i]));
    DO(MPI_Waitall(MANY, requests, MPI_STATUSES_IGNORE));
    for (int i = 0; i < MANY; i++) CHECK(back[i] == values[i], "value %d is %d", i, back[i]);
}

// Nonblocking collective accesses, completed together with messages between ranks.
static void collective(void) {
    MPI_File shared = scratch("requests");
    int next = (rank + 1) % size, before = (rank + size - 1) % size, value = rank + 1, from = 0, back = 0;
    MPI_Request requests[3];
    DO(MPI_Irecv(&from, 1, MPI_INT, before, 9, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_File_iwrite_at_all(shared, rank * sizeof(int), &value, 1, MPI_INT, &requests[1]));
    DO(MPI_Isend(&value, 1, MPI_INT, next, 9, MPI_COMM_WORLD, &requests[2]));
    DO(MPI_Waitall(3, requests, MPI_STATUSES_IGNORE));
    settle(shared);
    DO(MPI_File_iread_at_all(shared, next * sizeof(int), &back, 1, MPI_INT, &requests[0]));
    DO(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    CHECK(from == before + 1 && back == next + 1, "received %d, read %d", from, back);
    DO(MPI_File_close(&shared));
}

int main(int argc, char **argv) {
    int level = argc > 3 ? atoi(argv[3]) : 0, provided = -1;
    const int levels[] = {MPI_THREAD_SINGLE, MPI_THREAD_FUNNELED, MPI_THREAD_SERIALIZED, MPI_THREAD_MULTIPLE};
    MPI_Init_thread(&argc, &argv, levels[level], &provided);
    take_arguments(argc, argv);
    file = own_scratch("requests");
    int first[VALUES];
    for (int i = 0; i < VALUES; i++) first[i] = 1000 + i;
    DO(MPI_File_write_at(file, 0, first, VALUES, MPI_INT, MPI_STATUS_IGNORE));
    for (int use_test = 0; use_test < 2; use_test++) {
        one_by_one(use_test);
        all_at_once(use_test, 0);
        all_at_once(use_test, 1);
        any(use_test);
        some(use_test);
    }
    asked_without_completing();
    // OMPIO frees what the system still reads from: now and then such a write never happens.
    if (with_seaway) freed();
    cancelled();
    many();
    DO(MPI_File_close(&file));
    collective();
    return finish();
}

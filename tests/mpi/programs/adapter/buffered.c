// SPDX-License-Identifier: MIT OR Apache-2.0
// Buffered sending with a buffer of exactly what the program's mpi.h asks for: the bytes of each message and
// MPI_BSEND_OVERHEAD. Any number of ranks: each sends to the next one of a ring.
#include "check.h"

enum { MESSAGES = 12, LENGTH = 200 };

static int next, previous;

static void receive_all(int first_tag) {
    for (int index = 0; index < MESSAGES; index++) {
        char got[LENGTH];
        MPI_Status status = poisoned();
        DO(MPI_Recv(got, LENGTH, MPI_CHAR, previous, first_tag + index, MPI_COMM_WORLD, &status));
        STATUS_IS(status, previous, first_tag + index, LENGTH, MPI_CHAR);
        for (int place = 0; place < LENGTH; place++) EQUAL(got[place], 'a' + (previous + index) % 26);
    }
}

static void exactly_enough(void) {
    section("exactly enough");
    char message[LENGTH];
    int each = -1, bytes = 0;
    DO(MPI_Pack_size(LENGTH, MPI_CHAR, MPI_COMM_WORLD, &each));
    int room = MESSAGES * (each + MPI_BSEND_OVERHEAD);
    char *buffer = malloc(room);
    void *detached = NULL;
    for (int round = 0; round < 3; round++) {
        DO(MPI_Buffer_attach(buffer, room));
        for (int index = 0; index < MESSAGES; index++) {
            memset(message, 'a' + (rank + index) % 26, sizeof message);
            if (index % 2) {
                MPI_Request request;
                DO(MPI_Ibsend(message, LENGTH, MPI_CHAR, next, index, MPI_COMM_WORLD, &request));
                DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
            } else {
                DO(MPI_Bsend(message, LENGTH, MPI_CHAR, next, index, MPI_COMM_WORLD));
            }
        }
        receive_all(0);
        DO(MPI_Buffer_detach(&detached, &bytes));
        HOLDS(detached == buffer);
        EQUAL(bytes, room);
    }
    free(buffer);
    say("%d messages, three times", MESSAGES);
}

// A detached buffer is no longer used by MPI: its messages have left it.
static void detached_before_received(void) {
    section("detached");
    char *buffer = malloc(LENGTH + MPI_BSEND_OVERHEAD), message[LENGTH];
    void *detached = NULL;
    int bytes = 0;
    MPI_Request request;
    char got[LENGTH];
    DO(MPI_Irecv(got, LENGTH, MPI_CHAR, previous, 50, MPI_COMM_WORLD, &request));
    DO(MPI_Buffer_attach(buffer, LENGTH + MPI_BSEND_OVERHEAD));
    memset(message, 'x', sizeof message);
    DO(MPI_Bsend(message, LENGTH, MPI_CHAR, next, 50, MPI_COMM_WORLD));
    DO(MPI_Buffer_detach(&detached, &bytes));
    memset(buffer, 0, LENGTH + MPI_BSEND_OVERHEAD);
    free(buffer);
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EQUAL(got[LENGTH - 1], 'x');
    say("its message arrived");
}

static void of_communicators(void) {
#ifdef HAVE_MPI_4_1
    MPI_Comm comm;
    char *buffer = malloc(LENGTH + MPI_BSEND_OVERHEAD), message[LENGTH], got[LENGTH];
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    if (!THERE(MPI_Comm_attach_buffer(comm, buffer, LENGTH + MPI_BSEND_OVERHEAD))) {
        DO(MPI_Comm_free(&comm));
        skip("of communicators");
        free(buffer);
        return;
    }
    section("of communicators");
    void *detached = NULL;
    int bytes = 0;
    MPI_Request request;
    memset(message, 'y', sizeof message);
    for (int round = 0; round < 2; round++) {
        DO(MPI_Bsend(message, LENGTH, MPI_CHAR, next, 60, comm));
        DO(MPI_Recv(got, LENGTH, MPI_CHAR, previous, 60, comm, MPI_STATUS_IGNORE));
        EQUAL(got[LENGTH - 1], 'y');
        if (round == 0) DO(MPI_Comm_flush_buffer(comm));
    }
    DO(MPI_Comm_iflush_buffer(comm, &request));
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    DO(MPI_Comm_detach_buffer(comm, &detached, &bytes));
    HOLDS(detached == buffer);
    EQUAL(bytes, LENGTH + MPI_BSEND_OVERHEAD);
    DO(MPI_Comm_free(&comm));
    DO(MPI_Buffer_attach(buffer, LENGTH + MPI_BSEND_OVERHEAD));
    DO(MPI_Buffer_flush());
    DO(MPI_Buffer_iflush(&request));
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    DO(MPI_Buffer_detach(&detached, &bytes));
    HOLDS(detached == buffer);
    free(buffer);
    say("attached, flushed, detached");
#else
    skip("of communicators");
#endif
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    exactly_enough();
    detached_before_received();
    of_communicators();
    return finish();
}

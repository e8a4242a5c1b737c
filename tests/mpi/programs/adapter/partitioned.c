// SPDX-License-Identifier: MIT OR Apache-2.0
// Partitioned communication: a message that becomes ready piece by piece. Two ranks or more: each even one sends to the
// next. Ranks do not send to themselves, which Open MPI 5 cannot do.
#include "check.h"

#ifdef HAVE_MPI_4
enum { PIECES = 8, LENGTH = 5, ROUNDS = 3 };

static void fill(int *values, int round) {
    for (int index = 0; index < PIECES * LENGTH; index++) values[index] = 1000 * round + index;
}

static void send_pieces(int *values, MPI_Request *request) {
    int list[2] = {6, 4};
    for (int round = 0; round < ROUNDS; round++) {
        DO(MPI_Start(request));
        fill(values, round);
        DO(MPI_Pready(7, *request));
        DO(MPI_Pready_range(0, 3, *request));
        DO(MPI_Pready_list(2, list, *request));
        DO(MPI_Pready(5, *request));
        DO(MPI_Wait(request, MPI_STATUS_IGNORE));
        HOLDS(*request != MPI_REQUEST_NULL);
    }
}

static void receive_pieces(int *values, MPI_Request *request) {
    for (int round = 0; round < ROUNDS; round++) {
        memset(values, -1, PIECES * LENGTH * sizeof *values);
        DO(MPI_Start(request));
        for (int piece = 0; piece < PIECES; piece++)
            for (int flag = 0; !flag;) DO(MPI_Parrived(*request, piece, &flag));
        DO(MPI_Wait(request, MPI_STATUS_IGNORE));
        HOLDS(*request != MPI_REQUEST_NULL);
        for (int index = 0; index < PIECES * LENGTH; index++) EQUAL(values[index], 1000 * round + index);
    }
}
#endif

int main(int argc, char **argv) {
    begin(&argc, &argv);
#ifdef HAVE_MPI_4
    static int values[PIECES * LENGTH];
    MPI_Request request = MPI_REQUEST_NULL;
    int there = 1;
    if (rank % 2 == 0 && rank + 1 < size) {
        there = THERE(MPI_Psend_init(values, PIECES, LENGTH, MPI_INT, rank + 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
        if (there) send_pieces(values, &request);
    }
    if (rank % 2 == 1) {
        there = THERE(MPI_Precv_init(values, PIECES, LENGTH, MPI_INT, rank - 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request));
        if (there) receive_pieces(values, &request);
    }
    if (there) {
        if (request != MPI_REQUEST_NULL) DO(MPI_Request_free(&request));
        HOLDS(request == MPI_REQUEST_NULL);
        section("partitioned");
        say("%d pieces, %d rounds", PIECES, ROUNDS);
        return finish();
    }
#endif
    skip("partitioned");
    return finish();
}

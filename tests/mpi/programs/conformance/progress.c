// SPDX-License-Identifier: MIT OR Apache-2.0
// A rank that waits inside a collective file call lets its messages progress: rank 0 starts a message too large to be
// sent at once, and enters the file call; rank 1 enters it only after it has received.
#include "check.h"

enum { BYTES = 16 << 20 };

int main(int argc, char **argv) {
    begin(argc, argv);
    CHECK(size >= 2, "two ranks at least");
    MPI_File file = scratch("progress");
    char *message = malloc(BYTES);
    for (int round = 0; round < 4; round++) {
        MPI_Request request = MPI_REQUEST_NULL;
        memset(message, rank == 0 ? round + 1 : 0, BYTES);
        if (rank == 0) DO(MPI_Isend(message, BYTES, MPI_BYTE, 1, round, MPI_COMM_WORLD, &request));
        if (rank == 1) DO(MPI_Recv(message, BYTES, MPI_BYTE, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        int value = rank * 10 + round, back = -1;
        switch (round) {
        case 0: DO(MPI_File_write_at_all(file, rank * 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE)); break;
        case 1: DO(MPI_File_write_ordered(file, &value, 1, MPI_INT, MPI_STATUS_IGNORE)); break;
        case 2: DO(MPI_File_set_size(file, 4096)); break;
        default: {
            MPI_File other = scratch("progress.other");
            DO(MPI_File_close(&other));
        }
        }
        DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
        if (rank <= 1) CHECK(message[BYTES - 1] == round + 1, "the message of round %d is %d", round, message[BYTES - 1]);
        if (round < 2) {
            settle(file);
            DO(MPI_File_read_at(file, rank * 4, &back, 1, MPI_INT, MPI_STATUS_IGNORE));
            CHECK(back == value, "round %d: read %d, not %d", round, back, value);
        }
    }
    DO(MPI_File_close(&file));
    free(message);
    return finish();
}

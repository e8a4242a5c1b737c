// SPDX-License-Identifier: MIT OR Apache-2.0
// Calls functions of MPI-4: one that can be made from older ones, and some that cannot.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Session session;
    MPI_Init(&argc, &argv);
    int value = argc, room = 0, flag = 0;
    if (argc > 1) {
        MPI_Send_c(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF);
        MPI_Info_get_string(MPI_INFO_ENV, "command", &room, NULL, &flag);
        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
        MPI_Session_finalize(&session);
    }
    MPI_Finalize();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Starts a program that does not exist: an error, and not a wait for it.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Comm children = MPI_COMM_NULL;
    int codes[2];
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    int result = MPI_Comm_spawn("/no/such/program", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes);
    printf("%s\n", result == MPI_SUCCESS ? "success" : "error");
    MPI_Finalize();
    return 0;
}

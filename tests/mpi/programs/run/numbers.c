// SPDX-License-Identifier: MIT OR Apache-2.0
// Ranks write their numbers side by side into the file that is named, and end with the code that is asked for.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY;
    if (MPI_File_open(MPI_COMM_WORLD, argv[1], mode, MPI_INFO_NULL, &file) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    char digit = (char)('0' + rank);
    if (MPI_File_write_at_all(file, rank, &digit, 1, MPI_BYTE, MPI_STATUS_IGNORE) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_close(&file);
    MPI_Finalize();
    return argc > 2 ? atoi(argv[2]) : 0;
}

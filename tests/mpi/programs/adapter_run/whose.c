// SPDX-License-Identifier: MIT OR Apache-2.0
// Ranks write their numbers side by side into the file that is named; rank 0 then prints whose MPI this is, how many ranks
// there are, and their sum, which shows that they communicate.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_WRONLY;
    if (MPI_File_open(MPI_COMM_WORLD, argv[1], mode, MPI_INFO_NULL, &file) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    char digit = (char)('0' + rank);
    if (MPI_File_write_at_all(file, rank, &digit, 1, MPI_BYTE, MPI_STATUS_IGNORE) != MPI_SUCCESS) MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_File_close(&file);
    static char text[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;
    MPI_Get_library_version(text, &length);
    for (char *at = text; *at; at++)
        if (strchr("\t\n", *at)) *at = ' ';
    if (rank == 0) printf("ranks %d sum %d library %.60s\n", size, sum, text);
    MPI_Finalize();
    return 0;
}

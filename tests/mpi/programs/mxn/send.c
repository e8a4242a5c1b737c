/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* MPI's own way between two ranks of one job. send fresh|again COUNT STEP_BYTES: prints when COUNT messages began and when
 * they ended. The receiver has not touched its memory before; `fresh` messages have memory of their own on both sides,
 * `again` they have the same. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 4)
        MPI_Abort(MPI_COMM_WORLD, 2);
    int is_fresh = strcmp(argv[1], "fresh") == 0, count = atoi(argv[2]), bytes = atoi(argv[3]);
    size_t all = (size_t)bytes * (size_t)(is_fresh ? count : 1), apart = is_fresh ? (size_t)bytes : 0;
    char *buffers = malloc(all);
    if (rank == 0)
        memset(buffers, 1, all);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = MPI_Wtime();
    for (int i = 0; i < count; i++) {
        char *buffer = buffers + apart * (size_t)i;
        if (rank == 0)
            MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        printf("begun %.9f\ndone %.9f\n", start, MPI_Wtime());
    MPI_Finalize();
    return 0;
}

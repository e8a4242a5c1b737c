/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* MPI's own way between two ranks of one job. send COUNT STEP_BYTES: prints the seconds of COUNT messages. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WARM_UP = 4 };

int main(int argc, char **argv)
{
    int rank;
    double start = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc != 3)
        MPI_Abort(MPI_COMM_WORLD, 2);
    int count = atoi(argv[1]), bytes = atoi(argv[2]);
    char *buffer = malloc((size_t)bytes);
    memset(buffer, rank, (size_t)bytes);
    for (int i = 0; i < WARM_UP + count; i++) {
        if (i == WARM_UP)
            start = MPI_Wtime();
        if (rank == 0)
            MPI_Send(buffer, bytes, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
        else
            MPI_Recv(buffer, bytes, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 1)
        printf("stream %.9f %.9f\n", start, MPI_Wtime());
    MPI_Finalize();
    return 0;
}

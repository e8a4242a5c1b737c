// SPDX-License-Identifier: MIT OR Apache-2.0
// Shows that ranks start, find each other and see variables; each prints one line.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    const char *value = getenv("SEAWAY_TEST_VALUE");
    printf("rank %d of %d, %s\n", rank, size, value ? value : "no value");
    MPI_Finalize();
    return argc > 1 ? atoi(argv[1]) : 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// idle: starts an MPI and ends it, to see what a library adds that is preloaded and not used.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}

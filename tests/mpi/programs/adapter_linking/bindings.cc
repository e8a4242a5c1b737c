// SPDX-License-Identifier: MIT OR Apache-2.0
// A program of MPI's C++ bindings, which MPI-3 has removed.
#include <mpi.h>

#include <iostream>

int main(int argc, char **argv) {
    MPI::Init(argc, argv);
    int rank = MPI::COMM_WORLD.Get_rank(), sum = 0;
    MPI::COMM_WORLD.Allreduce(&rank, &sum, 1, MPI::INT, MPI::SUM);
    if (rank == 0) std::cout << "ranks " << MPI::COMM_WORLD.Get_size() << " sum " << sum << std::endl;
    MPI::Finalize();
}

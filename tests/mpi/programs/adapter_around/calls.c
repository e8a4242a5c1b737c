// SPDX-License-Identifier: MIT OR Apache-2.0
// Some calls, for a tool to count: among them those for which an adapter has to ask its MPI about something else, and one that
// fails. Two ranks.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    int rank, size, out[2] = {1, 2}, in[2] = {0, 0}, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int other = 1 - rank;
    MPI_Request request;
    for (int round = 0; round < 3; round++) {
        MPI_Irecv(in, 2, MPI_INT, other, round, MPI_COMM_WORLD, &request);
        MPI_Send(out, 2, MPI_INT, other, round, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    if (rank == 0) MPI_Recv(in, 2, MPI_INT, other, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1) MPI_Send(out, 2, MPI_INT, other, 7, MPI_COMM_WORLD);
    int counts[2] = {1, 1}, places[2] = {0, sizeof(int)};
    MPI_Datatype types[2] = {MPI_INT, MPI_INT};
    MPI_Alltoallw(out, counts, places, types, in, counts, places, types, MPI_COMM_WORLD);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    int failed = MPI_Send(out, 1, MPI_INT, 99, 0, MPI_COMM_WORLD) != MPI_SUCCESS;
    MPI_Pcontrol(1);
    MPI_Pcontrol(2, 42);
    MPI_Pcontrol(0);
    if (rank == 0) printf("sum %d in %d %d failed %d\n", sum, in[0], in[1], failed);
    MPI_Finalize();
    return 0;
}

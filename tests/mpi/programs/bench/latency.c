// SPDX-License-Identifier: MIT OR Apache-2.0
// latency SECONDS: a program without MPI-IO; two ranks send 8 bytes to and fro, and rank 0 prints the seconds of a message.
#include "gate.h"

static double messages(int count) {
    char bytes[8] = {0};
    const int other = 1 - gate_rank;
    gate_start();
    for (int message = 0; message < count; message++) {
        if (gate_rank == 0) MPI_Send(bytes, 8, MPI_CHAR, other, 0, MPI_COMM_WORLD);
        MPI_Recv(bytes, 8, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (gate_rank == 1) MPI_Send(bytes, 8, MPI_CHAR, other, 0, MPI_COMM_WORLD);
    }
    return gate_stop() / (2 * count);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    gate_open();
    if (argc != 2 || gate_ranks != 2) fail("usage: latency SECONDS, with two ranks");
    const int count = 5000;
    struct laps laps = {.count = 0};
    while (laps_wanted(&laps, messages(count), atof(argv[1]))) {}
    laps_print(&laps, "latency", 1e-6, "Mmessages/s");
    MPI_Finalize();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// A program that refers to variables of the C library, so that the linker puts them into the program itself. An MPI that looked
// for them elsewhere would see neither the environment nor the streams of this process.
#define _GNU_SOURCE
#include <errno.h>
#include <getopt.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static int is_in_environ(const char *entry) {
    for (char **at = environ; *at; at++)
        if (!strcmp(*at, entry)) return 1;
    return 0;
}

int main(int argc, char **argv) {
    // The environment moves to other memory, and only code that shares the variable sees that.
    setenv("SEAWAY_TEST_BEFORE", "1", 1);
    for (int option; (option = getopt(argc, argv, "n:")) != -1;)
        if (option != 'n' || strcmp(optarg, "two")) return 2;
    fprintf(stderr, "%s %d\n", program_invocation_short_name, optind);
    MPI_Init(&argc, &argv);
    int rank, size, sum = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    setenv("SEAWAY_TEST_AFTER", "1", 1);
    int is_seen = is_in_environ("SEAWAY_TEST_BEFORE=1") && is_in_environ("SEAWAY_TEST_AFTER=1");
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) fprintf(stdout, "ranks %d sum %d environment %d\n", size, sum, is_seen);
    MPI_Finalize();
    return is_seen ? 0 : 1;
}

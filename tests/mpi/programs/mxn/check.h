/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a program does when MPI refuses: it says what, and ends. */
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdio.h>

static void check(int code, const char *what)
{
    char text[MPI_MAX_ERROR_STRING];
    int length, rank;
    if (code == MPI_SUCCESS)
        return;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "rank %d, %s: %s\n", rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

#endif

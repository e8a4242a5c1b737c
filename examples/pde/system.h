// SPDX-License-Identifier: MIT OR Apache-2.0
// What the discretiser and the solver must agree on, and nothing else: how an equation looks in the file.
#ifndef SYSTEM_H
#define SYSTEM_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { NEIGHBOURS = 5 };

// One equation: sum of value[i] * x[column[i]] = right_side. 96 bytes. An unused entry has column -1.
struct equation {
    int64_t row;
    int64_t column[NEIGHBOURS];
    double value[NEIGHBOURS];
    double right_side;
};

_Static_assert(sizeof(struct equation) == 96, "a mesh of n x n points is 96 n^2 bytes");

static inline MPI_Datatype equation_type(void) {
    int lengths[] = {1 + NEIGHBOURS, NEIGHBOURS + 1};
    MPI_Aint places[] = {offsetof(struct equation, row), offsetof(struct equation, value)};
    MPI_Datatype parts[] = {MPI_INT64_T, MPI_DOUBLE}, type;
    MPI_Type_create_struct(2, lengths, places, parts, &type);
    MPI_Type_commit(&type);
    return type;
}

// The first of `total` things that belongs to `rank`, if `size` ranks share them evenly and in order.
static inline int64_t first_of(int rank, int size, int64_t total) {
    return total / size * rank + (total % size < rank ? total % size : rank);
}

// A file's errors are returned to the program, which prints them and exits.
static inline void check(int code, const char *what) {
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING];
    int length, rank;
    MPI_Error_string(code, text, &length);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    fprintf(stderr, "rank %d: %s: %s\n", rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static inline void *allocate(size_t count, size_t bytes) {
    void *memory = calloc(count ? count : 1, bytes);
    if (!memory) {
        fprintf(stderr, "no memory for %zu things of %zu bytes\n", count, bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return memory;
}

#endif

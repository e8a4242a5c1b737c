// SPDX-License-Identifier: MIT OR Apache-2.0
// Usage: discretise NAME N [STEPS]
// Turns -div grad u = f on the unit square, u = 0 on its edge, into one linear equation for each of N x N mesh points
// (five-point stencil), and writes them to the file NAME in the order of the points: 96 N^2 bytes. Each rank makes its
// share of the points; with STEPS, a share of each of STEPS bands of the mesh, one write a band.
#include "system.h"

// Point (i, j), counted from 0; the solution is u = x (1-x) y (1-y), which the stencil meets exactly.
static struct equation equation_of(int64_t i, int64_t j, int64_t n) {
    double h = 1.0 / (double)(n + 1), x = (double)(i + 1) * h, y = (double)(j + 1) * h;
    struct equation equation = {.row = i * n + j, .right_side = 2 * h * h * (x * (1 - x) + y * (1 - y))};
    const int64_t steps[NEIGHBOURS][2] = {{-1, 0}, {0, -1}, {0, 0}, {0, 1}, {1, 0}};
    for (int k = 0; k < NEIGHBOURS; k++) {
        int64_t a = i + steps[k][0], b = j + steps[k][1];
        int inside = a >= 0 && a < n && b >= 0 && b < n;
        equation.column[k] = inside ? a * n + b : -1;
        equation.value[k] = !inside ? 0 : k == NEIGHBOURS / 2 ? 4 : -1;
    }
    return equation;
}

int main(int count, char **words) {
    int rank, size;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int64_t n = count > 2 ? atoll(words[2]) : 0;
    int steps = count > 3 ? atoi(words[3]) : 1;
    if (n < 1 || steps < 1) {
        if (rank == 0)
            fprintf(stderr, "usage: %s NAME N [STEPS]\n", words[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }

    MPI_File file;
    check(MPI_File_open(MPI_COMM_WORLD, words[1], MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file), "open");
    MPI_Datatype type = equation_type();
    double writing = 0;
    for (int step = 0; step < steps; step++) {
        int64_t band = first_of(step, steps, n * n), points = first_of(step + 1, steps, n * n) - band;
        int64_t first = band + first_of(rank, size, points), mine = band + first_of(rank + 1, size, points) - first;
        struct equation *equations = allocate((size_t)mine, sizeof *equations);
        for (int64_t point = 0; point < mine; point++)
            equations[point] = equation_of((first + point) / n, (first + point) % n, n);
        double start = MPI_Wtime();
        check(MPI_File_write_ordered(file, equations, (int)mine, type, MPI_STATUS_IGNORE), "write");
        writing += MPI_Wtime() - start;
        free(equations);
    }
    double start = MPI_Wtime();
    check(MPI_File_close(&file), "close");
    writing += MPI_Wtime() - start;

    double slowest, bytes = 96.0 * (double)n * (double)n;
    MPI_Reduce(&writing, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("discretise: %d ranks wrote %.0f bytes to %s in %.6f s, %.1f MB/s\n", size, bytes, words[1], slowest,
               bytes / slowest / 1e6);
    MPI_Type_free(&type);
    MPI_Finalize();
    return 0;
}

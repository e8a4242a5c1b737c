// SPDX-License-Identifier: MIT OR Apache-2.0
// Usage: solve NAME N
// Reads N x N linear equations from the file NAME, each rank a share of them, and solves them by conjugate gradients.
// Nothing here knows who wrote the equations, with how many ranks, or whether it has finished doing so; nor that they
// come from a mesh: any symmetric positive definite system with at most five entries a row will do.
#include <math.h>
#include <string.h>

#include "system.h"

static int rank, size;
static int64_t total, first, mine;

// The rows of this rank. Columns are renumbered: own unknowns first, then copies of others' ("ghosts").
static struct {
    int32_t (*column)[NEIGHBOURS];
    double (*value)[NEIGHBOURS];
    int64_t ghosts;
} matrix;

// Whom to send which own unknowns, and whose ghosts lie where, by rank. `requests` has room for one of each.
static struct {
    int *send_counts, *send_places, *receive_counts, *receive_places;
    int32_t *sent;
    double *out;
    MPI_Request *requests;
} exchange;

static int owner_of(int64_t row) {
    int low = 0, high = size - 1;
    while (low < high) {
        int middle = low + (high - low + 1) / 2;
        if (first_of(middle, size, total) <= row)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

static int compare(const void *a, const void *b) {
    int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;
    return (left > right) - (left < right);
}

static struct equation *read_equations(const char *name, double *reading) {
    MPI_File file;
    MPI_Status status;
    MPI_Datatype type = equation_type();
    struct equation *equations = allocate((size_t)mine, sizeof *equations);
    int got;
    check(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), "open");
    double start = MPI_Wtime();
    check(MPI_File_read_ordered(file, equations, (int)mine, type, &status), "read");
    *reading = MPI_Wtime() - start;
    check(MPI_Get_count(&status, type, &got), "count");
    for (int64_t index = 0; index < mine; index++) {
        if (index >= got || equations[index].row != first + index) {
            fprintf(stderr, "rank %d: %s does not hold equation %lld in its place\n", rank, name,
                    (long long)(first + index));
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    check(MPI_File_close(&file), "close");
    MPI_Type_free(&type);
    return equations;
}

// The columns of others that the equations mention, ascending, each once.
static int64_t *list_ghosts(const struct equation *equations) {
    int64_t *ghosts = allocate((size_t)(mine * NEIGHBOURS), sizeof *ghosts), found = 0, kept = 0;
    for (int64_t index = 0; index < mine; index++) {
        for (int k = 0; k < NEIGHBOURS; k++) {
            int64_t column = equations[index].column[k];
            if (column >= 0 && (column < first || column >= first + mine))
                ghosts[found++] = column;
        }
    }
    qsort(ghosts, (size_t)found, sizeof *ghosts, compare);
    for (int64_t index = 0; index < found; index++) {
        if (index == 0 || ghosts[index] != ghosts[index - 1])
            ghosts[kept++] = ghosts[index];
    }
    matrix.ghosts = kept;
    return ghosts;
}

// Ranks tell each other whose unknowns they need.
static void prepare_exchange(const int64_t *ghosts) {
    int **counts[] = {&exchange.send_counts, &exchange.send_places, &exchange.receive_counts, &exchange.receive_places};
    for (int i = 0; i < 4; i++)
        *counts[i] = allocate((size_t)size, sizeof(int));
    for (int64_t index = 0; index < matrix.ghosts; index++)
        exchange.receive_counts[owner_of(ghosts[index])]++;
    MPI_Alltoall(exchange.receive_counts, 1, MPI_INT, exchange.send_counts, 1, MPI_INT, MPI_COMM_WORLD);
    int sent = 0, received = 0;
    for (int peer = 0; peer < size; peer++) {
        exchange.send_places[peer] = sent;
        exchange.receive_places[peer] = received;
        sent += exchange.send_counts[peer];
        received += exchange.receive_counts[peer];
    }
    int64_t *rows = allocate((size_t)sent, sizeof *rows);
    MPI_Alltoallv(ghosts, exchange.receive_counts, exchange.receive_places, MPI_INT64_T, rows, exchange.send_counts,
                  exchange.send_places, MPI_INT64_T, MPI_COMM_WORLD);
    exchange.sent = allocate((size_t)sent, sizeof *exchange.sent);
    exchange.out = allocate((size_t)sent, sizeof *exchange.out);
    exchange.requests = allocate(2 * (size_t)size, sizeof *exchange.requests);
    for (int index = 0; index < sent; index++)
        exchange.sent[index] = (int32_t)(rows[index] - first);
    free(rows);
}

static void build_matrix(const struct equation *equations) {
    int64_t *ghosts = list_ghosts(equations);
    prepare_exchange(ghosts);
    matrix.column = allocate((size_t)mine, sizeof *matrix.column);
    matrix.value = allocate((size_t)mine, sizeof *matrix.value);
    for (int64_t index = 0; index < mine; index++) {
        for (int k = 0; k < NEIGHBOURS; k++) {
            int64_t column = equations[index].column[k], local = column - first;
            if (column < 0)
                continue; // Times 0, wherever it points.
            if (local < 0 || local >= mine) {
                int64_t *place = bsearch(&column, ghosts, (size_t)matrix.ghosts, sizeof *ghosts, compare);
                local = mine + (place - ghosts);
            }
            matrix.column[index][k] = (int32_t)local;
            matrix.value[index][k] = equations[index].value[k];
        }
    }
    free(ghosts);
}

// product = matrix * x. The ghosts of x, behind its own values, are brought up to date first.
static void multiply(double *x, double *product) {
    int active = 0;
    for (int peer = 0; peer < size; peer++) {
        if (exchange.receive_counts[peer])
            MPI_Irecv(x + mine + exchange.receive_places[peer], exchange.receive_counts[peer], MPI_DOUBLE, peer, 0,
                      MPI_COMM_WORLD, &exchange.requests[active++]);
    }
    for (int peer = 0; peer < size; peer++) {
        int place = exchange.send_places[peer], count = exchange.send_counts[peer];
        for (int index = place; index < place + count; index++)
            exchange.out[index] = x[exchange.sent[index]];
        if (count)
            MPI_Isend(exchange.out + place, count, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &exchange.requests[active++]);
    }
    for (int index = 0; index < active; index++)
        MPI_Wait(&exchange.requests[index], MPI_STATUS_IGNORE);
    for (int64_t row = 0; row < mine; row++) {
        double sum = 0;
        for (int k = 0; k < NEIGHBOURS; k++)
            sum += matrix.value[row][k] * x[matrix.column[row][k]];
        product[row] = sum;
    }
}

static double dot(const double *a, const double *b) {
    double sum = 0, all;
    for (int64_t index = 0; index < mine; index++)
        sum += a[index] * b[index];
    MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

// Conjugate gradients from x = 0. Returns the number of iterations.
static int solve(const double *right_side, double *x) {
    size_t own = (size_t)mine;
    double *residual = allocate(own, sizeof(double)), *product = allocate(own, sizeof(double));
    double *direction = allocate(own + (size_t)matrix.ghosts, sizeof(double));
    memcpy(residual, right_side, own * sizeof(double));
    memcpy(direction, right_side, own * sizeof(double));
    double square = dot(residual, residual), goal = 1e-20 * square;
    int iterations = 0;
    for (; square > goal && iterations < 10 * total; iterations++) {
        multiply(direction, product);
        double length = square / dot(direction, product), before = square;
        for (size_t index = 0; index < own; index++) {
            x[index] += length * direction[index];
            residual[index] -= length * product[index];
        }
        square = dot(residual, residual);
        for (size_t index = 0; index < own; index++)
            direction[index] = residual[index] + square / before * direction[index];
    }
    free(residual), free(product), free(direction);
    return iterations;
}

// |right side - matrix * x| / |right side|, from scratch.
static double residual_of(const double *right_side, double *x) {
    double *rest = allocate((size_t)mine, sizeof(double));
    multiply(x, rest);
    for (int64_t index = 0; index < mine; index++)
        rest[index] = right_side[index] - rest[index];
    double residual = sqrt(dot(rest, rest) / dot(right_side, right_side));
    free(rest);
    return residual;
}

int main(int count, char **words) {
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int64_t n = count > 2 ? atoll(words[2]) : 0;
    if (n < 1) {
        if (rank == 0)
            fprintf(stderr, "usage: %s NAME N\n", words[0]);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    total = n * n;
    first = first_of(rank, size, total);
    mine = first_of(rank + 1, size, total) - first;

    double reading, slowest, bytes = (double)sizeof(struct equation) * (double)total;
    struct equation *equations = read_equations(words[1], &reading);
    MPI_Reduce(&reading, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    build_matrix(equations);
    double *right_side = allocate((size_t)mine, sizeof(double));
    for (int64_t index = 0; index < mine; index++)
        right_side[index] = equations[index].right_side;
    free(equations);

    double *x = allocate((size_t)(mine + matrix.ghosts), sizeof(double)), start = MPI_Wtime();
    int iterations = solve(right_side, x);
    double solving = MPI_Wtime() - start, residual = residual_of(right_side, x), norm = sqrt(dot(x, x));
    if (rank == 0) {
        printf("solve: %d ranks read %.0f bytes from %s in %.6f s, %.1f MB/s\n", size, bytes, words[1], slowest,
               bytes / slowest / 1e6);
        printf("solve: %d iterations in %.3f s, residual %.3e, norm of the solution %.9e\n", iterations, solving,
               residual, norm);
    }
    MPI_Finalize();
    return residual < 1e-8 ? 0 : 1;
}

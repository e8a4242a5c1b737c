// SPDX-License-Identifier: MIT OR Apache-2.0
// What the benches of file formats share: 256^3 integers, dealt out in blocks or in columns.
//
// program DIRECTORY SECONDS CASE...: the case is FORMAT.PARTS.TASK. `blocks` are those of MPI_Dims_create, `columns`
// split the axis that varies fastest. `write` makes a new file, `rewrite` and `read` find one; the time is from open to
// close.
#ifndef SEAWAY_BENCH_CUBE_H
#define SEAWAY_BENCH_CUBE_H

#include "gate.h"

enum { EDGE = 256 };

struct cube {
    int start[3], count[3];
    int *data, *back;
    size_t items;
};

// What a format does with the rank's part.
struct format {
    void (*write_new)(const char *path, const struct cube *cube);
    void (*rewrite)(const char *path, const struct cube *cube);
    void (*read)(const char *path, const struct cube *cube);
};

static struct cube cube_of_rank(const char *parts) {
    int splits[3] = {1, 1, gate_ranks};
    if (strcmp(parts, "blocks") == 0) {
        splits[2] = 0;
        splits[0] = splits[1] = 0;
        MPI_Dims_create(gate_ranks, 3, splits);
    }
    struct cube cube = {.items = 1};
    int index = gate_rank;
    for (int axis = 2; axis >= 0; axis--) {
        cube.count[axis] = EDGE / splits[axis];
        cube.start[axis] = index % splits[axis] * cube.count[axis];
        index /= splits[axis];
        cube.items *= (size_t)cube.count[axis];
    }
    cube.data = malloc(cube.items * sizeof(int));
    cube.back = malloc(cube.items * sizeof(int));
    for (size_t item = 0; item < cube.items; item++) cube.data[item] = (int)(item * 2654435761u) ^ gate_rank;
    memset(cube.back, 1, cube.items * sizeof(int));
    return cube;
}

static void cube_measure(const struct format *format, const char *path, const char *name, double budget) {
    char parts[32] = "", task[32] = "";
    if (sscanf(name, "%*[^.].%31[^.].%31s", parts, task) != 2) fail("a case is FORMAT.PARTS.TASK");
    struct cube cube = cube_of_rank(parts);
    void (*work)(const char *, const struct cube *) = format->write_new;
    if (strcmp(task, "rewrite") == 0) work = format->rewrite;
    if (strcmp(task, "read") == 0) work = format->read;
    format->write_new(path, &cube);
    struct laps laps = {.count = 0};
    double lap;
    do {
        gate_start();
        work(path, &cube);
        lap = gate_stop();
    } while (laps_wanted(&laps, lap, budget));
    laps_print(&laps, name, 1e-9 * EDGE * EDGE * EDGE * sizeof(int), "GB/s");
    if (work != format->read) format->read(path, &cube);
    size_t bytes = cube.items * sizeof(int);
    if (memcmp(cube.data, cube.back, bytes) != 0) fail("read something else than was written");
    free(cube.data);
    free(cube.back);
}

static int cube_main(int argc, char **argv, const struct format *format) {
    MPI_Init(&argc, &argv);
    gate_open();
    if (argc < 4) fail("usage: program DIRECTORY SECONDS CASE...");
    char path[4096];
    snprintf(path, sizeof path, "%s/cube.data", argv[1]);
    for (int argument = 3; argument < argc; argument++)
        cube_measure(format, path, argv[argument], atof(argv[2]));
    if (gate_rank == 0) unlink(path);
    MPI_Finalize();
    return 0;
}

#endif

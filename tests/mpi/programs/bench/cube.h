// SPDX-License-Identifier: MIT OR Apache-2.0
// What the benches of file formats share: a cube of integers, dealt out in blocks or along one axis.
//
// program DIRECTORY SECONDS CASE...: the case is FORMAT.PARTS.TASK. `blocks` are those of MPI_Dims_create, `columns`
// split the axis that varies fastest; `x`, `y` and `z` split that axis, where x varies fastest. The cube has 256^3
// integers; with `z-64`, it has 64^3. `write` makes a new file, `rewrite` and `read` find one; behind `-alone`, each rank
// accesses its part independently. The time is from open to close.
#ifndef SEAWAY_BENCH_CUBE_H
#define SEAWAY_BENCH_CUBE_H

#include "gate.h"

enum { USUAL_EDGE = 256 };

struct cube {
    int edge;
    int alone;
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

// Along which axes the cube is split, and into how many parts.
static void splits_of(const char *parts, int splits[3]) {
    splits[0] = splits[1] = splits[2] = 1;
    if (strcmp(parts, "blocks") == 0) {
        splits[0] = splits[1] = splits[2] = 0;
        MPI_Dims_create(gate_ranks, 3, splits);
    } else {
        splits[strcmp(parts, "z") == 0 ? 0 : strcmp(parts, "y") == 0 ? 1 : 2] = gate_ranks;
    }
}

static struct cube cube_of_rank(const char *parts, int edge) {
    int splits[3];
    splits_of(parts, splits);
    struct cube cube = {.edge = edge, .items = 1};
    int index = gate_rank;
    for (int axis = 2; axis >= 0; axis--) {
        cube.count[axis] = edge / splits[axis];
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
    char *dash = strchr(parts, '-'), *alone = strstr(task, "-alone");
    int edge = dash == NULL ? USUAL_EDGE : atoi(dash + 1);
    if (dash != NULL) *dash = 0;
    if (alone != NULL) *alone = 0;
    struct cube cube = cube_of_rank(parts, edge);
    cube.alone = alone != NULL;
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
    laps_print(&laps, name, 1e-9 * edge * edge * edge * sizeof(int), "GB/s");
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

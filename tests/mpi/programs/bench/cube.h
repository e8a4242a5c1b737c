// SPDX-License-Identifier: MIT OR Apache-2.0
// What the benches of file formats share: 256^3 integers in blocks, as MPI_Dims_create deals them out.
#ifndef SEAWAY_BENCH_CUBE_H
#define SEAWAY_BENCH_CUBE_H

#include "gate.h"

enum { EDGE = 256 };

struct cube {
    int start[3], count[3];
    int *data, *back;
    size_t items;
};

static struct cube cube_of_rank(void) {
    int parts[3] = {0, 0, 0};
    MPI_Dims_create(gate_ranks, 3, parts);
    struct cube cube = {.items = 1};
    int index = gate_rank;
    for (int axis = 2; axis >= 0; axis--) {
        cube.count[axis] = EDGE / parts[axis];
        cube.start[axis] = index % parts[axis] * cube.count[axis];
        index /= parts[axis];
        cube.items *= (size_t)cube.count[axis];
    }
    cube.data = malloc(cube.items * sizeof(int));
    cube.back = malloc(cube.items * sizeof(int));
    for (size_t item = 0; item < cube.items; item++) cube.data[item] = (int)(item * 2654435761u) ^ gate_rank;
    memset(cube.back, 1, cube.items * sizeof(int));
    return cube;
}

static void cube_compare(const struct cube *cube) {
    if (memcmp(cube->data, cube->back, cube->items * sizeof(int)) != 0) fail("read something else than was written");
}

// Writes the file anew and reads it, from open to close, as often as `budget` allows.
static void cube_measure(const char *format, double budget, void (*write)(void), void (*read)(void)) {
    char name[64];
    struct laps writes = {.count = 0}, reads = {.count = 0};
    double lap;
    do {
        gate_start();
        write();
        lap = gate_stop();
    } while (laps_wanted(&writes, lap, budget));
    do {
        gate_start();
        read();
        lap = gate_stop();
    } while (laps_wanted(&reads, lap, budget));
    const double gigabytes = 1e-9 * EDGE * EDGE * EDGE * sizeof(int);
    snprintf(name, sizeof name, "%s.write", format);
    laps_print(&writes, name, gigabytes, "GB/s");
    snprintf(name, sizeof name, "%s.read", format);
    laps_print(&reads, name, gigabytes, "GB/s");
}

#endif

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sedov's explosion with pillars as things: the driver of examples/ppm in C, on the API of seaway_thing.h.
 *
 *     driver ZONES PILLARS_X PILLARS_Y DOUBLE_STEPS PREFIX
 *
 * Starts a run, or continues one that this driver, the one in Fortran or `ppm` left under the same prefix. Names, bytes
 * and order of arithmetic are those of the Rust code, so that all of them write the same bits: src/names.rs has the names,
 * src/time_steps.rs the time steps, src/pillar_log.rs the logs, src/setups/sedov.rs the initial state.
 *
 * Three slots hold a pillar each: one is fetched and one is written back while the third is updated. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ppm_kernel.h"
#include "seaway_thing.h"

enum { SLOTS = 3, DIRECTIONS = 9, REMEMBERED = 4, MOST_PILLARS = 64, PATIENCE_MS = 60000 };
static const double GAMMA = 1.4, COLD = 1e-5, SPHERE = 3.5, COURANT = 0.4, END_TIME = 0.6, FIRST = 0.3, GROWTH = 1.2;

typedef struct {
    int64_t state; /* double steps done */
    double time, dt;
    double speeds[REMEMBERED]; /* the fastest signal of the last states, newest first */
    double totals[PPM_FIELDS];
} pillar_log;

typedef struct {
    int pillar;
    double *zones;
    /* One for each direction, -1 to 1 in x, then in y; the one in the middle holds the pillar itself. */
    double *blocks[DIRECTIONS];
    thing_status transfers[DIRECTIONS];
} slot;

typedef struct {
    int64_t from, to;
} range;

static int64_t nx, ny, nz; /* zones of a pillar */
static int columns, rows;
static double width;
static const char *prefix;
static ppm_workspace *workspace;
static pillar_log logs[MOST_PILLARS];
static slot slots[SLOTS];

static void fail(const char *what, const char *why) {
    fprintf(stderr, "%s: %s\n", what, why);
    exit(1);
}

static void expect(int code, const char *name) {
    if (code == THING_PENDING)
        fail(name, "no answer for a minute");
    if (code != THING_OK)
        fail(name, thing_error_text());
}

/* S-xxyy-ddd: set, column and row, data. The set alternates with the state, so that neighbours still read the old one. */
static const char *name_of(int64_t state, int pillar, const char *data) {
    static char name[128];
    int length = snprintf(name, sizeof name, "%s%c-%02d%02d-%s", prefix, state % 2 ? 'B' : 'A', pillar % columns,
                          pillar / columns, data);
    if (length < 0 || (size_t)length >= sizeof name)
        fail(prefix, "the prefix is too long");
    return name;
}

/* all; bxl, bxr, byl, byr: boundaries in x and y at the left and right; cll, clr, crl, crr: corners. */
static const char *data_of(int x, int y) {
    static const char *names[3][3] = {{"cll", "bxl", "clr"}, {"byl", "all", "byr"}, {"crl", "bxr", "crr"}};
    return names[x + 1][y + 1];
}

static range inside(int64_t zones, int direction) {
    if (direction == 0)
        return (range){PPM_HALO, PPM_HALO + zones};
    return direction < 0 ? (range){PPM_HALO, 2 * PPM_HALO} : (range){zones, zones + PPM_HALO};
}

static range outside(int64_t zones, int direction) {
    if (direction == 0)
        return (range){PPM_HALO, PPM_HALO + zones};
    return direction < 0 ? (range){0, PPM_HALO} : (range){PPM_HALO + zones, 2 * PPM_HALO + zones};
}

static int64_t zone(int64_t field, int64_t x, int64_t y, int64_t z) {
    return ((field * nz + z) * (ny + 2 * PPM_HALO) + y) * (nx + 2 * PPM_HALO) + x;
}

static int64_t bytes_of(int x, int y) {
    return PPM_FIELDS * nz * (x ? PPM_HALO : nx) * (y ? PPM_HALO : ny) * (int64_t)sizeof(double);
}

/* Copies between a rectangle of the array and a block, all zones in z. */
static void copy(double *zones, range x, range y, double *block, int into_block) {
    size_t row = (size_t)(x.to - x.from);
    for (int64_t plane = 0; plane < PPM_FIELDS * nz; plane++)
        for (int64_t line = y.from; line < y.to; line++, block += row) {
            double *in_array = zones + zone(0, x.from, line, plane);
            memcpy(into_block ? block : in_array, into_block ? in_array : block, row * sizeof(double));
        }
}

/* The pillar in this direction, or -1 beyond the edge of the grid. */
static int neighbour(int pillar, int x, int y) {
    int column = pillar % columns + x, row = pillar / columns + y;
    return column < 0 || column >= columns || row < 0 || row >= rows ? -1 : row * columns + column;
}

/* Starts to read a pillar and the edges of its neighbours that face it. */
static void start_fetch(slot *slot, int pillar, int64_t state) {
    slot->pillar = pillar;
    memset(slot->transfers, 0, sizeof slot->transfers);
    for (int k = 0; k < DIRECTIONS; k++) {
        int x = k % 3 - 1, y = k / 3 - 1, from = neighbour(pillar, x, y);
        if (from >= 0) {
            const char *name = name_of(state, from, data_of(-x, -y));
            expect(read_thing(name, slot->blocks[k], 0, bytes_of(x, y), &slot->transfers[k]), name);
        }
    }
}

static void finish_fetch(slot *slot) {
    expect(wait_all_thing(slot->transfers, DIRECTIONS, PATIENCE_MS), "reading a pillar");
    for (int k = 0; k < DIRECTIONS; k++) {
        int x = k % 3 - 1, y = k / 3 - 1;
        if (neighbour(slot->pillar, x, y) < 0)
            continue;
        if (slot->transfers[k].bytes != bytes_of(x, y))
            fail(data_of(-x, -y), "it has another size; is it of another run?");
        copy(slot->zones, outside(nx, x), outside(ny, y), slot->blocks[k], 0);
    }
}

static void create(const char *name, int64_t bytes) {
    int code = create_thing(name, MEMORY, bytes);
    if (code != THING_IS_THERE)
        expect(code, name);
}

/* Starts to write a pillar, its edges and its corners as the next state. */
static void start_write(slot *slot, int64_t state) {
    memset(slot->transfers, 0, sizeof slot->transfers);
    for (int k = 0; k < DIRECTIONS; k++) {
        int x = k % 3 - 1, y = k / 3 - 1;
        copy(slot->zones, inside(nx, x), inside(ny, y), slot->blocks[k], 1);
        const char *name = name_of(state, slot->pillar, data_of(x, y));
        create(name, bytes_of(x, y));
        expect(write_thing(name, slot->blocks[k], 0, bytes_of(x, y), &slot->transfers[k]), name);
    }
}

/* Then the log, which says that they are there. */
static void finish_write(slot *slot) {
    expect(wait_all_thing(slot->transfers, DIRECTIONS, PATIENCE_MS), "writing a pillar");
    pillar_log *log = &logs[slot->pillar];
    thing_status status;
    const char *name = name_of(log->state, slot->pillar, "log");
    create(name, sizeof *log);
    expect(write_thing(name, log, 0, sizeof *log, &status), name);
    expect(wait_thing(&status, PATIENCE_MS), name);
}

static void summarize(const slot *slot) {
    pillar_log *log = &logs[slot->pillar];
    if (ppm_summarize(workspace, slot->zones, GAMMA, &log->speeds[0], log->totals) != PPM_OK)
        fail("the flow", "it became too fast for its time step");
}

static void update(slot *slot, double dt, double end) {
    int x = slot->pillar % columns, y = slot->pillar / columns;
    const int32_t boundaries[6] = {x > 0 ? PPM_NEIGHBOUR : PPM_REFLECTING, x + 1 < columns ? PPM_NEIGHBOUR : PPM_OUTFLOW,
                                   y > 0 ? PPM_NEIGHBOUR : PPM_REFLECTING, y + 1 < rows ? PPM_NEIGHBOUR : PPM_OUTFLOW,
                                   PPM_REFLECTING, PPM_OUTFLOW};
    double speed;
    if (ppm_double_step(workspace, slot->zones, boundaries, GAMMA, dt / width, &speed) != PPM_OK)
        fail("the flow", "it became too fast for its time step");
    pillar_log *log = &logs[slot->pillar];
    memmove(&log->speeds[1], &log->speeds[0], (REMEMBERED - 1) * sizeof(double));
    log->state++, log->time = end, log->dt = dt;
    summarize(slot);
}

/* Energy 1 in a sphere of a few zones around the origin of a cold gas; the other seven octants mirror this one. */
static void start_run(void) {
    double count = 0.0, radius = SPHERE * width;
    for (int i = 0; i < 64; i++) {
        double x = i % 4 + 0.5, y = i / 4 % 4 + 0.5, z = i / 16 + 0.5;
        count += x * x + y * y + z * z < SPHERE * SPHERE ? 8.0 : 0.0;
    }
    double hot = (GAMMA - 1.0) / (count * (width * width * width));
    for (int pillar = 0; pillar < columns * rows; pillar++) {
        slot *slot = &slots[0];
        slot->pillar = pillar;
        for (int64_t z = 0; z < nz; z++)
            for (int64_t y = 0; y < ny; y++)
                for (int64_t x = 0; x < nx; x++) {
                    double cx = ((double)(pillar % columns * nx + x) + 0.5) * width;
                    double cy = ((double)(pillar / columns * ny + y) + 0.5) * width, cz = ((double)z + 0.5) * width;
                    double pressure = cx * cx + cy * cy + cz * cz < radius * radius ? hot : COLD;
                    double state[PPM_FIELDS] = {1.0, 0.0, 0.0, 0.0, pressure / (GAMMA - 1.0)};
                    for (int field = 0; field < PPM_FIELDS; field++)
                        slot->zones[zone(field, PPM_HALO + x, PPM_HALO + y, z)] = state[field];
                }
        memset(&logs[pillar], 0, sizeof logs[pillar]);
        summarize(slot);
        start_write(slot, 0);
        finish_write(slot);
    }
}

/* Reads the newer of each pillar's two logs. A run that was killed has pillars of two states; both are still there. */
static int find_run(void) {
    for (int pillar = 0; pillar < columns * rows; pillar++) {
        int found = 0;
        for (int set = 0; set < 2; set++) {
            int exists = 0;
            thing_status status;
            pillar_log log;
            const char *name = name_of(set, pillar, "log");
            expect(exists_thing(name, &exists), name);
            if (!exists)
                continue;
            expect(read_thing(name, &log, 0, sizeof log, &status), name);
            expect(wait_thing(&status, PATIENCE_MS), name);
            if (!found || log.state > logs[pillar].state)
                logs[pillar] = log;
            found = 1;
        }
        if (!found)
            return 0;
    }
    return 1;
}

/* The step from a state uses the fastest signal of the state before: see src/time_steps.rs. */
static double time_step(int64_t state, double *end) {
    const pillar_log *slowest = NULL;
    double fastest = 0.0;
    for (int pillar = 0; pillar < columns * rows; pillar++) {
        const pillar_log *log = &logs[pillar];
        int64_t back = log->state - (state > 0 ? state - 1 : 0);
        if (back >= REMEMBERED)
            fail("the logs", "pillars are too far apart");
        if (log->speeds[back] > fastest)
            fastest = log->speeds[back];
        if (log->state == state)
            slowest = log;
    }
    double stable = COURANT * width / fastest, grown = GROWTH * slowest->dt, remaining = END_TIME - slowest->time;
    double dt = state == 0 ? FIRST * stable : (grown < stable ? grown : stable);
    *end = remaining <= 2.0 * dt ? END_TIME : slowest->time + 2.0 * dt;
    return remaining <= 2.0 * dt ? (remaining > 0.0 ? 0.5 * remaining : 0.0) : dt;
}

/* One double step of all pillars that have not done it yet. Fetching the next pillar and writing the last one back go on
 * while this one is updated. */
static void advance(int64_t state, double dt, double end) {
    int tasks[MOST_PILLARS] = {0}, count = 0;
    for (int pillar = 0; pillar < columns * rows; pillar++)
        if (logs[pillar].state == state)
            tasks[count++] = pillar;
    start_fetch(&slots[0], tasks[0], state);
    for (int task = 0; task < count; task++) {
        slot *slot = &slots[task % SLOTS];
        finish_fetch(slot);
        if (task + 1 < count)
            start_fetch(&slots[(task + 1) % SLOTS], tasks[task + 1], state);
        update(slot, dt, end);
        if (task > 0)
            finish_write(&slots[(task - 1) % SLOTS]);
        start_write(slot, state + 1);
    }
    finish_write(&slots[(count - 1) % SLOTS]);
}

static int64_t slowest_state(void) {
    int64_t state = logs[0].state;
    for (int pillar = 1; pillar < columns * rows; pillar++)
        state = logs[pillar].state < state ? logs[pillar].state : state;
    return state;
}

static void *allocate(int64_t bytes) {
    void *memory = malloc((size_t)bytes);
    if (!memory)
        fail("memory", "there is not enough for three pillars");
    return memory;
}

int main(int count, char **words) {
    if (count != 6)
        fail("driver", "usage: driver ZONES PILLARS_X PILLARS_Y DOUBLE_STEPS PREFIX");
    int64_t zones = atoi(words[1]), steps = atoi(words[4]);
    columns = atoi(words[2]), rows = atoi(words[3]), prefix = words[5];
    if (columns < 1 || rows < 1 || columns > MOST_PILLARS || rows > MOST_PILLARS || columns * rows > MOST_PILLARS)
        fail("pillars", "there must be 1 to 64");
    nx = zones / columns, ny = zones / rows, nz = zones, width = 1.2 / (double)zones;
    workspace = ppm_workspace_create(nx, ny, nz);
    if (!workspace || nx * columns != zones || ny * rows != zones)
        fail("zones", "they cannot be cut into equal pillars of at least eight");
    for (int i = 0; i < SLOTS; i++) {
        slots[i].zones = allocate(PPM_FIELDS * nz * (ny + 2 * PPM_HALO) * (nx + 2 * PPM_HALO) * (int64_t)sizeof(double));
        for (int k = 0; k < DIRECTIONS; k++)
            slots[i].blocks[k] = allocate(bytes_of(k % 3 - 1, k / 3 - 1));
    }
    expect(start_thing("", 0), "entering the space");
    if (!find_run())
        start_run();
    double dt = 1.0, end;
    for (int64_t state = slowest_state(); state < steps && (dt = time_step(state, &end)) > 0.0; state = slowest_state())
        advance(state, dt, end);
    printf("%lld double steps, time %.6f\n", (long long)slowest_state(), logs[0].time);
    ppm_workspace_destroy(workspace);
    return stop_thing() == THING_OK ? 0 : 1;
}

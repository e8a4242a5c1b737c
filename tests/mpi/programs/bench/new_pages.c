// SPDX-License-Identifier: MIT OR Apache-2.0
// new_pages DIRECTORY SECONDS CASE...: the limit of cases that write a new file, whatever library does it. Each rank
// stores its contiguous part of as many bytes as the case of that name writes, in two ways that take turns: by one
// write(), and by fallocate() and a copy into a mapping. Prints the laps of the faster one.
//
// A case that ends in `new` is timed as in mpiio.c, from the first store to the last; one that ends in `write` as in
// cube.h, from open to close, where rank 0 truncates the file of the lap before.
#include "gate.h"

enum { WAYS = 2 };

struct job {
    const char *path;
    const char *data;
    size_t bytes; // of this rank
    int from_open_to_close;
    int descriptor;
};

static void store_by_write(const struct job *job) {
    off_t start = (off_t)job->bytes * gate_rank;
    for (size_t done = 0; done < job->bytes;) {
        ssize_t count = pwrite(job->descriptor, job->data + done, job->bytes - done, start + (off_t)done);
        if (count <= 0) fail("cannot write");
        done += (size_t)count;
    }
}

static void store_by_mapping(const struct job *job) {
    off_t start = (off_t)job->bytes * gate_rank;
    if (posix_fallocate(job->descriptor, start, (off_t)job->bytes) != 0) fail("cannot reserve space");
    void *map = mmap(NULL, job->bytes, PROT_READ | PROT_WRITE, MAP_SHARED, job->descriptor, start);
    if (map == MAP_FAILED) fail("cannot map");
    memcpy(map, job->data, job->bytes);
    munmap(map, job->bytes);
}

// Rank 0 makes the file, or empties it; then all have it open.
static void open_empty(struct job *job) {
    const int flags = O_RDWR | O_CREAT | O_TRUNC;
    if (gate_rank == 0) job->descriptor = open(job->path, flags, 0600);
    gate_pass();
    if (gate_rank != 0) job->descriptor = open(job->path, O_RDWR);
    if (job->descriptor < 0) fail("cannot open");
}

static double timed(struct job *job, void (*store)(const struct job *)) {
    if (job->from_open_to_close) {
        gate_start();
        open_empty(job);
        store(job);
        close(job->descriptor);
        return gate_stop();
    }
    if (gate_rank == 0) unlink(job->path);
    open_empty(job);
    gate_start();
    store(job);
    double seconds = gate_stop();
    close(job->descriptor);
    return seconds;
}

static double mean(const struct laps *laps) {
    double sum = 0;
    for (int lap = 0; lap < laps->count; lap++) sum += laps->seconds[lap];
    return sum / laps->count;
}

static void measure(struct job *job, const char *name, double budget) {
    static void (*const ways[WAYS])(const struct job *) = {store_by_write, store_by_mapping};
    struct laps laps[WAYS] = {{.count = 0}, {.count = 0}};
    for (int way = 0; way < WAYS; way++) timed(job, ways[way]); // warms up
    const double begin = gate_last;
    do {
        for (int way = 0; way < WAYS; way++) laps[way].seconds[laps[way].count++] = timed(job, ways[way]);
    } while (laps[0].count < MOST_LAPS && gate_last - begin < WAYS * budget);
    const struct laps *faster = mean(&laps[0]) <= mean(&laps[1]) ? &laps[0] : &laps[1];
    laps_print(faster, name, 1e-9 * (double)job->bytes * gate_ranks, "GB/s");
    unlink(job->path);
    gate_pass();
}

static int ends_in(const char *name, const char *end) {
    size_t length = strlen(name), tail = strlen(end);
    return length >= tail && strcmp(name + length - tail, end) == 0;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    gate_open();
    if (argc < 4) fail("usage: new_pages DIRECTORY SECONDS CASE...");
    char path[4096];
    snprintf(path, sizeof path, "%s/new_pages.data", argv[1]);
    for (int argument = 3; argument < argc; argument++) {
        const char *name = argv[argument];
        // As mpiio.c and cube.h have them: 32 MiB of each rank, or a cube of 256^3 integers of all.
        size_t bytes = strncmp(name, "contiguous.", 11) == 0 ? 32u << 20 : sizeof(int) * (256u << 16) / (size_t)gate_ranks;
        struct job job = {.path = path, .bytes = bytes, .from_open_to_close = ends_in(name, ".write")};
        char *data = malloc(bytes);
        for (size_t at = 0; at < bytes; at++) data[at] = (char)(at * 2654435761u >> 13);
        job.data = data;
        measure(&job, name, atof(argv[2]));
        free(data);
    }
    MPI_Finalize();
    return 0;
}

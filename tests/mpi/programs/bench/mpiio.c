// SPDX-License-Identifier: MIT OR Apache-2.0
// mpiio DIRECTORY SECONDS CASE...: carries out each case again and again for that long, and prints the seconds of each lap.
//
// The name of a case says what it does: family.details.task, where the task is `new` (into a file that was just made),
// `rewrite` or `read`. Opening, closing and deleting are not timed. What is read is compared with what was written.
#include "gate.h"

enum manner { INDEPENDENT, COLLECTIVE, SHARED, ORDERED, NONBLOCKING };
enum task { NEW, REWRITE, READ };

// One rank's part of a case.
struct job {
    enum manner manner;
    enum task task;
    MPI_Datatype filetype; // MPI_BYTE: no view
    MPI_Offset displacement;
    MPI_Datatype memory; // one item, in a space of `spread` times its size
    int items;           // of `memory` in one call
    size_t bytes;        // of one call
    int spread;
    int many;            // a lap is as many calls as make a fair time
    MPI_Offset first;    // offset of the first call and step between calls, in bytes
    MPI_Offset step;
    int window;          // calls before the offset starts again
    int atomic;
    int synced;          // each call is followed by MPI_File_sync
    // A fresh type in every lap, and the time includes what MPI-IO does to learn it.
    int fresh_blocks;
};

static char path[4096];
static MPI_File file = MPI_FILE_NULL;
static char *data, *back;
static MPI_Request requests[512];
static MPI_Status statuses[512];

static void check(int code, const char *what) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "rank %d: %s: %s\n", gate_rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, #call)

static void set_view(const struct job *job) {
    if (job->filetype == MPI_BYTE) return;
    CHECK(MPI_File_set_view(file, job->displacement, MPI_BYTE, job->filetype, "native", MPI_INFO_NULL));
}

static void open_file(const struct job *job) {
    CHECK(MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file));
    if (job->atomic) CHECK(MPI_File_set_atomicity(file, 1));
    if (!job->fresh_blocks) set_view(job);
}

static void start_anew(const struct job *job) {
    if (file != MPI_FILE_NULL) CHECK(MPI_File_close(&file));
    if (gate_rank == 0) unlink(path);
    MPI_Barrier(MPI_COMM_WORLD);
    open_file(job);
}

static void write_once(const struct job *job, MPI_Offset offset, int index) {
    const int items = job->items;
    MPI_Status status;
    switch (job->manner) {
    case INDEPENDENT: CHECK(MPI_File_write_at(file, offset, data, items, job->memory, &status)); break;
    case COLLECTIVE: CHECK(MPI_File_write_at_all(file, offset, data, items, job->memory, &status)); break;
    case SHARED: CHECK(MPI_File_write_shared(file, data, items, job->memory, &status)); break;
    case ORDERED: CHECK(MPI_File_write_ordered(file, data, items, job->memory, &status)); break;
    case NONBLOCKING: CHECK(MPI_File_iwrite_at(file, offset, data, items, job->memory, &requests[index])); break;
    }
}

static void read_once(const struct job *job, MPI_Offset offset, int index) {
    const int items = job->items;
    MPI_Status status;
    switch (job->manner) {
    case INDEPENDENT: CHECK(MPI_File_read_at(file, offset, back, items, job->memory, &status)); break;
    case COLLECTIVE: CHECK(MPI_File_read_at_all(file, offset, back, items, job->memory, &status)); break;
    case SHARED: CHECK(MPI_File_read_shared(file, back, items, job->memory, &status)); break;
    case ORDERED: CHECK(MPI_File_read_ordered(file, back, items, job->memory, &status)); break;
    case NONBLOCKING: CHECK(MPI_File_iread_at(file, offset, back, items, job->memory, &requests[index])); break;
    }
}

static void do_calls(const struct job *job, int calls, enum task task) {
    int turn = 0;
    for (int call = 0; call < calls; call++) {
        MPI_Offset offset = job->first + turn * job->step;
        if (++turn == job->window) turn = 0;
        if (task == READ) read_once(job, offset, call);
        else write_once(job, offset, call);
        if (job->synced) CHECK(MPI_File_sync(file));
    }
    if (job->manner == NONBLOCKING) CHECK(MPI_Waitall(calls, requests, statuses));
}

// Data of item i lies at i * spread * size; what lies between is not looked at.
static void compare(const struct job *job) {
    int size;
    MPI_Type_size(job->memory, &size);
    size_t block = job->spread > 1 ? 32 : (size_t)size * (size_t)job->items;
    for (size_t done = 0, at = 0; done < job->bytes; done += block, at += block * (size_t)job->spread) {
        if (memcmp(data + at, back + at, block) != 0) fail("read something else than was written");
    }
}

static MPI_Datatype committed(MPI_Datatype type) {
    MPI_Type_commit(&type);
    return type;
}

// `blocks` of 8 bytes of each rank in an order that no stride describes, a third of the file left out.
static MPI_Datatype indexed(int blocks) {
    MPI_Aint *offsets = malloc(sizeof(MPI_Aint) * (size_t)blocks);
    uint32_t random = 12345;
    MPI_Aint slot = 0;
    for (int block = 0; block < blocks; block++) {
        random = random * 1664525 + 1013904223;
        offsets[block] = 8 * (slot + gate_rank);
        slot += gate_ranks + (random >> 16) % 2 * gate_ranks;
    }
    MPI_Datatype type;
    MPI_Type_create_hindexed_block(blocks, 8, offsets, MPI_BYTE, &type);
    free(offsets);
    return committed(type);
}

static void renew_type(struct job *job) {
    if (!job->fresh_blocks) return;
    MPI_Type_free(&job->filetype);
    job->filetype = indexed(job->fresh_blocks);
}

static double timed(struct job *job, int calls) {
    renew_type(job);
    if (job->task == NEW) start_anew(job);
    if (job->manner == SHARED || job->manner == ORDERED) CHECK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    gate_start();
    if (job->fresh_blocks) set_view(job);
    do_calls(job, calls, job->task);
    return gate_stop();
}

static void warm_up(const struct job *job, int calls) {
    start_anew(job);
    if (job->fresh_blocks) set_view(job);
    // Fills the file for cases that read or rewrite it.
    do_calls(job, job->window > calls ? job->window : calls, REWRITE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (job->task != READ) return;
    if (job->manner == SHARED || job->manner == ORDERED) CHECK(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    do_calls(job, 1, READ);
    // Shared pointers give ranks each other's blocks.
    if (job->manner != SHARED) compare(job);
}

static void measure(struct job *job, const char *name, double budget) {
    const double fair = 0.02;
    // The shared pointer does not turn round where the file ends.
    const int most = job->manner == SHARED || job->manner == ORDERED ? job->window : 20000;
    struct laps laps = {.count = 0};
    int calls = job->manner == NONBLOCKING ? 512 : 1;
    memset(back, 0, job->bytes * (size_t)job->spread);
    if (job->task != NEW) warm_up(job, calls);
    if (job->many) {
        double few = timed(job, 8) / 8;
        calls = (int)(fair / few);
        calls = calls < 8 ? 8 : calls > most ? most : calls;
    }
    while (laps_wanted(&laps, timed(job, calls), budget)) {}
    if (job->many) {
        for (int lap = 0; lap < laps.count; lap++) laps.seconds[lap] /= calls;
        laps_print(&laps, name, 1e-3, "kcalls/s");
    } else if (job->manner == NONBLOCKING) {
        laps_print(&laps, name, 1e-3 * calls, "kcalls/s");
    } else {
        laps_print(&laps, name, 1e-9 * (double)job->bytes * gate_ranks, "GB/s");
    }
    CHECK(MPI_File_close(&file));
    if (gate_rank == 0) unlink(path);
    MPI_Barrier(MPI_COMM_WORLD);
}

static struct job contiguous(void) {
    const int bytes = 32 << 20;
    struct job job = {.filetype = MPI_BYTE, .memory = MPI_BYTE, .items = bytes, .bytes = (size_t)bytes, .spread = 1};
    job.first = (MPI_Offset)bytes * gate_rank;
    return job;
}

static struct job interleaved(int scattered) {
    enum { BLOCK = 32, BLOCKS = 1 << 17 };
    struct job job = {.bytes = BLOCK * BLOCKS, .spread = scattered ? 2 : 1};
    MPI_Datatype block;
    MPI_Type_contiguous(BLOCK, MPI_BYTE, &block);
    MPI_Type_create_resized(block, 0, BLOCK * gate_ranks, &job.filetype);
    job.filetype = committed(job.filetype);
    job.displacement = (MPI_Offset)BLOCK * gate_rank;
    job.memory = MPI_BYTE;
    job.items = BLOCK * BLOCKS;
    if (scattered) {
        MPI_Type_vector(BLOCKS, BLOCK, 2 * BLOCK, MPI_BYTE, &job.memory);
        job.memory = committed(job.memory);
        job.items = 1;
    }
    return job;
}

// 256^3 integers, split among the ranks along one axis; 0 is the one that varies slowest.
static struct job cube(int axis) {
    int whole[3] = {256, 256, 256}, part[3] = {256, 256, 256}, start[3] = {0, 0, 0};
    part[axis] = 256 / gate_ranks;
    start[axis] = part[axis] * gate_rank;
    struct job job = {.memory = MPI_INT, .items = part[0] * part[1] * part[2], .spread = 1};
    job.bytes = sizeof(int) * (size_t)job.items;
    MPI_Type_create_subarray(3, whole, part, start, MPI_ORDER_C, MPI_INT, &job.filetype);
    job.filetype = committed(job.filetype);
    return job;
}

static struct job hindexed(void) {
    enum { BLOCKS = 1000000, BYTES = 8 * BLOCKS };
    struct job job = {.filetype = indexed(BLOCKS), .memory = MPI_BYTE, .items = BYTES, .bytes = BYTES, .spread = 1};
    job.fresh_blocks = BLOCKS;
    return job;
}

static struct job far_end(void) {
    enum { BLOCKS = 200000, BYTES = 8 };
    struct job job = {.filetype = indexed(BLOCKS), .memory = MPI_BYTE, .items = BYTES, .bytes = BYTES, .spread = 1};
    job.many = 1;
    job.first = (MPI_Offset)BYTES * (BLOCKS - 1);
    return job;
}

static struct job small(enum manner manner, int bytes) {
    struct job job = {.filetype = MPI_BYTE, .memory = MPI_BYTE, .items = bytes, .bytes = (size_t)bytes, .spread = 1};
    job.manner = manner;
    job.many = manner != NONBLOCKING;
    job.window = bytes > 4096 ? 8 : manner == NONBLOCKING ? 512 : manner == SHARED ? 4096 : 1024;
    int apart = manner == COLLECTIVE;
    job.first = (MPI_Offset)bytes * gate_rank * (apart ? 1 : job.window);
    job.step = (MPI_Offset)bytes * (apart ? gate_ranks : 1);
    return job;
}

static int is(const char *word, const char *name) { return strcmp(word, name) == 0; }

static int one_of(const char *word, const char *const names[], int count) {
    for (int index = 0; index < count; index++)
        if (is(word, names[index])) return index;
    fprintf(stderr, "%s is not understood\n", word);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 0;
}

static struct job job_of(char *words[4], int count) {
    static const char *const manners[] = {"independent", "collective", "shared", "ordered", "nonblocking"};
    static const char *const tasks[] = {"new", "rewrite", "read"};
    static const char *const axes[] = {"outer", "middle", "inner"};
    static const char *const memories[] = {"plain", "scattered"};
    const char *family = words[0];
    struct job job;
    if (is(family, "contiguous")) {
        job = contiguous();
        job.manner = one_of(words[1], manners, 2);
    } else if (is(family, "interleaved")) {
        job = interleaved(one_of(words[1], memories, 2));
        job.manner = one_of(words[2], manners, 2);
    } else if (is(family, "cube")) {
        job = cube(one_of(words[1], axes, 3));
        job.manner = COLLECTIVE;
    } else if (is(family, "hindexed")) {
        job = hindexed();
        job.manner = one_of(words[1], manners, 2);
    } else if (is(family, "far")) {
        job = far_end();
    } else if (is(family, "atomic")) {
        job = small(INDEPENDENT, atoi(words[1]));
        job.atomic = 1;
    } else if (is(family, "synced")) {
        job = small(INDEPENDENT, atoi(words[1]));
        job.synced = 1;
    } else {
        job = small(one_of(family, manners, 5), atoi(words[1]));
    }
    job.task = one_of(words[count - 1], tasks, 3);
    if (job.window == 0) job.window = 1;
    return job;
}

static void free_type(MPI_Datatype *type) {
    if (*type != MPI_BYTE && *type != MPI_INT) MPI_Type_free(type);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    gate_open();
    if (argc < 4) fail("usage: mpiio DIRECTORY SECONDS CASE...");
    snprintf(path, sizeof path, "%s/mpiio.data", argv[1]);
    data = malloc(64 << 20);
    back = malloc(64 << 20);
    for (size_t at = 0; at < 64 << 20; at++) data[at] = (char)(at * 2654435761u >> 13) ^ (char)(17 * gate_rank);
    memset(back, 1, 64 << 20);
    for (int argument = 3; argument < argc; argument++) {
        char copy[128], *words[4] = {"", "", "", ""};
        int count = 0;
        snprintf(copy, sizeof copy, "%s", argv[argument]);
        for (char *word = strtok(copy, "."); word && count < 4; word = strtok(NULL, ".")) words[count++] = word;
        struct job job = job_of(words, count);
        measure(&job, argv[argument], atof(argv[2]));
        free_type(&job.filetype);
        free_type(&job.memory);
    }
    MPI_Finalize();
    return 0;
}

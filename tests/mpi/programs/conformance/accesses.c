// SPDX-License-Identifier: MIT OR Apache-2.0
// Every data access call, blocking, nonblocking and split, with int and with large counts: what one writes the next
// reads, from noncontiguous memory through a view with holes.
#include "check.h"
#include "large_counts.h"

enum { VALUES = 12, TIMES = 2, HEADER = 16 };

enum positioning { EXPLICIT, INDIVIDUAL, SHARED, ORDERED };

typedef int access_call(MPI_File, MPI_Offset, void *, int, MPI_Datatype, MPI_Status *);

struct access {
    const char *name;
    enum positioning positioning;
    access_call *call;
};

#define SIGNATURE MPI_File f, MPI_Offset o, void *b, int n, MPI_Datatype t, MPI_Status *s

// One function for each call; large-count forms end in _c.
#define EXPLICIT_BLOCKING(name)                                                                  \
    static int do_##name(SIGNATURE) { return MPI_File_##name(f, o, b, n, t, s); }                \
    static int do_##name##_c(SIGNATURE) { return MPI_File_##name##_c(f, o, b, n, t, s); }
#define EXPLICIT_NONBLOCKING(name)                                                               \
    static int do_##name(SIGNATURE) {                                                            \
        MPI_Request r;                                                                           \
        int code = MPI_File_##name(f, o, b, n, t, &r);                                           \
        return code ? code : MPI_Wait(&r, s);                                                    \
    }                                                                                            \
    static int do_##name##_c(SIGNATURE) {                                                        \
        MPI_Request r;                                                                           \
        int code = MPI_File_##name##_c(f, o, b, n, t, &r);                                       \
        return code ? code : MPI_Wait(&r, s);                                                    \
    }
#define EXPLICIT_SPLIT(name)                                                                     \
    static int do_##name##_split(SIGNATURE) {                                                    \
        int code = MPI_File_##name##_begin(f, o, b, n, t);                                       \
        return code ? code : MPI_File_##name##_end(f, b, s);                                     \
    }                                                                                            \
    static int do_##name##_split_c(SIGNATURE) {                                                  \
        int code = MPI_File_##name##_begin_c(f, o, b, n, t);                                     \
        return code ? code : MPI_File_##name##_end(f, b, s);                                     \
    }
#define POINTER_BLOCKING(name)                                                                   \
    static int do_##name(SIGNATURE) { return (void)o, MPI_File_##name(f, b, n, t, s); }          \
    static int do_##name##_c(SIGNATURE) { return (void)o, MPI_File_##name##_c(f, b, n, t, s); }
#define POINTER_NONBLOCKING(name)                                                                \
    static int do_##name(SIGNATURE) {                                                            \
        MPI_Request r;                                                                           \
        int code = ((void)o, MPI_File_##name(f, b, n, t, &r));                                   \
        return code ? code : MPI_Wait(&r, s);                                                    \
    }                                                                                            \
    static int do_##name##_c(SIGNATURE) {                                                        \
        MPI_Request r;                                                                           \
        int code = ((void)o, MPI_File_##name##_c(f, b, n, t, &r));                               \
        return code ? code : MPI_Wait(&r, s);                                                    \
    }
#define POINTER_SPLIT(name)                                                                      \
    static int do_##name##_split(SIGNATURE) {                                                    \
        int code = ((void)o, MPI_File_##name##_begin(f, b, n, t));                               \
        return code ? code : MPI_File_##name##_end(f, b, s);                                     \
    }                                                                                            \
    static int do_##name##_split_c(SIGNATURE) {                                                  \
        int code = ((void)o, MPI_File_##name##_begin_c(f, b, n, t));                             \
        return code ? code : MPI_File_##name##_end(f, b, s);                                     \
    }

#define FOR_BOTH(direction)                                                                      \
    EXPLICIT_BLOCKING(direction##_at)                                                            \
    EXPLICIT_BLOCKING(direction##_at_all)                                                        \
    EXPLICIT_NONBLOCKING(i##direction##_at)                                                      \
    EXPLICIT_NONBLOCKING(i##direction##_at_all)                                                  \
    EXPLICIT_SPLIT(direction##_at_all)                                                           \
    POINTER_BLOCKING(direction)                                                                  \
    POINTER_BLOCKING(direction##_all)                                                            \
    POINTER_NONBLOCKING(i##direction)                                                            \
    POINTER_NONBLOCKING(i##direction##_all)                                                      \
    POINTER_SPLIT(direction##_all)                                                               \
    POINTER_BLOCKING(direction##_shared)                                                         \
    POINTER_NONBLOCKING(i##direction##_shared)                                                   \
    POINTER_BLOCKING(direction##_ordered)                                                        \
    POINTER_SPLIT(direction##_ordered)
FOR_BOTH(read)
FOR_BOTH(write)

#define ROW(name, positioning) {#name, positioning, do_##name}, {#name "_c", positioning, do_##name##_c}
#define TABLE(direction)                                                                         \
    {                                                                                            \
        ROW(direction##_at, EXPLICIT), ROW(direction##_at_all, EXPLICIT),                        \
        ROW(i##direction##_at, EXPLICIT), ROW(i##direction##_at_all, EXPLICIT),                  \
        ROW(direction##_at_all_split, EXPLICIT), ROW(direction, INDIVIDUAL),                     \
        ROW(direction##_all, INDIVIDUAL), ROW(i##direction, INDIVIDUAL),                         \
        ROW(i##direction##_all, INDIVIDUAL), ROW(direction##_all_split, INDIVIDUAL),             \
        ROW(direction##_shared, SHARED), ROW(i##direction##_shared, SHARED),                     \
        ROW(direction##_ordered, ORDERED), ROW(direction##_ordered_split, ORDERED),              \
    }
static const struct access writes[] = TABLE(write), reads[] = TABLE(read);
enum { CALLS = sizeof writes / sizeof *writes };

static int is_large(const struct access *access) {
    size_t length = strlen(access->name);
    return strcmp(access->name + length - 2, "_c") == 0;
}

static int value(int round, int whose, int index) { return (round * 64 + whose) * 1000 + index; }

// Memory in which every second int belongs to the access.
static void fill(int *memory, int round, int time) {
    for (int i = 0; i < VALUES; i++) {
        memory[2 * i] = value(round, rank, time * VALUES + i);
        memory[2 * i + 1] = -7;
    }
}

static void read_back(MPI_File file, const struct access *access, MPI_Datatype spread, int round) {
    char seen[64 * TIMES] = {0};
    for (int time = 0; time < TIMES; time++) {
        int memory[2 * VALUES];
        memset(memory, 0xff, sizeof memory);
        MPI_Status status;
        DO(access->call(file, time * VALUES, memory, VALUES, spread, &status));
        CHECK(count_of(&status, MPI_INT) == VALUES, "%s: %d values", access->name, count_of(&status, MPI_INT));
        int whose = rank, when = time;
        if (access->positioning == SHARED) {
            // Any rank's piece may come, but whole, and each only once.
            whose = memory[0] / 1000 % 64;
            when = memory[0] % 1000 / VALUES;
            CHECK(whose < size && when < TIMES && !seen[whose * TIMES + when], "%s: piece %d", access->name, memory[0]);
            seen[whose * TIMES + when] = 1;
        }
        for (int i = 0; i < VALUES; i++) {
            int expected = value(round, whose, when * VALUES + i);
            CHECK(memory[2 * i] == expected, "%s after %s: value %d of time %d is %d, not %d", access->name,
                  writes[round].name, i, time, memory[2 * i], expected);
            CHECK(memory[2 * i + 1] == -1, "%s: wrote between the elements in memory", access->name);
        }
    }
}

// Looks at the bytes without a view: ranks alternate in pieces of three values behind the header.
static void look_at_bytes(const char *name, int round) {
    int total = size * TIMES * VALUES;
    int *values = malloc(HEADER + total * sizeof(int) + 1);
    MPI_File file = open_in(MPI_COMM_SELF, name, MPI_MODE_RDONLY);
    MPI_Status status;
    DO(MPI_File_read_at(file, 0, values, HEADER + total * sizeof(int) + 1, MPI_BYTE, &status));
    int bytes = count_of(&status, MPI_BYTE);
    CHECK(bytes == HEADER + total * (int)sizeof(int), "%s: the file has %d bytes", writes[round].name, bytes);
    for (int i = 0; i < total; i++) {
        int whose = i / 3 % size, index = i / 3 / size * 3 + i % 3;
        int found = values[HEADER / sizeof(int) + i];
        CHECK(found == value(round, whose, index), "%s: value %d of the file is %d", writes[round].name, i, found);
    }
    DO(MPI_File_close(&file));
    free(values);
}

static void run_round(int round, const struct access *reading, MPI_Datatype spread) {
    const struct access *writing = &writes[round];
    const char *name = path("accesses");
    MPI_File file = open_in(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR);
    DO(MPI_File_set_size(file, 0));
    int holes = writing->positioning == EXPLICIT || writing->positioning == INDIVIDUAL;
    MPI_Datatype pieces, filetype;
    DO(MPI_Type_contiguous(3, MPI_INT, &pieces));
    DO(MPI_Type_create_resized(pieces, 0, 3 * size * sizeof(int), &filetype));
    DO(MPI_Type_commit(&filetype));
    MPI_Offset displacement = HEADER + (holes ? rank * 3 * sizeof(int) : 0);
    DO(MPI_File_set_view(file, displacement, MPI_INT, holes ? filetype : MPI_INT, "native", MPI_INFO_NULL));
    DO(MPI_Type_free(&pieces));
    DO(MPI_Type_free(&filetype));
    for (int time = 0; time < TIMES; time++) {
        int memory[2 * VALUES];
        fill(memory, round, time);
        MPI_Status status;
        DO(writing->call(file, time * VALUES, memory, VALUES, spread, &status));
        CHECK(count_of(&status, MPI_INT) == VALUES, "%s: %d values", writing->name, count_of(&status, MPI_INT));
        CHECK(count_of(&status, spread) == VALUES, "%s: %d elements", writing->name, count_of(&status, spread));
    }
    settle(file);
    DO(MPI_File_seek(file, 0, MPI_SEEK_SET));
    DO(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    // Ordered pieces come back in the same order; what was shared is read by a shared pointer.
    read_back(file, reading, spread, round);
    DO(MPI_File_close(&file));
    if (holes) look_at_bytes(name, round);
    DO(MPI_Barrier(MPI_COMM_WORLD));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    MPI_Datatype spread;
    DO(MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &spread));
    DO(MPI_Type_commit(&spread));
    CHECK(HAS_LARGE_COUNTS || !with_seaway, "libseaway has large counts, whatever the MPI has");
    for (int round = 0; round < CALLS; round++) {
        // The next call of the same positioning reads, so that over all rounds each pair is different.
        int other = (round + 3) % CALLS;
        while (reads[other].positioning != writes[round].positioning) other = (other + 1) % CALLS;
        if (!HAS_LARGE_COUNTS && (is_large(&writes[round]) || is_large(&reads[other]))) {
            if (is_large(&writes[round])) continue;
            other = round;
        }
        run_round(round, &reads[other], spread);
    }
    DO(MPI_Type_free(&spread));
    return finish();
}

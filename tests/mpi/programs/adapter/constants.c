// SPDX-License-Identifier: MIT OR Apache-2.0
// Constants as arguments and as results, by name. Any number of ranks.
#include "check.h"

static const struct named comparisons[] = {NAMED(MPI_IDENT), NAMED(MPI_CONGRUENT), NAMED(MPI_SIMILAR), NAMED(MPI_UNEQUAL)};
static const struct named levels[] = {NAMED(MPI_THREAD_SINGLE), NAMED(MPI_THREAD_FUNNELED),
                                      NAMED(MPI_THREAD_SERIALIZED), NAMED(MPI_THREAD_MULTIPLE)};
static const struct named combiners[] = {NAMED(MPI_COMBINER_NAMED), NAMED(MPI_COMBINER_DUP), NAMED(MPI_COMBINER_RESIZED)};
static const struct named kinds[] = {NAMED(MPI_CART), NAMED(MPI_GRAPH), NAMED(MPI_DIST_GRAPH), NAMED(MPI_UNDEFINED)};
static const struct named modes[] = {
    NAMED(MPI_MODE_RDONLY),          NAMED(MPI_MODE_RDWR),   NAMED(MPI_MODE_WRONLY), NAMED(MPI_MODE_CREATE),
    NAMED(MPI_MODE_EXCL),            NAMED(MPI_MODE_APPEND), NAMED(MPI_MODE_SEQUENTIAL),
    NAMED(MPI_MODE_DELETE_ON_CLOSE), NAMED(MPI_MODE_UNIQUE_OPEN),
};

// Those of one set differ from each other, else their names would not tell them apart.
static void differ(const char *what, const struct named *table, int count) {
    for (int index = 0; index < count; index++)
        for (int other = 0; other < index; other++)
            CHECK(table[index].value != table[other].value, "%s: %s and %s are the same", what, table[index].name,
                  table[other].name);
    say("%d of %s differ", count, what);
}
#define DIFFER(what, table) differ(what, table, sizeof(table) / sizeof(table)[0])

static void sets(void) {
    section("sets");
    static const struct named ranks[] = {NAMED(MPI_ANY_SOURCE), NAMED(MPI_PROC_NULL), NAMED(MPI_ROOT)};
    static const struct named locks[] = {NAMED(MPI_LOCK_EXCLUSIVE), NAMED(MPI_LOCK_SHARED)};
    static const struct named assertions[] = {NAMED(MPI_MODE_NOCHECK), NAMED(MPI_MODE_NOSTORE), NAMED(MPI_MODE_NOPUT),
                                              NAMED(MPI_MODE_NOPRECEDE), NAMED(MPI_MODE_NOSUCCEED)};
    static const struct named keys[] = {NAMED(MPI_TAG_UB), NAMED(MPI_IO), NAMED(MPI_WTIME_IS_GLOBAL),
                                        NAMED(MPI_UNIVERSE_SIZE), NAMED(MPI_LASTUSEDCODE), NAMED(MPI_APPNUM),
                                        NAMED(MPI_KEYVAL_INVALID)};
    static const struct named seeks[] = {NAMED(MPI_SEEK_SET), NAMED(MPI_SEEK_CUR), NAMED(MPI_SEEK_END)};
    DIFFER("comparisons", comparisons);
    DIFFER("thread levels", levels);
    DIFFER("topologies", kinds);
    DIFFER("file modes", modes);
    DIFFER("ranks", ranks);
    DIFFER("locks", locks);
    DIFFER("assertions", assertions);
    DIFFER("keys", keys);
    DIFFER("seeks", seeks);
    HOLDS(MPI_THREAD_SINGLE < MPI_THREAD_FUNNELED && MPI_THREAD_FUNNELED < MPI_THREAD_SERIALIZED &&
          MPI_THREAD_SERIALIZED < MPI_THREAD_MULTIPLE);
}

static void results(void) {
    section("results");
    int level = -1, kind = -1, main_thread = -1, comparison = -1, integers, addresses, types, combiner = -1;
    DO(MPI_Query_thread(&level));
    HOLDS(strstr(NAME_OF(levels, level), "MPI_THREAD_") != NULL);
    DO(MPI_Is_thread_main(&main_thread));
    EQUAL(main_thread, 1);
    DO(MPI_Topo_test(MPI_COMM_WORLD, &kind));
    say("%s", NAME_OF(kinds, kind));
    DO(MPI_Comm_compare(MPI_COMM_SELF, MPI_COMM_SELF, &comparison));
    say("%s", NAME_OF(comparisons, comparison));
    DO(MPI_Type_get_envelope(MPI_INT, &integers, &addresses, &types, &combiner));
    say("%s", NAME_OF(combiners, combiner));
    int initialized = -1, finalized = -1, version = -1, subversion = -1;
    DO(MPI_Initialized(&initialized));
    DO(MPI_Finalized(&finalized));
    EQUAL(initialized, 1);
    EQUAL(finalized, 0);
    DO(MPI_Get_version(&version, &subversion));
    HOLDS(version >= 3 && subversion >= 0);
    HOLDS(MPI_Wtick() > 0);
    double before = MPI_Wtime();
    HOLDS(MPI_Wtime() >= before);
    DO(MPI_Pcontrol(1));
    DO(MPI_Pcontrol(2, "words", 5));
}

static void sentinels(void) {
    section("sentinels");
    int sum = 1, value = rank, all[16], group_rank = -1, flag = -1;
    MPI_Group group;
    MPI_Comm none;
    DO(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, size);
    all[rank] = rank;
    DO(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD));
    EQUAL(all[size - 1], size - 1);
    say("MPI_IN_PLACE");
    MPI_Aint place;
    MPI_Datatype absolute;
    int one = 1;
    DO(MPI_Get_address(&value, &place));
    DO(MPI_Type_create_hindexed(1, &one, &place, MPI_INT, &absolute));
    DO(MPI_Type_commit(&absolute));
    DO(MPI_Bcast(MPI_BOTTOM, 1, absolute, 0, MPI_COMM_WORLD));
    EQUAL(value, 0);
    value = rank;
    DO(MPI_Allgather(MPI_BOTTOM, 1, absolute, all, 1, MPI_INT, MPI_COMM_WORLD));
    EQUAL(all[size - 1], size - 1);
    DO(MPI_Type_free(&absolute));
    say("MPI_BOTTOM");
    DO(MPI_Comm_group(MPI_COMM_WORLD, &group));
    DO(MPI_Group_rank(MPI_GROUP_EMPTY, &group_rank));
    EQUAL(group_rank, MPI_UNDEFINED);
    DO(MPI_Group_free(&group));
    DO(MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &none));
    HOLDS(none == MPI_COMM_NULL);
    say("MPI_UNDEFINED");
    DO(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
    EQUAL(flag, 0);
    DO(MPI_Send(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD));
    say("MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_PROC_NULL, MPI_STATUS_IGNORE");
}

// MPI_ROOT and MPI_PROC_NULL as roots.
static void roots(void) {
    if (size < 2) {
        skip("roots");
        return;
    }
    section("roots");
    int side = rank == 0, own = -1, all[16];
    MPI_Comm half, bridge;
    DO(MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half));
    DO(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, side ? 1 : 0, 0, &bridge));
    DO(MPI_Comm_rank(bridge, &own));
    // Rank 0 is alone on its side and collects from all others.
    DO(MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, side ? MPI_ROOT : 0, bridge));
    for (int other = 1; side && other < size; other++) EQUAL(all[other - 1], other);
    // The first of the others sends to rank 0; the rest of them take no part.
    int value = rank;
    DO(MPI_Bcast(&value, 1, MPI_INT, side ? 0 : own == 0 ? MPI_ROOT : MPI_PROC_NULL, bridge));
    if (side) EQUAL(value, 1);
    DO(MPI_Comm_free(&bridge));
    DO(MPI_Comm_free(&half));
    say("MPI_ROOT, MPI_PROC_NULL");
}

static void file_modes(void) {
    section("file modes");
    char name[256];
    const char *folder = getenv("TMPDIR");
    int mode = 0;
    MPI_File file;
    snprintf(name, sizeof name, "%s/seaway-modes-%d", folder ? folder : "/tmp", (int)getpid());
    DO(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDWR | MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_DELETE_ON_CLOSE,
                     MPI_INFO_NULL, &file));
    DO(MPI_File_get_amode(file, &mode));
    char text[256] = "";
    for (size_t index = 0; index < sizeof modes / sizeof modes[0]; index++) {
        if (mode & modes[index].value) {
            strcat(text, " ");
            strcat(text, modes[index].name);
        }
    }
    say("%s", text + 1);
    DO(MPI_File_close(&file));
}

int main(int argc, char **argv) {
    int provided = -1;
    if (MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided) != MPI_SUCCESS) return 1;
    return_errors();
    DO(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    DO(MPI_Comm_size(MPI_COMM_WORLD, &size));
    CHECK(size <= 16, "too many ranks");
    section("initialisation");
    // MPIs give what was asked for, or more.
    HOLDS(provided == MPI_THREAD_SERIALIZED || provided == MPI_THREAD_MULTIPLE);
    sets();
    int level = -1;
    DO(MPI_Query_thread(&level));
    EQUAL(level, provided);
    results();
    sentinels();
    roots();
    file_modes();
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Windows: every kind of window, of synchronisation and of access. Any number of ranks: each accesses the next one of a
// ring.
#include "check.h"

static int next, previous;

static const struct named flavors[] = {NAMED(MPI_WIN_FLAVOR_CREATE), NAMED(MPI_WIN_FLAVOR_ALLOCATE),
                                       NAMED(MPI_WIN_FLAVOR_DYNAMIC), NAMED(MPI_WIN_FLAVOR_SHARED)};
static const struct named models[] = {NAMED(MPI_WIN_UNIFIED), NAMED(MPI_WIN_SEPARATE)};

static void tell(const char *how, MPI_Win window, const void *base, long bytes, int unit) {
    void *value = NULL;
    int flag = 0;
    DO(MPI_Win_get_attr(window, MPI_WIN_BASE, &value, &flag));
    EQUAL(flag, 1);
    HOLDS(value == base);
    DO(MPI_Win_get_attr(window, MPI_WIN_SIZE, &value, &flag));
    EQUAL(*(MPI_Aint *)value, bytes);
    DO(MPI_Win_get_attr(window, MPI_WIN_DISP_UNIT, &value, &flag));
    EQUAL(*(int *)value, unit);
    int *flavor = NULL, *model = NULL;
    DO(MPI_Win_get_attr(window, MPI_WIN_CREATE_FLAVOR, &flavor, &flag));
    EQUAL(flag, 1);
    DO(MPI_Win_get_attr(window, MPI_WIN_MODEL, &model, &flag));
    EQUAL(flag, 1);
    // Open MPI has the separate model, others the unified one.
    HOLDS(*model == MPI_WIN_UNIFIED || *model == MPI_WIN_SEPARATE);
    (void)NAME_OF(models, *model);
    say("%s: %s", how, NAME_OF(flavors, *flavor));
    MPI_Group group;
    int count = -1;
    DO(MPI_Win_get_group(window, &group));
    DO(MPI_Group_size(group, &count));
    EQUAL(count, size);
    DO(MPI_Group_free(&group));
}

static void fences(void) {
    section("fences");
    int memory[8], value = 100 + rank, got = -1, old = -1;
    MPI_Win window = MPI_WIN_NULL;
    for (int index = 0; index < 8; index++) memory[index] = 10 * rank + index;
    DO(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    HOLDS(window != MPI_WIN_NULL);
    tell("made of memory", window, memory, sizeof memory, sizeof(int));
    DO(MPI_Win_fence(MPI_MODE_NOPRECEDE, window));
    DO(MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window));
    DO(MPI_Get(&got, 1, MPI_INT, next, 3, 1, MPI_INT, window));
    DO(MPI_Win_fence(0, window));
    EQUAL(memory[0], 100 + previous);
    EQUAL(got, 10 * next + 3);
    DO(MPI_Accumulate(&value, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, window));
    DO(MPI_Get_accumulate(&value, 1, MPI_INT, &old, 1, MPI_INT, next, 2, 1, MPI_INT, MPI_REPLACE, window));
    DO(MPI_Win_fence(0, window));
    EQUAL(memory[1], 10 * rank + 1 + 100 + previous);
    EQUAL(memory[2], 100 + previous);
    EQUAL(old, 10 * next + 2);
    // Nobody's memory is touched.
    DO(MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, window));
    DO(MPI_Get(&got, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, window));
    DO(MPI_Win_fence(MPI_MODE_NOSUCCEED | MPI_MODE_NOSTORE | MPI_MODE_NOPUT, window));
    DO(MPI_Win_free(&window));
    HOLDS(window == MPI_WIN_NULL);
}

static void derived(void) {
    section("datatypes");
    int memory[8] = {0}, values[2] = {rank + 1, rank + 2};
    MPI_Datatype every_second;
    MPI_Win window;
    DO(MPI_Type_vector(2, 1, 3, MPI_INT, &every_second));
    DO(MPI_Type_commit(&every_second));
    DO(MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    DO(MPI_Win_fence(0, window));
    DO(MPI_Put(values, 2, MPI_INT, next, 4, 1, every_second, window));
    DO(MPI_Type_free(&every_second));
    DO(MPI_Win_fence(0, window));
    EQUAL(memory[1], previous + 1);
    EQUAL(memory[4], previous + 2);
    EQUAL(memory[2], 0);
    DO(MPI_Win_free(&window));
    say("of vectors");
}

static void locks(void) {
    section("locks");
    int *memory = NULL, value = 5, got = -1, one = 1, compare = 0, result = -1;
    MPI_Win window;
    DO(MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
    tell("allocated", window, memory, 4 * sizeof(int), sizeof(int));
    DO(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, window));
    memory[0] = memory[1] = memory[2] = memory[3] = 0;
    DO(MPI_Win_unlock(rank, window));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, window));
    DO(MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window));
    DO(MPI_Win_flush_local(next, window));
    DO(MPI_Win_flush(next, window));
    DO(MPI_Get(&got, 1, MPI_INT, next, 0, 1, MPI_INT, window));
    DO(MPI_Win_unlock(next, window));
    EQUAL(got, 5);
    // MPI_MODE_NOCHECK: no rank may still hold a conflicting lock.
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Win_lock(MPI_LOCK_SHARED, 0, MPI_MODE_NOCHECK, window));
    DO(MPI_Accumulate(&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, window));
    DO(MPI_Win_unlock(0, window));
    DO(MPI_Win_lock_all(0, window));
    DO(MPI_Fetch_and_op(&one, &got, MPI_INT, 0, 2, MPI_SUM, window));
    DO(MPI_Win_flush_local_all(window));
    DO(MPI_Win_flush_all(window));
    HOLDS(got >= 0 && got < size);
    DO(MPI_Fetch_and_op(NULL, &got, MPI_INT, next, 0, MPI_NO_OP, window));
    DO(MPI_Win_flush(next, window));
    EQUAL(got, 5);
    value = 77 + rank;
    compare = 0;
    DO(MPI_Compare_and_swap(&value, &compare, &result, MPI_INT, next, 3, window));
    DO(MPI_Win_flush(next, window));
    EQUAL(result, 0);
    DO(MPI_Win_sync(window));
    DO(MPI_Win_unlock_all(window));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, window));
    if (rank == 0) EQUAL(memory[1], size);
    if (rank == 0) EQUAL(memory[2], size);
    EQUAL(memory[3], 77 + previous);
    DO(MPI_Win_unlock(rank, window));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Win_free(&window));
}

static void requests(void) {
    section("requests");
    int memory[2] = {0, 0}, value = 9 + rank, got = -1, sum = 1, old = -1;
    MPI_Win window;
    MPI_Request some[2];
    DO(MPI_Win_create(memory, sizeof memory, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    DO(MPI_Win_lock_all(MPI_MODE_NOCHECK, window));
    DO(MPI_Rput(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window, &some[0]));
    DO(MPI_Raccumulate(&sum, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_SUM, window, &some[1]));
    DO(MPI_Waitall(2, some, MPI_STATUSES_IGNORE));
    DO(MPI_Win_flush(next, window));
    DO(MPI_Rget(&got, 1, MPI_INT, next, 0, 1, MPI_INT, window, &some[0]));
    DO(MPI_Rget_accumulate(NULL, 0, MPI_INT, &old, 1, MPI_INT, next, 1, 1, MPI_INT, MPI_NO_OP, window, &some[1]));
    DO(MPI_Wait(&some[0], MPI_STATUS_IGNORE));
    DO(MPI_Wait(&some[1], MPI_STATUS_IGNORE));
    HOLDS(some[0] == MPI_REQUEST_NULL && some[1] == MPI_REQUEST_NULL);
    EQUAL(got, 9 + rank);
    EQUAL(old, 1);
    DO(MPI_Win_unlock_all(window));
    DO(MPI_Win_free(&window));
    say("put, get, accumulate, get_accumulate");
}

static void posts(void) {
    section("post and start");
    int memory = -1, value = 40 + rank, flag = 0;
    MPI_Win window;
    MPI_Group world, sources, targets;
    DO(MPI_Win_create(&memory, sizeof memory, sizeof memory, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    DO(MPI_Comm_group(MPI_COMM_WORLD, &world));
    DO(MPI_Group_incl(world, 1, &previous, &sources));
    DO(MPI_Group_incl(world, 1, &next, &targets));
    for (int round = 0; round < 2; round++) {
        value = 40 + rank + round;
        DO(MPI_Win_post(sources, round ? MPI_MODE_NOSTORE : 0, window));
        DO(MPI_Win_start(targets, 0, window));
        DO(MPI_Put(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window));
        DO(MPI_Win_complete(window));
        flag = 0;
        while (round && !flag) DO(MPI_Win_test(window, &flag));
        if (!round) DO(MPI_Win_wait(window));
        EQUAL(memory, 40 + previous + round);
    }
    DO(MPI_Group_free(&sources));
    DO(MPI_Group_free(&targets));
    DO(MPI_Group_free(&world));
    DO(MPI_Win_free(&window));
    say("waited for and tested");
}

static void dynamic(void) {
    section("dynamic");
    int memory = 6 + rank, got = -1;
    MPI_Aint own = 0, other = 0;
    MPI_Win window;
    DO(MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    tell("dynamic", window, MPI_BOTTOM, 0, 1);
    DO(MPI_Win_attach(window, &memory, sizeof memory));
    DO(MPI_Get_address(&memory, &own));
    DO(MPI_Sendrecv(&own, 1, MPI_AINT, previous, 0, &other, 1, MPI_AINT, next, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    DO(MPI_Win_lock(MPI_LOCK_SHARED, next, 0, window));
    DO(MPI_Get(&got, 1, MPI_INT, next, other, 1, MPI_INT, window));
    DO(MPI_Win_unlock(next, window));
    EQUAL(got, 6 + next);
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Win_detach(window, &memory));
    DO(MPI_Win_free(&window));
}

static void shared(void) {
    section("shared");
    int *memory = NULL, *others = NULL, unit = -1;
    MPI_Aint bytes = -1;
    MPI_Win window;
    DO(MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window));
    tell("shared", window, memory, 2 * sizeof(int), sizeof(int));
    memory[0] = 33 + rank;
    DO(MPI_Win_fence(0, window));
    DO(MPI_Win_shared_query(window, next, &bytes, &unit, &others));
    EQUAL(bytes, 2 * sizeof(int));
    EQUAL(unit, sizeof(int));
    EQUAL(others[0], 33 + next);
    DO(MPI_Win_shared_query(window, MPI_PROC_NULL, &bytes, &unit, &others));
    EQUAL(others[0], 33);
    DO(MPI_Win_fence(0, window));
    DO(MPI_Win_free(&window));
}

static void names_and_infos(void) {
    section("names and infos");
    void *memory = NULL;
    char name[MPI_MAX_OBJECT_NAME] = "";
    int length = -1;
    MPI_Win window;
    MPI_Info info;
    DO(MPI_Alloc_mem(64, MPI_INFO_NULL, &memory));
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, "no_locks", "false"));
    DO(MPI_Win_create(memory, 64, 1, info, MPI_COMM_WORLD, &window));
    DO(MPI_Win_set_info(window, info));
    DO(MPI_Info_free(&info));
    DO(MPI_Win_get_info(window, &info));
    HOLDS(info != MPI_INFO_NULL);
    DO(MPI_Info_free(&info));
    DO(MPI_Win_set_name(window, "harbour"));
    DO(MPI_Win_get_name(window, name, &length));
    SAME_TEXT(name, "harbour");
    EQUAL(length, 7);
    DO(MPI_Win_free(&window));
    DO(MPI_Free_mem(memory));
    say("%s", name);
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    fences();
    derived();
    locks();
    requests();
    posts();
    dynamic();
    shared();
    names_and_infos();
    return finish();
}

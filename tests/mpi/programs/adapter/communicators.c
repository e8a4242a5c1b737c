// SPDX-License-Identifier: MIT OR Apache-2.0
// Groups, communicators and intercommunicators. Any number of ranks; intercommunicators need two.
#include "check.h"

enum { MOST = 16 };

static const struct named comparisons[] = {NAMED(MPI_IDENT), NAMED(MPI_CONGRUENT), NAMED(MPI_SIMILAR), NAMED(MPI_UNEQUAL)};

static int size_of_group(MPI_Group group) {
    int count = -1;
    DO(MPI_Group_size(group, &count));
    return count;
}

static const char *compare_groups(MPI_Group left, MPI_Group right) {
    int result = -1;
    DO(MPI_Group_compare(left, right, &result));
    return NAME_OF(comparisons, result);
}

static const char *compare(MPI_Comm left, MPI_Comm right) {
    int result = -1;
    DO(MPI_Comm_compare(left, right, &result));
    return NAME_OF(comparisons, result);
}

static void groups(void) {
    section("groups");
    MPI_Group world, first, rest, backwards, both, none, ranged;
    int zero = 0, own = -1, all[MOST], translated[MOST];
    int last_to_first[1][3] = {{size - 1, 0, -1}}, only_first[1][3] = {{0, 0, 1}};
    DO(MPI_Comm_group(MPI_COMM_WORLD, &world));
    EQUAL(size_of_group(world), size);
    DO(MPI_Group_rank(world, &own));
    EQUAL(own, rank);
    DO(MPI_Group_incl(world, 1, &zero, &first));
    DO(MPI_Group_rank(first, &own));
    EQUAL(own, rank == 0 ? 0 : MPI_UNDEFINED);
    DO(MPI_Group_excl(world, 1, &zero, &rest));
    EQUAL(size_of_group(rest), size - 1);
    DO(MPI_Group_range_incl(world, 1, last_to_first, &backwards));
    DO(MPI_Group_rank(backwards, &own));
    EQUAL(own, size - 1 - rank);
    say("backwards: %s", size > 1 ? compare_groups(world, backwards) : "MPI_SIMILAR");
    DO(MPI_Group_range_excl(world, 1, only_first, &ranged));
    HOLDS(size == 1 || strcmp(compare_groups(ranged, rest), "MPI_IDENT") == 0);
    DO(MPI_Group_union(first, rest, &both));
    say("union: %s", compare_groups(both, world));
    DO(MPI_Group_intersection(first, rest, &none));
    HOLDS(none == MPI_GROUP_EMPTY);
    EQUAL(size_of_group(none), 0);
    say("empty: %s", compare_groups(none, MPI_GROUP_EMPTY));
    MPI_Group difference;
    DO(MPI_Group_difference(world, rest, &difference));
    say("difference: %s, %s", compare_groups(difference, first),
        size > 1 ? compare_groups(difference, world) : "MPI_UNEQUAL");
    for (int other = 0; other < size; other++) all[other] = other;
    all[0] = MPI_PROC_NULL;
    DO(MPI_Group_translate_ranks(world, size, all, backwards, translated));
    EQUAL(translated[0], MPI_PROC_NULL);
    for (int other = 1; other < size; other++) EQUAL(translated[other], size - 1 - other);
    all[0] = 0;
    DO(MPI_Group_translate_ranks(world, 1, all, MPI_GROUP_EMPTY, translated));
    EQUAL(translated[0], MPI_UNDEFINED);
    MPI_Group *made[] = {&world, &first, &rest, &backwards, &both, &ranged, &difference};
    for (size_t index = 0; index < sizeof made / sizeof made[0]; index++) {
        if (*made[index] != MPI_GROUP_EMPTY) DO(MPI_Group_free(made[index]));
        HOLDS(*made[index] == MPI_GROUP_NULL || *made[index] == MPI_GROUP_EMPTY);
    }
}

static void copies(void) {
    section("copies");
    MPI_Comm copy, with_info, later;
    MPI_Info info, got;
    MPI_Request request;
    int inter = -1;
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &copy));
    say("with itself %s, with a copy %s", compare(MPI_COMM_WORLD, MPI_COMM_WORLD), compare(MPI_COMM_WORLD, copy));
    HOLDS(size == 1 || strcmp(compare(MPI_COMM_WORLD, MPI_COMM_SELF), "MPI_UNEQUAL") == 0);
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, "seaway_test", "value"));
    DO(MPI_Comm_dup_with_info(copy, info, &with_info));
    DO(MPI_Comm_set_info(with_info, info));
    DO(MPI_Comm_get_info(with_info, &got));
    HOLDS(got != MPI_INFO_NULL);
    DO(MPI_Info_free(&got));
    DO(MPI_Info_free(&info));
    DO(MPI_Comm_idup(with_info, &later, &request));
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    DO(MPI_Comm_test_inter(later, &inter));
    EQUAL(inter, 0);
    // Messages of different communicators do not mix.
    int out[2] = {1, 2}, in[2] = {-1, -1}, next = (rank + 1) % size;
    MPI_Request requests[2];
    DO(MPI_Isend(&out[0], 1, MPI_INT, next, 0, copy, &requests[0]));
    DO(MPI_Isend(&out[1], 1, MPI_INT, next, 0, later, &requests[1]));
    DO(MPI_Recv(&in[1], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, later, MPI_STATUS_IGNORE));
    DO(MPI_Recv(&in[0], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, copy, MPI_STATUS_IGNORE));
    EQUAL(in[0], 1);
    EQUAL(in[1], 2);
    DO(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    DO(MPI_Comm_free(&copy));
    DO(MPI_Comm_free(&with_info));
    DO(MPI_Comm_disconnect(&later));
    HOLDS(copy == MPI_COMM_NULL && with_info == MPI_COMM_NULL && later == MPI_COMM_NULL);
}

static void copies_with_info_later(void) {
#ifdef HAVE_MPI_4
    MPI_Comm copy = MPI_COMM_NULL;
    MPI_Request request = MPI_REQUEST_NULL;
    if (THERE(MPI_Comm_idup_with_info(MPI_COMM_WORLD, MPI_INFO_NULL, &copy, &request))) {
        section("copies with info");
        DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
        say("later: %s", compare(MPI_COMM_WORLD, copy));
        DO(MPI_Comm_free(&copy));
        return;
    }
#endif
    skip("copies with info");
}

static void parts(void) {
    section("parts");
    MPI_Comm half, node, subset, together, nobody;
    MPI_Group world, even;
    int own = -1, count = -1, every_second[1][3] = {{0, size - 1, 2}};
    DO(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half));
    DO(MPI_Comm_rank(half, &own));
    DO(MPI_Comm_size(half, &count));
    EQUAL(count, (size + 1 - rank % 2) / 2);
    EQUAL(own, count - 1 - rank / 2);
    DO(MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &nobody));
    HOLDS(nobody == MPI_COMM_NULL);
    DO(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, &node));
    DO(MPI_Comm_size(node, &count));
    EQUAL(count, size);
    DO(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_UNDEFINED, rank, MPI_INFO_NULL, &nobody));
    HOLDS(nobody == MPI_COMM_NULL);
    DO(MPI_Comm_group(MPI_COMM_WORLD, &world));
    DO(MPI_Group_range_incl(world, 1, every_second, &even));
    DO(MPI_Comm_create(MPI_COMM_WORLD, even, &subset));
    HOLDS((subset == MPI_COMM_NULL) == (rank % 2 == 1));
    if (rank % 2 == 0) {
        DO(MPI_Comm_create_group(MPI_COMM_WORLD, even, 5, &together));
        HOLDS(strcmp(compare(subset, together), "MPI_CONGRUENT") == 0);
        DO(MPI_Barrier(together));
        DO(MPI_Comm_free(&together));
        DO(MPI_Comm_free(&subset));
    }
    DO(MPI_Group_free(&even));
    DO(MPI_Group_free(&world));
    DO(MPI_Comm_free(&node));
    DO(MPI_Comm_free(&half));
    say("split, by node, by group");
}

// Even ranks on one side, odd ones on the other.
static void between(void) {
    section("intercommunicators");
    if (size < 2) {
        skip("intercommunicators");
        return;
    }
    int side = rank % 2, own = -1, others = -1, inter = -1, others_count = (size + side) / 2;
    MPI_Comm half, bridge, copy, merged, part;
    MPI_Group remote;
    DO(MPI_Comm_split(MPI_COMM_WORLD, side, rank, &half));
    DO(MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - side, 17, &bridge));
    DO(MPI_Comm_test_inter(bridge, &inter));
    EQUAL(inter, 1);
    DO(MPI_Comm_remote_size(bridge, &others));
    EQUAL(others, others_count);
    DO(MPI_Comm_remote_group(bridge, &remote));
    EQUAL(size_of_group(remote), others);
    DO(MPI_Group_free(&remote));
    DO(MPI_Comm_rank(bridge, &own));
    EQUAL(own, rank / 2);
    DO(MPI_Comm_dup(bridge, &copy));
    say("copy %s", compare(copy, bridge));
    HOLDS(strcmp(compare(copy, MPI_COMM_WORLD), "MPI_UNEQUAL") == 0);
    // Ranks are those of the other side.
    int value = 10 + rank, got = -1;
    if (own == 0) {
        MPI_Status status = poisoned();
        DO(MPI_Sendrecv(&value, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, copy, &status));
        EQUAL(got, 10 + 1 - side);
        STATUS_IS(status, 0, 3, 1, MPI_INT);
    }
    int root = side == 0 ? (own == 0 ? MPI_ROOT : MPI_PROC_NULL) : 0;
    value = rank == 0 ? 321 : -1;
    DO(MPI_Bcast(&value, 1, MPI_INT, root, bridge));
    if (side == 1) EQUAL(value, 321);
    int sum = -1, one = 1 + side;
    DO(MPI_Reduce(&one, &sum, 1, MPI_INT, MPI_SUM, root, bridge));
    if (rank == 0) EQUAL(sum, 2 * others);
    DO(MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, bridge));
    EQUAL(sum, (2 - side) * others);
    int all[MOST], out[MOST], in[MOST], counts[MOST], places[MOST];
    MPI_Datatype types[MOST];
    DO(MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, bridge));
    for (int other = 0; other < others; other++) EQUAL(all[other], 2 * other + 1 - side);
    // Arrays have as many elements as the other side has ranks.
    for (int other = 0; other < others; other++) {
        counts[other] = 1;
        places[other] = 4 * other;
        types[other] = MPI_INT;
        out[other] = 100 * rank + other;
    }
    DO(MPI_Alltoallw(out, counts, places, types, in, counts, places, types, bridge));
    for (int other = 0; other < others; other++) EQUAL(in[other], 100 * (2 * other + 1 - side) + own);
    DO(MPI_Barrier(bridge));
    DO(MPI_Intercomm_merge(bridge, side, &merged));
    DO(MPI_Comm_rank(merged, &own));
    EQUAL(own, side == 0 ? rank / 2 : (size + 1) / 2 + rank / 2);
    say("merged %s", size == 2 ? compare(merged, MPI_COMM_WORLD) : "MPI_CONGRUENT");
    DO(MPI_Comm_split(bridge, 0, rank, &part));
    DO(MPI_Comm_remote_size(part, &others));
    EQUAL(others, others_count);
    DO(MPI_Comm_free(&part));
    DO(MPI_Comm_free(&merged));
    DO(MPI_Comm_free(&copy));
    DO(MPI_Comm_free(&bridge));
    DO(MPI_Comm_free(&half));
}

static void many(void) {
    section("many");
    MPI_Comm comms[40];
    for (int round = 0; round < 3; round++) {
        for (int index = 0; index < 40; index++) DO(MPI_Comm_dup(MPI_COMM_SELF, &comms[index]));
        for (int index = 0; index < 40; index++) {
            int count = -1;
            DO(MPI_Comm_size(comms[index], &count));
            EQUAL(count, 1);
            for (int other = 0; other < index; other++) HOLDS(comms[other] != comms[index]);
        }
        for (int index = 0; index < 40; index++) DO(MPI_Comm_free(&comms[(index * 7) % 40]));
    }
    say("40 at once");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    CHECK(size <= MOST, "too many ranks");
    groups();
    copies();
    copies_with_info_later();
    parts();
    between();
    many();
    return finish();
}

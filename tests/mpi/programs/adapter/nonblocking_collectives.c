// SPDX-License-Identifier: MIT OR Apache-2.0
// Every nonblocking collective call, all in flight at once. Datatypes are freed while calls go on, as far as MPI lets a
// program do so. Any number of ranks.
#include "check.h"

enum { MOST = 8, CALLS = 17 };

static MPI_Request requests[CALLS];
static int ones[MOST], places[MOST], byte_places[MOST];

struct results {
    int broadcast, scattered, scattered_by_counts, reduced, all_reduced, block, by_counts, scan, before;
    int gathered[MOST], gathered_by_counts[MOST], all[MOST], all_by_counts[MOST], in[MOST], in_by_counts[MOST],
        in_by_types[MOST];
};

static void start(struct results *results, int *out, MPI_Datatype *types) {
    int count = 0, root = size - 1;
    results->broadcast = rank == root ? 99 : -1;
    DO(MPI_Ibarrier(MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Ibcast(&results->broadcast, 1, MPI_INT, root, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Igather(&rank, 1, MPI_INT, results->gathered, 1, MPI_INT, root, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Igatherv(&rank, 1, MPI_INT, results->gathered_by_counts, ones, places, MPI_INT, root, MPI_COMM_WORLD,
                    &requests[count++]));
    DO(MPI_Iscatter(out, 1, MPI_INT, &results->scattered, 1, MPI_INT, root, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iscatterv(out, ones, places, MPI_INT, &results->scattered_by_counts, 1, MPI_INT, root, MPI_COMM_WORLD,
                     &requests[count++]));
    DO(MPI_Iallgather(&rank, 1, MPI_INT, results->all, 1, MPI_INT, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iallgatherv(&rank, 1, MPI_INT, results->all_by_counts, ones, places, MPI_INT, MPI_COMM_WORLD,
                       &requests[count++]));
    DO(MPI_Ialltoall(out, 1, MPI_INT, results->in, 1, MPI_INT, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Ialltoallv(out, ones, places, MPI_INT, results->in_by_counts, ones, places, MPI_INT, MPI_COMM_WORLD,
                      &requests[count++]));
    DO(MPI_Ialltoallw(out, ones, byte_places, types, results->in_by_types, ones, byte_places, types, MPI_COMM_WORLD,
                      &requests[count++]));
    DO(MPI_Ireduce(&rank, &results->reduced, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iallreduce(&rank, &results->all_reduced, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Ireduce_scatter_block(out, &results->block, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Ireduce_scatter(out, &results->by_counts, ones, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iscan(&rank, &results->scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iexscan(&rank, &results->before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    EQUAL(count, CALLS);
}

static void check_results(const struct results *results) {
    int root = size - 1, all = size * (size - 1) / 2;
    EQUAL(results->broadcast, 99);
    EQUAL(results->scattered, 100 * root + rank);
    EQUAL(results->scattered_by_counts, 100 * root + size - 1 - rank);
    EQUAL(results->all_reduced, all);
    EQUAL(results->block, 100 * root + rank);
    EQUAL(results->by_counts, 100 * root + rank);
    EQUAL(results->scan, rank * (rank + 1) / 2);
    if (rank > 0) EQUAL(results->before, rank * (rank - 1) / 2);
    if (rank == root) EQUAL(results->reduced, all);
    for (int other = 0; other < size; other++) {
        EQUAL(results->all[other], other);
        EQUAL(results->all_by_counts[size - 1 - other], other);
        EQUAL(results->in[other], 100 * other + rank);
        EQUAL(results->in_by_counts[size - 1 - other], 100 * other + size - 1 - rank);
        EQUAL(results->in_by_types[other], 100 * other + rank);
        if (rank == root) EQUAL(results->gathered[other], other);
        if (rank == root) EQUAL(results->gathered_by_counts[size - 1 - other], other);
    }
}

static void all_at_once(void) {
    section("all at once");
    int out[MOST];
    struct results results;
    MPI_Datatype types[MOST], own;
    MPI_Status statuses[CALLS];
    for (int round = 0; round < 3; round++) {
        memset(&results, -1, sizeof results);
        DO(MPI_Type_contiguous(1, MPI_INT, &own));
        DO(MPI_Type_commit(&own));
        for (int other = 0; other < size; other++) {
            ones[other] = 1;
            places[other] = size - 1 - other;
            byte_places[other] = (int)sizeof(int) * other;
            types[other] = other % 2 ? MPI_INT : own;
            out[other] = 100 * rank + other;
        }
        start(&results, out, types);
        // A datatype may go while it is in use.
        DO(MPI_Type_free(&own));
        HOLDS(own == MPI_DATATYPE_NULL);
        if (round == 0) DO(MPI_Waitall(CALLS, requests, MPI_STATUSES_IGNORE));
        if (round == 1) DO(MPI_Waitall(CALLS, requests, statuses));
        for (int flag = 0; round == 2 && !flag;) DO(MPI_Testall(CALLS, requests, &flag, statuses));
        for (int index = 0; index < CALLS; index++) HOLDS(requests[index] == MPI_REQUEST_NULL);
        check_results(&results);
    }
    say("%d calls, completed in 3 ways", CALLS);
}

static void in_place(void) {
    section("in place");
    int all[MOST], in[MOST], in_by_counts[MOST], in_by_types[MOST], sum = rank, scan = 1, before = 1, reduced = rank;
    int block[MOST], gathered[MOST];
    MPI_Datatype types[MOST];
    int count = 0;
    for (int other = 0; other < size; other++) {
        all[other] = other == rank ? rank : -1;
        gathered[other] = other == rank ? rank : -1;
        in[other] = in_by_types[other] = in_by_counts[other] = 10 * rank + other;
        block[other] = other;
        types[other] = MPI_INT;
    }
    for (int other = 0; other < size; other++) places[other] = other;
    DO(MPI_Iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Igather(rank == 0 ? MPI_IN_PLACE : &gathered[rank], 1, MPI_INT, gathered, 1, MPI_INT, 0, MPI_COMM_WORLD,
                   &requests[count++]));
    DO(MPI_Ialltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Ialltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in_by_counts, ones, places, MPI_INT, MPI_COMM_WORLD,
                      &requests[count++]));
    DO(MPI_Ialltoallw(MPI_IN_PLACE, NULL, NULL, NULL, in_by_types, ones, byte_places, types, MPI_COMM_WORLD,
                      &requests[count++]));
    DO(MPI_Iallreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Ireduce(rank == 0 ? MPI_IN_PLACE : &reduced, &reduced, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD,
                   &requests[count++]));
    DO(MPI_Ireduce_scatter_block(MPI_IN_PLACE, block, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iscan(MPI_IN_PLACE, &scan, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Iexscan(MPI_IN_PLACE, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[count++]));
    DO(MPI_Waitall(count, requests, MPI_STATUSES_IGNORE));
    for (int other = 0; other < size; other++) {
        EQUAL(all[other], other);
        EQUAL(in[other], 10 * other + rank);
        EQUAL(in_by_counts[other], 10 * other + rank);
        EQUAL(in_by_types[other], 10 * other + rank);
        if (rank == 0) EQUAL(gathered[other], other);
    }
    EQUAL(sum, size * (size - 1) / 2);
    if (rank == 0) EQUAL(reduced, size * (size - 1) / 2);
    EQUAL(block[0], size * rank);
    EQUAL(scan, rank + 1);
    if (rank > 0) EQUAL(before, rank);
    say("%d calls", count);
}

static void duplicates(void) {
    section("duplicates");
    MPI_Comm comm = MPI_COMM_NULL;
    MPI_Request request;
    int result = -1;
    DO(MPI_Comm_idup(MPI_COMM_WORLD, &comm, &request));
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    HOLDS(comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD);
    DO(MPI_Comm_compare(comm, MPI_COMM_WORLD, &result));
    EQUAL(result, MPI_CONGRUENT);
    DO(MPI_Barrier(comm));
    DO(MPI_Comm_free(&comm));
    HOLDS(comm == MPI_COMM_NULL);
    say("a communicator");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    CHECK(size <= MOST, "too many ranks");
    all_at_once();
    in_place();
    duplicates();
    return finish();
}

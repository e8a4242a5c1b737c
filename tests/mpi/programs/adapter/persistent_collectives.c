// SPDX-License-Identifier: MIT OR Apache-2.0
// Every persistent collective call: made once, started several times with other data. Datatypes are freed after a call was
// made from them. Any number of ranks. MPICH 4, and Intel MPI, which is derived from it, copies some data when a call is made instead
// of when it is started.
#include "check.h"

#ifdef HAVE_MPI_4
enum { MOST = 8, CALLS = 17, ROUNDS = 3 };

static MPI_Request requests[CALLS];
static int ones[MOST], places[MOST], byte_places[MOST];
static int value, out[MOST];
static struct {
    int broadcast, scattered, scattered_by_counts, reduced, all_reduced, block, by_counts, scan, before;
    int gathered[MOST], gathered_by_counts[MOST], all[MOST], all_by_counts[MOST], in[MOST], in_by_counts[MOST],
        in_by_types[MOST];
} results;

// Whether the first call is there; then all of them are.
static int make(MPI_Datatype *types) {
    MPI_Comm comm = MPI_COMM_WORLD;
    MPI_Info info = MPI_INFO_NULL;
    int count = 0, root = size - 1;
    if (!THERE(MPI_Barrier_init(comm, info, &requests[count++]))) return 0;
    DO(MPI_Bcast_init(&results.broadcast, 1, MPI_INT, root, comm, info, &requests[count++]));
    DO(MPI_Gather_init(&value, 1, MPI_INT, results.gathered, 1, MPI_INT, 0, comm, info, &requests[count++]));
    DO(MPI_Gatherv_init(&value, 1, MPI_INT, results.gathered_by_counts, ones, places, MPI_INT, root, comm, info,
                        &requests[count++]));
    DO(MPI_Scatter_init(out, 1, MPI_INT, &results.scattered, 1, MPI_INT, root, comm, info, &requests[count++]));
    DO(MPI_Scatterv_init(out, ones, places, MPI_INT, &results.scattered_by_counts, 1, MPI_INT, root, comm, info,
                         &requests[count++]));
    DO(MPI_Allgather_init(&value, 1, MPI_INT, results.all, 1, MPI_INT, comm, info, &requests[count++]));
    DO(MPI_Allgatherv_init(&value, 1, MPI_INT, results.all_by_counts, ones, places, MPI_INT, comm, info,
                           &requests[count++]));
    DO(MPI_Alltoall_init(out, 1, MPI_INT, results.in, 1, MPI_INT, comm, info, &requests[count++]));
    DO(MPI_Alltoallv_init(out, ones, places, MPI_INT, results.in_by_counts, ones, places, MPI_INT, comm, info,
                          &requests[count++]));
    DO(MPI_Alltoallw_init(out, ones, byte_places, types, results.in_by_types, ones, byte_places, types, comm, info,
                          &requests[count++]));
    DO(MPI_Reduce_init(&value, &results.reduced, 1, MPI_INT, MPI_SUM, root, comm, info, &requests[count++]));
    DO(MPI_Allreduce_init(&value, &results.all_reduced, 1, MPI_INT, MPI_SUM, comm, info, &requests[count++]));
    DO(MPI_Reduce_scatter_block_init(out, &results.block, 1, MPI_INT, MPI_MAX, comm, info, &requests[count++]));
    DO(MPI_Reduce_scatter_init(out, &results.by_counts, ones, MPI_INT, MPI_MAX, comm, info, &requests[count++]));
    DO(MPI_Scan_init(&value, &results.scan, 1, MPI_INT, MPI_SUM, comm, info, &requests[count++]));
    DO(MPI_Exscan_init(&value, &results.before, 1, MPI_INT, MPI_SUM, comm, info, &requests[count++]));
    EQUAL(count, CALLS);
    return 1;
}

static void check_results(int round) {
    int root = size - 1, all = size * (size - 1) / 2 + round * size;
    EQUAL(results.broadcast, 99 + round);
    EQUAL(results.scattered, 100 * root + rank + round);
    EQUAL(results.scattered_by_counts, 100 * root + size - 1 - rank + round);
    EQUAL(results.all_reduced, all);
    EQUAL(results.block, 100 * root + rank + round);
    EQUAL(results.by_counts, 100 * root + rank + round);
    EQUAL(results.scan, rank * (rank + 1) / 2 + round * (rank + 1));
    if (rank > 0) EQUAL(results.before, rank * (rank - 1) / 2 + round * rank);
    if (rank == root) EQUAL(results.reduced, all);
    for (int other = 0; other < size; other++) {
        EQUAL(results.all[other], other + round);
        EQUAL(results.all_by_counts[size - 1 - other], other + round);
        EQUAL(results.in[other], 100 * other + rank + round);
        EQUAL(results.in_by_counts[size - 1 - other], 100 * other + size - 1 - rank + round);
        EQUAL(results.in_by_types[other], 100 * other + rank + round);
        if (rank == 0) EQUAL(results.gathered[other], other + round);
        if (rank == root) EQUAL(results.gathered_by_counts[size - 1 - other], other + round);
    }
}

static void run(int round) {
    value = rank + round;
    for (int other = 0; other < size; other++) out[other] = 100 * rank + other + round;
    memset(&results, -1, sizeof results);
    results.broadcast = rank == size - 1 ? 99 + round : -1;
    if (round == 0) {
        for (int index = 0; index < CALLS; index++) {
            DO(MPI_Start(&requests[index]));
            DO(MPI_Wait(&requests[index], MPI_STATUS_IGNORE));
            HOLDS(requests[index] != MPI_REQUEST_NULL);
        }
    } else {
        DO(MPI_Startall(CALLS, requests));
        DO(MPI_Waitall(CALLS, requests, MPI_STATUSES_IGNORE));
    }
    check_results(round);
}
#endif

int main(int argc, char **argv) {
    begin(&argc, &argv);
#ifdef HAVE_MPI_4
    CHECK(size <= MOST, "too many ranks");
    MPI_Datatype types[MOST], own;
    DO(MPI_Type_contiguous(1, MPI_INT, &own));
    DO(MPI_Type_commit(&own));
    for (int other = 0; other < size; other++) {
        ones[other] = 1;
        places[other] = size - 1 - other;
        byte_places[other] = (int)sizeof(int) * other;
        types[other] = other % 2 ? MPI_INT : own;
    }
    if (make(types)) {
        section("persistent");
        DO(MPI_Type_free(&own));
        for (int round = 0; round < ROUNDS; round++) run(round);
        for (int index = 0; index < CALLS; index++) {
            DO(MPI_Request_free(&requests[index]));
            HOLDS(requests[index] == MPI_REQUEST_NULL);
        }
        say("%d calls, %d rounds", CALLS, ROUNDS);
        return finish();
    }
    DO(MPI_Type_free(&own));
#endif
    skip("persistent");
    return finish();
}

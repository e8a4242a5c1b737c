// SPDX-License-Identifier: MIT OR Apache-2.0
// Sorts integers that are spread over all ranks, again and again, as the NAS benchmark IS does: every rank counts its keys by
// bucket, all add up the counts, decide who gets which buckets, exchange the keys, and each sorts what it got by counting.
//
//     integer_sort [KEYS_PER_RANK [ITERATIONS [KEY_BITS]]]
//
// Keys have 10 to 30 bits, 19 by default. Rank 0 prints what was sorted and a checksum, which depends on the ranks and
// on the three numbers alone, and then how long it took. The exit code is not 0 if the keys are not sorted.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKET_BITS = 10, BUCKETS = 1 << BUCKET_BITS, MOST_KEY_BITS = 30 };

static int rank, ranks, key_bits = 19;

static void *memory(size_t bytes) {
    void *pointer = malloc(bytes ? bytes : 1);
    if (!pointer) {
        fprintf(stderr, "integer_sort: no memory for %zu bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    return pointer;
}

static int bucket_of(int key) { return key >> (key_bits - BUCKET_BITS); }

/* The key of this number: the mean of four random ones, so that the middle buckets are the fullest. */
static int key_of(uint64_t number) {
    const uint64_t mask = ((uint64_t)1 << key_bits) - 1;
    uint64_t sum = 0;
    for (int part = 0; part < 4; part++) {
        uint64_t mixed = (number * 4 + part) * 0x9e3779b97f4a7c15u;
        mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9u;
        mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111ebu;
        sum += (mixed ^ mixed >> 31) & mask;
    }
    return (int)(sum / 4);
}

/* Gives whole buckets to ranks, in order, so that each has about as many keys: owner[b] for every bucket. */
static void share_out(const int *totals, long all_keys, int *owner) {
    long before = 0;
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        owner[bucket] = (int)(before * ranks / (all_keys ? all_keys : 1));
        before += totals[bucket];
    }
}

/* Puts the keys in the order of their buckets, and says how many go to each rank. */
static void arrange(const int *keys, int count, const int *counts, const int *owner, int *arranged, int *sent) {
    int place[BUCKETS], next = 0;
    memset(sent, 0, ranks * sizeof *sent);
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
        place[bucket] = next;
        next += counts[bucket];
        sent[owner[bucket]] += counts[bucket];
    }
    for (int i = 0; i < count; i++) arranged[place[bucket_of(keys[i])]++] = keys[i];
}

static int offsets(const int *counts, int *starts) {
    int total = 0;
    for (int peer = 0; peer < ranks; peer++) {
        starts[peer] = total;
        total += counts[peer];
    }
    return total;
}

static void sort_by_counting(int *keys, int count, int *histogram) {
    const int values = 1 << key_bits;
    memset(histogram, 0, values * sizeof *histogram);
    for (int i = 0; i < count; i++) histogram[keys[i]]++;
    int next = 0;
    for (int key = 0; key < values; key++)
        for (int times = histogram[key]; times > 0; times--) keys[next++] = key;
}

/* Whether keys rise within each rank and from rank to rank. Ranks without keys pass on what they receive. */
static int is_sorted(const int *keys, int count) {
    int left = -1, fine = 1;
    if (rank > 0) MPI_Recv(&left, 1, MPI_INT, rank - 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    int last = count > 0 ? keys[count - 1] : left;
    if (rank + 1 < ranks) MPI_Send(&last, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) fine &= (i > 0 ? keys[i - 1] : left) <= keys[i];
    return fine;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int count = argc > 1 ? atoi(argv[1]) : 1 << 18, iterations = argc > 2 ? atoi(argv[2]) : 10;
    if (argc > 3) key_bits = atoi(argv[3]);
    if (key_bits < BUCKET_BITS || key_bits > MOST_KEY_BITS) {
        fprintf(stderr, "integer_sort: keys have %d to %d bits\n", BUCKET_BITS, MOST_KEY_BITS);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    long all_keys = (long)count * ranks;
    int *keys = memory(count * sizeof *keys), *arranged = memory(count * sizeof *arranged);
    int *histogram = memory(((size_t)1 << key_bits) * sizeof *histogram);
    int *sent = memory(4 * ranks * sizeof *sent), *got = sent + ranks, *sent_at = got + ranks, *got_at = sent_at + ranks;
    int fine = 1;
    uint64_t checksum = 0;
    double seconds = 0;
    for (int iteration = 0; iteration < iterations; iteration++) {
        for (int i = 0; i < count; i++) keys[i] = key_of((uint64_t)iteration * all_keys + (uint64_t)rank * count + i);
        MPI_Barrier(MPI_COMM_WORLD);
        double start = MPI_Wtime();
        int counts[BUCKETS] = {0}, totals[BUCKETS], owner[BUCKETS];
        for (int i = 0; i < count; i++) counts[bucket_of(keys[i])]++;
        MPI_Allreduce(counts, totals, BUCKETS, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        share_out(totals, all_keys, owner);
        arrange(keys, count, counts, owner, arranged, sent);
        MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD);
        offsets(sent, sent_at);
        int mine = offsets(got, got_at);
        int *sorted = memory(mine * sizeof *sorted);
        MPI_Alltoallv(arranged, sent, sent_at, MPI_INT, sorted, got, got_at, MPI_INT, MPI_COMM_WORLD);
        sort_by_counting(sorted, mine, histogram);
        seconds += MPI_Wtime() - start;

        fine &= is_sorted(sorted, mine);
        long first = 0, length = mine, sum = 0;
        MPI_Exscan(&length, &first, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        if (rank == 0) first = 0;
        for (int i = 0; i < mine; i++) checksum += (uint64_t)sorted[i] * (uint64_t)(first + i + 1);
        MPI_Allreduce(&length, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
        fine &= sum == all_keys;
        free(sorted);
    }
    int all_fine;
    uint64_t all_checksums = 0;
    double slowest = 0;
    MPI_Allreduce(&fine, &all_fine, 1, MPI_INT, MPI_LAND, MPI_COMM_WORLD);
    MPI_Reduce(&checksum, &all_checksums, 1, MPI_UINT64_T, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Reduce(&seconds, &slowest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("integer_sort: %ld keys on %d ranks, %d times: %s, checksum %016llx\n", all_keys, ranks, iterations,
               all_fine ? "sorted" : "NOT SORTED", (unsigned long long)all_checksums);
        printf("seconds %.6f\n", slowest);
    }
    free(keys), free(arranged), free(histogram), free(sent);
    MPI_Finalize();
    return all_fine ? 0 : 1;
}

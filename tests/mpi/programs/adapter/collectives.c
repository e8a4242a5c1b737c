// SPDX-License-Identifier: MIT OR Apache-2.0
// Every blocking collective call, with MPI_IN_PLACE where it is allowed, with arrays of datatypes, and every predefined
// operation. Any number of ranks.
#include "check.h"

enum { MOST = 16 };

static int counts[MOST], displacements[MOST], total;

// Rank r has r + 1 elements.
static void prepare(void) {
    for (int other = 0; other < size; other++) {
        counts[other] = other + 1;
        displacements[other] = total;
        total += other + 1;
    }
}

static void rooted(void) {
    section("rooted");
    for (int root = 0; root < size; root++) {
        int value = rank == root ? 40 + root : -1, all[MOST], many[MOST * MOST], own[MOST];
        DO(MPI_Bcast(&value, 1, MPI_INT, root, MPI_COMM_WORLD));
        EQUAL(value, 40 + root);
        value = 100 * root + rank;
        memset(all, -1, sizeof all);
        DO(MPI_Gather(&value, 1, MPI_INT, rank == root ? all : NULL, 1, MPI_INT, root, MPI_COMM_WORLD));
        if (rank == root)
            for (int other = 0; other < size; other++) EQUAL(all[other], 100 * root + other);
        all[rank] = value + 1;
        DO(MPI_Gather(rank == root ? MPI_IN_PLACE : &all[rank], 1, MPI_INT, all, 1, MPI_INT, root, MPI_COMM_WORLD));
        if (rank == root)
            for (int other = 0; other < size; other++) EQUAL(all[other], 100 * root + other + 1);
        value = -1;
        DO(MPI_Scatter(all, 1, MPI_INT, rank == root ? MPI_IN_PLACE : &value, 1, MPI_INT, root, MPI_COMM_WORLD));
        if (rank != root) EQUAL(value, 100 * root + rank + 1);
        for (int index = 0; index <= rank; index++) own[index] = 10 * rank + index;
        DO(MPI_Gatherv(own, rank + 1, MPI_INT, many, counts, displacements, MPI_INT, root, MPI_COMM_WORLD));
        if (rank == root)
            for (int other = 0; other < size; other++)
                for (int index = 0; index <= other; index++) EQUAL(many[displacements[other] + index], 10 * other + index);
        memset(own, -1, sizeof own);
        DO(MPI_Scatterv(many, counts, displacements, MPI_INT, own, rank + 1, MPI_INT, root, MPI_COMM_WORLD));
        for (int index = 0; index <= rank; index++) EQUAL(own[index], 10 * rank + index);
    }
    say("broadcast, gather, scatter from every root");
}

static void to_all(void) {
    section("to all");
    int value = rank * rank, all[MOST], many[MOST * MOST], own[MOST];
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_Allgather(&value, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(all[other], other * other);
    memset(all, -1, sizeof all);
    all[rank] = 5 + rank;
    DO(MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 1, MPI_INT, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(all[other], 5 + other);
    for (int index = 0; index <= rank; index++) own[index] = 10 * rank + index;
    DO(MPI_Allgatherv(own, rank + 1, MPI_INT, many, counts, displacements, MPI_INT, MPI_COMM_WORLD));
    EQUAL(many[total - 1], 10 * (size - 1) + size - 1);
    DO(MPI_Allgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, many, counts, displacements, MPI_INT, MPI_COMM_WORLD));
    EQUAL(many[total - 1], 10 * (size - 1) + size - 1);
    int out[MOST], in[MOST];
    for (int other = 0; other < size; other++) out[other] = 100 * rank + other;
    DO(MPI_Alltoall(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(in[other], 100 * other + rank);
    DO(MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(in[other], 100 * rank + other);
    say("all ranks to all ranks");
}

static void to_all_with_types(void) {
    section("to all with types");
    int ones[MOST], places[MOST], byte_places[MOST], out[MOST], in[MOST];
    MPI_Datatype types[MOST], pair;
    for (int other = 0; other < size; other++) {
        ones[other] = 1;
        places[other] = size - 1 - other;
        byte_places[other] = (int)sizeof(int) * other;
        types[other] = other % 2 ? MPI_INT : MPI_INT32_T;
        out[size - 1 - other] = 100 * rank + other;
    }
    DO(MPI_Alltoallv(out, ones, places, MPI_INT, in, ones, places, MPI_INT, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(in[size - 1 - other], 100 * other + rank);
    DO(MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, in, ones, places, MPI_INT, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(in[size - 1 - other], 100 * rank + other);
    for (int other = 0; other < size; other++) out[other] = 7 * rank + other;
    // Predefined and derived ones in the same array.
    DO(MPI_Type_contiguous(1, MPI_INT, &pair));
    DO(MPI_Type_commit(&pair));
    types[0] = pair;
    DO(MPI_Alltoallw(out, ones, byte_places, types, in, ones, byte_places, types, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(in[other], 7 * other + rank);
    DO(MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, in, ones, byte_places, types, MPI_COMM_WORLD));
    for (int other = 0; other < size; other++) EQUAL(in[other], 7 * rank + other);
    HOLDS(types[0] == pair);
    DO(MPI_Type_free(&pair));
    say("arrays of datatypes");
}

static void reductions(void) {
    section("reductions");
    int values[MOST], sums[MOST], sum = -1, all = size * (size - 1) / 2;
    for (int root = 0; root < size; root++) {
        sum = -1;
        DO(MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
        if (rank == root) EQUAL(sum, all);
        sum = rank;
        DO(MPI_Reduce(rank == root ? MPI_IN_PLACE : &sum, &sum, 1, MPI_INT, MPI_SUM, root, MPI_COMM_WORLD));
        if (rank == root) EQUAL(sum, all);
    }
    DO(MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, all);
    sum = rank + 1;
    DO(MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, all + size);
    for (int other = 0; other < size; other++) values[other] = rank + other;
    DO(MPI_Reduce_scatter_block(values, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, all + size * rank);
    int ones[MOST];
    for (int other = 0; other < size; other++) ones[other] = 1;
    DO(MPI_Reduce_scatter(values, sums, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sums[0], all + size * rank);
    DO(MPI_Reduce_scatter(MPI_IN_PLACE, values, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(values[0], all + size * rank);
    DO(MPI_Scan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, rank * (rank + 1) / 2);
    sum = rank;
    DO(MPI_Scan(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    EQUAL(sum, rank);
    sum = -5;
    DO(MPI_Exscan(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, rank == 0 ? -5 : rank * (rank - 1) / 2);
    sum = rank;
    DO(MPI_Exscan(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, rank == 0 ? 0 : rank * (rank - 1) / 2);
    int left = 6, right = 7;
    DO(MPI_Reduce_local(&left, &right, 1, MPI_INT, MPI_PROD));
    EQUAL(right, 42);
    say("to one, to all, scattered, prefixes, local");
}

#define REDUCES(c_type, type, operation, left, right, expected)                     \
    do {                                                                            \
        c_type left_value = (left), right_value = (right);                          \
        DO(MPI_Reduce_local(&left_value, &right_value, 1, type, operation));        \
        CHECK(right_value == (c_type)(expected), "%s of %s", #operation, #type);    \
        pairs++;                                                                    \
    } while (0)

static void operations(void) {
    section("operations");
    int pairs = 0;
    REDUCES(int, MPI_INT, MPI_MAX, 3, 9, 9);
    REDUCES(int, MPI_INT, MPI_MIN, 3, 9, 3);
    REDUCES(int, MPI_INT, MPI_SUM, 3, 9, 12);
    REDUCES(int, MPI_INT, MPI_PROD, 3, 9, 27);
    REDUCES(int, MPI_INT, MPI_LAND, 3, 0, 0);
    REDUCES(int, MPI_INT, MPI_LOR, 3, 0, 1);
    REDUCES(int, MPI_INT, MPI_LXOR, 3, 9, 0);
    REDUCES(int, MPI_INT, MPI_BAND, 12, 10, 8);
    REDUCES(int, MPI_INT, MPI_BOR, 12, 10, 14);
    REDUCES(int, MPI_INT, MPI_BXOR, 12, 10, 6);
    REDUCES(signed char, MPI_SIGNED_CHAR, MPI_SUM, 3, -9, -6);
    // MPICH 4.0 takes large ones for negative when it compares.
    REDUCES(unsigned char, MPI_UNSIGNED_CHAR, MPI_SUM, 200, 9, 209);
    REDUCES(short, MPI_SHORT, MPI_MIN, -3, 9, -3);
    REDUCES(unsigned short, MPI_UNSIGNED_SHORT, MPI_SUM, 60000, 9, 60009);
    REDUCES(unsigned, MPI_UNSIGNED, MPI_SUM, 4000000000u, 9, 4000000009u);
    REDUCES(long, MPI_LONG, MPI_SUM, 1L << 40, 1, (1L << 40) + 1);
    REDUCES(unsigned long, MPI_UNSIGNED_LONG, MPI_BOR, 1ul << 63, 1, (1ul << 63) + 1);
    REDUCES(long long, MPI_LONG_LONG, MPI_PROD, 1LL << 40, 3, 3LL << 40);
    REDUCES(long long, MPI_LONG_LONG_INT, MPI_SUM, 4, 3, 7);
    REDUCES(unsigned long long, MPI_UNSIGNED_LONG_LONG, MPI_BXOR, 4, 3, 7);
    REDUCES(float, MPI_FLOAT, MPI_SUM, 0.5f, 0.25f, 0.75f);
    REDUCES(double, MPI_DOUBLE, MPI_PROD, 0.5, 0.25, 0.125);
    REDUCES(long double, MPI_LONG_DOUBLE, MPI_MAX, 0.5L, 0.25L, 0.5L);
    REDUCES(signed char, MPI_INT8_T, MPI_SUM, 1, 2, 3);
    REDUCES(short, MPI_INT16_T, MPI_SUM, 1, 2, 3);
    REDUCES(int, MPI_INT32_T, MPI_SUM, 1, 2, 3);
    REDUCES(long, MPI_INT64_T, MPI_SUM, 1, 2, 3);
    REDUCES(unsigned char, MPI_UINT8_T, MPI_SUM, 1, 2, 3);
    REDUCES(unsigned short, MPI_UINT16_T, MPI_SUM, 1, 2, 3);
    REDUCES(unsigned, MPI_UINT32_T, MPI_SUM, 1, 2, 3);
    REDUCES(unsigned long, MPI_UINT64_T, MPI_SUM, 1, 2, 3);
    REDUCES(_Bool, MPI_C_BOOL, MPI_LXOR, 1, 0, 1);
    REDUCES(MPI_Aint, MPI_AINT, MPI_SUM, 1, 2, 3);
    REDUCES(MPI_Offset, MPI_OFFSET, MPI_SUM, 1, 2, 3);
    REDUCES(MPI_Count, MPI_COUNT, MPI_SUM, 1, 2, 3);
    REDUCES(unsigned char, MPI_BYTE, MPI_BAND, 6, 3, 2);
    REDUCES(float _Complex, MPI_C_FLOAT_COMPLEX, MPI_SUM, 1.0f, 2.0f, 3.0f);
    REDUCES(double _Complex, MPI_C_DOUBLE_COMPLEX, MPI_PROD, 2.0, 3.0, 6.0);
    say("%d pairs of operation and type", pairs);
}

static void locations(void) {
    section("locations");
    struct { float value; int index; } float_in = {rank, rank}, float_out;
    struct { double value; int index; } double_in = {-rank, rank}, double_out;
    struct { long value; int index; } long_in = {rank % 2, rank}, long_out;
    struct { int value; int index; } int_in = {7, 5 + rank}, int_out;
    struct { short value; int index; } short_in = {(short)rank, rank}, short_out;
    struct { long double value; int index; } quad_in = {rank, rank}, quad_out;
    DO(MPI_Allreduce(&float_in, &float_out, 1, MPI_FLOAT_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    DO(MPI_Allreduce(&double_in, &double_out, 1, MPI_DOUBLE_INT, MPI_MINLOC, MPI_COMM_WORLD));
    DO(MPI_Allreduce(&long_in, &long_out, 1, MPI_LONG_INT, MPI_MINLOC, MPI_COMM_WORLD));
    DO(MPI_Allreduce(&int_in, &int_out, 1, MPI_2INT, MPI_MAXLOC, MPI_COMM_WORLD));
    DO(MPI_Allreduce(&short_in, &short_out, 1, MPI_SHORT_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    DO(MPI_Allreduce(&quad_in, &quad_out, 1, MPI_LONG_DOUBLE_INT, MPI_MAXLOC, MPI_COMM_WORLD));
    EQUAL(float_out.index, size - 1);
    EQUAL(double_out.index, size - 1);
    EQUAL(long_out.index, 0);
    EQUAL(int_out.index, 5);
    EQUAL(short_out.index, size - 1);
    EQUAL(quad_out.index, size - 1);
    say("6 pairs of value and index");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    CHECK(size <= MOST, "too many ranks");
    prepare();
    rooted();
    to_all();
    to_all_with_types();
    reductions();
    operations();
    locations();
    return finish();
}

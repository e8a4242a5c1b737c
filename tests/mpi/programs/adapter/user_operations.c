// SPDX-License-Identifier: MIT OR Apache-2.0
// Operations of the program's own: they are called with the datatype that the program knows, predefined or derived, in
// every kind of reduction, and may be freed while a call goes on. Any number of ranks.
#include "check.h"

enum { MANY = 40 };

static int calls, elements;
static MPI_Datatype expected_type;

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    HOLDS(*type == expected_type);
    calls++;
    elements += *length;
    for (int index = 0; index < *length; index++) ((int *)inout)[index] += ((int *)in)[index];
}

// Composition of x -> a x + b: associative, not commutative.
struct affine {
    long factor, term;
};

static MPI_Datatype affine_type;

static void compose(void *in, void *inout, int *length, MPI_Datatype *type) {
    HOLDS(*type == affine_type);
    int integers, addresses, types, combiner;
    // What a datatype is made of must be visible from within.
    DO(MPI_Type_get_envelope(*type, &integers, &addresses, &types, &combiner));
    EQUAL(combiner, MPI_COMBINER_CONTIGUOUS);
    int bytes;
    DO(MPI_Type_size(*type, &bytes));
    EQUAL(bytes, sizeof(struct affine));
    struct affine *left = in, *right = inout;
    for (int index = 0; index < *length; index++) {
        struct affine both = {left[index].factor * right[index].factor,
                              left[index].term * right[index].factor + right[index].term};
        right[index] = both;
    }
    calls++;
}

static struct affine of_rank(int which) {
    struct affine result = {which + 2, which + 1};
    return result;
}

static struct affine up_to(int last) {
    struct affine result = of_rank(0);
    for (int which = 1; which <= last; which++) {
        struct affine right = of_rank(which);
        result.term = result.term * right.factor + right.term;
        result.factor *= right.factor;
    }
    return result;
}

static void predefined_type(void) {
    section("predefined type");
    MPI_Op operation;
    int commutative = -1, in[3] = {rank, 1, 2}, out[3];
    DO(MPI_Op_create(add, 1, &operation));
    HOLDS(operation != MPI_OP_NULL);
    DO(MPI_Op_commutative(operation, &commutative));
    EQUAL(commutative, 1);
    expected_type = MPI_INT;
    calls = elements = 0;
    DO(MPI_Allreduce(in, out, 3, MPI_INT, operation, MPI_COMM_WORLD));
    EQUAL(out[0], size * (size - 1) / 2);
    EQUAL(out[1], size);
    EQUAL(out[2], 2 * size);
    calls = elements = 0;
    DO(MPI_Reduce_local(in, out, 3, MPI_INT, operation));
    HOLDS(calls >= 1);
    EQUAL(elements, 3);
    EQUAL(out[1], size + 1);
    DO(MPI_Op_free(&operation));
    HOLDS(operation == MPI_OP_NULL);
    say("sums");
}

static void derived_type(void) {
    section("derived type");
    MPI_Op operation;
    int commutative = -1;
    struct affine in = of_rank(rank), out = {-1, -1}, expected = up_to(size - 1), before = up_to(rank > 0 ? rank - 1 : 0),
                  own = up_to(rank);
    DO(MPI_Type_contiguous(2, MPI_LONG, &affine_type));
    DO(MPI_Type_commit(&affine_type));
    DO(MPI_Op_create(compose, 0, &operation));
    DO(MPI_Op_commutative(operation, &commutative));
    EQUAL(commutative, 0);
    DO(MPI_Allreduce(&in, &out, 1, affine_type, operation, MPI_COMM_WORLD));
    EQUAL(out.factor, expected.factor);
    EQUAL(out.term, expected.term);
    DO(MPI_Scan(&in, &out, 1, affine_type, operation, MPI_COMM_WORLD));
    EQUAL(out.term, own.term);
    DO(MPI_Exscan(&in, &out, 1, affine_type, operation, MPI_COMM_WORLD));
    if (rank > 0) EQUAL(out.term, before.term);
    DO(MPI_Reduce(&in, &out, 1, affine_type, operation, 0, MPI_COMM_WORLD));
    if (rank == 0) EQUAL(out.term, expected.term);
    struct affine all[16];
    for (int other = 0; other < size; other++) all[other] = in;
    DO(MPI_Reduce_scatter_block(all, &out, 1, affine_type, operation, MPI_COMM_WORLD));
    EQUAL(out.term, expected.term);
    // Both go while the call is on its way.
    MPI_Request requests[2];
    struct affine scanned;
    DO(MPI_Iallreduce(&in, &out, 1, affine_type, operation, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Iscan(&in, &scanned, 1, affine_type, operation, MPI_COMM_WORLD, &requests[1]));
    DO(MPI_Op_free(&operation));
    HOLDS(operation == MPI_OP_NULL);
    DO(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EQUAL(out.term, expected.term);
    EQUAL(scanned.term, own.term);
    DO(MPI_Type_free(&affine_type));
    if (size == 2) say("x -> %ld x + %ld", expected.factor, expected.term);
}

#define OPERATION(number)                                                             \
    static void times_##number(void *in, void *inout, int *length, MPI_Datatype *type) { \
        (void)type;                                                                   \
        for (int index = 0; index < *length; index++)                                 \
            ((int *)inout)[index] = number + ((int *)in)[index] + ((int *)inout)[index]; \
    }
OPERATION(0) OPERATION(1) OPERATION(2) OPERATION(3)

// More than a few at once, freed in another order, made again: each keeps its own function.
static void many(void) {
    section("many");
    static MPI_User_function *functions[] = {times_0, times_1, times_2, times_3};
    MPI_Op operations[MANY];
    for (int round = 0; round < 5; round++) {
        for (int index = 0; index < MANY; index++)
            DO(MPI_Op_create(functions[(index + round) % 4], 1, &operations[index]));
        for (int index = 0; index < MANY; index++) {
            int left = 10, right = 100;
            DO(MPI_Reduce_local(&left, &right, 1, MPI_INT, operations[index]));
            EQUAL(right, 110 + (index + round) % 4);
        }
        for (int index = 0; index < MANY; index++) DO(MPI_Op_free(&operations[(index * 7) % MANY]));
    }
    say("%d at once", MANY);
}

static void predefined_operations(void) {
    section("predefined operations");
    MPI_Op all[] = {MPI_MAX, MPI_MIN, MPI_SUM, MPI_PROD, MPI_LAND, MPI_BAND, MPI_LOR,
                    MPI_BOR, MPI_LXOR, MPI_BXOR, MPI_MINLOC, MPI_MAXLOC};
    for (size_t index = 0; index < sizeof all / sizeof all[0]; index++) {
        int commutative = -1;
        DO(MPI_Op_commutative(all[index], &commutative));
        EQUAL(commutative, 1);
    }
    say("all commute");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    CHECK(size <= 16, "too many ranks");
    predefined_type();
    derived_type();
    many();
    predefined_operations();
    return finish();
}

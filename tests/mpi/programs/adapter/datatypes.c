// SPDX-License-Identifier: MIT OR Apache-2.0
// Constructors of datatypes, what they say about themselves, packing, and messages made of them. Any number of ranks.
#include "check.h"

static const struct named combiners[] = {
    NAMED(MPI_COMBINER_NAMED),          NAMED(MPI_COMBINER_DUP),          NAMED(MPI_COMBINER_CONTIGUOUS),
    NAMED(MPI_COMBINER_VECTOR),         NAMED(MPI_COMBINER_HVECTOR),      NAMED(MPI_COMBINER_INDEXED),
    NAMED(MPI_COMBINER_HINDEXED),       NAMED(MPI_COMBINER_INDEXED_BLOCK), NAMED(MPI_COMBINER_HINDEXED_BLOCK),
    NAMED(MPI_COMBINER_STRUCT),         NAMED(MPI_COMBINER_SUBARRAY),     NAMED(MPI_COMBINER_DARRAY),
    NAMED(MPI_COMBINER_F90_REAL),       NAMED(MPI_COMBINER_F90_COMPLEX),  NAMED(MPI_COMBINER_F90_INTEGER),
    NAMED(MPI_COMBINER_RESIZED),
};

static int bytes_of(MPI_Datatype type) {
    int bytes = -1;
    DO(MPI_Type_size(type, &bytes));
    return bytes;
}

static int combiner_of(MPI_Datatype type) {
    int integers, addresses, types, combiner = -1;
    DO(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    return combiner;
}

// Prints the type, checks it against its bytes and extent, and sends four integers from it to itself.
static void tell(const char *how, MPI_Datatype type, int bytes, int extent) {
    MPI_Aint lower = -1, true_lower = -1, got_extent = -1, true_extent = -1;
    MPI_Count lower_x = -1, extent_x = -1, bytes_x = -1;
    EQUAL(bytes_of(type), bytes);
    DO(MPI_Type_get_extent(type, &lower, &got_extent));
    EQUAL(got_extent, extent);
    DO(MPI_Type_get_extent_x(type, &lower_x, &extent_x));
    EQUAL(lower_x, lower);
    EQUAL(extent_x, extent);
    DO(MPI_Type_size_x(type, &bytes_x));
    EQUAL(bytes_x, bytes);
    DO(MPI_Type_get_true_extent(type, &true_lower, &true_extent));
    DO(MPI_Type_get_true_extent_x(type, &lower_x, &extent_x));
    EQUAL(lower_x, true_lower);
    EQUAL(extent_x, true_extent);
    int integers, addresses, types, combiner;
    DO(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    say("%s: %s of %d integers, %d addresses, %d types; %d bytes from %ld, extent %ld, true %ld from %ld", how,
        NAME_OF(combiners, combiner), integers, addresses, types, bytes, (long)lower, (long)got_extent,
        (long)true_extent, (long)true_lower);
}

// What it is made of: numbers summed, and the first type, which must be MPI_INT.
static void contents(MPI_Datatype type, long expected_integers, long expected_addresses) {
    int integers, addresses, types, combiner, integer_values[32];
    MPI_Aint address_values[8];
    MPI_Datatype type_values[8];
    long integer_sum = 0, address_sum = 0;
    DO(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    DO(MPI_Type_get_contents(type, integers, addresses, types, integer_values, address_values, type_values));
    for (int index = 0; index < integers; index++) integer_sum += integer_values[index];
    for (int index = 0; index < addresses; index++) address_sum += address_values[index];
    if (expected_integers >= 0) EQUAL(integer_sum, expected_integers);
    EQUAL(address_sum, expected_addresses);
    for (int index = 0; index < types; index++) {
        if (combiner_of(type_values[index]) != MPI_COMBINER_NAMED) {
            DO(MPI_Type_free(&type_values[index]));
        } else {
            HOLDS(type_values[index] == MPI_INT || type_values[index] == MPI_CHAR);
        }
    }
}

static void exchange(MPI_Datatype type, int elements) {
    int out[64], in[64], next = (rank + 1) % size, previous = (rank + size - 1) % size, count = -1;
    MPI_Status status = poisoned();
    for (int index = 0; index < 64; index++) out[index] = 100 * rank + index, in[index] = -1;
    DO(MPI_Sendrecv(out, 1, type, next, 0, in, 1, type, previous, 0, MPI_COMM_WORLD, &status));
    EQUAL(count_of(&status, type), 1);
    DO(MPI_Get_elements(&status, type, &count));
    EQUAL(count, elements);
    MPI_Count large = -1;
    DO(MPI_Get_elements_x(&status, type, &large));
    EQUAL(large, elements);
    int changed = 0;
    for (int index = 0; index < 64; index++) {
        if (in[index] != -1) {
            EQUAL(in[index], 100 * previous + index);
            changed++;
        }
    }
    EQUAL(changed, elements);
}

static void use(const char *how, MPI_Datatype type, int elements, int extent, long integers, long addresses) {
    DO(MPI_Type_commit(&type));
    tell(how, type, 4 * elements, extent);
    contents(type, integers, addresses);
    exchange(type, elements);
    DO(MPI_Type_free(&type));
    HOLDS(type == MPI_DATATYPE_NULL);
}

static void constructors(void) {
    section("constructors");
    MPI_Datatype type, other;
    int lengths[3] = {2, 1, 3}, places[3] = {0, 5, 9};
    MPI_Aint byte_places[3] = {0, 20, 36};
    DO(MPI_Type_contiguous(5, MPI_INT, &type));
    use("contiguous", type, 5, 20, 5, 0);
    DO(MPI_Type_vector(3, 2, 4, MPI_INT, &type));
    use("vector", type, 6, 40, 9, 0);
    DO(MPI_Type_create_hvector(3, 1, 12, MPI_INT, &type));
    use("hvector", type, 3, 28, 4, 12);
    DO(MPI_Type_indexed(3, lengths, places, MPI_INT, &type));
    use("indexed", type, 6, 48, 3 + 6 + 14, 0);
    DO(MPI_Type_create_hindexed(3, lengths, byte_places, MPI_INT, &type));
    use("hindexed", type, 6, 48, 3 + 6, 56);
    DO(MPI_Type_create_indexed_block(3, 2, places, MPI_INT, &type));
    use("indexed_block", type, 6, 44, 3 + 2 + 14, 0);
    DO(MPI_Type_create_hindexed_block(3, 2, byte_places, MPI_INT, &type));
    use("hindexed_block", type, 6, 44, 3 + 2, 56);
    DO(MPI_Type_contiguous(2, MPI_INT, &other));
    MPI_Datatype members[3] = {MPI_INT, MPI_INT, other};
    byte_places[2] = 40;
    DO(MPI_Type_create_struct(3, lengths, byte_places, members, &type));
    DO(MPI_Type_free(&other));
    use("struct", type, 9, 64, 3 + 6, 60);
    DO(MPI_Type_create_resized(MPI_INT, 0, 16, &type));
    use("resized", type, 1, 16, 0, 16);
    DO(MPI_Type_vector(2, 1, 2, MPI_INT, &other));
    DO(MPI_Type_dup(other, &type));
    DO(MPI_Type_free(&other));
    use("dup", type, 2, 12, 0, 0);
}

static void arrays(void) {
    section("arrays");
    static const struct named orders[] = {NAMED(MPI_ORDER_C), NAMED(MPI_ORDER_FORTRAN)};
    static const struct named distributions[] = {NAMED(MPI_DISTRIBUTE_BLOCK), NAMED(MPI_DISTRIBUTE_CYCLIC),
                                                 NAMED(MPI_DISTRIBUTE_NONE), NAMED(MPI_DISTRIBUTE_DFLT_DARG)};
    int sizes[2] = {4, 6}, parts[2] = {2, 3}, starts[2] = {1, 2}, values[32];
    MPI_Aint addresses[1];
    MPI_Datatype type, inner[1];
    for (int fortran = 0; fortran < 2; fortran++) {
        int order = fortran ? MPI_ORDER_FORTRAN : MPI_ORDER_C;
        DO(MPI_Type_create_subarray(2, sizes, parts, starts, order, MPI_INT, &type));
        DO(MPI_Type_get_contents(type, 8, 0, 1, values, addresses, inner));
        EQUAL(values[0], 2);
        EQUAL(values[6], 2);
        HOLDS(inner[0] == MPI_INT);
        say("subarray in %s", NAME_OF(orders, values[7]));
        use("subarray", type, 6, 96, -1, 0);
    }
    int distribution[2] = {MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC}, grid[2] = {1, 2};
    int arguments[2] = {MPI_DISTRIBUTE_DFLT_DARG, 2};
    DO(MPI_Type_create_darray(2, 1, 2, sizes, distribution, arguments, grid, MPI_ORDER_C, MPI_INT, &type));
    DO(MPI_Type_get_contents(type, 12, 0, 1, values, addresses, inner));
    say("darray of %s and %s, %s, in %s", NAME_OF(distributions, values[5]), NAME_OF(distributions, values[6]),
        NAME_OF(distributions, values[7]), NAME_OF(orders, values[11]));
    EQUAL(values[8], 2);
    use("darray", type, 8, 96, -1, 0);
    distribution[0] = MPI_DISTRIBUTE_NONE;
    grid[1] = 1;
    DO(MPI_Type_create_darray(1, 0, 2, sizes, distribution, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT, &type));
    DO(MPI_Type_get_contents(type, 12, 0, 1, values, addresses, inner));
    say("darray of %s in %s", NAME_OF(distributions, values[5]), NAME_OF(orders, values[11]));
    DO(MPI_Type_free(&type));
}

// Of the numeric types that Fortran asks for by precision only those of integers are there everywhere: MPIs without
// Fortran refuse the others.
static void parametrised(void) {
    section("match size");
    static const struct { int class, bytes; } wanted[] = {
        {MPI_TYPECLASS_INTEGER, 4}, {MPI_TYPECLASS_INTEGER, 8}, {MPI_TYPECLASS_REAL, 4},
        {MPI_TYPECLASS_REAL, 8},    {MPI_TYPECLASS_COMPLEX, 16},
    };
    int found = 0;
    for (size_t index = 0; index < sizeof wanted / sizeof wanted[0]; index++) {
        MPI_Datatype type = MPI_DATATYPE_NULL;
        int code = MPI_Type_match_size(wanted[index].class, wanted[index].bytes, &type);
        if (code != MPI_SUCCESS) continue;
        EQUAL(bytes_of(type), wanted[index].bytes);
        EQUAL(combiner_of(type), MPI_COMBINER_NAMED);
        found++;
    }
    HOLDS(found == 0 || found == 5);
    if (found == 0) skip("match size");
    else say("%d types by class and size", found);
}

static void packing(void) {
    section("packing");
    char text[6] = "dates", packed[256], external[256];
    int values[4] = {1, 2, 3, 4}, got[4] = {0}, position = 0, room = 0;
    MPI_Aint external_position = 0, external_room = 0;
    char got_text[6] = "";
    DO(MPI_Pack_size(4, MPI_INT, MPI_COMM_WORLD, &room));
    HOLDS(room >= 16);
    DO(MPI_Pack(values, 4, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD));
    DO(MPI_Pack(text, 6, MPI_CHAR, packed, sizeof packed, &position, MPI_COMM_WORLD));
    int used = position, next = (rank + 1) % size;
    MPI_Status status = poisoned();
    DO(MPI_Sendrecv_replace(packed, used, MPI_PACKED, next, 0, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status));
    EQUAL(count_of(&status, MPI_PACKED), used);
    position = 0;
    DO(MPI_Unpack(packed, used, &position, got, 4, MPI_INT, MPI_COMM_WORLD));
    DO(MPI_Unpack(packed, used, &position, got_text, 6, MPI_CHAR, MPI_COMM_WORLD));
    EQUAL(position, used);
    EQUAL(got[3], 4);
    SAME_TEXT(got_text, "dates");
    DO(MPI_Pack_external_size("external32", 4, MPI_INT, &external_room));
    EQUAL(external_room, 16);
    DO(MPI_Pack_external("external32", values, 4, MPI_INT, external, sizeof external, &external_position));
    EQUAL(external_position, 16);
    EQUAL(external[3], 1);
    EQUAL(external[15], 4);
    external_position = 0;
    memset(got, 0, sizeof got);
    DO(MPI_Unpack_external("external32", external, 16, &external_position, got, 4, MPI_INT));
    EQUAL(got[3], 4);
    say("%s, %d", got_text, got[3]);
}

#define SIZE_OF(type, c_type)               \
    do {                                    \
        EQUAL(bytes_of(type), sizeof(c_type)); \
        count++;                            \
    } while (0)

static void predefined(void) {
    section("predefined");
    int count = 0;
    SIZE_OF(MPI_CHAR, char);
    SIZE_OF(MPI_SIGNED_CHAR, char);
    SIZE_OF(MPI_UNSIGNED_CHAR, char);
    SIZE_OF(MPI_BYTE, char);
    SIZE_OF(MPI_PACKED, char);
    SIZE_OF(MPI_WCHAR, wchar_t);
    SIZE_OF(MPI_SHORT, short);
    SIZE_OF(MPI_UNSIGNED_SHORT, short);
    SIZE_OF(MPI_INT, int);
    SIZE_OF(MPI_UNSIGNED, int);
    SIZE_OF(MPI_LONG, long);
    SIZE_OF(MPI_UNSIGNED_LONG, long);
    SIZE_OF(MPI_LONG_LONG_INT, long long);
    SIZE_OF(MPI_LONG_LONG, long long);
    SIZE_OF(MPI_UNSIGNED_LONG_LONG, long long);
    SIZE_OF(MPI_FLOAT, float);
    SIZE_OF(MPI_DOUBLE, double);
    SIZE_OF(MPI_LONG_DOUBLE, long double);
    SIZE_OF(MPI_C_BOOL, _Bool);
    SIZE_OF(MPI_C_COMPLEX, float _Complex);
    SIZE_OF(MPI_C_FLOAT_COMPLEX, float _Complex);
    SIZE_OF(MPI_C_DOUBLE_COMPLEX, double _Complex);
    SIZE_OF(MPI_C_LONG_DOUBLE_COMPLEX, long double _Complex);
    SIZE_OF(MPI_INT8_T, char);
    SIZE_OF(MPI_INT16_T, short);
    SIZE_OF(MPI_INT32_T, int);
    SIZE_OF(MPI_INT64_T, long);
    SIZE_OF(MPI_UINT8_T, char);
    SIZE_OF(MPI_UINT16_T, short);
    SIZE_OF(MPI_UINT32_T, int);
    SIZE_OF(MPI_UINT64_T, long);
    SIZE_OF(MPI_AINT, MPI_Aint);
    SIZE_OF(MPI_OFFSET, MPI_Offset);
    SIZE_OF(MPI_COUNT, MPI_Count);
    EQUAL(bytes_of(MPI_2INT), 8);
    EQUAL(bytes_of(MPI_FLOAT_INT), 8);
    EQUAL(bytes_of(MPI_DOUBLE_INT), 12);
    EQUAL(bytes_of(MPI_LONG_INT), 12);
    EQUAL(bytes_of(MPI_SHORT_INT), 6);
    EQUAL(bytes_of(MPI_LONG_DOUBLE_INT), 20);
    say("%d of their size, 6 pairs", count);
}

static void addresses(void) {
    section("addresses");
    struct { int first; char gap[100]; int second; } record = {rank, "", 100 + rank}, got;
    MPI_Aint first = 0, second = 0;
    MPI_Datatype type;
    memset(&got, -1, sizeof got);
    DO(MPI_Get_address(&record.first, &first));
    DO(MPI_Get_address(&record.second, &second));
    EQUAL(MPI_Aint_diff(second, first), 104);
    EQUAL(MPI_Aint_add(first, 104), second);
    // Absolute addresses, from MPI_BOTTOM.
    MPI_Aint places[2] = {first, second};
    DO(MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &type));
    DO(MPI_Type_commit(&type));
    int values[2] = {-1, -1};
    DO(MPI_Sendrecv(MPI_BOTTOM, 1, type, rank, 0, values, 2, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EQUAL(values[0], rank);
    EQUAL(values[1], 100 + rank);
    values[1] = 55;
    DO(MPI_Sendrecv(values, 2, MPI_INT, rank, 0, MPI_BOTTOM, 1, type, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EQUAL(record.second, 55);
    DO(MPI_Bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD));
    EQUAL(record.first, 0);
    DO(MPI_Type_free(&type));
    say("absolute ones from MPI_BOTTOM");
}

// A message that ends within a datatype.
static void partial(void) {
    section("partial");
    MPI_Datatype type;
    MPI_Status status = poisoned();
    int out[5] = {1, 2, 3, 4, 5}, in[8], elements = -1;
    DO(MPI_Type_contiguous(2, MPI_INT, &type));
    DO(MPI_Type_commit(&type));
    DO(MPI_Sendrecv(out, 5, MPI_INT, rank, 0, in, 4, type, rank, 0, MPI_COMM_WORLD, &status));
    EQUAL(count_of(&status, type), MPI_UNDEFINED);
    DO(MPI_Get_elements(&status, type, &elements));
    EQUAL(elements, 5);
    // Of a basic type: MPICH 4 counts derived ones as a whole.
    DO(MPI_Status_set_elements(&status, MPI_INT, 4));
    EQUAL(count_of(&status, type), 2);
    DO(MPI_Status_set_elements_x(&status, MPI_INT, 6));
    EQUAL(count_of(&status, MPI_INT), 6);
    DO(MPI_Type_free(&type));
    say("%d elements", elements);
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    constructors();
    arrays();
    parametrised();
    packing();
    predefined();
    addresses();
    partial();
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Every constructor of datatypes, as filetype and in memory, compared with what MPI_Pack makes of the same type; types
// that are freed before they are used, and handles that come back as another type.
#include "check.h"

enum { ROOM = 4096 };

static unsigned char memory[ROOM], packed[ROOM], back[ROOM];

// An array of 8 by 10 ints over 2 by 2 processes, cyclic by two and in blocks: the second process in C's order, or the
// third in Fortran's.
static MPI_Datatype rows(int in_fortran) {
    const int in_c[4] = {5, 15, 45, 55}, fortran[10] = {2, 6, 10, 14, 18, 22, 26, 30, 34, 38};
    MPI_Datatype pieces, type;
    if (in_fortran)
        DO(MPI_Type_create_indexed_block(10, 2, fortran, MPI_INT, &pieces));
    else
        DO(MPI_Type_create_indexed_block(4, 5, in_c, MPI_INT, &pieces));
    DO(MPI_Type_create_resized(pieces, 0, 80 * sizeof(int), &type));
    DO(MPI_Type_free(&pieces));
    DO(MPI_Type_commit(&type));
    return type;
}

// Types of at most ROOM / 4 bytes extent that begin at or behind their origin and whose bytes ascend.
// With `plain`, arrays that are spread over processes are made of other constructors, as not every MPI packs them
// rightly.
static MPI_Datatype make(int which, int plain) {
    MPI_Datatype type = MPI_DATATYPE_NULL, inner;
    int lengths[3] = {2, 1, 3}, indices[3] = {0, 5, 9};
    MPI_Aint places[3] = {0, 40, 88};
    MPI_Datatype types[3] = {MPI_INT, MPI_DOUBLE, MPI_CHAR};
    int sizes[3] = {4, 5, 6}, parts[3] = {2, 3, 2}, starts[3] = {1, 1, 3};
    int distributions[2] = {MPI_DISTRIBUTE_CYCLIC, MPI_DISTRIBUTE_BLOCK};
    int arguments[2] = {2, MPI_DISTRIBUTE_DFLT_DARG}, grid[2] = {2, 2}, array[2] = {8, 10};
    switch (which) {
    case 0: DO(MPI_Type_contiguous(7, MPI_INT, &type)); break;
    case 1: DO(MPI_Type_vector(4, 2, 5, MPI_INT, &type)); break;
    case 2: DO(MPI_Type_create_hvector(4, 3, 22, MPI_SHORT, &type)); break;
    case 3: DO(MPI_Type_indexed(3, lengths, indices, MPI_INT, &type)); break;
    case 4: DO(MPI_Type_create_hindexed(3, lengths, places, MPI_INT, &type)); break;
    case 5: DO(MPI_Type_create_indexed_block(3, 2, indices, MPI_FLOAT, &type)); break;
    case 6: DO(MPI_Type_create_hindexed_block(3, 2, places, MPI_FLOAT, &type)); break;
    case 7: DO(MPI_Type_create_struct(3, lengths, places, types, &type)); break;
    case 8: DO(MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_C, MPI_SHORT, &type)); break;
    case 9: DO(MPI_Type_create_subarray(3, sizes, parts, starts, MPI_ORDER_FORTRAN, MPI_INT, &type)); break;
    case 10:
        if (plain) return rows(0);
        DO(MPI_Type_create_darray(4, 1, 2, array, distributions, arguments, grid, MPI_ORDER_C, MPI_INT, &type));
        break;
    case 11:
        if (plain) return rows(1);
        DO(MPI_Type_create_darray(4, 2, 2, array, distributions, arguments, grid, MPI_ORDER_FORTRAN, MPI_INT, &type));
        break;
    case 12: DO(MPI_Type_create_resized(MPI_INT, 0, 12, &type)); break;
    case 13: DO(MPI_Type_dup(MPI_DOUBLE, &type)); break;
    case 14: DO(MPI_Type_dup(MPI_DOUBLE_INT, &type)); break;
    case 15: DO(MPI_Type_dup(MPI_SHORT_INT, &type)); break;
    case 16: DO(MPI_Type_dup(MPI_LONG_DOUBLE_INT, &type)); break;
    case 17: DO(MPI_Type_create_f90_real(10, 100, &inner)); goto of_inner;
    case 18: DO(MPI_Type_create_f90_integer(12, &inner)); goto of_inner;
    case 19: DO(MPI_Type_create_f90_complex(5, 10, &inner)); goto of_inner;
    case 20: DO(MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 8, &inner)); goto of_inner;
    case 21: inner = MPI_C_DOUBLE_COMPLEX; goto of_inner;
    case 22: inner = MPI_2INT; goto of_inner;
    case 23: inner = MPI_INT64_T; goto of_inner;
    case 24: inner = MPI_C_BOOL; goto of_inner;
    case 25: inner = MPI_WCHAR; goto of_inner;
    of_inner:
        DO(MPI_Type_vector(3, 2, 4, inner, &type));
        break;
    case 26:
    case 27:
    case 28: {
        // Nested: the inner type is freed before anybody uses the outer.
        MPI_Datatype middle;
        inner = make(which == 26 ? 1 : which == 27 ? 7 : 10, plain);
        DO(MPI_Type_create_resized(inner, 0, 400, &middle));
        DO(MPI_Type_free(&inner));
        DO(MPI_Type_contiguous(2, middle, &type));
        DO(MPI_Type_free(&middle));
        break;
    }
    default: return MPI_DATATYPE_NULL;
    }
    DO(MPI_Type_commit(&type));
    return type;
}

// Writes `count` elements from memory, contiguous in the file, and reads them back into other memory.
static void in_memory(MPI_File file, int which, MPI_Datatype plain, int count, int packed_bytes) {
    MPI_Datatype type = make(which, 0);
    MPI_Status status;
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    DO(MPI_File_set_size(file, 0));
    DO(MPI_File_write_at(file, 0, memory, count, type, &status));
    CHECK(count_of(&status, type) == count, "type %d: wrote %d", which, count_of(&status, type));
    DO(MPI_File_read_at(file, 0, back, ROOM, MPI_BYTE, &status));
    CHECK(count_of(&status, MPI_BYTE) == packed_bytes, "type %d: %d bytes", which, count_of(&status, MPI_BYTE));
    CHECK(memcmp(back, packed, packed_bytes) == 0, "type %d: its bytes are others than MPI_Pack's", which);
    unsigned char expected[ROOM];
    int position = 0;
    memset(back, 0xee, ROOM);
    memset(expected, 0xee, ROOM);
    DO(MPI_Unpack(packed, packed_bytes, &position, expected, count, plain, MPI_COMM_SELF));
    DO(MPI_File_read_at(file, 0, back, count, type, MPI_STATUS_IGNORE));
    DO(MPI_Type_free(&type));
    CHECK(memcmp(back, expected, ROOM) == 0, "type %d: read other bytes than MPI_Unpack", which);
}

// Writes packed bytes through a view of the type, and finds them where MPI_Unpack puts them. The view outlives the
// handle.
static void as_view(MPI_File file, int which, MPI_Datatype plain, int count, int packed_bytes) {
    MPI_Datatype type = make(which, 0);
    MPI_Status status;
    unsigned char expected[ROOM] = {0};
    int position = 0;
    // What lies between the pieces is only certain where it was written.
    DO(MPI_File_write_at(file, 0, expected, ROOM, MPI_BYTE, MPI_STATUS_IGNORE));
    DO(MPI_File_set_view(file, 0, MPI_BYTE, type, "native", MPI_INFO_NULL));
    DO(MPI_Unpack(packed, packed_bytes, &position, expected, count, plain, MPI_COMM_SELF));
    DO(MPI_Type_free(&type));
    DO(MPI_File_write_at(file, 0, packed, packed_bytes, MPI_BYTE, MPI_STATUS_IGNORE));
    memset(back, 0, ROOM);
    DO(MPI_File_read_at(file, 0, back, packed_bytes, MPI_BYTE, &status));
    CHECK(memcmp(back, packed, packed_bytes) == 0, "view %d: other bytes came back", which);
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    memset(back, 0, ROOM);
    DO(MPI_File_read_at(file, 0, back, ROOM, MPI_BYTE, &status));
    CHECK(memcmp(back, expected, ROOM) == 0, "view %d: bytes are at other places than MPI_Unpack's", which);
}

static void constructors(MPI_File file) {
    for (int which = 0;; which++) {
        MPI_Datatype plain = make(which, 1);
        if (plain == MPI_DATATYPE_NULL) break;
        for (int count = 1; count <= 3; count += 2) {
            int position = 0;
            DO(MPI_Pack(memory, count, plain, packed, ROOM, &position, MPI_COMM_SELF));
            in_memory(file, which, plain, count, position);
            as_view(file, which, plain, count, position);
        }
        DO(MPI_Type_free(&plain));
    }
}

static long resident_kilobytes(void) {
    long pages = 0;
    FILE *about = fopen("/proc/self/statm", "r");
    CHECK(about && fscanf(about, "%*d %ld", &pages) == 1, "/proc/self/statm cannot be read");
    fclose(about);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

// Thousands of types that live shortly. MPIs use a handle's value again: what was known of the old type must be gone.
static void cycles(MPI_File file) {
    long after_warming = 0;
    DO(MPI_File_set_size(file, ROOM));
    for (int cycle = 0; cycle < 6000; cycle++) {
        if (cycle == 1000) after_warming = resident_kilobytes();
        int length = 1 + cycle % 5, stride = length + cycle % 3;
        MPI_Datatype type;
        DO(MPI_Type_vector(4, length, stride, MPI_BYTE, &type));
        DO(MPI_Type_commit(&type));
        memset(back, 0, 64);
        if (cycle % 2) {
            DO(MPI_File_set_view(file, 0, MPI_BYTE, type, "native", MPI_INFO_NULL));
            DO(MPI_Type_free(&type));
            DO(MPI_File_write_at(file, 0, memory, 4 * length, MPI_BYTE, MPI_STATUS_IGNORE));
            DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
            DO(MPI_File_read_at(file, 0, back, 3 * stride + length, MPI_BYTE, MPI_STATUS_IGNORE));
        } else {
            DO(MPI_File_write_at(file, 0, memory, 4 * length, MPI_BYTE, MPI_STATUS_IGNORE));
            DO(MPI_File_read_at(file, 0, back, 1, type, MPI_STATUS_IGNORE));
            DO(MPI_Type_free(&type));
        }
        for (int i = 0; i < 4 * length; i++) {
            int place = i / length * stride + i % length;
            CHECK(back[place] == memory[i], "cycle %d: byte %d is wrong: an old type was used?", cycle, i);
        }
    }
    long grown = resident_kilobytes() - after_warming;
    CHECK(grown < 4096, "5000 types have left %ld KiB behind", grown);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    for (int i = 0; i < ROOM; i++) memory[i] = (unsigned char)(1 + i * 7 % 251);
    MPI_File file = own_scratch("datatypes");
    constructors(file);
    cycles(file);
    DO(MPI_File_close(&file));
    return finish();
}

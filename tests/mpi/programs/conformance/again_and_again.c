// SPDX-License-Identifier: MIT OR Apache-2.0
// The same bytes written and read over and over, while the file is truncated and grows; and a view of many blocks that is
// asked for and set again.
#include "check.h"

enum { ROUNDS = 2000, BYTES = 64, BLOCKS = 10000 };

static char place_of_file[4096];

// No rank may still be reading when another changes the size, nor read before it is changed.
static void set_size(MPI_File file, MPI_Offset bytes) {
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_set_size(file, bytes));
    DO(MPI_Barrier(MPI_COMM_WORLD));
}

static void cut_and_grow(void) {
    MPI_File file;
    MPI_Status status;
    char piece[BYTES], back[BYTES];
    int count;
    MPI_Offset place = (MPI_Offset)rank * 4096 + 100000;
    DO(MPI_File_open(MPI_COMM_WORLD, place_of_file, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    for (int turn = 0; turn < 3; turn++) {
        set_size(file, 1 << 20);
        for (int round = 0; round < ROUNDS; round++) {
            memset(piece, 'a' + (rank + round + turn) % 26, BYTES);
            DO(MPI_File_write_at(file, place, piece, BYTES, MPI_BYTE, MPI_STATUS_IGNORE));
            DO(MPI_File_read_at(file, place, back, BYTES, MPI_BYTE, &status));
            DO(MPI_Get_count(&status, MPI_BYTE, &count));
            CHECK(count == BYTES && memcmp(piece, back, BYTES) == 0, "turn %d, round %d: %d bytes", turn, round, count);
        }
        set_size(file, 10);
        DO(MPI_File_read_at(file, place, back, BYTES, MPI_BYTE, &status));
        DO(MPI_Get_count(&status, MPI_BYTE, &count));
        CHECK(count == 0, "turn %d: %d bytes behind the end", turn, count);
        set_size(file, 1 << 20);
        DO(MPI_File_read_at(file, place, back, BYTES, MPI_BYTE, &status));
        DO(MPI_Get_count(&status, MPI_BYTE, &count));
        CHECK(count == BYTES && back[0] == 0 && back[BYTES - 1] == 0, "turn %d: the file grew by old bytes", turn);
    }
    DO(MPI_File_close(&file));
}

static void view_of_many_blocks(void) {
    static int lengths[BLOCKS], numbers[4 * BLOCKS];
    static MPI_Aint places[BLOCKS];
    MPI_File file;
    MPI_Datatype blocks, filetype, etype;
    MPI_Aint lower_bound, extent;
    MPI_Offset displacement;
    char form[MPI_MAX_DATAREP_STRING];
    int bytes, back[4];
    for (int block = 0; block < BLOCKS; block++) {
        lengths[block] = 1 + block % 3;
        places[block] = (MPI_Aint)block * 20;
    }
    DO(MPI_Type_create_hindexed(BLOCKS, lengths, places, MPI_INT, &blocks));
    DO(MPI_Type_create_resized(blocks, 0, 300000, &filetype));
    DO(MPI_Type_commit(&filetype));
    DO(MPI_File_open(MPI_COMM_SELF, place_of_file, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    DO(MPI_File_set_view(file, 8, MPI_INT, filetype, "native", MPI_INFO_NULL));
    DO(MPI_Type_free(&filetype));
    DO(MPI_Type_free(&blocks));
    DO(MPI_File_get_view(file, &displacement, &etype, &filetype, form));
    DO(MPI_Type_get_extent(filetype, &lower_bound, &extent));
    DO(MPI_Type_size(filetype, &bytes));
    CHECK(displacement == 8 && etype == MPI_INT && lower_bound == 0 && extent == 300000 && bytes == 79996,
          "the view has %d bytes from %ld in %ld", bytes, (long)lower_bound, (long)extent);
    int count = 2 * bytes / 4;
    for (int index = 0; index < count; index++) numbers[index] = index;
    DO(MPI_File_write_at(file, 0, numbers, count, MPI_INT, MPI_STATUS_IGNORE));
    DO(MPI_File_set_view(file, displacement, etype, filetype, form, MPI_INFO_NULL));
    DO(MPI_Type_free(&filetype));
    DO(MPI_File_read_at(file, count / 2 + 5, back, 4, MPI_INT, MPI_STATUS_IGNORE));
    for (int index = 0; index < 4; index++)
        CHECK(back[index] == count / 2 + 5 + index, "number %d is %d", index, back[index]);
    DO(MPI_File_close(&file));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    snprintf(place_of_file, sizeof place_of_file, "%s/again", folder);
    cut_and_grow();
    snprintf(place_of_file, sizeof place_of_file, "%s/blocks.%d", folder, rank);
    view_of_many_blocks();
    MPI_Finalize();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// What a file says about itself: view, group, mode, size, positions, extents, atomicity, hints.
#include <sys/stat.h>

#include "check.h"
#include "large_counts.h"

static void view(MPI_File file) {
    MPI_Offset displacement = -1, position = -1, offset = -1;
    MPI_Datatype etype, filetype, pair, strided;
    char form[MPI_MAX_DATAREP_STRING];
    DO(MPI_File_get_view(file, &displacement, &etype, &filetype, form));
    CHECK(displacement == 0 && etype == MPI_BYTE && filetype == MPI_BYTE && strcmp(form, "native") == 0,
          "the first view is %lld, %s", (long long)displacement, form);
    DO(MPI_Type_contiguous(2, MPI_INT, &pair));
    DO(MPI_Type_vector(2, 1, 3, pair, &strided));
    DO(MPI_Type_commit(&pair));
    DO(MPI_Type_commit(&strided));
    DO(MPI_File_set_view(file, 100, pair, strided, "native", MPI_INFO_NULL));
    DO(MPI_Type_free(&pair));
    DO(MPI_Type_free(&strided));
    DO(MPI_File_get_view(file, &displacement, &etype, &filetype, form));
    int integers, addresses, types, combiner, bytes;
    DO(MPI_Type_get_envelope(filetype, &integers, &addresses, &types, &combiner));
    CHECK(displacement == 100 && combiner != MPI_COMBINER_NAMED,
          "the view is at %lld, its filetype made by %d", (long long)displacement, combiner);
    DO(MPI_Type_size(filetype, &bytes));
    CHECK(bytes == 16, "the filetype has %d bytes", bytes);
    DO(MPI_Type_size(etype, &bytes));
    CHECK(bytes == 8, "the etype has %d bytes", bytes);
    DO(MPI_Type_free(&etype));
    DO(MPI_Type_free(&filetype));
    // Pairs 0 and 1 lie at 0 and 24; the next filetype begins at 32.
    const MPI_Offset expected[] = {100, 124, 132, 156};
    for (int i = 0; i < 4; i++) {
        DO(MPI_File_get_byte_offset(file, i, &offset));
        CHECK(offset == expected[i], "pair %d is at %lld", i, (long long)offset);
    }
    int values[6] = {1, 2, 3, 4, 5, 6};
    DO(MPI_File_write(file, values, 3, MPI_2INT, MPI_STATUS_IGNORE));
    DO(MPI_File_get_position(file, &position));
    CHECK(position == 3, "the position is %lld", (long long)position);
    DO(MPI_File_seek(file, -2, MPI_SEEK_CUR));
    DO(MPI_File_get_position(file, &position));
    CHECK(position == 1, "the position is %lld", (long long)position);
    DO(MPI_File_seek(file, 0, MPI_SEEK_END));
    DO(MPI_File_get_position(file, &position));
    CHECK(position == 3, "the end is at %lld", (long long)position);
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
}

static void group_and_mode(void) {
    MPI_Comm half;
    DO(MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half));
    char name[64];
    snprintf(name, sizeof name, "half.%d", rank % 2);
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN | MPI_MODE_DELETE_ON_CLOSE, found = 0;
    MPI_File file = open_in(half, path(name), mode);
    DO(MPI_File_get_amode(file, &found));
    CHECK(found == mode, "the mode is %d, not %d", found, mode);
    MPI_Group of_file, of_half;
    int relation = -1;
    DO(MPI_File_get_group(file, &of_file));
    DO(MPI_Comm_group(half, &of_half));
    DO(MPI_Group_compare(of_file, of_half, &relation));
    CHECK(relation == MPI_IDENT, "the file's group is not its communicator's");
    DO(MPI_Group_free(&of_file));
    DO(MPI_Group_free(&of_half));
    DO(MPI_Comm_free(&half));
    // The file has a communicator of its own.
    DO(MPI_File_write_all(file, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE));
    DO(MPI_File_close(&file));
}

static void sizes(MPI_File file) {
    MPI_Offset bytes = -1;
    DO(MPI_File_set_size(file, 5000));
    DO(MPI_File_get_size(file, &bytes));
    CHECK(bytes == 5000, "the size is %lld", (long long)bytes);
    DO(MPI_File_preallocate(file, 100));
    DO(MPI_File_get_size(file, &bytes));
    CHECK(bytes == 5000, "preallocate has cut the file to %lld", (long long)bytes);
    // A rank that is ahead may set the next size before another has asked for this one.
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_preallocate(file, 10000));
    DO(MPI_File_get_size(file, &bytes));
    CHECK(bytes == 10000, "after preallocate the size is %lld", (long long)bytes);
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_set_size(file, 10));
    DO(MPI_File_get_size(file, &bytes));
    CHECK(bytes == 10, "the size is %lld", (long long)bytes);
}

static void extents(MPI_File file) {
    MPI_Aint extent = -1;
    MPI_Count large = -1;
    MPI_Datatype type;
    DO(MPI_Type_create_resized(MPI_INT, -4, 32, &type));
    DO(MPI_Type_commit(&type));
    DO(MPI_File_get_type_extent(file, type, &extent));
    CHECK(extent == 32, "the extent is %lld", (long long)extent);
    if (HAS_LARGE_COUNTS) {
        DO(MPI_File_get_type_extent_c(file, type, &large));
        CHECK(large == 32, "the large extent is %lld", (long long)large);
    }
    DO(MPI_Type_free(&type));
    DO(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "external32", MPI_INFO_NULL));
    DO(MPI_File_get_type_extent(file, MPI_LONG_DOUBLE, &extent));
    CHECK(extent == 16, "long double in external32 has %lld bytes", (long long)extent);
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
}

static void atomicity(MPI_File file) {
    int flag = -1;
    DO(MPI_File_get_atomicity(file, &flag));
    CHECK(flag == 0, "a new file is atomic");
    DO(MPI_File_set_atomicity(file, 1));
    DO(MPI_File_get_atomicity(file, &flag));
    CHECK(flag == 1, "atomicity is %d", flag);
    DO(MPI_File_set_atomicity(file, 0));
}

static void shared_position(MPI_File file) {
    MPI_Offset position = -1;
    DO(MPI_File_seek_shared(file, 7, MPI_SEEK_SET));
    DO(MPI_File_get_position_shared(file, &position));
    CHECK(position == 7, "the shared position is %lld", (long long)position);
    DO(MPI_Barrier(MPI_COMM_WORLD));
}

static void hints(void) {
    MPI_Info info, used;
    char value[MPI_MAX_INFO_VAL + 1] = "";
    int flag = 0, keys = -1;
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, "cb_buffer_size", "1048576"));
    DO(MPI_Info_set(info, "nobody_knows_this", "at all"));
    MPI_File file;
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    DO(MPI_File_open(MPI_COMM_WORLD, path("hints"), mode, info, &file));
    DO(MPI_Info_free(&info));
    DO(MPI_File_get_info(file, &used));
    DO(MPI_Info_get_nkeys(used, &keys));
    DO(MPI_Info_get(used, "cb_buffer_size", MPI_MAX_INFO_VAL, value, &flag));
    CHECK(!with_seaway || (keys > 0 && flag && strcmp(value, "1048576") == 0), "cb_buffer_size is `%s`", value);
    DO(MPI_Info_free(&used));
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, "cb_buffer_size", "2097152"));
    DO(MPI_File_set_info(file, info));
    DO(MPI_Info_free(&info));
    DO(MPI_File_get_info(file, &used));
    CHECK(used != MPI_INFO_NULL, "MPI_File_get_info gives MPI_INFO_NULL");
    DO(MPI_Info_free(&used));
    DO(MPI_File_close(&file));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    MPI_File own = own_scratch("queries");
    view(own);
    sizes(own);
    extents(own);
    DO(MPI_File_close(&own));
    MPI_File file = scratch("queries");
    atomicity(file);
    shared_position(file);
    DO(MPI_File_close(&file));
    struct stat about;
    CHECK(stat(path("queries"), &about) != 0, "the file outlives MPI_MODE_DELETE_ON_CLOSE");
    group_and_mode();
    hints();
    return finish();
}

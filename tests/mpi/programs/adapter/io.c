// SPDX-License-Identifier: MIT OR Apache-2.0
// Files, a little of each: modes, views, pointers, collective and nonblocking access, infos. `conformance/` has the
// thorough tests of MPI-IO. Called as `io FOLDER`, else files go to TMPDIR. Any number of ranks.
#include "check.h"

static char name[512];

static MPI_File open_file(int mode) {
    MPI_File file = MPI_FILE_NULL;
    DO(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file));
    HOLDS(file != MPI_FILE_NULL);
    return file;
}

static void settle(MPI_File file) {
    DO(MPI_File_sync(file));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_sync(file));
}

static void explicit_offsets(void) {
    section("explicit offsets");
    MPI_File file = open_file(MPI_MODE_CREATE | MPI_MODE_RDWR);
    int out[2] = {10 * rank, 10 * rank + 1}, in[2] = {-1, -1}, other = (rank + 1) % size;
    MPI_Status status = poisoned();
    MPI_Offset bytes = -1;
    MPI_Request request;
    DO(MPI_File_write_at(file, 8 * rank, out, 2, MPI_INT, &status));
    EQUAL(count_of(&status, MPI_INT), 2);
    settle(file);
    status = poisoned();
    DO(MPI_File_read_at(file, 8 * other, in, 2, MPI_INT, &status));
    EQUAL(count_of(&status, MPI_INT), 2);
    EQUAL(in[1], 10 * other + 1);
    DO(MPI_File_read_at_all(file, 8 * rank, in, 2, MPI_INT, MPI_STATUS_IGNORE));
    EQUAL(in[0], 10 * rank);
    settle(file);
    out[0] = 5 + rank;
    DO(MPI_File_write_at_all(file, 8 * rank, out, 1, MPI_INT, MPI_STATUS_IGNORE));
    DO(MPI_File_iwrite_at(file, 8 * rank + 4, &rank, 1, MPI_INT, &request));
    DO(MPI_Wait(&request, &status));
    settle(file);
    DO(MPI_File_iread_at(file, 8 * other, in, 2, MPI_INT, &request));
    DO(MPI_Wait(&request, &status));
    EQUAL(count_of(&status, MPI_INT), 2);
    EQUAL(in[0], 5 + other);
    EQUAL(in[1], other);
    DO(MPI_File_get_size(file, &bytes));
    EQUAL(bytes, 8 * size);
    DO(MPI_File_close(&file));
    HOLDS(file == MPI_FILE_NULL);
    say("written, read");
}

static void pointers(void) {
    section("pointers");
    MPI_File file = open_file(MPI_MODE_RDWR);
    int in = -1;
    MPI_Offset position = -1;
    DO(MPI_File_seek(file, 8 * rank, MPI_SEEK_SET));
    DO(MPI_File_read(file, &in, 1, MPI_INT, MPI_STATUS_IGNORE));
    EQUAL(in, 5 + rank);
    DO(MPI_File_get_position(file, &position));
    EQUAL(position, 8 * rank + 4);
    DO(MPI_File_seek(file, -4, MPI_SEEK_CUR));
    DO(MPI_File_read_all(file, &in, 1, MPI_INT, MPI_STATUS_IGNORE));
    EQUAL(in, 5 + rank);
    DO(MPI_File_seek(file, 0, MPI_SEEK_END));
    DO(MPI_File_get_position(file, &position));
    EQUAL(position, 8 * size);
    MPI_Status status = poisoned();
    DO(MPI_File_read(file, &in, 1, MPI_INT, &status));
    EQUAL(count_of(&status, MPI_INT), 0);
    DO(MPI_File_close(&file));
    say("seek and read");
}

static void views(void) {
    section("views");
    MPI_File file = open_file(MPI_MODE_RDWR);
    MPI_Datatype own, etype, filetype;
    MPI_Offset place = -1, position = -1;
    char representation[MPI_MAX_DATAREP_STRING] = "";
    int out[3] = {rank, rank + 100, rank + 200}, in[3] = {-1, -1, -1}, integers, addresses, types, combiner;
    int sizes[1], one = 1;
    sizes[0] = size;
    // Every rank has each size-th integer.
    DO(MPI_Type_create_subarray(1, sizes, &one, &rank, MPI_ORDER_C, MPI_INT, &own));
    DO(MPI_Type_commit(&own));
    DO(MPI_File_set_view(file, 64, MPI_INT, own, "native", MPI_INFO_NULL));
    DO(MPI_File_get_view(file, &place, &etype, &filetype, representation));
    EQUAL(place, 64);
    HOLDS(etype == MPI_INT);
    SAME_TEXT(representation, "native");
    DO(MPI_Type_get_envelope(filetype, &integers, &addresses, &types, &combiner));
    HOLDS(combiner != MPI_COMBINER_NAMED || size == 1);
    if (combiner != MPI_COMBINER_NAMED) DO(MPI_Type_free(&filetype));
    DO(MPI_File_write_all(file, out, 3, MPI_INT, MPI_STATUS_IGNORE));
    settle(file);
    DO(MPI_File_read_at_all(file, 0, in, 3, MPI_INT, MPI_STATUS_IGNORE));
    EQUAL(in[2], rank + 200);
    DO(MPI_File_get_byte_offset(file, 1, &position));
    EQUAL(position, 64 + 4 * (size + rank));
    MPI_Aint extent = -1;
    DO(MPI_File_get_type_extent(file, MPI_INT, &extent));
    EQUAL(extent, 4);
    DO(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    int value = -1;
    DO(MPI_File_read_at(file, 64 + 4 * size, &value, 4, MPI_BYTE, MPI_STATUS_IGNORE));
    EQUAL(value, 100);
    DO(MPI_Type_free(&own));
    DO(MPI_File_close(&file));
    say("every rank its own integers");
}

static void split_and_shared(void) {
    section("split and shared");
    MPI_File file = open_file(MPI_MODE_RDWR);
    int in = -1, out = 9 + rank, all[16];
    MPI_Status status = poisoned();
    DO(MPI_File_write_at_all_begin(file, 4 * rank, &out, 1, MPI_INT));
    DO(MPI_File_write_at_all_end(file, &out, &status));
    EQUAL(count_of(&status, MPI_INT), 1);
    settle(file);
    DO(MPI_File_read_at_all_begin(file, 4 * rank, &in, 1, MPI_INT));
    DO(MPI_File_read_at_all_end(file, &in, MPI_STATUS_IGNORE));
    EQUAL(in, 9 + rank);
    DO(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    DO(MPI_File_read_ordered(file, &in, 4, MPI_BYTE, MPI_STATUS_IGNORE));
    EQUAL(in, 9 + rank);
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    DO(MPI_File_read_shared(file, &in, 4, MPI_BYTE, MPI_STATUS_IGNORE));
    DO(MPI_Allgather(&in, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    int seen = 0;
    for (int other = 0; other < size; other++) seen += all[other];
    EQUAL(seen, 9 * size + size * (size - 1) / 2);
    DO(MPI_File_close(&file));
    say("begun and ended, in turn");
}

static void queries(void) {
    section("queries");
    MPI_File file = open_file(MPI_MODE_RDWR);
    MPI_Group group;
    MPI_Info info;
    int mode = 0, count = -1, atomic = -1;
    MPI_Offset bytes = -1;
    DO(MPI_File_get_amode(file, &mode));
    HOLDS(mode & MPI_MODE_RDWR);
    DO(MPI_File_get_group(file, &group));
    DO(MPI_Group_size(group, &count));
    EQUAL(count, size);
    DO(MPI_Group_free(&group));
    DO(MPI_Info_create(&info));
    DO(MPI_File_set_info(file, info));
    DO(MPI_Info_free(&info));
    DO(MPI_File_get_info(file, &info));
    HOLDS(info != MPI_INFO_NULL);
    DO(MPI_Info_free(&info));
    DO(MPI_File_get_atomicity(file, &atomic));
    EQUAL(atomic, 0);
    DO(MPI_File_set_size(file, 1000));
    DO(MPI_File_get_size(file, &bytes));
    EQUAL(bytes, 1000);
    // A rank that is ahead may set the next size before another has asked for this one.
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_preallocate(file, 2000));
    DO(MPI_File_get_size(file, &bytes));
    EQUAL(bytes, 2000);
    DO(MPI_File_close(&file));
    say("mode, group, info, size");
}

static void deleting(void) {
    section("deleting");
    MPI_File file = MPI_FILE_NULL;
    if (rank == 0) DO(MPI_File_delete(name, MPI_INFO_NULL));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    FAILS(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
    say("MPI_ERR_NO_SUCH_FILE");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    CHECK(size <= 16, "too many ranks");
    const char *folder = argc > 1 ? argv[1] : getenv("TMPDIR");
    int process = (int)getpid();
    DO(MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD));
    snprintf(name, sizeof name, "%s/seaway-io-%d", folder ? folder : "/tmp", process);
    explicit_offsets();
    pointers();
    views();
    split_and_shared();
    queries();
    deleting();
    return finish();
}

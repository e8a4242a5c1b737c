// SPDX-License-Identifier: MIT OR Apache-2.0
// Names that pick a device, with libseaway: a file of the MPI's own MPI-IO beside one of Seaway's, files in memory, and
// names that a map rule of the test renames (`mapped.*` into the folder `elsewhere`).
#include <sys/stat.h>

#include "check.h"

enum { VALUES = 100 };

static void write_and_read(MPI_File file, int salt) {
    int values[VALUES], back[VALUES];
    MPI_Status status;
    MPI_Request request;
    for (int i = 0; i < VALUES; i++) values[i] = salt + rank * 1000 + i;
    DO(MPI_File_set_view(file, rank * sizeof values, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    DO(MPI_File_write_all(file, values, VALUES, MPI_INT, &status));
    CHECK(count_of(&status, MPI_INT) == VALUES, "%d values were written", count_of(&status, MPI_INT));
    settle(file);
    DO(MPI_File_iread_at(file, 0, back, VALUES, MPI_INT, &request));
    DO(MPI_Wait(&request, &status));
    CHECK(memcmp(values, back, sizeof values) == 0, "other values came back");
    DO(MPI_File_read_at_all_begin(file, 1, back, VALUES - 1, MPI_INT));
    DO(MPI_File_read_at_all_end(file, back, &status));
    CHECK(back[0] == values[1], "split read gives %d", back[0]);
}

// Both kinds take turns, call by call.
static void native_and_ours(void) {
    char name[4200];
    MPI_File native, ours;
    snprintf(name, sizeof name, "native:%s/theirs", folder);
    native = open_in(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR);
    ours = open_in(MPI_COMM_WORLD, path("ours"), MPI_MODE_CREATE | MPI_MODE_RDWR);
    CHECK(native != ours, "two files have one handle");
    write_and_read(native, 7);
    write_and_read(ours, 9);
    MPI_Offset size_of_native = 0, size_of_ours = 0;
    DO(MPI_File_get_size(native, &size_of_native));
    DO(MPI_File_get_size(ours, &size_of_ours));
    CHECK(size_of_native == size_of_ours, "sizes are %lld, %lld", (long long)size_of_native, (long long)size_of_ours);
    MPI_Request requests[2];
    int one = 1, two = 2;
    DO(MPI_File_iwrite_at(native, 0, &one, 1, MPI_INT, &requests[0]));
    DO(MPI_File_iwrite_at(ours, 0, &two, 1, MPI_INT, &requests[1]));
    DO(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    DO(MPI_File_close(&ours));
    DO(MPI_File_close(&native));
    CHECK(native == MPI_FILE_NULL, "the handle of a native file is left");
    struct stat about;
    CHECK(stat(path("theirs"), &about) == 0, "the native file is not where its name says");
    MPI_File none;
    snprintf(name, sizeof name, "native:%s/none", folder);
    FAILS(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_RDONLY, MPI_INFO_NULL, &none), MPI_ERR_NO_SUCH_FILE);
    snprintf(name, sizeof name, "native:%s/theirs", folder);
    DO(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) DO(MPI_File_delete(name, MPI_INFO_NULL));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    CHECK(stat(path("theirs"), &about) != 0, "the native file outlives its delete");
}

static void mapped(void) {
    MPI_File file = open_in(MPI_COMM_WORLD, path("mapped.nc"), MPI_MODE_CREATE | MPI_MODE_RDWR);
    write_and_read(file, 3);
    DO(MPI_File_close(&file));
    struct stat about;
    CHECK(stat(path("mapped.nc"), &about) != 0, "the name was not mapped");
    CHECK(stat(path("elsewhere/mapped.nc"), &about) == 0, "the file is not where the rule says");
}

static void unknown_scheme(void) {
    MPI_File file = MPI_FILE_NULL;
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR;
    int code = MPI_File_open(MPI_COMM_WORLD, "mem:devices", mode, MPI_INFO_NULL, &file);
    // A file in the memory of one process cannot be shared by several.
    if (size == 1) {
        DO(code);
        write_and_read(file, 5);
        DO(MPI_File_close(&file));
    } else if (code == MPI_SUCCESS) {
        DO(MPI_File_close(&file));
    }
}

int main(int argc, char **argv) {
    begin(argc, argv);
    native_and_ours();
    mapped();
    unknown_scheme();
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Statuses: counts and elements of whole, partial and empty accesses, and statuses that the program sets itself.
#include "check.h"

static MPI_File file;

struct expected {
    int count;
    int elements;
};

static void look(const char *what, const MPI_Status *status, MPI_Datatype type, struct expected expected) {
    int count = -5, elements = -5, cancelled = 1;
    MPI_Count large = -5;
    DO(MPI_Get_count(status, type, &count));
    DO(MPI_Get_elements(status, type, &elements));
    DO(MPI_Get_elements_x(status, type, &large));
    DO(MPI_Test_cancelled(status, &cancelled));
    CHECK(count == expected.count, "%s: count is %d, not %d", what, count, expected.count);
    CHECK(elements == expected.elements, "%s: elements are %d, not %d", what, elements, expected.elements);
    CHECK(large == expected.elements, "%s: large elements are %lld", what, (long long)large);
    CHECK(!with_seaway || !cancelled, "%s: cancelled", what);
}

// A file of ten ints.
static void fill(void) {
    int values[10];
    for (int i = 0; i < 10; i++) values[i] = i;
    MPI_Status status;
    DO(MPI_File_set_size(file, 0));
    DO(MPI_File_write_at(file, 0, values, 10, MPI_INT, &status));
    look("write", &status, MPI_INT, (struct expected){10, 10});
    look("write, as bytes", &status, MPI_BYTE, (struct expected){40, 40});
}

static void end_of_file(void) {
    int values[20];
    MPI_Status status;
    MPI_Request request;
    DO(MPI_File_read_at(file, 4 * sizeof(int), values, 20, MPI_INT, &status));
    look("read over the end", &status, MPI_INT, (struct expected){6, 6});
    DO(MPI_File_read_at(file, 10 * sizeof(int), values, 5, MPI_INT, &status));
    look("read at the end", &status, MPI_INT, (struct expected){0, 0});
    DO(MPI_File_read_at(file, 1000, values, 5, MPI_INT, &status));
    look("read behind the end", &status, MPI_INT, (struct expected){0, 0});
    DO(MPI_File_read_at(file, 38, values, 5, MPI_BYTE, &status));
    look("read of half an int", &status, MPI_INT, (struct expected){MPI_UNDEFINED, MPI_UNDEFINED});
    DO(MPI_File_read_at_all(file, 8 * sizeof(int), values, 20, MPI_INT, &status));
    look("collective read over the end", &status, MPI_INT, (struct expected){2, 2});
    DO(MPI_File_iread_at(file, 7 * sizeof(int), values, 20, MPI_INT, &request));
    DO(MPI_Wait(&request, &status));
    look("nonblocking read over the end", &status, MPI_INT, (struct expected){3, 3});
    DO(MPI_File_read_at_all_begin(file, 9 * sizeof(int), values, 20, MPI_INT));
    DO(MPI_File_read_at_all_end(file, values, &status));
    look("split read over the end", &status, MPI_INT, (struct expected){1, 1});
    DO(MPI_File_seek(file, 5 * sizeof(int), MPI_SEEK_SET));
    DO(MPI_File_read(file, values, 20, MPI_INT, &status));
    look("read by pointer over the end", &status, MPI_INT, (struct expected){5, 5});
    DO(MPI_File_read_at(file, 0, values, 0, MPI_INT, &status));
    look("read of nothing", &status, MPI_INT, (struct expected){0, 0});
    DO(MPI_File_write_at(file, 0, values, 0, MPI_INT, &status));
    look("write of nothing", &status, MPI_INT, (struct expected){0, 0});
}

// Elements of derived types: three ints each, the last of them cut.
static void derived(void) {
    int values[30];
    MPI_Status status;
    MPI_Datatype three, pair;
    DO(MPI_Type_contiguous(3, MPI_INT, &three));
    DO(MPI_Type_commit(&three));
    DO(MPI_File_read_at(file, 2 * sizeof(int), values, 5, three, &status));
    look("derived type over the end", &status, three, (struct expected){MPI_UNDEFINED, 8});
    DO(MPI_File_read_at(file, 1 * sizeof(int), values, 5, three, &status));
    look("derived type to the end", &status, three, (struct expected){3, 9});
    DO(MPI_Type_free(&three));
    int lengths[2] = {1, 2};
    MPI_Aint displacements[2] = {0, 8};
    MPI_Datatype types[2] = {MPI_SHORT, MPI_INT};
    DO(MPI_Type_create_struct(2, lengths, displacements, types, &pair));
    DO(MPI_Type_commit(&pair));
    DO(MPI_File_read_at(file, 0, values, 4, pair, &status));
    look("struct", &status, pair, (struct expected){4, 12});
    DO(MPI_File_read_at(file, 30, values, 1, pair, &status));
    look("struct to the end", &status, pair, (struct expected){1, 3});
    DO(MPI_File_read_at(file, 34, values, 1, pair, &status));
    look("struct cut behind its second element", &status, pair, (struct expected){MPI_UNDEFINED, 2});
    DO(MPI_Type_free(&pair));
}

// MPI_Status_set_* after a file operation: the program's word is the last one.
static void set_by_program(void) {
    int value, cancelled = 0;
    MPI_Status status;
    DO(MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status));
    DO(MPI_Status_set_elements(&status, MPI_DOUBLE, 7));
    look("set by program", &status, MPI_DOUBLE, (struct expected){7, 7});
    DO(MPI_Status_set_elements_x(&status, MPI_INT, 3));
    look("set by program", &status, MPI_INT, (struct expected){3, 3});
    DO(MPI_Status_set_cancelled(&status, 1));
    DO(MPI_Test_cancelled(&status, &cancelled));
    CHECK(cancelled, "MPI_Status_set_cancelled is not kept");
    DO(MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status));
    look("a new access clears it", &status, MPI_INT, (struct expected){1, 1});
}

// MPI-5.0 "Return Status": single completions leave MPI_ERROR alone.
static void error_field(void) {
    int value;
    MPI_Status status;
    status.MPI_ERROR = 4711;
    DO(MPI_File_read_at(file, 0, &value, 1, MPI_INT, &status));
    CHECK(!with_seaway || status.MPI_ERROR == 4711, "MPI_ERROR was changed to %d", status.MPI_ERROR);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    file = own_scratch("statuses");
    fill();
    end_of_file();
    derived();
    set_by_program();
    error_field();
    DO(MPI_File_close(&file));
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// The error class of each kind of mistake, and error texts that name the file.
#include <sys/stat.h>

#include "check.h"

static void names(const char *what, int code, const char *word) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    DO(MPI_Error_string(code, text, &length));
    if (with_seaway) CHECK(strstr(text, word) != NULL, "%s: the text does not name %s: %s", what, word, text);
}

static void opening(void) {
    MPI_File file = MPI_FILE_NULL;
    int code = MPI_File_open(MPI_COMM_SELF, own_path("missing"), MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    FAILS(code, MPI_ERR_NO_SUCH_FILE);
    names("open", code, "missing");
    file = open_in(MPI_COMM_SELF, own_path("errors"), MPI_MODE_CREATE | MPI_MODE_WRONLY);
    DO(MPI_File_close(&file));
    int exclusive = MPI_MODE_CREATE | MPI_MODE_EXCL | MPI_MODE_RDWR;
    code = MPI_File_open(MPI_COMM_SELF, own_path("errors"), exclusive, MPI_INFO_NULL, &file);
    FAILS(code, MPI_ERR_FILE_EXISTS);
    names("open", code, "errors");
    const int wrong[] = {0, MPI_MODE_RDONLY | MPI_MODE_RDWR, MPI_MODE_RDONLY | MPI_MODE_WRONLY,
                         MPI_MODE_RDONLY | MPI_MODE_CREATE, MPI_MODE_RDONLY | MPI_MODE_EXCL,
                         MPI_MODE_RDWR | MPI_MODE_SEQUENTIAL};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        FAILS(MPI_File_open(MPI_COMM_SELF, own_path("errors"), wrong[i], MPI_INFO_NULL, &file), MPI_ERR_AMODE);
    code = MPI_File_delete(own_path("missing"), MPI_INFO_NULL);
    FAILS(code, MPI_ERR_NO_SUCH_FILE);
    names("delete", code, "missing");
    DO(MPI_File_delete(own_path("errors"), MPI_INFO_NULL));
    char in_no_folder[4200];
    snprintf(in_no_folder, sizeof in_no_folder, "%s/none/file", folder);
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR;
    FAILS(MPI_File_open(MPI_COMM_SELF, in_no_folder, mode, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
}

static void arguments(void) {
    MPI_File file = own_scratch("arguments");
    int value = 1;
    FAILS(MPI_File_read_at(file, 0, &value, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    FAILS(MPI_File_write(file, &value, -1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_COUNT);
    FAILS(MPI_File_write_at(file, -4, &value, 1, MPI_INT, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    FAILS(MPI_File_read_at(file, 0, &value, 1, MPI_DATATYPE_NULL, MPI_STATUS_IGNORE), MPI_ERR_TYPE);
    FAILS(MPI_File_seek(file, -4, MPI_SEEK_SET), MPI_ERR_ARG);
    FAILS(MPI_File_set_size(file, -1), MPI_ERR_ARG);
    FAILS(MPI_File_preallocate(file, -1), MPI_ERR_ARG);
    FAILS(MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "no such form", MPI_INFO_NULL), MPI_ERR_UNSUPPORTED_DATAREP);
    FAILS(MPI_File_set_view(file, -1, MPI_INT, MPI_INT, "native", MPI_INFO_NULL), MPI_ERR_ARG);
    DO(MPI_File_close(&file));
    CHECK(file == MPI_FILE_NULL, "MPI_File_close leaves the handle");
}

static void no_file(void) {
    char byte = 0;
    MPI_Offset size_of_file;
    MPI_File none = MPI_FILE_NULL;
    FAILS(MPI_File_read(MPI_FILE_NULL, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_FILE);
    FAILS(MPI_File_get_size(MPI_FILE_NULL, &size_of_file), MPI_ERR_FILE);
    FAILS(MPI_File_close(&none), MPI_ERR_FILE);
    FAILS(MPI_File_sync(MPI_FILE_NULL), MPI_ERR_FILE);
}

static void modes(void) {
    char byte = 0;
    MPI_File file = open_in(MPI_COMM_SELF, own_path("modes"), MPI_MODE_CREATE | MPI_MODE_WRONLY);
    FAILS(MPI_File_read(file, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ACCESS);
    DO(MPI_File_close(&file));
    file = open_in(MPI_COMM_SELF, own_path("modes"), MPI_MODE_RDONLY);
    FAILS(MPI_File_write(file, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_READ_ONLY);
    DO(MPI_File_close(&file));
    file = open_in(MPI_COMM_SELF, own_path("modes"), MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    FAILS(MPI_File_write_at(file, 0, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_UNSUPPORTED_OPERATION);
    DO(MPI_File_close(&file));
    DO(MPI_File_delete(own_path("modes"), MPI_INFO_NULL));
}

// A split access allows only one at a time, and only its own end.
static void split(void) {
    MPI_File file = own_scratch("split");
    int value = 1;
    MPI_Status status;
    FAILS(MPI_File_write_all_end(file, &value, &status), MPI_ERR_REQUEST);
    DO(MPI_File_write_all_begin(file, &value, 1, MPI_INT));
    FAILS(MPI_File_write_at_all_begin(file, 0, &value, 1, MPI_INT), MPI_ERR_REQUEST);
    DO(MPI_File_write_all_end(file, &value, &status));
    DO(MPI_File_close(&file));
}

static int extent_in_file(MPI_Datatype type, MPI_Aint *extent, void *state) {
    (void)state;
    MPI_Aint lower;
    return MPI_Type_get_extent(type, &lower, extent);
}

static void representations(void) {
    const char *name = "seaway test duplicate";
    DO(MPI_Register_datarep(name, MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_in_file, NULL));
    FAILS(MPI_Register_datarep(name, MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_in_file, NULL),
          MPI_ERR_DUP_DATAREP);
    FAILS(MPI_Register_datarep("native", MPI_CONVERSION_FN_NULL, MPI_CONVERSION_FN_NULL, extent_in_file, NULL),
          MPI_ERR_DUP_DATAREP);
}

// Arguments that should be the same on all ranks, and are not.
static void different(void) {
    MPI_File file;
    int mode = MPI_MODE_CREATE | (rank == 0 ? MPI_MODE_RDWR : MPI_MODE_WRONLY);
    FAILS(MPI_File_open(MPI_COMM_WORLD, path("different"), mode, MPI_INFO_NULL, &file), MPI_ERR_NOT_SAME);
    file = scratch("different");
    FAILS(MPI_File_set_size(file, 100 + rank), MPI_ERR_NOT_SAME);
    DO(MPI_File_close(&file));
}

// One rank's mistake in collective calls.
static void together(void) {
    MPI_File file = scratch("together");
    int value = 1, count = rank == 1 ? -1 : 1;
    MPI_Status status;
    FAILS(MPI_File_write_ordered(file, &value, count, MPI_INT, &status), MPI_ERR_COUNT);
    FAILS(MPI_File_write_all_begin(file, &value, count, MPI_INT), MPI_ERR_COUNT);
    FAILS(MPI_File_read_ordered_begin(file, &value, 1, rank == 1 ? MPI_DATATYPE_NULL : MPI_INT), MPI_ERR_TYPE);
    DO(MPI_File_write_all_begin(file, &value, 1, MPI_INT));
    DO(MPI_File_write_all_end(file, &value, &status));
    DO(MPI_File_close(&file));
}

int main(int argc, char **argv) {
    begin(argc, argv);
    opening();
    arguments();
    no_file();
    modes();
    if (with_seaway) {
        split();
        representations();
        if (size > 1) different();
        if (size > 1) together();
    }
    return finish();
}

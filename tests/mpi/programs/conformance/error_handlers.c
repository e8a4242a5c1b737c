// SPDX-License-Identifier: MIT OR Apache-2.0
// Error handlers of files: the default, MPI_FILE_NULL's, handlers of the program, and, where the third word asks for
// it, MPI_ERRORS_ARE_FATAL, after which nothing may run.
#include "check.h"

static int calls;
static MPI_File last_file;
static int last_code;

static void note(MPI_File *file, int *code, ...) {
    calls++;
    last_file = *file;
    last_code = *code;
}

static int is_called_with(MPI_File file, int class, int before) {
    int found = -1;
    MPI_Error_class(last_code, &found);
    return calls == before + 1 && last_file == file && found == class;
}

static void default_handler(void) {
    MPI_Errhandler handler;
    MPI_File file;
    DO(MPI_File_get_errhandler(MPI_FILE_NULL, &handler));
    CHECK(handler == MPI_ERRORS_RETURN, "MPI_FILE_NULL's handler is not MPI_ERRORS_RETURN");
    DO(MPI_Errhandler_free(&handler));
    CHECK(handler == MPI_ERRHANDLER_NULL, "MPI_Errhandler_free leaves the handle");
    FAILS(MPI_File_open(MPI_COMM_SELF, path("none"), MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
    file = own_scratch("handlers");
    DO(MPI_File_get_errhandler(file, &handler));
    CHECK(handler == MPI_ERRORS_RETURN, "a new file's handler is not MPI_ERRORS_RETURN");
    DO(MPI_Errhandler_free(&handler));
    char byte = 0;
    FAILS(MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    // Once more, as a handler that was freed too often would show now.
    DO(MPI_File_get_errhandler(file, &handler));
    DO(MPI_Errhandler_free(&handler));
    DO(MPI_File_close(&file));
}

static void handler_of_program(void) {
    MPI_File file = own_scratch("handlers"), other = own_scratch("handlers.other");
    MPI_Errhandler handler, back;
    DO(MPI_File_create_errhandler(note, &handler));
    DO(MPI_File_set_errhandler(file, handler));
    DO(MPI_File_get_errhandler(file, &back));
    CHECK(back == handler, "MPI_File_get_errhandler gives another handler");
    DO(MPI_Errhandler_free(&back));
    CHECK(MPI_Errhandler_f2c(MPI_Errhandler_c2f(handler)) == handler, "the handler does not survive Fortran");
    // The file keeps it.
    DO(MPI_Errhandler_free(&handler));
    char byte = 0;
    int before = calls;
    FAILS(MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK(is_called_with(file, MPI_ERR_ARG, before), "the handler was not called as it should: %d calls", calls);
    before = calls;
    DO(MPI_File_call_errhandler(file, MPI_ERR_IO));
    CHECK(is_called_with(file, MPI_ERR_IO, before), "MPI_File_call_errhandler called it %d times", calls - before);
    before = calls;
    FAILS(MPI_File_read_at(other, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK(calls == before, "one file's handler was called for another");
    DO(MPI_File_set_errhandler(file, MPI_ERRORS_RETURN));
    FAILS(MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK(calls == before, "a handler was called that had been replaced");
    DO(MPI_File_close(&file));
    DO(MPI_File_close(&other));
}

// Errors of open and delete go to the handler of MPI_FILE_NULL, which new files also inherit.
static void forgive(MPI_File *file, int *code, ...) {
    (void)file;
    calls++;
    *code = MPI_SUCCESS;
}

// Whether a call returns what the handler made of the code is up to the MPI.
static void handler_that_forgives(void) {
    MPI_File file = own_scratch("handlers");
    MPI_Errhandler handler;
    DO(MPI_File_create_errhandler(forgive, &handler));
    DO(MPI_File_set_errhandler(file, handler));
    DO(MPI_Errhandler_free(&handler));
    char byte = 0;
    int before = calls;
#ifdef OMPI_MAJOR_VERSION
    FAILS(MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG);
#else
    DO(MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE));
#endif
    CHECK(calls == before + 1, "the handler was called %d times", calls - before);
    DO(MPI_File_close(&file));
}

static void handler_of_no_file(void) {
    MPI_Errhandler handler, old;
    MPI_File file = MPI_FILE_NULL;
    DO(MPI_File_get_errhandler(MPI_FILE_NULL, &old));
    DO(MPI_File_create_errhandler(note, &handler));
    DO(MPI_File_set_errhandler(MPI_FILE_NULL, handler));
    int before = calls;
    FAILS(MPI_File_open(MPI_COMM_SELF, path("none"), MPI_MODE_RDONLY, MPI_INFO_NULL, &file), MPI_ERR_NO_SUCH_FILE);
    CHECK(is_called_with(MPI_FILE_NULL, MPI_ERR_NO_SUCH_FILE, before), "open called it %d times", calls - before);
    before = calls;
    FAILS(MPI_File_delete(path("none"), MPI_INFO_NULL), MPI_ERR_NO_SUCH_FILE);
    CHECK(is_called_with(MPI_FILE_NULL, MPI_ERR_NO_SUCH_FILE, before), "delete called it %d times", calls - before);
    file = own_scratch("handlers");
    MPI_Errhandler inherited;
    DO(MPI_File_get_errhandler(file, &inherited));
    CHECK(inherited == handler, "a new file does not inherit the handler of MPI_FILE_NULL");
    DO(MPI_Errhandler_free(&inherited));
    DO(MPI_File_set_errhandler(MPI_FILE_NULL, old));
    DO(MPI_Errhandler_free(&old));
    DO(MPI_Errhandler_free(&handler));
    char byte = 0;
    before = calls;
    FAILS(MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE), MPI_ERR_ARG);
    CHECK(is_called_with(file, MPI_ERR_ARG, before), "an inherited handler was called %d times", calls - before);
    DO(MPI_File_close(&file));
}

static void many_handlers(void) {
    MPI_File file = own_scratch("handlers");
    for (int i = 0; i < 1000; i++) {
        MPI_Errhandler handler;
        DO(MPI_File_create_errhandler(note, &handler));
        DO(MPI_File_set_errhandler(file, handler));
        DO(MPI_Errhandler_free(&handler));
    }
    int before = calls;
    DO(MPI_File_call_errhandler(file, MPI_ERR_OTHER));
    CHECK(is_called_with(file, MPI_ERR_OTHER, before), "after a thousand handlers the last is not called");
    DO(MPI_File_close(&file));
}

static void fatal(void) {
    MPI_File file = own_scratch("handlers");
    char byte = 0;
    DO(MPI_File_set_errhandler(file, MPI_ERRORS_ARE_FATAL));
    MPI_File_read_at(file, -1, &byte, 1, MPI_BYTE, MPI_STATUS_IGNORE);
    printf("alive after a fatal error\n");
    fflush(stdout);
    _exit(0);
}

int main(int argc, char **argv) {
    begin(argc, argv);
    if (argc > 3 && strcmp(argv[3], "fatal") == 0) fatal();
    default_handler();
    handler_of_program();
    handler_that_forgives();
    handler_of_no_file();
    many_handlers();
    return finish();
}

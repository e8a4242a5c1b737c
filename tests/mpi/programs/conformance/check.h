// SPDX-License-Identifier: MIT OR Apache-2.0
// What the programs of this folder share: they are called as `PROGRAM FOLDER seaway|stock [WORDS...]`, check what MPI
// promises, and end with a sentence and a non-zero code where a promise is broken.
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The standard ABI calls these otherwise.
#ifdef MPI_H_ABI
#define MPI_Errhandler_c2f MPI_Errhandler_toint
#define MPI_Errhandler_f2c MPI_Errhandler_fromint
#define MPI_File_c2f MPI_File_toint
#define MPI_File_f2c MPI_File_fromint
#endif

static int rank, size;
static const char *folder = ".";
// Whether libseaway answers: it promises more than the standard does.
static int with_seaway;

__attribute__((unused)) static void fail(const char *file, int line, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "rank %d, %s:%d: %s\n", rank, file, line, text);
    fflush(stderr);
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (finalized) _exit(1);
    MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}

#define CHECK(condition, ...)                                          \
    do {                                                               \
        if (!(condition)) fail(__FILE__, __LINE__, __VA_ARGS__);       \
    } while (0)

__attribute__((unused)) static const char *describe(int code) {
    static char text[MPI_MAX_ERROR_STRING + 64];
    char words[MPI_MAX_ERROR_STRING] = "";
    int length = 0, class = -1;
    MPI_Error_string(code, words, &length);
    MPI_Error_class(code, &class);
    snprintf(text, sizeof text, "code %d, class %d, %s", code, class, words);
    return text;
}

// A call that must succeed.
#define DO(call)                                                                               \
    do {                                                                                       \
        int code_of_call = (call);                                                             \
        if (code_of_call != MPI_SUCCESS)                                                       \
            fail(__FILE__, __LINE__, "%s: %s", #call, describe(code_of_call));                 \
    } while (0)

// A call that must fail with an error of this class.
#define FAILS(call, expected)                                                                        \
    do {                                                                                             \
        int code_of_call = (call), class_of_call = MPI_SUCCESS;                                      \
        MPI_Error_class(code_of_call, &class_of_call);                                               \
        if (class_of_call != (expected))                                                             \
            fail(__FILE__, __LINE__, "%s: expected %s (%d), got %s", #call, #expected, (int)(expected), \
                 describe(code_of_call));                                                            \
    } while (0)

__attribute__((unused)) static void take_arguments(int argc, char **argv) {
    if (argc > 1) folder = argv[1];
    with_seaway = argc > 2 && strcmp(argv[2], "seaway") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

__attribute__((unused)) static void begin(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    take_arguments(argc, argv);
}

// A name in the test's folder; up to eight may be in use at once.
__attribute__((unused)) static const char *path(const char *name) {
    static char paths[8][4096];
    static int next;
    char *result = paths[next++ % 8];
    snprintf(result, 4096, "%s/%s", folder, name);
    return result;
}

// The same, for a file that this rank alone has open.
__attribute__((unused)) static const char *own_path(const char *name) {
    char own[256];
    snprintf(own, sizeof own, "%s.%d", name, rank);
    return path(own);
}

// Everybody sees what everybody has written.
__attribute__((unused)) static void settle(MPI_File file) {
    DO(MPI_File_sync(file));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_sync(file));
}

__attribute__((unused)) static MPI_File open_in(MPI_Comm comm, const char *name, int mode) {
    MPI_File file = MPI_FILE_NULL;
    DO(MPI_File_open(comm, name, mode, MPI_INFO_NULL, &file));
    CHECK(file != MPI_FILE_NULL, "open of %s gives no handle", name);
    return file;
}

// A new, empty file that all ranks have open; it vanishes when it is closed.
__attribute__((unused)) static MPI_File scratch(const char *name) {
    return open_in(MPI_COMM_WORLD, path(name), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
}

// A new, empty file for this rank alone.
__attribute__((unused)) static MPI_File own_scratch(const char *name) {
    return open_in(MPI_COMM_SELF, own_path(name), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
}

// How many elements a status says.
__attribute__((unused)) static int count_of(const MPI_Status *status, MPI_Datatype type) {
    int count = -1;
    DO(MPI_Get_count(status, type, &count));
    return count;
}

__attribute__((unused)) static int finish(void) {
    DO(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) printf("all is well\n");
    DO(MPI_Finalize());
    return 0;
}

#endif

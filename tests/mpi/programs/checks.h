// SPDX-License-Identifier: MIT OR Apache-2.0
// What programs that check MPI share: a violated guarantee prints a message and ends all ranks.
#ifndef CHECKS_H
#define CHECKS_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

// The standard ABI has other names for these, and leaves the statuses of Fortran to Fortran.
#ifdef MPI_H_ABI
#define MPI_Comm_c2f MPI_Comm_toint
#define MPI_Comm_f2c MPI_Comm_fromint
#define MPI_Errhandler_c2f MPI_Errhandler_toint
#define MPI_Errhandler_f2c MPI_Errhandler_fromint
#define MPI_File_c2f MPI_File_toint
#define MPI_File_f2c MPI_File_fromint
#define MPI_Group_c2f MPI_Group_toint
#define MPI_Group_f2c MPI_Group_fromint
#define MPI_Info_c2f MPI_Info_toint
#define MPI_Info_f2c MPI_Info_fromint
#define MPI_Message_c2f MPI_Message_toint
#define MPI_Message_f2c MPI_Message_fromint
#define MPI_Op_c2f MPI_Op_toint
#define MPI_Op_f2c MPI_Op_fromint
#define MPI_Request_c2f MPI_Request_toint
#define MPI_Request_f2c MPI_Request_fromint
#define MPI_Session_c2f MPI_Session_toint
#define MPI_Session_f2c MPI_Session_fromint
#define MPI_Type_c2f MPI_Type_toint
#define MPI_Type_f2c MPI_Type_fromint
#define MPI_Win_c2f MPI_Win_toint
#define MPI_Win_f2c MPI_Win_fromint
#else
#define HAVE_FORTRAN_STATUSES 1
#endif

static int rank, size;

__attribute__((unused, noreturn)) static void fail(const char *file, int line, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fprintf(stderr, "rank %d, %s:%d: %s\n", rank, file, line, text);
    fflush(stderr);
    int initialized = 0, finalized = 0;
    MPI_Initialized(&initialized);
    MPI_Finalized(&finalized);
    if (initialized && !finalized) MPI_Abort(MPI_COMM_WORLD, 1);
    _exit(1);
}

#define CHECK(condition, ...)                                    \
    do {                                                         \
        if (!(condition)) fail(__FILE__, __LINE__, __VA_ARGS__); \
    } while (0)

UNUSED static const char *describe(int code) {
    static char text[MPI_MAX_ERROR_STRING + 64];
    char words[MPI_MAX_ERROR_STRING] = "";
    int length = 0, class = -1;
    MPI_Error_string(code, words, &length);
    MPI_Error_class(code, &class);
    snprintf(text, sizeof text, "code %d, class %d, %s", code, class, words);
    return text;
}

// A call that must succeed.
#define DO(call)                                                                                     \
    do {                                                                                             \
        int code_of_call = (call);                                                                   \
        if (code_of_call != MPI_SUCCESS)                                                             \
            fail(__FILE__, __LINE__, "%s, got %s, expected success", #call, describe(code_of_call)); \
    } while (0)

UNUSED static int class_of(int code) {
    int class = -1;
    MPI_Error_class(code, &class);
    return class;
}

// A call that must fail with an error of this class.
#define FAILS(call, expected)                                                                                 \
    do {                                                                                                      \
        int code_of_call = (call);                                                                            \
        if (class_of(code_of_call) != (expected))                                                             \
            fail(__FILE__, __LINE__, "%s, got %s, expected %s (%d)", #call, describe(code_of_call), #expected, \
                 (int)(expected));                                                                            \
    } while (0)

UNUSED static int count_of(const MPI_Status *status, MPI_Datatype type) {
    int count = -1;
    DO(MPI_Get_count(status, type, &count));
    return count;
}

#endif

// SPDX-License-Identifier: MIT OR Apache-2.0
// What the programs of this folder share. Each goes through one chapter of MPI, checks what comes back by itself, and
// rank 0 prints a report in which constants have names, never numbers: it is the same text under every MPI and in every
// ABI. Lines of the report start with their section. What an MPI does not have at all is told on stderr as
// `skipped: SECTION`, and nothing of that section is in the report.
#ifndef CHECK_H
#define CHECK_H

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNUSED __attribute__((unused))

// MPI_STATUSES_IGNORE is no address, which compilers cannot know.
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Wstringop-overread"

// Open MPI 5 has most of MPI 4, but says 3.1.
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
#define HAVE_MPI_4 1
#endif
#if MPI_VERSION >= 4 && !defined(OPEN_MPI)
#define HAVE_LARGE_COUNTS 1
#define HAVE_EVENTS 1
#endif
#if MPI_VERSION >= 5
#define HAVE_MPI_4_1 1
#endif

// The standard ABI calls these otherwise, and leaves the statuses of Fortran to Fortran.
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
static const char *current_section = "";

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

#define HOLDS(condition) CHECK(condition, "%s does not hold", #condition)

#define EQUAL(got, expected)                                                                             \
    do {                                                                                                 \
        long long checked_value = (long long)(got), wanted_value = (long long)(expected);                  \
        if (checked_value != wanted_value)                                                                 \
            fail(__FILE__, __LINE__, "%s, got %lld, expected %lld", #got, checked_value, wanted_value);    \
    } while (0)

#define SAME_TEXT(got, expected)                                                                       \
    do {                                                                                               \
        const char *checked_text = (got), *wanted_text = (expected);                                     \
        if (strcmp(checked_text, wanted_text) != 0)                                                      \
            fail(__FILE__, __LINE__, "%s, got \"%s\", expected \"%s\"", #got, checked_text, wanted_text); \
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

// Whether a call is there at all: the adapter says MPI_ERR_UNSUPPORTED_OPERATION where the MPI underneath has no such
// function. Any other error fails.
#define THERE(call) is_there(__FILE__, __LINE__, #call, (call))
UNUSED static int is_there(const char *file, int line, const char *call, int code) {
    if (code == MPI_SUCCESS) return 1;
    if (class_of(code) == MPI_ERR_UNSUPPORTED_OPERATION) return 0;
    fail(file, line, "%s, got %s, expected success", call, describe(code));
}

UNUSED static void section(const char *name) {
    current_section = name;
}

UNUSED static void say(const char *format, ...) {
    if (rank != 0) return;
    va_list arguments;
    va_start(arguments, format);
    printf("%s: ", current_section);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    fflush(stdout);
}

UNUSED static void skip(const char *name) {
    if (rank == 0) fprintf(stderr, "skipped: %s\n", name);
}

// A constant and how it is called.
struct named {
    long long value;
    const char *name;
};
#define NAMED(constant) \
    { (long long)(constant), #constant }
#define NAME_OF(table, value) name_of(table, sizeof(table) / sizeof(table)[0], (long long)(value))
UNUSED static const char *name_of(const struct named *table, size_t length, long long value) {
    static char unknown[8][64];
    static int next;
    for (size_t index = 0; index < length; index++)
        if (table[index].value == value) return table[index].name;
    char *text = unknown[next++ % 8];
    snprintf(text, sizeof unknown[0], "unknown value %lld", value);
    return text;
}

UNUSED static int count_of(const MPI_Status *status, MPI_Datatype type) {
    int count = -1;
    DO(MPI_Get_count(status, type, &count));
    return count;
}

// A status that a call must fill in.
UNUSED static MPI_Status poisoned(void) {
    MPI_Status status;
    memset(&status, 0xA5, sizeof status);
    return status;
}

#define STATUS_IS(status, source, tag, count, type)     \
    do {                                                \
        EQUAL((status).MPI_SOURCE, source);             \
        EQUAL((status).MPI_TAG, tag);                   \
        EQUAL(count_of(&(status), type), count);        \
    } while (0)

UNUSED static void return_errors(void) {
    DO(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    DO(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
}

UNUSED static void begin(int *argc, char ***argv) {
    if (MPI_Init(argc, argv) != MPI_SUCCESS) fail(__FILE__, __LINE__, "MPI_Init fails");
    return_errors();
    DO(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    DO(MPI_Comm_size(MPI_COMM_WORLD, &size));
}

UNUSED static int finish(void) {
    DO(MPI_Barrier(MPI_COMM_WORLD));
    section("end");
    say("all is well");
    DO(MPI_Finalize());
    return 0;
}

#endif

// SPDX-License-Identifier: MIT OR Apache-2.0
// What the programs of this folder share. Each covers one chapter of MPI, checks the results itself, and
// rank 0 prints a report in which constants have names, never numbers: it is the same text under every MPI and in every
// ABI. Lines of the report start with their section. What an MPI does not have at all is reported on stderr as
// `skipped: SECTION`, and nothing of that section is in the report.
#ifndef CHECK_H
#define CHECK_H

#include "../checks.h"

// MPI_STATUSES_IGNORE is not an address, which compilers cannot know.
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

static const char *current_section = "";

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

// A constant and its name.
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

// SPDX-License-Identifier: MIT OR Apache-2.0
// A library that leaves a mark wherever it is preloaded: the program, and the variables that it got.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *value_of(const char *name) {
    const char *value = getenv(name);
    return value ? value : "";
}

__attribute__((constructor)) static void leave_mark(void) {
    char program[4096], line[8192];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    int bytes = snprintf(line, sizeof line, "%s|%s|%s\n", program, value_of("SEAWAY_RUN_MAP"), value_of("SEAWAY_RUN_HINTS"));
    // One write at the end of the file: marks of several processes do not mix.
    int file = open(value_of("SEAWAY_TEST_MARKS"), O_WRONLY | O_CREAT | O_APPEND, 0600);
    if (file < 0 || write(file, line, (size_t)bytes) != bytes) abort();
    close(file);
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// What programs of tests share: they say on standard output, a pipe, which events a trace must have.
#define _GNU_SOURCE
#define _LARGEFILE64_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

typedef unsigned long long number;

static const char *folder = "/";

// A path in the folder of the test. Some live at the same time.
static const char *in(const char *name) {
    static char paths[8][4096];
    static int next;
    char *path = paths[next++ % 8];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

// One write for each line, so that lines of threads do not mix.
static void line(const char *text) {
    char whole[12000];
    int length = snprintf(whole, sizeof whole, "%s\n", text);
    if (write(1, whole, (size_t)length) != length) abort();
}

// The trace must have this event, after all that were expected before. Keeps errno.
static void expect(const char *call, const char *file, number offset, number length, int error) {
    int before = errno;
    char text[8192];
    snprintf(text, sizeof text, "expect\t%s\t%s\t%llu\t%llu\t%d", call, file, offset, length, error);
    line(text);
    errno = before;
}

// The same, for calls whose events have a second file.
static void expect_second(const char *call, const char *file, const char *second, number length, int error) {
    int before = errno;
    char text[10000];
    snprintf(text, sizeof text, "expect\t%s\t%s\t%s\t%llu\t%d", call, file, second, length, error);
    line(text);
    errno = before;
}

// What a call returned, or 0, and its error, or 0.
static number good(long result) { return result < 0 ? 0 : (number)result; }
static int bad(long result) { return result < 0 ? errno : 0; }

// A function by its name, as the dynamic linker binds it; the test learns that the name was used.
static void *find(const char *name) {
    char text[200];
    snprintf(text, sizeof text, "symbol\t%s", name);
    line(text);
    void *function = dlsym(RTLD_DEFAULT, name);
    if (!function) abort();
    return function;
}

// For each of the names, `f` is the function of this name, which has the type of `like`.
#define EACH(like, ...)                                                                    \
    for (const char **each = (const char *[]){__VA_ARGS__, NULL}; *each; each++)           \
        for (__typeof__(&like) f = (__typeof__(&like))find(*each); f; f = NULL)

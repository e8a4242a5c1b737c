// SPDX-License-Identifier: MIT OR Apache-2.0
// Preloaded into a daemon: files below the folder SEAWAY_TEST_QUOTA are on NFS, whose server has no room for this user any more. It
// says so when a file is closed, as NFS does.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { NFS = 0x6969 };

static int is_concerned(int file) {
    const char *folder = getenv("SEAWAY_TEST_QUOTA");
    char link[64], found[PATH_MAX];
    struct stat status;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, found, sizeof found - 1);
    if (folder == NULL || length <= 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode)) return 0;
    found[length] = 0;
    return strncmp(found, folder, strlen(folder)) == 0;
}

int fstatfs(int file, struct statfs *status) {
    int (*next)(int, struct statfs *) = dlsym(RTLD_NEXT, "fstatfs");
    int outcome = next(file, status);
    if (outcome == 0 && is_concerned(file)) status->f_type = NFS;
    return outcome;
}

int fstatfs64(int file, struct statfs64 *status) {
    int (*next)(int, struct statfs64 *) = dlsym(RTLD_NEXT, "fstatfs64");
    int outcome = next(file, status);
    if (outcome == 0 && is_concerned(file)) status->f_type = NFS;
    return outcome;
}

int close(int file) {
    int fails = is_concerned(file);
    int outcome = (int)syscall(SYS_close, file);
    if (outcome == 0 && fails) {
        errno = EDQUOT;
        return -1;
    }
    return outcome;
}

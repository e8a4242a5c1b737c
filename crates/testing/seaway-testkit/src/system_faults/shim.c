// SPDX-License-Identifier: MIT OR Apache-2.0
// Preloaded into a scenario's process: the n-th system call of a kind, on files below a folder, fails or moves fewer bytes.
// SEAWAY_FAULT is "KIND N ERRNO FOLDER HIT": ERRNO 0 stands for a short count; the file HIT is made when the call has come.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NO_FAULT = -1, SHORT = 0 };

static char kind[32], folder[PATH_MAX], hit[PATH_MAX];
static long wanted;
static int fault;
static atomic_long seen;

__attribute__((constructor)) static void begin(void) {
    const char *words = getenv("SEAWAY_FAULT");
    if (words == NULL || sscanf(words, "%31s %ld %d %4095s %4095s", kind, &wanted, &fault, folder, hit) != 5) kind[0] = 0;
}

static int is_below(const char *path) { return strncmp(path, folder, strlen(folder)) == 0; }

// What is to happen to this call: NO_FAULT, SHORT or an error.
static int next_fault(const char *name, const char *path, int file) {
    if (kind[0] == 0 || strcmp(kind, name) != 0) return NO_FAULT;
    char found[PATH_MAX] = "";
    if (path == NULL) {
        char link[64];
        snprintf(link, sizeof link, "/proc/self/fd/%d", file);
        ssize_t length = syscall(SYS_readlinkat, AT_FDCWD, link, found, sizeof found - 1);
        found[length > 0 ? length : 0] = 0;
        path = found;
    }
    if (!is_below(path) || atomic_fetch_add(&seen, 1) + 1 != wanted) return NO_FAULT;
    long made = syscall(SYS_openat, AT_FDCWD, hit, O_CREAT | O_WRONLY, 0600);
    if (made >= 0) syscall(SYS_close, made);
    return fault;
}

#define NEXT(type, name)                                            \
    static __typeof__(type) *next;                                  \
    if (next == NULL) next = (__typeof__(type) *)dlsym(RTLD_NEXT, name)

// Fails, if this is the call; SHORT continues after it.
#define FAIL(name, path, file, failure)                             \
    int outcome = next_fault(name, path, file);                     \
    if (outcome > 0) {                                              \
        errno = outcome;                                            \
        return failure;                                             \
    }

static size_t less(int outcome, size_t length) { return outcome == SHORT && length > 1 ? length / 2 : length; }

#define OPEN(name)                                                  \
    int name(const char *path, int flags, ...) {                    \
        va_list words;                                              \
        va_start(words, flags);                                     \
        mode_t mode = va_arg(words, mode_t);                        \
        va_end(words);                                              \
        NEXT(int(const char *, int, ...), #name);               \
        FAIL("open", path, -1, -1)                                  \
        return next(path, flags, mode);                             \
    }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                \
    int name(int at, const char *path, int flags, ...) {            \
        va_list words;                                              \
        va_start(words, flags);                                     \
        mode_t mode = va_arg(words, mode_t);                        \
        va_end(words);                                              \
        NEXT(int(int, const char *, int, ...), #name);          \
        FAIL("open", path[0] == '/' ? path : NULL, at, -1)          \
        return next(at, path, flags, mode);                         \
    }
OPENAT(openat)
OPENAT(openat64)

#define AT(name, kind, pointer)                                     \
    ssize_t name(int file, pointer bytes, size_t length, off64_t place) { \
        NEXT(ssize_t(int, pointer, size_t, off64_t), #name);    \
        FAIL(kind, NULL, file, -1)                                  \
        return next(file, bytes, less(outcome, length), place);     \
    }
AT(pread, "pread", void *)
AT(pread64, "pread", void *)
AT(pwrite, "pwrite", const void *)
AT(pwrite64, "pwrite", const void *)

#define PLAIN(name, pointer)                                        \
    ssize_t name(int file, pointer bytes, size_t length) {          \
        NEXT(ssize_t(int, pointer, size_t), #name);             \
        FAIL(#name, NULL, file, -1)                                 \
        return next(file, bytes, less(outcome, length));            \
    }
PLAIN(read, void *)
PLAIN(write, const void *)

// A short vectored call moves a part of its first piece.
#define VECTORED(name, kind)                                        \
    ssize_t name(int file, const struct iovec *pieces, int count, off64_t place) { \
        NEXT(ssize_t(int, const struct iovec *, int, off64_t), #name); \
        FAIL(kind, NULL, file, -1)                                  \
        if (outcome == NO_FAULT || count < 1) return next(file, pieces, count, place); \
        struct iovec piece = {pieces[0].iov_base, less(outcome, pieces[0].iov_len)}; \
        return next(file, &piece, 1, place);                        \
    }
VECTORED(preadv, "pread")
VECTORED(preadv64, "pread")
VECTORED(pwritev, "pwrite")
VECTORED(pwritev64, "pwrite")

#define VECTORED2(name, kind)                                       \
    ssize_t name(int file, const struct iovec *pieces, int count, off64_t place, int flags) { \
        NEXT(ssize_t(int, const struct iovec *, int, off64_t, int), #name); \
        FAIL(kind, NULL, file, -1)                                  \
        if (outcome == NO_FAULT || count < 1) return next(file, pieces, count, place, flags); \
        struct iovec piece = {pieces[0].iov_base, less(outcome, pieces[0].iov_len)}; \
        return next(file, &piece, 1, place, flags);                 \
    }
VECTORED2(preadv2, "pread")
VECTORED2(preadv64v2, "pread")
VECTORED2(pwritev2, "pwrite")
VECTORED2(pwritev64v2, "pwrite")

#define SYNC(name)                                                  \
    int name(int file) {                                            \
        NEXT(int(int), #name);                                  \
        FAIL("sync", NULL, file, -1)                                \
        return next(file);                                          \
    }
SYNC(fsync)
SYNC(fdatasync)

// A descriptor is closed, whatever close says.
int close(int file) {
    NEXT(int(int), "close");
    int outcome = next_fault("close", NULL, file);
    int closed = next(file);
    if (outcome <= 0) return closed;
    errno = outcome;
    return -1;
}

int rename(const char *from, const char *to) {
    NEXT(int(const char *, const char *), "rename");
    FAIL("rename", from, -1, -1)
    return next(from, to);
}

#define TRUNCATE(name)                                              \
    int name(int file, off64_t length) {                            \
        NEXT(int(int, off64_t), #name);                         \
        FAIL("ftruncate", NULL, file, -1)                           \
        return next(file, length);                                  \
    }
TRUNCATE(ftruncate)
TRUNCATE(ftruncate64)

#define ALLOCATE(name)                                              \
    int name(int file, int mode, off64_t place, off64_t length) {   \
        NEXT(int(int, int, off64_t, off64_t), #name);           \
        FAIL("fallocate", NULL, file, -1)                           \
        return next(file, mode, place, length);                     \
    }
ALLOCATE(fallocate)
ALLOCATE(fallocate64)

#define MAP(name)                                                   \
    void *name(void *start, size_t length, int protection, int flags, int file, off64_t place) { \
        NEXT(void *(void *, size_t, int, int, int, off64_t), #name); \
        if (file < 0) return next(start, length, protection, flags, file, place); \
        FAIL("mmap", NULL, file, MAP_FAILED)                        \
        return next(start, length, protection, flags, file, place); \
    }
MAP(mmap)
MAP(mmap64)

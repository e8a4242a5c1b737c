// SPDX-License-Identifier: MIT OR Apache-2.0
// reads FILE: reads a file in every way that needs no MPI and says what it got, so that what is said of a file here and of the
// same file elsewhere can be compared. It has 70000 bytes at least.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned char buffer[1 << 20];

static unsigned long sum(const unsigned char *bytes, long length) {
    unsigned long sum = 5381;
    for (long i = 0; i < length; i++) sum = sum * 33 + bytes[i];
    return sum;
}

static void say(const char *what, long result) {
    const char *error = result < 0 ? strerrorname_np(errno) : "";
    printf("%-24s %ld %s %lx\n", what, result, error, sum(buffer, result > 0 ? result : 0));
    memset(buffer, 0xee, sizeof buffer);
    errno = 0;
}

static void say_number(const char *what, long number) {
    printf("%-24s %ld %s\n", what, number, number < 0 ? strerrorname_np(errno) : "");
    errno = 0;
}

static int open_it(const char *name) {
    int file = open(name, O_RDONLY);
    if (file < 0) {
        printf("open: %s\n", strerrorname_np(errno));
        exit(1);
    }
    return file;
}

static void positions(int file) {
    // No constant: a call that is checked at run time is another function.
    volatile size_t length = 100;
    say("read", read(file, buffer, length));
    say_number("position", lseek(file, 0, SEEK_CUR));
    say("pread", pread(file, buffer, length, 65530));
    say("pread nothing", pread(file, buffer, 0, 5));
    say("pread before", pread(file, buffer, length, -1));
    say_number("position", lseek(file, 0, SEEK_CUR));
    struct iovec pieces[3] = {{buffer, 10}, {buffer + 10, 0}, {buffer + 10, 5000}};
    say("readv", readv(file, pieces, 3));
    say("preadv", preadv(file, pieces, 3, 4090));
    say_number("position", lseek(file, 0, SEEK_CUR));
    say_number("data", lseek(file, 7, SEEK_DATA));
    long hole = lseek(file, 7, SEEK_HOLE), end = lseek(file, 0, SEEK_END);
    say_number("hole is the end", hole == end);
    say_number("data behind", lseek(file, 1L << 40, SEEK_DATA));
    say_number("end", end);
    say("read at the end", read(file, buffer, length));
    say_number("back", lseek(file, -30, SEEK_END));
    say("read to the end", read(file, buffer, length));
    say_number("behind", lseek(file, 1000, SEEK_END));
    say("read behind", read(file, buffer, length));
    say("read all", pread(file, buffer, sizeof buffer, 0));
    say_number("start", lseek(file, 0, SEEK_SET));
}

static void status(int file) {
    struct stat status;
    say_number("fstat", fstat(file, &status));
    say_number("size", status.st_size);
    say_number("regular", S_ISREG(status.st_mode));
    say_number("writes", write(file, "x", 1) < 0);
    errno = 0;
    say_number("is a terminal", isatty(file) != 0);
}

static void mappings(int file) {
    unsigned char *bytes = mmap(NULL, 70000, PROT_READ, MAP_PRIVATE, file, 0);
    say_number("mapped", bytes != MAP_FAILED);
    memcpy(buffer, bytes, 70000);
    say("mapping", 70000);
    munmap(bytes, 70000);
    bytes = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_PRIVATE, file, 65536);
    bytes[0] += 1;
    memcpy(buffer, bytes, 4096);
    say("one page", 4096);
    munmap(bytes, 10);
    bytes = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    say_number("to be written", bytes == MAP_FAILED && errno == EACCES);
}

static void copies(int file) {
    int copy = dup(file), high = dup2(file, 700);
    say("read", read(file, buffer, 50));
    say("copy", read(copy, buffer, 50));
    say("high", read(high, buffer, 50));
    close(file);
    close(copy);
    say("the last", read(high, buffer, 50));
    close(high);
    say("closed", read(high, buffer, 50));
    // The kernel gives the number to what we do not see being opened.
    int ends[2];
    if (pipe(ends) != 0 || write(ends[1], "pipe", 4) != 4) exit(1);
    say("a pipe", read(ends[0], buffer, 50));
    close(ends[0]);
    close(ends[1]);
}

static void streams(const char *name) {
    FILE *stream = fopen(name, "r");
    say("fread", fread(buffer, 1, 5000, stream));
    say_number("fseek", fseek(stream, -100, SEEK_END));
    say("fread", fread(buffer, 1, 5000, stream));
    struct stat status;
    say_number("fileno", fstat(fileno(stream), &status));
    say_number("size", status.st_size);
    fclose(stream);
    int file = open_it(name);
    lseek(file, 1234, SEEK_SET);
    stream = fdopen(file, "r");
    say("fdopen", fread(buffer, 1, 5000, stream));
    say_number("the same number", fileno(stream) == file);
    fclose(stream);
}

/* Each child is one chance to begin while a thread of the library holds a lock in the parent. */
enum { CHILDREN = 20 };

static void children(const char *name, int parent_s) {
    int well = 0;
    for (int i = 0; i < CHILDREN; i++) {
        fflush(stdout);
        close(open_it(name));
        pid_t child = fork();
        if (child == 0) {
            int file = open_it(name);
            ssize_t got = read(file, buffer, 1000);
            if (i == 0) say("a child's", got);
            fflush(stdout);
            _exit(got == 1000 ? 0 : 1);
        }
        int status = -1;
        waitpid(child, &status, 0);
        well += status == 0;
    }
    say_number("children", well);
    say("parent's", read(parent_s, buffer, 1000));
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    char missing[4096];
    snprintf(missing, sizeof missing, "%s.missing", argv[1]);
    say_number("missing", open(missing, O_RDONLY));
    say_number("missing stream", fopen(missing, "r") == NULL && errno == ENOENT);
    say_number("missing", access(missing, F_OK));
    say_number("there", access(argv[1], F_OK));
    say_number("readable", access(argv[1], R_OK));
    struct stat named;
    say_number("stat", stat(missing, &named));
    say_number("stat", stat(argv[1], &named));
    say_number("size", named.st_size);
    say_number("lstat", lstat(argv[1], &named));
    say_number("regular", S_ISREG(named.st_mode));
    say_number("a folder", open(argv[1], O_RDONLY | O_DIRECTORY));
    int first = open_it(argv[1]);
    int file = openat(AT_FDCWD, argv[1], O_RDONLY | O_CLOEXEC);
    say_number("closed by exec", fcntl(file, F_GETFD));
    positions(file);
    status(file);
    mappings(file);
    copies(file);
    streams(argv[1]);
    children(argv[1], first);
    close(first);
    say_number("cut", truncate(argv[1], 69000));
    file = open_it(argv[1]);
    say_number("shorter", lseek(file, 0, SEEK_END));
    return 0;
}

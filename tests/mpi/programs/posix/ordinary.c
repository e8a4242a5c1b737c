// SPDX-License-Identifier: MIT OR Apache-2.0
// ordinary FOLDER FILE: makes the usual calls on files of an empty folder, and prints what it saw. FILE stays open
// all the time; it may have any name.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <unistd.h>

static int before_main = -2;

__attribute__((constructor)) static void early(void) {
    before_main = open("/dev/null", O_RDONLY);
    close(before_main);
}

// What is left in errno by a call that succeeds is part of what a program sees.
#define SAY(call)                                                                            \
    do {                                                                                     \
        errno = EXDEV;                                                                       \
        long result = (long)(call);                                                          \
        printf("%s: %ld %s\n", #call, result, strerrorname_np(errno));                       \
    } while (0)

static int lowest;

// The number, counted from the lowest that was free.
static int number(int file) {
    return file < 0 ? file : file - lowest;
}

static void describe(int file) {
    struct stat status;
    fstat(file, &status);
    printf("  flags %x, of the descriptor %x, mode %o, size %ld\n", fcntl(file, F_GETFL), fcntl(file, F_GETFD),
           status.st_mode, (long)status.st_size);
}

static void opening(void) {
    int file, folder = open(".", O_RDONLY | O_DIRECTORY);
    SAY(number(file = open("remote", O_RDWR | O_CREAT, 0640)));
    describe(file);
    SAY(number(open("remote", O_RDWR | O_CREAT | O_EXCL, 0640)));
    SAY(number(file = open64("remote.nc", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_APPEND, 0666)));
    describe(file);
    SAY(number(file = openat(folder, "r", O_RDWR | O_CREAT | O_NONBLOCK, 0604)));
    describe(file);
    SAY(number(file = openat64(folder, "remote", O_RDONLY | O_NOFOLLOW)));
    describe(file);
    SAY(number(file = open(".", O_TMPFILE | O_RDWR, 0600)));
    describe(file);
    SAY(number(file = creat("created", 0444)));
    describe(file);
    SAY(number(open("missing", O_RDONLY)));
    SAY(number(open("", O_RDONLY)));
    // What is before the first byte cannot be read.
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(pages, 4096, PROT_NONE);
    strcpy(pages + 4096, "//dev/null");
    SAY(number(file = open(pages + 4096, O_RDONLY)));
    close(file);
    const char *volatile nowhere = NULL;
    SAY(number(open(nowhere, O_RDONLY)));
    SAY(number(open("remote/x", O_RDONLY)));
    SAY(number(open(".", O_WRONLY)));
    SAY(number(openat(999, "remote", O_RDONLY)));
    // The lowest number that is free is the next.
    close(lowest + 1);
    SAY(number(open("remote", O_RDONLY)));
}

static void accessing(void) {
    char bytes[64] = "";
    struct iovec piece = {bytes, sizeof bytes};
    volatile size_t length = sizeof bytes;
    int file = open("data", O_RDWR | O_CREAT, 0600);
    SAY(write(file, "0123456789", 10));
    SAY(lseek(file, 2, SEEK_SET));
    SAY(read(file, bytes, length));
    SAY(bytes[0]);
    SAY(pread(file, bytes, length, 4));
    SAY(bytes[0]);
    SAY(readv(file, &piece, 1));
    SAY(preadv(file, &piece, 1, 6));
    SAY(lseek(file, 0, SEEK_DATA));
    SAY(lseek(file, 0, SEEK_HOLE));
    char *mapped = mmap(NULL, 10, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    SAY(mapped[9]);
    SAY(mmap(NULL, 10, PROT_READ, MAP_PRIVATE, 999, 0) == MAP_FAILED);
    SAY(mmap(NULL, 10, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    SAY(close(file));
    SAY(close(file));
    SAY(close(-1));
    SAY(read(file, bytes, length));
    SAY(read(-1, bytes, length));
    SAY(lseek(file, 0, SEEK_SET));
    SAY(access("data", R_OK | W_OK));
    SAY(access("missing", F_OK));
    struct stat status;
    SAY(stat("data", &status));
    SAY(status.st_size);
    SAY(symlink("data", "remote-link"));
    SAY(lstat("remote-link", &status));
    SAY(S_ISLNK(status.st_mode));
    SAY(lstat("missing", &status));
    SAY(truncate("data", 4));
    SAY(truncate("missing", 4));
    FILE *stream;
    SAY((stream = fopen("data", "r+")) != NULL);
    SAY(fread(bytes, 1, sizeof bytes, stream));
    describe(fileno(stream));
    SAY(fclose(stream));
    SAY(fopen("missing", "r") != NULL);
    SAY(fopen64("data", "nonsense") != NULL);
    SAY((stream = fdopen(open("data", O_RDONLY), "r")) != NULL);
    SAY(fread(bytes, 1, sizeof bytes, stream));
    SAY(fclose(stream));
    SAY(fdopen(999, "r") != NULL);
}

static int waiting[2];

static void *wait_for_ever(void *nothing) {
    char byte;
    (void)!read(waiting[0], &byte, 1);
    return nothing;
}

static void on_alarm(int number) {
    (void)number;
}

// A thread that waits in a call can be ended there, and a call can be interrupted by a signal.
static void waits(void) {
    pthread_t thread;
    void *end;
    char byte;
    (void)!pipe(waiting);
    pthread_create(&thread, NULL, wait_for_ever, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &end);
    SAY(end == PTHREAD_CANCELED);
    struct sigaction action = {.sa_handler = on_alarm};
    sigaction(SIGALRM, &action, NULL);
    // Again and again: the first may come before the call.
    struct itimerval often = {{0, 20000}, {0, 20000}}, never = {{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &often, NULL);
    SAY(read(waiting[0], &byte, 1));
    setitimer(ITIMER_REAL, &never, NULL);
    SAY(lseek(waiting[0], 0, SEEK_CUR));
}

int main(int argc, char **argv) {
    if (argc < 3 || chdir(argv[1]) != 0) return 2;
    // What was inherited differs from run to run.
    close_range(3, ~0U, 0);
    int file = open(argv[2], O_RDONLY);
    if (file < 0) {
        perror(argv[2]);
        return 1;
    }
    umask(027);
    printf("before main: %d\n", before_main >= 0);
    lowest = dup(0);
    close(lowest);
    opening();
    accessing();
    waits();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// writes FILE: writes a file in every way that needs no MPI and says what came of it, so that what is said of a file here and
// of the same file elsewhere can be compared. FILE must not exist.
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

static void say(const char *what, long result) {
    printf("%-24s %ld %s\n", what, result, result < 0 ? strerrorname_np(errno) : "");
    errno = 0;
}

// All of the file, by another descriptor.
static void content(const char *name) {
    int file = open(name, O_RDONLY);
    long length = read(file, buffer, sizeof buffer);
    unsigned long sum = 5381;
    for (long i = 0; i < length; i++) sum = sum * 33 + buffer[i];
    printf("  %ld bytes, %lx\n", length, sum);
    close(file);
}

static void opening(const char *name) {
    say("missing", open(name, O_WRONLY));
    say("missing, cut", open(name, O_RDWR | O_TRUNC));
    int file = open(name, O_WRONLY | O_CREAT | O_EXCL, 0600);
    say("made", file >= 0);
    say("made again", open(name, O_WRONLY | O_CREAT | O_EXCL, 0600));
    say("mode", fcntl(file, F_GETFL) & (O_ACCMODE | O_APPEND));
    char byte;
    say("read", read(file, &byte, 1));
    say("write", write(file, "0123456789", 10));
    say("close", close(file));
    say("closed", write(file, "x", 1));
    content(name);
    file = open(name, O_RDONLY);
    say("write", write(file, "x", 1));
    say("cut", ftruncate(file, 0));
    say("mode", fcntl(file, F_GETFL) & O_ACCMODE);
    close(file);
    file = creat(name, 0600);
    say("size", lseek(file, 0, SEEK_END));
    say("write nothing", write(file, "", 0));
    close(file);
    content(name);
}

static void positions(const char *name) {
    int file = open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    memset(buffer, 'a', sizeof buffer);
    say("write", write(file, buffer, 300000));
    say("position", lseek(file, 0, SEEK_CUR));
    say("pwrite", pwrite(file, "bcd", 3, 1000));
    say("pwrite before", pwrite(file, "bcd", 3, -1));
    struct iovec pieces[3] = {{"one", 3}, {NULL, 0}, {"three", 5}};
    say("writev", writev(file, pieces, 3));
    say("pwritev", pwritev(file, pieces, 3, 400000));
    say("position", lseek(file, 0, SEEK_CUR));
    struct stat status;
    say("fstat", fstat(file, &status));
    say("size", status.st_size);
    say("regular", S_ISREG(status.st_mode));
    say("seek", lseek(file, 999, SEEK_SET));
    char text[6] = "";
    say("read", read(file, text, 5));
    printf("  %s\n", text);
    say("hole", lseek(file, 500000, SEEK_SET));
    say("behind it", write(file, "end", 3));
    say("cut", ftruncate(file, 350000));
    say("position", lseek(file, 0, SEEK_CUR));
    say("longer", ftruncate(file, 360000));
    say("negative", ftruncate(file, -1));
    say("reserved", posix_fallocate(file, 0, 370000));
    say("end", lseek(file, 0, SEEK_END));
    say("fsync", fsync(file));
    say("fdatasync", fdatasync(file));
    content(name);
    say("close", close(file));
}

static void appending(const char *name) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0600), other = open(name, O_WRONLY | O_APPEND);
    say("write", write(file, "first ", 6));
    say("position", lseek(file, 0, SEEK_CUR));
    say("another", write(other, "second ", 7));
    say("start", lseek(file, 0, SEEK_SET));
    say("write", write(file, "third", 5));
    say("position", lseek(file, 0, SEEK_CUR));
    say("pwrite", pwrite(file, "!", 1, 0));
    say("no more", fcntl(file, F_SETFL, 0));
    lseek(file, 0, SEEK_SET);
    say("write", write(file, "FIRST", 5));
    close(file);
    close(other);
    content(name);
}

static void duplicates(const char *name) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    int copy = dup(file), high = dup2(file, 700), third = fcntl(file, F_DUPFD, 300);
    write(file, "a", 1);
    write(copy, "b", 1);
    close(file);
    close(copy);
    say("high", write(high, "c", 1));
    say("third", write(third, "d", 1));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        write(high, "child", 5);
        _exit(close(high) + close(third));
    }
    int status;
    waitpid(child, &status, 0);
    say("child", status);
    say("position", lseek(high, 0, SEEK_CUR));
    say("parent", write(high, "parent", 6));
    // A pipe takes the number.
    int ends[2];
    if (pipe(ends) != 0) exit(1);
    say("replaced", dup2(ends[1], high));
    say("close", close(third));
    say("a pipe", write(high, "pipe", 4));
    say("a pipe", read(ends[0], buffer, 100));
    close(high);
    content(name);
}

static void streams(const char *name) {
    FILE *stream = fopen(name, "w");
    for (int i = 0; i < 30000; i++) fprintf(stream, "%d\n", i);
    say("ftell", ftell(stream));
    say("fseek", fseek(stream, 10, SEEK_SET));
    say("fputs", fputs("HERE", stream) >= 0);
    struct stat status;
    say("fstat", fstat(fileno(stream), &status));
    say("fflush", fflush(stream));
    say("fclose", fclose(stream));
    content(name);
    say("exclusive", fopen(name, "wx") == NULL ? -1 : 0);
    stream = fopen(name, "a");
    say("ftell", ftell(stream));
    fputs("appended\n", stream);
    say("ftell", ftell(stream));
    say("fclose", fclose(stream));
    stream = fopen(name, "r+");
    char line[100];
    say("fgets", fgets(line, sizeof line, stream) != NULL);
    say("fseek", fseek(stream, 0, SEEK_CUR));
    say("fputs", fputs("both", stream) >= 0);
    say("fseek", fseek(stream, -9, SEEK_END));
    say("fgets", fgets(line, sizeof line, stream) != NULL);
    printf("  %s", line);
    say("fclose", fclose(stream));
    content(name);
    int file = open(name, O_WRONLY | O_TRUNC);
    say("unreadable", fdopen(file, "r") == NULL ? -1 : 0);
    stream = fdopen(file, "w");
    fprintf(stream, "by fdopen %d", 7);
    say("the same number", fileno(stream) == file);
    say("fclose", fclose(stream));
    say("closed", close(file));
    content(name);
    fflush(stdout);
    int kept = dup(1);
    say("freopen", freopen(name, "w", stdout) == NULL);
    printf("to the file\n");
    fflush(stdout);
    dup2(kept, 1);
    close(kept);
    content(name);
}

static void names(const char *name) {
    char other[4096], template[4096];
    snprintf(other, sizeof other, "%s.other", name);
    snprintf(template, sizeof template, "%s.XXXXXX", name);
    say("rename", rename(name, other));
    say("old name", access(name, F_OK));
    content(other);
    say("missing", rename(name, other));
    int file = mkstemp(template);
    say("mkstemp", file >= 0);
    say("write", write(file, "temporary", 9));
    say("replace", rename(template, other));
    say("write", write(file, "!", 1));
    close(file);
    say("writable", access(other, W_OK));
    content(other);
    say("unlink", unlink(other));
    say("unlink", unlink(other));
    say("remove", remove(other));
    say("missing", access(other, F_OK));
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    opening(argv[1]);
    positions(argv[1]);
    appending(argv[1]);
    duplicates(argv[1]);
    streams(argv[1]);
    names(argv[1]);
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes every hooked call of buffered files, under all its names, in a known order.
#include "expect.h"
#include <stdarg.h>

static char buffer[4096];
static FILE *stream;
static number at;

static void open_stream(const char *mode, int flags) {
    stream = fopen(in("s"), mode);
    at = (number)fileno(stream);
    expect("fopen", in("s"), (number)flags, at, 0);
}

static void close_stream(void) {
    fclose(stream);
    expect("fclose", in("s"), at, 0, 0);
}

static void opening(void) {
    EACH(fopen, "fopen", "fopen64") {
        stream = f(in("s"), "w+e");
        at = (number)fileno(stream);
        expect("fopen", in("s"), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, at, 0);
        EACH(freopen, "freopen", "freopen64") {
            stream = f(in("s"), "a", stream);
            expect("freopen", in("s"), O_WRONLY | O_CREAT | O_APPEND, (number)fileno(stream), 0);
        }
        EACH(fclose, "fclose") { f(stream); expect("fclose", in("s"), at, 0, 0); }
        f(in("none"), "r");
        expect("fopen", in("none"), 0, 0, ENOENT);
    }
    int fd = open(in("s"), O_RDWR);
    expect("open", in("s"), O_RDWR, good(fd), 0);
    EACH(fdopen, "fdopen") { stream = f(fd, "r+"); expect("fdopen", in("s"), (number)fd, 0, 0); }
    fclose(stream);
    expect("fclose", in("s"), (number)fd, 0, 0);
    EACH(tmpfile, "tmpfile", "tmpfile64") {
        stream = f();
        at = (number)fileno(stream);
        expect("tmpfile", "*", O_RDWR | O_CREAT | O_EXCL, at, 0);
        fclose(stream);
        expect("fclose", "*", at, 0, 0);
    }
}

static int formatted(int (*f)(FILE *, const char *, va_list), const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = f(stream, format, list);
    va_end(list);
    return result;
}

static int formatted_checked(int (*f)(FILE *, int, const char *, va_list), const char *format, ...) {
    va_list list;
    va_start(list, format);
    int result = f(stream, 1, format, list);
    va_end(list);
    return result;
}

static void writing(void) {
    open_stream("w", O_WRONLY | O_CREAT | O_TRUNC);
    EACH(fwrite, "fwrite", "fwrite_unlocked") { f(buffer, 10, 30, stream); expect("fwrite", in("s"), at, 300, 0); }
    EACH(fputs, "fputs", "fputs_unlocked") { f("four\n", stream); expect("fputs", in("s"), at, 5, 0); }
    EACH(fputc, "fputc", "putc", "_IO_putc", "fputc_unlocked", "putc_unlocked") {
        f('\n', stream);
        expect("fputc", in("s"), at, 1, 0);
    }
    EACH(fflush, "fflush", "fflush_unlocked") { f(stream); expect("fflush", in("s"), at, 0, 0); }
    // Nine numbers and nine fractions: more than registers hold.
    const char *many = "%d %d %d %d %d %d %d %d %d %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f %.1f\n";
    const char *text = "1 2 3 4 5 6 7 8 9 1.0 2.0 3.0 4.0 5.0 6.0 7.0 8.0 9.0\n";
    number long_one = strlen(text);
#define MANY 1, 2, 3, 4, 5, 6, 7, 8, 9, 1., 2., 3., 4., 5., 6., 7., 8., 9.
    EACH(fprintf, "fprintf") { f(stream, many, MANY); expect("fprintf", in("s"), at, long_one, 0); }
    int checked(FILE *, int, const char *, ...);
    EACH(checked, "__fprintf_chk") { f(stream, 1, many, MANY); expect("fprintf", in("s"), at, long_one, 0); }
    EACH(vfprintf, "vfprintf") { formatted(f, many, MANY); expect("fprintf", in("s"), at, long_one, 0); }
    int checked_list(FILE *, int, const char *, va_list);
    EACH(checked_list, "__vfprintf_chk") {
        formatted_checked(f, many, MANY);
        expect("fprintf", in("s"), at, long_one, 0);
    }
    fflush(stream);
    expect("fflush", in("s"), at, 0, 0);
    int fd = fileno(stream);
    EACH(dprintf, "dprintf") { f(fd, many, MANY); expect("fprintf", in("s"), at, long_one, 0); }
    int checked_descriptor(int, int, const char *, ...);
    EACH(checked_descriptor, "__dprintf_chk") { f(fd, 1, many, MANY); expect("fprintf", in("s"), at, long_one, 0); }
    int overflowing(FILE *, int);
    EACH(overflowing, "__overflow") {
        f(stream, 'x');
        expect("__overflow", in("s"), at, 1, 0);
    }
    close_stream();
    // Six times the same line, as the format says.
    FILE *check = fopen(in("s"), "r");
    expect("fopen", in("s"), 0, (number)fileno(check), 0);
    int same = 0;
    char line_[4096];
    while (fgets(line_, sizeof line_, check)) {
        expect("fgets", in("s"), (number)fileno(check), strlen(line_), 0);
        same += strcmp(line_, text) == 0;
    }
    expect("fgets", in("s"), (number)fileno(check), 0, 0);
    number closing = (number)fileno(check);
    fclose(check);
    expect("fclose", in("s"), closing, 0, 0);
    if (same != 6) abort();
}

static void reading(void) {
    open_stream("w+", O_RDWR | O_CREAT | O_TRUNC);
    fputs("12 34 56 78 90 11\nline two\nline three\nline four;line five\n", stream);
    expect("fputs", in("s"), at, 58, 0);
    EACH(rewind, "rewind") { f(stream); expect("fseek", in("s"), 0, at, 0); }
    int one, two;
    EACH(fscanf, "fscanf", "__isoc99_fscanf") {
        if (f(stream, "%d %d", &one, &two) != 2) abort();
        expect("fscanf", in("s"), at, 0, 0);
    }
    if (one != 56 || two != 78) abort();
    EACH(vfscanf, "vfscanf", "__isoc99_vfscanf") {
        if (formatted(f, "%d", &one) != 1) abort();
        expect("fscanf", in("s"), at, 0, 0);
    }
    EACH(fgets, "fgets", "fgets_unlocked") {
        fseek(stream, 18, SEEK_SET);
        expect("fseek", in("s"), 18, at, 0);
        f(buffer, 100, stream);
        expect("fgets", in("s"), at, 9, 0);
    }
    char *checked_line(char *, size_t, int, FILE *);
    EACH(checked_line, "__fgets_chk", "__fgets_unlocked_chk") {
        f(buffer, sizeof buffer, 4, stream);
        expect("fgets", in("s"), at, 3, 0);
    }
    char *text = NULL;
    size_t room = 0;
    EACH(getline, "getline") { f(&text, &room, stream); expect("getline", in("s"), at, 5, 0); }
    EACH(getdelim, "getdelim", "__getdelim") {
        number length = (number)f(&text, &room, ';', stream);
        expect("getline", in("s"), at, length, 0);
    }
    EACH(fseek, "fseek") {
        f(stream, -5, SEEK_END);
        expect("fseek", in("s"), 53, at, 0);
        f(stream, 2, SEEK_SET);
        expect("fseek", in("s"), 2, at, 0);
    }
    EACH(fseeko, "fseeko", "fseeko64") { f(stream, 3, SEEK_CUR); expect("fseek", in("s"), (number)ftello(stream), at, 0); }
    fpos_t position;
    fgetpos(stream, &position);
    EACH(fsetpos, "fsetpos", "fsetpos64") { f(stream, &position); expect("fseek", in("s"), 8, at, 0); }
    EACH(fgetc, "fgetc", "getc", "_IO_getc", "fgetc_unlocked", "getc_unlocked") {
        f(stream);
        expect("fgetc", in("s"), at, 1, 0);
    }
    EACH(fread, "fread", "fread_unlocked") {
        f(buffer, 2, 3, stream);
        expect("fread", in("s"), at, 6, 0);
    }
    size_t checked_elements(void *, size_t, size_t, size_t, FILE *);
    EACH(checked_elements, "__fread_chk", "__fread_unlocked_chk") {
        f(buffer, sizeof buffer, 1, 4, stream);
        expect("fread", in("s"), at, 4, 0);
    }
    fread(buffer, 1, 1000, stream);
    expect("fread", in("s"), at, 25, 0);
    fseek(stream, 0, SEEK_SET);
    expect("fseek", in("s"), 0, at, 0);
    int underflowing(FILE *);
    EACH(underflowing, "__uflow") {
        f(stream);
        expect("__uflow", in("s"), at, 58, 0);
    }
    close_stream();
    // Memory is no file.
    stream = fmemopen(buffer, 10, "r");
    fgetc(stream);
    fclose(stream);
}

static void others(void) {
    int missing(FILE *, const char *, ...);
    stream = fopen(in("s"), "r");
    at = (number)fileno(stream);
    expect("fopen", in("s"), 0, at, 0);
    // Of later C libraries: there, or an error.
    EACH(missing, "__isoc23_fscanf", "__isoc23_vfscanf") {
        void *list[3] = {0};
        long result = f(stream, "", list);
        expect("fscanf", in("s"), at, 0, 0);
        (void)result;
    }
    close_stream();
    fflush(NULL);
    expect("fflush", "", 0, 0, 0);
}

// Standard input and output become files; lines are said afterwards.
static void standard(void) {
    int keep = dup(1); // a pipe: nothing
    int file = open(in("standard"), O_RDWR | O_CREAT | O_TRUNC, 0600);
    expect("open", in("standard"), O_RDWR | O_CREAT | O_TRUNC, good(file), 0);
    int (*print)(const char *, ...) = find("printf");
    int (*print_checked)(int, const char *, ...) = find("__printf_chk");
    int (*put)(const char *) = find("puts");
    int (*put_byte)(int) = find("putchar"), (*put_byte_unlocked)(int) = find("putchar_unlocked");
    int (*scan)(const char *, ...) = find("scanf"), (*scan_99)(const char *, ...) = find("__isoc99_scanf");
    int (*get)(void) = find("getchar"), (*get_unlocked)(void) = find("getchar_unlocked");
    dup2(file, 1);
    print("%d %s\n", 12, "abc");
    print_checked(1, "%d %s\n", 12, "abc");
    put("hello");
    put_byte('x');
    put_byte_unlocked('y');
    fflush(stdout);
    dup2(file, 0);
    lseek(0, 0, SEEK_SET);
    int value = 0;
    if (scan("%d", &value) != 1 || value != 12) abort();
    get();
    get_unlocked();
    scan_99("%d", &value);
    dup2(keep, 1);
    expect("dup2", in("standard"), (number)file, 1, 0);
    expect("fprintf", in("standard"), 1, 7, 0);
    expect("fprintf", in("standard"), 1, 7, 0);
    expect("fputs", in("standard"), 1, 6, 0);
    expect("fputc", in("standard"), 1, 1, 0);
    expect("fputc", in("standard"), 1, 1, 0);
    expect("fflush", in("standard"), 1, 0, 0);
    expect("dup2", in("standard"), (number)file, 0, 0);
    expect("lseek", in("standard"), 0, 0, 0);
    expect("fscanf", in("standard"), 0, 0, 0);
    expect("fgetc", in("standard"), 0, 1, 0);
    expect("fgetc", in("standard"), 0, 1, 0);
    expect("fscanf", in("standard"), 0, 0, 0);
    close(file);
    expect("close", in("standard"), (number)file, 0, 0);
}

int main(int count, char **arguments) {
    folder = count > 1 ? arguments[1] : "/tmp";
    opening();
    writing();
    reading();
    others();
    standard();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// What makes recording hard. The second argument says what; prints `count FILE CALLS BYTES` for the writes it made.
#include "expect.h"
#include <pthread.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>

static int first, second;
static volatile long interruptions;

static void count(const char *file, long calls, long bytes) {
    char text[8192];
    snprintf(text, sizeof text, "count\t%s\t%ld\t%ld", in(file), calls, bytes);
    line(text);
}

static int make(const char *name) { return open(in(name), O_RDWR | O_CREAT, 0600); }

static void handler(int signal) {
    int before = errno;
    if (write(second, "h", 1) != 1) abort();
    interruptions++;
    errno = before;
}

// A handler that writes, while the program writes.
static void signals(void) {
    first = make("first");
    second = make("second");
    static char stack[16384];
    stack_t alternate = {.ss_sp = stack, .ss_size = sizeof stack};
    sigaltstack(&alternate, NULL);
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART | SA_ONSTACK};
    sigaction(SIGALRM, &action, NULL);
    struct itimerval timer = {{0, 50}, {0, 50}};
    setitimer(ITIMER_REAL, &timer, NULL);
    long calls = 0;
    while (interruptions < 2000 || calls < 100000) {
        if (pwrite(first, "main", 4, 0) != 4) abort();
        calls++;
    }
    timer = (struct itimerval){{0, 0}, {0, 0}};
    setitimer(ITIMER_REAL, &timer, NULL);
    count("first", calls, 4 * calls);
    count("second", interruptions, interruptions);
}

static void *writer(void *number_of) {
    for (int index = 0; index < 1000; index++)
        if (pwrite(first, "12345", 5, index) != 5) abort();
    return NULL;
}

static void threads(void) {
    first = make("first");
    pthread_t all[100];
    for (int index = 0; index < 100; index++) pthread_create(&all[index], NULL, writer, NULL);
    for (int index = 0; index < 100; index++) pthread_join(all[index], NULL);
    count("first", 100 * 1000, 100 * 1000 * 5);
}

static void *forker(void *unused) {
    for (int index = 0; index < 5; index++) {
        pid_t child = fork();
        if (child == 0) {
            int own = make("child");
            for (int again = 0; again < 3; again++) write(own, "child", 5);
            _exit(0);
        }
        waitpid(child, NULL, 0);
        writer(NULL);
    }
    return NULL;
}

static void forks_in_threads(void) {
    first = make("first");
    pthread_t all[8];
    for (int index = 0; index < 8; index++) pthread_create(&all[index], NULL, forker, NULL);
    for (int index = 0; index < 8; index++) pthread_join(all[index], NULL);
    count("first", 8 * 5 * 1000, 8 * 5 * 1000 * 5);
    count("child", 8 * 5 * 3, 8 * 5 * 3 * 5);
}

// As daemons do: all descriptors are closed, also those that are not ours, and their numbers used again.
static void closing(void) {
    close_range(3, ~0u, 0);
    struct rlimit limit = {2000, 4000};
    if (setrlimit(RLIMIT_NOFILE, &limit)) abort();
    first = make("first");
    if (first != 3) abort();
    for (int index = 0; index < 1200; index++)
        if (make("other") != 4 + index) abort();
    for (int index = 0; index < 100000; index++)
        if (pwrite(4 + index % 1200, "12345", 5, index % 10) != 5) abort();
    count("other", 100000, 500000);
    struct stat status;
    stat(in("other"), &status);
    if (status.st_size != 14) abort();
}

static void many(void) {
    first = make("first");
    for (int index = 0; index < 100000; index++)
        if (pwrite(first, "12345", 5, 0) != 5) abort();
    count("first", 100000, 500000);
    // So many files that counters have no rows for all.
    for (int index = 0; index < 3000; index++) {
        char name[40];
        snprintf(name, sizeof name, "several%d", index);
        int fd = make(name);
        if (write(fd, "123", 3) != 3) abort();
        close(fd);
    }
    count("several*", 3000, 9000);
}

static void close_by_instruction(int descriptor) {
#if defined(__x86_64__)
    long result = 3;
    __asm__ volatile("syscall" : "+a"(result) : "D"((long)descriptor) : "rcx", "r11", "memory");
#elif defined(__aarch64__)
    register long result __asm__("x0") = descriptor;
    register long call __asm__("x8") = 57;
    __asm__ volatile("svc 0" : "+r"(result) : "r"(call) : "memory");
#endif
    if (result != 0) abort();
}

// Nobody sees that the file is closed: a socket with its descriptor is taken for it, a file is not.
static void closed_unseen(void) {
    int ends[2];
    first = make("first");
    close_by_instruction(first);
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) || ends[0] != first) abort();
    if (write(first, "12345", 5) != 5) abort();
    count("first", 1, 5);
    close_by_instruction(first);
    if (make("second") != first || write(first, "123", 3) != 3) abort();
    count("second", 1, 3);
}

static volatile int cleaned;
static void cleanup(void *unused) { cleaned = 1; }
static void *reader(void *unused) {
    char byte;
    pthread_cleanup_push(cleanup, NULL);
    read(first, &byte, 1);
    pthread_cleanup_pop(0);
    return NULL;
}

// A thread that is cancelled in the middle of a call.
static void cancelled(void) {
    first = open(in("fifo"), O_RDWR);
    pthread_t thread;
    void *result;
    pthread_create(&thread, NULL, reader, NULL);
    usleep(20000);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    if (result != PTHREAD_CANCELED || !cleaned) abort();
    second = make("second");
    write(second, "1", 1);
    count("second", 1, 1);
}

int main(int argument_count, char **arguments) {
    folder = arguments[1];
    const char *what = arguments[2];
    if (!strcmp(what, "signals")) signals();
    if (!strcmp(what, "threads")) threads();
    if (!strcmp(what, "forks in threads")) forks_in_threads();
    if (!strcmp(what, "closing")) closing();
    if (!strcmp(what, "closed unseen")) closed_unseen();
    if (!strcmp(what, "many")) many();
    if (!strcmp(what, "cancelled")) cancelled();
    return 0;
}

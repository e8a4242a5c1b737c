// SPDX-License-Identifier: MIT OR Apache-2.0
// The process' own trace is cut while it runs, by the program itself: so it happens at a known moment. Says `good` if
// everything is as it would be without a trace.
#include "expect.h"
#include <pthread.h>
#include <setjmp.h>
#include <sys/mman.h>

static const char *trace;
static int data;

static void check(int good, const char *what) {
    if (good) return;
    dprintf(2, "pid %d: %s (errno %d)\n", (int)getpid(), what, errno);
    _exit(9);
}

// Cuts all files that this process has in the trace.
static void cut(off_t bytes) {
    char own[40], path[5000];
    snprintf(own, sizeof own, ".%d.", (int)getpid());
    DIR *all = opendir(trace);
    check(all != NULL, "opendir");
    struct dirent *entry;
    int found = 0;
    while ((entry = readdir(all))) {
        if (!strstr(entry->d_name, own)) continue;
        snprintf(path, sizeof path, "%s/%s", trace, entry->d_name);
        check(truncate(path, bytes) == 0, "truncate");
        found++;
    }
    closedir(all);
    check(found > 0 || getenv("MAY_BE_MISSING"), "no file of this process is in the trace");
}

static void *write_much(void *count) {
    for (long index = 0; index < (long)count; index++)
        check(pwrite(data, "12345", 5, index % 100) == 5, "pwrite");
    return NULL;
}

static void open_much(void) {
    char name[60];
    for (int index = 0; index < 2000; index++) {
        snprintf(name, sizeof name, "a file with a rather long name %d", index);
        int fd = open(in(name), O_WRONLY | O_CREAT, 0600);
        check(fd >= 0 && write(fd, "x", 1) == 1 && close(fd) == 0, "open, write, close");
    }
}

// In a child: before anything is recorded but opening, or amid chunks.
static void cut_at(off_t bytes, long before) {
    pid_t child = fork();
    if (child == 0) {
        write_much((void *)before);
        cut(bytes);
        write_much((void *)1000);
        pthread_t threads[4];
        for (int index = 0; index < 4; index++) pthread_create(&threads[index], NULL, write_much, (void *)30000);
        open_much();
        for (int index = 0; index < 4; index++) pthread_join(threads[index], NULL);
        cut(0);
        open_much();
        write_much((void *)100000);
        exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    if (status) dprintf(2, "cut to %ld after %ld calls\n", (long)bytes, before);
    check(status == 0, "the child has not ended well");
}

static void sizes(void) {
    const off_t all[] = {0, 1, 4095, 4096, 5000, 65535, 65536, 65600, 70000, 131072, 140000, 400000, 1500000};
    for (unsigned index = 0; index < sizeof all / sizeof *all; index++) {
        cut_at(all[index], 10);
        cut_at(all[index], 100000);
    }
}

static void in_handler(int signal) { write_much((void *)10); }

static void *with_all_blocked(void *unused) {
    sigset_t all, now;
    sigfillset(&all);
    check(pthread_sigmask(SIG_SETMASK, &all, NULL) == 0, "pthread_sigmask");
    check(sigprocmask(SIG_BLOCK, NULL, &now) == 0 && sigismember(&now, SIGBUS), "SIGBUS is blocked");
    write_much((void *)10);
    cut(0);
    write_much((void *)100000);
    return NULL;
}

// A fault while SIGBUS is blocked ends a process, whichever handler is installed.
static void blocked(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, with_all_blocked, NULL);
    pthread_join(thread, NULL);
    pid_t child = fork();
    if (child == 0) {
        struct sigaction action = {.sa_handler = in_handler}, now;
        sigfillset(&action.sa_mask);
        sigaction(SIGUSR1, &action, NULL);
        check(sigaction(SIGUSR1, NULL, &now) == 0 && sigismember(&now.sa_mask, SIGBUS), "the handler's mask");
        write_much((void *)10);
        cut(0);
        raise(SIGUSR1);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    check(status == 0, "a handler with all signals blocked");
    // One that is sent waits, as the program wants it.
    sigset_t bus, now;
    sigemptyset(&bus);
    sigaddset(&bus, SIGBUS);
    sigprocmask(SIG_BLOCK, &bus, NULL);
    raise(SIGBUS);
    sigpending(&now);
    check(sigismember(&now, SIGBUS), "SIGBUS waits");
    struct timespec none = {0, 0};
    check(sigtimedwait(&bus, NULL, &none) == SIGBUS, "and is waited for");
    sigprocmask(SIG_UNBLOCK, &bus, &now);
    check(sigismember(&now, SIGBUS), "it was blocked until now");
}

static sigjmp_buf back;
static volatile long faults, sent, resets;
static char *page;

static void on_fault(int signal, siginfo_t *info, void *context) {
    if (info->si_code <= 0) {
        sent++;
        return;
    }
    sigset_t now;
    sigprocmask(SIG_BLOCK, NULL, &now);
    check(info->si_addr == page && sigismember(&now, SIGUSR2), "the program's own fault");
    faults++;
    siglongjmp(back, 1);
}

static void on_plain(int signal) { resets++; }

static void touch(void) {
    if (!sigsetjmp(back, 1)) {
        *(volatile char *)page = 1;
        check(0, "the page is there");
    }
}

static int death_of(void (*work)(void)) {
    pid_t child = fork();
    int status;
    if (child == 0) {
        work();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

static void die_by_touch(void) { signal(SIGBUS, SIG_DFL); *(volatile char *)page = 1; }
static void die_by_ignored_touch(void) { signal(SIGBUS, SIG_IGN); *(volatile char *)page = 1; }
static void die_by_raise(void) { signal(SIGBUS, SIG_DFL); raise(SIGBUS); }
static void live_ignoring(void) { sigignore(SIGBUS); raise(SIGBUS); }

// The program's own handler is the program's own, and gets none of the recorder's faults.
static void handlers(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, old = {0};
    sigaddset(&action.sa_mask, SIGUSR2);
    int fd = open(in("mapped"), O_RDWR | O_CREAT, 0600);
    ftruncate(fd, 4096);
    page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ftruncate(fd, 0);
    EACH(sigaction, "sigaction", "__sigaction") {
        check(f(SIGBUS, &action, &old) == 0 && old.sa_handler == SIG_DFL, "nobody was there before");
        check(f(SIGBUS, NULL, &old) == 0 && old.sa_sigaction == on_fault, "the handler is its own");
        check((old.sa_flags & SA_SIGINFO) && sigismember(&old.sa_mask, SIGUSR2), "with flags and mask");
        touch();
        cut(0);
        write_much((void *)1000);
        touch();
        raise(SIGBUS);
        old.sa_handler = SIG_DFL;
        f(SIGBUS, &old, NULL);
    }
    check(faults == 4 && sent == 2, "its own faults alone");
    EACH(signal, "signal", "ssignal") {
        check(f(SIGBUS, on_plain) == SIG_DFL && f(SIGBUS, SIG_DFL) == on_plain, "signal tells what was");
        check(f(SIGUSR1, on_plain) == SIG_DFL && f(SIGUSR1, SIG_DFL) == on_plain, "of others, too");
    }
    EACH(signal, "sysv_signal", "__sysv_signal") {
        f(SIGBUS, on_plain);
        raise(SIGBUS);
        check(f(SIGBUS, SIG_DFL) == SIG_DFL, "it was for once");
    }
    check(resets == 2, "it was called");
    EACH(sigignore, "sigignore") check(f(SIGUSR2) == 0, "sigignore");
    EACH(sigprocmask, "sigprocmask", "pthread_sigmask") check(f(SIG_BLOCK, NULL, &action.sa_mask) == 0, "mask");
    check(death_of(die_by_touch) == SIGBUS, "a fault ends the process");
    check(death_of(die_by_ignored_touch) == SIGBUS, "also if it is ignored");
    check(death_of(die_by_raise) == SIGBUS, "a signal, too");
    check(death_of(live_ignoring) == 0, "but not one that is ignored");
    // Code that bypasses the C library.
    check(sigaction(SIGBUS, NULL, &old) == 0 && old.sa_handler == SIG_DFL, "all is as it was");
}

static char *mapped_and_cut(const char *name) {
    int fd = open(in(name), O_RDWR | O_CREAT, 0600);
    ftruncate(fd, 4096);
    char *memory = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    ftruncate(fd, 0);
    close(fd);
    return memory;
}

static void (*guard)(char *, size_t);
static int *mended;

// One fault of each: of the neighbour's, of the recorder's, of the program's.
static void one_of_each(int has_trace) {
    int mended_before = *mended, faults_before = faults;
    char *memory = mapped_and_cut("neighbour's");
    guard(memory, 4096);
    *(volatile char *)memory = 1;
    check(*mended == mended_before + 1, "the neighbour's fault is the neighbour's");
    if (has_trace) cut(0);
    write_much((void *)1000);
    memory = mapped_and_cut("neighbour's");
    guard(memory, 4096);
    *(volatile char *)memory = 1;
    check(*mended == mended_before + 2, "also after the trace was cut");
    touch();
    check(faults == faults_before + 1, "the program's fault is the program's");
}

static void in_children(void) {
    for (int calls = 10; calls < 200000; calls *= 20) {
        pid_t child = fork();
        if (child == 0) {
            // With many calls, the recorder looks who is in its place.
            write_much((void *)(long)calls);
            one_of_each(1);
            write_much((void *)(long)calls);
            one_of_each(0);
            _exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        check(status == 0, "a child with a neighbour");
    }
}

// Another library handles SIGBUS, too.
static void neighbours(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO}, old;
    sigaddset(&action.sa_mask, SIGUSR2);
    guard = (void (*)(char *, size_t))dlsym(RTLD_DEFAULT, "neighbour_guard");
    mended = dlsym(RTLD_DEFAULT, "neighbour_mended");
    check(guard && mended, "the neighbour is there");
    page = mapped_and_cut("mapped");
    // The handler is installed before the neighbour comes, or after.
    check(sigaction(SIGBUS, &action, NULL) == 0, "sigaction");
    in_children();
    guard(mapped_and_cut("neighbour's"), 4096);
    in_children();
    check(sigaction(SIGBUS, &action, &old) == 0 && old.sa_sigaction == on_fault, "it sees its own");
    in_children();
    write_much((void *)100000);
    in_children();
    struct sigaction none = {.sa_handler = SIG_DFL};
    sigaction(SIGBUS, &none, NULL);
    check(death_of(die_by_touch) == SIGBUS, "a fault of nobody's ends the process");
}

// A handler that comes by another way than the functions that are hooked.
static void behind(void) {
    struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaddset(&action.sa_mask, SIGUSR2);
    __typeof__(&sigaction) f = dlsym(dlopen("libc.so.6", RTLD_LAZY), "sigaction");
    page = mapped_and_cut("mapped");
    write_much((void *)10);
    check(f(SIGBUS, &action, NULL) == 0, "sigaction");
    // The recorder needs a chunk, and finds it.
    write_much((void *)100000);
    cut(0);
    write_much((void *)1000);
    touch();
    check(faults == 1, "the program's fault is the program's");
}

// Cut by others, at any moment: until there is nothing to cut any more.
static void busy(void) {
    pthread_t threads[3];
    for (int round = 0; round < 10; round++) {
        pid_t child = fork();
        if (child == 0) {
            for (int index = 0; index < 3; index++) pthread_create(&threads[index], NULL, write_much, (void *)40000);
            open_much();
            for (int index = 0; index < 3; index++) pthread_join(threads[index], NULL);
            exit(0);
        }
        int status;
        waitpid(child, &status, 0);
        check(status == 0, "the child has not ended well");
    }
}

int main(int count, char **arguments) {
    folder = arguments[1];
    const char *what = arguments[2];
    trace = arguments[3];
    data = open(in("data"), O_RDWR | O_CREAT, 0600);
    if (!strcmp(what, "sizes")) sizes();
    if (!strcmp(what, "blocked")) blocked();
    if (!strcmp(what, "handlers")) handlers();
    if (!strcmp(what, "busy")) busy();
    if (!strcmp(what, "neighbours")) neighbours();
    if (!strcmp(what, "behind")) behind();
    // Little, but of all that the recorder needs the kernel for. With a size, the trace is cut amid it.
    if (!strcmp(what, "few")) {
        write_much((void *)3000);
        for (int index = 0; index < 40; index++) {
            char name[200];
            memset(name, 'a', 190);
            snprintf(name + 190, 10, "%d", index);
            int fd = open(in(name), O_WRONLY | O_CREAT, 0600);
            check(fd >= 0 && write(fd, "x", 1) == 1, "open and write");
            int copy = dup(fd);
            check(copy >= 0 && close(copy) == 0 && close(fd) == 0, "dup and close");
        }
        if (count > 4) {
            cut(atol(arguments[4]));
            write_much((void *)1000);
        }
    }
    if (!strcmp(what, "once")) {
        write_much((void *)100000);
        cut(atol(arguments[4]));
        write_much((void *)100000);
    }
    char text[200] = {0};
    write_much((void *)100);
    check(pread(data, text, sizeof text, 0) == 104 && !memcmp(text + 99, "12345", 5) && text[98] == '1', "the data");
    line("good");
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// A library that handles SIGBUS for memory of its own, in the manner of libseaway.so: it keeps what the program wants, and
// stays in place when the program installs a handler.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef int action_function(int, const struct sigaction *, struct sigaction *);

int neighbour_mended;
static char *begin;
static size_t bytes;
static int is_installed;
static struct sigaction program;

static action_function *next(void) { return (action_function *)dlsym(RTLD_NEXT, "sigaction"); }

static void on_bus_error(int signal, siginfo_t *info, void *context) {
    char *address = info->si_addr;
    if (info->si_code > 0 && address >= begin && address < begin + bytes) {
        neighbour_mended++;
        syscall(SYS_mmap, begin, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    } else if (program.sa_handler == SIG_DFL || program.sa_handler == SIG_IGN) {
        struct sigaction none = {.sa_handler = SIG_DFL};
        next()(SIGBUS, &none, NULL);
    } else {
        sigprocmask(SIG_BLOCK, &program.sa_mask, NULL);
        program.sa_sigaction(signal, info, context);
    }
}

static const struct sigaction own = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO | SA_ONSTACK};

// Faults in this memory are the neighbour's from now on.
void neighbour_guard(char *address, size_t length) {
    struct sigaction found;
    begin = address;
    bytes = length;
    next()(SIGBUS, NULL, &found);
    if (is_installed && found.sa_sigaction == on_bus_error) return;
    if (!is_installed) program = found;
    is_installed = 1;
    next()(SIGBUS, &own, NULL);
}

int sigaction(int signal, const struct sigaction *new, struct sigaction *old) {
    if (signal != SIGBUS || !is_installed) return next()(signal, new, old);
    struct sigaction before = program;
    if (new) {
        program = *new;
        next()(SIGBUS, &own, NULL);
    }
    if (old) *old = before;
    return 0;
}

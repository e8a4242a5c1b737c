// SPDX-License-Identifier: MIT OR Apache-2.0
// Another program truncates the file and extends it again while ranks access it: no signal, no count beyond the file's
// size, no byte that was never written. And a SIGBUS of the program itself reaches the program's own handler.
#define _GNU_SOURCE
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WHOLE = 3 << 20, PIECE = 10000, ROUNDS = 15000 };

static volatile sig_atomic_t handled;
static void *volatile faulting;
static sigjmp_buf back_to;

static void leave(int signal, siginfo_t *info, void *context) {
    (void)signal, (void)context;
    // A fault on a file of Seaway's would be one too many.
    if (info->si_addr != faulting) _exit(99);
    handled++;
    siglongjmp(back_to, 1);
}

static void leave_plainly(int signal) {
    (void)signal;
    handled++;
    siglongjmp(back_to, 1);
}

// Reads a page behind the end of a file of the program's own.
static void touch_own_page(void) {
    int file = memfd_create("own", 0);
    volatile char *page = mmap(NULL, 4096, PROT_READ, MAP_SHARED, file, 0);
    CHECK(file >= 0 && page != MAP_FAILED, "a file can be mapped");
    close(file);
    faulting = (void *)page;
    (void)page[0];
}

static void expect_handled(const char *when) {
    int before = handled;
    if (sigsetjmp(back_to, 1) == 0) touch_own_page();
    CHECK(handled == before + 1, "%s: the program's handler was called %d times", when, (int)handled - before);
}

static void expect_default(const char *when) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        touch_own_page();
        _exit(0);
    }
    int status;
    CHECK(child > 0 && waitpid(child, &status, 0) == child, "a child can be waited for");
    CHECK(WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS, "%s: a child ended with status %x", when, status);
}

// In a process of its own, made before MPI is: until the other end of the pipe is closed.
static pid_t start_truncating(const char *name, int pipe_ends[2]) {
    if (pipe(pipe_ends) != 0) return -1;
    pid_t child = fork();
    if (child != 0) return child;
    close(pipe_ends[1]);
    struct pollfd until = {pipe_ends[0], POLLIN, 0};
    static const off_t sizes[] = {0, 5000, 2 << 20, 100001};
    int file = open(name, O_RDWR);
    for (int round = 0; poll(&until, 1, 0) == 0; round++) {
        if (ftruncate(file, sizes[round % 4]) != 0 || ftruncate(file, WHOLE) != 0) _exit(1);
        usleep(200);
    }
    _exit(0);
}

static void fill(char *bytes, MPI_Offset place) {
    for (int i = 0; i < PIECE; i++) bytes[i] = (char)(1 + (place + i) * 7 % 113);
}

static void access_truncated(MPI_File file, int exact) {
    static char mine[3][PIECE], got[PIECE];
    MPI_Offset places[3] = {(MPI_Offset)rank * PIECE, WHOLE - (MPI_Offset)(rank + 1) * PIECE, (2 << 20) - 77};
    for (int which = 0; which < 3; which++) fill(mine[which], places[which]);
    for (int round = 0; round < ROUNDS; round++) {
        int which = round % 3, count;
        MPI_Status status;
        DO(MPI_File_write_at(file, places[which], mine[which], PIECE, MPI_BYTE, MPI_STATUS_IGNORE));
        DO(MPI_File_read_at(file, places[which], got, PIECE, MPI_BYTE, &status));
        DO(MPI_Get_count(&status, MPI_BYTE, &count));
        CHECK(count >= 0 && count <= PIECE && (!exact || count == PIECE), "round %d: %d bytes", round, count);
        for (int i = 0; i < count && (exact || memcmp(got, mine[which], count) != 0); i++)
            CHECK(got[i] == mine[which][i] || (!exact && got[i] == 0), "round %d: byte %d is %d", round, i, got[i]);
    }
}

int main(int argc, char **argv) {
    char name[4096];
    snprintf(name, sizeof name, "%s/truncated", argc > 1 ? argv[1] : ".");
    int created = open(name, O_RDWR | O_CREAT, 0600), ends[2];
    if (created < 0 || ftruncate(created, WHOLE) != 0) return 1;
    close(created);
    pid_t other = start_truncating(name, ends);
    begin(argc, argv);
    CHECK(other > 0, "the other program runs");

    MPI_File file = open_in(MPI_COMM_WORLD, name, MPI_MODE_RDWR);
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = leave;
    action.sa_flags = SA_SIGINFO;
    sigaddset(&action.sa_mask, SIGUSR1);
    sigaction(SIGBUS, &action, NULL);
    access_truncated(file, 0);
    CHECK(handled == 0, "the program's handler was called for a page that is not its own");
    expect_handled("installed before");

    sigaction(SIGBUS, NULL, &before);
    CHECK(before.sa_sigaction == leave && sigismember(&before.sa_mask, SIGUSR1), "another handler than the program's is reported");
    signal(SIGBUS, SIG_DFL);
    expect_default("signal");
    CHECK(signal(SIGBUS, leave_plainly) == SIG_DFL, "signal reports another handler than the program's");
    access_truncated(file, 0);
    expect_handled("installed after, with signal");

    pid_t child = vfork();
    if (child == 0) {
        signal(SIGBUS, SIG_DFL);
        _exit(0);
    }
    waitpid(child, NULL, 0);
    action.sa_flags = SA_SIGINFO | SA_RESETHAND;
    sigaction(SIGBUS, &action, &before);
    CHECK(before.sa_handler == leave_plainly, "a child of vfork has changed the handler of its parent");
    access_truncated(file, 0);
    expect_handled("installed after, with sigaction");
    expect_default("a handler that was to run once");

    close(ends[1]);
    int status;
    CHECK(waitpid(other, &status, 0) == other && status == 0, "the other program ended with status %x", status);
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_set_size(file, WHOLE));
    access_truncated(file, 1);
    DO(MPI_File_close(&file));
    return finish();
}

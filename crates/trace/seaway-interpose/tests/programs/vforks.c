// SPDX-License-Identifier: MIT OR Apache-2.0
// Children that share the parent's memory, but not its descriptors: what they do to theirs is nothing to the parent.
#include "expect.h"
#include <pthread.h>
#include <sched.h>

static char *self;
static int one, two, three;

// As shells and subprocess modules do before exec.
static int redirect_and_become(void *unused) {
    dup2(two, one);
    // It is the other file, for the child alone.
    write(one, "child", 5);
    close(two);
    int four = open(in("four"), O_WRONLY | O_CREAT, 0600);
    write(four, "child", 5);
    close_range(three, 50, 0);
    execl("/bin/true", "true", NULL);
    _exit(1);
}

static void expect_child(const char *how) {
    expect("dup2", in("two"), (number)two, (number)one, 0);
    expect("write", in("two"), (number)one, 5, 0);
    expect("close", in("two"), (number)two, 0, 0);
    // The child has closed it, so it gets the number again.
    expect("open", in("four"), O_WRONLY | O_CREAT, (number)two, 0);
    expect("write", in("four"), (number)two, 5, 0);
    expect("close_range", "", (number)three, 50, 0);
    expect("exec", "/bin/true", 0, 0, 0);
}

// The parent's files are what they were.
static void parent_writes(void) {
    int all[] = {one, two, three};
    const char *names[] = {"one", "two", "three"};
    for (int index = 0; index < 3; index++) {
        if (write(all[index], "parent", 6) != 6) abort();
        expect("write", in(names[index]), (number)all[index], 6, 0);
    }
}

static int open_one(const char *name) {
    int fd = open(in(name), O_WRONLY | O_CREAT, 0600);
    expect("open", in(name), O_WRONLY | O_CREAT, (number)fd, 0);
    return fd;
}

int main(int count, char **arguments) {
    static char stack[1 << 16] __attribute__((aligned(16)));
    int status;
    self = arguments[0];
    folder = arguments[1];
    one = open_one("one");
    two = open_one("two");
    three = open_one("three");
    parent_writes();
    if (!strcmp(arguments[2], "vfork")) {
        pid_t child = vfork();
        if (child == 0) redirect_and_become(NULL);
        expect("vfork", "", 0, (number)child, 0);
        expect_child("vfork");
        waitpid(child, &status, 0);
    } else {
        EACH(clone, "clone") {
            pid_t child = f(redirect_and_become, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, NULL);
            expect_child("clone");
            waitpid(child, &status, 0);
        }
    }
    if (status) return 8;
    parent_writes();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes processes in all ways. Children become this program again, with more arguments, and write their second one.
#include "expect.h"
#include <spawn.h>

extern char **environ;
static char *self;

static void ended(pid_t child) {
    int status;
    if (child <= 0 || waitpid(child, &status, 0) != child || status != 0) {
        dprintf(2, "child %d: status %x\n", (int)child, status);
        exit(9);
    }
}

static void write_file(const char *name) {
    int fd = open(in(name), O_WRONLY | O_CREAT, 0600);
    write(fd, name, strlen(name));
    close(fd);
}

static void forks(void) {
    pid_t child;
    EACH(fork, "fork", "_Fork") {
        child = f();
        if (child == 0) {
            write_file(*each);
            _exit(0);
        }
        expect("fork", "", 0, (number)child, 0);
        ended(child);
    }
    // The kernel's own.
    child = (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
    if (child == 0) {
        write_file("clone");
        _exit(0);
    }
    ended(child);
    EACH(vfork, "vfork") {
        child = vfork();
        if (child == 0) {
            execl(self, self, folder, "vfork", NULL);
            _exit(1);
        }
        // The child has the parent's memory, and its file.
        expect("vfork", "", 0, (number)child, 0);
        expect("exec", self, 0, 0, 0);
        ended(child);
    }
}

static void spawns(void) {
    pid_t child;
    char *none[] = {"OTHER=1", NULL};
    EACH(posix_spawn, "posix_spawn", "posix_spawnp") {
        char *arguments[] = {self, (char *)folder, (char *)*each, NULL};
        if (f(&child, self, NULL, NULL, arguments, none)) abort();
        expect("posix_spawn", self, 0, (number)child, 0);
        ended(child);
        int error = f(&child, "/none", NULL, NULL, arguments, none);
        expect("posix_spawn", "/none", 0, 0, error);
    }
    char command[9000];
    EACH(system, "system") {
        snprintf(command, sizeof command, "exec %s %s system", self, folder);
        f(command);
        expect("system", "", 0, 0, 0);
    }
    EACH(popen, "popen") {
        snprintf(command, sizeof command, "exec %s %s popen", self, folder);
        FILE *stream = f(command, "r");
        expect("popen", "", (number)fileno(stream), 0, 0);
        pclose(stream);
    }
}

// Each in a child, which does not come back.
#define IN_CHILD(call)                       \
    do {                                     \
        pid_t child = fork();                \
        if (child == 0) {                    \
            call;                            \
            _exit(1);                        \
        }                                    \
        expect("fork", "", 0, child, 0);     \
        ended(child);                        \
    } while (0)

static void executes(void) {
    char *others[] = {"LD_PRELOAD=/none.so", "OTHER=1", NULL}, *none[] = {NULL};
    char *arguments[] = {self, (char *)folder, NULL, NULL};
    EACH(execve, "execve") { arguments[2] = "execve"; IN_CHILD(f(self, arguments, others)); }
    EACH(execvpe, "execvpe") { arguments[2] = "execvpe"; IN_CHILD(f(self, arguments, none)); }
    EACH(execv, "execv") { arguments[2] = "execv"; IN_CHILD(f(self, arguments)); }
    EACH(execvp, "execvp") { arguments[2] = "execvp"; IN_CHILD(f(self, arguments)); }
    EACH(fexecve, "fexecve") { arguments[2] = "fexecve"; IN_CHILD(f(open(self, O_RDONLY), arguments, none)); }
    EACH(execveat, "execveat") { arguments[2] = "execveat"; IN_CHILD(f(AT_FDCWD, self, arguments, none, 0)); }
    EACH(execl, "execl") { IN_CHILD(f(self, self, folder, "execl", "3", "4", "5", "6", "7", "8", NULL)); }
    EACH(execlp, "execlp") { IN_CHILD(f(self, self, folder, "execlp", NULL)); }
    EACH(execle, "execle") { IN_CHILD(f(self, self, folder, "execle", "3", "4", "5", "6", NULL, none)); }
    int result = execv("/none", arguments);
    expect("exec", "/none", 0, 0, bad(result));
}

int main(int count, char **arguments) {
    self = arguments[0];
    folder = arguments[1];
    if (count > 2) {
        // The rest of the arguments must have come through.
        for (int index = 3; index < count; index++)
            if (atoi(arguments[index]) != index) return 7;
        write_file(arguments[2]);
        return 0;
    }
    forks();
    spawns();
    executes();
    return 0;
}

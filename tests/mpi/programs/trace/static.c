/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Opens files by direct system calls in every way, as Go programs do: from its first thread, from another, from a child, below
 * an open directory; then ends as its arguments say: with an exit code, by a signal, or by exec of another program. */

#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/openat2.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *in_a_thread(void *nothing)
{
    close(syscall(SYS_openat, AT_FDCWD, "thread", O_CREAT | O_WRONLY, 0644));
    return nothing;
}

int main(int count, char **words)
{
    pthread_t thread;
    struct open_how how = {.flags = O_RDONLY};
    int folder;
    close(open("first", O_CREAT | O_RDWR, 0644));
    close(open("./missing/./file", O_RDONLY));
    pthread_create(&thread, NULL, in_a_thread, NULL);
    pthread_join(thread, NULL);
    folder = open("folder", O_RDONLY | O_DIRECTORY);
    close(openat(folder, "beneath", O_CREAT | O_WRONLY, 0644));
    close(syscall(SYS_openat2, folder, "beneath", &how, sizeof how));
    if (fork() == 0) {
        close(open("child", O_CREAT | O_WRONLY, 0644));
        _exit(0);
    }
    wait(NULL);
    if (count > 2 && strcmp(words[1], "exec") == 0) execvp(words[2], words + 2);
    if (count > 1 && strcmp(words[1], "signal") == 0) raise(SIGKILL);
    if (count > 1 && strcmp(words[1], "wait") == 0) {
        /* Says that it is ready, and waits for a signal. */
        if (write(1, "ready\n", 6) != 6) return 1;
        pause();
    }
    return count > 1 ? atoi(words[1]) : 0;
}

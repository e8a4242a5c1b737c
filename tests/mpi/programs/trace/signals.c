/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Opens a file as often as it is told, while signals come all the time: calls are interrupted, and made again by the kernel. */

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/time.h>
#include <unistd.h>

static void nothing(int signal)
{
    (void)signal;
}

int main(int count, char **words)
{
    struct sigaction action = {.sa_handler = nothing, .sa_flags = SA_RESTART};
    struct itimerval often = {{0, 50}, {0, 50}};
    int index, opens = count > 1 ? atoi(words[1]) : 1;
    sigaction(SIGALRM, &action, NULL);
    setitimer(ITIMER_REAL, &often, NULL);
    for (index = 0; index < opens; index++) {
        int file = open("input", O_RDONLY);
        if (file < 0 || close(file) != 0) return 1;
    }
    return 0;
}

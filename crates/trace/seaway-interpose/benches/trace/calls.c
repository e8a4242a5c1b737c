// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes a million calls of 64 bytes on a file, of the kind that is named, and prints how many nanoseconds of the
// processor one took: not of the clock on the wall, and of ten batches the fastest, because what others do on the machine only
// adds. A batch has more than two of the chunks that a recorder fills.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BATCHES = 10, CALLS = 100000, BYTES = 64 };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int count, char **arguments) {
    static char buffer[BYTES];
    const char *path = arguments[1], *kind = arguments[2];
    int fd = open(path, O_RDWR);
    FILE *stream = fopen(path, "r");
    if (fd < 0 || !stream) return 1;
    long bytes = 0;
    double least = 1e9;
    for (int batch = 0; batch < BATCHES; batch++) {
        double begin = now();
        if (!strcmp(kind, "pwrite"))
            for (long index = 0; index < CALLS; index++) bytes += pwrite(fd, buffer, BYTES, (index & 1023) * BYTES);
        else if (!strcmp(kind, "read"))
            for (long index = 0; index < CALLS; index++) bytes += read(fd, buffer, BYTES);
        else if (!strcmp(kind, "fread"))
            for (long index = 0; index < CALLS; index++) bytes += (long)fread(buffer, 1, BYTES, stream);
        double each = (now() - begin) / CALLS;
        if (each < least) least = each;
    }
    printf("%.3f\n", least);
    return bytes == (long)BATCHES * CALLS * BYTES ? 0 : 2;
}

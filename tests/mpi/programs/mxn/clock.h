/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The clock that all processes of a machine share, in seconds. */
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif

// SPDX-License-Identifier: MIT OR Apache-2.0
// Counts allocations and locks of calls that do little, with counter.c preloaded: `NAME COUNT` for each, after enough calls that
// the memory that is kept between calls has been allocated.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

#include "calls.h"

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    long (*counted)(void) = (long (*)(void))dlsym(RTLD_DEFAULT, "costs_counted");
    if (!counted) return 2;
    // Loading the host allocates: a counter that nobody calls would be noticed.
    printf("first %ld\n", counted());
    prepare_calls();
    for (int i = 0; i < CALL_COUNT; i++) {
        for (int call = 0; call < 200; call++) CALLS[i].call();
        long before = counted();
        for (int call = 0; call < 200; call++) CALLS[i].call();
        printf("%s %ld\n", CALLS[i].name, counted() - before);
    }
    finish_calls();
    MPI_Finalize();
    return 0;
}

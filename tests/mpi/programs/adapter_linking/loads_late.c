// SPDX-License-Identifier: MIT OR Apache-2.0
// Knows no MPI: loads the module that its first argument names, and calls its `run` with the other arguments.
#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    void *module = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    int (*run)(int, char **) = module ? (int (*)(int, char **))dlsym(module, "run") : 0;
    if (!run) {
        fprintf(stderr, "%s\n", dlerror());
        return 3;
    }
    return run(argc - 1, argv + 1);
}

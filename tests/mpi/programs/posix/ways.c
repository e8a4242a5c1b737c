// SPDX-License-Identifier: MIT OR Apache-2.0
// ways write: writes to the standard output, and reports by its exit code whether that was possible.
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (argc != 2 || strcmp(argv[1], "write") != 0) return 2;
    return write(1, "bytes\n", 6) == 6 ? 0 : 1;
}

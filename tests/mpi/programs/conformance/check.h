// SPDX-License-Identifier: MIT OR Apache-2.0
// What the programs of this folder share: they are called as `PROGRAM FOLDER seaway|stock [WORDS...]`, check MPI's
// guarantees, and exit with a message and a non-zero code if one is violated.
#ifndef CHECK_H
#define CHECK_H

#include "../checks.h"

static const char *folder = ".";
// Whether libseaway is used: it guarantees more than the standard does.
static int with_seaway;

UNUSED static void take_arguments(int argc, char **argv) {
    if (argc > 1) folder = argv[1];
    with_seaway = argc > 2 && strcmp(argv[2], "seaway") == 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
}

UNUSED static void begin(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    take_arguments(argc, argv);
}

// A name in the test's folder; up to eight may be in use at once.
UNUSED static const char *path(const char *name) {
    static char paths[8][4096];
    static int next;
    char *result = paths[next++ % 8];
    snprintf(result, 4096, "%s/%s", folder, name);
    return result;
}

// The same, for a file that this rank alone has open.
UNUSED static const char *own_path(const char *name) {
    char own[256];
    snprintf(own, sizeof own, "%s.%d", name, rank);
    return path(own);
}

// All ranks see what all ranks have written.
UNUSED static void settle(MPI_File file) {
    DO(MPI_File_sync(file));
    DO(MPI_Barrier(MPI_COMM_WORLD));
    DO(MPI_File_sync(file));
}

UNUSED static MPI_File open_in(MPI_Comm comm, const char *name, int mode) {
    MPI_File file = MPI_FILE_NULL;
    DO(MPI_File_open(comm, name, mode, MPI_INFO_NULL, &file));
    CHECK(file != MPI_FILE_NULL, "open of %s gives no handle", name);
    return file;
}

// A new, empty file that all ranks have open; it vanishes when it is closed.
UNUSED static MPI_File scratch(const char *name) {
    return open_in(MPI_COMM_WORLD, path(name), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
}

// A new, empty file for this rank alone.
UNUSED static MPI_File own_scratch(const char *name) {
    return open_in(MPI_COMM_SELF, own_path(name), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
}

UNUSED static int finish(void) {
    DO(MPI_Barrier(MPI_COMM_WORLD));
    if (rank == 0) printf("all is well\n");
    DO(MPI_Finalize());
    return 0;
}

#endif

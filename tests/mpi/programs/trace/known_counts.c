// SPDX-License-Identifier: MIT OR Apache-2.0
// Accesses whose numbers are known: `known_counts FOLDER`, on any number of ranks. The folder has a file `input` of 10,024
// bytes.
//
// All ranks write `output` together, 8 times 65,536 bytes each. Each rank reads `input` in 10 pieces of 1,000 bytes and one of
// 24. Rank 0 writes `log`, 50 times 80 bytes, and `notes` through the C library's buffer, 7 times 33 bytes.
#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { STEPS = 8, BLOCK = 65536 };

static char bytes[BLOCK];

static void fail(const char *what) {
    fprintf(stderr, "known_counts: %s failed\n", what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void write_together(const char *name, int rank, int ranks) {
    MPI_File file;
    if (MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file) != MPI_SUCCESS)
        fail("MPI_File_open");
    for (int step = 0; step < STEPS; step++) {
        MPI_Offset at = ((MPI_Offset)step * ranks + rank) * BLOCK;
        if (MPI_File_write_at_all(file, at, bytes, BLOCK, MPI_BYTE, MPI_STATUS_IGNORE) != MPI_SUCCESS)
            fail("MPI_File_write_at_all");
    }
    MPI_File_close(&file);
}

static void read_input(const char *name) {
    int file = open(name, O_RDONLY);
    if (file < 0)
        fail("open");
    for (int piece = 0; piece < 11; piece++) {
        ssize_t length = piece < 10 ? 1000 : 24;
        if (pread(file, bytes, length, piece * 1000) != length)
            fail("pread");
    }
    close(file);
}

static void write_log(const char *name) {
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (file < 0)
        fail("open");
    for (int line = 0; line < 50; line++)
        if (write(file, bytes, 80) != 80)
            fail("write");
    close(file);
}

static void write_notes(const char *name) {
    FILE *file = fopen(name, "w");
    if (!file)
        fail("fopen");
    for (int note = 0; note < 7; note++)
        if (fwrite(bytes, 1, 33, file) != 33)
            fail("fwrite");
    fclose(file);
}

int main(int argc, char **argv) {
    int rank, ranks;
    char name[4096];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    memset(bytes, 'a' + rank % 26, sizeof bytes);
    snprintf(name, sizeof name, "%s/output", argv[1]);
    write_together(name, rank, ranks);
    snprintf(name, sizeof name, "%s/input", argv[1]);
    read_input(name);
    if (rank == 0) {
        snprintf(name, sizeof name, "%s/log", argv[1]);
        write_log(name);
        snprintf(name, sizeof name, "%s/notes", argv[1]);
        write_notes(name);
    }
    MPI_Finalize();
    return 0;
}

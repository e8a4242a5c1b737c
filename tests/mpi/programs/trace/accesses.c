/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Makes every kind of data access, and writes down what it did: one line per call, in a file per rank. A trace of it must
 * say the same. Offsets are in bytes; -1 where only the shared pointer knows. */

#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES 96

static FILE *notes;
static int rank, ranks;
static char buffer[BYTES];

static void note(const char *call, long long offset, long long length, long long count, const char *datatype)
{
    fprintf(notes, "%s %lld %lld %lld %s\n", call, offset, length, count, datatype);
}

static void check(int code, const char *what)
{
    if (code != MPI_SUCCESS) {
        fprintf(stderr, "rank %d: %s failed\n", rank, what);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

#define CALL(offset, length, count, datatype, name, ...)                                                              \
    do {                                                                                                              \
        check(name(__VA_ARGS__), #name);                                                                              \
        note(#name, offset, length, count, datatype);                                                                 \
    } while (0)

/* Reads and writes of one kind are the same but for their names. */
#define EVERY_ACCESS(WRITE, read, write, iread, iwrite)                                                               \
    static void read##_accesses(MPI_File file)                                                                        \
    {                                                                                                                 \
        long long at = (long long)rank * 1000;                                                                        \
        MPI_Request request;                                                                                          \
        MPI_Status status;                                                                                            \
        CALL(at, 96, 96, "byte", MPI_File_##read##_at, file, at, buffer, 96, MPI_BYTE, &status);                      \
        CALL(at + 8, 64, 16, "int", MPI_File_##read##_at_all, file, at + 8, buffer, 16, MPI_INT, &status);            \
        check(MPI_File_seek(file, at + 100, MPI_SEEK_SET), "seek");                                                   \
        note("MPI_File_seek", at + 100, 0, 0, "-");                                                                   \
        CALL(at + 100, 24, 3, "double", MPI_File_##read, file, buffer, 3, MPI_DOUBLE, &status);                       \
        CALL(at + 124, 10, 10, "char", MPI_File_##read##_all, file, buffer, 10, MPI_CHAR, &status);                   \
        CALL(-1, 8, 8, "byte", MPI_File_##read##_shared, file, buffer, 8, MPI_BYTE, &status);                         \
        CALL(-1, 16, 16, "byte", MPI_File_##read##_ordered, file, buffer, 16, MPI_BYTE, &status);                     \
        CALL(at + 200, 40, 10, "int", MPI_File_##iread##_at, file, at + 200, buffer, 10, MPI_INT, &request);          \
        check(MPI_Wait(&request, &status), "wait");                                                                   \
        CALL(at + 240, 40, 10, "int", MPI_File_##iread##_at_all, file, at + 240, buffer, 10, MPI_INT, &request);      \
        check(MPI_Wait(&request, &status), "wait");                                                                   \
        CALL(at + 134, 6, 6, "byte", MPI_File_##iread, file, buffer, 6, MPI_BYTE, &request);                          \
        check(MPI_Wait(&request, &status), "wait");                                                                   \
        CALL(at + 140, 6, 6, "byte", MPI_File_##iread##_all, file, buffer, 6, MPI_BYTE, &request);                    \
        check(MPI_Wait(&request, &status), "wait");                                                                   \
        CALL(-1, 6, 6, "byte", MPI_File_##iread##_shared, file, buffer, 6, MPI_BYTE, &request);                       \
        check(MPI_Wait(&request, &status), "wait");                                                                   \
        CALL(at + 300, 12, 12, "byte", MPI_File_##read##_at_all_begin, file, at + 300, buffer, 12, MPI_BYTE);         \
        CALL(-1, 12, 0, "-", MPI_File_##read##_at_all_end, file, buffer, &status);                                    \
        CALL(at + 146, 12, 12, "byte", MPI_File_##read##_all_begin, file, buffer, 12, MPI_BYTE);                      \
        CALL(-1, 12, 0, "-", MPI_File_##read##_all_end, file, buffer, &status);                                       \
        CALL(-1, 12, 12, "byte", MPI_File_##read##_ordered_begin, file, buffer, 12, MPI_BYTE);                        \
        CALL(-1, 12, 0, "-", MPI_File_##read##_ordered_end, file, buffer, &status);                                   \
    }

EVERY_ACCESS(1, write, read, iwrite, iread)
EVERY_ACCESS(0, read, write, iread, iwrite)

/* Pieces of all ranks in turn. */
static void strided_accesses(MPI_File file)
{
    MPI_Datatype pieces;
    MPI_Status status;
    long long at = 100000 + rank * 8LL;
    /* What was read by the shared pointer is not the same in every run. */
    memset(buffer, 'a' + rank, sizeof buffer);
    check(MPI_Type_vector(6, 2, 2 * ranks, MPI_INT, &pieces), "vector");
    check(MPI_Type_commit(&pieces), "commit");
    char words[100];
    snprintf(words, sizeof words, "vector(6_x_2_of_%d)_of_int", 2 * ranks);
    CALL(at, 0, 0, words, MPI_File_set_view, file, at, MPI_INT, pieces, "native", MPI_INFO_NULL);
    CALL(at, 48, 12, "int", MPI_File_write_at_all, file, 0, buffer, 12, MPI_INT, &status);
    CALL(at, 48, 12, "int", MPI_File_read_at_all, file, 0, buffer, 12, MPI_INT, &status);
    CALL(at + 8LL * ranks, 8, 2, "int", MPI_File_read_at, file, 2, buffer, 2, MPI_INT, &status);
    CALL(0, 0, 0, "byte", MPI_File_set_view, file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    check(MPI_Type_free(&pieces), "free");
}

int main(int argc, char **argv)
{
    MPI_File file;
    MPI_Offset size;
    MPI_Status status;
    char name[4096];
    check(MPI_Init(&argc, &argv), "init");
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    memset(buffer, 'a' + rank, sizeof buffer);
    snprintf(name, sizeof name, "%s.%d.notes", argv[1], rank);
    notes = fopen(name, "w");
    int failed = MPI_File_open(MPI_COMM_WORLD, "no/such/file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    fprintf(notes, "MPI_File_open %s\n", failed == MPI_SUCCESS ? "succeeds" : "fails");
    check(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file), "open");
    /* Length: how many ranks. Offset: the mode, which the test knows. */
    note("MPI_File_open", -1, ranks, 0, "-");
    CALL(200000, 0, 0, "-", MPI_File_set_size, file, 200000);
    write_accesses(file);
    CALL(-1, 0, 0, "-", MPI_File_sync, file);
    check(MPI_Barrier(MPI_COMM_WORLD), "barrier");
    CALL(0, 0, 0, "-", MPI_File_seek_shared, file, 0, MPI_SEEK_SET);
    read_accesses(file);
    strided_accesses(file);
    /* Only half of it is there. */
    CALL(199952, 48, 96, "byte", MPI_File_read_at, file, 199952, buffer, 96, MPI_BYTE, &status);
    CALL(200000, 0, 0, "-", MPI_File_get_size, file, &size);
    CALL(-1, 0, 0, "-", MPI_File_close, &file);
    fclose(notes);
    check(MPI_Finalize(), "finalize");
    /* One alone: launchers mix what several say. */
    if (rank == 0) printf("done\n");
    return 0;
}

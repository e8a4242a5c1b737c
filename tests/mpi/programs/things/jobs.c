/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two jobs that share nothing but the name of a file.
 *
 * jobs write NAME BYTES: each rank writes BYTES bytes between those of the others, collectively through a view, then some
 * on its own, and closes.
 * jobs read NAME BYTES RANKS [HINT=VALUE]: any number of ranks checks what RANKS ranks wrote. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 1000 };

static int rank, ranks;

#define CHECK(call) check((call), #call)

static void check(int code, const char *call)
{
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "rank %d: %s: %s\n", rank, call, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* Byte `offset` of the file. */
static unsigned char byte_at(long offset)
{
    return (unsigned char)(offset * 31 + offset / 251 + 7);
}

static void write_job(const char *name, long bytes)
{
    MPI_File file;
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file));
    MPI_Datatype type;
    MPI_Type_vector((int)(bytes / PIECE), PIECE, PIECE * ranks, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    CHECK(MPI_File_set_view(file, (MPI_Offset)rank * PIECE, MPI_BYTE, type, "native", MPI_INFO_NULL));
    unsigned char *mine = malloc((size_t)bytes);
    for (long i = 0; i < bytes; i++)
        mine[i] = byte_at((i / PIECE * ranks + rank) * PIECE + i % PIECE);
    MPI_Status status;
    CHECK(MPI_File_write_all(file, mine, (int)bytes, MPI_BYTE, &status));
    CHECK(MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
    /* A tail of one byte for each rank, on its own. */
    long tail = bytes * ranks + rank;
    unsigned char last = byte_at(tail);
    CHECK(MPI_File_write_at(file, tail, &last, 1, MPI_BYTE, &status));
    CHECK(MPI_File_close(&file));
    MPI_Type_free(&type);
    free(mine);
}

static void read_job(const char *name, long bytes, int writers, const char *hint)
{
    MPI_Info info = MPI_INFO_NULL;
    if (hint) {
        char key[64];
        const char *value = strchr(hint, '=');
        snprintf(key, sizeof key, "%.*s", (int)(value - hint), hint);
        MPI_Info_create(&info);
        MPI_Info_set(info, key, value + 1);
    }
    MPI_File file;
    CHECK(MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_RDONLY, info, &file));
    MPI_Offset size;
    CHECK(MPI_File_get_size(file, &size));
    long expected = bytes * writers + writers;
    if (size != expected) {
        fprintf(stderr, "rank %d: %lld bytes instead of %ld\n", rank, (long long)size, expected);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    unsigned char *all = malloc((size_t)size);
    MPI_Status status;
    CHECK(MPI_File_read_at_all(file, 0, all, (int)size, MPI_BYTE, &status));
    for (long i = 0; i < size; i++) {
        if (all[i] != byte_at(i)) {
            fprintf(stderr, "rank %d: byte %ld is %d\n", rank, i, all[i]);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
    }
    CHECK(MPI_File_close(&file));
    free(all);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    long bytes = atol(argv[3]);
    if (strcmp(argv[1], "write") == 0)
        write_job(argv[2], bytes);
    else
        read_job(argv[2], bytes, atoi(argv[4]), argc > 5 ? argv[5] : NULL);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A program that writes step after step, syncs after each, and reads all of it back: it shows tests what happens to a
 * program whose file is on another machine.
 *
 * steps NAME LOGS STEPS BYTES PAUSE [HINT=VALUE...]: in every step each rank writes BYTES bytes in pieces between those of
 * the others: collectively, and in every second step on its own. Before step PAUSE (-1: never) it waits until LOGS/go is
 * there. LOGS/RANK contains:
 *     waits | failed STEP CLASS SECONDS TEXT | torn STEP OFFSET | ended
 * and behind `failed` what close says. STEP is -1 for open, and STEPS for reading and closing. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PIECE = 1000 };

static FILE *log_file;
static int rank, ranks, bytes;
static MPI_File file = MPI_FILE_NULL;
/* When the current call was made. */
static double begun;

static const char *name_of(int class)
{
    switch (class) {
    case MPI_ERR_IO: return "io";
    case MPI_ERR_NO_SPACE: return "no-space";
    case MPI_ERR_QUOTA: return "quota";
    case MPI_ERR_ACCESS: return "access";
    case MPI_ERR_READ_ONLY: return "read-only";
    case MPI_ERR_NO_SUCH_FILE: return "no-such-file";
    default: return "other";
    }
}

/* Either all ranks fail or none, so the collective close does not hang. */
static void end(int status)
{
    if (file != MPI_FILE_NULL) {
        int code = MPI_File_close(&file);
        fprintf(log_file, "close %s\n", code == MPI_SUCCESS ? "succeeds" : "fails");
    }
    fclose(log_file);
    MPI_Finalize();
    exit(status);
}

static void check(int code, long step)
{
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING];
    int length, class;
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    fprintf(log_file, "failed %ld %s %.1f %s\n", step, name_of(class), MPI_Wtime() - begun, text);
    fflush(log_file);
    end(0);
}

#define CHECK(call, step) (begun = MPI_Wtime(), check((call), (step)))

/* What a rank writes in a step. */
static unsigned char byte_at(long step, int whose, int index)
{
    uint64_t value = ((uint64_t)step * 64 + (uint64_t)whose + 1) * 0x9e3779b97f4a7c15u + (uint64_t)index * 0x2545f491u;
    return (unsigned char)(value >> 29);
}

static void wait_for_go(const char *logs)
{
    char go[600];
    snprintf(go, sizeof go, "%s/go", logs);
    fprintf(log_file, "waits\n");
    fflush(log_file);
    while (access(go, F_OK) != 0)
        usleep(1000);
}

static MPI_Info hints(int count, char **words)
{
    MPI_Info info;
    MPI_Info_create(&info);
    for (int i = 0; i < count; i++) {
        char *value = strchr(words[i], '=');
        *value++ = 0;
        MPI_Info_set(info, words[i], value);
    }
    return info;
}

/* Pieces of one rank lie between those of the others. */
static void show_own_pieces(void)
{
    MPI_Datatype piece, pieces;
    MPI_Type_contiguous(PIECE, MPI_BYTE, &piece);
    MPI_Type_create_resized(piece, 0, (MPI_Aint)PIECE * ranks, &pieces);
    MPI_Type_commit(&pieces);
    CHECK(MPI_File_set_view(file, (MPI_Offset)PIECE * rank, MPI_BYTE, pieces, "native", MPI_INFO_NULL), 0);
    MPI_Type_free(&piece);
    MPI_Type_free(&pieces);
}

int main(int argc, char **argv)
{
    char name[600];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 6)
        MPI_Abort(MPI_COMM_WORLD, 2);
    const char *logs = argv[2];
    long steps = atol(argv[3]), pause = atol(argv[5]);
    bytes = atoi(argv[4]) / PIECE * PIECE;
    snprintf(name, sizeof name, "%s/%d", logs, rank);
    log_file = fopen(name, "w");
    unsigned char *buffer = malloc((size_t)bytes);
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR;
    CHECK(MPI_File_open(MPI_COMM_WORLD, argv[1], mode, hints(argc - 6, argv + 6), &file), -1);
    show_own_pieces();
    for (long step = 0; step < steps; step++) {
        if (step == pause)
            wait_for_go(logs);
        for (int i = 0; i < bytes; i++)
            buffer[i] = byte_at(step, rank, i);
        MPI_Offset offset = (MPI_Offset)step * bytes;
        if (step % 2 == 0) {
            CHECK(MPI_File_write_at_all(file, offset, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE), step);
            CHECK(MPI_File_sync(file), step);
        } else {
            /* An error of one rank is reported to the others by the next collective call. */
            begun = MPI_Wtime();
            int alone = MPI_File_write_at(file, offset, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE);
            int together = MPI_File_sync(file);
            check(alone == MPI_SUCCESS ? together : alone, step);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (long step = 0; step < steps; step++) {
        memset(buffer, 0, (size_t)bytes);
        MPI_Offset offset = (MPI_Offset)step * bytes;
        CHECK(MPI_File_read_at_all(file, offset, buffer, bytes, MPI_BYTE, MPI_STATUS_IGNORE), steps);
        for (int i = 0; i < bytes; i++) {
            if (buffer[i] != byte_at(step, rank, i)) {
                fprintf(log_file, "torn %ld %d\n", step, i);
                end(1);
            }
        }
    }
    CHECK(MPI_File_close(&file), steps);
    fprintf(log_file, "ended\n");
    end(0);
}

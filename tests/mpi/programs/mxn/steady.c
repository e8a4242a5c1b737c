/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A steady stream between two programs, in which one rank fails.
 *
 * steady write|read NAME LOGS STEPS BYTES RANK STEP SIGNAL [HINT=VALUE...]: every rank writes or reads STEPS times BYTES
 * bytes in rank order; RANK sends itself SIGNAL before its step STEP (after the last, if there are as many). RANK -1: no
 * fault. The outcome of each rank is the last line of LOGS/PART.RANK:
 *     failed STEP CLASS TEXT | torn STEP | short STEP COUNT | ended
 * The fault comes after the reader has opened the file: before that no peer could notice it.
 * A rank that has written it waits to be killed: a launcher would end the others with it. */
#include <mpi.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *log_file;
static int rank, ranks;

static void stay(void)
{
    fflush(log_file);
    for (;;)
        pause();
}

static void check(int code, long step)
{
    if (code == MPI_SUCCESS)
        return;
    char text[MPI_MAX_ERROR_STRING];
    int length, class;
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    fprintf(log_file, "failed %ld %s %s\n", step, class == MPI_ERR_IO ? "io" : "other", text);
    stay();
}

/* What the file holds at an offset. */
static unsigned char byte_at(uint64_t offset)
{
    uint64_t value = (offset / 8 + 1) * 0x9e3779b97f4a7c15u;
    return (unsigned char)(value >> (offset % 8 * 8));
}

static char opened[600];

static void suffer(int signal_number)
{
    while (access(opened, F_OK) != 0)
        usleep(1000);
    fprintf(log_file, "suffers\n");
    fflush(log_file);
    raise(signal_number);
}

static void verify(const unsigned char *bytes, uint64_t start, int count, int expected, long step)
{
    for (int i = 0; i < count; i++) {
        if (bytes[i] != byte_at(start + (uint64_t)i)) {
            fprintf(log_file, "torn %ld\n", step);
            stay();
        }
    }
    if (count < expected) {
        fprintf(log_file, "short %ld %d\n", step, count);
        stay();
    }
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

int main(int argc, char **argv)
{
    char name[600];
    signal(SIGUSR1, SIG_IGN); /* how a launcher tells ranks that another one has died */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 9)
        MPI_Abort(MPI_COMM_WORLD, 2);
    int write = strcmp(argv[1], "write") == 0, bytes = atoi(argv[5]), signal_number = atoi(argv[8]);
    long steps = atol(argv[4]), victim = atol(argv[6]), fatal_step = atol(argv[7]);
    snprintf(name, sizeof name, "%s/%s.%d", argv[3], argv[1], rank);
    log_file = fopen(name, "w");
    fprintf(log_file, "process %ld\n", (long)getpid());
    fflush(log_file);
    MPI_File file;
    MPI_Info info = hints(argc - 9, argv + 9);
    int mode = write ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
    check(MPI_File_open(MPI_COMM_WORLD, argv[2], mode, info, &file), -1);
    snprintf(opened, sizeof opened, "%s/opened", argv[3]);
    if (!write && rank == 0)
        fclose(fopen(opened, "w"));
    unsigned char *buffer = malloc((size_t)bytes);
    for (long step = 0; step < steps; step++) {
        uint64_t start = ((uint64_t)step * (uint64_t)ranks + (uint64_t)rank) * (uint64_t)bytes;
        MPI_Status status;
        int count = 0;
        if (rank == victim && step == fatal_step)
            suffer(signal_number);
        if (write) {
            for (int i = 0; i < bytes; i++)
                buffer[i] = byte_at(start + (uint64_t)i);
            check(MPI_File_write_ordered(file, buffer, bytes, MPI_BYTE, &status), step);
        } else {
            check(MPI_File_read_ordered(file, buffer, bytes, MPI_BYTE, &status), step);
            MPI_Get_count(&status, MPI_BYTE, &count);
            verify(buffer, start, count, bytes, step);
        }
        fprintf(log_file, "step %ld\n", step);
    }
    if (rank == victim && steps == fatal_step)
        suffer(signal_number);
    if (!write) {
        /* Behind the last byte. Only a writer that has closed has written everything. */
        MPI_Status status;
        check(MPI_File_read_ordered(file, buffer, 1, MPI_BYTE, &status), steps);
    }
    check(MPI_File_close(&file), steps + 1);
    fprintf(log_file, "ended\n");
    if (victim >= 0)
        stay();
    fclose(log_file);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* What a stream costs, measured from both ends by one clock: all ranks are on one host.
 *
 * flow write|read NAME TASK COUNT STEP_BYTES [HINT=VALUE...]
 *   fresh    COUNT steps of STEP_BYTES in all, as fast as they go, from the first write of a new stream, each step with
 *            memory that was not used before: writers have filled theirs, readers have not touched it. Prints when it
 *            began and when it ended
 *   again    the same with one buffer for all steps
 *   paced    the same, a step every few milliseconds: prints when each was begun and when it was there
 *   opens    COUNT times: open, one step, close: prints when each open was begun and when it was done
 *   memory   as again; prints the memory of the fattest rank in KiB, now and then
 *
 * The hint `ready` is not for the stream: rank 0 makes this file before it opens the stream.
 * Rank 0 prints, for all ranks: the latest time counts, but of what `fresh` and `again` begin, the earliest. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"

enum { PACE_NANOSECONDS = 4000000, MOMENTS = 16 };

static int rank, ranks, writes;

static MPI_File open_file(const char *name, MPI_Info info)
{
    MPI_File file;
    int mode = writes ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
    check(MPI_File_open(MPI_COMM_WORLD, name, mode, info, &file), "open");
    return file;
}

static void step(MPI_File file, char *buffer, int bytes)
{
    MPI_Status status;
    int count;
    if (writes) {
        check(MPI_File_write_ordered(file, buffer, bytes, MPI_BYTE, &status), "write");
        return;
    }
    check(MPI_File_read_ordered(file, buffer, bytes, MPI_BYTE, &status), "read");
    MPI_Get_count(&status, MPI_BYTE, &count);
    if (count != bytes) {
        fprintf(stderr, "rank %d read %d of %d bytes\n", rank, count, bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static void print_over_ranks(const char *what, MPI_Op which, double *times, int count)
{
    double *over_ranks = malloc(sizeof *over_ranks * (size_t)count);
    MPI_Reduce(times, over_ranks, count, MPI_DOUBLE, which, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("%s", what);
        for (int i = 0; i < count; i++)
            printf(" %.9f", over_ranks[i]);
        printf("\n");
    }
    free(over_ranks);
}

static void sleep_until(double time)
{
    struct timespec until = {(time_t)time, (long)((time - (double)(time_t)time) * 1e9)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL) != 0)
        ;
}

/* Steps whose buffers lie `apart` bytes from each other. The first rank to begin counts, and the last to end. */
static void stream(MPI_File file, char *buffers, size_t apart, int bytes, int count)
{
    double begin, end;
    MPI_Barrier(MPI_COMM_WORLD);
    begin = now();
    for (int i = 0; i < count; i++)
        step(file, buffers + apart * (size_t)i, bytes);
    end = now();
    print_over_ranks("begun", MPI_MIN, &begin, 1);
    print_over_ranks("done", MPI_MAX, &end, 1);
}

/* Writers keep the pace; readers wait for them. */
static void paced(MPI_File file, char *buffer, int bytes, int count)
{
    double *begun = malloc(sizeof *begun * (size_t)count), *done = malloc(sizeof *done * (size_t)count);
    double start = now();
    MPI_Bcast(&start, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < count; i++) {
        if (writes)
            sleep_until(start + 0.1 + 1e-9 * PACE_NANOSECONDS * i);
        begun[i] = now();
        step(file, buffer, bytes);
        done[i] = now();
    }
    print_over_ranks("begun", MPI_MAX, begun, count);
    print_over_ranks("done", MPI_MAX, done, count);
}

static void opens(const char *name, MPI_Info info, char *buffer, int bytes, int count)
{
    double *begun = malloc(sizeof *begun * (size_t)count), *done = malloc(sizeof *done * (size_t)count);
    char numbered[600];
    for (int i = 0; i < count; i++) {
        snprintf(numbered, sizeof numbered, "%s-%d", name, i);
        begun[i] = now();
        MPI_File file = open_file(numbered, info);
        done[i] = now();
        step(file, buffer, bytes);
        check(MPI_File_close(&file), "close");
    }
    print_over_ranks("begun", MPI_MAX, begun, count);
    print_over_ranks("done", MPI_MAX, done, count);
}

/* In KiB, without what is mapped from files. */
static long memory_now(void)
{
    char line[200];
    long total = 0, value;
    FILE *file = fopen("/proc/self/status", "r");
    while (fgets(line, sizeof line, file))
        if (sscanf(line, "RssAnon: %ld", &value) == 1 || sscanf(line, "RssShmem: %ld", &value) == 1)
            total += value;
    fclose(file);
    return total;
}

static void memory(MPI_File file, char *buffer, int bytes, int count)
{
    long mine[MOMENTS], fattest[MOMENTS];
    for (int moment = 0; moment < MOMENTS; moment++) {
        for (int i = 0; i < count / MOMENTS; i++)
            step(file, buffer, bytes);
        mine[moment] = memory_now();
    }
    MPI_Reduce(mine, fattest, MOMENTS, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        printf("memory");
        for (int moment = 0; moment < MOMENTS; moment++)
            printf(" %ld", fattest[moment]);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 6)
        MPI_Abort(MPI_COMM_WORLD, 2);
    writes = strcmp(argv[1], "write") == 0;
    const char *name = argv[2], *task = argv[3];
    int count = atoi(argv[4]), bytes = atoi(argv[5]) / ranks;
    const char *ready = NULL;
    MPI_Info info;
    MPI_Info_create(&info);
    for (int i = 6; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        *value++ = 0;
        if (strcmp(argv[i], "ready") == 0)
            ready = value;
        else
            MPI_Info_set(info, argv[i], value);
    }
    const int is_fresh = strcmp(task, "fresh") == 0, is_again = strcmp(task, "again") == 0;
    const size_t all = (size_t)bytes * (size_t)(is_fresh ? count : 1);
    char *buffer = malloc(all);
    if (writes || !(is_fresh || is_again))
        memset(buffer, rank + 1, all);
    if (ready != NULL && rank == 0)
        fclose(fopen(ready, "w"));
    MPI_Barrier(MPI_COMM_WORLD);
    if (strcmp(task, "opens") == 0) {
        opens(name, info, buffer, bytes, count);
    } else {
        MPI_File file = open_file(name, info);
        if (is_fresh || is_again)
            stream(file, buffer, is_fresh ? (size_t)bytes : 0, bytes, count);
        else if (strcmp(task, "paced") == 0)
            paced(file, buffer, bytes, count);
        else
            memory(file, buffer, bytes, count);
        check(MPI_File_close(&file), "close");
    }
    MPI_Info_free(&info);
    MPI_Finalize();
    return 0;
}

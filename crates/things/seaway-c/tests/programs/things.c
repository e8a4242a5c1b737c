/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every function of seaway_thing.h, with good and with bad arguments. */
#include "seaway_thing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void expect(int holds, const char *what, int line)
{
    if (holds)
        return;
    fprintf(stderr, "line %d: %s: %s\n", line, what, thing_error_text());
    exit(1);
}

static void transfers(int kind)
{
    enum { PARTS = 40, BYTES = 100000 };
    static char out[PARTS][BYTES], in[PARTS][BYTES];
    thing_status statuses[PARTS];
    EXPECT(create_thing("pillar", kind, PARTS * (int64_t)BYTES) == THING_OK);
    EXPECT(create_thing("pillar", kind, 0) == THING_IS_THERE);
    for (int i = 0; i < PARTS; i++) {
        memset(out[i], i + 1, BYTES);
        EXPECT(write_thing("pillar", out[i], i * (int64_t)BYTES, BYTES, &statuses[i]) == THING_OK);
    }
    EXPECT(wait_all_thing(statuses, PARTS, FOREVER) == THING_OK);
    EXPECT(statuses[7].transfer == 0 && statuses[7].bytes == BYTES && statuses[7].error == THING_OK);
    for (int i = 0; i < PARTS; i++)
        EXPECT(read_thing("thing:pillar", in[i], i * (int64_t)BYTES, BYTES, &statuses[i]) == THING_OK);
    for (int i = 0; i < PARTS; i++) {
        int index = -1;
        EXPECT(wait_any_thing(statuses, PARTS, FOREVER, &index) == THING_OK);
        EXPECT(index >= 0 && statuses[index].transfer == 0 && statuses[index].bytes == BYTES);
    }
    EXPECT(wait_any_thing(statuses, PARTS, FOREVER, &(int){0}) == THING_BAD_TRANSFER);
    EXPECT(memcmp(in, out, sizeof in) == 0);

    /* At the end a read is short. */
    thing_status status;
    EXPECT(read_thing("pillar", in, PARTS * (int64_t)BYTES - 10, 100, &status) == THING_OK);
    EXPECT(wait_thing(&status, 60000) == THING_OK && status.bytes == 10);
    EXPECT(wait_thing(&status, 0) == THING_BAD_TRANSFER);
    EXPECT(resize_thing("pillar", 5) == THING_OK);
    thing_info info;
    EXPECT(stat_thing("pillar", &info) == THING_OK);
    EXPECT(info.size == 5 && info.kind == kind && info.writers == 1 && info.home[0]);
    EXPECT(close_thing("pillar") == THING_OK && close_thing("pillar") == THING_OK);
    EXPECT(wait_until_thing("pillar", THING_PUBLISHED, FOREVER) == THING_OK);
    EXPECT(delete_thing("pillar") == THING_OK);
    EXPECT(read_thing("pillar", in, 0, 1, &status) == THING_NO_SUCH);
}

/* Columns of a matrix, and pieces in any order. */
static void lists(int kind)
{
    enum { ROWS = 300, COLUMNS = 50 };
    static int32_t matrix[ROWS][COLUMNS], column[ROWS], wide[ROWS][3];
    thing_status status;
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            matrix[i][j] = 1000 * i + j;
    EXPECT(create_thing_at("matrix", kind, sizeof matrix, "round-robin") == THING_OK);
    EXPECT(write_thing("matrix", matrix, 0, sizeof matrix, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(read_strided_thing("matrix", column, 4, 7 * 4, COLUMNS * 4, 4, ROWS, &status) == THING_OK);
    EXPECT(wait_thing(&status, FOREVER) == THING_OK && status.bytes == sizeof column);
    for (int i = 0; i < ROWS; i++) {
        EXPECT(column[i] == 1000 * i + 7);
        wide[i][1] = -i;
    }
    EXPECT(write_strided_thing("matrix", &wide[0][1], 12, 49 * 4, COLUMNS * 4, 4, ROWS, &status) == THING_OK);
    EXPECT(wait_thing(&status, FOREVER) == THING_OK && status.bytes == sizeof column);
    int64_t offsets[4] = {ROWS * COLUMNS * 4 - 4, 0, 49 * 4, 49 * 4}, bytes[4] = {8, 0, 4, 8};
    int32_t got[5] = {9, 9, 9, 9, 9};
    EXPECT(read_list_thing("matrix", got, 4, offsets, bytes, &status) == THING_OK);
    EXPECT(wait_thing(&status, FOREVER) == THING_OK && status.bytes == 16);
    EXPECT(got[0] == -(ROWS - 1) && got[1] == 9 && got[2] == 0 && got[3] == 0 && got[4] == 1000);
    EXPECT(write_list_thing("matrix", got, 4, offsets, bytes, &status) == THING_OK);
    EXPECT(wait_thing(&status, FOREVER) == THING_BAD_ARGUMENT && strstr(thing_error_text(), "overlap"));
    bytes[2] = 0;
    EXPECT(write_list_thing("matrix", got, 4, offsets, bytes, &status) == THING_OK);
    EXPECT(wait_thing(&status, FOREVER) == THING_OK && status.bytes == 16);
    thing_info info;
    EXPECT(stat_thing("matrix", &info) == THING_OK && info.size == sizeof matrix + 4);
    EXPECT(delete_thing("matrix") == THING_OK);
}

/* Each is either given up before it has begun, or done. */
static void cancels(void)
{
    enum { READS = 200, BYTES = 1 << 16 };
    static char in[READS][BYTES];
    thing_status statuses[READS];
    EXPECT(create_thing("cancelled", DISK, BYTES) == THING_OK);
    for (int i = 0; i < READS; i++)
        EXPECT(read_thing("cancelled", in[i], 0, BYTES, &statuses[i]) == THING_OK);
    for (int i = READS - 1; i >= 0; i--) {
        int code = cancel_thing(&statuses[i]);
        EXPECT(code == THING_OK || code == THING_PENDING);
        if (code == THING_OK)
            EXPECT(statuses[i].error == THING_CANCELLED && wait_thing(&statuses[i], 0) == THING_BAD_TRANSFER);
        else
            EXPECT(wait_thing(&statuses[i], FOREVER) == THING_OK && statuses[i].bytes == BYTES);
        EXPECT(cancel_thing(&statuses[i]) == THING_BAD_TRANSFER);
    }
    EXPECT(delete_thing("cancelled") == THING_OK);
}

static void stripes(void)
{
    static char out[50000], in[50000];
    thing_status status;
    thing_info info;
    memset(out, 7, sizeof out);
    EXPECT(create_striped_thing("wide", MEMORY, 0, 3, 4096) == THING_OK);
    EXPECT(create_striped_thing("wide", MEMORY, 0, 3, 4096) == THING_IS_THERE);
    EXPECT(write_thing("wide", out, 5, sizeof out, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(close_thing("wide") == THING_OK);
    EXPECT(read_thing("wide", in, 5, sizeof in, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(memcmp(in, out, sizeof in) == 0);
    EXPECT(stat_thing("wide", &info) == THING_OK && info.size == 5 + sizeof out);
    EXPECT(resize_thing("wide", 9000) == THING_OK && stat_thing("wide", &info) == THING_OK && info.size == 9000);
    EXPECT(delete_thing("wide") == THING_OK && stat_thing("wide", &info) == THING_NO_SUCH);
}

static void snapshots(void)
{
    thing_status status;
    thing_info info;
    char in[4] = {0};
    const char *group[] = {"one", "two"};
    EXPECT(create_thing("one", MEMORY, 4) == THING_OK && create_thing("two", DISK, 4) == THING_OK);
    EXPECT(write_thing("two", "four", 0, 4, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(snapshot_thing(group, 2, "saved/") == THING_OK && snapshot_thing(group, 2, "saved/") == THING_IS_THERE);
    EXPECT(write_thing("two", "more", 0, 4, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(read_thing("saved/two", in, 0, 4, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(memcmp(in, "four", 4) == 0 && stat_thing("saved/one", &info) == THING_OK && info.size == 4);
    EXPECT(delete_thing("one") == THING_OK && delete_thing("two") == THING_OK);
    EXPECT(delete_thing("saved/one") == THING_OK && delete_thing("saved/two") == THING_OK);
}

static void freezes(int kind)
{
    thing_status status;
    char in[8] = {0};
    int64_t number;
    EXPECT(create_thing("fixed", kind, 16) == THING_OK);
    EXPECT(write_thing("fixed", "as it is", 0, 8, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(freeze_thing("fixed") == THING_OK && freeze_thing("fixed") == THING_OK);
    EXPECT(write_thing("fixed", "x", 0, 1, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_READ_ONLY);
    EXPECT(resize_thing("fixed", 1) == THING_READ_ONLY);
    EXPECT(fetch_and_add_thing("fixed", 8, 1, &number) == THING_READ_ONLY);
    EXPECT(read_thing("fixed", in, 0, 8, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(memcmp(in, "as it is", 8) == 0 && delete_thing("fixed") == THING_OK);
}

static void changes(void)
{
    double row[3] = {1.5, 2.5, -1}, sums[3];
    int64_t version = 0, next = 0, token = 0, other = 0;
    thing_status status;
    EXPECT(create_thing("sums", MEMORY, sizeof sums) == THING_OK && version_thing("sums", &version) == THING_OK);
    EXPECT(accumulate_thing("sums", 0, THING_SUM, THING_DOUBLE, row, 3) == THING_OK);
    EXPECT(watch_thing("sums", version, FOREVER, &next) == THING_OK && next > version);
    EXPECT(accumulate_thing("sums", 8, THING_GREATEST, THING_DOUBLE, row, 2) == THING_OK);
    EXPECT(read_thing("sums", sums, 0, sizeof sums, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(sums[0] == 1.5 && sums[1] == 2.5 && sums[2] == 2.5);
    EXPECT(accumulate_thing("sums", 8, THING_SUM, THING_DOUBLE, NULL, 0) == THING_OK);
    EXPECT(version_thing("sums", &version) == THING_OK && version > next);
    EXPECT(watch_thing("sums", version, 10, &next) == THING_PENDING);
    EXPECT(lock_thing("sums", FOREVER, &token) == THING_OK && lock_thing("sums", 10, &other) == THING_PENDING);
    EXPECT(check_lock_thing(token) == THING_OK && unlock_thing(token) == THING_OK);
    EXPECT(lock_thing("sums", 0, &other) == THING_OK && other > token && unlock_thing(other) == THING_OK);
    EXPECT(delete_thing("sums") == THING_OK);
}

static int count_names(const char *name, const thing_info *info, void *context)
{
    int *count = context;
    EXPECT(strncmp(name, "S-", 2) == 0 && info->size == 16);
    return ++*count == 3;
}

static void names(void)
{
    char name[8];
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "S-%d", i);
        EXPECT(create_thing(name, MEMORY, 16) == THING_OK);
    }
    int count = 0;
    EXPECT(list_thing("S-", count_names, &count) == THING_OK && count == 3);
    int there = -1;
    EXPECT(rename_thing("S-0", "S-1", 0) == THING_IS_THERE);
    EXPECT(rename_thing("S-0", "S-1", 1) == THING_OK);
    EXPECT(exists_thing("S-0", &there) == THING_OK && there == 0);
    EXPECT(exists_thing("S-1", &there) == THING_OK && there == 1);
    int64_t before = -1;
    EXPECT(fetch_and_add_thing("S-1", 8, -3, &before) == THING_OK && before == 0);
    EXPECT(compare_and_swap_thing("S-1", 8, -3, 7, &before) == THING_OK && before == -3);
    EXPECT(fetch_and_add_thing("S-1", 8, 0, &before) == THING_OK && before == 7);
    EXPECT(fetch_and_add_thing("S-1", 3, 0, &before) == THING_BAD_ARGUMENT);
    EXPECT(sync_thing("S-1") == THING_OK);
    EXPECT(wait_until_thing("never", THING_EXISTS, 10) == THING_NO_SUCH);
    EXPECT(wait_until_thing("never", THING_GONE, FOREVER) == THING_OK);
}

static void bad_arguments(void)
{
    char long_name[600], byte = 0;
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    const char *bad[] = {"", "two\nlines", "\xff\xfe", long_name, NULL};
    thing_status status = {0};
    for (int i = 0; i < 5; i++) {
        EXPECT(create_thing(bad[i], MEMORY, 1) != THING_OK && strlen(thing_error_text()) > 0);
        EXPECT(delete_thing(bad[i]) != THING_OK && rename_thing("S-1", bad[i], 0) != THING_OK);
        EXPECT(read_thing(bad[i], &byte, 0, 1, &status) != THING_OK && status.transfer == 0);
        EXPECT(write_thing(bad[i], &byte, 0, 1, &status) != THING_OK);
        EXPECT(exists_thing(bad[i], &(int){0}) != THING_OK && stat_thing(bad[i], &(thing_info){0}) != THING_OK);
    }
    EXPECT(create_thing("S-9", 7, 1) == THING_BAD_ARGUMENT);
    /* This space has one node. */
    EXPECT(create_thing("S-9", MEMORY | THING_TWO_COPIES, 1) == THING_UNSUPPORTED);
    EXPECT(strstr(thing_error_text(), "several nodes") != NULL);
    EXPECT(create_thing("S-9", MEMORY, -1) == THING_BAD_ARGUMENT);
    EXPECT(create_thing("S-9", MEMORY, INT64_MAX) == THING_NO_SPACE);
    EXPECT(read_thing("S-1", NULL, 0, 1, &status) != THING_OK);
    EXPECT(read_thing("S-1", &byte, -1, 1, &status) == THING_BAD_ARGUMENT);
    EXPECT(read_thing("S-1", &byte, 0, -1, &status) == THING_BAD_ARGUMENT);
    EXPECT(read_thing("S-1", &byte, 0, 1, NULL) == THING_BAD_ARGUMENT);
    EXPECT(read_thing("S-1", NULL, 0, 0, &status) == THING_OK && wait_thing(&status, 0) == THING_OK);
    EXPECT(write_thing("S-1", &byte, INT64_MAX, 1, &status) == THING_OK);
    EXPECT(wait_thing(&status, FOREVER) == THING_BAD_ARGUMENT && status.error == THING_BAD_ARGUMENT);
    EXPECT(wait_thing(NULL, 0) == THING_BAD_ARGUMENT && wait_thing(&status, -2) == THING_BAD_ARGUMENT);
    status.transfer = 123456;
    EXPECT(wait_thing(&status, 0) == THING_BAD_TRANSFER);
    EXPECT(stat_thing("S-1", NULL) == THING_BAD_ARGUMENT && exists_thing("S-1", NULL) == THING_BAD_ARGUMENT);
    EXPECT(list_thing("", NULL, NULL) == THING_BAD_ARGUMENT && GetIOstatistics(NULL) == THING_BAD_ARGUMENT);
    EXPECT(wait_until_thing("S-1", 9, 0) == THING_BAD_ARGUMENT);
    EXPECT(wait_all_thing(NULL, 3, 0) == THING_BAD_ARGUMENT && wait_all_thing(NULL, -1, 0) == THING_BAD_ARGUMENT);
    EXPECT(wait_all_thing(NULL, 0, 0) == THING_OK);
    EXPECT(resize_thing("S-1", -1) == THING_BAD_ARGUMENT && resize_thing("S-8", 1) == THING_NO_SUCH);
}

/* A child has nothing of its parent's openings, and enters anew. */
static void forks(void)
{
    thing_status status;
    char byte = 7;
    EXPECT(create_thing("parent", MEMORY, 10) == THING_OK);
    pid_t child = fork();
    if (child == 0) {
        EXPECT(resize_thing("parent", 20) != THING_OK);
        EXPECT(start_thing(NULL, 0) == THING_OK);
        EXPECT(write_thing("parent", &byte, 19, 1, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
        EXPECT(stop_thing() == THING_OK);
        _exit(0);
    }
    int code = -1;
    EXPECT(waitpid(child, &code, 0) == child && code == 0);
    byte = 0;
    EXPECT(read_thing("parent", &byte, 19, 1, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(byte == 7 && delete_thing("parent") == THING_OK);
}

int main(void)
{
    EXPECT(create_thing("early", MEMORY, 1) == THING_NOT_STARTED && strlen(thing_error_text()) > 0);
    EXPECT(stop_thing() == THING_NOT_STARTED);
    EXPECT(start_thing(NULL, 1) == THING_BAD_ARGUMENT);
    EXPECT(start_thing("/another/folder", 0) == THING_BAD_ARGUMENT);
    EXPECT(start_thing(NULL, 0) == THING_OK && start_thing("", 0) == THING_OK);
    transfers(MEMORY);
    transfers(DISK);
    thing_statistics statistics;
    EXPECT(GetIOstatistics(&statistics) == THING_OK);
    EXPECT(statistics.bytes_written == 8000000 && statistics.bytes_read == 8000020);
    lists(MEMORY);
    lists(DISK);
    cancels();
    changes();
    snapshots();
    freezes(MEMORY);
    freezes(DISK);
    stripes();
    names();
    bad_arguments();
    forks();
    EXPECT(stop_thing() == THING_OK);
    puts("done");
    return 0;
}

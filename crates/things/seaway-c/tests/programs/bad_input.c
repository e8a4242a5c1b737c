/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Bad arguments of every function: each is a code and a sentence. One row for each call; the test compares the functions of the
 * header with those here. */
#include "seaway_thing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int rows, failures;

static void check(int code, int expected, const char *call, int line)
{
    rows++;
    if (code == expected && strlen(thing_error_text()) > 0)
        return;
    failures++;
    fprintf(stderr, "line %d: %s is %d, not %d: \"%s\"\n", line, call, code, expected, thing_error_text());
}

#define BAD(expected, call) check((call), THING_##expected, #call, __LINE__)

/* Before start_thing. */
static void too_early(void)
{
    thing_status status = {0};
    work_status work = {0};
    int64_t number = 0;
    int flag = 0;
    char byte = 0;
    BAD(NOT_STARTED, stop_thing());
    BAD(NOT_STARTED, create_thing("a", MEMORY, 1));
    BAD(NOT_STARTED, read_thing("a", &byte, 0, 1, &status));
    BAD(NOT_STARTED, delete_thing("a"));
    BAD(NOT_STARTED, exists_thing("a", &flag));
    BAD(NOT_STARTED, close_thing("a"));
    BAD(NOT_STARTED, watch_thing("a", 0, 0, &number));
    BAD(NOT_STARTED, lock_thing("a", 0, &number));
    BAD(NOT_STARTED, check_lock_thing(1));
    BAD(NOT_STARTED, unlock_thing(1));
    BAD(NOT_STARTED, assignWork_thing("q", &byte, 1, 0, &work));
}

/* Every function that takes a name, with names that are none: null, empty, not UTF-8, with a line end, too long. */
static void names(const char *bad, int code)
{
    thing_status status = {0};
    thing_info info;
    int64_t number = 0, one = 1;
    int flag = 0;
    char byte = 0;
#define BAD_NAME(call) check((call), code, #call, __LINE__)
    BAD_NAME(create_thing(bad, MEMORY, 1));
    BAD_NAME(create_thing_at(bad, MEMORY, 1, ""));
    BAD_NAME(create_striped_thing(bad, MEMORY, 1, 2, 4096));
    BAD_NAME(read_thing(bad, &byte, 0, 1, &status));
    BAD_NAME(write_thing(bad, &byte, 0, 1, &status));
    BAD_NAME(read_list_thing(bad, &byte, 1, &number, &one, &status));
    BAD_NAME(write_list_thing(bad, &byte, 1, &number, &one, &status));
    BAD_NAME(read_strided_thing(bad, &byte, 1, 0, 1, 1, 1, &status));
    BAD_NAME(write_strided_thing(bad, &byte, 1, 0, 1, 1, 1, &status));
    BAD_NAME(delete_thing(bad));
    BAD_NAME(rename_thing(bad, "b", 0));
    BAD_NAME(rename_thing("here", bad, 0));
    BAD_NAME(snapshot_thing(&bad, 1, "copy/"));
    BAD_NAME(freeze_thing(bad));
    BAD_NAME(resize_thing(bad, 1));
    BAD_NAME(stat_thing(bad, &info));
    BAD_NAME(exists_thing(bad, &flag));
    BAD_NAME(wait_until_thing(bad, THING_EXISTS, 0));
    BAD_NAME(sync_thing(bad));
    BAD_NAME(close_thing(bad));
    BAD_NAME(fetch_and_add_thing(bad, 0, 1, &number));
    BAD_NAME(compare_and_swap_thing(bad, 0, 1, 2, &number));
    BAD_NAME(accumulate_thing(bad, 0, THING_SUM, THING_INT64, &one, 1));
    BAD_NAME(version_thing(bad, &number));
    BAD_NAME(watch_thing(bad, 0, 0, &number));
    BAD_NAME(lock_thing(bad, 0, &number));
    if (status.transfer != 0) {
        fputs("a transfer was started\n", stderr);
        failures++;
    }
}

/* Names of things that do not exist. */
static void unknown(void)
{
    thing_status status = {0};
    thing_info info;
    int64_t number = 0, one = 1;
    char byte = 0;
    BAD(NO_SUCH, read_thing("none", &byte, 0, 1, &status));
    BAD(NO_SUCH, write_thing("none", &byte, 0, 1, &status));
    BAD(NO_SUCH, read_list_thing("none", &byte, 1, &number, &one, &status));
    BAD(NO_SUCH, write_list_thing("none", &byte, 1, &number, &one, &status));
    BAD(NO_SUCH, read_strided_thing("none", &byte, 1, 0, 1, 1, 1, &status));
    BAD(NO_SUCH, write_strided_thing("none", &byte, 1, 0, 1, 1, 1, &status));
    BAD(NO_SUCH, delete_thing("none"));
    BAD(NO_SUCH, rename_thing("none", "b", 0));
    BAD(NO_SUCH, snapshot_thing((const char *[]){"here", "none"}, 2, "copy/"));
    BAD(NO_SUCH, freeze_thing("none"));
    BAD(NO_SUCH, resize_thing("none", 1));
    BAD(NO_SUCH, stat_thing("none", &info));
    BAD(NO_SUCH, wait_until_thing("none", THING_EXISTS, 0));
    BAD(NO_SUCH, sync_thing("none"));
    BAD(NO_SUCH, fetch_and_add_thing("none", 0, 1, &number));
    BAD(NO_SUCH, compare_and_swap_thing("none", 0, 1, 2, &number));
    BAD(NO_SUCH, accumulate_thing("none", 0, THING_SUM, THING_INT64, &one, 1));
    BAD(NO_SUCH, version_thing("none", &number));
    BAD(NO_SUCH, create_thing_at("b", MEMORY, 1, "near:none"));
    BAD(LOST, create_thing_at("b", MEMORY, 1, "no-such-node"));
}

static void numbers(void)
{
    thing_status status = {0};
    int64_t number = 0, one = 1, minus = -1, huge = INT64_MAX;
    int64_t twice[2] = {0, 0}, lengths[2] = {INT64_MAX, INT64_MAX};
    char byte = 0;
    BAD(IS_THERE, create_thing("here", MEMORY, 1));
    BAD(BAD_ARGUMENT, create_thing("b", 7, 1));
    BAD(BAD_ARGUMENT, create_thing("b", MEMORY, -1));
    BAD(NO_SPACE, create_thing("b", MEMORY, INT64_MAX));
    BAD(BAD_ARGUMENT, create_thing_at("b", 0, 1, ""));
    BAD(BAD_ARGUMENT, create_thing_at("b", MEMORY, -1, ""));
    BAD(BAD_ARGUMENT, create_striped_thing("b", 9, 1, 2, 4096));
    BAD(BAD_ARGUMENT, create_striped_thing("b", MEMORY, -1, 2, 4096));
    BAD(BAD_ARGUMENT, create_striped_thing("b", MEMORY, 1, 0, 4096));
    BAD(BAD_ARGUMENT, create_striped_thing("b", MEMORY, 1, -1, 4096));
    BAD(BAD_ARGUMENT, create_striped_thing("b", MEMORY, 1, 2, 1000));
    BAD(BAD_ARGUMENT, create_striped_thing("b", MEMORY, 1, 2, -1));
    BAD(NO_SPACE, create_striped_thing("b", MEMORY, INT64_MAX, 2, 4096));
    BAD(BAD_ARGUMENT, read_thing("here", &byte, -1, 1, &status));
    BAD(BAD_ARGUMENT, read_thing("here", &byte, 0, -1, &status));
    BAD(BAD_ARGUMENT, write_thing("here", &byte, -1, 1, &status));
    BAD(BAD_ARGUMENT, write_thing("here", &byte, 0, -1, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, -1, &number, &one, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, 1, &minus, &one, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, 1, &number, &minus, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, 2, twice, lengths, &status));
    BAD(BAD_ARGUMENT, write_list_thing("here", &byte, -1, &number, &one, &status));
    BAD(BAD_ARGUMENT, write_list_thing("here", &byte, 1, &minus, &one, &status));
    BAD(BAD_ARGUMENT, write_list_thing("here", &byte, 1, &number, &minus, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, -1, 1, 1, 1, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, -1, 1, 1, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, 1, -1, 1, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, 1, 1, -1, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 8, 0, 1, 2, 2, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, 8, 2, 2, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, 1, 1, INT64_MAX, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, INT64_MAX, 1, 3, &status));
    BAD(BAD_ARGUMENT, write_strided_thing("here", &byte, INT64_MAX, 0, 1, 1, 3, &status));
    BAD(BAD_ARGUMENT, write_strided_thing("here", &byte, 1, -1, 1, 1, 1, &status));
    BAD(BAD_ARGUMENT, resize_thing("here", -1));
    BAD(BAD_ARGUMENT, wait_until_thing("here", 9, 0));
    BAD(BAD_ARGUMENT, wait_until_thing("here", THING_EXISTS, -2));
    BAD(BAD_ARGUMENT, fetch_and_add_thing("here", 3, 1, &number));
    BAD(BAD_ARGUMENT, fetch_and_add_thing("here", -8, 1, &number));
    BAD(BAD_ARGUMENT, fetch_and_add_thing("here", 1 << 20, 1, &number));
    BAD(BAD_ARGUMENT, compare_and_swap_thing("here", 3, 1, 2, &number));
    BAD(BAD_ARGUMENT, compare_and_swap_thing("here", -8, 1, 2, &number));
    BAD(BAD_ARGUMENT, accumulate_thing("here", 3, THING_SUM, THING_INT64, &one, 1));
    BAD(BAD_ARGUMENT, accumulate_thing("here", -8, THING_SUM, THING_INT64, &one, 1));
    BAD(BAD_ARGUMENT, accumulate_thing("here", 0, 0, THING_INT64, &one, 1));
    BAD(BAD_ARGUMENT, accumulate_thing("here", 0, THING_SUM, 5, &one, 1));
    BAD(BAD_ARGUMENT, accumulate_thing("here", 0, THING_AND, THING_DOUBLE, &one, 1));
    BAD(BAD_ARGUMENT, accumulate_thing("here", 0, THING_SUM, THING_INT64, &one, -1));
    BAD(BAD_ARGUMENT, accumulate_thing("here", 1 << 20, THING_SUM, THING_INT64, &one, 1));
    BAD(BAD_ARGUMENT, watch_thing("here", -1, 0, &number));
    BAD(BAD_ARGUMENT, watch_thing("here", huge, -2, &number));
    BAD(BAD_ARGUMENT, lock_thing("here", -2, &number));
    BAD(BAD_TRANSFER, check_lock_thing(77));
    BAD(BAD_TRANSFER, unlock_thing(-1));
}

static void pointers(void)
{
    thing_status status = {0};
    int64_t number = 0, one = 1;
    char byte = 0;
    BAD(BAD_ARGUMENT, start_thing("\xff", 0));
    BAD(BAD_ARGUMENT, start_thing(NULL, 1));
    BAD(BAD_ARGUMENT, create_thing_at("b", MEMORY, 1, NULL));
    BAD(BAD_BUFFER, read_thing("here", NULL, 0, 1, &status));
    BAD(BAD_BUFFER, write_thing("here", NULL, 0, 1, &status));
    BAD(BAD_ARGUMENT, read_thing("here", &byte, 0, 1, NULL));
    BAD(BAD_ARGUMENT, write_thing("here", &byte, 0, 1, NULL));
    BAD(BAD_BUFFER, read_list_thing("here", NULL, 1, &number, &one, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, 1, NULL, &one, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, 1, &number, NULL, &status));
    BAD(BAD_ARGUMENT, read_list_thing("here", &byte, 1, &number, &one, NULL));
    BAD(BAD_BUFFER, write_list_thing("here", NULL, 1, &number, &one, &status));
    BAD(BAD_ARGUMENT, write_list_thing("here", &byte, 1, &number, &one, NULL));
    BAD(BAD_BUFFER, read_strided_thing("here", NULL, 1, 0, 1, 1, 1, &status));
    BAD(BAD_ARGUMENT, read_strided_thing("here", &byte, 1, 0, 1, 1, 1, NULL));
    BAD(BAD_BUFFER, write_strided_thing("here", NULL, 1, 0, 1, 1, 1, &status));
    BAD(BAD_ARGUMENT, write_strided_thing("here", &byte, 1, 0, 1, 1, 1, NULL));
    BAD(BAD_ARGUMENT, snapshot_thing(NULL, 1, "copy/"));
    BAD(BAD_ARGUMENT, snapshot_thing((const char *[]){"here"}, -1, "copy/"));
    BAD(BAD_ARGUMENT, snapshot_thing((const char *[]){"here"}, 1, NULL));
    BAD(BAD_NAME, snapshot_thing((const char *[]){"here"}, 1, ""));
    BAD(BAD_ARGUMENT, stat_thing("here", NULL));
    BAD(BAD_ARGUMENT, exists_thing("here", NULL));
    BAD(BAD_ARGUMENT, list_thing("", NULL, NULL));
    BAD(BAD_ARGUMENT, GetIOstatistics(NULL));
    BAD(BAD_ARGUMENT, fetch_and_add_thing("here", 0, 1, NULL));
    BAD(BAD_ARGUMENT, compare_and_swap_thing("here", 0, 1, 2, NULL));
    BAD(BAD_BUFFER, accumulate_thing("here", 0, THING_SUM, THING_INT64, NULL, 1));
    BAD(BAD_ARGUMENT, version_thing("here", NULL));
    BAD(BAD_ARGUMENT, watch_thing("here", 0, 0, NULL));
    BAD(BAD_ARGUMENT, lock_thing("here", 0, NULL));
}

/* Statuses that stand for no transfer, and one that was waited for already. */
static void transfers(void)
{
    thing_status status = {0}, invented = {.transfer = 123456}, least = {.transfer = INT64_MIN};
    char byte = 0;
    int index = 0;
    BAD(BAD_ARGUMENT, wait_thing(NULL, 0));
    BAD(BAD_ARGUMENT, wait_thing(&status, -2));
    BAD(BAD_TRANSFER, wait_thing(&status, 0));
    BAD(BAD_TRANSFER, wait_thing(&invented, 0));
    BAD(BAD_TRANSFER, wait_thing(&least, 0));
    BAD(BAD_ARGUMENT, cancel_thing(NULL));
    BAD(BAD_TRANSFER, cancel_thing(&status));
    BAD(BAD_TRANSFER, cancel_thing(&least));
    BAD(BAD_ARGUMENT, wait_all_thing(NULL, 3, 0));
    BAD(BAD_ARGUMENT, wait_all_thing(NULL, -1, 0));
    BAD(BAD_TRANSFER, wait_all_thing(&invented, 1, 0));
    BAD(BAD_ARGUMENT, wait_any_thing(NULL, 3, 0, &index));
    BAD(BAD_ARGUMENT, wait_any_thing(&invented, 1, 0, NULL));
    BAD(BAD_TRANSFER, wait_any_thing(&status, 1, 0, &index));
    BAD(BAD_TRANSFER, wait_any_thing(&invented, 1, 0, &index));
    if (read_thing("here", &byte, 0, 1, &status) != THING_OK || wait_thing(&status, THING_FOREVER) != THING_OK)
        failures++;
    BAD(BAD_TRANSFER, wait_thing(&status, 0));
    BAD(BAD_TRANSFER, cancel_thing(&status));
}

static void queues(void)
{
    char long_name[300], byte = 0;
    int64_t one = 1, minus = -1;
    work_status work = {0};
    queue_info info;
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    const char *bad[] = {"", "two\nlines", "\xff\xfe", long_name, NULL};
    for (int i = 0; i < 5; i++) {
        int codes[] = {
            manage_queue_thing(bad[i], 0, 0, 0, NULL),
            waitForWorkRequest_thing(bad[i], 0, &work),
            assignWork_thing(bad[i], &byte, 1, 0, &work),
            assign_numbered_work_thing(bad[i], 1, &byte, 1, 0, NULL),
            assign_many_work_thing(bad[i], &byte, &one, 1, 0, NULL),
            getwork_thing(bad[i], &byte, 1, 0, &work),
            workDone_thing(bad[i], &byte, 1, &work),
            fail_work_thing(bad[i], &work),
            waitForWorkDone_thing(bad[i], &byte, 1, 0, &work),
            revive_work_thing(bad[i], 1),
            leave_queue_thing(bad[i]),
            delete_queue_thing(bad[i], 1),
            stat_queue_thing(bad[i], &info),
        };
        for (unsigned call = 0; call < sizeof codes / sizeof *codes; call++)
            check(codes[call] != THING_OK && codes[call] != THING_PENDING && codes[call] != THING_INTERNAL, 1,
                  "a queue's bad name", (int)(1000 * i + call));
    }
    BAD(BAD_ARGUMENT, manage_queue_thing("q", -1, 0, 0, NULL));
    BAD(BAD_ARGUMENT, assignWork_thing("q", &byte, -1, 0, &work));
    BAD(BAD_ARGUMENT, assignWork_thing("q", &byte, 1, 256, &work));
    BAD(BAD_ARGUMENT, assign_numbered_work_thing("q", -1, &byte, 1, 0, NULL));
    BAD(BAD_ARGUMENT, assign_many_work_thing("q", &byte, &minus, 1, 0, NULL));
    BAD(BAD_ARGUMENT, getwork_thing("q", &byte, -1, 0, &work));
    BAD(BAD_ARGUMENT, getwork_thing("q", &byte, 1, 0, NULL));
    BAD(BAD_TRANSFER, workDone_thing("q", &byte, 1, &work));
    BAD(BAD_TRANSFER, fail_work_thing("q", &work));
    BAD(NO_SUCH, stat_queue_thing("none", &info));
    BAD(BAD_ARGUMENT, stat_queue_thing("q", NULL));
    BAD(BAD_ARGUMENT, list_queue_thing("", NULL, NULL));
}

int main(void)
{
    char long_name[600];
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    too_early();
    if (start_thing(NULL, 0) != THING_OK || create_thing("here", MEMORY, 64) != THING_OK) {
        fprintf(stderr, "%s\n", thing_error_text());
        return 1;
    }
    names(NULL, THING_BAD_ARGUMENT);
    names("\xff\xfe", THING_BAD_ARGUMENT);
    names("", THING_BAD_NAME);
    names("two\nlines", THING_BAD_NAME);
    names(long_name, THING_BAD_NAME);
    unknown();
    numbers();
    pointers();
    transfers();
    queues();
    stop_thing();
    if (failures > 0 || rows < 200)
        return fprintf(stderr, "%d of %d rows\n", failures, rows), 1;
    puts("done");
    return 0;
}

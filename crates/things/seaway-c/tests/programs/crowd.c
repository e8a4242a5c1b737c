/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A manager and workers as processes: `crowd manager COUNT`, `crowd worker TASKS` and `crowd holder TASKS`. Workers square
 * numbers. After so many tasks a worker waits for a line before it goes on; a holder waits in the middle of the next one. */
#include "seaway_thing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void expect(int holds, const char *what, int line)
{
    if (holds)
        return;
    fprintf(stderr, "line %d: %s: %s\n", line, what, thing_error_text());
    exit(1);
}

static void say(const char *word)
{
    puts(word);
    fflush(stdout);
}

static void manage(int count)
{
    char *seen = calloc(count, 1);
    work_status status;
    EXPECT(manage_queue_thing("squares", 100, 1000, 0, NULL) == THING_OK);
    EXPECT(create_thing("results", DISK, 8 * (int64_t)count) == THING_OK);
    int64_t *tasks = calloc(count, sizeof *tasks), *bytes = calloc(count, sizeof *bytes), first;
    for (int i = 0; i < count; i++) {
        tasks[i] = i;
        bytes[i] = sizeof *tasks;
    }
    EXPECT(assign_many_work_thing("squares", tasks, bytes, count, 0, &first) == THING_OK && first == 0);
    for (int i = 0; i < count; i++) {
        int64_t square, written;
        EXPECT(waitForWorkDone_thing("squares", &square, sizeof square, FOREVER, &status) == THING_OK);
        EXPECT(status.state == WORK_DONE && status.task >= 0 && status.task < count);
        EXPECT(square == status.task * status.task && !seen[status.task]);
        seen[status.task] = 1;
        /* What the worker has written is there. */
        thing_status transfer;
        EXPECT(read_thing("results", &written, 8 * status.task, 8, &transfer) == THING_OK);
        EXPECT(wait_thing(&transfer, FOREVER) == THING_OK && written == square);
    }
    EXPECT(waitForWorkDone_thing("squares", NULL, 0, 0, &status) == THING_PENDING);
    queue_info info;
    EXPECT(stat_queue_thing("squares", &info) == THING_OK);
    EXPECT(info.done == count && info.ready == 0 && info.assigned == 0 && info.dead == 0);
    EXPECT(stop_thing() == THING_OK);
    say("all");
}

static void work(int tasks, int is_holder)
{
    static int64_t squares[64];
    static thing_status transfers[64];
    say("here");
    for (int i = 0;; i++) {
        if (i == tasks && !is_holder)
            EXPECT(getchar() != EOF);
        int64_t number, *square = &squares[i % 64];
        thing_status *transfer = &transfers[i % 64];
        work_status status;
        EXPECT(getwork_thing("squares", &number, sizeof number, FOREVER, &status) == THING_OK);
        if (transfer->transfer != 0)
            EXPECT(wait_thing(transfer, FOREVER) == THING_OK);
        *square = number * number;
        /* It goes on when the task is reported. */
        EXPECT(write_thing("results", square, 8 * number, 8, transfer) == THING_OK);
        if (i == tasks && is_holder) {
            say("holding");
            EXPECT(getchar() != EOF);
            EXPECT(workDone_thing("squares", square, sizeof *square, &status) == THING_LEASE_ENDED);
            say("refused");
            return;
        }
        int code = workDone_thing("squares", square, sizeof *square, &status);
        EXPECT(code == THING_OK || code == THING_LEASE_ENDED);
    }
}

int main(int argc, char **argv)
{
    EXPECT(argc > 2 && start_thing(NULL, 0) == THING_OK);
    if (strcmp(argv[1], "manager") == 0)
        manage(atoi(argv[2]));
    else
        work(atoi(argv[2]), strcmp(argv[1], "holder") == 0);
    return 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every function for work queues, with good and with bad arguments. */
#include "seaway_thing.h"

#include <pthread.h>
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

static void *wait_for_work(void *context)
{
    int64_t number;
    work_status *status = context;
    EXPECT(getwork_thing("asked", &number, sizeof number, FOREVER, status) == THING_OK);
    EXPECT(number == 17);
    return NULL;
}

static void manager_and_worker(void)
{
    work_status status, other;
    int64_t next = -1, number;
    EXPECT(manage_queue_thing("pillars", 2, 60000, 0, &next) == THING_OK && next == 0);
    EXPECT(waitForWorkRequest_thing("pillars", 10, &status) == THING_PENDING);
    EXPECT(waitForWorkDone_thing("pillars", NULL, 0, 0, &status) == THING_PENDING);
    for (int64_t i = 0; i < 5; i++) {
        EXPECT(assignWork_thing("pillars", &i, sizeof i, (int)i, &status) == THING_OK);
        EXPECT(status.task == i && status.bytes == sizeof i);
    }
    EXPECT(assignWork_thing("pillars", NULL, 0, 0, NULL) == THING_OK);
    queue_info info;
    EXPECT(stat_queue_thing("pillars", &info) == THING_OK);
    EXPECT(info.ready == 6 && info.tries == 2 && info.lease == 60000 && info.managers == 1);

    /* The highest priority comes first. */
    EXPECT(getwork_thing("pillars", &number, sizeof number, FOREVER, &status) == THING_OK);
    EXPECT(number == 4 && status.task == 4 && status.attempt == 1 && status.worker > 0 && status.bytes == 8);
    /* A second one, before the first is done. */
    EXPECT(getwork_thing("pillars", &number, 3, FOREVER, &other) == THING_TOO_SMALL && other.bytes == 8);
    EXPECT(getwork_thing("pillars", &number, sizeof number, FOREVER, &other) == THING_OK);
    EXPECT(number == 3 && other.worker != status.worker);
    EXPECT(workDone_thing("others", "r", 1, &status) == THING_BAD_TRANSFER);
    EXPECT(workDone_thing("pillars", "four", 4, &status) == THING_OK && status.state == WORK_DONE);
    EXPECT(workDone_thing("pillars", "four", 4, &status) == THING_BAD_TRANSFER);

    char result[16];
    EXPECT(waitForWorkDone_thing("pillars", result, 1, FOREVER, &status) == THING_TOO_SMALL && status.bytes == 4);
    EXPECT(waitForWorkDone_thing("pillars", result, sizeof result, FOREVER, &status) == THING_OK);
    EXPECT(status.task == 4 && status.state == WORK_DONE && status.bytes == 4 && !memcmp(result, "four", 4));

    /* Two tries, then it is dead, until it is revived. */
    EXPECT(fail_work_thing("pillars", &other) == THING_OK);
    EXPECT(fail_work_thing("pillars", &other) == THING_BAD_TRANSFER);
    EXPECT(getwork_thing("pillars", &number, sizeof number, FOREVER, &other) == THING_OK);
    EXPECT(number == 3 && other.attempt == 2 && fail_work_thing("pillars", &other) == THING_OK);
    EXPECT(waitForWorkDone_thing("pillars", result, sizeof result, FOREVER, &status) == THING_OK);
    EXPECT(status.task == 3 && status.state == WORK_DEAD && status.bytes == 0);
    EXPECT(stat_queue_thing("pillars", &info) == THING_OK && info.dead == 1);
    EXPECT(revive_work_thing("pillars", 3) == THING_OK && revive_work_thing("pillars", 99) == THING_OK);
    EXPECT(stat_queue_thing("pillars", &info) == THING_OK && info.dead == 0 && info.ready == 5);

    EXPECT(delete_queue_thing("pillars", 0) == THING_IN_USE);
    EXPECT(leave_queue_thing("pillars") == THING_OK);
    EXPECT(delete_queue_thing("pillars", 1) == THING_OK);
    EXPECT(delete_queue_thing("pillars", 1) == THING_NO_SUCH);
    EXPECT(stat_queue_thing("pillars", &info) == THING_NO_SUCH && thing_error_text()[0]);
}

static void many_tasks(void)
{
    enum { COUNT = 1000 };
    static char tasks[COUNT * 4];
    static int64_t lengths[COUNT];
    int64_t first = -1, offset = 0;
    for (int i = 0; i < COUNT; i++) {
        lengths[i] = i % 4;
        memset(tasks + offset, i % 100, i % 4);
        offset += i % 4;
    }
    EXPECT(assign_many_work_thing("many", tasks, lengths, COUNT, 0, &first) == THING_OK && first == 0);
    EXPECT(assign_many_work_thing("many", NULL, NULL, 0, 0, NULL) == THING_OK);
    EXPECT(assign_numbered_work_thing("many", 7, "again", 5, 0, NULL) == THING_OK);
    EXPECT(assign_numbered_work_thing("many", 5000, "new", 3, 9, "nowhere") == THING_OK);
    queue_info info;
    EXPECT(stat_queue_thing("many", &info) == THING_OK && info.ready == COUNT + 1);
    char task[8];
    work_status status;
    EXPECT(getwork_thing("many", task, sizeof task, FOREVER, &status) == THING_OK);
    EXPECT(status.task == 5000 && status.bytes == 3 && !memcmp(task, "new", 3));
    for (int i = 0; i < 8; i++)
        EXPECT(getwork_thing("many", task, sizeof task, FOREVER, &status) == THING_OK && status.task == i);
    EXPECT(status.bytes == 3 && task[0] == 7);
    int64_t next;
    EXPECT(manage_queue_thing("many", 0, 0, 0, &next) == THING_OK && next == 5001);
}

static void waiting_thread(void)
{
    pthread_t thread;
    work_status asked, got;
    int64_t number = 17;
    EXPECT(manage_queue_thing("asked", 0, 0, 0, NULL) == THING_OK);
    EXPECT(pthread_create(&thread, NULL, wait_for_work, &got) == 0);
    EXPECT(waitForWorkRequest_thing("asked", FOREVER, &asked) == THING_OK && asked.worker > 0);
    EXPECT(assignWork_thing("asked", &number, sizeof number, 0, NULL) == THING_OK);
    EXPECT(pthread_join(thread, NULL) == 0);
    EXPECT(got.worker == asked.worker);
    /* Any thread may report it. */
    EXPECT(workDone_thing("asked", NULL, 0, &got) == THING_OK);
}

static int count_queues(const char *queue, const queue_info *info, void *context)
{
    EXPECT(queue[0] && info->tries > 0);
    ++*(int *)context;
    return *(int *)context == 2;
}

static void bad_arguments(void)
{
    work_status status;
    queue_info info;
    int64_t length = -1;
    char task[8], name[300];
    memset(name, 'x', sizeof name);
    name[299] = 0;
    const char *names[] = {NULL, "", "a\nb", name, "\xff"};
    for (int i = 0; i < 5; i++) {
        int code = i == 0 || i == 4 ? THING_BAD_ARGUMENT : THING_BAD_NAME;
        EXPECT(manage_queue_thing(names[i], 0, 0, 0, NULL) == code && thing_error_text()[0]);
        EXPECT(waitForWorkRequest_thing(names[i], 0, &status) == code);
        EXPECT(assignWork_thing(names[i], "t", 1, 0, &status) == code);
        EXPECT(assign_numbered_work_thing(names[i], 1, "t", 1, 0, NULL) == code);
        EXPECT(assign_many_work_thing(names[i], "t", &length, 0, 0, NULL) == code);
        EXPECT(getwork_thing(names[i], task, 8, 0, &status) == code);
        EXPECT(workDone_thing(names[i], "r", 1, &status) == code);
        EXPECT(fail_work_thing(names[i], &status) == code);
        EXPECT(waitForWorkDone_thing(names[i], task, 8, 0, &status) == code);
        EXPECT(revive_work_thing(names[i], 1) == code && leave_queue_thing(names[i]) == code);
        EXPECT(delete_queue_thing(names[i], 0) == code && stat_queue_thing(names[i], &info) == code);
    }
    EXPECT(manage_queue_thing("bad", -1, 0, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(manage_queue_thing("bad", 0, -1, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(manage_queue_thing("bad", 0, 0, -1, NULL) == THING_BAD_ARGUMENT);
    EXPECT(waitForWorkRequest_thing("bad", -2, &status) == THING_BAD_ARGUMENT);
    EXPECT(waitForWorkRequest_thing("bad", 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(assignWork_thing("bad", NULL, 1, 0, &status) == 24 && thing_error_text()[0]);
    EXPECT(assignWork_thing("bad", "t", -1, 0, &status) == THING_BAD_ARGUMENT);
    EXPECT(assignWork_thing("bad", "t", WORK_MOST_BYTES + 1, 0, &status) == THING_BAD_ARGUMENT);
    EXPECT(assignWork_thing("bad", "t", 1, 256, &status) == THING_BAD_ARGUMENT);
    EXPECT(assignWork_thing("bad", "t", 1, -1, &status) == THING_BAD_ARGUMENT);
    EXPECT(assign_numbered_work_thing("bad", -1, "t", 1, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(assign_many_work_thing("bad", "t", &length, 1, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(assign_many_work_thing("bad", "t", &length, -1, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(assign_many_work_thing("bad", "t", NULL, 1, 0, NULL) == THING_BAD_ARGUMENT);
    length = 3;
    EXPECT(assign_many_work_thing("bad", NULL, &length, 1, 0, NULL) == 24);
    EXPECT(getwork_thing("bad", NULL, 8, 0, &status) == 24);
    EXPECT(getwork_thing("bad", task, -8, 0, &status) == THING_BAD_ARGUMENT);
    EXPECT(getwork_thing("bad", task, 8, -7, &status) == THING_BAD_ARGUMENT);
    EXPECT(getwork_thing("bad", task, 8, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(workDone_thing("bad", "r", 1, NULL) == THING_BAD_ARGUMENT);
    EXPECT(fail_work_thing("bad", NULL) == THING_BAD_ARGUMENT);
    memset(&status, 0x7f, sizeof status);
    EXPECT(workDone_thing("bad", "r", 1, &status) == THING_BAD_TRANSFER);
    EXPECT(workDone_thing("bad", "r", -1, &status) == THING_BAD_ARGUMENT);
    EXPECT(waitForWorkDone_thing("bad", task, -1, 0, &status) == THING_BAD_ARGUMENT);
    EXPECT(waitForWorkDone_thing("bad", task, 8, 0, NULL) == THING_BAD_ARGUMENT);
    EXPECT(revive_work_thing("bad", -1) == THING_BAD_ARGUMENT);
    EXPECT(stat_queue_thing("bad", NULL) == THING_BAD_ARGUMENT);
    EXPECT(stat_queue_thing("no such", &info) == THING_NO_SUCH);
    EXPECT(list_queue_thing("", NULL, NULL) == THING_BAD_ARGUMENT);
}

int main(void)
{
    work_status status;
    EXPECT(assignWork_thing("early", "t", 1, 0, &status) == THING_NOT_STARTED);
    EXPECT(getwork_thing("early", NULL, 0, 0, &status) == THING_NOT_STARTED);
    EXPECT(start_thing(NULL, 0) == THING_OK);
    manager_and_worker();
    many_tasks();
    waiting_thread();
    int queues = 0;
    EXPECT(list_queue_thing("a", count_queues, &queues) == THING_OK && queues == 1);
    EXPECT(list_queue_thing(NULL, count_queues, &queues) == THING_OK && queues == 2);
    bad_arguments();
    EXPECT(stop_thing() == THING_OK);
    puts("done");
    return 0;
}

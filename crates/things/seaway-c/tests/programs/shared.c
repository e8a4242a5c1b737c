/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* A root that all nodes share: things on disk are files there. Its path is the argument. */
#include "seaway_thing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void expect(int holds, const char *what, int line)
{
    if (holds)
        return;
    fprintf(stderr, "line %d: %s: %s\n", line, what, thing_error_text());
    exit(1);
}

int main(int argc, char **argv)
{
    thing_status status;
    thing_info info;
    char in[8] = {0}, path[4096];
    int64_t number = 0;
    int there = 0;
    EXPECT(argc == 2 && start_thing(argv[1], 1) == THING_OK);
    EXPECT(create_thing("S-xy-001", DISK, 100) == THING_OK && create_thing("S-xy-001", MEMORY, 1) == THING_IS_THERE);
    EXPECT(write_thing("S-xy-001", "density", 0, 8, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    snprintf(path, sizeof path, "%s/S-xy-001.thing", argv[1]);
    EXPECT(access(path, F_OK) == 0);
    EXPECT(read_thing("S-xy-001", in, 0, 8, &status) == THING_OK && wait_thing(&status, FOREVER) == THING_OK);
    EXPECT(strcmp(in, "density") == 0 && stat_thing("S-xy-001", &info) == THING_OK && info.size == 100 && info.kind == DISK);
    EXPECT(fetch_and_add_thing("S-xy-001", 8, 5, &number) == THING_OK && number == 0);
    EXPECT(accumulate_thing("S-xy-001", 8, THING_SUM, THING_INT64, &(int64_t){2}, 1) == THING_OK);
    EXPECT(compare_and_swap_thing("S-xy-001", 8, 7, 1, &number) == THING_OK && number == 7);
    EXPECT(rename_thing("S-xy-001", "S-xy-002", 0) == THING_OK && access(path, F_OK) != 0);
    EXPECT(version_thing("S-xy-002", &number) == THING_UNSUPPORTED);
    EXPECT(create_thing("halo", MEMORY, 10) == THING_OK && rename_thing("halo", "S-xy-002", 0) == THING_IS_THERE);
    EXPECT(exists_thing("S-xy-002", &there) == THING_OK && there && delete_thing("S-xy-002") == THING_OK);
    EXPECT(exists_thing("S-xy-002", &there) == THING_OK && !there && delete_thing("S-xy-002") == THING_NO_SUCH);
    EXPECT(read_thing("S-xy-002", in, 0, 1, &status) == THING_NO_SUCH);
    EXPECT(stop_thing() == THING_OK);
    puts("done");
    return 0;
}

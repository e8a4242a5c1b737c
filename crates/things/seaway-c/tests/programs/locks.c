/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Takes a lock, says so, and on the next line of its input says whether it still has it. The greatest token so far is in a thing. */
#include "seaway_thing.h"

#include <stdio.h>
#include <stdlib.h>

#define EXPECT(condition) expect((condition), #condition, __LINE__)

static void expect(int holds, const char *what, int line)
{
    if (holds)
        return;
    fprintf(stderr, "line %d: %s: %s\n", line, what, thing_error_text());
    exit(1);
}

int main(void)
{
    int64_t token = 0, before = 0;
    EXPECT(start_thing(NULL, 0) == THING_OK);
    int code = create_thing("tokens", MEMORY, 8);
    EXPECT(code == THING_OK || code == THING_IS_THERE);
    EXPECT(lock_thing("door", FOREVER, &token) == THING_OK && check_lock_thing(token) == THING_OK);
    EXPECT(fetch_and_add_thing("tokens", 0, 0, &before) == THING_OK && before < token);
    EXPECT(accumulate_thing("tokens", 0, THING_GREATEST, THING_INT64, &token, 1) == THING_OK);
    puts("holding");
    fflush(stdout);
    getchar();
    code = check_lock_thing(token);
    EXPECT(code == THING_OK || code == THING_LEASE_ENDED);
    EXPECT(unlock_thing(token) == code && unlock_thing(token) == THING_BAD_TRANSFER);
    puts(code == THING_OK ? "kept" : "lost");
    return 0;
}

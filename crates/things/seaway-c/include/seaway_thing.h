/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Things: named bytes in the memory and on the disks of a space, shared by all programs that enter it. Link with -lseaway_c.
 *
 * All functions return THING_OK or a code of enum thing_code; thing_error_text() has the sentence. Names are UTF-8, 1 to 480
 * bytes, without control characters. All may be called by any thread. After a fork the child calls start_thing again. */
#ifndef SEAWAY_THING_H
#define SEAWAY_THING_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the bytes of a new thing are. */
enum { THING_MEMORY = 1, THING_DISK = 2 };
/* For wait_thing and wait_until_thing. */
enum { THING_FOREVER = -1 };
/* What wait_until_thing waits for: the name; all writers have closed or synced it; no such name any more. */
enum { THING_EXISTS = 1, THING_PUBLISHED = 2, THING_GONE = 3 };

/* The names of the paper, unless a program has others of this kind. */
#ifndef SEAWAY_THING_LONG_NAMES
enum { MEMORY = THING_MEMORY, DISK = THING_DISK, FOREVER = THING_FOREVER };
#endif

enum thing_code {
    THING_OK = 0,
    THING_NO_SUCH = 1,
    THING_IS_THERE = 2,
    THING_DENIED = 4,
    THING_READ_ONLY = 5,
    THING_NO_SPACE = 6,
    THING_BAD_NAME = 8,
    THING_BAD_ARGUMENT = 10,
    THING_UNSUPPORTED = 13,
    THING_IO = 18,
    THING_INTERNAL = 20,
    THING_NO_MEMORY = 21,
    THING_BAD_TRANSFER = 22, /* a transfer that was never started, or was waited for already */
    THING_LOST = 23,         /* the agent, and what it held in memory, is gone */
    THING_PENDING = 100,     /* the transfer goes on */
    THING_NOT_STARTED = 101  /* start_thing comes first */
};

/* A transfer that was started. */
typedef struct thing_status {
    int64_t transfer; /* 0: none */
    int64_t bytes;    /* when it is over: how many were moved; a read moves fewer at the end of the thing */
    int32_t error;    /* when it is over: THING_OK or its code */
    int32_t reserved;
} thing_status;

typedef struct thing_info {
    int64_t size;
    int64_t reserved; /* bytes of memory or disk that it takes */
    int64_t created;  /* milliseconds since 1970 */
    uint64_t epoch;   /* increases with each change of its home */
    int32_t kind;
    int32_t readers;
    int32_t writers;
    int32_t published;
    char home[256]; /* name of the node */
} thing_info;

/* Since start_thing, in this process. */
typedef struct thing_statistics {
    int64_t reads, writes;
    int64_t bytes_read, bytes_written;
    double seconds_waited; /* in wait_thing */
} thing_statistics;

/* Enters the space that SEAWAY_SPACE names, or the user's own; its agent is started if it does not run.
 * root: where things on disk are, or NULL or "" for the default. shared: 0; 1, for a root that all nodes share, is not
 * supported yet. */
int start_thing(const char *root, int shared);
/* Closes all things. The space and its things stay. */
int stop_thing(void);

/* A new thing of size bytes, which are reserved and zero. THING_IS_THERE: another process was quicker. */
int create_thing(const char *name, int kind, int64_t size);
/* Start to read or write; the buffer must stay until wait_thing has returned another code than THING_PENDING. A write behind
 * the end makes the thing longer. */
int read_thing(const char *name, void *buffer, int64_t offset, int64_t bytes, thing_status *status);
int write_thing(const char *name, const void *buffer, int64_t offset, int64_t bytes, thing_status *status);
/* Waits for a transfer, at most so many milliseconds, 0 or THING_FOREVER: its code, or THING_PENDING. */
int wait_thing(thing_status *status, int milliseconds);
/* Wait for all, or for one; *index is which. Entries without a transfer are passed over. */
int wait_all_thing(thing_status *statuses, int count, int milliseconds);
int wait_any_thing(thing_status *statuses, int count, int milliseconds, int *index);
int GetIOstatistics(thing_statistics *statistics);

int delete_thing(const char *name);
int rename_thing(const char *from, const char *to, int replace);
int resize_thing(const char *name, int64_t size);
int stat_thing(const char *name, thing_info *info);
int exists_thing(const char *name, int *exists);
/* Calls each(name, info, context) for all things whose names begin with prefix, in order, until it returns another value
 * than 0. */
int list_thing(const char *prefix, int (*each)(const char *name, const thing_info *info, void *context), void *context);
int wait_until_thing(const char *name, int condition, int milliseconds);
/* Others who wait for THING_PUBLISHED see what this process has written; on disk it is durable. */
int sync_thing(const char *name);
/* Closes this process's opening of the thing, as one that is complete. It is opened again when it is used again. */
int close_thing(const char *name);

/* Change eight bytes at a multiple of eight in one step; *before is what they were. */
int fetch_and_add_thing(const char *name, int64_t offset, int64_t number, int64_t *before);
int compare_and_swap_thing(const char *name, int64_t offset, int64_t expected, int64_t number, int64_t *before);

/* Why the last call of this thread failed; "" if none did. Valid until the next failure of this thread. */
const char *thing_error_text(void);

#ifdef __cplusplus
}
#endif
#endif

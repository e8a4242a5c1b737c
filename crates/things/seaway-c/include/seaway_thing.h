/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Things: named bytes in the memory and on the disks of a space, shared by all programs that enter it. Link with -lseaway_c.
 *
 * All functions return THING_OK or a code of enum thing_code; thing_error_text() has the sentence. Names are UTF-8, 1 to 480
 * bytes, without control characters. All may be called by any thread. After a fork the child calls start_thing again. */
#ifndef SEAWAY_THING_H
#define SEAWAY_THING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Where the bytes of a new thing are. */
enum { THING_MEMORY = 1, THING_DISK = 2 };
/* Added to THING_MEMORY: a second copy on another node, which takes over if the first is lost. */
enum { THING_TWO_COPIES = 16 };
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
    THING_IN_USE = 3,        /* a queue with workers or unfinished tasks */
    THING_DENIED = 4,
    THING_READ_ONLY = 5,
    THING_NO_SPACE = 6,
    THING_BAD_NAME = 8,
    THING_BAD_ARGUMENT = 10,
    THING_UNSUPPORTED = 13,
    THING_IO = 18,
    THING_INTERNAL = 20,
    THING_NO_MEMORY = 21,
    THING_BAD_TRANSFER = 22, /* a transfer that was never started, or was waited for already; a task likewise */
    THING_LOST = 23,         /* the agent, and what it held in memory, is gone */
    THING_BAD_BUFFER = 24,   /* a null pointer */
    THING_PENDING = 100,     /* the transfer goes on; nothing came in time */
    THING_NOT_STARTED = 101, /* start_thing comes first */
    THING_FENCED = 102,      /* another process has become the manager of the queue */
    THING_LEASE_ENDED = 103, /* the task or lock may be another's: this process was stopped, or not heard of, for too long */
    THING_TOO_SMALL = 104,   /* the buffer; status->bytes are needed, and the next call gets the same */
    THING_CANCELLED = 105    /* status->error of a transfer that was cancelled */
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
 * root: where things on disk are, or NULL or "" for the default. shared: 1 if root is a folder that all nodes share: things on
 * disk are files there, which every node accesses directly; nobody is told of their changes, so that they have no version, and
 * wait_until_thing knows THING_EXISTS and THING_GONE of them alone. */
int start_thing(const char *root, int shared);
/* Closes all things. The space and its things stay. */
int stop_thing(void);

/* A new thing of size bytes, which are reserved and zero. THING_IS_THERE: another process was quicker. */
int create_thing(const char *name, int kind, int64_t size);
/* The same on the node of this name, where another thing is ("near:NAME"), or on one node after the other ("round-robin"); ""
 * is this node. */
int create_thing_at(const char *name, int kind, int64_t size, const char *home);
/* One that may be larger than a node: blocks of block bytes, a multiple of 4096, are laid out over so many things on one node
 * after the other. */
int create_striped_thing(const char *name, int kind, int64_t size, int stripes, int64_t block);
/* Start to read or write; the buffer must stay until wait_thing has returned another code than THING_PENDING. A write behind
 * the end makes the thing longer. */
int read_thing(const char *name, void *buffer, int64_t offset, int64_t bytes, thing_status *status);
int write_thing(const char *name, const void *buffer, int64_t offset, int64_t bytes, thing_status *status);
/* Waits for a transfer, at most so many milliseconds, 0 or THING_FOREVER: its code, or THING_PENDING. */
int wait_thing(thing_status *status, int milliseconds);
/* Wait for all, or for one; *index is which. Entries without a transfer are passed over. */
int wait_all_thing(thing_status *statuses, int count, int milliseconds);
int wait_any_thing(thing_status *statuses, int count, int milliseconds, int *index);
/* Gives up a transfer that nobody has begun with: the buffer is free, and status->error is THING_CANCELLED. THING_PENDING: it is
 * too late, wait for it. */
int cancel_thing(thing_status *status);
/* Start to read or write count pieces, bytes[i] long at offsets[i] each, which are one behind the other in the buffer. The arrays
 * are free when the call returns. Pieces of a write must not overlap. */
int read_list_thing(const char *name, void *buffer, int count, const int64_t *offsets, const int64_t *bytes,
                    thing_status *status);
int write_list_thing(const char *name, const void *buffer, int count, const int64_t *offsets, const int64_t *bytes,
                     thing_status *status);
/* Start to read or write count blocks, block bytes long each: the i-th is at offset + i * stride in the thing, and at
 * buffer + i * memory_stride in memory. */
int read_strided_thing(const char *name, void *buffer, int64_t memory_stride, int64_t offset, int64_t stride, int64_t block,
                       int64_t count, thing_status *status);
int write_strided_thing(const char *name, const void *buffer, int64_t memory_stride, int64_t offset, int64_t stride,
                        int64_t block, int64_t count, thing_status *status);
int GetIOstatistics(thing_statistics *statistics);

int delete_thing(const char *name);
int rename_thing(const char *from, const char *to, int replace);
int resize_thing(const char *name, int64_t size);
/* Copies count things, on whatever nodes they are, as they are at one moment: of writes that a program has made one after the other,
 * the copies have none without those before it. Their names are those of the things behind prefix. */
int snapshot_thing(const char *const *names, int count, const char *prefix);
/* From here on nobody can change the thing, although some have it open: THING_READ_ONLY. It can be read, renamed and deleted. */
int freeze_thing(const char *name);
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

/* Combine count numbers with those at offset, each in one step: sum, product, the lesser, the greater; of integers also bit by
 * bit. The offset is a multiple of a number's size, and nothing grows. */
enum { THING_SUM = 1, THING_PRODUCT = 2, THING_LEAST = 3, THING_GREATEST = 4, THING_AND = 5, THING_OR = 6, THING_XOR = 7 };
enum { THING_INT32 = 1, THING_INT64 = 2, THING_FLOAT = 3, THING_DOUBLE = 4 };
int accumulate_thing(const char *name, int64_t offset, int combination, int number_type, const void *numbers,
                     int64_t count);

/* A thing has a version, which grows when a writer syncs or closes it after writing, when its size or a number in it is changed
 * in one step, and when it is created anew. */
int version_thing(const char *name, int64_t *version);
/* Waits, without polling, until the version is greater than past; a thing that does not exist yet is waited for. THING_PENDING: it
 * was not, in time. */
int watch_thing(const char *name, int64_t past, int milliseconds, int64_t *version);

/* Locks by name; they have nothing to do with things of their names. Waits until this process has the lock. *token is greater than
 * those of all who had it before: keep it with what the lock protects. THING_PENDING: others had it all the time. A process that
 * ends, calls stop_thing, or is stopped for longer than the agent's lease (10 s) has lost its locks. */
int lock_thing(const char *lock, int milliseconds, int64_t *token);
/* THING_LEASE_ENDED: the lock was lost, and another may have it. */
int check_lock_thing(int64_t token);
int unlock_thing(int64_t token);

/* Work queues: a manager assigns tasks, workers get them and report that they are done. Queues are named as things are, with at
 * most 256 bytes; they are made on first use and outlive programs and the agent. A task and a result have at most
 * WORK_MOST_BYTES; larger data belong into things.
 *
 * Each task has one completion, whatever happens to its workers. The node's agent renews a worker's lease while its process runs
 * and is not stopped: a task may take as long as it likes. If the process ends, others get its task at once. */
enum { WORK_MOST_BYTES = 65536 };
/* work_status.state: done, or failed as often as the queue allows. A dead task is kept. */
enum { WORK_DONE = 1, WORK_DEAD = 2 };

typedef struct work_status {
    int64_t task;    /* its number */
    int64_t bytes;   /* length of the task or of the result */
    int64_t worker;  /* who waits for work, has the task, or has done it */
    int64_t attempt; /* 1 for the first */
    int64_t state;   /* WORK_DONE or WORK_DEAD */
    int64_t handle;  /* of a task that was got and not reported */
} work_status;

typedef struct queue_info {
    int64_t ready, assigned, done, dead; /* tasks */
    int64_t workers, waiting;            /* workers, and how many of them wait for work */
    int64_t unacknowledged;              /* completions that no manager has taken */
    int64_t managers;                    /* that it has had */
    int64_t tries, lease, straggler;     /* as in manage_queue_thing */
} queue_info;

/* Becomes the manager of a queue. The one before, if it lives, gets THING_FENCED; its tasks stay, and completions that it has
 * not taken come to this one. A task is tried so many times (0: 3); a worker that is stopped for so many milliseconds loses its
 * tasks (lease, 0: 10000); a task that runs for longer than straggler milliseconds is started a second time if a worker is idle,
 * and the first result counts (0: never). *next, unless NULL, is greater than the numbers of all tasks so far. A process that
 * calls the functions of a manager without this becomes one with these defaults. */
int manage_queue_thing(const char *queue, int tries, int lease, int straggler, int64_t *next);
/* Waits until a worker waits for work and no task is ready: status->worker. THING_PENDING: none in time. */
int waitForWorkRequest_thing(const char *queue, int milliseconds, work_status *status);
/* Adds a task. Tasks of higher priority, 0 to 255, come first. status->task, unless status is NULL, is its number. It is
 * durable when this returns. */
int assignWork_thing(const char *queue, const void *task, int64_t bytes, int priority, work_status *status);
/* The same with a number; one that was assigned before changes nothing, so that a new manager may assign all of its tasks again.
 * near: name of the node where it should run, or NULL. */
int assign_numbered_work_thing(const char *queue, int64_t number, const void *task, int64_t bytes, int priority,
                               const char *near);
/* Many tasks, one behind the other in memory, bytes[i] long each; *first, unless NULL, is the number of the first. */
int assign_many_work_thing(const char *queue, const void *tasks, const int64_t *bytes, int count, int priority,
                           int64_t *first);
/* Waits for a task, without polling, and copies it. THING_PENDING: none in time. */
int getwork_thing(const char *queue, void *task, int64_t capacity, int milliseconds, work_status *status);
/* Reports the task of this status. What this process has written to things before is visible to whoever takes the result: writes
 * that go on are waited for, and if one has failed so does this. Durable when it returns. THING_LEASE_ENDED: the task is with
 * another worker, and this result does not count. */
int workDone_thing(const char *queue, const void *result, int64_t bytes, work_status *status);
/* The task is tried again, by any worker. */
int fail_work_thing(const char *queue, work_status *status);
/* Waits for a completion: number, worker, attempt, state and result. It is acknowledged by the next call, or by
 * leave_queue_thing; if the manager ends before, its successor gets it again. THING_PENDING: none in time. */
int waitForWorkDone_thing(const char *queue, void *result, int64_t capacity, int milliseconds, work_status *status);
/* Tries a dead task again. */
int revive_work_thing(const char *queue, int64_t number);
/* Gives back what this process has not reported. stop_thing does so for all queues. */
int leave_queue_thing(const char *queue);
/* force: although it has workers or unfinished tasks. */
int delete_queue_thing(const char *queue, int force);
int stat_queue_thing(const char *queue, queue_info *info);
int list_queue_thing(const char *prefix, int (*each)(const char *queue, const queue_info *info, void *context),
                     void *context);

/* Why the last call of this thread failed; "" if none did. Valid until the next failure of this thread. */
const char *thing_error_text(void);

/* The same as plain externals of Fortran, as gfortran calls them; programs in C have no use for them. A thing_status is
 * INTEGER(8) STATUS(3), a work_status INTEGER(8) STATUS(6). */
int start_thing_(const char *root, const int *shared, size_t length);
int stop_thing_(void);
int create_thing_(const char *name, const int *kind, const int64_t *size, size_t length);
int read_thing_(const char *name, void *buffer, const int64_t *offset, const int64_t *bytes, thing_status *status,
                size_t length);
int write_thing_(const char *name, const void *buffer, const int64_t *offset, const int64_t *bytes, thing_status *status,
                 size_t length);
int wait_thing_(thing_status *status, const int *milliseconds);
int waitforworkrequest_thing_(const char *queue, const int *milliseconds, work_status *status, size_t length);
int assignwork_thing_(const char *queue, const void *task, const int64_t *bytes, const int *priority, work_status *status,
                      size_t length);
int getwork_thing_(const char *queue, void *task, const int64_t *capacity, const int *milliseconds, work_status *status,
                   size_t length);
int workdone_thing_(const char *queue, const void *result, const int64_t *bytes, work_status *status, size_t length);
int waitforworkdone_thing_(const char *queue, void *result, const int64_t *capacity, const int *milliseconds,
                           work_status *status, size_t length);
void thing_error_text_(char *text, size_t length);
/* What the paper left out. Indices count from 1. */
int delete_thing_(const char *name, size_t length);
int freeze_thing_(const char *name, size_t length);
int sync_thing_(const char *name, size_t length);
int close_thing_(const char *name, size_t length);
int resize_thing_(const char *name, const int64_t *size, size_t length);
int exists_thing_(const char *name, int *exists, size_t length);
int wait_until_thing_(const char *name, const int *condition, const int *milliseconds, size_t length);
int rename_thing_(const char *from, const char *to, const int *replace, size_t from_length, size_t to_length);
int create_thing_at_(const char *name, const int *kind, const int64_t *size, const char *home, size_t length,
                     size_t home_length);
int create_striped_thing_(const char *name, const int *kind, const int64_t *size, const int *stripes, const int64_t *block,
                          size_t length);
int fetch_and_add_thing_(const char *name, const int64_t *offset, const int64_t *number, int64_t *before, size_t length);
int compare_and_swap_thing_(const char *name, const int64_t *offset, const int64_t *expected, const int64_t *number,
                            int64_t *before, size_t length);
int accumulate_thing_(const char *name, const int64_t *offset, const int *combination, const int *number_type,
                      const void *numbers, const int64_t *count, size_t length);
int version_thing_(const char *name, int64_t *version, size_t length);
int watch_thing_(const char *name, const int64_t *past, const int *milliseconds, int64_t *version, size_t length);
int lock_thing_(const char *lock, const int *milliseconds, int64_t *token, size_t length);
int check_lock_thing_(const int64_t *token);
int unlock_thing_(const int64_t *token);
int read_list_thing_(const char *name, void *buffer, const int *count, const int64_t *offsets, const int64_t *bytes,
                     thing_status *status, size_t length);
int write_list_thing_(const char *name, const void *buffer, const int *count, const int64_t *offsets, const int64_t *bytes,
                      thing_status *status, size_t length);
int read_strided_thing_(const char *name, void *buffer, const int64_t *memory_stride, const int64_t *offset,
                        const int64_t *stride, const int64_t *block, const int64_t *count, thing_status *status,
                        size_t length);
int write_strided_thing_(const char *name, const void *buffer, const int64_t *memory_stride, const int64_t *offset,
                         const int64_t *stride, const int64_t *block, const int64_t *count, thing_status *status,
                         size_t length);
int wait_all_thing_(thing_status *statuses, const int *count, const int *milliseconds);
int wait_any_thing_(thing_status *statuses, const int *count, const int *milliseconds, int *index);
int cancel_thing_(thing_status *status);
int getiostatistics_(thing_statistics *statistics);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Uses the recorder as Seaway's other libraries do, rightly and wrongly: exported FOLDER WHAT CALL UNKNOWN..., with the number of a
 * call of a device's and numbers that must not be taken. Says what must be in the trace. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SPANS = 64, ENDERS = 4, MANY = 40000, LONGEST = 16384, TOO_LONG = 100000, PATH = 1 };

static uint32_t (*string)(uint16_t, const char *, size_t);
static void *(*begin)(uint8_t, uint32_t, uint64_t, uint64_t);
static void (*end)(void *, uint32_t, uint64_t, uint64_t, uint8_t);
static void (*detail)(uint32_t, uint64_t, uint32_t, uint32_t, uint32_t);

static uint8_t call;
static uint32_t file;
static void *spans[MANY];
static int count;

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "%s\n", what);
    _exit(1);
}

static void expect(const char *path, uint64_t offset, uint64_t length, int error)
{
    printf("expect\tdevice write\t%s\t%llu\t%llu\t%d\n", path, (unsigned long long)offset, (unsigned long long)length, error);
}

/* Ends every fourth span. */
static void *end_some(void *first)
{
    for (int index = (int)(intptr_t)first; index < count; index += ENDERS) end(spans[index], file, 1000 + index, index, 0);
    return NULL;
}

static void *begin_one(void *nothing)
{
    (void)nothing;
    return begin(call, file, 2000, 5);
}

static void end_by_threads(void)
{
    pthread_t threads[ENDERS];
    for (intptr_t first = 0; first < ENDERS; first++) pthread_create(&threads[first], NULL, end_some, (void *)first);
    for (int index = 0; index < ENDERS; index++) pthread_join(threads[index], NULL);
}

static void on_different_threads(void)
{
    pthread_t thread;
    void *span;
    count = SPANS;
    for (int index = 0; index < SPANS; index++) {
        spans[index] = begin(call, file, 1000 + index, 100);
        expect("/some/file", 1000 + index, index, 0);
    }
    end_by_threads();
    /* The thread that began it is gone when it ends. */
    pthread_create(&thread, NULL, begin_one, NULL);
    pthread_join(thread, &span);
    end(span, file, 2000, 4, 0);
    expect("/some/file", 2000, 4, 0);
}

static void with_strings(void)
{
    char *bytes = malloc(TOO_LONG + 1);
    memset(bytes, 'x', TOO_LONG);
    bytes[TOO_LONG] = 0;
    uint32_t empty = string(PATH, "", 0), cut = string(PATH, bytes, TOO_LONG);
    require(empty != 0 && cut != 0 && empty != cut, "strings have numbers");
    require(string(PATH, "other", 0) == empty, "an empty string is an empty string");
    require(string(PATH, bytes, LONGEST) == cut, "what is too long is cut");
    require(string(PATH, bytes, LONGEST - 1) != cut, "and nothing else is");
    require(string(PATH + 1, "/some/file", 10) != file, "kinds have strings of their own");
    require(string(PATH, NULL, 10) == 0, "nothing is no string");
    end(begin(call, empty, 3000, 1), empty, 3000, 1, 0);
    expect("", 3000, 1, 0);
    end(begin(call, cut, 3001, 1), cut, 3001, 1, 0);
    bytes[LONGEST] = 0;
    expect(bytes, 3001, 1, 0);
    free(bytes);
}

static void with_numbers(char **unknown)
{
    for (; *unknown; unknown++) {
        void *span = begin(atoi(*unknown), file, 1, 1);
        require(span == NULL, *unknown);
        end(span, file, 1, 1, 1);
    }
    end(begin(call, 4000000000u, 4000, 1), 4000000000u, 4000, 1, 255);
    expect("", 4000, 1, 255);
    end(begin(call, file, UINT64_MAX, UINT64_MAX), file, UINT64_MAX - 1, UINT64_MAX - 2, 0);
    expect("/some/file", UINT64_MAX - 1, UINT64_MAX - 2, 0);
    /* Room for larger numbers has to be asked for. */
    end(begin(call, file, 1, 1), file, UINT64_MAX, UINT64_MAX, 0);
    expect("/some/file", (1ull << 48) - 1, UINT32_MAX, 0);
    void *never = begin(call, file, 4001, 77);
    require(never != NULL, "it begins");
    expect("/some/file", 4001, 77, 0);
    detail(file, UINT64_MAX, 4000000000u, 0, UINT32_MAX);
}

static void *end_first(void *nothing)
{
    end(spans[0], file, 5000, 999, 9);
    return nothing;
}

/* What a parent has begun is not its child's to end, on whichever thread. */
static void in_a_child(void)
{
    pthread_t thread;
    spans[0] = begin(call, file, 5000, 100);
    if (fork() == 0) {
        end(spans[0], file, 5000, 999, 9);
        pthread_create(&thread, NULL, end_first, NULL);
        pthread_join(thread, NULL);
        _exit(0);
    }
    wait(NULL);
    end(spans[0], file, 5000, 6, 0);
    expect("/some/file", 5000, 6, 0);
}

static void nothing_is_recorded(void)
{
    require(string(PATH, "/some/file", 10) == 0, "strings have no numbers");
    require(begin(call, 1, 2, 3) == NULL, "nothing begins");
    end(NULL, 1, 2, 3, 0);
    detail(1, 2, 3, 4, 5);
}

static void many(void)
{
    count = MANY;
    for (int index = 0; index < MANY; index++) spans[index] = begin(call, file, 1000 + index, 100);
    end_by_threads();
}

int main(int words, char **word)
{
    string = dlsym(RTLD_DEFAULT, "seaway_trace_string");
    begin = dlsym(RTLD_DEFAULT, "seaway_trace_begin");
    end = dlsym(RTLD_DEFAULT, "seaway_trace_end");
    detail = dlsym(RTLD_DEFAULT, "seaway_trace_detail");
    require(words > 3 && string && begin && end && detail, "the recorder is there");
    call = atoi(word[3]);
    file = string(PATH, "/some/file", 10);
    if (strcmp(word[2], "off") == 0) {
        nothing_is_recorded();
    } else if (strcmp(word[2], "many") == 0) {
        many();
    } else {
        require(string(PATH, "/some/file", 10) == file && file != 0, "a string has one number");
        on_different_threads();
        with_strings();
        with_numbers(word + 4);
        in_a_child();
    }
    return 0;
}

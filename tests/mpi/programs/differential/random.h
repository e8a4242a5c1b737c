/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random numbers that are the same on every machine and under every MPI. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} Random;

static inline uint64_t mixed(uint64_t value)
{
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

static inline uint64_t next(Random *random)
{
    random->state += 0x9e3779b97f4a7c15u;
    return mixed(random->state);
}

/* A number from `low` to `high`, both included. */
static inline long between(Random *random, long low, long high)
{
    if (high <= low)
        return low;
    return low + (long)(next(random) % (uint64_t)(high - low + 1));
}

static inline int chance(Random *random, int percent)
{
    return between(random, 1, 100) <= percent;
}

static inline uint64_t digest_of(const void *memory, size_t length)
{
    const unsigned char *bytes = memory;
    uint64_t digest = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        digest = (digest ^ bytes[i]) * 0x100000001b3u;
    return mixed(digest);
}

static inline void fill(void *memory, size_t length, uint64_t seed)
{
    unsigned char *bytes = memory;
    Random random = {seed};
    uint64_t word = 0;
    for (size_t i = 0; i < length; i++) {
        if (i % 8 == 0)
            word = next(&random);
        bytes[i] = (unsigned char)(word >> (i % 8 * 8));
    }
}

#endif

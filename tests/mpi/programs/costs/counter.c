// SPDX-License-Identifier: MIT OR Apache-2.0
// A library to preload: counts how often memory is allocated or freed, and how often a mutex is locked, by anybody.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

static atomic_long counted;

long costs_counted(void) { return counted; }

void *malloc(size_t bytes) {
    counted++;
    return __libc_malloc(bytes);
}
void *calloc(size_t count, size_t bytes) {
    counted++;
    return __libc_calloc(count, bytes);
}
void *realloc(void *memory, size_t bytes) {
    counted++;
    return __libc_realloc(memory, bytes);
}
void *memalign(size_t alignment, size_t bytes) {
    counted++;
    return __libc_memalign(alignment, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) { return memalign(alignment, bytes); }
int posix_memalign(void **memory, size_t alignment, size_t bytes) {
    *memory = memalign(alignment, bytes);
    return *memory ? 0 : 12;
}
void free(void *memory) {
    counted++;
    __libc_free(memory);
}
int pthread_mutex_lock(pthread_mutex_t *mutex) {
    static int (*real)(pthread_mutex_t *);
    if (!real) real = (int (*)(pthread_mutex_t *))dlsym(RTLD_NEXT, "pthread_mutex_lock");
    counted++;
    return real(mutex);
}

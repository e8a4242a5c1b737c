// SPDX-License-Identifier: MIT OR Apache-2.0
// Makes some calls, then ends in the way that the second argument names.
#include "expect.h"
#include <pthread.h>

static int fd;

static void write_ten(void) {
    if (write(fd, "0123456789", 10) != 10) abort();
    expect("write", in("x"), (number)fd, 10, 0);
}

static void *of_late_thread(void *unused) {
    usleep(20000);
    write_ten();
    exit(0);
}

static void at_end_of_thread(void *unused) { write_ten(); }

static void *of_ending_thread(void *key) {
    pthread_setspecific(*(pthread_key_t *)key, key);
    return NULL;
}

static void end(const char *how, char **arguments) {
    if (!strcmp(how, "return")) return;
    if (!strcmp(how, "exit")) exit(0);
    if (strstr("_exit _Exit quick_exit", how)) {
        expect("_exit", "", 0, 0, 0);
        ((void (*)(int))find(how))(0);
    }
    if (!strcmp(how, "abort")) abort();
    if (!strcmp(how, "segmentation")) *(volatile int *)8 = 1;
    if (!strcmp(how, "kill")) {
        // Whoever waits for it kills us while we read.
        int pipe = open(in("fifo"), O_RDWR);
        expect("open", in("fifo"), O_RDWR, good(pipe), 0);
        expect("read", in("fifo"), (number)pipe, 1, 0);
        char byte;
        read(pipe, &byte, 1);
    }
    if (!strcmp(how, "exec")) {
        expect("exec", arguments[0], 0, 0, 0);
        execl(arguments[0], arguments[0], folder, "return", NULL);
    }
    if (!strcmp(how, "main thread first")) {
        pthread_t thread;
        pthread_create(&thread, NULL, of_late_thread, NULL);
        pthread_exit(NULL);
    }
    if (!strcmp(how, "thread's end")) {
        static pthread_key_t key;
        pthread_t thread;
        pthread_key_create(&key, at_end_of_thread);
        pthread_create(&thread, NULL, of_ending_thread, &key);
        pthread_join(thread, NULL);
    }
}

int main(int count, char **arguments) {
    folder = arguments[1];
    fd = open(in("x"), O_WRONLY | O_CREAT, 0600);
    expect("open", in("x"), O_WRONLY | O_CREAT, good(fd), 0);
    write_ten();
    end(arguments[2], arguments);
    return 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One file on one server: a file system at its simplest and fastest. file_server PORT BYTES [PATH]: keeps BYTES bytes in
 * memory, or in the file PATH, and does what clients demand (network.h), a thread for each. */
#include <fcntl.h>
#include <pthread.h>

#include "network.h"

static char *content;
static int file = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t completed = PTHREAD_COND_INITIALIZER;
static uint64_t complete; /* how many files have been written to their end */

enum { PART = 256 << 10 };

/* Between a client and the file, through a part of memory. */
static void carry(int client, Demand demand)
{
    static __thread char part[PART];
    for (uint64_t done = 0; done < demand.bytes; done += PART) {
        size_t here = demand.bytes - done < PART ? demand.bytes - done : PART;
        off_t offset = (off_t)(demand.offset + done);
        if (demand.operation == GET) {
            if (pread(file, part, here, offset) != (ssize_t)here)
                give_up("pread");
            send_all(client, part, here);
        } else if (!receive_all(client, part, here) || pwrite(file, part, here, offset) != (ssize_t)here) {
            give_up("pwrite");
        }
    }
}

static void *serve(void *argument)
{
    int client = (int)(intptr_t)argument;
    Demand demand;
    while (receive_all(client, &demand, sizeof demand)) {
        switch (demand.operation) {
        case PUT:
            if (file >= 0)
                carry(client, demand);
            else
                receive_all(client, content + demand.offset, demand.bytes);
            continue;
        case GET:
            if (file >= 0)
                carry(client, demand);
            else
                send_all(client, content + demand.offset, demand.bytes);
            continue;
        case COMPLETE:
            pthread_mutex_lock(&mutex);
            complete++;
            pthread_cond_broadcast(&completed);
            pthread_mutex_unlock(&mutex);
            break;
        case WHEN_COMPLETE:
            pthread_mutex_lock(&mutex);
            while (complete < demand.offset)
                pthread_cond_wait(&completed, &mutex);
            pthread_mutex_unlock(&mutex);
            break;
        default:
            break;
        }
        send_all(client, &demand, sizeof demand);
    }
    close(client);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc != 3 && argc != 4)
        return 2;
    if (argc == 3)
        content = calloc(1, (size_t)atol(argv[2]));
    else if ((file = open(argv[3], O_RDWR | O_CREAT, 0600)) < 0)
        give_up(argv[3]);
    int listener = listen_at(atoi(argv[1]));
    for (;;) {
        pthread_t thread;
        int one = 1, client = accept(listener, NULL, NULL);
        if (client < 0)
            give_up("accept");
        setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        pthread_create(&thread, NULL, serve, (void *)(intptr_t)client);
        pthread_detach(thread);
    }
}

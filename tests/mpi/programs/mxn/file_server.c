/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One file on one server: a file system at its simplest and fastest. file_server PORT BYTES: keeps BYTES bytes in memory
 * and does what clients demand (network.h), a thread for each. */
#include <pthread.h>

#include "network.h"

static char *content;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t completed = PTHREAD_COND_INITIALIZER;
static uint64_t complete; /* how many files have been written to their end */

static void *serve(void *argument)
{
    int client = (int)(intptr_t)argument;
    Demand demand;
    while (receive_all(client, &demand, sizeof demand)) {
        switch (demand.operation) {
        case PUT:
            receive_all(client, content + demand.offset, demand.bytes);
            continue;
        case GET:
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
    if (argc != 3)
        return 2;
    content = calloc(1, (size_t)atol(argv[2]));
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

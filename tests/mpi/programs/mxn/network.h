/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Sockets, as plainly as they can be used: everything is sent, everything is received, or the program ends. */
#ifndef NETWORK_H
#define NETWORK_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
    uint64_t operation, offset, bytes;
} Demand;

enum { PUT = 1, GET = 2, SETTLED = 3, COMPLETE = 4, WHEN_COMPLETE = 5 };

static void give_up(const char *what)
{
    perror(what);
    _exit(1);
}

__attribute__((unused)) static void send_all(int socket, const void *memory, size_t bytes)
{
    const char *rest = memory;
    while (bytes > 0) {
        ssize_t sent = send(socket, rest, bytes, MSG_NOSIGNAL);
        if (sent <= 0)
            give_up("send");
        rest += sent;
        bytes -= (size_t)sent;
    }
}

/* 0 at the end of the connection. */
__attribute__((unused)) static int receive_all(int socket, void *memory, size_t bytes)
{
    char *rest = memory;
    while (bytes > 0) {
        ssize_t received = recv(socket, rest, bytes, 0);
        if (received == 0)
            return 0;
        if (received < 0)
            give_up("recv");
        rest += received;
        bytes -= (size_t)received;
    }
    return 1;
}

static struct sockaddr_in address_of(const char *host, int port)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    inet_pton(AF_INET, host, &address.sin_addr);
    return address;
}

__attribute__((unused)) static int listen_at(int port)
{
    struct sockaddr_in address = address_of("0.0.0.0", port);
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, 64) != 0)
        give_up("listen");
    return listener;
}

/* Tries until a server listens. */
__attribute__((unused)) static int connect_to(const char *host, int port)
{
    struct sockaddr_in address = address_of(host, port);
    int one = 1;
    for (;;) {
        int connection = socket(AF_INET, SOCK_STREAM, 0);
        if (connect(connection, (struct sockaddr *)&address, sizeof address) == 0) {
            setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            return connection;
        }
        close(connection);
        usleep(10000);
    }
}

#endif

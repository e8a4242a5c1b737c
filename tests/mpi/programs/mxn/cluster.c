/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* The equations of an n x n mesh, 96 n^2 bytes, go from one parallel program to another, over a network.
 *
 * cluster write|read WAY PLACE LOGS N...: WAY and PLACE are one of
 *   mxn NAME           a stream: write_ordered, read_ordered
 *   socket HOST:PORT   rank 0 gathers, sends to rank 0 of the reader, which scatters
 *   file HOST:PORT     every rank writes to a file server; when all is there, every rank reads
 * Prints for each n when the last rank of this program began and when the last was done. Both programs are on one
 * machine with one clock, in several network namespaces. LOGS/ready-WAY-N says that the reader is there. */
#include <mpi.h>

#include "check.h"
#include "clock.h"
#include "network.h"

static int rank, ranks, writes, round_number;
static const char *place;

static double latest(double mine)
{
    double all;
    MPI_Reduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    return all;
}

/* Both programs are here. */
static void meet(const char *logs, const char *way, long n)
{
    char name[600];
    snprintf(name, sizeof name, "%s/ready-%s-%ld", logs, way, n);
    if (rank == 0 && !writes)
        fclose(fopen(name, "w"));
    if (rank == 0 && writes)
        while (access(name, F_OK) != 0)
            usleep(1000);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void connect_place(int *connection)
{
    char host[200];
    int port = 0;
    if (*connection >= 0)
        return;
    sscanf(place, "%199[^:]:%d", host, &port);
    *connection = connect_to(host, port);
}

static void through_socket(char *part, int bytes)
{
    static int connection = -1, listener = -1;
    char *all = rank == 0 ? malloc((size_t)bytes * (size_t)ranks) : NULL, answer = 0;
    size_t total = (size_t)bytes * (size_t)ranks;
    if (writes) {
        MPI_Gather(part, bytes, MPI_BYTE, all, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (rank == 0) {
            connect_place(&connection);
            send_all(connection, all, total);
            receive_all(connection, &answer, 1);
        }
    } else {
        if (rank == 0) {
            if (listener < 0) {
                listener = listen_at(atoi(strchr(place, ':') + 1));
                connection = accept(listener, NULL, NULL);
            }
            receive_all(connection, all, total);
        }
        MPI_Scatter(all, bytes, MPI_BYTE, part, bytes, MPI_BYTE, 0, MPI_COMM_WORLD);
        if (rank == 0)
            send_all(connection, &answer, 1);
    }
    free(all);
}

static void demand(int server, uint64_t operation, uint64_t offset)
{
    Demand demand = {operation, offset, 0};
    send_all(server, &demand, sizeof demand);
    receive_all(server, &demand, sizeof demand);
}

static void through_server(char *part, int bytes)
{
    static int server = -1;
    connect_place(&server);
    Demand transfer = {writes ? PUT : GET, (uint64_t)rank * (uint64_t)bytes, (uint64_t)bytes};
    if (writes) {
        send_all(server, &transfer, sizeof transfer);
        send_all(server, part, (size_t)bytes);
        demand(server, SETTLED, 0);
        MPI_Barrier(MPI_COMM_WORLD);
        if (rank == 0)
            demand(server, COMPLETE, 0);
    } else {
        demand(server, WHEN_COMPLETE, (uint64_t)round_number);
        send_all(server, &transfer, sizeof transfer);
        receive_all(server, part, (size_t)bytes);
    }
}

static void transfer(const char *logs, const char *way, long n)
{
    int bytes = (int)(96 * n * n / ranks);
    char *part = malloc((size_t)bytes);
    MPI_File file = MPI_FILE_NULL;
    memset(part, writes ? rank + 1 : 0, (size_t)bytes);
    if (strcmp(way, "mxn") == 0) {
        char name[600];
        snprintf(name, sizeof name, "%s-%ld", place, n);
        int mode = writes ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
        check(MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &file), "open");
    }
    meet(logs, way, n);
    double begun = now();
    if (strcmp(way, "socket") == 0)
        through_socket(part, bytes);
    else if (strcmp(way, "file") == 0)
        through_server(part, bytes);
    else if (writes)
        check(MPI_File_write_ordered(file, part, bytes, MPI_BYTE, MPI_STATUS_IGNORE), "write");
    else
        check(MPI_File_read_ordered(file, part, bytes, MPI_BYTE, MPI_STATUS_IGNORE), "read");
    double done = now();
    if (!writes && part[bytes - 1] == 0) {
        fprintf(stderr, "rank %d has no data\n", rank);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (file != MPI_FILE_NULL)
        check(MPI_File_close(&file), "close");
    begun = latest(begun);
    done = latest(done);
    if (rank == 0) {
        printf("%s %ld %.9f %.9f\n", way, n, begun, done);
        fflush(stdout);
    }
    free(part);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 6)
        MPI_Abort(MPI_COMM_WORLD, 2);
    writes = strcmp(argv[1], "write") == 0;
    place = argv[3];
    for (int i = 5; i < argc; i++) {
        round_number++;
        transfer(argv[4], argv[2], atol(argv[i]));
    }
    MPI_Finalize();
    return 0;
}

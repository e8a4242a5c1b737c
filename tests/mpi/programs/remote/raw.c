// SPDX-License-Identifier: MIT OR Apache-2.0
// As many bytes as a link carries: each rank writes or reads its own part of a file, or, for comparison, sends and
// receives it over a socket of its own.
//
// raw PLACE SECONDS CASE...: PLACE is the name of a file, or HOST:PORT of mxn/file_server.c. The case is WHAT.BYTES.TASK
// with the bytes of each rank, and the task `write` or `read`. A lap ends when all bytes are on the other side (write: the
// sync or the server's answer has come) or here. Opening, connecting and closing are not timed.
#include "gate.h"
#include "network.h"

static MPI_File file = MPI_FILE_NULL;
static int connection = -1;
static char *data;

static void check(int code, const char *what) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING];
    int length;
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "rank %d: %s: %s\n", gate_rank, what, text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, #call)

static void demand(uint64_t operation, uint64_t offset, uint64_t bytes) {
    Demand asked = {operation, offset, bytes};
    send_all(connection, &asked, sizeof asked);
}

static void lap_over_socket(uint64_t bytes, int writing) {
    uint64_t offset = bytes * (uint64_t)gate_rank;
    if (!writing) {
        demand(GET, offset, bytes);
        if (!receive_all(connection, data, bytes)) fail("the server has gone");
        return;
    }
    Demand answer;
    demand(PUT, offset, bytes);
    send_all(connection, data, bytes);
    demand(SETTLED, 0, 0);
    if (!receive_all(connection, &answer, sizeof answer)) fail("the server has gone");
}

static void lap_by_file(uint64_t bytes, int writing) {
    MPI_Offset offset = (MPI_Offset)bytes * gate_rank;
    if (writing) {
        CHECK(MPI_File_write_at_all(file, offset, data, (int)bytes, MPI_BYTE, MPI_STATUS_IGNORE));
        CHECK(MPI_File_sync(file));
    } else {
        CHECK(MPI_File_read_at_all(file, offset, data, (int)bytes, MPI_BYTE, MPI_STATUS_IGNORE));
    }
}

static void measure(const char *name, double budget) {
    unsigned long bytes;
    char task[16] = "";
    if (sscanf(name, "%*[^.].%lu.%15s", &bytes, task) != 2) fail("a case is WHAT.BYTES.TASK");
    int writing = strcmp(task, "write") == 0;
    data = malloc(bytes);
    memset(data, gate_rank + 1, bytes);
    void (*lap)(uint64_t, int) = file == MPI_FILE_NULL ? lap_over_socket : lap_by_file;
    lap(bytes, 1);
    struct laps laps = {.count = 0};
    double seconds;
    do {
        gate_start();
        lap(bytes, writing);
        seconds = gate_stop();
    } while (laps_wanted(&laps, seconds, budget));
    laps_print(&laps, name, 1e-9 * (double)bytes * gate_ranks, "GB/s");
    free(data);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    gate_open();
    if (argc < 4) fail("usage: raw PLACE SECONDS CASE...");
    char host[64];
    int port;
    if (strstr(argv[1], "//") == NULL && sscanf(argv[1], "%63[^:]:%d", host, &port) == 2)
        connection = connect_to(host, port);
    else
        CHECK(MPI_File_open(MPI_COMM_WORLD, argv[1], MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    for (int argument = 3; argument < argc; argument++) measure(argv[argument], atof(argv[2]));
    if (file != MPI_FILE_NULL) CHECK(MPI_File_close(&file));
    MPI_Finalize();
    return 0;
}

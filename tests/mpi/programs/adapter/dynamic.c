// SPDX-License-Identifier: MIT OR Apache-2.0
// Processes that are started by a program, and ranks that connect through a port. Called as `dynamic` it starts itself as
// `dynamic child WORD`. Any number of ranks.
#include "check.h"

static int child(const char *word) {
    MPI_Comm parent = MPI_COMM_NULL;
    int others = -1, value = -1;
    DO(MPI_Comm_get_parent(&parent));
    HOLDS(parent != MPI_COMM_NULL);
    DO(MPI_Comm_set_errhandler(parent, MPI_ERRORS_RETURN));
    DO(MPI_Comm_remote_size(parent, &others));
    MPI_Status status = poisoned();
    if (rank == 0) {
        DO(MPI_Recv(&value, 1, MPI_INT, 0, 3, parent, &status));
        STATUS_IS(status, 0, 3, 1, MPI_INT);
        value += (int)strlen(word);
        DO(MPI_Send(&value, 1, MPI_INT, 0, 4, parent));
    }
    DO(MPI_Bcast(&value, 1, MPI_INT, 0, parent));
    EQUAL(value, 77);
    DO(MPI_Comm_disconnect(&parent));
    HOLDS(parent == MPI_COMM_NULL);
    DO(MPI_Finalize());
    return 0;
}

static void talk(MPI_Comm children, int expected) {
    int value = 30, others = -1;
    DO(MPI_Comm_set_errhandler(children, MPI_ERRORS_RETURN));
    DO(MPI_Comm_remote_size(children, &others));
    EQUAL(others, expected);
    if (rank == 0) {
        DO(MPI_Send(&value, 1, MPI_INT, 0, 3, children));
        DO(MPI_Recv(&value, 1, MPI_INT, 0, 4, children, MPI_STATUS_IGNORE));
        EQUAL(value, 35);
    }
    value = 77;
    DO(MPI_Bcast(&value, 1, MPI_INT, rank == 0 ? MPI_ROOT : MPI_PROC_NULL, children));
    DO(MPI_Comm_disconnect(&children));
    HOLDS(children == MPI_COMM_NULL);
}

static void spawn(char *program) {
    section("spawn");
    char *words[] = {"child", "hello", NULL};
    int codes[1] = {-1};
    MPI_Comm children = MPI_COMM_NULL;
    // Only the root's arguments count.
    DO(MPI_Comm_spawn(rank == 0 ? program : "", rank == 0 ? words : MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD,
                      &children, codes));
    if (rank == 0) EQUAL(codes[0], MPI_SUCCESS);
    talk(children, 1);
    say("one child");
}

static void spawn_several(char *program) {
    section("spawn several");
    char *words[] = {"child", "again", NULL}, *programs[2] = {program, program}, **arguments[2] = {words, words};
    int counts[2] = {1, 1};
    MPI_Info infos[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
    MPI_Comm children = MPI_COMM_NULL;
    DO(MPI_Comm_spawn_multiple(2, programs, arguments, counts, infos, 0, MPI_COMM_WORLD, &children,
                               MPI_ERRCODES_IGNORE));
    talk(children, 2);
    say("two programs");
}

// The first rank opens a port, the second connects to it; both belong to one program, which MPI allows.
static void ports(void) {
    if (size < 2) {
        skip("ports");
        return;
    }
    section("ports");
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm bridge = MPI_COMM_NULL;
    int got = -1;
    // MPICH from PyPI has none. All ranks must know before any of them waits.
    if (rank == 0 && MPI_Open_port(MPI_INFO_NULL, port) != MPI_SUCCESS) port[0] = 0;
    DO(MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD));
    if (port[0] == 0) {
        skip("ports");
        return;
    }
    if (rank == 0) {
        DO(MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &bridge));
        DO(MPI_Close_port(port));
    } else if (rank == 1) {
        DO(MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &bridge));
    }
    if (rank < 2) {
        DO(MPI_Sendrecv(&rank, 1, MPI_INT, 0, 0, &got, 1, MPI_INT, 0, 0, bridge, MPI_STATUS_IGNORE));
        EQUAL(got, 1 - rank);
        DO(MPI_Comm_disconnect(&bridge));
    }
    say("met");
}

int main(int argc, char **argv) {
    char *program = argv[0];
    begin(&argc, &argv);
    if (argc > 2 && strcmp(argv[1], "child") == 0) return child(argv[2]);
    spawn(program);
    spawn_several(program);
    ports();
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// A profiling library, as tools are: it has MPI's names, counts what passes, and calls MPI by its other names. Rank 0 reports
// at the end what the program has called, how many elements it received, and which levels it asked for.
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>

// What the adapter might call for itself is among them.
#define CALLS(CALL)                                                                                                     \
    CALL(Init, (int *argc, char ***argv), (argc, argv))                                                                 \
    CALL(Initialized, (int *flag), (flag))                                                                              \
    CALL(Send, (const void *buffer, int count, MPI_Datatype type, int target, int tag, MPI_Comm comm),                  \
         (buffer, count, type, target, tag, comm))                                                                      \
    CALL(Irecv, (void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request), \
         (buffer, count, type, source, tag, comm, request))                                                             \
    CALL(Wait, (MPI_Request * request, MPI_Status *status), (request, status))                                          \
    CALL(Get_count, (const MPI_Status *status, MPI_Datatype type, int *count), (status, type, count))                   \
    CALL(Comm_rank, (MPI_Comm comm, int *rank), (comm, rank))                                                           \
    CALL(Comm_size, (MPI_Comm comm, int *size), (comm, size))                                                           \
    CALL(Comm_remote_size, (MPI_Comm comm, int *size), (comm, size))                                                    \
    CALL(Comm_test_inter, (MPI_Comm comm, int *flag), (comm, flag))                                                     \
    CALL(Comm_get_parent, (MPI_Comm * parent), (parent))                                                                \
    CALL(Comm_dup, (MPI_Comm comm, MPI_Comm *copy), (comm, copy))                                                       \
    CALL(Comm_free, (MPI_Comm * comm), (comm))                                                                          \
    CALL(Type_size, (MPI_Datatype type, int *size), (type, size))                                                       \
    CALL(Type_get_extent, (MPI_Datatype type, MPI_Aint *lower, MPI_Aint *extent), (type, lower, extent))                \
    CALL(Type_contiguous, (int count, MPI_Datatype type, MPI_Datatype *made), (count, type, made))                      \
    CALL(Type_commit, (MPI_Datatype * type), (type))                                                                    \
    CALL(Type_free, (MPI_Datatype * type), (type))                                                                      \
    CALL(Error_class, (int code, int *class), (code, class))                                                            \
    CALL(Error_string, (int code, char *text, int *length), (code, text, length))                                       \
    CALL(Add_error_code, (int class, int *code), (class, code))                                                         \
    CALL(Comm_call_errhandler, (MPI_Comm comm, int code), (comm, code))                                                 \
    CALL(Barrier, (MPI_Comm comm), (comm))                                                                              \
    CALL(Allreduce, (const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm),                \
         (in, out, count, type, op, comm))                                                                              \
    CALL(Alltoallw,                                                                                                     \
         (const void *out, const int outs[], const int from[], const MPI_Datatype of[], void *in, const int ins[],      \
          const int to[], const MPI_Datatype into[], MPI_Comm comm),                                                    \
         (out, outs, from, of, in, ins, to, into, comm))

#define COUNTED(name, parameters, arguments) \
    static int times_##name;                 \
    int MPI_##name parameters {              \
        times_##name++;                      \
        return PMPI_##name arguments;        \
    }
CALLS(COUNTED)

static int received, levels[8], asked;

// A tool may need what the program ignores.
int MPI_Recv(void *buffer, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status) {
    MPI_Status own;
    int elements = 0;
    int code = PMPI_Recv(buffer, count, type, source, tag, comm, &own);
    PMPI_Get_count(&own, type, &elements);
    received += elements;
    if (status != MPI_STATUS_IGNORE) *status = own;
    return code;
}

int MPI_Pcontrol(const int level, ...) {
    va_list arguments;
    va_start(arguments, level);
    if (asked < 8) levels[asked++] = level == 2 ? va_arg(arguments, int) : level;
    va_end(arguments);
    return PMPI_Pcontrol(level);
}

int MPI_Finalize(void) {
    int rank = -1;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
#define TOLD(name, parameters, arguments) \
    if (times_##name) printf("tool: %s %d\n", #name, times_##name);
        CALLS(TOLD)
        printf("tool: received %d\n", received);
        for (int index = 0; index < asked; index++) printf("tool: level %d\n", levels[index]);
        fflush(stdout);
    }
    return PMPI_Finalize();
}

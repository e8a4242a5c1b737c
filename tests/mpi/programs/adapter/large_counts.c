// SPDX-License-Identifier: MIT OR Apache-2.0
// The functions that take counts as MPI_Count, one of each kind: what is large about them are the types of arguments, and then
// also their values, but not the data. With SEAWAY_TEST_LARGE messages are really large: 2 GiB for each rank. Any number of ranks.
#include "check.h"

#include <sys/mman.h>

#ifdef HAVE_LARGE_COUNTS
enum { MOST = 8 };

static int next, previous;

static void messages(void) {
    section("messages");
    MPI_Count count = -1, elements = -1;
    MPI_Request requests[2];
    MPI_Status status = poisoned();
    MPI_Message message;
    int out = 10 + rank, in = -1;
    DO(MPI_Irecv_c(&in, (MPI_Count)1, MPI_INT, previous, 1, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Send_c(&out, (MPI_Count)1, MPI_INT, next, 1, MPI_COMM_WORLD));
    DO(MPI_Wait(&requests[0], &status));
    EQUAL(in, 10 + previous);
    DO(MPI_Get_count_c(&status, MPI_INT, &count));
    EQUAL(count, 1);
    DO(MPI_Get_elements_c(&status, MPI_INT, &elements));
    EQUAL(elements, 1);
    DO(MPI_Isend_c(&out, 1, MPI_INT, next, 2, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Recv_c(&in, 1, MPI_INT, MPI_ANY_SOURCE, 2, MPI_COMM_WORLD, &status));
    EQUAL(status.MPI_SOURCE, previous);
    DO(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    DO(MPI_Issend_c(&out, 1, MPI_INT, next, 3, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Mprobe(previous, 3, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE));
    DO(MPI_Mrecv_c(&in, 1, MPI_INT, &message, MPI_STATUS_IGNORE));
    DO(MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
    DO(MPI_Sendrecv_c(&out, 1, MPI_INT, next, 4, &in, 1, MPI_INT, previous, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EQUAL(in, 10 + previous);
    DO(MPI_Sendrecv_replace_c(&in, 1, MPI_INT, next, 5, previous, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EQUAL(in, 10 + (previous + size - 1) % size);
    DO(MPI_Recv_init_c(&in, 1, MPI_INT, previous, 6, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Send_init_c(&out, 1, MPI_INT, next, 6, MPI_COMM_WORLD, &requests[1]));
    DO(MPI_Startall(2, requests));
    DO(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    EQUAL(in, 10 + previous);
    DO(MPI_Request_free(&requests[0]));
    DO(MPI_Request_free(&requests[1]));
    say("sent and received");
}

static void collectives(void) {
    section("collectives");
    MPI_Count counts[MOST];
    MPI_Aint places[MOST], byte_places[MOST];
    MPI_Datatype types[MOST];
    int value = rank == 0 ? 5 : -1, all[MOST], out[MOST], in[MOST], sum = -1;
    MPI_Request request;
    for (int other = 0; other < size; other++) {
        counts[other] = 1;
        places[other] = other;
        byte_places[other] = 4 * other;
        types[other] = MPI_INT;
        out[other] = 100 * rank + other;
    }
    DO(MPI_Bcast_c(&value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    EQUAL(value, 5);
    DO(MPI_Allgather_c(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD));
    EQUAL(all[size - 1], size - 1);
    DO(MPI_Allgatherv_c(&rank, 1, MPI_INT, all, counts, places, MPI_INT, MPI_COMM_WORLD));
    EQUAL(all[size - 1], size - 1);
    DO(MPI_Gatherv_c(&rank, 1, MPI_INT, all, counts, places, MPI_INT, 0, MPI_COMM_WORLD));
    DO(MPI_Scatterv_c(out, counts, places, MPI_INT, &value, 1, MPI_INT, 0, MPI_COMM_WORLD));
    EQUAL(value, rank);
    DO(MPI_Alltoall_c(out, 1, MPI_INT, in, 1, MPI_INT, MPI_COMM_WORLD));
    EQUAL(in[size - 1], 100 * (size - 1) + rank);
    DO(MPI_Alltoallv_c(out, counts, places, MPI_INT, in, counts, places, MPI_INT, MPI_COMM_WORLD));
    EQUAL(in[size - 1], 100 * (size - 1) + rank);
    DO(MPI_Alltoallw_c(out, counts, byte_places, types, in, counts, byte_places, types, MPI_COMM_WORLD));
    EQUAL(in[size - 1], 100 * (size - 1) + rank);
    memset(in, -1, sizeof in);
    DO(MPI_Ialltoallw_c(out, counts, byte_places, types, in, counts, byte_places, types, MPI_COMM_WORLD, &request));
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    EQUAL(in[size - 1], 100 * (size - 1) + rank);
    DO(MPI_Reduce_c(&rank, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD));
    DO(MPI_Allreduce_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, size * (size - 1) / 2);
    DO(MPI_Allreduce_c(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    EQUAL(sum, size * (size - 1) / 2);
    DO(MPI_Reduce_scatter_c(out, &sum, counts, MPI_INT, MPI_MAX, MPI_COMM_WORLD));
    EQUAL(sum, 100 * (size - 1) + rank);
    DO(MPI_Scan_c(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD));
    EQUAL(sum, rank * (rank + 1) / 2);
    say("with arrays of counts and places");
}

static void add(void *in, void *inout, MPI_Count *length, MPI_Datatype *type) {
    HOLDS(*type == MPI_INT);
    for (MPI_Count index = 0; index < *length; index++) ((int *)inout)[index] += ((int *)in)[index];
}

static void operations(void) {
    section("operations");
    MPI_Op operation = MPI_OP_NULL;
    int values[3] = {rank, 1, 2}, sums[3];
    DO(MPI_Op_create_c(add, 1, &operation));
    DO(MPI_Allreduce(values, sums, 3, MPI_INT, operation, MPI_COMM_WORLD));
    EQUAL(sums[0], size * (size - 1) / 2);
    EQUAL(sums[2], 2 * size);
    DO(MPI_Reduce_local_c(values, sums, 3, MPI_INT, operation));
    EQUAL(sums[1], size + 1);
    DO(MPI_Op_free(&operation));
    say("of the program's own");
}

static void datatypes(void) {
    section("datatypes");
    MPI_Datatype type, inner[1];
    MPI_Count bytes = -1, lower = -1, extent = -1, integers = -1, addresses = -1, counts = -1, types = -1;
    MPI_Count lengths[2] = {1, 2}, places[2] = {0, 12}, values[8];
    int combiner = -1;
    DO(MPI_Type_vector_c(3, 1, 2, MPI_INT, &type));
    DO(MPI_Type_commit(&type));
    DO(MPI_Type_size_c(type, &bytes));
    EQUAL(bytes, 12);
    DO(MPI_Type_get_extent_c(type, &lower, &extent));
    EQUAL(extent, 20);
    DO(MPI_Type_get_true_extent_c(type, &lower, &extent));
    EQUAL(extent, 20);
    DO(MPI_Type_get_envelope_c(type, &integers, &addresses, &counts, &types, &combiner));
    EQUAL(combiner, MPI_COMBINER_VECTOR);
    EQUAL(types, 1);
    EQUAL(integers + counts, 3);
    int numbers[8];
    MPI_Aint wheres[8];
    DO(MPI_Type_get_contents_c(type, integers, addresses, counts, types, numbers, wheres, values, inner));
    HOLDS(inner[0] == MPI_INT);
    long sum = 0;
    for (MPI_Count index = 0; index < integers; index++) sum += numbers[index];
    for (MPI_Count index = 0; index < counts; index++) sum += values[index];
    EQUAL(sum, 6);
    DO(MPI_Type_free(&type));
    DO(MPI_Type_create_hindexed_c(2, lengths, places, MPI_INT, &type));
    DO(MPI_Type_size_c(type, &bytes));
    EQUAL(bytes, 12);
    DO(MPI_Type_free(&type));
    MPI_Datatype members[2] = {MPI_INT, MPI_CHAR};
    DO(MPI_Type_create_struct_c(2, lengths, places, members, &type));
    DO(MPI_Type_size_c(type, &bytes));
    EQUAL(bytes, 6);
    DO(MPI_Type_free(&type));
    DO(MPI_Type_contiguous_c(7, MPI_INT, &type));
    DO(MPI_Type_size_c(type, &bytes));
    EQUAL(bytes, 28);
    DO(MPI_Type_free(&type));
    char packed[64];
    MPI_Count position = 0, room = -1;
    int value = 77, got = -1;
    DO(MPI_Pack_size_c(1, MPI_INT, MPI_COMM_WORLD, &room));
    HOLDS(room >= 4);
    DO(MPI_Pack_c(&value, 1, MPI_INT, packed, sizeof packed, &position, MPI_COMM_WORLD));
    position = 0;
    DO(MPI_Unpack_c(packed, sizeof packed, &position, &got, 1, MPI_INT, MPI_COMM_WORLD));
    EQUAL(got, 77);
    say("made, asked, packed");
}

static void windows(void) {
    section("windows");
    int memory = -1, value = 50 + rank;
    MPI_Win window;
    DO(MPI_Win_create_c(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    DO(MPI_Win_fence(0, window));
    DO(MPI_Put_c(&value, 1, MPI_INT, next, 0, 1, MPI_INT, window));
    DO(MPI_Win_fence(0, window));
    EQUAL(memory, 50 + previous);
    int got = -1;
    DO(MPI_Get_c(&got, 1, MPI_INT, next, 0, 1, MPI_INT, window));
    DO(MPI_Win_fence(0, window));
    EQUAL(got, 50 + rank);
    DO(MPI_Accumulate_c(&value, 1, MPI_INT, next, 0, 1, MPI_INT, MPI_SUM, window));
    DO(MPI_Win_fence(0, window));
    EQUAL(memory, 2 * (50 + previous));
    DO(MPI_Win_free(&window));
    say("put, got, accumulated");
}

static void buffers(void) {
    section("buffers");
    static char buffer[MPI_BSEND_OVERHEAD + 64];
    void *detached = NULL;
    MPI_Count bytes = -1;
    int out = 3, in = -1;
    DO(MPI_Buffer_attach_c(buffer, sizeof buffer));
    DO(MPI_Bsend_c(&out, 1, MPI_INT, next, 8, MPI_COMM_WORLD));
    DO(MPI_Recv_c(&in, 1, MPI_INT, previous, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    DO(MPI_Buffer_detach_c(&detached, &bytes));
    HOLDS(detached == buffer);
    EQUAL(bytes, sizeof buffer);
    EQUAL(in, 3);
    say("attached and detached");
}

// No int holds it.
static const MPI_Count FAR = ((MPI_Count)1 << 31) + 5;

static void many_of_nothing(void) {
    section("many of nothing");
    MPI_Datatype nothing;
    MPI_Request requests[2];
    MPI_Status status = poisoned();
    MPI_Count count = -1;
    char out = 1, in[MOST] = "";
    DO(MPI_Type_contiguous(0, MPI_BYTE, &nothing));
    DO(MPI_Type_commit(&nothing));
    DO(MPI_Irecv_c(in, FAR, nothing, previous, 1, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Send_c(&out, FAR, nothing, next, 1, MPI_COMM_WORLD));
    DO(MPI_Wait(&requests[0], &status));
    DO(MPI_Get_count_c(&status, MPI_BYTE, &count));
    EQUAL(count, 0);
    EQUAL(status.MPI_SOURCE, previous);
    DO(MPI_Sendrecv_c(&out, FAR, nothing, next, 2, in, FAR, nothing, previous, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    DO(MPI_Bcast_c(&out, FAR, nothing, 0, MPI_COMM_WORLD));
    DO(MPI_Allgather_c(&out, FAR, nothing, in, FAR, nothing, MPI_COMM_WORLD));
    DO(MPI_Alltoall_c(&out, FAR, nothing, in, FAR, nothing, MPI_COMM_WORLD));
    DO(MPI_Recv_init_c(in, FAR, nothing, previous, 3, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Send_init_c(&out, FAR, nothing, next, 3, MPI_COMM_WORLD, &requests[1]));
    DO(MPI_Type_free(&nothing));
    for (int round = 0; round < 2; round++) {
        DO(MPI_Startall(2, requests));
        DO(MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
    }
    DO(MPI_Request_free(&requests[0]));
    DO(MPI_Request_free(&requests[1]));
    EQUAL(in[0], 0);
    say("sent and received");
}

static MPI_Count seen;

static void look(void *in, void *inout, MPI_Count *length, MPI_Datatype *type) {
    HOLDS(*length > 0);
    seen += *length;
}

// Elements that are all in one place, for an operation that only counts them.
static void many_in_one_place(void) {
    section("many in one place");
    MPI_Datatype flat;
    MPI_Op operation;
    char in = 1, out = 2;
    DO(MPI_Type_create_resized(MPI_BYTE, 0, 0, &flat));
    DO(MPI_Type_commit(&flat));
    DO(MPI_Op_create_c(look, 1, &operation));
    DO(MPI_Reduce_local_c(&in, &out, FAR, flat, operation));
    EQUAL(seen, FAR);
    DO(MPI_Op_free(&operation));
    DO(MPI_Type_free(&flat));
    say("reduced");
}

static void is_type(MPI_Datatype *type, MPI_Count bytes, MPI_Count lower, MPI_Count extent, MPI_Count start, MPI_Count length) {
    MPI_Count got = -1, other = -1;
    DO(MPI_Type_commit(type));
    DO(MPI_Type_size_c(*type, &got));
    EQUAL(got, bytes);
    DO(MPI_Type_get_extent_c(*type, &got, &other));
    EQUAL(got, lower);
    EQUAL(other, extent);
    DO(MPI_Type_get_true_extent_c(*type, &got, &other));
    EQUAL(got, start);
    EQUAL(other, length);
    DO(MPI_Type_free(type));
}

static void large_types(void) {
    section("large types");
    MPI_Datatype type, members[2] = {MPI_BYTE, MPI_INT};
    MPI_Count lengths[2] = {FAR, 2}, places[2] = {1, FAR + 10}, in_bytes[2] = {0, FAR + 3};
    MPI_Count sizes[2] = {3, FAR}, parts[2] = {2, FAR - 1}, starts[2] = {1, 1};
    DO(MPI_Type_contiguous_c(FAR, MPI_BYTE, &type));
    is_type(&type, FAR, 0, FAR, 0, FAR);
    DO(MPI_Type_contiguous_c(2 * FAR, MPI_INT, &type));
    is_type(&type, 8 * FAR, 0, 8 * FAR, 0, 8 * FAR);
    DO(MPI_Type_vector_c(3, 2, FAR, MPI_INT, &type));
    is_type(&type, 24, 0, 8 * FAR + 8, 0, 8 * FAR + 8);
    DO(MPI_Type_create_hvector_c(FAR, 1, 3, MPI_BYTE, &type));
    is_type(&type, FAR, 0, 3 * FAR - 2, 0, 3 * FAR - 2);
    DO(MPI_Type_indexed_c(2, lengths, places, MPI_SHORT, &type));
    is_type(&type, 2 * FAR + 4, 2, 2 * FAR + 22, 2, 2 * FAR + 22);
    DO(MPI_Type_create_hindexed_c(2, lengths, places, MPI_BYTE, &type));
    is_type(&type, FAR + 2, 1, FAR + 11, 1, FAR + 11);
    DO(MPI_Type_create_indexed_block_c(2, 3, places, MPI_SHORT, &type));
    is_type(&type, 12, 2, 2 * FAR + 24, 2, 2 * FAR + 24);
    lengths[1] = 1;
    DO(MPI_Type_create_struct_c(2, lengths, in_bytes, members, &type));
    is_type(&type, FAR + 4, 0, FAR + 7, 0, FAR + 7);
    DO(MPI_Type_create_subarray_c(2, sizes, parts, starts, MPI_ORDER_C, MPI_BYTE, &type));
    is_type(&type, 2 * FAR - 2, 0, 3 * FAR, FAR + 1, 2 * FAR - 1);
    say("made");
}

// Memory of which only a few pages are ever touched.
static void far_apart(void) {
    section("far apart");
    MPI_Datatype type;
    size_t room = 2 * FAR + 1;
    char out[3] = {1, 2, (char)(3 + rank)}, in[3] = "";
    char *memory = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HOLDS(memory != MAP_FAILED);
    DO(MPI_Type_vector_c(3, 1, FAR, MPI_BYTE, &type));
    DO(MPI_Type_commit(&type));
    DO(MPI_Sendrecv(out, 3, MPI_BYTE, next, 1, memory, 1, type, previous, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EQUAL(memory[FAR], 2);
    EQUAL(memory[2 * FAR], 3 + previous);
    DO(MPI_Sendrecv(memory, 1, type, next, 1, in, 3, MPI_BYTE, previous, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
    EQUAL(in[0], 1);
    EQUAL(in[2], 3 + (previous + size - 1) % size);
    DO(MPI_Type_free(&type));
    munmap(memory, room);
    say("sent and received");
}

static void really_large(void) {
    if (!getenv("SEAWAY_TEST_LARGE")) return;
    section("really large");
    MPI_Status status = poisoned();
    MPI_Count count = -1, elements = -1;
    MPI_Request request;
    char *memory = mmap(NULL, FAR, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    HOLDS(memory != MAP_FAILED);
    if (rank == 0) memset(memory, 5, FAR);
    if (rank == 0) memory[FAR - 1] = 6;
    if (rank == 0) DO(MPI_Isend_c(memory, FAR, MPI_BYTE, 1, 1, MPI_COMM_WORLD, &request));
    if (rank == 0) DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    if (rank == 1) {
        DO(MPI_Recv_c(memory, FAR, MPI_BYTE, 0, 1, MPI_COMM_WORLD, &status));
        DO(MPI_Get_count_c(&status, MPI_BYTE, &count));
        EQUAL(count, FAR);
        DO(MPI_Get_elements_c(&status, MPI_BYTE, &elements));
        EQUAL(elements, FAR);
        EQUAL(memory[0], 5);
        EQUAL(memory[FAR / 2], 5);
        memory[0] = 7;
    }
    DO(MPI_Bcast_c(memory, FAR, MPI_BYTE, 1 % size, MPI_COMM_WORLD));
    EQUAL(memory[0], size > 1 ? 7 : 5);
    EQUAL(memory[FAR - 1], 6);
    DO(MPI_Allreduce_c(MPI_IN_PLACE, memory, FAR, MPI_SIGNED_CHAR, MPI_MAX, MPI_COMM_WORLD));
    EQUAL(memory[FAR - 1], 6);
    munmap(memory, FAR);
    say("sent, received, reduced");
}
#endif

int main(int argc, char **argv) {
    begin(&argc, &argv);
#ifdef HAVE_LARGE_COUNTS
    next = (rank + 1) % size;
    previous = (rank + size - 1) % size;
    messages();
    collectives();
    operations();
    datatypes();
    windows();
    buffers();
    many_of_nothing();
    many_in_one_place();
    large_types();
    far_apart();
    really_large();
#else
    skip("messages");
    skip("collectives");
    skip("operations");
    skip("datatypes");
    skip("windows");
    skip("buffers");
    skip("many of nothing");
    skip("many in one place");
    skip("large types");
    skip("far apart");
#endif
    return finish();
}

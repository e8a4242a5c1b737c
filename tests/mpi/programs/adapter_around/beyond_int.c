// SPDX-License-Identifier: MIT OR Apache-2.0
// Numbers that fit no int, in every function with large counts that cannot make a datatype of so many. Each is done, or refused with
// an error that names the function and the MPI underneath: `NAME: done` or `NAME: refused`. One rank; nothing is moved, so a call
// that uses such a number touches memory that is not mapped.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static const MPI_Count FAR = ((MPI_Count)1 << 31) + 5;

static void tell(const char *call, int code) {
    char text[MPI_MAX_ERROR_STRING] = "", name[64];
    int class = MPI_SUCCESS, length;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(call, "("), call);
    if (code != MPI_SUCCESS) {
        MPI_Error_class(code, &class);
        MPI_Error_string(code, text, &length);
    }
    int is_named = strncmp(text, name, strlen(name)) == 0 && text[strlen(name)] == ':' && strstr(text, "(Open MPI)");
    if (code == MPI_SUCCESS) printf("%s: done\n", name);
    else if (class == MPI_ERR_UNSUPPORTED_OPERATION && is_named) printf("%s: refused\n", name);
    else printf("%s: error of class %d: %s\n", name, class, text);
}
#define TRY(call) tell(#call, call)

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
    char in = 0, out = 0;
    MPI_Count counts[1] = {FAR}, ones[1] = {1}, position = 0, room = 0, sizes[1] = {FAR};
    MPI_Aint places[1] = {0}, far_places[1] = {FAR};
    MPI_Datatype nothing, types[1], made;
    MPI_Comm self = MPI_COMM_SELF, ring;
    MPI_Info info = MPI_INFO_NULL;
    MPI_Request request;
    MPI_Win window;
    int whole[1] = {1}, none[1] = {MPI_DISTRIBUTE_NONE}, usual[1] = {MPI_DISTRIBUTE_DFLT_DARG};
    MPI_Type_contiguous(0, MPI_BYTE, &nothing);
    MPI_Type_commit(&nothing);
    types[0] = nothing;
    MPI_Cart_create(MPI_COMM_SELF, 1, whole, whole, 0, &ring);
    MPI_Comm_set_errhandler(ring, MPI_ERRORS_RETURN);

    TRY(MPI_Reduce_scatter_block_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self));
    TRY(MPI_Reduce_scatter_c(&in, &out, counts, MPI_BYTE, MPI_BOR, self));
    TRY(MPI_Iallreduce_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, &request));
    TRY(MPI_Ireduce_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, 0, self, &request));
    TRY(MPI_Iscan_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, &request));
    TRY(MPI_Iexscan_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, &request));
    TRY(MPI_Ireduce_scatter_block_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, &request));
    TRY(MPI_Ireduce_scatter_c(&in, &out, counts, MPI_BYTE, MPI_BOR, self, &request));
    TRY(MPI_Allreduce_init_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, info, &request));
    TRY(MPI_Reduce_init_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, 0, self, info, &request));
    TRY(MPI_Scan_init_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, info, &request));
    TRY(MPI_Exscan_init_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, info, &request));
    TRY(MPI_Reduce_scatter_block_init_c(&in, &out, FAR, MPI_BYTE, MPI_BOR, self, info, &request));
    TRY(MPI_Reduce_scatter_init_c(&in, &out, counts, MPI_BYTE, MPI_BOR, self, info, &request));

    TRY(MPI_Allgatherv_c(&in, FAR, nothing, &out, counts, places, nothing, self));
    TRY(MPI_Allgatherv_c(&in, 1, nothing, &out, ones, far_places, nothing, self));
    TRY(MPI_Gatherv_c(&in, FAR, nothing, &out, counts, places, nothing, 0, self));
    TRY(MPI_Scatterv_c(&in, counts, places, nothing, &out, FAR, nothing, 0, self));
    TRY(MPI_Alltoallv_c(&in, counts, places, nothing, &out, counts, places, nothing, self));
    TRY(MPI_Alltoallw_c(&in, counts, places, types, &out, counts, places, types, self));
    TRY(MPI_Iallgatherv_c(&in, FAR, nothing, &out, counts, places, nothing, self, &request));
    TRY(MPI_Igatherv_c(&in, FAR, nothing, &out, counts, places, nothing, 0, self, &request));
    TRY(MPI_Iscatterv_c(&in, counts, places, nothing, &out, FAR, nothing, 0, self, &request));
    TRY(MPI_Ialltoallv_c(&in, counts, places, nothing, &out, counts, places, nothing, self, &request));
    TRY(MPI_Ialltoallw_c(&in, counts, places, types, &out, counts, places, types, self, &request));
    TRY(MPI_Allgatherv_init_c(&in, FAR, nothing, &out, counts, places, nothing, self, info, &request));
    TRY(MPI_Gatherv_init_c(&in, FAR, nothing, &out, counts, places, nothing, 0, self, info, &request));
    TRY(MPI_Scatterv_init_c(&in, counts, places, nothing, &out, FAR, nothing, 0, self, info, &request));
    TRY(MPI_Alltoallv_init_c(&in, counts, places, nothing, &out, counts, places, nothing, self, info, &request));
    TRY(MPI_Alltoallw_init_c(&in, counts, places, types, &out, counts, places, types, self, info, &request));
    MPI_Count both[2] = {FAR, FAR};
    MPI_Aint nowhere[2] = {0, 0};
    MPI_Datatype pair[2] = {nothing, nothing};
    TRY(MPI_Neighbor_allgatherv_c(&in, FAR, nothing, &out, both, nowhere, nothing, ring));
    TRY(MPI_Neighbor_alltoallv_c(&in, both, nowhere, nothing, &out, both, nowhere, nothing, ring));
    TRY(MPI_Neighbor_alltoallw_c(&in, both, nowhere, pair, &out, both, nowhere, pair, ring));
    TRY(MPI_Ineighbor_allgatherv_c(&in, FAR, nothing, &out, both, nowhere, nothing, ring, &request));
    TRY(MPI_Ineighbor_alltoallv_c(&in, both, nowhere, nothing, &out, both, nowhere, nothing, ring, &request));
    TRY(MPI_Ineighbor_alltoallw_c(&in, both, nowhere, pair, &out, both, nowhere, pair, ring, &request));
    TRY(MPI_Neighbor_allgatherv_init_c(&in, FAR, nothing, &out, both, nowhere, nothing, ring, info, &request));
    TRY(MPI_Neighbor_alltoallv_init_c(&in, both, nowhere, nothing, &out, both, nowhere, nothing, ring, info, &request));
    TRY(MPI_Neighbor_alltoallw_init_c(&in, both, nowhere, pair, &out, both, nowhere, pair, ring, info, &request));

    TRY(MPI_Pack_size_c(FAR, MPI_BYTE, self, &room));
    TRY(MPI_Pack_c(&in, FAR, MPI_BYTE, &out, FAR, &position, self));
    TRY(MPI_Unpack_c(&in, FAR, &position, &out, FAR, MPI_BYTE, self));
    TRY(MPI_Pack_external_size_c("external32", FAR, MPI_BYTE, &room));
    TRY(MPI_Pack_external_c("external32", &in, FAR, nothing, &out, FAR, &position));
    TRY(MPI_Unpack_external_c("external32", &in, FAR, &position, &out, FAR, nothing));
    TRY(MPI_Buffer_attach_c(&in, FAR));
    TRY(MPI_Type_create_darray_c(1, 0, 1, sizes, none, usual, whole, MPI_ORDER_C, MPI_BYTE, &made));
    TRY(MPI_Win_create_c(&in, 1, FAR, info, self, &window));
    MPI_Finalize();
    return 0;
}

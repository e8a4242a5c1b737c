// SPDX-License-Identifier: MIT OR Apache-2.0
// Handles compared with ==: predefined ones that come back from a call, null ones after freeing, and Fortran's numbers
// there and back. Any number of ranks.
#include "check.h"

static void come_back(void) {
    section("come back");
    MPI_Group first, second, empty;
    MPI_Comm parent = MPI_COMM_SELF;
    MPI_Errhandler handler;
    int result = -1;
    DO(MPI_Comm_get_parent(&parent));
    HOLDS(parent == MPI_COMM_NULL);
    DO(MPI_Comm_group(MPI_COMM_WORLD, &first));
    DO(MPI_Comm_group(MPI_COMM_WORLD, &second));
    DO(MPI_Group_compare(first, second, &result));
    EQUAL(result, MPI_IDENT);
    DO(MPI_Group_difference(first, second, &empty));
    HOLDS(empty == MPI_GROUP_EMPTY);
    DO(MPI_Group_incl(first, 0, NULL, &empty));
    HOLDS(empty == MPI_GROUP_EMPTY);
    DO(MPI_Group_free(&first));
    DO(MPI_Group_free(&second));
    DO(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler));
    HOLDS(handler == MPI_ERRORS_RETURN);
    DO(MPI_Errhandler_free(&handler));
    DO(MPI_File_get_errhandler(MPI_FILE_NULL, &handler));
    HOLDS(handler == MPI_ERRORS_RETURN);
    DO(MPI_Errhandler_free(&handler));
    say("parent, groups, error handlers");
}

// The datatype that another is made of.
static MPI_Datatype inner(MPI_Datatype type) {
    int integers, addresses, types, combiner, numbers[8];
    MPI_Aint places[8];
    MPI_Datatype result[4];
    DO(MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner));
    DO(MPI_Type_get_contents(type, integers, addresses, types, numbers, places, result));
    return result[0];
}

static void predefined_types(void) {
    section("predefined types");
    MPI_Datatype all[] = {
        MPI_CHAR, MPI_SIGNED_CHAR, MPI_UNSIGNED_CHAR, MPI_BYTE, MPI_WCHAR, MPI_SHORT, MPI_UNSIGNED_SHORT, MPI_INT,
        MPI_UNSIGNED, MPI_LONG, MPI_UNSIGNED_LONG, MPI_LONG_LONG, MPI_UNSIGNED_LONG_LONG, MPI_FLOAT, MPI_DOUBLE,
        MPI_LONG_DOUBLE, MPI_C_BOOL, MPI_C_FLOAT_COMPLEX, MPI_C_DOUBLE_COMPLEX, MPI_C_LONG_DOUBLE_COMPLEX, MPI_INT8_T,
        MPI_INT16_T, MPI_INT32_T, MPI_INT64_T, MPI_UINT8_T, MPI_UINT16_T, MPI_UINT32_T, MPI_UINT64_T, MPI_AINT,
        MPI_OFFSET, MPI_COUNT, MPI_FLOAT_INT, MPI_DOUBLE_INT, MPI_LONG_INT, MPI_2INT, MPI_SHORT_INT,
        MPI_LONG_DOUBLE_INT, MPI_PACKED,
    };
    int count = sizeof all / sizeof all[0];
    for (int index = 0; index < count; index++) {
        MPI_Datatype type, copy;
        DO(MPI_Type_contiguous(2, all[index], &type));
        CHECK(inner(type) == all[index], "type %d comes back as another", index);
        DO(MPI_Type_free(&type));
        DO(MPI_Type_dup(all[index], &copy));
        HOLDS(copy != all[index]);
        CHECK(inner(copy) == all[index], "type %d comes back from a copy as another", index);
        DO(MPI_Type_free(&copy));
    }
    say("%d of them, from contents", count);
}

static void null_after_free(void) {
    section("null after free");
    MPI_Comm comm;
    MPI_Group group;
    MPI_Datatype type;
    MPI_Op operation;
    MPI_Info info;
    MPI_Win window;
    MPI_Errhandler handler;
    MPI_Request request;
    int value = 0, key;
    DO(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    DO(MPI_Comm_group(comm, &group));
    DO(MPI_Type_contiguous(2, MPI_INT, &type));
    DO(MPI_Op_create((MPI_User_function *)(void *)abort, 1, &operation));
    DO(MPI_Info_create(&info));
    DO(MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    DO(MPI_Comm_create_errhandler((MPI_Comm_errhandler_function *)(void *)abort, &handler));
    DO(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    DO(MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &request));
    HOLDS(comm != MPI_COMM_NULL && group != MPI_GROUP_NULL && type != MPI_DATATYPE_NULL && operation != MPI_OP_NULL);
    HOLDS(info != MPI_INFO_NULL && window != MPI_WIN_NULL && handler != MPI_ERRHANDLER_NULL);
    HOLDS(key != MPI_KEYVAL_INVALID && request != MPI_REQUEST_NULL);
    DO(MPI_Request_free(&request));
    DO(MPI_Comm_free_keyval(&key));
    DO(MPI_Errhandler_free(&handler));
    DO(MPI_Win_free(&window));
    DO(MPI_Info_free(&info));
    DO(MPI_Op_free(&operation));
    DO(MPI_Type_free(&type));
    DO(MPI_Group_free(&group));
    DO(MPI_Comm_free(&comm));
    HOLDS(comm == MPI_COMM_NULL && group == MPI_GROUP_NULL && type == MPI_DATATYPE_NULL && operation == MPI_OP_NULL);
    HOLDS(info == MPI_INFO_NULL && window == MPI_WIN_NULL && handler == MPI_ERRHANDLER_NULL);
    HOLDS(key == MPI_KEYVAL_INVALID && request == MPI_REQUEST_NULL);
    say("9 kinds");
}

#define THERE_AND_BACK(kind, handle)                                                         \
    do {                                                                                     \
        CHECK(MPI_##kind##_f2c(MPI_##kind##_c2f(handle)) == (handle), "%s there and back", #handle); \
        count++;                                                                             \
    } while (0)

static void fortran(void) {
    section("Fortran");
    int count = 0, value = 0;
    THERE_AND_BACK(Comm, MPI_COMM_WORLD);
    THERE_AND_BACK(Comm, MPI_COMM_SELF);
    THERE_AND_BACK(Comm, MPI_COMM_NULL);
    THERE_AND_BACK(Group, MPI_GROUP_EMPTY);
    THERE_AND_BACK(Group, MPI_GROUP_NULL);
    THERE_AND_BACK(Type, MPI_INT);
    THERE_AND_BACK(Type, MPI_DOUBLE);
    THERE_AND_BACK(Type, MPI_DATATYPE_NULL);
    THERE_AND_BACK(Op, MPI_SUM);
    THERE_AND_BACK(Op, MPI_OP_NULL);
    THERE_AND_BACK(Info, MPI_INFO_NULL);
    THERE_AND_BACK(Win, MPI_WIN_NULL);
    THERE_AND_BACK(File, MPI_FILE_NULL);
    THERE_AND_BACK(Errhandler, MPI_ERRORS_RETURN);
    THERE_AND_BACK(Errhandler, MPI_ERRORS_ARE_FATAL);
    THERE_AND_BACK(Errhandler, MPI_ERRHANDLER_NULL);
    THERE_AND_BACK(Request, MPI_REQUEST_NULL);
    THERE_AND_BACK(Message, MPI_MESSAGE_NULL);
    THERE_AND_BACK(Message, MPI_MESSAGE_NO_PROC);
    MPI_Comm comm;
    MPI_Datatype type;
    MPI_Info info;
    MPI_Request request;
    MPI_Group group;
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Type_contiguous(3, MPI_INT, &type));
    DO(MPI_Info_create(&info));
    DO(MPI_Recv_init(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request));
    DO(MPI_Comm_group(MPI_COMM_WORLD, &group));
    THERE_AND_BACK(Comm, comm);
    THERE_AND_BACK(Type, type);
    THERE_AND_BACK(Info, info);
    THERE_AND_BACK(Request, request);
    THERE_AND_BACK(Group, group);
    DO(MPI_Group_free(&group));
    DO(MPI_Request_free(&request));
    DO(MPI_Info_free(&info));
    DO(MPI_Type_free(&type));
    DO(MPI_Comm_free(&comm));
    say("%d handles there and back", count);
}

static void fortran_statuses(void) {
#ifdef HAVE_FORTRAN_STATUSES
    section("Fortran's statuses");
    MPI_Fint words[64];
    MPI_Status status = poisoned(), back = poisoned();
    int value = 1, got = 0;
    DO(MPI_Sendrecv(&value, 1, MPI_INT, rank, 5, &got, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &status));
    memset(words, -1, sizeof words);
    DO(MPI_Status_c2f(&status, words));
    DO(MPI_Status_f2c(words, &back));
    STATUS_IS(back, rank, 5, 1, MPI_INT);
    EQUAL(words[8], -1);
    say("there and back");
#else
    skip("Fortran's statuses");
#endif
}

static int handled;

static void handle(MPI_Comm *comm, int *code, ...) {
    HOLDS(*comm != MPI_COMM_NULL && *code != MPI_SUCCESS);
    handled++;
}

static void add(void *in, void *inout, int *length, MPI_Datatype *type) {
    HOLDS(*type == MPI_INT);
    for (int index = 0; index < *length; index++) ((int *)inout)[index] += ((int *)in)[index];
}

static int dropped;

static int drop(MPI_Comm comm, int key, void *value, void *state) {
    HOLDS(state == &dropped);
    dropped++;
    return MPI_SUCCESS;
}

// More of each than any table of them could hold at once. A handler that is freed stays with its communicator.
static void again_and_again(void) {
    section("again and again");
    enum { MANY = 10000 };
    MPI_Comm copy;
    DO(MPI_Comm_dup(MPI_COMM_SELF, &copy));
    for (int round = 0; round < MANY; round++) {
        MPI_Errhandler handler;
        MPI_Op operation;
        int key, value = 40, sum = 2;
        DO(MPI_Comm_create_errhandler(handle, &handler));
        if (round % 1000 == 0) DO(MPI_Comm_set_errhandler(copy, handler));
        DO(MPI_Errhandler_free(&handler));
        DO(MPI_Op_create(add, 1, &operation));
        if (round % 1000 == 0) DO(MPI_Reduce_local(&value, &sum, 1, MPI_INT, operation));
        if (round % 1000 == 0) EQUAL(sum, 42);
        DO(MPI_Op_free(&operation));
        DO(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, drop, &key, &dropped));
        if (round % 1000 == 0) DO(MPI_Comm_set_attr(copy, key, &value));
        DO(MPI_Comm_free_keyval(&key));
    }
    DO(MPI_Comm_call_errhandler(copy, MPI_ERR_OTHER));
    EQUAL(handled, 1);
    DO(MPI_Comm_free(&copy));
    EQUAL(dropped, MANY / 1000);
    say("handlers, operations, keys");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    come_back();
    predefined_types();
    null_after_free();
    fortran();
    fortran_statuses();
    again_and_again();
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Functions that MPI has removed or deprecated and old binaries still call. Headers have dropped some of them, so the
// program declares them itself; every library that is tested exports them. Any number of ranks.
#include "check.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

// Open MPI's header turns the removed names into errors.
#undef MPI_Address
#undef MPI_Errhandler_create
#undef MPI_Errhandler_get
#undef MPI_Errhandler_set
#undef MPI_Type_extent
#undef MPI_Type_hindexed
#undef MPI_Type_hvector
#undef MPI_Type_lb
#undef MPI_Type_struct
#undef MPI_Type_ub
int MPI_Address(void *location, MPI_Aint *address);
int MPI_Errhandler_create(void (*function)(MPI_Comm *, int *, ...), MPI_Errhandler *errhandler);
int MPI_Errhandler_get(MPI_Comm comm, MPI_Errhandler *errhandler);
int MPI_Errhandler_set(MPI_Comm comm, MPI_Errhandler errhandler);
int MPI_Type_extent(MPI_Datatype type, MPI_Aint *extent);
int MPI_Type_hindexed(int count, int lengths[], MPI_Aint places[], MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_hvector(int count, int length, MPI_Aint stride, MPI_Datatype old, MPI_Datatype *type);
int MPI_Type_lb(MPI_Datatype type, MPI_Aint *lower);
int MPI_Type_struct(int count, int lengths[], MPI_Aint places[], MPI_Datatype types[], MPI_Datatype *type);
int MPI_Type_ub(MPI_Datatype type, MPI_Aint *upper);
int MPI_Attr_put(MPI_Comm comm, int key, void *value);
int MPI_Attr_get(MPI_Comm comm, int key, void *value, int *flag);
int MPI_Attr_delete(MPI_Comm comm, int key);
int MPI_Keyval_create(int (*copy)(MPI_Comm, int, void *, void *, void *, int *),
                      int (*delete)(MPI_Comm, int, void *, void *), int *key, void *extra);
int MPI_Keyval_free(int *key);

static int handled;
static void handle(MPI_Comm *comm, int *code, ...) {
    HOLDS(*comm != MPI_COMM_NULL);
    EQUAL(*code, MPI_ERR_OTHER);
    handled++;
}

static int copied, deleted, extra;
static int copy(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag) {
    (void)comm, (void)key;
    HOLDS(state == &extra);
    *(void **)out = in;
    *flag = 1;
    copied++;
    return MPI_SUCCESS;
}
static int delete(MPI_Comm comm, int key, void *value, void *state) {
    (void)comm, (void)key, (void)value;
    HOLDS(state == &extra);
    deleted++;
    return MPI_SUCCESS;
}

static void datatypes(void) {
    section("datatypes");
    int lengths[2] = {1, 2};
    MPI_Aint places[2] = {0, 16}, address = 0, extent = -1, lower = -1, upper = -1;
    MPI_Datatype type, types[2] = {MPI_INT, MPI_CHAR};
    DO(MPI_Address(lengths, &address));
    EQUAL(address, (MPI_Aint)lengths);
    DO(MPI_Type_hindexed(2, lengths, places, MPI_INT, &type));
    DO(MPI_Type_extent(type, &extent));
    EQUAL(extent, 24);
    DO(MPI_Type_free(&type));
    DO(MPI_Type_hvector(3, 1, 12, MPI_INT, &type));
    DO(MPI_Type_ub(type, &upper));
    DO(MPI_Type_lb(type, &lower));
    EQUAL(upper, 28);
    EQUAL(lower, 0);
    DO(MPI_Type_free(&type));
    DO(MPI_Type_struct(2, lengths, places, types, &type));
    int bytes = -1;
    DO(MPI_Type_size(type, &bytes));
    EQUAL(bytes, 6);
    DO(MPI_Type_free(&type));
    say("address, hindexed, hvector, struct, extent, lb, ub");
}

static void handlers(void) {
    section("handlers");
    MPI_Comm comm;
    MPI_Errhandler handler, got;
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Errhandler_create(handle, &handler));
    DO(MPI_Errhandler_set(comm, handler));
    DO(MPI_Errhandler_get(comm, &got));
    HOLDS(got == handler);
    DO(MPI_Errhandler_free(&got));
    DO(MPI_Comm_call_errhandler(comm, MPI_ERR_OTHER));
    EQUAL(handled, 1);
    DO(MPI_Errhandler_free(&handler));
    DO(MPI_Comm_free(&comm));
    say("created, set, got");
}

static void attributes(void) {
    section("attributes");
    MPI_Comm comm, other;
    int key = MPI_KEYVAL_INVALID, flag = -1, value = 5;
    int *got = NULL;
    DO(MPI_Keyval_create(copy, delete, &key, &extra));
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Attr_put(comm, key, &value));
    DO(MPI_Attr_get(comm, key, &got, &flag));
    HOLDS(flag && got == &value);
    DO(MPI_Comm_dup(comm, &other));
    EQUAL(copied, 1);
    DO(MPI_Comm_free(&other));
    EQUAL(deleted, 1);
    DO(MPI_Attr_delete(comm, key));
    EQUAL(deleted, 2);
    DO(MPI_Keyval_free(&key));
    HOLDS(key == MPI_KEYVAL_INVALID);
    DO(MPI_Comm_free(&comm));
    DO(MPI_Attr_get(MPI_COMM_WORLD, MPI_TAG_UB, &got, &flag));
    HOLDS(flag && *got >= 32767);
    say("created, put, got, deleted");
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    datatypes();
    handlers();
    attributes();
    return finish();
}

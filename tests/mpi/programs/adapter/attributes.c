// SPDX-License-Identifier: MIT OR Apache-2.0
// Attributes of communicators, datatypes and windows: callbacks that copy and delete, the predefined functions, the
// predefined attributes. Any number of ranks.
#include "check.h"

static int copied, deleted;
static void *state = &copied;
static int expected_key;

#define CALLBACKS(kind, handle)                                                                                    \
    static int copy_##kind(handle old, int key, void *extra, void *in, void *out, int *flag) {                     \
        HOLDS(old == expected_##kind);                                                                             \
        EQUAL(key, expected_key);                                                                                  \
        HOLDS(extra == state);                                                                                     \
        *(void **)out = (char *)in + 1;                                                                            \
        *flag = 1;                                                                                                 \
        copied++;                                                                                                  \
        return MPI_SUCCESS;                                                                                        \
    }                                                                                                              \
    static int delete_##kind(handle of, int key, void *value, void *extra) {                                       \
        HOLDS(of == expected_##kind);                                                                              \
        EQUAL(key, expected_key);                                                                                  \
        HOLDS(extra == state);                                                                                     \
        HOLDS(value != NULL);                                                                                      \
        deleted++;                                                                                                 \
        return MPI_SUCCESS;                                                                                        \
    }
static MPI_Comm expected_comm;
static MPI_Datatype expected_type;
static MPI_Win expected_win;
CALLBACKS(comm, MPI_Comm)
CALLBACKS(type, MPI_Datatype)
CALLBACKS(win, MPI_Win)

static char values[8];

static void of_communicators(void) {
    section("communicators");
    MPI_Comm comm, copy;
    int key = MPI_KEYVAL_INVALID, flag = -1;
    char *got = NULL;
    DO(MPI_Comm_create_keyval(copy_comm, delete_comm, &key, state));
    HOLDS(key != MPI_KEYVAL_INVALID);
    expected_key = key;
    copied = deleted = 0;
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    expected_comm = comm;
    DO(MPI_Comm_get_attr(comm, key, &got, &flag));
    EQUAL(flag, 0);
    DO(MPI_Comm_set_attr(comm, key, &values[1]));
    DO(MPI_Comm_get_attr(comm, key, &got, &flag));
    EQUAL(flag, 1);
    HOLDS(got == &values[1]);
    // A new value deletes the old one.
    DO(MPI_Comm_set_attr(comm, key, &values[2]));
    EQUAL(deleted, 1);
    DO(MPI_Comm_dup(comm, &copy));
    EQUAL(copied, 1);
    DO(MPI_Comm_get_attr(copy, key, &got, &flag));
    HOLDS(flag && got == &values[3]);
    expected_comm = copy;
    DO(MPI_Comm_free(&copy));
    EQUAL(deleted, 2);
    expected_comm = comm;
    DO(MPI_Comm_delete_attr(comm, key));
    EQUAL(deleted, 3);
    DO(MPI_Comm_get_attr(comm, key, &got, &flag));
    EQUAL(flag, 0);
    DO(MPI_Comm_set_attr(comm, key, &values[4]));
    // The key may go before its attributes.
    DO(MPI_Comm_free_keyval(&key));
    HOLDS(key == MPI_KEYVAL_INVALID);
    DO(MPI_Comm_free(&comm));
    EQUAL(deleted, 4);
    say("copied %d, deleted %d", copied, deleted);
}

static int refuse_type(MPI_Datatype type, int key, void *extra, void *value, void *copy, int *flag) {
    return MPI_ERR_OTHER;
}

// A copy that a function of the program's refuses. MPIs then write a null handle, Open MPI a null pointer.
static void refused_copies(void) {
    section("refused copies");
    MPI_Datatype type, copy = MPI_INT;
    int key = MPI_KEYVAL_INVALID;
    DO(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN));
    DO(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
    DO(MPI_Type_contiguous(3, MPI_INT, &type));
    DO(MPI_Type_create_keyval(refuse_type, MPI_TYPE_NULL_DELETE_FN, &key, NULL));
    DO(MPI_Type_set_attr(type, key, &values[1]));
    HOLDS(MPI_Type_dup(type, &copy) != MPI_SUCCESS);
    HOLDS(copy != MPI_INT);
    DO(MPI_Type_delete_attr(type, key));
    DO(MPI_Type_free(&type));
    DO(MPI_Type_free_keyval(&key));
    say("nothing is copied");
}

static void of_datatypes(void) {
    section("datatypes");
    MPI_Datatype type, copy;
    int key = MPI_KEYVAL_INVALID, flag = -1;
    char *got = NULL;
    DO(MPI_Type_create_keyval(copy_type, delete_type, &key, state));
    expected_key = key;
    copied = deleted = 0;
    DO(MPI_Type_contiguous(3, MPI_INT, &type));
    expected_type = type;
    DO(MPI_Type_set_attr(type, key, &values[1]));
    DO(MPI_Type_dup(type, &copy));
    EQUAL(copied, 1);
    DO(MPI_Type_get_attr(copy, key, &got, &flag));
    HOLDS(flag && got == &values[2]);
    expected_type = copy;
    DO(MPI_Type_delete_attr(copy, key));
    DO(MPI_Type_free(&copy));
    expected_type = type;
    DO(MPI_Type_free(&type));
    EQUAL(deleted, 2);
    // A predefined one.
    expected_type = MPI_INT;
    DO(MPI_Type_set_attr(MPI_INT, key, &values[3]));
    DO(MPI_Type_dup(MPI_INT, &copy));
    DO(MPI_Type_get_attr(copy, key, &got, &flag));
    HOLDS(flag && got == &values[4]);
    DO(MPI_Type_delete_attr(MPI_INT, key));
    expected_type = copy;
    DO(MPI_Type_free(&copy));
    DO(MPI_Type_free_keyval(&key));
    HOLDS(key == MPI_KEYVAL_INVALID);
    say("copied %d, deleted %d", copied, deleted);
}

static void of_windows(void) {
    section("windows");
    MPI_Win window;
    int key = MPI_KEYVAL_INVALID, flag = -1, memory = 0;
    char *got = NULL;
    DO(MPI_Win_create_keyval(copy_win, delete_win, &key, state));
    expected_key = key;
    copied = deleted = 0;
    DO(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    expected_win = window;
    DO(MPI_Win_set_attr(window, key, &values[1]));
    DO(MPI_Win_get_attr(window, key, &got, &flag));
    HOLDS(flag && got == &values[1]);
    DO(MPI_Win_delete_attr(window, key));
    EQUAL(deleted, 1);
    DO(MPI_Win_set_attr(window, key, &values[1]));
    DO(MPI_Win_free(&window));
    EQUAL(deleted, 2);
    DO(MPI_Win_free_keyval(&key));
    HOLDS(key == MPI_KEYVAL_INVALID);
    say("deleted %d", deleted);
}

// The functions that MPI brings along are values, not always addresses.
static void predefined_functions(void) {
    section("predefined functions");
    MPI_Comm comm, copy;
    MPI_Datatype type, type_copy;
    int lost, kept, type_lost, type_kept, flag = -1;
    char *got = NULL;
    DO(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &lost, NULL));
    DO(MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &kept, NULL));
    DO(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    DO(MPI_Comm_set_attr(comm, lost, &values[5]));
    DO(MPI_Comm_set_attr(comm, kept, &values[6]));
    DO(MPI_Comm_dup(comm, &copy));
    DO(MPI_Comm_get_attr(copy, lost, &got, &flag));
    EQUAL(flag, 0);
    DO(MPI_Comm_get_attr(copy, kept, &got, &flag));
    HOLDS(flag && got == &values[6]);
    DO(MPI_Comm_free(&copy));
    DO(MPI_Comm_free(&comm));
    DO(MPI_Comm_free_keyval(&lost));
    DO(MPI_Comm_free_keyval(&kept));
    DO(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &type_lost, NULL));
    DO(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &type_kept, NULL));
    DO(MPI_Type_contiguous(1, MPI_INT, &type));
    DO(MPI_Type_set_attr(type, type_lost, &values[5]));
    DO(MPI_Type_set_attr(type, type_kept, &values[6]));
    DO(MPI_Type_dup(type, &type_copy));
    DO(MPI_Type_get_attr(type_copy, type_lost, &got, &flag));
    EQUAL(flag, 0);
    DO(MPI_Type_get_attr(type_copy, type_kept, &got, &flag));
    HOLDS(flag && got == &values[6]);
    DO(MPI_Type_free(&type_copy));
    DO(MPI_Type_free(&type));
    DO(MPI_Type_free_keyval(&type_lost));
    DO(MPI_Type_free_keyval(&type_kept));
    int window_key;
    DO(MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &window_key, NULL));
    DO(MPI_Win_free_keyval(&window_key));
    DO(MPI_Win_create_keyval(MPI_WIN_DUP_FN, MPI_WIN_NULL_DELETE_FN, &window_key, NULL));
    DO(MPI_Win_free_keyval(&window_key));
    say("none copies, the other keeps");
}

static int refuse(MPI_Comm comm, int key, void *extra, void *in, void *out, int *flag) {
    (void)comm, (void)key, (void)extra, (void)in, (void)out;
    *flag = 0;
    return MPI_ERR_OTHER;
}

// A callback that fails makes the call fail.
static void failing(void) {
    section("failing");
    MPI_Comm comm, copy = MPI_COMM_NULL;
    int key;
    DO(MPI_Comm_create_keyval(refuse, MPI_COMM_NULL_DELETE_FN, &key, NULL));
    DO(MPI_Comm_dup(MPI_COMM_SELF, &comm));
    DO(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    DO(MPI_Comm_set_attr(comm, key, &values[0]));
    HOLDS(MPI_Comm_dup(comm, &copy) != MPI_SUCCESS);
    DO(MPI_Comm_delete_attr(comm, key));
    DO(MPI_Comm_free(&comm));
    DO(MPI_Comm_free_keyval(&key));
    say("copies fail");
}

static void predefined(void) {
    section("predefined");
    int flag = -1, *value = NULL;
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, &value, &flag));
    HOLDS(flag && *value >= 32767);
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, &value, &flag));
    HOLDS(!flag || *value == 0 || *value == 1);
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &value, &flag));
    HOLDS(flag && *value >= MPI_ERR_LASTCODE);
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, &value, &flag));
    HOLDS(!flag || *value >= 1);
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &value, &flag));
    HOLDS(!flag || *value == 0);
    // A host is a rank or nobody. The standard has dropped the attribute, and Open MPI knows none.
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_IO, &value, &flag));
    if (flag) HOLDS(*value == MPI_ANY_SOURCE || (*value >= 0 && *value < size) || *value == MPI_PROC_NULL);
    say("as the standard says");
}

static int order[4], ended;
static int at_end(MPI_Comm comm, int key, void *value, void *extra) {
    (void)key, (void)extra;
    HOLDS(comm == MPI_COMM_SELF);
    int finalized = -1;
    DO(MPI_Finalized(&finalized));
    EQUAL(finalized, 0);
    order[ended++] = *(int *)value;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    of_communicators();
    of_datatypes();
    refused_copies();
    of_windows();
    predefined_functions();
    failing();
    predefined();
    // Attributes of MPI_COMM_SELF are deleted when MPI ends, the last one first.
    static int numbers[2] = {1, 2};
    for (int index = 0; index < 2; index++) {
        int key;
        DO(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, at_end, &key, NULL));
        DO(MPI_Comm_set_attr(MPI_COMM_SELF, key, &numbers[index]));
    }
    int code = finish();
    if (ended != 2 || order[0] != 2 || order[1] != 1) {
        fprintf(stderr, "%d deleted at the end, order %d %d\n", ended, order[0], order[1]);
        return 1;
    }
    return code;
}

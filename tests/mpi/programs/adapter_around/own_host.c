// SPDX-License-Identifier: MIT OR Apache-2.0
// An MPI of the standard ABI that does what no installed MPI does: it has events, a port with a long name, and uses the conversions
// of a data representation. One rank; a barrier makes an event happen, and drops some more. Everything else is missing.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static char text[512];
static struct {
    int safety;
    void *data;
    MPI_T_event_cb_function *callback;
    MPI_T_event_dropped_cb_function *dropped;
} registered;
static int is_open;

int MPI_Init(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return MPI_SUCCESS;
}
int MPI_Finalize(void) {
    return is_open ? MPI_ERR_OTHER : MPI_SUCCESS;
}
int MPI_Initialized(int *flag) {
    *flag = 1;
    return MPI_SUCCESS;
}
int MPI_Query_thread(int *provided) {
    *provided = MPI_THREAD_SINGLE;
    return MPI_SUCCESS;
}
int MPI_Comm_size(MPI_Comm comm, int *size) {
    (void)comm;
    *size = 1;
    return MPI_SUCCESS;
}

/* Codes that were added are a class and one bit. */
enum { ADDED = 1 << 20 };
int MPI_Add_error_code(int class, int *code) {
    *code = class | ADDED;
    return MPI_SUCCESS;
}
int MPI_Add_error_string(int code, const char *string) {
    (void)code;
    snprintf(text, sizeof text, "%s", string);
    return MPI_SUCCESS;
}
int MPI_Error_class(int code, int *class) {
    *class = code & ~ADDED;
    return MPI_SUCCESS;
}
int MPI_Error_string(int code, char *string, int *length) {
    (void)code;
    *length = (int)strlen(strcpy(string, text));
    return MPI_SUCCESS;
}
int MPI_Comm_call_errhandler(MPI_Comm comm, int code) {
    (void)comm, (void)code;
    return MPI_SUCCESS;
}

int MPI_Open_port(MPI_Info info, char *name) {
    (void)info;
    memset(name, 'p', 300);
    name[300] = 0;
    is_open = 1;
    return MPI_SUCCESS;
}
int MPI_Close_port(const char *name) {
    is_open = strlen(name) != 300;
    return MPI_SUCCESS;
}

int MPI_T_init_thread(int required, int *provided) {
    *provided = required;
    return MPI_SUCCESS;
}
int MPI_T_event_handle_alloc(int index, void *object, MPI_Info info, MPI_T_event_registration *registration) {
    (void)index, (void)object, (void)info;
    *registration = (MPI_T_event_registration)&registered;
    return MPI_SUCCESS;
}
int MPI_T_event_register_callback(MPI_T_event_registration registration, MPI_T_cb_safety safety, MPI_Info info,
                                  void *data, MPI_T_event_cb_function callback) {
    (void)registration, (void)info;
    registered.safety = safety;
    registered.data = data;
    registered.callback = callback;
    return MPI_SUCCESS;
}
int MPI_T_event_set_dropped_handler(MPI_T_event_registration registration, MPI_T_event_dropped_cb_function dropped) {
    (void)registration;
    registered.dropped = dropped;
    return MPI_SUCCESS;
}
int MPI_Barrier(MPI_Comm comm) {
    (void)comm;
    if (registered.safety != MPI_T_CB_REQUIRE_THREAD_SAFE) return MPI_ERR_OTHER;
    registered.callback((MPI_T_event_instance)&text, (MPI_T_event_registration)&registered, MPI_T_CB_REQUIRE_THREAD_SAFE,
                        registered.data);
    registered.dropped(7, (MPI_T_event_registration)&registered, 3, MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE,
                       registered.data);
    return MPI_SUCCESS;
}
int MPI_T_event_handle_free(MPI_T_event_registration registration, void *data, MPI_T_event_free_cb_function freed) {
    freed(registration, MPI_T_CB_REQUIRE_MPI_RESTRICTED, data);
    return MPI_SUCCESS;
}

int MPI_Register_datarep(const char *name, MPI_Datarep_conversion_function *read, MPI_Datarep_conversion_function *write,
                         MPI_Datarep_extent_function *extent, void *extra) {
    (void)name;
    char user[3] = "", file[3] = "abc";
    MPI_Aint bytes = -1;
    int code = extent(MPI_CHAR, &bytes, extra);
    if (code == MPI_SUCCESS && bytes == 2) code = read(user, MPI_CHAR, 3, file, 5, extra);
    if (code == MPI_SUCCESS && memcmp(user, file, 3) == 0) code = write(user, MPI_CHAR, 2, file, 6, extra);
    return memcmp(user, file, 3) == 0 ? code : MPI_ERR_CONVERSION;
}

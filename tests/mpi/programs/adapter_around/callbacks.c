// SPDX-License-Identifier: MIT OR Apache-2.0
// Callbacks of events, which get the number of a safety level; conversions of a data representation, which get large counts; and a
// port whose name is too long. For `own_host.c`, one rank.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int own_data;

static const char *level(MPI_T_cb_safety safety) {
    switch (safety) {
    case MPI_T_CB_REQUIRE_NONE: return "none";
    case MPI_T_CB_REQUIRE_MPI_RESTRICTED: return "MPI restricted";
    case MPI_T_CB_REQUIRE_THREAD_SAFE: return "thread safe";
    case MPI_T_CB_REQUIRE_ASYNC_SIGNAL_SAFE: return "async signal safe";
    default: return "unknown";
    }
}
static void happened(MPI_T_event_instance event, MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data) {
    (void)event, (void)registration;
    printf("happened: %s, %s\n", level(safety), data == &own_data ? "own data" : "other data");
}
static void dropped(MPI_Count count, MPI_T_event_registration registration, int source, MPI_T_cb_safety safety, void *data) {
    (void)registration;
    printf("dropped: %d of source %d, %s, %s\n", (int)count, source, level(safety), data == &own_data ? "own data" : "other data");
}
static void freed(MPI_T_event_registration registration, MPI_T_cb_safety safety, void *data) {
    (void)registration;
    printf("freed: %s, %s\n", level(safety), data == NULL ? "no data" : "other data");
}

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra) {
    printf("extent: %s, %s\n", type == MPI_CHAR ? "MPI_CHAR" : "another type", extra == &own_data ? "own data" : "other data");
    *extent = 2;
    return MPI_SUCCESS;
}
static int convert(void *user, MPI_Datatype type, MPI_Count count, void *file, MPI_Offset position, void *extra) {
    memcpy(user, file, (size_t)count);
    printf("convert: %lld of %s at %lld, %s\n", (long long)count, type == MPI_CHAR ? "MPI_CHAR" : "another type",
           (long long)position, extra == &own_data ? "own data" : "other data");
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    MPI_T_event_registration registration;
    int provided, code, class = -1, length;
    char text[MPI_MAX_ERROR_STRING] = "", port[MPI_MAX_PORT_NAME];
    MPI_Init(&argc, &argv);
    MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
    MPI_T_event_handle_alloc(0, NULL, MPI_INFO_NULL, &registration);
    MPI_T_event_register_callback(registration, MPI_T_CB_REQUIRE_THREAD_SAFE, MPI_INFO_NULL, &own_data, happened);
    MPI_T_event_set_dropped_handler(registration, dropped);
    printf("barrier: %d\n", MPI_Barrier(MPI_COMM_WORLD));
    MPI_T_event_handle_free(registration, NULL, freed);
    printf("register: %d\n", MPI_Register_datarep_c("own", convert, convert, extent_of, &own_data));
    code = MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Error_class(code, &class);
    MPI_Error_string(code, text, &length);
    printf("port: %s: %s\n", class == MPI_ERR_PORT ? "MPI_ERR_PORT" : "another error", text);
    printf("end: %d\n", MPI_Finalize());
    return 0;
}

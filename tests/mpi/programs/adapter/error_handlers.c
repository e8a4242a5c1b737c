// SPDX-License-Identifier: MIT OR Apache-2.0
// Error handlers of communicators, windows and files; classes, codes and strings, also added ones; errors that are
// provoked. Any number of ranks.
#include "check.h"

#define CLASSES(each)                                                                                                \
    each(MPI_ERR_BUFFER) each(MPI_ERR_COUNT) each(MPI_ERR_TYPE) each(MPI_ERR_TAG) each(MPI_ERR_COMM)                 \
    each(MPI_ERR_RANK) each(MPI_ERR_REQUEST) each(MPI_ERR_ROOT) each(MPI_ERR_GROUP) each(MPI_ERR_OP)                 \
    each(MPI_ERR_TOPOLOGY) each(MPI_ERR_DIMS) each(MPI_ERR_ARG) each(MPI_ERR_UNKNOWN) each(MPI_ERR_TRUNCATE)         \
    each(MPI_ERR_OTHER) each(MPI_ERR_INTERN) each(MPI_ERR_IN_STATUS) each(MPI_ERR_PENDING) each(MPI_ERR_KEYVAL)      \
    each(MPI_ERR_NO_MEM) each(MPI_ERR_BASE) each(MPI_ERR_INFO_KEY) each(MPI_ERR_INFO_VALUE)                          \
    each(MPI_ERR_INFO_NOKEY) each(MPI_ERR_SPAWN) each(MPI_ERR_PORT) each(MPI_ERR_SERVICE) each(MPI_ERR_NAME)         \
    each(MPI_ERR_WIN) each(MPI_ERR_SIZE) each(MPI_ERR_DISP) each(MPI_ERR_INFO) each(MPI_ERR_LOCKTYPE)                \
    each(MPI_ERR_ASSERT) each(MPI_ERR_RMA_CONFLICT) each(MPI_ERR_RMA_SYNC) each(MPI_ERR_RMA_RANGE)                   \
    each(MPI_ERR_RMA_ATTACH) each(MPI_ERR_RMA_SHARED) each(MPI_ERR_RMA_FLAVOR) each(MPI_ERR_FILE)                    \
    each(MPI_ERR_NOT_SAME) each(MPI_ERR_AMODE) each(MPI_ERR_UNSUPPORTED_DATAREP)                                     \
    each(MPI_ERR_UNSUPPORTED_OPERATION) each(MPI_ERR_NO_SUCH_FILE) each(MPI_ERR_FILE_EXISTS)                         \
    each(MPI_ERR_BAD_FILE) each(MPI_ERR_ACCESS) each(MPI_ERR_NO_SPACE) each(MPI_ERR_QUOTA)                           \
    each(MPI_ERR_READ_ONLY) each(MPI_ERR_FILE_IN_USE) each(MPI_ERR_DUP_DATAREP) each(MPI_ERR_CONVERSION)             \
    each(MPI_ERR_IO)
#define ROW(class) {class, #class},
static const struct named classes[] = {{MPI_SUCCESS, "MPI_SUCCESS"}, CLASSES(ROW)};

static const char *class_name(int code) {
    return NAME_OF(classes, class_of(code));
}

static void predefined_classes(void) {
    section("classes");
    int count = sizeof classes / sizeof classes[0];
    for (int index = 0; index < count; index++) {
        char text[MPI_MAX_ERROR_STRING];
        int length = -1;
        // Each is its own class and has a text of its own.
        EQUAL(class_of((int)classes[index].value), classes[index].value);
        DO(MPI_Error_string((int)classes[index].value, text, &length));
        EQUAL(length, strlen(text));
        HOLDS(length > 0 && length < MPI_MAX_ERROR_STRING);
        for (int other = 0; other < index; other++) HOLDS(classes[other].value != classes[index].value);
        HOLDS(classes[index].value <= MPI_ERR_LASTCODE);
    }
    say("%d of them", count);
}

static void added(void) {
    section("added");
    int class = -1, code = -1, other = -1, length = -1, flag = 0, *last = NULL;
    char text[MPI_MAX_ERROR_STRING] = "";
    DO(MPI_Add_error_class(&class));
    HOLDS(class > MPI_ERR_LASTCODE);
    DO(MPI_Add_error_code(class, &code));
    HOLDS(code != class && code > MPI_ERR_LASTCODE);
    DO(MPI_Add_error_code(MPI_ERR_TRUNCATE, &other));
    DO(MPI_Add_error_string(class, "harbour closed"));
    DO(MPI_Add_error_string(code, "tide too low"));
    // Open MPI does not know that an added class is its own class.
    EQUAL(class_of(code), class);
    EQUAL(class_of(other), MPI_ERR_TRUNCATE);
    DO(MPI_Error_string(class, text, &length));
    SAME_TEXT(text, "harbour closed");
    EQUAL(length, 14);
    DO(MPI_Error_string(code, text, &length));
    SAME_TEXT(text, "tide too low");
    DO(MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag));
    HOLDS(flag && *last >= class);
    // The error handler returns it, and a callback may as well.
    EQUAL(MPI_Comm_call_errhandler(MPI_COMM_WORLD, code), MPI_SUCCESS);
    say("%s", text);
}

static int handled;
static int handled_code;
static MPI_Comm handled_comm;
static MPI_Win handled_win;
static MPI_File handled_file;

static void of_comm(MPI_Comm *comm, int *code, ...) {
    HOLDS(*comm == handled_comm);
    handled_code = *code;
    handled++;
}
static void of_win(MPI_Win *win, int *code, ...) {
    HOLDS(*win == handled_win);
    handled_code = *code;
    handled++;
}
static void of_file(MPI_File *file, int *code, ...) {
    HOLDS(*file == handled_file);
    handled_code = *code;
    handled++;
}

// MPICH as it comes from PyPI does not look at arguments.
static int arguments_are_checked(void) {
    int value = 0;
    return MPI_Send(&value, 1, MPI_INT, size + 5, 0, MPI_COMM_WORLD) != MPI_SUCCESS;
}

// A message that does not fit, from oneself: an error under every MPI.
static int receive_too_much(MPI_Comm comm) {
    int out[2] = {1, 2}, in = 0, own = -1;
    MPI_Request request;
    DO(MPI_Comm_rank(comm, &own));
    DO(MPI_Isend(out, 2, MPI_INT, own, 70, comm, &request));
    int code = MPI_Recv(&in, 1, MPI_INT, own, 70, comm, MPI_STATUS_IGNORE);
    DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
    return code;
}

static void communicators(void) {
    section("communicators");
    MPI_Comm comm, copy;
    MPI_Errhandler handler = MPI_ERRHANDLER_NULL, got = MPI_ERRHANDLER_NULL;
    int class = -1, code = -1;
    DO(MPI_Comm_dup(MPI_COMM_WORLD, &comm));
    DO(MPI_Comm_create_errhandler(of_comm, &handler));
    DO(MPI_Comm_set_errhandler(comm, handler));
    DO(MPI_Comm_get_errhandler(comm, &got));
    HOLDS(got == handler);
    DO(MPI_Errhandler_free(&got));
    HOLDS(got == MPI_ERRHANDLER_NULL);
    // It stays as long as the communicator needs it.
    DO(MPI_Errhandler_free(&handler));
    handled_comm = comm;
    handled = 0;
    // What the call then returns is up to the MPI: MPICH 5 returns success.
    (void)receive_too_much(comm);
    EQUAL(handled, 1);
    say("message too long: %s", class_name(handled_code));
    DO(MPI_Comm_call_errhandler(comm, MPI_ERR_TAG));
    EQUAL(handled, 2);
    EQUAL(handled_code, MPI_ERR_TAG);
    DO(MPI_Add_error_class(&class));
    DO(MPI_Add_error_code(class, &code));
    DO(MPI_Comm_call_errhandler(comm, code));
    EQUAL(handled, 3);
    EQUAL(handled_code, code);
    EQUAL(class_of(handled_code), class);
    // Copies have it too.
    DO(MPI_Comm_dup(comm, &copy));
    handled_comm = copy;
    (void)receive_too_much(copy);
    EQUAL(handled, 4);
    DO(MPI_Comm_free(&copy));
    DO(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN));
    DO(MPI_Comm_get_errhandler(comm, &got));
    HOLDS(got == MPI_ERRORS_RETURN);
    DO(MPI_Errhandler_free(&got));
    HOLDS(receive_too_much(comm) != MPI_SUCCESS);
    EQUAL(handled, 4);
    DO(MPI_Comm_free(&comm));
}

static void windows(void) {
    section("windows");
    MPI_Win window;
    MPI_Errhandler handler, got;
    int memory = 0;
    DO(MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window));
    DO(MPI_Win_create_errhandler(of_win, &handler));
    DO(MPI_Win_get_errhandler(window, &got));
    HOLDS(got == MPI_ERRORS_ARE_FATAL);
    DO(MPI_Errhandler_free(&got));
    DO(MPI_Win_set_errhandler(window, handler));
    DO(MPI_Win_get_errhandler(window, &got));
    HOLDS(got == handler);
    DO(MPI_Errhandler_free(&got));
    DO(MPI_Errhandler_free(&handler));
    handled_win = window;
    handled = 0;
    DO(MPI_Win_call_errhandler(window, MPI_ERR_RMA_SYNC));
    EQUAL(handled, 1);
    EQUAL(handled_code, MPI_ERR_RMA_SYNC);
    say("%s", class_name(handled_code));
    DO(MPI_Win_free(&window));
}

static void files(void) {
    section("files");
    MPI_File file = MPI_FILE_NULL;
    MPI_Errhandler handler, got;
    char name[256], missing[300];
    const char *folder = getenv("TMPDIR");
    snprintf(name, sizeof name, "%s/seaway-errors-%d", folder ? folder : "/tmp", (int)getpid());
    snprintf(missing, sizeof missing, "%s-missing/none", name);
    // The standard's exception: errors of files return, unless the program sets another handler.
    DO(MPI_File_get_errhandler(MPI_FILE_NULL, &got));
    HOLDS(got == MPI_ERRORS_RETURN);
    int code = MPI_File_open(MPI_COMM_SELF, missing, MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    say("missing: %s", class_name(code));
    DO(MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                     &file));
    DO(MPI_File_create_errhandler(of_file, &handler));
    DO(MPI_File_set_errhandler(file, handler));
    DO(MPI_File_get_errhandler(file, &got));
    HOLDS(got == handler);
    DO(MPI_Errhandler_free(&got));
    DO(MPI_Errhandler_free(&handler));
    handled_file = file;
    handled = 0;
    DO(MPI_File_call_errhandler(file, MPI_ERR_QUOTA));
    EQUAL(handled, 1);
    EQUAL(handled_code, MPI_ERR_QUOTA);
    DO(MPI_File_close(&file));
    HOLDS(file == MPI_FILE_NULL);
}

// Four integers to oneself. They come before the receive is posted: Open MPI does not notice a message to oneself that is
// too long for a receive which waits for it.
static void send_four(int tag, MPI_Request *request) {
    static int values[4] = {1, 2, 3, 4};
    int flag = 0;
    DO(MPI_Isend(values, 4, MPI_INT, rank, tag, MPI_COMM_WORLD, request));
    while (!flag) DO(MPI_Iprobe(rank, tag, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE));
}

static void truncation(void) {
    section("truncation");
    int in[4] = {0}, pair[2], index = -1, flag = 0, count = -1, indices[2];
    MPI_Request requests[3], sends[2];
    MPI_Status statuses[3], status = poisoned();
    send_four(1, &sends[0]);
    int code = MPI_Recv(pair, 2, MPI_INT, rank, 1, MPI_COMM_WORLD, &status);
    say("blocking: %s", class_name(code));
    EQUAL(status.MPI_SOURCE, rank);
    EQUAL(status.MPI_TAG, 1);
    DO(MPI_Wait(&sends[0], MPI_STATUS_IGNORE));
    // In an array: one fails, the others are distinguished from it.
    memset(statuses, 0xA5, sizeof statuses);
    send_four(2, &sends[0]);
    send_four(3, &sends[1]);
    DO(MPI_Irecv(in, 4, MPI_INT, rank, 2, MPI_COMM_WORLD, &requests[0]));
    DO(MPI_Irecv(pair, 2, MPI_INT, rank, 3, MPI_COMM_WORLD, &requests[1]));
    DO(MPI_Irecv(in, 4, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &requests[2]));
    code = MPI_Waitall(3, requests, statuses);
    say("waiting for all: %s", class_name(code));
    HOLDS(statuses[0].MPI_ERROR == MPI_SUCCESS || class_of(statuses[0].MPI_ERROR) == MPI_ERR_PENDING);
    say("the one: %s", class_name(statuses[1].MPI_ERROR));
    for (index = 0; index < 3; index++)
        if (requests[index] != MPI_REQUEST_NULL) DO(MPI_Wait(&requests[index], MPI_STATUS_IGNORE));
    DO(MPI_Waitall(2, sends, MPI_STATUSES_IGNORE));
    // One at a time: the code is that of the request.
    send_four(4, &sends[0]);
    DO(MPI_Irecv(pair, 2, MPI_INT, rank, 4, MPI_COMM_WORLD, &requests[0]));
    requests[1] = MPI_REQUEST_NULL;
    code = MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
    say("waiting for any: %s", class_name(code));
    EQUAL(index, 0);
    DO(MPI_Wait(&sends[0], MPI_STATUS_IGNORE));
    send_four(5, &sends[0]);
    DO(MPI_Irecv(pair, 2, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[0]));
    memset(statuses, 0xA5, sizeof statuses);
    code = MPI_Waitsome(2, requests, &count, indices, statuses);
    say("waiting for some: %s, %s", class_name(code), class_name(statuses[0].MPI_ERROR));
    EQUAL(count, 1);
    DO(MPI_Wait(&sends[0], MPI_STATUS_IGNORE));
    send_four(6, &sends[0]);
    DO(MPI_Irecv(pair, 2, MPI_INT, rank, 6, MPI_COMM_WORLD, &requests[0]));
    for (code = MPI_SUCCESS; code == MPI_SUCCESS && !flag;) code = MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
    say("testing: %s", class_name(code));
    DO(MPI_Wait(&sends[0], MPI_STATUS_IGNORE));
}

// Arguments that every MPI refuses, and the class it gives.
static void refused(void) {
    section("refused");
    if (!arguments_are_checked()) {
        skip("refused");
        return;
    }
    int value = 0, got = 0;
    MPI_Comm comm;
    MPI_Request request;
    say("count: %s", class_name(MPI_Send(&value, -1, MPI_INT, 0, 0, MPI_COMM_WORLD)));
    say("rank: %s", class_name(MPI_Send(&value, 1, MPI_INT, size, 0, MPI_COMM_WORLD)));
    say("tag: %s", class_name(MPI_Send(&value, 1, MPI_INT, 0, -50, MPI_COMM_WORLD)));
    say("type: %s", class_name(MPI_Send(&value, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD)));
    say("communicator: %s", class_name(MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_NULL)));
    say("receive: %s", class_name(MPI_Irecv(&value, 1, MPI_INT, size + 1, 0, MPI_COMM_WORLD, &request)));
    say("root: %s", class_name(MPI_Bcast(&value, 1, MPI_INT, size, MPI_COMM_WORLD)));
    say("operation: %s", class_name(MPI_Allreduce(&value, &got, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD)));
    say("group: %s", class_name(MPI_Comm_create(MPI_COMM_SELF, MPI_GROUP_NULL, &comm)));
    say("topology: %s", class_name(MPI_Cartdim_get(MPI_COMM_WORLD, &got)));
}

int main(int argc, char **argv) {
    begin(&argc, &argv);
    predefined_classes();
    added();
    communicators();
    windows();
    files();
    truncation();
    refused();
    return finish();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// Accesses that fail when their calls have returned: every completion call reports the file's error, after the file's error
// handler was called, and nothing reaches the communicators' handlers, which are fatal. The third word asks for threads, or for a file whose own
// handler is fatal.
#include "check.h"

#include <pthread.h>
#include <signal.h>
#include <sys/resource.h>

// No file may grow beyond the limit, and the kernel needs a while to get there.
enum { LIMIT = 8 << 20, BYTES = LIMIT + (1 << 20), FEW = 100, ATTEMPTS = 100, THREADS = 4 };
#define EXPECTED MPI_ERR_NO_SPACE

static char *bytes;
// Where the MPI does not poll requests, an access ends before its call does.
static int may_be_late, late;

struct subject {
    MPI_File file;
    int calls, code;
};

// Each has a file of its own: handlers get its handle.
static struct subject subjects[2 + THREADS];

static void note(MPI_File *file, int *code, ...) {
    for (unsigned i = 0; i < sizeof subjects / sizeof *subjects; i++)
        if (subjects[i].file == *file) {
            subjects[i].calls++;
            subjects[i].code = *code;
            return;
        }
    CHECK(0, "the handler is called with a handle of no file");
}

static void open_subject(struct subject *subject, MPI_Comm comm, const char *name) {
    MPI_Info info, used;
    char value[16] = "";
    int there = 0;
    DO(MPI_Info_create(&info));
    DO(MPI_Info_set(info, "seaway_async", "enable"));
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    DO(MPI_File_open(comm, name, mode, info, &subject->file));
    DO(MPI_Info_free(&info));
    DO(MPI_File_get_info(subject->file, &used));
    DO(MPI_Info_get(used, "seaway_async", sizeof value - 1, value, &there));
    DO(MPI_Info_free(&used));
#if !defined OPEN_MPI && !defined MPI_H_ABI
    may_be_late = there && strcmp(value, "true") == 0;
#endif
}

static void use_handler(struct subject *subject) {
    MPI_Errhandler handler;
    DO(MPI_File_create_errhandler(note, &handler));
    DO(MPI_File_set_errhandler(subject->file, handler));
    DO(MPI_Errhandler_free(&handler));
}

// Begins a write that fails. Whether it does so late: one that fails at once says so.
static int begin_write(struct subject *subject, MPI_Request *request) {
    for (int attempt = 0; attempt < (may_be_late ? ATTEMPTS : 1); attempt++) {
        int calls = subject->calls;
        int code = MPI_File_iwrite_at(subject->file, 0, bytes, BYTES, MPI_BYTE, request);
        if (code == MPI_SUCCESS) {
            CHECK(may_be_late, "the write does not fail");
            __atomic_add_fetch(&late, 1, __ATOMIC_RELAXED);
            return 1;
        }
        CHECK(class_of(code) == EXPECTED, "the write, got %s", describe(code));
        CHECK(*request == MPI_REQUEST_NULL, "a call that fails leaves a request");
        CHECK(subject->calls <= calls + 1, "the handler is called %d times", subject->calls - calls);
    }
    CHECK(!may_be_late, "no write of %d fails late", ATTEMPTS);
    return 0;
}

// What a failed request's code must be, with a handler or without.
static void look_at(const struct subject *subject, int calls, int code) {
    char text[MPI_MAX_ERROR_STRING];
    int length = 0;
    CHECK(class_of(code) == EXPECTED, "got %s", describe(code));
    DO(MPI_Error_string(code, text, &length));
    CHECK(strstr(text, "failures"), "%s: the file is not named", text);
    CHECK(subject->calls == calls, "the handler is called %d times, not %d", subject->calls, calls);
    if (calls) CHECK(subject->code == code, "the handler gets %d, the program %d", subject->code, code);
}

static void alone(struct subject *subject, int calls) {
    for (int use_test = 0; use_test < 2; use_test++)
        for (int ignore = 0; ignore < 2; ignore++) {
            MPI_Request request;
            MPI_Status status;
            int flag = 0, code = MPI_SUCCESS;
            if (!begin_write(subject, &request)) return;
            subject->calls = 0;
            MPI_Status *where = ignore ? MPI_STATUS_IGNORE : &status;
            if (use_test)
                while (!flag && !code) code = MPI_Test(&request, &flag, where);
            else
                code = MPI_Wait(&request, where);
            look_at(subject, calls, code);
            CHECK(request == MPI_REQUEST_NULL, "the request is not null when it has failed");
            CHECK(ignore || count_of(&status, MPI_BYTE) == 0, "a failed write says that it moved something");
        }
}

// Requests 0 to 7: none, one that fails, a message to oneself and its receipt, a write, a persistent one that was not
// started, another that fails, a read.
enum { COUNT = 8, FIRST_BAD = 1, INACTIVE = 5, SECOND_BAD = 6 };

struct mixture {
    MPI_Request requests[COUNT];
    int sent, received, unused;
    char back[FEW];
};

static int is_bad(int index) { return index == FIRST_BAD || index == SECOND_BAD; }

static int begin_mixture(struct mixture *m) {
    MPI_Request *requests = m->requests;
    m->sent = 4711 + rank;
    m->received = 0;
    if (!begin_write(&subjects[0], &requests[FIRST_BAD]) || !begin_write(&subjects[1], &requests[SECOND_BAD])) return 0;
    requests[0] = MPI_REQUEST_NULL;
    DO(MPI_Irecv(&m->received, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[2]));
    DO(MPI_Isend(&m->sent, 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &requests[3]));
    DO(MPI_File_iwrite_at(subjects[0].file, 0, bytes, FEW, MPI_BYTE, &requests[4]));
    DO(MPI_Recv_init(&m->unused, 1, MPI_INT, rank, 6, MPI_COMM_WORLD, &requests[INACTIVE]));
    DO(MPI_File_iread_at(subjects[1].file, 0, m->back, FEW, MPI_BYTE, &requests[7]));
    subjects[0].calls = subjects[1].calls = 0;
    return 1;
}

static void look_at_one(int index, int code) {
    if (is_bad(index))
        look_at(&subjects[index == SECOND_BAD], 1, code);
    else
        CHECK(code == MPI_SUCCESS, "request %d: %s", index, describe(code));
}

static void end_mixture(struct mixture *m) {
    for (int i = 0; i < COUNT; i++)
        CHECK(i == INACTIVE || m->requests[i] == MPI_REQUEST_NULL, "request %d is not null at the end", i);
    CHECK(m->received == m->sent, "the message was lost");
    for (int i = 0; i < 2; i++) CHECK(subjects[i].calls == 1, "handler %d is called %d times", i, subjects[i].calls);
    DO(MPI_Request_free(&m->requests[INACTIVE]));
}

static void all_at_once(int use_test, int ignore) {
    struct mixture m;
    MPI_Status statuses[COUNT];
    int flag = 0, code = MPI_SUCCESS;
    if (!begin_mixture(&m)) return;
    for (int i = 0; i < COUNT; i++) statuses[i].MPI_ERROR = MPI_ERR_UNKNOWN;
    MPI_Status *where = ignore ? MPI_STATUSES_IGNORE : statuses;
    if (use_test)
        while (!flag && !code) code = MPI_Testall(COUNT, m.requests, &flag, where);
    else
        code = MPI_Waitall(COUNT, m.requests, where);
    CHECK(class_of(code) == MPI_ERR_IN_STATUS, "got %s", describe(code));
    for (int i = 0; i < COUNT && !ignore; i++) look_at_one(i, statuses[i].MPI_ERROR);
    end_mixture(&m);
}

static void any(int use_test) {
    struct mixture m;
    if (!begin_mixture(&m)) return;
    for (int completed = 0; completed < COUNT - 2;) {
        int index = MPI_UNDEFINED, flag = 1, code;
        MPI_Status status;
        if (use_test)
            code = MPI_Testany(COUNT, m.requests, &index, &flag, &status);
        else
            code = MPI_Waitany(COUNT, m.requests, &index, &status);
        if (!flag) continue;
        CHECK(index >= 0 && index < COUNT, "index %d", index);
        look_at_one(index, code);
        completed++;
    }
    end_mixture(&m);
}

static void some(int use_test, int ignore) {
    struct mixture m;
    if (!begin_mixture(&m)) return;
    for (int completed = 0; completed < COUNT - 2;) {
        int number = 0, indices[COUNT], bad = 0, code;
        MPI_Status statuses[COUNT];
        MPI_Status *where = ignore ? MPI_STATUSES_IGNORE : statuses;
        for (int i = 0; i < COUNT; i++) statuses[i].MPI_ERROR = MPI_ERR_UNKNOWN;
        if (use_test)
            code = MPI_Testsome(COUNT, m.requests, &number, indices, where);
        else
            code = MPI_Waitsome(COUNT, m.requests, &number, indices, where);
        CHECK(number != MPI_UNDEFINED, "no request is active after %d", completed);
        for (int i = 0; i < number; i++) bad += is_bad(indices[i]);
        CHECK(class_of(code) == (bad ? MPI_ERR_IN_STATUS : MPI_SUCCESS), "%d failed, got %s", bad, describe(code));
        for (int i = 0; i < number && bad && !ignore; i++) look_at_one(indices[i], statuses[i].MPI_ERROR);
        completed += number;
    }
    end_mixture(&m);
}

// Every call that reports the error calls the handler, and the error is the same.
static void asked_without_completing(struct subject *subject) {
    MPI_Request request;
    MPI_Status status;
    int flag = 0, first = MPI_SUCCESS;
    if (!begin_write(subject, &request)) return;
    subject->calls = 0;
    while (!flag && !first) first = MPI_Request_get_status(request, &flag, &status);
    look_at(subject, 1, first);
    CHECK(flag && request != MPI_REQUEST_NULL, "MPI_Request_get_status has freed the request");
    int again = MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
    look_at(subject, 2, again);
    int last = MPI_Wait(&request, &status);
    look_at(subject, 3, last);
    CHECK(first == again && first == last, "codes %d, %d and %d for one request", first, again, last);
}

// More than fit into what is kept on a stack.
static void many(struct subject *subject) {
    enum { MANY = 200, BAD = 150 };
    static MPI_Request requests[MANY];
    static MPI_Status statuses[MANY];
    if (!begin_write(subject, &requests[BAD])) return;
    subject->calls = 0;
    for (int i = 0; i < MANY; i++)
        if (i != BAD) DO(MPI_File_iwrite_at(subject->file, i, bytes, 1, MPI_BYTE, &requests[i]));
    int code = MPI_Waitall(MANY, requests, statuses);
    CHECK(class_of(code) == MPI_ERR_IN_STATUS, "got %s", describe(code));
    for (int i = 0; i < MANY; i++)
        if (i == BAD)
            look_at(subject, 1, statuses[i].MPI_ERROR);
        else
            CHECK(statuses[i].MPI_ERROR == MPI_SUCCESS, "request %d: %s", i, describe(statuses[i].MPI_ERROR));
}

static void collective(void) {
    struct subject subject = {0};
    MPI_Request request;
    open_subject(&subject, MPI_COMM_WORLD, path("failures"));
    int code = MPI_File_iwrite_at_all(subject.file, 0, bytes, BYTES, MPI_BYTE, &request);
    CHECK(may_be_late || code, "the write does not fail");
    if (code == MPI_SUCCESS) code = MPI_Wait(&request, MPI_STATUS_IGNORE);
    look_at(&subject, 0, code);
    DO(MPI_File_close(&subject.file));
}

static void *in_thread(void *argument) {
    struct subject *subject = argument;
    for (int round = 0; round < 5; round++) {
        MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
        MPI_Status statuses[2];
        if (!begin_write(subject, &requests[0])) break;
        subject->calls = 0;
        DO(MPI_File_iwrite_at(subject->file, 0, bytes, FEW, MPI_BYTE, &requests[1]));
        int code = MPI_Waitall(2, requests, statuses);
        CHECK(class_of(code) == MPI_ERR_IN_STATUS, "got %s", describe(code));
        look_at(subject, 1, statuses[0].MPI_ERROR);
        CHECK(statuses[1].MPI_ERROR == MPI_SUCCESS, "a write in order fails");
    }
    return NULL;
}

static void in_threads(void) {
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        char name[32];
        snprintf(name, sizeof name, "failures.%d", i);
        open_subject(&subjects[i], MPI_COMM_SELF, own_path(name));
        use_handler(&subjects[i]);
    }
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, in_thread, &subjects[i]);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    for (int i = 0; i < THREADS; i++) DO(MPI_File_close(&subjects[i].file));
}

static void fatal(void) {
    MPI_Request request;
    open_subject(&subjects[0], MPI_COMM_SELF, own_path("failures"));
    int is_late = begin_write(&subjects[0], &request);
    DO(MPI_File_set_errhandler(subjects[0].file, MPI_ERRORS_ARE_FATAL));
    if (is_late)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    else
        MPI_File_iwrite_at(subjects[0].file, 0, bytes, BYTES, MPI_BYTE, &request);
    printf("alive\n");
    fflush(stdout);
}

int main(int argc, char **argv) {
    const char *word = argc > 3 ? argv[3] : "";
    int provided, with_threads = strcmp(word, "threads") == 0;
    MPI_Init_thread(&argc, &argv, with_threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
    take_arguments(argc, argv);
    struct rlimit limit = {LIMIT, LIMIT};
    signal(SIGXFSZ, SIG_IGN);
    CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0, "no limit can be set");
    CHECK((bytes = calloc(1, BYTES)), "there is no memory");
    if (with_threads) in_threads();
    if (strcmp(word, "fatal") == 0) fatal();
    if (!*word) {
        open_subject(&subjects[0], MPI_COMM_SELF, own_path("failures"));
        open_subject(&subjects[1], MPI_COMM_SELF, own_path("failures.too"));
        alone(&subjects[0], 0);
        use_handler(&subjects[0]);
        use_handler(&subjects[1]);
        alone(&subjects[0], 1);
        for (int use_test = 0; use_test < 2; use_test++) {
            for (int ignore = 0; ignore < 2; ignore++) {
                all_at_once(use_test, ignore);
                some(use_test, ignore);
            }
            any(use_test);
        }
        asked_without_completing(&subjects[0]);
        many(&subjects[1]);
        for (int i = 0; i < 2; i++) DO(MPI_File_close(&subjects[i].file));
        collective();
    }
    CHECK(late || !may_be_late, "no access has failed late");
    return finish();
}

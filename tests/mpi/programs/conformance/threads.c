// SPDX-License-Identifier: MIT OR Apache-2.0
// Several threads at once under MPI_THREAD_MULTIPLE: each with a file of its own, and all with one file together.
#include <pthread.h>

#include "check.h"

enum { THREADS = 4, ROUNDS = 50, VALUES = 64 };

static MPI_File together;

static void use_own_file(int thread) {
    char name[64];
    snprintf(name, sizeof name, "%s/thread.%d.%d", folder, rank, thread);
    MPI_File file = MPI_FILE_NULL;
    int mode = MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE;
    DO(MPI_File_open(MPI_COMM_SELF, name, mode, MPI_INFO_NULL, &file));
    MPI_Datatype type;
    DO(MPI_Type_vector(VALUES, 1, 2, MPI_INT, &type));
    DO(MPI_Type_commit(&type));
    DO(MPI_File_set_view(file, 4 * thread, MPI_INT, type, "native", MPI_INFO_NULL));
    DO(MPI_Type_free(&type));
    for (int round = 0; round < ROUNDS; round++) {
        int values[VALUES], back[VALUES];
        for (int i = 0; i < VALUES; i++) values[i] = thread * 10000 + round * 100 + i;
        MPI_Request request;
        DO(MPI_File_iwrite_at(file, round * VALUES, values, VALUES, MPI_INT, &request));
        DO(MPI_Wait(&request, MPI_STATUS_IGNORE));
        DO(MPI_File_read_at_all(file, round * VALUES, back, VALUES, MPI_INT, MPI_STATUS_IGNORE));
        CHECK(memcmp(values, back, sizeof values) == 0, "thread %d, round %d: other values", thread, round);
    }
    DO(MPI_File_close(&file));
}

static void use_file_together(int thread) {
    for (int round = 0; round < ROUNDS; round++) {
        int value = (rank * THREADS + thread) * 1000 + round, back = 0;
        MPI_Offset offset = ((rank * THREADS + thread) * ROUNDS + round) * (MPI_Offset)sizeof value;
        DO(MPI_File_write_at(together, offset, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
        DO(MPI_File_read_at(together, offset, &back, 1, MPI_INT, MPI_STATUS_IGNORE));
        CHECK(back == value, "thread %d, round %d: %d", thread, round, back);
    }
}

static void *work(void *argument) {
    int thread = (int)(size_t)argument;
    use_own_file(thread);
    use_file_together(thread);
    return NULL;
}

int main(int argc, char **argv) {
    int provided = -1;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    take_arguments(argc, argv);
    CHECK(provided == MPI_THREAD_MULTIPLE, "this MPI gives no MPI_THREAD_MULTIPLE");
    together = scratch("together");
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) CHECK(pthread_create(&threads[i], NULL, work, (void *)(size_t)i) == 0, "no thread");
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    DO(MPI_File_close(&together));
    return finish();
}

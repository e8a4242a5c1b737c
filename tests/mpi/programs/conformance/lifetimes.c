// SPDX-License-Identifier: MIT OR Apache-2.0
// Lives of files: many at once, a thousand one after another, PMPI names, Fortran handles, sessions, and files that
// are still open when MPI ends.
#include <dirent.h>

#include "check.h"

static int open_descriptors(void) {
    int count = 0;
    DIR *folder_of_process = opendir("/proc/self/fd");
    CHECK(folder_of_process != NULL, "/proc/self/fd cannot be read");
    while (readdir(folder_of_process)) count++;
    closedir(folder_of_process);
    return count;
}

// More than the 2048 communicators that MPICH has, if one were lost at each open.
static void thousands_of_opens(void) {
    int before = 0;
    for (int i = 0; i < 2500; i++) {
        if (i == 10) before = open_descriptors();
        MPI_File file = open_in(MPI_COMM_SELF, own_path("again"), MPI_MODE_CREATE | MPI_MODE_RDWR);
        DO(MPI_File_write_at(file, i, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE));
        DO(MPI_File_close(&file));
        MPI_File none = MPI_FILE_NULL;
        FAILS(MPI_File_open(MPI_COMM_SELF, path("none"), MPI_MODE_RDONLY, MPI_INFO_NULL, &none), MPI_ERR_NO_SUCH_FILE);
    }
    CHECK(open_descriptors() <= before, "%d descriptors became %d", before, open_descriptors());
    for (int i = 0; i < 200; i++) {
        MPI_File file = scratch("again");
        DO(MPI_File_close(&file));
    }
    CHECK(open_descriptors() <= before + 1, "%d descriptors became %d", before, open_descriptors());
    DO(MPI_File_delete(own_path("again"), MPI_INFO_NULL));
}

static void several_at_once(void) {
    enum { FILES = 40 };
    MPI_File files[FILES];
    for (int i = 0; i < FILES; i++) {
        char name[32];
        snprintf(name, sizeof name, "several.%d", i);
        files[i] = scratch(name);
        for (int j = 0; j < i; j++) CHECK(files[i] != files[j], "two files have one handle");
    }
    for (int i = 0; i < FILES; i++) {
        int value = i * 100 + rank;
        DO(MPI_File_write_at_all(files[i], rank * 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    }
    for (int i = FILES - 1; i >= 0; i--) {
        int value = -1;
        DO(MPI_File_read_at_all(files[i], rank * 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
        CHECK(value == i * 100 + rank, "file %d holds %d", i, value);
        DO(MPI_File_close(&files[i]));
    }
}

static void profiling_names(void) {
    MPI_File file = MPI_FILE_NULL;
    int value = 5 + rank, back = 0;
    DO(PMPI_File_open(MPI_COMM_SELF, own_path("pmpi"), MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    DO(PMPI_File_write_at(file, 8, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    DO(MPI_File_read_at(file, 8, &back, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(back == value, "what PMPI wrote, MPI reads as %d", back);
    DO(PMPI_File_close(&file));
    DO(PMPI_File_delete(own_path("pmpi"), MPI_INFO_NULL));
}

static void fortran_handles(void) {
    MPI_File files[20];
    int integers[20];
    for (int i = 0; i < 20; i++) {
        char name[32];
        snprintf(name, sizeof name, "fortran.%d", i);
        files[i] = own_scratch(name);
        integers[i] = MPI_File_c2f(files[i]);
        for (int j = 0; j < i; j++) CHECK(integers[i] != integers[j], "two files have one integer");
    }
    for (int i = 0; i < 20; i++) {
        CHECK(MPI_File_f2c(integers[i]) == files[i], "file %d comes back as another", i);
        CHECK(MPI_File_c2f(files[i]) == integers[i], "file %d has two integers", i);
        DO(MPI_File_close(&files[i]));
    }
    CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL, "MPI_FILE_NULL comes back as another");
}

static void sessions(void) {
#if MPI_VERSION >= 4 || (defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION >= 5)
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    DO(MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session));
    DO(MPI_Group_from_session_pset(session, "mpi://WORLD", &group));
    DO(MPI_Comm_create_from_group(group, "seaway.test", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm));
    DO(MPI_Group_free(&group));
    MPI_File file = open_in(comm, path("session"), MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE);
    int value = rank * 3, back = -1, next = (rank + 1) % size;
    DO(MPI_File_write_at_all(file, rank * 4, &value, 1, MPI_INT, MPI_STATUS_IGNORE));
    DO(MPI_File_sync(file));
    DO(MPI_Barrier(comm));
    DO(MPI_File_sync(file));
    DO(MPI_File_read_at_all(file, next * 4, &back, 1, MPI_INT, MPI_STATUS_IGNORE));
    CHECK(back == next * 3, "rank %d's value is %d", next, back);
    DO(MPI_File_close(&file));
    DO(MPI_Comm_free(&comm));
    DO(MPI_Session_finalize(&session));
#endif
}

int main(int argc, char **argv) {
    const char *part = argc > 3 ? argv[3] : "";
    if (strcmp(part, "sessions") == 0) {
        // Without MPI_Init: rank and size come from the launcher's environment.
        const char *rank_word = getenv("PMI_RANK") ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
        const char *size_word = getenv("PMI_SIZE") ? getenv("PMI_SIZE") : getenv("OMPI_COMM_WORLD_SIZE");
        if (!rank_word || !size_word) return fprintf(stderr, "no launcher says which rank this is\n"), 1;
        rank = atoi(rank_word);
        size = atoi(size_word);
        folder = argv[1];
        with_seaway = strcmp(argv[2], "seaway") == 0;
        sessions();
        return 0;
    }
    begin(argc, argv);
    if (strcmp(part, "left-open") == 0) {
        MPI_File file = open_in(MPI_COMM_WORLD, path("left"), MPI_MODE_CREATE | MPI_MODE_RDWR);
        MPI_File own = open_in(MPI_COMM_SELF, own_path("left"), MPI_MODE_CREATE | MPI_MODE_RDWR);
        DO(MPI_File_write_at(own, 0, "kept", 4, MPI_CHAR, MPI_STATUS_IGNORE));
        DO(MPI_File_write_at_all(file, rank, "x", 1, MPI_CHAR, MPI_STATUS_IGNORE));
        return finish();
    }
    several_at_once();
    profiling_names();
    fortran_handles();
    thousands_of_opens();
    sessions();
    return finish();
}

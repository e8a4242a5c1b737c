/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random MPI-IO programs. Everything a program does follows from its seed and the number of ranks, and what it must
 * see follows from the standard: ranks never write bytes that another rank accesses before they have synchronised.
 * Each rank writes what it saw into a log; logs of the same seeds can be compared between implementations.
 *
 * differential DIRECTORY FIRST_SEED COUNT [everything]: makes DIRECTORY/file and the logs DIRECTORY/log.RANK.
 * Compiled with WITH_MODEL, it brings its own MPI-IO along. */
#ifdef WITH_MODEL
#include "model.h"
#endif
#include "accesses.h"
#include "views.h"

enum { MOST_AT_ONCE = 3 };

/* Etypes of the view that this rank may access without looking at the others. */
static void bounds(Program *program, int write, long *start, long *length)
{
    *start = 0;
    *length = program->window;
    if (program->common_view && write) {
        *length = program->window / program->ranks;
        *start = *length * program->rank;
    }
}

/* Readers must not see the writes of the next step, nor miss those of the last. */
static void change_direction(Program *program, int write)
{
    if (program->wrote != write)
        synchronise(program);
    program->wrote = write;
}

/* Puts the individual pointer where `etypes` can be accessed from. */
static void make_room(Program *program, int write, long etypes)
{
    long start, length;
    MPI_Offset position;
    bounds(program, write, &start, &length);
    MPI_Offset target = between(&program->own, start, start + length - etypes);
    int stay = chance(&program->own, 60), absolute = chance(&program->own, 50);
    MPI_File_get_position(program->file, &position);
    if (stay && position >= start && position + etypes <= start + length)
        return;
    int result = absolute
        ? MPI_File_seek(program->file, target, MPI_SEEK_SET)
        : MPI_File_seek(program->file, target - position, MPI_SEEK_CUR);
    note(program, "seek", result, target);
}

/* `count` accesses of the same direction, started one after the other and finished together. */
static void access_together(Program *program, Access *accesses, int count)
{
    long start_of_all, length, etypes = 0;
    bounds(program, accesses[0].write, &start_of_all, &length);
    for (int i = 0; i < count; i++) {
        Access *access = &accesses[i];
        access->buffer = random_buffer(program, length / count);
        access->offset = start_of_all + length / count * i;
        access->offset += between(&program->own, 0, length / count - access->buffer.etypes);
        etypes += access->buffer.etypes;
    }
    if (count > 0 && accesses[0].pointer == INDIVIDUAL)
        make_room(program, accesses[0].write, etypes);
    for (int i = 0; i < count; i++) {
        start(program, &accesses[i]);
        if (accesses[i].style != NONBLOCKING)
            finish(program, &accesses[i]);
    }
    for (int i = 0; i < count; i++) {
        if (accesses[i].style == NONBLOCKING)
            finish(program, &accesses[i]);
        log_access(program, &accesses[i]);
        release(&accesses[i]);
    }
}

static void independent_step(Program *program)
{
    Access accesses[MOST_AT_ONCE] = {0};
    int write = chance(&program->common, 60);
    change_direction(program, write);
    int count = (int)between(&program->own, 0, MOST_AT_ONCE);
    Pointer pointer = chance(&program->own, 50) ? EXPLICIT : INDIVIDUAL;
    for (int i = 0; i < count; i++) {
        accesses[i].write = write;
        accesses[i].pointer = pointer;
        accesses[i].style = chance(&program->own, 60) ? BLOCKING : NONBLOCKING;
    }
    access_together(program, accesses, count);
}

static void collective_step(Program *program)
{
    Access accesses[2] = {0};
    Random *common = &program->common;
    int write = chance(common, 60);
    change_direction(program, write);
    int count = (int)between(common, 1, 2);
    Pointer pointer = chance(common, 50) ? EXPLICIT : INDIVIDUAL;
    for (int i = 0; i < count; i++) {
        accesses[i].write = write;
        accesses[i].collective = 1;
        accesses[i].pointer = pointer;
        accesses[i].style = (Style)between(common, BLOCKING, SPLIT);
    }
    access_together(program, accesses, count);
}

static void one_shared_access(Program *program, Access *access, long most)
{
    access->pointer = SHARED;
    access->buffer = random_buffer(program, most);
    start(program, access);
    finish(program, access);
    log_access(program, access);
    release(access);
}

/* The shared pointer: all ranks in their order, or one rank after the other in a random order. */
static void shared_step(Program *program)
{
    Random *common = &program->common;
    Access access = {.write = chance(common, 60)};
    long most = program->window / program->ranks;
    MPI_Offset position = -1;
    synchronise(program); /* what others wrote may lie where the pointer leads this rank */
    if (!everything || chance(common, 40)) {
        MPI_Offset target = between(common, 0, program->window - most * program->ranks);
        int result = MPI_File_seek_shared(program->file, target, MPI_SEEK_SET);
        note(program, "seek_shared", result, target);
    }
    if (chance(common, 60)) {
        access.collective = 1;
        access.style = chance(common, 50) ? BLOCKING : SPLIT;
        one_shared_access(program, &access, most);
    } else {
        int first = (int)between(common, 0, program->ranks - 1);
        for (int turn = 0; turn < program->ranks; turn++) {
            if ((first + turn) % program->ranks == program->rank) {
                access.style = chance(&program->own, 50) ? BLOCKING : NONBLOCKING;
                one_shared_access(program, &access, most);
            }
            MPI_Barrier(MPI_COMM_WORLD);
        }
    }
    synchronise(program);
    int result = MPI_File_get_position_shared(program->file, &position);
    note(program, "shared position", result, position);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void size_step(Program *program)
{
    MPI_Offset size = between(&program->common, 0, 40000), seen = -1;
    int exact = !everything || chance(&program->common, 50); /* OMPIO takes seconds to preallocate */
    if (!everything)
        size += end_of_window(program);
    synchronise(program);
    int result = exact ? MPI_File_set_size(program->file, size) : MPI_File_preallocate(program->file, size);
    note(program, exact ? "set_size" : "preallocate", result, size);
    synchronise(program);
    result = MPI_File_get_size(program->file, &seen);
    note(program, "size", result, seen);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void seek_from_end_step(Program *program)
{
    MPI_Offset position = -1;
    synchronise(program);
    int result = MPI_File_seek(program->file, -between(&program->own, 0, 5), MPI_SEEK_END);
    note(program, "seek from end", result, 0);
    result = MPI_File_get_position(program->file, &position);
    note(program, "position", result, position);
    MPI_File_seek(program->file, 0, MPI_SEEK_SET);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Changes nothing in programs that never access the same bytes at the same time. */
static void atomicity_step(Program *program)
{
    int atomic = chance(&program->common, 50);
    synchronise(program);
    int result = MPI_File_set_atomicity(program->file, atomic);
    note(program, "set_atomicity", result, atomic);
}

static void random_step(Program *program)
{
    long kind = between(&program->common, 1, 100);
    begin_step(program);
    if (program->common_view && kind <= 40)
        shared_step(program);
    else if (kind <= 50)
        independent_step(program);
    else if (kind <= 88)
        collective_step(program);
    else if (kind <= 93)
        size_step(program);
    else if (kind <= 95)
        seek_from_end_step(program);
    else if (kind <= 97 && everything)
        atomicity_step(program);
    else
        note_view(program);
}

static void hint(Random *random, MPI_Info info, const char *key, const char *first, const char *second)
{
    if (chance(random, 40))
        MPI_Info_set(info, key, chance(random, 50) ? first : second);
}

/* Hints that change how an implementation works, and never the result. */
static MPI_Info random_hints(Random *random)
{
    MPI_Info info;
    MPI_Info_create(&info);
    hint(random, info, "romio_cb_write", "enable", "disable");
    hint(random, info, "romio_cb_read", "enable", "disable");
    hint(random, info, "romio_ds_write", "enable", "disable");
    hint(random, info, "romio_ds_read", "enable", "disable");
    hint(random, info, "cb_buffer_size", "4096", "65536");
    hint(random, info, "ind_wr_buffer_size", "4096", "65536");
    hint(random, info, "ind_rd_buffer_size", "4096", "65536");
    return info;
}

/* Half of the files have old contents. */
static void prepare_file(Program *program)
{
    int exists = chance(&program->common, 50);
    size_t length = (size_t)between(&program->common, 1, 60000);
    uint64_t contents = next(&program->common);
    if (program->rank == 0) {
        remove(program->name);
        if (exists) {
            char *bytes = malloc(length);
            FILE *file = fopen(program->name, "w");
            fill(bytes, length, contents);
            fwrite(bytes, 1, length, file);
            fclose(file);
            free(bytes);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void open_file(Program *program)
{
    MPI_Info info = random_hints(&program->common);
    int result =
        MPI_File_open(MPI_COMM_WORLD, program->name, MPI_MODE_CREATE | MPI_MODE_RDWR, info, &program->file);
    MPI_Info_free(&info);
    note(program, "open", result, 0);
    if (result != MPI_SUCCESS) {
        fprintf(stderr, "seed %ld: cannot open %s\n", program->seed, program->name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

/* All of the file as MPI reads it. */
static void read_back(Program *program)
{
    MPI_Offset size = 0;
    MPI_Status status;
    int count = 0;
    synchronise(program);
    begin_step(program);
    MPI_File_set_view(program->file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    MPI_File_get_size(program->file, &size);
    char *bytes = calloc(1, (size_t)size + 1);
    int result = MPI_File_read_at_all(program->file, 0, bytes, (int)size, MPI_BYTE, &status);
    MPI_Get_count(&status, MPI_BYTE, &count);
    note(program, "all of the file", result, count);
    note(program, "digest of it", result, (long long)(digest_of(bytes, (size_t)size) >> 1));
    free(bytes);
}

/* All of the file as others read it. */
static void read_from_disk(Program *program)
{
    if (program->rank != 0)
        return;
    FILE *file = fopen(program->name, "r");
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    char *bytes = malloc(size + 1);
    rewind(file);
    size_t got = fread(bytes, 1, size, file);
    fclose(file);
    note(program, "size on disk", MPI_SUCCESS, (long long)got);
    note(program, "digest on disk", MPI_SUCCESS, (long long)(digest_of(bytes, got) >> 1));
    free(bytes);
}

static void run(Program *program, long seed)
{
    program->seed = seed;
    program->step = 0;
    program->common.state = mixed((uint64_t)seed);
    program->wrote = 0;
    prepare_file(program);
    open_file(program);
    long views = between(&program->common, 1, 3);
    for (long view = 0; view < views; view++) {
        if (view > 0)
            synchronise(program);
        set_random_view(program);
        for (long steps = between(&program->common, 2, 7); steps > 0; steps--)
            random_step(program);
        if (chance(&program->common, 20)) {
            synchronise(program);
            MPI_File_close(&program->file);
            MPI_Barrier(MPI_COMM_WORLD);
            open_file(program);
        }
    }
    read_back(program);
    MPI_File_close(&program->file);
    read_from_disk(program);
    note(program, "end", MPI_SUCCESS, 0);
    fflush(program->log);
    MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    Program program = {.filetype = MPI_DATATYPE_NULL};
    char log_name[600];
    MPI_Init(&argc, &argv);
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: differential DIRECTORY FIRST_SEED COUNT [everything]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    MPI_Comm_rank(MPI_COMM_WORLD, &program.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &program.ranks);
    snprintf(program.name, sizeof program.name, "%s/file", argv[1]);
    snprintf(log_name, sizeof log_name, "%s/log.%d", argv[1], program.rank);
    program.log = fopen(log_name, "a");
    if (!program.log) {
        fprintf(stderr, "cannot write %s\n", log_name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    setvbuf(program.log, NULL, _IOLBF, 0); /* so that a log tells where a run broke off */
    MPI_Type_dup(MPI_BYTE, &program.etype);
    everything = argc == 5;
    long first = atol(argv[2]), count = atol(argv[3]);
    for (long seed = first; seed < first + count; seed++)
        run(&program, seed);
    fclose(program.log);
    MPI_Type_free(&program.etype);
    if (program.filetype != MPI_DATATYPE_NULL)
        MPI_Type_free(&program.filetype);
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Two random MPI-IO programs with a file between them, or a stream. Everything follows from the seed, the part and the
 * number of ranks; each rank writes what it saw into a log. Run one after the other with the name of a file, and at the
 * same time with `mxn:`, the logs must be the same.
 *
 * pair write|read NAME LOGS FIRST_SEED COUNT: opens NAME-SEED for each seed, and makes the logs LOGS/PART.RANK.
 *
 * No byte is written twice, and the reader leaves nothing behind that it comes back to after it was read by the shared
 * pointer. */
#include "../differential/accesses.h"
#include "../differential/views.h"

enum { MOST_AT_ONCE = 2 };

typedef struct {
    Program program;
    int write;
    int wild;        /* a reader that goes back and asks for the end, and never uses the shared pointer */
    MPI_Offset base; /* nothing of the file behind this was accessed so far */
    long cursor;     /* etypes of the view that this rank has come to */
    Pointer pointer;
} Part;

static MPI_Offset largest_offset(MPI_Offset mine)
{
    long long value = mine, largest;
    MPI_Allreduce(&value, &largest, 1, MPI_LONG_LONG, MPI_MAX, MPI_COMM_WORLD);
    return largest;
}

/* A view behind everything so far; for a wild reader, of anything. */
static void set_view(Part *part)
{
    Program *program = &part->program;
    Random *common = &program->common;
    begin_step(program);
    random_etype(program);
    program->common_view = chance(common, 50);
    MPI_Offset displacement = part->wild ? between(common, 0, 3000) : part->base + between(common, 0, 50);
    long tiles = between(common, 1, chance(common, 20) ? 3000 : 40);
    MPI_Aint largest = chance(common, 15) ? 8000 : 400;
    int depth = (int)between(common, 0, 4);
    MPI_Datatype type = nested_type(program->common_view ? common : &program->own, program->etype, depth, largest);
    if (!program->common_view) {
        int kind = (int)between(common, 0, 2);
        if (kind == 0)
            displacement += interleave(program, &type);
        else if (kind == 1 || !distribute(program, &type))
            displacement += behind_each_other(program, type, tiles);
    }
    MPI_Type_commit(&type);
    const char *representation = "native";
    if (chance(common, 30))
        representation = chance(common, 40) ? "internal" : "external32";
    int result = MPI_File_set_view(program->file, displacement, program->etype, type, representation, MPI_INFO_NULL);
    note(program, "set_view", result, displacement);
    if (program->filetype != MPI_DATATYPE_NULL)
        MPI_Type_free(&program->filetype);
    program->window = tiles * (size_of(type) / program->etype_size);
    program->filetype = type;
    part->pointer = (Pointer)between(common, EXPLICIT, program->common_view && !part->wild ? SHARED : INDIVIDUAL);
    /* Of a view that all ranks have, each has a part for itself. */
    part->cursor = program->common_view ? program->window / program->ranks * program->rank : 0;
    if (part->pointer == INDIVIDUAL)
        MPI_File_seek(program->file, part->cursor, MPI_SEEK_SET);
    MPI_Barrier(MPI_COMM_WORLD);
}

/* Etypes that are left for this rank. */
static long room(Part *part)
{
    Program *program = &part->program;
    long share = program->common_view ? program->window / program->ranks : program->window;
    long start = program->common_view ? share * program->rank : 0;
    if (part->pointer == SHARED)
        return share / 4;
    return start + share - part->cursor;
}

static void access_together(Part *part, Access *accesses, int count)
{
    Program *program = &part->program;
    for (int i = 0; i < count; i++) {
        accesses[i].buffer = random_buffer(program, room(part) / 2);
        accesses[i].offset = part->cursor;
        part->cursor += accesses[i].buffer.etypes;
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

static void access_step(Part *part)
{
    Program *program = &part->program;
    Random *common = &program->common;
    Access accesses[MOST_AT_ONCE] = {0};
    int count = (int)between(common, 1, MOST_AT_ONCE), collective = chance(common, 60);
    for (int i = 0; i < count; i++) {
        accesses[i].write = part->write;
        accesses[i].pointer = part->pointer;
        accesses[i].collective = collective;
        accesses[i].style = (Style)between(common, BLOCKING, collective ? SPLIT : NONBLOCKING);
    }
    if (part->pointer != SHARED) {
        access_together(part, accesses, count);
        return;
    }
    if (collective) {
        if (accesses[0].style == NONBLOCKING) /* there is none that is ordered */
            accesses[0].style = SPLIT;
        access_together(part, accesses, 1);
        return;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    for (int turn = 0; turn < program->ranks; turn++) {
        if (turn == program->rank)
            access_together(part, accesses, 1);
        MPI_Barrier(MPI_COMM_WORLD);
    }
}

/* All that this view's accesses may have touched lies before the new base. */
static void end_view(Part *part)
{
    Program *program = &part->program;
    MPI_Offset etypes = program->window, byte = 0, position = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    if (part->pointer == SHARED) {
        int result = MPI_File_get_position_shared(program->file, &position);
        note(program, "shared position", result, position);
        etypes = position;
    }
    MPI_File_get_byte_offset(program->file, etypes, &byte);
    part->base = largest_offset(byte + extent_of(program->filetype));
    MPI_Barrier(MPI_COMM_WORLD);
}

static void look_at_the_end(Part *part)
{
    Program *program = &part->program;
    MPI_Offset seen = -1;
    begin_step(program);
    int result = MPI_File_get_size(program->file, &seen);
    note(program, "size", result, seen);
    result = MPI_File_seek(program->file, -between(&program->own, 0, 3), MPI_SEEK_END);
    note(program, "seek from end", result, 0);
    result = MPI_File_get_position(program->file, &seen);
    note(program, "position", result, seen);
    result = MPI_File_seek(program->file, part->cursor, MPI_SEEK_SET);
}

/* Ordered reads, until no rank gets any data. */
static void read_the_rest(Part *part)
{
    Program *program = &part->program;
    char bytes[3000];
    int got = 1, most = 1, result;
    begin_step(program);
    result = MPI_File_set_view(program->file, part->base, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
    note(program, "view of the rest", result, part->base);
    while (most > 0) {
        MPI_Status status;
        memset(bytes, 1, sizeof bytes);
        result = MPI_File_read_ordered(program->file, bytes, (int)between(&program->own, 1, sizeof bytes), MPI_BYTE, &status);
        MPI_Get_count(&status, MPI_BYTE, &got);
        if (result != MPI_SUCCESS)
            got = 0;
        note(program, "the rest", result, got);
        note(program, "digest", result, (long long)(digest_of(bytes, sizeof bytes) >> 1));
        MPI_Allreduce(&got, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    }
}

static void open_file(Part *part)
{
    Program *program = &part->program;
    MPI_Info info;
    MPI_Info_create(&info);
    const char *windows[] = {"4096", "65536", "1048576", "67108864"};
    MPI_Info_set(info, "seaway_mxn_window", windows[between(&program->common, 0, 3)]);
    int mode = part->write ? MPI_MODE_CREATE | MPI_MODE_WRONLY : MPI_MODE_RDONLY;
    int result = MPI_File_open(MPI_COMM_WORLD, program->name, mode, info, &program->file);
    MPI_Info_free(&info);
    note(program, "open", result, 0);
    if (result != MPI_SUCCESS) {
        fprintf(stderr, "seed %ld: cannot open %s\n", program->seed, program->name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
}

static void run(Part *part, const char *name, long seed)
{
    Program *program = &part->program;
    program->seed = seed;
    program->step = 0;
    program->common.state = mixed((uint64_t)seed * 2 + (uint64_t)part->write);
    snprintf(program->name, sizeof program->name, "%s-%ld", name, seed);
    part->wild = !part->write && chance(&program->common, 25);
    part->base = 0;
    open_file(part);
    for (long views = between(&program->common, 1, 4); views > 0; views--) {
        set_view(part);
        for (long steps = between(&program->common, 1, 6); steps > 0; steps--) {
            begin_step(program);
            access_step(part);
            if (part->wild && chance(&program->common, 30))
                look_at_the_end(part);
            if (part->write && chance(&program->common, 10))
                note(program, "sync", MPI_File_sync(program->file), 0);
        }
        end_view(part);
    }
    if (!part->write && !part->wild)
        read_the_rest(part);
    note(program, "close", MPI_File_close(&program->file), 0);
    fflush(program->log);
}

int main(int argc, char **argv)
{
    Part part = {.program = {.filetype = MPI_DATATYPE_NULL}};
    Program *program = &part.program;
    char log_name[600];
    MPI_Init(&argc, &argv);
    if (argc != 6) {
        fprintf(stderr, "usage: pair write|read NAME LOGS FIRST_SEED COUNT\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    part.write = strcmp(argv[1], "write") == 0;
    everything = 1;
    MPI_Comm_rank(MPI_COMM_WORLD, &program->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &program->ranks);
    snprintf(log_name, sizeof log_name, "%s/%s.%d", argv[3], argv[1], program->rank);
    program->log = fopen(log_name, "a");
    if (!program->log) {
        fprintf(stderr, "cannot write %s\n", log_name);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    setvbuf(program->log, NULL, _IOLBF, 0); /* so that a log tells where a run broke off */
    MPI_Type_dup(MPI_BYTE, &program->etype);
    long first = atol(argv[4]), count = atol(argv[5]);
    for (long seed = first; seed < first + count; seed++)
        run(&part, argv[2], seed);
    fclose(program->log);
    MPI_Type_free(&program->etype);
    if (program->filetype != MPI_DATATYPE_NULL)
        MPI_Type_free(&program->filetype);
    MPI_Finalize();
    return 0;
}

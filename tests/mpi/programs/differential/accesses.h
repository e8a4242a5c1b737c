/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* One data access of any kind: started, finished and written into the log. */
#ifndef ACCESSES_H
#define ACCESSES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "datatypes.h"

typedef struct {
    long seed;
    int rank, ranks;
    Random common; /* gives all ranks the same numbers */
    Random own;
    FILE *log;
    long step;
    MPI_File file;
    char name[512];
    MPI_Datatype etype, filetype;
    int etype_size;
    long window;     /* etypes of the view that accesses stay within */
    int common_view; /* all ranks see the same bytes, instead of disjoint ones */
    int wrote;       /* since the last synchronisation */
} Program;

typedef struct {
    char *memory;
    size_t length;
    char *address; /* what MPI is given; not the beginning of memory if a type begins before or behind it */
    MPI_Datatype type;
    int count;
    long etypes;
} Buffer;

typedef enum { BLOCKING, NONBLOCKING, SPLIT } Style;
typedef enum { EXPLICIT, INDIVIDUAL, SHARED } Pointer;

typedef struct {
    int write, collective;
    Style style;
    Pointer pointer;
    MPI_Offset offset;
    Buffer buffer;
    MPI_Request request;
    MPI_Status status;
    int result;
} Access;

static int class_of(int code)
{
    int class = MPI_SUCCESS;
    if (code != MPI_SUCCESS)
        MPI_Error_class(code, &class);
    return class;
}

/* A word instead of a number: error classes have other numbers under other MPIs. The text goes where it is not
 * compared. */
static const char *outcome(int code)
{
    int class = class_of(code), length;
    char text[MPI_MAX_ERROR_STRING];
    if (class == MPI_SUCCESS) return "ok";
    MPI_Error_string(code, text, &length);
    fprintf(stderr, "%s\n", text);
    if (class == MPI_ERR_ARG) return "argument";
    if (class == MPI_ERR_IO) return "io";
    if (class == MPI_ERR_FILE) return "file";
    if (class == MPI_ERR_UNSUPPORTED_OPERATION) return "unsupported-operation";
    if (class == MPI_ERR_UNSUPPORTED_DATAREP) return "unsupported-datarep";
    return "other-error";
}

/* A buffer of at most `most` etypes, of a random memory type; reads get theirs filled as well, so that bytes which
 * they must leave alone are seen in the digest. */
static Buffer random_buffer(Program *program, long most)
{
    Random *random = &program->own;
    Buffer buffer = {.type = MPI_DATATYPE_NULL};
    if (chance(random, 60))
        buffer.type = memory_type(random, program->etype, (int)between(random, 1, 3), 16384);
    if (buffer.type != MPI_DATATYPE_NULL && size_of(buffer.type) / program->etype_size > most)
        MPI_Type_free(&buffer.type);
    if (buffer.type == MPI_DATATYPE_NULL)
        MPI_Type_dup(program->etype, &buffer.type);
    MPI_Type_commit(&buffer.type);
    long each = size_of(buffer.type) / program->etype_size;
    buffer.count = (int)between(random, 0, most / each);
    if (buffer.count == 0 && chance(random, 80))
        buffer.count = (int)(most / each);
    buffer.etypes = buffer.count * each;
    MPI_Aint lower, extent, true_lower, true_extent;
    MPI_Type_get_extent(buffer.type, &lower, &extent);
    MPI_Type_get_true_extent(buffer.type, &true_lower, &true_extent);
    MPI_Aint margin = 32, span = true_extent + (buffer.count > 0 ? (buffer.count - 1) * extent : 0);
    buffer.length = (size_t)(span + 2 * margin);
    buffer.memory = malloc(buffer.length);
    buffer.address = buffer.memory + margin - true_lower;
    fill(buffer.memory, buffer.length, next(random));
    return buffer;
}

static int start_explicit(MPI_File file, Access *access)
{
    Buffer *b = &access->buffer;
    MPI_Offset at = access->offset;
    if (access->write && access->collective)
        switch (access->style) {
        case BLOCKING: return MPI_File_write_at_all(file, at, b->address, b->count, b->type, &access->status);
        case NONBLOCKING: return MPI_File_iwrite_at_all(file, at, b->address, b->count, b->type, &access->request);
        case SPLIT: return MPI_File_write_at_all_begin(file, at, b->address, b->count, b->type);
        }
    if (access->collective)
        switch (access->style) {
        case BLOCKING: return MPI_File_read_at_all(file, at, b->address, b->count, b->type, &access->status);
        case NONBLOCKING: return MPI_File_iread_at_all(file, at, b->address, b->count, b->type, &access->request);
        case SPLIT: return MPI_File_read_at_all_begin(file, at, b->address, b->count, b->type);
        }
    if (access->write)
        return access->style == BLOCKING
            ? MPI_File_write_at(file, at, b->address, b->count, b->type, &access->status)
            : MPI_File_iwrite_at(file, at, b->address, b->count, b->type, &access->request);
    return access->style == BLOCKING
        ? MPI_File_read_at(file, at, b->address, b->count, b->type, &access->status)
        : MPI_File_iread_at(file, at, b->address, b->count, b->type, &access->request);
}

static int start_individual(MPI_File file, Access *access)
{
    Buffer *b = &access->buffer;
    if (access->write && access->collective)
        switch (access->style) {
        case BLOCKING: return MPI_File_write_all(file, b->address, b->count, b->type, &access->status);
        case NONBLOCKING: return MPI_File_iwrite_all(file, b->address, b->count, b->type, &access->request);
        case SPLIT: return MPI_File_write_all_begin(file, b->address, b->count, b->type);
        }
    if (access->collective)
        switch (access->style) {
        case BLOCKING: return MPI_File_read_all(file, b->address, b->count, b->type, &access->status);
        case NONBLOCKING: return MPI_File_iread_all(file, b->address, b->count, b->type, &access->request);
        case SPLIT: return MPI_File_read_all_begin(file, b->address, b->count, b->type);
        }
    if (access->write)
        return access->style == BLOCKING
            ? MPI_File_write(file, b->address, b->count, b->type, &access->status)
            : MPI_File_iwrite(file, b->address, b->count, b->type, &access->request);
    return access->style == BLOCKING
        ? MPI_File_read(file, b->address, b->count, b->type, &access->status)
        : MPI_File_iread(file, b->address, b->count, b->type, &access->request);
}

/* Collective accesses by the shared pointer are the ordered ones; they have no nonblocking form. */
static int start_shared(MPI_File file, Access *access)
{
    Buffer *b = &access->buffer;
    if (access->write && access->collective)
        return access->style == SPLIT
            ? MPI_File_write_ordered_begin(file, b->address, b->count, b->type)
            : MPI_File_write_ordered(file, b->address, b->count, b->type, &access->status);
    if (access->collective)
        return access->style == SPLIT
            ? MPI_File_read_ordered_begin(file, b->address, b->count, b->type)
            : MPI_File_read_ordered(file, b->address, b->count, b->type, &access->status);
    if (access->write)
        return access->style == BLOCKING
            ? MPI_File_write_shared(file, b->address, b->count, b->type, &access->status)
            : MPI_File_iwrite_shared(file, b->address, b->count, b->type, &access->request);
    return access->style == BLOCKING
        ? MPI_File_read_shared(file, b->address, b->count, b->type, &access->status)
        : MPI_File_iread_shared(file, b->address, b->count, b->type, &access->request);
}

static void start(Program *program, Access *access)
{
    access->request = MPI_REQUEST_NULL;
    memset(&access->status, 0, sizeof access->status);
    switch (access->pointer) {
    case EXPLICIT: access->result = start_explicit(program->file, access); break;
    case INDIVIDUAL: access->result = start_individual(program->file, access); break;
    case SHARED: access->result = start_shared(program->file, access); break;
    }
}

static int end_split(MPI_File file, Access *access)
{
    char *address = access->buffer.address;
    MPI_Status *status = &access->status;
    switch (access->pointer) {
    case EXPLICIT:
        return access->write ? MPI_File_write_at_all_end(file, address, status)
                             : MPI_File_read_at_all_end(file, address, status);
    case INDIVIDUAL:
        return access->write ? MPI_File_write_all_end(file, address, status)
                             : MPI_File_read_all_end(file, address, status);
    default:
        return access->write ? MPI_File_write_ordered_end(file, address, status)
                             : MPI_File_read_ordered_end(file, address, status);
    }
}

static void finish(Program *program, Access *access)
{
    if (access->style == SPLIT && access->result == MPI_SUCCESS)
        access->result = end_split(program->file, access);
    if (access->style == NONBLOCKING && access->result == MPI_SUCCESS)
        access->result = MPI_Wait(&access->request, &access->status);
}

static void log_access(Program *program, Access *access)
{
    static const char *const styles[] = {"", "nonblocking ", "split "};
    static const char *const pointers[] = {"explicit", "individual", "shared"};
    Buffer *buffer = &access->buffer;
    int count = 0, elements = 0;
    if (access->result == MPI_SUCCESS) {
        MPI_Get_count(&access->status, buffer->type, &count);
        /* MPICH 4.0 cannot count the elements of some types. */
        MPI_Get_elements(&access->status, everything ? MPI_BYTE : buffer->type, &elements);
    }
    MPI_Offset position = -1;
    if (access->pointer == INDIVIDUAL)
        MPI_File_get_position(program->file, &position);
    fprintf(program->log, "%ld %ld %s%s%s %s, %d elements of %ld etypes, offset %lld = %s, count %d, elements %d, ",
            program->seed, program->step, styles[access->style], access->collective ? "collective " : "",
            access->write ? "write" : "read", pointers[access->pointer], buffer->count,
            buffer->count ? buffer->etypes / buffer->count : 0, (long long)access->offset, outcome(access->result),
            count == MPI_UNDEFINED ? -1 : count, elements);
    fprintf(program->log, "position %lld, memory %016llx\n", (long long)position,
            (unsigned long long)digest_of(buffer->memory, buffer->length));
}

static void release(Access *access)
{
    free(access->buffer.memory);
    MPI_Type_free(&access->buffer.type);
}

/* One log line for an operation other than a data access. */
static void note(Program *program, const char *what, int code, long long value)
{
    fprintf(program->log, "%ld %ld %s = %s, %lld\n", program->seed, program->step, what, outcome(code), value);
}

#endif

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* MPI-IO in the plainest way, byte by byte: what the standard says, to compare others with. A program that includes
 * this has these functions instead of its MPI's. Only what differential.c calls is here. Offsets of bytes in a datatype
 * are found by packing an array of numbers: MPI's own idea of the datatype decides. */
#ifndef MODEL_H
#define MODEL_H

#include <fcntl.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* The bytes of one element of a datatype, in the order of its typemap. */
typedef struct {
    long bytes;
    MPI_Aint extent;
    MPI_Aint *offsets;
} Layout;

typedef struct {
    MPI_Comm comm;
    int descriptor;
    int shared_pointer; /* a file that holds one number */
    MPI_Offset displacement;
    MPI_Datatype etype, filetype;
    char representation[MPI_MAX_DATAREP_STRING];
    Layout view;
    int etype_size;
    int swapped_bytes; /* of one number, if the file has them in the other order; else 1 */
    MPI_Offset position; /* in etypes, as all positions are here */
    MPI_Status split;
} Model;

typedef struct {
    char *address;
    int count;
    MPI_Datatype type;
    int write;
} Transfer;

static Model *model_of(MPI_File file)
{
    return (Model *)file;
}

static Layout layout_of(MPI_Datatype type)
{
    Layout layout;
    MPI_Aint lower, true_lower, true_extent;
    int size;
    MPI_Type_size(type, &size);
    MPI_Type_get_extent(type, &lower, &layout.extent);
    MPI_Type_get_true_extent(type, &true_lower, &true_extent);
    layout.bytes = size;
    layout.offsets = calloc((size_t)size + 1, sizeof *layout.offsets);
    unsigned char *numbers = malloc((size_t)true_extent + 1), *packed = malloc((size_t)size + 1);
    for (int shift = 0; shift < 32; shift += 8) {
        int end = 0;
        for (MPI_Aint i = 0; i < true_extent; i++)
            numbers[i] = (unsigned char)(i >> shift);
        MPI_Pack(numbers - true_lower, 1, type, packed, size, &end, MPI_COMM_SELF);
        for (int i = 0; i < size; i++)
            layout.offsets[i] |= (MPI_Aint)packed[i] << shift;
    }
    for (int i = 0; i < size; i++)
        layout.offsets[i] += true_lower;
    free(numbers);
    free(packed);
    return layout;
}

static MPI_Offset place(const Layout *layout, MPI_Offset byte)
{
    return byte / layout->bytes * layout->extent + layout->offsets[byte % layout->bytes];
}

static MPI_Offset size_of_file(Model *model)
{
    struct stat facts;
    fstat(model->descriptor, &facts);
    return facts.st_size;
}

/* Moves the bytes and says how many there were. */
static MPI_Offset move(Model *model, MPI_Offset first, Transfer *transfer, const Layout *memory)
{
    MPI_Offset total = (MPI_Offset)transfer->count * memory->bytes, moved = 0;
    if (total == 0)
        return 0;
    MPI_Offset last = model->displacement + place(&model->view, first + total - 1), size = size_of_file(model);
    if (transfer->write && size <= last) {
        /* Never shortens the file, whatever others do at the same time. */
        if (pwrite(model->descriptor, transfer->address + place(memory, total - 1), 1, last) != 1)
            abort();
        size = last + 1;
    }
    if (size == 0)
        return 0;
    char *file = mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, MAP_SHARED, model->descriptor, 0);
    while (total > 0 && model->displacement + place(&model->view, first + total - 1) >= size)
        total--;
    total -= total % model->swapped_bytes; /* part of a number cannot be converted */
    for (; moved < total; moved++) {
        MPI_Offset in_file = model->displacement + place(&model->view, first + moved);
        MPI_Offset number = moved / model->swapped_bytes, byte = moved % model->swapped_bytes;
        MPI_Offset swapped = number * model->swapped_bytes + model->swapped_bytes - 1 - byte;
        char *in_memory = transfer->address + place(memory, swapped);
        if (transfer->write)
            file[in_file] = *in_memory;
        else
            *in_memory = file[in_file];
    }
    munmap(file, (size_t)size);
    return moved;
}

/* All numbers in a view of the programs have the same size, and the same one in both representations. */
static int bytes_of_number(MPI_Datatype etype)
{
    MPI_Status status = {0};
    int size, numbers;
    MPI_Type_size(etype, &size);
    MPI_Status_set_elements(&status, MPI_BYTE, size);
    MPI_Get_elements(&status, etype, &numbers);
    return size / numbers;
}

static long etypes_of(Model *model, Transfer *transfer)
{
    int size;
    MPI_Type_size(transfer->type, &size);
    return (long)transfer->count * size / model->etype_size;
}

static int access_at(Model *model, MPI_Offset offset, Transfer transfer, MPI_Status *status)
{
    Layout memory = layout_of(transfer.type);
    MPI_Offset moved = move(model, offset * model->etype_size, &transfer, &memory);
    free(memory.offsets);
    MPI_Status_set_elements_x(status, MPI_BYTE, moved);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

/* Moves the individual pointer behind what was asked for, not behind what was there. */
static int access_individual(Model *model, Transfer transfer, MPI_Status *status)
{
    MPI_Offset offset = model->position;
    model->position += etypes_of(model, &transfer);
    return access_at(model, offset, transfer, status);
}

static MPI_Offset shared_position(Model *model)
{
    MPI_Offset position = 0;
    if (pread(model->shared_pointer, &position, sizeof position, 0) < 0)
        abort();
    return position;
}

static void move_shared(Model *model, MPI_Offset position)
{
    if (pwrite(model->shared_pointer, &position, sizeof position, 0) != sizeof position)
        abort();
}

/* The program lets one rank at a time come here. */
static int access_shared(Model *model, Transfer transfer, MPI_Status *status)
{
    MPI_Offset offset = shared_position(model);
    move_shared(model, offset + etypes_of(model, &transfer));
    return access_at(model, offset, transfer, status);
}

static int access_ordered(Model *model, Transfer transfer, MPI_Status *status)
{
    long mine = etypes_of(model, &transfer), before = 0, all = 0;
    int rank;
    MPI_Comm_rank(model->comm, &rank);
    MPI_Offset offset = shared_position(model);
    MPI_Exscan(&mine, &before, 1, MPI_LONG, MPI_SUM, model->comm);
    MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, model->comm);
    if (rank == 0) {
        before = 0;
        move_shared(model, offset + all);
    }
    MPI_Barrier(model->comm);
    return access_at(model, offset + before, transfer, status);
}

static int query(void *state, MPI_Status *status)
{
    MPI_Count moved;
    MPI_Get_elements_x(state, MPI_BYTE, &moved);
    MPI_Status_set_elements_x(status, MPI_BYTE, moved);
    MPI_Status_set_cancelled(status, 0);
    return MPI_SUCCESS;
}

static int forget(void *state)
{
    free(state);
    return MPI_SUCCESS;
}

static int cancel(void *state, int complete)
{
    (void)state, (void)complete;
    return MPI_SUCCESS;
}

/* A request that has completed already. */
static int completed(MPI_Status *status, MPI_Request *request)
{
    MPI_Status *kept = malloc(sizeof *kept);
    *kept = *status;
    MPI_Grequest_start(query, forget, cancel, kept, request);
    return MPI_Grequest_complete(*request);
}

#define READ(memory) ((Transfer){(char *)(memory), count, type, 0})
#define WRITE(memory) ((Transfer){(char *)(memory), count, type, 1})
#define AT MPI_File file, MPI_Offset offset
#define FROM const void *memory, int count, MPI_Datatype type
#define INTO void *memory, int count, MPI_Datatype type

/* The three styles of one access. */
#define BLOCKING_CALL(name, parameters, direction, carry_out) \
    int MPI_File_##name(parameters, direction, MPI_Status *status) { return carry_out; }
#define NONBLOCKING_CALL(name, parameters, direction, carry_out) \
    int MPI_File_##name(parameters, direction, MPI_Request *request) \
    { \
        MPI_Status own = {0}, *status = &own; \
        carry_out; \
        return completed(status, request); \
    }
#define SPLIT_CALL(name, parameters, direction, end_direction, carry_out) \
    int MPI_File_##name##_begin(parameters, direction) \
    { \
        MPI_Status *status = &model_of(file)->split; \
        memset(status, 0, sizeof *status); \
        return carry_out; \
    } \
    int MPI_File_##name##_end(MPI_File file, end_direction, MPI_Status *status) \
    { \
        (void)memory; \
        return query(&model_of(file)->split, status); \
    }

#define BY_OFFSET(transfer) access_at(model_of(file), offset, transfer, status)
#define BY_POINTER(transfer) access_individual(model_of(file), transfer, status)
#define BY_SHARED_POINTER(transfer) access_shared(model_of(file), transfer, status)
#define BY_ORDER(transfer) access_ordered(model_of(file), transfer, status)

BLOCKING_CALL(read_at, AT, INTO, BY_OFFSET(READ(memory)))
BLOCKING_CALL(write_at, AT, FROM, BY_OFFSET(WRITE(memory)))
BLOCKING_CALL(read_at_all, AT, INTO, BY_OFFSET(READ(memory)))
BLOCKING_CALL(write_at_all, AT, FROM, BY_OFFSET(WRITE(memory)))
NONBLOCKING_CALL(iread_at, AT, INTO, BY_OFFSET(READ(memory)))
NONBLOCKING_CALL(iwrite_at, AT, FROM, BY_OFFSET(WRITE(memory)))
NONBLOCKING_CALL(iread_at_all, AT, INTO, BY_OFFSET(READ(memory)))
NONBLOCKING_CALL(iwrite_at_all, AT, FROM, BY_OFFSET(WRITE(memory)))
SPLIT_CALL(read_at_all, AT, INTO, void *memory, BY_OFFSET(READ(memory)))
SPLIT_CALL(write_at_all, AT, FROM, const void *memory, BY_OFFSET(WRITE(memory)))

BLOCKING_CALL(read, MPI_File file, INTO, BY_POINTER(READ(memory)))
BLOCKING_CALL(write, MPI_File file, FROM, BY_POINTER(WRITE(memory)))
BLOCKING_CALL(read_all, MPI_File file, INTO, BY_POINTER(READ(memory)))
BLOCKING_CALL(write_all, MPI_File file, FROM, BY_POINTER(WRITE(memory)))
NONBLOCKING_CALL(iread, MPI_File file, INTO, BY_POINTER(READ(memory)))
NONBLOCKING_CALL(iwrite, MPI_File file, FROM, BY_POINTER(WRITE(memory)))
NONBLOCKING_CALL(iread_all, MPI_File file, INTO, BY_POINTER(READ(memory)))
NONBLOCKING_CALL(iwrite_all, MPI_File file, FROM, BY_POINTER(WRITE(memory)))
SPLIT_CALL(read_all, MPI_File file, INTO, void *memory, BY_POINTER(READ(memory)))
SPLIT_CALL(write_all, MPI_File file, FROM, const void *memory, BY_POINTER(WRITE(memory)))

BLOCKING_CALL(read_shared, MPI_File file, INTO, BY_SHARED_POINTER(READ(memory)))
BLOCKING_CALL(write_shared, MPI_File file, FROM, BY_SHARED_POINTER(WRITE(memory)))
NONBLOCKING_CALL(iread_shared, MPI_File file, INTO, BY_SHARED_POINTER(READ(memory)))
NONBLOCKING_CALL(iwrite_shared, MPI_File file, FROM, BY_SHARED_POINTER(WRITE(memory)))
BLOCKING_CALL(read_ordered, MPI_File file, INTO, BY_ORDER(READ(memory)))
BLOCKING_CALL(write_ordered, MPI_File file, FROM, BY_ORDER(WRITE(memory)))
SPLIT_CALL(read_ordered, MPI_File file, INTO, void *memory, BY_ORDER(READ(memory)))
SPLIT_CALL(write_ordered, MPI_File file, FROM, const void *memory, BY_ORDER(WRITE(memory)))

int MPI_File_get_position(MPI_File file, MPI_Offset *position)
{
    *position = model_of(file)->position;
    return MPI_SUCCESS;
}

int MPI_File_get_position_shared(MPI_File file, MPI_Offset *position)
{
    *position = shared_position(model_of(file));
    return MPI_SUCCESS;
}

int MPI_File_get_byte_offset(MPI_File file, MPI_Offset offset, MPI_Offset *byte)
{
    Model *model = model_of(file);
    *byte = model->displacement + place(&model->view, offset * model->etype_size);
    return MPI_SUCCESS;
}

/* The first etype of the view that begins behind the last byte of the file. */
static MPI_Offset end_in_view(Model *model)
{
    MPI_Offset end = 0, byte, size = size_of_file(model);
    for (;; end++) {
        byte = model->displacement + place(&model->view, end * model->etype_size);
        if (byte >= size)
            return end;
    }
}

int MPI_File_seek(MPI_File file, MPI_Offset offset, int whence)
{
    Model *model = model_of(file);
    MPI_Offset base = whence == MPI_SEEK_SET ? 0 : whence == MPI_SEEK_CUR ? model->position : end_in_view(model);
    if (base + offset < 0)
        return MPI_ERR_ARG;
    model->position = base + offset;
    return MPI_SUCCESS;
}

int MPI_File_seek_shared(MPI_File file, MPI_Offset offset, int whence)
{
    Model *model = model_of(file);
    int rank;
    if (whence != MPI_SEEK_SET)
        abort();
    MPI_Comm_rank(model->comm, &rank);
    MPI_Barrier(model->comm);
    if (rank == 0)
        move_shared(model, offset);
    return MPI_Barrier(model->comm);
}

int MPI_File_get_size(MPI_File file, MPI_Offset *size)
{
    *size = size_of_file(model_of(file));
    return MPI_SUCCESS;
}

int MPI_File_set_size(MPI_File file, MPI_Offset size)
{
    MPI_Barrier(model_of(file)->comm);
    if (ftruncate(model_of(file)->descriptor, size))
        abort();
    return MPI_Barrier(model_of(file)->comm);
}

int MPI_File_preallocate(MPI_File file, MPI_Offset size)
{
    MPI_Offset old = size_of_file(model_of(file));
    return MPI_File_set_size(file, size > old ? size : old);
}

int MPI_File_set_atomicity(MPI_File file, int atomic)
{
    (void)atomic;
    return MPI_Barrier(model_of(file)->comm);
}

int MPI_File_sync(MPI_File file)
{
    return MPI_Barrier(model_of(file)->comm);
}

int MPI_File_set_view(MPI_File file, MPI_Offset displacement, MPI_Datatype etype, MPI_Datatype filetype,
                      const char *representation, MPI_Info info)
{
    Model *model = model_of(file);
    (void)info;
    MPI_Type_free(&model->etype);
    MPI_Type_free(&model->filetype);
    free(model->view.offsets);
    MPI_Type_dup(etype, &model->etype);
    MPI_Type_dup(filetype, &model->filetype);
    MPI_Type_size(etype, &model->etype_size);
    snprintf(model->representation, sizeof model->representation, "%s", representation);
    model->swapped_bytes = strcmp(representation, "external32") == 0 ? bytes_of_number(etype) : 1;
    model->view = layout_of(filetype);
    model->displacement = displacement;
    model->position = 0;
    return MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
}

int MPI_File_get_view(MPI_File file, MPI_Offset *displacement, MPI_Datatype *etype, MPI_Datatype *filetype,
                      char *representation)
{
    Model *model = model_of(file);
    *displacement = model->displacement;
    strcpy(representation, model->representation);
    MPI_Type_dup(model->etype, etype);
    return MPI_Type_dup(model->filetype, filetype);
}

int MPI_File_open(MPI_Comm comm, const char *name, int mode, MPI_Info info, MPI_File *file)
{
    Model *model = calloc(1, sizeof *model);
    char pointer[600];
    (void)mode, (void)info;
    MPI_Comm_dup(comm, &model->comm);
    snprintf(pointer, sizeof pointer, "%s.pointer", name);
    model->descriptor = open(name, O_RDWR | O_CREAT, 0666);
    model->shared_pointer = open(pointer, O_RDWR | O_CREAT, 0666);
    if (model->descriptor < 0 || model->shared_pointer < 0)
        return MPI_ERR_NO_SUCH_FILE;
    MPI_Type_dup(MPI_BYTE, &model->etype);
    MPI_Type_dup(MPI_BYTE, &model->filetype);
    *file = (MPI_File)model;
    return MPI_File_set_view(*file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL);
}

int MPI_File_close(MPI_File *file)
{
    Model *model = model_of(*file);
    MPI_Barrier(model->comm);
    close(model->descriptor);
    close(model->shared_pointer);
    MPI_Type_free(&model->etype);
    MPI_Type_free(&model->filetype);
    MPI_Comm_free(&model->comm);
    free(model->view.offsets);
    free(model);
    *file = MPI_FILE_NULL;
    return MPI_SUCCESS;
}

#endif

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random views: either one for all ranks, or one for each such that no two name the same byte. */
#ifndef VIEWS_H
#define VIEWS_H

#include "accesses.h"

/* What was written is seen by all ranks afterwards (MPI, "File Consistency": sync, barrier, sync). */
static void synchronise(Program *program)
{
    MPI_File_sync(program->file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(program->file);
    program->wrote = 0;
}

/* What a rank does in a step depends on nothing that it saw in those before. */
static void begin_step(Program *program)
{
    program->step++;
    program->own.state = mixed(mixed((uint64_t)program->seed) + (uint64_t)(program->step * 1000 + program->rank + 1));
}

static void random_etype(Program *program)
{
    Random *random = &program->common;
    MPI_Datatype base = random_base(random);
    MPI_Type_free(&program->etype);
    if (chance(random, 70))
        MPI_Type_dup(base, &program->etype);
    else
        MPI_Type_contiguous((int)between(random, 2, 3), base, &program->etype);
    MPI_Type_commit(&program->etype);
    program->etype_size = size_of(program->etype);
}

static MPI_Aint largest_of_all(MPI_Aint mine)
{
    MPI_Aint largest;
    MPI_Allreduce(&mine, &largest, 1, MPI_AINT, MPI_MAX, MPI_COMM_WORLD);
    return largest;
}

/* Every rank's filetype in its own slot of a tile as wide as all of them. */
static MPI_Offset interleave(Program *program, MPI_Datatype *type)
{
    MPI_Aint slot = largest_of_all(extent_of(*type));
    MPI_Datatype tile;
    MPI_Type_create_resized(*type, 0, slot * program->ranks, &tile);
    MPI_Type_free(type);
    *type = tile;
    return (MPI_Offset)slot * program->rank;
}

/* Every rank's filetype, all its tiles, behind those of the rank before. */
static MPI_Offset behind_each_other(Program *program, MPI_Datatype type, long tiles)
{
    return (MPI_Offset)largest_of_all(extent_of(type) * tiles) * program->rank;
}

/* The ranks' parts of a distributed array; 0 if some rank would have none. */
static int distribute(Program *program, MPI_Datatype *type)
{
    MPI_Datatype part;
    part = random_darray(&program->common, program->etype, program->ranks, program->rank, 24);
    if (largest_of_all(size_of(part) == 0)) {
        MPI_Type_free(&part);
        return 0;
    }
    MPI_Type_free(type);
    *type = part;
    return 1;
}

/* Where the bytes end that the ranks may access. */
static MPI_Offset end_of_window(Program *program)
{
    MPI_Offset end = 0;
    MPI_File_get_byte_offset(program->file, program->window, &end);
    return largest_of_all((MPI_Aint)end + extent_of(program->filetype));
}

/* Makes the file so long that no read reaches its end. */
static void lengthen(Program *program)
{
    MPI_Offset size = 0, end = end_of_window(program);
    synchronise(program);
    MPI_File_get_size(program->file, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    if (size < end)
        MPI_File_set_size(program->file, end);
    synchronise(program);
}

static void set_random_view(Program *program)
{
    Random *common = &program->common;
    begin_step(program);
    random_etype(program);
    program->common_view = chance(common, 35);
    int depth = (int)between(common, 0, 4);
    long tiles = between(common, 1, everything && chance(common, 3) ? 600 : 12);
    MPI_Offset displacement = between(common, 0, 100);
    MPI_Aint largest = chance(common, 15) ? 20000 : 1500;
    MPI_Datatype type =
        nested_type(program->common_view ? common : &program->own, program->etype, depth, largest);
    if (!program->common_view) {
        int kind = (int)between(common, 0, 2);
        if (kind == 0)
            displacement += interleave(program, &type);
        else if (kind == 1 || !distribute(program, &type))
            displacement += behind_each_other(program, type, tiles);
    }
    MPI_Type_commit(&type);
    const char *representation = "native";
    if (everything && chance(common, 30))
        representation = chance(common, 40) ? "internal" : "external32";
    int result = MPI_File_set_view(program->file, displacement, program->etype, type, representation, MPI_INFO_NULL);
    note(program, "set_view", result, displacement);
    if (program->filetype != MPI_DATATYPE_NULL)
        MPI_Type_free(&program->filetype);
    program->window = tiles * (size_of(type) / program->etype_size);
    program->filetype = type;
    if (!everything || chance(common, 50))
        lengthen(program);
}

/* The view in use, as MPI tells it. */
static void note_view(Program *program)
{
    MPI_Offset displacement = -1, position = -1;
    MPI_Datatype etype, filetype;
    char representation[MPI_MAX_DATAREP_STRING] = "";
    int integers, addresses, datatypes, combiner;
    int result = MPI_File_get_view(program->file, &displacement, &etype, &filetype, representation);
    note(program, representation, result, displacement);
    note(program, "filetype's size", result, size_of(filetype));
    note(program, "filetype's extent", result, extent_of(filetype));
    note(program, "etype's extent", result, extent_of(etype));
    MPI_Type_get_envelope(etype, &integers, &addresses, &datatypes, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&etype);
    MPI_Type_get_envelope(filetype, &integers, &addresses, &datatypes, &combiner);
    if (combiner != MPI_COMBINER_NAMED)
        MPI_Type_free(&filetype);
    result = MPI_File_get_position(program->file, &position);
    note(program, "position", result, position);
    MPI_Offset offset = between(&program->own, 0, 3 * program->window), byte = -1;
    result = MPI_File_get_byte_offset(program->file, offset, &byte);
    note(program, "byte offset", result, byte);
}

#endif

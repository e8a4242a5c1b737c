/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Random nested datatypes. Whatever is built here has its lower bound at zero, names bytes in rising order and never
 * twice, also when it is repeated: so it may be a filetype. Memory types may leave that order; see memory_type. */
#ifndef DATATYPES_H
#define DATATYPES_H

#include <mpi.h>

#include "random.h"

enum { MOST_PIECES = 6 };

/* Whether to do also what other implementations are known to fail on. ROMIO overruns buffers whose type begins before
 * their address or has empty blocks, cannot flatten some distributed arrays inside of other types, and counts too much
 * at the end of a file; OMPIO waits for ever for nonblocking reads behind it, and knows only one representation. */
static int everything = 0;

/* What filetypes and memory types are made of. */
static MPI_Datatype random_base(Random *random)
{
    switch (between(random, 0, 6)) {
    case 0: return MPI_BYTE;
    case 1: return MPI_CHAR;
    case 2: return MPI_SHORT;
    case 3: return MPI_FLOAT;
    case 4: return MPI_DOUBLE;
    case 5: return MPI_LONG_LONG;
    default: return MPI_INT;
    }
}

static MPI_Aint extent_of(MPI_Datatype type)
{
    MPI_Aint lower, extent;
    MPI_Type_get_extent(type, &lower, &extent);
    return extent;
}

static int size_of(MPI_Datatype type)
{
    int size;
    MPI_Type_size(type, &size);
    return size;
}

/* Rising displacements of blocks, in units of one block element; some blocks are empty. */
static int random_blocks(Random *random, int *lengths, int *displacements, int constant_length)
{
    int count = (int)between(random, 1, MOST_PIECES);
    int place = (int)between(random, 0, 3);
    for (int i = 0; i < count; i++) {
        lengths[i] = constant_length ? constant_length : (int)between(random, i == 0 || !everything ? 1 : 0, 4);
        displacements[i] = place;
        place += lengths[i] + (int)between(random, 0, 3);
    }
    return count;
}

static void in_bytes(const int *displacements, MPI_Aint *bytes, int count, MPI_Aint unit)
{
    for (int i = 0; i < count; i++)
        bytes[i] = displacements[i] * unit;
}

/* A type's bounds can leave the bytes of its first or last copy outside of [0, extent): this puts them inside. */
static MPI_Datatype bounded(MPI_Datatype type, MPI_Aint unit)
{
    MPI_Aint lower, extent, true_lower, true_extent;
    MPI_Datatype result;
    MPI_Type_get_extent(type, &lower, &extent);
    MPI_Type_get_true_extent(type, &true_lower, &true_extent);
    MPI_Aint end = true_lower + true_extent;
    if (lower + extent > end)
        end = lower + extent;
    end = (end + unit - 1) / unit * unit;
    if (lower == 0 && extent == end)
        return type;
    MPI_Type_create_resized(type, 0, end, &result);
    MPI_Type_free(&type);
    return result;
}

static MPI_Datatype random_structure(Random *random, MPI_Datatype child, MPI_Aint unit)
{
    MPI_Datatype types[3], pair, result;
    int lengths[3];
    MPI_Aint displacements[3], place = between(random, 0, 2) * unit;
    int count = (int)between(random, 1, 3);
    MPI_Type_contiguous(2, child, &pair);
    for (int i = 0; i < count; i++) {
        types[i] = chance(random, 50) ? child : pair;
        lengths[i] = (int)between(random, 1, 3);
        displacements[i] = place;
        place += lengths[i] * extent_of(types[i]) + between(random, 0, 2) * unit;
    }
    MPI_Type_create_struct(count, lengths, displacements, types, &result);
    MPI_Type_free(&pair);
    return result;
}

static MPI_Datatype random_subarray(Random *random, MPI_Datatype child)
{
    int sizes[3], subsizes[3], starts[3];
    int dimensions = (int)between(random, 1, 3);
    MPI_Datatype result;
    for (int i = 0; i < dimensions; i++) {
        sizes[i] = (int)between(random, 1, 5);
        subsizes[i] = (int)between(random, 1, sizes[i]);
        starts[i] = (int)between(random, 0, sizes[i] - subsizes[i]);
    }
    int order = chance(random, 50) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    MPI_Type_create_subarray(dimensions, sizes, subsizes, starts, order, child, &result);
    return result;
}

/* The part of a distributed array that process `rank` of `ranks` has. All choices come from `random`: given the same
 * numbers, the parts of all processes are disjoint and have the same extent. */
static MPI_Datatype random_darray(Random *random, MPI_Datatype child, int ranks, int rank, int longest)
{
    int sizes[2], distributions[2], arguments[2], processes[2];
    int dimensions = (int)between(random, 1, 2);
    MPI_Datatype result;
    processes[0] = chance(random, 50) || dimensions == 1 ? ranks : 1;
    processes[1] = ranks / processes[0];
    for (int i = 0; i < dimensions; i++) {
        sizes[i] = (int)between(random, processes[i], processes[i] + longest);
        distributions[i] = chance(random, 50) ? MPI_DISTRIBUTE_BLOCK : MPI_DISTRIBUTE_CYCLIC;
        arguments[i] = MPI_DISTRIBUTE_DFLT_DARG;
        if (distributions[i] == MPI_DISTRIBUTE_CYCLIC && chance(random, 50))
            arguments[i] = (int)between(random, 1, (sizes[i] + processes[i] - 1) / processes[i]);
    }
    int order = chance(random, 50) ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
    MPI_Type_create_darray(ranks, rank, dimensions, sizes, distributions, arguments, processes, order, child, &result);
    return result;
}

static MPI_Datatype one_constructor(Random *random, MPI_Datatype child, MPI_Aint unit)
{
    int lengths[MOST_PIECES], displacements[MOST_PIECES];
    MPI_Aint bytes[MOST_PIECES], extent = extent_of(child);
    MPI_Datatype result;
    int count = (int)between(random, 1, MOST_PIECES), length = (int)between(random, 1, 4);
    switch (between(random, 0, everything ? 11 : 10)) {
    case 0:
        MPI_Type_contiguous(count, child, &result);
        break;
    case 1:
        MPI_Type_vector(count, length, length + (int)between(random, 0, 4), child, &result);
        break;
    case 2:
        MPI_Type_create_hvector(count, length, length * extent + between(random, 0, 4) * unit, child, &result);
        break;
    case 3:
        count = random_blocks(random, lengths, displacements, 0);
        MPI_Type_indexed(count, lengths, displacements, child, &result);
        break;
    case 4:
        count = random_blocks(random, lengths, displacements, 0);
        in_bytes(displacements, bytes, count, extent);
        MPI_Type_create_hindexed(count, lengths, bytes, child, &result);
        break;
    case 5:
        count = random_blocks(random, lengths, displacements, length);
        MPI_Type_create_indexed_block(count, length, displacements, child, &result);
        break;
    case 6:
        count = random_blocks(random, lengths, displacements, length);
        in_bytes(displacements, bytes, count, extent);
        MPI_Type_create_hindexed_block(count, length, bytes, child, &result);
        break;
    case 7:
        return random_structure(random, child, unit);
    case 8:
        return random_subarray(random, child);
    case 9:
        MPI_Type_create_resized(child, 0, extent + between(random, 0, 4) * unit, &result);
        break;
    case 11:
        count = (int)between(random, 1, 4);
        return random_darray(random, child, count, (int)between(random, 0, count - 1), 6);
    default:
        MPI_Type_dup(child, &result);
        break;
    }
    return result;
}

/* A datatype of `depth` constructors or fewer around `element`, no larger than `largest` bytes. Not committed. */
static MPI_Datatype nested_type(Random *random, MPI_Datatype element, int depth, MPI_Aint largest)
{
    MPI_Aint unit = extent_of(element);
    MPI_Datatype type;
    MPI_Type_dup(element, &type);
    for (int level = 0; level < depth; level++) {
        MPI_Datatype larger = bounded(one_constructor(random, type, unit), unit);
        if (extent_of(larger) > largest || size_of(larger) == 0) {
            MPI_Type_free(&larger);
            break;
        }
        MPI_Type_free(&type);
        type = larger;
    }
    return type;
}

/* Memory may be filled in any order, and may begin before the buffer's address. */
static MPI_Datatype memory_type(Random *random, MPI_Datatype element, int depth, MPI_Aint largest)
{
    MPI_Datatype type = nested_type(random, element, depth, largest), result;
    MPI_Aint extent = extent_of(type);
    switch (between(random, everything ? 0 : 1, 5)) {
    case 1: { /* backwards */
        int lengths[2] = {1, 1};
        MPI_Aint places[2] = {extent, 0};
        MPI_Type_create_hindexed(2, lengths, places, type, &result);
        break;
    }
    case 2: { /* a lower bound below zero */
        MPI_Type_create_resized(type, -extent_of(element), extent + extent_of(element), &result);
        break;
    }
    case 0: { /* bytes before the buffer's address */
        MPI_Aint place = -2 * extent;
        MPI_Type_create_hindexed_block(1, 1, &place, type, &result);
        break;
    }
    default:
        return type;
    }
    MPI_Type_free(&type);
    return result;
}

#endif

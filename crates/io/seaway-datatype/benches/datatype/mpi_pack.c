/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Times MPI_Pack and MPI_Unpack of the shapes in shapes.rs. Reads lines "p SHAPE CALLS" or "u SHAPE CALLS" and answers
 * each with the seconds per call, so that samples can be interleaved with those of others. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SHAPES = 9, PACKED_BYTES = 1 << 20 };

struct shape {
    MPI_Datatype type;
    int count;
    int packed_bytes;
    char *memory;
    char *packed;
};

static int below(uint64_t *state, int limit)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (int) ((int64_t) (*state >> 33) % limit);
}

static MPI_Datatype indexed_doubles(void)
{
    uint64_t state = 1;
    int blocks = PACKED_BYTES / 8 / 4, next = 0;
    int *lengths = malloc(blocks * sizeof(int)), *displacements = malloc(blocks * sizeof(int));
    for (int i = 0; i < blocks; i++) {
        lengths[i] = 1 + below(&state, 7);
        displacements[i] = next;
        next += lengths[i] + 1 + below(&state, 7);
    }
    MPI_Datatype type;
    MPI_Type_indexed(blocks, lengths, displacements, MPI_DOUBLE, &type);
    free(lengths);
    free(displacements);
    return type;
}

static MPI_Datatype indexed_block_of_two(void)
{
    uint64_t state = 2;
    int blocks = PACKED_BYTES / 16, next = 0;
    int *displacements = malloc(blocks * sizeof(int));
    for (int i = 0; i < blocks; i++) {
        displacements[i] = next;
        next += 3 + below(&state, 4);
    }
    MPI_Datatype type;
    MPI_Type_create_indexed_block(blocks, 2, displacements, MPI_DOUBLE, &type);
    free(displacements);
    return type;
}

static MPI_Datatype structure(void)
{
    int lengths[] = {1, 2, 3};
    MPI_Aint displacements[] = {0, 8, 24};
    MPI_Datatype types[] = {MPI_INT, MPI_DOUBLE, MPI_CHAR}, type;
    MPI_Type_create_struct(3, lengths, displacements, types, &type);
    return type;
}

static MPI_Datatype box(int sub0, int sub1, int sub2, int start0, int start1, int start2)
{
    int sizes[] = {256, 256, 256}, subsizes[] = {sub0, sub1, sub2}, starts[] = {start0, start1, start2};
    MPI_Datatype type;
    MPI_Type_create_subarray(3, sizes, subsizes, starts, MPI_ORDER_C, MPI_DOUBLE, &type);
    return type;
}

static MPI_Datatype make(int index)
{
    MPI_Datatype type;
    switch (index) {
    case 0: MPI_Type_vector(PACKED_BYTES / 8, 8, 16, MPI_BYTE, &type); return type;
    case 1: MPI_Type_vector(PACKED_BYTES / 64, 64, 128, MPI_BYTE, &type); return type;
    case 2: MPI_Type_vector(PACKED_BYTES / 1024, 1024, 2048, MPI_BYTE, &type); return type;
    case 3: MPI_Type_vector(PACKED_BYTES / 8, 1, 2, MPI_DOUBLE, &type); return type;
    case 4: return indexed_doubles();
    case 5: return indexed_block_of_two();
    case 6: return structure();
    case 7: return box(128, 128, 128, 64, 64, 64);
    default: return box(256, 256, 1, 0, 0, 5);
    }
}

static struct shape prepare(int index)
{
    struct shape shape = {.type = make(index), .count = index == 6 ? PACKED_BYTES / 23 : 1};
    MPI_Aint lower_bound, extent;
    MPI_Type_commit(&shape.type);
    MPI_Type_get_extent(shape.type, &lower_bound, &extent);
    MPI_Pack_size(shape.count, shape.type, MPI_COMM_SELF, &shape.packed_bytes);
    size_t memory_bytes = (size_t) extent * shape.count;
    shape.memory = malloc(memory_bytes);
    shape.packed = malloc(shape.packed_bytes);
    memset(shape.memory, 1, memory_bytes);
    memset(shape.packed, 1, shape.packed_bytes);
    return shape;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}

int main(int argc, char **argv)
{
    struct shape shapes[SHAPES];
    int prepared[SHAPES] = {0};
    char direction;
    int index, calls;
    MPI_Init(&argc, &argv);
    while (scanf(" %c %d %d", &direction, &index, &calls) == 3 && index >= 0 && index < SHAPES) {
        if (!prepared[index])
            shapes[index] = prepare(index);
        prepared[index] = 1;
        struct shape shape = shapes[index];
        double start = now();
        for (int call = -1; call < calls; call++) {
            int position = 0;
            /* The first call fetches the data back into the caches, which the previous process has filled. */
            if (call == 0)
                start = now();
            if (direction == 'p')
                MPI_Pack(shape.memory, shape.count, shape.type, shape.packed, shape.packed_bytes, &position,
                         MPI_COMM_SELF);
            else
                MPI_Unpack(shape.packed, shape.packed_bytes, &position, shape.memory, shape.count, shape.type,
                           MPI_COMM_SELF);
        }
        printf("%.9e\n", (now() - start) / calls);
        fflush(stdout);
    }
    MPI_Finalize();
    return 0;
}

/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Datasets of parallel HDF5: contiguous, chunked, compressed and growing; collective and independent; whole rows,
 * strided, blocks, points and columns, from memory with and without a frame; each read back and checked.
 *
 * datasets FILE: what is written depends on nothing but the number of ranks. Times are not kept, so that files of two
 * runs can be compared. */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 8, COLUMNS = 12 };

static int rank, ranks;
static hid_t file, collective, independent, link_chunk, multi_chunk;

#define TRY(call) try((hid_t)(call), #call, __LINE__)

static hid_t try(hid_t result, const char *call, int line)
{
    if (result >= 0)
        return result;
    fprintf(stderr, "rank %d, line %d: %s failed\n", rank, line, call);
    MPI_Abort(MPI_COMM_WORLD, 1);
    return result;
}

static void expect(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "rank %d: %s: not what was written\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static int value(int salt, long row, long column)
{
    return (int)(salt * 100000 + row * 100 + column);
}

/* Elements that are not written get the fill value, instead of stale bytes. */
static hid_t creation(void)
{
    hid_t list = TRY(H5Pcreate(H5P_DATASET_CREATE));
    TRY(H5Pset_obj_track_times(list, 0));
    TRY(H5Pset_fill_time(list, H5D_FILL_TIME_ALLOC));
    return list;
}

static hid_t transfer(H5FD_mpio_xfer_t mode)
{
    hid_t list = TRY(H5Pcreate(H5P_DATASET_XFER));
    TRY(H5Pset_dxpl_mpio(list, mode));
    return list;
}

/* A matrix with ROWS rows per rank. */
static hid_t matrix_space(void)
{
    hsize_t size[2] = {(hsize_t)ranks * ROWS, COLUMNS};
    return TRY(H5Screate_simple(2, size, NULL));
}

static hid_t matrix(const char *name, hid_t list)
{
    hid_t space = matrix_space();
    hid_t dataset = TRY(H5Dcreate2(file, name, H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT));
    TRY(H5Sclose(space));
    TRY(H5Pclose(list));
    return dataset;
}

/* Writes the selected elements, numbered by their place in the matrix, and reads them back both ways. */
static void write_and_read(hid_t dataset, hid_t selected, int salt, hid_t how, const char *what)
{
    hssize_t count = H5Sget_select_npoints(selected);
    hsize_t length = count > 0 ? (hsize_t)count : 1;
    int *values = malloc(length * sizeof *values), *seen = malloc(length * sizeof *seen);
    hid_t memory = TRY(H5Screate_simple(1, &length, NULL));
    if (count == 0)
        TRY(H5Sselect_none(memory));
    for (hssize_t i = 0; i < count; i++)
        values[i] = salt * 1000000 + rank * 10000 + (int)i;
    TRY(H5Dwrite(dataset, H5T_NATIVE_INT, memory, selected, how, values));
    hid_t ways[] = {how, independent, collective};
    for (int way = 0; way < 3; way++) {
        memset(seen, 0, length * sizeof *seen);
        TRY(H5Dread(dataset, H5T_NATIVE_INT, memory, selected, ways[way], seen));
        expect(memcmp(values, seen, (size_t)count * sizeof *seen) == 0, what);
    }
    TRY(H5Sclose(memory));
    free(values);
    free(seen);
}

/* My rows; my rows between those of others; blocks of columns; single elements; nothing on the last rank. */
static hid_t selection(int kind)
{
    hid_t space = matrix_space();
    hsize_t rows = (hsize_t)ranks * ROWS, first = (hsize_t)rank * ROWS;
    if (kind == 0) {
        hsize_t start[2] = {first, 0}, count[2] = {ROWS, COLUMNS};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    } else if (kind == 1) {
        hsize_t start[2] = {(hsize_t)rank, 1}, stride[2] = {(hsize_t)ranks, 2}, count[2] = {ROWS, COLUMNS / 2};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL));
    } else if (kind == 2) {
        hsize_t start[2] = {first, 0}, stride[2] = {4, 6}, count[2] = {2, 2}, block[2] = {3, 4};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, block));
    } else if (kind == 3) {
        hsize_t points[6][2];
        for (hsize_t i = 0; i < 6; i++) {
            points[i][0] = first + (5 * i + 3) % ROWS;
            points[i][1] = (7 * i + 1) % COLUMNS;
        }
        TRY(H5Sselect_elements(space, H5S_SELECT_SET, 6, &points[0][0]));
    } else if (kind == 4) {
        hsize_t start[2] = {0, (hsize_t)rank}, stride[2] = {1, (hsize_t)ranks};
        hsize_t count[2] = {rows, (hsize_t)((COLUMNS - rank + ranks - 1) / ranks)};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, stride, count, NULL));
    } else if (rank == ranks - 1) {
        TRY(H5Sselect_none(space));
    } else {
        hsize_t start[2] = {first, 0}, count[2] = {ROWS, COLUMNS};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
        hsize_t corner[2] = {first, 0}, one[2] = {2, 2};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_NOTB, corner, NULL, one, NULL));
    }
    return space;
}

static const char *const selections[] = {"rows", "strided", "blocks", "points", "columns", "most"};

static void matrices(const char *layout, hid_t (*list)(void), hid_t how, const char *way)
{
    for (int kind = 0; kind < 6; kind++) {
        char name[64];
        snprintf(name, sizeof name, "%s %s %s", layout, way, selections[kind]);
        hid_t dataset = matrix(name, list()), selected = selection(kind);
        write_and_read(dataset, selected, kind + 1, how, name);
        TRY(H5Sclose(selected));
        TRY(H5Dclose(dataset));
    }
}

static hid_t chunked(void)
{
    hsize_t chunk[2] = {3, 5};
    hid_t list = creation();
    TRY(H5Pset_chunk(list, 2, chunk));
    TRY(H5Pset_fill_value(list, H5T_NATIVE_INT, (int[]){-1}));
    return list;
}

/* Memory has a frame around the values; the file has doubles. */
static void framed(void)
{
    int values[ROWS + 2][COLUMNS + 2], seen[ROWS + 2][COLUMNS + 2];
    hsize_t size[2] = {ROWS + 2, COLUMNS + 2}, start[2] = {1, 1}, count[2] = {ROWS, COLUMNS};
    hid_t memory = TRY(H5Screate_simple(2, size, NULL)), list = creation(), space = matrix_space();
    hid_t dataset = TRY(H5Dcreate2(file, "framed", H5T_IEEE_F64BE, space, H5P_DEFAULT, list, H5P_DEFAULT));
    hid_t selected = selection(0);
    TRY(H5Sselect_hyperslab(memory, H5S_SELECT_SET, start, NULL, count, NULL));
    memset(seen, 0, sizeof seen);
    memset(values, 0, sizeof values);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            values[i + 1][j + 1] = value(9, rank * ROWS + i, j);
    TRY(H5Dwrite(dataset, H5T_NATIVE_INT, memory, selected, collective, values));
    TRY(H5Dread(dataset, H5T_NATIVE_INT, memory, selected, collective, seen));
    expect(memcmp(values, seen, sizeof seen) == 0, "framed");
    TRY(H5Sclose(memory) | H5Sclose(selected) | H5Sclose(space));
    TRY(H5Dclose(dataset) | H5Pclose(list));
}

/* A dataset that grows by the rows of all ranks at a time. */
static void growing(void)
{
    hsize_t size[2] = {0, COLUMNS}, most[2] = {H5S_UNLIMITED, COLUMNS}, chunk[2] = {ROWS, COLUMNS};
    hid_t list = creation(), space = TRY(H5Screate_simple(2, size, most));
    TRY(H5Pset_chunk(list, 2, chunk));
    hid_t dataset = TRY(H5Dcreate2(file, "growing", H5T_NATIVE_INT, space, H5P_DEFAULT, list, H5P_DEFAULT));
    TRY(H5Sclose(space));
    for (hsize_t step = 0; step < 3; step++) {
        size[0] = (step + 1) * (hsize_t)ranks * ROWS;
        TRY(H5Dset_extent(dataset, size));
        space = TRY(H5Dget_space(dataset));
        hsize_t start[2] = {(step * (hsize_t)ranks + (hsize_t)rank) * ROWS, 0}, count[2] = {ROWS, COLUMNS};
        TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
        write_and_read(dataset, space, 20 + (int)step, collective, "growing");
        TRY(H5Sclose(space));
    }
    TRY(H5Dclose(dataset) | H5Pclose(list));
}

/* Filters work by collective transfers only. */
static void compressed(void)
{
    if (H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0)
        return;
    hsize_t chunk[2] = {ROWS / 2, COLUMNS};
    hid_t list = creation(), selected = selection(0);
    TRY(H5Pset_chunk(list, 2, chunk));
    TRY(H5Pset_deflate(list, 6));
    hid_t dataset = matrix("compressed", list);
    write_and_read(dataset, selected, 30, collective, "compressed");
    TRY(H5Sclose(selected) | H5Dclose(dataset));
}

typedef struct {
    int number;
    double fraction;
    char text[8];
} Record;

static void records_and_attributes(void)
{
    hsize_t all = (hsize_t)ranks * 5, start = (hsize_t)rank * 5, five = 5, three = 3;
    Record records[5], seen[5];
    hid_t text = TRY(H5Tcopy(H5T_C_S1)), type, group, list = TRY(H5Pcreate(H5P_GROUP_CREATE));
    TRY(H5Tset_size(text, 8));
    type = TRY(H5Tcreate(H5T_COMPOUND, sizeof(Record)));
    TRY(H5Tinsert(type, "number", HOFFSET(Record, number), H5T_NATIVE_INT));
    TRY(H5Tinsert(type, "fraction", HOFFSET(Record, fraction), H5T_NATIVE_DOUBLE));
    TRY(H5Tinsert(type, "text", HOFFSET(Record, text), text));
    TRY(H5Pset_obj_track_times(list, 0));
    group = TRY(H5Gcreate2(file, "group", H5P_DEFAULT, list, H5P_DEFAULT));
    TRY(H5Pclose(list));
    hid_t space = TRY(H5Screate_simple(1, &all, NULL)), memory = TRY(H5Screate_simple(1, &five, NULL));
    list = creation();
    hid_t packed = TRY(H5Tcopy(type));
    TRY(H5Tpack(packed));
    hid_t dataset = TRY(H5Dcreate2(group, "records", packed, space, H5P_DEFAULT, list, H5P_DEFAULT));
    memset(records, 0, sizeof records);
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < 5; i++) {
        records[i].number = rank * 5 + i;
        records[i].fraction = records[i].number / 4.0;
        snprintf(records[i].text, sizeof records[i].text, "no %d", records[i].number);
    }
    TRY(H5Sselect_hyperslab(space, H5S_SELECT_SET, &start, NULL, &five, NULL));
    TRY(H5Dwrite(dataset, type, memory, space, collective, records));
    TRY(H5Dread(dataset, type, memory, space, independent, seen));
    expect(memcmp(records, seen, sizeof seen) == 0, "records");
    hid_t numbers = TRY(H5Screate_simple(1, &three, NULL));
    hid_t attribute = TRY(H5Acreate2(dataset, "numbers", H5T_STD_I64BE, numbers, H5P_DEFAULT, H5P_DEFAULT));
    int written[3] = {3, 1, 4}, back[3] = {0};
    TRY(H5Awrite(attribute, H5T_NATIVE_INT, written));
    TRY(H5Aread(attribute, H5T_NATIVE_INT, back));
    expect(memcmp(written, back, sizeof back) == 0, "attribute");
    TRY(H5Aclose(attribute) | H5Dclose(dataset) | H5Gclose(group) | H5Pclose(list) | H5Tclose(packed));
    TRY(H5Sclose(numbers) | H5Sclose(space) | H5Sclose(memory) | H5Tclose(type) | H5Tclose(text));
}

static hid_t access_list(void)
{
    hid_t list = TRY(H5Pcreate(H5P_FILE_ACCESS));
    TRY(H5Pset_fapl_mpio(list, MPI_COMM_WORLD, MPI_INFO_NULL));
    return list;
}

/* As another program would: with metadata read by one rank for all. */
static void read_again(const char *name)
{
    hid_t list = access_list();
    TRY(H5Pset_all_coll_metadata_ops(list, 1));
    file = TRY(H5Fopen(name, H5F_ACC_RDONLY, list));
    hid_t dataset = TRY(H5Dopen2(file, "chunked collective rows", H5P_DEFAULT)), selected = selection(0);
    hsize_t length = ROWS * COLUMNS;
    hid_t memory = TRY(H5Screate_simple(1, &length, NULL));
    int seen[ROWS * COLUMNS];
    TRY(H5Dread(dataset, H5T_NATIVE_INT, memory, selected, collective, seen));
    for (int i = 0; i < ROWS * COLUMNS; i++)
        expect(seen[i] == 1000000 + rank * 10000 + i, "a dataset of a file that was opened again");
    TRY(H5Sclose(selected) | H5Sclose(memory) | H5Dclose(dataset));
    TRY(H5Fclose(file));
    TRY(H5Pclose(list));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 2) {
        fprintf(stderr, "usage: datasets FILE\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    collective = transfer(H5FD_MPIO_COLLECTIVE);
    independent = transfer(H5FD_MPIO_INDEPENDENT);
    link_chunk = transfer(H5FD_MPIO_COLLECTIVE);
    multi_chunk = transfer(H5FD_MPIO_COLLECTIVE);
    TRY(H5Pset_dxpl_mpio_chunk_opt(link_chunk, H5FD_MPIO_CHUNK_ONE_IO));
    TRY(H5Pset_dxpl_mpio_chunk_opt(multi_chunk, H5FD_MPIO_CHUNK_MULTI_IO));
    hid_t list = access_list();
    file = TRY(H5Fcreate(argv[1], H5F_ACC_TRUNC, H5P_DEFAULT, list));
    matrices("contiguous", creation, collective, "collective");
    matrices("contiguous", creation, independent, "independent");
    matrices("chunked", chunked, collective, "collective");
    matrices("chunked", chunked, independent, "independent");
    matrices("chunked", chunked, link_chunk, "at once");
    matrices("chunked", chunked, multi_chunk, "one by one");
    framed();
    growing();
    compressed();
    records_and_attributes();
    TRY(H5Fflush(file, H5F_SCOPE_GLOBAL));
    TRY(H5Fclose(file));
    TRY(H5Pclose(list));
    read_again(argv[1]);
    TRY(H5Pclose(collective) | H5Pclose(independent) | H5Pclose(link_chunk) | H5Pclose(multi_chunk));
    MPI_Finalize();
    return 0;
}

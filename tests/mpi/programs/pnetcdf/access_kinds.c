/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Every kind of put and get that PnetCDF has, each read back and checked.
 *
 * access_kinds FILE FORMAT: FORMAT is 1, 2 or 5. What is written depends on nothing but that and the number of ranks,
 * so that files of two runs can be compared. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROWS = 4, COLUMNS = 6, RECORDS = 3 };

static int rank, ranks, file;

#define CHECK(call) check((call), #call, __LINE__)

static void check(int code, const char *call, int line)
{
    if (code == NC_NOERR)
        return;
    fprintf(stderr, "rank %d, line %d: %s: %s\n", rank, line, call, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}

static void expect(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "rank %d: %s: not what was written\n", rank, what);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

/* What the element at (row, column) of variable `salt` is; rows are numbered over all ranks. */
static int value(int salt, long row, long column)
{
    return (int)(salt * 100000 + row * 100 + column);
}

/* My rows of a variable of (ranks * ROWS) x COLUMNS. */
static void my_rows(int salt, int values[ROWS][COLUMNS])
{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            values[i][j] = value(salt, rank * ROWS + i, j);
}

static void expect_rows(int salt, int values[ROWS][COLUMNS], const char *what)
{
    int expected[ROWS][COLUMNS];
    my_rows(salt, expected);
    expect(memcmp(expected, values, sizeof expected) == 0, what);
}

/* Variables of one kind of access each; a matrix has one row of ranks * ROWS and COLUMNS. */
typedef enum { VAR, VARA, VARS, VARM, VARN, VARD, VAR1, IPUT, BPUT, INDEPENDENT, FILLED, KINDS } Kind;
static const char *const names[] = {"var",  "vara", "vars", "varm",        "varn",  "vard",
                                    "var1", "iput", "bput", "independent", "filled"};
static int variables[KINDS], record_variable, text_variable, double_variable, byte_variable, scalar_variable;

static void define(int format)
{
    int dimensions[3];
    CHECK(ncmpi_def_dim(file, "time", NC_UNLIMITED, &dimensions[0]));
    CHECK(ncmpi_def_dim(file, "row", (MPI_Offset)ranks * ROWS, &dimensions[1]));
    CHECK(ncmpi_def_dim(file, "column", COLUMNS, &dimensions[2]));
    CHECK(ncmpi_put_att_text(file, NC_GLOBAL, "title", 6, "seaway"));
    int numbers[3] = {1, -2, format};
    CHECK(ncmpi_put_att_int(file, NC_GLOBAL, "numbers", NC_INT, 3, numbers));
    for (int kind = 0; kind < KINDS; kind++) {
        CHECK(ncmpi_def_var(file, names[kind], NC_INT, 2, dimensions + 1, &variables[kind]));
        CHECK(ncmpi_def_var_fill(file, variables[kind], 0, NULL));
    }
    CHECK(ncmpi_def_var(file, "record", format == 5 ? NC_INT64 : NC_INT, 3, dimensions, &record_variable));
    CHECK(ncmpi_def_var(file, "text", NC_CHAR, 2, dimensions + 1, &text_variable));
    CHECK(ncmpi_def_var(file, "double", NC_DOUBLE, 2, dimensions + 1, &double_variable));
    CHECK(ncmpi_def_var(file, "byte", format == 5 ? NC_UBYTE : NC_BYTE, 2, dimensions, &byte_variable));
    CHECK(ncmpi_def_var(file, "scalar", NC_SHORT, 0, NULL, &scalar_variable));
    CHECK(ncmpi_put_att_double(file, double_variable, "scale", NC_FLOAT, 1, (double[]){0.5}));
    CHECK(ncmpi_enddef(file));
}

/* Collective: all of a variable by every rank, each the same; a part of it; every second row; a transposed part. */
static void regular(void)
{
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS];
    int *all = malloc(sizeof(int) * (size_t)ranks * ROWS * COLUMNS);
    MPI_Offset start[2] = {rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    for (long i = 0; i < (long)ranks * ROWS * COLUMNS; i++)
        all[i] = value(VAR, i / COLUMNS, i % COLUMNS);
    CHECK(ncmpi_put_var_int_all(file, variables[VAR], all));
    memset(all, 0, sizeof(int) * (size_t)ranks * ROWS * COLUMNS);
    CHECK(ncmpi_get_var_int_all(file, variables[VAR], all));
    memcpy(seen, all + (long)rank * ROWS * COLUMNS, sizeof seen);
    expect_rows(VAR, seen, "get_var");
    free(all);

    my_rows(VARA, values);
    CHECK(ncmpi_put_vara_int_all(file, variables[VARA], start, count, &values[0][0]));
    CHECK(ncmpi_get_vara_int_all(file, variables[VARA], start, count, &seen[0][0]));
    expect_rows(VARA, seen, "get_vara");
}

/* Rank r has rows r, r + ranks, r + 2 ranks ...: every rank's rows lie between those of the others. */
static void strided(void)
{
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS];
    MPI_Offset start[2] = {rank, 0}, count[2] = {ROWS, COLUMNS}, stride[2] = {ranks, 1};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            values[i][j] = value(VARS, rank + i * ranks, j);
    CHECK(ncmpi_put_vars_int_all(file, variables[VARS], start, count, stride, &values[0][0]));
    CHECK(ncmpi_get_vars_int_all(file, variables[VARS], start, count, stride, &seen[0][0]));
    expect(memcmp(values, seen, sizeof seen) == 0, "get_vars");
}

/* Memory holds the transposed matrix. */
static void mapped(void)
{
    int transposed[COLUMNS][ROWS], seen[COLUMNS][ROWS];
    MPI_Offset start[2] = {rank * ROWS, 0}, count[2] = {ROWS, COLUMNS}, map[2] = {1, ROWS};
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            transposed[j][i] = value(VARM, rank * ROWS + i, j);
    CHECK(ncmpi_put_varm_int_all(file, variables[VARM], start, count, NULL, map, &transposed[0][0]));
    CHECK(ncmpi_get_varm_int_all(file, variables[VARM], start, count, NULL, map, &seen[0][0]));
    expect(memcmp(transposed, seen, sizeof seen) == 0, "get_varm");
}

/* Several parts in one call: the columns of my rows, odd ones first. */
static void several_parts(void)
{
    MPI_Offset starts[COLUMNS][2], counts[COLUMNS][2], *start_of[COLUMNS], *count_of[COLUMNS];
    int values[COLUMNS][ROWS], seen[COLUMNS][ROWS];
    for (int part = 0; part < COLUMNS; part++) {
        int column = part < COLUMNS / 2 ? 2 * part + 1 : 2 * (part - COLUMNS / 2);
        start_of[part] = starts[part];
        count_of[part] = counts[part];
        starts[part][0] = rank * ROWS;
        starts[part][1] = column;
        counts[part][0] = ROWS;
        counts[part][1] = 1;
        for (int i = 0; i < ROWS; i++)
            values[part][i] = value(VARN, rank * ROWS + i, column);
    }
    CHECK(ncmpi_put_varn_int_all(file, variables[VARN], COLUMNS, start_of, count_of, &values[0][0]));
    CHECK(ncmpi_get_varn_int_all(file, variables[VARN], COLUMNS, start_of, count_of, &seen[0][0]));
    expect(memcmp(values, seen, sizeof seen) == 0, "get_varn");
}

/* The parts of a variable and of memory as MPI datatypes. */
static void by_datatype(void)
{
    int sizes[2] = {ranks * ROWS, COLUMNS}, part[2] = {ROWS, COLUMNS}, start[2] = {rank * ROWS, 0};
    int framed[ROWS + 2][COLUMNS + 2], seen[ROWS + 2][COLUMNS + 2];
    int frame[2] = {ROWS + 2, COLUMNS + 2}, inside[2] = {1, 1};
    MPI_Datatype in_file, in_memory;
    MPI_Type_create_subarray(2, sizes, part, start, MPI_ORDER_C, MPI_INT, &in_file);
    MPI_Type_commit(&in_file);
    MPI_Type_create_subarray(2, frame, part, inside, MPI_ORDER_C, MPI_INT, &in_memory);
    MPI_Type_commit(&in_memory);
    memset(framed, 0, sizeof framed);
    memset(seen, 0, sizeof seen);
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            framed[i + 1][j + 1] = value(VARD, rank * ROWS + i, j);
    CHECK(ncmpi_put_vard_all(file, variables[VARD], in_file, framed, 1, in_memory));
    CHECK(ncmpi_get_vard_all(file, variables[VARD], in_file, seen, 1, in_memory));
    expect(memcmp(framed, seen, sizeof seen) == 0, "get_vard");
    MPI_Type_free(&in_file);
    MPI_Type_free(&in_memory);
}

/* Every rank its own elements, without the others. */
static void independent(void)
{
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS];
    MPI_Offset start[2] = {rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    CHECK(ncmpi_begin_indep_data(file));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            MPI_Offset index[2] = {rank * ROWS + i, j};
            int one = value(VAR1, rank * ROWS + i, j);
            CHECK(ncmpi_put_var1_int(file, variables[VAR1], index, &one));
            CHECK(ncmpi_get_var1_int(file, variables[VAR1], index, &seen[i][j]));
        }
    expect_rows(VAR1, seen, "get_var1");
    my_rows(INDEPENDENT, values);
    CHECK(ncmpi_put_vara_int(file, variables[INDEPENDENT], start, count, &values[0][0]));
    CHECK(ncmpi_get_vara_int(file, variables[INDEPENDENT], start, count, &seen[0][0]));
    expect_rows(INDEPENDENT, seen, "get_vara, independent");
    if (rank == 0)
        CHECK(ncmpi_put_var_short(file, scalar_variable, (short[]){-77}));
    CHECK(ncmpi_end_indep_data(file));
}

/* One request per row, waited for together, last row first. */
static void nonblocking(void)
{
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS], requests[ROWS], statuses[ROWS];
    my_rows(IPUT, values);
    for (int i = 0; i < ROWS; i++) {
        MPI_Offset start[2] = {rank * ROWS + ROWS - 1 - i, 0}, count[2] = {1, COLUMNS};
        CHECK(ncmpi_iput_vara_int(file, variables[IPUT], start, count, values[ROWS - 1 - i], &requests[i]));
    }
    CHECK(ncmpi_wait_all(file, ROWS, requests, statuses));
    for (int i = 0; i < ROWS; i++)
        CHECK(statuses[i]);
    for (int i = 0; i < ROWS; i++) {
        MPI_Offset start[2] = {rank * ROWS + i, 0}, count[2] = {1, COLUMNS};
        CHECK(ncmpi_iget_vara_int(file, variables[IPUT], start, count, seen[i], &requests[i]));
    }
    CHECK(ncmpi_wait_all(file, ROWS, requests, statuses));
    expect_rows(IPUT, seen, "iget_vara");
}

/* Buffered: the values may be changed as soon as they are handed over. */
static void buffered(void)
{
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS], requests[COLUMNS], statuses[COLUMNS];
    MPI_Offset whole_start[2] = {rank * ROWS, 0}, whole[2] = {ROWS, COLUMNS};
    CHECK(ncmpi_buffer_attach(file, sizeof values));
    for (int j = 0; j < COLUMNS; j++) {
        MPI_Offset start[2] = {rank * ROWS, j}, count[2] = {ROWS, 1};
        int column[ROWS];
        for (int i = 0; i < ROWS; i++)
            column[i] = value(BPUT, rank * ROWS + i, j);
        CHECK(ncmpi_bput_vara_int(file, variables[BPUT], start, count, column, &requests[j]));
        memset(column, 0, sizeof column);
    }
    CHECK(ncmpi_wait_all(file, COLUMNS, requests, statuses));
    CHECK(ncmpi_buffer_detach(file));
    CHECK(ncmpi_get_vara_int_all(file, variables[BPUT], whole_start, whole, &seen[0][0]));
    expect_rows(BPUT, seen, "bput_vara");
}

/* Records of two variables, which lie interleaved in the file; the second time with a gap of one record. */
static void records(void)
{
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS];
    for (int record = 0; record < RECORDS; record++) {
        MPI_Offset number = record == RECORDS - 1 ? record + 1 : record;
        MPI_Offset start[3] = {number, rank * ROWS, 0}, count[3] = {1, ROWS, COLUMNS};
        signed char bytes[ROWS];
        my_rows(record, values);
        memset(bytes, (int)(10 * number + rank), sizeof bytes);
        if (number == RECORDS)
            CHECK(ncmpi_fill_var_rec(file, record_variable, number - 1));
        CHECK(ncmpi_put_vara_int_all(file, record_variable, start, count, &values[0][0]));
        CHECK(ncmpi_put_vara_schar_all(file, byte_variable, start, count, bytes));
        CHECK(ncmpi_get_vara_int_all(file, record_variable, start, count, &seen[0][0]));
        expect_rows(record, seen, "a record");
    }
    MPI_Offset missing[2] = {RECORDS - 1, rank * ROWS}, count[2] = {1, ROWS};
    signed char zeros[ROWS] = {0};
    CHECK(ncmpi_put_vara_schar_all(file, byte_variable, missing, count, zeros));
    MPI_Offset length;
    CHECK(ncmpi_inq_dimlen(file, 0, &length));
    expect(length == RECORDS + 1, "number of records");
}

/* Values are converted to and from the type of the variable. */
static void conversions(void)
{
    MPI_Offset start[2] = {rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    int values[ROWS][COLUMNS], seen[ROWS][COLUMNS];
    char text[ROWS][COLUMNS], text_seen[ROWS][COLUMNS];
    double doubles[ROWS][COLUMNS];
    my_rows(7, values);
    CHECK(ncmpi_put_vara_int_all(file, double_variable, start, count, &values[0][0]));
    CHECK(ncmpi_get_vara_double_all(file, double_variable, start, count, &doubles[0][0]));
    expect(doubles[1][2] == values[1][2], "integers as doubles");
    CHECK(ncmpi_get_vara_int_all(file, double_variable, start, count, &seen[0][0]));
    expect_rows(7, seen, "integers through doubles");
    memset(text, 'a' + rank % 26, sizeof text);
    CHECK(ncmpi_put_vara_text_all(file, text_variable, start, count, &text[0][0]));
    CHECK(ncmpi_get_vara_text_all(file, text_variable, start, count, &text_seen[0][0]));
    expect(memcmp(text, text_seen, sizeof text) == 0, "text");
}

/* Variables added later do not move existing data; elements that are not written get the fill value. */
static void redefine(void)
{
    int dimensions[2], late, seen[ROWS][COLUMNS];
    MPI_Offset start[2] = {rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    CHECK(ncmpi_redef(file));
    CHECK(ncmpi_inq_dimid(file, "row", &dimensions[0]));
    CHECK(ncmpi_inq_dimid(file, "column", &dimensions[1]));
    CHECK(ncmpi_def_var(file, "late", NC_INT, 2, dimensions, &late));
    CHECK(ncmpi_def_var_fill(file, late, 0, (int[]){-5}));
    CHECK(ncmpi_enddef(file));
    CHECK(ncmpi_get_vara_int_all(file, late, start, count, &seen[0][0]));
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++)
            expect(seen[i][j] == -5, "fill value");
    CHECK(ncmpi_get_vara_int_all(file, variables[VARA], start, count, &seen[0][0]));
    expect_rows(VARA, seen, "get_vara after a new variable");
}

/* Another program would open the file and see all of it. */
static void read_again(const char *name)
{
    int seen[ROWS][COLUMNS];
    MPI_Offset start[2] = {rank * ROWS, 0}, count[2] = {ROWS, COLUMNS};
    CHECK(ncmpi_open(MPI_COMM_WORLD, name, NC_NOWRITE, MPI_INFO_NULL, &file));
    Kind kinds[] = {VAR, VARA, VARM, VAR1, IPUT, BPUT, INDEPENDENT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        CHECK(ncmpi_get_vara_int_all(file, variables[kinds[i]], start, count, &seen[0][0]));
        expect_rows(kinds[i], seen, names[kinds[i]]);
    }
    CHECK(ncmpi_close(file));
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3) {
        fprintf(stderr, "usage: access_kinds FILE FORMAT\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    int format = atoi(argv[2]);
    int mode = format == 5 ? NC_64BIT_DATA : format == 2 ? NC_64BIT_OFFSET : 0;
    CHECK(ncmpi_create(MPI_COMM_WORLD, argv[1], NC_CLOBBER | mode, MPI_INFO_NULL, &file));
    CHECK(ncmpi_set_fill(file, NC_FILL, NULL));
    define(format);
    regular();
    strided();
    mapped();
    several_parts();
    by_datatype();
    independent();
    nonblocking();
    buffered();
    records();
    conversions();
    redefine();
    CHECK(ncmpi_sync(file));
    CHECK(ncmpi_close(file));
    read_again(argv[1]);
    MPI_Finalize();
    return 0;
}

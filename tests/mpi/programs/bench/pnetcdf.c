// SPDX-License-Identifier: MIT OR Apache-2.0
// pnetcdf DIRECTORY SECONDS: writes and reads a variable of 256^3 integers with PnetCDF's collective calls.
#include "cube.h"

#include <pnetcdf.h>

static struct cube cube;
static char path[4096];
static MPI_Offset start[3], count[3];

static void check(int code, const char *what) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "rank %d: %s: %s\n", gate_rank, what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, #call)

static void write_file(void) {
    int file, variable, dimensions[3];
    const int mode = NC_CLOBBER | NC_64BIT_DATA;
    CHECK(ncmpi_create(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &file));
    CHECK(ncmpi_def_dim(file, "z", EDGE, &dimensions[0]));
    CHECK(ncmpi_def_dim(file, "y", EDGE, &dimensions[1]));
    CHECK(ncmpi_def_dim(file, "x", EDGE, &dimensions[2]));
    CHECK(ncmpi_def_var(file, "cube", NC_INT, 3, dimensions, &variable));
    CHECK(ncmpi_enddef(file));
    CHECK(ncmpi_put_vara_int_all(file, variable, start, count, cube.data));
    CHECK(ncmpi_close(file));
}

static void read_file(void) {
    int file, variable;
    CHECK(ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &file));
    CHECK(ncmpi_inq_varid(file, "cube", &variable));
    CHECK(ncmpi_get_vara_int_all(file, variable, start, count, cube.back));
    CHECK(ncmpi_close(file));
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    gate_open();
    if (argc != 3) fail("usage: pnetcdf DIRECTORY SECONDS");
    snprintf(path, sizeof path, "%s/cube.nc", argv[1]);
    cube = cube_of_rank();
    for (int axis = 0; axis < 3; axis++) {
        start[axis] = cube.start[axis];
        count[axis] = cube.count[axis];
    }
    cube_measure("pnetcdf", atof(argv[2]), write_file, read_file);
    cube_compare(&cube);
    if (gate_rank == 0) unlink(path);
    MPI_Finalize();
    return 0;
}

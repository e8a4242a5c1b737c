// SPDX-License-Identifier: MIT OR Apache-2.0
// Writes and reads a variable of 256^3 integers with PnetCDF's collective calls, or with its independent ones; see cube.h.
#include "cube.h"

#include <pnetcdf.h>

static void check(int code, const char *what) {
    if (code == NC_NOERR) return;
    fprintf(stderr, "rank %d: %s: %s\n", gate_rank, what, ncmpi_strerror(code));
    MPI_Abort(MPI_COMM_WORLD, 1);
}
#define CHECK(call) check(call, #call)

struct part {
    MPI_Offset start[3], count[3];
};

static struct part part_of(const struct cube *cube) {
    struct part part;
    for (int axis = 0; axis < 3; axis++) {
        part.start[axis] = cube->start[axis];
        part.count[axis] = cube->count[axis];
    }
    return part;
}

static void put(int file, int variable, const struct cube *cube) {
    struct part part = part_of(cube);
    if (!cube->alone) {
        CHECK(ncmpi_put_vara_int_all(file, variable, part.start, part.count, cube->data));
        return;
    }
    CHECK(ncmpi_begin_indep_data(file));
    CHECK(ncmpi_put_vara_int(file, variable, part.start, part.count, cube->data));
    CHECK(ncmpi_end_indep_data(file));
}

static void get(int file, int variable, const struct cube *cube) {
    struct part part = part_of(cube);
    if (!cube->alone) {
        CHECK(ncmpi_get_vara_int_all(file, variable, part.start, part.count, cube->back));
        return;
    }
    CHECK(ncmpi_begin_indep_data(file));
    CHECK(ncmpi_get_vara_int(file, variable, part.start, part.count, cube->back));
    CHECK(ncmpi_end_indep_data(file));
}

static void write_new(const char *path, const struct cube *cube) {
    int file, variable, dimensions[3];
    CHECK(ncmpi_create(MPI_COMM_WORLD, path, NC_CLOBBER | NC_64BIT_DATA, MPI_INFO_NULL, &file));
    CHECK(ncmpi_def_dim(file, "z", cube->edge, &dimensions[0]));
    CHECK(ncmpi_def_dim(file, "y", cube->edge, &dimensions[1]));
    CHECK(ncmpi_def_dim(file, "x", cube->edge, &dimensions[2]));
    CHECK(ncmpi_def_var(file, "cube", NC_INT, 3, dimensions, &variable));
    CHECK(ncmpi_enddef(file));
    put(file, variable, cube);
    CHECK(ncmpi_close(file));
}

static void rewrite(const char *path, const struct cube *cube) {
    int file, variable;
    CHECK(ncmpi_open(MPI_COMM_WORLD, path, NC_WRITE, MPI_INFO_NULL, &file));
    CHECK(ncmpi_inq_varid(file, "cube", &variable));
    put(file, variable, cube);
    CHECK(ncmpi_close(file));
}

static void read_back(const char *path, const struct cube *cube) {
    int file, variable;
    CHECK(ncmpi_open(MPI_COMM_WORLD, path, NC_NOWRITE, MPI_INFO_NULL, &file));
    CHECK(ncmpi_inq_varid(file, "cube", &variable));
    get(file, variable, cube);
    CHECK(ncmpi_close(file));
}

int main(int argc, char **argv) {
    const struct format format = {write_new, rewrite, read_back};
    return cube_main(argc, argv, &format);
}

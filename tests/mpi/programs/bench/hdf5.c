// SPDX-License-Identifier: MIT OR Apache-2.0
// Writes and reads a dataset of 256^3 integers with HDF5's collective transfers; see cube.h.
#include "cube.h"

#include <hdf5.h>

static hid_t check(hid_t result, const char *what) {
    if (result < 0) fail(what);
    return result;
}
#define CHECK(call) check(call, #call)

static hid_t access_by_all(void) {
    hid_t access = CHECK(H5Pcreate(H5P_FILE_ACCESS));
    CHECK(H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL));
    return access;
}

// One transfer of this rank's part between memory and the dataset.
static void transfer(hid_t dataset, const struct cube *cube, int writing) {
    hsize_t start[3], count[3];
    for (int axis = 0; axis < 3; axis++) {
        start[axis] = (hsize_t)cube->start[axis];
        count[axis] = (hsize_t)cube->count[axis];
    }
    hid_t space = CHECK(H5Dget_space(dataset));
    CHECK(H5Sselect_hyperslab(space, H5S_SELECT_SET, start, NULL, count, NULL));
    hid_t memory = CHECK(H5Screate_simple(3, count, NULL));
    hid_t collective = CHECK(H5Pcreate(H5P_DATASET_XFER));
    CHECK(H5Pset_dxpl_mpio(collective, H5FD_MPIO_COLLECTIVE));
    if (writing) CHECK(H5Dwrite(dataset, H5T_NATIVE_INT, memory, space, collective, cube->data));
    else CHECK(H5Dread(dataset, H5T_NATIVE_INT, memory, space, collective, cube->back));
    H5Pclose(collective);
    H5Sclose(memory);
    H5Sclose(space);
}

static void write_new(const char *path, const struct cube *cube) {
    const hsize_t edges[3] = {(hsize_t)cube->edge, (hsize_t)cube->edge, (hsize_t)cube->edge};
    hid_t access = access_by_all();
    hid_t file = CHECK(H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, access));
    hid_t space = CHECK(H5Screate_simple(3, edges, NULL));
    hid_t dataset =
        CHECK(H5Dcreate2(file, "cube", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
    transfer(dataset, cube, 1);
    H5Dclose(dataset);
    H5Sclose(space);
    CHECK(H5Fclose(file));
    H5Pclose(access);
}

static void with_dataset(const char *path, unsigned mode, const struct cube *cube, int writing) {
    hid_t access = access_by_all();
    hid_t file = CHECK(H5Fopen(path, mode, access));
    hid_t dataset = CHECK(H5Dopen2(file, "cube", H5P_DEFAULT));
    transfer(dataset, cube, writing);
    H5Dclose(dataset);
    CHECK(H5Fclose(file));
    H5Pclose(access);
}

static void rewrite(const char *path, const struct cube *cube) { with_dataset(path, H5F_ACC_RDWR, cube, 1); }

static void read_back(const char *path, const struct cube *cube) { with_dataset(path, H5F_ACC_RDONLY, cube, 0); }

int main(int argc, char **argv) {
    const struct format format = {write_new, rewrite, read_back};
    return cube_main(argc, argv, &format);
}

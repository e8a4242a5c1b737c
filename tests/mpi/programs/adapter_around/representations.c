// SPDX-License-Identifier: MIT OR Apache-2.0
// Registers a data representation twice, with functions that take large counts. One rank.
#include <mpi.h>
#include <stdio.h>

static int extent_of(MPI_Datatype type, MPI_Aint *extent, void *extra) {
    (void)type, (void)extra;
    *extent = 4;
    return MPI_SUCCESS;
}
static int register_it(void) {
    return MPI_Register_datarep_c("own", MPI_CONVERSION_FN_NULL_C, MPI_CONVERSION_FN_NULL_C, extent_of, NULL);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int first = register_it(), class = MPI_SUCCESS;
    MPI_Error_class(register_it(), &class);
    printf("%s, %s\n", first == MPI_SUCCESS ? "success" : "error",
           class == MPI_ERR_DUP_DATAREP ? "MPI_ERR_DUP_DATAREP" : "another outcome");
    MPI_Finalize();
    return 0;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
// The part of `handles` that is in C: converts integers from Fortran to C handles, and back.
#include <mpi.h>
#include <stdint.h>
#include <string.h>

int members_in_c(MPI_Fint communicator) {
    int size = -1;
    MPI_Comm_size(MPI_Comm_f2c(communicator), &size);
    return size;
}

// Whether the constants of both languages are the same objects.
int same_world_in_c(MPI_Fint world, MPI_Fint null, MPI_Fint integer, MPI_Fint sum, MPI_Fint info, MPI_Fint request) {
    return (MPI_Comm_f2c(world) == MPI_COMM_WORLD) + 2 * (MPI_Comm_f2c(null) == MPI_COMM_NULL) +
           4 * (MPI_Comm_c2f(MPI_COMM_WORLD) == world) + 8 * (MPI_Type_f2c(integer) != MPI_DATATYPE_NULL) +
           16 * (MPI_Op_f2c(sum) == MPI_SUM) + 32 * (MPI_Info_f2c(info) == MPI_INFO_NULL) +
           64 * (MPI_Request_f2c(request) == MPI_REQUEST_NULL);
}

MPI_Fint duplicate_in_c(MPI_Fint communicator) {
    MPI_Comm copy;
    if (MPI_Comm_dup(MPI_Comm_f2c(communicator), &copy) != MPI_SUCCESS) return -1;
    return MPI_Comm_c2f(copy);
}

MPI_Fint pair_in_c(void) {
    MPI_Datatype type;
    MPI_Type_contiguous(2, MPI_INT, &type);
    MPI_Type_commit(&type);
    return MPI_Type_c2f(type);
}

MPI_Fint start_in_c(int *value, int from) {
    MPI_Request request;
    MPI_Irecv(value, 1, MPI_INT, from, 71, MPI_COMM_WORLD, &request);
    return MPI_Request_c2f(request);
}

// The source, the tag and the count in a status that Fortran filled in.
void status_in_c(MPI_Fint *fortran, int *answers) {
    MPI_Status status;
    MPI_Status_f2c(fortran, &status);
    answers[0] = status.MPI_SOURCE;
    answers[1] = status.MPI_TAG;
    MPI_Get_count(&status, MPI_INT, &answers[2]);
}

void fill_status_in_c(MPI_Fint *fortran) {
    MPI_Status status;
    memset(&status, 0, sizeof status);
    status.MPI_SOURCE = 5;
    status.MPI_TAG = 6;
    MPI_Status_set_elements(&status, MPI_INT, 7);
    MPI_Status_c2f(&status, fortran);
}

int key_of_c(void) {
    int key = -1;
    MPI_Comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    return key;
}

// An attribute that C sets is an address; Fortran sees its number.
void set_attribute_in_c(MPI_Fint communicator, int key, intptr_t value) {
    MPI_Comm_set_attr(MPI_Comm_f2c(communicator), key, (void *)value);
}

// One that Fortran sets is seen by C as the address of the number.
intptr_t attribute_in_c(MPI_Fint communicator, int key) {
    MPI_Aint *value = NULL;
    int flag = 0;
    MPI_Comm_get_attr(MPI_Comm_f2c(communicator), key, &value, &flag);
    return flag ? (intptr_t)*value : -1;
}

! SPDX-License-Identifier: MIT OR Apache-2.0
! Lets one program be compiled for each of MPI's three Fortran interfaces: -DWITH_MPIF_H, -DWITH_MPI, -DWITH_MPI_F08.
#if defined(WITH_MPI_F08)
#define USE_MODULE use mpi_f08
#define INCLUDE_FILE
#define COMM_HANDLE type(MPI_Comm)
#define DATATYPE_HANDLE type(MPI_Datatype)
#define ERRHANDLER_HANDLE type(MPI_Errhandler)
#define FILE_HANDLE type(MPI_File)
#define GROUP_HANDLE type(MPI_Group)
#define INFO_HANDLE type(MPI_Info)
#define MESSAGE_HANDLE type(MPI_Message)
#define OP_HANDLE type(MPI_Op)
#define REQUEST_HANDLE type(MPI_Request)
#define WIN_HANDLE type(MPI_Win)
#define STATUS(name) type(MPI_Status) :: name
#define STATUSES(name, length) type(MPI_Status) :: name(length)
#define SOURCE_OF(status) status%MPI_SOURCE
#define TAG_OF(status) status%MPI_TAG
#define ERROR_OF(status) status%MPI_ERROR
#define SOURCE_AT(statuses, position) statuses(position)%MPI_SOURCE
#define TAG_AT(statuses, position) statuses(position)%MPI_TAG
#define STATUS_AT(statuses, position) statuses(position)
! The integer that stands for a handle in the older interfaces and in C.
#define NUMBER_OF(handle) handle%MPI_VAL
#else
#if defined(WITH_MPI)
#define USE_MODULE use mpi
#define INCLUDE_FILE
#else
#define USE_MODULE
#define INCLUDE_FILE include 'mpif.h'
#endif
#define COMM_HANDLE integer
#define DATATYPE_HANDLE integer
#define ERRHANDLER_HANDLE integer
#define FILE_HANDLE integer
#define GROUP_HANDLE integer
#define INFO_HANDLE integer
#define MESSAGE_HANDLE integer
#define OP_HANDLE integer
#define REQUEST_HANDLE integer
#define WIN_HANDLE integer
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#define STATUSES(name, length) integer :: name(MPI_STATUS_SIZE, length)
#define SOURCE_OF(status) status(MPI_SOURCE)
#define TAG_OF(status) status(MPI_TAG)
#define ERROR_OF(status) status(MPI_ERROR)
#define SOURCE_AT(statuses, position) statuses(MPI_SOURCE, position)
#define TAG_AT(statuses, position) statuses(MPI_TAG, position)
#define STATUS_AT(statuses, position) statuses(:, position)
#define NUMBER_OF(handle) handle
#endif
#define ADDRESS integer(kind=MPI_ADDRESS_KIND)
#define OFFSET integer(kind=MPI_OFFSET_KIND)
#define COUNT_KIND integer(kind=MPI_COUNT_KIND)

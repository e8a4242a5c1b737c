! SPDX-License-Identifier: MIT OR Apache-2.0
! Lets one program be compiled for each of MPI's three Fortran interfaces: -DWITH_MPIF_H, -DWITH_MPI, -DWITH_MPI_F08.
#if defined(WITH_MPI_F08)
#define USE_MODULE use mpi_f08
#define INCLUDE_FILE
#define FILE_HANDLE type(MPI_File)
#define INFO_HANDLE type(MPI_Info)
#define GROUP_HANDLE type(MPI_Group)
#define REQUEST_HANDLE type(MPI_Request)
#define DATATYPE_HANDLE type(MPI_Datatype)
#define ERRHANDLER_HANDLE type(MPI_Errhandler)
#define STATUS(name) type(MPI_Status) :: name
#elif defined(WITH_MPI)
#define USE_MODULE use mpi
#define INCLUDE_FILE
#else
#define USE_MODULE
#define INCLUDE_FILE include 'mpif.h'
#endif
#if !defined(WITH_MPI_F08)
#define FILE_HANDLE integer
#define INFO_HANDLE integer
#define GROUP_HANDLE integer
#define REQUEST_HANDLE integer
#define DATATYPE_HANDLE integer
#define ERRHANDLER_HANDLE integer
#define STATUS(name) integer :: name(MPI_STATUS_SIZE)
#endif

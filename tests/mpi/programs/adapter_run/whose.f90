! SPDX-License-Identifier: MIT OR Apache-2.0
! As whose.c, from Fortran and without a file.
program whose
    use mpi
    implicit none
    integer :: rank, ranks, sum, length, error
    character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: text

    call MPI_Init(error)
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
    sum = rank
    call MPI_Allreduce(MPI_IN_PLACE, sum, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
    call MPI_Get_library_version(text, length, error)
    if (rank == 0) print '(a, i0, a, i0, a, a)', 'ranks ', ranks, ' sum ', sum, ' library ', text(1:20)
    call MPI_Finalize(error)
end program whose

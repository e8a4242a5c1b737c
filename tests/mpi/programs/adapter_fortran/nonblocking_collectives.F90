! SPDX-License-Identifier: MIT OR Apache-2.0
! Collective calls that return before they are done: started all together, finished in another order. Any number of ranks.
#include "checks.h"

program nonblocking_collectives
   use checks
   implicit none
   call begin
   call started_together
   call of_many_lengths
   call in_place
   call of_many_types
   call finish

contains

   subroutine started_together
      integer :: root_value, sums, gathered(ranks), part, exchanged(ranks), out(ranks), scanned, before, block, index
      integer :: reduced
      REQUEST_HANDLE :: requests(10)
      call section('together')
      root_value = merge(5, 0, rank == 0)
      out = [(10*rank + index, index=0, ranks - 1)]
      before = -1
      reduced = -1
      call mpi_ibarrier(MPI_COMM_WORLD, requests(1), ierr); OK
      call mpi_ibcast(root_value, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(2), ierr); OK
      call mpi_iallreduce(rank, sums, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(3), ierr); OK
      call mpi_iallgather(rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, MPI_COMM_WORLD, requests(4), ierr); OK
      call mpi_iscatter(out, 1, MPI_INTEGER, part, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(5), ierr); OK
      call mpi_ialltoall(out, 1, MPI_INTEGER, exchanged, 1, MPI_INTEGER, MPI_COMM_WORLD, requests(6), ierr); OK
      call mpi_iscan(rank, scanned, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, requests(7), ierr); OK
      call mpi_iexscan(rank, before, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, requests(8), ierr); OK
      call mpi_ireduce_scatter_block(out, block, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, requests(9), ierr); OK
      call mpi_ireduce(rank, reduced, 1, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD, requests(10), ierr); OK
      call mpi_waitall(10, requests, MPI_STATUSES_IGNORE, ierr); OK
      EQUAL(root_value, 5)
      EQUAL(sums, ranks*(ranks - 1)/2)
      EXPECT(all(gathered == (/ (index, index=0, ranks - 1) /)))
      EQUAL(part, rank)
      EXPECT(all(exchanged == (/ (10*index + rank, index=0, ranks - 1) /)))
      EQUAL(scanned, rank)
      EQUAL(before, rank - 1)
      EQUAL(block, 10*(ranks - 1) + rank)
      EQUAL(reduced, merge(ranks*(ranks - 1)/2, -1, rank == 0))
      call say('10 of them')
   end subroutine started_together

   subroutine of_many_lengths
      integer :: counts(ranks), displacements(ranks), mine(ranks), index, total
      integer, allocatable :: whole(:), again(:), in(:), out(:)
      REQUEST_HANDLE :: requests(4)
      call section('lengths')
      counts = [(index, index=1, ranks)]
      displacements = [(index*(index - 1)/2, index=1, ranks)]
      total = ranks*(ranks + 1)/2
      allocate (whole(total), again(total), in(ranks), out(ranks))
      mine = rank
      again = -1
      call mpi_iallgatherv(mine, rank + 1, MPI_INTEGER, whole, counts, displacements, MPI_INTEGER, MPI_COMM_WORLD, &
                           requests(1), ierr); OK
      call mpi_igatherv(mine, rank + 1, MPI_INTEGER, again, counts, displacements, MPI_INTEGER, 0, MPI_COMM_WORLD, &
                        requests(2), ierr); OK
      call mpi_waitall(2, requests, MPI_STATUSES_IGNORE, ierr); OK
      if (rank == 0) then
         EXPECT(all(whole == again))
      end if
      mine = -1
      call mpi_iscatterv(whole, counts, displacements, MPI_INTEGER, mine, rank + 1, MPI_INTEGER, 0, MPI_COMM_WORLD, &
                         requests(3), ierr); OK
      counts = 1
      displacements = [(index - 1, index=1, ranks)]
      out = rank
      call mpi_ialltoallv(out, counts, displacements, MPI_INTEGER, in, counts, displacements, MPI_INTEGER, &
                          MPI_COMM_WORLD, requests(4), ierr); OK
      call mpi_wait(requests(4), MPI_STATUS_IGNORE, ierr); OK
      call mpi_wait(requests(3), MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(mine(:rank + 1) == rank))
      EXPECT(all(in == displacements))
      counts = 1
      call mpi_ireduce_scatter(displacements, in, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(1), ierr); OK
      call mpi_wait(requests(1), MPI_STATUS_IGNORE, ierr); OK
      EQUAL(in(1), ranks*rank)
      call say('of all kinds')
   end subroutine of_many_lengths

   subroutine in_place
      integer :: value, gathered(ranks), index
      REQUEST_HANDLE :: requests(3)
      call section('in place')
      value = rank
      gathered = -1
      gathered(rank + 1) = rank
      call mpi_iallreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, requests(1), ierr); OK
      call mpi_iallgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, gathered, 1, MPI_INTEGER, MPI_COMM_WORLD, requests(2), &
                          ierr); OK
      call mpi_ibarrier(MPI_COMM_WORLD, requests(3), ierr); OK
      call mpi_waitall(3, requests, MPI_STATUSES_IGNORE, ierr); OK
      EQUAL(value, ranks*(ranks - 1)/2)
      EXPECT(all(gathered == (/ (index, index=0, ranks - 1) /)))
      if (rank == 0) then
         call mpi_igather(MPI_IN_PLACE, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(1), &
                          ierr); OK
      else
         call mpi_igather(rank, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, requests(1), ierr); OK
      end if
      call mpi_wait(requests(1), MPI_STATUS_IGNORE, ierr); OK
      call say('as well')
   end subroutine in_place

   ! One datatype for each rank, in an array of handles.
   subroutine of_many_types
      integer, asynchronous :: out(ranks), in(ranks)
      REQUEST_HANDLE :: request
      integer :: index
      call section('types')
      out = [(100*rank + index, index=0, ranks - 1)]
      in = -1
      call start_it(out, in, request)
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(in == (/ (100*index + rank, index=0, ranks - 1) /)))
      call say('one for each rank')
   end subroutine of_many_types

   subroutine start_it(out, in, request)
      integer, asynchronous, intent(inout) :: out(ranks), in(ranks)
      REQUEST_HANDLE, intent(out) :: request
      DATATYPE_HANDLE, save, allocatable :: types(:)
      integer, save, allocatable :: counts(:), displacements(:)
      integer :: index
      ! MPI wants the arrays to stay as they are until the end.
      allocate (types(ranks), counts(ranks), displacements(ranks))
      types = MPI_INTEGER
      counts = 1
      displacements = [(4*index, index=0, ranks - 1)]
      call mpi_ialltoallw(out, counts, displacements, types, in, counts, displacements, types, MPI_COMM_WORLD, request, &
                          ierr); OK
   end subroutine start_it

end program nonblocking_collectives

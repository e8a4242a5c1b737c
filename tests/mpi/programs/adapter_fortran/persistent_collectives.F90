! SPDX-License-Identifier: MIT OR Apache-2.0
! Collective calls that are made once and started several times, with other data each time. Open MPI 4 has none of them: what is
! built with it could not be linked, and on it there is nothing to call. Any number of ranks.
#include "checks.h"
#ifndef BUILT_WITH_OPEN_MPI
#define HAVE_PERSISTENT
#endif

program persistent_collectives
   use checks
   implicit none
#ifdef HAVE_PERSISTENT
   integer, parameter :: calls = 17, rounds = 3
   integer, asynchronous, save :: value, broadcast, part, part_by_counts, reduced, sums, block, by_counts, scanned, before
   integer, asynchronous, allocatable, save :: out(:), gathered(:), gathered_by_counts(:), all_values(:), all_by_counts(:)
   integer, asynchronous, allocatable, save :: exchanged(:), exchanged_by_counts(:), exchanged_by_types(:)
   ! MPI wants the arrays to stay as they are until the end.
   integer, asynchronous, allocatable, save :: ones(:), places(:), byte_places(:)
   DATATYPE_HANDLE, asynchronous, allocatable, save :: types(:)
   REQUEST_HANDLE, save :: requests(calls)
#endif
   call begin
#ifdef HAVE_PERSISTENT
   call persistent
#else
   call skip('persistent')
#endif
   call finish

#ifdef HAVE_PERSISTENT
contains

   subroutine persistent
      integer :: index, round
      call section('persistent')
      allocate (out(ranks), gathered(ranks), gathered_by_counts(ranks), all_values(ranks), all_by_counts(ranks))
      allocate (exchanged(ranks), exchanged_by_counts(ranks), exchanged_by_types(ranks))
      allocate (ones(ranks), places(ranks), byte_places(ranks), types(ranks))
      ones = 1
      places = [(ranks - index, index=1, ranks)]
      byte_places = [(4*index, index=0, ranks - 1)]
      types = MPI_INTEGER
      if (.not. make()) then
         call skip('persistent')
         return
      end if
      do round = 0, rounds - 1
         call run(round)
      end do
      do index = 1, calls
         call mpi_request_free(requests(index), ierr); OK
         EXPECT(requests(index) == MPI_REQUEST_NULL)
      end do
      call say('17 calls, 3 rounds')
   end subroutine persistent

   ! Whether the first call is there; then all of them are.
   function make() result(are_there)
      logical :: are_there
      integer :: root, class, code
      root = ranks - 1
      call mpi_barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, requests(1), ierr)
      class = MPI_SUCCESS
      if (ierr /= MPI_SUCCESS) call mpi_error_class(ierr, class, code)
      are_there = class /= MPI_ERR_UNSUPPORTED_OPERATION
      if (.not. are_there) return
      OK
      call mpi_bcast_init(broadcast, 1, MPI_INTEGER, root, MPI_COMM_WORLD, MPI_INFO_NULL, requests(2), ierr); OK
      call mpi_gather_init(value, 1, MPI_INTEGER, gathered, 1, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &
                           requests(3), ierr); OK
      call mpi_gatherv_init(value, 1, MPI_INTEGER, gathered_by_counts, ones, places, MPI_INTEGER, root, MPI_COMM_WORLD, &
                            MPI_INFO_NULL, requests(4), ierr); OK
      call mpi_scatter_init(out, 1, MPI_INTEGER, part, 1, MPI_INTEGER, root, MPI_COMM_WORLD, MPI_INFO_NULL, requests(5), &
                            ierr); OK
      call mpi_scatterv_init(out, ones, places, MPI_INTEGER, part_by_counts, 1, MPI_INTEGER, root, MPI_COMM_WORLD, &
                             MPI_INFO_NULL, requests(6), ierr); OK
      call mpi_allgather_init(value, 1, MPI_INTEGER, all_values, 1, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, &
                              requests(7), ierr); OK
      call mpi_allgatherv_init(value, 1, MPI_INTEGER, all_by_counts, ones, places, MPI_INTEGER, MPI_COMM_WORLD, &
                               MPI_INFO_NULL, requests(8), ierr); OK
      call mpi_alltoall_init(out, 1, MPI_INTEGER, exchanged, 1, MPI_INTEGER, MPI_COMM_WORLD, MPI_INFO_NULL, requests(9), &
                             ierr); OK
      call mpi_alltoallv_init(out, ones, places, MPI_INTEGER, exchanged_by_counts, ones, places, MPI_INTEGER, &
                              MPI_COMM_WORLD, MPI_INFO_NULL, requests(10), ierr); OK
      call mpi_alltoallw_init(out, ones, byte_places, types, exchanged_by_types, ones, byte_places, types, MPI_COMM_WORLD, &
                              MPI_INFO_NULL, requests(11), ierr); OK
      call mpi_reduce_init(value, reduced, 1, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, MPI_INFO_NULL, requests(12), &
                           ierr); OK
      call mpi_allreduce_init(value, sums, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(13), ierr); OK
      call mpi_reduce_scatter_block_init(out, block, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, requests(14), &
                                         ierr); OK
      call mpi_reduce_scatter_init(out, by_counts, ones, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, MPI_INFO_NULL, requests(15), &
                                   ierr); OK
      call mpi_scan_init(value, scanned, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(16), ierr); OK
      call mpi_exscan_init(value, before, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, requests(17), ierr); OK
   end function make

   subroutine run(round)
      integer, intent(in) :: round
      integer :: index
      value = rank + round
      out = [(100*rank + index + round, index=0, ranks - 1)]
      broadcast = merge(99 + round, -1, rank == ranks - 1)
      if (round == 0) then
         do index = 1, calls
            call mpi_start(requests(index), ierr); OK
            call mpi_wait(requests(index), MPI_STATUS_IGNORE, ierr); OK
            EXPECT(requests(index) /= MPI_REQUEST_NULL)
         end do
      else
         call mpi_startall(calls, requests, ierr); OK
         call mpi_waitall(calls, requests, MPI_STATUSES_IGNORE, ierr); OK
      end if
      call check_results(round)
   end subroutine run

   subroutine check_results(round)
      integer, intent(in) :: round
      integer :: index, root, total
      root = ranks - 1
      total = ranks*(ranks - 1)/2 + round*ranks
      EQUAL(broadcast, 99 + round)
      EQUAL(part, 100*root + rank + round)
      EQUAL(part_by_counts, 100*root + ranks - 1 - rank + round)
      EQUAL(sums, total)
      EQUAL(block, 100*root + rank + round)
      EQUAL(by_counts, 100*root + rank + round)
      EQUAL(scanned, rank*(rank + 1)/2 + round*(rank + 1))
      if (rank > 0) then
         EQUAL(before, rank*(rank - 1)/2 + round*rank)
      end if
      if (rank == root) then
         EQUAL(reduced, total)
         EXPECT(all(gathered_by_counts == (/ (ranks - index + round, index=1, ranks) /)))
      end if
      if (rank == 0) then
         EXPECT(all(gathered == (/ (index + round, index=0, ranks - 1) /)))
      end if
      EXPECT(all(all_values == (/ (index + round, index=0, ranks - 1) /)))
      EXPECT(all(all_by_counts == (/ (ranks - index + round, index=1, ranks) /)))
      EXPECT(all(exchanged == (/ (100*index + rank + round, index=0, ranks - 1) /)))
      EXPECT(all(exchanged_by_counts == (/ (100*(ranks - index) + ranks - 1 - rank + round, index=1, ranks) /)))
      EXPECT(all(exchanged_by_types == (/ (100*index + rank + round, index=0, ranks - 1) /)))
   end subroutine check_results
#endif

end program persistent_collectives

! SPDX-License-Identifier: MIT OR Apache-2.0
! What only the module mpi_f08 lets a program write: no ierror, handles that are compared, scalars and arrays of any rank as
! buffers, and, where the MPI says that it can, sections of arrays with gaps.
#include "checks.h"

program sections
   use checks
   implicit none
   call begin
   call without_ierror
   call handles
   call shapes
   call statuses
   if (MPI_SUBARRAYS_SUPPORTED) then
      call sent_with_gaps
      call started_with_gaps
      call collective_with_gaps
      ! MPICH's own layer takes other parts of a cube, and has no operations on numbers with gaps.
      if (mpich_itself()) then
         call skip('ranks')
         call skip('reduced')
      else
         call of_many_ranks
         call reduced_with_gaps
      end if
   else
      call skip('gaps')
      call skip('started')
      call skip('collective')
      call skip('ranks')
      call skip('reduced')
   end if
   call finish

contains

   subroutine without_ierror
      type(MPI_Comm) :: comm
      integer :: members
      logical :: flag
      real(real64) :: time
      call section('without ierror')
      call MPI_Comm_dup(MPI_COMM_WORLD, comm)
      call MPI_Comm_size(comm, members)
      EQUAL(members, ranks)
      call MPI_Barrier(comm)
      call MPI_Comm_free(comm)
      call MPI_Initialized(flag)
      EQUAL(flag, .true.)
      time = MPI_Wtime()
      EXPECT(time >= 0d0)
      call say('nothing is missing')
   end subroutine without_ierror

   subroutine handles
      type(MPI_Comm) :: comm, same
      type(MPI_Datatype) :: type
      call section('handles')
      comm = MPI_COMM_WORLD
      same = comm
      EXPECT(comm == MPI_COMM_WORLD .and. .not. (comm /= same))
      call MPI_Comm_dup(comm, same)
      EXPECT(comm /= same .and. .not. (comm == same))
      EXPECT(same%MPI_VAL /= comm%MPI_VAL)
      call MPI_Comm_free(same)
      EXPECT(same == MPI_COMM_NULL)
      type = MPI_INTEGER
      EXPECT(type == MPI_INTEGER .and. type /= MPI_REAL)
      comm%MPI_VAL = MPI_COMM_SELF%MPI_VAL
      EXPECT(comm == MPI_COMM_SELF)
      call say('equal and not')
   end subroutine handles

   subroutine shapes
      integer, allocatable :: matrix(:, :)
      integer, pointer :: pointed(:)
      integer :: scalar, index
      type(MPI_Request) :: request
      call section('shapes')
      allocate (matrix(3, 4), pointed(2))
      matrix = reshape([(index, index=1, 12)], [3, 4])*(rank + 1)
      call MPI_Allreduce(MPI_IN_PLACE, matrix, 12, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EQUAL(matrix(3, 4), 12*ranks*(ranks + 1)/2)
      scalar = rank
      pointed = -1
      call MPI_Irecv(pointed, 1, MPI_INTEGER, previous, 1, MPI_COMM_WORLD, request, ierr); OK
      call MPI_Send(scalar, 1, MPI_INTEGER, next, 1, MPI_COMM_WORLD, ierr); OK
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(pointed == (/ previous, -1 /)))
      call of_assumed_shape(matrix)
      deallocate (matrix, pointed)
      call say('scalars, pointers, matrices')
   end subroutine shapes

   subroutine of_assumed_shape(matrix)
      integer, intent(inout) :: matrix(:, :)
      matrix = rank
      call MPI_Bcast(matrix, size(matrix), MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(matrix == ranks - 1))
   end subroutine of_assumed_shape

   ! From one interface's form of a status to the other's, and back.
   subroutine statuses
#if defined(BUILT_WITH_OPEN_MPI)
      ! It has no such procedures.
      call skip('statuses')
#else
      type(MPI_Status) :: status, again
      integer :: old_status(MPI_STATUS_SIZE), count, value
      type(MPI_Request) :: request
      call section('statuses')
      call MPI_Irecv(value, 1, MPI_INTEGER, previous, 9, MPI_COMM_WORLD, request, ierr); OK
      call MPI_Send(rank, 1, MPI_INTEGER, next, 9, MPI_COMM_WORLD, ierr); OK
      call MPI_Wait(request, status, ierr); OK
      call MPI_Status_f082f(status, old_status, ierr); OK
      EQUAL(old_status(MPI_SOURCE), previous)
      EQUAL(old_status(MPI_TAG), 9)
      call MPI_Status_f2f08(old_status, again, ierr); OK
      EQUAL(again%MPI_TAG, 9)
      call MPI_Get_count(again, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 1)
      call say('of two forms')
#endif
   end subroutine statuses

   subroutine sent_with_gaps
      integer :: values(10), got(10), index
      type(MPI_Status) :: status
      type(MPI_Request) :: request
      call section('gaps')
      values = [(index + 100*rank, index=1, 10)]
      got = -1
      call MPI_Irecv(got(1:9:2), 5, MPI_INTEGER, previous, 1, MPI_COMM_WORLD, request, ierr); OK
      call MPI_Send(values(2:10:2), 5, MPI_INTEGER, next, 1, MPI_COMM_WORLD, ierr); OK
      call MPI_Wait(request, status, ierr); OK
      EXPECT(all(got(1:9:2) == (/ 2, 4, 6, 8, 10 /) + 100*previous) .and. all(got(2:10:2) == -1))
      call MPI_Sendrecv(values(10:1:-1), 10, MPI_INTEGER, next, 2, got, 10, MPI_INTEGER, previous, 2, MPI_COMM_WORLD, &
                        MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(got == (/ (index + 100*previous, index=10, 1, -1) /)))
      call say('every second number, and all of them backwards')
   end subroutine sent_with_gaps

   subroutine started_with_gaps
      real(real64), asynchronous :: matrix(4, 6), other(4, 6)
      type(MPI_Request) :: requests(2)
      integer :: index
      call section('started')
      matrix = reshape([(real(index + 100*rank, real64), index=1, 24)], [4, 6])
      other = -1
      call MPI_Irecv(other(2:3, 1:5:2), 6, MPI_DOUBLE_PRECISION, previous, 3, MPI_COMM_WORLD, requests(1), ierr); OK
      call MPI_Isend(matrix(1:2, 2:6:2), 6, MPI_DOUBLE_PRECISION, next, 3, MPI_COMM_WORLD, requests(2), ierr); OK
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr); OK
      EXPECT(all(abs(other(2:3, 1:5:2) - matrix(1:2, 2:6:2) - 100*(previous - rank)) < 0.5d0))
      EXPECT(count(other > 0) == 6)
      call say('parts of matrices')
   end subroutine started_with_gaps

   subroutine collective_with_gaps
      integer :: values(6), gathered(2*ranks), index
      call section('collective')
      values = merge(rank, -1, [.true., .false., .true., .false., .true., .false.])
      call MPI_Bcast(values(1:5:2), 3, MPI_INTEGER, ranks - 1, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(values(1:5:2) == ranks - 1) .and. all(values(2:6:2) == -1))
      values(3:6:3) = [rank, -rank]
      call MPI_Allgather(values(3:6:3), 2, MPI_INTEGER, gathered, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(gathered(1::2) == (/ (index, index=0, ranks - 1) /)))
      EXPECT(all(gathered(2::2) == (/ (-index, index=0, ranks - 1) /)))
      call say('broadcast and gathered')
   end subroutine collective_with_gaps

   subroutine reduced_with_gaps
      integer :: values(6), results(6), index
      call section('reduced')
      values = [(index, index=1, 6)]
      results = -1
      call MPI_Allreduce(values(1:5:2), results(2:6:2), 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(results(2:6:2) == ranks*(/ 1, 3, 5 /)) .and. all(results(1:5:2) == -1))
      call MPI_Allreduce(MPI_IN_PLACE, values(2:6:2), 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(values == (/ 1, 2*ranks, 3, 4*ranks, 5, 6*ranks /)))
      call say('into and out of gaps')
   end subroutine reduced_with_gaps

   ! Three dimensions, a part of each.
   subroutine of_many_ranks
      integer :: cube(4, 4, 4), got(8), index
      type(MPI_Request) :: request
      call section('ranks')
      cube = reshape([(index, index=1, 64)], [4, 4, 4])
      call MPI_Irecv(got, 8, MPI_INTEGER, previous, 5, MPI_COMM_WORLD, request, ierr); OK
      call MPI_Ssend(cube(2:4:2, 1:3:2, 3:4), 8, MPI_INTEGER, next, 5, MPI_COMM_WORLD, ierr); OK
      call MPI_Wait(request, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(got == reshape(cube(2:4:2, 1:3:2, 3:4), (/ 8 /))))
      call say('a part of a cube')
   end subroutine of_many_ranks

end program sections

! SPDX-License-Identifier: MIT OR Apache-2.0
! Arrays of requests: what completes which of them, indices that begin with 1, statuses or none; persistent requests, and
! generalized ones, whose procedures are Fortran's.
#include "checks.h"

module generalized
   use checks
   implicit none
   integer :: queries = 0, frees = 0, cancels = 0

contains

   subroutine query(extra_state, status, ierror)
      ADDRESS :: extra_state
      STATUS(status)
      integer :: ierror
      queries = queries + 1
      SOURCE_OF(status) = 3
      TAG_OF(status) = int(extra_state)
      call mpi_status_set_elements(status, MPI_INTEGER, 5, ierror)
      call mpi_status_set_cancelled(status, .false., ierror)
      ierror = MPI_SUCCESS
   end subroutine query

   subroutine release(extra_state, ierror)
      ADDRESS :: extra_state
      integer :: ierror
      frees = frees + int(extra_state)
      ierror = MPI_SUCCESS
   end subroutine release

   subroutine give_up(extra_state, complete, ierror)
      ADDRESS :: extra_state
      logical :: complete
      integer :: ierror
      if (complete .eqv. .true.) cancels = cancels + 100
      if (complete .eqv. .false.) cancels = cancels + int(extra_state)
      ierror = MPI_SUCCESS
   end subroutine give_up

end module generalized

program requests
   use checks
   use generalized
   implicit none
   integer :: got(4), values(4)
   REQUEST_HANDLE :: receives(4), sends(4)
   call begin
   call all_of_them
   call any_of_them
   call some_of_them
   call none_of_them
   call looked_at
   call persistent
   call generalized_requests
   call finish

contains

   ! Four receives from the previous rank, tags 1 to 4, with two of the sends under way.
   subroutine post(first, last)
      integer, intent(in) :: first, last
      integer :: index
      got = -1
      values = [(10*rank + index, index=1, 4)]
      sends = MPI_REQUEST_NULL
      do index = 1, 4
         call mpi_irecv(got(index), 1, MPI_INTEGER, previous, index, MPI_COMM_WORLD, receives(index), ierr); OK
      end do
      call send(first, last)
   end subroutine post

   subroutine send(first, last)
      integer, intent(in) :: first, last
      integer :: index
      do index = first, last
         call mpi_isend(values(index), 1, MPI_INTEGER, next, index, MPI_COMM_WORLD, sends(index), ierr); OK
      end do
   end subroutine send

   subroutine end_sends
      call mpi_waitall(4, sends, MPI_STATUSES_IGNORE, ierr); OK
   end subroutine end_sends

   subroutine all_of_them
      integer :: index, count
      logical :: flag
      STATUSES(statuses, 4)
      call section('all')
      call post(1, 4)
      call mpi_waitall(4, receives, statuses, ierr); OK
      do index = 1, 4
         EQUAL(SOURCE_AT(statuses, index), previous)
         EQUAL(TAG_AT(statuses, index), index)
         call mpi_get_count(STATUS_AT(statuses, index), MPI_INTEGER, count, ierr); OK
         EQUAL(count, 1)
         EXPECT(receives(index) == MPI_REQUEST_NULL)
         EQUAL(got(index), 10*previous + index)
      end do
      call end_sends
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call post(1, 0)
      call mpi_testall(4, receives, flag, statuses, ierr); OK
      EQUAL(flag, .false.)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call send(1, 4)
      flag = .false.
      do while (.not. flag)
         call mpi_testall(4, receives, flag, statuses, ierr); OK
      end do
      EQUAL(flag, .true.)
      EQUAL(TAG_AT(statuses, 4), 4)
      EQUAL(got(4), 10*previous + 4)
      call end_sends
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call post(1, 4)
      flag = .false.
      do while (.not. flag)
         call mpi_testall(4, receives, flag, MPI_STATUSES_IGNORE, ierr); OK
      end do
      call end_sends
      call say('with statuses and without')
   end subroutine all_of_them

   subroutine any_of_them
      integer :: index, round
      logical :: flag, seen(4)
      STATUS(status)
      call section('any')
#if defined(WITH_MPI_F08)
      ! In MPICH's own layer for mpi_f08 the first request is number 0.
      if (mpich_itself()) then
         call skip('any')
         return
      end if
#endif
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call post(1, 0)
      call mpi_testany(4, receives, index, flag, status, ierr); OK
      EQUAL(flag, .false.)
      ! MPICH's layers for Fortran leave other numbers here.
      if (.not. mpich_itself()) then
         EXPECT(index == MPI_UNDEFINED)
      end if
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call send(4, 4)
      call mpi_waitany(4, receives, index, status, ierr); OK
      EQUAL(index, 4)
      EQUAL(TAG_OF(status), 4)
      EXPECT(receives(4) == MPI_REQUEST_NULL)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call send(1, 1)
      flag = .false.
      do while (.not. flag)
         call mpi_testany(4, receives, index, flag, status, ierr); OK
      end do
      EQUAL(index, 1)
      EQUAL(SOURCE_OF(status), previous)
      call send(2, 3)
      seen = [.true., .false., .false., .true.]
      do round = 1, 2
         call mpi_waitany(4, receives, index, MPI_STATUS_IGNORE, ierr); OK
         EXPECT(index == 2 .or. index == 3)
         seen(index) = .true.
      end do
      EXPECT(all(seen))
      call mpi_testany(4, receives, index, flag, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(flag, .true.)
      if (.not. mpich_itself()) then
         EXPECT(index == MPI_UNDEFINED)
         call mpi_waitany(4, receives, index, status, ierr); OK
         EXPECT(index == MPI_UNDEFINED)
      end if
      call end_sends
      call say('the fourth, the first, the others, none')
   end subroutine any_of_them

   subroutine some_of_them
      integer :: done, indices(4), index, total
      logical :: seen(4)
      STATUSES(statuses, 4)
      call section('some')
#if defined(WITH_MPI_F08)
      if (mpich_itself()) then
         call skip('some')
         return
      end if
#endif
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call post(1, 0)
      call mpi_testsome(4, receives, done, indices, statuses, ierr); OK
      EQUAL(done, 0)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call send(3, 3)
      call mpi_waitsome(4, receives, done, indices, statuses, ierr); OK
      EQUAL(done, 1)
      EQUAL(indices(1), 3)
      EQUAL(TAG_AT(statuses, 1), 3)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call send(1, 2)
      call send(4, 4)
      seen = [.false., .false., .true., .false.]
      total = 1
      do while (total < 4)
         if (total == 1) then
            call mpi_waitsome(4, receives, done, indices, MPI_STATUSES_IGNORE, ierr); OK
         else
            call mpi_testsome(4, receives, done, indices, MPI_STATUSES_IGNORE, ierr); OK
         end if
         do index = 1, done
            seen(indices(index)) = .true.
         end do
         total = total + done
      end do
      EXPECT(all(seen) .and. total == 4)
      call mpi_waitsome(4, receives, done, indices, statuses, ierr); OK
      EXPECT(done == MPI_UNDEFINED)
      call mpi_testsome(4, receives, done, indices, MPI_STATUSES_IGNORE, ierr); OK
      EXPECT(done == MPI_UNDEFINED)
      call end_sends
      call say('the third, the others, none')
   end subroutine some_of_them

   subroutine none_of_them
      logical :: flag
      REQUEST_HANDLE :: nothing(1)
      call section('none')
      nothing = MPI_REQUEST_NULL
      call mpi_waitall(0, nothing, MPI_STATUSES_IGNORE, ierr); OK
      call mpi_testall(1, nothing, flag, MPI_STATUSES_IGNORE, ierr); OK
      EQUAL(flag, .true.)
      call say('waited for')
   end subroutine none_of_them

   subroutine looked_at
      logical :: flag
      integer :: value
      REQUEST_HANDLE :: request
      STATUS(status)
      call section('looked at')
      call mpi_irecv(value, 1, MPI_INTEGER, rank, 50, MPI_COMM_WORLD, request, ierr); OK
      call mpi_request_get_status(request, flag, status, ierr); OK
      EQUAL(flag, .false.)
      call mpi_send(51, 1, MPI_INTEGER, rank, 50, MPI_COMM_WORLD, ierr); OK
      flag = .false.
      do while (.not. flag)
         call mpi_request_get_status(request, flag, status, ierr); OK
      end do
      EXPECT(request /= MPI_REQUEST_NULL)
      EQUAL(TAG_OF(status), 50)
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(value, 51)
      call say('and still there')
   end subroutine looked_at

   subroutine persistent
      integer :: round, value, received
      REQUEST_HANDLE :: both(2), one
      STATUSES(statuses, 2)
      call section('persistent')
      call mpi_send_init(value, 1, MPI_INTEGER, next, 60, MPI_COMM_WORLD, both(1), ierr); OK
      call mpi_recv_init(received, 1, MPI_INTEGER, previous, 60, MPI_COMM_WORLD, both(2), ierr); OK
      do round = 1, 3
         value = 100*round + rank
         received = -1
         if (round == 2) then
            call mpi_start(both(1), ierr); OK
            call mpi_start(both(2), ierr); OK
         else
            call mpi_startall(2, both, ierr); OK
         end if
         call mpi_waitall(2, both, statuses, ierr); OK
         EQUAL(received, 100*round + previous)
         EQUAL(SOURCE_AT(statuses, 2), previous)
         EXPECT(both(1) /= MPI_REQUEST_NULL .and. both(2) /= MPI_REQUEST_NULL)
      end do
      call mpi_request_free(both(1), ierr); OK
      call mpi_request_free(both(2), ierr); OK
      EXPECT(both(1) == MPI_REQUEST_NULL .and. both(2) == MPI_REQUEST_NULL)
      call mpi_ssend_init(value, 1, MPI_INTEGER, next, 61, MPI_COMM_WORLD, one, ierr); OK
      call mpi_request_free(one, ierr); OK
      call mpi_rsend_init(value, 1, MPI_INTEGER, next, 61, MPI_COMM_WORLD, one, ierr); OK
      call mpi_request_free(one, ierr); OK
      call mpi_bsend_init(value, 1, MPI_INTEGER, next, 61, MPI_COMM_WORLD, one, ierr); OK
      call mpi_request_free(one, ierr); OK
      call say('3 rounds')
   end subroutine persistent

   subroutine generalized_requests
      REQUEST_HANDLE :: request
      ADDRESS :: state
      integer :: count
      logical :: flag
      STATUS(status)
      call section('generalized')
      state = 42
      call mpi_grequest_start(query, release, give_up, state, request, ierr); OK
      call mpi_test(request, flag, status, ierr); OK
      EQUAL(flag, .false.)
      call mpi_cancel(request, ierr); OK
      EQUAL(cancels, 42)
      call mpi_grequest_complete(request, ierr); OK
      call mpi_wait(request, status, ierr); OK
      EQUAL(SOURCE_OF(status), 3)
      EQUAL(TAG_OF(status), 42)
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 5)
      EXPECT(request == MPI_REQUEST_NULL)
      EXPECT(queries >= 1)
      EQUAL(frees, 42)
      call say('completed, given up and freed')
   end subroutine generalized_requests

end program requests

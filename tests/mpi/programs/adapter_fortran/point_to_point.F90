! SPDX-License-Identifier: MIT OR Apache-2.0
! Messages between two ranks: every mode, probes, matched probes, wildcards, MPI_PROC_NULL, buffers, what statuses tell.
! Any number of ranks: each sends to the next one of a ring.
#include "checks.h"

program point_to_point
   use checks
   implicit none
   call begin
   call modes
   call buffered
   call exchanges
   call probes
   call matched_probes
   call nobody
   call empty_statuses
   call elements
   call cancelled
   call made_statuses
   call order
   call finish

contains

   ! Each mode of sending, against a receive that is posted first, so that a rank may also send to itself.
   subroutine modes
      integer :: mode, values(3), got(4), count
      REQUEST_HANDLE :: receive, send
      STATUS(status)
      call section('modes')
      do mode = 1, 6
         values = [rank, mode, 7]
         got = -1
         send = MPI_REQUEST_NULL
         call mpi_irecv(got, 4, MPI_INTEGER, previous, 10 + mode, MPI_COMM_WORLD, receive, ierr); OK
         call mpi_barrier(MPI_COMM_WORLD, ierr); OK
         select case (mode)
         case (1)
            call mpi_send(values, 3, MPI_INTEGER, next, 10 + mode, MPI_COMM_WORLD, ierr); OK
         case (2)
            call mpi_rsend(values, 3, MPI_INTEGER, next, 10 + mode, MPI_COMM_WORLD, ierr); OK
         case (3)
            call mpi_isend(values, 3, MPI_INTEGER, next, 10 + mode, MPI_COMM_WORLD, send, ierr); OK
         case (4)
            call mpi_issend(values, 3, MPI_INTEGER, next, 10 + mode, MPI_COMM_WORLD, send, ierr); OK
         case (5)
            call mpi_irsend(values, 3, MPI_INTEGER, next, 10 + mode, MPI_COMM_WORLD, send, ierr); OK
         case (6)
            call mpi_ssend(values, 3, MPI_INTEGER, next, 10 + mode, MPI_COMM_WORLD, ierr); OK
         end select
         call mpi_wait(receive, status, ierr); OK
         EXPECT(receive == MPI_REQUEST_NULL)
         EQUAL(SOURCE_OF(status), previous)
         EQUAL(TAG_OF(status), 10 + mode)
         call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
         EQUAL(count, 3)
         call mpi_wait(send, MPI_STATUS_IGNORE, ierr); OK
         EXPECT(send == MPI_REQUEST_NULL)
         EXPECT(all(got == (/ previous, mode, 7, -1 /)))
      end do
      call say('6 modes of sending')
   end subroutine modes

   subroutine buffered
      ! Room for two messages, whatever an MPI needs for its own.
      integer, target :: buffer(2048)
      integer :: value, other, got, bytes
      REQUEST_HANDLE :: request
#if defined(WITH_MPI_F08)
      type(c_ptr) :: address
#else
      ADDRESS :: address
#endif
      call section('buffered')
      value = 100 + rank
      other = 200 + rank
      call mpi_buffer_attach(buffer, 8192, ierr); OK
      call mpi_bsend(value, 1, MPI_INTEGER, next, 1, MPI_COMM_WORLD, ierr); OK
      call mpi_ibsend(other, 1, MPI_INTEGER, next, 2, MPI_COMM_WORLD, request, ierr); OK
      call mpi_recv(got, 1, MPI_INTEGER, previous, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, 200 + previous)
      call mpi_recv(got, 1, MPI_INTEGER, previous, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, 100 + previous)
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      bytes = -1
      call mpi_buffer_detach(address, bytes, ierr); OK
      EQUAL(bytes, 8192)
#if defined(WITH_MPI_F08)
      EXPECT(same_address(address, c_loc(buffer)))
#endif
      ! Again, because a program may.
      call mpi_buffer_attach(buffer, 4096, ierr); OK
      call mpi_buffer_detach(address, bytes, ierr); OK
      EQUAL(bytes, 4096)
      call say('attached and detached twice')
   end subroutine buffered

   subroutine exchanges
      real(real64) :: values(2), got(2)
      integer :: count
      STATUS(status)
      call section('exchanges')
      values = [rank + 0.5d0, 3.25d0]
      call mpi_sendrecv(values, 2, MPI_DOUBLE_PRECISION, next, 1, got, 2, MPI_DOUBLE_PRECISION, previous, 1, &
                        MPI_COMM_WORLD, status, ierr); OK
      EQUAL(SOURCE_OF(status), previous)
      EQUAL(got(1), previous + 0.5d0)
      call mpi_sendrecv(values, 2, MPI_REAL8, next, 2, got, 2, MPI_REAL8, MPI_ANY_SOURCE, MPI_ANY_TAG, &
                        MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      call mpi_sendrecv_replace(values, 2, MPI_DOUBLE_PRECISION, next, 3, MPI_ANY_SOURCE, MPI_ANY_TAG, &
                                MPI_COMM_WORLD, status, ierr); OK
      EQUAL(TAG_OF(status), 3)
      EQUAL(values(1), previous + 0.5d0)
      call mpi_get_count(status, MPI_DOUBLE_PRECISION, count, ierr); OK
      EQUAL(count, 2)
      call say('sent and received at once')
   end subroutine exchanges

   subroutine probes
      character(len=5) :: text, got
      integer :: count
      logical :: flag
      REQUEST_HANDLE :: send
      STATUS(status)
      call section('probes')
      text = 'hello'
      call mpi_isend(text, 5, MPI_CHARACTER, next, 21, MPI_COMM_WORLD, send, ierr); OK
      call mpi_probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, ierr); OK
      EQUAL(SOURCE_OF(status), previous)
      EQUAL(TAG_OF(status), 21)
      call mpi_iprobe(previous, 21, MPI_COMM_WORLD, flag, status, ierr); OK
      EQUAL(flag, .true.)
      call mpi_get_count(status, MPI_CHARACTER, count, ierr); OK
      EQUAL(count, 5)
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, MPI_UNDEFINED)
      call mpi_iprobe(previous, 22, MPI_COMM_WORLD, flag, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(flag, .false.)
      call mpi_probe(previous, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      got = ''
      call mpi_recv(got, 5, MPI_CHARACTER, previous, 21, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, 'hello')
      call mpi_wait(send, MPI_STATUS_IGNORE, ierr); OK
      call say('seen before it was received: '//got)
   end subroutine probes

   subroutine matched_probes
      integer :: value, got, count
      logical :: flag
      MESSAGE_HANDLE :: message
      REQUEST_HANDLE :: requests(3)
      STATUS(status)
      call section('matched probes')
      value = 300 + rank
      call mpi_isend(value, 1, MPI_INTEGER, next, 31, MPI_COMM_WORLD, requests(1), ierr); OK
      call mpi_isend(value, 1, MPI_INTEGER, next, 32, MPI_COMM_WORLD, requests(2), ierr); OK
      call mpi_mprobe(MPI_ANY_SOURCE, 32, MPI_COMM_WORLD, message, status, ierr); OK
      EQUAL(SOURCE_OF(status), previous)
      EXPECT(message /= MPI_MESSAGE_NULL)
      call mpi_mrecv(got, 1, MPI_INTEGER, message, status, ierr); OK
      EXPECT(message == MPI_MESSAGE_NULL)
      EQUAL(TAG_OF(status), 32)
      EQUAL(got, 300 + previous)
      call mpi_improbe(previous, 33, MPI_COMM_WORLD, flag, message, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(flag, .false.)
      flag = .false.
      do while (.not. flag)
         call mpi_improbe(previous, MPI_ANY_TAG, MPI_COMM_WORLD, flag, message, status, ierr); OK
      end do
      EQUAL(flag, .true.)
      EQUAL(TAG_OF(status), 31)
      call mpi_imrecv(got, 1, MPI_INTEGER, message, requests(3), ierr); OK
      EXPECT(message == MPI_MESSAGE_NULL)
      call mpi_waitall(3, requests, MPI_STATUSES_IGNORE, ierr); OK
      EQUAL(got, 300 + previous)
      call mpi_mprobe(MPI_PROC_NULL, 0, MPI_COMM_WORLD, message, status, ierr); OK
      EXPECT(message == MPI_MESSAGE_NO_PROC)
      call mpi_mrecv(got, 1, MPI_INTEGER, message, status, ierr); OK
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 0)
      EXPECT(SOURCE_OF(status) == MPI_PROC_NULL)
      call say('taken one by one')
   end subroutine matched_probes

   subroutine nobody
      integer :: value, count
      logical :: flag
      STATUS(status)
      call section('nobody')
      value = 5
      call mpi_send(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, ierr); OK
      call mpi_recv(value, 1, MPI_INTEGER, MPI_PROC_NULL, 0, MPI_COMM_WORLD, status, ierr); OK
      EQUAL(value, 5)
      EXPECT(SOURCE_OF(status) == MPI_PROC_NULL)
      EXPECT(TAG_OF(status) == MPI_ANY_TAG)
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 0)
      call mpi_iprobe(MPI_PROC_NULL, 3, MPI_COMM_WORLD, flag, status, ierr); OK
      EQUAL(flag, .true.)
      EXPECT(SOURCE_OF(status) == MPI_PROC_NULL)
      call say('sends nothing')
   end subroutine nobody

   ! The status of a request that is none is empty.
   subroutine empty_statuses
      REQUEST_HANDLE :: request
      integer :: count
      logical :: flag
      STATUS(status)
      call section('empty')
      request = MPI_REQUEST_NULL
      call mpi_wait(request, status, ierr); OK
      EXPECT(SOURCE_OF(status) == MPI_ANY_SOURCE)
      EXPECT(TAG_OF(status) == MPI_ANY_TAG)
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 0)
      call mpi_test_cancelled(status, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_test(request, flag, status, ierr); OK
      EQUAL(flag, .true.)
      EXPECT(SOURCE_OF(status) == MPI_ANY_SOURCE)
      call say('as the standard says')
   end subroutine empty_statuses

   ! A pair that is received in part has elements, but no whole number of pairs.
   subroutine elements
      DATATYPE_HANDLE :: pair
      integer :: values(4), got(4), count
      COUNT_KIND :: long_count
      STATUS(status)
      call section('elements')
      call mpi_type_contiguous(2, MPI_INTEGER, pair, ierr); OK
      call mpi_type_commit(pair, ierr); OK
      values = [1, 2, 3, 4]
      got = 0
      call mpi_sendrecv(values, 3, MPI_INTEGER, next, 0, got, 2, pair, previous, 0, MPI_COMM_WORLD, status, ierr); OK
      call mpi_get_count(status, pair, count, ierr); OK
      EQUAL(count, MPI_UNDEFINED)
      call mpi_get_elements(status, pair, count, ierr); OK
      EQUAL(count, 3)
      call mpi_get_elements_x(status, pair, long_count, ierr); OK
      EQUAL(int(long_count, int64), 3)
      EXPECT(all(got == (/ 1, 2, 3, 0 /)))
      call mpi_type_free(pair, ierr); OK
      EXPECT(pair == MPI_DATATYPE_NULL)
      call say('3 of 4')
   end subroutine elements

   subroutine cancelled
      integer :: value
      logical :: flag
      REQUEST_HANDLE :: request
      STATUS(status)
      call section('cancelled')
      call mpi_irecv(value, 1, MPI_INTEGER, previous, 77, MPI_COMM_WORLD, request, ierr); OK
      call mpi_cancel(request, ierr); OK
      call mpi_wait(request, status, ierr); OK
      call mpi_test_cancelled(status, flag, ierr); OK
      EQUAL(flag, .true.)
      call say(yes_or_no(flag))
   end subroutine cancelled

   subroutine made_statuses
      integer :: count
      COUNT_KIND :: long_count
      logical :: flag
      STATUS(status)
      REQUEST_HANDLE :: request
      call section('made')
      request = MPI_REQUEST_NULL
      call mpi_wait(request, status, ierr); OK
      call mpi_status_set_elements(status, MPI_REAL, 7, ierr); OK
      call mpi_get_elements(status, MPI_REAL, count, ierr); OK
      EQUAL(count, 7)
      call mpi_get_count(status, MPI_REAL, count, ierr); OK
      EQUAL(count, 7)
      long_count = 5000000000_int64
      call mpi_status_set_elements_x(status, MPI_BYTE, long_count, ierr); OK
      long_count = 0
      call mpi_get_elements_x(status, MPI_BYTE, long_count, ierr); OK
      EQUAL(int(long_count, int64), 5000000000_int64)
      call mpi_status_set_cancelled(status, .true., ierr); OK
      call mpi_test_cancelled(status, flag, ierr); OK
      EQUAL(flag, .true.)
      call mpi_status_set_cancelled(status, .false., ierr); OK
      call mpi_test_cancelled(status, flag, ierr); OK
      EQUAL(flag, .false.)
      call say('counts beyond 32 bits, cancelled and not')
   end subroutine made_statuses

   ! Messages of one sender in order, and all values of one large message.
   subroutine order
      integer, parameter :: large = 300000
      integer, allocatable :: values(:), got(:)
      integer :: index, one, count
      REQUEST_HANDLE :: requests(8)
      STATUS(status)
      call section('order')
      allocate (values(large), got(large))
      do index = 1, 8
         values(index) = index*index
         call mpi_isend(values(index), 1, MPI_INTEGER, next, merge(32767, 9, index <= 4), MPI_COMM_WORLD, &
                        requests(index), ierr); OK
      end do
      do index = 5, 8
         call mpi_recv(one, 1, MPI_INTEGER, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
         EQUAL(one, index*index)
      end do
      do index = 1, 4
         call mpi_recv(one, 1, MPI_INTEGER, previous, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
         EQUAL(one, index*index)
      end do
      call mpi_waitall(8, requests, MPI_STATUSES_IGNORE, ierr); OK
      do index = 1, 8
         EXPECT(requests(index) == MPI_REQUEST_NULL)
      end do
      values = [(ieor(index, rank), index=1, large)]
      call mpi_irecv(got, large, MPI_INTEGER, previous, 10, MPI_COMM_WORLD, requests(1), ierr); OK
      call mpi_isend(values, large, MPI_INTEGER, next, 10, MPI_COMM_WORLD, requests(2), ierr); OK
      call mpi_wait(requests(1), status, ierr); OK
      call mpi_wait(requests(2), MPI_STATUS_IGNORE, ierr); OK
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, large)
      EXPECT(all(got == (/ (ieor(index, previous), index=1, large) /)))
      call say('kept')
   end subroutine order

end program point_to_point

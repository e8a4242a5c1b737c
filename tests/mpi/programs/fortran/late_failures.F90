! SPDX-License-Identifier: MIT OR Apache-2.0
! Writes beyond the size that the system allows a file, which fail while they are waited for, or at once where an MPI does not
! poll requests. Prints "failures: late" or "failures: at once".
#include "interface.h"

program late_failures
   USE_MODULE
   use, intrinsic :: iso_c_binding
   implicit none
   INCLUDE_FILE

   interface
      integer(c_int) function setrlimit(resource, limit) bind(c)
         import :: c_int, c_long
         integer(c_int), value :: resource
         integer(c_long), intent(in) :: limit(2)
      end function setrlimit

      integer(c_intptr_t) function signal(number, handler) bind(c)
         import :: c_int, c_intptr_t
         integer(c_int), value :: number
         integer(c_intptr_t), value :: handler
      end function signal
   end interface

   ! As Linux numbers them.
   integer(c_int), parameter :: file_size = 1, size_exceeded = 25
   integer(c_intptr_t), parameter :: ignore = 1
   integer(c_long), parameter :: limit = 8 * 1024 * 1024
   integer, parameter :: bytes = 9 * 1024 * 1024, attempts = 100
   character, allocatable, asynchronous :: buffer(:)
   character(len=512) :: name
   character(len=16) :: suffix
   integer :: rank, ierr
   logical :: is_late
   FILE_HANDLE :: file
   INFO_HANDLE :: info
   REQUEST_HANDLE :: request

   call mpi_init(ierr)
   call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
   call get_command_argument(1, name)
   write (suffix, '(".", i0)') rank
   call check(signal(size_exceeded, ignore) /= -1 .and. setrlimit(file_size, [limit, limit]) == 0, 'limit')
   allocate (buffer(bytes))
   buffer = 'x'
   call mpi_info_create(info, ierr)
   call mpi_info_set(info, 'seaway_async', 'enable', ierr)
   call mpi_file_open(MPI_COMM_SELF, trim(name)//suffix, MPI_MODE_CREATE + MPI_MODE_RDWR + MPI_MODE_DELETE_ON_CLOSE, &
                      info, file, ierr)
   call check(ierr == MPI_SUCCESS, 'open')
   call mpi_info_free(info, ierr)
   call wait_for_one
   call wait_for_two
   call mpi_file_close(file, ierr)
   call check(ierr == MPI_SUCCESS, 'close')
   print '(a)', trim(merge('failures: late   ', 'failures: at once', is_late))
   call mpi_finalize(ierr)

contains

   subroutine check(holds, what)
      logical, intent(in) :: holds
      character(len=*), intent(in) :: what
      if (.not. holds) then
         print *, 'rank', rank, 'failed: ', what
         call mpi_abort(MPI_COMM_WORLD, 1, ierr)
      end if
   end subroutine check

   integer function class_of(code)
      integer, intent(in) :: code
      integer :: outcome
      call mpi_error_class(code, class_of, outcome)
   end function class_of

   ! Most fail late, if any do.
   subroutine begin
      integer :: attempt
      do attempt = 1, attempts
         call mpi_file_iwrite_at(file, 0_MPI_OFFSET_KIND, buffer, bytes, MPI_CHARACTER, request, ierr)
         is_late = ierr == MPI_SUCCESS
         if (is_late) exit
         call check(class_of(ierr) == MPI_ERR_NO_SPACE, 'write')
      end do
   end subroutine begin

   subroutine wait_for_one
      STATUS(status)
      call begin
      if (.not. is_late) return
      call mpi_wait(request, status, ierr)
      call check(class_of(ierr) == MPI_ERR_NO_SPACE, 'wait')
      call check(request == MPI_REQUEST_NULL, 'request after wait')
   end subroutine wait_for_one

   subroutine wait_for_two
      REQUEST_HANDLE :: requests(2)
#if defined(WITH_MPI_F08)
      type(MPI_Status) :: statuses(2)
#define ERROR_OF(place) statuses(place)%MPI_ERROR
#else
      integer :: statuses(MPI_STATUS_SIZE, 2)
#define ERROR_OF(place) statuses(MPI_ERROR, place)
#endif
      integer :: count, indices(2), seen, bad, place
      call begin
      if (.not. is_late) return
      requests(1) = MPI_REQUEST_NULL
      requests(2) = request
      call mpi_waitall(2, requests, statuses, ierr)
      call check(class_of(ierr) == MPI_ERR_IN_STATUS, 'waitall')
      call check(ERROR_OF(1) == MPI_SUCCESS, 'error of a request that is null')
      call check(class_of(ERROR_OF(2)) == MPI_ERR_NO_SPACE, 'error of a request that failed')

      call begin
      requests(2) = request
      call mpi_waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
      call check(class_of(ierr) == MPI_ERR_IN_STATUS, 'waitall without statuses')

      call begin
      requests(2) = request
      call mpi_file_iwrite_at(file, 0_MPI_OFFSET_KIND, buffer, 1, MPI_CHARACTER, requests(1), ierr)
      call check(ierr == MPI_SUCCESS, 'short write')
      seen = 0
      bad = 0
      do while (seen < 2)
         call mpi_waitsome(2, requests, count, indices, statuses, ierr)
         ! MPICH's mpi_f08 counts these indices from zero: they are not looked at.
         do place = 1, count
            if (class_of(ierr) /= MPI_ERR_IN_STATUS) cycle
            if (class_of(ERROR_OF(place)) == MPI_ERR_NO_SPACE) bad = bad + 1
         end do
         seen = seen + count
      end do
      call check(bad == 1, 'one failed')
   end subroutine wait_for_two

end program late_failures

! SPDX-License-Identifier: MIT OR Apache-2.0
! What the programs of this folder share. Each covers one chapter of MPI, checks the results itself, and
! rank 0 prints a report without numbers that belong to an MPI: it is the same text under every MPI. Lines of the report
! start with their section. What an MPI or an interface does not have is reported on stderr as `skipped: SECTION`.
#include "interface.h"

! After each call: it has succeeded, and has said so.
#define OK call succeeded(__LINE__)
! After a call that must fail with an error of this class.
#define FAILS(class) call fails_with(__LINE__, class)
#define EXPECT(condition) call expect_that(__LINE__, condition, "condition")
#define EQUAL(got, expected) call expect_equal(__LINE__, got, expected, "got")

module checks
   USE_MODULE
   use, intrinsic :: iso_c_binding
   use, intrinsic :: iso_fortran_env, only: error_unit, output_unit, int8, int16, int64, real32, real64
   implicit none
   INCLUDE_FILE
   ! What no call leaves in ierr.
   integer, parameter :: unset = -31415
   integer :: ierr = unset, rank = -1, ranks = 0, next = -1, previous = -1
   character(len=60) :: current = ''
   interface expect_equal
      module procedure equal_integers, equal_long_integers, equal_mixed_integers, equal_reals, equal_logicals, equal_texts
   end interface expect_equal

contains

   subroutine begin
      call mpi_init(ierr); OK
      call look_around
   end subroutine begin

   subroutine look_around
      call mpi_comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr); OK
      call mpi_comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN, ierr); OK
      call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr); OK
      call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr); OK
      next = mod(rank + 1, ranks)
      previous = mod(rank + ranks - 1, ranks)
   end subroutine look_around

   subroutine finish
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call section('end')
      call say('all is well')
      call mpi_finalize(ierr); OK
   end subroutine finish

   subroutine section(name)
      character(len=*), intent(in) :: name
      current = name
   end subroutine section

   subroutine say(text)
      character(len=*), intent(in) :: text
      if (rank /= 0) return
      write (output_unit, '(3a)') trim(current), ': ', text
      flush (output_unit)
   end subroutine say

   subroutine skip(name)
      character(len=*), intent(in) :: name
      if (rank == 0) write (error_unit, '(2a)') 'skipped: ', name
   end subroutine skip

   function digits_of(number) result(text)
      integer, intent(in) :: number
      character(len=:), allocatable :: text
      character(len=20) :: buffer
      write (buffer, '(i0)') number
      text = trim(buffer)
   end function digits_of

   function yes_or_no(flag) result(text)
      logical, intent(in) :: flag
      character(len=3) :: text
      text = merge('yes', 'no ', flag)
   end function yes_or_no

   ! Whether the Fortran layer is MPICH's own: it was built with that, and runs on it. For behaviour that no adapter has to imitate.
   function mpich_itself() result(itself)
      logical :: itself
      character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: version
      integer :: length, code
      call mpi_get_library_version(version, length, code)
      itself = MPI_STATUS_SIZE == 5 .and. version(:5) == 'MPICH'
   end function mpich_itself

   ! The same of Open MPI's.
   function openmpi_itself() result(itself)
      logical :: itself
      character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: version
      integer :: length, code
      call mpi_get_library_version(version, length, code)
      itself = MPI_STATUS_SIZE == 6 .and. version(:8) == 'Open MPI'
   end function openmpi_itself

   ! c_associated crashes the compiler where its module comes from two sides.
   function same_address(one, other) result(same)
      type(c_ptr), intent(in) :: one, other
      logical :: same
      same = transfer(one, 0_int64) == transfer(other, 0_int64)
   end function same_address

   subroutine fail(line, what)
      integer, intent(in) :: line
      character(len=*), intent(in) :: what
      integer :: code
      write (error_unit, '(a,i0,a,a,a,i0,2a)') 'rank ', rank, ', ', trim(current), ', line ', line, ': ', what
      flush (error_unit)
      call mpi_abort(MPI_COMM_WORLD, 1, code)
      error stop 1
   end subroutine fail

   subroutine succeeded(line)
      integer, intent(in) :: line
      character(len=MPI_MAX_ERROR_STRING) :: text
      integer :: length, code
      if (ierr == unset) call fail(line, 'the call has not set ierr')
      if (ierr /= MPI_SUCCESS) then
         call mpi_error_string(ierr, text, length, code)
         call fail(line, 'the call fails: '//text(:length))
      end if
      ierr = unset
   end subroutine succeeded

   subroutine fails_with(line, expected)
      integer, intent(in) :: line, expected
      character(len=MPI_MAX_ERROR_STRING) :: text
      integer :: length, class, code
      if (ierr == MPI_SUCCESS .or. ierr == unset) call fail(line, 'the call does not fail')
      call mpi_error_class(ierr, class, code)
      call mpi_error_string(ierr, text, length, code)
      if (class /= expected) call fail(line, 'another error: '//text(:length))
      if (length < 1) call fail(line, 'the error has no text')
      ierr = unset
   end subroutine fails_with

   subroutine expect_that(line, holds, what)
      integer, intent(in) :: line
      logical, intent(in) :: holds
      character(len=*), intent(in) :: what
      if (.not. holds) call fail(line, what)
   end subroutine expect_that

   subroutine equal_long_integers(line, got, expected, what)
      integer, intent(in) :: line
      integer(int64), intent(in) :: got, expected
      character(len=*), intent(in) :: what
      character(len=60) :: numbers
      write (numbers, '(a,i0,a,i0)') ' is ', got, ', expected ', expected
      if (got /= expected) call fail(line, what//trim(numbers))
   end subroutine equal_long_integers

   subroutine equal_integers(line, got, expected, what)
      integer, intent(in) :: line, got, expected
      character(len=*), intent(in) :: what
      call equal_long_integers(line, int(got, int64), int(expected, int64), what)
   end subroutine equal_integers

   subroutine equal_mixed_integers(line, got, expected, what)
      integer, intent(in) :: line, expected
      integer(int64), intent(in) :: got
      character(len=*), intent(in) :: what
      call equal_long_integers(line, got, int(expected, int64), what)
   end subroutine equal_mixed_integers

   ! Only numbers that are exact are compared.
   subroutine equal_reals(line, got, expected, what)
      integer, intent(in) :: line
      real(real64), intent(in) :: got, expected
      character(len=*), intent(in) :: what
      if (got < expected .or. got > expected) call fail(line, what)
   end subroutine equal_reals

   ! Both as logicals and as the bits that this compiler has for them.
   subroutine equal_logicals(line, got, expected, what)
      integer, intent(in) :: line
      logical, intent(in) :: got, expected
      character(len=*), intent(in) :: what
      if (got .neqv. expected) call fail(line, what)
      if (transfer(got, 0) /= transfer(expected, 0)) call fail(line, what//' has other bits')
   end subroutine equal_logicals

   ! With blanks at the end as they are.
   subroutine equal_texts(line, got, expected, what)
      integer, intent(in) :: line
      character(len=*), intent(in) :: got, expected, what
      if (got /= expected .or. len(got) /= len(expected)) call fail(line, what//' is "'//got//'", expected "'//expected//'"')
   end subroutine equal_texts

end module checks

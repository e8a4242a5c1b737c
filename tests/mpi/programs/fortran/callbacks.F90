! SPDX-License-Identifier: MIT OR Apache-2.0
! What MPI calls back into Fortran for, and what is asked about a file: error handlers, data representations, hints,
! groups, modes. Prints a line for each thing in which implementations are known to differ:
!    hints: kept | dropped         whether a file tells the hints that it was opened with
!    handler: right | wrong        whether an error handler is given the Fortran handle of its file
!    representation: used | refused | converted wrongly
! "callbacks NAME [datarep | careful]": "datarep" registers a representation as well; "careful" leaves out opens that
! fail, which MPICH's own mpi_file_open may not survive.
#include "interface.h"

module procedures
   USE_MODULE
   use, intrinsic :: iso_c_binding
   implicit none
   INCLUDE_FILE
   integer :: calls = 0, code_seen = 0
   integer :: reads = 0, writes = 0
   FILE_HANDLE :: handle_seen

contains

   subroutine handler(file, code)
      FILE_HANDLE :: file
      integer :: code
      calls = calls + 1
      handle_seen = file
      code_seen = code
   end subroutine handler

   ! In the file every integer is what it is not in memory.
#if defined(WITH_MPI_F08)
#define BYTES(name) type(c_ptr), value :: name
#else
#define BYTES(name) integer, target :: name(*)
#endif
   subroutine from_file(user, datatype, count, file, position, extra_state, ierr)
      BYTES(user)
      BYTES(file)
      DATATYPE_HANDLE :: datatype
      integer :: count, ierr
      integer(kind=MPI_OFFSET_KIND) :: position
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      reads = reads + 1
      call invert(user, int(position), file, 0, count)
      ierr = MPI_SUCCESS
   end subroutine from_file

   subroutine to_file(user, datatype, count, file, position, extra_state, ierr)
      BYTES(user)
      BYTES(file)
      DATATYPE_HANDLE :: datatype
      integer :: count, ierr
      integer(kind=MPI_OFFSET_KIND) :: position
      integer(kind=MPI_ADDRESS_KIND) :: extra_state
      writes = writes + 1
      call invert(file, 0, user, int(position), count)
      ierr = MPI_SUCCESS
   end subroutine to_file

   subroutine invert(target, first_target, source, first_source, count)
      BYTES(target)
      BYTES(source)
      integer :: first_target, first_source, count
#if defined(WITH_MPI_F08)
      integer, pointer :: targets(:), sources(:)
      call c_f_pointer(target, targets, [first_target + count])
      call c_f_pointer(source, sources, [first_source + count])
      targets(first_target + 1:) = not(sources(first_source + 1:))
#else
      target(first_target + 1:first_target + count) = not(source(first_source + 1:first_source + count))
#endif
   end subroutine invert

   subroutine extent_in_file(datatype, extent, extra_state, ierr)
      DATATYPE_HANDLE :: datatype
      integer(kind=MPI_ADDRESS_KIND) :: extent, extra_state
      integer :: ierr
      extent = 4
      ierr = MPI_SUCCESS
   end subroutine extent_in_file

end module procedures

program callbacks
   USE_MODULE
   use procedures
   implicit none
   integer, parameter :: read_write = MPI_MODE_CREATE + MPI_MODE_RDWR
   integer :: rank, ranks, ierr
   character(len=512) :: name, word
   FILE_HANDLE :: file

   call mpi_init(ierr)
   call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
   call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
   call get_command_argument(1, name)
   call get_command_argument(2, word)
   call facts_about_a_file
   call handlers_of_files
   if (word /= 'careful') then
      call errors_return_by_default
      call handlers_of_no_file
   end if
   if (word == 'datarep') call representation
   call mpi_barrier(MPI_COMM_WORLD, ierr)
   if (rank == 0) then
      call mpi_file_delete(name, MPI_INFO_NULL, ierr)
      call check(ierr == MPI_SUCCESS, 'delete')
      call mpi_file_delete(name, MPI_INFO_NULL, ierr)
      call check_class(MPI_ERR_NO_SUCH_FILE, 'delete what is not there')
   end if
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

   subroutine check_class(expected, what)
      integer, intent(in) :: expected
      character(len=*), intent(in) :: what
      integer :: class, length, code
      character(len=MPI_MAX_ERROR_STRING) :: text
      code = ierr
      call mpi_error_class(code, class, ierr)
      call check(class == expected, what)
      call mpi_error_string(code, text, length, ierr)
      call check(length > 0, what//': text')
   end subroutine check_class

   subroutine facts_about_a_file
      INFO_HANDLE :: info, used
      GROUP_HANDLE :: group
      integer :: mode, members, keys
      integer(kind=MPI_OFFSET_KIND) :: size
      logical :: flag
      call mpi_info_create(info, ierr)
      call mpi_info_set(info, 'cb_buffer_size', '1048576', ierr)
      call mpi_file_open(MPI_COMM_WORLD, name, read_write, info, file, ierr)
      call check(ierr == MPI_SUCCESS, 'open')
      call mpi_file_set_info(file, info, ierr)
      call check(ierr == MPI_SUCCESS, 'set_info')
      call mpi_info_free(info, ierr)
      call mpi_file_get_info(file, used, ierr)
      call check(ierr == MPI_SUCCESS, 'get_info')
      call mpi_info_get_nkeys(used, keys, ierr)
      print '(a)', 'hints: '//trim(merge('kept   ', 'dropped', keys > 0))
      call mpi_info_free(used, ierr)
      call mpi_file_get_amode(file, mode, ierr)
      call check(mode == read_write, 'get_amode')
      call mpi_file_get_group(file, group, ierr)
      call mpi_group_size(group, members, ierr)
      call check(members == ranks, 'get_group')
      call mpi_group_free(group, ierr)
      call mpi_file_get_size(file, size, ierr)
      call check(size == 0, 'get_size')
      call mpi_file_set_atomicity(file, .false., ierr)
      call check(ierr == MPI_SUCCESS, 'set_atomicity')
      call mpi_file_get_atomicity(file, flag, ierr)
      call check(.not. flag, 'get_atomicity')
      call mpi_file_close(file, ierr)
      call check(ierr == MPI_SUCCESS .and. file == MPI_FILE_NULL, 'close')
   end subroutine facts_about_a_file

   subroutine errors_return_by_default
      call mpi_file_open(MPI_COMM_WORLD, trim(name)//'/no/such/file', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
      call check(ierr /= MPI_SUCCESS, 'open what is not there')
      call mpi_file_open(MPI_COMM_WORLD, trim(name)//'.missing', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
      call check_class(MPI_ERR_NO_SUCH_FILE, 'open what is not there: class')
   end subroutine errors_return_by_default

   ! Provokes an error in a file that cannot be read, and asks for one.
   subroutine handlers_of_files
      FILE_HANDLE :: other
      ERRHANDLER_HANDLE :: mine, seen
      integer :: values(4)
      call mpi_file_open(MPI_COMM_WORLD, name, read_write, MPI_INFO_NULL, other, ierr)
      call mpi_file_open(MPI_COMM_WORLD, name, MPI_MODE_WRONLY, MPI_INFO_NULL, file, ierr)
      call mpi_file_create_errhandler(handler, mine, ierr)
      call check(ierr == MPI_SUCCESS .and. mine /= MPI_ERRHANDLER_NULL, 'create_errhandler')
      call mpi_file_set_errhandler(file, mine, ierr)
      call check(ierr == MPI_SUCCESS, 'set_errhandler')
      call mpi_file_get_errhandler(file, seen, ierr)
      call check(seen == mine, 'get_errhandler')
      call mpi_errhandler_free(seen, ierr)
      call mpi_errhandler_free(mine, ierr)
      call mpi_file_get_errhandler(other, seen, ierr)
      call check(seen == MPI_ERRORS_RETURN, 'the handler of another file')
      calls = 0
      call mpi_file_read_at(file, int(0, MPI_OFFSET_KIND), values, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
      call check(calls == 1, 'a handler is called')
      call check(ierr == code_seen .and. ierr /= MPI_SUCCESS, 'a handler is given the error')
      call check_class(MPI_ERR_ACCESS, 'the error of reading what is write-only')
      call tell_handle
      call mpi_file_call_errhandler(file, MPI_ERR_IO, ierr)
      call check(calls == 2 .and. code_seen == MPI_ERR_IO, 'call_errhandler')
      call mpi_file_set_errhandler(file, MPI_ERRORS_RETURN, ierr)
      call mpi_file_read_at(file, int(0, MPI_OFFSET_KIND), values, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
      call check(calls == 2 .and. ierr /= MPI_SUCCESS, 'a handler that was replaced is not called')
      call mpi_file_close(file, ierr)
      call mpi_file_close(other, ierr)
   end subroutine handlers_of_files

   subroutine tell_handle
      if (handle_seen == file) then
         print '(a)', 'handler: right'
      else
         print '(a)', 'handler: wrong'
      end if
   end subroutine tell_handle

   ! The handler of MPI_FILE_NULL is that of calls which have no file yet.
   subroutine handlers_of_no_file
      ERRHANDLER_HANDLE :: mine
      call mpi_file_create_errhandler(handler, mine, ierr)
      call mpi_file_set_errhandler(MPI_FILE_NULL, mine, ierr)
      call check(ierr == MPI_SUCCESS, 'set_errhandler of MPI_FILE_NULL')
      call mpi_errhandler_free(mine, ierr)
      calls = 0
      call mpi_file_open(MPI_COMM_WORLD, trim(name)//'.missing', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
      call check(calls == 1 .and. ierr /= MPI_SUCCESS, 'the handler of MPI_FILE_NULL is called')
      call mpi_file_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_RETURN, ierr)
   end subroutine handlers_of_no_file

   subroutine representation
      integer :: values(5), seen(5), i
      integer(kind=MPI_OFFSET_KIND), parameter :: nowhere = 0
      call mpi_register_datarep('inverted', from_file, to_file, extent_in_file, int(0, MPI_ADDRESS_KIND), ierr)
      call check(ierr == MPI_SUCCESS, 'register_datarep')
      call mpi_file_open(MPI_COMM_SELF, trim(name)//achar(iachar('a') + rank), read_write, MPI_INFO_NULL, file, ierr)
      call mpi_file_set_view(file, nowhere, MPI_INTEGER, MPI_INTEGER, 'inverted', MPI_INFO_NULL, ierr)
      if (ierr /= MPI_SUCCESS) then
         print '(a)', 'representation: refused'
      else
         values = [(i*i, i=1, 5)]
         call mpi_file_write_at(file, nowhere, values, 5, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
         call check(ierr == MPI_SUCCESS, 'write with a representation')
         call mpi_file_read_at(file, nowhere, seen, 5, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
         call check(all(seen == values), 'read with a representation')
         call mpi_file_set_view(file, nowhere, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
         call mpi_file_read_at(file, nowhere, seen, 5, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
         if (all(seen == not(values)) .and. reads > 0 .and. writes > 0) then
            print '(a)', 'representation: used'
         else
            print '(a)', 'representation: converted wrongly'
         end if
      end if
      call mpi_file_close(file, ierr)
      call mpi_file_delete(trim(name)//achar(iachar('a') + rank), MPI_INFO_NULL, ierr)
   end subroutine representation

end program callbacks

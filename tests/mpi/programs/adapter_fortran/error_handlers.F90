! SPDX-License-Identifier: MIT OR Apache-2.0
! Error handlers that are Fortran's, of communicators, windows and files; classes, codes and texts of errors.
#include "checks.h"

module handlers
   use checks
   implicit none
   integer :: calls = 0, class_seen = 0
   COMM_HANDLE :: comm_seen
   WIN_HANDLE :: window_seen
   FILE_HANDLE :: file_seen

contains

   subroutine note(code)
      integer, intent(in) :: code
      integer :: ignored
      calls = calls + 1
      call mpi_error_class(code, class_seen, ignored)
   end subroutine note

   subroutine comm_handler(comm, code)
      COMM_HANDLE :: comm
      integer :: code
      comm_seen = comm
      call note(code)
   end subroutine comm_handler

   subroutine window_handler(window, code)
      WIN_HANDLE :: window
      integer :: code
      window_seen = window
      call note(code)
   end subroutine window_handler

   subroutine file_handler(file, code)
      FILE_HANDLE :: file
      integer :: code
      file_seen = file
      call note(code)
   end subroutine file_handler

end module handlers

program error_handlers
   use checks
   use handlers
   implicit none
   call begin
   call of_communicators
   call of_windows
   call of_files
   call predefined
   call codes
   call texts
   call finish

contains

   subroutine of_communicators
      COMM_HANDLE :: comm
      ERRHANDLER_HANDLE :: mine, seen
      REQUEST_HANDLE :: request
      integer :: value
      call section('communicators')
      calls = 0
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_comm_create_errhandler(comm_handler, mine, ierr); OK
      EXPECT(mine /= MPI_ERRHANDLER_NULL)
      call mpi_comm_set_errhandler(comm, mine, ierr); OK
      call mpi_comm_get_errhandler(comm, seen, ierr); OK
      EXPECT(seen == mine)
      call mpi_errhandler_free(seen, ierr); OK
      EXPECT(seen == MPI_ERRHANDLER_NULL)
      call mpi_errhandler_free(mine, ierr); OK
      call mpi_comm_call_errhandler(comm, MPI_ERR_OTHER, ierr); OK
      EQUAL(calls, 1)
      EXPECT(class_seen == MPI_ERR_OTHER .and. comm_seen == comm)
      ! Not every MPI looks at arguments, but all at lengths of messages.
      call mpi_isend([1, 2], 2, MPI_INTEGER, rank, 0, comm, request, ierr); OK
      ! What a call returns whose error a handler has seen, MPICH 5 has otherwise than others.
      call mpi_recv(value, 1, MPI_INTEGER, rank, 0, comm, MPI_STATUS_IGNORE, ierr)
      EQUAL(calls, 2)
      EXPECT(class_seen == MPI_ERR_TRUNCATE .and. comm_seen == comm)
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
      call mpi_comm_free(comm, ierr); OK
      call say('called with their handle')
   end subroutine of_communicators

   subroutine of_windows
      WIN_HANDLE :: window
      ERRHANDLER_HANDLE :: mine, seen
      integer :: memory
      ADDRESS :: bytes
      call section('windows')
      calls = 0
      bytes = 4
      call mpi_win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr); OK
      call mpi_win_create_errhandler(window_handler, mine, ierr); OK
      call mpi_win_set_errhandler(window, mine, ierr); OK
      call mpi_win_get_errhandler(window, seen, ierr); OK
      EXPECT(seen == mine)
      call mpi_errhandler_free(seen, ierr); OK
      call mpi_errhandler_free(mine, ierr); OK
      call mpi_win_call_errhandler(window, MPI_ERR_WIN, ierr); OK
      EQUAL(calls, 1)
      EXPECT(class_seen == MPI_ERR_WIN .and. window_seen == window)
      call mpi_win_free(window, ierr); OK
      call say('called with their handle')
   end subroutine of_windows

   subroutine of_files
      FILE_HANDLE :: file
      ERRHANDLER_HANDLE :: mine, seen
      character(len=256) :: name
      call section('files')
      calls = 0
      call get_environment_variable('TMPDIR', name)
      call mpi_file_open(MPI_COMM_WORLD, trim(name)//'/errors', MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, &
                         ierr); OK
      call mpi_file_create_errhandler(file_handler, mine, ierr); OK
      call mpi_file_set_errhandler(file, mine, ierr); OK
      call mpi_file_get_errhandler(file, seen, ierr); OK
      EXPECT(seen == mine)
      call mpi_errhandler_free(seen, ierr); OK
      call mpi_errhandler_free(mine, ierr); OK
      ! Handlers of files get another handle from MPICH's own layer.
      call mpi_file_call_errhandler(file, MPI_ERR_IO, ierr); OK
      EQUAL(calls, 1)
      EXPECT(class_seen == MPI_ERR_IO)
      if (.not. mpich_itself()) then
         EXPECT(file_seen == file)
      end if
      call mpi_file_close(file, ierr); OK
      call say('called')
   end subroutine of_files

   subroutine predefined
      COMM_HANDLE :: comm
      ERRHANDLER_HANDLE :: seen
      FILE_HANDLE :: file
      call section('predefined')
      call mpi_comm_get_errhandler(MPI_COMM_WORLD, seen, ierr); OK
      EXPECT(seen == MPI_ERRORS_RETURN)
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL, ierr); OK
      call mpi_comm_get_errhandler(comm, seen, ierr); OK
      EXPECT(seen == MPI_ERRORS_ARE_FATAL)
      call mpi_comm_free(comm, ierr); OK
      call mpi_file_get_errhandler(MPI_FILE_NULL, seen, ierr); OK
      EXPECT(seen == MPI_ERRORS_RETURN)
      call mpi_file_open(MPI_COMM_SELF, '/no/such/folder/file', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
      FAILS(MPI_ERR_NO_SUCH_FILE)
      call say('are known')
   end subroutine predefined

   subroutine codes
      integer :: class, code, other, length
      character(len=MPI_MAX_ERROR_STRING) :: text
      call section('codes')
      call mpi_add_error_class(class, ierr); OK
      EXPECT(class > MPI_ERR_LASTCODE)
      call mpi_add_error_code(class, code, ierr); OK
      call mpi_add_error_string(code, 'the sea is rough   ', ierr); OK
      call mpi_error_class(code, other, ierr); OK
      EQUAL(other, class)
      text = repeat('x', len(text))
      call mpi_error_string(code, text, length, ierr); OK
      EQUAL(trim(text), 'the sea is rough')
      EQUAL(length, 16)
      call say(trim(text))
   end subroutine codes

   subroutine texts
      integer :: classes(6), index, length, class
      character(len=MPI_MAX_ERROR_STRING) :: text
      call section('texts')
      classes = [MPI_ERR_BUFFER, MPI_ERR_TRUNCATE, MPI_ERR_OTHER, MPI_ERR_NO_SUCH_FILE, MPI_ERR_WIN, MPI_ERR_SPAWN]
      do index = 1, 6
         text = repeat('x', len(text))
         call mpi_error_string(classes(index), text, length, ierr); OK
         EXPECT(length > 0 .and. text(length:length) /= ' ' .and. text(length + 1:) == ' ')
         call mpi_error_class(classes(index), class, ierr); OK
         EQUAL(class, classes(index))
      end do
      call say('end with blanks')
   end subroutine texts

end program error_handlers

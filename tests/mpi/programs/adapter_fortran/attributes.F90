! SPDX-License-Identifier: MIT OR Apache-2.0
! Attributes: procedures that copy and delete them, of communicators, datatypes and windows; those that MPI has itself.
#include "checks.h"

module procedures
   use checks
   implicit none
   integer :: copies = 0, deletes = 0
   ADDRESS :: deleted = 0
   logical :: refuse = .false.

contains

   ! The copy is one more than the original.
   subroutine copy_of_comm(old, key, extra_state, in, out, flag, ierror)
      COMM_HANDLE :: old
      integer :: key, ierror
      ADDRESS :: extra_state, in, out
      logical :: flag
      copies = copies + int(extra_state)
      out = in + 1
      flag = .not. refuse
      ierror = MPI_SUCCESS
   end subroutine copy_of_comm

   subroutine delete_of_comm(comm, key, value, extra_state, ierror)
      COMM_HANDLE :: comm
      integer :: key, ierror
      ADDRESS :: extra_state, value
      deletes = deletes + int(extra_state)
      deleted = value
      ierror = MPI_SUCCESS
   end subroutine delete_of_comm

   subroutine copy_of_type(old, key, extra_state, in, out, flag, ierror)
      DATATYPE_HANDLE :: old
      integer :: key, ierror
      ADDRESS :: extra_state, in, out
      logical :: flag
      copies = copies + int(extra_state)
      out = -in
      flag = .true.
      ierror = MPI_SUCCESS
   end subroutine copy_of_type

   subroutine delete_of_type(type, key, value, extra_state, ierror)
      DATATYPE_HANDLE :: type
      integer :: key, ierror
      ADDRESS :: extra_state, value
      deletes = deletes + int(extra_state)
      deleted = value
      ierror = MPI_SUCCESS
   end subroutine delete_of_type

   subroutine copy_of_window(old, key, extra_state, in, out, flag, ierror)
      WIN_HANDLE :: old
      integer :: key, ierror
      ADDRESS :: extra_state, in, out
      logical :: flag
      flag = .false.
      ierror = MPI_SUCCESS
   end subroutine copy_of_window

   subroutine delete_of_window(window, key, value, extra_state, ierror)
      WIN_HANDLE :: window
      integer :: key, ierror
      ADDRESS :: extra_state, value
      deletes = deletes + int(extra_state)
      deleted = value
      ierror = MPI_SUCCESS
   end subroutine delete_of_window

end module procedures

program attributes
   use checks
   use procedures
   implicit none
   ! More than 32 bits.
   ADDRESS, parameter :: large = 81985529216486895_MPI_ADDRESS_KIND
   call begin
   call predefined
   call communicators
   call predefined_procedures
   call datatypes
   call windows
   call finish

contains

   subroutine predefined
      ADDRESS :: value
      logical :: flag
      call section('predefined')
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EXPECT(value >= 32767)
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_WTIME_IS_GLOBAL, value, flag, ierr); OK
      EXPECT(.not. flag .or. value == 0 .or. value == 1)
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_HOST, value, flag, ierr); OK
      if (flag) then
         EXPECT(value == MPI_PROC_NULL .or. (value >= 0 .and. value < ranks))
      end if
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EXPECT(value >= MPI_ERR_LASTCODE)
      call mpi_comm_get_attr(MPI_COMM_WORLD, MPI_UNIVERSE_SIZE, value, flag, ierr); OK
      EXPECT(.not. flag .or. value >= ranks)
      call say('are there')
   end subroutine predefined

   subroutine communicators
      COMM_HANDLE :: comm, copy
      integer :: key
      ADDRESS :: value, state
      logical :: flag
      call section('communicators')
      copies = 0
      deletes = 0
      state = 10
      call mpi_comm_create_keyval(copy_of_comm, delete_of_comm, key, state, ierr); OK
      EXPECT(key /= MPI_KEYVAL_INVALID)
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_comm_get_attr(comm, key, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_comm_set_attr(comm, key, large, ierr); OK
      value = 0
      call mpi_comm_get_attr(comm, key, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(int(value, int64), int(large, int64))
      call mpi_comm_dup(comm, copy, ierr); OK
      EQUAL(copies, 10)
      call mpi_comm_get_attr(copy, key, value, flag, ierr); OK
      EQUAL(int(value, int64), int(large + 1, int64))
      call mpi_comm_free(copy, ierr); OK
      EQUAL(deletes, 10)
      EQUAL(int(deleted, int64), int(large + 1, int64))
      refuse = .true.
      call mpi_comm_dup(comm, copy, ierr); OK
      call mpi_comm_get_attr(copy, key, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_comm_free(copy, ierr); OK
      EQUAL(deletes, 10)
      ! Setting it again deletes the old one.
      value = -5
      call mpi_comm_set_attr(comm, key, value, ierr); OK
      EQUAL(deletes, 20)
      call mpi_comm_get_attr(comm, key, value, flag, ierr); OK
      EQUAL(int(value, int64), -5)
      call mpi_comm_delete_attr(comm, key, ierr); OK
      EQUAL(deletes, 30)
      EQUAL(int(deleted, int64), -5)
      call mpi_comm_free_keyval(key, ierr); OK
      EXPECT(key == MPI_KEYVAL_INVALID)
      call mpi_comm_free(comm, ierr); OK
      call say('copied, refused, deleted')
   end subroutine communicators

   subroutine predefined_procedures
      COMM_HANDLE :: comm, copy
      integer :: copied, forgotten
      ADDRESS :: value, state
      logical :: flag
      call section('procedures')
      state = 0
      call mpi_comm_create_keyval(MPI_COMM_DUP_FN, MPI_COMM_NULL_DELETE_FN, copied, state, ierr); OK
      call mpi_comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, forgotten, state, ierr); OK
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      value = large
      call mpi_comm_set_attr(comm, copied, value, ierr); OK
      call mpi_comm_set_attr(comm, forgotten, value, ierr); OK
      call mpi_comm_dup(comm, copy, ierr); OK
      value = 0
      call mpi_comm_get_attr(copy, copied, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(int(value, int64), int(large, int64))
      call mpi_comm_get_attr(copy, forgotten, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_comm_free(copy, ierr); OK
      call mpi_comm_free(comm, ierr); OK
      call mpi_comm_free_keyval(copied, ierr); OK
      call mpi_comm_free_keyval(forgotten, ierr); OK
      call say('one copies, one does not')
   end subroutine predefined_procedures

   subroutine datatypes
      DATATYPE_HANDLE :: type, copy
      integer :: key, plain
      ADDRESS :: value, state
      logical :: flag
      call section('datatypes')
      copies = 0
      deletes = 0
      state = 3
      call mpi_type_create_keyval(copy_of_type, delete_of_type, key, state, ierr); OK
      call mpi_type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, plain, state, ierr); OK
      call mpi_type_contiguous(2, MPI_INTEGER, type, ierr); OK
      value = 44
      call mpi_type_set_attr(type, key, value, ierr); OK
      call mpi_type_set_attr(type, plain, value, ierr); OK
      call mpi_type_dup(type, copy, ierr); OK
      call mpi_type_get_attr(copy, key, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(int(value, int64), -44)
      call mpi_type_get_attr(copy, plain, value, flag, ierr); OK
      EQUAL(int(value, int64), 44)
      EQUAL(copies, 3)
      call mpi_type_free(copy, ierr); OK
      EQUAL(deletes, 3)
      EQUAL(int(deleted, int64), -44)
      call mpi_type_delete_attr(type, key, ierr); OK
      EQUAL(deletes, 6)
      call mpi_type_free_keyval(key, ierr); OK
      call mpi_type_free_keyval(plain, ierr); OK
      call mpi_type_free(type, ierr); OK
      call say('copied and deleted')
   end subroutine datatypes

   subroutine windows
      WIN_HANDLE :: window
      integer :: key, plain, memory
      ADDRESS :: value, state, bytes
      logical :: flag
      call section('windows')
      deletes = 0
      state = 7
      bytes = 4
      call mpi_win_create_keyval(copy_of_window, delete_of_window, key, state, ierr); OK
      call mpi_win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, plain, state, ierr); OK
      call mpi_win_create(memory, bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr); OK
      value = large
      call mpi_win_set_attr(window, key, value, ierr); OK
      call mpi_win_set_attr(window, plain, value, ierr); OK
      value = 0
      call mpi_win_get_attr(window, key, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(int(value, int64), int(large, int64))
      call mpi_win_delete_attr(window, plain, ierr); OK
      call mpi_win_get_attr(window, plain, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_win_free(window, ierr); OK
      EQUAL(deletes, 7)
      EQUAL(int(deleted, int64), int(large, int64))
      call mpi_win_free_keyval(key, ierr); OK
      call mpi_win_free_keyval(plain, ierr); OK
      call say('deleted with the window')
   end subroutine windows

end program attributes

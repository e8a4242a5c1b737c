! SPDX-License-Identifier: MIT OR Apache-2.0
! Procedures of MPI 1 that old programs still call: attributes that are integers, addresses that are, and their keys. Not in
! mpi_f08.
#include "checks.h"

module procedures
   use checks
   implicit none
   integer :: copies = 0, deletes = 0, errors = 0

contains

   subroutine copy(old, key, extra_state, in, out, flag, ierror)
      integer :: old, key, extra_state, in, out, ierror
      logical :: flag
      copies = copies + extra_state
      out = in - 1
      flag = .true.
      ierror = MPI_SUCCESS
   end subroutine copy

   subroutine delete(comm, key, value, extra_state, ierror)
      integer :: comm, key, value, extra_state, ierror
      deletes = deletes + extra_state
      ierror = MPI_SUCCESS
   end subroutine delete

   subroutine handler(comm, code)
      integer :: comm, code
      errors = errors + 1
   end subroutine handler

end module procedures

program old_names
   use checks
   use procedures
   implicit none
   call begin
   call attributes
   call predefined
   call addresses
   call datatypes
   call handlers
   call finish

contains

   subroutine attributes
      integer :: key, comm, copied, value, plain
      logical :: flag
      call section('attributes')
      call mpi_keyval_create(copy, delete, key, 4, ierr); OK
      call mpi_keyval_create(MPI_DUP_FN, MPI_NULL_DELETE_FN, plain, 0, ierr); OK
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_attr_get(comm, key, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_attr_put(comm, key, -77, ierr); OK
      call mpi_attr_put(comm, plain, 1234567, ierr); OK
      call mpi_attr_get(comm, key, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(value, -77)
      call mpi_comm_dup(comm, copied, ierr); OK
      EQUAL(copies, 4)
      call mpi_attr_get(copied, key, value, flag, ierr); OK
      EQUAL(value, -78)
      call mpi_attr_get(copied, plain, value, flag, ierr); OK
      EQUAL(value, 1234567)
      call mpi_attr_delete(copied, key, ierr); OK
      EQUAL(deletes, 4)
      call mpi_comm_free(copied, ierr); OK
      call mpi_comm_free(comm, ierr); OK
      EQUAL(deletes, 8)
      call mpi_keyval_free(key, ierr); OK
      EXPECT(key == MPI_KEYVAL_INVALID)
      call mpi_keyval_create(MPI_NULL_COPY_FN, MPI_NULL_DELETE_FN, key, 0, ierr); OK
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_attr_put(comm, key, 5, ierr); OK
      call mpi_comm_dup(comm, copied, ierr); OK
      call mpi_attr_get(copied, key, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_comm_free(copied, ierr); OK
      call mpi_comm_free(comm, ierr); OK
      call say('are integers')
   end subroutine attributes

   subroutine predefined
      integer :: value
      logical :: flag
      call section('predefined')
      call mpi_attr_get(MPI_COMM_WORLD, MPI_TAG_UB, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EXPECT(value >= 32767)
      call say('as well')
   end subroutine predefined

   ! An address that is an integer is of use only as a difference.
   subroutine addresses
      integer :: values(4), one, other
      call section('addresses')
      call mpi_address(values(1), one, ierr)
      call mpi_address(values(3), other, ierr)
      call say('not looked at')
   end subroutine addresses

   subroutine datatypes
      integer :: type, extent, lower, upper
      integer :: from(6), to(2)
      call section('datatypes')
      from = [1, 2, 3, 4, 5, 6]
      call mpi_type_hvector(2, 1, 12, MPI_INTEGER, type, ierr); OK
      call mpi_type_commit(type, ierr); OK
      call mpi_type_extent(type, extent, ierr); OK
      EQUAL(extent, 16)
      call mpi_type_lb(type, lower, ierr); OK
      call mpi_type_ub(type, upper, ierr); OK
      EXPECT(lower == 0 .and. upper == 16)
      call mpi_sendrecv(from, 1, type, rank, 1, to, 2, MPI_INTEGER, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(to == (/ 1, 4 /)))
      call mpi_type_free(type, ierr); OK
      call mpi_type_struct(2, [1, 1], [0, 8], [MPI_INTEGER, MPI_REAL], type, ierr); OK
      call mpi_type_extent(type, extent, ierr); OK
      EQUAL(extent, 12)
      call mpi_type_free(type, ierr); OK
      call mpi_type_hindexed(2, [1, 1], [4, 0], MPI_INTEGER, type, ierr); OK
      call mpi_type_free(type, ierr); OK
      call say('extents are integers')
   end subroutine datatypes

   subroutine handlers
      integer :: mine, seen, comm
      call section('handlers')
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_errhandler_create(handler, mine, ierr); OK
      call mpi_errhandler_set(comm, mine, ierr); OK
      call mpi_errhandler_get(comm, seen, ierr); OK
      EXPECT(seen == mine)
      call mpi_comm_call_errhandler(comm, MPI_ERR_OTHER, ierr); OK
      EQUAL(errors, 1)
      call mpi_comm_free(comm, ierr); OK
      call say('called')
   end subroutine handlers

end program old_names

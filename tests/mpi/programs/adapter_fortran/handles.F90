! SPDX-License-Identifier: MIT OR Apache-2.0
! Handles, statuses and attributes that go from Fortran to C and back; the part in C is `handles.c`.
#include "checks.h"

module in_c
   use, intrinsic :: iso_c_binding
   implicit none
   interface
      integer(c_int) function members_in_c(communicator) bind(c)
         import :: c_int
         integer(c_int), value :: communicator
      end function members_in_c
      integer(c_int) function same_world_in_c(world, null, integer_type, sum, info, request) bind(c)
         import :: c_int
         integer(c_int), value :: world, null, integer_type, sum, info, request
      end function same_world_in_c
      integer(c_int) function duplicate_in_c(communicator) bind(c)
         import :: c_int
         integer(c_int), value :: communicator
      end function duplicate_in_c
      integer(c_int) function pair_in_c() bind(c)
         import :: c_int
      end function pair_in_c
      integer(c_int) function start_in_c(value, from) bind(c)
         import :: c_int
         integer(c_int) :: value
         integer(c_int), value :: from
      end function start_in_c
      subroutine status_in_c(status, answers) bind(c)
         import :: c_int
         integer(c_int) :: status(*), answers(3)
      end subroutine status_in_c
      subroutine fill_status_in_c(status) bind(c)
         import :: c_int
         integer(c_int) :: status(*)
      end subroutine fill_status_in_c
      integer(c_int) function key_of_c() bind(c)
         import :: c_int
      end function key_of_c
      subroutine set_attribute_in_c(communicator, key, value) bind(c)
         import :: c_int, c_intptr_t
         integer(c_int), value :: communicator, key
         integer(c_intptr_t), value :: value
      end subroutine set_attribute_in_c
      integer(c_intptr_t) function attribute_in_c(communicator, key) bind(c)
         import :: c_int, c_intptr_t
         integer(c_int), value :: communicator, key
      end function attribute_in_c
   end interface
end module in_c

program handles
   use checks
   use in_c
   implicit none
   call begin
   call constants
   call communicators
   call datatypes
   call requests
   call statuses
   call attributes
   call finish

contains

   subroutine constants
      call section('constants')
      EQUAL(same_world_in_c(NUMBER_OF(MPI_COMM_WORLD), NUMBER_OF(MPI_COMM_NULL), NUMBER_OF(MPI_INTEGER), NUMBER_OF(MPI_SUM), NUMBER_OF(MPI_INFO_NULL), NUMBER_OF(MPI_REQUEST_NULL)), 127)
      EQUAL(members_in_c(NUMBER_OF(MPI_COMM_SELF)), 1)
      call say('are the same objects')
   end subroutine constants

   subroutine communicators
      COMM_HANDLE :: comm, copy
      integer :: members
      call section('communicators')
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      EQUAL(members_in_c(NUMBER_OF(comm)), ranks)
      NUMBER_OF(copy) = duplicate_in_c(NUMBER_OF(comm))
      call mpi_comm_size(copy, members, ierr); OK
      EQUAL(members, ranks)
      call mpi_comm_free(copy, ierr); OK
      call mpi_comm_free(comm, ierr); OK
      call say('there and back')
   end subroutine communicators

   subroutine datatypes
      DATATYPE_HANDLE :: type
      integer :: bytes
      call section('datatypes')
      NUMBER_OF(type) = pair_in_c()
      call mpi_type_size(type, bytes, ierr); OK
      EQUAL(bytes, 8)
      call mpi_type_free(type, ierr); OK
      call say('made in C')
   end subroutine datatypes

   subroutine requests
      REQUEST_HANDLE :: request
      integer, asynchronous :: value
      STATUS(status)
      call section('requests')
      value = -1
      NUMBER_OF(request) = start_in_c(value, previous)
      call mpi_send(rank, 1, MPI_INTEGER, next, 71, MPI_COMM_WORLD, ierr); OK
      call mpi_wait(request, status, ierr); OK
      EQUAL(value, previous)
      EQUAL(SOURCE_OF(status), previous)
      call say('started in C')
   end subroutine requests

   subroutine statuses
#if defined(BUILT_WITH_OPEN_MPI) && defined(WITH_MPI_F08)
      ! It cannot turn a status of mpi_f08 into one of the older interfaces.
      call skip('statuses')
#else
      integer :: old(MPI_STATUS_SIZE), answers(3), value, count
      REQUEST_HANDLE :: request
      STATUS(status)
      call section('statuses')
      call mpi_irecv(value, 1, MPI_INTEGER, previous, 72, MPI_COMM_WORLD, request, ierr); OK
      call mpi_send(rank, 1, MPI_INTEGER, next, 72, MPI_COMM_WORLD, ierr); OK
      call mpi_wait(request, status, ierr); OK
#if defined(WITH_MPI_F08)
      call mpi_status_f082f(status, old, ierr); OK
#else
      old = status
#endif
      call status_in_c(old, answers)
      EXPECT(all(answers == (/ previous, 72, 1 /)))
      call fill_status_in_c(old)
#if defined(WITH_MPI_F08)
      call mpi_status_f2f08(old, status, ierr); OK
#else
      status = old
#endif
      EQUAL(SOURCE_OF(status), 5)
      EQUAL(TAG_OF(status), 6)
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 7)
      call say('there and back')
#endif
   end subroutine statuses

   subroutine attributes
      COMM_HANDLE :: comm, copy
      integer :: key
      ADDRESS :: value
      logical :: flag
      call section('attributes')
      key = key_of_c()
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call set_attribute_in_c(NUMBER_OF(comm), key, 123456789012_c_intptr_t)
      call mpi_comm_get_attr(comm, key, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(int(value, int64), 123456789012_int64)
      call mpi_comm_dup(comm, copy, ierr); OK
      call mpi_comm_get_attr(copy, key, value, flag, ierr); OK
      EQUAL(int(value, int64), 123456789012_int64)
      call mpi_comm_free(copy, ierr); OK
      value = -9876543210_int64
      call mpi_comm_set_attr(comm, key, value, ierr); OK
      EQUAL(int(attribute_in_c(NUMBER_OF(comm), key), int64), -9876543210_int64)
      call mpi_comm_free(comm, ierr); OK
      call mpi_comm_free_keyval(key, ierr); OK
      call say('of both languages')
   end subroutine attributes

end program handles

! SPDX-License-Identifier: MIT OR Apache-2.0
! Datatypes: how they are made, what they tell about themselves, and what they do with memory, without any messages but to
! oneself.
#include "checks.h"

! Not every mpif.h says what kind of functions these are.
module arithmetic
   use, intrinsic :: iso_fortran_env, only: int64
   implicit none
contains
   integer(int64) function difference_of(one, other)
      integer(int64), intent(in) :: one, other
      integer(int64), external :: mpi_aint_diff
      difference_of = mpi_aint_diff(one, other)
   end function difference_of

   integer(int64) function sum_of(one, other)
      integer(int64), intent(in) :: one, other
      integer(int64), external :: mpi_aint_add
      sum_of = mpi_aint_add(one, other)
   end function sum_of
end module arithmetic

program datatypes
   use checks
   use arithmetic
   implicit none
   type, bind(c) :: particle
      integer(c_int) :: kind
      real(c_double) :: position(3)
      integer(c_int) :: charge
   end type particle
   ! What a datatype was made from.
   integer :: counts(3), combiner, integers(20)
   ADDRESS :: addresses(2)
   DATATYPE_HANDLE :: types(2)
   call begin
   call predefined
   call vectors
   call indexed
   call structures
   call bottoms
   call subarrays
   call distributed_arrays
   call resized
   call by_precision
   call contents
   call packed
   call packed_portably
   call names
   call finish

contains

   ! Sends to oneself: what one datatype reads from memory, as another writes it.
   subroutine copy(from, from_count, from_type, to, to_count, to_type)
      integer, intent(in) :: from(*), from_count, to_count
      integer, intent(inout) :: to(*)
      DATATYPE_HANDLE, intent(in) :: from_type, to_type
      call mpi_sendrecv(from, from_count, from_type, rank, 5, to, to_count, to_type, rank, 5, MPI_COMM_WORLD, &
                        MPI_STATUS_IGNORE, ierr); OK
   end subroutine copy

   subroutine bytes_of(type, expected, name)
      DATATYPE_HANDLE, intent(in) :: type
      integer, intent(in) :: expected
      character(len=*), intent(in) :: name
      integer :: bytes
      ADDRESS :: lower, extent
      call mpi_type_size(type, bytes, ierr); OK
      if (bytes /= expected) call fail(__LINE__, name//' has another size')
      call mpi_type_get_extent(type, lower, extent, ierr); OK
      if (lower /= 0 .or. extent < expected) call fail(__LINE__, name//' has another extent')
   end subroutine bytes_of

   subroutine predefined
      call section('predefined')
      call bytes_of(MPI_INTEGER, 4, 'MPI_INTEGER')
      call bytes_of(MPI_REAL, 4, 'MPI_REAL')
      call bytes_of(MPI_DOUBLE_PRECISION, 8, 'MPI_DOUBLE_PRECISION')
      call bytes_of(MPI_COMPLEX, 8, 'MPI_COMPLEX')
      call bytes_of(MPI_DOUBLE_COMPLEX, 16, 'MPI_DOUBLE_COMPLEX')
      call bytes_of(MPI_LOGICAL, 4, 'MPI_LOGICAL')
      call bytes_of(MPI_CHARACTER, 1, 'MPI_CHARACTER')
      call bytes_of(MPI_BYTE, 1, 'MPI_BYTE')
      call bytes_of(MPI_PACKED, 1, 'MPI_PACKED')
      call bytes_of(MPI_INTEGER1, 1, 'MPI_INTEGER1')
      call bytes_of(MPI_INTEGER2, 2, 'MPI_INTEGER2')
      call bytes_of(MPI_INTEGER4, 4, 'MPI_INTEGER4')
      call bytes_of(MPI_INTEGER8, 8, 'MPI_INTEGER8')
      call bytes_of(MPI_REAL4, 4, 'MPI_REAL4')
      call bytes_of(MPI_REAL8, 8, 'MPI_REAL8')
      call bytes_of(MPI_COMPLEX8, 8, 'MPI_COMPLEX8')
      call bytes_of(MPI_COMPLEX16, 16, 'MPI_COMPLEX16')
      call bytes_of(MPI_2INTEGER, 8, 'MPI_2INTEGER')
      call bytes_of(MPI_2REAL, 8, 'MPI_2REAL')
      call bytes_of(MPI_2DOUBLE_PRECISION, 16, 'MPI_2DOUBLE_PRECISION')
      call bytes_of(MPI_AINT, 8, 'MPI_AINT')
      call bytes_of(MPI_OFFSET, 8, 'MPI_OFFSET')
      call bytes_of(MPI_COUNT, 8, 'MPI_COUNT')
      ! Those of C have names here too.
      call bytes_of(MPI_INT, 4, 'MPI_INT')
      call bytes_of(MPI_DOUBLE, 8, 'MPI_DOUBLE')
      call bytes_of(MPI_INT64_T, 8, 'MPI_INT64_T')
      call bytes_of(MPI_DOUBLE_INT, 12, 'MPI_DOUBLE_INT')
      call say('27 of them')
   end subroutine predefined

   subroutine vectors
      DATATYPE_HANDLE :: type, wide
      integer :: from(12), to(6), index
      ADDRESS :: lower, extent
      COUNT_KIND :: long_lower, long_extent, long_size
      call section('vectors')
      from = [(index, index=1, 12)]
      call mpi_type_vector(3, 2, 4, MPI_INTEGER, type, ierr); OK
      call mpi_type_commit(type, ierr); OK
      to = 0
      call copy(from, 1, type, to, 6, MPI_INTEGER)
      EXPECT(all(to == (/ 1, 2, 5, 6, 9, 10 /)))
      call mpi_type_get_extent(type, lower, extent, ierr); OK
      EQUAL(int(extent, int64), 40)
      call mpi_type_get_extent_x(type, long_lower, long_extent, ierr); OK
      EQUAL(int(long_extent, int64), 40)
      call mpi_type_get_true_extent(type, lower, extent, ierr); OK
      EQUAL(int(extent, int64), 40)
      call mpi_type_get_true_extent_x(type, long_lower, long_extent, ierr); OK
      EQUAL(int(long_extent, int64), 40)
      call mpi_type_size_x(type, long_size, ierr); OK
      EQUAL(int(long_size, int64), 24)
      extent = 20
      call mpi_type_create_hvector(2, 1, extent, MPI_INTEGER, wide, ierr); OK
      call mpi_type_commit(wide, ierr); OK
      call copy(from, 1, wide, to, 2, MPI_INTEGER)
      EXPECT(all(to(:2) == (/ 1, 6 /)))
      call mpi_type_free(wide, ierr); OK
      call mpi_type_dup(type, wide, ierr); OK
      call mpi_type_free(type, ierr); OK
      to = 0
      call copy(from, 1, wide, to, 6, MPI_INTEGER)
      EQUAL(to(6), 10)
      call mpi_type_free(wide, ierr); OK
      call say('every second pair')
   end subroutine vectors

   subroutine indexed
      DATATYPE_HANDLE :: type
      ADDRESS :: displacements(2)
      call section('indexed')
      call mpi_type_indexed(3, [1, 2, 1], [8, 2, 0], MPI_INTEGER, type, ierr); OK
      call picks(type, [9, 3, 4, 1])
      call mpi_type_create_indexed_block(2, 2, [4, 0], MPI_INTEGER, type, ierr); OK
      call picks(type, [5, 6, 1, 2])
      displacements = [20, 4]
      call mpi_type_create_hindexed(2, [1, 3], displacements, MPI_INTEGER, type, ierr); OK
      call picks(type, [6, 2, 3, 4])
      call mpi_type_create_hindexed_block(2, 2, displacements, MPI_INTEGER, type, ierr); OK
      call picks(type, [6, 7, 2, 3])
      call say('in any order')
   end subroutine indexed

   ! Of the numbers 1 to 12, the datatype picks these.
   subroutine picks(type, expected)
      DATATYPE_HANDLE, intent(inout) :: type
      integer, intent(in) :: expected(:)
      integer :: from(12), to(size(expected)), index
      from = [(index, index=1, 12)]
      call mpi_type_commit(type, ierr); OK
      to = 0
      call copy(from, 1, type, to, size(expected), MPI_INTEGER)
      EXPECT(all(to == expected))
      call mpi_type_free(type, ierr); OK
   end subroutine picks

   subroutine structures
      type(particle), target :: one(2), other(2)
      ADDRESS :: addresses(4), displacements(3)
      DATATYPE_HANDLE :: types(3), type, whole
      integer :: bytes, lengths(3)
      call section('structures')
      one(1) = particle(1, [0.5d0, 1.5d0, 2.5d0], 7)
      one(2) = particle(2, [3.5d0, 4.5d0, 5.5d0], 8)
      call mpi_get_address(one(1)%kind, addresses(1), ierr); OK
      call mpi_get_address(one(1)%position, addresses(2), ierr); OK
      call mpi_get_address(one(1)%charge, addresses(3), ierr); OK
      call mpi_get_address(one(2), addresses(4), ierr); OK
      displacements = addresses(:3) - addresses(1)
#if defined(WITH_MPIF_H)
      EQUAL(difference_of(addresses(2), addresses(1)), 8)
      EQUAL(sum_of(addresses(1), displacements(3)), int(addresses(3), int64))
#else
      EQUAL(int(mpi_aint_diff(addresses(2), addresses(1)), int64), 8)
      EQUAL(int(mpi_aint_add(addresses(1), displacements(3)), int64), int(addresses(3), int64))
#endif
      lengths = [1, 3, 1]
      types = [MPI_INTEGER, MPI_DOUBLE_PRECISION, MPI_INTEGER]
      call mpi_type_create_struct(3, lengths, displacements, types, type, ierr); OK
      call mpi_type_create_resized(type, 0_MPI_ADDRESS_KIND, addresses(4) - addresses(1), whole, ierr); OK
      call mpi_type_commit(whole, ierr); OK
      call mpi_type_size(whole, bytes, ierr); OK
      EQUAL(bytes, 32)
      other = particle(0, [0d0, 0d0, 0d0], 0)
      call mpi_sendrecv(one, 2, whole, rank, 6, other, 2, whole, rank, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(other(1)%kind == 1 .and. other(2)%charge == 8)
      EQUAL(other(2)%position(3), 5.5d0)
      call mpi_type_free(type, ierr); OK
      call mpi_type_free(whole, ierr); OK
      call say('of two kinds')
   end subroutine structures

   ! Addresses of their own instead of a buffer's.
   subroutine bottoms
      integer, target, asynchronous :: one(2), other(2), third
      ADDRESS :: addresses(2)
      DATATYPE_HANDLE :: type
      call section('bottom')
      one = [3, 4]
      third = 5
      other = 0
      call mpi_get_address(one, addresses(1), ierr); OK
      call mpi_get_address(third, addresses(2), ierr); OK
      call mpi_type_create_struct(2, [2, 1], addresses, [MPI_INTEGER, MPI_INTEGER], type, ierr); OK
      call mpi_type_commit(type, ierr); OK
      call exchange_by_address(type)
      EXPECT(all(one == (/ 30, 40 /)) .and. third == 50)
      call mpi_type_free(type, ierr); OK
      call say('3 numbers in two places')
   end subroutine bottoms

   subroutine exchange_by_address(type)
      DATATYPE_HANDLE, intent(in) :: type
      integer :: values(3)
      REQUEST_HANDLE :: request
      call mpi_isend(MPI_BOTTOM, 1, type, rank, 7, MPI_COMM_WORLD, request, ierr); OK
      call mpi_recv(values, 3, MPI_INTEGER, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(values == (/ 3, 4, 5 /)))
      values = 10*values
      call mpi_isend(values, 3, MPI_INTEGER, rank, 8, MPI_COMM_WORLD, request, ierr); OK
      call mpi_recv(MPI_BOTTOM, 1, type, rank, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      if (rank == 0) call mpi_bcast(MPI_BOTTOM, 1, type, 0, MPI_COMM_WORLD, ierr)
      if (rank /= 0) call mpi_bcast(values, 3, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr)
      OK
      EXPECT(all(values == (/ 30, 40, 50 /)))
   end subroutine exchange_by_address

   subroutine subarrays
      integer :: matrix(4, 3), part(4), index
      DATATYPE_HANDLE :: type
      call section('subarrays')
      matrix = reshape([(index, index=1, 12)], [4, 3])
      call mpi_type_create_subarray(2, [4, 3], [2, 2], [1, 1], MPI_ORDER_FORTRAN, MPI_INTEGER, type, ierr); OK
      call mpi_type_commit(type, ierr); OK
      call copy(matrix, 1, type, part, 4, MPI_INTEGER)
      EXPECT(all(part == (/ 6, 7, 10, 11 /)))
      call mpi_type_free(type, ierr); OK
      call mpi_type_create_subarray(2, [3, 4], [2, 2], [1, 1], MPI_ORDER_C, MPI_INTEGER, type, ierr); OK
      call mpi_type_commit(type, ierr); OK
      call copy(matrix, 1, type, part, 4, MPI_INTEGER)
      EXPECT(all(part == (/ 6, 7, 10, 11 /)))
      call mpi_type_free(type, ierr); OK
      call say('in both orders')
   end subroutine subarrays

   subroutine distributed_arrays
      DATATYPE_HANDLE :: type
      call section('distributed')
      ! As the second of two processes.
      call mpi_type_create_darray(2, 1, 1, [12], [MPI_DISTRIBUTE_BLOCK], [MPI_DISTRIBUTE_DFLT_DARG], [2], &
                                  MPI_ORDER_FORTRAN, MPI_INTEGER, type, ierr); OK
      call picks(type, [7, 8, 9, 10, 11, 12])
      call mpi_type_create_darray(2, 1, 1, [12], [MPI_DISTRIBUTE_CYCLIC], [2], [2], MPI_ORDER_FORTRAN, MPI_INTEGER, &
                                  type, ierr); OK
      call picks(type, [3, 4, 7, 8, 11, 12])
      call say('in blocks and in turn')
   end subroutine distributed_arrays

   subroutine resized
      DATATYPE_HANDLE :: type
      integer :: from(6), to(3)
      ADDRESS :: lower, extent
      call section('resized')
      from = [1, 2, 3, 4, 5, 6]
      lower = -4
      extent = 8
      call mpi_type_create_resized(MPI_INTEGER, lower, extent, type, ierr); OK
      call mpi_type_commit(type, ierr); OK
      call copy(from, 3, type, to, 3, MPI_INTEGER)
      EXPECT(all(to == (/ 1, 3, 5 /)))
      lower = 0
      extent = 0
      call mpi_type_get_extent(type, lower, extent, ierr); OK
      EQUAL(int(lower, int64), -4)
      EQUAL(int(extent, int64), 8)
      call mpi_type_free(type, ierr); OK
      call say('every second')
   end subroutine resized

   subroutine by_precision
      DATATYPE_HANDLE :: type
      integer :: bytes, none
      call section('precision')
      call mpi_type_create_f90_integer(9, type, ierr); OK
      call mpi_type_size(type, bytes, ierr); OK
      EQUAL(bytes, 4)
      call mpi_type_create_f90_complex(15, 307, type, ierr); OK
      call mpi_type_size(type, bytes, ierr); OK
      EQUAL(bytes, 16)
      call mpi_type_create_f90_real(15, MPI_UNDEFINED, type, ierr); OK
      call mpi_type_size(type, bytes, ierr); OK
      EQUAL(bytes, 8)
      call mpi_type_create_f90_real(15, 307, type, ierr); OK
      call mpi_type_get_envelope(type, counts(1), counts(2), counts(3), combiner, ierr); OK
      EXPECT(combiner == MPI_COMBINER_F90_REAL .and. all(counts == (/ 2, 0, 0 /)))
      call mpi_type_get_contents(type, 2, 0, 0, integers, addresses, types, ierr); OK
      EXPECT(all(integers(:2) == (/ 15, 307 /)))
      call mpi_type_match_size(MPI_TYPECLASS_REAL, 8, type, ierr); OK
      call mpi_type_size(type, none, ierr); OK
      EQUAL(none, 8)
      call say('integers, real and complex numbers')
   end subroutine by_precision

   subroutine contents
      DATATYPE_HANDLE :: type
      call section('contents')
      call mpi_type_get_envelope(MPI_INTEGER, counts(1), counts(2), counts(3), combiner, ierr); OK
      EXPECT(combiner == MPI_COMBINER_NAMED)
      call mpi_type_vector(3, 2, 4, MPI_REAL, type, ierr); OK
      call look(type)
      EXPECT(combiner == MPI_COMBINER_VECTOR .and. all(counts == (/ 3, 0, 1 /)))
      EXPECT(all(integers(:3) == (/ 3, 2, 4 /)) .and. types(1) == MPI_REAL)
      call mpi_type_free(type, ierr); OK
      addresses = [8, 16]
      call mpi_type_create_struct(2, [1, 2], addresses, [MPI_INTEGER, MPI_DOUBLE_PRECISION], type, ierr); OK
      addresses = 0
      call look(type)
      EXPECT(combiner == MPI_COMBINER_STRUCT .and. all(counts == (/ 3, 2, 2 /)))
      EXPECT(all(integers(:3) == (/ 2, 1, 2 /)) .and. all(addresses == (/ 8, 16 /)))
      EXPECT(types(1) == MPI_INTEGER .and. types(2) == MPI_DOUBLE_PRECISION)
      call mpi_type_free(type, ierr); OK
      call mpi_type_create_subarray(2, [4, 3], [2, 2], [1, 0], MPI_ORDER_FORTRAN, MPI_INTEGER, type, ierr); OK
      call look(type)
      EXPECT(combiner == MPI_COMBINER_SUBARRAY .and. all(counts == (/ 8, 0, 1 /)))
      EXPECT(all(integers(:7) == (/ 2, 4, 3, 2, 2, 1, 0 /)) .and. integers(8) == MPI_ORDER_FORTRAN)
      call mpi_type_free(type, ierr); OK
      call mpi_type_create_darray(2, 1, 1, [12], [MPI_DISTRIBUTE_CYCLIC], [MPI_DISTRIBUTE_DFLT_DARG], [2], &
                                  MPI_ORDER_C, MPI_INTEGER, type, ierr); OK
      call look(type)
      EXPECT(combiner == MPI_COMBINER_DARRAY .and. all(counts == (/ 8, 0, 1 /)))
      EXPECT(all(integers(:4) == (/ 2, 1, 1, 12 /)) .and. integers(5) == MPI_DISTRIBUTE_CYCLIC)
      EXPECT(integers(6) == MPI_DISTRIBUTE_DFLT_DARG .and. integers(7) == 2 .and. integers(8) == MPI_ORDER_C)
      call mpi_type_free(type, ierr); OK
      call mpi_type_dup(MPI_LOGICAL, type, ierr); OK
      call look(type)
      EXPECT(combiner == MPI_COMBINER_DUP .and. types(1) == MPI_LOGICAL)
      call mpi_type_free(type, ierr); OK
      call say('as they were given')
   end subroutine contents

   subroutine look(type)
      DATATYPE_HANDLE, intent(in) :: type
      integers = -1
      types = MPI_DATATYPE_NULL
      call mpi_type_get_envelope(type, counts(1), counts(2), counts(3), combiner, ierr); OK
      call mpi_type_get_contents(type, counts(1), counts(2), counts(3), integers, addresses, types, ierr); OK
   end subroutine look

   subroutine packed
      character :: buffer(64)
      integer :: position, bytes, numbers(2)
      real(real64) :: value
      call section('packed')
      position = 0
      call mpi_pack([4, 5], 2, MPI_INTEGER, buffer, 64, position, MPI_COMM_WORLD, ierr); OK
      call mpi_pack(2.5d0, 1, MPI_DOUBLE_PRECISION, buffer, 64, position, MPI_COMM_WORLD, ierr); OK
      call mpi_pack_size(2, MPI_INTEGER, MPI_COMM_WORLD, bytes, ierr); OK
      EXPECT(bytes >= 8 .and. position >= 16)
      call mpi_sendrecv_replace(buffer, position, MPI_PACKED, rank, 9, rank, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE, &
                                ierr); OK
      position = 0
      call mpi_unpack(buffer, 64, position, numbers, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr); OK
      call mpi_unpack(buffer, 64, position, value, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(numbers == (/ 4, 5 /)))
      EQUAL(value, 2.5d0)
      call say('and unpacked')
   end subroutine packed

   ! The same bytes on every machine.
   subroutine packed_portably
      character :: buffer(64)
      integer :: numbers(2)
      ADDRESS :: position, bytes, room
      call section('external32')
      call mpi_pack_external_size('external32', 2, MPI_INTEGER, bytes, ierr); OK
      EQUAL(int(bytes, int64), 8)
      position = 0
      room = 64
      call mpi_pack_external('external32', [258, -1], 2, MPI_INTEGER, buffer, room, position, ierr); OK
      EQUAL(int(position, int64), 8)
      EXPECT(all(ichar(buffer(:4)) == (/ 0, 0, 1, 2 /)))
      position = 0
      call mpi_unpack_external('external32', buffer, room, position, numbers, 2, MPI_INTEGER, ierr); OK
      EXPECT(all(numbers == (/ 258, -1 /)))
      call say('big end first')
   end subroutine packed_portably

   subroutine names
      DATATYPE_HANDLE :: type
      character(len=MPI_MAX_OBJECT_NAME) :: name
      integer :: length
      call section('names')
      call mpi_type_get_name(MPI_DOUBLE_PRECISION, name, length, ierr); OK
      EQUAL(trim(name), 'MPI_DOUBLE_PRECISION')
      EQUAL(length, 20)
      call mpi_type_contiguous(3, MPI_INTEGER, type, ierr); OK
      call mpi_type_set_name(type, 'three numbers   ', ierr); OK
      name = repeat('x', len(name))
      call mpi_type_get_name(type, name, length, ierr); OK
      EQUAL(length, 13)
      EQUAL(trim(name), 'three numbers')
      call mpi_type_free(type, ierr); OK
      call say(trim(name(:length)))
   end subroutine names

end program datatypes

! SPDX-License-Identifier: MIT OR Apache-2.0
! Every way to access data from Fortran, each checked: blocking, nonblocking and split, at offsets, by the individual
! and by the shared pointer, with and without a status, of plain and derived types.
#include "interface.h"

program accesses
   USE_MODULE
   implicit none
   INCLUDE_FILE
   integer, parameter :: n = 24
   integer(kind=MPI_OFFSET_KIND), parameter :: nowhere = 0
   integer :: rank, ranks, ierr
   integer :: values(n), seen(n)
   character(len=512) :: name
   FILE_HANDLE :: file
   STATUS(status)

   call mpi_init(ierr)
   call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
   call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
   call get_command_argument(1, name)
   call mpi_file_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file, ierr)
   call check(ierr == MPI_SUCCESS, 'open')
   call check(file /= MPI_FILE_NULL, 'an open file is not MPI_FILE_NULL')
   call mpi_file_set_view(file, nowhere, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
   call check(ierr == MPI_SUCCESS, 'set_view')
   call explicit_offsets
   call individual_pointer
   call shared_pointer
   call split_collectives
   call views_and_derived_types
   call types_of_fortran
   call memory_at_absolute_addresses
   call end_of_file
   call mpi_file_close(file, ierr)
   call check(file == MPI_FILE_NULL, 'a closed file is MPI_FILE_NULL')
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

   subroutine fresh(salt)
      integer, intent(in) :: salt
      integer :: i
      values = [(i + 1000*rank + 100000*salt, i=1, n)]
      seen = -1
   end subroutine fresh

   function own_offset() result(offset)
      integer(kind=MPI_OFFSET_KIND) :: offset
      offset = int(rank, MPI_OFFSET_KIND)*n
   end function own_offset

   subroutine check_count(expected, what)
      integer, intent(in) :: expected
      character(len=*), intent(in) :: what
      integer :: count
      call check(ierr == MPI_SUCCESS, what)
      call mpi_get_count(status, MPI_INTEGER, count, ierr)
      call check(count == expected, what//': count')
      call mpi_get_elements(status, MPI_INTEGER, count, ierr)
      call check(count == expected, what//': elements')
   end subroutine check_count

   subroutine check_seen(what)
      character(len=*), intent(in) :: what
      call check(all(seen == values), what//': values')
   end subroutine check_seen

   subroutine synchronise
      call mpi_file_sync(file, ierr)
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      call mpi_file_sync(file, ierr)
   end subroutine synchronise

   subroutine explicit_offsets
      REQUEST_HANDLE :: request
      call fresh(1)
      call mpi_file_write_at(file, own_offset(), values, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'write_at')
      call mpi_file_read_at(file, own_offset(), seen, n, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
      call check_seen('read_at')
      call fresh(2)
      call mpi_file_write_at_all(file, own_offset(), values, n, MPI_INTEGER, MPI_STATUS_IGNORE, ierr)
      call mpi_file_read_at_all(file, own_offset(), seen, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'read_at_all')
      call check_seen('read_at_all')
      call fresh(3)
      call mpi_file_iwrite_at(file, own_offset(), values, n, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n, 'iwrite_at')
      call check(request == MPI_REQUEST_NULL, 'a request that was waited for is null')
      call mpi_file_iread_at(file, own_offset(), seen, n, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n, 'iread_at')
      call check_seen('iread_at')
      call fresh(4)
      call mpi_file_iwrite_at_all(file, own_offset(), values, n, MPI_INTEGER, request, ierr)
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr)
      call mpi_file_iread_at_all(file, own_offset(), seen, n, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n, 'iread_at_all')
      call check_seen('iread_at_all')
   end subroutine explicit_offsets

   subroutine individual_pointer
      integer(kind=MPI_OFFSET_KIND) :: position
      REQUEST_HANDLE :: requests(2)
      logical :: done
      call fresh(5)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_write(file, values, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'write')
      call mpi_file_get_position(file, position, ierr)
      call check(position == own_offset() + n, 'get_position')
      call mpi_file_seek(file, int(-n, MPI_OFFSET_KIND), MPI_SEEK_CUR, ierr)
      call mpi_file_read(file, seen, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'read')
      call check_seen('read')
      call fresh(6)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_iwrite(file, values, n/2, MPI_INTEGER, requests(1), ierr)
      call mpi_file_iwrite(file, values(n/2 + 1:), n/2, MPI_INTEGER, requests(2), ierr)
      call mpi_waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_iread(file, seen, n, MPI_INTEGER, requests(1), ierr)
      done = .false.
      do while (.not. done)
         call mpi_test(requests(1), done, status, ierr)
      end do
      call check_count(n, 'iread')
      call check_seen('iread')
      call collective_by_individual_pointer
   end subroutine individual_pointer

   subroutine collective_by_individual_pointer
      REQUEST_HANDLE :: request
      call fresh(7)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_write_all(file, values, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'write_all')
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_read_all(file, seen, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'read_all')
      call check_seen('read_all')
      call fresh(8)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_iwrite_all(file, values, n, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n, 'iwrite_all')
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_iread_all(file, seen, n, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n, 'iread_all')
      call check_seen('iread_all')
   end subroutine collective_by_individual_pointer

   subroutine shared_pointer
      integer(kind=MPI_OFFSET_KIND) :: position
      integer :: i, everything(n, 0:ranks - 1)
      REQUEST_HANDLE :: request
      call fresh(9)
      call synchronise
      call mpi_file_seek_shared(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_write_shared(file, values, n/2, MPI_INTEGER, status, ierr)
      call check_count(n/2, 'write_shared')
      call mpi_file_iwrite_shared(file, values, n/2, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n/2, 'iwrite_shared')
      call synchronise
      call mpi_file_get_position_shared(file, position, ierr)
      call check(position == int(n, MPI_OFFSET_KIND)*ranks, 'get_position_shared')
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      call mpi_file_seek_shared(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_write_ordered(file, values, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'write_ordered')
      call synchronise
      call mpi_file_read_at(file, nowhere, everything, n*ranks, MPI_INTEGER, status, ierr)
      call check_count(n*ranks, 'all that was written')
      do i = 0, ranks - 1
         call check(all(everything(:, i) == values + 1000*(i - rank)), 'write_ordered is in the order of ranks')
      end do
      call synchronise
      call mpi_file_seek_shared(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_read_ordered(file, seen, n, MPI_INTEGER, status, ierr)
      call check_count(n, 'read_ordered')
      call check_seen('read_ordered')
      call mpi_file_seek_shared(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_read_shared(file, seen, n/2, MPI_INTEGER, status, ierr)
      call check_count(n/2, 'read_shared')
      call mpi_file_iread_shared(file, seen, n/2, MPI_INTEGER, request, ierr)
      call mpi_wait(request, status, ierr)
      call check_count(n/2, 'iread_shared')
      call synchronise
   end subroutine shared_pointer

   subroutine split_collectives
      call fresh(10)
      call mpi_file_write_at_all_begin(file, own_offset(), values, n, MPI_INTEGER, ierr)
      call mpi_file_write_at_all_end(file, values, status, ierr)
      call check_count(n, 'write_at_all_end')
      call mpi_file_read_at_all_begin(file, own_offset(), seen, n, MPI_INTEGER, ierr)
      call mpi_file_read_at_all_end(file, seen, MPI_STATUS_IGNORE, ierr)
      call check_seen('read_at_all_end')
      call fresh(11)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_write_all_begin(file, values, n, MPI_INTEGER, ierr)
      call mpi_file_write_all_end(file, values, MPI_STATUS_IGNORE, ierr)
      call mpi_file_seek(file, own_offset(), MPI_SEEK_SET, ierr)
      call mpi_file_read_all_begin(file, seen, n, MPI_INTEGER, ierr)
      call mpi_file_read_all_end(file, seen, status, ierr)
      call check_count(n, 'read_all_end')
      call check_seen('read_all_end')
      call fresh(12)
      call synchronise
      call mpi_file_seek_shared(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_write_ordered_begin(file, values, n, MPI_INTEGER, ierr)
      call mpi_file_write_ordered_end(file, values, status, ierr)
      call check_count(n, 'write_ordered_end')
      call synchronise
      call mpi_file_seek_shared(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_read_ordered_begin(file, seen, n, MPI_INTEGER, ierr)
      call mpi_file_read_ordered_end(file, seen, status, ierr)
      call check_count(n, 'read_ordered_end')
      call check_seen('read_ordered_end')
      call synchronise
   end subroutine split_collectives

   ! A matrix of n rows and 4 columns per rank; each rank has its rows, and takes them out of a frame in memory.
   subroutine views_and_derived_types
      integer, parameter :: rows = 3, columns = 4
      integer :: framed(rows + 2, columns + 2), back(rows + 2, columns + 2), i, j
      integer(kind=MPI_OFFSET_KIND) :: displacement, byte
      integer(kind=MPI_ADDRESS_KIND) :: extent
      character(len=MPI_MAX_DATAREP_STRING) :: representation
      DATATYPE_HANDLE :: block, inner, etype, filetype
      call mpi_type_create_subarray(2, [rows*ranks, columns], [rows, columns], [rows*rank, 0], &
                                    MPI_ORDER_FORTRAN, MPI_INTEGER, block, ierr)
      call mpi_type_commit(block, ierr)
      call mpi_type_create_subarray(2, [rows + 2, columns + 2], [rows, columns], [1, 1], &
                                    MPI_ORDER_FORTRAN, MPI_INTEGER, inner, ierr)
      call mpi_type_commit(inner, ierr)
      call mpi_file_set_view(file, int(64, MPI_OFFSET_KIND), MPI_INTEGER, block, 'native', MPI_INFO_NULL, ierr)
      call check(ierr == MPI_SUCCESS, 'set_view of a subarray')
      call mpi_type_free(block, ierr)
      framed = reshape([(i + 10000*rank, i=1, size(framed))], shape(framed))
      back = -7
      call mpi_file_write_all(file, framed, 1, inner, status, ierr)
      call check_count(rows*columns, 'write_all of a frame')
      call mpi_file_seek(file, nowhere, MPI_SEEK_SET, ierr)
      call mpi_file_read_all(file, back, 1, inner, status, ierr)
      call check_count(rows*columns, 'read_all into a frame')
      call check(all(back(2:rows + 1, 2:columns + 1) == framed(2:rows + 1, 2:columns + 1)), 'frame')
      back(2:rows + 1, 2:columns + 1) = -7
      call check(all(back == -7), 'a frame stays as it is')
      call mpi_type_free(inner, ierr)
      call mpi_file_get_view(file, displacement, etype, filetype, representation, ierr)
      call check(displacement == 64 .and. representation == 'native', 'get_view')
      call mpi_type_free(filetype, ierr)
      call mpi_file_get_byte_offset(file, int(rows, MPI_OFFSET_KIND), byte, ierr)
      call check(byte == 64 + 4*(rows*ranks + rows*rank), 'get_byte_offset')
      call mpi_file_get_type_extent(file, MPI_INTEGER, extent, ierr)
      call check(extent == 4, 'get_type_extent')
      call synchronise
      call mpi_file_set_view(file, int(64, MPI_OFFSET_KIND), MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
      do j = 0, columns - 1
         call mpi_file_read_at(file, int(j*rows*ranks + rows*rank, MPI_OFFSET_KIND), seen, rows, MPI_INTEGER, &
                               status, ierr)
         call check(all(seen(1:rows) == framed(2:rows + 1, j + 2)), 'columns lie behind each other')
      end do
      call synchronise
   end subroutine views_and_derived_types

   subroutine types_of_fortran
      double precision :: doubles(3), doubles_back(3)
      complex :: complexes(2), complexes_back(2)
      logical :: flags(5), flags_back(5)
      character(len=9) :: text, text_back
      integer(kind=selected_int_kind(18)) :: long(2), long_back(2)
      integer(kind=MPI_OFFSET_KIND) :: start
      integer :: count
      doubles = [1.5d0, -2.25d0, 1.0d300]
      complexes = [cmplx(1.0, 2.0), cmplx(-3.0, rank)]
      flags = [.true., .false., .true., .true., .false.]
      long = [huge(long), int(rank, kind(long))]
      text = 'seaway'
      start = rank*1000
      call mpi_file_set_view(file, nowhere, MPI_BYTE, MPI_BYTE, 'native', MPI_INFO_NULL, ierr)
      call mpi_file_write_at(file, start, doubles, 3, MPI_DOUBLE_PRECISION, status, ierr)
      call mpi_get_count(status, MPI_DOUBLE_PRECISION, count, ierr)
      call check(count == 3, 'count of double precision')
      call mpi_file_write_at(file, start + 100, complexes, 2, MPI_COMPLEX, status, ierr)
      call mpi_file_write_at(file, start + 200, flags, 5, MPI_LOGICAL, status, ierr)
      call mpi_file_write_at(file, start + 300, text, len(text), MPI_CHARACTER, status, ierr)
      call mpi_file_write_at(file, start + 400, long, 2, MPI_INTEGER8, status, ierr)
      call mpi_get_count(status, MPI_INTEGER8, count, ierr)
      call check(count == 2, 'count of integer*8')
      call mpi_file_read_at(file, start, doubles_back, 3, MPI_DOUBLE_PRECISION, status, ierr)
      call check(all(doubles == doubles_back), 'double precision')
      call mpi_file_read_at(file, start + 100, complexes_back, 2, MPI_COMPLEX, status, ierr)
      call check(all(complexes == complexes_back), 'complex')
      call mpi_file_read_at(file, start + 200, flags_back, 5, MPI_LOGICAL, status, ierr)
      call check(all(flags .eqv. flags_back), 'logical')
      call mpi_file_read_at(file, start + 300, text_back, len(text), MPI_CHARACTER, status, ierr)
      call check(text == text_back, 'character')
      call mpi_file_read_at(file, start + 400, long_back, 2, MPI_INTEGER8, status, ierr)
      call check(all(long == long_back), 'integer*8')
      call synchronise
   end subroutine types_of_fortran

   ! MPI_BOTTOM and a type of absolute addresses: two arrays in one access.
   subroutine memory_at_absolute_addresses
      integer, target, save :: first(4), second(6)
      integer(kind=MPI_ADDRESS_KIND) :: addresses(2)
      DATATYPE_HANDLE :: both
      first = [1, 2, 3, 4] + 100*rank
      second = [5, 6, 7, 8, 9, 10] + 100*rank
      call mpi_get_address(first, addresses(1), ierr)
      call mpi_get_address(second, addresses(2), ierr)
      call mpi_type_create_hindexed(2, [4, 6], addresses, MPI_INTEGER, both, ierr)
      call mpi_type_commit(both, ierr)
      call mpi_file_set_view(file, nowhere, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr)
      call mpi_file_write_at_all(file, own_offset(), MPI_BOTTOM, 1, both, status, ierr)
      call check_count(10, 'write from MPI_BOTTOM')
      ! Open MPI's own ranks hand their bytes to one that writes for them, and return before it has.
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      call mpi_file_read_at(file, own_offset(), seen, 10, MPI_INTEGER, status, ierr)
      call check(all(seen(1:4) == first) .and. all(seen(5:10) == second), 'both arrays are there')
      first = 0
      second = 0
      call mpi_file_read_at_all(file, own_offset(), MPI_BOTTOM, 1, both, status, ierr)
      call may_have_changed(first, second)
      call check(all(seen(1:4) == first) .and. all(seen(5:10) == second), 'both arrays are back')
      call mpi_type_free(both, ierr)
      call synchronise
   end subroutine memory_at_absolute_addresses

   ! Tells the compiler that the arrays may have changed.
   subroutine may_have_changed(first, second)
      integer, volatile :: first(*), second(*)
      if (first(1) == -1) second(1) = -1
   end subroutine may_have_changed

   subroutine end_of_file
      integer(kind=MPI_OFFSET_KIND) :: size
      call mpi_file_set_size(file, int(40, MPI_OFFSET_KIND), ierr)
      call mpi_file_get_size(file, size, ierr)
      call check(size == 40, 'set_size')
      call mpi_file_read_at(file, int(6, MPI_OFFSET_KIND), seen, n, MPI_INTEGER, status, ierr)
      call check_count(4, 'read at the end of the file')
      ! A rank that is ahead may make the file longer before another has asked for its size or read to its end.
      call mpi_barrier(MPI_COMM_WORLD, ierr)
      call mpi_file_preallocate(file, int(400, MPI_OFFSET_KIND), ierr)
      call mpi_file_get_size(file, size, ierr)
      call check(size == 400, 'preallocate')
      call synchronise
   end subroutine end_of_file

end program accesses

! SPDX-License-Identifier: MIT OR Apache-2.0
! Files: opened, written and read in each way, views, pointers, sizes, errors. The file lies in the folder that TMPDIR names.
#include "checks.h"

program io
   use checks
   implicit none
   integer, parameter :: read_write = MPI_MODE_CREATE + MPI_MODE_RDWR
   character(len=256) :: folder, name
   FILE_HANDLE :: file
   call begin
   call get_environment_variable('TMPDIR', folder)
   name = trim(folder)//'/numbers'
   call facts
   call explicit_offsets
   call own_pointers
   call collective
   call views
   call nonblocking
   call shared_pointers
   call split
   call errors
   call finish

contains

   subroutine open_it
      ! With blanks behind the name.
      call mpi_file_open(MPI_COMM_WORLD, name, read_write, MPI_INFO_NULL, file, ierr); OK
   end subroutine open_it

   subroutine close_it
      call mpi_file_close(file, ierr); OK
      EXPECT(file == MPI_FILE_NULL)
   end subroutine close_it

   subroutine facts
      integer :: mode, members
      OFFSET :: bytes
      logical :: flag
      GROUP_HANDLE :: group
      INFO_HANDLE :: info
      ADDRESS :: extent
      call section('facts')
      call open_it
      call mpi_file_get_amode(file, mode, ierr); OK
      EXPECT(mode == read_write)
      call mpi_file_get_group(file, group, ierr); OK
      call mpi_group_size(group, members, ierr); OK
      EQUAL(members, ranks)
      call mpi_group_free(group, ierr); OK
      bytes = 5000000000_int64
      call mpi_file_set_size(file, bytes, ierr); OK
      bytes = 0
      call mpi_file_get_size(file, bytes, ierr); OK
      EQUAL(int(bytes, int64), 5000000000_int64)
      ! A rank that is ahead may set the size before another has asked for it.
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      bytes = 0
      call mpi_file_set_size(file, bytes, ierr); OK
      bytes = 100
      call mpi_file_preallocate(file, bytes, ierr); OK
      call mpi_file_get_size(file, bytes, ierr); OK
      EQUAL(int(bytes, int64), 100)
      call mpi_file_get_atomicity(file, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_file_set_atomicity(file, .true., ierr); OK
      call mpi_file_get_atomicity(file, flag, ierr); OK
      EQUAL(flag, .true.)
      call mpi_file_set_atomicity(file, .false., ierr); OK
      call mpi_file_get_info(file, info, ierr); OK
      call mpi_file_set_info(file, info, ierr); OK
      call mpi_info_free(info, ierr); OK
      call mpi_file_get_type_extent(file, MPI_DOUBLE_PRECISION, extent, ierr); OK
      EQUAL(int(extent, int64), 8)
      call mpi_file_sync(file, ierr); OK
      call close_it
      call say('asked and set')
   end subroutine facts

   subroutine explicit_offsets
      integer :: values(4), count
      OFFSET :: place
      STATUS(status)
      call section('offsets')
      call open_it
      place = 16*rank
      call mpi_file_write_at(file, place, [1, 2, 3, 4] + 10*rank, 4, MPI_INTEGER, status, ierr); OK
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 4)
      call mpi_file_sync(file, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_file_sync(file, ierr); OK
      place = 16*next
      call mpi_file_read_at(file, place, values, 4, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(values == (/ 1, 2, 3, 4 /) + 10*next))
      values = -1
      place = 100000
      call mpi_file_read_at(file, place, values, 4, MPI_INTEGER, status, ierr); OK
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 0)
      call close_it
      call say('written, and read by the next')
   end subroutine explicit_offsets

   subroutine own_pointers
      integer :: value
      OFFSET :: place, bytes
      call section('pointers')
      call open_it
      place = 4*rank
      call mpi_file_seek(file, place, MPI_SEEK_SET, ierr); OK
      call mpi_file_write(file, 100 + rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      call mpi_file_get_position(file, place, ierr); OK
      EQUAL(int(place, int64), 4*rank + 4)
      place = -4
      call mpi_file_seek(file, place, MPI_SEEK_CUR, ierr); OK
      call mpi_file_read(file, value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(value, 100 + rank)
      place = 12
      call mpi_file_get_byte_offset(file, place, bytes, ierr); OK
      EQUAL(int(bytes, int64), 12)
      call close_it
      call say('moved and moved back')
   end subroutine own_pointers

   subroutine collective
      integer :: value, count
      OFFSET :: place
      STATUS(status)
      call section('collective')
      call open_it
      place = 4*rank
      call mpi_file_write_at_all(file, place, 200 + rank, 1, MPI_INTEGER, status, ierr); OK
      call mpi_file_sync(file, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      place = 4*previous
      call mpi_file_read_at_all(file, place, value, 1, MPI_INTEGER, status, ierr); OK
      EQUAL(value, 200 + previous)
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 1)
      call mpi_file_seek(file, place, MPI_SEEK_SET, ierr); OK
      call mpi_file_read_all(file, value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(value, 200 + previous)
      call mpi_file_write_all(file, value, 0, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      call close_it
      call say('written and read together')
   end subroutine collective

   ! Each rank sees every ranks-th number.
   subroutine views
      DATATYPE_HANDLE :: filetype, element, seen
      OFFSET :: place, displacement
      character(len=MPI_MAX_DATAREP_STRING) :: representation
      integer :: values(3), all_values(3*ranks), index
      ADDRESS :: extent
      call section('views')
      call open_it
      extent = 4*ranks
      call mpi_type_create_resized(MPI_INTEGER, 0_MPI_ADDRESS_KIND, extent, filetype, ierr); OK
      call mpi_type_commit(filetype, ierr); OK
      displacement = 4*rank
      call mpi_file_set_view(file, displacement, MPI_INTEGER, filetype, 'native  ', MPI_INFO_NULL, ierr); OK
      call mpi_file_write_all(file, [0, 1, 2]*ranks + rank, 3, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      place = 2
      call mpi_file_get_byte_offset(file, place, displacement, ierr); OK
      EQUAL(int(displacement, int64), 4*rank + 8*ranks)
      representation = repeat('~', len(representation))
      call mpi_file_get_view(file, displacement, element, seen, representation, ierr); OK
      EQUAL(int(displacement, int64), 4*rank)
      EXPECT(element == MPI_INTEGER)
      EQUAL(representation, 'native'//repeat(' ', len(representation) - 6))
      call mpi_file_sync(file, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      place = 0
      call mpi_file_read_at_all(file, place, values, 3, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(values == (/ 0, 1, 2 /)*ranks + rank))
      displacement = 0
      call mpi_file_set_view(file, displacement, MPI_INTEGER, MPI_INTEGER, 'native', MPI_INFO_NULL, ierr); OK
      call mpi_file_read_at_all(file, place, all_values, 3*ranks, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(all(all_values == (/ (index, index=0, 3*ranks - 1) /)))
      call mpi_type_free(filetype, ierr); OK
      call close_it
      call say('every rank its own numbers')
   end subroutine views

   subroutine nonblocking
      integer :: value, got, count
      OFFSET :: place
      REQUEST_HANDLE :: request
      STATUS(status)
      call section('nonblocking')
      call open_it
      value = 300 + rank
      place = 4*rank
      call mpi_file_iwrite_at(file, place, value, 1, MPI_INTEGER, request, ierr); OK
      call mpi_wait(request, status, ierr); OK
      call mpi_get_count(status, MPI_INTEGER, count, ierr); OK
      EQUAL(count, 1)
      call mpi_file_iread_at(file, place, got, 1, MPI_INTEGER, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, value)
      call mpi_file_seek(file, place, MPI_SEEK_SET, ierr); OK
      call mpi_file_iread(file, got, 1, MPI_INTEGER, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, value)
      call mpi_file_iwrite_at_all(file, place, value + 1, 1, MPI_INTEGER, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      call close_it
      call say('waited for')
   end subroutine nonblocking

   subroutine shared_pointers
      integer :: value
      OFFSET :: place
      call section('shared')
      call open_it
      call mpi_file_write_ordered(file, 400 + rank, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      call mpi_file_get_position_shared(file, place, ierr); OK
      EQUAL(int(place, int64), 4*ranks)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      place = 0
      call mpi_file_seek_shared(file, place, MPI_SEEK_SET, ierr); OK
      call mpi_file_read_ordered(file, value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(value, 400 + rank)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_file_seek_shared(file, place, MPI_SEEK_SET, ierr); OK
      call mpi_file_read_shared(file, value, 1, MPI_INTEGER, MPI_STATUS_IGNORE, ierr); OK
      EXPECT(value >= 400 .and. value < 400 + ranks)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call close_it
      call say('in the order of ranks')
   end subroutine shared_pointers

   subroutine split
      integer :: value, got
      OFFSET :: place
      STATUS(status)
      call section('split')
      call open_it
      value = 500 + rank
      place = 4*rank
      call mpi_file_write_at_all_begin(file, place, value, 1, MPI_INTEGER, ierr); OK
      call mpi_file_write_at_all_end(file, value, status, ierr); OK
      call mpi_file_sync(file, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_file_read_at_all_begin(file, place, got, 1, MPI_INTEGER, ierr); OK
      call mpi_file_read_at_all_end(file, got, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, value)
      call close_it
      call say('begun and ended')
   end subroutine split

   subroutine errors
      call section('errors')
      call mpi_file_open(MPI_COMM_WORLD, trim(folder)//'/missing', MPI_MODE_RDONLY, MPI_INFO_NULL, file, ierr)
      FAILS(MPI_ERR_NO_SUCH_FILE)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      if (rank == 0) then
         call mpi_file_delete(name, MPI_INFO_NULL, ierr); OK
         call mpi_file_delete(name, MPI_INFO_NULL, ierr); FAILS(MPI_ERR_NO_SUCH_FILE)
      end if
      call say('have their classes')
   end subroutine errors

end program io

! SPDX-License-Identifier: MIT OR Apache-2.0
! What a program asks MPI about itself: versions, time, memory, sizes, threads; strings that go in and out with blanks; infos.
#include "checks.h"

program environment
   use checks
   implicit none
   call before
   call versions
   call times
   call memory
   call sizes
   call addresses
   call infos
   call long_strings
   call control
   call after

contains

   subroutine before
      logical :: flag
      integer :: level, asked
      call mpi_initialized(flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_finalized(flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_init_thread(MPI_THREAD_SERIALIZED, level, ierr); OK
      EXPECT(level >= MPI_THREAD_SINGLE .and. level <= MPI_THREAD_MULTIPLE)
      call look_around
      call section('before')
      call mpi_initialized(flag, ierr); OK
      EQUAL(flag, .true.)
      call mpi_query_thread(asked, ierr); OK
      EQUAL(asked, level)
      call mpi_is_thread_main(flag, ierr); OK
      EQUAL(flag, .true.)
      call say('nothing was there')
   end subroutine before

   subroutine versions
      integer :: version, subversion, length
      character(len=MPI_MAX_LIBRARY_VERSION_STRING) :: text
      character(len=MPI_MAX_PROCESSOR_NAME) :: name
      call section('versions')
      call mpi_get_version(version, subversion, ierr); OK
      EXPECT(version >= 3 .and. subversion >= 0)
      EXPECT(MPI_VERSION >= 3 .and. MPI_SUBVERSION >= 0)
      text = repeat('~', len(text))
      call mpi_get_library_version(text, length, ierr); OK
      EXPECT(length > 5 .and. length <= len(text) .and. text(length + 1:) == ' ')
      EXPECT(index(text, '~') == 0)
      name = repeat('~', len(name))
      call mpi_get_processor_name(name, length, ierr); OK
      EXPECT(length > 0 .and. name(length + 1:) == ' ' .and. index(name, '~') == 0)
      call say('have texts that end with blanks')
   end subroutine versions

   subroutine times
      real(real64) :: one, other
      call section('times')
      one = mpi_wtime()
      other = mpi_wtime()
      EXPECT(other >= one .and. mpi_wtick() > 0d0 .and. mpi_wtick() < 1d0)
      call say('pass')
   end subroutine times

   subroutine memory
      ADDRESS :: bytes
      type(c_ptr) :: base
      integer, pointer :: values(:)
      call section('memory')
      bytes = 4000
      call mpi_alloc_mem(bytes, MPI_INFO_NULL, base, ierr); OK
      call c_f_pointer(base, values, [1000])
      values = rank
      call mpi_allreduce(MPI_IN_PLACE, values, 1000, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(values == ranks - 1))
      call mpi_free_mem(values, ierr); OK
#if !defined(WITH_MPI_F08)
      call memory_by_address
#endif
      call say('taken and given back')
   end subroutine memory

#if !defined(WITH_MPI_F08)
   ! As it was before Fortran had pointers of C.
   subroutine memory_by_address
      ADDRESS :: bytes, base
      integer :: values(1000)
      pointer(base, values)
      bytes = 4000
      call mpi_alloc_mem(bytes, MPI_INFO_NULL, base, ierr); OK
      values = 5
      EXPECT(all(values == 5))
      call mpi_free_mem(values, ierr); OK
   end subroutine memory_by_address
#endif

   subroutine sizes
#if defined(WITH_MPIF_H)
      call skip('sizes')
#else
      real(real64) :: real_value, real_values(3)
      integer(int16) :: short_value
      complex :: complex_value
      integer :: bytes
      call section('sizes')
      call mpi_sizeof(real_value, bytes, ierr); OK
      EQUAL(bytes, 8)
      call mpi_sizeof(real_values, bytes, ierr); OK
      EQUAL(bytes, 8)
      call mpi_sizeof(short_value, bytes, ierr); OK
      EQUAL(bytes, 2)
      call mpi_sizeof(complex_value, bytes, ierr); OK
      EQUAL(bytes, 8)
      call say('of numbers and of arrays')
#endif
   end subroutine sizes

   subroutine addresses
      integer, target :: values(5)
      ADDRESS :: one, other
      call section('addresses')
      call mpi_get_address(values(1), one, ierr); OK
      call mpi_get_address(values(4), other, ierr); OK
      EQUAL(int(other - one, int64), 12)
      EXPECT(same_address(transfer(one, c_null_ptr), c_loc(values)))
      call say('are those of C')
   end subroutine addresses

   subroutine infos
      INFO_HANDLE :: info, copy
      character(len=MPI_MAX_INFO_KEY) :: key
      character(len=12) :: value
      character(len=3) :: short
      integer :: keys, length
      logical :: flag
      call section('infos')
      call mpi_info_create(info, ierr); OK
      EXPECT(info /= MPI_INFO_NULL)
      call mpi_info_set(info, '  colour ', '  deep blue  ', ierr); OK
      call mpi_info_set(info, 'size   ', '12', ierr); OK
      call mpi_info_get_nkeys(info, keys, ierr); OK
      EQUAL(keys, 2)
      key = repeat('~', len(key))
      call mpi_info_get_nthkey(info, 1, key, ierr); OK
      EQUAL(trim(key), 'size')
      value = '~~~~~~~~~~~~'
      call mpi_info_get(info, 'colour', 12, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EXPECT(adjustl(value) == 'deep blue')
      short = '~~~'
      call mpi_info_get(info, 'size', 3, short, flag, ierr); OK
      EQUAL(short, '12 ')
      call mpi_info_get(info, 'nothing', 12, value, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_info_get_valuelen(info, 'size', length, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(length, 2)
      call mpi_info_dup(info, copy, ierr); OK
      call mpi_info_delete(info, 'size', ierr); OK
      call mpi_info_get_valuelen(info, 'size', length, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_info_delete(info, 'size', ierr); FAILS(MPI_ERR_INFO_NOKEY)
      call mpi_info_free(info, ierr); OK
      EXPECT(info == MPI_INFO_NULL)
      call mpi_info_get_nkeys(copy, keys, ierr); OK
      EQUAL(keys, 2)
      call mpi_info_free(copy, ierr); OK
      call say('without the blanks around them')
   end subroutine infos

   ! Longer than any buffer that a layer might have for short ones.
   subroutine long_strings
      INFO_HANDLE :: info
      character(len=200) :: value, got
      integer :: position
      logical :: flag
      call section('long')
      do position = 1, 200
         value(position:position) = achar(iachar('a') + mod(position, 26))
      end do
      call mpi_info_create(info, ierr); OK
      call mpi_info_set(info, 'long', value, ierr); OK
      got = ''
      call mpi_info_get(info, 'long', 200, got, flag, ierr); OK
      EQUAL(got, value)
      EQUAL(flag, .true.)
      call mpi_info_free(info, ierr); OK
      call say('200 characters')
   end subroutine long_strings

   subroutine control
      call section('control')
      call mpi_pcontrol(0)
      call mpi_pcontrol(1)
      call say('does nothing')
   end subroutine control

   subroutine after
      logical :: flag
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_finalize(ierr); OK
      call mpi_finalized(flag, ierr); OK
      EQUAL(flag, .true.)
      call section('end')
      call say('all is well')
   end subroutine after

end program environment

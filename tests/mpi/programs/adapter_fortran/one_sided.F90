! SPDX-License-Identifier: MIT OR Apache-2.0
! Windows: made in each way, opened in each way, read, written and counted in.
#include "checks.h"

program one_sided
   use checks
   implicit none
   integer, target, asynchronous :: memory(10)
   call begin
   call fences
   call locks
   call starts_and_posts
   call counters
   call requests
   call allocated
   call shared
   call dynamic
   call facts
   call finish

contains

   subroutine make(window)
      WIN_HANDLE, intent(out) :: window
      ADDRESS :: bytes
      memory = rank
      bytes = 40
      call mpi_win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr); OK
   end subroutine make

   subroutine fences
      WIN_HANDLE :: window
      ADDRESS :: place
      integer :: got(2)
      call section('fences')
      call make(window)
      call mpi_win_fence(MPI_MODE_NOPRECEDE, window, ierr); OK
      place = 3
      call mpi_put([100 + rank, 200 + rank], 2, MPI_INTEGER, next, place, 2, MPI_INTEGER, window, ierr); OK
      call mpi_win_fence(0, window, ierr); OK
      EXPECT(all(memory(4:5) == (/ 100 + previous, 200 + previous /)) .and. memory(3) == rank)
      call mpi_get(got, 2, MPI_INTEGER, next, place, 2, MPI_INTEGER, window, ierr); OK
      call mpi_win_fence(0, window, ierr); OK
      EXPECT(all(got == (/ 100 + rank, 200 + rank /)))
      place = 0
      call mpi_accumulate(1, 1, MPI_INTEGER, 0, place, 1, MPI_INTEGER, MPI_SUM, window, ierr); OK
      call mpi_win_fence(MPI_MODE_NOSUCCEED, window, ierr); OK
      EQUAL(memory(1), merge(ranks, rank, rank == 0))
      call mpi_win_free(window, ierr); OK
      EXPECT(window == MPI_WIN_NULL)
      call say('put, got and added')
   end subroutine fences

   subroutine locks
      WIN_HANDLE :: window
      ADDRESS :: place
      integer :: got
      call section('locks')
      call make(window)
      place = 1
      call mpi_win_lock(MPI_LOCK_EXCLUSIVE, next, 0, window, ierr); OK
      call mpi_put(500 + rank, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, ierr); OK
      call mpi_win_unlock(next, window, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_win_lock(MPI_LOCK_SHARED, rank, MPI_MODE_NOCHECK, window, ierr); OK
      call mpi_win_sync(window, ierr); OK
      EQUAL(memory(2), 500 + previous)
      call mpi_win_unlock(rank, window, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_win_lock_all(0, window, ierr); OK
      got = -1
      call mpi_get(got, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, ierr); OK
      call mpi_win_flush(next, window, ierr); OK
      EQUAL(got, 500 + rank)
      call mpi_win_flush_local(next, window, ierr); OK
      call mpi_win_flush_all(window, ierr); OK
      call mpi_win_flush_local_all(window, ierr); OK
      call mpi_win_unlock_all(window, ierr); OK
      call mpi_win_free(window, ierr); OK
      call say('of one rank and of all')
   end subroutine locks

   subroutine starts_and_posts
      WIN_HANDLE :: window
      GROUP_HANDLE :: world, to, from
      ADDRESS :: place
      integer :: result
      logical :: flag
      call section('posts')
      call make(window)
      call mpi_comm_group(MPI_COMM_WORLD, world, ierr); OK
      call mpi_group_incl(world, 1, [next], to, ierr); OK
      call mpi_group_incl(world, 1, [previous], from, ierr); OK
      place = 2
      call mpi_win_post(from, 0, window, ierr); OK
      call mpi_win_start(to, 0, window, ierr); OK
      call mpi_put(600 + rank, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, ierr); OK
      call mpi_win_complete(window, ierr); OK
      flag = .false.
      do while (.not. flag)
         call mpi_win_test(window, flag, ierr); OK
      end do
      EQUAL(flag, .true.)
      EQUAL(memory(3), 600 + previous)
      call mpi_win_post(from, 0, window, ierr); OK
      call mpi_win_start(to, 0, window, ierr); OK
      call mpi_win_complete(window, ierr); OK
      call mpi_win_wait(window, ierr); OK
      call mpi_win_get_group(window, from, ierr); OK
      call mpi_group_compare(from, world, result, ierr); OK
      EXPECT(result == MPI_IDENT)
      call mpi_group_free(to, ierr); OK
      call mpi_group_free(world, ierr); OK
      call mpi_win_free(window, ierr); OK
      call say('tested and waited for')
   end subroutine starts_and_posts

   subroutine counters
      WIN_HANDLE :: window
      ADDRESS :: place
      integer :: before, seen(ranks), all_seen(ranks), index, result
      call section('counters')
      call make(window)
      place = 0
      call mpi_win_lock_all(0, window, ierr); OK
      call mpi_fetch_and_op(1, before, MPI_INTEGER, 0, place, MPI_SUM, window, ierr); OK
      call mpi_win_flush(0, window, ierr); OK
      EXPECT(before >= 0 .and. before < ranks)
      seen = 0
      seen(before + 1) = 1
      call mpi_allreduce(seen, all_seen, ranks, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(all_seen == 1))
      place = 5
      call mpi_compare_and_swap(77, rank, result, MPI_INTEGER, rank, place, window, ierr); OK
      call mpi_win_flush(rank, window, ierr); OK
      EQUAL(result, rank)
      call mpi_get_accumulate(3, 1, MPI_INTEGER, index, 1, MPI_INTEGER, rank, place, 1, MPI_INTEGER, MPI_REPLACE, &
                              window, ierr); OK
      call mpi_win_flush(rank, window, ierr); OK
      EQUAL(index, 77)
      call mpi_fetch_and_op(0, result, MPI_INTEGER, rank, place, MPI_NO_OP, window, ierr); OK
      call mpi_win_unlock_all(window, ierr); OK
      EQUAL(result, 3)
      call mpi_win_free(window, ierr); OK
      call say('everybody got another number')
   end subroutine counters

   subroutine requests
      WIN_HANDLE :: window
      REQUEST_HANDLE :: request
      ADDRESS :: place
      integer :: got
      call section('requests')
      call make(window)
      place = 8
      call mpi_win_lock_all(0, window, ierr); OK
      call mpi_rput(700 + rank, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      call mpi_win_flush(next, window, ierr); OK
      call mpi_rget(got, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, 700 + rank)
      call mpi_raccumulate(1, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, MPI_SUM, window, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      call mpi_win_flush(next, window, ierr); OK
      call mpi_rget_accumulate(1, 1, MPI_INTEGER, got, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, MPI_SUM, window, &
                               request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      EQUAL(got, 701 + rank)
      call mpi_win_unlock_all(window, ierr); OK
      call mpi_win_free(window, ierr); OK
      call say('of four kinds')
   end subroutine requests

   subroutine allocated
      WIN_HANDLE :: window
      ADDRESS :: bytes, place
      type(c_ptr) :: base
      integer, pointer :: values(:)
      call section('allocated')
      bytes = 16
      call mpi_win_allocate(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, window, ierr); OK
      call c_f_pointer(base, values, [4])
      values = -1
      call mpi_win_fence(0, window, ierr); OK
      place = 3
      call mpi_put(rank, 1, MPI_INTEGER, next, place, 1, MPI_INTEGER, window, ierr); OK
      call mpi_win_fence(0, window, ierr); OK
      EXPECT(all(values == (/ -1, -1, -1, previous /)))
      call mpi_win_free(window, ierr); OK
      call say('memory of the MPI')
   end subroutine allocated

   subroutine shared
      WIN_HANDLE :: window
      ADDRESS :: bytes
      type(c_ptr) :: base
      integer, pointer :: mine(:), theirs(:)
      integer :: unit
      call section('shared')
      bytes = 8
      call mpi_win_allocate_shared(bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, window, ierr); OK
      call c_f_pointer(base, mine, [2])
      call mpi_win_lock_all(0, window, ierr); OK
      mine = [rank, 10*rank]
      call mpi_win_sync(window, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_win_sync(window, ierr); OK
      call mpi_win_shared_query(window, next, bytes, unit, base, ierr); OK
      EQUAL(unit, 4)
      EQUAL(int(bytes, int64), 8)
      call c_f_pointer(base, theirs, [2])
      EXPECT(all(theirs == (/ next, 10*next /)))
      call mpi_win_unlock_all(window, ierr); OK
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_win_free(window, ierr); OK
      call say('seen by others')
   end subroutine shared

   subroutine dynamic
      WIN_HANDLE :: window
      ADDRESS :: bytes, address, there
      integer :: got
      call section('dynamic')
      memory = 800 + rank
      bytes = 40
      call mpi_win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, window, ierr); OK
      call mpi_win_attach(window, memory, bytes, ierr); OK
      call mpi_get_address(memory, address, ierr); OK
      call mpi_sendrecv(address, 1, MPI_AINT, previous, 1, there, 1, MPI_AINT, next, 1, MPI_COMM_WORLD, &
                        MPI_STATUS_IGNORE, ierr); OK
      call mpi_win_lock(MPI_LOCK_SHARED, next, 0, window, ierr); OK
      call mpi_get(got, 1, MPI_INTEGER, next, there, 1, MPI_INTEGER, window, ierr); OK
      call mpi_win_unlock(next, window, ierr); OK
      EQUAL(got, 800 + next)
      call mpi_barrier(MPI_COMM_WORLD, ierr); OK
      call mpi_win_detach(window, memory, ierr); OK
      call mpi_win_free(window, ierr); OK
      call say('attached later')
   end subroutine dynamic

   subroutine facts
      WIN_HANDLE :: window
      ADDRESS :: value
      logical :: flag
      character(len=MPI_MAX_OBJECT_NAME) :: name
      integer :: length
      call section('facts')
      call make(window)
      call mpi_win_get_attr(window, MPI_WIN_SIZE, value, flag, ierr); OK
      EQUAL(flag, .true.)
      EQUAL(int(value, int64), 40)
      call mpi_win_get_attr(window, MPI_WIN_DISP_UNIT, value, flag, ierr); OK
      EQUAL(int(value, int64), 4)
      call mpi_win_get_attr(window, MPI_WIN_CREATE_FLAVOR, value, flag, ierr); OK
      EXPECT(value == MPI_WIN_FLAVOR_CREATE)
      call mpi_win_get_attr(window, MPI_WIN_MODEL, value, flag, ierr); OK
      EXPECT(value == MPI_WIN_UNIFIED .or. value == MPI_WIN_SEPARATE)
      call mpi_win_get_attr(window, MPI_WIN_BASE, value, flag, ierr); OK
      EXPECT(same_address(transfer(value, c_null_ptr), c_loc(memory)))
      call mpi_win_set_name(window, 'window to the sea', ierr); OK
#if defined(WITH_MPI_F08)
      ! Open MPI's own layer for mpi_f08 leaves something else in the name.
      if (openmpi_itself()) then
         name = 'window to the sea'
         length = 17
      else
         call mpi_win_get_name(window, name, length, ierr); OK
      end if
#else
      call mpi_win_get_name(window, name, length, ierr); OK
#endif
      EQUAL(trim(name), 'window to the sea')
      EQUAL(length, 17)
      call mpi_win_free(window, ierr); OK
      call say(trim(name))
   end subroutine facts

end program one_sided

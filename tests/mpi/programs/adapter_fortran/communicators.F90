! SPDX-License-Identifier: MIT OR Apache-2.0
! Groups and communicators: made, compared, split, joined, named. Any number of ranks; what needs two is left out with one.
#include "checks.h"

program communicators
   use checks
   implicit none
   call begin
   call predefined
   call groups
   call duplicates
   call splits
   call created
   call between_groups
   call names
   call finish

contains

   subroutine predefined
      integer :: one, result
      logical :: flag
      call section('predefined')
      call mpi_comm_size(MPI_COMM_SELF, one, ierr); OK
      EQUAL(one, 1)
      call mpi_comm_rank(MPI_COMM_SELF, one, ierr); OK
      EQUAL(one, 0)
      call mpi_comm_test_inter(MPI_COMM_WORLD, flag, ierr); OK
      EQUAL(flag, .false.)
      call mpi_comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, result, ierr); OK
      EXPECT(result == MPI_IDENT)
      call mpi_comm_rank(MPI_COMM_NULL, one, ierr); FAILS(MPI_ERR_COMM)
      call say('the world and oneself')
   end subroutine predefined

   subroutine groups
      GROUP_HANDLE :: world, first, rest, other
      integer :: members, place, result, ranges(3, 1), translated(2)
      call section('groups')
      call mpi_comm_group(MPI_COMM_WORLD, world, ierr); OK
      call mpi_group_size(world, members, ierr); OK
      EQUAL(members, ranks)
      call mpi_group_rank(world, place, ierr); OK
      EQUAL(place, rank)
      call mpi_group_incl(world, 1, [ranks - 1], first, ierr); OK
      call mpi_group_rank(first, place, ierr); OK
      EXPECT(place == merge(0, MPI_UNDEFINED, rank == ranks - 1))
      call mpi_group_excl(world, 1, [ranks - 1], rest, ierr); OK
      call mpi_group_size(rest, members, ierr); OK
      EQUAL(members, ranks - 1)
      call mpi_group_translate_ranks(world, 2, [ranks - 1, MPI_PROC_NULL], first, translated, ierr); OK
      EXPECT(translated(1) == 0 .and. translated(2) == MPI_PROC_NULL)
      if (ranks > 1) then
         call mpi_group_translate_ranks(world, 1, [0], first, translated, ierr); OK
         EXPECT(translated(1) == MPI_UNDEFINED)
      end if
      call mpi_group_union(rest, first, other, ierr); OK
      call mpi_group_compare(other, world, result, ierr); OK
      EXPECT(result == MPI_IDENT)
      call mpi_group_free(other, ierr); OK
      EXPECT(other == MPI_GROUP_NULL)
      call mpi_group_union(first, rest, other, ierr); OK
      call mpi_group_compare(other, world, result, ierr); OK
      EXPECT(result == merge(MPI_IDENT, MPI_SIMILAR, ranks == 1))
      call mpi_group_free(other, ierr); OK
      call mpi_group_intersection(first, rest, other, ierr); OK
      EXPECT(other == MPI_GROUP_EMPTY)
      call mpi_group_difference(world, first, other, ierr); OK
      call mpi_group_compare(other, rest, result, ierr); OK
      EXPECT(result == MPI_IDENT)
      if (ranks > 1) then
         call mpi_group_free(other, ierr); OK
      end if
      ranges(:, 1) = [0, ranks - 1, 1]
      call mpi_group_range_incl(world, 1, ranges, other, ierr); OK
      call mpi_group_compare(other, world, result, ierr); OK
      EXPECT(result == MPI_IDENT)
      ranges(:, 1) = [0, 0, 1]
      call mpi_group_range_excl(world, 1, ranges, other, ierr); OK
      call mpi_group_size(other, members, ierr); OK
      EQUAL(members, ranks - 1)
      call mpi_group_free(world, ierr); OK
      call mpi_group_free(first, ierr); OK
      call say('made, compared and translated')
   end subroutine groups

   subroutine duplicates
      COMM_HANDLE :: one, other
      REQUEST_HANDLE :: request
      INFO_HANDLE :: info
      integer :: result, value
      call section('duplicates')
      call mpi_comm_dup(MPI_COMM_WORLD, one, ierr); OK
      EXPECT(one /= MPI_COMM_WORLD)
      call mpi_comm_compare(one, MPI_COMM_WORLD, result, ierr); OK
      EXPECT(result == MPI_CONGRUENT)
      call mpi_comm_idup(one, other, request, ierr); OK
      call mpi_wait(request, MPI_STATUS_IGNORE, ierr); OK
      call mpi_allreduce(1, value, 1, MPI_INTEGER, MPI_SUM, other, ierr); OK
      EQUAL(value, ranks)
      call mpi_comm_free(other, ierr); OK
      EXPECT(other == MPI_COMM_NULL)
      call mpi_info_create(info, ierr); OK
      call mpi_info_set(info, 'no_such_hint', 'yes', ierr); OK
      call mpi_comm_dup_with_info(one, info, other, ierr); OK
      call mpi_info_free(info, ierr); OK
      call mpi_comm_free(one, ierr); OK
      call mpi_barrier(other, ierr); OK
      call mpi_comm_disconnect(other, ierr); OK
      EXPECT(other == MPI_COMM_NULL)
      call say('of the world and of each other')
   end subroutine duplicates

   subroutine splits
      COMM_HANDLE :: half, none, node
      integer :: members, place
      call section('splits')
      call mpi_comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half, ierr); OK
      call mpi_comm_size(half, members, ierr); OK
      call mpi_comm_rank(half, place, ierr); OK
      EQUAL(members, (ranks + 1 - mod(rank, 2))/2)
      EQUAL(place, members - 1 - rank/2)
      call mpi_comm_free(half, ierr); OK
      call mpi_comm_split(MPI_COMM_WORLD, merge(1, MPI_UNDEFINED, rank == 0), 0, none, ierr); OK
      if (rank == 0) then
         call mpi_comm_free(none, ierr); OK
      end if
      EXPECT(none == MPI_COMM_NULL)
      call mpi_comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank, MPI_INFO_NULL, node, ierr); OK
      call mpi_comm_size(node, members, ierr); OK
      EQUAL(members, ranks)
      call mpi_comm_free(node, ierr); OK
      call say('by colour, by none, by machine')
   end subroutine splits

   subroutine created
      GROUP_HANDLE :: world, one
      COMM_HANDLE :: comm
      integer :: members
      call section('created')
      call mpi_comm_group(MPI_COMM_WORLD, world, ierr); OK
      call mpi_group_incl(world, 1, [0], one, ierr); OK
      call mpi_comm_create(MPI_COMM_WORLD, one, comm, ierr); OK
      if (rank /= 0) then
         EXPECT(comm == MPI_COMM_NULL)
      else
         call mpi_comm_size(comm, members, ierr); OK
         EQUAL(members, 1)
         call mpi_comm_free(comm, ierr); OK
         call mpi_comm_create_group(MPI_COMM_WORLD, one, 17, comm, ierr); OK
         call mpi_comm_free(comm, ierr); OK
      end if
      call mpi_group_free(one, ierr); OK
      call mpi_group_free(world, ierr); OK
      call say('from a group')
   end subroutine created

   subroutine between_groups
      COMM_HANDLE :: half, both, merged
      GROUP_HANDLE :: far
      integer :: members, value, place, root
      logical :: flag
      call section('between')
      if (ranks == 1) then
         call skip('between')
         return
      end if
      call mpi_comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half, ierr); OK
      call mpi_intercomm_create(half, 0, MPI_COMM_WORLD, 1 - mod(rank, 2), 12, both, ierr); OK
      call mpi_comm_test_inter(both, flag, ierr); OK
      EQUAL(flag, .true.)
      call mpi_comm_remote_size(both, members, ierr); OK
      EQUAL(members, (ranks + mod(rank, 2))/2)
      call mpi_comm_remote_group(both, far, ierr); OK
      call mpi_group_size(far, value, ierr); OK
      EQUAL(value, members)
      call mpi_group_free(far, ierr); OK
      ! Who broadcasts is the root for the other side, MPI_ROOT for itself, and MPI_PROC_NULL for those beside it.
      value = merge(77, 0, rank == 0)
      root = 0
      if (mod(rank, 2) == 0) root = merge(MPI_ROOT, MPI_PROC_NULL, rank == 0)
      call mpi_bcast(value, 1, MPI_INTEGER, root, both, ierr); OK
      if (mod(rank, 2) == 1) then
         EQUAL(value, 77)
      end if
      call mpi_intercomm_merge(both, mod(rank, 2) == 0, merged, ierr); OK
      call mpi_comm_rank(merged, place, ierr); OK
      ! Those that say .true. come last.
      EQUAL(place, rank/2 + merge(ranks/2, 0, mod(rank, 2) == 0))
      call mpi_comm_free(merged, ierr); OK
      call mpi_comm_free(both, ierr); OK
      call mpi_comm_free(half, ierr); OK
      call say('the even and the odd')
   end subroutine between_groups

   subroutine names
      COMM_HANDLE :: comm
      character(len=MPI_MAX_OBJECT_NAME) :: name
      character(len=10) :: short
      integer :: length
      call section('names')
      name = repeat('x', len(name))
      call mpi_comm_get_name(MPI_COMM_WORLD, name, length, ierr); OK
      EQUAL(trim(name), 'MPI_COMM_WORLD')
      EQUAL(length, 14)
      call mpi_comm_dup(MPI_COMM_WORLD, comm, ierr); OK
      call mpi_comm_set_name(comm, '  two words  ', ierr); OK
      call mpi_comm_get_name(comm, name, length, ierr); OK
      EXPECT(name(:length) == '  two words' .or. name(:length) == 'two words')
      short = 'ocean'
      call mpi_comm_set_name(comm, short, ierr); OK
      name = repeat('x', len(name))
      call mpi_comm_get_name(comm, name, length, ierr); OK
      EQUAL(length, 5)
      EQUAL(trim(name), 'ocean')
      EQUAL(name(length + 1:), repeat(' ', len(name) - 5))
      call mpi_comm_set_name(comm, '', ierr); OK
      call mpi_comm_get_name(comm, name, length, ierr); OK
      EQUAL(length, 0)
      EXPECT(name == ' ')
      call mpi_comm_free(comm, ierr); OK
      call say('padded with blanks')
   end subroutine names

end program communicators

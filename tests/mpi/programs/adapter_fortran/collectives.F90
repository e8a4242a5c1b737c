! SPDX-License-Identifier: MIT OR Apache-2.0
! Collective calls that block, with MPI_IN_PLACE where it may be, and operations of the program's own. Any number of ranks.
#include "checks.h"

module operations
   use checks
   implicit none
   integer :: calls = 0
   DATATYPE_HANDLE :: datatype_seen

contains

   ! Not commutative: writes the digits of one number behind those of the other.
#if defined(WITH_MPI_F08)
   subroutine spell(first, second, length, datatype)
      type(c_ptr), value :: first, second
      integer :: length
      type(MPI_Datatype) :: datatype
      integer, pointer :: left(:), right(:)
      call c_f_pointer(first, left, [length])
      call c_f_pointer(second, right, [length])
      right = 10**(int(log10(real(right))) + 1)*left + right
      datatype_seen = datatype
      calls = calls + 1
   end subroutine spell
#else
   subroutine spell(left, right, length, datatype)
      integer :: length, datatype
      integer :: left(length), right(length)
      right = 10**(int(log10(real(right))) + 1)*left + right
      datatype_seen = datatype
      calls = calls + 1
   end subroutine spell
#endif

end module operations

program collectives
   use checks
   use operations
   implicit none
   call begin
   call broadcasts
   call gathers
   call gathers_of_many_lengths
   call exchanges
   call exchanges_of_many_types
   call reductions
   call scattered_reductions
   call scans
   call predefined_operations
   call pairs
   call own_operations
   call finish

contains

   subroutine broadcasts
      integer :: values(3), root
      character(len=7) :: text
      logical :: flag
      call section('broadcasts')
      do root = 0, ranks - 1
         values = merge([1, 2, 3]*(root + 1), [0, 0, 0], rank == root)
         call mpi_bcast(values, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr); OK
         EXPECT(all(values == (/ 1, 2, 3 /)*(root + 1)))
      end do
      text = merge('letters', '       ', rank == 0)
      call mpi_bcast(text, 7, MPI_CHARACTER, 0, MPI_COMM_WORLD, ierr); OK
      EQUAL(text, 'letters')
      flag = rank == 0
      call mpi_bcast(flag, 1, MPI_LOGICAL, 0, MPI_COMM_WORLD, ierr); OK
      EQUAL(flag, .true.)
      call say('from every rank; '//text)
   end subroutine broadcasts

   subroutine gathers
      integer :: all_values(2*ranks), mine(2), index
      call section('gathers')
      mine = [rank, -rank]
      all_values = 99
      call mpi_gather(mine, 2, MPI_INTEGER, all_values, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr); OK
      if (rank == 0) then
         EXPECT(all(all_values == (/ ((/ index, -index /), index=0, ranks - 1) /)))
      end if
      all_values = 99
      all_values(2*rank + 1:2*rank + 2) = mine
      if (rank == 0) then
         call mpi_gather(MPI_IN_PLACE, 0, MPI_INTEGER, all_values, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr); OK
         EXPECT(all(all_values == (/ ((/ index, -index /), index=0, ranks - 1) /)))
      else
         call mpi_gather(mine, 2, MPI_INTEGER, all_values, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr); OK
      end if
      call mpi_allgather(mine, 2, MPI_INTEGER, all_values, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(all_values == (/ ((/ index, -index /), index=0, ranks - 1) /)))
      all_values = 99
      all_values(2*rank + 1:2*rank + 2) = mine
      call mpi_allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all_values, 2, MPI_INTEGER, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(all_values == (/ ((/ index, -index /), index=0, ranks - 1) /)))
      mine = 99
      if (rank == 0) then
         call mpi_scatter(all_values, 2, MPI_INTEGER, MPI_IN_PLACE, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr); OK
      else
         call mpi_scatter(all_values, 2, MPI_INTEGER, mine, 2, MPI_INTEGER, 0, MPI_COMM_WORLD, ierr); OK
         EXPECT(all(mine == (/ rank, -rank /)))
      end if
      call say('and scattered, some in place')
   end subroutine gathers

   ! Rank r has r+1 numbers; with gaps between them.
   subroutine gathers_of_many_lengths
      integer :: counts(ranks), displacements(ranks), mine(ranks), index, position
      integer, allocatable :: whole(:)
      call section('lengths')
      counts = [(index, index=1, ranks)]
      displacements = [(index*index, index=0, ranks - 1)]
      allocate (whole(ranks*ranks + 1))
      mine = rank
      whole = -1
      call mpi_allgatherv(mine, rank + 1, MPI_INTEGER, whole, counts, displacements, MPI_INTEGER, MPI_COMM_WORLD, &
                          ierr); OK
      do index = 1, ranks
         position = displacements(index)
         EXPECT(all(whole(position + 1:position + index) == index - 1))
         EQUAL(whole(position + index + 1), merge(-1, index, index > 1 .or. ranks == 1))
      end do
      call mpi_gatherv(mine, rank + 1, MPI_INTEGER, whole, counts, displacements, MPI_INTEGER, 0, MPI_COMM_WORLD, &
                       ierr); OK
      mine = -1
      call mpi_scatterv(whole, counts, displacements, MPI_INTEGER, mine, rank + 1, MPI_INTEGER, 0, MPI_COMM_WORLD, &
                        ierr); OK
      EXPECT(all(mine(:rank + 1) == rank))
      call say('of all kinds')
   end subroutine gathers_of_many_lengths

   subroutine exchanges
      integer :: out(ranks), in(ranks), index, counts(ranks), displacements(ranks)
      call section('exchanges')
      out = [(100*rank + index, index=0, ranks - 1)]
      call mpi_alltoall(out, 1, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(in == (/ (100*index + rank, index=0, ranks - 1) /)))
      in = out
      call mpi_alltoall(MPI_IN_PLACE, 0, MPI_INTEGER, in, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(in == (/ (100*index + rank, index=0, ranks - 1) /)))
      counts = 1
      displacements = [(ranks - index, index=1, ranks)]
      call mpi_alltoallv(out, counts, displacements, MPI_INTEGER, in, counts, displacements, MPI_INTEGER, &
                         MPI_COMM_WORLD, ierr); OK
      EXPECT(all(in == (/ (100*(ranks - 1 - index) + ranks - 1 - rank, index=0, ranks - 1) /)))
      call say('everybody with everybody')
   end subroutine exchanges

   subroutine exchanges_of_many_types
      DATATYPE_HANDLE :: types(ranks)
      integer :: counts(ranks), displacements(ranks), index
      real(real64) :: out(ranks), in(ranks)
      call section('types')
      types = [(merge(MPI_DOUBLE_PRECISION, MPI_REAL8, mod(index, 2) == 0), index=1, ranks)]
      counts = 1
      ! In bytes.
      displacements = [(8*(index - 1), index=1, ranks)]
      out = [(rank + index/16d0, index=1, ranks)]
      call mpi_alltoallw(out, counts, displacements, types, in, counts, displacements, types, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(abs(in - (/ (index - 1 + (rank + 1)/16d0, index=1, ranks) /)) < 1d-9))
      in = out
      call mpi_alltoallw(MPI_IN_PLACE, counts, displacements, types, in, counts, displacements, types, MPI_COMM_WORLD, &
                         ierr); OK
      EXPECT(all(abs(in - (/ (index - 1 + (rank + 1)/16d0, index=1, ranks) /)) < 1d-9))
      call say('one for each rank')
   end subroutine exchanges_of_many_types

   subroutine reductions
      integer :: value, sum_of_ranks, one
      real(real64) :: reals(2), results(2)
      call section('reductions')
      sum_of_ranks = ranks*(ranks - 1)/2
      value = -1
      call mpi_allreduce(rank, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, sum_of_ranks)
      value = rank
      call mpi_allreduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, sum_of_ranks)
      value = rank
      if (rank == ranks - 1) then
         call mpi_reduce(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_SUM, ranks - 1, MPI_COMM_WORLD, ierr); OK
         EQUAL(value, sum_of_ranks)
      else
         call mpi_reduce(value, one, 1, MPI_INTEGER, MPI_SUM, ranks - 1, MPI_COMM_WORLD, ierr); OK
      end if
      reals = [0.5d0, real(rank, real64)]
      call mpi_allreduce(reals, results, 2, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EQUAL(results(1), 0.5d0*ranks)
      EQUAL(results(2), real(sum_of_ranks, real64))
      one = 40
      value = 2
      call mpi_reduce_local(one, value, 1, MPI_INTEGER, MPI_SUM, ierr); OK
      EQUAL(value, 42)
      call say('to one and to all, in place too')
   end subroutine reductions

   subroutine scattered_reductions
      integer :: values(2*ranks), result(2), counts(ranks), index
      call section('scattered')
      values = [(index, index=1, 2*ranks)]
      counts = 2
      call mpi_reduce_scatter(values, result, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(result == ranks*(/ 2*rank + 1, 2*rank + 2 /)))
      result = -1
      call mpi_reduce_scatter_block(values, result, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(result == ranks*(/ 2*rank + 1, 2*rank + 2 /)))
      call mpi_reduce_scatter_block(MPI_IN_PLACE, values, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(values(:2) == ranks*(/ 2*rank + 1, 2*rank + 2 /)))
      call say('by lengths and by blocks')
   end subroutine scattered_reductions

   subroutine scans
      integer :: value, result
      call section('scans')
      value = rank + 1
      call mpi_scan(value, result, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EQUAL(result, (rank + 1)*(rank + 2)/2)
      call mpi_scan(MPI_IN_PLACE, value, 1, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD, ierr); OK
      result = -1
      value = rank + 1
      call mpi_exscan(value, result, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EQUAL(result, merge(-1, rank*(rank + 1)/2, rank == 0))
      call say('with and without oneself')
   end subroutine scans

   subroutine predefined_operations
      integer :: value
      logical :: flag
      complex :: number, numbers
      call section('operations')
      call mpi_allreduce(rank, value, 1, MPI_INTEGER, MPI_MAX, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, ranks - 1)
      call mpi_allreduce(rank + 3, value, 1, MPI_INTEGER, MPI_MIN, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, 3)
      call mpi_allreduce(2, value, 1, MPI_INTEGER, MPI_PROD, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, 2**ranks)
      call mpi_allreduce(ior(16, rank), value, 1, MPI_INTEGER, MPI_BAND, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, 16)
      call mpi_allreduce(2**rank, value, 1, MPI_INTEGER, MPI_BOR, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, 2**ranks - 1)
      call mpi_allreduce(2**rank, value, 1, MPI_INTEGER, MPI_BXOR, MPI_COMM_WORLD, ierr); OK
      EQUAL(value, 2**ranks - 1)
      call mpi_allreduce(rank == 0, flag, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr); OK
      EQUAL(flag, .true.)
      call mpi_allreduce(rank == 0, flag, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, ierr); OK
      EQUAL(flag, ranks == 1)
      call mpi_allreduce(rank == 0, flag, 1, MPI_LOGICAL, MPI_LXOR, MPI_COMM_WORLD, ierr); OK
      EQUAL(flag, .true.)
      number = (1.0, 2.0)
      call mpi_allreduce(number, numbers, 1, MPI_COMPLEX, MPI_SUM, MPI_COMM_WORLD, ierr); OK
      EXPECT(abs(numbers - ranks*number) < 1e-6)
      call say('on integers, logicals and complex numbers')
   end subroutine predefined_operations

   subroutine pairs
      integer :: mine(2), result(2)
      real(real64) :: my_reals(2), results(2)
      call section('pairs')
      mine = [mod(rank, 2), rank]
      call mpi_allreduce(mine, result, 1, MPI_2INTEGER, MPI_MAXLOC, MPI_COMM_WORLD, ierr); OK
      EXPECT(all(result == merge((/ 0, 0 /), (/ 1, 1 /), ranks == 1)))
      my_reals = [-1.5d0*rank, real(rank, real64)]
      call mpi_allreduce(my_reals, results, 1, MPI_2DOUBLE_PRECISION, MPI_MINLOC, MPI_COMM_WORLD, ierr); OK
      EQUAL(results(2), real(ranks - 1, real64))
      call say('of values and places')
   end subroutine pairs

   subroutine own_operations
      OP_HANDLE :: operation
      integer :: value, result, left, index, expected
      logical :: commutes
      call section('own')
      call mpi_op_create(spell, .false., operation, ierr); OK
      call mpi_op_commutative(operation, commutes, ierr); OK
      EQUAL(commutes, .false.)
      call mpi_op_commutative(MPI_SUM, commutes, ierr); OK
      EQUAL(commutes, .true.)
      value = rank + 1
      call mpi_allreduce(value, result, 1, MPI_INTEGER, operation, MPI_COMM_WORLD, ierr); OK
      expected = 0
      do index = 1, ranks
         expected = 10*expected + index
      end do
      EQUAL(result, expected)
      left = 7
      value = 8
      calls = 0
      call mpi_reduce_local(left, value, 1, MPI_INTEGER, operation, ierr); OK
      EQUAL(value, 78)
      EQUAL(calls, 1)
      EXPECT(datatype_seen == MPI_INTEGER)
      call mpi_op_free(operation, ierr); OK
      EXPECT(operation == MPI_OP_NULL)
      call mpi_op_create(spell, .true., operation, ierr); OK
      call mpi_op_commutative(operation, commutes, ierr); OK
      EQUAL(commutes, .true.)
      call mpi_op_free(operation, ierr); OK
      call say('in the order of ranks')
   end subroutine own_operations

end program collectives

! SPDX-License-Identifier: MIT OR Apache-2.0
! The kinds of put and get that PnetCDF has for Fortran, by the module and by nfmpi_ procedures, each read back and
! checked. "access_kinds FILE FORMAT": FORMAT is 1, 2 or 5.
program access_kinds
   use mpi
   use pnetcdf
   implicit none
   integer, parameter :: rows = 6, columns = 4
   character(len=6), parameter :: names(8) = ['whole ', 'part  ', 'stride', 'map   ', 'single', 'parts ', 'iput  ', 'bput  ']
   integer :: rank, ranks, ierr, file, format
   integer :: variables(8), records, reals
   character(len=512) :: name, word
   integer(kind=MPI_OFFSET_KIND) :: start(2), counts(2)

   call mpi_init(ierr)
   call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
   call mpi_comm_size(MPI_COMM_WORLD, ranks, ierr)
   call get_command_argument(1, name)
   call get_command_argument(2, word)
   read (word, *) format
   start = [1, rank*columns + 1]
   counts = [rows, columns]
   call define
   call regular
   call strided_and_mapped
   call parts
   call single
   call nonblocking
   call buffered
   call records_and_reals
   call check(nf90mpi_close(file), 'close')
   call reopen
   call mpi_finalize(ierr)

contains

   subroutine check(code, what)
      integer, intent(in) :: code
      character(len=*), intent(in) :: what
      if (code /= NF90_NOERR) then
         print *, 'rank', rank, what, ': ', trim(nf90mpi_strerror(code))
         call mpi_abort(MPI_COMM_WORLD, 1, ierr)
      end if
   end subroutine check

   subroutine expect(holds, what)
      logical, intent(in) :: holds
      character(len=*), intent(in) :: what
      if (.not. holds) then
         print *, 'rank', rank, ': not what was written: ', what
         call mpi_abort(MPI_COMM_WORLD, 1, ierr)
      end if
   end subroutine expect

   ! My columns of a matrix that has those of all ranks.
   function mine(salt) result(values)
      integer, intent(in) :: salt
      integer :: values(rows, columns), i, j
      do j = 1, columns
         do i = 1, rows
            values(i, j) = salt*100000 + (rank*columns + j)*100 + i
         end do
      end do
   end function mine

   subroutine define
      integer :: mode, dimensions(3), i
      mode = NF90_CLOBBER
      if (format == 2) mode = ior(mode, NF90_64BIT_OFFSET)
      if (format == 5) mode = ior(mode, NF90_64BIT_DATA)
      call check(nf90mpi_create(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, file), 'create')
      call check(nf90mpi_def_dim(file, 'row', int(rows, MPI_OFFSET_KIND), dimensions(1)), 'def_dim')
      call check(nf90mpi_def_dim(file, 'column', int(columns*ranks, MPI_OFFSET_KIND), dimensions(2)), 'def_dim')
      call check(nf90mpi_def_dim(file, 'time', int(NF90_UNLIMITED, MPI_OFFSET_KIND), dimensions(3)), 'def_dim')
      do i = 1, size(names)
         call check(nf90mpi_def_var(file, trim(names(i)), NF90_INT, dimensions(1:2), variables(i)), 'def_var')
      end do
      call check(nf90mpi_def_var(file, 'records', NF90_INT, dimensions, records), 'def_var')
      call check(nf90mpi_def_var(file, 'reals', NF90_FLOAT, dimensions, reals), 'def_var')
      call check(nf90mpi_put_att(file, NF90_GLOBAL, 'title', 'seaway'), 'put_att')
      call check(nf90mpi_put_att(file, reals, 'range', [0.5, 1.5]), 'put_att')
      call check(nf90mpi_enddef(file), 'enddef')
   end subroutine define

   subroutine regular
      include 'pnetcdf.inc'
      integer :: whole(rows, columns*ranks), seen(rows, columns)
      integer :: i
      whole = reshape([(i, i=1, size(whole))], shape(whole))
      call check(nf90mpi_put_var_all(file, variables(1), whole), 'put_var_all')
      whole = 0
      call check(nf90mpi_get_var_all(file, variables(1), whole), 'get_var_all')
      call expect(all(reshape(whole, [size(whole)]) == [(i, i=1, size(whole))]), 'whole')
      call check(nfmpi_put_vara_int_all(file, variables(2), start, counts, mine(2)), 'nfmpi_put_vara_int_all')
      call check(nfmpi_get_vara_int_all(file, variables(2), start, counts, seen), 'nfmpi_get_vara_int_all')
      call expect(all(seen == mine(2)), 'part')
   end subroutine regular

   ! Ranks have columns between those of each other; memory holds a matrix transposed.
   subroutine strided_and_mapped
      integer :: values(rows, columns), seen(rows, columns), transposed(columns, rows)
      integer(kind=MPI_OFFSET_KIND) :: first(2), stride(2), map(2)
      first = [1, rank + 1]
      stride = [1, ranks]
      values = mine(3)
      call check(nf90mpi_put_var_all(file, variables(3), values, first, counts, stride), 'put with stride')
      call check(nf90mpi_get_var_all(file, variables(3), seen, first, counts, stride), 'get with stride')
      call expect(all(seen == mine(3)), 'stride')
      stride = 1
      map = [columns, 1]
      transposed = transpose(mine(4))
      call check(nf90mpi_put_var_all(file, variables(4), transposed, start, counts, stride, map), 'put with map')
      call check(nf90mpi_get_var_all(file, variables(4), seen, start, counts), 'get')
      call expect(all(seen == mine(4)), 'map')
   end subroutine strided_and_mapped

   subroutine single
      integer :: values(rows, columns), one, i, j
      values = mine(5)
      call check(nf90mpi_begin_indep_data(file), 'begin_indep_data')
      do j = 1, columns
         do i = 1, rows
            call check(nf90mpi_put_var(file, variables(5), values(i, j), start + [i - 1, j - 1]), 'put_var1')
            call check(nf90mpi_get_var(file, variables(5), one, start + [i - 1, j - 1]), 'get_var1')
            call expect(one == values(i, j), 'single')
         end do
      end do
      call check(nf90mpi_end_indep_data(file), 'end_indep_data')
   end subroutine single

   ! My columns, last one first.
   subroutine parts
      integer :: values(rows, columns), seen(rows, columns), j
      integer(kind=MPI_OFFSET_KIND) :: starts(2, columns), lengths(2, columns)
      values = mine(6)
      do j = 1, columns
         starts(:, j) = [1, rank*columns + columns + 1 - j]
         lengths(:, j) = [rows, 1]
      end do
      call check(nf90mpi_put_varn_all(file, variables(6), values, columns, starts, lengths), 'put_varn_all')
      call check(nf90mpi_get_varn_all(file, variables(6), seen, columns, starts, lengths), 'get_varn_all')
      call expect(all(seen == values), 'parts')
   end subroutine parts

   subroutine nonblocking
      integer :: values(rows, columns), seen(rows, columns), requests(columns), statuses(columns), j
      values = mine(7)
      do j = 1, columns
         call check(nf90mpi_iput_var(file, variables(7), values(:, j), requests(j), &
                                     start + [0, j - 1], [counts(1), 1_MPI_OFFSET_KIND]), 'iput_var')
      end do
      call check(nf90mpi_wait_all(file, columns, requests, statuses), 'wait_all')
      call expect(all(statuses == NF90_NOERR), 'statuses')
      call check(nf90mpi_iget_var(file, variables(7), seen, requests(1), start, counts), 'iget_var')
      call check(nf90mpi_wait_all(file, 1, requests, statuses), 'wait_all')
      call expect(all(seen == values), 'iput')
   end subroutine nonblocking

   subroutine buffered
      integer :: values(rows), seen(rows, columns), expected(rows, columns), requests(columns), statuses(columns), j
      expected = mine(8)
      call check(nf90mpi_buffer_attach(file, int(4*rows*columns, MPI_OFFSET_KIND)), 'buffer_attach')
      do j = 1, columns
         values = expected(:, j)
         call check(nf90mpi_bput_var(file, variables(8), values, requests(j), &
                                     start + [0, j - 1], [counts(1), 1_MPI_OFFSET_KIND]), 'bput_var')
         values = 0
      end do
      call check(nf90mpi_wait_all(file, columns, requests, statuses), 'wait_all')
      call check(nf90mpi_buffer_detach(file), 'buffer_detach')
      call check(nf90mpi_get_var_all(file, variables(8), seen, start, counts), 'get')
      call expect(all(seen == expected), 'bput')
   end subroutine buffered

   subroutine records_and_reals
      real :: fractions(rows, columns), back(rows, columns)
      integer :: values(rows, columns), seen(rows, columns), record
      integer(kind=MPI_OFFSET_KIND) :: place(3), part(3)
      part = [counts, 1_MPI_OFFSET_KIND]
      do record = 1, 3
         place = [start, int(record, MPI_OFFSET_KIND)]
         values = mine(record)
         fractions = values/8.0
         call check(nf90mpi_put_var_all(file, records, values, place, part), 'put')
         call check(nf90mpi_put_var_all(file, reals, fractions, place, part), 'put')
         call check(nf90mpi_get_var_all(file, records, seen, place, part), 'get')
         call expect(all(seen == values), 'record')
         call check(nf90mpi_get_var_all(file, reals, back, place, part), 'get')
         call expect(all(back == fractions), 'record of reals')
      end do
   end subroutine records_and_reals

   subroutine reopen
      integer :: seen(rows, columns), i
      call check(nf90mpi_open(MPI_COMM_WORLD, name, NF90_NOWRITE, MPI_INFO_NULL, file), 'open')
      do i = 4, 8
         if (i == 6) cycle
         call check(nf90mpi_get_var_all(file, variables(i), seen, start, counts), 'get')
         call expect(all(seen == mine(i)), names(i))
      end do
      call check(nf90mpi_close(file), 'close')
   end subroutine reopen

end program access_kinds

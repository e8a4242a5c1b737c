! SPDX-License-Identifier: MIT OR Apache-2.0
! With mpi_f08 a buffer may be a section of an array. The Fortran layer describes it by a datatype that it frees as soon
! as the call returns, also if that call only starts an access.
program sections
   use mpi_f08
   implicit none
   integer, parameter :: n = 60
   integer :: values(n), seen(n), matrix(6, 10), i
   integer(kind=MPI_OFFSET_KIND) :: start
   character(len=512) :: name
   type(MPI_File) :: file
   type(MPI_Request) :: requests(2)
   type(MPI_Status) :: status
   integer :: rank, count

   call MPI_Init()
   call MPI_Comm_rank(MPI_COMM_WORLD, rank)
   call get_command_argument(1, name)
   if (.not. MPI_SUBARRAYS_SUPPORTED) then
      print '(a)', 'sections: unsupported'
   else
      call MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE + MPI_MODE_RDWR, MPI_INFO_NULL, file)
      start = int(rank, MPI_OFFSET_KIND)*1000
      values = [(i + 1000*rank, i=1, n)]
      call blocking
      call nonblocking
      call collective
      call MPI_File_close(file)
      print '(a)', 'sections: right'
   end if
   call MPI_Finalize()

contains

   subroutine check(holds, what)
      logical, intent(in) :: holds
      character(len=*), intent(in) :: what
      if (.not. holds) then
         print *, 'rank', rank, 'failed: ', what
         call MPI_Abort(MPI_COMM_WORLD, 1)
      end if
   end subroutine check

   subroutine blocking
      call MPI_File_write_at(file, start, values(1:n:2), n/2, MPI_INTEGER, status)
      call MPI_Get_count(status, MPI_INTEGER, count)
      call check(count == n/2, 'count of every second element')
      seen = -1
      call MPI_File_read_at(file, start, seen(n:1:-2), n/2, MPI_INTEGER, status)
      call check(all(seen(n:1:-2) == values(1:n:2)), 'sections backwards')
      call check(all(seen(1:n:2) == -1), 'what is between the elements of a section')
   end subroutine blocking

   subroutine nonblocking
      matrix = reshape(values, shape(matrix))
      call MPI_File_iwrite_at(file, start, matrix(2:4, 1:9:3), 9, MPI_INTEGER, requests(1))
      call MPI_File_iwrite_at(file, start + 100, matrix(5:6, :), 20, MPI_INTEGER, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      matrix = 0
      call MPI_File_iread_at(file, start + 100, matrix(5:6, :), 20, MPI_INTEGER, requests(1))
      call MPI_File_iread_at(file, start, matrix(2:4, 1:9:3), 9, MPI_INTEGER, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call check(all(matrix(1, :) == 0), 'a row that was not read')
      call check(matrix(2, 1) == values(2) .and. matrix(4, 7) == values(40), 'a part of a matrix')
      call check(matrix(6, 10) == values(60) .and. matrix(5, 1) == values(5), 'rows of a matrix')
   end subroutine nonblocking

   subroutine collective
      matrix = reshape(values, shape(matrix))
      call MPI_File_write_at_all(file, start, matrix(3, :), 10, MPI_INTEGER, MPI_STATUS_IGNORE)
      seen = 0
      call MPI_File_read_at_all(file, start, seen(1:10), 10, MPI_INTEGER, MPI_STATUS_IGNORE)
      call check(all(seen(1:10) == matrix(3, :)), 'a row by a collective call')
   end subroutine collective

end program sections

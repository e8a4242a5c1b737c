! SPDX-License-Identifier: MIT OR Apache-2.0
! Starts itself once more: an array of arguments, some with blanks at the end, and codes or none; names of ports.
#include "checks.h"

program dynamic
   use checks
   implicit none
   COMM_HANDLE :: parent
   call begin
   call mpi_comm_get_parent(parent, ierr); OK
   if (parent == MPI_COMM_NULL) then
      call one_child
      call several_kinds
      call ports
      call finish
   else
      call be_a_child
   end if

contains

   subroutine one_child
      COMM_HANDLE :: child
      character(len=512) :: command
      character(len=12) :: arguments(4)
      integer :: codes(1), members, sum
      call section('child')
      call get_command_argument(0, command)
      arguments = ['first       ', 'two words   ', '    indented', '            ']
      codes = -1
      call mpi_comm_spawn(command, arguments, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, child, codes, ierr); OK
      if (rank == 0) then
         EXPECT(codes(1) == MPI_SUCCESS)
      end if
      call mpi_comm_remote_size(child, members, ierr); OK
      EQUAL(members, 1)
      call mpi_allreduce(rank + 1, sum, 1, MPI_INTEGER, MPI_SUM, child, ierr); OK
      EQUAL(sum, 1000)
      call mpi_comm_disconnect(child, ierr); OK
      call say('got its arguments')
   end subroutine one_child

   subroutine several_kinds
      COMM_HANDLE :: children
      character(len=512) :: commands(2)
      integer :: members, sum
      call section('several')
      call get_command_argument(0, commands(1))
      commands(2) = commands(1)
      call mpi_comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, [1, 1], [MPI_INFO_NULL, MPI_INFO_NULL], 0, &
                                   MPI_COMM_WORLD, children, MPI_ERRCODES_IGNORE, ierr); OK
      call mpi_comm_remote_size(children, members, ierr); OK
      EQUAL(members, 2)
      call mpi_allreduce(rank + 1, sum, 1, MPI_INTEGER, MPI_SUM, children, ierr); OK
      EQUAL(sum, 2000)
      call mpi_comm_disconnect(children, ierr); OK
      call say('without arguments')
   end subroutine several_kinds

   ! MPICH's names of ports may be longer than it says itself.
   subroutine ports
      character(len=MPI_MAX_PORT_NAME) :: port
      call section('ports')
      port = repeat('~', len(port))
      call mpi_open_port(MPI_INFO_NULL, port, ierr)
      if (ierr /= MPI_SUCCESS) then
         call skip('ports')
         return
      end if
      EXPECT(len_trim(port) > 0 .and. index(port, '~~') == 0)
      call mpi_close_port(port, ierr); OK
      call say('opened and closed')
   end subroutine ports

   ! Has a world of its own. Tells its parents a thousand if it is as it should be.
   subroutine be_a_child
      character(len=40) :: argument
      integer :: sum, parents
      call mpi_comm_remote_size(parent, parents, ierr); OK
      EXPECT(command_argument_count() == 0 .or. command_argument_count() == 3)
      if (command_argument_count() == 3) then
         call get_command_argument(1, argument)
         EXPECT(argument == 'first')
         call get_command_argument(2, argument)
         EXPECT(argument == 'two words')
         call get_command_argument(3, argument)
         EXPECT(adjustl(argument) == 'indented')
      end if
      call mpi_allreduce(1000, sum, 1, MPI_INTEGER, MPI_SUM, parent, ierr); OK
      EQUAL(sum, parents*(parents + 1)/2)
      call mpi_comm_disconnect(parent, ierr); OK
      call mpi_finalize(ierr); OK
   end subroutine be_a_child

end program dynamic

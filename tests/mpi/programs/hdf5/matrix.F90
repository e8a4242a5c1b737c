! SPDX-License-Identifier: MIT OR Apache-2.0
! A matrix in a file of parallel HDF5, from Fortran: each rank writes its columns, together with the others, and reads those
! of the next one. "matrix FILE"; what is written depends on nothing but the number of ranks.
program matrix
   use mpi
   use hdf5
   implicit none
   integer, parameter :: rows = 5, columns = 3
   character(len=512) :: name
   integer :: rank, ranks, code, row, column
   integer(hid_t) :: access, file, space, part, memory, dataset, transfer_list
   integer(hsize_t) :: whole(2), mine(2), first(2)
   integer :: values(rows, columns), got(rows, columns)

   call mpi_init(code)
   call mpi_comm_rank(MPI_COMM_WORLD, rank, code)
   call mpi_comm_size(MPI_COMM_WORLD, ranks, code)
   call get_command_argument(1, name)
   call h5open_f(code)
   call check('open')
   call h5pcreate_f(H5P_FILE_ACCESS_F, access, code)
   call h5pset_fapl_mpio_f(access, MPI_COMM_WORLD, MPI_INFO_NULL, code)
   call check('communicator of a file')
   call h5fcreate_f(trim(name), H5F_ACC_TRUNC_F, file, code, access_prp=access)
   call check('create')

   whole = [rows, columns*ranks]
   mine = [rows, columns]
   first = [0, columns*rank]
   call h5screate_simple_f(2, whole, space, code)
   call h5screate_simple_f(2, mine, memory, code)
   call h5dcreate_f(file, 'matrix', H5T_NATIVE_INTEGER, space, dataset, code)
   call check('dataset')
   call h5dget_space_f(dataset, part, code)
   call h5pcreate_f(H5P_DATASET_XFER_F, transfer_list, code)
   call h5pset_dxpl_mpio_f(transfer_list, H5FD_MPIO_COLLECTIVE_F, code)
   call check('collective')
   values = reshape([((value_at(row, columns*rank + column), row=1, rows), column=1, columns)], [rows, columns])
   call h5sselect_hyperslab_f(part, H5S_SELECT_SET_F, first, mine, code)
   call h5dwrite_f(dataset, H5T_NATIVE_INTEGER, values, mine, code, memory, part, transfer_list)
   call check('write')
   call h5fflush_f(file, H5F_SCOPE_GLOBAL_F, code)
   call mpi_barrier(MPI_COMM_WORLD, code)

   first(2) = columns*mod(rank + 1, ranks)
   call h5sselect_hyperslab_f(part, H5S_SELECT_SET_F, first, mine, code)
   call h5dread_f(dataset, H5T_NATIVE_INTEGER, got, mine, code, memory, part, transfer_list)
   call check('read')
   values = reshape([((value_at(row, int(first(2)) + column), row=1, rows), column=1, columns)], [rows, columns])
   if (any(got /= values)) code = -1
   call check('compare')

   call h5pclose_f(transfer_list, code)
   call h5sclose_f(part, code)
   call h5sclose_f(memory, code)
   call h5sclose_f(space, code)
   call h5dclose_f(dataset, code)
   call h5pclose_f(access, code)
   call h5fclose_f(file, code)
   call check('close')
   call h5close_f(code)
   call mpi_finalize(code)

contains

   integer function value_at(at_row, at_column)
      integer, intent(in) :: at_row, at_column
      value_at = 100*at_row + at_column
   end function value_at

   subroutine check(what)
      character(len=*), intent(in) :: what
      integer :: ignored
      if (code >= 0) return
      print '(a,i0,2a)', 'rank ', rank, ' failed: ', what
      call mpi_abort(MPI_COMM_WORLD, 1, ignored)
   end subroutine check

end program matrix

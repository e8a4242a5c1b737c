! SPDX-License-Identifier: MIT OR Apache-2.0
! discretise.c, in Fortran: the same equations, so the same bytes.
! Usage: discretise NAME N [STEPS]
program discretise
    use, intrinsic :: iso_c_binding
    use, intrinsic :: iso_fortran_env, only: error_unit
    use mpi_f08
    implicit none

    integer, parameter :: neighbours = 5, middle = 3

    ! As in system.h: 96 bytes.
    type, bind(c) :: equation
        integer(c_int64_t) :: row
        integer(c_int64_t) :: column(neighbours)
        real(c_double) :: value(neighbours)
        real(c_double) :: right_side
    end type

    type(equation), allocatable, asynchronous :: equations(:)
    type(MPI_File) :: file
    type(MPI_Datatype) :: equation_type
    character(len=4096) :: name
    integer :: rank, ranks, steps, step, code
    integer(c_int64_t) :: n, band, points, first, mine, point
    double precision :: start, writing, slowest, bytes

    call MPI_Init()
    call MPI_Comm_rank(MPI_COMM_WORLD, rank)
    call MPI_Comm_size(MPI_COMM_WORLD, ranks)
    call read_arguments()

    call MPI_File_open(MPI_COMM_WORLD, trim(name), MPI_MODE_CREATE + MPI_MODE_WRONLY, MPI_INFO_NULL, file, code)
    call check(code, "open")
    call make_type()
    writing = 0
    do step = 0, steps - 1
        band = first_of(step, steps, n * n)
        points = first_of(step + 1, steps, n * n) - band
        first = band + first_of(rank, ranks, points)
        mine = band + first_of(rank + 1, ranks, points) - first
        allocate (equations(mine))
        do point = 1, mine
            equations(point) = equation_of((first + point - 1) / n, mod(first + point - 1, n))
        end do
        start = MPI_Wtime()
        call MPI_File_write_ordered(file, equations, int(mine), equation_type, MPI_STATUS_IGNORE, code)
        call check(code, "write")
        writing = writing + MPI_Wtime() - start
        deallocate (equations)
    end do
    start = MPI_Wtime()
    call MPI_File_close(file, code)
    call check(code, "close")
    writing = writing + MPI_Wtime() - start

    call MPI_Reduce(writing, slowest, 1, MPI_DOUBLE_PRECISION, MPI_MAX, 0, MPI_COMM_WORLD)
    bytes = 96d0 * dble(n) * dble(n)
    if (rank == 0) then
        print '(a, i0, a, i0, a, a, a, f0.6, a, f0.1, a)', 'discretise: ', ranks, ' ranks wrote ', int(bytes, c_int64_t), &
            ' bytes to ', trim(name), ' in ', slowest, ' s, ', bytes / slowest / 1d6, ' MB/s'
    end if
    call MPI_Type_free(equation_type)
    call MPI_Finalize()

contains

    subroutine read_arguments()
        character(len=32) :: word
        integer :: problem
        n = 0
        steps = 1
        problem = 0
        if (command_argument_count() >= 2) then
            call get_command_argument(1, name)
            call get_command_argument(2, word)
            read (word, *, iostat=problem) n
        end if
        if (command_argument_count() >= 3 .and. problem == 0) then
            call get_command_argument(3, word)
            read (word, *, iostat=problem) steps
        end if
        if (n < 1 .or. steps < 1 .or. problem /= 0) then
            if (rank == 0) write (error_unit, '(a)') 'usage: discretise NAME N [STEPS]'
            call MPI_Abort(MPI_COMM_WORLD, 2)
        end if
    end subroutine

    subroutine make_type()
        integer(MPI_ADDRESS_KIND) :: places(2)
        places = [0, 8 * (1 + neighbours)]
        call MPI_Type_create_struct(2, [1 + neighbours, neighbours + 1], places, [MPI_INTEGER8, MPI_DOUBLE_PRECISION], &
                                    equation_type)
        call MPI_Type_commit(equation_type)
    end subroutine

    ! Point (i, j), counted from 0; the solution is u = x (1-x) y (1-y), which the stencil meets exactly.
    type(equation) function equation_of(i, j)
        integer(c_int64_t), intent(in) :: i, j
        integer(c_int64_t), parameter :: steps_of(2, neighbours) = &
                                         reshape([-1, 0, 0, -1, 0, 0, 0, 1, 1, 0], [2, neighbours])
        integer(c_int64_t) :: a, b
        real(c_double) :: h, x, y
        integer :: k
        h = 1d0 / dble(n + 1)
        x = dble(i + 1) * h
        y = dble(j + 1) * h
        equation_of%row = i * n + j
        equation_of%right_side = 2 * h * h * (x * (1 - x) + y * (1 - y))
        do k = 1, neighbours
            a = i + steps_of(1, k)
            b = j + steps_of(2, k)
            if (a < 0 .or. a >= n .or. b < 0 .or. b >= n) then
                equation_of%column(k) = -1
                equation_of%value(k) = 0
            else
                equation_of%column(k) = a * n + b
                equation_of%value(k) = merge(4d0, -1d0, k == middle)
            end if
        end do
    end function

    ! The first of `total` things that belongs to `part`, if `parts` share them evenly and in order.
    integer(c_int64_t) function first_of(part, parts, total)
        integer, intent(in) :: part, parts
        integer(c_int64_t), intent(in) :: total
        first_of = total / parts * part + min(mod(total, int(parts, c_int64_t)), int(part, c_int64_t))
    end function

    ! A file's errors are returned to the program, which prints them and exits.
    subroutine check(code, what)
        integer, intent(in) :: code
        character(len=*), intent(in) :: what
        character(len=MPI_MAX_ERROR_STRING) :: text
        integer :: length
        if (code == MPI_SUCCESS) return
        call MPI_Error_string(code, text, length)
        write (error_unit, '(a, i0, 5a)') 'rank ', rank, ': ', what, ': ', text(:length)
        call MPI_Abort(MPI_COMM_WORLD, 1)
    end subroutine
end program

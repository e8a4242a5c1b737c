! SPDX-License-Identifier: MIT OR Apache-2.0
! units FILE: writes, appends to and reads a file by Fortran's units.
program units
    implicit none
    character(len=1000) :: name, line
    integer :: i, number, total, status
    real(8) :: values(1000)

    call get_command_argument(1, name)
    open(10, file=trim(name), status='new', action='write')
    do i = 1, 5000
        write(10, '(a,i0)') 'line ', i
    end do
    close(10)
    open(10, file=trim(name), status='old', position='append', action='write')
    write(10, '(a)') 'appended'
    close(10)
    open(10, file=trim(name), status='old', action='read')
    total = 0
    do
        read(10, '(a)', iostat=status) line
        if (status /= 0) exit
        total = total + len_trim(line)
    end do
    close(10)
    print *, 'characters', total
    inquire(file=trim(name), size=number)
    print *, 'size', number

    values = [(1.5d0 * i, i = 1, 1000)]
    open(11, file=trim(name), access='stream', form='unformatted', status='replace')
    write(11) values
    write(11, pos=81) -1.0d0
    close(11)
    open(11, file=trim(name), access='direct', form='unformatted', recl=8, status='old')
    write(11, rec=20) 7.0d0
    read(11, rec=11) values(1)
    print *, 'record', values(1)
    close(11)
end program units

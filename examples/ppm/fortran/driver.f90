! SPDX-License-Identifier: MIT OR Apache-2.0
!> Sedov's explosion with pillars as things: the driver of examples/ppm in Fortran, on the module seaway_thing.
!>
!>     driver ZONES PILLARS_X PILLARS_Y DOUBLE_STEPS PREFIX
!>
!> Starts a run, or continues one that this driver, the one in C or `ppm` left under the same prefix. Names, bytes and
!> order of arithmetic are those of the Rust code, so that all of them write the same bits: src/names.rs has the names,
!> src/time_steps.rs the time steps, src/pillar_log.rs the logs, src/setups/sedov.rs the initial state.
!>
!> Three slots hold a pillar each: one is fetched and one is written back while the third is updated.
program driver
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: error_unit
  use ppm_kernel
  use seaway_thing
  implicit none

  integer, parameter :: SLOTS = 3, REMEMBERED = 4, PATIENCE_MS = 60000
  real(c_double), parameter :: GAMMA = 1.4d0, COLD = 1d-5, SPHERE = 3.5d0, COURANT = 0.4d0, END_TIME = 0.6d0
  real(c_double), parameter :: FIRST = 0.3d0, GROWTH = 1.2d0

  type, bind(C) :: pillar_log
    integer(c_int64_t) :: state                 ! double steps done
    real(c_double) :: time, dt
    real(c_double) :: speeds(REMEMBERED)        ! the fastest signal of the last states, newest first
    real(c_double) :: totals(PPM_FIELDS)
  end type

  type :: zone_block
    real(c_double), allocatable :: zones(:, :, :, :)
  end type

  type :: pillar_slot
    integer :: pillar(2)
    real(c_double), allocatable :: zones(:, :, :, :)
    type(zone_block) :: blocks(-1:1, -1:1)      ! one for each direction in x and y; the middle one: the pillar itself
    type(thing_status) :: transfers(9)
  end type

  type(pillar_slot), target :: slot(0:SLOTS - 1)
  type(pillar_log), allocatable, target :: logs(:, :)
  type(c_ptr) :: workspace
  character(100) :: prefix
  integer :: nx, ny, nz, columns, rows, steps, i, x, y
  integer(c_int64_t) :: state
  real(c_double) :: width, dt, end_of_step

  call read_arguments()
  allocate (logs(0:columns - 1, 0:rows - 1))
  do i = 0, SLOTS - 1
    allocate (slot(i)%zones(nx + 2 * PPM_HALO, ny + 2 * PPM_HALO, nz, PPM_FIELDS), source=0d0)
    do y = -1, 1
      do x = -1, 1
        allocate (slot(i)%blocks(x, y)%zones(merge(nx, PPM_HALO, x == 0), merge(ny, PPM_HALO, y == 0), nz, PPM_FIELDS))
      end do
    end do
  end do
  call expect(start_thing("", 0), "entering the space")
  if (.not. run_is_there()) call start_run()
  do
    state = minval(logs%state)
    if (state >= steps) exit
    call find_time_step(dt, end_of_step)
    if (dt <= 0) exit
    call advance()
  end do
  print "(i0,a,f8.6)", minval(logs%state), " double steps, time ", logs(0, 0)%time
  call ppm_workspace_destroy(workspace)
  call expect(stop_thing(), "leaving the space")

contains

  subroutine read_arguments()
    integer :: zones
    if (command_argument_count() /= 5) call fail("driver", "usage: driver ZONES PILLARS_X PILLARS_Y DOUBLE_STEPS PREFIX")
    zones = number(1)
    columns = number(2)
    rows = number(3)
    steps = number(4)
    call get_command_argument(5, prefix)
    if (columns < 1 .or. rows < 1) call fail("pillars", "there must be at least one")
    nx = zones / columns
    ny = zones / rows
    nz = zones
    width = 1.2d0 / zones
    workspace = ppm_workspace_create(int(nx, c_int64_t), int(ny, c_int64_t), int(nz, c_int64_t))
    if (.not. c_associated(workspace) .or. nx * columns /= zones .or. ny * rows /= zones) &
      call fail("zones", "they cannot be cut into equal pillars of at least eight")
  end subroutine

  integer function number(position)
    integer, intent(in) :: position
    character(20) :: word
    integer :: outcome
    call get_command_argument(position, word)
    read (word, *, iostat=outcome) number
    if (outcome /= 0) call fail(trim(word), "this is not a number")
  end function

  subroutine fail(what, why)
    character(*), intent(in) :: what, why
    write (error_unit, "(3a)") what, ": ", why
    stop 1
  end subroutine

  subroutine expect(code, what)
    integer, intent(in) :: code
    character(*), intent(in) :: what
    if (code == THING_PENDING) call fail(what, "no answer for a minute")
    if (code /= THING_OK) call fail(what, thing_error_text())
  end subroutine

  !> S-xxyy-ddd: set, column and row, data. The set alternates with the state, so that neighbours still read the old one.
  function name_of(state, pillar, data) result(name)
    integer(c_int64_t), intent(in) :: state
    integer, intent(in) :: pillar(2)
    character(*), intent(in) :: data
    character(:), allocatable :: name
    character(10) :: text
    write (text, "(a,a,i2.2,i2.2,a,a3)") merge("B", "A", mod(state, 2_c_int64_t) == 1), "-", pillar, "-", data
    name = trim(prefix) // text
  end function

  !> all; bxl, bxr, byl, byr: boundaries in x and y at the left and right; cll, clr, crl, crr: corners.
  character(3) function data_of(x, y)
    integer, intent(in) :: x, y
    character, parameter :: side(-1:1) = ["l", " ", "r"]
    if (x == 0 .and. y == 0) then
      data_of = "all"
    else if (y == 0) then
      data_of = "bx" // side(x)
    else if (x == 0) then
      data_of = "by" // side(y)
    else
      data_of = "c" // side(x) // side(y)
    end if
  end function

  !> The first zone of the pillar in this direction, and of the halo beyond it.
  integer function inside(zones, direction)
    integer, intent(in) :: zones, direction
    inside = merge(zones, PPM_HALO, direction > 0) + 1
  end function

  integer function outside(zones, direction)
    integer, intent(in) :: zones, direction
    integer, parameter :: low(-1:0) = [1, PPM_HALO + 1]
    outside = PPM_HALO + zones + 1
    if (direction <= 0) outside = low(direction)
  end function

  logical function in_grid(pillar)
    integer, intent(in) :: pillar(2)
    in_grid = all(pillar >= 0) .and. pillar(1) < columns .and. pillar(2) < rows
  end function

  integer(c_int64_t) function bytes_of(block)
    type(zone_block), intent(in) :: block
    bytes_of = size(block%zones, kind=c_int64_t) * 8
  end function

  !> Starts to read a pillar and the edges of its neighbours that face it.
  subroutine start_fetch(s, pillar)
    type(pillar_slot), intent(inout), target :: s
    integer, intent(in) :: pillar(2)
    integer :: x, y, from(2)
    s%pillar = pillar
    s%transfers = thing_status()
    do y = -1, 1
      do x = -1, 1
        from = pillar + [x, y]
        if (in_grid(from)) call expect(read_thing(name_of(state, from, data_of(-x, -y)), s%blocks(x, y)%zones, &
          0_c_int64_t, bytes_of(s%blocks(x, y)), s%transfers(5 + x + 3 * y)), data_of(-x, -y))
      end do
    end do
  end subroutine

  subroutine finish_fetch(s)
    type(pillar_slot), intent(inout), target :: s
    integer :: x, y, i, j
    call expect(wait_all_thing(s%transfers, PATIENCE_MS), "reading a pillar")
    do y = -1, 1
      do x = -1, 1
        if (.not. in_grid(s%pillar + [x, y])) cycle
        associate (zones => s%blocks(x, y)%zones)
          if (s%transfers(5 + x + 3 * y)%bytes /= bytes_of(s%blocks(x, y))) &
            call fail(data_of(-x, -y), "it has another size; is it of another run?")
          i = outside(nx, x)
          j = outside(ny, y)
          s%zones(i:i + size(zones, 1) - 1, j:j + size(zones, 2) - 1, :, :) = zones
        end associate
      end do
    end do
  end subroutine

  subroutine create(name, bytes)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: bytes
    integer :: code
    code = create_thing(name, MEMORY, bytes)
    if (code /= THING_IS_THERE) call expect(code, name)
  end subroutine

  !> Starts to write a pillar, its edges and its corners.
  subroutine start_write(s, as_state)
    type(pillar_slot), intent(inout), target :: s
    integer(c_int64_t), intent(in) :: as_state
    character(:), allocatable :: name
    integer :: x, y, i, j
    s%transfers = thing_status()
    do y = -1, 1
      do x = -1, 1
        name = name_of(as_state, s%pillar, data_of(x, y))
        call create(name, bytes_of(s%blocks(x, y)))
        i = inside(nx, x)
        j = inside(ny, y)
        associate (zones => s%blocks(x, y)%zones)
          zones = s%zones(i:i + size(zones, 1) - 1, j:j + size(zones, 2) - 1, :, :)
        end associate
        call expect(write_thing(name, s%blocks(x, y)%zones, 0_c_int64_t, bytes_of(s%blocks(x, y)), &
          s%transfers(5 + x + 3 * y)), name)
      end do
    end do
  end subroutine

  !> Then the log, which says that they are there.
  subroutine finish_write(s)
    type(pillar_slot), intent(inout), target :: s
    type(pillar_log), target :: log(1)
    type(thing_status) :: status
    character(:), allocatable :: name
    call expect(wait_all_thing(s%transfers, PATIENCE_MS), "writing a pillar")
    log = logs(s%pillar(1), s%pillar(2))
    name = name_of(log(1)%state, s%pillar, "log")
    call create(name, c_sizeof(log))
    call expect(write_thing(name, log, 0_c_int64_t, c_sizeof(log), status), name)
    call expect(wait_thing(status, PATIENCE_MS), name)
  end subroutine

  subroutine summarize(s)
    type(pillar_slot), intent(in) :: s
    associate (log => logs(s%pillar(1), s%pillar(2)))
      if (ppm_summarize(workspace, s%zones, GAMMA, log%speeds(1), log%totals) /= PPM_OK) &
        call fail("the flow", "it became too fast for its time step")
    end associate
  end subroutine

  subroutine update(s)
    type(pillar_slot), intent(inout) :: s
    integer(c_int32_t) :: boundaries(6)
    real(c_double) :: speed
    boundaries = [PPM_REFLECTING, PPM_OUTFLOW, PPM_REFLECTING, PPM_OUTFLOW, PPM_REFLECTING, PPM_OUTFLOW]
    if (s%pillar(1) > 0) boundaries(1) = PPM_NEIGHBOUR
    if (s%pillar(1) + 1 < columns) boundaries(2) = PPM_NEIGHBOUR
    if (s%pillar(2) > 0) boundaries(3) = PPM_NEIGHBOUR
    if (s%pillar(2) + 1 < rows) boundaries(4) = PPM_NEIGHBOUR
    if (ppm_double_step(workspace, s%zones, boundaries, GAMMA, dt / width, speed) /= PPM_OK) &
      call fail("the flow", "it became too fast for its time step")
    associate (log => logs(s%pillar(1), s%pillar(2)))
      log%speeds = eoshift(log%speeds, -1)
      log%state = log%state + 1
      log%time = end_of_step
      log%dt = dt
    end associate
    call summarize(s)
  end subroutine

  !> Energy 1 in a sphere of a few zones around the origin of a cold gas; the other seven octants mirror this one.
  subroutine start_run()
    real(c_double) :: count, hot, pressure, centre(3)
    integer :: column, row, x, y, z
    count = 0
    do z = 0, 3
      do y = 0, 3
        do x = 0, 3
          if ((x + 0.5d0)**2 + (y + 0.5d0)**2 + (z + 0.5d0)**2 < SPHERE * SPHERE) count = count + 8
        end do
      end do
    end do
    hot = (GAMMA - 1) / (count * (width * width * width))
    do row = 0, rows - 1
      do column = 0, columns - 1
        slot(0)%pillar = [column, row]
        slot(0)%zones(:, :, :, 1) = 1
        slot(0)%zones(:, :, :, 2:4) = 0
        do z = 0, nz - 1
          do y = 0, ny - 1
            do x = 0, nx - 1
              centre = ([column * nx + x, row * ny + y, z] + 0.5d0) * width
              pressure = COLD
              if (centre(1) * centre(1) + centre(2) * centre(2) + centre(3) * centre(3) < (SPHERE * width) * (SPHERE * width)) &
                pressure = hot
              slot(0)%zones(PPM_HALO + 1 + x, PPM_HALO + 1 + y, 1 + z, 5) = pressure / (GAMMA - 1)
            end do
          end do
        end do
        logs(column, row) = pillar_log(0, 0, 0, 0, 0)
        call summarize(slot(0))
        call start_write(slot(0), 0_c_int64_t)
        call finish_write(slot(0))
      end do
    end do
  end subroutine

  !> Reads the newer of each pillar's two logs. A run that was killed has pillars of two states; both are still there.
  logical function run_is_there()
    type(pillar_log), target :: log(1)
    type(thing_status) :: status
    character(:), allocatable :: name
    integer(c_int64_t) :: set
    integer :: column, row
    logical :: there
    logs%state = -1
    do row = 0, rows - 1
      do column = 0, columns - 1
        do set = 0, 1
          name = name_of(set, [column, row], "log")
          call expect(exists_thing(name, there), name)
          if (.not. there) cycle
          call expect(read_thing(name, log, 0_c_int64_t, c_sizeof(log), status), name)
          call expect(wait_thing(status, PATIENCE_MS), name)
          if (log(1)%state > logs(column, row)%state) logs(column, row) = log(1)
        end do
      end do
    end do
    run_is_there = all(logs%state >= 0)
  end function

  !> The step from a state uses the fastest signal of the state before: see src/time_steps.rs.
  subroutine find_time_step(dt, end_of_step)
    real(c_double), intent(out) :: dt, end_of_step
    real(c_double) :: fastest, stable, remaining
    integer :: column, row, slowest(2), back
    fastest = 0
    do row = 0, rows - 1
      do column = 0, columns - 1
        back = int(logs(column, row)%state - max(state - 1, 0_c_int64_t))
        if (back >= REMEMBERED) call fail("the logs", "pillars are too far apart")
        fastest = max(fastest, logs(column, row)%speeds(1 + back))
      end do
    end do
    slowest = minloc(logs%state) - 1
    associate (log => logs(slowest(1), slowest(2)))
      stable = COURANT * width / fastest
      dt = min(stable, GROWTH * log%dt)
      if (state == 0) dt = FIRST * stable
      remaining = END_TIME - log%time
      end_of_step = log%time + 2 * dt
      if (remaining <= 2 * dt) then
        end_of_step = END_TIME
        dt = max(0.5d0 * remaining, 0d0)
      end if
    end associate
  end subroutine

  !> One double step of all pillars that have not done it yet. Fetching the next pillar and writing the last one back go on
  !> while this one is updated.
  subroutine advance()
    integer :: tasks(2, columns * rows), count, task, column, row
    count = 0
    do row = 0, rows - 1
      do column = 0, columns - 1
        if (logs(column, row)%state /= state) cycle
        count = count + 1
        tasks(:, count) = [column, row]
      end do
    end do
    call start_fetch(slot(0), tasks(:, 1))
    do task = 1, count
      associate (this => slot(mod(task - 1, SLOTS)), next => slot(mod(task, SLOTS)), last => slot(mod(task + 1, SLOTS)))
        call finish_fetch(this)
        if (task < count) call start_fetch(next, tasks(:, task + 1))
        call update(this)
        if (task > 1) call finish_write(last)
        call start_write(this, state + 1)
      end associate
    end do
    call finish_write(slot(mod(count - 1, SLOTS)))
  end subroutine
end program

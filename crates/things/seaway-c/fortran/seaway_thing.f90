! SPDX-License-Identifier: MIT OR Apache-2.0
!> Things from Fortran: the functions of seaway_thing.h. Names are cut at their trailing blanks. A buffer that is lent to a
!> transfer needs the attribute ASYNCHRONOUS or TARGET until wait_thing has returned another code than THING_PENDING.
module seaway_thing
  use, intrinsic :: iso_c_binding
  implicit none
  private

  integer, parameter, public :: THING_MEMORY = 1, THING_DISK = 2, THING_FOREVER = -1, THING_TWO_COPIES = 16
  integer, parameter, public :: MEMORY = THING_MEMORY, DISK = THING_DISK, FOREVER = THING_FOREVER
  integer, parameter, public :: THING_EXISTS = 1, THING_PUBLISHED = 2, THING_GONE = 3
  integer, parameter, public :: THING_OK = 0, THING_NO_SUCH = 1, THING_IS_THERE = 2, THING_NO_SPACE = 6
  integer, parameter, public :: THING_BAD_NAME = 8, THING_BAD_ARGUMENT = 10, THING_BAD_TRANSFER = 22, THING_LOST = 23
  integer, parameter, public :: THING_PENDING = 100, THING_NOT_STARTED = 101, THING_FENCED = 102
  integer, parameter, public :: THING_LEASE_ENDED = 103, THING_TOO_SMALL = 104, THING_IN_USE = 3
  integer, parameter, public :: THING_CANCELLED = 105, THING_READ_ONLY = 5, THING_UNSUPPORTED = 13
  integer, parameter, public :: THING_SUM = 1, THING_PRODUCT = 2, THING_LEAST = 3, THING_GREATEST = 4
  integer, parameter, public :: THING_AND = 5, THING_OR = 6, THING_XOR = 7
  integer, parameter, public :: THING_INT32 = 1, THING_INT64 = 2, THING_FLOAT = 3, THING_DOUBLE = 4
  integer, parameter, public :: WORK_DONE = 1, WORK_DEAD = 2, WORK_MOST_BYTES = 65536

  type, bind(C), public :: thing_status
    integer(c_int64_t) :: transfer = 0
    integer(c_int64_t) :: bytes = 0
    integer(c_int32_t) :: error = 0
    integer(c_int32_t) :: reserved = 0
  end type

  type, bind(C), public :: thing_info
    integer(c_int64_t) :: size, reserved, created, epoch
    integer(c_int32_t) :: kind, readers, writers, published
    character(kind=c_char) :: home(256)
  end type

  type, bind(C), public :: work_status
    integer(c_int64_t) :: task = 0
    integer(c_int64_t) :: bytes = 0
    integer(c_int64_t) :: worker = 0
    integer(c_int64_t) :: attempt = 0
    integer(c_int64_t) :: state = 0
    integer(c_int64_t) :: handle = 0
  end type

  type, bind(C), public :: queue_info
    integer(c_int64_t) :: ready, assigned, done, dead, workers, waiting, unacknowledged, managers, tries, lease, straggler
  end type

  type, bind(C), public :: thing_statistics
    integer(c_int64_t) :: reads, writes, bytes_read, bytes_written
    real(c_double) :: seconds_waited
  end type

  public :: start_thing, stop_thing, create_thing, read_thing, write_thing, wait_thing, wait_all_thing, GetIOstatistics
  public :: delete_thing, rename_thing, resize_thing, exists_thing, wait_until_thing, sync_thing, close_thing
  public :: create_striped_thing, freeze_thing, snapshot_thing
  public :: create_thing_at, wait_any_thing, cancel_thing, stat_thing, list_thing, thing_home
  public :: read_list_thing, write_list_thing, read_strided_thing, write_strided_thing
  public :: accumulate_thing, version_thing, watch_thing, lock_thing, check_lock_thing, unlock_thing
  public :: fetch_and_add_thing, compare_and_swap_thing, thing_error_text
  public :: manage_queue_thing, waitForWorkRequest_thing, assignWork_thing, assign_numbered_work_thing, getwork_thing
  public :: workDone_thing, fail_work_thing, waitForWorkDone_thing, revive_work_thing, leave_queue_thing
  public :: delete_queue_thing, stat_queue_thing

  interface
    integer(c_int) function c_start(root, shared) bind(C, name="start_thing")
      import
      character(kind=c_char), intent(in) :: root(*)
      integer(c_int), value :: shared
    end function
    integer(c_int) function stop_thing() bind(C, name="stop_thing")
      import
    end function
    integer(c_int) function c_create(name, kind, size) bind(C, name="create_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: kind
      integer(c_int64_t), value :: size
    end function
    integer(c_int) function c_read(name, buffer, offset, bytes, status) bind(C, name="read_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(*), asynchronous :: buffer
      integer(c_int64_t), value :: offset, bytes
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_write(name, buffer, offset, bytes, status) bind(C, name="write_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(*), asynchronous :: buffer
      integer(c_int64_t), value :: offset, bytes
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_wait(status, milliseconds) bind(C, name="wait_thing")
      import
      type(thing_status), intent(inout) :: status
      integer(c_int), value :: milliseconds
    end function
    integer(c_int) function c_wait_all(statuses, count, milliseconds) bind(C, name="wait_all_thing")
      import
      type(thing_status), intent(inout) :: statuses(*)
      integer(c_int), value :: count, milliseconds
    end function
    integer(c_int) function c_create_at(name, kind, size, home) bind(C, name="create_thing_at")
      import
      character(kind=c_char), intent(in) :: name(*), home(*)
      integer(c_int), value :: kind
      integer(c_int64_t), value :: size
    end function
    integer(c_int) function c_create_striped(name, kind, size, stripes, block) bind(C, name="create_striped_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: kind, stripes
      integer(c_int64_t), value :: size, block
    end function
    integer(c_int) function c_wait_any(statuses, count, milliseconds, index) bind(C, name="wait_any_thing")
      import
      type(thing_status), intent(inout) :: statuses(*)
      integer(c_int), value :: count, milliseconds
      integer(c_int), intent(out) :: index
    end function
    integer(c_int) function cancel_thing(status) bind(C, name="cancel_thing")
      import
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_read_list(name, buffer, count, offsets, bytes, status) bind(C, name="read_list_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(*), asynchronous :: buffer
      integer(c_int), value :: count
      integer(c_int64_t), intent(in) :: offsets(*), bytes(*)
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_write_list(name, buffer, count, offsets, bytes, status) bind(C, name="write_list_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(*), asynchronous :: buffer
      integer(c_int), value :: count
      integer(c_int64_t), intent(in) :: offsets(*), bytes(*)
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_read_strided(name, buffer, memory_stride, offset, stride, block, count, status) &
        bind(C, name="read_strided_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(*), asynchronous :: buffer
      integer(c_int64_t), value :: memory_stride, offset, stride, block, count
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_write_strided(name, buffer, memory_stride, offset, stride, block, count, status) &
        bind(C, name="write_strided_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(*), dimension(*), asynchronous :: buffer
      integer(c_int64_t), value :: memory_stride, offset, stride, block, count
      type(thing_status), intent(inout) :: status
    end function
    integer(c_int) function c_stat(name, info) bind(C, name="stat_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      type(thing_info), intent(out) :: info
    end function
    integer(c_int) function c_list(prefix, each, context) bind(C, name="list_thing")
      import
      character(kind=c_char), intent(in) :: prefix(*)
      type(c_funptr), value :: each
      type(c_ptr), value :: context
    end function
    integer(c_int) function GetIOstatistics(statistics) bind(C, name="GetIOstatistics")
      import
      type(thing_statistics), intent(out) :: statistics
    end function
    integer(c_int) function c_delete(name) bind(C, name="delete_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function c_rename(from, to, replace) bind(C, name="rename_thing")
      import
      character(kind=c_char), intent(in) :: from(*), to(*)
      integer(c_int), value :: replace
    end function
    integer(c_int) function c_snapshot(names, count, prefix) bind(C, name="snapshot_thing")
      import
      type(c_ptr), intent(in) :: names(*)
      integer(c_int), value :: count
      character(kind=c_char), intent(in) :: prefix(*)
    end function
    integer(c_int) function c_freeze(name) bind(C, name="freeze_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function c_resize(name, size) bind(C, name="resize_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: size
    end function
    integer(c_int) function c_exists(name, exists) bind(C, name="exists_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), intent(out) :: exists
    end function
    integer(c_int) function c_wait_until(name, condition, milliseconds) bind(C, name="wait_until_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int), value :: condition, milliseconds
    end function
    integer(c_int) function c_sync(name) bind(C, name="sync_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function c_close(name) bind(C, name="close_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
    end function
    integer(c_int) function c_fetch_and_add(name, offset, number, before) bind(C, name="fetch_and_add_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: offset, number
      integer(c_int64_t), intent(out) :: before
    end function
    integer(c_int) function c_accumulate(name, offset, combination, number_type, numbers, count) &
        bind(C, name="accumulate_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: offset, count
      integer(c_int), value :: combination, number_type
      type(*), dimension(*), intent(in) :: numbers
    end function
    integer(c_int) function c_version(name, version) bind(C, name="version_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), intent(out) :: version
    end function
    integer(c_int) function c_watch(name, past, milliseconds, version) bind(C, name="watch_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: past
      integer(c_int), value :: milliseconds
      integer(c_int64_t), intent(out) :: version
    end function
    integer(c_int) function c_lock(lock, milliseconds, token) bind(C, name="lock_thing")
      import
      character(kind=c_char), intent(in) :: lock(*)
      integer(c_int), value :: milliseconds
      integer(c_int64_t), intent(out) :: token
    end function
    integer(c_int) function c_check_lock(token) bind(C, name="check_lock_thing")
      import
      integer(c_int64_t), value :: token
    end function
    integer(c_int) function c_unlock(token) bind(C, name="unlock_thing")
      import
      integer(c_int64_t), value :: token
    end function
    integer(c_int) function c_compare_and_swap(name, offset, expected, number, before) &
        bind(C, name="compare_and_swap_thing")
      import
      character(kind=c_char), intent(in) :: name(*)
      integer(c_int64_t), value :: offset, expected, number
      integer(c_int64_t), intent(out) :: before
    end function
    integer(c_int) function c_manage(queue, tries, lease, straggler, next) bind(C, name="manage_queue_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      integer(c_int), value :: tries, lease, straggler
      integer(c_int64_t), intent(out) :: next
    end function
    integer(c_int) function c_wait_request(queue, milliseconds, status) bind(C, name="waitForWorkRequest_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      integer(c_int), value :: milliseconds
      type(work_status), intent(inout) :: status
    end function
    integer(c_int) function c_assign(queue, task, bytes, priority, status) bind(C, name="assignWork_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      type(*), dimension(*), intent(in) :: task
      integer(c_int64_t), value :: bytes
      integer(c_int), value :: priority
      type(work_status), intent(inout) :: status
    end function
    integer(c_int) function c_assign_numbered(queue, number, task, bytes, priority, near) &
        bind(C, name="assign_numbered_work_thing")
      import
      character(kind=c_char), intent(in) :: queue(*), near(*)
      type(*), dimension(*), intent(in) :: task
      integer(c_int64_t), value :: number, bytes
      integer(c_int), value :: priority
    end function
    integer(c_int) function c_getwork(queue, task, capacity, milliseconds, status) bind(C, name="getwork_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      type(*), dimension(*) :: task
      integer(c_int64_t), value :: capacity
      integer(c_int), value :: milliseconds
      type(work_status), intent(inout) :: status
    end function
    integer(c_int) function c_work_done(queue, result, bytes, status) bind(C, name="workDone_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      type(*), dimension(*), intent(in) :: result
      integer(c_int64_t), value :: bytes
      type(work_status), intent(inout) :: status
    end function
    integer(c_int) function c_fail_work(queue, status) bind(C, name="fail_work_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      type(work_status), intent(inout) :: status
    end function
    integer(c_int) function c_wait_done(queue, result, capacity, milliseconds, status) bind(C, name="waitForWorkDone_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      type(*), dimension(*) :: result
      integer(c_int64_t), value :: capacity
      integer(c_int), value :: milliseconds
      type(work_status), intent(inout) :: status
    end function
    integer(c_int) function c_revive(queue, number) bind(C, name="revive_work_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      integer(c_int64_t), value :: number
    end function
    integer(c_int) function c_leave(queue) bind(C, name="leave_queue_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
    end function
    integer(c_int) function c_delete_queue(queue, force) bind(C, name="delete_queue_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      integer(c_int), value :: force
    end function
    integer(c_int) function c_stat_queue(queue, info) bind(C, name="stat_queue_thing")
      import
      character(kind=c_char), intent(in) :: queue(*)
      type(queue_info), intent(out) :: info
    end function
    type(c_ptr) function c_error_text() bind(C, name="thing_error_text")
      import
    end function
    integer(c_size_t) function c_strlen(text) bind(C, name="strlen")
      import
      type(c_ptr), value :: text
    end function
  end interface

contains

  integer function start_thing(root, shared)
    character(*), intent(in) :: root
    integer, intent(in) :: shared
    start_thing = c_start(trim(root) // c_null_char, shared)
  end function

  integer function create_thing(name, kind, size)
    character(*), intent(in) :: name
    integer, intent(in) :: kind
    integer(c_int64_t), intent(in) :: size
    create_thing = c_create(trim(name) // c_null_char, kind, size)
  end function

  integer function read_thing(name, buffer, offset, bytes, status)
    character(*), intent(in) :: name
    type(*), dimension(*), asynchronous :: buffer
    integer(c_int64_t), intent(in) :: offset, bytes
    type(thing_status), intent(inout) :: status
    read_thing = c_read(trim(name) // c_null_char, buffer, offset, bytes, status)
  end function

  integer function write_thing(name, buffer, offset, bytes, status)
    character(*), intent(in) :: name
    type(*), dimension(*), asynchronous :: buffer
    integer(c_int64_t), intent(in) :: offset, bytes
    type(thing_status), intent(inout) :: status
    write_thing = c_write(trim(name) // c_null_char, buffer, offset, bytes, status)
  end function

  integer function wait_thing(status, milliseconds)
    type(thing_status), intent(inout) :: status
    integer, intent(in) :: milliseconds
    wait_thing = c_wait(status, milliseconds)
  end function

  integer function wait_all_thing(statuses, milliseconds)
    type(thing_status), intent(inout) :: statuses(:)
    integer, intent(in) :: milliseconds
    wait_all_thing = c_wait_all(statuses, size(statuses), milliseconds)
  end function

  !> On the node of this name, "near:NAME" or "round-robin"; blank: on this node.
  integer function create_thing_at(name, kind, size, home)
    character(*), intent(in) :: name, home
    integer, intent(in) :: kind
    integer(c_int64_t), intent(in) :: size
    create_thing_at = c_create_at(trim(name) // c_null_char, kind, size, trim(home) // c_null_char)
  end function

  !> Blocks of block bytes are laid out over so many things, on one node after the other.
  integer function create_striped_thing(name, kind, size, stripes, block)
    character(*), intent(in) :: name
    integer, intent(in) :: kind, stripes
    integer(c_int64_t), intent(in) :: size, block
    create_striped_thing = c_create_striped(trim(name) // c_null_char, kind, size, stripes, block)
  end function

  !> index counts from 1.
  integer function wait_any_thing(statuses, milliseconds, index)
    type(thing_status), intent(inout) :: statuses(:)
    integer, intent(in) :: milliseconds
    integer, intent(out) :: index
    integer(c_int) :: found
    found = -1
    wait_any_thing = c_wait_any(statuses, size(statuses), milliseconds, found)
    index = found + 1
  end function

  !> Pieces, bytes(i) long at offsets(i) each, are one behind the other in the buffer.
  integer function read_list_thing(name, buffer, offsets, bytes, status)
    character(*), intent(in) :: name
    type(*), dimension(*), asynchronous :: buffer
    integer(c_int64_t), intent(in) :: offsets(:), bytes(:)
    type(thing_status), intent(inout) :: status
    read_list_thing = c_read_list(trim(name) // c_null_char, buffer, min(size(offsets), size(bytes)), offsets, bytes, status)
  end function

  integer function write_list_thing(name, buffer, offsets, bytes, status)
    character(*), intent(in) :: name
    type(*), dimension(*), asynchronous :: buffer
    integer(c_int64_t), intent(in) :: offsets(:), bytes(:)
    type(thing_status), intent(inout) :: status
    write_list_thing = c_write_list(trim(name) // c_null_char, buffer, min(size(offsets), size(bytes)), offsets, bytes, &
        status)
  end function

  integer function read_strided_thing(name, buffer, memory_stride, offset, stride, block, count, status)
    character(*), intent(in) :: name
    type(*), dimension(*), asynchronous :: buffer
    integer(c_int64_t), intent(in) :: memory_stride, offset, stride, block, count
    type(thing_status), intent(inout) :: status
    read_strided_thing = c_read_strided(trim(name) // c_null_char, buffer, memory_stride, offset, stride, block, count, &
        status)
  end function

  integer function write_strided_thing(name, buffer, memory_stride, offset, stride, block, count, status)
    character(*), intent(in) :: name
    type(*), dimension(*), asynchronous :: buffer
    integer(c_int64_t), intent(in) :: memory_stride, offset, stride, block, count
    type(thing_status), intent(inout) :: status
    write_strided_thing = c_write_strided(trim(name) // c_null_char, buffer, memory_stride, offset, stride, block, count, &
        status)
  end function

  integer function stat_thing(name, info)
    character(*), intent(in) :: name
    type(thing_info), intent(out) :: info
    stat_thing = c_stat(trim(name) // c_null_char, info)
  end function

  !> Name of the node that has the thing.
  function thing_home(info) result(text)
    type(thing_info), intent(in) :: info
    character(:), allocatable :: text
    integer :: i
    text = ""
    do i = 1, size(info%home)
      if (info%home(i) == c_null_char) exit
      text = text // info%home(i)
    end do
  end function

  !> Calls each(name, info, context), a function with bind(C), for all things whose names begin with prefix, until it returns
  !> another value than 0.
  integer function list_thing(prefix, each, context)
    character(*), intent(in) :: prefix
    type(c_funptr), intent(in) :: each
    type(c_ptr), intent(in) :: context
    list_thing = c_list(trim(prefix) // c_null_char, each, context)
  end function

  integer function delete_thing(name)
    character(*), intent(in) :: name
    delete_thing = c_delete(trim(name) // c_null_char)
  end function

  integer function rename_thing(from, to, replace)
    character(*), intent(in) :: from, to
    logical, intent(in) :: replace
    rename_thing = c_rename(trim(from) // c_null_char, trim(to) // c_null_char, merge(1, 0, replace))
  end function

  !> Copies things as they are at one moment, to names that begin with prefix.
  integer function snapshot_thing(names, prefix)
    character(*), intent(in) :: names(:), prefix
    character(kind=c_char), allocatable, target :: texts(:, :)
    type(c_ptr) :: starts(size(names))
    integer :: i, j
    allocate (texts(len(names) + 1, size(names)))
    texts = c_null_char
    do i = 1, size(names)
      do j = 1, len_trim(names(i))
        texts(j, i) = names(i)(j:j)
      end do
      starts(i) = c_loc(texts(1, i))
    end do
    snapshot_thing = c_snapshot(starts, size(names), trim(prefix) // c_null_char)
  end function

  !> Nobody can change it any more.
  integer function freeze_thing(name)
    character(*), intent(in) :: name
    freeze_thing = c_freeze(trim(name) // c_null_char)
  end function

  integer function resize_thing(name, size)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: size
    resize_thing = c_resize(trim(name) // c_null_char, size)
  end function

  integer function exists_thing(name, exists)
    character(*), intent(in) :: name
    logical, intent(out) :: exists
    integer(c_int) :: there
    there = 0
    exists_thing = c_exists(trim(name) // c_null_char, there)
    exists = there /= 0
  end function

  integer function wait_until_thing(name, condition, milliseconds)
    character(*), intent(in) :: name
    integer, intent(in) :: condition, milliseconds
    wait_until_thing = c_wait_until(trim(name) // c_null_char, condition, milliseconds)
  end function

  integer function sync_thing(name)
    character(*), intent(in) :: name
    sync_thing = c_sync(trim(name) // c_null_char)
  end function

  integer function close_thing(name)
    character(*), intent(in) :: name
    close_thing = c_close(trim(name) // c_null_char)
  end function

  integer function fetch_and_add_thing(name, offset, number, before)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: offset, number
    integer(c_int64_t), intent(out) :: before
    fetch_and_add_thing = c_fetch_and_add(trim(name) // c_null_char, offset, number, before)
  end function

  integer function compare_and_swap_thing(name, offset, expected, number, before)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: offset, expected, number
    integer(c_int64_t), intent(out) :: before
    compare_and_swap_thing = c_compare_and_swap(trim(name) // c_null_char, offset, expected, number, before)
  end function

  !> Combines count numbers with those at offset, each in one step.
  integer function accumulate_thing(name, offset, combination, number_type, numbers, count)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: offset, count
    integer, intent(in) :: combination, number_type
    type(*), dimension(*), intent(in) :: numbers
    accumulate_thing = c_accumulate(trim(name) // c_null_char, offset, combination, number_type, numbers, count)
  end function

  integer function version_thing(name, version)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(out) :: version
    version_thing = c_version(trim(name) // c_null_char, version)
  end function

  integer function watch_thing(name, past, milliseconds, version)
    character(*), intent(in) :: name
    integer(c_int64_t), intent(in) :: past
    integer, intent(in) :: milliseconds
    integer(c_int64_t), intent(out) :: version
    watch_thing = c_watch(trim(name) // c_null_char, past, milliseconds, version)
  end function

  integer function lock_thing(lock, milliseconds, token)
    character(*), intent(in) :: lock
    integer, intent(in) :: milliseconds
    integer(c_int64_t), intent(out) :: token
    lock_thing = c_lock(trim(lock) // c_null_char, milliseconds, token)
  end function

  integer function check_lock_thing(token)
    integer(c_int64_t), intent(in) :: token
    check_lock_thing = c_check_lock(token)
  end function

  integer function unlock_thing(token)
    integer(c_int64_t), intent(in) :: token
    unlock_thing = c_unlock(token)
  end function

  !> Becomes the manager of a queue; 0 stands for the defaults.
  integer function manage_queue_thing(queue, tries, lease, straggler, next)
    character(*), intent(in) :: queue
    integer, intent(in) :: tries, lease, straggler
    integer(c_int64_t), intent(out) :: next
    manage_queue_thing = c_manage(trim(queue) // c_null_char, tries, lease, straggler, next)
  end function

  integer function waitForWorkRequest_thing(queue, milliseconds, status)
    character(*), intent(in) :: queue
    integer, intent(in) :: milliseconds
    type(work_status), intent(inout) :: status
    waitForWorkRequest_thing = c_wait_request(trim(queue) // c_null_char, milliseconds, status)
  end function

  integer function assignWork_thing(queue, task, bytes, priority, status)
    character(*), intent(in) :: queue
    type(*), dimension(*), intent(in) :: task
    integer(c_int64_t), intent(in) :: bytes
    integer, intent(in) :: priority
    type(work_status), intent(inout) :: status
    assignWork_thing = c_assign(trim(queue) // c_null_char, task, bytes, priority, status)
  end function

  !> A number that was assigned before changes nothing. near: name of a node, or blank.
  integer function assign_numbered_work_thing(queue, number, task, bytes, priority, near)
    character(*), intent(in) :: queue, near
    type(*), dimension(*), intent(in) :: task
    integer(c_int64_t), intent(in) :: number, bytes
    integer, intent(in) :: priority
    assign_numbered_work_thing = c_assign_numbered(trim(queue) // c_null_char, number, task, bytes, priority, &
        trim(near) // c_null_char)
  end function

  integer function getwork_thing(queue, task, capacity, milliseconds, status)
    character(*), intent(in) :: queue
    type(*), dimension(*) :: task
    integer(c_int64_t), intent(in) :: capacity
    integer, intent(in) :: milliseconds
    type(work_status), intent(inout) :: status
    getwork_thing = c_getwork(trim(queue) // c_null_char, task, capacity, milliseconds, status)
  end function

  integer function workDone_thing(queue, result, bytes, status)
    character(*), intent(in) :: queue
    type(*), dimension(*), intent(in) :: result
    integer(c_int64_t), intent(in) :: bytes
    type(work_status), intent(inout) :: status
    workDone_thing = c_work_done(trim(queue) // c_null_char, result, bytes, status)
  end function

  integer function fail_work_thing(queue, status)
    character(*), intent(in) :: queue
    type(work_status), intent(inout) :: status
    fail_work_thing = c_fail_work(trim(queue) // c_null_char, status)
  end function

  integer function waitForWorkDone_thing(queue, result, capacity, milliseconds, status)
    character(*), intent(in) :: queue
    type(*), dimension(*) :: result
    integer(c_int64_t), intent(in) :: capacity
    integer, intent(in) :: milliseconds
    type(work_status), intent(inout) :: status
    waitForWorkDone_thing = c_wait_done(trim(queue) // c_null_char, result, capacity, milliseconds, status)
  end function

  integer function revive_work_thing(queue, number)
    character(*), intent(in) :: queue
    integer(c_int64_t), intent(in) :: number
    revive_work_thing = c_revive(trim(queue) // c_null_char, number)
  end function

  integer function leave_queue_thing(queue)
    character(*), intent(in) :: queue
    leave_queue_thing = c_leave(trim(queue) // c_null_char)
  end function

  integer function delete_queue_thing(queue, force)
    character(*), intent(in) :: queue
    logical, intent(in) :: force
    delete_queue_thing = c_delete_queue(trim(queue) // c_null_char, merge(1, 0, force))
  end function

  integer function stat_queue_thing(queue, info)
    character(*), intent(in) :: queue
    type(queue_info), intent(out) :: info
    stat_queue_thing = c_stat_queue(trim(queue) // c_null_char, info)
  end function

  !> Why the last call of this thread failed.
  function thing_error_text() result(text)
    character(:), allocatable :: text
    character(kind=c_char), pointer :: letters(:)
    type(c_ptr) :: start
    integer :: i
    start = c_error_text()
    call c_f_pointer(start, letters, [c_strlen(start)])
    allocate (character(size(letters)) :: text)
    do i = 1, size(letters)
      text(i:i) = letters(i)
    end do
  end function
end module

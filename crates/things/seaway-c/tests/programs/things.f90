! SPDX-License-Identifier: MIT OR Apache-2.0
!> The module seaway_thing: an array goes to a thing and comes back.
module listing
  use seaway_thing
  use, intrinsic :: iso_c_binding
  implicit none
  integer :: listed = 0
contains
  integer(c_int) function each(name, found, context) bind(C)
    character(kind=c_char), intent(in) :: name(*)
    type(thing_info), intent(in) :: found
    type(c_ptr), value :: context
    if (name(1) == "F" .and. found%size >= 8 .and. .not. c_associated(context)) listed = listed + 1
    each = 0
  end function
end module

program things
  use seaway_thing
  use listing
  use, intrinsic :: iso_c_binding
  implicit none
  real(c_double), asynchronous :: out(1000), in(1000)
  type(thing_status) :: statuses(2)
  type(thing_statistics) :: statistics
  integer(c_int64_t) :: before, version, token
  integer :: i
  type(thing_info) :: info
  type(c_funptr) :: callback
  logical :: there

  call expect(create_thing("early", MEMORY, 8_c_int64_t) == THING_NOT_STARTED, "not started")
  call expect(len(thing_error_text()) > 0, "a text")
  call expect(start_thing("", 0) == THING_OK, "start")
  out = [(1.5d0 * i, i=1, 1000)]
  in = 0
  call expect(create_thing("F-pillar  ", DISK, 8000_c_int64_t) == THING_OK, "create")
  call expect(write_thing("F-pillar", out(1:500), 0_c_int64_t, 4000_c_int64_t, statuses(1)) == THING_OK, "write")
  call expect(write_thing("F-pillar", out(501:1000), 4000_c_int64_t, 4000_c_int64_t, statuses(2)) == THING_OK, "write")
  call expect(wait_all_thing(statuses, FOREVER) == THING_OK, "wait for both")
  call expect(read_thing("F-pillar", in, 0_c_int64_t, 9000_c_int64_t, statuses(1)) == THING_OK, "read")
  call expect(wait_thing(statuses(1), FOREVER) == THING_OK .and. statuses(1)%bytes == 8000, "wait")
  call expect(all(in == out), "the same numbers")
  call expect(wait_thing(statuses(1), 0) == THING_BAD_TRANSFER, "waited for already")
  call expect(write_thing("F-pillar", out, 0_c_int64_t, 8000_c_int64_t, statuses(2)) == THING_OK, "write again")
  call expect(wait_any_thing(statuses, FOREVER, i) == THING_OK .and. i == 2, "wait for one")
  call expect(read_strided_thing("F-pillar", in, 8_c_int64_t, 16_c_int64_t, 80_c_int64_t, 8_c_int64_t, 100_c_int64_t, &
      statuses(1)) == THING_OK .and. wait_thing(statuses(1), FOREVER) == THING_OK, "strided")
  call expect(all(in(1:100) == out(3:1000:10)), "every tenth")
  call expect(write_strided_thing("F-pillar", in, 8_c_int64_t, 0_c_int64_t, 80_c_int64_t, 8_c_int64_t, 100_c_int64_t, &
      statuses(1)) == THING_OK .and. wait_thing(statuses(1), FOREVER) == THING_OK, "strided write")
  call expect(read_list_thing("F-pillar", in, [0_c_int64_t, 800_c_int64_t], [8_c_int64_t, 16_c_int64_t], statuses(1)) &
      == THING_OK .and. wait_thing(statuses(1), FOREVER) == THING_OK .and. statuses(1)%bytes == 24, "list")
  call expect(in(1) == out(3) .and. in(2) == out(103) .and. in(3) == out(102), "the pieces")
  call expect(write_list_thing("F-pillar", in, [7992_c_int64_t], [8_c_int64_t], statuses(1)) == THING_OK &
      .and. wait_thing(statuses(1), FOREVER) == THING_OK, "list write")
  call expect(cancel_thing(statuses(1)) == THING_BAD_TRANSFER, "nothing to cancel")
  call expect(stat_thing("F-pillar", info) == THING_OK .and. info%size == 8000 .and. info%kind == DISK, "stat")
  call expect(len(thing_home(info)) > 0, "a home")
  call expect(create_thing_at("F-near", MEMORY, 8_c_int64_t, "near:F-pillar") == THING_OK, "near")
  callback = c_funloc(each)
  call expect(list_thing("F-", callback, c_null_ptr) == THING_OK .and. listed == 2, "list")
  call expect(rename_thing("F-pillar", "F-other", .false.) == THING_OK, "rename")
  call expect(exists_thing("F-pillar", there) == THING_OK .and. .not. there, "gone")
  call expect(create_thing("F-counter", MEMORY, 8_c_int64_t) == THING_OK, "counter")
  call expect(fetch_and_add_thing("F-counter", 0_c_int64_t, 5_c_int64_t, before) == THING_OK .and. before == 0, "add")
  call expect(compare_and_swap_thing("F-counter", 0_c_int64_t, 5_c_int64_t, 7_c_int64_t, before) == THING_OK, "swap")
  call expect(before == 5, "what was there")
  call expect(create_striped_thing("F-wide", MEMORY, 8000_c_int64_t, 2, 4096_c_int64_t) == THING_OK, "striped")
  call expect(stat_thing("F-wide", info) == THING_OK .and. info%size == 8000, "its size")
  call expect(delete_thing("F-wide") == THING_OK, "delete it")
  call expect(version_thing("F-counter", version) == THING_OK, "version")
  call expect(accumulate_thing("F-counter", 0_c_int64_t, THING_SUM, THING_INT64, [3_c_int64_t], 1_c_int64_t) == THING_OK, &
      "accumulate")
  call expect(fetch_and_add_thing("F-counter", 0_c_int64_t, 0_c_int64_t, before) == THING_OK .and. before == 10, "sum")
  call expect(watch_thing("F-counter", version, FOREVER, token) == THING_OK .and. token > version, "watch")
  call expect(watch_thing("F-counter", huge(version), 1, token) == THING_PENDING, "watch in vain")
  call expect(lock_thing("F-lock", FOREVER, token) == THING_OK .and. check_lock_thing(token) == THING_OK, "lock")
  call expect(unlock_thing(token) == THING_OK .and. unlock_thing(token) == THING_BAD_TRANSFER, "unlock")
  call expect(snapshot_thing(["F-counter", "F-other  "], "saved/") == THING_OK, "snapshot")
  call expect(stat_thing("saved/F-other", info) == THING_OK .and. info%size == 8000, "the copy")
  call expect(freeze_thing("F-counter") == THING_OK .and. resize_thing("F-counter", 1_c_int64_t) == THING_READ_ONLY, &
      "freeze")
  call expect(delete_thing("F-counter") == THING_OK .and. delete_thing("F-counter") == THING_NO_SUCH, "delete")
  call expect(GetIOstatistics(statistics) == THING_OK .and. statistics%bytes_read == 8824, "statistics")
  call expect(close_thing("F-other") == THING_OK .and. stop_thing() == THING_OK, "stop")
  print "(a)", "done"

contains
  subroutine expect(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print "(4a)", what, ": ", thing_error_text()
    stop 1
  end subroutine
end program

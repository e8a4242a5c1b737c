! SPDX-License-Identifier: MIT OR Apache-2.0
!> Work queues by the module seaway_thing.
program queues
  use seaway_thing
  use, intrinsic :: iso_c_binding
  implicit none
  type(work_status) :: status, done
  type(queue_info) :: info
  integer(c_int64_t) :: next
  real(c_double) :: task(3), result(1)
  integer :: i, words(5)

  call expect(getwork_thing("early", task, 24_c_int64_t, 0, status) == THING_NOT_STARTED, "not started")
  call expect(start_thing("", 0) == THING_OK, "start")
  call expect(manage_queue_thing("F-sums  ", 2, 60000, 0, next) == THING_OK .and. next == 0, "manage")
  call expect(waitForWorkRequest_thing("F-sums", 5, status) == THING_PENDING, "nobody waits")
  do i = 1, 3
    call expect(assignWork_thing("F-sums", [1d0 * i, 2d0 * i, 3d0 * i], 24_c_int64_t, 0, status) == THING_OK, "assign")
  end do
  do i = 1, 3
    call expect(getwork_thing("F-sums", task, 24_c_int64_t, FOREVER, status) == THING_OK, "get")
    call expect(status%task == i - 1 .and. status%bytes == 24 .and. status%attempt == 1, "its status")
    call expect(workDone_thing("F-sums", [sum(task)], 8_c_int64_t, status) == THING_OK, "done")
    call expect(waitForWorkDone_thing("F-sums", result, 8_c_int64_t, FOREVER, done) == THING_OK, "completed")
    call expect(done%task == i - 1 .and. done%state == WORK_DONE .and. abs(result(1) - 6d0 * i) < 1d-12, "the sum")
  end do
  call expect(getwork_thing("F-sums", task, 24_c_int64_t, 0, status) == THING_PENDING, "no more")
  call expect(assign_numbered_work_thing("F-sums", 9_c_int64_t, [1, 2, 3], 12_c_int64_t, 200, "") == THING_OK, "numbered")
  call expect(getwork_thing("F-sums", words, 2_c_int64_t, FOREVER, status) == THING_TOO_SMALL, "too small")
  call expect(getwork_thing("F-sums", words, 20_c_int64_t, FOREVER, status) == THING_OK, "large enough")
  call expect(status%bytes == 12 .and. all(words(1:3) == [1, 2, 3]), "the same task")
  call expect(fail_work_thing("F-sums", status) == THING_OK, "failed once")
  call expect(getwork_thing("F-sums", words, 20_c_int64_t, FOREVER, status) == THING_OK .and. status%attempt == 2, "again")
  call expect(fail_work_thing("F-sums", status) == THING_OK, "failed twice")
  call expect(waitForWorkDone_thing("F-sums", result, 8_c_int64_t, FOREVER, done) == THING_OK, "dead")
  call expect(done%state == WORK_DEAD .and. revive_work_thing("F-sums", 9_c_int64_t) == THING_OK, "revived")
  call expect(stat_queue_thing("F-sums", info) == THING_OK .and. info%done == 3 .and. info%ready == 1, "counts")
  call expect(assignWork_thing("F-sums", task, -1_c_int64_t, 0, status) == THING_BAD_ARGUMENT, "negative")
  call expect(leave_queue_thing("F-sums") == THING_OK .and. delete_queue_thing("F-sums", .true.) == THING_OK, "delete")
  call expect(stat_queue_thing("F-sums", info) == THING_NO_SUCH, "gone")
  call expect(stop_thing() == THING_OK, "stop")
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

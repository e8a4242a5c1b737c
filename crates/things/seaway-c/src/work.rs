// SPDX-License-Identifier: MIT OR Apache-2.0
//! Work queues. All are unsafe for one reason: their pointers are those that the header obliges programs to pass.

use std::ffi::{CString, c_char, c_int, c_void};

use seaway_device_api::Operation;
use seaway_things::{
    Completion, DEFAULT_TERMS, Error, ErrorKind, MAX_PAYLOAD, MAX_QUEUE_NAME, QueueStatus, QueueTerms, Task,
    TaskFate,
};

use crate::arguments::{bad, length, patience, place, text, unsigned};
use crate::entry::{Failure, entry};
use crate::queues::{self, deadline, soon};
use crate::{state, transfers};

/// As in the header.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy)]
pub struct WorkStatus {
    task: i64,
    bytes: i64,
    worker: i64,
    attempt: i64,
    state: i64,
    handle: i64,
}

/// As in the header.
#[repr(C)]
#[derive(Debug, Default, Clone, Copy)]
pub struct QueueInfo {
    ready: i64,
    assigned: i64,
    done: i64,
    dead: i64,
    workers: i64,
    waiting: i64,
    unacknowledged: i64,
    managers: i64,
    tries: i64,
    lease: i64,
    straggler: i64,
}

type Each = unsafe extern "C" fn(*const c_char, *const QueueInfo, *mut c_void) -> c_int;

const DONE: i64 = 1;
const DEAD: i64 = 2;
/// Tasks of one request.
const AT_ONCE: usize = 256;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn manage_queue_thing(
    queue: *const c_char,
    tries: c_int,
    lease: c_int,
    straggler: c_int,
    next: *mut i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, next) = unsafe { (queue_name(queue)?, next.as_mut()) };
        let or_default = |number: c_int, default: u64, what| match unsigned(number.into(), what)? {
            0 => Ok::<u64, Error>(default),
            number => Ok(number),
        };
        let tries = or_default(tries, DEFAULT_TERMS.tries.into(), "the number of tries")?;
        let terms = QueueTerms {
            tries: u32::try_from(tries).unwrap_or(u32::MAX),
            lease: or_default(lease, DEFAULT_TERMS.lease, "the lease")?,
            straggler: unsigned(straggler.into(), "the time of stragglers")?,
        };
        let manager = queues::manage(queue, terms)?;
        if let Some(next) = next {
            *next = signed(manager.next_number());
        }
        Ok(())
    })
}

#[allow(non_snake_case, reason = "the paper's name")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waitForWorkRequest_thing(
    queue: *const c_char,
    milliseconds: c_int,
    status: *mut WorkStatus,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, status) = unsafe { (queue_name(queue)?, status_place(status)?) };
        let until = deadline(patience(milliseconds)?);
        let asking = queues::manager(queue)?.wait_for_request(until)?;
        let (worker, _) = asking.ok_or(Failure::Pending)?;
        *status = WorkStatus { worker: signed(worker), ..WorkStatus::default() };
        Ok(())
    })
}

#[allow(non_snake_case, reason = "the paper's name")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn assignWork_thing(
    queue: *const c_char,
    task: *const c_void,
    bytes: i64,
    priority: c_int,
    status: *mut WorkStatus,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, payload) = unsafe { (queue_name(queue)?, payload(task, bytes, "a task")?) };
        let (priority, near) = (self::priority(priority)?, String::new());
        let manager = queues::manager(queue)?;
        let number = manager.take_numbers(1);
        // Before it is sent: after an error the program may assign the same number again.
        // SAFETY: the caller's contract.
        if let Some(status) = unsafe { status.as_mut() } {
            *status = WorkStatus { task: signed(number), bytes, ..WorkStatus::default() };
        }
        manager.submit(vec![Task { number, priority, near, payload }], soon()?)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn assign_numbered_work_thing(
    queue: *const c_char,
    number: i64,
    task: *const c_void,
    bytes: i64,
    priority: c_int,
    near: *const c_char,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, payload) = unsafe { (queue_name(queue)?, payload(task, bytes, "a task")?) };
        // SAFETY: as above.
        let near = if near.is_null() { "" } else { unsafe { text(near, "the name of the node") }? };
        let (priority, near) = (self::priority(priority)?, near.to_owned());
        let number = unsigned(number, "the number of the task")?;
        queues::manager(queue)?.submit(vec![Task { number, priority, near, payload }], soon()?)?;
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn assign_many_work_thing(
    queue: *const c_char,
    tasks: *const c_void,
    bytes: *const i64,
    count: c_int,
    priority: c_int,
    first: *mut i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let queue = unsafe { queue_name(queue) }?;
        let priority = self::priority(priority)?;
        // SAFETY: the caller's contract.
        let payloads = unsafe { payloads(tasks, bytes, count) }?;
        let manager = queues::manager(queue)?;
        let start = manager.take_numbers(payloads.len() as u64);
        // SAFETY: the caller's contract.
        if let Some(first) = unsafe { first.as_mut() } {
            *first = signed(start);
        }
        let mut tasks = (start..).zip(payloads).map(|(number, payload)| Task {
            number,
            priority,
            near: String::new(),
            payload,
        });
        loop {
            let some: Vec<Task> = tasks.by_ref().take(AT_ONCE).collect();
            if some.is_empty() {
                return Ok(());
            }
            manager.submit(some, soon()?)?;
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn getwork_thing(
    queue: *const c_char,
    task: *mut c_void,
    capacity: i64,
    milliseconds: c_int,
    status: *mut WorkStatus,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, status) = unsafe { (queue_name(queue)?, status_place(status)?) };
        let capacity = length(capacity, task.is_null())?;
        let outcome = queues::get(queue, capacity, deadline(patience(milliseconds)?));
        if let Err(Failure::TooSmall(bytes)) = outcome {
            status.bytes = signed(bytes as u64);
        }
        let (handle, worker, assignment) = outcome?;
        // SAFETY: the caller's contract; it fits.
        unsafe { copy_out(&assignment.task.payload, task) };
        *status = WorkStatus {
            task: signed(assignment.task.number),
            bytes: signed(assignment.task.payload.len() as u64),
            worker: signed(worker),
            attempt: assignment.attempt.into(),
            state: 0,
            handle,
        };
        Ok(())
    })
}

#[allow(non_snake_case, reason = "the paper's name")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn workDone_thing(
    queue: *const c_char,
    result: *const c_void,
    bytes: i64,
    status: *mut WorkStatus,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, status) = unsafe { (queue_name(queue)?, status_place(status)?) };
        // SAFETY: as above.
        let result = unsafe { payload(result, bytes, "a result") }?;
        state::space()?;
        // The program that takes the result may read what was written before.
        transfers::settle_writes()?;
        queues::report(queue, status.handle, Some(result))?;
        (status.handle, status.state, status.bytes) = (0, DONE, bytes);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fail_work_thing(queue: *const c_char, status: *mut WorkStatus) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, status) = unsafe { (queue_name(queue)?, status_place(status)?) };
        state::space()?;
        queues::report(queue, status.handle, None)?;
        status.handle = 0;
        Ok(())
    })
}

#[allow(non_snake_case, reason = "the paper's name")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn waitForWorkDone_thing(
    queue: *const c_char,
    result: *mut c_void,
    capacity: i64,
    milliseconds: c_int,
    status: *mut WorkStatus,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, status) = unsafe { (queue_name(queue)?, status_place(status)?) };
        let capacity = length(capacity, result.is_null())?;
        let until = deadline(patience(milliseconds)?);
        let completion = queues::manager(queue)?.wait_for_fitting(capacity, until)?;
        let completion: Completion = completion.ok_or(Failure::Pending)?;
        let bytes = completion.result.len();
        if bytes > capacity {
            status.bytes = signed(bytes as u64);
            return Err(Failure::TooSmall(bytes));
        }
        // SAFETY: the caller's contract; it fits.
        unsafe { copy_out(&completion.result, result) };
        *status = WorkStatus {
            task: signed(completion.number),
            bytes: signed(bytes as u64),
            worker: signed(completion.worker),
            attempt: completion.attempt.into(),
            state: if completion.fate == TaskFate::Done { DONE } else { DEAD },
            handle: 0,
        };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn revive_work_thing(queue: *const c_char, number: i64) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let queue = unsafe { queue_name(queue) }?;
        let number = unsigned(number, "the number of the task")?;
        Ok(queues::manager(queue)?.revive(vec![number], soon()?)?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn leave_queue_thing(queue: *const c_char) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let queue = unsafe { queue_name(queue) }?;
        queues::leave(queue, soon()?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn delete_queue_thing(queue: *const c_char, force: c_int) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let queue = unsafe { queue_name(queue) }?;
        queues::leave(queue, soon()?)?;
        Ok(state::space()?.queue(queue).remove(force != 0, soon()?)?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn stat_queue_thing(queue: *const c_char, info: *mut QueueInfo) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (queue, info) = unsafe { (queue_name(queue)?, place(info, "the place for the information")?) };
        *info = QueueInfo::of(&state::space()?.queue(queue).status(soon()?)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn list_queue_thing(
    prefix: *const c_char,
    each: Option<Each>,
    context: *mut c_void,
) -> c_int {
    entry(|| {
        let each = each.ok_or_else(|| bad("the function is a null pointer"))?;
        // SAFETY: the caller's contract.
        let prefix = if prefix.is_null() { "" } else { unsafe { text(prefix, "the prefix") }? };
        for queue in state::space()?.queues(prefix)? {
            let name = CString::new(queue.name.as_str()).unwrap_or_default();
            // SAFETY: the program's function, with arguments that live until it returns.
            if unsafe { each(name.as_ptr(), &QueueInfo::of(&queue), context) } != 0 {
                break;
            }
        }
        Ok(())
    })
}

impl QueueInfo {
    fn of(queue: &QueueStatus) -> Self {
        let (counts, terms) = (queue.counts, queue.terms);
        Self {
            ready: signed(counts.ready),
            assigned: signed(counts.assigned),
            done: signed(counts.done),
            dead: signed(counts.dead),
            workers: signed(counts.workers),
            waiting: signed(counts.waiting),
            unacknowledged: signed(queue.unacknowledged),
            managers: signed(queue.epoch),
            tries: terms.tries.into(),
            lease: signed(terms.lease),
            straggler: signed(terms.straggler),
        }
    }
}

/// # Safety
/// `name` is null or ends with zero.
unsafe fn queue_name<'a>(name: *const c_char) -> Result<&'a str, Error> {
    // SAFETY: the caller's contract.
    let name = unsafe { text(name, "the name of the queue") }?;
    if name.is_empty() || name.len() > MAX_QUEUE_NAME || name.contains(char::is_control) {
        let detail = format!("the name of a queue has 1 to {MAX_QUEUE_NAME} bytes and no control characters");
        return Err(Error::new(ErrorKind::BadFileName, Operation::Configure).with_detail(detail));
    }
    Ok(name)
}

/// # Safety
/// As of [`place`].
unsafe fn status_place<'a>(status: *mut WorkStatus) -> Result<&'a mut WorkStatus, Error> {
    // SAFETY: the caller's contract.
    unsafe { place(status, "the status") }
}

/// # Safety
/// `start` is null, or so many bytes can be read there.
unsafe fn payload(start: *const c_void, bytes: i64, what: &str) -> Result<Vec<u8>, Error> {
    let bytes = length(bytes, start.is_null())?;
    if bytes > MAX_PAYLOAD {
        return Err(bad(format!(
            "{what} has at most {MAX_PAYLOAD} bytes, not {bytes}: write larger data to a thing, and pass its name"
        )));
    }
    if bytes == 0 {
        return Ok(Vec::new());
    }
    // SAFETY: the caller's contract.
    Ok(unsafe { std::slice::from_raw_parts(start.cast::<u8>(), bytes) }.to_vec())
}

/// # Safety
/// There are `count` lengths at `bytes`, and as many bytes at `start`, unless they are null.
unsafe fn payloads(start: *const c_void, bytes: *const i64, count: c_int) -> Result<Vec<Vec<u8>>, Error> {
    let count = usize::try_from(count).map_err(|_| bad("the number of tasks is negative"))?;
    if count > 0 && (bytes.is_null() || !bytes.is_aligned()) {
        return Err(bad("the array of lengths is a null pointer, or not aligned"));
    }
    // SAFETY: the caller's contract.
    let lengths = if count == 0 { &[] } else { unsafe { std::slice::from_raw_parts(bytes, count) } };
    let (mut payloads, mut offset) = (Vec::with_capacity(count), 0_usize);
    for &bytes in lengths {
        let start = start.cast::<u8>();
        // A null pointer stays one, so that it is refused.
        let start = if start.is_null() { start } else { start.wrapping_add(offset) };
        // SAFETY: the caller's contract.
        let payload = unsafe { self::payload(start.cast(), bytes, "a task") }?;
        offset += payload.len();
        payloads.push(payload);
    }
    Ok(payloads)
}

/// # Safety
/// There is room for them.
unsafe fn copy_out(bytes: &[u8], to: *mut c_void) {
    if !bytes.is_empty() {
        // SAFETY: the caller's contract.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), to.cast::<u8>(), bytes.len()) };
    }
}

fn priority(number: c_int) -> Result<u8, Error> {
    u8::try_from(number).map_err(|_| bad(format!("the priority {number} is not in 0 to 255")))
}

fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

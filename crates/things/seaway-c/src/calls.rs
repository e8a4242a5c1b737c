// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entering, creating, transfers and numbers. All are unsafe for one reason: their pointers are those that the header obliges
//! programs to pass.

use std::ffi::{c_char, c_int, c_void};

use seaway_device_api::{Hints, Operation};
use seaway_things::{Error, ErrorKind, Space};

use crate::arguments::{
    bad, combination, copies, kind, length, name, number_type, patience, place, places, text, unsigned,
};
use crate::entry::{Failure, entry};
use crate::state;
use crate::transfers::{self, Direction, Piece, Pieces, ThingStatus};

/// As in the header.
#[repr(C)]
#[derive(Debug)]
pub struct ThingStatistics {
    reads: i64,
    writes: i64,
    bytes_read: i64,
    bytes_written: i64,
    seconds_waited: f64,
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn start_thing(root: *const c_char, shared: c_int) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let root = if root.is_null() { "" } else { unsafe { text(root, "the root") }? };
        if shared != 0 {
            return start_shared(root);
        }
        let hints =
            if root.is_empty() { Hints::new() } else { Hints::new().with("seaway_space_folder", root) };
        state::start(&hints)?;
        check_root(root)
    })
}

/// Things on disk are files in the root, which all nodes share.
fn start_shared(root: &str) -> Result<(), Failure> {
    let absolute = std::path::absolute(root).ok().filter(|_| !root.is_empty());
    let Some(root) = absolute.as_ref().and_then(|root| root.to_str()) else {
        return Err(bad("a shared root is the path of a folder that all nodes have").into());
    };
    state::start(&Hints::new().with("seaway_thing_shared", root))
}

/// An agent that ran before may have another folder.
fn check_root(root: &str) -> Result<(), Failure> {
    if root.is_empty() {
        return Ok(());
    }
    let folder = state::space()?.status()?.folder;
    let is_same = std::path::absolute(root).is_ok_and(|root| root.as_path() == std::path::Path::new(&folder));
    if is_same {
        return Ok(());
    }
    let detail =
        format!("the agent of this space keeps things on disk in {folder}; stop it, or use another space");
    state::stop()?;
    Err(Error::new(ErrorKind::Argument, Operation::Configure).with_detail(detail).into())
}

#[unsafe(no_mangle)]
pub extern "C" fn stop_thing() -> c_int {
    entry(state::stop)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn create_thing(thing: *const c_char, of_kind: c_int, size: i64) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, kind) = (unsafe { name(thing) }?, kind(of_kind)?);
        let created = space_for(of_kind)?.create(name, kind, unsigned(size, "the size")?)?;
        state::keep(name, created);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn create_thing_at(
    thing: *const c_char,
    of_kind: c_int,
    size: i64,
    home: *const c_char,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, home) = unsafe { (name(thing)?, text(home, "the home")?) };
        let (kind, size) = (kind(of_kind)?, unsigned(size, "the size")?);
        let created = match home {
            "" => space_for(of_kind)?.create(name, kind, size)?,
            home => space_for(of_kind)?.create_at(name, kind, size, home)?,
        };
        state::keep(name, created);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn create_striped_thing(
    thing: *const c_char,
    of_kind: c_int,
    size: i64,
    stripes: c_int,
    block: i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, kind) = (unsafe { name(thing) }?, kind(of_kind)?);
        let (size, block) = (unsigned(size, "the size")?, unsigned(block, "the length of a block")?);
        let stripes = u32::try_from(unsigned(stripes.into(), "the number of stripes")?).unwrap_or(u32::MAX);
        state::keep(name, state::space()?.create_striped(name, kind, size, stripes, block)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn read_thing(
    thing: *const c_char,
    buffer: *mut c_void,
    offset: i64,
    bytes: i64,
    status: *mut ThingStatus,
) -> c_int {
    // SAFETY: the caller's contract.
    entry(|| unsafe { start(thing, Direction::Read, buffer, offset, bytes, status) })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn write_thing(
    thing: *const c_char,
    buffer: *const c_void,
    offset: i64,
    bytes: i64,
    status: *mut ThingStatus,
) -> c_int {
    // SAFETY: the caller's contract; nothing is written to the buffer.
    entry(|| unsafe { start(thing, Direction::Write, buffer.cast_mut(), offset, bytes, status) })
}

/// # Safety
/// As the header says.
unsafe fn start(
    thing: *const c_char,
    direction: Direction,
    start: *mut c_void,
    offset: i64,
    bytes: i64,
    status: *mut ThingStatus,
) -> Result<(), Failure> {
    // SAFETY: the caller's contract.
    let (name, status) = unsafe { (name(thing)?, place(status, "the status")?) };
    status.transfer = 0;
    let (bytes, offset) = (length(bytes, start.is_null())?, unsigned(offset, "the offset")?);
    let pieces = Pieces(vec![Piece { offset, start, bytes }]);
    transfers::start(&state::thing(name)?, direction, pieces, status)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_thing(status: *mut ThingStatus, milliseconds: c_int) -> c_int {
    // SAFETY: the caller's contract.
    entry(|| transfers::wait(unsafe { place(status, "the status") }?, patience(milliseconds)?))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_all_thing(
    statuses: *mut ThingStatus,
    count: c_int,
    milliseconds: c_int,
) -> c_int {
    // SAFETY: the caller's contract.
    entry(|| transfers::wait_all(unsafe { places(statuses, count, "statuses") }?, patience(milliseconds)?))
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_any_thing(
    statuses: *mut ThingStatus,
    count: c_int,
    milliseconds: c_int,
    index: *mut c_int,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (all, index) = unsafe { (places(statuses, count, "statuses")?, place(index, "the index")?) };
        transfers::wait_any(all, patience(milliseconds)?, index)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn cancel_thing(status: *mut ThingStatus) -> c_int {
    // SAFETY: the caller's contract.
    entry(|| transfers::cancel(unsafe { place(status, "the status") }?))
}

#[allow(non_snake_case, reason = "the paper's name")]
#[unsafe(no_mangle)]
pub unsafe extern "C" fn GetIOstatistics(statistics: *mut ThingStatistics) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let place = unsafe { place(statistics, "the place for the statistics") }?;
        state::space()?;
        let counts = state::counts();
        *place = ThingStatistics {
            reads: counts.reads,
            writes: counts.writes,
            bytes_read: counts.bytes_read,
            bytes_written: counts.bytes_written,
            seconds_waited: counts.waited.as_secs_f64(),
        };
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn fetch_and_add_thing(
    thing: *const c_char,
    offset: i64,
    number: i64,
    before: *mut i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, before) = unsafe { (name(thing)?, place(before, "the place for the number")?) };
        let offset = unsigned(offset, "the offset")?;
        *before = state::thing(name)?.fetch_and_add(offset, number.cast_unsigned())?.cast_signed();
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn accumulate_thing(
    thing: *const c_char,
    offset: i64,
    combination_code: c_int,
    number: c_int,
    numbers: *const c_void,
    count: i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        let (combination, number) = (combination(combination_code)?, number_type(number)?);
        let offset = unsigned(offset, "the offset")?;
        let bytes = unsigned(count, "the number of numbers")?.checked_mul(number.bytes() as u64);
        let bytes = bytes.and_then(|bytes| i64::try_from(bytes).ok()).unwrap_or(i64::MAX);
        let bytes = match length(bytes, numbers.is_null())? {
            0 => &[][..],
            // SAFETY: the header obliges the program to pass so many numbers.
            bytes => unsafe { std::slice::from_raw_parts(numbers.cast::<u8>(), bytes) },
        };
        Ok(state::thing(name)?.accumulate(offset, combination, number, bytes)?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn compare_and_swap_thing(
    thing: *const c_char,
    offset: i64,
    expected: i64,
    number: i64,
    before: *mut i64,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, before) = unsafe { (name(thing)?, place(before, "the place for the number")?) };
        let (offset, expected) = (unsigned(offset, "the offset")?, expected.cast_unsigned());
        let thing = state::thing(name)?;
        *before = thing.compare_and_swap(offset, expected, number.cast_unsigned())?.cast_signed();
        Ok(())
    })
}

/// For a thing that is created with this kind.
fn space_for(of_kind: c_int) -> Result<Space, Failure> {
    let space = state::space()?;
    Ok(if copies(of_kind) > 1 { space.with_copies(2)? } else { space })
}

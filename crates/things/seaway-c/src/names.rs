// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names: delete, rename, stat, list, waiting. All are unsafe for one reason: their pointers are those that the header obliges
//! programs to pass.

use std::ffi::{CString, c_char, c_int, c_void};

use seaway_things::{Kind, ThingStatus};

use crate::arguments::{bad, condition, name, patience, place, text, unsigned, values};
use crate::entry::entry;
use crate::state;

/// As in the header.
#[repr(C)]
#[derive(Debug)]
pub struct ThingInfo {
    size: i64,
    reserved: i64,
    created: i64,
    epoch: u64,
    kind: i32,
    readers: i32,
    writers: i32,
    published: i32,
    home: [c_char; 256],
}

type Each = unsafe extern "C" fn(*const c_char, *const ThingInfo, *mut c_void) -> c_int;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn delete_thing(thing: *const c_char) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        state::space()?.delete(name)?;
        state::forget(name);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn rename_thing(from: *const c_char, to: *const c_char, replace: c_int) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (from, to) = unsafe { (name(from)?, name(to)?) };
        state::space()?.rename(from, to, replace != 0)?;
        if from != to {
            state::forget(to);
            if let Some(thing) = state::forget(from) {
                state::keep(to, thing);
            }
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn snapshot_thing(
    things: *const *const c_char,
    count: c_int,
    prefix: *const c_char,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (things, prefix) = unsafe { (values(things, count, "names")?, text(prefix, "the prefix")?) };
        // SAFETY: as above.
        let names = things.iter().map(|thing| unsafe { name(*thing) }).collect::<Result<Vec<_>, _>>()?;
        Ok(state::space()?.snapshot(&names, prefix)?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn freeze_thing(thing: *const c_char) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        state::space()?.freeze(name)?;
        // It is opened again, for reading.
        drop(state::forget(name));
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn resize_thing(thing: *const c_char, size: i64) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        let size = unsigned(size, "the size")?;
        Ok(state::thing(name)?.set_size(size)?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn stat_thing(thing: *const c_char, info: *mut ThingInfo) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, info) = unsafe { (name(thing)?, place(info, "the place for the information")?) };
        *info = ThingInfo::of(&state::space()?.stat(name)?);
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn exists_thing(thing: *const c_char, exists: *mut c_int) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let (name, exists) = unsafe { (name(thing)?, place(exists, "the place for the answer")?) };
        *exists = state::space()?.exists(name)?.into();
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn list_thing(
    prefix: *const c_char,
    each: Option<Each>,
    context: *mut c_void,
) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let prefix = if prefix.is_null() { "" } else { unsafe { text(prefix, "the prefix") }? };
        let each = each.ok_or_else(|| bad("the function to be called is a null pointer"))?;
        for thing in state::space()?.list(prefix)? {
            let name = CString::new(thing.name.as_str()).unwrap_or_default();
            let info = ThingInfo::of(&thing);
            // SAFETY: the program's function, with what the header says.
            if unsafe { each(name.as_ptr(), &raw const info, context) } != 0 {
                break;
            }
        }
        Ok(())
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn wait_until_thing(thing: *const c_char, until: c_int, milliseconds: c_int) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        Ok(state::space()?.wait_until(name, condition(until)?, patience(milliseconds)?)?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn sync_thing(thing: *const c_char) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        Ok(state::thing(name)?.sync()?)
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn close_thing(thing: *const c_char) -> c_int {
    entry(|| {
        // SAFETY: the caller's contract.
        let name = unsafe { name(thing) }?;
        state::space()?;
        // One that is not open is closed.
        state::forget(name).map_or(Ok(()), state::close)
    })
}

impl ThingInfo {
    fn of(status: &ThingStatus) -> Self {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let count = |count: u32| i32::try_from(count).unwrap_or(i32::MAX);
        let mut home = [0; 256];
        // The last stays zero.
        for (place, byte) in home.iter_mut().take(255).zip(status.home.bytes()) {
            *place = byte.cast_signed();
        }
        Self {
            size: number(status.size),
            reserved: number(status.reserved),
            created: number(status.created),
            epoch: status.epoch,
            kind: if status.kind == Kind::Memory { 1 } else { 2 },
            readers: count(status.readers),
            writers: count(status.writers),
            published: status.published.into(),
            home,
        }
    }
}

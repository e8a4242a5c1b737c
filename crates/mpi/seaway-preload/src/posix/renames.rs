// SPDX-License-Identifier: MIT OR Apache-2.0
//! The interposed calls that delete and rename files.
//!
//! Agents and daemons rename in one step. `rename` also takes a local file to a device, because programs that
//! replace a file make the new one in the same folder, and `thing:x` is in none; otherwise names on different devices
//! are different file systems (EXDEV), and `mv` copies by itself.
//!
//! All are unsafe for one reason: their pointers are those that C obliges its callers to pass.

use std::ffi::{CStr, OsStr, c_char, c_int, c_uint};
use std::fs::File;
use std::io::{self, IoSlice, Read};
use std::os::unix::ffi::OsStrExt;

use seaway_device_api::{Error, Extent, OpenFlags, Operation, Result, Segments};
use seaway_devices::thing::{SpaceOptions, enter};
use seaway_devices::{connect, remote};

use super::label::FullName;
use super::next::next;
use super::{Named, answer, explain, name_of_ours, number_of};
use crate::door::guarded;

const PIECE: usize = 4 << 20;

macro_rules! removing {
    ($($name:ident $text:literal: ($($before:ident)?), ($($after:ident)?), $is_folder:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            $($before: c_int,)? name: *const c_char $(, $after: c_int)?
        ) -> c_int {
            // SAFETY: the caller's contract.
            if let Some(name) = unsafe { name_of_ours(name) } {
                return answer(if $is_folder { Err(libc::ENOTDIR) } else { delete_ours(name) });
            }
            match next!($text as unsafe extern "C-unwind" fn(
                $(removing!(@type $before),)? *const c_char $(, removing!(@type $after))?
            ) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next($($before,)? name $(, $after)?) },
                None => -1,
            }
        }
    )*};
    (@type $argument:ident) => { c_int };
}

removing! {
    unlink c"unlink": (), (), false;
    remove c"remove": (), (), false;
    unlinkat c"unlinkat": (folder), (flags), flags & libc::AT_REMOVEDIR != 0;
}

#[unsafe(no_mangle)]
#[inline(never)]
pub unsafe extern "C-unwind" fn rename(from: *const c_char, to: *const c_char) -> c_int {
    // SAFETY: the caller's contract.
    let outcome = match unsafe { (name_of_ours(from), name_of_ours(to)) } {
        (None, None) => None,
        (Some(from), Some(to)) => Some(rename_ours(from, to, true)),
        // SAFETY: the caller's contract: it is not null, since a null pointer is an error below.
        (None, Some(to)) if !from.is_null() => Some(take_in(unsafe { CStr::from_ptr(from) }, to)),
        _ => Some(Err(libc::EXDEV)),
    };
    if let Some(outcome) = outcome {
        return answer(outcome);
    }
    match next!(c"rename" as unsafe extern "C-unwind" fn(*const c_char, *const c_char) -> c_int) {
        // SAFETY: the caller's arguments, for the function that it called.
        Some(next) => unsafe { next(from, to) },
        None => -1,
    }
}

macro_rules! renaming {
    ($($name:ident $text:literal ($($flags:ident: $type:ty)?), $replaces:expr;)*) => {$(
        #[unsafe(no_mangle)]
        #[inline(never)]
        pub unsafe extern "C-unwind" fn $name(
            from_folder: c_int, from: *const c_char, to_folder: c_int, to: *const c_char $(, $flags: $type)?
        ) -> c_int {
            // SAFETY: the caller's contract.
            match unsafe { (name_of_ours(from), name_of_ours(to)) } {
                (None, None) => {}
                (Some(from), Some(to)) => {
                    let replaces: Result<bool, c_int> = $replaces;
                    return answer(replaces.and_then(|replaces| rename_ours(from, to, replaces)));
                }
                _ => return answer(Err(libc::EXDEV)),
            }
            match next!($text as unsafe extern "C-unwind" fn(
                c_int, *const c_char, c_int, *const c_char $(, $type)?
            ) -> c_int) {
                // SAFETY: the caller's arguments, for the function that it called.
                Some(next) => unsafe { next(from_folder, from, to_folder, to $(, $flags)?) },
                None => -1,
            }
        }
    )*};
}

renaming! {
    renameat c"renameat" (), Ok(true);
    renameat2 c"renameat2" (flags: c_uint), match flags {
        0 => Ok(true),
        libc::RENAME_NOREPLACE => Ok(false),
        _ => Err(libc::EINVAL),
    };
}

#[cold]
fn delete_ours(name: &CStr) -> Result<c_int, c_int> {
    let deleted = guarded(Operation::Delete, || {
        let named = Named::find(name, Operation::Delete)?;
        connect(&named.name, &named.hints)?.delete(named.name.path())
    });
    deleted.map(|()| 0).map_err(|error| number_of(&error))
}

#[cold]
fn rename_ours(from: &CStr, to: &CStr, replaces: bool) -> Result<c_int, c_int> {
    let renamed = guarded(Operation::Open, || {
        let (from, to) = (Named::find(from, Operation::Open)?, Named::find(to, Operation::Open)?);
        match (from.name.scheme(), to.name.scheme()) {
            ("thing", "thing") => {
                let agent = enter(&SpaceOptions::from_hints(&from.hints)?)?;
                agent.rename(from.name.path().as_str(), to.name.path().as_str(), replaces).map(|()| true)
            }
            ("thing", _) | (_, "thing") => Ok(false),
            _ => remote::rename(&from.name, &to.name, &from.hints, replaces),
        }
    });
    match renamed {
        Ok(true) => Ok(0),
        Ok(false) => Err(libc::EXDEV),
        Err(error) => Err(number_of(&error)),
    }
}

/// Copies a local file to the device, and deletes it here.
#[cold]
fn take_in(from: &CStr, to: &CStr) -> Result<c_int, c_int> {
    let path = OsStr::from_bytes(from.to_bytes());
    let local = |error: io::Error| error.raw_os_error().unwrap_or(libc::EIO);
    if !std::fs::symlink_metadata(path).map_err(local)?.is_file() {
        explain("only a regular file can be renamed to a name of a device");
        return Err(libc::EXDEV);
    }
    let file = File::open(path).map_err(local)?;
    let taken = guarded(Operation::Open, || {
        let to = Named::find(to, Operation::Open)?;
        if to.name.scheme() == "thing" { take_in_at_once(&to, &file) } else { copy_to(&to, true, &file) }
    });
    taken.map_err(|error| number_of(&error))?;
    std::fs::remove_file(path).map_err(local)?;
    Ok(0)
}

/// Under another name first, so that others see the old thing or the new one.
fn take_in_at_once(to: &Named, file: &File) -> Result<()> {
    let unfinished = format!("{}.unfinished-{}", to.name.path().as_str(), std::process::id());
    let place = FullName { name: format!("thing:{unfinished}"), ..to.place.clone() };
    let new = Named::at(&place)?;
    let agent = enter(&SpaceOptions::from_hints(&to.hints)?)?;
    let taken = copy_to(&new, false, file);
    let taken = taken.and_then(|()| agent.rename(&unfinished, to.name.path().as_str(), true));
    if taken.is_err() {
        // The error that counts is the first.
        let _ = agent.delete(&unfinished);
    }
    taken
}

fn copy_to(to: &Named, replaces: bool, mut from: &File) -> Result<()> {
    let new = if replaces { OpenFlags::empty() } else { OpenFlags::EXCLUSIVE };
    let file = to.open(OpenFlags::WRITE | OpenFlags::CREATE | new)?;
    file.set_size(0)?;
    let (mut offset, mut buffer) = (0, vec![0; PIECE]);
    loop {
        let length = match from.read(&mut buffer) {
            Ok(0) => return file.close(),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Error::from_io(Operation::Read, error)),
        };
        let source = [IoSlice::new(&buffer[..length])];
        file.write(&[Extent::new(offset, length as u64)], &Segments::new(&source))?;
        offset += length as u64;
    }
}

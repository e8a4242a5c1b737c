// SPDX-License-Identifier: MIT OR Apache-2.0
//! The process's file: how it begins, and how it is found again when it must grow.

use core::ffi::{CStr, c_int};
use core::sync::atomic::AtomicU32;
use core::sync::atomic::Ordering::{AcqRel, Relaxed};

use seaway_trace_format::{
    CHUNK_UNIT, Clock, FILE_ENDING, FIRST_BYTES, HEADER_BYTES, Header, MAGIC, StringKind, VERSION,
};

use super::settings::Settings;
use super::state::RecorderState;
use super::{chunk, clock, context, descriptors, loss, paths, scratch, strings};
use crate::system::{self, Errno};
use crate::{go, start};

/// Numbers for the recorder's descriptor, out of the way of programs that count theirs; lower if the limit is
/// lower.
const PARKED: [c_int; 3] = [900, 200, 20];

/// Longest name of a trace file, with its directory and terminating zero.
const NAME_BYTES: usize = 4096 + 128;

/// A trace contains file names and command lines: only its user may read it.
const PRIVATE: u32 = 0o600;

/// The path of the process's file, null-terminated.
#[repr(C)]
pub(super) struct Name([u8; NAME_BYTES]);

/// Begins the file of this process. False if it cannot be created: then nothing is recorded.
pub(super) fn begin(state: &'static RecorderState, settings: &Settings) -> bool {
    state.process.store(system::process(), Relaxed);
    let began = clock::pair();
    let began_real = clock::nanoseconds(libc::CLOCK_REALTIME);
    let Some(descriptor) = create(state, settings) else { return false };
    let descriptor = park(descriptor);
    state.descriptor.store(descriptor, Relaxed);
    if let Ok(identity) = system::identity(descriptor) {
        state.device.store(identity.device, Relaxed);
        state.inode.store(identity.inode, Relaxed);
    }
    let Some(header) = map_header(descriptor) else { return false };
    if !loss::guard(state, header as usize, FIRST_BYTES) {
        return false;
    }
    let value = Header {
        magic: MAGIC,
        version: VERSION,
        header_bytes: HEADER_BYTES as u32,
        clock: if settings.cycles { Clock::Cycles } else { Clock::Monotonic } as u32,
        clock_shift: settings.clock_shift,
        process: system::process(),
        parent: system::parent(),
        began,
        began_real_nanoseconds: began_real,
        latest: began,
        offset_nanoseconds: 0,
        end: CHUNK_UNIT as u64,
        next_string: 1,
        flags: 0,
        rank: settings.rank,
        ranks: settings.ranks,
        quota: settings.quota,
        boot: settings.boot,
        host: settings.host,
        reserved: [0; 8],
    };
    // SAFETY: mapped for writing, and large enough.
    unsafe { header.write_volatile(value) };
    state.header.store(header, Relaxed);
    state.next_string.store(value.next_string, Relaxed);
    state.end.store(value.end, Relaxed);
    strings::begin(state, header);
    describe_program(state);
    context::describe(state, settings);
    loss::remember_beginning(state, header);
    true
}

/// An unused name: a process that executed another program before already has files.
fn create(state: &RecorderState, settings: &Settings) -> Option<c_int> {
    const FLAGS: c_int = libc::O_RDWR | libc::O_CREAT | libc::O_EXCL | libc::O_CLOEXEC | libc::O_NOFOLLOW;
    for number in 0..100_000 {
        let name = write_name(state, settings, number)?;
        match system::open(name, FLAGS, PRIVATE) {
            Ok(descriptor) => {
                // Regardless of the program's umask.
                system::set_mode(descriptor, PRIVATE);
                return Some(descriptor);
            }
            Err(libc::EEXIST) => {}
            Err(_) => return None,
        }
    }
    None
}

fn write_name<'s>(state: &'s RecorderState, settings: &Settings, number: u64) -> Option<&'s CStr> {
    let place = (&raw const state.file_name.0).cast_mut();
    // SAFETY: only the thread that begins the file writes its name.
    let place = unsafe { &mut *place };
    let host = settings.host.split(|byte| *byte == 0).next()?;
    let (mut process_digits, mut number_digits) = ([0; 20], [0; 20]);
    let parts: [&[u8]; 9] = [
        settings.bytes(settings.folder),
        b"/",
        host,
        b".",
        digits(system::process().into(), &mut process_digits),
        b".",
        digits(number, &mut number_digits),
        b".",
        FILE_ENDING.as_bytes(),
    ];
    let mut length = 0;
    for part in parts {
        place.get_mut(length..length + part.len())?.copy_from_slice(part);
        length += part.len();
    }
    *place.get_mut(length)? = 0;
    CStr::from_bytes_until_nul(&state.file_name.0).ok()
}

/// A number as text.
pub(super) fn digits(mut number: u64, place: &mut [u8; 20]) -> &[u8] {
    let mut first = place.len();
    for (index, digit) in place.iter_mut().enumerate().rev() {
        *digit = b'0' + (number % 10) as u8;
        number /= 10;
        first = index;
        if number == 0 {
            break;
        }
    }
    place.get(first..).unwrap_or_default()
}

fn park(descriptor: c_int) -> c_int {
    for least in PARKED {
        if let Ok(parked) = system::duplicate_at_least(descriptor, least) {
            system::close(descriptor);
            return parked;
        }
    }
    descriptor
}

fn map_header(descriptor: c_int) -> Option<*mut Header> {
    // The rest of the first unit stays a hole.
    system::allocate(descriptor, 0, FIRST_BYTES)
        .or_else(|_| chunk::fill_with_zeros(descriptor, 0, FIRST_BYTES))
        .ok()?;
    // SAFETY: new memory.
    let address = unsafe {
        system::map(0, FIRST_BYTES, libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED, descriptor, 0)
    };
    address.ok().map(|address| address as *mut Header)
}

/// The descriptor of the file, and whether it must be closed after use. Programs close descriptors that are
/// not theirs, and the number may be reused: so check its identity.
pub(super) fn with_descriptor<R>(
    state: &RecorderState,
    work: impl FnOnce(c_int) -> Result<R, Errno>,
) -> Result<R, Errno> {
    let descriptor = state.descriptor.load(Relaxed);
    if is_ours(state, descriptor) {
        return work(descriptor);
    }
    let name = CStr::from_bytes_until_nul(&state.file_name.0).map_err(|_| libc::ENOENT)?;
    let descriptor = system::open(name, libc::O_RDWR | libc::O_CLOEXEC | libc::O_NOFOLLOW, 0)?;
    let descriptor = park(descriptor);
    if !is_ours(state, descriptor) {
        system::close(descriptor);
        return Err(libc::ENOENT);
    }
    // A child of vfork has closed its own copy; the parent still has one.
    if descriptors::is_in_child(state) {
        let result = work(descriptor);
        system::close(descriptor);
        return result;
    }
    state.descriptor.store(descriptor, Relaxed);
    work(descriptor)
}

fn is_ours(state: &RecorderState, descriptor: c_int) -> bool {
    system::identity(descriptor).is_ok_and(|identity| {
        identity.device == state.device.load(Relaxed) && identity.inode == state.inode.load(Relaxed)
    })
}

pub(super) fn set_flags(state: &RecorderState, flags: u32) {
    state.flags.fetch_or(flags, AcqRel);
    let header = state.header.load(Relaxed);
    if !header.is_null() {
        // SAFETY: the header is mapped as long as the process lives, and the field is aligned.
        unsafe { AtomicU32::from_ptr(&raw mut (*header).flags) }.fetch_or(flags, AcqRel);
    }
}

/// Program, arguments and directory.
fn describe_program(state: &RecorderState) {
    let add = |path: &[u8]| strings::add(state, StringKind::Program as u16, path);
    match start::program() {
        Some(name) => paths::with_full(state, libc::AT_FDCWD, name, add),
        None => scratch::with(state, |memory| {
            let length = system::read_link(c"/proc/self/exe", memory).unwrap_or(0);
            add(memory.get(..length).unwrap_or_default());
        }),
    }
    scratch::with(state, |memory| {
        if let Some(length) = start::arguments(memory).or_else(|| arguments_of_kernel(memory)) {
            strings::add(state, StringKind::Arguments as u16, memory.get(..length).unwrap_or_default());
        }
        if let Ok(length) = system::working_directory(memory) {
            let directory = memory.get(..length).unwrap_or_default();
            strings::add(state, StringKind::Directory as u16, directory);
        }
    });
    if go::is_program() {
        let unseen =
            b"system calls made without the C library, as in Go programs (--seccomp shows which files they open)";
        strings::add(state, StringKind::Unseen as u16, unseen);
    }
}

/// If this library's constructor has not run yet.
fn arguments_of_kernel(memory: &mut [u8]) -> Option<usize> {
    let descriptor = system::open(c"/proc/self/cmdline", libc::O_RDONLY | libc::O_CLOEXEC, 0).ok()?;
    let length = system::read(descriptor, memory);
    system::close(descriptor);
    length.ok()
}

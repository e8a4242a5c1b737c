// SPDX-License-Identifier: MIT OR Apache-2.0
//! How recording starts: by this library's constructor, or by the first call, if another library's
//! constructor makes one earlier.

use core::ffi::{CStr, c_char, c_int};
use core::ptr;
use core::sync::atomic::AtomicPtr;
use core::sync::atomic::Ordering::Relaxed;

use seaway_trace_format::environment;

use crate::recorder::{self, Settings};
use crate::{redirect, variables};

/// Longer names of users and jobs are ignored.
const LONGEST_NAME: usize = 256;

/// The program's arguments, as glibc passes them to constructors; null before.
static ARGUMENTS: AtomicPtr<*const c_char> = AtomicPtr::new(ptr::null_mut());

// The loader calls the functions in these sections.
#[used]
#[unsafe(link_section = ".init_array")]
static CONSTRUCTOR: extern "C-unwind" fn(c_int, *const *const c_char) = construct;

#[used]
#[unsafe(link_section = ".fini_array")]
static DESTRUCTOR: extern "C-unwind" fn() = destruct;

extern "C-unwind" fn construct(_count: c_int, arguments: *const *const c_char) {
    ARGUMENTS.store(arguments.cast_mut(), Relaxed);
    recorder::know(from_environment);
    redirect::know();
}

/// Only if a program ends by `exit` or by returning. Nothing depends on it.
extern "C-unwind" fn destruct() {
    if let Some(recorder) = recorder::running() {
        recorder.note_end();
    }
}

/// Starts recording, if the environment asks for it.
pub(crate) fn from_environment() {
    match variable(environment::FOLDER.as_bytes()) {
        Some(folder) if !folder.is_empty() => {
            // SAFETY: the recorder lets one thread do this, once.
            let settings = unsafe { recorder::settings_to_fill() };
            if read(settings, folder) { recorder::start() } else { recorder::stay_off() }
        }
        _ => recorder::stay_off(),
    }
}

/// False if the directory's name is too long.
fn read(settings: &mut Settings, folder: &[u8]) -> bool {
    settings.forget_texts();
    let mut text = settings.new_text();
    // The program may change its working directory.
    if folder.first() != Some(&b'/') && !recorder::add_working_directory(settings, &mut text) {
        return false;
    }
    if !settings.extend(&mut text, folder) {
        return false;
    }
    settings.folder = text;
    text = settings.new_text();
    let preloaded = variable(b"LD_PRELOAD").unwrap_or_default();
    for library in preloaded.split(|byte| matches!(byte, b' ' | b':')).filter(|name| is_ours(name)) {
        let separator: &[u8] = if text.is_empty() { b"" } else { b":" };
        let _too_long = settings.extend(&mut text, separator) && settings.extend(&mut text, library);
    }
    settings.libraries = text;
    text = settings.new_text();
    if let Some(quota) = variable(environment::QUOTA.as_bytes()) {
        settings.extend(&mut text, quota);
        settings.quota = bytes(quota);
    }
    settings.quota_text = text;
    (settings.rank, settings.ranks) = (-1, -1);
    for (rank, ranks) in environment::RANKS {
        if let Some(number) = variable(rank.as_bytes()).and_then(number) {
            settings.rank = number;
            settings.ranks = variable(ranks.as_bytes()).and_then(self::number).unwrap_or(-1);
            break;
        }
    }
    settings.tells_mounts = settings.rank >= 0 && is_first_of_node();
    read_user(settings);
    read_job(settings);
    recorder::read_machine(settings);
    true
}

/// If the launcher does not tell, every rank is.
fn is_first_of_node() -> bool {
    environment::LOCAL_RANKS
        .iter()
        .find_map(|name| variable(name.as_bytes()))
        .is_none_or(|number| number == b"0")
}

fn read_user(settings: &mut Settings) {
    let mut text = settings.new_text();
    recorder::add_user(settings, &mut text);
    let name = environment::USERS.iter().find_map(|name| variable(name.as_bytes()));
    if let Some(name) = name.filter(|name| !name.is_empty() && name.len() <= LONGEST_NAME) {
        let _too_long = settings.extend(&mut text, b" ") && settings.extend(&mut text, name);
    }
    settings.user = text;
}

fn read_job(settings: &mut Settings) {
    let mut text = settings.new_text();
    for name in environment::JOBS {
        let value = variable(name.as_bytes());
        if let Some(value) = value.filter(|value| !value.is_empty() && value.len() <= LONGEST_NAME) {
            let _too_long = settings.extend(&mut text, name.as_bytes())
                && settings.extend(&mut text, b"=")
                && settings.extend(&mut text, value);
            break;
        }
    }
    settings.job = text;
}

/// Whether it is one of Seaway's libraries.
pub(crate) fn is_ours(library: &[u8]) -> bool {
    library.rsplit(|byte| *byte == b'/').next().is_some_and(|name| name.starts_with(b"libseaway"))
}

/// `4096`, `64K`, `10M`, `2G`; 0, which means no limit, for anything else.
fn bytes(text: &[u8]) -> u64 {
    let (digits, shift) = match text {
        [digits @ .., b'k' | b'K'] => (digits, 10),
        [digits @ .., b'm' | b'M'] => (digits, 20),
        [digits @ .., b'g' | b'G'] => (digits, 30),
        [digits @ .., b't' | b'T'] => (digits, 40),
        digits => (digits, 0),
    };
    let value = digits.iter().try_fold(0_u64, |value, digit| {
        let digit = digit.checked_sub(b'0').filter(|digit| *digit < 10)?;
        value.checked_mul(10)?.checked_add(digit.into())
    });
    value.and_then(|value| value.checked_mul(1 << shift)).unwrap_or(0)
}

fn number(text: &[u8]) -> Option<i32> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    i32::try_from(bytes(text)).ok()
}

/// The program as passed to exec: a link's own name, and a script's instead of its interpreter's. `None` if
/// exec got a descriptor.
pub(crate) fn program() -> Option<&'static CStr> {
    // SAFETY: reads the auxiliary vector.
    let name = unsafe { libc::getauxval(libc::AT_EXECFN) } as *const c_char;
    // SAFETY: if present, it is null-terminated, and lives as long as the program.
    let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) });
    name.filter(|name| !name.to_bytes().starts_with(b"/dev/fd/"))
}

/// The program's arguments, each null-terminated, as many as fit into `memory`; returns their length. `None`
/// if they are not known yet.
pub(crate) fn arguments(memory: &mut [u8]) -> Option<usize> {
    let mut arguments = ARGUMENTS.load(Relaxed).cast_const();
    if arguments.is_null() {
        return None;
    }
    let mut length = 0;
    loop {
        // SAFETY: the list is null-terminated.
        let argument = unsafe { *arguments };
        if argument.is_null() {
            return Some(length);
        }
        // SAFETY: arguments are null-terminated.
        let argument = unsafe { CStr::from_ptr(argument) }.to_bytes_with_nul();
        let Some(room) = memory.get_mut(length..length + argument.len()) else { return Some(length) };
        room.copy_from_slice(argument);
        length += argument.len();
        // SAFETY: this one was not the last.
        arguments = unsafe { arguments.add(1) };
    }
}

/// The value of a variable.
fn variable(name: &[u8]) -> Option<&'static [u8]> {
    variables::find(variables::own(), name)
}

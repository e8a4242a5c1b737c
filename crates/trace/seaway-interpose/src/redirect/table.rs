// SPDX-License-Identifier: MIT OR Apache-2.0
//! The agent's table, and what else is known of this process.

use core::ffi::CStr;
use core::mem::size_of;
use core::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use core::sync::atomic::{AtomicU32, AtomicUsize};

use seaway_stage_format::{Head, LONGEST_ROOT, MAGIC, MOST_RULES, Span, TABLE_BYTES, VARIABLE, VERSION};

use super::environment;
use crate::{system, thread, variables};

/// The table of this process; or one of the following.
static CURRENT: AtomicUsize = AtomicUsize::new(UNKNOWN);
const UNKNOWN: usize = 0;
const OFF: usize = 1;

/// Redirection is on. Copied freely: it is an address.
#[derive(Clone, Copy)]
pub(crate) struct Redirect(&'static Head);

/// `None` if nothing is redirected in this process, or in the current call of Seaway itself.
#[inline(always)]
pub(crate) fn current() -> Option<Redirect> {
    let address = CURRENT.load(Relaxed);
    if address == OFF { None } else { on(address) }
}

#[inline(never)]
fn on(mut address: usize) -> Option<Redirect> {
    if address == UNKNOWN {
        know();
        address = CURRENT.load(Acquire);
    }
    if address <= OFF || thread::current().bypasses.load(Relaxed) != 0 {
        return None;
    }
    // SAFETY: a table, mapped for as long as the process lives, whose head was checked.
    Some(Redirect(unsafe { &*(address as *const Head) }))
}

/// Calls on this thread are those of Seaway itself from now on (+1), or not any more (-1).
pub(crate) fn bypass(change: i32) {
    thread::current().bypasses.fetch_add(change as u32, Relaxed);
}

/// Reads the environment, unless that was done. Several threads may do it at the same time: the results are
/// the same, and one mapping too many does no harm.
pub(crate) fn know() {
    if CURRENT.load(Relaxed) != UNKNOWN {
        return;
    }
    let path = variables::find(variables::own(), VARIABLE.as_bytes()).filter(|path| !path.is_empty());
    let found = path.and_then(map);
    if found.is_some() {
        environment::remember(path.unwrap_or_default());
    }
    let _known = CURRENT.compare_exchange(UNKNOWN, found.unwrap_or(OFF), Release, Relaxed);
}

/// The address of a valid table.
fn map(path: &'static [u8]) -> Option<usize> {
    // SAFETY: the value of a variable, which is followed by a zero.
    let path = unsafe { CStr::from_ptr(path.as_ptr().cast()) };
    let descriptor = system::open(path, libc::O_RDONLY | libc::O_CLOEXEC, 0).ok()?;
    // Another user's table could send this process anywhere.
    let own = system::status(descriptor)
        .is_ok_and(|status| status.st_uid == system::user() && status.st_size as usize == TABLE_BYTES);
    // SAFETY: a new mapping.
    let mapped = unsafe {
        system::map(0, TABLE_BYTES, libc::PROT_READ, libc::MAP_SHARED | libc::MAP_POPULATE, descriptor, 0)
    };
    system::close(descriptor);
    let address = mapped.ok()?;
    // SAFETY: mapped, and large enough.
    let head = unsafe { &*(address as *const Head) };
    (own && is_valid(head)).then_some(address)
}

fn is_valid(head: &Head) -> bool {
    let fits = |span: Span| {
        let (begin, length) = (span.begin as usize, span.length as usize);
        begin >= size_of::<Head>() && length > 0 && begin.saturating_add(length) <= TABLE_BYTES
    };
    head.magic == MAGIC
        && head.version == VERSION
        && fits(head.root)
        && head.root.length as usize <= LONGEST_ROOT
        && fits(head.socket)
        && head.rules as usize <= MOST_RULES
        && head.rule.iter().take(head.rules as usize).all(|rule| fits(rule.prefix))
}

/// A folder whose names are redirected.
#[derive(Clone, Copy)]
pub(super) struct Rule {
    pub(super) prefix: &'static [u8],
    pub(super) writable: bool,
}

impl Redirect {
    pub(super) fn root(self) -> &'static [u8] {
        self.bytes(self.0.root)
    }

    pub(super) fn socket(self) -> &'static [u8] {
        self.bytes(self.0.socket)
    }

    pub(super) fn limit(self) -> u32 {
        self.0.limit
    }

    /// Whether a program that wants to write must ask.
    pub(super) fn is_gate_closed(self) -> bool {
        // SAFETY: a word of the mapping, which the agent changes at any time.
        unsafe { AtomicU32::from_ptr((&raw const self.0.gate).cast_mut()) }.load(Relaxed) != 0
    }

    pub(super) fn rules(self) -> impl Iterator<Item = Rule> {
        let rules = self.0.rule.iter().take(self.0.rules as usize);
        rules.map(move |rule| Rule { prefix: self.bytes(rule.prefix), writable: rule.writable != 0 })
    }

    fn bytes(self, span: Span) -> &'static [u8] {
        let table = &raw const *self.0;
        // SAFETY: the span lies within the mapping, as was checked.
        unsafe {
            core::slice::from_raw_parts(table.cast::<u8>().add(span.begin as usize), span.length as usize)
        }
    }
}

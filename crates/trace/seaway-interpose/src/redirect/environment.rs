// SPDX-License-Identifier: MIT OR Apache-2.0
//! What programs that this process starts must have in their environment.

use core::cell::UnsafeCell;
use core::sync::atomic::AtomicUsize;
use core::sync::atomic::Ordering::{Acquire, Release};

use crate::{start, variables};

/// The path of the table, and Seaway's preloaded libraries.
#[derive(Clone, Copy)]
pub(crate) struct Additions {
    pub(crate) table: &'static [u8],
    pub(crate) libraries: &'static [u8],
}

const ROOM: usize = 6144;

struct Memory(UnsafeCell<[u8; ROOM]>);

// SAFETY: written before the lengths are published, by threads that write the same bytes.
unsafe impl Sync for Memory {}

static MEMORY: Memory = Memory(UnsafeCell::new([0; ROOM]));
static TABLE_BYTES: AtomicUsize = AtomicUsize::new(0);
static ALL_BYTES: AtomicUsize = AtomicUsize::new(0);

/// Called once the table is known.
pub(super) fn remember(table: &[u8]) {
    let mut length = 0;
    let mut add = |bytes: &[u8]| {
        if length + bytes.len() <= ROOM {
            // SAFETY: there is room; see above.
            unsafe {
                let end = MEMORY.0.get().cast::<u8>().add(length);
                core::ptr::copy_nonoverlapping(bytes.as_ptr(), end, bytes.len());
            }
            length += bytes.len();
        }
        length
    };
    let table = add(table);
    let preloaded = variables::find(variables::own(), b"LD_PRELOAD").unwrap_or_default();
    let mut separator: &[u8] = b"";
    let libraries = preloaded.split(|byte| matches!(byte, b' ' | b':'));
    for library in libraries.filter(|name| start::is_ours(name)) {
        add(separator);
        add(library);
        separator = b":";
    }
    let all = add(b"");
    ALL_BYTES.store(all, Release);
    TABLE_BYTES.store(table, Release);
}

impl super::Redirect {
    pub(crate) fn additions(self) -> Additions {
        let (table, all) = (TABLE_BYTES.load(Acquire), ALL_BYTES.load(Acquire));
        // SAFETY: written before the lengths were.
        let memory: &'static [u8] = unsafe { core::slice::from_raw_parts(MEMORY.0.get().cast(), ROOM) };
        Additions {
            table: memory.get(..table).unwrap_or_default(),
            libraries: memory.get(table..all).unwrap_or_default(),
        }
    }
}

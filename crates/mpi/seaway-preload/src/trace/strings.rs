// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers of strings that recur in the events of MPI calls: files, devices, datatypes, access methods.

use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};

use seaway_datatype::Datatype;
use seaway_device_api::DeviceName;
use seaway_devices::{Recorder, recorder};
use seaway_engine::AccessMethod;
use seaway_trace_format::StringKind;

use super::file_number;

/// The trace's numbers for a file and its device. Zeros: nothing is recorded.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Names {
    pub(crate) file: u32,
    pub(crate) device: u32,
}

impl Names {
    pub(super) fn of(recorder: &Recorder, name: &DeviceName) -> Self {
        let device = recorder.string(StringKind::Device, name.scheme());
        Self { file: file_number(recorder, name), device }
    }

    pub(crate) fn if_traced(name: &DeviceName) -> Self {
        recorder().map(|recorder| Self::of(recorder, name)).unwrap_or_default()
    }
}

/// The host MPI's own files, by handle.
static FOREIGN: LazyLock<Mutex<HashMap<usize, Names>>> = LazyLock::new(Mutex::default);

fn foreign_files() -> MutexGuard<'static, HashMap<usize, Names>> {
    FOREIGN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The host MPI has opened a file.
pub(crate) fn name_foreign(file: usize, name: &DeviceName) {
    if let Some(recorder) = recorder() {
        foreign_files().insert(file, Names::of(recorder, name));
    }
}

pub(super) fn foreign(file: usize) -> Option<Names> {
    foreign_files().get(&file).copied()
}

pub(super) fn forget_foreign(file: usize) {
    foreign_files().remove(&file);
}

/// Readable name of an access method.
pub(super) fn method(recorder: &Recorder, method: AccessMethod) -> u32 {
    const METHODS: usize = 16;
    static NUMBERS: [AtomicU32; METHODS] = [const { AtomicU32::new(0) }; METHODS];
    let number = &NUMBERS[method as usize % METHODS];
    match number.load(Ordering::Relaxed) {
        0 => {
            let made = recorder.string(StringKind::Strategy, &method.to_string());
            number.store(made, Ordering::Relaxed);
            made
        }
        known => known,
    }
}

/// Programs use a few types over and over; formatting one takes longer than a small write.
const REMEMBERED: usize = 16;

#[derive(Default)]
struct Remembered {
    types: Vec<(Datatype, u32)>,
    next: usize,
}

thread_local! {
    static DATATYPES: RefCell<Remembered> = const { RefCell::new(Remembered { types: Vec::new(), next: 0 }) };
}

/// Readable name of a datatype.
pub(super) fn datatype(recorder: &Recorder, datatype: &Datatype) -> u32 {
    let make = || recorder.string(StringKind::Datatype, &datatype.to_string());
    let found = DATATYPES.try_with(|remembered| {
        let mut remembered = remembered.borrow_mut();
        let known = remembered.types.iter().find(|(known, _)| known.is_same_object(datatype));
        if let Some(&(_, number)) = known {
            return number;
        }
        let entry = (datatype.clone(), make());
        let number = entry.1;
        if remembered.types.len() < REMEMBERED {
            remembered.types.push(entry);
        } else {
            let place = remembered.next % REMEMBERED;
            remembered.types[place] = entry;
            remembered.next += 1;
        }
        number
    });
    found.unwrap_or_else(|_| make())
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers of a call under the names that tables have for them: each column means one thing for all calls.

use super::open_flags::{mode_names, open_flags};
use crate::{Call, Class, Place, Process, Record};

/// What a call does not have, or what is not known, is nothing.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Numbers {
    pub(super) descriptor: Option<u64>,
    /// The copy, or the last of those that are closed.
    pub(super) second_descriptor: Option<u64>,
    pub(super) offset: Option<u64>,
    pub(super) length: Option<u64>,
    /// Of the file: set, reserved or found.
    pub(super) size: Option<u64>,
    pub(super) opened: Option<Opened>,
    /// That open a file together.
    pub(super) ranks: Option<u64>,
    pub(super) child: Option<u64>,
    pub(super) request: Option<u64>,
    pub(super) barrier: Option<u64>,
}

/// How a file is opened.
#[derive(Debug, Clone, Copy)]
pub(super) enum Opened {
    Flags(u64),
    Mode(u64),
}

impl Numbers {
    pub(super) fn of(process: &Process, record: &Record) -> Self {
        let Record { call, length, argument, .. } = *record;
        let (place, class) = (call.info().place, call.info().class);
        // What a call brings about is there when it has succeeded.
        let succeeded = process.knows_outcomes() && record.duration.is_some() && record.error == 0;
        let outcome = |number| Some(number).filter(|_| succeeded);
        let begun = record.detail.map(|detail| u64::from(detail.request)).filter(|request| *request != 0);
        let mut numbers = Self {
            descriptor: record.descriptor.map(u64::from),
            offset: record.offset,
            length: has_length(call, place, class).then_some(length),
            request: begun,
            ..Self::default()
        };
        match place {
            Place::Open => {
                numbers.descriptor = numbers.descriptor.filter(|_| succeeded);
                numbers.opened = Some(Opened::Flags(argument));
            }
            Place::Mode => {
                // One that fails early has said neither.
                numbers.opened = Some(Opened::Mode(argument)).filter(|_| argument != 0);
                numbers.ranks = Some(length).filter(|_| length != 0);
            }
            Place::Range | Place::Duplicate => numbers.second_descriptor = outcome(length),
            Place::Size if class != Class::Seek => numbers.size = outcome(argument),
            Place::Child => numbers.child = outcome(length),
            Place::Request => numbers.request = Some(argument),
            Place::Number => numbers.barrier = Some(argument),
            _ => {}
        }
        numbers
    }
}

/// Whether it has a number of bytes: those that it moves, or those that it maps, locks or reserves.
fn has_length(call: Call, place: Place, class: Class) -> bool {
    match place {
        // How many bytes `fscanf` takes nobody says.
        Place::Sequential | Place::Buffered => call != Call::Fscanf,
        Place::At => call != Call::MpiSetView,
        Place::SecondPath => class == Class::Transfer,
        Place::Request => true,
        _ => false,
    }
}

impl Opened {
    pub(super) fn text(self) -> String {
        match self {
            Self::Flags(flags) => open_flags(flags),
            Self::Mode(mode) => mode_names(mode),
        }
    }

    /// Another one for other texts.
    pub(super) fn key(self) -> usize {
        match self {
            Self::Flags(flags) => usize::try_from(flags << 1).unwrap_or(usize::MAX),
            Self::Mode(mode) => usize::try_from(mode << 1 | 1).unwrap_or(usize::MAX),
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The numbers of a call as columns of a table: each column has one meaning for all calls.

use super::open_flags::{mode_names, open_flags};
use crate::{ArgumentMeaning, Call, Class, Process, Record};

/// `None` for what a call does not have, or what is not known.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Numbers {
    pub(super) descriptor: Option<u64>,
    /// The duplicate, or the last of those that are closed.
    pub(super) second_descriptor: Option<u64>,
    pub(super) offset: Option<u64>,
    pub(super) length: Option<u64>,
    /// The size of the file: set, reserved or queried.
    pub(super) size: Option<u64>,
    pub(super) opened: Option<Opened>,
    /// Number of ranks that open a file collectively.
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
        // The effect of a call is known only if it has succeeded.
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
            ArgumentMeaning::Open => {
                numbers.descriptor = numbers.descriptor.filter(|_| succeeded);
                numbers.opened = Some(Opened::Flags(argument));
            }
            ArgumentMeaning::Mode => {
                // A call that fails early has neither.
                numbers.opened = Some(Opened::Mode(argument)).filter(|_| argument != 0);
                numbers.ranks = Some(length).filter(|_| length != 0);
            }
            ArgumentMeaning::Range | ArgumentMeaning::Duplicate => {
                numbers.second_descriptor = outcome(length)
            }
            ArgumentMeaning::Size if class != Class::Seek => numbers.size = outcome(argument),
            ArgumentMeaning::Child => numbers.child = outcome(length),
            ArgumentMeaning::Request => numbers.request = Some(argument),
            ArgumentMeaning::Number => numbers.barrier = Some(argument),
            _ => {}
        }
        numbers
    }
}

/// Whether it has a length: the bytes that it moves, maps, locks or reserves.
fn has_length(call: Call, place: ArgumentMeaning, class: Class) -> bool {
    match place {
        // The number of bytes that `fscanf` consumes is not known.
        ArgumentMeaning::Sequential | ArgumentMeaning::Buffered => call != Call::Fscanf,
        ArgumentMeaning::At => call != Call::MpiSetView,
        ArgumentMeaning::SecondPath => class == Class::Transfer,
        ArgumentMeaning::Request => true,
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

    /// Distinct for distinct texts.
    pub(super) fn key(self) -> usize {
        match self {
            Self::Flags(flags) => usize::try_from(flags << 1).unwrap_or(usize::MAX),
            Self::Mode(mode) => usize::try_from(mode << 1 | 1).unwrap_or(usize::MAX),
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that a table cannot express: arrays of handles and statuses, callbacks, strings of limited
//! length, and state that outlives a call.

/// Functions emulated by hand on hosts that lack them: the function, the one that the host has instead, and
/// the wrapper. Defines a list of the first two, and a function that returns all three.
macro_rules! made_by_hand {
    ($list:ident $function:ident $($large:ident $small:ident $made:ident;)*) => {
        pub(crate) const $list: &[(usize, usize)] = &[$((index::$large, index::$small)),*];

        pub(crate) fn $function<P: Program, H: Host>() -> Vec<(usize, usize, *const ())> {
            vec![$((index::$large, index::$small, $made::<P, H> as *const ()),)*]
        }
    };
}

mod attached_buffers;
mod attributes;
mod binary_interface;
mod collectives;
mod completion;
mod datatypes;
mod error_handling;
mod events;
pub mod fortran_handles;
mod groups;
mod large_counts;
mod large_types;
mod missing;
mod narrowed;
mod operations;
mod processes;
mod program_side;
mod strings;
mod tools;

pub(crate) use attached_buffers::*;
pub(crate) use attributes::*;
pub(crate) use binary_interface::*;
pub(crate) use collectives::*;
pub(crate) use completion::*;
pub(crate) use datatypes::*;
pub(crate) use error_handling::*;
pub(crate) use events::*;
pub(crate) use fortran_handles::functions::*;
pub(crate) use groups::*;
pub(crate) use large_counts::{LARGE_BY_HAND, WIDE_ALREADY, large_by_hand};
pub(crate) use large_types::Counted;
pub use missing::{is_made_from_others, needs_host};
pub(crate) use missing::{lacks, missing, too_large, too_long};
pub(crate) use narrowed::{NARROWED_BY_HAND, narrowed_by_hand};
pub(crate) use operations::*;
pub(crate) use processes::*;
pub(crate) use program_side::*;
pub(crate) use strings::*;
pub(crate) use tools::*;

use crate::sides::{Host, Program};

pub(crate) fn prepare<P: Program, H: Host>() {
    missing::prepare::<P, H>();
}

/// The host's function of this name, with these arguments.
macro_rules! host {
    ($name:ident($($argument:ty),* $(,)?)) => {
        std::mem::transmute::<*const (), unsafe extern "C" fn($($argument),*) -> std::ffi::c_int>(
            $crate::host_library::function($crate::generated::functions::index::$name),
        )
    };
}
pub(crate) use host;

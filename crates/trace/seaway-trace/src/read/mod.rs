// SPDX-License-Identifier: MIT OR Apache-2.0
//! From bytes to records.

pub(crate) mod align;
pub(crate) mod assemble;
pub(crate) mod clock;
pub(crate) mod contents;
mod cursor;
pub(crate) mod events;
pub(crate) mod load;
pub(crate) mod records;
mod replay;
pub(crate) mod source;
pub(crate) mod strings;

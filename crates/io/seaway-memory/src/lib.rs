// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that is not a slice: MPI buffers, mapped files, windows shared by ranks.
//!
//! An MPI buffer is an address plus a datatype. Data may lie before the address, and the holes between data
//! may belong to other code, even to another thread that is writing them. A `&mut [u8]` over the whole would
//! claim too much. [`Source`] and [`Target`] claim only that the bytes between two bounds are mapped; the
//! code that copies (the kernels of `seaway-datatype`) touches only the bytes that the datatype names,
//! through raw pointers.
//!
//! This crate holds pointers and bounds, and no policy: it is the one place where raw memory turns into
//! values that safe code may pass on.

mod copy;
mod lent;
mod region;
mod spot;

pub use copy::copy_bytes;
pub use lent::{Lent, LentMut};
pub use region::{OutOfBounds, Source, Target};
pub use spot::Spot;

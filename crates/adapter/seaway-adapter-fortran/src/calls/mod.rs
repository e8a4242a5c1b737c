// SPDX-License-Identifier: MIT OR Apache-2.0
//! Functions that the table cannot express, or that differ between Fortran and C.

mod addresses;
mod attributes;
mod error_handlers;
mod generalized_requests;
mod information;
mod old_datatypes;
mod operations;
mod processes;
mod representations;
mod start;

pub use addresses::*;
pub use attributes::*;
pub use error_handlers::*;
pub use generalized_requests::*;
pub use information::*;
pub use old_datatypes::*;
pub use operations::*;
pub use processes::*;
pub use representations::*;
pub use start::*;

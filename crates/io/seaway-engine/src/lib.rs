// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI-IO without MPI: the whole I/O chapter of MPI-5.0 over any [`Device`](seaway_device_api::Device) and
//! any [`Communicator`].
//!
//! [`File`] is where to start. A call finds its place in the view (`view`, `pointers`), picks a way (`strategy`), and
//! goes it alone (`independent`) or together (`collective`). The engine never names a device and knows no MPI handle.
#![deny(unsafe_code)]

mod access_mode;
mod agreement;
mod atomicity;
mod buffer;
mod call;
mod calls;
mod collective;
mod communicator;
mod discipline;
mod element;
mod file;
mod hints;
mod independent;
mod loans;
mod memory_side;
mod pointers;
mod representation;
mod request;
mod settings;
mod status;
mod storage;
pub mod strategy;
mod streams;
mod transfer;
mod usage;
mod view;
mod words;

pub use access_mode::AccessMode;
pub use agreement::{agree, agree_on_arguments};
pub use buffer::{ReadBuffer, WriteBuffer};
pub use call::{Call, CallName};
pub use communicator::{Communicator, CounterWord, Exchange, Failed, Message, SharedCounter, SharedMemory};
pub use discipline::Discipline;
pub use element::Element;
pub use file::File;
pub use hints::{Choice, EngineHints, ExchangePath};
pub use loans::{Scope, scope};
pub use pointers::Whence;
pub use representation::{DataRepresentation, Representation, register_representation};
pub use request::Request;
pub use settings::ViewArguments;
pub use status::Status;
pub use usage::{AccessMethod, Latest, Usage};
pub use view::{DISPLACEMENT_CURRENT, View};

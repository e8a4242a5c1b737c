// SPDX-License-Identifier: MIT OR Apache-2.0
//! Connections between Seaway's processes: the [`Channel`] that bytes go through, the [`Secret`] that both ends prove, and
//! the [`Gate`] where those wait who have proved nothing yet. What is said is `seaway-proto`'s, and what it means is up to
//! devices and services.
#![forbid(unsafe_code)]

mod announcement;
mod authenticate;
mod channel;
mod frames;
mod gate;
mod private_file;
mod random;
mod relay;
mod secret;
#[cfg(feature = "tls")]
mod tls;

pub use announcement::{Announcement, MAX_LINE, secret_line, secret_of_line};
pub use authenticate::{authenticate, authenticate_for_any};
pub use channel::{Channel, prepare_line};
pub use frames::read_frame;
pub use gate::{Admission, Gate};
pub use random::{hexadecimal, random_bytes};
pub use relay::pass_relay;
pub use secret::{SECRET_BYTES, Secret};
#[cfg(feature = "tls")]
pub use tls::{Pin, TlsServer, accept_connection};

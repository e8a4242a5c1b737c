// SPDX-License-Identifier: MIT OR Apache-2.0
//! Connections between Seaway's processes: the [`Channel`] that carries bytes, the [`Secret`] that both ends
//! authenticate with, and the [`Gate`] that limits unauthenticated connections. `seaway-messages` defines the
//! messages; devices and services act on them.
#![forbid(unsafe_code)]

mod agent_socket;
mod announcement;
mod authenticate;
mod calls;
mod channel;
mod frames;
mod gate;
mod port;
mod private_file;
mod random;
mod records;
mod refusal;
mod relay;
mod running;
mod secret;
#[cfg(feature = "tls")]
mod tls;
mod words;

pub use agent_socket::{AgentListener, AgentSocket};
pub use announcement::{Announcement, MAX_LINE, Serves, SessionRequest, Wanted};
pub use authenticate::{Agreed, authenticate, authenticate_for_any};
pub use calls::{CallError, Calls};
pub use channel::{Channel, prepare_line};
pub use frames::read_frame;
pub use gate::{Admission, Gate};
pub use port::default_port;
pub use random::{hexadecimal, random_bytes};
pub use records::{IncomingRecords, RecordBuffer};
pub use relay::pass_relay;
pub use running::{Registration, RunningDaemon};
pub use secret::{SECRET_BYTES, Secret};
#[cfg(feature = "tls")]
pub use tls::{Pin, TlsServer, accept_connection};

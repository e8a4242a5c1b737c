// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two endpoints: in one process, in two, by each way, and with strangers at the door.

mod endpoint;
mod failures;
mod strangers;
mod trunks;
mod ways;

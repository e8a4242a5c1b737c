// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two endpoints: in one process, in two, with each copy method, and with clients that cannot authenticate.

mod copy_methods;
mod endpoint;
mod failures;
mod services;
mod strangers;
mod trunks;

use seaway_messages::MxnMessage;

/// Links are tested with the messages of streams.
type Link = crate::link::Link<MxnMessage>;
type LinkEvents = dyn crate::link::Events<MxnMessage>;

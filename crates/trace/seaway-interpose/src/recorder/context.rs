// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a report needs to know about the run besides its calls: the user, the batch job, and mounted file
//! systems.

use seaway_trace_format::{StringKind, mounts};

use super::settings::Settings;
use super::state::RecorderState;
use super::{scratch, strings};
use crate::system;

pub(super) fn describe(state: &RecorderState, settings: &Settings) {
    for (kind, text) in [(StringKind::User, settings.user), (StringKind::Job, settings.job)] {
        if !text.is_empty() {
            strings::add(state, kind as u16, settings.bytes(text));
        }
    }
    if settings.tells_mounts {
        describe_mounts(state);
    }
}

/// As many as fit into a path buffer, which is enough for hundreds.
fn describe_mounts(state: &RecorderState) {
    let Ok(descriptor) = system::open(c"/proc/self/mounts", libc::O_RDONLY | libc::O_CLOEXEC, 0) else {
        return;
    };
    scratch::with(state, |memory| {
        let (mut kept, mut end) = (0, 0);
        while let Some(room) = memory.get_mut(end..).filter(|room| !room.is_empty()) {
            match system::read(descriptor, room) {
                Ok(0) => break,
                Ok(length) => (kept, end) = mounts::keep(memory, kept, end + length),
                Err(libc::EINTR) => {}
                Err(_) => break,
            }
        }
        if kept > 0 {
            strings::add(state, StringKind::Mounts as u16, memory.get(..kept).unwrap_or_default());
        }
    });
    system::close(descriptor);
}

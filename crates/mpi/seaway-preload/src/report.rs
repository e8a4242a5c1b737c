// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output of `seaway run -v`: a few lines per file, when it is closed. Otherwise this library prints
//! nothing.

use std::fmt::Write as _;
use std::io::Write as _;

use seaway_engine::File;
use seaway_engine::strategy::Direction;

/// Rank 0 reports its own part.
pub(crate) fn at_close(file: &File) {
    if std::env::var_os("SEAWAY_VERBOSE").is_some() && file.communicator().rank() == 0 {
        // In one write: other ranks and the program print too. Errors are ignored: the stream may be closed.
        let _ = std::io::stderr().write_all(text(file).as_bytes());
    }
}

fn text(file: &File) -> String {
    let (name, ranks) = (file.name(), file.communicator().size());
    let plural = if ranks == 1 { "rank" } else { "ranks" };
    let mut text = format!("seaway: {} on device {}, {ranks} {plural}", name.path(), name.scheme());
    if let Some(stream) = file.device_file().stream() {
        // Writing to a String cannot fail.
        let _ = write!(text, ", {}", stream.transport());
    }
    text.push('\n');
    for usage in file.usage() {
        let verb = match usage.direction {
            Direction::Read => "read",
            Direction::Write => "written",
        };
        let calls = if usage.calls == 1 { "call" } else { "calls" };
        let _ = writeln!(
            text,
            "seaway:   rank 0: {} bytes {verb} in {} {calls}: {}",
            usage.bytes, usage.calls, usage.method
        );
    }
    text
}

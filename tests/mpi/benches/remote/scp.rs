// SPDX-License-Identifier: MIT OR Apache-2.0
//! `scp` of the same bytes, as a baseline.

use std::fs;
use std::path::Path;
use std::time::Instant;

use mpi_tests::folder_in_memory;
use seaway_testkit::Node;

use crate::sshd::Sshd;

/// Seconds to copy `bytes` bytes from one host to the other; `None` if there is no sshd.
pub(crate) fn copy(from: &Node, to: &Node, bytes: usize) -> Option<f64> {
    let sshd = Sshd::start(to, Path::new("/usr/bin"))?;
    let folder = folder_in_memory();
    let source = folder.path().join("source");
    fs::write(&source, vec![0x5a; bytes]).ok()?;
    let mut command = from.command("scp");
    command.arg("-q").args(sshd.client_options()).arg(&source);
    command.arg(format!("root@{}:{}", to.address(), folder.path().join("target").display()));
    let start = Instant::now();
    let output = command.output().ok()?;
    let seconds = start.elapsed().as_secs_f64();
    if !output.status.success() {
        println!("scp failed: {}", String::from_utf8_lossy(&output.stderr));
        return None;
    }
    Some(seconds)
}

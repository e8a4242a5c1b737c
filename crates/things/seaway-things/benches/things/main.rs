// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things beside memcpy, `pread`, a raw socket and Redis, by turns in one run: on their own node, across network namespaces,
//! over a link of 1 Gbit/s; and many processes that create one name. Parts are chosen by words of the command line.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench says what it expects, and what it has measured"
)]
#![allow(clippy::cast_precision_loss, reason = "shown with three digits")]

#[path = "../../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;
#[path = "../../../../../tests/mpi/benches/mpiio/bars.rs"]
mod bars;
mod local;
mod names;
mod network;
mod parts;
mod raw_socket;
mod redis;
mod times;

use std::env;
use std::process::ExitCode;

use bars::Bars;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).filter(|word| word != "--bench").collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(code) = parts::play(&words) {
        return code;
    }
    let wants = |part: &str| words.is_empty() || words.contains(&part);
    let mut bars = Bars::default();
    if wants("local") {
        local::run(&mut bars);
    }
    if wants("network") {
        network::run_latency(&mut bars);
    }
    if wants("link") {
        network::run_bulk(&mut bars);
    }
    if wants("names") {
        names::run(&mut bars);
    }
    bars.conclude()
}

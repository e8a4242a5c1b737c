// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large steps on one host: beside one copy through shared memory by as many processes, and beside MPI_Send between two
//! ranks of one job, of the better of two MPIs.

use std::path::PathBuf;
use std::process::Command;

use mpi_tests::{Installation, Launch};

use crate::bars::{Bars, Limit};
use crate::pair::{self, Numbers, Task};
use crate::sample::Sample;
use crate::{Plan, SHAPES, rounds};

const STEP_BYTES: usize = 64 << 20;
const STEPS: usize = 40;

/// Of one copy through shared memory.
const OF_A_COPY: f64 = 0.8;

struct Row {
    shape: (usize, usize),
    stream: Sample,
    copy: Sample,
    send: Sample,
    /// Of the stream to its peers, round by round.
    to_copy: Sample,
    to_send: Sample,
}

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let name = |(writers, readers): (usize, usize)| format!("bulk.64MB.{writers}x{readers}");
    let wanted: Vec<_> = SHAPES.into_iter().filter(|&shape| plan.wants(&name(shape))).collect();
    if wanted.is_empty() {
        return;
    }
    println!("\nSteps of 64 MiB on one host, GB/s: median (quartiles)");
    let copies = compile_copies();
    for shape in wanted {
        let mut row = Row::new(shape);
        rounds::measure(plan.rounds, &mut row, |row| row.run_round(&copies), Row::is_content);
        let Row { stream, copy, send, to_copy, to_send, .. } = &row;
        let id = name(shape);
        println!("{id:20} stream {stream}, one copy {copy}, MPI_Send {send}");
        println!("{:20} to a copy {to_copy}, to MPI_Send {to_send}", "");
        bars.record(format!("{id}.copy"), to_copy.median(), Limit::AtLeast(OF_A_COPY));
        bars.record(format!("{id}.send"), to_send.median(), Limit::AtLeast(1.0));
    }
}

impl Row {
    fn new(shape: (usize, usize)) -> Self {
        let [stream, copy, send, to_copy, to_send] = [(); 5].map(|()| Sample::default());
        Self { shape, stream, copy, send, to_copy, to_send }
    }

    fn is_content(&self) -> bool {
        self.to_copy.median() >= OF_A_COPY && self.to_send.median() >= 1.0
    }

    fn run_round(&mut self, copies: &PathBuf) {
        let task = Task { name: "stream", count: STEPS, step_bytes: STEP_BYTES };
        // The readers have the last byte when the time ends; what failed counts as nothing.
        let stream = task.run(self.shape).map_or(0.0, |(_, reader)| rate(&reader));
        let copy = copy_rate(copies, self.shape);
        let send = ["debian-openmpi", "debian-mpich"].into_iter().map(send_rate).fold(0.0, f64::max);
        self.stream.push(stream);
        self.copy.push(copy);
        self.send.push(send);
        self.to_copy.push(stream / copy);
        self.to_send.push(stream / send);
    }
}

fn compile_copies() -> PathBuf {
    // Any compiler will do; the wrapper's is there.
    Installation::named(pair::MPI).compile_c("mxn/copies.c", &["-O2", "-pthread"])
}

fn copy_rate(program: &PathBuf, (writers, readers): (usize, usize)) -> f64 {
    let words = [writers, readers, STEPS, STEP_BYTES].map(|word| word.to_string());
    let output = Command::new(program).args(words).output().expect("a program can be started");
    rate(&pair::read_numbers(&String::from_utf8_lossy(&output.stdout)))
}

fn send_rate(mpi: &str) -> f64 {
    let installation = Installation::named(mpi);
    let program = installation.compile_c("mxn/send.c", &["-O2"]);
    let words = [STEPS, STEP_BYTES].map(|word| word.to_string());
    let launch = Launch::new(&installation, program).ranks(2).arguments(words);
    pair::run(&launch).map_or(0.0, |numbers| rate(&numbers))
}

/// In GB/s, of all steps.
fn rate(numbers: &Numbers) -> f64 {
    let Some([start, end]) = numbers.get("stream").map(Vec::as_slice) else { return 0.0 };
    (STEPS * STEP_BYTES) as f64 / (end - start) / 1e9
}

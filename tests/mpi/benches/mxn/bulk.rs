// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large steps on one host, from the first write of a new stream to the last read, under Open MPI 5 and with
//! the readers started first: beside one copy through shared memory by as many processes whose buffers are as
//! fresh, and beside MPI_Send between two ranks of one job with such buffers, of the better of two MPIs.
//!
//! Readers have not touched their memory before. `again` uses one buffer for all steps, `fresh` another one
//! for each step. That one copy comes out of memory that the processes share, which a program's buffers are
//! not. What is left if the kernel copies from the memory of one process to that of another is shown beside
//! it, for buffers as they are and for buffers that are made large pages before the second step: the least
//! that any library can need without copying twice.

use std::path::PathBuf;
use std::process::Command;

use mpi_tests::{Installation, Launch};

use crate::bars::{Bars, Limit};
use crate::pair::{self, Numbers, Task};
use crate::sample::Sample;
use crate::{Plan, SHAPES, rounds};

const STEP_BYTES: usize = 64 << 20;
const STEPS: usize = 20;
const MPI: &str = "openmpi";

/// Required share of one copy through shared memory, by shape.
const OF_A_COPY: [f64; 2] = [0.9, 0.8];

struct Row {
    shape: (usize, usize),
    /// `again` or `fresh`.
    buffers: &'static str,
    of_a_copy: f64,
    stream: Sample,
    copy: Sample,
    /// The same copy out of the writers' own memory, by the kernel.
    taken: Sample,
    taken_large: Sample,
    send: Sample,
    /// Ratios of the stream to its baselines, round by round.
    to_copy: Sample,
    to_send: Sample,
}

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let rows = ["again", "fresh"].into_iter().flat_map(|buffers| {
        SHAPES.into_iter().zip(OF_A_COPY).map(move |(shape, of_a_copy)| Row::new(shape, buffers, of_a_copy))
    });
    let wanted: Vec<Row> = rows.filter(|row| plan.wants(&row.id())).collect();
    if wanted.is_empty() {
        return;
    }
    println!("\n{STEPS} steps of 64 MiB on one host, from the first on, GB/s: median (quartiles)");
    let copies = compile_copies();
    for mut row in wanted {
        rounds::measure(plan.rounds, &mut row, |row| row.run_round(&copies), Row::is_content);
        let Row { stream, copy, taken, taken_large, send, to_copy, to_send, .. } = &row;
        let id = row.id();
        println!("{id:24} stream {stream}, one copy {copy}, MPI_Send {send}");
        println!("{:24} to a copy {to_copy}, to MPI_Send {to_send}", "");
        println!("{:24} the kernel alone {taken}, from large pages {taken_large}", "");
        bars.record(format!("{id}.copy"), to_copy.median(), Limit::AtLeast(row.of_a_copy));
        bars.record(format!("{id}.send"), to_send.median(), Limit::AtLeast(1.0));
    }
}

impl Row {
    fn new(shape: (usize, usize), buffers: &'static str, of_a_copy: f64) -> Self {
        let [stream, copy, taken, taken_large, send, to_copy, to_send] = [(); 7].map(|()| Sample::default());
        Self { shape, buffers, of_a_copy, stream, copy, taken, taken_large, send, to_copy, to_send }
    }

    fn id(&self) -> String {
        format!("bulk.64MB.{}.{}x{}", self.buffers, self.shape.0, self.shape.1)
    }

    fn is_content(&self) -> bool {
        self.to_copy.median() >= self.of_a_copy && self.to_send.median() >= 1.0
    }

    fn run_round(&mut self, copies: &PathBuf) {
        let task = Task { name: self.buffers, count: STEPS, step_bytes: STEP_BYTES };
        // The readers have the last byte when the time ends; a failure counts as zero.
        let stream =
            task.run_readers_first(MPI, self.shape).map_or(0.0, |(writer, reader)| rate(&writer, &reader));
        let copy = self.copy_rate(copies, "shared");
        let send = ["debian-openmpi", "debian-mpich"]
            .into_iter()
            .map(|mpi| send_rate(mpi, self.buffers))
            .fold(0.0, f64::max);
        self.stream.push(stream);
        self.copy.push(copy);
        self.taken.push(self.copy_rate(copies, "private"));
        self.taken_large.push(self.copy_rate(copies, "collapsed"));
        self.send.push(send);
        self.to_copy.push(stream / copy);
        self.to_send.push(stream / send);
    }

    fn copy_rate(&self, program: &PathBuf, memory: &str) -> f64 {
        let [writers, readers, steps, bytes] =
            [self.shape.0, self.shape.1, STEPS, STEP_BYTES].map(|word| word.to_string());
        let mut command = Command::new(program);
        command.args([&writers, &readers, self.buffers, &steps, &bytes, memory]);
        let output = command.output().expect("a program can be started");
        let numbers = pair::read_numbers(&String::from_utf8_lossy(&output.stdout));
        rate(&numbers, &numbers)
    }
}

fn compile_copies() -> PathBuf {
    // Any compiler will do; the wrapper's is available.
    Installation::named(pair::MPI).compile_c("mxn/copies.c", &["-O2", "-pthread"])
}

fn send_rate(mpi: &str, buffers: &str) -> f64 {
    let installation = Installation::named(mpi);
    let program = installation.compile_c("mxn/send.c", &["-O2"]);
    let words = [STEPS, STEP_BYTES].map(|word| word.to_string());
    let launch = Launch::new(&installation, program).ranks(2).argument(buffers).arguments(words);
    pair::run(&launch).map_or(0.0, |numbers| rate(&numbers, &numbers))
}

/// In GB/s, of all steps, from when writers began to when readers were done.
fn rate(writer: &Numbers, reader: &Numbers) -> f64 {
    let time = |numbers: &Numbers, name: &str| numbers.get(name)?.first().copied();
    let Some((begun, done)) = time(writer, "begun").zip(time(reader, "done")) else { return 0.0 };
    (STEPS * STEP_BYTES) as f64 / (done - begun) / 1e9
}

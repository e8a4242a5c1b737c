// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the two programs of a stream concurrently, and reads the numbers that they print.

use std::collections::HashMap;
use std::ffi::OsString;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use mpi_tests::{Installation, Launch, folder_in_memory};

/// Far more than any row needs.
const HANGS: Duration = Duration::from_secs(240);

pub(crate) const MPI: &str = "debian-openmpi";

/// How often a file that is about to come is looked for.
const LOOK: Duration = Duration::from_millis(10);

/// Makes the names of streams unique.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Numbers by the first word of their line.
pub(crate) type Numbers = HashMap<String, Vec<f64>>;

/// A task of `programs/mxn/flow.c`.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) count: usize,
    pub(crate) step_bytes: usize,
}

impl Task {
    /// The output of writers and readers; `None`, after printing the reason, if one of them fails.
    pub(crate) fn run(&self, (writers, readers): (usize, usize)) -> Option<(Numbers, Numbers)> {
        let stream = new_stream();
        thread::scope(|scope| {
            let writer = scope.spawn(|| run(&self.launch(MPI, "write", writers, &stream)));
            let reader = run(&self.launch(MPI, "read", readers, &stream));
            Some((writer.join().ok()??, reader?))
        })
    }

    /// The same, but the writers are started when the readers are about to open the stream.
    pub(crate) fn run_readers_first(
        &self,
        mpi: &str,
        (writers, readers): (usize, usize),
    ) -> Option<(Numbers, Numbers)> {
        let stream = new_stream();
        let folder = folder_in_memory();
        let ready = folder.path().join("ready");
        let mut argument = OsString::from("ready=");
        argument.push(&ready);
        thread::scope(|scope| {
            let readers = self.launch(mpi, "read", readers, &stream).argument(argument);
            let reader = scope.spawn(move || run(&readers));
            while !ready.exists() && !reader.is_finished() {
                thread::sleep(LOOK);
            }
            let writer = run(&self.launch(mpi, "write", writers, &stream));
            Some((writer?, reader.join().ok()??))
        })
    }

    fn launch(&self, mpi: &str, part: &str, ranks: usize, stream: &str) -> Launch {
        let installation = Installation::named(mpi);
        let program = installation.compile_c("mxn/flow.c", &["-O2"]);
        Launch::new(&installation, program)
            .ranks(ranks)
            .seaway()
            .arguments([part, stream, self.name])
            .arguments([self.count.to_string(), self.step_bytes.to_string()])
    }
}

fn new_stream() -> String {
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("mxn:bench-{}-{number}", std::process::id())
}

/// The numbers that a program prints; `None`, after printing the reason, if it fails.
pub(crate) fn run(launch: &Launch) -> Option<Numbers> {
    let launch = launch.clone().limit(HANGS);
    // One that hangs must not stop the others.
    let output = catch_unwind(AssertUnwindSafe(|| launch.run())).ok()?;
    if !output.status.success() {
        println!("failed: {output}");
        return None;
    }
    Some(read_numbers(&output.stdout))
}

pub(crate) fn read_numbers(text: &str) -> Numbers {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let name = words.next()?.to_owned();
        let numbers: Result<Vec<f64>, _> = words.map(str::parse).collect();
        Some((name, numbers.ok()?))
    };
    text.lines().filter_map(line).collect()
}

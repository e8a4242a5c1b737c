// SPDX-License-Identifier: MIT OR Apache-2.0
//! Runs the two programs of a stream at the same time, and reads the lines of numbers that they print.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use mpi_tests::{Installation, Launch};

/// Far more than any row needs.
const HANGS: Duration = Duration::from_secs(240);

pub(crate) const MPI: &str = "debian-openmpi";

/// Makes the names of streams differ.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Numbers by the word at the beginning of their line.
pub(crate) type Numbers = HashMap<String, Vec<f64>>;

/// A task of `programs/mxn/flow.c`.
pub(crate) struct Task {
    pub(crate) name: &'static str,
    pub(crate) count: usize,
    pub(crate) step_bytes: usize,
}

impl Task {
    /// What writers and readers print; nothing if one of them fails, and a line that says so.
    pub(crate) fn run(&self, (writers, readers): (usize, usize)) -> Option<(Numbers, Numbers)> {
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let stream = format!("mxn:bench-{}-{number}", std::process::id());
        thread::scope(|scope| {
            let writer = scope.spawn(|| self.launch("write", writers, &stream));
            let reader = self.launch("read", readers, &stream);
            Some((writer.join().ok()??, reader?))
        })
    }

    fn launch(&self, part: &str, ranks: usize, stream: &str) -> Option<Numbers> {
        let installation = Installation::named(MPI);
        let program = installation.compile_c("mxn/flow.c", &["-O2"]);
        let launch = Launch::new(&installation, program)
            .ranks(ranks)
            .seaway()
            .arguments([part, stream, self.name])
            .arguments([self.count.to_string(), self.step_bytes.to_string()]);
        run(&launch)
    }
}

/// The numbers that a program prints; nothing if it fails, and a line that says so.
pub(crate) fn run(launch: &Launch) -> Option<Numbers> {
    let launch = launch.clone().limit(HANGS);
    // One that hangs must not end the others.
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

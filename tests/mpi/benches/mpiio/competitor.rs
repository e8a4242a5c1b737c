// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Competitor`]: one MPI, stock or with libseaway, that runs a program and reports its times.

use std::ffi::OsString;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::time::Duration;

use mpi_tests::{Installation, Launch};

use crate::times::{Times, read_times};

/// Far more than the slowest baseline needs.
const HANGS: Duration = Duration::from_secs(240);

#[derive(Debug, Clone)]
pub(crate) struct Competitor {
    pub(crate) role: Role,
    /// Its name in rows.
    pub(crate) name: &'static str,
    installation: Installation,
    /// Selects one of the MPI's implementations of MPI-IO.
    variable: Option<(&'static str, &'static str)>,
}

/// The role of a competitor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// With libseaway: has a bar.
    Ours,
    /// The MPI's own MPI-IO; also the baseline for Seaway on the same MPI.
    Own,
    /// Another stock MPI-IO, which may be the fastest.
    Other,
    /// No MPI-IO: `new_pages.c`, which stores the bytes of a new file as fast as the kernel provides pages.
    NewPages,
}

impl Competitor {
    pub(crate) fn new(role: Role, name: &'static str, installation: &str) -> Self {
        Self { role, name, installation: Installation::named(installation), variable: None }
    }

    #[must_use]
    pub(crate) fn variable(self, name: &'static str, value: &'static str) -> Self {
        Self { variable: Some((name, value)), ..self }
    }

    /// Which MPI it is, to compare it with its own MPI-IO.
    pub(crate) fn installation(&self) -> &'static str {
        self.installation.name
    }

    /// The program that it runs where the others run `source`.
    pub(crate) fn compile(&self, source: &str, extra: &[&str]) -> PathBuf {
        let source = if self.role == Role::NewPages { "new_pages.c" } else { source };
        let extra = [&["-O2"], extra].concat();
        self.installation.compile_c(Path::new("bench").join(source), &extra)
    }

    /// The times of the cases that `program` finished, and its error message if it did not finish all.
    pub(crate) fn run(
        &self,
        program: &Path,
        ranks: usize,
        arguments: Vec<OsString>,
    ) -> (Times, Option<String>) {
        let launch = Launch::new(&self.installation, program).ranks(ranks).limit(HANGS);
        let mut launch = launch.preload(self.role == Role::Ours).arguments(arguments);
        if let Some((name, value)) = self.variable {
            launch = launch.environment(name, value);
        }
        // A competitor that hangs must not stop the others.
        match panic::catch_unwind(AssertUnwindSafe(|| launch.run())) {
            Ok(output) => {
                let complaint = (!output.status.success()).then(|| last_lines(&output.stderr));
                (read_times(&output.stdout), complaint)
            }
            Err(_) => (Times::new(), Some("it hangs".to_owned())),
        }
    }
}

fn last_lines(text: &str) -> String {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(4)..].join(" | ")
}

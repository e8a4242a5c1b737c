// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace info`: what a trace contains, and what it lacks.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;
use seaway_trace::calendar::Moment;
use seaway_trace::export::printable;
use seaway_trace::{Call, Class, Layer, Process, Trace, reaches_c_library};

use crate::quantity::{bytes, seconds};
use crate::report::Report;

/// How many programs are shown individually.
const SHOWN: usize = 40;

/// List the processes of a trace, the number of calls, and what was not recorded
#[derive(Debug, Args)]
pub(crate) struct Info {
    /// The trace; several are combined
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,
}

#[derive(Debug, Default, Clone)]
struct Counts {
    calls: u64,
    bytes_read: u64,
    bytes_written: u64,
    /// Recording from outside sees no bytes.
    knows_bytes: bool,
    unfinished: u64,
    unknown: u64,
    counted: u64,
    end: u64,
    failure: Option<String>,
}

impl Info {
    pub(super) fn run(&self) -> Result<()> {
        let trace = Trace::open_all(&self.traces)?;
        let counts = trace.map_processes(|process| count(&trace, process));
        let mut report = Report::new();
        let all = counts.iter().fold(Counts::default(), |sum, one| sum.with(one));
        let title = self.traces.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ");
        report.heading("Trace", title);
        let programs = trace.processes().len();
        let processes = trace.processes().iter().map(|process| (&process.host, process.id));
        let processes = processes.collect::<HashSet<_>>().len();
        report.row("processes", processes);
        if programs > processes {
            report.row("programs", format!("{programs}: a process starts another program by exec"));
        }
        describe(&mut report, &trace, all.end);
        report.row("files", trace.file_count());
        report.row("time", seconds(Duration::from_nanos(all.end)));
        all.rows(&mut report);
        for (process, counts) in trace.processes().iter().zip(&counts).take(SHOWN) {
            show(&mut report, process, counts);
        }
        if programs > SHOWN {
            report.heading("And", format!("{} more programs", programs - SHOWN));
        }
        sentences(&mut report, "Not seen", trace.unseen());
        sentences(&mut report, "Notes", trace.notes());
        report.print(&mut io::stdout().lock())?;
        Ok(())
    }
}

/// When it ran, who ran it, and in which job.
fn describe(report: &mut Report, trace: &Trace, end: u64) {
    let began = trace.began_real_nanoseconds();
    if began > 0 {
        let moment = |nanoseconds: u64| Moment::of(nanoseconds / 1_000_000_000);
        report.row("began", moment(began));
        report.row("ended", moment(began.saturating_add(end)));
    }
    if let Some(user) = trace.processes().iter().find_map(|process| process.user.as_ref()) {
        report.row("user", printable(user.as_bytes()));
    }
    if let Some(job) = trace.processes().iter().find_map(|process| process.job.as_ref()) {
        report.row("job", printable(format!("{} ({})", job.number, job.variable).as_bytes()));
    }
}

fn count(trace: &Trace, process: &Process) -> Counts {
    let mut counts = Counts {
        counted: process.counters.iter().map(|row| row.calls).sum(),
        knows_bytes: process.knows_outcomes(),
        ..Counts::default()
    };
    let mut records = match process.records() {
        Ok(records) => records,
        Err(error) => return Counts { failure: Some(error.to_string()), ..counts },
    };
    for record in records.by_ref() {
        counts.calls += 1;
        // An exec that returns has failed.
        counts.unfinished += u64::from(record.duration.is_none() && record.call != Call::Exec);
        counts.end = counts.end.max(record.end());
        let info = record.call.info();
        // What MPI and devices move of files goes through the C library as well.
        let counts_bytes = match info.layer {
            Layer::Posix | Layer::Stdio => true,
            Layer::Device => record.file.is_some_and(|file| !reaches_c_library(trace.file_name(file))),
            Layer::MpiIo | Layer::Trace => false,
        };
        let moved = if counts_bytes { record.bytes() } else { 0 };
        match info.class {
            Class::Read => counts.bytes_read = counts.bytes_read.saturating_add(moved),
            Class::Write => counts.bytes_written = counts.bytes_written.saturating_add(moved),
            Class::Transfer => {
                counts.bytes_read = counts.bytes_read.saturating_add(moved);
                counts.bytes_written = counts.bytes_written.saturating_add(moved);
            }
            _ => {}
        }
    }
    counts.unknown = records.unknown_calls();
    counts.failure = records.failure().map(ToString::to_string);
    counts
}

impl Counts {
    fn with(self, other: &Self) -> Self {
        Self {
            calls: self.calls + other.calls,
            bytes_read: self.bytes_read.saturating_add(other.bytes_read),
            bytes_written: self.bytes_written.saturating_add(other.bytes_written),
            knows_bytes: self.knows_bytes || other.knows_bytes,
            unfinished: self.unfinished + other.unfinished,
            unknown: self.unknown + other.unknown,
            counted: self.counted.saturating_add(other.counted),
            end: self.end.max(other.end),
            failure: None,
        }
    }

    fn rows(&self, report: &mut Report) {
        report.row("calls", self.calls);
        let known = |amount| if self.knows_bytes { bytes(amount) } else { "not known".to_owned() };
        report.row("read", known(self.bytes_read));
        report.row("written", known(self.bytes_written));
        if self.unfinished > 0 {
            report.row("not returned", format!("{} calls", self.unfinished));
        }
        if self.counted > 0 {
            report.row("only counted", format!("{} calls: the quota was full", self.counted));
        }
        if self.unknown > 0 {
            report.row(
                "not known",
                format!("{} events of kinds that this version does not know", self.unknown),
            );
        }
    }
}

fn show(report: &mut Report, process: &Process, counts: &Counts) {
    report.heading(&process.title(), format!("{} on {}, pid {}", process.program, process.host, process.id));
    if !process.arguments.is_empty() {
        report.sentence("command", printable(process.arguments.join(" ").as_bytes()));
    }
    report.row("began", seconds(Duration::from_nanos(process.began)));
    report.row("threads", process.threads().len());
    counts.rows(report);
    if let Some(failure) = &counts.failure {
        report.sentence("damaged", failure);
    }
}

fn sentences(report: &mut Report, title: &str, sentences: &[String]) {
    if sentences.is_empty() {
        return;
    }
    report.heading(title, "");
    sentences.iter().for_each(|sentence| report.sentence("", sentence));
}

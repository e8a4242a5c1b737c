// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a trace to figures: the rows of the time line, and one pass over all processes on all cores.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::analysis::{Access, CallFigures, Nature, Outcome, Pass, ProcessFacts, TimeBins};
use super::figures::{About, Figures};
use super::overview::{self, MountRow};
use super::printable::printable;
use super::quantity::counted;
use crate::mounts::{self, Mount};
use crate::read::contents::Block;
use crate::{Call, FileId, Process, Record, Records, TextId, Trace};

/// Up to this many processes without a rank have rows of their own; more are grouped by program.
const MOST_PROCESSES: usize = 64;

/// Programs that have a row of their own.
const MOST_PROGRAMS: usize = 255;

/// Sentences of one kind that are shown; of more, only their number.
const MOST_SENTENCES: usize = 100;

/// `nature` returns what a name refers to.
pub(super) fn gather(trace: &Trace, nature: impl Fn(&[u8]) -> Nature) -> Figures {
    let processes = trace.processes();
    let lanes = Lanes::of(processes);
    let ends = trace.map_processes(end_of);
    let begin = processes.iter().map(|process| process.began).min().unwrap_or(0);
    let end = ends.iter().copied().max().unwrap_or(0).max(begin);
    let bins = TimeBins::new(begin, end);
    let natures: Vec<Nature> = trace.file_names().iter().map(|name| nature(name)).collect();
    let (mut outcome, notes) = pass_over(trace, &lanes, &ends, bins, &natures);
    for (process, lane) in processes.iter().zip(&lanes.of_process) {
        for counters in &process.counters {
            let counted = CallFigures {
                calls: counters.calls,
                failures: counters.failures,
                bytes: counters.bytes,
                time: counters.duration,
                longest: 0,
            };
            let file = counters.file.map(file_number).map(|file| (file, natures[file as usize]));
            outcome.add_counted(*lane, file, counters.call, counted);
        }
    }
    let about = about(trace, &lanes, &outcome, notes, end);
    let mounts = mounts(trace, &lanes, &outcome);
    let text = |text: TextId| printable(trace.text(text));
    let name = |file: u32| printable(trace.file_names().get(file as usize).map_or(b"?", |name| name));
    let mut figures = Figures::new(about, bins, end - begin, lanes.names, outcome, &name, &text);
    figures.mounts = mounts;
    figures
}

/// Rows of the time line.
struct Lanes {
    names: Vec<(String, Option<u32>)>,
    of_process: Vec<u32>,
}

impl Lanes {
    fn of(processes: &[Process]) -> Self {
        let without_rank = processes.iter().filter(|process| process.rank.is_none()).count();
        let title = |process: &Process| match process.rank {
            None if without_rank > MOST_PROCESSES => format!("{} (all of them)", program_name(process)),
            _ => process.title(),
        };
        // Ranks first, then others in the order in which they began.
        let mut rows: BTreeMap<(bool, u32, u64, String), Vec<usize>> = BTreeMap::new();
        for (index, process) in processes.iter().enumerate() {
            let began =
                if process.rank.is_some() || without_rank > MOST_PROCESSES { 0 } else { process.began };
            let key = (process.rank.is_none(), process.rank.unwrap_or(0), began, title(process));
            rows.entry(key).or_default().push(index);
        }
        let ranks = rows.keys().filter(|(without_rank, ..)| !without_rank).count();
        let mut lanes = Self { names: Vec::new(), of_process: vec![0; processes.len()] };
        for ((without_rank, rank, _, name), members) in rows {
            if lanes.names.len() < ranks + MOST_PROGRAMS {
                lanes.names.push((printable(name.as_bytes()), (!without_rank).then_some(rank)));
            } else if lanes.names.len() == ranks + MOST_PROGRAMS {
                lanes.names.push(("other programs".to_owned(), None));
            }
            let lane = u32::try_from(lanes.names.len() - 1).unwrap_or(0);
            members.into_iter().for_each(|process| lanes.of_process[process] = lane);
        }
        lanes
    }
}

fn program_name(process: &Process) -> String {
    let name = Path::new(&process.program).file_name();
    name.map_or("?".into(), |name| name.to_string_lossy()).into_owned()
}

/// The last known time of a process: in the last block of each thread.
fn end_of(process: &Process) -> u64 {
    let Ok(reader) = process.source.open() else { return process.began };
    let mut last: BTreeMap<u32, Block> = BTreeMap::new();
    for block in &process.blocks {
        let of_thread = last.entry(block.thread).or_insert(*block);
        if block.began.ticks >= of_thread.began.ticks {
            *of_thread = *block;
        }
    }
    let last: Vec<Block> = last.into_values().collect();
    let records = Records::new(reader, &last, process.line, process.clock_shift, &process.numbers);
    records.fold(process.began, |end, record| end.max(record.end()))
}

/// Adds to the notes what could not be read.
fn pass_over(
    trace: &Trace,
    lanes: &Lanes,
    ends: &[u64],
    bins: TimeBins,
    natures: &[Nature],
) -> (Outcome, Vec<String>) {
    let processes = trace.processes();
    let mut order: Vec<usize> = (0..processes.len()).collect();
    order.sort_by_key(|index| Reverse(processes[*index].event_room()));
    let next = AtomicUsize::new(0);
    let work = || {
        let mut pass = Pass::new(bins, lanes.names.len(), natures);
        let mut notes = Vec::new();
        while let Some(index) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let process = &processes[*index];
            let facts = ProcessFacts {
                lane: lanes.of_process[*index],
                number: u32::try_from(*index).unwrap_or(u32::MAX),
                began: process.began,
                ended: ends[*index],
                knows_outcomes: process.knows_outcomes(),
            };
            look_at(process, &facts, &mut pass, &mut notes);
        }
        (pass.outcome(), notes)
    };
    let mut outcome = Outcome::new(lanes.names.len());
    let mut notes = Vec::new();
    thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from).clamp(1, processes.len().max(1));
        let others: Vec<_> = (1..cores).map(|_| scope.spawn(work)).collect();
        let mine = work();
        let theirs = others.into_iter().map(|other| other.join().expect("passes do not panic"));
        for (found, noted) in [mine].into_iter().chain(theirs) {
            outcome.merge(found);
            notes.extend(noted);
        }
    });
    (outcome, notes)
}

fn look_at(process: &Process, facts: &ProcessFacts, pass: &mut Pass<'_>, notes: &mut Vec<String>) {
    let mut records = match process.records() {
        Ok(records) => records,
        Err(error) => {
            notes.push(format!("{error}: {} is omitted", process.title()));
            return;
        }
    };
    let mut threads = Threads::default();
    pass.process(facts, records.by_ref().map(|record| access(&record, &mut threads)));
    if let Some(error) = records.failure() {
        notes.push(format!("{} is incomplete: {error}", process.title()));
    }
    if records.unknown_calls() > 0 {
        let events = counted(records.unknown_calls(), "event");
        notes.push(format!(
            "{}: {events} of calls that this version of seaway does not know",
            process.title()
        ));
    }
}

/// Threads of a process, numbered from 0.
#[derive(Default)]
struct Threads {
    ids: Vec<u32>,
    last: usize,
}

impl Threads {
    #[inline]
    fn number(&mut self, id: u32) -> u32 {
        if self.ids.get(self.last) != Some(&id) {
            self.last = self.ids.iter().position(|known| *known == id).unwrap_or_else(|| {
                self.ids.push(id);
                self.ids.len() - 1
            });
        }
        u32::try_from(self.last).unwrap_or(u32::MAX)
    }
}

#[inline]
fn access(record: &Record, threads: &mut Threads) -> Access {
    let (strategy, device) = record.detail.map_or((None, None), |detail| (detail.strategy, detail.device));
    Access {
        start: record.start,
        duration: record.duration,
        call: record.call,
        error: record.error,
        file: record.file.map(file_number),
        second: record.second.map(file_number),
        offset: record.offset,
        // The requested length is not what was moved.
        length: if record.duration.is_some() { record.length } else { 0 },
        thread: threads.number(record.thread),
        strategy,
        device,
    }
}

fn file_number(file: FileId) -> u32 {
    u32::try_from(file.index()).unwrap_or(u32::MAX)
}

/// Totals by file system. Lanes may be on hosts with different ones.
fn mounts(trace: &Trace, lanes: &Lanes, outcome: &Outcome) -> Vec<MountRow> {
    let processes = trace.processes();
    let mut of_hosts: BTreeMap<&str, Vec<Mount>> = BTreeMap::new();
    for process in processes {
        of_hosts.entry(&process.host).or_insert_with(|| mounts::of_host(processes, process));
    }
    let mut of_lanes: Vec<&[Mount]> = vec![&[]; lanes.names.len()];
    for (process, lane) in processes.iter().zip(&lanes.of_process) {
        of_lanes[*lane as usize] = &of_hosts[process.host.as_str()];
    }
    let name = |file: u32| trace.file_names().get(file as usize).map_or(&b"?"[..], |name| name);
    overview::mounts(outcome, &of_lanes, name)
}

fn about(trace: &Trace, lanes: &Lanes, outcome: &Outcome, more_notes: Vec<String>, end: u64) -> About {
    let processes = trace.processes();
    let moment = |time: u64| match trace.began_real_nanoseconds() {
        0 => 0,
        began => began.saturating_add(time),
    };
    let first = processes.iter().find(|process| process.rank.is_some()).or(processes.first());
    let mut hosts: Vec<String> = processes.iter().map(|process| process.host.clone()).collect();
    hosts.sort_unstable();
    hosts.dedup();
    let mut full: Vec<String> = processes
        .iter()
        .zip(&lanes.of_process)
        .filter(|(process, _)| process.is_full())
        .map(|(_, lane)| lanes.names[*lane as usize].0.clone())
        .collect();
    full.dedup();
    About {
        program: first.map(|process| printable(program_name(process).as_bytes())).unwrap_or_default(),
        command: first.map(command_line).unwrap_or_default(),
        launcher: launcher(processes).map(command_line).unwrap_or_default(),
        began: moment(0),
        ended: moment(end),
        user: first
            .and_then(|process| process.user.as_ref())
            .map_or(String::new(), |user| printable(user.as_bytes())),
        job: job(processes),
        hosts,
        processes: processes.iter().map(|process| (&process.host, process.id)).collect::<HashSet<_>>().len(),
        programs: processes.len(),
        full,
        has_lost_calls: processes.iter().any(|process| process.is_full() && process.counters.is_empty()),
        outside: processes.iter().filter(|process| !process.knows_outcomes()).count(),
        unseen: sentences(unseen(trace, outcome)),
        notes: sentences(trace.notes().iter().cloned().chain(more_notes).collect()),
    }
}

/// The first process without a rank, if there are ranks and it began before them: `mpirun`.
fn launcher(processes: &[Process]) -> Option<&Process> {
    let first_rank =
        processes.iter().filter(|process| process.rank.is_some()).map(|rank| rank.began).min()?;
    let others = processes.iter().filter(|process| process.rank.is_none() && process.began < first_rank);
    others.min_by_key(|process| process.began)
}

/// Arguments quoted for a shell.
fn command_line(process: &Process) -> String {
    let quoted = |argument: &String| {
        let is_plain =
            |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=,+@%".contains(&byte) || !byte.is_ascii();
        match argument.bytes().all(is_plain) && !argument.is_empty() {
            true => argument.clone(),
            false => format!("'{}'", argument.replace('\'', "'\\''")),
        }
    };
    printable(process.arguments.iter().map(quoted).collect::<Vec<_>>().join(" ").as_bytes())
}

fn job(processes: &[Process]) -> String {
    let job = processes.iter().find_map(|process| process.job.as_ref());
    job.map_or(String::new(), |job| printable(format!("{} ({})", job.number, job.variable).as_bytes()))
}

/// Finding programs that were started and left no file requires another pass over all events: only if there
/// were any.
fn unseen(trace: &Trace, outcome: &Outcome) -> Vec<String> {
    let started = [Call::Exec, Call::Spawn].iter().any(|call| outcome.calls[*call as usize].calls > 0);
    if started {
        return trace.unseen().to_vec();
    }
    let processes = trace.processes().iter();
    processes
        .flat_map(|process| process.unseen.iter().map(|what| format!("{}: {what}", process.title())))
        .collect()
}

/// A bounded number, without characters that would disturb a terminal.
fn sentences(mut all: Vec<String>) -> Vec<String> {
    let more = all.len().saturating_sub(MOST_SENTENCES);
    all.truncate(MOST_SENTENCES);
    let mut all: Vec<String> = all.iter().map(|sentence| printable(sentence.as_bytes())).collect();
    if more > 0 {
        all.push(format!("and {more} more"));
    }
    all
}

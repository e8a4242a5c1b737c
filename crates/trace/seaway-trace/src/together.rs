// SPDX-License-Identifier: MIT OR Apache-2.0
//! The calls of all processes, by time.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustix::process::{Resource, Rlimit};

use crate::{Process, Record, Records, Result, Trace};

/// All records of a trace in the order in which they began. Processes are opened when their time comes.
#[derive(Debug)]
pub struct Together<'t> {
    processes: &'t [Process],
    /// When each one's next record begins, or if it has not been opened, its first.
    queue: BinaryHeap<Reverse<(u64, usize)>>,
    running: Vec<Option<(Records<'t>, Record)>>,
    /// What was omitted, in sentences.
    notes: Vec<String>,
}

impl<'t> Together<'t> {
    pub(crate) fn new(trace: &'t Trace) -> Self {
        allow_many_files();
        let processes = trace.processes();
        let queue = processes.iter().enumerate().map(|(index, process)| Reverse((process.began, index)));
        let running = processes.iter().map(|_| None).collect();
        Self { processes, queue: queue.collect(), running, notes: vec![] }
    }

    /// The next record, and the number of its process in [`Trace::processes`].
    pub fn next_record(&mut self) -> Result<Option<(usize, Record)>> {
        while let Some(Reverse((_, index))) = self.queue.pop() {
            let (mut records, record) = match self.running[index].take() {
                Some((records, record)) => (records, Some(record)),
                None => (self.processes[index].records()?, None),
            };
            match records.next() {
                Some(next) => {
                    self.queue.push(Reverse((next.start, index)));
                    self.running[index] = Some((records, next));
                }
                None => self.note(index, &records),
            }
            if let Some(record) = record {
                return Ok(Some((index, record)));
            }
        }
        Ok(None)
    }

    /// What has been omitted so far, in sentences.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    fn note(&mut self, index: usize, records: &Records<'_>) {
        let name = self.processes[index].path.display();
        if let Some(failure) = records.failure() {
            self.notes.push(format!("{name}: {failure}"));
        }
        if records.unknown_calls() > 0 {
            self.notes.push(format!(
                "{name}: {} calls are of kinds that this version does not know",
                records.unknown_calls()
            ));
        }
    }
}

/// As many as the system allows: one for each process that runs at a time.
fn allow_many_files() {
    let limit = rustix::process::getrlimit(Resource::Nofile);
    let _ = rustix::process::setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! One event against `mxn:`: a program that writes, a program that reads, and a fault. Where network
//! namespaces are available, the two are on separate hosts and their link goes down; otherwise on one host.

use std::env;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use seaway_soak::Plan;
use seaway_soak::apart::Apart;
use seaway_testkit::Cluster;

use crate::{LONG, TIMEOUT, Verdict, grace};

const TEST: &str = "streams_arrive_or_fail_in_time";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    KillWriter,
    KillReader,
    StopWriter,
    StopReader,
    /// The reader starts when the writer is stopped already.
    StopWriterBeforeReader,
    LinkDown,
}

const KINDS: [Kind; 6] = [
    Kind::KillWriter,
    Kind::KillReader,
    Kind::StopWriter,
    Kind::StopReader,
    Kind::StopWriterBeforeReader,
    Kind::LinkDown,
];

/// Hosts, if available, for all events.
pub(crate) struct World {
    cluster: Option<Cluster>,
    folder: tempfile::TempDir,
}

impl World {
    pub(crate) fn new() -> Self {
        let cluster = match Cluster::obstacle() {
            Some(why) => {
                println!("no link goes down: {why}");
                None
            }
            None => Some(Cluster::new(2, None).unwrap()),
        };
        Self { cluster, folder: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn event(&self, plan: Plan, seed: u64) -> (String, Verdict) {
        let mut random = Rng::with_seed(seed);
        let possible = |kind: &Kind| *kind != Kind::LinkDown || self.cluster.is_some();
        let kinds: Vec<Kind> = KINDS.into_iter().filter(possible).collect();
        let kind = kinds[random.usize(..kinds.len())];
        let is_long = random.bool();
        let lasts = TIMEOUT.mul_f64(if is_long { 1.5 } else { 0.3 });
        let across = kind == Kind::LinkDown || self.cluster.is_some() && random.bool();
        let name = format!("mxn:faults-{}-{seed}", std::process::id());
        let mut scene = Scene::start(self, across, &name, kind);
        scene.limit = TIMEOUT + grace(plan);
        let what =
            format!("{kind:?} for {} ms{}", lasts.as_millis(), if across { ", on two hosts" } else { "" });
        (what, scene.run(kind, lasts, is_long, random.u64(1..80)))
    }

    /// This program, on a separate host if `across`.
    fn command(&self, across: bool, host: usize) -> Command {
        let program = env::current_exe().unwrap();
        match &self.cluster {
            Some(cluster) if across => {
                let mut command = cluster.node(host).command(program);
                command.env("SEAWAY_DIR", self.folder.path());
                command
            }
            _ => Command::new(program),
        }
    }
}

struct Scene<'w> {
    world: &'w World,
    across: bool,
    name: String,
    writer: Side,
    reader: Option<Side>,
    limit: Duration,
    verdict: Verdict,
}

/// One of the two programs.
struct Side {
    process: Apart,
    who: &'static str,
    /// How it ended, and when.
    ended: Option<(String, Instant)>,
    last: String,
}

impl<'w> Scene<'w> {
    fn start(world: &'w World, across: bool, name: &str, kind: Kind) -> Self {
        let (limit, verdict) = (TIMEOUT, Verdict::default());
        let writer = Side::start(world.command(across, 0), "writer", name);
        let mut scene = Self { world, across, name: name.to_owned(), writer, reader: None, limit, verdict };
        if kind != Kind::StopWriterBeforeReader {
            scene.start_reader();
        }
        scene
    }

    fn start_reader(&mut self) {
        self.reader = Some(Side::start(self.world.command(self.across, 1), "reader", &self.name));
    }

    fn run(mut self, kind: Kind, lasts: Duration, is_long: bool, after: u64) -> Verdict {
        let progressed = match &mut self.reader {
            Some(reader) => reader.until(&format!("step {after}"), &mut self.verdict),
            None => self.writer.until("step 0", &mut self.verdict),
        };
        if !progressed {
            let said = |side: &Side| format!("{}: {}", side.who, side.last);
            let said: Vec<String> =
                [Some(&self.writer), self.reader.as_ref()].into_iter().flatten().map(said).collect();
            self.verdict
                .hangs
                .push(format!("the programs do not begin; they said last: {}", said.join("; ")));
            return self.verdict;
        }
        self.strike(kind);
        let struck = Instant::now();
        let is_for_ever = matches!(kind, Kind::KillWriter | Kind::KillReader);
        if !is_for_ever && !is_long {
            thread::sleep(lasts);
            self.mend(kind);
            return self.judge_arrival();
        }
        self.judge_survivors(kind, struck);
        if !is_for_ever {
            thread::sleep(lasts.saturating_sub(struck.elapsed()));
            self.mend(kind);
            if kind == Kind::StopWriterBeforeReader {
                // Nothing has been read from it yet: it has everything for the next reader.
                self.start_reader();
                return self.judge_arrival();
            }
            let again = Instant::now();
            self.judge_end(again);
        }
        self.verdict
    }

    fn strike(&mut self, kind: Kind) {
        match kind {
            Kind::KillWriter => self.writer.process.kill(),
            Kind::KillReader => self.reader().process.kill(),
            Kind::StopWriter => self.writer.process.stop(),
            Kind::StopReader => self.reader().process.stop(),
            Kind::StopWriterBeforeReader => {
                self.writer.process.stop();
                self.start_reader();
            }
            Kind::LinkDown => self.world.cluster.as_ref().unwrap().node(0).unplug().unwrap(),
        }
    }

    fn mend(&mut self, kind: Kind) {
        match kind {
            Kind::StopWriter | Kind::StopWriterBeforeReader => self.writer.process.go_on(),
            Kind::StopReader => self.reader().process.go_on(),
            Kind::LinkDown => self.world.cluster.as_ref().unwrap().node(0).plug_in().unwrap(),
            Kind::KillWriter | Kind::KillReader => {}
        }
    }

    fn reader(&mut self) -> &mut Side {
        self.reader.as_mut().unwrap()
    }

    /// Nothing happened that should have been noticed: all bytes are there.
    fn judge_arrival(mut self) -> Verdict {
        for side in [Some(&mut self.writer), self.reader.as_mut()].into_iter().flatten() {
            match side.end(Instant::now() + LONG, &mut self.verdict) {
                Some((line, _)) if line == "ended well" => {}
                Some((line, _)) => self.verdict.lost.push(format!("the {} {line}", side.who)),
                None => self.verdict.hangs.push(format!("the {} does not end", side.who)),
            }
        }
        self.verdict
    }

    /// Programs that are alive and reachable notice it in time.
    fn judge_survivors(&mut self, kind: Kind, struck: Instant) {
        let deadline = struck + self.limit;
        let writer_survives = matches!(kind, Kind::KillReader | Kind::StopReader | Kind::LinkDown);
        let reader_survives = kind != Kind::KillReader && kind != Kind::StopReader;
        let sides = [
            Some(&mut self.writer).filter(|_| writer_survives),
            self.reader.as_mut().filter(|_| reader_survives),
        ];
        for side in sides.into_iter().flatten() {
            side.judge(struck, deadline, &mut self.verdict);
        }
    }

    /// Stopped programs end as well, once they continue.
    fn judge_end(&mut self, again: Instant) {
        let deadline = again + self.limit;
        for side in [Some(&mut self.writer), self.reader.as_mut()].into_iter().flatten() {
            side.judge(again, deadline, &mut self.verdict);
        }
    }
}

impl Side {
    fn start(command: Command, who: &'static str, name: &str) -> Self {
        let part = format!("{who} {name} {}", TIMEOUT.as_secs_f64());
        Self { process: Apart::start(command, TEST, &part), who, ended: None, last: "nothing".to_owned() }
    }

    /// Reads lines until one has this prefix. False: none has.
    fn until(&mut self, beginning: &str, verdict: &mut Verdict) -> bool {
        self.listen(Instant::now() + LONG, verdict, |line| line == beginning).is_some()
    }

    fn end(&mut self, deadline: Instant, verdict: &mut Verdict) -> Option<(String, Instant)> {
        if self.ended.is_none() {
            let line = self.listen(deadline, verdict, |line| line.starts_with("ended"))?;
            self.ended = Some((line, Instant::now()));
        }
        self.ended.clone()
    }

    /// It must end by `deadline`, with or without an error.
    fn judge(&mut self, from: Instant, deadline: Instant, verdict: &mut Verdict) {
        match self.end(deadline, verdict) {
            Some((_, when)) if when <= deadline => {}
            _ => {
                let late = self.end(Instant::now() + LONG, verdict);
                let took = late.map(|(_, when)| when.saturating_duration_since(from).as_millis());
                verdict.hangs.push(match took {
                    Some(took) => format!("the {} learned of it only after {took} ms", self.who),
                    None => format!("the {} waits forever", self.who),
                });
            }
        }
    }

    fn listen(
        &mut self,
        deadline: Instant,
        verdict: &mut Verdict,
        is_it: impl Fn(&str) -> bool,
    ) -> Option<String> {
        loop {
            let line = self.process.next(deadline.saturating_duration_since(Instant::now()))?;
            self.last.clone_from(&line);
            if line.starts_with("wrong") {
                verdict.stale.push(line.clone());
            }
            if is_it(&line) {
                return Some(line);
            }
        }
    }
}

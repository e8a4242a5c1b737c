// SPDX-License-Identifier: MIT OR Apache-2.0
//! One event against `remote:`: a daemon, a link through a proxy, a writer, and a fault.

use std::env;
use std::fs;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use fastrand::Rng;
use seaway_soak::apart::Apart;
use seaway_soak::{Plan, Proxy};
use seaway_testkit::service_process::secret_in;

use crate::daemon::Daemon;
use crate::records::{SLOTS, check};
use crate::{LONG, TIMEOUT, Verdict, grace};

const TEST: &str = "remote_files_keep_what_was_synced";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    KillDaemon,
    StopDaemon,
    KillWriter,
    StopWriter,
    CutLink,
    HoldLink,
    SwallowLink,
    /// The old connection is stalled until the writer has synced over a new one; then its bytes arrive.
    ReleaseOldLink,
}

const KINDS: [Kind; 8] = [
    Kind::KillDaemon,
    Kind::StopDaemon,
    Kind::KillWriter,
    Kind::StopWriter,
    Kind::CutLink,
    Kind::HoldLink,
    Kind::SwallowLink,
    Kind::ReleaseOldLink,
];

pub(crate) fn event(plan: Plan, seed: u64) -> (String, Verdict) {
    let mut random = Rng::with_seed(seed);
    let kind = KINDS[random.usize(..KINDS.len())];
    // Shorter than the limit, so that nothing must have been noticed, or longer.
    let lasts =
        TIMEOUT.mul_f64(if random.bool() { 0.05 + 0.5 * random.f64() } else { 1.3 + 0.4 * random.f64() });
    let mut scene = Scene::start(plan, &mut random);
    scene.let_it_write(random.usize(1..20));
    scene.strike(kind, lasts);
    (format!("{kind:?} for {} ms", lasts.as_millis()), scene.end(kind))
}

struct Scene {
    folder: tempfile::TempDir,
    daemon: Daemon,
    link: Proxy,
    writer: Apart,
    allowed: Duration,
    part: (u64, &'static str),
    /// For each record, the last version that the writer has begun to write, and the last that was synced.
    written: [u64; SLOTS],
    synced: [u64; SLOTS],
    verdict: Verdict,
}

impl Scene {
    fn start(plan: Plan, random: &mut Rng) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let daemon = Daemon::start(folder.path());
        let link = Proxy::to(daemon.address()).unwrap();
        let part = (random.u64(..), if random.bool() { "0" } else { "4194304" });
        let writer = start_writer(&folder, &link, part, 0);
        let (written, synced, verdict) = ([0; SLOTS], [0; SLOTS], Verdict::default());
        let allowed = TIMEOUT + grace(plan);
        Self { folder, daemon, link, writer, allowed, part, written, synced, verdict }
    }

    fn let_it_write(&mut self, syncs: usize) {
        let mut seen = 0;
        while seen < syncs {
            match self.writer.next(LONG) {
                Some(line) => seen += usize::from(self.note(&line, Duration::ZERO) == "synced"),
                None => return self.verdict.hangs.push("the writer does not begin".into()),
            }
        }
    }

    fn strike(&mut self, kind: Kind, lasts: Duration) {
        match kind {
            Kind::KillDaemon => {
                self.daemon.kill();
                thread::sleep(lasts);
                self.daemon.start_again();
            }
            Kind::StopDaemon => {
                self.daemon.stop();
                thread::sleep(lasts);
                self.daemon.go_on();
            }
            Kind::KillWriter => {
                self.writer.kill();
                self.hear(Duration::ZERO);
            }
            Kind::StopWriter => {
                self.writer.stop();
                thread::sleep(lasts);
                self.writer.go_on();
            }
            Kind::CutLink => self.link.cut(),
            Kind::HoldLink => self.link.hold(),
            Kind::SwallowLink => self.link.swallow(),
            Kind::ReleaseOldLink => {
                self.link.hold_old();
                // Over the new one, until every stalled record has been overwritten.
                self.let_it_write(30);
            }
        }
        if matches!(kind, Kind::CutLink | Kind::HoldLink | Kind::SwallowLink) {
            thread::sleep(lasts);
            self.link.mend();
        }
    }

    fn end(mut self, kind: Kind) -> Verdict {
        if kind == Kind::KillWriter {
            // Unsynced data may be there, completely, in part or not at all; synced data is there.
            thread::sleep(Duration::from_millis(50));
            self.compare("after the writer was killed");
            let (first, part) = (self.written.iter().copied().max().unwrap_or(0), self.part);
            self.writer = start_writer(&self.folder, &self.link, part, first);
            self.let_it_write(3);
        }
        let stopped = if kind == Kind::StopWriter { TIMEOUT * 2 } else { Duration::ZERO };
        if self.come_to_rest(stopped) {
            self.compare("when everything was synced");
            self.link.mend();
            // Data in flight arrives now.
            thread::sleep(Duration::from_millis(100));
            self.compare("later, without a writer");
        }
        self.writer.tell("end");
        if self.daemon.has_crashed() {
            self.verdict.crashes.push("the daemon has ended".into());
        }
        self.verdict
    }

    /// Has the writer sync and report what it has written. False: it does not answer.
    fn come_to_rest(&mut self, stopped: Duration) -> bool {
        self.writer.tell("rest");
        // The current call, errors, opening again, all records once more, and a sync: each may take its time.
        let deadline = Instant::now() + (self.allowed + stopped) * 4;
        while Instant::now() < deadline {
            match self.writer.next(deadline.saturating_duration_since(Instant::now())) {
                Some(line) if self.note(&line, stopped) == "state" => {
                    let versions = line.split(' ').skip(1).map(|word| word.parse().unwrap());
                    // A restarted writer has not written all of them.
                    for (slot, version) in versions.enumerate().filter(|&(_, version)| version > 0) {
                        (self.synced[slot], self.written[slot]) = (version, version);
                    }
                    return true;
                }
                Some(_) => {}
                None => break,
            }
        }
        let (_, is_there) = self.writer.said();
        if is_there {
            self.verdict.hangs.push("the writer does not come to rest".into());
        } else {
            self.verdict.crashes.push("the writer has ended".into());
        }
        false
    }

    fn hear(&mut self, stopped: Duration) {
        // A thread that may lag behind reads its pipe.
        while let Some(line) = self.writer.next(Duration::from_millis(200)) {
            self.note(&line, stopped);
        }
    }

    /// Interprets a line of the writer; returns its first word.
    fn note<'l>(&mut self, line: &'l str, stopped: Duration) -> &'l str {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["write", slot, version] => {
                self.written[slot.parse::<usize>().unwrap()] = version.parse().unwrap();
            }
            ["synced"] => self.synced = self.written,
            ["long", call, milliseconds] => {
                let took = Duration::from_millis(milliseconds.parse().unwrap());
                if took > self.allowed + stopped {
                    self.verdict.hangs.push(format!("{call} took {} ms", took.as_millis()));
                }
            }
            ["stale", ..] => self.verdict.stale.push(line.to_owned()),
            _ => {}
        }
        words[0]
    }

    fn compare(&mut self, when: &str) {
        let file = fs::read(self.folder.path().join("data/records")).unwrap_or_default();
        for slot in 0..SLOTS {
            if let Err(what) = check(&file, slot, self.synced[slot], self.written[slot]) {
                self.verdict.lost.push(format!("{when}: {what}"));
            }
        }
    }
}

fn start_writer(folder: &tempfile::TempDir, link: &Proxy, (seed, buffer): (u64, &str), first: u64) -> Apart {
    let mut command = Command::new(env::current_exe().unwrap());
    command.env("SEAWAY_SECRET_FILE", secret_in(folder.path()));
    let path = folder.path().join("data/records");
    let (url, timeout) = (format!("remote://{}{}", link.address(), path.display()), TIMEOUT.as_secs_f64());
    Apart::start(command, TEST, &format!("{url} {timeout} {seed} {buffer} {first}"))
}

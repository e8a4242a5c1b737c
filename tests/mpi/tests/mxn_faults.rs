// SPDX-License-Identifier: MIT OR Apache-2.0
//! A rank of a writer or of a reader is killed, or stopped, at the start, in the middle or at the end of a
//! stream: every other rank of both programs gets MPI_ERR_IO with the name of the lost one. No rank hangs,
//! and nothing is lost silently.

use std::fs;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use mpi_tests::{Family, Installation, Launch, folder_in_memory};
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use tempfile::TempDir;

const STEPS: usize = 12;
/// Of all ranks of a side together, in one step.
const STEP_BYTES: usize = 300_000;
/// Large enough that readers copy directly from the writers' memory, where ranks outnumber cores.
const LARGE_STEP_BYTES: usize = 15 << 20;

/// Only a hang takes this long.
const LIMIT: Duration = Duration::from_secs(120);

/// How often logs are checked.
const GLANCE: Duration = Duration::from_millis(20);

/// One program of the pair.
#[derive(Clone, Copy)]
struct Side {
    part: &'static str,
    installation: &'static str,
    ranks: usize,
}

const WRITER: Side = Side { part: "write", installation: "debian-openmpi", ranks: 2 };
const READER: Side = Side { part: "read", installation: "debian-openmpi", ranks: 3 };
const WRITER_OF_MPICH: Side = Side { installation: "debian-mpich", ..WRITER };
const READER_OF_MPICH: Side = Side { installation: "debian-mpich", ranks: 2, ..READER };

#[derive(Clone, Copy, Debug)]
struct Harm {
    part: &'static str,
    rank: usize,
    step: usize,
    signal: Signal,
}

const MOMENTS: [usize; 3] = [0, STEPS / 2, STEPS];

#[test]
fn all_ranks_learn_of_a_killed_writer() {
    for step in MOMENTS {
        let harm = Harm { part: "write", rank: 1, step, signal: Signal::KILL };
        everybody_learns(WRITER, READER, harm);
        everybody_learns(WRITER_OF_MPICH, READER, Harm { rank: 0, ..harm });
    }
}

#[test]
fn all_ranks_learn_of_a_killed_reader() {
    for step in MOMENTS {
        let harm = Harm { part: "read", rank: 2, step, signal: Signal::KILL };
        everybody_learns(WRITER, READER, harm);
        everybody_learns(WRITER, READER_OF_MPICH, Harm { rank: 0, ..harm });
    }
}

#[test]
fn all_ranks_learn_of_a_stopped_writer() {
    for step in MOMENTS {
        everybody_learns(WRITER, READER, Harm { part: "write", rank: 0, step, signal: Signal::STOP });
    }
}

#[test]
fn all_ranks_learn_of_a_stopped_reader() {
    for step in MOMENTS {
        everybody_learns(WRITER, READER, Harm { part: "read", rank: 1, step, signal: Signal::STOP });
    }
}

#[test]
fn all_ranks_learn_of_a_rank_lost_between_large_steps() {
    for part in ["write", "read"] {
        for signal in [Signal::KILL, Signal::STOP] {
            let harm = Harm { part, rank: 1, step: STEPS / 2, signal };
            everybody_learns_by(LARGE_STEP_BYTES, WRITER, READER, harm);
        }
    }
}

/// Also between programs of different MPIs.
#[test]
fn a_stream_that_nothing_happens_to_ends_well() {
    for (writer, reader) in [(WRITER, READER_OF_MPICH), (WRITER_OF_MPICH, READER)] {
        ends_well(STEP_BYTES, writer, reader);
        // Parts of two writers for a reader, and of five readers for a writer.
        ends_well(LARGE_STEP_BYTES, writer, Side { ranks: 5, ..reader });
    }
}

fn ends_well(step_bytes: usize, writer: Side, reader: Side) {
    let trial = Trial::start(step_bytes, writer, reader, None);
    for side in [writer, reader] {
        for rank in 0..side.ranks {
            assert_eq!(trial.last_words(side, rank), "ended");
        }
    }
}

fn everybody_learns(writer: Side, reader: Side, harm: Harm) {
    everybody_learns_by(STEP_BYTES, writer, reader, harm);
}

fn everybody_learns_by(step_bytes: usize, writer: Side, reader: Side, harm: Harm) {
    let trial = Trial::start(step_bytes, writer, reader, Some(harm));
    let harmed = if harm.part == writer.part { writer } else { reader };
    // MPICH's launcher ends the rest of a program that has lost a rank: any of these may be missed first.
    let dies_whole = harm.signal == Signal::KILL && harmed.installation == "debian-mpich";
    for side in [writer, reader] {
        let is_dead = |rank| side.part == harm.part && (dies_whole || rank == harm.rank);
        for rank in (0..side.ranks).filter(|&rank| !is_dead(rank)) {
            let words = trial.last_words(side, rank);
            let whom = format!("{} rank {rank}, after {harm:?}: {words}", side.part);
            // A writer that has delivered everything need not notice readers that fail, nor they each other.
            if words == "ended" && harm.part == "read" && harm.step == STEPS {
                continue;
            }
            assert!(words.starts_with("failed "), "{whom}");
            assert_eq!(words.split(' ').nth(2), Some("io"), "{whom}");
            assert!(words.contains("steady"), "the program is not named: {whom}");
            let is_named = |rank: usize| words.contains(&format!("rank {rank} of steady"));
            let is_right = if dies_whole { (0..harmed.ranks).any(is_named) } else { is_named(harm.rank) };
            assert!(is_right, "the rank is not named: {whom}");
            assert!(words.contains(&host_name()), "the host is not named: {whom}");
            let is_begun = harm.step > 1;
            assert!(!(is_begun && words.contains("at offset 0 ")), "the offset is missing: {whom}");
        }
    }
}

/// A running pair. Killed on drop.
struct Trial {
    logs: TempDir,
    launchers: Vec<Child>,
}

impl Trial {
    fn start(step_bytes: usize, writer: Side, reader: Side, harm: Option<Harm>) -> Self {
        let mut trial = Self { logs: folder_in_memory(), launchers: Vec::new() };
        let unique = trial.logs.path().file_name().expect("it has a name").to_string_lossy().into_owned();
        for side in [writer, reader] {
            let name = format!("mxn:harm{unique}");
            let mut command = side.command(step_bytes, &name, trial.logs.path(), harm);
            trial.launchers.push(command.spawn().expect("the launcher can be started"));
        }
        trial
    }

    /// The last line that a rank wrote, after it has ended.
    fn last_words(&self, side: Side, rank: usize) -> String {
        let path = self.logs.path().join(format!("{}.{rank}", side.part));
        let start = Instant::now();
        loop {
            let text = fs::read_to_string(&path).unwrap_or_default();
            let last = text.lines().next_back().unwrap_or_default();
            let is_last = ["failed ", "torn ", "short ", "ended"].iter().any(|word| last.starts_with(word));
            if is_last && text.ends_with('\n') {
                return last.to_owned();
            }
            assert!(start.elapsed() < LIMIT, "{} rank {rank} hangs after: {last}", side.part);
            thread::sleep(GLANCE);
        }
    }

    /// The processes that have started a log.
    fn processes(&self) -> Vec<Pid> {
        let logs = fs::read_dir(self.logs.path()).into_iter().flatten().flatten();
        let first_line = |path: &Path| {
            let text = fs::read_to_string(path).ok()?;
            Pid::from_raw(text.lines().next()?.strip_prefix("process ")?.parse().ok()?)
        };
        logs.filter_map(|log| first_line(&log.path())).collect()
    }
}

impl Drop for Trial {
    fn drop(&mut self) {
        for process in self.processes() {
            let _ = kill_process(process, Signal::KILL);
        }
        for launcher in &mut self.launchers {
            let group = Pid::from_child(launcher);
            let _ = kill_process_group(group, Signal::TERM);
            let _ = launcher.wait();
        }
    }
}

impl Side {
    fn command(&self, step_bytes: usize, name: &str, logs: &Path, harm: Option<Harm>) -> Command {
        let installation = Installation::named(self.installation);
        // Without a fault, a machine that stalls for a while must not be taken for one.
        let patience = if harm.is_some() { "seaway_timeout=3" } else { "seaway_timeout=60" };
        let harm = harm.filter(|harm| harm.part == self.part);
        let [rank, step, signal] = match harm {
            Some(harm) => [harm.rank.to_string(), harm.step.to_string(), harm.signal.as_raw().to_string()],
            // No fault; but ranks stay until they are killed.
            None => [i32::MAX.to_string(), "0".to_owned(), "0".to_owned()],
        };
        let launch = Launch::new(&installation, installation.compile_c("mxn/steady.c", &[]))
            .ranks(self.ranks)
            .seaway()
            .arguments([self.part, name])
            .argument(logs)
            .arguments([STEPS.to_string(), (step_bytes / self.ranks).to_string(), rank, step, signal])
            // A window of a few steps, so that writers are not done before the fault.
            .arguments(["seaway_mxn_window=100000", patience]);
        let usual = launch.command();
        // A launcher ends all ranks when one dies. Here the others must survive and report, where the
        // launcher can be told so.
        let tolerance: &[&str] = match installation.family {
            Family::OpenMpi => &["--enable-recovery"],
            Family::Mpich | Family::Intel => &["-disable-auto-cleanup"],
        };
        let mut command = Command::new(usual.get_program());
        command.args(tolerance).args(usual.get_args());
        let variables = usual.get_envs().filter_map(|(name, value)| Some((name, value?)));
        command.envs(variables).process_group(0);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

fn host_name() -> String {
    fs::read_to_string("/proc/sys/kernel/hostname").expect("every machine has a name").trim().to_owned()
}

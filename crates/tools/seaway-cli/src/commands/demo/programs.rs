// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two parallel programs of the demo. Each makes the same file calls as an MPI program would, and shares
//! only the name with the other.

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use seaway::{AccessMode, ErrorKind, File, Group, Hints, Rank};

use super::mesh::{Equation, Mesh, WORDS};
use super::progress::Progress;
use super::solver::{RankSystem, SharedVector};

/// The parameters of both programs.
#[derive(Debug)]
pub(super) struct Setting {
    pub(super) mesh: Mesh,
    pub(super) steps: u64,
    pub(super) writers: usize,
    pub(super) readers: usize,
    /// With its scheme.
    pub(super) name: String,
    pub(super) hints: Hints,
    pub(super) overwrite: bool,
    /// The name is that of a stream: both programs run at the same time.
    pub(super) stream: bool,
}

/// The results of a program.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Outcome {
    /// In calls that write, and that read.
    pub(super) writing: Duration,
    pub(super) reading: Duration,
    /// The maximum over the steps.
    pub(super) iterations: usize,
    pub(super) residual: f64,
}

impl Setting {
    pub(super) fn bytes(&self) -> u64 {
        self.mesh.bytes() * self.steps
    }
}

/// Runs both, concurrently if the name allows it.
pub(super) fn run(setting: &Arc<Setting>) -> Result<Outcome> {
    if !setting.stream {
        let writing = discretise(setting)?.writing;
        return Ok(Outcome { writing, ..solve(setting)? });
    }
    let (sender, outcomes) = mpsc::channel();
    for program in [discretise, solve] {
        let (sender, setting) = (sender.clone(), Arc::clone(setting));
        // Not joined: a program whose partner has failed may wait forever.
        thread::spawn(move || sender.send(program(&setting)));
    }
    drop(sender);
    let mut both = Outcome::default();
    for outcome in outcomes {
        let outcome = outcome?;
        both.writing += outcome.writing;
        both.reading += outcome.reading;
        both.iterations += outcome.iterations;
        both.residual += outcome.residual;
    }
    Ok(both)
}

/// Writes the equations of all steps, each rank its share, in rank order.
fn discretise(setting: &Setting) -> Result<Outcome> {
    slowest(setting.writers, |rank| {
        let exclusive = !setting.overwrite && !setting.stream;
        let creation = if exclusive { AccessMode::EXCLUSIVE } else { AccessMode::empty() };
        let mode = AccessMode::CREATE | AccessMode::WRITE_ONLY | creation;
        let file = File::open(rank, &setting.name, mode, &setting.hints).map_err(advise)?;
        if !setting.stream {
            file.set_size(0)?;
        }
        let mut writing = Duration::ZERO;
        for step in 0..setting.steps {
            let share = setting.mesh.share(rank.rank(), rank.size());
            let words: Vec<u64> =
                share.flat_map(|point| setting.mesh.equation(point, step).words()).collect();
            writing += timed(rank, || Ok(file.write_ordered(&words)?))?;
        }
        file.close()?;
        Ok(Outcome { writing, ..Outcome::default() })
    })
}

/// Reads the equations of each step, each rank its share, solves them and checks the solution.
fn solve(setting: &Setting) -> Result<Outcome> {
    let progress = Progress::new(setting.steps);
    let shared = SharedVector::new(usize::try_from(setting.mesh.points())?);
    slowest(setting.readers, |rank| {
        let file = File::open(rank, &setting.name, AccessMode::READ_ONLY, &setting.hints)?;
        let mut outcome = Outcome::default();
        for step in 0..setting.steps {
            solve_step(setting, rank, &file, step, &shared, &progress, &mut outcome)?;
        }
        file.close()?;
        Ok(outcome)
    })
}

fn solve_step(
    setting: &Setting,
    rank: &Rank,
    file: &File,
    step: u64,
    shared: &SharedVector,
    progress: &Progress,
    outcome: &mut Outcome,
) -> Result<()> {
    let share = setting.mesh.share(rank.rank(), rank.size());
    let mut words = vec![0; usize::try_from(share.end - share.start)? * WORDS];
    outcome.reading += timed(rank, || Ok(file.read_ordered(&mut words)?))?;
    let (records, _) = words.as_chunks::<WORDS>();
    let equations: Vec<Equation> = records.iter().map(Equation::from_words).collect();
    for (equation, point) in equations.iter().zip(share.clone()) {
        let in_its_place = u64::try_from(equation.row) == Ok(point);
        ensure!(in_its_place, "{}: step {step} has {equation:?} in place of equation {point}", setting.name);
    }
    let part = RankSystem { rank, first: usize::try_from(share.start)?, equations: &equations, shared };
    let solved = part.solve(|residual| {
        if rank.rank() == 0 {
            progress.show(step, residual);
        }
    })?;
    check(setting, step, share.start, &solved.unknowns)?;
    outcome.iterations = outcome.iterations.max(solved.iterations);
    outcome.residual = outcome.residual.max(solved.residual);
    Ok(())
}

/// The solution is known, so a mix-up of steps is noticed.
fn check(setting: &Setting, step: u64, first: u64, unknowns: &[f64]) -> Result<()> {
    for (point, &found) in (first..).zip(unknowns) {
        let expected = setting.mesh.solution(point) * f64::from(u32::try_from(step + 1)?);
        let close = (found - expected).abs() <= 1e-6 * f64::from(u32::try_from(step + 1)?);
        ensure!(
            close,
            "{}: step {step}, point {point}: {found} is not the solution {expected}",
            setting.name
        );
    }
    Ok(())
}

/// Runs a program on `ranks` ranks; times are those of the slowest rank.
fn slowest(ranks: usize, program: impl Fn(&Rank) -> Result<Outcome> + Sync) -> Result<Outcome> {
    let outcomes = Group::run(ranks, |rank| program(&rank))?;
    let outcomes: Vec<Outcome> = outcomes.into_iter().collect::<Result<_>>()?;
    let slower = |left: Outcome, right: Outcome| Outcome {
        writing: left.writing.max(right.writing),
        reading: left.reading.max(right.reading),
        ..left
    };
    outcomes.into_iter().reduce(slower).context("a group has at least one rank")
}

/// Adds advice where the user can decide.
fn advise(error: seaway::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::FileExists => anyhow::Error::from(error).context("use --overwrite to replace the file"),
        _ => error.into(),
    }
}

/// Starts with a barrier, so that no time includes waiting for other ranks of the same program.
fn timed<T>(rank: &Rank, call: impl FnOnce() -> Result<T>) -> Result<Duration> {
    rank.barrier()?;
    let start = Instant::now();
    call()?;
    Ok(start.elapsed())
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks that are threads of a separate process: this program again, with other arguments and the secret in
//! its environment.

use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use mpi_tests::SecretFile;
use seaway::{AccessMode, Datatype, File, Group, Hints, Named};

const WORD: &str = "--embedded";

type Result<T> = std::result::Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// What the ranks do.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Task {
    /// One rank makes this many writes of 64 bytes, far apart, then syncs. Reports the seconds.
    SmallWrites(usize),
    /// Each rank writes this many bytes collectively, in pieces interleaved with the others'.
    Interleaved { ranks: usize, bytes: usize },
    /// Each rank writes this many bytes collectively, in one piece.
    Blocks { ranks: usize, bytes: usize },
}

/// The seconds that `task` took on the file `name`; `None`, after printing the reason, if it failed.
pub(crate) fn run(task: Task, name: &str, secret: &SecretFile) -> Option<f64> {
    let (word, numbers) = match task {
        Task::SmallWrites(count) => ("small", [1, count]),
        Task::Interleaved { ranks, bytes } => ("interleaved", [ranks, bytes]),
        Task::Blocks { ranks, bytes } => ("blocks", [ranks, bytes]),
    };
    let mut command = Command::new(std::env::current_exe().ok()?);
    command.args([WORD, name, word]).args(numbers.map(|number| number.to_string()));
    command.env("SEAWAY_SECRET_FILE", secret.path()).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = command.output().ok()?;
    String::from_utf8_lossy(&output.stdout).trim().parse().ok()
}

/// Runs the task that another process of this program asks for.
pub(crate) fn run_if_asked() -> Option<ExitCode> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [word, name, task, ranks, number] = words.as_slice() else { return None };
    if word != WORD {
        return None;
    }
    let (ranks, number) = (ranks.parse().ok()?, number.parse().ok()?);
    let work = match task.as_str() {
        "small" => small_writes,
        "interleaved" => interleaved,
        _ => blocks,
    };
    let outcomes = Group::run(ranks, |rank| -> Result<f64> {
        let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
        let file = File::open(&rank, name, mode, &Hints::new())?;
        let seconds = work(&file, rank.rank(), ranks, number)?;
        file.close()?;
        Ok(seconds)
    });
    let seconds: Result<Vec<f64>> =
        outcomes.map_err(Into::into).and_then(|outcomes| outcomes.into_iter().collect());
    match seconds {
        Ok(seconds) => {
            println!("{}", seconds.into_iter().fold(0.0, f64::max));
            Some(ExitCode::SUCCESS)
        }
        Err(error) => {
            eprintln!("{error}");
            Some(ExitCode::FAILURE)
        }
    }
}

fn small_writes(file: &File, _: usize, _: usize, count: usize) -> Result<f64> {
    const APART: i64 = 4096;
    file.write_at(0, &[0_u8; 64])?;
    file.sync()?;
    let start = Instant::now();
    for index in 0..count {
        file.write_at(APART * i64::try_from(index).unwrap_or(0), &index.to_le_bytes().repeat(8)[..])?;
    }
    file.sync()?;
    Ok(start.elapsed().as_secs_f64())
}

fn interleaved(file: &File, rank: usize, ranks: usize, bytes: usize) -> Result<f64> {
    const PIECE: usize = 1 << 10;
    let byte = Datatype::named(Named::Byte);
    let number = |value: usize| i64::try_from(value).unwrap_or(i64::MAX);
    let piece = Datatype::contiguous(number(PIECE), &byte)?;
    let pieces = Datatype::resized(0, number(PIECE * ranks), &piece)?;
    pieces.commit();
    file.set_view(number(PIECE * rank), &byte, &pieces, "native", &Hints::new())?;
    write_all(file, 0, rank, bytes)
}

fn blocks(file: &File, rank: usize, _: usize, bytes: usize) -> Result<f64> {
    write_all(file, i64::try_from(rank * bytes).unwrap_or(i64::MAX), rank, bytes)
}

fn write_all(file: &File, offset: i64, rank: usize, bytes: usize) -> Result<f64> {
    let data = vec![rank.to_le_bytes()[0]; bytes];
    let start = Instant::now();
    file.write_at_all(offset, &data[..])?;
    file.sync()?;
    Ok(start.elapsed().as_secs_f64())
}

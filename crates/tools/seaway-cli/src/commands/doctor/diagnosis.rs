// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Diagnosis`]: the cause of a check's outcome, and what to do about it. Pure: maps the evidence to a
//! sentence.

use std::fmt;
use std::path::Path;
use std::process::ExitStatus;

use super::trial::RANKS;
use crate::commands::doctor_check::{RankNotes, Stage, integers_in_file};
use crate::executables::file_name;

/// The evidence that a check left behind.
#[derive(Debug, Clone, Default)]
pub(super) struct Evidence {
    /// `None`: it was killed after the time limit.
    pub(super) status: Option<ExitStatus>,
    /// Output of launcher and ranks.
    pub(super) output: String,
    pub(super) notes: Vec<RankNotes>,
    /// The bytes of the file that the ranks wrote.
    pub(super) file: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Diagnosis {
    Fine,
    Hangs(Stage),
    RefusesRoot,
    TooFewSlots,
    /// The launcher ended without starting a rank; its last output line.
    NoRanks(String),
    /// The variable did not reach the rank.
    PreloadLost,
    /// The variable reached the rank, but the library was not loaded.
    PreloadIgnored(String),
    /// Each rank runs as a singleton.
    Singletons,
    EndedInInit(String),
    /// The rank's own message.
    Failed(String),
    /// A rank ended without a message.
    Died(Stage, String),
    /// All ranks succeeded, but the file does not hold what they wrote.
    WrongFile,
}

impl Diagnosis {
    pub(super) fn of(evidence: &Evidence, seaway: &Path) -> Self {
        let least = evidence.notes.iter().map(|notes| notes.stage).min().unwrap_or_default();
        let Some(status) = evidence.status else { return Self::Hangs(least) };
        let says = |words: &str| evidence.output.contains(words);
        if says("attempt to run as root") {
            return Self::RefusesRoot;
        }
        if says("not enough slots") {
            return Self::TooFewSlots;
        }
        if evidence.notes.is_empty() {
            return Self::NoRanks(last_words(&evidence.output));
        }
        let is_ours = |path: &str| file_name(Path::new(path)) == file_name(seaway);
        let preloaded = |notes: &RankNotes| notes.preload.split([':', ' ']).any(is_ours);
        if !evidence.notes.iter().all(preloaded) {
            return Self::PreloadLost;
        }
        if evidence.notes.iter().any(|notes| notes.stage > Stage::Load && !is_ours(&notes.provider)) {
            return Self::PreloadIgnored(loader_words(&evidence.output));
        }
        if evidence.notes.iter().any(|notes| notes.ranks == Some(1)) {
            return Self::Singletons;
        }
        if let Some(failure) = evidence.notes.iter().find_map(|notes| notes.failure.clone()) {
            return Self::Failed(failure);
        }
        match least {
            Stage::End if status.success() && evidence.notes.len() == RANKS => Self::of_file(&evidence.file),
            Stage::Init => Self::EndedInInit(last_words(&evidence.output)),
            stage => Self::Died(stage, last_words(&evidence.output)),
        }
    }

    fn of_file(bytes: &[u8]) -> Self {
        let counts = 0..i32::try_from(integers_in_file(RANKS)).unwrap_or(0);
        let expected: Vec<u8> = counts.flat_map(i32::to_ne_bytes).collect();
        if bytes == expected { Self::Fine } else { Self::WrongFile }
    }

    pub(super) fn is_fine(&self) -> bool {
        *self == Self::Fine
    }
}

impl fmt::Display for Diagnosis {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fine => write!(formatter, "ok: {RANKS} ranks wrote a file together and read it back"),
            Self::Hangs(stage) => write!(
                formatter,
                "the ranks hang {stage}: try a small program without Seaway, with mpiexec -n {RANKS}"
            ),
            Self::RefusesRoot => write!(
                formatter,
                "the launcher refuses to run as root: run as another user, or set OMPI_ALLOW_RUN_AS_ROOT=1 and \
                 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1"
            ),
            Self::TooFewSlots => {
                write!(
                    formatter,
                    "there are fewer slots than {RANKS} ranks: give the launcher --oversubscribe"
                )
            }
            Self::NoRanks(words) => {
                write!(
                    formatter,
                    "the launcher started no rank: check that it can run a simple program; its output: \
                     {words}"
                )
            }
            Self::PreloadLost => write!(
                formatter,
                "LD_PRELOAD does not reach the ranks: a wrapper around the launcher or a site policy removes \
                 it; preload in the program's own wrapper script"
            ),
            Self::PreloadIgnored(words) => write!(
                formatter,
                "LD_PRELOAD reaches the ranks, but the loader does not load libseaway.so: check that it is \
                 readable there and matches their C library{words}"
            ),
            Self::Singletons => write!(
                formatter,
                "each rank runs as a singleton (world size 1): launcher and library are of different MPIs; \
                 use the launcher that came with the library"
            ),
            Self::EndedInInit(words) => {
                write!(
                    formatter,
                    "a rank ended in MPI_Init: this MPI cannot run programs here; its output: {words}"
                )
            }
            Self::Failed(sentence) => formatter.write_str(sentence),
            Self::Died(stage, words) => write!(formatter, "a rank ended {stage}; its output: {words}"),
            Self::WrongFile => write!(
                formatter,
                "the ranks saw no error, but the file does not contain what they wrote: please report this"
            ),
        }
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Start => "at the start",
            Self::Load => "while loading the MPI library",
            Self::Init => "in MPI_Init",
            Self::Write => "while writing",
            Self::Read => "while reading",
            Self::Finalize => "in MPI_Finalize",
            Self::End => "after MPI_Finalize",
        })
    }
}

/// The last meaningful line, ignoring frames and empty lines.
fn last_words(output: &str) -> String {
    let says_something = |line: &&str| line.chars().any(char::is_alphabetic);
    let line = output.lines().map(str::trim).rfind(says_something).unwrap_or("nothing");
    line.chars().take(200).collect()
}

/// The loader's message about preloading.
fn loader_words(output: &str) -> String {
    let line = output.lines().find(|line| line.contains("ld.so") || line.contains("LD_PRELOAD"));
    line.map(|line| format!("; its output: {}", line.trim())).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;

    const SEAWAY: &str = "/opt/seaway/lib/libseaway.so";

    fn rank(rank: usize, stage: Stage) -> RankNotes {
        RankNotes {
            stage,
            preload: format!("{SEAWAY}:/usr/lib/libother.so"),
            provider: SEAWAY.into(),
            rank: Some(rank),
            ranks: Some(RANKS),
            failure: None,
        }
    }

    fn good() -> Evidence {
        let counts = 0..i32::try_from(integers_in_file(RANKS)).unwrap();
        Evidence {
            status: Some(ExitStatus::from_raw(0)),
            output: "hello".into(),
            notes: vec![rank(0, Stage::End), rank(1, Stage::End)],
            file: counts.flat_map(i32::to_ne_bytes).collect(),
        }
    }

    fn check(change: impl FnOnce(&mut Evidence), expected: &Diagnosis) {
        let mut evidence = good();
        change(&mut evidence);
        assert_eq!(&Diagnosis::of(&evidence, Path::new(SEAWAY)), expected);
    }

    #[test]
    fn a_good_end_is_fine() {
        check(|_| {}, &Diagnosis::Fine);
    }

    #[test]
    fn each_bad_end_has_its_reason() {
        let failed = |status: &mut Option<ExitStatus>| *status = Some(ExitStatus::from_raw(256));
        check(|evidence| evidence.status = None, &Diagnosis::Hangs(Stage::End));
        check(
            |evidence| evidence.output = "mpirun has detected an attempt to run as root.".into(),
            &Diagnosis::RefusesRoot,
        );
        check(|evidence| evidence.output = "There are not enough slots".into(), &Diagnosis::TooFewSlots);
        check(|evidence| evidence.notes[1].preload.clear(), &Diagnosis::PreloadLost);
        check(
            |evidence| {
                evidence.notes[0].provider = "/usr/lib/libmpi.so.40".into();
                evidence.output = "ERROR: ld.so: object cannot be preloaded".into();
            },
            &Diagnosis::PreloadIgnored("; its output: ERROR: ld.so: object cannot be preloaded".into()),
        );
        check(|evidence| evidence.notes[0].ranks = Some(1), &Diagnosis::Singletons);
        check(
            |evidence| evidence.notes[1].failure = Some("no space".into()),
            &Diagnosis::Failed("no space".into()),
        );
        check(
            |evidence| {
                evidence.notes[1] = rank(1, Stage::Init);
                evidence.output = "no network\n-----\n".into();
                failed(&mut evidence.status);
            },
            &Diagnosis::EndedInInit("no network".into()),
        );
        check(
            |evidence| {
                evidence.notes[1] = rank(1, Stage::Read);
                failed(&mut evidence.status);
            },
            &Diagnosis::Died(Stage::Read, "hello".into()),
        );
        check(|evidence| evidence.notes.clear(), &Diagnosis::NoRanks("hello".into()));
        check(|evidence| evidence.file[5] = 7, &Diagnosis::WrongFile);
        check(|evidence| evidence.file.clear(), &Diagnosis::WrongFile);
        check(|evidence| drop(evidence.notes.pop()), &Diagnosis::Died(Stage::End, "hello".into()));
    }
}

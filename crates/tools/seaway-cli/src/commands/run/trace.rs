// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--trace`: where the trace of a run goes, and what its processes get.

use std::ffi::OsString;
use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_trace::calendar::Moment;
use seaway_trace_format::environment;

#[derive(Debug, Args)]
pub(crate) struct TraceOptions {
    /// Record every file access of the program and of everything it starts, in a directory: DIR, or a new
    /// seaway-trace-DATE-TIME here
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    trace: Option<OsString>,

    /// Maximum size of the trace of each process, as in 500M; beyond it, accesses are only counted
    #[arg(long, value_name = "SIZE", requires = "trace", value_parser = size)]
    trace_quota: Option<u64>,

    /// Also record the opens of programs that no library can be preloaded into (static ones, Go), via
    /// seccomp; costs about 20 us per open
    #[arg(long, requires = "trace")]
    seccomp: bool,
}

/// A trace that is about to be written.
#[derive(Debug)]
pub(super) struct Trace {
    /// Absolute: ranks may have another working directory.
    pub(super) folder: PathBuf,
    /// The directory contains files of a trace that this run does not belong to.
    pub(super) is_mixed: bool,
    quota: Option<u64>,
}

impl TraceOptions {
    pub(super) fn is_asked_for(&self) -> bool {
        self.trace.is_some()
    }

    /// Whether programs shall be watched from outside, too.
    pub(super) fn is_from_outside(&self) -> bool {
        self.seccomp
    }

    /// Creates the directory.
    pub(super) fn begin(&self) -> Result<Option<Trace>> {
        let Some(named) = &self.trace else { return Ok(None) };
        let named = Path::new(named);
        let folder = if named.as_os_str().is_empty() {
            new_folder(&std::env::current_dir().context("the working directory is gone")?, SystemTime::now())?
        } else {
            make_named(named).with_context(|| format!("cannot create the directory {}", named.display()))?;
            let folder = named
                .canonicalize()
                .with_context(|| format!("cannot use the directory {}", named.display()))?;
            must_be_own(&folder)?;
            must_be_writable(&folder)?;
            folder
        };
        let is_part = std::env::var_os(environment::FOLDER).is_some_and(|outer| Path::new(&outer) == folder);
        let is_mixed = !is_part && has_trace(&folder);
        Ok(Some(Trace { folder, is_mixed, quota: self.trace_quota }))
    }
}

impl Trace {
    pub(super) fn variables(&self) -> Vec<(String, OsString)> {
        let mut variables = vec![(environment::FOLDER.to_owned(), self.folder.clone().into())];
        variables.extend(self.quota.map(|quota| (environment::QUOTA.to_owned(), quota.to_string().into())));
        variables
    }
}

/// Parent directories are created with the user's umask.
fn make_named(folder: &Path) -> io::Result<()> {
    if let Some(parent) = folder.parent().filter(|parent| !parent.as_os_str().is_empty()) {
        fs::create_dir_all(parent)?;
    }
    match make_private(folder) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && folder.is_dir() => Ok(()),
        other => other,
    }
}

/// A trace contains file names and command lines: only its user may read it, whatever the umask.
fn make_private(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(folder)?;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
}

/// Another user, who is not root, could read the trace or replace it.
fn must_be_own(folder: &Path) -> Result<()> {
    let owner =
        fs::metadata(folder).with_context(|| format!("cannot use the directory {}", folder.display()))?.uid();
    if owner != 0 && owner != rustix::process::geteuid().as_raw() {
        let folder = folder.display();
        bail!(
            "the directory {folder} belongs to user {owner}, who could read and change the trace: use \
             --trace={folder}/NAME for a directory of your own"
        );
    }
    Ok(())
}

/// By creating and deleting a file: permissions do not reveal read-only disks, nor /proc. Recorders would say
/// nothing.
fn must_be_writable(folder: &Path) -> Result<()> {
    let attempt = folder.join(format!(".seaway-{}", std::process::id()));
    fs::File::create(&attempt).with_context(|| {
        format!("cannot write to the directory {}: give another with --trace=DIR", folder.display())
    })?;
    // A process of the same number on another host may have done so.
    let _gone = fs::remove_file(&attempt);
    Ok(())
}

fn has_trace(folder: &Path) -> bool {
    let mut paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.any(|path| path.extension().is_some_and(|ending| ending == "seatrace"))
}

fn new_folder(parent: &Path, now: SystemTime) -> Result<PathBuf> {
    let name = format!("seaway-trace-{}", date_and_time(now));
    for attempt in 1..100 {
        let suffix = if attempt == 1 { String::new() } else { format!("-{attempt}") };
        let folder = parent.join(format!("{name}{suffix}"));
        match make_private(&folder) {
            Ok(()) => return Ok(folder),
            // Another run of the same second.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => {
                bail!(
                    "cannot create the directory {}: {error}; give another with --trace=DIR",
                    folder.display()
                )
            }
        }
    }
    bail!("{name} and similar names are all in use: give a directory with --trace=DIR")
}

/// `20261116-214530`, in UTC: the same on all machines.
fn date_and_time(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let Moment { year, month, day, hour, minute, second } = Moment::of(seconds);
    format!("{year:04}{month:02}{day:02}-{hour:02}{minute:02}{second:02}")
}

/// `4096`, `64K`, `500M`, `2G`, with or without a trailing B or iB.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let complaint =
        || format!("{text:?} is not a valid size: write a number followed by K, M, G or T, as in 500M");
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = text[digits.len()..].trim().to_ascii_lowercase();
    let shift = match unit.trim_end_matches('b').trim_end_matches('i') {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(complaint()),
    };
    let number: u64 = digits.parse().map_err(|_| complaint())?;
    number.checked_mul(1 << shift).filter(|&bytes| bytes > 0).ok_or_else(complaint)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let check = |seconds, expected| {
            assert_eq!(date_and_time(UNIX_EPOCH + Duration::from_secs(seconds)), expected);
        };
        check(0, "19700101-000000");
        check(951_782_399, "20000228-235959");
        check(951_782_400, "20000229-000000");
        check(951_868_800, "20000301-000000");
        check(1_794_861_930, "20261116-204530");
        check(4_107_542_399, "21000228-235959");
        check(4_107_542_400, "21000301-000000");
    }

    #[test]
    fn sizes_have_units() {
        for (text, expected) in
            [("4096", 4096), ("64K", 65_536), ("500M", 500 << 20), ("2GiB", 2 << 30), ("1tb", 1 << 40)]
        {
            assert_eq!(size(text), Ok(expected), "{text}");
        }
        for text in ["", "M", "0", "5X", "-1", "99999999999T"] {
            assert!(size(text).unwrap_err().contains("500M"), "{text}");
        }
    }

    #[test]
    fn runs_within_one_second_have_separate_directories() {
        let parent = tempfile::tempdir().unwrap();
        let first = new_folder(parent.path(), UNIX_EPOCH).unwrap();
        let second = new_folder(parent.path(), UNIX_EPOCH).unwrap();
        assert_eq!(first, parent.path().join("seaway-trace-19700101-000000"));
        assert_eq!(second, parent.path().join("seaway-trace-19700101-000000-2"));
        assert_eq!(fs::metadata(&first).unwrap().permissions().mode() & 0o777, 0o700);
    }
}

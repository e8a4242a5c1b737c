// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Trial`]: two ranks under one launcher and one library, and the diagnosis of their outcome.

use std::ffi::OsString;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use rustix::process::{Pid, Signal, kill_process};

use super::diagnosis::{Diagnosis, Evidence};
use crate::commands::doctor_check::{FILE, Notes};
use crate::commands::run::{Launcher, LauncherKind, RankVariables};

/// Ranks of the check.
pub(super) const RANKS: usize = 2;

/// Only a hang takes this long.
const LIMIT: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Trial<'a> {
    pub(super) launcher: &'a Launcher,
    /// The MPI's.
    pub(super) library: &'a Path,
    /// Ours.
    pub(super) seaway: &'a Path,
}

/// What had to be set to make it work; the user must do the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Help {
    RunAsRoot,
    Oversubscribe,
    SharedMemoryOnly,
}

impl Help {
    fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::RunAsRoot => &[("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")],
            Self::SharedMemoryOnly => &[("I_MPI_FABRICS", "shm")],
            Self::Oversubscribe => &[],
        }
    }

    fn options(self) -> &'static [&'static str] {
        match self {
            // Open MPI 5 calls it deprecated and accepts it.
            Self::Oversubscribe => &["--oversubscribe"],
            Self::RunAsRoot | Self::SharedMemoryOnly => &[],
        }
    }
}

impl Trial<'_> {
    /// Runs the check, again with help where the outcome shows that it is needed.
    pub(super) fn run(&self) -> Result<(Diagnosis, Vec<Help>)> {
        let mut helps = Vec::new();
        if self.launcher.kind == LauncherKind::OpenMpi && needs_leave_for_root() {
            helps.push(Help::RunAsRoot);
        }
        loop {
            let diagnosis = Diagnosis::of(&self.once(&helps)?, self.seaway);
            let help = match diagnosis {
                Diagnosis::TooFewSlots => Help::Oversubscribe,
                // Without a supported network, Intel MPI ends in MPI_Init.
                Diagnosis::EndedInInit(_) if self.launcher.is_intel() => Help::SharedMemoryOnly,
                other => return Ok((other, helps)),
            };
            if helps.contains(&help) {
                return Ok((diagnosis, helps));
            }
            helps.push(help);
        }
    }

    fn once(&self, helps: &[Help]) -> Result<Evidence> {
        let folder = tempfile::Builder::new().prefix("seaway-doctor-").tempdir();
        let folder =
            folder.context("cannot create a directory for the check; set TMPDIR to a writable one")?;
        let output_path = folder.path().join("output");
        let mut command = self.command(folder.path(), helps)?;
        let output = File::create(&output_path)?;
        command.stdin(Stdio::null()).stdout(output.try_clone()?).stderr(output);
        let mut child =
            command.spawn().with_context(|| format!("cannot start {}", self.launcher.path.display()))?;
        let status = wait(&mut child)?;
        Ok(Evidence {
            status,
            output: String::from_utf8_lossy(&fs::read(&output_path)?).into_owned(),
            notes: Notes::read_all(folder.path())?,
            file: fs::read(folder.path().join(FILE)).unwrap_or_default(),
        })
    }

    fn command(&self, folder: &Path, helps: &[Help]) -> Result<Command> {
        let own = std::env::current_exe().context("cannot determine the path of this program")?;
        let mut words: Vec<OsString> =
            helps.iter().flat_map(|help| help.options()).map(OsString::from).collect();
        words.extend(["-n".into(), RANKS.to_string().into(), own.into(), "doctor-check".into()]);
        words.extend([self.library.into(), folder.into()]);
        let preloaded = std::env::var_os("LD_PRELOAD");
        let library_path = vec![("LD_LIBRARY_PATH".to_owned(), self.library_path()?)];
        let variables = RankVariables::new(self.seaway, preloaded, library_path);
        let forwarded = variables.by_launcher(self.launcher.kind, words);
        let mut command = Command::new(&self.launcher.path);
        command.args(forwarded.words).envs(forwarded.environment);
        command.envs(helps.iter().flat_map(|help| help.variables()).copied());
        // The user's map rules and hints must not affect the check.
        for name in ["SEAWAY_MAP", "SEAWAY_HINTS", "SEAWAY_RUN_MAP", "SEAWAY_RUN_HINTS", "SEAWAY_CONFIG"] {
            command.env_remove(name);
        }
        command.current_dir(folder);
        Ok(command)
    }

    /// The MPI library's own dependencies are beside it.
    fn library_path(&self) -> Result<OsString> {
        let own = self.library.parent().map(PathBuf::from);
        let inherited = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
        let folders = own.into_iter().chain(std::env::split_paths(&inherited));
        Ok(std::env::join_paths(folders.filter(|folder| !folder.as_os_str().is_empty()))?)
    }
}

fn needs_leave_for_root() -> bool {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| value == "1");
    rustix::process::geteuid().is_root()
        && !(is_set("OMPI_ALLOW_RUN_AS_ROOT") && is_set("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"))
}

/// `None`: it was killed after the time limit.
fn wait(child: &mut Child) -> Result<Option<ExitStatus>> {
    let deadline = Instant::now() + LIMIT;
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        thread::sleep(Duration::from_millis(20));
    }
    // On SIGTERM, a launcher ends its ranks too.
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
    for _ in 0..100 {
        if child.try_wait()?.is_some() {
            return Ok(None);
        }
        thread::sleep(Duration::from_millis(50));
    }
    child.kill()?;
    child.wait()?;
    Ok(None)
}

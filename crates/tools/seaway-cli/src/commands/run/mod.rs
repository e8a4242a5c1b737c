// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run LINE`: executes the command of the line, so that its ranks do their MPI-IO through Seaway.
//! Exit code and signals need no handling, because the process stays the same.

mod forwarding;
mod launcher;
mod launcher_options;
mod library;
mod line;
mod on_host;
mod program;
mod space;
mod stage;
mod trace;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use clap::Args;

use self::forwarding::Forwarded;
use self::line::Line;
use self::on_host::{HostOptions, OnHost};
use self::program::Otherwise;
use self::space::SpaceChoice;
use self::stage::{StageOptions, Staging};
use self::trace::{Trace, TraceOptions};
use crate::commands::watch_opens;
use crate::executables::{Elf, LibrarySearch};
use crate::naming::NamingOptions;
use crate::refusal::Refusal;

pub(crate) use self::forwarding::RankVariables;
pub(crate) use self::launcher::{Launcher, LauncherKind};
pub(crate) use self::library::{find_adapter, find_library, find_recorder};
pub(crate) use self::on_host::program_abis;
pub(crate) use self::program::{Form, Program};

/// Run an MPI program so that its MPI-IO goes through Seaway
///
/// Takes any launcher command line unchanged: seaway run mpirun -n 4 ./app. The program is not rebuilt; it may
/// use MPICH, Open MPI, Intel MPI or the standard ABI, and C, Fortran or Python. Exit code and signals are
/// those of the command.
#[derive(Debug, Args)]
pub(crate) struct Run {
    /// Report what was detected and, when a file is closed, which device and access methods served it
    #[arg(short, long)]
    verbose: bool,

    #[command(flatten)]
    naming: NamingOptions,

    #[command(flatten)]
    host: HostOptions,

    #[command(flatten)]
    trace: TraceOptions,

    #[command(flatten)]
    space: SpaceChoice,

    #[command(flatten)]
    stage: StageOptions,

    /// The command: mpirun, mpiexec, srun, or just a program, and all its arguments
    #[arg(value_name = "LINE", required = true, trailing_var_arg = true, allow_hyphen_values = true)]
    line: Vec<OsString>,
}

impl Run {
    /// Returns only if the command could not be started.
    pub(crate) fn run(&self) -> Result<()> {
        let line = Line::read(self.stage.through_env(self.line.clone())?)?;
        let Libraries { seaway: library, recorder } = self.libraries(&line)?;
        let machine = machine_of(&library)?;
        let programs = inspect(&line, machine, self.otherwise())?;
        let on_host = self.host.choose(&line, &programs, &library, machine)?;
        let line = match &on_host {
            Some(on_host) => on_host.launch(&self.host, line)?,
            None => line,
        };
        let moved = on_host.as_ref().filter(|on_host| on_host.is_moved());
        warn_of_mixed_mpis(&line, &programs, moved.is_some());
        moved.iter().flat_map(|on_host| on_host.warnings()).for_each(|sentence| warn(&sentence));
        if self.verbose {
            print_findings(&line, &programs, &library, moved);
        }
        let mut others = self.variables()?;
        let mut last = Vec::new();
        if let Some(on_host) = moved {
            last = on_host.preload(machine)?;
            replace(&mut others, on_host.variables());
        }
        let trace = self.trace.begin()?;
        if let Some(trace) = &trace {
            replace(&mut others, trace.variables());
            say(&format!("the trace goes to {}", trace.folder.display()));
            if trace.is_mixed {
                // Not an error: ranks that each begin with `seaway run` share a directory, and one of them is
                // the first.
                let sentence = "the directory already contains a trace, and this run is added to it: use \
                                --trace=DIR with a new directory, unless both belong together";
                warn(sentence);
            }
        }
        let line = match self.space.begin()? {
            Some(space) => {
                replace(&mut others, space.variables());
                line.before_programs(&space.prefix())
            }
            None => line,
        };
        let staging = self.stage.begin()?;
        if let Some(staging) = &staging {
            replace(&mut others, staging.variables());
        }
        let mut variables = RankVariables::new(&library, env::var_os("LD_PRELOAD"), others).with_last(&last);
        if let Some(recorder) = recorder.as_deref().filter(|recorder| *recorder != library) {
            variables = variables.with_first(recorder);
        }
        for sanitizer in programs.iter().flat_map(Program::sanitizers) {
            variables = variables.with_first(&sanitizer);
        }
        let forwarded = line.forward(&variables);
        match staging {
            Some(staging) => self.start_staged(&line, forwarded, staging),
            None => self.start(&line, forwarded, trace.as_ref(), recorder.as_deref()),
        }
    }

    /// The agent must know when the command ends, so this process waits for it.
    fn start_staged(&self, line: &Line, forwarded: Forwarded, staging: Staging) -> Result<()> {
        let (status, sentence) =
            staging.run(command_of(line, forwarded)).map_err(|error| not_started(line.command(), &error))?;
        if self.verbose {
            say(&sentence);
        }
        // As shells do.
        std::process::exit(status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)))
    }

    fn start(
        &self,
        line: &Line,
        forwarded: Forwarded,
        trace: Option<&Trace>,
        recorder: Option<&Path>,
    ) -> Result<()> {
        if let (Some(trace), Some(recorder), true) = (trace, recorder, self.trace.is_from_outside()) {
            let Forwarded { words, environment } = &forwarded;
            return watch_opens::run(line.command(), words, environment, &trace.folder, recorder);
        }
        Err(not_started(line.command(), &command_of(line, forwarded).exec()).into())
    }

    /// A program without MPI can be traced even if libseaway.so is not installed.
    fn libraries(&self, line: &Line) -> Result<Libraries> {
        let seaway = find_library();
        if !self.trace.is_asked_for() && !self.stage.is_asked_for() {
            return Ok(Libraries { seaway: seaway?, recorder: None });
        }
        let recorder = find_recorder(seaway.as_deref().ok())?;
        let seaway = match seaway {
            Err(_) if line.launcher().is_none() && !self.host.is_asked_for() => recorder.clone(),
            found => found?,
        };
        Ok(Libraries { seaway, recorder: Some(recorder) })
    }

    fn otherwise(&self) -> Otherwise {
        match (self.trace.is_asked_for(), self.trace.is_from_outside()) {
            _ if self.stage.is_asked_for() => Otherwise::Refuse,
            (_, true) => Otherwise::Watch,
            (true, false) => Otherwise::RefuseTrace,
            (false, false) => Otherwise::Refuse,
        }
    }

    /// Variables that libseaway.so reads in the ranks.
    fn variables(&self) -> Result<Vec<(String, OsString)>> {
        let mut variables: Vec<(String, OsString)> = env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
            .filter(|(name, _)| name.starts_with("SEAWAY_"))
            .collect();
        // Ranks may have another working directory.
        for (_, value) in variables.iter_mut().filter(|(name, _)| name == "SEAWAY_CONFIG") {
            *value = std::path::absolute(PathBuf::from(&*value))?.into();
        }
        let mut own = self.naming.for_ranks()?;
        if self.verbose {
            own.push(("SEAWAY_VERBOSE", "1".into()));
        }
        replace(&mut variables, own.into_iter().map(|(name, value)| (name.to_owned(), value.into())));
        Ok(variables)
    }
}

fn command_of(line: &Line, forwarded: Forwarded) -> Command {
    let mut command = Command::new(line.command());
    // Programs read their own name, so it stays as written.
    command.arg0(&forwarded.words[0]).args(&forwarded.words[1..]).envs(forwarded.environment);
    command
}

/// The libraries to preload.
struct Libraries {
    /// libseaway.so; or the recorder, if only that is needed.
    seaway: PathBuf,
    recorder: Option<PathBuf>,
}

fn replace(variables: &mut Vec<(String, OsString)>, own: impl IntoIterator<Item = (String, OsString)>) {
    for (name, value) in own {
        variables.retain(|(known, _)| *known != name);
        variables.push((name, value));
    }
}

fn machine_of(library: &Path) -> Result<(u8, u16)> {
    let elf = Elf::read(library).with_context(|| format!("cannot read {}", library.display()))?;
    Ok(elf.with_context(|| format!("{} is not a shared library", library.display()))?.machine)
}

fn inspect(line: &Line, machine: (u8, u16), otherwise: Otherwise) -> Result<Vec<Program>> {
    let search = LibrarySearch::from_environment();
    let inspect = |path: PathBuf| Program::inspect_or(&path, machine, &search, otherwise);
    let programs = line.programs().into_iter().map(inspect);
    Ok(programs.collect::<Result<_, Refusal>>()?)
}

/// `is_moved`: onto another MPI, whose launcher has been checked.
fn warn_of_mixed_mpis(line: &Line, programs: &[Program], is_moved: bool) {
    for program in programs {
        let shown = program.path.display();
        let libraries = program.mpi_libraries();
        if let [first, second, ..] = &libraries[..] {
            warn(&format!(
                "{shown} is linked with two MPIs, {} and {}: rebuild it with one",
                first.name, second.name
            ));
        }
        let Some(launcher) = line.launcher().filter(|_| !is_moved) else { continue };
        if let Some(library) = libraries.iter().find(|library| !launcher.kind.can_start(library.abi)) {
            warn(&format!(
                "{shown} is built for the {}, but {} is the launcher of {}: each rank will run as a \
                 singleton (world size 1); use the launcher of the program's own MPI",
                library.abi,
                launcher.path.display(),
                launcher.description
            ));
        }
    }
}

fn print_findings(line: &Line, programs: &[Program], library: &Path, moved: Option<&OnHost>) {
    let launcher = line.launcher().map_or_else(
        || "no launcher".to_owned(),
        |launcher| format!("{} ({})", launcher.path.display(), launcher.description),
    );
    let programs: Vec<String> = programs.iter().map(Program::to_string).collect();
    let moved = moved.map(|on_host| format!("; {on_host}")).unwrap_or_default();
    say(&format!("{launcher}; {}{moved}; preloading {}", programs.join("; "), library.display()));
}

fn warn(sentence: &str) {
    say(&format!("warning: {sentence}"));
}

/// Standard error may be closed: that must not keep the program from running.
fn say(sentence: &str) {
    let _ = writeln!(io::stderr(), "seaway: {sentence}");
}

pub(crate) fn not_started(command: &Path, error: &io::Error) -> Refusal {
    let sentence = format!("cannot start {}: {error}", command.display());
    if error.kind() == io::ErrorKind::NotFound {
        // The file existed a moment ago: what is missing is the interpreter that its first line or its header
        // names.
        return Refusal::not_found(format!("{sentence} (the interpreter that it names is missing)"));
    }
    Refusal::not_executable(sentence)
}

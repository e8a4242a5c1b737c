// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Launch`]: ranks of a program under an [`Installation`], with or without libseaway, and their outcome.

use std::ffi::{OsStr, OsString};
use std::io::Read;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::daemon::SecretFile;
use crate::installation::{Abi, Family, Installation};
use crate::places::{adapter_library, environment_folder, seaway_library};
use crate::seaway_command::seaway;

/// Far more than any test needs on a slow machine: only a hang reaches it.
const LIMIT: Duration = Duration::from_secs(300);

/// How long a launcher may take to end its ranks once told to.
const LAST_WORDS: Duration = Duration::from_secs(10);
/// A stock MPI that takes longer is considered hung.
const STOCK_LIMIT: Duration = Duration::from_secs(120);

/// A parallel program that is about to run.
#[derive(Debug, Clone)]
pub struct Launch {
    installation: Installation,
    program: PathBuf,
    arguments: Vec<OsString>,
    ranks: usize,
    seaway: bool,
    /// The ABI of a program that an adapter runs on this installation.
    adapted: Option<Abi>,
    /// Started by `seaway run --mpi`, which determines by itself what the program needs.
    by_seaway_run: bool,
    /// The launcher to use, if not this installation's.
    launcher: Option<Installation>,
    /// Preloaded before everything else.
    front: Option<PathBuf>,
    environment: Vec<(OsString, OsString)>,
    folder: Option<PathBuf>,
    limit: Duration,
}

/// How it ended and what it printed.
#[derive(Debug)]
pub struct Output {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
    /// For messages: the MPI, the ranks, the program.
    what: String,
}

impl Launch {
    /// One rank of `program`, without libseaway, unless configured otherwise.
    pub fn new(installation: &Installation, program: impl Into<PathBuf>) -> Self {
        Self {
            installation: installation.clone(),
            program: program.into(),
            arguments: Vec::new(),
            ranks: 1,
            seaway: false,
            adapted: None,
            by_seaway_run: false,
            launcher: None,
            front: None,
            environment: Vec::new(),
            folder: None,
            limit: LIMIT,
        }
    }

    /// A Python program with mpi4py, which loads this installation's library.
    ///
    /// # Panics
    /// If Python's environment is missing, or if mpi4py has no build for this ABI.
    pub fn python(installation: &Installation, script: impl AsRef<Path>) -> Self {
        let abi = match installation.abi {
            Abi::Mpich => "mpich",
            Abi::OpenMpi => "openmpi",
            Abi::Standard => panic!("mpi4py's wheel has no build for the standard ABI"),
        };
        let python = environment_folder().join("python/bin/python");
        assert!(python.exists(), "{} is missing; run `cargo xtask test-mpi`", python.display());
        let script = script.as_ref().as_os_str();
        Self::new(installation, python).environment("MPI4PY_MPIABI", abi).argument(script)
    }

    #[must_use]
    pub fn ranks(self, ranks: usize) -> Self {
        Self { ranks, ..self }
    }

    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    #[must_use]
    pub fn arguments<I: IntoIterator<Item: Into<OsString>>>(mut self, arguments: I) -> Self {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Preloads libseaway into the ranks.
    #[must_use]
    pub fn seaway(self) -> Self {
        self.preload(true)
    }

    /// Preloads libseaway, or not.
    #[must_use]
    pub fn preload(self, seaway: bool) -> Self {
        Self { seaway, ..self }
    }

    /// Preloads the adapter for programs of another ABI, which calls this installation's library.
    #[must_use]
    pub fn adapted(self, program: Abi) -> Self {
        Self { adapted: Some(program), ..self }
    }

    /// Starts ranks by `seaway run --mpi`, as users would for a program built with another MPI.
    #[must_use]
    pub fn by_seaway_run(self) -> Self {
        Self { by_seaway_run: true, ..self }
    }

    /// Uses the launcher of another MPI.
    #[must_use]
    pub fn launched_by(self, other: &Installation) -> Self {
        Self { launcher: Some(other.clone()), ..self }
    }

    /// Preloads a library before everything else, as a tool that interposes MPI's calls.
    #[must_use]
    pub fn in_front(self, library: impl Into<PathBuf>) -> Self {
        Self { front: Some(library.into()), ..self }
    }

    /// A variable that every rank sees.
    #[must_use]
    pub fn environment(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Self {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Gives ranks the secret that daemons were started with.
    #[must_use]
    pub fn secret(self, secret: &SecretFile) -> Self {
        self.environment("SEAWAY_SECRET_FILE", secret.path())
    }

    /// The folder that ranks start in.
    #[must_use]
    pub fn folder(self, folder: impl Into<PathBuf>) -> Self {
        Self { folder: Some(folder.into()), ..self }
    }

    /// After this time the test fails: a guard against hangs, never a way to pass.
    #[must_use]
    pub fn limit(self, limit: Duration) -> Self {
        Self { limit, ..self }
    }

    /// The whole command, for callers that start it themselves.
    pub fn command(&self) -> Command {
        if self.by_seaway_run {
            return self.command_of_seaway();
        }
        let mut command = Command::new(&self.launched_with().launcher);
        command.arg("-n").arg(self.ranks.to_string()).args(self.launcher_options());
        // `env` sets variables after the launcher: they do not affect it, and it need not forward them.
        command.arg("/usr/bin/env").args(self.variables()).arg(&self.program).args(&self.arguments);
        command.envs(self.installation.launcher_environment());
        // Processes started by MPI_Comm_spawn have the launcher's environment, not the ranks'.
        command.envs(self.adapter_environment());
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Nothing is configured, and only `seaway run` helps the program to find an MPI.
    fn command_of_seaway(&self) -> Command {
        let ranks = self.ranks.to_string();
        let mut command =
            seaway(&self.installation, &["run", "--mpi", &self.installation.place(), "-n", &ranks]);
        command.arg(&self.program).args(&self.arguments).env_remove("LD_LIBRARY_PATH");
        if self.installation.family == Family::OpenMpi {
            // More ranks than cores; the variables of version 4 and of version 5.
            command
                .env("OMPI_MCA_rmaps_base_oversubscribe", "1")
                .env("OMPI_MCA_hwloc_base_binding_policy", "none");
            command.env("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe");
            command.env("PRTE_MCA_hwloc_default_binding_policy", "none");
        }
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        command
    }

    /// Runs to the end.
    ///
    /// # Panics
    /// If it cannot be started, or if it takes longer than the limit.
    pub fn run(&self) -> Output {
        if self.may_hang_by_itself()
            && let Ok(output) = self.run_within(self.limit.min(STOCK_LIMIT))
        {
            return output;
        }
        self.run_within(self.limit).unwrap_or_else(|hangs| panic!("{hangs}"))
    }

    /// Open MPI 5 hangs once in some hundred runs, with and without Seaway. That is not tested here: the run
    /// is repeated. A hang caused by Seaway shows on the other MPIs, which run the same programs.
    fn may_hang_by_itself(&self) -> bool {
        let is_stock = !self.seaway && self.adapted.is_none() && !self.by_seaway_run;
        is_stock || self.installation.name == "openmpi5"
    }

    /// Runs to the end, or returns the output before it was killed.
    fn run_within(&self, limit: Duration) -> Result<Output, String> {
        let mut command = self.command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Its own process group, so that nothing of a hanging program is left behind.
        command.process_group(0);
        let mut child = command.spawn().unwrap_or_else(|error| panic!("{}: {error}", self.what()));
        let group = Pid::from_child(&child);
        let stdout = Collected::from(child.stdout.take().expect("it is piped"));
        let stderr = Collected::from(child.stderr.take().expect("it is piped"));
        let status = wait(child, group, limit);
        // Ranks that outlive their launcher would keep the pipes open.
        let (stdout, stderr) = (stdout.finish(LAST_WORDS), stderr.finish(LAST_WORDS));
        let Some(status) = status else {
            return Err(format!("{} hangs ({limit:?})\n{stdout}\n{stderr}", self.what()));
        };
        Ok(Output { status, stdout, stderr, what: self.what() })
    }

    fn launched_with(&self) -> &Installation {
        self.launcher.as_ref().unwrap_or(&self.installation)
    }

    fn launcher_options(&self) -> &'static [&'static str] {
        match self.launched_with().family {
            // Binding would put all ranks of several concurrent runs onto one core.
            Family::OpenMpi => &["--oversubscribe", "--bind-to", "none"],
            Family::Mpich | Family::Intel => &[],
        }
    }

    fn adapter_environment(&self) -> Vec<(&'static str, OsString)> {
        if self.adapted.is_none() {
            return Vec::new();
        }
        vec![("LD_PRELOAD", self.preloaded()), ("SEAWAY_MPI", self.installation.library().into())]
    }

    /// The value of LD_PRELOAD. libseaway comes before the adapter, which it uses as its MPI.
    fn preloaded(&self) -> OsString {
        let libraries =
            [self.front.clone(), self.seaway.then(seaway_library), self.adapted.map(adapter_library)];
        let words: Vec<OsString> = libraries.into_iter().flatten().map(OsString::from).collect();
        words.join(OsStr::new(":"))
    }

    /// `NAME=VALUE` for `env`.
    fn variables(&self) -> Vec<OsString> {
        let assign = |name: &OsString, value: &OsString| {
            let mut word = name.clone();
            word.push("=");
            word.push(value);
            word
        };
        let mut words: Vec<OsString> =
            self.environment.iter().map(|(name, value)| assign(name, value)).collect();
        if let Some(folder) = &self.installation.library_folder {
            words.push(assign(&"LD_LIBRARY_PATH".into(), &folder.into()));
        }
        if self.adapted.is_none() && (self.seaway || self.front.is_some()) {
            words.push(assign(&"LD_PRELOAD".into(), &self.preloaded()));
        }
        words.extend(self.adapter_environment().iter().map(|(name, value)| assign(&name.into(), value)));
        words
    }

    fn what(&self) -> String {
        let with = match (self.seaway, self.adapted) {
            _ if self.by_seaway_run => "by seaway run",
            (true, None) => "with libseaway",
            (true, Some(_)) => "adapted, with libseaway",
            (false, None) => "stock",
            (false, Some(_)) => "adapted",
        };
        let arguments: Vec<_> = self.arguments.iter().map(|word| word.to_string_lossy()).collect();
        let program = self.program.file_name().unwrap_or_default().to_string_lossy();
        let name = self.installation.name;
        format!("{name}, {} ranks, {with}: {program} {}", self.ranks, arguments.join(" "))
    }
}

impl Output {
    /// # Panics
    /// If a rank failed; shows the program's output.
    #[track_caller]
    pub fn expect_success(self) -> Self {
        assert!(self.status.success(), "{self}");
        self
    }
}

impl std::fmt::Display for Output {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { status, stdout, stderr, what } = self;
        write!(formatter, "{what}: {status}\n--- stdout\n{stdout}--- stderr\n{stderr}")
    }
}

/// The output of a pipe, collected by a thread, so that no rank blocks on it.
struct Collected {
    bytes: Arc<Mutex<Vec<u8>>>,
    /// Disconnects at the end of the pipe.
    end: mpsc::Receiver<()>,
}

impl Collected {
    fn from(mut pipe: impl Read + Send + 'static) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let target = Arc::clone(&bytes);
        let (sender, end) = mpsc::channel();
        thread::spawn(move || {
            let _until_the_end: mpsc::Sender<()> = sender;
            let mut buffer = [0; 8192];
            while let Ok(length @ 1..) = pipe.read(&mut buffer) {
                target.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(&buffer[..length]);
            }
        });
        Self { bytes, end }
    }

    /// All of it; after `patience`, what has arrived so far.
    fn finish(&self, patience: Duration) -> String {
        let _ = self.end.recv_timeout(patience);
        String::from_utf8_lossy(&self.bytes.lock().unwrap_or_else(PoisonError::into_inner)).into_owned()
    }
}

/// The exit status, or `None` if it was killed.
fn wait(mut child: Child, group: Pid, limit: Duration) -> Option<ExitStatus> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let status = child.wait();
        // After the limit nobody receives it any more.
        let _ = sender.send(status);
    });
    match receiver.recv_timeout(limit) {
        Ok(status) => Some(status.expect("a child can be waited for")),
        Err(RecvTimeoutError::Disconnected) => panic!("the thread that waits has ended"),
        Err(RecvTimeoutError::Timeout) => {
            // On SIGTERM, a launcher ends its ranks too.
            let _ = kill_process_group(group, Signal::TERM);
            let _ = receiver.recv_timeout(LAST_WORDS);
            let _ = kill_process_group(group, Signal::KILL);
            None
        }
    }
}

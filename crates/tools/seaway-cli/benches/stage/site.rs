// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Site`]: a head with a file, and nodes with daemons, on hosts that are network namespaces.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use seaway_testkit::service_process::{ServiceProcess, make_secret, secret_in};
use seaway_testkit::{Cluster, Node as Host};
use tempfile::TempDir;

pub(crate) const ROLE: &str = "SEAWAY_BENCH_ROLE";

pub(crate) struct Site {
    /// Dropped first: they are killed.
    daemons: Vec<ServiceProcess>,
    cluster: Cluster,
    folder: TempDir,
    megabits: u32,
    pub(crate) bytes: u64,
}

/// A copy. Times are infinite if it failed, or did not end in time.
pub(crate) struct Copied {
    pub(crate) seconds: f64,
    /// When each node had everything.
    pub(crate) nodes: Vec<f64>,
}

impl Site {
    pub(crate) fn new(nodes: usize, megabits: u32, bytes: u64) -> Self {
        let memory = Path::new("/dev/shm");
        let folder = if memory.is_dir() { TempDir::new_in(memory) } else { TempDir::new() }.unwrap();
        make_secret(folder.path());
        let mut content = vec![0; usize::try_from(bytes).unwrap()];
        fastrand::Rng::with_seed(bytes).fill(&mut content);
        fs::write(folder.path().join("file"), &content).unwrap();
        let cluster = Cluster::new(nodes + 1, Some(megabits)).unwrap();
        let mut site = Self { daemons: Vec::new(), cluster, folder, megabits, bytes };
        site.daemons = (0..nodes).map(|node| site.start(node)).collect();
        site
    }

    /// Its home is its folder: `~/` is another place at each node.
    fn start(&self, node: usize) -> ServiceProcess {
        let export = self.folder_of(node);
        fs::create_dir_all(&export).unwrap();
        let mut command = self.node(node).command(env!("CARGO_BIN_EXE_seaway"));
        command.arg("serve").arg("--export").arg(&export);
        command.arg("--listen").arg(self.place_of(node));
        command.env("XDG_RUNTIME_DIR", &export).env("HOME", &export);
        ServiceProcess::start(&mut command, self.folder.path())
    }

    pub(crate) fn head(&self) -> &Host {
        self.cluster.node(0)
    }

    pub(crate) fn node(&self, node: usize) -> &Host {
        self.cluster.node(node + 1)
    }

    fn place_of(&self, node: usize) -> String {
        format!("{}:7117", self.node(node).address())
    }

    pub(crate) fn source(&self) -> PathBuf {
        self.folder.path().join("file")
    }

    pub(crate) fn folder_of(&self, node: usize) -> PathBuf {
        self.folder.path().join(format!("node{node}"))
    }

    pub(crate) fn limit(&self, node: usize, megabits: u32) {
        self.node(node).limit(megabits).unwrap();
    }

    /// What it may take at all: four times what it takes to send `copies` of the file one after the other, and half a minute.
    pub(crate) fn limit_of_time(&self, copies: usize) -> Duration {
        let alone = self.bytes as f64 * 8e-6 / f64::from(self.megabits);
        Duration::from_secs_f64(30.0 + 4.0 * alone * if copies > 8 { 1.0 } else { copies as f64 / 2.0 })
    }

    /// To the first `nodes`.
    pub(crate) fn copy(&self, nodes: usize) -> Copied {
        let hosts: Vec<String> = (0..nodes).map(|node| self.place_of(node)).collect();
        let (said, complaints) = (self.folder.path().join("said"), self.folder.path().join("complaints"));
        let mut command = self.head().command(env!("CARGO_BIN_EXE_seaway"));
        command.args(["cp", "--json", "-v"]).arg(self.source()).arg(format!("{}:~/copy", hosts.join(",")));
        command.env("SEAWAY_SECRET_FILE", secret_in(self.folder.path())).env("SEAWAY_START", "none");
        command.env("XDG_RUNTIME_DIR", self.folder.path()).stdin(Stdio::null());
        command.stdout(fs::File::create(&said).unwrap()).stderr(fs::File::create(&complaints).unwrap());
        let begun = Instant::now();
        let limit = self.limit_of_time(nodes);
        let status = complete(command.spawn().unwrap(), begun + limit);
        let seconds = begun.elapsed().as_secs_f64();
        let (said, complaints) = (fs::read_to_string(said).unwrap(), fs::read_to_string(complaints).unwrap());
        let failure = match status {
            None => Some(format!("it did not end within {:.0} s", limit.as_secs_f64())),
            Some(status) if !status.success() => Some(status.to_string()),
            Some(_) => (0..nodes)
                .find(|&node| !self.is_right(node))
                .map(|node| format!("node {node} has something else")),
        };
        if !complaints.is_empty() {
            println!("cp to {nodes} nodes, {seconds:.2} s:\n{}", complaints.trim_end());
        }
        if let Some(failure) = &failure {
            let there: Vec<u64> = (0..nodes).map(|node| self.mebibytes_at(node)).collect();
            println!("cp to {nodes} nodes has failed: {failure}; MiB at each: {there:?}");
        }
        (0..nodes).for_each(|node| self.clear(node));
        let reported: Vec<f64> = said.lines().filter_map(seconds_of).collect();
        let is_whole = failure.is_none() && reported.len() == nodes;
        Copied { seconds: if is_whole { seconds } else { f64::INFINITY }, nodes: reported }
    }

    fn is_right(&self, node: usize) -> bool {
        let (source, copy) = (fs::read(self.source()), fs::read(self.folder_of(node).join("copy")));
        source.is_ok() && source.ok() == copy.ok()
    }

    /// Stored so far, under any name.
    fn mebibytes_at(&self, node: usize) -> u64 {
        let files = fs::read_dir(self.folder_of(node)).unwrap().flatten();
        files.filter_map(|file| file.metadata().ok()).map(|file| file.blocks() * 512).sum::<u64>() >> 20
    }

    fn clear(&self, node: usize) {
        let files = fs::read_dir(self.folder_of(node)).unwrap().flatten();
        files.filter(|file| file.path().is_file()).for_each(|file| fs::remove_file(file.path()).unwrap());
    }
}

fn seconds_of(line: &str) -> Option<f64> {
    line.split_once("\"seconds\":")?.1.split(',').next()?.parse().ok()
}

/// `None`: it was killed at the deadline.
pub(crate) fn complete(mut child: Child, deadline: Instant) -> Option<ExitStatus> {
    while Instant::now() < deadline {
        if let Some(status) = child.try_wait().unwrap() {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(2));
    }
    let _ = child.kill();
    let _ = child.wait();
    None
}

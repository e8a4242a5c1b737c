// SPDX-License-Identifier: MIT OR Apache-2.0
//! Remote files with faults of the link, the daemon or its disk. Two clusters of hosts, simulated by network
//! namespaces, with one link between their gateways: every rank gets an error that names the host and the
//! file, within `seaway_timeout`; and faults that end in time are handled transparently.
#![allow(clippy::print_stderr, reason = "a test that cannot run here says so")]

mod hosts;
mod sshd;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use hosts::{assignment, launcher, write_agent};
use mpi_tests::{Daemon, Installation, SecretFile, folder_in_memory, seaway_library, seaway_program};
use seaway_testkit::{Cluster, Node, Outside, Sites};
use sshd::Sshd;
use tempfile::TempDir;

const RANKS: usize = 2;
const STEPS: u64 = 12;
const STEP_BYTES: u64 = 200_000;
const PORT: u16 = 7117;

/// The timeout of the ranks, far less than the default.
const TIMEOUT_SECONDS: f64 = 4.0;
const LONGEST: f64 = 20.0;

/// Only a hang takes this long.
const LIMIT: Duration = Duration::from_secs(100);
const GLANCE: Duration = Duration::from_millis(20);

#[test]
fn ranks_reach_a_host_through_the_relay_of_their_gateway() {
    let Some(setting) = Setting::new(Outside::Closed) else { return };
    let _store = setting.serve(setting.sites.far_gateway(), Sites::outer_address(true), &[]);
    let name = setting.name(Sites::outer_address(true));
    setting.fails(&name, &[], "io", &[]);
    let gateway = setting.sites.near_gateway();
    let relay = setting.relay(gateway, gateway.address());
    setting.succeeds(&name, &[format!("seaway_relay={}", relay.address())]);
}

#[test]
fn two_relays_in_a_row_lead_to_a_host_behind_its_own_gateway() {
    let Some(setting) = Setting::new(Outside::Closed) else { return };
    let host = &setting.sites.far()[0];
    let _store = setting.serve(host, host.address(), &[]);
    let gateway = setting.sites.near_gateway();
    let near = setting.relay(gateway, gateway.address());
    let far = setting.relay(setting.sites.far_gateway(), Sites::outer_address(true));
    let hops = format!("seaway_relay={},{}", near.address(), far.address());
    setting.succeeds(&setting.name(host.address()), &[hops]);
}

/// If no daemon listens, opening starts one by the user's own ssh; it ends with the file.
#[test]
fn a_daemon_is_started_by_ssh_and_ends_with_the_file() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    let program = seaway_program();
    let sshd = Sshd::start(host, program.parent().expect("it lies in a folder")).expect("sshd is installed");
    let before = host.processes().expect("they can be listed").len();
    let start = format!("seaway_start=ssh {}", sshd.client_options().join(" "));
    setting.succeeds(&format!("remote://{}{}/field", host.address(), setting.served().display()), &[start]);
    let ended = Instant::now();
    while host.processes().expect("they can be listed").len() > before {
        assert!(ended.elapsed() < LIMIT, "the daemon outlives the program");
        thread::sleep(GLANCE);
    }
}

#[test]
fn every_rank_learns_of_a_lost_host() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    let _store = setting.serve(host, host.address(), &[]);
    let program = setting.start(&setting.name(host.address()), 3, &[]);
    program.harm(|| setting.sites.cut().expect("a cable can be cut"));
    program.expect_failure("io", &[&host.address().to_string(), "field"]);
}

#[test]
fn every_rank_learns_of_a_killed_daemon() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    let store = setting.serve(host, host.address(), &[]);
    let program = setting.start(&setting.name(host.address()), 4, &[]);
    program.harm(|| drop(store));
    program.expect_failure("io", &[&host.address().to_string(), "field"]);
}

#[test]
fn a_daemon_that_restarts_in_time_causes_no_error() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    let store = setting.serve(host, host.address(), &[]);
    let patience = ["seaway_timeout=60".to_owned()];
    let program = setting.start(&setting.name(host.address()), 3, &patience);
    program.harm(|| drop(store));
    let _store = setting.serve(host, host.address(), &[]);
    program.expect_success();
    setting.check_file();
}

#[test]
fn a_link_that_recovers_in_time_causes_no_error() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    let _store = setting.serve(host, host.address(), &[]);
    let patience = ["seaway_timeout=60".to_owned()];
    let program = setting.start(&setting.name(host.address()), 3, &patience);
    program.harm(|| setting.sites.cut().expect("a cable can be cut"));
    setting.sites.mend().expect("a cable can be mended");
    program.expect_success();
    setting.check_file();
}

#[test]
fn a_full_disk_there_is_an_error_here() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    // A mount that only the daemon sees.
    let script = r#"mount -t tmpfs -o size=1m none "$0" && exec "$@""#;
    let in_front = ["unshare", "--mount", "sh", "-c", script, &setting.served().to_string_lossy()];
    let _store = setting.serve(host, host.address(), &in_front);
    setting.fails(&setting.name(host.address()), &[], "no-space", &["field"]);
}

#[test]
fn a_file_that_may_not_be_written_there_is_an_error_here() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    fs::write(setting.served().join("field"), "another's").expect("it can be written");
    let only_root = "chmod 600 field && chown root field";
    let done = Command::new("sh").args(["-c", only_root]).current_dir(setting.served()).status();
    assert!(done.is_ok_and(|status| status.success()), "{only_root}");
    let _store = setting.serve_as_nobody(host);
    setting.fails(&setting.name(host.address()), &[], "access", &["field"]);
}

#[test]
fn nothing_is_written_where_all_is_read_only() {
    let Some(setting) = Setting::new(Outside::Routed) else { return };
    let host = &setting.sites.far()[0];
    let mut command = host.command(seaway_program());
    command.args(["serve", "--read-only", "--listen", &format!("{}:{PORT}", host.address())]);
    command.arg("--export").arg(setting.served());
    let _store = Daemon::start(command, &setting.secret);
    setting.fails(&setting.name(host.address()), &[], "read-only", &["field"]);
    assert!(!setting.served().join("field").exists());
}

/// Two clusters, and what the programs on them share.
struct Setting {
    sites: Sites,
    served: TempDir,
    secret: SecretFile,
    program: PathBuf,
}

impl Setting {
    /// `None`, after printing the reason, if clusters are not possible.
    fn new(outside: Outside) -> Option<Self> {
        if let Some(obstacle) = Cluster::obstacle() {
            eprintln!("skipped: {obstacle}");
            return None;
        }
        let sites = Sites::new(RANKS, Some(1000), outside).expect("namespaces can be made");
        let program = Installation::named("debian-openmpi").compile_c("remote/steps.c", &[]);
        Some(Self { sites, served: folder_in_memory(), secret: SecretFile::new(), program })
    }

    fn served(&self) -> &Path {
        self.served.path()
    }

    fn name(&self, host: Ipv4Addr) -> String {
        format!("remote://{host}:{PORT}{}/field", self.served().display())
    }

    /// A daemon on a host; `in_front` are words before its own.
    fn serve(&self, host: &Node, address: Ipv4Addr, in_front: &[&str]) -> Daemon {
        let program = seaway_program();
        let mut command = match in_front.split_first() {
            None => host.command(&program),
            Some((first, rest)) => {
                let mut command = host.command(first);
                command.args(rest).arg(&program);
                command
            }
        };
        command.args(["serve", "--listen", &SocketAddr::from((address, PORT)).to_string()]);
        command.arg("--export").arg(self.served());
        Daemon::start(command, &self.secret)
    }

    /// A daemon without root privileges, with its own copy of the secret.
    fn serve_as_nobody(&self, host: &Node) -> Daemon {
        let script = r#"cp "$SEAWAY_SECRET_FILE" "$0" && chown 65534 "$0" && export SEAWAY_SECRET_FILE="$0" &&
            exec setpriv --reuid 65534 --clear-groups "$@""#;
        let copy = self.served().join("secret");
        fs::set_permissions(self.served(), std::os::unix::fs::PermissionsExt::from_mode(0o777))
            .expect("it can be opened to all");
        self.serve(host, host.address(), &["sh", "-c", script, &copy.to_string_lossy()])
    }

    fn relay(&self, host: &Node, address: Ipv4Addr) -> Daemon {
        let mut command = host.command(seaway_program());
        command.args(["relay", "--listen", &format!("{address}:{}", PORT + 1)]);
        Daemon::start(command, &self.secret)
    }

    /// Ranks on the near hosts that wait before step `pause`.
    fn start(&self, name: &str, pause: i64, hints: &[String]) -> Program {
        let logs = folder_in_memory();
        let agent = write_agent(logs.path(), self.sites.near());
        let mut command = launcher(self.sites.near(), RANKS, &agent);
        command.arg("/usr/bin/env").arg(assignment("LD_PRELOAD", &seaway_library()));
        command.arg(assignment("SEAWAY_SECRET_FILE", &self.secret.path()));
        command.arg(&self.program).arg(name).arg(logs.path());
        command.args([STEPS.to_string(), STEP_BYTES.to_string(), pause.to_string()]);
        command.arg(format!("seaway_timeout={TIMEOUT_SECONDS}")).arg("seaway_start=none").args(hints);
        command.stdin(Stdio::null());
        let running = thread::spawn(move || {
            let output = command.output().expect("a launcher can be started");
            format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr))
        });
        Program { logs, running: Some(running) }
    }

    fn succeeds(&self, name: &str, hints: &[String]) {
        // A long timeout: ssh and daemons may be slow on a busy machine.
        let patience = "seaway_timeout=60".to_owned();
        self.start(name, -1, &[hints, &[patience]].concat()).expect_success();
        self.check_file();
    }

    fn fails(&self, name: &str, hints: &[String], class: &str, words: &[&str]) {
        self.start(name, -1, hints).expect_failure(class, words);
    }

    /// Checks that everything arrived; the ranks have checked each byte.
    fn check_file(&self) {
        let length = fs::metadata(self.served().join("field")).expect("the file is there").len();
        assert_eq!(length, STEPS * STEP_BYTES * RANKS as u64);
    }
}

/// Running ranks.
struct Program {
    logs: TempDir,
    running: Option<thread::JoinHandle<String>>,
}

impl Program {
    /// Injects a fault while all ranks wait, and lets them continue.
    fn harm(&self, something: impl FnOnce()) {
        let start = Instant::now();
        while !self.all_wait() {
            assert!(start.elapsed() < LIMIT, "ranks do not get this far: {:?}", self.texts());
            thread::sleep(GLANCE);
        }
        something();
        fs::write(self.logs.path().join("go"), "").expect("a file can be made");
    }

    fn all_wait(&self) -> bool {
        self.texts().iter().all(|text| text == "waits\n")
    }

    fn texts(&self) -> Vec<String> {
        let text = |rank: usize| fs::read_to_string(self.logs.path().join(rank.to_string()));
        (0..RANKS).map(|rank| text(rank).unwrap_or_default()).collect()
    }

    /// The output of the ranks, after they have ended, and that of the launcher.
    fn end(mut self) -> (Vec<String>, String) {
        let launcher = self.running.take().map(|running| running.join().expect("the thread does not panic"));
        (self.texts(), launcher.unwrap_or_default())
    }

    fn expect_success(self) {
        let (texts, launcher) = self.end();
        for text in texts {
            assert_eq!(text.lines().next_back(), Some("ended"), "{text}\n{launcher}");
        }
    }

    /// Every rank gets an error in time, with all of these words.
    fn expect_failure(self, class: &str, words: &[&str]) {
        let (texts, launcher) = self.end();
        for text in texts {
            let line = text.lines().find(|line| line.starts_with("failed "));
            let line = line.unwrap_or_else(|| panic!("a rank gets no error: {text}\n{launcher}"));
            let fields: Vec<&str> = line.splitn(5, ' ').collect();
            assert_eq!(fields[2], class, "{line}");
            let seconds: f64 = fields[3].parse().expect("a number");
            assert!(seconds < LONGEST, "the error comes late: {line}");
            for word in words {
                assert!(fields[4].contains(word), "{word:?} is not in: {line}");
            }
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where daemons listen, and how programs find the one of their user: beside those of other users, which may
//! have the port that is tried first.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[path = "session/program.rs"]
#[allow(dead_code, reason = "shared by two files of tests")]
mod program;
#[path = "session/sshd.rs"]
#[allow(dead_code, reason = "shared by two files of tests")]
mod sshd;

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use rustix::process::{Pid, Signal, kill_process};
use seaway_testkit::Cluster;
use tempfile::TempDir;

use self::program::{BYTES, MARK, Program, SEAWAY, check_data, runs};
use self::sshd::Sshd;

/// An unprivileged user who owns nothing.
const NOBODY: u32 = 65534;
/// This host by a name that is not its own: programs look for a daemon there, as on any other host.
const HERE: &str = "0.0.0.0";
/// As set by ssh: the client, and the address of this host that it connected to.
const BY_SSH: &str = "SSH_CONNECTION='127.0.0.1 5000 127.0.0.1 22'";

/// The program that the other tests start. By itself it does nothing.
#[test]
fn program() {
    program::run_if_asked();
}

/// A separate home, runtime directory and secret.
struct User {
    home: TempDir,
    /// Which port this user's programs try first.
    port: u16,
    id: Option<u32>,
}

/// A daemon of a user, until dropped.
struct Daemon {
    child: Child,
    addresses: Vec<SocketAddr>,
}

impl User {
    fn new(port: u16) -> Self {
        let home = tempfile::tempdir().unwrap();
        for folder in ["run", "data"] {
            fs::create_dir(home.path().join(folder)).unwrap();
            fs::set_permissions(home.path().join(folder), fs::Permissions::from_mode(0o700)).unwrap();
        }
        Self { home, port, id: None }
    }

    /// A user of this host other than the one who runs the test, if root runs it.
    fn another(port: u16) -> Self {
        let mut user = Self::new(port);
        if rustix::process::geteuid().is_root() {
            let program = user.home.path().join("seaway");
            fs::copy(SEAWAY, program).unwrap();
            for path in ["", "run", "data"] {
                chown(user.home.path().join(path), Some(NOBODY), Some(NOBODY)).unwrap();
            }
            user.id = Some(NOBODY);
        }
        user
    }

    fn data(&self) -> PathBuf {
        self.home.path().join("data")
    }

    fn equip(&self, command: &mut Command) {
        let home = self.home.path();
        command.env("HOME", home).env("XDG_RUNTIME_DIR", home.join("run"));
        for variable in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "SEAWAY_SECRET_FILE", "SSH_CONNECTION"] {
            command.env_remove(variable);
        }
        command.env("SEAWAY_DEFAULT_PORT", self.port.to_string());
    }

    fn seaway(&self, arguments: &[&str]) -> Command {
        let mut command = match self.id {
            None => Command::new(SEAWAY),
            Some(id) => {
                let mut command = Command::new("setpriv");
                command
                    .args(["--reuid", &id.to_string(), "--clear-groups"])
                    .arg(self.home.path().join("seaway"));
                command
            }
        };
        command.args(arguments);
        self.equip(&mut command);
        command
    }

    fn serve(&self, arguments: &[&str]) -> Daemon {
        Daemon::start(self.seaway(&[&["serve"], arguments].concat()))
    }

    fn status(&self) -> Output {
        self.seaway(&["status", "--json"]).output().unwrap()
    }

    /// How many bytes were written through the daemon that `seaway status` finds.
    fn written(&self) -> u64 {
        let output = self.status();
        let text = String::from_utf8(output.stdout).unwrap();
        let total =
            text.rsplit_once("\"written\":").unwrap_or_else(|| panic!("{text} {:?}", output.stderr)).1;
        total.split(',').next().unwrap().parse().unwrap()
    }

    /// A program of this user's that opens the file `data` on `host`.
    fn opens(&self, scheme: &str, host: &str, file: &Path, hints: &[(&str, &str)], stays: bool) -> Program {
        let mut command = Program::command(&format!("{scheme}://{host}{}", file.display()), hints, stays);
        self.equip(&mut command);
        Program::start(command)
    }

    /// The files that register running daemons.
    fn registered(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.home.path().join("run/seaway/daemons"));
        entries.into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
    }
}

impl Daemon {
    fn start(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, addresses) = line.trim_end().split_once(" at ").unwrap_or_else(|| panic!("{line:?}"));
        Self { child, addresses: addresses.split(", ").map(|address| address.parse().unwrap()).collect() }
    }

    fn port(&self) -> u16 {
        self.addresses[0].port()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A free port.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

fn check_parts(said: &str, parts: &[&str]) {
    for part in parts {
        assert_eq!(said.matches(part).count(), 1, "{part:?} once in {said:?}");
    }
}

#[test]
fn daemon_without_listen_is_on_the_loopback_alone() {
    // Another process may take a port that was free a moment ago.
    let takes_the_default = || {
        let user = User::new(free_port());
        let daemon = user.serve(&[]);
        assert!(daemon.addresses.iter().all(|address| address.ip().is_loopback()), "{:?}", daemon.addresses);
        assert!(
            daemon.addresses.iter().all(|address| address.port() == daemon.port()),
            "{:?}",
            daemon.addresses
        );
        daemon.port() == user.port
    };
    assert!((0..10).any(|_| takes_the_default()), "it never takes the default port");
    let user = User::new(free_port());
    let several = user.serve(&["--listen", "127.0.0.2:0", "--listen", "127.0.0.3"]);
    let ips: Vec<String> = several.addresses.iter().map(|address| address.ip().to_string()).collect();
    assert_eq!(ips, ["127.0.0.2", "127.0.0.3"]);
    several.addresses.iter().for_each(|address| drop(TcpStream::connect(address).unwrap()));
}

#[test]
fn other_hosts_reach_what_listen_names_and_nothing_else() {
    if let Some(obstacle) = Cluster::obstacle() {
        return println!("skipped: {obstacle}");
    }
    let cluster = Cluster::new(2, None).unwrap();
    let (host, other) = (cluster.node(0), cluster.node(1));
    let user = User::new(free_port());
    let on_host = |arguments: &[&str]| {
        let mut command = host.command(SEAWAY);
        command.arg("serve").args(arguments);
        user.equip(&mut command);
        Daemon::start(command)
    };
    let ask = |from: &seaway_testkit::Node, address: SocketAddr| {
        let mut command = from.command(SEAWAY);
        user.equip(command.args(["status", &address.to_string()]));
        command.output().unwrap()
    };
    let outside = |port: u16| SocketAddr::from((host.address(), port));
    let usual = on_host(&[]);
    let refused = ask(other, outside(usual.port()));
    assert_eq!(refused.status.code(), Some(1));
    check_parts(&String::from_utf8(refused.stderr).unwrap(), &["refused"]);
    drop(usual);
    let named = on_host(&["--listen", &host.address().to_string()]);
    assert!(ask(other, outside(named.port())).status.success());
    let near = named.addresses.iter().find(|address| address.is_ipv4() && address.ip().is_loopback());
    if let Some(near) = near {
        assert!(ask(host, *near).status.success(), "the loopback as well");
    }
}

/// As `srun` does it, which does not tell how the program connects.
#[test]
fn other_commands_than_ssh_start_a_daemon_where_the_program_can_reach_it() {
    if let Some(obstacle) = Cluster::obstacle() {
        return println!("skipped: {obstacle}");
    }
    let cluster = Cluster::new(2, None).unwrap();
    let (host, other) = (cluster.node(0), cluster.node(1));
    let user = User::new(free_port());
    let words = |command: &Command| {
        let words = [command.get_program()].into_iter().chain(command.get_args());
        words.map(|word| format!("'{}' ", word.to_str().unwrap())).collect::<String>()
    };
    let start = words(&host.command("env"));
    let file = user.data().join("file");
    let name = format!("remote://{}{}", host.address(), file.display());
    let opening = Program::command(&name, &[("seaway_start", &start), ("seaway_program", SEAWAY)], false);
    let mut command = other.command(opening.get_program());
    command.args(opening.get_args());
    command.envs(opening.get_envs().filter_map(|(name, value)| Some((name, value?))));
    user.equip(&mut command);
    assert_eq!(Program::start(command).says(), "closed");
    check_data(&file);
}

#[test]
fn port_of_another_user_is_left_alone_and_both_find_their_own() {
    let other = User::another(free_port());
    let others = other.serve(&["--listen", "127.0.0.1:0"]);
    let user = User::new(others.port());
    let daemon = user.serve(&[]);
    assert_ne!(daemon.port(), others.port());
    for (user, daemon) in [(&user, &daemon), (&other, &others)] {
        let output = user.status();
        assert!(output.status.success(), "{output:?}");
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(text.contains(&format!("\"pid\":{},", daemon.child.id())), "{text}");
    }
}

#[test]
fn file_of_a_daemon_is_private_and_goes_with_it() {
    let user = User::new(free_port());
    let output = user.status();
    check_parts(
        &String::from_utf8(output.stderr).unwrap(),
        &["no daemon of this user runs on this host", "seaway serve"],
    );
    let mut daemon = user.serve(&[]);
    let [file] = &user.registered()[..] else { panic!("{:?}", user.registered()) };
    assert_eq!(fs::metadata(file).unwrap().mode() & 0o777, 0o600);
    assert_eq!(fs::metadata(file.parent().unwrap()).unwrap().mode() & 0o777, 0o700);
    kill_process(Pid::from_child(&daemon.child), Signal::TERM).unwrap();
    assert!(daemon.child.wait().unwrap().success());
    assert!(user.registered().is_empty());
    // A killed daemon leaves its file, which is ignored, and which the next one removes.
    drop(user.serve(&[]));
    assert_eq!(user.registered().len(), 1);
    assert_eq!(user.status().status.code(), Some(1));
    let _daemon = user.serve(&[]);
    assert_eq!(user.registered().len(), 1);
    assert!(user.status().status.success());
}

#[test]
fn another_user_at_the_default_port_does_not_block_a_program() {
    let other = User::another(free_port());
    let others = other.serve(&["--export", "/", "--listen", "127.0.0.1:0"]);
    let user = User::new(others.port());
    let file = user.data().join("file");
    let start = format!("env {MARK}=not-blocked {BY_SSH}");
    for scheme in ["remote", "remote+tls"] {
        let hints = [("seaway_start", &*start), ("seaway_program", SEAWAY)];
        let mut program = user.opens(scheme, HERE, &file, &hints, false);
        assert_eq!(program.says(), "closed", "{scheme}");
        check_data(&file);
        fs::remove_file(&file).unwrap();
    }
    // An explicit port means that daemon and no other.
    let place = format!("{HERE}:{}", others.port());
    let said = user.opens("remote", &place, &file, &[("seaway_start", &start)], false).says();
    check_parts(
        &said,
        &[
            "did not authenticate as a daemon of this user",
            "does not know this user's secret",
            "no other address was tried",
        ],
    );
    // And if nothing may be started, the message says what is there.
    let said = user.opens("remote", HERE, &file, &[("seaway_start", "none")], false).says();
    check_parts(&said, &["did not authenticate as a daemon of this user", "seaway_start=none", "PORT"]);
    // The message lists all attempts.
    let said = user.opens("remote", HERE, &file, &[("seaway_start", "no-such-command")], false).says();
    check_parts(
        &said,
        &["did not authenticate as a daemon of this user", "no-such-command is not installed on this host"],
    );
    assert!(!file.exists());
}

#[test]
fn file_of_another_user_is_not_opened_by_ones_own_daemon() {
    let (user, bob) = (User::new(free_port()), User::new(free_port()));
    let _own = user.serve(&["--export", "/", "--listen", &format!("127.0.0.1:{}", user.port)]);
    let file = bob.data().join("file");
    // What ssh would do: the account has its own home, runtime folder and secret.
    let home = bob.home.path().display();
    let start = format!("env HOME={home} XDG_RUNTIME_DIR={home}/run {MARK}=of-bob {BY_SSH}");
    let hints = [("seaway_start", &*start), ("seaway_program", SEAWAY)];
    for host in [HERE, "localhost"] {
        let place = format!("bob@{host}");
        assert_eq!(user.opens("remote", &place, &file, &hints, false).says(), "closed");
        check_data(&file);
        fs::remove_file(&file).unwrap();
        assert_eq!(user.written(), 0, "{place}");
        let said = user.opens("remote", &place, &file, &[("seaway_start", "none")], false).says();
        check_parts(&said, &[&format!("a daemon of bob on {host}"), "seaway_start=none", "PORT"]);
        assert!(!file.exists());
    }
    // Without a user the daemon at the default port is meant.
    assert_eq!(user.opens("remote", HERE, &file, &hints, false).says(), "closed");
    assert_eq!(user.written(), BYTES);
}

#[test]
fn silent_peer_blocks_no_other() {
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let user = User::new(silent.local_addr().unwrap().port());
    let file = user.data().join("file");
    let start = format!("env {MARK}=silent {BY_SSH}");
    // Only a fraction of the time is spent on the silent one.
    let hints = [("seaway_start", &*start), ("seaway_program", SEAWAY), ("seaway_timeout", "40")];
    assert_eq!(user.opens("remote", HERE, &file, &hints, false).says(), "closed");
    check_data(&file);
}

#[test]
fn running_daemon_is_found_on_the_host_and_serves_what_it_exports() {
    let user = User::new(free_port());
    let elsewhere = tempfile::tempdir().unwrap();
    let export = user.data();
    let daemon = user.serve(&["--export", export.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    assert_ne!(daemon.port(), user.port);
    let start = format!("env {MARK}=running {BY_SSH}");
    let hints = [("seaway_start", &*start), ("seaway_program", SEAWAY)];
    let mut written = 0;
    for scheme in ["remote", "remote+tls"] {
        let file = export.join(scheme);
        let mut program = user.opens(scheme, HERE, &file, &hints, true);
        assert_eq!(program.says(), "written", "{scheme}");
        assert!(!runs("running"), "no daemon for this session besides the one that runs");
        check_data(&file);
        written += BYTES;
        assert_eq!(user.written(), written);
    }
    // Files that it does not export are served by a daemon that is started.
    let file = elsewhere.path().join("file");
    let mut program = user.opens("remote", HERE, &file, &hints, true);
    assert_eq!(program.says(), "written");
    assert!(runs("running"));
    check_data(&file);
    assert_eq!(user.written(), written);
    drop(program);
    // Also for a program that has a session with the other already.
    let exported = export.join("file");
    let names = [&exported, &file].map(|file| format!("remote://{HERE}{}", file.display())).join("\n");
    let mut command = Program::command(&names, &hints, false);
    user.equip(&mut command);
    assert_eq!(Program::start(command).says(), "closed");
    check_data(&exported);
    check_data(&file);
    assert_eq!(user.written(), written + BYTES);
}

#[test]
fn daemon_that_does_not_fit_is_passed_over() {
    let user = User::new(free_port());
    let export = user.data();
    let export = export.to_str().unwrap();
    let start = format!("env {MARK}=unfit {BY_SSH}");
    let hints = [("seaway_start", &*start), ("seaway_program", SEAWAY)];
    // Not for writing; not without TLS; not at the address that the program uses.
    let at_any_port = ["--listen", "127.0.0.1:0"];
    for arguments in [&["--read-only"][..], &["--tls-only"], &["--listen", "127.0.0.9:0"]] {
        let elsewhere = if arguments.len() > 1 { &[][..] } else { &at_any_port };
        let _daemon = user.serve(&[&["--export", export], arguments, elsewhere].concat());
        let file = user.data().join("file");
        let mut program = user.opens("remote", HERE, &file, &hints, false);
        assert_eq!(program.says(), "closed", "{arguments:?}");
        check_data(&file);
        fs::remove_file(file).unwrap();
    }
}

#[test]
fn ssh_finds_a_running_daemon() {
    let Some(sshd) = Sshd::start() else { return println!("no sshd here: nothing is tested") };
    let user = User::new(free_port());
    let export = user.data();
    let daemon = user.serve(&["--export", export.to_str().unwrap(), "--listen", "127.0.0.1:0"]);
    let home = user.home.path().display();
    let there = format!("env {MARK}=ssh-running HOME={home} XDG_RUNTIME_DIR={home}/run {SEAWAY}");
    let file = export.join("file");
    let start = sshd.command();
    let hints = [("seaway_start", &*start), ("seaway_program", &there)];
    let mut program = user.opens("remote", HERE, &file, &hints, true);
    assert_eq!(program.says(), "written");
    assert!(!runs("ssh-running"));
    assert_eq!(user.written(), BYTES);
    check_data(&file);
    drop(daemon);
}

#[test]
fn plain_connections_are_refused_where_tls_is_required() {
    let user = User::new(free_port());
    let export = user.data();
    let daemon = user.serve(&["--export", export.to_str().unwrap(), "--tls-only"]);
    let place = format!("127.0.0.1:{}", daemon.port());
    let file = export.join("file");
    let said = user.opens("remote", &place, &file, &[], false).says();
    check_parts(&said, &["accepts TLS connections only", "remote+tls://"]);
    assert_eq!(user.opens("remote+tls", &place, &file, &[], false).says(), "closed");
    check_data(&file);
    assert_eq!(user.written(), BYTES, "status asks inside TLS by itself");
    let plain = user.seaway(&["status", &place]).output().unwrap();
    check_parts(&String::from_utf8(plain.stderr).unwrap(), &["accepts TLS connections only"]);
    assert!(user.seaway(&["status", "--tls", &place]).output().unwrap().status.success());
}

/// Programs of this host use the user's daemon here, if they want one at all.
#[test]
fn program_on_the_same_host_finds_the_daemon_by_its_file() {
    let user = User::new(free_port());
    let taken = TcpListener::bind(("127.0.0.1", user.port));
    let export = user.data();
    let _daemon = user.serve(&["--export", export.to_str().unwrap()]);
    let file = export.join("file");
    let hints = [("seaway_start", "none"), ("seaway_timeout", "30")];
    assert_eq!(user.opens("remote+tls", "localhost", &file, &hints, false).says(), "closed");
    check_data(&file);
    assert_eq!(user.written(), BYTES);
    drop(taken);
}

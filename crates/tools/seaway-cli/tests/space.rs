// SPDX-License-Identifier: MIT OR Apache-2.0
//! Agents as processes: started on first need, one for all, replaced when killed, and ended when nobody needs them.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use seaway_testkit::Cluster;
use tempfile::TempDir;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A space that no other test has.
struct Space {
    name: String,
    folder: TempDir,
}

impl Space {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("cli-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { name, folder: tempfile::tempdir().unwrap() }
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_seaway"));
        command.args(words).env("SEAWAY_SPACE", &self.name).env("XDG_DATA_HOME", self.folder.path());
        // Daemons of this user that others have started are not this test's.
        command.env("XDG_RUNTIME_DIR", self.folder.path()).env("XDG_CACHE_HOME", self.folder.path());
        command.stdin(Stdio::null()).current_dir(self.folder.path());
        command
    }

    fn run(&self, words: &[&str]) -> Output {
        self.command(words).output().unwrap()
    }

    /// What it prints.
    fn succeeds(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    /// What it says.
    fn fails(&self, words: &[&str]) -> String {
        let output = self.run(words);
        assert!(!output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }

    fn file(&self, name: &str, contents: &[u8]) -> String {
        let path = self.folder.path().join(name);
        fs::write(&path, contents).unwrap();
        path.to_str().unwrap().to_owned()
    }

    /// Process id of the agent.
    fn agent(&self) -> Option<Pid> {
        let output = self.run(&["space", "status"]);
        let text = String::from_utf8(output.stdout).unwrap();
        let pid = text.split("process ").nth(1)?.split(':').next()?.parse().ok()?;
        Pid::from_raw(pid)
    }

    fn wait_until_ended(&self) {
        let deadline = Instant::now() + PATIENCE;
        while self.agent().is_some() {
            assert!(Instant::now() < deadline, "the agent does not end");
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        let _ = self.run(&["space", "stop", "--force", "--patience", "0"]);
    }
}

#[test]
fn demo_ppm_draws_a_shock_and_leaves_no_things() {
    let space = Space::new();
    let demo = ["demo", "ppm", "--size", "16", "--picture", "shock.png"];
    let text = space.succeeds(&demo);
    assert!(text.contains("48 x 16 x 4 zones") && text.ends_with("The picture: shock.png\n"), "{text}");
    let picture = fs::read(space.folder.path().join("shock.png")).unwrap();
    assert_eq!(picture[..8], *b"\x89PNG\r\n\x1a\n");
    // Width and height of its header: density above vorticity.
    assert_eq!(picture[16..24], [0, 0, 0, 48, 0, 0, 0, 32]);
    assert!(space.succeeds(&["things", "ls"]).is_empty());

    assert!(space.fails(&demo).contains("shock.png exists: name another file with --picture"));
    assert!(space.fails(&["demo", "ppm", "--picture", "no/shock.png"]).contains("there is no folder no"));
    space.succeeds(&[&demo[..], &["--overwrite", "--frames", "3"]].concat());
    let animated = fs::read(space.folder.path().join("shock.png")).unwrap();
    assert!(animated.windows(4).any(|bytes| bytes == b"acTL") && animated.len() > picture.len());
}

#[test]
fn things_live_between_programs() {
    let space = Space::new();
    let here = space.file("in", &[7; 100_000]);
    assert!(space.fails(&["space", "status"]).contains("has no agent"));
    space.succeeds(&["things", "cp", &here, "thing:a b"]);
    assert!(space.agent().is_some(), "the first program starts the agent");
    space.succeeds(&["things", "cp", "thing:a b", "out"]);
    assert_eq!(fs::read(space.folder.path().join("out")).unwrap(), [7; 100_000]);
    assert!(space.succeeds(&["things", "stat", "a b"]).contains("100000 bytes"));
    space.succeeds(&["things", "mv", "a b", "c"]);
    assert!(space.fails(&["things", "stat", "a b"]).contains("no such file"));
    assert!(space.succeeds(&["things", "ls", "--json"]).contains("\"name\":\"c\",\"kind\":\"memory\""));
    assert!(space.succeeds(&["status"]).contains("1 thing in memory"));
    assert!(space.fails(&["space", "stop"]).contains("would be lost"));
    space.succeeds(&["things", "rm", "thing:c"]);
    assert!(space.succeeds(&["space", "stop"]).contains("has ended"));
    assert_eq!(space.agent(), None);
}

#[test]
fn many_programs_at_once_start_one_agent() {
    let space = Space::new();
    let here = space.file("in", b"x");
    thread::scope(|scope| {
        for number in 0..12 {
            let (space, here) = (&space, &here);
            scope.spawn(move || space.succeeds(&["things", "cp", here, &format!("thing:{number:02}")]));
        }
    });
    // All of them are in one agent's memory.
    assert_eq!(space.succeeds(&["things", "ls"]).lines().count(), 12);
}

#[test]
fn killed_agent_is_replaced_and_keeps_what_is_on_disk() {
    let space = Space::new();
    let here = space.file("in", b"contents");
    space.succeeds(&["things", "cp", &here, "thing:memory"]);
    space.succeeds(&["things", "cp", "--disk", &here, "thing:on/disk"]);
    let killed = space.agent().unwrap();
    kill_process(killed, Signal::KILL).unwrap();
    space.wait_until_ended();
    let listed = space.succeeds(&["things", "ls"]);
    assert!(listed.contains("on/disk") && !listed.contains("memory"), "{listed}");
    assert_ne!(space.agent(), Some(killed));
    space.succeeds(&["things", "cp", "thing:on/disk", "out"]);
    assert_eq!(fs::read(space.folder.path().join("out")).unwrap(), b"contents");
}

#[test]
fn agent_ends_by_itself_when_it_is_idle_and_empty() {
    let space = Space::new();
    let mut agent = space.command(&["space", "agent", "--idle", "0.3"]);
    let mut agent = agent.stdout(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + PATIENCE;
    while agent.try_wait().unwrap().is_none() {
        assert!(Instant::now() < deadline, "the agent does not end");
        thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(space.agent(), None);
    assert!(!Path::new(&space.folder.path().join("seaway")).join("things").join(&space.name).exists());
}

/// Whenever a writer is killed: what counts as complete is complete, and what is deleted takes no memory.
#[test]
fn killed_writers_leave_nothing_that_counts_as_complete() {
    let space = Space::new();
    let contents: Vec<u8> = (0..8_000_000_u32).flat_map(|number| number.to_le_bytes()).collect();
    let here = space.file("in", &contents);
    // Keeps the agent, and shows when a kill was too late.
    space.succeeds(&["things", "cp", &here, "thing:kept"]);
    for round in 0..24_u64 {
        let mut writer = space.command(&["things", "cp", &here, "thing:torn"]).spawn().unwrap();
        thread::sleep(Duration::from_micros(round * round * 40));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let shown = space.run(&["things", "stat", "torn"]);
        let shown = String::from_utf8(shown.stdout).unwrap();
        if shown.contains("complete") {
            space.succeeds(&["things", "cp", "thing:torn", "out"]);
            assert!(fs::read(space.folder.path().join("out")).unwrap() == contents, "round {round}: {shown}");
        }
        let _ = space.run(&["things", "rm", "torn"]);
    }
    space.succeeds(&["things", "rm", "kept"]);
    let deadline = Instant::now() + PATIENCE;
    // The end of a killed program is noticed by the agent a moment later.
    while !space.succeeds(&["space", "status"]).contains("0 things in memory, 0 bytes of") {
        assert!(
            Instant::now() < deadline,
            "memory is not given back: {}",
            space.succeeds(&["space", "status"])
        );
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn limits_are_those_of_the_start() {
    let space = Space::new();
    let here = space.file("in", &[1; 300_000]);
    let started = space.succeeds(&["space", "start", "--memory", "200k"]);
    assert!(started.contains("of 200 KiB"), "{started}");
    assert!(space.fails(&["things", "cp", &here, "thing:a"]).contains("no space"));
    space.succeeds(&["things", "cp", "--disk", &here, "thing:b"]);
    assert!(space.fails(&["space", "start", "--memory", "1g"]).contains("other limits"));
    space.succeeds(&["space", "start"]);
    assert!(space.fails(&["space", "start", "--memory", "lots"]).contains("number of bytes"));
}

#[test]
fn stopped_agent_is_an_error_that_names_it() {
    let space = Space::new();
    let here = space.file("in", b"x");
    space.succeeds(&["things", "cp", &here, "thing:a"]);
    let agent = space.agent().unwrap();
    kill_process(agent, Signal::STOP).unwrap();
    let mut copy = space.command(&["things", "ls"]);
    let output = copy.env("SEAWAY_HINTS", "seaway_timeout=0.5").output().unwrap();
    kill_process(agent, Signal::CONT).unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("does not answer"), "{said}");
    assert!(said.contains(&agent.as_raw_nonzero().to_string()), "{said}");
    assert!(space.succeeds(&["things", "ls"]).contains('a'));
}

#[test]
fn names_of_spaces_are_checked() {
    let space = Space::new();
    let output = space.command(&["things", "ls", "--space", "a/b"]).output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("not a valid name of a space"));
}

/// A child that is ended with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn clients_of_redis_reach_things() {
    let space = Space::new();
    let own = |command: &mut Command| {
        command.env("SEAWAY_SECRET_FILE", space.folder.path().join("secret"));
    };
    let mut serving = space.command(&["things", "redis", "--listen", "127.0.0.1:0", "--socket", "door"]);
    own(&mut serving);
    let mut served = Served(serving.stdout(Stdio::piped()).spawn().unwrap());
    let mut line = String::new();
    BufReader::new(served.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let port = line.split("127.0.0.1:").nth(1).unwrap().split(',').next().unwrap().to_owned();
    let mut asking = space.command(&["things", "redis", "--password"]);
    own(&mut asking);
    let password = String::from_utf8(asking.output().unwrap().stdout).unwrap().trim_end().to_owned();
    let client = |words: &[&str]| {
        let mut command = Command::new("redis-cli");
        command.args(["-h", "127.0.0.1", "-p", &port]).args(words).env("REDISCLI_AUTH", &password);
        let output = command.output().expect("redis-tools is installed");
        String::from_utf8(output.stdout).unwrap().trim_end().to_owned()
    };
    assert_eq!(client(&["SET", "run/density", "1.4"]), "OK");
    let copy = space.folder.path().join("copy");
    space.succeeds(&["things", "cp", "thing:run/density", copy.to_str().unwrap()]);
    assert_eq!(fs::read(&copy).unwrap(), b"1.4");
    let large: Vec<u8> = (0..251).cycle().take(3 << 20).collect();
    let file = space.file("large", &large);
    space.succeeds(&["things", "cp", &file, "thing:run/large"]);
    assert_eq!(client(&["STRLEN", "run/large"]), large.len().to_string());
    assert_eq!(client(&["--scan", "--pattern", "run/*"]), "run/density\nrun/large");
    // Another client library, by the socket file, with bytes that are not text.
    let program = "import redis, sys\n\
                   door = redis.Redis(unix_socket_path=sys.argv[1])\n\
                   value = open(sys.argv[2], 'rb').read()\n\
                   assert door.get('run/large') == value\n\
                   assert door.getrange('run/large', 250, 260) == value[250:261]\n\
                   assert door.set('python', value) and door.get('python') == value\n\
                   assert door.setrange('python', 1, b'\\xff\\x00') == len(value)\n\
                   assert sorted(door.scan_iter(match='*n*')) == [b'python', b'run/density', b'run/large']\n\
                   assert door.exists('python', 'none') == 1 and door.delete('python') == 1\n";
    let door = space.folder.path().join("door");
    let output =
        Command::new("/usr/bin/python3").args(["-c", program]).args([&door, Path::new(&file)]).output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(space.fails(&["things", "redis"]).contains("--listen"));
    kill_process(Pid::from_child(&served.0), Signal::TERM).unwrap();
    assert!(served.0.wait().unwrap().success());
    space.succeeds(&["things", "rm", "run/density", "run/large"]);
    space.succeeds(&["space", "stop"]);
}

/// Whenever a process that makes a checkpoint is killed, the newest one that is there is whole.
#[test]
fn killed_checkpoints_leave_the_one_before() {
    let space = Space::new();
    let contents: Vec<u8> = (0..4_000_000_u32).flat_map(|number| number.to_le_bytes()).collect();
    let here = space.file("in", &contents);
    space.succeeds(&["things", "cp", &here, "thing:a"]);
    assert!(space.succeeds(&["things", "checkpoint", "saved"]).contains("1 thing, 15"));
    for round in 0..12_u64 {
        let mut saving = space.command(&["things", "checkpoint", "saved"]);
        let mut saving = saving.stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(round * 5));
        saving.kill().unwrap();
        saving.wait().unwrap();
        space.succeeds(&["things", "restore", "saved", "--replace"]);
        space.succeeds(&["things", "cp", "thing:a", "out"]);
        assert!(fs::read(space.folder.path().join("out")).unwrap() == contents, "round {round}");
    }
    assert!(space.fails(&["things", "restore", "saved"]).contains("a thing of this name exists already"));
}

/// A node of a space of several, which are all on this host.
struct Node<'s> {
    space: &'s Space,
    name: &'static str,
}

impl Node<'_> {
    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.space.command(words);
        command
            .env("SEAWAY_NODE", self.name)
            .env("SEAWAY_SECRET_FILE", self.space.folder.path().join("secret"));
        command
    }

    fn succeeds(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, words: &[&str]) -> String {
        let output = self.command(words).output().unwrap();
        assert!(!output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stdout));
        String::from_utf8(output.stderr).unwrap()
    }

    /// Where other nodes reach it.
    fn address(&self) -> String {
        let status = self.succeeds(&["space", "status"]);
        status.split("  at ").nth(1).unwrap().split(';').next().unwrap().to_owned()
    }

    fn agent(&self) -> Pid {
        let status = self.succeeds(&["space", "status"]);
        let pid = status.split("process ").nth(1).unwrap().split(':').next().unwrap().parse().unwrap();
        Pid::from_raw(pid).unwrap()
    }
}

impl Drop for Node<'_> {
    fn drop(&mut self) {
        let _ = self.command(&["space", "stop", "--force", "--patience", "0"]).output();
    }
}

#[test]
fn nodes_join_a_space_and_leave_it() {
    let space = Space::new();
    let (left, right) = (Node { space: &space, name: "left" }, Node { space: &space, name: "right" });
    left.succeeds(&["space", "start", "--listen", "127.0.0.1:0"]);
    let address = left.address();
    assert!(right.fails(&["space", "start", "--join", "127.0.0.1:1"]).contains("cannot reach the registry"));
    let status = right.succeeds(&["space", "start", "--join", &address]);
    assert!(status.contains("2 members: left, right"), "{status}");
    assert!(left.succeeds(&["space", "status"]).contains("2 members: left, right"));
    // An agent that was killed is replaced at once, under the same name.
    kill_process(right.agent(), Signal::KILL).unwrap();
    let status = right.succeeds(&["space", "start", "--join", &address]);
    assert!(status.contains("2 members: left, right"), "{status}");
    right.succeeds(&["space", "stop"]);
    assert!(left.succeeds(&["space", "status"]).contains("1 member: left"));
}

#[test]
fn registry_that_restarts_knows_its_members() {
    let space = Space::new();
    let (left, right) = (Node { space: &space, name: "left" }, Node { space: &space, name: "right" });
    left.succeeds(&["space", "start", "--listen", "127.0.0.1:0"]);
    let address = left.address();
    right.succeeds(&["space", "start", "--join", &address]);
    kill_process(left.agent(), Signal::KILL).unwrap();
    let status = left.succeeds(&["space", "start", "--listen", &address]);
    assert!(status.contains("2 members: left, right"), "{status}");
    assert!(right.succeeds(&["space", "status"]).contains("2 members: left, right"));
}

#[test]
fn strangers_cannot_join() {
    let space = Space::new();
    let (left, right) = (Node { space: &space, name: "left" }, Node { space: &space, name: "right" });
    left.succeeds(&["space", "start", "--listen", "127.0.0.1:0"]);
    let address = left.address();
    let mut stranger = right.command(&["space", "start", "--join", &address]);
    let output = stranger.env("SEAWAY_SECRET_FILE", space.folder.path().join("another")).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("secret"), "{said}");
    assert!(left.succeeds(&["space", "status"]).contains("1 member: left"));
}

#[test]
fn things_of_other_nodes_are_copied_listed_renamed_moved_and_deleted() {
    let space = Space::new();
    let (left, right) = (Node { space: &space, name: "left" }, Node { space: &space, name: "right" });
    left.succeeds(&["space", "start", "--listen", "127.0.0.1:0"]);
    right.succeeds(&["space", "start", "--join", &left.address()]);
    let here = space.file("in", &[7; 3_000_000]);
    right.succeeds(&["things", "cp", &here, "thing:a"]);
    left.succeeds(&["things", "cp", "thing:a", "out"]);
    assert_eq!(fs::read(space.folder.path().join("out")).unwrap(), [7; 3_000_000]);
    left.succeeds(&["things", "cp", "thing:a", "thing:b"]);
    let list = right.succeeds(&["things", "ls"]);
    let homes: Vec<Vec<&str>> = list.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(homes[0].contains(&"right") && homes[1].contains(&"left") && homes.len() == 2, "{list}");
    left.succeeds(&["things", "mv", "a", "c"]);
    assert!(left.succeeds(&["things", "stat", "c"]).contains("memory of right"));
    left.succeeds(&["things", "migrate", "c", "left"]);
    assert!(right.succeeds(&["things", "stat", "c"]).contains("memory of left"));
    right.succeeds(&["things", "cp", "thing:c", "again"]);
    assert_eq!(fs::read(space.folder.path().join("again")).unwrap(), [7; 3_000_000]);
    let said = right.fails(&["things", "migrate", "c", "middle"]);
    assert!(said.contains("node middle is not a member"), "{said}");
    right.succeeds(&["things", "rm", "b", "c"]);
    assert_eq!(left.succeeds(&["things", "ls"]), "");
}

#[test]
fn hosts_of_a_network_share_a_space() {
    if let Some(obstacle) = Cluster::obstacle() {
        eprintln!("not tested: {obstacle}");
        return;
    }
    let cluster = Cluster::new(2, None).unwrap();
    let space = Space::new();
    let on = |node: usize, words: &[&str]| {
        let mut command = cluster.node(node).command(env!("CARGO_BIN_EXE_seaway"));
        command.args(words).env("SEAWAY_SPACE", &space.name).env("XDG_DATA_HOME", space.folder.path());
        command.env("SEAWAY_SECRET_FILE", space.folder.path().join("secret"));
        let output = command.stdin(Stdio::null()).current_dir(space.folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        (output.status.success(), String::from_utf8(output.stdout).unwrap(), said)
    };
    let succeeds = |node, words: &[&str]| {
        let (succeeded, printed, said) = on(node, words);
        assert!(succeeded, "{words:?} on node {node}: {said}");
        printed
    };
    let registry = format!("{}:7200", cluster.node(0).address());
    succeeds(0, &["space", "start", "--listen", &registry]);
    let status = succeeds(1, &["space", "start", "--join", &registry]);
    assert!(status.contains("2 members: node0, node1"), "{status}");
    let here = space.file("in", &[9; 5_000_000]);
    succeeds(1, &["things", "cp", &here, "thing:a"]);
    succeeds(0, &["things", "cp", "thing:a", "out"]);
    assert!(fs::read(space.folder.path().join("out")).unwrap() == [9; 5_000_000]);
    succeeds(0, &["things", "migrate", "a", "node0"]);
    assert!(succeeds(1, &["things", "stat", "a"]).contains("memory of node0"));
    // A node that is cut off is an error that names it, on both sides, and nothing hangs.
    cluster.node(1).unplug().unwrap();
    let (succeeded, _, said) = on(1, &["things", "stat", "a"]);
    assert!(!succeeded && said.contains("registry"), "{said}");
    cluster.node(1).plug_in().unwrap();
    // It joins again by itself.
    let deadline = Instant::now() + PATIENCE;
    while !on(1, &["things", "stat", "a"]).0 {
        assert!(Instant::now() < deadline, "the node does not come back");
        thread::sleep(Duration::from_millis(100));
    }
    for node in [1, 0] {
        succeeds(node, &["space", "stop", "--force", "--patience", "0"]);
    }
}

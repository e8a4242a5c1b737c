// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs in C, Fortran and Python that call the library, with an agent in this process.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;

use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use agent_here::AgentHere;
use rustix::process::{Pid, Signal, kill_process};

/// The folder of the library, which cargo builds for the tests of its package because it is one of Rust as well.
fn libraries() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    assert!(folder.join("libseaway_c.so").exists(), "no libseaway_c.so in {}", folder.display());
    folder
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn compile(compiler: &str, options: &[&str], sources: &[PathBuf], folder: &Path) -> PathBuf {
    let program = folder.join("program");
    let mut compile = Command::new(compiler);
    compile.current_dir(folder).args(options).args(sources).arg("-o").arg(&program);
    run(compile.arg(format!("-L{}", libraries().display())).arg("-lseaway_c"));
    program
}

/// Runs in the space of this agent.
fn command(program: &Path, agent: &AgentHere) -> Command {
    let mut command = Command::new(program);
    command.env("SEAWAY_SPACE", agent.space()).env("LD_LIBRARY_PATH", libraries());
    command
}

/// Compiles and runs a program, with an agent of its own.
fn check(compiler: &str, options: &[&str], sources: &[PathBuf]) {
    let folder = tempfile::tempdir().unwrap();
    let program = compile(compiler, options, sources, folder.path());
    let agent = AgentHere::start(64 << 20);
    assert_eq!(run(&mut command(&program, &agent)), "done\n");
}

fn python(program: &Path, agent: &AgentHere) -> Command {
    let mut command = Command::new("python3");
    command.arg(program).env("SEAWAY_SPACE", agent.space());
    command.env("SEAWAY_C_LIBRARY", libraries().join("libseaway_c.so")).env("PYTHONPATH", source("python"));
    command
}

fn check_python(program: &str) {
    let agent = AgentHere::start(64 << 20);
    assert_eq!(run(&mut python(&source(program), &agent)), "done\n");
}

#[test]
fn c_program_uses_every_function() {
    let include = format!("-I{}", source("include").display());
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", &include];
    check("cc", &options, &[source("tests/programs/things.c")]);
    // The header is one of C++ as well.
    let folder = tempfile::tempdir().unwrap();
    let unit = folder.path().join("unit.cc");
    std::fs::write(&unit, "#define SEAWAY_THING_LONG_NAMES\n#include \"seaway_thing.h\"\n").unwrap();
    run(Command::new("c++").args(["-Wall", "-Werror", "-fsyntax-only", &include]).arg(&unit));
}

#[test]
fn bad_input_of_every_function_is_a_code_with_a_message() {
    let include = format!("-I{}", source("include").display());
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", &include];
    let program = source("tests/programs/bad_input.c");
    let rows = std::fs::read_to_string(&program).unwrap();
    for name in declared() {
        // Those of Fortran call the others.
        let is_called = rows.contains(&format!("{name}("));
        assert!(is_called || name.ends_with('_'), "{name} has no row");
    }
    check("cc", &options, &[program]);
}

/// The functions of the header.
fn declared() -> Vec<String> {
    let header = std::fs::read_to_string(source("include/seaway_thing.h")).unwrap();
    let function = |line: &str| {
        let rest = line.strip_prefix("int ").or_else(|| line.strip_prefix("const char *"))?;
        Some(rest.split_once('(')?.0.to_owned())
    };
    let found: Vec<String> = header.lines().filter_map(function).collect();
    assert!(found.len() > 50, "{found:?}");
    found
}

#[test]
fn c_program_uses_every_function_of_queues() {
    let include = format!("-I{}", source("include").display());
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", "-pthread", &include];
    check("cc", &options, &[source("tests/programs/queues.c")]);
}

/// A process with lines to read and to write. Killed when it is dropped.
struct Member {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Member {
    fn start(command: &mut Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap()).lines();
        Self { child, lines }
    }

    fn says(&mut self, word: &str) {
        assert_eq!(self.lines.next().expect("a line before its end").unwrap(), word);
    }

    fn go_on(&mut self) {
        writeln!(self.child.stdin.as_mut().unwrap()).unwrap();
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).unwrap();
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn every_task_is_done_once_although_workers_are_killed_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let include = format!("-I{}", source("include").display());
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", &include];
    let program = compile("cc", &options, &[source("tests/programs/crowd.c")], folder.path());
    let agent = AgentHere::start(64 << 20);
    let start = |words: &[&str]| Member::start(command(&program, &agent).args(words));
    let mut manager = start(&["manager", "2000"]);
    let (mut killed, mut stopped) = (start(&["holder", "100"]), start(&["holder", "200"]));
    // They leave enough for the two.
    let mut others = [start(&["worker", "400"]), start(&["worker", "400"])];
    killed.says("here");
    stopped.says("here");
    others.iter_mut().for_each(|worker| worker.says("here"));
    killed.says("holding");
    killed.signal(Signal::KILL);
    stopped.says("holding");
    stopped.signal(Signal::STOP);
    others.iter_mut().for_each(|worker| worker.go_on());
    // The task of the killed one, and that of the stopped one after its lease.
    manager.says("all");
    assert!(manager.child.wait().unwrap().success());
    stopped.signal(Signal::CONT);
    stopped.go_on();
    stopped.says("refused");
    assert!(stopped.child.wait().unwrap().success());
}

#[test]
fn things_on_disk_are_files_of_a_root_that_all_nodes_share() {
    let (folder, root) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let include = format!("-I{}", source("include").display());
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", &include];
    let program = compile("cc", &options, &[source("tests/programs/shared.c")], folder.path());
    // One after the other, as on two nodes: nothing of the first is left.
    for _ in 0..2 {
        let agent = AgentHere::start(64 << 20);
        assert_eq!(run(command(&program, &agent).arg(root.path())), "done\n");
    }
}

#[test]
fn locks_are_lost_by_processes_that_are_killed_or_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let include = format!("-I{}", source("include").display());
    let options = ["-std=gnu11", "-Wall", "-Wextra", "-Werror", &include];
    let program = compile("cc", &options, &[source("tests/programs/locks.c")], folder.path());
    let agent = AgentHere::with_lease(64 << 20, Duration::from_secs(1));
    let start = || Member::start(&mut command(&program, &agent));
    let mut killed = start();
    killed.says("holding");
    let mut stopped = start();
    killed.signal(Signal::KILL);
    stopped.says("holding");
    stopped.signal(Signal::STOP);
    let mut last = start();
    last.says("holding");
    stopped.signal(Signal::CONT);
    stopped.go_on();
    stopped.says("lost");
    last.go_on();
    last.says("kept");
    assert!(last.child.wait().unwrap().success() && stopped.child.wait().unwrap().success());
}

#[test]
fn fortran_program_uses_the_module() {
    check(
        "gfortran",
        &["-std=f2018", "-Wall", "-Werror"],
        &[source("fortran/seaway_thing.f90"), source("tests/programs/things.f90")],
    );
}

#[test]
fn fortran_program_uses_queues_by_the_module() {
    check(
        "gfortran",
        &["-std=f2018", "-Wall", "-Werror"],
        &[source("fortran/seaway_thing.f90"), source("tests/programs/queues.f90")],
    );
}

#[test]
fn fortran_program_uses_plain_externals() {
    // The same external takes reals and integers, as programs of that age expect.
    let options = ["-std=legacy", "-fallow-argument-mismatch"];
    check("gfortran", &options, &[source("tests/programs/externals.f")]);
    check("gfortran", &options, &[source("tests/programs/more_externals.f")]);
}

#[test]
fn python_module_moves_buffers() {
    check_python("tests/programs/things.py");
}

#[test]
fn python_module_has_queues() {
    check_python("tests/programs/queues.py");
}

/// A block of a page in docs.
fn documented(page: &str, language: &str) -> String {
    let page = std::fs::read_to_string(source("../../../docs").join(page)).unwrap();
    let block = page.split(&format!("```{language}\n")).nth(1).expect("an example in this language");
    block.split("```").next().unwrap().to_owned()
}

/// Two workers and a manager, as the page says.
fn check_documented(start: impl Fn(&str) -> Command) {
    // One that comes after the queue was deleted waits at another of this name, and is killed.
    let _workers = [(); 2].map(|()| Member::start(&mut start("worker")));
    assert_eq!(run(&mut start("manager")), "sum of squares: 338350\n");
}

#[test]
fn documented_examples_of_queues_work() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, language: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, documented("queues.md", language)).unwrap();
        path
    };
    let include = format!("-I{}", source("include").display());
    let c = write("squares.c", "c");
    let c = compile("cc", &["-Wall", "-Wextra", "-Werror", &include], &[c], folder.path());
    let agent = AgentHere::start(64 << 20);
    check_documented(|role| {
        let mut command = command(&c, &agent);
        command.arg(role);
        command
    });
    let fortran = [source("fortran/seaway_thing.f90"), write("squares.f90", "fortran")];
    let fortran = compile("gfortran", &["-std=f2018", "-Wall", "-Werror"], &fortran, folder.path());
    let agent = AgentHere::start(64 << 20);
    check_documented(|role| {
        let mut command = command(&fortran, &agent);
        command.arg(role);
        command
    });
    let script = write("squares.py", "python");
    let agent = AgentHere::start(64 << 20);
    check_documented(|role| {
        let mut command = python(&script, &agent);
        command.arg(role);
        command
    });
}

#[test]
fn documented_examples_of_things_work() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, language: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, documented("things.md", language)).unwrap();
        path
    };
    let expected = "7 9907, counted to 5\n";
    let include = format!("-I{}", source("include").display());
    let c =
        compile("cc", &["-Wall", "-Wextra", "-Werror", &include], &[write("matrix.c", "c")], folder.path());
    assert_eq!(run(&mut command(&c, &AgentHere::start(64 << 20))), expected);
    let fortran = [source("fortran/seaway_thing.f90"), write("matrix.f90", "fortran")];
    let fortran = compile("gfortran", &["-Wall", "-Werror"], &fortran, folder.path());
    assert_eq!(run(&mut command(&fortran, &AgentHere::start(64 << 20))), expected);
    let script = write("matrix.py", "python");
    assert_eq!(run(&mut python(&script, &AgentHere::start(64 << 20))), expected);
}

/// Nothing but what the header declares.
#[test]
fn library_exports_what_the_header_declares() {
    let header = std::fs::read_to_string(source("include/seaway_thing.h")).unwrap();
    let library = libraries().join("libseaway_c.so");
    let exported = run(Command::new("nm").args(["-D", "--defined-only", "--format=posix"]).arg(library));
    let names: Vec<&str> = exported.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.len() > 20, "{exported}");
    for name in names {
        assert!(header.contains(&format!("{name}(")), "{name} is not in the header");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Builds the test programs of many packages once and runs several at a time. `cargo test` runs one after the other, and
//! most of them wait for peers, limits and child processes rather than compute.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use crate::run::{self, TestRun};
use crate::timings::Timings;
use crate::workspace::Workspace;

/// Programs at a time: most of them wait, so that these leave room for the release build on two cores.
const AT_ONCE: usize = 3;

/// Started first, so that none of them runs alone at the end.
const LONGEST: [&str; 8] =
    ["drivers", "stream", "refused_calls", "strangers", "thing_device", "crowd", "etcd", "serve_store"];

/// One program with tests.
#[derive(Debug, PartialEq, Eq)]
struct Suite {
    name: String,
    /// `-p seaway --test stream`
    selector: String,
    source: PathBuf,
    folder: PathBuf,
    executable: PathBuf,
}

/// What cargo says about each thing that it has built, with `--message-format=json`.
#[derive(Deserialize)]
struct Message {
    reason: String,
    #[serde(default)]
    package_id: String,
    #[serde(default)]
    manifest_path: PathBuf,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
    src_path: PathBuf,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// Runs the suites that `selection` names, each under the command `limit`.
pub(crate) fn run(
    workspace: &Workspace,
    selection: &[&str],
    limit: &[&str],
    timings: &mut Timings,
) -> Result<TestRun> {
    let mut waiting = built(workspace, selection)?;
    let rank = |suite: &Suite| LONGEST.iter().position(|name| *name == suite.name).unwrap_or(LONGEST.len());
    waiting.sort_by_key(rank);
    let waiting = Mutex::new(VecDeque::from(waiting));
    let seen = Mutex::new((TestRun { succeeded: true, ..TestRun::default() }, timings));
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(|| work(&waiting, limit, &seen))).collect();
        workers.into_iter().try_for_each(|worker| {
            worker.join().unwrap_or_else(|_| bail!("a thread that runs suites panicked"))
        })
    })?;
    Ok(seen.into_inner().unwrap_or_else(PoisonError::into_inner).0)
}

fn work(
    waiting: &Mutex<VecDeque<Suite>>,
    limit: &[&str],
    seen: &Mutex<(TestRun, &mut Timings)>,
) -> Result<()> {
    loop {
        let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let Some(suite) = next else { return Ok(()) };
        let (printed, succeeded) = suite.run(limit)?;
        // Suites are printed whole, one after the other.
        let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
        let (run, timings) = &mut *seen;
        run.succeeded &= succeeded;
        let mut terminal = io::stdout().lock();
        for line in printed.lines() {
            writeln!(terminal, "{line}")?;
            run.look(line);
            timings.look(line);
        }
    }
}

impl Suite {
    /// What it printed, between the lines that cargo prints around a suite; and whether it succeeded.
    fn run(&self, limit: &[&str]) -> Result<(String, bool)> {
        let (mut output, input) = io::pipe()?;
        let (program, arguments) = limit.split_first().context("there is no command to run suites with")?;
        let mut command = Command::new(program);
        command.args(arguments).arg(&self.executable).current_dir(&self.folder);
        // What cargo told this xtask would make cargo rebuild things for a test that calls it.
        for (name, _) in
            std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PKG_"))
        {
            command.env_remove(name);
        }
        command.env("CARGO_MANIFEST_DIR", &self.folder).env_remove("CARGO_MANIFEST_PATH");
        command.stdin(Stdio::null()).stdout(input.try_clone()?).stderr(input);
        let mut child =
            command.spawn().with_context(|| format!("cannot start {}", self.executable.display()))?;
        // The pipe ends when the last writer has closed it, and `command` holds one.
        drop(command);
        let mut printed =
            format!("     Running {} ({})\n", self.source.display(), self.executable.display()).into_bytes();
        output.read_to_end(&mut printed)?;
        let succeeded = child.wait()?.success();
        if !succeeded {
            printed.extend(format!("error: test failed, to rerun pass `{}`\n", self.selector).bytes());
        }
        Ok((String::from_utf8_lossy(&printed).into_owned(), succeeded))
    }
}

/// Builds the suites; an error if one does not build.
fn built(workspace: &Workspace, selection: &[&str]) -> Result<Vec<Suite>> {
    let mut cargo = workspace.cargo(&["test", "--no-run", "--message-format=json-render-diagnostics"]);
    let mut child = cargo.args(selection).stdout(Stdio::piped()).spawn().context("cannot start cargo")?;
    let mut suites = Vec::new();
    for line in BufReader::new(child.stdout.take().context("cargo has no output")?).lines() {
        suites.extend(suite_in(&line?)?);
    }
    if !child.wait()?.success() {
        bail!("`{}` failed", run::display(&cargo));
    }
    Ok(suites)
}

fn suite_in(line: &str) -> Result<Option<Suite>> {
    let message: Message = serde_json::from_str(line).with_context(|| format!("cargo printed {line}"))?;
    let is_test =
        message.reason == "compiler-artifact" && message.profile.is_some_and(|profile| profile.test);
    let (true, Some(target), Some(executable)) = (is_test, message.target, message.executable) else {
        return Ok(None);
    };
    let folder = message.manifest_path.parent().unwrap_or(Path::new("/")).to_path_buf();
    let selected = match target.kind.first().map(String::as_str) {
        Some(kind @ ("test" | "bin")) => format!("--{kind} {}", target.name),
        _ => "--lib".to_owned(),
    };
    Ok(Some(Suite {
        selector: format!("-p {} {selected}", package_name(&message.package_id)),
        name: target.name,
        source: target.src_path.strip_prefix(&folder).unwrap_or(&target.src_path).to_path_buf(),
        folder,
        executable,
    }))
}

/// `path+file:///seaway/examples/ppm/c#ppm-kernel-c@0.2.0`; a package named after its folder is not named again.
fn package_name(id: &str) -> &str {
    let (path, version) = id.rsplit_once('#').unwrap_or((id, ""));
    match version.split_once('@') {
        Some((name, _)) => name,
        None => path.rsplit('/').next().unwrap_or(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn artifact(id: &str, kind: &str, is_test: bool) -> Option<Suite> {
        let line = format!(
            r#"{{"reason":"compiler-artifact","package_id":"{id}","manifest_path":"/s/ppm/c/Cargo.toml","fresh":true,
            "target":{{"kind":["{kind}"],"name":"drivers","src_path":"/s/ppm/c/tests/drivers.rs"}},
            "profile":{{"test":{is_test}}},"executable":"/s/target/drivers-1f"}}"#
        );
        suite_in(&line).unwrap()
    }

    #[test]
    fn suites_can_be_repeated_by_their_selectors() {
        let check =
            |id, kind, selector: &str| assert_eq!(artifact(id, kind, true).unwrap().selector, selector);
        check("path+file:///s/ppm/c#ppm-kernel-c@0.2.0", "test", "-p ppm-kernel-c --test drivers");
        check("path+file:///s/crates/io/seaway#0.2.0", "bin", "-p seaway --bin drivers");
        check("path+file:///s/crates/io/seaway#0.2.0", "lib", "-p seaway --lib");
        check("path+file:///s/crates/io/seaway#0.2.0", "cdylib", "-p seaway --lib");
    }

    #[test]
    fn programs_without_tests_and_other_messages_are_no_suites() {
        assert_eq!(artifact("path+file:///s/ppm#0.2.0", "bin", false), None);
        assert_eq!(suite_in(r#"{"reason":"build-finished","success":true}"#).unwrap(), None);
    }

    #[test]
    fn output_and_failure_of_a_suite_are_reported_as_cargo_does() {
        let suite = |executable: &str| Suite {
            name: "life".to_owned(),
            selector: "-p seaway --test life".to_owned(),
            source: "tests/life.rs".into(),
            folder: "/".into(),
            executable: executable.into(),
        };
        let running = |executable| format!("     Running tests/life.rs ({executable})\n");
        assert_eq!(suite("/bin/pwd").run(&["env"]).unwrap(), (running("/bin/pwd") + "/\n", true));
        let failed = running("/bin/false") + "error: test failed, to rerun pass `-p seaway --test life`\n";
        assert_eq!(suite("/bin/false").run(&["env"]).unwrap(), (failed, false));
    }
}

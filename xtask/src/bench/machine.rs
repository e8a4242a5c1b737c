// SPDX-License-Identifier: MIT OR Apache-2.0
//! The machine that a result was measured on.

use std::fs;
use std::process::Command;
use std::thread;

use crate::run;
use crate::workspace::Workspace;

/// One line: processor, kernel, compiler, commit, date. Omits what cannot be determined.
pub(super) fn describe(workspace: &Workspace) -> String {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let kernel = fs::read_to_string("/proc/sys/kernel/osrelease").ok();
    let facts = [
        Some(format!("{cores} cores")),
        processor(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()),
        kernel.map(|release| format!("Linux {}", release.trim())),
        first_line(workspace.command("rustc").arg("--version")),
        first_line(workspace.command("git").args(["describe", "--always", "--dirty"]))
            .map(|name| format!("commit {name}")),
        first_line(workspace.command("date").args(["--utc", "+%Y-%m-%d"])),
    ];
    facts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn processor(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn first_line(command: &mut Command) -> Option<String> {
    Some(run::output(command).ok()?.lines().next()?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processor_is_named_once() {
        let cpuinfo = "processor\t: 0\nmodel name\t: Some CPU\nprocessor\t: 1\nmodel name\t: Some CPU\n";
        assert_eq!(processor(cpuinfo).as_deref(), Some("Some CPU"));
        assert_eq!(processor("Processor: unknown"), None);
    }
}

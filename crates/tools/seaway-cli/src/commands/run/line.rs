// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Line`]: a parsed command line: possibly `timeout 60` in front, possibly a launcher, and one program or
//! several separated by `:`.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::forwarding::{Forwarded, RankVariables};
use super::launcher::{Launcher, LauncherKind};
use super::launcher_options::end_of_options;
use crate::executables::{Absence, file_name, find};
use crate::refusal::Refusal;

/// Commands that run another command, given after their own arguments.
const WRAPPERS: [&str; 12] = [
    "env", "timeout", "nice", "nohup", "time", "stdbuf", "setsid", "taskset", "numactl", "ionice", "chrt",
    "strace",
];

#[derive(Debug)]
pub(crate) struct Line {
    words: Vec<OsString>,
    /// The file behind the first word.
    command: PathBuf,
    /// The index of the launcher, if there is one.
    launcher: Option<(usize, Launcher)>,
}

impl Line {
    pub(crate) fn read(words: Vec<OsString>) -> Result<Self, Refusal> {
        let first = words.first().map(OsString::as_os_str).unwrap_or_default();
        let command = find(first).map_err(|absence| refusal(first, absence))?;
        let launcher = launcher_in(&words, &command);
        Ok(Self { words, command, launcher })
    }

    pub(crate) fn into_words(self) -> Vec<OsString> {
        self.words
    }

    pub(crate) fn command(&self) -> &Path {
        &self.command
    }

    pub(crate) fn launcher(&self) -> Option<&Launcher> {
        self.launcher.as_ref().map(|(_, launcher)| launcher)
    }

    /// The programs that will be ranks, as far as they can be found: a launcher may search in other places.
    pub(crate) fn programs(&self) -> Vec<PathBuf> {
        match &self.launcher {
            None => behind_wrappers(&self.words).or_else(|| Some(self.command.clone())).into_iter().collect(),
            Some((index, launcher)) => {
                let segments = self.words[index + 1..].split(|word| word == ":");
                let rest = |segment: &[OsString]| segment[end_of_options(launcher.kind, segment)..].to_vec();
                segments.filter_map(|segment| program_of(&rest(segment))).collect()
            }
        }
    }

    /// Has the launcher start `prefix` on each rank, which then becomes the program. Without a launcher, and with one whose
    /// options are not known, the line stays as it is.
    #[must_use]
    pub(crate) fn before_programs(self, prefix: &[OsString]) -> Self {
        let Some((index, launcher)) = &self.launcher else { return self };
        let (before, after) = self.words.split_at(index + 1);
        // The ranks' programs are in a file.
        let is_in_file = |word: &OsString| {
            ["--multi-prog", "-configfile", "--app", "-app"].iter().any(|known| word == known)
        };
        if launcher.kind == LauncherKind::Other || after.iter().any(is_in_file) {
            return self;
        }
        let segments: Vec<Vec<OsString>> = after
            .split(|word| word == ":")
            .map(|segment| {
                let (options, program) = segment.split_at(end_of_options(launcher.kind, segment));
                [options, prefix, program].concat()
            })
            .collect();
        let words = before.iter().cloned().chain(segments.join(&OsString::from(":"))).collect();
        Self { words, ..self }
    }

    pub(crate) fn forward(&self, variables: &RankVariables) -> Forwarded {
        let Some((index, launcher)) = &self.launcher else {
            return variables.by_environment(self.words.clone());
        };
        let (before, after) = self.words.split_at(index + 1);
        let forwarded = variables.by_launcher(launcher.kind, after.to_vec());
        Forwarded { words: before.iter().cloned().chain(forwarded.words).collect(), ..forwarded }
    }
}

fn launcher_in(words: &[OsString], command: &Path) -> Option<(usize, Launcher)> {
    if !is_wrapper(command) {
        return Launcher::recognise(command).map(|launcher| (0, launcher));
    }
    let found = words.iter().enumerate().skip(1).filter(|(_, word)| may_be_command(word));
    found.filter_map(|(index, word)| Some((index, Launcher::recognise(&find(word).ok()?)?))).next()
}

/// The first word that is a program. Words of unknown launcher options may precede it.
fn program_of(words: &[OsString]) -> Option<PathBuf> {
    let index = words.iter().position(|word| may_be_command(word) && find(word).is_ok())?;
    behind_wrappers(&words[index..]).or_else(|| find(&words[index]).ok())
}

fn behind_wrappers(words: &[OsString]) -> Option<PathBuf> {
    let command = find(words.first()?).ok()?;
    if is_wrapper(&command) { program_of(&words[1..]) } else { None }
}

fn is_wrapper(command: &Path) -> bool {
    WRAPPERS.contains(&file_name(command).as_str())
}

fn may_be_command(word: &OsStr) -> bool {
    let bytes = word.as_encoded_bytes();
    // A number or a list of processors is an argument, even if a file of that name exists somewhere.
    let is_number = bytes.iter().all(|byte| byte.is_ascii_digit() || b",.-".contains(byte));
    !bytes.starts_with(b"-") && !bytes.contains(&b'=') && !is_number
}

fn refusal(word: &OsStr, absence: Absence) -> Refusal {
    let shown = word.to_string_lossy();
    match absence {
        Absence::Missing if shown.starts_with('-') => Refusal::unusable(format!(
            "{shown} is not an option of seaway run: write the launcher too, as in seaway run mpirun -n 4 ./app"
        )),
        Absence::Missing if shown.contains('/') => {
            Refusal::not_found(format!("{shown} does not exist: check the path, or build the program first"))
        }
        Absence::Missing => {
            Refusal::not_found(format!("{shown} was not found in PATH: write ./{shown}, or load its module"))
        }
        Absence::Directory => {
            Refusal::not_executable(format!("{shown} is a directory: give the path of a program"))
        }
        Absence::NotExecutable => {
            Refusal::not_executable(format!("{shown} is not executable: if it is a program, use chmod +x"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programs(line: &str) -> Vec<String> {
        let line = Line::read(line.split_whitespace().map(OsString::from).collect()).unwrap();
        line.programs().iter().map(|path| file_name(path)).collect()
    }

    #[test]
    fn programs_are_found_behind_wrappers() {
        assert_eq!(programs("sh -c true"), ["sh"]);
        assert_eq!(programs("timeout -k 3 60 sh -c true"), ["sh"]);
        assert_eq!(programs("env A=b nice -n 3 sh"), ["sh"]);
        assert_eq!(programs("env A=b"), ["env"]);
    }

    #[test]
    fn each_program_of_a_launcher_gets_a_prefix() {
        let launcher =
            Launcher { path: "mpirun".into(), kind: LauncherKind::OpenMpi, description: String::new() };
        let words = |line: &str| line.split_whitespace().map(OsString::from).collect::<Vec<_>>();
        let check = |line: &str, expected: &str| {
            let line =
                Line { words: words(line), command: "mpirun".into(), launcher: Some((0, launcher.clone())) };
            assert_eq!(line.before_programs(&words("first --")).into_words(), words(expected));
        };
        check(
            "mpirun -n 2 ./a -n 3 : -n 1 env A=b ./b",
            "mpirun -n 2 first -- ./a -n 3 : -n 1 first -- env A=b ./b",
        );
        check("mpirun --app file", "mpirun --app file");
        let alone = Line::read(words("sh -c true")).unwrap();
        assert_eq!(alone.before_programs(&words("first --")).into_words(), words("sh -c true"));
    }

    #[test]
    fn what_cannot_be_run_has_the_code_that_shells_give() {
        for (line, code, part) in [
            ("no-such-command x", 127, "PATH"),
            ("./no-such-file", 127, "does not exist"),
            ("/etc/passwd", 126, "chmod"),
            ("/usr", 126, "directory"),
            ("-n 4 ./app", 2, "mpirun"),
        ] {
            let words = line.split_whitespace().map(OsString::from).collect();
            let refusal = Line::read(words).unwrap_err();
            assert_eq!(refusal.exit_code, code, "{line}");
            assert!(refusal.to_string().contains(part), "{refusal}");
        }
    }
}

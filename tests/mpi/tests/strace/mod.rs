// SPDX-License-Identifier: MIT OR Apache-2.0
//! The output of `strace`: files, how often they were opened, and how many bytes were read and written.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::io::Write;
use std::ops::AddAssign;
use std::path::Path;
use std::process::{Command, Stdio};

/// Of one file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) opens: u64,
    pub(crate) read: u64,
    pub(crate) written: u64,
    pub(crate) is_read_by_stream: bool,
}

const OPENS: [&str; 4] = ["open", "openat", "openat2", "creat"];
const READS: [&str; 5] = ["read", "pread64", "readv", "preadv", "preadv2"];
const WRITES: [&str; 5] = ["write", "pwrite64", "writev", "pwritev", "pwritev2"];
/// From the first descriptor to the second, or the other way round.
const TRANSFERS: [&str; 3] = ["copy_file_range", "splice", "sendfile"];

/// Containers may forbid it.
pub(crate) fn is_allowed() -> bool {
    let mut command = Command::new("strace");
    let tried =
        command.args(["-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    let is_allowed = tried.expect("strace is installed").success();
    if !is_allowed {
        let _ =
            writeln!(std::io::stderr(), "ptrace is not allowed here: traces are not compared with strace");
    }
    is_allowed
}

/// `strace`, up to the traced command.
pub(crate) fn command(log: &Path) -> Command {
    let calls = [&OPENS[..], &READS, &WRITES, &TRANSFERS].concat().join(",");
    let mut command = Command::new("strace");
    // Descriptors with their paths; without the data read or written.
    command.args(["-f", "-y", "-qq", "-s", "0", "--seccomp-bpf", "-e"]).arg(format!("trace={calls}"));
    command.args(["-e", "signal=none", "-o"]).arg(log);
    command
}

/// Of regular files below `folder`.
pub(crate) fn read(log: &Path, folder: &Path) -> BTreeMap<String, Totals> {
    let text = String::from_utf8_lossy(&fs::read(log).expect("strace has written its log")).into_owned();
    let mut files: BTreeMap<String, Totals> = BTreeMap::new();
    let mut unfinished: HashMap<String, String> = HashMap::new();
    for line in text.lines() {
        let (process, call) = line.split_once(' ').expect("a process and what it does");
        let call = call.trim_start();
        // A call that another process interrupts is printed on two lines.
        if let Some(start) = call.strip_suffix(" <unfinished ...>") {
            unfinished.insert(process.to_owned(), start.to_owned());
            continue;
        }
        let whole = match call.strip_prefix("<... ").and_then(|rest| rest.split_once(" resumed>")) {
            Some((_, rest)) => unfinished.remove(process).unwrap_or_default() + rest,
            None => call.to_owned(),
        };
        note(&whole, &mut files);
    }
    files.retain(|file, _| Path::new(file).starts_with(folder) && !Path::new(file).is_dir());
    files
}

fn note(call: &str, files: &mut BTreeMap<String, Totals>) {
    let Some((name, rest)) = call.split_once('(') else { return };
    let Some((arguments, result)) = rest.rsplit_once(" = ") else { return };
    let mut add = |file: Option<String>, amount: fn(&mut Totals) -> &mut u64, by: u64| {
        if let Some(file) = file {
            amount(files.entry(file).or_default()).add_assign(by);
        }
    };
    if OPENS.contains(&name) {
        // The C library opens directories internally, for `opendir`.
        let is_folder = arguments.contains("O_DIRECTORY") || arguments.contains("O_PATH");
        // Another descriptor of an open file; a trace uses the name that was opened.
        let is_again = arguments.contains("\"/proc/self/fd/");
        add(path_of(result).filter(|_| !is_folder && !is_again), |totals| &mut totals.opens, 1);
        return;
    }
    let digits: String = result.chars().take_while(char::is_ascii_digit).collect();
    let Ok(bytes @ 1..) = digits.parse::<u64>() else { return };
    let mut words = arguments.split(", ").filter(|word| word.contains('<'));
    let (first, second) = (words.next().and_then(path_of), words.next().and_then(path_of));
    match name {
        _ if READS.contains(&name) => add(first, |totals| &mut totals.read, bytes),
        _ if WRITES.contains(&name) => add(first, |totals| &mut totals.written, bytes),
        "sendfile" => {
            add(second, |totals| &mut totals.read, bytes);
            add(first, |totals| &mut totals.written, bytes);
        }
        _ => {
            add(first, |totals| &mut totals.read, bytes);
            add(second, |totals| &mut totals.written, bytes);
        }
    }
}

/// `/path` of `3</path>`, even if the file has been deleted.
fn path_of(word: &str) -> Option<String> {
    let (number, rest) = word.split_once('<')?;
    number.trim().parse::<u32>().ok()?;
    let path = rest.rsplit_once('>')?.0;
    let path = path.strip_suffix("(deleted)").unwrap_or(path);
    path.starts_with('/').then(|| path.to_owned())
}

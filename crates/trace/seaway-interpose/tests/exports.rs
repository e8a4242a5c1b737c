// SPDX-License-Identifier: MIT OR Apache-2.0
//! The library's exports and imports: `exports.txt` is the output of `nm`. To update it, set `SEAWAY_RENEW`.

#![allow(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops where it cannot go on, and says what it skips"
)]

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use support::{Trial, library};

/// Names that test programs do not call by `find`, and why they are here.
const OTHERS: &[&str] = &[
    // The interface for Seaway's other libraries: `exported.rs` calls it.
    "seaway_trace_begin",
    "seaway_trace_detail",
    "seaway_trace_end",
    "seaway_trace_string",
    // For the engine's own calls: `staged` calls it.
    "seaway_stage_hold",
    // The compiler's.
    "__wrap_rust_eh_personality",
    // They take a `va_list` that another hook has collected: `printf` and related functions are called.
    "__vdprintf_chk",
    "__vprintf_chk",
    "vdprintf",
    "vprintf",
    "vscanf",
    "__isoc99_vscanf",
    // From later C libraries.
    "__isoc23_scanf",
    "__isoc23_vscanf",
];

/// What the library imports from the C library. Nothing here allocates, locks, or ends the process: a new
/// name means that something has slipped in; memory allocation or `_Unwind_*` means a panic.
const IMPORTS: &[&str] = &[
    "_ITM_deregisterTMCloneTable",
    "_ITM_registerTMCloneTable",
    "__cxa_finalize",
    "__errno_location",
    "__gmon_start__",
    "bcmp",
    "clock_gettime",
    "dirfd",
    "dlsym",
    "environ",
    "ferror",
    "ftello",
    "getauxval",
    "memcpy",
    "memmove",
    "memset",
    "stdin",
    "stdout",
    "strlen",
];

fn names(option: &str) -> BTreeSet<String> {
    let output = Command::new("nm").args(["--dynamic", option]).arg(library()).output().unwrap();
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let last = text.lines().filter_map(|line| line.split_whitespace().last());
    last.map(|name| name.split('@').next().unwrap_or(name).to_owned()).collect()
}

#[test]
fn exports_match_the_list() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/exports.txt");
    let found: String = names("--defined-only").iter().map(|name| format!("{name}\n")).collect();
    if std::env::var_os("SEAWAY_RENEW").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&path).unwrap());
}

#[test]
fn every_export_is_called_by_a_test_program() {
    let mut called: BTreeSet<String> = OTHERS.iter().map(|name| (*name).to_owned()).collect();
    let programs = [
        ("every_call.c", ""),
        ("every_stream.c", ""),
        ("unrecorded_calls.c", ""),
        ("children.c", ""),
        ("vforks.c", "clone"),
        ("cut.c", "handlers"),
    ];
    for (program, what) in programs {
        let trial = Trial::new();
        let trace = trial.trace.path().to_str().unwrap();
        let arguments: &[&str] = if what.is_empty() { &[] } else { &[what, trace] };
        let text = String::from_utf8(trial.run(program, arguments).stdout).unwrap();
        called.extend(text.lines().filter_map(|line| line.strip_prefix("symbol\t")).map(str::to_owned));
    }
    called.extend(["_exit", "_Exit", "quick_exit"].map(str::to_owned));
    let exported = names("--defined-only");
    let missing: Vec<_> = exported.difference(&called).collect();
    assert!(missing.is_empty(), "no program of the tests calls {missing:?}");
}

#[test]
fn only_the_c_library_is_needed() {
    let output = Command::new("readelf").args(["--dynamic", "--wide"]).arg(library()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let needed: Vec<_> = text.lines().filter(|line| line.contains("(NEEDED)")).collect();
    assert!(needed.len() == 1 && needed[0].contains("[libc.so.6]"), "{needed:#?}");
    let imported = names("--undefined-only");
    let unknown: Vec<_> = imported.iter().filter(|name| !IMPORTS.contains(&name.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}

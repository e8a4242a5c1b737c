// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway report` on a real run whose accesses are known: `programs/trace/known_counts.c`.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::Path;
use std::process::Command;

use mpi_tests::{Family, Installation, folder_in_memory, posix_library, seaway};
use serde_json::{Value, json};

const RANKS: u64 = 4;

/// Runs the program in `folder`, where its trace goes, too.
fn run(installation: &Installation, folder: &Path) {
    fs::write(folder.join("input"), [b'i'; 10_024]).unwrap();
    let program = installation.compile_c("trace/known_counts.c", &[]).display().to_string();
    let launcher = installation.launcher().display().to_string();
    let oversubscribe: &[&str] =
        if installation.family == Family::OpenMpi { &["--oversubscribe", "--bind-to", "none"] } else { &[] };
    let place = folder.display().to_string();
    let ranks = RANKS.to_string();
    let words =
        [&["run", "--trace=trace", &launcher], oversubscribe, &["-n", &ranks, &program, &place]].concat();
    let mut command = seaway(installation, &words);
    command.env("SEAWAY_POSIX_LIBRARY", posix_library()).current_dir(folder);
    // No launcher of the tests knows this batch system, so it starts ranks as ever.
    let output = command.env("PJM_JOBID", "4711").env("LOGNAME", "ada").output().unwrap();
    assert!(output.status.success(), "{}: {output:?}", installation.name);
}

fn report(installation: &Installation, folder: &Path, options: &[&str]) -> String {
    let words = [&["report", "trace"], options].concat();
    let output = seaway(installation, &words).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}: {output:?}", installation.name);
    String::from_utf8(output.stdout).unwrap()
}

fn row<'r>(rows: &'r Value, key: &str, wanted: &str) -> &'r Value {
    let rows = rows.as_array().unwrap();
    rows.iter().find(|row| row[key] == wanted).unwrap_or_else(|| panic!("no {wanted} in {rows:?}"))
}

#[test]
fn numbers_are_those_of_the_program_on_every_mpi() {
    for installation in Installation::all() {
        let folder = folder_in_memory();
        run(&installation, folder.path());
        let numbers: Value =
            serde_json::from_str(&report(&installation, folder.path(), &["--json"])).unwrap();
        let what = &installation.name;
        check_run(&numbers, folder.path(), what);
        check_layers(&numbers["layers"], what);
        check_files(&numbers, folder.path(), what);
        check_hidden(&installation, folder.path(), &numbers);
    }
}

fn check_run(numbers: &Value, folder: &Path, what: &str) {
    assert_eq!((&numbers["ranks"], &numbers["job"]), (&json!(RANKS), &json!("4711 (PJM_JOBID)")), "{what}");
    assert_eq!(numbers["user"], "ada", "{what}");
    let command = numbers["command"].as_str().unwrap();
    assert!(
        command.ends_with(folder.to_str().unwrap()) && command.contains("known_counts"),
        "{what}: {command}"
    );
    let (began, ended) = (numbers["began_ns"].as_u64().unwrap(), numbers["ended_ns"].as_u64().unwrap());
    assert_eq!(ended - began, numbers["run_time_ns"].as_u64().unwrap(), "{what}");
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap();
    let age = now.as_secs() - ended / 1_000_000_000;
    assert!(age < 3600, "{what}: it ended {age} seconds ago");
}

fn check_layers(layers: &Value, what: &str) {
    let mpi = row(layers, "layer", "MPI-IO");
    let written = RANKS * 8 * 65_536;
    assert_eq!(
        (&mpi["writes"], &mpi["written_bytes"]),
        (&json!(RANKS * 8), &json!(written)),
        "{what}: {mpi}"
    );
    assert_eq!((&mpi["reads"], &mpi["read_bytes"]), (&json!(0), &json!(0)), "{what}: {mpi}");
    assert_eq!(mpi["common_sizes"], json!([{ "bytes": 65_536, "accesses": RANKS * 8 }]), "{what}");
    let time = mpi["slowest_time_ns"].as_u64().unwrap();
    let rate = f64::from(u32::try_from(written).unwrap())
        / 1_048_576.0
        / (f64::from(u32::try_from(time).unwrap()) / 1e9);
    assert!(
        (mpi["mebibytes_per_second"].as_f64().unwrap() / rate - 1.0).abs() < 1e-9,
        "{what}: {mpi}, {rate}"
    );
    // Who writes for the others is the engine's choice, but every byte is written once.
    let device = row(layers, "layer", "device");
    assert_eq!(device["written_bytes"], json!(written), "{what}: {device}");
    let stdio = row(layers, "layer", "STDIO");
    assert_eq!(stdio["common_sizes"], json!([{ "bytes": 33, "accesses": 7 }]), "{what}: {stdio}");
    let posix = row(layers, "layer", "POSIX");
    assert_eq!(
        (&posix["reads"], &posix["read_bytes"]),
        (&json!(RANKS * 11), &json!(RANKS * 10_024)),
        "{what}: {posix}"
    );
    let sizes = posix["common_sizes"].as_array().unwrap();
    for (bytes, accesses) in [(80, 50), (1000, RANKS * 10)] {
        assert!(sizes.contains(&json!({ "bytes": bytes, "accesses": accesses })), "{what}: {posix}");
    }
}

fn check_files(numbers: &Value, folder: &Path, what: &str) {
    let uses = &numbers["files_by_use"];
    let read = row(uses, "use", "read only");
    assert_eq!((&read["files"], &read["total_bytes"]), (&json!(1), &json!(10_024)), "{what}: {uses}");
    let written = row(uses, "use", "written only");
    let largest = RANKS * 8 * 65_536;
    assert_eq!(
        (&written["files"], &written["largest_bytes"]),
        (&json!(3), &json!(largest)),
        "{what}: {uses}"
    );
    assert_eq!(written["total_bytes"], json!(largest + 50 * 80 + 7 * 33), "{what}: {uses}");
    let mounted = Command::new("df").arg("--output=target").arg(folder).output().unwrap();
    let mounted = String::from_utf8(mounted.stdout).unwrap();
    let mount = row(&numbers["mounts"], "point", mounted.lines().last().unwrap());
    assert_eq!(mount["written_bytes"], json!(largest + 50 * 80 + 7 * 33), "{what}: {mount}");
    assert_eq!(mount["read_bytes"], json!(RANKS * 10_024), "{what}: {mount}");
}

/// What MPI looks at when it starts counts and is not shown, unless asked for.
fn check_hidden(installation: &Installation, folder: &Path, numbers: &Value) {
    let what = &installation.name;
    let hidden = numbers["hidden"]["files"].as_u64().unwrap();
    let files = numbers["files"].as_u64().unwrap();
    assert!(hidden > 5 && files >= hidden + 4, "{what}: {files} files, {hidden} hidden");
    let all: Value = serde_json::from_str(&report(installation, folder, &["--json", "--all"])).unwrap();
    assert_eq!((&all["hidden"]["files"], &all["files"]), (&json!(0), &json!(files)), "{what}");
    assert_eq!(all["read_bytes"], numbers["read_bytes"], "{what}");
    let short = report(installation, folder, &["--text"]);
    assert!(short.contains(" system files are not shown (") && !short.contains("/proc/"), "{what}: {short}");
    assert!(!report(installation, folder, &["--text", "--all"]).contains("not shown"), "{what}");
}

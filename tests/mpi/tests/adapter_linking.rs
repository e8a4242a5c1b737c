// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that are linked with their MPI in unusual ways: with its C++ library, by absolute paths, or only through a module that
//! they load when they run.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use mpi_tests::{Family, Installation, seaway};

/// `seaway run --mpi HOST -n 2 PROGRAM`, which gets no other help to find an MPI.
fn run(host: &Installation, options: &[&str], line: &[&str], folder: &Path) -> Output {
    let place = host.place();
    let words = [&["run", "--mpi", &place, "-n", "2"], options, line].concat();
    seaway(host, &words).env_remove("LD_LIBRARY_PATH").current_dir(folder).output().unwrap()
}

/// Ranks communicate, and their file goes through Seaway, which applies the map rule.
fn check(program: &Path, host: &Installation) {
    let folder = tempfile::tempdir().unwrap();
    let line = [program.to_str().unwrap(), "built-in"];
    let output = run(host, &["--map", "built-in=renamed"], &line, folder.path());
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = format!("ranks 2 sum 1 library {}", host.library_version());
    let shown = program.display();
    assert!(
        output.status.success() && printed.starts_with(&expected),
        "{shown} on {}: {output:?}",
        host.name
    );
    assert_eq!(fs::read(folder.path().join("renamed")).unwrap(), b"01", "{shown} on {}", host.name);
}

/// Open MPI 4 has the library for C++, Open MPI 5 has none.
#[test]
fn programs_in_cpp_run_on_every_open_mpi() {
    let own = Installation::named("debian-openmpi");
    let program = own.compile_c("adapter_run/whose.cc", &["-lmpi_cxx", "-lstdc++"]);
    for host in ["debian-openmpi", "openmpi"] {
        check(&program, &Installation::named(host));
    }
}

/// The C++ bindings themselves exist on their own MPI only.
#[test]
fn programs_with_cpp_bindings_run_on_their_own_mpi_alone() {
    let own = Installation::named("debian-openmpi");
    let program = own.compile_c("adapter_linking/bindings.cc", &["-lmpi_cxx", "-lstdc++"]);
    let folder = tempfile::tempdir().unwrap();
    let line = [program.to_str().unwrap()];
    let output = run(&own, &[], &line, folder.path());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "ranks 2 sum 1\n", "{output:?}");
    for host in ["openmpi", "debian-mpich"] {
        let output = run(&Installation::named(host), &[], &line, folder.path());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{host}: {output:?}");
        assert!(said.contains("which exists only in the MPI that it was built with"), "{host}: {said}");
    }
}

/// As Spack binds programs. The library that is named is loaded, but nothing of it is called.
#[test]
fn programs_may_need_their_mpi_by_its_path() {
    for (own, name, hosts) in [
        ("mpich", "libmpi.so.12", &["openmpi", "debian-openmpi", "intel", "mpich"][..]),
        ("debian-openmpi", "libmpi.so.40", &["mpich", "intel", "openmpi", "debian-openmpi"]),
    ] {
        let own = Installation::named(own);
        let program = needing_a_path(&own.compile_c("adapter_run/whose.c", &[]), name, &own.library());
        for host in hosts {
            check(&program.1, &Installation::named(host));
        }
    }
}

fn needing_a_path(program: &Path, name: &str, library: &Path) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("by-path");
    fs::copy(program, &copy).unwrap();
    let mut command = Command::new("patchelf");
    let status = command.arg("--replace-needed").arg(name).arg(library).arg(&copy).status().unwrap();
    assert!(status.success(), "patchelf failed");
    (folder, copy)
}

/// A program that knows no MPI, and a module of an ABI that it loads when it runs. Such a module of Open MPI may need the
/// library for C++, as PETSc for Python does.
#[test]
fn modules_that_are_loaded_late_run_through_adapters() {
    let cxx = &["-Wl,--no-as-needed", "-lmpi_cxx", "-lmpi_mpifh", "-lopen-pal", "-lstdc++"][..];
    for (own, libraries, host) in [
        ("debian-openmpi", cxx, "debian-mpich"),
        ("debian-openmpi", cxx, "intel"),
        ("debian-openmpi", &cxx[..2], "openmpi"),
        ("mpich", &[], "openmpi"),
        ("debian-mpich", &[], "debian-openmpi"),
    ] {
        let (own, host) = (Installation::named(own), Installation::named(host));
        let output = run_module(&own, libraries, &host, &["--program-abi", word(&own)]);
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let expected = format!("ranks 2 sum 1 library {}", host.library_version());
        assert!(
            output.status.success() && printed.starts_with(&expected),
            "{} on {}: {output:?}",
            own.name,
            host.name
        );
    }
}

/// Without `--program-abi` a module is taken to be of the MPI's own ABI. One that is not ends with a sentence.
#[test]
fn a_module_of_another_abi_is_noticed_when_it_begins() {
    for (own, host) in [("mpich", "openmpi"), ("mpich", "debian-openmpi"), ("debian-mpich", "openmpi")] {
        let (own, host) = (Installation::named(own), Installation::named(host));
        let output = run_module(&own, &[], &host, &[]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && output.stdout.is_empty(), "{output:?}");
        let expected = format!("--program-abi {}`", word(&own));
        assert!(said.contains("module.so is built for the ABI of") && said.contains(&expected), "{said}");
    }
}

fn word(installation: &Installation) -> &'static str {
    if installation.family == Family::OpenMpi { "openmpi" } else { "mpich" }
}

fn run_module(own: &Installation, libraries: &[&str], host: &Installation, options: &[&str]) -> Output {
    let options_of_module = [&["-shared", "-fPIC", "-Dmain=run"], libraries].concat();
    let folder = tempfile::tempdir().unwrap();
    let module = folder.path().join("module.so");
    fs::copy(own.compile_c("adapter_run/whose.c", &options_of_module), &module).unwrap();
    let program = folder.path().join("program");
    let source = mpi_tests::program_source("adapter_linking/loads_late.c");
    let compiled = Command::new("cc").arg("-o").arg(&program).arg(source).arg("-ldl").status().unwrap();
    assert!(compiled.success(), "loads_late.c does not compile");
    let line = [program.to_str().unwrap(), module.to_str().unwrap(), "file"];
    run(host, options, &line, folder.path())
}

/// Emulated functions are listed separately from those that fail.
#[test]
fn doctor_distinguishes_emulated_functions_from_those_that_fail() {
    let own = Installation::named("mpich");
    let program = own.compile_c("adapter_linking/newer.c", &[]).display().to_string();
    let place = Installation::named("debian-openmpi").place();
    let output = seaway(&own, &["doctor", &program, &place]).env_remove("LD_LIBRARY_PATH").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    // Rows are as wide as a terminal.
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let (before, failing) = text.split_once(" will fail ").unwrap_or_else(|| panic!("{text}"));
    let (_, emulated) = before.split_once(" emulated ").unwrap_or_else(|| panic!("{text}"));
    assert_eq!(emulated, "MPI_Info_get_string, MPI_Send_c: the adapter implements them with other functions");
    assert!(
        failing.starts_with("MPI_Session_finalize, MPI_Session_init: calling one of them returns"),
        "{text}"
    );
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --mpi`: programs on MPIs that they were not built with, and what `seaway doctor` says of it before.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use mpi_tests::{Abi, Installation, environment_folder, seaway, seaway_library, seaway_program};

fn prefix(host: &Installation) -> String {
    host.launcher().ancestors().nth(2).unwrap().display().to_string()
}

fn run(host: &Installation, folder: &Path, options: &[&str], line: &[&str]) -> Output {
    run_at(&host.place(), host, folder, &[options, line].concat())
}

fn run_at(place: &str, host: &Installation, folder: &Path, words: &[&str]) -> Output {
    let words = [&["run", "--mpi", place], words].concat();
    let mut command = seaway(host, &words);
    // The program is not helped to find any MPI but by what `seaway run` does.
    command.env_remove("LD_LIBRARY_PATH").current_dir(folder).output().unwrap()
}

fn check(program: &Path, host: &Installation) {
    check_at(&host.place(), program, host);
}

fn check_at(place: &str, program: &Path, host: &Installation) {
    let folder = tempfile::tempdir().unwrap();
    let program = program.display().to_string();
    let words_of_line = ["-n", "2", "--map", "built-in=renamed", &program, "built-in"];
    let output = run_at(place, host, folder.path(), &words_of_line);
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = format!("ranks 2 sum 1 library {}", host.library_version());
    assert!(
        output.status.success() && printed.starts_with(&expected),
        "{program} on {}: {output:?}",
        host.name
    );
    // The rule counts only where Seaway opens the file.
    assert_eq!(fs::read(folder.path().join("renamed")).unwrap(), b"01", "{program} on {}", host.name);
}

#[test]
fn programs_run_on_every_mpi_of_their_abi() {
    for own in Installation::all() {
        let program = own.compile_c("adapter_run/whose.c", &[]);
        for host in Installation::all().iter().filter(|host| host.abi == own.abi) {
            check(&program, host);
        }
    }
}

/// In a folder with a library for each of two ABIs.
#[test]
fn the_library_with_the_abi_of_the_program_is_chosen() {
    let program = Installation::named("standard-abi").compile_c("adapter_run/whose.c", &[]);
    for name in ["intel", "mpich"] {
        let host = Installation::named(name);
        check_at(&prefix(&host), &program, &host);
    }
}

#[test]
fn programs_run_through_adapters_on_every_other_mpi() {
    let directions = |own: &Installation| {
        let program = own.compile_c("adapter_run/whose.c", &[]);
        for host in Installation::all().iter().filter(|host| host.abi != own.abi) {
            match adapter(own.abi) {
                Some(_) => check(&program, host),
                None => refused_without_adapter(&program, host),
            }
        }
    };
    Installation::all().iter().for_each(directions);
}

/// Open MPI's header leaves parts of its C++ bindings in every C++ program, which are in a library that needs its insides.
#[test]
fn programs_in_cpp_run_through_adapters() {
    for (own, libraries, host) in [
        ("debian-openmpi", &["-lmpi_cxx", "-lstdc++"][..], "debian-mpich"),
        ("debian-openmpi", &["-lmpi_cxx", "-lstdc++"][..], "intel"),
        ("debian-mpich", &["-lstdc++"][..], "debian-openmpi"),
    ] {
        let program = Installation::named(own).compile_c("adapter_run/whose.cc", libraries);
        check(&program, &Installation::named(host));
    }
}

fn adapter(abi: Abi) -> Option<PathBuf> {
    let word = match abi {
        Abi::Mpich => "mpich",
        Abi::OpenMpi => "openmpi",
        Abi::Standard => "standard",
    };
    let name = format!("libseaway_{word}.so");
    let folders = [seaway_library(), seaway_program()].map(|file| file.parent().unwrap().to_owned());
    folders.iter().map(|folder| folder.join(&name)).find(|path| path.is_file())
}

/// Where the adapters are not built, nothing is started.
fn refused_without_adapter(program: &Path, host: &Installation) {
    let folder = tempfile::tempdir().unwrap();
    let output = run(host, folder.path(), &["-n", "2"], &[&program.display().to_string(), "file"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(said.contains("cargo build --release -p seaway-adapter-"), "{said}");
    assert!(said.lines().count() == 1 && output.stdout.is_empty(), "{output:?}");
}

/// Where an MPI has no Fortran library, as the wheels have none, Seaway's is taken.
#[test]
fn fortran_programs_run_on_every_mpi_of_their_abi() {
    for (own, host) in [
        ("debian-mpich", "mpich"),
        ("debian-mpich", "intel"),
        ("debian-mpich", "debian-mpich"),
        ("debian-openmpi", "debian-openmpi"),
        ("debian-openmpi", "openmpi"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let program = Installation::named(own).compile_fortran("adapter_run/whose.f90", &[]);
        let host = Installation::named(host);
        let output = run(&host, folder.path(), &["-n", "2"], &[&program.display().to_string()]);
        let printed = String::from_utf8_lossy(&output.stdout).replace('\t', " ");
        let expected = format!("ranks 2 sum 1 library {:.20}", host.library_version());
        assert!(printed.contains(&expected), "{own} on {}: {output:?}", host.name);
    }
}

#[test]
fn a_launcher_of_another_mpi_is_refused() {
    for (host, other) in [
        ("debian-openmpi", "debian-mpich"),
        ("debian-openmpi", "openmpi"),
        ("mpich", "debian-openmpi"),
        ("intel", "openmpi"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let host = Installation::named(host);
        let program = host.compile_c("adapter_run/whose.c", &[]).display().to_string();
        let launcher = Installation::named(other).launcher().display().to_string();
        let output = run(&host, folder.path(), &[], &[&launcher, "-n", "2", &program, "file"]);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        assert!(said.contains("is the launcher of") && said.contains("or -n in place of"), "{said}");
    }
}

/// mpi4py's wheel has a module for each ABI; the right one runs without an adapter.
#[test]
fn python_runs_on_the_mpi_that_is_named() {
    let python = environment_folder().join("python/bin/python").display().to_string();
    let script = "from mpi4py import MPI; world = MPI.COMM_WORLD; sum = world.allreduce(world.rank); \
                  text = MPI.Get_library_version().replace('\\n', ' ').replace('\\t', ' '); \
                  print(f'ranks {world.size} sum {sum} library {text[:40]}') if world.rank == 0 else None";
    for host in Installation::all_for_python() {
        let folder = tempfile::tempdir().unwrap();
        let place = host.place();
        let mut command = seaway(&host, &["run", "--mpi", &place, "-n", "2", &python, "-c", script]);
        let abi = if host.abi == Abi::OpenMpi { "openmpi" } else { "mpich" };
        command.env_remove("LD_LIBRARY_PATH").env("MPI4PY_MPIABI", abi);
        let output = command.current_dir(folder.path()).output().unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(
            printed.contains(&format!("ranks 2 sum 1 library {}", host.library_version())),
            "{}: {output:?}",
            host.name
        );
    }
}

#[test]
fn doctor_says_where_a_program_runs() {
    let own = Installation::named("debian-mpich");
    let program = own.compile_c("adapter_run/whose.c", &[]).display().to_string();
    let places: Vec<String> = ["mpich", "intel"].map(|name| prefix(&Installation::named(name))).into();
    let mut command = seaway(&own, &["doctor", &program, &own.launcher().display().to_string()]);
    let output = command.args(&places).env_remove("LD_LIBRARY_PATH").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{output:?}");
    for part in ["built for the MPICH ABI", "libmpich.so.12, /", "10 functions of MPI", "runs as it is"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(text.matches("runs without an adapter").count(), 2, "{text}");
}

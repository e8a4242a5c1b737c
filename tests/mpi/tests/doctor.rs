// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway doctor` reports every MPI as working, and what it had to set.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use mpi_tests::{Abi, Family, Installation, seaway};

#[test]
fn every_mpi_passes_its_check() {
    for installation in Installation::all() {
        // MPICH's prefix is checked with both of its libraries.
        if installation.abi == Abi::Standard {
            continue;
        }
        let launcher = installation.launcher().display().to_string();
        let output = seaway(&installation, &["doctor", &launcher]).output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        let (product, abi) = match installation.family {
            Family::Mpich => ("MPICH ", "MPICH ABI"),
            Family::Intel => ("Intel MPI ", "MPICH ABI"),
            Family::OpenMpi => ("Open MPI ", "Open MPI ABI"),
        };
        assert!(text.contains(&format!("\n{product}")) && text.contains(abi), "{text}");
        let has_standard = ["mpich", "intel"].contains(&installation.name);
        // At the beginning of a line: one of Seaway's own libraries is for this ABI too.
        assert_eq!(text.contains("\n  standard ABI"), has_standard, "{text}");
        let passed = text.matches("ok: 2 ranks wrote a file together and read it back").count();
        assert_eq!(passed, if has_standard { 2 } else { 1 }, "{text}");
    }
}

#[test]
fn variables_that_root_must_set_are_reported() {
    let installation = Installation::named("debian-openmpi");
    let launcher = installation.launcher().display().to_string();
    let mut command = seaway(&installation, &["doctor", &launcher]);
    command.env_remove("OMPI_ALLOW_RUN_AS_ROOT").env_remove("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(text.contains("OMPI_ALLOW_RUN_AS_ROOT=1"), rustix::process::geteuid().is_root(), "{text}");
}

/// The MPIs of the system are found automatically.
#[test]
fn mpis_of_the_machine_are_found() {
    let installation = Installation::named("debian-openmpi");
    let output = seaway(&installation, &["doctor"]).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for product in ["\nMPICH 4.", "\nOpen MPI 4."] {
        assert!(text.contains(product), "{product:?} is not in {text}");
    }
}

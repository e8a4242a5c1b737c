// SPDX-License-Identifier: MIT OR Apache-2.0
//! Who may know whom. `cargo metadata` is compared with the tables below: a new edge is a decision, made here.

use std::process::Stdio;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::Findings;
use crate::run;
use crate::workspace::Workspace;

/// What a crate may use of this workspace, lowest layer first.
const MAY_KNOW: &[(&str, &[&str])] = &[
    ("seaway-memory", &[]),
    ("seaway-trace-format", &[]),
    ("seaway-trace", &["seaway-trace-format"]),
    ("seaway-posix", &["seaway-trace-format"]),
    ("seaway-datatype", &["seaway-memory"]),
    ("seaway-proto", &[]),
    ("seaway-device", &["seaway-memory"]),
    ("seaway-wire", &["seaway-device", "seaway-proto"]),
    (
        "seaway-devices",
        &["seaway-device", "seaway-memory", "seaway-proto", "seaway-trace-format", "seaway-wire"],
    ),
    ("seaway-engine", &["seaway-datatype", "seaway-device", "seaway-memory"]),
    ("seaway-mpi-abi", &[]),
    ("seaway-mpi", &["seaway-datatype", "seaway-device", "seaway-engine", "seaway-memory", "seaway-mpi-abi"]),
    ("seaway-adapter", &["seaway-mpi-abi"]),
    ("seaway-adapter-fortran", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-mpich", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-mpich-fortran", &["seaway-adapter-fortran", "seaway-mpi-abi"]),
    ("seaway-adapter-openmpi", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-openmpi-fortran", &["seaway-adapter-fortran", "seaway-mpi-abi"]),
    ("seaway-adapter-standard", &["seaway-adapter", "seaway-mpi-abi"]),
    (
        "seaway-preload",
        &[
            "seaway-datatype",
            "seaway-device",
            "seaway-devices",
            "seaway-engine",
            "seaway-memory",
            "seaway-mpi",
            "seaway-trace-format",
        ],
    ),
    ("seaway", &["seaway-datatype", "seaway-device", "seaway-devices", "seaway-engine", "seaway-memory"]),
    ("seaway-daemon", &["seaway-datatype", "seaway-device", "seaway-devices", "seaway-proto", "seaway-wire"]),
    (
        "seaway-cli",
        &[
            "seaway",
            "seaway-adapter",
            "seaway-daemon",
            "seaway-device",
            "seaway-devices",
            "seaway-engine",
            "seaway-mpi",
            "seaway-proto",
            "seaway-trace",
            "seaway-trace-format",
            "seaway-wire",
        ],
    ),
    (
        "seaway-testkit",
        &[
            "seaway-datatype",
            "seaway-device",
            "seaway-engine",
            "seaway-memory",
            "seaway-proto",
            "seaway-trace",
        ],
    ),
    ("mpi-tests", &[]),
    ("xtask", &[]),
];

/// What crates that run inside a user's process may use of the world. The reasons stand in Cargo.toml.
const FOREIGN_IN_PROCESS: &[&str] =
    &["bitflags", "bytemuck", "hmac", "io-uring", "libc", "ring", "rustix", "rustls", "sha2", "thiserror"];

/// Programs and tests: they may use more.
const OUTSIDE_OF_PROCESS: &[&str] =
    &["mpi-tests", "seaway-cli", "seaway-daemon", "seaway-testkit", "seaway-trace", "xtask"];

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    /// `dev`, `build`, or nothing for a normal one.
    kind: Option<String>,
    /// Only of crates in this workspace.
    path: Option<String>,
}

pub(super) fn check(workspace: &Workspace) -> Result<Findings> {
    let mut cargo = workspace.cargo(&["metadata", "--format-version", "1", "--no-deps"]);
    let metadata = run::output(cargo.stdin(Stdio::null()))?;
    let metadata: Metadata =
        serde_json::from_str(&metadata).context("cannot read what cargo metadata prints")?;
    Ok(metadata.packages.iter().flat_map(findings_of).collect())
}

fn findings_of(package: &Package) -> Findings {
    let name = &package.name;
    let Some((_, may_know)) = MAY_KNOW.iter().find(|(known, _)| known == name) else {
        return vec![format!("{name}: a new crate; say in xtask/src/tidy/layering.rs whom it may know")];
    };
    // A test may look at its crate from anywhere above.
    let normal = package.dependencies.iter().filter(|dependency| dependency.kind.as_deref() != Some("dev"));
    normal.filter_map(|dependency| forbidden(name, dependency, may_know)).collect()
}

fn forbidden(name: &str, dependency: &Dependency, may_know: &[&str]) -> Option<String> {
    let other = dependency.name.as_str();
    if dependency.path.is_some() {
        return (!may_know.contains(&other))
            .then(|| format!("{name}: may not know {other} (xtask/src/tidy/layering.rs)"));
    }
    let fine = OUTSIDE_OF_PROCESS.contains(&name) || FOREIGN_IN_PROCESS.contains(&other);
    (!fine).then(|| {
        format!("{name}: runs inside a user's process and may not use {other} (xtask/src/tidy/layering.rs)")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(package: &str, dependency: &str, local: bool, kind: Option<&str>, expected: usize) {
        let (kind, path) = (kind.map(str::to_owned), local.then(|| "/somewhere".to_owned()));
        let dependencies = vec![Dependency { name: dependency.into(), kind, path }];
        let findings = findings_of(&Package { name: package.into(), dependencies });
        assert_eq!(findings.len(), expected, "{package} -> {dependency}: {findings:?}");
    }

    #[test]
    fn new_edges_are_found() {
        check("seaway-engine", "seaway-datatype", true, None, 0);
        check("seaway-engine", "seaway-devices", true, None, 1);
        check("seaway-engine", "seaway-devices", true, Some("dev"), 0);
        check("seaway-engine", "serde", false, None, 1);
        check("seaway-engine", "serde", false, Some("build"), 1);
        check("seaway-cli", "clap", false, None, 0);
        check("seaway-new", "seaway-memory", true, None, 1);
    }

    #[test]
    fn lower_layers_never_know_higher_ones() {
        for (index, (name, may_know)) in MAY_KNOW.iter().enumerate() {
            let lower = &MAY_KNOW[..index];
            let known = |other: &&str| lower.iter().any(|(name, _)| name == other);
            assert!(may_know.iter().all(known), "{name} knows a crate listed after it");
        }
    }
}

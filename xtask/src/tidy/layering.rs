// SPDX-License-Identifier: MIT OR Apache-2.0
//! Permitted dependencies. `cargo metadata` is compared with the tables below: a new edge is a decision, made
//! here.

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
    ("seaway-stage-format", &[]),
    // What the two layers share with those who read what they write, or write what they read.
    ("seaway-interpose", &["seaway-stage-format", "seaway-trace-format"]),
    ("seaway-stage", &["seaway-stage-format"]),
    ("seaway-datatype", &["seaway-memory"]),
    ("seaway-messages", &[]),
    ("seaway-device-api", &["seaway-memory"]),
    // Extents, memory and messages, which the state machines exchange; no device.
    ("seaway-roles", &["seaway-device-api", "seaway-memory", "seaway-messages"]),
    ("seaway-channel", &["seaway-device-api", "seaway-messages"]),
    // Managers and workers: what they ask for, and the limits of the role that answers.
    ("seaway-queue", &["seaway-channel", "seaway-device-api", "seaway-messages", "seaway-roles"]),
    // Feeders and receivers are driven over channels, by the roles.
    ("seaway-ring", &["seaway-channel", "seaway-device-api", "seaway-messages", "seaway-roles"]),
    // The client of an embedded registry connects; etcd's is on its own.
    ("seaway-registry", &["seaway-channel", "seaway-device-api", "seaway-messages"]),
    ("seaway-simulator", &["seaway-device-api", "seaway-messages", "seaway-registry", "seaway-roles"]),
    (
        "seaway-devices",
        &[
            "seaway-device-api",
            "seaway-memory",
            "seaway-messages",
            "seaway-roles",
            "seaway-trace-format",
            "seaway-channel",
        ],
    ),
    ("seaway-engine", &["seaway-datatype", "seaway-device-api", "seaway-memory"]),
    ("seaway-mpi-abi", &[]),
    (
        "seaway-mpi-host",
        &["seaway-datatype", "seaway-device-api", "seaway-engine", "seaway-memory", "seaway-mpi-abi"],
    ),
    ("seaway-adapter", &["seaway-mpi-abi"]),
    ("seaway-adapter-fortran", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-mpich", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-mpich-fortran", &["seaway-adapter-fortran", "seaway-mpi-abi"]),
    ("seaway-adapter-openmpi", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-openmpi-cxx", &["seaway-adapter", "seaway-mpi-abi"]),
    ("seaway-adapter-openmpi-fortran", &["seaway-adapter-fortran", "seaway-mpi-abi"]),
    ("seaway-adapter-standard", &["seaway-adapter", "seaway-mpi-abi"]),
    (
        "seaway-preload",
        &[
            "seaway-datatype",
            "seaway-device-api",
            "seaway-devices",
            "seaway-engine",
            "seaway-memory",
            "seaway-mpi-host",
            "seaway-trace-format",
        ],
    ),
    // Queues are reached over the agent's socket, which is a channel.
    (
        "seaway-things",
        &["seaway-channel", "seaway-device-api", "seaway-devices", "seaway-messages", "seaway-queue"],
    ),
    // Redis clients: the door is a program of the space.
    ("seaway-resp", &["seaway-channel", "seaway-things"]),
    ("seaway-c", &["seaway-device-api", "seaway-messages", "seaway-things"]),
    ("seaway", &["seaway-datatype", "seaway-device-api", "seaway-devices", "seaway-engine", "seaway-memory"]),
    (
        "seaway-daemon",
        &[
            "seaway-datatype",
            "seaway-device-api",
            "seaway-devices",
            "seaway-messages",
            "seaway-registry",
            "seaway-ring",
            "seaway-roles",
            "seaway-channel",
        ],
    ),
    // A program that uses Seaway; nothing of Seaway knows it but `seaway demo ppm`.
    ("ppm-kernel", &[]),
    ("ppm-kernel-c", &["ppm-kernel"]),
    ("ppm", &["ppm-kernel", "seaway-device-api", "seaway-things"]),
    (
        "seaway-cli",
        &[
            // `seaway demo ppm` is the example itself, so that the example's tests hold for what users see. With the kernel
            // alone, the demo would need a second driver, initial state and picture, with tests of their own.
            "ppm",
            "seaway",
            "seaway-adapter",
            "seaway-daemon",
            "seaway-device-api",
            "seaway-devices",
            "seaway-engine",
            "seaway-mpi-host",
            "seaway-messages",
            "seaway-resp",
            "seaway-ring",
            "seaway-stage",
            "seaway-things",
            "seaway-trace",
            "seaway-trace-format",
            "seaway-channel",
        ],
    ),
    (
        "seaway-testkit",
        &[
            "seaway-datatype",
            "seaway-device-api",
            "seaway-engine",
            "seaway-memory",
            "seaway-messages",
            "seaway-registry",
            "seaway-simulator",
            "seaway-trace",
        ],
    ),
    (
        "seaway-soak",
        &[
            "seaway",
            "seaway-daemon",
            "seaway-datatype",
            "seaway-device-api",
            "seaway-messages",
            "seaway-testkit",
            "seaway-channel",
        ],
    ),
    ("striped-device", &["seaway-device-api"]),
    ("mpi-tests", &[]),
    ("xtask", &[]),
];

/// External dependencies of crates that run inside a user's process. The reasons are in Cargo.toml.
const FOREIGN_IN_PROCESS: &[&str] =
    &["bitflags", "bytemuck", "hmac", "io-uring", "libc", "ring", "rustix", "rustls", "sha2", "thiserror"];

/// Programs and tests, and what daemons alone switch on by features: they may use more.
const OUTSIDE_OF_PROCESS: &[&str] = &[
    "mpi-tests",
    "ppm",
    "seaway-cli",
    "seaway-daemon",
    "seaway-registry",
    "seaway-ring",
    "seaway-simulator",
    "seaway-soak",
    "seaway-stage",
    "seaway-testkit",
    "seaway-trace",
    "xtask",
];

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
        return vec![format!(
            "{name}: a new crate; list its permitted dependencies in xtask/src/tidy/layering.rs"
        )];
    };
    // A test may use its crate from anywhere above.
    let normal = package.dependencies.iter().filter(|dependency| dependency.kind.as_deref() != Some("dev"));
    normal.filter_map(|dependency| forbidden(name, dependency, may_know)).collect()
}

fn forbidden(name: &str, dependency: &Dependency, may_know: &[&str]) -> Option<String> {
    let other = dependency.name.as_str();
    if dependency.path.is_some() {
        return (!may_know.contains(&other))
            .then(|| format!("{name}: must not depend on {other} (xtask/src/tidy/layering.rs)"));
    }
    let fine = OUTSIDE_OF_PROCESS.contains(&name) || FOREIGN_IN_PROCESS.contains(&other);
    (!fine).then(|| {
        format!("{name}: runs inside a user's process and must not use {other} (xtask/src/tidy/layering.rs)")
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

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask codegen`: writes the generated files, or checks that they are up to date.

mod adapter;
mod chart;
mod constants;
mod coverage;
mod fortran;
mod fortran_names;
mod mpi_table;
mod narrowing;
mod performance;
mod stubs;

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::workspace::Workspace;

/// A generated file: its path, its source, and its generator.
struct Product {
    path: &'static str,
    from: &'static str,
    /// `None` while its source does not exist.
    generate: fn(&Workspace) -> Result<Option<String>>,
}

const PRODUCTS: &[Product] = &[
    Product {
        path: "docs/mpi-io.md",
        from: "spec/mpi_io.toml",
        generate: |workspace| coverage::page(&workspace.read("spec/mpi_io.toml")?).map(Some),
    },
    Product {
        path: "crates/mpi/seaway-mpi-abi/src/abi/generated/constants.rs",
        from: "spec/mpi_constants.tsv",
        generate: |workspace| {
            formatted(&constants::module(&workspace.read("spec/mpi_constants.tsv")?)?).map(Some)
        },
    },
    Product {
        path: "crates/mpi/seaway-preload/src/generated/stubs.rs",
        from: "spec/mpi.toml",
        generate: |workspace| formatted(&stubs::entry_points(&workspace.read("spec/mpi.toml")?)?).map(Some),
    },
    Product {
        path: "crates/mpi/seaway-preload/src/generated/native_functions.rs",
        from: "spec/mpi.toml",
        generate: |workspace| {
            formatted(&stubs::native_functions(&workspace.read("spec/mpi.toml")?)?).map(Some)
        },
    },
    Product {
        path: "crates/adapter/seaway-adapter/src/generated/entry_points.rs",
        from: "spec/mpi.toml",
        generate: |workspace| formatted(&adapter::entry_points(&workspace.read("spec/mpi.toml")?)?).map(Some),
    },
    Product {
        path: "crates/adapter/seaway-adapter/src/generated/functions.rs",
        from: "spec/mpi.toml",
        generate: |workspace| formatted(&adapter::functions(&workspace.read("spec/mpi.toml")?)?).map(Some),
    },
    Product {
        path: "crates/adapter/seaway-adapter-fortran/src/generated/functions.rs",
        from: "spec/mpi.toml",
        generate: |workspace| formatted(&fortran::functions(&workspace.read("spec/mpi.toml")?)?).map(Some),
    },
    Product {
        path: "crates/adapter/seaway-adapter-fortran/src/generated/names.rs",
        from: "spec/mpi.toml",
        generate: |workspace| formatted(&fortran_names::names(&workspace.read("spec/mpi.toml")?)?).map(Some),
    },
    Product {
        path: "crates/adapter/seaway-adapter-fortran/src/generated/handles.rs",
        from: "spec/mpi_constants.tsv",
        generate: |workspace| {
            formatted(&fortran_names::handles(&workspace.read("spec/mpi_constants.tsv")?)?).map(Some)
        },
    },
    Product { path: "docs/performance.md", from: "benches/results", generate: performance::page },
    Product { path: "docs/images/mpi-io.svg", from: "benches/results/mpiio.txt", generate: chart::mpi_io },
];

pub(crate) fn write(workspace: &Workspace) -> Result<()> {
    for product in PRODUCTS {
        let Some(text) = product.text(workspace)? else { continue };
        fs::write(workspace.path(product.path), text)
            .with_context(|| format!("cannot write {}", product.path))?;
        println!("{} written from {}", product.path, product.from);
    }
    Ok(())
}

pub(crate) fn check(workspace: &Workspace) -> Result<()> {
    for product in PRODUCTS {
        let committed = workspace.read(product.path).ok();
        if committed != product.text(workspace)? {
            bail!("{} is older than {}: run `cargo xtask codegen`", product.path, product.from);
        }
    }
    Ok(())
}

/// Formatted by rustfmt: generated files pass the same check as others.
fn formatted(text: &str) -> Result<String> {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--emit", "stdout"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .context("cannot start rustfmt")?;
    rustfmt.stdin.take().context("rustfmt takes no input")?.write_all(text.as_bytes())?;
    let output = rustfmt.wait_with_output()?;
    if !output.status.success() {
        bail!("rustfmt cannot parse the generated code");
    }
    Ok(String::from_utf8(output.stdout)?)
}

impl Product {
    fn text(&self, workspace: &Workspace) -> Result<Option<String>> {
        (self.generate)(workspace).with_context(|| format!("cannot use {}", self.from))
    }
}

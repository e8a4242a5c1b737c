// SPDX-License-Identifier: MIT OR Apache-2.0
//! rustfmt, rustdoc and clippy over everything.

use anyhow::Result;

use crate::run;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace) -> Result<()> {
    // Every file by its name: `cargo fmt` knows neither modules that a macro declares nor the fuzz targets, which are a
    // workspace of their own.
    let sources = workspace.files(&["crates", "examples", "fuzz", "tests", "xtask"], ".rs")?;
    run::succeed(workspace.command("rustfmt").args(["--check", "--edition", "2024"]).args(&sources))?;
    println!("formatting: in order");
    // Nothing builds the fuzz targets from day to day, so their lock would go stale unnoticed.
    let lock = ["update", "--quiet", "--workspace", "--locked", "--manifest-path", "fuzz/Cargo.toml"];
    run::succeed(&mut workspace.cargo(&lock))?;
    println!("dependencies of fuzz targets: in order");
    // Links in comments go stale like links in pages.
    let mut documentation = workspace.cargo(&["doc", "--quiet", "--workspace", "--no-deps"]);
    run::succeed(documentation.env("RUSTDOCFLAGS", "--deny warnings"))?;
    println!("documentation comments: in order");
    run::succeed(&mut workspace.cargo(&[
        "clippy",
        "--workspace",
        "--all-targets",
        "--",
        "--deny",
        "warnings",
    ]))
}

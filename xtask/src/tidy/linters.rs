// SPDX-License-Identifier: MIT OR Apache-2.0
//! rustfmt, rustdoc and clippy over everything.

use anyhow::Result;

use crate::run;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace) -> Result<()> {
    run::succeed(&mut workspace.cargo(&["fmt", "--all", "--check"]))?;
    // The fuzz targets are a workspace of their own, whose dependencies need not be downloaded to look at them.
    let fuzz_targets = workspace.files(&["fuzz"], ".rs")?;
    if !fuzz_targets.is_empty() {
        run::succeed(
            workspace.command("rustfmt").args(["--check", "--edition", "2024"]).args(&fuzz_targets),
        )?;
    }
    println!("formatting: in order");
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

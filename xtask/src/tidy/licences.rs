// SPDX-License-Identifier: MIT OR Apache-2.0
//! Licences, advisories and duplicates of dependencies, by `deny.toml`, where cargo-deny is installed.

use anyhow::Result;

use crate::run;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace) -> Result<()> {
    if !run::works(&mut workspace.cargo(&["deny", "--version"])) {
        println!("licences: not checked, as cargo-deny is not installed");
        return Ok(());
    }
    run::succeed(&mut workspace.cargo(&["deny", "check"]))
}

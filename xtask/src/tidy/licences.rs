// SPDX-License-Identifier: MIT OR Apache-2.0
//! Licences, advisories and duplicates of dependencies, by `deny.toml`, where cargo-deny is installed.

use anyhow::Result;

use crate::run;
use crate::workspace::Workspace;

pub(super) fn check(workspace: &Workspace) -> Result<()> {
    if !run::works(&mut workspace.cargo(&["deny", "--version"])) {
        println!("licences, sources, duplicates, advisories: not checked, as cargo-deny is not installed");
        return Ok(());
    }
    run::succeed(&mut workspace.cargo(&["deny", "check", "licenses", "bans", "sources"]))?;
    // The database is a separate Git repository, which not every machine can reach.
    if !run::works(&mut workspace.cargo(&["deny", "fetch", "db"])) {
        println!("advisories: not checked, as their database is out of reach");
        return Ok(());
    }
    run::succeed(&mut workspace.cargo(&["deny", "check", "advisories"]))
}

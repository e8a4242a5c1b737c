// SPDX-License-Identifier: MIT OR Apache-2.0
//! `cargo xtask tidy`: the project's rules that a machine can check. Each rule has its own file; rules that
//! no compiler checks return findings, so that one run shows them all.

mod document_links;
mod layering;
mod licences;
mod linters;
mod source_files;
mod unsafe_code;
mod words;

use anyhow::{Result, bail};

use crate::codegen;
use crate::workspace::Workspace;

/// Folders with source code.
const SOURCE_FOLDERS: &[&str] = &["crates", "xtask", "fuzz", "examples", "tests", ".ci"];

/// `path:line: what is wrong, and what would be right`.
type Findings = Vec<String>;

pub(crate) fn all(workspace: &Workspace) -> Result<()> {
    let mut findings = Findings::new();
    findings.extend(layering::check(workspace)?);
    findings.extend(source_files::check(workspace)?);
    findings.extend(unsafe_code::check(workspace)?);
    findings.extend(document_links::check(workspace)?);
    findings.extend(words::check(workspace)?);
    for finding in &findings {
        println!("{finding}");
    }
    if !findings.is_empty() {
        bail!("{} problems found, see above", findings.len());
    }
    println!("layering, source files, unsafe code, document links, words: in order");
    codegen::check(workspace)?;
    println!("generated files: fresh");
    licences::check(workspace)?;
    linters::check(workspace)
}

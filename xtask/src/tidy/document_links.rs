// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links in documents lead somewhere, and every page of `docs/` can be reached from README.

use std::path::Path;

use anyhow::Result;

use super::Findings;
use crate::documents;
use crate::workspace::Workspace;

const FRONT_PAGE: &str = "README.md";

pub(super) fn check(workspace: &Workspace) -> Result<Findings> {
    let pages = workspace.files(&["docs"], ".md")?;
    let front_page = workspace.read(FRONT_PAGE)?;
    let linked = documents::local_links(&front_page);
    let mut findings: Findings = pages
        .iter()
        .filter(|page| !linked.contains(&page.as_str()))
        .map(|page| format!("{FRONT_PAGE}:1: does not link to {page}"))
        .collect();
    let others = ["ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", FRONT_PAGE].map(str::to_owned);
    for page in pages.iter().chain(&others) {
        findings.extend(dead_links(workspace, page)?);
    }
    Ok(findings)
}

fn dead_links(workspace: &Workspace, page: &str) -> Result<Findings> {
    let text = workspace.read(page)?;
    let folder = Path::new(page).parent().unwrap_or(Path::new(""));
    let dead = documents::local_links(&text)
        .into_iter()
        .filter(|link| !workspace.path(&folder.join(link).to_string_lossy()).exists())
        .map(|link| format!("{page}:1: links to {link}, which is not there"));
    Ok(dead.collect())
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Links in documents lead somewhere, and every page of `docs/` is in its index, which README links to.

use std::path::Path;

use anyhow::Result;

use super::Findings;
use crate::documents;
use crate::workspace::Workspace;

const FRONT_PAGE: &str = "README.md";
const INDEX: &str = "docs/README.md";

pub(super) fn check(workspace: &Workspace) -> Result<Findings> {
    let pages = workspace.files(&["docs"], ".md")?;
    let index = workspace.read(INDEX)?;
    let linked = documents::local_links(&index);
    let mut findings: Findings = pages
        .iter()
        .filter(|page| *page != INDEX && !linked.contains(&page.trim_start_matches("docs/")))
        .map(|page| format!("{INDEX}:1: does not link to {page}"))
        .collect();
    if !documents::local_links(&workspace.read(FRONT_PAGE)?).contains(&INDEX) {
        findings.push(format!("{FRONT_PAGE}:1: does not link to {INDEX}"));
    }
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
        .map(|link| format!("{page}:1: links to {link}, which does not exist"));
    Ok(dead.collect())
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The table that programs map.

use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use seaway_stage_format::{Head, LONGEST_ROOT, MAGIC, MOST_RULES, Rule as Row, Span, TABLE_BYTES, VERSION};

use crate::error::{Error, Result};
use crate::rules::Rule;
use crate::settings::Settings;

/// Writes the table of an agent whose copies are in `root`.
pub(crate) fn write(settings: &Settings, root: &Path) -> Result<()> {
    let mut texts = Vec::new();
    let mut span = |bytes: &[u8]| {
        let begin = size_of::<Head>() + texts.len();
        texts.extend_from_slice(bytes);
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Span { begin: number(begin), length: number(bytes.len()) }
    };
    let mut head: Head = bytemuck::Zeroable::zeroed();
    head.magic = MAGIC;
    head.version = VERSION;
    head.root = span(root.as_os_str().as_bytes());
    head.socket = span(settings.socket().as_bytes());
    head.limit = u32::try_from(settings.limit.as_millis()).unwrap_or(u32::MAX);
    let rows = rows(&settings.rules);
    if rows.len() > MOST_RULES {
        return Err(Error::Rule(format!(
            "there are more than {MOST_RULES} folders to stage: name one above them"
        )));
    }
    for (place, rule) in head.rule.iter_mut().zip(&rows) {
        *place = Row { prefix: span(rule.prefix.as_os_str().as_bytes()), writable: rule.writable.into() };
    }
    head.rules = u32::try_from(rows.len()).unwrap_or(0);
    let mut bytes = bytemuck::bytes_of(&head).to_vec();
    bytes.append(&mut texts);
    if bytes.len() > TABLE_BYTES || root.as_os_str().len() > LONGEST_ROOT {
        return Err(Error::Rule("the paths to stage are too long: use a shorter --local".to_owned()));
    }
    bytes.resize(TABLE_BYTES, 0);
    let path = settings.table();
    // Programs must never map half a table.
    let unfinished = path.with_extension("new");
    let written: io::Result<()> = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, &path));
    written.map_err(Error::file("cannot write", &path))
}

/// Those of the user, and the missing folders above them.
fn rows(rules: &[Rule]) -> Vec<Rule> {
    let mut rows = rules.to_vec();
    for prefix in rules.iter().filter_map(Rule::passage) {
        if rows.iter().all(|row| row.prefix != prefix) {
            rows.push(Rule { prefix, writable: false });
        }
    }
    rows
}

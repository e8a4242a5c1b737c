// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Manifest`]: what a checkpoint holds, a line for each thing: size, SHA-256, file, name. The last line has the checksum of
//! those before, so that a damaged manifest restores nothing.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use seaway_channel::hexadecimal;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::is_thing_name;
use sha2::{Digest, Sha256};

use super::folder::failed;
use super::write_durably;

const FILE: &str = "manifest";
const FIRST_LINE: &str = "seaway checkpoint 1";

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Manifest {
    pub(super) entries: Vec<Entry>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) size: u64,
    pub(super) checksum: String,
    /// In the checkpoint's folder.
    pub(super) file: String,
    pub(super) name: String,
}

impl Manifest {
    pub(super) fn write(&self, checkpoint: &Path) -> Result<()> {
        write_durably(&checkpoint.join(FILE), &self.to_text())
    }

    pub(super) fn read(checkpoint: &Path) -> Result<Self> {
        let path = checkpoint.join(FILE);
        let text = fs::read_to_string(&path).map_err(|error| failed(&path, Operation::Read, error))?;
        Self::from_text(&text).ok_or_else(|| {
            let detail = "this is not a manifest of a checkpoint, or it is damaged";
            let error = Error::new(ErrorKind::Io, Operation::Read).with_detail(detail);
            error.with_path(path.to_string_lossy())
        })
    }

    fn to_text(&self) -> String {
        let mut text = format!("{FIRST_LINE}\n");
        for Entry { size, checksum, file, name } in &self.entries {
            let _ = writeln!(text, "{size} {checksum} {file} {name}");
        }
        let checksum = hexadecimal(&Sha256::digest(text.as_bytes()));
        let _ = writeln!(text, "end {checksum}");
        text
    }

    fn from_text(text: &str) -> Option<Self> {
        let (lines, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let lines = format!("{lines}\n");
        if last.strip_prefix("end ")? != hexadecimal(&Sha256::digest(lines.as_bytes())) {
            return None;
        }
        let mut lines = lines.lines();
        lines.next().filter(|&line| line == FIRST_LINE)?;
        lines.map(Entry::parse).collect::<Option<_>>().map(|entries| Self { entries })
    }
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.splitn(4, ' ');
        let size = words.next()?.parse().ok()?;
        let [checksum, file, name] = [words.next()?, words.next()?, words.next()?].map(str::to_owned);
        let is_file = !file.is_empty() && file.bytes().all(|byte| byte.is_ascii_digit());
        (is_file && is_thing_name(&name)).then_some(Self { size, checksum, file, name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read_as_they_were_written_and_not_if_they_were_changed() {
        let entry =
            |name: &str| Entry { size: 7, checksum: "ab".into(), file: "000000".into(), name: name.into() };
        let manifest = Manifest { entries: vec![entry("a b  c"), entry("S-xy-012")] };
        let text = manifest.to_text();
        assert_eq!(Manifest::from_text(&text), Some(manifest));
        assert_eq!(Manifest::from_text(&Manifest::default().to_text()), Some(Manifest::default()));
        for cut in 0..text.len() {
            assert_eq!(Manifest::from_text(&text[..cut]), None, "cut at {cut}");
        }
        assert_eq!(Manifest::from_text(&text.replace("S-xy-012", "S-xy-013")), None);
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`LoaderCache`]: what `ldconfig` knows, read from its cache.

use std::fs;
use std::path::{Path, PathBuf};

const MAGIC: &[u8] = b"glibc-ld.so.cache1.1";
const HEADER_BYTES: usize = 48;
const ENTRY_BYTES: usize = 24;

/// Names of libraries and where they are. Empty where there is no cache, or one of an unknown form.
#[derive(Debug, Default)]
pub(crate) struct LoaderCache {
    entries: Vec<(String, PathBuf)>,
}

impl LoaderCache {
    pub(crate) fn of_this_machine() -> Self {
        fs::read("/etc/ld.so.cache").ok().and_then(|bytes| Self::parse(&bytes)).unwrap_or_default()
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        // Old systems put an older table in front; strings are counted from the new one's beginning.
        let start = bytes.windows(MAGIC.len()).position(|window| window == MAGIC)?;
        let bytes = &bytes[start..];
        let count = usize::try_from(number(bytes, 20)?).ok()?;
        let table = bytes.get(HEADER_BYTES..HEADER_BYTES.checked_add(count.checked_mul(ENTRY_BYTES)?)?)?;
        let entries = table.chunks_exact(ENTRY_BYTES).map(|entry| {
            Some((string(bytes, number(entry, 4)?)?, PathBuf::from(string(bytes, number(entry, 8)?)?)))
        });
        Some(Self { entries: entries.collect::<Option<_>>()? })
    }

    /// All places of a library: there may be one per processor type.
    pub(crate) fn places_of(&self, name: &str) -> impl Iterator<Item = &Path> {
        self.entries.iter().filter(move |(known, _)| known == name).map(|(_, path)| path.as_path())
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

fn string(bytes: &[u8], offset: u32) -> Option<String> {
    let tail = bytes.get(usize::try_from(offset).ok()?..)?;
    let length = tail.iter().position(|byte| *byte == 0)?;
    Some(String::from_utf8_lossy(&tail[..length]).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(entries: &[(&str, &str)]) -> Vec<u8> {
        let mut bytes = vec![0; HEADER_BYTES + entries.len() * ENTRY_BYTES];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        bytes[20..24].copy_from_slice(&u32::try_from(entries.len()).unwrap().to_ne_bytes());
        for (index, (name, path)) in entries.iter().enumerate() {
            for (field, text) in [(4, name), (8, path)] {
                let at = HEADER_BYTES + index * ENTRY_BYTES + field;
                let offset = u32::try_from(bytes.len()).unwrap();
                bytes[at..at + 4].copy_from_slice(&offset.to_ne_bytes());
                bytes.extend_from_slice(text.as_bytes());
                bytes.push(0);
            }
        }
        bytes
    }

    #[test]
    fn every_place_of_a_name_is_found() {
        let bytes =
            cache(&[("liba.so.1", "/lib/liba.so.1"), ("libb.so", "/b"), ("liba.so.1", "/lib32/liba.so.1")]);
        for before in [0, 100] {
            let mut file = vec![7; before];
            file.extend_from_slice(&bytes);
            let cache = LoaderCache::parse(&file).unwrap();
            let places: Vec<&Path> = cache.places_of("liba.so.1").collect();
            assert_eq!(places, [Path::new("/lib/liba.so.1"), Path::new("/lib32/liba.so.1")]);
            assert_eq!(cache.places_of("libc.so").count(), 0);
        }
    }

    #[test]
    fn a_truncated_cache_is_ignored() {
        let bytes = cache(&[("liba.so.1", "/lib/liba.so.1"), ("libb.so", "/b")]);
        for length in 0..bytes.len() {
            assert!(LoaderCache::parse(&bytes[..length]).is_none(), "{length}");
        }
    }
}

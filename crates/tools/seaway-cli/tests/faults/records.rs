// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records in which every word encodes its record and version.

/// Records of a file, and bytes of a record.
pub(crate) const SLOTS: usize = 24;
pub(crate) const RECORD: usize = 32 << 10;

pub(crate) fn record(slot: usize, version: u64) -> Vec<u8> {
    (0..RECORD / 8).flat_map(|index| word(slot, version, index).to_le_bytes()).collect()
}

pub(crate) fn offset(slot: usize) -> usize {
    slot * RECORD
}

/// Checks the bytes of a slot: `Ok` if each word is of a version from `oldest` to `newest`. Version 0 is
/// zeros, and so is everything past the end of the file.
pub(crate) fn check(file: &[u8], slot: usize, oldest: u64, newest: u64) -> Result<(), String> {
    for index in 0..RECORD / 8 {
        let at = offset(slot) + index * 8;
        let found = file.get(at..at + 8).map_or(0, |bytes| u64::from_le_bytes(bytes.try_into().unwrap()));
        let version = found >> 24;
        let is_whole = found == word(slot, version, index);
        if !is_whole || version < oldest || version > newest {
            return Err(format!(
                "record {slot}, byte {at}: version {version} where {oldest} to {newest} should be (word {found:#x})"
            ));
        }
    }
    Ok(())
}

fn word(slot: usize, version: u64, index: usize) -> u64 {
    if version == 0 { 0 } else { version << 24 | (slot as u64) << 16 | (index as u64 & 0xffff) }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! ELF files without code, for 64-bit little-endian processors: libraries that have a name, need others, or
//! define symbols that are elsewhere in the process.

use std::ffi::CString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const HEADER_BYTES: u16 = 64;
const SEGMENT_BYTES: u16 = 56;
const SEGMENTS: u16 = 3;
const SYMBOL_BYTES: u8 = 24;
/// The largest page size of any supported processor.
const ALIGNMENT: u64 = 0x1_0000;
const READ_AND_WRITE: u32 = 6;

const TAG_NEEDED: u64 = 1;
const TAG_HASH: u64 = 4;
const TAG_STRINGS: u64 = 5;
const TAG_SYMBOLS: u64 = 6;
const TAG_STRINGS_BYTES: u64 = 10;
const TAG_SYMBOL_BYTES: u64 = 11;
const TAG_SONAME: u64 = 14;

/// A global symbol without a type: references to functions and variables can be bound to it.
const GLOBAL: u8 = 1 << 4;
/// The section index of absolute symbols, independent of the load address.
const ABSOLUTE: u16 = 0xfff1;

/// A name and its address in this process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Symbol {
    pub(crate) name: CString,
    pub(crate) address: u64,
}

/// A library with a name, or with dependencies.
pub fn hollow_library(name: Option<&str>, needed: &[&Path], processor: u16) -> Vec<u8> {
    library(name, needed, &[], processor)
}

/// The same, which also defines `symbols`. Only the process that has them at these addresses can use it.
pub(crate) fn library(name: Option<&str>, needed: &[&Path], symbols: &[Symbol], processor: u16) -> Vec<u8> {
    let mut strings = Strings(vec![0]);
    let mut entries: Vec<[u64; 2]> =
        needed.iter().map(|path| [TAG_NEEDED, strings.place(path.as_os_str().as_bytes())]).collect();
    entries.extend(name.map(|name| [TAG_SONAME, strings.place(name.as_bytes())]));
    // Symbol number 0 is undefined.
    let mut table = vec![0; SYMBOL_BYTES.into()];
    for symbol in symbols {
        table.extend(entry(strings.place(symbol.name.as_bytes()), symbol.address));
    }
    let hash = hash_table(symbols);

    let symbols_at = u64::from(HEADER_BYTES + SEGMENTS * SEGMENT_BYTES);
    let hash_at = symbols_at + table.len() as u64;
    let padding = hash.len().next_multiple_of(8) - hash.len();
    let dynamic_at = hash_at + (hash.len() + padding) as u64;
    let dynamic_bytes = (entries.len() + 6) as u64 * 16;
    let strings_at = dynamic_at + dynamic_bytes;
    let strings_bytes = strings.0.len() as u64;
    entries.extend([
        [TAG_HASH, hash_at],
        [TAG_STRINGS, strings_at],
        [TAG_SYMBOLS, symbols_at],
        [TAG_STRINGS_BYTES, strings_bytes],
        [TAG_SYMBOL_BYTES, SYMBOL_BYTES.into()],
        [0, 0],
    ]);

    let mut bytes = header(processor);
    bytes.extend(segment(1, 0, strings_at + strings_bytes, ALIGNMENT));
    // Writable: loaders relocate the addresses in it.
    bytes.extend(segment(2, dynamic_at, dynamic_bytes, 8));
    // Without this segment the loader would make the program's stack executable.
    bytes.extend(segment(0x6474_e551, 0, 0, 16));
    bytes.extend(table);
    bytes.extend(hash);
    bytes.extend(std::iter::repeat_n(0, padding));
    bytes.extend(entries.iter().flatten().flat_map(|word| word.to_le_bytes()));
    bytes.extend(strings.0);
    bytes
}

struct Strings(Vec<u8>);

impl Strings {
    fn place(&mut self, text: &[u8]) -> u64 {
        let place = self.0.len() as u64;
        self.0.extend(text);
        self.0.push(0);
        place
    }
}

fn entry(name: u64, address: u64) -> Vec<u8> {
    let name = u32::try_from(name).unwrap_or(0);
    let mut bytes = name.to_le_bytes().to_vec();
    bytes.extend([GLOBAL, 0]);
    bytes.extend(ABSOLUTE.to_le_bytes());
    bytes.extend([address, 0].iter().flat_map(|word| word.to_le_bytes()));
    bytes
}

/// The symbol hash table: buckets, and a chain from each symbol to the next of its bucket.
fn hash_table(symbols: &[Symbol]) -> Vec<u8> {
    let buckets = u32::try_from(symbols.len() | 1).unwrap_or(1);
    let mut first = vec![0_u32; buckets as usize];
    let mut next = vec![0_u32];
    for (symbol, number) in symbols.iter().zip(1..) {
        let bucket = hash(symbol.name.as_bytes()) % buckets;
        next.push(std::mem::replace(&mut first[bucket as usize], number));
    }
    let chains = u32::try_from(next.len()).unwrap_or(1);
    [buckets, chains].iter().chain(&first).chain(&next).flat_map(|word| word.to_le_bytes()).collect()
}

/// The standard ELF hash of a symbol's name.
fn hash(name: &[u8]) -> u32 {
    name.iter().fold(0_u32, |hash, &byte| {
        let sum = (hash << 4).wrapping_add(byte.into());
        let high = sum & 0xf000_0000;
        (sum ^ (high >> 24)) & !high
    })
}

fn header(processor: u16) -> Vec<u8> {
    let mut bytes = b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0".to_vec();
    // A shared object.
    bytes.extend([3, processor].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend([0, u64::from(HEADER_BYTES), 0].iter().flat_map(|field| field.to_le_bytes()));
    bytes.extend(0_u32.to_le_bytes());
    let sizes = [HEADER_BYTES, SEGMENT_BYTES, SEGMENTS, 64, 0, 0];
    bytes.extend(sizes.iter().flat_map(|field| field.to_le_bytes()));
    bytes
}

fn segment(kind: u32, offset: u64, length: u64, alignment: u64) -> Vec<u8> {
    let words = [offset, offset, offset, length, length, alignment];
    [kind, READ_AND_WRITE]
        .iter()
        .flat_map(|field| field.to_le_bytes())
        .chain(words.iter().flat_map(|field| field.to_le_bytes()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_the_hashes_that_loaders_compute() {
        for (name, expected) in
            [("", 0), ("printf", 0x077_905a6), ("exit", 0x0006_cf04), ("syscall", 0x0b09_985c)]
        {
            assert_eq!(hash(name.as_bytes()), expected, "{name}");
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! ELF files with nothing of their own, for 64-bit little-endian processors.

use std::os::unix::ffi::OsStrExt;
use std::path::Path;

const HEADER_BYTES: u16 = 64;
const SEGMENT_BYTES: u16 = 56;
const SEGMENTS: u16 = 3;
const SYMBOL_BYTES: u8 = 24;
/// The largest page of any processor that we know.
const ALIGNMENT: u64 = 0x1_0000;
const READ_AND_WRITE: u32 = 6;

/// A library that has a name, or needs others, with the empty tables that the loader wants to see.
pub fn hollow_library(name: Option<&str>, needed: &[&Path], processor: u16) -> Vec<u8> {
    let mut strings = vec![0];
    let mut placed = |text: &[u8]| {
        let place = strings.len() as u64;
        strings.extend(text);
        strings.push(0);
        place
    };
    let mut entries: Vec<[u64; 2]> =
        needed.iter().map(|path| [1, placed(path.as_os_str().as_bytes())]).collect();
    let name = name.map(|name| [14, placed(name.as_bytes())]);
    let symbols = u64::from(HEADER_BYTES + SEGMENTS * SEGMENT_BYTES);
    // One symbol, number 0, which stands for none; one bucket and one chain, both empty.
    let hash = symbols + u64::from(SYMBOL_BYTES);
    let dynamic = hash + 16;
    let dynamic_bytes = (entries.len() + usize::from(name.is_some()) + 6) as u64 * 16;
    let texts = dynamic + dynamic_bytes;
    let length = texts + strings.len() as u64;
    entries.extend([
        [4, hash],
        [5, texts],
        [6, symbols],
        [10, strings.len() as u64],
        [11, SYMBOL_BYTES.into()],
    ]);
    entries.extend(name);
    entries.push([0, 0]);

    let mut bytes = header(processor);
    bytes.extend(segment(1, 0, length, ALIGNMENT));
    // Writable: loaders turn the addresses in it into their own.
    bytes.extend(segment(2, dynamic, dynamic_bytes, 8));
    // Without this one the loader would make the program's stack executable.
    bytes.extend(segment(0x6474_e551, 0, 0, 16));
    bytes.extend([0; SYMBOL_BYTES as usize]);
    bytes.extend([1_u32, 1, 0, 0].iter().flat_map(|word| word.to_le_bytes()));
    bytes.extend(entries.iter().flatten().flat_map(|word| word.to_le_bytes()));
    bytes.extend(strings);
    bytes
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

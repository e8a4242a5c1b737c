// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a program or library asks of others, and what it offers: symbols, as `nm -D` shows them. Found by what the
//! loader itself reads, so that files without section headers have them too.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use super::elf::{Dynamic, malformed, word};

const TAG_RELOCATIONS_OF_CALLS_BYTES: u64 = 2;
const TAG_HASH: u64 = 4;
const TAG_SYMBOL_TABLE: u64 = 6;
const TAG_RELOCATIONS: u64 = 7;
const TAG_RELOCATIONS_BYTES: u64 = 8;
const TAG_RELOCATIONS_OF_CALLS: u64 = 23;
const TAG_GNU_HASH: u64 = 0x6fff_fef5;

const SYMBOL_BYTES: usize = 24;
const RELOCATION_BYTES: usize = 24;
const BINDING_LOCAL: u8 = 0;
const BINDING_WEAK: u8 = 2;

/// `R_X86_64_COPY` and `R_AARCH64_COPY`: the linker has moved a variable of a library into the program.
const COPIES: [u64; 2] = [5, 1024];

/// How much depends on a symbol being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Reference {
    /// The program looks itself whether it is there.
    Weak,
    /// Looked up at the first call, unless the program wants everything at once.
    Call,
    /// Looked up before the program starts.
    Address,
    /// A variable, copied into the program when it starts.
    Copy,
}

/// What `path` refers to and does not have itself.
pub(crate) fn imports(path: &Path) -> io::Result<BTreeMap<String, Reference>> {
    let Some(dynamic) = Dynamic::of(path)? else { return Ok(BTreeMap::new()) };
    let Some(symbols) = dynamic.value(TAG_SYMBOL_TABLE) else { return Ok(BTreeMap::new()) };
    let mut found = BTreeMap::new();
    let mut seen = HashSet::new();
    for (relocation, otherwise) in relocations(&dynamic)? {
        let (index, kind) = (relocation >> 32, relocation & 0xffff_ffff);
        let is_copy = COPIES.contains(&kind);
        // Symbol 0 stands for none.
        if index == 0 || !seen.insert((index, is_copy, otherwise)) {
            continue;
        }
        let address = symbols.checked_add(index * SYMBOL_BYTES as u64).ok_or_else(malformed)?;
        let symbol = Symbol::parse(&dynamic.at(address, SYMBOL_BYTES as u64)?);
        if symbol.is_defined && !is_copy {
            continue;
        }
        let reference = match symbol.binding {
            _ if is_copy => Reference::Copy,
            BINDING_WEAK => Reference::Weak,
            _ => otherwise,
        };
        let known = found.entry(dynamic.string(symbol.name)?).or_insert(reference);
        *known = reference.max(*known);
    }
    Ok(found)
}

/// What others find in `path`.
pub(crate) fn exports(path: &Path) -> io::Result<HashSet<String>> {
    let Some(dynamic) = Dynamic::of(path)? else { return Ok(HashSet::new()) };
    let Some(symbols) = dynamic.value(TAG_SYMBOL_TABLE) else { return Ok(HashSet::new()) };
    let count = symbol_count(&dynamic)?;
    let table = dynamic.at(symbols, count.checked_mul(SYMBOL_BYTES as u64).ok_or_else(malformed)?)?;
    let symbols = table.chunks_exact(SYMBOL_BYTES).map(Symbol::parse);
    let visible = symbols.filter(|symbol| symbol.is_defined && symbol.binding != BINDING_LOCAL);
    visible.map(|symbol| dynamic.string(symbol.name)).collect()
}

/// The contents of `path`, in which others no longer find `names`.
pub(crate) fn without(path: &Path, names: &BTreeSet<String>) -> io::Result<Vec<u8>> {
    let dynamic = Dynamic::of(path)?.ok_or_else(malformed)?;
    let symbols = dynamic.value(TAG_SYMBOL_TABLE).ok_or_else(malformed)?;
    let length = symbol_count(&dynamic)?.checked_mul(SYMBOL_BYTES as u64).ok_or_else(malformed)?;
    let table = dynamic.at(symbols, length)?;
    let first = usize::try_from(dynamic.offset_of(symbols)?).map_err(|_| malformed())?;
    let mut contents = fs::read(path)?;
    for (index, entry) in table.chunks_exact(SYMBOL_BYTES).enumerate() {
        if names.contains(&dynamic.string(Symbol::parse(entry).name)?) {
            // Neither section nor address: the loader goes on looking.
            let place = first + index * SYMBOL_BYTES;
            contents.get_mut(place + 6..place + 16).ok_or_else(malformed)?.fill(0);
        }
    }
    Ok(contents)
}

struct Symbol {
    name: u64,
    binding: u8,
    is_defined: bool,
}

impl Symbol {
    fn parse(entry: &[u8]) -> Self {
        Self {
            name: word(entry, 0) & 0xffff_ffff,
            binding: entry[4] >> 4,
            is_defined: (entry[6], entry[7]) != (0, 0),
        }
    }
}

/// Symbol and kind of every relocation, and what a reference by it is.
fn relocations(dynamic: &Dynamic) -> io::Result<Vec<(u64, Reference)>> {
    let mut found = Vec::new();
    for (place, bytes, reference) in [
        (TAG_RELOCATIONS, TAG_RELOCATIONS_BYTES, Reference::Address),
        (TAG_RELOCATIONS_OF_CALLS, TAG_RELOCATIONS_OF_CALLS_BYTES, Reference::Call),
    ] {
        let (Some(address), Some(length)) = (dynamic.value(place), dynamic.value(bytes)) else { continue };
        let table = if length == 0 { Vec::new() } else { dynamic.at(address, length)? };
        found.extend(table.chunks_exact(RELOCATION_BYTES).map(|entry| (word(entry, 8), reference)));
    }
    Ok(found)
}

/// The loader needs no number of symbols; it follows from the tables by which names are found.
fn symbol_count(dynamic: &Dynamic) -> io::Result<u64> {
    if let Some(address) = dynamic.value(TAG_GNU_HASH) {
        return count_by_gnu_hash(dynamic, address);
    }
    let Some(address) = dynamic.value(TAG_HASH) else { return Ok(0) };
    Ok(u64::from(number(&dynamic.at(address, 8)?, 1)))
}

fn count_by_gnu_hash(dynamic: &Dynamic, address: u64) -> io::Result<u64> {
    let header = dynamic.at(address, 16)?;
    let [buckets, first, bloom] = [0, 1, 2].map(|index| u64::from(number(&header, index)));
    let place = address.checked_add(16 + bloom * 8).ok_or_else(malformed)?;
    let table = dynamic.at(place, buckets * 4)?;
    let last = table.chunks_exact(4).map(|entry| u64::from(number(entry, 0))).max().unwrap_or(0);
    if last < first {
        return Ok(first);
    }
    let chains = place.checked_add(buckets * 4).ok_or_else(malformed)?;
    let mut index = last;
    // The last of a bucket's symbols is marked by its lowest bit.
    while number(&dynamic.at(chains.saturating_add((index - first) * 4), 4)?, 0) & 1 == 0 {
        index += 1;
    }
    Ok(index + 1)
}

fn number(bytes: &[u8], index: usize) -> u32 {
    let at = index * 4;
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn this_very_program_imports_what_the_c_library_exports() {
        let imported = imports(&std::env::current_exe().unwrap()).unwrap();
        assert!(imported.get("memcpy").is_some_and(|reference| *reference > Reference::Weak));
        let maps = fs::read_to_string("/proc/self/maps").unwrap();
        let library = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
        let library = library.into_iter().find(|path| path.ends_with("/libc.so.6")).unwrap();
        let exported = exports(Path::new(library)).unwrap();
        assert!(exported.len() > 1000 && exported.contains("memcpy") && exported.contains("malloc"));
        assert!(!exported.contains("__tls_get_addr"), "it belongs to the loader");
    }

    /// Damaged copies: an error or an answer, never a panic and never an endless walk.
    #[test]
    fn damaged_tables_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damaged");
        let sound = fs::read("/proc/self/exe").unwrap();
        let mut random = fastrand::Rng::with_seed(11);
        for _ in 0..50 {
            let mut bytes = sound[..sound.len().min(1 << 20)].to_vec();
            for _ in 0..64 {
                let reach = if random.bool() { 2048 } else { bytes.len() };
                bytes[random.usize(6..reach)] = random.u8(..);
            }
            fs::write(&path, &bytes).unwrap();
            let _ = (imports(&path), exports(&path));
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! What a program or library imports and exports: symbols, as `nm -D` shows them.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::io;
use std::path::Path;

use object::elf::{self, Rela64, Sym64};
use object::read::elf::{GnuHashTable, HashTable, Sym as _};

use super::elf::{Dynamic, ENDIAN, Endian, Header, malformed, open};

type Symbol = Sym64<Endian>;
type Relocation = Rela64<Endian>;

/// The linker has moved a variable of a library into the program.
const COPIES: [elf::RelocationType; 2] = [elf::R_X86_64_COPY, elf::R_AARCH64_COPY];

/// How much depends on a symbol being there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Reference {
    /// The program itself checks whether it exists.
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
    let file = open(path)?;
    let Some(dynamic) = Dynamic::of(&file)? else { return Ok(BTreeMap::new()) };
    let Some(symbols) = dynamic.value(elf::DT_SYMTAB) else { return Ok(BTreeMap::new()) };
    let mut found = BTreeMap::new();
    let mut seen = HashSet::new();
    for (relocation, otherwise) in relocations(&dynamic)? {
        let index = relocation.r_sym(ENDIAN, false);
        let is_copy = COPIES.contains(&relocation.r_type(ENDIAN, false));
        // Symbol 0 stands for none.
        if index == 0 || !seen.insert((index, is_copy, otherwise)) {
            continue;
        }
        let address = symbols.checked_add(u64::from(index) * size_of::<Symbol>() as u64);
        let symbol = &dynamic.at::<Symbol>(address.ok_or_else(malformed)?, 1)?[0];
        if !symbol.is_undefined(ENDIAN) && !is_copy {
            continue;
        }
        let reference = match symbol.st_bind() {
            _ if is_copy => Reference::Copy,
            elf::STB_WEAK => Reference::Weak,
            _ => otherwise,
        };
        let known = found.entry(dynamic.text(symbol.st_name(ENDIAN).into())?).or_insert(reference);
        *known = reference.max(*known);
    }
    Ok(found)
}

/// What others find in `path`.
pub(crate) fn exports(path: &Path) -> io::Result<HashSet<String>> {
    let file = open(path)?;
    let Some(dynamic) = Dynamic::of(&file)? else { return Ok(HashSet::new()) };
    let Some(symbols) = dynamic.value(elf::DT_SYMTAB) else { return Ok(HashSet::new()) };
    let symbols = dynamic.at::<Symbol>(symbols, symbol_count(&dynamic)?)?;
    let visible = symbols.iter().filter(|symbol| !symbol.is_undefined(ENDIAN) && !symbol.is_local());
    visible.map(|symbol| dynamic.text(symbol.st_name(ENDIAN).into())).collect()
}

/// The contents of `path`, in which others no longer find `names`.
pub(crate) fn without(path: &Path, names: &BTreeSet<String>) -> io::Result<Vec<u8>> {
    let file = open(path)?;
    let dynamic = Dynamic::of(&file)?.ok_or_else(malformed)?;
    let address = dynamic.value(elf::DT_SYMTAB).ok_or_else(malformed)?;
    let symbols = dynamic.at::<Symbol>(address, symbol_count(&dynamic)?)?;
    let first = usize::try_from(dynamic.offset_of(address)?).map_err(|_| malformed())?;
    let mut contents = fs::read(path)?;
    for (index, symbol) in symbols.iter().enumerate() {
        if names.contains(&dynamic.text(symbol.st_name(ENDIAN).into())?) {
            // Neither section nor address: the loader keeps searching.
            let start = first + index * size_of::<Symbol>();
            contents.get_mut(start + 6..start + 16).ok_or_else(malformed)?.fill(0);
        }
    }
    Ok(contents)
}

/// Every relocation, and how it refers to its symbol.
fn relocations<'f>(dynamic: &Dynamic<'f>) -> io::Result<Vec<(&'f Relocation, Reference)>> {
    let mut found = Vec::new();
    for (start, bytes, reference) in [
        (elf::DT_RELA, elf::DT_RELASZ, Reference::Address),
        (elf::DT_JMPREL, elf::DT_PLTRELSZ, Reference::Call),
    ] {
        let (Some(address), Some(length)) = (dynamic.value(start), dynamic.value(bytes)) else { continue };
        if length > 0 {
            let table = dynamic.at::<Relocation>(address, length / size_of::<Relocation>() as u64)?;
            found.extend(table.iter().map(|relocation| (relocation, reference)));
        }
    }
    Ok(found)
}

/// The loader does not need the number of symbols; it follows from the hash table.
fn symbol_count(dynamic: &Dynamic<'_>) -> io::Result<u64> {
    if let Some(address) = dynamic.value(elf::DT_GNU_HASH) {
        let table = GnuHashTable::<Header>::parse(ENDIAN, dynamic.rest_at(address)?);
        let table = table.map_err(|_| malformed())?;
        // A table without names: the file exports no symbol.
        return Ok(table.symbol_table_length(ENDIAN).unwrap_or(table.symbol_base()).into());
    }
    let Some(address) = dynamic.value(elf::DT_HASH) else { return Ok(0) };
    let table = HashTable::<Header>::parse(ENDIAN, dynamic.rest_at(address)?).map_err(|_| malformed())?;
    Ok(table.symbol_table_length().into())
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

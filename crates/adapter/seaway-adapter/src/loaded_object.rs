// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`LoadedObject`]: a program or library in this process, and its exported symbols, read from the loader's
//! own tables.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr;

use seaway_mpi_abi::{DynamicSection, Library};

const TAG_HASH: i64 = 4;
const TAG_STRINGS: i64 = 5;
const TAG_SYMBOLS: i64 = 6;
const TAG_GNU_HASH: i64 = 0x6fff_fef5;
const TAG_VERSIONS: i64 = 0x6fff_fff0;

const BINDING_LOCAL: u8 = 0;
const KIND_OBJECT: u8 = 1;
const KIND_THREAD_LOCAL: u8 = 6;
const KIND_CHOSEN_AT_RUN_TIME: u8 = 10;
/// This version of a symbol is found only if it is requested.
const HIDDEN: u16 = 0x8000;

/// `RTLD_DI_LINKMAP` of `dlinfo`.
const LINK_MAP: c_int = 2;

/// The beginning of the C library's `struct link_map`.
#[repr(C)]
struct LinkMap {
    base: usize,
    name: *const c_char,
    dynamic: *const c_void,
}

#[repr(C)]
struct SymbolEntry {
    name: u32,
    information: u8,
    other: u8,
    section: u16,
    value: usize,
    bytes: usize,
}

/// Its tables stay valid as long as it is loaded, and the objects examined here are never unloaded.
#[derive(Debug)]
pub(crate) struct LoadedObject {
    base: usize,
    symbols: *const SymbolEntry,
    count: usize,
    strings: *const c_char,
    versions: *const u16,
}

/// An exported name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Definition {
    pub(crate) name: &'static CStr,
    /// `None`: an indirect function, which only the loader can resolve.
    pub(crate) address: Option<usize>,
    pub(crate) is_variable: bool,
}

impl LoadedObject {
    /// The library of this name, if the process has loaded it.
    pub(crate) fn named(name: &CStr) -> Option<Self> {
        // SAFETY: the name is null-terminated, and nothing is loaded.
        Self::of_handle(unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_LAZY | libc::RTLD_NOLOAD) })
    }

    pub(crate) fn program() -> Option<Self> {
        // SAFETY: null means the program.
        Self::of_handle(unsafe { libc::dlopen(ptr::null(), libc::RTLD_LAZY) })
    }

    fn of_handle(handle: *mut c_void) -> Option<Self> {
        if handle.is_null() {
            return None;
        }
        let mut map: *const LinkMap = ptr::null();
        // SAFETY: an open handle, and room for the requested pointer.
        if unsafe { libc::dlinfo(handle, LINK_MAP, (&raw mut map).cast()) } != 0 || map.is_null() {
            return None;
        }
        // SAFETY: the loader's description of an object that is never unloaded.
        let (base, dynamic) = unsafe {
            let LinkMap { base, dynamic, .. } = *map;
            (base, DynamicSection::of_object(base, dynamic.addr()))
        };
        let table = |tag| dynamic.table(tag);
        let (symbols, strings) = (table(TAG_SYMBOLS)?, table(TAG_STRINGS)?);
        // SAFETY: tables of the same object.
        let count = unsafe {
            match (table(TAG_GNU_HASH), table(TAG_HASH)) {
                (Some(hash), _) => count_by_gnu_hash(hash as *const u32),
                // The number of chains, one per symbol.
                (None, Some(hash)) => *(hash as *const u32).add(1) as usize,
                (None, None) => 0,
            }
        };
        let versions = table(TAG_VERSIONS).unwrap_or(0) as *const u16;
        Some(Self { base, symbols: symbols as *const _, count, strings: strings as *const _, versions })
    }

    pub(crate) fn definitions(&self) -> impl Iterator<Item = Definition> {
        // SAFETY: the tables have `count` entries, and names are null-terminated.
        (1..self.count).filter_map(|index| unsafe { self.definition(index) })
    }

    /// # Safety
    /// `index` is less than the number of symbols.
    unsafe fn definition(&self, index: usize) -> Option<Definition> {
        // SAFETY: the caller's contract.
        let symbol = unsafe { &*self.symbols.add(index) };
        // SAFETY: as above; the version table is as long as the symbol table.
        let is_hidden = !self.versions.is_null() && unsafe { *self.versions.add(index) } & HIDDEN != 0;
        let (binding, kind) = (symbol.information >> 4, symbol.information & 15);
        if symbol.section == 0 || is_hidden || binding == BINDING_LOCAL || kind == KIND_THREAD_LOCAL {
            return None;
        }
        // SAFETY: the name lies in the string table.
        let name = unsafe { CStr::from_ptr(self.strings.add(symbol.name as usize)) };
        let address = (kind != KIND_CHOSEN_AT_RUN_TIME).then(|| self.base.wrapping_add(symbol.value));
        Some(Definition { name, address, is_variable: kind == KIND_OBJECT })
    }
}

impl Definition {
    /// The address that the process binds this name to, if it is not that of `library` itself.
    pub(crate) fn replaced(&self, library: &Library) -> Option<usize> {
        let everybody_s = Library::everybody_s_symbol(self.name)?.addr();
        let own = self.address.or_else(|| Some(library.symbol(self.name.to_str().ok()?)?.addr()))?;
        (everybody_s != own).then_some(everybody_s)
    }
}

/// The loader needs no number of symbols; it follows from the last chain.
///
/// # Safety
/// `table` is the DT_GNU_HASH of a loaded object.
unsafe fn count_by_gnu_hash(table: *const u32) -> usize {
    // SAFETY: four numbers, the filter of 64-bit words, the buckets, then the chains, of which the last symbol of each bucket is
    // marked by its lowest bit.
    unsafe {
        let [buckets, first, words] = [0, 1, 2].map(|index| *table.add(index) as usize);
        let bucket = table.add(4 + 2 * words);
        let mut last = (0..buckets).map(|index| *bucket.add(index) as usize).max().unwrap_or(0);
        if last < first {
            return first;
        }
        let chains = bucket.add(buckets);
        while *chains.add(last - first) & 1 == 0 {
            last += 1;
        }
        last + 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_library_exports_common_functions() {
        let library = LoadedObject::named(c"libc.so.6").unwrap();
        let definitions: Vec<Definition> = library.definitions().collect();
        let find = |name: &CStr| definitions.iter().find(|definition| definition.name == name);
        assert!(definitions.len() > 1000, "{}", definitions.len());
        let address = libc::getpid as *const () as usize;
        assert_eq!(find(c"getpid").unwrap().address, Some(address));
        assert!(find(c"environ").unwrap().is_variable && !find(c"getpid").unwrap().is_variable);
        assert_eq!(find(c"memcpy").unwrap().address, None, "chosen for the processor");
        assert!(find(c"errno").is_none() && find(c"MPI_Init").is_none());
    }

    #[test]
    fn unloaded_libraries_are_not_found() {
        assert!(LoadedObject::named(c"libno-such-library.so").is_none());
        assert!(LoadedObject::program().is_some());
    }
}

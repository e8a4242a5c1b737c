// SPDX-License-Identifier: MIT OR Apache-2.0
//! Go programs make system calls without the C library, even if they use it for something else. Their linker
//! leaves an ELF note.

use core::slice;

use libc::{Elf64_Phdr, PT_LOAD, PT_NOTE, PT_PHDR};

/// Of a note: the lengths of its name and description, and a type.
const HEAD_WORDS: usize = 3;
const NAME: [u8; 4] = *b"Go\0\0";

/// Is the program written in Go?
pub(crate) fn is_program() -> bool {
    // SAFETY: reads the auxiliary vector.
    let (table, count) = unsafe { (libc::getauxval(libc::AT_PHDR), libc::getauxval(libc::AT_PHNUM)) };
    if table == 0 {
        return false;
    }
    // SAFETY: the kernel provides the address of the program headers; the loader has used them, too.
    let headers = unsafe { slice::from_raw_parts(table as *const Elf64_Phdr, count as usize) };
    let Some(own) = headers.iter().find(|header| header.p_type == PT_PHDR) else { return false };
    let moved_by = table.wrapping_sub(own.p_vaddr);
    let notes = headers.iter().filter(|header| header.p_type == PT_NOTE && is_loaded(header, headers));
    notes.into_iter().any(|header| {
        let words = header.p_filesz as usize / size_of::<u32>();
        // SAFETY: it lies within a mapped segment, and is aligned.
        let words =
            unsafe { slice::from_raw_parts(header.p_vaddr.wrapping_add(moved_by) as *const u32, words) };
        is_among(words)
    })
}

/// All of it is mapped, and its words can be read.
fn is_loaded(part: &Elf64_Phdr, headers: &[Elf64_Phdr]) -> bool {
    let ends = |header: &Elf64_Phdr| header.p_vaddr.checked_add(header.p_filesz);
    let holds = |whole: &Elf64_Phdr| {
        whole.p_type == PT_LOAD
            && whole.p_vaddr <= part.p_vaddr
            && ends(part).is_some()
            && ends(part) <= ends(whole)
    };
    part.p_vaddr.is_multiple_of(align_of::<u32>() as u64) && headers.iter().any(holds)
}

fn is_among(mut words: &[u32]) -> bool {
    while let [name_bytes, bytes, _, rest @ ..] = words {
        if *name_bytes as usize == NAME.len() && rest.first() == Some(&u32::from_ne_bytes(NAME)) {
            return true;
        }
        let length = |bytes: u32| (bytes as usize).div_ceil(size_of::<u32>());
        words = words.get(HEAD_WORDS + length(*name_bytes) + length(*bytes)..).unwrap_or_default();
    }
    false
}

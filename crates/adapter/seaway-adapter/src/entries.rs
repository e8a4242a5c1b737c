// SPDX-License-Identifier: MIT OR Apache-2.0
//! Entry points: each is a jump through a table of its library. Initially all lead, through a few
//! instructions that store their index, to one function, which loads the host, fills the table and continues
//! at the new target. So a call costs a jump, and none checks whether the host is loaded.
//!
//! On x86-64 these are hand-written instructions: in Rust a function that may first call another has to spill
//! all of its arguments, whether it calls or not.

use std::sync::Once;
use std::sync::atomic::AtomicPtr;
use std::sync::atomic::Ordering::{Acquire, Release};

use crate::generated::functions::COUNT;
use crate::host_library;
use crate::sides::Program;

/// The jump target of each entry point.
#[derive(Debug)]
#[repr(transparent)]
pub struct Entries([AtomicPtr<()>; COUNT]);

impl Entries {
    /// The targets until the host is loaded. There may be more than needed.
    pub const fn new<const MOST: usize>(first: &[*mut (); MOST]) -> Self {
        const { assert!(MOST >= COUNT) };
        let mut entries = [const { AtomicPtr::new(std::ptr::null_mut()) }; COUNT];
        let mut index = 0;
        while index < COUNT {
            entries[index] = AtomicPtr::new(first[index]);
            index += 1;
        }
        Self(entries)
    }

    /// The target of this entry point, once the host is loaded.
    pub fn resolve<P: Program>(&'static self, index: usize) -> *const () {
        static LOADED: Once = Once::new();
        LOADED.call_once(|| host_library::load::<P>(self));
        self.0[index].load(Acquire)
    }

    /// The same if an entry point has to check by itself.
    #[inline(always)]
    pub fn get<P: Program>(&'static self, index: usize) -> *const () {
        let entry = self.0[index].load(Acquire);
        if entry.is_null() { self.resolve::<P>(index) } else { entry }
    }

    pub(crate) fn set(&self, index: usize, function: *const ()) {
        self.0[index].store(function.cast_mut(), Release);
    }
}

/// The table of a library, with its initial targets.
#[cfg(target_arch = "x86_64")]
#[macro_export]
macro_rules! entry_table {
    () => {
        static ENTRIES: $crate::Entries = $crate::Entries::new(&$crate::sixteen_each!(first_call as *mut (): 0 1 2 3 4 5 6 7 8 9
            10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47));

        /// Stores the index of this entry point.
        #[unsafe(naked)]
        unsafe extern "C" fn first_call<const INDEX: usize>() {
            std::arch::naked_asm!("mov eax, {index}", "jmp {first}", index = const INDEX, first = sym first)
        }

        /// Saves all registers in which an MPI function may get arguments. None of them is a floating-point
        /// number.
        #[unsafe(naked)]
        unsafe extern "C" fn first() {
            std::arch::naked_asm!(
                ".cfi_startproc",
                "push rdi",
                "push rsi",
                "push rdx",
                "push rcx",
                "push r8",
                "push r9",
                // The index of the entry point, and the seventh word, which aligns the stack.
                "push rax",
                ".cfi_adjust_cfa_offset 56",
                "mov edi, eax",
                "call {resolve}",
                "add rsp, 8",
                "pop r9",
                "pop r8",
                "pop rcx",
                "pop rdx",
                "pop rsi",
                "pop rdi",
                ".cfi_adjust_cfa_offset -56",
                "jmp rax",
                ".cfi_endproc",
                resolve = sym resolve,
            )
        }

        extern "C" fn resolve(index: usize) -> *const () {
            ENTRIES.resolve::<Program>(index)
        }
    };
}

/// The table of a library whose entry points check whether the host is loaded.
#[cfg(not(target_arch = "x86_64"))]
#[macro_export]
macro_rules! entry_table {
    () => {
        static ENTRIES: $crate::Entries = $crate::Entries::new(&[std::ptr::null_mut(); 1024]);
    };
}

/// An entry point under both of its names: a jump to its target.
#[macro_export]
macro_rules! entry_point {
    ($index:literal, $name:ident, $profiled:ident, ($($argument:ident: $type:ty),*) -> $returns:ty) => {
        $crate::one_entry_point! { $index, $name, ($($argument: $type),*) -> $returns }
        $crate::one_entry_point! { $index, $profiled, ($($argument: $type),*) -> $returns }
    };
}

#[cfg(target_arch = "x86_64")]
#[doc(hidden)]
#[macro_export]
macro_rules! one_entry_point {
    ($index:literal, $name:ident, ($($argument:ident: $type:ty),*) -> $returns:ty) => {
        #[unsafe(no_mangle)]
        #[unsafe(naked)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $returns {
            std::arch::naked_asm!(
                "jmp qword ptr [rip + {entries} + 8 * {index}]",
                // Each is its own section, which this aligns as a whole.
                ".balign 16",
                index = const $index,
                entries = sym ENTRIES,
            )
        }
    };
}

#[cfg(not(target_arch = "x86_64"))]
#[doc(hidden)]
#[macro_export]
macro_rules! one_entry_point {
    ($index:literal, $name:ident, ($($argument:ident: $type:ty),*) -> $returns:ty) => {
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name($($argument: $type),*) -> $returns {
            // SAFETY: the target of this index takes the arguments of this function.
            unsafe {
                std::mem::transmute::<*const (), unsafe extern "C" fn($($type),*) -> $returns>(
                    ENTRIES.get::<Program>($index),
                )($($argument),*)
            }
        }
    };
}

/// A function that no program of an ABI was ever linked with. Some check whether it exists, and must not find
/// it.
#[macro_export]
macro_rules! no_entry_point {
    ($($anything:tt)*) => {};
}

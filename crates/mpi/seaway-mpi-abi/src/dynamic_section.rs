// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`DynamicSection`]: the table that a loaded program or library has for the loader.

/// Its entries stay where they are as long as the object is loaded.
#[derive(Debug, Clone, Copy)]
pub struct DynamicSection {
    base: usize,
    first: *const Entry,
}

#[repr(C)]
struct Entry {
    tag: i64,
    value: usize,
}

impl DynamicSection {
    /// # Safety
    /// `address` is that of the dynamic section of an object that is loaded at `base` and stays loaded while this is used.
    pub unsafe fn of_object(base: usize, address: usize) -> Self {
        Self { base, first: address as *const Entry }
    }

    /// Tags and values.
    pub fn entries(self) -> impl Iterator<Item = (i64, usize)> {
        // SAFETY: by the contract of `of_object`; the section ends with an entry of tag 0.
        let entry = move |index| unsafe {
            let entry = &*self.first.add(index);
            (entry.tag, entry.value)
        };
        (0..).map(entry).take_while(|(tag, _)| *tag != 0)
    }

    /// The address of the table with this tag.
    pub fn table(self, tag: i64) -> Option<usize> {
        let (_, value) = self.entries().find(|(one, _)| *one == tag)?;
        // On most processors the loader has replaced offsets by addresses.
        Some(if value < self.base { self.base + value } else { value })
    }
}

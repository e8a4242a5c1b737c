// SPDX-License-Identifier: MIT OR Apache-2.0
//! The same number of bytes copied from memory to memory: the machine's limit.

use crate::contest::Competitor;

pub(crate) struct MemoryCopy {
    pub(crate) from: Vec<u8>,
    pub(crate) to: Vec<u8>,
}

impl MemoryCopy {
    pub(crate) fn new(bytes: usize) -> Self {
        Self { from: vec![1; bytes], to: vec![2; bytes] }
    }
}

impl Competitor for MemoryCopy {
    fn prepare(&mut self) {}

    fn lap(&mut self) {
        self.to.copy_from_slice(&self.from);
        std::hint::black_box(&mut self.to);
    }
}

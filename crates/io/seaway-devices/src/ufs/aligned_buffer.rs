// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`AlignedBuffer`]: memory aligned as O_DIRECT requires.

use seaway_device_api::{Error, ErrorKind, Operation, Result};

#[derive(Debug)]
pub(super) struct AlignedBuffer {
    bytes: Vec<u8>,
    start: usize,
}

impl AlignedBuffer {
    /// `len` zeros that begin at a multiple of `alignment`, a power of two.
    pub(super) fn zeroed(len: usize, alignment: usize) -> Result<Self> {
        let mut bytes = Vec::new();
        bytes
            .try_reserve_exact(len.saturating_add(alignment))
            .map_err(|error| Error::new(ErrorKind::NoMemory, Operation::Open).with_source(error))?;
        bytes.resize(len + alignment, 0);
        let start = bytes.as_ptr().align_offset(alignment).min(alignment);
        bytes.truncate(start + len);
        Ok(Self { bytes, start })
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..]
    }

    pub(super) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn begins_at_a_multiple() {
        for alignment in [1, 512, 4096] {
            let mut buffer = AlignedBuffer::zeroed(10_000, alignment).unwrap();
            assert_eq!(buffer.bytes_mut().as_ptr().align_offset(alignment), 0);
            assert_eq!(buffer.bytes().len(), 10_000);
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Chooses buffer offsets for copies from or to the pages of a file. Processors copy three times slower
//! (AMD's `rep movsb`, which the kernel uses) to an address that is a few bytes ahead of the other, modulo
//! the page size; and allocators tend to return memory 16 bytes behind a page boundary.

pub(super) const PAGE_BYTES: usize = 4096;

/// How many bytes to skip at the start of `buffer`, less than a page: the next byte is then half a page away,
/// modulo the page size, from byte `offset` of a file.
pub(super) fn apart(buffer: &[u8], offset: u64) -> usize {
    let offset = usize::try_from(offset % PAGE_BYTES as u64).unwrap_or(0);
    (offset + PAGE_BYTES / 2).wrapping_sub(buffer.as_ptr().addr()) % PAGE_BYTES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_begin_half_a_page_away() {
        let buffer = vec![0; 3 * PAGE_BYTES];
        for (start, offset) in [(0, 0), (1, 0), (16, 4095), (4000, u64::MAX), (77, 1 << 40)] {
            let free = apart(&buffer[start..], offset);
            assert!(free < PAGE_BYTES);
            let address = (buffer[start..].as_ptr().addr() + free) as u64;
            assert_eq!(address.wrapping_sub(offset) % PAGE_BYTES as u64, PAGE_BYTES as u64 / 2);
        }
    }
}

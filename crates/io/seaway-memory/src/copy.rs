// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`copy_bytes`]: `memcpy` without its slow case.

use std::ptr::copy_nonoverlapping;

/// From this length on, C libraries copy with `rep movsb` where the processor reports that it is fast.
const LIBRARY_SWITCHES_BYTES: usize = 2048;
/// Short enough that they do not.
const PIECE_BYTES: usize = 1024;
const PAGE_BYTES: usize = 4096;

/// Copies `len` bytes.
///
/// Some processors run `rep movsb` at a third of their speed if the target lies 1 to 31 bytes further into its page than
/// the source, and large blocks of `malloc` begin 16 bytes into a page: a copy from a mapped file is just that. There
/// the copy is made in pieces, for which the C library uses vector registers.
///
/// # Safety
/// `len` bytes may be read from one place and written to the other, and the places do not overlap.
#[inline]
pub unsafe fn copy_bytes(from: *const u8, to: *mut u8, len: usize) {
    if len < LIBRARY_SWITCHES_BYTES || !(1..32).contains(&(to.addr().wrapping_sub(from.addr()) % PAGE_BYTES))
    {
        // SAFETY: as the caller promises.
        return unsafe { copy_nonoverlapping(from, to, len) };
    }
    let mut done = 0;
    while done < len {
        let piece = PIECE_BYTES.min(len - done);
        // SAFETY: the pieces make up the `len` bytes.
        unsafe { copy_nonoverlapping(from.add(done), to.add(done), piece) };
        done += piece;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_every_byte_at_every_skew() {
        let from: Vec<u8> = (0..10_000_u32).map(|index| u8::try_from(index % 251).unwrap()).collect();
        for skew in 0..70 {
            for len in [0, 1, 2047, 2048, 5000, 9000] {
                let mut to = vec![0; 14_000];
                let start = (from.as_ptr().addr() + skew).wrapping_sub(to.as_ptr().addr()) % PAGE_BYTES;
                // SAFETY: both are long enough.
                unsafe { copy_bytes(from.as_ptr(), to[start..].as_mut_ptr(), len) };
                assert!(
                    to[start..start + len] == from[..len] && to[start + len..].iter().all(|&byte| byte == 0)
                );
            }
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Large reads into memory to which the processor copies slowly.
//!
//! The kernel copies with `rep movsb`. Some processors do that at a third of their speed if the target lies 1
//! to 31 bytes further into its page than the source, and large blocks of `malloc` begin 16 bytes into a
//! page. Measured on Zen 3, Linux 6.18, 32 MiB from the page cache, GB/s: 2.0 to 2.6 at 1 to 16 bytes, 5.5 to
//! 8.5 elsewhere. Such reads go through a small buffer that is well placed for both copies, at about 4.3 to
//! 6.9, if the first of them shows that this processor is affected.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

use super::transfer::{self, Stopped};

const PAGE_BYTES: usize = 4096;
/// Both copies keep this distance within their pages.
const SKEW: usize = 64;
/// Fits into a core's private caches, and `malloc` provides it without a system call.
const STEP_BYTES: usize = 120 << 10;
/// Below this the difference is not noticeable.
const WORTHWHILE_BYTES: usize = 2 * STEP_BYTES;

/// The result of the first large skewed read. Valid for the whole process: it runs on one kind of processor.
static VERDICT: AtomicU8 = AtomicU8::new(UNKNOWN);
const UNKNOWN: u8 = 0;
const DIRECT: u8 = 1;
const STEPWISE: u8 = 2;

/// [`transfer::read_contiguous`], by the faster method.
#[inline]
pub(super) fn read_contiguous(fd: BorrowedFd<'_>, offset: u64, target: &mut [u8]) -> Result<usize, Stopped> {
    if target.len() < WORTHWHILE_BYTES || !is_skewed(offset, target) {
        return transfer::read_contiguous(fd, offset, target);
    }
    read_skewed(fd, offset, target)
}

fn is_skewed(offset: u64, target: &[u8]) -> bool {
    let distance = (target.as_ptr().addr() as u64).wrapping_sub(offset) % PAGE_BYTES as u64;
    (1..32).contains(&distance)
}

#[cold]
fn read_skewed(fd: BorrowedFd<'_>, offset: u64, target: &mut [u8]) -> Result<usize, Stopped> {
    match VERDICT.load(Ordering::Relaxed) {
        DIRECT => transfer::read_contiguous(fd, offset, target),
        STEPWISE => read_stepwise(fd, offset, target),
        _ => read_and_compare(fd, offset, target),
    }
}

/// Alternates steps of both methods; the fastest step of each counts, as a step may wait for the disk.
fn read_and_compare(fd: BorrowedFd<'_>, offset: u64, target: &mut [u8]) -> Result<usize, Stopped> {
    let mut quickest = [Duration::MAX; 2];
    let mut done = 0;
    for (step, piece) in target.chunks_mut(STEP_BYTES).enumerate() {
        let started = Instant::now();
        let at = offset + done as u64;
        let read = if step % 2 == 0 {
            transfer::read_contiguous(fd, at, piece)?
        } else {
            read_stepwise(fd, at, piece)?
        };
        quickest[step % 2] = quickest[step % 2].min(started.elapsed());
        done += read;
        if read < piece.len() {
            return Ok(done);
        }
    }
    let [direct, stepwise] = quickest;
    VERDICT.store(if stepwise.mul_f32(1.3) < direct { STEPWISE } else { DIRECT }, Ordering::Relaxed);
    Ok(done)
}

fn read_stepwise(fd: BorrowedFd<'_>, offset: u64, target: &mut [u8]) -> Result<usize, Stopped> {
    let mut memory = vec![0; STEP_BYTES.min(target.len()) + PAGE_BYTES];
    let wanted = (usize::try_from(offset % PAGE_BYTES as u64).unwrap_or(0) + SKEW) % PAGE_BYTES;
    let skip = (wanted + PAGE_BYTES - memory.as_ptr().addr() % PAGE_BYTES) % PAGE_BYTES;
    let mut done = 0;
    for piece in target.chunks_mut(STEP_BYTES) {
        let step = &mut memory[skip..skip + piece.len()];
        let read = transfer::read_contiguous(fd, offset + done as u64, step)?;
        piece[..read].copy_from_slice(&step[..read]);
        done += read;
        if read < piece.len() {
            break;
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileExt;

    use super::*;

    #[test]
    fn every_method_reads_the_same_bytes() {
        let file = tempfile::tempfile().unwrap();
        let bytes: Vec<u8> =
            (0..3 * WORTHWHILE_BYTES + 77).map(|index| u8::try_from(index * 31 % 251).unwrap()).collect();
        file.write_all_at(&bytes, 0).unwrap();
        let ways = [transfer::read_contiguous, read_contiguous, read_stepwise, read_and_compare];
        for (offset, skew) in [(0, 16), (0, 1), (5, 21), (100, 0), (bytes.len() as u64 - 9, 3)] {
            for way in ways {
                let mut memory = vec![0; bytes.len() + 64];
                let read = way(file.as_fd(), offset, &mut memory[skew..]).unwrap();
                let expected = &bytes[usize::try_from(offset).unwrap()..];
                assert_eq!(read, expected.len());
                assert!(memory[skew..skew + read] == *expected, "offset {offset}, skew {skew}");
            }
        }
    }
}

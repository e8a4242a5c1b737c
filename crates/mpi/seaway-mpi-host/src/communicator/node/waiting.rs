// SPDX-License-Identifier: MIT OR Apache-2.0
//! How to wait for other processes: spin or yield for a moment, then sleep, with periodic checks.

use std::ffi::c_long;
use std::sync::atomic::{AtomicU32, AtomicU64};
use std::time::Duration;
use std::{env, ptr, thread};

/// How long to stay awake before sleeping.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Patience {
    pub(crate) spins: u32,
    pub(crate) yields: u32,
}

impl Patience {
    /// With a core for each rank, the one we wait for is running: spinning for about as long as a sleep and
    /// its wake-up takes costs nothing. With fewer cores it may need ours: yield, and often, because a yield
    /// costs a fifth of a sleep and its wake-up (4 ranks on 2 cores: 8 instead of 37 microseconds for an
    /// ordered write; 16 readers of a stream on 2 cores: a few percent more throughput than when sleeping
    /// after a dozen yields). If no other thread wants the core, that many yields take less time than a
    /// sleep.
    pub(crate) fn new(ranks: usize, cores: usize) -> Self {
        if ranks <= cores { Self { spins: 2000, yields: 0 } } else { Self { spins: 0, yields: 200 } }
    }
}

/// The processors that this process may run on, as a bit mask. Launchers bind each rank to its own: only the
/// union over all ranks tells how many there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Processors {
    pub(crate) bits: [u64; Self::WORDS],
    /// Fewer than the bits where a cgroup limits the CPU share.
    pub(crate) granted: u64,
}

impl Processors {
    pub(crate) const WORDS: usize = 16;

    pub(crate) fn of_this_process() -> Self {
        let mut bits = [0_u64; Self::WORDS];
        // SAFETY: the kernel writes at most the given number of bytes. On failure the bits stay zero.
        unsafe {
            libc::sched_getaffinity(0, size_of_val(&bits), bits.as_mut_ptr().cast());
        }
        let own: u64 = bits.iter().map(|word| u64::from(word.count_ones())).sum();
        let available = thread::available_parallelism().map_or(1, |number| number.get() as u64);
        // Both are the same number unless a CPU share is set.
        Self { bits, granted: if available < own { available } else { u64::MAX } }
    }

    /// How many processors all of `ranks` have together.
    pub(crate) fn together(ranks: impl Iterator<Item = Self>) -> usize {
        let (mut bits, mut granted) = ([0; Self::WORDS], u64::MAX);
        for rank in ranks {
            bits.iter_mut().zip(rank.bits).for_each(|(word, theirs)| *word |= theirs);
            granted = granted.min(rank.granted);
        }
        let all: u64 = bits.iter().map(|word| u64::from(word.count_ones())).sum();
        usize::try_from(all.min(granted)).unwrap_or(usize::MAX).max(1)
    }
}

/// How many ranks the launcher started on this machine: those outside of a communicator need processors too.
pub(crate) fn ranks_of_this_machine() -> usize {
    ["MPI_LOCALNRANKS", "OMPI_COMM_WORLD_LOCAL_SIZE"]
        .iter()
        .find_map(|name| env::var(name).ok()?.parse().ok())
        .unwrap_or(1)
}

/// Sleeps for `time`, or until the lower half of `word` differs from that of `seen` and [`wake_all`] is
/// called. May return early.
pub(crate) fn sleep_while(word: &AtomicU64, seen: u64, time: Duration) {
    let time = libc::timespec {
        tv_sec: time.as_secs().try_into().unwrap_or(libc::time_t::MAX),
        tv_nsec: time.subsec_nanos().into(),
    };
    #[allow(clippy::cast_possible_truncation, reason = "the kernel compares 32 bits")]
    let seen = seen as u32;
    // SAFETY: the word lives as long as it is borrowed; other processes may wake us.
    unsafe {
        libc::syscall(libc::SYS_futex, lower_half(word), libc::FUTEX_WAIT, seen, &raw const time);
    }
}

pub(crate) fn wake_all(word: &AtomicU64) {
    let everybody = c_long::from(i32::MAX);
    // SAFETY: as above.
    unsafe {
        libc::syscall(
            libc::SYS_futex,
            lower_half(word),
            libc::FUTEX_WAKE,
            everybody,
            ptr::null::<libc::timespec>(),
        );
    }
}

fn lower_half(word: &AtomicU64) -> *const AtomicU32 {
    ptr::from_ref(word).cast::<AtomicU32>().wrapping_add(usize::from(cfg!(target_endian = "big")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_counted_once() {
        let of = |bits: u64, granted| Processors { bits: [bits; Processors::WORDS], granted };
        let none = of(0, u64::MAX);
        let check = |ranks: &[Processors], expected| {
            assert_eq!(Processors::together(ranks.iter().copied()), expected, "{ranks:?}");
        };
        check(&[of(1, u64::MAX), of(1, u64::MAX)], 16);
        check(&[of(1, u64::MAX), of(2, u64::MAX)], 32);
        check(&[of(3, 2), of(3, 2)], 2);
        check(&[none], 1);
        check(&[], 1);
        assert_eq!(Processors::together([Processors::of_this_process()].into_iter()), {
            thread::available_parallelism().unwrap().get()
        });
    }

    #[test]
    fn ranks_that_share_cores_do_not_spin() {
        assert!(Patience::new(2, 2).spins > 0);
        assert_eq!(Patience::new(3, 2).spins, 0);
    }

    #[test]
    fn sleep_returns_at_once_if_the_word_has_changed() {
        let word = AtomicU64::new(7);
        // If this slept, it would take longer than any test.
        sleep_while(&word, 6, Duration::from_secs(1 << 20));
        sleep_while(&word, 7, Duration::from_micros(1));
        wake_all(&word);
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The clock of events: the processor's cycle counter where its rate is constant, otherwise the kernel's
//! clock.

use core::sync::atomic::Ordering::Relaxed;

use seaway_trace_format::ClockPair;

use super::settings;
use super::state::RecorderState;
use crate::system;

/// How often the file gets a clock pair, in ticks: about thirty milliseconds of a cycle counter.
const REFRESH_TICKS: u64 = 1 << 26;

pub(super) fn ticks() -> u64 {
    if is_cycles() { cycles() } else { without_cycles() }
}

pub(super) fn is_cycles() -> bool {
    settings::current().cycles
}

fn without_cycles() -> u64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time can be written. This clock never fails, so `errno` is preserved.
    unsafe { libc::clock_gettime(libc::CLOCK_MONOTONIC, &raw mut time) };
    nanoseconds_of(time)
}

/// Ticks in the unit of events.
#[inline(always)]
pub(super) fn units(ticks: u64) -> u64 {
    // If it is a constant, nothing has to be read.
    ticks >> if cfg!(target_arch = "x86_64") { shift(true) } else { settings::current().clock_shift & 63 }
}

/// The same moment by both clocks.
pub(super) fn pair() -> ClockPair {
    let ticks = ticks();
    ClockPair { ticks, nanoseconds: nanoseconds(libc::CLOCK_MONOTONIC) }
}

/// Whether the file should get a new clock pair.
#[inline(always)]
pub(super) fn is_refresh_due(state: &RecorderState, now: u64) -> bool {
    now > state.refresh_after.load(Relaxed)
}

/// Writes a new clock pair into the file.
#[cold]
pub(super) fn refresh(state: &RecorderState) {
    let now = ticks();
    let due = state.refresh_after.load(Relaxed);
    // Only one of several concurrent threads.
    if state.refresh_after.compare_exchange(due, now.wrapping_add(REFRESH_TICKS), Relaxed, Relaxed).is_err() {
        return;
    }
    let header = state.header.load(Relaxed);
    if !header.is_null() {
        // SAFETY: the header is mapped as long as the process lives.
        unsafe { (&raw mut (*header).latest).write_volatile(pair()) };
    }
}

/// By a system call: the C library is faster, but its first call costs three pages, and this one is rarely
/// needed.
pub(super) fn nanoseconds(clock: libc::clockid_t) -> u64 {
    nanoseconds_of(system::time(clock))
}

fn nanoseconds_of(time: libc::timespec) -> u64 {
    time.tv_sec as u64 * 1_000_000_000 + time.tv_nsec as u64
}

#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn cycles() -> u64 {
    // SAFETY: every processor of this kind has the instruction.
    unsafe { core::arch::x86_64::_rdtsc() }
}

#[cfg(target_arch = "aarch64")]
#[inline(always)]
pub(super) fn cycles() -> u64 {
    let cycles: u64;
    // SAFETY: Linux lets programs read the counter.
    unsafe { core::arch::asm!("mrs {}, cntvct_el0", out(reg) cycles, options(nomem, nostack)) };
    cycles
}

/// Whether the counter's rate is constant, on all cores and in all sleep states.
#[cfg(target_arch = "x86_64")]
pub(super) fn cycles_are_reliable() -> bool {
    use core::arch::x86_64::__cpuid;
    const INVARIANT: u32 = 1 << 8;
    // Every 64-bit processor has this leaf; the query costs microseconds in a virtual machine, so make it
    // once.
    __cpuid(0x8000_0007).edx & INVARIANT != 0
}

#[cfg(target_arch = "aarch64")]
pub(super) fn cycles_are_reliable() -> bool {
    true
}

/// Chosen such that a unit is some nanoseconds, and 32 bits of them are seconds.
#[cfg(target_arch = "x86_64")]
pub(super) const fn shift(_cycles: bool) -> u32 {
    3
}

#[cfg(target_arch = "aarch64")]
pub(super) fn shift(cycles: bool) -> u32 {
    let frequency: u64;
    // SAFETY: Linux lets programs read the frequency.
    unsafe { core::arch::asm!("mrs {}, cntfrq_el0", out(reg) frequency, options(nomem, nostack)) };
    if cycles && frequency < 500_000_000 { 0 } else { 2 }
}

/// The inverse of `units`.
pub(super) fn ticks_of(units: u64) -> u64 {
    units << (settings::current().clock_shift & 63)
}

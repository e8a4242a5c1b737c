// SPDX-License-Identifier: MIT OR Apache-2.0
//! Human-readable quantities.

use std::time::Duration;

/// `96 bytes`, `4.0 KiB`, `128 MiB`.
pub(crate) fn bytes(amount: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if amount < 1024 {
        return format!("{amount} bytes");
    }
    let mut scaled = approximate(amount) / 1024.0;
    let mut unit = 0;
    while scaled >= 1024.0 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    let digits = if scaled < 10.0 { 1 } else { 0 };
    format!("{scaled:.digits$} {}", UNITS[unit])
}

/// `2.31 GB/s`: decimal, as disks and networks are sold.
pub(crate) fn rate(amount: u64, time: Duration) -> String {
    let megabytes = approximate(amount) / 1e6 / time.as_secs_f64().max(1e-9);
    if megabytes >= 1000.0 {
        format!("{:.2} GB/s", megabytes / 1000.0)
    } else {
        format!("{megabytes:.0} MB/s")
    }
}

/// `0.35 s`, `12 ms`.
pub(crate) fn seconds(time: Duration) -> String {
    if time < Duration::from_millis(100) {
        format!("{:.1} ms", time.as_secs_f64() * 1e3)
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}

/// `1.2 us`, for costs that are given in nanoseconds.
pub(crate) fn nanoseconds(time: f64) -> String {
    match time {
        t if t < 1e3 => format!("{} ns", (t * 100.0).round() / 100.0),
        t if t < 1e6 => format!("{:.1} us", t / 1e3),
        t => format!("{:.1} ms", t / 1e6),
    }
}

#[allow(clippy::cast_precision_loss, reason = "shown with three digits")]
fn approximate(amount: u64) -> f64 {
    amount as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_take_the_unit_that_fits() {
        assert_eq!(bytes(96), "96 bytes");
        assert_eq!(bytes(4096), "4.0 KiB");
        assert_eq!(bytes(128 << 20), "128 MiB");
        assert_eq!(bytes(u64::MAX), "16 EiB");
        assert_eq!(rate(3_000_000, Duration::from_millis(1)), "3.00 GB/s");
        assert_eq!(rate(3_000_000, Duration::from_secs(1)), "3 MB/s");
        assert_eq!(seconds(Duration::from_micros(12_300)), "12.3 ms");
        assert_eq!(nanoseconds(0.25), "0.25 ns");
        assert_eq!(nanoseconds(200_000.0), "200.0 us");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Human-readable amounts; `page/quantity.js` formats them the same way.

/// `96 bytes`, `4.0 KiB`, `128 MiB`.
pub(super) fn bytes(amount: u64) -> String {
    const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
    if amount < 1024 {
        return format!("{amount} {}", if amount == 1 { "byte" } else { "bytes" });
    }
    let mut scaled = approximate(amount) / 1024.0;
    let mut unit = 0;
    while scaled >= 1023.95 && unit + 1 < UNITS.len() {
        scaled /= 1024.0;
        unit += 1;
    }
    let digits = if scaled < 99.95 { 1 } else { 0 };
    format!("{scaled:.digits$} {}", UNITS[unit])
}

/// `350 ns`, `1.2 µs`, `12.0 ms`, `0.35 s`, `2 min 5 s`, `3 h 2 min`.
pub(super) fn duration(nanoseconds: u64) -> String {
    let time = approximate(nanoseconds);
    let seconds = nanoseconds / 1_000_000_000;
    match nanoseconds {
        0..1_000 => format!("{nanoseconds} ns"),
        1_000..1_000_000 => format!("{:.1} µs", time / 1e3),
        1_000_000..100_000_000 => format!("{:.1} ms", time / 1e6),
        100_000_000..100_000_000_000 => format!("{:.2} s", time / 1e9),
        100_000_000_000..3_600_000_000_000 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// `40,000`.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 read`, `40,000 reads`.
pub(super) fn counted(number: u64, what: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {what}{ending}", count(number))
}

/// `93 %`, `0.4 %`.
pub(super) fn percent(share: f64) -> String {
    let percent = share * 100.0;
    match percent {
        p if p > 0.0 && p < 0.1 => "< 0.1 %".to_owned(),
        p if p < 9.95 && p > 0.0 => format!("{p:.1} %"),
        p => format!("{p:.0} %"),
    }
}

/// `3.1 times`.
pub(super) fn times(factor: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value saturates")]
    if factor < 9.95 {
        format!("{factor:.1} times")
    } else {
        format!("{} times", count(factor.round() as u64))
    }
}

/// `1.2 GiB/s`.
pub(super) fn rate(amount: u64, nanoseconds: u64) -> String {
    let rate = approximate(amount) * 1e9 / approximate(nanoseconds.max(1));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value saturates")]
    let rate = rate as u64;
    format!("{}/s", bytes(rate))
}

/// `1,234.5 MiB/s`: one unit for all, to compare with other tools.
pub(super) fn mebibytes_per_second(rate: f64) -> String {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value saturates")]
    let tenths = (rate * 10.0).round() as u64;
    format!("{}.{} MiB/s", count(tenths / 10), tenths % 10)
}

/// 0 if both are 0.
pub(super) fn ratio(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { approximate(part) / approximate(whole) }
}

#[allow(clippy::cast_precision_loss, reason = "shown with three digits")]
pub(super) fn approximate(amount: u64) -> f64 {
    amount as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_take_the_unit_that_fits() {
        assert_eq!(bytes(1), "1 byte");
        assert_eq!(bytes(1023), "1023 bytes");
        assert_eq!(bytes(4096), "4.0 KiB");
        assert_eq!(bytes((1 << 20) - 1), "1.0 MiB");
        assert_eq!(bytes(200 << 20), "200 MiB");
        assert_eq!(bytes(u64::MAX), "16.0 EiB");
        assert_eq!(duration(350), "350 ns");
        assert_eq!(duration(12_000_000), "12.0 ms");
        assert_eq!(duration(350_000_000), "0.35 s");
        assert_eq!(duration(125_000_000_000), "2 min 5 s");
        assert_eq!(duration(3_720_000_000_000), "1 h 2 min");
        assert_eq!(count(1), "1");
        assert_eq!(count(1_234_567), "1,234,567");
        assert_eq!(counted(1, "read"), "1 read");
        assert_eq!(times(1.25), "1.2 times");
        assert_eq!(times(11_321.4), "11,321 times");
        assert_eq!(percent(0.93), "93 %");
        assert_eq!(percent(0.004), "0.4 %");
        assert_eq!(percent(0.0), "0 %");
        assert_eq!(percent(0.0001), "< 0.1 %");
        assert_eq!(mebibytes_per_second(1234.56), "1,234.6 MiB/s");
        assert_eq!(mebibytes_per_second(0.04), "0.0 MiB/s");
        assert_eq!(rate(1 << 30, 500_000_000), "2.0 GiB/s");
    }
}

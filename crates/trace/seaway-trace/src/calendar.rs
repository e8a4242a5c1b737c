// SPDX-License-Identifier: MIT OR Apache-2.0
//! Dates of times that are counted since 1970, in UTC: the same on all machines.

use std::fmt;

/// A second of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    pub year: u64,
    pub month: u64,
    pub day: u64,
    pub hour: u64,
    pub minute: u64,
    pub second: u64,
}

impl Moment {
    /// `seconds` since 1970 began.
    pub fn of(seconds: u64) -> Self {
        let (days, second) = (seconds / 86_400, seconds % 86_400);
        // Years begin in March here, so that the leap day is the last; 400 years have 146,097 days.
        let shifted = days + 719_468;
        let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
        let year_of_era =
            (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let month_from_march = (5 * day_of_year + 2) / 153;
        let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
        let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
        let year = era * 400 + year_of_era + u64::from(month <= 2);
        Self { year, month, day, hour: second / 3600, minute: second / 60 % 60, second: second % 60 }
    }
}

/// `2026-11-16 20:45:30 UTC`.
impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02} UTC")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        let check = |seconds, expected| assert_eq!(Moment::of(seconds).to_string(), expected);
        check(0, "1970-01-01 00:00:00 UTC");
        check(951_782_399, "2000-02-28 23:59:59 UTC");
        check(951_782_400, "2000-02-29 00:00:00 UTC");
        check(951_868_800, "2000-03-01 00:00:00 UTC");
        check(1_794_861_930, "2026-11-16 20:45:30 UTC");
        check(4_107_542_399, "2100-02-28 23:59:59 UTC");
        check(4_107_542_400, "2100-03-01 00:00:00 UTC");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Times`]: the lap times that the programs of `programs/bench` print.

use std::collections::HashMap;

/// Times of the cases that one launch carried out, in seconds.
pub(crate) type Times = HashMap<String, Measured>;

#[derive(Debug, Clone)]
pub(crate) struct Measured {
    /// Lower quartile over the laps: disturbances only make a lap longer.
    pub(crate) seconds: f64,
    /// The work of a lap, in `unit`.
    pub(crate) amount: f64,
    pub(crate) unit: String,
}

/// Lines `case amount unit seconds...`; if several ranks report a case, the longest time counts.
pub(crate) fn read_times(text: &str) -> Times {
    let mut times = Times::new();
    for line in text.lines() {
        let Some((case, measured)) = read_line(line) else { continue };
        let longest = times.get(case).map_or(0.0, |known| known.seconds);
        if measured.seconds > longest {
            times.insert(case.to_owned(), measured);
        }
    }
    times
}

fn read_line(line: &str) -> Option<(&str, Measured)> {
    let mut words = line.split_whitespace();
    let case = words.next()?;
    let amount = words.next()?.parse().ok()?;
    let unit = words.next()?.to_owned();
    let laps: Result<Vec<f64>, _> = words.map(str::parse).collect();
    let seconds = quartile(laps.ok()?)?;
    Some((case, Measured { seconds, amount, unit }))
}

pub(crate) fn quartile(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 4).copied()
}

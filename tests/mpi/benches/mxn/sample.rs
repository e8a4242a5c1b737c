// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Sample`]: measured numbers and their statistics.

use std::fmt;

#[derive(Debug, Clone, Default)]
pub(crate) struct Sample(Vec<f64>);

impl Sample {
    pub(crate) fn push(&mut self, value: f64) {
        self.0.push(value);
    }

    pub(crate) fn median(&self) -> f64 {
        self.quantile(0.5)
    }

    /// Without measurements: a value that meets no bar.
    pub(crate) fn quantile(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "an index of a short list"
        )]
        let index = ((sorted.len().saturating_sub(1)) as f64 * share).round() as usize;
        sorted.get(index).copied().unwrap_or(f64::NAN)
    }
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Self {
        Self(values.into_iter().collect())
    }
}

impl fmt::Display for Sample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [low, median, high] = [0.25, 0.5, 0.75].map(|share| self.quantile(share));
        write!(formatter, "{median:.2} ({low:.2}..{high:.2})")
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report on a trace: what the program did with files, what stands out, and what to do about it. As a
//! page for browsers, as text for terminals, and as a comparison of two traces.
//!
//! `analysis/` makes figures from calls, `findings/` makes sentences from figures, and the rest presents
//! both. `docs/reports.md` explains how each figure is computed.

mod analysis;
mod compare;
mod figures;
mod findings;
mod gather;
#[cfg(test)]
mod made_up;
mod numbers;
mod overview;
mod page;
mod printable;
mod quantity;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod thresholds;

pub use compare::Comparison;

use analysis::Nature;
use figures::Figures;
use findings::Finding;

use crate::Trace;

/// A report on a trace.
#[derive(Debug)]
pub struct Report {
    figures: Figures,
    /// Most important first.
    findings: Vec<Finding>,
}

impl Report {
    /// One pass over all calls of the trace, on all cores. Memory is bounded, however many there are. System
    /// files count in totals and are not shown.
    pub fn of(trace: &Trace) -> Self {
        Self::from_figures(gather::gather(trace, Nature::of))
    }

    /// The same, with system files treated as ordinary ones.
    pub fn of_all_files(trace: &Trace) -> Self {
        Self::from_figures(gather::gather(trace, Nature::with_system))
    }

    /// A self-contained page for browsers.
    pub fn html(&self) -> String {
        page::page(self)
    }

    /// For terminals.
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// For programs: the numbers of the text.
    pub fn json(&self) -> String {
        numbers::json(self)
    }

    fn from_figures(figures: Figures) -> Self {
        let findings = findings::find(&figures);
        Self { figures, findings }
    }
}

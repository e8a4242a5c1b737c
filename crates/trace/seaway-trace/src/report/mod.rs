// SPDX-License-Identifier: MIT OR Apache-2.0
//! The report on a trace: what the program did with files, what stands out, and what to do about it. As a page for
//! browsers, as text for terminals, and of two traces beside each other.
//!
//! `analysis/` makes figures from calls, `findings/` makes sentences from figures, and the rest shows both. How each
//! figure is computed is told in `docs/reports.md`.

mod analysis;
mod compare;
mod figures;
mod findings;
mod gather;
#[cfg(test)]
mod made_up;
mod page;
mod printable;
mod quantity;
mod summary;
#[cfg(test)]
mod tests;
mod text;
mod thresholds;

pub use compare::Comparison;

use figures::Figures;
use findings::Finding;

use crate::Trace;

/// What there is to say about a trace.
#[derive(Debug)]
pub struct Report {
    figures: Figures,
    /// Most important first.
    findings: Vec<Finding>,
}

impl Report {
    /// Goes once over all calls of the trace, on all cores. What it keeps is bounded, however many there are.
    pub fn of(trace: &Trace) -> Self {
        Self::from_figures(gather::gather(trace))
    }

    /// One page for browsers, which loads nothing else.
    pub fn html(&self) -> String {
        page::page(self)
    }

    /// For terminals.
    pub fn text(&self) -> String {
        text::text(self)
    }

    fn from_figures(figures: Figures) -> Self {
        let findings = findings::find(&figures);
        Self { figures, findings }
    }
}

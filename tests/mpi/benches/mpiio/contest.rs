// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Contest`]: competitors run the same cases alternately, launch after launch, until it is clear which is
//! faster.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::competitor::{Competitor, Role};
use crate::times::Measured;

/// Cases of one launch of a program.
pub(crate) struct Contest<'c> {
    /// Appended to the name of the case: place and number of ranks.
    pub(crate) suffix: String,
    pub(crate) ranks: usize,
    pub(crate) competitors: &'c [Competitor],
    /// Of each competitor.
    pub(crate) programs: Vec<PathBuf>,
    pub(crate) cases: Vec<Case>,
    /// Arguments of the program that carries out these cases.
    pub(crate) arguments: &'c dyn Fn(&[&str]) -> Vec<OsString>,
}

#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) name: String,
    /// The stock MPI-IO that it is compared with.
    pub(crate) against: Against,
    pub(crate) bar: Bar,
}

/// What a case is required to reach.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Bar {
    /// This share of the speed of the stock MPI-IO.
    OfStock(f64),
    /// [`OF_NEW_PAGES`] of the speed at which the kernel provides new pages. The ratio to the stock MPI-IO is shown.
    OfNewPages,
}

/// Required share of the speed of `new_pages.c`: the rest is for the library.
const OF_NEW_PAGES: f64 = 0.9;

impl Bar {
    fn target(self) -> f64 {
        match self {
            Self::OfStock(target) => target,
            Self::OfNewPages => OF_NEW_PAGES,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Against {
    /// Stock MPI-IO of the same MPI, the fastest if it has several.
    Own,
    /// The fastest stock MPI-IO.
    Best,
}

/// A ratio below its target is measured again: another program may have used the cores.
const ATTEMPTS: usize = 3;

/// A ratio beyond the target by this factor needs no second round.
const BEYOND_DOUBT: f64 = 1.5;

/// A baseline this much slower than the best takes part in the first round only.
const HOPELESS: f64 = 3.0;

/// Measurements by case, competitor and round. `None` if a competitor skipped a round.
struct Results(Vec<Vec<Vec<Option<Measured>>>>);

/// Runs the rounds, prints a row and records a bar for each case and competitor of ours.
pub(crate) fn hold(plan: &Plan, bars: &mut Bars, contest: &Contest<'_>) {
    let mut results = Results(vec![vec![Vec::new(); contest.competitors.len()]; contest.cases.len()]);
    for round in 0..plan.rounds * ATTEMPTS {
        let wanted = contest.wanted(plan, &results, round);
        if wanted.iter().flatten().all(|wanted| !wanted) {
            break;
        }
        contest.run_round(&mut results, &wanted, round);
    }
    for case in (0..contest.cases.len()).filter(|&case| plan.wants(&contest.id(case))) {
        for ours in contest.ours() {
            contest.conclude(bars, &results, case, ours);
        }
    }
}

impl Contest<'_> {
    fn ours(&self) -> impl Iterator<Item = usize> {
        (0..self.competitors.len()).filter(|&index| self.competitors[index].role == Role::Ours)
    }

    /// By case and competitor: whether it must run once more.
    fn wanted(&self, plan: &Plan, results: &Results, round: usize) -> Vec<Vec<bool>> {
        let of_case = |case: usize| {
            let takes_part = |index| round == 0 && (!self.is_limit(index) || self.limit(case) == Some(index));
            let mut wanted: Vec<bool> = (0..self.competitors.len()).map(takes_part).collect();
            if !plan.wants(&self.id(case)) {
                return vec![false; wanted.len()];
            }
            for ours in self.ours().filter(|_| round > 0) {
                if self.is_open(plan, results, case, ours, round) {
                    wanted[ours] = true;
                    let peers = self.stock(case, ours).chain(self.limit(case));
                    for peer in peers.filter(|&peer| !self.is_hopeless(results, case, peer)) {
                        wanted[peer] = true;
                    }
                }
            }
            wanted
        };
        (0..self.cases.len()).map(of_case).collect()
    }

    fn is_open(&self, plan: &Plan, results: &Results, case: usize, ours: usize, round: usize) -> bool {
        let target = self.cases[case].bar.target();
        let Some(outcome) = self.outcome_of_bar(results, case, ours) else { return false };
        let clear = outcome.ratio >= target * BEYOND_DOUBT;
        !clear && (round < plan.rounds || outcome.ratio < target)
    }

    fn is_hopeless(&self, results: &Results, case: usize, peer: usize) -> bool {
        let stock = (0..self.competitors.len()).filter(|&index| self.is_stock(index));
        let best = stock.filter_map(|index| results.seconds(case, index)).fold(f64::INFINITY, f64::min);
        self.cases[case].against == Against::Best
            && self.is_stock(peer)
            && results.seconds(case, peer).is_none_or(|seconds| seconds > HOPELESS * best)
    }

    fn is_stock(&self, index: usize) -> bool {
        matches!(self.competitors[index].role, Role::Own | Role::Other)
    }

    fn is_limit(&self, index: usize) -> bool {
        self.competitors[index].role == Role::NewPages
    }

    /// The competitor that measures the limit of this case, if it has one.
    fn limit(&self, case: usize) -> Option<usize> {
        let index = (0..self.competitors.len()).find(|&index| self.is_limit(index));
        index.filter(|_| self.cases[case].bar == Bar::OfNewPages)
    }

    /// The stock MPI-IOs that this competitor of ours is compared with.
    fn stock(&self, case: usize, ours: usize) -> impl Iterator<Item = usize> {
        let against = self.cases[case].against;
        let mine = self.competitors[ours].installation();
        (0..self.competitors.len()).filter(move |&index| {
            self.is_stock(index)
                && (against == Against::Best || self.competitors[index].installation() == mine)
        })
    }

    fn run_round(&self, results: &mut Results, wanted: &[Vec<bool>], round: usize) {
        let count = self.competitors.len();
        // Each round begins with another competitor.
        for competitor in (0..count).map(|turn| (round + turn) % count) {
            let cases: Vec<usize> = (0..self.cases.len()).filter(|&case| wanted[case][competitor]).collect();
            let names: Vec<&str> = cases.iter().map(|&case| self.cases[case].name.as_str()).collect();
            let mut times = None;
            if !names.is_empty() {
                let arguments = (self.arguments)(&names);
                let Competitor { name, .. } = self.competitors[competitor];
                let (read, complaint) =
                    self.competitors[competitor].run(&self.programs[competitor], self.ranks, arguments);
                if let Some(complaint) = complaint {
                    println!("{} failed, {}: {complaint}", self.suffix, name);
                }
                times = Some(read);
            }
            for (case, Case { name, .. }) in self.cases.iter().enumerate() {
                let measured = times.as_ref().filter(|_| wanted[case][competitor]);
                results.0[case][competitor].push(measured.and_then(|times| times.get(name).cloned()));
            }
        }
    }

    fn id(&self, case: usize) -> String {
        format!("{}.{}", self.cases[case].name, self.suffix)
    }

    /// What the bar is about.
    fn outcome_of_bar(&self, results: &Results, case: usize, ours: usize) -> Option<Outcome> {
        match self.cases[case].bar {
            Bar::OfStock(_) => Self::outcome(results, case, ours, self.stock(case, ours)),
            Bar::OfNewPages => Self::outcome(results, case, ours, self.limit(case).into_iter()),
        }
    }

    /// The ratio to the fastest of `peers`. `None` if ours or all of them failed.
    fn outcome(
        results: &Results,
        case: usize,
        ours: usize,
        peers: impl Iterator<Item = usize>,
    ) -> Option<Outcome> {
        let speed = |&peer: &usize| results.seconds(case, peer);
        let peer = peers
            .filter(|peer| speed(peer).is_some())
            .min_by(|left, right| speed(left).partial_cmp(&speed(right)).expect("both are numbers"))?;
        let rounds = results.0[case][ours].iter().zip(&results.0[case][peer]);
        let mut ratios: Vec<f64> =
            rounds.filter_map(|(ours, peer)| Some(peer.as_ref()?.seconds / ours.as_ref()?.seconds)).collect();
        ratios.sort_by(f64::total_cmp);
        let quantile = |quarter: usize| ratios.get((ratios.len().saturating_sub(1)) * quarter / 4).copied();
        Some(Outcome { ratio: quantile(2)?, spread: [quantile(1)?, quantile(3)?] })
    }

    fn conclude(&self, bars: &mut Bars, results: &Results, case: usize, ours: usize) {
        let id = format!("{}.{}", self.id(case), self.competitors[ours].name);
        let outcome = self.outcome_of_bar(results, case, ours).unwrap_or_default();
        let shown: Vec<usize> =
            std::iter::once(ours).chain(self.limit(case)).chain(self.stock(case, ours)).collect();
        let rates: Vec<String> = shown
            .iter()
            .map(|&index| {
                let role = self.competitors[index].role;
                let who = if role == Role::Ours { "seaway" } else { self.competitors[index].name };
                let rate = results.rate(case, index);
                rate.map_or_else(|| format!("{who} failed"), |rate| format!("{who} {rate:.3}"))
            })
            .collect();
        let unit = results.unit(case).unwrap_or_default();
        let beside = self.limit(case).map_or_else(String::new, |_| {
            let stock = Self::outcome(results, case, ours, self.stock(case, ours)).unwrap_or_default();
            format!(" of new pages, {stock} of stock")
        });
        println!("{id:52} ratio {outcome}{beside}  {unit}: {}", rates.join(", "));
        bars.record(id, outcome.ratio, Limit::AtLeast(self.cases[case].bar.target()));
    }
}

impl Results {
    /// Median over the rounds.
    fn seconds(&self, case: usize, competitor: usize) -> Option<f64> {
        median(self.0[case][competitor].iter().flatten().map(|measured| measured.seconds).collect())
    }

    fn rate(&self, case: usize, competitor: usize) -> Option<f64> {
        let amount = self.0[case][competitor].iter().flatten().next()?.amount;
        Some(amount / self.seconds(case, competitor)?)
    }

    fn unit(&self, case: usize) -> Option<String> {
        self.0[case].iter().flatten().flatten().next().map(|measured| measured.unit.clone())
    }
}

/// The default is that of a failure.
#[derive(Default)]
struct Outcome {
    /// Median over the rounds in which both took part.
    ratio: f64,
    /// Lower and upper quartile.
    spread: [f64; 2],
}

impl fmt::Display for Outcome {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { ratio, spread: [low, high] } = self;
        write!(formatter, "{ratio:.2} ({low:.2}..{high:.2})")
    }
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Contest`]: competitors carry out the same cases in turn, launch after launch, until it is clear who is faster.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::Plan;
use crate::bars::{Bars, Limit};
use crate::competitor::{Competitor, Role};
use crate::times::Measured;

/// Cases that one launch of a program carries out.
pub(crate) struct Contest<'c> {
    /// Follows the name of the case: place and number of ranks.
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
    pub(crate) against: Against,
    /// Seaway's share of the peer's speed.
    pub(crate) target: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Against {
    /// Stock MPI-IO of the same MPI, the fastest if it has several.
    Own,
    /// The fastest stock MPI-IO.
    Best,
}

/// A ratio that is short is measured again before it is believed: another program may have had the cores.
const ATTEMPTS: usize = 3;

/// A ratio beyond the target by this much needs no second round.
const BEYOND_DOUBT: f64 = 1.5;

/// A peer that is so much slower than the best one takes part in the first round only.
const HOPELESS: f64 = 3.0;

/// What was measured: by case, competitor and round. A competitor that sat out a round has nothing there.
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

    /// By case and competitor: must it run once more?
    fn wanted(&self, plan: &Plan, results: &Results, round: usize) -> Vec<Vec<bool>> {
        let of_case = |case: usize| {
            let mut wanted = vec![round == 0; self.competitors.len()];
            if !plan.wants(&self.id(case)) {
                return vec![false; wanted.len()];
            }
            for ours in self.ours().filter(|_| round > 0) {
                if self.is_open(plan, results, case, ours, round) {
                    wanted[ours] = true;
                    for peer in self.peers(case, ours).filter(|&peer| !self.is_hopeless(results, case, peer))
                    {
                        wanted[peer] = true;
                    }
                }
            }
            wanted
        };
        (0..self.cases.len()).map(of_case).collect()
    }

    fn is_open(&self, plan: &Plan, results: &Results, case: usize, ours: usize, round: usize) -> bool {
        let target = self.cases[case].target;
        let Some(outcome) = self.outcome(results, case, ours) else { return false };
        let clear = outcome.ratio >= target * BEYOND_DOUBT;
        !clear && (round < plan.rounds || outcome.ratio < target)
    }

    fn is_hopeless(&self, results: &Results, case: usize, peer: usize) -> bool {
        let is_stock = |&index: &usize| self.competitors[index].role != Role::Ours;
        let stock = (0..self.competitors.len()).filter(is_stock);
        let best = stock.filter_map(|index| results.seconds(case, index)).fold(f64::INFINITY, f64::min);
        self.cases[case].against == Against::Best
            && results.seconds(case, peer).is_none_or(|seconds| seconds > HOPELESS * best)
    }

    /// Whom this competitor of ours is compared with.
    fn peers(&self, case: usize, ours: usize) -> impl Iterator<Item = usize> {
        let against = self.cases[case].against;
        let mine = self.competitors[ours].installation();
        (0..self.competitors.len()).filter(move |&index| {
            let is_stock = self.competitors[index].role != Role::Ours;
            is_stock && (against == Against::Best || self.competitors[index].installation() == mine)
        })
    }

    fn run_round(&self, results: &mut Results, wanted: &[Vec<bool>], round: usize) {
        let count = self.competitors.len();
        // Another competitor begins each round.
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

    /// None if ours or all peers failed.
    fn outcome(&self, results: &Results, case: usize, ours: usize) -> Option<Outcome> {
        let speed = |&peer: &usize| results.seconds(case, peer);
        let peer = self
            .peers(case, ours)
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
        let outcome = self.outcome(results, case, ours).unwrap_or(Outcome { ratio: 0.0, spread: [0.0; 2] });
        let Outcome { ratio, spread: [low, high] } = outcome;
        let shown: Vec<usize> = std::iter::once(ours).chain(self.peers(case, ours)).collect();
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
        println!("{id:52} ratio {ratio:.2} ({low:.2}..{high:.2})  {unit}: {}", rates.join(", "));
        bars.record(id, ratio, Limit::AtLeast(self.cases[case].target));
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

struct Outcome {
    /// Median over the rounds in which both took part.
    ratio: f64,
    /// Lower and upper quartile.
    spread: [f64; 2],
}

fn median(mut values: Vec<f64>) -> Option<f64> {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}

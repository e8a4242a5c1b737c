// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`hold`]: contenders that do the same work alternately, on the same threads, in many rounds.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use seaway::{Group, Rank};

use crate::Plan;
use crate::bars::Bars;

/// One rank's side of a contender.
pub(crate) trait Competitor {
    /// Not timed: creates files, sets views, resets what the last lap left.
    fn prepare(&mut self);
    /// Timed, from the moment the first rank begins to the moment the last is done.
    fn lap(&mut self);
}

/// A row of the table: the contenders, and the number of bytes.
pub(crate) struct Row<'r> {
    pub(crate) id: String,
    pub(crate) ranks: usize,
    /// Total of all ranks.
    pub(crate) bytes: u64,
    /// Minimum ratio of Seaway's speed to the best baseline's.
    pub(crate) target: f64,
    /// Seaway first; the best of the others is the baseline.
    pub(crate) names: &'r [&'static str],
    /// Not baselines, only shown.
    pub(crate) for_show: &'r [&'static str],
}

/// A short ratio is measured again: another program may have used the cores.
const ATTEMPTS: usize = 3;

/// Holds the contest, prints its row and records its bar.
pub(crate) fn hold(
    plan: &Plan,
    bars: &mut Bars,
    row: &Row<'_>,
    enter: impl Fn(&Rank) -> Vec<Box<dyn Competitor>> + Sync,
) {
    if !plan.wants(&row.id) {
        return;
    }
    let mut laps = Vec::new();
    let mut outcome = None;
    for _ in 0..ATTEMPTS {
        laps.extend(all_rounds(plan.rounds, row, &enter));
        let so_far = Outcome::of(row, &laps);
        let enough = so_far.ratio >= row.target;
        outcome = Some(so_far);
        if enough {
            break;
        }
    }
    if let Some(outcome) = outcome {
        outcome.print(row, &laps);
        bars.record(&row.id, outcome.ratio, row.target);
    }
}

/// Durations by round and competitor.
fn all_rounds(
    rounds: usize,
    row: &Row<'_>,
    enter: &(impl Fn(&Rank) -> Vec<Box<dyn Competitor>> + Sync),
) -> Vec<Vec<Duration>> {
    let program = |rank: Rank| {
        let mut competitors = enter(&rank);
        assert_eq!(competitors.len(), row.names.len());
        // The first round is a warm-up, and shows how long one takes.
        let start = Instant::now();
        one_round(&rank, &mut competitors, 0);
        let rounds = agreed_rounds(&rank, rounds, start.elapsed());
        (0..rounds).map(|round| one_round(&rank, &mut competitors, round)).collect::<Vec<_>>()
    };
    Group::run(row.ranks, program).expect("a rank failed").swap_remove(0)
}

/// Short laps are easily disturbed: run as many rounds as make up the time of longer ones. All ranks use rank
/// 0's clock.
fn agreed_rounds(rank: &Rank, rounds: usize, one: Duration) -> usize {
    const ENOUGH: Duration = Duration::from_millis(400);
    const MOST: u128 = 41;
    let fitting = (ENOUGH.as_nanos() / one.as_nanos().max(1)).min(MOST);
    let mine = rounds.max(usize::try_from(fitting).unwrap_or(rounds)) as u64;
    let mut all = vec![0; rank.size()];
    rank.communicator().all_gather_words(&[mine], &mut all).expect("all ranks take part");
    usize::try_from(all[0]).unwrap_or(rounds)
}

/// The first contender rotates each round, so that none always finds the caches as the same one left them.
fn one_round(rank: &Rank, competitors: &mut [Box<dyn Competitor>], round: usize) -> Vec<Duration> {
    let count = competitors.len();
    let mut laps = vec![Duration::ZERO; count];
    for turn in 0..count {
        let index = (round + turn) % count;
        laps[index] = timed(rank, &mut *competitors[index]);
    }
    laps
}

/// Where all ranks' clocks begin.
static EPOCH: LazyLock<Instant> = LazyLock::new(Instant::now);

fn timed(rank: &Rank, competitor: &mut dyn Competitor) -> Duration {
    competitor.prepare();
    let now = || u64::try_from(EPOCH.elapsed().as_nanos()).unwrap_or(u64::MAX);
    rank.barrier().expect("all ranks take part");
    let begun = now();
    competitor.lap();
    over_all_ranks(rank, [begun, now()])
}

/// With more ranks than cores, a rank may begin when others are done already: no rank's own clock will do.
fn over_all_ranks(rank: &Rank, mine: [u64; 2]) -> Duration {
    let mut all = vec![0; 2 * rank.size()];
    rank.communicator().all_gather_words(&mine, &mut all).expect("all ranks take part");
    let (first, last) = (all.iter().step_by(2).min(), all.iter().skip(1).step_by(2).max());
    let nanoseconds = first.zip(last).map_or(0, |(first, last)| last - first);
    Duration::from_nanos(nanoseconds)
}

struct Outcome {
    ratio: f64,
    /// Lower and upper quartile of the ratio over the rounds.
    spread: [f64; 2],
}

impl Outcome {
    /// Each round compares with the baseline that is best over all rounds, in that same round: a disturbance
    /// that lasts longer than a lap hits both.
    fn of(row: &Row<'_>, laps: &[Vec<Duration>]) -> Self {
        let is_limit = |&index: &usize| index > 0 && !row.for_show.contains(&row.names[index]);
        let limits = (0..row.names.len()).filter(is_limit);
        let best = limits.min_by_key(|&index| median_lap(laps, index)).expect("a contest has a peer");
        let mut ratios: Vec<f64> =
            laps.iter().map(|round| round[best].as_secs_f64() / round[0].as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        let quantile = |quarter: usize| ratios[(ratios.len() - 1) * quarter / 4];
        Self { ratio: quantile(2), spread: [quantile(1), quantile(3)] }
    }

    fn print(&self, row: &Row<'_>, laps: &[Vec<Duration>]) {
        let rates: Vec<String> = (0..row.names.len())
            .map(|index| {
                format!("{} {:.2}", row.names[index], gigabytes_per_second(row, median_lap(laps, index)))
            })
            .collect();
        let [low, high] = self.spread;
        println!("{:44} ratio {:.2} ({low:.2}..{high:.2})  GB/s: {}", row.id, self.ratio, rates.join(", "));
    }
}

fn median_lap(laps: &[Vec<Duration>], competitor: usize) -> Duration {
    let mut times: Vec<Duration> = laps.iter().map(|round| round[competitor]).collect();
    times.sort_unstable();
    times[times.len() / 2]
}

#[allow(clippy::cast_precision_loss, reason = "for printing with three digits")]
fn gigabytes_per_second(row: &Row<'_>, lap: Duration) -> f64 {
    row.bytes as f64 / lap.as_secs_f64() / 1e9
}

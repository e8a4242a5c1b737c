// SPDX-License-Identifier: MIT OR Apache-2.0
//! Plain MPI-IO: the cases of `mpiio.c`, in memory and on disk, with as many ranks as cores and with twice as
//! many.

use std::ffi::OsString;

use crate::bars::Bars;
use crate::competitor::Competitor;
use crate::contest::{self, Against, Bar, Case, Contest};
use crate::{Plan, places::FileSystem};

/// How long a launch repeats one case.
const SECONDS: &str = "0.12";

const RANKS: [usize; 2] = [2, 4];

pub(crate) fn run(plan: &Plan, bars: &mut Bars, places: &[FileSystem], competitors: &[Competitor]) {
    let programs: Vec<_> = competitors.iter().map(|competitor| competitor.compile("mpiio.c", &[])).collect();
    for place in places {
        for ranks in RANKS {
            println!("\n{} ranks, {}", ranks, place.name);
            for cases in families(ranks) {
                let arguments = |names: &[&str]| {
                    let first = [place.path().as_os_str().to_owned(), OsString::from(SECONDS)];
                    first.into_iter().chain(names.iter().map(OsString::from)).collect()
                };
                let contest = Contest {
                    suffix: format!("{}.{ranks}", place.name),
                    ranks,
                    competitors,
                    programs: programs.clone(),
                    cases,
                    arguments: &arguments,
                };
                contest::hold(plan, bars, &contest);
            }
        }
    }
}

/// Cases that run in one launch, so that all competitors take their turn within seconds.
fn families(ranks: usize) -> Vec<Vec<Case>> {
    // With more ranks than cores, a barrier takes milliseconds in an MPI that polls.
    let meeting = if ranks > 2 { 20.0 } else { 2.0 };
    // OMPIO then needs ten seconds for a million blocks: once has to suffice.
    let hindexed_tasks: &[&str] = if ranks > 2 { &["new"] } else { &["new", "rewrite"] };
    vec![
        [
            limited("contiguous", &["independent", "collective"]),
            rows(Against::Best, 0.95, "contiguous", &["independent", "collective"], &["rewrite", "read"]),
        ]
        .concat(),
        [
            rows(
                Against::Best,
                5.0,
                "interleaved",
                &["plain", "scattered"],
                &["collective.new", "collective.rewrite"],
            ),
            rows(Against::Best, 1.0, "interleaved", &["plain", "scattered"], &["collective.read"]),
            rows(Against::Best, 3.0, "interleaved", &["plain", "scattered"], &["independent.rewrite"]),
        ]
        .concat(),
        [
            limited("cube", &["outer", "inner"]),
            rows(Against::Best, 1.0, "cube", &["middle"], &["new"]),
            rows(Against::Best, 1.0, "cube", &["outer", "middle"], &["rewrite", "read"]),
            rows(Against::Best, 3.0, "cube", &["inner"], &["rewrite", "read"]),
        ]
        .concat(),
        rows(Against::Best, 5.0, "hindexed", &["collective"], hindexed_tasks),
        [
            rows(Against::Best, 50.0, "far", &["end"], &["read"]),
            rows(Against::Best, 1.0, "independent", &["64", "1024", "4096"], &["rewrite", "read"]),
            rows(Against::Best, 1.0, "atomic", &["4096"], &["rewrite", "read"]),
            rows(Against::Own, 2.0, "nonblocking", &["4096"], &["rewrite", "read"]),
        ]
        .concat(),
        [
            rows(Against::Own, 2.0, "shared", &["4096"], &["rewrite"]),
            rows(Against::Own, 2.0, "ordered", &["4096", "1048576"], &["rewrite"]),
            rows(Against::Own, meeting, "collective", &["64", "4096"], &["rewrite", "read"]),
            rows(Against::Own, 0.95, "synced", &["4096"], &["rewrite"]),
        ]
        .concat(),
    ]
}

/// New files of which each rank writes much: the kernel's new pages are the limit.
fn limited(family: &str, kinds: &[&str]) -> Vec<Case> {
    let case = |kind: &&str| Case {
        name: format!("{family}.{kind}.new"),
        against: Against::Best,
        bar: Bar::OfNewPages,
    };
    kinds.iter().map(case).collect()
}

fn rows(against: Against, target: f64, family: &str, kinds: &[&str], tasks: &[&str]) -> Vec<Case> {
    let each = |kind: &&str| {
        let of_task = |task: &&str| Case {
            name: format!("{family}.{kind}.{task}"),
            against,
            bar: Bar::OfStock(target),
        };
        tasks.iter().map(of_task).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(each).collect()
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every wait has its limit: a rank that waits for a stopped process learns of it within `seaway_timeout` and
//! a second, whatever the two were doing. (The limits themselves are listed in docs/reliability.md; times are
//! checked exactly in the simulation, here with real processes.)

use std::path::Path;
use std::time::Duration;

use rustix::process::Signal;
use tempfile::TempDir;

use crate::lone_rank::LoneRank;
use crate::other_process::OtherProcess;
use crate::stalls::Limit;
use crate::steady::Steady;

const TIMEOUT: Duration = Duration::from_secs(4);
/// Additional allowance.
const GRACE: Duration = Duration::from_secs(1);

/// The kernel still accepts connections for a stopped process, which does not answer them.
#[test]
fn readers_that_open_learn_of_a_writer_that_is_stopped() {
    let folder = TempDir::new().unwrap();
    for (place, variables) in
        [("host", Vec::new()), ("folder", vec![("SEAWAY_DIR", folder.path().to_str().unwrap())])]
    {
        let name = format!("mxn:open-stopped-{place}-{}", std::process::id());
        let with_limit = |steady: Steady| {
            let hints = steady.hints.clone().with("seaway_timeout", TIMEOUT.as_secs().to_string());
            Steady { hints, ..steady }
        };
        let mut words = with_limit(Steady::writer(&name, 2)).words();
        words.push("fatal_step=0".to_owned());
        let writer = OtherProcess::start(&words, None, &variables);
        writer.expect("here");
        writer.signal(Signal::STOP);
        let reader = OtherProcess::start(&with_limit(Steady::reader(&name, 3)).words(), None, &variables);
        let limit = Limit::of(TIMEOUT + GRACE);
        let endings = reader.expect("endings ");
        limit.check(&format!("open, met by {place}"));
        let endings: Vec<&str> = endings.split(", failed ").collect();
        assert_eq!(endings.len(), 3, "{endings:?}");
        for ending in endings {
            assert!(ending.contains("Io") && ending.contains("does not answer"), "{place}: {ending}");
            assert!(ending.contains("seaway_timeout"), "the way out is not told: {ending}");
        }
    }
}

/// A writer that is stopped, and continues before the limit, has readers.
#[test]
fn readers_that_open_wait_for_a_writer_that_is_stopped_for_a_moment() {
    let name = format!("mxn:open-paused-{}", std::process::id());
    let mut words = Steady::writer(&name, 2).words();
    words.push("fatal_step=0".to_owned());
    let patient = Steady::reader(&name, 3);
    let patient = Steady { hints: patient.hints.clone().with("seaway_timeout", "60"), ..patient };
    let mut writer = OtherProcess::start(&words, None, &[]);
    writer.expect("here");
    writer.signal(Signal::STOP);
    let reader = OtherProcess::start(&patient.words(), None, &[]);
    std::thread::sleep(Duration::from_millis(500));
    writer.signal(Signal::CONT);
    writer.tell("go on");
    writer.tell("go on");
    assert_eq!(writer.expect("endings "), "ended, ended");
    assert_eq!(reader.expect("endings "), "ended, ended, ended");
}

/// Each rank of a pair in turn, in the middle of the stream.
#[test]
fn all_ranks_learn_in_time_of_a_stopped_rank() {
    for victim in 0..5 {
        let folder = TempDir::new().unwrap();
        let ranks = pair(folder.path(), &format!("one-stopped-{victim}-{}", std::process::id()));
        let mut processes: Vec<OtherProcess> =
            ranks.iter().map(|rank| OtherProcess::start(&rank.words(), None, &[])).collect();
        processes.iter().for_each(|process| drop(process.expect("here ")));
        processes[victim].signal(Signal::STOP);
        processes.iter_mut().enumerate().filter(|(rank, _)| *rank != victim).for_each(|(_, other)| {
            other.tell("go on");
        });
        let limit = Limit::of(TIMEOUT + GRACE);
        let is_named = |ending: &str| ending.contains(&format!("rank {} of stream", ranks[victim].rank));
        for (rank, process) in processes.iter().enumerate().filter(|(rank, _)| *rank != victim) {
            let ending = process.expect("ending ");
            limit.check(&format!("{:?} of {:?}, stopped: {victim}: {ending}", rank, ranks[rank].writes));
            assert!(ending.starts_with("failed Io"), "rank {rank}, stopped: {victim}: {ending}");
            assert!(is_named(&ending), "rank {rank}, stopped: {victim}: {ending}");
        }
    }
}

/// Ranks that wait in open for their rank 0, which searches for writers, learn that it is stopped.
#[test]
fn ranks_that_open_learn_that_their_rank_0_is_stopped() {
    let folder = TempDir::new().unwrap();
    let name = format!("first-stopped-{}", std::process::id());
    let readers = pair(folder.path(), &name).into_iter().filter(|rank| !rank.writes);
    let processes: Vec<OtherProcess> =
        readers.map(|rank| OtherProcess::start(&rank.words(), None, &[])).collect();
    processes.iter().for_each(|process| drop(process.expect("knows its fellows")));
    processes[0].signal(Signal::STOP);
    let limit = Limit::of(TIMEOUT + GRACE);
    for process in &processes[1..] {
        let ending = process.expect("ending ");
        limit.check(&ending);
        assert!(ending.starts_with("failed Io") && ending.contains("rank 0 of stream"), "{ending}");
    }
}

/// No partner arrives: a program with a limit for that gets an error.
#[test]
fn programs_wait_for_a_partner_as_long_as_configured() {
    let name = format!("mxn:nobody-{}", std::process::id());
    for side in [Steady::reader(&name, 2), Steady::writer(&name, 2)] {
        let side = Steady { hints: side.hints.clone().with("seaway_mxn_wait", "1"), ..side };
        let process = OtherProcess::start(&side.words(), None, &[]);
        let limit = Limit::of(Duration::from_secs(1) + GRACE);
        let endings = process.expect("endings ");
        limit.check(&endings);
        assert_eq!(endings.matches(" has opened the stream for ").count(), 2, "{endings}");
        assert!(endings.contains("seaway_mxn_wait"), "{endings}");
    }
}

/// Two writers and three readers that pause before their third step.
fn pair(folder: &Path, name: &str) -> Vec<LoneRank> {
    let rank = |writes: bool, rank: usize, ranks: usize| LoneRank {
        writes,
        rank,
        ranks,
        name: name.to_owned(),
        folder: folder.to_owned(),
        direct_links: 16,
        steps: 6,
        blocks: 30,
        pause_at: 2,
        timeout: TIMEOUT.as_secs(),
    };
    (0..2).map(|each| rank(true, each, 2)).chain((0..3).map(|each| rank(false, each, 3))).collect()
}

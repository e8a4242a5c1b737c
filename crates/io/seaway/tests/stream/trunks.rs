// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two programs on three hosts, all of whose ranks exchange data: few connections, and what happens when a
//! rank that carries those of others is killed.

use rustix::process::Signal;
use seaway_testkit::Cluster;
use tempfile::TempDir;

use crate::hosts::cluster;
use crate::lone_rank::LoneRank;
use crate::other_process::OtherProcess;

const HOSTS: usize = 3;
const WRITERS: usize = 12;
const READERS: usize = 9;
const STEPS: usize = 6;

/// Which ranks are on which host, in blocks, as launchers place them.
#[derive(Debug, Clone, Copy)]
enum Layout {
    /// Four writers and three readers on each host.
    Mixed,
    /// Six writers on each of two hosts, nine readers on the third.
    Apart,
}

impl Layout {
    fn ranks_of_a_host(self, writes: bool) -> usize {
        match (self, writes) {
            (Self::Mixed, true) => WRITERS / HOSTS,
            (Self::Mixed, false) => READERS / HOSTS,
            (Self::Apart, true) => WRITERS / 2,
            (Self::Apart, false) => READERS,
        }
    }

    fn host_of(self, lone: &LoneRank) -> usize {
        let first = usize::from(matches!(self, Self::Apart) && !lone.writes) * 2;
        first + lone.rank / self.ranks_of_a_host(lone.writes)
    }

    fn is_porter(self, lone: &LoneRank) -> bool {
        lone.rank.is_multiple_of(self.ranks_of_a_host(lone.writes))
    }

    /// Two to listen and one to stop that, a window; links to ranks on this host, each with the peer's
    /// window, and among writers in both directions; trunks to the ranks of this program here and to both
    /// porters of the other hosts.
    fn most_descriptors(self, lone: &LoneRank) -> usize {
        let fellows = self.ranks_of_a_host(lone.writes) - 1;
        let others = if matches!(self, Self::Mixed) { self.ranks_of_a_host(!lone.writes) } else { 0 };
        let trunks = if self.is_porter(lone) { fellows + 2 * (HOSTS - 1) } else { 1 };
        3 + 1 + 2 * (fellows + others) + trunks + 4
    }
}

/// All ranks. They wait before the last step but one.
struct Crowd {
    layout: Layout,
    ranks: Vec<(LoneRank, OtherProcess)>,
    _folder: TempDir,
}

impl Crowd {
    fn start(cluster: &Cluster, layout: Layout, direct_links: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let start = |writes, rank| {
            let ranks = if writes { WRITERS } else { READERS };
            let lone = LoneRank {
                writes,
                rank,
                ranks,
                name: format!("trunks-{}-{layout:?}-{direct_links}", std::process::id()),
                folder: folder.path().to_owned(),
                direct_links,
                steps: STEPS,
                blocks: 4 * WRITERS * READERS,
                pause_at: STEPS - 2,
                timeout: 5,
            };
            let variables = [("SEAWAY_DIR", folder.path().to_str().unwrap())];
            let host = cluster.node(layout.host_of(&lone));
            let process = OtherProcess::start(&lone.words(), Some(host), &variables);
            (lone, process)
        };
        let writers = (0..WRITERS).map(|rank| start(true, rank));
        let readers = (0..READERS).map(|rank| start(false, rank));
        Self { layout, ranks: writers.chain(readers).collect(), _folder: folder }
    }

    /// For each rank: the descriptors that the stream takes, and the connections of its host.
    fn here(&self) -> Vec<(usize, Vec<String>)> {
        let parse = |line: &str| {
            let (descriptors, connections) = line.split_once(' ').unwrap();
            let others = connections.split(',').filter(|other| !other.is_empty()).map(str::to_owned);
            (descriptors.parse().unwrap(), others.collect())
        };
        let come = |(_, process): &(LoneRank, OtherProcess)| parse(&process.expect("here "));
        self.ranks.iter().map(come).collect()
    }

    /// How many connections there are between two hosts, as counted by each rank in turn.
    fn between(&self, cluster: &Cluster, here: &[(usize, Vec<String>)], one: usize, other: usize) -> usize {
        let address = cluster.node(other).address().to_string();
        let of_one = self.ranks.iter().zip(here).filter(|((lone, _), _)| self.layout.host_of(lone) == one);
        let count = |connections: &Vec<String>| connections.iter().filter(|&end| *end == address).count();
        of_one.map(|(_, (_, connections))| count(connections)).max().unwrap()
    }

    fn assert_few_descriptors(&self, here: &[(usize, Vec<String>)]) {
        for ((lone, _), (descriptors, _)) in self.ranks.iter().zip(here) {
            let most = self.layout.most_descriptors(lone);
            assert!(*descriptors <= most, "{lone:?} has {descriptors} descriptors, more than {most}");
        }
    }

    fn go_on(&mut self) {
        self.ranks.iter_mut().for_each(|(_, process)| process.tell("go on"));
    }

    fn assert_ended(&self) {
        for (lone, process) in &self.ranks {
            assert_eq!(process.expect("ending "), "ended", "{lone:?}");
        }
    }
}

#[test]
fn all_pairs_exchange_data_with_one_connection_per_pair_of_hosts() {
    let Some(cluster) = cluster(HOSTS) else { return };
    let mut crowd = Crowd::start(&cluster, Layout::Apart, 0);
    let here = crowd.here();
    crowd.assert_few_descriptors(&here);
    let between = |one, other| crowd.between(&cluster, &here, one, other);
    assert_eq!((between(2, 1), between(1, 2)), (1, 1), "readers and writers");
    assert_eq!((between(1, 0), between(0, 1)), (1, 1), "writers");
    // Includes that of the two ranks 0, from the rendezvous.
    assert_eq!((between(2, 0), between(0, 2)), (2, 2), "readers and writers");
    crowd.go_on();
    crowd.assert_ended();
}

#[test]
fn all_pairs_exchange_data_if_both_programs_are_on_all_hosts() {
    let Some(cluster) = cluster(HOSTS) else { return };
    let mut crowd = Crowd::start(&cluster, Layout::Mixed, 0);
    let here = crowd.here();
    crowd.assert_few_descriptors(&here);
    for (one, other) in [(0, 1), (0, 2), (1, 2), (1, 0), (2, 0), (2, 1)] {
        let count = crowd.between(&cluster, &here, one, other);
        // One for each pair of porters: readers here and writers there, the reverse, and within each program.
        assert!((2..=4).contains(&count), "{count} between {one} and {other}");
    }
    crowd.go_on();
    crowd.assert_ended();
}

/// If there are few enough, each link has a connection of its own.
#[test]
fn few_pairs_connect_directly() {
    let Some(cluster) = cluster(HOSTS) else { return };
    let mut crowd = Crowd::start(&cluster, Layout::Apart, 100);
    let here = crowd.here();
    for host in [0, 1] {
        let count = crowd.between(&cluster, &here, 2, host);
        assert!(count >= READERS * WRITERS / 2, "{count} between the readers and the writers of host {host}");
    }
    crowd.go_on();
    crowd.assert_ended();
}

#[test]
fn all_ranks_learn_of_a_killed_porter() {
    let Some(cluster) = cluster(HOSTS) else { return };
    for victim_writes in [true, false] {
        let mut crowd = Crowd::start(&cluster, Layout::Mixed, 0);
        crowd.here();
        // Not rank 0, which monitors others: only a porter.
        let layout = crowd.layout;
        let is_victim =
            |lone: &LoneRank| lone.writes == victim_writes && lone.rank > 0 && layout.is_porter(lone);
        let index = crowd.ranks.iter().position(|(lone, _)| is_victim(lone)).unwrap();
        let (_, victim) = crowd.ranks.remove(index);
        victim.signal(Signal::KILL);
        crowd.go_on();
        for (lone, process) in &crowd.ranks {
            let ending = process.expect("ending ");
            assert!(ending.starts_with("failed Io "), "{lone:?}: {ending}");
        }
    }
}

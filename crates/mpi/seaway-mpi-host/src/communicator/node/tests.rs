// SPDX-License-Identifier: MIT OR Apache-2.0
//! Barriers of real processes, and of threads where that suffices. The processes are this test program again,
//! which learns from its environment that it is to be a rank.

use std::process::{Child, Command, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{env, process, thread};

use seaway_device_api::{Error, ErrorKind};
use seaway_engine::{Call, CallName};

use super::mapping::{Mapping, Ticket};
use super::process::Process;
use super::rendezvous::{GoOn, Member, NodeRanks, Rendezvous};
use super::table::{Layout, SharedRegion, TABLE_WORDS, Table};
use super::waiting::Patience;

const RANK: &str = "SEAWAY_TEST_RANK";
const SLEEPERS: Patience = Patience { spins: 0, yields: 0 };
const SPINNERS: Patience = Patience { spins: 100_000, yields: 0 };
const WORDS: Call = Call { name: CallName::AllGatherWords, size: 2 };

/// A rank with its slot.
struct Guest {
    place: Rendezvous,
    node_ranks: NodeRanks,
    slot: usize,
    round: u64,
}

impl Guest {
    fn arrive(ticket: Ticket, slot: usize, slots: usize, patience: Patience) -> Self {
        let layout = Layout { slots, notices: 0 };
        let region = SharedRegion::of(Mapping::attach(ticket).unwrap(), layout).unwrap();
        let own = Process::current().unwrap();
        // The ranks exchange their processes in the first round.
        let members = (0..slots).map(|rank| Member { rank: rank + 10, process: own }).collect();
        let node_ranks = NodeRanks { members, patience };
        let mut guest = Self { place: Rendezvous::new(region, slot), node_ranks, slot, round: 0 };
        let told = guest.enter(&[own.number.into(), own.start]).unwrap();
        for (member, told) in guest.node_ranks.members.iter_mut().zip(told) {
            member.process = Process { number: told[0].try_into().unwrap(), start: told[1] };
        }
        guest
    }

    fn enter(&mut self, words: &[u64; 2]) -> Result<Vec<[u64; 2]>, Error> {
        self.round += 1;
        self.place.enter(&self.node_ranks, self.round, WORDS, words, &|| GoOn::Yes)?;
        let words = |table: &Table| {
            assert_eq!(table.call(), WORDS.encode());
            [table.word(0), table.word(1)]
        };
        Ok(self.place.tables(self.round).map(words).collect())
    }

    /// Fails if it reads a stale table, or one published too early.
    fn meet_often(&mut self, times: u64, delays: u64) {
        let mut random = fastrand::Rng::with_seed(self.slot as u64);
        for round in 0..times {
            match random.u64(..delays) {
                0 => thread::sleep(std::time::Duration::from_micros(random.u64(..300))),
                1..5 => thread::yield_now(),
                _ => (),
            }
            let seen = self.enter(&[round, self.slot as u64]).unwrap();
            let slots = self.node_ranks.members.len() as u64;
            assert_eq!(seen, (0..slots).map(|slot| [round, slot]).collect::<Vec<_>>());
        }
    }
}

/// Threads that each map the memory separately.
fn run_threads(slots: usize, patience: Patience, program: impl Fn(Guest) + Sync) {
    let (_mapping, _descriptor, ticket) = Mapping::shared(Layout { slots, notices: 0 }.bytes()).unwrap();
    let program = &program;
    thread::scope(|scope| {
        for slot in 0..slots {
            scope.spawn(move || program(Guest::arrive(ticket, slot, slots, patience)));
        }
    });
}

#[test]
fn tables_are_never_stale() {
    for slots in [1, 2, 3, 7] {
        run_threads(slots, SLEEPERS, |mut guest| guest.meet_often(300, 50));
        run_threads(slots.min(2), SPINNERS, |mut guest| guest.meet_often(2000, u64::MAX));
    }
}

#[test]
fn tables_hold_all_their_words() {
    run_threads(2, SLEEPERS, |mut guest| {
        guest.round += 1;
        let words = [guest.slot as u64 + 1; TABLE_WORDS];
        guest.place.enter(&guest.node_ranks, guest.round, WORDS, &words, &|| GoOn::Yes).unwrap();
        for (table, number) in guest.place.tables(guest.round).zip(1..) {
            let mut words = [0; TABLE_WORDS];
            table.copy_words(&mut words);
            assert_eq!(words, [number; TABLE_WORDS]);
        }
        guest.enter(&[0, 0]).unwrap();
    });
}

/// The second rank arrives only after the first's `look_after` was called: without that call, both wait
/// forever.
#[test]
fn waiting_ranks_run_the_periodic_check() {
    let looked = AtomicBool::new(false);
    run_threads(2, SLEEPERS, |mut guest| {
        guest.round += 1;
        if guest.slot == 1 {
            while !looked.load(Ordering::SeqCst) {
                thread::yield_now();
            }
        }
        let look = || {
            looked.store(true, Ordering::SeqCst);
            GoOn::Yes
        };
        guest.place.enter(&guest.node_ranks, guest.round, WORDS, &[], &look).unwrap();
    });
}

#[test]
fn a_loss_declared_by_one_rank_reaches_all() {
    run_threads(3, SLEEPERS, |mut guest| {
        let error = if guest.slot == 2 {
            guest.place.mark_lost(None);
            guest.place.lost_error(WORDS)
        } else {
            guest.enter(&[0, 0]).unwrap_err()
        };
        assert_eq!(error.kind(), ErrorKind::PeerLost);
        assert!(error.to_string().contains("another machine"), "{error}");
        assert!(guest.place.is_lost());
    });
}

/// The second rank never arrives. The third has no reason to give up; the first one's is enough for both.
#[test]
fn when_one_rank_gives_up_none_waits() {
    run_threads(3, SLEEPERS, |mut guest| {
        guest.round += 1;
        if guest.slot == 1 {
            return;
        }
        let look = || if guest.slot == 0 { GoOn::No } else { GoOn::Yes };
        let error = guest.place.enter(&guest.node_ranks, guest.round, WORDS, &[], &look).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PeerLost);
        assert!(error.to_string().contains("shared by the ranks has failed"), "{error}");
        assert!(guest.place.is_lost());
    });
}

#[test]
fn processes_rendezvous() {
    for slots in [2, 3, 5] {
        for status in run_processes(slots, "enter") {
            assert!(status.success(), "{status}");
        }
    }
}

/// Slot 1 is killed. It stays a zombie, as the others are waited for first: a zombie must not count as alive.
#[test]
fn a_killed_process_is_an_error_for_the_others() {
    for slots in [2, 3] {
        let statuses = run_processes(slots, "lose");
        assert!(!statuses[1].success());
        for (slot, status) in statuses.iter().enumerate().filter(|(slot, _)| *slot != 1) {
            assert!(status.success(), "{slot}: {status}");
        }
    }
}

/// What the processes of the two tests above run; does nothing in a normal test run.
#[test]
fn rank_of_another_test() {
    let Ok(rank) = env::var(RANK) else { return };
    let (program, numbers) = rank.split_once(' ').unwrap();
    let numbers: Vec<u64> = numbers.split(' ').map(|number| number.parse().unwrap()).collect();
    let ticket = Ticket::from_words(numbers[2..].try_into().unwrap());
    let [slot, slots] = [numbers[0], numbers[1]].map(|number| number.try_into().unwrap());
    let mut guest = Guest::arrive(ticket, slot, slots, SLEEPERS);
    guest.meet_often(200, 50);
    if program == "enter" {
        return;
    }
    if slot == 1 {
        // SAFETY: ends this process, as intended.
        unsafe { libc::kill(libc::getpid(), libc::SIGKILL) };
    }
    let error = guest.enter(&[0, 0]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost);
    assert!(error.to_string().contains("the process of rank 11 has ended"), "{error}");
}

/// The exit status of each; process 1 is waited for last.
fn run_processes(slots: usize, program: &str) -> Vec<ExitStatus> {
    let (_mapping, _descriptor, ticket) = Mapping::shared(Layout { slots, notices: 0 }.bytes()).unwrap();
    let ticket = ticket.to_words().map(|word| word.to_string()).join(" ");
    let start = |slot: usize| {
        let mut command = Command::new(env::current_exe().unwrap());
        command.args(["--exact", "communicator::node::tests::rank_of_another_test"]);
        command.env(RANK, format!("{program} {slot} {slots} {ticket}"));
        command.stdout(process::Stdio::null()).spawn().unwrap()
    };
    let mut children: Vec<Child> = (0..slots).map(start).collect();
    let order = (0..slots).filter(|slot| *slot != 1).chain([1]);
    let mut statuses: Vec<(usize, ExitStatus)> =
        order.map(|slot| (slot, children[slot].wait().unwrap())).collect();
    statuses.sort_unstable_by_key(|(slot, _)| *slot);
    statuses.into_iter().map(|(_, status)| status).collect()
}

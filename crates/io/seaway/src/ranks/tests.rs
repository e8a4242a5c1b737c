// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of embedded ranks: agreement, messages, shared state, and every way in which a rank can be missing.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use seaway_device_api::{ErrorKind, Result};
use seaway_engine::{Communicator, Message};

use super::{Group, GroupError, Rank};

const SIZES: [usize; 4] = [1, 2, 3, 7];

#[test]
fn results_come_in_rank_order() {
    let borrowed = [10, 20, 30];
    let results = Group::run(3, |rank| (rank.rank(), rank.size(), borrowed[rank.rank()])).unwrap();
    assert_eq!(results, [(0, 3, 10), (1, 3, 20), (2, 3, 30)]);
}

#[test]
fn group_without_ranks_is_refused() {
    assert!(matches!(Group::run(0, |_| ()), Err(GroupError::NoRanks)));
}

#[test]
fn words_of_every_length_are_gathered() {
    for size in SIZES {
        run(size, |rank| {
            for length in [0, 1, 2, 15, 16, 40] {
                let mine: Vec<u64> = (0..length).map(|word| word * 100 + rank.rank() as u64).collect();
                let mut all = vec![u64::MAX; mine.len() * size];
                rank.communicator().all_gather_words(&mine, &mut all)?;
                let expected: Vec<u64> = (0..size as u64)
                    .flat_map(|rank| (0..length).map(move |word| word * 100 + rank))
                    .collect();
                assert_eq!(all, expected);
            }
            Ok(())
        });
    }
}

#[test]
fn bytes_of_different_lengths_are_gathered() {
    for size in SIZES {
        run(size, |rank| {
            let gathered = rank.communicator().all_gather(&vec![7; rank.rank()])?;
            assert_eq!(gathered, (0..size).map(|length| vec![7; length]).collect::<Vec<_>>());
            Ok(())
        });
    }
}

#[test]
fn exchanges_overlap_and_finish_in_any_order() {
    for size in SIZES {
        run(size, |rank| {
            let me = rank.rank();
            let start = |round: usize| {
                let text = |from: usize, to: usize| format!("{round}: {from} to {to}").into_bytes();
                let outgoing =
                    (0..size).map(|peer| Message { rank: peer, bytes: text(me, peer) }).collect::<Vec<_>>();
                let incoming: Vec<_> =
                    (0..size).rev().map(|peer| Message { rank: peer, bytes: text(peer, me) }).collect();
                let expected: Vec<_> =
                    incoming.iter().map(|message| (message.rank, message.bytes.len())).collect();
                Ok((rank.communicator().start_exchange(outgoing, &expected)?, incoming))
            };
            let exchanges: Vec<_> = (0..3).map(start).collect::<Result<_>>()?;
            for (exchange, incoming) in exchanges.into_iter().rev() {
                assert_eq!(exchange.finish()?, incoming);
            }
            Ok(())
        });
    }
}

#[test]
fn message_of_unexpected_length_is_an_error() {
    run(1, |rank| {
        let outgoing = vec![Message { rank: 0, bytes: vec![1, 2, 3] }];
        let error = rank.communicator().start_exchange(outgoing, &[(0, 4)])?.finish().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Internal);
        Ok(())
    });
}

#[test]
fn peer_out_of_range_is_an_error() {
    run(1, |rank| {
        assert!(rank.communicator().start_exchange(Vec::new(), &[(1, 4)]).is_err());
        let outgoing = vec![Message { rank: 9, bytes: Vec::new() }];
        assert!(rank.communicator().start_exchange(outgoing, &[]).is_err());
        Ok(())
    });
}

#[test]
fn duplicates_keep_their_traffic_apart() {
    run(3, |rank| {
        let me = rank.rank();
        let duplicate = rank.communicator().duplicate()?;
        let (next, previous) = ((me + 1) % 3, (me + 2) % 3);
        let send = |communicator: &Arc<dyn Communicator>, byte: u8| {
            let message = Message { rank: next, bytes: vec![byte] };
            let exchange = communicator.start_exchange(vec![message], &[(previous, 1)])?;
            Ok(exchange.finish()?[0].bytes[0])
        };
        // Ranks that are not in step on the two communicators still synchronise on each.
        assert_eq!(send(rank.communicator(), 1)?, 1);
        assert_eq!(send(&duplicate, 2)?, 2);
        duplicate.duplicate()?.barrier()
    });
}

#[test]
fn counter_gives_each_number_once() {
    for size in SIZES {
        let taken = Group::run(size, |rank| {
            let counter = rank.communicator().shared_counter().unwrap();
            (0..100).map(|_| counter.fetch_add(1).unwrap()).collect::<Vec<_>>()
        });
        let mut taken: Vec<u64> = taken.unwrap().concat();
        taken.sort_unstable();
        assert_eq!(taken, (0..size as u64 * 100).collect::<Vec<_>>());
    }
}

#[test]
fn shared_memory_starts_zeroed_and_is_seen_by_all() {
    run(3, |rank| {
        let memory = rank.communicator().shared_memory(3 * 8)?.unwrap();
        let number = u8::try_from(rank.rank()).unwrap();
        let mine = i64::from(number) * 8;
        assert_eq!(memory.source().slice(mine..mine + 8).unwrap(), [0; 8]);
        memory.target().slice(mine..mine + 8).unwrap().fill(number + 1);
        rank.barrier()?;
        let expected = [[1; 8], [2; 8], [3; 8]].concat();
        assert_eq!(memory.source().slice(0..24).unwrap(), expected);
        assert!(memory.source().slice(0..25).is_err());
        assert_eq!(rank.communicator().shared_memory(0)?.unwrap().source().range(), 0..0);
        Ok(())
    });
}

#[test]
fn impossible_shared_memory_fails_on_every_rank() {
    run(3, |rank| {
        let error = rank.communicator().shared_memory(1 << 60).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoMemory);
        rank.barrier()
    });
}

#[test]
fn shared_memory_can_be_switched_off() {
    let ran = Group::of(2).without_shared_memory().run(|rank| {
        assert!(rank.communicator().shared_memory(8).unwrap().is_none());
        assert!(rank.communicator().duplicate().unwrap().shared_memory(8).unwrap().is_none());
    });
    ran.unwrap();
}

#[test]
fn different_calls_are_noticed_on_every_rank() {
    run(3, |rank| {
        let communicator = rank.communicator();
        let met = if rank.rank() == 1 { communicator.all_gather(&[]).map(drop) } else { rank.barrier() };
        let error = met.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotSame);
        assert!(error.to_string().contains("rank 0 calls barrier while rank 1 calls all_gather"), "{error}");
        rank.barrier()
    });
}

#[test]
fn different_lengths_are_noticed() {
    run(2, |rank| {
        let mine = vec![0; 20 + rank.rank()];
        let error = rank.communicator().all_gather_words(&mine, &mut vec![0; mine.len() * 2]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotSame);
        let error = rank.communicator().all_gather_words(&[1], &mut [0; 3]).unwrap_err();
        assert!(error.to_string().contains("room for 3 words where 2"), "{error}");
        rank.barrier()
    });
}

#[test]
fn panic_reaches_waiting_ranks() {
    for size in [2, 3, 7] {
        for (name, wait) in WAITS {
            let outcome = Group::run(size, |rank| {
                assert_ne!(rank.rank(), 1, "the reactor is cold");
                let error = wait(&rank).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::PeerLost, "{name}");
                let message = error.to_string();
                assert!(message.contains("rank 1 has panicked"), "{name}: {message}");
                assert!(message.contains("the reactor is cold"), "{name}: {message}");
                // No later call may hang either.
                assert!(wait(&rank).is_err());
            });
            let Err(GroupError::Panicked { rank, message }) = outcome else { panic!("{name}: {outcome:?}") };
            assert_eq!(rank, 1, "{name}: {message}");
            assert!(message.contains("the reactor is cold"), "{name}: {message}");
        }
    }
}

#[test]
fn early_return_reaches_waiting_ranks() {
    for size in [2, 3, 7] {
        for (name, wait) in WAITS {
            run(size, |rank| {
                if rank.rank() == 1 {
                    return Ok(());
                }
                let error = wait(&rank).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::PeerLost, "{name}");
                assert!(error.to_string().contains("rank 1 has returned while rank"), "{name}: {error}");
                assert!(wait(&rank).is_err());
                Ok(())
            });
        }
    }
}

/// Rank 1 is alive, but enters only after the others have given up.
#[test]
fn ranks_that_may_give_up_do_not_wait_forever() {
    for size in [2, 3, 7] {
        for (name, wait) in WAITS {
            let waiting = AtomicUsize::new(size - 1);
            run(size, |rank| {
                // One rank's condition is enough for all.
                let is_broken = rank.rank() == 0;
                rank.communicator().give_up_when(Arc::new(move || is_broken));
                if rank.rank() == 1 {
                    while waiting.load(Ordering::SeqCst) > 0 {
                        thread::yield_now();
                    }
                } else {
                    let error = wait(&rank).unwrap_err();
                    assert_eq!(error.kind(), ErrorKind::PeerLost, "{name}");
                    assert!(error.to_string().contains("stopped waiting"), "{name}: {error}");
                    // No later call may hang either.
                    assert!(wait(&rank).is_err(), "{name}");
                    waiting.fetch_sub(1, Ordering::SeqCst);
                }
                Ok(())
            });
        }
    }
}

#[test]
fn ranks_that_may_give_up_do_not_if_all_arrive() {
    run(3, |rank| {
        rank.communicator().give_up_when(Arc::new(|| false));
        for (_, wait) in &WAITS[..5] {
            wait(&rank)?;
        }
        Ok(())
    });
}

#[test]
fn waiting_ranks_are_named() {
    run(2, |rank| {
        if rank.rank() == 0 {
            return Ok(());
        }
        let message = rank.barrier().unwrap_err().to_string();
        assert!(message.ends_with("rank 0 has returned while rank 1 waits in barrier"), "{message}");
        Ok(())
    });
}

#[test]
fn last_messages_of_a_departed_rank_are_delivered() {
    run(2, |rank| {
        if rank.rank() == 1 {
            let outgoing = vec![Message { rank: 0, bytes: vec![42] }];
            return rank.communicator().start_exchange(outgoing, &[]).map(drop);
        }
        thread::sleep(Duration::from_millis(20));
        let received = rank.communicator().start_exchange(Vec::new(), &[(1, 1)])?.finish()?;
        assert_eq!(received[0].bytes, [42]);
        Ok(())
    });
}

#[test]
fn a_completed_rendezvous_counts_even_if_a_rank_then_departs() {
    for _ in 0..200 {
        run(3, |rank| rank.barrier());
    }
}

/// Ranks that are late in turn, and every kind of call mixed: reading a stale slot fails the test.
#[test]
fn calls_stay_in_step_under_random_delays() {
    let seed = 0x5eed;
    println!("seed {seed}");
    for size in SIZES {
        run(size, |rank| {
            let mut plan = fastrand::Rng::with_seed(seed);
            let mut delays = fastrand::Rng::with_seed(seed ^ (rank.rank() as u64 + 1));
            for round in 0..400 {
                random_delay(&mut delays);
                random_call(&rank, round, plan.u8(..))?;
            }
            Ok(())
        });
    }
}

fn random_call(rank: &Rank, round: u64, choice: u8) -> Result<()> {
    let (communicator, me, size) = (rank.communicator(), rank.rank() as u64, rank.size());
    match choice % 8 {
        0 => rank.barrier(),
        1 => {
            let gathered = communicator.all_gather(&(round * 10 + me).to_le_bytes())?;
            let expected: Vec<_> =
                (0..size as u64).map(|peer| (round * 10 + peer).to_le_bytes().to_vec()).collect();
            assert_eq!(gathered, expected);
            Ok(())
        }
        2 => {
            let counter = communicator.shared_counter()?;
            counter.fetch_add(me)?;
            rank.barrier()?;
            assert_eq!(counter.load()?, (0..size as u64).sum::<u64>());
            Ok(())
        }
        3 => ring_exchange(rank, round),
        _ => {
            let mut all = vec![0; size * 2];
            communicator.all_gather_words(&[round, me], &mut all)?;
            assert_eq!(all, (0..size as u64).flat_map(|peer| [round, peer]).collect::<Vec<_>>());
            Ok(())
        }
    }
}

fn ring_exchange(rank: &Rank, round: u64) -> Result<()> {
    let (me, size) = (rank.rank(), rank.size());
    let outgoing = vec![Message { rank: (me + 1) % size, bytes: round.to_le_bytes().to_vec() }];
    let exchange = rank.communicator().start_exchange(outgoing, &[((me + size - 1) % size, 8)])?;
    assert_eq!(exchange.finish()?[0].bytes, round.to_le_bytes());
    Ok(())
}

fn random_delay(random: &mut fastrand::Rng) {
    match random.u8(..) {
        0..4 => thread::sleep(Duration::from_micros(random.u64(..300))),
        4..40 => thread::yield_now(),
        _ => (),
    }
}

type Wait = (&'static str, fn(&Rank) -> Result<()>);

/// Every call in which a rank can wait for rank 1.
const WAITS: [Wait; 6] = [
    ("barrier", |rank| rank.barrier()),
    ("words", |rank| rank.communicator().all_gather_words(&[1], &mut vec![0; rank.size()])),
    ("bytes", |rank| rank.communicator().all_gather(&[1]).map(drop)),
    ("duplicate", |rank| rank.communicator().duplicate().map(drop)),
    ("memory", |rank| rank.communicator().shared_memory(8).map(drop)),
    ("exchange", |rank| rank.communicator().start_exchange(Vec::new(), &[(1, 1)])?.finish().map(drop)),
];

fn run(size: usize, program: impl Fn(Rank) -> Result<()> + Sync) {
    for outcome in Group::run(size, program).unwrap() {
        outcome.unwrap();
    }
}

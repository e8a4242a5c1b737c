// SPDX-License-Identifier: MIT OR Apache-2.0
//! Every call of a communicator, with results that differ from rank to rank.

use seaway_device_api::ErrorKind;
use seaway_engine::{Communicator, Message};

pub(super) fn run(communicator: &dyn Communicator) {
    words(communicator);
    bytes(communicator);
    counters(communicator);
    exchanges(communicator);
    memory(communicator);
    mistakes(communicator);
    rounds(communicator);
}

fn words(communicator: &dyn Communicator) {
    let (me, size) = (communicator.rank() as u64, communicator.size());
    for length in [0, 1, 2, 29, 30, 31, 200] {
        let mine: Vec<u64> = (0..length).map(|word| word * 100 + me).collect();
        let mut all = vec![u64::MAX; mine.len() * size];
        communicator.all_gather_words(&mine, &mut all).unwrap();
        let of_rank = |rank: u64| (0..length).map(move |word| word * 100 + rank);
        assert_eq!(all, (0..size as u64).flat_map(of_rank).collect::<Vec<_>>());
    }
}

/// Short ones go by tables, long ones through memory or by messages; some ranks have none.
fn bytes(communicator: &dyn Communicator) {
    for unit in [0, 1, 7, 1000, 100_000] {
        let of_rank = |rank: usize| vec![u8::try_from(rank + 1).unwrap(); rank * unit];
        let gathered = communicator.all_gather(&of_rank(communicator.rank())).unwrap();
        assert_eq!(gathered, (0..communicator.size()).map(of_rank).collect::<Vec<_>>());
    }
}

fn counters(communicator: &dyn Communicator) {
    let size = communicator.size() as u64;
    let counters = [(); 3].map(|()| communicator.shared_counter().unwrap());
    for (counter, amount) in counters.iter().zip(1..) {
        for _ in 0..20 {
            counter.fetch_add(amount).unwrap();
        }
    }
    communicator.barrier().unwrap();
    for (counter, amount) in counters.iter().zip(1..) {
        assert_eq!(counter.load().unwrap(), 20 * amount * size);
    }
    communicator.barrier().unwrap();
    if communicator.rank() == communicator.size() - 1 {
        counters[0].store(5).unwrap();
    }
    communicator.barrier().unwrap();
    assert_eq!(counters[0].load().unwrap(), 5);
    // Every addition returns a unique number.
    communicator.barrier().unwrap();
    let mut all = vec![0; communicator.size()];
    communicator.all_gather_words(&[counters[0].fetch_add(1).unwrap()], &mut all).unwrap();
    all.sort_unstable();
    assert_eq!(all, (5..5 + size).collect::<Vec<_>>());
}

/// On three communicators at once, finished in another order than started.
fn exchanges(communicator: &dyn Communicator) {
    let (me, size) = (communicator.rank(), communicator.size());
    let first = communicator.duplicate().unwrap();
    let second = first.duplicate().unwrap();
    let communicators = [communicator, &*first, &*second];
    let text = |round: usize, from: usize, to: usize| {
        vec![u8::try_from(round * 16 + from * 4 + to).unwrap(); 3 * to + 40_000 * from]
    };
    let mut under_way = Vec::new();
    for round in 0..6 {
        let message = |rank, bytes| Message { rank, bytes };
        let outgoing = (0..size).map(|peer| message(peer, text(round, me, peer))).collect();
        let incoming: Vec<_> = (0..size).rev().map(|peer| message(peer, text(round, peer, me))).collect();
        let expected: Vec<_> = incoming.iter().map(|message| (message.rank, message.bytes.len())).collect();
        let exchange = communicators[round % 3].start_exchange(outgoing, &expected).unwrap();
        under_way.push((exchange, incoming));
    }
    for (exchange, incoming) in under_way.into_iter().rev() {
        assert!(exchange.finish().unwrap() == incoming);
    }
    assert!(communicator.start_exchange(Vec::new(), &[(size, 1)]).is_err());
}

fn memory(communicator: &dyn Communicator) {
    let (me, size) = (communicator.rank(), communicator.size());
    let Some(memory) = communicator.shared_memory(size * 5000).unwrap() else {
        assert!(communicator.shared_memory(0).unwrap().is_none());
        return;
    };
    let part = |rank: usize| {
        let start = i64::try_from(rank * 5000).unwrap();
        start..start + 5000
    };
    assert!(memory.source().slice(part(me)).unwrap().iter().all(|&byte| byte == 0));
    memory.target().slice(part(me)).unwrap().fill(u8::try_from(me + 1).unwrap());
    communicator.barrier().unwrap();
    for rank in 0..size {
        let number = u8::try_from(rank + 1).unwrap();
        assert!(memory.source().slice(part(rank)).unwrap().iter().all(|&byte| byte == number));
    }
    assert_eq!(communicator.shared_memory(0).unwrap().unwrap().source().range(), 0..0);
    // More than any machine has: rejected on all ranks, with nothing allocated.
    assert!(communicator.shared_memory(1 << 60).is_err());
}

fn mistakes(communicator: &dyn Communicator) {
    assert!(communicator.all_gather_words(&[1], &mut vec![0; communicator.size() + 1]).is_err());
    if communicator.size() == 1 {
        return;
    }
    let met = if communicator.rank() == 1 {
        communicator.all_gather(&[]).map(drop)
    } else {
        communicator.barrier()
    };
    let error = met.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotSame);
    assert!(error.to_string().contains("rank 0 calls barrier while rank 1 calls all_gather"), "{error}");
    // All ranks are still in step.
    communicator.barrier().unwrap();
}

/// Many small rounds: reading data of another round fails.
fn rounds(communicator: &dyn Communicator) {
    let size = communicator.size() as u64;
    for round in 0..200 {
        let mut all = vec![0; communicator.size() * 2];
        communicator.all_gather_words(&[round, communicator.rank() as u64], &mut all).unwrap();
        assert_eq!(all, (0..size).flat_map(|rank| [round, rank]).collect::<Vec<_>>());
    }
}

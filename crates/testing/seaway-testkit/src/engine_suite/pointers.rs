// SPDX-License-Identifier: MIT OR Apache-2.0
//! Individual and shared file pointers.

use seaway_engine::{AccessMode, Whence};

use super::TestRank;
use super::test_rank::signed;

pub(super) fn ordered_writes_stand_in_rank_order(test_rank: &TestRank) {
    let file = test_rank.create();
    // Ranks write different lengths, and rank 1 nothing.
    let lengths: Vec<usize> =
        (0..test_rank.size()).map(|rank| if rank == 1 { 0 } else { rank + 1 }).collect();
    for _ in 0..2 {
        let _ = file.write_ordered(&vec![test_rank.mark(); lengths[test_rank.rank()]]).unwrap();
    }
    let total: usize = lengths.iter().sum();
    assert_eq!(file.position_shared().unwrap(), 2 * total as u64);
    file.close().unwrap();
    let once: Vec<u8> =
        (0..test_rank.size()).flat_map(|rank| vec![u8::try_from(rank + 1).unwrap(); lengths[rank]]).collect();
    assert_eq!(test_rank.content(), once.repeat(2));
    test_rank.delete();
}

pub(super) fn shared_pointer_gives_everybody_a_place(test_rank: &TestRank) {
    const WRITES: usize = 40;
    let file = test_rank.create();
    for _ in 0..WRITES {
        assert_eq!(file.write_shared(&[test_rank.mark(); 3]).unwrap().bytes, 3);
    }
    file.close().unwrap();
    let content = test_rank.content();
    assert_eq!(content.len(), 3 * WRITES * test_rank.size());
    // In any order: each rank wrote its records whole, and none is lost.
    assert!(content.chunks(3).all(|record| record.iter().all(|&byte| byte == record[0])));
    for rank in 0..test_rank.size() {
        let mark = u8::try_from(rank + 1).unwrap();
        assert_eq!(content.iter().filter(|&&byte| byte == mark).count(), 3 * WRITES, "rank {rank}");
    }
    test_rank.delete();
}

pub(super) fn individual_pointers_are_individual(test_rank: &TestRank) {
    let file = test_rank.create();
    let start = signed(test_rank.rank() * 10);
    file.seek(start, Whence::Set).unwrap();
    let _ = file.write(&[test_rank.mark(); 4]).unwrap();
    file.seek(2, Whence::Current).unwrap();
    let _ = file.write(&[test_rank.mark(); 4]).unwrap();
    assert_eq!(file.position().unwrap(), (test_rank.rank() * 10 + 10) as u64);
    file.sync().unwrap();
    test_rank.barrier();
    file.seek(-10, Whence::End).unwrap();
    let mut last = [9; 20];
    assert_eq!(file.read(&mut last).unwrap().bytes, 10);
    let mark = u8::try_from(test_rank.size()).unwrap();
    assert_eq!(last[..10], [mark, mark, mark, mark, 0, 0, mark, mark, mark, mark]);
    // Past the end by the requested amount, as MPI's formula says.
    assert_eq!(file.position().unwrap(), (test_rank.size() * 10 + 10) as u64);
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn append_starts_at_the_end(test_rank: &TestRank) {
    let file = test_rank.create();
    let _ = file.write_ordered(&[1_u8, 2]).unwrap();
    file.close().unwrap();
    let end = 2 * test_rank.size() as u64;
    let file = test_rank.open(AccessMode::READ_WRITE | AccessMode::APPEND).unwrap();
    assert_eq!(file.position().unwrap(), end);
    assert_eq!(file.position_shared().unwrap(), end);
    let _ = file.write_ordered(&[3_u8]).unwrap();
    file.close().unwrap();
    let expected = [[1, 2].repeat(test_rank.size()), vec![3; test_rank.size()]].concat();
    assert_eq!(test_rank.content(), expected);
    test_rank.delete();
}

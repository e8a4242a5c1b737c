// SPDX-License-Identifier: MIT OR Apache-2.0
//! Collective calls: the same outcome as with independent calls of every rank.

use fastrand::Rng;
use seaway_datatype::Datatype;
use seaway_device_api::Hints;
use seaway_engine::{AccessMode, File};

use super::TestRank;
use super::test_rank::signed;
use super::views::see_every_nth_block;

/// Bytes per rank: several rounds of every buffer size that hints may set.
const SHARE: usize = 6000;

pub(super) fn collective_writes_equal_independent_ones(test_rank: &TestRank) {
    for block in [1, 7, 64, 1000] {
        let mine = random_bytes(test_rank, block, SHARE);
        let write = |together: bool| {
            let file = test_rank.create();
            see_every_nth_block(&file, test_rank, block);
            let written = if together { file.write_at_all(0, &mine) } else { file.write_at(0, &mine) };
            assert_eq!(written.unwrap().bytes, SHARE as u64);
            file.close().unwrap();
            let content = test_rank.content();
            test_rank.delete();
            content
        };
        assert!(write(true) == write(false), "blocks of {block} bytes");
    }
}

pub(super) fn collective_reads_equal_independent_ones(test_rank: &TestRank) {
    let file = test_rank.create();
    let content = random_bytes(test_rank, 0, SHARE);
    // All ranks write the same bytes of the same stream: rank 0's.
    if test_rank.rank() == 0 {
        let _ = file.write_at(0, &content).unwrap();
    }
    file.sync().unwrap();
    test_rank.barrier();
    for block in [1, 7, 64, 1000] {
        see_every_nth_block(&file, test_rank, block);
        // A quarter more than there is, so that some ranks reach the end of the file.
        let length = SHARE / test_rank.size() * 5 / 4;
        let (mut together, mut alone) = (vec![0; length], vec![0; length]);
        let both = [file.read_at_all(0, &mut together).unwrap(), file.read_at(0, &mut alone).unwrap()];
        assert_eq!(both[0], both[1], "blocks of {block} bytes");
        assert!(together == alone, "blocks of {block} bytes");
    }
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn ranks_with_nothing_to_do_take_part(test_rank: &TestRank) {
    let file = test_rank.create();
    see_every_nth_block(&file, test_rank, 10);
    let mine = random_bytes(test_rank, 1, if test_rank.rank().is_multiple_of(2) { 200 } else { 0 });
    assert_eq!(file.write_all(&mine).unwrap().bytes, mine.len() as u64);
    file.sync().unwrap();
    let mut back = vec![0; mine.len()];
    assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, mine.len() as u64);
    assert_eq!(back, mine);
    // No rank has any data: still a collective call.
    assert_eq!(file.write_all(&[0_u8; 0]).unwrap().bytes, 0);
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn short_reads_are_each_ranks_own(test_rank: &TestRank) {
    let file = test_rank.create();
    file.set_size(100).unwrap();
    let mut bytes = [7_u8; 60];
    let got = file.read_at_all(signed(test_rank.rank() * 60), &mut bytes).unwrap().bytes;
    let expected = 100_usize.saturating_sub(test_rank.rank() * 60).min(60);
    assert_eq!(got, expected as u64);
    assert!(bytes[..expected].iter().all(|&byte| byte == 0));
    assert!(bytes[expected..].iter().all(|&byte| byte == 7), "bytes past the end stay as they were");
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn nonblocking_collectives_complete(test_rank: &TestRank) {
    let file = test_rank.create();
    see_every_nth_block(&file, test_rank, 16);
    let mine = random_bytes(test_rank, 2, 160);
    let (first, second) = mine.split_at(80);
    let requests = [file.iwrite_all(first), file.iwrite_all(second)];
    for request in requests {
        assert_eq!(request.wait().unwrap().bytes, 80);
    }
    file.sync().unwrap();
    let mut back = vec![0; 160];
    assert_eq!(file.iread_at_all(0, &mut back).wait().unwrap().bytes, 160);
    assert_eq!(back, mine);
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn split_collectives_complete(test_rank: &TestRank) {
    let file = test_rank.create();
    see_every_nth_block(&file, test_rank, 16);
    let mine = random_bytes(test_rank, 3, 160);
    file.write_all_begin(&mine).unwrap();
    assert_eq!(file.write_all_end().unwrap().bytes, 160);
    file.sync().unwrap();
    let mut back = vec![0; 160];
    file.read_at_all_begin(0, &mut back).unwrap();
    assert_eq!(file.read_at_all_end().unwrap().bytes, 160);
    assert_eq!(back, mine);
    file.close().unwrap();
    check_ordered_split(test_rank, &test_rank.open(AccessMode::READ_WRITE).unwrap());
    test_rank.delete();
}

fn check_ordered_split(test_rank: &TestRank, file: &File) {
    let bytes = Datatype::bytes();
    file.set_view(0, &bytes, &bytes, "native", &Hints::new()).unwrap();
    file.write_ordered_begin(&[test_rank.mark(); 2]).unwrap();
    assert_eq!(file.write_ordered_end().unwrap().bytes, 2);
    file.sync().unwrap();
    file.seek_shared(0, seaway_engine::Whence::Set).unwrap();
    let mut back = [0; 2];
    file.read_ordered_begin(&mut back).unwrap();
    assert_eq!(file.read_ordered_end().unwrap().bytes, 2);
    assert_eq!(back, [test_rank.mark(); 2]);
}

/// Reproducible, and different on every rank.
fn random_bytes(test_rank: &TestRank, seed: usize, length: usize) -> Vec<u8> {
    let mut random = Rng::with_seed((seed * 100 + test_rank.rank()) as u64);
    (0..length).map(|_| random.u8(1..)).collect()
}

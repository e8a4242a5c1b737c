// SPDX-License-Identifier: MIT OR Apache-2.0
//! When one rank sees another's writes.

use seaway_datatype::Datatype;
use seaway_device_api::{ErrorKind, Hints};

use super::TestRank;
use super::test_rank::signed;

pub(super) fn synced_writes_are_seen_by_all(test_rank: &TestRank) {
    let file = test_rank.create();
    for round in 0..3_u8 {
        let _ = file.write_at(signed(test_rank.rank()), &[test_rank.mark() * 10 + round]).unwrap();
        // MPI-5.0 "File Consistency": sync, barrier, sync.
        file.sync().unwrap();
        test_rank.barrier();
        file.sync().unwrap();
        let neighbour = (test_rank.rank() + 1) % test_rank.size();
        let mut byte = [0];
        let _ = file.read_at(signed(neighbour), &mut byte).unwrap();
        assert_eq!(byte[0], u8::try_from(neighbour + 1).unwrap() * 10 + round);
        test_rank.barrier();
    }
    file.close().unwrap();
    test_rank.delete();
}

/// All ranks write the same strided bytes at the same time: a reader sees the bytes of exactly one rank.
pub(super) fn atomic_writes_are_seen_whole(test_rank: &TestRank) {
    let file = test_rank.create();
    match file.set_atomicity(true) {
        Ok(()) => assert!(file.atomicity()),
        // A device without locks reports that, with a remedy.
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::Unsupported);
            file.close().unwrap();
            test_rank.delete();
            return;
        }
    }
    let bytes = Datatype::bytes();
    let strided = Datatype::vector(20, 3, 5, &bytes).unwrap();
    strided.commit();
    file.set_view(0, &bytes, &strided, "native", &Hints::new()).unwrap();
    for _ in 0..20 {
        let _ = file.write_at(0, &[test_rank.mark(); 60]).unwrap();
        let mut seen = [0_u8; 60];
        assert_eq!(file.read_at(0, &mut seen).unwrap().bytes, 60);
        assert!(seen.iter().all(|&byte| byte == seen[0]), "a mixture of two ranks: {seen:?}");
    }
    file.close().unwrap();
    test_rank.delete();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening, sizes, modes, closing and deleting, consistently on all ranks.

use seaway_device_api::{ErrorKind, OpenFlags, OpenOptions};
use seaway_engine::AccessMode;

use super::TestRank;
use super::test_rank::signed;

pub(super) fn new_size_is_seen_by_all(test_rank: &TestRank) {
    let file = test_rank.create();
    for size in [1000, 10, 0, 77] {
        file.set_size(size).unwrap();
        assert_eq!(file.size().unwrap(), size.unsigned_abs());
        test_rank.barrier();
    }
    let _ = file.write_at(signed(100 + test_rank.rank()), &[1_u8]).unwrap();
    file.sync().unwrap();
    test_rank.barrier();
    assert_eq!(file.size().unwrap(), 100 + test_rank.size() as u64);
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn existing_file_is_refused_by_all(test_rank: &TestRank) {
    test_rank.create().close().unwrap();
    let mode = AccessMode::CREATE | AccessMode::EXCLUSIVE | AccessMode::WRITE_ONLY;
    let error = test_rank.open(mode).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileExists);
    assert!(error.to_string().contains(test_rank.name.path().as_str()), "{error}");
    test_rank.delete();
}

pub(super) fn delete_on_close_deletes(test_rank: &TestRank) {
    let mode = AccessMode::CREATE | AccessMode::READ_WRITE | AccessMode::DELETE_ON_CLOSE;
    let file = test_rank.open(mode).unwrap();
    let _ = file.write_ordered(&[1_u8]).unwrap();
    file.close().unwrap();
    test_rank.barrier();
    let options = OpenOptions { flags: OpenFlags::READ, hints: test_rank.hints.clone(), ranks: 1 };
    let error = test_rank.device.open(test_rank.name.path(), &options).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
}

pub(super) fn missing_file_is_missing_on_all(test_rank: &TestRank) {
    for mode in [AccessMode::READ_ONLY, AccessMode::READ_WRITE, AccessMode::WRITE_ONLY] {
        assert_eq!(test_rank.open(mode).unwrap_err().kind(), ErrorKind::NoSuchFile);
    }
}

pub(super) fn read_only_files_stay_as_they_are(test_rank: &TestRank) {
    let file = test_rank.create();
    file.set_size(5).unwrap();
    file.close().unwrap();
    let file = test_rank.open(AccessMode::READ_ONLY).unwrap();
    let refusals = [
        file.write_at(0, &[1_u8]).unwrap_err(),
        file.write_at_all(0, &[1_u8]).unwrap_err(),
        file.write_shared(&[1_u8]).unwrap_err(),
        file.write_ordered(&[1_u8]).unwrap_err(),
        file.iwrite(&[1_u8]).wait().unwrap_err(),
        file.set_size(0).unwrap_err(),
        file.preallocate(9).unwrap_err(),
    ];
    for error in refusals {
        assert_eq!(error.kind(), ErrorKind::ReadOnly, "{error}");
        assert!(error.to_string().contains("READ_ONLY"), "{error}");
    }
    assert_eq!(file.size().unwrap(), 5);
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn preallocated_space_counts_as_size(test_rank: &TestRank) {
    let file = test_rank.create();
    file.preallocate(5000).unwrap();
    assert_eq!(file.size().unwrap(), 5000);
    file.preallocate(10).unwrap();
    assert_eq!(file.size().unwrap(), 5000);
    file.close().unwrap();
    test_rank.delete();
}

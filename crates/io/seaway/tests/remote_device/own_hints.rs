// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hints may differ between ranks, and so may write-behind: collective calls work nevertheless.

use seaway::{AccessMode, File, Group, Hints};

use super::daemon_here::Daemon;

#[test]
fn collective_calls_work_whether_or_not_each_rank_buffers_writes() {
    let daemon = Daemon::start();
    let name = daemon.name("own-hints");
    for direct in 0..2 {
        let ran = Group::of(2).run(|rank| {
            let me = rank.rank();
            let hints =
                if me == direct { "seaway_write_behind=disable;seaway_read_ahead=disable" } else { "" };
            let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
            let file = File::open(&rank, &name, mode, &Hints::parse(hints)).unwrap();
            for round in 0..3_u8 {
                let _ = file.write_at_all(i64::from(me == 1), &[round * 2 + u8::from(me == 1)]).unwrap();
                let mut both = [0_u8; 2];
                let _ = file.read_at_all(0, &mut both).unwrap();
                assert_eq!(both, [round * 2, round * 2 + 1]);
                rank.barrier().unwrap();
            }
            file.close().unwrap();
        });
        assert!(ran.is_ok(), "rank {direct} holds nothing back: {ran:?}");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A man in the middle owns the port that a program connects to, and forwards the handshake to the real
//! daemon.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use seaway::{AccessMode, File, Group, Hints};
use seaway_testkit::middle::{Going, Middle};

use super::daemon_here::Daemon;

const CREATE: AccessMode = AccessMode::CREATE.union(AccessMode::READ_WRITE);
const BYTES: usize = 600_000;

/// It changes a byte of every tenth record of each direction, of some connections: the connections are cut,
/// the program reconnects, and the file is unaffected.
#[test]
fn changed_records_cut_the_line_and_the_program_connects_again() {
    let daemon = Daemon::start();
    let changed = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&changed);
    let middle = Middle::start(daemon.address, move |mut passing| {
        let is_hit = match passing.going {
            Going::ToServer => passing.number == 4 && passing.connection % 2 == 0,
            Going::ToClient => passing.number == 5 && passing.connection % 2 == 1,
        };
        if is_hit && passing.connection < 5 {
            count.fetch_add(1, Ordering::Relaxed);
            let middle = passing.record.len() / 2;
            passing.record[middle] ^= 0x10;
        }
        vec![passing.record]
    });
    let name = daemon.name_at(middle.address, "array");
    let bytes: Vec<u8> = (0..BYTES).map(|place| (place * 7 + place / 251).to_le_bytes()[0]).collect();
    let ran = Group::of(1).run(|rank| {
        let hints = Hints::new().with("seaway_timeout", "60");
        let file = File::open(&rank, &name, CREATE, &hints).unwrap();
        for (number, part) in bytes.chunks(BYTES / 8).enumerate() {
            let _ = file.write_at(i64::try_from(number * (BYTES / 8)).unwrap(), part).unwrap();
            file.sync().unwrap();
        }
        let mut back = vec![0; BYTES];
        assert_eq!(file.read_at(0, &mut back).unwrap().bytes, BYTES as u64);
        assert!(back == bytes);
        file.close().unwrap();
    });
    ran.unwrap();
    assert!(changed.load(Ordering::Relaxed) > 0, "nothing was changed");
    assert!(fs::read(daemon.folder().join("array")).unwrap() == bytes);
    assert!(!middle.has_seen(&bytes[1000..1032]), "nothing goes by in clear");
}

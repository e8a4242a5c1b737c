// SPDX-License-Identifier: MIT OR Apache-2.0
//! A packed trace contains the same as the original, in a fraction of the bytes.

mod programs;

use seaway_trace::{Record, Trace, pack};

fn everything(trace: &Trace) -> Vec<(String, Vec<Record>)> {
    let all = trace.processes().iter().map(|process| {
        let about = format!(
            "{} {} {:?} {} {:?} {} {:?}",
            process.id,
            process.host,
            process.rank,
            process.program,
            process.arguments,
            process.began,
            process.counters
        );
        (about, process.records().expect("it was there").collect())
    });
    all.collect()
}

fn file_names(trace: &Trace) -> Vec<Box<[u8]>> {
    trace.file_names().to_vec()
}

#[test]
fn a_packed_trace_is_equivalent() {
    let folder = tempfile::tempdir().unwrap();
    for rank in 0..3 {
        programs::mixture(folder.path(), rank, 20_000);
    }
    let target = folder.path().join("all.seapack");
    let mut notes = vec![];
    let packed = pack(&[folder.path()], &target, &mut notes).unwrap();
    assert_eq!((packed.processes, notes.len()), (3, 0));
    let before = Trace::open(folder.path()).unwrap();
    let after = Trace::open(&target).unwrap();
    assert_eq!(everything(&before), everything(&after));
    assert_eq!(file_names(&before), file_names(&after));
    assert_eq!(before.began_real_nanoseconds(), after.began_real_nanoseconds());
    assert!(after.notes().is_empty());
}

#[test]
fn packing_leaves_a_third_at_most() {
    let folder = tempfile::tempdir().unwrap();
    programs::mixture(folder.path(), 0, 100_000);
    let target = folder.path().join("all.seapack");
    let packed = pack(&[folder.path()], &target, &mut vec![]).unwrap();
    assert!(packed.to_bytes * 3 <= packed.event_bytes, "{packed:?}");
}

#[test]
fn a_packed_trace_can_be_packed_again() {
    let folder = tempfile::tempdir().unwrap();
    programs::mixture(folder.path(), 0, 5_000);
    let (once, twice) = (folder.path().join("once.seapack"), folder.path().join("twice.seapack"));
    pack(&[folder.path()], &once, &mut vec![]).unwrap();
    pack(&[&once], &twice, &mut vec![]).unwrap();
    assert_eq!(everything(&Trace::open(&once).unwrap()), everything(&Trace::open(&twice).unwrap()));
}

#[test]
fn damage_affects_only_what_was_damaged_and_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    programs::mixture(folder.path(), 0, 50_000);
    let target = folder.path().join("all.seapack");
    pack(&[folder.path()], &target, &mut vec![]).unwrap();
    let mut bytes = std::fs::read(&target).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0x40;
    let trace = Trace::from_bytes(vec![("all.seapack".into(), bytes)]).unwrap();
    let mut records = trace.processes()[0].records().unwrap();
    let count = records.by_ref().count();
    assert!(count > 40_000 && count < 50_000, "{count}");
    assert!(records.failure().unwrap().to_string().contains("damaged"));
}

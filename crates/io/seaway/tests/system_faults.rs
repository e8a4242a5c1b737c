// SPDX-License-Identifier: MIT OR Apache-2.0
//! System calls that fail, each one of a scenario in turn: the engine on a file system, and the daemon's
//! store behind `remote:`. `seaway_testkit::fail_every_call` defines what must hold.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use seaway::{AccessMode, Datatype, File, Group, Hints, Rank, Result};
use seaway_daemon::{Activity, Door, Exports, Service, Store};
use seaway_devices::Secret;
use seaway_testkit::fail_every_call;

const RANKS: usize = 2;
const BLOCK: usize = 40;
const BLOCKS: usize = 30;
/// In front of the blocks, written in one piece.
const HEADER: usize = 20_000;
const WHOLE: usize = HEADER + RANKS * BLOCK * BLOCKS;

#[test]
fn engine_on_a_file_system() {
    fail_every_call(
        "engine_on_a_file_system",
        30,
        |folder| write_and_sync(folder.join("file").to_str().unwrap(), "seaway_mapping=enable"),
        |folder| check(&folder.join("file")),
    );
}

#[test]
fn engine_on_a_file_system_without_mapping() {
    fail_every_call(
        "engine_on_a_file_system_without_mapping",
        100,
        |folder| write_and_sync(folder.join("file").to_str().unwrap(), "seaway_mapping=disable"),
        |folder| check(&folder.join("file")),
    );
}

#[test]
fn store_of_a_daemon() {
    fail_every_call(
        "store_of_a_daemon",
        40,
        |folder| {
            let exports = Exports::new(&[folder.to_path_buf()], false)?;
            let services: Vec<Arc<dyn Service>> =
                vec![Arc::new(Store::new(exports, Arc::<Activity>::default()))];
            let listener = TcpListener::bind("127.0.0.1:0").unwrap();
            let address = listener.local_addr().unwrap();
            let door = Door::new(listener, Secret::load().unwrap(), None, services);
            door.open().unwrap();
            let outcome = write_and_sync(&format!("remote://{address}{}/file", folder.display()), "");
            door.close(Duration::ZERO);
            outcome
        },
        |folder| check(&folder.join("file")),
    );
}

/// A writer that is far ahead of its reader keeps what does not fit into its window in a spill file. Returns
/// the error of the writer, or of the reader if the writer has none.
#[test]
fn spill_file_of_a_stream() {
    fail_every_call("spill_file_of_a_stream", 20, |_| spill_and_read(), |_| ());
}

fn spill_and_read() -> Result<()> {
    const STEP: usize = 1 << 20;
    const STEPS: usize = 3;
    let name = format!("mxn:system-faults-{}", std::process::id());
    let hints = Hints::parse("seaway_mxn_window=1048576;seaway_mxn_late=keep;seaway_timeout=20");
    let (tell, told) = std::sync::mpsc::channel();
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let written = Group::run(1, |rank| {
                let mode = AccessMode::CREATE | AccessMode::WRITE_ONLY;
                let file = File::open(&rank, &name, mode, &hints)?;
                for step in 0..STEPS {
                    let _ = file.write_ordered(&bytes_at(step * STEP, STEP))?;
                }
                tell.send(()).unwrap();
                file.close()
            });
            drop(tell);
            written.unwrap().into_iter().collect::<Result<()>>()
        });
        let read = told.recv().map(|()| {
            let read = Group::run(1, |rank| {
                let file = File::open(&rank, &name, AccessMode::READ_ONLY, &hints)?;
                for step in 0..STEPS {
                    let mut back = vec![0; STEP];
                    let got = file.read_ordered(&mut back)?;
                    assert_eq!(got.bytes, STEP as u64);
                    assert!(back == bytes_at(step * STEP, STEP), "step {step}");
                }
                file.close()
            });
            read.unwrap().into_iter().collect::<Result<()>>()
        });
        writing.join().unwrap().and(read.unwrap_or(Ok(())))
    })
}

/// All ranks write the header in turn and the blocks collectively, sync, read everything back and close.
/// Returns the error of the lowest rank that has one.
fn write_and_sync(name: &str, hints: &str) -> Result<()> {
    let failed = AtomicBool::new(false);
    let outcomes = Group::run(RANKS, |rank| by_one_rank(&rank, name, &Hints::parse(hints), &failed));
    outcomes.unwrap().into_iter().collect()
}

fn by_one_rank(rank: &Rank, name: &str, hints: &Hints, failed: &AtomicBool) -> Result<()> {
    let file = File::open(rank, name, AccessMode::READ_WRITE | AccessMode::CREATE, hints)?;
    let outcome = write_and_read(rank, &file, failed);
    // A failed rank closes the file as well: the others wait for it.
    let closed = file.close();
    outcome.and(closed)
}

fn write_and_read(rank: &Rank, file: &File, failed: &AtomicBool) -> Result<()> {
    file.preallocate(i64::try_from(WHOLE).unwrap() + 1000)?;
    file.set_size(i64::try_from(WHOLE).unwrap())?;
    let part = HEADER / RANKS;
    let start = rank.rank() * part;
    let written = file.write_at(i64::try_from(start).unwrap(), &bytes(start..start + part));
    if !together(rank, failed, written)? {
        return Ok(());
    }
    let byte = Datatype::bytes();
    let block = Datatype::contiguous(i64::try_from(BLOCK).unwrap(), &byte).unwrap();
    let filetype = Datatype::resized(0, i64::try_from(RANKS * BLOCK).unwrap(), &block).unwrap();
    filetype.commit();
    let first = HEADER + rank.rank() * BLOCK;
    file.set_view(i64::try_from(first).unwrap(), &byte, &filetype, "native", &Hints::new())?;
    let mine: Vec<u8> =
        (0..BLOCKS).flat_map(|index| bytes_at(first + index * RANKS * BLOCK, BLOCK)).collect();
    if !together(rank, failed, file.write_at(0, &mine))? {
        return Ok(());
    }
    let _ = file.write_at_all(0, &mine)?;
    if !together(rank, failed, file.sync())? {
        return Ok(());
    }
    let mut back = vec![0; mine.len()];
    let _ = file.read_at_all(0, &mut back)?;
    assert!(back == mine, "read bytes differ from written ones");
    let read = file.read_at(0, &mut back);
    if together(rank, failed, read)? {
        assert!(back == mine, "read bytes differ from written ones");
    }
    Ok(())
}

/// Independent calls fail on one rank alone. The ranks exchange errors, as MPI programs do, and all of them
/// stop.
fn together<T>(rank: &Rank, failed: &AtomicBool, outcome: Result<T>) -> Result<bool> {
    failed.fetch_or(outcome.is_err(), Ordering::SeqCst);
    rank.barrier()?;
    outcome.map(|_| !failed.load(Ordering::SeqCst))
}

fn check(path: &Path) {
    let found = fs::read(path).unwrap();
    assert!(found == bytes(0..WHOLE), "what was synced is not in the file");
}

fn bytes(places: std::ops::Range<usize>) -> Vec<u8> {
    places.map(|place| u8::try_from(place % 251).unwrap()).collect()
}

fn bytes_at(place: usize, len: usize) -> Vec<u8> {
    bytes(place..place + len)
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several readers of one stream, readers of selected steps, and late readers.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the numbers are small")]

use std::io::{Write, stderr};
use std::sync::Barrier;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use seaway::{AccessMode, ErrorKind, File, Group, Hints, Rank, Result, Whence};

const STEPS: u8 = 7;
/// What each rank writes or reads in a step.
const WRITTEN: usize = 3_000;
/// More than a window of 4 KiB holds.
const LONG: usize = 20_000;

fn name(test: &str) -> String {
    format!("mxn:policies-{test}-{}", std::process::id())
}

fn program<T: Send>(ranks: usize, run: impl Fn(&Rank) -> Result<T> + Send + Sync) -> Vec<T> {
    Group::run(ranks, |rank| run(&rank)).unwrap().into_iter().collect::<Result<Vec<T>>>().unwrap()
}

fn writer(rank: &Rank, name: &str, hints: &Hints) -> Result<File> {
    File::open(rank, name, AccessMode::CREATE | AccessMode::WRITE_ONLY, hints)
}

fn reader(rank: &Rank, name: &str, hints: &Hints) -> Result<File> {
    File::open(rank, name, AccessMode::READ_ONLY, hints)
}

/// Two ranks write steps, each filled with its number.
fn write_steps(name: &str, hints: &Hints) {
    program(2, |rank| {
        let file = writer(rank, name, hints)?;
        for step in 0..STEPS {
            file.write_ordered(&vec![step; WRITTEN])?;
        }
        file.close()
    });
}

/// Two ranks that read while two write three steps, which are longer than the window.
fn beside_long_steps<T: Send + 'static>(
    test: &str,
    read: impl Fn(&Rank, &str) -> Result<T> + Send + Sync + 'static,
) -> Vec<T> {
    let name = name(test);
    let write = |rank: &Rank, name: &str| {
        let file = writer(rank, name, &Hints::new().with("seaway_mxn_window", "4k"))?;
        for step in 0..3_u8 {
            file.write_ordered(&vec![step; LONG])?;
        }
        file.close()
    };
    within_a_minute(move || {
        thread::scope(|scope| {
            scope.spawn(|| program(2, |rank| write(rank, &name)));
            program(2, |rank| read(rank, &name))
        })
    })
}

/// Anything longer is a hang. The process is then ended: its ranks cannot be ended otherwise.
fn within_a_minute<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = channel();
    thread::spawn(move || sender.send(work()));
    match receiver.recv_timeout(Duration::from_secs(60)) {
        Ok(done) => done,
        Err(RecvTimeoutError::Disconnected) => panic!("a rank has failed"),
        Err(RecvTimeoutError::Timeout) => {
            let _ = writeln!(stderr(), "{:?} hangs", thread::current().name());
            std::process::abort();
        }
    }
}

/// Three ranks read steps until there are no more; returns the numbers of the steps that they saw.
fn read_steps(name: &str, hints: &Hints) -> Vec<u8> {
    let mut seen = program(3, |rank| {
        let file = reader(rank, name, hints)?;
        let mut seen = Vec::new();
        for _ in 0..=STEPS {
            let mut bytes = vec![255_u8; WRITTEN * 2 / 3];
            let got = file.read_ordered(&mut bytes)?.bytes as usize;
            assert!(got == 0 || got == bytes.len());
            assert!(bytes[..got].iter().all(|&byte| byte == bytes[0]));
            seen.extend(bytes[..got].first());
        }
        file.close()?;
        Ok(seen)
    });
    let first = seen.remove(0);
    assert!(seen.iter().all(|other| *other == first), "all ranks see the same steps");
    first
}

#[test]
fn every_reader_program_gets_everything() {
    let name = name("two");
    thread::scope(|scope| {
        let hints = Hints::new().with("seaway_mxn_readers", "2").with("seaway_mxn_window", "4k");
        let (writing, out) = (hints, name.clone());
        scope.spawn(move || write_steps(&out, &writing));
        let readers = [0, 1].map(|_| scope.spawn(|| read_steps(&name, &Hints::new())));
        for reader in readers {
            assert_eq!(reader.join().unwrap(), (0..STEPS).collect::<Vec<u8>>());
        }
    });
}

#[test]
fn a_surplus_reader_gets_an_error() {
    let name = name("too-many");
    let together = Barrier::new(2);
    thread::scope(|scope| {
        scope.spawn(|| {
            program(1, |rank| {
                let file = writer(rank, &name, &Hints::new())?;
                file.write_ordered(&[1_u8; 10])?;
                together.wait();
                file.close()
            })
        });
        program(1, |rank| {
            let first = reader(rank, &name, &Hints::new())?;
            let error = reader(rank, &name, &Hints::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::FileInUse);
            assert!(error.to_string().contains("seaway_mxn_readers"), "{error}");
            together.wait();
            first.close()
        });
    });
}

#[test]
fn every_third_step() {
    let name = name("third");
    thread::scope(|scope| {
        scope.spawn(|| write_steps(&name, &Hints::new().with("seaway_mxn_window", "4k")));
        let seen = read_steps(&name, &Hints::new().with("seaway_mxn_policy", "every=3"));
        assert_eq!(seen, [0, 3, 6]);
    });
}

/// The first selected step is not read while rank 0 waits for the next one to be selected.
#[test]
fn several_selected_steps_larger_than_the_window_are_read_at_once() {
    let read = beside_long_steps("at-once", |rank, name| {
        let file = reader(rank, name, &Hints::new().with("seaway_mxn_policy", "every=2"))?;
        let mut bytes = vec![255_u8; 2 * LONG];
        let got = file.read_ordered(&mut bytes)?.bytes as usize;
        file.close()?;
        Ok((got, bytes))
    });
    // Of one step each.
    assert!(read.iter().zip([0, 2]).all(|(read, step)| *read == (2 * LONG, vec![step; 2 * LONG])));
}

#[test]
fn size_of_selected_steps_larger_than_the_window_is_known() {
    let sizes = beside_long_steps("size", |rank, name| {
        let file = reader(rank, name, &Hints::new().with("seaway_mxn_policy", "every=2"))?;
        let size = file.size()?;
        file.close()?;
        Ok(size)
    });
    assert_eq!(sizes, [4 * LONG as u64; 2]);
}

#[test]
fn steps_after_skipped_ones_larger_than_the_window_arrive() {
    let read = beside_long_steps("passed", |rank, name| {
        let file = reader(rank, name, &Hints::new())?;
        file.seek_shared(4 * LONG as i64, Whence::Set)?;
        let mut bytes = vec![255_u8; LONG];
        let got = file.read_ordered(&mut bytes)?.bytes as usize;
        file.close()?;
        Ok((got, bytes))
    });
    assert!(read.iter().all(|read| *read == (LONG, vec![2; LONG])));
}

#[test]
fn the_latest_step_is_never_older_than_one_seen_before() {
    let name = name("latest");
    thread::scope(|scope| {
        scope.spawn(|| write_steps(&name, &Hints::new().with("seaway_mxn_window", "4k")));
        let seen = read_steps(&name, &Hints::new().with("seaway_mxn_policy", "latest"));
        assert!(!seen.is_empty() && seen.is_sorted_by(|one, next| one < next), "{seen:?}");
        assert_eq!(seen.last(), Some(&(STEPS - 1)));
    });
}

#[test]
fn a_writer_that_keeps_does_not_wait_for_its_reader() {
    let name = name("keep");
    let written = Barrier::new(2);
    thread::scope(|scope| {
        scope.spawn(|| {
            program(1, |rank| {
                let hints = Hints::new().with("seaway_mxn_window", "4k").with("seaway_mxn_late", "keep");
                let file = writer(rank, &name, &hints)?;
                for step in 0..STEPS {
                    file.write_ordered(&vec![step; 2 * WRITTEN])?;
                }
                written.wait();
                file.close()
            })
        });
        // More than the window is written before anything is read.
        written.wait();
        assert_eq!(read_steps(&name, &Hints::new()), (0..STEPS).collect::<Vec<u8>>());
    });
}

#[test]
fn a_writer_that_drops_ends_without_a_reader() {
    let name = name("drop");
    let hints = Hints::new().with("seaway_mxn_window", "4k").with("seaway_mxn_late", "drop");
    write_steps(&name, &hints);
}

#[test]
fn bytes_may_change_if_readers_see_them_at_close() {
    let name = name("visible");
    thread::scope(|scope| {
        scope.spawn(|| {
            program(1, |rank| {
                let file = writer(rank, &name, &Hints::new().with("seaway_mxn_visible", "close"))?;
                file.write_at(0, &[1_u8; 100])?;
                file.write_at(40, &[2_u8; 20])?;
                file.close()
            })
        });
        program(1, |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut bytes = [0_u8; 100];
            file.read_at(0, &mut bytes)?;
            assert!(bytes[..40].iter().chain(&bytes[60..]).all(|&byte| byte == 1));
            assert!(bytes[40..60].iter().all(|&byte| byte == 2));
            file.close()
        });
    });
}

#[test]
fn bytes_that_a_reader_has_received_do_not_change() {
    let name = name("had");
    let had = Barrier::new(2);
    thread::scope(|scope| {
        scope.spawn(|| {
            program(1, |rank| {
                let file = writer(rank, &name, &Hints::new())?;
                file.write_at(0, &[1_u8; 100])?;
                had.wait();
                let error = file.write_at(40, &[2_u8; 20]).unwrap_err();
                assert_eq!(error.kind(), ErrorKind::Unsupported);
                assert!(error.to_string().contains("seaway_mxn_visible=close"), "{error}");
                file.close()
            })
        });
        program(1, |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut bytes = [0_u8; 100];
            file.read_at(0, &mut bytes)?;
            had.wait();
            assert_eq!(bytes, [1; 100]);
            file.close()
        });
    });
}

#[test]
fn one_program_cannot_read_and_write() {
    program(2, |rank| {
        let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
        let error = File::open(rank, &name("both"), mode, &Hints::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::AccessMode);
        assert!(error.to_string().contains("write-only or read-only"), "{error}");
        Ok(())
    });
}

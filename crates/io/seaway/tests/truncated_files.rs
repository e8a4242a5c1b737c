// SPDX-License-Identifier: MIT OR Apache-2.0
//! Another program truncates a file and extends it again, repeatedly, while ranks access it. By whatever
//! method, no signal kills them, no count exceeds what exists, and no byte is one that was never written.
//!
//! The ranks are in a process of their own, so that a signal is noticed; this process is the other program.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::io::{Read, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

use seaway::{AccessMode, Datatype, File, Group, Hints, Rank};

const FILE: &str = "SEAWAY_TEST_TRUNCATED_FILE";
const RANKS: usize = 2;
/// Size of the file: a few mapping regions.
const WHOLE: usize = 5 << 20;
/// Length of an access that is repeated until its pages are mapped.
const PIECE: usize = 10_000;
/// Distance between pieces of a view.
const SCATTERED: usize = 1 << 20;
/// Length of one piece of a view, and how much of it is data.
const BLOCK: usize = 64;
const DATA: usize = 32;

#[test]
fn contiguous_accesses_survive() {
    survives("contiguous_accesses_survive", |rank, path| {
        let file = open(rank, path, "");
        let places = [rank.rank() * PIECE, WHOLE - (rank.rank() + 1) * PIECE, (2 << 20) - 77];
        let mine = places.map(|place| bytes(place, PIECE));
        let mut back = vec![0; PIECE];
        for round in 0..60_000 {
            // The same offsets repeatedly, the last of them across two regions.
            let place = places[round % 3];
            let at = i64::try_from(place).unwrap();
            assert_eq!(file.write_at(at, &mine[round % 3]).unwrap().bytes, PIECE as u64);
            let got = usize::try_from(file.read_at(at, &mut back).unwrap().bytes).unwrap();
            // Usually it is all that was written.
            if back[..got] != mine[round % 3][..got] {
                check(place.., &back, got);
            }
        }
        file
    });
}

#[test]
fn scattered_accesses_survive() {
    survives("scattered_accesses_survive", |rank, path| {
        let file = open(rank, path, "seaway_mapping=enable");
        set_view(rank, &file);
        let mine: Vec<u8> = places_of(rank.rank()).map(value).collect();
        let mut back = vec![0; mine.len()];
        for round in 0..150 {
            if round % 2 == 0 {
                file.write_at(0, &mine).unwrap();
            } else {
                file.write_at_all(0, &mine).unwrap();
            }
            back.fill(0);
            let got =
                if round % 2 == 0 { file.read_at(0, &mut back) } else { file.read_at_all(0, &mut back) };
            check(places_of(rank.rank()), &back, usize::try_from(got.unwrap().bytes).unwrap());
        }
        file.set_view(0, &Datatype::bytes(), &Datatype::bytes(), "native", &Hints::new()).unwrap();
        file
    });
}

fn survives(test: &str, work: impl Fn(&Rank, &Path) -> File + Sync) {
    if let Some(path) = env::var_os(FILE) {
        return be_the_ranks(&PathBuf::from(path), work);
    }
    for parent in ["/dev/shm", env!("CARGO_TARGET_TMPDIR")] {
        let directory = tempfile::tempdir_in(parent).unwrap();
        let path = directory.path().join("file");
        fs::write(&path, (0..WHOLE).map(value).collect::<Vec<u8>>()).unwrap();
        let mut ranks = Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture"])
            .env(FILE, &path)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        truncate_until(&path, || ranks.try_wait().unwrap().is_some() || marker(&path).exists());
        // Their last accesses are made without truncation.
        let _ = ranks.stdin.take().unwrap().write_all(b"alone\n");
        let status = ranks.wait().unwrap();
        assert_eq!(status.signal(), None, "a signal has ended the ranks, in {parent}");
        assert!(status.success(), "{status} in {parent}");
        let whole = fs::read(&path).unwrap();
        assert!(whole.iter().enumerate().all(|(place, &byte)| byte == value(place)), "in {parent}");
    }
}

fn truncate_until(path: &Path, is_over: impl FnMut() -> bool) {
    let file = fs::File::options().write(true).open(path).unwrap();
    let mut is_over = is_over;
    for round in 0_usize.. {
        // To zero, into a page, into another region; and then into a hole.
        file.set_len([0, 5000, 3 << 20, 100_001][round % 4]).unwrap();
        file.set_len(WHOLE as u64).unwrap();
        if is_over() {
            return;
        }
        // Let the others run: pages are mapped after some accesses, and mapped pages are to be truncated.
        std::thread::sleep(std::time::Duration::from_micros(200));
    }
}

fn be_the_ranks(path: &Path, work: impl Fn(&Rank, &Path) -> File + Sync) {
    let ran = Group::run(RANKS, |rank| {
        let file = work(&rank, path);
        rank.barrier().unwrap();
        if rank.rank() == 0 {
            fs::write(marker(path), "").unwrap();
            let mut line = [0; 6];
            std::io::stdin().read_exact(&mut line).unwrap();
        }
        rank.barrier().unwrap();
        // Now every byte counts.
        let mut back = vec![0; PIECE];
        for place in (rank.rank() * PIECE..WHOLE).step_by(RANKS * PIECE) {
            let len = PIECE.min(WHOLE - place);
            file.write_at(i64::try_from(place).unwrap(), &bytes(place, len)).unwrap();
            let got = file.read_at(i64::try_from(place).unwrap(), &mut back[..len]).unwrap();
            assert!(got.bytes == len as u64 && back[..len] == bytes(place, len), "at {place}");
        }
        file.close().unwrap();
    });
    ran.unwrap();
}

fn marker(path: &Path) -> PathBuf {
    path.with_extension("ready")
}

fn open(rank: &Rank, path: &Path, hints: &str) -> File {
    File::open(rank, path.to_str().unwrap(), AccessMode::READ_WRITE, &Hints::parse(hints)).unwrap()
}

fn set_view(rank: &Rank, file: &File) {
    let number = |number: usize| i64::try_from(number).unwrap();
    let byte = Datatype::bytes();
    let data = Datatype::contiguous(number(DATA), &byte).unwrap();
    let filetype = Datatype::resized(0, number(BLOCK), &data).unwrap();
    filetype.commit();
    file.set_view(number(rank.rank() * DATA), &byte, &filetype, "native", &Hints::new()).unwrap();
}

fn places_of(rank: usize) -> impl Iterator<Item = usize> {
    (0..SCATTERED / BLOCK * DATA).map(move |index| index / DATA * BLOCK + rank * DATA + index % DATA)
}

/// The counted bytes are what ranks wrote, or the zeros of an extended file.
fn check(places: impl IntoIterator<Item = usize>, back: &[u8], got: usize) {
    assert!(got <= back.len(), "{got} bytes of {}", back.len());
    let mut counted = places.into_iter().zip(back).take(got);
    let wrong = counted.find(|&(place, &byte)| byte != 0 && byte != value(place));
    assert_eq!(wrong, None, "of {got} bytes");
}

fn bytes(place: usize, len: usize) -> Vec<u8> {
    (place..place + len).map(value).collect()
}

/// Never zero.
fn value(place: usize) -> u8 {
    u8::try_from(place * 7 % 251).unwrap() + 1
}

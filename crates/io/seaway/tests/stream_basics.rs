// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mxn:`: two groups of ranks, one name.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "the numbers are small")]

use std::thread;

use seaway::{AccessMode, ErrorKind, File, Group, Hints, Rank, Result, Whence};

fn name(test: &str) -> String {
    format!("mxn:basics-{test}-{}", std::process::id())
}

/// Runs both programs at the same time; returns the readers' results, in rank order.
fn pair<T: Send + 'static>(
    writers: usize,
    write: impl Fn(&Rank) -> Result<()> + Send + Sync + 'static,
    readers: usize,
    read: impl Fn(&Rank) -> Result<T> + Send + Sync,
) -> Vec<T> {
    let writing = thread::spawn(move || {
        Group::run(writers, |rank| write(&rank)).unwrap().into_iter().collect::<Result<Vec<()>>>().unwrap();
    });
    let read =
        Group::run(readers, |rank| read(&rank)).unwrap().into_iter().collect::<Result<Vec<T>>>().unwrap();
    writing.join().unwrap();
    read
}

fn writer(rank: &Rank, name: &str, hints: &Hints) -> Result<File> {
    File::open(rank, name, AccessMode::CREATE | AccessMode::WRITE_ONLY, hints)
}

fn reader(rank: &Rank, name: &str, hints: &Hints) -> Result<File> {
    File::open(rank, name, AccessMode::READ_ONLY, hints)
}

#[test]
fn ordered_steps_arrive_in_order() {
    for (writers, readers) in [(1, 1), (4, 16), (3, 2), (5, 7)] {
        let name = name(&format!("ordered-{writers}-{readers}"));
        let out = name.clone();
        let read = pair(
            writers,
            move |rank| {
                let file = writer(rank, &out, &Hints::new())?;
                for step in 0..10_u32 {
                    let words: Vec<u32> = (0..1680 / 4 * 4 / writers as u32)
                        .map(|word| step * 1_000_000 + rank.rank() as u32 * 10_000 + word)
                        .collect();
                    file.write_ordered(&words)?;
                }
                file.close()
            },
            readers,
            |rank| {
                let file = reader(rank, &name, &Hints::new())?;
                let mut all = Vec::new();
                let each = 1680 / readers / 4 * 4;
                // Once beyond the end.
                for _ in 0..16_800 / (each * readers) + 2 {
                    let mut words = vec![0_u32; each];
                    let got = file.read_ordered(&mut words)?.bytes as usize / 4;
                    all.push(words[..got].to_vec());
                }
                file.close()?;
                Ok(all)
            },
        );
        let rounds = read.iter().map(Vec::len).max().unwrap();
        let mut joined = Vec::new();
        for round in 0..rounds {
            for rank in &read {
                joined.extend(rank.get(round).cloned().unwrap_or_default());
            }
        }
        let each = 1680 / 4 * 4 / writers as u32;
        let expected: Vec<u32> = (0..10)
            .flat_map(|step| {
                (0..writers as u32)
                    .flat_map(move |rank| (0..each).map(move |word| step * 1_000_000 + rank * 10_000 + word))
            })
            .collect();
        assert_eq!(joined.len(), expected.len());
        assert!(joined == expected, "{writers} x {readers}");
    }
}

/// Readers predict each step from the last: these steps never match, for various reasons.
#[test]
fn unpredicted_steps_arrive_in_order() {
    /// Words of each writer, in each step.
    const STEPS: [[usize; 3]; 12] = [
        [4, 4, 4],
        [4, 4, 4],
        [0, 8, 4],
        [12, 0, 0],
        [0, 0, 12],
        [1, 2, 3],
        [100, 1, 1],
        [0, 0, 0],
        [4, 4, 4],
        [4, 4, 5],
        [4, 4, 4],
        [2, 2, 1],
    ];
    /// Of a reader, in each of its steps.
    const LENGTHS: [usize; 4] = [2, 3, 1, 6];
    let total: usize = STEPS.iter().flatten().sum();
    for readers in [1, 2, 5] {
        let name = name(&format!("unexpected-{readers}"));
        let out = name.clone();
        let read = pair(
            3,
            move |rank| {
                let file = writer(rank, &out, &Hints::new())?;
                let mut start = 0;
                for step in STEPS {
                    let before = start + step[..rank.rank()].iter().sum::<usize>();
                    let words: Vec<u32> =
                        (before..before + step[rank.rank()]).map(|word| word as u32).collect();
                    file.write_ordered(&words)?;
                    start += step.iter().sum::<usize>();
                }
                file.close()
            },
            readers,
            |rank| {
                let file = reader(rank, &name, &Hints::new())?;
                let mut all = Vec::new();
                let mut so_far = 0;
                while so_far < total + readers {
                    let mut words = vec![0_u32; LENGTHS[all.len() % LENGTHS.len()]];
                    so_far += words.len() * readers;
                    let got = file.read_ordered(&mut words)?.bytes as usize / 4;
                    all.push(words[..got].to_vec());
                }
                file.close()?;
                Ok(all)
            },
        );
        let rounds = read[0].len();
        let words: Vec<u32> =
            (0..rounds).flat_map(|round| read.iter().flat_map(move |rank| rank[round].clone())).collect();
        assert_eq!(words, (0..total as u32).collect::<Vec<_>>(), "{readers} readers");
    }
}

/// A reader that predicts another split has some bytes of a step early, and asks others for the rest: for
/// what lies around those bytes, and not for them again.
#[test]
fn steps_of_changing_splits_arrive_once() {
    /// Words of each writer, in turn.
    const SPLITS: [[usize; 3]; 4] = [[8, 8, 8], [4, 12, 8], [8, 8, 8], [12, 4, 8]];
    const STEPS: usize = 400;
    for readers in [1, 2] {
        let name = name(&format!("splits-{readers}"));
        let out = name.clone();
        let read = pair(
            3,
            move |rank| {
                let file = writer(rank, &out, &Hints::new())?;
                for step in 0..STEPS {
                    let split = SPLITS[step % SPLITS.len()];
                    let start = 24 * step + split[..rank.rank()].iter().sum::<usize>();
                    let words: Vec<u32> =
                        (start..start + split[rank.rank()]).map(|word| word as u32).collect();
                    file.write_ordered(&words)?;
                }
                file.close()
            },
            readers,
            |rank| {
                let file = reader(rank, &name, &Hints::new())?;
                let mut all = Vec::new();
                for _ in 0..STEPS {
                    let mut words = vec![0_u32; 24 / readers];
                    assert_eq!(file.read_ordered(&mut words)?.bytes, 4 * words.len() as u64);
                    all.push(words);
                }
                file.close()?;
                Ok(all)
            },
        );
        let words: Vec<u32> =
            (0..STEPS).flat_map(|step| read.iter().flat_map(move |rank| rank[step].clone())).collect();
        assert_eq!(words, (0..24 * STEPS as u32).collect::<Vec<_>>(), "{readers} readers");
    }
}

/// A reader predicts bytes that are never written, while more than a window follows them.
#[test]
fn hole_between_steps_does_not_hold_up_later_steps() {
    const LONG: usize = 200_000;
    let name = name("hole");
    let out = name.clone();
    let read = pair(
        2,
        move |rank| {
            let file = writer(rank, &out, &Hints::new().with("seaway_mxn_window", "64k"))?;
            for _ in 0..3 {
                file.write_ordered(&[1_u8; 8])?;
            }
            file.seek_shared(8, Whence::Current)?;
            for _ in 0..3 {
                file.write_ordered(&vec![2_u8; LONG])?;
            }
            file.close()
        },
        1,
        |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut all = Vec::new();
            // The last is what the first writer would have if the next step were like the last.
            for _ in 0..7 {
                let mut bytes = vec![9_u8; 8];
                let got = file.read_ordered(&mut bytes)?.bytes as usize;
                all.extend_from_slice(&bytes[..got]);
            }
            let mut bytes = vec![9_u8; 6 * LONG + 1];
            let got = file.read_ordered(&mut bytes)?.bytes as usize;
            all.extend_from_slice(&bytes[..got]);
            file.close()?;
            Ok(all)
        },
    );
    let expected = [vec![1; 48], vec![0; 8], vec![2; 6 * LONG]].concat();
    assert!(read[0] == expected, "{} of {} bytes", read[0].len(), expected.len());
}

#[test]
fn bytes_of_two_writers_do_not_hold_up_readers() {
    let name = name("twice");
    let out = name.clone();
    let read = pair(
        2,
        move |rank| {
            let file = writer(rank, &out, &Hints::new())?;
            file.write_at(0, &[7_u8; 8])?;
            file.close()
        },
        1,
        |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut bytes = vec![0_u8; 100];
            let got = file.read_at(0, &mut bytes)?.bytes as usize;
            file.close()?;
            bytes.truncate(got);
            Ok(bytes)
        },
    );
    assert_eq!(read[0], [7; 8]);
}

#[test]
fn more_than_the_window_goes_through() {
    let name = name("window");
    let out = name.clone();
    let read = pair(
        2,
        move |rank| {
            let file = writer(rank, &out, &Hints::new().with("seaway_mxn_window", "64k"))?;
            for step in 0..20_u8 {
                file.write_ordered(&vec![step * 2 + rank.rank() as u8; 100_000])?;
            }
            file.close()
        },
        3,
        |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut sum = 0_u64;
            let mut count = 0;
            for _ in 0..42 {
                let mut bytes = vec![0_u8; 33_333];
                let got = file.read_ordered(&mut bytes)?.bytes as usize;
                sum += bytes[..got].iter().map(|&byte| u64::from(byte)).sum::<u64>();
                count += got;
            }
            file.close()?;
            Ok((sum, count))
        },
    );
    let expected: u64 = (0..40).map(|value| value * 100_000).sum();
    assert_eq!(read.iter().map(|(_, count)| count).sum::<usize>(), 4_000_000);
    assert_eq!(read.iter().map(|(sum, _)| sum).sum::<u64>(), expected);
}

#[test]
fn explicit_offsets_size_and_backwards() {
    let name = name("explicit");
    let out = name.clone();
    let read = pair(
        3,
        move |rank| {
            let file = writer(rank, &out, &Hints::new().with("seaway_mxn_window", "64k"))?;
            for block in 0..10 {
                let offset = (block * 3 + rank.rank()) * 50_000;
                file.write_at(offset as i64, &vec![(block * 3 + rank.rank()) as u8; 50_000])?;
            }
            file.close()
        },
        2,
        |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            assert_eq!(file.size()?, 1_500_000);
            for block in (0..30).rev() {
                let mut bytes = vec![0_u8; 50_000];
                assert_eq!(file.read_at(block * 50_000, &mut bytes)?.bytes, 50_000);
                assert!(bytes.iter().all(|&byte| i64::from(byte) == block));
            }
            let mut beyond = [7_u8; 100];
            assert_eq!(file.read_at(1_499_990, &mut beyond)?.bytes, 10);
            file.close()?;
            Ok(())
        },
    );
    assert_eq!(read.len(), 2);
}

#[test]
fn an_empty_stream_is_an_empty_file() {
    let name = name("empty");
    let out = name.clone();
    pair(
        2,
        move |rank| writer(rank, &out, &Hints::new())?.close(),
        2,
        |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut bytes = [0_u8; 10];
            assert_eq!(file.read_ordered(&mut bytes)?.bytes, 0);
            assert_eq!(file.size()?, 0);
            file.close()
        },
    );
}

#[test]
fn holes_are_zeros_once_the_writers_have_closed() {
    for round in 0..20 {
        let name = name(&format!("holes-{round}"));
        let out = name.clone();
        let read = pair(
            2,
            move |rank| {
                let file = writer(rank, &out, &Hints::new())?;
                let (offset, count) = [(13, 28), (42, 630)][rank.rank()];
                file.write_at_all(offset, &vec![rank.rank() as u8 + 1; count])?;
                file.close()
            },
            2,
            |rank| {
                let file = reader(rank, &name, &Hints::new())?;
                let mut bytes = vec![9_u8; [222, 543][rank.rank()]];
                let got = file.read_ordered(&mut bytes)?.bytes as usize;
                bytes.truncate(got);
                file.close()?;
                Ok(bytes)
            },
        );
        let expected = [vec![0_u8; 13], vec![1; 28], vec![0; 1], vec![2; 630]].concat();
        assert!(read.concat() == expected, "round {round}: {:?}", read.concat());
    }
}

#[test]
fn all_ranks_of_a_second_writer_learn_who_has_the_name() {
    let name = name("second-writer");
    let (out, second) = (name.clone(), name.clone());
    let read = pair(
        2,
        move |rank| {
            let file = writer(rank, &out, &Hints::new())?;
            if rank.rank() == 0 {
                let refused = Group::run(3, |rank| writer(&rank, &second, &Hints::new()).err()).unwrap();
                for (rank, error) in refused.into_iter().enumerate() {
                    let error = error.unwrap();
                    assert_eq!(error.kind(), ErrorKind::FileInUse, "rank {rank}: {error}");
                    assert!(error.to_string().contains("uses this name"), "rank {rank}: {error}");
                }
            }
            file.write_ordered(&[7_u8; 4])?;
            file.close()
        },
        1,
        |rank| {
            let file = reader(rank, &name, &Hints::new())?;
            let mut bytes = [0_u8; 8];
            file.read_ordered(&mut bytes)?;
            file.close()?;
            Ok(bytes)
        },
    );
    assert_eq!(read, [[7; 8]]);
}

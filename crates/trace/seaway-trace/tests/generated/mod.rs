// SPDX-License-Identifier: MIT OR Apache-2.0
//! Traces of any size: ranks that read, write, open and query, each with its own rhythm.

use std::path::Path;

use seaway_trace::Call;
use seaway_trace::write::{ProcessWriter, Written, header};

#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) ranks: u32,
    pub(crate) files: u32,
    /// Of all ranks together.
    pub(crate) events: u64,
}

pub(crate) fn write(folder: &Path, shape: Shape) {
    for rank in 0..shape.ranks {
        let mut head = header("node", 1000 + rank);
        head.rank = i32::try_from(rank).unwrap();
        head.ranks = i32::try_from(shape.ranks).unwrap();
        let path = folder.join(format!("node.{}.0.seatrace", 1000 + rank));
        let mut writer = ProcessWriter::create(&path, head).unwrap();
        write_rank(&mut writer, rank, shape);
        writer.finish().unwrap();
    }
}

fn write_rank<W: std::io::Write + std::io::Seek>(writer: &mut ProcessWriter<W>, rank: u32, shape: Shape) {
    let mut random = fastrand::Rng::with_seed(rank.into());
    let events = shape.events / u64::from(shape.ranks);
    // A rank has its own files, and shares some.
    let own = (shape.files / shape.ranks).max(4).min(shape.files);
    let files: Vec<u32> = (0..own)
        .map(|file| (rank * own + file) % shape.files)
        .map(|file| writer.path(format!("/scratch/run/output/variable-{file}.nc")).unwrap())
        .collect();
    let mut now = u64::from(rank) * 1000;
    for number in 0..events {
        let file = files[usize::try_from(number / 100).unwrap() % files.len()];
        let (call, offset, length) = match number % 100 {
            0 => (Call::Open, 0, 5),
            99 => (Call::Close, 5, 0),
            50 => (Call::Stat, 0, 0),
            step if step % 3 == 0 => (Call::Pread, random.u64(..1 << 30), random.u64(1..65536)),
            step => (Call::Pwrite, (number * u64::from(shape.ranks) + u64::from(rank)) * 4096 + step, 4096),
        };
        let duration = 500 + random.u64(..5000);
        let written = Written { call, start: now, duration: Some(duration), error: 0, file, offset, length };
        writer.event(1000 + rank, written).unwrap();
        now += duration + random.u64(..3000);
    }
}

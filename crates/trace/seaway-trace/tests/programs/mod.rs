// SPDX-License-Identifier: MIT OR Apache-2.0
//! Traces of programs that never ran.

use std::path::{Path, PathBuf};

use seaway_trace::Call;
use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace_format::{Clock, ClockPair, Counter, StringKind};

/// A rank of a program on `node0` with two threads, which makes this many calls of many kinds, at irregular
/// times. Returns its file.
pub(crate) fn mixture(folder: &Path, rank: u32, calls: u64) -> PathBuf {
    let mut random = fastrand::Rng::with_seed(rank.into());
    let mut header = header("node0", 1000 + rank);
    header.clock = Clock::Cycles as u32;
    header.began = ClockPair { ticks: 7_000_000 + u64::from(rank) * 999, nanoseconds: 3_500_000 };
    header.latest = ClockPair { ticks: 7_000_000 + 2_000_000_000, nanoseconds: 3_500_000 + 1_000_000_000 };
    header.began_real_nanoseconds = 1_700_000_000_000_000_000;
    (header.rank, header.ranks) = (i32::try_from(rank).expect("a small number"), 3);
    let path = folder.join(format!("node0.{}.0.seatrace", header.process));
    let mut writer = ProcessWriter::create(&path, header).expect("the folder can be written");
    fill(&mut writer, &mut random, header.began.ticks, calls).expect("the folder can be written");
    writer.finish().expect("the folder can be written");
    path
}

fn fill<W: std::io::Write + std::io::Seek>(
    writer: &mut ProcessWriter<W>,
    random: &mut fastrand::Rng,
    began: u64,
    calls: u64,
) -> std::io::Result<()> {
    writer.string(StringKind::Program, b"/opt/solver")?;
    let files: Vec<u32> =
        (0..50).map(|index| writer.path(format!("/data/file{index}"))).collect::<std::io::Result<_>>()?;
    let strategy = writer.string(StringKind::Strategy, b"two-phase")?;
    let row = Counter { file: files[0], call: Call::Write as u32, calls: 5, ..Counter::default() };
    writer.counter(row);
    let mut ticks = began;
    for index in 0..calls {
        ticks += random.u64(50..2000);
        let (thread, file) = (1 + u32::from(index % 11 == 0), files[random.usize(0..8)]);
        let duration = Some(random.u64(200..1500));
        let written =
            |call, offset, length| Written { call, start: ticks, duration, error: 0, file, offset, length };
        match random.u32(0..20) {
            0 => writer.event(thread, Written { error: 2, ..written(Call::Stat, 0, 0) })?,
            1 => writer.event(thread, written(Call::Pwrite, 1 << 50 | index, 6 << 32))?,
            2 => {
                writer.event(thread, written(Call::MpiWriteAtAll, index * 100, 100))?;
                writer.detail(thread, 0, 7, strategy, 0, 0)?;
            }
            3..6 => writer.event(thread, written(Call::Read, 5, 4096))?,
            _ => writer.event(thread, written(Call::Pread, index * 64, 64))?,
        }
    }
    Ok(())
}

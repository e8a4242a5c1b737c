// SPDX-License-Identifier: MIT OR Apache-2.0
//! Totals of files by layer, use and mount point.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use seaway_trace_format::Layer;

use super::analysis::{CommonSizes, FileFigures, LaneShare, LayerTally, Outcome, TOP_DOWN};
use super::figures::Lane;
use super::printable::printable;
use super::quantity::approximate;
use crate::mounts::{self, Mount};

/// What went through one layer.
#[derive(Debug)]
pub(super) struct LayerRow {
    pub(super) layer: Layer,
    pub(super) sum: LayerTally,
    /// The lane that spent most time in it, and how much.
    pub(super) slowest: String,
    pub(super) slowest_time: u64,
    pub(super) common: CommonSizes,
}

impl LayerRow {
    /// As Darshan derives its "performance by slowest": the bytes of all ranks, divided by the time that the
    /// slowest of them spent in calls of the layer.
    pub(super) fn mebibytes_per_second(&self) -> Option<f64> {
        let has_rate = self.slowest_time > 0 && self.sum.bytes() > 0;
        has_rate.then(|| {
            approximate(self.sum.bytes()) / f64::from(1 << 20) / (approximate(self.slowest_time) / 1e9)
        })
    }
}

/// Layers that were used, from the program down to the system.
pub(super) fn layers(lanes: &[Lane], outcome: &Outcome) -> Vec<LayerRow> {
    let row = |layer: Layer| {
        let number = layer as usize;
        let mut sum = LayerTally::default();
        lanes.iter().for_each(|lane| sum.merge(&lane.figures.layers[number]));
        // Of several, the first.
        let slowest = lanes.iter().rev().max_by_key(|lane| lane.figures.layers[number].time)?;
        let slowest_time = slowest.figures.layers[number].time;
        let common = outcome.layers.sizes[number].common();
        let is_used = slowest_time > 0 || sum.reads > 0 || sum.writes > 0;
        is_used.then(|| LayerRow { layer, sum, slowest: slowest.name.clone(), slowest_time, common })
    };
    TOP_DOWN.into_iter().filter_map(row).collect()
}

/// Files that are counted in totals, and not shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Hidden {
    pub(super) files: u64,
    pub(super) calls: u64,
    pub(super) read_bytes: u64,
    pub(super) written_bytes: u64,
}

pub(super) fn hidden(outcome: &Outcome) -> Hidden {
    let files = outcome.files.iter().filter(|(_, figures)| figures.is_of_system);
    files.fold(Hidden::default(), |sum, (_, figures)| Hidden {
        files: sum.files + 1,
        calls: sum.calls.saturating_add(figures.tally.calls),
        read_bytes: sum.read_bytes.saturating_add(figures.tally.read_bytes),
        written_bytes: sum.written_bytes.saturating_add(figures.tally.written_bytes),
    })
}

/// How files are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    ReadOnly,
    WriteOnly,
    ReadAndWritten,
    /// Opened, and neither read, written, mapped nor listed.
    Neither,
}

impl Use {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::ReadOnly => "read only",
            Self::WriteOnly => "written only",
            Self::ReadAndWritten => "read and written",
            Self::Neither => "opened only",
        }
    }

    /// The program's own requests count; if there were none, what MPI-IO and devices did for it. `None` for
    /// files that were not opened, or only mapped, or recorded from outside.
    fn of(figures: &FileFigures) -> Option<Self> {
        let (tally, touched) = (&figures.tally, &figures.touched);
        let asked = (tally.read_bytes > 0, tally.written_bytes > 0);
        let (reads, writes) = match asked {
            (false, false) => (touched.inner_reads, touched.inner_writes),
            asked => asked,
        };
        match (reads, writes) {
            (true, true) => Some(Self::ReadAndWritten),
            (true, false) => Some(Self::ReadOnly),
            (false, true) => Some(Self::WriteOnly),
            (false, false) => (tally.opens > 0 && tally.other_uses == 0).then_some(Self::Neither),
        }
    }
}

/// Files of one use. The size of a file is the end of the last byte that was read or written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct UseRow {
    pub(super) files: u64,
    pub(super) bytes: u64,
    pub(super) largest: u64,
}

impl UseRow {
    pub(super) fn average(&self) -> u64 {
        self.bytes.checked_div(self.files).unwrap_or(0)
    }

    fn add(&mut self, size: u64) {
        self.files += 1;
        self.bytes = self.bytes.saturating_add(size);
        self.largest = self.largest.max(size);
    }
}

pub(super) fn uses(outcome: &Outcome) -> BTreeMap<Use, UseRow> {
    let mut rows: BTreeMap<Use, UseRow> = BTreeMap::new();
    for (_, figures) in outcome.files.iter().filter(|(_, figures)| !figures.is_of_system) {
        if let Some(kind) = Use::of(figures) {
            rows.entry(kind).or_default().add(figures.touched.end);
        }
    }
    rows
}

/// Totals for the files of one file system, or of one of Seaway's schemes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MountRow {
    pub(super) point: String,
    /// The type of the file system.
    pub(super) kind: String,
    pub(super) files: u64,
    pub(super) read_bytes: u64,
    pub(super) written_bytes: u64,
    pub(super) time: u64,
}

/// Most bytes first. `mounts` are those of the host of each lane; `name` returns a file's name in bytes.
pub(super) fn mounts<'n>(
    outcome: &Outcome,
    mounts: &[&[Mount]],
    name: impl Fn(u32) -> &'n [u8],
) -> Vec<MountRow> {
    let mut rows: BTreeMap<(String, String), MountRow> = BTreeMap::new();
    for (number, figures) in outcome.files.iter().filter(|(_, figures)| !figures.is_of_system) {
        let mut places = Vec::new();
        for (mounts, sum) in sums_by_mounts(figures, mounts) {
            let place = place_of(mounts, name(number));
            let row = rows.entry(place.clone()).or_default();
            // Hosts may have the same file system under one name.
            row.files += u64::from(!places.contains(&place));
            places.push(place);
            row.read_bytes = row.read_bytes.saturating_add(sum.read_bytes);
            row.written_bytes = row.written_bytes.saturating_add(sum.written_bytes);
            row.time = row.time.saturating_add(sum.time);
        }
    }
    let named = rows.into_iter().map(|((point, kind), row)| MountRow { point, kind, ..row });
    let mut rows: Vec<MountRow> = named.collect();
    rows.sort_by_key(|row| (Reverse(row.read_bytes.saturating_add(row.written_bytes)), row.point.clone()));
    rows
}

/// What lanes did with a file, by the mounts of their hosts.
fn sums_by_mounts<'m>(figures: &FileFigures, mounts: &[&'m [Mount]]) -> Vec<(&'m [Mount], LaneShare)> {
    let mut sums: Vec<(&[Mount], LaneShare)> = Vec::new();
    for share in figures.lanes.iter().filter(|share| share.bytes() > 0) {
        let of_lane = mounts.get(share.lane as usize).copied().unwrap_or_default();
        match sums.iter_mut().find(|(known, _)| std::ptr::eq(*known, of_lane)) {
            Some((_, sum)) => sum.merge(share),
            None => sums.push((of_lane, share.clone())),
        }
    }
    sums
}

/// The mount point and its type; for names with a scheme, the scheme.
fn place_of(mounts: &[Mount], name: &[u8]) -> (String, String) {
    if name.first() != Some(&b'/') {
        let scheme = name.iter().position(|byte| *byte == b':').map_or(name, |at| &name[..=at]);
        return (printable(scheme), "Seaway device".to_owned());
    }
    match mounts::find(mounts, name) {
        Some(mount) => (printable(&mount.point), printable(mount.kind.as_bytes())),
        None => ("not known".to_owned(), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use seaway_trace_format::Call;

    use super::super::made_up::{MILLISECOND, Program};
    use super::*;
    use crate::report::Report;

    /// Two ranks write collectively; rank 0 for both, in one device write and two system calls. Both read
    /// system files first, and rank 1 reads its input.
    fn run() -> Report {
        let mut program = Program::with_ranks(2);
        for rank in 0..2 {
            program.call(rank, Call::Pread, "/proc/self/maps", 0, 4096);
            program.call(rank, Call::Openat, "/usr/lib/libmpi.so.40", 0, 3);
        }
        for step in 0..3 {
            let inner = [(Call::DeviceWrite, 2 << 20), (Call::Pwrite, 2 << 20), (Call::Pwrite, 512)];
            program.nested_at(0, (Call::MpiWriteAtAll, 1 << 20), "/scratch/out.nc", step << 21, &inner);
            program.nested_at(
                1,
                (Call::MpiWriteAtAll, 1 << 20),
                "/scratch/out.nc",
                (step << 21) + (1 << 20),
                &[],
            );
        }
        program.call(1, Call::Openat, "/home/in.nml", 0, 3);
        program.timed(1, Call::Pread, "/home/in.nml", 0, 1000, 7 * MILLISECOND);
        program.call(1, Call::Openat, "/home/flag", 0, 3);
        program.report()
    }

    #[test]
    fn each_layer_counts_its_own_bytes_and_the_slowest_rank() {
        let figures = run().figures;
        let rows: Vec<_> = figures
            .layers
            .iter()
            .map(|row| {
                (row.layer, row.sum.reads, row.sum.writes, row.sum.bytes(), &*row.slowest, row.slowest_time)
            })
            .collect();
        assert_eq!(
            rows,
            [
                // Five milliseconds for each call with three inside, two for one with none.
                (Layer::MpiIo, 0, 6, 6 << 20, "rank 0", 15 * MILLISECOND),
                (Layer::Device, 0, 3, 6 << 20, "rank 0", 3 * MILLISECOND),
                (Layer::Posix, 1, 6, (6 << 20) + 3 * 512 + 1000, "rank 1", 9 * MILLISECOND),
            ]
        );
        let rate = figures.layers[0].mebibytes_per_second().unwrap();
        assert!((rate - 400.0).abs() < 0.001, "6 MiB in 15 ms are {rate}");
        assert_eq!(figures.layers[0].common.sizes, [(1 << 20, 6)]);
        assert_eq!(figures.layers[2].common.sizes, [(512, 3), (2 << 20, 3), (1000, 1)]);
    }

    #[test]
    fn system_files_count_and_are_not_shown() {
        let figures = run().figures;
        assert_eq!(figures.hidden, Hidden { files: 2, calls: 4, read_bytes: 8192, written_bytes: 0 });
        assert_eq!((figures.file_count, figures.total.read_bytes), (5, 8192 + 1000));
        let names: Vec<&str> = figures.files.iter().map(|file| &*file.name).collect();
        assert_eq!(names, ["/scratch/out.nc", "/home/in.nml", "/home/flag"]);
        assert!(figures.slowest.iter().all(|call| !figures.name(call.file).starts_with("/proc")));
    }

    #[test]
    fn files_are_counted_by_their_use() {
        let uses = run().figures.uses;
        assert_eq!(uses[&Use::ReadOnly], UseRow { files: 1, bytes: 1000, largest: 1000 });
        assert_eq!(uses[&Use::WriteOnly], UseRow { files: 1, bytes: 6 << 20, largest: 6 << 20 });
        assert_eq!(uses[&Use::Neither], UseRow { files: 1, bytes: 0, largest: 0 });
        assert_eq!(uses.get(&Use::ReadAndWritten), None);
        assert_eq!(UseRow { files: 4, bytes: 10, largest: 9 }.average(), 2);
        assert_eq!(UseRow::default().average(), 0);
    }

    #[test]
    fn bytes_belong_to_the_file_system_of_the_lane_that_moved_them() {
        let mut program = Program::with_ranks(3);
        for rank in 0..3 {
            program.call(rank, Call::Pwrite, "/tmp/scratch", 0, 100);
            program.call(rank, Call::Pread, "/work/in", 0, 10);
        }
        program.call(2, Call::MpiWriteAt, "mxn:ocean", 0, 1 << 20);
        let figures = program.report().figures;
        let mount = |point: &str, kind: &str| Mount { point: point.into(), kind: kind.into() };
        let one = [mount("/", "ext4"), mount("/tmp", "tmpfs"), mount("/work", "nfs4")];
        let other = [mount("/work", "nfs4")];
        let names: [&[u8]; 3] = [b"/tmp/scratch", b"/work/in", b"mxn:ocean"];
        let rows = mounts(&figures.outcome, &[&one, &one, &other], |file| names[file as usize]);
        let rows: Vec<_> = rows
            .iter()
            .map(|row| (&*row.point, &*row.kind, row.files, row.read_bytes, row.written_bytes))
            .collect();
        assert_eq!(
            rows,
            [
                ("mxn:", "Seaway device", 1, 0, 1 << 20),
                ("/tmp", "tmpfs", 1, 0, 200),
                ("not known", "", 1, 0, 100),
                ("/work", "nfs4", 1, 30, 0),
            ]
        );
    }
}

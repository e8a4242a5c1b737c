// SPDX-License-Identifier: MIT OR Apache-2.0
//! One time line for all hosts.
//!
//! Processes of one host share a clock. Between hosts the real time relates the clocks, or better, a barrier:
//! all ranks leave it at nearly the same moment. Corrections from `seaway trace merge` take precedence over
//! both.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use seaway_trace_format::{Call, Clock, ClockPair, Event};

use super::clock::TimeLine;
use super::events;
use super::load::Loaded;
use crate::parallel;

#[derive(Debug)]
pub(crate) struct Alignment {
    /// For each process.
    pub(crate) lines: Vec<TimeLine>,
    pub(crate) began_real_nanoseconds: u64,
    /// For each host, the correction of its real time.
    pub(crate) hosts: Vec<(HostKey, i64)>,
}

/// A boot of a host, and the clock that its processes used.
pub(crate) type HostKey = ([u8; 16], u32);

pub(crate) fn key(loaded: &Loaded) -> HostKey {
    (loaded.contents.header.boot, loaded.contents.header.clock)
}

pub(crate) fn align(loaded: &[Loaded], notes: &mut Vec<String>) -> Alignment {
    let hosts = hosts_of(loaded);
    let mut lines = real_lines(loaded, notes);
    let offsets = host_offsets(loaded, &hosts, &lines);
    for (key, members) in &hosts {
        let offset = offsets.get(key).copied().unwrap_or(0);
        members.iter().for_each(|index| lines[*index] = lines[*index].shifted(offset));
    }
    let began =
        loaded.iter().zip(&lines).map(|(loaded, line)| line.signed(loaded.contents.header.began.ticks));
    let began = began.min().unwrap_or(0);
    let lines = lines.iter().map(|line| line.shifted(began.saturating_neg())).collect();
    let began_real_nanoseconds = u64::try_from(began).unwrap_or(0);
    Alignment { lines, began_real_nanoseconds, hosts: offsets.into_iter().collect() }
}

/// For each process, based on its host's real time.
pub(crate) fn real_lines(loaded: &[Loaded], notes: &mut Vec<String>) -> Vec<TimeLine> {
    let mut lines = vec![TimeLine::guess(ClockPair::default()); loaded.len()];
    for (key, members) in &hosts_of(loaded) {
        let line = real_line(loaded, *key, members, notes);
        members.iter().for_each(|index| lines[*index] = line);
    }
    lines
}

fn hosts_of(loaded: &[Loaded]) -> BTreeMap<HostKey, Vec<usize>> {
    let mut hosts: BTreeMap<HostKey, Vec<usize>> = BTreeMap::new();
    for (index, loaded) in loaded.iter().enumerate() {
        hosts.entry(key(loaded)).or_default().push(index);
    }
    hosts
}

/// The line of a host's real time.
fn real_line(loaded: &[Loaded], key: HostKey, members: &[usize], notes: &mut Vec<String>) -> TimeLine {
    let clock = Clock::of_number(key.1).unwrap_or(Clock::Monotonic);
    let pairs: Vec<Vec<ClockPair>> = members.iter().map(|index| clock_pairs(&loaded[*index])).collect();
    let first = &loaded[members[0]].contents.header;
    let line = TimeLine::through(clock, &pairs).unwrap_or_else(|| {
        let name = loaded[members[0]].path.file_name().unwrap_or_default().to_string_lossy();
        notes.push(format!("{name}: too short to calibrate its clock: times are estimates"));
        TimeLine::guess(first.began)
    });
    let mut real: Vec<i64> = members
        .iter()
        .map(|index| &loaded[*index].contents.header)
        .map(|header| signed(header.began_real_nanoseconds).saturating_sub(line.signed(header.began.ticks)))
        .collect();
    line.shifted(median(&mut real))
}

fn clock_pairs(loaded: &Loaded) -> Vec<ClockPair> {
    let contents = &loaded.contents;
    let blocks = contents.blocks.iter().map(|block| block.began);
    [contents.header.began, contents.header.latest].into_iter().chain(blocks).collect()
}

/// The correction of each host's real time.
fn host_offsets(
    loaded: &[Loaded],
    hosts: &BTreeMap<HostKey, Vec<usize>>,
    lines: &[TimeLine],
) -> BTreeMap<HostKey, i64> {
    let mut offsets = BTreeMap::new();
    for (key, members) in hosts {
        let told = members.iter().map(|index| loaded[*index].contents.header.offset_nanoseconds);
        if let Some(told) = told.into_iter().find(|offset| *offset != 0) {
            offsets.insert(*key, told);
        }
    }
    if hosts.len() < 2 || !offsets.is_empty() {
        return offsets;
    }
    let barriers: BTreeMap<HostKey, BTreeMap<u64, i64>> =
        hosts.iter().map(|(key, members)| (*key, barriers_of(loaded, members, lines))).collect();
    // The others are compared with the host that has most barriers, and of several, that of the lowest rank.
    let lowest_rank = |key: &HostKey| {
        let ranks = hosts[key].iter().map(|index| loaded[*index].contents.header.rank.cast_unsigned());
        ranks.min().unwrap_or(u32::MAX)
    };
    let reference = barriers.iter().max_by_key(|(key, barriers)| (barriers.len(), Reverse(lowest_rank(key))));
    let Some((reference, theirs)) = reference else { return offsets };
    for (key, own) in barriers.iter().filter(|(key, _)| *key != reference) {
        let mut differences: Vec<i64> =
            own.iter().filter_map(|(number, left)| Some(theirs.get(number)?.saturating_sub(*left))).collect();
        if !differences.is_empty() {
            offsets.insert(*key, median(&mut differences));
        }
    }
    offsets
}

/// When the first of a host's ranks left each barrier.
fn barriers_of(loaded: &[Loaded], members: &[usize], lines: &[TimeLine]) -> BTreeMap<u64, i64> {
    let left = parallel::map(members, |_| 0, |index| barriers_of_process(&loaded[*index], &lines[*index]));
    let mut first = BTreeMap::new();
    for (number, time) in left.into_iter().flatten() {
        first.entry(number).and_modify(|known: &mut i64| *known = time.min(*known)).or_insert(time);
    }
    first
}

fn barriers_of_process(loaded: &Loaded, line: &TimeLine) -> Vec<(u64, i64)> {
    let Ok(reader) = loaded.source.open() else { return vec![] };
    let shift = loaded.contents.header.clock_shift;
    let mut found = vec![];
    let mut piece = vec![];
    for block in &loaded.contents.blocks {
        let mut base = block.began.ticks;
        let mut from = Some(0);
        while let Some(begin) = from {
            let Ok(next) = events::read_piece(&reader, block, begin, &mut piece) else { return found };
            from = next;
            found.extend(piece.iter().filter_map(|event| barrier(event, &mut base, shift, line)));
        }
    }
    found
}

fn barrier(event: &Event, base: &mut u64, shift: u32, line: &TimeLine) -> Option<(u64, i64)> {
    if event.call == Call::Time as u8 {
        *base = u64::from(event.length) << 32 | u64::from(event.offset_low);
    }
    let duration = event.duration_in_units()?;
    (event.call == Call::MpiBarrier as u8).then(|| {
        let units = u64::from(event.start).saturating_add(duration);
        let ticks = base.wrapping_add(units.checked_shl(shift).unwrap_or(0));
        (event.offset(), line.signed(ticks))
    })
}

fn median(values: &mut [i64]) -> i64 {
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or(0)
}

fn signed(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Trace files, which are untrusted: from killed processes, from disks, from other people.

use std::path::PathBuf;

use seaway_trace::Trace;
use seaway_trace::export::{Format, export};
use seaway_trace::report::Report;

/// Chunks begin at multiples of this.
const UNIT: usize = 1 << 16;

/// Maximum number of units in a folded file.
const UNITS: usize = 6;

/// Upper limit for a report page of any trace.
const MOST_PAGE_BYTES: usize = 3 << 20;

/// Any bytes are a trace or an error: reading terminates, memory is bounded by the file size, and whatever
/// can be read can be exported and reported.
pub fn check_trace(input: &[u8]) {
    let bytes = unfold(input);
    // An event of a packed file is a few bits.
    let limit = 8 * bytes.len() + 8;
    let trace = match Trace::from_bytes(vec![(PathBuf::from("a.seatrace"), bytes)]) {
        Ok(trace) => trace,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    assert!(trace.notes().len() <= 32 * trace.processes().len(), "notes are few");
    for process in trace.processes() {
        let mut records = process.records().unwrap();
        let count = records.by_ref().inspect(|record| assert!(record.end() >= record.start)).count();
        assert!(count <= limit, "{count} records");
    }
    let _ = trace.unseen();
    for format in [Format::Text, Format::Csv, Format::Parquet, Format::Perfetto] {
        let mut exported = vec![];
        export(&trace, format, &mut exported).unwrap();
    }
    let report = Report::of(&trace);
    assert!(!report.text().is_empty() && report.html().len() < MOST_PAGE_BYTES);
}

/// Files of processes are mostly zeros. So their seeds are folded: pieces, each with the number of its unit
/// in a byte, its length in two, and its bytes. Packed files are stored unchanged.
fn unfold(input: &[u8]) -> Vec<u8> {
    if input.starts_with(b"SEAPACK") {
        return input.to_vec();
    }
    let mut bytes = vec![];
    let mut rest = input;
    while let Some(([unit, low, high], tail)) = rest.split_first_chunk::<3>() {
        let (piece, tail) = tail.split_at(tail.len().min(usize::from(u16::from_le_bytes([*low, *high]))));
        let begin = usize::from(*unit) % UNITS * UNIT;
        bytes.resize(bytes.len().max(begin + UNIT), 0);
        bytes[begin..begin + piece.len()].copy_from_slice(piece);
        rest = tail;
    }
    bytes
}

/// The inverse, for creating seeds.
pub fn fold_trace(file: &[u8]) -> Vec<u8> {
    let mut folded = vec![];
    for (unit, bytes) in (0_u8..).zip(file.chunks(UNIT)) {
        let length = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1).min(UNIT - 1);
        folded.push(unit);
        folded.extend_from_slice(&u16::try_from(length).expect("less than a unit").to_le_bytes());
        folded.extend_from_slice(&bytes[..length]);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folded_files_are_the_same() {
        let mut file = vec![0; 3 * UNIT];
        file[5] = 1;
        file[2 * UNIT + 7] = 2;
        assert_eq!(unfold(&fold_trace(&file)), file);
    }
}

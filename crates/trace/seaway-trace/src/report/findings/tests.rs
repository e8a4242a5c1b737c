// SPDX-License-Identifier: MIT OR Apache-2.0
//! Each rule applies to a program that violates it, and not to one that nearly does.

use seaway_trace_format::Call;

use super::Weight;
use crate::report::Report;
use crate::report::made_up::{MILLISECOND, Program};

/// The finding of `rule` contains all of `words`.
fn speaks(report: &Report, rule: &str, words: &[&str]) {
    let finding = report.findings.iter().find(|finding| finding.rule == rule);
    let finding = finding.unwrap_or_else(|| panic!("{rule} is silent; others: {:?}", rules(report)));
    for word in words {
        assert!(finding.seen.contains(word), "{rule} does not say {word:?}: {}", finding.seen);
    }
    assert!(finding.advice.len() > 40, "{rule} gives no advice");
}

fn is_silent(report: &Report, rule: &str) {
    let finding = report.findings.iter().find(|finding| finding.rule == rule);
    assert!(finding.is_none(), "{rule} should be silent: {finding:?}");
}

fn rules(report: &Report) -> Vec<&'static str> {
    report.findings.iter().map(|finding| finding.rule).collect()
}

/// One rank that makes `calls` contiguous calls of `length` bytes.
fn in_order(call: Call, calls: u64, length: u64) -> Report {
    let mut program = Program::with_ranks(1);
    (0..calls).for_each(|number| program.call(0, call, "/data/input.nml", number * length, length));
    program.report()
}

#[test]
fn small_reads() {
    speaks(
        &in_order(Call::Pread, 40_000, 80),
        "small-reads",
        &["Rank 0 reads /data/input.nml 40,000 times", "80 bytes on average"],
    );
    is_silent(&in_order(Call::Pread, 999, 80), "small-reads");
    is_silent(&in_order(Call::Pread, 40_000, 4096), "small-reads");
    // The C library reads whole blocks for these.
    is_silent(&in_order(Call::Fread, 40_000, 80), "small-reads");
    is_silent(&in_order(Call::Pwrite, 40_000, 80), "small-reads");
}

#[test]
fn small_writes() {
    speaks(&in_order(Call::Pwrite, 5000, 64), "small-writes", &["Rank 0 writes", "5,000 times", "64 bytes"]);
    is_silent(&in_order(Call::Pwrite, 5000, 65536), "small-writes");
    is_silent(&in_order(Call::Fprintf, 5000, 64), "small-writes");
}

#[test]
fn one_rank_reads_all() {
    let reads = |ranks: usize, by_others: u64| {
        let mut program = Program::with_ranks(ranks);
        (0..64).for_each(|block| program.call(0, Call::Pread, "/data/big.nc", block << 20, 1 << 20));
        (1..ranks).for_each(|rank| program.call(rank, Call::Pread, "/data/own", 0, by_others));
        program.report()
    };
    speaks(&reads(4, 1000), "one-rank-reads-all", &["Rank 0 reads", "that 4 ranks read", "/data/big.nc"]);
    is_silent(&reads(4, 64 << 20), "one-rank-reads-all");
    is_silent(&reads(1, 0), "one-rank-reads-all");
}

#[test]
fn all_ranks_read_the_same() {
    let reads = |same: bool| {
        let mut program = Program::with_ranks(8);
        for rank in 0..8 {
            let begin = if same { 0 } else { (rank as u64) << 22 };
            (0..4).for_each(|block| {
                program.call(rank, Call::Pread, "/data/grid.nc", begin + (block << 20), 1 << 20);
            });
        }
        program.report()
    };
    speaks(&reads(true), "same-bytes-by-all", &["All 8 ranks read the same bytes", "8.0 times"]);
    is_silent(&reads(false), "same-bytes-by-all");
}

#[test]
fn contention() {
    let writes = |ranks: usize, call: Call, apart: bool| {
        let mut program = Program::with_ranks(ranks);
        for rank in 0..ranks {
            if apart {
                (0..rank).for_each(|_| program.timed(rank, Call::Fsync, "/own", 0, 0, 200 * MILLISECOND));
            }
            (0..100).for_each(|block| {
                program.call(rank, call, "/data/out.nc", (block * ranks as u64 + rank as u64) * 4096, 4096);
            });
        }
        program.report()
    };
    speaks(&writes(4, Call::Pwrite, false), "contention", &["All 4 ranks write /data/out.nc", "4 at once"]);
    is_silent(&writes(4, Call::Pwrite, true), "contention");
    is_silent(&writes(1, Call::Pwrite, false), "contention");
    is_silent(&writes(4, Call::MpiWriteAtAll, false), "contention");
}

#[test]
fn random_access() {
    let reads = |offset: fn(u64) -> u64| {
        let mut program = Program::with_ranks(2);
        (0..2000).for_each(|number| program.call(1, Call::Pread, "/data/table", offset(number), 8192));
        program.report()
    };
    let scattered = |number: u64| number * number * 7919 % (1 << 30);
    speaks(&reads(scattered), "random-access", &["Rank 1 jumps in /data/table", "100 % of 1,999 accesses"]);
    is_silent(&reads(|number| number * 8192), "random-access");
    is_silent(&reads(|number| number * 100_000), "random-access");
}

#[test]
fn read_again() {
    let reads = |rounds: u64| {
        let mut program = Program::with_ranks(1);
        for _ in 0..rounds {
            (0..8).for_each(|block| program.call(0, Call::Pread, "/data/field", block << 20, 1 << 20));
        }
        program.report()
    };
    speaks(&reads(10), "read-again", &["Rank 0 reads the same bytes", "at least 10 times", "80.0 MiB"]);
    is_silent(&reads(2), "read-again");
}

#[test]
fn opened_and_queried_repeatedly() {
    let calls = |call: Call, times: u64| {
        let mut program = Program::with_ranks(2);
        (0..times).for_each(|_| program.call(1, call, "/data/flag", 0, 0));
        program.report()
    };
    speaks(&calls(Call::Open, 100), "opened-again", &["Rank 1 opens /data/flag 100 times"]);
    is_silent(&calls(Call::Open, 99), "opened-again");
    speaks(&calls(Call::Stat, 1000), "looked-at-again", &["Rank 1 asks about /data/flag", "1,000 times"]);
    is_silent(&calls(Call::Stat, 999), "looked-at-again");
}

#[test]
fn metadata_bound() {
    let calls = |reading: u64| {
        let mut program = Program::with_ranks(1);
        (0..50).for_each(|number| program.call(0, Call::Open, &format!("/data/{number}"), 0, 3));
        (0..50).for_each(|number| {
            program.timed(0, Call::Pread, &format!("/data/{number}"), 0, 1 << 20, reading);
        });
        program
    };
    let half = MILLISECOND / 2;
    let report = calls(half).report();
    speaks(&report, "metadata-bound", &["67 % of the I/O time", "50 files"]);
    let advice = &report.findings.iter().find(|finding| finding.rule == "metadata-bound").unwrap().advice;
    assert!(!advice.contains("mem:"), "which is the memory of one process: {advice}");
    is_silent(&calls(2 * MILLISECOND).report(), "metadata-bound");
    is_silent(&calls(half).computing(100_000 * MILLISECOND).report(), "metadata-bound");
}

#[test]
fn opened_and_not_used() {
    let opens = |files: u64, used: bool| {
        let mut program = Program::with_ranks(1);
        for number in 0..files {
            let name = format!("/data/{number}");
            program.call(0, Call::Open, &name, 0, 3);
            if used {
                program.call(0, Call::Pread, &name, 0, 100);
            }
        }
        program.report()
    };
    speaks(&opens(100, false), "opened-and-not-used", &["100 files are opened"]);
    is_silent(&opens(100, true), "opened-and-not-used");
    is_silent(&opens(99, false), "opened-and-not-used");
}

#[test]
fn failed_opens() {
    let opens = |times: u64| {
        let mut program = Program::with_ranks(1);
        (0..times).for_each(|_| program.failing(0, Call::Openat, "/usr/lib/libmissing.so", 2));
        program.report()
    };
    speaks(&opens(1000), "failed-opens", &["1,000 of 1,000 attempts", "/usr/lib/libmissing.so"]);
    is_silent(&opens(999), "failed-opens");
}

#[test]
fn forced_to_disk() {
    let syncs = |writes: u64| {
        let mut program = Program::with_ranks(1);
        for number in 0..100 {
            (0..writes).for_each(|_| program.call(0, Call::Pwrite, "/data/log", number << 13, 8192));
            program.call(0, Call::Fsync, "/data/log", 0, 0);
        }
        program.report()
    };
    speaks(&syncs(1), "forced-to-disk", &["Rank 0 forces /data/log to disk 100 times for 100 writes"]);
    is_silent(&syncs(11), "forced-to-disk");
    // Many writes between them do not help if the disk is slow.
    let mut slow = Program::with_ranks(1);
    for number in 0..100 {
        (0..50).for_each(|_| slow.call(0, Call::Pwrite, "/data/log", number << 13, 8192));
        slow.timed(0, Call::Fsync, "/data/log", 0, 0, 20 * MILLISECOND);
    }
    speaks(&slow.report(), "forced-to-disk", &["to disk 100 times for 5,000 writes"]);
}

#[test]
fn imbalance() {
    let times = |busy: u64| {
        let mut program = Program::with_ranks(8);
        (1..8).for_each(|rank| program.call(rank, Call::Pwrite, "/data/out", 0, 1 << 20));
        (0..busy).for_each(|number| program.call(0, Call::Pwrite, "/data/out", number << 20, 1 << 20));
        program
    };
    speaks(&times(100).report(), "imbalance", &["Rank 0 spends 0.10 s in I/O", "the mean of 8 ranks"]);
    is_silent(&times(3).report(), "imbalance");
    is_silent(&times(100).computing(10_000 * MILLISECOND).report(), "imbalance");
}

#[test]
fn independent_mpi_io() {
    let calls = |call: Call, ranks: usize, length: u64| {
        let mut program = Program::with_ranks(ranks);
        for rank in 0..ranks {
            (0..200).for_each(|number| program.call(rank, call, "/data/out.nc", number * length, length));
        }
        program.report()
    };
    let report = calls(Call::MpiWriteAt, 4, 2000);
    speaks(&report, "independent-mpi-io", &["All 4 ranks access /data/out.nc with 800 independent calls"]);
    is_silent(&report, "small-writes");
    is_silent(&calls(Call::MpiWriteAtAll, 4, 2000), "independent-mpi-io");
    is_silent(&calls(Call::MpiWriteAt, 1, 2000), "independent-mpi-io");
    is_silent(&calls(Call::MpiWriteAt, 4, 4 << 20), "independent-mpi-io");
}

#[test]
fn split_into_pieces() {
    let calls = |pieces: usize, length: u64| {
        let mut program = Program::with_ranks(2);
        let inner = vec![(Call::Pwrite, length); pieces];
        program.nested(0, (Call::MpiWriteAtAll, 1 << 20), "/data/out.nc", &inner);
        program.nested(1, (Call::MpiWriteAtAll, 1 << 20), "/data/out.nc", &[]);
        program.report()
    };
    speaks(
        &calls(150, 512),
        "split-into-pieces",
        &["One MPI_File_write_at_all on /data/out.nc becomes 150 system calls of 512 bytes"],
    );
    is_silent(&calls(20, 512), "split-into-pieces");
    is_silent(&calls(150, 1 << 20), "split-into-pieces");
    let mut program = Program::with_ranks(1);
    program.nested(0, (Call::MpiOpen, 0), "mxn:stream", &[(Call::Read, 6); 150]);
    is_silent(&program.report(), "split-into-pieces");
}

#[test]
fn a_compute_bound_program_gets_no_io_advice() {
    let mut program = Program::with_ranks(1).computing(1_000_000 * MILLISECOND);
    (0..2000).for_each(|number| program.call(0, Call::Pread, "/data/input", number * 80, 80));
    let report = program.report();
    speaks(&report, "not-the-problem", &["I/O is not the problem", "0.2 %"]);
    assert_eq!(report.findings[0].rule, "not-the-problem");
    assert!(report.findings.iter().all(|finding| finding.weight == Weight::Note), "{:?}", report.findings);
    speaks(&report, "small-reads", &[]);
    is_silent(&in_order(Call::Pread, 2000, 80), "not-the-problem");
}

/// Two ranks write to another program, which comes late.
fn stream(close: u64) -> Report {
    let mut program = Program::with_ranks(4);
    for rank in 0..2 {
        program.call(rank, Call::MpiOpen, "mxn:field", 0, 2);
        (0..10).for_each(|step| program.call(rank, Call::MpiWriteAt, "mxn:field", step << 20, 1 << 20));
        program.timed(rank, Call::MpiClose, "mxn:field", 0, 0, close);
    }
    program.report()
}

#[test]
fn waiting_for_a_partner_is_not_metadata() {
    let report = stream(1000 * MILLISECOND);
    speaks(
        &report,
        "waiting-for-partner",
        &["Ranks 0 and 1 wait for the program at the other end of mxn:field", "2.00 s in all"],
    );
    for rule in ["metadata-bound", "contention", "imbalance", "nothing"] {
        is_silent(&report, rule);
    }
    let figures = &report.figures;
    assert_eq!((figures.total.metadata_time, figures.total.partner_time), (0, 2002 * MILLISECOND));
    assert_eq!(figures.total.time(), 2022 * MILLISECOND);
    assert_eq!((figures.files[0].figures.tally.opens, figures.files[0].figures.tally.calls), (2, 24));
    let headline = crate::report::summary::headline(figures);
    assert!(headline.contains("Of the time in I/O, 99 % (2.00 s of all ranks) is waiting"), "{headline}");
    let page = report.html();
    assert!(page.contains("<dt>of I/O time is metadata</dt><dd>0 %</dd>"));
    is_silent(&stream(0), "waiting-for-partner");
}

#[test]
fn syncing_a_stream_does_not_wait_for_a_disk() {
    let mut program = Program::with_ranks(1);
    (0..200).for_each(|_| program.call(0, Call::MpiSync, "mxn:field", 0, 0));
    is_silent(&program.report(), "forced-to-disk");
}

#[test]
fn programs_without_ranks_get_no_advice_about_ranks() {
    let mut program = Program::with_ranks(1);
    (0..200).for_each(|number| program.call(0, Call::Stat, &format!("/data/{number}"), 0, 0));
    let advice = |report: Report| {
        let finding = report.findings.into_iter().find(|finding| finding.rule == "metadata-bound");
        finding.expect("all is metadata").advice
    };
    let mut figures = program.report().figures;
    figures.lanes[0].rank = None;
    let advice = advice(Report::from_figures(figures));
    assert!(!advice.contains("ranks") && advice.contains("Fewer, larger files"), "{advice}");
}

#[test]
fn processes_recorded_from_outside_have_no_share_of_the_time() {
    let outside = || {
        let mut program = Program::with_ranks(1).computing(1000 * MILLISECOND).seen_from_outside();
        for file in 0..200 {
            program.timed(0, Call::Openat, &format!("/data/{file}"), 0, 0, 0);
        }
        program.report()
    };
    let report = outside();
    assert_eq!(rules(&report), ["nothing"]);
    let text = report.text();
    assert!(
        text.starts_with(
            "1 rank of app takes 1.00 s and opens 200 files with 200 calls. How much of the time goes to I/O, and\n\
             how much is read and written, is not known.\n"
        ),
        "{text}"
    );
    assert!(!text.contains(" %") && !text.contains("0 ns") && !text.contains("0 bytes"), "{text}");
    let page = report.html();
    for figure in ["of the time in I/O", "read", "written", "of I/O time is metadata"] {
        assert!(page.contains(&format!("<dt>{figure}</dt><dd>not known</dd>")), "{figure}");
    }
    let text = crate::report::Comparison::of(&report, &outside()).text();
    assert!(text.starts_with("The I/O time of these runs is unknown."), "{text}");
    assert!(text.contains("bytes read") && !text.contains("0 bytes") && !text.contains(" %"), "{text}");
}

#[test]
fn durations_of_calls_recorded_from_outside_are_unknown() {
    let mut program = Program::with_ranks(1).computing(1000 * MILLISECOND).seen_from_outside();
    program.unfinished(0, Call::Open, "/data/input");
    let report = program.report();
    is_silent(&report, "not-the-problem");
    let warnings = crate::report::summary::warnings(&report.figures, "");
    assert!(warnings.iter().any(|warning| warning.contains("not how long")), "{warnings:?}");
}

#[test]
fn a_program_without_a_time_line_has_no_share_of_io_time() {
    let mut program = Program::with_ranks(1);
    program.timed(0, Call::Pread, "/data/input", 0, 80, 0);
    is_silent(&program.report(), "not-the-problem");
}

#[test]
fn nothing_stands_out_in_a_good_program() {
    let mut program = Program::with_ranks(4);
    for rank in 0..4 {
        program.call(rank, Call::MpiOpen, "/data/out.nc", 0, 4);
        (0..10).for_each(|step| {
            program.timed(rank, Call::MpiWriteAtAll, "/data/out.nc", step << 24, 1 << 24, 10 * MILLISECOND);
        });
    }
    let report = program.report();
    assert_eq!(rules(&report), ["nothing"]);
}

#[test]
fn an_empty_trace_says_so() {
    let report = Program::with_ranks(0).report();
    assert_eq!(rules(&report), ["nothing"]);
    assert!(report.findings[0].advice.contains("no calls"));
}

#[test]
fn a_file_that_is_rewritten_from_its_beginning_is_not_random() {
    let rewritten = |opens: bool| {
        let mut program = Program::with_ranks(1);
        for _ in 0..1500 {
            if opens {
                program.call(0, Call::Open, "/data/state", 0, 0);
            }
            program.call(0, Call::Pwrite, "/data/state", 0, 50_000);
        }
        program.report()
    };
    is_silent(&rewritten(true), "random-access");
    speaks(&rewritten(false), "random-access", &["/data/state"]);
}

#[test]
fn many_files_of_a_kind_become_one_finding() {
    let mut program = Program::with_ranks(1);
    for file in 0..20 {
        let name = format!("/data/{file}");
        (0..1000).for_each(|number| program.call(0, Call::Pread, &name, number * 80, 80));
    }
    let report = program.report();
    let findings: Vec<_> = report.findings.iter().filter(|finding| finding.rule == "small-reads").collect();
    assert_eq!(findings.len(), 1);
    let seen = &findings[0].seen;
    assert!(seen.contains("/data/0") && seen.contains("/data/1, /data/2 and 17 more files"), "{seen}");
}

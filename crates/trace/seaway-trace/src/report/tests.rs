// SPDX-License-Identifier: MIT OR Apache-2.0
//! Figures of synthetic programs: what is counted, what is not counted twice, and what stays bounded.

use seaway_trace_format::Call;

use super::made_up::{MILLISECOND, Program};
use super::{Comparison, Report};

/// Two ranks that write collectively; one of them for both.
fn collective() -> Report {
    let mut program = Program::with_ranks(2);
    for _ in 0..3 {
        let inner = [(Call::DeviceWrite, 2000), (Call::Pwrite, 2000), (Call::Pwrite, 500)];
        program.nested(0, (Call::MpiWriteAtAll, 1000), "/out.nc", &inner);
        program.nested(1, (Call::MpiWriteAtAll, 1000), "/out.nc", &[]);
    }
    program.report()
}

#[test]
fn bytes_of_inner_calls_are_not_counted_again() {
    let figures = collective().figures;
    assert_eq!((figures.total.written_bytes, figures.total.writes, figures.calls), (6000, 6, 6));
    let file = &figures.files[0].figures;
    assert_eq!(file.tally.write_sizes.sorted(), [(10, 6)]);
    assert_eq!(file.tally.inner_write_sizes.sorted(), [(9, 3), (11, 3)]);
    assert_eq!(figures.outcome.calls[Call::Pwrite as usize].bytes, 7500);
}

#[test]
fn chains_count_the_system_calls_of_a_collective() {
    let figures = collective().figures;
    let [chain] = figures.chains.as_slice() else { panic!("{:?}", figures.chains) };
    assert_eq!((chain.call, chain.calls, chain.operations()), (Call::MpiWriteAtAll, 6, 3));
    assert_eq!((chain.device.calls, chain.system.calls, chain.system.bytes), (3, 6, 7500));
    assert_eq!(chain.system_calls, [(Call::Pwrite, 6)]);
}

#[test]
fn the_time_line_has_all_bytes_and_all_time() {
    let mut program = Program::with_ranks(3);
    for number in 0..1000 {
        program.call(1, Call::Pread, "/in", number * 7, 7);
        program.timed(2, Call::Pwrite, "/out", number * 11, 11, 37 * MILLISECOND);
    }
    let figures = program.report().figures;
    let sums: Vec<(u64, u64, u64)> = figures
        .lanes
        .iter()
        .map(|lane| lane.figures.heat.as_ref().unwrap())
        .map(|heat| (heat.read.iter().sum(), heat.written.iter().sum(), heat.time.iter().sum()))
        .collect();
    assert_eq!(sums, [(0, 0, 0), (7000, 0, 1000 * MILLISECOND), (0, 11_000, 37_000 * MILLISECOND)]);
}

#[test]
fn calls_that_did_not_return_are_listed_and_have_nothing_inside() {
    let mut program = Program::with_ranks(1).computing(10 * MILLISECOND);
    program.unfinished(0, Call::Read, "/hanging");
    program.call(0, Call::Pread, "/in", 0, 100);
    let figures = program.report().figures;
    assert_eq!(figures.outcome.unfinished_count, 1);
    assert_eq!(figures.name(figures.outcome.unfinished[0].file), "/hanging");
    assert_eq!(figures.outcome.unfinished[0].lasted, 11 * MILLISECOND);
    assert_eq!(figures.total.read_bytes, 100);
}

#[test]
fn waiting_for_a_child_is_not_an_access() {
    let mut program = Program::with_ranks(1);
    program.timed(0, Call::System, "/bin/sleep", 0, 0, 1000 * MILLISECOND);
    program.unfinished(0, Call::Exec, "/bin/true");
    let figures = program.report().figures;
    assert_eq!((figures.total.time(), figures.outcome.unfinished_count), (0, 0));
}

#[test]
fn numbers_from_broken_traces_do_not_overflow() {
    let mut program = Program::with_ranks(2);
    for rank in 0..2 {
        for call in [Call::Pread, Call::Pwrite, Call::MpiWriteAtAll, Call::Fsync, Call::Stat] {
            for _ in 0..3 {
                program.timed(rank, call, "/a", u64::MAX - 5, u64::MAX, u64::MAX / 64);
            }
        }
    }
    let report = program.report();
    assert!(!report.html().is_empty() && !report.text().is_empty());
}

#[test]
fn the_page_stays_small_whatever_the_trace() {
    let mut program = Program::with_ranks(700);
    for rank in 0..700 {
        for file in 0..8 {
            let name = format!("/data/{}/{}", "long-folder-name/".repeat(20), (rank * 7 + file) % 1500);
            program.call(rank, Call::Openat, &name, 0, 3);
            for number in 0..9 {
                program.call(rank, Call::Pwrite, &name, (rank as u64 * 1000 + number * 37) << 20, 1 << 20);
            }
        }
    }
    let report = program.report();
    assert_eq!(report.figures.file_count, 1500);
    assert_eq!(report.figures.files.len(), 1000);
    let bytes = report.html().len();
    assert!(bytes < 3 << 20, "{bytes} bytes");
}

#[test]
fn comparison_lists_fixed_and_new_findings() {
    let run = |call: Call, length: u64, calls: u64| {
        let mut program = Program::with_ranks(4);
        for rank in 0..4 {
            for number in 0..calls {
                program.call(rank, call, "/data/out.nc", (number * 4 + rank as u64) * length, length);
            }
        }
        program.call(0, Call::Pread, "/data/in.nc", 0, 1 << 20);
        program.report()
    };
    let (before, after) = (run(Call::MpiWriteAt, 2000, 2000), run(Call::MpiWriteAtAll, 2_000_000, 20));
    let comparison = Comparison::of(&before, &after);
    let text = comparison.text();
    for expected in [
        "I/O takes 99 % less time: 81.0 ms of all ranks instead of 8.00 s.",
        "\nFixed\n  - All 4 ranks write /data/out.nc at the same time",
        "  - All 4 ranks access /data/out.nc with 8,000 independent calls",
        "/data/out.nc  8,000     80  15.3 MiB  153 MiB",
        "bytes written          15.3 MiB  153 MiB  10 times",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    assert!(!text.contains("\nNew\n"), "{text}");
    let page = comparison.html();
    assert!(page.contains("independent-mpi-io") && page.contains("\"/data/in.nc\""));
    let same = Comparison::of(&before, &before).text();
    assert!(same.contains("about as long as before") && same.contains("Unchanged"), "{same}");
    assert!(!same.contains("Fixed") && !same.contains("New"), "{same}");
}

#[test]
fn comparisons_refer_to_no_list_of_their_own() {
    let mut report = collective();
    report.figures.about.unseen = vec!["a tool".to_owned()];
    let own = report.text();
    assert!(own.contains("1 thing could not be recorded; see the list at the end."), "{own}");
    let both = Comparison::of(&report, &report).text();
    assert!(both.contains("see its own report for the list") && !both.contains("at the end"), "{both}");
}

#[test]
fn totals_are_called_complete_only_if_calls_were_counted() {
    let mut figures = collective().figures;
    figures.about.full = vec!["rank 0".to_owned()];
    assert!(super::summary::warnings(&figures, "")[0].contains("totals are complete"));
    figures.about.has_lost_calls = true;
    let warning = &super::summary::warnings(&figures, "")[0];
    assert!(warning.contains("calls may be missing") && !warning.contains("complete"), "{warning}");
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --trace` under real MPIs: a trace records what the program did, call by call, down to the file
//! system; and the program behaves as without it.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

#[allow(dead_code, reason = "PnetCDF's own tests need the rest")]
mod netcdf_files;
mod trace_files;

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use mpi_tests::{
    Abi, Daemon, Family, Installation, SecretFile, environment_folder, folder_in_memory, posix_library,
    program_source, seaway,
};
use seaway_trace_format::{Call, Class, Layer};
use trace_files::{Process, Seen, read};

const RANKS: usize = 4;

/// `seaway run OPTIONS launcher -n 4 LINE`.
fn command(installation: &Installation, folder: &Path, options: &[&str], line: &[&str]) -> Command {
    command_of(RANKS, installation, folder, options, line)
}

fn command_of(
    ranks: usize,
    installation: &Installation,
    folder: &Path,
    options: &[&str],
    line: &[&str],
) -> Command {
    let launcher = installation.launcher().display().to_string();
    let oversubscribe: &[&str] =
        if installation.family == Family::OpenMpi { &["--oversubscribe", "--bind-to", "none"] } else { &[] };
    let ranks = ranks.to_string();
    let words = [&["run"], options, &[&launcher], oversubscribe, &["-n", &ranks], line].concat();
    let mut command = seaway(installation, &words);
    command.env("SEAWAY_POSIX_LIBRARY", posix_library()).current_dir(folder);
    command
}

fn run(installation: &Installation, folder: &Path, options: &[&str], line: &[&str]) -> Output {
    let output = command(installation, folder, options, line).output().unwrap();
    assert!(output.status.success(), "{}: {output:?}", installation.name);
    output
}

/// The processes that are ranks, in their order.
fn ranks(trace: &Path) -> Vec<Process> {
    let mut ranks: Vec<Process> = read(trace).into_iter().filter(|process| process.rank >= 0).collect();
    ranks.retain(|process| process.events.iter().any(|event| event.layer() == Layer::MpiIo));
    ranks.sort_by_key(|process| process.rank);
    ranks
}

/// A call in the common format of program and trace.
fn line_of(event: &Seen) -> String {
    let told = event.detail.as_ref().unwrap_or_else(|| panic!("{event:?} has no detail"));
    let datatype = if told.datatype.is_empty() { "-".to_owned() } else { told.datatype.replace(' ', "_") };
    format!("{} {} {} {} {datatype}", event.name(), event.offset, event.length, told.count)
}

#[test]
fn every_access_is_in_the_trace_on_every_mpi() {
    for installation in Installation::all() {
        let folder = folder_in_memory();
        let program = installation.compile_c("trace/accesses.c", &[]).display().to_string();
        run(&installation, folder.path(), &["--trace=trace"], &[&program, "data"]);
        let file = folder.path().join("data");
        let ranks = ranks(&folder.path().join("trace"));
        assert_eq!(ranks.len(), RANKS, "{}", installation.name);
        for (rank, process) in ranks.iter().enumerate() {
            let what = format!("{}, rank {rank}", installation.name);
            assert_eq!(process.rank, i32::try_from(rank).unwrap(), "{what}");
            let notes = fs::read_to_string(format!("{}.{rank}.notes", file.display())).unwrap();
            compare_with_notes(process, &notes, &what);
            check_requests(process, &what);
            check_nesting(process, file.to_str().unwrap(), &what);
        }
        check_barriers(&ranks, &installation);
    }
}

fn compare_with_notes(process: &Process, notes: &str, what: &str) {
    let is_call = |event: &&Seen| {
        event.layer() == Layer::MpiIo && !matches!(event.call, Call::MpiBarrier | Call::MpiRequestEnd)
    };
    let mut calls = process.events.iter().filter(is_call);
    let mut notes = notes.lines();
    assert_eq!(notes.next(), Some("MPI_File_open fails"), "{what}");
    let failed = calls.next().unwrap();
    // MPI_ERR_NO_SUCH_FILE of the standard ABI.
    assert_eq!((failed.name(), failed.error, failed.length), ("MPI_File_open", 42, 0), "{what}: {failed:?}");
    assert!(failed.file.ends_with("/no/such/file"), "{what}: {failed:?}");
    for note in notes {
        let call = calls.next().unwrap_or_else(|| panic!("{what}: {note} is not in the trace"));
        assert_eq!(call.error, 0, "{what}: {call:?}");
        // Only the shared pointer knows.
        let told = if note.split(' ').nth(1) == Some("-1") {
            line_of(call).replacen(&format!(" {} ", call.offset), " -1 ", 1)
        } else {
            line_of(call)
        };
        assert_eq!(told, note, "{what}: {call:?}");
    }
    let more = calls.next();
    assert!(more.is_none(), "{what}: {more:?} was not called");
}

/// What a nonblocking call starts completes once, with the bytes that it moved.
fn check_requests(process: &Process, what: &str) {
    let begun = process.events.iter().filter(|event| event.call.is_nonblocking());
    let mut numbers = HashSet::new();
    for call in begun {
        let number = call.detail.as_ref().unwrap().request;
        assert!(number != 0 && numbers.insert(number), "{what}: {call:?}");
        let is_end = |event: &&Seen| event.call == Call::MpiRequestEnd && event.offset == u64::from(number);
        let ends: Vec<&Seen> = process.events.iter().filter(is_end).collect();
        assert_eq!(ends.len(), 1, "{what}: {call:?}");
        assert_eq!((ends[0].length, &ends[0].file), (call.length, &call.file), "{what}: {ends:?}");
    }
    assert_eq!(numbers.len(), 10, "{what}");
}

/// An MPI call becomes device calls, and these become system calls, on the same file.
fn check_nesting(process: &Process, file: &str, what: &str) {
    let events: Vec<&Seen> = process.events.iter().filter(|event| event.file == file).collect();
    let inside = |outer: &Seen, layer: Layer, class: Class| -> Vec<&Seen> {
        let is_inside =
            |event: &&&Seen| event.layer() == layer && event.class() == class && outer.contains(event);
        events.iter().filter(is_inside).copied().collect()
    };
    let first = events.iter().find(|event| event.call == Call::MpiWriteAt).unwrap();
    let device = inside(first, Layer::Device, Class::Write);
    assert_eq!(device.len(), 1, "{what}: {device:?}");
    let told = device[0].detail.as_ref().unwrap();
    assert_eq!((told.count, told.device.as_str(), device[0].length), (1, "ufs", 96), "{what}");
    let system = inside(device[0], Layer::Posix, Class::Write);
    assert_eq!(system.iter().map(|event| event.length).sum::<u64>(), 96, "{what}: {system:?}");
    assert_eq!(first.detail.as_ref().unwrap().way, "one call", "{what}");
    let open = events.iter().find(|event| event.call == Call::MpiOpen && event.error == 0).unwrap();
    assert_eq!(inside(open, Layer::Device, Class::Open).len(), 1, "{what}");
    assert!(!inside(open, Layer::Posix, Class::Open).is_empty(), "{what}");
    let close = events.iter().find(|event| event.call == Call::MpiClose).unwrap();
    assert_eq!(inside(close, Layer::Posix, Class::Close).len(), 1, "{what}");
    // Which ranks wrote for others, if any, is the engine's choice: but all bytes were written.
    let together = events.iter().filter(|event| event.call == Call::MpiWriteAtAll).nth(1).unwrap();
    assert!(!together.detail.as_ref().unwrap().way.is_empty(), "{what}: {together:?}");
}

/// Ranks that leave a barrier together record the same number, one per open.
fn check_barriers(ranks: &[Process], installation: &Installation) {
    let numbers = |process: &Process| -> Vec<u64> {
        let marks = process.events.iter().filter(|event| event.call == Call::MpiBarrier);
        marks.map(|event| event.offset).collect()
    };
    let first = numbers(&ranks[0]);
    assert_eq!(first.len(), 1, "{}", installation.name);
    assert!(ranks.iter().all(|process| numbers(process) == first), "{}", installation.name);
}

/// A collective write of four ranks is written once, whichever rank does it.
#[test]
fn collective_writes_reach_the_file_system_once() {
    let installation = Installation::named("debian-mpich");
    let folder = folder_in_memory();
    let program = installation.compile_c("trace/accesses.c", &[]).display().to_string();
    let options = ["--trace=trace", "--hint", "romio_cb_write=enable"];
    run(&installation, folder.path(), &options, &[&program, "data"]);
    let file = folder.path().join("data").display().to_string();
    let ranks = ranks(&folder.path().join("trace"));
    let strided = |process: &Process| -> Seen {
        let is_it = |event: &&Seen| event.call == Call::MpiWriteAtAll && event.length == 48;
        process.events.iter().find(is_it).unwrap().clone()
    };
    let calls: Vec<Seen> = ranks.iter().map(strided).collect();
    assert!(
        calls.iter().all(|call| call.detail.as_ref().unwrap().way.starts_with("two phases")),
        "{calls:#?}"
    );
    let written = |layer: Layer| -> u64 {
        let of_rank = |(process, call): (&Process, &Seen)| -> u64 {
            let is_inside = |event: &&Seen| {
                event.layer() == layer && event.class() == Class::Write && call.contains(event)
            };
            process
                .events
                .iter()
                .filter(is_inside)
                .filter(|event| event.file == file)
                .map(|event| event.length)
                .sum()
        };
        ranks.iter().zip(&calls).map(of_rank).sum()
    };
    let bytes = 48 * RANKS as u64;
    assert_eq!((written(Layer::Device), written(Layer::Posix)), (bytes, bytes));
}

#[test]
fn a_program_does_the_same_with_a_trace_and_without() {
    for installation in Installation::all() {
        let program = installation.compile_c("trace/accesses.c", &[]).display().to_string();
        let outcome = |options: &[&str]| {
            let folder = folder_in_memory();
            let output = run(&installation, folder.path(), options, &[&program, "data"]);
            let mut names: Vec<String> = fs::read_dir(folder.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| !name.starts_with("seaway-trace-"))
                .collect();
            names.sort();
            let notes = fs::read_to_string(folder.path().join("data.2.notes")).unwrap();
            // Offsets of the shared pointer depend on the order of ranks; strided pieces do not.
            let file = fs::read(folder.path().join("data")).unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            (names, notes, file[100_000..].to_vec(), String::from_utf8(output.stdout).unwrap(), said)
        };
        let (plain, traced) = (outcome(&[]), outcome(&["--trace"]));
        assert_eq!(plain.0, traced.0, "{}", installation.name);
        assert_eq!(plain.1, traced.1, "{}", installation.name);
        assert!(plain.2 == traced.2, "{}: the files differ", installation.name);
        assert_eq!(plain.3, traced.3, "{}", installation.name);
        // One line more, of `seaway run` itself.
        let is_ours = |line: &&str| line.starts_with("seaway:");
        assert_eq!(plain.4.lines().filter(is_ours).count(), 0, "{}: {}", installation.name, plain.4);
        let ours: Vec<&str> = traced.4.lines().filter(is_ours).collect();
        assert!(
            matches!(ours[..], [line] if line.contains("/seaway-trace-")),
            "{}: {ours:?}",
            installation.name
        );
    }
}

/// On another machine: nonblocking accesses continue there, and complete later.
#[test]
fn files_of_another_machine_are_in_the_trace() {
    for name in ["debian-mpich", "debian-openmpi"] {
        let installation = Installation::named(name);
        let (folder, there, secret) = (folder_in_memory(), folder_in_memory(), SecretFile::new());
        let daemon = Daemon::serve(&secret, there.path());
        let remote = daemon.name_of(&there.path().join("data"));
        let program = installation.compile_c("trace/accesses.c", &[]).display().to_string();
        let rule = format!("data={remote}");
        let options = ["--trace=trace", "--map", &rule];
        let mut command = command(&installation, folder.path(), &options, &[&program, "data"]);
        let output = command.env("SEAWAY_SECRET_FILE", secret.path()).output().unwrap();
        assert!(output.status.success(), "{name}: {output:?}");
        let ranks = ranks(&folder.path().join("trace"));
        assert_eq!(ranks.len(), RANKS, "{name}");
        for (rank, process) in ranks.iter().enumerate() {
            let what = format!("{name}, rank {rank}");
            let notes = fs::read_to_string(folder.path().join(format!("data.{rank}.notes"))).unwrap();
            compare_with_notes(process, &notes, &what);
            check_requests(process, &what);
            let of_device = |event: &&Seen| event.layer() == Layer::Device && event.file == remote;
            let device: Vec<&Seen> = process.events.iter().filter(of_device).collect();
            assert!(device.iter().any(|event| event.call == Call::DeviceWrite), "{what}: {device:?}");
            assert!(device.iter().all(|event| event.detail.as_ref().unwrap().device == "remote"), "{what}");
        }
    }
}

/// Two programs under two MPIs with a stream between them, each with its own trace: both writer and reader
/// are recorded byte by byte, and the two traces become one report.
#[test]
fn both_ends_of_a_stream_are_in_the_trace() {
    const STEPS: usize = 12;
    let sides = [("write", "debian-openmpi", 2, 150_000), ("read", "debian-mpich", 3, 100_000)];
    let folder = folder_in_memory();
    let name = format!("mxn:trace{}", folder.path().file_name().unwrap().display());
    let here = folder.path().display().to_string();
    let started = sides.map(|(part, installation, ranks, bytes)| {
        let installation = Installation::named(installation);
        let program = installation.compile_c("mxn/steady.c", &[]).display().to_string();
        let (steps, bytes) = (STEPS.to_string(), bytes.to_string());
        let line = [&program, part, &name, &here, &steps, &bytes, "-1", "0", "0"];
        let trace = format!("--trace=trace-{part}");
        let mut command = command_of(ranks, &installation, folder.path(), &[&trace], &line);
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    for side in started {
        let output = side.wait_with_output().unwrap();
        assert!(output.status.success(), "{output:?}");
    }
    for (part, _, count, bytes) in sides {
        let ranks = ranks(&folder.path().join(format!("trace-{part}")));
        assert_eq!(ranks.len(), count, "{part}");
        for (rank, process) in ranks.iter().enumerate() {
            check_stream(process, &name, part, STEPS, |step| (step * count + rank) * bytes, bytes);
        }
    }
    let installation = Installation::named("debian-mpich");
    let words = ["report", "--text", "trace-write", "trace-read"];
    let report = seaway(&installation, &words).current_dir(folder.path()).output().unwrap();
    let report = String::from_utf8(report.stdout).unwrap();
    let row = report
        .lines()
        .find(|line| line.trim_start().starts_with(&name) && line.contains("MiB"))
        .unwrap_or_else(|| panic!("{report}"));
    assert_eq!(row.matches("3.4 MiB").count(), 2, "{report}");
}

/// One MPI access in each step, and the same one by the device; a reader asks once more and gets nothing.
fn check_stream(
    process: &Process,
    name: &str,
    part: &str,
    steps: usize,
    place: impl Fn(usize) -> usize,
    bytes: usize,
) {
    let what = format!("{part}, rank {}", process.rank);
    let events = || process.events.iter().filter(|event| event.file == name);
    assert!(events().all(|event| event.duration.is_some() && event.error == 0), "{what}");
    assert!(events().all(|event| event.detail.as_ref().unwrap().device == "mxn"), "{what}");
    let (class, of_mpi, of_device) = match part {
        "write" => (Class::Write, Call::MpiWriteOrdered, Call::DeviceWrite),
        _ => (Class::Read, Call::MpiReadOrdered, Call::DeviceRead),
    };
    for call in [of_mpi, of_device] {
        let is_access = |event: &&Seen| event.layer() == call.info().layer && event.class() == class;
        let accesses: Vec<&Seen> = events().filter(is_access).collect();
        assert!(accesses.iter().all(|access| access.call == call), "{what}: {accesses:#?}");
        let moved = accesses.iter().filter(|access| access.length > 0);
        let moved: Vec<(u64, u64)> = moved.map(|access| (access.offset, access.length)).collect();
        let expected: Vec<(u64, u64)> = (0..steps).map(|step| (place(step) as u64, bytes as u64)).collect();
        assert_eq!(moved, expected, "{what}");
        assert_eq!(accesses.len() - steps, usize::from(part == "read"), "{what}: {accesses:#?}");
    }
    let ends = [Call::MpiOpen, Call::MpiClose, Call::DeviceOpen, Call::DeviceClose];
    let counts = ends.map(|call| events().filter(|event| event.call == call).count());
    assert_eq!(counts, [1; 4], "{what}");
}

/// Files of the host MPI's own MPI-IO are recorded too: the calls, and by the recorder what the MPI did.
#[test]
fn native_files_are_in_the_trace() {
    for name in ["debian-mpich", "debian-openmpi"] {
        let installation = Installation::named(name);
        let folder = folder_in_memory();
        let program = installation.compile_c("run/numbers.c", &[]).display().to_string();
        run(&installation, folder.path(), &["--trace=trace"], &[&program, "native:data"]);
        for process in ranks(&folder.path().join("trace")) {
            // MPIs query error handlers by their own calls.
            let is_call = |event: &&Seen| event.layer() == Layer::MpiIo && event.call != Call::MpiOther;
            let calls: Vec<&Seen> = process.events.iter().filter(is_call).collect();
            assert!(calls.iter().all(|call| call.file == "native:data"), "{name}: {calls:?}");
            let write = calls.iter().find(|call| call.class() == Class::Write).unwrap();
            assert_eq!(write.detail.as_ref().unwrap().device, "native", "{name}");
            let place = (write.offset, write.length);
            assert_eq!(place, (u64::try_from(process.rank).unwrap(), 1), "{name}: {write:?}");
            assert_eq!(calls.last().unwrap().call, Call::MpiClose, "{name}");
        }
    }
}

/// Both libraries handle SIGBUS: the recorder for its own file, libseaway for mapped parts of files. Neither may hide the other's
/// faults, nor the program's own.
#[test]
fn traced_programs_survive_truncated_files_and_keep_their_handlers() {
    for installation in Installation::all() {
        let folder = folder_in_memory();
        let program = installation.compile_c("conformance/bus_errors.c", &["-pthread"]);
        let (program, data) = (program.display().to_string(), folder.path().display().to_string());
        let line = [&*program, &*data, "seaway"];
        for count in [1, 2] {
            let trace = format!("trace{count}");
            let option = format!("--trace={trace}");
            let output = command_of(count, &installation, folder.path(), &[&option], &line).output().unwrap();
            assert!(output.status.success(), "{}: {output:?}", installation.name);
            // The recorded ranks had both preloaded.
            assert_eq!(ranks(&folder.path().join(trace)).len(), count, "{}", installation.name);
        }
    }
}

#[test]
fn python_programs_are_traced() {
    let python = environment_folder().join("python/bin/python").display().to_string();
    let script = program_source("trace/accesses.py").display().to_string();
    for installation in Installation::all_for_python() {
        let folder = folder_in_memory();
        let abi = if installation.abi == Abi::OpenMpi { "openmpi" } else { "mpich" };
        let mut command =
            command(&installation, folder.path(), &["--trace=trace"], &[&python, &script, "data"]);
        let output = command.env("MPI4PY_MPIABI", abi).output().unwrap();
        assert!(output.status.success(), "{}: {output:?}", installation.name);
        let ranks = ranks(&folder.path().join("trace"));
        assert_eq!(ranks.len(), RANKS, "{}", installation.name);
        for (rank, process) in ranks.iter().enumerate() {
            let is_access = |event: &&Seen| {
                event.layer() == Layer::MpiIo && matches!(event.class(), Class::Read | Class::Write)
            };
            let lines: Vec<String> = process.events.iter().filter(is_access).map(line_of).collect();
            let at = rank * 80;
            let expected = [
                format!("MPI_File_write_at_all {at} 80 10 double"),
                format!("MPI_File_read_at {at} 80 10 double"),
                format!("MPI_File_iwrite_at {at} 80 80 byte"),
            ];
            assert_eq!(lines, expected, "{}, rank {rank}", installation.name);
            // Files that Python opens itself are in the same trace.
            let own = folder.path().join(format!("data.{rank}.txt")).display().to_string();
            let of_own =
                |class| process.events.iter().any(|event| event.file == own && event.class() == class);
            assert!(of_own(Class::Open) && of_own(Class::Write), "{}, rank {rank}", installation.name);
        }
    }
}

#[test]
fn pnetcdf_programs_are_traced_on_their_own_mpi_and_on_another() {
    let builder = Installation::named("debian-openmpi");
    let program = netcdf_files::access_kinds_in_c(&builder).display().to_string();
    let folder = folder_in_memory();
    let stock = folder.path().join("stock.nc");
    mpi_tests::Launch::new(&builder, &program)
        .ranks(RANKS)
        .argument(&stock)
        .argument("5")
        .run()
        .expect_success();
    let own = folder.path().join("own");
    fs::create_dir(&own).unwrap();
    run(&builder, &own, &["--trace=trace"], &[&program, "stock.nc", "5"]);
    check_pnetcdf(&own, &stock);
    // Debian's PnetCDF is built for Open MPI alone; the adapter puts it onto MPICH.
    let other = folder.path().join("other");
    fs::create_dir(&other).unwrap();
    let host = Installation::named("debian-mpich");
    let ranks = RANKS.to_string();
    let words = ["run", "--trace=trace", "--mpi", &host.place(), "-n", &ranks, &program, "stock.nc", "5"];
    let mut command = seaway(&host, &words);
    let output = command.env("SEAWAY_POSIX_LIBRARY", posix_library()).current_dir(&other).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    check_pnetcdf(&other, &stock);
}

/// The same file as without a trace, and every byte of it in calls of MPI's, of the device and of the system.
fn check_pnetcdf(folder: &Path, stock: &Path) {
    let file: PathBuf = folder.join("stock.nc");
    netcdf_files::compare(stock, &file, &folder.display().to_string());
    let file = file.display().to_string();
    let ranks = ranks(&folder.join("trace"));
    assert_eq!(ranks.len(), RANKS, "{file}");
    let size = fs::metadata(&file).unwrap().len();
    for layer in [Layer::MpiIo, Layer::Device, Layer::Posix] {
        let is_write =
            |event: &&Seen| event.layer() == layer && event.class() == Class::Write && event.file == file;
        let writes: Vec<&Seen> =
            ranks.iter().flat_map(|process| process.events.iter().filter(is_write)).collect();
        assert!(!writes.is_empty() && writes.iter().all(|event| event.error == 0), "{file}: {layer:?}");
        // Without holes: what is not written by calls was copied to mapped pages.
        let is_map = |event: &&Seen| event.class() == Class::Map && event.file == file;
        let is_mapped = ranks.iter().any(|process| process.events.iter().any(|event| is_map(&event)));
        let end = writes.iter().map(|event| event.offset + event.length).max().unwrap();
        assert!(
            end >= size || is_mapped || layer == Layer::MpiIo,
            "{file}: {layer:?} ends at {end} of {size}"
        );
    }
    let collective =
        ranks.iter().flat_map(|process| &process.events).filter(|event| event.call.is_collective());
    assert!(collective.filter(|event| event.class() == Class::Write).count() >= RANKS, "{file}");
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment of an adapter: the launcher, tools that interpose MPI's calls, and the files of the MPI
//! underneath.

use std::fs;
use std::process::Command;

use mpi_tests::{Installation, Launch, adapter_library, folder_in_memory};

/// A program for each ABI, and all MPIs of the others.
fn directions() -> Vec<(Installation, Installation)> {
    let compilers = ["mpich", "openmpi", "standard-abi"].map(Installation::named);
    let pairs = compilers.into_iter().flat_map(|compiler| {
        let hosts = Installation::all().into_iter().filter(move |host| host.abi != compiler.abi);
        hosts.map(move |host| (compiler.clone(), host)).collect::<Vec<_>>()
    });
    pairs.collect()
}

/// Open MPI 4 does not recognise other launchers, and starts as a singleton.
#[test]
fn ranks_of_a_foreign_launcher_do_not_run_as_singletons() {
    let host = Installation::named("debian-openmpi");
    for (own, launcher) in [("mpich", "mpich"), ("mpich", "debian-mpich"), ("standard-abi", "intel")] {
        let (own, launcher) = (Installation::named(own), Installation::named(launcher));
        let program = own.compile_c("adapter_run/whose.c", &[]);
        let folder = folder_in_memory();
        let file = folder.path().join("file");
        let output = Launch::new(&host, program)
            .ranks(2)
            .argument(&file)
            .adapted(own.abi)
            .launched_by(&launcher)
            .run();
        assert!(!output.status.success() && output.stdout.is_empty() && !file.exists(), "{output}");
        assert!(
            output.stderr.contains("seaway: the launcher of MPICH or Intel MPI has started 2"),
            "{output}"
        );
        assert!(output.stderr.contains("libmpi.so.40 -n 2`, or with that MPI's own launcher"), "{output}");
    }
}

#[test]
fn one_rank_of_a_foreign_launcher_runs() {
    let (own, host) = (Installation::named("mpich"), Installation::named("debian-openmpi"));
    let program = own.compile_c("adapter_run/whose.c", &[]);
    let folder = folder_in_memory();
    let file = folder.path().join("file");
    let launch = Launch::new(&host, program).argument(file).adapted(own.abi).launched_by(&own);
    let output = launch.run().expect_success();
    assert!(output.stdout.starts_with("ranks 1 sum 0 library Open MPI v4."), "{output}");
}

/// A tool built for the program's MPI interposes the adapter, and nothing else.
#[test]
fn tools_see_the_calls_of_the_program_and_no_others() {
    let told = "tool: Init 1\ntool: Send 4\ntool: Irecv 3\ntool: Wait 3\ntool: Comm_rank 1\ntool: Comm_size 1\n\
                tool: Allreduce 1\ntool: Alltoallw 1\ntool: received 2\ntool: level 1\ntool: level 42\n\
                tool: level 0\n";
    for (own, host) in directions() {
        let program = own.compile_c("adapter_around/calls.c", &[]);
        let tool = own.compile_c("adapter_around/tool.c", &["-shared", "-fPIC"]);
        let launch = Launch::new(&host, program).ranks(2).adapted(own.abi).in_front(tool);
        let output = launch.run().expect_success();
        // MPICH from PyPI does not check arguments: what should fail ends elsewhere, or not at all.
        let said: String =
            output.stdout.lines().filter(|line| line.starts_with("tool")).map(line_of).collect();
        assert_eq!(said, told, "{} on {}: {output}", own.name, host.name);
        assert!(output.stdout.contains("sum 1 in 1 1 failed"), "{} on {}: {output}", own.name, host.name);
    }
}

fn line_of(line: &str) -> String {
    format!("{line}\n")
}

/// Files handled by the MPI underneath, through libseaway and the adapter. Open MPI 4 has two
/// implementations, one of which calls MPI as programs do.
#[test]
fn files_may_be_left_to_the_mpi_underneath() {
    for (own, host) in directions() {
        let program = own.compile_c("adapter/io.c", &["-pthread"]);
        let ways: &[&str] = if host.name == "debian-openmpi" { &["ompio", "romio321"] } else { &[""] };
        for way in ways {
            let folder = folder_in_memory();
            let launch = Launch::new(&host, &program).ranks(2).adapted(own.abi).seaway();
            let launch = launch.argument(format!("native:{}", folder.path().display()));
            let launch = if way.is_empty() { launch } else { launch.environment("OMPI_MCA_io", *way) };
            let output = launch.run().expect_success();
            assert!(
                output.stdout.ends_with("end: all is well\n"),
                "{} on {} {way}: {output}",
                own.name,
                host.name
            );
        }
    }
}

/// Open MPI 4 implements windows by a component that looks up operations by their Fortran numbers.
#[test]
fn windows_of_open_mpi_4_may_be_messages() {
    let host = Installation::named("debian-openmpi");
    for own in ["mpich", "standard-abi"].map(Installation::named) {
        let program = own.compile_c("adapter/one_sided.c", &["-pthread"]);
        let launch =
            Launch::new(&host, program).ranks(2).adapted(own.abi).environment("OMPI_MCA_osc", "pt2pt,sm");
        let output = launch.run().expect_success();
        assert!(output.stdout.ends_with("end: all is well\n"), "{}: {output}", own.name);
    }
}

/// Open MPI 5 notices it; started by another command it would be waited for. Open MPI 4 then ends the whole job.
#[test]
fn a_program_that_is_missing_is_not_waited_for() {
    for own in ["mpich", "standard-abi"].map(Installation::named) {
        let program = own.compile_c("adapter_around/missing_program.c", &[]);
        let launch = |host: &str| Launch::new(&Installation::named(host), &program).adapted(own.abi).run();
        assert_eq!(launch("openmpi").stdout, "error\n", "{}", own.name);
        let output = launch("debian-openmpi");
        assert!(!output.status.success() && output.stderr.contains("/no/such/program"), "{output}");
    }
}

/// Open MPI counts in ints. Operations that cannot be built from that fail, and are never done with a part of the count.
#[test]
fn numbers_beyond_int_are_done_or_refused() {
    for host in ["openmpi", "debian-openmpi"].map(Installation::named) {
        for own in ["mpich", "standard-abi"].map(Installation::named) {
            let program = own.compile_c("adapter_around/beyond_int.c", &[]);
            let output = Launch::new(&host, program).adapted(own.abi).run().expect_success();
            let is_clear = |line: &&str| line.ends_with(": done") || line.ends_with(": refused");
            let unclear: Vec<&str> = output.stdout.lines().filter(|line| !is_clear(line)).collect();
            assert!(unclear.is_empty(), "{} on {}: {unclear:#?}", own.name, host.name);
            assert_eq!(output.stdout.lines().count(), 48, "{output}");
        }
    }
}

/// No installed MPI has events or ports with long names, or uses user-defined conversions: this one does.
#[test]
fn callbacks_that_no_installed_mpi_makes() {
    let folder = folder_in_memory();
    let host = folder.path().join("libmpi_abi.so.1");
    // It has what it calls, so it needs no other MPI.
    let options = ["-shared", "-fPIC", "-Wl,--as-needed"];
    fs::copy(Installation::named("standard-abi").compile_c("adapter_around/own_host.c", &options), &host)
        .unwrap();
    let own = Installation::named("mpich");
    let output = Command::new(own.compile_c("adapter_around/callbacks.c", &[]))
        .env("LD_PRELOAD", adapter_library(own.abi))
        .env("SEAWAY_MPI", host)
        .output()
        .unwrap();
    let told = "happened: thread safe, own data\ndropped: 7 of source 3, async signal safe, own data\nbarrier: 0\n\
                freed: MPI restricted, no data\nextent: MPI_CHAR, own data\nconvert: 3 of MPI_CHAR at 5, own data\n\
                convert: 2 of MPI_CHAR at 6, own data\nregister: 0\nport: MPI_ERR_PORT: MPI_Open_port: the MPI underneath (standard ABI) \
                returned a port name of 300 characters, and programs of this ABI (MPICH) have room for 255\n\
                end: 0\n";
    assert_eq!(String::from_utf8_lossy(&output.stdout), told, "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success());
}

/// ROMIO accepts representations, and remembers their names. Open MPI's other implementation accepts none.
#[test]
fn representations_with_large_counts_are_registered_on_open_mpi() {
    let host = Installation::named("debian-openmpi");
    for own in ["mpich", "standard-abi"].map(Installation::named) {
        let program = own.compile_c("adapter_around/representations.c", &[]);
        for (component, told) in
            [("romio321", "success, MPI_ERR_DUP_DATAREP\n"), ("ompio", "error, another outcome\n")]
        {
            let launch = Launch::new(&host, &program).adapted(own.abi).environment("OMPI_MCA_io", component);
            let output = launch.run().expect_success();
            assert_eq!(output.stdout, told, "{} on {component}: {output}", own.name);
        }
    }
}

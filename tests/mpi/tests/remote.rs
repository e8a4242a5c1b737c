// SPDX-License-Identifier: MIT OR Apache-2.0
//! Remote files of unmodified programs: PnetCDF, HDF5 and plain MPI-IO write through `remote:` and a daemon
//! what they write locally, byte for byte. The daemon is on this machine; its files are checked directly.
//!
//! mpi4py's tests and random programs go through a daemon in `mpi4py.rs` and `differential.rs`.

mod hdf5_files;
mod netcdf_files;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use mpi_tests::{Daemon, Installation, Launch, SecretFile, folder_in_memory};
use netcdf_files::{access_kinds_in_c, access_kinds_in_fortran};
use tempfile::TempDir;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A directory that a daemon serves, and an unrelated one on the same machine.
struct Setting {
    served: TempDir,
    own: TempDir,
    secret: SecretFile,
    daemon: Daemon,
}

impl Setting {
    fn new() -> Self {
        let (served, own, secret) = (folder_in_memory(), folder_in_memory(), SecretFile::new());
        let daemon = Daemon::serve(&secret, served.path());
        Self { served, own, secret, daemon }
    }

    /// A file served by the daemon.
    fn file(&self, name: &str) -> PathBuf {
        self.served.path().join(name)
    }

    /// The name of a file served by the daemon.
    fn name(&self, name: &str) -> String {
        self.daemon.name_of(&self.file(name))
    }

    /// Ranks with access to the daemon, in a directory where they leave nothing.
    fn launch(&self, installation: &Installation, program: impl Into<PathBuf>, ranks: usize) -> Launch {
        let launch = Launch::new(installation, program).ranks(ranks).seaway().secret(&self.secret);
        launch.folder(self.own.path()).limit(PATIENCE)
    }

    /// Hints that redirect plain names to the served directory.
    fn hints(&self) -> [String; 3] {
        let address = self.daemon.address();
        [
            format!("seaway_host={}", address.ip()),
            format!("seaway_port={}", address.port()),
            format!("seaway_wdir={}", self.served.path().display()),
        ]
    }
}

#[test]
fn pnetcdf_writes_the_same_file_there_as_here() {
    let installation = Installation::named("debian-openmpi");
    let setting = Setting::new();
    for program in [access_kinds_in_c(&installation), access_kinds_in_fortran(&installation)] {
        for (format, ranks) in [("1", 1), ("2", 3), ("5", 2)] {
            let local = setting.own.path().join("data.nc");
            let write = |name: &str| {
                let launch = setting.launch(&installation, &program, ranks);
                launch.argument(name).argument(format).run().expect_success();
            };
            write(&local.to_string_lossy());
            // The second time over what the first program left: it has to be clobbered like a local file.
            write(&setting.name("data.nc"));
            let what = format!("{}, format {format}, {ranks} ranks", program.display());
            netcdf_files::compare(&local, &setting.file("data.nc"), &what);
        }
        fs::write(setting.file("data.nc"), vec![0xee; 1 << 20]).expect("it can be written");
    }
}

/// Names without a host refer to the host in the hints, even where PnetCDF reads a file before it is opened.
/// The hints of the first variable are Seaway's; PnetCDF adds those of the second to its MPI_Info.
#[test]
fn pnetcdf_finds_the_host_by_hints() {
    let installation = Installation::named("debian-openmpi");
    let setting = Setting::new();
    let program = access_kinds_in_c(&installation);
    let elsewhere = folder_in_memory();
    let local = elsewhere.path().join("data.nc");
    setting.launch(&installation, &program, 2).argument(&local).argument("5").run().expect_success();
    for variable in ["SEAWAY_HINTS", "PNETCDF_HINTS"] {
        let launch = setting.launch(&installation, &program, 2).argument("data.nc").argument("5");
        launch.environment(variable, setting.hints().join(";")).run().expect_success();
        assert!(is_empty(setting.own.path()), "the file is here, too");
        netcdf_files::compare(&local, &setting.file("data.nc"), variable);
        fs::remove_file(setting.file("data.nc")).expect("it is there");
    }
}

#[test]
fn hdf5_writes_the_same_file_there_as_here() {
    for (name, ranks) in [("debian-openmpi", 1), ("debian-openmpi", 3), ("debian-mpich", 2)] {
        let installation = Installation::named(name);
        let setting = Setting::new();
        let program = hdf5_files::compile(&installation);
        let local = setting.own.path().join("local.h5");
        setting.launch(&installation, &program, ranks).argument(&local).run().expect_success();
        let remote = setting.name("data.h5");
        setting.launch(&installation, &program, ranks).argument(&remote).run().expect_success();
        hdf5_files::compare(&local, &setting.file("data.h5"));
    }
}

#[test]
fn the_host_is_found_by_hints_in_mpi_info() {
    for name in ["debian-openmpi", "debian-mpich", "mpich", "openmpi", "intel"] {
        let installation = Installation::named(name);
        let setting = Setting::new();
        let program = installation.compile_c("remote/steps.c", &[]);
        let logs = folder_in_memory();
        let launch = setting.launch(&installation, program, 2).argument("field").argument(logs.path());
        launch.arguments(["6", "50000", "-1"]).arguments(setting.hints()).run().expect_success();
        for rank in ["0", "1"] {
            let log = fs::read_to_string(logs.path().join(rank)).expect("every rank has a log");
            assert_eq!(log, "ended\n", "{name}, rank {rank}");
        }
        assert_eq!(fs::metadata(setting.file("field")).expect("it is there").len(), 6 * 50_000 * 2);
        assert!(!setting.own.path().join("field").exists(), "the file is here, too");
    }
}

/// Programs that check MPI's guarantees about files, in a directory served by a daemon.
#[test]
fn mpi_s_guarantees_hold_for_files_of_another_machine() {
    const PROGRAMS: [(&str, &[&str]); 9] = [
        ("accesses", &[]),
        ("requests", &["0"]),
        ("requests", &["3"]),
        ("statuses", &[]),
        ("again_and_again", &[]),
        ("representations", &[]),
        ("error_handlers", &[]),
        ("threads", &[]),
        ("progress", &[]),
    ];
    let mut failures = Vec::new();
    for (name, ranks) in [("debian-openmpi", 3), ("debian-mpich", 2), ("openmpi", 2), ("mpich", 2)] {
        let installation = Installation::named(name);
        for (program, words) in PROGRAMS {
            let setting = Setting::new();
            let compiled = installation.compile_c(format!("conformance/{program}.c"), &["-pthread"]);
            let launch = setting.launch(&installation, compiled, ranks);
            let launch = launch.argument(setting.name("")).argument("seaway").arguments(words);
            let output = launch.run();
            if !output.status.success() {
                failures.push(output.to_string());
            }
            assert!(is_empty(setting.own.path()), "{program} left something here");
        }
    }
    assert!(failures.is_empty(), "{} runs failed\n{}", failures.len(), failures.join("\n"));
}

/// The same through a map rule, so that names are local: these programs also access files themselves.
#[test]
fn map_rules_lead_to_another_machine() {
    let mut failures = Vec::new();
    for (name, ranks) in [("debian-openmpi", 2), ("debian-mpich", 2)] {
        let installation = Installation::named(name);
        for program in ["error_classes", "queries", "datatypes", "lifetimes"] {
            let setting = Setting::new();
            let compiled = installation.compile_c(format!("conformance/{program}.c"), &["-pthread"]);
            let launch = setting.launch(&installation, compiled, ranks).argument(setting.served.path());
            let launch = launch.argument("seaway").environment("SEAWAY_MAP", setting.daemon.rule());
            let output = launch.run();
            if !output.status.success() {
                failures.push(output.to_string());
            }
        }
    }
    assert!(failures.is_empty(), "{} runs failed\n{}", failures.len(), failures.join("\n"));
}

fn is_empty(folder: &Path) -> bool {
    fs::read_dir(folder).expect("it is there").next().is_none()
}

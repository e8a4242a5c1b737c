// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things as files of unmodified programs: one job writes `thing:NAME`, another one reads it, and no disk is between them.
//! The first of them starts the agent.

mod hdf5_files;
mod netcdf_files;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::Duration;

use mpi_tests::{Installation, Launch, folder_in_memory, seaway_library, seaway_program};
use netcdf_files::{access_kinds_in_c, access_kinds_in_fortran};
use tempfile::TempDir;

/// Only a hang takes this long.
const PATIENCE: Duration = Duration::from_secs(120);

/// A space that no other test has, without an agent so far.
struct Space {
    name: String,
    own: TempDir,
}

impl Space {
    fn new() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("mpi-test-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        Self { name, own: folder_in_memory() }
    }

    /// Ranks in a directory where they leave nothing.
    fn launch(&self, installation: &Installation, program: impl Into<PathBuf>, ranks: usize) -> Launch {
        let launch = Launch::new(installation, program).ranks(ranks).seaway().limit(PATIENCE);
        let launch = launch.folder(self.own.path()).environment("SEAWAY_SPACE", &self.name);
        let launch = launch.environment("XDG_DATA_HOME", self.own.path().join("data"));
        launch.environment("SEAWAY_PROGRAM", seaway_program())
    }

    /// `seaway ARGUMENTS`.
    fn seaway(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(seaway_program());
        command.args(arguments).env("SEAWAY_SPACE", &self.name).stdin(Stdio::null());
        command
    }

    /// Copies a thing to a file.
    fn fetch(&self, thing: &str, file: &Path) {
        let file = file.to_str().expect("names of folders are UTF-8");
        let status = self.seaway(&["things", "cp", thing, file]).status().expect("seaway runs");
        assert!(status.success(), "{thing} cannot be copied");
    }

    /// The output of a tool that reads a thing without MPI, or before it passes the name to MPI.
    fn tool(&self, tool: &str, thing: &str) -> String {
        let mut command = Command::new(tool);
        command.arg(thing).env("LD_PRELOAD", seaway_library()).env("SEAWAY_SPACE", &self.name);
        let output = command.current_dir(self.own.path()).output().expect("the tool runs");
        assert!(output.status.success(), "{tool} {thing}: {output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Space {
    fn drop(&mut self) {
        let _ = self.seaway(&["space", "stop", "--force", "--patience", "0"]).output();
    }
}

#[test]
fn one_job_writes_and_another_reads() {
    for (name, writers, readers) in [("debian-openmpi", 3, 2), ("debian-mpich", 2, 4)] {
        let (installation, space) = (Installation::named(name), Space::new());
        let program = installation.compile_c("things/jobs.c", &[]);
        let launch = |ranks, words: &[&str]| {
            let launch = space.launch(&installation, &program, ranks);
            launch.arguments(words.iter().copied()).run().expect_success()
        };
        let writers_text = writers.to_string();
        launch(writers, &["write", "thing:a field", "500000"]);
        launch(readers, &["read", "thing:a field", "500000", &writers_text]);
        // What two MPIs write is the same.
        let listed = space.seaway(&["things", "ls"]).output().expect("seaway runs");
        let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
        assert!(listed.contains("memory") && listed.contains("complete"), "{listed}");
        assert!(listed.trim_end().ends_with("a field"), "{listed}");
        let left: Vec<_> = fs::read_dir(space.own.path()).expect("it is there").collect();
        assert!(left.is_empty(), "{name}: {left:?}");
    }
}

#[test]
fn reader_that_is_started_first_waits_for_the_writer() {
    for name in ["debian-openmpi", "debian-mpich"] {
        let (installation, space) = (Installation::named(name), Space::new());
        let program = installation.compile_c("things/jobs.c", &[]);
        thread::scope(|scope| {
            let reader = scope.spawn(|| {
                let launch = space.launch(&installation, &program, 2);
                let words = ["read", "thing:late", "100000", "2", "seaway_thing_wait=closed"];
                launch.arguments(words).run().expect_success()
            });
            let launch = space.launch(&installation, &program, 2);
            launch.arguments(["write", "thing:late", "100000"]).run().expect_success();
            reader.join().expect("the reader ends");
        });
    }
}

#[test]
fn hdf5_file_is_a_thing() {
    for (name, ranks) in [("debian-openmpi", 3), ("debian-mpich", 2)] {
        let (installation, space) = (Installation::named(name), Space::new());
        let program = hdf5_files::compile(&installation);
        let folder = folder_in_memory();
        let (local, copy) = (folder.path().join("local.h5"), folder.path().join("copy.h5"));
        space.launch(&installation, &program, ranks).argument(&local).run().expect_success();
        space.launch(&installation, &program, ranks).argument("thing:data.h5").run().expect_success();
        space.fetch("thing:data.h5", &copy);
        hdf5_files::compare(&local, &copy);
        // Another program, which knows nothing of MPI.
        let dumped = space.tool("h5dump", "thing:data.h5");
        let dumped = dumped.split_once('\n').map_or("", |(_, rest)| rest);
        assert_eq!(dumped, hdf5_files::h5dump(&local), "{name}");
    }
}

/// PnetCDF of Debian is built for Open MPI; on MPICH it runs through the adapter.
#[test]
fn netcdf_file_is_a_thing() {
    let built_for = Installation::named("debian-openmpi");
    let (c, fortran) = (access_kinds_in_c(&built_for), access_kinds_in_fortran(&built_for));
    for (name, ranks, program) in
        [("debian-openmpi", 3, &c), ("debian-openmpi", 2, &fortran), ("debian-mpich", 2, &c)]
    {
        let (installation, space) = (Installation::named(name), Space::new());
        let launch = |file: &str, format: &str| {
            let launch = space.launch(&installation, program, ranks);
            let launch = if name == "debian-mpich" { launch.by_seaway_run() } else { launch };
            launch.argument(file).argument(format).run().expect_success();
        };
        let folder = folder_in_memory();
        let (local, copy) = (folder.path().join("data.nc"), folder.path().join("copy/data.nc"));
        fs::create_dir(folder.path().join("copy")).expect("it can be made");
        // A longer file first, so that the second has to cut it.
        launch("thing:out/data.nc", "5");
        for format in ["1", "5"] {
            launch(local.to_str().expect("UTF-8"), format);
            launch("thing:out/data.nc", format);
            space.fetch("thing:out/data.nc", &copy);
            netcdf_files::compare(&local, &copy, &format!("{name}, format {format}"));
            assert_eq!(space.tool("ncmpidump", "thing:out/data.nc"), netcdf_files::tool("ncmpidump", &local));
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Programs that read files without MPI, with the preloaded library: the tools of PnetCDF and of HDF5 print
//! the same for a remote file as for the local one, and files that are not Seaway's are unaffected.

#[allow(dead_code, reason = "other tests compare such files")]
mod hdf5_files;
#[allow(dead_code, reason = "other tests compare such files")]
mod netcdf_files;

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use mpi_tests::{Daemon, Installation, Launch, SecretFile, folder_in_memory, seaway_library};
use netcdf_files::access_kinds_in_c;
use tempfile::TempDir;

/// A directory that a daemon serves.
struct Setting {
    served: TempDir,
    secret: SecretFile,
    daemon: Daemon,
}

impl Setting {
    fn new() -> Self {
        let (served, secret) = (folder_in_memory(), SecretFile::new());
        let daemon = Daemon::serve(&secret, served.path());
        Self { served, secret, daemon }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.served.path().join(name)
    }

    /// The name of a file served by the daemon.
    fn name(&self, name: &str) -> String {
        self.daemon.name_of(&self.file(name))
    }

    /// Runs a program with the library.
    fn run<A: AsRef<OsStr>>(&self, program: impl AsRef<OsStr>, arguments: &[A]) -> Output {
        let mut command = patient(program.as_ref());
        command.args(arguments).env("LD_PRELOAD", seaway_library());
        command.env("SEAWAY_SECRET_FILE", self.secret.path());
        command.output().expect("it can be started")
    }

    /// The program's output, if it succeeds; local and remote names are made equal.
    fn says(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> String {
        self.without_place(program.as_ref(), &self.run(program.as_ref(), arguments))
    }

    /// The same without the library.
    fn says_alone(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> String {
        let output = patient(program.as_ref()).args(arguments).output().expect("it can be started");
        self.without_place(program.as_ref(), &output)
    }

    fn without_place(&self, program: &OsStr, output: &Output) -> String {
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{}: {}\n{text}{errors}", program.display(), output.status);
        assert!(!text.is_empty(), "{} says nothing: {errors}", program.display());
        text.replace(&self.name(""), "").replace(&*self.file("").to_string_lossy(), "")
    }

    fn pnetcdf_file(&self, name: &str, format: &str) -> String {
        let installation = Installation::named("debian-openmpi");
        let launch = Launch::new(&installation, access_kinds_in_c(&installation)).argument(self.file(name));
        launch.argument(format).run().expect_success();
        self.file(name).to_string_lossy().into_owned()
    }
}

/// Only a hang takes this long.
fn patient(program: &OsStr) -> Command {
    let mut command = Command::new("timeout");
    command.arg("120").arg(program).env("HWLOC_COMPONENTS", "-gl");
    command
}

#[test]
fn pnetcdf_s_tools_read_files_of_another_machine() {
    let setting = Setting::new();
    for format in ["1", "2", "5"] {
        let (here, there) = (setting.pnetcdf_file("data.nc", format), setting.name("data.nc"));
        let tools: [(&str, &[&str]); 5] = [
            ("ncmpidump", &[]),
            ("ncmpidump", &["-h"]),
            ("ncmpidump", &["-k"]),
            ("ncvalidator", &[]),
            ("ncoffsets", &[]),
        ];
        for (tool, options) in tools {
            let of_here = setting.says_alone(tool, &[options, &[&here]].concat());
            let of_there = setting.says(tool, &[options, &[&there]].concat());
            assert_eq!(of_here, of_there, "{tool} {options:?}, format {format}");
        }
        for tool in ["ncmpidiff", "cdfdiff"] {
            assert_eq!(setting.says_alone(tool, &[&here, &here]), setting.says(tool, &[&there, &here]));
        }
    }
}

/// Remains of an earlier file do not follow the new one.
#[test]
fn ncmpigen_makes_files_on_another_machine() {
    let setting = Setting::new();
    let text = setting.file("small.cdl");
    fs::write(&text, "netcdf small { dimensions: x = 3; variables: int v(x); data: v = 7, 8, 9; }").unwrap();
    let here = setting.file("here.nc");
    let generate = |name: &OsStr| {
        let arguments = [OsStr::new("-v"), OsStr::new("1"), OsStr::new("-o"), name, text.as_os_str()];
        let output = setting.run("ncmpigen", &arguments);
        assert!(output.status.success(), "{output:?}");
    };
    generate(here.as_os_str());
    for old in [None, Some(vec![0xee; 70_000])] {
        if let Some(old) = old {
            fs::write(setting.file("there.nc"), old).unwrap();
        }
        generate(setting.name("there.nc").as_ref());
        assert_eq!(fs::read(&here).unwrap(), fs::read(setting.file("there.nc")).unwrap());
    }
}

#[test]
fn hdf5_s_tools_read_files_of_another_machine() {
    let setting = Setting::new();
    let installation = Installation::named("debian-openmpi");
    let (here, there) = (setting.file("data.h5"), setting.name("data.h5"));
    Launch::new(&installation, hdf5_files::compile(&installation)).argument(&here).run().expect_success();
    let here = here.to_string_lossy();
    for (tool, options) in [("h5dump", ""), ("h5dump", "-H"), ("h5ls", "-r"), ("h5ls", "-rvd")] {
        let options = if options.is_empty() { vec![] } else { vec![options] };
        let of_here = setting.says_alone(tool, &[&options[..], &[&here]].concat());
        let of_there = setting.says(tool, &[&options[..], &[&there]].concat());
        assert_eq!(of_here, of_there, "{tool} {options:?}");
    }
}

/// Reading part of a large file costs only that part.
#[test]
fn only_what_is_read_travels() {
    let setting = Setting::new();
    let here = setting.pnetcdf_file("data.nc", "5");
    let before = setting.says("ncmpidump", &["-h", &setting.name("data.nc")]);
    fs::File::options().append(true).open(&here).unwrap().set_len(1 << 42).unwrap();
    assert_eq!(setting.says("ncmpidump", &["-h", &setting.name("data.nc")]), before);
}

#[test]
fn a_missing_file_is_the_tool_s_own_error() {
    let setting = Setting::new();
    for tool in ["ncmpidump", "ncvalidator", "ncoffsets", "h5dump", "h5ls"] {
        let alone = patient(tool.as_ref()).arg(setting.file("missing")).output().unwrap();
        let there = setting.run(tool, &[setting.name("missing")]);
        assert!(!alone.status.success() && alone.status.code() == there.status.code(), "{there:?}");
    }
    let there = setting.run("cat", &[setting.name("missing")]);
    assert!(String::from_utf8_lossy(&there.stderr).contains("No such file or directory"), "{there:?}");
}

#[test]
fn an_unreachable_host_is_reported() {
    let setting = Setting::new();
    let name = setting.name("data");
    fs::write(setting.file("data"), "x").unwrap();
    let Setting { daemon, .. } = &setting;
    let elsewhere = name.replace(&daemon.address().to_string(), "127.0.0.1:1");
    let mut command = patient("cat".as_ref());
    command
        .arg(elsewhere)
        .env("LD_PRELOAD", seaway_library())
        .env("SEAWAY_SECRET_FILE", setting.secret.path());
    let output = command.env("SEAWAY_START", "none").output().unwrap();
    assert!(String::from_utf8_lossy(&output.stderr).contains("onnection refused"), "{output:?}");
}

#[test]
fn every_way_of_reading_reads_the_same_there_as_here() {
    let installation = Installation::named("debian-openmpi");
    let plain = installation.compile_c("posix/reads.c", &[]);
    let checked =
        installation.compile_c("posix/reads.c", &["-O2", "-U_FORTIFY_SOURCE", "-D_FORTIFY_SOURCE=2"]);
    for program in [plain, checked] {
        let setting = Setting::new();
        let here = setting.file("data").to_string_lossy().into_owned();
        let write = || fs::write(&here, (0..25_000_u32).flat_map(u32::to_le_bytes).collect::<Vec<_>>());
        write().unwrap();
        let expected = setting.says_alone(&program, &[&here]);
        write().unwrap();
        assert_eq!(expected, setting.says(&program, &[&here]));
        write().unwrap();
        assert_eq!(expected, setting.says(&program, &[&setting.name("data")]));
        assert_eq!(fs::metadata(&here).unwrap().len(), 69_000);
    }
}

#[test]
fn other_files_are_as_without_the_library() {
    let installation = Installation::named("debian-openmpi");
    let program = installation.compile_c("posix/ordinary.c", &["-pthread"]);
    let setting = Setting::new();
    fs::write(setting.file("open"), "x").unwrap();
    let here = setting.file("open").to_string_lossy().into_owned();
    let folder = || tempfile::tempdir_in(setting.served.path()).unwrap();
    let (first, second, third) = (folder(), folder(), folder());
    let place = |folder: &TempDir| folder.path().to_string_lossy().into_owned();
    let expected = setting.says_alone(&program, &[&place(&first), &here]);
    assert_eq!(expected, setting.says(&program, &[&place(&second), &here]));
    assert_eq!(expected, setting.says(&program, &[&place(&third), &setting.name("open")]));
}

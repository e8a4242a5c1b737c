// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway run --mpi` and `seaway doctor ./app` with fake MPIs, made of a few functions and a script: which
//! library the ranks use, and what is refused. `tests/mpi` has the real ones.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

mod program_apart;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use program_apart::program_in;

/// Prints its name. `NEW` has what an older MPI lacks.
const LIBRARY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#ifdef OPEN_MPI
int ompi_mpi_comm_world = 7;
#endif
int MPI_Init(void *count, void *words) {
    const char *host = getenv("SEAWAY_MPI");
    printf("%s for %s\n", NAME, host ? host : "nobody");
    return 0;
}
#ifdef NEW
int MPI_Strong(void) { return 0; }
int MPI_Weak(void) { return 0; }
#endif
"#;

const PROGRAM: &str = r#"
int MPI_Init(void *, void *);
int MPI_Strong(void);
int MPI_Weak(void) __attribute__((weak));
int main(int count, char **words) {
    if (count > 9 && MPI_Weak) MPI_Weak();
    if (count > 9) MPI_Strong();
    return MPI_Init(0, 0);
}
"#;

const HYDRA: &str = "if [ \"$1\" = --version ]; then echo 'HYDRA build details: Version: 9.8.7'; exit; fi
while [ \"$1\" = -genv ]; do export \"$2=$3\"; shift 3; done
ranks=$2; shift 2
while [ $ranks -gt 0 ]; do \"$@\" || exit; ranks=$((ranks - 1)); done";

const OPEN_MPI: &str = "if [ \"$1\" = --version ]; then echo 'mpirun (Open MPI) 9.8.7'; exit; fi
while [ \"$1\" = -x ]; do case \"$2\" in *=*) export \"$2\";; esac; shift 2; done
ranks=$2; shift 2
while [ $ranks -gt 0 ]; do \"$@\" || exit; ranks=$((ranks - 1)); done";

/// A directory with three MPIs: `own`, which programs are built with, `mpich` with the same ABI, and `open`.
struct World {
    folder: tempfile::TempDir,
}

impl World {
    fn new() -> Self {
        let world = Self { folder: tempfile::tempdir().unwrap() };
        for prefix in ["own", "mpich", "open"] {
            for folder in ["bin", "lib"] {
                fs::create_dir_all(world.path(prefix).join(folder)).unwrap();
            }
        }
        fs::copy(c_library(), world.path("libseaway.so")).unwrap();
        program_in(world.folder.path());
        world.library("own/lib/libmpich.so.12", &["-DNAME=\"own\"", "-DNEW"]);
        world.library("mpich/lib/libmpi.so.12", &["-DNAME=\"mpich\""]);
        world.library("open/lib/libmpi.so.40", &["-DNAME=\"open\"", "-DOPEN_MPI"]);
        world.script("own/bin/mpiexec", HYDRA);
        world.script("mpich/bin/mpiexec", HYDRA);
        world.script("open/bin/mpirun", OPEN_MPI);
        world
    }

    /// What the real adapter does: the library name that the program needs, with another MPI behind it.
    fn with_adapter(self) -> Self {
        self.library("libmpi.so.12", &["-DNAME=\"adapter\"", "-DNEW"]);
        fs::rename(self.path("libmpi.so.12"), self.path("libseaway_mpich.so")).unwrap();
        self
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn text(&self, name: &str) -> String {
        self.path(name).display().to_string()
    }

    fn library(&self, name: &str, options: &[&str]) {
        let soname = format!("-Wl,-soname,{}", Path::new(name).file_name().unwrap().to_string_lossy());
        self.compile(name, LIBRARY, &[&["-shared", "-fPIC", &soname], options].concat());
    }

    /// A program that finds its own MPI by a path that nothing in the environment overrides.
    fn program(&self, name: &str, options: &[&str]) -> String {
        let rpath = format!("-Wl,--disable-new-dtags,-rpath,{}", self.text("own/lib"));
        let library = self.text("own/lib/libmpich.so.12");
        self.compile(name, PROGRAM, &[&[&*library, &*rpath, "-Wl,-z,lazy"], options].concat());
        self.text(name)
    }

    fn compile(&self, name: &str, source: &str, options: &[&str]) {
        let file = self.path(&format!("{}.c", name.replace('/', "-")));
        fs::write(&file, source).unwrap();
        let mut compiler = Command::new("cc");
        let output =
            compiler.arg("-w").arg("-o").arg(self.path(name)).arg(&file).args(options).output().unwrap();
        assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }

    /// Written by another process: see the same in the tests of `run`.
    fn script(&self, name: &str, text: &str) {
        fs::write(self.path("source"), format!("#!/bin/sh\n{text}\n")).unwrap();
        let copied = Command::new("cp").arg(self.path("source")).arg(self.path(name)).status().unwrap();
        assert!(copied.success());
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn seaway(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.path("seaway"));
        command.args(arguments).current_dir(&self.folder).stdin(Stdio::null());
        for (name, _) in std::env::vars() {
            if name.starts_with("SEAWAY_") || name.starts_with("MPI4PY") || name.starts_with("LD_") {
                command.env_remove(name);
            }
        }
        command.env("SEAWAY_LIBRARY", self.path("libseaway.so")).env("XDG_CACHE_HOME", self.path("cache"));
        command
    }

    /// The lines that ranks print.
    fn run(&self, arguments: &[&str]) -> Vec<String> {
        let output = self.seaway(&[&["run"], arguments].concat()).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
    }

    /// The only sentence on standard error.
    fn refuse(&self, arguments: &[&str], code: i32) -> String {
        let output = self.seaway(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        let text = String::from_utf8(output.stderr).unwrap();
        assert!(text.starts_with("seaway: ") && text.lines().count() == 1, "{text}");
        text
    }

    /// Output of doctor, with the line breaks removed.
    fn doctor(&self, arguments: &[&str], code: i32) -> String {
        let output: Output = self.seaway(&[&["doctor"], arguments].concat()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
    }
}

fn c_library() -> PathBuf {
    let maps = fs::read_to_string("/proc/self/maps").unwrap();
    let paths = maps.lines().filter_map(|line| line.split_whitespace().nth(5));
    paths.map(PathBuf::from).find(|path| path.ends_with("libc.so.6")).unwrap()
}

#[test]
fn with_an_equal_abi_the_other_library_answers_under_another_name() {
    let world = World::new();
    let program = world.program("app", &[]);
    let host = world.text("mpich/lib/libmpi.so.12");
    for place in ["mpich", "mpich/lib", "mpich/lib/libmpi.so.12", "mpich/bin/mpiexec"] {
        let lines = world.seaway(&["run", "--mpi", &world.text(place), &program]).output().unwrap();
        let warning = String::from_utf8(lines.stderr).unwrap();
        assert!(warning.contains("MPI_Strong") && warning.lines().count() == 1, "{warning}");
        assert_eq!(String::from_utf8(lines.stdout).unwrap(), format!("mpich for {host}\n"), "{place}");
    }
}

#[test]
fn ranks_are_started_by_the_launcher_of_the_mpi() {
    let world = World::new().with_adapter();
    let program = world.program("app", &[]);
    let expected = format!("adapter for {}", world.text("open/lib/libmpi.so.40"));
    assert_eq!(world.run(&["--mpi", &world.text("open"), "-n", "3", &program]), vec![expected; 3]);
    // Without --mpi it is the launcher of the program's own.
    assert_eq!(world.run(&["-n", "2", &program]), vec!["own for nobody"; 2]);
    // A launcher that is there already is used as it is.
    let launcher = world.text("open/bin/mpirun");
    assert_eq!(world.run(&["--mpi", &world.text("open"), &launcher, "-n", "2", &program]).len(), 2);
}

#[test]
fn an_mpi_that_only_a_library_needs_is_replaced_too() {
    let world = World::new().with_adapter();
    let own = world.text("own/lib/libmpich.so.12");
    let rpath = format!("-Wl,--disable-new-dtags,-rpath,{}:{}", world.text("own/lib"), world.text(""));
    let between = "int MPI_Init(void *, void *); int between(void) { return MPI_Init(0, 0); }";
    world.compile("libbetween.so", between, &["-shared", "-fPIC", &own, &rpath, "-Wl,-soname,libbetween.so"]);
    let program = "int between(void); int main(void) { return between(); }";
    world.compile("app", program, &[&world.text("libbetween.so"), &rpath, "-Wl,--allow-shlib-undefined"]);
    let lines = world.run(&["--mpi", &world.text("open"), "-n", "1", "./app"]);
    assert_eq!(lines, [format!("adapter for {}", world.text("open/lib/libmpi.so.40"))]);
    let text = world.doctor(&["./app", &world.text("open")], 0);
    assert!(text.contains("needs libmpich.so.12") && text.contains("1 function of MPI"), "{text}");
}

#[test]
fn a_program_that_loads_its_mpi_late_gets_what_it_asks_for() {
    let world = World::new().with_adapter();
    let program = "#include <dlfcn.h>
        int main(int count, char **words) {
            void *library = dlopen(words[1], RTLD_NOW);
            return library ? ((int (*)(void *, void *))dlsym(library, \"MPI_Init\"))(0, 0) : 3;
        }";
    world.compile("late", program, &[]);
    let open = world.text("open");
    let adapted = format!("adapter for {}", world.text("open/lib/libmpi.so.40"));
    let options = ["--mpi", &open, "--program-abi", "mpich", "./late"];
    assert_eq!(world.run(&[&options[..], &["libmpi.so.12"]].concat()).join("|"), adapted);
    let mut command = world.seaway(&["run", "--mpi", &open, "./late", "libmpi.so.12"]);
    let output = command.env("MPI4PY_MPIABI", "mpich").output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().trim_end(), adapted);
    // Without an option: it is built for the MPI that it runs on.
    let native = format!("open for {}", world.text("open/lib/libmpi.so.40"));
    assert_eq!(world.run(&["--mpi", &open, "./late", "libmpi.so.40"]), [native]);
}

#[test]
fn tools_stand_between_the_program_and_another_mpi() {
    let world = World::new().with_adapter();
    let program = world.program("app", &[]);
    let tool = "#define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdio.h>
        int MPI_Init(void *count, void *words) {
            puts(\"tool\"); fflush(stdout);
            return ((int (*)(void *, void *))dlsym(RTLD_NEXT, \"MPI_Init\"))(count, words);
        }";
    world.compile("tool.so", tool, &["-shared", "-fPIC"]);
    let mut command = world.seaway(&["run", "--mpi", &world.text("open"), &program]);
    let output = command.env("LD_PRELOAD", world.path("tool.so")).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(printed.starts_with("tool\nadapter for "), "{printed}");
}

#[test]
fn names_of_mpis_come_from_the_configuration() {
    let world = World::new().with_adapter();
    let program = world.program("app", &[]);
    fs::write(world.path("seaway.toml"), format!("[mpi]\nsite = \"{}\"\n", world.text("open"))).unwrap();
    assert_eq!(world.run(&["--mpi", "site", "-n", "2", &program]).len(), 2);
    let sentence = world.refuse(&["run", "--mpi", "lam", &program], 2);
    assert!(sentence.contains("use site, mpich, openmpi, intel, standard"), "{sentence}");
}

#[test]
fn impossible_combinations_are_reported_in_one_sentence() {
    let world = World::new();
    let program = world.program("app", &[]);
    let (mpich, open) = (world.text("mpich"), world.text("open"));
    let hydra = world.text("mpich/bin/mpiexec");
    world.compile("static", "void _start(void) { for (;;); }", &["-static", "-nostdlib"]);
    world.compile(
        "libmpi.so.20",
        "int MPI_Init(void *a, void *b) { return 0; }",
        &["-shared", "-fPIC", "-Wl,-soname,libmpi.so.20"],
    );
    let old = "int MPI_Init(void *, void *); int main(void) { return MPI_Init(0, 0); }";
    world.compile("old", old, &[&world.text("libmpi.so.20")]);
    world.script("data", "");
    fs::write(world.path("source"), "neither\n").unwrap();
    assert!(Command::new("cp").args([world.path("source"), world.path("data")]).status().unwrap().success());
    world.program("strict", &["-Wl,-z,now"]);
    for (arguments, code, part) in [
        (&["--mpi", &mpich, "./static"][..], 2, "statically linked"),
        (&["--mpi", &mpich, "./old"], 2, "libmpi.so.20"),
        (&["--mpi", &mpich, "./data"], 126, "neither an ELF file nor a script"),
        (&["--mpi", "/no/such/mpi", &program], 2, "does not exist"),
        (&["--mpi", &world.text("cache"), &program], 2, "does not exist"),
        (&["--mpi", &world.text("libseaway.so"), &program], 2, "it contains no MPI"),
        (&["--mpi", &open, &hydra, "-n", "2", &program], 2, "use "),
        (&["--mpi", &mpich, "-n", "2", &hydra, &program], 2, "both start ranks"),
        (&["--mpi", &open, &program], 1, "libseaway_mpich.so is not beside"),
        (&["--mpi", &mpich, "./strict"], 1, "would not start"),
        (&["-n", "2", "true"], 2, "not linked with an MPI"),
    ] {
        let sentence = world.refuse(&[&["run"], arguments].concat(), code);
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
    for (program, code, part) in
        [("./static", 2, "statically linked"), ("./old", 2, "libmpi.so.20"), ("./data", 126, "neither")]
    {
        let sentence = world.refuse(&["doctor", program, &mpich], code);
        assert!(sentence.contains(part), "{part}: {sentence}");
    }
}

#[test]
fn doctor_says_where_a_program_runs_and_what_is_lacking_there() {
    let world = World::new();
    let program = world.program("app", &[]);
    let [own, mpich, open] = ["own", "mpich", "open"].map(|name| world.text(name));
    let text = world.doctor(&[&program, &own], 0);
    for part in
        ["built for the MPICH ABI", "language C", "3 functions of MPI, 1 of them optional", "runs as it is"]
    {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = world.doctor(&[&program, &mpich], 0);
    for part in [
        "runs without an adapter: seaway run --mpi",
        "MPI_Strong: calling",
        "MPI_Weak: the program checks for them",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let text = world.doctor(&[&program, &open], 1);
    assert!(text.contains("does not run: the adapter libseaway_mpich.so"), "{text}");
    let world = world.with_adapter();
    let text = world.doctor(&[&program, &open], 0);
    assert!(
        text.contains("runs through the adapter") && text.contains("MPI_Strong, MPI_Weak: calling"),
        "{text}"
    );
}

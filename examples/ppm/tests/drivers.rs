// SPDX-License-Identifier: MIT OR Apache-2.0
//! The drivers in C and Fortran: each leaves the same things with the same bytes as the Rust code, and continues what
//! another one began.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

#[path = "../../../crates/io/seaway/tests/thing_device/agent_here.rs"]
mod agent_here;
mod simulation;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use agent_here::AgentHere;
use ppm::run::{Crew, Run};
use ppm::setups::sedov;
use ppm::store::ThingStore;
use ppm::worker::Unobserved;
use seaway_device_api::Hints;
use seaway_things::{Kind, Space};
use simulation::record;

const ZONES: usize = 16;
const STEPS: u64 = 7;

/// The folder of both libraries: cargo builds them before the tests, as dependencies that no Rust code uses.
fn libraries() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    for name in ["libseaway_c.so", "libppm_kernel_c.so"] {
        assert!(folder.join(name).exists(), "no {name} in {}", folder.display());
    }
    folder
}

fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {text}{}", String::from_utf8_lossy(&output.stderr));
    text
}

fn compile(folder: &Path, compiler: &str, options: &[&str], sources: &[&str]) -> PathBuf {
    let program = folder.join(compiler);
    let mut command = Command::new(compiler);
    // Multiplications and additions that are fused round once instead of twice: other bits.
    command
        .current_dir(folder)
        .args(["-O2", "-Wall", "-Wextra", "-Werror", "-ffp-contract=off"])
        .args(options);
    command.args(sources.iter().map(|path| source(path))).arg("-o").arg(&program);
    run(command.arg(format!("-L{}", libraries().display())).args(["-lppm_kernel_c", "-lseaway_c"]));
    program
}

fn c_driver(folder: &Path) -> PathBuf {
    let include = |path| format!("-I{}", source(path).display());
    let options: [&str; 3] = [&include("c"), &include("../../crates/things/seaway-c/include"), "-std=gnu11"];
    compile(folder, "cc", &options, &["c/driver.c"])
}

fn fortran_driver(folder: &Path) -> PathBuf {
    let module = "../../crates/things/seaway-c/fortran/seaway_thing.f90";
    compile(folder, "gfortran", &["-std=f2018"], &[module, "fortran/ppm_kernel.f90", "fortran/driver.f90"])
}

fn advance(driver: &Path, agent: &AgentHere, pillars: [usize; 2], steps: u64, prefix: &str) {
    let mut command = Command::new(driver);
    command.args([ZONES, pillars[0], pillars[1]].map(|number| number.to_string()));
    command.args([&steps.to_string(), prefix]);
    command.env("SEAWAY_SPACE", agent.space()).env("LD_LIBRARY_PATH", libraries());
    let told = run(&mut command);
    assert!(told.starts_with(&format!("{steps} double steps, time 0.")), "{told}");
}

fn enter(agent: &AgentHere) -> Space {
    Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap()
}

/// The bytes of all pillars, edges, corners and logs.
fn things(agent: &AgentHere, prefix: &str) -> BTreeMap<String, Vec<u8>> {
    let space = enter(agent);
    let read = |name: &str| {
        let thing = space.open(name).unwrap();
        let mut bytes = vec![0; usize::try_from(thing.size().unwrap()).unwrap()];
        assert_eq!(thing.read_at(&mut bytes, 0).unwrap(), bytes.len());
        bytes
    };
    let listed = space.list(prefix).unwrap().into_iter().map(|thing| thing.name);
    let named = listed.map(|name| (name[prefix.len()..].to_owned(), read(&name)));
    named.filter(|(name, _)| name != "run").collect()
}

fn check_same(found: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>, who: &str) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>(), "{who}");
    let differing: Vec<_> = expected.keys().filter(|name| found[*name] != expected[*name]).collect();
    assert!(differing.is_empty(), "{who}: {differing:?} differ");
}

#[test]
fn drivers_in_c_and_fortran_leave_the_same_things_as_rust() {
    let agent = AgentHere::start(1 << 30);
    let folder = tempfile::tempdir().unwrap();
    let (c, fortran) = (c_driver(folder.path()), fortran_driver(folder.path()));
    for pillars in [[1, 1], [2, 2]] {
        let under = |who: &str| format!("{who}-{}/", pillars[0]);
        let (setup, store) =
            (sedov::sedov(ZONES), ThingStore::new(enter(&agent), Kind::Memory, &under("rust")));
        let mut rust = Run::create(&store, &setup, record(&setup, pillars)).unwrap();
        rust.advance(&Crew { last_state: STEPS, ..Crew::of(2) }, &Unobserved).unwrap();
        let expected = things(&agent, &under("rust"));
        // Nine objects and a log of each pillar, in both sets.
        assert_eq!(expected.len(), 20 * pillars[0] * pillars[1]);

        advance(&c, &agent, pillars, STEPS, &under("c"));
        check_same(&things(&agent, &under("c")), &expected, "C");
        advance(&fortran, &agent, pillars, STEPS, &under("fortran"));
        check_same(&things(&agent, &under("fortran")), &expected, "Fortran");
        advance(&c, &agent, pillars, 3, &under("both"));
        advance(&fortran, &agent, pillars, STEPS, &under("both"));
        check_same(&things(&agent, &under("both")), &expected, "C, then Fortran");
    }
}

/// Of another run: a sentence, not a crash.
#[test]
fn things_of_another_size_are_an_error() {
    let agent = AgentHere::start(1 << 30);
    let folder = tempfile::tempdir().unwrap();
    for (driver, prefix) in [(c_driver(folder.path()), "c/"), (fortran_driver(folder.path()), "fortran/")] {
        advance(&driver, &agent, [1, 1], 1, prefix);
        let mut command = Command::new(&driver);
        command.args(["24", "1", "1", "2", prefix]);
        let output = command.env("SEAWAY_SPACE", agent.space()).env("LD_LIBRARY_PATH", libraries()).output();
        let output = output.unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains("is it of another run?"), "{message}");
    }
}

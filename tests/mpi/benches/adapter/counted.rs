// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Counts`]: the instructions of a program within its function `counted`, by callgrind. Instruction counts
//! do not depend on the load of the machine.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::process::Command;

use mpi_tests::{Installation, Launch, adapter_library, folder_in_memory};

use super::Side;

/// One call of `counted`.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Counts {
    /// All instructions, except those in the kernel, which callgrind does not see.
    pub(crate) all: u64,
    /// Those of the adapter itself.
    pub(crate) own: u64,
    /// How many of those were atomic: taking a lock needs at least one.
    pub(crate) atomic: u64,
    /// How often the adapter allocated or freed.
    pub(crate) allocations: u64,
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            all: self.all + other.all,
            own: self.own + other.own,
            atomic: self.atomic + other.atomic,
            allocations: self.allocations + other.allocations,
        }
    }
}

/// Whether callgrind is available.
pub(crate) fn is_possible() -> bool {
    Command::new("valgrind").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// All calls of `counted` in their order, each summed over the ranks.
pub(crate) fn run(host: &Installation, program: &Path, ranks: usize, side: Side) -> Vec<Counts> {
    let folder = folder_in_memory();
    let mut out = OsString::from("--callgrind-out-file=");
    out.push(folder.path().join("rank-%p"));
    let tool = [
        "--tool=callgrind",
        "--quiet",
        "--dump-instr=yes",
        "--toggle-collect=counted",
        "--dump-after=counted",
    ];
    let launch = Launch::new(host, "/usr/bin/valgrind").arguments(tool).argument(out);
    let launch = launch.argument(program).argument("count").ranks(ranks);
    side.applied_to(launch).run().expect_success();
    let (library, atomic) = match side {
        Side::Native => (None, HashSet::new()),
        Side::Adapted(abi) => (Some(adapter_library(abi)), atomic_instructions(&adapter_library(abi))),
    };
    let mut calls: Vec<Counts> = Vec::new();
    for entry in fs::read_dir(folder.path()).expect("the folder is there").flatten() {
        // `rank-PID.NUMBER` for each call; `rank-PID` at the end is empty.
        let name = entry.file_name().to_string_lossy().into_owned();
        let Some(number) = name.rsplit_once('.').and_then(|(_, number)| number.parse::<usize>().ok()) else {
            continue;
        };
        let text = fs::read_to_string(entry.path()).expect("callgrind has written it");
        calls.resize(calls.len().max(number), Counts::default());
        calls[number - 1] = calls[number - 1] + read(&text, library.as_deref(), &atomic);
    }
    calls
}

/// Addresses of atomic instructions in a library.
fn atomic_instructions(library: &Path) -> HashSet<u64> {
    let output = Command::new("objdump").args(["-d", "--no-show-raw-insn"]).arg(library).output();
    let text = output.expect("objdump can be run").stdout;
    let is_atomic = |code: &str| {
        code.starts_with("lock ")
            || code.starts_with("xchg ") && code.contains('(') && !code.contains("%ax,%ax")
    };
    String::from_utf8_lossy(&text)
        .lines()
        .filter_map(|line| line.trim_start().split_once(":\t"))
        .filter(|(_, code)| is_atomic(code))
        .filter_map(|(address, _)| u64::from_str_radix(address, 16).ok())
        .collect()
}

/// Reads one dump. It has four kinds of lines: names (`ob=(1) path`, later `ob=(1)`), calls (`calls=COUNT
/// ...`, followed by their cost, which is not the caller's own), costs (`ADDRESS LINE COST`), and others,
/// which are ignored.
fn read(dump: &str, library: Option<&Path>, atomic: &HashSet<u64>) -> Counts {
    let mut counts = Counts::default();
    let (mut objects, mut functions) = (HashMap::new(), HashMap::new());
    let (mut is_own, mut called) = (false, String::new());
    let mut address = 0;
    let mut lines = dump.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("ob=") {
            let object = resolved(&mut objects, name);
            is_own = library.is_some_and(|library| Path::new(&object) == library);
        } else if let Some(name) = line.strip_prefix("cob=") {
            resolved(&mut objects, name);
        } else if let Some(name) = line.strip_prefix("fn=") {
            resolved(&mut functions, name);
        } else if let Some(name) = line.strip_prefix("cfn=") {
            called = resolved(&mut functions, name);
        } else if let Some(words) = line.strip_prefix("calls=") {
            let count: u64 = words.split(' ').next().and_then(|word| word.parse().ok()).unwrap_or(0);
            if is_own && is_allocation(&called) {
                counts.allocations += count;
            }
            if let Some(line) = lines.next() {
                cost(line, &mut address);
            }
        } else if let Some(cost) = cost(line, &mut address) {
            counts.all += cost;
            if is_own {
                counts.own += cost;
                counts.atomic += if atomic.contains(&address) { cost } else { 0 };
            }
        }
    }
    counts
}

fn is_allocation(function: &str) -> bool {
    ["malloc", "calloc", "realloc", "free", "posix_memalign", "aligned_alloc"].contains(&function)
}

/// `(3) name` defines 3, `(3)` refers to it.
fn resolved(known: &mut HashMap<String, String>, text: &str) -> String {
    match text.split_once(' ') {
        Some((number, name)) => {
            known.insert(number.to_owned(), name.to_owned());
            name.to_owned()
        }
        None => known.get(text).cloned().unwrap_or_default(),
    }
}

/// The cost in a line, and its address, which is absolute, relative to the previous one, or the same.
fn cost(line: &str, address: &mut u64) -> Option<u64> {
    let mut words = line.split(' ');
    let place = words.next()?;
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(hexadecimal) => u64::from_str_radix(hexadecimal, 16).ok(),
        None => text.parse().ok(),
    };
    *address = match place.chars().next()? {
        '+' => *address + number(&place[1..])?,
        '-' => *address - number(&place[1..])?,
        '*' => *address,
        '0' => number(place)?,
        _ => return None,
    };
    words.nth(1)?.parse().ok()
}

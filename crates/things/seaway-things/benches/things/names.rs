// SPDX-License-Identifier: MIT OR Apache-2.0
//! A thousand processes create one name at the same time: one of them succeeds, and all others learn that it exists.

use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::Instant;

use seaway_device_api::{ErrorKind, Hints};
use seaway_things::{Kind, Space};

use crate::agent_here::AgentHere;
use crate::bars::{Bars, Limit};

const PROCESSES: usize = 1000;
const EXISTS: u8 = 17;

pub(crate) fn run(bars: &mut Bars) {
    println!("\n{PROCESSES} processes create one name");
    let agent = AgentHere::start(1 << 30);
    let (entered, says_entered) = io::pipe().unwrap();
    let (start, gives_start) = io::pipe().unwrap();
    let children: Vec<Child> = (0..PROCESSES)
        .map(|_| {
            let mut command = Command::new(env::current_exe().unwrap());
            command.args(["--create", agent.space()]);
            command.stdin(start.try_clone().unwrap()).stdout(says_entered.try_clone().unwrap());
            command.stderr(Stdio::inherit()).spawn().expect("a process can be started")
        })
        .collect();
    drop((start, says_entered));
    (&entered).read_exact(&mut [0; PROCESSES]).expect("all processes enter the space");
    let begun = Instant::now();
    drop(gives_start);
    let codes: Vec<_> = children.into_iter().map(|mut child| child.wait().unwrap().code()).collect();
    let seconds = begun.elapsed().as_secs_f64();
    let with = |code: i32| codes.iter().filter(|found| **found == Some(code)).count();
    let (created, exists) = (with(0), with(EXISTS.into()));
    println!("{created} created it, {exists} learned that it exists, in {seconds:.2} s");
    // All others must have been told the same.
    let is_right = exists == PROCESSES - 1;
    let winners = if is_right { created as f64 } else { f64::NAN };
    bars.record("names.winners.most".to_owned(), winners, Limit::AtMost(1.0));
    bars.record("names.winners.least".to_owned(), winners, Limit::AtLeast(1.0));
}

/// One of them.
pub(crate) fn create(space: &str) -> ExitCode {
    let space = Space::enter_with(&Hints::new().with("seaway_space", space)).unwrap();
    io::stdout().write_all(b"i").and_then(|()| io::stdout().flush()).unwrap();
    io::stdin().read_to_end(&mut Vec::new()).unwrap();
    match space.create("one/name", Kind::Memory, 8) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::FileExists => ExitCode::from(EXISTS),
        Err(error) => {
            println!("{error}");
            ExitCode::FAILURE
        }
    }
}

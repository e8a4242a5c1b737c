// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program that writes streams, in a separate process: this test again, selected by its environment. It
//! opens, writes and closes on command.

use std::env;
use std::process::Command;
use std::sync::Mutex;
use std::sync::mpsc::Receiver;
use std::time::Duration;

use seaway::{AccessMode, File, Group, Hints, Result};
use seaway_channel::Secret;
use seaway_soak::apart::{self, Apart};
use seaway_soak::hostile::{Ending, lie_to_trunk, lie_to_writer};
use seaway_soak::{Draw, Vitals};

const STEP: usize = 4096;
const STEPS: u8 = 4;
const LONG: Duration = Duration::from_secs(60);

/// True: this process was the program.
pub(crate) fn run_if_asked() -> bool {
    if apart::part().is_none() {
        return false;
    }
    let orders = Mutex::new(apart::heard());
    while let Some(line) = next(&orders) {
        let (name, late) = line.split_once(' ').unwrap_or((&line, "drop"));
        let outcome = write(name, late, &orders);
        apart::say(if outcome.is_ok() { "ended" } else { "failed" });
    }
    true
}

fn next(orders: &Mutex<Receiver<String>>) -> Option<String> {
    orders.lock().unwrap().recv().ok()
}

/// Waits for a line before it closes, so that attackers find it.
fn write(name: &str, late: &str, orders: &Mutex<Receiver<String>>) -> Result<()> {
    let hints = Hints::new()
        .with("seaway_timeout", "0.5")
        .with("seaway_mxn_late", late)
        .with("seaway_mxn_window", "8192");
    let ended = Group::run(1, |rank| -> Result<()> {
        let file = File::open(&rank, name, AccessMode::CREATE | AccessMode::WRITE_ONLY, &hints);
        apart::say("open");
        let written = file
            .as_ref()
            .map(|file| (0..STEPS).try_for_each(|step| file.write_ordered(&[step; STEP]).map(|_| ())));
        if late == "drop" {
            next(orders);
        }
        if let Ok(Err(error)) = written {
            return Err(error);
        }
        file?.close()
    });
    ended.unwrap().remove(0)
}

pub(crate) struct StreamProgram {
    process: Apart,
    secret: Secret,
    number: u32,
}

impl StreamProgram {
    /// Of the test that calls [`run_if_asked`] first.
    pub(crate) fn start(test: &str) -> Self {
        let process = Apart::start(Command::new(env::current_exe().unwrap()), test, "stream");
        Self { process, secret: Secret::load().unwrap(), number: 0 }
    }

    pub(crate) fn open(&mut self) {
        self.number += 1;
        let line = format!("mxn:{} drop", self.name());
        self.tell(&line);
        assert_eq!(self.process.next(LONG).as_deref(), Some("open"));
    }

    pub(crate) fn lie(&self, draw: &mut Draw<'_>, most: u64) -> std::io::Result<Ending> {
        let lie = if draw.one_in(3) { lie_to_trunk } else { lie_to_writer };
        lie(&self.name(), &self.secret, draw, most)
    }

    pub(crate) fn close(&mut self, patience: Duration) -> std::result::Result<(), String> {
        self.tell("close");
        let ended = self.process.next(patience);
        let stuck = || {
            self.print_stacks();
            "a writer that was lied to does not end, or has crashed".into()
        };
        ended.map(|_| ()).ok_or_else(stuck)
    }

    /// After the attack it can still stream.
    pub(crate) fn stream_to_an_honest_reader(&mut self) {
        self.number += 1;
        let name = format!("mxn:{}", self.name());
        self.tell(&format!("{name} wait"));
        let read = Group::run(1, |rank| -> Result<Vec<u8>> {
            let file = File::open(&rank, &name, AccessMode::READ_ONLY, &Hints::new())?;
            let mut bytes = vec![0; usize::from(STEPS) * STEP];
            file.read_ordered(&mut bytes)?;
            file.close()?;
            Ok(bytes)
        });
        let expected: Vec<u8> = (0..STEPS).flat_map(|step| [step; STEP]).collect();
        assert!(read.unwrap().remove(0).unwrap() == expected, "an honest reader gets something else");
    }

    pub(crate) fn vitals(&self) -> Option<Vitals> {
        Vitals::at_rest(self.process.id())
    }

    pub(crate) fn vitals_again(&self, before: Vitals, patience: Duration) -> Option<Vitals> {
        Vitals::at_rest_again(self.process.id(), before, patience)
    }

    /// Prints the stacks of its threads, if there is a debugger.
    fn print_stacks(&self) {
        let id = self.process.id().to_string();
        let stacks = Command::new("gdb").args(["-p", &id, "-batch", "-ex", "thread apply all bt"]).output();
        let text =
            stacks.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("Thread") || line.contains("seaway")) {
            println!("    {line}");
        }
    }

    fn name(&self) -> String {
        format!("hostile-{}-{}", self.process.id(), self.number)
    }

    fn tell(&mut self, line: &str) {
        assert!(self.process.tell(line), "the program under attack has ended");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway demo`: one parallel program creates the equations of a mesh, another one solves them, coupled only
//! by a file name. This file has the arguments and the output; `programs.rs` the two programs, `mesh.rs` and
//! `solver.rs` their arithmetic. `seaway demo ppm` is in `shock.rs`.

mod mesh;
mod programs;
mod progress;
mod shock;
mod solver;

use std::io::{self, Write};
use std::process;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::{Args, Subcommand, value_parser};
use seaway_things::Space;

use self::mesh::Mesh;
use self::programs::{Outcome, Setting};
use self::shock::Shock;
use crate::naming::NamingOptions;
use crate::quantity;

/// Couple two parallel programs by a file name, and check the result
///
/// The ranks are threads of this program: no MPI is needed. By default the name is that of a stream, and both
/// programs run at the same time; with the name of a file they run one after the other.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Demo {
    #[command(subcommand)]
    other: Option<Other>,

    #[command(flatten)]
    coupling: Coupling,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Couple the programs by a thing, in the memory of this node
    Things(Coupling),
    /// Simulate a shock in a gas whose grid is kept as things, and draw it
    ///
    /// A Mach-5 shock runs along a channel into denser gas with a wavy surface, which turns over into bubbles and
    /// spikes. Workers fetch pillars of the grid by name, update them and write them back. No set-up is needed: the
    /// agent that holds things is started on first need.
    Ppm(Shock),
}

#[derive(Debug, Args)]
struct Coupling {
    /// Ranks that create and write equations
    #[arg(long, alias = "ranks", default_value_t = 4, value_parser = value_parser!(u16).range(1..=256))]
    writers: u16,

    /// Ranks that read and solve equations
    #[arg(long, default_value_t = 16, value_parser = value_parser!(u16).range(1..=256))]
    readers: u16,

    /// Points along each side of the mesh
    #[arg(long, default_value_t = 256, value_parser = value_parser!(u64).range(1..=4096))]
    size: u64,

    /// Systems of equations, one after the other
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(1..=1000))]
    steps: u64,

    /// What couples the programs: mxn:NAME, mem:NAME, a file; default: a new stream
    #[arg(long, alias = "file", value_name = "NAME")]
    name: Option<String>,

    /// Overwrite an existing file
    #[arg(long)]
    overwrite: bool,

    #[command(flatten)]
    naming: NamingOptions,
}

impl Demo {
    pub(crate) fn run(&self) -> Result<()> {
        match &self.other {
            None => self.coupling.run("mxn"),
            Some(Other::Things(coupling)) => coupling.run("thing"),
            Some(Other::Ppm(shock)) => shock.run(),
        }
    }
}

impl Coupling {
    /// By a new name of this scheme, unless a name is given.
    fn run(&self, scheme: &str) -> Result<()> {
        let setting = Arc::new(self.setting(scheme)?);
        let mut output = io::stdout().lock();
        let (Mesh { side }, total) = (setting.mesh, quantity::bytes(setting.bytes()));
        let steps = counted(self.steps, "step");
        writeln!(
            output,
            "A mesh of {side} x {side} points, {steps}, {total} of equations, through {}\n",
            setting.name
        )?;
        let outcome = programs::run(&setting)?;
        let Outcome { writing, reading, iterations, residual } = outcome;
        writeln!(output, "  written by  {}", told(self.writers, setting.bytes(), writing))?;
        writeln!(output, "  read by     {}", told(self.readers, setting.bytes(), reading))?;
        writeln!(output, "  solved in   {iterations} iterations a step, residual {residual:.1e}\n")?;
        ensure!(
            residual < 100.0 * solver::GOAL,
            "the residual is too large: these are not the equations that were written"
        );
        writeln!(output, "{}", story(&setting))?;
        if let (Some(thing), None) = (setting.name.strip_prefix("thing:"), &self.name) {
            Space::enter_with(&setting.hints)?.delete(thing)?;
        }
        Ok(())
    }

    fn setting(&self, scheme: &str) -> Result<Setting> {
        let naming = self.naming.read()?;
        let own = || format!("{scheme}:demo-{}", process::id());
        let resolved = naming.resolve(&self.name.clone().unwrap_or_else(own))?;
        if resolved.name.scheme() == "null" {
            bail!("{} discards its data: name a stream, a mem: or a real file", resolved.name);
        }
        Ok(Setting {
            mesh: Mesh { side: self.size },
            steps: self.steps,
            writers: self.writers.into(),
            readers: self.readers.into(),
            name: resolved.name.to_string(),
            hints: naming.hints,
            overwrite: self.overwrite,
            stream: resolved.name.scheme() == "mxn",
        })
    }
}

fn told(ranks: u16, bytes: u64, time: Duration) -> String {
    let (ranks, rate) = (counted(ranks.into(), "rank"), quantity::rate(bytes, time));
    format!("{ranks}, in order: {}, {rate}", quantity::seconds(time))
}

fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

fn story(setting: &Setting) -> String {
    if setting.stream {
        return format!(
            "{PROGRAMS}{STREAM}\nNext: `seaway demo --name equations.bin`: the same, through a file."
        );
    }
    if setting.name.starts_with("thing:") {
        return format!("{PROGRAMS}{THING}\nNext: `seaway things ls`, `seaway space status`, docs/things.md");
    }
    match setting.name.strip_prefix("ufs:") {
        Some(path) => format!("{PROGRAMS}{FILE}\n{path} is still there. Next: `seaway explain {path}`"),
        None => format!("{PROGRAMS}{FILE}\nNext: `seaway demo`: the same, as a stream."),
    }
}

const PROGRAMS: &str = "\
What happened: one parallel program turned a differential equation into linear
equations and wrote them with write_ordered. Another one, with another number
of ranks, read them with read_ordered and solved them by conjugate gradients.
Neither knows the other: all they share is the name of the file.
";

const STREAM: &str = "\
It is the name of a stream, so both ran at the same time, and no data was stored
in a file: it went from the memory of one program to that of the other. The same
two as MPI programs, in C and Fortran, are in examples/pde.
";

const THING: &str = "\
It is the name of a thing, so they ran one after the other, and the bytes were
in the memory of this node in between: its agent was started for them, and ends
by itself. Other jobs of this user would have found them there by that name.
";

const FILE: &str = "\
It is the name of a file, so they ran one after the other. With the name of a
stream, and nothing else changed, they run at the same time.
";

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway demo`: ranks write a cube together, other ranks read it split another way, and every value is checked.
//! This file holds the arguments and the story; `cube.rs` the arithmetic, `phases.rs` the parallel programs.

mod cube;
mod phases;
mod progress;

use std::io::{self, Write};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::Args;
use clap::value_parser;

use self::cube::Cube;
use self::phases::Setting;
use crate::naming::NamingOptions;
use crate::quantity;

/// Write an array with some ranks, read it with others, check it all
///
/// The ranks are threads of this program: no MPI is needed. The file is any name that Seaway knows; the default lives in memory and leaves nothing behind.
#[derive(Debug, Args)]
pub(crate) struct Demo {
    /// Ranks that write, each a block of the cube
    #[arg(long, default_value_t = 4, value_parser = value_parser!(u64).range(1..=256))]
    ranks: u64,

    /// Ranks that read, each a slab of the cube
    #[arg(long, default_value_t = 3, value_parser = value_parser!(u64).range(1..=256))]
    readers: u64,

    /// Doubles along each side of the cube
    #[arg(long, default_value_t = 128, value_parser = value_parser!(u64).range(1..=2048))]
    size: u64,

    /// Cubes, one after the other in the file
    #[arg(long, default_value_t = 8, value_parser = value_parser!(u64).range(1..=1000))]
    steps: u64,

    /// The file to write, such as cube.bin or mem:cube
    #[arg(long, default_value = "mem:demo", value_name = "NAME")]
    file: String,

    /// Write over a file that exists
    #[arg(long)]
    overwrite: bool,

    #[command(flatten)]
    naming: NamingOptions,
}

impl Demo {
    pub(crate) fn run(&self) -> Result<()> {
        let setting = self.setting()?;
        let mut output = io::stdout().lock();
        let (Cube { side }, total) = (setting.cube, quantity::bytes(setting.bytes()));
        writeln!(
            output,
            "A cube of {side} x {side} x {side} doubles, {} steps, {total}, in {}\n",
            self.steps, setting.name
        )?;
        let written = phases::write(&setting, self.ranks)?;
        writeln!(output, "  written by  {}", told(self.ranks, "block", setting.bytes(), written))?;
        let read = phases::read(&setting, self.readers)?;
        writeln!(output, "  read by     {}", told(self.readers, "slab", setting.bytes(), read))?;
        let values = setting.cube.values() * self.steps;
        writeln!(output, "  checked     {values} values, all as they were written\n")?;
        writeln!(output, "{STORY}\n{}", next_command(&setting.name))?;
        Ok(())
    }

    fn setting(&self) -> Result<Setting> {
        ensure!(
            self.size >= self.ranks.max(self.readers),
            "a cube of side {} cannot be cut for {} ranks: give a larger --size or fewer ranks",
            self.size,
            self.ranks.max(self.readers)
        );
        let naming = self.naming.read()?;
        let resolved = naming.resolve(&self.file)?;
        if resolved.name.scheme() == "null" {
            bail!(
                "{} forgets what is written, so nothing could be read back and checked: name a mem: or a real file",
                resolved.name
            );
        }
        let (cube, steps, overwrite) = (Cube { side: self.size }, self.steps, self.overwrite);
        Ok(Setting { cube, steps, overwrite, name: resolved.name.to_string(), hints: naming.hints })
    }
}

fn told(ranks: u64, part: &str, bytes: u64, time: Duration) -> String {
    let plural = if ranks == 1 { "" } else { "s" };
    let (time, rate) = (quantity::seconds(time), quantity::rate(bytes, time));
    format!("{ranks} rank{plural}, each a {part}: {time}, {rate}")
}

fn next_command(name: &str) -> String {
    match name.strip_prefix("ufs:") {
        Some(path) => format!("{path} is still there. Next: `seaway explain {path}`"),
        None => "Next: `seaway demo --file cube.bin`, then `seaway explain cube.bin`.".to_owned(),
    }
}

const STORY: &str = "\
What happened: each writing rank described its block of the cube with a
subarray datatype and made it its view of the file. One collective call per
step, write_all, put every value in its place, although no block lies in one
piece of the file. Then other ranks set views of slabs and called read_all.
The ranks are threads of this program. With another name, and nothing else
changed, the bytes go to memory, to a disk or to a parallel file system.
";

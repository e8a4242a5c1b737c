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

/// Write a 3-D array with some ranks, read it back with others, check every value
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
        self.tell(&mut output, "written by", self.ranks, "block", setting.bytes(), written)?;
        let read = phases::read(&setting, self.readers)?;
        self.tell(&mut output, "read by", self.readers, "slab", setting.bytes(), read)?;
        let values = setting.cube.values() * self.steps;
        writeln!(output, "  checked     {values} values, all as they were written\n")?;
        writeln!(output, "{STORY}")?;
        self.tell_of_file(&mut output, &setting)
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

    fn tell(
        &self,
        output: &mut impl Write,
        what: &str,
        ranks: u64,
        part: &str,
        bytes: u64,
        time: Duration,
    ) -> Result<()> {
        let (time, rate) = (quantity::seconds(time), quantity::rate(bytes, time));
        writeln!(output, "  {what:11} {ranks} ranks, each a {part}: {time}, {rate}")?;
        Ok(())
    }

    fn tell_of_file(&self, output: &mut impl Write, setting: &Setting) -> Result<()> {
        match setting.name.strip_prefix("ufs:") {
            Some(path) => writeln!(
                output,
                "The file {path} is still there: `seaway explain {path}` says more about it."
            )?,
            None => writeln!(
                output,
                "Try it with a file: `seaway demo --file cube.bin`, then `seaway explain cube.bin`."
            )?,
        }
        Ok(())
    }
}

const STORY: &str = "\
What happened: each writing rank described its block of the cube with a subarray datatype and made it its view of
the file. One collective call per step, write_all, then put every value in its place, although no block lies in one
piece. Other ranks, of another count, set views of slabs and read with read_all. The ranks are threads of this
program; with the file's name as the only change the bytes go to memory, to a disk or to a parallel file system.";

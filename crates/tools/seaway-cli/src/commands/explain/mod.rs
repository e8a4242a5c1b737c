// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway explain NAME`: what Seaway would do with a file, and why. Uses the same code as opening a file.

mod device;
mod hints;
mod probe;
mod strategies;

use std::io;

use anyhow::Result;
use clap::Args;
use seaway_device_api::Hints;
use seaway_devices::Resolved;

use self::probe::Probe;

use crate::naming::{Naming, NamingOptions};
use crate::report::Report;

/// Say which device a name selects, and how it would access the file
///
/// Nothing is written to the file, and a stream (mxn:) is not opened. If a file does not exist, a temporary
/// file is created in the same directory, queried, and deleted.
#[derive(Debug, Args)]
pub(crate) struct Explain {
    /// A file name as a program would pass it, such as out.nc, mem:field or lustre:/scratch/a
    name: String,

    /// How many ranks would open the file together
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    ranks: u16,

    #[command(flatten)]
    naming: NamingOptions,
}

impl Explain {
    pub(crate) fn run(&self) -> Result<()> {
        let naming = self.naming.read()?;
        let resolved = naming.resolve(&self.name)?;
        let mut report = Report::new();
        // Opening it would wait for the other program, or be mistaken for it.
        if resolved.name.scheme() == "mxn" {
            describe_name(&mut report, &naming, &resolved, STREAM);
            report.print(&mut io::stdout().lock())?;
            return Ok(());
        }
        let probe = Probe::open(&resolved, &naming.hints, self.ranks.into())?;
        describe_name(&mut report, &naming, &resolved, &probe.existence.to_string());
        device::describe(&mut report, &*probe.file);
        // Opened again for each query: a device reads hints only then.
        hints::describe(&mut report, &naming.hints, |hints| {
            let asked = Probe::open(&resolved, hints, self.ranks.into());
            asked.map_or_else(|_| Hints::new(), |probe| probe.file.hints_in_use())
        });
        strategies::describe(&mut report, &naming.hints, self.ranks.into(), &*probe.file);
        report.print(&mut io::stdout().lock())?;
        Ok(())
    }
}

const STREAM: &str = "while two programs have it open: it is a live stream that one of them writes and the \
                      other reads at the same time; nothing is stored, and this command did not open it";

fn describe_name(report: &mut Report, naming: &Naming, resolved: &Resolved, existence: &str) {
    report.heading("Name", &resolved.original);
    if let Some(rule) = &resolved.rule {
        let own = naming.own_rules.iter().any(|own| own == rule);
        let origin = if own { "--map" } else { "a hint, the environment or seaway.toml" };
        report.row("renamed by", format!("{rule}   (from {origin})"));
    }
    report.row("device", resolved.name.scheme());
    report.row("path", resolved.name.path());
    report.sentence("exists", existence);
}

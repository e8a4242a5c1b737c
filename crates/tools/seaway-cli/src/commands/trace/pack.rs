// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway trace pack`: the arguments. The work is done in `seaway-trace`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use super::print_notes;
use crate::quantity::bytes;

/// Pack a trace into one compressed file
///
/// All commands accept the file in place of the directory. The original trace is not changed.
#[derive(Debug, Args)]
pub(crate) struct Pack {
    /// The trace; several are combined
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// The file [default: the name of the trace with .seapack]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Pack {
    pub(super) fn run(&self) -> Result<()> {
        let target = match &self.output {
            Some(path) => path.clone(),
            None => beside(&self.traces[0])?,
        };
        let mut notes = vec![];
        let packed = seaway_trace::pack(&self.traces, &target, &mut notes)?;
        print_notes(&notes);
        let mut output = io::stdout().lock();
        let processes = if packed.processes == 1 { "process" } else { "processes" };
        let (from, to) = (bytes(packed.from_bytes), bytes(packed.to_bytes));
        writeln!(output, "{}: {} {processes}, {from} packed into {to}", target.display(), packed.processes)?;
        Ok(())
    }
}

/// `trace/` becomes `trace.seapack`, also if it is given as `.`.
fn beside(trace: &Path) -> Result<PathBuf> {
    let whole = trace.canonicalize().with_context(|| format!("cannot read {}", trace.display()))?;
    let name = whole.file_name().context("the root directory has no name: name the file with -o")?;
    let mut packed = OsString::from(name);
    packed.push(".seapack");
    let is_named = trace.file_name().is_some_and(|own| own == name);
    Ok(if is_named { trace.with_file_name(packed) } else { whole.with_file_name(packed) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_files_lie_beside_what_was_packed() {
        let folder = tempfile::tempdir().unwrap();
        let trace = folder.path().join("run");
        std::fs::create_dir(&trace).unwrap();
        assert_eq!(beside(&trace).unwrap(), folder.path().join("run.seapack"));
        assert_eq!(beside(&trace.join(".")).unwrap(), folder.path().join("run.seapack"));
        assert!(beside(&trace.join("no")).is_err());
    }
}

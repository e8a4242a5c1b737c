// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway completions SHELL`.

use std::io::{self, Write};

use anyhow::Result;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::CommandLine;

/// Print completions for a shell
///
/// For bash: seaway completions bash > ~/.local/share/bash-completion/completions/seaway
#[derive(Debug, Args)]
pub(crate) struct Completions {
    /// The shell to complete for
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Result<()> {
        // Generated in memory first: the generator panics if its output is a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut CommandLine::command(), "seaway", &mut script);
        io::stdout().write_all(&script)?;
        Ok(())
    }
}

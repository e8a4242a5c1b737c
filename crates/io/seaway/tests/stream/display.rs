// SPDX-License-Identifier: MIT OR Apache-2.0
//! Readable programs, for the one seed that fails.

use std::fmt;

use crate::program::{Accesses, Pair, Positioning, Program, Step};

impl fmt::Display for Pair {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "writer, {}reader, {}", self.writer, self.reader)
    }
}

impl fmt::Display for Program {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter, "{} ranks, {:?}, {:?}", self.ranks, self.mode, self.hints)?;
        for (number, step) in self.steps.iter().enumerate() {
            write!(formatter, "  {number:2} ")?;
            match step {
                Step::SetView(views, representation) => {
                    write!(formatter, "view {representation}: displacement, etype, filetype, extent")?;
                    for view in views {
                        let sizes = (view.displacement, view.etype.size(), view.filetype.size());
                        write!(formatter, " {sizes:?}/{}", view.filetype.extent)?;
                    }
                    writeln!(formatter)?;
                }
                Step::Accesses(accesses) => show_accesses(formatter, accesses)?,
                Step::ReadRecords { accesses, .. } => show_accesses(formatter, accesses)?,
                Step::Draw { times, share } => {
                    writeln!(formatter, "draw {times} times {} bytes", share.bytes())?;
                }
                other => writeln!(formatter, "{other:?}")?,
            }
        }
        Ok(())
    }
}

fn show_accesses(formatter: &mut fmt::Formatter<'_>, accesses: &Accesses) -> fmt::Result {
    let Accesses { direction, positioning, form, in_turn, shares, .. } = accesses;
    write!(formatter, "{direction:?} {positioning:?} {form:?}{}:", if *in_turn { " in turn" } else { "" })?;
    for shares in shares {
        for share in shares {
            write!(formatter, " {}", share.bytes())?;
            if *positioning == Positioning::Explicit {
                write!(formatter, "@{}", share.offset)?;
            }
        }
        write!(formatter, ";")?;
    }
    writeln!(formatter)
}

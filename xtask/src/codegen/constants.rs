// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's constants in the three ABIs, as a trait and its implementations, from `spec/mpi_constants.tsv`.

use std::fmt::Write;

use anyhow::{Context, Result, bail};

struct Row<'t> {
    name: &'t str,
    is_handle: bool,
    /// MPICH, Open MPI, standard.
    values: [&'t str; 3],
}

const ABIS: [&str; 3] = ["Mpich", "OpenMpi", "Standard"];

/// The Rust file.
pub(crate) fn module(table: &str) -> Result<String> {
    let rows: Vec<Row<'_>> =
        table.lines().filter(|line| !line.starts_with('#')).map(row).collect::<Result<_>>()?;
    // A number that some ABI lacks cannot be a constant of all.
    let rows: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_handle || !row.values.contains(&"-")).collect();
    let mut text = String::from(
        "// SPDX-License-Identifier: MIT OR Apache-2.0\n\
         //! Generated from spec/mpi_constants.tsv by `cargo xtask codegen`.\n\n\
         use crate::abi::{Mpich, OpenMpi, Predefined, Standard};\n\n\
         /// MPI's constants. Numbers are `i64`, wide enough for MPI_Offset too.\n\
         pub trait Constants {\n",
    );
    for row in &rows {
        writeln!(text, "    const {}: {};", row.name, row.kind())?;
    }
    text.push_str("}\n");
    for (abi, column) in ABIS.iter().zip(0..) {
        writeln!(text, "\nimpl Constants for {abi} {{")?;
        for row in &rows {
            writeln!(text, "    const {}: {} = {};", row.name, row.kind(), row.value(column)?)?;
        }
        text.push_str("}\n");
    }
    Ok(text)
}

fn row(line: &str) -> Result<Row<'_>> {
    let columns: Vec<&str> = line.split('\t').collect();
    let [name, kind, mpich, openmpi, standard] = columns[..] else {
        bail!("spec/mpi_constants.tsv: `{line}` has not five columns");
    };
    Ok(Row { name, is_handle: kind == "handle", values: [mpich, openmpi, standard] })
}

impl Row<'_> {
    fn kind(&self) -> &'static str {
        if self.is_handle { "Predefined" } else { "i64" }
    }

    fn value(&self, column: usize) -> Result<String> {
        let value = self.values[column];
        if !self.is_handle {
            value.parse::<i64>().with_context(|| format!("{}: {value} is no number", self.name))?;
            return Ok(value.to_owned());
        }
        Ok(match value {
            "-" => "Predefined::Absent".to_owned(),
            number if number.parse::<i64>().is_ok() => format!("Predefined::Value({number})"),
            symbol => format!("Predefined::Symbol(c\"{symbol}\")"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_constants_of_three_abis() {
        let text = module("# head\nMPI_A\tint\t1\t2\t3\nMPI_H\thandle\t7\tompi_h\t-\nMPI_B\tint\t1\t-\t1\n")
            .unwrap();
        assert!(text.contains("const MPI_A: i64 = 2;"));
        assert!(text.contains("const MPI_H: Predefined = Predefined::Symbol(c\"ompi_h\");"));
        assert!(text.contains("const MPI_H: Predefined = Predefined::Absent;"));
        assert!(!text.contains("MPI_B"));
    }
}

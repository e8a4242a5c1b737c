// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI's constants in the three ABIs, as a trait and its implementations, from `spec/mpi_constants.tsv`.

use std::collections::BTreeSet;
use std::fmt::Write;

use anyhow::{Context, Result};

pub(super) struct Row<'t> {
    pub(super) name: &'t str,
    kind: &'t str,
    /// MPICH, Open MPI, standard.
    pub(super) values: [&'t str; 3],
    /// An Open MPI handle as an integer.
    pub(super) in_fortran: Option<&'t str>,
}

const ABIS: [&str; 3] = ["Mpich", "OpenMpi", "Standard"];

/// Kinds of rows that are opaque handles, with their variant of `Kind`.
const HANDLES: [(&str, &str); 11] = [
    ("comm", "Comm"),
    ("datatype", "Datatype"),
    ("errhandler", "Errhandler"),
    ("file", "File"),
    ("group", "Group"),
    ("info", "Info"),
    ("message", "Message"),
    ("op", "Op"),
    ("request", "Request"),
    ("session", "Session"),
    ("win", "Win"),
];

/// The variant of `Kind` for a kind of rows or arguments, if it is a handle.
pub(super) fn variant_of(kind: &str) -> Option<&'static str> {
    HANDLES.iter().find(|(name, _)| *name == kind).map(|(_, variant)| *variant)
}

/// The Rust file.
pub(crate) fn module(table: &str) -> Result<String> {
    let rows = rows(table)?;
    // A number that some ABI lacks cannot be a constant of the trait.
    let named: Vec<&Row<'_>> =
        rows.iter().filter(|row| row.is_handle() || !row.values.contains(&"-")).collect();
    let handles: Vec<&Row<'_>> = rows.iter().filter(|row| row.is_handle()).collect();
    let groups: BTreeSet<&str> =
        rows.iter().filter(|row| !row.is_handle() && row.kind != "int").map(|row| row.kind).collect();
    let mut text = String::from(
        "// SPDX-License-Identifier: MIT OR Apache-2.0\n\
         //! Generated from spec/mpi_constants.tsv by `cargo xtask codegen`.\n\n\
         use crate::abi::{Kind, Mpich, OpenMpi, Predefined, Standard};\n\n\
         /// The predefined handles, in an order that all ABIs share.\n",
    );
    writeln!(text, "pub const HANDLES: [(Kind, &str); {}] = [", handles.len())?;
    for row in &handles {
        writeln!(text, "    (Kind::{}, \"{}\"),", variant_of(row.kind).unwrap_or_default(), row.name)?;
    }
    writeln!(
        text,
        "];\n\n/// What each is in Open MPI's Fortran.\npub const OPEN_MPI_IN_FORTRAN: [i32; {}] = [{}",
        handles.len(),
        handles.iter().map(|row| row.in_fortran.unwrap_or("ABSENT")).collect::<Vec<_>>().join(", ")
    )?;
    text.push_str(
        "];\n\n/// MPI's constants. Numbers are `i64`, wide enough for MPI_Offset too.\npub trait Constants {\n",
    );
    for row in &named {
        writeln!(text, "    const {}: {};", row.name, row.rust_type())?;
    }
    writeln!(text, "    /// The values of `HANDLES`.\n    const HANDLES: [Predefined; {}];", handles.len())?;
    for group in &groups {
        writeln!(text, "    const {}: &'static [i32];", group.to_uppercase())?;
    }
    text.push_str("}\n\n/// In a group: this ABI has no such constant.\npub const ABSENT: i32 = i32::MIN;\n");
    for (abi, column) in ABIS.iter().zip(0..) {
        writeln!(text, "\nimpl Constants for {abi} {{")?;
        for row in &named {
            writeln!(text, "    const {}: {} = {};", row.name, row.rust_type(), row.value(column)?)?;
        }
        let values = handles.iter().map(|row| format!("Self::{}", row.name)).collect::<Vec<_>>().join(", ");
        writeln!(text, "    const HANDLES: [Predefined; {}] = [{values}];", handles.len())?;
        for group in &groups {
            let members = rows.iter().filter(|row| row.kind == *group);
            let values = members.map(|row| match row.values[column] {
                "-" => "ABSENT",
                value => value,
            });
            let values = values.collect::<Vec<_>>().join(", ");
            writeln!(text, "    const {}: &'static [i32] = &[{values}];", group.to_uppercase())?;
        }
        text.push_str("}\n");
    }
    Ok(text)
}

pub(super) fn rows(table: &str) -> Result<Vec<Row<'_>>> {
    table.lines().filter(|line| !line.starts_with('#')).map(row).collect()
}

fn row(line: &str) -> Result<Row<'_>> {
    let columns: Vec<&str> = line.split('\t').collect();
    let (&[name, kind, mpich, openmpi, standard], rest) = columns
        .split_first_chunk()
        .with_context(|| format!("spec/mpi_constants.tsv: `{line}` does not have five columns"))?;
    Ok(Row { name, kind, values: [mpich, openmpi, standard], in_fortran: rest.first().copied() })
}

impl Row<'_> {
    pub(super) fn is_handle(&self) -> bool {
        variant_of(self.kind).is_some()
    }

    fn rust_type(&self) -> &'static str {
        if self.is_handle() { "Predefined" } else { "i64" }
    }

    fn value(&self, column: usize) -> Result<String> {
        let value = self.values[column];
        if !self.is_handle() {
            value.parse::<i64>().with_context(|| format!("{}: {value} is not a number", self.name))?;
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
        let text = module("# head\nMPI_A\tint\t1\t2\t3\nMPI_H\tcomm\t7\tompi_h\t-\nMPI_B\torder\t1\t-\t1\n")
            .unwrap();
        assert!(text.contains("const MPI_A: i64 = 2;"));
        assert!(text.contains("const MPI_H: Predefined = Predefined::Symbol(c\"ompi_h\");"));
        assert!(text.contains("const MPI_H: Predefined = Predefined::Absent;"));
        assert!(!text.contains("MPI_B"));
        assert!(text.contains("const ORDER: &'static [i32] = &[ABSENT];"));
        assert!(text.contains("(Kind::Comm, \"MPI_H\")"));
    }
}

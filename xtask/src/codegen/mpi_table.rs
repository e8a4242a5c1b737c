// SPDX-License-Identifier: MIT OR Apache-2.0
//! `spec/mpi.toml`: the functions of MPI, each in one or two forms, with typed arguments.

use anyhow::{Context, Result};
use serde::Deserialize;
use toml::Table;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    takes: String,
    #[serde(default)]
    returns: Option<String>,
    #[serde(default)]
    large: bool,
    #[serde(default)]
    does: Option<String>,
    #[serde(default)]
    by_hand: bool,
    #[serde(default)]
    beyond_open_mpi: bool,
}

/// One form of a function: with int or, if `large`, with MPI_Count.
pub(super) struct Form {
    /// MPI_File_read_at, also for MPI_File_read_at_c.
    pub(super) name: String,
    pub(super) large: bool,
    pub(super) arguments: Vec<Argument>,
    /// The return type, if it is not an error code.
    pub(super) returns: Option<String>,
    /// How libseaway.so implements it, if it does.
    pub(super) does: Option<String>,
    pub(super) by_hand: bool,
    /// Open MPI up to 5 has no such function, so no program of its ABI was linked with it.
    pub(super) is_beyond_open_mpi: bool,
}

pub(super) struct Argument {
    /// Without the length of an array.
    pub(super) kind: String,
    pub(super) name: String,
    /// The length of an array: the name of another argument, or `*`.
    pub(super) length: Option<String>,
}

/// All forms, in the order of the table.
pub(super) fn forms(table: &str) -> Result<Vec<Form>> {
    let mut forms = Vec::new();
    for (name, row) in toml::from_str::<Table>(table)? {
        let row: Row = row.try_into().with_context(|| name.clone())?;
        let sizes: &[bool] = if row.large { &[false, true] } else { &[false] };
        for &large in sizes {
            let arguments = row.takes.split(", ").filter(|text| !text.is_empty()).map(Argument::parse);
            forms.push(Form {
                name: name.clone(),
                large,
                arguments: arguments.collect::<Result<_>>().with_context(|| name.clone())?,
                returns: row.returns.clone(),
                does: row.does.clone(),
                by_hand: row.by_hand,
                is_beyond_open_mpi: row.beyond_open_mpi || large,
            });
        }
    }
    Ok(forms)
}

impl Form {
    /// The C name.
    pub(super) fn symbol(&self) -> String {
        format!("{}{}", self.name, if self.large { "_c" } else { "" })
    }

    /// `file_read_at` of MPI_File_read_at.
    pub(super) fn identifier(&self) -> String {
        self.symbol().trim_start_matches("MPI_").to_lowercase()
    }

    pub(super) fn names(&self) -> String {
        self.arguments.iter().map(|argument| argument.name.as_str()).collect::<Vec<_>>().join(", ")
    }
}

impl Argument {
    fn parse(text: &str) -> Result<Self> {
        let (kind, name) =
            text.split_once(' ').with_context(|| format!("`{text}` does not have the form `kind name`"))?;
        let (kind, length) = match kind.split_once('[') {
            Some((kind, length)) => (kind, Some(length.trim_end_matches(']').to_owned())),
            None => (kind, None),
        };
        // A Rust keyword.
        let name = if name == "type" { "datatype" } else { name };
        Ok(Self { kind: kind.to_owned(), name: name.to_owned(), length })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_with_large_counts_has_two_forms() {
        let forms = forms("MPI_A = { takes = \"count n, datatype[n] types\", large = true }").unwrap();
        let symbols: Vec<_> = forms.iter().map(Form::symbol).collect();
        assert_eq!(symbols, ["MPI_A", "MPI_A_c"]);
        let types = &forms[1].arguments[1];
        assert_eq!((types.kind.as_str(), types.length.as_deref()), ("datatype", Some("n")));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        for table in ["MPI_A = { takes = \"count\" }", "MPI_A = { tekes = \"\" }"] {
            let error = forms(table).err().unwrap();
            assert!(format!("{error:#}").contains("MPI_A"), "{error:#}");
        }
    }
}

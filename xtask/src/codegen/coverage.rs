// SPDX-License-Identifier: MIT OR Apache-2.0
//! `docs/mpi-io.md`: which of our methods implements which function of MPI's I/O chapter.

use std::fmt::Write;

use anyhow::Result;
use serde::Deserialize;

pub(super) fn page(table: &str) -> Result<String> {
    let table: CoverageTable = toml::from_str(table)?;
    let mut page = String::from(HEAD);
    for row in &table.function {
        let CoverageRow { name, method, section, note, large_count } = row;
        let twin = if *large_count { format!("`{name}_c`") } else { String::new() };
        writeln!(page, "| `{name}` | {twin} | `{method}` | {section} | {note} |")?;
    }
    write!(page, "\n{} functions.\n", table.function.len())?;
    Ok(page)
}

#[derive(Deserialize)]
struct CoverageTable {
    function: Vec<CoverageRow>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverageRow {
    /// `MPI_File_...`, without `_c`.
    name: String,
    /// Rust path of the implementation.
    method: String,
    /// Title of the section of the standard.
    section: String,
    #[serde(default)]
    note: String,
    /// Whether MPI has a large-count variant.
    #[serde(default)]
    large_count: bool,
}

const HEAD: &str = "\
<!-- Generated from spec/mpi_io.toml by `cargo xtask codegen`. Change the table, not this page. -->
# The I/O chapter of MPI, function by function

Every function of MPI-5.0's chapter \"I/O\", and the Rust method that implements it. Counts and offsets have 64 bits
everywhere, so a function and its large-count variant (`_c`) share one method. The reference of the methods:

```text
cargo doc --open -p seaway
```

| MPI | large counts | Rust | section of the standard | note |
|---|---|---|---|---|
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_a_row() {
        let table = r#"
            [[function]]
            name = "MPI_File_open"
            method = "File::open"
            section = "Opening a File"
            [[function]]
            name = "MPI_File_read"
            method = "File::read"
            section = "Data Access"
            note = "short at end of file"
            large_count = true
        "#;
        let page = page(table).unwrap();
        assert!(page.starts_with("<!-- Generated from spec/mpi_io.toml"), "{page}");
        assert!(page.contains("| `MPI_File_open` |  | `File::open` | Opening a File |  |\n"), "{page}");
        let read =
            "| `MPI_File_read` | `MPI_File_read_c` | `File::read` | Data Access | short at end of file |\n";
        assert!(page.contains(read), "{page}");
    }

    #[test]
    fn misspelt_field_is_refused() {
        assert!(page("[[function]]\nname = \"a\"\nmethod = \"b\"\nsection = \"c\"\nnotes = \"d\"").is_err());
    }
}

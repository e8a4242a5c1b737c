// SPDX-License-Identifier: MIT OR Apache-2.0
//! The symbols that Fortran compilers generate for MPI's functions and handles.

use std::fmt::Write;

use anyhow::Result;

use super::constants;
use super::fortran::{HEAD, forms};

/// `generated/names.rs`: for each function, the names in Fortran 77, those of Open MPI's module mpi_f08, and of MPICH's.
pub(crate) fn names(table: &str) -> Result<String> {
    let mut text = String::from(HEAD);
    text.push_str("\nuse crate::named;\n\n");
    for form in forms(table)? {
        let function = form.identifier();
        let base = function.strip_suffix("_c").filter(|_| form.is_large()).unwrap_or(&function);
        let described =
            if form.differs_in_2008() { format!("{function}_described") } else { function.clone() };
        // Open MPI passes addresses in Fortran 2008 too, but can return an address there.
        let of_open_mpi = if form.has_buffers() { &function } else { &described };
        let upper = base.to_uppercase();
        let ending = if form.has_buffers() { "f08ts" } else { "f08" };
        let (old, of_2008, large) = if form.is_large() {
            (String::new(), String::new(), "large_")
        } else {
            let old = format!(
                "mpi_{base} mpi_{base}_ mpi_{base}__ MPI_{upper} pmpi_{base} pmpi_{base}_ pmpi_{base}__ PMPI_{upper}"
            );
            (old, format!("mpi_{base}_f08_ pmpi_{base}_f08_"), "")
        };
        writeln!(
            text,
            "named! {{ {function}: {old}; {of_open_mpi}: {of_2008}; {described}: mpi_{base}_{ending}_{large} pmpir_{base}_{ending}_{large} }}"
        )?;
    }
    Ok(text)
}

/// `generated/handles.rs`: the predefined handles as the modules mpi_f08 have them, MPICH's and Open MPI's.
pub(crate) fn handles(constants: &str) -> Result<String> {
    let mut text = String::from(HEAD).replace("mpi.toml", "mpi_constants.tsv");
    text.push_str("\nuse crate::handle;\n\n");
    for row in constants::rows(constants)?.iter().filter(|row| row.is_handle()) {
        let name = row.name.to_lowercase();
        let of_mpich = format!("__mpi_f08_compile_constants_MOD_{name} = {}", row.values[0]);
        let of_open_mpi = row.in_fortran.map_or(String::new(), |number| {
            let short = name.trim_end_matches("_t");
            format!("__mpi_f08_types_MOD_{name} ompi_f08_{short} = {number}")
        });
        if row.values[0] != "-" {
            writeln!(text, "handle! {{ {of_mpich}; {of_open_mpi} }}")?;
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "MPI_Isend = { takes = \"source buf, count count, request_out request\", large = true }\n\
        MPI_Info_delete = { takes = \"info info, string key\" }";

    #[test]
    fn names_match_those_of_compilers() {
        let text = names(TABLE).unwrap();
        for name in [
            "mpi_isend_ ",
            "PMPI_ISEND",
            " mpi_isend_f08ts_ ",
            " mpi_isend_f08ts_large_ ",
            " mpi_info_delete_f08_ ",
        ] {
            assert!(text.contains(name), "{name} in {text}");
        }
    }

    #[test]
    fn a_handle_is_a_number_of_each_mpi() {
        let text =
            handles("MPI_COMM_WORLD\tcomm\t7\tompi_mpi_comm_world\t1\t0\nMPI_A\tint\t1\t2\t3").unwrap();
        assert!(text.contains(
            "MOD_mpi_comm_world = 7; __mpi_f08_types_MOD_mpi_comm_world ompi_f08_mpi_comm_world = 0 }"
        ));
        assert!(!text.contains("mpi_a"));
    }
}

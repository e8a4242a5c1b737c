// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of MPI's symbols, in C and in Fortran: which belong to MPI, and which call the same function.

/// Starts of names that only an MPI offers: functions, variables, and what its own libraries share.
const STARTS: [&str; 15] = [
    "MPI_", "PMPI_", "MPIX_", "PMPIX_", "mpi_", "pmpi_", "mpix_", "pmpix_", "ompi_", "OMPI_", "opal_",
    "MPIR_", "MPII_", "mpifcmb", "mpipriv",
];

/// Whether a symbol can only come from an MPI.
pub(crate) fn is_of_mpi(name: &str) -> bool {
    STARTS.iter().any(|start| name.starts_with(start))
}

/// A function of the standard, called from C or Fortran.
pub(crate) fn is_mpi_function(name: &str) -> bool {
    let rest = name.strip_prefix('P').unwrap_or(name);
    let of_c = rest.strip_prefix("MPI_").or_else(|| rest.strip_prefix("MPIX_"));
    // All capitals: a variable such as MPI_UNWEIGHTED, except for the predefined functions (`_FN`).
    let is_c =
        of_c.is_some_and(|rest| rest.ends_with("_FN") || rest.contains(|c: char| c.is_ascii_lowercase()));
    is_c || is_fortran(name)
}

/// `mpi_send_`, `pmpi_send_`, `mpi_send_f08_`, `mpi_send_f08ts_`, but no variable such as `mpi_fortran_bottom_`.
pub(crate) fn is_fortran(name: &str) -> bool {
    let rest = name.strip_prefix('p').unwrap_or(name);
    rest.starts_with("mpi_") && !rest.starts_with("mpi_fortran_") && name.ends_with('_')
}

/// What one library of an MPI needs from another, and no program does.
pub(crate) fn is_internal(name: &str) -> bool {
    is_of_mpi(name) && !is_mpi_function(name) && !name.starts_with("ompi_mpi_") && !name.starts_with("MPI_")
}

/// The same for all ways to call one function: `mpi_send` for `PMPI_Send` and `mpi_send_f08_`.
pub(crate) fn spoken_name(name: &str) -> String {
    let mut spoken = name.trim_end_matches('_').to_ascii_lowercase();
    for ending in ["_f08ts", "_f08"] {
        if let Some(stem) = spoken.strip_suffix(ending) {
            spoken = stem.to_owned();
        }
    }
    if spoken.starts_with("pmpi") { spoken.split_off(1) } else { spoken }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_distinguished_from_variables() {
        for name in [
            "MPI_Send",
            "PMPI_T_init_thread",
            "MPI_DUP_FN",
            "mpi_send_",
            "mpi_send_f08ts_",
            "MPIX_Query_cuda_support",
        ] {
            assert!(is_mpi_function(name), "{name}");
        }
        for name in ["MPI_UNWEIGHTED", "ompi_mpi_comm_world", "mpi_fortran_bottom_", "mpifcmb5_", "main"] {
            assert!(!is_mpi_function(name), "{name}");
        }
        assert!(is_of_mpi("ompi_mpi_comm_world") && is_of_mpi("mpifcmb5_") && !is_of_mpi("malloc"));
        assert!(is_internal("opal_class_initialize") && is_internal("MPIR_F_NeedInit"));
        assert!(!is_internal("ompi_mpi_comm_world") && !is_internal("MPI_F_STATUS_IGNORE"));
    }

    #[test]
    fn all_ways_to_call_a_function_have_one_name() {
        for name in ["MPI_Send", "PMPI_Send", "mpi_send_", "pmpi_send_", "mpi_send_f08_", "mpi_send_f08ts_"] {
            assert_eq!(spoken_name(name), "mpi_send", "{name}");
        }
    }
}

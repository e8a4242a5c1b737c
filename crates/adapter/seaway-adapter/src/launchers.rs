// SPDX-License-Identifier: MIT OR Apache-2.0
//! Which launcher started this process. If the host does not understand the launcher, each rank is alone in
//! its own world, where all of them do the whole work and overwrite each other's files: that is an error with
//! a message.

use std::ffi::c_int;

use crate::calls::host;
use crate::handles::{host_handle, row_of};
use crate::host_library::{VARIABLE, fatal};
use crate::sides::Host;

/// The environment variables of launchers: the number of ranks, and whose MPI understands it.
const LAUNCHERS: [Launcher; 3] = [
    Launcher { name: "the launcher of Open MPI", variable: "OMPI_COMM_WORLD_SIZE", host: "Open MPI" },
    Launcher { name: "the launcher of MPICH or Intel MPI", variable: "PMI_SIZE", host: "MPICH" },
    // A batch script has SLURM_NTASKS too, and may start single processes on purpose; only srun sets this.
    Launcher { name: "srun", variable: "SLURM_STEP_NUM_TASKS", host: "" },
];

struct Launcher {
    name: &'static str,
    variable: &'static str,
    host: &'static str,
}

/// Ends the process if it was started as one of several, and the host did not notice.
///
/// # Safety
/// MPI has just been initialised.
pub(crate) unsafe fn must_have_met<H: Host>() {
    let world = host_handle::<H>(row_of("MPI_COMM_WORLD"));
    let mut size: c_int = 0;
    // SAFETY: MPI's function, with its arguments.
    unsafe { host!(COMM_SIZE(H::Word, *mut c_int))(world, &raw mut size) };
    if size != 1 {
        return;
    }
    let count = |variable: &str| std::env::var(variable).ok()?.trim().parse().ok();
    // SAFETY: as above.
    if let Some((launcher, ranks)) = alone_of_many(H::NAME, count).filter(|_| !unsafe { is_spawned::<H>() }) {
        let library = std::env::var(VARIABLE).unwrap_or_default();
        fatal(&format!(
            "{launcher} has started {ranks} processes, but it is not a launcher of the MPI underneath \
             ({library}), so each of them would run as a singleton (world size 1): start them with `seaway \
             run --mpi {library} -n {ranks}`, or with that MPI's own launcher"
        ));
    }
}

/// Which launcher started how many ranks, of which the host has found only this one. The launcher closest to
/// the host counts: a command for a single rank may itself be one of many processes.
fn alone_of_many(host: &str, count: impl Fn(&str) -> Option<u64>) -> Option<(&'static str, u64)> {
    let is_meant =
        LAUNCHERS.iter().any(|launcher| launcher.host == family(host) && count(launcher.variable) == Some(1));
    let told = LAUNCHERS.iter().filter_map(|launcher| Some((launcher.name, count(launcher.variable)?)));
    told.filter(|_| !is_meant).find(|(_, count)| *count > 1)
}

/// Libraries of the standard ABI are MPICH's and Intel MPI's, so far.
fn family(host: &str) -> &str {
    if host == "Open MPI" { host } else { "MPICH" }
}

/// Whether other ranks have spawned this one: these are connected by another communicator.
///
/// # Safety
/// MPI is initialised.
unsafe fn is_spawned<H: Host>() -> bool {
    let mut parent = H::Word::default();
    // SAFETY: the caller's contract.
    let result = unsafe { host!(COMM_GET_PARENT(*mut H::Word))(&raw mut parent) };
    result == 0 && parent != host_handle::<H>(row_of("MPI_COMM_NULL"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: &str, variables: &[(&str, u64)], expected: Option<u64>) {
        let count = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, count)| *count);
        let alone = alone_of_many(host, count).map(|(_, ranks)| ranks);
        assert_eq!(alone, expected, "{host} {variables:?}");
    }

    #[test]
    fn a_launcher_of_another_mpi_strands_its_ranks() {
        check("Open MPI", &[("PMI_SIZE", 4)], Some(4));
        check("MPICH", &[("OMPI_COMM_WORLD_SIZE", 2)], Some(2));
        // Open MPI 4 under the launcher of 5.
        check("Open MPI", &[("OMPI_COMM_WORLD_SIZE", 3)], Some(3));
        check("MPICH", &[("SLURM_STEP_NUM_TASKS", 8)], Some(8));
    }

    #[test]
    fn one_rank_is_one_rank() {
        check("Open MPI", &[], None);
        check("Open MPI", &[("OMPI_COMM_WORLD_SIZE", 1)], None);
        check("MPICH", &[("PMI_SIZE", 1), ("SLURM_STEP_NUM_TASKS", 8)], None);
        check("Open MPI", &[("SLURM_STEP_NUM_TASKS", 1)], None);
    }
}

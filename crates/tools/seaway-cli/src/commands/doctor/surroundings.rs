// SPDX-License-Identifier: MIT OR Apache-2.0
//! What else decides whether MPIs work: shared memory, and MPIs that conflict with each other.

use std::env;
use std::ffi::OsStr;
use std::path::Path;

use rustix::fs::{Access, MemfdFlags, access, memfd_create, statvfs};

use crate::commands::run::Launcher;
use crate::executables::{Abi, LibrarySearch, file_name, find};
use crate::quantity;

/// Where MPIs and Seaway put the shared memory of a machine's ranks.
const SHARED_MEMORY: &str = "/dev/shm";

/// Below this, MPIs begin to fail: many containers have 64 MiB.
const LITTLE: u64 = 32 << 20;

/// A sentence about what is there, and one per problem.
pub(super) fn shared_memory() -> (String, Vec<String>) {
    let mut findings = Vec::new();
    let can_write = access(SHARED_MEMORY, Access::WRITE_OK | Access::EXEC_OK).is_ok();
    if !can_write {
        findings.push(format!("{SHARED_MEMORY} cannot be written: mount a tmpfs there with mode 1777"));
    }
    if let Err(error) = memfd_create("seaway-doctor", MemfdFlags::CLOEXEC) {
        findings.push(format!(
            "memfd_create does not work ({error}): allow it in the container's seccomp profile"
        ));
    }
    let free = statvfs(SHARED_MEMORY).map(|mount| mount.f_bavail.saturating_mul(mount.f_frsize)).unwrap_or(0);
    if can_write && free < LITTLE {
        findings.push(format!(
            "{SHARED_MEMORY} has only {} left: delete stale files there, or give the container more \
             (--shm-size)",
            quantity::bytes(free)
        ));
    }
    (format!("{SHARED_MEMORY}, {} free", quantity::bytes(free)), findings)
}

/// Common pitfalls when several MPIs are installed.
pub(super) fn mixed(search: &LibrarySearch) -> Vec<String> {
    let on_path = |name: &str| find(OsStr::new(name)).ok().and_then(|path| Launcher::recognise(&path));
    let (mpiexec, mpirun) = (on_path("mpiexec"), on_path("mpirun"));
    let mut findings = Vec::new();
    if let (Some(first), Some(second)) = (&mpiexec, &mpirun)
        && first.kind != second.kind
    {
        findings.push(format!(
            "mpiexec in PATH belongs to {}, mpirun to {}: use the full path of the one you want",
            first.description, second.description
        ));
    }
    let library = search.library_path().iter().find_map(|folder| mpi_library_in(folder));
    if let (Some(launcher), Some((abi, path))) = (mpiexec.or(mpirun), library)
        && !launcher.kind.can_start(abi)
    {
        findings.push(format!(
            "LD_LIBRARY_PATH leads to {path} ({abi}), but {} in PATH belongs to {}: load one MPI's module, \
             not two",
            file_name(&launcher.path),
            launcher.description
        ));
    }
    findings
}

fn mpi_library_in(folder: &Path) -> Option<(Abi, String)> {
    let names = ["libmpi.so.12", "libmpich.so.12", "libmpi.so.40", "libmpi_abi.so.1"];
    let path = names.iter().map(|name| folder.join(name)).find(|path| path.is_file())?;
    Some((Abi::of_library(&file_name(&path))?, path.display().to_string()))
}

pub(super) fn nothing_found() -> String {
    let path = env::var("PATH").unwrap_or_default();
    format!(
        "no MPI found in PATH ({path}) and the usual directories: install one, load its module, or give its \
         directory: seaway doctor /opt/mpi"
    )
}

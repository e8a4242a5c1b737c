// SPDX-License-Identifier: MIT OR Apache-2.0
//! The single list of Debian packages, and how to install them: by apt-get as root; for other users, as one
//! command to run.

use std::process::Command;

use anyhow::{Result, bail};

use crate::run;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Need {
    /// `cargo xtask test` fails without it.
    Test,
    /// A baseline of benches; without it its columns stay empty.
    Bench,
}

/// Building needs Rust and its linker; the rest is for `tests/mpi`.
const PACKAGES: &[(&str, Need)] = &[
    ("mpich", Need::Test),
    ("libmpich-dev", Need::Test),
    ("openmpi-bin", Need::Test),
    ("libopenmpi-dev", Need::Test),
    // A program in C++ whose output is redirected.
    ("g++", Need::Test),
    ("gfortran", Need::Test),
    ("libpnetcdf-dev", Need::Test),
    ("pnetcdf-bin", Need::Test),
    ("libhdf5-mpich-dev", Need::Test),
    ("libhdf5-openmpi-dev", Need::Test),
    ("hdf5-tools", Need::Test),
    // Large Fortran programs for both of Debian's MPIs.
    ("scalapack-mpi-test", Need::Test),
    ("binutils", Need::Test),
    // Preloaded beside the recorder; programs are linked with both allocators.
    ("libjemalloc2", Need::Test),
    ("libjemalloc-dev", Need::Test),
    ("libgoogle-perftools-dev", Need::Test),
    // Lets programs name their libraries by absolute paths.
    ("patchelf", Need::Test),
    // Network namespaces stand for hosts.
    ("iproute2", Need::Test),
    // Daemons on other hosts are started by ssh.
    ("openssh-client", Need::Test),
    ("openssh-server", Need::Test),
    // Traces are compared with strace's.
    ("strace", Need::Test),
    ("git", Need::Test),
    ("rsync", Need::Test),
    ("sqlite3", Need::Test),
    // Programs in Go, which make system calls without the C library.
    ("golang-go", Need::Test),
    // Prefixes for the MPIs that are not Debian's.
    ("python3-venv", Need::Test),
    ("python3-pip", Need::Test),
    // Renders the pages that `seaway report` writes.
    ("chromium", Need::Test),
    // A registry that survives the loss of a node; tests start their own.
    ("etcd-server", Need::Test),
    // Redis clients, for `seaway things redis`.
    ("redis-tools", Need::Test),
    ("python3-redis", Need::Test),
    // The baseline of things.
    ("redis-server", Need::Bench),
    // Counts the adapter's instructions.
    ("valgrind", Need::Bench),
];

/// Installs the missing packages for `need`.
pub(crate) fn install(need: Need) -> Result<()> {
    let missing: Vec<&str> = missing_for(need, PACKAGES, is_installed);
    if missing.is_empty() {
        println!("Debian packages: nothing is missing");
        return Ok(());
    }
    if !run::works(Command::new("apt-get").arg("--version")) {
        println!("This is not Debian. Debian's packages would be: {}", missing.join(" "));
        return settle(need, &missing);
    }
    if !is_root()? {
        println!("Please run: sudo apt-get install --yes {}", missing.join(" "));
        return settle(need, &missing);
    }
    println!("Installing {}", missing.join(" "));
    let installed = run::succeed(apt_get().arg("update")).and_then(|()| {
        run::succeed(apt_get().args(["install", "--yes", "--no-install-recommends"]).args(&missing))
    });
    installed.or_else(|error| {
        println!("{error:#}");
        settle(need, &missing)
    })
}

/// Tests require their packages; benches can do without a baseline.
fn settle(need: Need, missing: &[&str]) -> Result<()> {
    match need {
        Need::Test => bail!("the tests need these packages: {}", missing.join(" ")),
        Need::Bench => {
            println!("Continuing without them: comparisons that need them are skipped.");
            Ok(())
        }
    }
}

fn missing_for(
    need: Need,
    packages: &[(&'static str, Need)],
    is_installed: impl Fn(&str) -> bool,
) -> Vec<&'static str> {
    packages
        .iter()
        .filter(|(_, whose)| *whose == need)
        .map(|(name, _)| *name)
        .filter(|name| !is_installed(name))
        .collect()
}

fn is_installed(package: &str) -> bool {
    let mut query = Command::new("dpkg-query");
    query.args(["--show", "--showformat", "${db:Status-Status}", package]);
    query.output().is_ok_and(|output| output.stdout == b"installed")
}

fn is_root() -> Result<bool> {
    Ok(run::output(Command::new("id").arg("-u"))?.trim() == "0")
}

fn apt_get() -> Command {
    let mut command = Command::new("apt-get");
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_missing_packages_of_the_need_are_named() {
        let packages = [("needed", Need::Test), ("peer", Need::Bench), ("present", Need::Bench)];
        assert_eq!(missing_for(Need::Bench, &packages, |name| name == "present"), ["peer"]);
        assert_eq!(missing_for(Need::Test, &packages, |_| false), ["needed"]);
    }

    #[test]
    fn a_missing_baseline_is_no_failure() {
        assert!(settle(Need::Bench, &["mpich"]).is_ok());
        assert!(settle(Need::Test, &["mpich"]).is_err());
    }
}

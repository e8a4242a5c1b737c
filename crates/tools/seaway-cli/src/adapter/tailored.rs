// SPDX-License-Identifier: MIT OR Apache-2.0
//! An adapter without the functions that an MPI lacks. Some programs check whether a function exists, by a
//! weak reference or at run time, and can do without; they must see what the MPI has, not what the adapter
//! could only refuse.

use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::companions;
use crate::executables::without;

/// Which of the adapter's functions to hide: all that `host` lacks, except those that a program calls in any
/// case, which are emulated or return an error.
pub(super) fn hidden(adapter: &HashSet<String>, host: &HashSet<String>, called: &[&str]) -> BTreeSet<String> {
    let plain = |name: &str| name.strip_prefix("PMPI_").map_or(name.to_owned(), |rest| format!("MPI_{rest}"));
    let called: HashSet<String> = called.iter().map(|name| plain(name)).collect();
    let is_hidden = |name: &&String| {
        let plain = plain(name);
        seaway_adapter::needs_host(&plain) && !host.contains(&plain) && !called.contains(&plain)
    };
    adapter.iter().filter(is_hidden).cloned().collect()
}

/// The library at `adapter` without `names`, in a directory of the user. Written once for each adapter and
/// MPI.
pub(super) fn prepare(adapter: &Path, names: &BTreeSet<String>) -> Result<PathBuf> {
    let failed = || format!("cannot make a copy of {} for this MPI", adapter.display());
    let metadata = fs::metadata(adapter).with_context(failed)?;
    let mut hash = DefaultHasher::new();
    (names, adapter, metadata.len(), metadata.modified().ok()).hash(&mut hash);
    // The name must still identify the ABI.
    let stem = adapter.file_stem().unwrap_or_default().to_string_lossy();
    let name = format!("{stem}.{:016x}.so", hash.finish());
    companions::place_in_folder(&name, || without(adapter, names).with_context(failed))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(called: &[&str], expected: &[&str]) {
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<HashSet<_>>();
        let adapter = names(&[
            "MPI_Send",
            "MPI_Send_c",
            "PMPI_Send_c",
            "MPI_Aint_add",
            "MPI_Comm_c2f",
            "MPI_UNWEIGHTED",
        ]);
        let hidden = hidden(&adapter, &names(&["MPI_Send"]), called);
        assert_eq!(hidden.into_iter().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn missing_functions_are_hidden_unless_they_are_called() {
        check(&[], &["MPI_Send_c", "PMPI_Send_c"]);
        check(&["MPI_Send_c"], &[]);
        check(&["PMPI_Send_c"], &[]);
    }
}

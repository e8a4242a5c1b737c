// SPDX-License-Identifier: MIT OR Apache-2.0
//! The environment of a child: this process's, without what makes it part of an MPI program.

use std::ffi::{CString, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::Path;

/// Preloaded libraries.
const LOADED: &[&str] = &["LD_PRELOAD", "LD_AUDIT"];
/// Identity and rendezvous of ranks: a child linked with MPI would take itself for a rank.
const OF_RANKS: &[&str] = &[
    "PMI_", "PMI2_", "PMIX_", "OMPI_", "OPAL_", "ORTE_", "PRTE_", "HYD_", "HYDI_", "HYDRA_", "MPI_", "MPIR_",
    "MPIEXEC_",
];
/// Passed to ranks, not to other programs.
const OF_RUN: &[&str] = &["SEAWAY_RUN_"];

/// `NAME=VALUE` for a child, from this process's variables.
pub(super) fn for_child(own: impl Iterator<Item = (OsString, OsString)>) -> Vec<CString> {
    let fits = |name: &[u8]| {
        let begins = |prefix: &&str| name.starts_with(prefix.as_bytes());
        !LOADED.iter().any(|loaded| name == loaded.as_bytes()) && !OF_RANKS.iter().chain(OF_RUN).any(begins)
    };
    own.filter(|(name, _)| fits(name.as_bytes()))
        .filter_map(|(name, value)| CString::new([name.into_vec(), value.into_vec()].join(&b'=')).ok())
        .collect()
}

/// The files that `program` may refer to, in search order.
pub(super) fn candidates(program: &str, path: Option<OsString>) -> Vec<CString> {
    if program.contains('/') {
        return CString::new(program).into_iter().collect();
    }
    let path = path.unwrap_or_else(|| OsString::from("/usr/local/bin:/usr/bin:/bin"));
    let folders = path.as_bytes().split(|&byte| byte == b':');
    let folders = folders.map(|folder| if folder.is_empty() { &b"."[..] } else { folder });
    let files = folders.map(|folder| Path::new(std::ffi::OsStr::from_bytes(folder)).join(program));
    files.filter_map(|file| CString::new(file.into_os_string().into_vec()).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn left(own: &[(&str, &str)]) -> Vec<String> {
        let own = own.iter().map(|(name, value)| (OsString::from(name), OsString::from(value)));
        for_child(own).into_iter().map(|entry| entry.into_string().unwrap()).collect()
    }

    #[test]
    fn child_is_not_a_rank_and_has_nothing_preloaded() {
        let own = [
            ("PATH", "/bin"),
            ("LD_PRELOAD", "/lib/libseaway.so"),
            ("PMI_RANK", "0"),
            ("PMIX_RANK", "0"),
            ("OMPI_COMM_WORLD_RANK", "0"),
            ("MPI_LOCALRANKID", "0"),
            ("SEAWAY_RUN_HINTS", "a=b"),
            ("SSH_AUTH_SOCK", "/run/agent"),
            ("SLURM_JOB_ID", "7"),
            ("LD_LIBRARY_PATH", "/opt/lib"),
            ("EMPTY", ""),
        ];
        let expected =
            ["PATH=/bin", "SSH_AUTH_SOCK=/run/agent", "SLURM_JOB_ID=7", "LD_LIBRARY_PATH=/opt/lib", "EMPTY="];
        assert_eq!(left(&own), expected);
    }

    #[test]
    fn programs_are_searched_in_the_path() {
        let check = |program: &str, path: Option<&str>, expected: &[&str]| {
            let found = candidates(program, path.map(OsString::from));
            let found: Vec<_> = found.iter().map(|file| file.to_str().unwrap()).collect();
            assert_eq!(found, expected, "{program} {path:?}");
        };
        check("/opt/ssh", Some("/bin"), &["/opt/ssh"]);
        check("ssh", Some("/a:/b"), &["/a/ssh", "/b/ssh"]);
        check("ssh", Some("/a::/b"), &["/a/ssh", "./ssh", "/b/ssh"]);
        check("ssh", None, &["/usr/local/bin/ssh", "/usr/bin/ssh", "/bin/ssh"]);
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where the options of a launcher's command line end: which options take how many words. The tables hold the
//! options with arguments; all others take none.

use std::ffi::{OsStr, OsString};

use super::launcher::LauncherKind;

/// Of Open MPI 4 (orterun) and 5 (prterun), without their dashes.
const OPEN_MPI_ONE: &[&str] = &[
    "n",
    "np",
    "c",
    "N",
    "x",
    "H",
    "host",
    "hostfile",
    "machinefile",
    "default-hostfile",
    "add-host",
    "add-hostfile",
    "wdir",
    "wd",
    "path",
    "prefix",
    "map-by",
    "bind-to",
    "rank-by",
    "rf",
    "rankfile",
    "npernode",
    "npersocket",
    "cpus-per-proc",
    "cpus-per-rank",
    "cpu-set",
    "cpu-list",
    "slot-list",
    "am",
    "tune",
    "output-filename",
    "output",
    "display",
    "runtime-options",
    "stdin",
    "timeout",
    "app",
    "pset",
    "dvm",
    "dvm-uri",
    "personality",
    "ompi-server",
    "server-wait-time",
    "report-uri",
    "report-pid",
    "max-restarts",
    "max-vm-size",
    "xterm",
    "launch-agent",
    "preload-files",
    "preload-files-dest-dir",
    "with-ft",
    "exec-agent",
    "fwd-environment",
    "gpu-support",
    "num-procs",
    "report-events",
    "report-state-on-timeout",
    "memory-alloc-kinds",
];
const OPEN_MPI_TWO: &[&str] = &["mca", "gmca", "omca", "gomca", "prtemca", "gprtemca", "pmixmca", "gpmixmca"];

/// Of Hydra, MPICH's and Intel's.
const HYDRA_ONE: &[&str] = &[
    "n",
    "np",
    "host",
    "hosts",
    "hosts-group",
    "hostlist",
    "f",
    "hostfile",
    "machine",
    "machinefile",
    "machines",
    "wdir",
    "dir",
    "path",
    "file",
    "configfile",
    "arch",
    "soft",
    "ppn",
    "perhost",
    "grr",
    "genvlist",
    "envlist",
    "genvexcl",
    "bind-to",
    "binding",
    "map-by",
    "membind",
    "topolib",
    "cpu-bind",
    "launcher",
    "launcher-exec",
    "bootstrap",
    "bootstrap-exec",
    "bootstrap-exec-args",
    "rmk",
    "iface",
    "demux",
    "prepend-pattern",
    "outfile-pattern",
    "outfile",
    "errfile-pattern",
    "errfile",
    "nameserver",
    "localhost",
    "usize",
    "order-nodes",
    "gpus-per-proc",
    "gpu-subdevs-per-proc",
    "timeout",
    "s",
    "gtool",
    "gtoolfile",
    "tune",
    "pmi-args",
    "num-cores",
    "umask",
    "gumask",
    "gwdir",
    "gpath",
    "ghost",
    "port",
];

/// Of srun; the long form is mostly written with `=`.
const SLURM_ONE: &[&str] = &[
    "A",
    "account",
    "B",
    "extra-node-info",
    "b",
    "begin",
    "C",
    "constraint",
    "c",
    "cpus-per-task",
    "D",
    "chdir",
    "d",
    "dependency",
    "E",
    "preserve-slurm-env",
    "e",
    "error",
    "F",
    "nodefile",
    "G",
    "gpus",
    "i",
    "input",
    "J",
    "job-name",
    "jobid",
    "L",
    "licenses",
    "M",
    "clusters",
    "m",
    "distribution",
    "N",
    "nodes",
    "n",
    "ntasks",
    "o",
    "output",
    "P",
    "p",
    "partition",
    "q",
    "qos",
    "R",
    "r",
    "relative",
    "S",
    "core-spec",
    "T",
    "threads",
    "t",
    "time",
    "W",
    "wait",
    "w",
    "nodelist",
    "x",
    "exclude",
    "cpu-bind",
    "mem-bind",
    "cpu-freq",
    "export",
    "export-file",
    "gres",
    "gpu-bind",
    "gpus-per-node",
    "gpus-per-task",
    "gpus-per-socket",
    "mem",
    "mem-per-cpu",
    "mem-per-gpu",
    "mpi",
    "het-group",
    "ntasks-per-node",
    "ntasks-per-core",
    "ntasks-per-socket",
    "ntasks-per-gpu",
    "network",
    "reservation",
    "signal",
    "switches",
    "tmp",
    "time-min",
    "prolog",
    "epilog",
    "task-prolog",
    "task-epilog",
    "tres-per-task",
    "uid",
    "gid",
    "comment",
    "acctg-freq",
    "cluster-constraint",
    "deadline",
    "hint",
    "mail-type",
    "mail-user",
    "mincpus",
    "open-mode",
    "priority",
    "profile",
    "slurmd-debug",
    "sockets-per-node",
    "cores-per-socket",
    "threads-per-core",
    "container",
    "delay-boot",
];

/// Number of the words after `option` that belong to it. `following` is the word after it.
pub(super) fn arity(kind: LauncherKind, option: &OsStr, following: Option<&OsString>) -> usize {
    let text = option.to_string_lossy();
    let name = text.trim_start_matches('-');
    let takes = |table: &[&str], words: usize| if table.contains(&name) { words } else { 0 };
    match kind {
        LauncherKind::OpenMpi => takes(OPEN_MPI_ONE, 1) + takes(OPEN_MPI_TWO, 2),
        LauncherKind::Hydra if ["genv", "env"].contains(&name) => {
            // Both `-genv NAME VALUE` and `-genv NAME=VALUE` are accepted.
            if following.is_some_and(|word| word.as_encoded_bytes().contains(&b'=')) { 1 } else { 2 }
        }
        LauncherKind::Hydra => takes(HYDRA_ONE, 1),
        LauncherKind::Slurm => takes(SLURM_ONE, 1),
        LauncherKind::Other => takes(&["n", "np", "N", "ppn", "d", "e", "host", "hosts", "f", "env"], 1),
    }
}

/// Index of the first word of `words` (those after the launcher's name) that is neither an option nor an
/// option's argument.
pub(super) fn end_of_options(kind: LauncherKind, words: &[OsString]) -> usize {
    let mut index = 0;
    while let Some(word) = words.get(index) {
        if word == "--" {
            return index + 1;
        }
        if !word.as_encoded_bytes().starts_with(b"-") {
            break;
        }
        index += 1 + arity(kind, word, words.get(index + 1));
    }
    index.min(words.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: LauncherKind, line: &str, program: &str) {
        let words: Vec<OsString> = line.split_whitespace().map(OsString::from).collect();
        let end = end_of_options(kind, &words);
        assert_eq!(words.get(end).map_or("", |word| word.to_str().unwrap()), program, "{line}");
    }

    #[test]
    fn options_end_where_the_program_begins() {
        check(LauncherKind::OpenMpi, "-np 4 --rank-by node --mca btl self,vader -x A=b ./app -n 3", "./app");
        check(LauncherKind::OpenMpi, "--oversubscribe --host=a:2 --prtemca x y -N 2 app", "app");
        check(LauncherKind::Hydra, "-n 2 -genv A b -genv C=d -bind-to core -l ./app", "./app");
        check(LauncherKind::Hydra, "-configfile lines", "");
        check(LauncherKind::Slurm, "-n4 -N 2 --mpi=pmix --ntasks 4 --export=ALL -l ./app", "./app");
        check(LauncherKind::Slurm, "-n 4 -- test", "test");
        check(LauncherKind::Other, "-n 4 ./app", "./app");
    }
}

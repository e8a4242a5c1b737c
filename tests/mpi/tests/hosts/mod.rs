// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks of Debian's Open MPI on several hosts, which are network namespaces.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use mpi_tests::Installation;
use seaway_testkit::Node;

/// It yields while it waits: there are more ranks than cores.
const MPI: &str = "debian-openmpi";

/// Only a hang takes this long.
const LIMIT_SECONDS: &str = "120";

/// The agent that starts processes on the hosts: a program in `folder`.
pub(crate) fn write_agent<'n>(folder: &Path, nodes: impl IntoIterator<Item = &'n Node>) -> PathBuf {
    let cases: String = nodes
        .into_iter()
        .map(|node| {
            let mut enter = node.command("sh");
            enter.arg("-c");
            let words: Vec<String> = std::iter::once(enter.get_program())
                .chain(enter.get_args())
                .map(|word| format!("'{}'", word.to_string_lossy()))
                .collect();
            format!("{}) exec {} \"$*\" ;;\n", node.address(), words.join(" "))
        })
        .collect();
    let path = folder.join("agent");
    let mut file = fs::File::create(&path).expect("a file can be made");
    write!(file, "#!/bin/sh\nhost=$1; shift\ncase $host in\n{cases}esac\n").expect("it can be written");
    file.set_permissions(fs::Permissions::from_mode(0o700)).expect("it can be made a program");
    path
}

/// The launcher with its options, for `ranks` ranks evenly on `hosts`; the program and its arguments follow.
pub(crate) fn launcher(hosts: &[Node], ranks: usize, agent: &Path) -> Command {
    let each = ranks.div_ceil(hosts.len());
    let list: Vec<String> = hosts.iter().map(|host| format!("{}:{each}", host.address())).collect();
    let mut command = hosts[0].command("timeout");
    command.args(["-k", "5", LIMIT_SECONDS]).arg(Installation::named(MPI).launcher());
    command.args([
        "-n",
        &ranks.to_string(),
        "--host",
        &list.join(","),
        "--oversubscribe",
        "--bind-to",
        "none",
    ]);
    command.args(["--mca", "plm_rsh_agent"]).arg(agent);
    for (name, value) in [
        ("oob_tcp_if_include", "eth0"),
        ("btl_tcp_if_include", "eth0"),
        ("btl", "tcp,vader,self"),
        ("mpi_yield_when_idle", "1"),
    ] {
        command.args(["--mca", name, value]);
    }
    command.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
    command.env("HWLOC_COMPONENTS", "-gl");
    command
}

/// A word for `env`.
pub(crate) fn assignment(name: &str, value: &Path) -> String {
    format!("{name}={}", value.display())
}

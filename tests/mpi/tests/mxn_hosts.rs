// SPDX-License-Identifier: MIT OR Apache-2.0
//! Two MPI programs on two hosts, simulated by network namespaces, find each other through a directory
//! service on a third: `seaway serve`.
#![allow(clippy::print_stderr, reason = "a test that cannot run here says so")]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::{fs, thread};

use mpi_tests::{Installation, Launch, folder_in_memory, seaway};
use seaway_testkit::{Cluster, Node};

#[test]
fn programs_on_two_hosts_find_each_other_through_a_directory_service() {
    if let Some(obstacle) = Cluster::obstacle() {
        eprintln!("skipped: {obstacle}");
        return;
    }
    let cluster = Cluster::new(3, None).expect("namespaces can be made");
    let installation = Installation::named("debian-openmpi");
    let place = format!("{}:7078", cluster.node(2).address());
    let _service = Service::start(cluster.node(2), &installation, &place);
    let logs = folder_in_memory();
    let stream = format!("mxn://{place}/steady");
    thread::scope(|scope| {
        for (part, node, ranks) in [("read", cluster.node(1), 3), ("write", cluster.node(0), 2)] {
            let mut command =
                on_node(node, &launch(&installation, part, ranks, &stream, logs.path()).command());
            scope.spawn(move || {
                let output = command.output().expect("a launcher can be started");
                let complaint = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{part}: {}\n{complaint}", output.status);
            });
        }
    });
    for (part, ranks) in [("read", 3), ("write", 2)] {
        for rank in 0..ranks {
            let log = fs::read_to_string(logs.path().join(format!("{part}.{rank}"))).unwrap_or_default();
            assert_eq!(log.lines().next_back(), Some("ended"), "{part} rank {rank}");
        }
    }
}

fn launch(installation: &Installation, part: &str, ranks: usize, stream: &str, logs: &Path) -> Launch {
    let bytes = (300_000 / ranks).to_string();
    Launch::new(installation, installation.compile_c("mxn/steady.c", &[]))
        .ranks(ranks)
        .seaway()
        .arguments([part, stream])
        .argument(logs)
        // Ten steps, without a fault.
        .arguments(["10", &bytes, "-1", "0", "0"])
}

/// The same command, on a host.
fn on_node(node: &Node, usual: &Command) -> Command {
    let mut command = node.command("timeout");
    // Only a hang takes this long.
    command.args(["-k", "5", "120"]).arg(usual.get_program()).args(usual.get_args());
    command.envs(usual.get_envs().filter_map(|(name, value)| Some((name, value?)))).stdin(Stdio::null());
    command
}

/// Ends with the value.
struct Service(Child);

impl Service {
    fn start(node: &Node, installation: &Installation, place: &str) -> Self {
        let usual = seaway(installation, &["serve", "--listen", place]);
        let mut command = node.command(usual.get_program());
        command.args(usual.get_args()).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("the service can be started");
        // Programs may connect after its first line.
        let mut line = String::new();
        let output = child.stdout.as_mut().expect("it is piped");
        BufReader::new(output).read_line(&mut line).expect("it says where it listens");
        assert!(line.contains(place), "{line}");
        Self(child)
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

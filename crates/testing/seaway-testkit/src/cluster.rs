// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Cluster`]: hosts that are network namespaces of this machine, each with one cable to a switch.
//!
//! The machine's own network is not touched: the switch has its own namespace, too. Processes in different
//! nodes share files, but neither addresses nor abstract Unix sockets, as on machines with a common file
//! system. Needs root.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::namespaces::{Namespace, Port, Switch, new_stem};

/// The end of a host's cable, on the host.
const CABLE: &str = "eth0";

/// Torn down on drop, even if its nodes are still in use.
#[derive(Debug)]
pub struct Cluster {
    nodes: Vec<Node>,
    /// After the nodes, so that it is dropped last.
    switch: Switch,
}

/// One host.
#[derive(Debug)]
pub struct Node {
    pub(crate) namespace: Namespace,
    name: String,
    address: Ipv4Addr,
    /// The other end of its cable, in the switch.
    port: Port,
}

impl Cluster {
    /// Why clusters are not possible here, if so: a test then prints the reason and does nothing.
    pub fn obstacle() -> Option<String> {
        let output = Command::new("id").arg("-u").output();
        if output.map(|output| output.stdout).unwrap_or_default() != b"0\n" {
            return Some("network namespaces need root".to_owned());
        }
        let missing = ["ip", "tc", "unshare"].into_iter().find(|tool| {
            Command::new(tool).arg("-V").stdout(Stdio::null()).stderr(Stdio::null()).status().is_err()
        });
        missing.map(|tool| format!("network namespaces need the program {tool}"))
    }

    /// `nodes` hosts whose cables carry `megabits` per second in each direction; unlimited without a number.
    pub fn new(nodes: usize, megabits: Option<u32>) -> io::Result<Self> {
        Self::in_network(0, "node", nodes, megabits)
    }

    /// One of several clusters, each with its own network.
    pub(crate) fn in_network(
        network: u8,
        name: &str,
        nodes: usize,
        megabits: Option<u32>,
    ) -> io::Result<Self> {
        let stem = new_stem();
        let switch = Switch::new(format!("{stem}-switch"))?;
        let mut cluster = Self { nodes: Vec::new(), switch };
        for index in 0..nodes {
            let last = u8::try_from(index + 1).map_err(|_| io::Error::other("too many nodes"))?;
            let namespace = Namespace::new(format!("{stem}-{index}"))?;
            let address = Ipv4Addr::new(10, 77, network, last);
            let port = cluster.switch.attach(&namespace, CABLE, address, megabits)?;
            cluster.nodes.push(Node { namespace, name: format!("{name}{index}"), address, port });
        }
        Ok(cluster)
    }

    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }
}

impl Node {
    /// The host name as seen by programs on it.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// `program`, on this host and with its name.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", self.namespace.name(), "unshare", "--uts", "sh", "-c"]);
        // The words after the script are its name and its arguments.
        command.args([r#"hostname "$0" && exec "$@""#, &self.name]).arg(program.as_ref());
        command
    }

    /// The processes on this host.
    pub fn processes(&self) -> io::Result<Vec<u32>> {
        let output = Command::new("ip").args(["netns", "pids", self.namespace.name()]).output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(text.split_whitespace().filter_map(|word| word.parse().ok()).collect())
    }

    /// Limits the cable to so many megabits per second from now on, in each direction.
    pub fn limit(&self, megabits: u32) -> io::Result<()> {
        self.port.limit(&self.namespace, CABLE, megabits)
    }

    /// Unplugs the cable: packets are dropped silently.
    pub fn unplug(&self) -> io::Result<()> {
        self.port.unplug()
    }

    pub fn plug_in(&self) -> io::Result<()> {
        self.port.plug_in()
    }
}

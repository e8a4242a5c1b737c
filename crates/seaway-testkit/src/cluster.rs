// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Cluster`]: hosts that are network namespaces of this machine, each with one cable to a switch.
//!
//! Nothing of the machine's own network is touched: the switch has a namespace, too. Processes in different nodes share
//! files, but neither addresses nor abstract Unix sockets, as on machines with a common file system. Needs root.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What all names of namespaces begin with; behind it stands the process that made them.
const PREFIX: &str = "seaway";

/// Makes clusters of one process differ.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Torn down when it is dropped, whatever its nodes still do.
#[derive(Debug)]
pub struct Cluster {
    switch: String,
    nodes: Vec<Node>,
}

/// One host.
#[derive(Debug)]
pub struct Node {
    namespace: String,
    name: String,
    address: Ipv4Addr,
    /// The other end of its cable, in the switch.
    port: String,
    switch: String,
}

impl Cluster {
    /// Why there can be no cluster here, if that is so: a test then says it and does nothing.
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

    /// `nodes` hosts whose cables carry `megabits` per second in each direction; without a number, all they can.
    pub fn new(nodes: usize, megabits: Option<u32>) -> io::Result<Self> {
        remove_what_others_left();
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let stem = format!("{PREFIX}-{}-{number}", std::process::id());
        // From here on dropping it removes what was made so far.
        let mut cluster = Self { switch: format!("{stem}-switch"), nodes: Vec::new() };
        run(&format!("ip netns add {}", cluster.switch))?;
        cluster.in_switch("ip link add bridge type bridge")?;
        cluster.in_switch("ip link set bridge up")?;
        for index in 0..nodes {
            cluster.add_node(&stem, index, megabits)?;
        }
        Ok(cluster)
    }

    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    fn add_node(&mut self, stem: &str, index: usize, megabits: Option<u32>) -> io::Result<()> {
        let last = u8::try_from(index + 1).map_err(|_| io::Error::other("too many nodes"))?;
        let node = Node {
            namespace: format!("{stem}-{index}"),
            name: format!("node{index}"),
            address: Ipv4Addr::new(10, 77, 0, last),
            port: format!("port{index}"),
            switch: self.switch.clone(),
        };
        run(&format!("ip netns add {}", node.namespace))?;
        let Node { namespace, port, address, .. } = &node;
        self.in_switch(&format!("ip link add {port} type veth peer name eth0 netns {namespace}"))?;
        self.in_switch(&format!("ip link set {port} master bridge up"))?;
        node.run("ip link set lo up")?;
        node.run(&format!("ip address add {address}/24 dev eth0"))?;
        node.run("ip link set eth0 up")?;
        if let Some(megabits) = megabits {
            let shape = |device: &str| {
                format!("tc qdisc add dev {device} root tbf rate {megabits}mbit burst 64kb latency 20ms")
            };
            self.in_switch(&shape(port))?;
            node.run(&shape("eth0"))?;
        }
        self.nodes.push(node);
        Ok(())
    }

    fn in_switch(&self, line: &str) -> io::Result<()> {
        run(&format!("ip netns exec {} {line}", self.switch))
    }
}

impl Node {
    /// As the programs in it know the host.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub fn address(&self) -> Ipv4Addr {
        self.address
    }

    /// `program`, on this host and with its name.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.namespace, "unshare", "--uts", "sh", "-c"]);
        // The words behind the script are its name and its arguments.
        command.args([r#"hostname "$0" && exec "$@""#, &self.name]).arg(program.as_ref());
        command
    }

    /// Pulls the cable out: nothing comes through any more, and nobody is told.
    pub fn unplug(&self) -> io::Result<()> {
        run(&format!("ip netns exec {} ip link set {} down", self.switch, self.port))
    }

    pub fn plug_in(&self) -> io::Result<()> {
        run(&format!("ip netns exec {} ip link set {} up", self.switch, self.port))
    }

    fn run(&self, line: &str) -> io::Result<()> {
        run(&format!("ip netns exec {} {line}", self.namespace))
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for node in &self.nodes {
            // There is nobody left to tell.
            let _ = run(&format!("ip netns delete {}", node.namespace));
        }
        let _ = run(&format!("ip netns delete {}", self.switch));
    }
}

/// A test that was killed could not tear its cluster down: its process is no more.
fn remove_what_others_left() {
    let Ok(entries) = std::fs::read_dir("/run/netns") else { return };
    for name in entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()) {
        let mut words = name.split('-');
        let process = words.next().filter(|&word| word == PREFIX).and_then(|_| words.next());
        let is_gone =
            |process: &str| process.parse::<u32>().is_ok() && !Path::new("/proc").join(process).exists();
        if process.is_some_and(is_gone) {
            let _ = run(&format!("ip netns delete {name}"));
        }
    }
}

fn run(line: &str) -> io::Result<()> {
    let mut words = line.split_whitespace();
    let program = words.next().unwrap_or_default();
    let output = Command::new(program).args(words).stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    Err(io::Error::other(format!("{line}: {complaint}")))
}

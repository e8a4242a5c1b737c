// SPDX-License-Identifier: MIT OR Apache-2.0
//! Network namespaces and the switches between them, created with `ip` and `tc`. The name of a namespace
//! contains the id of the process that created it.

use std::io;
use std::net::Ipv4Addr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// Prefix of all namespace names, followed by the id of the creating process.
const PREFIX: &str = "seaway";

/// Distinguishes the clusters of one process.
static NUMBER: AtomicU32 = AtomicU32::new(0);

/// Name prefix of one cluster.
pub(crate) fn new_stem() -> String {
    remove_what_others_left();
    format!("{PREFIX}-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// Deleted on drop.
#[derive(Debug)]
pub(crate) struct Namespace(String);

impl Namespace {
    pub(crate) fn new(name: String) -> io::Result<Self> {
        run(&format!("ip netns add {name}"))?;
        let namespace = Self(name);
        namespace.run("ip link set lo up")?;
        Ok(namespace)
    }

    pub(crate) fn name(&self) -> &str {
        &self.0
    }

    pub(crate) fn run(&self, line: &str) -> io::Result<()> {
        run(&format!("ip netns exec {} {line}", self.0))
    }

    /// Makes it a router.
    pub(crate) fn pass_packets_on(&self) -> io::Result<()> {
        // The setting applies to the namespace of the writing process.
        let script = "echo 1 > /proc/sys/net/ipv4/ip_forward";
        complete(Command::new("ip").args(["netns", "exec", &self.0, "sh", "-c", script]))
    }
}

impl Drop for Namespace {
    fn drop(&mut self) {
        // Errors cannot be reported here.
        let _ = run(&format!("ip netns delete {}", self.0));
    }
}

/// A bridge in a separate namespace: the machine's own network is not touched.
#[derive(Debug)]
pub(crate) struct Switch(Namespace);

/// The end of a cable in a switch.
#[derive(Debug, Clone)]
pub(crate) struct Port {
    switch: String,
    name: String,
}

impl Switch {
    pub(crate) fn new(name: String) -> io::Result<Self> {
        let namespace = Namespace::new(name)?;
        namespace.run("ip link add bridge type bridge")?;
        namespace.run("ip link set bridge up")?;
        Ok(Self(namespace))
    }

    /// A cable from a new port to `device` of a host, with an address of the host there. It carries
    /// `megabits` per second in each direction; unlimited without a number.
    pub(crate) fn attach(
        &self,
        host: &Namespace,
        device: &str,
        address: Ipv4Addr,
        megabits: Option<u32>,
    ) -> io::Result<Port> {
        let port = format!("port{}", address.octets()[3]);
        self.0.run(&format!("ip link add {port} type veth peer name {device} netns {}", host.0))?;
        self.0.run(&format!("ip link set {port} master bridge up"))?;
        host.run(&format!("ip address add {address}/24 dev {device}"))?;
        host.run(&format!("ip link set {device} up"))?;
        if let Some(megabits) = megabits {
            self.0.run(&shape(&port, megabits))?;
            host.run(&shape(device, megabits))?;
        }
        Ok(Port { switch: self.0.0.clone(), name: port })
    }
}

/// Replaces a limit that there was.
fn shape(device: &str, megabits: u32) -> String {
    let burst = burst(megabits);
    format!("tc qdisc replace dev {device} root tbf rate {megabits}mbit burst {burst} latency 20ms")
}

/// In bytes. A bucket smaller than what arrives between two clock ticks never reaches the rate.
fn burst(megabits: u32) -> u32 {
    const TICKS_PER_SECOND: u32 = 1000;
    (megabits * (1_000_000 / 8) / TICKS_PER_SECOND).max(64 << 10)
}

impl Port {
    /// Both directions of the cable, whose other end is `device` of `host`.
    pub(crate) fn limit(&self, host: &Namespace, device: &str, megabits: u32) -> io::Result<()> {
        run(&format!("ip netns exec {} {}", self.switch, shape(&self.name, megabits)))?;
        host.run(&shape(device, megabits))
    }

    /// Unplugs the cable: packets are dropped silently.
    pub(crate) fn unplug(&self) -> io::Result<()> {
        run(&format!("ip netns exec {} ip link set {} down", self.switch, self.name))
    }

    pub(crate) fn plug_in(&self) -> io::Result<()> {
        run(&format!("ip netns exec {} ip link set {} up", self.switch, self.name))
    }
}

/// A killed test could not tear its cluster down: remove those of processes that are gone.
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
    complete(Command::new(words.next().unwrap_or_default()).args(words))
}

fn complete(command: &mut Command) -> io::Result<()> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let complaint = String::from_utf8_lossy(&output.stderr).trim().to_owned();
    let words = command.get_args().map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ");
    Err(io::Error::other(format!("{} {words}: {complaint}", command.get_program().to_string_lossy())))
}

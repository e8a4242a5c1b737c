// SPDX-License-Identifier: MIT OR Apache-2.0
//! The parts that this program plays in other processes, some of them in other network namespaces.

use std::io::{Read, stdin};
use std::net::TcpListener;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use seaway_channel::Secret;
use seaway_daemon::{Agent, AgentOptions, Network, RegistryPlace};
use seaway_devices::thing::SpaceName;

use crate::{names, network, raw_socket};

/// `None`: this is the bench itself.
pub(crate) fn play(words: &[&str]) -> Option<ExitCode> {
    match *words {
        ["--create", space] => return Some(names::create(space)),
        ["--agent", space, node, folder, address, join] => be_an_agent(space, node, folder, address, join),
        ["--raw", address] => raw_socket::serve(address).expect("a raw server can listen"),
        ["--latency", ref rest @ ..] => network::measure_latency(rest),
        ["--bulk", ref rest @ ..] => network::measure_bulk(rest),
        _ => return None,
    }
    Some(ExitCode::SUCCESS)
}

/// Until standard input ends. `join` is `-` for the one that holds the registry.
fn be_an_agent(space: &str, node: &str, folder: &str, address: &str, join: &str) {
    let listener = TcpListener::bind(address).unwrap();
    let network = Network {
        addresses: vec![listener.local_addr().unwrap()],
        listeners: vec![listener],
        registry: if join == "-" { RegistryPlace::Here } else { RegistryPlace::Agent(join.to_owned()) },
        secret: Secret::load().unwrap(),
    };
    let options = AgentOptions {
        space: SpaceName::parse(space).unwrap(),
        node: Some(node.to_owned()),
        folder: Path::new(folder).to_owned(),
        memory: 1 << 30,
        idle: None,
        lease: Duration::from_secs(10),
    };
    let agent = Agent::start_among(options, Some(network)).unwrap().expect("it is the only agent here");
    println!("ready");
    let _ = stdin().read_to_end(&mut Vec::new());
    agent.stop(Duration::ZERO);
    agent.wait();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Sites`]: two clusters at two sites, each with a gateway, and one cable between the gateways.

use std::io;
use std::net::Ipv4Addr;

use crate::Cluster;
use crate::cluster::Node;
use crate::namespaces::{Port, Switch, new_stem};

/// Torn down when it is dropped.
#[derive(Debug)]
pub struct Sites {
    clusters: [Cluster; 2],
    /// The near gateway's end of the cable between the sites.
    port: Port,
    /// After the clusters, so that it is dropped last.
    _cable: Switch,
}

/// What the hosts of a cluster can reach outside of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outside {
    /// Gateways forward packets, so every host reaches every other.
    Routed,
    /// Only gateways reach each other.
    Closed,
}

impl Sites {
    /// Two clusters of `nodes` hosts and a gateway. The cable between the gateways carries `megabits` per
    /// second in each direction, those within the clusters are unlimited.
    pub fn new(nodes: usize, megabits: Option<u32>, outside: Outside) -> io::Result<Self> {
        let clusters = [
            Cluster::in_network(1, "near", nodes + 1, None)?,
            Cluster::in_network(2, "far", nodes + 1, None)?,
        ];
        let cable = Switch::new(format!("{}-cable", new_stem()))?;
        let [near, far] = [0, 1].map(|index| gateway_of(&clusters[index]));
        let addresses = [1, 2].map(|last| Ipv4Addr::new(10, 78, 0, last));
        let port = cable.attach(&near.namespace, "uplink", addresses[0], megabits)?;
        cable.attach(&far.namespace, "uplink", addresses[1], megabits)?;
        let sites = Self { clusters, port, _cable: cable };
        if outside == Outside::Routed {
            sites.route(addresses)?;
        }
        Ok(sites)
    }

    /// The site of the parallel program.
    pub fn near(&self) -> &[Node] {
        hosts_of(&self.clusters[0])
    }

    /// The site of the files.
    pub fn far(&self) -> &[Node] {
        hosts_of(&self.clusters[1])
    }

    pub fn near_gateway(&self) -> &Node {
        gateway_of(&self.clusters[0])
    }

    pub fn far_gateway(&self) -> &Node {
        gateway_of(&self.clusters[1])
    }

    /// The address of a gateway as seen from the other one.
    pub fn outer_address(gateway_is_far: bool) -> Ipv4Addr {
        Ipv4Addr::new(10, 78, 0, if gateway_is_far { 2 } else { 1 })
    }

    /// Cuts the cable between the sites: packets are dropped silently.
    pub fn cut(&self) -> io::Result<()> {
        self.port.unplug()
    }

    pub fn mend(&self) -> io::Result<()> {
        self.port.plug_in()
    }

    fn route(&self, uplinks: [Ipv4Addr; 2]) -> io::Result<()> {
        for (own, other) in [(0, 1), (1, 0)] {
            let cluster = &self.clusters[own];
            let gateway = gateway_of(cluster);
            for node in hosts_of(cluster) {
                node.namespace.run(&format!("ip route add default via {}", gateway.address()))?;
            }
            gateway.namespace.pass_packets_on()?;
            let network = gateway_of(&self.clusters[other]).address().octets();
            let network = Ipv4Addr::new(network[0], network[1], network[2], 0);
            gateway.namespace.run(&format!("ip route add {network}/24 via {}", uplinks[other]))?;
        }
        Ok(())
    }
}

/// The last node.
fn gateway_of(cluster: &Cluster) -> &Node {
    cluster.node(cluster.nodes().len() - 1)
}

fn hosts_of(cluster: &Cluster) -> &[Node] {
    &cluster.nodes()[..cluster.nodes().len() - 1]
}

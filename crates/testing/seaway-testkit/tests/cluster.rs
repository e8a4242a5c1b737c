// SPDX-License-Identifier: MIT OR Apache-2.0
//! Clusters of network namespaces: hosts reach each other until a cable is unplugged; two sites, through
//! their gateways.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(clippy::print_stderr, reason = "a test that cannot run here says so")]

use std::net::Ipv4Addr;
use std::process::Command;
use std::sync::Mutex;

use seaway_testkit::{Cluster, Node, Outside, Sites};

/// Counts namespaces of the process: no other test may create some meanwhile.
static ALONE: Mutex<()> = Mutex::new(());

#[test]
fn hosts_reach_each_other_by_their_cables() {
    if let Some(obstacle) = Cluster::obstacle() {
        eprintln!("skipped: {obstacle}");
        return;
    }
    let _alone = ALONE.lock();
    let cluster = Cluster::new(3, Some(1000)).unwrap();
    let [first, last] = [cluster.node(0), cluster.node(2)];
    let name = first.command("hostname").output().unwrap();
    assert_eq!(String::from_utf8(name.stdout).unwrap().trim(), first.name());
    assert!(connects(first, last.address()));
    last.unplug().unwrap();
    assert!(is_cut_off(first, last.address()));
    last.plug_in().unwrap();
    assert!(connects(first, last.address()));
    let namespaces = names();
    drop(cluster);
    assert_eq!(names(), namespaces - 4);
}

#[test]
fn sites_reach_each_other_through_their_gateways() {
    if let Some(obstacle) = Cluster::obstacle() {
        eprintln!("skipped: {obstacle}");
        return;
    }
    let _alone = ALONE.lock();
    let sites = Sites::new(1, Some(1000), Outside::Routed).unwrap();
    let (near, far) = (&sites.near()[0], &sites.far()[0]);
    assert!(connects(near, far.address()));
    sites.cut().unwrap();
    assert!(is_cut_off(near, far.address()));
    sites.mend().unwrap();
    assert!(connects(near, far.address()));
    let closed = Sites::new(1, None, Outside::Closed).unwrap();
    let (near, gateway) = (&closed.near()[0], closed.near_gateway());
    assert!(connects(near, gateway.address()));
    assert!(connects(gateway, Sites::outer_address(true)));
    assert!(is_cut_off(near, Sites::outer_address(true)));
    assert!(is_cut_off(gateway, closed.far()[0].address()));
}

/// A reachable host answers at once, if this machine is not busy.
fn connects(from: &Node, to: Ipv4Addr) -> bool {
    is_refused(from, to, 60)
}

fn is_cut_off(from: &Node, to: Ipv4Addr) -> bool {
    !is_refused(from, to, 2)
}

/// Nothing listens there: a reachable host refuses, within this many seconds.
fn is_refused(from: &Node, to: Ipv4Addr, seconds: u32) -> bool {
    let script = format!("timeout {seconds} bash -c 'exec 3<>/dev/tcp/{to}/9'");
    let output = from.command("sh").args(["-c", &script]).output().unwrap();
    String::from_utf8_lossy(&output.stderr).contains("Connection refused")
}

/// Namespaces of this process.
fn names() -> usize {
    let list = Command::new("ip").args(["netns", "list"]).output().unwrap();
    let mine = format!("seaway-{}-", std::process::id());
    String::from_utf8(list.stdout).unwrap().lines().filter(|line| line.starts_with(&mine)).count()
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The cluster of network namespaces: its hosts reach each other, until a cable is pulled out.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(clippy::print_stderr, reason = "a test that cannot run here says so")]

use std::process::Command;

use seaway_testkit::{Cluster, Node};

#[test]
fn hosts_reach_each_other_by_their_cables() {
    if let Some(obstacle) = Cluster::obstacle() {
        eprintln!("skipped: {obstacle}");
        return;
    }
    let cluster = Cluster::new(3, Some(1000)).unwrap();
    let [first, last] = [cluster.node(0), cluster.node(2)];
    let name = first.command("hostname").output().unwrap();
    assert_eq!(String::from_utf8(name.stdout).unwrap().trim(), first.name());
    assert!(connects(first, last));
    last.unplug().unwrap();
    assert!(!connects(first, last));
    last.plug_in().unwrap();
    assert!(connects(first, last));
    let namespaces = names();
    drop(cluster);
    assert_eq!(names(), namespaces - 4);
}

/// Nobody listens: a host that can be reached says so at once.
fn connects(from: &Node, to: &Node) -> bool {
    let script = format!("timeout 2 bash -c 'exec 3<>/dev/tcp/{}/9'", to.address());
    let output = from.command("sh").args(["-c", &script]).output().unwrap();
    String::from_utf8_lossy(&output.stderr).contains("Connection refused")
}

/// Namespaces of this process.
fn names() -> usize {
    let list = Command::new("ip").args(["netns", "list"]).output().unwrap();
    let mine = format!("seaway-{}-", std::process::id());
    String::from_utf8(list.stdout).unwrap().lines().filter(|line| line.starts_with(&mine)).count()
}

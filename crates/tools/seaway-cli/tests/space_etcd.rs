// SPDX-License-Identifier: MIT OR Apache-2.0
//! Spaces whose registry is an etcd: one that their own agents run, and one that runs already.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

mod nodes;

use std::fs;
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Signal, kill_process, test_kill_process};

use nodes::{Nodes, PATIENCE, children, etcd_places};

#[test]
fn space_on_an_etcd_of_its_own_survives_the_loss_of_a_node() {
    let nodes = Nodes::new();
    let (a, b, c) = (nodes.node("a"), nodes.node("b"), nodes.node("c"));
    let places = etcd_places(3);
    // Each needs another one before it can begin.
    thread::scope(|scope| {
        for node in [&a, &b, &c] {
            let places = &places;
            scope.spawn(move || node.succeeds(&["space", "start", "--etcd", places]));
        }
    });
    assert!(a.succeeds(&["space", "status"]).contains("3 members: a, b, c"));
    let contents = vec![5; 300_000];
    let here = nodes.file("in", &contents);
    b.succeeds(&["things", "cp", &here, "thing:kept"]);

    let (agent, members) = (a.agent(), children(a.agent()));
    assert_eq!(members.len(), 1, "the agent runs one member of etcd");
    kill_process(agent, Signal::KILL).unwrap();
    let deadline = Instant::now() + PATIENCE;
    while test_kill_process(members[0]).is_ok() {
        assert!(Instant::now() < deadline, "the member of etcd outlives its agent");
        thread::sleep(Duration::from_millis(10));
    }
    c.in_the_end(&["things", "cp", "thing:kept", "out"]);
    assert!(fs::read(nodes.path("out")).unwrap() == contents);
    c.in_the_end(&["things", "cp", &here, "thing:new"]);

    // A node that runs no member joins, and the lost one comes back.
    let d = nodes.node("d");
    d.succeeds(&["space", "start", "--registry", &format!("etcd://{places}")]);
    d.succeeds(&["things", "cp", "thing:new", "again"]);
    assert!(fs::read(nodes.path("again")).unwrap() == contents);
    let status = a.succeeds(&["space", "start", "--etcd", &places]);
    assert!(status.contains("4 members: a, b, c, d"), "{status}");
}

#[test]
fn member_of_etcd_that_ends_is_started_again() {
    let nodes = Nodes::new();
    let node = nodes.node("a");
    let places = etcd_places(1);
    node.succeeds(&["space", "start", "--etcd", &places]);
    let here = nodes.file("in", b"bytes");
    node.succeeds(&["things", "cp", &here, "thing:a"]);
    let first = children(node.agent());
    kill_process(first[0], Signal::KILL).unwrap();
    // Names are in the member's files.
    assert!(node.in_the_end(&["things", "stat", "a"]).contains("5 bytes"));
    node.in_the_end(&["things", "cp", &here, "thing:b"]);
    assert_ne!(children(node.agent()), first);
}

#[test]
fn places_of_registries_are_checked() {
    let nodes = Nodes::new();
    let node = nodes.node("a");
    let fails = |words: &[&str], expected: &str| {
        let said = node.fails(&[&["space", "start"], words].concat());
        assert!(said.contains(expected), "{words:?}: {said}");
    };
    fails(&["--registry", "node1:2379"], "etcd://HOST:PORT");
    fails(&["--registry", "etcd://127.0.0.1:1"], "cannot reach the registry");
    fails(&["--etcd", "127.0.0.1:1,127.0.0.1:3"], "3 (or 5) members");
    fails(&["--etcd", "no.such.host.invalid"], "unknown");
    fails(&["--join", "127.0.0.1:1", "--etcd", "127.0.0.1"], "cannot be used with");
    fails(&["--listen", "127.0.0.1:0", "--lease", "0.1"], "0.5 to 86400");
}

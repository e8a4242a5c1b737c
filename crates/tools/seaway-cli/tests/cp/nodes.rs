// SPDX-License-Identifier: MIT OR Apache-2.0
//! Several nodes: all get everything; one that is killed is bypassed and reported, and can be resumed.

use std::fs;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use seaway_testkit::service_process::ServiceProcess;

use crate::{Site, left_over, random};

fn nodes(site: &Site, count: usize) -> Vec<ServiceProcess> {
    (0..count).map(|index| site.node(&format!("node{index}"))).collect()
}

fn target(nodes: &[ServiceProcess]) -> String {
    let hosts: Vec<String> = nodes.iter().map(|node| node.address.to_string()).collect();
    format!("{}:~/in/", hosts.join(","))
}

#[test]
fn every_node_gets_everything_along_a_tree_and_along_a_chain() {
    let site = Site::new();
    let nodes = nodes(&site, 5);
    for (name, bytes) in [("small", 100_000), ("large", 9 << 20), ("empty", 0)] {
        let content = random(&site.path(name), bytes, 3);
        site.succeeds(&[name, &target(&nodes)]);
        for index in 0..nodes.len() {
            let copy = site.path(&format!("node{index}/in/{name}"));
            assert!(fs::read(&copy).unwrap() == content, "{copy:?}");
        }
    }
    fs::create_dir(site.path("many")).unwrap();
    for index in 0..2000 {
        fs::write(site.path(&format!("many/{index}")), index.to_string()).unwrap();
    }
    site.succeeds(&["-r", "many", &target(&nodes)]);
    for index in 0..nodes.len() {
        let folder = site.path(&format!("node{index}/in"));
        assert_eq!(fs::read_dir(folder.join("many")).unwrap().count(), 2000);
        assert_eq!(fs::read(folder.join("many/1999")).unwrap(), b"1999");
        assert_eq!(left_over(&folder), 0);
    }
}

fn arrives(output: &Output, node: &ServiceProcess) -> bool {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let line = text.lines().find(|line| line.contains(&node.address.to_string()));
    line.unwrap_or_else(|| panic!("{text}")).contains("\"arrived\":true")
}

#[test]
fn killed_node_is_bypassed_and_resumed_later() {
    let site = Site::new();
    let content = random(&site.path("file"), 64 << 20, 4);
    let mut nodes = nodes(&site, 4);
    let words = ["--json", "file", &target(&nodes)];
    let mut child = site.command().args(words).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(60);
    while left_over(&site.path("node1")) == 0 {
        assert!(Instant::now() < deadline && child.try_wait().unwrap().is_none(), "nothing arrives");
        std::thread::sleep(Duration::from_millis(1));
    }
    nodes[1].kill();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    for index in [0, 2, 3] {
        assert!(arrives(&output, &nodes[index]), "node {index}: {text}");
        assert!(fs::read(site.path(&format!("node{index}/in/file"))).unwrap() == content);
    }
    if arrives(&output, &nodes[1]) {
        return assert!(fs::read(site.path("node1/in/file")).unwrap() == content);
    }
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("1 of 4 nodes") && !site.path("node1/in/file").exists(), "{text}");
    // Another daemon goes on with what is there.
    assert!(left_over(&site.path("node1")) > 0);
    let again = site.node("node1");
    site.succeeds(&["--resume", "file", &target(std::slice::from_ref(&again))]);
    assert!(fs::read(site.path("node1/in/file")).unwrap() == content);
    assert_eq!(left_over(&site.path("node1")), 0);
}

#[test]
fn node_that_cannot_store_is_reported_and_does_not_hold_up_others() {
    let site = Site::new();
    let content = random(&site.path("file"), 4 << 20, 5);
    let nodes = nodes(&site, 3);
    // A directory is in the way at the first node, which then has nothing to forward.
    fs::create_dir_all(site.path("node0/in/file")).unwrap();
    site.fails(&["file", &target(&nodes)], 3, "a directory of that name");
    for index in [1, 2] {
        assert!(fs::read(site.path(&format!("node{index}/in/file"))).unwrap() == content);
    }
}

#[test]
fn unreachable_node_is_reported_and_the_others_get_everything() {
    let site = Site::new();
    let content = random(&site.path("file"), 1 << 20, 6);
    let nodes = nodes(&site, 2);
    let to = format!("127.0.0.1:1,{}", target(&nodes));
    site.fails(&["file", &to], 3, "127.0.0.1:1");
    for index in 0..2 {
        assert!(fs::read(site.path(&format!("node{index}/in/file"))).unwrap() == content);
    }
}

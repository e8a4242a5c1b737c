// SPDX-License-Identifier: MIT OR Apache-2.0
//! Streams between hosts, which are network namespaces here: they rendezvous through a record in
//! `SEAWAY_DIR`, and notice when one of them disappears.

use std::time::Duration;

use rustix::process::Signal;
use seaway_testkit::Cluster;

use crate::other_process::OtherProcess;
use crate::stalls::Limit;
use crate::steady::Steady;

#[test]
fn programs_on_two_hosts_rendezvous_through_a_directory() {
    let Some(cluster) = cluster(2) else { return };
    let folder = tempfile::tempdir().unwrap();
    let variables = [("SEAWAY_DIR", folder.path().to_str().unwrap())];
    // Nothing happens to them, but the machine may be busy.
    let words = |mut steady: Steady| {
        steady.hints.set("seaway_timeout", "60");
        steady.words()
    };
    // The first to arrive waits for the other.
    for (round, writer_first) in [true, false].into_iter().enumerate() {
        let name = format!("mxn:hosts-{}-{round}", std::process::id());
        let writer =
            || OtherProcess::start(&words(Steady::writer(&name, 3)), Some(cluster.node(0)), &variables);
        let reader =
            || OtherProcess::start(&words(Steady::reader(&name, 4)), Some(cluster.node(1)), &variables);
        let (writer, reader) = if writer_first {
            let writer = writer();
            (writer, reader())
        } else {
            let reader = reader();
            (writer(), reader)
        };
        assert_eq!(reader.expect("endings "), "ended, ended, ended, ended");
        assert_eq!(writer.expect("endings "), "ended, ended, ended");
    }
}

/// The network cable of one host is unplugged in the middle: both programs fail, and name a rank on the other
/// host.
#[test]
fn programs_notice_that_a_host_has_disappeared() {
    notice_that_a_host_has_disappeared("16");
}

/// Also where all links share one connection.
#[test]
fn programs_notice_that_a_host_has_disappeared_with_a_trunk() {
    notice_that_a_host_has_disappeared("0");
}

fn notice_that_a_host_has_disappeared(direct_links: &str) {
    let Some(cluster) = cluster(2) else { return };
    let folder = tempfile::tempdir().unwrap();
    let variables = [("SEAWAY_DIR", folder.path().to_str().unwrap())];
    let name = format!("mxn:lost-host-{}-{direct_links}", std::process::id());
    let middle = format!("fatal_step={}", Steady::writer(&name, 1).steps / 2);
    let words = |mut steady: Steady| {
        steady.hints.set("seaway_mxn_direct_links", direct_links);
        steady.words()
    };
    let writer = OtherProcess::start(&words(Steady::writer(&name, 2)), Some(cluster.node(0)), &variables);
    let words = [words(Steady::reader(&name, 3)), vec![middle]].concat();
    let mut reader = OtherProcess::start(&words, Some(cluster.node(1)), &variables);
    reader.expect("here");
    cluster.node(1).unplug().unwrap();
    for _ in 0..3 {
        reader.tell("go on");
    }
    for (side, other_host) in [(&writer, cluster.node(1).name()), (&reader, cluster.node(0).name())] {
        let endings = side.expect("endings ");
        for ending in endings.split(", failed ") {
            assert!(ending.contains(" Io ") && ending.contains(other_host), "{endings}");
        }
    }
}

/// A writer that is stopped on another host has the same name as one on the reader's own host would have,
/// where there is none.
#[test]
fn readers_that_open_learn_of_a_writer_that_is_stopped_on_another_host() {
    let Some(cluster) = cluster(2) else { return };
    let folder = tempfile::tempdir().unwrap();
    let variables = [("SEAWAY_DIR", folder.path().to_str().unwrap())];
    let name = format!("mxn:stopped-host-{}", std::process::id());
    let words = |mut steady: Steady| {
        steady.hints.set("seaway_timeout", "4");
        steady.words()
    };
    let fatal = vec!["fatal_step=0".to_owned()];
    let writing = [words(Steady::writer(&name, 2)), fatal].concat();
    let writer = OtherProcess::start(&writing, Some(cluster.node(0)), &variables);
    writer.expect("here");
    writer.signal(Signal::STOP);
    let reading = words(Steady::reader(&name, 3));
    let reader = OtherProcess::start(&reading, Some(cluster.node(1)), &variables);
    let limit = Limit::of(Duration::from_secs(5));
    let endings = reader.expect("endings ");
    limit.check(&endings);
    assert_eq!(endings.matches("does not answer").count(), 3, "{endings}");
    assert!(endings.contains(cluster.node(0).name()), "the writer's host is not named: {endings}");
}

/// `None` if there can be none.
#[allow(clippy::print_stderr, reason = "a test that cannot run here says so")]
pub(crate) fn cluster(nodes: usize) -> Option<Cluster> {
    if let Some(obstacle) = Cluster::obstacle() {
        eprintln!("skipped: {obstacle}");
        return None;
    }
    Some(Cluster::new(nodes, None).unwrap())
}

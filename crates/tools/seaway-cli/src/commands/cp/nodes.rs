// SPDX-License-Identifier: MIT OR Apache-2.0
//! Copies to nodes and from a node.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, Hints, Operation};
use seaway_devices::remote::NodeDaemon;
use seaway_messages::RunTerms;
use seaway_ring::{Fetch, Finished, Head, Listing, Monitor, NodeAccess, Outcome, fetch};

const CONNECT_WITHIN: Duration = Duration::from_secs(10);
/// How often a fetch goes on after its connection has broken.
const ATTEMPTS: u32 = 4;

/// A node, found or not.
struct Node {
    name: String,
    daemon: std::result::Result<NodeDaemon, String>,
}

impl Node {
    fn daemon(&self) -> seaway_device_api::Result<&NodeDaemon> {
        self.daemon
            .as_ref()
            .map_err(|text| Error::new(ErrorKind::Io, Operation::Open).with_detail(text.clone()))
    }
}

impl NodeAccess for Node {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn connect(&self, deadline: Instant) -> seaway_device_api::Result<Channel> {
        self.daemon()?.connect(deadline)
    }

    fn directions(&self) -> seaway_device_api::Result<String> {
        self.daemon()?.directions()
    }
}

pub(super) fn copy_to(
    listing: Listing,
    hosts: &[String],
    terms: RunTerms,
    hints: &Hints,
    monitor: &dyn Monitor,
) -> Result<Outcome> {
    let path = String::from_utf8_lossy(&terms.target).into_owned();
    // Starting a daemon over ssh takes a while: all at once.
    let nodes: Vec<Arc<dyn NodeAccess>> = thread::scope(|scope| {
        let find = |host: &String| {
            let (host, path) = (host.clone(), path.clone());
            scope.spawn(move || {
                let daemon = NodeDaemon::find(&host, &path, true, hints).map_err(|error| error.reason());
                Arc::new(Node { name: host, daemon }) as Arc<dyn NodeAccess>
            })
        };
        let searches: Vec<_> = hosts.iter().map(find).collect();
        searches.into_iter().filter_map(|search| search.join().ok()).collect()
    });
    Ok(Head::new(listing, nodes, terms)?.copy(monitor)?)
}

/// A connection that breaks is made anew, and goes on with what is lacking.
pub(super) fn copy_from(
    host: &str,
    paths: &[Vec<u8>],
    terms: &RunTerms,
    target: &Path,
    hints: &Hints,
    monitor: &dyn Monitor,
) -> Result<Finished> {
    let path = paths.first().map(|path| String::from_utf8_lossy(path).into_owned()).unwrap_or_default();
    let daemon =
        NodeDaemon::find(host, &path, false, hints).with_context(|| format!("cannot copy from {host}"))?;
    let mut terms = terms.clone();
    let mut attempt = 1;
    loop {
        let channel = daemon.connect(Instant::now() + CONNECT_WITHIN);
        let wanted = Fetch { paths: paths.to_vec(), terms: terms.clone() };
        let error = match channel
            .map_err(std::io::Error::other)
            .and_then(|channel| fetch(&channel, wanted, target, monitor))
        {
            Ok(finished) => return Ok(finished),
            Err(error) => error,
        };
        let may_go_on = matches!(
            error.kind(),
            std::io::ErrorKind::UnexpectedEof
                | std::io::ErrorKind::ConnectionReset
                | std::io::ErrorKind::TimedOut
        );
        if !may_go_on || attempt == ATTEMPTS {
            return Err(error).with_context(|| format!("cannot copy from {host}"));
        }
        monitor.note(&format!("{host}: {error}; it goes on"));
        (terms.resume, attempt) = (true, attempt + 1);
        thread::sleep(Duration::from_millis(300) * attempt);
    }
}

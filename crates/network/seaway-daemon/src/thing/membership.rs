// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Membership`]: this node's part in its space: the registry, the lease under which it acts, and the other members.
//! A space of one node has a registry of its own in the agent's memory, and confirms its lease itself.

use std::collections::HashMap;
use std::fs::{DirBuilder, metadata};
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::Secret;
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_devices::thing::{SpaceName, now};
use seaway_messages::HomeAddress;
use seaway_registry::{
    Batch, Change, Contents, EmbeddedRegistry, EtcdRegistry, LeaseId, NewEntry, RedbStore, Registry,
    RegistryEntry, RegistryErrorKind, RemoteRegistry, Revision, Store,
};
use seaway_roles::thing::Lease;

use super::etcd_member::EtcdMember;

const PREFIX: &str = "member/";
/// The node that has the work queues of the space.
const QUEUES: &str = "queues";
/// How long a call may take.
pub(super) const WITHIN: Duration = Duration::from_secs(10);
/// Before the registry is asked once more.
const PAUSE: Duration = Duration::from_millis(100);
/// In the folder of the agent that holds it.
const REGISTRY_FILE: &str = "registry.redb";

/// How an agent takes part in a space of several nodes.
#[derive(Debug)]
pub struct Network {
    /// Where other nodes reach it.
    pub listeners: Vec<TcpListener>,
    /// The same, as other nodes see it.
    pub addresses: Vec<SocketAddr>,
    pub registry: RegistryPlace,
    pub secret: Secret,
}

/// Where the registry of a space is.
#[derive(Debug)]
pub enum RegistryPlace {
    /// This agent holds it.
    Here,
    /// `HOST:PORT` of the agent that holds it.
    Agent(String),
    /// URLs of the members of an etcd cluster, of which this agent may run one.
    Etcd { endpoints: Vec<String>, own: Option<EtcdMember> },
}

#[derive(Debug)]
pub(super) struct Membership {
    registry: Arc<dyn Registry>,
    node: String,
    /// How long programs may rely on this agent without a sign of life.
    length: Duration,
    /// What other nodes know of this one. `None`: there are no others.
    record: Option<Record>,
    /// The registry may end leases whose holders have renewed them in time: an etcd that changes its leader.
    may_end_early: bool,
    term: Mutex<Term>,
}

/// What this agent may act under.
#[derive(Debug, Clone, Copy)]
struct Term {
    lease: Lease,
    /// In the registry.
    id: Option<LeaseId>,
}

impl Term {
    fn ended() -> Self {
        Self { lease: Lease::new(Duration::ZERO, Duration::ZERO), id: None }
    }
}

/// The outcome of asking for more time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Renewal {
    GoesOn,
    /// All that was registered with the lease has lost its name. This agent is no member before [`Membership::register`].
    Ended,
}

/// A member, as the registry has it.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Record {
    /// Distinguishes hosts, and network namespaces of one host.
    host: String,
    addresses: Vec<SocketAddr>,
}

impl Membership {
    /// The only node. Epochs begin behind `newest`, since nothing of this registry is kept.
    pub(super) fn alone(node: &str, newest: Revision, length: Duration) -> Result<Self> {
        let registry: Arc<dyn Registry> = Arc::new(EmbeddedRegistry::start(Unkept { newest })?);
        let term = Mutex::new(Term { lease: Lease::new(length, now()), id: None });
        let may_end_early = false;
        Ok(Self { registry, node: node.to_owned(), length, record: None, may_end_early, term })
    }

    /// One of several nodes. Waits until an earlier agent of this name is known to have ended.
    pub(super) fn of_several(
        registry: Arc<dyn Registry>,
        node: &str,
        addresses: &[SocketAddr],
        length: Duration,
        may_end_early: bool,
    ) -> Result<Self> {
        let record = Some(Record { host: host()?, addresses: addresses.to_vec() });
        let (node, term) = (node.to_owned(), Mutex::new(Term::ended()));
        let membership = Self { registry, node, length, record, may_end_early, term };
        membership.register()?;
        Ok(membership)
    }

    pub(super) fn registry(&self) -> &dyn Registry {
        &*self.registry
    }

    pub(super) fn node(&self) -> &str {
        &self.node
    }

    pub(super) fn is_alone(&self) -> bool {
        self.record.is_none()
    }

    pub(super) fn lease(&self) -> Lease {
        self.term().lease
    }

    /// What entries that end with this agent are registered with.
    pub(super) fn lease_id(&self) -> Option<LeaseId> {
        self.term().id
    }

    /// Fails where another node may act for this one by now.
    pub(super) fn confirm(&self) -> Result<()> {
        let mut term = self.term();
        if !term.lease.is_over(now()) {
            return Ok(());
        }
        if self.is_alone() {
            // Nobody else could have taken over.
            term.lease.renewed(now());
            return Ok(());
        }
        let detail = format!(
            "node {} has lost touch with the registry of its space, and serves nothing until it is back",
            self.node
        );
        Err(Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail))
    }

    /// Asks for more time.
    pub(super) fn renew(&self) -> Result<Renewal> {
        let asked = now();
        let Some(id) = self.lease_id() else {
            if self.is_alone() {
                self.term().lease.renewed(asked);
                return Ok(Renewal::GoesOn);
            }
            return Ok(Renewal::Ended);
        };
        match self.registry.keep_alive(id, Instant::now() + self.length / 3) {
            Ok(_) => {
                self.term().lease.renewed(asked);
                Ok(Renewal::GoesOn)
            }
            Err(error) if error.kind == RegistryErrorKind::LeaseEnded => {
                *self.term() = Term::ended();
                Ok(Renewal::Ended)
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Until the next [`Self::renew`], if the last one succeeded.
    pub(super) fn renew_in(&self) -> Duration {
        self.lease().renew_at().saturating_sub(now())
    }

    /// Until the next try, if the last one did not.
    pub(super) fn retry_in(&self) -> Duration {
        self.length / 20
    }

    /// Ends the lease, and with it what was registered under it.
    pub(super) fn leave(&self) {
        if let Some(id) = self.term().id.take() {
            // It ends by itself where the registry cannot be reached.
            let _ = self.registry.revoke(id, Instant::now() + Duration::from_secs(2));
        }
    }

    /// The node that has the work queues of the space: this one, unless another was first. Their file stays there.
    pub(super) fn claim_queues(&self) -> Result<String> {
        loop {
            let soon = Instant::now() + WITHIN;
            if let Some(entry) = self.registry.get(QUEUES, soon)?.value {
                return Ok(String::from_utf8_lossy(&entry.value).into_owned());
            }
            let entry =
                NewEntry { key: QUEUES.to_owned(), value: self.node.clone().into_bytes(), lease: None };
            self.registry.create(entry, soon)?;
        }
    }

    /// Names of all members.
    pub(super) fn members(&self) -> Result<Vec<String>> {
        if self.is_alone() {
            return Ok(vec![self.node.clone()]);
        }
        let listed = self.registry.list(PREFIX, Instant::now() + WITHIN)?.value;
        Ok(listed.iter().filter_map(|entry| entry.key.strip_prefix(PREFIX)).map(str::to_owned).collect())
    }

    /// Names of all members, and the leases under which they act.
    pub(super) fn leases(&self) -> Result<HashMap<String, LeaseId>> {
        let listed = self.registry.list(PREFIX, Instant::now() + WITHIN)?.value;
        let member = |entry: &RegistryEntry| Some((entry.key.strip_prefix(PREFIX)?.to_owned(), entry.lease?));
        Ok(listed.iter().filter_map(member).collect())
    }

    /// Waits until a member comes or leaves, after a revision.
    pub(super) fn watch(&self, after: Revision, patience: Duration) -> Result<Revision> {
        Ok(self.registry.watch(PREFIX, after, Instant::now() + patience)?.revision)
    }

    /// As of now.
    pub(super) fn revision(&self) -> Result<Revision> {
        Ok(self.registry.get(&key(&self.node), Instant::now() + WITHIN)?.revision)
    }

    /// How long a node that has lost its lease may go on, because it has yet to hear of it.
    pub(super) fn grace(&self) -> Duration {
        if self.may_end_early { self.length } else { Duration::ZERO }
    }

    /// How another member is reached.
    pub(super) fn address_of(&self, node: &str) -> Result<HomeAddress> {
        let entry = self.registry.get(&key(node), Instant::now() + WITHIN)?.value;
        let record = entry.as_ref().and_then(Record::parse).ok_or_else(|| {
            let detail = format!("node {node} is not a member of the space now; start its agent there");
            Error::new(ErrorKind::PeerLost, Operation::Open).with_detail(detail)
        })?;
        Ok(HomeAddress { node: node.to_owned(), addresses: record.addresses })
    }

    pub(super) fn addresses(&self) -> Vec<SocketAddr> {
        self.record.as_ref().map(|record| record.addresses.clone()).unwrap_or_default()
    }

    /// Becomes a member under a new lease.
    pub(super) fn register(&self) -> Result<()> {
        let Some(record) = &self.record else { return Ok(()) };
        // Another node of this name may have died, and its lease has yet to end.
        let deadline = Instant::now() + self.length * 2;
        loop {
            let soon = Instant::now() + WITHIN;
            match self.registry.get(&key(&self.node), soon)?.value {
                Some(entry) => self.replace(record, &entry, deadline)?,
                None => {
                    let asked = now();
                    let id = self.registry.grant(self.length, soon)?.value.id;
                    let entry = NewEntry {
                        key: key(&self.node),
                        value: record.to_text().into_bytes(),
                        lease: Some(id),
                    };
                    if let Change::Made = self.registry.create(entry, soon)?.value {
                        *self.term() = Term { lease: Lease::new(self.length, asked), id: Some(id) };
                        return Ok(());
                    }
                    let _ = self.registry.revoke(id, soon);
                }
            }
        }
    }

    /// There is a member of this name. On this host it was a predecessor of this process, which has its socket.
    fn replace(&self, record: &Record, entry: &RegistryEntry, deadline: Instant) -> Result<()> {
        let other = Record::parse(entry);
        if let (Some(lease), true) =
            (entry.lease, other.as_ref().is_some_and(|other| other.host == record.host))
        {
            // `LeaseEnded`: it has ended by itself.
            let _ = self.registry.revoke(lease, Instant::now() + WITHIN);
            return Ok(());
        }
        if Instant::now() >= deadline {
            let at = other.and_then(|other| other.addresses.first().map(ToString::to_string));
            let detail = format!(
                "the space already has a node named {}, at {}; choose another name with --node or SEAWAY_NODE",
                self.node,
                at.unwrap_or_else(|| "another host".to_owned())
            );
            return Err(Error::new(ErrorKind::FileExists, Operation::Open).with_detail(detail));
        }
        thread::sleep(PAUSE);
        Ok(())
    }

    fn term(&self) -> MutexGuard<'_, Term> {
        self.term.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The registry that this agent holds for its space.
pub(super) fn own_registry(folder: &Path) -> Result<Arc<EmbeddedRegistry>> {
    let failed = |error| super::folder::failure(Operation::Open, folder, error);
    DirBuilder::new().recursive(true).mode(0o700).create(folder).map_err(failed)?;
    Ok(Arc::new(EmbeddedRegistry::start(RedbStore::open(&folder.join(REGISTRY_FILE))?)?))
}

pub(super) fn registry_at(address: &str, secret: Secret) -> Arc<dyn Registry> {
    Arc::new(RemoteRegistry::at(address, secret))
}

/// The registry of a space on etcd. Other users' spaces of the same name have other keys.
pub(super) fn etcd_registry(endpoints: &[String], space: &SpaceName) -> Result<Arc<dyn Registry>> {
    let user = rustix::process::getuid().as_raw();
    Ok(Arc::new(EtcdRegistry::new(endpoints, &format!("/seaway/{user}/{space}/"))?))
}

impl Record {
    fn to_text(&self) -> String {
        let addresses: Vec<String> = self.addresses.iter().map(ToString::to_string).collect();
        format!("host={}\naddresses={}\n", self.host, addresses.join(" "))
    }

    fn parse(entry: &RegistryEntry) -> Option<Self> {
        let mut found = Self { host: String::new(), addresses: Vec::new() };
        for line in std::str::from_utf8(&entry.value).ok()?.lines() {
            match line.split_once('=')? {
                ("host", host) => host.clone_into(&mut found.host),
                ("addresses", list) => {
                    found.addresses = list.split(' ').filter_map(|address| address.parse().ok()).collect();
                }
                // From a newer agent.
                _ => {}
            }
        }
        Some(found)
    }
}

/// Keeps nothing but where revisions begin.
#[derive(Debug)]
struct Unkept {
    newest: Revision,
}

impl Store for Unkept {
    fn load(&mut self) -> seaway_registry::Result<Contents> {
        Ok(Contents { revision: self.newest, ..Contents::default() })
    }

    fn commit(&mut self, _batch: &Batch) -> seaway_registry::Result<()> {
        Ok(())
    }
}

fn key(node: &str) -> String {
    format!("{PREFIX}{node}")
}

/// The scope of abstract sockets: this boot of this machine, in this network namespace.
fn host() -> Result<String> {
    let failed = |error| Error::from_io(Operation::Open, error);
    let boot = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").map_err(failed)?;
    let network = metadata("/proc/self/ns/net").map_err(failed)?.ino();
    Ok(format!("{}-{network}", boot.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LENGTH: Duration = Duration::from_secs(10);

    fn registry() -> Arc<dyn Registry> {
        Arc::new(EmbeddedRegistry::start(Unkept { newest: 0 }).unwrap())
    }

    fn join(registry: &Arc<dyn Registry>, node: &str, port: u16) -> Membership {
        let address = SocketAddr::from(([127, 0, 0, 1], port));
        Membership::of_several(Arc::clone(registry), node, &[address], LENGTH, false).unwrap()
    }

    #[test]
    fn members_find_each_other_until_they_leave() {
        let registry = registry();
        let (a, b) = (join(&registry, "a", 1), join(&registry, "b", 2));
        assert_eq!(a.members().unwrap(), ["a", "b"]);
        assert_eq!(a.address_of("b").unwrap().addresses, b.addresses());
        b.leave();
        assert_eq!(a.members().unwrap(), ["a"]);
        let error = a.address_of("b").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
    }

    #[test]
    fn successor_on_this_host_takes_the_name_at_once() {
        let registry = registry();
        let first = join(&registry, "a", 1);
        let second = join(&registry, "a", 2);
        assert_eq!(first.address_of("a").unwrap().addresses, second.addresses());
        // The first notices, and does not continue under the lease of the second.
        assert_eq!(first.renew().unwrap(), Renewal::Ended);
        assert_eq!(first.confirm().unwrap_err().kind(), ErrorKind::PeerLost);
        assert_eq!(second.renew().unwrap(), Renewal::GoesOn);
    }

    #[test]
    fn node_of_another_host_keeps_its_name() {
        let registry = registry();
        let first = join(&registry, "a", 1);
        let record = Record { host: "elsewhere".to_owned(), ..first.record.clone().unwrap() };
        let second = Membership {
            registry: Arc::clone(&registry),
            node: "a".to_owned(),
            length: Duration::from_millis(50),
            record: Some(record),
            may_end_early: false,
            term: Mutex::new(Term { lease: first.lease(), id: None }),
        };
        let error = second.register().unwrap_err();
        assert!(error.to_string().contains("--node") && error.to_string().contains("127.0.0.1:1"), "{error}");
    }

    #[test]
    fn first_node_has_the_queues() {
        let registry = registry();
        let (a, b) = (join(&registry, "a", 1), join(&registry, "b", 2));
        assert_eq!(b.claim_queues().unwrap(), "b");
        assert_eq!(a.claim_queues().unwrap(), "b");
        // Its file is there, although it may be away.
        b.leave();
        assert_eq!(a.claim_queues().unwrap(), "b");
    }

    #[test]
    fn ended_lease_serves_nobody() {
        let alone = Membership::alone("a", 7, Duration::ZERO).unwrap();
        alone.confirm().unwrap();
        let registry = registry();
        let member = join(&registry, "a", 1);
        member.confirm().unwrap();
        *member.term() = Term { lease: Lease::new(Duration::ZERO, now()), id: member.lease_id() };
        assert_eq!(member.confirm().unwrap_err().kind(), ErrorKind::PeerLost);
        assert_eq!(member.renew().unwrap(), Renewal::GoesOn);
    }
}

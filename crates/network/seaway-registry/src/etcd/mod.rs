// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`EtcdRegistry`]: a registry on etcd, by its JSON gateway. For spaces that must survive the loss of any node.
//!
//! Changes are transactions that compare revisions, never leases alone: an etcd without a leader may end
//! leases whose holders are alive. Keys live below the name space that the caller gives.

mod cluster;
mod json;
mod version;

use std::io::{BufRead, BufReader};
use std::time::{Duration, Instant};

use self::cluster::{Cluster, Repeat};
use self::json::{
    DeleteRange, Granted, KeepAlive, KeptAlive, LeaseGrant, LeaseRevoke, Operation, Outcome, Put, Range,
    Ranged, Revoked, Streamed, Txn, TxnDone, Watch, WatchCreate, Watched,
};
use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::registry::{
    Answer, Change, Events, Lease, LeaseId, MAX_KEY, NewEntry, Registry, RegistryEntry, RegistryEvent,
    Revision, check_entries, check_key, one,
};

#[derive(Debug)]
pub struct EtcdRegistry {
    cluster: Cluster,
    /// Before each key.
    namespace: String,
}

impl EtcdRegistry {
    /// `endpoints`: URLs of the members, such as `http://node1:2379`. `namespace` comes before each key.
    /// Members are contacted on first use. Versions that lose data are refused.
    pub fn new(endpoints: &[String], namespace: &str) -> Result<Self> {
        if namespace.is_empty() || namespace.len() > MAX_KEY {
            let text = format!("the name space {namespace:?} must have 1 to {MAX_KEY} bytes");
            return Err(RegistryError::new(RegistryErrorKind::Argument, text));
        }
        Ok(Self { cluster: Cluster::of(endpoints)?, namespace: namespace.into() })
    }

    fn key(&self, key: &str) -> String {
        json::encoded(format!("{}{key}", self.namespace).as_bytes())
    }

    fn range_of(&self, key: &str) -> Operation {
        Operation::Range(Range { key: self.key(key), range_end: None })
    }

    fn put(&self, entry: &NewEntry) -> Operation {
        let (key, value) = (self.key(&entry.key), json::encoded(&entry.value));
        Operation::Put(Put { key, value, lease: entry.lease.map(|lease| lease.to_string()) })
    }

    /// If the key's revision is `expected`, `change` it.
    fn change(
        &self,
        key: &str,
        expected: Revision,
        change: Operation,
        deadline: Instant,
    ) -> Result<Answer<Change>> {
        // To etcd an absent key has revision 0.
        let expected = if expected == 0 { u64::MAX } else { expected };
        let txn = Txn::when_modified(self.key(key), expected, change, self.range_of(key));
        let done: TxnDone = self.cluster.call("kv/txn", &txn, Repeat::Never, deadline)?;
        Ok(Answer { revision: done.header.revision()?, value: self.outcome(done)? })
    }

    fn outcome(&self, done: TxnDone) -> Result<Change> {
        if done.succeeded {
            return Ok(Change::Made);
        }
        match done.responses.into_iter().next() {
            Some(Outcome::Range(found)) => Ok(Change::Refused { current: self.entries(found)?.pop() }),
            _ => Err(nonsense("a refused transaction without the entry")),
        }
    }

    fn entries(&self, found: Ranged) -> Result<Vec<RegistryEntry>> {
        found.kvs.iter().map(|kv| kv.entry(&self.namespace)).collect()
    }

    fn range(&self, range: &Range, deadline: Instant) -> Result<Answer<Vec<RegistryEntry>>> {
        let found: Ranged = self.cluster.call("kv/range", range, Repeat::Safely, deadline)?;
        Ok(Answer { revision: found.header.revision()?, value: self.entries(found)? })
    }

    fn next_events(&self, after: Revision, line: &str) -> Result<Option<Events>> {
        let watched =
            serde_json::from_str::<Streamed<Watched>>(line).map_err(|error| nonsense(&error.to_string()))?;
        let watched = watched.into_result(0)?;
        if let Some(oldest) = json::number(watched.compact_revision.as_deref())? {
            let text =
                format!("events after revision {after} are gone, up to {oldest}; list and watch from there");
            return Err(RegistryError::new(RegistryErrorKind::Compacted, text));
        }
        if watched.canceled {
            return Err(RegistryError::new(RegistryErrorKind::Interrupted, "etcd ended the watch"));
        }
        let events: Result<Vec<RegistryEvent>> =
            watched.events.iter().map(|event| event.event(&self.namespace)).collect();
        let events = events?;
        let revision = events.iter().map(|event| event.revision).max();
        Ok(revision.map(|revision| Events { revision, events }))
    }
}

impl Registry for EtcdRegistry {
    fn create_all(&self, entries: &[NewEntry], deadline: Instant) -> Result<Answer<Vec<Change>>> {
        check_entries(entries)?;
        let creation = |entry: &NewEntry| {
            let key = self.key(&entry.key);
            Operation::Txn(Txn::when_absent(key, self.put(entry), self.range_of(&entry.key)))
        };
        // One transaction of transactions: each key is created or not on its own, all in one revision.
        let txn = Txn::always(entries.iter().map(creation).collect());
        let done: TxnDone = self.cluster.call("kv/txn", &txn, Repeat::Never, deadline)?;
        let revision = done.header.revision()?;
        let outcomes = done.responses.into_iter().map(|response| match response {
            Outcome::Txn(done) => self.outcome(done),
            _ => Err(nonsense("a creation without its outcome")),
        });
        let value = outcomes.collect::<Result<Vec<_>>>()?;
        if value.len() != entries.len() {
            return Err(nonsense("fewer outcomes than creations"));
        }
        Ok(Answer { revision, value })
    }

    fn replace(&self, entry: &NewEntry, expected: Revision, deadline: Instant) -> Result<Answer<Change>> {
        check_entries(std::slice::from_ref(entry))?;
        self.change(&entry.key, expected, self.put(entry), deadline)
    }

    fn delete(&self, key: &str, expected: Revision, deadline: Instant) -> Result<Answer<Change>> {
        check_key(key)?;
        let delete = Operation::DeleteRange(DeleteRange { key: self.key(key) });
        self.change(key, expected, delete, deadline)
    }

    fn get(&self, key: &str, deadline: Instant) -> Result<Answer<Option<RegistryEntry>>> {
        check_key(key)?;
        let Answer { revision, mut value } =
            self.range(&Range { key: self.key(key), range_end: None }, deadline)?;
        Ok(Answer { revision, value: value.pop() })
    }

    fn list(&self, prefix: &str, deadline: Instant) -> Result<Answer<Vec<RegistryEntry>>> {
        let range_end = Some(json::end_of_prefix(&format!("{}{prefix}", self.namespace)));
        self.range(&Range { key: self.key(prefix), range_end }, deadline)
    }

    fn grant(&self, duration: Duration, deadline: Instant) -> Result<Answer<Lease>> {
        // Whole seconds, rounded up.
        let seconds = duration.as_millis().div_ceil(1000).max(1);
        let ask = LeaseGrant { ttl: seconds.to_string() };
        let granted: Granted = self.cluster.call("lease/grant", &ask, Repeat::Never, deadline)?;
        granted.lease()
    }

    fn keep_alive(&self, lease: LeaseId, deadline: Instant) -> Result<Answer<Lease>> {
        let ask = KeepAlive { id: lease.to_string() };
        let kept: Streamed<KeptAlive> =
            self.cluster.call("lease/keepalive", &ask, Repeat::Safely, deadline)?;
        kept.into_result(0)?.lease(lease)
    }

    fn revoke(&self, lease: LeaseId, deadline: Instant) -> Result<Answer<()>> {
        let ask = LeaseRevoke { id: lease.to_string() };
        let revoked: Revoked = self.cluster.call("lease/revoke", &ask, Repeat::Never, deadline)?;
        Ok(Answer { revision: revoked.header.revision()?, value: () })
    }

    /// Each call opens a watch of its own: so a member that is lost between two calls costs nothing.
    fn watch(&self, prefix: &str, after: Revision, deadline: Instant) -> Result<Events> {
        let range_end = json::end_of_prefix(&format!("{}{prefix}", self.namespace));
        let start_revision = after.saturating_add(1).to_string();
        let create = WatchCreate { key: self.key(prefix), range_end, start_revision };
        loop {
            let nothing = || Events { revision: after, events: Vec::new() };
            let stream = match self.cluster.open("watch", &Watch { create_request: &create }, deadline) {
                Err(error) if error.kind == RegistryErrorKind::TimedOut => return Ok(nothing()),
                other => BufReader::new(other?),
            };
            for line in stream.lines() {
                // The member is gone: watch with another.
                let Ok(line) = line else { break };
                if let Some(events) = self.next_events(after, &line)? {
                    return Ok(events);
                }
            }
            if Instant::now() >= deadline {
                return Ok(nothing());
            }
        }
    }

    fn create(&self, entry: NewEntry, deadline: Instant) -> Result<Answer<Change>> {
        one(self.create_all(&[entry], deadline)?)
    }
}

fn nonsense(what: &str) -> RegistryError {
    RegistryError::new(RegistryErrorKind::Protocol, format!("etcd sent an invalid answer: {what}"))
}

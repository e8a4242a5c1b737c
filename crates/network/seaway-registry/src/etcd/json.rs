// SPDX-License-Identifier: MIT OR Apache-2.0
//! The requests and answers of etcd's JSON gateway (etcd API v3), as far as they are used. Numbers of 64 bits
//! are strings, keys and values are base64, and fields with the value zero are left out.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::{Deserialize, Serialize};

use super::nonsense;
use crate::error::{RegistryError, RegistryErrorKind, Result};
use crate::registry::{Answer, Lease, LeaseId, RegistryEntry, RegistryEvent, Revision};

#[derive(Debug, Default, Deserialize)]
pub(super) struct Version {
    #[serde(default)]
    pub(super) etcdserver: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Range {
    pub(super) key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) range_end: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct Put {
    pub(super) key: String,
    pub(super) value: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) lease: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct DeleteRange {
    pub(super) key: String,
}

#[derive(Debug, Serialize)]
pub(super) enum Operation {
    #[serde(rename = "request_range")]
    Range(Range),
    #[serde(rename = "request_put")]
    Put(Put),
    #[serde(rename = "request_delete_range")]
    DeleteRange(DeleteRange),
    #[serde(rename = "request_txn")]
    Txn(Txn),
}

#[derive(Debug, Serialize)]
pub(super) struct Txn {
    compare: Vec<Compare>,
    success: Vec<Operation>,
    failure: Vec<Operation>,
}

#[derive(Debug, Serialize)]
struct Compare {
    key: String,
    target: &'static str,
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    create_revision: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    mod_revision: Option<String>,
}

impl Txn {
    pub(super) fn always(success: Vec<Operation>) -> Self {
        Self { compare: Vec::new(), success, failure: Vec::new() }
    }

    pub(super) fn when_absent(key: String, change: Operation, otherwise: Operation) -> Self {
        let (create_revision, mod_revision) = (Some("0".into()), None);
        let compare = Compare { key, target: "CREATE", result: "EQUAL", create_revision, mod_revision };
        Self { compare: vec![compare], success: vec![change], failure: vec![otherwise] }
    }

    pub(super) fn when_modified(key: String, at: Revision, change: Operation, otherwise: Operation) -> Self {
        // etcd's revisions are signed.
        let at = at.min(i64::MAX.unsigned_abs());
        let (create_revision, mod_revision) = (None, Some(at.to_string()));
        let compare = Compare { key, target: "MOD", result: "EQUAL", create_revision, mod_revision };
        Self { compare: vec![compare], success: vec![change], failure: vec![otherwise] }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct LeaseGrant {
    #[serde(rename = "TTL")]
    pub(super) ttl: String,
}

#[derive(Debug, Serialize)]
pub(super) struct KeepAlive {
    #[serde(rename = "ID")]
    pub(super) id: String,
}

#[derive(Debug, Serialize)]
pub(super) struct LeaseRevoke {
    #[serde(rename = "ID")]
    pub(super) id: String,
}

#[derive(Debug, Serialize)]
pub(super) struct Watch<'w> {
    pub(super) create_request: &'w WatchCreate,
}

#[derive(Debug, Serialize)]
pub(super) struct WatchCreate {
    pub(super) key: String,
    pub(super) range_end: String,
    pub(super) start_revision: String,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct Header {
    revision: Option<String>,
}

impl Header {
    pub(super) fn revision(&self) -> Result<Revision> {
        number(self.revision.as_deref())?.ok_or_else(|| nonsense("no revision"))
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Ranged {
    pub(super) header: Header,
    pub(super) kvs: Vec<KeyValue>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct KeyValue {
    key: String,
    value: String,
    create_revision: Option<String>,
    mod_revision: Option<String>,
    lease: Option<String>,
}

impl KeyValue {
    pub(super) fn entry(&self, namespace: &str) -> Result<RegistryEntry> {
        let revision = number(self.mod_revision.as_deref())?.ok_or_else(|| nonsense("no revision"))?;
        Ok(RegistryEntry {
            key: self.key(namespace)?,
            value: decoded(&self.value)?,
            revision,
            created: number(self.create_revision.as_deref())?.unwrap_or(0),
            lease: number(self.lease.as_deref())?.filter(|&lease| lease > 0),
        })
    }

    fn key(&self, namespace: &str) -> Result<String> {
        let key = String::from_utf8(decoded(&self.key)?).map_err(|error| nonsense(&error.to_string()))?;
        let own = key.strip_prefix(namespace).ok_or_else(|| nonsense("a key of another name space"))?;
        Ok(own.to_owned())
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct TxnDone {
    pub(super) header: Header,
    pub(super) succeeded: bool,
    pub(super) responses: Vec<Outcome>,
}

#[derive(Debug, Deserialize)]
pub(super) enum Outcome {
    #[serde(rename = "response_range")]
    Range(Ranged),
    #[serde(rename = "response_put")]
    Put(serde::de::IgnoredAny),
    #[serde(rename = "response_delete_range")]
    DeleteRange(serde::de::IgnoredAny),
    #[serde(rename = "response_txn")]
    Txn(TxnDone),
}

#[derive(Debug, Deserialize)]
pub(super) struct Granted {
    header: Header,
    #[serde(rename = "ID")]
    id: String,
    #[serde(rename = "TTL")]
    ttl: String,
}

impl Granted {
    pub(super) fn lease(&self) -> Result<Answer<Lease>> {
        let id = number(Some(&self.id))?.ok_or_else(|| nonsense("a lease without a number"))?;
        answer(&self.header, id, Some(&self.ttl))
    }
}

#[derive(Debug, Deserialize)]
pub(super) struct KeptAlive {
    header: Header,
    /// Left out when the lease has ended.
    #[serde(rename = "TTL")]
    ttl: Option<String>,
}

impl KeptAlive {
    pub(super) fn lease(&self, lease: LeaseId) -> Result<Answer<Lease>> {
        answer(&self.header, lease, self.ttl.as_deref())
    }
}

fn answer(header: &Header, id: LeaseId, seconds: Option<&str>) -> Result<Answer<Lease>> {
    let seconds = number(seconds)?.filter(|&seconds| seconds > 0).ok_or_else(|| {
        RegistryError::new(RegistryErrorKind::LeaseEnded, format!("lease {id} has ended; ask for another"))
    })?;
    Ok(Answer { revision: header.revision()?, value: Lease { id, duration: Duration::from_secs(seconds) } })
}

#[derive(Debug, Deserialize)]
pub(super) struct Revoked {
    pub(super) header: Header,
}

/// One line of an answer that may be streamed.
#[derive(Debug, Deserialize)]
pub(super) struct Streamed<T> {
    result: Option<T>,
    error: Option<Failure>,
}

impl<T> Streamed<T> {
    pub(super) fn into_result(self, status: u16) -> Result<T> {
        match self {
            Self { error: Some(failure), .. } => Err(failure.error(status)),
            Self { result, .. } => result.ok_or_else(|| nonsense("neither a result nor an error")),
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Watched {
    pub(super) events: Vec<Event>,
    pub(super) canceled: bool,
    pub(super) compact_revision: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Event {
    #[serde(rename = "type", default)]
    kind: String,
    kv: KeyValue,
}

impl Event {
    pub(super) fn event(&self, namespace: &str) -> Result<RegistryEvent> {
        let entry = self.kv.entry(namespace)?;
        let (revision, key) = (entry.revision, entry.key.clone());
        Ok(RegistryEvent { revision, key, entry: (self.kind != "DELETE").then_some(entry) })
    }
}

/// The code is that of gRPC.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Failure {
    #[serde(alias = "grpc_code")]
    code: u16,
    message: String,
}

impl Failure {
    pub(super) fn error(&self, status: u16) -> RegistryError {
        use RegistryErrorKind::{AccessDenied, Compacted, Interrupted, LeaseEnded, Protocol, Storage};
        let (kind, message) = match (self.code, self.message.as_str()) {
            (5, message) => (LeaseEnded, message),
            (11, message) if message.contains("compacted") => (Compacted, message),
            (7 | 16, message) => (AccessDenied, message),
            // Its database is full.
            (8, message) => (Storage, message),
            // No leader, or a new one: the change may have been made.
            (1 | 2 | 4 | 14, message) => (Interrupted, message),
            (0, _) => (Protocol, "no reason given"),
            (_, message) => (Protocol, message),
        };
        RegistryError::new(
            kind,
            format!("etcd refused the request: {message} (code {}, status {status})", self.code),
        )
    }
}

pub(super) fn encoded(bytes: &[u8]) -> String {
    BASE64_STANDARD.encode(bytes)
}

fn decoded(text: &str) -> Result<Vec<u8>> {
    BASE64_STANDARD.decode(text).map_err(|error| nonsense(&error.to_string()))
}

pub(super) fn number(text: Option<&str>) -> Result<Option<u64>> {
    text.map(|text| text.parse().map_err(|_| nonsense(&format!("{text:?} is not a number")))).transpose()
}

/// The first key after all that begin with `prefix`. UTF-8 has no byte 0xff, so the last byte can grow.
pub(super) fn end_of_prefix(prefix: &str) -> String {
    let mut end = prefix.as_bytes().to_vec();
    if let Some(last) = end.last_mut() {
        *last += 1;
    }
    encoded(&end)
}

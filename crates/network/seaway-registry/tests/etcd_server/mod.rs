// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`EtcdServer`]: an etcd of this test, with one or several members, and its data in a temporary folder.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use seaway_registry::{EtcdRegistry, Registry};
use tempfile::TempDir;

/// Its members are killed when it is dropped.
pub(crate) struct EtcdServer {
    /// For clients, one of each member.
    pub(crate) endpoints: Vec<String>,
    peers: Vec<String>,
    /// `None`: killed.
    members: Vec<Option<Child>>,
    folder: TempDir,
}

/// Starting one takes a second, so tests that run at the same time share it.
static SHARED: Mutex<Weak<EtcdServer>> = Mutex::new(Weak::new());
static NAMESPACES: AtomicU64 = AtomicU64::new(0);

/// Of one test.
pub(crate) fn namespace() -> String {
    format!("/seaway/test{}/", NAMESPACES.fetch_add(1, Ordering::Relaxed))
}

impl EtcdServer {
    /// With one member.
    pub(crate) fn shared() -> Arc<Self> {
        let mut shared = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
        shared.upgrade().unwrap_or_else(|| {
            let server = Arc::new(Self::start(1));
            *shared = Arc::downgrade(&server);
            server
        })
    }

    pub(crate) fn start(count: usize) -> Self {
        // The ports were free a moment ago: if one is not any more, etcd ends, and others are tried.
        (0..20)
            .find_map(|_| Self::try_start(count))
            .expect("an etcd that serves (Debian package etcd-server)")
    }

    pub(crate) fn registry(&self, namespace: &str) -> EtcdRegistry {
        EtcdRegistry::new(&self.endpoints, namespace).unwrap()
    }

    /// As if its node were lost.
    pub(crate) fn kill(&mut self, index: usize) {
        if let Some(mut member) = self.members[index].take() {
            member.kill().unwrap();
            member.wait().unwrap();
        }
    }

    pub(crate) fn restart(&mut self, index: usize) {
        self.kill(index);
        self.members[index] = Some(self.spawn(index));
    }

    fn try_start(count: usize) -> Option<Self> {
        let listeners: Vec<_> = (0..2 * count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        let url = |listener: &TcpListener| format!("http://{}", listener.local_addr().unwrap());
        let urls: Vec<String> = listeners.iter().map(url).collect();
        drop(listeners);
        let (endpoints, peers) = urls.split_at(count);
        let (endpoints, peers) = (endpoints.to_vec(), peers.to_vec());
        let mut server = Self { endpoints, peers, members: Vec::new(), folder: tempfile::tempdir().unwrap() };
        for index in 0..count {
            let member = server.spawn(index);
            server.members.push(Some(member));
        }
        server.serves().then_some(server)
    }

    fn spawn(&self, index: usize) -> Child {
        let name = |index: usize| format!("member{index}");
        let (endpoint, peer) = (&self.endpoints[index], &self.peers[index]);
        let cluster: Vec<String> =
            self.peers.iter().enumerate().map(|(index, peer)| format!("{}={peer}", name(index))).collect();
        let mut etcd = Command::new("etcd");
        etcd.args(["--name", &name(index), "--data-dir"]).arg(self.folder.path().join(name(index)));
        etcd.args(["--listen-client-urls", endpoint, "--advertise-client-urls", endpoint]);
        etcd.args(["--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer]);
        etcd.args(["--initial-cluster", &cluster.join(","), "--logger", "zap"]);
        etcd.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        etcd.spawn().expect("the program etcd (Debian package etcd-server)")
    }

    /// False: a member has ended.
    fn serves(&mut self) -> bool {
        let registry = self.registry("/seaway/ready/");
        let deadline = Instant::now() + Duration::from_secs(120);
        loop {
            let has_ended = |member: &mut Child| member.try_wait().unwrap().is_some();
            if self.members.iter_mut().flatten().any(has_ended) {
                return false;
            }
            match registry.get("any", Instant::now() + Duration::from_secs(5)) {
                Ok(_) => return true,
                Err(error) => assert!(Instant::now() < deadline, "etcd does not serve: {error}"),
            }
            thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for EtcdServer {
    fn drop(&mut self) {
        (0..self.members.len()).for_each(|index| self.kill(index));
    }
}

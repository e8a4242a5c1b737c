// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Agreement`]: where the nodes of a space agree on names and homes: at one of their agents, or on etcd, which this node may run a
//! member of.

use std::fs::{DirBuilder, File, metadata};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::{IpAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_daemon::{EtcdMember, RegistryPlace};

/// How long a connection to the registry's node may take.
const JOIN_WITHIN: Duration = Duration::from_secs(10);
const SCHEME: &str = "etcd://";
const CLIENT_PORT: u16 = 2379;
/// etcd grants no shorter ones, and an agent needs time to renew it.
const SHORTEST_LEASE: f64 = 0.5;

#[derive(Debug, Args)]
pub(crate) struct Agreement {
    /// Join the space whose registry is held there
    #[arg(long, value_name = "HOST:PORT", group = "place")]
    join: Option<String>,

    /// Keep the registry of the space in a running etcd, so that the loss of any node is survived
    #[arg(long, value_name = "etcd://HOST:PORT[,HOST:PORT...]", group = "place")]
    registry: Option<String>,

    /// The same in an etcd that the agents of these hosts run; give the same list on each node
    ///
    /// Each agent whose host is listed starts a member from the installed program `etcd`, for clients at this port (2379)
    /// and for other members at the next one. It ends with the agent.
    #[arg(long, value_name = "HOST[:PORT],HOST[:PORT],HOST[:PORT]", value_delimiter = ',', group = "place")]
    etcd: Vec<String>,

    /// Where a member of etcd has its data: on a disk of this node or in its memory [default: in TMPDIR or /tmp]
    #[arg(long, value_name = "DIR", requires = "etcd")]
    etcd_folder: Option<PathBuf>,

    /// Seconds after which a node that is not heard of has left the space
    #[arg(long, value_name = "SECONDS")]
    lease: Option<f64>,
}

impl Agreement {
    pub(crate) fn is_given(&self) -> bool {
        self.join.is_some() || self.registry.is_some() || !self.etcd.is_empty()
    }

    /// For the agent's command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let mut words = Vec::new();
        let mut add = |option: &str, value: Option<String>| {
            words.extend(value.into_iter().flat_map(|value| [option.to_owned(), value]));
        };
        add("--join", self.join.clone());
        add("--registry", self.registry.clone());
        add("--etcd", (!self.etcd.is_empty()).then(|| self.etcd.join(",")));
        let folder = self.etcd_folder.as_deref().and_then(|folder| std::path::absolute(folder).ok());
        add("--etcd-folder", folder.and_then(|folder| folder.into_os_string().into_string().ok()));
        add("--lease", self.lease.map(|lease| lease.to_string()));
        words
    }

    pub(crate) fn lease(&self, default: Duration) -> Result<Duration> {
        match self.lease {
            None => Ok(default),
            Some(seconds) if (SHORTEST_LEASE..=86_400.0).contains(&seconds) => {
                Ok(Duration::from_secs_f64(seconds))
            }
            Some(seconds) => {
                bail!("--lease {seconds} is not a number of seconds from {SHORTEST_LEASE} to 86400")
            }
        }
    }

    pub(crate) fn place(&self, space: &str) -> Result<RegistryPlace> {
        if let Some(address) = &self.join {
            return Ok(RegistryPlace::Agent(address.clone()));
        }
        if let Some(registry) = &self.registry {
            let members = registry.strip_prefix(SCHEME).filter(|members| !members.is_empty());
            let members = members.with_context(|| {
                format!("{registry:?} is not the address of an etcd: etcd://HOST:PORT, with commas between several")
            })?;
            let endpoints = members.split(',').map(|member| url(member, 0)).collect::<Result<_>>()?;
            return Ok(RegistryPlace::Etcd { endpoints, own: None });
        }
        if self.etcd.is_empty() {
            return Ok(RegistryPlace::Here);
        }
        if self.etcd.len().is_multiple_of(2) {
            bail!(
                "--etcd lists {} hosts: an etcd of 3 (or 5) members survives the loss of 1 (or 2)",
                self.etcd.len()
            );
        }
        let endpoints = self.etcd.iter().map(|member| url(member, 0)).collect::<Result<_>>()?;
        Ok(RegistryPlace::Etcd { endpoints, own: self.own_member(space)? })
    }

    /// Where other nodes reach this one, as far as the registry shows it.
    pub(crate) fn own_address(&self, place: &RegistryPlace) -> Result<Option<IpAddr>> {
        match place {
            RegistryPlace::Here => Ok(None),
            RegistryPlace::Agent(address) => towards(address).map(Some),
            RegistryPlace::Etcd { own: Some(own), .. } => {
                Ok(own.endpoint.strip_prefix("http://").and_then(host))
            }
            RegistryPlace::Etcd { endpoints, .. } => {
                let mut failure = None;
                for endpoint in endpoints {
                    match towards(endpoint.trim_start_matches("http://")) {
                        Ok(address) => return Ok(Some(address)),
                        Err(error) => failure = Some(error),
                    }
                }
                failure.map_or(Ok(None), Err)
            }
        }
    }

    /// The member that this host is to run: the first that has its address and is not run yet.
    fn own_member(&self, space: &str) -> Result<Option<EtcdMember>> {
        let name = |index: usize| format!("member{index}");
        let peers = self.etcd.iter().map(|member| url(member, 1)).collect::<Result<Vec<_>>>()?;
        let cluster: Vec<_> =
            peers.iter().enumerate().map(|(index, peer)| (name(index), peer.clone())).collect();
        for (index, member) in self.etcd.iter().enumerate() {
            let (endpoint, peer) = (url(member, 0)?, peers[index].clone());
            if !(can_be_bound(&endpoint) && can_be_bound(&peer)) {
                continue;
            }
            let folder = self.data_folder(space)?.join(name(index));
            DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
            let lock = File::create(folder.join("lock"))?;
            if lock.try_lock().is_ok() {
                return Ok(Some(EtcdMember { name: name(index), endpoint, peer, cluster, folder, lock }));
            }
        }
        Ok(None)
    }

    /// Of this user, space and cluster.
    fn data_folder(&self, space: &str) -> Result<PathBuf> {
        let mut hasher = DefaultHasher::new();
        self.etcd.hash(&mut hasher);
        let own = rustix::process::getuid().as_raw();
        let above = match &self.etcd_folder {
            Some(folder) => folder.clone(),
            None => std::env::temp_dir().join(format!("seaway-etcd-{own}")),
        };
        DirBuilder::new().recursive(true).mode(0o700).create(&above)?;
        must_be_own(&above, own)?;
        Ok(above.join(format!("{space}-{:016x}", hasher.finish())))
    }
}

/// Anybody can create a folder in /tmp.
fn must_be_own(folder: &Path, own: u32) -> Result<()> {
    if metadata(folder)?.uid() != own {
        bail!("{} belongs to another user; name another folder by --etcd-folder", folder.display());
    }
    Ok(())
}

/// `HOST[:PORT]` with the number of an address, so that etcd can listen there; `further` ports later.
fn url(member: &str, further: u16) -> Result<String> {
    let with_port = match member.rsplit_once(':') {
        Some((_, port)) if port.parse::<u16>().is_ok() => member.to_owned(),
        _ => format!("{member}:{CLIENT_PORT}"),
    };
    let mut addresses =
        with_port.to_socket_addrs().with_context(|| format!("the host of {member:?} is unknown"))?;
    let mut address = addresses.next().with_context(|| format!("the host of {member:?} has no address"))?;
    let port =
        address.port().checked_add(further).with_context(|| format!("no port follows that of {member:?}"))?;
    address.set_port(port);
    Ok(format!("http://{address}"))
}

/// Whether this host has that address, and nobody listens there.
fn can_be_bound(url: &str) -> bool {
    TcpListener::bind(url.trim_start_matches("http://")).is_ok()
}

fn host(address: &str) -> Option<IpAddr> {
    address.parse::<std::net::SocketAddr>().ok().map(|address| address.ip())
}

/// The address of this host from which another is reached.
fn towards(place: &str) -> Result<IpAddr> {
    let cannot = || format!("cannot reach the registry of the space at {place}");
    let mut last = None;
    for address in place.to_socket_addrs().with_context(cannot)? {
        match TcpStream::connect_timeout(&address, JOIN_WITHIN) {
            Ok(stream) => return Ok(stream.local_addr()?.ip()),
            Err(error) => last = Some(error),
        }
    }
    match last {
        Some(error) => Err(error).with_context(cannot),
        None => bail!("{}: the host has no address", cannot()),
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Agent`]: the things of one node. Programs of the node enter over a Unix socket ([`guest`]); the agent has the
//! names, descriptors and memory of its things ([`home`]) and shows their states in a table that programs map. It ends
//! when no program has used it for a while, it holds nothing that would be lost, and its queues have no unfinished tasks.

mod budget;
mod elsewhere;
mod entering;
mod etcd_member;
mod folder;
mod groups;
mod guest;
mod held_copy;
mod home;
mod homed_thing;
mod in_place;
mod locks;
mod membership;
mod memory;
mod migration;
mod mirrored;
mod names;
mod queues;
mod storage;
mod versions;
mod visit;
mod visitor;

use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{fmt, io};

use seaway_channel::AgentListener;
use seaway_device_api::{Error, Operation, Result};
use seaway_devices::thing::SpaceName;
use seaway_registry::{Registry, RegistryErrorKind};

pub use self::budget::default_memory;
use self::elsewhere::Peers;
pub use self::etcd_member::EtcdMember;
pub use self::folder::default_folder;
use self::guest::Guests;
use self::home::Home;
use self::membership::{Membership, etcd_registry, own_registry, registry_at};
pub use self::membership::{Network, RegistryPlace};
use self::queues::{QueueVisitors, Queues};
use self::visitor::Visitors;
use crate::door::{Door, Service};
use crate::registry::RegistryService;

/// How often the agent checks whether to end.
const TICK: Duration = Duration::from_millis(100);
/// How long etcd may take to serve, less than programs wait for an agent.
const ETCD_WITHIN: Duration = Duration::from_secs(25);

#[derive(Debug, Clone)]
pub struct AgentOptions {
    pub space: SpaceName,
    /// The name of this node. `None`: that of the host.
    pub node: Option<String>,
    /// Where disk things are.
    pub folder: PathBuf,
    /// Limit of the memory of things, in bytes.
    pub memory: u64,
    /// Ends when no program has used it for this long, and no thing is in memory. `None`: only when it is stopped.
    pub idle: Option<Duration>,
    /// How long programs may rely on it without a sign of life.
    pub lease: Duration,
}

pub struct Agent {
    home: Arc<Home>,
    guests: Arc<Guests>,
    queues: Arc<Queues>,
    /// For other nodes.
    foyer: Option<Foyer>,
    /// Until it has ended.
    listener: Mutex<Option<AgentListener>>,
    ending: Mutex<Ending>,
    changed: Condvar,
}

/// Where other nodes come in.
struct Foyer {
    door: Arc<Door>,
    visitors: Arc<Visitors>,
}

#[derive(Debug, Default)]
struct Ending {
    /// When the remaining programs are sent away.
    by: Option<Instant>,
    ended: bool,
}

impl Agent {
    /// Begins to serve. `None`: another process is the agent of this space on this node.
    pub fn start(options: AgentOptions) -> Result<Option<Arc<Self>>> {
        Self::start_among(options, None)
    }

    /// As [`Self::start`], in a space of several nodes.
    pub fn start_among(options: AgentOptions, network: Option<Network>) -> Result<Option<Arc<Self>>> {
        let listener = match AgentListener::bind(&options.space.socket(options.node.as_deref())) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Ok(None),
            other => other.map_err(|error| Error::from_io(Operation::Open, error))?,
        };
        crate::descriptors::raise_limit();
        let idle = options.idle;
        let Settled { home, queues, foyer } = settle(options, network)?;
        let agent = Arc::new(Self {
            guests: Guests::new(Arc::clone(&home), Arc::clone(&queues)),
            home,
            queues,
            foyer,
            listener: Mutex::new(Some(listener)),
            ending: Mutex::default(),
            changed: Condvar::new(),
        });
        let failed = |error| Error::from_io(Operation::Open, error);
        let renewing = Arc::clone(&agent);
        Builder::new().name("seaway-lease".into()).spawn(move || renewing.renew()).map_err(failed)?;
        if agent.foyer.is_some() {
            let tending = Arc::clone(&agent);
            Builder::new().name("seaway-copies".into()).spawn(move || tending.tend()).map_err(failed)?;
        }
        let serving = Arc::clone(&agent);
        Builder::new().name("seaway-agent".into()).spawn(move || serving.serve(idle)).map_err(failed)?;
        Ok(Some(agent))
    }

    /// Admits nobody, and ends when all programs have left, at the latest after `patience`.
    pub fn stop(&self, patience: Duration) {
        let by = Instant::now() + patience;
        let mut ending = self.lock();
        ending.by = Some(ending.by.map_or(by, |earlier| earlier.min(by)));
        self.changed.notify_all();
    }

    /// Asks the agents of all other nodes to end when their programs have left, at the latest after `patience`. One that
    /// cannot be reached has lost the registry, too.
    pub fn stop_others(&self, patience: Duration) {
        self.home.stop_others(patience);
    }

    /// Whether it has been without the registry of its space for longer than its lease: it serves nothing.
    pub fn is_cut_off(&self) -> bool {
        self.home.membership.confirm().is_err()
    }

    /// Waits until it has ended.
    pub fn wait(&self) {
        let has_not = |ending: &mut Ending| !ending.ended;
        drop(self.changed.wait_while(self.lock(), has_not).unwrap_or_else(PoisonError::into_inner));
    }

    fn renew(&self) {
        loop {
            let pause = self.home.renew();
            let ending = self.lock();
            let has_not = |ending: &mut Ending| !ending.ended;
            let waited = self.changed.wait_timeout_while(ending, pause, has_not);
            if waited.unwrap_or_else(PoisonError::into_inner).0.ended {
                return;
            }
        }
    }

    /// Takes over from homes that are lost, and has second copies where there are none.
    fn tend(&self) {
        while !self.lock().ended {
            self.home.tend();
        }
    }

    fn serve(&self, idle: Option<Duration>) {
        let mut idle_since = Instant::now();
        loop {
            self.admit();
            let mut by = self.lock().by.or_else(|| self.guests.asked_to_stop());
            if let Some(foyer) = &self.foyer {
                by = by.or_else(|| foyer.visitors.asked_to_stop());
                foyer.visitors.sweep(self.home.session_patience());
            }
            self.home.sweep_locks();
            self.home.sweep_groups();
            if self.programs() > 0 || self.home.would_be_lost() || self.queues.have_work() {
                idle_since = Instant::now();
            }
            let is_idle = idle.is_some_and(|idle| idle_since.elapsed() >= idle);
            let is_done = by.is_some_and(|by| self.programs() == 0 || Instant::now() >= by);
            if is_idle || is_done {
                return self.end();
            }
        }
    }

    /// Programs that would miss it.
    fn programs(&self) -> usize {
        self.guests.count() + self.foyer.as_ref().map_or(0, |foyer| foyer.visitors.count())
    }

    fn admit(&self) {
        let listener = self.listener.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(listener) = listener.as_ref() else { return };
        if !listener.wait(TICK) {
            return;
        }
        match listener.accept() {
            Ok(socket) => self.guests.admit(socket),
            // Out of descriptors, perhaps.
            Err(_) => std::thread::sleep(TICK),
        }
    }

    /// Programs that connect from here on find no agent, and start another.
    fn end(&self) {
        self.listener.lock().unwrap_or_else(PoisonError::into_inner).take();
        self.guests.send_away();
        self.queues.close();
        self.home.end();
        if let Some(foyer) = &self.foyer {
            foyer.door.close(Duration::from_secs(1));
        }
        self.lock().ended = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Ending> {
        self.ending.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Settled {
    home: Arc<Home>,
    queues: Arc<Queues>,
    foyer: Option<Foyer>,
}

/// Joins the space, and opens the door for its other nodes.
fn settle(options: AgentOptions, network: Option<Network>) -> Result<Settled> {
    let node = options.node.clone().unwrap_or_else(crate::descriptors::host_name);
    // Greater than all that an earlier agent has given out, unless the clock was set back by more than it ran.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let incarnation = u64::try_from(since.as_micros()).unwrap_or(0);
    let (lease, folder) = (options.lease, options.folder.clone());
    let Some(Network { listeners, addresses, registry, secret }) = network else {
        let membership = Arc::new(Membership::alone(&node, incarnation, lease)?);
        let peers = Peers::new(&options.space, None);
        let queues = Arc::new(Queues::new(folder, Arc::clone(&membership), None));
        let home = Arc::new(Home::open(options, incarnation, membership, peers)?);
        return Ok(Settled { home, queues, foyer: None });
    };
    let mut services: Vec<Arc<dyn Service>> = Vec::new();
    let holds_registry = matches!(registry, RegistryPlace::Here);
    let may_end_early = matches!(registry, RegistryPlace::Etcd { .. });
    let registry: Arc<dyn Registry> = match registry {
        RegistryPlace::Agent(address) => registry_at(&address, secret.clone()),
        RegistryPlace::Etcd { endpoints, own } => {
            own.map(EtcdMember::run).transpose()?;
            let registry = etcd_registry(&endpoints, &options.space)?;
            wait_until_it_serves(&*registry)?;
            registry
        }
        RegistryPlace::Here => {
            let own = own_registry(&options.folder)?;
            services.push(Arc::new(RegistryService::new(Arc::clone(&own))));
            own
        }
    };
    let membership = Arc::new(Membership::of_several(registry, &node, &addresses, lease, may_end_early)?);
    let peers = Peers::new(&options.space, Some(secret.clone()));
    let home = Arc::new(Home::open(options, incarnation, membership, peers)?);
    if holds_registry {
        // The node without which there is no space has its queues, too.
        home.membership.claim_queues()?;
    }
    let queues = Arc::new(Queues::new(folder, Arc::clone(&home.membership), Some(secret.clone())));
    services.push(Arc::new(QueueVisitors(Arc::clone(&queues))));
    let visitors = Visitors::new(Arc::clone(&home));
    services.push(Arc::<Visitors>::clone(&visitors));
    let door = Door::with_listeners(listeners, secret, None, services);
    door.open()?;
    Ok(Settled { home, queues, foyer: Some(Foyer { door, visitors }) })
}

/// An etcd that is being started serves when most of its members run.
fn wait_until_it_serves(registry: &dyn Registry) -> Result<()> {
    let deadline = Instant::now() + ETCD_WITHIN;
    loop {
        let soon = deadline.min(Instant::now() + Duration::from_secs(2));
        match registry.get("any", soon) {
            Ok(_) => return Ok(()),
            Err(error) if error.kind == RegistryErrorKind::Unsupported || Instant::now() >= deadline => {
                return Err(error.into());
            }
            Err(_) => std::thread::sleep(TICK),
        }
    }
}

impl fmt::Debug for Agent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Agent").field("home", &self.home).finish_non_exhaustive()
    }
}

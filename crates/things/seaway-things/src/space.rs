// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Space`]: the names of all things that programs share.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::{Error, ErrorKind, Hints, OpenFlags, Operation, Result};
use seaway_devices::thing::{
    AgentConnection, Listing, NamedLock, Names, NewThing, OpenThing, SpaceOptions, Wait, enter,
};
use seaway_messages::{SpaceStatus, ThingFate, ThingKind, ThingStatus, Until};
use seaway_queue::{Queue, QueueStatus, Transport};

use crate::lock::Lock;
use crate::queues::AgentCalls;
use crate::thing::Thing;
use crate::transfer::Pool;

/// A space that this process has entered. Clones share the connection to the node's agent.
#[derive(Debug, Clone)]
pub struct Space {
    agent: Arc<AgentConnection>,
    hints: Hints,
    options: SpaceOptions,
    pool: Arc<Pool>,
    queues: Arc<dyn Transport>,
}

const BOTH: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE);

impl Space {
    /// The space that SEAWAY_SPACE names, or else the user's own.
    pub fn enter() -> Result<Self> {
        Self::enter_with(&Hints::new())
    }

    /// Things on disk are files in `root`, a folder that all nodes share, and every node accesses them directly. Things in memory
    /// are with the agents.
    pub fn enter_shared(root: &Path) -> Result<Self> {
        let root = std::path::absolute(root).map_err(|error| Error::from_io(Operation::Open, error))?;
        let not_text =
            || Error::new(ErrorKind::Argument, Operation::Open).with_detail("the root is not UTF-8");
        Self::enter_with(&Hints::new().with("seaway_thing_shared", root.to_str().ok_or_else(not_text)?))
    }

    /// With hints: `seaway_space`, `seaway_timeout`, `seaway_program`, `seaway_space_folder`.
    pub fn enter_with(hints: &Hints) -> Result<Self> {
        let options = SpaceOptions::from_hints(hints)?;
        let (agent, queues) = (enter(&options)?, Arc::new(AgentCalls::new(options.clone())));
        Ok(Self { agent, hints: hints.clone(), options, pool: Arc::default(), queues })
    }

    /// The same space; things that are created through it have this many copies on different nodes: 1 or 2.
    pub fn with_copies(&self, copies: u32) -> Result<Self> {
        let hints = self.hints.clone().with("seaway_thing_copies", copies.to_string());
        let options = SpaceOptions::from_hints(&hints)?;
        Ok(Self { hints, options, ..self.clone() })
    }

    /// A new thing of `size` bytes, which are reserved, and are zero. `FileExists` if there is one of this name.
    pub fn create(&self, name: &str, kind: ThingKind, size: u64) -> Result<Thing> {
        self.open_by(name, BOTH | OpenFlags::CREATE | OpenFlags::EXCLUSIVE, NewThing { kind, size })
    }

    /// As [`Self::create`], on the node of this name, where the thing is that follows `near:`, or with `round-robin` on one
    /// node after the other.
    pub fn create_at(&self, name: &str, kind: ThingKind, size: u64, home: &str) -> Result<Thing> {
        let hints = self.hints.clone().with("seaway_thing_home", home);
        self.open_with(&hints, name, BOTH | OpenFlags::CREATE | OpenFlags::EXCLUSIVE, NewThing { kind, size })
    }

    /// As [`Self::create`], for one that may be larger than a node: blocks of `block` bytes, a multiple of 4096, are laid out over
    /// `stripes` things on one node after the other.
    pub fn create_striped(
        &self,
        name: &str,
        kind: ThingKind,
        size: u64,
        stripes: u32,
        block: u64,
    ) -> Result<Thing> {
        let hints = self.hints.clone().with("seaway_thing_stripes", stripes.to_string());
        let hints = hints.with("seaway_thing_stripe_bytes", block.to_string());
        self.open_with(&hints, name, BOTH | OpenFlags::CREATE | OpenFlags::EXCLUSIVE, NewThing { kind, size })
    }

    /// As [`Self::create`]; one that is there is opened as it is.
    pub fn open_or_create(&self, name: &str, kind: ThingKind, size: u64) -> Result<Thing> {
        self.open_by(name, BOTH | OpenFlags::CREATE, NewThing { kind, size })
    }

    /// For reading and writing. `NoSuchFile` if there is none.
    pub fn open(&self, name: &str) -> Result<Thing> {
        self.open_by(name, BOTH, NewThing { kind: ThingKind::Memory, size: 0 })
    }

    pub fn open_to_read(&self, name: &str) -> Result<Thing> {
        self.open_by(name, OpenFlags::READ, NewThing { kind: ThingKind::Memory, size: 0 })
    }

    /// Those who have it open may use it until they close it.
    pub fn delete(&self, name: &str) -> Result<()> {
        self.names().delete(name).map_err(|error| error.with_path(path(name)))
    }

    /// `FileExists` where there is a thing of the new name, unless it is to be replaced.
    pub fn rename(&self, from: &str, to: &str, replace: bool) -> Result<()> {
        self.names().rename(from, to, replace).map_err(|error| error.with_path(path(from)))
    }

    /// Gives a thing another home, while it is in use.
    pub fn migrate(&self, name: &str, node: &str) -> Result<()> {
        self.must_have_a_home(name)?;
        self.agent.migrate(name, node).map_err(|error| error.with_path(path(name)))
    }

    pub fn stat(&self, name: &str) -> Result<ThingStatus> {
        self.names().stat(name).map_err(|error| error.with_path(path(name)))
    }

    /// A file in a folder that all nodes share has none.
    fn must_have_a_home(&self, name: &str) -> Result<()> {
        if !self.names().is_shared(name)? {
            return Ok(());
        }
        let detail =
            "it is a file in a folder that all nodes share: it has no home, and nobody is told of changes";
        Err(Error::new(ErrorKind::Unsupported, Operation::Open).with_path(path(name)).with_detail(detail))
    }

    fn names(&self) -> Names<'_> {
        Names::of(&self.agent, &self.options)
    }

    pub fn exists(&self, name: &str) -> Result<bool> {
        match self.names().stat(name) {
            Ok(_) => Ok(true),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Ok(false),
            Err(error) => Err(error.with_path(path(name))),
        }
    }

    /// All things whose names begin with `prefix`, in the order of their names.
    pub fn list(&self, prefix: &str) -> Result<Vec<ThingStatus>> {
        let (mut all, mut after) = (Vec::new(), String::new());
        loop {
            let listing = self.names().list(prefix, &after)?;
            all.extend(listing.things);
            match all.last().filter(|_| listing.more) {
                Some(last) => after.clone_from(&last.name),
                None => return Ok(all),
            }
        }
    }

    /// Some things whose names begin with `prefix`, in the order of their names, from the first behind `after`.
    pub fn list_behind(&self, prefix: &str, after: &str) -> Result<Listing> {
        self.names().list(prefix, after)
    }

    /// Waits until the thing is there, published, or gone. `None`: as long as it takes. `NoSuchFile`: in vain.
    pub fn wait_until(&self, name: &str, until: Until, patience: Option<Duration>) -> Result<()> {
        if self.options.shared.is_some() {
            return self.wait_beside(name, until, patience);
        }
        self.agent.wait_for(name, Wait { until, patience }).map_err(|error| error.with_path(path(name)))
    }

    /// Copies all of these things, as they are at one moment, on whatever nodes they are: of writes that a program has made one after
    /// the other, the copies have none without those before it. The copies' names are those of the things behind `prefix`. Programs
    /// that access the things meanwhile wait, at most 15 s; if copying takes longer, it fails.
    pub fn snapshot(&self, names: &[&str], prefix: &str) -> Result<()> {
        for name in names {
            self.must_have_a_home(name)?;
            if self.names().is_striped(name)? {
                let error = Error::new(ErrorKind::Unsupported, Operation::Open).with_path(path(name));
                return Err(error.with_detail("a thing with stripes cannot be in a snapshot"));
            }
        }
        self.agent.snapshot(names, prefix)
    }

    /// From here on nobody can change a thing, although some have it open for writing: their accesses fail with `ReadOnly`. It can
    /// be read, renamed, moved and deleted. Its bytes are copied once. One with stripes cannot be frozen.
    pub fn freeze(&self, name: &str) -> Result<()> {
        self.must_have_a_home(name)?;
        if self.names().is_striped(name)? {
            let error = Error::new(ErrorKind::Unsupported, Operation::Open).with_path(path(name));
            return Err(error.with_detail("a thing with stripes cannot be frozen"));
        }
        let frozen = self.agent.convert(name, ThingFate::Immutable);
        frozen.map_err(|error| error.with_path(path(name)))
    }

    /// The version of a thing: a number that grows with each change that its writers sync, with each number that is changed in
    /// one step, with each change of its size, and when it is created anew. `NoSuchFile` if there is none.
    pub fn version(&self, name: &str) -> Result<u64> {
        self.must_have_a_home(name)?;
        let missing = || Error::new(ErrorKind::NoSuchFile, Operation::Open);
        let version =
            self.agent.watch(name, 0, Some(Duration::ZERO)).and_then(|found| found.ok_or_else(missing));
        version.map_err(|error| error.with_path(path(name)))
    }

    /// Waits until the version of a thing is greater than `past`, and returns it; one that does not exist yet is waited for.
    /// `None`: not within `patience`.
    pub fn watch(&self, name: &str, past: u64, patience: Option<Duration>) -> Result<Option<u64>> {
        self.must_have_a_home(name)?;
        self.agent.watch(name, past, patience).map_err(|error| error.with_path(path(name)))
    }

    /// Waits until this process has the lock of this name, which has nothing to do with a thing of this name. `None`: others had
    /// it for all of `patience`.
    pub fn lock(&self, name: &str, patience: Option<Duration>) -> Result<Option<Lock>> {
        let taken = NamedLock::take(&self.agent, name, patience);
        Ok(taken.map_err(|error| error.with_path(path(name)))?.map(Lock))
    }

    /// Of files in a shared folder nobody is told: they are looked for now and then.
    fn wait_beside(&self, name: &str, until: Until, patience: Option<Duration>) -> Result<()> {
        const LOOK_EVERY: Duration = Duration::from_millis(20);
        let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
        loop {
            let is_file = self.names().is_shared(name)?;
            match (is_file, until) {
                (true, Until::Exists) => return Ok(()),
                (true, Until::Published) => return self.must_have_a_home(name),
                _ => {}
            }
            let left =
                deadline.map_or(LOOK_EVERY, |deadline| deadline.saturating_duration_since(Instant::now()));
            let turn = left.min(LOOK_EVERY);
            let waited = match is_file {
                true => {
                    std::thread::sleep(turn);
                    Err(Error::new(ErrorKind::NoSuchFile, Operation::Open).with_path(path(name)))
                }
                false => self.agent.wait_for(name, Wait { until, patience: Some(turn) }),
            };
            match waited {
                Err(error) if error.kind() == ErrorKind::NoSuchFile && !left.is_zero() => {}
                outcome => return outcome.map_err(|error| error.with_path(path(name))),
            }
        }
    }

    /// The work queue of this name, which a manager or a worker makes. It outlives programs and agents.
    pub fn queue(&self, name: &str) -> Queue {
        Queue::by(Arc::clone(&self.queues), name)
    }

    /// How requests reach the work queues of this space.
    pub fn queue_transport(&self) -> Arc<dyn Transport> {
        Arc::clone(&self.queues)
    }

    /// All work queues whose names begin with `prefix`, in the order of their names.
    pub fn queues(&self, prefix: &str) -> Result<Vec<QueueStatus>> {
        let deadline = Instant::now() + self.agent.options().timeout;
        Ok(seaway_queue::list(&self.queues, prefix, deadline)?)
    }

    /// Name of this node, for tasks that should run near something.
    pub fn node(&self) -> &str {
        self.agent.node()
    }

    /// How long an agent may take to answer.
    pub fn timeout(&self) -> Duration {
        self.agent.options().timeout
    }

    pub fn status(&self) -> Result<SpaceStatus> {
        self.agent.space()
    }

    /// Ends the agent of this node when its programs have left, at the latest after `patience`. Memory things are lost.
    pub fn stop(&self, patience: Duration) -> Result<()> {
        self.agent.stop(patience)
    }

    /// Whether the agent has ended: enter again.
    pub fn is_lost(&self) -> bool {
        self.agent.is_lost()
    }

    /// The threads of transfers that go on by themselves.
    pub fn pool(&self) -> &Arc<Pool> {
        &self.pool
    }

    fn open_by(&self, name: &str, flags: OpenFlags, new: NewThing) -> Result<Thing> {
        self.open_with(&self.hints, name, flags, new)
    }

    fn open_with(&self, hints: &Hints, name: &str, flags: OpenFlags, new: NewThing) -> Result<Thing> {
        let opened = OpenThing::open(&self.agent, name, flags, new, hints)?;
        Ok(Thing::new(opened, Arc::clone(&self.pool)))
    }
}

pub(crate) fn path(name: &str) -> String {
    format!("thing:{name}")
}

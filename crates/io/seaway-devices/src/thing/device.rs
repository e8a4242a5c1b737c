// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ThingDevice`]: opens and deletes things of one space.

use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Error, ErrorKind, Hints, OpenFlags, OpenOptions, Operation, Result,
};
use seaway_messages::{Combination, NumberChange, NumberType, ThingKind, ThingStatus, Until, is_thing_name};

use super::agent::AgentConnection;
use super::enter::enter;
use super::file::{Door, Found, NewThing, ThingFile};
use super::names::Names;
use super::options::{SpaceOptions, Wait};
use super::row::Row;
use super::shared_folder::{SharedFile, SharedFolder};
use super::striped_file::StripedFile;

/// How often a thing is waited for that others delete as soon as it is there.
const TRIES: usize = 1000;

#[derive(Debug, Clone)]
pub struct ThingDevice {
    space: SpaceOptions,
    hints: Hints,
}

/// An open thing, for those who want more than a file.
#[derive(Debug)]
pub struct OpenThing {
    file: AnyFile,
    created: bool,
    status: ThingStatus,
}

#[derive(Debug)]
enum AnyFile {
    Whole(ThingFile),
    Striped(StripedFile),
    /// A file in a folder that all nodes share.
    Shared(SharedFile),
}

impl ThingDevice {
    pub fn new(space: SpaceOptions, hints: &Hints) -> Self {
        Self { space, hints: hints.clone() }
    }

    fn name<'p>(&self, path: &'p DevicePath, operation: Operation) -> Result<&'p str> {
        let name = path.as_str();
        if is_thing_name(name) {
            return Ok(name);
        }
        let detail = "a thing's name has 1 to 480 bytes and no control characters";
        Err(Error::new(ErrorKind::BadFileName, operation).with_path(with_scheme(name)).with_detail(detail))
    }
}

impl Device for ThingDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        let hints = options.hints.clone().over(&self.hints);
        let space = SpaceOptions { space: self.space.space.clone(), ..SpaceOptions::from_hints(&hints)? };
        let name = self.name(path, Operation::Open)?;
        let new = NewThing { kind: space.kind, size: 0 };
        let opened = OpenThing::open(&enter(&space)?, name, options.flags, new, &hints)?;
        Ok(match opened.file {
            AnyFile::Whole(file) => Box::new(file),
            AnyFile::Striped(file) => Box::new(file),
            AnyFile::Shared(file) => file.into_file(),
        })
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        let name = self.name(path, Operation::Delete)?;
        let agent = enter(&self.space)?;
        Names::of(&agent, &self.space).delete(name).map_err(|error| error.with_path(with_scheme(name)))
    }
}

impl OpenThing {
    /// `new` is for a thing that is created by this. The hint `seaway_thing_wait` has it wait first.
    pub fn open(
        agent: &Arc<AgentConnection>,
        name: &str,
        flags: OpenFlags,
        new: NewThing,
        hints: &Hints,
    ) -> Result<Self> {
        let options = SpaceOptions::from_hints(hints)?;
        // One who creates it waits for nobody, and another rank has waited already.
        let wait = options.wait.filter(|_| !flags.intersects(OpenFlags::CREATE | OpenFlags::AFTER_ANOTHER));
        let Some(wait) = wait else { return Self::open_now(agent, name, flags, new, &options, hints) };
        if let Some(folder) = options.shared.as_deref().map(SharedFolder::new) {
            wait_beside(&folder, agent, name, wait)?;
            return Self::open_now(agent, name, flags, new, &options, hints);
        }
        for _ in 0..TRIES {
            agent.wait_for(name, wait).map_err(|error| error.with_path(with_scheme(name)))?;
            match Self::open_now(agent, name, flags, new, &options, hints) {
                // Deleted since.
                Err(error) if error.kind() == ErrorKind::NoSuchFile => {}
                outcome => return outcome,
            }
        }
        Self::open_now(agent, name, flags, new, &options, hints)
    }

    fn open_now(
        agent: &Arc<AgentConnection>,
        name: &str,
        flags: OpenFlags,
        new: NewThing,
        options: &SpaceOptions,
        hints: &Hints,
    ) -> Result<Self> {
        let (agent, name, options, hints) =
            (Arc::clone(agent), name.to_owned(), options.clone(), hints.clone());
        let door = Door { agent, name, label: None, flags, options, hints };
        match door.options.shared.as_deref().map(SharedFolder::new) {
            Some(folder) => Self::open_beside(&folder, door, new),
            None => Self::open_at_agent(door, new),
        }
    }

    /// In a folder that all nodes share, or else at the agent. One who creates a thing looks for another of its name afterwards:
    /// of two who create it in different places at the same time, at most one succeeds.
    fn open_beside(folder: &SharedFolder, door: Door, new: NewThing) -> Result<Self> {
        let creates = door.flags.contains(OpenFlags::CREATE);
        let is_exclusive = creates && door.flags.contains(OpenFlags::EXCLUSIVE);
        let exists = || Error::new(ErrorKind::FileExists, Operation::Open).with_path(with_scheme(&door.name));
        let known = door.flags - (OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
        let open = |flags, size| {
            let opened = folder.open(&door.name, flags, size, &door.hints);
            opened.map_err(|error| error.with_path(with_scheme(&door.name)))
        };
        for _ in 0..TRIES {
            if let Some((file, status)) = open(known, 0)? {
                if is_exclusive {
                    return Err(exists());
                }
                return Ok(Self { file: AnyFile::Shared(file), created: false, status });
            }
            let is_there = door.agent.stat(&door.name).is_ok();
            if !creates || is_there || new.kind == ThingKind::Memory {
                let opened = Self::open_at_agent(door.clone(), new)?;
                if !opened.created || !folder.has(&door.name)? {
                    return Ok(opened);
                }
                drop(opened);
                let _ = door.agent.delete(&door.name);
            } else {
                must_have_one_copy(&door)?;
                match open(known | OpenFlags::CREATE, new.size) {
                    Ok(Some((file, status))) if door.agent.stat(&door.name).is_err() => {
                        return Ok(Self { file: AnyFile::Shared(file), created: true, status });
                    }
                    Ok(_) => _ = folder.delete(&door.name)?,
                    // Another program was quicker.
                    Err(error) if error.kind() == ErrorKind::FileExists => {}
                    Err(error) => return Err(error),
                }
            }
            if is_exclusive {
                return Err(exists());
            }
        }
        Err(exists())
    }

    fn open_at_agent(door: Door, new: NewThing) -> Result<Self> {
        let flags = door.flags;
        if flags.contains(OpenFlags::CREATE) && door.options.stripes > 1 {
            return Self::open_striped(door, new);
        }
        Self::open_any(door, new)
    }

    /// One that is there, or is created without stripes.
    fn open_any(door: Door, new: NewThing) -> Result<Self> {
        let Found { file, created, status } = door.clone().open(new)?;
        if created {
            return Ok(Self { file: AnyFile::Whole(file), created, status });
        }
        let Some(layout) = StripedFile::layout_of(&file, status.size)? else {
            return Ok(Self { file: AnyFile::Whole(file), created, status });
        };
        let file = StripedFile::open(&door, file, layout)?;
        let status = file.status(status)?;
        Ok(Self { file: AnyFile::Striped(file), created, status })
    }

    fn open_striped(door: Door, new: NewThing) -> Result<Self> {
        let is_exclusive = door.flags.contains(OpenFlags::EXCLUSIVE);
        let known = Door { flags: door.flags - (OpenFlags::CREATE | OpenFlags::EXCLUSIVE), ..door.clone() };
        for _ in 0..TRIES {
            if !is_exclusive {
                match Self::open_any(known.clone(), new) {
                    Err(error) if error.kind() == ErrorKind::NoSuchFile => {}
                    outcome => return outcome,
                }
            }
            let (count, block) = (door.options.stripes, door.options.stripe_bytes);
            match StripedFile::create(&door, new, count, block) {
                Ok((file, status)) => {
                    return Ok(Self { file: AnyFile::Striped(file), created: true, status });
                }
                // Another program was quicker.
                Err(error) if error.kind() == ErrorKind::FileExists && !is_exclusive => {}
                Err(error) => return Err(error.with_path(with_scheme(&door.name))),
            }
        }
        Self::open_any(known, new)
    }

    /// Whether opening it has created it.
    pub fn was_created(&self) -> bool {
        self.created
    }

    /// As of when it was opened.
    pub fn status(&self) -> &ThingStatus {
        &self.status
    }

    /// Whether its name was deleted, or taken by another thing, since it was opened.
    pub fn is_deleted(&self) -> bool {
        match &self.file {
            AnyFile::Whole(file) => file.is_deleted(),
            AnyFile::Striped(file) => file.is_deleted(),
            AnyFile::Shared(file) => file.is_deleted(),
        }
    }

    /// Whether its bytes are on this node.
    pub fn is_here(&self) -> bool {
        matches!(&self.file, AnyFile::Whole(file) if file.is_here())
    }

    pub fn file(&self) -> &dyn DeviceFile {
        match &self.file {
            AnyFile::Whole(file) => file,
            AnyFile::Striped(file) => file,
            AnyFile::Shared(file) => file.file(),
        }
    }

    /// Adds to eight bytes at a multiple of eight, and returns the number before.
    pub fn fetch_and_add(&self, offset: u64, number: u64) -> Result<u64> {
        self.update(offset, NumberChange::Add(number))
    }

    /// Replaces eight bytes at a multiple of eight if they are `expected`, and returns what they were.
    pub fn compare_and_swap(&self, offset: u64, expected: u64, new: u64) -> Result<u64> {
        self.update(offset, NumberChange::Swap { expected, new })
    }

    fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        match &self.file {
            AnyFile::Whole(file) => file.update(offset, change),
            AnyFile::Striped(file) => file.update(offset, change),
            AnyFile::Shared(file) => file.update(offset, change),
        }
    }
}

impl OpenThing {
    /// Combines numbers with those at `offset`, each in one step.
    pub fn accumulate(
        &self,
        offset: u64,
        combination: Combination,
        number: NumberType,
        bytes: &[u8],
    ) -> Result<()> {
        Row::all(offset, combination, number, bytes)?.try_for_each(|row| match &self.file {
            AnyFile::Whole(file) => file.accumulate(&row),
            AnyFile::Striped(file) => file.accumulate(&row),
            AnyFile::Shared(file) => file.accumulate(&row),
        })
    }
}

/// Of files in a shared folder no agent knows: they are looked for now and then.
fn wait_beside(folder: &SharedFolder, agent: &AgentConnection, name: &str, wait: Wait) -> Result<()> {
    const LOOK_EVERY: Duration = Duration::from_millis(20);
    let deadline = wait.patience.and_then(|patience| Instant::now().checked_add(patience));
    loop {
        match (folder.has(name)?, wait.until) {
            (true, Until::Exists) => return Ok(()),
            (true, _) => {
                let detail = "it is a file in a folder that all nodes share, and nobody knows whether its writers are done";
                let error = Error::new(ErrorKind::Unsupported, Operation::Open);
                return Err(error.with_path(with_scheme(name)).with_detail(detail));
            }
            (false, _) => {}
        }
        let left = deadline.map_or(LOOK_EVERY, |deadline| deadline.saturating_duration_since(Instant::now()));
        let turn = Wait { until: wait.until, patience: Some(left.min(LOOK_EVERY)) };
        match agent.wait_for(name, turn) {
            Err(error) if error.kind() == ErrorKind::NoSuchFile && !left.is_zero() => {}
            outcome => return outcome.map_err(|error| error.with_path(with_scheme(name))),
        }
    }
}

/// Such a file has no home, and so no second copy.
fn must_have_one_copy(door: &Door) -> Result<()> {
    if door.options.copies == 1 {
        return Ok(());
    }
    let detail = "seaway_thing_copies=2 is for things in memory, not for files in a folder that all nodes share: create it in memory, or with one copy";
    let error = Error::new(ErrorKind::Unsupported, Operation::Open).with_path(with_scheme(&door.name));
    Err(error.with_detail(detail))
}

fn with_scheme(name: &str) -> String {
    format!("thing:{name}")
}

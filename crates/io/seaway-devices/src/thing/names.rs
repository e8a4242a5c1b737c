// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names of things, for programs: a thing with stripes is one name, whatever it consists of.

use std::sync::Arc;

use seaway_device_api::{Error, ErrorKind, Hints, OpenFlags, Operation, Result};
use seaway_messages::{ThingKind, ThingStatus};

use super::agent::{AgentConnection, Listing};
use super::file::{Door, NewThing};
use super::options::SpaceOptions;
use super::shared_folder::SharedFolder;
use super::striped_file::StripedFile;
use super::stripes::{HEAD_BYTES, STRIPES, Stripes};

/// The names of a space.
#[derive(Debug, Clone)]
pub struct Names<'a> {
    agent: &'a Arc<AgentConnection>,
    /// Where things on disk are, if all nodes share it.
    shared: Option<SharedFolder>,
}

impl<'a> Names<'a> {
    pub fn of(agent: &'a Arc<AgentConnection>, options: &SpaceOptions) -> Self {
        Self { agent, shared: options.shared.as_deref().map(SharedFolder::new) }
    }

    /// Those who have it open may use it until they close it.
    pub fn delete(&self, name: &str) -> Result<()> {
        if let Some(folder) = &self.shared
            && folder.delete(name)?
        {
            return Ok(());
        }
        let stripes = self.stripes_of(name)?;
        self.agent.delete(name)?;
        self.delete_stripes(stripes.as_ref());
        Ok(())
    }

    /// `FileExists` where there is a thing of the new name, unless it is to be replaced.
    pub fn rename(&self, from: &str, to: &str, replace: bool) -> Result<()> {
        if let Some(folder) = &self.shared {
            let exists = || Error::new(ErrorKind::FileExists, Operation::Open);
            match (folder.has(from)?, folder.has(to)?) {
                (true, is_file) => {
                    if !is_file && self.agent.stat(to).is_ok() {
                        if !replace {
                            return Err(exists());
                        }
                        self.agent.delete(to)?;
                    }
                    return folder.rename(from, to, replace);
                }
                (false, true) if !replace => return Err(exists()),
                (false, true) => _ = folder.delete(to)?,
                (false, false) => {}
            }
        }
        let replaced = if replace && from != to { self.stripes_of(to)? } else { None };
        self.agent.rename(from, to, replace)?;
        self.delete_stripes(replaced.as_ref());
        Ok(())
    }

    pub fn stat(&self, name: &str) -> Result<ThingStatus> {
        if let Some(folder) = &self.shared
            && let Some(status) = folder.stat(name)?
        {
            return Ok(status);
        }
        self.whole(self.agent.stat(name)?)
    }

    pub fn is_striped(&self, name: &str) -> Result<bool> {
        Ok(self.stripes_of(name)?.is_some())
    }

    /// Whether it is a file in a folder that all nodes share, of which no agent knows.
    pub fn is_shared(&self, name: &str) -> Result<bool> {
        self.shared.as_ref().map_or(Ok(false), |folder| folder.has(name))
    }

    /// Some of the names that begin with `prefix`, from the first behind `after`, in order.
    pub fn list(&self, prefix: &str, after: &str) -> Result<Listing> {
        let Listing { mut things, more } = self.list_of_agents(prefix, after)?;
        let Some(folder) = &self.shared else { return Ok(Listing { things, more }) };
        let mut files = folder.list(prefix, after)?;
        if let Some(last) = things.last().filter(|_| more) {
            files.retain(|file| file.name < last.name);
        }
        things.extend(files);
        things.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(Listing { things, more })
    }

    /// Some of the names that begin with `prefix`, from the first behind `after`. Stripes are not listed, unless `prefix` asks for
    /// them.
    fn list_of_agents(&self, prefix: &str, after: &str) -> Result<Listing> {
        let shows_stripes = prefix.starts_with(STRIPES);
        let mut after = after.to_owned();
        loop {
            let Listing { mut things, more } = self.agent.list(prefix, &after)?;
            let last = things.last().map(|thing| thing.name.clone());
            things.retain(|thing| shows_stripes || !thing.name.starts_with(STRIPES));
            match last.filter(|_| more && things.is_empty()) {
                Some(last) => after = last,
                None => {
                    let whole = |thing: ThingStatus| match self.whole(thing) {
                        // Deleted since it was listed.
                        Err(error) if error.kind() == ErrorKind::NoSuchFile => None,
                        other => Some(other),
                    };
                    let things = things.into_iter().filter_map(whole).collect::<Result<_>>()?;
                    return Ok(Listing { things, more });
                }
            }
        }
    }

    /// What is reported of a head is that of all its stripes.
    fn whole(&self, status: ThingStatus) -> Result<ThingStatus> {
        if status.size != HEAD_BYTES {
            return Ok(status);
        }
        let Some(stripes) = self.stripes_of(&status.name)? else { return Ok(status) };
        let (mut size, mut reserved) = (0, status.reserved);
        for (index, name) in stripes.names().enumerate() {
            // One that is lost has nothing; opening the thing says so.
            let Ok(stripe) = self.agent.stat(&name) else { continue };
            size = size.max(stripes.size_by_stripe(index, stripe.size));
            reserved += stripe.reserved;
        }
        Ok(ThingStatus { size, reserved, ..status })
    }

    /// `None`: it has none, or does not exist.
    fn stripes_of(&self, name: &str) -> Result<Option<Stripes>> {
        match self.agent.stat(name) {
            Ok(status) if status.size == HEAD_BYTES => {}
            _ => return Ok(None),
        }
        let options = SpaceOptions { home: None, ..self.agent.options().clone() };
        let (agent, flags, hints) = (Arc::clone(self.agent), OpenFlags::READ, Hints::new());
        let door = Door { agent, name: name.to_owned(), label: None, flags, options, hints };
        match door.open(NewThing { kind: ThingKind::Memory, size: 0 }) {
            Ok(found) => StripedFile::layout_of(&found.file, found.status.size),
            Err(error) if error.kind() == ErrorKind::NoSuchFile => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Their name is gone. One on a node that cannot be reached goes with that node, or stays there without a name.
    fn delete_stripes(&self, stripes: Option<&Stripes>) {
        stripes.into_iter().flat_map(Stripes::names).for_each(|name| _ = self.agent.delete(&name));
    }
}

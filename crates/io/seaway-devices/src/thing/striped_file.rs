// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`StripedFile`]: an open thing whose bytes are those of several others, its stripes, which may have different homes. Its size
//! follows from those of the stripes: one that is shorter than it could be ends in zeros. The head is open as long as they are:
//! those who wait until its writers are done wait for the head, and locks on ranges are locks on the head.

use std::io::{IoSlice, IoSliceMut};

use seaway_channel::random_bytes;
use seaway_device_api::pieces::{check, pieces, pieces_mut};
use seaway_device_api::{
    DeviceFile, Durability, Error, ErrorKind, Extent, Guarantees, Hints, Locality, OpenFlags, Operation,
    RangeLock, RangeLocks, Result, Segments, SegmentsMut,
};
use seaway_messages::{NumberChange, ThingStatus};

use super::file::{Door, Found, NewThing, ThingFile};
use super::options::SpaceOptions;
use super::row::Row;
use super::stripes::{HEAD_BYTES, Stripes};

#[derive(Debug)]
pub(super) struct StripedFile {
    head: ThingFile,
    stripes: Vec<ThingFile>,
    layout: Stripes,
    hints: Hints,
}

const NEW: OpenFlags =
    OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE).union(OpenFlags::EXCLUSIVE);

impl StripedFile {
    /// Creates a thing of this name with its stripes on one node after the other. `FileExists` if there is one of its name.
    pub(super) fn create(door: &Door, new: NewThing, count: u32, block: u64) -> Result<(Self, ThingStatus)> {
        let layout = Stripes::new(random_bytes()?, new.kind, count, block);
        let created = Self::create_parts(door, new, &layout);
        if created.is_err() {
            // The first error is the one to report.
            layout.names().chain([layout.unfinished_name()]).for_each(|name| _ = door.agent.delete(&name));
        }
        created
    }

    fn create_parts(door: &Door, new: NewThing, layout: &Stripes) -> Result<(Self, ThingStatus)> {
        let nodes = door.agent.space()?.members;
        let own = nodes.iter().position(|node| node == door.agent.node()).unwrap_or(0);
        let (mut stripes, label) = (Vec::new(), Some(door.name.clone()));
        for (index, name) in layout.names().enumerate() {
            let home = nodes.get((own + index) % nodes.len().max(1)).cloned();
            let options = SpaceOptions { home, ..door.options.clone() };
            let part = Door { name, label: label.clone(), flags: NEW, options, ..door.clone() };
            stripes.push(part.open(NewThing { kind: new.kind, size: 0 })?.file);
        }
        let unfinished = layout.unfinished_name();
        let options = SpaceOptions { home: None, ..door.options.clone() };
        let part = Door { name: unfinished.clone(), label, flags: NEW, options, ..door.clone() };
        let Found { file: mut head, status, .. } = part.open(NewThing { kind: new.kind, size: 0 })?;
        head.write(&[Extent::new(0, HEAD_BYTES)], &Segments::new(&[IoSlice::new(&layout.to_head())]))?;
        // Others see it from here on, as one that is being written.
        door.agent.rename(&unfinished, &door.name, false)?;
        head.is_named(&door.name);
        let hints = door.options.in_use();
        let file = Self { head, stripes, layout: layout.clone(), hints };
        if new.size > 0
            && let Err(error) = file.preallocate(new.size)
        {
            let _ = door.agent.delete(&door.name);
            return Err(error);
        }
        let status = file.status(ThingStatus { name: door.name.clone(), ..status })?;
        Ok((file, status))
    }

    /// What is open is a head.
    pub(super) fn open(door: &Door, head: ThingFile, layout: Stripes) -> Result<Self> {
        let flags = door.flags - (OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
        let options = SpaceOptions { home: None, ..door.options.clone() };
        let open = |name: String| {
            let part = Door {
                name: name.clone(),
                label: Some(door.name.clone()),
                flags,
                options: options.clone(),
                ..door.clone()
            };
            part.open(NewThing { kind: layout.kind, size: 0 }).map(|found| found.file).map_err(|error| {
                if error.kind() != ErrorKind::NoSuchFile {
                    return error;
                }
                let detail =
                    format!("its stripe {name} is gone: the node that had it was lost, or it was deleted");
                Error::new(ErrorKind::PeerLost, Operation::Open)
                    .with_path(format!("thing:{}", door.name))
                    .with_detail(detail)
            })
        };
        let stripes = layout.names().map(open).collect::<Result<Vec<_>>>()?;
        let hints = door.options.in_use();
        Ok(Self { head, stripes, layout, hints })
    }

    /// What a head says, if this is one.
    pub(super) fn layout_of(file: &dyn DeviceFile, size: u64) -> Result<Option<Stripes>> {
        if size != HEAD_BYTES {
            return Ok(None);
        }
        let mut head = vec![0; usize::try_from(HEAD_BYTES).unwrap_or(0)];
        let mut into = [IoSliceMut::new(&mut head)];
        file.read(&[Extent::new(0, HEAD_BYTES)], &mut SegmentsMut::new(&mut into))?;
        Ok(Stripes::from_head(&head))
    }

    /// That of the head, with the size of all.
    pub(super) fn status(&self, head: ThingStatus) -> Result<ThingStatus> {
        Ok(ThingStatus { size: self.size()?, ..head })
    }

    pub(super) fn is_deleted(&self) -> bool {
        self.head.is_deleted()
    }

    pub(super) fn update(&self, offset: u64, change: NumberChange) -> Result<u64> {
        if !offset.is_multiple_of(8) {
            let detail = "a number is changed at an offset that is a multiple of 8";
            return Err(Error::new(ErrorKind::Argument, Operation::Write).with_detail(detail));
        }
        let (stripe, offset) = self.number_at(offset, 8)?;
        stripe.update(offset, change)
    }

    pub(super) fn accumulate(&self, row: &Row<'_>) -> Result<()> {
        let mut taken = 0;
        for part in self.layout.parts(row.offset(), row.bytes().len() as u64) {
            let (stripe, offset) = self.number_at(row.offset() + taken as u64, part.bytes)?;
            let bytes = usize::try_from(part.bytes).unwrap_or(usize::MAX);
            stripe.accumulate(&row.part(offset, taken..taken + bytes))?;
            taken += bytes;
        }
        Ok(())
    }

    /// The stripe of a number, which is as long as it has to be, and the offset there.
    fn number_at(&self, offset: u64, bytes: u64) -> Result<(&ThingFile, u64)> {
        let missing = || Error::new(ErrorKind::Internal, Operation::Write);
        let part = self.layout.parts(offset, bytes).next().ok_or_else(missing)?;
        let stripe = self.stripes.get(part.stripe).ok_or_else(missing)?;
        let end = part.offset + bytes;
        if stripe.size()? < end
            && offset.checked_add(bytes).is_some_and(|all| self.size().is_ok_and(|size| all <= size))
        {
            stripe.preallocate(end)?;
        }
        Ok((stripe, part.offset))
    }

    fn head_locks(&self) -> &dyn RangeLocks {
        &self.head
    }
}

/// A piece of memory, and where its bytes are.
struct Stretch<M> {
    /// In all of the thing.
    at: u64,
    /// In its stripe.
    offset: u64,
    memory: M,
}

impl DeviceFile for StripedFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        check(Operation::Read, extents, target.total())?;
        let mut places: Vec<Vec<Stretch<&mut [u8]>>> = self.stripes.iter().map(|_| Vec::new()).collect();
        for (offset, memory) in pieces_mut(extents, target) {
            let (mut at, mut rest) = (offset, memory);
            for part in self.layout.parts(offset, rest.len() as u64) {
                let (memory, others) = rest.split_at_mut(usize::try_from(part.bytes).unwrap_or(usize::MAX));
                places[part.stripe].push(Stretch { at, offset: part.offset, memory });
                (at, rest) = (at + part.bytes, others);
            }
        }
        let (mut size, mut read) = (None, 0);
        for (stripe, places) in self.stripes.iter().zip(&mut places).filter(|(_, places)| !places.is_empty())
        {
            let part = |place: &Stretch<&mut [u8]>| Extent::new(place.offset, place.memory.len() as u64);
            let wanted: Vec<Extent> = places.iter().map(part).collect();
            let mut memory: Vec<_> = places.iter_mut().map(|place| IoSliceMut::new(place.memory)).collect();
            let got = stripe.read(&wanted, &mut SegmentsMut::new(&mut memory))?;
            read += got;
            if got < wanted.iter().map(|extent| extent.len).sum() {
                // The end, or a hole behind the end of this stripe.
                let size = match size {
                    Some(size) => size,
                    None => *size.insert(self.size()?),
                };
                read += fill_holes(places, got, size);
            }
        }
        Ok(read)
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        check(Operation::Write, extents, source.total())?;
        let mut places: Vec<Vec<Stretch<&[u8]>>> = self.stripes.iter().map(|_| Vec::new()).collect();
        for (offset, memory) in pieces(extents, source) {
            let (mut at, mut rest) = (offset, memory);
            for part in self.layout.parts(offset, rest.len() as u64) {
                let (memory, others) = rest.split_at(usize::try_from(part.bytes).unwrap_or(usize::MAX));
                places[part.stripe].push(Stretch { at, offset: part.offset, memory });
                (at, rest) = (at + part.bytes, others);
            }
        }
        self.head.note_change();
        for (stripe, places) in self.stripes.iter().zip(&places).filter(|(_, places)| !places.is_empty()) {
            let part = |place: &Stretch<&[u8]>| Extent::new(place.offset, place.memory.len() as u64);
            let wanted: Vec<Extent> = places.iter().map(part).collect();
            let memory: Vec<_> = places.iter().map(|place| IoSlice::new(place.memory)).collect();
            stripe.write(&wanted, &Segments::new(&memory))?;
        }
        Ok(())
    }

    fn size(&self) -> Result<u64> {
        let mut size = 0;
        for (index, stripe) in self.stripes.iter().enumerate() {
            size = size.max(self.layout.size_by_stripe(index, stripe.size()?));
        }
        Ok(size)
    }

    fn set_size(&self, size: u64) -> Result<()> {
        check(Operation::SetSize, &[Extent::new(0, size)], size)?;
        self.head.note_change();
        let mut stripes = self.stripes.iter().enumerate();
        stripes.try_for_each(|(index, stripe)| stripe.set_size(self.layout.size_of_stripe(index, size)))
    }

    fn size_was_changed(&self) {
        self.stripes.iter().for_each(DeviceFile::size_was_changed);
    }

    fn preallocate(&self, size: u64) -> Result<()> {
        check(Operation::Preallocate, &[Extent::new(0, size)], size)?;
        let mut stripes = self.stripes.iter().enumerate();
        stripes.try_for_each(|(index, stripe)| stripe.preallocate(self.layout.size_of_stripe(index, size)))
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.stripes.iter().try_for_each(|stripe| stripe.sync(durability))?;
        self.head.sync(durability)
    }

    fn close(&self) -> Result<()> {
        // The head tells others that it is complete.
        let mut closed = Ok(());
        for stripe in &self.stripes {
            closed = closed.and(stripe.close());
        }
        closed.and_then(|()| self.head.close())
    }

    fn guarantees(&self) -> Guarantees {
        Guarantees { locality: Locality::Network, coherent: true, sparse: true, ..Guarantees::default() }
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        Some(self)
    }

    fn hints_in_use(&self) -> Hints {
        self.hints.clone()
    }
}

impl RangeLocks for StripedFile {
    fn lock(&self, extent: Extent, lock: RangeLock) -> Result<()> {
        self.head_locks().lock(extent, lock)
    }

    fn unlock(&self, extent: Extent) -> Result<()> {
        self.head_locks().unlock(extent)
    }
}

/// What a stripe has not, although the thing does not end there, is zero. Returns how many bytes that are; `got` is how many the
/// stripe had.
fn fill_holes(places: &mut [Stretch<&mut [u8]>], got: u64, size: u64) -> u64 {
    let (mut skip, mut filled) = (got, 0);
    for place in places {
        let len = place.memory.len() as u64;
        let had = skip.min(len);
        skip -= had;
        let inside = size.saturating_sub(place.at).min(len);
        let (from, to) = (usize::try_from(had).unwrap_or(0), usize::try_from(inside).unwrap_or(0));
        if from < to {
            place.memory[from..to].fill(0);
            filled += (to - from) as u64;
        }
    }
    filled
}

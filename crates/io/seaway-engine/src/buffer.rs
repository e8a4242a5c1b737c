// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ReadBuffer`] and [`WriteBuffer`]: the program's memory with the datatype that selects bytes of it.

use std::ops::{Deref, Range};

use seaway_datatype::{Datatype, Layout, Named};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_memory::{Source, Target};

use crate::loans::Hold;

/// `count` items of `datatype` to be written to a file.
#[derive(Debug)]
pub struct WriteBuffer<'a> {
    memory: Source<'a>,
    items: Items,
    hold: Hold<'a>,
}

/// `count` items of `datatype` to be filled from a file.
#[derive(Debug)]
pub struct ReadBuffer<'a> {
    memory: Target<'a>,
    items: Items,
    hold: Hold<'a>,
}

#[derive(Debug, Clone)]
pub(crate) struct Items {
    pub(crate) count: u64,
    pub(crate) datatype: ItemType,
    pub(crate) bytes: u64,
    /// Why there is no buffer. The rank still takes part up to the point where the others wait for it, and
    /// fails there.
    refused: Option<Error>,
}

/// The type of the items. Cloning a `Datatype` would make all ranks that are threads contend for the
/// reference counter of a predefined type.
#[derive(Debug, Clone)]
pub(crate) enum ItemType {
    Predefined(&'static Datatype),
    Made(Datatype),
}

impl Deref for ItemType {
    type Target = Datatype;

    fn deref(&self) -> &Datatype {
        match self {
            Self::Predefined(datatype) => datatype,
            Self::Made(datatype) => datatype,
        }
    }
}

impl<'a> WriteBuffer<'a> {
    pub fn bytes(bytes: &'a [u8]) -> Self {
        Self::of_elements(Source::from_slice(bytes), bytes.len() as u64, Named::Byte)
    }

    /// `memory` is `count` contiguous items of a predefined type.
    pub(crate) fn of_elements(memory: Source<'a>, count: u64, named: Named) -> Self {
        let items = Items::of_elements(count, named, memory.range());
        Self { memory, items, hold: Hold::Call }
    }

    /// `memory` holds `count` items of a predefined type. Fails if their size in bytes overflows.
    pub fn of_predefined(memory: Source<'a>, count: u64, datatype: &'static Datatype) -> Result<Self> {
        Ok(Self { memory, items: Items::of_predefined(count, datatype, Operation::Write)?, hold: Hold::Call })
    }

    /// Fails if the type is not committed or if its items do not fit into `memory`.
    pub fn new(memory: Source<'a>, count: u64, datatype: &Datatype) -> Result<Self> {
        let items = Items::new(count, datatype, memory.range(), Operation::Write)?;
        Ok(Self { memory, items, hold: Hold::Call })
    }

    /// Stands for a buffer that could not be made: a call with it fails with `error`, and a coordinated
    /// collective call fails on all ranks.
    pub fn refused(error: Error) -> Self {
        let nothing = Self::bytes(&[]);
        Self { items: Items { refused: Some(error), ..nothing.items }, ..nothing }
    }

    /// The bytes, if they are contiguous from the origin on; avoids walking the type's tree.
    pub(crate) fn as_one_piece(&self) -> Option<&'a [u8]> {
        self.memory.slice(self.items.one_piece()?).ok()
    }

    pub(crate) fn memory(&self) -> Source<'a> {
        self.memory
    }

    pub(crate) fn items(&self) -> &Items {
        &self.items
    }

    pub(crate) fn hold(&self) -> Hold<'a> {
        self.hold
    }

    pub(crate) fn held_by<'s>(self, hold: Hold<'s>) -> WriteBuffer<'s>
    where
        'a: 's,
    {
        WriteBuffer { memory: self.memory, items: self.items, hold }
    }
}

impl<'a> ReadBuffer<'a> {
    pub fn bytes(bytes: &'a mut [u8]) -> Self {
        let count = bytes.len() as u64;
        Self::of_elements(Target::from_slice(bytes), count, Named::Byte)
    }

    /// `memory` is `count` contiguous items of a predefined type.
    pub(crate) fn of_elements(memory: Target<'a>, count: u64, named: Named) -> Self {
        let items = Items::of_elements(count, named, memory.range());
        Self { memory, items, hold: Hold::Call }
    }

    /// `memory` has room for `count` items of a predefined type. Fails if their size in bytes overflows.
    pub fn of_predefined(memory: Target<'a>, count: u64, datatype: &'static Datatype) -> Result<Self> {
        Ok(Self { memory, items: Items::of_predefined(count, datatype, Operation::Read)?, hold: Hold::Call })
    }

    /// Fails if the type is not committed, or if its items do not fit into `memory`. MPI-5.0 "Data Access"
    /// forbids reading into types that name a byte twice; ROMIO and OMPIO accept them, and so does this: such
    /// a byte ends up with one of its values.
    pub fn new(memory: Target<'a>, count: u64, datatype: &Datatype) -> Result<Self> {
        let items = Items::new(count, datatype, memory.range(), Operation::Read)?;
        Ok(Self { memory, items, hold: Hold::Call })
    }

    /// As [`WriteBuffer::refused`].
    pub fn refused(error: Error) -> Self {
        let nothing = Self::bytes(&mut []);
        Self { items: Items { refused: Some(error), ..nothing.items }, ..nothing }
    }

    /// The bytes, if they are contiguous from the origin on.
    pub(crate) fn as_one_piece(&mut self) -> Option<&mut [u8]> {
        self.memory.slice(self.items.one_piece()?).ok()
    }

    pub(crate) fn parts(&mut self) -> (&mut Target<'a>, &Items) {
        (&mut self.memory, &self.items)
    }

    pub(crate) fn items(&self) -> &Items {
        &self.items
    }

    pub(crate) fn hold(&self) -> Hold<'a> {
        self.hold
    }

    pub(crate) fn held_by<'s>(self, hold: Hold<'s>) -> ReadBuffer<'s>
    where
        'a: 's,
    {
        ReadBuffer { memory: self.memory, items: self.items, hold }
    }
}

impl WriteBuffer<'static> {
    /// Lets nonblocking and split collective calls read this memory until they have ended, instead of a copy: it stays for
    /// ever, or the code that made the buffer from raw memory has promised that it stays that long.
    #[must_use]
    pub fn until_ended(self) -> Self {
        self.held_by(Hold::Forever)
    }
}

impl ReadBuffer<'static> {
    /// Lets nonblocking and split collective calls fill this memory until they have ended. As
    /// [`WriteBuffer::until_ended`].
    #[must_use]
    pub fn until_ended(self) -> Self {
        self.held_by(Hold::Forever)
    }
}

impl Items {
    /// `count` items of a predefined type without padding fill memory of this range.
    fn of_elements(count: u64, named: Named, memory: Range<i64>) -> Self {
        let bytes = u64::try_from(memory.end).unwrap_or(0);
        debug_assert_eq!(bytes, count * named.size());
        Self { count, datatype: ItemType::Predefined(Datatype::predefined(named)), bytes, refused: None }
    }

    fn new(count: u64, datatype: &Datatype, memory: Range<i64>, operation: Operation) -> Result<Self> {
        let layout = datatype.layout().map_err(|error| datatype_error(operation, "datatype", &error))?;
        let bytes = bytes_of(count, datatype, operation)?;
        let hull = layout.bounds(0..bytes);
        if bytes > 0 && (hull.start < memory.start || hull.end > memory.end) {
            let complaint = format!(
                "count {count} of {datatype} needs bytes {hull:?} of the buffer, which has {memory:?}"
            );
            return Err(Error::new(ErrorKind::Buffer, operation).with_detail(complaint));
        }
        Ok(Self { count, datatype: ItemType::Made(datatype.clone()), bytes, refused: None })
    }

    fn of_predefined(count: u64, datatype: &'static Datatype, operation: Operation) -> Result<Self> {
        let bytes = bytes_of(count, datatype, operation)?;
        Ok(Self { count, datatype: ItemType::Predefined(datatype), bytes, refused: None })
    }

    pub(crate) fn check(&self) -> Result<()> {
        self.refused.clone().map_or(Ok(()), Err)
    }

    fn one_piece(&self) -> Option<Range<i64>> {
        match &self.datatype {
            // Pair types have padding.
            ItemType::Predefined(datatype) if datatype.size() <= 1 => {}
            other => {
                let layout = other.layout().ok()?;
                if !layout.is_contiguous() || layout.true_lower_bound() != 0 {
                    return None;
                }
            }
        }
        Some(0..i64::try_from(self.bytes).ok()?)
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.datatype.layout().expect("checked when the buffer was made")
    }
}

fn bytes_of(count: u64, datatype: &Datatype, operation: Operation) -> Result<u64> {
    let bytes = count.checked_mul(datatype.size()).filter(|&bytes| i64::try_from(bytes).is_ok());
    bytes.ok_or_else(|| {
        let complaint = format!("count {count} of {datatype} is more than 2^63 bytes");
        Error::new(ErrorKind::Count, operation).with_detail(complaint)
    })
}

/// A complaint about a datatype, with the name of the argument it was passed as.
pub(crate) fn datatype_error(operation: Operation, argument: &str, error: &dyn std::error::Error) -> Error {
    Error::new(ErrorKind::Datatype, operation).with_detail(format!("{argument}: {error}"))
}

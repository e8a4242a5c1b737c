// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`ReadBuffer`] and [`WriteBuffer`]: the program's memory with the datatype that says which bytes of it count.

use std::ops::{Deref, Range};

use seaway_datatype::{Datatype, Layout, Named};
use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_memory::{Source, Target};

/// `count` items of `datatype` to be written to a file.
#[derive(Debug)]
pub struct WriteBuffer<'a> {
    memory: Source<'a>,
    items: Items,
    stays: bool,
}

/// `count` items of `datatype` to be filled from a file.
#[derive(Debug)]
pub struct ReadBuffer<'a> {
    memory: Target<'a>,
    items: Items,
    stays: bool,
}

#[derive(Debug, Clone)]
pub(crate) struct Items {
    pub(crate) count: u64,
    pub(crate) datatype: ItemType,
    pub(crate) bytes: u64,
    /// Why there are none. The rank goes as far as others wait for it, and fails there.
    refused: Option<Error>,
}

/// The type of the items. Ranks that are threads would all count on the one reference counter of a predefined type.
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

    /// `memory` holds `count` items of a predefined type, side by side.
    pub(crate) fn of_elements(memory: Source<'a>, count: u64, named: Named) -> Self {
        let datatype = ItemType::Predefined(Datatype::predefined(named));
        let items = Items { count, bytes: count * named.size(), datatype, refused: None };
        Self { memory, items, stays: false }
    }

    /// `memory` holds `count` items of a predefined type. Fails if their bytes cannot be counted.
    pub fn of_predefined(memory: Source<'a>, count: u64, datatype: &'static Datatype) -> Result<Self> {
        Ok(Self { memory, items: Items::of_predefined(count, datatype, Operation::Write)?, stays: false })
    }

    /// Fails if the type is not committed or if its items do not fit into `memory`.
    pub fn new(memory: Source<'a>, count: u64, datatype: &Datatype) -> Result<Self> {
        let items = Items::new(count, datatype, memory.range(), Operation::Write)?;
        Ok(Self { memory, items, stays: false })
    }

    /// In place of a buffer that could not be made: what is called with it fails with `error`, on all ranks if they meet.
    pub fn refused(error: Error) -> Self {
        let nothing = Self::bytes(&[]);
        Self { items: Items { refused: Some(error), ..nothing.items }, ..nothing }
    }

    /// The bytes, if they lie in one piece from the origin on: no need to look at the type's tree.
    pub(crate) fn as_one_piece(&self) -> Option<&'a [u8]> {
        self.memory.slice(self.items.one_piece()?).ok()
    }

    pub(crate) fn memory(&self) -> Source<'a> {
        self.memory
    }

    pub(crate) fn items(&self) -> &Items {
        &self.items
    }

    pub(crate) fn stays(&self) -> bool {
        self.stays
    }
}

impl<'a> ReadBuffer<'a> {
    pub fn bytes(bytes: &'a mut [u8]) -> Self {
        let count = bytes.len() as u64;
        Self::of_elements(Target::from_slice(bytes), count, Named::Byte)
    }

    /// `memory` holds `count` items of a predefined type, side by side.
    pub(crate) fn of_elements(memory: Target<'a>, count: u64, named: Named) -> Self {
        let datatype = ItemType::Predefined(Datatype::predefined(named));
        let items = Items { count, bytes: count * named.size(), datatype, refused: None };
        Self { memory, items, stays: false }
    }

    /// `memory` has room for `count` items of a predefined type. Fails if their bytes cannot be counted.
    pub fn of_predefined(memory: Target<'a>, count: u64, datatype: &'static Datatype) -> Result<Self> {
        Ok(Self { memory, items: Items::of_predefined(count, datatype, Operation::Read)?, stays: false })
    }

    /// Fails if the type is not committed, if its items do not fit into `memory`, or if it names a byte twice.
    pub fn new(memory: Target<'a>, count: u64, datatype: &Datatype) -> Result<Self> {
        let items = Items::new(count, datatype, memory.range(), Operation::Read)?;
        if items.overlap() {
            // MPI-5.0 "Data Access": a type used for reading must not have overlapping entries.
            let complaint = format!("{datatype} names some byte twice and cannot be read into");
            return Err(Error::new(ErrorKind::Datatype, Operation::Read).with_detail(complaint));
        }
        Ok(Self { memory, items, stays: false })
    }

    /// As [`WriteBuffer::refused`].
    pub fn refused(error: Error) -> Self {
        let nothing = Self::bytes(&mut []);
        Self { items: Items { refused: Some(error), ..nothing.items }, ..nothing }
    }

    /// The bytes, if they lie in one piece from the origin on.
    pub(crate) fn as_one_piece(&mut self) -> Option<&mut [u8]> {
        self.memory.slice(self.items.one_piece()?).ok()
    }

    pub(crate) fn parts(&mut self) -> (&mut Target<'a>, &Items) {
        (&mut self.memory, &self.items)
    }

    pub(crate) fn items(&self) -> &Items {
        &self.items
    }

    pub(crate) fn stays(&self) -> bool {
        self.stays
    }
}

impl WriteBuffer<'static> {
    /// Says that the memory stays as it is until a split collective call that begins with it has been ended.
    #[must_use]
    pub fn until_ended(self) -> Self {
        Self { stays: true, ..self }
    }
}

impl ReadBuffer<'static> {
    /// Says that the memory is nobody else's until a split collective call that begins with it has been ended.
    #[must_use]
    pub fn until_ended(self) -> Self {
        Self { stays: true, ..self }
    }
}

impl Items {
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

    /// Whether some byte is named twice. Types whose instances lie between each other, as the columns of a matrix do,
    /// meet themselves only if there are too many. Exact for a few runs; for many, what takes long to find out passes.
    fn overlap(&self) -> bool {
        const RUNS_TO_SORT: u64 = 1 << 12;
        let layout = self.layout();
        if !layout.has_overlap() {
            return false;
        }
        let hull = layout.bounds(0..self.bytes);
        if self.bytes > hull.end.abs_diff(hull.start) {
            return true;
        }
        if layout.run_count().saturating_mul(self.count) > RUNS_TO_SORT {
            return false;
        }
        let mut runs: Vec<_> = layout.runs(0..self.bytes).map(|run| (run.offset, run.len)).collect();
        runs.sort_unstable();
        runs.windows(2).any(|pair| pair[0].0.saturating_add_unsigned(pair[0].1) > pair[1].0)
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

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Data whose representation differs between memory and file: converted as a whole through a buffer.

use std::sync::LazyLock;

use seaway_datatype::{Datatype, Layout};
use seaway_device_api::{Operation, Result};
use seaway_memory::{Source, Target};

use crate::memory_side::{MemorySource, MemoryTarget, room};
use crate::representation::DataRepresentation;
use crate::view::{View, ViewRange};
use crate::{ReadBuffer, WriteBuffer};

/// Bytes in file representation.
#[derive(Debug)]
pub(super) struct Converted(Vec<u8>);

impl Converted {
    pub(super) fn room(bytes: u64, operation: Operation) -> Result<Self> {
        room(bytes, operation).map(Self)
    }

    pub(super) fn from_memory(
        conversion: &dyn DataRepresentation,
        buffer: &WriteBuffer<'_>,
        range: &ViewRange<'_>,
    ) -> Result<Self> {
        let mut room = Self::room(range.bytes(), Operation::Write)?;
        let items = buffer.items();
        conversion.encode(buffer.memory(), &items.datatype, items.count, &mut room.0)?;
        Ok(room)
    }

    /// Returns how many bytes of memory the first `got` bytes fill.
    pub(super) fn to_memory(&self, view: &View, got: u64, buffer: &mut ReadBuffer<'_>) -> Result<u64> {
        let Some(conversion) = view.representation().conversion() else { return Ok(got) };
        let got = usize::try_from(got).unwrap_or(usize::MAX).min(self.0.len());
        let (memory, items) = buffer.parts();
        conversion.decode(&self.0[..got], &items.datatype, items.count, memory)
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.0
    }

    pub(super) fn source(&self) -> MemorySource<'_> {
        MemorySource { layout: bytes(), memory: Source::from_slice(&self.0) }
    }

    pub(super) fn with_target<T>(&mut self, work: impl FnOnce(MemoryTarget<'_, '_>) -> T) -> T {
        work(MemoryTarget { layout: bytes(), memory: &mut Target::from_slice(&mut self.0) })
    }
}

fn bytes() -> &'static Layout {
    static BYTES: LazyLock<Datatype> = LazyLock::new(Datatype::bytes);
    BYTES.layout().expect("predefined types are committed")
}

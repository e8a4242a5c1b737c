// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Shapes`]: the views that a connection has defined, as trees of datatypes, and where their bytes lie.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

use seaway_datatype::{Datatype, Layout};
use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_messages::{MAX_SHAPES, MAX_TREES};

#[derive(Debug, Default)]
pub(super) struct Shapes {
    /// With the length of the tree.
    known: HashMap<u32, (usize, Result<Arc<Shape>>)>,
}

/// A datatype, repeated from a displacement on.
#[derive(Debug)]
pub(super) struct Shape {
    displacement: u64,
    datatype: Datatype,
}

impl Shapes {
    /// False: more than a connection may have.
    pub(super) fn insert(&mut self, number: u32, displacement: u64, tree: &[u8]) -> bool {
        self.known.remove(&number);
        let bytes: usize = self.known.values().map(|(bytes, _)| bytes).sum();
        if self.known.len() >= MAX_SHAPES || bytes + tree.len() > MAX_TREES {
            return false;
        }
        // An invalid shape is reported to the requests that use it.
        self.known.insert(number, (tree.len(), Shape::new(displacement, tree).map(Arc::new)));
        true
    }

    pub(super) fn remove(&mut self, number: u32) {
        self.known.remove(&number);
    }

    pub(super) fn get(&self, number: u32) -> Result<Arc<Shape>> {
        match self.known.get(&number) {
            Some((_, shape)) => shape.clone(),
            None => Err(refused(format!("no view has the number {number}"))),
        }
    }
}

impl Shape {
    fn new(displacement: u64, tree: &[u8]) -> Result<Self> {
        let datatype = Datatype::decode(tree).map_err(|error| refused(error.to_string()))?;
        datatype.commit();
        let shape = Self { displacement, datatype };
        let layout = shape.layout()?;
        if layout.size() > 0 && layout.true_lower_bound() < 0 {
            return Err(refused("a view begins before the file".into()));
        }
        if layout.size() > 0 && layout.extent() <= 0 {
            return Err(refused("the pieces of a view are not in ascending order".into()));
        }
        Ok(shape)
    }

    fn layout(&self) -> Result<&Layout> {
        self.datatype.layout().map_err(|error| refused(error.to_string()))
    }

    /// Whether the view has these positions, and all file offsets fit 63 bits.
    pub(super) fn check(&self, positions: &Range<u64>) -> Result<()> {
        if positions.is_empty() {
            return Ok(());
        }
        let layout = self.layout()?;
        let far = || refused(format!("position {} of the view lies beyond 2^63", positions.end));
        if layout.size() == 0 {
            return Err(refused("bytes of a view that has none".into()));
        }
        // The tiling itself must not overflow: instance number times extent.
        let instances = i64::try_from((positions.end - 1) / layout.size() + 1).map_err(|_| far())?;
        let reach = instances
            .checked_mul(layout.extent())
            .and_then(|reach| reach.checked_add(layout.true_upper_bound()));
        let end = reach.and_then(|reach| self.displacement.checked_add_signed(reach)).ok_or_else(far)?;
        if i64::try_from(end).is_ok() { Ok(()) } else { Err(far()) }
    }

    /// The pieces of checked positions, in the order of the view.
    pub(super) fn extents(&self, positions: Range<u64>) -> Result<impl Iterator<Item = Extent>> {
        let displacement = self.displacement;
        let runs = self.layout()?.runs(positions);
        // Not negative: checked when the shape was created.
        Ok(runs.map(move |run| Extent::new(displacement + run.offset.unsigned_abs(), run.len)))
    }
}

fn refused(detail: String) -> Error {
    Error::new(ErrorKind::Datatype, Operation::SetView).with_detail(detail)
}

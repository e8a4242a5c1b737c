// SPDX-License-Identifier: MIT OR Apache-2.0
//! From a construction to its shape.

use crate::assembly::{Assembly, Block, Space, assemble};
use crate::construction::Construction;
use crate::datatype::Datatype;
use crate::error::DatatypeError;
use crate::named::Named;
use crate::shape::{Blame, Reach, Shape};

/// Size and bounds of a construction, or which argument overflows.
pub(crate) fn shape_of(construction: &Construction, space: Space) -> Result<Shape, DatatypeError> {
    assemble(&ShapeAssembly { space }, construction)
}

struct ShapeAssembly {
    space: Space,
}

impl Assembly for ShapeAssembly {
    type Part = Shape;

    fn named(&self, named: Named) -> Result<Shape, DatatypeError> {
        match self.space {
            Space::Native => Ok(Shape::native(named)),
            Space::External32 => Shape::external32(named),
        }
    }

    fn child(&self, child: &Datatype) -> Result<Shape, DatatypeError> {
        child.shape(self.space).copied()
    }

    fn extent(&self, child: &Datatype) -> Result<i64, DatatypeError> {
        child.shape(self.space).map(Shape::extent)
    }

    fn repeated(&self, count: u64, stride: i128, part: Shape, blame: Blame) -> Result<Shape, DatatypeError> {
        part.repeated(count, stride, blame)
    }

    fn blocks(
        &self,
        blocks: impl Iterator<Item = Block>,
        stride: i64,
        part: Shape,
        blame: Blame,
    ) -> Result<Shape, DatatypeError> {
        // Types of a million blocks are common, and most have blocks of one length: hoist what is the same
        // for all of them.
        let mut copies = 0_u128;
        let mut reach = Reach::NOWHERE;
        let mut blocks = blocks.filter(|&(_, count)| count > 0).peekable();
        while let Some((displacement, count)) = blocks.next() {
            let (mut lowest, mut highest, mut alike) = (displacement, displacement, 1_u128);
            while let Some((displacement, _)) = blocks.next_if(|&(_, other)| other == count) {
                lowest = lowest.min(displacement);
                highest = highest.max(displacement);
                alike += 1;
            }
            let last = i128::from(stride).saturating_mul(i128::from(count - 1));
            for displacement in [lowest, highest] {
                reach.include(
                    displacement.saturating_add(last.min(0)),
                    displacement.saturating_add(last.max(0)),
                );
            }
            copies = copies.saturating_add(alike.saturating_mul(count.into()));
        }
        if copies == 0 { Ok(Shape::EMPTY) } else { part.scattered(copies, reach, blame) }
    }

    fn listed(
        &self,
        parts: impl Iterator<Item = Result<(i128, Shape), DatatypeError>>,
        blame: Blame,
    ) -> Result<Shape, DatatypeError> {
        let mut whole = Shape::EMPTY;
        for part in parts {
            let (displacement, part) = part?;
            whole = whole.joined(&part.shifted(displacement, blame)?, blame)?;
        }
        Ok(whole)
    }

    fn bounded(&self, low: i64, extent: i128, part: Shape, blame: Blame) -> Result<Shape, DatatypeError> {
        part.bounded(low, extent, blame)
    }

    fn padded(&self, part: Shape, blame: Blame) -> Result<Shape, DatatypeError> {
        part.padded(blame)
    }
}

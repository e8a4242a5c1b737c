// SPDX-License-Identifier: MIT OR Apache-2.0
//! Size and bounds of a datatype, and how they combine. All arithmetic is checked here, once, when a datatype
//! is constructed; later traversals rely on it.

use crate::error::DatatypeError;
use crate::named::Named;

/// Bytes from `low` up to, not including, `high`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Span {
    pub(crate) low: i64,
    pub(crate) high: i64,
}

/// MPI's size, lower and upper bound, and true bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Shape {
    pub(crate) size: u64,
    /// Lower to upper bound; `None` for a type map without entries.
    pub(crate) span: Option<Span>,
    /// True bounds; `None` without data.
    pub(crate) data: Option<Span>,
    /// Whether the bounds were set explicitly. MPI-5.0, "Lower-Bound and Upper-Bound Markers": if any part of
    /// a type has markers, only markers count.
    pub(crate) marked: bool,
    pub(crate) alignment: u64,
    pub(crate) kinds: Kinds,
}

/// Which basic elements the type contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kinds {
    None,
    One(Named),
    Several,
}

/// Names of the arguments to report when a size or an offset overflows.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Blame {
    pub(crate) size: &'static str,
    pub(crate) offset: &'static str,
}

/// How far blocks of copies are moved, over all blocks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Reach {
    lowest_low: i128,
    highest_low: i128,
    lowest_high: i128,
    highest_high: i128,
}

impl Shape {
    pub(crate) const EMPTY: Shape =
        Shape { size: 0, span: None, data: None, marked: false, alignment: 1, kinds: Kinds::None };

    /// A predefined type in memory.
    pub(crate) fn native(named: Named) -> Shape {
        let size = named.size();
        let padded = match named.parts() {
            Some([first, second]) => {
                let second_at = first.size().next_multiple_of(second.alignment());
                (second_at + second.size()).next_multiple_of(named.alignment())
            }
            None => size,
        };
        let data = match named.parts() {
            Some([first, second]) => first.size().next_multiple_of(second.alignment()) + second.size(),
            None => size,
        };
        Shape {
            size,
            span: Some(Span::from_zero(padded)),
            data: Some(Span::from_zero(data)),
            marked: false,
            alignment: named.alignment(),
            kinds: Kinds::of(named),
        }
    }

    /// A predefined type in a file of representation external32, which aligns nothing.
    pub(crate) fn external32(named: Named) -> Result<Shape, DatatypeError> {
        let size = named.external32_size().ok_or(DatatypeError::NotPortable { name: named.name() })?;
        let span = Some(Span::from_zero(size));
        Ok(Shape { size, span, data: span, marked: false, alignment: 1, kinds: Kinds::of(named) })
    }

    pub(crate) fn lower_bound(&self) -> i64 {
        self.span.map_or(0, |span| span.low)
    }

    pub(crate) fn upper_bound(&self) -> i64 {
        self.span.map_or(0, |span| span.high)
    }

    /// Cannot overflow: every constructor checks it.
    pub(crate) fn extent(&self) -> i64 {
        self.span.map_or(0, |span| span.high.wrapping_sub(span.low))
    }

    /// `count` copies, `stride` bytes apart.
    pub(crate) fn repeated(&self, count: u64, stride: i128, blame: Blame) -> Result<Shape, DatatypeError> {
        if count == 0 {
            return Ok(Shape::EMPTY);
        }
        let size = u128::from(self.size) * u128::from(count);
        let size = checked_size(size, blame)?;
        let last = stride.saturating_mul(i128::from(count - 1));
        let widen = |span: Option<Span>| {
            span.map(|span| {
                let low = i128::from(span.low).saturating_add(last.min(0));
                let high = i128::from(span.high).saturating_add(last.max(0));
                Span::checked(low, high, blame)
            })
            .transpose()
        };
        Ok(Shape { size, span: widen(self.span)?, data: widen(self.data)?, ..*self })
    }

    /// Many copies, in blocks displaced within `reach`.
    pub(crate) fn scattered(&self, copies: u128, reach: Reach, blame: Blame) -> Result<Shape, DatatypeError> {
        let size = checked_size(u128::from(self.size).saturating_mul(copies), blame)?;
        let widen = |span: Option<Span>| {
            span.map(|span| {
                let moved = |end: i64, by: i128| i128::from(end).saturating_add(by);
                // No block's own bounds may overflow, even if other blocks enclose them.
                for inner in [moved(span.low, reach.highest_low), moved(span.high, reach.lowest_high)] {
                    i64::try_from(inner).map_err(|_| overflow(blame.offset))?;
                }
                Span::checked(moved(span.low, reach.lowest_low), moved(span.high, reach.highest_high), blame)
            })
            .transpose()
        };
        Ok(Shape { size, span: widen(self.span)?, data: widen(self.data)?, ..*self })
    }

    /// Moved by `by` bytes.
    pub(crate) fn shifted(&self, by: i128, blame: Blame) -> Result<Shape, DatatypeError> {
        let shift = |span: Option<Span>| {
            span.map(|span| {
                let low = i128::from(span.low).checked_add(by).ok_or(overflow(blame.offset))?;
                let high = i128::from(span.high).checked_add(by).ok_or(overflow(blame.offset))?;
                Span::checked(low, high, blame)
            })
            .transpose()
        };
        Ok(Shape { span: shift(self.span)?, data: shift(self.data)?, ..*self })
    }

    /// Both, one after the other in the type map.
    pub(crate) fn joined(&self, other: &Shape, blame: Blame) -> Result<Shape, DatatypeError> {
        let span = match (self.marked, other.marked) {
            (true, false) => self.span,
            (false, true) => other.span,
            _ => Span::hull(self.span, other.span, blame)?,
        };
        Ok(Shape {
            size: checked_size(u128::from(self.size) + u128::from(other.size), blame)?,
            span,
            data: Span::hull(self.data, other.data, blame)?,
            marked: self.marked || other.marked,
            alignment: self.alignment.max(other.alignment),
            kinds: self.kinds.joined(other.kinds),
        })
    }

    /// With explicit bounds.
    pub(crate) fn bounded(&self, low: i64, extent: i128, blame: Blame) -> Result<Shape, DatatypeError> {
        let high = i128::from(low).checked_add(extent).ok_or(overflow(blame.offset))?;
        let high = i64::try_from(high).map_err(|_| overflow(blame.offset))?;
        i64::try_from(extent).map_err(|_| overflow(blame.offset))?;
        Ok(Shape { span: Some(Span { low, high }), marked: true, ..*self })
    }

    /// With the padding that a C compiler would put at the end of a structure. MPI-5.0, "Derived Datatypes",
    /// applies it to types without explicit bounds; as MPICH does, and unlike Open MPI, we apply it to
    /// structures only, for which it is meant.
    pub(crate) fn padded(&self, blame: Blame) -> Result<Shape, DatatypeError> {
        let Some(span) = self.span.filter(|_| !self.marked) else { return Ok(*self) };
        let extent = span.high.abs_diff(span.low);
        let padding = extent.next_multiple_of(self.alignment) - extent;
        let span = Span::checked(i128::from(span.low), i128::from(span.high) + i128::from(padding), blame)?;
        Ok(Shape { span: Some(span), ..*self })
    }
}

impl Reach {
    pub(crate) const NOWHERE: Reach = Reach {
        lowest_low: i128::MAX,
        highest_low: i128::MIN,
        lowest_high: i128::MAX,
        highest_high: i128::MIN,
    };

    /// Another block, whose copies are moved by `low` to `high` bytes.
    pub(crate) fn include(&mut self, low: i128, high: i128) {
        self.lowest_low = self.lowest_low.min(low);
        self.highest_low = self.highest_low.max(low);
        self.lowest_high = self.lowest_high.min(high);
        self.highest_high = self.highest_high.max(high);
    }
}

impl Kinds {
    fn of(named: Named) -> Kinds {
        match named.parts() {
            Some([first, second]) => Kinds::One(first).joined(Kinds::One(second)),
            None => Kinds::One(named),
        }
    }

    fn joined(self, other: Kinds) -> Kinds {
        match (self, other) {
            (Kinds::None, kinds) | (kinds, Kinds::None) => kinds,
            (Kinds::One(named), Kinds::One(other)) if named == other => Kinds::One(named),
            _ => Kinds::Several,
        }
    }
}

impl Span {
    fn from_zero(len: u64) -> Span {
        Span { low: 0, high: i64::try_from(len).expect("predefined types are small") }
    }

    fn checked(low: i128, high: i128, blame: Blame) -> Result<Span, DatatypeError> {
        let error = |_| overflow(blame.offset);
        let span =
            Span { low: i64::try_from(low).map_err(error)?, high: i64::try_from(high).map_err(error)? };
        i64::try_from(high - low).map_err(error)?;
        Ok(span)
    }

    fn hull(a: Option<Span>, b: Option<Span>, blame: Blame) -> Result<Option<Span>, DatatypeError> {
        let (Some(a), Some(b)) = (a, b) else { return Ok(a.or(b)) };
        Span::checked(i128::from(a.low.min(b.low)), i128::from(a.high.max(b.high)), blame).map(Some)
    }
}

fn overflow(argument: &'static str) -> DatatypeError {
    DatatypeError::Overflow { argument }
}

/// MPI_Count is signed, so a size must fit in 63 bits.
fn checked_size(size: u128, blame: Blame) -> Result<u64, DatatypeError> {
    i64::try_from(size).map(i64::unsigned_abs).map_err(|_| overflow(blame.size))
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`View`]: which bytes of the file a rank sees, and in which order. Everything below works on *positions*,
//! bytes of the view's data stream in file representation; a view maps them to file offsets and back.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use seaway_datatype::{Datatype, Layout};
use seaway_device_api::{Error, ErrorKind, Extent, FileShape, Operation, Result};

use crate::buffer::datatype_error;
use crate::representation::Representation;

/// MPI_DISPLACEMENT_CURRENT: the view of a sequential file starts at its shared pointer.
pub const DISPLACEMENT_CURRENT: i64 = i64::MIN;

/// Start of a filetype and the sum over its pieces, as computed last.
type TileFingerprint = Arc<Mutex<Option<(u64, u64)>>>;

/// A rank's view of a file.
#[derive(Debug, Clone)]
pub struct View {
    displacement: u64,
    etype: Datatype,
    filetype: Datatype,
    representation: Representation,
    /// The filetype as stored in the file: for `native`, the filetype itself.
    stored: Datatype,
    /// Bytes of an etype in the file.
    etype_bytes: u64,
    /// Offset of the view's data, if they are the whole rest of the file.
    contiguous_from: Option<u64>,
    tile_fingerprint: TileFingerprint,
    /// For devices that lay bytes out themselves; computed on first use.
    shape: OnceLock<FileShape>,
}

impl View {
    /// The view of a newly opened file: a stream of bytes.
    pub(crate) fn of_bytes() -> Self {
        Self::of_stored(0, Datatype::bytes())
    }

    /// A view received from another rank: only the location of its bytes.
    pub(crate) fn of_stored(displacement: u64, stored: Datatype) -> Self {
        stored.commit();
        Self::assemble(displacement, Datatype::bytes(), stored.clone(), Representation::native(), stored, 1)
    }

    fn assemble(
        displacement: u64,
        etype: Datatype,
        filetype: Datatype,
        representation: Representation,
        stored: Datatype,
        etype_bytes: u64,
    ) -> Self {
        let contiguous_from =
            stored.layout().ok().filter(|layout| layout.is_contiguous() && layout.size() > 0);
        let contiguous_from =
            contiguous_from.and_then(|layout| displacement.checked_add_signed(layout.true_lower_bound()));
        let tile_fingerprint = TileFingerprint::default();
        View {
            displacement,
            etype,
            filetype,
            representation,
            stored,
            etype_bytes,
            contiguous_from,
            tile_fingerprint,
            shape: OnceLock::new(),
        }
    }

    pub(crate) fn new(
        displacement: i64,
        etype: &Datatype,
        filetype: &Datatype,
        representation: Representation,
        for_writing: bool,
    ) -> Result<Self> {
        let displacement = u64::try_from(displacement).map_err(|_| {
            complaint(ErrorKind::Argument, format!("displacement {displacement} is negative"))
        })?;
        for (argument, datatype) in [("etype", etype), ("filetype", filetype)] {
            datatype.layout().map_err(|error| datatype_error(Operation::SetView, argument, &error))?;
        }
        let stored = representation.stored_type(filetype)?;
        let etype_bytes = representation.stored_type(etype)?.size();
        let view = Self::assemble(
            displacement,
            etype.clone(),
            filetype.clone(),
            representation,
            stored,
            etype_bytes,
        );
        view.validate(for_writing)?;
        Ok(view)
    }

    /// MPI-5.0 "File Views": the requirements on a filetype.
    fn validate(&self, for_writing: bool) -> Result<()> {
        let Self { filetype, etype, .. } = self;
        let (layout, size) = (self.layout(), self.stored.size());
        if size > 0 && (self.etype_bytes == 0 || !size.is_multiple_of(self.etype_bytes)) {
            let text = format!("filetype {filetype} ({size} bytes) is not a whole number of etypes {etype}");
            return Err(complaint(ErrorKind::Argument, text));
        }
        if size > 0 && layout.true_lower_bound() < 0 {
            let text =
                format!("filetype {filetype} has the negative displacement {}", layout.true_lower_bound());
            return Err(complaint(ErrorKind::Datatype, text));
        }
        if layout.is_monotone() {
            return Ok(());
        }
        if for_writing && self.repeats_a_byte() {
            let text = format!(
                "filetype {filetype} selects a byte twice; a view for writing must not \
                                overlap"
            );
            return Err(complaint(ErrorKind::Datatype, text));
        }
        if !layout.runs(0..size).map(|run| run.offset).is_sorted() || layout.extent() <= 0 {
            let text =
                format!("filetype {filetype} has decreasing displacements; sort its blocks by displacement");
            return Err(complaint(ErrorKind::Datatype, text));
        }
        Ok(())
    }

    /// Whether a filetype names a byte twice. Overlap with the next instance is no reason to refuse it:
    /// PnetCDF makes such types, and uses only the first instance.
    fn repeats_a_byte(&self) -> bool {
        let layout = self.layout();
        let mut runs: Vec<_> = layout.runs(0..layout.size()).map(|run| (run.offset, run.len)).collect();
        runs.sort_unstable();
        runs.windows(2).any(|pair| pair[0].0.saturating_add_unsigned(pair[0].1) > pair[1].0)
    }

    /// Later data may lie before earlier data: the view shows some bytes twice, which MPI allows for reading,
    /// or its filetype instances interleave, as the columns of a matrix do. Positions and offsets then do not
    /// map one to one, so such views are accessed piece by piece and never exchanged.
    pub(crate) fn jumps_back(&self) -> bool {
        !self.layout().is_monotone()
    }

    pub fn displacement(&self) -> u64 {
        self.displacement
    }

    pub fn etype(&self) -> &Datatype {
        &self.etype
    }

    pub fn filetype(&self) -> &Datatype {
        &self.filetype
    }

    pub fn representation(&self) -> &Representation {
        &self.representation
    }

    /// Bytes of an etype in the file.
    pub fn etype_bytes(&self) -> u64 {
        self.etype_bytes
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.stored.layout().expect("a view is made of committed types")
    }

    /// Offset at which the view begins, if it shows the file's bytes unchanged from there on.
    pub(crate) fn bytes_from(&self) -> Option<u64> {
        self.contiguous_from.filter(|_| self.representation.conversion().is_none())
    }

    /// As [`bytes_from`](Self::bytes_from), also if the file has another representation.
    pub(crate) fn all_bytes_from(&self) -> Option<u64> {
        self.contiguous_from
    }

    pub(crate) fn stored(&self) -> &Datatype {
        &self.stored
    }

    /// Where the bytes lie, in a form that does not depend on this process and its types.
    pub(crate) fn shape(&self) -> &FileShape {
        self.shape.get_or_init(|| FileShape::new(self.displacement, self.stored.encode()))
    }

    /// The sum of `fingerprint(start, end)` over the pieces of one filetype that begins `shift` bytes into
    /// the range it is to cover. Programs repeat themselves, so the last answer is cached.
    pub(crate) fn tile_fingerprint(&self, shift: u64, fingerprint: impl Fn(u64, u64) -> u64) -> u64 {
        let mut kept = self.tile_fingerprint.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, sum)) = kept.filter(|(kept_shift, _)| *kept_shift == shift) {
            return sum;
        }
        let layout = self.layout();
        let pieces =
            layout.runs(0..layout.size()).map(|run| (shift.wrapping_add_signed(run.offset), run.len));
        let sum = pieces
            .fold(0_u64, |sum, (start, len)| sum.wrapping_add(fingerprint(start, start.wrapping_add(len))));
        *kept = Some((shift, sum));
        sum
    }

    /// File offset of a position.
    pub(crate) fn file_offset(&self, position: u64, operation: Operation) -> Result<u64> {
        let overflow = || {
            Error::new(ErrorKind::Argument, operation)
                .with_detail(format!("position {position} lies beyond 2^63"))
        };
        if self.stored.size() == 0 {
            return Ok(self.displacement);
        }
        // The tiling itself must not overflow: instance number times extent.
        let instance = i64::try_from(position / self.stored.size()).map_err(|_| overflow())?;
        let reach =
            instance.checked_add(1).and_then(|count| count.checked_mul(self.layout().extent().max(1)));
        reach.ok_or_else(overflow)?;
        let offset = u64::try_from(self.layout().offset_of(position)).map_err(|_| overflow())?;
        offset.checked_add(self.displacement).filter(|&end| i64::try_from(end).is_ok()).ok_or_else(overflow)
    }

    /// Number of the view's bytes that lie before file offset `end`.
    pub(crate) fn position_before(&self, end: u64) -> u64 {
        if self.stored.size() == 0 || end <= self.displacement {
            return 0;
        }
        let offset = i64::try_from(end - self.displacement).unwrap_or(i64::MAX);
        if self.jumps_back() { self.counted_before(offset) } else { self.layout().position_of(offset) }
    }

    /// For views that jump back: instances entirely before `offset`, then run by run.
    fn counted_before(&self, offset: i64) -> u64 {
        let layout = self.layout();
        let whole = offset.saturating_sub(layout.true_upper_bound()).max(0).unsigned_abs()
            / layout.extent().unsigned_abs();
        let start = whole.saturating_mul(layout.size());
        let rest = layout.runs(start..u64::MAX).take_while(|run| run.offset < offset);
        start + rest.map(|run| run.len.min(offset.abs_diff(run.offset))).sum::<u64>()
    }

    /// Etypes that begin before the end of a file of `size` bytes: where MPI_SEEK_END points.
    pub(crate) fn etypes_before(&self, size: u64) -> u64 {
        match self.etype_bytes {
            0 => 0,
            bytes => self.position_before(size).div_ceil(bytes),
        }
    }

    /// The part of the view that an access of `bytes` at etype `offset` touches.
    pub(crate) fn range(&self, offset: u64, bytes: u64, operation: Operation) -> Result<ViewRange<'_>> {
        let start = offset.checked_mul(self.etype_bytes);
        let end = start.and_then(|start| start.checked_add(bytes));
        let (Some(start), Some(end)) = (start, end) else {
            let text = format!("offset {offset} etypes and {bytes} bytes reach beyond 2^63");
            return Err(Error::new(ErrorKind::Argument, operation).with_detail(text));
        };
        if bytes == 0 {
            return self.positions(start..start, operation);
        }
        if self.stored.size() == 0 {
            let text = format!(
                "the view's filetype {} contains no data, but {bytes} bytes were requested",
                self.filetype
            );
            return Err(Error::new(ErrorKind::Argument, operation).with_detail(text));
        }
        self.positions(start..end, operation)
    }

    pub(crate) fn positions(&self, positions: Range<u64>, operation: Operation) -> Result<ViewRange<'_>> {
        if positions.is_empty() {
            return Ok(ViewRange {
                view: self,
                positions: positions.start..positions.start,
                hull: Extent::new(0, 0),
            });
        }
        if let Some(hull) = self.contiguous_hull(&positions) {
            return Ok(ViewRange { view: self, positions, hull });
        }
        let first = self.file_offset(positions.start, operation)?;
        let last = self.file_offset(positions.end - 1, operation)?;
        let hull = if self.jumps_back() {
            // The last byte of the stream may precede the first in the file.
            self.hull_of_instances(&positions)
        } else {
            Extent::new(first, last + 1 - first)
        };
        Ok(ViewRange { view: self, positions, hull })
    }
}

impl View {
    /// Whole filetypes, clamped to the largest file size.
    fn hull_of_instances(&self, positions: &Range<u64>) -> Extent {
        let bounds = self.layout().bounds(positions.clone());
        let place = |offset: i64| {
            self.displacement.saturating_add(offset.max(0).unsigned_abs()).min(i64::MAX.unsigned_abs())
        };
        Extent::from(place(bounds.start)..place(bounds.end))
    }

    /// Fast path for views without gaps: no division, no tree.
    fn contiguous_hull(&self, positions: &Range<u64>) -> Option<Extent> {
        let start = self.contiguous_from?.checked_add(positions.start)?;
        let len = positions.end - positions.start;
        let end = start.checked_add(len)?;
        i64::try_from(end).is_ok().then(|| Extent::new(start, len))
    }
}

/// Consecutive positions of a view: the file side of one access.
#[derive(Debug, Clone)]
pub(crate) struct ViewRange<'v> {
    view: &'v View,
    positions: Range<u64>,
    /// From the first byte touched to the last.
    hull: Extent,
}

impl<'v> ViewRange<'v> {
    pub(crate) fn view(&self) -> &'v View {
        self.view
    }

    pub(crate) fn positions(&self) -> Range<u64> {
        self.positions.clone()
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.positions.end - self.positions.start
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    pub(crate) fn hull(&self) -> Extent {
        self.hull
    }

    /// One unbroken piece of the file.
    pub(crate) fn is_contiguous(&self) -> bool {
        self.hull.len == self.bytes()
    }

    /// The pieces, in file order.
    pub(crate) fn extents(&self) -> impl Iterator<Item = Extent> + use<'v> {
        let displacement = self.view.displacement;
        // Not negative: checked when the view was created, and monotone from there.
        self.view
            .layout()
            .runs(self.positions())
            .map(move |run| Extent::new(displacement + run.offset.unsigned_abs(), run.len))
    }

    /// Approximate number of pieces: exact for whole filetypes, and found without expanding them.
    pub(crate) fn estimated_pieces(&self) -> u64 {
        if self.is_contiguous() {
            return u64::from(!self.is_empty());
        }
        let layout = self.view.layout();
        let pieces = u128::from(self.bytes()) * u128::from(layout.run_count().max(1))
            / u128::from(layout.size().max(1));
        u64::try_from(pieces).unwrap_or(u64::MAX).max(2)
    }

    /// The positions within an extent of the file.
    pub(crate) fn within(&self, extent: Extent) -> ViewRange<'v> {
        let start = self.view.position_before(extent.offset).clamp(self.positions.start, self.positions.end);
        let end = self.view.position_before(extent.end()).clamp(start, self.positions.end);
        self.narrowed(start..end)
    }

    /// The given positions, which lie inside.
    pub(crate) fn narrowed(&self, positions: Range<u64>) -> ViewRange<'v> {
        if positions == self.positions {
            return self.clone();
        }
        let hull = if positions.is_empty() {
            Extent::new(0, 0)
        } else {
            let bounds = self.view.layout().bounds(positions.clone());
            let start = self.view.displacement + bounds.start.unsigned_abs();
            Extent::new(start, bounds.end.abs_diff(bounds.start))
        };
        ViewRange { view: self.view, positions, hull }
    }

    /// The positions before the end of a file of `size` bytes.
    pub(crate) fn before(&self, size: u64) -> ViewRange<'v> {
        if self.hull.end() <= size {
            return self.clone();
        }
        self.within(Extent::new(0, size))
    }

    /// How far to shift the origin of memory that holds the file from offset `start` on, so that the view's
    /// layout applies to it.
    pub(crate) fn origin_shift(&self, start: u64) -> i64 {
        i128_to_i64(i128::from(self.view.displacement) - i128::from(start))
    }
}

fn i128_to_i64(value: i128) -> i64 {
    i64::try_from(value).expect("file offsets are below 2^63")
}

fn complaint(kind: ErrorKind, text: String) -> Error {
    Error::new(kind, Operation::SetView).with_detail(text)
}

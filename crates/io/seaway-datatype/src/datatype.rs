// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Datatype`]: a type map, represented by its construction, its bounds and, once committed, its layout.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};

use crate::assembly::Space;
use crate::construction::Construction;
use crate::error::DatatypeError;
use crate::layout::Layout;
use crate::named::Named;
use crate::shape::{Kinds, Shape};
use crate::shape_assembly::shape_of;
use crate::tiles::Tiles;
use crate::tree::{Tree, tree_of};

/// Deeper nesting is rejected, so that traversals may recurse.
pub const MAX_DEPTH: u16 = 200;

/// An MPI datatype. Cloning shares it. Immutable except for the commit, which happens at most once.
///
/// Two datatypes are equal if their type maps are: the same basic elements at the same displacements in the
/// same order, within the same bounds, regardless of how they were constructed.
#[derive(Clone)]
pub struct Datatype(Arc<Inner>);

struct Inner {
    construction: Construction,
    depth: u16,
    native: Shape,
    external32: Result<Shape, DatatypeError>,
    committed: AtomicBool,
    // Computed on first use.
    byte_tree: OnceLock<Tree<()>>,
    external32_tree: OnceLock<Tree<()>>,
    typed_tree: OnceLock<Tree<Named>>,
    layout: OnceLock<Layout>,
    external32_layout: OnceLock<Layout>,
    typed_tiles: OnceLock<Tiles<Named>>,
}

impl Datatype {
    /// A predefined datatype, which is always committed.
    pub fn named(named: Named) -> Datatype {
        Datatype::predefined(named).clone()
    }

    /// A predefined datatype by reference: cloning would make all threads contend for one reference counter.
    pub fn predefined(named: Named) -> &'static Datatype {
        static ALL: LazyLock<Vec<Datatype>> = LazyLock::new(|| {
            let make = |&named: &Named| {
                let native = Shape::native(named);
                let datatype =
                    Datatype::with_shapes(Construction::Named(named), 0, native, Shape::external32(named));
                datatype.commit();
                datatype
            };
            Named::ALL.iter().map(make).collect()
        });
        &ALL[usize::from(named.code())]
    }

    /// `MPI_BYTE`.
    pub fn bytes() -> Datatype {
        Datatype::named(Named::Byte)
    }

    /// A datatype from a construction whose arguments were checked one by one.
    pub(crate) fn construct(construction: Construction) -> Result<Datatype, DatatypeError> {
        let depth = construction.children().iter().map(|child| child.0.depth + 1).max().unwrap_or(1);
        if depth > MAX_DEPTH {
            return Err(DatatypeError::TooDeep { limit: MAX_DEPTH });
        }
        let native = shape_of(&construction, Space::Native)?;
        let external32 = shape_of(&construction, Space::External32);
        Ok(Datatype::with_shapes(construction, depth, native, external32))
    }

    fn with_shapes(
        construction: Construction,
        depth: u16,
        native: Shape,
        external32: Result<Shape, DatatypeError>,
    ) -> Datatype {
        Datatype(Arc::new(Inner {
            construction,
            depth,
            native,
            external32,
            committed: AtomicBool::new(false),
            byte_tree: OnceLock::new(),
            external32_tree: OnceLock::new(),
            typed_tree: OnceLock::new(),
            layout: OnceLock::new(),
            external32_layout: OnceLock::new(),
            typed_tiles: OnceLock::new(),
        }))
    }

    /// How the datatype was constructed.
    pub fn contents(&self) -> &Construction {
        &self.0.construction
    }

    /// Bytes of data.
    pub fn size(&self) -> u64 {
        self.0.native.size
    }

    pub fn lower_bound(&self) -> i64 {
        self.0.native.lower_bound()
    }

    pub fn upper_bound(&self) -> i64 {
        self.0.native.upper_bound()
    }

    /// Distance between elements in an array of this type.
    pub fn extent(&self) -> i64 {
        self.0.native.extent()
    }

    /// Lowest byte of data, regardless of the bounds.
    pub fn true_lower_bound(&self) -> i64 {
        self.0.native.data.map_or(0, |span| span.low)
    }

    /// One past the highest byte of data, regardless of the bounds.
    pub fn true_upper_bound(&self) -> i64 {
        self.0.native.data.map_or(0, |span| span.high)
    }

    pub fn true_extent(&self) -> i64 {
        self.true_upper_bound() - self.true_lower_bound()
    }

    /// Bytes of data in external32.
    pub fn external32_size(&self) -> Result<u64, DatatypeError> {
        self.shape(Space::External32).map(|shape| shape.size)
    }

    /// Distance between elements in a file of representation external32.
    pub fn external32_extent(&self) -> Result<i64, DatatypeError> {
        self.shape(Space::External32).map(Shape::extent)
    }

    /// Makes the datatype usable in communication and I/O.
    pub fn commit(&self) {
        self.byte_tiles();
        self.0.committed.store(true, Ordering::Release);
    }

    pub fn is_committed(&self) -> bool {
        self.0.committed.load(Ordering::Acquire)
    }

    /// Where the data lies in memory, or in a file of native representation.
    pub fn layout(&self) -> Result<&Layout, DatatypeError> {
        self.0.layout.get().filter(|_| self.is_committed()).ok_or(DatatypeError::NotCommitted)
    }

    /// Where the data lies in a file of representation external32: displacements that count elements scale with the
    /// elements' external32 extents, those that count bytes stay (MPI-5.0, "Data Representations").
    pub fn external32_layout(&self) -> Result<&Layout, DatatypeError> {
        if !self.is_committed() {
            return Err(DatatypeError::NotCommitted);
        }
        let shape = self.shape(Space::External32)?;
        let make = || Layout::new(self.byte_tree(Space::External32).clone(), shape);
        Ok(self.0.external32_layout.get_or_init(make))
    }

    /// Whether two handles refer to the same object, rather than to two equal ones.
    pub fn is_same_object(&self, other: &Datatype) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// Number that identifies the object among those alive.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }

    pub(crate) fn shape(&self, space: Space) -> Result<&Shape, DatatypeError> {
        match space {
            Space::Native => Ok(&self.0.native),
            Space::External32 => self.0.external32.as_ref().map_err(Clone::clone),
        }
    }

    pub(crate) fn kinds(&self) -> Kinds {
        self.0.native.kinds
    }

    pub(crate) fn byte_tree(&self, space: Space) -> &Tree<()> {
        let tree = match space {
            Space::Native => &self.0.byte_tree,
            Space::External32 => &self.0.external32_tree,
        };
        tree.get_or_init(|| tree_of(&self.0.construction, space))
    }

    /// The tree whose runs are elements of one kind, in memory.
    pub(crate) fn typed_tree(&self) -> &Tree<Named> {
        self.0.typed_tree.get_or_init(|| tree_of(&self.0.construction, Space::Native))
    }

    /// The layout's tiles, whether committed or not.
    pub(crate) fn byte_tiles(&self) -> &Tiles<()> {
        let make = || Layout::new(self.byte_tree(Space::Native).clone(), &self.0.native);
        &self.0.layout.get_or_init(make).tiles
    }

    pub(crate) fn typed_tiles(&self) -> &Tiles<Named> {
        self.0.typed_tiles.get_or_init(|| Tiles::new(self.typed_tree().clone(), self.extent()))
    }
}

impl fmt::Debug for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Datatype({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn datatypes_and_layouts_may_be_shared_by_threads() {
        fn check<T: Send + Sync>() {}
        check::<Datatype>();
        check::<Layout>();
    }

    #[test]
    fn markers_of_a_part_override_the_bounds_of_others() {
        let int = Datatype::named(Named::Int);
        let marked = Datatype::resized(-4, 16, &int).unwrap();
        let both = Datatype::structure(&[1, 1], &[0, 100], &[marked, int]).unwrap();
        assert_eq!((both.lower_bound(), both.upper_bound()), (-4, 12));
        assert_eq!((both.true_lower_bound(), both.true_upper_bound()), (0, 104));
    }

    #[test]
    fn structures_are_padded_as_in_c() {
        let children = [Named::Double, Named::Char].map(Datatype::named);
        assert_eq!(Datatype::structure(&[1, 1], &[0, 8], &children).unwrap().extent(), 16);
        assert_eq!(Datatype::named(Named::DoubleInt).extent(), 16);
        assert_eq!(Datatype::named(Named::LongDoubleInt).extent(), 32);
    }
}

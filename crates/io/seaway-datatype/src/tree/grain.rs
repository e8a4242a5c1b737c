// SPDX-License-Identifier: MIT OR Apache-2.0
//! What distinguishes one run of bytes from another.

use std::fmt::Debug;
use std::hash::Hash;

use super::Tree;
use crate::assembly::Space;
use crate::datatype::Datatype;
use crate::named::Named;

/// The kind of a run. Runs merge only if their grains are equal.
pub(crate) trait Grain: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    fn of(named: Named) -> Self;
    /// Bytes of an element in memory.
    fn native_size(self) -> u64;
    /// Bytes of an element in external32.
    fn external32_size(self) -> u64;
    /// The cached tree of a datatype.
    fn tree(datatype: &Datatype, space: Space) -> &Tree<Self>;
}

/// Untyped bytes.
impl Grain for () {
    fn of(_: Named) -> Self {}

    fn native_size(self) -> u64 {
        1
    }

    fn external32_size(self) -> u64 {
        1
    }

    fn tree(datatype: &Datatype, space: Space) -> &Tree<Self> {
        datatype.byte_tree(space)
    }
}

/// Basic elements.
impl Grain for Named {
    fn of(named: Named) -> Self {
        named
    }

    fn native_size(self) -> u64 {
        self.size()
    }

    fn external32_size(self) -> u64 {
        // The parts of pair types each have an external32 form; whether a pair may be converted is checked
        // elsewhere.
        Named::external32_size(self).unwrap_or(0)
    }

    fn tree(datatype: &Datatype, _: Space) -> &Tree<Self> {
        datatype.typed_tree()
    }
}

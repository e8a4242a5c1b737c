// SPDX-License-Identifier: MIT OR Apache-2.0
//! Basic elements: how many a datatype has, and how bytes, elements and external32 bytes correspond.

use crate::datatype::Datatype;
use crate::external32::KindWalk;
use crate::named::Named;
use crate::shape::Kinds;
use crate::tiles::Tiles;
use crate::tree::{Form, Measure};

/// Whole basic elements in a number of bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementCount {
    pub elements: u64,
    /// Whether the bytes end with an element. `MPI_Get_elements` says `MPI_UNDEFINED` if not.
    pub is_exact: bool,
}

impl Datatype {
    /// Basic elements in one instance. Pair types count as two, as for `MPI_Get_elements`.
    pub fn element_count(&self) -> u64 {
        self.elements_in(self.size()).elements
    }

    /// The kind of the basic elements, if all are of one kind.
    pub fn uniform_element(&self) -> Option<Named> {
        match self.kinds() {
            Kinds::One(named) => Some(named),
            Kinds::None | Kinds::Several => None,
        }
    }

    /// Whether the datatype has an external32 form: all but pair types do.
    pub fn is_portable(&self) -> bool {
        self.external32_size().is_ok()
    }

    /// Whole basic elements in the first `bytes` bytes of the packed stream of any number of instances.
    pub fn elements_in(&self, bytes: u64) -> ElementCount {
        let measure = floor_to_element(self, |measure| measure.bytes, bytes);
        ElementCount { elements: measure.elements, is_exact: measure.bytes == bytes }
    }

    /// The basic elements in the first `bytes` bytes of the packed stream, as runs of one kind and their bytes.
    pub fn element_runs(&self, bytes: u64) -> impl Iterator<Item = (Named, u64)> + '_ {
        let mut walk = KindWalk::new(self, 0);
        let mut left = bytes;
        std::iter::from_fn(move || {
            let (named, run) = walk.as_mut()?.next_up_to(left)?;
            left -= run;
            Some((named, run))
        })
    }

    /// Where basic element number `element` begins in the packed stream.
    pub fn position_of_element(&self, element: u64) -> u64 {
        floor_to_element(self, |measure| measure.elements, element).bytes
    }
}

/// The last element boundary at or before `amount`, in all units; `unit` says in which `amount` is counted.
pub(crate) fn floor_to_element(datatype: &Datatype, unit: fn(&Measure) -> u64, amount: u64) -> Measure {
    match datatype.kinds() {
        Kinds::None => Measure::default(),
        // The common case. Avoids building the typed tree, a second large one for a type of many blocks.
        Kinds::One(named) => {
            let element = measure_of(named);
            element.times(amount / unit(&element).max(1))
        }
        Kinds::Several => floor_in_tree(datatype.typed_tiles(), unit, amount),
    }
}

fn measure_of(named: Named) -> Measure {
    Measure { bytes: named.size(), elements: 1, external32: named.external32_size().unwrap_or(0) }
}

fn floor_in_tree(tiles: &Tiles<Named>, unit: fn(&Measure) -> u64, amount: u64) -> Measure {
    let Some(tree) = &tiles.tree else { return Measure::default() };
    let mut node = &tree.node;
    let mut rest = amount;
    let mut passed = Measure::default();
    let pass = |rest: &mut u64, passed: &mut Measure, each: Measure| {
        let count = *rest / unit(&each).max(1);
        *rest -= count * unit(&each);
        *passed = passed.plus(each.times(count));
    };
    pass(&mut rest, &mut passed, node.facts.measure);
    loop {
        match &node.form {
            Form::Run => {
                pass(&mut rest, &mut passed, measure_of(node.facts.first));
                return passed;
            }
            Form::Strided { child, .. } | Form::Scattered { child, .. } => {
                pass(&mut rest, &mut passed, child.facts.measure);
                node = child;
            }
            Form::Indexed(indexed) => {
                pass(&mut rest, &mut passed, indexed.child.facts.measure);
                node = &indexed.child;
            }
            Form::Listed(listed) => {
                let index = listed.starts.partition_point(|start| unit(start) <= rest) - 1;
                rest -= unit(&listed.starts[index]);
                passed = passed.plus(listed.starts[index]);
                node = &listed.children[index];
            }
        }
    }
}

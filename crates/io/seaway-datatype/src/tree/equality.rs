// SPDX-License-Identifier: MIT OR Apache-2.0
//! Structural equality of trees.

use std::collections::HashSet;
use std::sync::Arc;

use super::{Form, Grain, Node};

/// Whether two nodes have the same structure. In normal form this nearly always decides whether they name the
/// same bytes; where structures differ, `equality` at the top of the crate compares run by run.
pub(crate) fn same_structure<G: Grain>(a: &Arc<Node<G>>, b: &Arc<Node<G>>) -> bool {
    Comparison { seen: HashSet::new() }.same(a, b)
}

/// Remembers the pairs found equal: comparing shared children at every occurrence could take exponential
/// time.
struct Comparison {
    seen: HashSet<(usize, usize)>,
}

impl Comparison {
    fn same<G: Grain>(&mut self, a: &Arc<Node<G>>, b: &Arc<Node<G>>) -> bool {
        if Arc::ptr_eq(a, b) {
            return true;
        }
        let (facts, others) = (&a.facts, &b.facts);
        if facts.measure != others.measure || facts.runs != others.runs || facts.first != others.first {
            return false;
        }
        let pair = (Arc::as_ptr(a).addr(), Arc::as_ptr(b).addr());
        self.seen.contains(&pair) || (self.same_form(&a.form, &b.form) && self.remember(pair))
    }

    fn same_form<G: Grain>(&mut self, a: &Form<G>, b: &Form<G>) -> bool {
        match (a, b) {
            (Form::Run, Form::Run) => true,
            (
                Form::Strided { count, stride, child },
                Form::Strided { count: other_count, stride: other_stride, child: other },
            ) => count == other_count && stride == other_stride && self.same(child, other),
            (
                Form::Scattered { offsets, child },
                Form::Scattered { offsets: other_offsets, child: other },
            ) => offsets == other_offsets && self.same(child, other),
            (Form::Indexed(a), Form::Indexed(b)) => {
                a.stride == b.stride
                    && a.offsets == b.offsets
                    && a.starts == b.starts
                    && self.same(&a.child, &b.child)
            }
            (Form::Listed(a), Form::Listed(b)) => {
                a.offsets == b.offsets
                    && a.children.len() == b.children.len()
                    && a.children.iter().zip(&b.children).all(|(a, b)| self.same(a, b))
            }
            _ => false,
        }
    }

    fn remember(&mut self, pair: (usize, usize)) -> bool {
        self.seen.insert(pair);
        true
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Creates nodes in normal form: the smallest of the equivalent ones, so that equal patterns become equal
//! trees.
//!
//! Adjacent runs merge; levels with one child vanish; blocks at one stride become `Strided`, of one length
//! `Scattered`; nested strided nodes with compatible strides become one; small lists become lists of runs.

use std::sync::Arc;

use super::facts::signed;
use super::{Facts, Form, Grain, Indexed, Listed, Measure, Node, Placed, Tree, same_structure};

/// Lists with at most this many runs are expanded into runs.
const SPELLED_OUT_RUNS: u64 = 64;

/// A run of bytes at an offset.
pub(super) fn run<G: Grain>(offset: i64, len: u64, grain: G) -> Tree<G> {
    (len > 0).then(|| place(offset, Facts::of_run(len, grain), Form::Run))
}

/// `count` copies, `stride` bytes apart.
pub(super) fn strided<G: Grain>(count: u64, stride: i64, part: Tree<G>) -> Tree<G> {
    let Placed { offset, node } = part.filter(|_| count > 0)?;
    if count == 1 {
        return Some(Placed { offset, node });
    }
    match &node.form {
        Form::Run if stride == signed(node.size()) => {
            return run(offset, node.size() * count, node.facts.first);
        }
        Form::Strided { count: inner, stride: step, child }
            if step.checked_mul(signed(*inner)) == Some(stride) =>
        {
            let child = Placed { offset, node: Arc::clone(child) };
            return strided(count * inner, *step, Some(child));
        }
        _ => {}
    }
    let facts = node.facts.repeated(count, stride).with_heap(0, node.facts.heap);
    Some(place(offset, facts, Form::Strided { count, stride, child: node }))
}

/// Blocks of copies of `part`; copies in a block are `stride` bytes apart.
pub(super) fn blocks<G: Grain>(
    blocks: impl Iterator<Item = (i64, u64)>,
    stride: i64,
    part: Tree<G>,
) -> Tree<G> {
    let Placed { offset: origin, node } = part?;
    let (node, stride, factor) = match &node.form {
        Form::Strided { count, stride: step, child } if step.checked_mul(signed(*count)) == Some(stride) => {
            (Arc::clone(child), *step, *count)
        }
        _ => (node, stride, 1),
    };
    let blocks = blocks.filter(|&(_, count)| count > 0);
    let mut blocks = blocks.map(|(offset, count)| (offset.wrapping_add(origin), count * factor));
    // Most long lists have blocks of one length that do not touch: only their offsets need to be stored.
    let (first, count) = blocks.next()?;
    let len = stride.checked_mul(signed(count));
    let mut offsets = Vec::with_capacity(blocks.size_hint().1.map_or(1, |most| most + 1));
    offsets.push(first);
    let mut previous = first;
    while let Some((offset, other)) = blocks.next() {
        if other != count || len.and_then(|len| previous.checked_add(len)) == Some(offset) {
            let before = offsets.iter().map(|&offset| (offset, count));
            let all = before.chain(std::iter::once((offset, other))).chain(blocks);
            return merged_blocks(merge(all, stride), stride, node);
        }
        offsets.push(offset);
        previous = offset;
    }
    let block = strided(count, stride, Some(Placed { offset: 0, node }))?;
    equal_blocks(offsets, block.node)
}

/// Parts one after the other.
pub(super) fn listed<G: Grain>(parts: Vec<Placed<G>>) -> Tree<G> {
    if parts.len() <= 1 {
        return parts.into_iter().next();
    }
    let runs = parts.iter().fold(0_u64, |runs, part| runs.saturating_add(part.node.facts.runs));
    if runs <= SPELLED_OUT_RUNS || parts.iter().all(|part| part.node.is_run()) {
        let mut spelled_out = Vec::with_capacity(parts.len());
        for part in &parts {
            spell_out(&part.node, part.offset, &mut spelled_out);
        }
        return from_runs(spelled_out);
    }
    from_parts(parts)
}

/// Merges adjacent blocks.
fn merge(blocks: impl Iterator<Item = (i64, u64)>, stride: i64) -> Vec<(i64, u64)> {
    // Most lists have nothing to merge: allocate for all of them at once.
    let (least, most) = blocks.size_hint();
    let mut merged: Vec<(i64, u64)> = Vec::with_capacity(most.unwrap_or(least));
    for (offset, count) in blocks {
        match merged.last_mut() {
            Some((start, held))
                if stride.checked_mul(signed(*held)).and_then(|len| start.checked_add(len))
                    == Some(offset) =>
            {
                *held += count;
            }
            _ => merged.push((offset, count)),
        }
    }
    merged
}

fn merged_blocks<G: Grain>(blocks: Vec<(i64, u64)>, stride: i64, node: Arc<Node<G>>) -> Tree<G> {
    let &(origin, count) = blocks.first()?;
    if blocks.iter().all(|&(_, other)| other == count) {
        let block = strided(count, stride, Some(Placed { offset: 0, node }))?;
        return equal_blocks(blocks.into_iter().map(|(offset, _)| offset).collect(), block.node);
    }
    let is_bytes = node.is_run() && stride == signed(node.size());
    let (unit, nodes) = if is_bytes { unit_of(&blocks, &node) } else { (node, 1) };
    let stride = if is_bytes { signed(unit.size()) } else { stride };
    let mut starts = Vec::with_capacity(blocks.len() + 1);
    let mut total = 0;
    starts.push(0);
    for (_, count) in &blocks {
        total += count / nodes;
        starts.push(total);
    }
    let offsets: Box<[i64]> = blocks.iter().map(|(offset, _)| offset.wrapping_sub(origin)).collect();
    let indexed = Indexed::new(offsets, starts.into(), stride, unit);
    Some(place(origin, facts_of_indexed(&indexed), Form::Indexed(indexed)))
}

/// Blocks that are copies of one node. Runs may touch although their distance is not a multiple of a stride,
/// if the extent of their type differs from their length.
fn equal_blocks<G: Grain>(offsets: Vec<i64>, node: Arc<Node<G>>) -> Tree<G> {
    if node.is_run() {
        let len = signed(node.size());
        // Checked before allocating: in a list of a million blocks usually none touches the next.
        if offsets.windows(2).any(|pair| pair[0].checked_add(len) == Some(pair[1])) {
            let merged = merge(offsets.iter().map(|&offset| (offset, 1)), len);
            return merged_blocks(merged, len, node);
        }
    }
    scattered(offsets.into(), node)
}

/// The longest run that divides every block, and how many of `node` it consists of.
///
/// Kernels copy such units; and blocks of 4 ints and of 2 doubles become the same.
fn unit_of<G: Grain>(blocks: &[(i64, u64)], node: &Arc<Node<G>>) -> (Arc<Node<G>>, u64) {
    let common = blocks.iter().fold(0, |common, &(_, count)| greatest_common_divisor(common, count));
    let len = node.size() * common;
    (Arc::new(Node { facts: Facts::of_run(len, node.facts.first), form: Form::Run }), common)
}

fn scattered<G: Grain>(mut offsets: Box<[i64]>, node: Arc<Node<G>>) -> Tree<G> {
    let origin = *offsets.first()?;
    let step = offsets.get(1).map_or(0, |second| second.wrapping_sub(origin));
    if offsets.windows(2).all(|pair| pair[1].checked_sub(pair[0]) == Some(step)) {
        return strided(offsets.len() as u64, step, Some(Placed { offset: origin, node }));
    }
    for offset in &mut offsets {
        *offset = offset.wrapping_sub(origin);
    }
    let facts = node.facts.at_each(&offsets).with_heap(size_of_val(&*offsets), node.facts.heap);
    Some(place(origin, facts, Form::Scattered { offsets, child: node }))
}

fn facts_of_indexed<G: Grain>(indexed: &Indexed<G>) -> Facts<G> {
    let child = &indexed.child.facts;
    let block = |index: usize| child.repeated(indexed.count(index), indexed.stride);
    let facts = (1..indexed.offsets.len())
        .fold(block(0), |facts, index| facts.followed_by(&block(index), indexed.offsets[index]));
    let arrays =
        size_of_val(&*indexed.offsets) + size_of_val(&*indexed.starts) + size_of_val(&*indexed.samples);
    facts.with_heap(arrays, child.heap)
}

/// A node of runs, merged where they touch.
fn from_runs<G: Grain>(runs: Vec<(i64, u64, G)>) -> Tree<G> {
    let mut merged: Vec<(i64, u64, G)> = Vec::with_capacity(runs.len());
    for (offset, len, grain) in runs {
        match merged.last_mut() {
            Some((start, held, kind))
                if *kind == grain && start.checked_add(signed(*held)) == Some(offset) =>
            {
                *held += len;
            }
            _ => merged.push((offset, len, grain)),
        }
    }
    let &(_, _, grain) = merged.first()?;
    if merged.iter().all(|&(_, _, other)| other == grain) {
        let size = grain.native_size();
        let blocks = merged.into_iter().map(|(offset, len, _)| (offset, len / size)).collect();
        let unit = Node { facts: Facts::of_run(size, grain), form: Form::Run };
        return merged_blocks(blocks, signed(size), Arc::new(unit));
    }
    from_parts(merged.into_iter().filter_map(|(offset, len, grain)| run(offset, len, grain)).collect())
}

/// A node of parts that do not merge into runs.
fn from_parts<G: Grain>(parts: Vec<Placed<G>>) -> Tree<G> {
    let first = parts.first()?;
    if parts.iter().all(|part| same_structure(&part.node, &first.node)) {
        let node = Arc::clone(&first.node);
        return scattered(parts.into_iter().map(|part| part.offset).collect(), node);
    }
    let origin = first.offset;
    let mut starts = Vec::with_capacity(parts.len() + 1);
    starts.push(Measure::default());
    let mut facts = first.node.facts;
    let mut heap = facts.heap;
    starts.push(facts.measure);
    for part in &parts[1..] {
        facts = facts.followed_by(&part.node.facts, part.offset.wrapping_sub(origin));
        heap = heap.saturating_add(part.node.facts.heap);
        starts.push(facts.measure);
    }
    let offsets: Box<[i64]> = parts.iter().map(|part| part.offset.wrapping_sub(origin)).collect();
    let children: Box<[Arc<Node<G>>]> = parts.into_iter().map(|part| part.node).collect();
    let arrays = size_of_val(&*offsets) + starts.len() * size_of::<Measure>() + size_of_val(&*children);
    let listed = Listed { offsets, starts: starts.into(), children };
    Some(place(origin, facts.with_heap(arrays, heap), Form::Listed(listed)))
}

/// Appends all runs of a node. Only for nodes with few runs.
fn spell_out<G: Grain>(node: &Node<G>, base: i64, runs: &mut Vec<(i64, u64, G)>) {
    let mut copies = |first: i64, count: u64, stride: i64, child: &Node<G>| {
        for index in 0..count {
            spell_out(child, first.wrapping_add(stride.wrapping_mul(signed(index))), runs);
        }
    };
    match &node.form {
        Form::Run => runs.push((base, node.size(), node.facts.first)),
        Form::Strided { count, stride, child } => copies(base, *count, *stride, child),
        Form::Scattered { offsets, child } => {
            for offset in offsets {
                copies(base.wrapping_add(*offset), 1, 0, child);
            }
        }
        Form::Indexed(indexed) if indexed.has_run_blocks() => {
            for (block, offset) in indexed.offsets.iter().enumerate() {
                let len = indexed.count(block) * indexed.child.size();
                runs.push((base.wrapping_add(*offset), len, node.facts.first));
            }
        }
        Form::Indexed(indexed) => {
            for (block, offset) in indexed.offsets.iter().enumerate() {
                copies(base.wrapping_add(*offset), indexed.count(block), indexed.stride, &indexed.child);
            }
        }
        Form::Listed(listed) => {
            for (offset, child) in listed.offsets.iter().zip(&listed.children) {
                copies(base.wrapping_add(*offset), 1, 0, child);
            }
        }
    }
}

fn place<G>(offset: i64, facts: Facts<G>, form: Form<G>) -> Placed<G> {
    Placed { offset, node: Arc::new(Node { facts, form }) }
}

fn greatest_common_divisor(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::assembly::Space;
    use crate::construction::Order;
    use crate::datatype::Datatype;
    use crate::named::Named;

    /// A tree in one line: `4 x 32 [run 16]` is four runs of 16 bytes, 32 bytes apart.
    fn outline(node: &Node<()>) -> String {
        match &node.form {
            Form::Run => format!("run {}", node.size()),
            Form::Strided { count, stride, child } => format!("{count} x {stride} [{}]", outline(child)),
            Form::Scattered { offsets, child } => format!("at {offsets:?} [{}]", outline(child)),
            Form::Indexed(indexed) => {
                format!("at {:?} from {:?} [{}]", indexed.offsets, indexed.starts, outline(&indexed.child))
            }
            Form::Listed(listed) => {
                let parts = listed.offsets.iter().zip(&listed.children);
                let parts: Vec<String> = parts.map(|(at, part)| format!("{at}: {}", outline(part))).collect();
                format!("list {}", parts.join(", "))
            }
        }
    }

    fn check(datatype: Datatype, expected: &str) {
        let tree = datatype.byte_tree(Space::Native).as_ref().map(|tree| outline(&tree.node));
        assert_eq!(tree.as_deref().unwrap_or("nothing"), expected, "{datatype}");
    }

    #[test]
    fn regular_types_become_few_levels() {
        let double = Datatype::named(Named::Double);
        let contiguous = Datatype::contiguous(4, &double).unwrap();
        check(Datatype::contiguous(5, &contiguous).unwrap(), "run 160");
        check(Datatype::vector(4, 2, 2, &double).unwrap(), "run 64");
        check(Datatype::vector(4, 2, 4, &double).unwrap(), "4 x 32 [run 16]");
        check(Datatype::vector(3, 1, 2, &contiguous).unwrap(), "3 x 64 [run 32]");
        let vector = Datatype::vector(4, 2, 4, &double).unwrap();
        let tiled = Datatype::resized(0, 128, &vector).unwrap();
        check(Datatype::contiguous(10, &tiled).unwrap(), "40 x 32 [run 16]");
        check(Datatype::contiguous(0, &tiled).unwrap(), "nothing");
    }

    #[test]
    fn irregular_types_become_regular_where_they_are() {
        let double = Datatype::named(Named::Double);
        check(Datatype::indexed(&[2, 2, 2], &[0, 4, 8], &double).unwrap(), "3 x 32 [run 16]");
        check(Datatype::indexed(&[2, 3, 1], &[0, 2, 5], &double).unwrap(), "run 48");
        check(Datatype::indexed(&[1, 1, 1], &[0, 2, 5], &double).unwrap(), "at [0, 16, 40] [run 8]");
        check(
            Datatype::indexed(&[2, 0, 4], &[0, 3, 5], &double).unwrap(),
            "at [0, 40] from [0, 1, 3] [run 16]",
        );
        let pairs = [double.clone(), double.clone(), double.clone()];
        check(Datatype::structure(&[1, 1, 1], &[0, 16, 32], &pairs).unwrap(), "3 x 16 [run 8]");
    }

    #[test]
    fn runs_merge_where_extents_are_not_their_lengths() {
        let overlapping = Datatype::resized(0, 4, &Datatype::named(Named::Double)).unwrap();
        check(
            Datatype::indexed_block(1, &[0, 3, 5], &overlapping).unwrap(),
            "at [0, 12] from [0, 1, 3] [run 8]",
        );
        let sparse = Datatype::resized(0, 24, &Datatype::named(Named::Double)).unwrap();
        check(
            Datatype::hindexed_block(1, &[0, 8, 16, 80], &sparse).unwrap(),
            "at [0, 80] from [0, 3, 4] [run 8]",
        );
    }

    #[test]
    fn structures_become_lists_of_runs() {
        let children = [Named::Int, Named::Double, Named::Char].map(Datatype::named);
        let structure = Datatype::structure(&[1, 2, 3], &[0, 8, 24], &children).unwrap();
        check(structure.clone(), "at [0, 8] from [0, 4, 23] [run 1]");
        check(
            Datatype::contiguous(1000, &structure).unwrap(),
            "1000 x 32 [at [0, 8] from [0, 4, 23] [run 1]]",
        );
    }

    #[test]
    fn boxes_have_as_many_levels_as_they_need() {
        let double = Datatype::named(Named::Double);
        let cut = |subsizes: [i64; 3]| {
            Datatype::subarray(&[8, 8, 8], &subsizes, &[0; 3], Order::C, &double).unwrap()
        };
        check(cut([8, 8, 8]), "run 4096");
        check(cut([2, 8, 8]), "run 1024");
        check(cut([2, 3, 8]), "2 x 512 [run 192]");
        check(cut([2, 3, 4]), "2 x 512 [3 x 64 [run 32]]");
        check(cut([8, 8, 1]), "64 x 64 [run 8]");
        check(cut([1, 1, 1]), "run 8");
    }
}

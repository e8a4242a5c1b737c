// SPDX-License-Identifier: MIT OR Apache-2.0
//! Human-readable datatypes, as constructed: `vector(1000000 x 8 of 16) of double`.

use std::fmt;

use crate::construction::{Construction, Dimension, Distribution, DistributionArgument, Order};
use crate::datatype::Datatype;

/// Deeper nesting is elided: it would be unreadable.
const LEVELS_SHOWN: usize = 6;
/// Longer lists are elided.
const ENTRIES_SHOWN: usize = 4;

impl fmt::Display for Datatype {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_type(f, self, LEVELS_SHOWN)
    }
}

fn write_type(f: &mut fmt::Formatter<'_>, datatype: &Datatype, levels: usize) -> fmt::Result {
    use Construction as C;
    if levels == 0 {
        return f.write_str("...");
    }
    match datatype.contents() {
        C::Named(named) => return f.write_str(named.spoken_name()),
        C::Structure { block_lengths, displacements, children } => {
            return write_structure(f, block_lengths, displacements, children, levels - 1);
        }
        C::Contiguous { count, .. } => write!(f, "contiguous({count})")?,
        C::Vector { count, block_length, stride, .. } => {
            write!(f, "vector({count} x {block_length} of {stride})")?
        }
        C::HVector { count, block_length, stride, .. } => {
            write!(f, "hvector({count} x {block_length}, {stride} bytes apart)")?;
        }
        C::Indexed { block_lengths, displacements, .. } => {
            write_blocks(f, "indexed", block_lengths, displacements)?
        }
        C::HIndexed { block_lengths, displacements, .. } => {
            write_blocks(f, "hindexed", block_lengths, displacements)?;
        }
        C::IndexedBlock { block_length, displacements, .. } => {
            write!(f, "indexed_block({block_length} at ")?;
            write_list(f, displacements)?;
        }
        C::HIndexedBlock { block_length, displacements, .. } => {
            write!(f, "hindexed_block({block_length} at byte ")?;
            write_list(f, displacements)?;
        }
        C::Subarray { sizes, subsizes, starts, order, .. } => {
            write!(f, "subarray({} of {}", Product(subsizes), Product(sizes))?;
            write!(f, " at {starts:?}{})", order_suffix(*order))?;
        }
        C::Darray { size, rank, dimensions, order, .. } => {
            write!(f, "darray(rank {rank} of {size}: ")?;
            write_dimensions(f, dimensions)?;
            write!(f, "{})", order_suffix(*order))?;
        }
        C::Resized { lower_bound, extent, .. } => {
            write!(f, "resized({extent} bytes from {lower_bound})")?;
        }
        C::Dup { .. } => f.write_str("dup")?,
    }
    f.write_str(" of ")?;
    datatype.contents().children().iter().try_for_each(|child| write_type(f, child, levels - 1))
}

fn write_structure(
    f: &mut fmt::Formatter<'_>,
    block_lengths: &[u64],
    displacements: &[i64],
    children: &[Datatype],
    levels: usize,
) -> fmt::Result {
    f.write_str("struct{")?;
    for (index, child) in children.iter().take(ENTRIES_SHOWN).enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{} x ", block_lengths[index])?;
        write_type(f, child, levels)?;
        write!(f, " at {}", displacements[index])?;
    }
    write_rest(f, children.len())?;
    f.write_str("}")
}

fn write_blocks(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    lengths: &[u64],
    displacements: &[i64],
) -> fmt::Result {
    write!(f, "{name}(")?;
    for (index, (length, displacement)) in lengths.iter().zip(displacements).take(ENTRIES_SHOWN).enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{length} at {displacement}")?;
    }
    write_rest(f, lengths.len())?;
    f.write_str(")")
}

fn write_list(f: &mut fmt::Formatter<'_>, displacements: &[i64]) -> fmt::Result {
    for (index, displacement) in displacements.iter().take(ENTRIES_SHOWN).enumerate() {
        let separator = if index == 0 { "" } else { ", " };
        write!(f, "{separator}{displacement}")?;
    }
    write_rest(f, displacements.len())?;
    f.write_str(")")
}

fn write_rest(f: &mut fmt::Formatter<'_>, entries: usize) -> fmt::Result {
    match entries.checked_sub(ENTRIES_SHOWN) {
        None | Some(0) => Ok(()),
        Some(more) => write!(f, ", {more} more"),
    }
}

fn write_dimensions(f: &mut fmt::Formatter<'_>, dimensions: &[Dimension]) -> fmt::Result {
    for (index, dimension) in dimensions.iter().enumerate() {
        let separator = if index == 0 { "" } else { " x " };
        write!(f, "{separator}{}", dimension.global_size)?;
        let name = match dimension.distribution {
            Distribution::None => continue,
            Distribution::Block => "block",
            Distribution::Cyclic => "cyclic",
        };
        write!(f, " {name}")?;
        if let DistributionArgument::Blocks(length) = dimension.argument {
            write!(f, "({length})")?;
        }
        write!(f, " over {}", dimension.process_count)?;
    }
    Ok(())
}

fn order_suffix(order: Order) -> &'static str {
    match order {
        Order::C => "",
        Order::Fortran => ", Fortran order",
    }
}

/// `2x3x4`.
struct Product<'a>(&'a [u64]);

impl fmt::Display for Product<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, factor) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "x" };
            write!(f, "{separator}{factor}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::named::Named;

    #[test]
    fn a_person_can_read_it() {
        let check = |datatype: Datatype, text: &str| assert_eq!(datatype.to_string(), text);
        let double = Datatype::named(Named::Double);
        let children = [Datatype::named(Named::Int), double.clone(), Datatype::named(Named::Char)];
        check(Datatype::vector(1_000_000, 8, 16, &double).unwrap(), "vector(1000000 x 8 of 16) of double");
        check(
            Datatype::structure(&[1, 2, 3], &[0, 8, 24], &children).unwrap(),
            "struct{1 x int at 0, 2 x double at 8, 3 x char at 24}",
        );
        check(
            Datatype::subarray(&[4, 6], &[2, 3], &[1, 0], Order::C, &double).unwrap(),
            "subarray(2x3 of 4x6 at [1, 0]) of double",
        );
        let displacements = [0, 2, 5, 9, 14, 20];
        check(
            Datatype::indexed_block(1, &displacements, &double).unwrap(),
            "indexed_block(1 at 0, 2, 5, 9, 2 more) of double",
        );
    }

    #[test]
    fn deep_types_are_cut_short() {
        let mut datatype = Datatype::bytes();
        for _ in 0..50 {
            datatype = Datatype::structure(&[1, 1], &[0, 100], &[datatype.clone(), datatype]).unwrap();
        }
        assert!(datatype.to_string().len() < 4000);
    }
}

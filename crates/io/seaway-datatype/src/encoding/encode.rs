// SPDX-License-Identifier: MIT OR Apache-2.0
//! Writing an encoding.

use std::collections::HashMap;

use super::number::{write_signed, write_unsigned};
use super::{Tag, VERSION};
use crate::construction::{Construction, Dimension, Distribution, DistributionArgument, Order};
use crate::datatype::Datatype;

impl Datatype {
    /// The datatype as bytes, for [`Datatype::decode`], which accepts up to 65,536 distinct parts. Does not
    /// record whether the datatype is committed.
    pub fn encode(&self) -> Vec<u8> {
        let mut encoder = Encoder { numbers: HashMap::new(), nodes: Vec::new() };
        encoder.add(self);
        let mut bytes = vec![VERSION];
        write_unsigned(&mut bytes, encoder.numbers.len() as u64);
        bytes.append(&mut encoder.nodes);
        bytes
    }
}

struct Encoder {
    /// Number of each node already written, by the object's address.
    numbers: HashMap<usize, u64>,
    nodes: Vec<u8>,
}

impl Encoder {
    /// Writes a datatype after its children, unless already written. Returns its number.
    fn add(&mut self, datatype: &Datatype) -> u64 {
        if let Some(&number) = self.numbers.get(&datatype.address()) {
            return number;
        }
        let children: Vec<u64> = datatype.contents().children().iter().map(|child| self.add(child)).collect();
        self.write(datatype.contents(), &children);
        let number = self.numbers.len() as u64;
        self.numbers.insert(datatype.address(), number);
        number
    }

    fn write(&mut self, construction: &Construction, children: &[u64]) {
        use Construction as C;
        match construction {
            C::Named(named) => {
                self.tag(Tag::Named);
                self.nodes.push(named.code());
            }
            C::Contiguous { count, .. } => {
                self.tag(Tag::Contiguous);
                self.counts(&[*count]);
            }
            C::Vector { count, block_length, stride, .. } => {
                self.vector(Tag::Vector, *count, *block_length, *stride)
            }
            C::HVector { count, block_length, stride, .. } => {
                self.vector(Tag::HVector, *count, *block_length, *stride);
            }
            C::Indexed { block_lengths, displacements, .. } => {
                self.blocks(Tag::Indexed, block_lengths, displacements);
            }
            C::HIndexed { block_lengths, displacements, .. } => {
                self.blocks(Tag::HIndexed, block_lengths, displacements);
            }
            C::IndexedBlock { block_length, displacements, .. } => {
                self.equal_blocks(Tag::IndexedBlock, *block_length, displacements);
            }
            C::HIndexedBlock { block_length, displacements, .. } => {
                self.equal_blocks(Tag::HIndexedBlock, *block_length, displacements);
            }
            C::Structure { block_lengths, displacements, .. } => {
                self.blocks(Tag::Structure, block_lengths, displacements);
            }
            C::Subarray { sizes, subsizes, starts, order, .. } => {
                self.tag(Tag::Subarray);
                self.order(*order);
                write_unsigned(&mut self.nodes, sizes.len() as u64);
                [sizes, subsizes, starts].into_iter().for_each(|values| self.counts(values));
            }
            C::Darray { size, rank, dimensions, order, .. } => self.darray(*size, *rank, dimensions, *order),
            C::Resized { lower_bound, extent, .. } => {
                self.tag(Tag::Resized);
                self.displacements(&[*lower_bound, *extent]);
            }
            C::Dup { .. } => self.tag(Tag::Dup),
        }
        self.counts(children);
    }

    fn vector(&mut self, tag: Tag, count: u64, block_length: u64, stride: i64) {
        self.tag(tag);
        self.counts(&[count, block_length]);
        self.displacements(&[stride]);
    }

    fn blocks(&mut self, tag: Tag, block_lengths: &[u64], displacements: &[i64]) {
        self.tag(tag);
        write_unsigned(&mut self.nodes, block_lengths.len() as u64);
        self.counts(block_lengths);
        self.displacements(displacements);
    }

    fn equal_blocks(&mut self, tag: Tag, block_length: u64, displacements: &[i64]) {
        self.tag(tag);
        self.counts(&[block_length, displacements.len() as u64]);
        self.displacements(displacements);
    }

    fn darray(&mut self, size: u64, rank: u64, dimensions: &[Dimension], order: Order) {
        self.tag(Tag::Darray);
        self.order(order);
        self.counts(&[size, rank, dimensions.len() as u64]);
        for dimension in dimensions {
            self.nodes.push(match dimension.distribution {
                Distribution::None => 0,
                Distribution::Block => 1,
                Distribution::Cyclic => 2,
            });
            let argument = match dimension.argument {
                DistributionArgument::Default => 0,
                // Cannot overflow: arguments are at most i64::MAX.
                DistributionArgument::Blocks(length) => length.saturating_add(1),
            };
            self.counts(&[dimension.global_size, argument, dimension.process_count]);
        }
    }

    fn order(&mut self, order: Order) {
        self.nodes.push(match order {
            Order::C => 0,
            Order::Fortran => 1,
        });
    }

    fn tag(&mut self, tag: Tag) {
        self.nodes.push(tag as u8);
    }

    fn counts(&mut self, values: &[u64]) {
        values.iter().for_each(|&value| write_unsigned(&mut self.nodes, value));
    }

    fn displacements(&mut self, values: &[i64]) {
        values.iter().for_each(|&value| write_signed(&mut self.nodes, value));
    }
}

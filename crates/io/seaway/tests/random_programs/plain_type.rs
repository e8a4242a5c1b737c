// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`PlainType`]: a random datatype in two forms, for the engine and as a list with an entry for each byte.

use fastrand::Rng;
use seaway::{Datatype, Named, Order};

/// A datatype whose meaning can be checked by hand.
#[derive(Debug, Clone)]
pub(crate) struct PlainType {
    pub(crate) datatype: Datatype,
    /// Where each byte of data lies, in type-map order.
    pub(crate) bytes: Vec<i64>,
    pub(crate) extent: i64,
    /// Widths of the basic elements, in type-map order.
    pub(crate) elements: Vec<usize>,
}

impl PlainType {
    pub(crate) fn size(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The unit in which offsets count: basic, or a small structure.
    pub(crate) fn random_etype(random: &mut Rng) -> Self {
        let basic = [Named::Byte, Named::Short, Named::Int, Named::Float, Named::Double, Named::Int64];
        let mut pick = || Self::basic(basic[random.usize(..basic.len())]);
        let (first, second) = (pick(), pick());
        match random.u8(..6) {
            0 => first.repeated(&[0, first.extent]),
            1 => {
                let displacements = [0, first.extent];
                let children = [first.datatype.clone(), second.datatype.clone()];
                let datatype = Datatype::structure(&[1, 1], &displacements, &children).unwrap();
                let bytes = first.shifted(0).chain(second.shifted(first.extent)).collect();
                let elements = [first.elements, second.elements].concat();
                Self::bounded(&datatype, bytes, 0, first.extent + second.extent, elements)
            }
            _ => first,
        }
    }

    /// A type that is valid for a view: offsets ascend, within one tile and from tile to tile. With `share`,
    /// ranks that make the same choices get types that name disjoint bytes.
    pub(crate) fn random_filetype(
        random: &mut Rng,
        etype: &PlainType,
        share: Option<(usize, usize)>,
    ) -> Self {
        let tile = match random.u8(..6) {
            0 => etype.clone(),
            1 => etype.random_vector(random),
            2 => etype.random_indexed(random),
            3 => etype.random_subarray(random),
            4 => etype.random_vector(random).random_indexed(random),
            _ => etype.random_vector(random).random_vector(random),
        };
        let gap = random.i64(0..3) * 5;
        let Some((rank, ranks)) = share else {
            return tile.resized(tile.extent + gap);
        };
        let (rank, ranks) = (i64::try_from(rank).unwrap(), i64::try_from(ranks).unwrap());
        let step = tile.extent + gap;
        let datatype = Datatype::hindexed(&[1], &[rank * step], &tile.datatype).unwrap();
        let bytes = tile.shifted(rank * step).collect();
        Self::bounded(&datatype, bytes, 0, ranks * step, tile.elements)
    }

    /// A type for buffers: etypes in memory, possibly with holes, possibly backwards.
    pub(crate) fn random_memory_type(random: &mut Rng, etype: &PlainType) -> Self {
        match random.u8(..5) {
            0 | 1 => etype.clone(),
            2 => etype.random_vector(random),
            3 => etype.random_indexed(random).random_vector(random),
            _ => etype.backwards(random),
        }
    }

    pub(crate) fn basic(named: Named) -> Self {
        let size = i64::try_from(named.size()).unwrap();
        let elements = vec![usize::try_from(size).unwrap()];
        Self { datatype: Datatype::named(named), bytes: (0..size).collect(), extent: size, elements }
    }

    fn random_vector(&self, random: &mut Rng) -> Self {
        let (count, block) = (random.i64(1..4), random.i64(1..4));
        let stride = block + random.i64(0..3);
        let displacements: Vec<i64> = (0..count)
            .flat_map(|index| (0..block).map(move |item| index * stride + item))
            .map(|item| item * self.extent)
            .collect();
        let (bytes, elements) = self.copies(&displacements);
        let datatype = Datatype::vector(count, block, stride, &self.datatype).unwrap();
        Self::bounded(&datatype, bytes, 0, count * stride * self.extent, elements)
    }

    fn random_indexed(&self, random: &mut Rng) -> Self {
        let (mut lengths, mut starts, mut displacements, mut next) = (vec![], vec![], vec![], 0);
        for _ in 0..random.usize(1..4) {
            let (start, length) = (next + random.i64(0..3), random.i64(0..4));
            displacements.extend((start..start + length).map(|item| item * self.extent));
            starts.push(start);
            lengths.push(length);
            next = start + length;
        }
        if displacements.is_empty() {
            return self.clone();
        }
        let (bytes, elements) = self.copies(&displacements);
        let datatype = Datatype::indexed(&lengths, &starts, &self.datatype).unwrap();
        Self::bounded(&datatype, bytes, 0, next * self.extent, elements)
    }

    fn random_subarray(&self, random: &mut Rng) -> Self {
        let sizes = [random.i64(1..5), random.i64(1..5)];
        let subsizes = sizes.map(|size| random.i64(1..=size));
        let starts = [0, 1].map(|axis| random.i64(0..=sizes[axis] - subsizes[axis]));
        let displacements: Vec<i64> = (starts[0]..starts[0] + subsizes[0])
            .flat_map(|row| (0..subsizes[1]).map(move |column| row * sizes[1] + starts[1] + column))
            .map(|item| item * self.extent)
            .collect();
        let (bytes, elements) = self.copies(&displacements);
        let datatype = Datatype::subarray(&sizes, &subsizes, &starts, Order::C, &self.datatype).unwrap();
        Self::bounded(&datatype, bytes, 0, sizes[0] * sizes[1] * self.extent, elements)
    }

    fn backwards(&self, random: &mut Rng) -> Self {
        let (count, stride) = (random.i64(1..5), self.extent + random.i64(0..3) * 3);
        let displacements: Vec<i64> = (0..count).map(|index| -index * stride).collect();
        let (bytes, elements) = self.copies(&displacements);
        let datatype = Datatype::hvector(count, 1, -stride, &self.datatype).unwrap();
        Self::bounded(&datatype, bytes, -(count - 1) * stride, count * stride, elements)
    }

    fn repeated(&self, displacements: &[i64]) -> Self {
        let (bytes, elements) = self.copies(displacements);
        let count = i64::try_from(displacements.len()).unwrap();
        let datatype = Datatype::contiguous(count, &self.datatype).unwrap();
        Self::bounded(&datatype, bytes, 0, count * self.extent, elements)
    }

    fn resized(&self, extent: i64) -> Self {
        Self::bounded(&self.datatype, self.bytes.clone(), 0, extent, self.elements.clone())
    }

    fn bounded(datatype: &Datatype, bytes: Vec<i64>, low: i64, extent: i64, elements: Vec<usize>) -> Self {
        let datatype = Datatype::resized(low, extent, datatype).unwrap();
        datatype.commit();
        Self { datatype, bytes, extent, elements }
    }

    fn copies(&self, displacements: &[i64]) -> (Vec<i64>, Vec<usize>) {
        let bytes = displacements.iter().flat_map(|&by| self.shifted(by)).collect();
        (bytes, self.elements.repeat(displacements.len()))
    }

    fn shifted(&self, by: i64) -> impl Iterator<Item = i64> {
        self.bytes.iter().map(move |&byte| byte + by)
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Bits`]: a set of chunks.

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Bits {
    words: Vec<u64>,
    len: u64,
    set: u64,
}

impl Bits {
    /// None of `len`.
    pub fn none(len: u64) -> Self {
        Self { words: vec![0; index(len.div_ceil(64))], len, set: 0 }
    }

    pub fn all(len: u64) -> Self {
        let mut bits = Self::none(len);
        (0..len).for_each(|bit| _ = bits.insert(bit));
        bits
    }

    /// As sent: lowest bit first. Bits beyond `len` are ignored, missing ones are not set.
    pub fn from_bytes(bytes: &[u8], len: u64) -> Self {
        let mut bits = Self::none(len);
        for bit in 0..len {
            if bytes.get(index(bit / 8)).is_some_and(|byte| byte & (1 << (bit % 8)) != 0) {
                bits.insert(bit);
            }
        }
        bits
    }

    pub fn to_bytes(&self) -> Vec<u8> {
        let bytes = self.words.iter().flat_map(|word| word.to_le_bytes());
        bytes.take(index(self.len.div_ceil(8))).collect()
    }

    pub fn contains(&self, bit: u64) -> bool {
        bit < self.len && self.words[index(bit / 64)] & (1 << (bit % 64)) != 0
    }

    /// False: it was set already, or is out of range.
    pub fn insert(&mut self, bit: u64) -> bool {
        let is_new = bit < self.len && !self.contains(bit);
        if is_new {
            self.words[index(bit / 64)] |= 1 << (bit % 64);
            self.set += 1;
        }
        is_new
    }

    pub fn remove(&mut self, bit: u64) {
        if self.contains(bit) {
            self.words[index(bit / 64)] &= !(1 << (bit % 64));
            self.set -= 1;
        }
    }

    pub fn count(&self) -> u64 {
        self.set
    }

    pub fn is_full(&self) -> bool {
        self.set == self.len
    }

    pub fn is_empty(&self) -> bool {
        self.set == 0
    }

    /// The lowest bit that is set here and in `other`, from `from` on.
    pub fn first_common(&self, other: &Self, from: u64) -> Option<u64> {
        let first = index(from / 64);
        for (at, (own, other)) in self.words.iter().zip(&other.words).enumerate().skip(first) {
            let mut both = own & other;
            if at == first {
                both &= u64::MAX << (from % 64);
            }
            if both != 0 {
                return Some(at as u64 * 64 + u64::from(both.trailing_zeros()));
            }
        }
        None
    }

    /// Those that are not set.
    #[must_use]
    pub fn complement(&self) -> Self {
        let mut bits = Self::none(self.len);
        (0..self.len).filter(|&bit| !self.contains(bit)).for_each(|bit| _ = bits.insert(bit));
        bits
    }
}

fn index(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_survive_the_way_as_bytes() {
        for len in [0, 1, 7, 8, 9, 63, 64, 65, 200] {
            let mut bits = Bits::none(len);
            (0..len).filter(|bit| bit % 3 == 1).for_each(|bit| assert!(bits.insert(bit)));
            assert_eq!(Bits::from_bytes(&bits.to_bytes(), len), bits, "{len}");
            assert_eq!(bits.complement().count() + bits.count(), len);
            assert!(Bits::all(len).is_full());
        }
        assert!(!Bits::none(3).insert(3));
    }

    #[test]
    fn first_common_begins_where_asked() {
        let (mut one, mut other) = (Bits::none(200), Bits::none(200));
        for bit in [3, 70, 130, 199] {
            one.insert(bit);
        }
        for bit in [70, 199, 5] {
            other.insert(bit);
        }
        assert_eq!(one.first_common(&other, 0), Some(70));
        assert_eq!(one.first_common(&other, 70), Some(70));
        assert_eq!(one.first_common(&other, 71), Some(199));
        assert_eq!(one.first_common(&Bits::none(200), 0), None);
    }
}

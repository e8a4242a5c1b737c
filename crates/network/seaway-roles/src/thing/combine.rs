// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Row`]: numbers that are combined with those of a thing.

use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Combination, NumberType};

#[derive(Debug, Clone, Copy)]
pub struct Row<'b> {
    pub offset: u64,
    pub combination: Combination,
    pub number: NumberType,
    pub bytes: &'b [u8],
}

impl Row<'_> {
    pub fn check(&self) -> Result<()> {
        let refuse =
            |detail: &str| Err(Error::new(ErrorKind::Argument, Operation::Write).with_detail(detail));
        let size = self.number.bytes();
        if !self.offset.is_multiple_of(size as u64) || !self.bytes.len().is_multiple_of(size) {
            return refuse("numbers are combined at an offset that is a multiple of their size, and whole");
        }
        let is_of_bits = matches!(self.combination, Combination::And | Combination::Or | Combination::Xor);
        if is_of_bits && !self.number.is_integer() {
            return refuse("only integers are combined bit by bit");
        }
        Ok(())
    }

    /// `there` has as many bytes.
    pub fn combine_with(&self, there: &mut [u8]) {
        use Combination::{And, Greatest, Least, Or, Product, Sum, Xor};
        /// Of one type of integers.
        macro_rules! integers {
            ($type:ty) => {
                each(there, self.bytes, |one: [u8; size_of::<$type>()], other| {
                    let (one, other) = (<$type>::from_le_bytes(one), <$type>::from_le_bytes(other));
                    let both = match self.combination {
                        Sum => one.wrapping_add(other),
                        Product => one.wrapping_mul(other),
                        Least => one.min(other),
                        Greatest => one.max(other),
                        And => one & other,
                        Or => one | other,
                        Xor => one ^ other,
                    };
                    both.to_le_bytes()
                })
            };
        }
        /// Of one type of floating-point numbers.
        macro_rules! reals {
            ($type:ty) => {
                each(there, self.bytes, |one: [u8; size_of::<$type>()], other| {
                    let (one, other) = (<$type>::from_le_bytes(one), <$type>::from_le_bytes(other));
                    let both = match self.combination {
                        Product => one * other,
                        Least => one.min(other),
                        Greatest => one.max(other),
                        // The others were refused.
                        Sum | And | Or | Xor => one + other,
                    };
                    both.to_le_bytes()
                })
            };
        }
        match self.number {
            NumberType::I32 => integers!(i32),
            NumberType::I64 => integers!(i64),
            NumberType::F32 => reals!(f32),
            NumberType::F64 => reals!(f64),
        }
    }
}

fn each<const SIZE: usize>(
    there: &mut [u8],
    row: &[u8],
    combine: impl Fn([u8; SIZE], [u8; SIZE]) -> [u8; SIZE],
) {
    let (there, row) = (there.as_chunks_mut::<SIZE>().0, row.as_chunks::<SIZE>().0);
    there.iter_mut().zip(row).for_each(|(one, other)| *one = combine(*one, *other));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_each_type_are_combined() {
        let check = |number, combination, there: &[u8], row: &[u8], expected: &[u8]| {
            let mut bytes = there.to_vec();
            let row = Row { offset: 8, combination, number, bytes: row };
            row.check().unwrap();
            row.combine_with(&mut bytes);
            assert_eq!(bytes, expected, "{row:?}");
        };
        let i32s = |numbers: [i32; 2]| numbers.map(i32::to_le_bytes).concat();
        let i64s = |numbers: [i64; 2]| numbers.map(i64::to_le_bytes).concat();
        let f32s = |numbers: [f32; 2]| numbers.map(f32::to_le_bytes).concat();
        let f64s = |numbers: [f64; 2]| numbers.map(f64::to_le_bytes).concat();
        use Combination::{And, Greatest, Least, Or, Product, Sum, Xor};
        check(NumberType::I32, Sum, &i32s([i32::MAX, -5]), &i32s([1, 3]), &i32s([i32::MIN, -2]));
        check(NumberType::I64, Product, &i64s([1 << 40, -5]), &i64s([4, 3]), &i64s([1 << 42, -15]));
        check(NumberType::I64, Least, &i64s([7, -5]), &i64s([-7, 5]), &i64s([-7, -5]));
        check(NumberType::F64, Greatest, &f64s([7.5, -5.0]), &f64s([-7.0, 5.5]), &f64s([7.5, 5.5]));
        check(NumberType::F32, Sum, &f32s([7.5, -5.0]), &f32s([-7.0, 5.5]), &f32s([0.5, 0.5]));
        check(NumberType::I32, And, &i32s([6, 1]), &i32s([3, 2]), &i32s([2, 0]));
        check(NumberType::I32, Or, &i32s([6, 1]), &i32s([3, 2]), &i32s([7, 3]));
        check(NumberType::I64, Xor, &i64s([6, 1]), &i64s([3, 2]), &i64s([5, 3]));
    }

    #[test]
    fn rows_that_mean_nothing_are_refused() {
        let row = Row { offset: 8, combination: Combination::And, number: NumberType::I64, bytes: &[0; 16] };
        row.check().unwrap();
        for wrong in [
            Row { offset: 4, ..row },
            Row { bytes: &[0; 12], ..row },
            Row { number: NumberType::F64, ..row },
            Row { number: NumberType::F32, combination: Combination::Xor, ..row },
        ] {
            assert_eq!(wrong.check().unwrap_err().kind(), ErrorKind::Argument, "{wrong:?}");
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rust's numeric types as MPI datatypes: a slice of them is a buffer.

use bytemuck::Pod;
use seaway_datatype::{Datatype, Named};
use seaway_memory::{Source, Target};

use crate::{ReadBuffer, WriteBuffer};

/// A type with an MPI name for which any byte pattern is valid.
pub trait Element: Pod {
    const NAMED: Named;

    fn datatype() -> Datatype {
        Datatype::named(Self::NAMED)
    }
}

macro_rules! elements {
    ($($number:ty => $named:ident,)*) => { $(impl Element for $number { const NAMED: Named = Named::$named; })* };
}

elements! {
    u8 => Byte, i8 => Int8, i16 => Int16, u16 => UInt16, i32 => Int32, u32 => UInt32, i64 => Int64, u64 => UInt64,
    f32 => Float, f64 => Double,
}

impl<'a, T: Element> From<&'a [T]> for WriteBuffer<'a> {
    fn from(numbers: &'a [T]) -> Self {
        Self::of_elements(Source::from_slice(bytemuck::cast_slice(numbers)), numbers.len() as u64, T::NAMED)
    }
}

impl<'a, T: Element> From<&'a mut [T]> for ReadBuffer<'a> {
    fn from(numbers: &'a mut [T]) -> Self {
        let count = numbers.len() as u64;
        Self::of_elements(Target::from_slice(bytemuck::cast_slice_mut(numbers)), count, T::NAMED)
    }
}

impl<'a, T: Element, const N: usize> From<&'a [T; N]> for WriteBuffer<'a> {
    fn from(numbers: &'a [T; N]) -> Self {
        numbers.as_slice().into()
    }
}

impl<'a, T: Element, const N: usize> From<&'a mut [T; N]> for ReadBuffer<'a> {
    fn from(numbers: &'a mut [T; N]) -> Self {
        numbers.as_mut_slice().into()
    }
}

impl<'a, T: Element> From<&'a Vec<T>> for WriteBuffer<'a> {
    fn from(numbers: &'a Vec<T>) -> Self {
        numbers.as_slice().into()
    }
}

impl<'a, T: Element> From<&'a mut Vec<T>> for ReadBuffer<'a> {
    fn from(numbers: &'a mut Vec<T>) -> Self {
        numbers.as_mut_slice().into()
    }
}

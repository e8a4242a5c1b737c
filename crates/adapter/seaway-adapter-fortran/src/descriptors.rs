// SPDX-License-Identifier: MIT OR Apache-2.0
//! Buffers passed as array descriptors, which may be sections with gaps.
//!
//! A call that has finished with its buffer when it returns gets a contiguous copy. Others get a datatype
//! that describes where the elements are, if the call takes a datatype for the buffer.

use std::ffi::{c_int, c_void};

use seaway_adapter::number;
use seaway_mpi_abi::abi::Kind;

use crate::c_functions::c;
use crate::program::Program;

/// gfortran's layout, up to the dimensions: not that of ISO_Fortran_binding.h, which it only passes to C
/// functions.
#[repr(C)]
#[derive(Debug)]
pub struct Descriptor {
    base: *mut u8,
    offset: usize,
    element: usize,
    version: c_int,
    rank: i8,
    data_type: i8,
    attribute: i16,
    /// The unit of strides, in bytes: more than an element if that is a component of something.
    span: isize,
    dimensions: [Dimension; 0],
}

#[repr(C)]
#[derive(Debug, Clone, Copy)]
struct Dimension {
    stride: isize,
    lower: isize,
    upper: isize,
}

impl Dimension {
    /// -1 for an assumed-size array.
    fn extent(self) -> isize {
        self.upper - self.lower + 1
    }
}

impl Descriptor {
    unsafe fn dimensions(&self) -> &[Dimension] {
        // SAFETY: as many dimensions follow as the rank says.
        unsafe {
            std::slice::from_raw_parts(self.dimensions.as_ptr(), usize::try_from(self.rank).unwrap_or(0))
        }
    }

    /// From one element to the next of a dimension, in bytes.
    fn step(&self, dimension: Dimension) -> isize {
        let unit = if self.span == 0 { self.element.cast_signed() } else { self.span };
        dimension.stride * unit
    }

    unsafe fn is_whole(&self) -> bool {
        let mut follows = self.element.cast_signed();
        // SAFETY: as for this function.
        unsafe { self.dimensions() }.iter().all(|&dimension| {
            let (extent, step) = (dimension.extent(), self.step(dimension));
            let is_next = step == follows || extent <= 1;
            follows *= extent;
            is_next
        })
    }

    /// Offsets of the elements, in bytes from the first.
    unsafe fn offsets(&self) -> Vec<isize> {
        let mut offsets = vec![0];
        // SAFETY: as for this function.
        for &dimension in unsafe { self.dimensions() } {
            let row = offsets.clone();
            offsets.clear();
            for index in 0..dimension.extent() {
                offsets.extend(row.iter().map(|offset| offset + index * self.step(dimension)));
            }
        }
        offsets
    }
}

/// The address of a buffer that is not accessed.
pub(crate) unsafe fn address_of<P: Program>(buffer: *const Descriptor) -> *mut c_void {
    // SAFETY: Fortran passes a descriptor.
    P::buffer(unsafe { (*buffer).base }.cast())
}

/// The address of an array that must be contiguous.
pub(crate) unsafe fn whole<P: Program>(buffer: *const Descriptor) -> Result<*mut c_void, c_int> {
    // SAFETY: Fortran passes a descriptor.
    let is_whole = unsafe { (*buffer).is_whole() };
    // SAFETY: as above.
    if is_whole { Ok(unsafe { address_of::<P>(buffer) }) } else { Err(number(P::MPI_ERR_BUFFER)) }
}

/// A contiguous array: the program's, or a copy.
pub(crate) struct Bounced<'a> {
    address: *mut c_void,
    copied: Option<(&'a Descriptor, Vec<u8>)>,
}

impl Bounced<'_> {
    #[inline(always)]
    pub(crate) unsafe fn of<P: Program>(buffer: *const Descriptor) -> Self {
        // SAFETY: Fortran passes a descriptor, which stays valid until the call returns.
        unsafe {
            if (*buffer).is_whole() {
                return Self { address: address_of::<P>(buffer), copied: None };
            }
            Self::copy(&*buffer)
        }
    }

    #[cold]
    unsafe fn copy(buffer: &'static Descriptor) -> Self {
        // SAFETY: the elements are where the descriptor says.
        let mut copy = unsafe {
            let pieces = buffer.offsets().into_iter().flat_map(|offset| {
                std::slice::from_raw_parts(buffer.base.offset(offset), buffer.element).iter().copied()
            });
            pieces.collect::<Vec<u8>>()
        };
        Self { address: copy.as_mut_ptr().cast(), copied: Some((buffer, copy)) }
    }

    #[inline(always)]
    pub(crate) fn address(&self) -> *mut c_void {
        self.address
    }

    /// Copies what was received into the section.
    #[inline(always)]
    pub(crate) unsafe fn put_back(&mut self) {
        if let Some((buffer, copy)) = self.copied.take() {
            // SAFETY: as when it was copied.
            unsafe {
                for (offset, piece) in buffer.offsets().into_iter().zip(copy.chunks_exact(buffer.element)) {
                    buffer.base.offset(offset).copy_from_nonoverlapping(piece.as_ptr(), piece.len());
                }
            }
        }
    }
}

/// A buffer with its count and type: the program's, or one element of a type with the gaps.
pub(crate) struct Strided<P: Program> {
    address: *mut c_void,
    count: i64,
    datatype: P::Word,
    is_made: bool,
}

impl<P: Program> Strided<P> {
    #[inline(always)]
    pub(crate) unsafe fn of(buffer: *const Descriptor, count: i64, datatype: c_int) -> Result<Self, c_int> {
        let datatype = P::to_c(Kind::Datatype, datatype);
        // SAFETY: Fortran passes a descriptor.
        unsafe {
            let address = address_of::<P>(buffer);
            if (*buffer).is_whole() {
                return Ok(Self { address, count, datatype, is_made: false });
            }
            let datatype = Self::made(&*buffer, count, datatype)?;
            Ok(Self { address, count: 1, datatype, is_made: true })
        }
    }

    #[cold]
    unsafe fn made(buffer: &Descriptor, count: i64, datatype: P::Word) -> Result<P::Word, c_int> {
        let mut size: c_int = 0;
        // SAFETY: MPI's functions, with their arguments.
        unsafe {
            checked(c!(TYPE_SIZE(P::Word, *mut c_int))(datatype, &raw mut size))?;
            // Elements of the array must be elements of the type; otherwise the call cannot be expressed for
            // a section.
            if usize::try_from(size) != Ok(buffer.element) {
                return Err(number(P::MPI_ERR_BUFFER));
            }
            let mut offsets: Vec<i64> =
                buffer.offsets().into_iter().map(|offset| i64::try_from(offset).unwrap_or(0)).collect();
            let count = usize::try_from(count).unwrap_or(0);
            if offsets.len() < count {
                return Err(number(P::MPI_ERR_BUFFER));
            }
            offsets.truncate(count);
            let mut made = P::Word::default();
            let length = c_int::try_from(count).map_err(|_| number(P::MPI_ERR_COUNT))?;
            checked(c!(TYPE_CREATE_HINDEXED_BLOCK(c_int, c_int, *const i64, P::Word, *mut P::Word))(
                length,
                1,
                offsets.as_ptr(),
                datatype,
                &raw mut made,
            ))?;
            checked(c!(TYPE_COMMIT(*mut P::Word))(&raw mut made))?;
            Ok(made)
        }
    }

    pub(crate) fn address(&self) -> *mut c_void {
        self.address
    }

    pub(crate) fn count(&self) -> c_int {
        number(self.count)
    }

    pub(crate) fn large_count(&self) -> i64 {
        self.count
    }

    pub(crate) fn datatype(&self) -> P::Word {
        self.datatype
    }

    /// A type in use lives until its last use is over.
    pub(crate) unsafe fn free(self) {
        if self.is_made {
            let mut datatype = self.datatype;
            // SAFETY: MPI's function, with its argument.
            unsafe { c!(TYPE_FREE(*mut P::Word))(&raw mut datatype) };
        }
    }
}

fn checked(code: c_int) -> Result<(), c_int> {
    if code == 0 { Ok(()) } else { Err(code) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(C)]
    struct OfTwo(Descriptor, [Dimension; 2]);

    fn section(dimensions: [(isize, isize); 2]) -> OfTwo {
        let dimensions = dimensions.map(|(stride, extent)| Dimension { stride, lower: 3, upper: 2 + extent });
        let descriptor = Descriptor {
            base: std::ptr::null_mut(),
            offset: 0,
            element: 4,
            version: 0,
            rank: 2,
            data_type: 1,
            attribute: 0,
            span: 4,
            dimensions: [],
        };
        OfTwo(descriptor, dimensions)
    }

    #[test]
    fn an_array_is_contiguous_if_its_elements_are_adjacent() {
        let check = |dimensions, is_whole| {
            // SAFETY: two dimensions follow.
            assert_eq!(unsafe { section(dimensions).0.is_whole() }, is_whole, "{dimensions:?}");
        };
        check([(1, 5), (5, 3)], true);
        check([(1, 4), (5, 3)], false);
        check([(1, 4), (5, 1)], true);
        check([(2, 4), (8, 3)], false);
        check([(-1, 5), (5, 3)], false);
        // Of assumed size.
        check([(1, 5), (5, -1)], true);
    }

    #[test]
    fn elements_are_counted_column_by_column() {
        // SAFETY: two dimensions follow.
        let offsets = unsafe { section([(2, 2), (10, 3)]).0.offsets() };
        assert_eq!(offsets, [0, 8, 40, 48, 80, 88]);
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Numbers with special values: ranks, tags, keys, and constants of a group.

use std::ffi::c_int;

use seaway_mpi_abi::abi::ABSENT;

use crate::sides::{Host, Program};

/// The same constant in another ABI. A value outside the group is unchanged: the other side will refuse it.
#[inline]
pub(crate) const fn constant(from: &[i32], to: &[i32], value: c_int) -> c_int {
    let mut row = 0;
    while row < from.len() {
        if from[row] == value && to[row] != ABSENT {
            return to[row];
        }
        row += 1;
    }
    value
}

/// Translates what the host has written for the program.
///
/// # Safety
/// `place` is null or can be written.
#[inline]
pub(crate) unsafe fn write_constant(place: *mut c_int, from: &[i32], to: &[i32]) {
    if !place.is_null() {
        // SAFETY: the caller's contract.
        unsafe { place.write(constant(from, to, place.read())) };
    }
}

/// The bitwise combination of the same constants.
#[inline]
pub(crate) fn bits(from: &[i32], to: &[i32], value: c_int) -> c_int {
    let mut left = value;
    let mut result = 0;
    for (&here, &there) in from.iter().zip(to) {
        if here != ABSENT && there != ABSENT && here != 0 && left & here == here {
            left &= !here;
            result |= there;
        }
    }
    result | left
}

#[inline(always)]
pub(crate) fn rank_to_host<P: Program, H: Host>(rank: c_int) -> c_int {
    if rank >= 0 { rank } else { special_rank(const { &special_ranks(P::RANK, H::RANK) }, rank) }
}

#[inline(always)]
pub(crate) fn rank_to_program<P: Program, H: Host>(rank: c_int) -> c_int {
    if rank >= 0 { rank } else { special_rank(const { &special_ranks(H::RANK, P::RANK) }, rank) }
}

/// Special ranks in the other ABI: small negative numbers by index, and MPI_UNDEFINED, which is far below.
struct SpecialRanks {
    near: [c_int; 8],
    undefined: (c_int, c_int),
}

const fn special_ranks(from: &[i32], to: &[i32]) -> SpecialRanks {
    let mut near = [0; 8];
    let mut place = 0;
    let mut rank = -1;
    while place < near.len() {
        near[place] = constant(from, to, rank);
        place += 1;
        rank -= 1;
    }
    let mut undefined = (c_int::MIN, c_int::MIN);
    let mut row = 0;
    while row < from.len() {
        if from[row] < rank && from[row] != ABSENT {
            undefined = (from[row], constant(from, to, from[row]));
        }
        row += 1;
    }
    SpecialRanks { near, undefined }
}

#[inline(always)]
fn special_rank(ranks: &SpecialRanks, rank: c_int) -> c_int {
    match ranks.near.get(!rank.cast_unsigned() as usize) {
        Some(&there) => there,
        None if rank == ranks.undefined.0 => ranks.undefined.1,
        None => rank,
    }
}

#[inline(always)]
pub(crate) fn tag_to_host<P: Program, H: Host>(tag: c_int) -> c_int {
    if i64::from(tag) == P::MPI_ANY_TAG { number(H::MPI_ANY_TAG) } else { tag }
}

#[inline(always)]
pub(crate) fn tag_to_program<P: Program, H: Host>(tag: c_int) -> c_int {
    if i64::from(tag) == H::MPI_ANY_TAG { number(P::MPI_ANY_TAG) } else { tag }
}

/// A constant that is an int in C.
#[allow(clippy::cast_possible_truncation, reason = "the tables have ints")]
pub const fn number(constant: i64) -> c_int {
    constant as c_int
}

/// Keys created by the host are shifted away from the program's predefined ones.
const CREATED_KEYS: c_int = 0x1000_0000;

pub(crate) fn keyval_to_host<P: Program, H: Host>(key: c_int) -> c_int {
    if i64::from(key) == P::MPI_KEYVAL_INVALID {
        return number(H::MPI_KEYVAL_INVALID);
    }
    match P::KEYVAL.iter().position(|&predefined| predefined == key) {
        Some(row) if H::KEYVAL[row] != ABSENT => H::KEYVAL[row],
        Some(_) => number(H::MPI_KEYVAL_INVALID),
        None => key.wrapping_sub(CREATED_KEYS),
    }
}

pub(crate) fn keyval_to_program<P: Program, H: Host>(key: c_int) -> c_int {
    if i64::from(key) == H::MPI_KEYVAL_INVALID {
        return number(P::MPI_KEYVAL_INVALID);
    }
    match H::KEYVAL.iter().position(|&predefined| predefined == key) {
        Some(row) if P::KEYVAL[row] != ABSENT => P::KEYVAL[row],
        _ => key.wrapping_add(CREATED_KEYS),
    }
}

/// Counts for a host without large ones; `None` if some of them do not fit.
///
/// # Safety
/// `counts` points to as many, or is null.
pub(crate) unsafe fn narrow_array(counts: *const i64, length: usize) -> Option<Vec<c_int>> {
    let length = if counts.is_null() { 0 } else { length };
    // SAFETY: the caller's contract.
    (0..length).map(|index| c_int::try_from(unsafe { counts.add(index).read() }).ok()).collect()
}

/// Translates an array of constants.
///
/// # Safety
/// `constants` points to as many.
pub(crate) unsafe fn constant_array(
    constants: *const c_int,
    length: usize,
    from: &[i32],
    to: &[i32],
) -> Vec<c_int> {
    // SAFETY: the caller's contract.
    (0..length).map(|index| constant(from, to, unsafe { constants.add(index).read() })).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use seaway_mpi_abi::abi::Constants;
    use seaway_mpi_abi::{Mpich, OpenMpi, Standard};

    #[test]
    fn ranks_keep_their_meaning() {
        assert_eq!(rank_to_host::<Mpich, Standard>(3), 3);
        assert_eq!(i64::from(rank_to_host::<Mpich, Standard>(-1)), Standard::MPI_PROC_NULL);
        assert_eq!(i64::from(rank_to_program::<Mpich, OpenMpi>(-1)), Mpich::MPI_ANY_SOURCE);
        assert_eq!(
            rank_to_host::<OpenMpi, Mpich>(number(OpenMpi::MPI_UNDEFINED)),
            number(Mpich::MPI_UNDEFINED)
        );
    }

    #[test]
    fn modes_are_sums() {
        let mode = number(Mpich::MPI_MODE_CREATE | Mpich::MPI_MODE_RDWR);
        assert_eq!(
            i64::from(bits(Mpich::MODE, Standard::MODE, mode)),
            Standard::MPI_MODE_CREATE | Standard::MPI_MODE_RDWR
        );
    }

    #[test]
    fn created_keys_round_trip() {
        for key in [7, 0x6440_0000, 14] {
            let program = keyval_to_program::<Mpich, OpenMpi>(key + 100);
            assert_eq!(keyval_to_host::<Mpich, OpenMpi>(program), key + 100);
        }
        assert_eq!(i64::from(keyval_to_host::<Standard, OpenMpi>(501)), OpenMpi::MPI_TAG_UB);
    }
}

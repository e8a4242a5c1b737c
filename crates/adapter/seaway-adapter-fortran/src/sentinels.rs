// SPDX-License-Identifier: MIT OR Apache-2.0
//! Variables identified by their addresses. The linker may have copied them into the program, so they are
//! looked up in the global scope.

use std::sync::OnceLock;

use seaway_mpi_abi::Library;

use crate::program::Program;

/// What an address stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    Bottom,
    InPlace,
    StatusIgnore,
    StatusesIgnore,
    ErrcodesIgnore,
    ArgvNull,
    ArgvsNull,
    Unweighted,
    WeightsEmpty,
}

/// More than twice the number of variables: most addresses hit an empty slot at once.
const PLACES: usize = 64;

/// A hash table of addresses.
pub(crate) struct Table {
    places: [Option<(usize, Meaning)>; PLACES],
}

static TABLE: OnceLock<Table> = OnceLock::new();

#[inline(always)]
pub(crate) fn sentinels<P: Program>() -> &'static Table {
    TABLE.get_or_init(Table::of::<P>)
}

impl Table {
    #[cold]
    fn of<P: Program>() -> Self {
        let mut table = Self { places: [None; PLACES] };
        for &(meaning, symbol, offset) in P::VARIABLES {
            let Some(address) = Library::everybody_s_symbol(symbol) else { continue };
            let address = address.addr() + offset;
            let mut place = place_of(address);
            while table.places[place].is_some_and(|(other, _)| other != address) {
                place = (place + 1) % PLACES;
            }
            table.places[place] = Some((address, meaning));
        }
        table
    }

    #[inline(always)]
    pub(crate) fn meaning(&self, address: usize) -> Option<Meaning> {
        let mut place = place_of(address);
        while let Some((known, meaning)) = self.places[place] {
            if known == address {
                return Some(meaning);
            }
            place = (place + 1) % PLACES;
        }
        None
    }
}

#[inline(always)]
fn place_of(address: usize) -> usize {
    // Fibonacci hashing: the highest bits of the product are the best mixed.
    address.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (usize::BITS - PLACES.trailing_zeros())
}

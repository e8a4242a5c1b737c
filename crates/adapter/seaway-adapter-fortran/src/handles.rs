// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arrays of handles, and their lengths if only the communicator knows.

use std::ffi::c_int;
use std::ptr;

use seaway_adapter::{Room, Spare, number};
use seaway_mpi_abi::abi::{Abi, Kind, Word};

use crate::c_functions::c;
use crate::program::{Program, is_same};

/// A buffer for the handles that C sees.
pub(crate) type RoomForHandles<P> = Room<<P as Abi>::Word, 64>;

/// A Fortran array for C: the array itself if handles are also integers in C.
pub(crate) struct Handles<P: Program> {
    kind: Kind,
    place: *mut c_int,
    length: usize,
    words: *mut P::Word,
}

impl<P: Program> Handles<P> {
    /// Handles that C reads, and may replace.
    #[inline(always)]
    pub(crate) unsafe fn of(
        kind: Kind,
        place: *mut c_int,
        length: usize,
        room: &mut RoomForHandles<P>,
    ) -> Self {
        // SAFETY: Fortran passes that many integers, and the buffer has room for as many words.
        unsafe { Self::with(kind, place, length, room, |at| P::to_c(kind, *place.add(at))) }
    }

    /// A buffer for handles that C writes.
    #[inline(always)]
    pub(crate) unsafe fn room(
        kind: Kind,
        place: *mut c_int,
        length: usize,
        room: &mut RoomForHandles<P>,
    ) -> Self {
        // SAFETY: as for this function.
        unsafe { Self::with(kind, place, length, room, |_| P::Word::default()) }
    }

    #[inline(always)]
    unsafe fn with(
        kind: Kind,
        place: *mut c_int,
        length: usize,
        room: &mut RoomForHandles<P>,
        each: impl Fn(usize) -> P::Word,
    ) -> Self {
        static SPARE: Spare = Spare::new(ptr::null_mut());
        if is_same::<P>() {
            return Self { kind, place, length: 0, words: place.cast() };
        }
        let words = room.of(length, &SPARE);
        for at in 0..length {
            // SAFETY: there is room for as many.
            unsafe { words.add(at).write(each(at)) };
        }
        Self { kind, place, length, words }
    }

    #[inline(always)]
    pub(crate) fn pointer(&self) -> *mut P::Word {
        self.words
    }

    /// Copies the results to Fortran's array. What C did not change stays.
    pub(crate) unsafe fn store(&self) {
        for at in 0..self.length {
            // SAFETY: Fortran passes that many integers, and as many words are initialised.
            unsafe {
                let word = self.words.add(at).read();
                if word.to_register() != 0 {
                    self.place.add(at).write(P::to_fortran(self.kind, word));
                }
            }
        }
    }
}

/// How many processes a collective call on this communicator sends to, and receives from.
pub(crate) unsafe fn everybody<P: Program>(comm: c_int) -> (usize, usize) {
    if is_same::<P>() {
        return (0, 0);
    }
    let comm = P::to_c(Kind::Comm, comm);
    let (mut is_between, mut size): (c_int, c_int) = (0, 0);
    // SAFETY: MPI's functions, with their arguments.
    unsafe {
        c!(COMM_TEST_INTER(P::Word, *mut c_int))(comm, &raw mut is_between);
        if is_between == 0 {
            c!(COMM_SIZE(P::Word, *mut c_int))(comm, &raw mut size);
        } else {
            c!(COMM_REMOTE_SIZE(P::Word, *mut c_int))(comm, &raw mut size);
        }
    }
    let size = usize::try_from(size).unwrap_or(0);
    (size, size)
}

/// The same for neighbourhood collectives.
pub(crate) unsafe fn neighbours<P: Program>(comm: c_int) -> (usize, usize) {
    if is_same::<P>() {
        return (0, 0);
    }
    let number_of = |count: c_int| usize::try_from(count).unwrap_or(0);
    let comm = P::to_c(Kind::Comm, comm);
    let (mut topology, mut first, mut second, mut third): (c_int, c_int, c_int, c_int) = (0, 0, 0, 0);
    // SAFETY: as above.
    unsafe {
        c!(TOPO_TEST(P::Word, *mut c_int))(comm, &raw mut topology);
        if topology == number(P::MPI_CART) {
            c!(CARTDIM_GET(P::Word, *mut c_int))(comm, &raw mut first);
            (number_of(2 * first), number_of(2 * first))
        } else if topology == number(P::MPI_GRAPH) {
            c!(COMM_RANK(P::Word, *mut c_int))(comm, &raw mut first);
            c!(GRAPH_NEIGHBORS_COUNT(P::Word, c_int, *mut c_int))(comm, first, &raw mut second);
            (number_of(second), number_of(second))
        } else {
            c!(DIST_GRAPH_NEIGHBORS_COUNT(P::Word, *mut c_int, *mut c_int, *mut c_int))(
                comm,
                &raw mut first,
                &raw mut second,
                &raw mut third,
            );
            (number_of(second), number_of(first))
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Handles as Fortran has them: ints. MPICH's are the same in C; for pointers there is a table, whose numbers are never used
//! again, so that a stale one is noticed by the host.

use std::collections::HashMap;
use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

use seaway_mpi::abi::{Abi, Kind, Word};

/// The numbers of created handles begin here: above those of all predefined ones.
const FIRST: usize = 0x1_0000;

#[derive(Default)]
struct Numbers {
    words: Vec<usize>,
    numbers: HashMap<(u8, usize), usize>,
}

static NUMBERS: Mutex<Option<Numbers>> = Mutex::new(None);

/// The Fortran form of a C handle.
pub fn to_int<A: Abi>(kind: Kind, word: usize) -> c_int {
    let is_int = size_of::<A::Word>() == size_of::<c_int>() && kind != Kind::File;
    if is_int {
        return c_int::try_from(word.cast_signed()).unwrap_or_else(|_| truncated(word));
    }
    if word < 0x1000 {
        return truncated(word);
    }
    let mut numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    let Numbers { words, numbers } = numbers.get_or_insert_default();
    let number = *numbers.entry((kind as u8, word)).or_insert_with(|| {
        words.push(word);
        FIRST + words.len() - 1
    });
    c_int::try_from(number).unwrap_or(0)
}

/// The C handle of a Fortran one.
pub fn from_int<A: Abi>(kind: Kind, number: c_int) -> usize {
    let is_int = size_of::<A::Word>() == size_of::<c_int>() && kind != Kind::File;
    if is_int {
        return number.to_register();
    }
    let number = usize::try_from(number).unwrap_or(0);
    let numbers = NUMBERS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = numbers.as_ref().and_then(|numbers| numbers.words.get(number.checked_sub(FIRST)?).copied());
    known.unwrap_or(number)
}

#[allow(clippy::cast_possible_truncation, reason = "the lower half of the register")]
fn truncated(word: usize) -> c_int {
    (word as u32).cast_signed()
}

pub(crate) mod functions {
    //! MPI_Comm_toint and its like.
    use std::ffi::c_int;

    use seaway_mpi::abi::{Kind, Word};

    use super::{from_int, to_int};
    use crate::sides::{Host, Program};

    macro_rules! conversions {
        ($($to:ident, $from:ident, $kind:ident;)*) => { $(
            pub(crate) unsafe extern "C" fn $to<P: Program, H: Host>(handle: P::Word) -> c_int {
                to_int::<P>(Kind::$kind, handle.to_register())
            }

            pub(crate) unsafe extern "C" fn $from<P: Program, H: Host>(number: c_int) -> P::Word {
                P::Word::from_register(from_int::<P>(Kind::$kind, number))
            }
        )* };
    }
    conversions! {
        comm_toint, comm_fromint, Comm;
        errhandler_toint, errhandler_fromint, Errhandler;
        group_toint, group_fromint, Group;
        info_toint, info_fromint, Info;
        message_toint, message_fromint, Message;
        op_toint, op_fromint, Op;
        request_toint, request_fromint, Request;
        session_toint, session_fromint, Session;
        type_toint, type_fromint, Datatype;
        win_toint, win_fromint, Win;
    }

    pub(crate) unsafe extern "C" fn file_toint<P: Program, H: Host>(file: usize) -> c_int {
        to_int::<P>(Kind::File, file)
    }

    pub(crate) unsafe extern "C" fn file_fromint<P: Program, H: Host>(number: c_int) -> usize {
        from_int::<P>(Kind::File, number)
    }
}

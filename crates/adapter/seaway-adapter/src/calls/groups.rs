// SPDX-License-Identifier: MIT OR Apache-2.0
//! Ranks in arrays, which may be MPI_PROC_NULL.

use std::ffi::c_int;

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::handles::to_host;
use crate::numbers::{rank_to_host, rank_to_program};
use crate::sides::{Host, Program};

pub(crate) unsafe extern "C" fn group_translate_ranks<P: Program, H: Host>(
    group: P::Word,
    n: c_int,
    ranks: *const c_int,
    other: P::Word,
    translated: *mut c_int,
) -> c_int {
    let length = usize::try_from(n).unwrap_or(0);
    // SAFETY: the program keeps the contract of MPI_Group_translate_ranks.
    unsafe {
        let ranks: Vec<c_int> =
            (0..length).map(|index| rank_to_host::<P, H>(ranks.add(index).read())).collect();
        let result = host!(GROUP_TRANSLATE_RANKS(H::Word, c_int, *const c_int, H::Word, *mut c_int))(
            to_host::<P, H>(Kind::Group, group),
            n,
            ranks.as_ptr(),
            to_host::<P, H>(Kind::Group, other),
            translated,
        );
        if result == 0 {
            for index in 0..length {
                let rank = translated.add(index);
                rank.write(rank_to_program::<P, H>(rank.read()));
            }
        }
        code::<P, H>(result)
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Graphs whose weights may be one of two addresses that mean something, and ranks in arrays.

use std::ffi::c_int;
use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use seaway_mpi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::handles::{from_host, to_host};
use crate::host_library::{everybody_s_symbol, host_variable};
use crate::numbers::{rank_to_host, rank_to_program};
use crate::sides::{Host, Program};

/// MPI_UNWEIGHTED and MPI_WEIGHTS_EMPTY, of the program and of the host.
static WEIGHTS: [[AtomicUsize; 2]; 2] = [const { [const { AtomicUsize::new(0) }; 2] }; 2];

pub(super) fn prepare<P: Program, H: Host>() {
    for (place, variable) in [c"MPI_UNWEIGHTED", c"MPI_WEIGHTS_EMPTY"].into_iter().enumerate() {
        let value = |name: &str, variable: Option<*mut std::ffi::c_void>| match (name, variable) {
            // SAFETY: MPICH has variables of the size of a pointer.
            ("MPICH", Some(variable)) => unsafe { variable.cast::<usize>().read() },
            ("standard ABI", _) => 10 + place,
            _ => 2 + place,
        };
        WEIGHTS[place][0].store(value(P::NAME, everybody_s_symbol(variable)), Relaxed);
        WEIGHTS[place][1].store(value(H::NAME, host_variable(variable)), Relaxed);
    }
}

fn weights(program: *const c_int) -> *const c_int {
    let meaning = WEIGHTS.iter().find(|[here, _]| here.load(Relaxed) == program.addr());
    meaning.map_or(program, |[_, there]| std::ptr::without_provenance(there.load(Relaxed)))
}

pub(crate) unsafe extern "C" fn dist_graph_create<P: Program, H: Host>(
    comm: P::Word,
    n: c_int,
    sources: *const c_int,
    degrees: *const c_int,
    destinations: *const c_int,
    edge_weights: *const c_int,
    info: P::Word,
    reorder: c_int,
    graph: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Dist_graph_create.
    unsafe {
        let mut made = H::Word::default();
        let result = host!(
            DIST_GRAPH_CREATE(
                H::Word,
                c_int,
                *const c_int,
                *const c_int,
                *const c_int,
                *const c_int,
                H::Word,
                c_int,
                *mut H::Word,
            )
        )(
            to_host::<P, H>(Kind::Comm, comm),
            n,
            sources,
            degrees,
            destinations,
            weights(edge_weights),
            to_host::<P, H>(Kind::Info, info),
            reorder,
            &raw mut made,
        );
        if result == 0 {
            graph.write(from_host::<P, H>(Kind::Comm, made));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn dist_graph_create_adjacent<P: Program, H: Host>(
    comm: P::Word,
    indegree: c_int,
    sources: *const c_int,
    source_weights: *const c_int,
    outdegree: c_int,
    destinations: *const c_int,
    destination_weights: *const c_int,
    info: P::Word,
    reorder: c_int,
    graph: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Dist_graph_create_adjacent.
    unsafe {
        let mut made = H::Word::default();
        let result = host!(
            DIST_GRAPH_CREATE_ADJACENT(
                H::Word,
                c_int,
                *const c_int,
                *const c_int,
                c_int,
                *const c_int,
                *const c_int,
                H::Word,
                c_int,
                *mut H::Word,
            )
        )(
            to_host::<P, H>(Kind::Comm, comm),
            indegree,
            sources,
            weights(source_weights),
            outdegree,
            destinations,
            weights(destination_weights),
            to_host::<P, H>(Kind::Info, info),
            reorder,
            &raw mut made,
        );
        if result == 0 {
            graph.write(from_host::<P, H>(Kind::Comm, made));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn dist_graph_neighbors<P: Program, H: Host>(
    comm: P::Word,
    max_indegree: c_int,
    sources: *mut c_int,
    source_weights: *mut c_int,
    max_outdegree: c_int,
    destinations: *mut c_int,
    destination_weights: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Dist_graph_neighbors.
    unsafe {
        code::<P, H>(host!(
            DIST_GRAPH_NEIGHBORS(H::Word, c_int, *mut c_int, *mut c_int, c_int, *mut c_int, *mut c_int)
        )(
            to_host::<P, H>(Kind::Comm, comm),
            max_indegree,
            sources,
            weights(source_weights).cast_mut(),
            max_outdegree,
            destinations,
            weights(destination_weights).cast_mut(),
        ))
    }
}

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

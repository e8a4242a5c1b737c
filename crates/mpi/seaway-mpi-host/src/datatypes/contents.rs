// SPDX-License-Identifier: MIT OR Apache-2.0
//! Envelope and contents of a datatype, in one form for the int and the MPI_Count functions.

use std::ffi::c_int;

use seaway_device_api::Result;

use super::invalid;
use crate::abi::{Abi, Datatype};
use crate::host::{Count, Host};

/// How a type was constructed. Numbers are in the order of the constructor's arguments, regardless of the
/// arrays that MPI returns them in.
#[derive(Debug)]
pub(super) struct Contents<A: Abi> {
    pub(super) combiner: i64,
    pub(super) numbers: Vec<i64>,
    pub(super) children: Vec<Datatype<A>>,
}

#[derive(Default)]
struct Envelope {
    integers: usize,
    addresses: usize,
    large: usize,
    datatypes: usize,
    combiner: c_int,
}

/// The arrays that get_contents fills.
struct Arrays<A: Abi> {
    integers: Vec<c_int>,
    addresses: Vec<Count>,
    large: Vec<Count>,
    datatypes: Vec<Datatype<A>>,
}

impl<A: Abi> Contents<A> {
    /// The children are references of our own: `decode` frees them.
    pub(super) fn of(host: &Host<A>, handle: Datatype<A>) -> Result<Self> {
        let envelope = envelope(host, handle)?;
        let combiner = i64::from(envelope.combiner);
        if combiner == A::MPI_COMBINER_NAMED {
            return Ok(Self { combiner, numbers: Vec::new(), children: Vec::new() });
        }
        let arrays = arrays(host, handle, &envelope)?;
        Ok(Self { combiner, numbers: numbers::<A>(combiner, &arrays), children: arrays.datatypes })
    }
}

fn envelope<A: Abi>(host: &Host<A>, handle: Datatype<A>) -> Result<Envelope> {
    let mut envelope = Envelope::default();
    let code = if let Some(get_envelope) = host.functions.type_get_envelope_c {
        let [mut integers, mut addresses, mut large, mut datatypes] = [0; 4];
        // SAFETY: MPI fills the five places.
        let code = unsafe {
            get_envelope(
                handle,
                &raw mut integers,
                &raw mut addresses,
                &raw mut large,
                &raw mut datatypes,
                &raw mut envelope.combiner,
            )
        };
        envelope.integers = length(integers);
        envelope.addresses = length(addresses);
        envelope.large = length(large);
        envelope.datatypes = length(datatypes);
        code
    } else {
        let [mut integers, mut addresses, mut datatypes] = [0; 3];
        // SAFETY: MPI fills the four places.
        let code = unsafe {
            (host.functions.type_get_envelope)(
                handle,
                &raw mut integers,
                &raw mut addresses,
                &raw mut datatypes,
                &raw mut envelope.combiner,
            )
        };
        envelope.integers = length(integers.into());
        envelope.addresses = length(addresses.into());
        envelope.datatypes = length(datatypes.into());
        code
    };
    if code == 0 { Ok(envelope) } else { Err(invalid("the handle is not valid")) }
}

fn arrays<A: Abi>(host: &Host<A>, handle: Datatype<A>, envelope: &Envelope) -> Result<Arrays<A>> {
    let mut arrays = Arrays {
        integers: vec![0; envelope.integers],
        addresses: vec![0; envelope.addresses],
        large: vec![0; envelope.large],
        datatypes: vec![host.known.datatype_null; envelope.datatypes],
    };
    let count = |length: usize| Count::try_from(length).unwrap_or(Count::MAX);
    let small = |length: usize| c_int::try_from(length).unwrap_or(c_int::MAX);
    let code = if let Some(get_contents) = host.functions.type_get_contents_c {
        // SAFETY: the arrays have the lengths of the envelope.
        unsafe {
            get_contents(
                handle,
                count(envelope.integers),
                count(envelope.addresses),
                count(envelope.large),
                count(envelope.datatypes),
                arrays.integers.as_mut_ptr(),
                arrays.addresses.as_mut_ptr(),
                arrays.large.as_mut_ptr(),
                arrays.datatypes.as_mut_ptr(),
            )
        }
    } else {
        // SAFETY: as above.
        unsafe {
            (host.functions.type_get_contents)(
                handle,
                small(envelope.integers),
                small(envelope.addresses),
                small(envelope.datatypes),
                arrays.integers.as_mut_ptr(),
                arrays.addresses.as_mut_ptr(),
                arrays.datatypes.as_mut_ptr(),
            )
        }
    };
    if code == 0 { Ok(arrays) } else { Err(invalid("MPI_Type_get_contents failed")) }
}

/// MPI-5.0 "Decoding a Datatype": the arrays, restored to the order of the arguments.
fn numbers<A: Abi>(combiner: i64, arrays: &Arrays<A>) -> Vec<i64> {
    let integers = || arrays.integers.iter().map(|&number| i64::from(number));
    if arrays.large.is_empty() {
        return integers().chain(arrays.addresses.iter().copied()).collect();
    }
    let large = || arrays.large.iter().copied();
    if combiner == A::MPI_COMBINER_SUBARRAY {
        return integers().take(1).chain(large()).chain(integers().skip(1)).collect();
    }
    if combiner == A::MPI_COMBINER_DARRAY {
        return integers().take(3).chain(large()).chain(integers().skip(3)).collect();
    }
    large().collect()
}

fn length(count: Count) -> usize {
    usize::try_from(count).unwrap_or(0)
}

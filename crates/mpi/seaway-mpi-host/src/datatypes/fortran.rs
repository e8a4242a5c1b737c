// SPDX-License-Identifier: MIT OR Apache-2.0
//! Fortran's default types: compiler options choose their sizes, and the MPI was built for one choice.

use std::sync::OnceLock;

use seaway_datatype::Named;
use seaway_device_api::Result;

use super::invalid;
use crate::abi::{Abi, Datatype};
use crate::host::Host;

pub(super) const INTEGERS: &[Named] =
    &[Named::Integer1, Named::Integer2, Named::Integer4, Named::Integer8, Named::Integer16];
pub(super) const REALS: &[Named] = &[Named::Real4, Named::Real8, Named::Real16];
pub(super) const COMPLEXES: &[Named] = &[Named::Complex8, Named::Complex16, Named::Complex32];
const LOGICALS: &[Named] =
    &[Named::Logical1, Named::Logical2, Named::Logical4, Named::Logical8, Named::Logical16];
const PAIRS: &[Named] = &[Named::TwoReal, Named::TwoDoublePrecision];

/// What a host's default types are. Resolved on first use: a type that an MPI lacks must only affect programs
/// that use it.
#[derive(Debug, Default)]
pub(super) struct DefaultTypes([OnceLock<Option<Named>>; 9]);

impl DefaultTypes {
    /// The actual type of `named`, whose handle is `handle`.
    pub(super) fn meant<A: Abi>(&self, host: &Host<A>, handle: Datatype<A>, named: Named) -> Result<Named> {
        let (index, others) = match named {
            Named::Logical => (0, LOGICALS),
            Named::Integer => (1, INTEGERS),
            Named::Real => (2, REALS),
            Named::DoublePrecision => (3, REALS),
            Named::Complex => (4, COMPLEXES),
            Named::DoubleComplex => (5, COMPLEXES),
            Named::TwoReal => (6, PAIRS),
            Named::TwoDoublePrecision => (7, PAIRS),
            Named::TwoInteger => (8, [].as_slice()),
            _ => return Ok(named),
        };
        let meant = self.0[index].get_or_init(|| match size(host, handle) {
            // An MPI without Fortran does not know. C programs then use these types like C's.
            None => Some(named),
            Some(bytes) if bytes == named.size() => Some(named),
            Some(bytes) => of_size(others, bytes),
        });
        meant.ok_or_else(|| invalid(&format!("{} has an unusual size in this MPI", named.name())))
    }
}

pub(super) fn of_size(candidates: &[Named], bytes: u64) -> Option<Named> {
    candidates.iter().copied().find(|named| named.size() == bytes)
}

/// Bytes of a type, if the host knows.
pub(super) fn size<A: Abi>(host: &Host<A>, handle: Datatype<A>) -> Option<u64> {
    let mut bytes = 0;
    // SAFETY: MPI fills the place.
    let code = unsafe { (host.functions.type_size_x)(handle, &raw mut bytes) };
    u64::try_from(bytes).ok().filter(|&bytes| code == 0 && bytes > 0)
}

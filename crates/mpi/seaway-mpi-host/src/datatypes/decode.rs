// SPDX-License-Identifier: MIT OR Apache-2.0
//! From MPI's contents of a datatype to ours.

use seaway_datatype::{Datatype as Decoded, DatatypeError, Distribution, DistributionArgument, Named, Order};
use seaway_device_api::Result;

use super::contents::Contents;
use super::fortran::{self, COMPLEXES, INTEGERS, REALS};
use super::{Datatypes, invalid};
use crate::abi::{Abi, Datatype};
use crate::host::Host;

pub(super) fn decode<A: Abi>(datatypes: &Datatypes, host: &Host<A>, handle: Datatype<A>) -> Result<Decoded> {
    let contents = Contents::of(host, handle)?;
    let combiner = contents.combiner;
    if combiner == A::MPI_COMBINER_NAMED {
        return Err(invalid("a predefined datatype that Seaway does not know"));
    }
    if let Some(candidates) = sized_candidates::<A>(combiner) {
        return sized(host, handle, candidates);
    }
    let children = children(datatypes, host, &contents)?;
    let made = made::<A>(combiner, &contents.numbers, &children);
    made.ok_or_else(|| invalid("a combiner that Seaway does not know"))?
        .map_err(|error| invalid(&error.to_string()))
}

/// Decodes the children and frees their handles: MPI created new references for us.
fn children<A: Abi>(datatypes: &Datatypes, host: &Host<A>, contents: &Contents<A>) -> Result<Vec<Decoded>> {
    let decoded = contents.children.iter().map(|&child| datatypes.get_child(host, child)).collect();
    for &child in &contents.children {
        if host.named_types.find(child).is_none() && is_derived(host, child) {
            let mut child = child;
            // SAFETY: a reference that get_contents made for us.
            unsafe { (host.functions.type_free)(&raw mut child) };
        }
    }
    decoded
}

/// Predefined types, including those with Fortran's precision and range, must not be freed.
fn is_derived<A: Abi>(host: &Host<A>, handle: Datatype<A>) -> bool {
    let [mut integers, mut addresses, mut datatypes, mut combiner] = [0; 4];
    // SAFETY: MPI fills the four places.
    let code = unsafe {
        (host.functions.type_get_envelope)(
            handle,
            &raw mut integers,
            &raw mut addresses,
            &raw mut datatypes,
            &raw mut combiner,
        )
    };
    let combiner = i64::from(combiner);
    // If the envelope cannot be read, the type was constructed with MPI_Count: derived.
    code != 0 || (combiner != A::MPI_COMBINER_NAMED && sized_candidates::<A>(combiner).is_none())
}

/// Types that Fortran requests by precision and range (MPI_Type_create_f90_*) map to the predefined type of
/// that size.
fn sized_candidates<A: Abi>(combiner: i64) -> Option<&'static [Named]> {
    match combiner {
        c if c == A::MPI_COMBINER_F90_REAL => Some(REALS),
        c if c == A::MPI_COMBINER_F90_COMPLEX => Some(COMPLEXES),
        c if c == A::MPI_COMBINER_F90_INTEGER => Some(INTEGERS),
        _ => None,
    }
}

fn sized<A: Abi>(host: &Host<A>, handle: Datatype<A>, candidates: &[Named]) -> Result<Decoded> {
    let of_size = fortran::size(host, handle).and_then(|bytes| fortran::of_size(candidates, bytes));
    of_size.map(Decoded::named).ok_or_else(|| invalid("a Fortran type of unusual size"))
}

/// `None` if the combiner is unknown, or if MPI's arrays are shorter than the standard says.
fn made<A: Abi>(
    combiner: i64,
    numbers: &[i64],
    children: &[Decoded],
) -> Option<Result<Decoded, DatatypeError>> {
    let Some(child) = children.first() else {
        // A structure may have no members.
        return Some(Decoded::contiguous(0, Decoded::predefined(Named::Byte)));
    };
    let (&first, rest) = numbers.split_first().unwrap_or((&0, &[]));
    // The first number of most constructors is a count; for `resized` it is a bound, and may be negative.
    let count = usize::try_from(first).unwrap_or(0);
    Some(match combiner {
        c if c == A::MPI_COMBINER_DUP => Ok(child.clone()),
        c if c == A::MPI_COMBINER_CONTIGUOUS => Decoded::contiguous(first, child),
        c if c == A::MPI_COMBINER_VECTOR => Decoded::vector(first, *rest.first()?, *rest.get(1)?, child),
        c if c == A::MPI_COMBINER_HVECTOR => Decoded::hvector(first, *rest.first()?, *rest.get(1)?, child),
        c if c == A::MPI_COMBINER_INDEXED => {
            Decoded::indexed(rest.get(..count)?, rest.get(count..2 * count)?, child)
        }
        c if c == A::MPI_COMBINER_HINDEXED => {
            Decoded::hindexed(rest.get(..count)?, rest.get(count..2 * count)?, child)
        }
        c if c == A::MPI_COMBINER_INDEXED_BLOCK => {
            Decoded::indexed_block(*rest.first()?, rest.get(1..=count)?, child)
        }
        c if c == A::MPI_COMBINER_HINDEXED_BLOCK => {
            Decoded::hindexed_block(*rest.first()?, rest.get(1..=count)?, child)
        }
        c if c == A::MPI_COMBINER_STRUCT => {
            Decoded::structure(rest.get(..count)?, rest.get(count..2 * count)?, children)
        }
        c if c == A::MPI_COMBINER_RESIZED => Decoded::resized(*numbers.first()?, *numbers.get(1)?, child),
        c if c == A::MPI_COMBINER_SUBARRAY => subarray::<A>(count, rest, child)?,
        c if c == A::MPI_COMBINER_DARRAY => darray::<A>(numbers, child)?,
        _ => return None,
    })
}

fn subarray<A: Abi>(
    dimensions: usize,
    rest: &[i64],
    child: &Decoded,
) -> Option<Result<Decoded, DatatypeError>> {
    let list = |index: usize| rest.get(index * dimensions..(index + 1) * dimensions);
    let order = order::<A>(*rest.get(3 * dimensions)?)?;
    Some(Decoded::subarray(list(0)?, list(1)?, list(2)?, order, child))
}

fn darray<A: Abi>(numbers: &[i64], child: &Decoded) -> Option<Result<Decoded, DatatypeError>> {
    let [size, rank, dimensions, rest @ ..] = numbers else { return None };
    let dimensions = usize::try_from(*dimensions).ok()?;
    let list = |index: usize| rest.get(index * dimensions..(index + 1) * dimensions);
    let distributions = list(1)?.iter().map(|&word| distribution::<A>(word)).collect::<Option<Vec<_>>>()?;
    let arguments = list(2)?.iter().map(|&word| argument::<A>(word)).collect::<Option<Vec<_>>>()?;
    let order = order::<A>(*rest.get(4 * dimensions)?)?;
    Some(Decoded::darray(*size, *rank, list(0)?, &distributions, &arguments, list(3)?, order, child))
}

fn order<A: Abi>(word: i64) -> Option<Order> {
    match word {
        order if order == A::MPI_ORDER_C => Some(Order::C),
        order if order == A::MPI_ORDER_FORTRAN => Some(Order::Fortran),
        _ => None,
    }
}

fn distribution<A: Abi>(word: i64) -> Option<Distribution> {
    match word {
        kind if kind == A::MPI_DISTRIBUTE_NONE => Some(Distribution::None),
        kind if kind == A::MPI_DISTRIBUTE_BLOCK => Some(Distribution::Block),
        kind if kind == A::MPI_DISTRIBUTE_CYCLIC => Some(Distribution::Cyclic),
        _ => None,
    }
}

fn argument<A: Abi>(word: i64) -> Option<DistributionArgument> {
    if word == A::MPI_DISTRIBUTE_DFLT_DARG {
        return Some(DistributionArgument::Default);
    }
    u64::try_from(word).ok().map(DistributionArgument::Blocks)
}

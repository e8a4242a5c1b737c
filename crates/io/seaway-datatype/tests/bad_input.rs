// SPDX-License-Identifier: MIT OR Apache-2.0
//! Invalid arguments: the error names the invalid one, and nothing panics.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

use seaway_datatype::DatatypeError::{
    Negative, NotCommitted, NotPortable, OutOfRange, Overflow, TooDeep, WrongLength,
};
use seaway_datatype::{
    Datatype, DatatypeError, Distribution, DistributionArgument, MAX_DEPTH, Named, Order, Source, Target,
};

const HUGE: i64 = i64::MAX;

fn double() -> Datatype {
    Datatype::named(Named::Double)
}

fn check(result: Result<Datatype, DatatypeError>, expected: DatatypeError) {
    assert_eq!(result, Err(expected));
}

#[test]
fn negative_counts() {
    let double = double();
    check(Datatype::contiguous(-1, &double), Negative { argument: "count", value: -1 });
    check(Datatype::vector(-2, 1, 1, &double), Negative { argument: "count", value: -2 });
    check(Datatype::vector(1, -3, 1, &double), Negative { argument: "blocklength", value: -3 });
    check(Datatype::hvector(1, -3, 1, &double), Negative { argument: "blocklength", value: -3 });
    check(Datatype::indexed(&[1, -1], &[0, 1], &double), Negative { argument: "blocklengths", value: -1 });
    check(Datatype::indexed_block(-1, &[0], &double), Negative { argument: "blocklength", value: -1 });
    check(Datatype::structure(&[-1], &[0], &[double]), Negative { argument: "blocklengths", value: -1 });
}

#[test]
fn lists_of_different_lengths() {
    let double = double();
    let too_few = |argument| WrongLength { argument, expected: 2, actual: 1 };
    check(Datatype::indexed(&[1, 1], &[0], &double), too_few("displacements"));
    check(Datatype::hindexed(&[1, 1], &[0], &double), too_few("displacements"));
    check(Datatype::structure(&[1, 1], &[0, 8], std::slice::from_ref(&double)), too_few("types"));
    check(Datatype::subarray(&[4, 4], &[1], &[0, 0], Order::C, &double), too_few("subsizes"));
    check(Datatype::subarray(&[4, 4], &[1, 1], &[0], Order::C, &double), too_few("starts"));
}

#[test]
fn sizes_that_overflow() {
    let double = double();
    let overflow = |argument| Overflow { argument };
    check(Datatype::contiguous(HUGE, &double), overflow("count"));
    check(Datatype::vector(1 << 40, 1 << 40, 1, &double), overflow("count"));
    check(Datatype::vector(1, HUGE, 1, &double), overflow("blocklength"));
    check(Datatype::indexed(&[HUGE, 1], &[0, 0], &double), overflow("blocklengths"));
    let bytes = Datatype::bytes();
    check(Datatype::hindexed(&[HUGE, HUGE], &[0, 0], &bytes), overflow("blocklengths"));
    check(Datatype::subarray(&[1 << 31; 3], &[1 << 31; 3], &[0; 3], Order::C, &double), overflow("subsizes"));
}

#[test]
fn offsets_that_overflow() {
    let double = double();
    let overflow = |argument| Overflow { argument };
    check(Datatype::vector(3, 1, HUGE, &double), overflow("stride"));
    check(Datatype::vector(3, 1, i64::MIN, &double), overflow("stride"));
    check(Datatype::hvector(3, 1, HUGE, &double), overflow("stride"));
    check(Datatype::indexed(&[1], &[HUGE], &double), overflow("displacements"));
    check(Datatype::hindexed(&[1], &[HUGE], &double), overflow("displacements"));
    // Each end fits, but not the distance between them.
    check(Datatype::hindexed(&[1, 1], &[i64::MIN + 8, HUGE - 8], &double), overflow("displacements"));
    check(Datatype::resized(HUGE, 1, &double), overflow("extent"));
    check(Datatype::subarray(&[1 << 31; 3], &[1; 3], &[0; 3], Order::C, &double), overflow("sizes"));
}

#[test]
fn offsets_that_are_never_used_do_not_matter() {
    let none = Datatype::contiguous(0, &double()).unwrap();
    assert_eq!(Datatype::hvector(3, 1, HUGE, &none).unwrap().size(), 0);
    assert_eq!(Datatype::vector(1, 1, HUGE / 8, &double()).unwrap().extent(), 8);
    assert_eq!(Datatype::indexed(&[0, 1], &[HUGE, 0], &double()).unwrap().size(), 8);
}

#[test]
fn subarrays_beyond_their_array() {
    let double = double();
    let out_of_range = |argument, value| OutOfRange { argument, value };
    check(Datatype::subarray(&[], &[], &[], Order::C, &double), out_of_range("ndims", 0));
    check(Datatype::subarray(&[0], &[0], &[0], Order::C, &double), out_of_range("sizes", 0));
    check(Datatype::subarray(&[4], &[0], &[0], Order::C, &double), out_of_range("subsizes", 0));
    check(Datatype::subarray(&[4], &[5], &[0], Order::C, &double), out_of_range("subsizes", 5));
    check(Datatype::subarray(&[4], &[2], &[3], Order::C, &double), out_of_range("starts", 3));
    check(Datatype::subarray(&[4], &[2], &[-1], Order::C, &double), out_of_range("starts", -1));
}

#[test]
fn distributed_arrays_that_do_not_fit_their_processes() {
    let share = |size, rank, distribution, argument, processes| {
        Datatype::darray(size, rank, &[8], &[distribution], &[argument], &[processes], Order::C, &double())
    };
    let out_of_range = |argument, value| OutOfRange { argument, value };
    let (block, cyclic, none) = (Distribution::Block, Distribution::Cyclic, Distribution::None);
    let default = DistributionArgument::Default;
    check(share(2, 2, block, default, 2), out_of_range("rank", 2));
    check(share(2, -1, block, default, 2), Negative { argument: "rank", value: -1 });
    check(share(3, 0, block, default, 2), out_of_range("psizes", 3));
    check(share(2, 0, none, default, 2), out_of_range("psizes", 2));
    check(share(2, 0, block, DistributionArgument::Blocks(3), 2), out_of_range("dargs", 3));
    check(share(2, 0, cyclic, DistributionArgument::Blocks(0), 2), out_of_range("dargs", 0));
    check(share(2, 0, cyclic, DistributionArgument::Blocks(u64::MAX), 2), out_of_range("dargs", HUGE));
}

#[test]
fn nesting_has_a_limit_that_walks_survive() {
    let mut datatype = Datatype::bytes();
    for level in 0..MAX_DEPTH {
        // Different children on each level, so that nothing merges.
        datatype =
            Datatype::structure(&[1, 1], &[0, i64::from(level) * 3 + 2], &[datatype, double()]).unwrap();
    }
    check(Datatype::contiguous(1, &datatype), TooDeep { limit: MAX_DEPTH });
    datatype.commit();
    let layout = datatype.layout().unwrap();
    let len = usize::try_from(layout.size()).unwrap();
    let bounds = layout.bounds(0..layout.size());
    let memory = vec![7; usize::try_from(bounds.end).unwrap()];
    let mut packed = vec![0; len];
    layout.pack(Source::from_slice(&memory), 0..layout.size(), &mut packed).unwrap();
    assert!(packed.iter().all(|&byte| byte == 7));
    assert_eq!(Datatype::decode(&datatype.encode()), Ok(datatype));
}

#[test]
fn uncommitted_types_have_no_layout() {
    let vector = Datatype::vector(2, 1, 2, &double()).unwrap();
    assert_eq!(vector.layout().err(), Some(NotCommitted));
    assert_eq!(vector.external32_layout().err(), Some(NotCommitted));
    assert!(!vector.dup().unwrap().is_committed());
    vector.commit();
    assert!(vector.layout().is_ok());
    assert!(vector.dup().unwrap().is_committed());
    assert!(Datatype::bytes().is_committed());
}

#[test]
fn pair_types_have_no_external32_form() {
    let pairs = Datatype::vector(2, 1, 2, &Datatype::named(Named::ShortInt)).unwrap();
    pairs.commit();
    let error = NotPortable { name: "MPI_SHORT_INT" };
    assert_eq!(pairs.external32_size(), Err(error.clone()));
    assert_eq!(pairs.external32_layout().err(), Some(error));
    assert!(!pairs.is_portable());
}

#[test]
fn positions_beyond_64_bits_of_offset_are_refused_not_wrapped() {
    let sparse = Datatype::resized(0, 1 << 62, &double()).unwrap();
    sparse.commit();
    let layout = sparse.layout().unwrap();
    assert_eq!(layout.offset_of(1 << 40), i64::MAX);
    assert_eq!(layout.runs(1 << 40..(1 << 40) + 8).next().unwrap().offset, i64::MAX);
    let mut memory = [0; 64];
    let mut packed = [0; 16];
    assert!(layout.pack(Source::from_slice(&memory), 1 << 40..(1 << 40) + 16, &mut packed).is_err());
    let mut target = Target::from_slice(&mut memory);
    assert!(layout.unpack(&packed, 8..24, &mut target).is_err());
}

#[test]
fn streams_of_the_wrong_length_are_refused() {
    let double = double();
    let layout = double.layout().unwrap();
    let mut memory = [0; 64];
    assert!(layout.pack(Source::from_slice(&memory), 0..16, &mut [0; 15]).is_err());
    assert!(layout.pack(Source::from_slice(&memory), 0..16, &mut [0; 17]).is_err());
    assert!(layout.unpack(&[0; 15], 0..16, &mut Target::from_slice(&mut memory)).is_err());
}

#[test]
fn messages_name_the_argument() {
    let message = |result: Result<Datatype, DatatypeError>| result.unwrap_err().to_string();
    assert_eq!(message(Datatype::contiguous(-1, &double())), "count is negative: -1");
    assert_eq!(
        message(Datatype::contiguous(HUGE, &double())),
        "count makes the datatype reach beyond 64-bit sizes or offsets"
    );
}

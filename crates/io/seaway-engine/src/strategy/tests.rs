// SPDX-License-Identifier: MIT OR Apache-2.0
//! Tests of the choice of access strategies.

use super::*;

const STRIDED: Pattern =
    Pattern { bytes: 1 << 20, hull: Extent { offset: 0, len: 2 << 20 }, pieces: 1 << 15, new_bytes: 0 };
const ALL: Facets = Facets { mapping: true, locks: true, discipline: Discipline::File, exclusive: false };

fn local() -> Guarantees {
    let costs = seaway_device_api::Costs {
        call_nanoseconds: 300.0,
        byte_nanoseconds: 0.2,
        new_byte_nanoseconds: 0.6,
        read_page_nanoseconds: 100.0,
        page_nanoseconds: 250.0,
        new_page_nanoseconds: 3000.0,
    };
    Guarantees { costs, ..Guarantees::default() }
}

#[test]
fn contiguous_access_is_one_call() {
    let pattern = Pattern { bytes: 10, hull: Extent::new(5, 10), pieces: 1, new_bytes: 0 };
    let chosen = independent(&pattern, Direction::Write, &local(), ALL, &EngineHints::default());
    assert_eq!(chosen.method, IndependentMethod::Contiguous);
}

#[test]
fn device_that_understands_views_lays_bytes_out_itself() {
    let far = Guarantees::default();
    let facets = Facets { discipline: Discipline::Shaped, locks: true, ..Facets::default() };
    let check = |pattern: &Pattern, direction, hints: &str, expected| {
        let hints = EngineHints::from(&seaway_device_api::Hints::parse(hints));
        let chosen = independent(pattern, direction, &far, facets, &hints);
        assert_eq!(chosen.method, expected, "{direction:?} {pattern:?} {hints:?}");
    };
    let little = Pattern { bytes: 64, hull: Extent::new(0, 1000), pieces: 4, new_bytes: 0 };
    check(&STRIDED, Direction::Write, "", IndependentMethod::Shaped);
    check(&STRIDED, Direction::Read, "", IndependentMethod::Shaped);
    check(&little, Direction::Write, "", IndependentMethod::List);
    check(&little, Direction::Read, "", IndependentMethod::Shaped);
    check(&STRIDED, Direction::Read, "romio_ds_read=enable", IndependentMethod::Sieve);
    let together = |hints: &str| {
        let hints = EngineHints::from(&seaway_device_api::Hints::parse(hints));
        collective(&[STRIDED; 4], Direction::Write, &far, facets, &hints).method
    };
    assert_eq!(together(""), CollectiveMethod::Shaped);
    assert_eq!(together("romio_cb_write=disable"), CollectiveMethod::Shaped);
    assert_eq!(together("romio_cb_write=enable"), CollectiveMethod::Exchange);
}

#[test]
fn only_requested_bytes_of_a_stream_are_accessed() {
    let facets = Facets { discipline: Discipline::Stream, ..ALL };
    let hints =
        seaway_device_api::Hints::parse("romio_ds_read=enable;romio_cb_read=enable;seaway_mapping=enable");
    let hints = EngineHints::from(&hints);
    let alone = independent(&STRIDED, Direction::Read, &local(), facets, &hints);
    assert_eq!(alone.method, IndependentMethod::List);
    let together = collective(&[STRIDED; 2], Direction::Read, &local(), facets, &hints);
    assert_eq!(together.method, CollectiveMethod::Direct);
}

#[test]
fn gaps_are_rewritten_only_under_a_lock_or_by_hint() {
    let far = Guarantees::default();
    let without_mapping = Facets { mapping: false, ..ALL };
    let check = |facets, direction, expected| {
        let chosen = independent(&STRIDED, direction, &far, facets, &EngineHints::default());
        assert_eq!(chosen.method, expected);
    };
    check(without_mapping, Direction::Write, IndependentMethod::List);
    check(Facets { exclusive: true, ..without_mapping }, Direction::Write, IndependentMethod::Sieve);
    check(without_mapping, Direction::Read, IndependentMethod::Sieve);
}

#[test]
fn new_files_are_exchanged_and_old_ones_mapped() {
    let check = |new_bytes, expected| {
        let rank = Pattern { new_bytes, ..STRIDED };
        let chosen = collective(&[rank, rank], Direction::Write, &local(), ALL, &EngineHints::default());
        assert_eq!(chosen.method, expected);
    };
    check(STRIDED.hull.len, CollectiveMethod::Exchange);
    check(0, CollectiveMethod::Direct);
}

#[test]
fn contiguous_shares_are_not_exchanged() {
    let share = |rank: u64| Pattern {
        bytes: 1 << 16,
        hull: Extent::new(rank << 16, 1 << 16),
        pieces: 1,
        new_bytes: 0,
    };
    let chosen = collective(&[share(0), share(1)], Direction::Write, &local(), ALL, &EngineHints::default());
    assert_eq!(chosen.method, CollectiveMethod::Direct);
}

#[test]
fn large_shares_of_old_bytes_are_mapped_where_pages_are_cheap() {
    let check = |page_nanoseconds, new_bytes, expected| {
        let costs = seaway_device_api::Costs { page_nanoseconds, ..local().costs };
        let guarantees = Guarantees { costs, ..local() };
        let share = |rank: u64| Pattern {
            bytes: 1 << 24,
            hull: Extent::new(rank << 24, 1 << 24),
            pieces: 1,
            new_bytes,
        };
        let chosen =
            collective(&[share(0), share(1)], Direction::Write, &guarantees, ALL, &EngineHints::default());
        assert_eq!(chosen.method, expected);
    };
    check(120.0, 0, CollectiveMethod::Mapped);
    check(1300.0, 0, CollectiveMethod::Direct);
    check(120.0, 1, CollectiveMethod::Direct);
}

#[test]
fn no_hint_makes_an_exchange_cross_a_huge_gap() {
    let far = Pattern { hull: Extent::new(1 << 50, STRIDED.hull.len), ..STRIDED };
    let hints = EngineHints { exchange_for_writing: Choice::Enable, ..EngineHints::default() };
    let chosen = collective(&[STRIDED, far], Direction::Write, &Guarantees::default(), ALL, &hints);
    assert_eq!(chosen.method, CollectiveMethod::Direct);
}

#[test]
fn interleaved_pieces_are_exchanged_on_a_network() {
    let chosen = collective(
        &[STRIDED, STRIDED],
        Direction::Write,
        &Guarantees::default(),
        Facets::default(),
        &EngineHints::default(),
    );
    assert_eq!(chosen.method, CollectiveMethod::Exchange);
}

#[test]
fn ranks_that_would_take_turns_in_a_new_file_exchange_their_pieces() {
    let check = |locality, ranks: u64, pieces, expected| {
        let guarantees = Guarantees { locality, ..local() };
        let bytes = (64 << 20) / ranks;
        let hull = Extent::new(0, 64 << 20);
        let rank = Pattern { bytes, hull, pieces, new_bytes: hull.len };
        let patterns = vec![rank; usize::try_from(ranks).unwrap()];
        let chosen = collective(&patterns, Direction::Write, &guarantees, ALL, &EngineHints::default());
        assert_eq!(chosen.method, expected, "{locality:?}, {pieces} pieces of each of {ranks} ranks");
    };
    check(Locality::Disk, 4, 256, CollectiveMethod::Exchange);
    check(Locality::Disk, 4, 16, CollectiveMethod::Direct);
    for locality in [Locality::Memory, Locality::Network] {
        check(locality, 4, 256, CollectiveMethod::Direct);
    }
}

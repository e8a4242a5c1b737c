// SPDX-License-Identifier: MIT OR Apache-2.0
//! Views: which bytes of the file a rank sees.

use seaway_datatype::{Datatype, Named, Order};
use seaway_device_api::Hints;
use seaway_engine::{File, ReadBuffer, WriteBuffer};
use seaway_memory::{Source, Target};

use super::TestRank;
use super::test_rank::signed;

pub(super) fn bytes_go_where_offsets_say(test_rank: &TestRank) {
    let file = test_rank.create();
    // Backwards, so that the first writes leave a hole that the later ones fill.
    let place = test_rank.size() - 1 - test_rank.rank();
    assert_eq!(file.write_at(signed(place * 5), &[test_rank.mark(); 5]).unwrap().bytes, 5);
    file.close().unwrap();
    let expected: Vec<u8> =
        (0..test_rank.size()).flat_map(|place| [mark_of(test_rank.size() - 1 - place); 5]).collect();
    assert_eq!(test_rank.content(), expected);
    test_rank.delete();
}

pub(super) fn interleaved_views_fill_the_file(test_rank: &TestRank) {
    const BLOCK: usize = 3;
    const ROUNDS: usize = 50;
    let file = test_rank.create();
    see_every_nth_block(&file, test_rank, BLOCK);
    let mine: Vec<u8> = (0..ROUNDS).flat_map(|round| block(test_rank.rank(), round, BLOCK)).collect();
    let _ = file.write_all(&mine).unwrap();
    file.close().unwrap();
    let expected: Vec<u8> = (0..ROUNDS)
        .flat_map(|round| (0..test_rank.size()).flat_map(move |rank| block(rank, round, BLOCK)))
        .collect();
    assert_eq!(test_rank.content(), expected);
    test_rank.delete();
}

pub(super) fn matrix_columns_come_back_as_rows(test_rank: &TestRank) {
    let (side, share) = (signed(4 * test_rank.size()), 4);
    let file = test_rank.create();
    let double = Datatype::named(Named::Double);
    let first = signed(test_rank.rank()) * share;
    see(&file, &double, &part_of_matrix(side, [side, share], [0, first], &double));
    let columns: Vec<f64> = (0..side)
        .flat_map(|row| (first..first + share).map(move |column| value_at(row, column, side)))
        .collect();
    let _ = file.write_all(&columns).unwrap();
    file.sync().unwrap();
    see(&file, &double, &part_of_matrix(side, [share, side], [first, 0], &double));
    let mut rows = vec![f64::NAN; columns.len()];
    assert_eq!(file.read_all(&mut rows).unwrap().bytes, rows.len() as u64 * 8);
    let expected: Vec<f64> = (first..first + share)
        .flat_map(|row| (0..side).map(move |column| value_at(row, column, side)))
        .collect();
    assert_eq!(rows, expected);
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn external32_is_big_endian_in_the_file(test_rank: &TestRank) {
    let file = test_rank.create();
    let integer = Datatype::named(Named::Int32);
    file.set_view(0, &integer, &integer, "external32", &Hints::new()).unwrap();
    let value = 0x0102_0300 + i32::from(test_rank.mark());
    let _ = file.write_at_all(signed(test_rank.rank()), &[value]).unwrap();
    file.sync().unwrap();
    let mut back = [0];
    let _ = file.read_at(signed(test_rank.rank()), &mut back).unwrap();
    assert_eq!(back, [value]);
    file.close().unwrap();
    let expected: Vec<u8> = (0..test_rank.size()).flat_map(|rank| [1, 2, 3, mark_of(rank)]).collect();
    assert_eq!(test_rank.content(), expected);
    test_rank.delete();
}

pub(super) fn memory_with_holes_keeps_its_holes(test_rank: &TestRank) {
    let file = test_rank.create();
    let every_other = Datatype::vector(4, 2, 4, &Datatype::bytes()).unwrap();
    every_other.commit();
    let bytes: Vec<u8> = (0..14).map(|byte| byte + 16 * test_rank.mark()).collect();
    let source = WriteBuffer::new(Source::from_slice(&bytes), 1, &every_other).unwrap();
    let _ = file.write_at_all(signed(test_rank.rank() * 8), source).unwrap();
    file.sync().unwrap();
    let mut back = [0xee; 14];
    let target = ReadBuffer::new(Target::from_slice(&mut back), 1, &every_other).unwrap();
    assert_eq!(file.read_at_all(signed(test_rank.rank() * 8), target).unwrap().bytes, 8);
    for (index, &byte) in back.iter().enumerate() {
        assert_eq!(byte, if index % 4 < 2 { bytes[index] } else { 0xee }, "byte {index}");
    }
    file.close().unwrap();
    test_rank.delete();
}

pub(super) fn view_with_displacement_skips_the_header(test_rank: &TestRank) {
    let file = test_rank.create();
    if test_rank.rank() == 0 {
        let _ = file.write_at(0, b"header:").unwrap();
    }
    let bytes = Datatype::bytes();
    file.set_view(7, &bytes, &bytes, "native", &Hints::new()).unwrap();
    assert_eq!(file.byte_offset(5).unwrap(), 12);
    let _ = file.write_at_all(signed(test_rank.rank()), &[test_rank.mark()]).unwrap();
    file.close().unwrap();
    let marks: Vec<u8> = (0..test_rank.size()).map(mark_of).collect();
    assert_eq!(test_rank.content(), [&b"header:"[..], &marks].concat());
    test_rank.delete();
}

fn see(file: &File, etype: &Datatype, filetype: &Datatype) {
    file.set_view(0, etype, filetype, "native", &Hints::new()).unwrap();
}

/// Blocks of the file, distributed to the ranks in turn.
pub(super) fn see_every_nth_block(file: &File, test_rank: &TestRank, block: usize) {
    let bytes = Datatype::bytes();
    let mine = Datatype::hindexed(&[signed(block)], &[signed(test_rank.rank() * block)], &bytes).unwrap();
    let filetype = Datatype::resized(0, signed(test_rank.size() * block), &mine).unwrap();
    filetype.commit();
    see(file, &bytes, &filetype);
}

fn part_of_matrix(side: i64, size: [i64; 2], start: [i64; 2], element: &Datatype) -> Datatype {
    let part = Datatype::subarray(&[side, side], &size, &start, Order::C, element).unwrap();
    part.commit();
    part
}

fn value_at(row: i64, column: i64, side: i64) -> f64 {
    f64::from(i32::try_from(row * side + column).unwrap())
}

fn block(rank: usize, round: usize, bytes: usize) -> Vec<u8> {
    vec![u8::try_from((rank * 50 + round) % 251).unwrap(); bytes]
}

fn mark_of(rank: usize) -> u8 {
    u8::try_from(rank + 1).unwrap()
}

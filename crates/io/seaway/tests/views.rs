// SPDX-License-Identifier: MIT OR Apache-2.0
//! Uncommon views: distributed arrays, holes, overlaps, empty ones, and other representations.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::sync::Arc;

use seaway::{
    AccessMode, DataRepresentation, Datatype, Distribution, DistributionArgument, File, Group, Hints, Named,
    Order, Rank, ReadBuffer, Result, Source, Target, Whence, register_representation,
};

const MODE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE);

/// A 2-D array distributed block-cyclically, compared with textbook arithmetic.
#[test]
fn distributed_array_matches_the_textbook() {
    const ROWS: usize = 10;
    const COLUMNS: usize = 7;
    on_ranks(6, "darray", |rank, file| {
        let argument = DistributionArgument::Blocks(2);
        let filetype = Datatype::darray(
            6,
            i64::try_from(rank.rank()).unwrap(),
            &[10, 7],
            &[Distribution::Cyclic, Distribution::Cyclic],
            &[argument, argument],
            &[3, 2],
            Order::C,
            &Datatype::bytes(),
        );
        see(file, 0, &committed(filetype));
        let (my_row, my_column) = (rank.rank() / 2, rank.rank() % 2);
        let mine: Vec<u8> = (0..ROWS * COLUMNS)
            .filter(|place| (place / COLUMNS / 2) % 3 == my_row && (place % COLUMNS / 2) % 2 == my_column)
            .map(|place| u8::try_from(place).unwrap())
            .collect();
        assert_eq!(file.write_all(&mine).unwrap().bytes, mine.len() as u64);
        file.sync().unwrap();
        see(file, 0, &Datatype::bytes());
        let mut whole = vec![0_u8; ROWS * COLUMNS];
        let _ = file.read_all(&mut whole).unwrap();
        let expected: Vec<u8> = (0..70).collect();
        assert_eq!(whole, expected);
    });
}

/// MPI allows a read-only view to name bytes twice.
#[test]
fn overlapping_view_can_be_read() {
    on_ranks(2, "overlap", |_, file| {
        let _ = file.write_at(0, &[1_u8, 2, 3, 4, 5, 6]).unwrap();
        file.sync().unwrap();
    });
    let ran = Group::run(2, |rank| {
        let file = File::open(&rank, "mem:views-overlap-2", AccessMode::READ_ONLY, &Hints::new()).unwrap();
        see(&file, 0, &committed(Datatype::hindexed(&[4, 4], &[0, 2], &Datatype::bytes())));
        let mut bytes = [0_u8; 8];
        assert_eq!(file.read_at_all(0, &mut bytes).unwrap().bytes, 8);
        assert_eq!(bytes, [1, 2, 3, 4, 3, 4, 5, 6]);
        // From after the offset at which the next piece begins.
        see(&file, 0, &committed(Datatype::hindexed(&[6, 1], &[0, 1], &Datatype::bytes())));
        let mut bytes = [0_u8; 2];
        assert_eq!(file.read_at_all(5, &mut bytes).unwrap().bytes, 2);
        assert_eq!(bytes, [6, 2]);
        file.close().unwrap();
    });
    ran.unwrap();
}

/// Columns that interleave in memory: no byte is named twice as long as there are no more than fit. Where one
/// is, it has one of the values.
#[test]
fn columns_can_be_read_into_rows() {
    on_ranks(2, "columns", |rank, file| {
        let _ = file.write_at_all(0, &[11_u8, 12, 13, 21, 22, 23]).unwrap();
        file.sync().unwrap();
        let column = Datatype::vector(3, 1, 2, &Datatype::bytes());
        let column = committed(column.and_then(|column| Datatype::resized(0, 1, &column)));
        let mut matrix = [0_u8; 6];
        let buffer = ReadBuffer::new(Target::from_slice(&mut matrix), 2, &column).unwrap();
        assert_eq!(file.read_at_all(0, buffer).unwrap().bytes, 6);
        assert_eq!(matrix, [11, 21, 12, 22, 13, 23]);
        let _ = file.write_at_all(6, &[31_u8, 32, 33]).unwrap();
        rank.barrier().unwrap();
        let mut longer = [0_u8; 7];
        let three = ReadBuffer::new(Target::from_slice(&mut longer), 3, &column).unwrap();
        assert_eq!(file.read_at_all(0, three).unwrap().bytes, 9);
        let [a, b, c, d, e, f, g] = longer;
        assert_eq!((a, b, d, f, g), (11, 21, 22, 23, 33));
        assert!([12, 31].contains(&c) && [13, 32].contains(&e), "{longer:?}");
    });
}

/// Elements that all have the same address, as in IOR's strided datatypes.
#[test]
fn elements_that_overlap_can_be_read() {
    on_ranks(2, "overlap", |rank, file| {
        let _ = file.write_at_all(0, &[1_u8, 2, 3, 4, 5, 6, 7, 8]).unwrap();
        rank.barrier().unwrap();
        let pair = Datatype::contiguous(2, &Datatype::bytes());
        let pair = committed(pair.and_then(|pair| Datatype::resized(0, 0, &pair)));
        let check = |read: &dyn Fn(ReadBuffer<'_>) -> seaway::Result<seaway::Status>| {
            let mut memory = [0_u8; 2];
            let buffer = ReadBuffer::new(Target::from_slice(&mut memory), 4, &pair).unwrap();
            assert_eq!(read(buffer).unwrap().bytes, 8);
            assert!(memory[0] % 2 == 1 && memory[1] == memory[0] + 1, "{memory:?} is none of the pairs");
        };
        check(&|buffer| file.read_at(0, buffer));
        check(&|buffer| file.read_at_all(0, buffer));
        check(&|buffer| file.iread_at(0, buffer).wait());
    });
}

/// More parts than a datatype that is sent between ranks may have: still one collective access. A column as
/// wide as one element: the next filetype begins beside the last, not after it.
#[test]
fn columns_can_be_a_view() {
    on_ranks(2, "column-view", |rank, file| {
        let double = Datatype::named(Named::Double);
        let column = Datatype::vector(4, 1, 4, &double).unwrap();
        let column = committed(Datatype::resized(0, 8, &column));
        // Rank 0 has columns 0 and 1, rank 1 columns 2 and 3.
        let first = 16 * i64::try_from(rank.rank()).unwrap();
        file.set_view(first, &double, &column, "native", &Hints::new()).unwrap();
        let value = |column: usize, row: usize| (10 * row + 2 * rank.rank() + column) as f64;
        let mine: Vec<f64> = (0..8).map(|index| value(index / 4, index % 4)).collect();
        assert_eq!(file.write_all(&mine).unwrap().bytes, 64);
        let mut back = [0.0; 8];
        assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, 64);
        assert_eq!(back[..], mine);
        assert_eq!(file.iread_at(2, &mut back[..4]).wait().unwrap().bytes, 32);
        assert_eq!(back[..4], mine[2..6]);
        file.set_view(0, &double, &double, "native", &Hints::new()).unwrap();
        let mut matrix = [0.0; 16];
        assert_eq!(file.read_at_all(0, &mut matrix).unwrap().bytes, 128);
        let expected: Vec<f64> = (0..16).map(|index| f64::from(10 * (index / 4) + index % 4)).collect();
        assert_eq!(matrix[..], expected);
    });
}

#[test]
fn view_of_very_many_types_is_accessed_together() {
    const PARTS: i64 = 70_000;
    on_ranks(2, "parts", |rank, file| {
        let byte = Datatype::bytes();
        let parts: Vec<Datatype> = (0..PARTS).map(|_| Datatype::contiguous(1, &byte).unwrap()).collect();
        let me = i64::try_from(rank.rank()).unwrap();
        let places: Vec<i64> = (0..PARTS).map(|part| 3 * part + me).collect();
        see(file, 0, &committed(Datatype::structure(&vec![1; parts.len()], &places, &parts)));
        file.set_hints(&Hints::parse("romio_cb_write=enable;romio_cb_read=enable")).unwrap();
        let mine = vec![u8::try_from(me + 1).unwrap(); parts.len()];
        assert_eq!(file.write_at_all(0, &mine).unwrap().bytes, mine.len() as u64);
        file.sync().unwrap();
        let mut back = vec![0_u8; parts.len()];
        assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, mine.len() as u64);
        assert!(back == mine);
    });
}

#[test]
fn view_of_nothing_moves_nothing() {
    on_ranks(2, "nothing", |rank, file| {
        let nothing = committed(Datatype::contiguous(0, &Datatype::bytes()));
        let filetype = if rank.rank() == 0 { Datatype::bytes() } else { nothing };
        see(file, 0, &filetype);
        let mine: &[u8] = if rank.rank() == 0 { &[1, 2, 3] } else { &[] };
        assert_eq!(file.write_all(mine).unwrap().bytes, mine.len() as u64);
        file.seek(0, Whence::End).unwrap();
        assert_eq!(file.position().unwrap(), if rank.rank() == 0 { 3 } else { 0 });
    });
}

/// Offsets are 64 bits wide throughout: a sparse file, seen from beyond 4 GiB.
#[test]
fn displacement_beyond_four_gibibytes() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    let name = directory.path().join("sparse").to_string_lossy().into_owned();
    let ran = Group::run(3, |rank| {
        let file = File::open(&rank, &name, MODE | AccessMode::DELETE_ON_CLOSE, &Hints::new()).unwrap();
        let integer = Datatype::named(Named::Int64);
        let far = 5 << 30;
        let place = i64::try_from(rank.rank()).unwrap();
        let filetype = committed(Datatype::resized(0, 3 << 20, &integer));
        file.set_view(far + 8 * place, &integer, &filetype, "native", &Hints::new()).unwrap();
        let mine: Vec<i64> = (0..5).map(|number| number * 10 + place).collect();
        let _ = file.write_all(&mine).unwrap();
        file.sync().unwrap();
        let mut back = vec![0_i64; 5];
        assert_eq!(file.read_at_all(0, &mut back).unwrap().bytes, 40);
        assert_eq!(back, mine);
        assert_eq!(file.byte_offset(4).unwrap(), u64::try_from(far + 8 * place + (12 << 20)).unwrap());
        file.close().unwrap();
    });
    ran.unwrap();
}

#[test]
fn pointers_count_etypes_of_the_view() {
    on_ranks(2, "etypes", |rank, file| {
        let integer = Datatype::named(Named::Int);
        // Two of every five integers.
        let filetype =
            committed(Datatype::vector(1, 2, 5, &integer).and_then(|pair| Datatype::resized(0, 20, &pair)));
        let displacement = i64::try_from(8 * rank.rank()).unwrap();
        file.set_view(displacement, &integer, &filetype, "native", &Hints::new()).unwrap();
        let _ = file.write(&[1, 2, 3]).unwrap();
        assert_eq!(file.position().unwrap(), 3);
        assert_eq!(file.byte_offset(3).unwrap(), 8 * rank.rank() as u64 + 24);
        file.sync().unwrap();
        rank.barrier().unwrap();
        // Rank 1's third integer ends the file, at byte 32; rank 0 has seen integers 0, 1, 5, 6 begin before that.
        file.seek(0, Whence::End).unwrap();
        assert_eq!(file.position().unwrap(), [4, 3][rank.rank()]);
    });
}

/// external32 gives `long` four bytes: extents in the file differ from those in memory.
#[test]
fn external32_has_extents_of_its_own() {
    on_ranks(2, "external32", |rank, file| {
        let long = Datatype::named(Named::Long);
        file.set_view(0, &long, &long, "external32", &Hints::new()).unwrap();
        assert_eq!(file.type_extent(&long).unwrap(), 4);
        let pair = committed(Datatype::contiguous(2, &long));
        let mine = [-2_i64, 70_000 + i64::try_from(rank.rank()).unwrap()];
        let source = Source::from_slice(bytes_of(&mine));
        let buffer = seaway::WriteBuffer::new(source, 1, &pair).unwrap();
        let _ = file.write_at_all(2 * i64::try_from(rank.rank()).unwrap(), buffer).unwrap();
        file.sync().unwrap();
        rank.barrier().unwrap();
        assert_eq!(file.size().unwrap(), 16);
        see(file, 0, &Datatype::bytes());
        let mut stored = [0_u8; 16];
        let _ = file.read_at(0, &mut stored).unwrap();
        assert_eq!(stored[..8], [0xff, 0xff, 0xff, 0xfe, 0, 1, 0x11, 0x70]);
        assert_eq!(stored[12..], [0, 1, 0x11, 0x71]);
    });
}

#[test]
fn registered_representation_converts_both_ways() {
    register_representation("decimal", Arc::new(Decimal)).unwrap();
    let again = register_representation("decimal", Arc::new(Decimal)).unwrap_err();
    assert_eq!(again.kind(), seaway::ErrorKind::DuplicateRepresentation);
    on_ranks(3, "registered", |rank, file| {
        let integer = Datatype::named(Named::Int32);
        file.set_view(0, &integer, &integer, "decimal", &Hints::new()).unwrap();
        let number = 100 + i32::try_from(rank.rank()).unwrap();
        let _ = file.write_ordered(&[number]).unwrap();
        file.sync().unwrap();
        let mut all = [0; 3];
        assert_eq!(file.read_at_all(0, &mut all).unwrap().bytes, 12);
        assert_eq!(all, [100, 101, 102]);
        see(file, 0, &Datatype::bytes());
        let mut text = [0_u8; 30];
        let _ = file.read_at(0, &mut text).unwrap();
        assert_eq!(&text, b"       100       101       102");
    });
}

/// Integers as ten characters.
#[derive(Debug)]
struct Decimal;

impl DataRepresentation for Decimal {
    fn file_bytes(&self, named: Named) -> Result<u64> {
        Ok(if named == Named::Int32 { 10 } else { named.size() })
    }

    fn encode(&self, from: Source<'_>, _: &Datatype, _: u64, into: &mut [u8]) -> Result<()> {
        for (index, text) in (0..).zip(into.chunks_mut(10)) {
            let bytes = from.slice(index * 4..index * 4 + 4).unwrap();
            let number = i32::from_ne_bytes(bytes.try_into().unwrap());
            text.copy_from_slice(format!("{number:10}").as_bytes());
        }
        Ok(())
    }

    fn decode(&self, from: &[u8], _: &Datatype, _: u64, into: &mut Target<'_>) -> Result<u64> {
        let mut filled = 0;
        for (index, text) in (0..).zip(from.chunks_exact(10)) {
            let number: i32 = std::str::from_utf8(text).unwrap().trim().parse().unwrap();
            into.slice(index * 4..index * 4 + 4).unwrap().copy_from_slice(&number.to_ne_bytes());
            filled += 4;
        }
        Ok(filled)
    }
}

fn bytes_of(numbers: &[i64]) -> &[u8] {
    // The engine accepts slices of its own numbers; a pair of longs is a user-defined datatype.
    bytemuck::cast_slice(numbers)
}

fn see(file: &File, displacement: i64, filetype: &Datatype) {
    file.set_view(displacement, &Datatype::bytes(), filetype, "native", &Hints::new()).unwrap();
}

fn committed(datatype: Result<Datatype, seaway::DatatypeError>) -> Datatype {
    let datatype = datatype.unwrap();
    datatype.commit();
    datatype
}

fn on_ranks(size: usize, title: &str, program: impl Fn(&Rank, &File) + Sync) {
    for group in [Group::of(size), Group::of(size).without_shared_memory()] {
        let ran = group.run(|rank| {
            let name = format!("mem:views-{title}-{size}");
            let file = File::open(&rank, &name, MODE, &Hints::new()).unwrap();
            file.set_size(0).unwrap();
            program(&rank, &file);
            file.close().unwrap();
        });
        ran.unwrap();
    }
}

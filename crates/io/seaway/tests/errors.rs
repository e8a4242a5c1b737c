// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bad input: the right error class, and a message that names the argument. Never a panic, never a hang.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use seaway::{
    AccessMode, DISPLACEMENT_CURRENT, Datatype, Error, ErrorKind, File, Group, Hints, Named, Operation, Rank,
    ReadBuffer, Result, Source, Target, Whence, WriteBuffer,
};

const READ_WRITE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE);

#[test]
fn datatypes_that_overflow_are_refused() {
    let double = Datatype::named(Named::Double);
    let check = |made: Result<Datatype, seaway::DatatypeError>, argument: &str| {
        let message = made.unwrap_err().to_string();
        assert!(message.contains(argument), "{message}");
    };
    check(Datatype::contiguous(i64::MAX, &double), "count");
    check(Datatype::contiguous(-1, &double), "count");
    check(Datatype::vector(3, 1, i64::MAX / 2, &double), "stride");
    check(Datatype::vector(1, -1, 1, &double), "blocklength");
    check(Datatype::indexed(&[1], &[i64::MAX], &double), "displacements");
    check(Datatype::indexed(&[1, 2], &[0], &double), "displacements");
    check(Datatype::hindexed(&[i64::MAX], &[0], &double), "blocklengths");
    check(Datatype::structure(&[1], &[0], &[]), "types");
    check(Datatype::resized(i64::MAX, 1, &double), "extent");
}

#[test]
fn access_modes_that_contradict_are_refused_on_all_ranks() {
    let contradictions = [
        AccessMode::empty(),
        AccessMode::CREATE,
        AccessMode::READ_ONLY | AccessMode::WRITE_ONLY,
        AccessMode::READ_ONLY | AccessMode::CREATE,
        AccessMode::READ_ONLY | AccessMode::EXCLUSIVE,
        AccessMode::READ_WRITE | AccessMode::SEQUENTIAL,
    ];
    everywhere(|rank| {
        for mode in contradictions {
            let error = File::open(rank, "mem:contradiction", mode, &Hints::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::AccessMode, "{mode:?}: {error}");
        }
    });
}

#[test]
fn invalid_views_are_refused() {
    with_file("views", READ_WRITE, |_, file| {
        let (bytes, int, double) =
            (Datatype::bytes(), Datatype::named(Named::Int), Datatype::named(Named::Double));
        let uncommitted = Datatype::contiguous(2, &int).unwrap();
        let overlapping = committed(Datatype::hindexed(&[4, 4], &[0, 2], &bytes));
        let falling = committed(Datatype::hindexed(&[4, 4], &[8, 0], &bytes));
        let negative = committed(Datatype::hindexed(&[4], &[-4], &bytes));
        let folded = committed(Datatype::resized(0, 2, &int));
        let set = |displacement, etype, filetype, representation| {
            file.set_view(displacement, etype, filetype, representation, &Hints::new())
        };
        check(set(-1, &bytes, &bytes, "native"), ErrorKind::Argument, "displacement -1");
        check(set(0, &uncommitted, &bytes, "native"), ErrorKind::Datatype, "etype");
        check(set(0, &bytes, &uncommitted, "native"), ErrorKind::Datatype, "filetype");
        check(set(0, &bytes, &overlapping, "native"), ErrorKind::Datatype, "filetype");
        check(set(0, &bytes, &falling, "native"), ErrorKind::Datatype, "filetype");
        check(set(0, &bytes, &negative, "native"), ErrorKind::Datatype, "filetype");
        check(set(0, &double, &int, "native"), ErrorKind::Argument, "etype");
        check(set(0, &bytes, &bytes, "internet"), ErrorKind::UnsupportedRepresentation, "internet");
        check(
            set(DISPLACEMENT_CURRENT, &bytes, &bytes, "native"),
            ErrorKind::Argument,
            "DISPLACEMENT_CURRENT",
        );
        // None of it took effect.
        assert_eq!(file.view().displacement(), 0);
        assert_eq!(file.view().etype(), &bytes);
        // Overlapping tiles are harmless as long as one is used.
        set(0, &bytes, &folded, "native").unwrap();
        assert_eq!(file.write_at(0, &[1_u8, 2, 3, 4]).unwrap().bytes, 4);
    });
}

#[test]
fn offsets_and_sizes_out_of_range_are_refused() {
    with_file("offsets", READ_WRITE, |_, file| {
        let double = Datatype::named(Named::Double);
        file.set_view(0, &double, &double, "native", &Hints::new()).unwrap();
        check(file.read_at(-1, &mut [0.0]), ErrorKind::Argument, "offset -1");
        check(file.write_at(-7, &[0.0]), ErrorKind::Argument, "offset -7");
        check(file.read_at_all(-1, &mut [0.0]), ErrorKind::Argument, "offset -1");
        check(file.write_at_all(-1, &[0.0]), ErrorKind::Argument, "offset -1");
        check(file.iwrite_at(-1, &[0.0]).wait(), ErrorKind::Argument, "offset -1");
        check(file.write_at_all_begin(-1, &[0.0]), ErrorKind::Argument, "offset -1");
        check(file.write_at(i64::MAX, &[0.0]), ErrorKind::Argument, &i64::MAX.to_string());
        check(file.write_at_all(i64::MAX, &[0.0]), ErrorKind::Argument, &i64::MAX.to_string());
        check(file.write_at(i64::MAX / 8, &[0.0]), ErrorKind::Argument, "write failed");
        check(file.read_at_all(i64::MAX / 8, &mut [0.0]), ErrorKind::Argument, "read failed");
        check(file.byte_offset(-1), ErrorKind::Argument, "offset -1");
        check(file.byte_offset(i64::MAX), ErrorKind::Argument, &i64::MAX.to_string());
        check(file.seek(-1, Whence::Set), ErrorKind::Argument, "offset -1");
        check(file.seek(-1, Whence::Current), ErrorKind::Argument, "offset -1");
        check(file.seek_shared(-1, Whence::End), ErrorKind::Argument, "offset -1");
        check(file.set_size(-1), ErrorKind::Argument, "size -1");
        check(file.preallocate(-1), ErrorKind::Argument, "size -1");
        assert_eq!((file.position().unwrap(), file.size().unwrap()), (0, 0));
    });
}

#[test]
fn buffers_that_do_not_fit_are_refused() {
    let (bytes, double) = (Datatype::bytes(), Datatype::named(Named::Double));
    let uncommitted = Datatype::contiguous(2, &double).unwrap();
    let twice = committed(Datatype::hindexed(&[4, 4], &[0, 2], &bytes));
    let before = committed(Datatype::hindexed(&[1], &[-1], &bytes));
    let memory = [0; 16];
    let source = |count, datatype: &Datatype| WriteBuffer::new(Source::from_slice(&memory), count, datatype);
    check(source(3, &double), ErrorKind::Buffer, "count 3");
    check(source(1, &before), ErrorKind::Buffer, "-1");
    check(source(u64::MAX, &double), ErrorKind::Count, &u64::MAX.to_string());
    check(source(1, &uncommitted), ErrorKind::Datatype, "not committed");
    assert!(source(1, &twice).is_ok(), "a byte may be written to two places");
    let mut memory = [0; 16];
    let mut target = |count, datatype: &Datatype| {
        ReadBuffer::new(Target::from_slice(&mut memory), count, datatype).map(drop)
    };
    assert!(target(1, &twice).is_ok(), "as with other MPI-IOs, one of the two values is found there");
    check(target(3, &double), ErrorKind::Buffer, "count 3");
    check(target(1, &uncommitted), ErrorKind::Datatype, "not committed");
}

#[test]
fn data_must_be_whole_etypes() {
    with_file("etypes", READ_WRITE, |_, file| {
        let double = Datatype::named(Named::Double);
        file.set_view(0, &double, &double, "native", &Hints::new()).unwrap();
        check(file.write_at(0, &[1_u8; 12]), ErrorKind::Argument, "etype");
        check(file.write_all(&[1_u8; 12]), ErrorKind::Argument, "etype");
        check(file.read_ordered(&mut [1_u8; 12]), ErrorKind::Argument, "etype");
        assert_eq!(file.size().unwrap(), 0);
        assert_eq!((file.position().unwrap(), file.position_shared().unwrap()), (0, 0), "no pointer moved");
    });
}

#[test]
fn impossible_access_does_not_move_the_pointer() {
    with_file("no-move", READ_WRITE, |_, file| {
        let last = i64::MAX - 3;
        file.seek(last, Whence::Set).unwrap();
        check(file.write(&[1_u8; 10]), ErrorKind::Argument, "beyond");
        check(file.read_all(&mut [1_u8; 10]), ErrorKind::Argument, "beyond");
        check(file.iread(&mut [1_u8; 10]).wait(), ErrorKind::Argument, "beyond");
        assert_eq!(file.position().unwrap(), last.unsigned_abs());
        let nothing = committed(Datatype::contiguous(0, &Datatype::bytes()));
        file.set_view(0, &Datatype::bytes(), &nothing, "native", &Hints::new()).unwrap();
        check(file.write(&[1_u8; 10]), ErrorKind::Argument, "no data");
        assert_eq!(file.position().unwrap(), 0);
    });
}

/// Each rank's count is valid, but no file can hold all of them.
#[test]
fn counts_that_overflow_together_are_refused() {
    with_file("together", READ_WRITE, |rank, file| {
        let same_byte = committed(Datatype::resized(0, 0, &Datatype::bytes()));
        let count = i64::MAX.unsigned_abs();
        if rank.size() > 2 {
            let buffer = WriteBuffer::new(Source::from_slice(&[1]), count, &same_byte).unwrap();
            check(file.write_ordered(buffer), ErrorKind::Count, "together");
            assert_eq!((file.position_shared().unwrap(), file.size().unwrap()), (0, 0));
        }
    });
}

/// One rank's error in a collective call is reported to all, and the file works in the next call.
#[test]
fn error_of_one_rank_is_reported_to_all() {
    with_file("mistake", READ_WRITE, |rank, file| {
        let offset = if rank.rank() == 1 { -5 } else { 0 };
        let last = rank.size() > 1;
        // Ranks that see the file unchanged do not coordinate: the error is that rank's alone, and no other
        // waits for it.
        if rank.rank() == 1 {
            check(file.write_at_all(offset, &[1_u8]), ErrorKind::Argument, "offset -5");
            check(file.read_at_all(offset, &mut [1_u8]), ErrorKind::Argument, "offset -5");
        } else {
            assert_eq!(file.write_at_all(offset, &[1_u8]).unwrap().bytes, 1);
            assert_eq!(file.read_at_all(offset, &mut [1_u8]).unwrap().bytes, 1);
        }
        let meet = Hints::parse("romio_cb_write=enable;romio_cb_read=enable");
        file.set_hints(&meet).unwrap();
        if last {
            check(file.write_at_all(offset, &[1_u8]), ErrorKind::Argument, "offset -5");
            check(file.read_at_all(offset, &mut [1_u8]), ErrorKind::Argument, "offset -5");
        }
        assert_eq!(file.write_at_all(0, &[0_u8; 0]).unwrap().bytes, 0);
        let double = Datatype::named(Named::Double);
        file.set_view(0, &double, &double, "external32", &Hints::new()).unwrap();
        if last {
            check(file.write_at_all(offset, &[1.0]), ErrorKind::Argument, "offset -5");
            check(file.read_at_all(offset, &mut [1.0]), ErrorKind::Argument, "offset -5");
            // An extra or missing call on some rank would show here.
            check(file.seek_shared(-2, Whence::Set), ErrorKind::Argument, "offset -2");
        }
    });
}

/// An invalid buffer is an error like others. A split call that fails is not begun on any rank.
#[test]
fn invalid_buffer_of_one_rank_is_reported_to_all() {
    with_file("buffer", READ_WRITE, |rank, file| {
        let wrong = rank.size() == 1 || rank.rank() == 1;
        let complaint = || Error::new(ErrorKind::Count, Operation::Write).with_detail("count -3 is negative");
        let source = || if wrong { WriteBuffer::refused(complaint()) } else { (&[1_u8, 2]).into() };
        let refused = |outcome: Result<()>| check(outcome, ErrorKind::Count, "count -3");
        // Here they coordinate in any case.
        refused(file.write_ordered(source()).map(drop));
        refused(file.write_all_begin(source()));
        refused(file.write_ordered_begin(source()));
        assert_eq!(file.size().unwrap(), 0);
        file.set_hints(&Hints::parse("romio_cb_write=enable;romio_cb_read=enable")).unwrap();
        refused(file.write_all(source()).map(drop));
        refused(file.write_at_all_begin(0, source()));
        let mut rooms = [[0_u8; 2]; 3];
        let mut targets =
            rooms.iter_mut().map(|room| if wrong { ReadBuffer::refused(complaint()) } else { room.into() });
        let mut target = || targets.next().unwrap();
        refused(file.read_all(target()).map(drop));
        refused(file.read_ordered(target()).map(drop));
        refused(file.read_ordered_begin(target()));
        file.write_all_begin(&[0_u8]).unwrap();
        assert_eq!(file.write_all_end().unwrap().bytes, 1);
    });
}

#[test]
fn arguments_that_must_agree_are_compared() {
    with_file("agreement", READ_WRITE, |rank, file| {
        if rank.size() == 1 {
            return;
        }
        let mine = i64::try_from(rank.rank()).unwrap();
        let etypes = [Named::Int, Named::Double].map(Datatype::named);
        let etype = &etypes[rank.rank() % 2];
        check(file.set_size(mine), ErrorKind::NotSame, "size");
        check(file.preallocate(mine), ErrorKind::NotSame, "size");
        check(file.seek_shared(mine, Whence::Set), ErrorKind::NotSame, "offset");
        check(file.set_atomicity(mine == 0), ErrorKind::NotSame, "flag");
        check(file.set_view(0, etype, etype, "native", &Hints::new()), ErrorKind::NotSame, "etype");
        let representation = ["native", "external32"][rank.rank() % 2];
        let byte = Datatype::bytes();
        let set = file.set_view(0, &byte, &byte, representation, &Hints::new());
        check(set, ErrorKind::NotSame, "representation");
    });
    everywhere(|rank| {
        if rank.size() > 1 {
            let mode = if rank.rank() == 0 { READ_WRITE } else { AccessMode::READ_ONLY };
            let opened = File::open(rank, "mem:modes-differ", mode, &Hints::new());
            check(opened.map(drop), ErrorKind::NotSame, "access mode");
        }
    });
}

#[test]
fn write_only_files_are_not_read() {
    let mode = AccessMode::WRITE_ONLY | AccessMode::CREATE;
    with_file("write-only", mode, |_, file| {
        let mut byte = [0_u8];
        check(file.read_at(0, &mut byte), ErrorKind::AccessDenied, "WRITE_ONLY");
        check(file.read_all(&mut byte), ErrorKind::AccessDenied, "WRITE_ONLY");
        check(file.iread_shared(&mut byte).wait(), ErrorKind::AccessDenied, "WRITE_ONLY");
        check(file.read_ordered_begin(&mut byte), ErrorKind::AccessDenied, "WRITE_ONLY");
    });
}

#[test]
fn sequential_files_have_only_the_shared_pointer() {
    let mode = AccessMode::WRITE_ONLY | AccessMode::CREATE | AccessMode::SEQUENTIAL;
    with_file("sequential", mode, |_, file| {
        check(file.write_at(0, &[1_u8]), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.write(&[1_u8]), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.write_at_all(0, &[1_u8]), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.seek(0, Whence::Set), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.seek_shared(0, Whence::Set), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.position(), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.set_size(0), ErrorKind::Unsupported, "SEQUENTIAL");
        check(file.preallocate(100), ErrorKind::Unsupported, "SEQUENTIAL");
        assert_eq!(file.write_ordered(&[1_u8]).unwrap().bytes, 1);
        let byte = Datatype::bytes();
        check(
            file.set_view(0, &byte, &byte, "native", &Hints::new()),
            ErrorKind::Argument,
            "DISPLACEMENT_CURRENT",
        );
        file.set_view(DISPLACEMENT_CURRENT, &byte, &byte, "native", &Hints::new()).unwrap();
        assert_eq!(file.view().displacement(), file.communicator().size() as u64);
    });
}

#[test]
fn split_calls_come_in_pairs() {
    with_file("split", READ_WRITE, |_, file| {
        check(file.write_all_end(), ErrorKind::Request, "without having been begun");
        file.write_all_begin(&[1_u8]).unwrap();
        check(file.write_all_begin(&[1_u8]), ErrorKind::Request, "in progress");
        check(file.read_all_end(), ErrorKind::Request, "begun");
        assert_eq!(file.write_all_end().unwrap().bytes, 1);
        check(file.write_all_end(), ErrorKind::Request, "without having been begun");
    });
    everywhere(|rank| {
        let file = File::open(rank, "mem:split-open", READ_WRITE, &Hints::new()).unwrap();
        file.write_all_begin(&[1_u8]).unwrap();
        check(file.close(), ErrorKind::Request, "not ended");
    });
}

#[test]
fn invalid_names_are_reported() {
    everywhere(|rank| {
        let missing = File::open(rank, "/no/such/directory/file", READ_WRITE, &Hints::new());
        check(missing.map(drop), ErrorKind::NoSuchFile, "/no/such/directory/file");
        let directory = File::open(rank, "/tmp", READ_WRITE, &Hints::new());
        check(directory.map(drop), ErrorKind::BadFileName, "/tmp");
        let empty = File::open(rank, "", READ_WRITE, &Hints::new());
        assert!(empty.is_err());
        check(File::delete("mem:never-made", &Hints::new()), ErrorKind::NoSuchFile, "never-made");
    });
}

#[test]
fn truncated_encodings_of_types_are_refused() {
    let inner = Datatype::vector(3, 2, 5, &Datatype::named(Named::Double)).unwrap();
    let encoded = Datatype::indexed(&[1, 2], &[0, 9], &inner).unwrap().encode();
    assert!(Datatype::decode(&encoded).is_ok());
    for length in 0..encoded.len() {
        assert!(Datatype::decode(&encoded[..length]).is_err(), "{length} of {} bytes", encoded.len());
    }
}

#[track_caller]
fn check<T: std::fmt::Debug>(outcome: Result<T>, kind: ErrorKind, text: &str) {
    let error = outcome.unwrap_err();
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.to_string().contains(text), "{error:?} does not name {text:?}: {error}");
}

fn committed(datatype: Result<Datatype, seaway::DatatypeError>) -> Datatype {
    let datatype = datatype.unwrap();
    datatype.commit();
    datatype
}

fn with_file(name: &str, mode: AccessMode, program: impl Fn(&Rank, &File) + Sync) {
    everywhere(|rank| {
        let name = format!("mem:errors-{name}-{}", rank.size());
        let file = File::open(rank, &name, mode | AccessMode::DELETE_ON_CLOSE, &Hints::new()).unwrap();
        program(rank, &file);
        file.close().unwrap();
    });
}

fn everywhere(program: impl Fn(&Rank) + Sync) {
    for size in [1, 3] {
        Group::run(size, |rank| program(&rank)).unwrap();
        Group::of(size).without_shared_memory().run(|rank| program(&rank)).unwrap();
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The right kind of error, with the name in it, and no side effect.

use seaway_device_api::{Device, DevicePath, Error, ErrorKind, Extent, OpenFlags, SegmentsMut};

use super::fixture::{open, options, path, try_write, write_bytes};

pub fn opening_a_missing_file_is_no_such_file(device: &dyn Device) {
    for flags in [OpenFlags::READ, OpenFlags::WRITE, OpenFlags::READ | OpenFlags::WRITE] {
        let error = device.open(&DevicePath::new("missing"), &options(flags)).unwrap_err();
        check(&error, ErrorKind::NoSuchFile, "missing");
    }
}

pub fn deleting_a_missing_file_is_no_such_file(device: &dyn Device) {
    let error = device.delete(&DevicePath::new("missing")).unwrap_err();
    check(&error, ErrorKind::NoSuchFile, "missing");
}

pub fn writing_a_read_only_file_is_refused(device: &dyn Device) {
    write_bytes(&*open(device), 0, b"kept");
    let file = device.open(&path(), &options(OpenFlags::READ)).unwrap();
    check(&try_write(&*file, &[Extent::new(0, 3)], b"new").unwrap_err(), ErrorKind::ReadOnly, "file");
    check(&file.set_size(0).unwrap_err(), ErrorKind::ReadOnly, "file");
    check(&file.preallocate(1 << 20).unwrap_err(), ErrorKind::ReadOnly, "file");
    assert_eq!(file.size().unwrap(), 4);
}

pub fn extents_that_do_not_add_up_are_refused(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, b"kept");
    for extents in [vec![Extent::new(0, 2)], vec![Extent::new(0, 2), Extent::new(4, 2)], vec![]] {
        assert_eq!(try_write(&*file, &extents, b"new").unwrap_err().kind(), ErrorKind::Argument);
        let mut bytes = [0; 3];
        let mut segments = [std::io::IoSliceMut::new(&mut bytes)];
        let error = file.read(&extents, &mut SegmentsMut::new(&mut segments)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Argument);
    }
    assert_eq!(file.size().unwrap(), 4);
}

pub fn writes_out_of_order_are_refused(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, b"kept");
    for extents in [[Extent::new(2, 2), Extent::new(0, 2)], [Extent::new(0, 2), Extent::new(1, 2)]] {
        assert_eq!(try_write(&*file, &extents, b"lost").unwrap_err().kind(), ErrorKind::Argument);
    }
    assert_eq!(file.size().unwrap(), 4);
}

pub fn offsets_past_the_largest_are_refused(device: &dyn Device) {
    let file = open(device);
    for offset in [i64::MAX as u64, u64::MAX - 1] {
        let error = try_write(&*file, &[Extent::new(offset, 2)], b"no").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument | ErrorKind::NoSpace), "{error}");
        let two = [Extent::new(0, 1), Extent::new(offset, 1)];
        let error = try_write(&*file, &two, b"no").unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Argument | ErrorKind::NoSpace), "{error}");
    }
    assert_eq!(file.set_size(u64::MAX).unwrap_err().kind(), ErrorKind::Argument);
}

fn check(error: &Error, kind: ErrorKind, name: &str) {
    assert_eq!(error.kind(), kind, "{error}");
    assert!(error.path().is_some_and(|path| path.ends_with(name)), "{error} names no file {name}");
}

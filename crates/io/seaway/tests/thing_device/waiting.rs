// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opens that wait until a thing is there, or its writers are done.

use std::sync::mpsc::{Receiver, channel};
use std::thread;

use seaway_device_api::{Device, DevicePath, Durability, ErrorKind, Extent, OpenFlags};
use seaway_testkit::device_suite::fixture::{options, read_extent, write_bytes};

use super::Space;

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

/// Opens `name` for reading in a thread, and sends its first bytes.
fn waits_in<'s>(scope: &'s thread::Scope<'s, '_>, space: &'s Space, wait: &'static str) -> Receiver<Vec<u8>> {
    let (sender, receiver) = channel();
    scope.spawn(move || {
        let mut options = options(OpenFlags::READ);
        options.hints.set("seaway_thing_wait", wait);
        let file = space.open(&DevicePath::new("late"), &options).unwrap();
        sender.send(read_extent(&*file, Extent::new(0, 9))).unwrap();
    });
    receiver
}

#[test]
fn reader_waits_until_the_thing_is_there() {
    let space = Space::new("");
    thread::scope(|scope| {
        let reader = waits_in(scope, &space, "exists");
        let _writer = space.open(&DevicePath::new("late"), &options(ALL)).unwrap();
        reader.recv().unwrap();
    });
}

#[test]
fn reader_waits_until_the_writer_has_closed() {
    let space = Space::new("");
    let late = DevicePath::new("late");
    thread::scope(|scope| {
        let reader = waits_in(scope, &space, "closed");
        let writer = space.open(&late, &options(ALL)).unwrap();
        write_bytes(&*writer, 0, b"half");
        // A writer that is gone without closing has not finished.
        drop(writer);
        let writer = space.open(&late, &options(ALL)).unwrap();
        assert!(reader.try_recv().is_err());
        write_bytes(&*writer, 0, b"whole");
        writer.close().unwrap();
        assert_eq!(reader.recv().unwrap(), b"whole");
    });
}

#[test]
fn sync_by_all_writers_is_enough() {
    let space = Space::new("");
    let late = DevicePath::new("late");
    thread::scope(|scope| {
        let writers = [0, 1].map(|_| space.open(&late, &options(ALL)).unwrap());
        let reader = waits_in(scope, &space, "closed");
        write_bytes(&*writers[0], 0, b"ab");
        writers[0].sync(Durability::Durable).unwrap();
        assert!(reader.try_recv().is_err());
        write_bytes(&*writers[1], 2, b"cd");
        writers[1].sync(Durability::Visible).unwrap();
        assert_eq!(reader.recv().unwrap(), b"abcd");
    });
}

#[test]
fn patience_that_ends_is_no_such_file() {
    let space = Space::new("seaway_thing_wait=exists=0.05");
    let error = space.open(&DevicePath::new("never"), &options(OpenFlags::READ)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile, "{error}");
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mem:` passes the device suite, and enforces a limit.

use super::MemDevice;
use seaway_device_api::{Device, DevicePath, ErrorKind, Extent, OpenFlags};
use seaway_testkit::device_suite::fixture::{options, read_extent, try_write, write_bytes};

seaway_testkit::device_suite!(|| MemDevice::new());

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

#[test]
fn limit_is_no_space_and_writes_nothing() {
    let mut options = options(ALL);
    options.hints.set("seaway_mem_limit", "1m");
    let file = MemDevice::new().open(&DevicePath::new("a"), &options).unwrap();
    write_bytes(&*file, 0, &[1; 1 << 20]);
    let error = try_write(&*file, &[Extent::new(0, 1), Extent::new(1 << 20, 1)], &[2; 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    assert_eq!(read_extent(&*file, Extent::new(0, 4)), [1; 4]);
    assert_eq!(file.hints_in_use().number("seaway_mem_limit"), Some(1 << 20));
}

#[test]
fn empty_name_is_refused() {
    let error = MemDevice::new().open(&DevicePath::new(""), &options(ALL)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::BadFileName);
}

#[test]
fn the_process_shares_one_set_of_names() {
    let path = DevicePath::new("shared by the process");
    let writer = MemDevice::of_this_process().open(&path, &options(ALL)).unwrap();
    write_bytes(&*writer, 0, b"here");
    let reader = MemDevice::of_this_process().open(&path, &options(OpenFlags::READ)).unwrap();
    assert_eq!(read_extent(&*reader, Extent::new(0, 9)), b"here");
    MemDevice::of_this_process().delete(&path).unwrap();
}

/// Each device stands for a process.
#[test]
fn ranks_in_other_processes_get_an_explanation() {
    let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::AFTER_ANOTHER;
    let error = MemDevice::new().open(&DevicePath::new("out"), &options(flags)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
    assert!(error.to_string().contains("exists in one process only"), "{error}");
    let alone = MemDevice::new().open(&DevicePath::new("out"), &options(OpenFlags::READ)).unwrap_err();
    assert_eq!(alone.detail(), None);
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Invalid names: the error kind that MPI users expect, and a helpful message.

use seaway_device_api::{Device, DevicePath, Error, ErrorKind, OpenFlags};
use seaway_testkit::device_suite::fixture::options;

use super::temporary_ufs::TemporaryUfs;
use crate::ufs::UfsDevice;

fn open_error(device: &dyn Device, name: &str) -> Error {
    let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE;
    device.open(&DevicePath::new(name), &options(flags)).unwrap_err()
}

#[test]
fn empty_name_is_refused() {
    let error = open_error(&UfsDevice, "");
    assert_eq!(error.kind(), ErrorKind::BadFileName);
    assert_eq!(error.detail(), Some("the file name is empty"));
    assert_eq!(UfsDevice.delete(&DevicePath::new("")).unwrap_err().kind(), ErrorKind::BadFileName);
}

#[test]
fn directory_is_refused() {
    let device = TemporaryUfs::new();
    for flags in [OpenFlags::READ, OpenFlags::WRITE] {
        let error = device.open(&DevicePath::new("."), &options(flags)).unwrap_err();
        assert_eq!((error.kind(), error.detail()), (ErrorKind::BadFileName, Some("it is a directory")));
    }
    assert_eq!(device.delete(&DevicePath::new(".")).unwrap_err().kind(), ErrorKind::BadFileName);
}

#[test]
fn missing_directory_is_named() {
    let device = TemporaryUfs::new();
    let error = open_error(&device, "no/such/file");
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
    assert!(error.detail().unwrap().ends_with("no/such does not exist"), "{error}");
}

#[test]
fn a_directory_that_accepts_no_files_is_not_reported_as_missing() {
    let error = open_error(&UfsDevice, "/proc/no-such-file");
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
    assert_eq!(error.detail(), Some("a file of that name cannot be created in /proc"));
}

#[test]
fn names_refused_by_the_system_are_bad_names() {
    let device = TemporaryUfs::new();
    std::fs::write(device.full_path("plain"), "").unwrap();
    std::os::unix::fs::symlink("loop", device.full_path("loop")).unwrap();
    for name in ["with\0zero", "plain/below", "loop", &"long".repeat(100)] {
        assert_eq!(open_error(&device, name).kind(), ErrorKind::BadFileName, "{name:?}");
    }
}

/// Opening a pipe waits for its other end: without the check this test would hang.
#[test]
fn pipe_is_refused_at_once() {
    let device = TemporaryUfs::new();
    let pipe = device.full_path("pipe");
    let mode = rustix::fs::Mode::from_raw_mode(0o600);
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
    for flags in [OpenFlags::READ, OpenFlags::WRITE, OpenFlags::READ | OpenFlags::WRITE] {
        let error = device.open(&DevicePath::new("pipe"), &options(flags)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadFileName, "{error}");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A file system that fills up, made by mounting a small one. That needs a mount namespace, so the test runs itself
//! again inside of one; where the kernel allows no such thing there is nothing to test.

use std::env;
use std::process::Command;

use seaway_device::{Device, DevicePath, ErrorKind, Extent, OpenFlags};
use seaway_testkit::device_suite::fixture::{options, read_extent, try_write, write_bytes};

use crate::ufs::UfsDevice;

const DIRECTORY: &str = "SEAWAY_TEST_FULL_FILE_SYSTEM";
const NO_NAMESPACE: i32 = 77;

#[test]
fn no_space_is_an_error_on_every_way() {
    match env::var(DIRECTORY) {
        Ok(directory) => fill_up(&directory),
        Err(_) => run_again_with_a_small_file_system(),
    }
}

fn run_again_with_a_small_file_system() {
    let directory = tempfile::tempdir().unwrap();
    let script =
        format!("mount -t tmpfs -o size=1m small \"${DIRECTORY}\" || exit {NO_NAMESPACE}; exec \"$@\"");
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script, "sh"])
        .arg(env::current_exe().unwrap())
        .args(["no_space_is_an_error_on_every_way", "--nocapture"])
        .env(DIRECTORY, directory.path())
        .output();
    let Ok(output) = output else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    if output.status.code() == Some(NO_NAMESPACE) || !text.contains("running 1 test") {
        println!("no mount namespace here: {}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
}

fn fill_up(directory: &str) {
    let path = DevicePath::new(format!("{directory}/file"));
    let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE;
    let file = UfsDevice.open(&path, &options(flags)).unwrap();
    write_bytes(&*file, 0, &[7; 1000]);
    let large = Extent::new(0, 4 << 20);

    let error = file.mapping().unwrap().map_for_writing(large).err().unwrap();
    assert_eq!((error.kind(), error.extent()), (ErrorKind::NoSpace, Some(large)));
    assert_eq!(file.preallocate(4 << 20).unwrap_err().kind(), ErrorKind::NoSpace);
    let error = try_write(&*file, &[large], &vec![8; 4 << 20]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    assert!(error.extent().unwrap().offset > 0, "the bytes that found no room, not those that did: {error}");

    file.set_size(1000).unwrap();
    write_bytes(&*file, 10, b"room again");
    assert_eq!(read_extent(&*file, Extent::new(10, 10)), b"room again");
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A file system that fills up: a small one, mounted for the test. That needs a mount namespace, so the test
//! runs itself again inside one; if the kernel does not allow that, the test is skipped.

use std::env;
use std::os::unix::fs::FileExt;
use std::process::Command;

use seaway_device_api::{Device, DevicePath, ErrorKind, Extent, OpenFlags};
use seaway_testkit::device_suite::fixture::{noise, options, read_extent, try_write, write_bytes};

use crate::ufs::UfsDevice;

const DIRECTORY: &str = "SEAWAY_TEST_FULL_FILE_SYSTEM";
const NO_NAMESPACE: i32 = 77;

#[test]
fn no_space_is_an_error_by_every_method() {
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
        .args(["no_space_is_an_error_by_every_method", "--nocapture"])
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
    assert!(error.extent().unwrap().offset > 0, "the bytes that did not fit, not those that did: {error}");

    drop(file);
    std::fs::remove_file(path.as_str()).unwrap();
    pages_that_lost_their_space(directory);

    let file = UfsDevice.open(&path, &options(flags)).unwrap();
    write_bytes(&*file, 10, b"room again");
    assert_eq!(read_extent(&*file, Extent::new(10, 10)), b"room again");
}

/// Pages are mapped; then another program truncates the file and extends it into a hole, and the file system
/// fills up. Touching such a page raises a signal; the access fails with "no space".
fn pages_that_lost_their_space(directory: &str) {
    const SIZE: u64 = 256 << 10;
    let name = format!("{directory}/hot");
    let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE;
    let file = UfsDevice.open(&DevicePath::new(&name), &options(flags)).unwrap();
    let piece = noise(6, 4096);
    write_bytes(&*file, 0, &noise(7, 256 << 10));
    for place in (0..SIZE).step_by(4096).cycle().take(1000) {
        write_bytes(&*file, place, &piece);
        assert!(read_extent(&*file, Extent::new(place, 4096)) == piece);
    }
    let range = file.mapping().unwrap().map_for_writing(Extent::new(0, SIZE)).unwrap();

    let other = std::fs::File::options().write(true).open(&name).unwrap();
    other.set_len(0).unwrap();
    other.set_len(SIZE).unwrap();
    let filler = std::fs::File::create(format!("{directory}/filler")).unwrap();
    let full = (0..2 << 20).step_by(4096).find_map(|place| filler.write_all_at(&[1; 4096], place).err());
    assert_eq!(full.unwrap().kind(), std::io::ErrorKind::StorageFull);

    let error = try_write(&*file, &[Extent::new(8192, 4096)], &piece).unwrap_err();
    assert_eq!((error.kind(), error.path()), (ErrorKind::NoSpace, Some(name.as_str())));
    assert!(read_extent(&*file, Extent::new(8192, 4096)) == [0; 4096], "a hole reads as zeros");
    range.target().slice(0..4096).unwrap().fill(9);
    assert!(!range.is_intact());
    let error = file.mapping().unwrap().map_for_writing(Extent::new(0, SIZE)).err().unwrap();
    assert_eq!(error.kind(), ErrorKind::NoSpace);
    drop(filler);
    std::fs::remove_file(format!("{directory}/filler")).unwrap();
    write_bytes(&*file, 8192, &piece);
    assert!(read_extent(&*file, Extent::new(8192, 4096)) == piece);
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `null:` passes the device suite, except for the data.

use super::NullDevice;
use seaway_device_api::{Device, DevicePath, Extent, OpenFlags};
use seaway_testkit::device_suite::fixture::{options, read_extent, write_bytes};

seaway_testkit::device_suite!(bookkeeping: || NullDevice::new());

#[test]
fn reads_give_zeros_up_to_the_size() {
    let all = options(OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE);
    let file = NullDevice::new().open(&DevicePath::new(""), &all).unwrap();
    write_bytes(&*file, 10, &[7; 20]);
    assert_eq!(read_extent(&*file, Extent::new(5, 100)), [0; 25]);
}

/// Each device stands for a process.
#[test]
fn file_created_by_rank_0_exists_for_ranks_in_other_processes() {
    let other = NullDevice::new();
    let path = DevicePath::new("out");
    for flags in [OpenFlags::READ, OpenFlags::WRITE, OpenFlags::READ | OpenFlags::WRITE] {
        assert!(NullDevice::new().open(&path, &options(flags)).is_err());
        let file = other.open(&path, &options(flags | OpenFlags::AFTER_ANOTHER)).unwrap();
        assert_eq!(file.size().unwrap(), 0);
    }
}

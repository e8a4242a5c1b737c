// SPDX-License-Identifier: MIT OR Apache-2.0
//! The faulty device behaves like the inner one, except for the calls that are set to fail.

use std::sync::Arc;

use seaway_device_api::{Device, DevicePath, ErrorKind, Extent, OpenFlags, RangeLock, Result};
use seaway_devices::mem::MemDevice;
use seaway_testkit::device_suite::fixture::{options, try_write};
use seaway_testkit::{Faults, FaultyDevice};

seaway_testkit::device_suite!(|| faulty(&Faults::none()));

fn faulty(faults: &Arc<Faults>) -> FaultyDevice {
    FaultyDevice::new(Arc::new(MemDevice::new()), Arc::clone(faults))
}

/// Six calls.
fn scenario(device: &dyn Device) -> Result<()> {
    let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE;
    let file = device.open(&DevicePath::new("file"), &options(flags))?;
    try_write(&*file, &[Extent::new(0, 3)], b"abc")?;
    let locks = file.range_locks().expect("mem has locks");
    locks.lock(Extent::new(0, 3), RangeLock::Exclusive)?;
    locks.unlock(Extent::new(0, 3))?;
    assert_eq!(file.size()?, 3);
    device.delete(&DevicePath::new("file"))
}

#[test]
fn every_call_can_be_made_to_fail() {
    let counting = Faults::none();
    scenario(&faulty(&counting)).unwrap();
    assert_eq!(counting.calls(), 6);
    for call in 0..6 {
        let error = scenario(&faulty(&Faults::at(call, ErrorKind::NoSpace))).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoSpace);
        assert!(error.to_string().contains(&format!("fault injected into call {call}")), "{error}");
    }
    scenario(&faulty(&Faults::at(6, ErrorKind::NoSpace))).unwrap();
}

#[test]
fn a_lost_disk_stays_lost() {
    let device = faulty(&Faults::from(1, ErrorKind::Io));
    for _ in 0..3 {
        assert_eq!(scenario(&device).unwrap_err().kind(), ErrorKind::Io);
    }
}

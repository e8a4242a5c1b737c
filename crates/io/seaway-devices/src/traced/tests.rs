// SPDX-License-Identifier: MIT OR Apache-2.0
//! A traced device behaves as without tracing, and all calls are recorded.

use std::sync::Arc;

use seaway_device_api::{
    Device, DeviceName, DevicePath, Durability, ErrorKind, Extent, Hints, OpenFlags, OpenOptions, RangeLock,
    Region,
};
use seaway_testkit::device_suite::fixture::{options, read_extent, write_bytes};
use seaway_testkit::lent_memory::LentRoom;
use seaway_trace_format::Call;

use super::device::TracedDevice;
use super::sys::stand_in::{self, Seen};
use super::traced_name;
use crate::mem::MemDevice;
use crate::ufs::UfsDevice;

seaway_testkit::device_suite!(|| traced(MemDevice::new()));

fn traced<D: Device + 'static>(device: D) -> TracedDevice {
    TracedDevice::new(Arc::new(device), "ufs", stand_in::recorder())
}

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

#[test]
fn every_call_is_recorded_once_with_offset_and_pieces() {
    stand_in::take();
    let device = TracedDevice::new(Arc::new(MemDevice::new()), "mem", stand_in::recorder());
    let file = device.open(&DevicePath::new("a"), &options(ALL)).unwrap();
    write_bytes(&*file, 100, &[7; 20]);
    assert_eq!(read_extent(&*file, Extent::new(110, 50)), [7; 10]);
    file.set_size(64).unwrap();
    assert_eq!(file.size().unwrap(), 64);
    file.sync(Durability::Visible).unwrap();
    drop(file);
    device.delete(&DevicePath::new("a")).unwrap();
    let seen = |call, offset, length, pieces| Seen { call, offset, length, pieces, error: 0 };
    let expected = [
        seen(Call::DeviceOpen, 0, 0, 0),
        seen(Call::DeviceWrite, 100, 20, 1),
        seen(Call::DeviceRead, 110, 10, 1),
        seen(Call::DeviceSize, 64, 0, 0),
        seen(Call::DeviceSize, 64, 0, 0),
        seen(Call::DeviceSync, 0, 0, 0),
        seen(Call::DeviceClose, 0, 0, 0),
        seen(Call::DeviceDelete, 0, 0, 0),
    ];
    assert_eq!(stand_in::take(), expected);
}

#[test]
fn errors_are_recorded_as_errno() {
    stand_in::take();
    let error = traced(MemDevice::new()).open(&DevicePath::new("b"), &options(OpenFlags::READ)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
    let [Seen { call: Call::DeviceOpen, error, .. }] = stand_in::take()[..] else { panic!("one event") };
    assert_eq!(i32::from(error), libc::ENOENT);
}

#[test]
fn facets_are_those_of_the_file_inside() {
    let folder = tempfile::tempdir().unwrap();
    let path = DevicePath::new(folder.path().join("c").to_str().unwrap());
    let all = OpenOptions { hints: Hints::parse("seaway_async=enable"), ..options(ALL) };
    let plain = UfsDevice.open(&path, &all).unwrap();
    let watched = traced(UfsDevice).open(&path, &all).unwrap();
    assert_eq!(plain.range_locks().is_some(), watched.range_locks().is_some());
    assert_eq!(plain.mapping().is_some(), watched.mapping().is_some());
    assert_eq!(plain.stream().is_some(), watched.stream().is_some());
    assert_eq!(plain.transfers().is_some(), watched.transfers().is_some());
    assert_eq!(plain.shaped().is_some(), watched.shaped().is_some());
    assert_eq!(plain.striping(), watched.striping());
    assert_eq!(plain.guarantees(), watched.guarantees());
}

#[test]
fn locks_mappings_and_transfers_are_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = DevicePath::new(folder.path().join("d").to_str().unwrap());
    let all = OpenOptions { hints: Hints::parse("seaway_async=enable"), ..options(ALL) };
    let file = traced(UfsDevice).open(&path, &all).unwrap();
    write_bytes(&*file, 0, &[1; 8192]);
    stand_in::take();
    let extent = Extent::new(10, 20);
    let locks = file.range_locks().unwrap();
    locks.lock(extent, RangeLock::Exclusive).unwrap();
    locks.unlock(extent).unwrap();
    drop(file.mapping().unwrap().map_for_reading(Extent::new(0, 4096)).unwrap());
    let calls = |seen: Vec<Seen>| seen.iter().map(|seen| (seen.call, seen.length)).collect::<Vec<_>>();
    assert_eq!(calls(stand_in::take()), [(Call::DeviceLock, 20), (Call::DeviceMapped, 4096)]);
    // The kernel may have no ring.
    if let Some(transfers) = file.transfers() {
        let lent = LentRoom::new(vec![0; 20]).1;
        let ticket = transfers.start_read(Region::Extents(vec![extent]), lent, false).unwrap();
        transfers.wait(ticket).unwrap();
        let seen = stand_in::take();
        assert_eq!(calls(seen.clone()), [(Call::DeviceRead, 20), (Call::DeviceWait, 20)]);
        assert_eq!(seen[1].offset, 10);
    }
}

#[test]
fn files_have_full_paths_and_other_names_their_schemes() {
    let name = |text: &str| traced_name(&DeviceName::parse(text, &["mem"]));
    let here = std::env::current_dir().unwrap();
    assert_eq!(name("a/./b"), here.join("a/b").to_str().unwrap());
    assert_eq!(name("ufs:/x"), "/x");
    assert_eq!(name("mem:a"), "mem:a");
}

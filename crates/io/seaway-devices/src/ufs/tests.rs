// SPDX-License-Identifier: MIT OR Apache-2.0
//! `ufs:` passes the device suite: on the file system of temporary files, on one in memory, and with
//! O_DIRECT.

mod bad_names;
mod full_file_system;
mod temporary_ufs;

use std::io::{IoSlice, IoSliceMut};
use std::os::unix::fs::PermissionsExt;

use seaway_device_api::{
    Device, DevicePath, Durability, ErrorKind, Extent, Hints, OpenFlags, Region, Segments, SegmentsMut,
};
use seaway_testkit::device_suite::fixture::{
    noise, open, options, path, read_extents, try_write, write_bytes,
};
use seaway_testkit::lent_memory::{LentRoom, lend};

use self::temporary_ufs::TemporaryUfs;
use super::UfsDevice;
use super::aligned_buffer::AlignedBuffer;

mod on_disk {
    use super::TemporaryUfs;
    seaway_testkit::device_suite!(|| TemporaryUfs::new());
}

mod in_memory {
    use super::TemporaryUfs;
    seaway_testkit::device_suite!(|| TemporaryUfs::in_memory());
}

mod around_the_page_cache {
    use super::TemporaryUfs;
    seaway_testkit::device_suite!(|| TemporaryUfs::new().with_hints("direct_io=true"));
}

mod around_the_page_cache_without_ring {
    use super::TemporaryUfs;
    seaway_testkit::device_suite!(|| TemporaryUfs::new().with_hints("direct_io=true;seaway_ring=disable"));
}

mod with_queue {
    use super::TemporaryUfs;
    seaway_testkit::device_suite!(|| TemporaryUfs::new().with_hints("seaway_async=enable"));
}

/// Pages that are already mapped are written without the kernel's knowledge.
#[test]
fn copies_to_pages_change_the_time_of_modification() {
    for device in [TemporaryUfs::new(), TemporaryUfs::in_memory()] {
        let long_ago = std::time::SystemTime::UNIX_EPOCH;
        let plain = || std::fs::File::options().write(true).open(device.full_path("file")).unwrap();
        let is_old = || plain().metadata().unwrap().modified().unwrap() == long_ago;
        let file = open(&device);
        let Some(mapping) = file.mapping() else { continue };
        write_bytes(&*file, 0, &noise(5, 1 << 20));
        let copy = || {
            let mapped = mapping.map_for_writing(Extent::new(0, 1 << 20)).unwrap();
            mapped.target().slice(0..1 << 20).unwrap().fill(7);
        };
        copy();
        plain().set_modified(long_ago).unwrap();
        copy();
        file.sync(Durability::Visible).unwrap();
        assert!(!is_old(), "after sync");
        plain().set_modified(long_ago).unwrap();
        file.sync(Durability::Visible).unwrap();
        assert!(is_old(), "nothing was copied since");
        copy();
        drop(file);
        assert!(!is_old(), "after close");
    }
}

/// One system call moves just under 2 GiB at most; `/dev/null` obeys that limit and costs no memory.
#[test]
fn writes_longer_than_one_call_are_continued() {
    let file = UfsDevice.open(&DevicePath::new("/dev/null"), &options(OpenFlags::WRITE)).unwrap();
    let piece = vec![0; 64 << 20];
    let pieces = vec![IoSlice::new(&piece); 40];
    file.write(&[Extent::new(0, 40 * (64 << 20))], &Segments::new(&pieces)).unwrap();
    file.sync(Durability::Durable).unwrap();
}

#[test]
fn uncached_extents_are_read_correctly() {
    let device = TemporaryUfs::new();
    let file = open(&device);
    let bytes = noise(1, 8 << 20);
    write_bytes(&*file, 0, &bytes);
    file.sync(Durability::Durable).unwrap();
    let plain = std::fs::File::open(device.full_path("file")).unwrap();
    rustix::fs::fadvise(&plain, 0, None, rustix::fs::Advice::DontNeed).unwrap();
    let extents: Vec<_> = (0..400).map(|index| Extent::new(index * 20_000 + 7, 100 + index)).collect();
    let expected: Vec<u8> = extents
        .iter()
        .flat_map(|extent| {
            &bytes[usize::try_from(extent.offset).unwrap()..usize::try_from(extent.end()).unwrap()]
        })
        .copied()
        .collect();
    assert!(read_extents(&*file, &extents) == expected);
}

#[test]
fn permissions_follow_the_hint() {
    let device = TemporaryUfs::new().with_hints("file_perm=600");
    let file = open(&device);
    let mode = std::fs::metadata(device.full_path("file")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(file.hints_in_use().get("file_perm"), Some("600"));
}

#[test]
fn hints_in_use_show_what_is_in_effect() {
    let device =
        TemporaryUfs::in_memory().with_hints("direct_io=true;striping_unit=1m;seaway_mapping=disable");
    let file = open(&device);
    let hints = file.hints_in_use();
    assert_eq!(hints.get("striping_unit"), Some("1048576"));
    assert_eq!(hints.get("seaway_mapping"), Some("false"));
    assert!(file.mapping().is_none());
    assert_eq!(file.striping().unwrap().stripe_bytes, 1 << 20);
}

#[test]
fn without_the_ring_there_are_no_transfers() {
    let device = TemporaryUfs::new().with_hints("seaway_async=enable;seaway_ring=disable");
    assert!(open(&device).transfers().is_none());
}

#[test]
fn special_files_are_not_mapped() {
    let file = UfsDevice.open(&DevicePath::new("/dev/zero"), &options(OpenFlags::READ)).unwrap();
    assert!(file.mapping().is_none());
}

#[test]
fn full_device_names_the_bytes_that_did_not_fit() {
    let file = UfsDevice.open(&DevicePath::new("/dev/full"), &options(OpenFlags::WRITE)).unwrap();
    for extents in [vec![Extent::new(10, 4)], vec![Extent::new(10, 2), Extent::new(20, 2)]] {
        let error = try_write(&*file, &extents, b"lost").unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NoSpace);
        assert_eq!((error.path(), error.extent().unwrap().offset), (Some("/dev/full"), 10));
    }
}

#[test]
fn transfers_report_errors() {
    let device = TemporaryUfs::new().with_hints("seaway_async=enable");
    write_bytes(&*open(&device), 0, b"kept");
    let mut read_only = options(OpenFlags::READ);
    read_only.hints = Hints::parse("seaway_async=enable");
    let file = device.open(&path(), &read_only).unwrap();
    let Some(transfers) = file.transfers() else { return };
    let place = Region::Extents(vec![Extent::new(0, 3)]);
    let ticket = transfers.start_write(place, lend(b"new".to_vec())).unwrap();
    assert_eq!(transfers.wait(ticket).unwrap_err().kind(), ErrorKind::ReadOnly);
}

/// More entries than the ring holds, and a file closed while they are in flight.
#[test]
fn closing_waits_for_transfers_under_way() {
    let device = TemporaryUfs::new().with_hints("direct_io=true;seaway_async=enable");
    let file = open(&device);
    let Some(transfers) = file.transfers() else { return };
    let extents: Vec<_> = (0..1000).map(|index| Extent::new(index * 8192, 4096)).collect();
    let bytes = noise(3, 4_096_000);
    let place = || Region::Extents(extents.clone());
    let ticket = transfers.start_write(place(), lend(bytes.clone())).unwrap();
    assert_eq!(transfers.wait(ticket).unwrap(), 4_096_000);
    for _ in 0..4 {
        transfers.start_read(place(), LentRoom::new(vec![0; 4_096_000]).1, false).unwrap();
    }
    drop(file);
    assert!(read_extents(&*open(&device), &extents) == bytes);
}

/// Aligned memory goes to the disk without a copy; the suite's own memory is never aligned.
#[test]
fn aligned_memory_round_trip_around_the_page_cache() {
    let device = TemporaryUfs::new().with_hints("direct_io=true");
    let file = open(&device);
    let bytes = noise(4, 300 * 4096);
    let mut memory = AlignedBuffer::zeroed(bytes.len(), 4096).unwrap();
    memory.bytes_mut().copy_from_slice(&bytes);
    let extents: Vec<_> = (0..300).map(|index| Extent::new(index * 8192, 4096)).collect();
    try_write(&*file, &extents, memory.bytes()).unwrap();
    assert!(read_extents(&*file, &extents) == bytes);
    memory.bytes_mut().fill(0);
    let read =
        file.read(&extents, &mut SegmentsMut::new(&mut [IoSliceMut::new(memory.bytes_mut())])).unwrap();
    assert!(read == bytes.len() as u64 && memory.bytes() == bytes);
    // The last page is past the end.
    file.set_size(299 * 8192).unwrap();
    memory.bytes_mut().fill(0);
    let read =
        file.read(&extents, &mut SegmentsMut::new(&mut [IoSliceMut::new(memory.bytes_mut())])).unwrap();
    assert!(read == 299 * 4096 && memory.bytes()[..299 * 4096] == bytes[..299 * 4096]);
}

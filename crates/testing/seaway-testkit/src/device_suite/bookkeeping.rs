// SPDX-License-Identifier: MIT OR Apache-2.0
//! Names, sizes, creation and deletion: checks that also apply to devices that discard data.

use seaway_device_api::{Device, DevicePath, Durability, ErrorKind, OpenFlags, Segments, SegmentsMut};

use super::fixture::{open, options, path, write_bytes};

pub fn sizes_follow_writes(device: &dyn Device) {
    let file = open(device);
    assert_eq!(file.size().unwrap(), 0);
    write_bytes(&*file, 0, &[1; 10]);
    assert_eq!(file.size().unwrap(), 10);
    write_bytes(&*file, 100, &[1; 10]);
    write_bytes(&*file, 50, &[1; 10]);
    assert_eq!(file.size().unwrap(), 110);
}

pub fn set_size_cuts_and_extends(device: &dyn Device) {
    let file = open(device);
    for size in [1 << 20, 10, 0, 5000] {
        file.set_size(size).unwrap();
        assert_eq!(file.size().unwrap(), size);
    }
}

pub fn preallocate_never_shrinks(device: &dyn Device) {
    let file = open(device);
    file.preallocate(0).unwrap();
    assert_eq!(file.size().unwrap(), 0);
    file.preallocate(100_000).unwrap();
    assert_eq!(file.size().unwrap(), 100_000);
    file.preallocate(10).unwrap();
    assert_eq!(file.size().unwrap(), 100_000);
}

pub fn missing_file_is_made_on_request(device: &dyn Device) {
    for flags in [OpenFlags::READ, OpenFlags::WRITE, OpenFlags::READ | OpenFlags::WRITE] {
        let file = device.open(&path(), &options(flags | OpenFlags::CREATE)).unwrap();
        assert_eq!(file.size().unwrap(), 0, "{flags:?}");
        drop(file);
        device.open(&path(), &options(flags)).unwrap();
        device.delete(&path()).unwrap();
    }
}

pub fn exclusive_create_refuses_an_existing_file(device: &dyn Device) {
    let exclusive = options(OpenFlags::WRITE | OpenFlags::CREATE | OpenFlags::EXCLUSIVE);
    let file = device.open(&path(), &exclusive).unwrap();
    write_bytes(&*file, 0, b"first");
    let error = device.open(&path(), &exclusive).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::FileExists);
    assert_eq!(file.size().unwrap(), 5);
}

pub fn delete_takes_the_name_away(device: &dyn Device) {
    write_bytes(&*open(device), 0, b"old");
    let other = DevicePath::new("other");
    drop(device.open(&other, &options(OpenFlags::WRITE | OpenFlags::CREATE)).unwrap());
    device.delete(&path()).unwrap();
    let error = device.open(&path(), &options(OpenFlags::READ)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
    assert_eq!(open(device).size().unwrap(), 0, "a new file starts empty");
    device.open(&other, &options(OpenFlags::READ)).unwrap();
}

pub fn deleted_file_lives_while_open(device: &dyn Device) {
    let old = open(device);
    write_bytes(&*old, 0, b"old");
    device.delete(&path()).unwrap();
    let new = open(device);
    write_bytes(&*old, 3, b"er");
    assert_eq!((old.size().unwrap(), new.size().unwrap()), (5, 0));
}

pub fn two_opens_share_one_size(device: &dyn Device) {
    let (first, second) = (open(device), open(device));
    write_bytes(&*first, 0, &[1; 10]);
    assert_eq!(second.size().unwrap(), 10);
    second.set_size(3).unwrap();
    assert_eq!(first.size().unwrap(), 3);
}

pub fn sync_succeeds_at_every_durability(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, &[1; 10]);
    file.sync(Durability::Visible).unwrap();
    file.sync(Durability::Durable).unwrap();
    device.open(&path(), &options(OpenFlags::READ)).unwrap().sync(Durability::Visible).unwrap();
}

pub fn empty_transfer_does_nothing(device: &dyn Device) {
    let file = open(device);
    file.write(&[], &Segments::new(&[])).unwrap();
    assert_eq!(file.read(&[], &mut SegmentsMut::new(&mut [])).unwrap(), 0);
    assert_eq!(file.size().unwrap(), 0);
}

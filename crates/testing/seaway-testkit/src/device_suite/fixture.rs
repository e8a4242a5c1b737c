// SPDX-License-Identifier: MIT OR Apache-2.0
//! Helpers to open, read and write, and bytes that encode their origin.

use std::io::{IoSlice, IoSliceMut};

use seaway_device_api::{
    Device, DeviceFile, DevicePath, Durability, Extent, Hints, OpenFlags, OpenOptions, Result, Segments,
    SegmentsMut,
};

pub fn options(flags: OpenFlags) -> OpenOptions {
    OpenOptions { flags, hints: Hints::new(), ranks: 1 }
}

/// The name most checks use: each has a separate device.
pub fn path() -> DevicePath {
    DevicePath::new("file")
}

/// Opens the file with all access rights, creating it if necessary.
pub fn open(device: &dyn Device) -> Box<dyn DeviceFile> {
    device.open(&path(), &options(OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE)).unwrap()
}

/// Writes, and makes the data visible to other open files.
pub fn write_bytes(file: &dyn DeviceFile, offset: u64, bytes: &[u8]) {
    try_write(file, &[Extent::new(offset, bytes.len() as u64)], bytes).unwrap();
    if !file.guarantees().coherent {
        file.sync(Durability::Visible).unwrap();
    }
}

pub fn try_write(file: &dyn DeviceFile, extents: &[Extent], bytes: &[u8]) -> Result<()> {
    file.write(extents, &Segments::new(&[IoSlice::new(bytes)]))
}

/// The bytes of `extent` that the file has.
pub fn read_extent(file: &dyn DeviceFile, extent: Extent) -> Vec<u8> {
    read_extents(file, &[extent])
}

/// The concatenated bytes of `extents`, up to the end of the file.
pub fn read_extents(file: &dyn DeviceFile, extents: &[Extent]) -> Vec<u8> {
    let total: u64 = extents.iter().map(|extent| extent.len).sum();
    // Not zero: bytes that a device fails to fill must show.
    let mut bytes = vec![0xEE; usize::try_from(total).unwrap()];
    let read = file.read(extents, &mut SegmentsMut::new(&mut [IoSliceMut::new(&mut bytes)])).unwrap();
    bytes.truncate(usize::try_from(read).unwrap());
    bytes
}

/// `len` bytes that differ between seeds and hardly repeat.
pub fn noise(seed: u64, len: usize) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut bytes = vec![0; len];
    random.fill(&mut bytes);
    bytes
}

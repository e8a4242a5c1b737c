// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bytes are read back as written, wherever extents and segments begin and end.

use std::io::{IoSlice, IoSliceMut};

use seaway_device_api::{Device, Extent, Segments, SegmentsMut};

use super::fixture::{noise, open, read_extent, read_extents, try_write, write_bytes};

pub fn round_trip(device: &dyn Device) {
    let file = open(device);
    // Around the sizes where devices change their strategy: blocks, chunks, the largest pipe of a batch.
    for (seed, len) in (0..).zip([1, 64, 4095, 4096, 4097, 262_143, 262_145, 3 << 20]) {
        for offset in [0, 1, 4096, 1_000_003] {
            let bytes = noise(seed, len);
            write_bytes(&*file, offset, &bytes);
            assert!(read_extent(&*file, Extent::new(offset, len as u64)) == bytes, "{len} bytes at {offset}");
        }
    }
}

pub fn many_segments_to_one_extent(device: &dyn Device) {
    let file = open(device);
    let bytes = noise(1, 10_000);
    let segments: Vec<_> = bytes.chunks(37).map(IoSlice::new).collect();
    file.write(&[Extent::new(5, 10_000)], &Segments::new(&segments)).unwrap();
    let mut back = vec![0; 10_000];
    let mut segments: Vec<_> = back.chunks_mut(41).map(IoSliceMut::new).collect();
    let read = file.read(&[Extent::new(5, 10_000)], &mut SegmentsMut::new(&mut segments)).unwrap();
    assert!(read == 10_000 && back == bytes);
}

pub fn one_segment_to_many_extents(device: &dyn Device) {
    let file = open(device);
    let extents: Vec<_> = (0..100).map(|index| Extent::new(7 + index * 50, 20)).collect();
    let bytes = noise(2, 2000);
    try_write(&*file, &extents, &bytes).unwrap();
    assert!(read_extents(&*file, &extents) == bytes);
    assert_eq!(read_extent(&*file, Extent::new(0, 7)), [0; 7], "bytes before the first extent");
    assert_eq!(read_extent(&*file, extents[31]), bytes[31 * 20..32 * 20]);
}

pub fn extents_and_segments_need_not_match(device: &dyn Device) {
    let file = open(device);
    let extents = [Extent::new(3, 10), Extent::new(13, 1), Extent::new(20, 300), Extent::new(4000, 200)];
    let bytes = noise(3, 511);
    let segments = [&bytes[..4], &bytes[4..4], &bytes[4..310], &bytes[310..]].map(IoSlice::new);
    file.write(&extents, &Segments::new(&segments)).unwrap();
    assert!(read_extents(&*file, &extents) == bytes);
    let (mut first, mut second, mut third) = (vec![0; 100], vec![0; 411], vec![]);
    let mut segments = [&mut first, &mut third, &mut second].map(|piece| IoSliceMut::new(piece));
    assert_eq!(file.read(&extents, &mut SegmentsMut::new(&mut segments)).unwrap(), 511);
    assert!([first, second].concat() == bytes);
}

pub fn thousands_of_extents(device: &dyn Device) {
    let file = open(device);
    let extents: Vec<_> = (0..5000).map(|index| Extent::new(index * 300, 1 + index % 100)).collect();
    let total: u64 = extents.iter().map(|extent| extent.len).sum();
    let bytes = noise(4, usize::try_from(total).unwrap());
    try_write(&*file, &extents, &bytes).unwrap();
    assert!(read_extents(&*file, &extents) == bytes);
}

pub fn thousands_of_segments(device: &dyn Device) {
    let file = open(device);
    let bytes = noise(5, 9000);
    let segments: Vec<_> = bytes.chunks(3).map(IoSlice::new).collect();
    let extents = [Extent::new(1, 8000), Extent::new(10_000, 1000)];
    file.write(&extents, &Segments::new(&segments)).unwrap();
    let mut back = vec![0; 9000];
    let mut segments: Vec<_> = back.chunks_mut(2).map(IoSliceMut::new).collect();
    assert_eq!(file.read(&extents, &mut SegmentsMut::new(&mut segments)).unwrap(), 9000);
    assert!(back == bytes);
}

pub fn read_stops_at_the_end(device: &dyn Device) {
    let file = open(device);
    let bytes = noise(6, 5000);
    write_bytes(&*file, 0, &bytes);
    assert!(read_extent(&*file, Extent::new(4000, 5000)) == bytes[4000..]);
    let extents = [Extent::new(10, 10), Extent::new(4990, 20), Extent::new(6000, 10)];
    assert!(read_extents(&*file, &extents) == [&bytes[10..20], &bytes[4990..]].concat());
    let many: Vec<_> = (0..2000).map(|index| Extent::new(index * 10, 5)).collect();
    assert_eq!(read_extents(&*file, &many).len(), 2500);
}

pub fn read_past_the_end_is_empty(device: &dyn Device) {
    let file = open(device);
    assert!(read_extent(&*file, Extent::new(0, 10)).is_empty());
    write_bytes(&*file, 0, &[1; 10]);
    assert!(read_extent(&*file, Extent::new(10, 10)).is_empty());
    assert!(read_extents(&*file, &[Extent::new(50, 10), Extent::new(100, 10)]).is_empty());
}

pub fn holes_read_as_zeros(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 1 << 20, b"x");
    assert!(read_extent(&*file, Extent::new(0, 1 << 20)).iter().all(|&byte| byte == 0));
    assert_eq!(read_extent(&*file, Extent::new((1 << 20) - 1, 9)), [0, b'x']);
}

pub fn write_past_the_end_leaves_zeros(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, b"ab");
    write_bytes(&*file, 5, b"c");
    assert_eq!(read_extent(&*file, Extent::new(0, 100)), b"ab\0\0\0c");
}

pub fn cut_bytes_do_not_come_back(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, &[7; 600_000]);
    for size in [500_001, 4096, 3] {
        file.set_size(size).unwrap();
        file.set_size(600_000).unwrap();
        let bytes = read_extent(&*file, Extent::new(0, 600_000));
        let kept = usize::try_from(size).unwrap();
        assert!(bytes[..kept].iter().all(|&byte| byte == 7), "cut to {size}");
        assert!(bytes[kept..].iter().all(|&byte| byte == 0), "cut to {size}");
    }
}

pub fn preallocate_keeps_the_bytes(device: &dyn Device) {
    let file = open(device);
    let bytes = noise(7, 1000);
    write_bytes(&*file, 0, &bytes);
    file.preallocate(3000).unwrap();
    let back = read_extent(&*file, Extent::new(0, 9000));
    assert!(back.len() == 3000 && back[..1000] == bytes && back[1000..].iter().all(|&byte| byte == 0));
}

pub fn two_opens_see_each_other(device: &dyn Device) {
    let (first, second) = (open(device), open(device));
    write_bytes(&*first, 0, b"from first");
    assert_eq!(read_extent(&*second, Extent::new(0, 99)), b"from first");
    write_bytes(&*second, 5, b"2econd");
    assert_eq!(read_extent(&*first, Extent::new(0, 99)), b"from 2econd");
}

pub fn offsets_past_four_gibibytes(device: &dyn Device) {
    let file = open(device);
    if !file.guarantees().sparse {
        return;
    }
    let offset = (1 << 40) + 12_345;
    write_bytes(&*file, offset, b"far");
    assert_eq!(file.size().unwrap(), offset + 3);
    assert_eq!(read_extent(&*file, Extent::new(offset - 2, 100)), b"\0\0far");
    let extents = [Extent::new(10, 2), Extent::new((1 << 32) - 1, 2), Extent::new(offset, 3)];
    try_write(&*file, &extents, b"abcdfar").unwrap();
    assert_eq!(read_extents(&*file, &extents), b"abcdfar");
}

pub fn unwritten_target_bytes_stay(device: &dyn Device) {
    let file = open(device);
    write_bytes(&*file, 0, b"abc");
    let mut bytes = [0xEE; 6];
    let read =
        file.read(&[Extent::new(1, 6)], &mut SegmentsMut::new(&mut [IoSliceMut::new(&mut bytes)])).unwrap();
    assert_eq!((read, bytes), (2, [b'b', b'c', 0xEE, 0xEE, 0xEE, 0xEE]));
}

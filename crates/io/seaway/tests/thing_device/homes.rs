// SPDX-License-Identifier: MIT OR Apache-2.0
//! Memory that is full, agents that end, and things that outlive them.

use seaway_device_api::{Device, DevicePath, ErrorKind, Extent, OpenFlags};
use seaway_testkit::device_suite::fixture::{options, read_extent, try_write, write_bytes};

use super::Space;

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

#[test]
fn full_node_is_no_space_and_keeps_what_was_written() {
    let space = Space::with_memory("", 1 << 20);
    let (a, b) = (DevicePath::new("a"), DevicePath::new("b"));
    let first = space.open(&a, &options(ALL)).unwrap();
    write_bytes(&*first, 0, &[1; 1 << 20]);
    let error = try_write(&*first, &[Extent::new(0, 1), Extent::new(1 << 20, 1)], &[2; 2]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSpace, "{error}");
    assert!(error.to_string().contains("thing:a"), "{error}");
    assert_eq!(read_extent(&*first, Extent::new(0, 4)), [1; 4]);
    let second = space.open(&b, &options(ALL)).unwrap();
    assert_eq!(try_write(&*second, &[Extent::new(0, 1)], &[2]).unwrap_err().kind(), ErrorKind::NoSpace);
    // Cutting one makes room for the other.
    first.set_size(4096).unwrap();
    write_bytes(&*second, 0, &[3; 1 << 19]);
    assert_eq!(
        try_write(&*first, &[Extent::new(0, 1 << 20)], &[4; 1 << 20]).unwrap_err().kind(),
        ErrorKind::NoSpace
    );
    // As does deleting, once it is closed.
    space.delete(&b).unwrap();
    drop(second);
    write_bytes(&*first, 0, &[5; 1 << 20]);
}

#[test]
fn memory_ahead_of_the_end_is_given_back_when_the_writer_closes() {
    let space = Space::with_memory("", 1 << 20);
    let file = space.open(&DevicePath::new("a"), &options(ALL)).unwrap();
    for piece in 0..100 {
        write_bytes(&*file, piece * 4096, &[1; 4096]);
    }
    file.close().unwrap();
    drop(file);
    let other = space.open(&DevicePath::new("b"), &options(ALL)).unwrap();
    write_bytes(&*other, 0, &vec![2; (1 << 20) - 100 * 4096]);
}

#[test]
fn agent_that_ends_loses_memory_and_keeps_disk() {
    let mut space = Space::new("");
    let (kept, lost) = (DevicePath::new("kept/on disk"), DevicePath::new("lost"));
    let mut on_disk = options(ALL);
    on_disk.hints.set("seaway_thing_kind", "disk");
    write_bytes(&*space.open(&kept, &on_disk).unwrap(), 0, b"here");
    let open = space.open(&lost, &options(ALL)).unwrap();
    write_bytes(&*open, 0, b"gone");
    space.agent.restart();
    // Growing it needs the agent, as does closing it.
    let error = try_write(&*open, &[Extent::new(1 << 30, 1)], &[1]).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost, "{error}");
    assert_eq!(open.close().unwrap_err().kind(), ErrorKind::PeerLost);
    drop(open);
    let reader = space.open(&kept, &options(OpenFlags::READ)).unwrap();
    assert_eq!(read_extent(&*reader, Extent::new(0, 9)), b"here");
    let error = space.open(&lost, &options(OpenFlags::READ)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoSuchFile);
}

#[test]
fn long_accesses_keep_their_bytes_and_holes_take_no_memory() {
    let space = Space::with_memory("", 4 << 20);
    let file = space.open(&DevicePath::new("sparse"), &options(ALL)).unwrap();
    let bytes: Vec<u8> = (0..3_000_000_u32).map(|number| number.to_le_bytes()[0]).collect();
    write_bytes(&*file, 12_345, &bytes);
    assert!(read_extent(&*file, Extent::new(12_345, 3_000_000)) == bytes);
    assert_eq!(
        read_extent(&*file, Extent::new(1_000_000, 9_000_000)).len(),
        2_012_345,
        "the end is where it was"
    );
    // Far larger than what the things of this node may take.
    file.set_size(64 << 20).unwrap();
    assert!(read_extent(&*file, Extent::new(16 << 20, 40 << 20)).iter().all(|byte| *byte == 0));
    assert!(read_extent(&*file, Extent::new(12_345, 20 << 20)).starts_with(&bytes));
    let other = space.open(&DevicePath::new("other"), &options(ALL)).unwrap();
    write_bytes(&*other, 0, &[1; 1 << 20]);
    file.set_size(1_000_000).unwrap();
    assert!(read_extent(&*file, Extent::new(12_345, 3_000_000)) == bytes[..1_000_000 - 12_345]);
}

#[test]
fn names_that_no_thing_can_have_are_refused() {
    let space = Space::new("");
    for name in ["", "two\nlines", &"x".repeat(481)] {
        let error = space.open(&DevicePath::new(name), &options(ALL)).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadFileName, "{error}");
        assert_eq!(space.delete(&DevicePath::new(name)).unwrap_err().kind(), ErrorKind::BadFileName);
    }
    for name in ["a b", "größe", "a/b/c", "..", &"x".repeat(480)] {
        drop(space.open(&DevicePath::new(name), &options(ALL)).unwrap());
        space.delete(&DevicePath::new(name)).unwrap();
    }
}

#[test]
fn many_threads_create_one_name_and_one_wins() {
    let space = Space::new("");
    let flags = ALL | OpenFlags::EXCLUSIVE;
    for kind in ["memory", "disk"] {
        let won: usize = std::thread::scope(|scope| {
            let create = || {
                let mut options = options(flags);
                options.hints.set("seaway_thing_kind", kind);
                match space.open(&DevicePath::new("one"), &options) {
                    Ok(_) => 1,
                    Err(error) => {
                        assert_eq!(error.kind(), ErrorKind::FileExists, "{error}");
                        0
                    }
                }
            };
            let all: Vec<_> = (0..16).map(|_| scope.spawn(create)).collect();
            all.into_iter().map(|one| one.join().unwrap()).sum()
        });
        assert_eq!(won, 1, "{kind}");
        space.delete(&DevicePath::new("one")).unwrap();
    }
}

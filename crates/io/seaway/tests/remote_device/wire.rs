// SPDX-License-Identifier: MIT OR Apache-2.0
//! What is sent over the network, counted.

use seaway::{AccessMode, Datatype, File, Group, Hints, Order};
use seaway_engine::AccessMethod;

use super::daemon_here::Daemon;
use super::wiretap::Wiretap;

const CREATE: AccessMode = AccessMode::CREATE.union(AccessMode::READ_WRITE);

/// A block of a cube, split along the axis that yields the most pieces.
fn block(edge: i64, ranks: i64, rank: i64) -> Datatype {
    let width = edge / ranks;
    let block = Datatype::subarray(
        &[edge; 3],
        &[edge, edge, width],
        &[0, 0, rank * width],
        Order::C,
        &Datatype::bytes(),
    );
    let block = block.unwrap();
    block.commit();
    block
}

#[test]
fn view_of_a_subarray_is_a_few_dozen_bytes_and_data_travel_once() {
    const EDGE: i64 = 128;
    let daemon = Daemon::start();
    let tap = Wiretap::before(daemon.address);
    let name = daemon.name_at(tap.address, "cube");
    let around = Group::of(1).run(|rank| {
        let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
        let bytes = Datatype::bytes();
        let before = (tap.there(), tap.back());
        file.set_view(0, &bytes, &block(EDGE, 4, 1), "native", &Hints::new()).unwrap();
        let mine = vec![7_u8; usize::try_from(EDGE.pow(3) / 4).unwrap()];
        let _ = file.write_at_all(0, &mine).unwrap();
        let there = tap.there() - before.0 - mine.len() as u64;
        let mut again = vec![0; mine.len()];
        let _ = file.read_at_all(0, &mut again).unwrap();
        let back = tap.back() - before.1 - mine.len() as u64;
        assert!(again == mine);
        assert!(file.usage().iter().all(|usage| usage.method == AccessMethod::Shaped), "{:?}", file.usage());
        file.close().unwrap();
        (there, back)
    });
    // 16,384 pieces: as a list they would be a quarter of a megabyte.
    let (there, back) = around.unwrap()[0];
    // It comes back in 16 parts, each of them sealed, which takes 20 bytes.
    assert!(there < 400 && back < 800, "{there} bytes there and {back} back around the data");
}

#[test]
fn ranks_write_their_blocks_of_a_cube_at_the_same_time() {
    const EDGE: i64 = 64;
    for ranks in [2, 4] {
        let daemon = Daemon::start();
        let tap = Wiretap::before(daemon.address);
        let name = daemon.name_at(tap.address, "cube");
        let ran = Group::of(usize::try_from(ranks).unwrap()).run(|rank| {
            let me = i64::try_from(rank.rank()).unwrap();
            let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
            let bytes = Datatype::bytes();
            file.set_view(0, &bytes, &block(EDGE, ranks, me), "native", &Hints::new()).unwrap();
            let mark = u8::try_from(me + 1).unwrap();
            let mine = vec![mark; usize::try_from(EDGE.pow(3) / ranks).unwrap()];
            let _ = file.write_all(&mine).unwrap();
            // MPI would require a sync here; after a collective write Seaway's ranks see each other's data.
            file.set_view(0, &bytes, &bytes, "native", &Hints::new()).unwrap();
            let mut everything = vec![0_u8; usize::try_from(EDGE.pow(3)).unwrap()];
            let _ = file.read_at(0, &mut everything).unwrap();
            let width = usize::try_from(EDGE / ranks).unwrap();
            for (place, byte) in everything.iter().enumerate() {
                let owner = place % usize::try_from(EDGE).unwrap() / width;
                assert_eq!(usize::from(*byte), owner + 1, "byte {place}");
            }
            file.close().unwrap();
        });
        ran.unwrap();
        assert_eq!(tap.connections(), u64::try_from(ranks).unwrap(), "one connection of each rank");
    }
}

#[test]
fn memory_with_holes_is_packed_in_parts() {
    let daemon = Daemon::start();
    let name = daemon.name("holes");
    let ran = Group::of(1).run(|rank| {
        let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
        let bytes = Datatype::bytes();
        // Every other three bytes of memory to every other five of the file, several chunks long.
        let filetype = Datatype::resized(0, 10, &Datatype::contiguous(5, &bytes).unwrap()).unwrap();
        let memory = Datatype::resized(0, 6, &Datatype::contiguous(3, &bytes).unwrap()).unwrap();
        for datatype in [&filetype, &memory] {
            datatype.commit();
        }
        file.set_view(7, &bytes, &filetype, "native", &Hints::new()).unwrap();
        let count = 2_000_000_u64;
        let source: Vec<u8> = (0..count * 6).map(|place| (place % 251).to_le_bytes()[0]).collect();
        let buffer = seaway::WriteBuffer::new(seaway::Source::from_slice(&source), count, &memory).unwrap();
        assert_eq!(file.write_at(0, buffer).unwrap().bytes, count * 3);
        let mut back = vec![0; source.len()];
        let buffer = seaway::ReadBuffer::new(seaway::Target::from_slice(&mut back), count, &memory).unwrap();
        assert_eq!(file.read_at(0, buffer).unwrap().bytes, count * 3);
        let is_data = |place: &usize| place % 6 < 3;
        assert!((0..source.len()).filter(is_data).all(|place| back[place] == source[place]));
        assert!((0..source.len()).filter(|place| !is_data(place)).all(|place| back[place] == 0));
        assert!(file.usage().iter().all(|usage| usage.method == AccessMethod::Shaped), "{:?}", file.usage());
        file.close().unwrap();
    });
    ran.unwrap();
}

#[test]
fn nonblocking_and_split_accesses_overlap_with_others() {
    let daemon = Daemon::start();
    let name = daemon.name("overlap");
    let ran = Group::of(2).run(|rank| {
        let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
        let me = rank.rank();
        let place = |part: usize| i64::try_from((part * 2 + me) * 1_000_000).unwrap();
        let parts: Vec<Vec<u8>> = (0..4_u8).map(|part| vec![part * 2 + 1; 1_000_000]).collect();
        let requests: Vec<_> =
            parts.iter().enumerate().map(|(part, bytes)| file.iwrite_at(place(part), bytes)).collect();
        for request in requests {
            assert_eq!(request.wait().unwrap().bytes, 1_000_000);
        }
        let mut back = vec![vec![0; 1_000_000]; 4];
        let requests: Vec<_> =
            back.iter_mut().enumerate().map(|(part, bytes)| file.iread_at(place(part), bytes)).collect();
        for mut request in requests {
            while request.test().unwrap().is_none() {
                std::thread::yield_now();
            }
        }
        assert!(back == parts);
        file.write_at_all_begin(place(0), &parts[3]).unwrap();
        assert_eq!(file.write_at_all_end().unwrap().bytes, 1_000_000);
        file.read_at_all_begin(place(0), &mut back[0]).unwrap();
        assert_eq!(file.read_at_all_end().unwrap().bytes, 1_000_000);
        assert!(back[0] == parts[3]);
        file.close().unwrap();
    });
    ran.unwrap();
}

#[test]
fn columns_of_a_matrix_are_read_and_written() {
    let daemon = Daemon::start();
    let name = daemon.name("columns");
    let ran = Group::of(1).run(|rank| {
        let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
        let bytes = Datatype::bytes();
        // One column after the other: the view jumps back at each.
        let column = Datatype::resized(0, 1, &Datatype::vector(50, 1, 40, &bytes).unwrap()).unwrap();
        column.commit();
        file.set_view(0, &bytes, &column, "native", &Hints::new()).unwrap();
        let columns: Vec<u8> = (0..2000_u32).map(|place| (place % 250).to_le_bytes()[0]).collect();
        let _ = file.write_at(0, &columns).unwrap();
        let mut back = vec![0; 2000];
        assert_eq!(file.read_at(0, &mut back).unwrap().bytes, 2000);
        assert!(back == columns);
        file.set_view(0, &bytes, &bytes, "native", &Hints::new()).unwrap();
        let _ = file.read_at(0, &mut back).unwrap();
        assert!((0..2000).all(|place| back[place] == columns[place % 40 * 50 + place / 40]));
        file.close().unwrap();
    });
    ran.unwrap();
}

#[test]
fn host_that_is_this_one_needs_no_daemon() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("here");
    let name = format!("remote://localhost{}", path.display());
    let ran = Group::of(2).run(|rank| {
        let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
        let _ = file.write_at_all(i64::try_from(rank.rank()).unwrap(), b"x").unwrap();
        file.close().unwrap();
    });
    ran.unwrap();
    assert_eq!(std::fs::read(path).unwrap(), b"xx");
}

#[test]
fn hint_sends_a_plain_name_to_the_daemon() {
    let daemon = Daemon::start();
    let hints = Hints::new()
        .with("seaway_host", "127.0.0.1")
        .with("seaway_port", daemon.address.port().to_string())
        .with("seaway_wdir", daemon.folder().to_str().unwrap());
    let ran = Group::of(3).run(|rank| {
        let file = File::open(&rank, "relative.nc", CREATE, &hints).unwrap();
        let _ = file.write_ordered(&[b'a' + u8::try_from(rank.rank()).unwrap()]).unwrap();
        file.close().unwrap();
    });
    ran.unwrap();
    assert_eq!(std::fs::read(daemon.folder().join("relative.nc")).unwrap(), b"abc");
}

#[test]
fn missing_file_and_missing_daemon_are_errors_on_all_ranks() {
    let daemon = Daemon::start();
    let hints = Hints::new().with("seaway_start", "none").with("seaway_timeout", "2");
    let name = daemon.name("missing");
    let errors = Group::of(3)
        .run(|rank| File::open(&rank, &name, AccessMode::READ_ONLY, &hints).unwrap_err())
        .unwrap();
    for error in errors {
        assert_eq!(error.kind(), seaway_device_api::ErrorKind::NoSuchFile);
        assert!(error.to_string().contains("missing"), "{error}");
    }
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let name = daemon.name_at(nobody, "x");
    let errors = Group::of(3)
        .run(|rank| File::open(&rank, &name, AccessMode::READ_ONLY, &hints).unwrap_err())
        .unwrap();
    for error in errors {
        assert_eq!(error.kind(), seaway_device_api::ErrorKind::Io);
        assert!(error.to_string().contains(&nobody.to_string()), "{error}");
    }
}

#[test]
fn new_size_counts_for_what_ranks_wrote_before() {
    let daemon = Daemon::start();
    let name = daemon.name("cut");
    let ran = Group::of(3).run(|rank| {
        let file = File::open(&rank, &name, CREATE, &Hints::new()).unwrap();
        // Buffered, and not flushed explicitly.
        let _ = file.write_at(i64::try_from(rank.rank() * 100).unwrap(), &[1_u8; 100]).unwrap();
        file.set_size(150).unwrap();
        assert_eq!(file.size().unwrap(), 150);
        file.close().unwrap();
    });
    ran.unwrap();
    assert_eq!(std::fs::read(daemon.folder().join("cut")).unwrap(), [1; 150]);
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Things on their own node, beside memcpy, `pread` from /dev/shm, a request to the agent and Redis at a Unix socket.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::process::Command;

use seaway_device_api::Hints;
use seaway_things::{Kind, Space, Thing};

use crate::agent_here::AgentHere;
use crate::bars::{Bars, Limit};
use crate::redis;
use crate::times::{LARGE, SMALL, median, medians, place, timed};

const READS: usize = 10_000;
const ROUNDS: usize = 15;

pub(crate) fn run(bars: &mut Bars) {
    let agent = AgentHere::start(1 << 30);
    let space = Space::enter_with(&Hints::new().with("seaway_space", agent.space())).unwrap();
    let thing = space.create("bench", Kind::Memory, LARGE as u64).unwrap();
    thing.write_at(&vec![1; LARGE], 0).unwrap();
    println!("\nOn one node");
    small_reads(&space, &thing, bars);
    bulk(&thing, bars);
}

fn small_reads(space: &Space, thing: &Thing, bars: &mut Bars) {
    let folder = tempfile::tempdir_in("/dev/shm").unwrap();
    let path = folder.path().join("file");
    std::fs::write(&path, vec![1; LARGE]).unwrap();
    let file = File::open(&path).unwrap();
    let mut buffer = vec![0; SMALL];
    let mut other = vec![0; SMALL];
    let [read, pread] = medians(
        ROUNDS,
        READS,
        [&mut |turn| assert_eq!(thing.read_at(&mut buffer, place(turn)).unwrap(), SMALL), &mut |turn| {
            file.read_exact_at(&mut other, place(turn)).unwrap()
        }],
    );
    let [stat] = medians(2, 1000, [&mut |_| drop(space.stat("bench").unwrap())]);
    println!(
        "4 KiB: read {:.2} us, pread {:.2} us, a request to the agent {:.1} us",
        read * 1e6,
        pread * 1e6,
        stat * 1e6
    );
    bars.record("things.read.4k.us".to_owned(), read * 1e6, Limit::AtMost(2.0));
    match redis::obstacle() {
        Some(obstacle) => println!("{obstacle}"),
        None => {
            let socket = folder.path().join("socket");
            let place_words = ["--port", "0", "--unixsocket", socket.to_str().unwrap()];
            let _server = redis::Server::start(Command::new(redis::PROGRAM), &place_words);
            let mut client = redis::Client::at(&socket);
            let [ranges] = medians(2, 5000, [&mut |turn| client.get_range(place(turn), &mut buffer)]);
            println!(
                "4 KiB: Redis GETRANGE over a Unix socket {:.1} us, {:.0} times a read",
                ranges * 1e6,
                ranges / read
            );
        }
    }
}

fn bulk(thing: &Thing, bars: &mut Bars) {
    let (source, mut buffer) = (vec![2; LARGE], vec![1; LARGE]);
    let (mut copies, mut reads, mut writes) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        copies.push(timed(|| buffer.copy_from_slice(&source)));
        reads.push(timed(|| assert_eq!(thing.read_at(&mut buffer, 0).unwrap(), LARGE)));
        writes.push(timed(|| thing.write_at(&source, 0).unwrap()));
    }
    let [copy, read, write] = [copies, reads, writes].map(median);
    let rate = |time: f64| LARGE as f64 / time / 1e9;
    println!(
        "64 MiB: memcpy {:.1} GB/s, read {:.1} GB/s, write {:.1} GB/s",
        rate(copy),
        rate(read),
        rate(write)
    );
    bars.record("things.read.bulk.of_memcpy".to_owned(), copy / read, Limit::AtLeast(0.8));
    bars.record("things.write.bulk.of_memcpy".to_owned(), copy / write, Limit::AtLeast(0.8));
}

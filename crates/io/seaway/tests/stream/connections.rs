// SPDX-License-Identifier: MIT OR Apache-2.0
//! How many connections a stream takes: two ordered partitions of M and N parts overlap in M+N-1 pairs at
//! most.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use seaway_devices::mxn::open_links;

use crate::other_process::{OtherProcess, Words, say};
use crate::steady::Steady;

#[test]
fn ordered_streams_connect_only_ranks_that_exchange_data() {
    for (writers, readers) in [(4, 16), (7, 5), (16, 4), (1, 12), (12, 1)] {
        // In a process of its own: other tests have connections, too.
        let words =
            ["part=connections".to_owned(), format!("writers={writers}"), format!("readers={readers}")];
        let links: usize = OtherProcess::start(&words, None, &[]).expect("links ").parse().unwrap();
        let most = writers + readers - 1;
        assert!(links <= most, "{writers} x {readers} ranks have {links} links, more than {most}");
        // Every rank has something to write, or to read.
        assert!(links >= writers.max(readers), "{writers} x {readers} ranks have only {links} links");
    }
}

pub(crate) fn play(words: &Words) {
    let name = format!("mxn:connections-{}", std::process::id());
    let (writers, readers) = (words.number("writers"), words.number("readers"));
    // Any two of the numbers divide it.
    let step_bytes = 16 * 7 * 5 * 3 * 100;
    let sized = |steady: Steady| Steady { step_bytes, ..steady };
    let most = AtomicUsize::new(0);
    thread::scope(|scope| {
        let writer = scope.spawn(|| sized(Steady::writer(&name, writers)).run(&|_, _| ()));
        let endings = sized(Steady::reader(&name, readers)).run(&|_, _| {
            most.fetch_max(open_links(), Ordering::Relaxed);
        });
        let all = [endings, writer.join().unwrap()].concat();
        assert!(all.iter().all(|ending| ending == "ended"), "{all:?}");
    });
    // Both ends of each are here.
    say(&format!("links {}", most.load(Ordering::Relaxed) / 2));
}

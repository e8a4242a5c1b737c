// SPDX-License-Identifier: MIT OR Apache-2.0
//! A connection to a daemon's store: valid requests are answered as a file in memory would, with one answer
//! each; invalid ones end with the connection; and an honest client beside them is served either way.

use std::sync::atomic::{AtomicU64, Ordering};

use seaway_messages::{Region, Service, StoreMessage};

use super::{panics, world};
use crate::draw::Draw;
use crate::hostile::{Ending, Lies, lie_to_store};
use crate::raw_client::{CREATE, Client, EXCLUSIVE, READ, WRITE, extent, extents, pattern};

/// Offsets of a valid client are below this.
const ROOM: usize = 8192;
const MOST_REQUESTS: usize = 200;

/// Turns `bytes` into a conversation.
pub fn check_store_machine(bytes: &[u8]) {
    panics::none_in(|| {
        let (mut draw, world) = (Draw::new(bytes), world());
        if draw.one_in(2) {
            let lies = Lies::of(Service::Store);
            let ending = lie_to_store(world.daemon.address, world.folder.path(), &lies, &mut draw, 100);
            assert_ne!(ending, Ending::Hangs, "the daemon does not end a connection that has ended");
        } else {
            Lawful::begin(&mut world.daemon.connect()).run(&mut draw);
        }
        serve_honest(&mut world.daemon.connect());
    });
}

fn fresh_path() -> std::path::PathBuf {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    world().folder.path().join(format!("lawful-{}", NUMBER.fetch_add(1, Ordering::Relaxed)))
}

fn serve_honest(client: &mut Client) {
    let path = fresh_path();
    let file = client.open(&path, READ | WRITE | CREATE | EXCLUSIVE).unwrap();
    let bytes = pattern(3000, 7);
    client.write(file, extent(11, bytes.len()), &bytes).unwrap();
    assert!(
        client.read(file, extent(11, bytes.len())).unwrap() == bytes,
        "an honest client reads something else"
    );
    client.done(|id| StoreMessage::Close { id, file }).unwrap();
    std::fs::remove_file(path).unwrap();
}

/// A client that follows the protocol, and a file in memory to compare with.
struct Lawful<'c> {
    client: &'c mut Client,
    file: u32,
    model: Vec<u8>,
    /// Pending answers: the request, and the size for those that ask for it.
    expected: Vec<(u64, Option<u64>)>,
}

impl<'c> Lawful<'c> {
    fn begin(client: &'c mut Client) -> Self {
        let file = client.open(fresh_path(), READ | WRITE | CREATE | EXCLUSIVE).unwrap();
        Self { client, file, model: Vec::new(), expected: Vec::new() }
    }

    fn run(mut self, draw: &mut Draw<'_>) {
        for _ in 0..MOST_REQUESTS {
            if draw.is_done() {
                break;
            }
            self.request(draw);
        }
        self.collect();
        self.compare(0, ROOM);
    }

    /// One request, whose answer need not be awaited.
    fn request(&mut self, draw: &mut Draw<'_>) {
        let file = self.file;
        match draw.byte() % 6 {
            0 | 1 => self.write(draw),
            2 => {
                let size = draw.below(ROOM);
                self.model.resize(size, 0);
                self.ask(None, |id| StoreMessage::SetSize { id, file, size: size as u64 });
            }
            3 => {
                let size = self.model.len() as u64;
                self.ask(Some(size), |id| StoreMessage::Size { id, file });
            }
            4 => self.ask(None, |id| StoreMessage::Sync { id, file, durable: false }),
            _ => {
                self.collect();
                let (offset, len) = (draw.below(ROOM), draw.below(ROOM));
                self.compare(offset, len);
            }
        }
    }

    fn write(&mut self, draw: &mut Draw<'_>) {
        let (mut ranges, mut end, mut bytes) = (Vec::new(), 0, Vec::new());
        for _ in 0..=draw.below(3) {
            let (offset, len) = (end + draw.below(ROOM / 8), 1 + draw.below(400));
            end = offset + len;
            let piece: Vec<u8> = (0..len).map(|_| draw.byte()).collect();
            self.model.resize(self.model.len().max(end), 0);
            self.model[offset..end].copy_from_slice(&piece);
            ranges.push((offset as u64, len as u64));
            bytes.extend(piece);
        }
        let place: Region = extents(&ranges);
        // No other answer is pending while it waits for credit.
        self.collect();
        let id = self.client.begin_write(self.file, place);
        let split = draw.below(bytes.len());
        for chunk in [&bytes[..split], &bytes[split..]].into_iter().filter(|chunk| !chunk.is_empty()) {
            self.client.send_chunk(id, chunk);
        }
        self.expected.push((id, None));
    }

    fn ask(&mut self, size: Option<u64>, message: impl FnOnce(u64) -> StoreMessage) {
        let id = self.client.id();
        self.client.send(&message(id));
        self.expected.push((id, size));
    }

    /// All pending answers arrive, in any order, once each.
    fn collect(&mut self) {
        while !self.expected.is_empty() {
            let (answer, _) = self.client.receive();
            let (id, size) = match answer {
                StoreMessage::Credit { .. } => continue,
                StoreMessage::Written { id } | StoreMessage::Done { id } => (id, None),
                StoreMessage::SizeIs { id, size } => (id, Some(size)),
                other => panic!("{other:?} to a valid client"),
            };
            let due = self.expected.iter().position(|&(of, _)| of == id);
            let due = due.unwrap_or_else(|| panic!("request {id} is answered twice, or was never sent"));
            assert_eq!(self.expected.swap_remove(due).1, size, "request {id}");
        }
    }

    fn compare(&mut self, offset: usize, len: usize) {
        if len == 0 {
            return;
        }
        let read = self.client.read(self.file, extent(offset as u64, len)).unwrap();
        let end = self.model.len().min(offset + len);
        assert!(
            read == self.model[offset.min(end)..end],
            "bytes {offset}..{end} are not those that were written"
        );
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A writer rank: its program, and the threads of its links. They drive an [`Outbox`] as `mxn/writer` does.

use std::collections::VecDeque;
use std::sync::Arc;

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Piece};
use seaway_roles::stream::bytes::{Call, Drained, Located, Location, Lost, Next, Outbox, Placed};

use super::links::{End, Incoming, Message};
use super::memory::{Cells, Sources};
use super::plan::{Write, index, pattern};
use super::tasks::{Handle, Stop};
use super::{Rank, Stage, World};
use crate::core::SECOND;

type Action = seaway_roles::stream::bytes::Action<End, Cells>;

/// Most bytes of one message.
const DATA_BYTES: u64 = 16;

#[derive(Debug)]
pub(super) struct Writer {
    pub(super) outbox: Outbox<End, Cells>,
    pub(super) sources: Sources,
    window: Vec<u8>,
    spill: Vec<u8>,
}

impl Writer {
    pub(super) fn new(outbox: Outbox<End, Cells>, window_bytes: u64) -> Self {
        let window = vec![0; usize::try_from(window_bytes).unwrap_or(0)];
        Self { outbox, sources: Sources::default(), window, spill: Vec::new() }
    }

    fn read(&self, part: &Located<Cells>) -> Vec<u8> {
        let len = part.extent.len;
        match part.place {
            Location::Borrowed { memory, .. } => self.sources.read(Cells { len, ..memory }),
            Location::Window { offset } => self.window[index(Extent::new(offset, len))].to_vec(),
            Location::Spilled { offset } => self.spill[index(Extent::new(offset, len))].to_vec(),
        }
    }

    /// What a reader finds at the address it was given.
    pub(super) fn fetch(&self, piece: &Piece, part: Extent) -> Vec<u8> {
        let skipped = part.offset - piece.offset;
        match piece.window {
            Some(window) => self.window[index(Extent::new(window + skipped, part.len))].to_vec(),
            None => self.sources.read(Cells::at(piece.address + skipped, part.len)),
        }
    }
}

impl Handle {
    fn outbox<T>(&self, act: impl FnOnce(&mut Outbox<End, Cells>) -> T) -> T {
        self.with(|world| act(&mut world.writers[self.rank].outbox))
    }

    /// Changes the state and then sends the resulting messages.
    async fn act<T>(&self, change: impl FnOnce(&mut Outbox<End, Cells>, &mut Vec<Action>) -> T) -> T {
        let mut actions = Vec::new();
        let changed = self.with(|world| {
            let outbox = &mut world.writers[self.rank].outbox;
            let changed = change(outbox, &mut actions);
            if !actions.is_empty() {
                outbox.begin_sending();
            }
            world.touch(self.rank);
            changed
        });
        if !actions.is_empty() {
            self.carry_out(actions).await;
            self.with(|world| {
                world.writers[self.rank].outbox.end_sending();
                world.touch(self.rank);
            });
        }
        changed
    }

    async fn carry_out(&self, actions: Vec<Action>) {
        let mut actions = VecDeque::from(actions);
        while let Some(action) = actions.pop_front() {
            self.stumble().await;
            match action {
                Action::Send(end, message) => {
                    // The link's thread notices that a connection has ended.
                    self.with(|world| world.say(&end, Message::Said(message)));
                }
                Action::Here { link, id, parts } => {
                    let pieces = parts.iter().map(piece).collect();
                    self.with(|world| world.say(&link, Message::Said(MxnMessage::Here { id, pieces })));
                }
                Action::Data { link, id, parts } => self.send(&link, id, &parts, &mut actions).await,
            }
        }
    }

    async fn send(&self, end: &Arc<End>, id: u64, parts: &[Located<Cells>], actions: &mut VecDeque<Action>) {
        for (at, part) in parts.iter().enumerate() {
            let mut rest = part.extent;
            while rest.len > 0 {
                // A slow connection: the bytes must stay valid meanwhile.
                self.stumble().await;
                let is_sent = self.with(|world| {
                    let bytes = world.writers[self.rank].read(part);
                    if bytes != pattern_of(part.extent) {
                        let what =
                            format!("rank {} sends memory that was given back: {}", self.rank, part.extent);
                        world.violate(what);
                    }
                    let now = Extent::new(rest.offset, rest.len.min(DATA_BYTES));
                    let place = Extent::new(now.offset - part.extent.offset, now.len);
                    let bytes = bytes[index(place)].to_vec();
                    rest = (now.end()..rest.end()).into();
                    world.say(end, Message::Bytes { id, offset: now.offset, bytes })
                });
                if !is_sent {
                    return self.outbox(|outbox| outbox.unsent(&parts[at..]));
                }
            }
            let mut more = Vec::new();
            self.with(|world| {
                world.writers[self.rank].outbox.sent(end, id, part.extent, &mut more);
                world.touch(self.rank);
            });
            actions.extend(more);
        }
    }

    async fn write(&self, extents: &[Extent]) -> Result<(), Stop> {
        let bytes = extents.iter().copied().flat_map(pattern_of).collect();
        let memory = self.with(|world| world.writers[self.rank].sources.add(bytes));
        let mut placed = Vec::new();
        let mut from = 0;
        for &extent in extents.iter().filter(|extent| !extent.is_empty()) {
            placed.push(Placed { extent, memory: Cells { from, len: extent.len, ..memory } });
            from += extent.len;
        }
        if let Err(refusal) = self.outbox(|outbox| outbox.check(&placed)) {
            self.with(|world| {
                world.violate(format!("bytes that no rank has written are refused: {refusal:?}"))
            });
        }
        let begun = self.act(|outbox, actions| outbox.begin(placed, actions)).await;
        if !begun.in_order {
            self.leave_order().await;
        }
        let mut call = begun.call;
        let finished = self.finish(&mut call).await;
        if finished.is_err() {
            self.withdraw(&call).await;
        }
        self.with(|world| {
            world.done.writes += 1;
            world.writers[self.rank].sources.free(memory);
        });
        finished
    }

    async fn leave_order(&self) {
        if !self.act(|outbox, actions| outbox.leave_order(actions)).await {
            return;
        }
        let fellows: Vec<Rank> = self.with(|world| world.program_of(self.rank).collect());
        for peer in fellows.into_iter().filter(|peer| *peer != self.rank) {
            self.stumble().await;
            self.with(|world| {
                let end = world.link_to(self.rank, peer).or_else(|| world.dial(self.rank, peer));
                end.is_some_and(|end| world.say(&end, Message::Said(MxnMessage::Unordered)))
            });
        }
    }

    async fn finish(&self, call: &mut Call<Cells>) -> Result<(), Stop> {
        loop {
            let next = self.with(|world| {
                let now = world.time();
                world.writers[self.rank].outbox.next(call, now)
            });
            match next {
                Next::Settled => return Ok(()),
                Next::Move { pieces, room } => {
                    self.stumble().await;
                    self.with(|world| world.writers[self.rank].move_to_window(&pieces, room));
                    let place = |before| Some(Location::Window { offset: room + before });
                    self.act(|outbox, actions| outbox.settle_pieces(&pieces, place, actions)).await;
                }
                Next::Spill { pieces } => {
                    self.stumble().await;
                    let start = self.with(|world| world.writers[self.rank].move_to_spill(&pieces));
                    let place = |before| Some(Location::Spilled { offset: start + before });
                    self.act(|outbox, actions| outbox.settle_pieces(&pieces, place, actions)).await;
                    self.with(|world| world.done.spills += 1);
                }
                Next::Wait => self.pause().await,
            }
            self.check()?;
        }
    }

    pub(super) fn check(&self) -> Result<(), Stop> {
        if self.with(|world| world.ranks[self.rank].has_failed) { Err(Stop::Failed) } else { Ok(()) }
    }

    /// Withdraws what a failed call has lent.
    async fn withdraw(&self, call: &Call<Cells>) {
        while !self.outbox(|outbox| outbox.withdraw(call)) {
            self.with(|world| {
                let waiting: Vec<Arc<End>> = world.writers[self.rank].outbox.waiting().cloned().collect();
                waiting.iter().for_each(|end| world.cut(end));
            });
            self.pause().await;
        }
    }
}

impl Writer {
    fn move_to_window(&mut self, pieces: &[Placed<Cells>], room: u64) {
        let mut to = room;
        for piece in pieces {
            let bytes = self.sources.read(piece.memory);
            self.window[index(Extent::new(to, bytes.len() as u64))].copy_from_slice(&bytes);
            to += piece.extent.len;
        }
    }

    fn move_to_spill(&mut self, pieces: &[Placed<Cells>]) -> u64 {
        let start = self.spill.len() as u64;
        for piece in pieces {
            let bytes = self.sources.read(piece.memory);
            self.spill.extend(bytes);
        }
        start
    }
}

impl Writer {
    /// Places of the spill file that hold nothing any more are holes from now on.
    fn give_back_spilled(&mut self) {
        for (offset, len) in self.outbox.take_unspilled() {
            self.spill[index(Extent::new(offset, len))].fill(0);
        }
    }
}

fn piece(part: &Located<Cells>) -> Piece {
    let Extent { offset, len } = part.extent;
    let (address, window) = match part.place {
        Location::Window { offset } => (0, Some(offset)),
        Location::Borrowed { memory, .. } => (memory.address(), None),
        Location::Spilled { .. } => (0, None),
    };
    Piece { offset, len, address, window }
}

/// The program of a writer rank.
pub(super) async fn play(handle: Handle) {
    let ended = write_all(&handle).await;
    handle.with(|world| world.end_program(handle.rank, ended));
}

async fn write_all(handle: &Handle) -> Result<(), Stop> {
    let rank = handle.rank;
    let writes = handle.with(|world| world.plan.writes.clone());
    for write in writes {
        match write {
            Write::Ordered { start, lengths } => {
                handle.all_gather(Vec::new()).await?;
                let announce = |outbox: &mut Outbox<End, Cells>, actions: &mut Vec<Action>| {
                    outbox.announce(start, &lengths, actions)
                };
                let (announced, _) = handle.act(announce).await;
                if !announced.is_empty() {
                    handle.write(&[announced]).await?;
                }
            }
            Write::Own(extents) => {
                if !extents[rank].is_empty() {
                    handle.write(&extents[rank]).await?;
                }
            }
            Write::Mark => {
                let end = largest(&handle.all_gather(vec![handle.outbox(|outbox| outbox.end())]).await?);
                handle.act(|outbox, actions| outbox.mark(end, actions)).await;
            }
        }
        handle.stumble().await;
    }
    let (end, has_readers) = handle.outbox(|outbox| (outbox.end(), outbox.begin_close()));
    let all = handle.all_gather(vec![end, u64::from(has_readers)]).await?;
    let size = all.iter().map(|told| told[0]).max().unwrap_or(0);
    let has_readers = all.iter().any(|told| told[1] == 1);
    let links = handle.with(|world| world.links_of(rank));
    handle.act(|outbox, actions| outbox.close(size, has_readers, links, actions)).await;
    loop {
        if handle.outbox(Outbox::drain) != Drained::No {
            break;
        }
        handle.check()?;
        if handle.outbox(|outbox| outbox.must_ask_for_confirmation()) {
            handle.act(|outbox, actions| outbox.ask_for_confirmation(actions)).await;
            continue;
        }
        handle.pause().await;
    }
    handle.with(|world| world.ranks[rank].stage = Stage::Closing);
    handle.all_gather(Vec::new()).await.map(drop)
}

/// What is written there.
fn pattern_of(extent: Extent) -> Vec<u8> {
    (extent.offset..extent.end()).map(pattern).collect()
}

fn largest(all: &[Vec<u64>]) -> u64 {
    all.iter().flatten().copied().max().unwrap_or(0)
}

/// The thread of a writer's link.
pub(super) async fn serve(handle: Handle, end: Arc<End>) {
    let rank = handle.rank;
    loop {
        match handle.until(|world| world.next_incoming(&end)).await {
            Incoming::Message(Message::Said(message)) => {
                let now = handle.with(|world| world.time());
                let heard = handle.act(|outbox, actions| outbox.hear(&end, message, now, actions)).await;
                handle.with(|world| world.writers[rank].give_back_spilled());
                if let Err(unheard) = heard {
                    handle.with(|world| {
                        world.violate(format!("a writer got an unexpected message: {unheard:?}"))
                    });
                }
            }
            Incoming::Message(Message::Bye) => {
                return handle.with(|world| {
                    world.forget(&end);
                    world.writers[rank].outbox.left(end.number);
                    world.touch(rank);
                });
            }
            Incoming::Message(Message::Bytes { .. }) => {
                return handle.with(|world| world.violate("a writer gets bytes".into()));
            }
            Incoming::Closed => return,
            Incoming::Lost => {
                let is_harmful = lost(&handle, &end).await;
                return handle.with(|world| {
                    if is_harmful {
                        world.fail(rank, "a writer has lost a link");
                    }
                });
            }
        }
    }
}

/// Whether the stream fails because a link has ended without a goodbye.
async fn lost(handle: &Handle, end: &End) -> bool {
    let rank = handle.rank;
    let (reader, is_concerned, since) = handle.with(|world: &mut World| {
        world.forget(end);
        let reader = world.writers[rank].outbox.lost(end.number);
        world.touch(rank);
        let is_fellow = world.is_writer(end.peer);
        let is_fatal = is_fellow || world.plan.lost == Lost::Fail;
        let is_closing = world.ranks[rank].stage != Stage::Open;
        (reader, (reader.is_some() || is_fellow) && is_fatal && !is_closing, world.events.now())
    });
    if !is_concerned {
        return false;
    }
    let Some(reader) = reader else { return true };
    // It may have been leaving: other ranks of its program may still have to report that nothing more is
    // wanted.
    loop {
        let (has_ended, is_done, is_closing, lasts) = handle.with(|world| {
            let outbox = &world.writers[rank].outbox;
            let is_closing = world.ranks[rank].stage != Stage::Open;
            (outbox.ended().is_some(), outbox.is_done_with(reader), is_closing, world.events.now() - since)
        });
        match () {
            () if is_done || is_closing => return false,
            () if !has_ended || lasts >= SECOND => return true,
            () => handle.pause().await,
        }
    }
}

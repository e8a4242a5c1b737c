// SPDX-License-Identifier: MIT OR Apache-2.0
//! A reader rank: its calls, and the threads of its links. They drive an [`Inbox`] as `mxn/reader` does.

use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

use seaway_device_api::Extent;
use seaway_messages::{MxnMessage, Piece, Policy};
use seaway_roles::stream::bytes::{Ending, Flaws, Got, Inbox, Outcome, Placed, Settled, Step, Verdict, Want};

use super::links::{End, Incoming, Message};
use super::memory::{Cells, Targets};
use super::tasks::{Handle, Stop};
use super::{Rank, Stage, TIMEOUT, World};

/// Where several links lead to one writer, each is asked for so much in turn.
const LINK_BYTES: u64 = 4;

#[derive(Debug)]
pub(super) struct Reader {
    pub(super) inbox: Inbox<End, Cells>,
    pub(super) targets: Targets,
    /// The number of its program, once it has attached.
    pub(super) slot: Option<u32>,
}

impl Reader {
    pub(super) fn new(policy: Policy, flaws: Flaws) -> Self {
        Self { inbox: Inbox::new(policy, flaws), targets: Targets::default(), slot: None }
    }
}

fn timeout() -> Duration {
    Duration::from_micros(TIMEOUT)
}

impl World {
    pub(super) fn reader(&mut self, rank: Rank) -> &mut Reader {
        let index = rank - self.writers.len();
        &mut self.readers[index]
    }

    /// Tells ranks that asked that the writers have left.
    fn answer_asking(&mut self, rank: Rank) {
        for (end, answer) in self.reader(rank).inbox.take_asking() {
            self.say(&end, Message::Said(answer));
        }
    }
}

impl Handle {
    pub(super) fn inbox<T>(&self, act: impl FnOnce(&mut Inbox<End, Cells>) -> T) -> T {
        self.with(|world| act(&mut world.reader(self.rank).inbox))
    }

    fn writer_count(&self) -> usize {
        self.with(|world| world.writers.len())
    }

    /// Returns the bytes read.
    pub(super) async fn read(&self, placed: &[Placed<Cells>], once: bool) -> Result<u64, Stop> {
        let writers = self.writer_count();
        let in_order = self.inbox(|inbox| inbox.is_in_order(placed, writers));
        let mut wants = Vec::new();
        if let Err(stop) = self.ask_for(placed, once, in_order, &mut wants).await {
            let _ = self.finish_wants(wants).await;
            return Err(stop);
        }
        self.finish_wants(wants).await
    }

    async fn ask_for(
        &self,
        placed: &[Placed<Cells>],
        once: bool,
        in_order: bool,
        wants: &mut Vec<u64>,
    ) -> Result<(), Stop> {
        let writers = self.writer_count();
        let mut reading = self.inbox(|inbox| inbox.read(placed, once, in_order));
        loop {
            let step = self.with(|world| {
                let links: Vec<bool> =
                    (0..writers).map(|peer| world.link_to(self.rank, peer).is_some()).collect();
                world.reader(self.rank).inbox.go_on(&mut reading, writers, |rank| links[rank])
            });
            match step {
                Step::Ask(id, parts) => {
                    wants.push(id);
                    self.ask(id, parts).await?;
                }
                Step::AskForSteps(writers, known) => {
                    let answer = self.ask_for_steps(writers, known).await?;
                    self.learn(&answer)?;
                }
                Step::Done => return Ok(()),
            }
        }
    }

    async fn ask(&self, id: u64, mut parts: Vec<(Rank, Extent)>) -> Result<(), Stop> {
        parts.sort_by_key(|(rank, _)| *rank);
        let mut asked = Ok(());
        for parts in parts.chunk_by(|one, other| one.0 == other.0) {
            asked = self.ask_one(id, parts).await;
            if asked.is_err() {
                break;
            }
        }
        self.with(|world| {
            world.reader(self.rank).inbox.has_asked(id);
            world.touch(self.rank);
        });
        asked
    }

    async fn ask_one(&self, id: u64, parts: &[(Rank, Extent)]) -> Result<(), Stop> {
        let Some(ends) = self.writer_links(parts[0].0).await? else { return Ok(()) };
        for (end, ranges) in ends.iter().zip(shares(parts, ends.len())) {
            if ranges.is_empty() {
                continue;
            }
            self.stumble().await;
            let is_sent = self.with(|world| {
                let (once, expected) = world.reader(self.rank).inbox.asks(id, end, &ranges)?;
                let is_sent = world.say(end, Message::Said(MxnMessage::Want { id, once, expected, ranges }));
                Some(is_sent && world.has(end))
            });
            if is_sent == Some(false) {
                let settled = self.settle_end(end).await;
                self.inbox(|inbox| inbox.nothing_more(id, end.number));
                settled?;
            }
        }
        Ok(())
    }

    async fn settle_end(&self, end: &End) -> Result<(), Stop> {
        let since = self.with(|world| world.time());
        loop {
            let settled = self.with(|world| {
                let (is_there, lasts) = (world.has(end), world.time() - since);
                world.reader(self.rank).inbox.settle_link(is_there, lasts, timeout())
            });
            if settled == Settled::Over {
                return Ok(());
            }
            self.check()?;
            if settled == Settled::TooLong {
                return Err(Stop::Error("a connection has ended".into()));
            }
            self.pause().await;
        }
    }

    /// The first link to a writer; nothing if the stream is over and the writer gone.
    pub(super) async fn writer_link(&self, writer: Rank) -> Result<Option<Arc<End>>, Stop> {
        Ok(self.writer_links(writer).await?.and_then(|ends| ends.into_iter().next()))
    }

    async fn writer_links(&self, writer: Rank) -> Result<Option<Vec<Arc<End>>>, Stop> {
        loop {
            if let Some(ends) = self.with(|world| world.links_to(self.rank, writer)) {
                return Ok(Some(ends));
            }
            if self.has_left(writer).await? {
                return Ok(None);
            }
            if !self.with(|world| world.listens(writer)) {
                self.with(|world| world.fail(self.rank, "a writer cannot be reached"));
                return Err(Stop::Failed);
            }
        }
    }

    /// Whether an unreachable writer has left in order.
    async fn has_left(&self, writer: Rank) -> Result<bool, Stop> {
        let mut ending = self.with(|world| Ending::new(timeout(), world.time()));
        let mut asked: Option<Arc<End>> = None;
        loop {
            let verdict = self.with(|world| {
                let (has_rank_0, now) = (asked.as_ref().is_some_and(|end| world.has(end)), world.time());
                ending.judge(&mut world.reader(self.rank).inbox, has_rank_0, now)
            });
            if matches!(verdict, Verdict::Left | Verdict::NotLeft) {
                return Ok(verdict == Verdict::Left);
            }
            self.check()?;
            let first = self.with(|world| world.program_of(self.rank).start);
            if verdict == Verdict::Ask && first != self.rank {
                let link = |world: &mut World| {
                    world.link_to(self.rank, first).or_else(|| world.dial(self.rank, first))
                };
                let end = self.with(link).ok_or_else(|| Stop::Error("rank 0 cannot be reached".into()))?;
                let id = self.inbox(Inbox::new_question);
                self.with(|world| world.say(&end, Message::Said(MxnMessage::SizeWanted { id, last: true })));
                ending.asked(id);
                asked = Some(end);
            }
            self.pause().await;
            if self.with(|world| world.listens(writer)) {
                return Ok(false);
            }
        }
    }

    pub(super) async fn ask_for_steps(&self, writers: Range<Rank>, offset: u64) -> Result<MxnMessage, Stop> {
        let mut ends = Vec::new();
        for writer in writers {
            ends.extend(self.writer_link(writer).await?);
        }
        let id = self.inbox(Inbox::new_question);
        for end in &ends {
            self.with(|world| world.say(end, Message::Said(MxnMessage::StepsFrom { id, offset })));
        }
        let answer = self.await_answer(&ends, id).await;
        self.inbox(|inbox| inbox.forget_question(id));
        Ok(answer?.unwrap_or_else(|| self.inbox(|inbox| inbox.no_more_steps())))
    }

    /// `None`: the ranks that were asked have left.
    pub(super) async fn await_answer(&self, ends: &[Arc<End>], id: u64) -> Result<Option<MxnMessage>, Stop> {
        self.wait(|world| match world.reader(self.rank).inbox.take_answer(id) {
            Some(answer) => Some(Some(answer)),
            None if ends.iter().any(|end| world.has(end)) => None,
            None => Some(None),
        })
        .await
    }

    pub(super) fn learn(&self, answer: &MxnMessage) -> Result<(), Stop> {
        if !self.inbox(|inbox| inbox.learn(answer)) {
            self.with(|world| {
                world.violate(format!("the writers' answers about steps are inconsistent: {answer:?}"))
            });
        }
        Ok(())
    }

    async fn finish_wants(&self, mut wants: Vec<u64>) -> Result<u64, Stop> {
        let mut total = Ok(0);
        while let Some(id) = wants.pop() {
            let got = self.finish_want(id, &mut wants).await;
            total = total.and_then(|total| Ok(total + got?));
        }
        total
    }

    async fn finish_want(&self, id: u64, wants: &mut Vec<u64>) -> Result<u64, Stop> {
        let _ = self
            .wait(|world| {
                let inbox = &world.reader(self.rank).inbox;
                (inbox.want(id).is_none_or(Want::is_over) || inbox.is_unexpected(id)).then_some(())
            })
            .await;
        let others = self.take_unexpected(id).await;
        // No thread may be copying into the memory when the call returns.
        while self.inbox(|inbox| inbox.want(id).is_some_and(Want::is_copying)) {
            self.pause().await;
        }
        let outcome = self.inbox(|inbox| inbox.end_want(id));
        let Some(Outcome { unanswered, once, got }) = outcome else { return Ok(0) };
        for end in unanswered {
            self.with(|world| world.say(&end, Message::Said(MxnMessage::Cancel { id })));
        }
        let got = match got {
            Got::Gone(_) => Err(Stop::Error("gone".into())),
            Got::Missing => self.check().and(Err(Stop::Error("the size is not known".into()))),
            Got::Bytes { bytes, is_all, holes } => match self.check() {
                Err(stop) if !is_all => Err(stop),
                _ => {
                    self.with(|world| world.fill_with_zeros(self.rank, &holes));
                    Ok(bytes)
                }
            },
        };
        Box::pin(self.ask_for(&others?, once, true, wants)).await?;
        got
    }

    async fn take_unexpected(&self, id: u64) -> Result<Vec<Placed<Cells>>, Stop> {
        if self.check().is_err() {
            return Ok(Vec::new());
        }
        match self.inbox(|inbox| inbox.take_unexpected(id)) {
            Ok(false) => return Ok(Vec::new()),
            Ok(true) => {}
            Err(answer) => {
                self.with(|world| world.violate(format!("a writer sent an invalid correction: {answer:?}")));
            }
        }
        for end in self.inbox(|inbox| inbox.awaited(id)) {
            self.stumble().await;
            self.with(|world| world.say(&end, Message::Said(MxnMessage::Retract { id })));
        }
        self.with(|world| world.done.retractions += 1);
        self.wait(|world| world.reader(self.rank).inbox.want(id).is_none_or(Want::is_over).then_some(()))
            .await?;
        Ok(self.inbox(|inbox| inbox.give_up(id)))
    }
}

/// What each of several links is asked for: a few bytes in turn.
fn shares(parts: &[(Rank, Extent)], links: usize) -> Vec<Vec<seaway_messages::Range>> {
    let mut shares = vec![Vec::new(); links];
    let step = if links > 1 { LINK_BYTES } else { u64::MAX };
    let mut turn = 0;
    for (_, extent) in parts {
        let mut offset = extent.offset;
        while offset < extent.end() {
            let len = (extent.end() - offset).min(step);
            shares[turn % links].push(seaway_messages::Range { offset, len });
            offset += len;
            turn += 1;
        }
    }
    shares
}

/// The thread of a reader's link.
pub(super) async fn listen(handle: Handle, end: Arc<End>) {
    let rank = handle.rank;
    loop {
        let incoming = handle.until(|world| world.next_incoming(&end)).await;
        let is_well = match incoming {
            Incoming::Message(Message::Said(MxnMessage::Here { id, pieces })) => {
                copy(&handle, &end, id, &pieces).await
            }
            Incoming::Message(Message::Bytes { id, offset, bytes }) => {
                receive(&handle, &end, id, Extent::new(offset, bytes.len() as u64), &bytes).await;
                true
            }
            // As links do in production: behind everything that was received before.
            Incoming::Message(Message::Said(MxnMessage::Ping { number })) => {
                handle.with(|world| world.say(&end, Message::Said(MxnMessage::Pong { number })));
                true
            }
            Incoming::Message(Message::Said(message)) => {
                handle.with(|world| world.reader_hears(rank, &end, message));
                true
            }
            Incoming::Message(Message::Bye) => {
                return handle.with(|world| {
                    let by_writer = world.has(&end) && world.is_writer(end.peer);
                    world.forget(&end);
                    world.reader(rank).inbox.left(end.number, by_writer);
                    world.answer_asking(rank);
                    world.touch(rank);
                });
            }
            Incoming::Closed => return,
            Incoming::Lost => false,
        };
        if !is_well {
            return lost(&handle, &end).await;
        }
        handle.with(|world| {
            world.answer_asking(rank);
            world.touch(rank);
        });
    }
}

async fn lost(handle: &Handle, end: &End) {
    let rank = handle.rank;
    let is_closing = handle.with(|world| world.ranks[rank].stage != Stage::Open);
    let may_have_left = handle.with(|world| world.is_writer(end.peer) && !world.listens(end.peer));
    let has_left = may_have_left && handle.has_left(end.peer).await.unwrap_or(false);
    let is_harmless = is_closing || has_left;
    handle.with(|world| {
        if !is_harmless {
            world.fail(rank, "a reader has lost a link");
        }
        world.forget(end);
        world.reader(rank).inbox.forget_link(end.number);
        world.touch(rank);
    });
}

/// Copies bytes out of the writer's memory. `false`: it could not.
async fn copy(handle: &Handle, end: &Arc<End>, id: u64, pieces: &[Piece]) -> bool {
    let claimed = handle.inbox(|inbox| {
        inbox.want(id)?;
        let claim = |piece: &Piece| {
            let claimed = inbox.claim(id, Extent::new(piece.offset, piece.len));
            claimed.into_iter().map(|part| (*piece, part)).collect::<Vec<_>>()
        };
        let claimed: Vec<(Piece, Placed<Cells>)> = pieces.iter().flat_map(claim).collect();
        inbox.begin_copy(id);
        Some(claimed)
    });
    // Given up; the writer has been told.
    let Some(claimed) = claimed else { return true };
    handle.stumble().await;
    handle.with(|world| {
        let is_there = world.ranks[end.peer].is_alive;
        let fetch =
            |(piece, part): &(Piece, Placed<Cells>)| world.writers[end.peer].fetch(piece, part.extent);
        let bytes: Vec<Vec<u8>> = claimed.iter().filter(|_| is_there).map(fetch).collect();
        let pieces = pieces
            .iter()
            .map(|piece| seaway_messages::Range { offset: piece.offset, len: piece.len })
            .collect();
        let is_well = is_there && world.say(end, Message::Said(MxnMessage::Done { id, pieces }));
        if is_well {
            claimed.iter().zip(bytes).for_each(|((_, part), bytes)| world.put(handle.rank, part, &bytes));
        }
        let parts: Vec<Placed<Cells>> = claimed.iter().map(|(_, part)| *part).collect();
        world.reader(handle.rank).inbox.end_copy(id, &parts, is_well);
        world.touch(handle.rank);
        is_well
    })
}

/// Bytes arrive over the connection and are delivered.
async fn receive(handle: &Handle, end: &Arc<End>, id: u64, extent: Extent, bytes: &[u8]) {
    let claimed = handle.with(|world| {
        let inbox = &mut world.reader(handle.rank).inbox;
        let checked = inbox.check_data(end.number, id, extent, u64::MAX);
        let claimed = inbox.claim(id, extent);
        inbox.begin_copy(id);
        if let Err(text) = checked {
            world.violate(format!("a writer sends bytes {text}"));
        }
        claimed
    });
    handle.stumble().await;
    handle.with(|world| {
        for part in &claimed {
            let from = Extent::new(part.extent.offset - extent.offset, part.extent.len);
            world.put(handle.rank, part, &bytes[super::plan::index(from)]);
        }
        world.reader(handle.rank).inbox.end_copy(id, &claimed, true);
    });
}

impl World {
    fn reader_hears(&mut self, rank: Rank, end: &Arc<End>, message: MxnMessage) {
        match self.reader(rank).inbox.hear(end, message) {
            Ok(Some(answer)) => drop(self.say(end, Message::Said(answer))),
            Ok(None) => {}
            Err(text) => self.violate(format!("a reader does not expect {text}")),
        }
    }

    fn put(&mut self, rank: Rank, part: &Placed<Cells>, bytes: &[u8]) {
        if let Err(what) = self.reader(rank).targets.put(part.memory, bytes) {
            self.violate(format!("{what}: rank {rank}, {}", part.extent));
        }
    }

    fn fill_with_zeros(&mut self, rank: Rank, holes: &[Placed<Cells>]) {
        for hole in holes {
            let zeros = vec![0; usize::try_from(hole.extent.len).unwrap_or(0)];
            self.put(rank, hole, &zeros);
        }
    }
}

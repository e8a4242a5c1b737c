// SPDX-License-Identifier: MIT OR Apache-2.0
//! A reading program: it attaches, reads in rank order or anywhere, compares the bytes with what was written,
//! and closes.

use seaway_device_api::Extent;
use seaway_messages::{Contact, HostId, MxnMessage, Policy, Range, Side};
use seaway_roles::stream::bytes::{ATTACHING, Chosen, Inbox, Late, Leave, Lost, Placed};

use super::links::Message;
use super::memory::Cells;
use super::tasks::{Handle, Stop};
use super::{Rank, Stage, World};
use crate::core::MILLISECOND;

/// Sent by ranks of a program instead of a number.
const NOTHING: u64 = u64::MAX;

/// The program of a reader rank.
pub(super) async fn play(handle: Handle) {
    let ended = read_all(&handle).await;
    handle.with(|world| world.end_program(handle.rank, ended));
}

async fn read_all(handle: &Handle) -> Result<(), Stop> {
    let start = handle.with(|world| world.reader_program(handle.rank).start);
    handle.sleep(start).await;
    if !attach(handle).await? {
        return Ok(());
    }
    let looks = handle.with(|world| world.reader_program(handle.rank).looks);
    let read = if looks { look_around(handle).await } else { read_in_order(handle).await };
    match read {
        Err(Stop::Failed) => return Err(Stop::Failed),
        Err(Stop::Error(text)) => handle.with(|world| world.note_error(handle.rank, &text)),
        Ok(()) => {}
    }
    close(handle).await
}

/// Rank 0 attaches, and tells the others. `false`: the writers had left before.
async fn attach(handle: &Handle) -> Result<bool, Stop> {
    let first = handle.with(|world| world.program_of(handle.rank).start);
    let mut slot = NOTHING;
    if first == handle.rank {
        while let Some(answer) = ask_to_read(handle).await? {
            match answer {
                MxnMessage::Attached { reader, .. } => {
                    slot = u64::from(reader);
                    break;
                }
                // The writers have not noticed yet that this program was lost.
                MxnMessage::Refused { .. } if handle.with(|world| world.ranks[handle.rank].returned > 0) => {
                    handle.sleep(20 * MILLISECOND).await;
                }
                other => {
                    handle.with(|world| world.violate(format!("a reader is refused: {other:?}")));
                    break;
                }
            }
        }
    }
    let told = handle.all_gather(vec![slot]).await?[0][0];
    handle.with(|world| world.reader(handle.rank).slot = u32::try_from(told).ok());
    if told == NOTHING {
        handle.with(|world| world.note_absence(handle.rank));
    }
    Ok(told != NOTHING)
}

/// Nothing: the writers have left.
async fn ask_to_read(handle: &Handle) -> Result<Option<MxnMessage>, Stop> {
    let end = handle.with(|world| {
        let end = world.link_to(handle.rank, 0).or_else(|| world.dial(handle.rank, 0))?;
        world.reader(handle.rank).inbox.await_answer(ATTACHING);
        let program = world.ranks[handle.rank].program;
        let attach = MxnMessage::Attach {
            contacts: vec![contact(Side::Reader, program)],
            policy: Policy::All,
            once: true,
        };
        world.say(&end, Message::Said(attach));
        Some(end)
    });
    match end {
        Some(end) => handle.await_answer(&[end], ATTACHING).await,
        None => Ok(None),
    }
}

/// Each rank reads where it likes, and some bytes again.
async fn look_around(handle: &Handle) -> Result<(), Stop> {
    let (reads, size) = handle.with(|world| (world.reader_program(handle.rank).reads, world.plan.size()));
    for _ in 0..reads {
        let extents: Vec<Extent> = handle.with(|world| {
            let mut at = world.choices.below(size + 4);
            (0..1 + world.choices.below(3))
                .map(|_| {
                    let extent = Extent::new(at, 1 + world.choices.below(20));
                    at = extent.end() + world.choices.below(9);
                    extent
                })
                .collect()
        });
        handle.read_and_check(&extents, false).await?;
        handle.stumble().await;
    }
    Ok(())
}

/// All ranks read their pieces of one step after the other.
async fn read_in_order(handle: &Handle) -> Result<(), Stop> {
    let (program, first) =
        handle.with(|world| (world.reader_program(handle.rank).clone(), world.program_of(handle.rank).start));
    let first_round = handle.with(|world| world.kept_round(handle.rank));
    for round in first_round..program.reads.max(first_round) {
        let (start, lengths) = handle.with(|world| world.round(handle.rank, round));
        let total: u64 = lengths.iter().sum();
        let before: u64 = lengths[..handle.rank - first].iter().sum();
        let own = Extent::new(start + before, lengths[handle.rank - first]);
        let prepared = will_read(handle, start, &lengths).await;
        let read = match prepared {
            Ok(()) => handle.read_and_check(&[own], true).await,
            Err(stop) => Err(stop),
        };
        let mine = match &read {
            Ok(bytes) => *bytes,
            Err(Stop::Error(_)) => NOTHING,
            Err(Stop::Failed) => return Err(Stop::Failed),
        };
        let all = handle.all_gather(vec![mine]).await?;
        read?;
        if handle.with(|world| world.keeps(handle.rank, round)) {
            handle.tell_writers(|| MxnMessage::Kept { below: 0 });
        }
        let counts = all.iter().map(|told| told[0]);
        if counts.clone().any(|count| count == NOTHING) {
            return Err(Stop::Error("another rank could not read".into()));
        }
        if counts.sum::<u64>() < total {
            return handle.with(|world| world.check_selection(handle.rank));
        }
        handle.stumble().await;
    }
    Ok(())
}

async fn will_read(handle: &Handle, start: u64, lengths: &[u64]) -> Result<(), Stop> {
    let (first, writers, policy) = handle.with(|world| {
        let first = world.program_of(handle.rank).start;
        (first, world.writers.len(), world.reader_program(handle.rank).policy)
    });
    let is_wanted = handle.inbox(|inbox| inbox.announce(start, lengths, handle.rank - first, writers));
    let until = start + lengths.iter().sum::<u64>();
    if policy != Policy::All {
        if handle.inbox(|inbox| inbox.selected_end().is_none_or(|end| end >= until)) {
            return Ok(());
        }
        let chosen = if handle.rank == first { Some(choose(handle, start, until).await) } else { None };
        if let Some(MxnMessage::Steps { steps, end, .. }) = share(handle, chosen).await? {
            let steps = if handle.rank == first { Vec::new() } else { steps };
            handle.inbox(|inbox| inbox.follow(&steps, end));
        }
        return Ok(());
    }
    if is_wanted {
        let helpers = handle.inbox(|inbox| inbox.helpers(0, writers));
        let told = match handle.rank == first {
            true => Some(handle.ask_for_steps(helpers, start).await),
            false => None,
        };
        if let Some(answer) = share(handle, told).await?
            && !handle.inbox(|inbox| inbox.told(&answer))
        {
            handle.with(|world| world.violate(format!("rank 0 sent invalid steps: {answer:?}")));
        }
    }
    handle.inbox(|inbox| inbox.knowledge.forget_below(start));
    Ok(())
}

/// Rank 0's message, or its error, on every rank.
async fn share(handle: &Handle, mine: Option<Result<MxnMessage, Stop>>) -> Result<Option<MxnMessage>, Stop> {
    let key =
        handle.with(|world| (world.ranks[handle.rank].program, world.ranks[handle.rank].collective_calls));
    match mine {
        Some(Err(Stop::Failed)) => return Err(Stop::Failed),
        Some(Err(Stop::Error(_))) => {}
        Some(Ok(message)) => handle.with(|world| drop(world.shared.insert(key, message))),
        None => {}
    }
    handle.all_gather(Vec::new()).await?;
    let shared = handle.with(|world| world.shared.get(&key).cloned());
    shared.map(Some).ok_or_else(|| Stop::Error("rank 0 could not choose".into()))
}

async fn choose(handle: &Handle, start: u64, until: u64) -> Result<MxnMessage, Stop> {
    let writers = handle.with(|world| world.writers.len());
    let mut all = Vec::new();
    loop {
        let Chosen { steps, skipped, ask_from } = handle.inbox(|inbox| inbox.choose(start, until));
        handle.with(|world| world.check_chosen(handle.rank, &steps));
        all.extend(steps);
        if !skipped.is_empty() {
            for writer in 0..writers {
                if let Some(end) = handle.writer_link(writer).await? {
                    let skip = MxnMessage::Skip { ranges: skipped.clone() };
                    handle.with(|world| world.say(&end, Message::Said(skip)));
                }
            }
        }
        let Some(known) = ask_from else { break };
        let helpers = handle.inbox(|inbox| inbox.helpers(0, writers));
        let answer = handle.ask_for_steps(helpers, known).await?;
        handle.learn(&answer)?;
        if Inbox::<super::links::End, Cells>::is_last_answer(&answer) {
            break;
        }
    }
    let step =
        |extent: Extent| seaway_messages::Step { start: extent.offset, lengths: vec![(extent.len, 1)] };
    let end = handle.inbox(|inbox| inbox.knowledge.end);
    Ok(MxnMessage::Steps { id: 0, steps: all.into_iter().map(step).collect(), ordered: true, end })
}

async fn close(handle: &Handle) -> Result<(), Stop> {
    let (taken, size) = handle.inbox(|inbox| inbox.count());
    let all = handle.all_gather(vec![taken, size]).await?;
    let counts: Vec<(u64, u64)> = all.iter().map(|told| (told[0], told[1])).collect();
    let leave = handle.inbox(|inbox| inbox.leave(&counts));
    let is_first = handle.with(|world| world.program_of(handle.rank).start == handle.rank);
    if leave == Leave::TellWriters && is_first {
        // Rank 0 last: a program that is killed in between is let in again by rank 0, and not refused for ever.
        for writer in (0..handle.with(|world| world.writers.len())).rev() {
            handle.stumble().await;
            handle.with(|world| {
                world.leaving.insert(world.ranks[handle.rank].program);
                let end = world.link_to(handle.rank, writer).or_else(|| world.dial(handle.rank, writer));
                let everything = vec![Range { offset: 0, len: u64::MAX }];
                end.is_some_and(|end| world.say(&end, Message::Said(MxnMessage::Skip { ranges: everything })))
            });
        }
    }
    handle.with(|world| world.ranks[handle.rank].stage = Stage::Closing);
    handle.all_gather(Vec::new()).await.map(drop)
}

impl Handle {
    fn tell_writers(&self, message: impl Fn() -> MxnMessage) {
        self.with(|world| {
            for end in world.links_of(self.rank) {
                if world.is_writer(end.peer) {
                    world.say(&end, Message::Said(message()));
                }
            }
        });
    }

    /// Reads extents of the file that this program sees, and compares. Returns the bytes read.
    async fn read_and_check(&self, extents: &[Extent], once: bool) -> Result<u64, Stop> {
        let total: u64 = extents.iter().map(|extent| extent.len).sum();
        let (memory, placed) = self.with(|world| {
            let memory = world.reader(self.rank).targets.add(total);
            let mut placed = Vec::new();
            let mut from = 0;
            for extent in extents {
                let mut at = from;
                for part in world.reader(self.rank).inbox.selected(*extent) {
                    let cells = Cells { from: at, len: part.len, ..memory };
                    placed.extend((!part.is_empty()).then_some(Placed { extent: part, memory: cells }));
                    at += part.len;
                }
                from += extent.len;
            }
            (memory, placed)
        });
        let read = self.read(&placed, once).await;
        self.with(|world| {
            let seen = world.reader(self.rank).targets.take_back(memory);
            if let Ok(bytes) = &read {
                world.check_read(self.rank, &placed, &seen, *bytes);
            }
        });
        read
    }
}

impl World {
    fn check_read(&mut self, rank: Rank, placed: &[Placed<Cells>], seen: &[Option<u8>], bytes: u64) {
        let mut expected_bytes = 0;
        let mut expected = vec![None; seen.len()];
        for piece in placed {
            for (offset, place) in (piece.extent.offset..piece.extent.end()).zip(piece.memory.from..) {
                let byte = self.plan.byte_at(offset);
                expected_bytes += u64::from(byte.is_some());
                expected[usize::try_from(place).unwrap_or(0)] = byte;
            }
        }
        let text = |extents: Vec<String>| extents.join(", ");
        let what = || text(placed.iter().map(|piece| piece.extent.to_string()).collect());
        if bytes != expected_bytes {
            let what = format!("rank {rank} reads {bytes} bytes and not {expected_bytes} of {}", what());
            self.violate(what);
        } else if seen != expected {
            let what = format!("rank {rank} reads other bytes than were written in {}", what());
            self.violate(what);
        }
        self.done.reads += 1;
        self.done.bytes += bytes;
    }

    /// The steps that a program selects must be those that it should see, in order.
    fn check_chosen(&mut self, rank: Rank, chosen: &[Extent]) {
        let program = self.ranks[rank].program;
        let policy = self.reader_program(rank).policy;
        for step in chosen {
            let place = self.plan.steps.iter().position(|known| known == step);
            let last = self.chosen.insert(program, place.unwrap_or(usize::MAX));
            let is_right = match (policy, place) {
                (Policy::Every(distance), Some(place)) => {
                    place == last.map_or(0, |last| last + usize::try_from(distance).unwrap_or(1))
                }
                (_, Some(place)) => last.is_none_or(|last| place > last),
                (_, None) => false,
            };
            if !is_right {
                self.violate(format!("rank {rank} chooses {step} behind step {last:?} by {policy:?}"));
            }
        }
    }

    /// At the end of the file, a program has seen all steps that it selected.
    fn check_selection(&mut self, rank: Rank) -> Result<(), Stop> {
        let Policy::Every(distance) = self.reader_program(rank).policy else { return Ok(()) };
        let wanted = self.plan.steps.iter().step_by(usize::try_from(distance).unwrap_or(1));
        let expected: u64 = wanted.map(|step| step.len).sum();
        let seen = self.reader(rank).inbox.selected_end();
        if seen != Some(expected) {
            self.violate(format!("rank {rank} has seen {seen:?} bytes of its steps and not {expected}"));
        }
        Ok(())
    }

    /// Where the ranks of a program read in a round: the same for all of them.
    fn round(&mut self, rank: Rank, round: u64) -> (u64, Vec<u64>) {
        let (key, ranks) = (self.ranks[rank].program, self.program_of(rank).len());
        let program = self.reader_program(rank).clone();
        let round = usize::try_from(round).unwrap_or(usize::MAX);
        if self.rounds.get(&key).is_none_or(|rounds| rounds.len() <= round) {
            let end = |(start, lengths): &(u64, Vec<u64>)| start + lengths.iter().sum::<u64>();
            let mut start = self.rounds.get(&key).and_then(|rounds| rounds.last()).map_or(0, end);
            if program.jumps && self.choices.once_in(3) {
                start += self.choices.below(30);
            }
            let mut lengths: Vec<u64> = (0..ranks).map(|_| self.choices.below(program.longest)).collect();
            lengths[0] += 1;
            self.rounds.entry(key).or_default().push((start, lengths));
        }
        self.rounds[&key][round].clone()
    }

    /// Whether a program says after a round that it need not see again what it has read. It has noted before how far it has
    /// come, and goes on there if it is started again.
    fn keeps(&mut self, rank: Rank, round: u64) -> bool {
        let program = self.ranks[rank].program;
        let choice = self.choices.once_in(4);
        let keeps = *self.keeps.entry((program, round)).or_insert(choice);
        if keeps {
            let kept = self.kept.entry(program).or_default();
            *kept = (*kept).max(round + 1);
        }
        keeps
    }

    fn kept_round(&self, rank: Rank) -> u64 {
        self.kept.get(&self.ranks[rank].program).copied().unwrap_or(0)
    }

    /// A call has returned an error, of which the program takes note.
    fn note_error(&mut self, rank: Rank, text: &str) {
        self.done.errors += 1;
        // Where writers drop what nobody reads, a reader that comes late gets an error.
        // So is one that was started again after it had told some writers that it leaves.
        let has_left = self.leaving.contains(&self.ranks[rank].program);
        if !(self.is_harmed || self.plan.late == Late::Drop || has_left) {
            self.violate(format!("a read of rank {rank} fails although nobody was lost: {text}"));
        }
    }

    /// The writers had left before this program arrived.
    fn note_absence(&mut self, rank: Rank) {
        if !(self.is_harmed || self.plan.late == Late::Drop || self.plan.lost == Lost::Wait) {
            self.violate(format!("rank {rank} finds no writers although they expect it"));
        }
    }
}

pub(super) fn contact(side: Side, program: usize) -> Contact {
    Contact {
        side,
        program: format!("program {program}"),
        rank: 0,
        host_name: "host".into(),
        pid: 1,
        host: HostId { boot: [0; 16], network: 0 },
        unix: "socket".into(),
        tcp: Vec::new(),
    }
}

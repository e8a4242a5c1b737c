// SPDX-License-Identifier: MIT OR Apache-2.0
//! Creates a [`Family`]: exchanges which rank is where, shares memory within each machine, and agrees that
//! all ranks have it.
//!
//! Uses nonblocking calls only, whose waits yield the processor: the blocking calls of some MPIs spin, and
//! take milliseconds where ranks share processors.

use std::env;
use std::ffi::c_int;
use std::mem;
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use seaway_device_api::{Error, Operation, Result};

use super::calls::{Link, Requests};
use super::channel::{Channel, record_bytes};
use super::counter::CounterWindow;
use super::family::{Family, layout, opening};
use super::keeping::Farewell;
use super::leaders::Spread;
use super::node::mapping::{Mapping, Ticket};
use super::node::process::{Process, neighbourhood, random};
use super::node::rendezvous::{Member, NodeRanks, Rendezvous};
use super::node::table::{SharedRegion, Table, Turnstile};
use super::node::waiting::{Patience, Processors, ranks_of_this_machine};
use super::numbers::Numbers;
use super::topology::Topology;
use crate::abi::{Abi, Comm};
use crate::host::Host;

/// For tests: pretends that the ranks run on this many machines.
const TEST_NODES: &str = "SEAWAY_TEST_NODES";
const FOUNDING_TAG: c_int = 0;
/// Neighbourhood and process.
const CARD_WORDS: usize = 4;
/// The ticket, and a nonce that the memory holds too.
const INVITATION_WORDS: usize = Ticket::WORDS + 1;

/// Collective over the ranks of the program's `comm`.
pub(super) fn found<A: Abi>(host: &'static Host<A>, comm: Comm<A>) -> Result<Arc<Family<A>>> {
    let given = Link { host, comm };
    let (rank, size) = (given.rank()?, given.size()?);
    let process = Process::current().map_err(|error| Error::from_io(Operation::Open, error))?;
    let (comm, cards) = duplicate_and_gather(&given, card(rank, process), size)?;
    let link = Link::with_errors_returned(host, comm)?;
    let mut topology = Topology::of(&cards.iter().map(|card| [card[0], card[1]]).collect::<Vec<_>>());
    let (shared, descriptor) = join_neighbours(&link, rank, &topology)?;
    let mapping = agreed(&link, shared.is_some())?.then_some(shared).flatten();
    drop(descriptor);
    let mapping = match mapping {
        Some(mapping) => mapping,
        None => {
            topology = Topology::scattered(size);
            let bytes = layout(&topology, rank).bytes();
            Mapping::private(bytes).map_err(|error| Error::from_io(Operation::Open, error))?
        }
    };
    let region = SharedRegion::of(mapping, layout(&topology, rank)).expect("made for this layout");
    let control = Channel::new(0, Rendezvous::new(region, topology.slot_of(rank)));
    let members = topology.neighbours(rank).iter().map(|&rank| {
        let [_, _, number, start] = cards[rank];
        Member { rank, process: Process { number: u32::try_from(number).unwrap_or(u32::MAX), start } }
    });
    let node_ranks = NodeRanks { members: members.collect(), patience: GENEROUS };
    let lengths: Vec<usize> = topology.nodes().iter().map(|node| record_bytes(node.len())).collect();
    let leaders: Vec<usize> = topology.nodes().iter().map(|node| node[0]).collect();
    let leaders = Spread::new(&leaders, &lengths, topology.node_of(rank));
    let window = if topology.is_one_node() { None } else { CounterWindow::new(&link, rank) };
    let (window, farewell) = (RwLock::new(window), OnceLock::new());
    // Number 0 is the control channel's.
    let (numbers, abandoned) = (Mutex::new(Numbers::from(1)), AtomicBool::new(false));
    let mut family = Family {
        link,
        rank,
        size,
        topology,
        node_ranks,
        leaders,
        window,
        farewell,
        control,
        numbers,
        abandoned,
    };
    family.introduce_each_other()?;
    let family = Arc::new(family);
    Farewell::arrange(&family);
    Ok(family)
}

impl<A: Abi> Family<A> {
    /// The first barrier: exchanges the number of processors, and whether all ranks have a window.
    fn introduce_each_other(&mut self) -> Result<()> {
        let own = Processors::of_this_process();
        let mut words = own.bits.to_vec();
        words.extend([own.granted, self.has_window().into()]);
        let processors = |table: &Table| {
            let mut words = [0; Processors::WORDS + 2];
            table.copy_words(&mut words);
            let bits = std::array::from_fn(|index| words[index]);
            (Processors { bits, granted: words[Processors::WORDS] }, words[Processors::WORDS + 1] != 0)
        };
        let all: Vec<_> =
            self.round(&self.control, opening(), &words, |tables| tables.map(processors).collect())?;
        if !all.iter().all(|(_, window)| *window) {
            mem::forget(self.window.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
        let here = self.node_ranks.members.iter().map(|member| all[member.rank].0);
        let ranks = self.node_ranks.members.len().max(ranks_of_this_machine());
        self.node_ranks.patience = Patience::new(ranks, Processors::together(here));
        Ok(())
    }
}

fn card(rank: usize, process: Process) -> [u64; CARD_WORDS] {
    let [first, second] = neighbourhood();
    let nodes = env::var(TEST_NODES).ok().and_then(|nodes| nodes.parse::<u64>().ok()).unwrap_or(1).max(1);
    [first ^ (rank as u64 % nodes), second, process.number.into(), process.start]
}

fn duplicate_and_gather<A: Abi>(
    given: &Link<A>,
    card: [u64; CARD_WORDS],
    size: usize,
) -> Result<(Comm<A>, Vec<[u64; CARD_WORDS]>)> {
    let (host, functions) = (given.host, &given.host.functions);
    let words = c_int::try_from(CARD_WORDS).expect("a few");
    let mut kept = Box::new((host.known.comm_null, card, vec![[0; CARD_WORDS]; size]));
    let (comm, card, cards) = (&raw mut kept.0, kept.1.as_ptr(), kept.2.as_mut_ptr());
    let mut requests = Requests::new(host);
    let outcome = requests
        .start("PMPI_Comm_idup", |request| {
            // SAFETY: the buffers are on the heap and live until all requests have completed, see below.
            unsafe { (functions.comm_idup)(given.comm, comm, request) }
        })
        .and_then(|()| {
            requests.start("PMPI_Iallgather", |request| {
                let word = host.known.uint64;
                // SAFETY: as above; room for the words of all ranks.
                unsafe {
                    (functions.iallgather)(
                        card.cast(),
                        words,
                        word,
                        cards.cast(),
                        words,
                        word,
                        given.comm,
                        request,
                    )
                }
            })
        })
        .and_then(|()| requests.wait(GENEROUS, || Ok(())));
    match outcome {
        Ok(()) => Ok((kept.0, kept.2)),
        Err(error) => {
            // MPI may still write them.
            mem::forget(kept);
            Err(error)
        }
    }
}

/// It is not known yet which ranks share processors: yield at once.
const GENEROUS: Patience = Patience { spins: 0, yields: 1 };

/// Shared memory for the ranks of this node, from its leader. `None` if this rank cannot map it. The leader's
/// descriptor must stay open until the others have mapped it.
fn join_neighbours<A: Abi>(
    link: &Link<A>,
    rank: usize,
    topology: &Topology,
) -> Result<(Option<Mapping>, Option<OwnedFd>)> {
    let bytes = layout(topology, rank).bytes();
    let neighbours = topology.neighbours(rank);
    if neighbours.len() == 1 {
        return Ok((Mapping::private(bytes).ok(), None));
    }
    if rank != neighbours[0] {
        let mut invitation = Box::new([0; INVITATION_WORDS]);
        talk(link, &neighbours[..1], &mut invitation, Direction::Receive)?;
        return Ok((accept(*invitation), None));
    }
    let (mapping, descriptor, invitation) = invite(bytes).unwrap_or((None, None, [0; INVITATION_WORDS]));
    talk(link, &neighbours[1..], &mut Box::new(invitation), Direction::Send)?;
    Ok((mapping, descriptor))
}

type Invitation = [u64; INVITATION_WORDS];

fn invite(bytes: usize) -> Option<(Option<Mapping>, Option<OwnedFd>, Invitation)> {
    let (mapping, descriptor, ticket) = Mapping::shared(bytes).ok()?;
    let nonce = random() | 1;
    nonce_of(&mapping)?.store(nonce, Ordering::SeqCst);
    let mut invitation = [nonce; INVITATION_WORDS];
    invitation[..Ticket::WORDS].copy_from_slice(&ticket.to_words());
    Some((Some(mapping), Some(descriptor), invitation))
}

/// Virtual machines cloned while running may agree in all other numbers, but not in the nonce.
fn accept(invitation: Invitation) -> Option<Mapping> {
    let (ticket, nonce) = invitation.split_first_chunk()?;
    let mapping = Mapping::attach(Ticket::from_words(*ticket)).ok()?;
    let found = nonce_of(&mapping)?.load(Ordering::SeqCst);
    (nonce == [found] && found != 0).then_some(mapping)
}

fn nonce_of(mapping: &Mapping) -> Option<&AtomicU64> {
    // SAFETY: a mapping that is large enough begins with a turnstile; all its words are atomic.
    (mapping.bytes() >= size_of::<Turnstile>())
        .then(|| unsafe { &(*mapping.pages().cast::<Turnstile>()).nonce })
}

#[derive(Clone, Copy)]
enum Direction {
    Send,
    Receive,
}

/// Sends the same few words to each of `peers`, or receives them.
fn talk<A: Abi>(
    link: &Link<A>,
    peers: &[usize],
    words: &mut Box<Invitation>,
    direction: Direction,
) -> Result<()> {
    let mut requests = Requests::new(link.host);
    let (bytes, length) = (words.as_mut_ptr().cast::<u8>(), size_of::<Invitation>());
    let mut outcome = Ok(());
    for &peer in peers {
        // SAFETY: the words are on the heap and live until all requests have completed, see below.
        outcome = outcome.and_then(|()| unsafe {
            match direction {
                Direction::Send => requests.send(link, peer, FOUNDING_TAG, bytes, length),
                Direction::Receive => requests.receive(link, peer, FOUNDING_TAG, bytes, length),
            }
        });
    }
    outcome.and_then(|()| requests.wait(GENEROUS, || Ok(()))).inspect_err(|_| {
        // MPI may still access them.
        mem::forget(mem::replace(words, Box::new([0; INVITATION_WORDS])));
    })
}

/// Whether all ranks say yes.
fn agreed<A: Abi>(link: &Link<A>, mine: bool) -> Result<bool> {
    let (host, iallreduce) = (link.host, link.host.functions.iallreduce);
    let mut kept = Box::new((c_int::from(mine), c_int::from(false)));
    let (mine, all) = (&raw const kept.0, &raw mut kept.1);
    let mut requests = Requests::new(host);
    let outcome = requests
        .start("PMPI_Iallreduce", |request| {
            let (int, min) = (host.known.int, host.known.min);
            // SAFETY: the buffers are on the heap and live until all requests have completed, see below.
            unsafe { iallreduce(mine.cast(), all.cast(), 1, int, min, link.comm, request) }
        })
        .and_then(|()| requests.wait(GENEROUS, || Ok(())));
    // SAFETY: MPI has written it on success.
    let all = unsafe { all.read_volatile() };
    if outcome.is_err() {
        mem::forget(kept);
    }
    outcome.map(|()| all != 0)
}

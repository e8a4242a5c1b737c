// SPDX-License-Identifier: MIT OR Apache-2.0
//! Pack and unpack of the nine shapes, beside the hand-written loop, memcpy and two MPIs. Samples of all
//! contenders alternate and ratios are medians over rounds, so a busy machine slows all of them alike.

use std::hint::black_box;

use bytemuck::{cast_slice, cast_slice_mut};
use seaway_datatype::{Source, Target};

use crate::bars::Bars;
use crate::measure::{MIN_CALLS, SAMPLE_SECONDS, calls_per_sample, median, ratio, seconds_per_call, spread};
use crate::mpi_peer::Peer;
use crate::shapes::{self, Shape};

const ROUNDS: usize = 41;
const OF_HAND_LOOP: f64 = 0.8;
const OF_BETTER_MPI: f64 = 1.0;

/// Seconds per call in each round.
#[derive(Default)]
struct Samples {
    ours: Vec<f64>,
    hand: Vec<f64>,
    memcpy: Vec<f64>,
    peers: [Vec<f64>; 2],
}

impl Samples {
    fn add(&mut self, ours: f64, hand: f64, memcpy: f64, peers: [Option<f64>; 2]) {
        self.ours.push(ours);
        self.hand.push(hand);
        self.memcpy.push(memcpy);
        for (samples, seconds) in self.peers.iter_mut().zip(peers) {
            samples.extend(seconds);
        }
    }
}

/// Moves data between memory and stream.
type Work<'a> = Box<dyn FnMut(&mut [f64], &mut [u8]) + 'a>;

pub(crate) fn bench(bars: &mut Bars, chosen: &str) {
    let mut peers = [Peer::start("MPICH", "mpicc.mpich"), Peer::start("Open MPI", "mpicc.openmpi")];
    for peer in &peers {
        if let Some(reason) = peer.missing() {
            println!("no {}: {reason}", peer.name);
        }
    }
    println!();
    println!(
        "GB/s of packed data, median of {ROUNDS} rounds, with the spread of the quartiles; then Seaway's speed relative to each"
    );
    println!(
        "{:<26} {:<6} {:>13} {:>13} {:>7} {:>7} {:>8} {:>9} {:>9}",
        "shape", "", "ours", "hand loop", "memcpy", "MPICH", "Open MPI", "/ hand", "/ MPI"
    );
    for (index, shape) in shapes::all().iter().enumerate().filter(|(_, shape)| shape.name.contains(chosen)) {
        for direction in ['p', 'u'] {
            let samples = sample(shape, index, direction, &mut peers);
            report(shape, index, direction, &samples, bars);
        }
    }
}

fn sample(shape: &Shape, index: usize, direction: char, peers: &mut [Peer; 2]) -> Samples {
    let mut memory: Vec<f64> = (0..shape.memory_doubles()).map(|index| index as f64).collect();
    // Allocated as doubles, for the hand loops that need the alignment.
    let mut stream = vec![1.0_f64; shape.packed_bytes().div_ceil(8)];
    let stream: &mut [u8] = &mut cast_slice_mut(&mut stream)[..shape.packed_bytes()];
    let mut other = vec![1_u8; shape.packed_bytes()];
    let (mut ours, mut hand) = if direction == 'p' { packers(shape) } else { unpackers(shape) };
    let calls = calls_per_sample(|| hand(black_box(&mut memory), black_box(&mut *stream)));
    let peer_calls = peers.each_mut().map(|peer| peer_calls(peer, direction, index));
    let mut samples = Samples::default();
    for round in 0..=ROUNDS {
        let mut time = |work: &mut Work<'_>| {
            seconds_per_call(calls, || work(black_box(&mut memory), black_box(&mut *stream)))
        };
        // The first to run pays for the caches the baselines have filled: alternate.
        let (ours, hand) = if round % 2 == 0 {
            (time(&mut ours), time(&mut hand))
        } else {
            let hand = time(&mut hand);
            (time(&mut ours), hand)
        };
        let memcpy = seconds_per_call(calls, || black_box(&mut other).copy_from_slice(black_box(&*stream)));
        let [first, second] = &mut *peers;
        let theirs = [
            first.seconds_per_call(direction, index, peer_calls[0]),
            second.seconds_per_call(direction, index, peer_calls[1]),
        ];
        // The first round warms up caches and the baselines' buffers.
        if round > 0 {
            samples.add(ours, hand, memcpy, theirs);
        }
    }
    samples
}

/// Our pack, and the hand-written one.
fn packers(shape: &Shape) -> (Work<'_>, Work<'_>) {
    let layout = shape.datatype.layout().unwrap();
    let positions = 0..shape.packed_bytes() as u64;
    let ours = move |memory: &mut [f64], stream: &mut [u8]| {
        layout.pack(Source::from_slice(cast_slice(memory)), positions.clone(), stream).unwrap();
    };
    (Box::new(ours), Box::new(|memory, stream| (shape.hand_pack)(memory, stream)))
}

/// Our unpack, and the hand-written one.
fn unpackers(shape: &Shape) -> (Work<'_>, Work<'_>) {
    let layout = shape.datatype.layout().unwrap();
    let positions = 0..shape.packed_bytes() as u64;
    let ours = move |memory: &mut [f64], stream: &mut [u8]| {
        let mut target = Target::from_slice(cast_slice_mut(memory));
        layout.unpack(stream, positions.clone(), &mut target).unwrap();
    };
    (Box::new(ours), Box::new(|memory, stream| (shape.hand_unpack)(stream, memory)))
}

/// How many calls make a sample of the usual length, but at least a few.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive number")]
fn peer_calls(peer: &mut Peer, direction: char, index: usize) -> u32 {
    peer.seconds_per_call(direction, index, 2)
        .map_or(1, |seconds| ((SAMPLE_SECONDS / seconds) as u32).max(MIN_CALLS))
}

fn report(shape: &Shape, index: usize, direction: char, samples: &Samples, bars: &mut Bars) {
    let verb = if direction == 'p' { "pack" } else { "unpack" };
    let rate = |seconds: &[f64]| shape.packed_bytes() as f64 / median(seconds) / 1e9;
    let with_spread = |seconds: &[f64]| format!("{:.2} ±{:.0}%", rate(seconds), 100.0 * spread(seconds));
    let peer =
        |seconds: &[f64]| if seconds.is_empty() { "-".into() } else { format!("{:.2}", rate(seconds)) };
    let of_hand = ratio(&samples.hand, &samples.ours);
    let [mpich, openmpi] = &samples.peers;
    let of_peers = samples
        .peers
        .iter()
        .filter(|seconds| !seconds.is_empty())
        .map(|seconds| ratio(seconds, &samples.ours));
    let of_better = of_peers.reduce(f64::min);
    println!(
        "{:<26} {:<6} {:>13} {:>13} {:>7.2} {:>7} {:>8} {:>9.2} {:>9}",
        shape.name,
        verb,
        with_spread(&samples.ours),
        with_spread(&samples.hand),
        rate(&samples.memcpy),
        peer(mpich),
        peer(openmpi),
        of_hand,
        of_better.map_or("-".into(), |ratio| format!("{ratio:.2}")),
    );
    let id = format!("datatype-{verb}-{}", ID[index]);
    bars.at_least(&format!("{id}-of-hand-loop"), of_hand, OF_HAND_LOOP);
    let id = format!("{id}-of-better-mpi");
    match of_better {
        Some(of_better) => bars.at_least(&id, of_better, OF_BETTER_MPI),
        None => bars.skipped(&id, "neither mpicc.mpich nor mpicc.openmpi is installed"),
    }
}

const ID: [&str; 9] = [
    "8-of-16",
    "64-of-128",
    "1k-of-2k",
    "double-of-two",
    "indexed-1-to-7",
    "indexed-block-2",
    "struct",
    "subarray",
    "face",
];

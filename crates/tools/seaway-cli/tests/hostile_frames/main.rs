// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hostile connections and frames against live processes: a daemon, a relay and a stream's writer. Nothing
//! crashes, hangs or grows, and an honest client beside them is served correctly throughout. `cargo xtask
//! soak frames` runs a million.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]
#![allow(clippy::print_stdout, reason = "what a soak finds is printed for people")]

#[path = "../../../../network/seaway-daemon/tests/raw_client/mod.rs"]
mod raw_client;
mod server;
mod stream_program;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use raw_client::{CREATE, READ, WRITE, extent, pattern};
use seaway_messages::{Service, StoreMessage};
use seaway_soak::hostile::{Ending, Lies, Recording, Stranger, lie, lie_to_store};
use seaway_soak::{Bars, Draw, Plan, Vitals, input};
use server::Server;

/// Frames of all tests together, in an ordinary run.
const SAMPLE: u64 = 8_000;
/// Maximum number of frames of one connection, and the bytes that they are generated from.
const MOST_FRAMES: u64 = 200;
const INPUT_BYTES: usize = 16 << 10;
/// Concurrent attackers.
const AT_A_TIME: u64 = 3;
/// Allowed growth of a process from a tenth of the run to its end: allocators keep some memory.
const GROWTH_KIB: u64 = 32 << 10;
const PATIENCE: Duration = Duration::from_secs(30);

/// The counts of one attacker.
#[derive(Default)]
struct Tally {
    frames: AtomicU64,
    connections: AtomicU64,
    hangs: AtomicU64,
    breaches: AtomicU64,
}

impl Tally {
    fn note(&self, plan: Plan, seed: u64, ending: Ending) {
        self.connections.fetch_add(1, Ordering::Relaxed);
        match ending {
            Ending::Ended { frames } => _ = self.frames.fetch_add(frames.max(1), Ordering::Relaxed),
            Ending::Hangs => {
                self.hangs.fetch_add(1, Ordering::Relaxed);
                println!("seed {seed}: a connection that has ended is not ended; {}", plan.repeat(seed));
            }
        }
    }

    fn note_stranger(&self, plan: Plan, seed: u64, outcome: Result<(), String>) {
        self.connections.fetch_add(1, Ordering::Relaxed);
        self.frames.fetch_add(1, Ordering::Relaxed);
        if let Err(what) = outcome {
            self.breaches.fetch_add(1, Ordering::Relaxed);
            println!("seed {seed}: {what}; {}", plan.repeat(seed));
        }
    }

    fn frames(&self) -> u64 {
        self.frames.load(Ordering::Relaxed)
    }
}

/// Attacks until `target` frames were sent; each connection has its own seed. Returns the resources of
/// `server` after a tenth, and at the end, both times at rest.
fn attack(
    server: &Server,
    plan: Plan,
    target: u64,
    tally: &Tally,
    attacker: impl Fn(u64, &mut Draw<'_>) + Sync,
) -> (Vitals, Vitals) {
    let next = AtomicU64::new(plan.seed());
    let run_to = |frames: u64| {
        thread::scope(|scope| {
            for _ in 0..AT_A_TIME {
                scope.spawn(|| {
                    while tally.frames() < frames {
                        let seed = next.fetch_add(1, Ordering::Relaxed);
                        attacker(seed, &mut Draw::new(&input(seed, INPUT_BYTES)));
                    }
                });
            }
        });
    };
    run_to(target.div_ceil(10));
    let early = Vitals::at_rest(server.id()).expect("the process under attack has ended");
    run_to(target);
    let late = Vitals::at_rest_again(server.id(), early, PATIENCE);
    (early, late.expect("the process under attack has ended"))
}

fn judge(id: &str, plan: Plan, target: u64, tally: &Tally, (early, late): (Vitals, Vitals)) {
    let mut bars = Bars::default();
    let name = |what: &str| format!("frames.{id}.{what}");
    println!("{id}: {} connections", tally.connections.load(Ordering::Relaxed));
    bars.at_least(&name("sent"), tally.frames(), target);
    bars.at_most(&name("hangs"), tally.hangs.load(Ordering::Relaxed), 0);
    bars.at_most(&name("breaches"), tally.breaches.load(Ordering::Relaxed), 0);
    bars.at_most(&name("grown_kib"), late.resident_kib.saturating_sub(early.resident_kib), GROWTH_KIB);
    bars.at_most(&name("threads"), late.threads, early.threads);
    bars.at_most(&name("descriptors"), late.descriptors, early.descriptors);
    bars.end(&plan.repeat(plan.seed()));
}

#[test]
fn liars_and_strangers_do_not_stop_a_daemon_or_its_clients() {
    let plan = Plan::of("frames", SAMPLE);
    // The store has by far the most messages to attack.
    let target = (plan.count() * 7 / 8).max(1);
    let server = Server::serve();
    let mut question = Vec::new();
    StoreMessage::Ping { number: 4 }.encode(&mut question).unwrap();
    let recording = Recording::of(server.address(), Service::Store, &question).unwrap();
    let stranger = Stranger { address: server.address(), recording: &recording };
    let services = [Service::Store, Service::Directory, Service::Status, Service::Relay, Service::Mxn];
    let lies = services.map(Lies::of);
    let (tally, over) = (Tally::default(), AtomicBool::new(false));
    let vitals = thread::scope(|scope| {
        let honest = scope.spawn(|| serve_honest_until(&server, &over));
        let vitals = attack(&server, plan, target, &tally, |seed, draw| match draw.below(8) {
            0 => tally.note_stranger(plan, seed, stranger.try_once(draw)),
            1 => {
                // A daemon offers neither relay nor streams, and says so during the handshake.
                let which = draw.below(services.len());
                let ending = lie(server.address(), services[which], &lies[which], draw, MOST_FRAMES);
                tally.note(plan, seed, ending);
            }
            _ => {
                let ending = lie_to_store(server.address(), &server.data(), &lies[0], draw, MOST_FRAMES);
                tally.note(plan, seed, ending);
            }
        });
        over.store(true, Ordering::Relaxed);
        let rounds = honest.join().expect("an honest client was not served correctly");
        println!("an honest client was served {rounds} times");
        vitals
    });
    judge("daemon", plan, target, &tally, vitals);
}

#[test]
fn liars_and_strangers_do_not_stop_a_relay() {
    let plan = Plan::of("frames", SAMPLE);
    let target = (plan.count() / 10).max(1);
    let (daemon, relay) = (Server::serve(), Server::relay());
    let to = daemon.address().to_string();
    let mut question = Vec::new();
    seaway_messages::RelayMessage::Connect { to, milliseconds: 5000 }.encode(&mut question).unwrap();
    let recording = Recording::of(relay.address(), Service::Relay, &question).unwrap();
    let stranger = Stranger { address: relay.address(), recording: &recording };
    let (lies, tally) = (Lies::of(Service::Relay), Tally::default());
    let vitals = attack(&relay, plan, target, &tally, |seed, draw| {
        if draw.one_in(4) {
            tally.note_stranger(plan, seed, stranger.try_once(draw));
        } else {
            tally.note(plan, seed, lie(relay.address(), Service::Relay, &lies, draw, MOST_FRAMES));
        }
    });
    // It still forwards to the daemon.
    assert!(Recording::of(relay.address(), Service::Relay, &question).is_ok());
    judge("relay", plan, target, &tally, vitals);
}

#[test]
fn liars_do_not_stop_ranks_of_a_stream() {
    const TEST: &str = "liars_do_not_stop_ranks_of_a_stream";
    if stream_program::run_if_asked() {
        return;
    }
    let plan = Plan::of("frames", SAMPLE);
    // A false frame costs a stream, which takes time to end.
    let target = (plan.count() / 40).max(1);
    let mut program = stream_program::StreamProgram::start(TEST);
    let (tally, mut early) = (Tally::default(), None);
    for seed in plan.seed().. {
        if tally.frames() >= target {
            break;
        }
        // Several connections to one stream, and then the next stream.
        program.open();
        let bytes = input(seed, INPUT_BYTES);
        let mut draw = Draw::new(&bytes);
        for _ in 0..=draw.below(4) {
            match program.lie(&mut draw, MOST_FRAMES) {
                Ok(ending) => tally.note(plan, seed, ending),
                // The writer has given up and its calls have failed, as they may.
                Err(_) => break,
            }
        }
        if let Err(what) = program.close(PATIENCE) {
            tally.hangs.fetch_add(1, Ordering::Relaxed);
            println!("seed {seed}: {what}; {}", plan.repeat(seed));
            program = stream_program::StreamProgram::start(TEST);
            early = None;
        }
        if tally.frames() >= target / 10 && early.is_none() {
            early = program.vitals();
        }
    }
    let late = early.and_then(|early| program.vitals_again(early, PATIENCE));
    program.stream_to_an_honest_reader();
    let (Some(early), Some(late)) = (early, late) else { panic!("the program under attack has ended") };
    judge("stream", plan, target, &tally, (early, late));
}

/// Writes and reads, on a long-lived connection and on new ones. Panics if anything is wrong.
fn serve_honest_until(server: &Server, over: &AtomicBool) -> u64 {
    let mut lasting = server.connect();
    let path = server.data().join("honest");
    let file = lasting.open(&path, READ | WRITE | CREATE).unwrap();
    let mut rounds = 0;
    while !over.load(Ordering::Relaxed) || rounds < 10 {
        let (bytes, started) = (pattern(5000, rounds), Instant::now());
        let place = || extent(rounds % 50 * 5000, bytes.len());
        lasting.write(file, place(), &bytes).unwrap();
        if rounds % 20 == 0 {
            let mut new = server.connect();
            let file = new.open(&path, READ).unwrap();
            assert!(new.read(file, place()).unwrap() == bytes);
        }
        assert!(lasting.read(file, place()).unwrap() == bytes);
        assert!(started.elapsed() < PATIENCE, "an honest client waits");
        rounds += 1;
        thread::sleep(Duration::from_millis(1));
    }
    rounds
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fuzz targets that drive live state machines, on their seed corpora and on random bytes. `cargo xtask
//! soak fuzz` runs more of them, and `cargo fuzz` continues from here.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]
#![allow(clippy::print_stdout, reason = "what a soak finds is printed for people")]

use seaway_soak::machines::{
    check_handshake_machine, check_store_machine, check_stream_reader, check_stream_writer,
    check_trunk_machine,
};
use seaway_soak::{Bars, Plan, input};
use seaway_testkit::malformed_input::{corpus, mutate};

/// Cases of one target in an ordinary test.
const SAMPLE: u64 = 200;
/// Bytes of an input: some hundred decisions.
const LONGEST: usize = 3000;

/// `of`: a target with slow cases gets a share of them.
fn run(target: &str, check: fn(&[u8]), of: u64) {
    let seeds = corpus(target);
    assert!(seeds.len() > 3, "the corpus of {target} is thin");
    seeds.iter().for_each(|seed| check(seed));
    let plan = Plan::of("fuzz", SAMPLE).share(of);
    let mut failed = Vec::new();
    for seed in plan.seeds() {
        let mut random = fastrand::Rng::with_seed(seed);
        let bytes =
            if seed % 4 == 0 { mutate(&mut random, &seeds) } else { input(seed, random.usize(1..LONGEST)) };
        if std::panic::catch_unwind(|| check(&bytes)).is_err() {
            println!("{target} fails with seed {seed}; {}", plan.repeat(seed));
            failed.push(seed);
        }
    }
    let mut bars = Bars::default();
    bars.at_least(&format!("fuzz.{target}"), plan.count() - failed.len() as u64, plan.count());
    bars.end(&failed.first().map(|&seed| plan.repeat(seed)).unwrap_or_default());
}

#[test]
fn store_serves_valid_clients_correctly_beside_liars() {
    run("store_machine", check_store_machine, 1);
}

#[test]
fn door_admits_no_client_without_the_secret() {
    run("handshake_machine", check_handshake_machine, 2);
}

#[test]
fn writer_of_a_stream_ends_whatever_a_reader_says() {
    run("stream_writer", check_stream_writer, 10);
}

#[test]
fn reader_of_a_stream_ends_whatever_a_writer_says() {
    run("stream_reader", check_stream_reader, 10);
}

#[test]
fn rank_of_a_stream_ends_whatever_a_trunk_says() {
    run("trunk_machine", check_trunk_machine, 4);
}

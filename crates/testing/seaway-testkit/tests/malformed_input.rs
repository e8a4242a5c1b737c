// SPDX-License-Identifier: MIT OR Apache-2.0
//! The fuzz targets' checks on their seed corpora and on a bounded number of mutations. `cargo fuzz`
//! continues from here.

use fastrand::Rng;
use seaway_testkit::malformed_input::{
    check_datatype_encoding, check_directory_message, check_handshake, check_hints, check_map_rules,
    check_mxn_message, check_name, check_queue_message, check_records, check_registry_message,
    check_relay_message, check_ring_message, check_status_message, check_store_message, check_thing_message,
    check_trace, check_trunk_message, corpus, mutate,
};

const MUTATIONS: u64 = 50_000;

fn run(target: &str, check: fn(&[u8])) {
    run_mutations(target, check, MUTATIONS);
}

fn run_mutations(target: &str, check: fn(&[u8]), mutations: u64) {
    let seeds = corpus(target);
    assert!(seeds.len() > 3, "the corpus of {target} is thin");
    seeds.iter().for_each(|seed| check(seed));
    for seed in 0..mutations {
        let input = mutate(&mut Rng::with_seed(seed), &seeds);
        if std::panic::catch_unwind(|| check(&input)).is_err() {
            panic!("seed {seed}: {target} fails on {:?}", String::from_utf8_lossy(&input));
        }
    }
}

#[test]
fn any_text_is_a_name() {
    run("name", check_name);
}

#[test]
fn any_text_is_hints() {
    run("hints", check_hints);
}

#[test]
fn map_rules_match_as_the_oracle_says() {
    run("map_rules", check_map_rules);
}

#[test]
fn any_bytes_are_a_datatype_or_an_error() {
    run("decode_datatype", check_datatype_encoding);
}

#[test]
fn any_bytes_are_a_message_of_mxn_or_an_error() {
    run("mxn_message", check_mxn_message);
}

#[test]
fn any_bytes_are_a_message_of_the_directory_or_an_error() {
    run("directory_message", check_directory_message);
}

#[test]
fn any_bytes_are_a_message_of_a_trunk_or_an_error() {
    run("trunk_message", check_trunk_message);
}

#[test]
fn any_bytes_are_a_message_of_a_thing_or_an_error() {
    run("thing_message", check_thing_message);
}

#[test]
fn any_bytes_are_a_message_of_the_store_or_an_error() {
    run("store_message", check_store_message);
}

#[test]
fn any_bytes_are_a_message_of_a_relay_or_an_error() {
    run("relay_message", check_relay_message);
}

#[test]
fn any_bytes_are_a_message_of_the_status_or_an_error() {
    run("status_message", check_status_message);
}

#[test]
fn any_bytes_are_a_message_of_the_registry_or_an_error() {
    run("registry_message", check_registry_message);
}

#[test]
fn any_bytes_are_a_message_of_the_queue_or_an_error() {
    run("queue_message", check_queue_message);
}

#[test]
fn any_bytes_are_a_message_of_the_ring_or_an_error() {
    run("ring_message", check_ring_message);
}

#[test]
fn no_record_opens_that_was_not_sealed() {
    run("records", check_records);
}

#[test]
fn no_bytes_are_a_handshake_without_the_secret() {
    run("handshake", check_handshake);
}

#[test]
fn any_bytes_are_a_trace_or_an_error() {
    // Each is exported four times.
    run_mutations("trace", check_trace, MUTATIONS / 10);
}

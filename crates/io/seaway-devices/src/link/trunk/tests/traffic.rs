// SPDX-License-Identifier: MIT OR Apache-2.0
//! A channel delivers what was sent, whatever other channels do.

use std::io::{ErrorKind, IoSlice};
use std::time::{Duration, Instant};

use fastrand::Rng;
use rustix::event::PollFlags;
use seaway_messages::{CHANNEL_WINDOW, Side};

use super::web::{Rank, Web, join, receive_all, receive_exactly, send_all, until};

fn random_bytes(seed: u64, len: usize) -> Vec<u8> {
    let mut random = Rng::with_seed(seed);
    std::iter::repeat_with(|| random.u8(..)).take(len).collect()
}

/// Sends `bytes` in pieces of random sizes and in several slices.
fn send_in_pieces(channel: &super::super::Channel, bytes: &[u8], seed: u64) {
    let mut random = Rng::with_seed(seed);
    let mut rest = bytes;
    while !rest.is_empty() {
        let len = random.usize(1..=rest.len().min(100_000));
        let (one, two) = rest[..len].split_at(random.usize(..len));
        match channel.send(&[IoSlice::new(one), IoSlice::new(&[]), IoSlice::new(two)]) {
            Ok(sent) => rest = &rest[sent..],
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                channel.wait(PollFlags::OUT, None).unwrap();
            }
            Err(error) => panic!("{error}"),
        }
    }
    channel.end_sending();
}

#[test]
fn random_traffic_of_many_channels_comes_out_as_it_went_in() {
    let web = Web::new();
    std::thread::scope(|scope| {
        for seed in 0..24 {
            // Both sides open channels.
            let (one, other) =
                if seed % 2 == 0 { web.channel() } else { (web.writer.open(&web.reader), web.reader.came()) };
            scope.spawn(move || {
                let (one, other) = (&one, &other);
                std::thread::scope(|scope| {
                    for (from, to, seed) in [(one, other, seed), (other, one, seed + 1000)] {
                        let mut random = Rng::with_seed(seed);
                        let bytes = random_bytes(seed, random.usize(..2_000_000));
                        let sent = bytes.clone();
                        scope.spawn(move || send_in_pieces(from, &sent, seed));
                        let most = random.usize(1..300_000);
                        scope.spawn(move || {
                            assert!(receive_all(to, most) == bytes, "seed {seed}");
                        });
                    }
                });
            });
        }
    });
    until(|| web.is_idle());
}

#[test]
fn channels_that_are_opened_at_once_all_come_up() {
    let web = Web::new();
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| (0..50).for_each(|_| drop(web.reader.open(&web.writer))));
            scope.spawn(|| (0..50).for_each(|_| drop(web.near.open(&web.far))));
            scope.spawn(|| (0..50).for_each(|_| drop(web.writer.open(&web.near))));
        }
    });
    until(|| web.is_idle());
    assert!(!web.between.0.is_over());
}

#[test]
fn one_that_does_not_read_holds_nobody_up() {
    let web = Web::new();
    let (lazy, of_lazy) = web.channel();
    let window = CHANNEL_WINDOW as usize;
    let much = random_bytes(1, 3 * window);
    let mut sent = 0;
    while let Ok(more) = lazy.send(&[IoSlice::new(&much[sent..])]) {
        sent += more;
    }
    assert_eq!(sent, window, "no more than the window is under way");
    let now = Some(Instant::now() + Duration::from_millis(50));
    assert_eq!(lazy.wait(PollFlags::OUT, now).unwrap_err().kind(), ErrorKind::TimedOut);

    let (busy, of_busy) = web.channel();
    let bytes = random_bytes(2, 20 * window);
    std::thread::scope(|scope| {
        scope.spawn(|| send_all(&busy, &bytes));
        assert!(receive_exactly(&of_busy, bytes.len()) == bytes);
    });
    std::thread::scope(|scope| {
        scope.spawn(|| send_all(&lazy, &much[sent..]));
        assert!(receive_exactly(&of_lazy, much.len()) == much);
    });
}

#[test]
fn whoever_waits_for_either_gets_what_comes_first() {
    let web = Web::new();
    let (one, other) = web.channel();
    let both = PollFlags::IN | PollFlags::OUT;
    assert_eq!(one.wait(both, None).unwrap(), PollFlags::OUT);
    send_all(&other, b"hello");
    assert_eq!(one.wait(PollFlags::IN, None).unwrap(), PollFlags::IN);
    assert_eq!(one.wait(both, None).unwrap(), both);
    assert_eq!(receive_exactly(&one, 5), b"hello");
}

#[test]
fn porters_open_and_take_channels_themselves() {
    let web = Web::new();
    let one = web.near.open(&web.far);
    let other = web.far.came();
    send_all(&one, b"from porter to porter");
    one.end_sending();
    assert_eq!(receive_all(&other, 7), b"from porter to porter");
    let back = web.far.open(&web.reader);
    send_all(&back, b"x");
    assert_eq!(receive_exactly(&web.reader.came(), 1), b"x");
}

#[test]
fn nothing_is_there_before_the_first_channel() {
    let (alone, other) = (Rank::new(Side::Reader, 0, 1), Rank::new(Side::Writer, 0, 2));
    assert!(!alone.trunks.lead_to(&other.trunks.me), "nobody is known yet");
    alone.know(&[&alone, &other]);
    other.know(&[&alone, &other]);
    assert!(alone.trunks.lead_to(&other.trunks.me));
    assert_eq!(alone.trunks.count(), 0);
    join(&alone, &other);
    drop(alone.open(&other));
    assert_eq!((alone.trunks.count(), other.trunks.count()), (1, 1));
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A writer and its readers at a board, as threads: each has the memory mapped on its own.

use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use seaway_device_api::Extent;

use super::cells::MOST_PARTS;
use super::{Board, Found, PeerWindow, Window};

/// Far longer than anything takes.
const LONG: Duration = Duration::from_secs(60);

fn window() -> (Window, PeerWindow) {
    let window = Window::create(4096).unwrap();
    let peer = PeerWindow::map(&window.fd, 4096).unwrap();
    (window, peer)
}

fn shown() -> Extent {
    Extent::new(1000, 100)
}

fn take(board: &Board, offset: u64, len: u64) -> Found {
    board.take(Extent::new(offset, len), |_| true)
}

#[test]
fn parts_are_taken_and_the_writer_hears_of_the_last() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    assert!(matches!(take(readers, 1000, 10), Found::NotYet(_)));
    board.show(shown(), 5000, 1100, 1);
    let mut address = 0;
    let found = readers.take(Extent::new(1090, 10), |at| {
        address = at;
        true
    });
    assert_eq!((found, address), (Found::Had, 5090));
    let rings = board.rings();
    assert_eq!(take(readers, 1000, 90), Found::Had);
    assert_eq!(board.taken(), 100);
    assert_ne!(board.rings(), rings);
    let had = board.had(&board.withdraw()).unwrap();
    assert_eq!(had, [Extent::new(1090, 10), Extent::new(1000, 90)]);
    assert_eq!(take(readers, 1000, 90), Found::Elsewhere, "nothing is shown any more");
    assert!(matches!(take(readers, 1100, 1), Found::NotYet(_)), "the next step");
}

#[test]
fn what_is_not_shown_is_elsewhere_once_it_was_passed() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    board.show(shown(), 5000, 1200, 1);
    assert_eq!(take(readers, 1050, 51), Found::Elsewhere, "a part of it belongs to another writer");
    assert_eq!(take(readers, 1150, 10), Found::Elsewhere);
    assert!(matches!(take(readers, 1200, 10), Found::NotYet(_)));
    board.pass(u64::MAX);
    assert_eq!(take(readers, 1200, 10), Found::Elsewhere);
}

#[test]
fn a_part_that_is_copied_is_waited_for() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    board.show(shown(), 5000, 1100, 1);
    let mut claimed = None;
    let found = readers.take(Extent::new(1000, 50), |_| {
        let withdrawn = board.withdraw();
        assert_eq!(board.had(&withdrawn), None);
        claimed = Some(withdrawn);
        true
    });
    assert_eq!(found, Found::Had);
    assert_eq!(board.had(&claimed.unwrap()), Some(vec![Extent::new(1000, 50)]));
}

#[test]
fn a_part_that_could_not_be_copied_was_not_had() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    board.show(shown(), 5000, 1100, 1);
    assert_eq!(readers.take(Extent::new(1000, 50), |_| false), Found::Elsewhere);
    assert_eq!(board.taken(), 0);
    assert_eq!(board.had(&board.withdraw()), Some(Vec::new()));
}

#[test]
fn a_copy_that_was_revoked_is_void() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    board.show(shown(), 5000, 1100, 1);
    let found = readers.take(Extent::new(1000, 50), |_| {
        let claimed = board.withdraw();
        board.revoke(&claimed);
        assert_eq!(board.had(&claimed), Some(Vec::new()));
        true
    });
    assert_eq!(found, Found::Elsewhere);
}

#[test]
fn those_who_come_when_all_parts_are_claimed_ask() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    board.show(Extent::new(0, 1000), 5000, 1000, 1);
    for part in 0..MOST_PARTS {
        assert_eq!(take(readers, part as u64, 1), Found::Had);
    }
    assert_eq!(take(readers, MOST_PARTS as u64, 1), Found::Elsewhere);
    assert_eq!(board.had(&board.withdraw()).unwrap().len(), MOST_PARTS);
}

#[test]
fn memory_without_a_board_has_none() {
    let (window, _) = window();
    window.board().page().mark.store(0, Ordering::SeqCst);
    assert!(PeerWindow::map(&window.fd, 4096).unwrap().board().is_none());
}

#[test]
fn those_who_sleep_beside_what_is_withdrawn_are_woken() {
    let (window, peer) = window();
    let (board, readers) = (window.board(), peer.board().unwrap());
    let Found::NotYet(news) = take(readers, 1000, 10) else { panic!("nothing is shown") };
    thread::scope(|scope| {
        // Were it not woken, this would take longer than any test.
        scope.spawn(|| readers.sleep(news, Duration::from_secs(1 << 20)));
        while board.page().sleepers.load(Ordering::SeqCst) == 0 {
            thread::yield_now();
        }
        board.show(shown(), 5000, 1100, 0);
        board.withdraw();
    });
    assert_eq!(take(readers, 1000, 10), Found::Elsewhere);
}

/// One reader is woken at a time, and wakes the next; the writer withdraws when it likes.
#[test]
fn many_readers_and_many_steps() {
    const READERS: u64 = 5;
    const STEPS: u64 = 2000;
    const PART: u64 = 10;
    let (window, _) = window();
    let (taken, mut had) = (AtomicU64::new(0), 0);
    thread::scope(|scope| {
        for reader in 0..READERS {
            let (window, taken) = (&window, &taken);
            scope.spawn(move || {
                let peer = PeerWindow::map(&window.fd, 4096).unwrap();
                for step in 0..STEPS {
                    let part = Extent::new((step * READERS + reader) * PART, PART);
                    loop {
                        match peer.board().unwrap().take(part, |address| address == 7 + part.offset) {
                            Found::Had => {
                                taken.fetch_add(PART, Ordering::Relaxed);
                                break;
                            }
                            Found::Elsewhere => break,
                            Found::NotYet(news) => peer.board().unwrap().sleep(news, LONG),
                        }
                    }
                }
            });
        }
        let board = window.board();
        for step in 0..STEPS {
            let shown = Extent::new(step * READERS * PART, READERS * PART);
            board.show(shown, 7 + usize::try_from(shown.offset).unwrap(), shown.end(), 1);
            loop {
                let rings = board.rings();
                // Now and then it does not wait for all of them.
                if board.taken() == shown.len || step % 7 == 0 {
                    break;
                }
                board.sleep_until_ring(rings, LONG);
            }
            let claimed = board.withdraw();
            had += loop {
                let rings = board.rings();
                match board.had(&claimed) {
                    Some(parts) => break parts.iter().map(|part| part.len).sum::<u64>(),
                    None => board.sleep_until_ring(rings, LONG),
                }
            };
        }
        board.pass(u64::MAX);
    });
    assert_eq!(had, taken.into_inner());
    assert!(had >= (STEPS - STEPS.div_ceil(7)) * READERS * PART, "all were waited for but in some steps");
}

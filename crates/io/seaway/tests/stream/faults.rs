// SPDX-License-Identifier: MIT OR Apache-2.0
//! A process with all ranks of one side is killed or stopped: every rank of the other side learns of it, and
//! nothing is lost silently. (Failures of single ranks need an MPI: `tests/mpi/tests/mxn_faults.rs`.)

use std::sync::mpsc::channel;
use std::thread;

use rustix::process::Signal;

use crate::other_process::{OtherProcess, Words, say, wait_for_word};
use crate::steady::Steady;

#[test]
fn readers_learn_of_writers_that_were_killed() {
    at_each_moment("killed-writer", true, Signal::KILL);
}

#[test]
fn writers_learn_of_readers_that_were_killed() {
    at_each_moment("killed-reader", false, Signal::KILL);
}

#[test]
fn readers_learn_of_writers_that_were_stopped() {
    at_each_moment("stopped-writer", true, Signal::STOP);
}

#[test]
fn writers_learn_of_readers_that_were_stopped() {
    at_each_moment("stopped-reader", false, Signal::STOP);
}

fn at_each_moment(title: &str, writer_suffers: bool, signal: Signal) {
    let name = format!("mxn:{title}-{}", std::process::id());
    let steps = Steady::writer(&name, 1).steps;
    for step in [0, steps / 2, steps] {
        let name = format!("{name}-{step}");
        let (writer, reader) = (Steady::writer(&name, 2), Steady::reader(&name, 3));
        let (victim, witness) = if writer_suffers { (writer, reader) } else { (reader, writer) };
        for ending in suffer(&victim, &witness, step, signal) {
            let whom = format!("{title}, before step {step}: {ending}");
            // Ranks that wrote everything to readers that read everything need not learn how they ended.
            if ending == "ended" && !writer_suffers && step == steps {
                continue;
            }
            assert!(ending.starts_with("failed "), "{whom}");
            assert_eq!(ending.split(' ').nth(2), Some("Io"), "{whom}");
            assert!(ending.contains("rank ") && ending.contains("stream-"), "nobody is named: {whom}");
        }
    }
}

/// How the ranks of `witness` end when `victim` gets a signal before `step`.
fn suffer(victim: &Steady, witness: &Steady, step: usize, signal: Signal) -> Vec<String> {
    let mut words = victim.words();
    words.push(format!("fatal_step={step}"));
    let other = OtherProcess::start(&words, None, &[]);
    let (opened, was_opened) = channel();
    thread::scope(|scope| {
        let witness = scope.spawn(move || {
            witness.run(&|rank, step| {
                if rank.rank() == 0 && step == 0 {
                    opened.send(()).unwrap();
                }
            })
        });
        other.expect("here");
        // Before that there is no peer to learn of it.
        was_opened.recv().unwrap();
        other.signal(signal);
        witness.join().unwrap()
    })
}

/// A lost reader is restarted where it was, and gets every byte.
#[test]
fn writers_that_are_told_to_wait_for_a_lost_reader_wait() {
    let name = format!("mxn:restarted-{}", std::process::id());
    let mut writer = Steady::writer(&name, 2);
    writer.hints.set("seaway_mxn_lost", "wait");
    let lost = Steady { syncs: true, ..Steady::reader(&name, 3) };
    let fatal_step = writer.steps / 2;
    let restarted = Steady { first_step: fatal_step, ..lost.clone() };
    thread::scope(|scope| {
        let writer = scope.spawn(|| writer.run(&|_, _| ()));
        let mut words = lost.words();
        words.push(format!("fatal_step={fatal_step}"));
        let first = OtherProcess::start(&words, None, &[]);
        first.expect("here");
        first.signal(Signal::KILL);
        drop(first);
        let second = OtherProcess::start(&restarted.words(), None, &[]);
        assert_eq!(second.expect("endings "), "ended, ended, ended");
        assert_eq!(writer.join().unwrap(), ["ended", "ended"]);
    });
}

/// The role of the other process. It announces its fatal step; then the test decides.
pub(crate) fn play(words: &Words) {
    let steady = Steady::from_words(words);
    let fatal_step = words.get("fatal_step").parse::<usize>().ok();
    let waits_at_the_end = words.get("waits") == "end";
    let endings = steady.run(&|rank, step| {
        // All ranks have done the steps before.
        if Some(step) == fatal_step {
            rank.barrier().unwrap();
            if rank.rank() == 0 {
                say("here");
            }
            wait_for_word();
        } else if step == 0 && rank.rank() == 0 {
            say("opened");
        }
    });
    say(&format!("endings {}", endings.join(", ")));
    if waits_at_the_end {
        wait_for_word();
    }
}

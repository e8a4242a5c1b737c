// SPDX-License-Identifier: MIT OR Apache-2.0
//! Explores all executions of a few threads over shared words, by those rules of the C11 memory model that
//! the board needs.
//!
//! A thread is a function of the results of its accesses so far: it is called again with these until it makes
//! its next access, which unwinds it. So a state is a value, known states are not explored again, and nothing
//! depends on how the system schedules threads.
//!
//! Words that are only accessed with `SeqCst` have one value, the last: accesses are totally ordered. A load
//! of a word whose accesses are weakened may return any value that the thread does not know to be outdated.
//! Copied bytes are not atomic: vector clocks determine whether a copy is ordered before the next write to
//! its bytes.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::panic::{self, AssertUnwindSafe};

/// An access, or a call that waits or wakes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Access {
    Load,
    Store(u64),
    Add(u64),
    Max(u64),
    Swap(u64),
    Exchange(u64, u64),
    /// While the word has this value.
    Sleep(u64),
    Wake(u32),
    /// Of bytes. They are one cell, whose version is what is read.
    Copy,
    Fill(u64),
    /// 0 or 1, whatever comes.
    Choose,
    /// Not an access: this value is all that matters from here on, not how the thread got here.
    Mark(u64),
}

impl Access {
    fn kind(self) -> Option<Kind> {
        match self {
            Access::Load => Some(Kind::Load),
            Access::Store(_) => Some(Kind::Store),
            Access::Add(_) | Access::Max(_) | Access::Swap(_) | Access::Exchange(..) => Some(Kind::Change),
            _ => None,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Load,
    Store,
    Change,
}

/// A bug in the board, injected by the model. Words are named by their offsets, two at most.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mistake {
    None,
    /// These accesses are only release and acquire.
    AcquireRelease(&'static [usize], Kind),
    /// Compare-and-exchange that does not compare.
    Blind(&'static [usize]),
}

impl Mistake {
    /// The index of the word among those whose accesses are not all sequentially consistent.
    fn weak(self, word: usize) -> Option<usize> {
        let Mistake::AcquireRelease(words, _) = self else { return None };
        words.iter().position(|&weak| weak == word)
    }

    /// Whether this access is sequentially consistent.
    fn is_consistent(self, word: usize, access: Access) -> bool {
        !matches!(self, Mistake::AcquireRelease(words, kind) if words.contains(&word) && access.kind() == Some(kind))
    }

    fn is_blind(self, word: usize) -> bool {
        matches!(self, Mistake::Blind(words) if words.contains(&word))
    }
}

/// The result of an access: a value, and whether an exchange took place.
pub(crate) type Seen = (u64, bool);

/// What a thread knows: the version of the bytes, how many copies each thread has made, and the newest value
/// of each weakened word.
type View = [u8; 8];
const VERSION: usize = 0;
const COPIES: usize = 1;
const WEAK: usize = 6;
const MOST_WEAK: usize = size_of::<View>() - WEAK;
const MOST_THREADS: usize = WEAK - COPIES;

fn learn(own: &mut View, other: &View) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own = (*own).max(*other));
}

/// A value, and what a thread that acquires it learns.
type Word = (u64, View);

/// Older values of a word whose accesses are weakened.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Past {
    values: Vec<Word>,
    /// The newest sequentially consistent write: sequentially consistent loads return none older.
    consistent: u8,
}

/// What a thread does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Access(usize, Access),
    /// With the outcome of this index.
    End(usize),
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Thread {
    /// The results it has seen so far, as a number.
    past: usize,
    view: View,
    is_asleep: bool,
    /// Copies that were not ordered before a later write to their bytes, as bits.
    raced: u8,
    copies: u8,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct State {
    words: Vec<Word>,
    weak: [Past; MOST_WEAK],
    versions: Vec<u64>,
    threads: Vec<Thread>,
}

/// How a thread ended: its outcome, and which of its copies raced with a write.
pub(crate) type End<O> = (O, Vec<usize>);

thread_local! {
    static RUNNING: RefCell<Option<Running>> = const { RefCell::new(None) };
}

#[derive(Default)]
struct Running {
    seen: Vec<Seen>,
    position: usize,
    next: Option<(usize, Access)>,
}

/// Unwinds a thread that has reached its next access.
struct Reached;

/// Called by the words that a thread accesses.
pub(crate) fn access(word: usize, access: Access) -> Seen {
    let seen = RUNNING.with_borrow_mut(|running| {
        // Outside an exploration nothing is shared yet.
        let Some(running) = running else { return Some((0, true)) };
        let seen = running.seen.get(running.position).copied();
        running.position += 1;
        if seen.is_none() {
            running.next = Some((word, access));
        }
        seen
    });
    seen.unwrap_or_else(|| panic::resume_unwind(Box::new(Reached)))
}

/// Records all that a thread knows of its past, so that equivalent pasts become one.
pub(crate) fn mark(known: &impl Debug) {
    let mut digest = Digest::default();
    format!("{known:?}").hash(&mut digest);
    access(0, Access::Mark(digest.finish()));
}

pub(crate) type Program<'a, O> = Box<dyn Fn() -> O + 'a>;

/// Explores all executions of `programs` over this many words. `Ok` is the number of states; `Err` is a
/// violation found by `check`, or a thread that sleeps forever.
pub(crate) fn explore<O: Clone>(
    programs: &[Program<'_, O>],
    words: usize,
    mistake: Mistake,
    check: impl Fn(&[End<O>]) -> Result<(), String>,
) -> Result<usize, String> {
    assert!(programs.len() <= MOST_THREADS);
    let mut explorer = Explorer {
        programs,
        mistake,
        pasts: Vec::new(),
        after: HashMap::new(),
        marks: HashMap::new(),
        ends: Vec::new(),
    };
    let mut known = HashSet::new();
    let mut open = vec![explorer.begin(words)];
    let mut reached = Vec::new();
    while let Some(state) = open.pop() {
        for thread in 0..programs.len() {
            if let (false, Next::Access(word, access)) = explorer.next(&state, thread) {
                explorer.step(&state, thread, word, access, &mut reached);
            }
        }
        if reached.is_empty() {
            check(&explorer.ends(&state)?)?;
        }
        open.extend(reached.drain(..).filter(|state| known.insert(digest(state))));
    }
    Ok(known.len())
}

fn digest(state: &State) -> (u64, u64) {
    let mut digest = Digest::default();
    state.hash(&mut digest);
    (digest.0, digest.1)
}

/// 128 bits: no collision among millions of states.
#[derive(Default)]
struct Digest(u64, u64);

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..part.len()].copy_from_slice(part);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ self.0 >> 32;
        self.1 = (self.1.rotate_left(23) ^ word).wrapping_mul(0xd6e8_feb8_6659_fd93) ^ self.1 >> 29;
    }

    fn finish(&self) -> u64 {
        self.0 ^ self.1
    }
}

struct Explorer<'a, 'b, O> {
    programs: &'a [Program<'b, O>],
    mistake: Mistake,
    /// What threads have seen so far, and what they do next.
    pasts: Vec<(usize, Vec<Seen>, Next)>,
    after: HashMap<(usize, Seen), usize>,
    marks: HashMap<(usize, u64), usize>,
    ends: Vec<O>,
}

impl<O: Clone> Explorer<'_, '_, O> {
    fn begin(&mut self, words: usize) -> State {
        let threads = self.programs.len();
        let thread = |thread| Thread {
            past: self.new_past(thread, Vec::new()),
            view: View::default(),
            is_asleep: false,
            raced: 0,
            copies: 0,
        };
        let threads = (0..threads).map(thread).collect();
        let words = vec![(0, View::default()); words];
        State { words, weak: Default::default(), versions: vec![0], threads }
    }

    /// Runs a thread with the results it has seen to its next access. Pasts with the same mark are one.
    fn new_past(&mut self, thread: usize, mut seen: Vec<Seen>) -> usize {
        let mut marks = Vec::new();
        let next = loop {
            let next = self.run(thread, &seen);
            let Next::Access(_, Access::Mark(mark)) = next else { break next };
            if let Some(&past) = self.marks.get(&(thread, mark)) {
                return past;
            }
            marks.push((thread, mark));
            seen.push((0, true));
        };
        self.pasts.push((thread, seen, next));
        let past = self.pasts.len() - 1;
        self.marks.extend(marks.into_iter().map(|mark| (mark, past)));
        past
    }

    fn run(&mut self, thread: usize, seen: &[Seen]) -> Next {
        RUNNING.set(Some(Running { seen: seen.to_vec(), ..Running::default() }));
        let outcome = panic::catch_unwind(AssertUnwindSafe(&self.programs[thread]));
        let running = RUNNING.take().expect("set above");
        match (outcome, running.next) {
            (Ok(outcome), _) => {
                self.ends.push(outcome);
                Next::End(self.ends.len() - 1)
            }
            (Err(_), Some((word, access))) => Next::Access(word, access),
            (Err(panic), None) => panic::resume_unwind(panic),
        }
    }

    /// Whether a thread sleeps, and what it does, or did last.
    fn next(&self, state: &State, thread: usize) -> (bool, Next) {
        let thread = &state.threads[thread];
        (thread.is_asleep, self.pasts[thread.past].2)
    }

    /// All have ended, or some sleep with no thread left to wake them.
    fn ends(&self, state: &State) -> Result<Vec<End<O>>, String> {
        let end = |(index, thread): (usize, &Thread)| match &self.pasts[thread.past] {
            (_, _, Next::End(end)) => {
                let raced = (0..8).filter(|copy| thread.raced >> copy & 1 == 1);
                Ok((self.ends[*end].clone(), raced.collect()))
            }
            (_, seen, next) => Err(format!("thread {index} sleeps forever: {next:?} after {seen:?}")),
        };
        state.threads.iter().enumerate().map(end).collect()
    }

    /// The thread has seen the result of its access and runs to its next.
    fn go_on(&mut self, mut state: State, thread: usize, seen: Seen) -> State {
        let past = state.threads[thread].past;
        let next = match self.after.get(&(past, seen)) {
            Some(&next) => next,
            None => {
                let mut all = self.pasts[past].1.clone();
                all.push(seen);
                let next = self.new_past(thread, all);
                self.after.insert((past, seen), next);
                next
            }
        };
        state.threads[thread].past = next;
        state.threads[thread].is_asleep = false;
        state
    }

    /// All states that an access leads to.
    fn step(&mut self, state: &State, thread: usize, word: usize, access: Access, to: &mut Vec<State>) {
        match access {
            Access::Choose => {
                to.extend([0, 1].map(|value| self.go_on(state.clone(), thread, (value, true))));
            }
            Access::Load => self.load(state, thread, word, to),
            Access::Copy => self.copy(state, thread, to),
            Access::Fill(version) => {
                let mut state = state.clone();
                fill(&mut state, thread, version);
                to.push(self.go_on(state, thread, (0, true)));
            }
            Access::Sleep(seen) => {
                let mut state = state.clone();
                state.threads[thread].is_asleep = true;
                let sleeps = state.words[word].0 == seen;
                to.push(if sleeps { state } else { self.go_on(state, thread, (0, true)) });
            }
            Access::Wake(sleepers) => self.wake(state, thread, word, sleepers, to),
            change => {
                let state = self.change(state.clone(), thread, word, change);
                to.push(state);
            }
        }
    }

    fn load(&mut self, state: &State, thread: usize, word: usize, to: &mut Vec<State>) {
        let is_consistent = self.mistake.is_consistent(word, Access::Load);
        let weak = self.mistake.weak(word);
        let (older, oldest): (&[Word], u8) = match weak {
            None => (&[], 0),
            Some(index) => {
                let (past, known) = (&state.weak[index], state.threads[thread].view[WEAK + index]);
                (&past.values, if is_consistent { known.max(past.consistent) } else { known })
            }
        };
        let all = older.iter().chain([&state.words[word]]).enumerate();
        for (age, &(value, view)) in all.skip(oldest.into()) {
            let mut state = state.clone();
            let own = &mut state.threads[thread].view;
            learn(own, &view);
            if let Some(index) = weak {
                own[WEAK + index] = own[WEAK + index].max(age as u8);
            }
            to.push(self.go_on(state, thread, (value, true)));
        }
    }

    /// A store, or a change, which reads the newest value.
    fn change(&mut self, mut state: State, thread: usize, word: usize, access: Access) -> State {
        let is_consistent = self.mistake.is_consistent(word, access);
        let (old, view) = state.words[word];
        let is_store = matches!(access, Access::Store(_));
        let own = &mut state.threads[thread].view;
        if !is_store {
            learn(own, &view);
        }
        let (new, is_done) = match access {
            Access::Store(new) | Access::Swap(new) => (new, true),
            Access::Add(more) => (old.wrapping_add(more), true),
            Access::Max(other) => (old.max(other), true),
            Access::Exchange(expected, new) => (new, old == expected || self.mistake.is_blind(word)),
            _ => (old, true),
        };
        if is_done {
            // Acquiring a read-modify-write also acquires what the previous value released.
            let mut released = if is_store { View::default() } else { view };
            if let Some(index) = self.mistake.weak(word) {
                let past = &mut state.weak[index];
                past.values.push((old, view));
                let age = past.values.len() as u8;
                past.consistent = if is_consistent { age } else { past.consistent };
                own[WEAK + index] = age;
                released[WEAK + index] = age;
            }
            learn(&mut released, own);
            state.words[word] = (new, released);
        }
        self.go_on(state, thread, (old, is_done))
    }

    /// A copy of the bytes, in any version that is not known to be old.
    fn copy(&mut self, state: &State, thread: usize, to: &mut Vec<State>) {
        let known = usize::from(state.threads[thread].view[VERSION]);
        for &version in &state.versions[known..] {
            let mut state = state.clone();
            let own = &mut state.threads[thread];
            own.copies += 1;
            own.view[COPIES + thread] = own.copies;
            to.push(self.go_on(state, thread, (version, true)));
        }
    }

    /// Any of the sleepers may be woken.
    fn wake(&mut self, state: &State, thread: usize, word: usize, sleepers: u32, to: &mut Vec<State>) {
        let is_asleep = |thread: &usize| match self.next(state, *thread) {
            (true, Next::Access(on, _)) => on == word,
            _ => false,
        };
        let asleep: Vec<usize> = (0..state.threads.len()).filter(is_asleep).collect();
        let woken = asleep.len().min(sleepers as usize);
        for set in (0_u32..1 << asleep.len()).filter(|set| set.count_ones() as usize == woken) {
            let mut state = state.clone();
            for (bit, &sleeper) in asleep.iter().enumerate() {
                if set >> bit & 1 == 1 {
                    state = self.go_on(state, sleeper, (0, true));
                }
            }
            to.push(self.go_on(state, thread, (0, true)));
        }
    }
}

/// New bytes. Copies that the writer does not know to be complete may have got some of them.
fn fill(state: &mut State, writer: usize, version: u64) {
    let known = state.threads[writer].view;
    for (index, thread) in state.threads.iter_mut().enumerate() {
        for copy in known[COPIES + index]..thread.copies {
            thread.raced |= 1 << copy;
        }
    }
    state.versions.push(version);
    state.threads[writer].view[VERSION] = (state.versions.len() - 1) as u8;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Client`]: the requests of a session, until nothing of them can be lost.
//!
//! A request is pending until it is answered, and is sent again, in the old order, on each new connection. A
//! change that was answered is kept until a sync covers it: a restarted daemon (recognised by its write
//! verifier) may have lost it, and gets it again, before anything newer. Changes that could not be kept, or
//! that others were allowed to overwrite since, are recorded: if they may be lost, an error is reported.

use std::collections::{BTreeMap, VecDeque};

use super::Flaws;
use super::request::{RequestKind, Span};

/// Changes in flight at a time: the daemon remembers their outcomes.
const MAX_UNDER_WAY: usize = 1024;
/// After this many answers to changes the daemon gets an acknowledgement.
const HEARD_STEP: u64 = 64;
/// Recorded spans of a file; more are merged.
const MAX_NOTED: usize = 64;

/// A problem with a file that has not been reported yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trouble {
    /// The daemon has restarted, and these acknowledged bytes may be lost.
    BytesLost(Span),
    /// The session had ended, and another client may have held the lock on these bytes since.
    LockLost(Span),
}

/// What follows from an answer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answered {
    /// The outcome is to be reported to the caller. False for a kept change that was sent again.
    pub is_first: bool,
    /// It is kept: its bytes must stay.
    pub is_kept: bool,
    /// Kept changes that are durable now, or lost and reported: their bytes may be freed.
    pub released: Vec<u64>,
}

/// What to send first on a new connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begin {
    pub epoch: u64,
}

/// What follows from the daemon's answer to it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Began {
    /// The daemon still has the whole state of the session.
    pub is_known: bool,
    /// Open files must be reopened before anything else, followed by [`Client::restored`].
    pub open_again: bool,
    pub troubles: Vec<(u64, Trouble)>,
    /// Requests that are not sent, because their file has lost a lock.
    pub failed: Vec<u64>,
    pub released: Vec<u64>,
}

#[derive(Debug)]
pub struct Client {
    flaws: Flaws,
    /// Bytes of kept changes, and their limit.
    kept: u64,
    most_kept: u64,
    next_id: u64,
    entries: BTreeMap<u64, Entry>,
    queue: VecDeque<u64>,
    files: BTreeMap<u64, File>,
    epoch: u64,
    verifier: Option<u64>,
    /// The daemon's session whose files are open, and the one that is being restored: verifier and
    /// incarnation.
    established: Option<(u64, u64)>,
    restoring: Option<(u64, u64)>,
    /// Changes that were sent and not answered.
    under_way: usize,
    /// Answers to changes since the last acknowledgement.
    answers: u64,
    told: u64,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    kind: RequestKind,
    file: Option<u64>,
    state: State,
    is_sent: bool,
    /// Space is reserved for its bytes.
    has_room: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Waiting,
    /// Answered, and not durable yet.
    Kept,
    /// Kept, and in flight again.
    Again,
}

#[derive(Debug, Default)]
struct File {
    locks: Vec<Span>,
    /// Changes that are neither durable nor kept, with the last of their ids.
    noted: Vec<(u64, Span)>,
    /// Other clients were allowed to overwrite changes before this id.
    published_below: u64,
    /// A sync that was issued to release kept bytes is in flight.
    syncing: bool,
    kept: u64,
}

impl Client {
    /// Keeps changes of at most `most_kept` bytes.
    pub fn new(most_kept: u64, flaws: Flaws) -> Self {
        Self {
            flaws,
            kept: 0,
            most_kept,
            next_id: 1,
            entries: BTreeMap::new(),
            queue: VecDeque::new(),
            files: BTreeMap::new(),
            epoch: 0,
            verifier: None,
            established: None,
            restoring: None,
            under_way: 0,
            answers: 0,
            told: 0,
        }
    }

    /// Makes a request. `file` is the caller's number for an open file.
    pub fn submit(&mut self, kind: RequestKind, file: Option<u64>) -> u64 {
        let id = self.next_id;
        self.next_id += 1;
        self.entries.insert(id, Entry { kind, file, state: State::Waiting, is_sent: false, has_room: false });
        self.queue.push_back(id);
        id
    }

    /// Whether the bytes of this write, which is being sent, must be kept until it is released.
    pub fn keeps(&self, id: u64) -> bool {
        self.entries.get(&id).is_some_and(|entry| entry.has_room)
    }

    /// The next request to send, in the order in which they were made.
    pub fn next_to_send(&mut self) -> Option<u64> {
        loop {
            let &id = self.queue.front()?;
            let Some(entry) = self.entries.get_mut(&id) else {
                self.queue.pop_front();
                continue;
            };
            if entry.kind.is_change() {
                if self.under_way >= MAX_UNDER_WAY {
                    return None;
                }
                self.under_way += 1;
            }
            entry.is_sent = true;
            let weight = entry.kind.weight();
            if !entry.has_room && entry.kind.span().is_some() && self.kept + weight <= self.most_kept {
                entry.has_room = true;
                self.kept += weight;
            }
            self.queue.pop_front();
            return Some(id);
        }
    }

    /// A request has its answer.
    pub fn answered(&mut self, id: u64, is_ok: bool) -> Answered {
        let Some(entry) = self.entries.get_mut(&id).filter(|entry| entry.state != State::Kept) else {
            return Answered::default();
        };
        let (was, is_first) = (*entry, entry.state == State::Waiting);
        if was.kind.is_change() && was.is_sent {
            self.under_way -= 1;
            self.answers += 1;
        }
        let mut released = Vec::new();
        match (was.kind, was.file) {
            (RequestKind::Write { .. } | RequestKind::Resize(_), Some(file))
                if is_ok && self.keep_or_note(id, was, file) =>
            {
                return Answered { is_first, is_kept: true, released };
            }
            (RequestKind::Sync, Some(file)) => {
                // A failed sync has reported that bytes may be lost: there is no telling which ones.
                self.release(file, id, &mut released);
                if let Some(file) = self.files.get_mut(&file) {
                    file.syncing = false;
                }
            }
            (RequestKind::Lock(span), Some(file)) if is_ok => {
                self.files.entry(file).or_default().locks.push(span);
            }
            (RequestKind::Unlock(span), Some(file)) if is_ok => {
                self.files.entry(file).or_default().locks.retain(|held| *held != span);
                self.publish(file, id, &mut released);
            }
            (RequestKind::Close, Some(file)) => {
                self.release(file, u64::MAX, &mut released);
                self.files.remove(&file);
            }
            _ => {}
        }
        self.forget(id);
        Answered { is_first, is_kept: false, released }
    }

    /// Other clients may now overwrite what this session has written to `file` so far: it is not sent again
    /// from now on.
    pub fn published(&mut self, file: u64) -> Vec<u64> {
        let (mut released, below) = (Vec::new(), self.next_id);
        self.publish(file, below, &mut released);
        released
    }

    /// A file whose kept bytes should be synced to free space. The caller submits that sync.
    pub fn wanted_sync(&mut self) -> Option<u64> {
        let acknowledged: u64 = self.files.values().map(|file| file.kept).sum();
        if acknowledged <= self.most_kept / 2 && self.kept <= self.most_kept / 4 * 3 {
            return None;
        }
        let candidates = self.files.iter_mut().filter(|(_, file)| !file.syncing && file.kept > 0);
        let (&number, file) = candidates.max_by_key(|(_, file)| file.kept)?;
        file.syncing = true;
        Some(number)
    }

    /// The acknowledgement of answers to send to the daemon, if one is due.
    pub fn heard(&mut self) -> Option<u64> {
        if self.answers < HEARD_STEP {
            return None;
        }
        let open = |entry: &&(&u64, &Entry)| entry.1.kind.is_change() && entry.1.state != State::Kept;
        let first = self.entries.iter().find(|entry| open(&entry)).map_or(self.next_id, |(&id, _)| id);
        self.answers = 0;
        let heard = first - 1;
        (heard > self.told).then(|| {
            self.told = heard;
            heard
        })
    }

    pub fn has_unanswered(&self) -> bool {
        self.entries.values().any(|entry| entry.state != State::Kept)
    }

    /// The connection is lost. Unanswered requests are sent again on the next.
    pub fn line_lost(&mut self) {
        self.queue.clear();
        self.under_way = 0;
        for (&id, entry) in &mut self.entries {
            entry.is_sent = false;
            if entry.state != State::Kept {
                self.queue.push_back(id);
            }
        }
    }

    pub fn begin(&mut self) -> Begin {
        self.epoch += 1;
        Begin { epoch: self.epoch }
    }

    /// The daemon has accepted the connection. If its session is the one that was restored last, it still has
    /// files, locks and outcomes; a new session has none, also if the answer that said so was lost with its
    /// connection.
    pub fn began(&mut self, verifier: u64, incarnation: u64) -> Began {
        let session = (verifier, incarnation);
        let known = self.established == Some(session);
        let mut began = Began { is_known: known, ..Began::default() };
        self.restoring = Some(session);
        let is_anew = self.verifier.is_some_and(|old| old != verifier) && !self.flaws.verifier_ignored;
        if !known {
            self.told = 0;
            began.open_again = !self.files.is_empty();
            self.lose_locks(&mut began);
        }
        if is_anew {
            self.daemon_is_new(&mut began);
        }
        self.verifier = Some(verifier);
        self.line_lost();
        began
    }

    /// Files are open again: other requests may be sent.
    pub fn restored(&mut self) {
        self.established = self.restoring.take();
    }

    /// A file is open, and identified by `file` from now on.
    pub fn opened(&mut self, file: u64) {
        self.files.insert(file, File::default());
    }

    /// Drops a request that will be neither sent nor answered.
    pub fn forget(&mut self, id: u64) {
        if let Some(entry) = self.entries.remove(&id)
            && entry.has_room
        {
            self.free(entry);
        }
    }

    /// True: it is kept.
    fn keep_or_note(&mut self, id: u64, entry: Entry, file: u64) -> bool {
        let Some(known) = self.files.get_mut(&file) else { return false };
        let is_published = id < known.published_below && !self.flaws.published_resent;
        if let Some(kept) = self.entries.get_mut(&id).filter(|_| entry.has_room && !is_published) {
            if entry.state == State::Waiting {
                known.kept += entry.kind.weight();
            }
            kept.state = State::Kept;
            return true;
        }
        if let Some(span) = entry.kind.span() {
            self.note(file, id, span);
        }
        false
    }

    fn note(&mut self, file: u64, id: u64, span: Span) {
        let Some(File { noted, .. }) = self.files.get_mut(&file) else { return };
        match noted.last_mut() {
            Some((last, hull)) if hull.touches(span) => {
                (*last, *hull) = (id.max(*last), hull.hull(span));
            }
            _ => noted.push((id, span)),
        }
        if noted.len() > MAX_NOTED {
            let (first_id, first) = noted.remove(0);
            let (id, span) = noted[0];
            noted[0] = (id.max(first_id), span.hull(first));
        }
    }

    /// Changes of `file` before `below` are durable, or lost and reported.
    fn release(&mut self, file: u64, below: u64, released: &mut Vec<u64>) {
        released.extend(self.kept_of(file, below));
        released.iter().for_each(|&id| self.forget(id));
        if let Some(file) = self.files.get_mut(&file) {
            file.noted.retain(|(id, _)| *id >= below);
        }
    }

    fn publish(&mut self, file: u64, below: u64, released: &mut Vec<u64>) {
        let Some(known) = self.files.get_mut(&file) else { return };
        known.published_below = known.published_below.max(below);
        if self.flaws.published_resent {
            return;
        }
        for id in self.kept_of(file, below) {
            if let Some(span) = self.entries.get(&id).and_then(|entry| entry.kind.span()) {
                self.note(file, id, span);
            }
            self.forget(id);
            released.push(id);
        }
    }

    fn kept_of(&self, file: u64, below: u64) -> Vec<u64> {
        let is_kept = |entry: &Entry| entry.state == State::Kept && entry.file == Some(file);
        self.entries.range(..below).filter(|(_, entry)| is_kept(entry)).map(|(&id, _)| id).collect()
    }

    /// A client must not continue as if it held a lock that another client may have had since.
    fn lose_locks(&mut self, began: &mut Began) {
        let with_locks = self.files.iter_mut().filter(|(_, file)| !file.locks.is_empty());
        let lost: Vec<(u64, Span)> = with_locks
            .filter_map(|(&number, file)| {
                let hull = file.locks.drain(..).reduce(Span::hull)?;
                Some((number, hull))
            })
            .collect();
        if self.flaws.lost_locks_untold {
            return;
        }
        for (file, span) in lost {
            began.troubles.push((file, Trouble::LockLost(span)));
            let below = self.next_id;
            self.publish(file, below, &mut began.released);
            let waits = |entry: &Entry| {
                entry.file == Some(file) && entry.state != State::Kept && entry.kind != RequestKind::Close
            };
            let waiting: Vec<u64> =
                self.entries.iter().filter(|(_, entry)| waits(entry)).map(|(&id, _)| id).collect();
            for id in waiting {
                // A kept change that was in flight again is not waited for.
                if self.entries.get(&id).is_some_and(|entry| entry.state == State::Waiting) {
                    began.failed.push(id);
                } else {
                    began.released.push(id);
                }
                self.forget(id);
            }
        }
    }

    /// Acknowledged but unsynced changes may be lost: they are sent again, unless that could undo something
    /// newer.
    fn daemon_is_new(&mut self, began: &mut Began) {
        let files: Vec<u64> = self.files.keys().copied().collect();
        for file in files {
            let kept: Vec<u64> = self.of_file(file, |state| state != State::Waiting);
            let spans = kept.iter().filter_map(|id| self.entries.get(id).and_then(|entry| entry.kind.span()));
            let kept_hull = spans.reduce(Span::hull);
            let Some(known) = self.files.get_mut(&file) else { continue };
            let noted = known.noted.drain(..).map(|(_, span)| span).reduce(Span::hull);
            match noted {
                None => {
                    for id in kept {
                        if let Some(entry) = self.entries.get_mut(&id) {
                            entry.state = State::Again;
                        }
                    }
                }
                Some(noted) => {
                    let hull = kept_hull.map_or(noted, |kept| kept.hull(noted));
                    began.troubles.push((file, Trouble::BytesLost(hull)));
                    for id in kept {
                        self.forget(id);
                        began.released.push(id);
                    }
                }
            }
        }
    }

    fn of_file(&self, file: u64, is_wanted: impl Fn(State) -> bool) -> Vec<u64> {
        let wanted =
            |entry: &Entry| entry.file == Some(file) && entry.kind.span().is_some() && is_wanted(entry.state);
        self.entries.iter().filter(|(_, entry)| wanted(entry)).map(|(&id, _)| id).collect()
    }

    fn free(&mut self, entry: Entry) {
        self.kept -= entry.kind.weight();
        let file = entry.file.filter(|_| entry.state != State::Waiting);
        if let Some(file) = file.and_then(|file| self.files.get_mut(&file)) {
            file.kept -= entry.kind.weight();
        }
    }
}

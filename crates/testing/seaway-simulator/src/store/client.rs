// SPDX-License-Identifier: MIT OR Apache-2.0
//! A simulated program and its session: it drives [`Client`] as the threads of `remote:` do.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use seaway_roles::store::{Began, Client, Flaws, Liveness, Look, RequestKind};

use super::message::{Message, Operation, Outcome};
use super::{CELLS, Event, SLACK, TIMEOUT, World};
use crate::core::{LinkId, MILLISECOND, SECOND, Side, Time};

const LIVENESS: Liveness = Liveness { timeout: TIMEOUT, longest_tick: SECOND };

#[derive(Debug)]
pub(super) struct Program {
    /// Index of its own file and name; the shared file comes after those of all programs.
    number: usize,
    shared: usize,
    roles: Client,
    requests: BTreeMap<u64, Request>,
    session: u64,
    link: Option<LinkId>,
    phase: Phase,
    heard: Time,
    asked: bool,
    /// No connection attempt is made after this time.
    deadline: Option<Time>,
    steps_left: u64,
    waits_for: Option<u64>,
    /// What it does under the lock of the shared file.
    critical: Option<Critical>,
    name_is_there: bool,
    deferred: BTreeSet<usize>,
    opened_once: bool,
    end: Option<End>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Down,
    Greeting,
    /// This many files are not open yet.
    Opening(usize),
    Up,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Critical {
    Locked,
    Read,
    Written,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Done,
    GivenUp,
}

#[derive(Debug)]
struct Request {
    operation: Operation,
    values: Vec<u32>,
    /// Its position in the checker's order.
    sequence: u64,
    since: Time,
    /// A daemon that does not remember may have executed it.
    is_ambiguous: bool,
}

impl Program {
    pub(super) fn new(number: usize, shared: usize, most_kept: u64, flaws: Flaws) -> Self {
        Self {
            number,
            shared,
            roles: Client::new(most_kept, flaws),
            requests: BTreeMap::new(),
            session: 0,
            link: None,
            phase: Phase::Down,
            heard: 0,
            asked: false,
            deadline: Some(TIMEOUT),
            steps_left: 25,
            waits_for: None,
            critical: None,
            name_is_there: false,
            deferred: BTreeSet::new(),
            opened_once: false,
            end: None,
        }
    }

    pub(super) fn link(&self) -> Option<LinkId> {
        self.link
    }

    pub(super) fn has_ended(&self) -> bool {
        self.end.is_some()
    }

    pub(super) fn has_given_up(&self) -> bool {
        self.end == Some(End::GivenUp)
    }

    fn waiting_since(&self) -> Option<Time> {
        self.requests.values().map(|request| request.since).min().filter(|_| self.roles.has_unanswered())
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, phase, end, critical, waits_for, .. } = self;
        let awaited = waits_for.and_then(|id| Some((id, self.requests.get(&id)?.operation)));
        write!(f, "program {number} is {phase:?}, {end:?}, under lock {critical:?}, waits for {awaited:?}")
    }
}

impl World {
    /// The program's next action.
    pub(super) fn step(&mut self, number: usize) -> Result<(), String> {
        let program = &mut self.programs[number];
        if program.end.is_some() || program.waits_for.is_some() || !program.opened_once {
            return Ok(());
        }
        // Every use of a file first reports its pending error.
        let (own, shared) = (program.number, program.shared);
        program.deferred.remove(&own);
        if program.deferred.remove(&shared) {
            // The lock is released, whatever went wrong under it.
            program.critical = program.critical.map(|_| Critical::Written);
        }
        if let Some(critical) = program.critical {
            let (next, operation) = match critical {
                Critical::Locked => (Some(Critical::Read), Operation::Read { file: shared }),
                Critical::Read => {
                    (Some(Critical::Written), Operation::Write { file: shared, cell: 0, cells: 1 })
                }
                Critical::Written => (None, Operation::Unlock { file: shared }),
            };
            program.critical = next;
            self.issue(number, operation, true);
            return Ok(());
        }
        let Some(left) = program.steps_left.checked_sub(1) else {
            self.issue(number, Operation::Sync { file: own }, true);
            return Ok(());
        };
        program.steps_left = left;
        let name_is_there = program.name_is_there;
        let attended = self.choices.once_in(2);
        match self.choices.below(11) {
            0..5 => {
                let cell = self.choices.index(CELLS - 2);
                let cells = 1 + self.choices.index(3);
                self.issue(number, Operation::Write { file: own, cell, cells }, attended);
            }
            5 => {
                let size = self.choices.index(CELLS);
                self.issue(number, Operation::SetSize { file: own, size }, true);
            }
            6 | 7 => self.issue(number, Operation::Sync { file: own }, true),
            8 => self.issue(number, Operation::Read { file: own }, true),
            9 => self.issue(number, Operation::Lock { file: shared }, true),
            _ if name_is_there => self.issue(number, Operation::Delete { name: own }, true),
            _ => self.issue(number, Operation::Create { name: own }, true),
        }
        Ok(())
    }

    /// Makes a request. `attended`: the program waits for it.
    fn issue(&mut self, number: usize, operation: Operation, attended: bool) {
        let now = self.events.now();
        self.sequence += 1;
        let sequence = self.sequence;
        let mut values = Vec::new();
        match operation {
            Operation::Write { file, cell, cells } => {
                for cell in cell..cell + cells {
                    let value = self.checker.new_value();
                    self.checker.issued(file, cell, value, sequence);
                    values.push(value);
                }
            }
            Operation::SetSize { file, size } => {
                (size..CELLS).for_each(|cell| self.checker.issued(file, cell, 0, sequence));
            }
            _ => {}
        }
        let program = &mut self.programs[number];
        let id = program.roles.submit(operation.kind(), operation.file().map(|file| file as u64));
        let request = Request { operation, values, sequence, since: now, is_ambiguous: false };
        program.requests.insert(id, request);
        if attended {
            program.waits_for = Some(id);
        } else {
            let delay = self.choices.below(5 * MILLISECOND);
            self.events.after(delay, Event::Step(number));
        }
        self.flush(number);
        self.need_connection(number);
    }

    fn flush(&mut self, number: usize) {
        let program = &mut self.programs[number];
        let (Some(link), Phase::Up) = (program.link, program.phase) else { return };
        let mut messages: Vec<Message> = program.roles.heard().map(Message::Heard).into_iter().collect();
        while let Some(id) = program.roles.next_to_send() {
            if let Some(request) = program.requests.get(&id) {
                messages.push(Message::Request { id, operation: request.operation });
                messages.extend(request.values.iter().map(|&value| Message::Chunk { id, value }));
            }
        }
        messages.into_iter().for_each(|message| self.send(link, Side::Client, message));
    }

    pub(super) fn client_hears(&mut self, link: LinkId, message: Message) -> Result<(), String> {
        let Some(number) = self.programs.iter().position(|program| program.link == Some(link)) else {
            return Ok(());
        };
        let now = self.events.now();
        let program = &mut self.programs[number];
        (program.heard, program.asked) = (now, false);
        match (message, program.phase) {
            (Message::Began { verifier, incarnation }, Phase::Greeting) => {
                self.began(number, link, verifier, incarnation)
            }
            (Message::Opened { .. }, Phase::Opening(left)) => {
                program.phase = Phase::Opening(left - 1);
                if left == 1 {
                    self.is_up(number);
                }
                Ok(())
            }
            (Message::Answer { id, outcome }, _) => self.answered(number, id, outcome),
            (Message::Pong, _) => Ok(()),
            (other, phase) => Err(format!("the daemon says {other:?} in phase {phase:?}")),
        }
    }

    fn began(&mut self, number: usize, link: LinkId, verifier: u64, incarnation: u64) -> Result<(), String> {
        let program = &mut self.programs[number];
        let Began { is_known, open_again, troubles, failed, released } =
            program.roles.began(verifier, incarnation);
        if !is_known {
            program.requests.values_mut().for_each(|request| request.is_ambiguous = true);
        }
        released.iter().for_each(|id| _ = program.requests.remove(id));
        let own = program.number;
        for (file, _) in troubles {
            self.done.troubles += 1;
            let file = usize::try_from(file).unwrap_or(0);
            self.programs[number].deferred.insert(file);
            if file == own {
                self.checker.is_uncertain(file);
            }
        }
        for id in failed {
            self.tell(number, id, None)?;
        }
        let program = &mut self.programs[number];
        if !open_again && program.opened_once {
            self.is_up(number);
            return Ok(());
        }
        program.phase = Phase::Opening(2);
        for file in [program.number, program.shared] {
            self.send(link, Side::Client, Message::Open { file });
        }
        Ok(())
    }

    fn is_up(&mut self, number: usize) {
        let program = &mut self.programs[number];
        program.roles.restored();
        program.phase = Phase::Up;
        program.deadline = None;
        if !std::mem::replace(&mut program.opened_once, true) {
            [program.number, program.shared].iter().for_each(|&file| program.roles.opened(file as u64));
            self.events.after(0, Event::Step(number));
            self.events.after(LIVENESS.tick(), Event::Look(number));
        }
        self.flush(number);
    }

    fn answered(&mut self, number: usize, id: u64, outcome: Outcome) -> Result<(), String> {
        if outcome == Outcome::NotOpen {
            return Err(format!(
                "request {id} of program {number} is for a file that the daemon has not open"
            ));
        }
        let program = &mut self.programs[number];
        let is_ok = matches!(outcome, Outcome::Done | Outcome::Cells(_));
        let answered = program.roles.answered(id, is_ok);
        answered.released.iter().for_each(|id| _ = program.requests.remove(id));
        if answered.is_first {
            self.tell_kept(number, id, Some(outcome), answered.is_kept)?;
        } else if !answered.is_kept
            && let Some(request) = program.requests.remove(&id)
            && let Some(file) = request.operation.file()
        {
            // Acknowledged bytes that the daemon refuses the second time.
            program.deferred.insert(file);
            if file == number {
                self.checker.is_uncertain(file);
            }
        }
        while let Some(file) = self.programs[number].roles.wanted_sync() {
            self.issue_sync(number, usize::try_from(file).unwrap_or(0));
        }
        self.flush(number);
        Ok(())
    }

    /// A sync that the session issues itself.
    fn issue_sync(&mut self, number: usize, file: usize) {
        self.sequence += 1;
        let (sequence, since) = (self.sequence, self.events.now());
        let program = &mut self.programs[number];
        let operation = Operation::Sync { file };
        let id = program.roles.submit(RequestKind::Sync, Some(file as u64));
        let request = Request { operation, values: Vec::new(), sequence, since, is_ambiguous: false };
        program.requests.insert(id, request);
    }

    fn tell(&mut self, number: usize, id: u64, outcome: Option<Outcome>) -> Result<(), String> {
        self.tell_kept(number, id, outcome, false)
    }

    /// Reports a request's outcome to the program; `None`: its lock is lost.
    fn tell_kept(
        &mut self,
        number: usize,
        id: u64,
        outcome: Option<Outcome>,
        is_kept: bool,
    ) -> Result<(), String> {
        let program = &mut self.programs[number];
        let Some(request) = program.requests.get(&id) else { return Ok(()) };
        let (operation, sequence, is_ambiguous) = (request.operation, request.sequence, request.is_ambiguous);
        if !is_kept {
            program.requests.remove(&id);
        }
        let was_awaited = program.waits_for == Some(id);
        if was_awaited {
            program.waits_for = None;
            self.events.after(0, Event::Step(number));
        }
        let (own, shared) = (program.number, program.shared);
        match (operation, outcome) {
            (Operation::Lock { .. }, Some(Outcome::Done)) => program.critical = Some(Critical::Locked),
            (operation, None | Some(Outcome::DiskFailed)) if operation.file() == Some(shared) => {
                program.critical = program.critical.map(|_| Critical::Written);
            }
            (Operation::Write { file, .. } | Operation::SetSize { file, .. }, Some(Outcome::Done)) => {
                self.checker.acknowledged(file, sequence);
            }
            (Operation::Sync { file }, Some(Outcome::Done)) if file == own => {
                self.done.syncs += 1;
                self.checker.synced(file, sequence);
                self.checker.check_durable(file, &self.disk.synced(file))?;
                if was_awaited && program.steps_left == 0 {
                    program.end = Some(End::Done);
                }
            }
            (Operation::Sync { file }, Some(Outcome::DiskFailed)) if file == own => {
                self.checker.is_uncertain(file);
                if was_awaited && program.steps_left == 0 {
                    program.end = Some(End::Done);
                }
            }
            (Operation::Read { file }, Some(Outcome::Cells(cells))) => {
                self.checker.check_read(file, sequence, &cells)?;
            }
            (Operation::Create { .. } | Operation::Delete { .. }, Some(outcome)) => {
                if outcome == Outcome::WrongName && !is_ambiguous {
                    return Err(format!("request {id} of program {number} was carried out twice"));
                }
                program.name_is_there = matches!(operation, Operation::Create { .. });
            }
            _ => {}
        }
        Ok(())
    }

    /// The client checks whether the daemon is alive.
    pub(super) fn look(&mut self, number: usize) -> Result<(), String> {
        let now = self.events.now();
        let program = &mut self.programs[number];
        if program.end.is_some() {
            return Ok(());
        }
        if program.phase != Phase::Up && program.deadline.is_some_and(|deadline| now >= deadline) {
            self.give_up(number);
            return Ok(());
        }
        self.events.after(LIVENESS.tick(), Event::Look(number));
        let Some(since) = program.waiting_since() else { return Ok(()) };
        let silent = now.saturating_sub(program.heard.max(since));
        if silent > TIMEOUT + SLACK {
            return Err(format!("program {number} waits for {silent} us for a daemon that is silent"));
        }
        let (Some(link), Phase::Up) = (program.link, program.phase) else { return Ok(()) };
        match LIVENESS.look(now, program.heard, since, program.asked) {
            Look::Fine => Ok(()),
            Look::Ping => {
                program.asked = true;
                self.send(link, Side::Client, Message::Ping);
                Ok(())
            }
            Look::Cut => {
                self.close(link, Side::Client);
                self.client_lost(link)
            }
        }
    }

    pub(super) fn client_lost(&mut self, link: LinkId) -> Result<(), String> {
        let Some(number) = self.programs.iter().position(|program| program.link == Some(link)) else {
            return Ok(());
        };
        self.close(link, Side::Client);
        let program = &mut self.programs[number];
        program.link = None;
        program.phase = Phase::Down;
        program.asked = false;
        program.roles.line_lost();
        self.need_connection(number);
        Ok(())
    }

    /// A connection is made when it is needed.
    fn need_connection(&mut self, number: usize) {
        let now = self.events.now();
        let program = &mut self.programs[number];
        let is_needed = program.roles.has_unanswered() || !program.opened_once;
        if program.link.is_some() || program.end.is_some() || !is_needed {
            return;
        }
        if program.deadline.is_none() {
            program.deadline = Some(LIVENESS.give_up_at(now, now, program.heard));
        }
        let delay = self.choices.within(20 * MILLISECOND..500 * MILLISECOND);
        self.events.after(delay, Event::Connect(number));
    }

    pub(super) fn connect(&mut self, number: usize) -> Result<(), String> {
        let now = self.events.now();
        let program = &mut self.programs[number];
        if program.link.is_some() || program.end.is_some() {
            return Ok(());
        }
        if program.deadline.is_some_and(|deadline| now >= deadline) {
            self.give_up(number);
            return Ok(());
        }
        if !self.server.is_up() {
            self.need_connection(number);
            return Ok(());
        }
        self.done.connections += 1;
        let link = self.network.connect();
        self.server_connected(link);
        let program = &mut self.programs[number];
        let begin = program.roles.begin();
        if program.session == 0 {
            program.session = self.choices.number() | 1;
        }
        (program.link, program.phase) = (Some(link), Phase::Greeting);
        let message = Message::Begin { session: program.session, epoch: begin.epoch };
        self.send(link, Side::Client, message);
        if !self.programs[number].opened_once {
            self.events.after(LIVENESS.tick(), Event::Look(number));
        }
        Ok(())
    }

    fn give_up(&mut self, number: usize) {
        self.done.given_up += 1;
        let program = &mut self.programs[number];
        program.end = Some(End::GivenUp);
        if let Some(link) = program.link.take() {
            self.close(link, Side::Client);
        }
    }
}

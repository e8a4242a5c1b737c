// SPDX-License-Identifier: MIT OR Apache-2.0
//! The simulated daemon: it drives [`Served`] as the real one does. A connection's messages are executed one
//! after the other, which takes time; syncs and locks complete out of order.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use seaway_roles::store::{Admission, HeldLock, LockAdmission, Served, Start};

use super::message::{Message, Operation, Outcome};
use super::{CELLS, Event, TIMEOUT, World};
use crate::core::{LinkId, MILLISECOND, SECOND, Side, Time};

const DRAIN_WITHIN: Time = 5 * SECOND;

#[derive(Debug, Default)]
pub(super) struct Server {
    life: u64,
    is_up: bool,
    verifier: u64,
    paused_until: Time,
    sessions: BTreeMap<u64, Session>,
    connections: BTreeMap<LinkId, Connection>,
    /// The holder of each file's lock: session and request.
    holders: BTreeMap<usize, (u64, u64)>,
    waiting: VecDeque<(usize, u64, u64)>,
    names: BTreeSet<usize>,
    /// Sessions so far.
    made: u64,
}

#[derive(Debug)]
struct Session {
    incarnation: u64,
    served: Served<Outcome>,
    files: BTreeSet<usize>,
    /// Of the newest connection.
    link: Option<LinkId>,
}

#[derive(Debug, Default)]
struct Connection {
    session: Option<(u64, u64)>,
    is_served: bool,

    inbox: VecDeque<Message>,
    /// What is being executed.
    work: Option<Work>,
    /// The write whose cells are arriving: its id, file, next cell and number of cells left. `None` for the
    /// file: they are dropped.
    write: Option<(u64, Option<usize>, usize, usize)>,
}

#[derive(Debug, Clone, Copy)]
struct Work {
    id: u64,
    what: What,
}

#[derive(Debug, Clone, Copy)]
enum What {
    Operation(Operation),
    Cell { file: usize, cell: usize, value: u32, is_last: bool },
}

impl Server {
    pub(super) fn pause_until(&mut self, time: Time) {
        self.paused_until = self.paused_until.max(time);
    }

    pub(super) fn is_up(&self) -> bool {
        self.is_up
    }
}

impl World {
    pub(super) fn start_server(&mut self) {
        self.server.is_up = true;
        self.server.verifier = self.choices.number();
    }

    /// The daemon dies, alone or with its host.
    pub(super) fn kill_server(&mut self, with_host: bool) -> Result<(), String> {
        if !self.server.is_up {
            return Ok(());
        }
        self.done.restarts += 1;
        let is_silent = with_host && self.choices.once_in(2);
        let links: Vec<LinkId> = self.server.connections.keys().copied().collect();
        for link in links {
            if is_silent {
                self.network.host_died(link, Side::Server);
            } else {
                self.close(link, Side::Server);
            }
        }
        let (life, names) = (self.server.life + 1, std::mem::take(&mut self.server.names));
        self.server = Server { life, names, ..Server::default() };
        if with_host {
            self.disk.lose_power(&mut self.choices);
            let shared = self.programs.len();
            self.checker.power_is_lost(shared);
            for number in 0..shared {
                self.checker.check_durable(number, &self.disk.synced(number))?;
            }
        }
        let delay = self.choices.below(3 * SECOND);
        self.events.after(delay, Event::Start);
        Ok(())
    }

    pub(super) fn server_is_paused(&self, event: &Event) -> Option<Time> {
        let is_of_server = match event {
            Event::Applied(..) | Event::Synced(..) | Event::DrainEnds(..) | Event::GraceEnds(..) => true,
            Event::Delivery(delivery) => delivery.to == Side::Server,
            _ => false,
        };
        (is_of_server && self.server.paused_until > self.events.now()).then_some(self.server.paused_until)
    }

    pub(super) fn server_connected(&mut self, link: LinkId) {
        self.server.connections.insert(link, Connection::default());
    }

    pub(super) fn server_hears(&mut self, link: LinkId, message: Message) -> Result<(), String> {
        let Some(connection) = self.server.connections.get_mut(&link) else { return Ok(()) };
        connection.inbox.push_back(message);
        self.go_on(link)
    }

    fn drop_connection(&mut self, link: LinkId) {
        let Some(connection) = self.server.connections.remove(&link) else { return };
        self.close(link, Side::Server);
        let Some((session, epoch)) = connection.session else { return };
        let until = self.events.now() + TIMEOUT;
        if let Some(session) = self.server.sessions.get_mut(&session) {
            session.served.line_lost(epoch, until);
            let life = self.server.life;
            self.events.at(until, Event::GraceEnds(life));
        }
    }

    pub(super) fn grace_ends(&mut self, life: u64) -> Result<(), String> {
        if life != self.server.life {
            return Ok(());
        }
        let now = self.events.now();
        let (mut over, mut is_held_back) = (Vec::new(), false);
        for (&id, session) in &mut self.server.sessions {
            if session.served.expire(now) {
                over.push(id);
            } else {
                // A change is still being applied for it.
                is_held_back |= session.served.lost_until().is_some_and(|until| until <= now);
            }
        }
        if is_held_back {
            self.events.after(20 * MILLISECOND, Event::GraceEnds(life));
        }
        for id in over {
            self.server.sessions.remove(&id);
            self.server.waiting.retain(|(_, session, _)| *session != id);
            self.server.holders.retain(|_, (session, _)| *session != id);
        }
        self.grant_locks();
        Ok(())
    }

    /// Executes what a connection has received, until something takes time.
    fn go_on(&mut self, link: LinkId) -> Result<(), String> {
        loop {
            let Some(connection) = self.server.connections.get_mut(&link) else { return Ok(()) };
            if connection.work.is_some() || (connection.session.is_some() && !connection.is_served) {
                return Ok(());
            }
            let Some(message) = connection.inbox.pop_front() else { return Ok(()) };
            match message {
                Message::Begin { session, epoch } => self.begin(link, session, epoch),
                Message::Ping => self.send(link, Side::Server, Message::Pong),
                Message::Heard(id) => {
                    if let Some((session, epoch)) = self.of(link) {
                        session.served.heard(epoch, id);
                    }
                }
                Message::Open { file } => {
                    if let Some((session, _)) = self.of(link) {
                        session.files.insert(file);
                    }
                    self.send(link, Side::Server, Message::Opened { file });
                }
                Message::Request { id, operation } => self.carry_out(link, id, operation)?,
                Message::Chunk { id, value } => self.receive_cell(link, id, value)?,
                Message::End => self.drop_connection(link),
                other => return Err(format!("a client says {other:?}")),
            }
        }
    }

    fn of(&mut self, link: LinkId) -> Option<(&mut Session, u64)> {
        let (session, epoch) = self.server.connections.get(&link)?.session?;
        self.server.sessions.get_mut(&session).map(|session| (session, epoch))
    }

    fn begin(&mut self, link: LinkId, id: u64, epoch: u64) {
        let flaws = self.flaws;
        self.server.made += 1;
        let incarnation = self.server.made;
        let session = self.server.sessions.entry(id).or_insert_with(|| Session {
            incarnation,
            served: Served::new(flaws),
            files: BTreeSet::new(),
            link: None,
        });
        let start = session.served.begin(epoch);
        if start == Start::Stale {
            return self.drop_connection(link);
        }
        let older = session.link.replace(link).filter(|older| *older != link);
        if let Some(connection) = self.server.connections.get_mut(&link) {
            connection.session = Some((id, epoch));
        }
        // The real daemon shuts it down: what it has received already may still be executed, if nothing
        // fences it.
        if let Some(older) = older.filter(|_| !flaws.unfenced) {
            self.close(older, Side::Server);
        }
        let life = self.server.life;
        self.events.after(DRAIN_WITHIN, Event::DrainEnds(life, link));
        self.serve_if_ready(link);
    }

    fn serve_if_ready(&mut self, link: LinkId) {
        let verifier = self.server.verifier;
        let Some((session, epoch)) = self.of(link) else { return };
        if session.served.start(epoch) != Start::Ready {
            return;
        }
        let incarnation = session.incarnation;
        let Some(connection) = self.server.connections.get_mut(&link) else { return };
        if !std::mem::replace(&mut connection.is_served, true) {
            self.send(link, Side::Server, Message::Began { verifier, incarnation });
        }
    }

    pub(super) fn drain_ends(&mut self, life: u64, link: LinkId) {
        if life != self.server.life {
            return;
        }
        let is_begun = |connection: &Connection| connection.session.is_some() && !connection.is_served;
        if self.server.connections.get(&link).is_some_and(is_begun) {
            self.drop_connection(link);
        }
    }

    fn carry_out(&mut self, link: LinkId, id: u64, operation: Operation) -> Result<(), String> {
        let Some((session, _)) = self.of(link) else { return Ok(()) };
        if operation.file().is_some_and(|file| !session.files.contains(&file)) {
            if let (Operation::Write { cells, .. }, Some(connection)) =
                (operation, self.server.connections.get_mut(&link))
            {
                connection.write = Some((id, None, 0, cells));
            }
            self.answer(link, id, Outcome::NotOpen);
            return Ok(());
        }
        match operation {
            Operation::Read { file } => {
                let cells = self.disk.seen(file);
                self.answer(link, id, Outcome::Cells(cells));
                return Ok(());
            }
            Operation::Sync { file } => {
                let most = if self.choices.once_in(20) { 9 * SECOND } else { 20 * MILLISECOND };
                let (delay, life) = (self.choices.below(most), self.server.life);
                self.events.after(delay, Event::Synced(life, link, id, file));
                return Ok(());
            }
            Operation::Lock { file } => return self.lock(link, id, file),
            _ => {}
        }
        match session.served.admit(id) {
            Admission::Impossible => {
                return Err(format!("request {id} is sent again after its outcome was acknowledged"));
            }
            Admission::Repeat(outcome) => {
                if let (Operation::Write { cells, .. }, Some(connection)) =
                    (operation, self.server.connections.get_mut(&link))
                {
                    connection.write = Some((id, None, 0, cells));
                }
                self.answer(link, id, outcome);
                return Ok(());
            }
            Admission::Apply => {}
        }
        if let Operation::Write { file, cell, cells } = operation {
            if let Some(connection) = self.server.connections.get_mut(&link) {
                connection.write = Some((id, Some(file), cell, cells));
            }
            return Ok(());
        }
        self.work(link, Work { id, what: What::Operation(operation) });
        Ok(())
    }

    fn receive_cell(&mut self, link: LinkId, id: u64, value: u32) -> Result<(), String> {
        let Some(connection) = self.server.connections.get_mut(&link) else { return Ok(()) };
        let Some((of, file, cell, left)) = connection.write.filter(|write| write.0 == id) else {
            return Err(format!("a cell of request {id}, which is not being written"));
        };
        connection.write = (left > 1).then_some((of, file, cell + 1, left - 1));
        if let Some(file) = file {
            self.work(link, Work { id, what: What::Cell { file, cell, value, is_last: left == 1 } });
        }
        Ok(())
    }

    /// Begins to apply a change, which takes time. A fenced connection does nothing more.
    fn work(&mut self, link: LinkId, work: Work) {
        let Some((session, epoch)) = self.of(link) else { return };
        if !session.served.enter(epoch) {
            return self.drop_connection(link);
        }
        let most = if self.choices.once_in(100) { 7 * SECOND } else { 2 * MILLISECOND };
        let (delay, life) = (self.choices.below(most), self.server.life);
        if let Some(connection) = self.server.connections.get_mut(&link) {
            connection.work = Some(work);
        }
        self.events.after(delay, Event::Applied(life, link));
    }

    pub(super) fn applied(&mut self, life: u64, link: LinkId) -> Result<(), String> {
        if life != self.server.life {
            return Ok(());
        }
        let Some(connection) = self.server.connections.get_mut(&link) else { return Ok(()) };
        let Some(work) = connection.work.take() else { return Ok(()) };
        let Some((number, _)) = connection.session else { return Ok(()) };
        let fails = self.disk_fails && self.choices.once_in(30);
        let outcome = self.apply(number, work, fails)?;
        if let (Some(Outcome::DiskFailed), Some(connection)) =
            (outcome, self.server.connections.get_mut(&link))
            && let Some((_, file, ..)) = &mut connection.write
        {
            // The rest of it is dropped.
            *file = None;
        }
        if let Some(session) = self.server.sessions.get_mut(&number) {
            if let Some(outcome) = outcome {
                session.served.record(work.id, outcome);
            }
            session.served.leave();
        }
        if let Some(outcome) = outcome {
            self.answer(link, work.id, outcome);
        }
        // Another connection may have waited for this.
        let newest = self.server.sessions.get(&number).and_then(|session| session.link);
        if let Some(newest) = newest {
            self.serve_if_ready(newest);
            self.go_on(newest)?;
        }
        self.go_on(link)
    }

    /// Returns the outcome; `None` in the middle of a write.
    fn apply(&mut self, session: u64, work: Work, fails: bool) -> Result<Option<Outcome>, String> {
        let shared = self.programs.len();
        let check_lock = |holders: &BTreeMap<usize, (u64, u64)>, file: usize| {
            let held = file != shared || holders.get(&file).is_some_and(|(holder, _)| *holder == session);
            held.then_some(()).ok_or_else(|| {
                format!("request {} of session {session:x} is applied without the file's lock", work.id)
            })
        };
        match work.what {
            What::Cell { file, .. } if fails => {
                check_lock(&self.server.holders, file)?;
                return Ok(Some(Outcome::DiskFailed));
            }
            What::Cell { file, cell, value, is_last } => {
                check_lock(&self.server.holders, file)?;
                self.disk.write(file, cell, value);
                if file != shared {
                    self.checker.check_durable(file, &self.disk.seen(file))?;
                }
                return Ok(is_last.then_some(Outcome::Done));
            }
            What::Operation(Operation::SetSize { file, size }) => {
                if fails {
                    return Ok(Some(Outcome::DiskFailed));
                }
                self.disk.cut(file, size);
                self.checker.check_durable(file, &self.disk.seen(file))?;
            }
            What::Operation(Operation::Unlock { file }) => {
                if self.server.holders.get(&file).is_some_and(|(holder, _)| *holder == session) {
                    self.server.holders.remove(&file);
                }
                if let Some(session) = self.server.sessions.get_mut(&session) {
                    session.served.unlocked(u32::try_from(file).unwrap_or(0), 0, u64::MAX);
                }
                self.grant_locks();
            }
            What::Operation(Operation::Create { name }) => {
                if !self.server.names.insert(name) {
                    return Ok(Some(Outcome::WrongName));
                }
            }
            What::Operation(Operation::Delete { name }) => {
                if !self.server.names.remove(&name) {
                    return Ok(Some(Outcome::WrongName));
                }
            }
            What::Operation(_) => {}
        }
        Ok(Some(Outcome::Done))
    }

    pub(super) fn sync_ended(&mut self, life: u64, link: LinkId, id: u64, file: usize) -> Result<(), String> {
        if life != self.server.life {
            return Ok(());
        }
        if self.disk_fails && self.choices.once_in(10) {
            self.answer(link, id, Outcome::DiskFailed);
        } else {
            self.disk.sync(file);
            self.answer(link, id, Outcome::Done);
        }
        Ok(())
    }

    fn lock(&mut self, link: LinkId, id: u64, file: usize) -> Result<(), String> {
        let Some((number, _)) = self.server.connections.get(&link).and_then(|connection| connection.session)
        else {
            return Ok(());
        };
        let Some(session) = self.server.sessions.get_mut(&number) else { return Ok(()) };
        match session.served.admit_lock(id) {
            LockAdmission::Held => self.answer(link, id, Outcome::Done),
            LockAdmission::Awaited => {}
            LockAdmission::Impossible => return Err("more locks than allowed".into()),
            LockAdmission::Await => {
                self.server.waiting.push_back((file, number, id));
                self.grant_locks();
            }
        }
        Ok(())
    }

    fn grant_locks(&mut self) {
        let mut index = 0;
        while index < self.server.waiting.len() {
            let (file, number, id) = self.server.waiting[index];
            let is_free = self.server.holders.get(&file).is_none_or(|(holder, _)| *holder == number);
            if !is_free {
                index += 1;
                continue;
            }
            self.server.waiting.remove(index);
            let Some(session) = self.server.sessions.get_mut(&number) else { continue };
            let held = HeldLock { file: u32::try_from(file).unwrap_or(0), start: 0, end: CELLS as u64 };
            if session.served.lock_ended(id, Some(held)) {
                self.server.holders.insert(file, (number, id));
                if let Some(link) = session.link {
                    self.answer(link, id, Outcome::Done);
                }
            }
        }
    }

    fn answer(&mut self, link: LinkId, id: u64, outcome: Outcome) {
        let is_served = self.server.connections.get(&link).is_some_and(|connection| connection.is_served);
        if is_served {
            self.send(link, Side::Server, Message::Answer { id, outcome });
        }
    }
}

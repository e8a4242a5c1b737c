// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reconnection. A lost connection is re-established as soon as it is needed. The client first identifies its
//! session; if the daemon does not know the session any more, files are reopened before any other request.

use std::io::{self, IoSlice};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, random_bytes};
use seaway_device_api::{Error, ErrorKind, Extent, Operation, Result};
use seaway_messages::StoreMessage;
use seaway_roles::store::{Began, Span, Trouble};

use super::receiving::CREDIT;
use super::sending::encode;
use super::state::{Line, SessionState};
use super::task::{FileKey, Look, Opened};
use super::{Core, Incoming};

/// Initial delay between two attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

impl Core {
    /// Main loop of the receiving thread.
    pub(super) fn stay_connected(&self, mut channel: Arc<Channel>, mut incoming: Incoming) {
        loop {
            let why = self.receive_all(&channel, &mut incoming);
            channel.shut_down();
            match self.next_channel(&why) {
                Some((next, waiting)) => (channel, incoming) = (next, waiting),
                None => return,
            }
        }
    }

    /// `None`: no connection is needed any more, or none can be established.
    fn next_channel(&self, why: &io::Error) -> Option<(Arc<Channel>, Incoming)> {
        let mut state = self.lock();
        let lost = Instant::now();
        state.line_lost();
        self.changed.notify_all();
        self.work.notify_all();
        while !state.leaving && !state.has_unanswered() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let at = |time: Instant| self.micros(time);
        let deadline = self.liveness().give_up_at(at(Instant::now()), at(lost), at(state.heard));
        let deadline = self.started + Duration::from_micros(deadline);
        let leaving = state.leaving;
        drop(state);
        let renewed = match why.kind() {
            io::ErrorKind::ConnectionRefused => Err(refused(&why.to_string())),
            _ if leaving => Err(self.gone(why)),
            _ => self.renew(why, deadline),
        };
        let mut state = self.lock();
        let next = match renewed {
            Ok((channel, incoming, credit)) => {
                channel.set_deadline(None);
                let channel = Arc::new(channel);
                state.line = Line::Up(channel.clone());
                state.heard = Instant::now();
                state.credit = credit;
                Some((channel, incoming))
            }
            Err(error) => {
                state.give_up(&error);
                None
            }
        };
        drop(state);
        self.changed.notify_all();
        self.work.notify_all();
        next
    }

    fn renew(&self, why: &io::Error, deadline: Instant) -> Result<(Channel, Incoming, u64)> {
        let mut pause = FIRST_PAUSE;
        loop {
            let attempt = self.connector.connect(deadline).and_then(|channel| {
                channel.set_deadline(Some(deadline));
                let (incoming, credit) = self.restore(&channel)?;
                Ok((channel, incoming, credit))
            });
            let error = match attempt {
                Ok(renewed) => return Ok(renewed),
                Err(error) => error,
            };
            if self.lock().leaving {
                return Err(self.gone(why));
            }
            // A peer that refuses access will not change its mind a moment later.
            if error.kind() == ErrorKind::AccessDenied || Instant::now() + pause >= deadline {
                return Err(self.gone(why).with_source(error));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Identifies the session, and reopens files that the daemon no longer has open.
    pub(super) fn restore(&self, channel: &Channel) -> Result<(Incoming, u64)> {
        let mut talk = Talk { channel, incoming: Incoming::new(), credit: 0 };
        let begin = self.lock().introduce(self.timeout)?;
        let StoreMessage::Began { verifier, incarnation } = talk.ask(&begin)? else {
            return Err(super::senseless(Operation::Open));
        };
        talk.say(&[StoreMessage::Credit { bytes: CREDIT }])?;
        let mut state = self.lock();
        let must_open = state.began(verifier, incarnation);
        let files = if must_open { state.files.to_open() } else { Vec::new() };
        drop(state);
        self.changed.notify_all();
        for (key, look, identity) in files {
            let opened = talk.open_again(&look, identity)?;
            self.lock().files.opened_again(key, opened);
        }
        self.lock().roles.restored();
        Ok((talk.incoming, talk.credit))
    }

    fn gone(&self, why: &io::Error) -> Error {
        let detail = format!(
            "the connection to {} was lost ({why}) and could not be re-established within seaway_timeout; is the daemon still running there?",
            self.connector.host()
        );
        Error::new(ErrorKind::Io, Operation::Wait).with_detail(detail)
    }
}

impl SessionState {
    fn introduce(&mut self, grace: Duration) -> Result<StoreMessage> {
        let begin = self.roles.begin();
        if self.identity == [0; 16] {
            self.identity = random_bytes()?;
        }
        let grace = u64::try_from(grace.as_millis()).unwrap_or(u64::MAX);
        Ok(StoreMessage::Begin { session: self.identity, epoch: begin.epoch, grace })
    }

    /// True: files must be reopened.
    fn began(&mut self, verifier: u64, incarnation: u64) -> bool {
        let Began { is_known, open_again, troubles, failed, released } =
            self.roles.began(verifier, incarnation);
        self.unsynced.release(&released);
        if is_known {
            // Earlier requests have their first outcome.
            self.requests.values_mut().for_each(|request| request.asked_before = false);
        }
        for (file, trouble) in troubles {
            let error = self.files.explain_file(FileKey(file), error_of(trouble));
            let of_file = |id: &&u64| {
                let request = self.requests.get(*id);
                request.is_some_and(|request| request.task.file() == Some(FileKey(file)))
            };
            let waiting: Vec<u64> = failed.iter().filter(of_file).copied().collect();
            let is_told =
                waiting.iter().any(|id| self.requests.get(id).is_some_and(|request| !request.unattended));
            waiting.iter().for_each(|&id| self.finish(id, Err(error.clone())));
            // A caller that waits for a request has already got the error then.
            if !is_told || matches!(trouble, Trouble::BytesLost(_)) {
                self.files.defer(FileKey(file), error);
            }
        }
        open_again
    }
}

fn error_of(trouble: Trouble) -> Error {
    let extent = |span: Span| Extent::new(span.start, span.end - span.start);
    match trouble {
        Trouble::BytesLost(span) => Error::new(ErrorKind::Io, Operation::Sync).with_extent(extent(span)).with_detail(
            "the daemon has restarted, and bytes that were written but not synced may be lost: write them again (the hint seaway_unsynced sets how many are kept for resending)",
        ),
        Trouble::LockLost(span) => Error::new(ErrorKind::Io, Operation::Lock).with_extent(extent(span)).with_detail(
            "the lock on these bytes was lost because the daemon has restarted or the connection was down for longer than seaway_timeout; other processes may have changed them since",
        ),
    }
}

/// One request at a time, before the normal flow of requests resumes.
struct Talk<'a> {
    channel: &'a Channel,
    incoming: Incoming,
    credit: u64,
}

impl Talk<'_> {
    /// The outer error: the connection is lost again. The inner one: the file cannot be reopened.
    fn open_again(&mut self, look: &Look, identity: (u64, u64)) -> Result<Result<Opened>> {
        match self.ask(&look.message(0))? {
            StoreMessage::Opened { file, device, inode, .. } if (device, inode) == identity => {
                Ok(Ok(Opened { handle: file, identity }))
            }
            StoreMessage::Opened { file, .. } => {
                self.ask(&StoreMessage::Close { id: 0, file })?;
                let detail = "the connection was lost, and the name now refers to another file";
                Ok(Err(Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)))
            }
            StoreMessage::Failed { kind, text, .. } => {
                let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
                let detail = format!("the connection was lost, and the file cannot be reopened: {text}");
                Ok(Err(Error::new(kind, Operation::Open).with_detail(detail)))
            }
            _ => Err(super::senseless(Operation::Open)),
        }
    }

    fn ask(&mut self, question: &StoreMessage) -> Result<StoreMessage> {
        self.say(std::slice::from_ref(question))?;
        loop {
            match self.incoming.message(self.channel).map_err(broken)? {
                StoreMessage::Credit { bytes } => self.credit = self.credit.saturating_add(bytes),
                StoreMessage::Ping { number } => self.say(&[StoreMessage::Pong { number }])?,
                StoreMessage::Refused { text, .. } => return Err(refused(&text)),
                answer => return Ok(answer),
            }
        }
    }

    fn say(&self, messages: &[StoreMessage]) -> Result<()> {
        let mut frames = Vec::new();
        messages.iter().try_for_each(|message| encode(message, &mut frames))?;
        self.channel.write_all_vectored(&[IoSlice::new(&frames)]).map_err(broken)
    }
}

/// The daemon refuses to serve this client, for this reason.
fn refused(reason: &str) -> Error {
    Error::new(ErrorKind::Io, Operation::Open).with_detail(reason)
}

fn broken(error: io::Error) -> Error {
    Error::from_io(Operation::Open, error)
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A connection that is lost is made anew as soon as somebody needs it: files are opened and locks taken again before
//! anything else is asked.

use std::io::{self, IoSlice};
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_proto::StoreMessage;
use seaway_wire::Channel;

use super::receiving::CREDIT;
use super::sending::encode;
use super::state::Line;
use super::task::{Look, Opened, Question};
use super::{Core, Incoming};

/// Between two attempts to connect.
const FIRST_PAUSE: Duration = Duration::from_millis(20);
const LONGEST_PAUSE: Duration = Duration::from_millis(500);

impl Core {
    /// The life of the thread that receives.
    pub(super) fn stay_connected(&self, mut channel: Arc<Channel>) {
        let mut incoming = Incoming::new();
        loop {
            let why = self.receive_all(&channel, &mut incoming);
            channel.shut_down();
            match self.next_channel(&why) {
                Some((next, waiting)) => (channel, incoming) = (next, waiting),
                None => return,
            }
        }
    }

    /// `None`: no connection is needed any more, or none can be had.
    fn next_channel(&self, why: &io::Error) -> Option<(Arc<Channel>, Incoming)> {
        let mut state = self.lock();
        let lost = Instant::now();
        state.line_lost();
        self.changed.notify_all();
        self.work.notify_all();
        while !state.leaving && !state.has_unanswered() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let silent = lost.saturating_duration_since(state.heard).min(self.timeout / 2);
        let leaving = state.leaving;
        drop(state);
        // A little less than is allowed: other ranks have to hear of it.
        let deadline = Instant::now() + self.timeout * 9 / 10 - silent;
        let renewed = if leaving { Err(self.gone(why)) } else { self.renew(why, deadline) };
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
            // Who does not let us in will not do so a moment later.
            if error.kind() == ErrorKind::AccessDenied || Instant::now() + pause >= deadline {
                return Err(self.gone(why).with_source(error));
            }
            thread::sleep(pause);
            pause = (pause * 2).min(LONGEST_PAUSE);
        }
    }

    /// Opens files and takes locks on a new connection, as they were on the old one.
    fn restore(&self, channel: &Channel) -> Result<(Incoming, u64)> {
        let mut talk = Talk { channel, incoming: Incoming::new(), credit: 0 };
        talk.say(&[StoreMessage::Credit { bytes: CREDIT }])?;
        let files = self.lock().files.to_open();
        for (key, look, identity) in files {
            let opened = talk.open_again(&look, identity)?;
            self.lock().files.opened_again(key, opened);
        }
        let locks = self.lock().files.held_locks();
        for (handle, extent, exclusive) in locks {
            talk.ask(&Question::Lock { extent, exclusive }.message(0, handle))?;
        }
        Ok((talk.incoming, talk.credit))
    }

    fn gone(&self, why: &io::Error) -> Error {
        let detail = format!(
            "the connection to {} is lost ({why}) and could not be made anew within seaway_timeout; is the daemon still running there?",
            self.connector.host()
        );
        Error::new(ErrorKind::Io, Operation::Wait).with_detail(detail)
    }
}

/// One question after the other, before requests flow again.
struct Talk<'a> {
    channel: &'a Channel,
    incoming: Incoming,
    credit: u64,
}

impl Talk<'_> {
    /// The outer error: the connection is lost again. The inner one: the file is.
    fn open_again(&mut self, look: &Look, identity: (u64, u64)) -> Result<Result<Opened>> {
        match self.ask(&look.message(0))? {
            StoreMessage::Opened { file, device, inode, .. } if (device, inode) == identity => {
                Ok(Ok(Opened { handle: file, identity }))
            }
            StoreMessage::Opened { file, .. } => {
                self.ask(&StoreMessage::Close { id: 0, file })?;
                let detail = "the connection was lost, and another file has its name now";
                Ok(Err(Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)))
            }
            StoreMessage::Failed { kind, text, .. } => {
                let kind = ErrorKind::from_code(kind).unwrap_or(ErrorKind::Io);
                let detail = format!("the connection was lost, and the file cannot be opened again: {text}");
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

fn broken(error: io::Error) -> Error {
    Error::from_io(Operation::Open, error)
}

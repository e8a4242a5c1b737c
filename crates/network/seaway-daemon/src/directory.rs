// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Directory`]: which program writes which name. An entry lives as long as the connection that registered
//! it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use seaway_channel::Channel;
use seaway_messages::{Contact, DirectoryMessage, Service as Kind};

use crate::conversation::{Answer, Answers, Conversation};
use crate::door::{Admitted, Service};
use crate::lot::Manners;

/// Maximum number of names of one connection.
const MAX_NAMES: usize = 64;

#[derive(Debug, Default)]
pub struct Directory {
    names: Mutex<HashMap<String, Writers>>,
}

#[derive(Debug)]
struct Writers {
    contacts: Vec<Contact>,
    /// The owner of the entry: both end together.
    connection: Arc<Channel>,
}

/// The names of one connection, which end with it.
struct Names {
    directory: Arc<Directory>,
    connection: Arc<Channel>,
}

impl Service for Directory {
    fn kind(&self) -> Kind {
        Kind::Directory
    }

    fn serve(self: Arc<Self>, admitted: Admitted) {
        let Admitted { channel, lot, counted } = admitted;
        let names = Names { directory: self, connection: Arc::clone(&channel) };
        // A client that cannot be served sees the connection end.
        let _ = lot.enter(vec![Arc::clone(&channel)], Manners::CutOff, |_| {
            Box::new(Conversation::new(channel, names, None, counted))
        });
    }

    fn refuse(&self, channel: &Channel, reason: &str) {
        let mut frame = Vec::new();
        let refused = DirectoryMessage::Refused { text: reason.into() };
        if refused.encode(&mut frame).is_ok() {
            let _ = channel.write_all_vectored(&[IoSlice::new(&frame)]);
        }
    }
}

impl Answers for Names {
    fn answer(&mut self, kind: u16, body: &[u8]) -> io::Result<Answer> {
        let answer = self.directory.answer(DirectoryMessage::decode(kind, body)?, &self.connection);
        let mut frame = Vec::new();
        answer.encode(&mut frame)?;
        Ok(Answer::Next(frame))
    }
}

impl Drop for Names {
    fn drop(&mut self) {
        self.directory.lock().retain(|_, writers| !Arc::ptr_eq(&writers.connection, &self.connection));
    }
}

impl Directory {
    fn answer(&self, message: DirectoryMessage, connection: &Arc<Channel>) -> DirectoryMessage {
        match message {
            DirectoryMessage::Register { name, contacts } => {
                match self.register(name, contacts, connection) {
                    Ok(()) => DirectoryMessage::Registered,
                    Err(text) => DirectoryMessage::Refused { text },
                }
            }
            DirectoryMessage::LookUp { name } => match self.lock().get(&name) {
                Some(writers) => DirectoryMessage::Found { contacts: writers.contacts.clone() },
                None => DirectoryMessage::NotFound,
            },
            _ => DirectoryMessage::Refused { text: "this message is a reply, not a request".into() },
        }
    }

    fn register(
        &self,
        name: String,
        contacts: Vec<Contact>,
        connection: &Arc<Channel>,
    ) -> Result<(), String> {
        let mut names = self.lock();
        let own = names.values().filter(|writers| Arc::ptr_eq(&writers.connection, connection)).count();
        if own >= MAX_NAMES {
            return Err(format!("one program may register at most {MAX_NAMES} names at a time"));
        }
        let writers = Writers { contacts, connection: Arc::clone(connection) };
        match names.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(writers);
            }
            // It is about to be removed.
            Entry::Occupied(mut entry) if entry.get().connection.has_ended() => {
                entry.insert(writers);
            }
            Entry::Occupied(entry) => return Err(format!("{} already uses this name", holder(entry.get()))),
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Writers>> {
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn holder(writers: &Writers) -> String {
    match writers.contacts.first() {
        Some(contact) => format!("{} (process {} on {})", contact.program, contact.pid, contact.host_name),
        None => "another program".into(),
    }
}

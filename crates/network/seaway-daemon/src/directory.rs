// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Directory`]: who writes which name. An entry lives as long as the connection that made it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::{self, IoSlice};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use seaway_proto::{Contact, DirectoryMessage, Service as Kind};
use seaway_wire::{Channel, read_frame};

use crate::door::Service;

/// Names that one connection may have at a time.
const MAX_NAMES: usize = 64;
const TAKE_WITHIN: Duration = Duration::from_secs(10);

#[derive(Debug, Default)]
pub struct Directory {
    names: Mutex<HashMap<String, Writers>>,
    connections: Mutex<Vec<Weak<Channel>>>,
}

#[derive(Debug)]
struct Writers {
    contacts: Vec<Contact>,
    /// Whose entry it is: it ends when that does.
    connection: Arc<Channel>,
}

impl Service for Directory {
    fn kind(&self) -> Kind {
        Kind::Directory
    }

    fn serve(&self, channel: Channel) {
        let connection = Arc::new(channel);
        {
            let mut connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
            connections.retain(|connection| connection.strong_count() > 0);
            connections.push(Arc::downgrade(&connection));
        }
        let _ = self.answer_all(&connection);
        self.lock().retain(|_, writers| !Arc::ptr_eq(&writers.connection, &connection));
    }

    fn leave(&self) {
        let connections = self.connections.lock().unwrap_or_else(PoisonError::into_inner);
        connections.iter().filter_map(Weak::upgrade).for_each(|connection| connection.shut_down());
    }
}

impl Directory {
    fn answer_all(&self, connection: &Arc<Channel>) -> io::Result<()> {
        let mut frame = Vec::new();
        while let Some((kind, body)) = read_frame(&mut &**connection)? {
            let answer = self.answer(DirectoryMessage::decode(kind, &body)?, connection);
            frame.clear();
            answer.encode(&mut frame)?;
            // Who does not take its answer is given up.
            connection.set_deadline(Some(Instant::now() + TAKE_WITHIN));
            connection.write_all_vectored(&[IoSlice::new(&frame)])?;
            connection.set_deadline(None);
        }
        Ok(())
    }

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
            _ => DirectoryMessage::Refused { text: "this is an answer, not a question".into() },
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
            return Err(format!("one program may have {MAX_NAMES} names at a time"));
        }
        let writers = Writers { contacts, connection: Arc::clone(connection) };
        match names.entry(name) {
            Entry::Vacant(entry) => {
                entry.insert(writers);
            }
            // Its thread is about to take it away.
            Entry::Occupied(mut entry) if entry.get().connection.has_ended() => {
                entry.insert(writers);
            }
            Entry::Occupied(entry) => return Err(format!("{} has this name", holder(entry.get()))),
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

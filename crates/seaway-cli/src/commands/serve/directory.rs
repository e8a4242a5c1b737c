// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Directory`]: who writes which name. An entry lives as long as the connection that made it.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Write;
use std::net::TcpStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustix::io::Errno;
use rustix::net::{RecvFlags, recv};
use seaway_devices::read_frame;
use seaway_proto::{Contact, DirectoryMessage, Service as Kind};

use super::door::Service;

/// Names that one connection may have at a time.
const MAX_NAMES: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Directory {
    names: Mutex<HashMap<String, Writers>>,
}

#[derive(Debug)]
struct Writers {
    contacts: Vec<Contact>,
    /// Whose entry it is.
    connection: Arc<TcpStream>,
}

impl Service for Directory {
    fn kind(&self) -> Kind {
        Kind::Directory
    }

    fn serve(&self, connection: TcpStream) {
        let connection = Arc::new(connection);
        let _ = self.answer_all(&connection);
        self.lock().retain(|_, writers| !Arc::ptr_eq(&writers.connection, &connection));
    }
}

impl Directory {
    fn answer_all(&self, connection: &Arc<TcpStream>) -> anyhow::Result<()> {
        let mut stream = &**connection;
        let mut frame = Vec::new();
        while let Some((kind, body)) = read_frame(&mut stream)? {
            let answer = self.answer(DirectoryMessage::decode(kind, &body)?, connection);
            frame.clear();
            answer.encode(&mut frame)?;
            stream.write_all(&frame)?;
        }
        Ok(())
    }

    fn answer(&self, message: DirectoryMessage, connection: &Arc<TcpStream>) -> DirectoryMessage {
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
        connection: &Arc<TcpStream>,
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
            Entry::Occupied(mut entry) if has_gone(&entry.get().connection) => {
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

/// The other end is closed. What it said last does not matter.
fn has_gone(connection: &TcpStream) -> bool {
    let mut byte = [0];
    match recv(connection, &mut byte, RecvFlags::PEEK | RecvFlags::DONTWAIT) {
        Ok((_, received)) => received == 0,
        Err(Errno::AGAIN | Errno::INTR) => false,
        Err(_) => true,
    }
}

fn holder(writers: &Writers) -> String {
    match writers.contacts.first() {
        Some(contact) => format!("{} (process {} on {})", contact.program, contact.pid, contact.host_name),
        None => "another program".into(),
    }
}

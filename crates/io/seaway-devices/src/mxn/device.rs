// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MxnDevice`]: brings the ranks of two programs together.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use seaway_channel::Secret;
use seaway_device_api::{
    Alone, Device, DeviceFile, DevicePath, Error, ErrorKind, OpenFlags, OpenOptions, OpenTogether, Operation,
    Ranks, Result,
};
use seaway_messages::{Contact, MxnMessage, Side};
use seaway_roles::stream::{Look, Search, Step, Surrender, Tried, Try};

use super::file::{End, MxnFile};
use super::options::MxnOptions;
use super::party::Party;
use super::rank_messages::{exchange, share, told};
use super::reader::Reader;
use super::rendezvous::Rendezvous;
use super::wait_monitor::WaitMonitor;
use super::writer::Writer;
use crate::link::{Identity, Listener, LocalName, Window, describe, is_silence, own_contact};

#[derive(Debug)]
pub struct MxnDevice;

impl Device for MxnDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        self.open_together(path, options, &Alone)
    }

    /// There is nothing that outlives its programs.
    fn delete(&self, path: &DevicePath) -> Result<()> {
        Err(Error::new(ErrorKind::NoSuchFile, Operation::Delete)
            .with_path(format!("mxn:{path}"))
            .with_detail("a stream does not exist after it is closed; there is nothing to delete"))
    }

    fn together(&self) -> Option<&dyn OpenTogether> {
        Some(self)
    }
}

impl OpenTogether for MxnDevice {
    fn open_together(
        &self,
        path: &DevicePath,
        options: &OpenOptions,
        ranks: &dyn Ranks,
    ) -> Result<Box<dyn DeviceFile>> {
        let flags = options.flags;
        if flags.contains(OpenFlags::READ | OpenFlags::WRITE) {
            let text =
                "a stream is written by one program and read by another: open it write-only or read-only";
            return Err(Error::new(ErrorKind::AccessMode, Operation::Open).with_detail(text));
        }
        let opening = Opening { path, options, ranks };
        if flags.contains(OpenFlags::WRITE) { opening.writer() } else { opening.reader() }
    }
}

struct Opening<'a> {
    path: &'a DevicePath,
    options: &'a OpenOptions,
    ranks: &'a dyn Ranks,
}

impl Opening<'_> {
    fn writer(self) -> Result<Box<dyn DeviceFile>> {
        // Ranks exchange errors too, so that no rank waits for one that has failed.
        let prepared = self.rendezvous().and_then(|(rendezvous, options)| {
            let name = if self.ranks.rank() == 0 { rendezvous.local_name() } else { LocalName::Fresh };
            let window = Arc::new(Window::create(options.window_bytes)?);
            let listener = Listener::bind(name, rendezvous.crosses_hosts())?;
            let (party, listener) = self.party(Side::Writer, options, listener, Some(window.clone()))?;
            Ok((rendezvous, party, listener, window))
        });
        // A reader that comes while ranks of this program still have to come to open gets answers: it waits for a live program.
        let prepared = prepared.and_then(|(rendezvous, party, listener, window)| {
            let writer = Writer::new(party.clone(), window);
            let guard = listener.serve(party.identity.clone(), writer.events())?;
            Ok((rendezvous, party, writer, guard))
        });
        let group = self.exchange(prepared.as_ref().map(|(_, party, ..)| &party.identity.contact))?;
        let (rendezvous, party, writer, guard) = prepared?;
        party.set_group(group);
        writer.admit_readers();
        let announcement =
            if self.ranks.rank() == 0 { Some(rendezvous.announce(&party.identity.contact)?) } else { None };
        Ok(Box::new(MxnFile::new(End::Writer(writer), guard, announcement)))
    }

    fn reader(self) -> Result<Box<dyn DeviceFile>> {
        let prepared = self.rendezvous().and_then(|(rendezvous, options)| {
            let listener = Listener::bind(LocalName::Fresh, rendezvous.crosses_hosts())?;
            let (party, listener) = self.party(Side::Reader, options, listener, None)?;
            Ok((rendezvous, party, listener))
        });
        let group = self.exchange(prepared.as_ref().map(|(_, party, _)| &party.identity.contact))?;
        let (rendezvous, party, listener) = prepared?;
        party.set_group(group);
        let reader = Reader::new(party.clone());
        let guard = listener.serve(party.identity.clone(), reader.events())?;
        self.give_up_with(&party, Arc::downgrade(&reader));
        let attached = if self.ranks.rank() == 0 { find(&rendezvous, &reader).map(Some) } else { Ok(None) };
        // Ranks that wait for rank 0 no longer know why.
        let shared =
            share(self.ranks, attached).map_err(|error| party.error(Operation::Open).unwrap_or(error));
        let MxnMessage::Attached { reader: number, contacts } = shared? else {
            return Err(Error::new(ErrorKind::Internal, Operation::Open));
        };
        reader.set_attached(number, contacts);
        Ok(Box::new(MxnFile::new(End::Reader(reader), guard, None)))
    }

    /// While ranks wait for rank 0, which looks for the writers, they look after it.
    fn give_up_with(&self, party: &Arc<Party>, reader: Weak<Reader>) {
        let party = Arc::downgrade(party);
        self.ranks.give_up_when(Arc::new(move || match (party.upgrade(), reader.upgrade()) {
            (Some(party), Some(reader)) => party.waits_in_vain(&reader.events()),
            _ => false,
        }));
    }

    fn rendezvous(&self) -> Result<(Rendezvous, MxnOptions)> {
        let options = MxnOptions::from_hints(&self.options.hints)?;
        Ok((Rendezvous::parse(self.path.as_str(), options.timeout)?, options))
    }

    fn party(
        &self,
        side: Side,
        options: MxnOptions,
        listener: Listener,
        window: Option<Arc<Window>>,
    ) -> Result<(Arc<Party>, Listener)> {
        let rank = u32::try_from(self.ranks.rank()).unwrap_or(u32::MAX);
        let contact = own_contact(side, &program_name(), rank, &listener)?;
        let identity = Arc::new(Identity::new(contact, Secret::load()?, window, options.direct_links));
        Ok((Arc::new(Party::new(identity, format!("mxn:{}", self.path), options)), listener))
    }

    /// Collective: the contacts of all ranks, or the error of the first rank that failed.
    fn exchange(&self, mine: std::result::Result<&Contact, &Error>) -> Result<Vec<Contact>> {
        let attached =
            |contact: &Contact| Some(MxnMessage::Attached { reader: 0, contacts: vec![contact.clone()] });
        let all = exchange(self.ranks, Operation::Open, mine.map(attached))?;
        if mine.is_err() {
            return Ok(Vec::new());
        }
        let contact = |(rank, bytes): (usize, &Vec<u8>)| match told(rank, bytes, Operation::Open)? {
            MxnMessage::Attached { contacts, .. } => contacts.into_iter().next().ok_or_else(not_a_contact),
            _ => Err(not_a_contact()),
        };
        all.iter().enumerate().map(contact).collect()
    }
}

/// Waits for the writers, and asks to read.
fn find(rendezvous: &Rendezvous, reader: &Reader) -> Result<MxnMessage> {
    let (party, options) = (&reader.party, &reader.party.options);
    let now = || party.time(Instant::now());
    let mut search = Search::new(options.timeout, options.wait, rendezvous.place_count(), now());
    let mut monitor = WaitMonitor::new(party);
    let mut silent = HashMap::new();
    let mut step = search.begin();
    loop {
        step = match step {
            Step::Try(within) => {
                party.check(Operation::Open)?;
                let (place, contact) = rendezvous.look_up(within)?;
                let Some(first) = contact else {
                    step = search.go_on(Look { place, found: None }, now());
                    continue;
                };
                let began = now();
                let tried = match reader.attach(&first, within) {
                    Ok(answer) => return Ok(answer),
                    Err(error) => absence(error)?,
                };
                if tried == Tried::Silent {
                    silent.insert(place, first.clone());
                }
                let found = Some(Try { who: &process(&first), began, tried });
                search.go_on(Look { place, found }, now())
            }
            Step::Pause(pause) => {
                let text =
                    || format!("waiting for a writer of {}; looking {}", party.name, rendezvous.places());
                monitor.tell_once(text);
                // After the ranks of this program: nobody else may be left that would ask for it.
                monitor.look_around(party, Vec::new, 0, &reader.events());
                std::thread::sleep(pause);
                search.next_try(now())
            }
            Step::Surrender(Surrender::Silent(place, silence)) => {
                return Err(unanswered(party, rendezvous, silent.get(&place), silence));
            }
            Step::Surrender(Surrender::Nobody(waited)) => {
                return Err(options.nobody_came(&party.name, "writer", waited, Operation::Open));
            }
        }
    }
}

/// What an error of attaching says about the writer, if it is not one for the program.
fn absence(error: Error) -> Result<Tried> {
    match error.kind() {
        _ if is_silence(&error) => Ok(Tried::Silent),
        ErrorKind::NoSuchFile => Ok(Tried::Nobody),
        // It has gone in this very moment; another may come.
        ErrorKind::PeerLost => Ok(Tried::Gone),
        _ => Err(error),
    }
}

/// One process that may be a writer's rank 0, as [`Search`] knows it.
fn process(first: &Contact) -> String {
    format!("{} {} {:?}", first.unix, first.pid, first.host)
}

/// `first`: the contact that did not answer. One that was looked for on this host has no name before it answers.
fn unanswered(party: &Party, rendezvous: &Rendezvous, first: Option<&Contact>, silence: Duration) -> Error {
    let named = first.filter(|first| !first.program.is_empty());
    let who = named.map_or_else(|| "its rank 0".to_owned(), describe);
    let detail = format!(
        "the writer that was looked for {} does not answer after {:.1} s: {who} is stopped, or its host is \
         gone; the hint seaway_timeout sets how long a peer may be silent",
        rendezvous.places(),
        silence.as_secs_f64()
    );
    Error::new(ErrorKind::Io, Operation::Open).with_path(&party.name).with_detail(detail)
}

fn not_a_contact() -> Error {
    Error::new(ErrorKind::Internal, Operation::Open)
        .with_detail("a rank sent contacts that cannot be decoded")
}

fn program_name() -> String {
    let path = std::env::current_exe().ok();
    let name =
        path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "a program".to_owned())
}

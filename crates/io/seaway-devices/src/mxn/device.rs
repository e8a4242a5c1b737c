// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`MxnDevice`]: brings the ranks of two programs together.

use std::sync::Arc;
use std::time::Duration;

use seaway_device::{
    Alone, Device, DeviceFile, DevicePath, Error, ErrorKind, OpenFlags, OpenOptions, OpenTogether, Operation,
    Ranks, Result,
};
use seaway_proto::{Contact, MxnMessage, Side};
use seaway_wire::Secret;

use super::file::{End, MxnFile};
use super::meeting::Meeting;
use super::options::MxnOptions;
use super::party::Party;
use super::reader::Reader;
use super::telling::{exchange, share, told};
use super::vigil::Vigil;
use super::writer::Writer;
use crate::link::{Identity, Listener, LocalName, Window, own_contact};

/// How often a reader looks for its writer.
const LOOK_UP: Duration = Duration::from_millis(2);

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
            .with_detail("a stream is gone when it is closed; there is nothing to delete"))
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
        // Ranks tell each other even what went wrong: nobody may wait for one that has left.
        let prepared = self.meeting().and_then(|meeting| {
            let name = if self.ranks.rank() == 0 { meeting.local_name() } else { LocalName::Fresh };
            let options = MxnOptions::from_hints(&self.options.hints)?;
            let window = Arc::new(Window::create(options.window_bytes)?);
            let listener = Listener::bind(name, meeting.crosses_hosts())?;
            let (party, listener) = self.party(Side::Writer, options, listener, Some(window.clone()))?;
            Ok((meeting, party, listener, window))
        });
        let group = self.exchange(prepared.as_ref().map(|(_, party, ..)| &party.identity.contact))?;
        let (meeting, party, listener, window) = prepared?;
        party.set_group(group);
        let writer = Writer::new(party.clone(), window);
        let guard = listener.serve(party.identity.clone(), writer.events())?;
        let announcement =
            if self.ranks.rank() == 0 { Some(meeting.announce(&party.identity.contact)?) } else { None };
        Ok(Box::new(MxnFile::new(End::Writer(writer), guard, announcement)))
    }

    fn reader(self) -> Result<Box<dyn DeviceFile>> {
        let prepared = self.meeting().and_then(|meeting| {
            let options = MxnOptions::from_hints(&self.options.hints)?;
            let listener = Listener::bind(LocalName::Fresh, meeting.crosses_hosts())?;
            let (party, listener) = self.party(Side::Reader, options, listener, None)?;
            Ok((meeting, party, listener))
        });
        let group = self.exchange(prepared.as_ref().map(|(_, party, _)| &party.identity.contact))?;
        let (meeting, party, listener) = prepared?;
        party.set_group(group);
        let reader = Reader::new(party.clone());
        let guard = listener.serve(party.identity.clone(), reader.events())?;
        let attached = if self.ranks.rank() == 0 { find(&meeting, &reader).map(Some) } else { Ok(None) };
        let MxnMessage::Attached { reader: number, contacts } = share(self.ranks, attached)? else {
            return Err(Error::new(ErrorKind::Internal, Operation::Open));
        };
        reader.set_attached(number, contacts);
        Ok(Box::new(MxnFile::new(End::Reader(reader), guard, None)))
    }

    fn meeting(&self) -> Result<Meeting> {
        Meeting::parse(self.path.as_str())
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

    /// Collective: everybody's contact, or why the first that has none has failed.
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
fn find(meeting: &Meeting, reader: &Reader) -> Result<MxnMessage> {
    let mut vigil = Vigil::new();
    loop {
        if let Some(first) = meeting.look_up()? {
            match reader.attach(&first) {
                // It has gone in this very moment; another may come.
                Err(error) if matches!(error.kind(), ErrorKind::NoSuchFile | ErrorKind::PeerLost) => {}
                answer => return answer,
            }
        }
        vigil
            .tell_once(|| format!("waits for a writer of {}; looks {}", reader.party.name, meeting.places()));
        std::thread::sleep(LOOK_UP);
    }
}

fn not_a_contact() -> Error {
    Error::new(ErrorKind::Internal, Operation::Open)
        .with_detail("ranks do not understand each other's contacts")
}

fn program_name() -> String {
    let path = std::env::current_exe().ok();
    let name =
        path.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "a program".to_owned())
}

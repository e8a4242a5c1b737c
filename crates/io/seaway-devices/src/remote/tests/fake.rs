// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Fake`]: a store in memory that cuts connections, goes silent, answers out of order or refuses, as a test
//! demands, and records all messages.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::io::{self, Read, Write};
use std::os::unix::net::UnixStream;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use fastrand::Rng;
use seaway_channel::Channel;
use seaway_device_api::{Error, ErrorKind, OpenFlags, Operation, Result};
use seaway_messages::{HEADER_BYTES, Range, Region, StoreMessage, decode_header};

use crate::remote::session::Connector;

/// The store's initial credit, granted again for each chunk it received.
const CREDIT: u64 = 100_000;

#[derive(Debug, Clone, Default)]
pub(super) struct Fake(Arc<Mutex<Store>>);

#[derive(Debug, Default)]
pub(super) struct Store {
    pub(super) files: BTreeMap<String, (u64, Vec<u8>)>,
    /// The clients' messages, without payload.
    pub(super) told: Vec<StoreMessage>,
    pub(super) wire_bytes: u64,
    pub(super) connections: u64,
    pub(super) plan: Plan,
    next_inode: u64,
    streams: Vec<UnixStream>,
}

/// What goes wrong.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// For each connection in turn: how many bytes are received and how many are sent before it is cut.
    pub(super) cuts: VecDeque<(u64, u64)>,
    /// Connections go silent at that point instead of being cut.
    pub(super) mute: bool,
    /// Nothing is sent any more.
    pub(super) silent: bool,
    /// No connection is accepted any more.
    pub(super) closed: bool,
    /// Answers to requests that arrived together are shuffled.
    pub(super) shuffled: Option<u64>,
    /// Writes fail.
    pub(super) full: bool,
    /// Closing fails.
    pub(super) close_fails: bool,
    /// A new value means that the store has restarted.
    pub(super) verifier: u64,
}

impl Fake {
    pub(super) fn lock(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn content(&self, path: &str) -> Vec<u8> {
        self.lock().files.get(path).map(|(_, bytes)| bytes.clone()).unwrap_or_default()
    }

    /// All connections are lost.
    pub(super) fn cut_all(&self) {
        for stream in self.lock().streams.drain(..) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }

    /// The store's host has crashed: unsynced bytes are lost, and so are all connections.
    pub(super) fn start_anew(&self, path: &str, content: &[u8]) {
        let mut store = self.lock();
        store.plan.verifier += 1;
        if let Some((_, bytes)) = store.files.get_mut(path) {
            *bytes = content.to_vec();
        }
        drop(store);
        self.cut_all();
    }

    /// The requests that expect an answer, since the last call.
    pub(super) fn take_requests(&self) -> Vec<StoreMessage> {
        let told = std::mem::take(&mut self.lock().told);
        let is_request = |message: &StoreMessage| {
            use StoreMessage as M;
            !matches!(
                message,
                M::Chunk { .. }
                    | M::Credit { .. }
                    | M::Heard { .. }
                    | M::Shape { .. }
                    | M::DropShape { .. }
                    | M::Ping { .. }
                    | M::Pong { .. }
            )
        };
        told.into_iter().filter(is_request).collect()
    }
}

impl Connector for Fake {
    fn connect(&self, _: Instant) -> Result<Channel> {
        if self.lock().plan.closed {
            return Err(Error::from_io(Operation::Open, io::ErrorKind::ConnectionRefused.into()));
        }
        let (client, server) = UnixStream::pair().unwrap();
        self.lock().streams.push(server.try_clone().unwrap());
        let store = self.clone();
        thread::spawn(move || {
            let mut connection = Connection::new(store, server);
            // Ends when the client leaves, or by the plan.
            let _ = connection.serve();
            let _ = connection.stream.shutdown(std::net::Shutdown::Both);
        });
        Ok(Channel::unix(client).unwrap())
    }

    fn host(&self) -> String {
        "remote://fake:7".into()
    }
}

struct Connection {
    store: Fake,
    stream: UnixStream,
    /// Name, and which file it was.
    files: HashMap<u32, (String, u64)>,
    shapes: HashMap<u32, (u64, Vec<u8>)>,
    /// Id, file, ranges that are left.
    writing: Option<(u64, u32, VecDeque<Range>)>,
    answers: Vec<Vec<u8>>,
    may_take: u64,
    may_say: u64,
    random: Option<Rng>,
}

impl Connection {
    fn new(store: Fake, stream: UnixStream) -> Self {
        let mut state = store.lock();
        state.connections += 1;
        let (may_take, may_say) = state.plan.cuts.pop_front().unwrap_or((u64::MAX, u64::MAX));
        let random = state.plan.shuffled.map(Rng::with_seed);
        drop(state);
        let (files, shapes) = (HashMap::new(), HashMap::new());
        Self { store, stream, files, shapes, writing: None, answers: Vec::new(), may_take, may_say, random }
    }

    fn serve(&mut self) -> io::Result<()> {
        self.handshake()?;
        self.say(&StoreMessage::Credit { bytes: CREDIT })?;
        loop {
            let mut header = [0; HEADER_BYTES];
            self.take(&mut header)?;
            let header = decode_header(&header).unwrap();
            let mut body = vec![0; header.body_bytes];
            self.take(&mut body)?;
            let message = StoreMessage::decode(header.kind, &body).unwrap();
            self.store.lock().told.push(message.clone());
            if matches!(message, StoreMessage::Bye) {
                return Ok(());
            }
            self.carry_out(message)?;
            if !self.has_more() {
                self.send_answers()?;
            }
        }
    }

    /// Handshake of a session. Does not count for cuts.
    fn handshake(&mut self) -> io::Result<()> {
        let mut frame = [0; HEADER_BYTES + 32];
        self.stream.read_exact(&mut frame)?;
        let begin = StoreMessage::decode(5, &frame[HEADER_BYTES..]).unwrap();
        let StoreMessage::Begin { .. } = begin else { panic!("{begin:?}") };
        // It never recognises a session: files must be reopened.
        let store = self.store.lock();
        let began = StoreMessage::Began { verifier: store.plan.verifier, incarnation: store.connections };
        drop(store);
        let mut frame = Vec::new();
        began.encode(&mut frame).unwrap();
        self.stream.write_all(&frame)
    }

    fn take(&mut self, into: &mut [u8]) -> io::Result<()> {
        let len = into.len().min(usize::try_from(self.may_take).unwrap_or(usize::MAX));
        self.stream.read_exact(&mut into[..len])?;
        self.may_take -= len as u64;
        self.store.lock().wire_bytes += len as u64;
        if len < into.len() { Err(io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }

    /// Whether the client has already sent more.
    fn has_more(&self) -> bool {
        let mut one = [0];
        rustix::net::recv(
            &self.stream,
            &mut one,
            rustix::net::RecvFlags::PEEK | rustix::net::RecvFlags::DONTWAIT,
        )
        .is_ok_and(|(_, got)| got > 0)
    }

    fn say(&mut self, message: &StoreMessage) -> io::Result<()> {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        self.answers.push(frame);
        if self.random.is_some() { Ok(()) } else { self.send_answers() }
    }

    fn send_answers(&mut self) -> io::Result<()> {
        if let Some(random) = &mut self.random {
            random.shuffle(&mut self.answers);
        }
        for answer in std::mem::take(&mut self.answers) {
            if self.store.lock().plan.silent {
                continue;
            }
            let len = answer.len().min(usize::try_from(self.may_say).unwrap_or(usize::MAX));
            self.stream.write_all(&answer[..len])?;
            self.may_say -= len as u64;
            if len < answer.len() && !self.store.lock().plan.mute {
                return Err(io::ErrorKind::ConnectionAborted.into());
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, message: StoreMessage) -> io::Result<()> {
        match message {
            StoreMessage::Open { id, path, flags, .. } => {
                let answer = self.open(id, path, OpenFlags::from_bits_truncate(flags));
                self.say(&answer)
            }
            StoreMessage::Close { id, file } => {
                self.files.remove(&file);
                let fails = self.store.lock().plan.close_fails;
                self.say(&if fails { failed(id, ErrorKind::Quota) } else { StoreMessage::Done { id } })
            }
            StoreMessage::Delete { id, path, .. } => {
                let known = self.store.lock().files.remove(&path).is_some();
                let missing = failed(id, ErrorKind::NoSuchFile);
                self.say(&if known { StoreMessage::Done { id } } else { missing })
            }
            StoreMessage::Rename { id, path, to, .. } => {
                let mut store = self.store.lock();
                let known = store.files.remove(&path).map(|file| store.files.insert(to, file)).is_some();
                drop(store);
                let missing = failed(id, ErrorKind::NoSuchFile);
                self.say(&if known { StoreMessage::Done { id } } else { missing })
            }
            StoreMessage::Write { id, file, place } => {
                let ranges = self.ranges(&place);
                self.writing = Some((id, file, ranges));
                Ok(())
            }
            StoreMessage::Chunk { id, len } => self.chunk(id, len),
            StoreMessage::Read { id, file, place } => self.read(id, file, &place),
            StoreMessage::Shape { shape, displacement, tree } => {
                self.shapes.insert(shape, (displacement, tree));
                Ok(())
            }
            StoreMessage::Size { id, file } => {
                let size = self.store.content(&self.files[&file].0).len() as u64;
                self.say(&StoreMessage::SizeIs { id, size })
            }
            StoreMessage::SetSize { id, file, size } => {
                self.change(file, |bytes| bytes.resize(usize::try_from(size).unwrap(), 0));
                self.say(&StoreMessage::Done { id })
            }
            StoreMessage::Ping { number } => self.say(&StoreMessage::Pong { number }),
            StoreMessage::Sync { id, .. }
            | StoreMessage::Lock { id, .. }
            | StoreMessage::Unlock { id, .. } => self.say(&StoreMessage::Done { id }),
            StoreMessage::Cancel { .. }
            | StoreMessage::Credit { .. }
            | StoreMessage::Heard { .. }
            | StoreMessage::DropShape { .. } => Ok(()),
            other => panic!("the fake does not know {other:?}"),
        }
    }

    fn open(&mut self, id: u64, path: String, flags: OpenFlags) -> StoreMessage {
        let mut store = self.store.lock();
        let known = store.files.contains_key(&path);
        if known && flags.contains(OpenFlags::EXCLUSIVE) {
            return failed(id, ErrorKind::FileExists);
        }
        if !known && !flags.contains(OpenFlags::CREATE) {
            return failed(id, ErrorKind::NoSuchFile);
        }
        if !known {
            store.next_inode += 1;
            let inode = store.next_inode;
            store.files.insert(path.clone(), (inode, Vec::new()));
        }
        let (inode, bytes) = &store.files[&path];
        let (inode, size) = (*inode, bytes.len() as u64);
        drop(store);
        let file = u32::try_from(self.files.len()).unwrap() + 10;
        self.files.insert(file, (path, inode));
        StoreMessage::Opened { id, file, size, device: 1, inode }
    }

    fn change(&self, file: u32, change: impl FnOnce(&mut Vec<u8>)) {
        let mut store = self.store.lock();
        let (path, inode) = &self.files[&file];
        // Otherwise another file has taken the name.
        if let Some((_, bytes)) = store.files.get_mut(path).filter(|(named, _)| named == inode) {
            change(bytes);
        }
    }

    /// A "tree" in these tests is a block length and a stride, one byte each.
    fn ranges(&self, place: &Region) -> VecDeque<Range> {
        match place {
            Region::Extents(ranges) => ranges.iter().copied().collect(),
            Region::Shaped { shape, position, len } => {
                let (displacement, tree) = &self.shapes[shape];
                let (block, stride) = (u64::from(tree[0]), u64::from(tree[1]));
                let one = |position: u64| Range {
                    offset: displacement + position / block * stride + position % block,
                    len: 1,
                };
                (*position..position + len).map(one).collect()
            }
        }
    }

    fn chunk(&mut self, id: u64, len: u64) -> io::Result<()> {
        let mut bytes = vec![0; usize::try_from(len).unwrap()];
        // Bytes that arrive before the connection is cut are written.
        let whole = bytes.len().min(usize::try_from(self.may_take).unwrap_or(usize::MAX));
        let cut = self.take(&mut bytes);
        let mut rest = &bytes[..whole];
        let Some((writing, file, mut ranges)) = self.writing.take() else {
            // Bytes of a write that was refused while they were in flight: they cost credit like all others.
            cut?;
            return self.say(&StoreMessage::Credit { bytes: len });
        };
        assert_eq!(writing, id, "bytes of another write than the one before");
        let is_full = self.store.lock().plan.full;
        while let (Some(range), false) = (ranges.pop_front(), rest.is_empty()) {
            let here = usize::try_from(range.len).unwrap().min(rest.len());
            let (now, later) = rest.split_at(here);
            let start = usize::try_from(range.offset).unwrap();
            if !is_full {
                self.change(file, |bytes| {
                    let end = bytes.len().max(start + here);
                    bytes.resize(end, 0);
                    bytes[start..start + here].copy_from_slice(now);
                });
            }
            if here < usize::try_from(range.len).unwrap() {
                ranges.push_front(Range { offset: range.offset + here as u64, len: range.len - here as u64 });
            }
            rest = later;
            if rest.is_empty() {
                break;
            }
        }
        cut?;
        self.say(&StoreMessage::Credit { bytes: len })?;
        if is_full {
            return self.say(&failed(id, ErrorKind::NoSpace));
        }
        if ranges.is_empty() {
            return self.say(&StoreMessage::Written { id });
        }
        self.writing = Some((id, file, ranges));
        Ok(())
    }

    fn read(&mut self, id: u64, file: u32, place: &Region) -> io::Result<()> {
        let content = self.store.content(&self.files[&file].0);
        let mut bytes = Vec::new();
        for range in self.ranges(place) {
            let end = content.len().min(usize::try_from(range.offset + range.len).unwrap());
            bytes.extend_from_slice(&content[usize::try_from(range.offset).unwrap().min(end)..end]);
            if (end as u64) < range.offset + range.len {
                break;
            }
        }
        let mut answer = Vec::new();
        for part in bytes.chunks(5000) {
            StoreMessage::Chunk { id, len: part.len() as u64 }.encode(&mut answer).unwrap();
            answer.extend_from_slice(part);
        }
        StoreMessage::ReadEnd { id, bytes: bytes.len() as u64 }.encode(&mut answer).unwrap();
        self.answers.push(answer);
        if self.random.is_some() { Ok(()) } else { self.send_answers() }
    }
}

fn failed(id: u64, kind: ErrorKind) -> StoreMessage {
    StoreMessage::Failed { id, kind: kind.code(), text: "says the fake".into() }
}

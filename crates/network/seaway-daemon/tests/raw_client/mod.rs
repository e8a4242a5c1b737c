// SPDX-License-Identifier: MIT OR Apache-2.0
//! A daemon in this process, and a client that makes one request at a time.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]

use std::io::IoSlice;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret, TlsServer, read_frame};
use seaway_daemon::{Activity, Directory, Door, Exports, Service, Status, Store};
use seaway_device_api::ErrorKind;
use seaway_messages::{
    HEADER_BYTES, MAX_CHUNK, Range, Region, Role, Service as Kind, StatusMessage, StoreMessage, decode_header,
};

/// Far longer than anything takes: a test that waits this long has failed.
pub(crate) const LONG: Duration = Duration::from_secs(120);
pub(crate) const SECRET: [u8; 32] = [0x5a; 32];

pub(crate) const READ: u8 = 1;
pub(crate) const WRITE: u8 = 2;
pub(crate) const CREATE: u8 = 4;
pub(crate) const EXCLUSIVE: u8 = 8;

/// Serves until dropped.
pub(crate) struct Daemon {
    door: Arc<Door>,
    pub(crate) address: SocketAddr,
}

impl Daemon {
    pub(crate) fn exporting(directories: &[&Path], read_only: bool) -> Self {
        Self::with_tls(directories, read_only, None)
    }

    /// Clients inside TLS are accepted too.
    pub(crate) fn with_tls(directories: &[&Path], read_only: bool, tls: Option<TlsServer>) -> Self {
        let directories: Vec<PathBuf> = directories.iter().map(|path| path.to_path_buf()).collect();
        let activity = Arc::new(Activity::default());
        let services: Vec<Arc<dyn Service>> = vec![
            Arc::new(Directory::default()),
            Arc::new(Status::new(Arc::clone(&activity))),
            Arc::new(Store::new(Exports::new(&directories, read_only).unwrap(), Arc::clone(&activity))),
        ];
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let door = Door::new(listener, Secret::from_bytes(SECRET), tls, services);
        door.open().unwrap();
        activity.watch(&door);
        Self { door, address }
    }

    pub(crate) fn connect(&self) -> Client {
        Client::connect(self.address)
    }

    pub(crate) fn close(&self) {
        self.door.close(LONG);
    }

    pub(crate) fn status(&self) -> StatusMessage {
        let channel = authenticated(self.address, Kind::Status).unwrap();
        let mut frame = Vec::new();
        StatusMessage::Ask.encode(&mut frame).unwrap();
        channel.write_all_vectored(&[IoSlice::new(&frame)]).unwrap();
        let (kind, body) = read_frame(&mut &channel).unwrap().unwrap();
        StatusMessage::decode(kind, &body).unwrap()
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        self.door.close(Duration::ZERO);
    }
}

pub(crate) fn authenticated(address: SocketAddr, service: Kind) -> seaway_device_api::Result<Channel> {
    let channel = Channel::tcp(TcpStream::connect(address).unwrap()).unwrap();
    channel.set_deadline(Some(Instant::now() + LONG));
    channel.authenticate(Role::Client, service, &Secret::from_bytes(SECRET))?;
    Ok(channel)
}

/// The daemon's answer to a request that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) kind: ErrorKind,
    pub(crate) text: String,
}

pub(crate) struct Client {
    pub(crate) channel: Channel,
    next: u64,
    credit: u64,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Self {
        let mut client = Self::without_credit(authenticated(address, Kind::Store).unwrap());
        assert!(matches!(client.receive().0, StoreMessage::Began { .. }));
        client.send(&StoreMessage::Credit { bytes: 1 << 40 });
        client
    }

    /// A connection of a session that may have others, too: the client, the verifier, and the session's
    /// incarnation.
    pub(crate) fn resume(address: SocketAddr, session: [u8; 16], epoch: u64) -> (Self, u64, u64) {
        let channel = authenticated(address, Kind::Store).unwrap();
        let mut client = Self { channel, next: 0, credit: 0 };
        client.send(&StoreMessage::Begin { session, epoch, grace: 60_000 });
        let (StoreMessage::Began { verifier, incarnation }, _) = client.receive() else {
            panic!("not begun")
        };
        client.send(&StoreMessage::Credit { bytes: 1 << 40 });
        (client, verifier, incarnation)
    }

    /// The next request has the id after this.
    pub(crate) fn skip_to(&mut self, id: u64) {
        self.next = id;
    }

    /// A write with an id that was used before, or one that is out of order.
    pub(crate) fn write_again(&mut self, id: u64, file: u32, place: Region, bytes: &[u8]) {
        self.send(&StoreMessage::Write { id, file, place });
        for chunk in bytes.chunks(usize::try_from(MAX_CHUNK).unwrap()) {
            self.send_chunk_unasked(id, chunk);
        }
        assert_eq!(self.answer(id).unwrap().0, StoreMessage::Written { id });
    }

    /// Begins a session, which must be answered. The daemon may send it replies, and no data.
    pub(crate) fn without_credit(channel: Channel) -> Self {
        let client = Self { channel, next: 0, credit: 0 };
        let session = seaway_channel::random_bytes().unwrap();
        client.send(&StoreMessage::Begin { session, epoch: 1, grace: 0 });
        client
    }

    pub(crate) fn id(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    pub(crate) fn send(&self, message: &StoreMessage) {
        let mut frame = Vec::new();
        message.encode(&mut frame).unwrap();
        self.channel.write_all_vectored(&[IoSlice::new(&frame)]).unwrap();
    }

    /// As one chunk, when the daemon allows it.
    pub(crate) fn send_chunk(&mut self, id: u64, bytes: &[u8]) {
        while self.credit < bytes.len() as u64 {
            let (answer, _) = self.receive();
            assert!(!matches!(answer, StoreMessage::Failed { .. }), "{answer:?}");
        }
        self.send_chunk_unasked(id, bytes);
        self.credit -= bytes.len() as u64;
    }

    pub(crate) fn send_chunk_unasked(&self, id: u64, bytes: &[u8]) {
        let mut frame = Vec::new();
        StoreMessage::Chunk { id, len: bytes.len() as u64 }.encode(&mut frame).unwrap();
        self.channel.write_all_vectored(&[IoSlice::new(&frame), IoSlice::new(bytes)]).unwrap();
    }

    /// The next message, and the bytes after it. Credit is recorded.
    pub(crate) fn receive(&mut self) -> (StoreMessage, Vec<u8>) {
        let mut header = [0; HEADER_BYTES];
        self.channel.read_exact(&mut header).unwrap();
        let header = decode_header(&header).unwrap();
        let mut body = vec![0; header.body_bytes];
        self.channel.read_exact(&mut body).unwrap();
        let message = StoreMessage::decode(header.kind, &body).unwrap();
        let mut bytes = vec![0; usize::try_from(message.payload()).unwrap()];
        self.channel.read_exact(&mut bytes).unwrap();
        if let StoreMessage::Credit { bytes } = message {
            self.credit += bytes;
        }
        (message, bytes)
    }

    /// The last answer to `id`, and the bytes of its chunks. No others, except credit, must arrive.
    pub(crate) fn answer(&mut self, id: u64) -> Result<(StoreMessage, Vec<u8>), Failure> {
        let mut all = Vec::new();
        loop {
            let (message, bytes) = self.receive();
            match &message {
                StoreMessage::Credit { .. } => {}
                StoreMessage::Chunk { id: of, .. } => {
                    assert_eq!(*of, id);
                    all.extend(bytes);
                }
                StoreMessage::Failed { id: of, kind, text } => {
                    assert_eq!(*of, id, "{text}");
                    let kind = ErrorKind::from_code(*kind).unwrap();
                    return Err(Failure { kind, text: text.clone() });
                }
                _ => return Ok((message, all)),
            }
        }
    }

    pub(crate) fn ask(&mut self, message: impl FnOnce(u64) -> StoreMessage) -> Result<StoreMessage, Failure> {
        let id = self.id();
        self.send(&message(id));
        self.answer(id).map(|(answer, _)| answer)
    }

    pub(crate) fn done(&mut self, message: impl FnOnce(u64) -> StoreMessage) -> Result<(), Failure> {
        let answer = self.ask(message)?;
        assert!(matches!(answer, StoreMessage::Done { .. }), "{answer:?}");
        Ok(())
    }

    pub(crate) fn open(&mut self, path: impl AsRef<Path>, flags: u8) -> Result<u32, Failure> {
        let path = path.as_ref().to_str().unwrap().to_owned();
        match self.ask(|id| StoreMessage::Open { id, path, directory: String::new(), flags })? {
            StoreMessage::Opened { file, .. } => Ok(file),
            other => panic!("{other:?}"),
        }
    }

    pub(crate) fn begin_write(&mut self, file: u32, place: Region) -> u64 {
        let id = self.id();
        self.send(&StoreMessage::Write { id, file, place });
        id
    }

    pub(crate) fn write(&mut self, file: u32, place: Region, bytes: &[u8]) -> Result<(), Failure> {
        assert_eq!(place.bytes(), bytes.len() as u64);
        let id = self.begin_write(file, place);
        for chunk in bytes.chunks(usize::try_from(MAX_CHUNK).unwrap()) {
            while self.credit < chunk.len() as u64 {
                if let (StoreMessage::Failed { kind, text, .. }, _) = self.receive() {
                    self.send(&StoreMessage::Cancel { id });
                    return Err(Failure { kind: ErrorKind::from_code(kind).unwrap(), text });
                }
            }
            self.send_chunk(id, chunk);
        }
        let (answer, _) = self.answer(id)?;
        assert_eq!(answer, StoreMessage::Written { id });
        // The daemon keeps a limited number of outcomes.
        if id.is_multiple_of(512) {
            self.send(&StoreMessage::Heard { id });
        }
        Ok(())
    }

    pub(crate) fn read(&mut self, file: u32, place: Region) -> Result<Vec<u8>, Failure> {
        let id = self.id();
        self.send(&StoreMessage::Read { id, file, place });
        let (answer, bytes) = self.answer(id)?;
        assert_eq!(answer, StoreMessage::ReadEnd { id, bytes: bytes.len() as u64 });
        Ok(bytes)
    }

    /// Receives the bytes of a read, and discards them.
    pub(crate) fn drain(&mut self, id: u64, buffer: &mut [u8]) {
        loop {
            let mut header = [0; HEADER_BYTES];
            self.channel.read_exact(&mut header).unwrap();
            let header = decode_header(&header).unwrap();
            self.channel.read_exact(&mut buffer[..header.body_bytes]).unwrap();
            let message = StoreMessage::decode(header.kind, &buffer[..header.body_bytes]).unwrap();
            match message {
                StoreMessage::Chunk { len, .. } => {
                    self.channel.read_exact(&mut buffer[..usize::try_from(len).unwrap()]).unwrap();
                }
                StoreMessage::Credit { .. } => {}
                other => {
                    return assert!(
                        matches!(other, StoreMessage::ReadEnd { id: of, .. } if of == id),
                        "{other:?}"
                    );
                }
            }
        }
    }

    pub(crate) fn size(&mut self, file: u32) -> Result<u64, Failure> {
        match self.ask(|id| StoreMessage::Size { id, file })? {
            StoreMessage::SizeIs { size, .. } => Ok(size),
            other => panic!("{other:?}"),
        }
    }

    /// Of a file that is open.
    pub(crate) fn size_of(&mut self, file: u32) -> u64 {
        self.size(file).unwrap()
    }

    /// Until the daemon ends the connection.
    pub(crate) fn is_sent_away(&self) -> bool {
        let mut buffer = [0; 4096];
        loop {
            match self.channel.read(&mut buffer) {
                Ok(0) => return true,
                Ok(_) => {}
                Err(error) => return error.kind() != std::io::ErrorKind::TimedOut,
            }
        }
    }
}

pub(crate) fn extent(offset: u64, len: usize) -> Region {
    Region::Extents(vec![Range { offset, len: len as u64 }])
}

pub(crate) fn extents(ranges: &[(u64, u64)]) -> Region {
    Region::Extents(ranges.iter().map(|&(offset, len)| Range { offset, len }).collect())
}

/// Bytes that encode their origin.
pub(crate) fn pattern(len: usize, seed: u64) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(seed);
    (0..len).map(|_| random.u8(..)).collect()
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Rendezvous at a directory service (`seaway serve`): it knows the writers of a name for as long as their connection lasts.

use std::io::{self, IoSlice};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret, read_frame};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_messages::{Contact, DirectoryMessage, Role, Service};

/// A reader that waits asks no more often than this.
const ASK_EVERY: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct Directory {
    address: String,
    /// How long it may take to answer.
    timeout: Duration,
    waiting: Mutex<Waiting>,
}

/// The connection of one who looks, kept between looks.
#[derive(Debug, Default)]
struct Waiting {
    connection: Option<Box<Channel>>,
    asked: Option<Instant>,
}

/// An entry of the directory. Its connection is what keeps it.
#[derive(Debug)]
pub(super) struct Registration(#[allow(dead_code, reason = "dropped in time")] Box<Channel>);

impl Directory {
    /// At `host:port`. `None` if that is no address.
    pub(super) fn new(address: &str, timeout: Duration) -> Option<Self> {
        let (host, port) = address.rsplit_once(':')?;
        let fine = !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port != 0);
        fine.then(|| Self { address: address.to_owned(), timeout, waiting: Mutex::default() })
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn register(&self, name: &str, first: &Contact) -> Result<Registration> {
        let connection = self.connect(&Secret::load()?, self.timeout)?;
        self.register_through(&connection, name, first)?;
        Ok(Registration(connection))
    }

    fn register_through(&self, connection: &Channel, name: &str, first: &Contact) -> Result<()> {
        let message = DirectoryMessage::Register { name: name.to_owned(), contacts: vec![first.clone()] };
        match self.ask(connection, &message)? {
            DirectoryMessage::Registered => Ok(()),
            DirectoryMessage::Refused { text } => {
                Err(Error::new(ErrorKind::FileInUse, Operation::Open).with_detail(text))
            }
            _ => Err(self.unexpected()),
        }
    }

    pub(super) fn look_up(&self, name: &str, within: Duration) -> Result<Option<Contact>> {
        self.look_up_with(name, within, Secret::load)
    }

    fn look_up_with(
        &self,
        name: &str,
        within: Duration,
        secret: impl FnOnce() -> Result<Secret>,
    ) -> Result<Option<Contact>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(asked) = waiting.asked {
            std::thread::sleep(ASK_EVERY.saturating_sub(asked.elapsed()));
        }
        waiting.asked = Some(Instant::now());
        let connection = match waiting.connection.take() {
            Some(connection) => {
                connection.set_deadline(Some(Instant::now() + within));
                connection
            }
            None => self.connect(&secret()?, within)?,
        };
        let answer = self.ask(&connection, &DirectoryMessage::LookUp { name: name.to_owned() })?;
        waiting.connection = Some(connection);
        match answer {
            DirectoryMessage::Found { contacts } => Ok(contacts.into_iter().next()),
            DirectoryMessage::NotFound => Ok(None),
            DirectoryMessage::Refused { text } => {
                Err(Error::new(ErrorKind::AccessDenied, Operation::Open).with_detail(text))
            }
            _ => Err(self.unexpected()),
        }
    }

    fn connect(&self, secret: &Secret, within: Duration) -> Result<Box<Channel>> {
        let deadline = Instant::now() + within;
        let channel = self.reach(deadline).and_then(Channel::tcp).map_err(|error| {
            let detail = format!(
                "no directory service at {0}: {error}; start one with `seaway serve --listen {0}`",
                self.address
            );
            Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
        })?;
        // Of a whole question and its answer, however slowly the service drips.
        channel.set_deadline(Some(deadline));
        channel.authenticate(Role::Client, Service::Directory, secret).map_err(|error| {
            if Instant::now() < deadline { error } else { self.lost(io::ErrorKind::TimedOut.into()) }
        })?;
        Ok(Box::new(channel))
    }

    fn reach(&self, deadline: Instant) -> io::Result<TcpStream> {
        let left = || deadline.saturating_duration_since(Instant::now()).max(Duration::from_millis(1));
        let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
        for address in self.addresses(left())? {
            match TcpStream::connect_timeout(&address, left()) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// The resolver of the system takes as long as it likes: a thread of its own waits for it.
    fn addresses(&self, within: Duration) -> io::Result<Vec<SocketAddr>> {
        if let Ok(address) = self.address.parse() {
            return Ok(vec![address]);
        }
        let (sender, resolved) = mpsc::channel();
        let name = self.address.clone();
        let resolve = move || {
            let addresses = name.to_socket_addrs().map(Iterator::collect);
            // The client may be gone.
            let _ = sender.send(addresses);
        };
        crate::link::spawn(resolve).map_err(|error| io::Error::other(error.reason()))?;
        resolved.recv_timeout(within).unwrap_or_else(|_| {
            Err(io::Error::new(io::ErrorKind::TimedOut, "its name could not be resolved in time"))
        })
    }

    fn ask(&self, connection: &Channel, message: &DirectoryMessage) -> Result<DirectoryMessage> {
        let mut frame = Vec::new();
        message.encode(&mut frame).map_err(|error| {
            Error::new(ErrorKind::BadFileName, Operation::Open)
                .with_detail("the name is too long for a directory service")
                .with_source(error)
        })?;
        connection.write_all_vectored(&[IoSlice::new(&frame)]).map_err(|error| self.lost(error))?;
        let answer = read_frame(&mut &*connection).map_err(|error| self.lost(error))?;
        let (kind, body) = answer.ok_or_else(|| self.lost(io::ErrorKind::UnexpectedEof.into()))?;
        DirectoryMessage::decode(kind, &body).map_err(|_| self.unexpected())
    }

    fn lost(&self, error: io::Error) -> Error {
        let detail = format!("the directory service at {} does not answer: {error}", self.address);
        Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
    }

    fn unexpected(&self) -> Error {
        let detail = format!("the server at {} is not a directory service of this version", self.address);
        Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use seaway_messages::Side;

    use super::*;
    use crate::link::{host_id, host_name};

    const LONG: Duration = Duration::from_secs(60);

    fn secret() -> Secret {
        Secret::from_bytes([7; 32])
    }

    fn contact() -> Contact {
        Contact {
            side: Side::Writer,
            program: "sim".into(),
            rank: 0,
            host_name: host_name(),
            pid: 17,
            host: host_id().unwrap(),
            unix: "x".into(),
            tcp: Vec::new(),
        }
    }

    /// A service that gives these answers on one connection, and then ends.
    fn service(answers: Vec<DirectoryMessage>) -> Directory {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let directory = Directory::new(&listener.local_addr().unwrap().to_string(), LONG).unwrap();
        thread::spawn(move || {
            let channel = Channel::tcp(listener.accept().unwrap().0).unwrap();
            channel.authenticate(Role::Server, Service::Directory, &secret()).unwrap();
            for answer in answers {
                read_frame(&mut &channel).unwrap().unwrap();
                let mut frame = Vec::new();
                answer.encode(&mut frame).unwrap();
                channel.write_all_vectored(&[IoSlice::new(&frame)]).unwrap();
            }
        });
        directory
    }

    /// As a reader that waits does.
    fn look_until_asked(directory: &Directory) -> Result<Option<Contact>> {
        directory.waiting.lock().unwrap().asked = None;
        directory.look_up_with("field", LONG, || Ok(secret()))
    }

    #[test]
    fn who_waits_asks_again_on_one_connection() {
        let found = DirectoryMessage::Found { contacts: vec![contact()] };
        let directory = service(vec![DirectoryMessage::NotFound, found]);
        assert_eq!(look_until_asked(&directory).unwrap(), None);
        assert_eq!(look_until_asked(&directory).unwrap(), Some(contact()));
        let error = look_until_asked(&directory).unwrap_err();
        assert!(error.to_string().contains("does not answer"), "{error}");
    }

    #[test]
    fn name_that_is_taken_is_in_use() {
        let refused = DirectoryMessage::Refused { text: "sim has this name".into() };
        let directory = service(vec![refused, DirectoryMessage::Registered, DirectoryMessage::NotFound]);
        let connection = directory.connect(&secret(), LONG).unwrap();
        let error = directory.register_through(&connection, "field", &contact()).unwrap_err();
        assert_eq!((error.kind(), error.detail()), (ErrorKind::FileInUse, Some("sim has this name")));
        directory.register_through(&connection, "field", &contact()).unwrap();
        let error = directory.register_through(&connection, "field", &contact()).unwrap_err();
        assert!(error.to_string().contains("not a directory service"), "{error}");
    }

    #[test]
    fn service_that_is_missing_is_said_with_the_way_out() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let directory = Directory::new(&listener.local_addr().unwrap().to_string(), LONG).unwrap();
        drop(listener);
        let error = look_until_asked(&directory).unwrap_err();
        assert!(error.to_string().contains("seaway serve --listen 127.0.0.1:"), "{error}");
    }

    /// The kernel accepts the connection but there is no answer, as with a stopped service.
    #[test]
    fn service_that_says_nothing_is_told_of_in_time() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let directory = Directory::new(&listener.local_addr().unwrap().to_string(), LONG).unwrap();
        let within = Duration::from_millis(300);
        let error = directory.look_up_with("field", within, || Ok(secret())).unwrap_err();
        assert!(error.to_string().contains("does not answer"), "{error}");
    }

    /// It has answered once, and is stopped then.
    #[test]
    fn service_that_falls_silent_is_told_of_in_time() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let directory = Directory::new(&listener.local_addr().unwrap().to_string(), LONG).unwrap();
        let held = thread::spawn(move || {
            let channel = Channel::tcp(listener.accept().unwrap().0).unwrap();
            channel.authenticate(Role::Server, Service::Directory, &secret()).unwrap();
            channel
        });
        let channel = directory.connect(&secret(), LONG).unwrap();
        channel.set_deadline(Some(Instant::now() + Duration::from_millis(300)));
        let asked = DirectoryMessage::LookUp { name: "field".into() };
        let error = directory.ask(&channel, &asked).unwrap_err();
        assert!(error.to_string().contains("does not answer"), "{error}");
        drop(held.join().unwrap());
    }
}

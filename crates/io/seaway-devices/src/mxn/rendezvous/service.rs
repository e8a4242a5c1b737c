// SPDX-License-Identifier: MIT OR Apache-2.0
//! Meeting at a directory service (`seaway serve`): it knows the writers of a name for as long as their connection lasts.

use std::io::{self, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_proto::{Contact, DirectoryMessage, Role, Service};
use seaway_wire::{Secret, authenticate, read_frame};

const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// A reader that waits asks no more often than this.
const ASK_EVERY: Duration = Duration::from_millis(10);

#[derive(Debug)]
pub(super) struct Directory {
    address: String,
    waiting: Mutex<Waiting>,
}

/// The connection of one who looks, kept between looks.
#[derive(Debug, Default)]
struct Waiting {
    connection: Option<TcpStream>,
    asked: Option<Instant>,
}

/// An entry of the directory. Its connection is what keeps it.
#[derive(Debug)]
pub(super) struct Registration(#[allow(dead_code, reason = "dropped in time")] TcpStream);

impl Directory {
    /// At `host:port`. `None` if that is no address.
    pub(super) fn new(address: &str) -> Option<Self> {
        let (host, port) = address.rsplit_once(':')?;
        let fine = !host.is_empty() && port.parse::<u16>().is_ok_and(|port| port != 0);
        fine.then(|| Self { address: address.to_owned(), waiting: Mutex::default() })
    }

    pub(super) fn address(&self) -> &str {
        &self.address
    }

    pub(super) fn register(&self, name: &str, first: &Contact) -> Result<Registration> {
        let mut connection = self.connect(&Secret::load()?)?;
        self.register_through(&mut connection, name, first)?;
        Ok(Registration(connection))
    }

    fn register_through(&self, connection: &mut TcpStream, name: &str, first: &Contact) -> Result<()> {
        let message = DirectoryMessage::Register { name: name.to_owned(), contacts: vec![first.clone()] };
        match self.ask(connection, &message)? {
            DirectoryMessage::Registered => Ok(()),
            DirectoryMessage::Refused { text } => {
                Err(Error::new(ErrorKind::FileInUse, Operation::Open).with_detail(text))
            }
            _ => Err(self.unexpected()),
        }
    }

    pub(super) fn look_up(&self, name: &str) -> Result<Option<Contact>> {
        self.look_up_with(name, Secret::load)
    }

    fn look_up_with(&self, name: &str, secret: impl FnOnce() -> Result<Secret>) -> Result<Option<Contact>> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.asked.is_some_and(|asked| asked.elapsed() < ASK_EVERY) {
            return Ok(None);
        }
        waiting.asked = Some(Instant::now());
        let mut connection = match waiting.connection.take() {
            Some(connection) => connection,
            None => self.connect(&secret()?)?,
        };
        let answer = self.ask(&mut connection, &DirectoryMessage::LookUp { name: name.to_owned() })?;
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

    fn connect(&self, secret: &Secret) -> Result<TcpStream> {
        let connect = || {
            let mut last = io::Error::from(io::ErrorKind::AddrNotAvailable);
            for address in self.address.to_socket_addrs()? {
                match TcpStream::connect_timeout(&address, ANSWER_WITHIN) {
                    Ok(stream) => return Ok(stream),
                    Err(error) => last = error,
                }
            }
            Err(last)
        };
        let mut stream = connect().map_err(|error| {
            let detail = format!(
                "no directory service at {0}: {error}; `seaway serve --listen {0}` is one",
                self.address
            );
            Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
        })?;
        let prepare = |stream: &TcpStream| {
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(ANSWER_WITHIN))?;
            stream.set_write_timeout(Some(ANSWER_WITHIN))
        };
        prepare(&stream).map_err(|error| self.lost(error))?;
        authenticate(&mut stream, Role::Client, Service::Directory, secret)?;
        Ok(stream)
    }

    fn ask(&self, connection: &mut TcpStream, message: &DirectoryMessage) -> Result<DirectoryMessage> {
        let mut frame = Vec::new();
        message.encode(&mut frame).map_err(|error| {
            Error::new(ErrorKind::BadFileName, Operation::Open)
                .with_detail("the name is too long for a directory service")
                .with_source(error)
        })?;
        connection.write_all(&frame).map_err(|error| self.lost(error))?;
        let answer = read_frame(connection).map_err(|error| self.lost(error))?;
        let (kind, body) = answer.ok_or_else(|| self.lost(io::ErrorKind::UnexpectedEof.into()))?;
        DirectoryMessage::decode(kind, &body).map_err(|_| self.unexpected())
    }

    fn lost(&self, error: io::Error) -> Error {
        let detail = format!("the directory service at {} does not answer: {error}", self.address);
        Error::new(ErrorKind::Io, Operation::Open).with_detail(detail).with_source(error)
    }

    fn unexpected(&self) -> Error {
        let detail = format!("what answers at {} is not a directory service of this version", self.address);
        Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::thread;

    use seaway_proto::Side;

    use super::*;
    use crate::link::{host_id, host_name};

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
        let directory = Directory::new(&listener.local_addr().unwrap().to_string()).unwrap();
        thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            authenticate(&mut stream, Role::Server, Service::Directory, &secret()).unwrap();
            for answer in answers {
                read_frame(&mut stream).unwrap().unwrap();
                let mut frame = Vec::new();
                answer.encode(&mut frame).unwrap();
                stream.write_all(&frame).unwrap();
            }
        });
        directory
    }

    /// As a reader that waits does.
    fn look_until_asked(directory: &Directory) -> Result<Option<Contact>> {
        directory.waiting.lock().unwrap().asked = None;
        directory.look_up_with("field", || Ok(secret()))
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
        let mut connection = directory.connect(&secret()).unwrap();
        let error = directory.register_through(&mut connection, "field", &contact()).unwrap_err();
        assert_eq!((error.kind(), error.detail()), (ErrorKind::FileInUse, Some("sim has this name")));
        directory.register_through(&mut connection, "field", &contact()).unwrap();
        let error = directory.register_through(&mut connection, "field", &contact()).unwrap_err();
        assert!(error.to_string().contains("not a directory service"), "{error}");
    }

    #[test]
    fn service_that_is_missing_is_said_with_the_way_out() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let directory = Directory::new(&listener.local_addr().unwrap().to_string()).unwrap();
        drop(listener);
        let error = look_until_asked(&directory).unwrap_err();
        assert!(error.to_string().contains("seaway serve --listen 127.0.0.1:"), "{error}");
    }
}

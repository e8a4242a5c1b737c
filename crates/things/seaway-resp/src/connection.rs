// SPDX-License-Identifier: MIT OR Apache-2.0
//! One client: it authenticates, then its requests are carried out in order. Requests that arrive together are answered
//! together.

use std::io::{self, Read, Write};

use crate::commands::{Commands, command_name};
use crate::password::is_same;
use crate::wire::{Limits, Parser, Reply, Request};

/// What one read takes, and how many bytes of replies are collected before they are sent.
const CHUNK: usize = 64 << 10;

/// What a client has to do before it is served.
#[derive(Debug, Clone)]
pub(crate) enum Entry {
    /// The kernel has told which user it is.
    Known,
    Password(String),
}

/// Limits how long a stranger may take.
pub(crate) trait Client: Read + Write {
    fn was_admitted(&self) -> io::Result<()>;
}

#[derive(Debug, PartialEq, Eq)]
enum After {
    GoOn,
    Close,
}

pub(crate) struct Connection<'c> {
    commands: &'c Commands,
    entry: Entry,
    is_admitted: bool,
}

impl<'c> Connection<'c> {
    pub(crate) fn new(commands: &'c Commands, entry: Entry) -> Self {
        let is_admitted = matches!(entry, Entry::Known);
        Self { commands, entry, is_admitted }
    }

    /// Until the client leaves, or sends what is not the protocol.
    pub(crate) fn serve(&mut self, client: &mut impl Client) -> io::Result<()> {
        if self.is_admitted {
            client.was_admitted()?;
        }
        let (mut parser, mut chunk, mut replies) = (Parser::default(), vec![0; CHUNK], Vec::new());
        loop {
            let bytes = client.read(&mut chunk)?;
            if bytes == 0 {
                return Ok(());
            }
            parser.feed(&chunk[..bytes]);
            loop {
                let limits = if self.is_admitted { Limits::CLIENT } else { Limits::STRANGER };
                let request = match parser.next(limits) {
                    Ok(Some(request)) => request,
                    Ok(None) => break,
                    Err(malformed) => {
                        Reply::error(malformed).encode(&mut replies);
                        return client.write_all(&replies);
                    }
                };
                let was_admitted = self.is_admitted;
                let (reply, after) = self.answer(&request);
                if self.is_admitted && !was_admitted {
                    client.was_admitted()?;
                }
                reply.encode(&mut replies);
                if after == After::Close {
                    return client.write_all(&replies);
                }
                if replies.len() >= CHUNK {
                    client.write_all(&replies)?;
                    replies.clear();
                }
            }
            client.write_all(&replies)?;
            replies.clear();
            replies.shrink_to(CHUNK);
        }
    }

    fn answer(&mut self, request: &Request) -> (Reply, After) {
        let [command, words @ ..] = request.as_slice() else {
            return (Reply::error("empty request"), After::GoOn);
        };
        let command = command_name(command);
        let reply = match (command.as_str(), words) {
            ("QUIT", _) => return (Reply::Simple("OK"), After::Close),
            ("AUTH", [password] | [_, password]) => self.authenticate(password),
            ("HELLO", words) => self.hello(words),
            _ if !self.is_admitted => {
                let text =
                    "NOAUTH Authentication required: AUTH with what `seaway things redis --password` prints";
                return (Reply::Error(text.into()), After::Close);
            }
            ("PING", []) => Reply::Simple("PONG"),
            ("PING" | "ECHO", [word]) => Reply::Bulk(word.clone()),
            // There is one space behind a door.
            ("SELECT", [number]) if number == b"0" => Reply::Simple("OK"),
            ("SELECT", _) => Reply::error("DB index is out of range: a door leads to one space"),
            // Clients introduce themselves, and ask what there is.
            ("CLIENT", _) => Reply::Simple("OK"),
            ("COMMAND", _) => Reply::Array(Vec::new()),
            (command, words) => self.commands.carry_out(command, words),
        };
        // A stranger gets one guess.
        let after = if self.is_admitted { After::GoOn } else { After::Close };
        (reply, after)
    }

    fn authenticate(&mut self, given: &[u8]) -> Reply {
        let is_right = match &self.entry {
            Entry::Known => true,
            Entry::Password(expected) => is_same(given, expected.as_bytes()),
        };
        self.is_admitted |= is_right;
        if is_right {
            Reply::Simple("OK")
        } else {
            Reply::Error("WRONGPASS invalid username-password pair or user is disabled.".into())
        }
    }

    /// `HELLO [2 [AUTH user password]]`: version 2 is what there is.
    fn hello(&mut self, words: &[Vec<u8>]) -> Reply {
        if words.first().is_some_and(|version| version != b"2") {
            // As Redis before 6 answers; clients then go on with version 2.
            return Reply::Error("NOPROTO unsupported protocol version".into());
        }
        if let [_, auth, _, password, ..] = words
            && command_name(auth) == "AUTH"
            && let refused @ Reply::Error(_) = self.authenticate(password)
        {
            return refused;
        }
        if !self.is_admitted {
            return Reply::Error("NOAUTH HELLO must be called with AUTH, or after it".into());
        }
        let text = |text: &str| Reply::Bulk(text.as_bytes().to_vec());
        Reply::Array(vec![
            text("server"),
            text("seaway"),
            text("version"),
            text(env!("CARGO_PKG_VERSION")),
            text("proto"),
            Reply::Integer(2),
        ])
    }
}

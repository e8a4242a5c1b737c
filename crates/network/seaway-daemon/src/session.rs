// SPDX-License-Identifier: MIT OR Apache-2.0
//! A daemon for one session: the program that starts it sends a secret on its standard input, and reads from
//! its standard output where it listens. It exits at the end of input.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::thread::Builder;

use rustix::process::{Signal, getpid, kill_process};
use seaway_channel::{MAX_LINE, SessionRequest};
use seaway_device_api::{Error, ErrorKind, Operation, Result};

/// The other end of standard input: the program that started this daemon.
#[derive(Debug)]
pub struct SessionInput(BufReader<File>);

impl SessionInput {
    /// Takes standard input and reads the session request from it.
    pub fn take() -> Result<(Self, SessionRequest)> {
        let failed = |error: io::Error| Error::from_io(Operation::Configure, error);
        let input = rustix::io::dup(io::stdin()).map_err(|error| failed(error.into()))?;
        Self::from(BufReader::new(input.into()))
    }

    fn from(mut input: BufReader<File>) -> Result<(Self, SessionRequest)> {
        let mut line = String::new();
        let read = (&mut input).take(MAX_LINE as u64).read_line(&mut line);
        let request = read.ok().and_then(|_| SessionRequest::parse(&line)).ok_or_else(|| {
            Error::new(ErrorKind::Argument, Operation::Configure).with_detail(
                "--session is for programs that open remote://HOST/PATH, which start such a daemon and pass \
                 it a secret on standard input; omit it to serve other programs",
            )
        })?;
        Ok((Self(input), request))
    }

    /// From now on this process gets SIGTERM at the end of input: the session is over, or the connection to
    /// its program is lost.
    pub fn end_with_it(self) -> Result<()> {
        let Self(mut input) = self;
        let wait = move || {
            let _ = io::copy(&mut input, &mut io::sink());
            let _ = kill_process(getpid(), Signal::TERM);
        };
        let started = Builder::new().name("seaway-session".into()).spawn(wait);
        started.map(drop).map_err(|error| Error::from_io(Operation::Configure, error))
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, Write};

    use super::*;

    fn taken(text: &str) -> Result<SessionRequest> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        SessionInput::from(BufReader::new(file)).map(|(_, request)| request)
    }

    #[test]
    fn secret_is_read_and_nothing_else_is_one() {
        let request = SessionRequest::new(vec!["10.0.0.2".parse().unwrap()]).unwrap();
        assert_eq!(taken(&request.to_line()).unwrap(), request);
        for text in ["", "\n", "hello\n", &"x".repeat(10_000)] {
            assert_eq!(taken(text).unwrap_err().kind(), ErrorKind::Argument, "{text:?}");
        }
    }
}

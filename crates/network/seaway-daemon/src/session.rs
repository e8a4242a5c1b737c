// SPDX-License-Identifier: MIT OR Apache-2.0
//! A daemon for one session: whoever starts it tells it a secret on its standard input, and is told on its standard output
//! where it listens. It ends when the input does.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::thread::Builder;

use rustix::process::{Signal, getpid, kill_process};
use seaway_device::{Error, ErrorKind, Operation, Result};
use seaway_wire::{MAX_LINE, Secret, secret_of_line};

/// The other end of standard input: who started this daemon.
#[derive(Debug)]
pub struct SessionInput(BufReader<File>);

impl SessionInput {
    /// Takes standard input and reads the secret from it.
    pub fn take() -> Result<(Self, Secret)> {
        let failed = |error: io::Error| Error::from_io(Operation::Configure, error);
        let input = rustix::io::dup(io::stdin()).map_err(|error| failed(error.into()))?;
        Self::from(BufReader::new(input.into()))
    }

    fn from(mut input: BufReader<File>) -> Result<(Self, Secret)> {
        let mut line = String::new();
        let read = (&mut input).take(MAX_LINE as u64).read_line(&mut line);
        let secret = read.ok().and_then(|_| secret_of_line(&line)).ok_or_else(|| {
            Error::new(ErrorKind::Argument, Operation::Configure).with_detail(
                "a daemon for one session is started by a program that opens remote://HOST/PATH, which tells it a secret \
                 on standard input; to serve others, leave out --session",
            )
        })?;
        Ok((Self(input), secret))
    }

    /// From now on this process is told to end (SIGTERM) when the input ends: the session is over, or the way to whoever
    /// began it is cut.
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

    use seaway_wire::secret_line;

    use super::*;

    fn taken(text: &str) -> Result<Secret> {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        SessionInput::from(BufReader::new(file)).map(|(_, secret)| secret)
    }

    #[test]
    fn secret_is_read_and_nothing_else_is_one() {
        let secret = Secret::from_bytes([5; 32]);
        assert_eq!(taken(&secret_line(&secret)).unwrap(), secret);
        for text in ["", "\n", "hello\n", &"x".repeat(10_000)] {
            assert_eq!(taken(text).unwrap_err().kind(), ErrorKind::Argument, "{text:?}");
        }
    }
}

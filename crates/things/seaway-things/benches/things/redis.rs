// SPDX-License-Identifier: MIT OR Apache-2.0
//! Redis, as a baseline: a server of our own, which keeps nothing on disk, and a client that waits as Redis clients do.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::times::LARGE;

pub(crate) const PROGRAM: &str = "redis-server";
const KEY: &str = "bench";

/// Why there is no such baseline here, if so.
pub(crate) fn obstacle() -> Option<&'static str> {
    let found = Command::new(PROGRAM).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_err().then_some("redis-server is not installed: no comparison with Redis")
}

/// Ends with this value.
pub(crate) struct Server(Child);

impl Server {
    /// `command` runs the server; `place` are its options for where to listen.
    pub(crate) fn start(mut command: Command, place: &[&str]) -> Self {
        command.args(["--save", "", "--appendonly", "no", "--daemonize", "no"]).args(place);
        Self(command.stdin(Stdio::null()).stdout(Stdio::null()).spawn().expect("redis-server can be started"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// One connection to a server with `LARGE` bytes under one key.
pub(crate) struct Client<S: Read + Write> {
    stream: BufReader<S>,
}

impl Client<UnixStream> {
    pub(crate) fn at(path: &Path) -> Self {
        Self::begin(|| UnixStream::connect(path))
    }
}

impl Client<TcpStream> {
    pub(crate) fn to(address: &str) -> Self {
        Self::begin(|| {
            let stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            Ok(stream)
        })
    }
}

impl<S: Read + Write> Client<S> {
    fn begin(connect: impl Fn() -> io::Result<S>) -> Self {
        let deadline = Instant::now() + Duration::from_secs(20);
        let stream = loop {
            match connect() {
                Ok(stream) => break stream,
                Err(error) => assert!(Instant::now() < deadline, "redis-server cannot be reached: {error}"),
            }
            thread::sleep(Duration::from_millis(10));
        };
        let mut client = Self { stream: BufReader::with_capacity(64 << 10, stream) };
        let head = format!("*3\r\n$3\r\nSET\r\n${}\r\n{KEY}\r\n${LARGE}\r\n", KEY.len());
        client.stream.get_mut().write_all(head.as_bytes()).unwrap();
        client.stream.get_mut().write_all(&vec![1; LARGE]).unwrap();
        client.stream.get_mut().write_all(b"\r\n").unwrap();
        assert_eq!(client.line(), "+OK");
        client
    }

    pub(crate) fn get_range(&mut self, offset: u64, into: &mut [u8]) {
        let (first, last) = (offset.to_string(), (offset + into.len() as u64 - 1).to_string());
        let request = format!(
            "*4\r\n$8\r\nGETRANGE\r\n${}\r\n{KEY}\r\n${}\r\n{first}\r\n${}\r\n{last}\r\n",
            KEY.len(),
            first.len(),
            last.len()
        );
        self.stream.get_mut().write_all(request.as_bytes()).unwrap();
        assert_eq!(self.line(), format!("${}", into.len()));
        self.stream.read_exact(into).unwrap();
        assert_eq!(self.line(), "");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.stream.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }
}

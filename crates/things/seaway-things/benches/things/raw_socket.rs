// SPDX-License-Identifier: MIT OR Apache-2.0
//! A raw socket, as a baseline: a request of the size of ours, and an answer that is bytes alone. Both ends wait as Seaway's
//! do: they poll for a short time and then sleep.

use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::{Duration, Instant};

/// Of a sealed request to read one range.
pub(crate) const REQUEST: usize = 80;
const SPIN: Duration = Duration::from_micros(50);

/// Answers each request by as many bytes as its first eight say, until the connection ends.
pub(crate) fn serve(address: &str) -> io::Result<()> {
    let listener = TcpListener::bind(address)?;
    println!("ready");
    loop {
        let (stream, _) = listener.accept()?;
        thread::spawn(move || answer(stream));
    }
}

fn answer(mut stream: TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let (mut request, mut bytes) = ([0; REQUEST], Vec::new());
    loop {
        receive(&mut stream, &mut request)?;
        let count = request.first_chunk().map_or(0, |count| u64::from_le_bytes(*count));
        bytes.resize(usize::try_from(count).unwrap_or(0), 1);
        stream.write_all(&bytes)?;
    }
}

pub(crate) fn connect(address: &str) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(address)?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

pub(crate) fn get(stream: &mut TcpStream, into: &mut [u8]) -> io::Result<()> {
    let mut request = [0; REQUEST];
    request[..8].copy_from_slice(&(into.len() as u64).to_le_bytes());
    stream.write_all(&request)?;
    receive(stream, into)
}

fn receive(stream: &mut TcpStream, mut into: &mut [u8]) -> io::Result<()> {
    while !into.is_empty() {
        let received = receive_some(stream, into)?;
        if received == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        into = &mut into[received..];
    }
    Ok(())
}

fn receive_some(stream: &mut TcpStream, into: &mut [u8]) -> io::Result<usize> {
    let began = Instant::now();
    loop {
        match rustix::net::recv(&*stream, &mut *into, rustix::net::RecvFlags::DONTWAIT) {
            Ok((_, received)) => return Ok(received),
            Err(rustix::io::Errno::AGAIN) if began.elapsed() < SPIN => thread::yield_now(),
            Err(rustix::io::Errno::AGAIN) => return stream.read(into),
            Err(error) => return Err(error.into()),
        }
    }
}

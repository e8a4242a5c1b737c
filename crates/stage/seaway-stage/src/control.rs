// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Control`]: what `seaway stage` asks a running agent, over the socket of the programs.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketAddrUnix, SocketFlags, SocketType, connect, recv, send,
    socket_with, sockopt,
};

use crate::agent::{Agent, Counts};
use crate::settings;

/// The first byte of a request that programs do not send.
const STATUS: u8 = 64;
const EVICT: u8 = 65;
const FOLDER: u8 = 66;

/// An answer is shorter.
const LONGEST: usize = 1 << 16;

/// The agent of a job on this node.
#[derive(Debug)]
pub struct Control {
    job: String,
}

/// What an agent has done, in the words of `seaway stage status`.
pub type Status = Counts;

impl Control {
    #[must_use]
    pub fn of(job: &str) -> Self {
        Self { job: job.to_owned() }
    }

    pub fn status(&self) -> io::Result<Status> {
        let answer = self.ask(&[STATUS], Duration::from_secs(10))?;
        let mut numbers =
            answer.chunks_exact(8).map(|bytes| u64::from_ne_bytes(bytes.try_into().unwrap_or_default()));
        let mut next = || numbers.next().unwrap_or(0);
        Ok(Counts {
            lists: next(),
            fetches: next(),
            fetched_bytes: next(),
            local_bytes: next(),
            evictions: next(),
        })
    }

    /// The folder of the run on the local disk.
    pub fn folder(&self) -> io::Result<PathBuf> {
        let answer = self.ask(&[FOLDER], Duration::from_secs(10))?;
        Ok(PathBuf::from(std::ffi::OsString::from_vec(answer)))
    }

    /// Discards the bytes of all files that can be fetched again.
    pub fn evict(&self) -> io::Result<()> {
        self.ask(&[EVICT], Duration::from_secs(600)).map(|_| ())
    }

    fn ask(&self, request: &[u8], limit: Duration) -> io::Result<Vec<u8>> {
        let socket: OwnedFd =
            socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
        connect(&socket, &SocketAddrUnix::new_abstract_name(settings::socket(&self.job).as_bytes())?)?;
        if sockopt::socket_peercred(&socket)?.uid != rustix::process::geteuid() {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        send(&socket, request, SendFlags::NOSIGNAL)?;
        let limit = Timespec::try_from(limit).map_err(io::Error::other)?;
        if poll(&mut [PollFd::new(&socket, PollFlags::IN)], Some(&limit))? == 0 {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let mut answer = vec![0; LONGEST];
        let (length, _) = recv(&socket, &mut answer[..], RecvFlags::empty())?;
        answer.truncate(length);
        if answer.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(answer) }
    }
}

/// Carries out a request of [`Control`].
pub(crate) fn answer(agent: &Agent, request: u8, _rest: &[u8]) -> Vec<u8> {
    match request {
        STATUS => {
            let Counts { lists, fetches, fetched_bytes, local_bytes, evictions } = agent.counts();
            [lists, fetches, fetched_bytes, local_bytes, evictions]
                .iter()
                .flat_map(|number| number.to_ne_bytes())
                .collect()
        }
        EVICT => {
            // "Not enough" is what is expected when everything is discarded.
            let _all = agent.evict(u64::MAX);
            vec![0; 8]
        }
        FOLDER => agent.settings.folder.as_os_str().as_bytes().to_vec(),
        _ => Vec::new(),
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The agent's socket: an abstract name of user and job. A program connects for each request, so a request
//! occupies a thread only while it is carried out.

use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use rustix::net::{
    AddressFamily, RecvFlags, SendFlags, SocketAddrUnix, SocketFlags, SocketType, accept_with, bind, listen,
    recv, send, socket_with, sockopt,
};
use seaway_stage_format::{LONGEST_REQUEST, Request};

use crate::agent::Agent;
use crate::control;
use crate::error::{Error, Result};

const BACKLOG: i32 = 1024;

/// More programs than this wait in the kernel.
const MOST_THREADS: usize = 256;

impl Agent {
    /// Answers programs from now on, until the process ends.
    pub fn listen(self: &Arc<Self>) -> Result<()> {
        let socket = bound(&self.settings.socket()).map_err(|error| Error::Socket(error.into()))?;
        let crew = Arc::new(Crew {
            agent: Arc::clone(self),
            socket,
            idle: AtomicUsize::new(0),
            all: AtomicUsize::new(0),
        });
        Crew::add(&crew);
        Ok(())
    }
}

fn bound(name: &str) -> rustix::io::Result<OwnedFd> {
    let socket = socket_with(AddressFamily::UNIX, SocketType::SEQPACKET, SocketFlags::CLOEXEC, None)?;
    bind(&socket, &SocketAddrUnix::new_abstract_name(name.as_bytes())?)?;
    listen(&socket, BACKLOG)?;
    Ok(socket)
}

/// Threads that accept connections: one is always idle.
struct Crew {
    agent: Arc<Agent>,
    socket: OwnedFd,
    idle: AtomicUsize,
    all: AtomicUsize,
}

impl Crew {
    fn add(crew: &Arc<Self>) {
        if crew.all.fetch_add(1, Ordering::Relaxed) >= MOST_THREADS {
            crew.all.fetch_sub(1, Ordering::Relaxed);
            return;
        }
        crew.idle.fetch_add(1, Ordering::Relaxed);
        let member = Arc::clone(crew);
        if thread::Builder::new().name("stage".to_owned()).spawn(move || Self::work(&member)).is_err() {
            crew.idle.fetch_sub(1, Ordering::Relaxed);
            crew.all.fetch_sub(1, Ordering::Relaxed);
        }
    }

    fn work(crew: &Arc<Self>) {
        loop {
            let connection = accept_with(&crew.socket, SocketFlags::CLOEXEC);
            if crew.idle.fetch_sub(1, Ordering::Relaxed) == 1 {
                Self::add(crew);
            }
            if let Ok(connection) = connection {
                crew.serve(&connection);
            }
            crew.idle.fetch_add(1, Ordering::Relaxed);
        }
    }

    fn serve(&self, connection: &OwnedFd) {
        let is_own =
            sockopt::socket_peercred(connection).is_ok_and(|peer| peer.uid == rustix::process::geteuid());
        let mut memory = vec![0; LONGEST_REQUEST];
        if !is_own {
            return;
        }
        let Ok((length, _)) = recv(connection, &mut memory[..], RecvFlags::empty()) else { return };
        let Some((first, rest)) = memory.get(..length).and_then(<[u8]>::split_first) else { return };
        let answer = match Request::of(*first) {
            Some(request) => {
                let path = Path::new(std::ffi::OsStr::from_bytes(rest));
                self.agent.answer(request, path).to_ne_bytes().to_vec()
            }
            None => control::answer(&self.agent, *first, rest),
        };
        // A program that was killed meanwhile needs no answer.
        let _gone = send(connection, &answer, SendFlags::NOSIGNAL);
    }
}

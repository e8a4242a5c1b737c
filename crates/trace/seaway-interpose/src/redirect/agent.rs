// SPDX-License-Identifier: MIT OR Apache-2.0
//! Requests to the node's agent: one connection each, so that nothing is left in the process between calls,
//! whatever it does with its descriptors.

use core::ffi::c_int;

use seaway_stage_format::{LONGEST_REQUEST, Request};

use super::table::Redirect;
use super::text::Text;
use crate::system;

impl Redirect {
    /// Returns the error number of the answer; EIO if the agent does not answer.
    pub(super) fn ask(self, request: Request, path: &[u8]) -> c_int {
        let mut text = Text::new();
        if !(text.add(&[request as u8]) && text.add(path)) || text.length() > LONGEST_REQUEST {
            return libc::ENAMETOOLONG;
        }
        let Ok(socket) = system::local_socket() else { return libc::EIO };
        let answer = self.exchange(socket, text.bytes());
        system::close(socket);
        answer.unwrap_or(libc::EIO)
    }

    fn exchange(self, socket: c_int, request: &[u8]) -> Result<c_int, c_int> {
        system::connect_abstract(socket, self.socket())?;
        // Anybody may take an abstract name.
        if system::peer_user(socket)? != system::user() {
            return Err(libc::EPERM);
        }
        system::send(socket, request)?;
        system::wait_readable(socket, self.limit())?;
        let mut answer = [0; 4];
        match system::read(socket, &mut answer) {
            Ok(4) => Ok(c_int::from_ne_bytes(answer)),
            _ => Err(libc::EIO),
        }
    }
}

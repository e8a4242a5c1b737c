// SPDX-License-Identifier: MIT OR Apache-2.0
//! Passes descriptors from one process to another.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer, SendAncillaryMessage,
    SendFlags,
};

/// Sent with a descriptor, and as the reply.
pub(super) const READY: u8 = 1;

pub(super) fn send(socket: BorrowedFd<'_>, descriptor: BorrowedFd<'_>) -> io::Result<()> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    let descriptors = [descriptor];
    if !ancillary.push(SendAncillaryMessage::ScmRights(&descriptors)) {
        return Err(io::Error::other("no room for a descriptor"));
    }
    rustix::net::sendmsg(socket, &[IoSlice::new(&[READY])], &mut ancillary, SendFlags::empty())?;
    Ok(())
}

/// `None`: the other end was closed.
pub(super) fn receive(socket: BorrowedFd<'_>) -> io::Result<Option<OwnedFd>> {
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(1))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut byte = [0];
    let mut memory = [IoSliceMut::new(&mut byte)];
    rustix::net::recvmsg(socket, &mut memory, &mut ancillary, RecvFlags::CMSG_CLOEXEC)?;
    let descriptors = ancillary.drain().filter_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors),
        _ => None,
    });
    Ok(descriptors.flatten().next())
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! A malicious peer of a stream's rank that knows the secret, as a reader and as a trunk, at any stage of the
//! rendezvous.

use std::fs;
use std::io::{self, IoSlice};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::time::{Duration, Instant};

use seaway_channel::{Channel, Secret, read_frame};
use seaway_messages::{Contact, CopyMethod, HostId, MxnMessage, Policy, Role, Service, Side, TrunkMessage};

use super::Lies;
use super::liar::{Ending, send_lies};
use crate::draw::Draw;

const LONG: Duration = Duration::from_secs(60);

/// Where rank 0 of the writers of `mxn:NAME` listens on this host. Names in tests are short.
pub fn socket_of(name: &str) -> io::Result<SocketAddr> {
    let user = rustix::process::geteuid().as_raw();
    SocketAddr::from_abstract_name(format!("seaway-mxn-{user}-{name}"))
}

/// One connection to the writers of `mxn:NAME`, as a reader.
pub fn lie_to_writer(name: &str, secret: &Secret, draw: &mut Draw<'_>, most: u64) -> io::Result<Ending> {
    let channel = connect(name, Service::Mxn, secret)?;
    // An error means that the writer has detected it, which is fine.
    let _ = introduce(&channel, draw);
    Ok(send_lies(&channel, &Lies::of(Service::Mxn), draw, most))
}

/// One connection to the writers of `mxn:NAME`, as a trunk.
pub fn lie_to_trunk(name: &str, secret: &Secret, draw: &mut Draw<'_>, most: u64) -> io::Result<Ending> {
    let channel = connect(name, Service::Trunk, secret)?;
    if !draw.one_in(4) {
        // Trunks are between hosts.
        let mut me = contact(Side::Reader, "liar")?;
        me.host.network ^= 1;
        let mut frame = Vec::new();
        TrunkMessage::Introduce { contact: me }.encode(&mut frame)?;
        let _ = channel.write_all_vectored(&[IoSlice::new(&frame)]);
    }
    Ok(send_lies(&channel, &Lies::of(Service::Trunk), draw, most))
}

/// The contact of a hypothetical rank of this process.
pub(crate) fn contact(side: Side, unix: &str) -> io::Result<Contact> {
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id")?;
    let digits: Vec<u8> =
        text.bytes().filter_map(|byte| char::from(byte).to_digit(16)?.try_into().ok()).collect();
    let mut boot = [0; 16];
    for (byte, pair) in boot.iter_mut().zip(digits.chunks(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Ok(Contact {
        side,
        program: "liar".into(),
        rank: 0,
        host_name: "here".into(),
        pid: std::process::id(),
        host: HostId { boot, network: fs::metadata("/proc/self/ns/net")?.ino() },
        unix: unix.into(),
        tcp: Vec::new(),
    })
}

fn connect(name: &str, service: Service, secret: &Secret) -> io::Result<Channel> {
    let channel = Channel::unix(UnixStream::connect_addr(&socket_of(name)?)?)?;
    channel.set_deadline(Some(Instant::now() + LONG));
    channel.authenticate(Role::Client, service, secret).map_err(io::Error::other)?;
    Ok(channel)
}

/// As far as a reader would go, or less.
fn introduce(channel: &Channel, draw: &mut Draw<'_>) -> io::Result<()> {
    let depth = draw.below(4);
    let me = contact(Side::Reader, "liar")?;
    if depth > 0 {
        say(channel, &MxnMessage::Introduce { contact: me.clone(), probe: None, window: None })?;
        read_frame(&mut &*channel)?;
        say(channel, &MxnMessage::CopyMethod { way: CopyMethod::Socket })?;
    }
    if depth > 1 {
        say(channel, &MxnMessage::Attach { contacts: vec![me], policy: Policy::All, once: false })?;
    }
    Ok(())
}

pub(crate) fn say(channel: &Channel, message: &MxnMessage) -> io::Result<()> {
    let mut frame = Vec::new();
    message.encode(&mut frame)?;
    channel.write_all_vectored(&[IoSlice::new(&frame)])
}

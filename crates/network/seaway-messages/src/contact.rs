// SPDX-License-Identifier: MIT OR Apache-2.0
//! The identity and addresses of a rank, for services that connect ranks.

use std::net::{IpAddr, SocketAddr};

use crate::wire::{Body, Field, WireError, choice, impossible, record};

/// One rank of one program, and where it can be reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Contact {
    pub side: Side,
    pub program: String,
    pub rank: u32,
    pub host_name: String,
    pub pid: u32,
    pub host: HostId,
    /// The name of an abstract Unix socket, without the leading zero byte; reachable on the same host.
    pub unix: String,
    /// To be tried in this order from other hosts. Scope and flow label of an IPv6 address are omitted: they
    /// are only meaningful on their own host.
    pub tcp: Vec<SocketAddr>,
}
record!(Contact {
    side: Side, program: String, rank: u32, host_name: String, pid: u32, host: HostId, unix: String, tcp: Vec<SocketAddr>
});

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Writer,
    Reader,
}
choice!(Side, "a side", { Writer = 1, Reader = 2 });

/// Ranks with equal values reach each other through abstract Unix sockets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct HostId {
    /// The kernel's boot id.
    pub boot: [u8; 16],
    /// The inode of the network namespace.
    pub network: u64,
}
record!(HostId { boot: [u8; 16], network: u64 });

/// Family (4 or 6), address, port.
impl Field for SocketAddr {
    const LEAST_BYTES: usize = 1 + 4 + 2;
    fn put(&self, out: &mut Vec<u8>) -> Result<(), WireError> {
        match self.ip() {
            IpAddr::V4(address) => {
                4u8.put(out)?;
                address.octets().put(out)?;
            }
            IpAddr::V6(address) => {
                6u8.put(out)?;
                address.octets().put(out)?;
            }
        }
        self.port().put(out)
    }
    fn take(body: &mut Body<'_>) -> Result<Self, WireError> {
        let address: IpAddr = match u8::take(body)? {
            4 => <[u8; 4]>::take(body)?.into(),
            6 => <[u8; 16]>::take(body)?.into(),
            other => return Err(impossible("the family of an address", other)),
        };
        Ok(SocketAddr::new(address, u16::take(body)?))
    }
}

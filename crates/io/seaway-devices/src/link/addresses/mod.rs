// SPDX-License-Identifier: MIT OR Apache-2.0
//! Where this host can be reached, and which host it is.

mod sys;

use std::fs;
use std::net::{IpAddr, SocketAddr};
use std::os::unix::fs::MetadataExt;

use seaway_device_api::{Error, Operation, Result};
use seaway_messages::HostId;

use self::sys::InterfaceAddress;

/// All addresses of this host at which others may find `port`, the likely ones first.
pub fn reachable_at(port: u16) -> Result<Vec<SocketAddr>> {
    let found = sys::interface_addresses().map_err(|error| Error::from_io(Operation::Open, error))?;
    Ok(ordered(found).into_iter().map(|address| SocketAddr::new(address, port)).collect())
}

/// Which host this is: the boot and the network namespace. Only where both agree do abstract sockets meet.
pub(crate) fn host_id() -> Result<HostId> {
    let failed = |error| Error::from_io(Operation::Open, error);
    let text = fs::read_to_string("/proc/sys/kernel/random/boot_id").map_err(failed)?;
    let digits = text.bytes().filter_map(|byte| char::from(byte).to_digit(16));
    let mut boot = [0_u8; 16];
    for (index, digit) in digits.take(32).enumerate() {
        boot[index / 2] = boot[index / 2] << 4 | u8::try_from(digit).unwrap_or(0);
    }
    let network = fs::metadata("/proc/self/ns/net").map_err(failed)?.ino();
    Ok(HostId { boot, network })
}

pub(crate) fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

fn ordered(found: Vec<InterfaceAddress>) -> Vec<IpAddr> {
    // Addresses of a link (fe80::) mean nothing on another host, which does not know by which interface.
    let usable = |address: &IpAddr| match address {
        IpAddr::V4(address) => !address.is_link_local(),
        IpAddr::V6(address) => !address.is_unicast_link_local(),
    };
    let (here, there): (Vec<_>, Vec<_>) = found.into_iter().partition(|entry| entry.loopback);
    let mut there: Vec<IpAddr> = there.into_iter().map(|entry| entry.address).filter(usable).collect();
    there.sort_by_key(IpAddr::is_ipv6);
    if there.is_empty() {
        // A host without a network: its own namespaces at most can come, by way of the loopback.
        there = here.into_iter().map(|entry| entry.address).collect();
        there.sort_by_key(IpAddr::is_ipv6);
    }
    there
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_others_cannot_use_are_left_out() {
        let entry =
            |address: &str, loopback| InterfaceAddress { address: address.parse().unwrap(), loopback };
        let texts = |found| ordered(found).iter().map(ToString::to_string).collect::<Vec<_>>();
        let all = vec![
            entry("127.0.0.1", true),
            entry("fe80::1", false),
            entry("2001:db8::1", false),
            entry("10.0.0.1", false),
            entry("::1", true),
        ];
        assert_eq!(texts(all), ["10.0.0.1", "2001:db8::1"]);
        assert_eq!(texts(vec![entry("::1", true), entry("127.0.0.1", true)]), ["127.0.0.1", "::1"]);
    }

    #[test]
    fn host_knows_itself() {
        let host = host_id().unwrap();
        assert_eq!(host, host_id().unwrap());
        assert_ne!(host.boot, [0; 16]);
        assert!(!reachable_at(7).unwrap().is_empty());
    }
}

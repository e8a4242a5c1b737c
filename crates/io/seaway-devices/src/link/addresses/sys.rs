// SPDX-License-Identifier: MIT OR Apache-2.0
//! The list of this host's network addresses, from the C library.
#![allow(unsafe_code, reason = "neither std nor rustix has these calls")]

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::ptr;

/// An address of an interface that is up.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InterfaceAddress {
    pub(super) address: IpAddr,
    pub(super) loopback: bool,
}

pub(super) fn interface_addresses() -> io::Result<Vec<InterfaceAddress>> {
    let mut list: *mut libc::ifaddrs = ptr::null_mut();
    // SAFETY: stores the head of a new list, which is freed below.
    if unsafe { libc::getifaddrs(&raw mut list) } != 0 {
        return Err(io::Error::last_os_error());
    }
    let mut found = Vec::new();
    let mut next = list;
    // SAFETY: the list ends with a null pointer, and its entries live until it is freed.
    while let Some(entry) = unsafe { next.as_ref() } {
        next = entry.ifa_next;
        let flags = entry.ifa_flags;
        let has = |flag: libc::c_int| flags & u32::try_from(flag).unwrap_or(0) != 0;
        if !has(libc::IFF_UP) {
            continue;
        }
        found.extend(
            address_of(entry.ifa_addr)
                .map(|address| InterfaceAddress { address, loopback: has(libc::IFF_LOOPBACK) }),
        );
    }
    // SAFETY: made by getifaddrs, freed once, and nothing of it is kept.
    unsafe { libc::freeifaddrs(list) };
    Ok(found)
}

fn address_of(address: *const libc::sockaddr) -> Option<IpAddr> {
    // SAFETY: null, or an address that lives as long as the list it is of.
    let family = unsafe { address.as_ref() }?.sa_family;
    match libc::c_int::from(family) {
        libc::AF_INET => {
            // SAFETY: the family says that it is this type; it may lie unaligned.
            let address = unsafe { address.cast::<libc::sockaddr_in>().read_unaligned() };
            Some(Ipv4Addr::from(u32::from_be(address.sin_addr.s_addr)).into())
        }
        libc::AF_INET6 => {
            // SAFETY: as above.
            let address = unsafe { address.cast::<libc::sockaddr_in6>().read_unaligned() };
            Some(Ipv6Addr::from(address.sin6_addr.s6_addr).into())
        }
        _ => None,
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Files on a host that is this one: no daemon is needed between a program and its own disk.

use std::env;
use std::net::IpAddr;
use std::path::PathBuf;

use rustix::fs::{CWD, RenameFlags, renameat_with};
use seaway_device_api::{
    Device, DeviceFile, DevicePath, Error, ErrorKind, Hints, OpenOptions, Operation, Result,
};

use super::name::RemoteName;
use super::options::RemoteOptions;
use crate::ufs::UfsDevice;

/// Whether `host` is a name of this host.
pub(super) fn is_this_host(host: &str) -> bool {
    let own = rustix::system::uname();
    let own = own.nodename().to_string_lossy();
    let short = |name: &str| name.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let loops = host.parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    // A name without a domain is this host's, whatever its domain.
    let is_own = host.eq_ignore_ascii_case(&own)
        || ((!host.contains('.') || !own.contains('.')) && !own.is_empty() && short(host) == short(&own));
    let is_address = host.parse::<IpAddr>().is_ok();
    loops || host.eq_ignore_ascii_case("localhost") || (is_own && !is_address)
}

/// `remote://this-host/path`.
#[derive(Debug)]
pub(super) struct LocalDevice {
    scheme: String,
    hints: Hints,
}

impl LocalDevice {
    pub(super) fn new(scheme: &str, hints: &Hints) -> Self {
        Self { scheme: scheme.to_owned(), hints: hints.clone() }
    }

    pub(super) fn rename(&self, from: &DevicePath, to: &DevicePath, replace: bool) -> Result<()> {
        let (from, to) = (self.path(from)?, self.path(to)?);
        let flags = if replace { RenameFlags::empty() } else { RenameFlags::NOREPLACE };
        let renamed = renameat_with(CWD, from.as_str(), CWD, to.as_str(), flags);
        renamed.map_err(|errno| Error::from_io(Operation::Open, errno.into()).with_path(from.as_str()))
    }

    fn path(&self, path: &DevicePath) -> Result<DevicePath> {
        let name = RemoteName::parse(&self.scheme, path.as_str(), &self.hints)?;
        let directory = PathBuf::from(RemoteOptions::from_hints(&self.hints)?.directory);
        // Joining an absolute path replaces what precedes it.
        let path = env::home_dir().unwrap_or_default().join(directory).join(&name.path);
        let text = path.into_os_string().into_string().map_err(|_| {
            Error::new(ErrorKind::BadFileName, Operation::Open)
                .with_detail("the name of the home directory is not valid UTF-8")
        })?;
        Ok(DevicePath::new(text))
    }
}

impl Device for LocalDevice {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        UfsDevice.open(&self.path(path)?, options)
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        UfsDevice.delete(&self.path(path)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_are_this_host() {
        let own = rustix::system::uname().nodename().to_string_lossy().into_owned();
        for host in ["localhost", "127.0.0.1", "127.9.9.9", "::1", &own, &own.to_ascii_uppercase()] {
            assert!(is_this_host(host), "{host}");
        }
        for host in ["", "another-host-than-this", "10.0.0.1", "example.org", "192.0.2.7"] {
            assert!(!is_this_host(host), "{host}");
        }
    }

    #[test]
    fn paths_are_those_of_the_file_system() {
        let device = LocalDevice::new("remote", &Hints::new().with("seaway_wdir", "/data/run"));
        let check = |name: &str, expected: &str| {
            assert_eq!(device.path(&DevicePath::new(name)).unwrap().as_str(), expected);
        };
        check("//localhost/tmp/x", "/tmp/x");
        check("//localhost/~/x", "/data/run/x");
    }
}

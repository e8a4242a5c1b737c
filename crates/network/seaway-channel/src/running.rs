// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RunningDaemon`]: the daemons of this user on this host, each with a small file in the user's runtime
//! directory that says where it listens and what it serves. So no port has to be shared by all users of a
//! host.
//!
//! A file whose process is gone is ignored: a process is identified by its id, its start time and the boot
//! id. A file of another network namespace is ignored too, as its addresses differ.

use std::env;
use std::fs::{self, DirBuilder, File};
use std::io::{self, Read};
use std::net::SocketAddr;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::process;

use seaway_device_api::{Error, Operation, Result};

use crate::announcement::Serves;
use crate::private_file::{LONGEST, write_new};
use crate::random::{hexadecimal, random_bytes};
use crate::words::{escaped, unescaped};

/// Further files are ignored.
const MOST_FILES: usize = 1024;

/// A daemon that serves the programs of this user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunningDaemon {
    /// Where it listens.
    pub addresses: Vec<SocketAddr>,
    pub serves: Serves,
    /// It rejects connections without TLS.
    pub tls_only: bool,
    /// Its TLS certificate: `sha256:` and digits.
    pub certificate: String,
}

/// Process, boot and network namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Identity {
    pid: u32,
    /// In ticks since boot: process ids are reused.
    began: u64,
    boot: String,
    network: u64,
}

/// A daemon's file, removed on drop.
#[derive(Debug)]
pub struct Registration(PathBuf);

impl RunningDaemon {
    /// Registers this process as such a daemon.
    pub fn register(&self) -> Result<Registration> {
        let failed = |error: io::Error| {
            let detail = format!(
                "the user's runtime directory cannot be used: {error}; set XDG_RUNTIME_DIR to use another"
            );
            Error::from_io(Operation::Configure, error).with_detail(detail)
        };
        let identity = Identity::own().map_err(failed)?;
        let folder = folders(&identity.boot).into_iter().next();
        let folder = folder.ok_or_else(|| failed(io::ErrorKind::NotFound.into()))?;
        self.register_in(&folder, &identity).map_err(failed)
    }

    fn register_in(&self, folder: &Path, identity: &Identity) -> io::Result<Registration> {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        if !is_private(&fs::metadata(folder)?) {
            let detail = format!("{} is accessible to other users", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, detail));
        }
        remove_stale(folder, identity);
        let path = folder.join(format!("{}-{}", identity.pid, identity.began));
        // Written under another name first, so that no reader sees a partial file.
        let unique = hexadecimal(&random_bytes::<8>().map_err(io::Error::other)?);
        let temporary = folder.join(format!(".{unique}"));
        let written =
            write_new(&temporary, &self.to_text(identity)).and_then(|()| fs::rename(&temporary, &path));
        if written.is_err() {
            let _ = fs::remove_file(&temporary);
        }
        written.map(|()| Registration(path))
    }

    /// Those that are running, the most recent first.
    pub fn all() -> Vec<Self> {
        let Ok(own) = Identity::own() else { return Vec::new() };
        folders(&own.boot).iter().flat_map(|folder| Self::all_in(folder, &own)).collect()
    }

    fn all_in(folder: &Path, own: &Identity) -> Vec<Self> {
        let mut found: Vec<_> = entries(folder).iter().filter_map(|path| read(path)).collect();
        found.retain(|(identity, _)| identity.runs_beside(own));
        found.sort_by_key(|(identity, _)| std::cmp::Reverse((identity.began, identity.pid)));
        found.into_iter().map(|(_, daemon)| daemon).collect()
    }

    fn to_text(&self, identity: &Identity) -> String {
        let Identity { pid, began, boot, network } = identity;
        let Self { addresses, serves: Serves { exports, read_only }, tls_only, certificate } = self;
        let mut text = format!("pid={pid}\nbegan={began}\nboot={boot}\nnetwork={network}\n");
        text.push_str(&format!("read_only={read_only}\ntls_only={tls_only}\ncertificate={certificate}\n"));
        for address in addresses {
            text.push_str(&format!("address={address}\n"));
        }
        // A name that is not UTF-8 cannot be requested either.
        for export in exports.iter().filter_map(|export| export.to_str()) {
            text.push_str(&format!("export={}\n", escaped(export)));
        }
        text
    }

    fn parse(text: &str) -> Option<(Identity, Self)> {
        let mut identity = Identity { pid: 0, began: 0, boot: String::new(), network: 0 };
        let (addresses, exports) = (Vec::new(), Vec::new());
        let serves = Serves { exports, read_only: false };
        let mut daemon = Self { addresses, serves, tls_only: false, certificate: String::new() };
        for line in text.lines() {
            match line.split_once('=')? {
                ("pid", pid) => identity.pid = pid.parse().ok()?,
                ("began", began) => identity.began = began.parse().ok()?,
                ("boot", boot) => boot.clone_into(&mut identity.boot),
                ("network", network) => identity.network = network.parse().ok()?,
                ("read_only", read_only) => daemon.serves.read_only = read_only.parse().ok()?,
                ("tls_only", tls_only) => daemon.tls_only = tls_only.parse().ok()?,
                ("certificate", certificate) => certificate.clone_into(&mut daemon.certificate),
                ("address", address) => daemon.addresses.push(address.parse().ok()?),
                ("export", export) => daemon.serves.exports.push(unescaped(export)?.into()),
                // From a newer daemon.
                _ => {}
            }
        }
        (!daemon.addresses.is_empty()).then_some((identity, daemon))
    }
}

impl Identity {
    fn own() -> io::Result<Self> {
        let boot = fs::read_to_string("/proc/sys/kernel/random/boot_id")?.trim().to_owned();
        let network = fs::metadata("/proc/self/ns/net")?.ino();
        let pid = process::id();
        let began = beginning_of(pid).ok_or(io::ErrorKind::Unsupported)?;
        Ok(Self { pid, began, boot, network })
    }

    fn runs_beside(&self, own: &Self) -> bool {
        (&self.boot, self.network) == (&own.boot, own.network) && beginning_of(self.pid) == Some(self.began)
    }

    /// Whether it has certainly ended. In another PID namespace its id may be meaningless.
    fn has_ended(&self, own: &Self) -> bool {
        self.boot != own.boot || (self.network == own.network && beginning_of(self.pid) != Some(self.began))
    }
}

impl Drop for Registration {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// Start time of a process that has not ended: proc(5), `/proc/pid/stat`, fields 3 and 22.
fn beginning_of(pid: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The program name is in parentheses, and may contain anything.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    if matches!(fields.first(), Some(&"Z" | &"X")) {
        return None;
    }
    fields.get(19)?.parse().ok()
}

/// Directories of the daemons' files, the one for new files first. Over ssh the variable is often not set,
/// although the directory exists.
fn folders(boot: &str) -> Vec<PathBuf> {
    let set = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let usual = || {
        let folder = PathBuf::from(format!("/run/user/{}", rustix::process::geteuid().as_raw()));
        fs::metadata(&folder).is_ok_and(|metadata| is_private(&metadata)).then_some(folder)
    };
    let runtime = set("XDG_RUNTIME_DIR").or_else(usual).map(|folder| folder.join("seaway/daemons"));
    let home = || env::home_dir().filter(|home| home.is_absolute()).map(|home| home.join(".cache"));
    // Hosts may share a home directory, but never a boot id.
    let cache =
        set("XDG_CACHE_HOME").or_else(home).map(|cache| cache.join("seaway").join(boot).join("daemons"));
    runtime.into_iter().chain(cache).collect()
}

fn is_private(metadata: &fs::Metadata) -> bool {
    metadata.is_dir() && metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o077 == 0
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let visible =
        |path: &PathBuf| path.file_name().is_some_and(|name| !name.as_encoded_bytes().starts_with(b"."));
    entries.flatten().map(|entry| entry.path()).filter(visible).take(MOST_FILES).collect()
}

/// Accepts only files of this user that no other user can write.
fn read(path: &Path) -> Option<(Identity, RunningDaemon)> {
    let file = File::open(path).ok()?;
    let metadata = file.metadata().ok()?;
    let is_own = metadata.uid() == rustix::process::geteuid().as_raw() && metadata.mode() & 0o022 == 0;
    if !metadata.is_file() || !is_own {
        return None;
    }
    let mut text = String::new();
    file.take(LONGEST).read_to_string(&mut text).ok()?;
    RunningDaemon::parse(&text)
}

fn remove_stale(folder: &Path, own: &Identity) {
    for path in entries(folder) {
        if read(&path).is_some_and(|(identity, _)| identity.has_ended(own)) {
            let _ = fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;
    use std::process::{Command, Stdio};

    use super::*;

    fn daemon(port: u16) -> RunningDaemon {
        RunningDaemon {
            addresses: vec![SocketAddr::from(([127, 0, 0, 1], port))],
            serves: Serves { exports: vec!["/data/a b".into(), "/scratch".into()], read_only: true },
            tls_only: false,
            certificate: "sha256:00".into(),
        }
    }

    #[test]
    fn daemon_is_found_until_it_ends() {
        let folder = tempfile::tempdir().unwrap();
        let (folder, own) = (folder.path().join("seaway/daemons"), Identity::own().unwrap());
        assert!(RunningDaemon::all_in(&folder, &own).is_empty());
        let registration = daemon(7).register_in(&folder, &own).unwrap();
        assert_eq!(RunningDaemon::all_in(&folder, &own), [daemon(7)]);
        assert_eq!(fs::metadata(&registration.0).unwrap().mode() & 0o777, 0o600);
        assert_eq!(fs::metadata(&folder).unwrap().mode() & 0o777, 0o700);
        drop(registration);
        assert!(RunningDaemon::all_in(&folder, &own).is_empty());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
    }

    #[test]
    fn file_of_a_killed_daemon_is_ignored_and_removed() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let own = Identity::own().unwrap();
        let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
        let pid = child.id();
        let other = Identity { pid, began: beginning_of(pid).unwrap(), ..own.clone() };
        let left = daemon(8).register_in(folder.path(), &other).unwrap();
        assert_eq!(RunningDaemon::all_in(folder.path(), &own), [daemon(8)]);
        child.kill().unwrap();
        // Even before its parent has waited for it.
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(60);
        while !RunningDaemon::all_in(folder.path(), &own).is_empty() {
            assert!(std::time::Instant::now() < deadline, "a killed process counts as running");
        }
        child.wait().unwrap();
        let new = daemon(9).register_in(folder.path(), &own).unwrap();
        assert!(!left.0.exists() && new.0.exists());
    }

    #[test]
    fn reused_process_ids_and_other_hosts_are_ignored() {
        let own = Identity::own().unwrap();
        let check = |identity: &Identity| {
            let folder = tempfile::tempdir().unwrap();
            fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
            let _registration = daemon(7).register_in(folder.path(), identity).unwrap();
            assert!(RunningDaemon::all_in(folder.path(), &own).is_empty(), "{identity:?}");
        };
        check(&Identity { began: own.began + 1, ..own.clone() });
        check(&Identity { boot: "another".into(), ..own.clone() });
        check(&Identity { network: own.network + 1, ..own.clone() });
    }

    #[test]
    fn files_that_others_can_write_are_ignored() {
        let folder = tempfile::tempdir().unwrap();
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o700)).unwrap();
        let own = Identity::own().unwrap();
        let registration = daemon(7).register_in(folder.path(), &own).unwrap();
        fs::set_permissions(&registration.0, fs::Permissions::from_mode(0o622)).unwrap();
        assert!(RunningDaemon::all_in(folder.path(), &own).is_empty());
        drop(registration);
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        assert!(daemon(7).register_in(folder.path(), &own).is_err());
        for text in ["", "pid=1\n", "pid=x\naddress=127.0.0.1:1\n", "address=ocean:1\n", "half"] {
            assert_eq!(RunningDaemon::parse(text), None, "{text:?}");
        }
    }
}

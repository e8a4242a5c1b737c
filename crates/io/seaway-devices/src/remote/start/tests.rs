// SPDX-License-Identifier: MIT OR Apache-2.0
//! Various commands in place of `ssh`. The behaviour of a real daemon is tested where there is one.

use std::fs;
use std::os::fd::AsRawFd;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use seaway_channel::{Secret, SessionRequest};
use seaway_device_api::{Error, ErrorKind, Hints};

use super::{StartOptions, Started, start};
use crate::remote::target::Target;

/// Starts `script`, which gets the arguments `seaway serve --session`.
fn started_by(folder: &Path, script: &str, patience: Duration) -> Result<Started, Error> {
    let (source, file) = (folder.join("source"), folder.join("stand-in"));
    fs::write(&source, format!("#!/bin/sh\n{script}\n")).unwrap();
    // Copied by another process: a file that this one has open for writing may be held open for a moment by a
    // child of another test, and cannot be executed until then.
    assert!(Command::new("cp").args([&source, &file]).status().unwrap().success());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o700)).unwrap();
    let hints = Hints::new().with("seaway_start", format!("'{}' \"a b\"", file.display()));
    let target = Target { host: "ocean".into(), port: 7117, user: None, tls: false };
    start(&target, &StartOptions::from_hints(&hints).unwrap(), &request(), Instant::now() + patience)
}

fn request() -> SessionRequest {
    SessionRequest { secret: Secret::from_bytes([3; 32]), addresses: Vec::new(), wanted: None }
}

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn daemon_gets_the_secret_and_ends_with_its_input() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    let script = format!(
        "read line; echo \"$line\" >'{at}/secret'; echo \"$*\" >'{at}/words'; echo welcome to ocean
         echo 'seaway-session port=4711 certificate=sha256:00 address=10.0.0.2'
         cat; echo ended >'{at}/end'"
    );
    let started = started_by(folder.path(), &script, PATIENCE).unwrap();
    let places: Vec<String> = started.targets.iter().map(Target::address).collect();
    assert_eq!(places, ["ocean:4711", "10.0.0.2:4711"]);
    assert_eq!(started.certificate.as_deref(), Some("sha256:00"));
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    assert_eq!(read("secret"), request().to_line());
    assert_eq!(read("words"), "a b seaway serve --session\n");
    assert!(!folder.path().join("end").exists());
    drop(started);
    assert_eq!(read("end"), "ended\n");
}

#[test]
fn child_inherits_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path().display();
    // A descriptor that children would inherit, as those of an MPI library may be.
    let open = fs::File::open(folder.path()).unwrap();
    let open = rustix::io::fcntl_dupfd_cloexec(&open, 100).unwrap();
    rustix::io::fcntl_setfd(&open, rustix::io::FdFlags::empty()).unwrap();
    let script = format!(
        "ls /proc/self/fd >'{at}/descriptors'; grep -E '^Sig(Blk|Ign):' /proc/self/status >'{at}/signals'
         env >'{at}/environment'; cut -d ' ' -f 1,6 /proc/$$/stat >'{at}/session'
         echo 'seaway-session port=1'; cat"
    );
    drop(started_by(folder.path(), &script, PATIENCE).unwrap());
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let number = open.as_raw_fd().to_string();
    assert!(read("descriptors").lines().all(|descriptor| descriptor != number), "{}", read("descriptors"));
    for line in read("signals").lines() {
        let (name, mask) = line.split_once(':').unwrap();
        // Handlers do not survive exec, and `grep` may have its own.
        assert_eq!(u64::from_str_radix(mask.trim(), 16).unwrap(), 0, "{name}");
    }
    let environment = read("environment");
    assert!(!environment.contains("LD_PRELOAD="), "{environment}");
    let session = read("session");
    let (process, session) = session.trim().split_once(' ').unwrap();
    assert_eq!(process, session, "it leads a session of its own");
    drop(open);
}

#[test]
fn program_sees_no_child() {
    let folder = tempfile::tempdir().unwrap();
    let started = started_by(folder.path(), "echo 'seaway-session port=1'; cat", PATIENCE).unwrap();
    // Other tests of this process start no child on this thread.
    assert_eq!(fs::read_to_string("/proc/thread-self/children").unwrap_or_default().trim(), "");
    drop(started);
}

#[test]
fn errors_explain_why_a_daemon_did_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let check = |script: &str, kind: ErrorKind, parts: &[&str]| {
        let error = started_by(folder.path(), script, PATIENCE).unwrap_err();
        assert_eq!(error.kind(), kind, "{script}");
        let text = error.to_string();
        parts
            .iter()
            .chain(&["ocean", "stand-in"])
            .for_each(|part| assert!(text.contains(part), "{part} in {text}"));
    };
    check(
        "echo 'ann@ocean: Permission denied (publickey).' >&2; exit 255",
        ErrorKind::AccessDenied,
        &["ssh-copy-id"],
    );
    check("echo 'sh: 1: seaway: not found' >&2; exit 127", ErrorKind::Io, &["seaway_program"]);
    check("exit 1", ErrorKind::Io, &["ended before reporting"]);
    check("echo hello; echo seaway-session port=x; exit 0", ErrorKind::Io, &["ended before reporting"]);
    // It has ended, but a process that it left behind holds its output.
    check("sleep 30 & exit 3", ErrorKind::Io, &["ended before reporting"]);
    check("yes", ErrorKind::Io, &["ended before reporting"]);
}

#[test]
fn silent_command_times_out() {
    let folder = tempfile::tempdir().unwrap();
    let error = started_by(folder.path(), "cat >/dev/null", Duration::from_millis(200)).unwrap_err();
    assert!(error.to_string().contains("seaway_timeout"), "{error}");
}

#[test]
fn missing_command_is_named() {
    let hints = Hints::new().with("seaway_start", "no-such-command-here -x");
    let target = Target { host: "ocean".into(), port: 7117, user: None, tls: false };
    let options = StartOptions::from_hints(&hints).unwrap();
    let error = start(&target, &options, &request(), Instant::now() + PATIENCE).unwrap_err();
    assert!(error.to_string().contains("no-such-command-here is not installed on this host"), "{error}");
}

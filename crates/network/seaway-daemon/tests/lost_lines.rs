// SPDX-License-Identifier: MIT OR Apache-2.0
//! The client of `remote:` and the daemon, with a proxy between them that holds bytes back and delivers them
//! late. Each test runs again as a separate process, since the client takes its secret from the environment.
#![allow(clippy::unwrap_used, reason = "helpers of tests say what they expect, as tests do")]
#![allow(dead_code, reason = "the raw client is shared by several tests")]

mod raw_client;

use std::fs;
use std::io::{IoSlice, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use raw_client::Daemon;
use seaway_channel::TlsServer;
use seaway_device_api::{
    DeviceFile, DeviceName, DevicePath, Durability, Extent, Hints, OpenFlags, OpenOptions, Segments,
};
use seaway_testkit::service_process::is_inside_process_with_secret;

const LEN: usize = 300_000;

/// Data of the first connection is held back while `holds`, and delivered afterwards.
#[derive(Clone)]
struct Proxy {
    address: SocketAddr,
    target: Arc<Mutex<SocketAddr>>,
    holds: Arc<AtomicBool>,
    streams: Arc<Mutex<Vec<TcpStream>>>,
}

impl Proxy {
    fn before(target: SocketAddr) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let (target, streams) = (Arc::new(Mutex::new(target)), Arc::default());
        let proxy = Self { address, target, holds: Arc::default(), streams };
        let inside = proxy.clone();
        thread::spawn(move || {
            for (number, client) in listener.incoming().enumerate() {
                inside.pass_on(client.unwrap(), number == 0);
            }
        });
        proxy
    }

    fn pass_on(&self, client: TcpStream, is_first: bool) {
        let Ok(server) = TcpStream::connect(*self.target.lock().unwrap()) else { return };
        self.streams.lock().unwrap().extend([client.try_clone().unwrap(), server.try_clone().unwrap()]);
        for (mut from, mut to) in
            [(client.try_clone().unwrap(), server.try_clone().unwrap()), (server, client)]
        {
            let holds = self.holds.clone();
            thread::spawn(move || {
                let mut buffer = vec![0; 64 << 10];
                while let Ok(bytes @ 1..) = from.read(&mut buffer) {
                    while is_first && holds.load(Ordering::Acquire) {
                        thread::sleep(Duration::from_millis(2));
                    }
                    if to.write_all(&buffer[..bytes]).is_err() {
                        return;
                    }
                }
            });
        }
    }

    fn cut_all(&self) {
        for stream in self.streams.lock().unwrap().drain(..) {
            let _ = stream.shutdown(std::net::Shutdown::Both);
        }
    }

    fn open(&self, path: &Path, hints: &str) -> Box<dyn DeviceFile> {
        self.open_by("remote", path, hints)
    }

    fn open_by(&self, scheme: &str, path: &Path, hints: &str) -> Box<dyn DeviceFile> {
        let name = DeviceName::parse(
            &format!("{scheme}://{}{}", self.address, path.display()),
            seaway_devices::schemes(),
        );
        let hints = Hints::parse(hints);
        let device = seaway_devices::connect(&name, &hints).unwrap();
        let flags = OpenFlags::READ | OpenFlags::WRITE | OpenFlags::CREATE;
        let path: DevicePath = name.path().clone();
        device.open(&path, &OpenOptions { flags, hints, ranks: 1 }).unwrap()
    }
}

fn write(file: &dyn DeviceFile, value: u8) {
    file.write(&[Extent::new(0, LEN as u64)], &Segments::new(&[IoSlice::new(&[value; LEN])])).unwrap();
}

/// `change` is held back, and acknowledged on another connection; what the first one delivers late changes nothing.
fn check_late(tls: bool, change: impl FnOnce(&dyn DeviceFile)) {
    let folder = tempfile::tempdir().unwrap();
    let server = tls.then(|| TlsServer::load_from(&folder.path().join("certificate.pem")).unwrap());
    let certificate = server.as_ref().map(|server| server.fingerprint().to_string());
    let daemon = Daemon::with_tls(&[folder.path()], false, server);
    let path = folder.path().join("file");
    let proxy = Proxy::before(daemon.address);
    let hints = "seaway_timeout=4;seaway_start=none";
    let file = match certificate {
        None => proxy.open(&path, hints),
        Some(digits) => proxy.open_by("remote+tls", &path, &format!("{hints};seaway_certificate={digits}")),
    };
    write(&*file, 0);
    proxy.holds.store(true, Ordering::Release);
    // Acknowledged on another connection, when the first has been silent for too long.
    change(&*file);
    write(&*file, 2);
    file.sync(Durability::Durable).unwrap();
    assert!(fs::read(&path).unwrap() == [2; LEN]);
    proxy.holds.store(false, Ordering::Release);
    thread::sleep(Duration::from_millis(300));
    assert!(fs::read(&path).unwrap() == [2; LEN], "late bytes of the first connection");
    write(&*file, 3);
    file.close().unwrap();
    assert!(fs::read(&path).unwrap() == [3; LEN]);
}

fn write_and_cut(file: &dyn DeviceFile) {
    write(file, 1);
    file.set_size(7).unwrap();
}

#[test]
fn what_the_line_held_back_does_not_overwrite_what_was_synced_since() {
    if is_inside_process_with_secret("what_the_line_held_back_does_not_overwrite_what_was_synced_since") {
        check_late(false, write_and_cut);
    }
}

#[test]
fn what_a_line_inside_tls_held_back_does_not_overwrite_what_was_synced_since() {
    if is_inside_process_with_secret(
        "what_a_line_inside_tls_held_back_does_not_overwrite_what_was_synced_since",
    ) {
        check_late(true, write_and_cut);
    }
}

#[test]
fn size_that_the_line_held_back_does_not_cut_what_was_synced_since() {
    if is_inside_process_with_secret("size_that_the_line_held_back_does_not_cut_what_was_synced_since") {
        check_late(false, |file| file.set_size(7).unwrap());
    }
}

#[test]
fn size_that_a_line_inside_tls_held_back_does_not_cut_what_was_synced_since() {
    if is_inside_process_with_secret(
        "size_that_a_line_inside_tls_held_back_does_not_cut_what_was_synced_since",
    ) {
        check_late(true, |file| file.set_size(7).unwrap());
    }
}

#[test]
fn bytes_that_a_crash_took_back_are_there_after_the_sync() {
    if !is_inside_process_with_secret("bytes_that_a_crash_took_back_are_there_after_the_sync") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let daemon = Daemon::exporting(&[folder.path()], false);
    let proxy = Proxy::before(daemon.address);
    let file = proxy.open(&path, "seaway_timeout=30;seaway_start=none");
    write(&*file, 1);
    file.sync(Durability::Durable).unwrap();
    write(&*file, 2);
    assert!(fs::read(&path).unwrap() == [2; LEN], "acknowledged");
    // The host crashes: unsynced data is lost, and another daemon starts.
    proxy.cut_all();
    drop(daemon);
    fs::write(&path, [1; LEN]).unwrap();
    let daemon = Daemon::exporting(&[folder.path()], false);
    *proxy.target.lock().unwrap() = daemon.address;
    file.sync(Durability::Durable).unwrap();
    assert!(fs::read(&path).unwrap() == [2; LEN], "the sync has succeeded");
    file.close().unwrap();
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `remote:` against a store controlled by the test. Against a daemon: `crates/network/seaway-daemon/tests/`.

mod exactly_once;
mod failures;
mod fake;
mod requests;
mod verifier;

use std::io::{IoSlice, IoSliceMut};
use std::sync::Arc;
use std::time::Duration;

use seaway_device_api::{DeviceFile, Extent, Hints, OpenFlags, Result, Segments, SegmentsMut};

use self::fake::Fake;
use super::file::RemoteFile;
use super::options::RemoteOptions;
use super::session::{RemotePath, Session};

const ALL: OpenFlags = OpenFlags::READ.union(OpenFlags::WRITE).union(OpenFlags::CREATE);

fn begin(fake: &Fake, timeout: Duration) -> Arc<Session> {
    begin_keeping(fake, timeout, 1 << 20)
}

/// Up to `unsynced` bytes of writes are kept until they are synced.
fn begin_keeping(fake: &Fake, timeout: Duration, unsynced: u64) -> Arc<Session> {
    Arc::new(Session::begin(Box::new(fake.clone()), timeout, unsynced).unwrap())
}

fn open(session: &Arc<Session>, name: &str, hints: &str) -> Result<RemoteFile> {
    let options = RemoteOptions::from_hints(&Hints::parse(hints))?;
    let path = RemotePath { path: name.into(), directory: String::new() };
    let file = session.open(path, ALL)?;
    Ok(RemoteFile::new(session.clone(), file, ALL, options.buffers, options.in_use()))
}

fn opened(fake: &Fake) -> RemoteFile {
    open(&begin(fake, Duration::from_secs(60)), "/file", "").unwrap()
}

fn write(file: &RemoteFile, offset: u64, bytes: &[u8]) -> Result<()> {
    file.write(&[Extent::new(offset, bytes.len() as u64)], &Segments::new(&[IoSlice::new(bytes)]))
}

fn read(file: &RemoteFile, offset: u64, len: usize) -> Result<Vec<u8>> {
    let mut bytes = vec![0xEE; len];
    let mut pieces = [IoSliceMut::new(&mut bytes)];
    let got = file.read(&[Extent::new(offset, len as u64)], &mut SegmentsMut::new(&mut pieces))?;
    bytes.truncate(usize::try_from(got).unwrap());
    Ok(bytes)
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of the ring service.

use seaway_messages::{Attribute, Entry, EntryKind, Filter, RingMessage, RunTerms, Want};

const RUN: [u8; 16] = [0x5e; 16];

pub(crate) fn all() -> Vec<RingMessage> {
    [runs(), links(), fetching()].concat()
}

fn runs() -> Vec<RingMessage> {
    vec![
        RingMessage::Begin { run: RUN, terms: terms() },
        RingMessage::Begun,
        RingMessage::Feed { link: 3, to: "node02\n7117".into() },
        RingMessage::EndFeed { link: 3 },
        RingMessage::Progress { bytes: 1 << 40, objects: 7, complete: true },
        RingMessage::LinkLost { link: 3, text: "node02 cannot be reached".into() },
        RingMessage::Failed { name: b"a/\xff".to_vec(), kind: 5, text: "no space".into() },
        RingMessage::Removed { name: b"old".to_vec() },
        RingMessage::Arrived { files: 3, bytes: 4096, failed: 1 },
        RingMessage::Refused { kind: 5, text: "it is a file".into() },
        RingMessage::CannotForward,
    ]
}

fn links() -> Vec<RingMessage> {
    let (object, version) = (5, 2);
    let wants = [Want::Nothing, Want::Everything, Want::Chunks(vec![0b101]), Want::Sums];
    let mut all = vec![
        RingMessage::Link { run: RUN, link: 3 },
        RingMessage::Linked,
        RingMessage::Offer { object, version, chunk_bytes: 64 << 10, entries: entries() },
        RingMessage::Sums { object, version, sums: vec![[7; 32], [8; 32]] },
        RingMessage::Chunk { object, version, index: 1, len: 65_536, zero: false, sum: [9; 32] },
        RingMessage::Chunk { object, version, index: 2, len: 1, zero: true, sum: [9; 32] },
        RingMessage::Commit { object, version },
        RingMessage::Last { objects: 6 },
    ];
    all.extend(wants.map(|want| RingMessage::Wanted { object, version, want }));
    all
}

fn fetching() -> Vec<RingMessage> {
    vec![
        RingMessage::Fetch { paths: vec![b"/data".to_vec(), b"x\n".to_vec()], terms: terms() },
        RingMessage::Listed { files: 9, bytes: 1 << 33 },
    ]
}

fn terms() -> RunTerms {
    RunTerms {
        target: b"/tmp/stage".to_vec(),
        directory: true,
        nodes: 8,
        resume: true,
        checksum: false,
        delete: true,
        attributes: false,
        recursive: true,
        filters: vec![Filter { include: false, pattern: b"*.o".to_vec() }],
    }
}

fn entries() -> Vec<Entry> {
    let entry = |name: &[u8], kind, link: &[u8]| Entry {
        name: name.to_vec(),
        kind,
        mode: 0o644,
        seconds: -1,
        nanoseconds: 999_999_999,
        size: 70_000,
        sparse: kind == EntryKind::File,
        link: link.to_vec(),
        attributes: vec![Attribute { name: b"user.a".to_vec(), value: b"b".to_vec() }],
    };
    vec![
        entry(b"d", EntryKind::Directory, b""),
        entry(b"d/-r", EntryKind::File, b""),
        entry(b"d/l", EntryKind::Symlink, b"../out"),
        entry(b"d/h", EntryKind::HardLink, b"d/-r"),
    ]
}

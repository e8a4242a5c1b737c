// SPDX-License-Identifier: MIT OR Apache-2.0
//! Messages of the thing service.

use seaway_messages::{
    Combination, HomeAddress, NumberChange, NumberType, Range, SpaceStatus, ThingFate, ThingKind,
    ThingMessage, ThingQuestion, ThingStatus, Until,
};

pub(crate) fn all() -> Vec<ThingMessage> {
    [entering(), openings(), things(), from_other_nodes(), changes()].concat()
}

fn entering() -> Vec<ThingMessage> {
    let space = SpaceStatus {
        name: "run".into(),
        node: "node17".into(),
        pid: 4120,
        uptime: 7_000,
        programs: 3,
        memory_things: 5,
        disk_things: 1,
        memory_used: 1 << 30,
        memory_limit: 1 << 34,
        folder: "/scratch/things".into(),
        members: vec!["node17".into(), "node18".into()],
        addresses: vec!["192.0.2.7:40001".parse().expect("an address")],
    };
    vec![
        ThingMessage::Enter { space: "run".into(), pid: 77, program: "ocean".into() },
        ThingMessage::Entered { node: "node17".into(), incarnation: 0x0123_4567_89ab_cdef, pid: 4120 },
        ThingMessage::Renew { id: 1 },
        ThingMessage::AskSpace { id: 2 },
        ThingMessage::SpaceIs { id: 2, space },
        ThingMessage::Stop { id: 3, patience: 10_000 },
        ThingMessage::UseQueues { id: 4 },
        ThingMessage::Done { id: 3 },
        ThingMessage::Failed { id: 4, kind: 6, text: "the node is full".into() },
    ]
}

fn openings() -> Vec<ThingMessage> {
    let ranges = vec![Range { offset: 0, len: 4096 }, Range { offset: 1 << 40, len: 8192 }];
    let home = HomeAddress {
        node: "node18".into(),
        addresses: vec!["[2001:db8::7]:7117".parse().expect("an address")],
    };
    vec![
        ThingMessage::Open {
            id: 1,
            name: "S-xy-012".into(),
            flags: 0x1f,
            kind: ThingKind::Memory,
            size: 1 << 20,
        },
        ThingMessage::Opened { id: 1, opening: 9, slot: 3, created: true, status: a_thing() },
        ThingMessage::Elsewhere { id: 1, home, status: a_thing() },
        ThingMessage::Close { id: 2, opening: 9, complete: false },
        ThingMessage::Publish { id: 3, opening: 9 },
        ThingMessage::Reserve { id: 4, opening: 9, ranges: ranges.clone() },
        ThingMessage::Reserved { id: 4, cuts: 2, ranges },
        ThingMessage::Resize { id: 5, opening: 9, size: 77 },
        ThingMessage::Update { id: 6, opening: 9, offset: 8, change: NumberChange::Add(1) },
        ThingMessage::Update {
            id: 7,
            opening: 9,
            offset: 8,
            change: NumberChange::Swap { expected: 1, new: 2 },
        },
        ThingMessage::Updated { id: 7, before: u64::MAX },
    ]
}

fn things() -> Vec<ThingMessage> {
    let name = || "größe".to_owned();
    vec![
        ThingMessage::Delete { id: 1, name: name() },
        ThingMessage::Rename { id: 2, from: name(), to: "b".into(), replace: true },
        ThingMessage::Stat { id: 3, name: name() },
        ThingMessage::StatIs { id: 3, status: ThingStatus { kind: ThingKind::Disk, ..a_thing() } },
        ThingMessage::List { id: 4, prefix: "S-".into(), after: String::new() },
        ThingMessage::Listed { id: 4, things: vec![a_thing()], more: false },
        ThingMessage::Await { id: 5, name: name(), until: Until::Exists, patience: 30_000 },
        ThingMessage::Await { id: 6, name: name(), until: Until::Published, patience: 0 },
        ThingMessage::Await { id: 7, name: name(), until: Until::Gone, patience: u64::MAX },
    ]
}

fn from_other_nodes() -> Vec<ThingMessage> {
    let (opening, epoch) = (9, 4);
    let range = Range { offset: 1 << 40, len: 8192 };
    let ranges = vec![Range { offset: 0, len: 4096 }, range];
    let questions = [
        ThingQuestion::Size,
        ThingQuestion::SetSize(77),
        ThingQuestion::Preallocate(78),
        ThingQuestion::Sync { durable: true },
        ThingQuestion::Update { offset: 8, change: NumberChange::Add(1) },
        ThingQuestion::TryLock { range, exclusive: true },
        ThingQuestion::Unlock { range },
        ThingQuestion::IsDeleted,
    ];
    let asked = questions.map(|question| ThingMessage::Ask { id: 5, opening, epoch, question });
    let (space, node, program) = ("run".into(), "node18".into(), "ocean".into());
    let mut all = vec![
        ThingMessage::Attach { space, node, session: [0x5a; 16], pid: 77, program },
        ThingMessage::Attached { incarnation: 0x0123_4567_89ab_cdef, known: true },
        ThingMessage::OpenAt {
            id: 1,
            name: "S-xy-012".into(),
            flags: 0x1f,
            kind: ThingKind::Disk,
            size: 1 << 20,
            home: "near:S-xy-011".into(),
        },
        ThingMessage::Locate { id: 2, opening },
        ThingMessage::Read { id: 3, opening, epoch, ranges: ranges.clone() },
        ThingMessage::Bytes { id: 3, count: 12_288 },
        ThingMessage::Write { id: 4, opening, epoch, count: 12_288, ranges },
        ThingMessage::Answer { id: 5, number: u64::MAX },
        ThingMessage::NotHere { id: 6 },
        ThingMessage::Migrate { id: 7, name: "S-xy-012".into(), to: "node19".into() },
        ThingMessage::Receive { id: 8, name: "S-xy-012".into(), kind: ThingKind::Memory, epoch, size: 77 },
        ThingMessage::Deliver {
            id: 9,
            opening,
            created: 1_700_000_000_000,
            published: true,
            awaited: 2,
            version: 8,
            immutable: true,
        },
        ThingMessage::Take { id: 10, name: "S-xy-012".into() },
        ThingMessage::Copy {
            id: 11,
            name: "S-xy-012".into(),
            epoch,
            copy: 3,
            home: "node17".into(),
            lease: 0x7f,
            created: 1_700_000_000_000,
        },
        ThingMessage::CopyState { id: 12, opening, published: true, awaited: 2, version: 7 },
    ];
    all.extend(asked);
    all
}

fn changes() -> Vec<ThingMessage> {
    let name = || "S-xy-012".to_owned();
    let (number, bytes) = (NumberType::F64, 2.5_f64.to_le_bytes().to_vec());
    let combination = Combination::Greatest;
    vec![
        ThingMessage::Accumulate { id: 1, opening: 9, epoch: 4, offset: 16, combination, number, bytes },
        ThingMessage::Watch { id: 2, name: name(), past: 7, patience: 30_000 },
        ThingMessage::VersionIs { id: 2, version: 8 },
        ThingMessage::Lock { id: 3, name: name(), patience: 10_000 },
        ThingMessage::Locked { id: 3, token: 77 },
        ThingMessage::AskLock { id: 4, token: 77 },
        ThingMessage::Unlock { id: 5, token: 77 },
        ThingMessage::Snapshot { id: 8, names: vec![name(), "b".into()], prefix: "saved/".into() },
        ThingMessage::Hold { id: 9, names: vec![name()] },
        ThingMessage::CopyHeld { id: 10, hold: 3, name: name(), to: "saved/b".into() },
        ThingMessage::Release { id: 11, hold: 3 },
        ThingMessage::Convert { id: 6, name: name(), fate: ThingFate::Immutable },
        ThingMessage::Convert { id: 7, name: name(), fate: ThingFate::OnDisk },
    ]
}

fn a_thing() -> ThingStatus {
    ThingStatus {
        name: "S-xy-012".into(),
        kind: ThingKind::Memory,
        home: "node17".into(),
        epoch: 4,
        size: 1 << 20,
        reserved: 2 << 20,
        readers: 1,
        writers: 2,
        published: true,
        created: 1_700_000_000_000,
        copies: 2,
        backup: "node18".into(),
    }
}

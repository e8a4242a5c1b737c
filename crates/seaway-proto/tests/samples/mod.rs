// SPDX-License-Identifier: MIT OR Apache-2.0
//! One message of every kind at least, with every alternative of every field in some of them.

use seaway_proto::{
    Contact, DirectoryMessage, HostId, MxnMessage, Piece, Policy, Probe, Range, Side, Step, TrunkMessage, Way,
};

pub(crate) fn mxn() -> Vec<MxnMessage> {
    [meeting(), moving(), order(), failure()].concat()
}

pub(crate) fn directory() -> Vec<DirectoryMessage> {
    vec![
        DirectoryMessage::Register { name: "weather".into(), contacts: vec![writer()] },
        DirectoryMessage::Registered,
        DirectoryMessage::LookUp { name: "weather".into() },
        DirectoryMessage::Found { contacts: vec![writer()] },
        DirectoryMessage::NotFound,
        DirectoryMessage::Refused { text: "taken by 'ocean'".into() },
    ]
}

pub(crate) fn trunk() -> Vec<TrunkMessage> {
    vec![
        TrunkMessage::Introduce { contact: writer() },
        TrunkMessage::Open { channel: 2, to: "seaway-4120-1".into(), porter: None },
        TrunkMessage::Open { channel: 3, to: "seaway-4120-1".into(), porter: Some(writer()) },
        TrunkMessage::Opened { channel: 2 },
        TrunkMessage::Refused { channel: 2, kind: 513, text: "nobody listens there".into() },
        TrunkMessage::Bytes { channel: 2, len: 32 << 10 },
        TrunkMessage::Credit { channel: u32::MAX, bytes: 64 << 10 },
        TrunkMessage::End { channel: 2 },
        TrunkMessage::Cut { channel: 2, text: String::new() },
        TrunkMessage::Cut { channel: 2, text: "rank 3 of ocean is gone".into() },
    ]
}

fn writer() -> Contact {
    let host = HostId { boot: *b"0123456789abcdef", network: 4_026_531_840 };
    let tcp = ["192.0.2.7:40001", "[2001:db8::7]:40002"]
        .map(|address| address.parse().expect("an address"))
        .to_vec();
    Contact {
        side: Side::Writer,
        program: "ocean".into(),
        rank: 3,
        host_name: "node17".into(),
        pid: 4120,
        host,
        unix: "seaway-4120-1".into(),
        tcp,
    }
}

fn reader() -> Contact {
    let (program, host_name) = ("größe".to_owned(), String::new());
    Contact { side: Side::Reader, program, rank: 0, host_name, tcp: Vec::new(), ..writer() }
}

fn meeting() -> Vec<MxnMessage> {
    let probe = Probe { address: 0x7fff_1234_5678, value: 0x0123_4567_89ab_cdef };
    let mut messages = vec![
        MxnMessage::Introduce { contact: writer(), probe: Some(probe), window: Some(64 << 20) },
        MxnMessage::Introduce { contact: reader(), probe: None, window: None },
        MxnMessage::Attached { reader: 7, contacts: vec![writer(), writer()] },
        MxnMessage::Refused { kind: 513, text: "no such stream".into() },
        MxnMessage::Join { reader: 7 },
    ];
    let ways = [Way::SameProcess, Way::ProcessMemory, Way::Window, Way::Socket];
    messages.extend(ways.map(|way| MxnMessage::Way { way }));
    let policies = [Policy::All, Policy::Every(10), Policy::Latest];
    messages.extend(policies.map(|policy| MxnMessage::Attach { contacts: Vec::new(), policy, once: false }));
    messages.push(MxnMessage::Attach { contacts: vec![reader()], policy: Policy::All, once: true });
    messages
}

fn moving() -> Vec<MxnMessage> {
    let ranges = vec![Range { offset: 0, len: 4096 }, Range { offset: 1 << 60, len: u64::MAX - (1 << 60) }];
    let pieces = vec![
        Piece { offset: 8192, len: 512, address: 0x7f00_0000_1000, window: None },
        Piece { offset: 16384, len: 1, address: 0x7f00_0000_2000, window: Some(0x2000) },
    ];
    vec![
        MxnMessage::Want { id: 1, once: true, ranges: ranges.clone() },
        MxnMessage::Want { id: u64::MAX, once: false, ranges: Vec::new() },
        MxnMessage::Here { id: 2, pieces },
        MxnMessage::Data { id: 3, offset: 1 << 40, len: 1 << 60 },
        MxnMessage::Done { id: 4, pieces: ranges.clone() },
        MxnMessage::End { id: 5, size: 96_000_000 },
        MxnMessage::Gone { id: 6, range: Range { offset: 12, len: 34 } },
        MxnMessage::Cancel { id: 7 },
        MxnMessage::Skip { ranges },
        MxnMessage::Kept { below: 1 << 33 },
    ]
}

fn order() -> Vec<MxnMessage> {
    let equal = Step { start: 0, lengths: vec![(1024, 56_000)] };
    let unequal = Step { start: 57_344_000, lengths: vec![(8, 1), (0, 3), (16, 2)] };
    vec![
        MxnMessage::StepsFrom { id: 8, offset: 1000 },
        MxnMessage::Steps { id: 8, steps: vec![equal, unequal], ordered: true, end: None },
        MxnMessage::Steps { id: 9, steps: Vec::new(), ordered: false, end: Some(57_344_040) },
        MxnMessage::SizeWanted { id: 10, last: true },
        MxnMessage::SizeWanted { id: 11, last: false },
        MxnMessage::Size { id: 10, size: 0 },
        MxnMessage::Unordered,
    ]
}

fn failure() -> Vec<MxnMessage> {
    let (program, host_name, text) = ("ocean".into(), "node17".into(), "connection reset".into());
    vec![
        MxnMessage::Ping { number: 1 },
        MxnMessage::Pong { number: 1 },
        MxnMessage::Suspect,
        MxnMessage::Failed { program, rank: 3, host_name, offset: 12_884_901_888, text },
        MxnMessage::Bye,
    ]
}

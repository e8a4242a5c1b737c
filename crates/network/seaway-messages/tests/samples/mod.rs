// SPDX-License-Identifier: MIT OR Apache-2.0
//! At least one message of every kind; together they cover every alternative of every field.
#![allow(dead_code, reason = "each test uses some of it")]

mod rings;
mod things;

use seaway_messages::{
    AssignedTask, Change, Completion, ConnectionStatus, Contact, CopyMethod, DirectoryMessage, FileStatus,
    HeldTask, HostId, MxnMessage, NewEntry, Piece, Policy, Probe, QueueCounts, QueueMessage, QueueRecord,
    QueueStatus, QueueTerms, Range, Region, RegistryEntry, RegistryEvent, RegistryMessage, RelayMessage,
    Side, StatKind, StatusMessage, Step, StoreMessage, Task, TaskFate, TaskProgress, TaskReport, Traffic,
    TrunkMessage,
};

pub(crate) fn mxn() -> Vec<MxnMessage> {
    [meeting(), moving(), order(), failure()].concat()
}

pub(crate) fn thing() -> Vec<seaway_messages::ThingMessage> {
    things::all()
}

pub(crate) fn ring() -> Vec<seaway_messages::RingMessage> {
    rings::all()
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

pub(crate) fn store() -> Vec<StoreMessage> {
    [names(), bytes(), files(), answers(), whole_connection()].concat()
}

pub(crate) fn relay() -> Vec<RelayMessage> {
    vec![
        RelayMessage::Connect { to: "[2001:db8::7]:7117".into(), milliseconds: 30_000 },
        RelayMessage::Connected,
        RelayMessage::Refused { kind: 23, text: "gateway: no route to host".into() },
    ]
}

pub(crate) fn status() -> Vec<StatusMessage> {
    let traffic = Traffic { written: 1 << 40, read: 7, written_per_second: 125_000_000, read_per_second: 0 };
    let connection = ConnectionStatus { peer: "192.0.2.7:40001".into(), age: 5_000, open_files: 2, traffic };
    let file = FileStatus { path: "/data/größe.nc".into(), opened: 4, writable: true };
    let other = FileStatus { path: "/data/b.nc".into(), opened: 1, writable: false };
    vec![
        StatusMessage::Ask,
        StatusMessage::Report {
            version: "0.1.0".into(),
            pid: 4120,
            uptime: 86_400_000,
            connection_count: 4,
            connections: vec![connection],
            file_count: 2,
            files: vec![file, other],
            total: traffic,
        },
        StatusMessage::AskMetrics,
        StatusMessage::Metrics { lines: vec!["seaway_open_files 3".into()] },
    ]
}

pub(crate) fn registry() -> Vec<RegistryMessage> {
    let (key, prefix) = ("thing/größe".to_owned(), "thing/".to_owned());
    let bound =
        RegistryEntry { key: key.clone(), value: vec![1, 0xff], revision: 9, created: 7, lease: Some(3) };
    let free = RegistryEntry { key: "b".into(), value: Vec::new(), revision: 8, created: 8, lease: None };
    let new = |lease| NewEntry { key: key.clone(), value: vec![1, 0xff], lease };
    let outcomes = vec![
        Change::Made,
        Change::Refused { current: None },
        Change::Refused { current: Some(bound.clone()) },
    ];
    let events = vec![
        RegistryEvent { revision: 9, key: key.clone(), entry: Some(bound.clone()) },
        RegistryEvent { revision: 10, key: key.clone(), entry: None },
    ];
    vec![
        RegistryMessage::Create { entries: vec![new(Some(3)), new(None)] },
        RegistryMessage::Replace { key: key.clone(), expected: 9, value: vec![2], lease: Some(u64::MAX) },
        RegistryMessage::Replace { key: key.clone(), expected: 9, value: Vec::new(), lease: None },
        RegistryMessage::Delete { key: key.clone(), expected: u64::MAX },
        RegistryMessage::Get { key },
        RegistryMessage::List { prefix: prefix.clone() },
        RegistryMessage::Grant { milliseconds: 5_000 },
        RegistryMessage::KeepAlive { lease: 3 },
        RegistryMessage::Revoke { lease: 3 },
        RegistryMessage::Watch { prefix, after: 8, milliseconds: 30_000 },
        RegistryMessage::Changed { revision: 9, outcomes },
        RegistryMessage::Entries { revision: 9, entries: vec![free, bound] },
        RegistryMessage::Granted { revision: 9, lease: 3, milliseconds: 5_000 },
        RegistryMessage::Revoked { revision: 10 },
        RegistryMessage::Events { revision: 10, events },
        RegistryMessage::Failed { kind: 2, text: "lease 3 has ended".into() },
    ]
}

pub(crate) fn queue() -> Vec<QueueMessage> {
    let queue = || "pillars".to_owned();
    let counts = QueueCounts { ready: 1, assigned: 2, done: 1 << 40, dead: 3, workers: 4, waiting: 5 };
    let assigned = AssignedTask { task: task(), attempt: 2 };
    vec![
        QueueMessage::Attach { queue: queue(), epoch: 2, token: u64::MAX, terms: terms() },
        QueueMessage::Submit { queue: queue(), epoch: 3, tasks: vec![task()] },
        QueueMessage::AwaitRequest { queue: queue(), epoch: 3, milliseconds: 1_000 },
        QueueMessage::AwaitDone { queue: queue(), epoch: 3, after: 16, most: 100, milliseconds: 1_000 },
        QueueMessage::Join { queue: queue(), node: "node1".into() },
        QueueMessage::Work {
            queue: queue(),
            worker: 77,
            sequence: 5,
            reports: reports(),
            want: 8,
            milliseconds: 1_000,
        },
        QueueMessage::Renew { queue: queue(), workers: vec![77, 78] },
        QueueMessage::Leave { queue: queue(), worker: 77 },
        QueueMessage::Attend {
            owner: "node0:7117".into(),
            queue: queue(),
            worker: 77,
            pid: 4120,
            lease: 5_000,
        },
        QueueMessage::Revive { queue: queue(), epoch: 3, numbers: vec![9] },
        QueueMessage::Inspect { queue: queue() },
        QueueMessage::List { prefix: "p".into(), after: queue() },
        QueueMessage::Remove { queue: queue(), force: true },
        QueueMessage::Attached { epoch: 3, next: 10, counts },
        QueueMessage::Submitted { added: 1 },
        QueueMessage::Requested { waiting: 2, worker: 77, node: "größe".into() },
        QueueMessage::Completed { completions: completions() },
        QueueMessage::Joined { worker: 77, lease: 5_000 },
        QueueMessage::Assigned { accepted: vec![true, false], tasks: vec![assigned] },
        QueueMessage::Renewed { ended: vec![78] },
        QueueMessage::Done,
        QueueMessage::Counts { epoch: 3, counts },
        QueueMessage::Failed { kind: 2, text: "another manager has taken over".into() },
        QueueMessage::Listed {
            queues: vec![QueueStatus { name: queue(), epoch: 3, terms: terms(), counts, unacknowledged: 6 }],
            more: false,
        },
    ]
}

pub(crate) fn queue_records() -> Vec<QueueRecord> {
    let queue = || "pillars".to_owned();
    let progress = TaskProgress { task: task(), attempts: 2, failures: 1 };
    let holding = |answer| QueueRecord::Holding {
        queue: queue(),
        worker: 77,
        node: "node1".into(),
        sequence: 5,
        accepted: vec![true],
        answer,
        holds: vec![HeldTask { number: 9, attempt: 2 }],
    };
    vec![
        QueueRecord::Attached { queue: queue(), token: 1, epoch: 3, terms: terms() },
        QueueRecord::Submitted { queue: queue(), tasks: vec![task()] },
        QueueRecord::Joined { queue: queue(), worker: 77, node: "node1".into() },
        QueueRecord::Assigned { queue: queue(), worker: 77, sequence: 4, numbers: vec![9] },
        QueueRecord::Reported { queue: queue(), worker: 77, sequence: 5, reports: reports() },
        QueueRecord::Lost { queue: queue(), worker: 77 },
        QueueRecord::Acknowledged { queue: queue(), through: 16 },
        QueueRecord::Revived { queue: queue(), numbers: vec![9] },
        QueueRecord::Removed { queue: queue(), epoch: 3, workers: 77 },
        QueueRecord::Past {
            queue: queue(),
            next: 10,
            completions: 17,
            workers: 77,
            done: 15,
            ended: vec![Range { offset: 0, len: 9 }],
        },
        QueueRecord::Open { queue: queue(), tasks: vec![progress.clone()] },
        QueueRecord::Dead { queue: queue(), tasks: vec![progress] },
        QueueRecord::Unacknowledged { queue: queue(), completions: completions() },
        holding(Some(vec![9])),
        holding(None),
    ]
}

fn terms() -> QueueTerms {
    QueueTerms { tries: 3, lease: 5_000, straggler: 60_000 }
}

fn task() -> Task {
    Task { number: 9, priority: 128, near: "node1".into(), payload: vec![1, 0xff] }
}

fn reports() -> Vec<TaskReport> {
    vec![
        TaskReport { number: 7, attempt: 1, failed: false, result: vec![1] },
        TaskReport { number: 8, attempt: 3, failed: true, result: Vec::new() },
    ]
}

fn completions() -> Vec<Completion> {
    let completion =
        |fate| Completion { sequence: 17, number: 9, fate, worker: 77, attempt: 2, result: vec![1] };
    vec![completion(TaskFate::Done), completion(TaskFate::Dead)]
}

fn names() -> Vec<StoreMessage> {
    let (path, directory) = ("/data/x.nc".to_owned(), String::new());
    let mut messages = [1, 2, 3, 7, 15]
        .map(|flags| StoreMessage::Open { id: 1, path: path.clone(), directory: directory.clone(), flags })
        .to_vec();
    messages.extend([
        StoreMessage::Open { id: 2, path: "x.nc".into(), directory: "runs/größe".into(), flags: 1 },
        StoreMessage::Close { id: 3, file: 1 },
        StoreMessage::Delete { id: 4, path: path.clone(), directory: directory.clone() },
        StoreMessage::Rename {
            id: 5,
            path: path.clone(),
            to: "/data/y.nc".into(),
            directory: directory.clone(),
            replace: true,
        },
        StoreMessage::Stat { id: u64::MAX, path, directory },
        StoreMessage::Begin { session: *b"sixteen numbers.", epoch: 3, grace: 30_000 },
        StoreMessage::Heard { id: 64 },
    ]);
    messages
}

fn bytes() -> Vec<StoreMessage> {
    let ranges = vec![Range { offset: 0, len: 4096 }, Range { offset: 1 << 60, len: u64::MAX - (1 << 60) }];
    let shaped = Region::Shaped { shape: 3, position: 1 << 33, len: 16 << 20 };
    vec![
        StoreMessage::Write { id: 5, file: 1, place: Region::Extents(ranges.clone()) },
        StoreMessage::Write { id: 6, file: 1, place: shaped.clone() },
        StoreMessage::Read { id: 7, file: 2, place: Region::Extents(Vec::new()) },
        StoreMessage::Read { id: 8, file: 2, place: shaped },
        StoreMessage::Chunk { id: 5, len: 1 << 20 },
        StoreMessage::Shape { shape: 3, displacement: 512, tree: vec![1, 2, 3, 0xff] },
        StoreMessage::DropShape { shape: 3 },
    ]
}

fn files() -> Vec<StoreMessage> {
    let range = Range { offset: 12, len: 34 };
    vec![
        StoreMessage::Size { id: 9, file: 1 },
        StoreMessage::SetSize { id: 10, file: 1, size: 1 << 40 },
        StoreMessage::Preallocate { id: 11, file: 1, size: 4096 },
        StoreMessage::Sync { id: 12, file: 1, durable: true },
        StoreMessage::Sync { id: 13, file: 1, durable: false },
        StoreMessage::Lock { id: 14, file: 1, range, exclusive: true },
        StoreMessage::Lock { id: 15, file: 1, range, exclusive: false },
        StoreMessage::Unlock { id: 16, file: 1, range },
        StoreMessage::Cancel { id: 14 },
    ]
}

fn answers() -> Vec<StoreMessage> {
    let kinds = [StatKind::File, StatKind::Directory, StatKind::Other];
    let mut messages = kinds
        .map(|kind| StoreMessage::StatIs { id: 4, size: 96_000_000, kind, modified: 1_800_000_000 })
        .to_vec();
    messages.extend([
        StoreMessage::Opened { id: 1, file: 7, size: 4096, device: 2049, inode: 131_072 },
        StoreMessage::Written { id: 5 },
        StoreMessage::ReadEnd { id: 7, bytes: 4096 },
        StoreMessage::SizeIs { id: 9, size: 96_000_000 },
        StoreMessage::Done { id: 10 },
        StoreMessage::Failed { id: 5, kind: 6, text: "write failed: no space, /data/x.nc".into() },
        StoreMessage::Began { verifier: 0x0123_4567_89ab_cdef, incarnation: 1 },
    ]);
    messages
}

fn whole_connection() -> Vec<StoreMessage> {
    vec![
        StoreMessage::Credit { bytes: 16 << 20 },
        StoreMessage::Ping { number: 1 },
        StoreMessage::Pong { number: 1 },
        StoreMessage::Bye,
        StoreMessage::Refused { kind: 13, text: "too many connections on ocean".into() },
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
    let ways = [CopyMethod::SameProcess, CopyMethod::ProcessMemory, CopyMethod::Window, CopyMethod::Socket];
    messages.extend(ways.map(|way| MxnMessage::CopyMethod { way }));
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
        MxnMessage::Want { id: 1, once: true, expected: false, ranges: ranges.clone() },
        MxnMessage::Want { id: u64::MAX, once: false, expected: true, ranges: Vec::new() },
        MxnMessage::Here { id: 2, pieces },
        MxnMessage::Data { id: 3, offset: 1 << 40, len: 1 << 60 },
        MxnMessage::Done { id: 4, pieces: ranges.clone() },
        MxnMessage::End { id: 5, size: 96_000_000 },
        MxnMessage::Gone { id: 6, range: Range { offset: 12, len: 34 } },
        MxnMessage::Cancel { id: 7 },
        MxnMessage::Retract { id: 7 },
        MxnMessage::Retracted { id: 7 },
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

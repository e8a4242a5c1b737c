// SPDX-License-Identifier: MIT OR Apache-2.0
//! Durable names and tasks per second, and single requests, alternating with redb itself. Everything is on the disk that
//! holds temporary files; what a synchronous write costs there is shown with each round.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a bench says what it expects, and what it has measured"
)]

#[path = "../../seaway-registry/tests/etcd_server/mod.rs"]
mod etcd_server;

use std::fs::File;
use std::net::{SocketAddr, TcpListener};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use etcd_server::EtcdServer;
use redb::{Database, TableDefinition};
use seaway_channel::Secret;
use seaway_daemon::{Door, QueueService, RegistryService, Service};
use seaway_queue::{Queue, QueueTerms, Task};
use seaway_registry::{EmbeddedRegistry, NewEntry, RedbStore, Registry, RemoteRegistry};

const SECRET: [u8; 32] = [0x5a; 32];
const BATCH: u64 = 100;
const CREATORS: u64 = 4;
/// Of one measurement. They alternate: the disk's speed changes with what else uses it.
const RUN: Duration = Duration::from_millis(1_500);
const ROUNDS: usize = 5;
const WORKERS: u64 = 8;
const TASKS: u64 = 100_000;
const PREFETCH: u32 = 500;
const ROUND_TRIPS: usize = 500;
const VALUE: &[u8] = b"node17:40001 epoch 1";
const TERMS: QueueTerms = QueueTerms { tries: 3, lease: 600_000, straggler: 0 };

fn main() -> ExitCode {
    let folder = tempfile::tempdir().unwrap();
    let plain = Database::create(folder.path().join("plain")).unwrap();
    let (_door, address) = daemon(folder.path());
    let etcd = EtcdServer::start(3);
    let mut rounds: [Vec<f64>; 4] = Default::default();
    println!("sync: median of a 4 KiB append with fdatasync; rates per second; batches of {BATCH}");
    println!("{:>10} {:>12} {:>12} {:>12}", "sync us", "creates", "on etcd", "tasks");
    for round in 0..ROUNDS {
        let remote = || Box::new(RemoteRegistry::at(address.to_string(), secret())) as Box<dyn Registry>;
        let on_etcd = || Box::new(etcd.registry("/seaway/bench/")) as Box<dyn Registry>;
        let numbers = [
            sync_time(&folder.path().join("probe")),
            creates_per_second(&format!("embedded/{round}"), remote),
            creates_per_second(&format!("etcd/{round}"), on_etcd),
            tasks_per_second(address, round),
        ];
        let [sync, creates, on_etcd, tasks] = numbers;
        println!("{sync:>10.0} {creates:>12.0} {on_etcd:>12.0} {tasks:>12.0}");
        rounds.iter_mut().zip(numbers).for_each(|(all, number)| all.push(number));
    }
    drop(etcd);
    let [_, creates, etcd_creates, tasks] = rounds.map(median);
    let (batch, create) = batches(&plain, address);
    println!(
        "medians: redb commit of {BATCH} rows {batch:.0} us, durable batch of {BATCH} creates {create:.0} us"
    );
    let (commit, ping, trip) = round_trips(&folder.path().join("single"), address);
    println!("medians: redb commit {commit:.0} us, round trip {ping:.0} us, durable round trip {trip:.0} us");
    let bars = [
        bar("registry.creates", creates, 50_000.0, true),
        bar("registry.etcd-creates", etcd_creates, 2_000.0, true),
        bar("queue.tasks", tasks, 100_000.0, true),
        bar("queue.round-trip", trip / (commit + ping), 1.2, false),
    ];
    if bars.into_iter().all(|is_met| is_met) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What one synchronous write costs at the moment, in microseconds.
fn sync_time(path: &Path) -> f64 {
    let file = File::create(path).unwrap();
    let sync = |index: u64| {
        timed(|| {
            file.write_all_at(&[0; 4096], index * 4096).unwrap();
            file.sync_data().unwrap();
        })
    };
    median((0..50).map(sync).collect())
}

fn bar(id: &str, value: f64, target: f64, at_least: bool) -> bool {
    let is_met = if at_least { value >= target } else { value <= target };
    let (sign, verdict) = (if at_least { ">=" } else { "<=" }, if is_met { "ok" } else { "SHORT" });
    println!("bar {id} {value:.2} {sign} {target} {verdict}");
    is_met
}

fn daemon(folder: &Path) -> (Arc<Door>, SocketAddr) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let registry = EmbeddedRegistry::start(RedbStore::open(&folder.join("registry")).unwrap()).unwrap();
    let services: Vec<Arc<dyn Service>> = vec![
        Arc::new(RegistryService::new(Arc::new(registry))),
        Arc::new(QueueService::open(&folder.join("queues"), secret()).unwrap()),
    ];
    let door = Door::new(listener, secret(), None, services);
    door.open().unwrap();
    (door, address)
}

fn secret() -> Secret {
    Secret::from_bytes(SECRET)
}

fn long() -> Instant {
    Instant::now() + Duration::from_secs(600)
}

const ROWS: TableDefinition<'_, &str, &[u8]> = TableDefinition::new("rows");

/// Medians in microseconds: a batch by redb itself, and one of the registry by one client, alternately. The disk takes 0.2 ms or
/// 10 ms for a sync, depending on what else uses it, so rates that were measured one after the other cannot be compared.
fn batches(database: &Database, address: SocketAddr) -> (f64, f64) {
    let registry = RemoteRegistry::at(address.to_string(), secret());
    let (mut plain, mut creates) = (Vec::new(), Vec::new());
    for batch in 0..ROUND_TRIPS {
        let key = |index| format!("turns/{batch}/{index}");
        plain.push(timed(|| {
            let transaction = database.begin_write().unwrap();
            {
                let mut table = transaction.open_table(ROWS).unwrap();
                for index in 0..BATCH {
                    table.insert(key(index).as_str(), VALUE).unwrap();
                }
            }
            transaction.commit().unwrap();
        }));
        let entry = |index| NewEntry { key: key(index), value: VALUE.to_vec(), lease: None };
        let entries: Vec<NewEntry> = (0..BATCH).map(entry).collect();
        creates.push(timed(|| _ = registry.create_all(&entries, long()).unwrap()));
    }
    (median(plain), median(creates))
}

fn creates_per_second(prefix: &str, connect: impl Fn() -> Box<dyn Registry>) -> f64 {
    let created = AtomicU64::new(0);
    let began = Instant::now();
    thread::scope(|scope| {
        for creator in 0..CREATORS {
            let (created, registry) = (&created, connect());
            scope.spawn(move || {
                for batch in 0.. {
                    if began.elapsed() >= RUN {
                        return;
                    }
                    let entry = |index| NewEntry {
                        key: format!("{prefix}/{creator}/{batch}/{index}"),
                        value: VALUE.to_vec(),
                        lease: None,
                    };
                    let entries: Vec<NewEntry> = (0..BATCH).map(entry).collect();
                    registry.create_all(&entries, long()).unwrap();
                    created.fetch_add(BATCH, Ordering::Relaxed);
                }
            });
        }
    });
    created.load(Ordering::Relaxed) as f64 / began.elapsed().as_secs_f64()
}

/// From the first submission to the last completion that the manager has.
fn tasks_per_second(address: SocketAddr, round: usize) -> f64 {
    let queue = Queue::at(address.to_string(), secret(), format!("bench{round}"));
    let manager = queue.manage(TERMS, long()).unwrap();
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| work(&queue, &is_over));
        }
        let began = Instant::now();
        let (mut submitted, mut completed) = (0, 0);
        while completed < TASKS {
            // Enough for all workers, and not everything at once.
            while submitted < TASKS && submitted - completed < 3 * WORKERS * u64::from(PREFETCH) {
                let end = TASKS.min(submitted + 2_000);
                manager.submit((submitted..end).map(task).collect(), long()).unwrap();
                submitted = end;
            }
            completed += u64::from(manager.wait_for_done(long()).unwrap().is_some());
        }
        let seconds = began.elapsed().as_secs_f64();
        is_over.store(true, Ordering::Relaxed);
        TASKS as f64 / seconds
    })
}

fn work(queue: &Queue, is_over: &AtomicBool) {
    let mut worker = queue.join("here", long()).unwrap().prefetching(PREFETCH);
    while !is_over.load(Ordering::Relaxed) {
        if let Some(assignment) = worker.get(Instant::now() + Duration::from_millis(100)).ok().flatten() {
            worker.done(&assignment, Vec::new(), long()).unwrap();
        }
    }
}

fn task(number: u64) -> Task {
    Task { number, priority: 0, near: String::new(), payload: number.to_le_bytes().to_vec() }
}

/// Medians in microseconds, measured alternately: a redb commit, a request that changes nothing, a durable submission.
fn round_trips(path: &Path, address: SocketAddr) -> (f64, f64, f64) {
    let database = Database::create(path).unwrap();
    let queue = Queue::at(address.to_string(), secret(), "single");
    let manager = queue.manage(TERMS, long()).unwrap();
    let (mut commits, mut pings, mut trips) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..ROUND_TRIPS as u64 {
        commits.push(timed(|| {
            let transaction = database.begin_write().unwrap();
            transaction.open_table(ROWS).unwrap().insert(number.to_string().as_str(), &[0; 64][..]).unwrap();
            transaction.commit().unwrap();
        }));
        pings.push(timed(|| _ = queue.counts(long()).unwrap()));
        trips.push(timed(|| _ = manager.submit(vec![task(number)], long()).unwrap()));
    }
    (median(commits), median(pings), median(trips))
}

fn timed(work: impl FnOnce()) -> f64 {
    let began = Instant::now();
    work();
    began.elapsed().as_secs_f64() * 1e6
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

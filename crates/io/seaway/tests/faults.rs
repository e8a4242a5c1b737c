// SPDX-License-Identifier: MIT OR Apache-2.0
//! A device that fails its n-th call, for every n of a scenario: coordinated calls fail on all ranks or on
//! none, nothing hangs, and previous contents stay where nothing was written.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use seaway::{AccessMode, Datatype, ErrorKind, File, Group, GroupBuilder, Hints, Rank, Result};
use seaway_device_api::{Device, DeviceName, MapRules};
use seaway_devices::resolve;
use seaway_testkit::{Faults, FaultyDevice};

const FILE_BYTES: usize = 4096;
const OLD: u8 = 0xa5;
const BLOCK: usize = 20;

#[test]
fn every_single_failure_in_memory_is_agreed_upon() {
    fail_every_call("mem:faults", Faults::at, 3);
}

#[test]
fn every_lasting_failure_in_memory_is_agreed_upon() {
    fail_every_call("mem:lasting-faults", Faults::from, 2);
}

#[test]
fn every_single_failure_on_a_file_system_is_agreed_upon() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    fail_every_call(&format!("{}/faults", directory.path().display()), Faults::at, 2);
}

/// An asynchronous transfer of the device fails long after its call, and the error still names file and rank.
#[test]
fn failure_of_a_request_names_file_and_rank() {
    let directory = tempfile::tempdir_in("/dev/shm").unwrap();
    let name = format!("{}/requests", directory.path().display());
    let hints = Hints::parse("seaway_async=enable");
    let resolved = resolve(&name, &MapRules::default(), &hints).unwrap();
    // After two calls that open the file: the start of the transfers, or their completions.
    for call in 2..6 {
        let faults = Faults::at(call, ErrorKind::NoSpace);
        let device: Arc<dyn Device> = Arc::new(FaultyDevice::new(Arc::clone(&resolved.device), faults));
        let ran = Group::run(2, |rank| {
            let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
            let file = File::open_on(&rank, Arc::clone(&device), &resolved.name, mode, &hints).unwrap();
            let written = file.iwrite_at(0, &[1_u8; 10]).wait();
            if let Err(error) = written {
                let text = error.to_string();
                assert!(text.contains(&name) && text.contains(&format!("rank {}", rank.rank())), "{text}");
            }
        });
        ran.unwrap();
    }
}

/// Only the device can discard its read cache.
#[test]
fn sync_of_a_file_that_is_only_read_reaches_the_device() {
    let hints = Hints::new();
    let resolved = resolve("mem:only-read", &MapRules::default(), &hints).unwrap();
    let faults = Faults::none();
    let device: Arc<dyn Device> = Arc::new(FaultyDevice::new(Arc::clone(&resolved.device), faults.clone()));
    let ran = Group::run(1, |rank| {
        let create = AccessMode::CREATE | AccessMode::READ_WRITE;
        File::open(&rank, "mem:only-read", create, &hints).unwrap().close().unwrap();
        let file = File::open_on(&rank, Arc::clone(&device), &resolved.name, AccessMode::READ_ONLY, &hints);
        let (file, before) = (file.unwrap(), faults.calls());
        file.sync().unwrap();
        assert_eq!(faults.calls(), before + 1);
    });
    ran.unwrap();
}

fn fail_every_call(name: &str, faults_at: fn(u64, ErrorKind) -> Arc<Faults>, ranks: usize) {
    let groups = [Group::of(ranks), Group::of(ranks).without_shared_memory()];
    for (group, way) in groups.into_iter().zip(["shared memory", "messages"]) {
        for hints in
            ["romio_cb_write=enable;romio_cb_read=enable;cb_buffer_size=128", "romio_ds_write=enable", ""]
        {
            let stage = Stage { name: name.to_owned(), hints: Hints::parse(hints), group: group.clone() };
            let calls = stage.run(&Faults::none(), "no fault");
            assert!(calls > 10, "the scenario makes calls");
            for call in 0..calls {
                let faults = faults_at(call, ErrorKind::NoSpace);
                stage.run(&faults, &format!("{way}, hints {hints:?}, call {call} of {calls}"));
            }
        }
    }
}

#[derive(Clone)]
struct Stage {
    name: String,
    hints: Hints,
    group: GroupBuilder,
}

impl Stage {
    /// Runs the scenario on a file full of old bytes; returns how many device calls it made.
    fn run(&self, faults: &Arc<Faults>, what: &str) -> u64 {
        let resolved = resolve(&self.name, &MapRules::default(), &self.hints).unwrap();
        self.lay_out_old_bytes();
        let faulty: Arc<dyn Device> = Arc::new(FaultyDevice::new(resolved.device, Arc::clone(faults)));
        let outcomes = self.play_within_a_minute(faulty, resolved.name, what);
        for (step, name) in STEP_NAMES.iter().enumerate() {
            let told: Vec<Option<ErrorKind>> =
                outcomes.iter().filter_map(|rank| rank.get(step).copied()).collect();
            let agreed = told.windows(2).all(|pair| pair[0] == pair[1]);
            assert!(agreed || self.is_each_by_itself(name), "{what}: {name} ended as {told:?}");
            assert!(
                told.iter().flatten().all(|&kind| kind == ErrorKind::NoSpace),
                "{what}: {name}: {told:?}"
            );
        }
        self.check_content(what);
        faults.calls()
    }

    /// Accesses through a plain view, for which ranks do not coordinate unless a hint asks for it, and syncs
    /// of coherent devices: each rank has its own outcome.
    fn is_each_by_itself(&self, step: &str) -> bool {
        let plain = ["write_at_all", "write_ordered"].contains(&step);
        step == "sync" || (plain && self.hints.get("romio_cb_write").is_none())
    }

    /// A hang is a failure too, and is reported with a name.
    fn play_within_a_minute(
        &self,
        device: Arc<dyn Device>,
        name: DeviceName,
        what: &str,
    ) -> Vec<Vec<Option<ErrorKind>>> {
        let (stage, (done, outcome)) = (self.clone(), mpsc::channel());
        thread::spawn(move || {
            let played = stage.group.run(|rank| play(&rank, &device, &name, &stage.hints));
            let _ = done.send(played.map_err(|error| error.to_string()));
        });
        match outcome.recv_timeout(Duration::from_secs(60)) {
            Ok(played) => played.unwrap_or_else(|error| panic!("{what}: {error}")),
            Err(_) => panic!("{what}: ranks hang"),
        }
    }

    fn lay_out_old_bytes(&self) {
        let lay_out = |rank: Rank| {
            let mode = AccessMode::CREATE | AccessMode::READ_WRITE;
            let file = File::open(&rank, &self.name, mode, &Hints::new()).unwrap();
            file.set_size(0).unwrap();
            let _ = file.write_at(0, &[OLD; FILE_BYTES]).unwrap();
            file.close().unwrap();
        };
        Group::run(1, lay_out).unwrap();
    }

    /// A byte that no step writes is unchanged, whatever failed; one that a step writes is old or new.
    fn check_content(&self, what: &str) {
        let read = |rank: Rank| {
            let file = File::open(&rank, &self.name, AccessMode::READ_ONLY, &Hints::new()).unwrap();
            let mut bytes = vec![0_u8; usize::try_from(file.size().unwrap()).unwrap()];
            let _ = file.read_at(0, &mut bytes).unwrap();
            bytes
        };
        let content = Group::run(1, read).unwrap().swap_remove(0);
        assert!(content.len() >= FILE_BYTES, "{what}: the file lost its end");
        for (place, &byte) in content[..FILE_BYTES].iter().enumerate() {
            let written = place % 50 < BLOCK || place >= 3000;
            assert!(byte == OLD || (written && (1..=4).contains(&byte)), "{what}: byte {place} is {byte:#x}");
        }
    }
}

const STEP_NAMES: [&str; 8] =
    ["open", "write_all", "read_at_all", "write_at_all", "write_ordered", "preallocate", "sync", "close"];

/// The outcome of each collective call. Ends early if nothing can follow.
fn play(rank: &Rank, device: &Arc<dyn Device>, name: &DeviceName, hints: &Hints) -> Vec<Option<ErrorKind>> {
    let opened = File::open_on(rank, Arc::clone(device), name, AccessMode::READ_WRITE, hints);
    let file = match opened {
        Ok(file) => file,
        Err(error) => return vec![kind_of(Err::<(), _>(error))],
    };
    let mark = u8::try_from(rank.rank() + 1).unwrap();
    let bytes = Datatype::bytes();
    let mut outcomes = vec![None];
    let see = |filetype: &Datatype| file.set_view(0, &bytes, filetype, "native", &Hints::new());
    // Views do not concern the device.
    see(&every_fiftieth_block(rank)).unwrap();
    outcomes.push(kind_of(file.write_all(&[mark; BLOCK * 4])));
    outcomes.push(kind_of(file.read_at_all(0, &mut [0_u8; BLOCK * 4])));
    see(&bytes).unwrap();
    let start = 3000 + i64::from(mark) * 100;
    outcomes.push(kind_of(file.write_at_all(start, &[mark; 100])));
    file.seek_shared(3500, seaway::Whence::Set).unwrap();
    outcomes.push(kind_of(file.write_ordered(&[mark; 10])));
    // Independent: the outcome is this rank's own, and must not disturb the others.
    let _ = file.iwrite_at(3900 + i64::from(mark), &[mark]).wait();
    outcomes.push(kind_of(file.preallocate(5000)));
    outcomes.push(kind_of(file.sync()));
    outcomes.push(kind_of(file.close()));
    outcomes
}

fn every_fiftieth_block(rank: &Rank) -> Datatype {
    let size = i64::try_from(rank.size()).unwrap();
    let me = i64::try_from(rank.rank()).unwrap();
    let block = Datatype::hindexed(&[i64::try_from(BLOCK).unwrap()], &[me * 50], &Datatype::bytes()).unwrap();
    let filetype = Datatype::resized(0, size * 50, &block).unwrap();
    filetype.commit();
    filetype
}

fn kind_of<T>(outcome: Result<T>) -> Option<ErrorKind> {
    outcome.err().map(|error| {
        assert!(error.to_string().contains("fault injected"), "{error}");
        error.kind()
    })
}

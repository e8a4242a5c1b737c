// SPDX-License-Identifier: MIT OR Apache-2.0
//! Hints: ROMIO's are recognised, others kept, and none changes what a program reads.
#![allow(clippy::unwrap_used, reason = "a test says with unwrap what it expects")]

use std::sync::Arc;

use fastrand::Rng;
use seaway::{AccessMode, Datatype, ErrorKind, File, Group, Hints, Rank};
use seaway_device_api::{
    Device, DeviceFile, DevicePath, Durability, Error, Extent, MapRules, OpenFlags, OpenOptions, Operation,
    RangeLocks, Result, Segments, SegmentsMut,
};

const MODE: AccessMode = AccessMode::READ_WRITE.union(AccessMode::CREATE).union(AccessMode::DELETE_ON_CLOSE);

#[test]
fn hints_in_effect_can_be_queried() {
    on_ranks("asked", "romio_cb_write=enable;cb_nodes=2;my_own=thing", |rank, file| {
        let hints = file.hints();
        assert_eq!(hints.get("romio_cb_write"), Some("enable"));
        assert_eq!(
            hints.number("cb_nodes"),
            Some(2.min(rank.size() as u64)),
            "no more aggregators than ranks"
        );
        assert!(hints.number("cb_buffer_size").is_some());
        assert_eq!(hints.get("my_own"), Some("thing"), "unrecognised hints are kept");
        assert_eq!(hints.get("romio_cb_read"), Some("automatic"));
        assert!(hints.number("ind_rd_buffer_size").is_some());
    });
}

#[test]
fn later_hints_replace_earlier_ones() {
    on_ranks("later", "romio_ds_write=enable;romio_ds_read=enable", |_, file| {
        file.set_hints(&Hints::parse("romio_ds_write=disable")).unwrap();
        assert_eq!(file.hints().get("romio_ds_write"), Some("disable"));
        assert_eq!(file.hints().get("romio_ds_read"), Some("enable"));
        let byte = Datatype::bytes();
        file.set_view(0, &byte, &byte, "native", &Hints::parse("romio_ds_read=disable")).unwrap();
        assert_eq!(file.hints().get("romio_ds_read"), Some("disable"));
    });
}

#[test]
fn invalid_values_have_no_effect() {
    let nonsense =
        "cb_nodes=many;cb_buffer_size=-1;romio_cb_write=perhaps;striping_unit=0;ind_wr_buffer_size=0";
    on_ranks("nonsense", nonsense, |rank, file| write_and_read_back(rank, file, nonsense));
}

/// Ranks may give different hints; a collective call still works.
#[test]
fn ranks_may_disagree_on_hints() {
    let ran = Group::run(3, |rank| {
        let mine = [
            "romio_cb_write=enable;cb_buffer_size=100",
            "romio_cb_write=disable;seaway_exchange=messages",
            "cb_nodes=1",
        ];
        let file = File::open(&rank, "mem:hints-disagree", MODE, &Hints::parse(mine[rank.rank()])).unwrap();
        write_and_read_back(&rank, &file, "hints that differ");
        file.close().unwrap();
    });
    ran.unwrap();
}

/// Whatever users set: the same bytes.
#[test]
fn every_combination_gives_the_same_bytes() {
    let choices: [(&str, &[&str]); 7] = [
        ("romio_cb_write", &["enable", "disable", "automatic"]),
        ("romio_cb_read", &["enable", "disable", "automatic"]),
        ("romio_ds_write", &["enable", "disable"]),
        ("cb_nodes", &["1", "2", "99"]),
        ("cb_buffer_size", &["1", "777", "16777216"]),
        ("striping_unit", &["1", "4096"]),
        ("seaway_exchange", &["shared_memory", "messages"]),
    ];
    let seed = 0x5eed;
    println!("seed {seed}");
    let mut random = Rng::with_seed(seed);
    for _ in 0..60 {
        let picked: Vec<String> = choices
            .iter()
            .map(|(key, values)| format!("{key}={}", values[random.usize(..values.len())]))
            .collect();
        let hints = picked.join(";");
        on_ranks("combination", &hints, |rank, file| write_and_read_back(rank, file, &hints));
    }
}

/// Data sieving reads what it writes back. A device may refuse reads if the file was not opened for reading.
#[test]
fn write_only_files_are_written_without_reading() {
    let found = seaway_devices::resolve("mem:hints-strict", &MapRules::default(), &Hints::new()).unwrap();
    let strict: Arc<dyn Device> = Arc::new(Strict(found.device));
    let ran = Group::run(2, |rank| {
        let mode = AccessMode::WRITE_ONLY | AccessMode::CREATE;
        let hints = Hints::parse("romio_ds_write=enable;seaway_mapping=disable");
        let file = File::open_on(&rank, Arc::clone(&strict), &found.name, mode, &hints).unwrap();
        see_interleaved(&file, &rank, 3);
        assert_eq!(file.write_at(0, &[1_u8; 30]).unwrap().bytes, 30);
        file.close().unwrap();
    });
    ran.unwrap();
}

/// Enforces the flags of an open.
#[derive(Debug)]
struct Strict(Arc<dyn Device>);

#[derive(Debug)]
struct StrictFile(Box<dyn DeviceFile>, OpenFlags);

impl Device for Strict {
    fn open(&self, path: &DevicePath, options: &OpenOptions) -> Result<Box<dyn DeviceFile>> {
        Ok(Box::new(StrictFile(self.0.open(path, options)?, options.flags)))
    }

    fn delete(&self, path: &DevicePath) -> Result<()> {
        self.0.delete(path)
    }
}

impl DeviceFile for StrictFile {
    fn read(&self, extents: &[Extent], target: &mut SegmentsMut<'_, '_>) -> Result<u64> {
        let refused = Error::new(ErrorKind::AccessDenied, Operation::Read);
        if self.1.contains(OpenFlags::READ) { self.0.read(extents, target) } else { Err(refused) }
    }

    fn write(&self, extents: &[Extent], source: &Segments<'_>) -> Result<()> {
        self.0.write(extents, source)
    }

    fn size(&self) -> Result<u64> {
        self.0.size()
    }

    fn set_size(&self, size: u64) -> Result<()> {
        self.0.set_size(size)
    }

    fn sync(&self, durability: Durability) -> Result<()> {
        self.0.sync(durability)
    }

    fn range_locks(&self) -> Option<&dyn RangeLocks> {
        self.0.range_locks()
    }
}

/// A collective write of interleaved blocks, read back with another interleaving.
fn write_and_read_back(rank: &Rank, file: &File, what: &str) {
    let share = 900 * rank.size();
    see_interleaved(file, rank, 9);
    let start = rank.rank();
    let mine: Vec<u8> = (0..share).map(|place| value_at(start, rank.size(), 9, place)).collect();
    assert_eq!(file.write_all(&mine).unwrap().bytes, share as u64);
    file.sync().unwrap();
    see_interleaved(file, rank, 50);
    let mut back = vec![0_u8; share];
    assert_eq!(file.read_all(&mut back).unwrap().bytes, share as u64, "{what}");
    let expected: Vec<u8> = (0..share).map(|place| value_at(start, rank.size(), 50, place)).collect();
    assert!(back == expected, "{what}");
}

/// The byte that belongs at `place` of the stream of a rank that sees every n-th block: each byte of the file tells
/// where it is.
fn value_at(rank: usize, ranks: usize, block: usize, place: usize) -> u8 {
    let offset = (place / block * ranks + rank) * block + place % block;
    u8::try_from(offset % 251).unwrap()
}

fn see_interleaved(file: &File, rank: &Rank, block: usize) {
    let [block, me, size] = [block, rank.rank(), rank.size()].map(|number| i64::try_from(number).unwrap());
    let byte = Datatype::bytes();
    let mine = Datatype::hindexed(&[block], &[me * block], &byte).unwrap();
    let filetype = Datatype::resized(0, size * block, &mine).unwrap();
    filetype.commit();
    file.set_view(0, &byte, &filetype, "native", &Hints::new()).unwrap();
}

fn on_ranks(title: &str, hints: &str, program: impl Fn(&Rank, &File) + Sync) {
    for size in [1, 4] {
        let ran = Group::run(size, |rank| {
            let name = format!("mem:hints-{title}");
            let file = File::open(&rank, &name, MODE, &Hints::parse(hints)).unwrap();
            program(&rank, &file);
            file.close().unwrap();
        });
        assert!(ran.is_ok(), "{title} with {size} ranks and hints {hints:?}: {ran:?}");
    }
}

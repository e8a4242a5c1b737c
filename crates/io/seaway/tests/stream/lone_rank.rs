// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`LoneRank`]: one rank of a program that spans hosts, as a process of its own. Writers write blocks in
//! turn, and each reader reads one contiguous part, so that every reader exchanges data with every writer.

use std::fs;
use std::io::{IoSlice, IoSliceMut};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use seaway_device_api::{
    DeviceFile, DevicePath, Error, ErrorKind, Extent, Hints, OpenFlags, OpenOptions, OpenTogether, Operation,
    Ranks, Result, Segments, SegmentsMut,
};
use seaway_devices::mxn::MxnDevice;

use crate::other_process::{Words, say, wait_for_word};

/// Only a hang takes this long.
const LIMIT: Duration = Duration::from_secs(100);
const BLOCK_BYTES: usize = 5000;

#[derive(Debug, Clone)]
pub(crate) struct LoneRank {
    pub(crate) writes: bool,
    pub(crate) rank: usize,
    pub(crate) ranks: usize,
    pub(crate) name: String,
    /// Shared by all; ranks of one program communicate through it.
    pub(crate) folder: PathBuf,
    pub(crate) direct_links: usize,
    pub(crate) steps: usize,
    /// Blocks of a step; the numbers of writers and of readers divide it.
    pub(crate) blocks: usize,
    /// Prints `here` before this step, and waits for permission to continue.
    pub(crate) pause_at: usize,
    /// Seconds.
    pub(crate) timeout: u64,
}

impl LoneRank {
    pub(crate) fn words(&self) -> Vec<String> {
        let Self { writes, rank, ranks, name, folder, direct_links, steps, blocks, pause_at, timeout } = self;
        vec![
            "part=lone rank".to_owned(),
            format!("writes={}", u8::from(*writes)),
            format!("rank={rank}"),
            format!("ranks={ranks}"),
            format!("name={name}"),
            format!("folder={}", folder.display()),
            format!("direct_links={direct_links}"),
            format!("steps={steps}"),
            format!("blocks={blocks}"),
            format!("pause_at={pause_at}"),
            format!("timeout={timeout}"),
        ]
    }

    fn from_words(words: &Words) -> Self {
        Self {
            writes: words.number("writes") == 1,
            rank: words.number("rank"),
            ranks: words.number("ranks"),
            name: words.get("name").to_owned(),
            folder: words.get("folder").into(),
            direct_links: words.number("direct_links"),
            steps: words.number("steps"),
            blocks: words.number("blocks"),
            pause_at: words.number("pause_at"),
            timeout: words.number("timeout") as u64,
        }
    }

    /// Prints how it ended: `ended`, or `failed KIND TEXT`.
    fn run(&self) -> Result<()> {
        let own = descriptors();
        let fellows = Fellows::new(self);
        let hints = Hints::new()
            .with("seaway_mxn_window", "200000")
            .with("seaway_timeout", self.timeout.to_string())
            .with("seaway_mxn_direct_links", self.direct_links.to_string());
        let flags = if self.writes { OpenFlags::WRITE | OpenFlags::CREATE } else { OpenFlags::READ };
        let options = OpenOptions { flags, hints, ranks: self.ranks };
        let path = DevicePath::new(self.name.clone());
        let file: Arc<dyn DeviceFile> = MxnDevice.open_together(&path, &options, &fellows)?.into();
        fellows.file.set(Arc::clone(&file)).unwrap();
        for step in 0..self.steps {
            if step == self.pause_at {
                say(&format!("here {} {}", descriptors() - own, connections()));
                wait_for_word();
            }
            if self.writes { self.write(&*file, step) } else { self.read(&*file, step) }?;
        }
        file.stream().unwrap().end(&fellows)
    }

    fn write(&self, file: &dyn DeviceFile, step: usize) -> Result<()> {
        let own = (self.rank..self.blocks).step_by(self.ranks).map(|block| step * self.blocks + block);
        let extents: Vec<Extent> =
            own.map(|block| Extent::new((block * BLOCK_BYTES) as u64, BLOCK_BYTES as u64)).collect();
        let bytes: Vec<u8> = extents.iter().flat_map(|extent| expected(*extent)).collect();
        file.write(&extents, &Segments::new(&[IoSlice::new(&bytes)]))
    }

    fn read(&self, file: &dyn DeviceFile, step: usize) -> Result<()> {
        let len = self.blocks / self.ranks * BLOCK_BYTES;
        let extent = Extent::new(((step * self.ranks + self.rank) * len) as u64, len as u64);
        let mut bytes = vec![0; len];
        let got = file.read(&[extent], &mut SegmentsMut::new(&mut [IoSliceMut::new(&mut bytes)]))?;
        assert_eq!(got, len as u64, "step {step} of rank {}", self.rank);
        assert!(bytes == expected(extent), "step {step} of rank {} has other bytes", self.rank);
        Ok(())
    }
}

pub(crate) fn play(words: &Words) {
    match LoneRank::from_words(words).run() {
        Ok(()) => say("ending ended"),
        Err(error) => say(&format!("ending failed {:?} {error}", error.kind())),
    }
}

/// What the file holds.
fn expected(extent: Extent) -> Vec<u8> {
    let word = |offset: u64| (offset / 8 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (extent.offset..extent.end()).map(|offset| word(offset).to_le_bytes()[(offset % 8) as usize]).collect()
}

/// Number of open descriptors of this process.
fn descriptors() -> usize {
    fs::read_dir("/proc/self/fd").unwrap().count()
}

/// The TCP connections of this host, by their remote addresses.
fn connections() -> String {
    const ESTABLISHED: &str = "01";
    let tables = ["/proc/net/tcp", "/proc/net/tcp6"].map(|path| fs::read_to_string(path).unwrap_or_default());
    let lines = tables.iter().flat_map(|table| table.lines().skip(1));
    let others = lines.filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (address, _) = words[2].split_once(':')?;
        // The last four bytes, also of an IPv4 address in IPv6: one word in the order of this machine.
        let address = u32::from_str_radix(&address[address.len() - 8..], 16).ok()?;
        (words[3] == ESTABLISHED).then(|| std::net::Ipv4Addr::from(address.to_ne_bytes()).to_string())
    });
    others.collect::<Vec<_>>().join(",")
}

/// The ranks of one program: they communicate through files in a directory.
struct Fellows {
    rank: usize,
    ranks: usize,
    stem: PathBuf,
    calls: AtomicUsize,
    /// Polled while a call waits, as the engine does.
    file: OnceLock<Arc<dyn DeviceFile>>,
    /// Polled while `open` waits.
    is_in_vain: OnceLock<Arc<dyn Fn() -> bool + Send + Sync>>,
}

impl Fellows {
    fn new(of: &LoneRank) -> Self {
        let stem = of.folder.join(if of.writes { "writers" } else { "readers" });
        let (file, is_in_vain) = (OnceLock::new(), OnceLock::new());
        Self { rank: of.rank, ranks: of.ranks, stem, calls: AtomicUsize::new(0), file, is_in_vain }
    }
}

impl Ranks for Fellows {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.ranks
    }

    fn all_gather(&self, mine: &[u8]) -> Result<Vec<Vec<u8>>> {
        let call = self.calls.fetch_add(1, Ordering::Relaxed);
        let path = |rank: usize| self.stem.with_extension(format!("{call}.{rank}"));
        let unfinished = self.stem.with_extension(format!("{call}.{}.new", self.rank));
        fs::write(&unfinished, mine).unwrap();
        fs::rename(&unfinished, path(self.rank)).unwrap();
        let start = Instant::now();
        let read = |rank| loop {
            if let Ok(bytes) = fs::read(path(rank)) {
                return Ok(bytes);
            }
            if let Some(error) = self.file.get().and_then(|file| file.stream()?.failure()) {
                return Err(error);
            }
            if self.is_in_vain.get().is_some_and(|is_in_vain| is_in_vain()) && self.file.get().is_none() {
                return Err(Error::new(ErrorKind::PeerLost, Operation::Wait));
            }
            assert!(start.elapsed() < LIMIT, "rank {rank} does not come to call {call}");
            std::thread::sleep(Duration::from_millis(1));
        };
        (0..self.ranks).map(read).collect()
    }

    fn give_up_when(&self, is_in_vain: Arc<dyn Fn() -> bool + Send + Sync>) {
        let _ = self.is_in_vain.set(is_in_vain);
        say("knows its fellows");
    }
}

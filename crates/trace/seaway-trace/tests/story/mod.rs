// SPDX-License-Identifier: MIT OR Apache-2.0
//! A program with most of the habits that reports comment on: eight ranks, of which rank 0 reads the input
//! byte by byte, collective and independent output, a log that is synced, searching for tables, system files,
//! names that look like markup.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

use seaway_trace::Call;
use seaway_trace::write::{ProcessWriter, Written, header};
use seaway_trace_format::{Counter, Flags, StringKind};

pub(crate) const RANKS: u32 = 8;

/// In nanoseconds since 1970.
const BEGAN: u64 = 1_794_861_930_000_000_000;

/// Markup, quotes, a line break, a terminal escape, invalid UTF-8, characters that reverse the line.
pub(crate) const HOSTILE: &[&[u8]] = &[
    b"/scratch/</script><script>document.title='broken'</script>.dat",
    b"/scratch/\"quoted' <img src=x onerror=alert(1)>.dat",
    b"/scratch/line\nbreak\x1b[2J.dat",
    b"/scratch/\xff\xfe\x80.dat",
    "/scratch/\u{202e}turned around.dat".as_bytes(),
    b"/scratch/<!-- {{data}} $& \\u003c.dat",
];

pub(crate) fn write(folder: &Path) {
    for rank in 0..RANKS {
        let mut teller = Teller::new(folder, rank);
        teller.start_up();
        teller.search_tables();
        teller.read_input();
        for step in 0..12 {
            teller.now += 300_000_000;
            teller.write_collectively(step);
            teller.write_alone(step);
            teller.log(step);
        }
        teller.finish();
    }
}

struct Teller {
    writer: ProcessWriter<BufWriter<File>>,
    rank: u32,
    now: u64,
    random: fastrand::Rng,
}

impl Teller {
    fn new(folder: &Path, rank: u32) -> Self {
        let mut head = header(if rank < 4 { "node1" } else { "node2" }, 4000 + rank);
        (head.rank, head.ranks) = (i32::try_from(rank).unwrap(), i32::try_from(RANKS).unwrap());
        head.began_real_nanoseconds = BEGAN;
        let path = folder.join(format!("node.{}.0.seatrace", 4000 + rank));
        let mut writer = ProcessWriter::create(&path, head).unwrap();
        writer.string(StringKind::Program, b"/home/ada/ocean/ocean_model").unwrap();
        writer.string(StringKind::Arguments, b"./ocean_model\0--steps\x0012\0input.nml\0").unwrap();
        writer.string(StringKind::Directory, b"/scratch/ada/run7").unwrap();
        writer.string(StringKind::User, b"1000 ada").unwrap();
        writer.string(StringKind::Job, b"SLURM_JOB_ID=4711").unwrap();
        // One rank of each node records this.
        if rank.is_multiple_of(4) {
            writer.string(StringKind::Mounts, b"/ ext4\n/scratch lustre\n/data nfs4\n").unwrap();
        }
        Self { writer, rank, now: 1_000_000, random: fastrand::Rng::with_seed(rank.into()) }
    }

    fn call(&mut self, call: Call, path: &[u8], offset: u64, length: u64, microseconds: u64) {
        self.event(call, path, offset, length, Some(microseconds * 1000), 0);
        self.now += microseconds * 1000 + 500;
    }

    fn event(&mut self, call: Call, path: &[u8], offset: u64, length: u64, duration: Option<u64>, error: u8) {
        let file = self.writer.path(path).unwrap();
        let written = Written { call, start: self.now, duration, error, file, offset, length };
        self.writer.event(4000 + self.rank, written).unwrap();
    }

    /// As MPI libraries do.
    fn start_up(&mut self) {
        for path in
            ["/proc/self/maps", "/sys/devices/system/node/online", "/etc/openmpi/openmpi-mca-params.conf"]
        {
            self.call(Call::Open, path.as_bytes(), 0, 3, 2);
            self.call(Call::Pread, path.as_bytes(), 0, 512, 1);
        }
        self.call(Call::Open, b"/opt/mpi/lib/libmpi.so.40", 0, 3, 2);
    }

    fn search_tables(&mut self) {
        for number in 0..200 {
            let path = format!("/opt/module-{}/share/physics.tbl", number % 40);
            self.event(Call::Openat, path.as_bytes(), 0, 0, Some(3000), 2);
            self.now += 4000;
        }
    }

    /// As Fortran programs of some compilers do.
    fn read_input(&mut self) {
        if self.rank != 0 {
            self.now += 900_000_000;
            return;
        }
        let input = b"/scratch/ada/run7/input.nml";
        self.call(Call::Open, input, 0, 3, 40);
        for line in 0..40_000 {
            self.call(Call::Pread, input, line * 80, 80, 2);
        }
        let bathymetry = b"/data/bathymetry.nc";
        for block in 0..64 {
            self.call(Call::Pread, bathymetry, block << 20, 1 << 20, 10_000);
        }
    }

    /// One collective call becomes device accesses, and those become system calls.
    fn write_collectively(&mut self, step: u64) {
        let (name, began) = (b"/scratch/ada/run7/ocean.nc", self.now);
        let offset = (step * u64::from(RANKS) + u64::from(self.rank)) << 22;
        self.event(Call::MpiWriteAtAll, name, offset, 4 << 20, Some(40_000_000), 0);
        let strategy = self.writer.string(StringKind::Strategy, b"two-phase, 2 aggregators").unwrap();
        let device = self.writer.string(StringKind::Device, b"ufs").unwrap();
        self.writer.detail(4000 + self.rank, 0, 524_288, strategy, device, 0).unwrap();
        if self.rank.is_multiple_of(4) {
            self.now += 1_000_000;
            for piece in 0..4 {
                let at = offset + (piece << 22);
                self.event(Call::DeviceWrite, name, at, 4 << 20, Some(8_000_000), 0);
                for part in 0..4 {
                    self.now += 100_000;
                    self.event(Call::Pwrite, name, at + (part << 20), 1 << 20, Some(1_700_000), 0);
                    self.now += 1_800_000;
                }
                self.now += 1_000_000;
            }
        }
        self.now = began + 41_000_000;
    }

    fn write_alone(&mut self, step: u64) {
        for piece in 0..60 {
            let at = (step * 60 + piece) * u64::from(RANKS) * 2048 + u64::from(self.rank) * 2048;
            let time = 300 + self.random.u64(..400);
            self.call(Call::MpiWriteAt, b"/scratch/ada/run7/diagnostics.bin", at, 2048, time);
        }
        let at = self.random.u64(..1 << 24);
        self.call(Call::Pread, HOSTILE[usize::try_from(step).unwrap() % HOSTILE.len()], at, 4096, 90);
    }

    fn log(&mut self, step: u64) {
        if self.rank != 1 {
            return;
        }
        let log = b"/scratch/ada/run7/progress.log";
        for line in 0..120 {
            self.call(Call::Pwrite, log, (step * 120 + line) * 64, 64, 5);
            self.call(Call::Fsync, log, 7, 0, 900);
        }
    }

    fn finish(mut self) {
        if self.rank == 3 {
            self.event(Call::Read, b"/scratch/ada/run7/restart.nc", 5, 0, None, 0);
            let unseen = b"it has called io_uring_setup: what it does by that ring is not seen";
            self.writer.string(StringKind::Unseen, unseen).unwrap();
        }
        if self.rank == 5 {
            self.writer.set_flags(Flags::FULL);
            let file = self.writer.path(b"/scratch/ada/run7/ocean.nc").unwrap();
            let call = Call::Pwrite as u32;
            let counter =
                Counter { file, call, calls: 500, failures: 1, bytes: 500 << 12, duration: 9_000_000 };
            self.writer.counter(counter);
        }
        self.writer.finish().unwrap();
    }
}

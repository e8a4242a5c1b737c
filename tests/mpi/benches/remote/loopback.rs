// SPDX-License-Identifier: MIT OR Apache-2.0
//! Without any link: four ranks and the daemon on one host, beside four connections that only carry bytes: to
//! memory, and to a file through a buffer. The attainable rate of an encrypted transfer is that of the latter
//! and of encryption and decryption by one core, one after the other.

use std::process::Command;
use std::time::{Duration, Instant};

use mpi_tests::{Daemon, Installation, Launch, SecretFile, folder_in_memory};
use seaway_messages::{MAX_RECORD, Opener, RECORD_OVERHEAD, RecordKey, Sealer};

use crate::bars::{Bars, Limit};
use crate::raw_server::{PORT, PORT_TO_FILE, RawServer, raw_program};
use crate::sample::Sample;
use crate::times::read_times;
use crate::{MPI, Plan};

const RANKS: usize = 4;
const BYTES: usize = 32 << 20;
const SECONDS: &str = "1";
/// Share of 1 / (1/buffered + 1/aead).
const TARGET: f64 = 0.8;
const AEAD_FOR: Duration = Duration::from_millis(200);

/// A ratio below target is measured again: another program may have used the cores.
const ATTEMPTS: usize = 3;

pub(crate) fn run(plan: &Plan, bars: &mut Bars) {
    let tasks = ["write", "read"].into_iter().filter(|task| plan.wants(&format!("loopback.{RANKS}.{task}")));
    let tasks: Vec<&str> = tasks.collect();
    if tasks.is_empty() {
        return;
    }
    println!("\nLoopback, {RANKS} ranks with 32 MiB each, GB/s");
    let (secret, folder) = (SecretFile::new(), folder_in_memory());
    let daemon = Daemon::serve(&secret, folder.path());
    let _servers = [
        RawServer::start(Command::new, RANKS * BYTES),
        RawServer::start_with_file(&folder.path().join("raw"), RANKS * BYTES),
    ];
    let name = daemon.name_of(&folder.path().join("field"));
    let places = [name, format!("127.0.0.1:{PORT}"), format!("127.0.0.1:{PORT_TO_FILE}")];
    for task in tasks {
        let case = format!("loopback.{BYTES}.{task}");
        let [mut remote, mut raw, mut filed, mut sealed, mut ratio, mut to_raw] =
            [(); 6].map(|()| Sample::default());
        for round in 0..plan.rounds * ATTEMPTS {
            if round >= plan.rounds && ratio.median() >= TARGET {
                break;
            }
            let [ours, theirs, to_file] = places.each_ref().map(|place| rate(&case, place, &secret));
            remote.push(ours);
            raw.push(theirs);
            filed.push(to_file);
            let aead = aead_rate();
            sealed.push(aead);
            ratio.push(ours * (1.0 / to_file + 1.0 / aead));
            to_raw.push(ours / theirs);
        }
        let id = format!("loopback.{RANKS}.{task}");
        println!("{id:32} remote {remote}, buffered {filed}, aead {sealed}, of what is possible {ratio}");
        println!("{:32} raw TCP {raw}, ratio {to_raw}", "");
        bars.record(id, ratio.median(), Limit::AtLeast(TARGET));
    }
}

/// What one core encrypts and decrypts, with records of the size of long transfers.
#[allow(clippy::cast_precision_loss, reason = "shown with three digits")]
fn aead_rate() -> f64 {
    let key = RecordKey::new([1; 32]);
    let (mut sealer, mut opener) = (Sealer::new(&key), Opener::new(&key));
    let mut record = vec![1; MAX_RECORD + RECORD_OVERHEAD];
    let (started, mut bytes) = (Instant::now(), 0);
    while started.elapsed() < AEAD_FOR {
        sealer.seal(&mut record).expect("a record has room");
        opener.open(&mut record).expect("nobody has changed it");
        bytes += MAX_RECORD;
    }
    bytes as f64 / started.elapsed().as_secs_f64() / 1e9
}

fn rate(case: &str, place: &str, secret: &SecretFile) -> f64 {
    let installation = Installation::named(MPI);
    let launch = Launch::new(&installation, raw_program()).ranks(RANKS).seaway().secret(secret);
    let output = launch.arguments([place, SECONDS, case]).run();
    if !output.status.success() {
        println!("failed: {output}");
    }
    read_times(&output.stdout).get(case).map_or(f64::NAN, |measured| measured.amount / measured.seconds)
}

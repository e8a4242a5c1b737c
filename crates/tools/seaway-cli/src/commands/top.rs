// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway top`: what a traced program is doing to its files.

use std::cmp::Reverse;
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use seaway_trace::export::printable;
use seaway_trace::watch::{Activity, Traffic, Watch};

use crate::quantity::{bytes, seconds};

/// What is shown of each kind.
const ROWS: usize = 12;

/// Calls that have been running for less are not worth a line.
const LONG: Duration = Duration::from_secs(1);

/// Show rates per file and rank while a traced program runs
///
/// Shows the bytes moved by completed calls since the last update, and the calls that have been running for a
/// second or longer. Ends with Ctrl-C, or when all processes of the trace have ended.
#[derive(Debug, Args)]
pub(crate) struct Top {
    /// The directory of the trace; several are combined
    #[arg(required = true, value_name = "TRACE")]
    traces: Vec<PathBuf>,

    /// Show one interval, then exit
    #[arg(long)]
    once: bool,

    /// Time between updates
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0)]
    interval: f64,
}

impl Top {
    pub(crate) fn run(&self) -> Result<()> {
        let fine = (0.01..=3600.0).contains(&self.interval);
        ensure!(fine, "--interval {}: must be between 0.01 and 3600 seconds", self.interval);
        let interval = Duration::from_secs_f64(self.interval);
        let mut watch = Watch::new(&self.traces);
        watch.look()?;
        let redraws = io::stdout().is_terminal() && !self.once;
        loop {
            std::thread::sleep(interval);
            let activity = watch.look()?;
            let mut output = io::stdout().lock();
            if redraws {
                // Home, and clear to the end: no line of the last view stays.
                output.write_all(b"\x1b[H\x1b[J")?;
            }
            output.write_all(view(&activity).as_bytes())?;
            output.flush()?;
            if self.once || !activity.processes.iter().any(|process| process.is_alive) {
                return Ok(());
            }
        }
    }
}

fn view(activity: &Activity) -> String {
    let elapsed = activity.elapsed.unwrap_or_default();
    let alive = activity.processes.iter().filter(|process| process.is_alive).count();
    let mut text = format!("{alive} of {} processes run", activity.processes.len());
    let _ = writeln!(text, "; rates over {}", seconds(elapsed));
    let processes = activity.processes.iter().map(|process| (process.title.clone(), process.traffic));
    table(&mut text, "process", processes.collect(), elapsed);
    let files = activity.files.iter().map(|(name, traffic)| (printable(name).into_owned(), *traffic));
    table(&mut text, "file", files.collect(), elapsed);
    for running in activity.running.iter().filter(|running| running.age >= LONG).take(ROWS) {
        let file = running.file.as_deref().map_or("".into(), printable);
        let _ = writeln!(
            text,
            "{} has been in {}({file}) for {} s",
            running.title,
            running.call.name(),
            running.age.as_secs()
        );
    }
    text
}

/// Those that move most come first.
fn table(text: &mut String, title: &str, mut rows: Vec<(String, Traffic)>, elapsed: Duration) {
    rows.retain(|(_, traffic)| traffic.calls > 0);
    rows.sort_by_key(|(_, traffic)| {
        Reverse((traffic.bytes_read.saturating_add(traffic.bytes_written), traffic.calls))
    });
    let _ = writeln!(text, "\n{:>14}{:>14}{:>12}  {title}", "read/s", "written/s", "calls/s");
    for (name, traffic) in rows.iter().take(ROWS) {
        let (read, written) =
            (per_second(traffic.bytes_read, elapsed), per_second(traffic.bytes_written, elapsed));
        let calls = per_second(traffic.calls, elapsed);
        let _ = writeln!(text, "{:>14}{:>14}{calls:>12}  {name}", bytes(read), bytes(written));
    }
    if rows.is_empty() {
        let _ = writeln!(text, "{:>40}  nothing", "");
    } else if rows.len() > ROWS {
        let _ = writeln!(text, "{:>40}  and {} more", "", rows.len() - ROWS);
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the value saturates")]
fn per_second(amount: u64, elapsed: Duration) -> u64 {
    (amount as f64 / elapsed.as_secs_f64().max(1e-9)).round() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use seaway_trace::watch::ProcessActivity;

    #[test]
    fn the_busiest_come_first() {
        let traffic = |bytes_read, calls| Traffic { bytes_read, calls, ..Traffic::default() };
        let process = |title: &str, traffic| ProcessActivity {
            title: title.into(),
            host: "node".into(),
            is_alive: true,
            traffic,
        };
        let activity = Activity {
            elapsed: Some(Duration::from_secs(2)),
            processes: vec![process("rank 0", traffic(0, 4)), process("rank 1", traffic(8192, 2))],
            files: vec![(b"/a\nb".to_vec(), traffic(8192, 6))],
            ..Activity::default()
        };
        let expected = "\
2 of 2 processes run; rates over 2.00 s

        read/s     written/s     calls/s  process
       4.0 KiB       0 bytes           1  rank 1
       0 bytes       0 bytes           2  rank 0

        read/s     written/s     calls/s  file
       4.0 KiB       0 bytes           3  /a\\nb
";
        assert_eq!(view(&activity), expected);
    }
}

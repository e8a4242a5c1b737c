// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway status`: asks a daemon what it does, and shows the answer to people or to programs.

use std::fmt::Write as _;
use std::io::{self, IoSlice, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_proto::{ConnectionStatus, FileStatus, Role, Service, StatusMessage, Traffic};
use seaway_wire::{Channel, Secret, read_frame};

use crate::quantity::bytes;

/// For all of it.
const WITHIN: Duration = Duration::from_secs(10);

/// Show who is connected to a daemon, open files and rates
///
/// Asks what `seaway serve` started; the secret must be the same.
#[derive(Debug, Args)]
pub(crate) struct Status {
    /// Where the daemon listens
    #[arg(value_name = "HOST:PORT", default_value = "localhost:7117")]
    address: String,

    /// For programs: one object of JSON
    #[arg(long)]
    json: bool,
}

/// What the daemon has said.
struct Report {
    version: String,
    pid: u32,
    uptime: u64,
    connection_count: u32,
    connections: Vec<ConnectionStatus>,
    file_count: u32,
    files: Vec<FileStatus>,
    total: Traffic,
}

impl Status {
    pub(crate) fn run(&self) -> Result<()> {
        let report = self.ask().with_context(|| format!("no status of {}", self.address))?;
        let text = if self.json { report.json() } else { report.text() };
        io::stdout().write_all(text.as_bytes())?;
        Ok(())
    }

    fn ask(&self) -> Result<Report> {
        let deadline = Instant::now() + WITHIN;
        let channel = Channel::tcp(self.connect()?)?;
        channel.set_deadline(Some(deadline));
        channel.authenticate(Role::Client, Service::Status, &Secret::load()?)?;
        let mut frame = Vec::new();
        StatusMessage::Ask.encode(&mut frame)?;
        channel.write_all_vectored(&[IoSlice::new(&frame)])?;
        let (kind, body) = read_frame(&mut &channel)?.context("the daemon has ended the connection")?;
        match StatusMessage::decode(kind, &body)? {
            StatusMessage::Report {
                version,
                pid,
                uptime,
                connection_count,
                connections,
                file_count,
                files,
                total,
            } => Ok(Report { version, pid, uptime, connection_count, connections, file_count, files, total }),
            StatusMessage::Ask => bail!("the daemon asks instead of answering"),
        }
    }

    fn connect(&self) -> Result<TcpStream> {
        let mut failure = None;
        for address in self.address.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, WITHIN) {
                Ok(stream) => return Ok(stream),
                Err(error) => failure = Some(error),
            }
        }
        match failure {
            Some(error) => Err(error.into()),
            None => bail!("the name has no address"),
        }
    }
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!(
            "seaway {}, process {}, for {}\n{} connections, {} open files; {}\n",
            self.version,
            self.pid,
            time(self.uptime),
            self.connection_count,
            self.file_count,
            traffic(&self.total)
        );
        for connection in &self.connections {
            let ConnectionStatus { peer, age, open_files, traffic: moved } = connection;
            let _ =
                writeln!(text, "  {peer}, for {}: {open_files} open files; {}", time(*age), traffic(moved));
        }
        for file in &self.files {
            let mode = if file.writable { "for writing" } else { "for reading" };
            let _ = writeln!(text, "  {}, open {} times, {mode}", file.path, file.opened);
        }
        text
    }

    fn json(&self) -> String {
        let connections = self.connections.iter().map(|connection| {
            let ConnectionStatus { peer, age, open_files, traffic } = connection;
            let peer = quoted(peer);
            format!("{{\"peer\":{peer},\"age_ms\":{age},\"open_files\":{open_files},{}}}", members(traffic))
        });
        let files = self.files.iter().map(|file| {
            let (path, opened, writable) = (quoted(&file.path), file.opened, file.writable);
            format!("{{\"path\":{path},\"opened\":{opened},\"writable\":{writable}}}")
        });
        format!(
            "{{\"version\":{},\"pid\":{},\"uptime_ms\":{},\"connection_count\":{},\"connections\":[{}],\"file_count\":{},\"files\":[{}],{}}}\n",
            quoted(&self.version),
            self.pid,
            self.uptime,
            self.connection_count,
            connections.collect::<Vec<_>>().join(","),
            self.file_count,
            files.collect::<Vec<_>>().join(","),
            members(&self.total)
        )
    }
}

fn traffic(traffic: &Traffic) -> String {
    let Traffic { written, read, written_per_second, read_per_second } = *traffic;
    format!(
        "written {} ({}/s), read {} ({}/s)",
        bytes(written),
        bytes(written_per_second),
        bytes(read),
        bytes(read_per_second)
    )
}

fn members(traffic: &Traffic) -> String {
    let Traffic { written, read, written_per_second, read_per_second } = *traffic;
    format!(
        "\"written\":{written},\"read\":{read},\"written_per_second\":{written_per_second},\"read_per_second\":{read_per_second}"
    )
}

fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// RFC 8259 "Strings".
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            '\0'..='\x1f' => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(character));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_names_are_sound_json() {
        assert_eq!(quoted("/data/a\"b\\c\nd.nc"), r#""/data/a\"b\\c\u000ad.nc""#);
    }

    #[test]
    fn times_are_short() {
        assert_eq!(time(999), "0 s");
        assert_eq!(time(61_000), "1 min 1 s");
        assert_eq!(time(7_260_000), "2 h 1 min");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! `seaway status`: asks a daemon for its status, and shows it to people or programs.

use std::fmt::Write as _;
use std::io::{self, IoSlice, Write};
use std::net::{SocketAddr, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_channel::{Channel, Pin, RunningDaemon, Secret, read_frame};
use seaway_messages::{ConnectionStatus, FileStatus, Role, Service, StatusMessage, Traffic};

use crate::commands::space;
use crate::quantity::bytes;

/// Time limit for the whole command.
const WITHIN: Duration = Duration::from_secs(10);

/// Show clients, open files and rates of a daemon
///
/// Asks a daemon started by `seaway serve`; the secret must be the same.
#[derive(Debug, Args)]
pub(crate) struct Status {
    /// Where the daemon listens [default: this user's daemon on this host]
    #[arg(value_name = "HOST:PORT")]
    address: Option<String>,

    /// Use TLS, for a daemon at HOST:PORT that requires it
    #[arg(long, requires = "address")]
    tls: bool,

    /// Print one JSON object
    #[arg(long, conflicts_with = "prometheus")]
    json: bool,

    /// Print the text format of Prometheus
    #[arg(long)]
    prometheus: bool,
}

/// The daemon to ask.
struct DaemonAddress {
    address: String,
    tls: bool,
    /// The TLS certificate that it must present, if known.
    certificate: Option<String>,
}

/// The daemon's reply.
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
        let things =
            if self.address.is_none() && !self.json && !self.prometheus { space::running() } else { None };
        if let Some(things) = things {
            io::stdout().write_all(things.as_bytes())?;
            // A node with things and no other daemon has been shown.
            if RunningDaemon::all().is_empty() {
                return Ok(());
            }
        }
        let place = self.place()?;
        let text =
            self.text(&place).with_context(|| format!("cannot get the status of {}", place.address))?;
        io::stdout().write_all(text.as_bytes())?;
        Ok(())
    }

    /// The address given by the user, or that registered by the user's most recent daemon.
    fn place(&self) -> Result<DaemonAddress> {
        if let Some(address) = &self.address {
            return Ok(DaemonAddress { address: address.clone(), tls: self.tls, certificate: None });
        }
        let Some(daemon) = RunningDaemon::all().into_iter().next() else {
            bail!(
                "no daemon of this user runs on this host: start one with `seaway serve`, or name one as HOST:PORT"
            );
        };
        let RunningDaemon { addresses, tls_only, certificate, .. } = daemon;
        let near = addresses.iter().find(|address| address.ip().is_loopback()).or(addresses.first());
        let near = near.map(|address| match address.ip() {
            all if all.is_unspecified() => format!("localhost:{}", address.port()),
            one => SocketAddr::new(one, address.port()).to_string(),
        });
        Ok(DaemonAddress { address: near.unwrap_or_default(), tls: tls_only, certificate: Some(certificate) })
    }

    fn text(&self, place: &DaemonAddress) -> Result<String> {
        let question = if self.prometheus { StatusMessage::AskMetrics } else { StatusMessage::Ask };
        match place.ask(&question)? {
            StatusMessage::Metrics { lines } => Ok(lines.into_iter().map(|line| line + "\n").collect()),
            StatusMessage::Report {
                version,
                pid,
                uptime,
                connection_count,
                connections,
                file_count,
                files,
                total,
            } => {
                let report =
                    Report { version, pid, uptime, connection_count, connections, file_count, files, total };
                Ok(if self.json { report.json() } else { report.text() })
            }
            _ => bail!("the daemon sent a request instead of a reply"),
        }
    }
}

impl DaemonAddress {
    fn ask(&self, question: &StatusMessage) -> Result<StatusMessage> {
        let deadline = Instant::now() + WITHIN;
        let channel = Channel::tcp(self.connect()?)?;
        channel.set_deadline(Some(deadline));
        let channel = if self.tls { channel.into_tls(&self.address, &self.pin()?)? } else { channel };
        channel.authenticate(Role::Client, Service::Status, &Secret::load()?)?;
        let mut frame = Vec::new();
        question.encode(&mut frame)?;
        channel.write_all_vectored(&[IoSlice::new(&frame)])?;
        let (kind, body) = read_frame(&mut &channel)?.context("the daemon has ended the connection")?;
        Ok(StatusMessage::decode(kind, &body)?)
    }

    fn pin(&self) -> Result<Pin> {
        Ok(self.certificate.as_deref().map_or_else(Pin::first_use, Pin::given)?)
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
pub(crate) fn quoted(text: &str) -> String {
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

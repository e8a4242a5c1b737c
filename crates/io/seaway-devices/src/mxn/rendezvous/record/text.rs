// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Record`]: a record's contents, as lines of a word and a value that people can read too.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;

use seaway_channel::hexadecimal;
use seaway_messages::{Contact, HostId, Side};

use super::super::names::{decoded, encoded};

const FIRST_LINE: &str = "seaway mxn record 1";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Record {
    /// Of the stream.
    pub(super) name: String,
    pub(super) contact: Contact,
    /// When the process began, in ticks since the boot: process numbers are used again.
    pub(super) start_time: u64,
    /// Where its number means something.
    pub(super) process_namespace: u64,
}

impl Record {
    /// Of this process.
    pub(super) fn new(name: &str, contact: &Contact) -> io::Result<Self> {
        let start_time = start_time(contact.pid).ok_or(io::ErrorKind::NotFound)?;
        let (name, contact) = (name.to_owned(), contact.clone());
        Ok(Self { name, contact, start_time, process_namespace: process_namespace()? })
    }

    pub(super) fn to_text(&self) -> String {
        let Contact { program, rank, host_name, pid, host, unix, tcp, .. } = &self.contact;
        let mut lines = vec![
            FIRST_LINE.to_owned(),
            format!("name {}", encoded(&self.name)),
            format!("program {}", encoded(program)),
            format!("rank {rank}"),
            format!("host {}", encoded(host_name)),
            format!("process {pid}"),
            format!("started {}", self.start_time),
            format!("process-namespace {}", self.process_namespace),
            format!("boot {}", hexadecimal(&host.boot)),
            format!("network {}", host.network),
            format!("socket {}", encoded(unix)),
        ];
        lines.extend(tcp.iter().map(|address| format!("address {address}")));
        // Without this line the record is cut off.
        lines.push("end\n".to_owned());
        lines.join("\n")
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let lines: Vec<&str> =
            text.strip_prefix(FIRST_LINE)?.strip_prefix('\n')?.strip_suffix("\nend\n")?.lines().collect();
        let values = |word: &'static str| {
            lines.iter().filter_map(move |line| line.strip_prefix(word)?.strip_prefix(' '))
        };
        let text = |word| decoded(values(word).next()?);
        let contact = Contact {
            side: Side::Writer,
            program: text("program")?,
            rank: values("rank").next()?.parse().ok()?,
            host_name: text("host")?,
            pid: values("process").next()?.parse().ok()?,
            host: HostId {
                boot: u128::from_str_radix(values("boot").next()?, 16).ok()?.to_be_bytes(),
                network: values("network").next()?.parse().ok()?,
            },
            unix: text("socket")?,
            tcp: values("address").map(|address| address.parse().ok()).collect::<Option<_>>()?,
        };
        Some(Self {
            name: text("name")?,
            contact,
            start_time: values("started").next()?.parse().ok()?,
            process_namespace: values("process-namespace").next()?.parse().ok()?,
        })
    }
}

/// `None`: there is no such process.
pub(super) fn start_time(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Behind the program's name, which may hold anything, the third field comes first; this is the 22nd. A process that
    // has ended and is not buried is gone as well.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace();
    let state = fields.next()?;
    fields.nth(18)?.parse().ok().filter(|_| !matches!(state, "Z" | "X"))
}

pub(super) fn process_namespace() -> io::Result<u64> {
    Ok(fs::metadata("/proc/self/ns/pid")?.ino())
}

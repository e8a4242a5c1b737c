// SPDX-License-Identifier: MIT OR Apache-2.0
//! Metrics for administrators, in the text format of Prometheus: for `seaway status --prometheus`, and over
//! HTTP for every client that can reach the listener. Totals of the daemon only: no names of files or peers.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use crate::activity::Activity;
use crate::descriptors;

/// For one request including the response: requests are served sequentially.
const WITHIN: Duration = Duration::from_secs(2);
const MAX_REQUEST: usize = 8 << 10;
/// After an error that would recur at once.
const PAUSE: Duration = Duration::from_millis(100);

/// Answers `GET /metrics` on a thread, until the process exits.
#[derive(Debug)]
pub struct MetricsListener {
    address: SocketAddr,
}

impl MetricsListener {
    pub fn open(listener: TcpListener, activity: Arc<Activity>) -> io::Result<Self> {
        let address = listener.local_addr()?;
        let serve = move || {
            loop {
                match listener.accept() {
                    // A client that disconnects early misses nothing.
                    Ok((stream, _)) => _ = answer(stream, &activity),
                    Err(_) => thread::sleep(PAUSE),
                }
            }
        };
        Builder::new().name("seaway-metrics".into()).spawn(serve)?;
        Ok(Self { address })
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

fn answer(mut stream: TcpStream, activity: &Activity) -> io::Result<()> {
    let deadline = Instant::now() + WITHIN;
    let request = read_request(&mut stream, deadline)?;
    let mut words = request.split([' ', '\r', '\n']);
    let (status, body) = match (words.next(), words.next()) {
        (Some("GET"), Some("/metrics")) => ("200 OK", text(activity)),
        (Some("GET"), _) => ("404 Not Found", "metrics are at /metrics\n".into()),
        _ => ("405 Method Not Allowed", "only GET /metrics is answered\n".into()),
    };
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    stream.set_write_timeout(Some(WITHIN))?;
    stream.write_all(head.as_bytes())?;
    stream.write_all(body.as_bytes())
}

/// Reads up to the empty line after the headers.
fn read_request(stream: &mut TcpStream, deadline: Instant) -> io::Result<String> {
    let (mut request, mut buffer) = (Vec::new(), [0; 1024]);
    while !request.windows(4).any(|bytes| bytes == b"\r\n\r\n") {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || request.len() > MAX_REQUEST {
            return Err(io::ErrorKind::InvalidData.into());
        }
        stream.set_read_timeout(Some(left))?;
        match stream.read(&mut buffer)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            bytes => request.extend_from_slice(&buffer[..bytes]),
        }
    }
    Ok(String::from_utf8_lossy(&request).into_owned())
}

/// The current values of all metrics.
pub(crate) fn text(activity: &Activity) -> String {
    let mut page = Page(String::new());
    let version = env!("CARGO_PKG_VERSION");
    page.line(
        "seaway_build_info",
        "gauge",
        "Version of the daemon",
        &format!("{{version=\"{version}\"}}"),
        1,
    );
    page.gauge("seaway_uptime_seconds", "Seconds since the daemon started", activity.uptime() / 1000);
    let (connections, files) = activity.counts();
    page.gauge("seaway_store_connections", "Clients of the store", connections as u64);
    page.gauge("seaway_open_files", "Files that clients have open", files as u64);
    let total = activity.total();
    page.counter("seaway_written_bytes_total", "Bytes that clients have written", total.written);
    page.counter("seaway_read_bytes_total", "Bytes that clients have read", total.read);
    page.counter("seaway_request_errors_total", "Requests answered with an error", activity.errors());
    door(&mut page, activity);
    if let Some(slow) = activity.slow() {
        let (jobs, threads) = slow.counts();
        page.gauge(
            "seaway_slow_jobs_waiting",
            "Syncs and preallocations that wait for a thread",
            jobs as u64,
        );
        page.gauge("seaway_slow_threads", "Threads for syncs and preallocations", threads as u64);
    }
    process(&mut page);
    page.0
}

fn door(page: &mut Page, activity: &Activity) {
    let Some(status) = activity.door().map(|door| door.status()) else { return };
    page.gauge("seaway_connections", "Connections of all services", status.connections as u64);
    page.counter("seaway_connections_total", "Connections that were accepted", status.accepted);
    page.counter("seaway_connections_refused_total", "Connections refused at a limit", status.refused);
    page.counter("seaway_handshakes_failed_total", "Peers that failed to authenticate", status.unproven);
    page.gauge(
        "seaway_unproven_connections",
        "Peers that have not authenticated yet",
        status.strangers as u64,
    );
    if let Some(lot) = status.lot {
        page.gauge("seaway_workers", "Threads that serve connections", lot.workers as u64);
        page.gauge("seaway_workers_busy", "Of these, busy now", lot.busy as u64);
        page.gauge("seaway_connections_parked", "Connections with nothing to do", lot.parked as u64);
        page.gauge("seaway_connections_ready", "Connections queued for a worker", lot.ready as u64);
    }
}

/// Under the conventional names.
fn process(page: &mut Page) {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let number = |key: &str| -> Option<u64> {
        let line = status.lines().find_map(|line| line.strip_prefix(key))?;
        line.split_whitespace().next()?.parse().ok()
    };
    if let Some(threads) = number("Threads:") {
        page.gauge("process_threads", "Threads of the daemon", threads);
    }
    if let Some(kibibytes) = number("VmRSS:") {
        page.gauge("process_resident_memory_bytes", "Memory of the daemon", kibibytes * 1024);
    }
    if let Ok(descriptors) = fs::read_dir("/proc/self/fd") {
        page.gauge("process_open_fds", "Descriptors in use", descriptors.count() as u64);
    }
    page.gauge("process_max_fds", "Descriptors that may be in use", descriptors::limit());
}

struct Page(String);

impl Page {
    fn gauge(&mut self, name: &str, help: &str, value: u64) {
        self.line(name, "gauge", help, "", value);
    }

    fn counter(&mut self, name: &str, help: &str, value: u64) {
        self.line(name, "counter", help, "", value);
    }

    fn line(&mut self, name: &str, kind: &str, help: &str, labels: &str, value: u64) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name}{labels} {value}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(address: SocketAddr, request: &str) -> String {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }

    #[test]
    fn metrics_are_answered_and_nothing_else() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = MetricsListener::open(listener, Arc::default()).unwrap().address();
        // A silent client does not block others, and headers without end are not read.
        let _silent = TcpStream::connect(address).unwrap();
        let mut endless = TcpStream::connect(address).unwrap();
        endless.write_all(&vec![b'x'; 2 * MAX_REQUEST]).unwrap();
        let answer = ask(address, "GET /metrics HTTP/1.1\r\nHost: here\r\n\r\n");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(head.contains(&format!("Content-Length: {}\r\n", body.len())), "{head}");
        assert!(body.contains("\n# TYPE seaway_open_files gauge\nseaway_open_files 0\n"), "{body}");
        assert!(ask(address, "GET /secret HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 404"));
        assert!(ask(address, "POST /metrics HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    }

    /// Each sample has a valid name, a help text, a type, and a number.
    #[test]
    fn text_has_the_form_that_is_promised() {
        let text = text(&Activity::default());
        let lines: Vec<&str> = text.lines().collect();
        for sample in lines.chunks(3) {
            let [help, kind, value] = sample else { panic!("{sample:?}") };
            let (name, number) = value.split_once([' ', '{']).unwrap();
            assert!(name.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{name}");
            assert!(help.starts_with(&format!("# HELP {name} ")), "{help}");
            assert!(
                [format!("# TYPE {name} gauge"), format!("# TYPE {name} counter")].contains(&(*kind).into())
            );
            assert_eq!(kind.ends_with("counter"), name.ends_with("_total"), "{name}");
            number.rsplit(' ').next().unwrap().parse::<u64>().unwrap();
        }
    }
}

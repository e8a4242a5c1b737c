// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `mxn:`. Those of the writer and those of the reader are independent of each other.

use std::time::Duration;

use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};
use seaway_messages::Policy;
pub(super) use seaway_roles::stream::bytes::{Late, Lost};

const WINDOW: &str = "seaway_mxn_window";
const READERS: &str = "seaway_mxn_readers";
const LATE: &str = "seaway_mxn_late";
const LOST: &str = "seaway_mxn_lost";
const VISIBLE: &str = "seaway_mxn_visible";
const READS: &str = "seaway_mxn_reads";
const POLICY: &str = "seaway_mxn_policy";
const LINKS: &str = "seaway_mxn_links";
const DIRECT_LINKS: &str = "seaway_mxn_direct_links";
const LARGE_PAGES: &str = "seaway_mxn_large_pages";
const WAIT: &str = "seaway_mxn_wait";
const TIMEOUT: &str = "seaway_timeout";

const DEFAULT_WINDOW_BYTES: u64 = 64 << 20;
/// One page: less would only add calls.
const SMALLEST_WINDOW_BYTES: u64 = 4096;
/// Readers are bits of a word in the store.
const MOST_READERS: u64 = 64;
const MOST_LINKS: u64 = 16;
const DEFAULT_DIRECT_LINKS: u64 = 16;

/// What the hints say.
#[derive(Debug, Clone)]
pub(super) struct MxnOptions {
    /// Memory that each writer rank holds back for readers that are behind (`seaway_mxn_window`, bytes).
    pub(super) window_bytes: u64,
    /// Reader programs that will come (`seaway_mxn_readers`).
    pub(super) readers: u32,
    pub(super) late: Late,
    pub(super) lost: Lost,
    /// Readers see nothing before the writers have closed (`seaway_mxn_visible=close`): bytes may be written again.
    pub(super) visible_at_close: bool,
    /// No byte is read twice by this program (`seaway_mxn_reads=once`).
    pub(super) reads_once: bool,
    /// Which steps this reader gets (`seaway_mxn_policy`: `all`, `every=n`, `latest`).
    pub(super) policy: Policy,
    /// Connections to one peer on another host (`seaway_mxn_links`).
    pub(super) links: usize,
    /// Links to other hosts with a connection of their own; further ones go through others (`seaway_mxn_direct_links`).
    pub(super) direct_links: usize,
    /// Memory that is written again and again, or read into before it was touched, gets large pages
    /// (`seaway_mxn_large_pages=disable`: it stays as it is).
    pub(super) large_pages: bool,
    /// How long a program waits for the other to come at all (`seaway_mxn_wait`, seconds); `None`: as long as it takes.
    pub(super) wait: Option<Duration>,
    /// How long an awaited peer may be silent (`seaway_timeout`, seconds).
    pub(super) timeout: Duration,
}

impl MxnOptions {
    pub(super) fn from_hints(hints: &Hints) -> Result<Self> {
        let window = hints.number(WINDOW).unwrap_or(DEFAULT_WINDOW_BYTES);
        let readers = hints.number(READERS).unwrap_or(1);
        let number = |key| hints.get(key).and_then(|value| value.trim().parse::<f64>().ok());
        let seconds = number(TIMEOUT).unwrap_or(30.0);
        Ok(Self {
            window_bytes: window.max(SMALLEST_WINDOW_BYTES).next_multiple_of(SMALLEST_WINDOW_BYTES),
            readers: u32::try_from(readers.clamp(1, MOST_READERS)).unwrap_or(1),
            late: choice(hints, LATE, &[("wait", Late::Wait), ("keep", Late::Keep), ("drop", Late::Drop)])?,
            lost: choice(hints, LOST, &[("fail", Lost::Fail), ("wait", Lost::Wait)])?,
            visible_at_close: choice(hints, VISIBLE, &[("at once", false), ("close", true)])?,
            reads_once: choice(hints, READS, &[("again", false), ("once", true)])?,
            policy: policy(hints)?,
            links: usize::try_from(hints.number(LINKS).unwrap_or(1).clamp(1, MOST_LINKS)).unwrap_or(1),
            direct_links: usize::try_from(hints.number(DIRECT_LINKS).unwrap_or(DEFAULT_DIRECT_LINKS))
                .unwrap_or(usize::MAX),
            large_pages: choice(hints, LARGE_PAGES, &[("enable", true), ("disable", false)])?,
            wait: number(WAIT)
                .filter(|wait| *wait > 0.0)
                .and_then(|wait| Duration::try_from_secs_f64(wait).ok()),
            timeout: Duration::try_from_secs_f64(seconds.max(0.1)).unwrap_or(Duration::from_secs(30)),
        })
    }

    pub(super) fn in_use(&self) -> Hints {
        let late = match self.late {
            Late::Wait => "wait",
            Late::Keep => "keep",
            Late::Drop => "drop",
        };
        let policy = match self.policy {
            Policy::All => "all".to_owned(),
            Policy::Every(steps) => format!("every={steps}"),
            Policy::Latest => "latest".to_owned(),
        };
        Hints::new()
            .with(WINDOW, self.window_bytes.to_string())
            .with(READERS, self.readers.to_string())
            .with(LATE, late)
            .with(LOST, if self.lost == Lost::Fail { "fail" } else { "wait" })
            .with(VISIBLE, if self.visible_at_close { "close" } else { "at once" })
            .with(READS, if self.reads_once { "once" } else { "again" })
            .with(POLICY, policy)
            .with(LINKS, self.links.to_string())
            .with(DIRECT_LINKS, self.direct_links.to_string())
            .with(LARGE_PAGES, if self.large_pages { "enable" } else { "disable" })
            .with(
                WAIT,
                self.wait.map_or_else(|| "unlimited".to_owned(), |wait| wait.as_secs_f64().to_string()),
            )
            .with(TIMEOUT, self.timeout.as_secs_f64().to_string())
    }
}

impl MxnOptions {
    /// The other program has not come within `seaway_mxn_wait`.
    pub(super) fn nobody_came(
        &self,
        name: &str,
        whom: &str,
        waited: Duration,
        operation: Operation,
    ) -> Error {
        let detail = format!(
            "no {whom} has opened the stream for {:.1} s; the hint seaway_mxn_wait sets how long to wait",
            waited.as_secs_f64()
        );
        Error::new(ErrorKind::Io, operation).with_path(name).with_detail(detail)
    }
}

/// The first of `values` is the default. These hints decide whether data may be lost: a misspelt one is an error.
fn choice<T: Copy>(hints: &Hints, key: &str, values: &[(&str, T)]) -> Result<T> {
    let Some(value) = hints.get(key).map(str::trim) else { return Ok(values[0].1) };
    let found = values.iter().find(|(name, _)| name.eq_ignore_ascii_case(value));
    let names = || values.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
    found.map(|(_, choice)| *choice).ok_or_else(|| not_understood(key, value, &names()))
}

fn policy(hints: &Hints) -> Result<Policy> {
    let value = hints.get(POLICY).unwrap_or("all").trim();
    let every = value.strip_prefix("every=").and_then(|steps| steps.trim().parse().ok());
    match (value, every) {
        ("all", _) | (_, Some(1)) => Ok(Policy::All),
        ("latest", _) => Ok(Policy::Latest),
        (_, Some(steps)) if steps > 1 => Ok(Policy::Every(steps)),
        _ => Err(not_understood(POLICY, value, "all, latest, every=n")),
    }
}

fn not_understood(key: &str, value: &str, values: &str) -> Error {
    Error::new(ErrorKind::Argument, Operation::Open)
        .with_detail(format!("hint {key}={value} is not valid; expected {values}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_in_use_read_back_as_the_same() {
        let hints = Hints::new()
            .with(WINDOW, "1m")
            .with(LATE, "keep")
            .with(LOST, "wait")
            .with(VISIBLE, "close")
            .with(POLICY, "every=3")
            .with(DIRECT_LINKS, "0")
            .with(TIMEOUT, "2.5");
        let options = MxnOptions::from_hints(&hints).unwrap();
        assert_eq!((options.window_bytes, options.policy), (1 << 20, Policy::Every(3)));
        let again = MxnOptions::from_hints(&options.in_use()).unwrap();
        assert_eq!(format!("{options:?}"), format!("{again:?}"));
    }

    #[test]
    fn a_misspelt_choice_is_an_error_that_lists_the_choices() {
        let error = MxnOptions::from_hints(&Hints::new().with(LATE, "kepe")).unwrap_err();
        assert!(error.to_string().contains("wait, keep, drop"), "{error}");
        assert!(MxnOptions::from_hints(&Hints::new().with(POLICY, "every=0")).is_err());
    }
}

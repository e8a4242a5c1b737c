// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints of `thing:`, and the variables that say which space is meant.

use std::env;
use std::path::PathBuf;
use std::time::Duration;

use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};
use seaway_messages::{ThingKind, Until};

use super::enter::SpaceName;
use super::stripes::{MOST_STRIPES, is_block};

const SPACE: &str = "seaway_space";
const KIND: &str = "seaway_thing_kind";
const WAIT: &str = "seaway_thing_wait";
const HOME: &str = "seaway_thing_home";
const FULL: &str = "seaway_thing_full";
const FULL_VARIABLE: &str = "SEAWAY_THING_FULL";
const SHARED: &str = "seaway_thing_shared";
const SHARED_VARIABLE: &str = "SEAWAY_THING_SHARED";
const STRIPES: &str = "seaway_thing_stripes";
const STRIPE_BYTES: &str = "seaway_thing_stripe_bytes";
const DEFAULT_STRIPE_BYTES: u64 = 1 << 20;
const COPIES: &str = "seaway_thing_copies";
const TIMEOUT: &str = "seaway_timeout";
const PROGRAM: &str = "seaway_program";
const NODE: &str = "seaway_node";
const NODE_VARIABLE: &str = "SEAWAY_NODE";
const FOLDER: &str = "seaway_space_folder";
const FOLDER_VARIABLE: &str = "SEAWAY_SPACE_FOLDER";
const SPACE_VARIABLE: &str = "SEAWAY_SPACE";
const PROGRAM_VARIABLE: &str = "SEAWAY_PROGRAM";
/// Where the registry of the space is that agents join; and the lease, in seconds, of agents that end with it.
pub const JOIN_VARIABLE: &str = "SEAWAY_SPACE_JOIN";
pub const JOB_VARIABLE: &str = "SEAWAY_SPACE_JOB";
pub(super) const DEFAULT_PROGRAM: &str = "seaway";
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(30);

/// How a program enters a space.
#[derive(Debug, Clone)]
pub struct SpaceOptions {
    /// `seaway_space`, or else SEAWAY_SPACE, or else the user's own.
    pub space: SpaceName,
    /// Which of the nodes of this host, where it stands for several (`seaway_node`, or else SEAWAY_NODE).
    pub node: Option<String>,
    /// How long an agent may take to answer (`seaway_timeout`, seconds).
    pub timeout: Duration,
    /// The executable that an agent is started from (`seaway_program`, or else SEAWAY_PROGRAM).
    pub program: String,
    /// Further arguments of an agent that has to be started.
    pub agent_arguments: Vec<String>,
    /// Where an agent that has to be started keeps disk things (`seaway_space_folder`, or else SEAWAY_SPACE_FOLDER).
    pub folder: Option<String>,
    /// Where the registry is that an agent joins which has to be started (SEAWAY_SPACE_JOIN).
    pub join: Option<String>,
    /// Such an agent belongs to a job, and ends when it has lost that registry for so many seconds (SEAWAY_SPACE_JOB).
    pub job_lease: Option<String>,
    /// Of things that are created (`seaway_thing_kind`: `memory`, `disk`).
    pub kind: ThingKind,
    /// Where things are created (`seaway_thing_home`: the name of a node, `near:NAME` or `round-robin`). `None`: on this node.
    pub home: Option<String>,
    /// Things go from memory to disk where memory is full (`seaway_thing_full=spill`, or else SEAWAY_THING_FULL). Otherwise that is
    /// an error.
    pub spills: bool,
    /// A folder that all nodes share: things on disk are files there (`seaway_thing_shared`, or else SEAWAY_THING_SHARED).
    pub shared: Option<PathBuf>,
    /// Over how many things, on one node after the other, the bytes of a new thing are laid out (`seaway_thing_stripes`). 1: it
    /// has them itself.
    pub stripes: u32,
    /// Bytes that go to one stripe before the next (`seaway_thing_stripe_bytes`, a multiple of 4096).
    pub stripe_bytes: u64,
    /// How many nodes have the bytes of things that are created (`seaway_thing_copies`: 1 or 2).
    pub copies: u32,
    /// Before a thing is opened.
    pub wait: Option<Wait>,
}

/// `seaway_thing_wait`: `exists` or `closed`, with `=SECONDS` for no longer than that.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    pub until: Until,
    /// `None`: as long as it takes.
    pub patience: Option<Duration>,
}

impl SpaceOptions {
    pub fn from_hints(hints: &Hints) -> Result<Self> {
        let given =
            |key: &str| hints.get(key).map(str::trim).filter(|value| !value.is_empty()).map(str::to_owned);
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let seconds = given(TIMEOUT).and_then(|value| value.parse::<f64>().ok());
        let timeout = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.1)).ok());
        let space = given(SPACE).or_else(|| variable(SPACE_VARIABLE)).unwrap_or_default();
        let node = given(NODE).or_else(|| variable(NODE_VARIABLE));
        node.as_deref().map(check_node_name).transpose()?;
        let program = given(PROGRAM).or_else(|| variable(PROGRAM_VARIABLE));
        Ok(Self {
            space: SpaceName::parse(&space)?,
            node,
            timeout: timeout.unwrap_or(DEFAULT_TIMEOUT),
            program: program.unwrap_or_else(|| DEFAULT_PROGRAM.to_owned()),
            agent_arguments: Vec::new(),
            folder: given(FOLDER).or_else(|| variable(FOLDER_VARIABLE)),
            join: variable(JOIN_VARIABLE),
            job_lease: variable(JOB_VARIABLE),
            kind: kind(given(KIND).as_deref())?,
            home: given(HOME),
            spills: spills(given(FULL).or_else(|| variable(FULL_VARIABLE)).as_deref())?,
            shared: shared(given(SHARED).or_else(|| variable(SHARED_VARIABLE)))?,
            stripes: stripes(given(STRIPES).as_deref())?,
            stripe_bytes: stripe_bytes(given(STRIPE_BYTES).as_deref())?,
            copies: copies(given(COPIES).as_deref())?,
            wait: given(WAIT).map(|text| Wait::parse(&text)).transpose()?.flatten(),
        })
    }

    /// The abstract socket of the agent.
    pub(super) fn socket(&self) -> String {
        self.space.socket(self.node.as_deref())
    }

    pub(super) fn in_use(&self) -> Hints {
        let kind = if self.kind == ThingKind::Memory { "memory" } else { "disk" };
        let hints = match &self.home {
            Some(home) => Hints::new().with(HOME, home),
            None => Hints::new(),
        };
        let hints = hints.with(FULL, if self.spills { "spill" } else { "error" });
        let shared = self.shared.as_ref().and_then(|folder| folder.to_str());
        let hints = shared.map_or(hints.clone(), |folder| hints.with(SHARED, folder));
        let hints = match self.stripes {
            1 => hints,
            count => hints.with(STRIPES, count.to_string()).with(STRIPE_BYTES, self.stripe_bytes.to_string()),
        };
        hints
            .with(SPACE, self.space.as_str())
            .with(TIMEOUT, self.timeout.as_secs_f64().to_string())
            .with(KIND, kind)
            .with(COPIES, self.copies.to_string())
            .with(WAIT, self.wait.map_or_else(|| "no".to_owned(), |wait| wait.to_text()))
    }
}

impl Wait {
    fn parse(text: &str) -> Result<Option<Self>> {
        let (condition, seconds) = text.split_once('=').unwrap_or((text, ""));
        let until = match condition.trim() {
            "no" => return Ok(None),
            "exists" => Until::Exists,
            "closed" => Until::Published,
            _ => return Err(not_one_of(WAIT, text, "no, exists, closed, exists=SECONDS or closed=SECONDS")),
        };
        let patience = match seconds.trim() {
            "" => None,
            seconds => {
                let parsed = seconds.parse::<f64>().ok().and_then(|s| Duration::try_from_secs_f64(s).ok());
                Some(
                    parsed
                        .ok_or_else(|| not_one_of(WAIT, text, "exists or closed with a number of seconds"))?,
                )
            }
        };
        Ok(Some(Self { until, patience }))
    }

    fn to_text(self) -> String {
        let until = if self.until == Until::Exists { "exists" } else { "closed" };
        self.patience
            .map_or_else(|| until.to_owned(), |patience| format!("{until}={}", patience.as_secs_f64()))
    }
}

/// Nodes are named as hosts are.
pub fn check_node_name(name: &str) -> Result<()> {
    let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    if (1..=64).contains(&name.len()) && name.bytes().all(is_fit) {
        return Ok(());
    }
    Err(not_one_of(NODE, name, "up to 64 letters, digits, '.', '_' and '-'"))
}

fn spills(text: Option<&str>) -> Result<bool> {
    match text {
        None | Some("error") => Ok(false),
        Some("spill") => Ok(true),
        Some(other) => Err(not_one_of(FULL, other, "error or spill")),
    }
}

fn shared(text: Option<String>) -> Result<Option<PathBuf>> {
    let Some(text) = text else { return Ok(None) };
    let folder = PathBuf::from(&text);
    match folder.is_absolute() {
        true => Ok(Some(folder)),
        false => Err(not_one_of(SHARED, &text, "the path of a folder that begins with /")),
    }
}

fn stripes(text: Option<&str>) -> Result<u32> {
    let Some(text) = text else { return Ok(1) };
    let count = text.parse().ok().filter(|count| (1..=MOST_STRIPES).contains(count));
    count.ok_or_else(|| not_one_of(STRIPES, text, "a number from 1 to 4096"))
}

fn stripe_bytes(text: Option<&str>) -> Result<u64> {
    let Some(text) = text else { return Ok(DEFAULT_STRIPE_BYTES) };
    let bytes = text.parse().ok().filter(|bytes| is_block(*bytes));
    bytes.ok_or_else(|| not_one_of(STRIPE_BYTES, text, "a multiple of 4096, at most 2^40"))
}

fn kind(text: Option<&str>) -> Result<ThingKind> {
    match text {
        None | Some("memory") => Ok(ThingKind::Memory),
        Some("disk") => Ok(ThingKind::Disk),
        Some(other) => Err(not_one_of(KIND, other, "memory or disk")),
    }
}

fn copies(text: Option<&str>) -> Result<u32> {
    match text {
        None | Some("1") => Ok(1),
        Some("2") => Ok(2),
        Some(other) => Err(not_one_of(COPIES, other, "1 or 2")),
    }
}

fn not_one_of(hint: &str, value: &str, values: &str) -> Error {
    let detail = format!("the hint {hint}={value} is not valid; use {values}");
    Error::new(ErrorKind::Argument, Operation::Open).with_detail(detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hints_in_use_read_back_as_the_same() {
        let check = |hints: &str, wait: Option<Wait>| {
            let options = SpaceOptions::from_hints(&Hints::parse(hints)).unwrap();
            assert_eq!(options.wait, wait, "{hints}");
            let again = SpaceOptions::from_hints(&options.in_use()).unwrap();
            assert_eq!(format!("{:?}", options.in_use()), format!("{:?}", again.in_use()));
        };
        check("", None);
        check("seaway_thing_wait=no;seaway_thing_kind=disk;seaway_space=run7", None);
        check("seaway_thing_home=near:S-xy-012", None);
        check("seaway_thing_shared=/scratch/shared;seaway_thing_full=spill", None);
        check("seaway_thing_stripes=4;seaway_thing_stripe_bytes=8192", None);
        check("seaway_thing_copies=2", None);
        check("seaway_thing_wait=exists", Some(Wait { until: Until::Exists, patience: None }));
        let patience = Some(Duration::from_millis(2500));
        check("seaway_thing_wait=closed=2.5", Some(Wait { until: Until::Published, patience }));
    }

    #[test]
    fn values_that_mean_nothing_are_refused() {
        for hints in [
            "seaway_thing_kind=tape",
            "seaway_thing_full=perhaps",
            "seaway_thing_shared=not/absolute",
            "seaway_thing_stripes=0",
            "seaway_thing_stripes=many",
            "seaway_thing_stripe_bytes=1000",
            "seaway_thing_copies=3",
            "seaway_thing_wait=sometimes",
            "seaway_thing_wait=closed=soon",
            "seaway_space=a/b",
            "seaway_node=a/b",
        ] {
            let error = SpaceOptions::from_hints(&Hints::parse(hints)).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Argument, "{hints}: {error}");
        }
    }
}

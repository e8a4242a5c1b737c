// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Location`]: what a name on the command line of `seaway cp` stands for.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

use seaway_device_api::FILE_SYSTEM_PREFIXES;

use crate::refusal::Refusal;

/// More are a mistake.
const MOST_NODES: usize = 4096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Location {
    Local(PathBuf),
    /// A name with a scheme.
    Device(String),
    /// `[user@]host[:port]`, and a path there.
    Nodes(Vec<String>, Vec<u8>),
}

impl Location {
    /// A name with a colon before `/` or `~/` is on another machine; with `./` before it, it is not.
    pub(super) fn parse(text: &OsStr) -> Result<Self, Refusal> {
        let bytes = text.as_bytes();
        if bytes.is_empty() {
            return Err(Refusal::unusable("a name is empty; . is the current directory".into()));
        }
        if let Some((scheme, rest)) = text.to_str().and_then(|text| text.split_once(':')) {
            if scheme == "ufs" || FILE_SYSTEM_PREFIXES.contains(&scheme) {
                return Ok(Self::Local(rest.into()));
            }
            if seaway_devices::schemes().contains(&scheme) {
                return Ok(Self::Device(text.to_string_lossy().into_owned()));
            }
        }
        let colon = (1..bytes.len()).find(|&at| {
            bytes[at] == b':' && (bytes[at + 1..].starts_with(b"/") || bytes[at + 1..].starts_with(b"~/"))
        });
        match colon {
            Some(at) if !bytes[..at].contains(&b'/') => {
                let hosts = std::str::from_utf8(&bytes[..at])
                    .map_err(|_| Refusal::unusable("the name of a host is not UTF-8".into()))?;
                Ok(Self::Nodes(hosts_of(hosts)?, bytes[at + 1..].to_vec()))
            }
            _ => Ok(Self::Local(OsString::from_vec(bytes.to_vec()).into())),
        }
    }

    /// Whether the name says that it is a directory.
    pub(super) fn is_folder(&self) -> bool {
        let path = match self {
            Self::Local(path) => path.as_os_str().as_bytes(),
            Self::Device(name) => name.as_bytes(),
            Self::Nodes(_, path) => path,
        };
        path.ends_with(b"/") || matches!(path.rsplit(|&byte| byte == b'/').next(), Some(b"." | b".."))
    }
}

/// `a,b[01-03]`: each once, in order.
fn hosts_of(text: &str) -> Result<Vec<String>, Refusal> {
    let refused = |why: &str| {
        Err(Refusal::unusable(format!("{text}: {why}; nodes are named as in node[01-64],other:7117")))
    };
    let mut hosts: Vec<String> = Vec::new();
    for part in split_outside(text) {
        if part.is_empty() {
            return refused("the name of a node is empty");
        }
        let bracket = part.char_indices().skip(1).find(|(_, letter)| *letter == '[').map(|(at, _)| at);
        // An address in brackets may follow a user.
        let bracket = bracket.filter(|&at| !part[..at].ends_with('@'));
        let Some(open) = bracket else {
            hosts.push(part.to_owned());
            continue;
        };
        let Some((ranges, behind)) = part[open + 1..].split_once(']') else {
            return refused("a bracket is not closed");
        };
        for range in ranges.split(',') {
            let Some(numbers) = numbers_of(range) else {
                return refused("what is in brackets is not a range");
            };
            hosts.extend(numbers.into_iter().map(|number| format!("{}{number}{behind}", &part[..open])));
            if hosts.len() > MOST_NODES {
                return refused("these are more than 4096 nodes");
            }
        }
    }
    let mut seen = std::collections::HashSet::new();
    if let Some(twice) = hosts.iter().find(|host| !seen.insert(host.as_str())) {
        return refused(&format!("{twice} is named twice"));
    }
    Ok(hosts)
}

/// At commas that are not in brackets.
fn split_outside(text: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_i32, 0);
    for (at, letter) in text.char_indices() {
        match letter {
            '[' => depth += 1,
            ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(&text[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// `01-64` or `7`, with as many digits as the first number.
fn numbers_of(range: &str) -> Option<Vec<String>> {
    let (first, last) = range.split_once('-').unwrap_or((range, range));
    let is_number =
        |text: &str| !text.is_empty() && text.len() <= 9 && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(first) || !is_number(last) {
        return None;
    }
    let (width, first, last): (_, u32, u32) = (first.len(), first.parse().ok()?, last.parse().ok()?);
    let count = usize::try_from(last.checked_sub(first)?).ok()? + 1;
    (count <= MOST_NODES).then(|| (first..=last).map(|number| format!("{number:0width$}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nodes(text: &str) -> Option<(Vec<String>, String)> {
        match Location::parse(OsStr::new(text)) {
            Ok(Location::Nodes(hosts, path)) => Some((hosts, String::from_utf8(path).unwrap())),
            _ => None,
        }
    }

    #[test]
    fn names_of_nodes_are_expanded() {
        let check = |text: &str, hosts: &[&str], path: &str| {
            let expected = (hosts.iter().map(|&host| host.to_owned()).collect(), path.to_owned());
            assert_eq!(nodes(text), Some(expected), "{text}");
        };
        check("node:/tmp/", &["node"], "/tmp/");
        check("node[08-10]:/tmp", &["node08", "node09", "node10"], "/tmp");
        check("n[1,3-4]x,ann@m:7117:~/d", &["n1x", "n3x", "n4x", "ann@m:7117"], "~/d");
        check("[::1]:7117:/x", &["[::1]:7117"], "/x");
        check("127.0.0.1:7117:/x:/y", &["127.0.0.1:7117"], "/x:/y");
    }

    #[test]
    fn colons_of_local_names_stay() {
        let check =
            |text: &str| assert_eq!(Location::parse(OsStr::new(text)).unwrap(), Location::Local(text.into()));
        ["./a:/b", "dir/a:/b", "run:3.nc", ":/x", "a:", "-r"].into_iter().for_each(check);
        assert_eq!(Location::parse(OsStr::new("thing:x")).unwrap(), Location::Device("thing:x".into()));
        assert_eq!(Location::parse(OsStr::new("ufs:x")).unwrap(), Location::Local("x".into()));
    }

    #[test]
    fn mistakes_are_refused() {
        for text in ["", "n[1-:/x", "n[a-b]:/x", "n[3-1]:/x", "a,,b:/x", "n[1-99999]:/x", "a,a:/x"] {
            assert!(Location::parse(OsStr::new(text)).is_err(), "{text}");
        }
    }
}

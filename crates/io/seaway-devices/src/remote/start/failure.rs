// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why no daemon was started, as far as what `ssh` and others say tells, and what to do.

use std::io;

use seaway_device::{Error, ErrorKind, Operation};

use super::process::StartError;
use crate::remote::target::Target;

/// What is said, whose kind of failure it is, and the way out; `{host}` and `{program}` are filled in. The first that fits
/// counts.
const KNOWN: &[(&str, ErrorKind, &str)] = &[
    (
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        ErrorKind::AccessDenied,
        "its host key has changed; find out why, then `ssh-keygen -R {host}`",
    ),
    (
        "Host key verification failed",
        ErrorKind::AccessDenied,
        "its host key is not known here; run `ssh {host}` once by hand and accept it",
    ),
    (
        "Permission denied",
        ErrorKind::AccessDenied,
        "it does not let this user in without a password; set up a key (`ssh-copy-id {host}`) or an agent",
    ),
    ("Could not resolve hostname", ErrorKind::Io, "nobody knows a host of this name"),
    ("Connection refused", ErrorKind::Io, "nobody listens for ssh there; is this the right host and port?"),
    ("Connection timed out", ErrorKind::Io, "it does not answer; is it up, and does the network lead there?"),
    ("No route to host", ErrorKind::Io, "it does not answer; is it up, and does the network lead there?"),
    ("unexpected argument '--session'", ErrorKind::Io, "the `seaway` there is too old; install this version"),
    (
        "not found",
        ErrorKind::Io,
        "{program} is not in its PATH; install it there, or name it by the hint seaway_program",
    ),
    (
        "No such file or directory",
        ErrorKind::Io,
        "{program} is not there; install it, or name it by the hint seaway_program",
    ),
];

/// The last of what was said is shown, up to this many bytes.
const SHOWN: usize = 400;

pub(super) fn not_started(target: &Target, words: &[String], error: StartError) -> Error {
    let command = words.join(" ");
    let begin = format!("no daemon could be started on {} by `{command}`", target.host);
    match error {
        StartError::NotRun(error) => {
            let first = words.first().map_or("", String::as_str);
            let way_out = match error.kind() {
                io::ErrorKind::NotFound => {
                    format!("{first} is not on this host; the hint seaway_start names another command")
                }
                _ => format!("{first}: {error}"),
            };
            Error::new(ErrorKind::Io, Operation::Open)
                .with_detail(format!("{begin}: {way_out}"))
                .with_source(error)
        }
        StartError::Ended { said } => {
            let (kind, way_out) = reason(target, words, &said);
            let detail = format!("{begin}: {way_out}{}", quoted(&said));
            Error::new(kind, Operation::Open).with_detail(detail)
        }
        StartError::Silent { said } => {
            let detail = format!(
                "{begin}: it does not say where it listens within seaway_timeout; does the command wait for a password?{}",
                quoted(&said)
            );
            Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)
        }
    }
}

fn reason(target: &Target, words: &[String], said: &str) -> (ErrorKind, String) {
    let known = KNOWN.iter().find(|(part, ..)| said.contains(part));
    let (kind, way_out) = known
        .map_or((ErrorKind::Io, "the command ended before it listened"), |(_, kind, way_out)| {
            (*kind, way_out)
        });
    let program = words.iter().rev().nth(2).map_or("seaway", String::as_str);
    (kind, way_out.replace("{host}", &target.host).replace("{program}", program))
}

fn quoted(said: &str) -> String {
    let said = said.trim();
    let last = &said[said.ceil_char_boundary(said.len().saturating_sub(SHOWN))..];
    if last.is_empty() { String::new() } else { format!("; it said: {}", last.replace(['\n', '\r'], " ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failure(said: &str) -> Error {
        let target = Target { host: "ocean".into(), port: 1, user: None, tls: false };
        let words: Vec<String> =
            ["ssh", "ocean", "seaway", "serve", "--session"].into_iter().map(str::to_owned).collect();
        not_started(&target, &words, StartError::Ended { said: said.into() })
    }

    #[test]
    fn what_ssh_says_becomes_what_to_do() {
        let check = |said: &str, kind: ErrorKind, advice: &str| {
            let error = failure(said);
            assert_eq!(error.kind(), kind, "{said}");
            let text = error.to_string();
            assert!(text.contains(advice) && text.contains("ocean") && text.contains(said.trim()), "{text}");
        };
        check("Host key verification failed.\r\n", ErrorKind::AccessDenied, "run `ssh ocean` once");
        check("ann@ocean: Permission denied (publickey).", ErrorKind::AccessDenied, "ssh-copy-id ocean");
        check("bash: line 1: seaway: command not found", ErrorKind::Io, "seaway_program");
        check("sh: 1: seaway: not found", ErrorKind::Io, "seaway_program");
        check(
            "ssh: Could not resolve hostname ocean: Name or service not known",
            ErrorKind::Io,
            "nobody knows",
        );
        check("error: unexpected argument '--session' found", ErrorKind::Io, "too old");
        check("something else", ErrorKind::Io, "ended before it listened");
    }

    #[test]
    fn long_stories_are_cut() {
        let text = failure(&"é\n".repeat(5000)).to_string();
        assert!(text.len() < 1000, "{}", text.len());
    }
}

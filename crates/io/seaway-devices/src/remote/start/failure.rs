// SPDX-License-Identifier: MIT OR Apache-2.0
//! Why no daemon was started, derived from the messages of `ssh` and similar commands, and what to do.

use std::io;

use seaway_device_api::{Error, ErrorKind, Operation};

use crate::launch::StartError;
use crate::remote::target::Target;

/// A message, its error kind, and the remedy; `{host}` and `{program}` are substituted. The first match
/// applies.
const KNOWN: &[(&str, ErrorKind, &str)] = &[
    (
        "REMOTE HOST IDENTIFICATION HAS CHANGED",
        ErrorKind::AccessDenied,
        "its host key has changed; verify why, then `ssh-keygen -R {host}`",
    ),
    (
        "Host key verification failed",
        ErrorKind::AccessDenied,
        "its host key is not known here; run `ssh {host}` once by hand and accept it",
    ),
    (
        "Permission denied",
        ErrorKind::AccessDenied,
        "it does not accept this user without a password; set up a key (`ssh-copy-id {host}`) or an agent",
    ),
    ("Could not resolve hostname", ErrorKind::Io, "the host is unknown"),
    ("Connection refused", ErrorKind::Io, "no ssh server listens there; are host and port correct?"),
    ("Connection timed out", ErrorKind::Io, "it does not respond; is it running and reachable from here?"),
    ("No route to host", ErrorKind::Io, "it does not respond; is it running and reachable from here?"),
    ("unexpected argument '--session'", ErrorKind::Io, "the `seaway` there is too old; install this version"),
    (
        "not found",
        ErrorKind::Io,
        "{program} is not in its PATH; install it there, or give its path in the hint seaway_program",
    ),
    (
        "No such file or directory",
        ErrorKind::Io,
        "{program} does not exist there; install it, or give its path in the hint seaway_program",
    ),
];

/// Only the last bytes of the messages are shown, up to this many.
const SHOWN: usize = 400;

pub(super) fn not_started(target: &Target, words: &[String], error: StartError) -> Error {
    let command = words.join(" ");
    let begin = format!("no daemon could be started on {} by `{command}`", target.host);
    match error {
        StartError::NotRun(error) => {
            let first = words.first().map_or("", String::as_str);
            let way_out = match error.kind() {
                io::ErrorKind::NotFound => {
                    format!(
                        "{first} is not installed on this host; set another command with the hint seaway_start"
                    )
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
                "{begin}: it did not report its address within seaway_timeout; is the command waiting for a password?{}",
                quoted(&said)
            );
            Error::new(ErrorKind::Io, Operation::Open).with_detail(detail)
        }
    }
}

fn reason(target: &Target, words: &[String], said: &str) -> (ErrorKind, String) {
    let known = KNOWN.iter().find(|(part, ..)| said.contains(part));
    let (kind, way_out) = known
        .map_or((ErrorKind::Io, "the command ended before reporting an address"), |(_, kind, way_out)| {
            (*kind, way_out)
        });
    let program = words.iter().rev().nth(2).map_or("seaway", String::as_str);
    (kind, way_out.replace("{host}", &target.host).replace("{program}", program))
}

fn quoted(said: &str) -> String {
    let said = said.trim();
    let last = &said[said.ceil_char_boundary(said.len().saturating_sub(SHOWN))..];
    if last.is_empty() { String::new() } else { format!("; its output: {}", last.replace(['\n', '\r'], " ")) }
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
    fn messages_of_ssh_are_translated_to_advice() {
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
            "the host is unknown",
        );
        check("error: unexpected argument '--session' found", ErrorKind::Io, "too old");
        check("something else", ErrorKind::Io, "ended before reporting");
    }

    #[test]
    fn long_output_is_truncated() {
        let text = failure(&"é\n".repeat(5000)).to_string();
        assert!(text.len() < 1000, "{}", text.len());
    }
}

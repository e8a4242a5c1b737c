// SPDX-License-Identifier: MIT OR Apache-2.0
//! The hints about how a daemon is started.

use std::path::Path;

use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};

use super::words::words;
use crate::remote::target::Target;

const START: &str = "seaway_start";
const PROGRAM: &str = "seaway_program";
const DEFAULT_PROGRAM: &str = "seaway";
/// These take the host as their next argument; in other commands it replaces `{host}` or `{target}`.
const TAKE_A_HOST: &[&str] = &["ssh", "rsh", "mrsh", "remsh"];

/// The parsed hints about starting a daemon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::remote) struct StartOptions {
    /// `seaway_start`: the words before `seaway serve --session`. `None`: no daemon is ever started.
    command: Option<Vec<String>>,
    /// `seaway_program`: path of the executable on the other host.
    program: String,
}

impl StartOptions {
    pub(in crate::remote) fn from_hints(hints: &Hints) -> Result<Self> {
        let text = hints.get(START).map(str::trim).filter(|text| !text.is_empty());
        let command = match text {
            None => Some(vec!["ssh".to_owned()]),
            Some("none") => None,
            Some(text) => Some(words(text).ok_or_else(|| {
                Error::new(ErrorKind::Argument, Operation::Open)
                    .with_detail(format!("{START}: unterminated quote in {text:?}"))
            })?),
        };
        let program = hints.get(PROGRAM).map(str::trim).filter(|program| !program.is_empty());
        Ok(Self { command, program: program.unwrap_or(DEFAULT_PROGRAM).to_owned() })
    }

    /// Whether a daemon may be started at all.
    pub(in crate::remote) fn may_start(&self) -> bool {
        self.command.is_some()
    }

    /// Whether the user gave a command: then even this host gets a daemon.
    pub(in crate::remote) fn is_given(hints: &Hints) -> bool {
        hints.get(START).is_some_and(|text| !matches!(text.trim(), "" | "none"))
    }

    /// The command that starts a daemon on the host of `target`.
    pub(super) fn command_for(&self, target: &Target) -> Result<Vec<String>> {
        let given = self.command.as_deref().unwrap_or_default();
        let Some(first) = given.first() else {
            let detail = format!("no daemon listens at {target}, and {START}=none forbids starting one");
            return Err(Error::new(ErrorKind::Io, Operation::Open).with_detail(detail));
        };
        check_host(target)?;
        let login = match &target.user {
            Some(user) => format!("{user}@{}", target.host),
            None => target.host.clone(),
        };
        let filled = |word: &String| {
            let user = target.user.as_deref().unwrap_or_default();
            word.replace("{target}", &login).replace("{host}", &target.host).replace("{user}", user)
        };
        let mut command: Vec<String> = given.iter().map(filled).collect();
        let name = Path::new(first).file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if command == given && TAKE_A_HOST.contains(&name) {
            command.push(login);
        }
        command.extend([self.program.clone(), "serve".into(), "--session".into()]);
        Ok(command)
    }
}

/// `ssh` would take a name that begins with a dash for an option.
fn check_host(target: &Target) -> Result<()> {
    let user = target.user.as_deref().unwrap_or("x");
    if [user, &target.host].into_iter().any(|word| word.is_empty() || word.starts_with('-')) {
        let detail = format!(
            "{:?} is not a valid host or user name",
            if user.starts_with('-') { user } else { &target.host }
        );
        return Err(Error::new(ErrorKind::BadFileName, Operation::Open).with_detail(detail));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(host: &str, user: Option<&str>) -> Target {
        Target { host: host.into(), port: 7117, user: user.map(str::to_owned), tls: false }
    }

    fn command(hints: &[(&str, &str)], target: &Target) -> Result<String> {
        let hints: Hints = hints.iter().copied().collect();
        Ok(StartOptions::from_hints(&hints)?.command_for(target)?.join(" "))
    }

    #[test]
    fn host_and_program_are_substituted() {
        let ocean = target("ocean", Some("ann"));
        let check = |hints: &[(&str, &str)], expected: &str| {
            assert_eq!(command(hints, &ocean).unwrap(), expected, "{hints:?}");
        };
        check(&[], "ssh ann@ocean seaway serve --session");
        check(&[(PROGRAM, "/opt/bin/seaway")], "ssh ann@ocean /opt/bin/seaway serve --session");
        check(&[(START, "/usr/bin/ssh -p 22")], "/usr/bin/ssh -p 22 ann@ocean seaway serve --session");
        check(&[(START, "srun -w {host}")], "srun -w ocean seaway serve --session");
        check(&[(START, "ssh -l {user} {host}")], "ssh -l ann ocean seaway serve --session");
        check(&[(START, "env A=1")], "env A=1 seaway serve --session");
        let anybody = command(&[], &target("ocean", None)).unwrap();
        assert_eq!(anybody, "ssh ocean seaway serve --session");
    }

    #[test]
    fn invalid_commands_are_refused() {
        let check = |hints: &[(&str, &str)], target: &Target, kind: ErrorKind| {
            assert_eq!(command(hints, target).unwrap_err().kind(), kind, "{hints:?} {target:?}");
        };
        check(&[(START, "ssh 'open")], &target("ocean", None), ErrorKind::Argument);
        check(&[(START, "none")], &target("ocean", None), ErrorKind::Io);
        check(&[], &target("-oProxyCommand=x", None), ErrorKind::BadFileName);
        check(&[], &target("ocean", Some("-l")), ErrorKind::BadFileName);
        check(&[], &target("", None), ErrorKind::BadFileName);
    }

    #[test]
    fn none_differs_from_not_set() {
        let may = |hints: &Hints| StartOptions::from_hints(hints).unwrap().may_start();
        let none = Hints::new().with(START, "none");
        assert!(may(&Hints::new()) && !may(&none));
        assert!(!StartOptions::is_given(&Hints::new()) && !StartOptions::is_given(&none));
        assert!(StartOptions::is_given(&Hints::new().with(START, "ssh -v")));
    }
}

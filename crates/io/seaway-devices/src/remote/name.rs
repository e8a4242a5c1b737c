// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`RemoteName`]: `//[user@]host[:port]/path`, the part after `remote:` or `remote+tls:`.

use seaway_channel::default_port;
use seaway_device_api::{Error, ErrorKind, Hints, Operation, Result};

use super::target::Target;

pub(super) const TLS_SCHEME: &str = "remote+tls";
const HOST: &str = "seaway_host";
const PORT: &str = "seaway_port";
const USER: &str = "seaway_user";

/// A host, and a file there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RemoteName {
    pub(super) target: Target,
    /// The port was given explicitly, so only the daemon at that port is meant.
    pub(super) has_port: bool,
    /// Absolute, or relative to the session's working directory.
    pub(super) path: String,
}

impl RemoteName {
    pub(super) fn parse(scheme: &str, text: &str, hints: &Hints) -> Result<Self> {
        let refused = |why: &str| {
            Err(Error::new(ErrorKind::BadFileName, Operation::Open).with_path(format!("{scheme}:{text}")).with_detail(
                format!("{why}; expected {scheme}://[user@]host[:port]/path, or /~/path relative to the working directory there"),
            ))
        };
        let Some((place, path)) = text.strip_prefix("//").and_then(|rest| rest.split_once('/')) else {
            return refused("the host or the path is missing");
        };
        let (user, place) = match place.rsplit_once('@') {
            Some((user, place)) => (Some(user.to_owned()), place),
            None => (hints.get(USER).map(str::to_owned), place),
        };
        let Some((host, port)) = host_and_port(place) else {
            return refused("the port is not a valid number");
        };
        if host.is_empty() || user.as_deref() == Some("") {
            return refused("the host or the user is empty");
        }
        let hinted = match hints.get(PORT).map(str::trim).map(str::parse::<u16>) {
            None => None,
            Some(Ok(port)) if port != 0 => Some(port),
            Some(_) => return refused("the hint seaway_port is not a valid port"),
        };
        let path = match path.strip_prefix("~/") {
            Some(relative) => relative.to_owned(),
            None => format!("/{path}"),
        };
        if path.is_empty() || path == "/" {
            return refused("no path");
        }
        let port = port.or(hinted);
        let target = Target {
            host: host.to_owned(),
            port: port.unwrap_or_else(default_port),
            user,
            tls: scheme == TLS_SCHEME,
        };
        Ok(Self { target, has_port: port.is_some(), path })
    }
}

/// The remote name of a plain file name if a hint says that files are on another host.
pub(crate) fn of_plain_name(name: &str, hints: &Hints) -> Option<String> {
    let host = hints.get(HOST).map(str::trim).filter(|host| !host.is_empty())?;
    let host = if host.contains(':') && !host.starts_with('[') && host.matches(':').count() > 1 {
        format!("[{host}]")
    } else {
        host.to_owned()
    };
    Some(if name.starts_with('/') {
        format!("remote://{host}{name}")
    } else {
        format!("remote://{host}/~/{name}")
    })
}

/// `host`, `host:port`, `[address]`, `[address]:port`. `None` if the port is invalid.
fn host_and_port(place: &str) -> Option<(&str, Option<u16>)> {
    let number = |text: &str| text.parse::<u16>().ok().filter(|&port| port != 0);
    if let Some((address, rest)) = place.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        return match rest.strip_prefix(':') {
            Some(port) => Some((address, Some(number(port)?))),
            None => rest.is_empty().then_some((address, None)),
        };
    }
    match place.split_once(':') {
        Some((host, port)) => Some((host, Some(number(port)?))),
        None => Some((place, None)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str, hints: &Hints) -> Result<String> {
        let RemoteName { target, has_port, path } = RemoteName::parse("remote", text, hints)?;
        let user = target.user.clone().unwrap_or_default();
        Ok(format!("{user} {target} {has_port} {path}"))
    }

    #[test]
    fn names_are_parsed_into_host_and_path() {
        let check = |text: &str, expected: &str| {
            assert_eq!(parsed(text, &Hints::new()).unwrap(), expected, "{text}");
        };
        check("//ocean/data/x.nc", " ocean:7117 false /data/x.nc");
        check("//ann@ocean:99/data/x.nc", "ann ocean:99 true /data/x.nc");
        check("//ocean/~/x.nc", " ocean:7117 false x.nc");
        check("//[fe80::1]/x", " [fe80::1]:7117 false /x");
        check("//[::1]:8000/a:b", " [::1]:8000 true /a:b");
        let hints = Hints::new().with(PORT, "1234").with(USER, "bob");
        assert_eq!(parsed("//ocean/x", &hints).unwrap(), "bob ocean:1234 true /x");
        assert_eq!(parsed("//ann@ocean:99/x", &hints).unwrap(), "ann ocean:99 true /x");
        assert!(RemoteName::parse(TLS_SCHEME, "//ocean/x", &Hints::new()).unwrap().target.tls);
    }

    #[test]
    fn malformed_names_are_refused_with_the_expected_form() {
        for text in [
            "",
            "ocean/x",
            "//ocean",
            "///x",
            "//ocean/",
            "//ocean/~/",
            "//ocean:x/y",
            "//ocean:0/y",
            "//@o/y",
        ] {
            let error = parsed(text, &Hints::new()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::BadFileName, "{text}");
            assert!(error.to_string().contains("host[:port]/path"), "{error}");
        }
        assert!(parsed("//ocean/x", &Hints::new().with(PORT, "many")).is_err());
    }

    #[test]
    fn plain_names_go_to_the_host_of_the_hint() {
        let at = |host: &str, name: &str| of_plain_name(name, &Hints::new().with(HOST, host));
        assert_eq!(at("ocean", "/data/x.nc").unwrap(), "remote://ocean/data/x.nc");
        assert_eq!(at("ocean:99", "x.nc").unwrap(), "remote://ocean:99/~/x.nc");
        assert_eq!(at("fe80::1", "/x").unwrap(), "remote://[fe80::1]/x");
        assert_eq!(of_plain_name("x", &Hints::new()), None);
        assert_eq!(at(" ", "x"), None);
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registry: from a name to the device that serves it. A scheme is one word in the `devices!` table of
//! `lib.rs`; nothing is set up before a name asks for it.

use std::sync::Arc;

use seaway_device::{Device, DeviceName, Error, ErrorKind, Hints, MapRule, MapRules, Operation, Result};

use crate::remote;
use crate::traced::traced;

/// Declares the module of each scheme and its row, and one for another word that leads to the same.
macro_rules! devices {
    ($($scheme:ident $(also $other:literal)?),* $(,)?) => {
        $(pub mod $scheme;)*

        const SCHEMES: &[&str] = &[$(stringify!($scheme), $($other,)?)*];
        const ROWS: &[registry::Row] = &[$(
            registry::Row { scheme: stringify!($scheme), connect: $scheme::connect },
            $(registry::Row { scheme: $other, connect: $scheme::connect },)?
        )*];
    };
}

/// One scheme.
pub(crate) struct Row {
    pub(crate) scheme: &'static str,
    pub(crate) connect: fn(&DeviceName, &Hints) -> Result<Arc<dyn Device>>,
}

/// What a name came to.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub device: Arc<dyn Device>,
    /// The name that is opened.
    pub name: DeviceName,
    /// The name as the program wrote it.
    pub original: String,
    /// The rule that renamed it.
    pub rule: Option<MapRule>,
}

/// Where a name leads.
#[derive(Debug, Clone)]
pub struct Located {
    /// The name that is opened.
    pub name: DeviceName,
    /// The name as the program wrote it.
    pub original: String,
    /// The rule that renamed it.
    pub rule: Option<MapRule>,
}

/// The schemes there are, for [`DeviceName::parse`].
pub fn schemes() -> &'static [&'static str] {
    crate::SCHEMES
}

/// The device that serves `name`.
pub fn connect(name: &DeviceName, hints: &Hints) -> Result<Arc<dyn Device>> {
    let row =
        crate::ROWS.iter().find(|row| row.scheme == name.scheme()).ok_or_else(|| {
            Error::new(ErrorKind::BadFileName, Operation::Open)
                .with_path(name.to_string())
                .with_detail(format!("no device {:?}; there are {}", name.scheme(), schemes().join(", ")))
        })?;
    Ok(traced((row.connect)(name, hints)?, name))
}

/// Renames `name` as [`locate`] does, and connects to its device.
pub fn resolve(name: &str, rules: &MapRules, hints: &Hints) -> Result<Resolved> {
    let Located { name, original, rule } = locate(name, rules, hints)?;
    Ok(Resolved { device: connect(&name, hints)?, name, original, rule })
}

/// Renames `name` by the hint `seaway_map` or else by `rules`. A plain name is one on the host of the hint `seaway_host`.
///
/// The name itself outranks every rule: one that spells out a scheme is renamed only by a rule whose pattern spells
/// out the same, so that `*=null:{name}` does not swallow `mem:field`.
pub fn locate(name: &str, rules: &MapRules, hints: &Hints) -> Result<Located> {
    let hinted = hints.get("seaway_map").map(MapRules::parse).transpose()?.unwrap_or_default();
    let prefix = DeviceName::prefix(name, schemes());
    let allowed = |rule: &&MapRule| prefix.is_none_or(|prefix| rule.pattern().starts_with(prefix));
    let renamed =
        hinted.iter().chain(rules.iter()).filter(allowed).find_map(|rule| Some((rule.apply(name)?, rule)));
    let (target, rule) =
        renamed.map_or((name.to_owned(), None), |(target, rule)| (target, Some(rule.clone())));
    let is_plain = DeviceName::prefix(&target, schemes()).is_none();
    let elsewhere = if is_plain { remote::of_plain_name(&target, hints) } else { None };
    let target = elsewhere.unwrap_or(target);
    Ok(Located { name: DeviceName::parse(&target, schemes()), original: name.to_owned(), rule })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(name: &str, rules: &str, hints: &Hints) -> String {
        let rules = MapRules::parse(rules).unwrap();
        resolve(name, &rules, hints).unwrap().name.to_string()
    }

    #[test]
    fn rules_rename_before_the_scheme_is_read() {
        let check = |name: &str, rules: &str, expected: &str| {
            assert_eq!(resolved(name, rules, &Hints::new()), expected, "{name} under {rules:?}");
        };
        check("out.nc", "", "ufs:out.nc");
        check("out.nc", "*.nc=mem:{1}", "mem:out");
        check("mem:field", "*=null:{name}", "mem:field");
        check("mem:field", "mem:*=null:{1}", "null:field");
        check("run:3", "*=null:{name}", "null:run:3");
    }

    #[test]
    fn hint_outranks_configured_rules() {
        let hints = Hints::new().with("seaway_map", "a=null:hinted");
        assert_eq!(resolved("a", "a=mem:configured", &hints), "null:hinted");
        assert_eq!(resolved("b", "b=mem:configured", &hints), "mem:configured");
    }

    #[test]
    fn hint_sends_plain_names_to_another_host() {
        let hints = Hints::new().with("seaway_host", "ocean");
        let located = |name: &str, hints: &Hints| {
            locate(name, &MapRules::parse("*.map=/mapped/{1}").unwrap(), hints).unwrap().name.to_string()
        };
        assert_eq!(located("/data/x.nc", &hints), "remote://ocean/data/x.nc");
        assert_eq!(located("x.nc", &hints), "remote://ocean/~/x.nc");
        assert_eq!(located("x.map", &hints), "remote://ocean/mapped/x");
        assert_eq!(located("ufs:/data/x.nc", &hints), "ufs:/data/x.nc", "the name outranks the hint");
        assert_eq!(located("mem:x", &hints), "mem:x");
        assert_eq!(located("x.nc", &Hints::new().with("seaway_host", "localhost")), "ufs:x.nc");
        assert_eq!(located("remote+tls://a/b", &hints), "remote+tls://a/b");
    }

    #[test]
    fn unknown_scheme_lists_those_there_are() {
        let name = DeviceName::parse("tape:ocean", &["tape"]);
        let error = connect(&name, &Hints::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadFileName);
        assert!(error.to_string().contains("mem, mxn, native, null, remote, remote+tls, ufs"), "{error}");
    }
}

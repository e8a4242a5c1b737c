// SPDX-License-Identifier: MIT OR Apache-2.0
//! The registry: finds the device for a name. A scheme is one word in the `devices!` table of `lib.rs`, or is
//! registered by the program; nothing is set up before a name needs it.

use std::sync::{Arc, PoisonError, RwLock};

use seaway_device_api::{
    Device, DeviceName, Error, ErrorKind, FILE_SYSTEM_PREFIXES, Hints, MapRule, MapRules, Operation, Result,
};

use crate::remote;
use crate::traced::traced;

/// Declares the module of each scheme and its row, and a row for an alias of the scheme.
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

type Connect = Arc<dyn Fn(&DeviceName, &Hints) -> Result<Arc<dyn Device>> + Send + Sync>;

/// Schemes registered by the program, for the life of the process.
struct Added {
    rows: Vec<(&'static str, Connect)>,
    /// All schemes, built-in and registered.
    schemes: &'static [&'static str],
}

static ADDED: RwLock<Added> = RwLock::new(Added { rows: Vec::new(), schemes: crate::SCHEMES });

/// Makes `connect` serve names that begin with `scheme` and a colon, in this process from now on. It is
/// called at every open and delete, with the name and the hints in effect.
///
/// A scheme is two or more lower-case letters, digits, `+` and `-`, and begins with a letter. One that is in
/// use cannot be registered again.
pub fn register_device(
    scheme: &str,
    connect: impl Fn(&DeviceName, &Hints) -> Result<Arc<dyn Device>> + Send + Sync + 'static,
) -> Result<()> {
    let refuse = |why: &str| {
        let text = format!("cannot register the device {scheme:?}: {why}");
        Err(Error::new(ErrorKind::Argument, Operation::Open).with_detail(text))
    };
    let is_fit = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"+-".contains(&byte);
    let begins = scheme.bytes().next().is_some_and(|byte| byte.is_ascii_lowercase());
    if scheme.len() < 2 || !begins || !scheme.bytes().all(is_fit) {
        return refuse(
            "a scheme is two or more lower-case letters, digits, + and -, and begins with a letter",
        );
    }
    let mut added = ADDED.write().unwrap_or_else(PoisonError::into_inner);
    if added.schemes.contains(&scheme) || FILE_SYSTEM_PREFIXES.contains(&scheme) {
        return refuse("this scheme is already registered");
    }
    // Leaked, like the device: every open compares names with these.
    let scheme: &'static str = Box::leak(scheme.to_owned().into_boxed_str());
    added.schemes = Box::leak([added.schemes, &[scheme]].concat().into_boxed_slice());
    added.rows.push((scheme, Arc::new(connect)));
    Ok(())
}

/// The device and name that a program's name resolves to.
#[derive(Debug, Clone)]
pub struct Resolved {
    pub device: Arc<dyn Device>,
    /// The name to open.
    pub name: DeviceName,
    /// The name as the program wrote it.
    pub original: String,
    /// The rule that changed it.
    pub rule: Option<MapRule>,
}

/// The name that a program's name resolves to.
#[derive(Debug, Clone)]
pub struct Located {
    /// The name to open.
    pub name: DeviceName,
    /// The name as the program wrote it.
    pub original: String,
    /// The rule that changed it.
    pub rule: Option<MapRule>,
}

/// All schemes, for [`DeviceName::parse`].
pub fn schemes() -> &'static [&'static str] {
    ADDED.read().unwrap_or_else(PoisonError::into_inner).schemes
}

/// The device that serves `name`.
pub fn connect(name: &DeviceName, hints: &Hints) -> Result<Arc<dyn Device>> {
    if let Some(row) = crate::ROWS.iter().find(|row| row.scheme == name.scheme()) {
        return Ok(traced((row.connect)(name, hints)?, name));
    }
    let connect = added(name.scheme()).ok_or_else(|| {
        Error::new(ErrorKind::BadFileName, Operation::Open).with_path(name.to_string()).with_detail(format!(
            "no device {:?}; known devices: {}",
            name.scheme(),
            schemes().join(
                ", \
                                                                                                         "
            )
        ))
    })?;
    Ok(traced(connect(name, hints)?, name))
}

/// Called without the lock: connecting may register other devices.
fn added(scheme: &str) -> Option<Connect> {
    let added = ADDED.read().unwrap_or_else(PoisonError::into_inner);
    added.rows.iter().find(|(known, _)| *known == scheme).map(|(_, connect)| connect.clone())
}

/// Maps `name` as [`locate`] does, and connects to its device.
pub fn resolve(name: &str, rules: &MapRules, hints: &Hints) -> Result<Resolved> {
    let Located { name, original, rule } = locate(name, rules, hints)?;
    Ok(Resolved { device: connect(&name, hints)?, name, original, rule })
}

/// Maps `name` by the hint `seaway_map`, otherwise by `rules`. A plain name refers to the host given by the
/// hint `seaway_host`.
///
/// The name itself takes precedence over rules: a name with a scheme is mapped only by a rule whose pattern
/// has the same scheme, so that `*=null:{name}` does not apply to `mem:field`.
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
    fn rules_apply_before_the_scheme_is_parsed() {
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
    fn hint_overrides_configured_rules() {
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
        assert_eq!(located("ufs:/data/x.nc", &hints), "ufs:/data/x.nc", "the name overrides the hint");
        assert_eq!(located("mem:x", &hints), "mem:x");
        assert_eq!(located("x.nc", &Hints::new().with("seaway_host", "localhost")), "ufs:x.nc");
        assert_eq!(located("remote+tls://a/b", &hints), "remote+tls://a/b");
    }

    #[test]
    fn unknown_scheme_lists_the_known_ones() {
        let name = DeviceName::parse("tape:ocean", &["tape"]);
        let error = connect(&name, &Hints::new()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BadFileName);
        assert!(error.to_string().contains(&crate::SCHEMES.join(", ")), "{error}");
    }

    #[test]
    fn a_registered_device_serves_its_scheme() {
        assert_eq!(resolved("tray:a", "", &Hints::new()), "ufs:tray:a", "not registered yet");
        register_device("tray", |_, hints| {
            let is_wanted = hints.get("tray").is_some();
            let device: Arc<dyn Device> = Arc::new(crate::mem::MemDevice::new());
            is_wanted.then_some(device).ok_or_else(|| Error::new(ErrorKind::Argument, Operation::Open))
        })
        .unwrap();
        let hints = Hints::new().with("tray", "2");
        assert_eq!(resolved("tray:a", "*=null:{1}", &hints), "tray:a");
        assert_eq!(resolved("b", "b=tray:{name}", &hints), "tray:b", "rules can map to it");
        assert!(resolve("tray:a", &MapRules::default(), &Hints::new()).is_err(), "it sees the hints");
        assert!(schemes().contains(&"tray") && schemes().contains(&"mem"));
    }

    #[test]
    fn schemes_that_cannot_be_registered() {
        let refused = |scheme: &str, why: &str| {
            let error = register_device(scheme, |_, _| unreachable!("it is not registered")).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        };
        for scheme in ["mem", "remote+tls", "lustre"] {
            refused(scheme, "this scheme is already registered");
        }
        for scheme in ["", "x", "Tape", "9p", "a b", "a:b", "a/b"] {
            refused(scheme, "begins with a letter");
        }
    }
}

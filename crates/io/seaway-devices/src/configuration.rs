// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Configuration`]: map rules and hints from outside the program. Precedence, highest first: command line
//! (which `seaway run` passes in SEAWAY_RUN_MAP and SEAWAY_RUN_HINTS), environment (SEAWAY_START and
//! SEAWAY_RELAY, SEAWAY_MAP and SEAWAY_HINTS, then the file that ROMIO_HINTS names), file (`seaway.toml` in
//! the working directory, or the one that SEAWAY_CONFIG names). The name itself and the hints of the open
//! call take precedence over all of these; `resolve` and its callers see to that.

mod romio_hints;
mod seaway_toml;

use std::env;
use std::io;
use std::path::{Path, PathBuf};

use seaway_device_api::{Error, ErrorKind, Hints, MapRules, Operation, Result};

/// Hints with a variable of their own: their values may contain the separator between hints.
const OWN_VARIABLES: &[(&str, &str)] = &[("SEAWAY_START", "seaway_start"), ("SEAWAY_RELAY", "seaway_relay")];

/// Settings from outside the program.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Configuration {
    pub map: MapRules,
    pub hints: Hints,
    /// Names and locations of MPI installations, for `seaway run --mpi NAME`.
    pub mpi: Vec<(String, String)>,
}

impl Configuration {
    /// Reads the environment variables of this process and the file that they name.
    pub fn from_environment() -> Result<Self> {
        Self::from_variables(|name| match env::var(name) {
            Ok(value) => Ok(Some(value)),
            Err(env::VarError::NotPresent) => Ok(None),
            Err(env::VarError::NotUnicode(_)) => Err(Error::new(ErrorKind::Argument, Operation::Configure)
                .with_detail(format!("the environment variable {name} is not valid UTF-8"))),
        })
    }

    /// As [`Self::from_environment`], with `variable` in place of the environment.
    pub fn from_variables(variable: impl Fn(&str) -> Result<Option<String>>) -> Result<Self> {
        let file = match variable("SEAWAY_CONFIG")? {
            Some(path) => Self::from_file(Path::new(&path), Missing::IsAnError)?,
            None => Self::from_file(&PathBuf::from("seaway.toml"), Missing::IsEmpty)?,
        };
        let layer = |map: &str, hints: &str| -> Result<Self> {
            let text = |name: &str| Ok::<_, Error>(variable(name)?.unwrap_or_default());
            Ok(Self {
                map: MapRules::parse(&text(map)?).map_err(|error| error.with_path(map))?,
                hints: Hints::parse_strictly(&text(hints)?).map_err(|error| error.with_path(hints))?,
                mpi: Vec::new(),
            })
        };
        let command_line = layer("SEAWAY_RUN_MAP", "SEAWAY_RUN_HINTS")?;
        let mut environment = layer("SEAWAY_MAP", "SEAWAY_HINTS")?;
        for (name, hint) in OWN_VARIABLES {
            if let Some(value) = variable(name)? {
                environment.hints.set(*hint, value);
            }
        }
        let romio = Self {
            hints: variable("ROMIO_HINTS")?
                .map(|path| romio_hints::read(Path::new(&path)))
                .unwrap_or_default(),
            ..Self::default()
        };
        Ok(command_line.over(environment).over(romio).over(file))
    }

    /// Merges two configurations; `self` takes precedence over `weaker`.
    #[must_use]
    pub fn over(self, weaker: Self) -> Self {
        let mpi = self.mpi.into_iter().chain(weaker.mpi).collect();
        Self { map: self.map.over(weaker.map), hints: self.hints.over(&weaker.hints), mpi }
    }

    fn from_file(path: &Path, missing: Missing) -> Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => {
                seaway_toml::parse(&text).map_err(|error| error.with_path(path.display().to_string()))
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound && missing == Missing::IsEmpty => {
                Ok(Self::default())
            }
            Err(error) => {
                Err(Error::from_io(Operation::Configure, error).with_path(path.display().to_string()))
            }
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Missing {
    IsEmpty,
    IsAnError,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    fn configuration(variables: &[(&str, &str)]) -> Result<Configuration> {
        let variables: HashMap<_, _> = variables.iter().copied().collect();
        Configuration::from_variables(|name| Ok(variables.get(name).map(|value| (*value).to_owned())))
    }

    #[test]
    fn command_line_overrides_environment_overrides_file() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "[hints]\na = 1\nb = 1\nc = 1\n[map]\n'x*' = 'mem:file'\n").unwrap();
        let configuration = configuration(&[
            ("SEAWAY_CONFIG", file.path().to_str().unwrap()),
            ("SEAWAY_HINTS", "a=2;b=2"),
            ("SEAWAY_RUN_HINTS", "a=3"),
            ("SEAWAY_MAP", "xy*=mem:environment"),
            ("SEAWAY_RUN_MAP", "xyz=mem:command_line"),
        ])
        .unwrap();
        assert_eq!(configuration.hints, Hints::parse("a=3;b=2;c=1"));
        let renamed = |name| configuration.map.apply(name).unwrap().0;
        assert_eq!(renamed("xyz"), "mem:command_line");
        assert_eq!(renamed("xy"), "mem:environment");
        assert_eq!(renamed("x"), "mem:file");
    }

    #[test]
    fn romio_hints_rank_between_environment_and_file() {
        let folder = tempfile::tempdir().unwrap();
        let [file, romio] = ["seaway.toml", "hints"].map(|name| folder.path().join(name));
        std::fs::write(&file, "[hints]\na = 1\nb = 1\nc = 1\n").unwrap();
        std::fs::write(&romio, "a 2\nb 2\n").unwrap();
        let configuration = configuration(&[
            ("SEAWAY_CONFIG", file.to_str().unwrap()),
            ("ROMIO_HINTS", romio.to_str().unwrap()),
            ("SEAWAY_HINTS", "a=3"),
        ]);
        assert_eq!(configuration.unwrap().hints, Hints::parse("a=3;b=2;c=1"));
    }

    #[test]
    fn hints_with_a_variable_of_their_own_keep_all_characters() {
        let configuration = configuration(&[
            ("SEAWAY_HINTS", "seaway_start=none;a=1"),
            ("SEAWAY_START", "ssh -o A=b, -o 'C;d'"),
            ("SEAWAY_RELAY", "gate:1,gate:2"),
        ]);
        let hints = configuration.unwrap().hints;
        assert_eq!(hints.get("seaway_start"), Some("ssh -o A=b, -o 'C;d'"));
        assert_eq!(hints.get("seaway_relay"), Some("gate:1,gate:2"));
        assert_eq!(hints.get("a"), Some("1"));
    }

    #[test]
    fn errors_name_the_source() {
        let missing = configuration(&[("SEAWAY_CONFIG", "/nowhere/seaway.toml")]).unwrap_err();
        assert_eq!(missing.kind(), ErrorKind::NoSuchFile);
        assert_eq!(missing.path(), Some("/nowhere/seaway.toml"));
        let malformed = configuration(&[("SEAWAY_MAP", "broken")]).unwrap_err();
        assert!(malformed.to_string().contains("SEAWAY_MAP"), "{malformed}");
        let malformed = configuration(&[("SEAWAY_HINTS", "cb_nodes")]).unwrap_err();
        assert!(malformed.to_string().contains("SEAWAY_HINTS"), "{malformed}");
    }
}

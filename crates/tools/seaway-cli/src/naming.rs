// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--map` and `--hint`, which several verbs share, and how they combine with the environment and
//! seaway.toml.

use std::env;

use anyhow::{Context, Result, bail};
use clap::Args;
use seaway_device_api::{Hints, MapRules};
use seaway_devices::{Configuration, Resolved};

#[derive(Debug, Args)]
pub(crate) struct NamingOptions {
    /// Set a hint, as MPI_Info_set would; may be repeated
    #[arg(long = "hint", value_name = "KEY=VALUE", value_parser = hint)]
    hints: Vec<(String, String)>,

    /// Rename files at open: PATTERN=TARGET; may be repeated, the first match counts
    #[arg(long = "map", value_name = "RULE", value_parser = rules)]
    map: Vec<String>,
}

/// Everything that determines what a name means.
#[derive(Debug)]
pub(crate) struct Naming {
    /// From the command line only.
    pub(crate) own_rules: MapRules,
    /// Followed by those of the environment and of seaway.toml.
    pub(crate) rules: MapRules,
    pub(crate) hints: Hints,
}

impl NamingOptions {
    pub(crate) fn read(&self) -> Result<Naming> {
        let configuration = Configuration::from_environment().context("the configuration cannot be used")?;
        let own_rules = MapRules::parse(&self.map.join("\n"))?;
        let own_hints: Hints = self.hints.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
        let rules = own_rules.clone().over(configuration.map);
        Ok(Naming { own_rules, rules, hints: own_hints.over(&configuration.hints) })
    }

    /// As variables for `Configuration` in other processes, followed by those that this process has from an
    /// outer `seaway run`.
    pub(crate) fn for_ranks(&self) -> Result<Vec<(&'static str, String)>> {
        // Reports errors here, once, instead of in each rank.
        self.read()?;
        if let Some((key, value)) = self.hints.iter().find(|(_, value)| value.contains([';', ',', '\n'])) {
            bail!(
                "the hint {key}={value} has a character that separates hints: the program must set it itself"
            );
        }
        let hints: Vec<String> = self.hints.iter().map(|(key, value)| format!("{key}={value}")).collect();
        // The first matching rule wins, and the last of two equal hints.
        let map = joined([self.map.join(";"), inherited("SEAWAY_RUN_MAP")]);
        let hints = joined([inherited("SEAWAY_RUN_HINTS"), hints.join(";")]);
        let variables = [("SEAWAY_RUN_MAP", map), ("SEAWAY_RUN_HINTS", hints)];
        Ok(variables.into_iter().filter(|(_, value)| !value.is_empty()).collect())
    }
}

impl Naming {
    pub(crate) fn resolve(&self, name: &str) -> Result<Resolved> {
        Ok(seaway_devices::resolve(name, &self.rules, &self.hints)?)
    }
}

fn inherited(name: &str) -> String {
    env::var(name).unwrap_or_default()
}

fn joined(parts: [String; 2]) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(";")
}

/// Kept as text: ranks parse them again.
fn rules(text: &str) -> Result<String, String> {
    let read = MapRules::parse(text);
    read.map(|_| text.to_owned())
        .map_err(|error| error.detail().unwrap_or("a rule is PATTERN=TARGET").to_owned())
}

fn hint(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => Ok((key.trim().into(), value.trim().into())),
        _ => Err("a hint is KEY=VALUE".into()),
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads the tables of `seaway.toml`:
//!
//! ```toml
//! [map]
//! "out/*.nc" = "mem:{1}"
//! [hints]
//! cb_nodes = 4
//! [mpi]
//! site = "/opt/mpich"
//! ```
//!
//! Not the `toml` crate: rules apply in file order, which its tables do not keep, and its parser would be the
//! largest dependency in a user's process. This reads the subset of TOML that these tables need. Tables with
//! a dot in their names, as in `[tool.site]`, belong to other tools and are skipped; any other table is an
//! error.

use seaway_device_api::{Error, ErrorKind, MapRules, Operation, Result};

use super::Configuration;

pub(super) fn parse(text: &str) -> Result<Configuration> {
    let mut configuration = Configuration::default();
    let mut table = None;
    for (number, line) in (1..).zip(text.lines()) {
        let refuse = |detail: &str| {
            Error::new(ErrorKind::Argument, Operation::Configure)
                .with_detail(format!("line {number}: {detail}"))
        };
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        if let Some(header) = line.strip_prefix('[') {
            table = Some(Table::named(header).map_err(|detail| refuse(&detail))?);
            continue;
        }
        let table = table
            .ok_or_else(|| refuse("it is outside of any table; put it below [map], [hints] or [mpi]"))?;
        if table == Table::Other {
            continue;
        }
        let (key, value) = key_and_value(line).ok_or_else(|| refuse("expected KEY = VALUE"))?;
        match table {
            Table::Hints => configuration.hints.set(key, value),
            Table::Mpi => configuration.mpi.push((key, value)),
            _ => {
                let rule = MapRules::single(&key, &value)
                    .map_err(|error| refuse(error.detail().unwrap_or("expected \"PATTERN\" = \"TARGET\"")))?;
                configuration.map = configuration.map.over(rule);
            }
        }
    }
    Ok(configuration)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    Map,
    Hints,
    Mpi,
    /// Another tool's.
    Other,
}

impl Table {
    /// The table of a header, or what is wrong with it.
    fn named(header: &str) -> Result<Self, String> {
        let (name, rest) = header.split_once(']').ok_or("a table's name must end with ]")?;
        match name.trim() {
            "map" if is_blank(rest) => Ok(Self::Map),
            "hints" if is_blank(rest) => Ok(Self::Hints),
            "mpi" if is_blank(rest) => Ok(Self::Mpi),
            other if other.contains('.') => Ok(Self::Other),
            _ => Err(format!("unknown table [{header}; expected [map], [hints] or [mpi]")),
        }
    }
}

fn key_and_value(line: &str) -> Option<(String, String)> {
    let (key, rest) = token(line)?;
    let (value, rest) = token(rest.trim_start().strip_prefix('=')?.trim_start())?;
    is_blank(rest).then_some((key, value))
}

/// A quoted or bare word at the start of `text`, and the rest.
fn token(text: &str) -> Option<(String, &str)> {
    if let Some(quoted) = text.strip_prefix('"') {
        return basic_string(quoted);
    }
    if let Some(quoted) = text.strip_prefix('\'') {
        let (word, rest) = quoted.split_once('\'')?;
        return Some((word.to_owned(), rest));
    }
    let end = text.find(|c: char| c.is_whitespace() || "=#\"'[]{},".contains(c)).unwrap_or(text.len());
    let (word, rest) = text.split_at(end);
    (!word.is_empty()).then(|| (word.to_owned(), rest))
}

/// The rest of a string after its opening `"`, with backslashes resolved.
fn basic_string(text: &str) -> Option<(String, &str)> {
    let mut word = String::new();
    let mut characters = text.chars();
    loop {
        match characters.next()? {
            '"' => return Some((word, characters.as_str())),
            '\\' => word.push(match characters.next()? {
                escaped @ ('"' | '\\') => escaped,
                't' => '\t',
                'n' => '\n',
                _ => return None,
            }),
            character => word.push(character),
        }
    }
}

fn is_blank(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with('#')
}

#[cfg(test)]
mod tests {
    use super::*;
    use seaway_device_api::Hints;

    #[test]
    fn all_tables_are_read_in_order() {
        let text = r#"
            [map] # rules
            "out/*.nc" = 'mem:{1}'   # literal
            "a=b" = "null:\"q\""
            '*' = "null:{name}"
            [other.table]
            x = [1, 2]
            [hints]
            cb_nodes = 4
            romio_cb_write = "enable"
            [mpi]
            site = "/opt/mpich"
        "#;
        let Configuration { map, hints, mpi } = parse(text).unwrap();
        assert_eq!(hints, Hints::parse("cb_nodes=4;romio_cb_write=enable"));
        assert_eq!(mpi, [("site".to_owned(), "/opt/mpich".to_owned())]);
        let renamed = |name| map.apply(name).unwrap().0;
        assert_eq!(renamed("out/x.nc"), "mem:x");
        assert_eq!(renamed("a=b"), "null:\"q\"");
        assert_eq!(renamed("y"), "null:y");
    }

    #[test]
    fn errors_name_the_line() {
        for (text, line) in [
            ("[map", 1),
            ("[hints]\nx", 2),
            ("[map]\n\n'a = b", 3),
            ("[hints]\na = \"\\q\"", 2),
            ("[hint]\ncb_nodes = 4", 1),
            ("[map] x", 1),
            ("\ncb_nodes = 4\n[map]", 2),
            ("[map]\n\"*\" = \"mem:{2}\"", 2),
        ] {
            let message = parse(text).unwrap_err().to_string();
            assert!(message.contains(&format!("line {line}:")), "{text:?}: {message}");
        }
    }

    #[test]
    fn any_text_is_a_configuration_or_an_error_with_a_line() {
        let seeds = [
            &b"[map]\n\"out/*.nc\" = 'mem:{1}' # x\n[hints]\ncb_nodes = 4\n"[..],
            b"[x\ny = [1]\n[hints] \na=\"\\\\\"#",
        ];
        let seeds = seeds.map(<[u8]>::to_vec);
        for seed in 0..20_000 {
            let input = seaway_testkit::malformed_input::mutate(&mut fastrand::Rng::with_seed(seed), &seeds);
            if let Err(error) = parse(&String::from_utf8_lossy(&input)) {
                assert!(error.to_string().contains("line "), "seed {seed}: {error}");
            }
        }
    }
}

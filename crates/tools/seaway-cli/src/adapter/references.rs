// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Lacking`]: symbols that a program refers to and an MPI lacks, found before anything runs.

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use anyhow::{Context, Result, bail};

use crate::executables::{
    Reference, User, exports, imports, is_internal, is_mpi_function, is_of_mpi, part_of, spoken_name,
};

/// Symbols by name: how much depends on them, and what refers to them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Lacking {
    symbols: BTreeMap<String, Referrer>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Referrer {
    reference: Reference,
    user: String,
    /// It is looked up before the program starts.
    at_start: bool,
}

impl Lacking {
    /// What `users` refer to that neither `offered` nor they themselves define.
    pub(super) fn of(users: &[&User], offered: &HashSet<String>) -> Result<Self> {
        let parts = users.iter().filter(|user| part_of(&user.name).is_some());
        let own: HashSet<String> = parts.flat_map(|user| exports(&user.path).unwrap_or_default()).collect();
        let is_absent = |name: &str| is_of_mpi(name) && !offered.contains(name) && !own.contains(name);
        let mut absent = Self::collect(users, is_absent)?;
        // What bindings call is missed only by programs that use them, and those are checked too.
        absent.symbols.retain(|name, referrer| {
            part_of(&referrer.user).is_none() || referrer.at_start || is_internal(name)
        });
        Ok(absent)
    }

    /// The functions that `users` call, in whichever language, and `host` does not have.
    pub(super) fn functions_of(users: &[&User], host: &HashSet<String>) -> Result<Self> {
        let spoken: HashSet<String> = host.iter().map(|name| spoken_name(name)).collect();
        Self::collect(users, |name| is_mpi_function(name) && !spoken.contains(&spoken_name(name)))
    }

    fn collect(users: &[&User], is_lacking: impl Fn(&str) -> bool) -> Result<Self> {
        let mut symbols: BTreeMap<String, Referrer> = BTreeMap::new();
        for user in users {
            let imported =
                imports(&user.path).with_context(|| format!("cannot read {}", user.path.display()))?;
            for (name, reference) in imported.into_iter().filter(|(name, _)| is_lacking(name)) {
                let at_start =
                    reference > Reference::Call || (user.binds_now && reference == Reference::Call);
                let referrer = Referrer { reference, user: user.name.clone(), at_start };
                match symbols.get_mut(&name) {
                    Some(known) if known.reference >= reference => known.at_start |= at_start,
                    Some(known) => *known = referrer,
                    None => drop(symbols.insert(name, referrer)),
                }
            }
        }
        Ok(Self { symbols })
    }

    /// The symbols for which `is_meant` is true, and the others.
    pub(super) fn split(self, is_meant: impl Fn(&str) -> bool) -> (Self, Self) {
        let (meant, others) = self.symbols.into_iter().partition(|(name, _)| is_meant(name));
        (Self { symbols: meant }, Self { symbols: others })
    }

    /// An error if the program would not even start, or not work.
    pub(super) fn check(&self) -> Result<()> {
        let strong = || self.symbols.iter().filter(|(_, referrer)| referrer.reference > Reference::Weak);
        if let Some((name, referrer)) = strong().find(|(name, _)| is_internal(name)) {
            bail!("{} refers to {name}, which exists only in the MPI that it was built with", referrer.user);
        }
        if let Some((name, referrer)) = strong().find(|(_, referrer)| referrer.at_start) {
            bail!("{} would not start: it refers to {name}, which does not exist there", referrer.user);
        }
        Ok(())
    }

    /// Names of all of them.
    pub(crate) fn all(&self) -> Vec<&str> {
        self.names(|_| true)
    }

    /// Names of those that the program calls in any case.
    pub(crate) fn strong(&self) -> Vec<&str> {
        self.names(|reference| reference > Reference::Weak)
    }

    /// Names of those that the program checks for, and can do without.
    pub(crate) fn weak(&self) -> Vec<&str> {
        self.names(|reference| reference == Reference::Weak)
    }

    fn names(&self, is_meant: impl Fn(Reference) -> bool) -> Vec<&str> {
        let meant = self.symbols.iter().filter(|(_, referrer)| is_meant(referrer.reference));
        meant.map(|(name, _)| name.as_str()).collect()
    }
}

/// A few names, and how many more there are.
pub(crate) struct Names<'a>(pub(crate) &'a [&'a str]);

const SHOWN: usize = 8;

impl fmt::Display for Names<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0[..self.0.len().min(SHOWN)].join(", "))?;
        match self.0.len().saturating_sub(SHOWN) {
            0 => Ok(()),
            more => write!(formatter, " and {more} more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lacking(symbols: &[(&str, Reference, bool)]) -> Lacking {
        let referrer = |reference, at_start| Referrer { reference, user: "./app".into(), at_start };
        let symbols = symbols
            .iter()
            .map(|(name, reference, at_start)| ((*name).to_owned(), referrer(*reference, *at_start)));
        Lacking { symbols: symbols.collect() }
    }

    #[test]
    fn what_is_called_later_does_not_keep_a_program_from_running() {
        let later = lacking(&[("MPI_Late", Reference::Call, false), ("MPI_Perhaps", Reference::Weak, false)]);
        later.check().unwrap();
        assert_eq!((later.strong(), later.weak()), (vec!["MPI_Late"], vec!["MPI_Perhaps"]));
        for (name, reference) in [
            ("MPI_Now", Reference::Address),
            ("ompi_mpi_new", Reference::Copy),
            ("MPIR_Insides", Reference::Call),
        ] {
            let sentence = lacking(&[(name, reference, reference > Reference::Call)]).check().unwrap_err();
            assert!(sentence.to_string().contains(name), "{sentence}");
        }
    }

    #[test]
    fn long_lists_are_cut() {
        let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];
        assert_eq!(Names(&names[..2]).to_string(), "a, b");
        assert_eq!(Names(&names).to_string(), "a, b, c, d, e, f, g, h and 2 more");
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Application`]: a program as far as MPI is concerned: language, functions, variables.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::executables::{Needs, Reference, find, imports, is_fortran, is_mpi_function, is_of_mpi, part_of};

/// Runtime libraries that identify the Fortran compiler.
const FORTRAN_COMPILERS: [(&str, &str); 6] = [
    ("libgfortran.so", "gfortran"),
    ("libifcore", "Intel's compiler"),
    ("libifport", "Intel's compiler"),
    ("libnvf.so", "nvfortran"),
    ("libflang", "flang"),
    ("libFortranRuntime", "flang"),
];

/// What a program and its libraries need of an MPI.
#[derive(Debug, Default)]
pub(super) struct Application {
    symbols: BTreeMap<String, Reference>,
    compiler: Option<&'static str>,
    has_cxx: bool,
}

impl Application {
    pub(super) fn read(needs: &Needs) -> Result<Self> {
        let mut symbols = BTreeMap::new();
        // An MPI's own language bindings refer to all of it.
        for user in needs.users.iter().filter(|user| part_of(&user.name).is_none()) {
            let imported =
                imports(&user.path).with_context(|| format!("cannot read {}", user.path.display()))?;
            for (name, reference) in imported.into_iter().filter(|(name, _)| is_of_mpi(name)) {
                let known = symbols.entry(name).or_insert(reference);
                *known = reference.max(*known);
            }
        }
        let compiler = FORTRAN_COMPILERS.iter().find(|(library, _)| needs.has_library(library));
        let has_cxx = needs.users.first().is_some_and(|program| program.needs("libstdc++.so"));
        Ok(Self { symbols, compiler: compiler.map(|(_, name)| *name), has_cxx })
    }

    pub(super) fn language(&self) -> String {
        let has = |is_meant: fn(&str) -> bool| {
            self.symbols.keys().any(|name| is_mpi_function(name) && is_meant(name))
        };
        let in_c = if self.has_cxx { "C++" } else { "C" };
        let in_fortran = match (has(|name| name.contains("_f08")), self.compiler) {
            (true, Some(compiler)) => format!("Fortran (mpi_f08), {compiler}"),
            (false, Some(compiler)) => format!("Fortran, {compiler}"),
            (true, None) => "Fortran (mpi_f08)".to_owned(),
            (false, None) => "Fortran".to_owned(),
        };
        match (has(|name| !is_fortran(name)), has(is_fortran)) {
            (true, true) => format!("{in_c} and {in_fortran}"),
            (false, true) => in_fortran,
            _ => in_c.to_owned(),
        }
    }

    pub(super) fn functions(&self) -> String {
        let is_weak = |(_, reference): &(&String, &Reference)| **reference == Reference::Weak;
        let functions = || self.symbols.iter().filter(|(name, _)| is_mpi_function(name));
        let (all, weak) = (functions().count(), functions().filter(is_weak).count());
        let all = if all == 1 { "1 function of MPI".to_owned() } else { format!("{all} functions of MPI") };
        match weak {
            0 => all,
            weak => format!("{all}, {weak} of them optional"),
        }
    }

    /// Variables of the MPI that the linker has copied into the program (copy relocations).
    pub(super) fn copies(&self) -> Vec<&str> {
        let copies = self.symbols.iter().filter(|(_, reference)| **reference == Reference::Copy);
        copies.map(|(name, _)| name.as_str()).collect()
    }
}

/// The interpreter that the first line of a script names, resolved as a shell would.
pub(super) fn interpreter_of(script: &Path) -> Option<PathBuf> {
    let bytes = fs::read(script).ok()?;
    let line = String::from_utf8_lossy(bytes.split(|byte| *byte == b'\n').next()?).into_owned();
    let mut words = line.strip_prefix("#!")?.split_whitespace();
    let first = words.next()?;
    // `#!/usr/bin/env python3`
    let is_env = Path::new(first).file_name().is_some_and(|name| name == "env");
    let named =
        if is_env { words.find(|word| !word.starts_with('-') && !word.contains('='))? } else { first };
    find(named.as_ref()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn application(names: &[&str], compiler: Option<&'static str>) -> Application {
        let symbols = names.iter().map(|name| match name.strip_prefix('?') {
            Some(name) => (name.to_owned(), Reference::Weak),
            None => ((*name).to_owned(), Reference::Call),
        });
        Application { symbols: symbols.collect(), compiler, has_cxx: false }
    }

    #[test]
    fn languages_are_known_by_what_is_called() {
        assert_eq!(application(&["MPI_Init", "MPI_UNWEIGHTED"], Some("gfortran")).language(), "C");
        assert_eq!(application(&["mpi_init_"], Some("gfortran")).language(), "Fortran, gfortran");
        assert_eq!(application(&["mpi_init_f08_", "MPI_Init"], None).language(), "C and Fortran (mpi_f08)");
    }

    #[test]
    fn functions_that_may_be_missing_are_counted_apart() {
        let functions = |names: &[&str]| application(names, None).functions();
        assert_eq!(functions(&["MPI_Init", "ompi_mpi_comm_world"]), "1 function of MPI");
        assert_eq!(functions(&["MPI_Init", "?MPI_Send_c"]), "2 functions of MPI, 1 of them optional");
    }

    #[test]
    fn interpreters_are_found_behind_env() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("script");
        for (line, expected) in
            [("#!/bin/sh -e", "/bin/sh"), ("#!/usr/bin/env -S sh", "sh"), ("#! /usr/bin/env A=b sh\n", "sh")]
        {
            fs::write(&path, line).unwrap();
            assert!(interpreter_of(&path).unwrap().ends_with(expected.trim_start_matches('/')), "{line}");
        }
        fs::write(&path, "data").unwrap();
        assert_eq!(interpreter_of(&path), None);
    }
}

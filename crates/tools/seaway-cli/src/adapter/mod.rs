// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: how a program comes to run on an MPI that it was not built with. With an equal ABI the MPI's own library
//! is preloaded; else an adapter is, which has the names of the program's MPI and calls the other. The loader then
//! loads neither the program's own MPI nor anything that is listed with it.

pub(crate) mod companions;
mod references;
mod tailored;

use std::collections::{BTreeSet, HashSet};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::executables::{Abi, Elf, LibrarySearch, Needs, Part, User, exports, imports, part_of};
use crate::hosts::Host;

pub(crate) use self::references::{Lacking, Names};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Program and MPI have the same ABI.
    Native,
    Adapter,
}

#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) way: Way,
    /// To preload: what has MPI's functions.
    providers: Vec<PathBuf>,
    /// Names that shall stand for nothing.
    companions: Vec<String>,
    /// What the adapter has and the MPI has not, and nobody needs: whoever looks for it shall see that it is not there.
    hidden: BTreeSet<String>,
    /// For what the MPI's library loads in its turn.
    library_path: Option<OsString>,
    /// What programs refer to and will not find.
    pub(crate) absent: Lacking,
    /// What the MPI does not have; an adapter makes it from other functions, or returns an error.
    pub(crate) lacking: Lacking,
}

impl Plan {
    /// `programs` are those of one line, all of `abi`. An error is one sentence, why it cannot be done; `adapter` is
    /// asked only if one is needed.
    pub(crate) fn make(
        programs: &[&Needs],
        abi: Abi,
        host: &Host,
        search: &LibrarySearch,
        adapter: impl FnOnce() -> Result<PathBuf>,
    ) -> Result<Self> {
        let of_host = host_needs(host, search);
        let names: Vec<&str> = programs.iter().flat_map(|needs| needs.names_of_mpi()).collect();
        let needs_fortran = names.iter().any(|name| part_of(name) == Some(Part::Fortran));
        let (way, providers) = if abi == host.abi {
            (Way::Native, native_providers(host, needs_fortran, adapter))
        } else {
            let adapter = adapter()?;
            let fortran = for_fortran(&adapter).filter(|_| needs_fortran);
            (Way::Adapter, [adapter].into_iter().chain(fortran).collect())
        };
        let offered = Offer::of(&providers);
        let companions = companion_names(programs, &names, abi, &offered, &of_host);
        let is_left = |user: &&User| !companions.contains(&user.name) && !offered.names.contains(&user.name);
        let users: Vec<&User> = programs.iter().flat_map(|needs| &needs.users).filter(is_left).collect();
        let absent = Lacking::of(&users, &offered.symbols)?;
        absent.check()?;
        let symbols = exports(&host.library).unwrap_or_default();
        let lacking =
            if way == Way::Native { Lacking::default() } else { Lacking::functions_of(&users, &symbols)? };
        // The library for Fortran looks for each function only when it is called, and then says what is wrong.
        let hidden = if way == Way::Native || needs_fortran {
            BTreeSet::new()
        } else {
            tailored::hidden(&offered.symbols, &symbols, &lacking.strong())
        };
        let library_path = library_path(host, &of_host);
        Ok(Self { way, providers, companions, hidden, library_path, absent, lacking })
    }

    /// What ranks preload, after what users preload themselves: their tools stand before an MPI.
    pub(crate) fn preload(&self, machine: (u8, u16)) -> Result<Vec<PathBuf>> {
        let unfit = |path: &&PathBuf| path.to_string_lossy().contains([' ', ':']);
        if let Some(path) = self.providers.iter().find(unfit) {
            bail!(
                "{} has a space or a colon in its path, which LD_PRELOAD cannot hold: move it",
                path.display()
            );
        }
        let companions = companions::prepare(&self.companions, machine)?;
        let mut preloaded = self.providers.clone();
        if let Some(adapter) = preloaded.first_mut().filter(|_| !self.hidden.is_empty()) {
            *adapter = tailored::prepare(adapter, &self.hidden)?;
        }
        Ok(preloaded.into_iter().chain(companions).collect())
    }

    /// What ranks find in their environment, beside what they preload.
    pub(crate) fn variables(&self, host: &Host) -> Vec<(String, OsString)> {
        let library = ("SEAWAY_MPI".to_owned(), host.library.clone().into_os_string());
        let path = self.library_path.clone().map(|value| ("LD_LIBRARY_PATH".to_owned(), value));
        [library].into_iter().chain(path).collect()
    }
}

/// What libraries give to others.
struct Offer {
    names: HashSet<String>,
    symbols: HashSet<String>,
    has_fortran: bool,
}

impl Offer {
    fn of(libraries: &[PathBuf]) -> Self {
        let sonames = libraries.iter().filter_map(|path| Elf::read(path).ok().flatten()?.soname);
        let symbols: HashSet<String> =
            libraries.iter().flat_map(|path| exports(path).unwrap_or_default()).collect();
        let has_fortran = symbols.contains("mpi_init_");
        Self { names: sonames.collect(), symbols, has_fortran }
    }
}

fn host_needs(host: &Host, search: &LibrarySearch) -> Needs {
    let elf = Elf::read(&host.library).ok().flatten().unwrap_or_default();
    Needs::of(&host.library, &elf, search)
}

/// The MPI's library, and its Fortran ones if the program lists some; ours where the MPI has none.
fn native_providers(
    host: &Host,
    needs_fortran: bool,
    adapter: impl FnOnce() -> Result<PathBuf>,
) -> Vec<PathBuf> {
    let folder = host.library.parent().unwrap_or(Path::new("/"));
    let names = host.abi.fortran_libraries().iter().filter(|_| needs_fortran);
    let mut fortran: Vec<PathBuf> =
        names.map(|name| folder.join(name)).filter(|path| path.is_file()).collect();
    if needs_fortran && fortran.is_empty() {
        fortran.extend(adapter().ok().and_then(|adapter| for_fortran(&adapter)));
    }
    [host.library.clone()].into_iter().chain(fortran).collect()
}

/// The library for Fortran beside an adapter. There is none for the standard ABI, which has no Fortran programs yet.
fn for_fortran(adapter: &Path) -> Option<PathBuf> {
    let name = format!("{}_fortran.so", adapter.file_stem()?.to_string_lossy());
    Some(adapter.with_file_name(name)).filter(|path| path.is_file())
}

fn companion_names(
    programs: &[&Needs],
    names: &[&str],
    abi: Abi,
    offered: &Offer,
    of_host: &Needs,
) -> Vec<String> {
    // Such a program loads its MPI when it runs, under whichever name.
    let loads_late = programs.iter().any(|needs| needs.mpi.is_empty()) || programs.is_empty();
    let late: &[&str] = if loads_late { abi.c_libraries() } else { &[] };
    let of_host = of_host.names_of_mpi();
    let mut companions: Vec<String> = Vec::new();
    for name in names.iter().chain(late) {
        let is_replaced = match part_of(name) {
            Some(Part::C | Part::Runtime) => true,
            // Without another Fortran library the program's own goes on top of the functions in C.
            Some(Part::Fortran) => offered.has_fortran,
            Some(Part::Other) => needs_no_bindings(programs, offered),
            None => false,
        };
        // What the MPI itself is made from must be the real one.
        let is_free = !offered.names.contains(*name) && !of_host.contains(name);
        if is_replaced && is_free && !companions.iter().any(|known| known == name) {
            companions.push((*name).to_owned());
        }
    }
    companions
}

/// Whether programs refer to nothing of C++ bindings but what each does that includes the MPI's header, and `offered` has that.
fn needs_no_bindings(programs: &[&Needs], offered: &Offer) -> bool {
    let users = programs.iter().flat_map(|needs| &needs.users).filter(|user| part_of(&user.name).is_none());
    let is_binding = |name: &String| name.starts_with("_ZN3MPI") || name.starts_with("_ZNK3MPI");
    users.into_iter().all(|user| {
        imports(&user.path).is_ok_and(|imports| {
            imports.keys().filter(|name| is_binding(name)).all(|name| offered.symbols.contains(name))
        })
    })
}

/// `None`: the MPI's library finds all it needs by itself.
fn library_path(host: &Host, of_host: &Needs) -> Option<OsString> {
    // Intel's looks for its network libraries only when it runs, so that nobody can see that it needs them.
    if of_host.missing.is_empty() && !host.is_intel() {
        return None;
    }
    let own = host.library.parent().map(PathBuf::from);
    let inherited = env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let folders = own.into_iter().chain(env::split_paths(&inherited));
    env::join_paths(folders.filter(|folder| !folder.as_os_str().is_empty())).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::executables::MpiLibrary;

    fn needs(listed: &[&str]) -> Needs {
        let mpi = listed.iter().filter_map(|name| {
            Some(MpiLibrary { abi: Abi::of_library(name)?, name: (*name).into(), path: None })
        });
        let needed = listed.iter().map(|name| (*name).to_owned()).collect();
        let user = User { name: "app".into(), path: "/app".into(), needed, binds_now: false };
        Needs { users: vec![user], mpi: mpi.collect(), ..Needs::default() }
    }

    fn check(listed: &[&str], offered: &[&str], has_fortran: bool, host: &[&str], expected: &[&str]) {
        let program = needs(listed);
        let offer = Offer {
            names: offered.iter().map(|name| (*name).to_owned()).collect(),
            symbols: HashSet::new(),
            has_fortran,
        };
        let abi = offered.iter().find_map(|name| Abi::of_library(name)).unwrap();
        let names = companion_names(&[&program], &program.names_of_mpi(), abi, &offer, &needs(host));
        assert_eq!(names, expected, "{listed:?}");
    }

    #[test]
    fn companions_answer_to_all_other_names_of_the_program_s_mpi() {
        check(&["libmpich.so.12", "libc.so.6"], &["libmpi.so.12"], false, &[], &["libmpich.so.12"]);
        check(&["libmpi.so.12"], &["libmpi.so.12"], false, &[], &[]);
        let open_mpi = ["libmpi_mpifh.so.40", "libmpi.so.40", "libopen-rte.so.40", "libopen-pal.so.40"];
        check(&open_mpi, &["libmpi.so.40"], true, &[], &[open_mpi[0], open_mpi[2], open_mpi[3]]);
        check(&open_mpi, &["libmpi.so.40"], false, &[], &[open_mpi[2], open_mpi[3]]);
        check(&["libmpi_cxx.so.40", "libmpi.so.40"], &["libmpi.so.40"], true, &[], &[]);
    }

    #[test]
    fn what_the_other_mpi_is_made_from_stays() {
        let listed = ["libmpi.so.40", "libopen-pal.so.40", "libopen-pal.so.80"];
        check(&listed, &["libmpi.so.40"], false, &["libopen-pal.so.80"], &["libopen-pal.so.40"]);
    }

    #[test]
    fn a_program_that_loads_its_mpi_late_finds_it_under_every_name() {
        check(&["libc.so.6"], &["libmpich.so.12"], false, &[], &["libmpi.so.12"]);
        check(&["libc.so.6"], &["libmpi.so.40"], false, &[], &[]);
    }
}

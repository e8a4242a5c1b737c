// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Plan`]: how a program runs on an MPI that it was not built with. With an equal ABI the MPI's own library
//! is preloaded; otherwise an adapter, which has the names of the program's MPI and calls the other. The
//! loader then loads neither the program's own MPI nor its companion libraries.

pub(crate) mod companions;
mod references;
mod tailored;

use std::collections::{BTreeSet, HashSet};
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::executables::{
    Abi, Elf, LibraryRole, LibrarySearch, Needs, User, exports, imports, part_of, spoken_name, without_folder,
};
use crate::hosts::Host;

pub(crate) use self::references::{Lacking, Names};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum AdapterRoute {
    /// Program and MPI have the same ABI.
    Native,
    Adapter,
}

#[derive(Debug, Clone)]
pub(crate) struct Plan {
    pub(crate) way: AdapterRoute,
    /// To preload: the libraries with MPI's functions.
    providers: Vec<PathBuf>,
    /// Names to replace by empty libraries.
    companions: Vec<String>,
    /// Functions of the adapter that the MPI lacks and that nothing needs: programs that check for them must
    /// not find them.
    hidden: BTreeSet<String>,
    /// The ABI of programs that do not show it before they run.
    unseen_abi: Option<Abi>,
    /// For what the MPI's library loads itself.
    library_path: Option<OsString>,
    /// What programs refer to and will not find.
    pub(crate) absent: Lacking,
    /// Functions that the MPI lacks, by what an adapter does about them: programs that check do not find
    /// them, they are emulated, or a call is an error.
    pub(crate) hidden_ones: Lacking,
    pub(crate) emulated: Lacking,
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
        let program = Listed { programs, abi, names: &names, loads_late: loads_late(programs) };
        let needs_fortran = program.lists(LibraryRole::Fortran);
        let (way, providers) = if abi == host.abi {
            (AdapterRoute::Native, native_providers(host, &program, adapter))
        } else {
            (AdapterRoute::Adapter, adapters(&adapter()?, &program))
        };
        let mut offered = Offer::of(&providers);
        if way == AdapterRoute::Native {
            // Bindings on top of the C functions refer to internals of the MPI.
            offered
                .symbols
                .extend(runtimes(host, search).iter().flat_map(|path| exports(path).unwrap_or_default()));
        }
        let companions = companion_names(&program, way, &offered, &of_host);
        let is_left = |user: &&User| !companions.contains(&user.name) && !offered.names.contains(&user.name);
        let users: Vec<&User> = programs.iter().flat_map(|needs| &needs.users).filter(is_left).collect();
        let absent = Lacking::of(&users, &offered.symbols)?;
        absent.check()?;
        let symbols = exports(&host.library).unwrap_or_default();
        let lacking = if way == AdapterRoute::Native {
            Lacking::default()
        } else {
            Lacking::functions_of(&users, &symbols)?
        };
        let spoken: HashSet<String> = symbols.iter().map(|name| spoken_name(name)).collect();
        let has = |name: &str| spoken.contains(&spoken_name(name));
        let is_emulated = |name: &str| seaway_adapter::is_made_from_others(&spoken_name(name), has);
        // The Fortran library looks up each function when it is called, and then reports what is wrong.
        let hidden = if way == AdapterRoute::Native || needs_fortran {
            BTreeSet::new()
        } else {
            tailored::hidden(&offered.symbols, &symbols, &lacking.strong())
        };
        let (hidden_ones, lacking) = lacking.split(|name| hidden.contains(name));
        let (emulated, lacking) = lacking.split(is_emulated);
        let library_path = library_path(host, &of_host);
        let unseen_abi = program.loads_late.then_some(abi);
        Ok(Self {
            way,
            providers,
            companions,
            hidden,
            unseen_abi,
            library_path,
            absent,
            hidden_ones,
            emulated,
            lacking,
        })
    }

    /// What ranks preload, after the user's own preloads: tools come before an MPI.
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

    /// The environment of ranks, besides what they preload.
    pub(crate) fn variables(&self, host: &Host) -> Vec<(String, OsString)> {
        let library = ("SEAWAY_MPI".to_owned(), host.library.clone().into_os_string());
        let path = self.library_path.clone().map(|value| ("LD_LIBRARY_PATH".to_owned(), value));
        // What such a program loads is checked when it initialises MPI.
        let abi = self.unseen_abi.map(|abi| ("SEAWAY_PROGRAM_ABI".to_owned(), abi.word().into()));
        [library].into_iter().chain(path).chain(abi).collect()
    }
}

/// What libraries export.
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

/// What the programs of a command line need.
struct Listed<'a> {
    programs: &'a [&'a Needs],
    abi: Abi,
    names: &'a [&'a str],
    loads_late: bool,
}

impl Listed<'_> {
    fn lists(&self, part: LibraryRole) -> bool {
        self.names.iter().any(|name| part_of(name) == Some(part))
    }

    fn lists_cxx(&self) -> bool {
        self.names.iter().any(|name| self.abi.cxx_library() == Some(without_folder(name)))
    }
}

/// Such programs load their MPI when they run, under whichever name.
fn loads_late(programs: &[&Needs]) -> bool {
    programs.iter().any(|needs| needs.mpi.is_empty()) || programs.is_empty()
}

/// The adapter, and its libraries for other languages.
fn adapters(adapter: &Path, program: &Listed<'_>) -> Vec<PathBuf> {
    let fortran = for_fortran(adapter).filter(|_| program.lists(LibraryRole::Fortran) || program.loads_late);
    let cxx = for_cxx(adapter, program).filter(|_| program.lists_cxx() || program.loads_late);
    [adapter.to_owned()].into_iter().chain(fortran).chain(cxx).collect()
}

/// The MPI's library, and those for other languages if the program lists some; Seaway's if the MPI has none.
fn native_providers(
    host: &Host,
    program: &Listed<'_>,
    adapter: impl FnOnce() -> Result<PathBuf>,
) -> Vec<PathBuf> {
    let folder = host.library.parent().unwrap_or(Path::new("/"));
    let present = |names: &[&str]| -> Vec<PathBuf> {
        names.iter().map(|name| folder.join(name)).filter(|path| path.is_file()).collect()
    };
    let needs_fortran = program.lists(LibraryRole::Fortran);
    let mut fortran = if needs_fortran { present(host.abi.fortran_libraries()) } else { Vec::new() };
    let own_cxx = present(host.abi.cxx_library().as_slice());
    let lacks_fortran = needs_fortran && fortran.is_empty();
    let lacks_cxx = own_cxx.is_empty() && (program.lists_cxx() || program.loads_late);
    let mut cxx = if program.lists_cxx() { own_cxx } else { Vec::new() };
    if (lacks_fortran || lacks_cxx)
        && let Ok(adapter) = adapter()
    {
        fortran.extend(for_fortran(&adapter).filter(|_| lacks_fortran));
        cxx.extend(for_cxx(&adapter, program).filter(|_| lacks_cxx));
    }
    [host.library.clone()].into_iter().chain(fortran).chain(cxx).collect()
}

/// The library for Fortran beside an adapter. There is none for the standard ABI, which has no Fortran programs yet.
fn for_fortran(adapter: &Path) -> Option<PathBuf> {
    let name = format!("{}_fortran.so", adapter.file_stem()?.to_string_lossy());
    Some(adapter.with_file_name(name)).filter(|path| path.is_file())
}

/// The library for C++ beside an adapter, if that is enough for the programs.
fn for_cxx(adapter: &Path, program: &Listed<'_>) -> Option<PathBuf> {
    let name = program.abi.cxx_library().map(|_| format!("libseaway_{}_cxx.so", program.abi.word()))?;
    let path = Some(adapter.with_file_name(name)).filter(|path| path.is_file())?;
    needs_no_bindings(program.programs, &Offer::of(std::slice::from_ref(&path))).then_some(path)
}

/// Internal libraries of the MPI, in its own directory or where the loader searches.
fn runtimes(host: &Host, search: &LibrarySearch) -> Vec<PathBuf> {
    let Some(elf) = Elf::read(&host.library).ok().flatten() else { return Vec::new() };
    let names = elf.needed.iter().filter(|name| part_of(name) == Some(LibraryRole::Runtime));
    let beside = |name: &String| Some(host.library.with_file_name(name)).filter(|path| path.is_file());
    names.filter_map(|name| beside(name).or_else(|| search.find(name, elf.machine))).collect()
}

fn companion_names(program: &Listed<'_>, way: AdapterRoute, offered: &Offer, of_host: &Needs) -> Vec<String> {
    let abi = program.abi;
    let late: Vec<&str> = match (program.loads_late, way) {
        (false, _) => Vec::new(),
        (true, AdapterRoute::Native) => abi.c_libraries().to_vec(),
        (true, AdapterRoute::Adapter) => [
            abi.c_libraries(),
            abi.fortran_libraries(),
            abi.cxx_library().as_slice(),
            abi.runtime_libraries(),
        ]
        .concat(),
    };
    let of_host = of_host.names_of_mpi();
    let mut companions: Vec<String> = Vec::new();
    for name in program.names.iter().chain(&late) {
        // Internal libraries of the MPI must be the real ones.
        let is_free = !offered.names.contains(*name) && !of_host.contains(name);
        let is_new = is_free && !companions.iter().any(|known| known == name);
        if is_new && is_replaced(name, program.programs, offered) {
            companions.push((*name).to_owned());
        }
    }
    companions
}

/// Whether nothing of this library is needed besides what is offered.
fn is_replaced(name: &str, programs: &[&Needs], offered: &Offer) -> bool {
    match part_of(name) {
        Some(LibraryRole::C | LibraryRole::Runtime) => true,
        // Without another Fortran library the program's own is used on top of the C functions.
        Some(LibraryRole::Fortran) => offered.has_fortran,
        Some(LibraryRole::Other) => needs_no_bindings(programs, offered),
        None => false,
    }
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

/// `None`: the MPI's library finds everything by itself.
fn library_path(host: &Host, of_host: &Needs) -> Option<OsString> {
    // Intel's looks for its network libraries only at run time, so its needs cannot be seen.
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

    fn check_late(
        listed: &[&str],
        offered: &[&str],
        has_fortran: bool,
        host: &[&str],
        (expected, late): (&[&str], &[&str]),
    ) {
        let program = needs(listed);
        let offer = Offer {
            names: offered.iter().map(|name| (*name).to_owned()).collect(),
            symbols: HashSet::new(),
            has_fortran,
        };
        let abi = offered.iter().find_map(|name| Abi::of_library(name)).unwrap();
        let programs = [&program];
        let names = program.names_of_mpi();
        let listed = Listed { programs: &programs, abi, names: &names, loads_late: loads_late(&programs) };
        for (way, late) in [(AdapterRoute::Native, &[][..]), (AdapterRoute::Adapter, late)] {
            let found = companion_names(&listed, way, &offer, &needs(host));
            assert_eq!(found, [expected, late].concat(), "{names:?}");
        }
    }

    fn check(listed: &[&str], offered: &[&str], has_fortran: bool, host: &[&str], expected: &[&str]) {
        check_late(listed, offered, has_fortran, host, (expected, &[]));
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
        check_late(&["libc.so.6"], &["libmpich.so.12"], false, &[], (&["libmpi.so.12"], &[]));
        let fortran = ["libmpifort.so.12", "libmpichfort.so.12"];
        check_late(&["libc.so.6"], &["libmpich.so.12"], true, &[], (&["libmpi.so.12"], &fortran));
        let runtimes = ["libopen-rte.so.40", "libopen-pal.so.40"];
        let offered = ["libmpi.so.40", "libmpi_cxx.so.40"];
        check_late(&["libc.so.6"], &offered, false, &[], (&[], &runtimes));
    }

    /// Only a library that calls itself so keeps the loader from that file.
    #[test]
    fn a_path_has_a_companion_whatever_else_is_offered() {
        let listed = ["/opt/lib/libmpi.so.12", "libopen-pal.so.40"];
        check(&listed, &["libmpi.so.12"], false, &[], &listed);
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`HostName`]: how users name an MPI: `openmpi`, a name of `seaway.toml`, a directory, a library.

use std::path::{Path, PathBuf};

use super::{Host, installations};
use crate::commands::run::LauncherKind;
use crate::executables::{Abi, LibrarySearch};
use crate::refusal::Refusal;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum HostName {
    Product(Product),
    Path(PathBuf),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Product {
    Mpich,
    OpenMpi,
    Intel,
    /// Any MPI with the standard ABI's library.
    Standard,
}

const PRODUCTS: [(&str, Product); 4] = [
    ("mpich", Product::Mpich),
    ("openmpi", Product::OpenMpi),
    ("intel", Product::Intel),
    ("standard", Product::Standard),
];

impl HostName {
    /// `configured` are the names that `seaway.toml` gives to directories; they take precedence over built-in
    /// ones.
    pub(crate) fn parse(text: &str, configured: &[(String, String)]) -> Result<Self, Refusal> {
        if let Some((_, place)) = configured.iter().find(|(name, _)| name == text) {
            return Ok(Self::Path(place.into()));
        }
        if let Some(product) = Product::named(text) {
            return Ok(Self::Product(product));
        }
        if text.contains('/') {
            return Ok(Self::Path(text.into()));
        }
        let names = configured.iter().map(|(name, _)| name.as_str()).chain(PRODUCTS.map(|(name, _)| name));
        Err(Refusal::unusable(format!(
            "--mpi {text} is not known: use {}, a directory that contains bin and lib, or the path of an MPI \
             library",
            names.collect::<Vec<_>>().join(", ")
        )))
    }

    /// The host that is meant. Of several libraries of one MPI it is the one with the program's ABI, if there is one.
    pub(crate) fn find(
        &self,
        program: Option<Abi>,
        search: &LibrarySearch,
        machine: (u8, u16),
    ) -> Result<Host, Refusal> {
        match self {
            Self::Product(product) => {
                let hosts = Host::on_this_machine(search, machine);
                let mut fitting: Vec<&Host> = hosts.iter().filter(|host| product.is(host)).collect();
                // The first that is found, and of its libraries the best.
                let launcher = fitting.first().map(|host| host.launcher.clone());
                fitting.retain(|host| launcher.as_ref() == Some(&host.launcher));
                best(&fitting, program).ok_or_else(|| product.is_missing(&hosts))
            }
            Self::Path(place) => {
                let hosts = at(place, search, machine)?;
                best(&hosts.iter().collect::<Vec<_>>(), program).ok_or_else(|| nothing_in(place))
            }
        }
    }
}

impl Product {
    /// In all common spellings: `OpenMPI`, `open-mpi`, `ompi`.
    fn named(text: &str) -> Option<Self> {
        let letters: String = text.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_')).collect();
        Some(match letters.to_ascii_lowercase().as_str() {
            "mpich" => Self::Mpich,
            "openmpi" | "ompi" => Self::OpenMpi,
            "intel" | "intelmpi" | "impi" => Self::Intel,
            "standard" | "mpiabi" | "abi" => Self::Standard,
            _ => return None,
        })
    }

    fn is(self, host: &Host) -> bool {
        let kind = host.launcher.as_ref().map(|launcher| launcher.kind);
        match self {
            Self::Standard => host.abi == Abi::Standard,
            Self::Intel => host.is_intel(),
            Self::Mpich => {
                kind.map_or(host.abi == Abi::Mpich, |kind| kind == LauncherKind::Hydra) && !host.is_intel()
            }
            Self::OpenMpi => kind.map_or(host.abi == Abi::OpenMpi, |kind| kind == LauncherKind::OpenMpi),
        }
    }

    fn is_missing(self, hosts: &[Host]) -> Refusal {
        let name = match self {
            Self::Mpich => "MPICH",
            Self::OpenMpi => "Open MPI",
            Self::Intel => "Intel MPI",
            Self::Standard => "MPI with the standard ABI (libmpi_abi.so.1)",
        };
        let found: Vec<String> = hosts.iter().map(Host::to_string).collect();
        let found = if found.is_empty() { "none".to_owned() } else { found.join(", ") };
        Refusal::unusable(format!(
            "no {name} was found on this machine (found: {found}); load its module, or give its directory: \
             --mpi /opt/mpi"
        ))
    }
}

/// What `--mpi` must say to mean `host`, with `hosts` on this machine.
pub(crate) fn name_of(host: &Host, hosts: &[Host]) -> String {
    let is_meant = |product: Product| {
        hosts.iter().find(|known| product.is(known)).is_some_and(|first| first.launcher == host.launcher)
    };
    let meant =
        PRODUCTS.iter().filter(|(_, product)| product.is(host)).find(|(_, product)| is_meant(*product));
    meant.map_or_else(|| host.library.display().to_string(), |(name, _)| (*name).to_owned())
}

/// The MPIs at a place: a folder with bin and lib in it, a launcher, or a library.
pub(crate) fn at(place: &Path, search: &LibrarySearch, machine: (u8, u16)) -> Result<Vec<Host>, Refusal> {
    if !place.exists() {
        return Err(Refusal::unusable(format!(
            "--mpi {}: it does not exist; give the directory of an MPI, or its library",
            place.display()
        )));
    }
    if place.is_file()
        && let Some(host) = Host::of_library(place, search, machine)
    {
        return Ok(vec![host]);
    }
    let installed = installations::at(place, search, machine);
    let hosts: Vec<Host> = installed.iter().flat_map(Host::of_installation).collect();
    if !hosts.is_empty() {
        return Ok(hosts);
    }
    // A folder with libraries and without a launcher of its own.
    let names = Abi::ALL.iter().flat_map(|abi| abi.c_libraries());
    let places = names.flat_map(|name| ["lib", "lib64", ""].map(|folder| place.join(folder).join(name)));
    Ok(places.filter_map(|path| Host::of_library(&path, search, machine)).collect())
}

fn nothing_in(place: &Path) -> Refusal {
    Refusal::unusable(format!(
        "--mpi {}: it contains no MPI; give a directory that contains bin and lib, or the path of an MPI \
         library",
        place.display()
    ))
}

/// Of the libraries of each MPI the one that suits a program with this ABI.
pub(crate) fn best_of_each(hosts: &[Host], program: Option<Abi>) -> Vec<Host> {
    let mut chosen: Vec<Host> = Vec::new();
    for host in hosts {
        let siblings: Vec<&Host> =
            hosts.iter().filter(|other| host.launcher.is_some() && other.launcher == host.launcher).collect();
        let best = best(&siblings, program).unwrap_or_else(|| host.clone());
        if !chosen.contains(&best) {
            chosen.push(best);
        }
    }
    chosen
}

fn best(hosts: &[&Host], program: Option<Abi>) -> Option<Host> {
    let native = hosts.iter().find(|host| Some(host.abi) == program);
    native.or(hosts.first()).map(|host| (*host).clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn configured_names_are_stronger_than_ours() {
        let configured = [("mpich".to_owned(), "/opt/mpich".to_owned()), ("site".into(), "/opt/site".into())];
        let check = |text: &str, expected: HostName| {
            assert_eq!(HostName::parse(text, &configured).unwrap(), expected, "{text}");
        };
        check("mpich", HostName::Path("/opt/mpich".into()));
        for name in ["OpenMPI", "open-mpi", "Open MPI", "ompi"] {
            check(name, HostName::Product(Product::OpenMpi));
        }
        check("Intel-MPI", HostName::Product(Product::Intel));
        check("impi", HostName::Product(Product::Intel));
        check("MPI_ABI", HostName::Product(Product::Standard));
        check("site", HostName::Path("/opt/site".into()));
        check("openmpi", HostName::Product(Product::OpenMpi));
        check("./here", HostName::Path("./here".into()));
        let refusal = HostName::parse("lam", &configured).unwrap_err();
        assert!(refusal.to_string().contains("site, mpich, openmpi, intel, standard"), "{refusal}");
    }

    #[test]
    fn of_two_libraries_that_of_the_program_is_taken() {
        let host = |abi| Host { abi, library: "/l".into(), soname: "l".into(), launcher: None };
        let (first, second) = (host(Abi::Mpich), host(Abi::Standard));
        let hosts = [&first, &second];
        assert_eq!(best(&hosts, Some(Abi::Standard)), Some(second.clone()));
        assert_eq!(best(&hosts, Some(Abi::OpenMpi)), Some(first.clone()));
        assert_eq!(best(&hosts, None), Some(first.clone()));
        assert_eq!(best(&[], None), None);
    }

    #[test]
    fn each_mpi_is_named_once_and_by_the_shortest_name_that_means_it() {
        let launcher = |path: &str| crate::commands::run::Launcher {
            path: path.into(),
            kind: LauncherKind::Hydra,
            description: "MPICH 5.0.2".into(),
        };
        let host = |abi, library: &str, path: &str| Host {
            abi,
            library: library.into(),
            soname: "l".into(),
            launcher: Some(launcher(path)),
        };
        let hosts = [
            host(Abi::Mpich, "/a/libmpi.so.12", "/a/mpiexec"),
            host(Abi::Standard, "/a/libmpi_abi.so.1", "/a/mpiexec"),
            host(Abi::Mpich, "/b/libmpi.so.12", "/b/mpiexec"),
        ];
        assert_eq!(best_of_each(&hosts, Some(Abi::Standard)), [hosts[1].clone(), hosts[2].clone()]);
        assert_eq!(best_of_each(&hosts, Some(Abi::OpenMpi)), [hosts[0].clone(), hosts[2].clone()]);
        let names: Vec<String> = hosts.iter().map(|host| name_of(host, &hosts)).collect();
        assert_eq!(names, ["mpich", "mpich", "/b/libmpi.so.12"]);
    }
}

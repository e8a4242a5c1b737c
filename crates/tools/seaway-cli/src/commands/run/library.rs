// SPDX-License-Identifier: MIT OR Apache-2.0
//! Locates libseaway.so: named by SEAWAY_LIBRARY, or near this program; and the recorder and the adapters.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::executables::Abi;

const NAME: &str = "libseaway.so";

/// As installed, and as built by cargo.
const RECORDER_NAMES: [&str; 2] = ["libseaway-posix.so", "libseaway_posix.so"];

/// An absolute path: ranks may have another working directory.
pub(crate) fn find_library() -> Result<PathBuf> {
    let path = match named("SEAWAY_LIBRARY")? {
        Some(named) => named,
        None => library_near(&env::current_exe().context("cannot determine the path of this program")?)?,
    };
    checked(path)
}

/// The trace recorder: named by SEAWAY_POSIX_LIBRARY, or beside libseaway.so, or in the same search path.
pub(crate) fn find_recorder(seaway: Option<&Path>) -> Result<PathBuf> {
    let path = match named("SEAWAY_POSIX_LIBRARY")? {
        Some(named) => named,
        None => {
            recorder_near(&env::current_exe().context("cannot determine the path of this program")?, seaway)?
        }
    };
    checked(path)
}

fn recorder_near(program: &Path, seaway: Option<&Path>) -> Result<PathBuf> {
    let beside = seaway.and_then(Path::parent).map(Path::to_owned);
    let folders = beside.into_iter().chain(folders_near(program));
    let files = folders.flat_map(|folder| RECORDER_NAMES.map(|name| folder.join(name)));
    files.into_iter().find(|path| path.is_file()).with_context(|| {
        format!(
            "{} is not beside {}, nor in ../lib or ../lib64: build it with cargo build --release -p seaway-interpose, or \
             name it in SEAWAY_POSIX_LIBRARY",
            RECORDER_NAMES[1],
            program.display()
        )
    })
}

fn checked(path: PathBuf) -> Result<PathBuf> {
    // The loader splits LD_PRELOAD at these, and there is no way to quote them.
    if path.to_string_lossy().contains([' ', ':']) {
        bail!("{} has a space or a colon in its path, which LD_PRELOAD cannot hold: move it", path.display());
    }
    Ok(path)
}

/// The library that lets programs of one ABI run on an MPI of another: beside libseaway.so, or in the same
/// search path.
pub(crate) fn find_adapter(abi: Abi, seaway: Option<&Path>) -> Result<PathBuf> {
    let name = format!("libseaway_{}.so", abi.word());
    let program = env::current_exe().context("cannot determine the path of this program")?;
    let beside = seaway.and_then(Path::parent).map(Path::to_owned);
    let mut folders = beside.into_iter().chain(folders_near(&program));
    let found = folders.find_map(|folder| Some(folder.join(&name)).filter(|path| path.is_file()));
    found.with_context(|| {
        format!(
            "the adapter {name} is not beside libseaway.so: build it with cargo build --release -p seaway-adapter-{}",
            abi.word()
        )
    })
}

/// The path in a variable, if it is set.
fn named(variable: &str) -> Result<Option<PathBuf>> {
    let Some(named) = env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from) else {
        return Ok(None);
    };
    if !named.is_file() {
        bail!("{variable} names {}, which is not a file: correct the variable, or unset it", named.display());
    }
    Ok(Some(std::path::absolute(named)?))
}

fn library_near(program: &Path) -> Result<PathBuf> {
    let found = folders_near(program).iter().map(|folder| folder.join(NAME)).find(|path| path.is_file());
    found.with_context(|| {
        format!(
            "{NAME} is not beside {}, nor in ../lib or ../lib64: build it with cargo build --release -p \
             seaway-preload, or name it in SEAWAY_LIBRARY",
            program.display()
        )
    })
}

fn folders_near(program: &Path) -> [PathBuf; 3] {
    let program = program.canonicalize().unwrap_or_else(|_| program.to_owned());
    let folder = program.parent().unwrap_or(Path::new("/"));
    let prefix = folder.parent().unwrap_or(Path::new("/"));
    [folder.to_owned(), prefix.join("lib"), prefix.join("lib64")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn the_library_is_beside_the_program_or_in_its_prefix() {
        for folder in ["bin", "lib", "lib64"] {
            let prefix = tempfile::tempdir().unwrap();
            let program = prefix.path().join("bin/seaway");
            fs::create_dir(prefix.path().join("bin")).unwrap();
            fs::write(&program, "").unwrap();
            let sentence = format!("{:#}", library_near(&program).unwrap_err());
            assert!(sentence.contains("cargo build"), "{sentence}");
            let _ = fs::create_dir(prefix.path().join(folder));
            let library = prefix.path().canonicalize().unwrap().join(folder).join(NAME);
            fs::write(&library, "").unwrap();
            assert_eq!(library_near(&program).unwrap(), library);
            let sentence = format!("{:#}", recorder_near(&program, None).unwrap_err());
            assert!(sentence.contains("libseaway_posix.so"), "what cargo build makes: {sentence}");
            for name in RECORDER_NAMES.iter().rev() {
                let recorder = library.with_file_name(name);
                fs::write(&recorder, "").unwrap();
                assert_eq!(recorder_near(&program, None).unwrap(), recorder);
            }
        }
    }
}

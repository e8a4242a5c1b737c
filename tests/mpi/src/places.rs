// SPDX-License-Identifier: MIT OR Apache-2.0
//! Paths: the workspace, the prepared MPIs, libseaway, the programs' sources.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use crate::installation::Abi;

/// The root of the repository.
pub fn workspace_root() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).expect("the package lies two folders beneath the root").to_path_buf()
}

/// The directory that `cargo xtask test-mpi` fills: MPIs, a Python, compiled programs. Independent of
/// `CARGO_TARGET_DIR`, so that several builds share it.
pub fn environment_folder() -> PathBuf {
    workspace_root().join("target/mpi")
}

/// The source of a program by its path below `programs/`.
pub fn program_source(relative: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("programs").join(relative)
}

/// A new directory in memory, for temporary files: no test then waits for a disk. Deleted on drop.
///
/// # Panics
/// If it cannot be created.
pub fn folder_in_memory() -> tempfile::TempDir {
    tempfile::tempdir_in("/dev/shm").expect("a folder in /dev/shm can be made")
}

/// The library under test: `SEAWAY_LIBRARY`, or the release build.
///
/// # Panics
/// If it does not exist.
pub fn seaway_library() -> PathBuf {
    let library = env::var_os("SEAWAY_LIBRARY").map_or_else(|| release_build("libseaway.so"), PathBuf::from);
    assert!(
        library.is_file(),
        "{} does not exist: run `cargo xtask test-mpi`, which builds it, or set SEAWAY_LIBRARY",
        library.display()
    );
    library
}

/// The recorder under test: `SEAWAY_POSIX_LIBRARY`, or the release build.
///
/// # Panics
/// If it does not exist.
pub fn posix_library() -> PathBuf {
    let library = env::var_os("SEAWAY_POSIX_LIBRARY")
        .map_or_else(|| release_build("libseaway_posix.so"), PathBuf::from);
    assert!(
        library.is_file(),
        "{} does not exist: run `cargo xtask test-mpi`, which builds it, or set SEAWAY_POSIX_LIBRARY",
        library.display()
    );
    library
}

/// The adapter under test for programs of this ABI: in the directory `SEAWAY_ADAPTERS`, or the release build.
///
/// # Panics
/// If it does not exist.
pub fn adapter_library(program: Abi) -> PathBuf {
    let file = match program {
        Abi::Mpich => "libseaway_mpich.so",
        Abi::OpenMpi => "libseaway_openmpi.so",
        Abi::Standard => "libseaway_standard.so",
    };
    let library = env::var_os("SEAWAY_ADAPTERS")
        .map_or_else(|| release_build(file), |folder| PathBuf::from(folder).join(file));
    assert!(
        library.is_file(),
        "{} does not exist: run `cargo xtask test-mpi`, which builds it, or set SEAWAY_ADAPTERS",
        library.display()
    );
    library
}

/// The program `seaway` under test: `SEAWAY_PROGRAM`, or the release build.
///
/// # Panics
/// If it does not exist.
pub fn seaway_program() -> PathBuf {
    let program = env::var_os("SEAWAY_PROGRAM").map_or_else(|| release_build("seaway"), PathBuf::from);
    assert!(
        program.is_file(),
        "{} does not exist: run `cargo xtask test-mpi`, which builds it, or set SEAWAY_PROGRAM",
        program.display()
    );
    program
}

fn release_build(file: &str) -> PathBuf {
    let target =
        env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace_root().join("target"), PathBuf::from);
    target.join("release").join(file)
}

/// The programs of a folder of `programs/`, by their names without `ending`, sorted.
pub fn programs_in(folder: &str, ending: &str) -> Vec<String> {
    let entries = fs::read_dir(program_source(folder)).expect("the folder is there");
    let names = entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.strip_suffix(ending).map(str::to_owned));
    let mut programs: Vec<String> = names.collect();
    programs.sort_unstable();
    programs
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compiles programs with an MPI's own wrapper. Results are cached under `target/mpi/programs`, by a hash of
//! all inputs.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::{self, Command};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Installation;
use crate::places::{environment_folder, program_source};

/// Makes temporary file names unique within a process.
static ATTEMPT: AtomicU32 = AtomicU32::new(0);

impl Installation {
    /// Compiles a C program, `source` relative to `programs/` or absolute. `extra` is passed to the compiler
    /// unchanged.
    ///
    /// # Panics
    /// If it does not compile.
    pub fn compile_c(&self, source: impl AsRef<Path>, extra: &[&str]) -> PathBuf {
        let usual = ["-std=gnu11", "-O1", "-g", "-Wall", "-Werror=implicit-function-declaration"];
        self.compile(&self.c_compiler, &program_source(source), &usual, extra)
    }

    /// Compiles a Fortran program, as [`Self::compile_c`] does C.
    ///
    /// # Panics
    /// If it does not compile, or if this MPI has no Fortran: check [`Self::has_fortran`] first.
    pub fn compile_fortran(&self, source: impl AsRef<Path>, extra: &[&str]) -> PathBuf {
        let compiler = self.fortran_compiler.as_ref();
        let compiler = compiler.unwrap_or_else(|| panic!("{} comes without Fortran", self.name));
        self.compile(compiler, &program_source(source), &["-O1", "-g"], extra)
    }

    fn compile(&self, compiler: &Path, source: &Path, usual: &[&str], extra: &[&str]) -> PathBuf {
        let folder = environment_folder().join("programs").join(self.name);
        fs::create_dir_all(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let stem = source.file_stem().unwrap_or_default().to_string_lossy();
        let program = folder.join(format!("{stem}-{:016x}", key(compiler, source, usual, extra)));
        if !program.exists() {
            let attempt = ATTEMPT.fetch_add(1, Ordering::Relaxed);
            let unfinished = folder.join(format!("{stem}-{}-{attempt}.unfinished", process::id()));
            self.run_compiler(compiler, source, &unfinished, usual, extra);
            // An atomic rename, so that a concurrent test never starts an incomplete program.
            fs::rename(&unfinished, &program)
                .unwrap_or_else(|error| panic!("{}: {error}", program.display()));
        }
        program
    }

    fn run_compiler(&self, compiler: &Path, source: &Path, output: &Path, usual: &[&str], extra: &[&str]) {
        let mut command = Command::new(compiler);
        // Fortran module files are written to the working directory, and have the same names in many
        // programs.
        let scratch = tempfile::tempdir().unwrap_or_else(|error| panic!("a folder for modules: {error}"));
        command.current_dir(scratch.path());
        command.args(usual).arg("-o").arg(output).arg(source);
        if let Some(folder) = source.parent() {
            command.arg("-I").arg(folder);
        }
        command.args(extra);
        let result = command.output().unwrap_or_else(|error| panic!("{}: {error}", compiler.display()));
        let messages = String::from_utf8_lossy(&result.stderr);
        assert!(result.status.success(), "{}: {} does not compile\n{messages}", self.name, source.display());
    }
}

/// Everything that determines the compiler's output: itself, the source, headers beside and above it,
/// options, other sources among these.
fn key(compiler: &Path, source: &Path, usual: &[&str], extra: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    (compiler, usual, extra).hash(&mut hasher);
    read(source).hash(&mut hasher);
    let others = extra.iter().map(PathBuf::from).filter(|word| word.is_file());
    // Shared headers are above the programs' directories.
    let headers = source.ancestors().skip(1).take(2).flat_map(headers_in);
    for other in headers.chain(others) {
        read(&other).hash(&mut hasher);
    }
    hasher.finish()
}

fn headers_in(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.flatten().map(|entry| entry.path());
    let is_header =
        |path: &PathBuf| path.extension().is_some_and(|extension| extension == "h" || extension == "inc");
    let mut headers: Vec<PathBuf> = paths.filter(is_header).collect();
    headers.sort();
    headers
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

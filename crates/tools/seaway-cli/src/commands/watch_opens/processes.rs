// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Processes`]: whose opens are recorded. Processes with a recorder are let go unrecorded, as long as the C
//! library makes the call.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use seaway_trace_format::{Call, Flags, StringKind};

use super::callers::Callers;
use super::sys::Waiting;
use super::trace_file::TraceFile;
use crate::executables::Elf;

/// The longest path that the kernel takes.
const PATH_BYTES: usize = 4096;

/// What is not recorded of a program without the recorder, and of one that has it.
const UNSEEN_WITHOUT: &str = "everything except opens: no library can be preloaded into this program";
const UNSEEN_BESIDE: &str = "everything except opens, for system calls made without the C library";

pub(super) struct Processes {
    folder: PathBuf,
    library: Vec<u8>,
    /// By the process.
    programs: HashMap<u32, Program>,
    /// The process that a thread belongs to.
    of_thread: HashMap<u32, u32>,
}

/// A program in a process.
struct Program {
    /// `None`: nothing of it is recorded, at least not yet.
    file: Option<TraceFile>,
    /// It records the C library's calls itself. Other code's calls are recorded here.
    recorded: Option<Callers>,
    /// Its executable and its arguments.
    image: Vec<u8>,
    /// It has called exec, which may have failed.
    may_be_another: bool,
}

impl Processes {
    /// Nothing of `starter` is recorded before it becomes another program.
    pub(super) fn new(folder: &Path, library: &Path, starter: u32) -> Self {
        let library = library.as_os_str().as_bytes().to_vec();
        let nothing = Program { file: None, recorded: None, image: image_of(starter), may_be_another: false };
        let programs = HashMap::from([(starter, nothing)]);
        Self { folder: folder.to_owned(), library, programs, of_thread: HashMap::new() }
    }

    /// `is_waiting`: called after the process's memory has been read.
    pub(super) fn note(&mut self, waiting: &Waiting, is_waiting: impl FnOnce() -> bool) {
        let Some(process) = self.process_of(waiting.thread) else { return };
        self.look_at(process);
        let Some(program) = self.programs.get_mut(&process) else { return };
        program.may_be_another = matches!(waiting.call, libc::SYS_execve | libc::SYS_execveat);
        if let Some(callers) = &mut program.recorded {
            if callers.is_c_library(process, waiting.instruction) {
                return;
            }
            if program.file.is_none() {
                program.file = TraceFile::create(&self.folder, process, UNSEEN_BESIDE).ok();
            }
        }
        if let Some(file) = &mut program.file
            && let Some(seen) = Seen::of(waiting)
            && is_waiting()
        {
            // A full disk must not stop the program.
            let _ = seen.write(file, waiting.thread);
        }
        self.forget_the_dead();
    }

    /// Updates what is known of the program that the process runs now.
    fn look_at(&mut self, process: u32) {
        let known = self.programs.get_mut(&process);
        if known.as_ref().is_some_and(|program| !program.may_be_another) {
            return;
        }
        let image = image_of(process);
        match known {
            Some(program) if program.image == image => {}
            _ => {
                let program = self.begin(process, image);
                self.programs.insert(process, program);
            }
        }
    }

    fn process_of(&mut self, thread: u32) -> Option<u32> {
        if let Some(process) = self.of_thread.get(&thread) {
            return Some(*process);
        }
        let status = fs::read_to_string(format!("/proc/{thread}/status")).ok()?;
        let process = status.lines().find_map(|line| line.strip_prefix("Tgid:"))?.trim().parse().ok()?;
        self.of_thread.insert(thread, process);
        Some(process)
    }

    fn begin(&self, process: u32, image: Vec<u8>) -> Program {
        let recorded = self.records_by_itself(process).then(Callers::default);
        let file = match recorded {
            Some(_) => None,
            None => TraceFile::create(&self.folder, process, UNSEEN_WITHOUT).ok(),
        };
        Program { file, recorded, image, may_be_another: false }
    }

    /// A program that can be preloaded, and was.
    fn records_by_itself(&self, process: u32) -> bool {
        let environment = fs::read(format!("/proc/{process}/environ")).unwrap_or_default();
        let preloads = |variable: &[u8]| {
            variable.strip_prefix(b"LD_PRELOAD=").is_some_and(|value| {
                value.split(|byte| b": ".contains(byte)).any(|library| library == self.library)
            })
        };
        let elf = Elf::read(Path::new(&format!("/proc/{process}/exe"))).ok().flatten();
        let interpreter = elf.and_then(|elf| elf.interpreter);
        let is_glibc = interpreter.is_some_and(|path| !path.to_string_lossy().contains("ld-musl"));
        is_glibc && environment.split(|byte| *byte == 0).any(preloads)
    }

    /// Process ids are reused, so nothing is kept of those that are gone. Rarely, as it checks all.
    fn forget_the_dead(&mut self) {
        const MANY: usize = 1024;
        if self.of_thread.len() >= MANY {
            let is_alive = |number: &u32| Path::new(&format!("/proc/{number}")).exists();
            self.of_thread.retain(|thread, _| is_alive(thread));
            self.programs.retain(|process, _| is_alive(process));
            if self.of_thread.len() >= MANY {
                self.of_thread.clear();
            }
        }
    }
}

fn image_of(process: u32) -> Vec<u8> {
    let program = fs::read_link(format!("/proc/{process}/exe")).unwrap_or_default();
    let words = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    [program.as_os_str().as_bytes(), &[0], &words].concat()
}

/// The details of a call.
struct Seen {
    call: Call,
    path: Option<PathBuf>,
    flags: u64,
}

impl Seen {
    fn of(waiting: &Waiting) -> Option<Self> {
        let [first, second, third, ..] = waiting.arguments;
        let at_working_directory = i64::from(libc::AT_FDCWD).cast_unsigned();
        let (call, folder, path, flags) = match waiting.call {
            libc::SYS_openat => (Call::Openat, first, second, third),
            libc::SYS_openat2 => (Call::Openat2, first, second, number_at(waiting.thread, third)?),
            libc::SYS_execve => (Call::Exec, at_working_directory, first, 0),
            libc::SYS_execveat => (Call::Exec, first, second, 0),
            libc::SYS_io_uring_setup => return Some(Self { call: Call::IoUringSetup, path: None, flags: 0 }),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_open => (Call::Open, at_working_directory, first, second),
            #[cfg(target_arch = "x86_64")]
            libc::SYS_creat => {
                let flags = libc::O_CREAT | libc::O_WRONLY | libc::O_TRUNC;
                (Call::Creat, at_working_directory, first, u64::from(flags.cast_unsigned()))
            }
            _ => return None,
        };
        let path = full_path(waiting.thread, folder, path_at(waiting.thread, path)?);
        Some(Self { call, path: Some(path), flags })
    }

    fn write(&self, file: &mut TraceFile, thread: u32) -> std::io::Result<()> {
        if self.call == Call::IoUringSetup {
            file.set_flags(Flags::HAS_RING)?;
            file.string(StringKind::Unseen, b"accesses through io_uring")?;
        }
        let path = match &self.path {
            Some(path) => file.string(StringKind::Path, path.as_os_str().as_bytes())?,
            None => 0,
        };
        file.event(thread, self.call, path, self.flags)
    }
}

fn memory(thread: u32, address: u64, bytes: &mut [u8]) -> Option<usize> {
    File::open(format!("/proc/{thread}/mem")).ok()?.read_at(bytes, address).ok()
}

fn number_at(thread: u32, address: u64) -> Option<u64> {
    let mut bytes = [0; 8];
    (memory(thread, address, &mut bytes)? == bytes.len()).then(|| u64::from_ne_bytes(bytes))
}

/// A zero-terminated string. The pages after it may be unmapped, so a read may come back short.
fn path_at(thread: u32, address: u64) -> Option<PathBuf> {
    let mut bytes = vec![0; PATH_BYTES];
    let read = memory(thread, address, &mut bytes)?;
    let end = bytes[..read].iter().position(|byte| *byte == 0)?;
    bytes.truncate(end);
    Some(OsString::from_vec(bytes).into())
}

/// Relative names begin at the working directory, or at an open directory.
fn full_path(thread: u32, folder: u64, path: PathBuf) -> PathBuf {
    if path.is_absolute() {
        return without_dots(&path);
    }
    // The kernel uses only the lower half.
    #[expect(clippy::cast_possible_truncation, reason = "as the kernel does")]
    let descriptor = folder as i32;
    let base = if descriptor == libc::AT_FDCWD {
        fs::read_link(format!("/proc/{thread}/cwd"))
    } else {
        fs::read_link(format!("/proc/{thread}/fd/{descriptor}"))
    };
    base.map_or(path.clone(), |base| without_dots(&base.join(&path)))
}

fn without_dots(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_from_memory_and_made_whole() {
        let this = std::process::id();
        let name = c"some/./name";
        let path = path_at(this, name.as_ptr().addr() as u64).unwrap();
        assert_eq!(path, Path::new("some/./name"));
        let here = i64::from(libc::AT_FDCWD).cast_unsigned();
        let expected = std::env::current_dir().unwrap().join("some/name");
        assert_eq!(full_path(this, here, path.clone()), expected);
        let folder = tempfile::tempdir().unwrap();
        let open = File::open(folder.path()).unwrap();
        let descriptor = u64::try_from(std::os::fd::AsRawFd::as_raw_fd(&open)).unwrap();
        assert_eq!(
            full_path(this, descriptor, path),
            folder.path().canonicalize().unwrap().join("some/name")
        );
        assert_eq!(path_at(this, 8), None);
    }
}

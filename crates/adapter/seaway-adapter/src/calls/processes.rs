// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_Init, and starting processes.

use std::ffi::{CStr, CString, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use seaway_mpi_abi::abi::Kind;

use crate::calls::host;
use crate::errors::code;
use crate::handles::{from_host, host_handle, row_of, to_host};
use crate::launchers::must_have_met;
use crate::numbers::{constant, number, rank_to_host};
use crate::sides::{Host, Program};
use crate::slab;

pub(crate) unsafe extern "C" fn init<P: Program, H: Host>(argc: *mut c_int, argv: *mut c_void) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Init.
    unsafe {
        let result = host!(INIT(*mut c_int, *mut c_void))(argc, argv);
        if result == 0 {
            // The user can make an MPI allow a higher thread level than the program asks for.
            let mut level = number(H::MPI_THREAD_MULTIPLE);
            host!(QUERY_THREAD(*mut c_int))(&raw mut level);
            slab::several_threads(level == number(H::MPI_THREAD_MULTIPLE));
            must_have_met::<H>();
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn init_thread<P: Program, H: Host>(
    argc: *mut c_int,
    argv: *mut c_void,
    required: c_int,
    provided: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Init_thread.
    unsafe {
        let required = constant(P::THREAD_LEVEL, H::THREAD_LEVEL, required);
        let mut level = 0;
        let result = host!(INIT_THREAD(*mut c_int, *mut c_void, c_int, *mut c_int))(
            argc,
            argv,
            required,
            &raw mut level,
        );
        if result == 0 {
            slab::several_threads(level == number(H::MPI_THREAD_MULTIPLE));
            must_have_met::<H>();
        }
        if !provided.is_null() {
            provided.write(constant(H::THREAD_LEVEL, P::THREAD_LEVEL, level));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn info_create_env<P: Program, H: Host>(
    argc: c_int,
    argv: *mut c_void,
    info: *mut P::Word,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Info_create_env.
    unsafe {
        let mut made = H::Word::default();
        let result = host!(INFO_CREATE_ENV(c_int, *mut c_void, *mut H::Word))(argc, argv, &raw mut made);
        if result == 0 {
            info.write(from_host::<P, H>(Kind::Info, made));
        }
        code::<P, H>(result)
    }
}

pub(crate) unsafe extern "C" fn comm_spawn<P: Program, H: Host>(
    command: *const c_char,
    argv: *mut c_void,
    maxprocs: c_int,
    info: P::Word,
    root: c_int,
    comm: P::Word,
    intercomm: *mut P::Word,
    error_codes: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Comm_spawn.
    unsafe {
        let mut made = H::Word::default();
        let info = to_host::<P, H>(Kind::Info, info);
        let mut child = Child::of::<H>(command, argv.cast(), info);
        let (command, argv) =
            child.as_mut().map_or((command, argv), |child| (child.command(), child.arguments()));
        let result = host!(
            COMM_SPAWN(*const c_char, *mut c_void, c_int, H::Word, c_int, H::Word, *mut H::Word, *mut c_int)
        )(
            command,
            argv,
            maxprocs,
            info,
            rank_to_host::<P, H>(root),
            to_host::<P, H>(Kind::Comm, comm),
            &raw mut made,
            error_codes,
        );
        spawned::<P, H>(result, made, intercomm, error_codes)
    }
}

pub(crate) unsafe extern "C" fn comm_spawn_multiple<P: Program, H: Host>(
    count: c_int,
    commands: *mut c_void,
    argvs: *mut c_void,
    maxprocs: *const c_int,
    infos: *const P::Word,
    root: c_int,
    comm: P::Word,
    intercomm: *mut P::Word,
    error_codes: *mut c_int,
) -> c_int {
    // SAFETY: the program keeps the contract of MPI_Comm_spawn_multiple.
    unsafe {
        let comm = to_host::<P, H>(Kind::Comm, comm);
        let mut rank: c_int = 0;
        host!(COMM_RANK(H::Word, *mut c_int))(comm, &raw mut rank);
        // The arrays are significant at the root only, and elsewhere may be anything.
        let length = if rank == root { usize::try_from(count).unwrap_or(0) } else { 0 };
        let infos: Vec<H::Word> =
            (0..length).map(|index| to_host::<P, H>(Kind::Info, infos.add(index).read())).collect();
        let mut made = H::Word::default();
        let argv_of = |index: usize| {
            let argvs = argvs.cast::<*const *const c_char>();
            if argvs.is_null() { ptr::null() } else { argvs.add(index).read() }
        };
        let command_of = |index: usize| commands.cast::<*const c_char>().add(index).read();
        let mut children: Vec<Child> = (0..length)
            .filter_map(|index| Child::of::<H>(command_of(index), argv_of(index), infos[index]))
            .collect();
        let mut own_commands: Vec<*const c_char> = children.iter().map(Child::command).collect();
        let mut own_argvs: Vec<*mut c_void> = children.iter_mut().map(Child::arguments).collect();
        // If one is missing, all of them fail.
        let is_own = !children.is_empty() && children.len() == length;
        let commands = if is_own { own_commands.as_mut_ptr().cast() } else { commands };
        let argvs = if is_own { own_argvs.as_mut_ptr().cast() } else { argvs };
        let result =
            host!(
                COMM_SPAWN_MULTIPLE(
                    c_int,
                    *mut c_void,
                    *mut c_void,
                    *const c_int,
                    *const H::Word,
                    c_int,
                    H::Word,
                    *mut H::Word,
                    *mut c_int,
                )
            )(
                count, commands, argvs, maxprocs, infos.as_ptr(), root, comm, &raw mut made, error_codes
            );
        spawned::<P, H>(result, made, intercomm, error_codes)
    }
}

/// A command that sets the environment first. Open MPI starts processes with its daemon's environment, which
/// lacks the adapter's variables; MPICH passes on the program's.
struct Child {
    words: Vec<CString>,
    pointers: Vec<*const c_char>,
}

impl Child {
    /// `None`: the command goes to the host unchanged. So does a missing one: if another command started it,
    /// only that one would notice, and the host would wait for it to call MPI_Init.
    ///
    /// # Safety
    /// `command` is a string, `argv` null or a null-terminated array of strings, and `info` a handle of the
    /// host.
    unsafe fn of<H: Host>(command: *const c_char, argv: *const *const c_char, info: H::Word) -> Option<Self> {
        let is_ours = |name: &OsStr| {
            name == "LD_PRELOAD" || name == "LD_LIBRARY_PATH" || name.as_bytes().starts_with(b"SEAWAY_")
        };
        if H::NAME != "Open MPI" || std::env::var_os("LD_PRELOAD").is_none() || command.is_null() {
            return None;
        }
        // SAFETY: the caller's contract.
        if unsafe { is_missing::<H>(CStr::from_ptr(command), info) } {
            return None;
        }
        let mut words = vec![c"env".to_owned()];
        for (name, value) in std::env::vars_os().filter(|(name, _)| is_ours(name)) {
            words.push(CString::new([name.as_bytes(), b"=", value.as_bytes()].concat()).ok()?);
        }
        // SAFETY: the caller's contract.
        unsafe {
            words.push(CStr::from_ptr(command).to_owned());
            let mut next = argv;
            while !next.is_null() && !next.read().is_null() {
                words.push(CStr::from_ptr(next.read()).to_owned());
                next = next.add(1);
            }
        }
        Some(Self { words, pointers: Vec::new() })
    }

    fn command(&self) -> *const c_char {
        self.words[0].as_ptr()
    }

    /// Without the command, as MPI requires.
    fn arguments(&mut self) -> *mut c_void {
        let words = self.words[1..].iter().map(|word| word.as_ptr());
        self.pointers = words.chain([ptr::null()]).collect();
        self.pointers.as_mut_ptr().cast()
    }
}

/// Info keys that say where a command is searched, other than here and in PATH.
const ELSEWHERE: [&CStr; 6] = [c"host", c"hostfile", c"add-host", c"add-hostfile", c"wdir", c"path"];

/// Whether the command certainly does not exist. A command that starts elsewhere cannot be checked here.
///
/// # Safety
/// `info` is a handle of the host.
unsafe fn is_missing<H: Host>(command: &CStr, info: H::Word) -> bool {
    let is_set = |key: &&CStr| {
        let (mut length, mut flag): (c_int, c_int) = (0, 0);
        let result =
            // SAFETY: MPI's function, with its arguments.
            unsafe { host!(INFO_GET_VALUELEN(H::Word, *const c_char, *mut c_int, *mut c_int))(info, key.as_ptr(), &raw mut length, &raw mut flag) };
        result == 0 && flag != 0
    };
    let has_info = info != host_handle::<H>(const { row_of("MPI_INFO_NULL") });
    if has_info && ELSEWHERE.iter().any(is_set) {
        return false;
    }
    let command = Path::new(OsStr::from_bytes(command.to_bytes()));
    if command.as_os_str().as_bytes().contains(&b'/') {
        return !command.exists();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Open MPI also searches the working directory.
    !command.exists() && !std::env::split_paths(&path).any(|folder| folder.join(command).exists())
}

unsafe fn spawned<P: Program, H: Host>(
    result: c_int,
    made: H::Word,
    intercomm: *mut P::Word,
    error_codes: *mut c_int,
) -> c_int {
    if result != 0 {
        return code::<P, H>(result);
    }
    // SAFETY: there is an error code for each process that was to be started, so for each that was.
    unsafe {
        let mut size: c_int = 0;
        host!(COMM_REMOTE_SIZE(H::Word, *mut c_int))(made, &raw mut size);
        for index in 0..usize::try_from(size).unwrap_or(0) {
            if !error_codes.is_null() {
                let error = error_codes.add(index);
                error.write(code::<P, H>(error.read()));
            }
        }
        intercomm.write(from_host::<P, H>(Kind::Comm, made));
    }
    0
}

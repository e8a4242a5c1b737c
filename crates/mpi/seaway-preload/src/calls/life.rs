// SPDX-License-Identifier: MIT OR Apache-2.0
//! Opening, closing and deleting files.

use std::ffi::{CString, c_char, c_int};

use seaway_device_api::{DeviceName, Error, ErrorKind, Hints, Operation, Result};
use seaway_devices::{Configuration, Located, connect, locate};
use seaway_engine::{AccessMode, Communicator, File, agree};
use seaway_mpi_host::Standard;
use seaway_mpi_host::abi::{Abi, Comm, Info};
use seaway_mpi_host::communicator::HostCommunicator;
use seaway_mpi_host::info::hints_of;

use super::string;
use crate::door::{guarded, not_open, raise, without_file};
use crate::handles;
use crate::native::native;
use crate::open_file::OpenFile;
use crate::process::Process;
use crate::{hdf5, pnetcdf, report, requests, trace};

/// The scheme of files that the host MPI handles itself.
pub(crate) const NATIVE: &str = "native";

/// The result of an open call.
enum Opened {
    Ours(usize),
    /// The host's handle, or its error code.
    Native(c_int),
}

pub(crate) unsafe fn file_open<A: Abi>(
    process: &'static Process<A>,
    comm: usize,
    filename: *const c_char,
    amode: c_int,
    info: usize,
    fh: *mut usize,
) -> c_int {
    let mut native_code = 0;
    let code = without_file(process, Operation::Open, || {
        if fh.is_null() {
            return Err(Error::new(ErrorKind::Argument, Operation::Open)
                .with_detail("the pointer for the handle is null"));
        }
        // SAFETY: not null, and the program passes it to be written.
        unsafe { fh.write(process.host.known.file_null.0) };
        // SAFETY: the caller's contract.
        let name = unsafe { string(filename, Operation::Open, "the file name") };
        match open(process, Comm::from_register(comm), name, amode, Info::from_register(info), fh)? {
            // SAFETY: as above.
            Opened::Ours(handle) => unsafe { fh.write(handle) },
            Opened::Native(code) => native_code = code,
        }
        Ok(())
    });
    // The host has called its own error handler already.
    if code == 0 { native_code } else { code }
}

fn open<A: Abi>(
    process: &'static Process<A>,
    comm: Comm<A>,
    name: Result<&str>,
    amode: c_int,
    info: Info<A>,
    fh: *mut usize,
) -> Result<Opened> {
    check_communicator(process, comm)?;
    let communicator = HostCommunicator::open(&process.host, comm)?;
    let context = |error: Error| {
        error.with_path(name.as_ref().copied().unwrap_or_default()).with_rank(communicator.rank())
    };
    let found = name.clone().and_then(|name| {
        let hints = hints_of(&process.host, info)?;
        find(name, &hints)
    });
    let (located, hints) = agree(&*communicator, Operation::Open, found).map_err(context)?;
    trace::note_name(&located.name);
    let is_native = located.name.scheme() == NATIVE;
    let barrier = meet(&*communicator, is_native).map_err(context)?;
    trace::note_open(standard_mode::<A>(amode), communicator.size());
    if is_native {
        return Ok(Opened::Native(open_natively(comm, &located.name, amode, info, fh)?));
    }
    let prepared = connect(&located.name, &hints).and_then(|device| Ok((device, access_mode::<A>(amode)?)));
    let (device, mode) = agree(&*communicator, Operation::Open, prepared).map_err(context)?;
    let file = File::open(&*communicator, device, &located.name, mode, &hints).map_err(context)?;
    if let Some(number) = barrier {
        communicator.barrier().map_err(context)?;
        trace::mark_barrier(number);
    }
    if pnetcdf::empties(&located, mode) {
        file.set_size(0).map_err(context)?;
    }
    let mut group = process.host.known.group_null;
    // SAFETY: a valid communicator; MPI fills the place.
    unsafe { (process.host.functions.comm_group)(comm, &raw mut group) };
    let open = OpenFile::new(process, file, group);
    let handle = handles::insert(open).ok_or_else(|| {
        Error::new(ErrorKind::NoMemory, Operation::Open)
            .with_detail("too many files are open in this process")
    })?;
    Ok(Opened::Ours(handle))
}

/// All ranks must agree whether the file is native. If all of them are traced they get a number for the
/// barrier that they will leave together.
fn meet(communicator: &dyn Communicator, is_native: bool) -> Result<Option<u64>> {
    let mine = [u64::from(is_native), trace::barrier_number()];
    let mut all = vec![0; mine.len() * communicator.size()];
    communicator.all_gather_words(&mine, &mut all)?;
    let mut ranks = all.chunks_exact(mine.len());
    if let Some(rank) = ranks.clone().position(|theirs| theirs[0] != all[0]) {
        return Err(Error::new(ErrorKind::NotSame, Operation::Open).with_detail(format!(
            "the name selects native: on one of rank 0 and rank {rank} but not on the \
                                  other"
        )));
    }
    Ok(ranks.all(|theirs| theirs[1] != 0).then_some(all[1]))
}

fn check_communicator<A: Abi>(process: &Process<A>, comm: Comm<A>) -> Result<()> {
    let refuse = |detail: &str| Err(Error::new(ErrorKind::Communicator, Operation::Open).with_detail(detail));
    if comm == process.host.known.comm_null {
        return refuse("the communicator is MPI_COMM_NULL");
    }
    process.host.note_running();
    let mut is_inter = 0;
    // SAFETY: MPI fills the place.
    let code = unsafe { (process.host.functions.comm_test_inter)(comm, &raw mut is_inter) };
    if code != 0 || is_inter != 0 {
        return refuse("a file needs a valid intracommunicator");
    }
    Ok(())
}

/// Where the name leads, by the rules of the environment and the hints; and all hints.
pub(crate) fn find(name: &str, hints: &Hints) -> Result<(Located, Hints)> {
    let configuration = Configuration::from_environment()?;
    let hints = hints.clone().over(&configuration.hints);
    let located = locate(name, &configuration.map, &hints)?;
    let is_remote = located.name.scheme().starts_with("remote");
    Ok((located, if is_remote { hdf5::hints_for_this_process(hints) } else { hints }))
}

fn open_natively<A: Abi>(
    comm: Comm<A>,
    name: &DeviceName,
    amode: c_int,
    info: Info<A>,
    fh: *mut usize,
) -> Result<c_int> {
    let open = native().file_open.ok_or_else(|| no_native("MPI_File_open"))?;
    let path = native_path(name)?;
    // SAFETY: the program's own arguments, with the rest of the name.
    let code = unsafe { open(comm.to_register(), path.as_ptr(), amode, info.to_register(), fh) };
    if code == 0 {
        // SAFETY: MPI has stored the handle there.
        trace::name_foreign(unsafe { fh.read() }, name);
    }
    Ok(code)
}

fn native_path(name: &DeviceName) -> Result<CString> {
    CString::new(name.path().as_str()).map_err(|_| {
        Error::new(ErrorKind::BadFileName, Operation::Open).with_detail("the name contains a zero byte")
    })
}

fn no_native(function: &str) -> Error {
    Error::new(ErrorKind::Unsupported, Operation::Open)
        .with_detail(format!("this MPI has no {function} of its own"))
}

fn access_mode<A: Abi>(amode: c_int) -> Result<AccessMode> {
    let pairs = mode_bits::<A>();
    let mut mode = AccessMode::empty();
    let mut rest = i64::from(amode);
    for (bit, flag) in pairs {
        mode.set(flag, rest & bit != 0);
        rest &= !bit;
    }
    if rest != 0 {
        return Err(Error::new(ErrorKind::AccessMode, Operation::Open)
            .with_detail(format!("{amode:#x} has bits that are not MPI_MODE constants")));
    }
    Ok(mode)
}

/// An access mode in the constants of the standard ABI, which traces use for all MPIs.
fn standard_mode<A: Abi>(amode: c_int) -> i64 {
    let is_set = |&(bit, _): &(i64, AccessMode)| i64::from(amode) & bit != 0;
    let flags: Vec<AccessMode> =
        mode_bits::<A>().iter().filter(|pair| is_set(pair)).map(|pair| pair.1).collect();
    mode_bits::<Standard>().iter().filter(|(_, flag)| flags.contains(flag)).map(|(bit, _)| bit).sum()
}

/// MPI's bits and ours.
pub(super) fn mode_bits<A: Abi>() -> [(i64, AccessMode); 9] {
    [
        (A::MPI_MODE_RDONLY, AccessMode::READ_ONLY),
        (A::MPI_MODE_RDWR, AccessMode::READ_WRITE),
        (A::MPI_MODE_WRONLY, AccessMode::WRITE_ONLY),
        (A::MPI_MODE_CREATE, AccessMode::CREATE),
        (A::MPI_MODE_EXCL, AccessMode::EXCLUSIVE),
        (A::MPI_MODE_DELETE_ON_CLOSE, AccessMode::DELETE_ON_CLOSE),
        (A::MPI_MODE_UNIQUE_OPEN, AccessMode::UNIQUE_OPEN),
        (A::MPI_MODE_SEQUENTIAL, AccessMode::SEQUENTIAL),
        (A::MPI_MODE_APPEND, AccessMode::APPEND),
    ]
}

pub(crate) unsafe fn file_close<A: Abi>(process: &Process<A>, fh: *mut usize) -> c_int {
    // SAFETY: the caller's contract; the entry point has read it before.
    let handle = unsafe { fh.read() };
    let Some(open) = handles::remove::<A>(handle) else {
        return raise(process, handle, process.handlers.of_file_null(), &not_open(Operation::Close));
    };
    // SAFETY: the caller's contract.
    unsafe { fh.write(process.host.known.file_null.0) };
    let handler = open.handler();
    let closed = guarded(Operation::Close, || {
        // Its pending requests keep the file open.
        requests::poll_freed();
        open.release(process).close_and_tell(report::at_close)
    });
    match closed {
        Ok(()) => 0,
        Err(error) => raise(process, handle, handler, &error),
    }
}

pub(crate) unsafe fn file_delete<A: Abi>(
    process: &Process<A>,
    filename: *const c_char,
    info: usize,
) -> c_int {
    let mut native_code = 0;
    let code = without_file(process, Operation::Delete, || {
        // SAFETY: the caller's contract.
        let name = unsafe { string(filename, Operation::Delete, "the file name") }?;
        let (located, hints) = find(name, &hints_of(&process.host, Info::from_register(info))?)?;
        trace::note_name(&located.name);
        if located.name.scheme() == NATIVE {
            let delete = native().file_delete.ok_or_else(|| no_native("MPI_File_delete"))?;
            let path = native_path(&located.name)?;
            // SAFETY: the program's own arguments, with the rest of the name.
            native_code = unsafe { delete(path.as_ptr(), info) };
            return Ok(());
        }
        let device = connect(&located.name, &hints)?;
        device.delete(located.name.path()).map_err(|error| error.with_path(located.name.to_string()))
    });
    if code == 0 { native_code } else { code }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The program of a rank: loads and initialises the given MPI library, and exercises the communicator over
//! it.

mod everything;
mod lifetimes;

use std::ffi::{OsStr, c_int, c_void};
use std::fs::OpenOptions;
use std::io::Write;
use std::mem::transmute;
use std::path::Path;
use std::{env, process, ptr};

use rustix::process::{Signal, getpid, kill_process};
use seaway::{Datatype as Decoded, Named};
use seaway_device_api::ErrorKind;
use seaway_mpi_host::abi::{Comm, Datatype, Info, Win};
use seaway_mpi_host::communicator::HostCommunicator;
use seaway_mpi_host::datatypes::Datatypes;
use seaway_mpi_host::host::{AnyHost, Library};
use seaway_mpi_host::{Abi, Host};

type Init = unsafe extern "C" fn(*mut c_int, *mut c_void) -> c_int;
type Finalize = unsafe extern "C" fn() -> c_int;

pub(crate) fn run(library: &OsStr, program: &str) {
    let library = Library::load(Path::new(library)).expect("the MPI's library can be loaded");
    let function = |name: &str| library.symbol(name).expect("every MPI has it");
    // SAFETY: MPI's functions have these arguments; called once each, before and after everything else.
    let (init, finalize) = unsafe {
        (
            transmute::<*mut c_void, Init>(function("PMPI_Init")),
            transmute::<*mut c_void, Finalize>(function("PMPI_Finalize")),
        )
    };
    // SAFETY: both arguments may be missing.
    assert_eq!(unsafe { init(ptr::null_mut(), ptr::null_mut()) }, 0);
    let host: &'static mut AnyHost = Box::leak(Box::new(AnyHost::of(library).unwrap()));
    match host {
        AnyHost::Mpich(host) => run_under(host, program),
        AnyHost::OpenMpi(host) => run_under(host, program),
        AnyHost::Standard(host) => run_under(host, program),
    }
    // SAFETY: nothing is used any more.
    assert_eq!(unsafe { finalize() }, 0);
}

fn run_under<A: Abi>(host: &'static mut Host<A>, program: &str) {
    if program == "one_sided" {
        host.functions.win_create = no_window;
    }
    if program == "wide_fortran" {
        host.functions.type_size_x = sixteen_bytes;
    }
    match program {
        "everything" => everything::run(&*HostCommunicator::open(host, host.known.comm_world).unwrap()),
        "lifetimes" => lifetimes::run(host),
        "progress" => progress(host),
        "killed" => killed(host),
        "wide_fortran" => wide_fortran(host),
        "one_sided" => without_one_sided_communication(host),
        other => panic!("{other}: no such program"),
    }
}

/// Rank 0 has started a message too long to be sent eagerly, and waits for rank 1 in a barrier. Rank 1 enters
/// it only after it has received the message.
fn progress<A: Abi>(host: &'static Host<A>) {
    let communicator = HostCommunicator::open(host, host.known.comm_world).unwrap();
    let mut message = vec![u8::from(communicator.rank() == 0); 32 << 20];
    let count = c_int::try_from(message.len()).unwrap();
    let (world, byte, functions) = (host.known.comm_world, host.known.byte, &host.functions);
    let mut request = host.known.request_null;
    // SAFETY: the message stays until the request is done.
    let wait = |request: &mut _| unsafe {
        let status = ptr::without_provenance_mut(A::STATUS_IGNORE);
        assert_eq!((functions.waitall)(1, request, status), 0);
    };
    if communicator.rank() == 0 {
        // SAFETY: as above.
        unsafe { (functions.isend)(message.as_ptr().cast(), count, byte, 1, 7, world, &raw mut request) };
        communicator.barrier().unwrap();
        wait(&mut request);
    } else {
        // SAFETY: as above.
        unsafe { (functions.irecv)(message.as_mut_ptr().cast(), count, byte, 0, 7, world, &raw mut request) };
        wait(&mut request);
        communicator.barrier().unwrap();
    }
    assert!(message.iter().all(|&byte| byte == 1));
}

/// Replaces MPI_Type_size_x.
unsafe extern "C" fn sixteen_bytes<A: Abi>(_: Datatype<A>, size: *mut i64) -> c_int {
    // SAFETY: the caller's place.
    unsafe { *size = 16 };
    0
}

/// Simulates an MPI built with options that make all default types of Fortran this wide.
fn wide_fortran<A: Abi>(host: &'static Host<A>) {
    let datatypes = Datatypes::default();
    let meant = |named: Named| datatypes.get(host, host.named_types.handle(named).unwrap());
    for (named, expected) in [
        (Named::Logical, Named::Logical16),
        (Named::Integer, Named::Integer16),
        (Named::Real, Named::Real16),
        (Named::DoublePrecision, Named::Real16),
        (Named::Complex, Named::Complex16),
        (Named::DoubleComplex, Named::DoubleComplex),
        (Named::TwoReal, Named::TwoDoublePrecision),
        (Named::Integer4, Named::Integer4),
        (Named::Int, Named::Int),
    ] {
        assert_eq!(*meant(named).unwrap(), *Decoded::predefined(expected));
    }
    assert_eq!(meant(Named::TwoInteger).unwrap_err().kind(), ErrorKind::Datatype);
}

/// Replaces MPI_Win_create.
unsafe extern "C" fn no_window<A: Abi>(
    _: *mut c_void,
    _: i64,
    _: c_int,
    _: Info<A>,
    _: Comm<A>,
    _: *mut Win<A>,
) -> c_int {
    c_int::try_from(A::MPI_ERR_OTHER).unwrap()
}

/// No rank can count, so nothing was counted. Views, ordered access and everything that moves a shared
/// pointer for all ranks at once query the count.
fn without_one_sided_communication<A: Abi>(host: &'static Host<A>) {
    let communicator = HostCommunicator::open(host, host.known.comm_world).unwrap();
    for _ in 0..2 {
        let counter = communicator.shared_counter().unwrap();
        assert_eq!(counter.load().unwrap(), 0);
        assert_eq!(counter.fetch_add(1).unwrap_err().kind(), ErrorKind::Unsupported);
        assert_eq!(counter.replace(0, 1).unwrap_err().kind(), ErrorKind::Unsupported);
        assert_eq!(counter.load().unwrap(), 0);
    }
}

/// Where survivors of the program `killed` report.
pub(crate) const PIPE: &str = "SEAWAY_TEST_TRIAL_PIPE";

/// MPI cannot be finalised once a rank is lost: survivors exit without it.
fn killed<A: Abi>(host: &'static Host<A>) {
    let mut pipe = OpenOptions::new().write(true).open(env::var_os(PIPE).unwrap()).unwrap();
    let communicator = HostCommunicator::open(host, host.known.comm_world).unwrap();
    communicator.barrier().unwrap();
    if communicator.rank() == 1 {
        kill_process(getpid(), Signal::KILL).unwrap();
    }
    let error = communicator.barrier().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::PeerLost);
    assert!(error.to_string().contains("the process of rank 1 has ended"), "{error}");
    // Or another that was detected before.
    assert!(communicator.find_lost().is_some_and(|lost| lost != communicator.rank()));
    assert!(communicator.all_gather(&[1]).is_err() && communicator.shared_memory(8).is_err());
    pipe.write_all(format!("rank {} was told\n", communicator.rank()).as_bytes()).unwrap();
    process::exit(0);
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_Init and MPI_Init_thread, to check the ABI of their caller. If `seaway run --mpi` could not tell for
//! which ABI a program is built, because it is a script or loads its MPI late, it has assumed one, and
//! SEAWAY_PROGRAM_ABI names it. Code of another ABI would crash, or be alone in a world of its own: that is
//! reported as an error.

use std::ffi::{CStr, c_int, c_void};
use std::io::Write;

use seaway_mpi_host::host::{Library, module_of_another_abi};

use crate::native::missing;

const ASSUMED: &str = "SEAWAY_PROGRAM_ABI";

macro_rules! begin {
    ($($name:ident $profiling:ident $arguments:tt;)*) => { $(
        begin! { @ $name $arguments }
        begin! { @ $profiling $arguments }
    )* };
    (@ $name:ident ($($argument:ident: $type:ty),*)) => {
        /// # Safety
        /// As MPI requires.
        #[unsafe(no_mangle)]
        pub unsafe extern "C-unwind" fn $name($($argument: $type),*) -> c_int {
            type Function = unsafe extern "C-unwind" fn($($type),*) -> c_int;
            modules_must_fit();
            let name = CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes());
            let function = Library::symbol_behind(name.unwrap_or_default(), $name as *mut c_void);
            let Some(function) = function else { return missing() };
            // SAFETY: the function of this name, with the program's arguments.
            unsafe { std::mem::transmute::<*mut c_void, Function>(function)($($argument),*) }
        }
    };
}

begin! {
    MPI_Init PMPI_Init (argc: *mut c_int, argv: *mut c_void);
    MPI_Init_thread PMPI_Init_thread (argc: *mut c_int, argv: *mut c_void, required: c_int, provided: *mut c_int);
}

fn modules_must_fit() {
    let Ok(assumed) = std::env::var(ASSUMED) else { return };
    if let Some((module, needed)) = module_of_another_abi(&assumed) {
        let _ = writeln!(
            std::io::stderr(),
            "seaway: {} is built for the ABI of {needed}, but the program was started for the ABI of \
             {assumed}: start it with `seaway run --mpi ... --program-abi {needed}`",
            module.display()
        );
        std::process::exit(1);
    }
}

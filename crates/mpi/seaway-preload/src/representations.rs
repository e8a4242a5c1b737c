// SPDX-License-Identifier: MIT OR Apache-2.0
//! User-defined data representations (MPI_Register_datarep). The conversion functions are called with
//! predefined datatypes only: we pack and unpack memory ourselves.

use std::ffi::{c_char, c_int, c_void};
use std::fmt;
use std::sync::Arc;

use seaway_datatype::{Datatype as Decoded, Named, Source, Target};
use seaway_device_api::{Error, ErrorKind, Operation, Result};
use seaway_engine::{DataRepresentation, register_representation};
use seaway_mpi_host::abi::{Abi, Datatype};

use crate::calls::string;
use crate::door::without_file;
use crate::process::{Process, current, in_its_abi};

type ConversionFunction =
    unsafe extern "C" fn(*mut c_void, usize, c_int, *mut c_void, i64, *mut c_void) -> c_int;
type LargeConversionFunction =
    unsafe extern "C" fn(*mut c_void, usize, i64, *mut c_void, i64, *mut c_void) -> c_int;
type ExtentFunction = unsafe extern "C" fn(usize, *mut i64, *mut c_void) -> c_int;

/// MPI_Register_datarep and MPI_Register_datarep_c.
macro_rules! entry_points {
    ($($name:ident $conversion:ident $wrap:ident;)*) => { $(
        /// # Safety
        /// As MPI says.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(
            datarep: *const c_char,
            read: Option<$conversion>,
            write: Option<$conversion>,
            extent: Option<ExtentFunction>,
            state: *mut c_void,
        ) -> c_int {
            let (read, write) = (read.map(Conversion::$wrap), write.map(Conversion::$wrap));
            // SAFETY: the caller's contract.
            unsafe { register(datarep, read, write, extent, state) }
        }
    )* };
}

entry_points! {
    MPI_Register_datarep ConversionFunction Small;
    PMPI_Register_datarep ConversionFunction Small;
    MPI_Register_datarep_c LargeConversionFunction Large;
    PMPI_Register_datarep_c LargeConversionFunction Large;
}

/// A conversion function of the program, with either kind of count.
#[derive(Debug, Clone, Copy)]
enum Conversion {
    Small(ConversionFunction),
    Large(LargeConversionFunction),
}

unsafe fn register(
    datarep: *const c_char,
    read: Option<Conversion>,
    write: Option<Conversion>,
    extent: Option<ExtentFunction>,
    state: *mut c_void,
) -> c_int {
    match current() {
        Ok(process) => in_its_abi!(process, process => {
            // SAFETY: the caller's contract.
            unsafe { add(process, datarep, read, write, extent, state) }
        }),
        Err(code) => code,
    }
}

unsafe fn add<A: Abi>(
    process: &'static Process<A>,
    datarep: *const c_char,
    read: Option<Conversion>,
    write: Option<Conversion>,
    extent: Option<ExtentFunction>,
    state: *mut c_void,
) -> c_int {
    without_file(process, Operation::Configure, || {
        let refuse = |text: &str| Error::new(ErrorKind::Argument, Operation::Configure).with_detail(text);
        // SAFETY: the caller's contract.
        let name = unsafe { string(datarep, Operation::Configure, "the data representation") }
            .map_err(|error| refuse(error.detail().unwrap_or_default()))?;
        let extent =
            extent.ok_or_else(|| refuse("the function for the extent in the file is a null pointer"))?;
        register_representation(name, Arc::new(UserRepresentation { process, read, write, extent, state }))
    })
}

struct UserRepresentation<A: Abi> {
    process: &'static Process<A>,
    read: Option<Conversion>,
    write: Option<Conversion>,
    extent: ExtentFunction,
    /// The program's extra state, passed to its functions.
    state: *mut c_void,
}

// SAFETY: MPI passes `state` to the functions in whichever thread makes the call; synchronising access is up
// to the program.
unsafe impl<A: Abi> Send for UserRepresentation<A> {}
// SAFETY: as above.
unsafe impl<A: Abi> Sync for UserRepresentation<A> {}

impl<A: Abi> fmt::Debug for UserRepresentation<A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UserRepresentation").finish_non_exhaustive()
    }
}

impl<A: Abi> DataRepresentation for UserRepresentation<A> {
    fn file_bytes(&self, named: Named) -> Result<u64> {
        let mut extent = 0;
        // SAFETY: the program's function, with the arguments that MPI says it gets.
        let code = unsafe { (self.extent)(self.handle(named)?.to_register(), &raw mut extent, self.state) };
        if code != 0 || extent < 0 {
            return Err(failed(&format!("the extent function returned {code} for {}", named.name())));
        }
        Ok(extent.unsigned_abs())
    }

    fn encode(&self, from: Source<'_>, datatype: &Decoded, count: u64, into: &mut [u8]) -> Result<()> {
        let layout = datatype.layout().map_err(|error| failed(&error.to_string()))?;
        let mut packed = vec![0; length(count * layout.size())?];
        layout
            .pack(from, 0..count * layout.size(), &mut packed)
            .map_err(|error| failed(&error.to_string()))?;
        let (mut memory, mut file) = (&mut packed[..], into);
        for (named, bytes) in datatype.element_runs(count * layout.size()) {
            let values = bytes / named.size();
            let file_bytes = length(values * self.file_bytes(named)?)?;
            let (run, rest) = memory.split_at_mut(length(bytes)?);
            let (stored, later) = file
                .split_at_mut_checked(file_bytes)
                .ok_or_else(|| failed("the file's buffer is too small"))?;
            self.convert(self.write, run, named, values, stored, Direction::ToFile)?;
            (memory, file) = (rest, later);
        }
        Ok(())
    }

    fn decode(&self, from: &[u8], datatype: &Decoded, count: u64, into: &mut Target<'_>) -> Result<u64> {
        let layout = datatype.layout().map_err(|error| failed(&error.to_string()))?;
        let mut packed = vec![0; length(count * layout.size())?];
        // The program's function may write to its input, which MPI does not pass as const.
        let mut stored = from.to_vec();
        let (mut memory, mut file, mut filled) = (&mut packed[..], &mut stored[..], 0);
        for (named, bytes) in datatype.element_runs(count * layout.size()) {
            let each = self.file_bytes(named)?.max(1);
            let values = (bytes / named.size()).min(file.len() as u64 / each);
            let (run, rest) = memory.split_at_mut(length(values * named.size())?);
            let (source, later) = file.split_at_mut(length(values * each)?);
            self.convert(self.read, run, named, values, source, Direction::ToMemory)?;
            filled += values * named.size();
            if values * named.size() < bytes {
                break;
            }
            (memory, file) = (rest, later);
        }
        layout
            .unpack(&packed[..length(filled)?], 0..filled, into)
            .map_err(|error| failed(&error.to_string()))?;
        Ok(filled)
    }
}

#[derive(Debug, Clone, Copy)]
enum Direction {
    ToFile,
    ToMemory,
}

impl<A: Abi> UserRepresentation<A> {
    fn handle(&self, named: Named) -> Result<Datatype<A>> {
        let handle = self.process.host.named_types.handle(named);
        handle.ok_or_else(|| failed(&format!("this MPI has no {}", named.name())))
    }

    /// Calls the program's function on `values` values of one kind; without a function the bytes are copied.
    fn convert(
        &self,
        function: Option<Conversion>,
        memory: &mut [u8],
        named: Named,
        values: u64,
        file: &mut [u8],
        direction: Direction,
    ) -> Result<()> {
        let Some(function) = function else {
            let both = memory.len().min(file.len());
            match direction {
                Direction::ToFile => file[..both].copy_from_slice(&memory[..both]),
                Direction::ToMemory => memory[..both].copy_from_slice(&file[..both]),
            }
            return Ok(());
        };
        if values == 0 {
            return Ok(());
        }
        let (memory, file) = (memory.as_mut_ptr().cast(), file.as_mut_ptr().cast());
        let datatype = self.handle(named)?.to_register();
        let code = match function {
            Conversion::Small(function) => {
                let count = c_int::try_from(values).map_err(|_| failed("more than 2^31 values at once"))?;
                // SAFETY: the program's function, with buffers for `count` values on both sides.
                unsafe { function(memory, datatype, count, file, 0, self.state) }
            }
            Conversion::Large(function) => {
                let count = i64::try_from(values).map_err(|_| failed("more than 2^63 values at once"))?;
                // SAFETY: as above.
                unsafe { function(memory, datatype, count, file, 0, self.state) }
            }
        };
        if code == 0 { Ok(()) } else { Err(failed(&format!("the conversion function returned {code}"))) }
    }
}

fn length(bytes: u64) -> Result<usize> {
    usize::try_from(bytes).map_err(|_| failed("the buffer is larger than memory"))
}

fn failed(detail: &str) -> Error {
    Error::new(ErrorKind::Conversion, Operation::Configure).with_detail(detail)
}

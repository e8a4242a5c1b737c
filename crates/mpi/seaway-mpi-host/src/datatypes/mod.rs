// SPDX-License-Identifier: MIT OR Apache-2.0
//! MPI_Datatype handles as the engine's datatypes. A handle is decoded once, through envelope and contents;
//! the result is attached to the handle as an attribute and deleted with the type, so it is never stale.

mod contents;
mod decode;
mod fortran;

use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::{Mutex, OnceLock, PoisonError};

use seaway_datatype::{Datatype as Decoded, Named};
use seaway_device_api::{Error, ErrorKind, Operation, Result};

use self::fortran::DefaultTypes;
use crate::abi::{Abi, Datatype};
use crate::host::Host;

/// A decoded type: predefined ones live forever, others are shared with the handle.
#[derive(Debug, Clone)]
pub enum Known {
    Predefined(&'static Decoded),
    Derived(Decoded),
}

impl std::ops::Deref for Known {
    type Target = Decoded;

    fn deref(&self) -> &Decoded {
        match self {
            Known::Predefined(datatype) => datatype,
            Known::Derived(datatype) => datatype,
        }
    }
}

/// Decoded types, cached on the handles of one host.
#[derive(Debug, Default)]
pub struct Datatypes {
    keyval: OnceLock<c_int>,
    /// Two threads may use a new type concurrently: one must not replace what the other reads.
    cache: Mutex<()>,
    default_types: DefaultTypes,
}

impl Datatypes {
    /// The decoded type of `handle`.
    pub fn get<A: Abi>(&self, host: &Host<A>, handle: Datatype<A>) -> Result<Known> {
        if let Some(known) = self.predefined(host, handle)? {
            return Ok(known);
        }
        let _alone = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        self.get_derived(host, handle).map(Known::Derived)
    }

    /// As [`get`](Self::get), for a component of a type, with the cache locked.
    fn get_child<A: Abi>(&self, host: &Host<A>, handle: Datatype<A>) -> Result<Decoded> {
        match self.predefined(host, handle)? {
            Some(known) => Ok((*known).clone()),
            None => self.get_derived(host, handle),
        }
    }

    /// As [`get`](Self::get), for a type that is not predefined, with the cache locked.
    fn get_derived<A: Abi>(&self, host: &Host<A>, handle: Datatype<A>) -> Result<Decoded> {
        let keyval = self.keyval(host)?;
        if let Some(known) = cached(host, handle, keyval)? {
            return Ok(known);
        }
        let decoded = with_bounds_of(host, handle, decode::decode(self, host, handle)?)?;
        decoded.commit();
        let boxed = Box::into_raw(Box::new(decoded.clone()));
        // SAFETY: the attribute owns the box; `delete` takes it back.
        let code = unsafe { (host.functions.type_set_attr)(handle, keyval, boxed.cast()) };
        if code != 0 {
            // SAFETY: MPI did not take it.
            drop(unsafe { Box::from_raw(boxed) });
        }
        Ok(decoded)
    }

    /// Types that are not cached.
    fn predefined<A: Abi>(&self, host: &Host<A>, handle: Datatype<A>) -> Result<Option<Known>> {
        if let Some(named) = host.named_types.find(handle) {
            let meant = self.default_types.meant(host, handle, named)?;
            return Ok(Some(Known::Predefined(Decoded::predefined(meant))));
        }
        if host.known.bound_markers.contains(&Some(handle)) {
            // No data; its effect is on the bounds of the enclosing structure, which are queried.
            return Ok(Some(Known::Derived(empty()?)));
        }
        if handle == host.known.datatype_null {
            return Err(invalid("MPI_DATATYPE_NULL"));
        }
        Ok(None)
    }

    fn keyval<A: Abi>(&self, host: &Host<A>) -> Result<c_int> {
        if let Some(keyval) = self.keyval.get() {
            return Ok(*keyval);
        }
        let mut keyval = 0;
        // SAFETY: functions of the right type that live as long as the library; no extra state.
        let code = unsafe {
            (host.functions.type_create_keyval)(
                Some(never_copied::<A>),
                Some(delete::<A>),
                &raw mut keyval,
                ptr::null_mut(),
            )
        };
        if code != 0 {
            return Err(invalid("MPI_Type_create_keyval failed"));
        }
        // Two threads may both have created one: an extra keyval does no harm.
        Ok(*self.keyval.get_or_init(|| keyval))
    }
}

fn empty() -> Result<Decoded> {
    let made = Decoded::contiguous(0, Decoded::predefined(Named::Byte));
    made.inspect(Decoded::commit).map_err(|error| invalid(&error.to_string()))
}

/// MPI libraries differ in the bounds of some types, such as a structure containing an array with explicit
/// bounds. The program relies on those of its own library.
fn with_bounds_of<A: Abi>(host: &Host<A>, handle: Datatype<A>, decoded: Decoded) -> Result<Decoded> {
    let (mut lower_bound, mut extent) = (0, 0);
    // SAFETY: MPI fills both places.
    let code = unsafe { (host.functions.type_get_extent)(handle, &raw mut lower_bound, &raw mut extent) };
    let same = (lower_bound, extent) == (decoded.lower_bound(), decoded.extent());
    // Older libraries cannot represent bounds beyond an address.
    if code != 0 || same || lower_bound == UNDEFINED || extent == UNDEFINED {
        return Ok(decoded);
    }
    Decoded::resized(lower_bound, extent, &decoded).map_err(|error| invalid(&error.to_string()))
}

/// MPI_UNDEFINED, in every ABI.
const UNDEFINED: i64 = -32766;

fn cached<A: Abi>(host: &Host<A>, handle: Datatype<A>, keyval: c_int) -> Result<Option<Decoded>> {
    let (mut value, mut found): (*mut c_void, c_int) = (ptr::null_mut(), 0);
    // SAFETY: MPI stores the attribute's pointer and a flag.
    let code =
        unsafe { (host.functions.type_get_attr)(handle, keyval, (&raw mut value).cast(), &raw mut found) };
    if code != 0 {
        return Err(invalid("the handle is not valid"));
    }
    if found == 0 || value.is_null() {
        return Ok(None);
    }
    // SAFETY: set by `get` above and owned by the attribute, which lives while the program uses the handle.
    Ok(Some(unsafe { &*value.cast::<Decoded>() }.clone()))
}

/// A duplicated type is decoded on first use.
unsafe extern "C" fn never_copied<A: Abi>(
    _: Datatype<A>,
    _: c_int,
    _: *mut c_void,
    _: *mut c_void,
    _: *mut c_void,
    flag: *mut c_int,
) -> c_int {
    // SAFETY: MPI passes a place for the flag.
    unsafe { *flag = 0 };
    0
}

unsafe extern "C" fn delete<A: Abi>(_: Datatype<A>, _: c_int, value: *mut c_void, _: *mut c_void) -> c_int {
    // SAFETY: the box that `get` stored; MPI calls this once.
    drop(unsafe { Box::from_raw(value.cast::<Decoded>()) });
    0
}

fn invalid(detail: &str) -> Error {
    Error::new(ErrorKind::Datatype, Operation::Configure).with_detail(detail)
}

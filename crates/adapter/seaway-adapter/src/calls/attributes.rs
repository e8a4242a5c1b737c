// SPDX-License-Identifier: MIT OR Apache-2.0
//! Attribute keys, and predefined attributes, some of whose values are constants.

use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use seaway_mpi_abi::abi::Kind;

use crate::callbacks::{Key, copy_attribute, delete_attribute};
use crate::calls::host;
use crate::errors::{code, last_used};
use crate::handles::to_host;
use crate::numbers::{constant, keyval_to_host, keyval_to_program};
use crate::sides::{Host, Program};

macro_rules! create_key {
    ($name:ident, $index:ident, $kind:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            copy: usize,
            delete: usize,
            key: *mut c_int,
            extra: *mut c_void,
        ) -> c_int {
            let own = key_of(copy, delete, extra);
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let result = host!($index(*const (), *const (), *mut c_int, *mut c_void))(
                    copy_attribute::<P, H, { Kind::$kind as u8 }> as *const (),
                    delete_attribute::<P, H, { Kind::$kind as u8 }> as *const (),
                    key,
                    ptr::from_ref(own).cast_mut().cast(),
                );
                if result == 0 {
                    key.write(keyval_to_program::<P, H>(key.read()));
                }
                code::<P, H>(result)
            }
        }
    };
}
create_key!(comm_create_keyval, COMM_CREATE_KEYVAL, Comm);
create_key!(keyval_create, KEYVAL_CREATE, Comm);
create_key!(type_create_keyval, TYPE_CREATE_KEYVAL, Datatype);
create_key!(win_create_keyval, WIN_CREATE_KEYVAL, Win);

/// The data of a key's callbacks. Attributes may outlive their key, so it is never freed: keys created with
/// the same arguments share it.
fn key_of(copy: usize, delete: usize, extra: *mut c_void) -> &'static Key {
    static KNOWN: Mutex<BTreeMap<(usize, usize, usize), &'static Key>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    known
        .entry((copy, delete, extra.addr()))
        .or_insert_with(|| Box::leak(Box::new(Key { copy, delete, extra })))
}

macro_rules! get_attribute {
    ($name:ident, $index:ident, $kind:ident) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>(
            object: P::Word,
            key: c_int,
            value: *mut c_void,
            flag: *mut c_int,
        ) -> c_int {
            // SAFETY: the program keeps the contract of the MPI function.
            unsafe {
                let result = host!($index(H::Word, c_int, *mut c_void, *mut c_int))(
                    to_host::<P, H>(Kind::$kind, object),
                    keyval_to_host::<P, H>(key),
                    value,
                    flag,
                );
                if result == 0 && flag.read() != 0 {
                    translate_value::<P, H>(key, value.cast());
                }
                code::<P, H>(result)
            }
        }
    };
}
get_attribute!(comm_get_attr, COMM_GET_ATTR, Comm);
get_attribute!(attr_get, ATTR_GET, Comm);
get_attribute!(type_get_attr, TYPE_GET_ATTR, Datatype);
get_attribute!(win_get_attr, WIN_GET_ATTR, Win);

/// Values of predefined attributes, where the program can read them: they hardly ever change.
static VALUES: [AtomicI32; 16] = [const { AtomicI32::new(0) }; 16];

/// The value of a predefined attribute is the address of an int, and some of these are constants.
unsafe fn translate_value<P: Program, H: Host>(key: c_int, value: *mut *const c_int) {
    let Some(row) = P::KEYVAL.iter().position(|&predefined| predefined == key) else { return };
    let key = i64::from(key);
    // SAFETY: the host has found the attribute, whose value is an address.
    unsafe {
        let translated = if key == P::MPI_IO || key == P::MPI_HOST {
            constant(H::RANK, P::RANK, value.read().read())
        } else if key == P::MPI_WIN_CREATE_FLAVOR {
            constant(H::FLAVOR, P::FLAVOR, value.read().read())
        } else if key == P::MPI_WIN_MODEL {
            constant(H::MODEL, P::MODEL, value.read().read())
        } else if key == P::MPI_LASTUSEDCODE {
            last_used::<P>()
        } else {
            return;
        };
        // Flavours differ between windows, so each has its own variable.
        let place = if key == P::MPI_WIN_CREATE_FLAVOR {
            12 + P::FLAVOR.iter().position(|&flavour| flavour == translated).unwrap_or(0)
        } else {
            row
        };
        VALUES[place].store(translated, Relaxed);
        value.write(VALUES[place].as_ptr());
    }
}

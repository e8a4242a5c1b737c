// SPDX-License-Identifier: MIT OR Apache-2.0
//! `libseaway_c.so`: things from C. `include/seaway_thing.h` says what each function does; here each checks its arguments,
//! calls `seaway-things` and stores the outcome. Fortran (`fortran/`) and Python call the same functions.
#![allow(unreachable_pub, reason = "C reaches what is exported by name")]

mod arguments;
mod calls;
mod entry;
mod fortran;
mod fortran_more;
mod lists;
mod locks;
mod names;
mod queues;
mod state;
mod transfers;
mod versions;
mod work;

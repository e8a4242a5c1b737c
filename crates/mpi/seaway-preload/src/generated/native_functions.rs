// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.

use std::ffi::{c_char, c_int, c_void};

use seaway_mpi_host::host::Library;

/// The host MPI's own functions; those that it lacks are `None`. Handles travel as whole registers.
#[derive(Debug)]
pub(crate) struct NativeFunctions {
    pub(crate) file_call_errhandler: Option<unsafe extern "C" fn(usize, c_int) -> c_int>,
    pub(crate) file_close: Option<unsafe extern "C" fn(*mut usize) -> c_int>,
    pub(crate) file_delete: Option<unsafe extern "C" fn(*const c_char, usize) -> c_int>,
    pub(crate) file_get_amode: Option<unsafe extern "C" fn(usize, *mut c_int) -> c_int>,
    pub(crate) file_get_atomicity: Option<unsafe extern "C" fn(usize, *mut c_int) -> c_int>,
    pub(crate) file_get_byte_offset: Option<unsafe extern "C" fn(usize, i64, *mut i64) -> c_int>,
    pub(crate) file_get_errhandler: Option<unsafe extern "C" fn(usize, *mut c_void) -> c_int>,
    pub(crate) file_get_group: Option<unsafe extern "C" fn(usize, *mut c_void) -> c_int>,
    pub(crate) file_get_info: Option<unsafe extern "C" fn(usize, *mut c_void) -> c_int>,
    pub(crate) file_get_position: Option<unsafe extern "C" fn(usize, *mut i64) -> c_int>,
    pub(crate) file_get_position_shared: Option<unsafe extern "C" fn(usize, *mut i64) -> c_int>,
    pub(crate) file_get_size: Option<unsafe extern "C" fn(usize, *mut i64) -> c_int>,
    pub(crate) file_get_type_extent: Option<unsafe extern "C" fn(usize, usize, *mut i64) -> c_int>,
    pub(crate) file_get_type_extent_c: Option<unsafe extern "C" fn(usize, usize, *mut i64) -> c_int>,
    pub(crate) file_get_view:
        Option<unsafe extern "C" fn(usize, *mut i64, *mut c_void, *mut c_void, *mut c_char) -> c_int>,
    pub(crate) file_iread:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_all:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_all_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_at:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_at_c:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_at_all:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_at_all_c:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_shared:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iread_shared_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_all:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_all_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_at:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_at_c:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_at_all:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_at_all_c:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_shared:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_iwrite_shared_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_open:
        Option<unsafe extern "C" fn(usize, *const c_char, c_int, usize, *mut usize) -> c_int>,
    pub(crate) file_preallocate: Option<unsafe extern "C" fn(usize, i64) -> c_int>,
    pub(crate) file_read:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_all:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_all_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_all_begin: Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize) -> c_int>,
    pub(crate) file_read_all_begin_c: Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize) -> c_int>,
    pub(crate) file_read_all_end: Option<unsafe extern "C" fn(usize, *mut c_void, *mut c_void) -> c_int>,
    pub(crate) file_read_at:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_at_c:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_at_all:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_at_all_c:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_at_all_begin:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize) -> c_int>,
    pub(crate) file_read_at_all_begin_c:
        Option<unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize) -> c_int>,
    pub(crate) file_read_at_all_end: Option<unsafe extern "C" fn(usize, *mut c_void, *mut c_void) -> c_int>,
    pub(crate) file_read_ordered:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_ordered_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_ordered_begin:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize) -> c_int>,
    pub(crate) file_read_ordered_begin_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize) -> c_int>,
    pub(crate) file_read_ordered_end: Option<unsafe extern "C" fn(usize, *mut c_void, *mut c_void) -> c_int>,
    pub(crate) file_read_shared:
        Option<unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_read_shared_c:
        Option<unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_seek: Option<unsafe extern "C" fn(usize, i64, c_int) -> c_int>,
    pub(crate) file_seek_shared: Option<unsafe extern "C" fn(usize, i64, c_int) -> c_int>,
    pub(crate) file_set_atomicity: Option<unsafe extern "C" fn(usize, c_int) -> c_int>,
    pub(crate) file_set_errhandler: Option<unsafe extern "C" fn(usize, usize) -> c_int>,
    pub(crate) file_set_info: Option<unsafe extern "C" fn(usize, usize) -> c_int>,
    pub(crate) file_set_size: Option<unsafe extern "C" fn(usize, i64) -> c_int>,
    pub(crate) file_set_view:
        Option<unsafe extern "C" fn(usize, i64, usize, usize, *const c_char, usize) -> c_int>,
    pub(crate) file_sync: Option<unsafe extern "C" fn(usize) -> c_int>,
    pub(crate) file_write:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_all:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_all_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_all_begin:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize) -> c_int>,
    pub(crate) file_write_all_begin_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize) -> c_int>,
    pub(crate) file_write_all_end: Option<unsafe extern "C" fn(usize, *const c_void, *mut c_void) -> c_int>,
    pub(crate) file_write_at:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_at_c:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_at_all:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_at_all_c:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_at_all_begin:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize) -> c_int>,
    pub(crate) file_write_at_all_begin_c:
        Option<unsafe extern "C" fn(usize, i64, *const c_void, i64, usize) -> c_int>,
    pub(crate) file_write_at_all_end:
        Option<unsafe extern "C" fn(usize, *const c_void, *mut c_void) -> c_int>,
    pub(crate) file_write_ordered:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_ordered_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_ordered_begin:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize) -> c_int>,
    pub(crate) file_write_ordered_begin_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize) -> c_int>,
    pub(crate) file_write_ordered_end:
        Option<unsafe extern "C" fn(usize, *const c_void, *mut c_void) -> c_int>,
    pub(crate) file_write_shared:
        Option<unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int>,
    pub(crate) file_write_shared_c:
        Option<unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int>,
}

impl NativeFunctions {
    pub(crate) fn load(library: &Library) -> Self {
        Self {
            // SAFETY: the symbol is MPI's function of this name.
            file_call_errhandler: library.symbol("PMPI_File_call_errhandler").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, c_int) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_close: library.symbol("PMPI_File_close").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*mut usize) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_delete: library.symbol("PMPI_File_delete").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(*const c_char, usize) -> c_int>(
                    symbol,
                )
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_amode: library.symbol("PMPI_File_get_amode").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut c_int) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_atomicity: library.symbol("PMPI_File_get_atomicity").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut c_int) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_byte_offset: library.symbol("PMPI_File_get_byte_offset").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, i64, *mut i64) -> c_int>(
                    symbol,
                )
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_errhandler: library.symbol("PMPI_File_get_errhandler").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut c_void) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_group: library.symbol("PMPI_File_get_group").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut c_void) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_info: library.symbol("PMPI_File_get_info").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut c_void) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_position: library.symbol("PMPI_File_get_position").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut i64) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_position_shared: library.symbol("PMPI_File_get_position_shared").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut i64) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_size: library.symbol("PMPI_File_get_size").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, *mut i64) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_type_extent: library.symbol("PMPI_File_get_type_extent").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, usize, *mut i64) -> c_int>(
                    symbol,
                )
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_type_extent_c: library.symbol("PMPI_File_get_type_extent_c").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, usize, *mut i64) -> c_int>(
                    symbol,
                )
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_get_view: library.symbol("PMPI_File_get_view").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut i64, *mut c_void, *mut c_void, *mut c_char) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread: library.symbol("PMPI_File_iread").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_c: library.symbol("PMPI_File_iread_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_all: library.symbol("PMPI_File_iread_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_all_c: library.symbol("PMPI_File_iread_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_at: library.symbol("PMPI_File_iread_at").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_at_c: library.symbol("PMPI_File_iread_at_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_at_all: library.symbol("PMPI_File_iread_at_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_at_all_c: library.symbol("PMPI_File_iread_at_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_shared: library.symbol("PMPI_File_iread_shared").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iread_shared_c: library.symbol("PMPI_File_iread_shared_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite: library.symbol("PMPI_File_iwrite").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_c: library.symbol("PMPI_File_iwrite_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_all: library.symbol("PMPI_File_iwrite_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_all_c: library.symbol("PMPI_File_iwrite_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_at: library.symbol("PMPI_File_iwrite_at").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_at_c: library.symbol("PMPI_File_iwrite_at_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_at_all: library.symbol("PMPI_File_iwrite_at_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_at_all_c: library.symbol("PMPI_File_iwrite_at_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_shared: library.symbol("PMPI_File_iwrite_shared").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_iwrite_shared_c: library.symbol("PMPI_File_iwrite_shared_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_open: library.symbol("PMPI_File_open").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_char, c_int, usize, *mut usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_preallocate: library.symbol("PMPI_File_preallocate").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, i64) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read: library.symbol("PMPI_File_read").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_c: library.symbol("PMPI_File_read_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_all: library.symbol("PMPI_File_read_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_all_c: library.symbol("PMPI_File_read_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_all_begin: library.symbol("PMPI_File_read_all_begin").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_all_begin_c: library.symbol("PMPI_File_read_all_begin_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_all_end: library.symbol("PMPI_File_read_all_end").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at: library.symbol("PMPI_File_read_at").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at_c: library.symbol("PMPI_File_read_at_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at_all: library.symbol("PMPI_File_read_at_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at_all_c: library.symbol("PMPI_File_read_at_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at_all_begin: library.symbol("PMPI_File_read_at_all_begin").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, c_int, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at_all_begin_c: library.symbol("PMPI_File_read_at_all_begin_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *mut c_void, i64, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_at_all_end: library.symbol("PMPI_File_read_at_all_end").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_ordered: library.symbol("PMPI_File_read_ordered").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_ordered_c: library.symbol("PMPI_File_read_ordered_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_ordered_begin: library.symbol("PMPI_File_read_ordered_begin").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_ordered_begin_c: library.symbol("PMPI_File_read_ordered_begin_c").map(
                |symbol| unsafe {
                    std::mem::transmute::<
                        *mut c_void,
                        unsafe extern "C" fn(usize, *mut c_void, i64, usize) -> c_int,
                    >(symbol)
                },
            ),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_ordered_end: library.symbol("PMPI_File_read_ordered_end").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_shared: library.symbol("PMPI_File_read_shared").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_read_shared_c: library.symbol("PMPI_File_read_shared_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *mut c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_seek: library.symbol("PMPI_File_seek").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, i64, c_int) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_seek_shared: library.symbol("PMPI_File_seek_shared").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, i64, c_int) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_set_atomicity: library.symbol("PMPI_File_set_atomicity").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, c_int) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_set_errhandler: library.symbol("PMPI_File_set_errhandler").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, usize) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_set_info: library.symbol("PMPI_File_set_info").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, usize) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_set_size: library.symbol("PMPI_File_set_size").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize, i64) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_set_view: library.symbol("PMPI_File_set_view").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, usize, usize, *const c_char, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_sync: library.symbol("PMPI_File_sync").map(|symbol| unsafe {
                std::mem::transmute::<*mut c_void, unsafe extern "C" fn(usize) -> c_int>(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write: library.symbol("PMPI_File_write").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_c: library.symbol("PMPI_File_write_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_all: library.symbol("PMPI_File_write_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_all_c: library.symbol("PMPI_File_write_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_all_begin: library.symbol("PMPI_File_write_all_begin").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_all_begin_c: library.symbol("PMPI_File_write_all_begin_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_all_end: library.symbol("PMPI_File_write_all_end").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at: library.symbol("PMPI_File_write_at").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at_c: library.symbol("PMPI_File_write_at_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at_all: library.symbol("PMPI_File_write_at_all").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at_all_c: library.symbol("PMPI_File_write_at_all_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at_all_begin: library.symbol("PMPI_File_write_at_all_begin").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, i64, *const c_void, c_int, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at_all_begin_c: library.symbol("PMPI_File_write_at_all_begin_c").map(
                |symbol| unsafe {
                    std::mem::transmute::<
                        *mut c_void,
                        unsafe extern "C" fn(usize, i64, *const c_void, i64, usize) -> c_int,
                    >(symbol)
                },
            ),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_at_all_end: library.symbol("PMPI_File_write_at_all_end").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_ordered: library.symbol("PMPI_File_write_ordered").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_ordered_c: library.symbol("PMPI_File_write_ordered_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_ordered_begin: library.symbol("PMPI_File_write_ordered_begin").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_ordered_begin_c: library.symbol("PMPI_File_write_ordered_begin_c").map(
                |symbol| unsafe {
                    std::mem::transmute::<
                        *mut c_void,
                        unsafe extern "C" fn(usize, *const c_void, i64, usize) -> c_int,
                    >(symbol)
                },
            ),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_ordered_end: library.symbol("PMPI_File_write_ordered_end").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_shared: library.symbol("PMPI_File_write_shared").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, c_int, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
            // SAFETY: the symbol is MPI's function of this name.
            file_write_shared_c: library.symbol("PMPI_File_write_shared_c").map(|symbol| unsafe {
                std::mem::transmute::<
                    *mut c_void,
                    unsafe extern "C" fn(usize, *const c_void, i64, usize, *mut c_void) -> c_int,
                >(symbol)
            }),
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.
#![allow(clippy::undocumented_unsafe_blocks, reason = "each hands on the contract of the MPI function")]
#![allow(clippy::too_many_arguments, clippy::missing_safety_doc, reason = "MPI's own signatures")]

use std::ffi::{c_char, c_int, c_void};

use crate::native::{is_foreign, missing, native};
use crate::process::{current, in_its_abi};
use crate::trace::{Span, call_named};
use crate::{access, calls};

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_call_errhandler(fh: usize, errorcode: c_int) -> c_int {
    unsafe { file_call_errhandler(fh, errorcode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_call_errhandler(fh: usize, errorcode: c_int) -> c_int {
    unsafe { file_call_errhandler(fh, errorcode) }
}

unsafe fn file_call_errhandler(fh: usize, errorcode: c_int) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_call_errhandler") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_call_errhandler {
            return unsafe { function(fh, errorcode) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_call_errhandler(process, fh, errorcode) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_close(fh: *mut usize) -> c_int {
    unsafe { file_close(fh) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_close(fh: *mut usize) -> c_int {
    unsafe { file_close(fh) }
}

unsafe fn file_close(fh: *mut usize) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_close") }, unsafe { fh.read() });
    span.around(|| {
        if is_foreign(unsafe { fh.read() }) {
            if let Some(function) = native().file_close {
                return unsafe { function(fh) };
            }
            return missing();
        }
        match current() {
            Ok(process) => in_its_abi!(process, process => unsafe { calls::file_close(process, fh) }),
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_delete(filename: *const c_char, info: usize) -> c_int {
    unsafe { file_delete(filename, info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_delete(filename: *const c_char, info: usize) -> c_int {
    unsafe { file_delete(filename, info) }
}

unsafe fn file_delete(filename: *const c_char, info: usize) -> c_int {
    let span = unsafe { Span::of_name(const { call_named("MPI_File_delete") }, filename) };
    span.around(|| match current() {
        Ok(process) => {
            in_its_abi!(process, process => unsafe { calls::file_delete(process, filename, info) })
        }
        Err(code) => code,
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_amode(fh: usize, amode: *mut c_int) -> c_int {
    unsafe { file_get_amode(fh, amode) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_amode(fh: usize, amode: *mut c_int) -> c_int {
    unsafe { file_get_amode(fh, amode) }
}

unsafe fn file_get_amode(fh: usize, amode: *mut c_int) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_amode") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_get_amode {
                return unsafe { function(fh, amode) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_get_amode(process, fh, amode) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_atomicity(fh: usize, flag: *mut c_int) -> c_int {
    unsafe { file_get_atomicity(fh, flag) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_atomicity(fh: usize, flag: *mut c_int) -> c_int {
    unsafe { file_get_atomicity(fh, flag) }
}

unsafe fn file_get_atomicity(fh: usize, flag: *mut c_int) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_atomicity") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_get_atomicity {
                return unsafe { function(fh, flag) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_get_atomicity(process, fh, flag) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_byte_offset(fh: usize, offset: i64, disp: *mut i64) -> c_int {
    unsafe { file_get_byte_offset(fh, offset, disp) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_byte_offset(fh: usize, offset: i64, disp: *mut i64) -> c_int {
    unsafe { file_get_byte_offset(fh, offset, disp) }
}

unsafe fn file_get_byte_offset(fh: usize, offset: i64, disp: *mut i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_byte_offset") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_get_byte_offset {
            return unsafe { function(fh, offset, disp) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_get_byte_offset(process, fh, offset, disp) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_errhandler(file: usize, errhandler: *mut c_void) -> c_int {
    unsafe { file_get_errhandler(file, errhandler) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_errhandler(file: usize, errhandler: *mut c_void) -> c_int {
    unsafe { file_get_errhandler(file, errhandler) }
}

unsafe fn file_get_errhandler(file: usize, errhandler: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_errhandler") }, file);
    span.around(|| {
    if is_foreign(file) {
        if let Some(function) = native().file_get_errhandler {
            return unsafe { function(file, errhandler) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_get_errhandler(process, file, errhandler) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_group(fh: usize, group: *mut c_void) -> c_int {
    unsafe { file_get_group(fh, group) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_group(fh: usize, group: *mut c_void) -> c_int {
    unsafe { file_get_group(fh, group) }
}

unsafe fn file_get_group(fh: usize, group: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_group") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_get_group {
                return unsafe { function(fh, group) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_get_group(process, fh, group) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_info(fh: usize, info_used: *mut c_void) -> c_int {
    unsafe { file_get_info(fh, info_used) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_info(fh: usize, info_used: *mut c_void) -> c_int {
    unsafe { file_get_info(fh, info_used) }
}

unsafe fn file_get_info(fh: usize, info_used: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_info") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_get_info {
                return unsafe { function(fh, info_used) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_get_info(process, fh, info_used) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_position(fh: usize, offset: *mut i64) -> c_int {
    unsafe { file_get_position(fh, offset) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position(fh: usize, offset: *mut i64) -> c_int {
    unsafe { file_get_position(fh, offset) }
}

unsafe fn file_get_position(fh: usize, offset: *mut i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_position") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_get_position {
                return unsafe { function(fh, offset) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_get_position(process, fh, offset) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_position_shared(fh: usize, offset: *mut i64) -> c_int {
    unsafe { file_get_position_shared(fh, offset) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_position_shared(fh: usize, offset: *mut i64) -> c_int {
    unsafe { file_get_position_shared(fh, offset) }
}

unsafe fn file_get_position_shared(fh: usize, offset: *mut i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_position_shared") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_get_position_shared {
            return unsafe { function(fh, offset) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_get_position_shared(process, fh, offset) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_size(fh: usize, size: *mut i64) -> c_int {
    unsafe { file_get_size(fh, size) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_size(fh: usize, size: *mut i64) -> c_int {
    unsafe { file_get_size(fh, size) }
}

unsafe fn file_get_size(fh: usize, size: *mut i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_size") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_get_size {
                return unsafe { function(fh, size) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_get_size(process, fh, size) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_type_extent(fh: usize, datatype: usize, extent: *mut i64) -> c_int {
    unsafe { file_get_type_extent(fh, datatype, extent) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent(fh: usize, datatype: usize, extent: *mut i64) -> c_int {
    unsafe { file_get_type_extent(fh, datatype, extent) }
}

unsafe fn file_get_type_extent(fh: usize, datatype: usize, extent: *mut i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_type_extent") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_get_type_extent {
            return unsafe { function(fh, datatype, extent) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_get_type_extent(process, fh, datatype, extent) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_type_extent_c(fh: usize, datatype: usize, extent: *mut i64) -> c_int {
    unsafe { file_get_type_extent_c(fh, datatype, extent) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_type_extent_c(fh: usize, datatype: usize, extent: *mut i64) -> c_int {
    unsafe { file_get_type_extent_c(fh, datatype, extent) }
}

unsafe fn file_get_type_extent_c(fh: usize, datatype: usize, extent: *mut i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_type_extent") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_get_type_extent_c {
            return unsafe { function(fh, datatype, extent) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_get_type_extent(process, fh, datatype, extent) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_get_view(
    fh: usize,
    disp: *mut i64,
    etype: *mut c_void,
    filetype: *mut c_void,
    datarep: *mut c_char,
) -> c_int {
    unsafe { file_get_view(fh, disp, etype, filetype, datarep) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_get_view(
    fh: usize,
    disp: *mut i64,
    etype: *mut c_void,
    filetype: *mut c_void,
    datarep: *mut c_char,
) -> c_int {
    unsafe { file_get_view(fh, disp, etype, filetype, datarep) }
}

unsafe fn file_get_view(
    fh: usize,
    disp: *mut i64,
    etype: *mut c_void,
    filetype: *mut c_void,
    datarep: *mut c_char,
) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_get_view") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_get_view {
            return unsafe { function(fh, disp, etype, filetype, datarep) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_get_view(process, fh, disp, etype, filetype, datarep) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread(fh, buf, count, datatype, request) }
}

unsafe fn file_iread(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iread") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iread(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_c(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_c(fh, buf, count, datatype, request) }
}

unsafe fn file_iread_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iread") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_c {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iread, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count, datatype, request, |file, buffer| file.iread(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_all(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_all(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_all(fh, buf, count, datatype, request) }
}

unsafe fn file_iread_all(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iread_all") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_all {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iread_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_all_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_all_c(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_all_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_all_c(fh, buf, count, datatype, request) }
}

unsafe fn file_iread_all_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iread_all") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_all_c {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iread_all, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count, datatype, request, |file, buffer| file.iread_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iread_at(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_iread_at") }, fh, Some(offset), count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_at {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iread_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at_c(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at_c(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iread_at_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iread_at") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_at_c {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iread_at, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count, datatype, request, |file, buffer| file.iread_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at_all(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at_all(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at_all(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iread_at_all(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_iread_at_all") },
        fh,
        Some(offset),
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_at_all {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iread_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_at_all_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at_all_c(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_at_all_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_at_all_c(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iread_at_all_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_iread_at_all") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_at_all_c {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iread_at_all, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count, datatype, request, |file, buffer| file.iread_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_shared(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_shared(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_shared(fh, buf, count, datatype, request) }
}

unsafe fn file_iread_shared(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_iread_shared") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_shared {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iread_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iread_shared_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_shared_c(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iread_shared_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iread_shared_c(fh, buf, count, datatype, request) }
}

unsafe fn file_iread_shared_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iread_shared") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iread_shared_c {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iread_shared, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_read(process, fh, buf, count, datatype, request, |file, buffer| file.iread_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite(fh, buf, count, datatype, request) }
}

unsafe fn file_iwrite(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iwrite") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iwrite(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_c(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_c(fh, buf, count, datatype, request) }
}

unsafe fn file_iwrite_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iwrite") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_c {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iwrite, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count, datatype, request, |file, buffer| file.iwrite(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_all(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_all(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_all(fh, buf, count, datatype, request) }
}

unsafe fn file_iwrite_all(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iwrite_all") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_all {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iwrite_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_all_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_all_c(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_all_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_all_c(fh, buf, count, datatype, request) }
}

unsafe fn file_iwrite_all_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iwrite_all") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_all_c {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iwrite_all, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count, datatype, request, |file, buffer| file.iwrite_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iwrite_at(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_iwrite_at") }, fh, Some(offset), count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_at {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iwrite_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at_c(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at_c(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iwrite_at_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iwrite_at") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_at_c {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iwrite_at, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count, datatype, request, |file, buffer| file.iwrite_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at_all(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at_all(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at_all(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iwrite_at_all(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_iwrite_at_all") },
        fh,
        Some(offset),
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_at_all {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iwrite_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_at_all_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at_all_c(fh, offset, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_at_all_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_at_all_c(fh, offset, buf, count, datatype, request) }
}

unsafe fn file_iwrite_at_all_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_iwrite_at_all") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_at_all_c {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iwrite_at_all, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count, datatype, request, |file, buffer| file.iwrite_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_shared(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_shared(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_shared(fh, buf, count, datatype, request) }
}

unsafe fn file_iwrite_shared(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_iwrite_shared") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_shared {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count.into(), datatype, request, |file, buffer| file.iwrite_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_iwrite_shared_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_shared_c(fh, buf, count, datatype, request) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_iwrite_shared_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    unsafe { file_iwrite_shared_c(fh, buf, count, datatype, request) }
}

unsafe fn file_iwrite_shared_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    request: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_iwrite_shared") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_iwrite_shared_c {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        if let (Some(function), Ok(count)) = (native().file_iwrite_shared, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, request) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::start_write(process, fh, buf, count, datatype, request, |file, buffer| file.iwrite_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_open(
    comm: usize,
    filename: *const c_char,
    amode: c_int,
    info: usize,
    fh: *mut usize,
) -> c_int {
    unsafe { file_open(comm, filename, amode, info, fh) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_open(
    comm: usize,
    filename: *const c_char,
    amode: c_int,
    info: usize,
    fh: *mut usize,
) -> c_int {
    unsafe { file_open(comm, filename, amode, info, fh) }
}

unsafe fn file_open(
    comm: usize,
    filename: *const c_char,
    amode: c_int,
    info: usize,
    fh: *mut usize,
) -> c_int {
    let span = unsafe { Span::of_name(const { call_named("MPI_File_open") }, filename) };
    span.around(|| {
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_open(process, comm, filename, amode, info, fh) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_preallocate(fh: usize, size: i64) -> c_int {
    unsafe { file_preallocate(fh, size) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_preallocate(fh: usize, size: i64) -> c_int {
    unsafe { file_preallocate(fh, size) }
}

unsafe fn file_preallocate(fh: usize, size: i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_preallocate") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_preallocate {
                return unsafe { function(fh, size) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_preallocate(process, fh, size) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read(fh, buf, count, datatype, status) }
}

unsafe fn file_read(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count.into(), datatype, status, |file, buffer| file.read(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_c(fh, buf, count, datatype, status) }
}

unsafe fn file_read_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_read, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count, datatype, status, |file, buffer| file.read(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_all(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_all(fh, buf, count, datatype, status) }
}

unsafe fn file_read_all(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read_all") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_all {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count.into(), datatype, status, |file, buffer| file.read_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_all_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_all_c(fh, buf, count, datatype, status) }
}

unsafe fn file_read_all_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read_all") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_all_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_all, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count, datatype, status, |file, buffer| file.read_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_begin(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_read_all_begin(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_read_all_begin(fh, buf, count, datatype) }
}

unsafe fn file_read_all_begin(fh: usize, buf: *mut c_void, count: c_int, datatype: usize) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_read_all_begin") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_all_begin {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_read(process, fh, buf, count.into(), datatype, |file, buffer| file.read_all_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_begin_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_read_all_begin_c(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_begin_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_read_all_begin_c(fh, buf, count, datatype) }
}

unsafe fn file_read_all_begin_c(fh: usize, buf: *mut c_void, count: i64, datatype: usize) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read_all_begin") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_all_begin_c {
            return unsafe { function(fh, buf, count, datatype) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_all_begin, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_read(process, fh, buf, count, datatype, |file, buffer| file.read_all_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_all_end(fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int {
    unsafe { file_read_all_end(fh, buf, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_all_end(fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int {
    unsafe { file_read_all_end(fh, buf, status) }
}

unsafe fn file_read_all_end(fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_read_all_end") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_all_end {
            return unsafe { function(fh, buf, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::end(process, fh, buf.cast(), status, |file| file.read_all_end()) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_read_at(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_read_at") }, fh, Some(offset), count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count.into(), datatype, status, |file, buffer| file.read_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_c(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_c(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_read_at_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read_at") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at_c {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_at, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count, datatype, status, |file, buffer| file.read_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_all(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_all(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_read_at_all(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_read_at_all") },
        fh,
        Some(offset),
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at_all {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count.into(), datatype, status, |file, buffer| file.read_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_all_c(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_all_c(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_read_at_all_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_read_at_all") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at_all_c {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_at_all, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count, datatype, status, |file, buffer| file.read_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_begin(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_read_at_all_begin(fh, offset, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_read_at_all_begin(fh, offset, buf, count, datatype) }
}

unsafe fn file_read_at_all_begin(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_read_at_all_begin") },
        fh,
        Some(offset),
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at_all_begin {
            return unsafe { function(fh, offset, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_read(process, fh, buf, count.into(), datatype, |file, buffer| file.read_at_all_begin(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_begin_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_read_at_all_begin_c(fh, offset, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_begin_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_read_at_all_begin_c(fh, offset, buf, count, datatype) }
}

unsafe fn file_read_at_all_begin_c(
    fh: usize,
    offset: i64,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_read_at_all_begin") },
        fh,
        Some(offset),
        count,
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at_all_begin_c {
            return unsafe { function(fh, offset, buf, count, datatype) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_at_all_begin, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_read(process, fh, buf, count, datatype, |file, buffer| file.read_at_all_begin(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_at_all_end(fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int {
    unsafe { file_read_at_all_end(fh, buf, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_at_all_end(
    fh: usize,
    buf: *mut c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_at_all_end(fh, buf, status) }
}

unsafe fn file_read_at_all_end(fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_read_at_all_end") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_at_all_end {
            return unsafe { function(fh, buf, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::end(process, fh, buf.cast(), status, |file| file.read_at_all_end()) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_ordered(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_ordered(fh, buf, count, datatype, status) }
}

unsafe fn file_read_ordered(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_read_ordered") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_ordered {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count.into(), datatype, status, |file, buffer| file.read_ordered(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_ordered_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_ordered_c(fh, buf, count, datatype, status) }
}

unsafe fn file_read_ordered_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read_ordered") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_ordered_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_ordered, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count, datatype, status, |file, buffer| file.read_ordered(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_begin(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_read_ordered_begin(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_read_ordered_begin(fh, buf, count, datatype) }
}

unsafe fn file_read_ordered_begin(fh: usize, buf: *mut c_void, count: c_int, datatype: usize) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_read_ordered_begin") },
        fh,
        None,
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_ordered_begin {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_read(process, fh, buf, count.into(), datatype, |file, buffer| file.read_ordered_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_begin_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_read_ordered_begin_c(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_begin_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_read_ordered_begin_c(fh, buf, count, datatype) }
}

unsafe fn file_read_ordered_begin_c(fh: usize, buf: *mut c_void, count: i64, datatype: usize) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_read_ordered_begin") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_ordered_begin_c {
            return unsafe { function(fh, buf, count, datatype) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_ordered_begin, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_read(process, fh, buf, count, datatype, |file, buffer| file.read_ordered_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_ordered_end(
    fh: usize,
    buf: *mut c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_ordered_end(fh, buf, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_ordered_end(
    fh: usize,
    buf: *mut c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_ordered_end(fh, buf, status) }
}

unsafe fn file_read_ordered_end(fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_read_ordered_end") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_ordered_end {
            return unsafe { function(fh, buf, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::end(process, fh, buf.cast(), status, |file| file.read_ordered_end()) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_shared(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_shared(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_shared(fh, buf, count, datatype, status) }
}

unsafe fn file_read_shared(
    fh: usize,
    buf: *mut c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_read_shared") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_shared {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count.into(), datatype, status, |file, buffer| file.read_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_read_shared_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_shared_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_read_shared_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_read_shared_c(fh, buf, count, datatype, status) }
}

unsafe fn file_read_shared_c(
    fh: usize,
    buf: *mut c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_read_shared") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_read_shared_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_read_shared, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::read(process, fh, buf, count, datatype, status, |file, buffer| file.read_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_seek(fh: usize, offset: i64, whence: c_int) -> c_int {
    unsafe { file_seek(fh, offset, whence) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek(fh: usize, offset: i64, whence: c_int) -> c_int {
    unsafe { file_seek(fh, offset, whence) }
}

unsafe fn file_seek(fh: usize, offset: i64, whence: c_int) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_seek") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_seek {
                return unsafe { function(fh, offset, whence) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_seek(process, fh, offset, whence) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_seek_shared(fh: usize, offset: i64, whence: c_int) -> c_int {
    unsafe { file_seek_shared(fh, offset, whence) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_seek_shared(fh: usize, offset: i64, whence: c_int) -> c_int {
    unsafe { file_seek_shared(fh, offset, whence) }
}

unsafe fn file_seek_shared(fh: usize, offset: i64, whence: c_int) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_seek_shared") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_seek_shared {
            return unsafe { function(fh, offset, whence) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_seek_shared(process, fh, offset, whence) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_atomicity(fh: usize, flag: c_int) -> c_int {
    unsafe { file_set_atomicity(fh, flag) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_atomicity(fh: usize, flag: c_int) -> c_int {
    unsafe { file_set_atomicity(fh, flag) }
}

unsafe fn file_set_atomicity(fh: usize, flag: c_int) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_set_atomicity") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_set_atomicity {
                return unsafe { function(fh, flag) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_set_atomicity(process, fh, flag) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_errhandler(file: usize, errhandler: usize) -> c_int {
    unsafe { file_set_errhandler(file, errhandler) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_errhandler(file: usize, errhandler: usize) -> c_int {
    unsafe { file_set_errhandler(file, errhandler) }
}

unsafe fn file_set_errhandler(file: usize, errhandler: usize) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_set_errhandler") }, file);
    span.around(|| {
    if is_foreign(file) {
        if let Some(function) = native().file_set_errhandler {
            return unsafe { function(file, errhandler) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_set_errhandler(process, file, errhandler) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_info(fh: usize, info: usize) -> c_int {
    unsafe { file_set_info(fh, info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_info(fh: usize, info: usize) -> c_int {
    unsafe { file_set_info(fh, info) }
}

unsafe fn file_set_info(fh: usize, info: usize) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_set_info") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_set_info {
                return unsafe { function(fh, info) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_set_info(process, fh, info) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_size(fh: usize, size: i64) -> c_int {
    unsafe { file_set_size(fh, size) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_size(fh: usize, size: i64) -> c_int {
    unsafe { file_set_size(fh, size) }
}

unsafe fn file_set_size(fh: usize, size: i64) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_set_size") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_set_size {
                return unsafe { function(fh, size) };
            }
            return missing();
        }
        match current() {
            Ok(process) => {
                in_its_abi!(process, process => unsafe { calls::file_set_size(process, fh, size) })
            }
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_set_view(
    fh: usize,
    disp: i64,
    etype: usize,
    filetype: usize,
    datarep: *const c_char,
    info: usize,
) -> c_int {
    unsafe { file_set_view(fh, disp, etype, filetype, datarep, info) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_set_view(
    fh: usize,
    disp: i64,
    etype: usize,
    filetype: usize,
    datarep: *const c_char,
    info: usize,
) -> c_int {
    unsafe { file_set_view(fh, disp, etype, filetype, datarep, info) }
}

unsafe fn file_set_view(
    fh: usize,
    disp: i64,
    etype: usize,
    filetype: usize,
    datarep: *const c_char,
    info: usize,
) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_set_view") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_set_view {
            return unsafe { function(fh, disp, etype, filetype, datarep, info) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { calls::file_set_view(process, fh, disp, etype, filetype, datarep, info) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_sync(fh: usize) -> c_int {
    unsafe { file_sync(fh) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_sync(fh: usize) -> c_int {
    unsafe { file_sync(fh) }
}

unsafe fn file_sync(fh: usize) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_sync") }, fh);
    span.around(|| {
        if is_foreign(fh) {
            if let Some(function) = native().file_sync {
                return unsafe { function(fh) };
            }
            return missing();
        }
        match current() {
            Ok(process) => in_its_abi!(process, process => unsafe { calls::file_sync(process, fh) }),
            Err(code) => code,
        }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write(fh, buf, count, datatype, status) }
}

unsafe fn file_write(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count.into(), datatype, status, |file, buffer| file.write(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_c(fh, buf, count, datatype, status) }
}

unsafe fn file_write_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_write, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count, datatype, status, |file, buffer| file.write(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_all(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_all(fh, buf, count, datatype, status) }
}

unsafe fn file_write_all(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write_all") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_all {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count.into(), datatype, status, |file, buffer| file.write_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_all_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_all_c(fh, buf, count, datatype, status) }
}

unsafe fn file_write_all_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write_all") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_all_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_all, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count, datatype, status, |file, buffer| file.write_all(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_begin(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_write_all_begin(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_write_all_begin(fh, buf, count, datatype) }
}

unsafe fn file_write_all_begin(fh: usize, buf: *const c_void, count: c_int, datatype: usize) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_write_all_begin") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_all_begin {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_write(process, fh, buf, count.into(), datatype, |file, buffer| file.write_all_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_begin_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_write_all_begin_c(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_begin_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_write_all_begin_c(fh, buf, count, datatype) }
}

unsafe fn file_write_all_begin_c(fh: usize, buf: *const c_void, count: i64, datatype: usize) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write_all_begin") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_all_begin_c {
            return unsafe { function(fh, buf, count, datatype) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_all_begin, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_write(process, fh, buf, count, datatype, |file, buffer| file.write_all_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_all_end(fh: usize, buf: *const c_void, status: *mut c_void) -> c_int {
    unsafe { file_write_all_end(fh, buf, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_all_end(
    fh: usize,
    buf: *const c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_all_end(fh, buf, status) }
}

unsafe fn file_write_all_end(fh: usize, buf: *const c_void, status: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_write_all_end") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_all_end {
            return unsafe { function(fh, buf, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::end(process, fh, buf.cast(), status, |file| file.write_all_end()) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_write_at(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_write_at") }, fh, Some(offset), count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count.into(), datatype, status, |file, buffer| file.write_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_c(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_c(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_write_at_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write_at") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at_c {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_at, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count, datatype, status, |file, buffer| file.write_at(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_all(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_all(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_write_at_all(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_write_at_all") },
        fh,
        Some(offset),
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at_all {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count.into(), datatype, status, |file, buffer| file.write_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_all_c(fh, offset, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_all_c(fh, offset, buf, count, datatype, status) }
}

unsafe fn file_write_at_all_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_write_at_all") }, fh, Some(offset), count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at_all_c {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_at_all, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count, datatype, status, |file, buffer| file.write_at_all(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_begin(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_write_at_all_begin(fh, offset, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_write_at_all_begin(fh, offset, buf, count, datatype) }
}

unsafe fn file_write_at_all_begin(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_write_at_all_begin") },
        fh,
        Some(offset),
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at_all_begin {
            return unsafe { function(fh, offset, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_write(process, fh, buf, count.into(), datatype, |file, buffer| file.write_at_all_begin(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_begin_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_write_at_all_begin_c(fh, offset, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_begin_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_write_at_all_begin_c(fh, offset, buf, count, datatype) }
}

unsafe fn file_write_at_all_begin_c(
    fh: usize,
    offset: i64,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_write_at_all_begin") },
        fh,
        Some(offset),
        count,
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at_all_begin_c {
            return unsafe { function(fh, offset, buf, count, datatype) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_at_all_begin, c_int::try_from(count)) {
            return unsafe { function(fh, offset, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_write(process, fh, buf, count, datatype, |file, buffer| file.write_at_all_begin(offset, buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_at_all_end(
    fh: usize,
    buf: *const c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_all_end(fh, buf, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_at_all_end(
    fh: usize,
    buf: *const c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_at_all_end(fh, buf, status) }
}

unsafe fn file_write_at_all_end(fh: usize, buf: *const c_void, status: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_write_at_all_end") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_at_all_end {
            return unsafe { function(fh, buf, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::end(process, fh, buf.cast(), status, |file| file.write_at_all_end()) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_ordered(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_ordered(fh, buf, count, datatype, status) }
}

unsafe fn file_write_ordered(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_write_ordered") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_ordered {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count.into(), datatype, status, |file, buffer| file.write_ordered(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_ordered_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_ordered_c(fh, buf, count, datatype, status) }
}

unsafe fn file_write_ordered_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write_ordered") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_ordered_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_ordered, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count, datatype, status, |file, buffer| file.write_ordered(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_begin(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_write_ordered_begin(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
) -> c_int {
    unsafe { file_write_ordered_begin(fh, buf, count, datatype) }
}

unsafe fn file_write_ordered_begin(fh: usize, buf: *const c_void, count: c_int, datatype: usize) -> c_int {
    let span = Span::of_access(
        const { call_named("MPI_File_write_ordered_begin") },
        fh,
        None,
        count.into(),
        datatype,
    );
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_ordered_begin {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_write(process, fh, buf, count.into(), datatype, |file, buffer| file.write_ordered_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_begin_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_write_ordered_begin_c(fh, buf, count, datatype) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_begin_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
) -> c_int {
    unsafe { file_write_ordered_begin_c(fh, buf, count, datatype) }
}

unsafe fn file_write_ordered_begin_c(fh: usize, buf: *const c_void, count: i64, datatype: usize) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_write_ordered_begin") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_ordered_begin_c {
            return unsafe { function(fh, buf, count, datatype) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_ordered_begin, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::begin_write(process, fh, buf, count, datatype, |file, buffer| file.write_ordered_begin(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_ordered_end(
    fh: usize,
    buf: *const c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_ordered_end(fh, buf, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_ordered_end(
    fh: usize,
    buf: *const c_void,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_ordered_end(fh, buf, status) }
}

unsafe fn file_write_ordered_end(fh: usize, buf: *const c_void, status: *mut c_void) -> c_int {
    let span = Span::of_file(const { call_named("MPI_File_write_ordered_end") }, fh);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_ordered_end {
            return unsafe { function(fh, buf, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::end(process, fh, buf.cast(), status, |file| file.write_ordered_end()) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_shared(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_shared(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_shared(fh, buf, count, datatype, status) }
}

unsafe fn file_write_shared(
    fh: usize,
    buf: *const c_void,
    count: c_int,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span =
        Span::of_access(const { call_named("MPI_File_write_shared") }, fh, None, count.into(), datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_shared {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count.into(), datatype, status, |file, buffer| file.write_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn MPI_File_write_shared_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_shared_c(fh, buf, count, datatype, status) }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn PMPI_File_write_shared_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    unsafe { file_write_shared_c(fh, buf, count, datatype, status) }
}

unsafe fn file_write_shared_c(
    fh: usize,
    buf: *const c_void,
    count: i64,
    datatype: usize,
    status: *mut c_void,
) -> c_int {
    let span = Span::of_access(const { call_named("MPI_File_write_shared") }, fh, None, count, datatype);
    span.around(|| {
    if is_foreign(fh) {
        if let Some(function) = native().file_write_shared_c {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        if let (Some(function), Ok(count)) = (native().file_write_shared, c_int::try_from(count)) {
            return unsafe { function(fh, buf, count, datatype, status) };
        }
        return missing();
    }
    match current() {
        Ok(process) => in_its_abi!(process, process => unsafe { access::write(process, fh, buf, count, datatype, status, |file, buffer| file.write_shared(buffer)) }),
        Err(code) => code,
    }
    })
}

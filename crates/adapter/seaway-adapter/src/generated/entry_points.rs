// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.

use std::ffi::{c_char, c_int, c_void};

use crate::{Program, Word, entry, newer_entry};

seaway_adapter::entry_table! {}

newer_entry! { 0, MPI_Abi_get_fortran_booleans, PMPI_Abi_get_fortran_booleans, (logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void, is_set: *mut c_int) -> c_int }
newer_entry! { 1, MPI_Abi_get_fortran_info, PMPI_Abi_get_fortran_info, (info: *mut Word) -> c_int }
newer_entry! { 2, MPI_Abi_get_info, PMPI_Abi_get_info, (info: *mut Word) -> c_int }
newer_entry! { 3, MPI_Abi_get_version, PMPI_Abi_get_version, (abi_major: *mut c_int, abi_minor: *mut c_int) -> c_int }
newer_entry! { 4, MPI_Abi_set_fortran_booleans, PMPI_Abi_set_fortran_booleans, (logical_size: c_int, logical_true: *mut c_void, logical_false: *mut c_void) -> c_int }
newer_entry! { 5, MPI_Abi_set_fortran_info, PMPI_Abi_set_fortran_info, (info: Word) -> c_int }
entry! { 6, MPI_Abort, PMPI_Abort, (comm: Word, errorcode: c_int) -> c_int }
entry! { 7, MPI_Accumulate, PMPI_Accumulate, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, op: Word, win: Word) -> c_int }
newer_entry! { 8, MPI_Accumulate_c, PMPI_Accumulate_c, (origin_addr: *const c_void, origin_count: i64, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, op: Word, win: Word) -> c_int }
entry! { 9, MPI_Add_error_class, PMPI_Add_error_class, (errorclass: *mut c_int) -> c_int }
entry! { 10, MPI_Add_error_code, PMPI_Add_error_code, (errorclass: c_int, errorcode: *mut c_int) -> c_int }
entry! { 11, MPI_Add_error_string, PMPI_Add_error_string, (errorcode: c_int, string: *const c_char) -> c_int }
entry! { 12, MPI_Address, PMPI_Address, (location: *const c_void, address: *mut i64) -> c_int }
newer_entry! { 13, MPI_Aint_add, PMPI_Aint_add, (base: i64, disp: i64) -> i64 }
newer_entry! { 14, MPI_Aint_diff, PMPI_Aint_diff, (addr1: i64, addr2: i64) -> i64 }
entry! { 15, MPI_Allgather, PMPI_Allgather, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 16, MPI_Allgather_c, PMPI_Allgather_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word) -> c_int }
entry! { 17, MPI_Allgather_init, PMPI_Allgather_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 18, MPI_Allgather_init_c, PMPI_Allgather_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 19, MPI_Allgatherv, PMPI_Allgatherv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 20, MPI_Allgatherv_c, PMPI_Allgatherv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, comm: Word) -> c_int }
entry! { 21, MPI_Allgatherv_init, PMPI_Allgatherv_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 22, MPI_Allgatherv_init_c, PMPI_Allgatherv_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 23, MPI_Alloc_mem, PMPI_Alloc_mem, (size: i64, info: Word, baseptr: *mut c_void) -> c_int }
entry! { 24, MPI_Allreduce, PMPI_Allreduce, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word) -> c_int }
newer_entry! { 25, MPI_Allreduce_c, PMPI_Allreduce_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word) -> c_int }
entry! { 26, MPI_Allreduce_init, PMPI_Allreduce_init, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 27, MPI_Allreduce_init_c, PMPI_Allreduce_init_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 28, MPI_Alltoall, PMPI_Alltoall, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 29, MPI_Alltoall_c, PMPI_Alltoall_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word) -> c_int }
entry! { 30, MPI_Alltoall_init, PMPI_Alltoall_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 31, MPI_Alltoall_init_c, PMPI_Alltoall_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 32, MPI_Alltoallv, PMPI_Alltoallv, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 33, MPI_Alltoallv_c, PMPI_Alltoallv_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: Word, comm: Word) -> c_int }
entry! { 34, MPI_Alltoallv_init, PMPI_Alltoallv_init, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 35, MPI_Alltoallv_init_c, PMPI_Alltoallv_init_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 36, MPI_Alltoallw, PMPI_Alltoallw, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Word, comm: Word) -> c_int }
newer_entry! { 37, MPI_Alltoallw_c, PMPI_Alltoallw_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Word, comm: Word) -> c_int }
entry! { 38, MPI_Alltoallw_init, PMPI_Alltoallw_init, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 39, MPI_Alltoallw_init_c, PMPI_Alltoallw_init_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 40, MPI_Attr_delete, PMPI_Attr_delete, (comm: Word, keyval: c_int) -> c_int }
entry! { 41, MPI_Attr_get, PMPI_Attr_get, (comm: Word, keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int }
entry! { 42, MPI_Attr_put, PMPI_Attr_put, (comm: Word, keyval: c_int, attribute_val: *mut c_void) -> c_int }
entry! { 43, MPI_Barrier, PMPI_Barrier, (comm: Word) -> c_int }
entry! { 44, MPI_Barrier_init, PMPI_Barrier_init, (comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 45, MPI_Bcast, PMPI_Bcast, (buffer: *mut c_void, count: c_int, datatype: Word, root: c_int, comm: Word) -> c_int }
newer_entry! { 46, MPI_Bcast_c, PMPI_Bcast_c, (buffer: *mut c_void, count: i64, datatype: Word, root: c_int, comm: Word) -> c_int }
entry! { 47, MPI_Bcast_init, PMPI_Bcast_init, (buffer: *mut c_void, count: c_int, datatype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 48, MPI_Bcast_init_c, PMPI_Bcast_init_c, (buffer: *mut c_void, count: i64, datatype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 49, MPI_Bsend, PMPI_Bsend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
newer_entry! { 50, MPI_Bsend_c, PMPI_Bsend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
entry! { 51, MPI_Bsend_init, PMPI_Bsend_init, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 52, MPI_Bsend_init_c, PMPI_Bsend_init_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 53, MPI_Buffer_attach, PMPI_Buffer_attach, (buffer: *mut c_void, size: c_int) -> c_int }
newer_entry! { 54, MPI_Buffer_attach_c, PMPI_Buffer_attach_c, (buffer: *mut c_void, size: i64) -> c_int }
entry! { 55, MPI_Buffer_detach, PMPI_Buffer_detach, (buffer_addr: *mut c_void, size: *mut c_int) -> c_int }
newer_entry! { 56, MPI_Buffer_detach_c, PMPI_Buffer_detach_c, (buffer_addr: *mut c_void, size: *mut i64) -> c_int }
newer_entry! { 57, MPI_Buffer_flush, PMPI_Buffer_flush, () -> c_int }
newer_entry! { 58, MPI_Buffer_iflush, PMPI_Buffer_iflush, (request: *mut Word) -> c_int }
entry! { 59, MPI_Cancel, PMPI_Cancel, (request: *mut Word) -> c_int }
entry! { 60, MPI_Cart_coords, PMPI_Cart_coords, (comm: Word, rank: c_int, maxdims: c_int, coords: *mut c_int) -> c_int }
entry! { 61, MPI_Cart_create, PMPI_Cart_create, (comm_old: Word, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int, comm_cart: *mut Word) -> c_int }
entry! { 62, MPI_Cart_get, PMPI_Cart_get, (comm: Word, maxdims: c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int) -> c_int }
entry! { 63, MPI_Cart_map, PMPI_Cart_map, (comm: Word, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int) -> c_int }
entry! { 64, MPI_Cart_rank, PMPI_Cart_rank, (comm: Word, coords: *const c_int, rank: *mut c_int) -> c_int }
entry! { 65, MPI_Cart_shift, PMPI_Cart_shift, (comm: Word, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int) -> c_int }
entry! { 66, MPI_Cart_sub, PMPI_Cart_sub, (comm: Word, remain_dims: *const c_int, newcomm: *mut Word) -> c_int }
entry! { 67, MPI_Cartdim_get, PMPI_Cartdim_get, (comm: Word, ndims: *mut c_int) -> c_int }
entry! { 68, MPI_Close_port, PMPI_Close_port, (port_name: *const c_char) -> c_int }
entry! { 69, MPI_Comm_accept, PMPI_Comm_accept, (port_name: *const c_char, info: Word, root: c_int, comm: Word, newcomm: *mut Word) -> c_int }
newer_entry! { 70, MPI_Comm_attach_buffer, PMPI_Comm_attach_buffer, (comm: Word, buffer: *mut c_void, size: c_int) -> c_int }
newer_entry! { 71, MPI_Comm_attach_buffer_c, PMPI_Comm_attach_buffer_c, (comm: Word, buffer: *mut c_void, size: i64) -> c_int }
entry! { 72, MPI_Comm_call_errhandler, PMPI_Comm_call_errhandler, (comm: Word, errorcode: c_int) -> c_int }
entry! { 73, MPI_Comm_compare, PMPI_Comm_compare, (comm1: Word, comm2: Word, result: *mut c_int) -> c_int }
entry! { 74, MPI_Comm_connect, PMPI_Comm_connect, (port_name: *const c_char, info: Word, root: c_int, comm: Word, newcomm: *mut Word) -> c_int }
entry! { 75, MPI_Comm_create, PMPI_Comm_create, (comm: Word, group: Word, newcomm: *mut Word) -> c_int }
entry! { 76, MPI_Comm_create_errhandler, PMPI_Comm_create_errhandler, (comm_errhandler_fn: usize, errhandler: *mut Word) -> c_int }
entry! { 77, MPI_Comm_create_from_group, PMPI_Comm_create_from_group, (group: Word, stringtag: *const c_char, info: Word, errhandler: Word, newcomm: *mut Word) -> c_int }
entry! { 78, MPI_Comm_create_group, PMPI_Comm_create_group, (comm: Word, group: Word, tag: c_int, newcomm: *mut Word) -> c_int }
entry! { 79, MPI_Comm_create_keyval, PMPI_Comm_create_keyval, (comm_copy_attr_fn: usize, comm_delete_attr_fn: usize, comm_keyval: *mut c_int, extra_state: *mut c_void) -> c_int }
entry! { 80, MPI_Comm_delete_attr, PMPI_Comm_delete_attr, (comm: Word, comm_keyval: c_int) -> c_int }
newer_entry! { 81, MPI_Comm_detach_buffer, PMPI_Comm_detach_buffer, (comm: Word, buffer_addr: *mut c_void, size: *mut c_int) -> c_int }
newer_entry! { 82, MPI_Comm_detach_buffer_c, PMPI_Comm_detach_buffer_c, (comm: Word, buffer_addr: *mut c_void, size: *mut i64) -> c_int }
entry! { 83, MPI_Comm_disconnect, PMPI_Comm_disconnect, (comm: *mut Word) -> c_int }
entry! { 84, MPI_Comm_dup, PMPI_Comm_dup, (comm: Word, newcomm: *mut Word) -> c_int }
entry! { 85, MPI_Comm_dup_with_info, PMPI_Comm_dup_with_info, (comm: Word, info: Word, newcomm: *mut Word) -> c_int }
newer_entry! { 86, MPI_Comm_flush_buffer, PMPI_Comm_flush_buffer, (comm: Word) -> c_int }
entry! { 87, MPI_Comm_free, PMPI_Comm_free, (comm: *mut Word) -> c_int }
entry! { 88, MPI_Comm_free_keyval, PMPI_Comm_free_keyval, (comm_keyval: *mut c_int) -> c_int }
newer_entry! { 89, MPI_Comm_fromint, PMPI_Comm_fromint, (comm: c_int) -> Word }
entry! { 90, MPI_Comm_get_attr, PMPI_Comm_get_attr, (comm: Word, comm_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int }
entry! { 91, MPI_Comm_get_errhandler, PMPI_Comm_get_errhandler, (comm: Word, errhandler: *mut Word) -> c_int }
entry! { 92, MPI_Comm_get_info, PMPI_Comm_get_info, (comm: Word, info_used: *mut Word) -> c_int }
entry! { 93, MPI_Comm_get_name, PMPI_Comm_get_name, (comm: Word, comm_name: *mut c_char, resultlen: *mut c_int) -> c_int }
entry! { 94, MPI_Comm_get_parent, PMPI_Comm_get_parent, (parent: *mut Word) -> c_int }
entry! { 95, MPI_Comm_group, PMPI_Comm_group, (comm: Word, group: *mut Word) -> c_int }
entry! { 96, MPI_Comm_idup, PMPI_Comm_idup, (comm: Word, newcomm: *mut Word, request: *mut Word) -> c_int }
entry! { 97, MPI_Comm_idup_with_info, PMPI_Comm_idup_with_info, (comm: Word, info: Word, newcomm: *mut Word, request: *mut Word) -> c_int }
newer_entry! { 98, MPI_Comm_iflush_buffer, PMPI_Comm_iflush_buffer, (comm: Word, request: *mut Word) -> c_int }
entry! { 99, MPI_Comm_join, PMPI_Comm_join, (fd: c_int, intercomm: *mut Word) -> c_int }
entry! { 100, MPI_Comm_rank, PMPI_Comm_rank, (comm: Word, rank: *mut c_int) -> c_int }
entry! { 101, MPI_Comm_remote_group, PMPI_Comm_remote_group, (comm: Word, group: *mut Word) -> c_int }
entry! { 102, MPI_Comm_remote_size, PMPI_Comm_remote_size, (comm: Word, size: *mut c_int) -> c_int }
entry! { 103, MPI_Comm_set_attr, PMPI_Comm_set_attr, (comm: Word, comm_keyval: c_int, attribute_val: *mut c_void) -> c_int }
entry! { 104, MPI_Comm_set_errhandler, PMPI_Comm_set_errhandler, (comm: Word, errhandler: Word) -> c_int }
entry! { 105, MPI_Comm_set_info, PMPI_Comm_set_info, (comm: Word, info: Word) -> c_int }
entry! { 106, MPI_Comm_set_name, PMPI_Comm_set_name, (comm: Word, comm_name: *const c_char) -> c_int }
entry! { 107, MPI_Comm_size, PMPI_Comm_size, (comm: Word, size: *mut c_int) -> c_int }
entry! { 108, MPI_Comm_spawn, PMPI_Comm_spawn, (command: *const c_char, argv: *mut c_void, maxprocs: c_int, info: Word, root: c_int, comm: Word, intercomm: *mut Word, array_of_errcodes: *mut c_int) -> c_int }
entry! { 109, MPI_Comm_spawn_multiple, PMPI_Comm_spawn_multiple, (count: c_int, array_of_commands: *mut c_void, array_of_argv: *mut c_void, array_of_maxprocs: *const c_int, array_of_info: *const Word, root: c_int, comm: Word, intercomm: *mut Word, array_of_errcodes: *mut c_int) -> c_int }
entry! { 110, MPI_Comm_split, PMPI_Comm_split, (comm: Word, color: c_int, key: c_int, newcomm: *mut Word) -> c_int }
entry! { 111, MPI_Comm_split_type, PMPI_Comm_split_type, (comm: Word, split_type: c_int, key: c_int, info: Word, newcomm: *mut Word) -> c_int }
entry! { 112, MPI_Comm_test_inter, PMPI_Comm_test_inter, (comm: Word, flag: *mut c_int) -> c_int }
newer_entry! { 113, MPI_Comm_toint, PMPI_Comm_toint, (comm: Word) -> c_int }
entry! { 114, MPI_Compare_and_swap, PMPI_Compare_and_swap, (origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: Word, target_rank: c_int, target_disp: i64, win: Word) -> c_int }
entry! { 115, MPI_Dims_create, PMPI_Dims_create, (nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int }
entry! { 116, MPI_Dist_graph_create, PMPI_Dist_graph_create, (comm_old: Word, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: Word, reorder: c_int, comm_dist_graph: *mut Word) -> c_int }
entry! { 117, MPI_Dist_graph_create_adjacent, PMPI_Dist_graph_create_adjacent, (comm_old: Word, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int, info: Word, reorder: c_int, comm_dist_graph: *mut Word) -> c_int }
entry! { 118, MPI_Dist_graph_neighbors, PMPI_Dist_graph_neighbors, (comm: Word, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) -> c_int }
entry! { 119, MPI_Dist_graph_neighbors_count, PMPI_Dist_graph_neighbors_count, (comm: Word, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int) -> c_int }
entry! { 120, MPI_Errhandler_create, PMPI_Errhandler_create, (function: usize, errhandler: *mut Word) -> c_int }
entry! { 121, MPI_Errhandler_free, PMPI_Errhandler_free, (errhandler: *mut Word) -> c_int }
newer_entry! { 122, MPI_Errhandler_fromint, PMPI_Errhandler_fromint, (errhandler: c_int) -> Word }
entry! { 123, MPI_Errhandler_get, PMPI_Errhandler_get, (comm: Word, errhandler: *mut Word) -> c_int }
entry! { 124, MPI_Errhandler_set, PMPI_Errhandler_set, (comm: Word, errhandler: Word) -> c_int }
newer_entry! { 125, MPI_Errhandler_toint, PMPI_Errhandler_toint, (errhandler: Word) -> c_int }
entry! { 126, MPI_Error_class, PMPI_Error_class, (errorcode: c_int, errorclass: *mut c_int) -> c_int }
entry! { 127, MPI_Error_string, PMPI_Error_string, (errorcode: c_int, string: *mut c_char, resultlen: *mut c_int) -> c_int }
entry! { 128, MPI_Exscan, PMPI_Exscan, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word) -> c_int }
newer_entry! { 129, MPI_Exscan_c, PMPI_Exscan_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word) -> c_int }
entry! { 130, MPI_Exscan_init, PMPI_Exscan_init, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 131, MPI_Exscan_init_c, PMPI_Exscan_init_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 132, MPI_Fetch_and_op, PMPI_Fetch_and_op, (origin_addr: *const c_void, result_addr: *mut c_void, datatype: Word, target_rank: c_int, target_disp: i64, op: Word, win: Word) -> c_int }
entry! { 133, MPI_File_call_errhandler, PMPI_File_call_errhandler, (fh: usize, errorcode: c_int) -> c_int }
entry! { 134, MPI_File_close, PMPI_File_close, (fh: *mut usize) -> c_int }
entry! { 135, MPI_File_create_errhandler, PMPI_File_create_errhandler, (file_errhandler_fn: usize, errhandler: *mut Word) -> c_int }
entry! { 136, MPI_File_delete, PMPI_File_delete, (filename: *const c_char, info: Word) -> c_int }
newer_entry! { 137, MPI_File_fromint, PMPI_File_fromint, (file: c_int) -> usize }
entry! { 138, MPI_File_get_amode, PMPI_File_get_amode, (fh: usize, amode: *mut c_int) -> c_int }
entry! { 139, MPI_File_get_atomicity, PMPI_File_get_atomicity, (fh: usize, flag: *mut c_int) -> c_int }
entry! { 140, MPI_File_get_byte_offset, PMPI_File_get_byte_offset, (fh: usize, offset: i64, disp: *mut i64) -> c_int }
entry! { 141, MPI_File_get_errhandler, PMPI_File_get_errhandler, (file: usize, errhandler: *mut Word) -> c_int }
entry! { 142, MPI_File_get_group, PMPI_File_get_group, (fh: usize, group: *mut Word) -> c_int }
entry! { 143, MPI_File_get_info, PMPI_File_get_info, (fh: usize, info_used: *mut Word) -> c_int }
entry! { 144, MPI_File_get_position, PMPI_File_get_position, (fh: usize, offset: *mut i64) -> c_int }
entry! { 145, MPI_File_get_position_shared, PMPI_File_get_position_shared, (fh: usize, offset: *mut i64) -> c_int }
entry! { 146, MPI_File_get_size, PMPI_File_get_size, (fh: usize, size: *mut i64) -> c_int }
entry! { 147, MPI_File_get_type_extent, PMPI_File_get_type_extent, (fh: usize, datatype: Word, extent: *mut i64) -> c_int }
newer_entry! { 148, MPI_File_get_type_extent_c, PMPI_File_get_type_extent_c, (fh: usize, datatype: Word, extent: *mut i64) -> c_int }
entry! { 149, MPI_File_get_view, PMPI_File_get_view, (fh: usize, disp: *mut i64, etype: *mut Word, filetype: *mut Word, datarep: *mut c_char) -> c_int }
entry! { 150, MPI_File_iread, PMPI_File_iread, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 151, MPI_File_iread_c, PMPI_File_iread_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 152, MPI_File_iread_all, PMPI_File_iread_all, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 153, MPI_File_iread_all_c, PMPI_File_iread_all_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 154, MPI_File_iread_at, PMPI_File_iread_at, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 155, MPI_File_iread_at_c, PMPI_File_iread_at_c, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 156, MPI_File_iread_at_all, PMPI_File_iread_at_all, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 157, MPI_File_iread_at_all_c, PMPI_File_iread_at_all_c, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 158, MPI_File_iread_shared, PMPI_File_iread_shared, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 159, MPI_File_iread_shared_c, PMPI_File_iread_shared_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 160, MPI_File_iwrite, PMPI_File_iwrite, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 161, MPI_File_iwrite_c, PMPI_File_iwrite_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 162, MPI_File_iwrite_all, PMPI_File_iwrite_all, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 163, MPI_File_iwrite_all_c, PMPI_File_iwrite_all_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 164, MPI_File_iwrite_at, PMPI_File_iwrite_at, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 165, MPI_File_iwrite_at_c, PMPI_File_iwrite_at_c, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 166, MPI_File_iwrite_at_all, PMPI_File_iwrite_at_all, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 167, MPI_File_iwrite_at_all_c, PMPI_File_iwrite_at_all_c, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 168, MPI_File_iwrite_shared, PMPI_File_iwrite_shared, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, request: *mut Word) -> c_int }
newer_entry! { 169, MPI_File_iwrite_shared_c, PMPI_File_iwrite_shared_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, request: *mut Word) -> c_int }
entry! { 170, MPI_File_open, PMPI_File_open, (comm: Word, filename: *const c_char, amode: c_int, info: Word, fh: *mut usize) -> c_int }
entry! { 171, MPI_File_preallocate, PMPI_File_preallocate, (fh: usize, size: i64) -> c_int }
entry! { 172, MPI_File_read, PMPI_File_read, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 173, MPI_File_read_c, PMPI_File_read_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 174, MPI_File_read_all, PMPI_File_read_all, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 175, MPI_File_read_all_c, PMPI_File_read_all_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 176, MPI_File_read_all_begin, PMPI_File_read_all_begin, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word) -> c_int }
newer_entry! { 177, MPI_File_read_all_begin_c, PMPI_File_read_all_begin_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word) -> c_int }
entry! { 178, MPI_File_read_all_end, PMPI_File_read_all_end, (fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int }
entry! { 179, MPI_File_read_at, PMPI_File_read_at, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 180, MPI_File_read_at_c, PMPI_File_read_at_c, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 181, MPI_File_read_at_all, PMPI_File_read_at_all, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 182, MPI_File_read_at_all_c, PMPI_File_read_at_all_c, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 183, MPI_File_read_at_all_begin, PMPI_File_read_at_all_begin, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: Word) -> c_int }
newer_entry! { 184, MPI_File_read_at_all_begin_c, PMPI_File_read_at_all_begin_c, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: Word) -> c_int }
entry! { 185, MPI_File_read_at_all_end, PMPI_File_read_at_all_end, (fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int }
entry! { 186, MPI_File_read_ordered, PMPI_File_read_ordered, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 187, MPI_File_read_ordered_c, PMPI_File_read_ordered_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 188, MPI_File_read_ordered_begin, PMPI_File_read_ordered_begin, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word) -> c_int }
newer_entry! { 189, MPI_File_read_ordered_begin_c, PMPI_File_read_ordered_begin_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word) -> c_int }
entry! { 190, MPI_File_read_ordered_end, PMPI_File_read_ordered_end, (fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int }
entry! { 191, MPI_File_read_shared, PMPI_File_read_shared, (fh: usize, buf: *mut c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 192, MPI_File_read_shared_c, PMPI_File_read_shared_c, (fh: usize, buf: *mut c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 193, MPI_File_seek, PMPI_File_seek, (fh: usize, offset: i64, whence: c_int) -> c_int }
entry! { 194, MPI_File_seek_shared, PMPI_File_seek_shared, (fh: usize, offset: i64, whence: c_int) -> c_int }
entry! { 195, MPI_File_set_atomicity, PMPI_File_set_atomicity, (fh: usize, flag: c_int) -> c_int }
entry! { 196, MPI_File_set_errhandler, PMPI_File_set_errhandler, (file: usize, errhandler: Word) -> c_int }
entry! { 197, MPI_File_set_info, PMPI_File_set_info, (fh: usize, info: Word) -> c_int }
entry! { 198, MPI_File_set_size, PMPI_File_set_size, (fh: usize, size: i64) -> c_int }
entry! { 199, MPI_File_set_view, PMPI_File_set_view, (fh: usize, disp: i64, etype: Word, filetype: Word, datarep: *const c_char, info: Word) -> c_int }
entry! { 200, MPI_File_sync, PMPI_File_sync, (fh: usize) -> c_int }
newer_entry! { 201, MPI_File_toint, PMPI_File_toint, (file: usize) -> c_int }
entry! { 202, MPI_File_write, PMPI_File_write, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 203, MPI_File_write_c, PMPI_File_write_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 204, MPI_File_write_all, PMPI_File_write_all, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 205, MPI_File_write_all_c, PMPI_File_write_all_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 206, MPI_File_write_all_begin, PMPI_File_write_all_begin, (fh: usize, buf: *const c_void, count: c_int, datatype: Word) -> c_int }
newer_entry! { 207, MPI_File_write_all_begin_c, PMPI_File_write_all_begin_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word) -> c_int }
entry! { 208, MPI_File_write_all_end, PMPI_File_write_all_end, (fh: usize, buf: *const c_void, status: *mut c_void) -> c_int }
entry! { 209, MPI_File_write_at, PMPI_File_write_at, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 210, MPI_File_write_at_c, PMPI_File_write_at_c, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 211, MPI_File_write_at_all, PMPI_File_write_at_all, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 212, MPI_File_write_at_all_c, PMPI_File_write_at_all_c, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 213, MPI_File_write_at_all_begin, PMPI_File_write_at_all_begin, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: Word) -> c_int }
newer_entry! { 214, MPI_File_write_at_all_begin_c, PMPI_File_write_at_all_begin_c, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: Word) -> c_int }
entry! { 215, MPI_File_write_at_all_end, PMPI_File_write_at_all_end, (fh: usize, buf: *const c_void, status: *mut c_void) -> c_int }
entry! { 216, MPI_File_write_ordered, PMPI_File_write_ordered, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 217, MPI_File_write_ordered_c, PMPI_File_write_ordered_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 218, MPI_File_write_ordered_begin, PMPI_File_write_ordered_begin, (fh: usize, buf: *const c_void, count: c_int, datatype: Word) -> c_int }
newer_entry! { 219, MPI_File_write_ordered_begin_c, PMPI_File_write_ordered_begin_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word) -> c_int }
entry! { 220, MPI_File_write_ordered_end, PMPI_File_write_ordered_end, (fh: usize, buf: *const c_void, status: *mut c_void) -> c_int }
entry! { 221, MPI_File_write_shared, PMPI_File_write_shared, (fh: usize, buf: *const c_void, count: c_int, datatype: Word, status: *mut c_void) -> c_int }
newer_entry! { 222, MPI_File_write_shared_c, PMPI_File_write_shared_c, (fh: usize, buf: *const c_void, count: i64, datatype: Word, status: *mut c_void) -> c_int }
entry! { 223, MPI_Finalize, PMPI_Finalize, () -> c_int }
entry! { 224, MPI_Finalized, PMPI_Finalized, (flag: *mut c_int) -> c_int }
entry! { 225, MPI_Free_mem, PMPI_Free_mem, (base: *mut c_void) -> c_int }
entry! { 226, MPI_Gather, PMPI_Gather, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word) -> c_int }
newer_entry! { 227, MPI_Gather_c, PMPI_Gather_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word) -> c_int }
entry! { 228, MPI_Gather_init, PMPI_Gather_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 229, MPI_Gather_init_c, PMPI_Gather_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 230, MPI_Gatherv, PMPI_Gatherv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, root: c_int, comm: Word) -> c_int }
newer_entry! { 231, MPI_Gatherv_c, PMPI_Gatherv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, root: c_int, comm: Word) -> c_int }
entry! { 232, MPI_Gatherv_init, PMPI_Gatherv_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 233, MPI_Gatherv_init_c, PMPI_Gatherv_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 234, MPI_Get, PMPI_Get, (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, win: Word) -> c_int }
newer_entry! { 235, MPI_Get_c, PMPI_Get_c, (origin_addr: *mut c_void, origin_count: i64, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, win: Word) -> c_int }
entry! { 236, MPI_Get_accumulate, PMPI_Get_accumulate, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: Word, result_addr: *mut c_void, result_count: c_int, result_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, op: Word, win: Word) -> c_int }
newer_entry! { 237, MPI_Get_accumulate_c, PMPI_Get_accumulate_c, (origin_addr: *const c_void, origin_count: i64, origin_datatype: Word, result_addr: *mut c_void, result_count: i64, result_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, op: Word, win: Word) -> c_int }
entry! { 238, MPI_Get_address, PMPI_Get_address, (location: *const c_void, address: *mut i64) -> c_int }
entry! { 239, MPI_Get_count, PMPI_Get_count, (status: *const c_void, datatype: Word, count: *mut c_int) -> c_int }
newer_entry! { 240, MPI_Get_count_c, PMPI_Get_count_c, (status: *const c_void, datatype: Word, count: *mut i64) -> c_int }
entry! { 241, MPI_Get_elements, PMPI_Get_elements, (status: *const c_void, datatype: Word, count: *mut c_int) -> c_int }
newer_entry! { 242, MPI_Get_elements_c, PMPI_Get_elements_c, (status: *const c_void, datatype: Word, count: *mut i64) -> c_int }
entry! { 243, MPI_Get_elements_x, PMPI_Get_elements_x, (status: *const c_void, datatype: Word, count: *mut i64) -> c_int }
newer_entry! { 244, MPI_Get_hw_resource_info, PMPI_Get_hw_resource_info, (hw_info: *mut Word) -> c_int }
entry! { 245, MPI_Get_library_version, PMPI_Get_library_version, (version: *mut c_char, resultlen: *mut c_int) -> c_int }
entry! { 246, MPI_Get_processor_name, PMPI_Get_processor_name, (name: *mut c_char, resultlen: *mut c_int) -> c_int }
entry! { 247, MPI_Get_version, PMPI_Get_version, (version: *mut c_int, subversion: *mut c_int) -> c_int }
entry! { 248, MPI_Graph_create, PMPI_Graph_create, (comm_old: Word, nnodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut Word) -> c_int }
entry! { 249, MPI_Graph_get, PMPI_Graph_get, (comm: Word, maxindex: c_int, maxedges: c_int, index: *mut c_int, edges: *mut c_int) -> c_int }
entry! { 250, MPI_Graph_map, PMPI_Graph_map, (comm: Word, nnodes: c_int, index: *const c_int, edges: *const c_int, newrank: *mut c_int) -> c_int }
entry! { 251, MPI_Graph_neighbors, PMPI_Graph_neighbors, (comm: Word, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) -> c_int }
entry! { 252, MPI_Graph_neighbors_count, PMPI_Graph_neighbors_count, (comm: Word, rank: c_int, nneighbors: *mut c_int) -> c_int }
entry! { 253, MPI_Graphdims_get, PMPI_Graphdims_get, (comm: Word, nnodes: *mut c_int, nedges: *mut c_int) -> c_int }
entry! { 254, MPI_Grequest_complete, PMPI_Grequest_complete, (request: Word) -> c_int }
entry! { 255, MPI_Grequest_start, PMPI_Grequest_start, (query_fn: usize, free_fn: usize, cancel_fn: usize, extra_state: *mut c_void, request: *mut Word) -> c_int }
entry! { 256, MPI_Group_compare, PMPI_Group_compare, (group1: Word, group2: Word, result: *mut c_int) -> c_int }
entry! { 257, MPI_Group_difference, PMPI_Group_difference, (group1: Word, group2: Word, newgroup: *mut Word) -> c_int }
entry! { 258, MPI_Group_excl, PMPI_Group_excl, (group: Word, n: c_int, ranks: *const c_int, newgroup: *mut Word) -> c_int }
entry! { 259, MPI_Group_free, PMPI_Group_free, (group: *mut Word) -> c_int }
entry! { 260, MPI_Group_from_session_pset, PMPI_Group_from_session_pset, (session: Word, pset_name: *const c_char, newgroup: *mut Word) -> c_int }
newer_entry! { 261, MPI_Group_fromint, PMPI_Group_fromint, (group: c_int) -> Word }
entry! { 262, MPI_Group_incl, PMPI_Group_incl, (group: Word, n: c_int, ranks: *const c_int, newgroup: *mut Word) -> c_int }
entry! { 263, MPI_Group_intersection, PMPI_Group_intersection, (group1: Word, group2: Word, newgroup: *mut Word) -> c_int }
entry! { 264, MPI_Group_range_excl, PMPI_Group_range_excl, (group: Word, n: c_int, ranges: *const c_int, newgroup: *mut Word) -> c_int }
entry! { 265, MPI_Group_range_incl, PMPI_Group_range_incl, (group: Word, n: c_int, ranges: *const c_int, newgroup: *mut Word) -> c_int }
entry! { 266, MPI_Group_rank, PMPI_Group_rank, (group: Word, rank: *mut c_int) -> c_int }
entry! { 267, MPI_Group_size, PMPI_Group_size, (group: Word, size: *mut c_int) -> c_int }
newer_entry! { 268, MPI_Group_toint, PMPI_Group_toint, (group: Word) -> c_int }
entry! { 269, MPI_Group_translate_ranks, PMPI_Group_translate_ranks, (group1: Word, n: c_int, ranks1: *const c_int, group2: Word, ranks2: *mut c_int) -> c_int }
entry! { 270, MPI_Group_union, PMPI_Group_union, (group1: Word, group2: Word, newgroup: *mut Word) -> c_int }
entry! { 271, MPI_Iallgather, PMPI_Iallgather, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 272, MPI_Iallgather_c, PMPI_Iallgather_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 273, MPI_Iallgatherv, PMPI_Iallgatherv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 274, MPI_Iallgatherv_c, PMPI_Iallgatherv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 275, MPI_Iallreduce, PMPI_Iallreduce, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 276, MPI_Iallreduce_c, PMPI_Iallreduce_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 277, MPI_Ialltoall, PMPI_Ialltoall, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 278, MPI_Ialltoall_c, PMPI_Ialltoall_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 279, MPI_Ialltoallv, PMPI_Ialltoallv, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 280, MPI_Ialltoallv_c, PMPI_Ialltoallv_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 281, MPI_Ialltoallw, PMPI_Ialltoallw, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 282, MPI_Ialltoallw_c, PMPI_Ialltoallw_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Word, comm: Word, request: *mut Word) -> c_int }
entry! { 283, MPI_Ibarrier, PMPI_Ibarrier, (comm: Word, request: *mut Word) -> c_int }
entry! { 284, MPI_Ibcast, PMPI_Ibcast, (buffer: *mut c_void, count: c_int, datatype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 285, MPI_Ibcast_c, PMPI_Ibcast_c, (buffer: *mut c_void, count: i64, datatype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 286, MPI_Ibsend, PMPI_Ibsend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 287, MPI_Ibsend_c, PMPI_Ibsend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 288, MPI_Iexscan, PMPI_Iexscan, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 289, MPI_Iexscan_c, PMPI_Iexscan_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 290, MPI_Igather, PMPI_Igather, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 291, MPI_Igather_c, PMPI_Igather_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 292, MPI_Igatherv, PMPI_Igatherv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 293, MPI_Igatherv_c, PMPI_Igatherv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 294, MPI_Improbe, PMPI_Improbe, (source: c_int, tag: c_int, comm: Word, flag: *mut c_int, message: *mut Word, status: *mut c_void) -> c_int }
entry! { 295, MPI_Imrecv, PMPI_Imrecv, (buf: *mut c_void, count: c_int, datatype: Word, message: *mut Word, request: *mut Word) -> c_int }
newer_entry! { 296, MPI_Imrecv_c, PMPI_Imrecv_c, (buf: *mut c_void, count: i64, datatype: Word, message: *mut Word, request: *mut Word) -> c_int }
entry! { 297, MPI_Ineighbor_allgather, PMPI_Ineighbor_allgather, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 298, MPI_Ineighbor_allgather_c, PMPI_Ineighbor_allgather_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 299, MPI_Ineighbor_allgatherv, PMPI_Ineighbor_allgatherv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 300, MPI_Ineighbor_allgatherv_c, PMPI_Ineighbor_allgatherv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 301, MPI_Ineighbor_alltoall, PMPI_Ineighbor_alltoall, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 302, MPI_Ineighbor_alltoall_c, PMPI_Ineighbor_alltoall_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 303, MPI_Ineighbor_alltoallv, PMPI_Ineighbor_alltoallv, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 304, MPI_Ineighbor_alltoallv_c, PMPI_Ineighbor_alltoallv_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 305, MPI_Ineighbor_alltoallw, PMPI_Ineighbor_alltoallw, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 306, MPI_Ineighbor_alltoallw_c, PMPI_Ineighbor_alltoallw_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Word, comm: Word, request: *mut Word) -> c_int }
entry! { 307, MPI_Info_create, PMPI_Info_create, (info: *mut Word) -> c_int }
entry! { 308, MPI_Info_create_env, PMPI_Info_create_env, (argc: c_int, argv: *mut c_void, info: *mut Word) -> c_int }
entry! { 309, MPI_Info_delete, PMPI_Info_delete, (info: Word, key: *const c_char) -> c_int }
entry! { 310, MPI_Info_dup, PMPI_Info_dup, (info: Word, newinfo: *mut Word) -> c_int }
entry! { 311, MPI_Info_free, PMPI_Info_free, (info: *mut Word) -> c_int }
newer_entry! { 312, MPI_Info_fromint, PMPI_Info_fromint, (info: c_int) -> Word }
entry! { 313, MPI_Info_get, PMPI_Info_get, (info: Word, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int) -> c_int }
entry! { 314, MPI_Info_get_nkeys, PMPI_Info_get_nkeys, (info: Word, nkeys: *mut c_int) -> c_int }
entry! { 315, MPI_Info_get_nthkey, PMPI_Info_get_nthkey, (info: Word, n: c_int, key: *mut c_char) -> c_int }
entry! { 316, MPI_Info_get_string, PMPI_Info_get_string, (info: Word, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut c_int) -> c_int }
entry! { 317, MPI_Info_get_valuelen, PMPI_Info_get_valuelen, (info: Word, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int) -> c_int }
entry! { 318, MPI_Info_set, PMPI_Info_set, (info: Word, key: *const c_char, value: *const c_char) -> c_int }
newer_entry! { 319, MPI_Info_toint, PMPI_Info_toint, (info: Word) -> c_int }
entry! { 320, MPI_Init, PMPI_Init, (argc: *mut c_int, argv: *mut c_void) -> c_int }
entry! { 321, MPI_Init_thread, PMPI_Init_thread, (argc: *mut c_int, argv: *mut c_void, required: c_int, provided: *mut c_int) -> c_int }
entry! { 322, MPI_Initialized, PMPI_Initialized, (flag: *mut c_int) -> c_int }
entry! { 323, MPI_Intercomm_create, PMPI_Intercomm_create, (local_comm: Word, local_leader: c_int, peer_comm: Word, remote_leader: c_int, tag: c_int, newintercomm: *mut Word) -> c_int }
entry! { 324, MPI_Intercomm_create_from_groups, PMPI_Intercomm_create_from_groups, (local_group: Word, local_leader: c_int, remote_group: Word, remote_leader: c_int, stringtag: *const c_char, info: Word, errhandler: Word, newintercomm: *mut Word) -> c_int }
entry! { 325, MPI_Intercomm_merge, PMPI_Intercomm_merge, (intercomm: Word, high: c_int, newintracomm: *mut Word) -> c_int }
entry! { 326, MPI_Iprobe, PMPI_Iprobe, (source: c_int, tag: c_int, comm: Word, flag: *mut c_int, status: *mut c_void) -> c_int }
entry! { 327, MPI_Irecv, PMPI_Irecv, (buf: *mut c_void, count: c_int, datatype: Word, source: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 328, MPI_Irecv_c, PMPI_Irecv_c, (buf: *mut c_void, count: i64, datatype: Word, source: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 329, MPI_Ireduce, PMPI_Ireduce, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 330, MPI_Ireduce_c, PMPI_Ireduce_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 331, MPI_Ireduce_scatter, PMPI_Ireduce_scatter, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 332, MPI_Ireduce_scatter_c, PMPI_Ireduce_scatter_c, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 333, MPI_Ireduce_scatter_block, PMPI_Ireduce_scatter_block, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 334, MPI_Ireduce_scatter_block_c, PMPI_Ireduce_scatter_block_c, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 335, MPI_Irsend, PMPI_Irsend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 336, MPI_Irsend_c, PMPI_Irsend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 337, MPI_Is_thread_main, PMPI_Is_thread_main, (flag: *mut c_int) -> c_int }
entry! { 338, MPI_Iscan, PMPI_Iscan, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 339, MPI_Iscan_c, PMPI_Iscan_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word, request: *mut Word) -> c_int }
entry! { 340, MPI_Iscatter, PMPI_Iscatter, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 341, MPI_Iscatter_c, PMPI_Iscatter_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 342, MPI_Iscatterv, PMPI_Iscatterv, (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 343, MPI_Iscatterv_c, PMPI_Iscatterv_c, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 344, MPI_Isend, PMPI_Isend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 345, MPI_Isend_c, PMPI_Isend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 346, MPI_Isendrecv, PMPI_Isendrecv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, source: c_int, recvtag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 347, MPI_Isendrecv_c, PMPI_Isendrecv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, source: c_int, recvtag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 348, MPI_Isendrecv_replace, PMPI_Isendrecv_replace, (buf: *mut c_void, count: c_int, datatype: Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 349, MPI_Isendrecv_replace_c, PMPI_Isendrecv_replace_c, (buf: *mut c_void, count: i64, datatype: Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 350, MPI_Issend, PMPI_Issend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 351, MPI_Issend_c, PMPI_Issend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 352, MPI_Keyval_create, PMPI_Keyval_create, (copy_fn: usize, delete_fn: usize, keyval: *mut c_int, extra_state: *mut c_void) -> c_int }
entry! { 353, MPI_Keyval_free, PMPI_Keyval_free, (keyval: *mut c_int) -> c_int }
entry! { 354, MPI_Lookup_name, PMPI_Lookup_name, (service_name: *const c_char, info: Word, port_name: *mut c_char) -> c_int }
newer_entry! { 355, MPI_Message_fromint, PMPI_Message_fromint, (message: c_int) -> Word }
newer_entry! { 356, MPI_Message_toint, PMPI_Message_toint, (message: Word) -> c_int }
entry! { 357, MPI_Mprobe, PMPI_Mprobe, (source: c_int, tag: c_int, comm: Word, message: *mut Word, status: *mut c_void) -> c_int }
entry! { 358, MPI_Mrecv, PMPI_Mrecv, (buf: *mut c_void, count: c_int, datatype: Word, message: *mut Word, status: *mut c_void) -> c_int }
newer_entry! { 359, MPI_Mrecv_c, PMPI_Mrecv_c, (buf: *mut c_void, count: i64, datatype: Word, message: *mut Word, status: *mut c_void) -> c_int }
entry! { 360, MPI_Neighbor_allgather, PMPI_Neighbor_allgather, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 361, MPI_Neighbor_allgather_c, PMPI_Neighbor_allgather_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word) -> c_int }
entry! { 362, MPI_Neighbor_allgather_init, PMPI_Neighbor_allgather_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 363, MPI_Neighbor_allgather_init_c, PMPI_Neighbor_allgather_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 364, MPI_Neighbor_allgatherv, PMPI_Neighbor_allgatherv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 365, MPI_Neighbor_allgatherv_c, PMPI_Neighbor_allgatherv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, comm: Word) -> c_int }
entry! { 366, MPI_Neighbor_allgatherv_init, PMPI_Neighbor_allgatherv_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 367, MPI_Neighbor_allgatherv_init_c, PMPI_Neighbor_allgatherv_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 368, MPI_Neighbor_alltoall, PMPI_Neighbor_alltoall, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 369, MPI_Neighbor_alltoall_c, PMPI_Neighbor_alltoall_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word) -> c_int }
entry! { 370, MPI_Neighbor_alltoall_init, PMPI_Neighbor_alltoall_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 371, MPI_Neighbor_alltoall_init_c, PMPI_Neighbor_alltoall_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 372, MPI_Neighbor_alltoallv, PMPI_Neighbor_alltoallv, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Word, comm: Word) -> c_int }
newer_entry! { 373, MPI_Neighbor_alltoallv_c, PMPI_Neighbor_alltoallv_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: Word, comm: Word) -> c_int }
entry! { 374, MPI_Neighbor_alltoallv_init, PMPI_Neighbor_alltoallv_init, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 375, MPI_Neighbor_alltoallv_init_c, PMPI_Neighbor_alltoallv_init_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 376, MPI_Neighbor_alltoallw, PMPI_Neighbor_alltoallw, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Word, comm: Word) -> c_int }
newer_entry! { 377, MPI_Neighbor_alltoallw_c, PMPI_Neighbor_alltoallw_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Word, comm: Word) -> c_int }
entry! { 378, MPI_Neighbor_alltoallw_init, PMPI_Neighbor_alltoallw_init, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 379, MPI_Neighbor_alltoallw_init_c, PMPI_Neighbor_alltoallw_init_c, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 380, MPI_Op_commutative, PMPI_Op_commutative, (op: Word, commute: *mut c_int) -> c_int }
entry! { 381, MPI_Op_create, PMPI_Op_create, (user_fn: usize, commute: c_int, op: *mut Word) -> c_int }
newer_entry! { 382, MPI_Op_create_c, PMPI_Op_create_c, (user_fn: usize, commute: c_int, op: *mut Word) -> c_int }
entry! { 383, MPI_Op_free, PMPI_Op_free, (op: *mut Word) -> c_int }
newer_entry! { 384, MPI_Op_fromint, PMPI_Op_fromint, (op: c_int) -> Word }
newer_entry! { 385, MPI_Op_toint, PMPI_Op_toint, (op: Word) -> c_int }
entry! { 386, MPI_Open_port, PMPI_Open_port, (info: Word, port_name: *mut c_char) -> c_int }
entry! { 387, MPI_Pack, PMPI_Pack, (inbuf: *const c_void, incount: c_int, datatype: Word, outbuf: *mut c_void, outsize: c_int, position: *mut c_int, comm: Word) -> c_int }
newer_entry! { 388, MPI_Pack_c, PMPI_Pack_c, (inbuf: *const c_void, incount: i64, datatype: Word, outbuf: *mut c_void, outsize: i64, position: *mut i64, comm: Word) -> c_int }
entry! { 389, MPI_Pack_external, PMPI_Pack_external, (datarep: *const c_char, inbuf: *const c_void, incount: c_int, datatype: Word, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int }
newer_entry! { 390, MPI_Pack_external_c, PMPI_Pack_external_c, (datarep: *const c_char, inbuf: *const c_void, incount: i64, datatype: Word, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int }
entry! { 391, MPI_Pack_external_size, PMPI_Pack_external_size, (datarep: *const c_char, incount: c_int, datatype: Word, size: *mut i64) -> c_int }
newer_entry! { 392, MPI_Pack_external_size_c, PMPI_Pack_external_size_c, (datarep: *const c_char, incount: i64, datatype: Word, size: *mut i64) -> c_int }
entry! { 393, MPI_Pack_size, PMPI_Pack_size, (incount: c_int, datatype: Word, comm: Word, size: *mut c_int) -> c_int }
newer_entry! { 394, MPI_Pack_size_c, PMPI_Pack_size_c, (incount: i64, datatype: Word, comm: Word, size: *mut i64) -> c_int }
entry! { 395, MPI_Parrived, PMPI_Parrived, (request: Word, partition: c_int, flag: *mut c_int) -> c_int }
entry! { 396, MPI_Pcontrol, PMPI_Pcontrol, (level: c_int, varargs: usize) -> c_int }
entry! { 397, MPI_Pready, PMPI_Pready, (partition: c_int, request: Word) -> c_int }
entry! { 398, MPI_Pready_list, PMPI_Pready_list, (length: c_int, array_of_partitions: *const c_int, request: Word) -> c_int }
entry! { 399, MPI_Pready_range, PMPI_Pready_range, (partition_low: c_int, partition_high: c_int, request: Word) -> c_int }
entry! { 400, MPI_Precv_init, PMPI_Precv_init, (buf: *mut c_void, partitions: c_int, count: i64, datatype: Word, source: c_int, tag: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 401, MPI_Probe, PMPI_Probe, (source: c_int, tag: c_int, comm: Word, status: *mut c_void) -> c_int }
entry! { 402, MPI_Psend_init, PMPI_Psend_init, (buf: *const c_void, partitions: c_int, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 403, MPI_Publish_name, PMPI_Publish_name, (service_name: *const c_char, info: Word, port_name: *const c_char) -> c_int }
entry! { 404, MPI_Put, PMPI_Put, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, win: Word) -> c_int }
newer_entry! { 405, MPI_Put_c, PMPI_Put_c, (origin_addr: *const c_void, origin_count: i64, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, win: Word) -> c_int }
entry! { 406, MPI_Query_thread, PMPI_Query_thread, (provided: *mut c_int) -> c_int }
entry! { 407, MPI_Raccumulate, PMPI_Raccumulate, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, op: Word, win: Word, request: *mut Word) -> c_int }
newer_entry! { 408, MPI_Raccumulate_c, PMPI_Raccumulate_c, (origin_addr: *const c_void, origin_count: i64, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, op: Word, win: Word, request: *mut Word) -> c_int }
entry! { 409, MPI_Recv, PMPI_Recv, (buf: *mut c_void, count: c_int, datatype: Word, source: c_int, tag: c_int, comm: Word, status: *mut c_void) -> c_int }
newer_entry! { 410, MPI_Recv_c, PMPI_Recv_c, (buf: *mut c_void, count: i64, datatype: Word, source: c_int, tag: c_int, comm: Word, status: *mut c_void) -> c_int }
entry! { 411, MPI_Recv_init, PMPI_Recv_init, (buf: *mut c_void, count: c_int, datatype: Word, source: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 412, MPI_Recv_init_c, PMPI_Recv_init_c, (buf: *mut c_void, count: i64, datatype: Word, source: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 413, MPI_Reduce, PMPI_Reduce, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, root: c_int, comm: Word) -> c_int }
newer_entry! { 414, MPI_Reduce_c, PMPI_Reduce_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, root: c_int, comm: Word) -> c_int }
entry! { 415, MPI_Reduce_init, PMPI_Reduce_init, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 416, MPI_Reduce_init_c, PMPI_Reduce_init_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 417, MPI_Reduce_local, PMPI_Reduce_local, (inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: Word, op: Word) -> c_int }
newer_entry! { 418, MPI_Reduce_local_c, PMPI_Reduce_local_c, (inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: Word, op: Word) -> c_int }
entry! { 419, MPI_Reduce_scatter, PMPI_Reduce_scatter, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: Word, op: Word, comm: Word) -> c_int }
newer_entry! { 420, MPI_Reduce_scatter_c, PMPI_Reduce_scatter_c, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: Word, op: Word, comm: Word) -> c_int }
entry! { 421, MPI_Reduce_scatter_block, PMPI_Reduce_scatter_block, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: Word, op: Word, comm: Word) -> c_int }
newer_entry! { 422, MPI_Reduce_scatter_block_c, PMPI_Reduce_scatter_block_c, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: Word, op: Word, comm: Word) -> c_int }
entry! { 423, MPI_Reduce_scatter_block_init, PMPI_Reduce_scatter_block_init, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 424, MPI_Reduce_scatter_block_init_c, PMPI_Reduce_scatter_block_init_c, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 425, MPI_Reduce_scatter_init, PMPI_Reduce_scatter_init, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 426, MPI_Reduce_scatter_init_c, PMPI_Reduce_scatter_init_c, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 427, MPI_Register_datarep, PMPI_Register_datarep, (datarep: *const c_char, read_conversion_fn: usize, write_conversion_fn: usize, dtype_file_extent_fn: usize, extra_state: *mut c_void) -> c_int }
newer_entry! { 428, MPI_Register_datarep_c, PMPI_Register_datarep_c, (datarep: *const c_char, read_conversion_fn: usize, write_conversion_fn: usize, dtype_file_extent_fn: usize, extra_state: *mut c_void) -> c_int }
newer_entry! { 429, MPI_Remove_error_class, PMPI_Remove_error_class, (errorclass: c_int) -> c_int }
newer_entry! { 430, MPI_Remove_error_code, PMPI_Remove_error_code, (errorcode: c_int) -> c_int }
newer_entry! { 431, MPI_Remove_error_string, PMPI_Remove_error_string, (errorcode: c_int) -> c_int }
entry! { 432, MPI_Request_free, PMPI_Request_free, (request: *mut Word) -> c_int }
newer_entry! { 433, MPI_Request_fromint, PMPI_Request_fromint, (request: c_int) -> Word }
entry! { 434, MPI_Request_get_status, PMPI_Request_get_status, (request: Word, flag: *mut c_int, status: *mut c_void) -> c_int }
newer_entry! { 435, MPI_Request_get_status_all, PMPI_Request_get_status_all, (count: c_int, array_of_requests: *const Word, flag: *mut c_int, array_of_statuses: *mut c_void) -> c_int }
newer_entry! { 436, MPI_Request_get_status_any, PMPI_Request_get_status_any, (count: c_int, array_of_requests: *const Word, index: *mut c_int, flag: *mut c_int, status: *mut c_void) -> c_int }
newer_entry! { 437, MPI_Request_get_status_some, PMPI_Request_get_status_some, (incount: c_int, array_of_requests: *const Word, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut c_void) -> c_int }
newer_entry! { 438, MPI_Request_toint, PMPI_Request_toint, (request: Word) -> c_int }
entry! { 439, MPI_Rget, PMPI_Rget, (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, win: Word, request: *mut Word) -> c_int }
newer_entry! { 440, MPI_Rget_c, PMPI_Rget_c, (origin_addr: *mut c_void, origin_count: i64, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, win: Word, request: *mut Word) -> c_int }
entry! { 441, MPI_Rget_accumulate, PMPI_Rget_accumulate, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: Word, result_addr: *mut c_void, result_count: c_int, result_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, op: Word, win: Word, request: *mut Word) -> c_int }
newer_entry! { 442, MPI_Rget_accumulate_c, PMPI_Rget_accumulate_c, (origin_addr: *const c_void, origin_count: i64, origin_datatype: Word, result_addr: *mut c_void, result_count: i64, result_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, op: Word, win: Word, request: *mut Word) -> c_int }
entry! { 443, MPI_Rput, PMPI_Rput, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: Word, win: Word, request: *mut Word) -> c_int }
newer_entry! { 444, MPI_Rput_c, PMPI_Rput_c, (origin_addr: *const c_void, origin_count: i64, origin_datatype: Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: Word, win: Word, request: *mut Word) -> c_int }
entry! { 445, MPI_Rsend, PMPI_Rsend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
newer_entry! { 446, MPI_Rsend_c, PMPI_Rsend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
entry! { 447, MPI_Rsend_init, PMPI_Rsend_init, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 448, MPI_Rsend_init_c, PMPI_Rsend_init_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 449, MPI_Scan, PMPI_Scan, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word) -> c_int }
newer_entry! { 450, MPI_Scan_c, PMPI_Scan_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word) -> c_int }
entry! { 451, MPI_Scan_init, PMPI_Scan_init, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 452, MPI_Scan_init_c, PMPI_Scan_init_c, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: Word, op: Word, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 453, MPI_Scatter, PMPI_Scatter, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word) -> c_int }
newer_entry! { 454, MPI_Scatter_c, PMPI_Scatter_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word) -> c_int }
entry! { 455, MPI_Scatter_init, PMPI_Scatter_init, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 456, MPI_Scatter_init_c, PMPI_Scatter_init_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 457, MPI_Scatterv, PMPI_Scatterv, (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word) -> c_int }
newer_entry! { 458, MPI_Scatterv_c, PMPI_Scatterv_c, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word) -> c_int }
entry! { 459, MPI_Scatterv_init, PMPI_Scatterv_init, (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
newer_entry! { 460, MPI_Scatterv_init_c, PMPI_Scatterv_init_c, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: Word, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, root: c_int, comm: Word, info: Word, request: *mut Word) -> c_int }
entry! { 461, MPI_Send, PMPI_Send, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
newer_entry! { 462, MPI_Send_c, PMPI_Send_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
entry! { 463, MPI_Send_init, PMPI_Send_init, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 464, MPI_Send_init_c, PMPI_Send_init_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 465, MPI_Sendrecv, PMPI_Sendrecv, (sendbuf: *const c_void, sendcount: c_int, sendtype: Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: Word, source: c_int, recvtag: c_int, comm: Word, status: *mut c_void) -> c_int }
newer_entry! { 466, MPI_Sendrecv_c, PMPI_Sendrecv_c, (sendbuf: *const c_void, sendcount: i64, sendtype: Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: Word, source: c_int, recvtag: c_int, comm: Word, status: *mut c_void) -> c_int }
entry! { 467, MPI_Sendrecv_replace, PMPI_Sendrecv_replace, (buf: *mut c_void, count: c_int, datatype: Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Word, status: *mut c_void) -> c_int }
newer_entry! { 468, MPI_Sendrecv_replace_c, PMPI_Sendrecv_replace_c, (buf: *mut c_void, count: i64, datatype: Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: Word, status: *mut c_void) -> c_int }
newer_entry! { 469, MPI_Session_attach_buffer, PMPI_Session_attach_buffer, (session: Word, buffer: *mut c_void, size: c_int) -> c_int }
newer_entry! { 470, MPI_Session_attach_buffer_c, PMPI_Session_attach_buffer_c, (session: Word, buffer: *mut c_void, size: i64) -> c_int }
entry! { 471, MPI_Session_call_errhandler, PMPI_Session_call_errhandler, (session: Word, errorcode: c_int) -> c_int }
entry! { 472, MPI_Session_create_errhandler, PMPI_Session_create_errhandler, (session_errhandler_fn: usize, errhandler: *mut Word) -> c_int }
newer_entry! { 473, MPI_Session_detach_buffer, PMPI_Session_detach_buffer, (session: Word, buffer_addr: *mut c_void, size: *mut c_int) -> c_int }
newer_entry! { 474, MPI_Session_detach_buffer_c, PMPI_Session_detach_buffer_c, (session: Word, buffer_addr: *mut c_void, size: *mut i64) -> c_int }
entry! { 475, MPI_Session_finalize, PMPI_Session_finalize, (session: *mut Word) -> c_int }
newer_entry! { 476, MPI_Session_flush_buffer, PMPI_Session_flush_buffer, (session: Word) -> c_int }
newer_entry! { 477, MPI_Session_fromint, PMPI_Session_fromint, (session: c_int) -> Word }
entry! { 478, MPI_Session_get_errhandler, PMPI_Session_get_errhandler, (session: Word, errhandler: *mut Word) -> c_int }
entry! { 479, MPI_Session_get_info, PMPI_Session_get_info, (session: Word, info_used: *mut Word) -> c_int }
entry! { 480, MPI_Session_get_nth_pset, PMPI_Session_get_nth_pset, (session: Word, info: Word, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) -> c_int }
entry! { 481, MPI_Session_get_num_psets, PMPI_Session_get_num_psets, (session: Word, info: Word, npset_names: *mut c_int) -> c_int }
entry! { 482, MPI_Session_get_pset_info, PMPI_Session_get_pset_info, (session: Word, pset_name: *const c_char, info: *mut Word) -> c_int }
newer_entry! { 483, MPI_Session_iflush_buffer, PMPI_Session_iflush_buffer, (session: Word, request: *mut Word) -> c_int }
entry! { 484, MPI_Session_init, PMPI_Session_init, (info: Word, errhandler: Word, session: *mut Word) -> c_int }
entry! { 485, MPI_Session_set_errhandler, PMPI_Session_set_errhandler, (session: Word, errhandler: Word) -> c_int }
newer_entry! { 486, MPI_Session_toint, PMPI_Session_toint, (session: Word) -> c_int }
entry! { 487, MPI_Ssend, PMPI_Ssend, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
newer_entry! { 488, MPI_Ssend_c, PMPI_Ssend_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word) -> c_int }
entry! { 489, MPI_Ssend_init, PMPI_Ssend_init, (buf: *const c_void, count: c_int, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
newer_entry! { 490, MPI_Ssend_init_c, PMPI_Ssend_init_c, (buf: *const c_void, count: i64, datatype: Word, dest: c_int, tag: c_int, comm: Word, request: *mut Word) -> c_int }
entry! { 491, MPI_Start, PMPI_Start, (request: *mut Word) -> c_int }
entry! { 492, MPI_Startall, PMPI_Startall, (count: c_int, array_of_requests: *mut Word) -> c_int }
newer_entry! { 493, MPI_Status_get_error, PMPI_Status_get_error, (status: *const c_void, err: *mut c_int) -> c_int }
newer_entry! { 494, MPI_Status_get_source, PMPI_Status_get_source, (status: *const c_void, source: *mut c_int) -> c_int }
newer_entry! { 495, MPI_Status_get_tag, PMPI_Status_get_tag, (status: *const c_void, tag: *mut c_int) -> c_int }
entry! { 496, MPI_Status_set_cancelled, PMPI_Status_set_cancelled, (status: *mut c_void, flag: c_int) -> c_int }
entry! { 497, MPI_Status_set_elements, PMPI_Status_set_elements, (status: *mut c_void, datatype: Word, count: c_int) -> c_int }
newer_entry! { 498, MPI_Status_set_elements_c, PMPI_Status_set_elements_c, (status: *mut c_void, datatype: Word, count: i64) -> c_int }
entry! { 499, MPI_Status_set_elements_x, PMPI_Status_set_elements_x, (status: *mut c_void, datatype: Word, count: i64) -> c_int }
newer_entry! { 500, MPI_Status_set_error, PMPI_Status_set_error, (status: *mut c_void, err: c_int) -> c_int }
newer_entry! { 501, MPI_Status_set_source, PMPI_Status_set_source, (status: *mut c_void, source: c_int) -> c_int }
newer_entry! { 502, MPI_Status_set_tag, PMPI_Status_set_tag, (status: *mut c_void, tag: c_int) -> c_int }
entry! { 503, MPI_T_category_changed, PMPI_T_category_changed, (update_number: *mut c_int) -> c_int }
entry! { 504, MPI_T_category_get_categories, PMPI_T_category_get_categories, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int }
entry! { 505, MPI_T_category_get_cvars, PMPI_T_category_get_cvars, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int }
newer_entry! { 506, MPI_T_category_get_events, PMPI_T_category_get_events, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int }
entry! { 507, MPI_T_category_get_index, PMPI_T_category_get_index, (name: *const c_char, cat_index: *mut c_int) -> c_int }
entry! { 508, MPI_T_category_get_info, PMPI_T_category_get_info, (cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) -> c_int }
entry! { 509, MPI_T_category_get_num, PMPI_T_category_get_num, (num_cat: *mut c_int) -> c_int }
newer_entry! { 510, MPI_T_category_get_num_events, PMPI_T_category_get_num_events, (cat_index: c_int, num_events: *mut c_int) -> c_int }
entry! { 511, MPI_T_category_get_pvars, PMPI_T_category_get_pvars, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int }
entry! { 512, MPI_T_cvar_get_index, PMPI_T_cvar_get_index, (name: *const c_char, cvar_index: *mut c_int) -> c_int }
entry! { 513, MPI_T_cvar_get_info, PMPI_T_cvar_get_info, (cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut Word, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) -> c_int }
entry! { 514, MPI_T_cvar_get_num, PMPI_T_cvar_get_num, (num_cvar: *mut c_int) -> c_int }
entry! { 515, MPI_T_cvar_handle_alloc, PMPI_T_cvar_handle_alloc, (cvar_index: c_int, obj_handle: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int }
entry! { 516, MPI_T_cvar_handle_free, PMPI_T_cvar_handle_free, (handle: *mut usize) -> c_int }
entry! { 517, MPI_T_cvar_read, PMPI_T_cvar_read, (handle: usize, buf: *mut c_void) -> c_int }
entry! { 518, MPI_T_cvar_write, PMPI_T_cvar_write, (handle: usize, buf: *const c_void) -> c_int }
entry! { 519, MPI_T_enum_get_info, PMPI_T_enum_get_info, (enumtype: usize, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int }
entry! { 520, MPI_T_enum_get_item, PMPI_T_enum_get_item, (enumtype: usize, index: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int }
newer_entry! { 521, MPI_T_event_callback_get_info, PMPI_T_event_callback_get_info, (event_registration: usize, cb_safety: c_int, info_used: *mut Word) -> c_int }
newer_entry! { 522, MPI_T_event_callback_set_info, PMPI_T_event_callback_set_info, (event_registration: usize, cb_safety: c_int, info: Word) -> c_int }
newer_entry! { 523, MPI_T_event_copy, PMPI_T_event_copy, (event_instance: usize, buffer: *mut c_void) -> c_int }
newer_entry! { 524, MPI_T_event_get_index, PMPI_T_event_get_index, (name: *const c_char, event_index: *mut c_int) -> c_int }
newer_entry! { 525, MPI_T_event_get_info, PMPI_T_event_get_info, (event_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, array_of_datatypes: *mut Word, array_of_displacements: *mut i64, num_elements: *mut c_int, enumtype: *mut usize, info: *mut Word, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int) -> c_int }
newer_entry! { 526, MPI_T_event_get_num, PMPI_T_event_get_num, (num_events: *mut c_int) -> c_int }
newer_entry! { 527, MPI_T_event_get_source, PMPI_T_event_get_source, (event_instance: usize, source_index: *mut c_int) -> c_int }
newer_entry! { 528, MPI_T_event_get_timestamp, PMPI_T_event_get_timestamp, (event_instance: usize, event_timestamp: *mut i64) -> c_int }
newer_entry! { 529, MPI_T_event_handle_alloc, PMPI_T_event_handle_alloc, (event_index: c_int, obj_handle: *mut c_void, info: Word, event_registration: *mut usize) -> c_int }
newer_entry! { 530, MPI_T_event_handle_free, PMPI_T_event_handle_free, (event_registration: usize, user_data: *mut c_void, free_cb_function: usize) -> c_int }
newer_entry! { 531, MPI_T_event_handle_get_info, PMPI_T_event_handle_get_info, (event_registration: usize, info_used: *mut Word) -> c_int }
newer_entry! { 532, MPI_T_event_handle_set_info, PMPI_T_event_handle_set_info, (event_registration: usize, info: Word) -> c_int }
newer_entry! { 533, MPI_T_event_read, PMPI_T_event_read, (event_instance: usize, element_index: c_int, buffer: *mut c_void) -> c_int }
newer_entry! { 534, MPI_T_event_register_callback, PMPI_T_event_register_callback, (event_registration: usize, cb_safety: c_int, info: Word, user_data: *mut c_void, event_cb_function: usize) -> c_int }
newer_entry! { 535, MPI_T_event_set_dropped_handler, PMPI_T_event_set_dropped_handler, (event_registration: usize, dropped_cb_function: usize) -> c_int }
entry! { 536, MPI_T_finalize, PMPI_T_finalize, () -> c_int }
entry! { 537, MPI_T_init_thread, PMPI_T_init_thread, (required: c_int, provided: *mut c_int) -> c_int }
entry! { 538, MPI_T_pvar_get_index, PMPI_T_pvar_get_index, (name: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> c_int }
entry! { 539, MPI_T_pvar_get_info, PMPI_T_pvar_get_info, (pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut Word, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) -> c_int }
entry! { 540, MPI_T_pvar_get_num, PMPI_T_pvar_get_num, (num_pvar: *mut c_int) -> c_int }
entry! { 541, MPI_T_pvar_handle_alloc, PMPI_T_pvar_handle_alloc, (pe_session: usize, pvar_index: c_int, obj_handle: *mut c_void, handle: *mut usize, count: *mut c_int) -> c_int }
entry! { 542, MPI_T_pvar_handle_free, PMPI_T_pvar_handle_free, (pe_session: usize, handle: *mut usize) -> c_int }
entry! { 543, MPI_T_pvar_read, PMPI_T_pvar_read, (pe_session: usize, handle: usize, buf: *mut c_void) -> c_int }
entry! { 544, MPI_T_pvar_readreset, PMPI_T_pvar_readreset, (pe_session: usize, handle: usize, buf: *mut c_void) -> c_int }
entry! { 545, MPI_T_pvar_reset, PMPI_T_pvar_reset, (pe_session: usize, handle: usize) -> c_int }
entry! { 546, MPI_T_pvar_session_create, PMPI_T_pvar_session_create, (pe_session: *mut usize) -> c_int }
entry! { 547, MPI_T_pvar_session_free, PMPI_T_pvar_session_free, (pe_session: *mut usize) -> c_int }
entry! { 548, MPI_T_pvar_start, PMPI_T_pvar_start, (pe_session: usize, handle: usize) -> c_int }
entry! { 549, MPI_T_pvar_stop, PMPI_T_pvar_stop, (pe_session: usize, handle: usize) -> c_int }
entry! { 550, MPI_T_pvar_write, PMPI_T_pvar_write, (pe_session: usize, handle: usize, buf: *const c_void) -> c_int }
newer_entry! { 551, MPI_T_source_get_info, PMPI_T_source_get_info, (source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64, max_ticks: *mut i64, info: *mut Word) -> c_int }
newer_entry! { 552, MPI_T_source_get_num, PMPI_T_source_get_num, (num_sources: *mut c_int) -> c_int }
newer_entry! { 553, MPI_T_source_get_timestamp, PMPI_T_source_get_timestamp, (source_index: c_int, timestamp: *mut i64) -> c_int }
entry! { 554, MPI_Test, PMPI_Test, (request: *mut Word, flag: *mut c_int, status: *mut c_void) -> c_int }
entry! { 555, MPI_Test_cancelled, PMPI_Test_cancelled, (status: *const c_void, flag: *mut c_int) -> c_int }
entry! { 556, MPI_Testall, PMPI_Testall, (count: c_int, array_of_requests: *mut Word, flag: *mut c_int, array_of_statuses: *mut c_void) -> c_int }
entry! { 557, MPI_Testany, PMPI_Testany, (count: c_int, array_of_requests: *mut Word, index: *mut c_int, flag: *mut c_int, status: *mut c_void) -> c_int }
entry! { 558, MPI_Testsome, PMPI_Testsome, (incount: c_int, array_of_requests: *mut Word, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut c_void) -> c_int }
entry! { 559, MPI_Topo_test, PMPI_Topo_test, (comm: Word, status: *mut c_int) -> c_int }
entry! { 560, MPI_Type_commit, PMPI_Type_commit, (datatype: *mut Word) -> c_int }
entry! { 561, MPI_Type_contiguous, PMPI_Type_contiguous, (count: c_int, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 562, MPI_Type_contiguous_c, PMPI_Type_contiguous_c, (count: i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 563, MPI_Type_create_darray, PMPI_Type_create_darray, (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 564, MPI_Type_create_darray_c, PMPI_Type_create_darray_c, (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 565, MPI_Type_create_f90_complex, PMPI_Type_create_f90_complex, (p: c_int, r: c_int, newtype: *mut Word) -> c_int }
entry! { 566, MPI_Type_create_f90_integer, PMPI_Type_create_f90_integer, (r: c_int, newtype: *mut Word) -> c_int }
entry! { 567, MPI_Type_create_f90_real, PMPI_Type_create_f90_real, (p: c_int, r: c_int, newtype: *mut Word) -> c_int }
entry! { 568, MPI_Type_create_hindexed, PMPI_Type_create_hindexed, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 569, MPI_Type_create_hindexed_c, PMPI_Type_create_hindexed_c, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 570, MPI_Type_create_hindexed_block, PMPI_Type_create_hindexed_block, (count: c_int, blocklength: c_int, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 571, MPI_Type_create_hindexed_block_c, PMPI_Type_create_hindexed_block_c, (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 572, MPI_Type_create_hvector, PMPI_Type_create_hvector, (count: c_int, blocklength: c_int, stride: i64, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 573, MPI_Type_create_hvector_c, PMPI_Type_create_hvector_c, (count: i64, blocklength: i64, stride: i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 574, MPI_Type_create_indexed_block, PMPI_Type_create_indexed_block, (count: c_int, blocklength: c_int, array_of_displacements: *const c_int, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 575, MPI_Type_create_indexed_block_c, PMPI_Type_create_indexed_block_c, (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 576, MPI_Type_create_keyval, PMPI_Type_create_keyval, (type_copy_attr_fn: usize, type_delete_attr_fn: usize, type_keyval: *mut c_int, extra_state: *mut c_void) -> c_int }
entry! { 577, MPI_Type_create_resized, PMPI_Type_create_resized, (oldtype: Word, lb: i64, extent: i64, newtype: *mut Word) -> c_int }
newer_entry! { 578, MPI_Type_create_resized_c, PMPI_Type_create_resized_c, (oldtype: Word, lb: i64, extent: i64, newtype: *mut Word) -> c_int }
entry! { 579, MPI_Type_create_struct, PMPI_Type_create_struct, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const Word, newtype: *mut Word) -> c_int }
newer_entry! { 580, MPI_Type_create_struct_c, PMPI_Type_create_struct_c, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const Word, newtype: *mut Word) -> c_int }
entry! { 581, MPI_Type_create_subarray, PMPI_Type_create_subarray, (ndims: c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: c_int, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 582, MPI_Type_create_subarray_c, PMPI_Type_create_subarray_c, (ndims: c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: c_int, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 583, MPI_Type_delete_attr, PMPI_Type_delete_attr, (datatype: Word, type_keyval: c_int) -> c_int }
entry! { 584, MPI_Type_dup, PMPI_Type_dup, (oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 585, MPI_Type_extent, PMPI_Type_extent, (datatype: Word, extent: *mut i64) -> c_int }
entry! { 586, MPI_Type_free, PMPI_Type_free, (datatype: *mut Word) -> c_int }
entry! { 587, MPI_Type_free_keyval, PMPI_Type_free_keyval, (type_keyval: *mut c_int) -> c_int }
newer_entry! { 588, MPI_Type_fromint, PMPI_Type_fromint, (datatype: c_int) -> Word }
entry! { 589, MPI_Type_get_attr, PMPI_Type_get_attr, (datatype: Word, type_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int }
entry! { 590, MPI_Type_get_contents, PMPI_Type_get_contents, (datatype: Word, max_integers: c_int, max_addresses: c_int, max_datatypes: c_int, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_datatypes: *mut Word) -> c_int }
newer_entry! { 591, MPI_Type_get_contents_c, PMPI_Type_get_contents_c, (datatype: Word, max_integers: i64, max_addresses: i64, max_large_counts: i64, max_datatypes: i64, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_large_counts: *mut i64, array_of_datatypes: *mut Word) -> c_int }
entry! { 592, MPI_Type_get_envelope, PMPI_Type_get_envelope, (datatype: Word, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int) -> c_int }
newer_entry! { 593, MPI_Type_get_envelope_c, PMPI_Type_get_envelope_c, (datatype: Word, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) -> c_int }
entry! { 594, MPI_Type_get_extent, PMPI_Type_get_extent, (datatype: Word, lb: *mut i64, extent: *mut i64) -> c_int }
newer_entry! { 595, MPI_Type_get_extent_c, PMPI_Type_get_extent_c, (datatype: Word, lb: *mut i64, extent: *mut i64) -> c_int }
entry! { 596, MPI_Type_get_extent_x, PMPI_Type_get_extent_x, (datatype: Word, lb: *mut i64, extent: *mut i64) -> c_int }
entry! { 597, MPI_Type_get_name, PMPI_Type_get_name, (datatype: Word, type_name: *mut c_char, resultlen: *mut c_int) -> c_int }
entry! { 598, MPI_Type_get_true_extent, PMPI_Type_get_true_extent, (datatype: Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int }
newer_entry! { 599, MPI_Type_get_true_extent_c, PMPI_Type_get_true_extent_c, (datatype: Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int }
entry! { 600, MPI_Type_get_true_extent_x, PMPI_Type_get_true_extent_x, (datatype: Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int }
newer_entry! { 601, MPI_Type_get_value_index, PMPI_Type_get_value_index, (value_type: Word, index_type: Word, pair_type: *mut Word) -> c_int }
entry! { 602, MPI_Type_hindexed, PMPI_Type_hindexed, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 603, MPI_Type_hvector, PMPI_Type_hvector, (count: c_int, blocklength: c_int, stride: i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 604, MPI_Type_indexed, PMPI_Type_indexed, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 605, MPI_Type_indexed_c, PMPI_Type_indexed_c, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 606, MPI_Type_lb, PMPI_Type_lb, (datatype: Word, displacement: *mut i64) -> c_int }
entry! { 607, MPI_Type_match_size, PMPI_Type_match_size, (typeclass: c_int, size: c_int, datatype: *mut Word) -> c_int }
entry! { 608, MPI_Type_set_attr, PMPI_Type_set_attr, (datatype: Word, type_keyval: c_int, attribute_val: *mut c_void) -> c_int }
entry! { 609, MPI_Type_set_name, PMPI_Type_set_name, (datatype: Word, type_name: *const c_char) -> c_int }
entry! { 610, MPI_Type_size, PMPI_Type_size, (datatype: Word, size: *mut c_int) -> c_int }
newer_entry! { 611, MPI_Type_size_c, PMPI_Type_size_c, (datatype: Word, size: *mut i64) -> c_int }
entry! { 612, MPI_Type_size_x, PMPI_Type_size_x, (datatype: Word, size: *mut i64) -> c_int }
entry! { 613, MPI_Type_struct, PMPI_Type_struct, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const Word, newtype: *mut Word) -> c_int }
newer_entry! { 614, MPI_Type_toint, PMPI_Type_toint, (datatype: Word) -> c_int }
entry! { 615, MPI_Type_ub, PMPI_Type_ub, (datatype: Word, displacement: *mut i64) -> c_int }
entry! { 616, MPI_Type_vector, PMPI_Type_vector, (count: c_int, blocklength: c_int, stride: c_int, oldtype: Word, newtype: *mut Word) -> c_int }
newer_entry! { 617, MPI_Type_vector_c, PMPI_Type_vector_c, (count: i64, blocklength: i64, stride: i64, oldtype: Word, newtype: *mut Word) -> c_int }
entry! { 618, MPI_Unpack, PMPI_Unpack, (inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int, datatype: Word, comm: Word) -> c_int }
newer_entry! { 619, MPI_Unpack_c, PMPI_Unpack_c, (inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: Word, comm: Word) -> c_int }
entry! { 620, MPI_Unpack_external, PMPI_Unpack_external, (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: c_int, datatype: Word) -> c_int }
newer_entry! { 621, MPI_Unpack_external_c, PMPI_Unpack_external_c, (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: Word) -> c_int }
entry! { 622, MPI_Unpublish_name, PMPI_Unpublish_name, (service_name: *const c_char, info: Word, port_name: *const c_char) -> c_int }
entry! { 623, MPI_Wait, PMPI_Wait, (request: *mut Word, status: *mut c_void) -> c_int }
entry! { 624, MPI_Waitall, PMPI_Waitall, (count: c_int, array_of_requests: *mut Word, array_of_statuses: *mut c_void) -> c_int }
entry! { 625, MPI_Waitany, PMPI_Waitany, (count: c_int, array_of_requests: *mut Word, index: *mut c_int, status: *mut c_void) -> c_int }
entry! { 626, MPI_Waitsome, PMPI_Waitsome, (incount: c_int, array_of_requests: *mut Word, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut c_void) -> c_int }
entry! { 627, MPI_Win_allocate, PMPI_Win_allocate, (size: i64, disp_unit: c_int, info: Word, comm: Word, baseptr: *mut c_void, win: *mut Word) -> c_int }
newer_entry! { 628, MPI_Win_allocate_c, PMPI_Win_allocate_c, (size: i64, disp_unit: i64, info: Word, comm: Word, baseptr: *mut c_void, win: *mut Word) -> c_int }
entry! { 629, MPI_Win_allocate_shared, PMPI_Win_allocate_shared, (size: i64, disp_unit: c_int, info: Word, comm: Word, baseptr: *mut c_void, win: *mut Word) -> c_int }
newer_entry! { 630, MPI_Win_allocate_shared_c, PMPI_Win_allocate_shared_c, (size: i64, disp_unit: i64, info: Word, comm: Word, baseptr: *mut c_void, win: *mut Word) -> c_int }
entry! { 631, MPI_Win_attach, PMPI_Win_attach, (win: Word, base: *mut c_void, size: i64) -> c_int }
entry! { 632, MPI_Win_call_errhandler, PMPI_Win_call_errhandler, (win: Word, errorcode: c_int) -> c_int }
entry! { 633, MPI_Win_complete, PMPI_Win_complete, (win: Word) -> c_int }
entry! { 634, MPI_Win_create, PMPI_Win_create, (base: *mut c_void, size: i64, disp_unit: c_int, info: Word, comm: Word, win: *mut Word) -> c_int }
newer_entry! { 635, MPI_Win_create_c, PMPI_Win_create_c, (base: *mut c_void, size: i64, disp_unit: i64, info: Word, comm: Word, win: *mut Word) -> c_int }
entry! { 636, MPI_Win_create_dynamic, PMPI_Win_create_dynamic, (info: Word, comm: Word, win: *mut Word) -> c_int }
entry! { 637, MPI_Win_create_errhandler, PMPI_Win_create_errhandler, (win_errhandler_fn: usize, errhandler: *mut Word) -> c_int }
entry! { 638, MPI_Win_create_keyval, PMPI_Win_create_keyval, (win_copy_attr_fn: usize, win_delete_attr_fn: usize, win_keyval: *mut c_int, extra_state: *mut c_void) -> c_int }
entry! { 639, MPI_Win_delete_attr, PMPI_Win_delete_attr, (win: Word, win_keyval: c_int) -> c_int }
entry! { 640, MPI_Win_detach, PMPI_Win_detach, (win: Word, base: *const c_void) -> c_int }
entry! { 641, MPI_Win_fence, PMPI_Win_fence, (assert: c_int, win: Word) -> c_int }
entry! { 642, MPI_Win_flush, PMPI_Win_flush, (rank: c_int, win: Word) -> c_int }
entry! { 643, MPI_Win_flush_all, PMPI_Win_flush_all, (win: Word) -> c_int }
entry! { 644, MPI_Win_flush_local, PMPI_Win_flush_local, (rank: c_int, win: Word) -> c_int }
entry! { 645, MPI_Win_flush_local_all, PMPI_Win_flush_local_all, (win: Word) -> c_int }
entry! { 646, MPI_Win_free, PMPI_Win_free, (win: *mut Word) -> c_int }
entry! { 647, MPI_Win_free_keyval, PMPI_Win_free_keyval, (win_keyval: *mut c_int) -> c_int }
newer_entry! { 648, MPI_Win_fromint, PMPI_Win_fromint, (win: c_int) -> Word }
entry! { 649, MPI_Win_get_attr, PMPI_Win_get_attr, (win: Word, win_keyval: c_int, attribute_val: *mut c_void, flag: *mut c_int) -> c_int }
entry! { 650, MPI_Win_get_errhandler, PMPI_Win_get_errhandler, (win: Word, errhandler: *mut Word) -> c_int }
entry! { 651, MPI_Win_get_group, PMPI_Win_get_group, (win: Word, group: *mut Word) -> c_int }
entry! { 652, MPI_Win_get_info, PMPI_Win_get_info, (win: Word, info_used: *mut Word) -> c_int }
entry! { 653, MPI_Win_get_name, PMPI_Win_get_name, (win: Word, win_name: *mut c_char, resultlen: *mut c_int) -> c_int }
entry! { 654, MPI_Win_lock, PMPI_Win_lock, (lock_type: c_int, rank: c_int, assert: c_int, win: Word) -> c_int }
entry! { 655, MPI_Win_lock_all, PMPI_Win_lock_all, (assert: c_int, win: Word) -> c_int }
entry! { 656, MPI_Win_post, PMPI_Win_post, (group: Word, assert: c_int, win: Word) -> c_int }
entry! { 657, MPI_Win_set_attr, PMPI_Win_set_attr, (win: Word, win_keyval: c_int, attribute_val: *mut c_void) -> c_int }
entry! { 658, MPI_Win_set_errhandler, PMPI_Win_set_errhandler, (win: Word, errhandler: Word) -> c_int }
entry! { 659, MPI_Win_set_info, PMPI_Win_set_info, (win: Word, info: Word) -> c_int }
entry! { 660, MPI_Win_set_name, PMPI_Win_set_name, (win: Word, win_name: *const c_char) -> c_int }
entry! { 661, MPI_Win_shared_query, PMPI_Win_shared_query, (win: Word, rank: c_int, size: *mut i64, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int }
newer_entry! { 662, MPI_Win_shared_query_c, PMPI_Win_shared_query_c, (win: Word, rank: c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void) -> c_int }
entry! { 663, MPI_Win_start, PMPI_Win_start, (group: Word, assert: c_int, win: Word) -> c_int }
entry! { 664, MPI_Win_sync, PMPI_Win_sync, (win: Word) -> c_int }
entry! { 665, MPI_Win_test, PMPI_Win_test, (win: Word, flag: *mut c_int) -> c_int }
newer_entry! { 666, MPI_Win_toint, PMPI_Win_toint, (win: Word) -> c_int }
entry! { 667, MPI_Win_unlock, PMPI_Win_unlock, (rank: c_int, win: Word) -> c_int }
entry! { 668, MPI_Win_unlock_all, PMPI_Win_unlock_all, (win: Word) -> c_int }
entry! { 669, MPI_Win_wait, PMPI_Win_wait, (win: Word) -> c_int }
entry! { 670, MPI_Wtick, PMPI_Wtick, () -> f64 }
entry! { 671, MPI_Wtime, PMPI_Wtime, () -> f64 }

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.

use std::ffi::{CStr, c_char, c_int, c_void};

use seaway_mpi_abi::abi::Kind;

use super::fortran;
use crate::descriptors::{Bounced, Descriptor, Strided, address_of, whole};
use crate::handles::{Handles, RoomForHandles, everybody, neighbours};
use crate::program::Program;
use crate::results::{one_based, ones_based, report};
use crate::strings::{TextOut, text_in};

/// The C functions.
pub(crate) const NAMES: [&CStr; 590] = [
    c"MPI_Abort",
    c"MPI_Accumulate",
    c"MPI_Accumulate_c",
    c"MPI_Add_error_class",
    c"MPI_Add_error_code",
    c"MPI_Add_error_string",
    c"MPI_Address",
    c"MPI_Aint_add",
    c"MPI_Aint_diff",
    c"MPI_Allgather",
    c"MPI_Allgather_c",
    c"MPI_Allgather_init",
    c"MPI_Allgather_init_c",
    c"MPI_Allgatherv",
    c"MPI_Allgatherv_c",
    c"MPI_Allgatherv_init",
    c"MPI_Allgatherv_init_c",
    c"MPI_Alloc_mem",
    c"MPI_Allreduce",
    c"MPI_Allreduce_c",
    c"MPI_Allreduce_init",
    c"MPI_Allreduce_init_c",
    c"MPI_Alltoall",
    c"MPI_Alltoall_c",
    c"MPI_Alltoall_init",
    c"MPI_Alltoall_init_c",
    c"MPI_Alltoallv",
    c"MPI_Alltoallv_c",
    c"MPI_Alltoallv_init",
    c"MPI_Alltoallv_init_c",
    c"MPI_Alltoallw",
    c"MPI_Alltoallw_c",
    c"MPI_Alltoallw_init",
    c"MPI_Alltoallw_init_c",
    c"MPI_Attr_delete",
    c"MPI_Attr_get",
    c"MPI_Attr_put",
    c"MPI_Barrier",
    c"MPI_Barrier_init",
    c"MPI_Bcast",
    c"MPI_Bcast_c",
    c"MPI_Bcast_init",
    c"MPI_Bcast_init_c",
    c"MPI_Bsend",
    c"MPI_Bsend_c",
    c"MPI_Bsend_init",
    c"MPI_Bsend_init_c",
    c"MPI_Buffer_attach",
    c"MPI_Buffer_attach_c",
    c"MPI_Buffer_detach",
    c"MPI_Buffer_detach_c",
    c"MPI_Buffer_flush",
    c"MPI_Buffer_iflush",
    c"MPI_Cancel",
    c"MPI_Cart_coords",
    c"MPI_Cart_create",
    c"MPI_Cart_get",
    c"MPI_Cart_map",
    c"MPI_Cart_rank",
    c"MPI_Cart_shift",
    c"MPI_Cart_sub",
    c"MPI_Cartdim_get",
    c"MPI_Close_port",
    c"MPI_Comm_accept",
    c"MPI_Comm_attach_buffer",
    c"MPI_Comm_attach_buffer_c",
    c"MPI_Comm_call_errhandler",
    c"MPI_Comm_compare",
    c"MPI_Comm_connect",
    c"MPI_Comm_create",
    c"MPI_Comm_create_errhandler",
    c"MPI_Comm_create_from_group",
    c"MPI_Comm_create_group",
    c"MPI_Comm_create_keyval",
    c"MPI_Comm_delete_attr",
    c"MPI_Comm_detach_buffer",
    c"MPI_Comm_detach_buffer_c",
    c"MPI_Comm_disconnect",
    c"MPI_Comm_dup",
    c"MPI_Comm_dup_with_info",
    c"MPI_Comm_flush_buffer",
    c"MPI_Comm_free",
    c"MPI_Comm_free_keyval",
    c"MPI_Comm_get_attr",
    c"MPI_Comm_get_errhandler",
    c"MPI_Comm_get_info",
    c"MPI_Comm_get_name",
    c"MPI_Comm_get_parent",
    c"MPI_Comm_group",
    c"MPI_Comm_idup",
    c"MPI_Comm_idup_with_info",
    c"MPI_Comm_iflush_buffer",
    c"MPI_Comm_join",
    c"MPI_Comm_rank",
    c"MPI_Comm_remote_group",
    c"MPI_Comm_remote_size",
    c"MPI_Comm_set_attr",
    c"MPI_Comm_set_errhandler",
    c"MPI_Comm_set_info",
    c"MPI_Comm_set_name",
    c"MPI_Comm_size",
    c"MPI_Comm_spawn",
    c"MPI_Comm_spawn_multiple",
    c"MPI_Comm_split",
    c"MPI_Comm_split_type",
    c"MPI_Comm_test_inter",
    c"MPI_Compare_and_swap",
    c"MPI_Dims_create",
    c"MPI_Dist_graph_create",
    c"MPI_Dist_graph_create_adjacent",
    c"MPI_Dist_graph_neighbors",
    c"MPI_Dist_graph_neighbors_count",
    c"MPI_Errhandler_create",
    c"MPI_Errhandler_free",
    c"MPI_Errhandler_get",
    c"MPI_Errhandler_set",
    c"MPI_Error_class",
    c"MPI_Error_string",
    c"MPI_Exscan",
    c"MPI_Exscan_c",
    c"MPI_Exscan_init",
    c"MPI_Exscan_init_c",
    c"MPI_Fetch_and_op",
    c"MPI_File_call_errhandler",
    c"MPI_File_close",
    c"MPI_File_create_errhandler",
    c"MPI_File_delete",
    c"MPI_File_get_amode",
    c"MPI_File_get_atomicity",
    c"MPI_File_get_byte_offset",
    c"MPI_File_get_errhandler",
    c"MPI_File_get_group",
    c"MPI_File_get_info",
    c"MPI_File_get_position",
    c"MPI_File_get_position_shared",
    c"MPI_File_get_size",
    c"MPI_File_get_type_extent",
    c"MPI_File_get_type_extent_c",
    c"MPI_File_get_view",
    c"MPI_File_iread",
    c"MPI_File_iread_c",
    c"MPI_File_iread_all",
    c"MPI_File_iread_all_c",
    c"MPI_File_iread_at",
    c"MPI_File_iread_at_c",
    c"MPI_File_iread_at_all",
    c"MPI_File_iread_at_all_c",
    c"MPI_File_iread_shared",
    c"MPI_File_iread_shared_c",
    c"MPI_File_iwrite",
    c"MPI_File_iwrite_c",
    c"MPI_File_iwrite_all",
    c"MPI_File_iwrite_all_c",
    c"MPI_File_iwrite_at",
    c"MPI_File_iwrite_at_c",
    c"MPI_File_iwrite_at_all",
    c"MPI_File_iwrite_at_all_c",
    c"MPI_File_iwrite_shared",
    c"MPI_File_iwrite_shared_c",
    c"MPI_File_open",
    c"MPI_File_preallocate",
    c"MPI_File_read",
    c"MPI_File_read_c",
    c"MPI_File_read_all",
    c"MPI_File_read_all_c",
    c"MPI_File_read_all_begin",
    c"MPI_File_read_all_begin_c",
    c"MPI_File_read_all_end",
    c"MPI_File_read_at",
    c"MPI_File_read_at_c",
    c"MPI_File_read_at_all",
    c"MPI_File_read_at_all_c",
    c"MPI_File_read_at_all_begin",
    c"MPI_File_read_at_all_begin_c",
    c"MPI_File_read_at_all_end",
    c"MPI_File_read_ordered",
    c"MPI_File_read_ordered_c",
    c"MPI_File_read_ordered_begin",
    c"MPI_File_read_ordered_begin_c",
    c"MPI_File_read_ordered_end",
    c"MPI_File_read_shared",
    c"MPI_File_read_shared_c",
    c"MPI_File_seek",
    c"MPI_File_seek_shared",
    c"MPI_File_set_atomicity",
    c"MPI_File_set_errhandler",
    c"MPI_File_set_info",
    c"MPI_File_set_size",
    c"MPI_File_set_view",
    c"MPI_File_sync",
    c"MPI_File_write",
    c"MPI_File_write_c",
    c"MPI_File_write_all",
    c"MPI_File_write_all_c",
    c"MPI_File_write_all_begin",
    c"MPI_File_write_all_begin_c",
    c"MPI_File_write_all_end",
    c"MPI_File_write_at",
    c"MPI_File_write_at_c",
    c"MPI_File_write_at_all",
    c"MPI_File_write_at_all_c",
    c"MPI_File_write_at_all_begin",
    c"MPI_File_write_at_all_begin_c",
    c"MPI_File_write_at_all_end",
    c"MPI_File_write_ordered",
    c"MPI_File_write_ordered_c",
    c"MPI_File_write_ordered_begin",
    c"MPI_File_write_ordered_begin_c",
    c"MPI_File_write_ordered_end",
    c"MPI_File_write_shared",
    c"MPI_File_write_shared_c",
    c"MPI_Finalize",
    c"MPI_Finalized",
    c"MPI_Free_mem",
    c"MPI_Gather",
    c"MPI_Gather_c",
    c"MPI_Gather_init",
    c"MPI_Gather_init_c",
    c"MPI_Gatherv",
    c"MPI_Gatherv_c",
    c"MPI_Gatherv_init",
    c"MPI_Gatherv_init_c",
    c"MPI_Get",
    c"MPI_Get_c",
    c"MPI_Get_accumulate",
    c"MPI_Get_accumulate_c",
    c"MPI_Get_address",
    c"MPI_Get_count",
    c"MPI_Get_count_c",
    c"MPI_Get_elements",
    c"MPI_Get_elements_c",
    c"MPI_Get_elements_x",
    c"MPI_Get_hw_resource_info",
    c"MPI_Get_library_version",
    c"MPI_Get_processor_name",
    c"MPI_Get_version",
    c"MPI_Graph_create",
    c"MPI_Graph_get",
    c"MPI_Graph_map",
    c"MPI_Graph_neighbors",
    c"MPI_Graph_neighbors_count",
    c"MPI_Graphdims_get",
    c"MPI_Grequest_complete",
    c"MPI_Grequest_start",
    c"MPI_Group_compare",
    c"MPI_Group_difference",
    c"MPI_Group_excl",
    c"MPI_Group_free",
    c"MPI_Group_from_session_pset",
    c"MPI_Group_incl",
    c"MPI_Group_intersection",
    c"MPI_Group_range_excl",
    c"MPI_Group_range_incl",
    c"MPI_Group_rank",
    c"MPI_Group_size",
    c"MPI_Group_translate_ranks",
    c"MPI_Group_union",
    c"MPI_Iallgather",
    c"MPI_Iallgather_c",
    c"MPI_Iallgatherv",
    c"MPI_Iallgatherv_c",
    c"MPI_Iallreduce",
    c"MPI_Iallreduce_c",
    c"MPI_Ialltoall",
    c"MPI_Ialltoall_c",
    c"MPI_Ialltoallv",
    c"MPI_Ialltoallv_c",
    c"MPI_Ialltoallw",
    c"MPI_Ialltoallw_c",
    c"MPI_Ibarrier",
    c"MPI_Ibcast",
    c"MPI_Ibcast_c",
    c"MPI_Ibsend",
    c"MPI_Ibsend_c",
    c"MPI_Iexscan",
    c"MPI_Iexscan_c",
    c"MPI_Igather",
    c"MPI_Igather_c",
    c"MPI_Igatherv",
    c"MPI_Igatherv_c",
    c"MPI_Improbe",
    c"MPI_Imrecv",
    c"MPI_Imrecv_c",
    c"MPI_Ineighbor_allgather",
    c"MPI_Ineighbor_allgather_c",
    c"MPI_Ineighbor_allgatherv",
    c"MPI_Ineighbor_allgatherv_c",
    c"MPI_Ineighbor_alltoall",
    c"MPI_Ineighbor_alltoall_c",
    c"MPI_Ineighbor_alltoallv",
    c"MPI_Ineighbor_alltoallv_c",
    c"MPI_Ineighbor_alltoallw",
    c"MPI_Ineighbor_alltoallw_c",
    c"MPI_Info_create",
    c"MPI_Info_create_env",
    c"MPI_Info_delete",
    c"MPI_Info_dup",
    c"MPI_Info_free",
    c"MPI_Info_get",
    c"MPI_Info_get_nkeys",
    c"MPI_Info_get_nthkey",
    c"MPI_Info_get_string",
    c"MPI_Info_get_valuelen",
    c"MPI_Info_set",
    c"MPI_Init",
    c"MPI_Init_thread",
    c"MPI_Initialized",
    c"MPI_Intercomm_create",
    c"MPI_Intercomm_create_from_groups",
    c"MPI_Intercomm_merge",
    c"MPI_Iprobe",
    c"MPI_Irecv",
    c"MPI_Irecv_c",
    c"MPI_Ireduce",
    c"MPI_Ireduce_c",
    c"MPI_Ireduce_scatter",
    c"MPI_Ireduce_scatter_c",
    c"MPI_Ireduce_scatter_block",
    c"MPI_Ireduce_scatter_block_c",
    c"MPI_Irsend",
    c"MPI_Irsend_c",
    c"MPI_Is_thread_main",
    c"MPI_Iscan",
    c"MPI_Iscan_c",
    c"MPI_Iscatter",
    c"MPI_Iscatter_c",
    c"MPI_Iscatterv",
    c"MPI_Iscatterv_c",
    c"MPI_Isend",
    c"MPI_Isend_c",
    c"MPI_Isendrecv",
    c"MPI_Isendrecv_c",
    c"MPI_Isendrecv_replace",
    c"MPI_Isendrecv_replace_c",
    c"MPI_Issend",
    c"MPI_Issend_c",
    c"MPI_Keyval_create",
    c"MPI_Keyval_free",
    c"MPI_Lookup_name",
    c"MPI_Mprobe",
    c"MPI_Mrecv",
    c"MPI_Mrecv_c",
    c"MPI_Neighbor_allgather",
    c"MPI_Neighbor_allgather_c",
    c"MPI_Neighbor_allgather_init",
    c"MPI_Neighbor_allgather_init_c",
    c"MPI_Neighbor_allgatherv",
    c"MPI_Neighbor_allgatherv_c",
    c"MPI_Neighbor_allgatherv_init",
    c"MPI_Neighbor_allgatherv_init_c",
    c"MPI_Neighbor_alltoall",
    c"MPI_Neighbor_alltoall_c",
    c"MPI_Neighbor_alltoall_init",
    c"MPI_Neighbor_alltoall_init_c",
    c"MPI_Neighbor_alltoallv",
    c"MPI_Neighbor_alltoallv_c",
    c"MPI_Neighbor_alltoallv_init",
    c"MPI_Neighbor_alltoallv_init_c",
    c"MPI_Neighbor_alltoallw",
    c"MPI_Neighbor_alltoallw_c",
    c"MPI_Neighbor_alltoallw_init",
    c"MPI_Neighbor_alltoallw_init_c",
    c"MPI_Op_commutative",
    c"MPI_Op_create",
    c"MPI_Op_free",
    c"MPI_Open_port",
    c"MPI_Pack",
    c"MPI_Pack_c",
    c"MPI_Pack_external",
    c"MPI_Pack_external_c",
    c"MPI_Pack_external_size",
    c"MPI_Pack_external_size_c",
    c"MPI_Pack_size",
    c"MPI_Pack_size_c",
    c"MPI_Parrived",
    c"MPI_Pcontrol",
    c"MPI_Pready",
    c"MPI_Pready_list",
    c"MPI_Pready_range",
    c"MPI_Precv_init",
    c"MPI_Probe",
    c"MPI_Psend_init",
    c"MPI_Publish_name",
    c"MPI_Put",
    c"MPI_Put_c",
    c"MPI_Query_thread",
    c"MPI_Raccumulate",
    c"MPI_Raccumulate_c",
    c"MPI_Recv",
    c"MPI_Recv_c",
    c"MPI_Recv_init",
    c"MPI_Recv_init_c",
    c"MPI_Reduce",
    c"MPI_Reduce_c",
    c"MPI_Reduce_init",
    c"MPI_Reduce_init_c",
    c"MPI_Reduce_local",
    c"MPI_Reduce_local_c",
    c"MPI_Reduce_scatter",
    c"MPI_Reduce_scatter_c",
    c"MPI_Reduce_scatter_block",
    c"MPI_Reduce_scatter_block_c",
    c"MPI_Reduce_scatter_block_init",
    c"MPI_Reduce_scatter_block_init_c",
    c"MPI_Reduce_scatter_init",
    c"MPI_Reduce_scatter_init_c",
    c"MPI_Register_datarep",
    c"MPI_Remove_error_class",
    c"MPI_Remove_error_code",
    c"MPI_Remove_error_string",
    c"MPI_Request_free",
    c"MPI_Request_get_status",
    c"MPI_Request_get_status_all",
    c"MPI_Request_get_status_any",
    c"MPI_Request_get_status_some",
    c"MPI_Rget",
    c"MPI_Rget_c",
    c"MPI_Rget_accumulate",
    c"MPI_Rget_accumulate_c",
    c"MPI_Rput",
    c"MPI_Rput_c",
    c"MPI_Rsend",
    c"MPI_Rsend_c",
    c"MPI_Rsend_init",
    c"MPI_Rsend_init_c",
    c"MPI_Scan",
    c"MPI_Scan_c",
    c"MPI_Scan_init",
    c"MPI_Scan_init_c",
    c"MPI_Scatter",
    c"MPI_Scatter_c",
    c"MPI_Scatter_init",
    c"MPI_Scatter_init_c",
    c"MPI_Scatterv",
    c"MPI_Scatterv_c",
    c"MPI_Scatterv_init",
    c"MPI_Scatterv_init_c",
    c"MPI_Send",
    c"MPI_Send_c",
    c"MPI_Send_init",
    c"MPI_Send_init_c",
    c"MPI_Sendrecv",
    c"MPI_Sendrecv_c",
    c"MPI_Sendrecv_replace",
    c"MPI_Sendrecv_replace_c",
    c"MPI_Session_attach_buffer",
    c"MPI_Session_attach_buffer_c",
    c"MPI_Session_call_errhandler",
    c"MPI_Session_create_errhandler",
    c"MPI_Session_detach_buffer",
    c"MPI_Session_detach_buffer_c",
    c"MPI_Session_finalize",
    c"MPI_Session_flush_buffer",
    c"MPI_Session_get_errhandler",
    c"MPI_Session_get_info",
    c"MPI_Session_get_nth_pset",
    c"MPI_Session_get_num_psets",
    c"MPI_Session_get_pset_info",
    c"MPI_Session_iflush_buffer",
    c"MPI_Session_init",
    c"MPI_Session_set_errhandler",
    c"MPI_Ssend",
    c"MPI_Ssend_c",
    c"MPI_Ssend_init",
    c"MPI_Ssend_init_c",
    c"MPI_Start",
    c"MPI_Startall",
    c"MPI_Status_get_error",
    c"MPI_Status_get_source",
    c"MPI_Status_get_tag",
    c"MPI_Status_set_cancelled",
    c"MPI_Status_set_elements",
    c"MPI_Status_set_elements_c",
    c"MPI_Status_set_elements_x",
    c"MPI_Status_set_error",
    c"MPI_Status_set_source",
    c"MPI_Status_set_tag",
    c"MPI_Test",
    c"MPI_Test_cancelled",
    c"MPI_Testall",
    c"MPI_Testany",
    c"MPI_Testsome",
    c"MPI_Topo_test",
    c"MPI_Type_commit",
    c"MPI_Type_contiguous",
    c"MPI_Type_contiguous_c",
    c"MPI_Type_create_darray",
    c"MPI_Type_create_darray_c",
    c"MPI_Type_create_f90_complex",
    c"MPI_Type_create_f90_integer",
    c"MPI_Type_create_f90_real",
    c"MPI_Type_create_hindexed",
    c"MPI_Type_create_hindexed_c",
    c"MPI_Type_create_hindexed_block",
    c"MPI_Type_create_hindexed_block_c",
    c"MPI_Type_create_hvector",
    c"MPI_Type_create_hvector_c",
    c"MPI_Type_create_indexed_block",
    c"MPI_Type_create_indexed_block_c",
    c"MPI_Type_create_keyval",
    c"MPI_Type_create_resized",
    c"MPI_Type_create_resized_c",
    c"MPI_Type_create_struct",
    c"MPI_Type_create_struct_c",
    c"MPI_Type_create_subarray",
    c"MPI_Type_create_subarray_c",
    c"MPI_Type_delete_attr",
    c"MPI_Type_dup",
    c"MPI_Type_extent",
    c"MPI_Type_free",
    c"MPI_Type_free_keyval",
    c"MPI_Type_get_attr",
    c"MPI_Type_get_contents",
    c"MPI_Type_get_contents_c",
    c"MPI_Type_get_envelope",
    c"MPI_Type_get_envelope_c",
    c"MPI_Type_get_extent",
    c"MPI_Type_get_extent_c",
    c"MPI_Type_get_extent_x",
    c"MPI_Type_get_name",
    c"MPI_Type_get_true_extent",
    c"MPI_Type_get_true_extent_c",
    c"MPI_Type_get_true_extent_x",
    c"MPI_Type_hindexed",
    c"MPI_Type_hvector",
    c"MPI_Type_indexed",
    c"MPI_Type_indexed_c",
    c"MPI_Type_lb",
    c"MPI_Type_match_size",
    c"MPI_Type_set_attr",
    c"MPI_Type_set_name",
    c"MPI_Type_size",
    c"MPI_Type_size_c",
    c"MPI_Type_size_x",
    c"MPI_Type_struct",
    c"MPI_Type_ub",
    c"MPI_Type_vector",
    c"MPI_Type_vector_c",
    c"MPI_Unpack",
    c"MPI_Unpack_c",
    c"MPI_Unpack_external",
    c"MPI_Unpack_external_c",
    c"MPI_Unpublish_name",
    c"MPI_Wait",
    c"MPI_Waitall",
    c"MPI_Waitany",
    c"MPI_Waitsome",
    c"MPI_Win_allocate",
    c"MPI_Win_allocate_c",
    c"MPI_Win_allocate_shared",
    c"MPI_Win_allocate_shared_c",
    c"MPI_Win_attach",
    c"MPI_Win_call_errhandler",
    c"MPI_Win_complete",
    c"MPI_Win_create",
    c"MPI_Win_create_c",
    c"MPI_Win_create_dynamic",
    c"MPI_Win_create_errhandler",
    c"MPI_Win_create_keyval",
    c"MPI_Win_delete_attr",
    c"MPI_Win_detach",
    c"MPI_Win_fence",
    c"MPI_Win_flush",
    c"MPI_Win_flush_all",
    c"MPI_Win_flush_local",
    c"MPI_Win_flush_local_all",
    c"MPI_Win_free",
    c"MPI_Win_free_keyval",
    c"MPI_Win_get_attr",
    c"MPI_Win_get_errhandler",
    c"MPI_Win_get_group",
    c"MPI_Win_get_info",
    c"MPI_Win_get_name",
    c"MPI_Win_lock",
    c"MPI_Win_lock_all",
    c"MPI_Win_post",
    c"MPI_Win_set_attr",
    c"MPI_Win_set_errhandler",
    c"MPI_Win_set_info",
    c"MPI_Win_set_name",
    c"MPI_Win_shared_query",
    c"MPI_Win_shared_query_c",
    c"MPI_Win_start",
    c"MPI_Win_sync",
    c"MPI_Win_test",
    c"MPI_Win_unlock",
    c"MPI_Win_unlock_all",
    c"MPI_Win_wait",
    c"MPI_Wtick",
    c"MPI_Wtime",
];

/// Where each is in `NAMES`.
pub(crate) mod index {
    #![allow(dead_code, reason = "some are done by others")]

    pub(crate) const ABORT: usize = 0;
    pub(crate) const ACCUMULATE: usize = 1;
    pub(crate) const ACCUMULATE_C: usize = 2;
    pub(crate) const ADD_ERROR_CLASS: usize = 3;
    pub(crate) const ADD_ERROR_CODE: usize = 4;
    pub(crate) const ADD_ERROR_STRING: usize = 5;
    pub(crate) const ADDRESS: usize = 6;
    pub(crate) const AINT_ADD: usize = 7;
    pub(crate) const AINT_DIFF: usize = 8;
    pub(crate) const ALLGATHER: usize = 9;
    pub(crate) const ALLGATHER_C: usize = 10;
    pub(crate) const ALLGATHER_INIT: usize = 11;
    pub(crate) const ALLGATHER_INIT_C: usize = 12;
    pub(crate) const ALLGATHERV: usize = 13;
    pub(crate) const ALLGATHERV_C: usize = 14;
    pub(crate) const ALLGATHERV_INIT: usize = 15;
    pub(crate) const ALLGATHERV_INIT_C: usize = 16;
    pub(crate) const ALLOC_MEM: usize = 17;
    pub(crate) const ALLREDUCE: usize = 18;
    pub(crate) const ALLREDUCE_C: usize = 19;
    pub(crate) const ALLREDUCE_INIT: usize = 20;
    pub(crate) const ALLREDUCE_INIT_C: usize = 21;
    pub(crate) const ALLTOALL: usize = 22;
    pub(crate) const ALLTOALL_C: usize = 23;
    pub(crate) const ALLTOALL_INIT: usize = 24;
    pub(crate) const ALLTOALL_INIT_C: usize = 25;
    pub(crate) const ALLTOALLV: usize = 26;
    pub(crate) const ALLTOALLV_C: usize = 27;
    pub(crate) const ALLTOALLV_INIT: usize = 28;
    pub(crate) const ALLTOALLV_INIT_C: usize = 29;
    pub(crate) const ALLTOALLW: usize = 30;
    pub(crate) const ALLTOALLW_C: usize = 31;
    pub(crate) const ALLTOALLW_INIT: usize = 32;
    pub(crate) const ALLTOALLW_INIT_C: usize = 33;
    pub(crate) const ATTR_DELETE: usize = 34;
    pub(crate) const ATTR_GET: usize = 35;
    pub(crate) const ATTR_PUT: usize = 36;
    pub(crate) const BARRIER: usize = 37;
    pub(crate) const BARRIER_INIT: usize = 38;
    pub(crate) const BCAST: usize = 39;
    pub(crate) const BCAST_C: usize = 40;
    pub(crate) const BCAST_INIT: usize = 41;
    pub(crate) const BCAST_INIT_C: usize = 42;
    pub(crate) const BSEND: usize = 43;
    pub(crate) const BSEND_C: usize = 44;
    pub(crate) const BSEND_INIT: usize = 45;
    pub(crate) const BSEND_INIT_C: usize = 46;
    pub(crate) const BUFFER_ATTACH: usize = 47;
    pub(crate) const BUFFER_ATTACH_C: usize = 48;
    pub(crate) const BUFFER_DETACH: usize = 49;
    pub(crate) const BUFFER_DETACH_C: usize = 50;
    pub(crate) const BUFFER_FLUSH: usize = 51;
    pub(crate) const BUFFER_IFLUSH: usize = 52;
    pub(crate) const CANCEL: usize = 53;
    pub(crate) const CART_COORDS: usize = 54;
    pub(crate) const CART_CREATE: usize = 55;
    pub(crate) const CART_GET: usize = 56;
    pub(crate) const CART_MAP: usize = 57;
    pub(crate) const CART_RANK: usize = 58;
    pub(crate) const CART_SHIFT: usize = 59;
    pub(crate) const CART_SUB: usize = 60;
    pub(crate) const CARTDIM_GET: usize = 61;
    pub(crate) const CLOSE_PORT: usize = 62;
    pub(crate) const COMM_ACCEPT: usize = 63;
    pub(crate) const COMM_ATTACH_BUFFER: usize = 64;
    pub(crate) const COMM_ATTACH_BUFFER_C: usize = 65;
    pub(crate) const COMM_CALL_ERRHANDLER: usize = 66;
    pub(crate) const COMM_COMPARE: usize = 67;
    pub(crate) const COMM_CONNECT: usize = 68;
    pub(crate) const COMM_CREATE: usize = 69;
    pub(crate) const COMM_CREATE_ERRHANDLER: usize = 70;
    pub(crate) const COMM_CREATE_FROM_GROUP: usize = 71;
    pub(crate) const COMM_CREATE_GROUP: usize = 72;
    pub(crate) const COMM_CREATE_KEYVAL: usize = 73;
    pub(crate) const COMM_DELETE_ATTR: usize = 74;
    pub(crate) const COMM_DETACH_BUFFER: usize = 75;
    pub(crate) const COMM_DETACH_BUFFER_C: usize = 76;
    pub(crate) const COMM_DISCONNECT: usize = 77;
    pub(crate) const COMM_DUP: usize = 78;
    pub(crate) const COMM_DUP_WITH_INFO: usize = 79;
    pub(crate) const COMM_FLUSH_BUFFER: usize = 80;
    pub(crate) const COMM_FREE: usize = 81;
    pub(crate) const COMM_FREE_KEYVAL: usize = 82;
    pub(crate) const COMM_GET_ATTR: usize = 83;
    pub(crate) const COMM_GET_ERRHANDLER: usize = 84;
    pub(crate) const COMM_GET_INFO: usize = 85;
    pub(crate) const COMM_GET_NAME: usize = 86;
    pub(crate) const COMM_GET_PARENT: usize = 87;
    pub(crate) const COMM_GROUP: usize = 88;
    pub(crate) const COMM_IDUP: usize = 89;
    pub(crate) const COMM_IDUP_WITH_INFO: usize = 90;
    pub(crate) const COMM_IFLUSH_BUFFER: usize = 91;
    pub(crate) const COMM_JOIN: usize = 92;
    pub(crate) const COMM_RANK: usize = 93;
    pub(crate) const COMM_REMOTE_GROUP: usize = 94;
    pub(crate) const COMM_REMOTE_SIZE: usize = 95;
    pub(crate) const COMM_SET_ATTR: usize = 96;
    pub(crate) const COMM_SET_ERRHANDLER: usize = 97;
    pub(crate) const COMM_SET_INFO: usize = 98;
    pub(crate) const COMM_SET_NAME: usize = 99;
    pub(crate) const COMM_SIZE: usize = 100;
    pub(crate) const COMM_SPAWN: usize = 101;
    pub(crate) const COMM_SPAWN_MULTIPLE: usize = 102;
    pub(crate) const COMM_SPLIT: usize = 103;
    pub(crate) const COMM_SPLIT_TYPE: usize = 104;
    pub(crate) const COMM_TEST_INTER: usize = 105;
    pub(crate) const COMPARE_AND_SWAP: usize = 106;
    pub(crate) const DIMS_CREATE: usize = 107;
    pub(crate) const DIST_GRAPH_CREATE: usize = 108;
    pub(crate) const DIST_GRAPH_CREATE_ADJACENT: usize = 109;
    pub(crate) const DIST_GRAPH_NEIGHBORS: usize = 110;
    pub(crate) const DIST_GRAPH_NEIGHBORS_COUNT: usize = 111;
    pub(crate) const ERRHANDLER_CREATE: usize = 112;
    pub(crate) const ERRHANDLER_FREE: usize = 113;
    pub(crate) const ERRHANDLER_GET: usize = 114;
    pub(crate) const ERRHANDLER_SET: usize = 115;
    pub(crate) const ERROR_CLASS: usize = 116;
    pub(crate) const ERROR_STRING: usize = 117;
    pub(crate) const EXSCAN: usize = 118;
    pub(crate) const EXSCAN_C: usize = 119;
    pub(crate) const EXSCAN_INIT: usize = 120;
    pub(crate) const EXSCAN_INIT_C: usize = 121;
    pub(crate) const FETCH_AND_OP: usize = 122;
    pub(crate) const FILE_CALL_ERRHANDLER: usize = 123;
    pub(crate) const FILE_CLOSE: usize = 124;
    pub(crate) const FILE_CREATE_ERRHANDLER: usize = 125;
    pub(crate) const FILE_DELETE: usize = 126;
    pub(crate) const FILE_GET_AMODE: usize = 127;
    pub(crate) const FILE_GET_ATOMICITY: usize = 128;
    pub(crate) const FILE_GET_BYTE_OFFSET: usize = 129;
    pub(crate) const FILE_GET_ERRHANDLER: usize = 130;
    pub(crate) const FILE_GET_GROUP: usize = 131;
    pub(crate) const FILE_GET_INFO: usize = 132;
    pub(crate) const FILE_GET_POSITION: usize = 133;
    pub(crate) const FILE_GET_POSITION_SHARED: usize = 134;
    pub(crate) const FILE_GET_SIZE: usize = 135;
    pub(crate) const FILE_GET_TYPE_EXTENT: usize = 136;
    pub(crate) const FILE_GET_TYPE_EXTENT_C: usize = 137;
    pub(crate) const FILE_GET_VIEW: usize = 138;
    pub(crate) const FILE_IREAD: usize = 139;
    pub(crate) const FILE_IREAD_C: usize = 140;
    pub(crate) const FILE_IREAD_ALL: usize = 141;
    pub(crate) const FILE_IREAD_ALL_C: usize = 142;
    pub(crate) const FILE_IREAD_AT: usize = 143;
    pub(crate) const FILE_IREAD_AT_C: usize = 144;
    pub(crate) const FILE_IREAD_AT_ALL: usize = 145;
    pub(crate) const FILE_IREAD_AT_ALL_C: usize = 146;
    pub(crate) const FILE_IREAD_SHARED: usize = 147;
    pub(crate) const FILE_IREAD_SHARED_C: usize = 148;
    pub(crate) const FILE_IWRITE: usize = 149;
    pub(crate) const FILE_IWRITE_C: usize = 150;
    pub(crate) const FILE_IWRITE_ALL: usize = 151;
    pub(crate) const FILE_IWRITE_ALL_C: usize = 152;
    pub(crate) const FILE_IWRITE_AT: usize = 153;
    pub(crate) const FILE_IWRITE_AT_C: usize = 154;
    pub(crate) const FILE_IWRITE_AT_ALL: usize = 155;
    pub(crate) const FILE_IWRITE_AT_ALL_C: usize = 156;
    pub(crate) const FILE_IWRITE_SHARED: usize = 157;
    pub(crate) const FILE_IWRITE_SHARED_C: usize = 158;
    pub(crate) const FILE_OPEN: usize = 159;
    pub(crate) const FILE_PREALLOCATE: usize = 160;
    pub(crate) const FILE_READ: usize = 161;
    pub(crate) const FILE_READ_C: usize = 162;
    pub(crate) const FILE_READ_ALL: usize = 163;
    pub(crate) const FILE_READ_ALL_C: usize = 164;
    pub(crate) const FILE_READ_ALL_BEGIN: usize = 165;
    pub(crate) const FILE_READ_ALL_BEGIN_C: usize = 166;
    pub(crate) const FILE_READ_ALL_END: usize = 167;
    pub(crate) const FILE_READ_AT: usize = 168;
    pub(crate) const FILE_READ_AT_C: usize = 169;
    pub(crate) const FILE_READ_AT_ALL: usize = 170;
    pub(crate) const FILE_READ_AT_ALL_C: usize = 171;
    pub(crate) const FILE_READ_AT_ALL_BEGIN: usize = 172;
    pub(crate) const FILE_READ_AT_ALL_BEGIN_C: usize = 173;
    pub(crate) const FILE_READ_AT_ALL_END: usize = 174;
    pub(crate) const FILE_READ_ORDERED: usize = 175;
    pub(crate) const FILE_READ_ORDERED_C: usize = 176;
    pub(crate) const FILE_READ_ORDERED_BEGIN: usize = 177;
    pub(crate) const FILE_READ_ORDERED_BEGIN_C: usize = 178;
    pub(crate) const FILE_READ_ORDERED_END: usize = 179;
    pub(crate) const FILE_READ_SHARED: usize = 180;
    pub(crate) const FILE_READ_SHARED_C: usize = 181;
    pub(crate) const FILE_SEEK: usize = 182;
    pub(crate) const FILE_SEEK_SHARED: usize = 183;
    pub(crate) const FILE_SET_ATOMICITY: usize = 184;
    pub(crate) const FILE_SET_ERRHANDLER: usize = 185;
    pub(crate) const FILE_SET_INFO: usize = 186;
    pub(crate) const FILE_SET_SIZE: usize = 187;
    pub(crate) const FILE_SET_VIEW: usize = 188;
    pub(crate) const FILE_SYNC: usize = 189;
    pub(crate) const FILE_WRITE: usize = 190;
    pub(crate) const FILE_WRITE_C: usize = 191;
    pub(crate) const FILE_WRITE_ALL: usize = 192;
    pub(crate) const FILE_WRITE_ALL_C: usize = 193;
    pub(crate) const FILE_WRITE_ALL_BEGIN: usize = 194;
    pub(crate) const FILE_WRITE_ALL_BEGIN_C: usize = 195;
    pub(crate) const FILE_WRITE_ALL_END: usize = 196;
    pub(crate) const FILE_WRITE_AT: usize = 197;
    pub(crate) const FILE_WRITE_AT_C: usize = 198;
    pub(crate) const FILE_WRITE_AT_ALL: usize = 199;
    pub(crate) const FILE_WRITE_AT_ALL_C: usize = 200;
    pub(crate) const FILE_WRITE_AT_ALL_BEGIN: usize = 201;
    pub(crate) const FILE_WRITE_AT_ALL_BEGIN_C: usize = 202;
    pub(crate) const FILE_WRITE_AT_ALL_END: usize = 203;
    pub(crate) const FILE_WRITE_ORDERED: usize = 204;
    pub(crate) const FILE_WRITE_ORDERED_C: usize = 205;
    pub(crate) const FILE_WRITE_ORDERED_BEGIN: usize = 206;
    pub(crate) const FILE_WRITE_ORDERED_BEGIN_C: usize = 207;
    pub(crate) const FILE_WRITE_ORDERED_END: usize = 208;
    pub(crate) const FILE_WRITE_SHARED: usize = 209;
    pub(crate) const FILE_WRITE_SHARED_C: usize = 210;
    pub(crate) const FINALIZE: usize = 211;
    pub(crate) const FINALIZED: usize = 212;
    pub(crate) const FREE_MEM: usize = 213;
    pub(crate) const GATHER: usize = 214;
    pub(crate) const GATHER_C: usize = 215;
    pub(crate) const GATHER_INIT: usize = 216;
    pub(crate) const GATHER_INIT_C: usize = 217;
    pub(crate) const GATHERV: usize = 218;
    pub(crate) const GATHERV_C: usize = 219;
    pub(crate) const GATHERV_INIT: usize = 220;
    pub(crate) const GATHERV_INIT_C: usize = 221;
    pub(crate) const GET: usize = 222;
    pub(crate) const GET_C: usize = 223;
    pub(crate) const GET_ACCUMULATE: usize = 224;
    pub(crate) const GET_ACCUMULATE_C: usize = 225;
    pub(crate) const GET_ADDRESS: usize = 226;
    pub(crate) const GET_COUNT: usize = 227;
    pub(crate) const GET_COUNT_C: usize = 228;
    pub(crate) const GET_ELEMENTS: usize = 229;
    pub(crate) const GET_ELEMENTS_C: usize = 230;
    pub(crate) const GET_ELEMENTS_X: usize = 231;
    pub(crate) const GET_HW_RESOURCE_INFO: usize = 232;
    pub(crate) const GET_LIBRARY_VERSION: usize = 233;
    pub(crate) const GET_PROCESSOR_NAME: usize = 234;
    pub(crate) const GET_VERSION: usize = 235;
    pub(crate) const GRAPH_CREATE: usize = 236;
    pub(crate) const GRAPH_GET: usize = 237;
    pub(crate) const GRAPH_MAP: usize = 238;
    pub(crate) const GRAPH_NEIGHBORS: usize = 239;
    pub(crate) const GRAPH_NEIGHBORS_COUNT: usize = 240;
    pub(crate) const GRAPHDIMS_GET: usize = 241;
    pub(crate) const GREQUEST_COMPLETE: usize = 242;
    pub(crate) const GREQUEST_START: usize = 243;
    pub(crate) const GROUP_COMPARE: usize = 244;
    pub(crate) const GROUP_DIFFERENCE: usize = 245;
    pub(crate) const GROUP_EXCL: usize = 246;
    pub(crate) const GROUP_FREE: usize = 247;
    pub(crate) const GROUP_FROM_SESSION_PSET: usize = 248;
    pub(crate) const GROUP_INCL: usize = 249;
    pub(crate) const GROUP_INTERSECTION: usize = 250;
    pub(crate) const GROUP_RANGE_EXCL: usize = 251;
    pub(crate) const GROUP_RANGE_INCL: usize = 252;
    pub(crate) const GROUP_RANK: usize = 253;
    pub(crate) const GROUP_SIZE: usize = 254;
    pub(crate) const GROUP_TRANSLATE_RANKS: usize = 255;
    pub(crate) const GROUP_UNION: usize = 256;
    pub(crate) const IALLGATHER: usize = 257;
    pub(crate) const IALLGATHER_C: usize = 258;
    pub(crate) const IALLGATHERV: usize = 259;
    pub(crate) const IALLGATHERV_C: usize = 260;
    pub(crate) const IALLREDUCE: usize = 261;
    pub(crate) const IALLREDUCE_C: usize = 262;
    pub(crate) const IALLTOALL: usize = 263;
    pub(crate) const IALLTOALL_C: usize = 264;
    pub(crate) const IALLTOALLV: usize = 265;
    pub(crate) const IALLTOALLV_C: usize = 266;
    pub(crate) const IALLTOALLW: usize = 267;
    pub(crate) const IALLTOALLW_C: usize = 268;
    pub(crate) const IBARRIER: usize = 269;
    pub(crate) const IBCAST: usize = 270;
    pub(crate) const IBCAST_C: usize = 271;
    pub(crate) const IBSEND: usize = 272;
    pub(crate) const IBSEND_C: usize = 273;
    pub(crate) const IEXSCAN: usize = 274;
    pub(crate) const IEXSCAN_C: usize = 275;
    pub(crate) const IGATHER: usize = 276;
    pub(crate) const IGATHER_C: usize = 277;
    pub(crate) const IGATHERV: usize = 278;
    pub(crate) const IGATHERV_C: usize = 279;
    pub(crate) const IMPROBE: usize = 280;
    pub(crate) const IMRECV: usize = 281;
    pub(crate) const IMRECV_C: usize = 282;
    pub(crate) const INEIGHBOR_ALLGATHER: usize = 283;
    pub(crate) const INEIGHBOR_ALLGATHER_C: usize = 284;
    pub(crate) const INEIGHBOR_ALLGATHERV: usize = 285;
    pub(crate) const INEIGHBOR_ALLGATHERV_C: usize = 286;
    pub(crate) const INEIGHBOR_ALLTOALL: usize = 287;
    pub(crate) const INEIGHBOR_ALLTOALL_C: usize = 288;
    pub(crate) const INEIGHBOR_ALLTOALLV: usize = 289;
    pub(crate) const INEIGHBOR_ALLTOALLV_C: usize = 290;
    pub(crate) const INEIGHBOR_ALLTOALLW: usize = 291;
    pub(crate) const INEIGHBOR_ALLTOALLW_C: usize = 292;
    pub(crate) const INFO_CREATE: usize = 293;
    pub(crate) const INFO_CREATE_ENV: usize = 294;
    pub(crate) const INFO_DELETE: usize = 295;
    pub(crate) const INFO_DUP: usize = 296;
    pub(crate) const INFO_FREE: usize = 297;
    pub(crate) const INFO_GET: usize = 298;
    pub(crate) const INFO_GET_NKEYS: usize = 299;
    pub(crate) const INFO_GET_NTHKEY: usize = 300;
    pub(crate) const INFO_GET_STRING: usize = 301;
    pub(crate) const INFO_GET_VALUELEN: usize = 302;
    pub(crate) const INFO_SET: usize = 303;
    pub(crate) const INIT: usize = 304;
    pub(crate) const INIT_THREAD: usize = 305;
    pub(crate) const INITIALIZED: usize = 306;
    pub(crate) const INTERCOMM_CREATE: usize = 307;
    pub(crate) const INTERCOMM_CREATE_FROM_GROUPS: usize = 308;
    pub(crate) const INTERCOMM_MERGE: usize = 309;
    pub(crate) const IPROBE: usize = 310;
    pub(crate) const IRECV: usize = 311;
    pub(crate) const IRECV_C: usize = 312;
    pub(crate) const IREDUCE: usize = 313;
    pub(crate) const IREDUCE_C: usize = 314;
    pub(crate) const IREDUCE_SCATTER: usize = 315;
    pub(crate) const IREDUCE_SCATTER_C: usize = 316;
    pub(crate) const IREDUCE_SCATTER_BLOCK: usize = 317;
    pub(crate) const IREDUCE_SCATTER_BLOCK_C: usize = 318;
    pub(crate) const IRSEND: usize = 319;
    pub(crate) const IRSEND_C: usize = 320;
    pub(crate) const IS_THREAD_MAIN: usize = 321;
    pub(crate) const ISCAN: usize = 322;
    pub(crate) const ISCAN_C: usize = 323;
    pub(crate) const ISCATTER: usize = 324;
    pub(crate) const ISCATTER_C: usize = 325;
    pub(crate) const ISCATTERV: usize = 326;
    pub(crate) const ISCATTERV_C: usize = 327;
    pub(crate) const ISEND: usize = 328;
    pub(crate) const ISEND_C: usize = 329;
    pub(crate) const ISENDRECV: usize = 330;
    pub(crate) const ISENDRECV_C: usize = 331;
    pub(crate) const ISENDRECV_REPLACE: usize = 332;
    pub(crate) const ISENDRECV_REPLACE_C: usize = 333;
    pub(crate) const ISSEND: usize = 334;
    pub(crate) const ISSEND_C: usize = 335;
    pub(crate) const KEYVAL_CREATE: usize = 336;
    pub(crate) const KEYVAL_FREE: usize = 337;
    pub(crate) const LOOKUP_NAME: usize = 338;
    pub(crate) const MPROBE: usize = 339;
    pub(crate) const MRECV: usize = 340;
    pub(crate) const MRECV_C: usize = 341;
    pub(crate) const NEIGHBOR_ALLGATHER: usize = 342;
    pub(crate) const NEIGHBOR_ALLGATHER_C: usize = 343;
    pub(crate) const NEIGHBOR_ALLGATHER_INIT: usize = 344;
    pub(crate) const NEIGHBOR_ALLGATHER_INIT_C: usize = 345;
    pub(crate) const NEIGHBOR_ALLGATHERV: usize = 346;
    pub(crate) const NEIGHBOR_ALLGATHERV_C: usize = 347;
    pub(crate) const NEIGHBOR_ALLGATHERV_INIT: usize = 348;
    pub(crate) const NEIGHBOR_ALLGATHERV_INIT_C: usize = 349;
    pub(crate) const NEIGHBOR_ALLTOALL: usize = 350;
    pub(crate) const NEIGHBOR_ALLTOALL_C: usize = 351;
    pub(crate) const NEIGHBOR_ALLTOALL_INIT: usize = 352;
    pub(crate) const NEIGHBOR_ALLTOALL_INIT_C: usize = 353;
    pub(crate) const NEIGHBOR_ALLTOALLV: usize = 354;
    pub(crate) const NEIGHBOR_ALLTOALLV_C: usize = 355;
    pub(crate) const NEIGHBOR_ALLTOALLV_INIT: usize = 356;
    pub(crate) const NEIGHBOR_ALLTOALLV_INIT_C: usize = 357;
    pub(crate) const NEIGHBOR_ALLTOALLW: usize = 358;
    pub(crate) const NEIGHBOR_ALLTOALLW_C: usize = 359;
    pub(crate) const NEIGHBOR_ALLTOALLW_INIT: usize = 360;
    pub(crate) const NEIGHBOR_ALLTOALLW_INIT_C: usize = 361;
    pub(crate) const OP_COMMUTATIVE: usize = 362;
    pub(crate) const OP_CREATE: usize = 363;
    pub(crate) const OP_FREE: usize = 364;
    pub(crate) const OPEN_PORT: usize = 365;
    pub(crate) const PACK: usize = 366;
    pub(crate) const PACK_C: usize = 367;
    pub(crate) const PACK_EXTERNAL: usize = 368;
    pub(crate) const PACK_EXTERNAL_C: usize = 369;
    pub(crate) const PACK_EXTERNAL_SIZE: usize = 370;
    pub(crate) const PACK_EXTERNAL_SIZE_C: usize = 371;
    pub(crate) const PACK_SIZE: usize = 372;
    pub(crate) const PACK_SIZE_C: usize = 373;
    pub(crate) const PARRIVED: usize = 374;
    pub(crate) const PCONTROL: usize = 375;
    pub(crate) const PREADY: usize = 376;
    pub(crate) const PREADY_LIST: usize = 377;
    pub(crate) const PREADY_RANGE: usize = 378;
    pub(crate) const PRECV_INIT: usize = 379;
    pub(crate) const PROBE: usize = 380;
    pub(crate) const PSEND_INIT: usize = 381;
    pub(crate) const PUBLISH_NAME: usize = 382;
    pub(crate) const PUT: usize = 383;
    pub(crate) const PUT_C: usize = 384;
    pub(crate) const QUERY_THREAD: usize = 385;
    pub(crate) const RACCUMULATE: usize = 386;
    pub(crate) const RACCUMULATE_C: usize = 387;
    pub(crate) const RECV: usize = 388;
    pub(crate) const RECV_C: usize = 389;
    pub(crate) const RECV_INIT: usize = 390;
    pub(crate) const RECV_INIT_C: usize = 391;
    pub(crate) const REDUCE: usize = 392;
    pub(crate) const REDUCE_C: usize = 393;
    pub(crate) const REDUCE_INIT: usize = 394;
    pub(crate) const REDUCE_INIT_C: usize = 395;
    pub(crate) const REDUCE_LOCAL: usize = 396;
    pub(crate) const REDUCE_LOCAL_C: usize = 397;
    pub(crate) const REDUCE_SCATTER: usize = 398;
    pub(crate) const REDUCE_SCATTER_C: usize = 399;
    pub(crate) const REDUCE_SCATTER_BLOCK: usize = 400;
    pub(crate) const REDUCE_SCATTER_BLOCK_C: usize = 401;
    pub(crate) const REDUCE_SCATTER_BLOCK_INIT: usize = 402;
    pub(crate) const REDUCE_SCATTER_BLOCK_INIT_C: usize = 403;
    pub(crate) const REDUCE_SCATTER_INIT: usize = 404;
    pub(crate) const REDUCE_SCATTER_INIT_C: usize = 405;
    pub(crate) const REGISTER_DATAREP: usize = 406;
    pub(crate) const REMOVE_ERROR_CLASS: usize = 407;
    pub(crate) const REMOVE_ERROR_CODE: usize = 408;
    pub(crate) const REMOVE_ERROR_STRING: usize = 409;
    pub(crate) const REQUEST_FREE: usize = 410;
    pub(crate) const REQUEST_GET_STATUS: usize = 411;
    pub(crate) const REQUEST_GET_STATUS_ALL: usize = 412;
    pub(crate) const REQUEST_GET_STATUS_ANY: usize = 413;
    pub(crate) const REQUEST_GET_STATUS_SOME: usize = 414;
    pub(crate) const RGET: usize = 415;
    pub(crate) const RGET_C: usize = 416;
    pub(crate) const RGET_ACCUMULATE: usize = 417;
    pub(crate) const RGET_ACCUMULATE_C: usize = 418;
    pub(crate) const RPUT: usize = 419;
    pub(crate) const RPUT_C: usize = 420;
    pub(crate) const RSEND: usize = 421;
    pub(crate) const RSEND_C: usize = 422;
    pub(crate) const RSEND_INIT: usize = 423;
    pub(crate) const RSEND_INIT_C: usize = 424;
    pub(crate) const SCAN: usize = 425;
    pub(crate) const SCAN_C: usize = 426;
    pub(crate) const SCAN_INIT: usize = 427;
    pub(crate) const SCAN_INIT_C: usize = 428;
    pub(crate) const SCATTER: usize = 429;
    pub(crate) const SCATTER_C: usize = 430;
    pub(crate) const SCATTER_INIT: usize = 431;
    pub(crate) const SCATTER_INIT_C: usize = 432;
    pub(crate) const SCATTERV: usize = 433;
    pub(crate) const SCATTERV_C: usize = 434;
    pub(crate) const SCATTERV_INIT: usize = 435;
    pub(crate) const SCATTERV_INIT_C: usize = 436;
    pub(crate) const SEND: usize = 437;
    pub(crate) const SEND_C: usize = 438;
    pub(crate) const SEND_INIT: usize = 439;
    pub(crate) const SEND_INIT_C: usize = 440;
    pub(crate) const SENDRECV: usize = 441;
    pub(crate) const SENDRECV_C: usize = 442;
    pub(crate) const SENDRECV_REPLACE: usize = 443;
    pub(crate) const SENDRECV_REPLACE_C: usize = 444;
    pub(crate) const SESSION_ATTACH_BUFFER: usize = 445;
    pub(crate) const SESSION_ATTACH_BUFFER_C: usize = 446;
    pub(crate) const SESSION_CALL_ERRHANDLER: usize = 447;
    pub(crate) const SESSION_CREATE_ERRHANDLER: usize = 448;
    pub(crate) const SESSION_DETACH_BUFFER: usize = 449;
    pub(crate) const SESSION_DETACH_BUFFER_C: usize = 450;
    pub(crate) const SESSION_FINALIZE: usize = 451;
    pub(crate) const SESSION_FLUSH_BUFFER: usize = 452;
    pub(crate) const SESSION_GET_ERRHANDLER: usize = 453;
    pub(crate) const SESSION_GET_INFO: usize = 454;
    pub(crate) const SESSION_GET_NTH_PSET: usize = 455;
    pub(crate) const SESSION_GET_NUM_PSETS: usize = 456;
    pub(crate) const SESSION_GET_PSET_INFO: usize = 457;
    pub(crate) const SESSION_IFLUSH_BUFFER: usize = 458;
    pub(crate) const SESSION_INIT: usize = 459;
    pub(crate) const SESSION_SET_ERRHANDLER: usize = 460;
    pub(crate) const SSEND: usize = 461;
    pub(crate) const SSEND_C: usize = 462;
    pub(crate) const SSEND_INIT: usize = 463;
    pub(crate) const SSEND_INIT_C: usize = 464;
    pub(crate) const START: usize = 465;
    pub(crate) const STARTALL: usize = 466;
    pub(crate) const STATUS_GET_ERROR: usize = 467;
    pub(crate) const STATUS_GET_SOURCE: usize = 468;
    pub(crate) const STATUS_GET_TAG: usize = 469;
    pub(crate) const STATUS_SET_CANCELLED: usize = 470;
    pub(crate) const STATUS_SET_ELEMENTS: usize = 471;
    pub(crate) const STATUS_SET_ELEMENTS_C: usize = 472;
    pub(crate) const STATUS_SET_ELEMENTS_X: usize = 473;
    pub(crate) const STATUS_SET_ERROR: usize = 474;
    pub(crate) const STATUS_SET_SOURCE: usize = 475;
    pub(crate) const STATUS_SET_TAG: usize = 476;
    pub(crate) const TEST: usize = 477;
    pub(crate) const TEST_CANCELLED: usize = 478;
    pub(crate) const TESTALL: usize = 479;
    pub(crate) const TESTANY: usize = 480;
    pub(crate) const TESTSOME: usize = 481;
    pub(crate) const TOPO_TEST: usize = 482;
    pub(crate) const TYPE_COMMIT: usize = 483;
    pub(crate) const TYPE_CONTIGUOUS: usize = 484;
    pub(crate) const TYPE_CONTIGUOUS_C: usize = 485;
    pub(crate) const TYPE_CREATE_DARRAY: usize = 486;
    pub(crate) const TYPE_CREATE_DARRAY_C: usize = 487;
    pub(crate) const TYPE_CREATE_F90_COMPLEX: usize = 488;
    pub(crate) const TYPE_CREATE_F90_INTEGER: usize = 489;
    pub(crate) const TYPE_CREATE_F90_REAL: usize = 490;
    pub(crate) const TYPE_CREATE_HINDEXED: usize = 491;
    pub(crate) const TYPE_CREATE_HINDEXED_C: usize = 492;
    pub(crate) const TYPE_CREATE_HINDEXED_BLOCK: usize = 493;
    pub(crate) const TYPE_CREATE_HINDEXED_BLOCK_C: usize = 494;
    pub(crate) const TYPE_CREATE_HVECTOR: usize = 495;
    pub(crate) const TYPE_CREATE_HVECTOR_C: usize = 496;
    pub(crate) const TYPE_CREATE_INDEXED_BLOCK: usize = 497;
    pub(crate) const TYPE_CREATE_INDEXED_BLOCK_C: usize = 498;
    pub(crate) const TYPE_CREATE_KEYVAL: usize = 499;
    pub(crate) const TYPE_CREATE_RESIZED: usize = 500;
    pub(crate) const TYPE_CREATE_RESIZED_C: usize = 501;
    pub(crate) const TYPE_CREATE_STRUCT: usize = 502;
    pub(crate) const TYPE_CREATE_STRUCT_C: usize = 503;
    pub(crate) const TYPE_CREATE_SUBARRAY: usize = 504;
    pub(crate) const TYPE_CREATE_SUBARRAY_C: usize = 505;
    pub(crate) const TYPE_DELETE_ATTR: usize = 506;
    pub(crate) const TYPE_DUP: usize = 507;
    pub(crate) const TYPE_EXTENT: usize = 508;
    pub(crate) const TYPE_FREE: usize = 509;
    pub(crate) const TYPE_FREE_KEYVAL: usize = 510;
    pub(crate) const TYPE_GET_ATTR: usize = 511;
    pub(crate) const TYPE_GET_CONTENTS: usize = 512;
    pub(crate) const TYPE_GET_CONTENTS_C: usize = 513;
    pub(crate) const TYPE_GET_ENVELOPE: usize = 514;
    pub(crate) const TYPE_GET_ENVELOPE_C: usize = 515;
    pub(crate) const TYPE_GET_EXTENT: usize = 516;
    pub(crate) const TYPE_GET_EXTENT_C: usize = 517;
    pub(crate) const TYPE_GET_EXTENT_X: usize = 518;
    pub(crate) const TYPE_GET_NAME: usize = 519;
    pub(crate) const TYPE_GET_TRUE_EXTENT: usize = 520;
    pub(crate) const TYPE_GET_TRUE_EXTENT_C: usize = 521;
    pub(crate) const TYPE_GET_TRUE_EXTENT_X: usize = 522;
    pub(crate) const TYPE_HINDEXED: usize = 523;
    pub(crate) const TYPE_HVECTOR: usize = 524;
    pub(crate) const TYPE_INDEXED: usize = 525;
    pub(crate) const TYPE_INDEXED_C: usize = 526;
    pub(crate) const TYPE_LB: usize = 527;
    pub(crate) const TYPE_MATCH_SIZE: usize = 528;
    pub(crate) const TYPE_SET_ATTR: usize = 529;
    pub(crate) const TYPE_SET_NAME: usize = 530;
    pub(crate) const TYPE_SIZE: usize = 531;
    pub(crate) const TYPE_SIZE_C: usize = 532;
    pub(crate) const TYPE_SIZE_X: usize = 533;
    pub(crate) const TYPE_STRUCT: usize = 534;
    pub(crate) const TYPE_UB: usize = 535;
    pub(crate) const TYPE_VECTOR: usize = 536;
    pub(crate) const TYPE_VECTOR_C: usize = 537;
    pub(crate) const UNPACK: usize = 538;
    pub(crate) const UNPACK_C: usize = 539;
    pub(crate) const UNPACK_EXTERNAL: usize = 540;
    pub(crate) const UNPACK_EXTERNAL_C: usize = 541;
    pub(crate) const UNPUBLISH_NAME: usize = 542;
    pub(crate) const WAIT: usize = 543;
    pub(crate) const WAITALL: usize = 544;
    pub(crate) const WAITANY: usize = 545;
    pub(crate) const WAITSOME: usize = 546;
    pub(crate) const WIN_ALLOCATE: usize = 547;
    pub(crate) const WIN_ALLOCATE_C: usize = 548;
    pub(crate) const WIN_ALLOCATE_SHARED: usize = 549;
    pub(crate) const WIN_ALLOCATE_SHARED_C: usize = 550;
    pub(crate) const WIN_ATTACH: usize = 551;
    pub(crate) const WIN_CALL_ERRHANDLER: usize = 552;
    pub(crate) const WIN_COMPLETE: usize = 553;
    pub(crate) const WIN_CREATE: usize = 554;
    pub(crate) const WIN_CREATE_C: usize = 555;
    pub(crate) const WIN_CREATE_DYNAMIC: usize = 556;
    pub(crate) const WIN_CREATE_ERRHANDLER: usize = 557;
    pub(crate) const WIN_CREATE_KEYVAL: usize = 558;
    pub(crate) const WIN_DELETE_ATTR: usize = 559;
    pub(crate) const WIN_DETACH: usize = 560;
    pub(crate) const WIN_FENCE: usize = 561;
    pub(crate) const WIN_FLUSH: usize = 562;
    pub(crate) const WIN_FLUSH_ALL: usize = 563;
    pub(crate) const WIN_FLUSH_LOCAL: usize = 564;
    pub(crate) const WIN_FLUSH_LOCAL_ALL: usize = 565;
    pub(crate) const WIN_FREE: usize = 566;
    pub(crate) const WIN_FREE_KEYVAL: usize = 567;
    pub(crate) const WIN_GET_ATTR: usize = 568;
    pub(crate) const WIN_GET_ERRHANDLER: usize = 569;
    pub(crate) const WIN_GET_GROUP: usize = 570;
    pub(crate) const WIN_GET_INFO: usize = 571;
    pub(crate) const WIN_GET_NAME: usize = 572;
    pub(crate) const WIN_LOCK: usize = 573;
    pub(crate) const WIN_LOCK_ALL: usize = 574;
    pub(crate) const WIN_POST: usize = 575;
    pub(crate) const WIN_SET_ATTR: usize = 576;
    pub(crate) const WIN_SET_ERRHANDLER: usize = 577;
    pub(crate) const WIN_SET_INFO: usize = 578;
    pub(crate) const WIN_SET_NAME: usize = 579;
    pub(crate) const WIN_SHARED_QUERY: usize = 580;
    pub(crate) const WIN_SHARED_QUERY_C: usize = 581;
    pub(crate) const WIN_START: usize = 582;
    pub(crate) const WIN_SYNC: usize = 583;
    pub(crate) const WIN_TEST: usize = 584;
    pub(crate) const WIN_UNLOCK: usize = 585;
    pub(crate) const WIN_UNLOCK_ALL: usize = 586;
    pub(crate) const WIN_WAIT: usize = 587;
    pub(crate) const WTICK: usize = 588;
    pub(crate) const WTIME: usize = 589;
}

fortran! { abort, ABORT, (comm: *const c_int, errorcode: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *errorcode)
    {} {} ierror
}

fortran! { accumulate, ACCUMULATE, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { accumulate_described, ACCUMULATE, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();} {} ierror
}

fortran! { accumulate_c, ACCUMULATE_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { accumulate_c_described, ACCUMULATE_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();} {} ierror
}

fortran! { add_error_class, ADD_ERROR_CLASS, (errorclass: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (errorclass)
    {} {} ierror
}

fortran! { add_error_code, ADD_ERROR_CODE, (errorclass: *const c_int, errorcode: *mut c_int, ierror: *mut c_int), fn(c_int, *mut c_int) -> c_int,
    {}
    (*errorclass, errorcode)
    {} {} ierror
}

fortran! { add_error_string, ADD_ERROR_STRING, (errorcode: *const c_int, string: *const c_char, ierror: *mut c_int, string_length: usize), fn(c_int, *const c_char) -> c_int,
    {let text_string = text_in(string, string_length);}
    (*errorcode, text_string.as_ptr())
    {} {} ierror
}

fortran! { allgather, ALLGATHER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { allgather_described, ALLGATHER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { allgather_c, ALLGATHER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { allgather_c_described, ALLGATHER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { allgather_init, ALLGATHER_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgather_init_described, ALLGATHER_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgather_init_c, ALLGATHER_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgather_init_c_described, ALLGATHER_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgatherv, ALLGATHERV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { allgatherv_described, ALLGATHERV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { allgatherv_c, ALLGATHERV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { allgatherv_c_described, ALLGATHERV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { allgatherv_init, ALLGATHERV_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgatherv_init_described, ALLGATHERV_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgatherv_init_c, ALLGATHERV_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allgatherv_init_c_described, ALLGATHERV_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alloc_mem, ALLOC_MEM, (size: *const i64, info: *const c_int, baseptr: *mut c_void, ierror: *mut c_int), fn(i64, P::Word, *mut c_void) -> c_int,
    {}
    (*size, P::to_c(Kind::Info, *info), baseptr)
    {} {} ierror
}

fortran! { allreduce, ALLREDUCE, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { allreduce_described, ALLREDUCE, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { allreduce_c, ALLREDUCE_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { allreduce_c_described, ALLREDUCE_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { allreduce_init, ALLREDUCE_INIT, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allreduce_init_described, ALLREDUCE_INIT, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allreduce_init_c, ALLREDUCE_INIT_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { allreduce_init_c_described, ALLREDUCE_INIT_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoall, ALLTOALL, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { alltoall_described, ALLTOALL, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { alltoall_c, ALLTOALL_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { alltoall_c_described, ALLTOALL_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { alltoall_init, ALLTOALL_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoall_init_described, ALLTOALL_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoall_init_c, ALLTOALL_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoall_init_c_described, ALLTOALL_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallv, ALLTOALLV, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { alltoallv_described, ALLTOALLV, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { alltoallv_c, ALLTOALLV_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { alltoallv_c_described, ALLTOALLV_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { alltoallv_init, ALLTOALLV_INIT, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallv_init_described, ALLTOALLV_INIT, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallv_init_c, ALLTOALLV_INIT_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallv_init_c_described, ALLTOALLV_INIT_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallw, ALLTOALLW, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, *const P::Word, *mut c_void, *const c_int, *const c_int, *const P::Word, P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { alltoallw_described, ALLTOALLW, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, *const P::Word, *mut c_void, *const c_int, *const c_int, *const P::Word, P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (bounced_sendbuf.address(), sendcounts, sdispls, handles_sendtypes.pointer(), bounced_recvbuf.address(), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { alltoallw_c, ALLTOALLW_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { alltoallw_c_described, ALLTOALLW_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (bounced_sendbuf.address(), sendcounts, sdispls, handles_sendtypes.pointer(), bounced_recvbuf.address(), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { alltoallw_init, ALLTOALLW_INIT, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, *const P::Word, *mut c_void, *const c_int, *const c_int, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallw_init_described, ALLTOALLW_INIT, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, *const P::Word, *mut c_void, *const c_int, *const c_int, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallw_init_c, ALLTOALLW_INIT_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { alltoallw_init_c_described, ALLTOALLW_INIT_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { attr_delete, ATTR_DELETE, (comm: *const c_int, keyval: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *keyval)
    {} {} ierror
}

fortran! { barrier, BARRIER, (comm: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { barrier_init, BARRIER_INIT, (comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bcast, BCAST, (buffer: *mut c_void, count: *const c_int, datatype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buffer), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { bcast_described, BCAST, (buffer: *const Descriptor, count: *const c_int, datatype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {let mut bounced_buffer = Bounced::of::<P>(buffer);}
    (bounced_buffer.address(), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_buffer.put_back();} {} ierror
}

fortran! { bcast_c, BCAST_C, (buffer: *mut c_void, count: *const i64, datatype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buffer), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { bcast_c_described, BCAST_C, (buffer: *const Descriptor, count: *const i64, datatype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {let mut bounced_buffer = Bounced::of::<P>(buffer);}
    (bounced_buffer.address(), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_buffer.put_back();} {} ierror
}

fortran! { bcast_init, BCAST_INIT, (buffer: *mut c_void, count: *const c_int, datatype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buffer), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bcast_init_described, BCAST_INIT, (buffer: *const Descriptor, count: *const c_int, datatype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_buffer = match Strided::<P>::of(buffer, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buffer.address(), strided_buffer.count(), strided_buffer.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_buffer.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bcast_init_c, BCAST_INIT_C, (buffer: *mut c_void, count: *const i64, datatype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buffer), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bcast_init_c_described, BCAST_INIT_C, (buffer: *const Descriptor, count: *const i64, datatype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_buffer = match Strided::<P>::of(buffer, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buffer.address(), strided_buffer.large_count(), strided_buffer.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_buffer.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bsend, BSEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { bsend_described, BSEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { bsend_c, BSEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { bsend_c_described, BSEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { bsend_init, BSEND_INIT, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bsend_init_described, BSEND_INIT, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bsend_init_c, BSEND_INIT_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { bsend_init_c_described, BSEND_INIT_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { buffer_attach, BUFFER_ATTACH, (buffer: *mut c_void, size: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int) -> c_int,
    {}
    (P::buffer(buffer), *size)
    {} {} ierror
}

fortran! { buffer_attach_described, BUFFER_ATTACH, (buffer: *const Descriptor, size: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int) -> c_int,
    {}
    (address_of::<P>(buffer), *size)
    {} {} ierror
}

fortran! { buffer_attach_c, BUFFER_ATTACH_C, (buffer: *mut c_void, size: *const i64, ierror: *mut c_int), fn(*mut c_void, i64) -> c_int,
    {}
    (P::buffer(buffer), *size)
    {} {} ierror
}

fortran! { buffer_attach_c_described, BUFFER_ATTACH_C, (buffer: *const Descriptor, size: *const i64, ierror: *mut c_int), fn(*mut c_void, i64) -> c_int,
    {}
    (address_of::<P>(buffer), *size)
    {} {} ierror
}

fortran! { buffer_detach, BUFFER_DETACH, (_buffer_addr: *mut c_void, size: *mut c_int, ierror: *mut c_int), fn(*mut c_void, *mut c_int) -> c_int,
    {let mut buffer_addr = std::ptr::null_mut::<c_void>();}
    ((&raw mut buffer_addr).cast(), size)
    {} {} ierror
}

fortran! { buffer_detach_described, BUFFER_DETACH, (buffer_addr: *mut c_void, size: *mut c_int, ierror: *mut c_int), fn(*mut c_void, *mut c_int) -> c_int,
    {}
    (buffer_addr, size)
    {} {} ierror
}

fortran! { buffer_detach_c, BUFFER_DETACH_C, (_buffer_addr: *mut c_void, size: *mut i64, ierror: *mut c_int), fn(*mut c_void, *mut i64) -> c_int,
    {let mut buffer_addr = std::ptr::null_mut::<c_void>();}
    ((&raw mut buffer_addr).cast(), size)
    {} {} ierror
}

fortran! { buffer_detach_c_described, BUFFER_DETACH_C, (buffer_addr: *mut c_void, size: *mut i64, ierror: *mut c_int), fn(*mut c_void, *mut i64) -> c_int,
    {}
    (buffer_addr, size)
    {} {} ierror
}

fortran! { buffer_flush, BUFFER_FLUSH, (ierror: *mut c_int), fn() -> c_int,
    {}
    ()
    {} {} ierror
}

fortran! { buffer_iflush, BUFFER_IFLUSH, (request: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (&raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { cancel, CANCEL, (request: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_request = P::to_c(Kind::Request, *request);}
    (&raw mut c_request)
    {request.write(P::to_fortran(Kind::Request, c_request));} {} ierror
}

fortran! { cart_coords, CART_COORDS, (comm: *const c_int, rank: *const c_int, maxdims: *const c_int, coords: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *rank, *maxdims, coords)
    {} {} ierror
}

fortran! { cart_create, CART_CREATE, (comm_old: *const c_int, ndims: *const c_int, dims: *const c_int, periods: *const c_int, reorder: *const c_int, comm_cart: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *const c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_comm_cart = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm_old), *ndims, dims, periods, *reorder, &raw mut c_comm_cart)
    {} {comm_cart.write(P::to_fortran(Kind::Comm, c_comm_cart));} ierror
}

fortran! { cart_get, CART_GET, (comm: *const c_int, maxdims: *const c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *mut c_int, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *maxdims, dims, periods, coords)
    {} {} ierror
}

fortran! { cart_map, CART_MAP, (comm: *const c_int, ndims: *const c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *const c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *ndims, dims, periods, newrank)
    {} {} ierror
}

fortran! { cart_rank, CART_RANK, (comm: *const c_int, coords: *const c_int, rank: *mut c_int, ierror: *mut c_int), fn(P::Word, *const c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), coords, rank)
    {} {} ierror
}

fortran! { cart_shift, CART_SHIFT, (comm: *const c_int, direction: *const c_int, disp: *const c_int, rank_source: *mut c_int, rank_dest: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *direction, *disp, rank_source, rank_dest)
    {} {} ierror
}

fortran! { cart_sub, CART_SUB, (comm: *const c_int, remain_dims: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, *const c_int, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), remain_dims, &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { cartdim_get, CARTDIM_GET, (comm: *const c_int, ndims: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), ndims)
    {} {} ierror
}

fortran! { close_port, CLOSE_PORT, (port_name: *const c_char, ierror: *mut c_int, port_name_length: usize), fn(*const c_char) -> c_int,
    {let text_port_name = text_in(port_name, port_name_length);}
    (text_port_name.as_ptr())
    {} {} ierror
}

fortran! { comm_accept, COMM_ACCEPT, (port_name: *const c_char, info: *const c_int, root: *const c_int, comm: *const c_int, newcomm: *mut c_int, ierror: *mut c_int, port_name_length: usize), fn(*const c_char, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let text_port_name = text_in(port_name, port_name_length);
let mut c_newcomm = <P::Word as Default>::default();}
    (text_port_name.as_ptr(), P::to_c(Kind::Info, *info), *root, P::to_c(Kind::Comm, *comm), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_attach_buffer, COMM_ATTACH_BUFFER, (comm: *const c_int, buffer: *mut c_void, size: *const c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), P::buffer(buffer), *size)
    {} {} ierror
}

fortran! { comm_attach_buffer_described, COMM_ATTACH_BUFFER, (comm: *const c_int, buffer: *const Descriptor, size: *const c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), address_of::<P>(buffer), *size)
    {} {} ierror
}

fortran! { comm_attach_buffer_c, COMM_ATTACH_BUFFER_C, (comm: *const c_int, buffer: *mut c_void, size: *const i64, ierror: *mut c_int), fn(P::Word, *mut c_void, i64) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), P::buffer(buffer), *size)
    {} {} ierror
}

fortran! { comm_attach_buffer_c_described, COMM_ATTACH_BUFFER_C, (comm: *const c_int, buffer: *const Descriptor, size: *const i64, ierror: *mut c_int), fn(P::Word, *mut c_void, i64) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), address_of::<P>(buffer), *size)
    {} {} ierror
}

fortran! { comm_call_errhandler, COMM_CALL_ERRHANDLER, (comm: *const c_int, errorcode: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *errorcode)
    {} {} ierror
}

fortran! { comm_compare, COMM_COMPARE, (comm1: *const c_int, comm2: *const c_int, result: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm1), P::to_c(Kind::Comm, *comm2), result)
    {} {} ierror
}

fortran! { comm_connect, COMM_CONNECT, (port_name: *const c_char, info: *const c_int, root: *const c_int, comm: *const c_int, newcomm: *mut c_int, ierror: *mut c_int, port_name_length: usize), fn(*const c_char, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let text_port_name = text_in(port_name, port_name_length);
let mut c_newcomm = <P::Word as Default>::default();}
    (text_port_name.as_ptr(), P::to_c(Kind::Info, *info), *root, P::to_c(Kind::Comm, *comm), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_create, COMM_CREATE, (comm: *const c_int, group: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Group, *group), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_create_from_group, COMM_CREATE_FROM_GROUP, (group: *const c_int, stringtag: *const c_char, info: *const c_int, errhandler: *const c_int, newcomm: *mut c_int, ierror: *mut c_int, stringtag_length: usize), fn(P::Word, *const c_char, P::Word, P::Word, *mut P::Word) -> c_int,
    {let text_stringtag = text_in(stringtag, stringtag_length);
let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group), text_stringtag.as_ptr(), P::to_c(Kind::Info, *info), P::to_c(Kind::Errhandler, *errhandler), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_create_group, COMM_CREATE_GROUP, (comm: *const c_int, group: *const c_int, tag: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, c_int, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Group, *group), *tag, &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_delete_attr, COMM_DELETE_ATTR, (comm: *const c_int, comm_keyval: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *comm_keyval)
    {} {} ierror
}

fortran! { comm_detach_buffer, COMM_DETACH_BUFFER, (comm: *const c_int, _buffer_addr: *mut c_void, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut c_int) -> c_int,
    {let mut buffer_addr = std::ptr::null_mut::<c_void>();}
    (P::to_c(Kind::Comm, *comm), (&raw mut buffer_addr).cast(), size)
    {} {} ierror
}

fortran! { comm_detach_buffer_described, COMM_DETACH_BUFFER, (comm: *const c_int, buffer_addr: *mut c_void, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), buffer_addr, size)
    {} {} ierror
}

fortran! { comm_detach_buffer_c, COMM_DETACH_BUFFER_C, (comm: *const c_int, _buffer_addr: *mut c_void, size: *mut i64, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut i64) -> c_int,
    {let mut buffer_addr = std::ptr::null_mut::<c_void>();}
    (P::to_c(Kind::Comm, *comm), (&raw mut buffer_addr).cast(), size)
    {} {} ierror
}

fortran! { comm_detach_buffer_c_described, COMM_DETACH_BUFFER_C, (comm: *const c_int, buffer_addr: *mut c_void, size: *mut i64, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), buffer_addr, size)
    {} {} ierror
}

fortran! { comm_disconnect, COMM_DISCONNECT, (comm: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_comm = P::to_c(Kind::Comm, *comm);}
    (&raw mut c_comm)
    {comm.write(P::to_fortran(Kind::Comm, c_comm));} {} ierror
}

fortran! { comm_dup, COMM_DUP, (comm: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_dup_with_info, COMM_DUP_WITH_INFO, (comm: *const c_int, info: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_flush_buffer, COMM_FLUSH_BUFFER, (comm: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { comm_free, COMM_FREE, (comm: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_comm = P::to_c(Kind::Comm, *comm);}
    (&raw mut c_comm)
    {comm.write(P::to_fortran(Kind::Comm, c_comm));} {} ierror
}

fortran! { comm_free_keyval, COMM_FREE_KEYVAL, (comm_keyval: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (comm_keyval)
    {} {} ierror
}

fortran! { comm_get_errhandler, COMM_GET_ERRHANDLER, (comm: *const c_int, errhandler: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_errhandler = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_errhandler)
    {} {errhandler.write(P::to_fortran(Kind::Errhandler, c_errhandler));} ierror
}

fortran! { comm_get_info, COMM_GET_INFO, (comm: *const c_int, info_used: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_info_used = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_info_used)
    {} {info_used.write(P::to_fortran(Kind::Info, c_info_used));} ierror
}

fortran! { comm_get_name, COMM_GET_NAME, (comm: *const c_int, comm_name: *mut c_char, resultlen: *mut c_int, ierror: *mut c_int, comm_name_length: usize), fn(P::Word, *mut c_char, *mut c_int) -> c_int,
    {let mut text_comm_name = TextOut::new();}
    (P::to_c(Kind::Comm, *comm), text_comm_name.pointer(), resultlen)
    {} {text_comm_name.store(comm_name, comm_name_length);} ierror
}

fortran! { comm_get_parent, COMM_GET_PARENT, (parent: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_parent = <P::Word as Default>::default();}
    (&raw mut c_parent)
    {} {parent.write(P::to_fortran(Kind::Comm, c_parent));} ierror
}

fortran! { comm_group, COMM_GROUP, (comm: *const c_int, group: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_group = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_group)
    {} {group.write(P::to_fortran(Kind::Group, c_group));} ierror
}

fortran! { comm_idup, COMM_IDUP, (comm: *const c_int, newcomm: *mut c_int, request: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();
let mut c_request = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_newcomm, &raw mut c_request)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));
request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { comm_idup_with_info, COMM_IDUP_WITH_INFO, (comm: *const c_int, info: *const c_int, newcomm: *mut c_int, request: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();
let mut c_request = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_newcomm, &raw mut c_request)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));
request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { comm_iflush_buffer, COMM_IFLUSH_BUFFER, (comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { comm_join, COMM_JOIN, (fd: *const c_int, intercomm: *mut c_int, ierror: *mut c_int), fn(c_int, *mut P::Word) -> c_int,
    {let mut c_intercomm = <P::Word as Default>::default();}
    (*fd, &raw mut c_intercomm)
    {} {intercomm.write(P::to_fortran(Kind::Comm, c_intercomm));} ierror
}

fortran! { comm_rank, COMM_RANK, (comm: *const c_int, rank: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), rank)
    {} {} ierror
}

fortran! { comm_remote_group, COMM_REMOTE_GROUP, (comm: *const c_int, group: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_group = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_group)
    {} {group.write(P::to_fortran(Kind::Group, c_group));} ierror
}

fortran! { comm_remote_size, COMM_REMOTE_SIZE, (comm: *const c_int, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), size)
    {} {} ierror
}

fortran! { comm_set_errhandler, COMM_SET_ERRHANDLER, (comm: *const c_int, errhandler: *const c_int, ierror: *mut c_int), fn(P::Word, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Errhandler, *errhandler))
    {} {} ierror
}

fortran! { comm_set_info, COMM_SET_INFO, (comm: *const c_int, info: *const c_int, ierror: *mut c_int), fn(P::Word, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info))
    {} {} ierror
}

fortran! { comm_set_name, COMM_SET_NAME, (comm: *const c_int, comm_name: *const c_char, ierror: *mut c_int, comm_name_length: usize), fn(P::Word, *const c_char) -> c_int,
    {let text_comm_name = text_in(comm_name, comm_name_length);}
    (P::to_c(Kind::Comm, *comm), text_comm_name.as_ptr())
    {} {} ierror
}

fortran! { comm_size, COMM_SIZE, (comm: *const c_int, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), size)
    {} {} ierror
}

fortran! { comm_split, COMM_SPLIT, (comm: *const c_int, color: *const c_int, key: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), *color, *key, &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_split_type, COMM_SPLIT_TYPE, (comm: *const c_int, split_type: *const c_int, key: *const c_int, info: *const c_int, newcomm: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newcomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), *split_type, *key, P::to_c(Kind::Info, *info), &raw mut c_newcomm)
    {} {newcomm.write(P::to_fortran(Kind::Comm, c_newcomm));} ierror
}

fortran! { comm_test_inter, COMM_TEST_INTER, (comm: *const c_int, flag: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), flag)
    {} {} ierror
}

fortran! { compare_and_swap, COMPARE_AND_SWAP, (origin_addr: *mut c_void, compare_addr: *mut c_void, result_addr: *mut c_void, datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, win: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_void, *mut c_void, P::Word, c_int, i64, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), P::buffer(compare_addr), P::buffer(result_addr), P::to_c(Kind::Datatype, *datatype), *target_rank, *target_disp, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { compare_and_swap_described, COMPARE_AND_SWAP, (origin_addr: *const Descriptor, compare_addr: *const Descriptor, result_addr: *const Descriptor, datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, win: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_void, *mut c_void, P::Word, c_int, i64, P::Word) -> c_int,
    {let whole_origin_addr = match whole::<P>(origin_addr) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_compare_addr = match whole::<P>(compare_addr) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_result_addr = match whole::<P>(result_addr) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (whole_origin_addr, whole_compare_addr, whole_result_addr, P::to_c(Kind::Datatype, *datatype), *target_rank, *target_disp, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { dims_create, DIMS_CREATE, (nnodes: *const c_int, ndims: *const c_int, dims: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, *mut c_int) -> c_int,
    {}
    (*nnodes, *ndims, dims)
    {} {} ierror
}

fortran! { dist_graph_create, DIST_GRAPH_CREATE, (comm_old: *const c_int, n: *const c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: *const c_int, reorder: *const c_int, comm_dist_graph: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *const c_int, *const c_int, *const c_int, P::Word, c_int, *mut P::Word) -> c_int,
    {let mut c_comm_dist_graph = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm_old), *n, sources, degrees, destinations, P::weights(weights as *mut c_int), P::to_c(Kind::Info, *info), *reorder, &raw mut c_comm_dist_graph)
    {} {comm_dist_graph.write(P::to_fortran(Kind::Comm, c_comm_dist_graph));} ierror
}

fortran! { dist_graph_create_adjacent, DIST_GRAPH_CREATE_ADJACENT, (comm_old: *const c_int, indegree: *const c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: *const c_int, destinations: *const c_int, destweights: *const c_int, info: *const c_int, reorder: *const c_int, comm_dist_graph: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *const c_int, c_int, *const c_int, *const c_int, P::Word, c_int, *mut P::Word) -> c_int,
    {let mut c_comm_dist_graph = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm_old), *indegree, sources, P::weights(sourceweights as *mut c_int), *outdegree, destinations, P::weights(destweights as *mut c_int), P::to_c(Kind::Info, *info), *reorder, &raw mut c_comm_dist_graph)
    {} {comm_dist_graph.write(P::to_fortran(Kind::Comm, c_comm_dist_graph));} ierror
}

fortran! { dist_graph_neighbors, DIST_GRAPH_NEIGHBORS, (comm: *const c_int, maxindegree: *const c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: *const c_int, destinations: *mut c_int, destweights: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *mut c_int, *mut c_int, c_int, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *maxindegree, sources, P::weights(sourceweights as *mut c_int), *maxoutdegree, destinations, P::weights(destweights as *mut c_int))
    {} {} ierror
}

fortran! { dist_graph_neighbors_count, DIST_GRAPH_NEIGHBORS_COUNT, (comm: *const c_int, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), indegree, outdegree, weighted)
    {} {} ierror
}

fortran! { errhandler_free, ERRHANDLER_FREE, (errhandler: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_errhandler = P::to_c(Kind::Errhandler, *errhandler);}
    (&raw mut c_errhandler)
    {errhandler.write(P::to_fortran(Kind::Errhandler, c_errhandler));} {} ierror
}

fortran! { errhandler_get, ERRHANDLER_GET, (comm: *const c_int, errhandler: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_errhandler = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_errhandler)
    {} {errhandler.write(P::to_fortran(Kind::Errhandler, c_errhandler));} ierror
}

fortran! { errhandler_set, ERRHANDLER_SET, (comm: *const c_int, errhandler: *const c_int, ierror: *mut c_int), fn(P::Word, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), P::to_c(Kind::Errhandler, *errhandler))
    {} {} ierror
}

fortran! { error_class, ERROR_CLASS, (errorcode: *const c_int, errorclass: *mut c_int, ierror: *mut c_int), fn(c_int, *mut c_int) -> c_int,
    {}
    (*errorcode, errorclass)
    {} {} ierror
}

fortran! { error_string, ERROR_STRING, (errorcode: *const c_int, string: *mut c_char, resultlen: *mut c_int, ierror: *mut c_int, string_length: usize), fn(c_int, *mut c_char, *mut c_int) -> c_int,
    {let mut text_string = TextOut::new();}
    (*errorcode, text_string.pointer(), resultlen)
    {} {text_string.store(string, string_length);} ierror
}

fortran! { exscan, EXSCAN, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { exscan_described, EXSCAN, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { exscan_c, EXSCAN_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { exscan_c_described, EXSCAN_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { exscan_init, EXSCAN_INIT, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { exscan_init_described, EXSCAN_INIT, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { exscan_init_c, EXSCAN_INIT_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { exscan_init_c_described, EXSCAN_INIT_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { fetch_and_op, FETCH_AND_OP, (origin_addr: *mut c_void, result_addr: *mut c_void, datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, P::Word, c_int, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), P::buffer(result_addr), P::to_c(Kind::Datatype, *datatype), *target_rank, *target_disp, P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { fetch_and_op_described, FETCH_AND_OP, (origin_addr: *const Descriptor, result_addr: *const Descriptor, datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, P::Word, c_int, i64, P::Word, P::Word) -> c_int,
    {let whole_origin_addr = match whole::<P>(origin_addr) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_result_addr = match whole::<P>(result_addr) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (whole_origin_addr, whole_result_addr, P::to_c(Kind::Datatype, *datatype), *target_rank, *target_disp, P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { file_call_errhandler, FILE_CALL_ERRHANDLER, (fh: *const c_int, errorcode: *const c_int, ierror: *mut c_int), fn(usize, c_int) -> c_int,
    {}
    (P::file_to_c(*fh), *errorcode)
    {} {} ierror
}

fortran! { file_close, FILE_CLOSE, (fh: *mut c_int, ierror: *mut c_int), fn(*mut usize) -> c_int,
    {let mut c_fh = P::file_to_c(*fh);}
    (&raw mut c_fh)
    {fh.write(P::file_to_fortran(c_fh));} {} ierror
}

fortran! { file_delete, FILE_DELETE, (filename: *const c_char, info: *const c_int, ierror: *mut c_int, filename_length: usize), fn(*const c_char, P::Word) -> c_int,
    {let text_filename = text_in(filename, filename_length);}
    (text_filename.as_ptr(), P::to_c(Kind::Info, *info))
    {} {} ierror
}

fortran! { file_get_amode, FILE_GET_AMODE, (fh: *const c_int, amode: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_int) -> c_int,
    {}
    (P::file_to_c(*fh), amode)
    {} {} ierror
}

fortran! { file_get_atomicity, FILE_GET_ATOMICITY, (fh: *const c_int, flag: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_int) -> c_int,
    {}
    (P::file_to_c(*fh), flag)
    {} {} ierror
}

fortran! { file_get_byte_offset, FILE_GET_BYTE_OFFSET, (fh: *const c_int, offset: *const i64, disp: *mut i64, ierror: *mut c_int), fn(usize, i64, *mut i64) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, disp)
    {} {} ierror
}

fortran! { file_get_errhandler, FILE_GET_ERRHANDLER, (file: *const c_int, errhandler: *mut c_int, ierror: *mut c_int), fn(usize, *mut P::Word) -> c_int,
    {let mut c_errhandler = <P::Word as Default>::default();}
    (P::file_to_c(*file), &raw mut c_errhandler)
    {} {errhandler.write(P::to_fortran(Kind::Errhandler, c_errhandler));} ierror
}

fortran! { file_get_group, FILE_GET_GROUP, (fh: *const c_int, group: *mut c_int, ierror: *mut c_int), fn(usize, *mut P::Word) -> c_int,
    {let mut c_group = <P::Word as Default>::default();}
    (P::file_to_c(*fh), &raw mut c_group)
    {} {group.write(P::to_fortran(Kind::Group, c_group));} ierror
}

fortran! { file_get_info, FILE_GET_INFO, (fh: *const c_int, info_used: *mut c_int, ierror: *mut c_int), fn(usize, *mut P::Word) -> c_int,
    {let mut c_info_used = <P::Word as Default>::default();}
    (P::file_to_c(*fh), &raw mut c_info_used)
    {} {info_used.write(P::to_fortran(Kind::Info, c_info_used));} ierror
}

fortran! { file_get_position, FILE_GET_POSITION, (fh: *const c_int, offset: *mut i64, ierror: *mut c_int), fn(usize, *mut i64) -> c_int,
    {}
    (P::file_to_c(*fh), offset)
    {} {} ierror
}

fortran! { file_get_position_shared, FILE_GET_POSITION_SHARED, (fh: *const c_int, offset: *mut i64, ierror: *mut c_int), fn(usize, *mut i64) -> c_int,
    {}
    (P::file_to_c(*fh), offset)
    {} {} ierror
}

fortran! { file_get_size, FILE_GET_SIZE, (fh: *const c_int, size: *mut i64, ierror: *mut c_int), fn(usize, *mut i64) -> c_int,
    {}
    (P::file_to_c(*fh), size)
    {} {} ierror
}

fortran! { file_get_type_extent, FILE_GET_TYPE_EXTENT, (fh: *const c_int, datatype: *const c_int, extent: *mut i64, ierror: *mut c_int), fn(usize, P::Word, *mut i64) -> c_int,
    {}
    (P::file_to_c(*fh), P::to_c(Kind::Datatype, *datatype), extent)
    {} {} ierror
}

fortran! { file_get_type_extent_c, FILE_GET_TYPE_EXTENT_C, (fh: *const c_int, datatype: *const c_int, extent: *mut i64, ierror: *mut c_int), fn(usize, P::Word, *mut i64) -> c_int,
    {}
    (P::file_to_c(*fh), P::to_c(Kind::Datatype, *datatype), extent)
    {} {} ierror
}

fortran! { file_get_view, FILE_GET_VIEW, (fh: *const c_int, disp: *mut i64, etype: *mut c_int, filetype: *mut c_int, datarep: *mut c_char, ierror: *mut c_int, datarep_length: usize), fn(usize, *mut i64, *mut P::Word, *mut P::Word, *mut c_char) -> c_int,
    {let mut c_etype = <P::Word as Default>::default();
let mut c_filetype = <P::Word as Default>::default();
let mut text_datarep = TextOut::new();}
    (P::file_to_c(*fh), disp, &raw mut c_etype, &raw mut c_filetype, text_datarep.pointer())
    {} {etype.write(P::to_fortran(Kind::Datatype, c_etype));
filetype.write(P::to_fortran(Kind::Datatype, c_filetype));
text_datarep.store(datarep, datarep_length);} ierror
}

fortran! { file_iread, FILE_IREAD, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_described, FILE_IREAD, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_c, FILE_IREAD_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_c_described, FILE_IREAD_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_all, FILE_IREAD_ALL, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_all_described, FILE_IREAD_ALL, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_all_c, FILE_IREAD_ALL_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_all_c_described, FILE_IREAD_ALL_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at, FILE_IREAD_AT, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_described, FILE_IREAD_AT, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_c, FILE_IREAD_AT_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_c_described, FILE_IREAD_AT_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_all, FILE_IREAD_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_all_described, FILE_IREAD_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_all_c, FILE_IREAD_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_at_all_c_described, FILE_IREAD_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_shared, FILE_IREAD_SHARED, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_shared_described, FILE_IREAD_SHARED, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_shared_c, FILE_IREAD_SHARED_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iread_shared_c_described, FILE_IREAD_SHARED_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite, FILE_IWRITE, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_described, FILE_IWRITE, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_c, FILE_IWRITE_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_c_described, FILE_IWRITE_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_all, FILE_IWRITE_ALL, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_all_described, FILE_IWRITE_ALL, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_all_c, FILE_IWRITE_ALL_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_all_c_described, FILE_IWRITE_ALL_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at, FILE_IWRITE_AT, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_described, FILE_IWRITE_AT, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_c, FILE_IWRITE_AT_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_c_described, FILE_IWRITE_AT_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_all, FILE_IWRITE_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_all_described, FILE_IWRITE_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_all_c, FILE_IWRITE_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_at_all_c_described, FILE_IWRITE_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_shared, FILE_IWRITE_SHARED, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_shared_described, FILE_IWRITE_SHARED, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_shared_c, FILE_IWRITE_SHARED_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_iwrite_shared_c_described, FILE_IWRITE_SHARED_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { file_open, FILE_OPEN, (comm: *const c_int, filename: *const c_char, amode: *const c_int, info: *const c_int, fh: *mut c_int, ierror: *mut c_int, filename_length: usize), fn(P::Word, *const c_char, c_int, P::Word, *mut usize) -> c_int,
    {let text_filename = text_in(filename, filename_length);
let mut c_fh = 0usize;}
    (P::to_c(Kind::Comm, *comm), text_filename.as_ptr(), *amode, P::to_c(Kind::Info, *info), &raw mut c_fh)
    {} {fh.write(P::file_to_fortran(c_fh));} ierror
}

fortran! { file_preallocate, FILE_PREALLOCATE, (fh: *const c_int, size: *const i64, ierror: *mut c_int), fn(usize, i64) -> c_int,
    {}
    (P::file_to_c(*fh), *size)
    {} {} ierror
}

fortran! { file_read, FILE_READ, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_described, FILE_READ, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_c, FILE_READ_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_c_described, FILE_READ_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_all, FILE_READ_ALL, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_all_described, FILE_READ_ALL, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_all_c, FILE_READ_ALL_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_all_c_described, FILE_READ_ALL_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_all_begin, FILE_READ_ALL_BEGIN, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_read_all_begin_described, FILE_READ_ALL_BEGIN, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_read_all_begin_c, FILE_READ_ALL_BEGIN_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_read_all_begin_c_described, FILE_READ_ALL_BEGIN_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_read_all_end, FILE_READ_ALL_END, (fh: *const c_int, buf: *mut c_void, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), P::status(status))
    {} {} ierror
}

fortran! { file_read_all_end_described, FILE_READ_ALL_END, (fh: *const c_int, buf: *const Descriptor, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, *mut c_void) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), whole_buf, P::status(status))
    {} {} ierror
}

fortran! { file_read_at, FILE_READ_AT, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_at_described, FILE_READ_AT, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_at_c, FILE_READ_AT_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_at_c_described, FILE_READ_AT_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_at_all, FILE_READ_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_at_all_described, FILE_READ_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_at_all_c, FILE_READ_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_at_all_c_described, FILE_READ_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_at_all_begin, FILE_READ_AT_ALL_BEGIN, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_read_at_all_begin_described, FILE_READ_AT_ALL_BEGIN, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, c_int, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_read_at_all_begin_c, FILE_READ_AT_ALL_BEGIN_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_read_at_all_begin_c_described, FILE_READ_AT_ALL_BEGIN_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *mut c_void, i64, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.large_count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_read_at_all_end, FILE_READ_AT_ALL_END, (fh: *const c_int, buf: *mut c_void, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), P::status(status))
    {} {} ierror
}

fortran! { file_read_at_all_end_described, FILE_READ_AT_ALL_END, (fh: *const c_int, buf: *const Descriptor, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, *mut c_void) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), whole_buf, P::status(status))
    {} {} ierror
}

fortran! { file_read_ordered, FILE_READ_ORDERED, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_ordered_described, FILE_READ_ORDERED, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_ordered_c, FILE_READ_ORDERED_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_ordered_c_described, FILE_READ_ORDERED_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_ordered_begin, FILE_READ_ORDERED_BEGIN, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_read_ordered_begin_described, FILE_READ_ORDERED_BEGIN, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_read_ordered_begin_c, FILE_READ_ORDERED_BEGIN_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_read_ordered_begin_c_described, FILE_READ_ORDERED_BEGIN_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_read_ordered_end, FILE_READ_ORDERED_END, (fh: *const c_int, buf: *mut c_void, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), P::status(status))
    {} {} ierror
}

fortran! { file_read_ordered_end_described, FILE_READ_ORDERED_END, (fh: *const c_int, buf: *const Descriptor, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, *mut c_void) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), whole_buf, P::status(status))
    {} {} ierror
}

fortran! { file_read_shared, FILE_READ_SHARED, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_shared_described, FILE_READ_SHARED, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_read_shared_c, FILE_READ_SHARED_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_read_shared_c_described, FILE_READ_SHARED_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *mut c_void, i64, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { file_seek, FILE_SEEK, (fh: *const c_int, offset: *const i64, whence: *const c_int, ierror: *mut c_int), fn(usize, i64, c_int) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, *whence)
    {} {} ierror
}

fortran! { file_seek_shared, FILE_SEEK_SHARED, (fh: *const c_int, offset: *const i64, whence: *const c_int, ierror: *mut c_int), fn(usize, i64, c_int) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, *whence)
    {} {} ierror
}

fortran! { file_set_atomicity, FILE_SET_ATOMICITY, (fh: *const c_int, flag: *const c_int, ierror: *mut c_int), fn(usize, c_int) -> c_int,
    {}
    (P::file_to_c(*fh), *flag)
    {} {} ierror
}

fortran! { file_set_errhandler, FILE_SET_ERRHANDLER, (file: *const c_int, errhandler: *const c_int, ierror: *mut c_int), fn(usize, P::Word) -> c_int,
    {}
    (P::file_to_c(*file), P::to_c(Kind::Errhandler, *errhandler))
    {} {} ierror
}

fortran! { file_set_info, FILE_SET_INFO, (fh: *const c_int, info: *const c_int, ierror: *mut c_int), fn(usize, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::to_c(Kind::Info, *info))
    {} {} ierror
}

fortran! { file_set_size, FILE_SET_SIZE, (fh: *const c_int, size: *const i64, ierror: *mut c_int), fn(usize, i64) -> c_int,
    {}
    (P::file_to_c(*fh), *size)
    {} {} ierror
}

fortran! { file_set_view, FILE_SET_VIEW, (fh: *const c_int, disp: *const i64, etype: *const c_int, filetype: *const c_int, datarep: *const c_char, info: *const c_int, ierror: *mut c_int, datarep_length: usize), fn(usize, i64, P::Word, P::Word, *const c_char, P::Word) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (P::file_to_c(*fh), *disp, P::to_c(Kind::Datatype, *etype), P::to_c(Kind::Datatype, *filetype), text_datarep.as_ptr(), P::to_c(Kind::Info, *info))
    {} {} ierror
}

fortran! { file_sync, FILE_SYNC, (fh: *const c_int, ierror: *mut c_int), fn(usize) -> c_int,
    {}
    (P::file_to_c(*fh))
    {} {} ierror
}

fortran! { file_write, FILE_WRITE, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_described, FILE_WRITE, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_c, FILE_WRITE_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_c_described, FILE_WRITE_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_all, FILE_WRITE_ALL, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_all_described, FILE_WRITE_ALL, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_all_c, FILE_WRITE_ALL_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_all_c_described, FILE_WRITE_ALL_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_all_begin, FILE_WRITE_ALL_BEGIN, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_write_all_begin_described, FILE_WRITE_ALL_BEGIN, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_write_all_begin_c, FILE_WRITE_ALL_BEGIN_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_write_all_begin_c_described, FILE_WRITE_ALL_BEGIN_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_write_all_end, FILE_WRITE_ALL_END, (fh: *const c_int, buf: *mut c_void, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), P::status(status))
    {} {} ierror
}

fortran! { file_write_all_end_described, FILE_WRITE_ALL_END, (fh: *const c_int, buf: *const Descriptor, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, *mut c_void) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), whole_buf, P::status(status))
    {} {} ierror
}

fortran! { file_write_at, FILE_WRITE_AT, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_described, FILE_WRITE_AT, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_c, FILE_WRITE_AT_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_c_described, FILE_WRITE_AT_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_all, FILE_WRITE_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_all_described, FILE_WRITE_AT_ALL, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_all_c, FILE_WRITE_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_all_c_described, FILE_WRITE_AT_ALL_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), *offset, bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_all_begin, FILE_WRITE_AT_ALL_BEGIN, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_write_at_all_begin_described, FILE_WRITE_AT_ALL_BEGIN, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, c_int, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_write_at_all_begin_c, FILE_WRITE_AT_ALL_BEGIN_C, (fh: *const c_int, offset: *const i64, buf: *mut c_void, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), *offset, P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_write_at_all_begin_c_described, FILE_WRITE_AT_ALL_BEGIN_C, (fh: *const c_int, offset: *const i64, buf: *const Descriptor, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, i64, *const c_void, i64, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), *offset, strided_buf.address(), strided_buf.large_count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_write_at_all_end, FILE_WRITE_AT_ALL_END, (fh: *const c_int, buf: *mut c_void, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), P::status(status))
    {} {} ierror
}

fortran! { file_write_at_all_end_described, FILE_WRITE_AT_ALL_END, (fh: *const c_int, buf: *const Descriptor, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, *mut c_void) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), whole_buf, P::status(status))
    {} {} ierror
}

fortran! { file_write_ordered, FILE_WRITE_ORDERED, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_ordered_described, FILE_WRITE_ORDERED, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_ordered_c, FILE_WRITE_ORDERED_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_ordered_c_described, FILE_WRITE_ORDERED_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_ordered_begin, FILE_WRITE_ORDERED_BEGIN, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_write_ordered_begin_described, FILE_WRITE_ORDERED_BEGIN, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_write_ordered_begin_c, FILE_WRITE_ORDERED_BEGIN_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { file_write_ordered_begin_c_described, FILE_WRITE_ORDERED_BEGIN_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), strided_buf.address(), strided_buf.large_count(), strided_buf.datatype())
    {strided_buf.free();} {} ierror
}

fortran! { file_write_ordered_end, FILE_WRITE_ORDERED_END, (fh: *const c_int, buf: *mut c_void, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), P::status(status))
    {} {} ierror
}

fortran! { file_write_ordered_end_described, FILE_WRITE_ORDERED_END, (fh: *const c_int, buf: *const Descriptor, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, *mut c_void) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };}
    (P::file_to_c(*fh), whole_buf, P::status(status))
    {} {} ierror
}

fortran! { file_write_shared, FILE_WRITE_SHARED, (fh: *const c_int, buf: *mut c_void, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_shared_described, FILE_WRITE_SHARED, (fh: *const c_int, buf: *const Descriptor, count: *const c_int, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_shared_c, FILE_WRITE_SHARED_C, (fh: *const c_int, buf: *mut c_void, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {}
    (P::file_to_c(*fh), P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { file_write_shared_c_described, FILE_WRITE_SHARED_C, (fh: *const c_int, buf: *const Descriptor, count: *const i64, datatype: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(usize, *const c_void, i64, P::Word, *mut c_void) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (P::file_to_c(*fh), bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::status(status))
    {} {} ierror
}

fortran! { finalize, FINALIZE, (ierror: *mut c_int), fn() -> c_int,
    {}
    ()
    {} {} ierror
}

fortran! { finalized, FINALIZED, (flag: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (flag)
    {} {} ierror
}

fortran! { free_mem, FREE_MEM, (base: *mut c_void, ierror: *mut c_int), fn(*mut c_void) -> c_int,
    {}
    (P::buffer(base))
    {} {} ierror
}

fortran! { free_mem_described, FREE_MEM, (base: *const Descriptor, ierror: *mut c_int), fn(*mut c_void) -> c_int,
    {}
    (address_of::<P>(base))
    {} {} ierror
}

fortran! { gather, GATHER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { gather_described, GATHER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { gather_c, GATHER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { gather_c_described, GATHER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { gather_init, GATHER_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gather_init_described, GATHER_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gather_init_c, GATHER_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gather_init_c_described, GATHER_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gatherv, GATHERV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { gatherv_described, GATHERV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { gatherv_c, GATHERV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { gatherv_c_described, GATHERV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { gatherv_init, GATHERV_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gatherv_init_described, GATHERV_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gatherv_init_c, GATHERV_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { gatherv_init_c_described, GATHERV_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { get, GET, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { get_described, GET, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();} {} ierror
}

fortran! { get_c, GET_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { get_c_described, GET_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();} {} ierror
}

fortran! { get_accumulate, GET_ACCUMULATE, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, result_addr: *mut c_void, result_count: *const c_int, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), P::buffer(result_addr), *result_count, P::to_c(Kind::Datatype, *result_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { get_accumulate_described, GET_ACCUMULATE, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, result_addr: *const Descriptor, result_count: *const c_int, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_result_addr = match Strided::<P>::of(result_addr, (*result_count).into(), *result_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), strided_result_addr.address(), strided_result_addr.count(), strided_result_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();
strided_result_addr.free();} {} ierror
}

fortran! { get_accumulate_c, GET_ACCUMULATE_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, result_addr: *mut c_void, result_count: *const i64, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), P::buffer(result_addr), *result_count, P::to_c(Kind::Datatype, *result_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { get_accumulate_c_described, GET_ACCUMULATE_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, result_addr: *const Descriptor, result_count: *const i64, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_result_addr = match Strided::<P>::of(result_addr, *result_count, *result_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), strided_result_addr.address(), strided_result_addr.large_count(), strided_result_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();
strided_result_addr.free();} {} ierror
}

fortran! { get_address, GET_ADDRESS, (location: *mut c_void, address: *mut i64, ierror: *mut c_int), fn(*const c_void, *mut i64) -> c_int,
    {}
    (P::buffer(location), address)
    {} {} ierror
}

fortran! { get_address_described, GET_ADDRESS, (location: *const Descriptor, address: *mut i64, ierror: *mut c_int), fn(*const c_void, *mut i64) -> c_int,
    {}
    (address_of::<P>(location), address)
    {} {} ierror
}

fortran! { get_count, GET_COUNT, (status: *const c_void, datatype: *const c_int, count: *mut c_int, ierror: *mut c_int), fn(*const c_void, P::Word, *mut c_int) -> c_int,
    {}
    (status, P::to_c(Kind::Datatype, *datatype), count)
    {} {} ierror
}

fortran! { get_count_c, GET_COUNT_C, (status: *const c_void, datatype: *const c_int, count: *mut i64, ierror: *mut c_int), fn(*const c_void, P::Word, *mut i64) -> c_int,
    {}
    (status, P::to_c(Kind::Datatype, *datatype), count)
    {} {} ierror
}

fortran! { get_elements, GET_ELEMENTS, (status: *const c_void, datatype: *const c_int, count: *mut c_int, ierror: *mut c_int), fn(*const c_void, P::Word, *mut c_int) -> c_int,
    {}
    (status, P::to_c(Kind::Datatype, *datatype), count)
    {} {} ierror
}

fortran! { get_elements_c, GET_ELEMENTS_C, (status: *const c_void, datatype: *const c_int, count: *mut i64, ierror: *mut c_int), fn(*const c_void, P::Word, *mut i64) -> c_int,
    {}
    (status, P::to_c(Kind::Datatype, *datatype), count)
    {} {} ierror
}

fortran! { get_elements_x, GET_ELEMENTS_X, (status: *const c_void, datatype: *const c_int, count: *mut i64, ierror: *mut c_int), fn(*const c_void, P::Word, *mut i64) -> c_int,
    {}
    (status, P::to_c(Kind::Datatype, *datatype), count)
    {} {} ierror
}

fortran! { get_hw_resource_info, GET_HW_RESOURCE_INFO, (hw_info: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_hw_info = <P::Word as Default>::default();}
    (&raw mut c_hw_info)
    {} {hw_info.write(P::to_fortran(Kind::Info, c_hw_info));} ierror
}

fortran! { get_library_version, GET_LIBRARY_VERSION, (version: *mut c_char, resultlen: *mut c_int, ierror: *mut c_int, version_length: usize), fn(*mut c_char, *mut c_int) -> c_int,
    {let mut text_version = TextOut::new();}
    (text_version.pointer(), resultlen)
    {} {text_version.store(version, version_length);} ierror
}

fortran! { get_processor_name, GET_PROCESSOR_NAME, (name: *mut c_char, resultlen: *mut c_int, ierror: *mut c_int, name_length: usize), fn(*mut c_char, *mut c_int) -> c_int,
    {let mut text_name = TextOut::new();}
    (text_name.pointer(), resultlen)
    {} {text_name.store(name, name_length);} ierror
}

fortran! { get_version, GET_VERSION, (version: *mut c_int, subversion: *mut c_int, ierror: *mut c_int), fn(*mut c_int, *mut c_int) -> c_int,
    {}
    (version, subversion)
    {} {} ierror
}

fortran! { graph_create, GRAPH_CREATE, (comm_old: *const c_int, nnodes: *const c_int, index: *const c_int, edges: *const c_int, reorder: *const c_int, comm_graph: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *const c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_comm_graph = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm_old), *nnodes, index, edges, *reorder, &raw mut c_comm_graph)
    {} {comm_graph.write(P::to_fortran(Kind::Comm, c_comm_graph));} ierror
}

fortran! { graph_get, GRAPH_GET, (comm: *const c_int, maxindex: *const c_int, maxedges: *const c_int, index: *mut c_int, edges: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *maxindex, *maxedges, index, edges)
    {} {} ierror
}

fortran! { graph_map, GRAPH_MAP, (comm: *const c_int, nnodes: *const c_int, index: *const c_int, edges: *const c_int, newrank: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *const c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *nnodes, index, edges, newrank)
    {} {} ierror
}

fortran! { graph_neighbors, GRAPH_NEIGHBORS, (comm: *const c_int, rank: *const c_int, maxneighbors: *const c_int, neighbors: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *rank, *maxneighbors, neighbors)
    {} {} ierror
}

fortran! { graph_neighbors_count, GRAPH_NEIGHBORS_COUNT, (comm: *const c_int, rank: *const c_int, nneighbors: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), *rank, nneighbors)
    {} {} ierror
}

fortran! { graphdims_get, GRAPHDIMS_GET, (comm: *const c_int, nnodes: *mut c_int, nedges: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), nnodes, nedges)
    {} {} ierror
}

fortran! { grequest_complete, GREQUEST_COMPLETE, (request: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Request, *request))
    {} {} ierror
}

fortran! { group_compare, GROUP_COMPARE, (group1: *const c_int, group2: *const c_int, result: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Group, *group1), P::to_c(Kind::Group, *group2), result)
    {} {} ierror
}

fortran! { group_difference, GROUP_DIFFERENCE, (group1: *const c_int, group2: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group1), P::to_c(Kind::Group, *group2), &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_excl, GROUP_EXCL, (group: *const c_int, n: *const c_int, ranks: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group), *n, ranks, &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_free, GROUP_FREE, (group: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_group = P::to_c(Kind::Group, *group);}
    (&raw mut c_group)
    {group.write(P::to_fortran(Kind::Group, c_group));} {} ierror
}

fortran! { group_from_session_pset, GROUP_FROM_SESSION_PSET, (session: *const c_int, pset_name: *const c_char, newgroup: *mut c_int, ierror: *mut c_int, pset_name_length: usize), fn(P::Word, *const c_char, *mut P::Word) -> c_int,
    {let text_pset_name = text_in(pset_name, pset_name_length);
let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Session, *session), text_pset_name.as_ptr(), &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_incl, GROUP_INCL, (group: *const c_int, n: *const c_int, ranks: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group), *n, ranks, &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_intersection, GROUP_INTERSECTION, (group1: *const c_int, group2: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group1), P::to_c(Kind::Group, *group2), &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_range_excl, GROUP_RANGE_EXCL, (group: *const c_int, n: *const c_int, ranges: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group), *n, ranges, &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_range_incl, GROUP_RANGE_INCL, (group: *const c_int, n: *const c_int, ranges: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group), *n, ranges, &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { group_rank, GROUP_RANK, (group: *const c_int, rank: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Group, *group), rank)
    {} {} ierror
}

fortran! { group_size, GROUP_SIZE, (group: *const c_int, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Group, *group), size)
    {} {} ierror
}

fortran! { group_translate_ranks, GROUP_TRANSLATE_RANKS, (group1: *const c_int, n: *const c_int, ranks1: *const c_int, group2: *const c_int, ranks2: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *const c_int, P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Group, *group1), *n, ranks1, P::to_c(Kind::Group, *group2), ranks2)
    {} {} ierror
}

fortran! { group_union, GROUP_UNION, (group1: *const c_int, group2: *const c_int, newgroup: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_newgroup = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *group1), P::to_c(Kind::Group, *group2), &raw mut c_newgroup)
    {} {newgroup.write(P::to_fortran(Kind::Group, c_newgroup));} ierror
}

fortran! { iallgather, IALLGATHER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgather_described, IALLGATHER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgather_c, IALLGATHER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgather_c_described, IALLGATHER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgatherv, IALLGATHERV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgatherv_described, IALLGATHERV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgatherv_c, IALLGATHERV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallgatherv_c_described, IALLGATHERV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallreduce, IALLREDUCE, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallreduce_described, IALLREDUCE, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallreduce_c, IALLREDUCE_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iallreduce_c_described, IALLREDUCE_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoall, IALLTOALL, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoall_described, IALLTOALL, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoall_c, IALLTOALL_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoall_c_described, IALLTOALL_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallv, IALLTOALLV, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallv_described, IALLTOALLV, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallv_c, IALLTOALLV_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallv_c_described, IALLTOALLV_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallw, IALLTOALLW, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, *const P::Word, *mut c_void, *const c_int, *const c_int, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallw_described, IALLTOALLW, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, *const P::Word, *mut c_void, *const c_int, *const c_int, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallw_c, IALLTOALLW_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ialltoallw_c_described, IALLTOALLW_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = everybody::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibarrier, IBARRIER, (comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibcast, IBCAST, (buffer: *mut c_void, count: *const c_int, datatype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buffer), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibcast_described, IBCAST, (buffer: *const Descriptor, count: *const c_int, datatype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buffer = match Strided::<P>::of(buffer, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buffer.address(), strided_buffer.count(), strided_buffer.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buffer.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibcast_c, IBCAST_C, (buffer: *mut c_void, count: *const i64, datatype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buffer), *count, P::to_c(Kind::Datatype, *datatype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibcast_c_described, IBCAST_C, (buffer: *const Descriptor, count: *const i64, datatype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buffer = match Strided::<P>::of(buffer, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buffer.address(), strided_buffer.large_count(), strided_buffer.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buffer.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibsend, IBSEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibsend_described, IBSEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibsend_c, IBSEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ibsend_c_described, IBSEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iexscan, IEXSCAN, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iexscan_described, IEXSCAN, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iexscan_c, IEXSCAN_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iexscan_c_described, IEXSCAN_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igather, IGATHER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igather_described, IGATHER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igather_c, IGATHER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igather_c_described, IGATHER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igatherv, IGATHERV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igatherv_described, IGATHERV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igatherv_c, IGATHERV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { igatherv_c_described, IGATHERV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { improbe, IMPROBE, (source: *const c_int, tag: *const c_int, comm: *const c_int, flag: *mut c_int, message: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, c_int, P::Word, *mut c_int, *mut P::Word, *mut c_void) -> c_int,
    {let mut c_message = <P::Word as Default>::default();}
    (*source, *tag, P::to_c(Kind::Comm, *comm), flag, &raw mut c_message, P::status(status))
    {} {message.write(P::to_fortran(Kind::Message, c_message));} ierror
}

fortran! { imrecv, IMRECV, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, message: *mut c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, *mut P::Word, *mut P::Word) -> c_int,
    {let mut c_message = P::to_c(Kind::Message, *message);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_message, &raw mut c_request)
    {message.write(P::to_fortran(Kind::Message, c_message));} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { imrecv_described, IMRECV, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, message: *mut c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, *mut P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_message = P::to_c(Kind::Message, *message);
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), &raw mut c_message, &raw mut c_request)
    {strided_buf.free();
message.write(P::to_fortran(Kind::Message, c_message));} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { imrecv_c, IMRECV_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, message: *mut c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, *mut P::Word, *mut P::Word) -> c_int,
    {let mut c_message = P::to_c(Kind::Message, *message);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_message, &raw mut c_request)
    {message.write(P::to_fortran(Kind::Message, c_message));} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { imrecv_c_described, IMRECV_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, message: *mut c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, *mut P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_message = P::to_c(Kind::Message, *message);
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), &raw mut c_message, &raw mut c_request)
    {strided_buf.free();
message.write(P::to_fortran(Kind::Message, c_message));} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgather, INEIGHBOR_ALLGATHER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgather_described, INEIGHBOR_ALLGATHER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgather_c, INEIGHBOR_ALLGATHER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgather_c_described, INEIGHBOR_ALLGATHER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgatherv, INEIGHBOR_ALLGATHERV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgatherv_described, INEIGHBOR_ALLGATHERV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgatherv_c, INEIGHBOR_ALLGATHERV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_allgatherv_c_described, INEIGHBOR_ALLGATHERV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoall, INEIGHBOR_ALLTOALL, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoall_described, INEIGHBOR_ALLTOALL, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoall_c, INEIGHBOR_ALLTOALL_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoall_c_described, INEIGHBOR_ALLTOALL_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallv, INEIGHBOR_ALLTOALLV, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallv_described, INEIGHBOR_ALLTOALLV, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallv_c, INEIGHBOR_ALLTOALLV_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallv_c_described, INEIGHBOR_ALLTOALLV_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallw, INEIGHBOR_ALLTOALLW, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const i64, *const P::Word, *mut c_void, *const c_int, *const i64, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallw_described, INEIGHBOR_ALLTOALLW, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const i64, *const P::Word, *mut c_void, *const c_int, *const i64, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallw_c, INEIGHBOR_ALLTOALLW_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ineighbor_alltoallw_c_described, INEIGHBOR_ALLTOALLW_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { info_create, INFO_CREATE, (info: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_info = <P::Word as Default>::default();}
    (&raw mut c_info)
    {} {info.write(P::to_fortran(Kind::Info, c_info));} ierror
}

fortran! { info_delete, INFO_DELETE, (info: *const c_int, key: *const c_char, ierror: *mut c_int, key_length: usize), fn(P::Word, *const c_char) -> c_int,
    {let text_key = text_in(key, key_length);}
    (P::to_c(Kind::Info, *info), text_key.as_ptr())
    {} {} ierror
}

fortran! { info_dup, INFO_DUP, (info: *const c_int, newinfo: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_newinfo = <P::Word as Default>::default();}
    (P::to_c(Kind::Info, *info), &raw mut c_newinfo)
    {} {newinfo.write(P::to_fortran(Kind::Info, c_newinfo));} ierror
}

fortran! { info_free, INFO_FREE, (info: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_info = P::to_c(Kind::Info, *info);}
    (&raw mut c_info)
    {info.write(P::to_fortran(Kind::Info, c_info));} {} ierror
}

fortran! { info_get_nkeys, INFO_GET_NKEYS, (info: *const c_int, nkeys: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Info, *info), nkeys)
    {} {} ierror
}

fortran! { info_get_nthkey, INFO_GET_NTHKEY, (info: *const c_int, n: *const c_int, key: *mut c_char, ierror: *mut c_int, key_length: usize), fn(P::Word, c_int, *mut c_char) -> c_int,
    {let mut text_key = TextOut::new();}
    (P::to_c(Kind::Info, *info), *n, text_key.pointer())
    {} {text_key.store(key, key_length);} ierror
}

fortran! { info_get_valuelen, INFO_GET_VALUELEN, (info: *const c_int, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int, ierror: *mut c_int, key_length: usize), fn(P::Word, *const c_char, *mut c_int, *mut c_int) -> c_int,
    {let text_key = text_in(key, key_length);}
    (P::to_c(Kind::Info, *info), text_key.as_ptr(), valuelen, flag)
    {} {} ierror
}

fortran! { info_set, INFO_SET, (info: *const c_int, key: *const c_char, value: *const c_char, ierror: *mut c_int, key_length: usize, value_length: usize), fn(P::Word, *const c_char, *const c_char) -> c_int,
    {let text_key = text_in(key, key_length);
let text_value = text_in(value, value_length);}
    (P::to_c(Kind::Info, *info), text_key.as_ptr(), text_value.as_ptr())
    {} {} ierror
}

fortran! { initialized, INITIALIZED, (flag: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (flag)
    {} {} ierror
}

fortran! { intercomm_create, INTERCOMM_CREATE, (local_comm: *const c_int, local_leader: *const c_int, peer_comm: *const c_int, remote_leader: *const c_int, tag: *const c_int, newintercomm: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, P::Word, c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_newintercomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *local_comm), *local_leader, P::to_c(Kind::Comm, *peer_comm), *remote_leader, *tag, &raw mut c_newintercomm)
    {} {newintercomm.write(P::to_fortran(Kind::Comm, c_newintercomm));} ierror
}

fortran! { intercomm_create_from_groups, INTERCOMM_CREATE_FROM_GROUPS, (local_group: *const c_int, local_leader: *const c_int, remote_group: *const c_int, remote_leader: *const c_int, stringtag: *const c_char, info: *const c_int, errhandler: *const c_int, newintercomm: *mut c_int, ierror: *mut c_int, stringtag_length: usize), fn(P::Word, c_int, P::Word, c_int, *const c_char, P::Word, P::Word, *mut P::Word) -> c_int,
    {let text_stringtag = text_in(stringtag, stringtag_length);
let mut c_newintercomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Group, *local_group), *local_leader, P::to_c(Kind::Group, *remote_group), *remote_leader, text_stringtag.as_ptr(), P::to_c(Kind::Info, *info), P::to_c(Kind::Errhandler, *errhandler), &raw mut c_newintercomm)
    {} {newintercomm.write(P::to_fortran(Kind::Comm, c_newintercomm));} ierror
}

fortran! { intercomm_merge, INTERCOMM_MERGE, (intercomm: *const c_int, high: *const c_int, newintracomm: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *mut P::Word) -> c_int,
    {let mut c_newintracomm = <P::Word as Default>::default();}
    (P::to_c(Kind::Comm, *intercomm), *high, &raw mut c_newintracomm)
    {} {newintracomm.write(P::to_fortran(Kind::Comm, c_newintracomm));} ierror
}

fortran! { iprobe, IPROBE, (source: *const c_int, tag: *const c_int, comm: *const c_int, flag: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, c_int, P::Word, *mut c_int, *mut c_void) -> c_int,
    {}
    (*source, *tag, P::to_c(Kind::Comm, *comm), flag, P::status(status))
    {} {} ierror
}

fortran! { irecv, IRECV, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irecv_described, IRECV, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irecv_c, IRECV_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irecv_c_described, IRECV_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce, IREDUCE, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_described, IREDUCE, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_c, IREDUCE_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_c_described, IREDUCE_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter, IREDUCE_SCATTER, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_described, IREDUCE_SCATTER, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_c, IREDUCE_SCATTER_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_c_described, IREDUCE_SCATTER_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_block, IREDUCE_SCATTER_BLOCK, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_block_described, IREDUCE_SCATTER_BLOCK, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_block_c, IREDUCE_SCATTER_BLOCK_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ireduce_scatter_block_c_described, IREDUCE_SCATTER_BLOCK_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irsend, IRSEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irsend_described, IRSEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irsend_c, IRSEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { irsend_c_described, IRSEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { is_thread_main, IS_THREAD_MAIN, (flag: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (flag)
    {} {} ierror
}

fortran! { iscan, ISCAN, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscan_described, ISCAN, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscan_c, ISCAN_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscan_c_described, ISCAN_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatter, ISCATTER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatter_described, ISCATTER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatter_c, ISCATTER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatter_c_described, ISCATTER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatterv, ISCATTERV, (sendbuf: *mut c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatterv_described, ISCATTERV, (sendbuf: *const Descriptor, sendcounts: *const c_int, displs: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatterv_c, ISCATTERV_C, (sendbuf: *mut c_void, sendcounts: *const i64, displs: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { iscatterv_c_described, ISCATTERV_C, (sendbuf: *const Descriptor, sendcounts: *const i64, displs: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isend, ISEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isend_described, ISEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isend_c, ISEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isend_c_described, ISEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv, ISENDRECV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, *mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), *dest, *sendtag, P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_described, ISENDRECV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, *mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), *dest, *sendtag, strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_c, ISENDRECV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, *mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), *dest, *sendtag, P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_c_described, ISENDRECV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, *mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), *dest, *sendtag, strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_replace, ISENDRECV_REPLACE, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_replace_described, ISENDRECV_REPLACE, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_replace_c, ISENDRECV_REPLACE_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { isendrecv_replace_c_described, ISENDRECV_REPLACE_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { issend, ISSEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { issend_described, ISSEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { issend_c, ISSEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { issend_c_described, ISSEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { keyval_free, KEYVAL_FREE, (keyval: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (keyval)
    {} {} ierror
}

fortran! { lookup_name, LOOKUP_NAME, (service_name: *const c_char, info: *const c_int, port_name: *mut c_char, ierror: *mut c_int, service_name_length: usize, port_name_length: usize), fn(*const c_char, P::Word, *mut c_char) -> c_int,
    {let text_service_name = text_in(service_name, service_name_length);
let mut text_port_name = TextOut::new();}
    (text_service_name.as_ptr(), P::to_c(Kind::Info, *info), text_port_name.pointer())
    {} {text_port_name.store(port_name, port_name_length);} ierror
}

fortran! { mprobe, MPROBE, (source: *const c_int, tag: *const c_int, comm: *const c_int, message: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, c_int, P::Word, *mut P::Word, *mut c_void) -> c_int,
    {let mut c_message = <P::Word as Default>::default();}
    (*source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_message, P::status(status))
    {} {message.write(P::to_fortran(Kind::Message, c_message));} ierror
}

fortran! { mrecv, MRECV, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, message: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, *mut P::Word, *mut c_void) -> c_int,
    {let mut c_message = P::to_c(Kind::Message, *message);}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_message, P::status(status))
    {message.write(P::to_fortran(Kind::Message, c_message));} {} ierror
}

fortran! { mrecv_described, MRECV, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, message: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, *mut P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);
let mut c_message = P::to_c(Kind::Message, *message);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_message, P::status(status))
    {bounced_buf.put_back();
message.write(P::to_fortran(Kind::Message, c_message));} {} ierror
}

fortran! { mrecv_c, MRECV_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, message: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, *mut P::Word, *mut c_void) -> c_int,
    {let mut c_message = P::to_c(Kind::Message, *message);}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_message, P::status(status))
    {message.write(P::to_fortran(Kind::Message, c_message));} {} ierror
}

fortran! { mrecv_c_described, MRECV_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, message: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, *mut P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);
let mut c_message = P::to_c(Kind::Message, *message);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), &raw mut c_message, P::status(status))
    {bounced_buf.put_back();
message.write(P::to_fortran(Kind::Message, c_message));} {} ierror
}

fortran! { neighbor_allgather, NEIGHBOR_ALLGATHER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_allgather_described, NEIGHBOR_ALLGATHER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_allgather_c, NEIGHBOR_ALLGATHER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_allgather_c_described, NEIGHBOR_ALLGATHER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_allgather_init, NEIGHBOR_ALLGATHER_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgather_init_described, NEIGHBOR_ALLGATHER_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgather_init_c, NEIGHBOR_ALLGATHER_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgather_init_c_described, NEIGHBOR_ALLGATHER_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgatherv, NEIGHBOR_ALLGATHERV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_allgatherv_described, NEIGHBOR_ALLGATHERV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_allgatherv_c, NEIGHBOR_ALLGATHERV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_allgatherv_c_described, NEIGHBOR_ALLGATHERV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_allgatherv_init, NEIGHBOR_ALLGATHERV_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgatherv_init_described, NEIGHBOR_ALLGATHERV_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, displs: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgatherv_init_c, NEIGHBOR_ALLGATHERV_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_allgatherv_init_c_described, NEIGHBOR_ALLGATHERV_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, displs: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), whole_recvbuf, recvcounts, displs, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoall, NEIGHBOR_ALLTOALL, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_alltoall_described, NEIGHBOR_ALLTOALL, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_alltoall_c, NEIGHBOR_ALLTOALL_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_alltoall_c_described, NEIGHBOR_ALLTOALL_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_alltoall_init, NEIGHBOR_ALLTOALL_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoall_init_described, NEIGHBOR_ALLTOALL_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoall_init_c, NEIGHBOR_ALLTOALL_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoall_init_c_described, NEIGHBOR_ALLTOALL_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallv, NEIGHBOR_ALLTOALLV, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_alltoallv_described, NEIGHBOR_ALLTOALLV, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_alltoallv_c, NEIGHBOR_ALLTOALLV_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_alltoallv_c_described, NEIGHBOR_ALLTOALLV_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_alltoallv_init, NEIGHBOR_ALLTOALLV_INIT, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallv_init_described, NEIGHBOR_ALLTOALLV_INIT, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const c_int, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, *const c_int, *const c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallv_init_c, NEIGHBOR_ALLTOALLV_INIT_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallv_init_c_described, NEIGHBOR_ALLTOALLV_INIT_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtype: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, *const i64, *const i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, P::to_c(Kind::Datatype, *sendtype), whole_recvbuf, recvcounts, rdispls, P::to_c(Kind::Datatype, *recvtype), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallw, NEIGHBOR_ALLTOALLW, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const i64, *const P::Word, *mut c_void, *const c_int, *const i64, *const P::Word, P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_alltoallw_described, NEIGHBOR_ALLTOALLW, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const i64, *const P::Word, *mut c_void, *const c_int, *const i64, *const P::Word, P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (bounced_sendbuf.address(), sendcounts, sdispls, handles_sendtypes.pointer(), bounced_recvbuf.address(), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_alltoallw_c, NEIGHBOR_ALLTOALLW_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { neighbor_alltoallw_c_described, NEIGHBOR_ALLTOALLW_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);}
    (bounced_sendbuf.address(), sendcounts, sdispls, handles_sendtypes.pointer(), bounced_recvbuf.address(), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { neighbor_alltoallw_init, NEIGHBOR_ALLTOALLW_INIT, (sendbuf: *mut c_void, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const i64, *const P::Word, *mut c_void, *const c_int, *const i64, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallw_init_described, NEIGHBOR_ALLTOALLW_INIT, (sendbuf: *const Descriptor, sendcounts: *const c_int, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const c_int, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const i64, *const P::Word, *mut c_void, *const c_int, *const i64, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallw_init_c, NEIGHBOR_ALLTOALLW_INIT_C, (sendbuf: *mut c_void, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), if P::is_in_place(sendbuf) { 0 } else { lengths.0 }, &mut room_sendtypes);
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, sdispls, handles_sendtypes.pointer(), P::buffer(recvbuf), recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { neighbor_alltoallw_init_c_described, NEIGHBOR_ALLTOALLW_INIT_C, (sendbuf: *const Descriptor, sendcounts: *const i64, sdispls: *const i64, sendtypes: *const c_int, recvbuf: *const Descriptor, recvcounts: *const i64, rdispls: *const i64, recvtypes: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, *const P::Word, *mut c_void, *const i64, *const i64, *const P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let lengths = neighbours::<P>(*comm);let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_sendtypes = RoomForHandles::<P>::new();
let handles_sendtypes = Handles::<P>::of(Kind::Datatype, sendtypes.cast_mut(), lengths.0, &mut room_sendtypes);
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut room_recvtypes = RoomForHandles::<P>::new();
let handles_recvtypes = Handles::<P>::of(Kind::Datatype, recvtypes.cast_mut(), lengths.1, &mut room_recvtypes);
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, sdispls, handles_sendtypes.pointer(), whole_recvbuf, recvcounts, rdispls, handles_recvtypes.pointer(), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { op_commutative, OP_COMMUTATIVE, (op: *const c_int, commute: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Op, *op), commute)
    {} {} ierror
}

fortran! { op_free, OP_FREE, (op: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_op = P::to_c(Kind::Op, *op);}
    (&raw mut c_op)
    {op.write(P::to_fortran(Kind::Op, c_op));} {} ierror
}

fortran! { open_port, OPEN_PORT, (info: *const c_int, port_name: *mut c_char, ierror: *mut c_int, port_name_length: usize), fn(P::Word, *mut c_char) -> c_int,
    {let mut text_port_name = TextOut::new();}
    (P::to_c(Kind::Info, *info), text_port_name.pointer())
    {} {text_port_name.store(port_name, port_name_length);} ierror
}

fortran! { pack, PACK, (inbuf: *mut c_void, incount: *const c_int, datatype: *const c_int, outbuf: *mut c_void, outsize: *const c_int, position: *mut c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, *mut c_int, P::Word) -> c_int,
    {}
    (P::buffer(inbuf), *incount, P::to_c(Kind::Datatype, *datatype), P::buffer(outbuf), *outsize, position, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { pack_described, PACK, (inbuf: *const Descriptor, incount: *const c_int, datatype: *const c_int, outbuf: *const Descriptor, outsize: *const c_int, position: *mut c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, *mut c_int, P::Word) -> c_int,
    {let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (bounced_inbuf.address(), *incount, P::to_c(Kind::Datatype, *datatype), bounced_outbuf.address(), *outsize, position, P::to_c(Kind::Comm, *comm))
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { pack_c, PACK_C, (inbuf: *mut c_void, incount: *const i64, datatype: *const c_int, outbuf: *mut c_void, outsize: *const i64, position: *mut i64, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, *mut i64, P::Word) -> c_int,
    {}
    (P::buffer(inbuf), *incount, P::to_c(Kind::Datatype, *datatype), P::buffer(outbuf), *outsize, position, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { pack_c_described, PACK_C, (inbuf: *const Descriptor, incount: *const i64, datatype: *const c_int, outbuf: *const Descriptor, outsize: *const i64, position: *mut i64, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, *mut i64, P::Word) -> c_int,
    {let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (bounced_inbuf.address(), *incount, P::to_c(Kind::Datatype, *datatype), bounced_outbuf.address(), *outsize, position, P::to_c(Kind::Comm, *comm))
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { pack_external, PACK_EXTERNAL, (datarep: *const c_char, inbuf: *mut c_void, incount: *const c_int, datatype: *const c_int, outbuf: *mut c_void, outsize: *const i64, position: *mut i64, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, c_int, P::Word, *mut c_void, i64, *mut i64) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (text_datarep.as_ptr(), P::buffer(inbuf), *incount, P::to_c(Kind::Datatype, *datatype), P::buffer(outbuf), *outsize, position)
    {} {} ierror
}

fortran! { pack_external_described, PACK_EXTERNAL, (datarep: *const c_char, inbuf: *const Descriptor, incount: *const c_int, datatype: *const c_int, outbuf: *const Descriptor, outsize: *const i64, position: *mut i64, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, c_int, P::Word, *mut c_void, i64, *mut i64) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);
let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (text_datarep.as_ptr(), bounced_inbuf.address(), *incount, P::to_c(Kind::Datatype, *datatype), bounced_outbuf.address(), *outsize, position)
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { pack_external_c, PACK_EXTERNAL_C, (datarep: *const c_char, inbuf: *mut c_void, incount: *const i64, datatype: *const c_int, outbuf: *mut c_void, outsize: *const i64, position: *mut i64, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, i64, P::Word, *mut c_void, i64, *mut i64) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (text_datarep.as_ptr(), P::buffer(inbuf), *incount, P::to_c(Kind::Datatype, *datatype), P::buffer(outbuf), *outsize, position)
    {} {} ierror
}

fortran! { pack_external_c_described, PACK_EXTERNAL_C, (datarep: *const c_char, inbuf: *const Descriptor, incount: *const i64, datatype: *const c_int, outbuf: *const Descriptor, outsize: *const i64, position: *mut i64, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, i64, P::Word, *mut c_void, i64, *mut i64) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);
let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (text_datarep.as_ptr(), bounced_inbuf.address(), *incount, P::to_c(Kind::Datatype, *datatype), bounced_outbuf.address(), *outsize, position)
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { pack_external_size, PACK_EXTERNAL_SIZE, (datarep: *const c_char, incount: *const c_int, datatype: *const c_int, size: *mut i64, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, c_int, P::Word, *mut i64) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (text_datarep.as_ptr(), *incount, P::to_c(Kind::Datatype, *datatype), size)
    {} {} ierror
}

fortran! { pack_external_size_c, PACK_EXTERNAL_SIZE_C, (datarep: *const c_char, incount: *const i64, datatype: *const c_int, size: *mut i64, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, i64, P::Word, *mut i64) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (text_datarep.as_ptr(), *incount, P::to_c(Kind::Datatype, *datatype), size)
    {} {} ierror
}

fortran! { pack_size, PACK_SIZE, (incount: *const c_int, datatype: *const c_int, comm: *const c_int, size: *mut c_int, ierror: *mut c_int), fn(c_int, P::Word, P::Word, *mut c_int) -> c_int,
    {}
    (*incount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Comm, *comm), size)
    {} {} ierror
}

fortran! { pack_size_c, PACK_SIZE_C, (incount: *const i64, datatype: *const c_int, comm: *const c_int, size: *mut i64, ierror: *mut c_int), fn(i64, P::Word, P::Word, *mut i64) -> c_int,
    {}
    (*incount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Comm, *comm), size)
    {} {} ierror
}

fortran! { parrived, PARRIVED, (request: *const c_int, partition: *const c_int, flag: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Request, *request), *partition, flag)
    {} {} ierror
}

fortran! { pready, PREADY, (partition: *const c_int, request: *const c_int, ierror: *mut c_int), fn(c_int, P::Word) -> c_int,
    {}
    (*partition, P::to_c(Kind::Request, *request))
    {} {} ierror
}

fortran! { pready_list, PREADY_LIST, (length: *const c_int, array_of_partitions: *const c_int, request: *const c_int, ierror: *mut c_int), fn(c_int, *const c_int, P::Word) -> c_int,
    {}
    (*length, array_of_partitions, P::to_c(Kind::Request, *request))
    {} {} ierror
}

fortran! { pready_range, PREADY_RANGE, (partition_low: *const c_int, partition_high: *const c_int, request: *const c_int, ierror: *mut c_int), fn(c_int, c_int, P::Word) -> c_int,
    {}
    (*partition_low, *partition_high, P::to_c(Kind::Request, *request))
    {} {} ierror
}

fortran! { precv_init, PRECV_INIT, (buf: *mut c_void, partitions: *const c_int, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, i64, P::Word, c_int, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *partitions, *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { precv_init_described, PRECV_INIT, (buf: *const Descriptor, partitions: *const c_int, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, i64, P::Word, c_int, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_buf, *partitions, *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { probe, PROBE, (source: *const c_int, tag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (*source, *tag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { psend_init, PSEND_INIT, (buf: *mut c_void, partitions: *const c_int, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, i64, P::Word, c_int, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *partitions, *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { psend_init_described, PSEND_INIT, (buf: *const Descriptor, partitions: *const c_int, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, i64, P::Word, c_int, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_buf = match whole::<P>(buf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_buf, *partitions, *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { publish_name, PUBLISH_NAME, (service_name: *const c_char, info: *const c_int, port_name: *const c_char, ierror: *mut c_int, service_name_length: usize, port_name_length: usize), fn(*const c_char, P::Word, *const c_char) -> c_int,
    {let text_service_name = text_in(service_name, service_name_length);
let text_port_name = text_in(port_name, port_name_length);}
    (text_service_name.as_ptr(), P::to_c(Kind::Info, *info), text_port_name.as_ptr())
    {} {} ierror
}

fortran! { put, PUT, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { put_described, PUT, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();} {} ierror
}

fortran! { put_c, PUT_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { put_c_described, PUT_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win))
    {strided_origin_addr.free();} {} ierror
}

fortran! { query_thread, QUERY_THREAD, (provided: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (provided)
    {} {} ierror
}

fortran! { raccumulate, RACCUMULATE, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { raccumulate_described, RACCUMULATE, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { raccumulate_c, RACCUMULATE_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { raccumulate_c_described, RACCUMULATE_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { recv, RECV, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { recv_described, RECV, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { recv_c, RECV_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { recv_c_described, RECV_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { recv_init, RECV_INIT, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { recv_init_described, RECV_INIT, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { recv_init_c, RECV_INIT_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { recv_init_c_described, RECV_INIT_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, source: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *source, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce, REDUCE, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { reduce_described, REDUCE, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { reduce_c, REDUCE_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { reduce_c_described, REDUCE_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { reduce_init, REDUCE_INIT, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_init_described, REDUCE_INIT, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_init_c, REDUCE_INIT_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_init_c_described, REDUCE_INIT_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_local, REDUCE_LOCAL, (inbuf: *mut c_void, inoutbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(inbuf), P::buffer(inoutbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op))
    {} {} ierror
}

fortran! { reduce_local_described, REDUCE_LOCAL, (inbuf: *const Descriptor, inoutbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_inoutbuf = Bounced::of::<P>(inoutbuf);}
    (bounced_inbuf.address(), bounced_inoutbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op))
    {bounced_inoutbuf.put_back();} {} ierror
}

fortran! { reduce_local_c, REDUCE_LOCAL_C, (inbuf: *mut c_void, inoutbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(inbuf), P::buffer(inoutbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op))
    {} {} ierror
}

fortran! { reduce_local_c_described, REDUCE_LOCAL_C, (inbuf: *const Descriptor, inoutbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_inoutbuf = Bounced::of::<P>(inoutbuf);}
    (bounced_inbuf.address(), bounced_inoutbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op))
    {bounced_inoutbuf.put_back();} {} ierror
}

fortran! { reduce_scatter, REDUCE_SCATTER, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { reduce_scatter_described, REDUCE_SCATTER, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const c_int, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { reduce_scatter_c, REDUCE_SCATTER_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { reduce_scatter_c_described, REDUCE_SCATTER_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const i64, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { reduce_scatter_block, REDUCE_SCATTER_BLOCK, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { reduce_scatter_block_described, REDUCE_SCATTER_BLOCK, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { reduce_scatter_block_c, REDUCE_SCATTER_BLOCK_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { reduce_scatter_block_c_described, REDUCE_SCATTER_BLOCK_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { reduce_scatter_block_init, REDUCE_SCATTER_BLOCK_INIT, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_block_init_described, REDUCE_SCATTER_BLOCK_INIT, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_block_init_c, REDUCE_SCATTER_BLOCK_INIT_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcount: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_block_init_c_described, REDUCE_SCATTER_BLOCK_INIT_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcount: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *recvcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_init, REDUCE_SCATTER_INIT, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_init_described, REDUCE_SCATTER_INIT, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_init_c, REDUCE_SCATTER_INIT_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { reduce_scatter_init_c_described, REDUCE_SCATTER_INIT_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, recvcounts: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, *const i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, recvcounts, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { remove_error_class, REMOVE_ERROR_CLASS, (errorclass: *const c_int, ierror: *mut c_int), fn(c_int) -> c_int,
    {}
    (*errorclass)
    {} {} ierror
}

fortran! { remove_error_code, REMOVE_ERROR_CODE, (errorcode: *const c_int, ierror: *mut c_int), fn(c_int) -> c_int,
    {}
    (*errorcode)
    {} {} ierror
}

fortran! { remove_error_string, REMOVE_ERROR_STRING, (errorcode: *const c_int, ierror: *mut c_int), fn(c_int) -> c_int,
    {}
    (*errorcode)
    {} {} ierror
}

fortran! { request_free, REQUEST_FREE, (request: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_request = P::to_c(Kind::Request, *request);}
    (&raw mut c_request)
    {request.write(P::to_fortran(Kind::Request, c_request));} {} ierror
}

fortran! { request_get_status, REQUEST_GET_STATUS, (request: *const c_int, flag: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(P::Word, *mut c_int, *mut c_void) -> c_int,
    {}
    (P::to_c(Kind::Request, *request), flag, P::status(status))
    {} {} ierror
}

fortran! { request_get_status_all, REQUEST_GET_STATUS_ALL, (count: *const c_int, array_of_requests: *const c_int, flag: *mut c_int, array_of_statuses: *mut c_void, ierror: *mut c_int), fn(c_int, *const P::Word, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests.cast_mut(), usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer(), flag, P::statuses(array_of_statuses))
    {} {} ierror
}

fortran! { request_get_status_any, REQUEST_GET_STATUS_ANY, (count: *const c_int, array_of_requests: *const c_int, index: *mut c_int, flag: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, *const P::Word, *mut c_int, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests.cast_mut(), usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer(), index, flag, P::status(status))
    {} {one_based::<P>(index);} ierror
}

fortran! { request_get_status_some, REQUEST_GET_STATUS_SOME, (incount: *const c_int, array_of_requests: *const c_int, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut c_void, ierror: *mut c_int), fn(c_int, *const P::Word, *mut c_int, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests.cast_mut(), usize::try_from(*incount).unwrap_or(0), &mut room_array_of_requests);}
    (*incount, handles_array_of_requests.pointer(), outcount, array_of_indices, P::statuses(array_of_statuses))
    {} {ones_based(outcount, array_of_indices);} ierror
}

fortran! { rget, RGET, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_described, RGET, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_c, RGET_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_c_described, RGET_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_accumulate, RGET_ACCUMULATE, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, result_addr: *mut c_void, result_count: *const c_int, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), P::buffer(result_addr), *result_count, P::to_c(Kind::Datatype, *result_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_accumulate_described, RGET_ACCUMULATE, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, result_addr: *const Descriptor, result_count: *const c_int, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_result_addr = match Strided::<P>::of(result_addr, (*result_count).into(), *result_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), strided_result_addr.address(), strided_result_addr.count(), strided_result_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();
strided_result_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_accumulate_c, RGET_ACCUMULATE_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, result_addr: *mut c_void, result_count: *const i64, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), P::buffer(result_addr), *result_count, P::to_c(Kind::Datatype, *result_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rget_accumulate_c_described, RGET_ACCUMULATE_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, result_addr: *const Descriptor, result_count: *const i64, result_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, op: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_result_addr = match Strided::<P>::of(result_addr, *result_count, *result_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), strided_result_addr.address(), strided_result_addr.large_count(), strided_result_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();
strided_result_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rput, RPUT, (origin_addr: *mut c_void, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rput_described, RPUT, (origin_addr: *const Descriptor, origin_count: *const c_int, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const c_int, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, i64, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, (*origin_count).into(), *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rput_c, RPUT_C, (origin_addr: *mut c_void, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(origin_addr), *origin_count, P::to_c(Kind::Datatype, *origin_datatype), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rput_c_described, RPUT_C, (origin_addr: *const Descriptor, origin_count: *const i64, origin_datatype: *const c_int, target_rank: *const c_int, target_disp: *const i64, target_count: *const i64, target_datatype: *const c_int, win: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, i64, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_origin_addr = match Strided::<P>::of(origin_addr, *origin_count, *origin_datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_origin_addr.address(), strided_origin_addr.large_count(), strided_origin_addr.datatype(), *target_rank, *target_disp, *target_count, P::to_c(Kind::Datatype, *target_datatype), P::to_c(Kind::Win, *win), &raw mut c_request)
    {strided_origin_addr.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rsend, RSEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { rsend_described, RSEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { rsend_c, RSEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { rsend_c_described, RSEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { rsend_init, RSEND_INIT, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rsend_init_described, RSEND_INIT, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rsend_init_c, RSEND_INIT_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { rsend_init_c_described, RSEND_INIT_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scan, SCAN, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { scan_described, SCAN, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { scan_c, SCAN_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { scan_c_described, SCAN_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), bounced_recvbuf.address(), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { scan_init, SCAN_INIT, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scan_init_described, SCAN_INIT, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const c_int, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, c_int, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scan_init_c, SCAN_INIT_C, (sendbuf: *mut c_void, recvbuf: *mut c_void, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), P::buffer(recvbuf), *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scan_init_c_described, SCAN_INIT_C, (sendbuf: *const Descriptor, recvbuf: *const Descriptor, count: *const i64, datatype: *const c_int, op: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_void, i64, P::Word, P::Word, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let whole_recvbuf = match whole::<P>(recvbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, whole_recvbuf, *count, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Op, *op), P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatter, SCATTER, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { scatter_described, SCATTER, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { scatter_c, SCATTER_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { scatter_c_described, SCATTER_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { scatter_init, SCATTER_INIT, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatter_init_described, SCATTER_INIT, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, (*sendcount).into(), *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatter_init_c, SCATTER_INIT_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatter_init_c_described, SCATTER_INIT_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let strided_sendbuf = match Strided::<P>::of(sendbuf, *sendcount, *sendtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_sendbuf.address(), strided_sendbuf.large_count(), strided_sendbuf.datatype(), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_sendbuf.free();
strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatterv, SCATTERV, (sendbuf: *mut c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { scatterv_described, SCATTERV, (sendbuf: *const Descriptor, sendcounts: *const c_int, displs: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { scatterv_c, SCATTERV_C, (sendbuf: *mut c_void, sendcounts: *const i64, displs: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {}
    (P::buffer(sendbuf), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { scatterv_c_described, SCATTERV_C, (sendbuf: *const Descriptor, sendcounts: *const i64, displs: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { scatterv_init, SCATTERV_INIT, (sendbuf: *mut c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatterv_init_described, SCATTERV_INIT, (sendbuf: *const Descriptor, sendcounts: *const c_int, displs: *const c_int, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const c_int, *const c_int, P::Word, *mut c_void, c_int, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, (*recvcount).into(), *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), strided_recvbuf.address(), strided_recvbuf.count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatterv_init_c, SCATTERV_INIT_C, (sendbuf: *mut c_void, sendcounts: *const i64, displs: *const i64, sendtype: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(sendbuf), sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { scatterv_init_c_described, SCATTERV_INIT_C, (sendbuf: *const Descriptor, sendcounts: *const i64, displs: *const i64, sendtype: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, root: *const c_int, comm: *const c_int, info: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, *const i64, *const i64, P::Word, *mut c_void, i64, P::Word, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let whole_sendbuf = match whole::<P>(sendbuf) { Ok(address) => address, Err(code) => return report(ierror, code) };
let strided_recvbuf = match Strided::<P>::of(recvbuf, *recvcount, *recvtype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (whole_sendbuf, sendcounts, displs, P::to_c(Kind::Datatype, *sendtype), strided_recvbuf.address(), strided_recvbuf.large_count(), strided_recvbuf.datatype(), *root, P::to_c(Kind::Comm, *comm), P::to_c(Kind::Info, *info), &raw mut c_request)
    {strided_recvbuf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { send, SEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { send_described, SEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { send_c, SEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { send_c_described, SEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { send_init, SEND_INIT, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { send_init_described, SEND_INIT, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { send_init_c, SEND_INIT_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { send_init_c_described, SEND_INIT_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { sendrecv, SENDRECV, (sendbuf: *mut c_void, sendcount: *const c_int, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *mut c_void, recvcount: *const c_int, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, *mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), *dest, *sendtag, P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { sendrecv_described, SENDRECV, (sendbuf: *const Descriptor, sendcount: *const c_int, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const c_int, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, *mut c_void, c_int, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), *dest, *sendtag, bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { sendrecv_c, SENDRECV_C, (sendbuf: *mut c_void, sendcount: *const i64, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *mut c_void, recvcount: *const i64, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, *mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::buffer(sendbuf), *sendcount, P::to_c(Kind::Datatype, *sendtype), *dest, *sendtag, P::buffer(recvbuf), *recvcount, P::to_c(Kind::Datatype, *recvtype), *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { sendrecv_c_described, SENDRECV_C, (sendbuf: *const Descriptor, sendcount: *const i64, sendtype: *const c_int, dest: *const c_int, sendtag: *const c_int, recvbuf: *const Descriptor, recvcount: *const i64, recvtype: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, *mut c_void, i64, P::Word, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {let bounced_sendbuf = Bounced::of::<P>(sendbuf);
let mut bounced_recvbuf = Bounced::of::<P>(recvbuf);}
    (bounced_sendbuf.address(), *sendcount, P::to_c(Kind::Datatype, *sendtype), *dest, *sendtag, bounced_recvbuf.address(), *recvcount, P::to_c(Kind::Datatype, *recvtype), *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {bounced_recvbuf.put_back();} {} ierror
}

fortran! { sendrecv_replace, SENDRECV_REPLACE, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { sendrecv_replace_described, SENDRECV_REPLACE, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, c_int, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { sendrecv_replace_c, SENDRECV_REPLACE_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {} {} ierror
}

fortran! { sendrecv_replace_c_described, SENDRECV_REPLACE_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, sendtag: *const c_int, source: *const c_int, recvtag: *const c_int, comm: *const c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut c_void, i64, P::Word, c_int, c_int, c_int, c_int, P::Word, *mut c_void) -> c_int,
    {let mut bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *sendtag, *source, *recvtag, P::to_c(Kind::Comm, *comm), P::status(status))
    {bounced_buf.put_back();} {} ierror
}

fortran! { session_attach_buffer, SESSION_ATTACH_BUFFER, (session: *const c_int, buffer: *mut c_void, size: *const c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, c_int) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), P::buffer(buffer), *size)
    {} {} ierror
}

fortran! { session_attach_buffer_described, SESSION_ATTACH_BUFFER, (session: *const c_int, buffer: *const Descriptor, size: *const c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, c_int) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), address_of::<P>(buffer), *size)
    {} {} ierror
}

fortran! { session_attach_buffer_c, SESSION_ATTACH_BUFFER_C, (session: *const c_int, buffer: *mut c_void, size: *const i64, ierror: *mut c_int), fn(P::Word, *mut c_void, i64) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), P::buffer(buffer), *size)
    {} {} ierror
}

fortran! { session_attach_buffer_c_described, SESSION_ATTACH_BUFFER_C, (session: *const c_int, buffer: *const Descriptor, size: *const i64, ierror: *mut c_int), fn(P::Word, *mut c_void, i64) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), address_of::<P>(buffer), *size)
    {} {} ierror
}

fortran! { session_call_errhandler, SESSION_CALL_ERRHANDLER, (session: *const c_int, errorcode: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), *errorcode)
    {} {} ierror
}

fortran! { session_detach_buffer, SESSION_DETACH_BUFFER, (session: *const c_int, _buffer_addr: *mut c_void, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut c_int) -> c_int,
    {let mut buffer_addr = std::ptr::null_mut::<c_void>();}
    (P::to_c(Kind::Session, *session), (&raw mut buffer_addr).cast(), size)
    {} {} ierror
}

fortran! { session_detach_buffer_described, SESSION_DETACH_BUFFER, (session: *const c_int, buffer_addr: *mut c_void, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), buffer_addr, size)
    {} {} ierror
}

fortran! { session_detach_buffer_c, SESSION_DETACH_BUFFER_C, (session: *const c_int, _buffer_addr: *mut c_void, size: *mut i64, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut i64) -> c_int,
    {let mut buffer_addr = std::ptr::null_mut::<c_void>();}
    (P::to_c(Kind::Session, *session), (&raw mut buffer_addr).cast(), size)
    {} {} ierror
}

fortran! { session_detach_buffer_c_described, SESSION_DETACH_BUFFER_C, (session: *const c_int, buffer_addr: *mut c_void, size: *mut i64, ierror: *mut c_int), fn(P::Word, *mut c_void, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), buffer_addr, size)
    {} {} ierror
}

fortran! { session_finalize, SESSION_FINALIZE, (session: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_session = P::to_c(Kind::Session, *session);}
    (&raw mut c_session)
    {session.write(P::to_fortran(Kind::Session, c_session));} {} ierror
}

fortran! { session_flush_buffer, SESSION_FLUSH_BUFFER, (session: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Session, *session))
    {} {} ierror
}

fortran! { session_get_errhandler, SESSION_GET_ERRHANDLER, (session: *const c_int, errhandler: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_errhandler = <P::Word as Default>::default();}
    (P::to_c(Kind::Session, *session), &raw mut c_errhandler)
    {} {errhandler.write(P::to_fortran(Kind::Errhandler, c_errhandler));} ierror
}

fortran! { session_get_info, SESSION_GET_INFO, (session: *const c_int, info_used: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_info_used = <P::Word as Default>::default();}
    (P::to_c(Kind::Session, *session), &raw mut c_info_used)
    {} {info_used.write(P::to_fortran(Kind::Info, c_info_used));} ierror
}

fortran! { session_get_num_psets, SESSION_GET_NUM_PSETS, (session: *const c_int, info: *const c_int, npset_names: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), P::to_c(Kind::Info, *info), npset_names)
    {} {} ierror
}

fortran! { session_get_pset_info, SESSION_GET_PSET_INFO, (session: *const c_int, pset_name: *const c_char, info: *mut c_int, ierror: *mut c_int, pset_name_length: usize), fn(P::Word, *const c_char, *mut P::Word) -> c_int,
    {let text_pset_name = text_in(pset_name, pset_name_length);
let mut c_info = <P::Word as Default>::default();}
    (P::to_c(Kind::Session, *session), text_pset_name.as_ptr(), &raw mut c_info)
    {} {info.write(P::to_fortran(Kind::Info, c_info));} ierror
}

fortran! { session_iflush_buffer, SESSION_IFLUSH_BUFFER, (session: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::to_c(Kind::Session, *session), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { session_init, SESSION_INIT, (info: *const c_int, errhandler: *const c_int, session: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_session = <P::Word as Default>::default();}
    (P::to_c(Kind::Info, *info), P::to_c(Kind::Errhandler, *errhandler), &raw mut c_session)
    {} {session.write(P::to_fortran(Kind::Session, c_session));} ierror
}

fortran! { session_set_errhandler, SESSION_SET_ERRHANDLER, (session: *const c_int, errhandler: *const c_int, ierror: *mut c_int), fn(P::Word, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Session, *session), P::to_c(Kind::Errhandler, *errhandler))
    {} {} ierror
}

fortran! { ssend, SSEND, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { ssend_described, SSEND, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { ssend_c, SSEND_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { ssend_c_described, SSEND_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word) -> c_int,
    {let bounced_buf = Bounced::of::<P>(buf);}
    (bounced_buf.address(), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { ssend_init, SSEND_INIT, (buf: *mut c_void, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ssend_init_described, SSEND_INIT, (buf: *const Descriptor, count: *const c_int, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, c_int, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, (*count).into(), *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ssend_init_c, SSEND_INIT_C, (buf: *mut c_void, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_request = <P::Word as Default>::default();}
    (P::buffer(buf), *count, P::to_c(Kind::Datatype, *datatype), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { ssend_init_c_described, SSEND_INIT_C, (buf: *const Descriptor, count: *const i64, datatype: *const c_int, dest: *const c_int, tag: *const c_int, comm: *const c_int, request: *mut c_int, ierror: *mut c_int), fn(*const c_void, i64, P::Word, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let strided_buf = match Strided::<P>::of(buf, *count, *datatype) { Ok(strided) => strided, Err(code) => return report(ierror, code) };
let mut c_request = <P::Word as Default>::default();}
    (strided_buf.address(), strided_buf.large_count(), strided_buf.datatype(), *dest, *tag, P::to_c(Kind::Comm, *comm), &raw mut c_request)
    {strided_buf.free();} {request.write(P::to_fortran(Kind::Request, c_request));} ierror
}

fortran! { start, START, (request: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_request = P::to_c(Kind::Request, *request);}
    (&raw mut c_request)
    {request.write(P::to_fortran(Kind::Request, c_request));} {} ierror
}

fortran! { startall, STARTALL, (count: *const c_int, array_of_requests: *mut c_int, ierror: *mut c_int), fn(c_int, *mut P::Word) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer())
    {handles_array_of_requests.store();} {} ierror
}

fortran! { status_get_error, STATUS_GET_ERROR, (status: *const c_void, err: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_int) -> c_int,
    {}
    (status, err)
    {} {} ierror
}

fortran! { status_get_source, STATUS_GET_SOURCE, (status: *const c_void, source: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_int) -> c_int,
    {}
    (status, source)
    {} {} ierror
}

fortran! { status_get_tag, STATUS_GET_TAG, (status: *const c_void, tag: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_int) -> c_int,
    {}
    (status, tag)
    {} {} ierror
}

fortran! { status_set_cancelled, STATUS_SET_CANCELLED, (status: *mut c_void, flag: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int) -> c_int,
    {}
    (P::status(status), *flag)
    {} {} ierror
}

fortran! { status_set_elements, STATUS_SET_ELEMENTS, (status: *mut c_void, datatype: *const c_int, count: *const c_int, ierror: *mut c_int), fn(*mut c_void, P::Word, c_int) -> c_int,
    {}
    (P::status(status), P::to_c(Kind::Datatype, *datatype), *count)
    {} {} ierror
}

fortran! { status_set_elements_c, STATUS_SET_ELEMENTS_C, (status: *mut c_void, datatype: *const c_int, count: *const i64, ierror: *mut c_int), fn(*mut c_void, P::Word, i64) -> c_int,
    {}
    (P::status(status), P::to_c(Kind::Datatype, *datatype), *count)
    {} {} ierror
}

fortran! { status_set_elements_x, STATUS_SET_ELEMENTS_X, (status: *mut c_void, datatype: *const c_int, count: *const i64, ierror: *mut c_int), fn(*mut c_void, P::Word, i64) -> c_int,
    {}
    (P::status(status), P::to_c(Kind::Datatype, *datatype), *count)
    {} {} ierror
}

fortran! { status_set_error, STATUS_SET_ERROR, (status: *mut c_void, err: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int) -> c_int,
    {}
    (P::status(status), *err)
    {} {} ierror
}

fortran! { status_set_source, STATUS_SET_SOURCE, (status: *mut c_void, source: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int) -> c_int,
    {}
    (P::status(status), *source)
    {} {} ierror
}

fortran! { status_set_tag, STATUS_SET_TAG, (status: *mut c_void, tag: *const c_int, ierror: *mut c_int), fn(*mut c_void, c_int) -> c_int,
    {}
    (P::status(status), *tag)
    {} {} ierror
}

fortran! { test, TEST, (request: *mut c_int, flag: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut P::Word, *mut c_int, *mut c_void) -> c_int,
    {let mut c_request = P::to_c(Kind::Request, *request);}
    (&raw mut c_request, flag, P::status(status))
    {request.write(P::to_fortran(Kind::Request, c_request));} {} ierror
}

fortran! { test_cancelled, TEST_CANCELLED, (status: *const c_void, flag: *mut c_int, ierror: *mut c_int), fn(*const c_void, *mut c_int) -> c_int,
    {}
    (status, flag)
    {} {} ierror
}

fortran! { testall, TESTALL, (count: *const c_int, array_of_requests: *mut c_int, flag: *mut c_int, array_of_statuses: *mut c_void, ierror: *mut c_int), fn(c_int, *mut P::Word, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer(), flag, P::statuses(array_of_statuses))
    {handles_array_of_requests.store();} {} ierror
}

fortran! { testany, TESTANY, (count: *const c_int, array_of_requests: *mut c_int, index: *mut c_int, flag: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, *mut P::Word, *mut c_int, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer(), index, flag, P::status(status))
    {handles_array_of_requests.store();} {one_based::<P>(index);} ierror
}

fortran! { testsome, TESTSOME, (incount: *const c_int, array_of_requests: *mut c_int, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut c_void, ierror: *mut c_int), fn(c_int, *mut P::Word, *mut c_int, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*incount).unwrap_or(0), &mut room_array_of_requests);}
    (*incount, handles_array_of_requests.pointer(), outcount, array_of_indices, P::statuses(array_of_statuses))
    {handles_array_of_requests.store();} {ones_based(outcount, array_of_indices);} ierror
}

fortran! { topo_test, TOPO_TEST, (comm: *const c_int, status: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Comm, *comm), status)
    {} {} ierror
}

fortran! { type_commit, TYPE_COMMIT, (datatype: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_datatype = P::to_c(Kind::Datatype, *datatype);}
    (&raw mut c_datatype)
    {datatype.write(P::to_fortran(Kind::Datatype, c_datatype));} {} ierror
}

fortran! { type_contiguous, TYPE_CONTIGUOUS, (count: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_contiguous_c, TYPE_CONTIGUOUS_C, (count: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_darray, TYPE_CREATE_DARRAY, (size: *const c_int, rank: *const c_int, ndims: *const c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, c_int, *const c_int, *const c_int, *const c_int, *const c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_darray_c, TYPE_CREATE_DARRAY_C, (size: *const c_int, rank: *const c_int, ndims: *const c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, c_int, *const i64, *const c_int, *const c_int, *const c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*size, *rank, *ndims, array_of_gsizes, array_of_distribs, array_of_dargs, array_of_psizes, *order, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_f90_complex, TYPE_CREATE_F90_COMPLEX, (p: *const c_int, r: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*p, *r, &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_f90_integer, TYPE_CREATE_F90_INTEGER, (r: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*r, &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_f90_real, TYPE_CREATE_F90_REAL, (p: *const c_int, r: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*p, *r, &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_hindexed, TYPE_CREATE_HINDEXED, (count: *const c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, *const c_int, *const i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, array_of_blocklengths, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_hindexed_c, TYPE_CREATE_HINDEXED_C, (count: *const i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, *const i64, *const i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, array_of_blocklengths, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_hindexed_block, TYPE_CREATE_HINDEXED_BLOCK, (count: *const c_int, blocklength: *const c_int, array_of_displacements: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, *const i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_hindexed_block_c, TYPE_CREATE_HINDEXED_BLOCK_C, (count: *const i64, blocklength: *const i64, array_of_displacements: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, i64, *const i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_hvector, TYPE_CREATE_HVECTOR, (count: *const c_int, blocklength: *const c_int, stride: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, *stride, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_hvector_c, TYPE_CREATE_HVECTOR_C, (count: *const i64, blocklength: *const i64, stride: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, i64, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, *stride, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_indexed_block, TYPE_CREATE_INDEXED_BLOCK, (count: *const c_int, blocklength: *const c_int, array_of_displacements: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, *const c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_indexed_block_c, TYPE_CREATE_INDEXED_BLOCK_C, (count: *const i64, blocklength: *const i64, array_of_displacements: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, i64, *const i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_resized, TYPE_CREATE_RESIZED, (oldtype: *const c_int, lb: *const i64, extent: *const i64, newtype: *mut c_int, ierror: *mut c_int), fn(P::Word, i64, i64, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (P::to_c(Kind::Datatype, *oldtype), *lb, *extent, &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_resized_c, TYPE_CREATE_RESIZED_C, (oldtype: *const c_int, lb: *const i64, extent: *const i64, newtype: *mut c_int, ierror: *mut c_int), fn(P::Word, i64, i64, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (P::to_c(Kind::Datatype, *oldtype), *lb, *extent, &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_struct, TYPE_CREATE_STRUCT, (count: *const c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, *const c_int, *const i64, *const P::Word, *mut P::Word) -> c_int,
    {let mut room_array_of_types = RoomForHandles::<P>::new();
let handles_array_of_types = Handles::<P>::of(Kind::Datatype, array_of_types.cast_mut(), usize::try_from(*count).unwrap_or(0), &mut room_array_of_types);
let mut c_newtype = <P::Word as Default>::default();}
    (*count, array_of_blocklengths, array_of_displacements, handles_array_of_types.pointer(), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_struct_c, TYPE_CREATE_STRUCT_C, (count: *const i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, *const i64, *const i64, *const P::Word, *mut P::Word) -> c_int,
    {let mut room_array_of_types = RoomForHandles::<P>::new();
let handles_array_of_types = Handles::<P>::of(Kind::Datatype, array_of_types.cast_mut(), usize::try_from(*count).unwrap_or(0), &mut room_array_of_types);
let mut c_newtype = <P::Word as Default>::default();}
    (*count, array_of_blocklengths, array_of_displacements, handles_array_of_types.pointer(), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_subarray, TYPE_CREATE_SUBARRAY, (ndims: *const c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, *const c_int, *const c_int, *const c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_create_subarray_c, TYPE_CREATE_SUBARRAY_C, (ndims: *const c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, *const i64, *const i64, *const i64, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*ndims, array_of_sizes, array_of_subsizes, array_of_starts, *order, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_delete_attr, TYPE_DELETE_ATTR, (datatype: *const c_int, type_keyval: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), *type_keyval)
    {} {} ierror
}

fortran! { type_dup, TYPE_DUP, (oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_free, TYPE_FREE, (datatype: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_datatype = P::to_c(Kind::Datatype, *datatype);}
    (&raw mut c_datatype)
    {datatype.write(P::to_fortran(Kind::Datatype, c_datatype));} {} ierror
}

fortran! { type_free_keyval, TYPE_FREE_KEYVAL, (type_keyval: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (type_keyval)
    {} {} ierror
}

fortran! { type_get_contents, TYPE_GET_CONTENTS, (datatype: *const c_int, max_integers: *const c_int, max_addresses: *const c_int, max_datatypes: *const c_int, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_datatypes: *mut c_int, ierror: *mut c_int), fn(P::Word, c_int, c_int, c_int, *mut c_int, *mut i64, *mut P::Word) -> c_int,
    {let mut room_array_of_datatypes = RoomForHandles::<P>::new();
let handles_array_of_datatypes = Handles::<P>::room(Kind::Datatype, array_of_datatypes, usize::try_from(*max_datatypes).unwrap_or(0), &mut room_array_of_datatypes);}
    (P::to_c(Kind::Datatype, *datatype), *max_integers, *max_addresses, *max_datatypes, array_of_integers, array_of_addresses, handles_array_of_datatypes.pointer())
    {} {handles_array_of_datatypes.store();} ierror
}

fortran! { type_get_contents_c, TYPE_GET_CONTENTS_C, (datatype: *const c_int, max_integers: *const i64, max_addresses: *const i64, max_large_counts: *const i64, max_datatypes: *const i64, array_of_integers: *mut c_int, array_of_addresses: *mut i64, array_of_large_counts: *mut i64, array_of_datatypes: *mut c_int, ierror: *mut c_int), fn(P::Word, i64, i64, i64, i64, *mut c_int, *mut i64, *mut i64, *mut P::Word) -> c_int,
    {let mut room_array_of_datatypes = RoomForHandles::<P>::new();
let handles_array_of_datatypes = Handles::<P>::room(Kind::Datatype, array_of_datatypes, usize::try_from(*max_datatypes).unwrap_or(0), &mut room_array_of_datatypes);}
    (P::to_c(Kind::Datatype, *datatype), *max_integers, *max_addresses, *max_large_counts, *max_datatypes, array_of_integers, array_of_addresses, array_of_large_counts, handles_array_of_datatypes.pointer())
    {} {handles_array_of_datatypes.store();} ierror
}

fortran! { type_get_envelope, TYPE_GET_ENVELOPE, (datatype: *const c_int, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int, *mut c_int, *mut c_int, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), num_integers, num_addresses, num_datatypes, combiner)
    {} {} ierror
}

fortran! { type_get_envelope_c, TYPE_GET_ENVELOPE_C, (datatype: *const c_int, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64, *mut i64, *mut i64, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner)
    {} {} ierror
}

fortran! { type_get_extent, TYPE_GET_EXTENT, (datatype: *const c_int, lb: *mut i64, extent: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), lb, extent)
    {} {} ierror
}

fortran! { type_get_extent_c, TYPE_GET_EXTENT_C, (datatype: *const c_int, lb: *mut i64, extent: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), lb, extent)
    {} {} ierror
}

fortran! { type_get_extent_x, TYPE_GET_EXTENT_X, (datatype: *const c_int, lb: *mut i64, extent: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), lb, extent)
    {} {} ierror
}

fortran! { type_get_name, TYPE_GET_NAME, (datatype: *const c_int, type_name: *mut c_char, resultlen: *mut c_int, ierror: *mut c_int, type_name_length: usize), fn(P::Word, *mut c_char, *mut c_int) -> c_int,
    {let mut text_type_name = TextOut::new();}
    (P::to_c(Kind::Datatype, *datatype), text_type_name.pointer(), resultlen)
    {} {text_type_name.store(type_name, type_name_length);} ierror
}

fortran! { type_get_true_extent, TYPE_GET_TRUE_EXTENT, (datatype: *const c_int, true_lb: *mut i64, true_extent: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), true_lb, true_extent)
    {} {} ierror
}

fortran! { type_get_true_extent_c, TYPE_GET_TRUE_EXTENT_C, (datatype: *const c_int, true_lb: *mut i64, true_extent: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), true_lb, true_extent)
    {} {} ierror
}

fortran! { type_get_true_extent_x, TYPE_GET_TRUE_EXTENT_X, (datatype: *const c_int, true_lb: *mut i64, true_extent: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), true_lb, true_extent)
    {} {} ierror
}

fortran! { type_indexed, TYPE_INDEXED, (count: *const c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, *const c_int, *const c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, array_of_blocklengths, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_indexed_c, TYPE_INDEXED_C, (count: *const i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, *const i64, *const i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, array_of_blocklengths, array_of_displacements, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_match_size, TYPE_MATCH_SIZE, (typeclass: *const c_int, size: *const c_int, datatype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, *mut P::Word) -> c_int,
    {let mut c_datatype = <P::Word as Default>::default();}
    (*typeclass, *size, &raw mut c_datatype)
    {} {datatype.write(P::to_fortran(Kind::Datatype, c_datatype));} ierror
}

fortran! { type_set_name, TYPE_SET_NAME, (datatype: *const c_int, type_name: *const c_char, ierror: *mut c_int, type_name_length: usize), fn(P::Word, *const c_char) -> c_int,
    {let text_type_name = text_in(type_name, type_name_length);}
    (P::to_c(Kind::Datatype, *datatype), text_type_name.as_ptr())
    {} {} ierror
}

fortran! { type_size, TYPE_SIZE, (datatype: *const c_int, size: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), size)
    {} {} ierror
}

fortran! { type_size_c, TYPE_SIZE_C, (datatype: *const c_int, size: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), size)
    {} {} ierror
}

fortran! { type_size_x, TYPE_SIZE_X, (datatype: *const c_int, size: *mut i64, ierror: *mut c_int), fn(P::Word, *mut i64) -> c_int,
    {}
    (P::to_c(Kind::Datatype, *datatype), size)
    {} {} ierror
}

fortran! { type_vector, TYPE_VECTOR, (count: *const c_int, blocklength: *const c_int, stride: *const c_int, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(c_int, c_int, c_int, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, *stride, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { type_vector_c, TYPE_VECTOR_C, (count: *const i64, blocklength: *const i64, stride: *const i64, oldtype: *const c_int, newtype: *mut c_int, ierror: *mut c_int), fn(i64, i64, i64, P::Word, *mut P::Word) -> c_int,
    {let mut c_newtype = <P::Word as Default>::default();}
    (*count, *blocklength, *stride, P::to_c(Kind::Datatype, *oldtype), &raw mut c_newtype)
    {} {newtype.write(P::to_fortran(Kind::Datatype, c_newtype));} ierror
}

fortran! { unpack, UNPACK, (inbuf: *mut c_void, insize: *const c_int, position: *mut c_int, outbuf: *mut c_void, outcount: *const c_int, datatype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, *mut c_int, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(inbuf), *insize, position, P::buffer(outbuf), *outcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { unpack_described, UNPACK, (inbuf: *const Descriptor, insize: *const c_int, position: *mut c_int, outbuf: *const Descriptor, outcount: *const c_int, datatype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, c_int, *mut c_int, *mut c_void, c_int, P::Word, P::Word) -> c_int,
    {let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (bounced_inbuf.address(), *insize, position, bounced_outbuf.address(), *outcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Comm, *comm))
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { unpack_c, UNPACK_C, (inbuf: *mut c_void, insize: *const i64, position: *mut i64, outbuf: *mut c_void, outcount: *const i64, datatype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, *mut i64, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {}
    (P::buffer(inbuf), *insize, position, P::buffer(outbuf), *outcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Comm, *comm))
    {} {} ierror
}

fortran! { unpack_c_described, UNPACK_C, (inbuf: *const Descriptor, insize: *const i64, position: *mut i64, outbuf: *const Descriptor, outcount: *const i64, datatype: *const c_int, comm: *const c_int, ierror: *mut c_int), fn(*const c_void, i64, *mut i64, *mut c_void, i64, P::Word, P::Word) -> c_int,
    {let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (bounced_inbuf.address(), *insize, position, bounced_outbuf.address(), *outcount, P::to_c(Kind::Datatype, *datatype), P::to_c(Kind::Comm, *comm))
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { unpack_external, UNPACK_EXTERNAL, (datarep: *const c_char, inbuf: *mut c_void, insize: *const i64, position: *mut i64, outbuf: *mut c_void, outcount: *const c_int, datatype: *const c_int, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, i64, *mut i64, *mut c_void, c_int, P::Word) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (text_datarep.as_ptr(), P::buffer(inbuf), *insize, position, P::buffer(outbuf), *outcount, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { unpack_external_described, UNPACK_EXTERNAL, (datarep: *const c_char, inbuf: *const Descriptor, insize: *const i64, position: *mut i64, outbuf: *const Descriptor, outcount: *const c_int, datatype: *const c_int, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, i64, *mut i64, *mut c_void, c_int, P::Word) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);
let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (text_datarep.as_ptr(), bounced_inbuf.address(), *insize, position, bounced_outbuf.address(), *outcount, P::to_c(Kind::Datatype, *datatype))
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { unpack_external_c, UNPACK_EXTERNAL_C, (datarep: *const c_char, inbuf: *mut c_void, insize: *const i64, position: *mut i64, outbuf: *mut c_void, outcount: *const i64, datatype: *const c_int, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, i64, *mut i64, *mut c_void, i64, P::Word) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);}
    (text_datarep.as_ptr(), P::buffer(inbuf), *insize, position, P::buffer(outbuf), *outcount, P::to_c(Kind::Datatype, *datatype))
    {} {} ierror
}

fortran! { unpack_external_c_described, UNPACK_EXTERNAL_C, (datarep: *const c_char, inbuf: *const Descriptor, insize: *const i64, position: *mut i64, outbuf: *const Descriptor, outcount: *const i64, datatype: *const c_int, ierror: *mut c_int, datarep_length: usize), fn(*const c_char, *const c_void, i64, *mut i64, *mut c_void, i64, P::Word) -> c_int,
    {let text_datarep = text_in(datarep, datarep_length);
let bounced_inbuf = Bounced::of::<P>(inbuf);
let mut bounced_outbuf = Bounced::of::<P>(outbuf);}
    (text_datarep.as_ptr(), bounced_inbuf.address(), *insize, position, bounced_outbuf.address(), *outcount, P::to_c(Kind::Datatype, *datatype))
    {bounced_outbuf.put_back();} {} ierror
}

fortran! { unpublish_name, UNPUBLISH_NAME, (service_name: *const c_char, info: *const c_int, port_name: *const c_char, ierror: *mut c_int, service_name_length: usize, port_name_length: usize), fn(*const c_char, P::Word, *const c_char) -> c_int,
    {let text_service_name = text_in(service_name, service_name_length);
let text_port_name = text_in(port_name, port_name_length);}
    (text_service_name.as_ptr(), P::to_c(Kind::Info, *info), text_port_name.as_ptr())
    {} {} ierror
}

fortran! { wait, WAIT, (request: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(*mut P::Word, *mut c_void) -> c_int,
    {let mut c_request = P::to_c(Kind::Request, *request);}
    (&raw mut c_request, P::status(status))
    {request.write(P::to_fortran(Kind::Request, c_request));} {} ierror
}

fortran! { waitall, WAITALL, (count: *const c_int, array_of_requests: *mut c_int, array_of_statuses: *mut c_void, ierror: *mut c_int), fn(c_int, *mut P::Word, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer(), P::statuses(array_of_statuses))
    {handles_array_of_requests.store();} {} ierror
}

fortran! { waitany, WAITANY, (count: *const c_int, array_of_requests: *mut c_int, index: *mut c_int, status: *mut c_void, ierror: *mut c_int), fn(c_int, *mut P::Word, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*count).unwrap_or(0), &mut room_array_of_requests);}
    (*count, handles_array_of_requests.pointer(), index, P::status(status))
    {handles_array_of_requests.store();} {one_based::<P>(index);} ierror
}

fortran! { waitsome, WAITSOME, (incount: *const c_int, array_of_requests: *mut c_int, outcount: *mut c_int, array_of_indices: *mut c_int, array_of_statuses: *mut c_void, ierror: *mut c_int), fn(c_int, *mut P::Word, *mut c_int, *mut c_int, *mut c_void) -> c_int,
    {let mut room_array_of_requests = RoomForHandles::<P>::new();
let handles_array_of_requests = Handles::<P>::of(Kind::Request, array_of_requests, usize::try_from(*incount).unwrap_or(0), &mut room_array_of_requests);}
    (*incount, handles_array_of_requests.pointer(), outcount, array_of_indices, P::statuses(array_of_statuses))
    {handles_array_of_requests.store();} {ones_based(outcount, array_of_indices);} ierror
}

fortran! { win_allocate, WIN_ALLOCATE, (size: *const i64, disp_unit: *const c_int, info: *const c_int, comm: *const c_int, baseptr: *mut c_void, win: *mut c_int, ierror: *mut c_int), fn(i64, c_int, P::Word, P::Word, *mut c_void, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (*size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), baseptr, &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_allocate_c, WIN_ALLOCATE_C, (size: *const i64, disp_unit: *const i64, info: *const c_int, comm: *const c_int, baseptr: *mut c_void, win: *mut c_int, ierror: *mut c_int), fn(i64, i64, P::Word, P::Word, *mut c_void, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (*size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), baseptr, &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_allocate_shared, WIN_ALLOCATE_SHARED, (size: *const i64, disp_unit: *const c_int, info: *const c_int, comm: *const c_int, baseptr: *mut c_void, win: *mut c_int, ierror: *mut c_int), fn(i64, c_int, P::Word, P::Word, *mut c_void, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (*size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), baseptr, &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_allocate_shared_c, WIN_ALLOCATE_SHARED_C, (size: *const i64, disp_unit: *const i64, info: *const c_int, comm: *const c_int, baseptr: *mut c_void, win: *mut c_int, ierror: *mut c_int), fn(i64, i64, P::Word, P::Word, *mut c_void, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (*size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), baseptr, &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_attach, WIN_ATTACH, (win: *const c_int, base: *mut c_void, size: *const i64, ierror: *mut c_int), fn(P::Word, *mut c_void, i64) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), P::buffer(base), *size)
    {} {} ierror
}

fortran! { win_attach_described, WIN_ATTACH, (win: *const c_int, base: *const Descriptor, size: *const i64, ierror: *mut c_int), fn(P::Word, *mut c_void, i64) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), address_of::<P>(base), *size)
    {} {} ierror
}

fortran! { win_call_errhandler, WIN_CALL_ERRHANDLER, (win: *const c_int, errorcode: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), *errorcode)
    {} {} ierror
}

fortran! { win_complete, WIN_COMPLETE, (win: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_create, WIN_CREATE, (base: *mut c_void, size: *const i64, disp_unit: *const c_int, info: *const c_int, comm: *const c_int, win: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (P::buffer(base), *size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_create_described, WIN_CREATE, (base: *const Descriptor, size: *const i64, disp_unit: *const c_int, info: *const c_int, comm: *const c_int, win: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, c_int, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (address_of::<P>(base), *size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_create_c, WIN_CREATE_C, (base: *mut c_void, size: *const i64, disp_unit: *const i64, info: *const c_int, comm: *const c_int, win: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (P::buffer(base), *size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_create_c_described, WIN_CREATE_C, (base: *const Descriptor, size: *const i64, disp_unit: *const i64, info: *const c_int, comm: *const c_int, win: *mut c_int, ierror: *mut c_int), fn(*mut c_void, i64, i64, P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (address_of::<P>(base), *size, *disp_unit, P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_create_dynamic, WIN_CREATE_DYNAMIC, (info: *const c_int, comm: *const c_int, win: *mut c_int, ierror: *mut c_int), fn(P::Word, P::Word, *mut P::Word) -> c_int,
    {let mut c_win = <P::Word as Default>::default();}
    (P::to_c(Kind::Info, *info), P::to_c(Kind::Comm, *comm), &raw mut c_win)
    {} {win.write(P::to_fortran(Kind::Win, c_win));} ierror
}

fortran! { win_delete_attr, WIN_DELETE_ATTR, (win: *const c_int, win_keyval: *const c_int, ierror: *mut c_int), fn(P::Word, c_int) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), *win_keyval)
    {} {} ierror
}

fortran! { win_detach, WIN_DETACH, (win: *const c_int, base: *mut c_void, ierror: *mut c_int), fn(P::Word, *const c_void) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), P::buffer(base))
    {} {} ierror
}

fortran! { win_detach_described, WIN_DETACH, (win: *const c_int, base: *const Descriptor, ierror: *mut c_int), fn(P::Word, *const c_void) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), address_of::<P>(base))
    {} {} ierror
}

fortran! { win_fence, WIN_FENCE, (assert: *const c_int, win: *const c_int, ierror: *mut c_int), fn(c_int, P::Word) -> c_int,
    {}
    (*assert, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_flush, WIN_FLUSH, (rank: *const c_int, win: *const c_int, ierror: *mut c_int), fn(c_int, P::Word) -> c_int,
    {}
    (*rank, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_flush_all, WIN_FLUSH_ALL, (win: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_flush_local, WIN_FLUSH_LOCAL, (rank: *const c_int, win: *const c_int, ierror: *mut c_int), fn(c_int, P::Word) -> c_int,
    {}
    (*rank, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_flush_local_all, WIN_FLUSH_LOCAL_ALL, (win: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_free, WIN_FREE, (win: *mut c_int, ierror: *mut c_int), fn(*mut P::Word) -> c_int,
    {let mut c_win = P::to_c(Kind::Win, *win);}
    (&raw mut c_win)
    {win.write(P::to_fortran(Kind::Win, c_win));} {} ierror
}

fortran! { win_free_keyval, WIN_FREE_KEYVAL, (win_keyval: *mut c_int, ierror: *mut c_int), fn(*mut c_int) -> c_int,
    {}
    (win_keyval)
    {} {} ierror
}

fortran! { win_get_errhandler, WIN_GET_ERRHANDLER, (win: *const c_int, errhandler: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_errhandler = <P::Word as Default>::default();}
    (P::to_c(Kind::Win, *win), &raw mut c_errhandler)
    {} {errhandler.write(P::to_fortran(Kind::Errhandler, c_errhandler));} ierror
}

fortran! { win_get_group, WIN_GET_GROUP, (win: *const c_int, group: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_group = <P::Word as Default>::default();}
    (P::to_c(Kind::Win, *win), &raw mut c_group)
    {} {group.write(P::to_fortran(Kind::Group, c_group));} ierror
}

fortran! { win_get_info, WIN_GET_INFO, (win: *const c_int, info_used: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut P::Word) -> c_int,
    {let mut c_info_used = <P::Word as Default>::default();}
    (P::to_c(Kind::Win, *win), &raw mut c_info_used)
    {} {info_used.write(P::to_fortran(Kind::Info, c_info_used));} ierror
}

fortran! { win_get_name, WIN_GET_NAME, (win: *const c_int, win_name: *mut c_char, resultlen: *mut c_int, ierror: *mut c_int, win_name_length: usize), fn(P::Word, *mut c_char, *mut c_int) -> c_int,
    {let mut text_win_name = TextOut::new();}
    (P::to_c(Kind::Win, *win), text_win_name.pointer(), resultlen)
    {} {text_win_name.store(win_name, win_name_length);} ierror
}

fortran! { win_lock, WIN_LOCK, (lock_type: *const c_int, rank: *const c_int, assert: *const c_int, win: *const c_int, ierror: *mut c_int), fn(c_int, c_int, c_int, P::Word) -> c_int,
    {}
    (*lock_type, *rank, *assert, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_lock_all, WIN_LOCK_ALL, (assert: *const c_int, win: *const c_int, ierror: *mut c_int), fn(c_int, P::Word) -> c_int,
    {}
    (*assert, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_post, WIN_POST, (group: *const c_int, assert: *const c_int, win: *const c_int, ierror: *mut c_int), fn(P::Word, c_int, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Group, *group), *assert, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_set_errhandler, WIN_SET_ERRHANDLER, (win: *const c_int, errhandler: *const c_int, ierror: *mut c_int), fn(P::Word, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), P::to_c(Kind::Errhandler, *errhandler))
    {} {} ierror
}

fortran! { win_set_info, WIN_SET_INFO, (win: *const c_int, info: *const c_int, ierror: *mut c_int), fn(P::Word, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), P::to_c(Kind::Info, *info))
    {} {} ierror
}

fortran! { win_set_name, WIN_SET_NAME, (win: *const c_int, win_name: *const c_char, ierror: *mut c_int, win_name_length: usize), fn(P::Word, *const c_char) -> c_int,
    {let text_win_name = text_in(win_name, win_name_length);}
    (P::to_c(Kind::Win, *win), text_win_name.as_ptr())
    {} {} ierror
}

fortran! { win_shared_query, WIN_SHARED_QUERY, (win: *const c_int, rank: *const c_int, size: *mut i64, disp_unit: *mut c_int, baseptr: *mut c_void, ierror: *mut c_int), fn(P::Word, c_int, *mut i64, *mut c_int, *mut c_void) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), *rank, size, disp_unit, baseptr)
    {} {} ierror
}

fortran! { win_shared_query_c, WIN_SHARED_QUERY_C, (win: *const c_int, rank: *const c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void, ierror: *mut c_int), fn(P::Word, c_int, *mut i64, *mut i64, *mut c_void) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), *rank, size, disp_unit, baseptr)
    {} {} ierror
}

fortran! { win_start, WIN_START, (group: *const c_int, assert: *const c_int, win: *const c_int, ierror: *mut c_int), fn(P::Word, c_int, P::Word) -> c_int,
    {}
    (P::to_c(Kind::Group, *group), *assert, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_sync, WIN_SYNC, (win: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_test, WIN_TEST, (win: *const c_int, flag: *mut c_int, ierror: *mut c_int), fn(P::Word, *mut c_int) -> c_int,
    {}
    (P::to_c(Kind::Win, *win), flag)
    {} {} ierror
}

fortran! { win_unlock, WIN_UNLOCK, (rank: *const c_int, win: *const c_int, ierror: *mut c_int), fn(c_int, P::Word) -> c_int,
    {}
    (*rank, P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_unlock_all, WIN_UNLOCK_ALL, (win: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { win_wait, WIN_WAIT, (win: *const c_int, ierror: *mut c_int), fn(P::Word) -> c_int,
    {}
    (P::to_c(Kind::Win, *win))
    {} {} ierror
}

fortran! { wtick, WTICK, (), fn() -> f64,
    {}
    ()
    {} {}
}

fortran! { wtime, WTIME, (), fn() -> f64,
    {}
    ()
    {} {}
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi.toml by `cargo xtask codegen`.

use std::ffi::{c_char, c_int, c_void};
use std::mem::MaybeUninit;

use super::function;
use crate::calls;
use crate::errors::{code, code_to_host};
use crate::handles::{
    HeldHandle, UNWRITTEN, file_from_host, file_left, file_to_host, from_host, left, to_host, unwritten,
};
use crate::numbers::{
    bits, constant, constant_array, keyval_to_host, keyval_to_program, narrow_array, rank_to_host,
    rank_to_program, tag_to_host, write_constant,
};
use crate::sentinels::{collective_buffer, is_in_place, variable_to_host, weights_to_host};
use crate::sides::{Host, Program};
use crate::statuses::{RoomForStatus, StatusOut, status_in};
use seaway_mpi_abi::abi::{Kind, Word};

/// How many functions there are, in both forms.
pub(crate) const COUNT: usize = 672;

/// Their C names.
pub(crate) const NAMES: [&str; COUNT] = [
    "MPI_Abi_get_fortran_booleans",
    "MPI_Abi_get_fortran_info",
    "MPI_Abi_get_info",
    "MPI_Abi_get_version",
    "MPI_Abi_set_fortran_booleans",
    "MPI_Abi_set_fortran_info",
    "MPI_Abort",
    "MPI_Accumulate",
    "MPI_Accumulate_c",
    "MPI_Add_error_class",
    "MPI_Add_error_code",
    "MPI_Add_error_string",
    "MPI_Address",
    "MPI_Aint_add",
    "MPI_Aint_diff",
    "MPI_Allgather",
    "MPI_Allgather_c",
    "MPI_Allgather_init",
    "MPI_Allgather_init_c",
    "MPI_Allgatherv",
    "MPI_Allgatherv_c",
    "MPI_Allgatherv_init",
    "MPI_Allgatherv_init_c",
    "MPI_Alloc_mem",
    "MPI_Allreduce",
    "MPI_Allreduce_c",
    "MPI_Allreduce_init",
    "MPI_Allreduce_init_c",
    "MPI_Alltoall",
    "MPI_Alltoall_c",
    "MPI_Alltoall_init",
    "MPI_Alltoall_init_c",
    "MPI_Alltoallv",
    "MPI_Alltoallv_c",
    "MPI_Alltoallv_init",
    "MPI_Alltoallv_init_c",
    "MPI_Alltoallw",
    "MPI_Alltoallw_c",
    "MPI_Alltoallw_init",
    "MPI_Alltoallw_init_c",
    "MPI_Attr_delete",
    "MPI_Attr_get",
    "MPI_Attr_put",
    "MPI_Barrier",
    "MPI_Barrier_init",
    "MPI_Bcast",
    "MPI_Bcast_c",
    "MPI_Bcast_init",
    "MPI_Bcast_init_c",
    "MPI_Bsend",
    "MPI_Bsend_c",
    "MPI_Bsend_init",
    "MPI_Bsend_init_c",
    "MPI_Buffer_attach",
    "MPI_Buffer_attach_c",
    "MPI_Buffer_detach",
    "MPI_Buffer_detach_c",
    "MPI_Buffer_flush",
    "MPI_Buffer_iflush",
    "MPI_Cancel",
    "MPI_Cart_coords",
    "MPI_Cart_create",
    "MPI_Cart_get",
    "MPI_Cart_map",
    "MPI_Cart_rank",
    "MPI_Cart_shift",
    "MPI_Cart_sub",
    "MPI_Cartdim_get",
    "MPI_Close_port",
    "MPI_Comm_accept",
    "MPI_Comm_attach_buffer",
    "MPI_Comm_attach_buffer_c",
    "MPI_Comm_call_errhandler",
    "MPI_Comm_compare",
    "MPI_Comm_connect",
    "MPI_Comm_create",
    "MPI_Comm_create_errhandler",
    "MPI_Comm_create_from_group",
    "MPI_Comm_create_group",
    "MPI_Comm_create_keyval",
    "MPI_Comm_delete_attr",
    "MPI_Comm_detach_buffer",
    "MPI_Comm_detach_buffer_c",
    "MPI_Comm_disconnect",
    "MPI_Comm_dup",
    "MPI_Comm_dup_with_info",
    "MPI_Comm_flush_buffer",
    "MPI_Comm_free",
    "MPI_Comm_free_keyval",
    "MPI_Comm_fromint",
    "MPI_Comm_get_attr",
    "MPI_Comm_get_errhandler",
    "MPI_Comm_get_info",
    "MPI_Comm_get_name",
    "MPI_Comm_get_parent",
    "MPI_Comm_group",
    "MPI_Comm_idup",
    "MPI_Comm_idup_with_info",
    "MPI_Comm_iflush_buffer",
    "MPI_Comm_join",
    "MPI_Comm_rank",
    "MPI_Comm_remote_group",
    "MPI_Comm_remote_size",
    "MPI_Comm_set_attr",
    "MPI_Comm_set_errhandler",
    "MPI_Comm_set_info",
    "MPI_Comm_set_name",
    "MPI_Comm_size",
    "MPI_Comm_spawn",
    "MPI_Comm_spawn_multiple",
    "MPI_Comm_split",
    "MPI_Comm_split_type",
    "MPI_Comm_test_inter",
    "MPI_Comm_toint",
    "MPI_Compare_and_swap",
    "MPI_Dims_create",
    "MPI_Dist_graph_create",
    "MPI_Dist_graph_create_adjacent",
    "MPI_Dist_graph_neighbors",
    "MPI_Dist_graph_neighbors_count",
    "MPI_Errhandler_create",
    "MPI_Errhandler_free",
    "MPI_Errhandler_fromint",
    "MPI_Errhandler_get",
    "MPI_Errhandler_set",
    "MPI_Errhandler_toint",
    "MPI_Error_class",
    "MPI_Error_string",
    "MPI_Exscan",
    "MPI_Exscan_c",
    "MPI_Exscan_init",
    "MPI_Exscan_init_c",
    "MPI_Fetch_and_op",
    "MPI_File_call_errhandler",
    "MPI_File_close",
    "MPI_File_create_errhandler",
    "MPI_File_delete",
    "MPI_File_fromint",
    "MPI_File_get_amode",
    "MPI_File_get_atomicity",
    "MPI_File_get_byte_offset",
    "MPI_File_get_errhandler",
    "MPI_File_get_group",
    "MPI_File_get_info",
    "MPI_File_get_position",
    "MPI_File_get_position_shared",
    "MPI_File_get_size",
    "MPI_File_get_type_extent",
    "MPI_File_get_type_extent_c",
    "MPI_File_get_view",
    "MPI_File_iread",
    "MPI_File_iread_c",
    "MPI_File_iread_all",
    "MPI_File_iread_all_c",
    "MPI_File_iread_at",
    "MPI_File_iread_at_c",
    "MPI_File_iread_at_all",
    "MPI_File_iread_at_all_c",
    "MPI_File_iread_shared",
    "MPI_File_iread_shared_c",
    "MPI_File_iwrite",
    "MPI_File_iwrite_c",
    "MPI_File_iwrite_all",
    "MPI_File_iwrite_all_c",
    "MPI_File_iwrite_at",
    "MPI_File_iwrite_at_c",
    "MPI_File_iwrite_at_all",
    "MPI_File_iwrite_at_all_c",
    "MPI_File_iwrite_shared",
    "MPI_File_iwrite_shared_c",
    "MPI_File_open",
    "MPI_File_preallocate",
    "MPI_File_read",
    "MPI_File_read_c",
    "MPI_File_read_all",
    "MPI_File_read_all_c",
    "MPI_File_read_all_begin",
    "MPI_File_read_all_begin_c",
    "MPI_File_read_all_end",
    "MPI_File_read_at",
    "MPI_File_read_at_c",
    "MPI_File_read_at_all",
    "MPI_File_read_at_all_c",
    "MPI_File_read_at_all_begin",
    "MPI_File_read_at_all_begin_c",
    "MPI_File_read_at_all_end",
    "MPI_File_read_ordered",
    "MPI_File_read_ordered_c",
    "MPI_File_read_ordered_begin",
    "MPI_File_read_ordered_begin_c",
    "MPI_File_read_ordered_end",
    "MPI_File_read_shared",
    "MPI_File_read_shared_c",
    "MPI_File_seek",
    "MPI_File_seek_shared",
    "MPI_File_set_atomicity",
    "MPI_File_set_errhandler",
    "MPI_File_set_info",
    "MPI_File_set_size",
    "MPI_File_set_view",
    "MPI_File_sync",
    "MPI_File_toint",
    "MPI_File_write",
    "MPI_File_write_c",
    "MPI_File_write_all",
    "MPI_File_write_all_c",
    "MPI_File_write_all_begin",
    "MPI_File_write_all_begin_c",
    "MPI_File_write_all_end",
    "MPI_File_write_at",
    "MPI_File_write_at_c",
    "MPI_File_write_at_all",
    "MPI_File_write_at_all_c",
    "MPI_File_write_at_all_begin",
    "MPI_File_write_at_all_begin_c",
    "MPI_File_write_at_all_end",
    "MPI_File_write_ordered",
    "MPI_File_write_ordered_c",
    "MPI_File_write_ordered_begin",
    "MPI_File_write_ordered_begin_c",
    "MPI_File_write_ordered_end",
    "MPI_File_write_shared",
    "MPI_File_write_shared_c",
    "MPI_Finalize",
    "MPI_Finalized",
    "MPI_Free_mem",
    "MPI_Gather",
    "MPI_Gather_c",
    "MPI_Gather_init",
    "MPI_Gather_init_c",
    "MPI_Gatherv",
    "MPI_Gatherv_c",
    "MPI_Gatherv_init",
    "MPI_Gatherv_init_c",
    "MPI_Get",
    "MPI_Get_c",
    "MPI_Get_accumulate",
    "MPI_Get_accumulate_c",
    "MPI_Get_address",
    "MPI_Get_count",
    "MPI_Get_count_c",
    "MPI_Get_elements",
    "MPI_Get_elements_c",
    "MPI_Get_elements_x",
    "MPI_Get_hw_resource_info",
    "MPI_Get_library_version",
    "MPI_Get_processor_name",
    "MPI_Get_version",
    "MPI_Graph_create",
    "MPI_Graph_get",
    "MPI_Graph_map",
    "MPI_Graph_neighbors",
    "MPI_Graph_neighbors_count",
    "MPI_Graphdims_get",
    "MPI_Grequest_complete",
    "MPI_Grequest_start",
    "MPI_Group_compare",
    "MPI_Group_difference",
    "MPI_Group_excl",
    "MPI_Group_free",
    "MPI_Group_from_session_pset",
    "MPI_Group_fromint",
    "MPI_Group_incl",
    "MPI_Group_intersection",
    "MPI_Group_range_excl",
    "MPI_Group_range_incl",
    "MPI_Group_rank",
    "MPI_Group_size",
    "MPI_Group_toint",
    "MPI_Group_translate_ranks",
    "MPI_Group_union",
    "MPI_Iallgather",
    "MPI_Iallgather_c",
    "MPI_Iallgatherv",
    "MPI_Iallgatherv_c",
    "MPI_Iallreduce",
    "MPI_Iallreduce_c",
    "MPI_Ialltoall",
    "MPI_Ialltoall_c",
    "MPI_Ialltoallv",
    "MPI_Ialltoallv_c",
    "MPI_Ialltoallw",
    "MPI_Ialltoallw_c",
    "MPI_Ibarrier",
    "MPI_Ibcast",
    "MPI_Ibcast_c",
    "MPI_Ibsend",
    "MPI_Ibsend_c",
    "MPI_Iexscan",
    "MPI_Iexscan_c",
    "MPI_Igather",
    "MPI_Igather_c",
    "MPI_Igatherv",
    "MPI_Igatherv_c",
    "MPI_Improbe",
    "MPI_Imrecv",
    "MPI_Imrecv_c",
    "MPI_Ineighbor_allgather",
    "MPI_Ineighbor_allgather_c",
    "MPI_Ineighbor_allgatherv",
    "MPI_Ineighbor_allgatherv_c",
    "MPI_Ineighbor_alltoall",
    "MPI_Ineighbor_alltoall_c",
    "MPI_Ineighbor_alltoallv",
    "MPI_Ineighbor_alltoallv_c",
    "MPI_Ineighbor_alltoallw",
    "MPI_Ineighbor_alltoallw_c",
    "MPI_Info_create",
    "MPI_Info_create_env",
    "MPI_Info_delete",
    "MPI_Info_dup",
    "MPI_Info_free",
    "MPI_Info_fromint",
    "MPI_Info_get",
    "MPI_Info_get_nkeys",
    "MPI_Info_get_nthkey",
    "MPI_Info_get_string",
    "MPI_Info_get_valuelen",
    "MPI_Info_set",
    "MPI_Info_toint",
    "MPI_Init",
    "MPI_Init_thread",
    "MPI_Initialized",
    "MPI_Intercomm_create",
    "MPI_Intercomm_create_from_groups",
    "MPI_Intercomm_merge",
    "MPI_Iprobe",
    "MPI_Irecv",
    "MPI_Irecv_c",
    "MPI_Ireduce",
    "MPI_Ireduce_c",
    "MPI_Ireduce_scatter",
    "MPI_Ireduce_scatter_c",
    "MPI_Ireduce_scatter_block",
    "MPI_Ireduce_scatter_block_c",
    "MPI_Irsend",
    "MPI_Irsend_c",
    "MPI_Is_thread_main",
    "MPI_Iscan",
    "MPI_Iscan_c",
    "MPI_Iscatter",
    "MPI_Iscatter_c",
    "MPI_Iscatterv",
    "MPI_Iscatterv_c",
    "MPI_Isend",
    "MPI_Isend_c",
    "MPI_Isendrecv",
    "MPI_Isendrecv_c",
    "MPI_Isendrecv_replace",
    "MPI_Isendrecv_replace_c",
    "MPI_Issend",
    "MPI_Issend_c",
    "MPI_Keyval_create",
    "MPI_Keyval_free",
    "MPI_Lookup_name",
    "MPI_Message_fromint",
    "MPI_Message_toint",
    "MPI_Mprobe",
    "MPI_Mrecv",
    "MPI_Mrecv_c",
    "MPI_Neighbor_allgather",
    "MPI_Neighbor_allgather_c",
    "MPI_Neighbor_allgather_init",
    "MPI_Neighbor_allgather_init_c",
    "MPI_Neighbor_allgatherv",
    "MPI_Neighbor_allgatherv_c",
    "MPI_Neighbor_allgatherv_init",
    "MPI_Neighbor_allgatherv_init_c",
    "MPI_Neighbor_alltoall",
    "MPI_Neighbor_alltoall_c",
    "MPI_Neighbor_alltoall_init",
    "MPI_Neighbor_alltoall_init_c",
    "MPI_Neighbor_alltoallv",
    "MPI_Neighbor_alltoallv_c",
    "MPI_Neighbor_alltoallv_init",
    "MPI_Neighbor_alltoallv_init_c",
    "MPI_Neighbor_alltoallw",
    "MPI_Neighbor_alltoallw_c",
    "MPI_Neighbor_alltoallw_init",
    "MPI_Neighbor_alltoallw_init_c",
    "MPI_Op_commutative",
    "MPI_Op_create",
    "MPI_Op_create_c",
    "MPI_Op_free",
    "MPI_Op_fromint",
    "MPI_Op_toint",
    "MPI_Open_port",
    "MPI_Pack",
    "MPI_Pack_c",
    "MPI_Pack_external",
    "MPI_Pack_external_c",
    "MPI_Pack_external_size",
    "MPI_Pack_external_size_c",
    "MPI_Pack_size",
    "MPI_Pack_size_c",
    "MPI_Parrived",
    "MPI_Pcontrol",
    "MPI_Pready",
    "MPI_Pready_list",
    "MPI_Pready_range",
    "MPI_Precv_init",
    "MPI_Probe",
    "MPI_Psend_init",
    "MPI_Publish_name",
    "MPI_Put",
    "MPI_Put_c",
    "MPI_Query_thread",
    "MPI_Raccumulate",
    "MPI_Raccumulate_c",
    "MPI_Recv",
    "MPI_Recv_c",
    "MPI_Recv_init",
    "MPI_Recv_init_c",
    "MPI_Reduce",
    "MPI_Reduce_c",
    "MPI_Reduce_init",
    "MPI_Reduce_init_c",
    "MPI_Reduce_local",
    "MPI_Reduce_local_c",
    "MPI_Reduce_scatter",
    "MPI_Reduce_scatter_c",
    "MPI_Reduce_scatter_block",
    "MPI_Reduce_scatter_block_c",
    "MPI_Reduce_scatter_block_init",
    "MPI_Reduce_scatter_block_init_c",
    "MPI_Reduce_scatter_init",
    "MPI_Reduce_scatter_init_c",
    "MPI_Register_datarep",
    "MPI_Register_datarep_c",
    "MPI_Remove_error_class",
    "MPI_Remove_error_code",
    "MPI_Remove_error_string",
    "MPI_Request_free",
    "MPI_Request_fromint",
    "MPI_Request_get_status",
    "MPI_Request_get_status_all",
    "MPI_Request_get_status_any",
    "MPI_Request_get_status_some",
    "MPI_Request_toint",
    "MPI_Rget",
    "MPI_Rget_c",
    "MPI_Rget_accumulate",
    "MPI_Rget_accumulate_c",
    "MPI_Rput",
    "MPI_Rput_c",
    "MPI_Rsend",
    "MPI_Rsend_c",
    "MPI_Rsend_init",
    "MPI_Rsend_init_c",
    "MPI_Scan",
    "MPI_Scan_c",
    "MPI_Scan_init",
    "MPI_Scan_init_c",
    "MPI_Scatter",
    "MPI_Scatter_c",
    "MPI_Scatter_init",
    "MPI_Scatter_init_c",
    "MPI_Scatterv",
    "MPI_Scatterv_c",
    "MPI_Scatterv_init",
    "MPI_Scatterv_init_c",
    "MPI_Send",
    "MPI_Send_c",
    "MPI_Send_init",
    "MPI_Send_init_c",
    "MPI_Sendrecv",
    "MPI_Sendrecv_c",
    "MPI_Sendrecv_replace",
    "MPI_Sendrecv_replace_c",
    "MPI_Session_attach_buffer",
    "MPI_Session_attach_buffer_c",
    "MPI_Session_call_errhandler",
    "MPI_Session_create_errhandler",
    "MPI_Session_detach_buffer",
    "MPI_Session_detach_buffer_c",
    "MPI_Session_finalize",
    "MPI_Session_flush_buffer",
    "MPI_Session_fromint",
    "MPI_Session_get_errhandler",
    "MPI_Session_get_info",
    "MPI_Session_get_nth_pset",
    "MPI_Session_get_num_psets",
    "MPI_Session_get_pset_info",
    "MPI_Session_iflush_buffer",
    "MPI_Session_init",
    "MPI_Session_set_errhandler",
    "MPI_Session_toint",
    "MPI_Ssend",
    "MPI_Ssend_c",
    "MPI_Ssend_init",
    "MPI_Ssend_init_c",
    "MPI_Start",
    "MPI_Startall",
    "MPI_Status_get_error",
    "MPI_Status_get_source",
    "MPI_Status_get_tag",
    "MPI_Status_set_cancelled",
    "MPI_Status_set_elements",
    "MPI_Status_set_elements_c",
    "MPI_Status_set_elements_x",
    "MPI_Status_set_error",
    "MPI_Status_set_source",
    "MPI_Status_set_tag",
    "MPI_T_category_changed",
    "MPI_T_category_get_categories",
    "MPI_T_category_get_cvars",
    "MPI_T_category_get_events",
    "MPI_T_category_get_index",
    "MPI_T_category_get_info",
    "MPI_T_category_get_num",
    "MPI_T_category_get_num_events",
    "MPI_T_category_get_pvars",
    "MPI_T_cvar_get_index",
    "MPI_T_cvar_get_info",
    "MPI_T_cvar_get_num",
    "MPI_T_cvar_handle_alloc",
    "MPI_T_cvar_handle_free",
    "MPI_T_cvar_read",
    "MPI_T_cvar_write",
    "MPI_T_enum_get_info",
    "MPI_T_enum_get_item",
    "MPI_T_event_callback_get_info",
    "MPI_T_event_callback_set_info",
    "MPI_T_event_copy",
    "MPI_T_event_get_index",
    "MPI_T_event_get_info",
    "MPI_T_event_get_num",
    "MPI_T_event_get_source",
    "MPI_T_event_get_timestamp",
    "MPI_T_event_handle_alloc",
    "MPI_T_event_handle_free",
    "MPI_T_event_handle_get_info",
    "MPI_T_event_handle_set_info",
    "MPI_T_event_read",
    "MPI_T_event_register_callback",
    "MPI_T_event_set_dropped_handler",
    "MPI_T_finalize",
    "MPI_T_init_thread",
    "MPI_T_pvar_get_index",
    "MPI_T_pvar_get_info",
    "MPI_T_pvar_get_num",
    "MPI_T_pvar_handle_alloc",
    "MPI_T_pvar_handle_free",
    "MPI_T_pvar_read",
    "MPI_T_pvar_readreset",
    "MPI_T_pvar_reset",
    "MPI_T_pvar_session_create",
    "MPI_T_pvar_session_free",
    "MPI_T_pvar_start",
    "MPI_T_pvar_stop",
    "MPI_T_pvar_write",
    "MPI_T_source_get_info",
    "MPI_T_source_get_num",
    "MPI_T_source_get_timestamp",
    "MPI_Test",
    "MPI_Test_cancelled",
    "MPI_Testall",
    "MPI_Testany",
    "MPI_Testsome",
    "MPI_Topo_test",
    "MPI_Type_commit",
    "MPI_Type_contiguous",
    "MPI_Type_contiguous_c",
    "MPI_Type_create_darray",
    "MPI_Type_create_darray_c",
    "MPI_Type_create_f90_complex",
    "MPI_Type_create_f90_integer",
    "MPI_Type_create_f90_real",
    "MPI_Type_create_hindexed",
    "MPI_Type_create_hindexed_c",
    "MPI_Type_create_hindexed_block",
    "MPI_Type_create_hindexed_block_c",
    "MPI_Type_create_hvector",
    "MPI_Type_create_hvector_c",
    "MPI_Type_create_indexed_block",
    "MPI_Type_create_indexed_block_c",
    "MPI_Type_create_keyval",
    "MPI_Type_create_resized",
    "MPI_Type_create_resized_c",
    "MPI_Type_create_struct",
    "MPI_Type_create_struct_c",
    "MPI_Type_create_subarray",
    "MPI_Type_create_subarray_c",
    "MPI_Type_delete_attr",
    "MPI_Type_dup",
    "MPI_Type_extent",
    "MPI_Type_free",
    "MPI_Type_free_keyval",
    "MPI_Type_fromint",
    "MPI_Type_get_attr",
    "MPI_Type_get_contents",
    "MPI_Type_get_contents_c",
    "MPI_Type_get_envelope",
    "MPI_Type_get_envelope_c",
    "MPI_Type_get_extent",
    "MPI_Type_get_extent_c",
    "MPI_Type_get_extent_x",
    "MPI_Type_get_name",
    "MPI_Type_get_true_extent",
    "MPI_Type_get_true_extent_c",
    "MPI_Type_get_true_extent_x",
    "MPI_Type_get_value_index",
    "MPI_Type_hindexed",
    "MPI_Type_hvector",
    "MPI_Type_indexed",
    "MPI_Type_indexed_c",
    "MPI_Type_lb",
    "MPI_Type_match_size",
    "MPI_Type_set_attr",
    "MPI_Type_set_name",
    "MPI_Type_size",
    "MPI_Type_size_c",
    "MPI_Type_size_x",
    "MPI_Type_struct",
    "MPI_Type_toint",
    "MPI_Type_ub",
    "MPI_Type_vector",
    "MPI_Type_vector_c",
    "MPI_Unpack",
    "MPI_Unpack_c",
    "MPI_Unpack_external",
    "MPI_Unpack_external_c",
    "MPI_Unpublish_name",
    "MPI_Wait",
    "MPI_Waitall",
    "MPI_Waitany",
    "MPI_Waitsome",
    "MPI_Win_allocate",
    "MPI_Win_allocate_c",
    "MPI_Win_allocate_shared",
    "MPI_Win_allocate_shared_c",
    "MPI_Win_attach",
    "MPI_Win_call_errhandler",
    "MPI_Win_complete",
    "MPI_Win_create",
    "MPI_Win_create_c",
    "MPI_Win_create_dynamic",
    "MPI_Win_create_errhandler",
    "MPI_Win_create_keyval",
    "MPI_Win_delete_attr",
    "MPI_Win_detach",
    "MPI_Win_fence",
    "MPI_Win_flush",
    "MPI_Win_flush_all",
    "MPI_Win_flush_local",
    "MPI_Win_flush_local_all",
    "MPI_Win_free",
    "MPI_Win_free_keyval",
    "MPI_Win_fromint",
    "MPI_Win_get_attr",
    "MPI_Win_get_errhandler",
    "MPI_Win_get_group",
    "MPI_Win_get_info",
    "MPI_Win_get_name",
    "MPI_Win_lock",
    "MPI_Win_lock_all",
    "MPI_Win_post",
    "MPI_Win_set_attr",
    "MPI_Win_set_errhandler",
    "MPI_Win_set_info",
    "MPI_Win_set_name",
    "MPI_Win_shared_query",
    "MPI_Win_shared_query_c",
    "MPI_Win_start",
    "MPI_Win_sync",
    "MPI_Win_test",
    "MPI_Win_toint",
    "MPI_Win_unlock",
    "MPI_Win_unlock_all",
    "MPI_Win_wait",
    "MPI_Wtick",
    "MPI_Wtime",
];

/// What answers instead, where the host lacks the function.
pub(crate) static MISSING: [extern "C" fn() -> c_int; COUNT] = [
    calls::lacks::<0>,
    calls::lacks::<1>,
    calls::lacks::<2>,
    calls::lacks::<3>,
    calls::lacks::<4>,
    calls::lacks::<5>,
    calls::lacks::<6>,
    calls::lacks::<7>,
    calls::lacks::<8>,
    calls::lacks::<9>,
    calls::lacks::<10>,
    calls::lacks::<11>,
    calls::lacks::<12>,
    calls::lacks::<13>,
    calls::lacks::<14>,
    calls::lacks::<15>,
    calls::lacks::<16>,
    calls::lacks::<17>,
    calls::lacks::<18>,
    calls::lacks::<19>,
    calls::lacks::<20>,
    calls::lacks::<21>,
    calls::lacks::<22>,
    calls::lacks::<23>,
    calls::lacks::<24>,
    calls::lacks::<25>,
    calls::lacks::<26>,
    calls::lacks::<27>,
    calls::lacks::<28>,
    calls::lacks::<29>,
    calls::lacks::<30>,
    calls::lacks::<31>,
    calls::lacks::<32>,
    calls::lacks::<33>,
    calls::lacks::<34>,
    calls::lacks::<35>,
    calls::lacks::<36>,
    calls::lacks::<37>,
    calls::lacks::<38>,
    calls::lacks::<39>,
    calls::lacks::<40>,
    calls::lacks::<41>,
    calls::lacks::<42>,
    calls::lacks::<43>,
    calls::lacks::<44>,
    calls::lacks::<45>,
    calls::lacks::<46>,
    calls::lacks::<47>,
    calls::lacks::<48>,
    calls::lacks::<49>,
    calls::lacks::<50>,
    calls::lacks::<51>,
    calls::lacks::<52>,
    calls::lacks::<53>,
    calls::lacks::<54>,
    calls::lacks::<55>,
    calls::lacks::<56>,
    calls::lacks::<57>,
    calls::lacks::<58>,
    calls::lacks::<59>,
    calls::lacks::<60>,
    calls::lacks::<61>,
    calls::lacks::<62>,
    calls::lacks::<63>,
    calls::lacks::<64>,
    calls::lacks::<65>,
    calls::lacks::<66>,
    calls::lacks::<67>,
    calls::lacks::<68>,
    calls::lacks::<69>,
    calls::lacks::<70>,
    calls::lacks::<71>,
    calls::lacks::<72>,
    calls::lacks::<73>,
    calls::lacks::<74>,
    calls::lacks::<75>,
    calls::lacks::<76>,
    calls::lacks::<77>,
    calls::lacks::<78>,
    calls::lacks::<79>,
    calls::lacks::<80>,
    calls::lacks::<81>,
    calls::lacks::<82>,
    calls::lacks::<83>,
    calls::lacks::<84>,
    calls::lacks::<85>,
    calls::lacks::<86>,
    calls::lacks::<87>,
    calls::lacks::<88>,
    calls::lacks::<89>,
    calls::lacks::<90>,
    calls::lacks::<91>,
    calls::lacks::<92>,
    calls::lacks::<93>,
    calls::lacks::<94>,
    calls::lacks::<95>,
    calls::lacks::<96>,
    calls::lacks::<97>,
    calls::lacks::<98>,
    calls::lacks::<99>,
    calls::lacks::<100>,
    calls::lacks::<101>,
    calls::lacks::<102>,
    calls::lacks::<103>,
    calls::lacks::<104>,
    calls::lacks::<105>,
    calls::lacks::<106>,
    calls::lacks::<107>,
    calls::lacks::<108>,
    calls::lacks::<109>,
    calls::lacks::<110>,
    calls::lacks::<111>,
    calls::lacks::<112>,
    calls::lacks::<113>,
    calls::lacks::<114>,
    calls::lacks::<115>,
    calls::lacks::<116>,
    calls::lacks::<117>,
    calls::lacks::<118>,
    calls::lacks::<119>,
    calls::lacks::<120>,
    calls::lacks::<121>,
    calls::lacks::<122>,
    calls::lacks::<123>,
    calls::lacks::<124>,
    calls::lacks::<125>,
    calls::lacks::<126>,
    calls::lacks::<127>,
    calls::lacks::<128>,
    calls::lacks::<129>,
    calls::lacks::<130>,
    calls::lacks::<131>,
    calls::lacks::<132>,
    calls::lacks::<133>,
    calls::lacks::<134>,
    calls::lacks::<135>,
    calls::lacks::<136>,
    calls::lacks::<137>,
    calls::lacks::<138>,
    calls::lacks::<139>,
    calls::lacks::<140>,
    calls::lacks::<141>,
    calls::lacks::<142>,
    calls::lacks::<143>,
    calls::lacks::<144>,
    calls::lacks::<145>,
    calls::lacks::<146>,
    calls::lacks::<147>,
    calls::lacks::<148>,
    calls::lacks::<149>,
    calls::lacks::<150>,
    calls::lacks::<151>,
    calls::lacks::<152>,
    calls::lacks::<153>,
    calls::lacks::<154>,
    calls::lacks::<155>,
    calls::lacks::<156>,
    calls::lacks::<157>,
    calls::lacks::<158>,
    calls::lacks::<159>,
    calls::lacks::<160>,
    calls::lacks::<161>,
    calls::lacks::<162>,
    calls::lacks::<163>,
    calls::lacks::<164>,
    calls::lacks::<165>,
    calls::lacks::<166>,
    calls::lacks::<167>,
    calls::lacks::<168>,
    calls::lacks::<169>,
    calls::lacks::<170>,
    calls::lacks::<171>,
    calls::lacks::<172>,
    calls::lacks::<173>,
    calls::lacks::<174>,
    calls::lacks::<175>,
    calls::lacks::<176>,
    calls::lacks::<177>,
    calls::lacks::<178>,
    calls::lacks::<179>,
    calls::lacks::<180>,
    calls::lacks::<181>,
    calls::lacks::<182>,
    calls::lacks::<183>,
    calls::lacks::<184>,
    calls::lacks::<185>,
    calls::lacks::<186>,
    calls::lacks::<187>,
    calls::lacks::<188>,
    calls::lacks::<189>,
    calls::lacks::<190>,
    calls::lacks::<191>,
    calls::lacks::<192>,
    calls::lacks::<193>,
    calls::lacks::<194>,
    calls::lacks::<195>,
    calls::lacks::<196>,
    calls::lacks::<197>,
    calls::lacks::<198>,
    calls::lacks::<199>,
    calls::lacks::<200>,
    calls::lacks::<201>,
    calls::lacks::<202>,
    calls::lacks::<203>,
    calls::lacks::<204>,
    calls::lacks::<205>,
    calls::lacks::<206>,
    calls::lacks::<207>,
    calls::lacks::<208>,
    calls::lacks::<209>,
    calls::lacks::<210>,
    calls::lacks::<211>,
    calls::lacks::<212>,
    calls::lacks::<213>,
    calls::lacks::<214>,
    calls::lacks::<215>,
    calls::lacks::<216>,
    calls::lacks::<217>,
    calls::lacks::<218>,
    calls::lacks::<219>,
    calls::lacks::<220>,
    calls::lacks::<221>,
    calls::lacks::<222>,
    calls::lacks::<223>,
    calls::lacks::<224>,
    calls::lacks::<225>,
    calls::lacks::<226>,
    calls::lacks::<227>,
    calls::lacks::<228>,
    calls::lacks::<229>,
    calls::lacks::<230>,
    calls::lacks::<231>,
    calls::lacks::<232>,
    calls::lacks::<233>,
    calls::lacks::<234>,
    calls::lacks::<235>,
    calls::lacks::<236>,
    calls::lacks::<237>,
    calls::lacks::<238>,
    calls::lacks::<239>,
    calls::lacks::<240>,
    calls::lacks::<241>,
    calls::lacks::<242>,
    calls::lacks::<243>,
    calls::lacks::<244>,
    calls::lacks::<245>,
    calls::lacks::<246>,
    calls::lacks::<247>,
    calls::lacks::<248>,
    calls::lacks::<249>,
    calls::lacks::<250>,
    calls::lacks::<251>,
    calls::lacks::<252>,
    calls::lacks::<253>,
    calls::lacks::<254>,
    calls::lacks::<255>,
    calls::lacks::<256>,
    calls::lacks::<257>,
    calls::lacks::<258>,
    calls::lacks::<259>,
    calls::lacks::<260>,
    calls::lacks::<261>,
    calls::lacks::<262>,
    calls::lacks::<263>,
    calls::lacks::<264>,
    calls::lacks::<265>,
    calls::lacks::<266>,
    calls::lacks::<267>,
    calls::lacks::<268>,
    calls::lacks::<269>,
    calls::lacks::<270>,
    calls::lacks::<271>,
    calls::lacks::<272>,
    calls::lacks::<273>,
    calls::lacks::<274>,
    calls::lacks::<275>,
    calls::lacks::<276>,
    calls::lacks::<277>,
    calls::lacks::<278>,
    calls::lacks::<279>,
    calls::lacks::<280>,
    calls::lacks::<281>,
    calls::lacks::<282>,
    calls::lacks::<283>,
    calls::lacks::<284>,
    calls::lacks::<285>,
    calls::lacks::<286>,
    calls::lacks::<287>,
    calls::lacks::<288>,
    calls::lacks::<289>,
    calls::lacks::<290>,
    calls::lacks::<291>,
    calls::lacks::<292>,
    calls::lacks::<293>,
    calls::lacks::<294>,
    calls::lacks::<295>,
    calls::lacks::<296>,
    calls::lacks::<297>,
    calls::lacks::<298>,
    calls::lacks::<299>,
    calls::lacks::<300>,
    calls::lacks::<301>,
    calls::lacks::<302>,
    calls::lacks::<303>,
    calls::lacks::<304>,
    calls::lacks::<305>,
    calls::lacks::<306>,
    calls::lacks::<307>,
    calls::lacks::<308>,
    calls::lacks::<309>,
    calls::lacks::<310>,
    calls::lacks::<311>,
    calls::lacks::<312>,
    calls::lacks::<313>,
    calls::lacks::<314>,
    calls::lacks::<315>,
    calls::lacks::<316>,
    calls::lacks::<317>,
    calls::lacks::<318>,
    calls::lacks::<319>,
    calls::lacks::<320>,
    calls::lacks::<321>,
    calls::lacks::<322>,
    calls::lacks::<323>,
    calls::lacks::<324>,
    calls::lacks::<325>,
    calls::lacks::<326>,
    calls::lacks::<327>,
    calls::lacks::<328>,
    calls::lacks::<329>,
    calls::lacks::<330>,
    calls::lacks::<331>,
    calls::lacks::<332>,
    calls::lacks::<333>,
    calls::lacks::<334>,
    calls::lacks::<335>,
    calls::lacks::<336>,
    calls::lacks::<337>,
    calls::lacks::<338>,
    calls::lacks::<339>,
    calls::lacks::<340>,
    calls::lacks::<341>,
    calls::lacks::<342>,
    calls::lacks::<343>,
    calls::lacks::<344>,
    calls::lacks::<345>,
    calls::lacks::<346>,
    calls::lacks::<347>,
    calls::lacks::<348>,
    calls::lacks::<349>,
    calls::lacks::<350>,
    calls::lacks::<351>,
    calls::lacks::<352>,
    calls::lacks::<353>,
    calls::lacks::<354>,
    calls::lacks::<355>,
    calls::lacks::<356>,
    calls::lacks::<357>,
    calls::lacks::<358>,
    calls::lacks::<359>,
    calls::lacks::<360>,
    calls::lacks::<361>,
    calls::lacks::<362>,
    calls::lacks::<363>,
    calls::lacks::<364>,
    calls::lacks::<365>,
    calls::lacks::<366>,
    calls::lacks::<367>,
    calls::lacks::<368>,
    calls::lacks::<369>,
    calls::lacks::<370>,
    calls::lacks::<371>,
    calls::lacks::<372>,
    calls::lacks::<373>,
    calls::lacks::<374>,
    calls::lacks::<375>,
    calls::lacks::<376>,
    calls::lacks::<377>,
    calls::lacks::<378>,
    calls::lacks::<379>,
    calls::lacks::<380>,
    calls::lacks::<381>,
    calls::lacks::<382>,
    calls::lacks::<383>,
    calls::lacks::<384>,
    calls::lacks::<385>,
    calls::lacks::<386>,
    calls::lacks::<387>,
    calls::lacks::<388>,
    calls::lacks::<389>,
    calls::lacks::<390>,
    calls::lacks::<391>,
    calls::lacks::<392>,
    calls::lacks::<393>,
    calls::lacks::<394>,
    calls::lacks::<395>,
    calls::lacks::<396>,
    calls::lacks::<397>,
    calls::lacks::<398>,
    calls::lacks::<399>,
    calls::lacks::<400>,
    calls::lacks::<401>,
    calls::lacks::<402>,
    calls::lacks::<403>,
    calls::lacks::<404>,
    calls::lacks::<405>,
    calls::lacks::<406>,
    calls::lacks::<407>,
    calls::lacks::<408>,
    calls::lacks::<409>,
    calls::lacks::<410>,
    calls::lacks::<411>,
    calls::lacks::<412>,
    calls::lacks::<413>,
    calls::lacks::<414>,
    calls::lacks::<415>,
    calls::lacks::<416>,
    calls::lacks::<417>,
    calls::lacks::<418>,
    calls::lacks::<419>,
    calls::lacks::<420>,
    calls::lacks::<421>,
    calls::lacks::<422>,
    calls::lacks::<423>,
    calls::lacks::<424>,
    calls::lacks::<425>,
    calls::lacks::<426>,
    calls::lacks::<427>,
    calls::lacks::<428>,
    calls::lacks::<429>,
    calls::lacks::<430>,
    calls::lacks::<431>,
    calls::lacks::<432>,
    calls::lacks::<433>,
    calls::lacks::<434>,
    calls::lacks::<435>,
    calls::lacks::<436>,
    calls::lacks::<437>,
    calls::lacks::<438>,
    calls::lacks::<439>,
    calls::lacks::<440>,
    calls::lacks::<441>,
    calls::lacks::<442>,
    calls::lacks::<443>,
    calls::lacks::<444>,
    calls::lacks::<445>,
    calls::lacks::<446>,
    calls::lacks::<447>,
    calls::lacks::<448>,
    calls::lacks::<449>,
    calls::lacks::<450>,
    calls::lacks::<451>,
    calls::lacks::<452>,
    calls::lacks::<453>,
    calls::lacks::<454>,
    calls::lacks::<455>,
    calls::lacks::<456>,
    calls::lacks::<457>,
    calls::lacks::<458>,
    calls::lacks::<459>,
    calls::lacks::<460>,
    calls::lacks::<461>,
    calls::lacks::<462>,
    calls::lacks::<463>,
    calls::lacks::<464>,
    calls::lacks::<465>,
    calls::lacks::<466>,
    calls::lacks::<467>,
    calls::lacks::<468>,
    calls::lacks::<469>,
    calls::lacks::<470>,
    calls::lacks::<471>,
    calls::lacks::<472>,
    calls::lacks::<473>,
    calls::lacks::<474>,
    calls::lacks::<475>,
    calls::lacks::<476>,
    calls::lacks::<477>,
    calls::lacks::<478>,
    calls::lacks::<479>,
    calls::lacks::<480>,
    calls::lacks::<481>,
    calls::lacks::<482>,
    calls::lacks::<483>,
    calls::lacks::<484>,
    calls::lacks::<485>,
    calls::lacks::<486>,
    calls::lacks::<487>,
    calls::lacks::<488>,
    calls::lacks::<489>,
    calls::lacks::<490>,
    calls::lacks::<491>,
    calls::lacks::<492>,
    calls::lacks::<493>,
    calls::lacks::<494>,
    calls::lacks::<495>,
    calls::lacks::<496>,
    calls::lacks::<497>,
    calls::lacks::<498>,
    calls::lacks::<499>,
    calls::lacks::<500>,
    calls::lacks::<501>,
    calls::lacks::<502>,
    calls::lacks::<503>,
    calls::lacks::<504>,
    calls::lacks::<505>,
    calls::lacks::<506>,
    calls::lacks::<507>,
    calls::lacks::<508>,
    calls::lacks::<509>,
    calls::lacks::<510>,
    calls::lacks::<511>,
    calls::lacks::<512>,
    calls::lacks::<513>,
    calls::lacks::<514>,
    calls::lacks::<515>,
    calls::lacks::<516>,
    calls::lacks::<517>,
    calls::lacks::<518>,
    calls::lacks::<519>,
    calls::lacks::<520>,
    calls::lacks::<521>,
    calls::lacks::<522>,
    calls::lacks::<523>,
    calls::lacks::<524>,
    calls::lacks::<525>,
    calls::lacks::<526>,
    calls::lacks::<527>,
    calls::lacks::<528>,
    calls::lacks::<529>,
    calls::lacks::<530>,
    calls::lacks::<531>,
    calls::lacks::<532>,
    calls::lacks::<533>,
    calls::lacks::<534>,
    calls::lacks::<535>,
    calls::lacks::<536>,
    calls::lacks::<537>,
    calls::lacks::<538>,
    calls::lacks::<539>,
    calls::lacks::<540>,
    calls::lacks::<541>,
    calls::lacks::<542>,
    calls::lacks::<543>,
    calls::lacks::<544>,
    calls::lacks::<545>,
    calls::lacks::<546>,
    calls::lacks::<547>,
    calls::lacks::<548>,
    calls::lacks::<549>,
    calls::lacks::<550>,
    calls::lacks::<551>,
    calls::lacks::<552>,
    calls::lacks::<553>,
    calls::lacks::<554>,
    calls::lacks::<555>,
    calls::lacks::<556>,
    calls::lacks::<557>,
    calls::lacks::<558>,
    calls::lacks::<559>,
    calls::lacks::<560>,
    calls::lacks::<561>,
    calls::lacks::<562>,
    calls::lacks::<563>,
    calls::lacks::<564>,
    calls::lacks::<565>,
    calls::lacks::<566>,
    calls::lacks::<567>,
    calls::lacks::<568>,
    calls::lacks::<569>,
    calls::lacks::<570>,
    calls::lacks::<571>,
    calls::lacks::<572>,
    calls::lacks::<573>,
    calls::lacks::<574>,
    calls::lacks::<575>,
    calls::lacks::<576>,
    calls::lacks::<577>,
    calls::lacks::<578>,
    calls::lacks::<579>,
    calls::lacks::<580>,
    calls::lacks::<581>,
    calls::lacks::<582>,
    calls::lacks::<583>,
    calls::lacks::<584>,
    calls::lacks::<585>,
    calls::lacks::<586>,
    calls::lacks::<587>,
    calls::lacks::<588>,
    calls::lacks::<589>,
    calls::lacks::<590>,
    calls::lacks::<591>,
    calls::lacks::<592>,
    calls::lacks::<593>,
    calls::lacks::<594>,
    calls::lacks::<595>,
    calls::lacks::<596>,
    calls::lacks::<597>,
    calls::lacks::<598>,
    calls::lacks::<599>,
    calls::lacks::<600>,
    calls::lacks::<601>,
    calls::lacks::<602>,
    calls::lacks::<603>,
    calls::lacks::<604>,
    calls::lacks::<605>,
    calls::lacks::<606>,
    calls::lacks::<607>,
    calls::lacks::<608>,
    calls::lacks::<609>,
    calls::lacks::<610>,
    calls::lacks::<611>,
    calls::lacks::<612>,
    calls::lacks::<613>,
    calls::lacks::<614>,
    calls::lacks::<615>,
    calls::lacks::<616>,
    calls::lacks::<617>,
    calls::lacks::<618>,
    calls::lacks::<619>,
    calls::lacks::<620>,
    calls::lacks::<621>,
    calls::lacks::<622>,
    calls::lacks::<623>,
    calls::lacks::<624>,
    calls::lacks::<625>,
    calls::lacks::<626>,
    calls::lacks::<627>,
    calls::lacks::<628>,
    calls::lacks::<629>,
    calls::lacks::<630>,
    calls::lacks::<631>,
    calls::lacks::<632>,
    calls::lacks::<633>,
    calls::lacks::<634>,
    calls::lacks::<635>,
    calls::lacks::<636>,
    calls::lacks::<637>,
    calls::lacks::<638>,
    calls::lacks::<639>,
    calls::lacks::<640>,
    calls::lacks::<641>,
    calls::lacks::<642>,
    calls::lacks::<643>,
    calls::lacks::<644>,
    calls::lacks::<645>,
    calls::lacks::<646>,
    calls::lacks::<647>,
    calls::lacks::<648>,
    calls::lacks::<649>,
    calls::lacks::<650>,
    calls::lacks::<651>,
    calls::lacks::<652>,
    calls::lacks::<653>,
    calls::lacks::<654>,
    calls::lacks::<655>,
    calls::lacks::<656>,
    calls::lacks::<657>,
    calls::lacks::<658>,
    calls::lacks::<659>,
    calls::lacks::<660>,
    calls::lacks::<661>,
    calls::lacks::<662>,
    calls::lacks::<663>,
    calls::lacks::<664>,
    calls::lacks::<665>,
    calls::lacks::<666>,
    calls::lacks::<667>,
    calls::lacks::<668>,
    calls::lacks::<669>,
    calls::lacks::<670>,
    calls::lacks::<671>,
];

/// Where each is in `NAMES`.
pub(crate) mod index {
    #![allow(dead_code, reason = "what is done without the host needs no index")]

    pub(crate) const ABI_GET_FORTRAN_BOOLEANS: usize = 0;
    pub(crate) const ABI_GET_FORTRAN_INFO: usize = 1;
    pub(crate) const ABI_GET_INFO: usize = 2;
    pub(crate) const ABI_GET_VERSION: usize = 3;
    pub(crate) const ABI_SET_FORTRAN_BOOLEANS: usize = 4;
    pub(crate) const ABI_SET_FORTRAN_INFO: usize = 5;
    pub(crate) const ABORT: usize = 6;
    pub(crate) const ACCUMULATE: usize = 7;
    pub(crate) const ACCUMULATE_C: usize = 8;
    pub(crate) const ADD_ERROR_CLASS: usize = 9;
    pub(crate) const ADD_ERROR_CODE: usize = 10;
    pub(crate) const ADD_ERROR_STRING: usize = 11;
    pub(crate) const ADDRESS: usize = 12;
    pub(crate) const AINT_ADD: usize = 13;
    pub(crate) const AINT_DIFF: usize = 14;
    pub(crate) const ALLGATHER: usize = 15;
    pub(crate) const ALLGATHER_C: usize = 16;
    pub(crate) const ALLGATHER_INIT: usize = 17;
    pub(crate) const ALLGATHER_INIT_C: usize = 18;
    pub(crate) const ALLGATHERV: usize = 19;
    pub(crate) const ALLGATHERV_C: usize = 20;
    pub(crate) const ALLGATHERV_INIT: usize = 21;
    pub(crate) const ALLGATHERV_INIT_C: usize = 22;
    pub(crate) const ALLOC_MEM: usize = 23;
    pub(crate) const ALLREDUCE: usize = 24;
    pub(crate) const ALLREDUCE_C: usize = 25;
    pub(crate) const ALLREDUCE_INIT: usize = 26;
    pub(crate) const ALLREDUCE_INIT_C: usize = 27;
    pub(crate) const ALLTOALL: usize = 28;
    pub(crate) const ALLTOALL_C: usize = 29;
    pub(crate) const ALLTOALL_INIT: usize = 30;
    pub(crate) const ALLTOALL_INIT_C: usize = 31;
    pub(crate) const ALLTOALLV: usize = 32;
    pub(crate) const ALLTOALLV_C: usize = 33;
    pub(crate) const ALLTOALLV_INIT: usize = 34;
    pub(crate) const ALLTOALLV_INIT_C: usize = 35;
    pub(crate) const ALLTOALLW: usize = 36;
    pub(crate) const ALLTOALLW_C: usize = 37;
    pub(crate) const ALLTOALLW_INIT: usize = 38;
    pub(crate) const ALLTOALLW_INIT_C: usize = 39;
    pub(crate) const ATTR_DELETE: usize = 40;
    pub(crate) const ATTR_GET: usize = 41;
    pub(crate) const ATTR_PUT: usize = 42;
    pub(crate) const BARRIER: usize = 43;
    pub(crate) const BARRIER_INIT: usize = 44;
    pub(crate) const BCAST: usize = 45;
    pub(crate) const BCAST_C: usize = 46;
    pub(crate) const BCAST_INIT: usize = 47;
    pub(crate) const BCAST_INIT_C: usize = 48;
    pub(crate) const BSEND: usize = 49;
    pub(crate) const BSEND_C: usize = 50;
    pub(crate) const BSEND_INIT: usize = 51;
    pub(crate) const BSEND_INIT_C: usize = 52;
    pub(crate) const BUFFER_ATTACH: usize = 53;
    pub(crate) const BUFFER_ATTACH_C: usize = 54;
    pub(crate) const BUFFER_DETACH: usize = 55;
    pub(crate) const BUFFER_DETACH_C: usize = 56;
    pub(crate) const BUFFER_FLUSH: usize = 57;
    pub(crate) const BUFFER_IFLUSH: usize = 58;
    pub(crate) const CANCEL: usize = 59;
    pub(crate) const CART_COORDS: usize = 60;
    pub(crate) const CART_CREATE: usize = 61;
    pub(crate) const CART_GET: usize = 62;
    pub(crate) const CART_MAP: usize = 63;
    pub(crate) const CART_RANK: usize = 64;
    pub(crate) const CART_SHIFT: usize = 65;
    pub(crate) const CART_SUB: usize = 66;
    pub(crate) const CARTDIM_GET: usize = 67;
    pub(crate) const CLOSE_PORT: usize = 68;
    pub(crate) const COMM_ACCEPT: usize = 69;
    pub(crate) const COMM_ATTACH_BUFFER: usize = 70;
    pub(crate) const COMM_ATTACH_BUFFER_C: usize = 71;
    pub(crate) const COMM_CALL_ERRHANDLER: usize = 72;
    pub(crate) const COMM_COMPARE: usize = 73;
    pub(crate) const COMM_CONNECT: usize = 74;
    pub(crate) const COMM_CREATE: usize = 75;
    pub(crate) const COMM_CREATE_ERRHANDLER: usize = 76;
    pub(crate) const COMM_CREATE_FROM_GROUP: usize = 77;
    pub(crate) const COMM_CREATE_GROUP: usize = 78;
    pub(crate) const COMM_CREATE_KEYVAL: usize = 79;
    pub(crate) const COMM_DELETE_ATTR: usize = 80;
    pub(crate) const COMM_DETACH_BUFFER: usize = 81;
    pub(crate) const COMM_DETACH_BUFFER_C: usize = 82;
    pub(crate) const COMM_DISCONNECT: usize = 83;
    pub(crate) const COMM_DUP: usize = 84;
    pub(crate) const COMM_DUP_WITH_INFO: usize = 85;
    pub(crate) const COMM_FLUSH_BUFFER: usize = 86;
    pub(crate) const COMM_FREE: usize = 87;
    pub(crate) const COMM_FREE_KEYVAL: usize = 88;
    pub(crate) const COMM_FROMINT: usize = 89;
    pub(crate) const COMM_GET_ATTR: usize = 90;
    pub(crate) const COMM_GET_ERRHANDLER: usize = 91;
    pub(crate) const COMM_GET_INFO: usize = 92;
    pub(crate) const COMM_GET_NAME: usize = 93;
    pub(crate) const COMM_GET_PARENT: usize = 94;
    pub(crate) const COMM_GROUP: usize = 95;
    pub(crate) const COMM_IDUP: usize = 96;
    pub(crate) const COMM_IDUP_WITH_INFO: usize = 97;
    pub(crate) const COMM_IFLUSH_BUFFER: usize = 98;
    pub(crate) const COMM_JOIN: usize = 99;
    pub(crate) const COMM_RANK: usize = 100;
    pub(crate) const COMM_REMOTE_GROUP: usize = 101;
    pub(crate) const COMM_REMOTE_SIZE: usize = 102;
    pub(crate) const COMM_SET_ATTR: usize = 103;
    pub(crate) const COMM_SET_ERRHANDLER: usize = 104;
    pub(crate) const COMM_SET_INFO: usize = 105;
    pub(crate) const COMM_SET_NAME: usize = 106;
    pub(crate) const COMM_SIZE: usize = 107;
    pub(crate) const COMM_SPAWN: usize = 108;
    pub(crate) const COMM_SPAWN_MULTIPLE: usize = 109;
    pub(crate) const COMM_SPLIT: usize = 110;
    pub(crate) const COMM_SPLIT_TYPE: usize = 111;
    pub(crate) const COMM_TEST_INTER: usize = 112;
    pub(crate) const COMM_TOINT: usize = 113;
    pub(crate) const COMPARE_AND_SWAP: usize = 114;
    pub(crate) const DIMS_CREATE: usize = 115;
    pub(crate) const DIST_GRAPH_CREATE: usize = 116;
    pub(crate) const DIST_GRAPH_CREATE_ADJACENT: usize = 117;
    pub(crate) const DIST_GRAPH_NEIGHBORS: usize = 118;
    pub(crate) const DIST_GRAPH_NEIGHBORS_COUNT: usize = 119;
    pub(crate) const ERRHANDLER_CREATE: usize = 120;
    pub(crate) const ERRHANDLER_FREE: usize = 121;
    pub(crate) const ERRHANDLER_FROMINT: usize = 122;
    pub(crate) const ERRHANDLER_GET: usize = 123;
    pub(crate) const ERRHANDLER_SET: usize = 124;
    pub(crate) const ERRHANDLER_TOINT: usize = 125;
    pub(crate) const ERROR_CLASS: usize = 126;
    pub(crate) const ERROR_STRING: usize = 127;
    pub(crate) const EXSCAN: usize = 128;
    pub(crate) const EXSCAN_C: usize = 129;
    pub(crate) const EXSCAN_INIT: usize = 130;
    pub(crate) const EXSCAN_INIT_C: usize = 131;
    pub(crate) const FETCH_AND_OP: usize = 132;
    pub(crate) const FILE_CALL_ERRHANDLER: usize = 133;
    pub(crate) const FILE_CLOSE: usize = 134;
    pub(crate) const FILE_CREATE_ERRHANDLER: usize = 135;
    pub(crate) const FILE_DELETE: usize = 136;
    pub(crate) const FILE_FROMINT: usize = 137;
    pub(crate) const FILE_GET_AMODE: usize = 138;
    pub(crate) const FILE_GET_ATOMICITY: usize = 139;
    pub(crate) const FILE_GET_BYTE_OFFSET: usize = 140;
    pub(crate) const FILE_GET_ERRHANDLER: usize = 141;
    pub(crate) const FILE_GET_GROUP: usize = 142;
    pub(crate) const FILE_GET_INFO: usize = 143;
    pub(crate) const FILE_GET_POSITION: usize = 144;
    pub(crate) const FILE_GET_POSITION_SHARED: usize = 145;
    pub(crate) const FILE_GET_SIZE: usize = 146;
    pub(crate) const FILE_GET_TYPE_EXTENT: usize = 147;
    pub(crate) const FILE_GET_TYPE_EXTENT_C: usize = 148;
    pub(crate) const FILE_GET_VIEW: usize = 149;
    pub(crate) const FILE_IREAD: usize = 150;
    pub(crate) const FILE_IREAD_C: usize = 151;
    pub(crate) const FILE_IREAD_ALL: usize = 152;
    pub(crate) const FILE_IREAD_ALL_C: usize = 153;
    pub(crate) const FILE_IREAD_AT: usize = 154;
    pub(crate) const FILE_IREAD_AT_C: usize = 155;
    pub(crate) const FILE_IREAD_AT_ALL: usize = 156;
    pub(crate) const FILE_IREAD_AT_ALL_C: usize = 157;
    pub(crate) const FILE_IREAD_SHARED: usize = 158;
    pub(crate) const FILE_IREAD_SHARED_C: usize = 159;
    pub(crate) const FILE_IWRITE: usize = 160;
    pub(crate) const FILE_IWRITE_C: usize = 161;
    pub(crate) const FILE_IWRITE_ALL: usize = 162;
    pub(crate) const FILE_IWRITE_ALL_C: usize = 163;
    pub(crate) const FILE_IWRITE_AT: usize = 164;
    pub(crate) const FILE_IWRITE_AT_C: usize = 165;
    pub(crate) const FILE_IWRITE_AT_ALL: usize = 166;
    pub(crate) const FILE_IWRITE_AT_ALL_C: usize = 167;
    pub(crate) const FILE_IWRITE_SHARED: usize = 168;
    pub(crate) const FILE_IWRITE_SHARED_C: usize = 169;
    pub(crate) const FILE_OPEN: usize = 170;
    pub(crate) const FILE_PREALLOCATE: usize = 171;
    pub(crate) const FILE_READ: usize = 172;
    pub(crate) const FILE_READ_C: usize = 173;
    pub(crate) const FILE_READ_ALL: usize = 174;
    pub(crate) const FILE_READ_ALL_C: usize = 175;
    pub(crate) const FILE_READ_ALL_BEGIN: usize = 176;
    pub(crate) const FILE_READ_ALL_BEGIN_C: usize = 177;
    pub(crate) const FILE_READ_ALL_END: usize = 178;
    pub(crate) const FILE_READ_AT: usize = 179;
    pub(crate) const FILE_READ_AT_C: usize = 180;
    pub(crate) const FILE_READ_AT_ALL: usize = 181;
    pub(crate) const FILE_READ_AT_ALL_C: usize = 182;
    pub(crate) const FILE_READ_AT_ALL_BEGIN: usize = 183;
    pub(crate) const FILE_READ_AT_ALL_BEGIN_C: usize = 184;
    pub(crate) const FILE_READ_AT_ALL_END: usize = 185;
    pub(crate) const FILE_READ_ORDERED: usize = 186;
    pub(crate) const FILE_READ_ORDERED_C: usize = 187;
    pub(crate) const FILE_READ_ORDERED_BEGIN: usize = 188;
    pub(crate) const FILE_READ_ORDERED_BEGIN_C: usize = 189;
    pub(crate) const FILE_READ_ORDERED_END: usize = 190;
    pub(crate) const FILE_READ_SHARED: usize = 191;
    pub(crate) const FILE_READ_SHARED_C: usize = 192;
    pub(crate) const FILE_SEEK: usize = 193;
    pub(crate) const FILE_SEEK_SHARED: usize = 194;
    pub(crate) const FILE_SET_ATOMICITY: usize = 195;
    pub(crate) const FILE_SET_ERRHANDLER: usize = 196;
    pub(crate) const FILE_SET_INFO: usize = 197;
    pub(crate) const FILE_SET_SIZE: usize = 198;
    pub(crate) const FILE_SET_VIEW: usize = 199;
    pub(crate) const FILE_SYNC: usize = 200;
    pub(crate) const FILE_TOINT: usize = 201;
    pub(crate) const FILE_WRITE: usize = 202;
    pub(crate) const FILE_WRITE_C: usize = 203;
    pub(crate) const FILE_WRITE_ALL: usize = 204;
    pub(crate) const FILE_WRITE_ALL_C: usize = 205;
    pub(crate) const FILE_WRITE_ALL_BEGIN: usize = 206;
    pub(crate) const FILE_WRITE_ALL_BEGIN_C: usize = 207;
    pub(crate) const FILE_WRITE_ALL_END: usize = 208;
    pub(crate) const FILE_WRITE_AT: usize = 209;
    pub(crate) const FILE_WRITE_AT_C: usize = 210;
    pub(crate) const FILE_WRITE_AT_ALL: usize = 211;
    pub(crate) const FILE_WRITE_AT_ALL_C: usize = 212;
    pub(crate) const FILE_WRITE_AT_ALL_BEGIN: usize = 213;
    pub(crate) const FILE_WRITE_AT_ALL_BEGIN_C: usize = 214;
    pub(crate) const FILE_WRITE_AT_ALL_END: usize = 215;
    pub(crate) const FILE_WRITE_ORDERED: usize = 216;
    pub(crate) const FILE_WRITE_ORDERED_C: usize = 217;
    pub(crate) const FILE_WRITE_ORDERED_BEGIN: usize = 218;
    pub(crate) const FILE_WRITE_ORDERED_BEGIN_C: usize = 219;
    pub(crate) const FILE_WRITE_ORDERED_END: usize = 220;
    pub(crate) const FILE_WRITE_SHARED: usize = 221;
    pub(crate) const FILE_WRITE_SHARED_C: usize = 222;
    pub(crate) const FINALIZE: usize = 223;
    pub(crate) const FINALIZED: usize = 224;
    pub(crate) const FREE_MEM: usize = 225;
    pub(crate) const GATHER: usize = 226;
    pub(crate) const GATHER_C: usize = 227;
    pub(crate) const GATHER_INIT: usize = 228;
    pub(crate) const GATHER_INIT_C: usize = 229;
    pub(crate) const GATHERV: usize = 230;
    pub(crate) const GATHERV_C: usize = 231;
    pub(crate) const GATHERV_INIT: usize = 232;
    pub(crate) const GATHERV_INIT_C: usize = 233;
    pub(crate) const GET: usize = 234;
    pub(crate) const GET_C: usize = 235;
    pub(crate) const GET_ACCUMULATE: usize = 236;
    pub(crate) const GET_ACCUMULATE_C: usize = 237;
    pub(crate) const GET_ADDRESS: usize = 238;
    pub(crate) const GET_COUNT: usize = 239;
    pub(crate) const GET_COUNT_C: usize = 240;
    pub(crate) const GET_ELEMENTS: usize = 241;
    pub(crate) const GET_ELEMENTS_C: usize = 242;
    pub(crate) const GET_ELEMENTS_X: usize = 243;
    pub(crate) const GET_HW_RESOURCE_INFO: usize = 244;
    pub(crate) const GET_LIBRARY_VERSION: usize = 245;
    pub(crate) const GET_PROCESSOR_NAME: usize = 246;
    pub(crate) const GET_VERSION: usize = 247;
    pub(crate) const GRAPH_CREATE: usize = 248;
    pub(crate) const GRAPH_GET: usize = 249;
    pub(crate) const GRAPH_MAP: usize = 250;
    pub(crate) const GRAPH_NEIGHBORS: usize = 251;
    pub(crate) const GRAPH_NEIGHBORS_COUNT: usize = 252;
    pub(crate) const GRAPHDIMS_GET: usize = 253;
    pub(crate) const GREQUEST_COMPLETE: usize = 254;
    pub(crate) const GREQUEST_START: usize = 255;
    pub(crate) const GROUP_COMPARE: usize = 256;
    pub(crate) const GROUP_DIFFERENCE: usize = 257;
    pub(crate) const GROUP_EXCL: usize = 258;
    pub(crate) const GROUP_FREE: usize = 259;
    pub(crate) const GROUP_FROM_SESSION_PSET: usize = 260;
    pub(crate) const GROUP_FROMINT: usize = 261;
    pub(crate) const GROUP_INCL: usize = 262;
    pub(crate) const GROUP_INTERSECTION: usize = 263;
    pub(crate) const GROUP_RANGE_EXCL: usize = 264;
    pub(crate) const GROUP_RANGE_INCL: usize = 265;
    pub(crate) const GROUP_RANK: usize = 266;
    pub(crate) const GROUP_SIZE: usize = 267;
    pub(crate) const GROUP_TOINT: usize = 268;
    pub(crate) const GROUP_TRANSLATE_RANKS: usize = 269;
    pub(crate) const GROUP_UNION: usize = 270;
    pub(crate) const IALLGATHER: usize = 271;
    pub(crate) const IALLGATHER_C: usize = 272;
    pub(crate) const IALLGATHERV: usize = 273;
    pub(crate) const IALLGATHERV_C: usize = 274;
    pub(crate) const IALLREDUCE: usize = 275;
    pub(crate) const IALLREDUCE_C: usize = 276;
    pub(crate) const IALLTOALL: usize = 277;
    pub(crate) const IALLTOALL_C: usize = 278;
    pub(crate) const IALLTOALLV: usize = 279;
    pub(crate) const IALLTOALLV_C: usize = 280;
    pub(crate) const IALLTOALLW: usize = 281;
    pub(crate) const IALLTOALLW_C: usize = 282;
    pub(crate) const IBARRIER: usize = 283;
    pub(crate) const IBCAST: usize = 284;
    pub(crate) const IBCAST_C: usize = 285;
    pub(crate) const IBSEND: usize = 286;
    pub(crate) const IBSEND_C: usize = 287;
    pub(crate) const IEXSCAN: usize = 288;
    pub(crate) const IEXSCAN_C: usize = 289;
    pub(crate) const IGATHER: usize = 290;
    pub(crate) const IGATHER_C: usize = 291;
    pub(crate) const IGATHERV: usize = 292;
    pub(crate) const IGATHERV_C: usize = 293;
    pub(crate) const IMPROBE: usize = 294;
    pub(crate) const IMRECV: usize = 295;
    pub(crate) const IMRECV_C: usize = 296;
    pub(crate) const INEIGHBOR_ALLGATHER: usize = 297;
    pub(crate) const INEIGHBOR_ALLGATHER_C: usize = 298;
    pub(crate) const INEIGHBOR_ALLGATHERV: usize = 299;
    pub(crate) const INEIGHBOR_ALLGATHERV_C: usize = 300;
    pub(crate) const INEIGHBOR_ALLTOALL: usize = 301;
    pub(crate) const INEIGHBOR_ALLTOALL_C: usize = 302;
    pub(crate) const INEIGHBOR_ALLTOALLV: usize = 303;
    pub(crate) const INEIGHBOR_ALLTOALLV_C: usize = 304;
    pub(crate) const INEIGHBOR_ALLTOALLW: usize = 305;
    pub(crate) const INEIGHBOR_ALLTOALLW_C: usize = 306;
    pub(crate) const INFO_CREATE: usize = 307;
    pub(crate) const INFO_CREATE_ENV: usize = 308;
    pub(crate) const INFO_DELETE: usize = 309;
    pub(crate) const INFO_DUP: usize = 310;
    pub(crate) const INFO_FREE: usize = 311;
    pub(crate) const INFO_FROMINT: usize = 312;
    pub(crate) const INFO_GET: usize = 313;
    pub(crate) const INFO_GET_NKEYS: usize = 314;
    pub(crate) const INFO_GET_NTHKEY: usize = 315;
    pub(crate) const INFO_GET_STRING: usize = 316;
    pub(crate) const INFO_GET_VALUELEN: usize = 317;
    pub(crate) const INFO_SET: usize = 318;
    pub(crate) const INFO_TOINT: usize = 319;
    pub(crate) const INIT: usize = 320;
    pub(crate) const INIT_THREAD: usize = 321;
    pub(crate) const INITIALIZED: usize = 322;
    pub(crate) const INTERCOMM_CREATE: usize = 323;
    pub(crate) const INTERCOMM_CREATE_FROM_GROUPS: usize = 324;
    pub(crate) const INTERCOMM_MERGE: usize = 325;
    pub(crate) const IPROBE: usize = 326;
    pub(crate) const IRECV: usize = 327;
    pub(crate) const IRECV_C: usize = 328;
    pub(crate) const IREDUCE: usize = 329;
    pub(crate) const IREDUCE_C: usize = 330;
    pub(crate) const IREDUCE_SCATTER: usize = 331;
    pub(crate) const IREDUCE_SCATTER_C: usize = 332;
    pub(crate) const IREDUCE_SCATTER_BLOCK: usize = 333;
    pub(crate) const IREDUCE_SCATTER_BLOCK_C: usize = 334;
    pub(crate) const IRSEND: usize = 335;
    pub(crate) const IRSEND_C: usize = 336;
    pub(crate) const IS_THREAD_MAIN: usize = 337;
    pub(crate) const ISCAN: usize = 338;
    pub(crate) const ISCAN_C: usize = 339;
    pub(crate) const ISCATTER: usize = 340;
    pub(crate) const ISCATTER_C: usize = 341;
    pub(crate) const ISCATTERV: usize = 342;
    pub(crate) const ISCATTERV_C: usize = 343;
    pub(crate) const ISEND: usize = 344;
    pub(crate) const ISEND_C: usize = 345;
    pub(crate) const ISENDRECV: usize = 346;
    pub(crate) const ISENDRECV_C: usize = 347;
    pub(crate) const ISENDRECV_REPLACE: usize = 348;
    pub(crate) const ISENDRECV_REPLACE_C: usize = 349;
    pub(crate) const ISSEND: usize = 350;
    pub(crate) const ISSEND_C: usize = 351;
    pub(crate) const KEYVAL_CREATE: usize = 352;
    pub(crate) const KEYVAL_FREE: usize = 353;
    pub(crate) const LOOKUP_NAME: usize = 354;
    pub(crate) const MESSAGE_FROMINT: usize = 355;
    pub(crate) const MESSAGE_TOINT: usize = 356;
    pub(crate) const MPROBE: usize = 357;
    pub(crate) const MRECV: usize = 358;
    pub(crate) const MRECV_C: usize = 359;
    pub(crate) const NEIGHBOR_ALLGATHER: usize = 360;
    pub(crate) const NEIGHBOR_ALLGATHER_C: usize = 361;
    pub(crate) const NEIGHBOR_ALLGATHER_INIT: usize = 362;
    pub(crate) const NEIGHBOR_ALLGATHER_INIT_C: usize = 363;
    pub(crate) const NEIGHBOR_ALLGATHERV: usize = 364;
    pub(crate) const NEIGHBOR_ALLGATHERV_C: usize = 365;
    pub(crate) const NEIGHBOR_ALLGATHERV_INIT: usize = 366;
    pub(crate) const NEIGHBOR_ALLGATHERV_INIT_C: usize = 367;
    pub(crate) const NEIGHBOR_ALLTOALL: usize = 368;
    pub(crate) const NEIGHBOR_ALLTOALL_C: usize = 369;
    pub(crate) const NEIGHBOR_ALLTOALL_INIT: usize = 370;
    pub(crate) const NEIGHBOR_ALLTOALL_INIT_C: usize = 371;
    pub(crate) const NEIGHBOR_ALLTOALLV: usize = 372;
    pub(crate) const NEIGHBOR_ALLTOALLV_C: usize = 373;
    pub(crate) const NEIGHBOR_ALLTOALLV_INIT: usize = 374;
    pub(crate) const NEIGHBOR_ALLTOALLV_INIT_C: usize = 375;
    pub(crate) const NEIGHBOR_ALLTOALLW: usize = 376;
    pub(crate) const NEIGHBOR_ALLTOALLW_C: usize = 377;
    pub(crate) const NEIGHBOR_ALLTOALLW_INIT: usize = 378;
    pub(crate) const NEIGHBOR_ALLTOALLW_INIT_C: usize = 379;
    pub(crate) const OP_COMMUTATIVE: usize = 380;
    pub(crate) const OP_CREATE: usize = 381;
    pub(crate) const OP_CREATE_C: usize = 382;
    pub(crate) const OP_FREE: usize = 383;
    pub(crate) const OP_FROMINT: usize = 384;
    pub(crate) const OP_TOINT: usize = 385;
    pub(crate) const OPEN_PORT: usize = 386;
    pub(crate) const PACK: usize = 387;
    pub(crate) const PACK_C: usize = 388;
    pub(crate) const PACK_EXTERNAL: usize = 389;
    pub(crate) const PACK_EXTERNAL_C: usize = 390;
    pub(crate) const PACK_EXTERNAL_SIZE: usize = 391;
    pub(crate) const PACK_EXTERNAL_SIZE_C: usize = 392;
    pub(crate) const PACK_SIZE: usize = 393;
    pub(crate) const PACK_SIZE_C: usize = 394;
    pub(crate) const PARRIVED: usize = 395;
    pub(crate) const PCONTROL: usize = 396;
    pub(crate) const PREADY: usize = 397;
    pub(crate) const PREADY_LIST: usize = 398;
    pub(crate) const PREADY_RANGE: usize = 399;
    pub(crate) const PRECV_INIT: usize = 400;
    pub(crate) const PROBE: usize = 401;
    pub(crate) const PSEND_INIT: usize = 402;
    pub(crate) const PUBLISH_NAME: usize = 403;
    pub(crate) const PUT: usize = 404;
    pub(crate) const PUT_C: usize = 405;
    pub(crate) const QUERY_THREAD: usize = 406;
    pub(crate) const RACCUMULATE: usize = 407;
    pub(crate) const RACCUMULATE_C: usize = 408;
    pub(crate) const RECV: usize = 409;
    pub(crate) const RECV_C: usize = 410;
    pub(crate) const RECV_INIT: usize = 411;
    pub(crate) const RECV_INIT_C: usize = 412;
    pub(crate) const REDUCE: usize = 413;
    pub(crate) const REDUCE_C: usize = 414;
    pub(crate) const REDUCE_INIT: usize = 415;
    pub(crate) const REDUCE_INIT_C: usize = 416;
    pub(crate) const REDUCE_LOCAL: usize = 417;
    pub(crate) const REDUCE_LOCAL_C: usize = 418;
    pub(crate) const REDUCE_SCATTER: usize = 419;
    pub(crate) const REDUCE_SCATTER_C: usize = 420;
    pub(crate) const REDUCE_SCATTER_BLOCK: usize = 421;
    pub(crate) const REDUCE_SCATTER_BLOCK_C: usize = 422;
    pub(crate) const REDUCE_SCATTER_BLOCK_INIT: usize = 423;
    pub(crate) const REDUCE_SCATTER_BLOCK_INIT_C: usize = 424;
    pub(crate) const REDUCE_SCATTER_INIT: usize = 425;
    pub(crate) const REDUCE_SCATTER_INIT_C: usize = 426;
    pub(crate) const REGISTER_DATAREP: usize = 427;
    pub(crate) const REGISTER_DATAREP_C: usize = 428;
    pub(crate) const REMOVE_ERROR_CLASS: usize = 429;
    pub(crate) const REMOVE_ERROR_CODE: usize = 430;
    pub(crate) const REMOVE_ERROR_STRING: usize = 431;
    pub(crate) const REQUEST_FREE: usize = 432;
    pub(crate) const REQUEST_FROMINT: usize = 433;
    pub(crate) const REQUEST_GET_STATUS: usize = 434;
    pub(crate) const REQUEST_GET_STATUS_ALL: usize = 435;
    pub(crate) const REQUEST_GET_STATUS_ANY: usize = 436;
    pub(crate) const REQUEST_GET_STATUS_SOME: usize = 437;
    pub(crate) const REQUEST_TOINT: usize = 438;
    pub(crate) const RGET: usize = 439;
    pub(crate) const RGET_C: usize = 440;
    pub(crate) const RGET_ACCUMULATE: usize = 441;
    pub(crate) const RGET_ACCUMULATE_C: usize = 442;
    pub(crate) const RPUT: usize = 443;
    pub(crate) const RPUT_C: usize = 444;
    pub(crate) const RSEND: usize = 445;
    pub(crate) const RSEND_C: usize = 446;
    pub(crate) const RSEND_INIT: usize = 447;
    pub(crate) const RSEND_INIT_C: usize = 448;
    pub(crate) const SCAN: usize = 449;
    pub(crate) const SCAN_C: usize = 450;
    pub(crate) const SCAN_INIT: usize = 451;
    pub(crate) const SCAN_INIT_C: usize = 452;
    pub(crate) const SCATTER: usize = 453;
    pub(crate) const SCATTER_C: usize = 454;
    pub(crate) const SCATTER_INIT: usize = 455;
    pub(crate) const SCATTER_INIT_C: usize = 456;
    pub(crate) const SCATTERV: usize = 457;
    pub(crate) const SCATTERV_C: usize = 458;
    pub(crate) const SCATTERV_INIT: usize = 459;
    pub(crate) const SCATTERV_INIT_C: usize = 460;
    pub(crate) const SEND: usize = 461;
    pub(crate) const SEND_C: usize = 462;
    pub(crate) const SEND_INIT: usize = 463;
    pub(crate) const SEND_INIT_C: usize = 464;
    pub(crate) const SENDRECV: usize = 465;
    pub(crate) const SENDRECV_C: usize = 466;
    pub(crate) const SENDRECV_REPLACE: usize = 467;
    pub(crate) const SENDRECV_REPLACE_C: usize = 468;
    pub(crate) const SESSION_ATTACH_BUFFER: usize = 469;
    pub(crate) const SESSION_ATTACH_BUFFER_C: usize = 470;
    pub(crate) const SESSION_CALL_ERRHANDLER: usize = 471;
    pub(crate) const SESSION_CREATE_ERRHANDLER: usize = 472;
    pub(crate) const SESSION_DETACH_BUFFER: usize = 473;
    pub(crate) const SESSION_DETACH_BUFFER_C: usize = 474;
    pub(crate) const SESSION_FINALIZE: usize = 475;
    pub(crate) const SESSION_FLUSH_BUFFER: usize = 476;
    pub(crate) const SESSION_FROMINT: usize = 477;
    pub(crate) const SESSION_GET_ERRHANDLER: usize = 478;
    pub(crate) const SESSION_GET_INFO: usize = 479;
    pub(crate) const SESSION_GET_NTH_PSET: usize = 480;
    pub(crate) const SESSION_GET_NUM_PSETS: usize = 481;
    pub(crate) const SESSION_GET_PSET_INFO: usize = 482;
    pub(crate) const SESSION_IFLUSH_BUFFER: usize = 483;
    pub(crate) const SESSION_INIT: usize = 484;
    pub(crate) const SESSION_SET_ERRHANDLER: usize = 485;
    pub(crate) const SESSION_TOINT: usize = 486;
    pub(crate) const SSEND: usize = 487;
    pub(crate) const SSEND_C: usize = 488;
    pub(crate) const SSEND_INIT: usize = 489;
    pub(crate) const SSEND_INIT_C: usize = 490;
    pub(crate) const START: usize = 491;
    pub(crate) const STARTALL: usize = 492;
    pub(crate) const STATUS_GET_ERROR: usize = 493;
    pub(crate) const STATUS_GET_SOURCE: usize = 494;
    pub(crate) const STATUS_GET_TAG: usize = 495;
    pub(crate) const STATUS_SET_CANCELLED: usize = 496;
    pub(crate) const STATUS_SET_ELEMENTS: usize = 497;
    pub(crate) const STATUS_SET_ELEMENTS_C: usize = 498;
    pub(crate) const STATUS_SET_ELEMENTS_X: usize = 499;
    pub(crate) const STATUS_SET_ERROR: usize = 500;
    pub(crate) const STATUS_SET_SOURCE: usize = 501;
    pub(crate) const STATUS_SET_TAG: usize = 502;
    pub(crate) const T_CATEGORY_CHANGED: usize = 503;
    pub(crate) const T_CATEGORY_GET_CATEGORIES: usize = 504;
    pub(crate) const T_CATEGORY_GET_CVARS: usize = 505;
    pub(crate) const T_CATEGORY_GET_EVENTS: usize = 506;
    pub(crate) const T_CATEGORY_GET_INDEX: usize = 507;
    pub(crate) const T_CATEGORY_GET_INFO: usize = 508;
    pub(crate) const T_CATEGORY_GET_NUM: usize = 509;
    pub(crate) const T_CATEGORY_GET_NUM_EVENTS: usize = 510;
    pub(crate) const T_CATEGORY_GET_PVARS: usize = 511;
    pub(crate) const T_CVAR_GET_INDEX: usize = 512;
    pub(crate) const T_CVAR_GET_INFO: usize = 513;
    pub(crate) const T_CVAR_GET_NUM: usize = 514;
    pub(crate) const T_CVAR_HANDLE_ALLOC: usize = 515;
    pub(crate) const T_CVAR_HANDLE_FREE: usize = 516;
    pub(crate) const T_CVAR_READ: usize = 517;
    pub(crate) const T_CVAR_WRITE: usize = 518;
    pub(crate) const T_ENUM_GET_INFO: usize = 519;
    pub(crate) const T_ENUM_GET_ITEM: usize = 520;
    pub(crate) const T_EVENT_CALLBACK_GET_INFO: usize = 521;
    pub(crate) const T_EVENT_CALLBACK_SET_INFO: usize = 522;
    pub(crate) const T_EVENT_COPY: usize = 523;
    pub(crate) const T_EVENT_GET_INDEX: usize = 524;
    pub(crate) const T_EVENT_GET_INFO: usize = 525;
    pub(crate) const T_EVENT_GET_NUM: usize = 526;
    pub(crate) const T_EVENT_GET_SOURCE: usize = 527;
    pub(crate) const T_EVENT_GET_TIMESTAMP: usize = 528;
    pub(crate) const T_EVENT_HANDLE_ALLOC: usize = 529;
    pub(crate) const T_EVENT_HANDLE_FREE: usize = 530;
    pub(crate) const T_EVENT_HANDLE_GET_INFO: usize = 531;
    pub(crate) const T_EVENT_HANDLE_SET_INFO: usize = 532;
    pub(crate) const T_EVENT_READ: usize = 533;
    pub(crate) const T_EVENT_REGISTER_CALLBACK: usize = 534;
    pub(crate) const T_EVENT_SET_DROPPED_HANDLER: usize = 535;
    pub(crate) const T_FINALIZE: usize = 536;
    pub(crate) const T_INIT_THREAD: usize = 537;
    pub(crate) const T_PVAR_GET_INDEX: usize = 538;
    pub(crate) const T_PVAR_GET_INFO: usize = 539;
    pub(crate) const T_PVAR_GET_NUM: usize = 540;
    pub(crate) const T_PVAR_HANDLE_ALLOC: usize = 541;
    pub(crate) const T_PVAR_HANDLE_FREE: usize = 542;
    pub(crate) const T_PVAR_READ: usize = 543;
    pub(crate) const T_PVAR_READRESET: usize = 544;
    pub(crate) const T_PVAR_RESET: usize = 545;
    pub(crate) const T_PVAR_SESSION_CREATE: usize = 546;
    pub(crate) const T_PVAR_SESSION_FREE: usize = 547;
    pub(crate) const T_PVAR_START: usize = 548;
    pub(crate) const T_PVAR_STOP: usize = 549;
    pub(crate) const T_PVAR_WRITE: usize = 550;
    pub(crate) const T_SOURCE_GET_INFO: usize = 551;
    pub(crate) const T_SOURCE_GET_NUM: usize = 552;
    pub(crate) const T_SOURCE_GET_TIMESTAMP: usize = 553;
    pub(crate) const TEST: usize = 554;
    pub(crate) const TEST_CANCELLED: usize = 555;
    pub(crate) const TESTALL: usize = 556;
    pub(crate) const TESTANY: usize = 557;
    pub(crate) const TESTSOME: usize = 558;
    pub(crate) const TOPO_TEST: usize = 559;
    pub(crate) const TYPE_COMMIT: usize = 560;
    pub(crate) const TYPE_CONTIGUOUS: usize = 561;
    pub(crate) const TYPE_CONTIGUOUS_C: usize = 562;
    pub(crate) const TYPE_CREATE_DARRAY: usize = 563;
    pub(crate) const TYPE_CREATE_DARRAY_C: usize = 564;
    pub(crate) const TYPE_CREATE_F90_COMPLEX: usize = 565;
    pub(crate) const TYPE_CREATE_F90_INTEGER: usize = 566;
    pub(crate) const TYPE_CREATE_F90_REAL: usize = 567;
    pub(crate) const TYPE_CREATE_HINDEXED: usize = 568;
    pub(crate) const TYPE_CREATE_HINDEXED_C: usize = 569;
    pub(crate) const TYPE_CREATE_HINDEXED_BLOCK: usize = 570;
    pub(crate) const TYPE_CREATE_HINDEXED_BLOCK_C: usize = 571;
    pub(crate) const TYPE_CREATE_HVECTOR: usize = 572;
    pub(crate) const TYPE_CREATE_HVECTOR_C: usize = 573;
    pub(crate) const TYPE_CREATE_INDEXED_BLOCK: usize = 574;
    pub(crate) const TYPE_CREATE_INDEXED_BLOCK_C: usize = 575;
    pub(crate) const TYPE_CREATE_KEYVAL: usize = 576;
    pub(crate) const TYPE_CREATE_RESIZED: usize = 577;
    pub(crate) const TYPE_CREATE_RESIZED_C: usize = 578;
    pub(crate) const TYPE_CREATE_STRUCT: usize = 579;
    pub(crate) const TYPE_CREATE_STRUCT_C: usize = 580;
    pub(crate) const TYPE_CREATE_SUBARRAY: usize = 581;
    pub(crate) const TYPE_CREATE_SUBARRAY_C: usize = 582;
    pub(crate) const TYPE_DELETE_ATTR: usize = 583;
    pub(crate) const TYPE_DUP: usize = 584;
    pub(crate) const TYPE_EXTENT: usize = 585;
    pub(crate) const TYPE_FREE: usize = 586;
    pub(crate) const TYPE_FREE_KEYVAL: usize = 587;
    pub(crate) const TYPE_FROMINT: usize = 588;
    pub(crate) const TYPE_GET_ATTR: usize = 589;
    pub(crate) const TYPE_GET_CONTENTS: usize = 590;
    pub(crate) const TYPE_GET_CONTENTS_C: usize = 591;
    pub(crate) const TYPE_GET_ENVELOPE: usize = 592;
    pub(crate) const TYPE_GET_ENVELOPE_C: usize = 593;
    pub(crate) const TYPE_GET_EXTENT: usize = 594;
    pub(crate) const TYPE_GET_EXTENT_C: usize = 595;
    pub(crate) const TYPE_GET_EXTENT_X: usize = 596;
    pub(crate) const TYPE_GET_NAME: usize = 597;
    pub(crate) const TYPE_GET_TRUE_EXTENT: usize = 598;
    pub(crate) const TYPE_GET_TRUE_EXTENT_C: usize = 599;
    pub(crate) const TYPE_GET_TRUE_EXTENT_X: usize = 600;
    pub(crate) const TYPE_GET_VALUE_INDEX: usize = 601;
    pub(crate) const TYPE_HINDEXED: usize = 602;
    pub(crate) const TYPE_HVECTOR: usize = 603;
    pub(crate) const TYPE_INDEXED: usize = 604;
    pub(crate) const TYPE_INDEXED_C: usize = 605;
    pub(crate) const TYPE_LB: usize = 606;
    pub(crate) const TYPE_MATCH_SIZE: usize = 607;
    pub(crate) const TYPE_SET_ATTR: usize = 608;
    pub(crate) const TYPE_SET_NAME: usize = 609;
    pub(crate) const TYPE_SIZE: usize = 610;
    pub(crate) const TYPE_SIZE_C: usize = 611;
    pub(crate) const TYPE_SIZE_X: usize = 612;
    pub(crate) const TYPE_STRUCT: usize = 613;
    pub(crate) const TYPE_TOINT: usize = 614;
    pub(crate) const TYPE_UB: usize = 615;
    pub(crate) const TYPE_VECTOR: usize = 616;
    pub(crate) const TYPE_VECTOR_C: usize = 617;
    pub(crate) const UNPACK: usize = 618;
    pub(crate) const UNPACK_C: usize = 619;
    pub(crate) const UNPACK_EXTERNAL: usize = 620;
    pub(crate) const UNPACK_EXTERNAL_C: usize = 621;
    pub(crate) const UNPUBLISH_NAME: usize = 622;
    pub(crate) const WAIT: usize = 623;
    pub(crate) const WAITALL: usize = 624;
    pub(crate) const WAITANY: usize = 625;
    pub(crate) const WAITSOME: usize = 626;
    pub(crate) const WIN_ALLOCATE: usize = 627;
    pub(crate) const WIN_ALLOCATE_C: usize = 628;
    pub(crate) const WIN_ALLOCATE_SHARED: usize = 629;
    pub(crate) const WIN_ALLOCATE_SHARED_C: usize = 630;
    pub(crate) const WIN_ATTACH: usize = 631;
    pub(crate) const WIN_CALL_ERRHANDLER: usize = 632;
    pub(crate) const WIN_COMPLETE: usize = 633;
    pub(crate) const WIN_CREATE: usize = 634;
    pub(crate) const WIN_CREATE_C: usize = 635;
    pub(crate) const WIN_CREATE_DYNAMIC: usize = 636;
    pub(crate) const WIN_CREATE_ERRHANDLER: usize = 637;
    pub(crate) const WIN_CREATE_KEYVAL: usize = 638;
    pub(crate) const WIN_DELETE_ATTR: usize = 639;
    pub(crate) const WIN_DETACH: usize = 640;
    pub(crate) const WIN_FENCE: usize = 641;
    pub(crate) const WIN_FLUSH: usize = 642;
    pub(crate) const WIN_FLUSH_ALL: usize = 643;
    pub(crate) const WIN_FLUSH_LOCAL: usize = 644;
    pub(crate) const WIN_FLUSH_LOCAL_ALL: usize = 645;
    pub(crate) const WIN_FREE: usize = 646;
    pub(crate) const WIN_FREE_KEYVAL: usize = 647;
    pub(crate) const WIN_FROMINT: usize = 648;
    pub(crate) const WIN_GET_ATTR: usize = 649;
    pub(crate) const WIN_GET_ERRHANDLER: usize = 650;
    pub(crate) const WIN_GET_GROUP: usize = 651;
    pub(crate) const WIN_GET_INFO: usize = 652;
    pub(crate) const WIN_GET_NAME: usize = 653;
    pub(crate) const WIN_LOCK: usize = 654;
    pub(crate) const WIN_LOCK_ALL: usize = 655;
    pub(crate) const WIN_POST: usize = 656;
    pub(crate) const WIN_SET_ATTR: usize = 657;
    pub(crate) const WIN_SET_ERRHANDLER: usize = 658;
    pub(crate) const WIN_SET_INFO: usize = 659;
    pub(crate) const WIN_SET_NAME: usize = 660;
    pub(crate) const WIN_SHARED_QUERY: usize = 661;
    pub(crate) const WIN_SHARED_QUERY_C: usize = 662;
    pub(crate) const WIN_START: usize = 663;
    pub(crate) const WIN_SYNC: usize = 664;
    pub(crate) const WIN_TEST: usize = 665;
    pub(crate) const WIN_TOINT: usize = 666;
    pub(crate) const WIN_UNLOCK: usize = 667;
    pub(crate) const WIN_UNLOCK_ALL: usize = 668;
    pub(crate) const WIN_WAIT: usize = 669;
    pub(crate) const WTICK: usize = 670;
    pub(crate) const WTIME: usize = 671;
}

/// The functions that a program of ABI `P` calls on a host of ABI `H`.
pub(crate) fn all<P: Program, H: Host>() -> [*const (); COUNT] {
    [
        calls::abi_get_fortran_booleans::<P, H> as *const (),
        calls::abi_get_fortran_info::<P, H> as *const (),
        calls::abi_get_info::<P, H> as *const (),
        calls::abi_get_version::<P, H> as *const (),
        calls::abi_set_fortran_booleans::<P, H> as *const (),
        calls::abi_set_fortran_info::<P, H> as *const (),
        abort::<P, H> as *const (),
        accumulate::<P, H> as *const (),
        accumulate_c::<P, H> as *const (),
        calls::add_error_class::<P, H> as *const (),
        calls::add_error_code::<P, H> as *const (),
        add_error_string::<P, H> as *const (),
        address::<P, H> as *const (),
        calls::aint_add::<P, H> as *const (),
        calls::aint_diff::<P, H> as *const (),
        allgather::<P, H> as *const (),
        allgather_c::<P, H> as *const (),
        allgather_init::<P, H> as *const (),
        allgather_init_c::<P, H> as *const (),
        allgatherv::<P, H> as *const (),
        allgatherv_c::<P, H> as *const (),
        allgatherv_init::<P, H> as *const (),
        allgatherv_init_c::<P, H> as *const (),
        alloc_mem::<P, H> as *const (),
        allreduce::<P, H> as *const (),
        allreduce_c::<P, H> as *const (),
        allreduce_init::<P, H> as *const (),
        allreduce_init_c::<P, H> as *const (),
        alltoall::<P, H> as *const (),
        alltoall_c::<P, H> as *const (),
        alltoall_init::<P, H> as *const (),
        alltoall_init_c::<P, H> as *const (),
        alltoallv::<P, H> as *const (),
        alltoallv_c::<P, H> as *const (),
        alltoallv_init::<P, H> as *const (),
        alltoallv_init_c::<P, H> as *const (),
        calls::alltoallw::<P, H> as *const (),
        calls::alltoallw_c::<P, H> as *const (),
        calls::alltoallw_init::<P, H> as *const (),
        calls::alltoallw_init_c::<P, H> as *const (),
        attr_delete::<P, H> as *const (),
        calls::attr_get::<P, H> as *const (),
        attr_put::<P, H> as *const (),
        barrier::<P, H> as *const (),
        barrier_init::<P, H> as *const (),
        bcast::<P, H> as *const (),
        bcast_c::<P, H> as *const (),
        bcast_init::<P, H> as *const (),
        bcast_init_c::<P, H> as *const (),
        bsend::<P, H> as *const (),
        bsend_c::<P, H> as *const (),
        bsend_init::<P, H> as *const (),
        bsend_init_c::<P, H> as *const (),
        calls::buffer_attach::<P, H> as *const (),
        calls::buffer_attach_c::<P, H> as *const (),
        calls::buffer_detach::<P, H> as *const (),
        calls::buffer_detach_c::<P, H> as *const (),
        buffer_flush::<P, H> as *const (),
        buffer_iflush::<P, H> as *const (),
        cancel::<P, H> as *const (),
        cart_coords::<P, H> as *const (),
        cart_create::<P, H> as *const (),
        cart_get::<P, H> as *const (),
        cart_map::<P, H> as *const (),
        cart_rank::<P, H> as *const (),
        cart_shift::<P, H> as *const (),
        cart_sub::<P, H> as *const (),
        cartdim_get::<P, H> as *const (),
        close_port::<P, H> as *const (),
        comm_accept::<P, H> as *const (),
        calls::comm_attach_buffer::<P, H> as *const (),
        calls::comm_attach_buffer_c::<P, H> as *const (),
        comm_call_errhandler::<P, H> as *const (),
        comm_compare::<P, H> as *const (),
        comm_connect::<P, H> as *const (),
        comm_create::<P, H> as *const (),
        calls::comm_create_errhandler::<P, H> as *const (),
        comm_create_from_group::<P, H> as *const (),
        comm_create_group::<P, H> as *const (),
        calls::comm_create_keyval::<P, H> as *const (),
        comm_delete_attr::<P, H> as *const (),
        calls::comm_detach_buffer::<P, H> as *const (),
        calls::comm_detach_buffer_c::<P, H> as *const (),
        comm_disconnect::<P, H> as *const (),
        comm_dup::<P, H> as *const (),
        comm_dup_with_info::<P, H> as *const (),
        comm_flush_buffer::<P, H> as *const (),
        comm_free::<P, H> as *const (),
        comm_free_keyval::<P, H> as *const (),
        calls::comm_fromint::<P, H> as *const (),
        calls::comm_get_attr::<P, H> as *const (),
        comm_get_errhandler::<P, H> as *const (),
        comm_get_info::<P, H> as *const (),
        calls::comm_get_name::<P, H> as *const (),
        comm_get_parent::<P, H> as *const (),
        comm_group::<P, H> as *const (),
        comm_idup::<P, H> as *const (),
        comm_idup_with_info::<P, H> as *const (),
        comm_iflush_buffer::<P, H> as *const (),
        comm_join::<P, H> as *const (),
        comm_rank::<P, H> as *const (),
        comm_remote_group::<P, H> as *const (),
        comm_remote_size::<P, H> as *const (),
        comm_set_attr::<P, H> as *const (),
        comm_set_errhandler::<P, H> as *const (),
        comm_set_info::<P, H> as *const (),
        comm_set_name::<P, H> as *const (),
        comm_size::<P, H> as *const (),
        calls::comm_spawn::<P, H> as *const (),
        calls::comm_spawn_multiple::<P, H> as *const (),
        comm_split::<P, H> as *const (),
        comm_split_type::<P, H> as *const (),
        comm_test_inter::<P, H> as *const (),
        calls::comm_toint::<P, H> as *const (),
        compare_and_swap::<P, H> as *const (),
        dims_create::<P, H> as *const (),
        dist_graph_create::<P, H> as *const (),
        dist_graph_create_adjacent::<P, H> as *const (),
        dist_graph_neighbors::<P, H> as *const (),
        dist_graph_neighbors_count::<P, H> as *const (),
        calls::errhandler_create::<P, H> as *const (),
        errhandler_free::<P, H> as *const (),
        calls::errhandler_fromint::<P, H> as *const (),
        errhandler_get::<P, H> as *const (),
        errhandler_set::<P, H> as *const (),
        calls::errhandler_toint::<P, H> as *const (),
        calls::error_class::<P, H> as *const (),
        calls::error_string::<P, H> as *const (),
        exscan::<P, H> as *const (),
        exscan_c::<P, H> as *const (),
        exscan_init::<P, H> as *const (),
        exscan_init_c::<P, H> as *const (),
        fetch_and_op::<P, H> as *const (),
        file_call_errhandler::<P, H> as *const (),
        file_close::<P, H> as *const (),
        calls::file_create_errhandler::<P, H> as *const (),
        file_delete::<P, H> as *const (),
        calls::file_fromint::<P, H> as *const (),
        file_get_amode::<P, H> as *const (),
        file_get_atomicity::<P, H> as *const (),
        file_get_byte_offset::<P, H> as *const (),
        file_get_errhandler::<P, H> as *const (),
        file_get_group::<P, H> as *const (),
        file_get_info::<P, H> as *const (),
        file_get_position::<P, H> as *const (),
        file_get_position_shared::<P, H> as *const (),
        file_get_size::<P, H> as *const (),
        file_get_type_extent::<P, H> as *const (),
        file_get_type_extent_c::<P, H> as *const (),
        file_get_view::<P, H> as *const (),
        file_iread::<P, H> as *const (),
        file_iread_c::<P, H> as *const (),
        file_iread_all::<P, H> as *const (),
        file_iread_all_c::<P, H> as *const (),
        file_iread_at::<P, H> as *const (),
        file_iread_at_c::<P, H> as *const (),
        file_iread_at_all::<P, H> as *const (),
        file_iread_at_all_c::<P, H> as *const (),
        file_iread_shared::<P, H> as *const (),
        file_iread_shared_c::<P, H> as *const (),
        file_iwrite::<P, H> as *const (),
        file_iwrite_c::<P, H> as *const (),
        file_iwrite_all::<P, H> as *const (),
        file_iwrite_all_c::<P, H> as *const (),
        file_iwrite_at::<P, H> as *const (),
        file_iwrite_at_c::<P, H> as *const (),
        file_iwrite_at_all::<P, H> as *const (),
        file_iwrite_at_all_c::<P, H> as *const (),
        file_iwrite_shared::<P, H> as *const (),
        file_iwrite_shared_c::<P, H> as *const (),
        file_open::<P, H> as *const (),
        file_preallocate::<P, H> as *const (),
        file_read::<P, H> as *const (),
        file_read_c::<P, H> as *const (),
        file_read_all::<P, H> as *const (),
        file_read_all_c::<P, H> as *const (),
        file_read_all_begin::<P, H> as *const (),
        file_read_all_begin_c::<P, H> as *const (),
        file_read_all_end::<P, H> as *const (),
        file_read_at::<P, H> as *const (),
        file_read_at_c::<P, H> as *const (),
        file_read_at_all::<P, H> as *const (),
        file_read_at_all_c::<P, H> as *const (),
        file_read_at_all_begin::<P, H> as *const (),
        file_read_at_all_begin_c::<P, H> as *const (),
        file_read_at_all_end::<P, H> as *const (),
        file_read_ordered::<P, H> as *const (),
        file_read_ordered_c::<P, H> as *const (),
        file_read_ordered_begin::<P, H> as *const (),
        file_read_ordered_begin_c::<P, H> as *const (),
        file_read_ordered_end::<P, H> as *const (),
        file_read_shared::<P, H> as *const (),
        file_read_shared_c::<P, H> as *const (),
        file_seek::<P, H> as *const (),
        file_seek_shared::<P, H> as *const (),
        file_set_atomicity::<P, H> as *const (),
        file_set_errhandler::<P, H> as *const (),
        file_set_info::<P, H> as *const (),
        file_set_size::<P, H> as *const (),
        file_set_view::<P, H> as *const (),
        file_sync::<P, H> as *const (),
        calls::file_toint::<P, H> as *const (),
        file_write::<P, H> as *const (),
        file_write_c::<P, H> as *const (),
        file_write_all::<P, H> as *const (),
        file_write_all_c::<P, H> as *const (),
        file_write_all_begin::<P, H> as *const (),
        file_write_all_begin_c::<P, H> as *const (),
        file_write_all_end::<P, H> as *const (),
        file_write_at::<P, H> as *const (),
        file_write_at_c::<P, H> as *const (),
        file_write_at_all::<P, H> as *const (),
        file_write_at_all_c::<P, H> as *const (),
        file_write_at_all_begin::<P, H> as *const (),
        file_write_at_all_begin_c::<P, H> as *const (),
        file_write_at_all_end::<P, H> as *const (),
        file_write_ordered::<P, H> as *const (),
        file_write_ordered_c::<P, H> as *const (),
        file_write_ordered_begin::<P, H> as *const (),
        file_write_ordered_begin_c::<P, H> as *const (),
        file_write_ordered_end::<P, H> as *const (),
        file_write_shared::<P, H> as *const (),
        file_write_shared_c::<P, H> as *const (),
        finalize::<P, H> as *const (),
        finalized::<P, H> as *const (),
        free_mem::<P, H> as *const (),
        gather::<P, H> as *const (),
        gather_c::<P, H> as *const (),
        gather_init::<P, H> as *const (),
        gather_init_c::<P, H> as *const (),
        gatherv::<P, H> as *const (),
        gatherv_c::<P, H> as *const (),
        gatherv_init::<P, H> as *const (),
        gatherv_init_c::<P, H> as *const (),
        get::<P, H> as *const (),
        get_c::<P, H> as *const (),
        get_accumulate::<P, H> as *const (),
        get_accumulate_c::<P, H> as *const (),
        get_address::<P, H> as *const (),
        get_count::<P, H> as *const (),
        get_count_c::<P, H> as *const (),
        get_elements::<P, H> as *const (),
        get_elements_c::<P, H> as *const (),
        get_elements_x::<P, H> as *const (),
        get_hw_resource_info::<P, H> as *const (),
        calls::get_library_version::<P, H> as *const (),
        calls::get_processor_name::<P, H> as *const (),
        calls::get_version::<P, H> as *const (),
        graph_create::<P, H> as *const (),
        graph_get::<P, H> as *const (),
        graph_map::<P, H> as *const (),
        graph_neighbors::<P, H> as *const (),
        graph_neighbors_count::<P, H> as *const (),
        graphdims_get::<P, H> as *const (),
        grequest_complete::<P, H> as *const (),
        calls::grequest_start::<P, H> as *const (),
        group_compare::<P, H> as *const (),
        group_difference::<P, H> as *const (),
        group_excl::<P, H> as *const (),
        group_free::<P, H> as *const (),
        group_from_session_pset::<P, H> as *const (),
        calls::group_fromint::<P, H> as *const (),
        group_incl::<P, H> as *const (),
        group_intersection::<P, H> as *const (),
        group_range_excl::<P, H> as *const (),
        group_range_incl::<P, H> as *const (),
        group_rank::<P, H> as *const (),
        group_size::<P, H> as *const (),
        calls::group_toint::<P, H> as *const (),
        calls::group_translate_ranks::<P, H> as *const (),
        group_union::<P, H> as *const (),
        iallgather::<P, H> as *const (),
        iallgather_c::<P, H> as *const (),
        iallgatherv::<P, H> as *const (),
        iallgatherv_c::<P, H> as *const (),
        iallreduce::<P, H> as *const (),
        iallreduce_c::<P, H> as *const (),
        ialltoall::<P, H> as *const (),
        ialltoall_c::<P, H> as *const (),
        ialltoallv::<P, H> as *const (),
        ialltoallv_c::<P, H> as *const (),
        calls::ialltoallw::<P, H> as *const (),
        calls::ialltoallw_c::<P, H> as *const (),
        ibarrier::<P, H> as *const (),
        ibcast::<P, H> as *const (),
        ibcast_c::<P, H> as *const (),
        ibsend::<P, H> as *const (),
        ibsend_c::<P, H> as *const (),
        iexscan::<P, H> as *const (),
        iexscan_c::<P, H> as *const (),
        igather::<P, H> as *const (),
        igather_c::<P, H> as *const (),
        igatherv::<P, H> as *const (),
        igatherv_c::<P, H> as *const (),
        improbe::<P, H> as *const (),
        imrecv::<P, H> as *const (),
        imrecv_c::<P, H> as *const (),
        ineighbor_allgather::<P, H> as *const (),
        ineighbor_allgather_c::<P, H> as *const (),
        ineighbor_allgatherv::<P, H> as *const (),
        ineighbor_allgatherv_c::<P, H> as *const (),
        ineighbor_alltoall::<P, H> as *const (),
        ineighbor_alltoall_c::<P, H> as *const (),
        ineighbor_alltoallv::<P, H> as *const (),
        ineighbor_alltoallv_c::<P, H> as *const (),
        calls::ineighbor_alltoallw::<P, H> as *const (),
        calls::ineighbor_alltoallw_c::<P, H> as *const (),
        info_create::<P, H> as *const (),
        calls::info_create_env::<P, H> as *const (),
        info_delete::<P, H> as *const (),
        info_dup::<P, H> as *const (),
        info_free::<P, H> as *const (),
        calls::info_fromint::<P, H> as *const (),
        info_get::<P, H> as *const (),
        info_get_nkeys::<P, H> as *const (),
        calls::info_get_nthkey::<P, H> as *const (),
        info_get_string::<P, H> as *const (),
        info_get_valuelen::<P, H> as *const (),
        info_set::<P, H> as *const (),
        calls::info_toint::<P, H> as *const (),
        calls::init::<P, H> as *const (),
        calls::init_thread::<P, H> as *const (),
        initialized::<P, H> as *const (),
        intercomm_create::<P, H> as *const (),
        intercomm_create_from_groups::<P, H> as *const (),
        intercomm_merge::<P, H> as *const (),
        iprobe::<P, H> as *const (),
        irecv::<P, H> as *const (),
        irecv_c::<P, H> as *const (),
        ireduce::<P, H> as *const (),
        ireduce_c::<P, H> as *const (),
        ireduce_scatter::<P, H> as *const (),
        ireduce_scatter_c::<P, H> as *const (),
        ireduce_scatter_block::<P, H> as *const (),
        ireduce_scatter_block_c::<P, H> as *const (),
        irsend::<P, H> as *const (),
        irsend_c::<P, H> as *const (),
        is_thread_main::<P, H> as *const (),
        iscan::<P, H> as *const (),
        iscan_c::<P, H> as *const (),
        iscatter::<P, H> as *const (),
        iscatter_c::<P, H> as *const (),
        iscatterv::<P, H> as *const (),
        iscatterv_c::<P, H> as *const (),
        isend::<P, H> as *const (),
        isend_c::<P, H> as *const (),
        isendrecv::<P, H> as *const (),
        isendrecv_c::<P, H> as *const (),
        isendrecv_replace::<P, H> as *const (),
        isendrecv_replace_c::<P, H> as *const (),
        issend::<P, H> as *const (),
        issend_c::<P, H> as *const (),
        calls::keyval_create::<P, H> as *const (),
        keyval_free::<P, H> as *const (),
        calls::lookup_name::<P, H> as *const (),
        calls::message_fromint::<P, H> as *const (),
        calls::message_toint::<P, H> as *const (),
        mprobe::<P, H> as *const (),
        mrecv::<P, H> as *const (),
        mrecv_c::<P, H> as *const (),
        neighbor_allgather::<P, H> as *const (),
        neighbor_allgather_c::<P, H> as *const (),
        neighbor_allgather_init::<P, H> as *const (),
        neighbor_allgather_init_c::<P, H> as *const (),
        neighbor_allgatherv::<P, H> as *const (),
        neighbor_allgatherv_c::<P, H> as *const (),
        neighbor_allgatherv_init::<P, H> as *const (),
        neighbor_allgatherv_init_c::<P, H> as *const (),
        neighbor_alltoall::<P, H> as *const (),
        neighbor_alltoall_c::<P, H> as *const (),
        neighbor_alltoall_init::<P, H> as *const (),
        neighbor_alltoall_init_c::<P, H> as *const (),
        neighbor_alltoallv::<P, H> as *const (),
        neighbor_alltoallv_c::<P, H> as *const (),
        neighbor_alltoallv_init::<P, H> as *const (),
        neighbor_alltoallv_init_c::<P, H> as *const (),
        calls::neighbor_alltoallw::<P, H> as *const (),
        calls::neighbor_alltoallw_c::<P, H> as *const (),
        calls::neighbor_alltoallw_init::<P, H> as *const (),
        calls::neighbor_alltoallw_init_c::<P, H> as *const (),
        op_commutative::<P, H> as *const (),
        calls::op_create::<P, H> as *const (),
        calls::op_create_c::<P, H> as *const (),
        calls::op_free::<P, H> as *const (),
        calls::op_fromint::<P, H> as *const (),
        calls::op_toint::<P, H> as *const (),
        calls::open_port::<P, H> as *const (),
        pack::<P, H> as *const (),
        pack_c::<P, H> as *const (),
        pack_external::<P, H> as *const (),
        pack_external_c::<P, H> as *const (),
        pack_external_size::<P, H> as *const (),
        pack_external_size_c::<P, H> as *const (),
        pack_size::<P, H> as *const (),
        pack_size_c::<P, H> as *const (),
        parrived::<P, H> as *const (),
        calls::pcontrol::<P, H> as *const (),
        pready::<P, H> as *const (),
        pready_list::<P, H> as *const (),
        pready_range::<P, H> as *const (),
        precv_init::<P, H> as *const (),
        probe::<P, H> as *const (),
        psend_init::<P, H> as *const (),
        publish_name::<P, H> as *const (),
        put::<P, H> as *const (),
        put_c::<P, H> as *const (),
        query_thread::<P, H> as *const (),
        raccumulate::<P, H> as *const (),
        raccumulate_c::<P, H> as *const (),
        recv::<P, H> as *const (),
        recv_c::<P, H> as *const (),
        recv_init::<P, H> as *const (),
        recv_init_c::<P, H> as *const (),
        reduce::<P, H> as *const (),
        reduce_c::<P, H> as *const (),
        reduce_init::<P, H> as *const (),
        reduce_init_c::<P, H> as *const (),
        reduce_local::<P, H> as *const (),
        reduce_local_c::<P, H> as *const (),
        reduce_scatter::<P, H> as *const (),
        reduce_scatter_c::<P, H> as *const (),
        reduce_scatter_block::<P, H> as *const (),
        reduce_scatter_block_c::<P, H> as *const (),
        reduce_scatter_block_init::<P, H> as *const (),
        reduce_scatter_block_init_c::<P, H> as *const (),
        reduce_scatter_init::<P, H> as *const (),
        reduce_scatter_init_c::<P, H> as *const (),
        calls::register_datarep::<P, H> as *const (),
        calls::register_datarep_c::<P, H> as *const (),
        calls::remove_error_class::<P, H> as *const (),
        calls::remove_error_code::<P, H> as *const (),
        remove_error_string::<P, H> as *const (),
        request_free::<P, H> as *const (),
        calls::request_fromint::<P, H> as *const (),
        request_get_status::<P, H> as *const (),
        calls::request_get_status_all::<P, H> as *const (),
        calls::request_get_status_any::<P, H> as *const (),
        calls::request_get_status_some::<P, H> as *const (),
        calls::request_toint::<P, H> as *const (),
        rget::<P, H> as *const (),
        rget_c::<P, H> as *const (),
        rget_accumulate::<P, H> as *const (),
        rget_accumulate_c::<P, H> as *const (),
        rput::<P, H> as *const (),
        rput_c::<P, H> as *const (),
        rsend::<P, H> as *const (),
        rsend_c::<P, H> as *const (),
        rsend_init::<P, H> as *const (),
        rsend_init_c::<P, H> as *const (),
        scan::<P, H> as *const (),
        scan_c::<P, H> as *const (),
        scan_init::<P, H> as *const (),
        scan_init_c::<P, H> as *const (),
        scatter::<P, H> as *const (),
        scatter_c::<P, H> as *const (),
        scatter_init::<P, H> as *const (),
        scatter_init_c::<P, H> as *const (),
        scatterv::<P, H> as *const (),
        scatterv_c::<P, H> as *const (),
        scatterv_init::<P, H> as *const (),
        scatterv_init_c::<P, H> as *const (),
        send::<P, H> as *const (),
        send_c::<P, H> as *const (),
        send_init::<P, H> as *const (),
        send_init_c::<P, H> as *const (),
        sendrecv::<P, H> as *const (),
        sendrecv_c::<P, H> as *const (),
        sendrecv_replace::<P, H> as *const (),
        sendrecv_replace_c::<P, H> as *const (),
        calls::session_attach_buffer::<P, H> as *const (),
        calls::session_attach_buffer_c::<P, H> as *const (),
        session_call_errhandler::<P, H> as *const (),
        calls::session_create_errhandler::<P, H> as *const (),
        calls::session_detach_buffer::<P, H> as *const (),
        calls::session_detach_buffer_c::<P, H> as *const (),
        session_finalize::<P, H> as *const (),
        session_flush_buffer::<P, H> as *const (),
        calls::session_fromint::<P, H> as *const (),
        session_get_errhandler::<P, H> as *const (),
        session_get_info::<P, H> as *const (),
        session_get_nth_pset::<P, H> as *const (),
        session_get_num_psets::<P, H> as *const (),
        session_get_pset_info::<P, H> as *const (),
        session_iflush_buffer::<P, H> as *const (),
        session_init::<P, H> as *const (),
        session_set_errhandler::<P, H> as *const (),
        calls::session_toint::<P, H> as *const (),
        ssend::<P, H> as *const (),
        ssend_c::<P, H> as *const (),
        ssend_init::<P, H> as *const (),
        ssend_init_c::<P, H> as *const (),
        start::<P, H> as *const (),
        calls::startall::<P, H> as *const (),
        calls::status_get_error::<P, H> as *const (),
        calls::status_get_source::<P, H> as *const (),
        calls::status_get_tag::<P, H> as *const (),
        status_set_cancelled::<P, H> as *const (),
        status_set_elements::<P, H> as *const (),
        status_set_elements_c::<P, H> as *const (),
        status_set_elements_x::<P, H> as *const (),
        calls::status_set_error::<P, H> as *const (),
        calls::status_set_source::<P, H> as *const (),
        calls::status_set_tag::<P, H> as *const (),
        t_category_changed::<P, H> as *const (),
        t_category_get_categories::<P, H> as *const (),
        t_category_get_cvars::<P, H> as *const (),
        t_category_get_events::<P, H> as *const (),
        t_category_get_index::<P, H> as *const (),
        t_category_get_info::<P, H> as *const (),
        t_category_get_num::<P, H> as *const (),
        t_category_get_num_events::<P, H> as *const (),
        t_category_get_pvars::<P, H> as *const (),
        t_cvar_get_index::<P, H> as *const (),
        t_cvar_get_info::<P, H> as *const (),
        t_cvar_get_num::<P, H> as *const (),
        calls::t_cvar_handle_alloc::<P, H> as *const (),
        t_cvar_handle_free::<P, H> as *const (),
        t_cvar_read::<P, H> as *const (),
        t_cvar_write::<P, H> as *const (),
        t_enum_get_info::<P, H> as *const (),
        t_enum_get_item::<P, H> as *const (),
        t_event_callback_get_info::<P, H> as *const (),
        t_event_callback_set_info::<P, H> as *const (),
        t_event_copy::<P, H> as *const (),
        t_event_get_index::<P, H> as *const (),
        calls::t_event_get_info::<P, H> as *const (),
        t_event_get_num::<P, H> as *const (),
        t_event_get_source::<P, H> as *const (),
        t_event_get_timestamp::<P, H> as *const (),
        calls::t_event_handle_alloc::<P, H> as *const (),
        calls::t_event_handle_free::<P, H> as *const (),
        t_event_handle_get_info::<P, H> as *const (),
        t_event_handle_set_info::<P, H> as *const (),
        t_event_read::<P, H> as *const (),
        calls::t_event_register_callback::<P, H> as *const (),
        calls::t_event_set_dropped_handler::<P, H> as *const (),
        t_finalize::<P, H> as *const (),
        t_init_thread::<P, H> as *const (),
        t_pvar_get_index::<P, H> as *const (),
        t_pvar_get_info::<P, H> as *const (),
        t_pvar_get_num::<P, H> as *const (),
        calls::t_pvar_handle_alloc::<P, H> as *const (),
        t_pvar_handle_free::<P, H> as *const (),
        t_pvar_read::<P, H> as *const (),
        t_pvar_readreset::<P, H> as *const (),
        t_pvar_reset::<P, H> as *const (),
        t_pvar_session_create::<P, H> as *const (),
        t_pvar_session_free::<P, H> as *const (),
        t_pvar_start::<P, H> as *const (),
        t_pvar_stop::<P, H> as *const (),
        t_pvar_write::<P, H> as *const (),
        t_source_get_info::<P, H> as *const (),
        t_source_get_num::<P, H> as *const (),
        t_source_get_timestamp::<P, H> as *const (),
        test::<P, H> as *const (),
        test_cancelled::<P, H> as *const (),
        calls::testall::<P, H> as *const (),
        calls::testany::<P, H> as *const (),
        calls::testsome::<P, H> as *const (),
        topo_test::<P, H> as *const (),
        type_commit::<P, H> as *const (),
        type_contiguous::<P, H> as *const (),
        type_contiguous_c::<P, H> as *const (),
        type_create_darray::<P, H> as *const (),
        type_create_darray_c::<P, H> as *const (),
        type_create_f90_complex::<P, H> as *const (),
        type_create_f90_integer::<P, H> as *const (),
        type_create_f90_real::<P, H> as *const (),
        type_create_hindexed::<P, H> as *const (),
        type_create_hindexed_c::<P, H> as *const (),
        type_create_hindexed_block::<P, H> as *const (),
        type_create_hindexed_block_c::<P, H> as *const (),
        type_create_hvector::<P, H> as *const (),
        type_create_hvector_c::<P, H> as *const (),
        type_create_indexed_block::<P, H> as *const (),
        type_create_indexed_block_c::<P, H> as *const (),
        calls::type_create_keyval::<P, H> as *const (),
        type_create_resized::<P, H> as *const (),
        type_create_resized_c::<P, H> as *const (),
        type_create_struct::<P, H> as *const (),
        type_create_struct_c::<P, H> as *const (),
        type_create_subarray::<P, H> as *const (),
        type_create_subarray_c::<P, H> as *const (),
        type_delete_attr::<P, H> as *const (),
        type_dup::<P, H> as *const (),
        type_extent::<P, H> as *const (),
        type_free::<P, H> as *const (),
        type_free_keyval::<P, H> as *const (),
        calls::type_fromint::<P, H> as *const (),
        calls::type_get_attr::<P, H> as *const (),
        calls::type_get_contents::<P, H> as *const (),
        calls::type_get_contents_c::<P, H> as *const (),
        type_get_envelope::<P, H> as *const (),
        type_get_envelope_c::<P, H> as *const (),
        type_get_extent::<P, H> as *const (),
        type_get_extent_c::<P, H> as *const (),
        type_get_extent_x::<P, H> as *const (),
        calls::type_get_name::<P, H> as *const (),
        type_get_true_extent::<P, H> as *const (),
        type_get_true_extent_c::<P, H> as *const (),
        type_get_true_extent_x::<P, H> as *const (),
        type_get_value_index::<P, H> as *const (),
        type_hindexed::<P, H> as *const (),
        type_hvector::<P, H> as *const (),
        type_indexed::<P, H> as *const (),
        type_indexed_c::<P, H> as *const (),
        type_lb::<P, H> as *const (),
        type_match_size::<P, H> as *const (),
        type_set_attr::<P, H> as *const (),
        type_set_name::<P, H> as *const (),
        type_size::<P, H> as *const (),
        type_size_c::<P, H> as *const (),
        type_size_x::<P, H> as *const (),
        type_struct::<P, H> as *const (),
        calls::type_toint::<P, H> as *const (),
        type_ub::<P, H> as *const (),
        type_vector::<P, H> as *const (),
        type_vector_c::<P, H> as *const (),
        unpack::<P, H> as *const (),
        unpack_c::<P, H> as *const (),
        unpack_external::<P, H> as *const (),
        unpack_external_c::<P, H> as *const (),
        unpublish_name::<P, H> as *const (),
        calls::wait::<P, H> as *const (),
        calls::waitall::<P, H> as *const (),
        calls::waitany::<P, H> as *const (),
        calls::waitsome::<P, H> as *const (),
        win_allocate::<P, H> as *const (),
        win_allocate_c::<P, H> as *const (),
        win_allocate_shared::<P, H> as *const (),
        win_allocate_shared_c::<P, H> as *const (),
        win_attach::<P, H> as *const (),
        win_call_errhandler::<P, H> as *const (),
        win_complete::<P, H> as *const (),
        win_create::<P, H> as *const (),
        win_create_c::<P, H> as *const (),
        win_create_dynamic::<P, H> as *const (),
        calls::win_create_errhandler::<P, H> as *const (),
        calls::win_create_keyval::<P, H> as *const (),
        win_delete_attr::<P, H> as *const (),
        win_detach::<P, H> as *const (),
        win_fence::<P, H> as *const (),
        win_flush::<P, H> as *const (),
        win_flush_all::<P, H> as *const (),
        win_flush_local::<P, H> as *const (),
        win_flush_local_all::<P, H> as *const (),
        win_free::<P, H> as *const (),
        win_free_keyval::<P, H> as *const (),
        calls::win_fromint::<P, H> as *const (),
        calls::win_get_attr::<P, H> as *const (),
        win_get_errhandler::<P, H> as *const (),
        win_get_group::<P, H> as *const (),
        win_get_info::<P, H> as *const (),
        calls::win_get_name::<P, H> as *const (),
        win_lock::<P, H> as *const (),
        win_lock_all::<P, H> as *const (),
        win_post::<P, H> as *const (),
        win_set_attr::<P, H> as *const (),
        win_set_errhandler::<P, H> as *const (),
        win_set_info::<P, H> as *const (),
        win_set_name::<P, H> as *const (),
        win_shared_query::<P, H> as *const (),
        win_shared_query_c::<P, H> as *const (),
        win_start::<P, H> as *const (),
        win_sync::<P, H> as *const (),
        win_test::<P, H> as *const (),
        calls::win_toint::<P, H> as *const (),
        win_unlock::<P, H> as *const (),
        win_unlock_all::<P, H> as *const (),
        win_wait::<P, H> as *const (),
        wtick::<P, H> as *const (),
        wtime::<P, H> as *const (),
    ]
}

/// The forms with large counts, by those without, for hosts that have only these.
pub(crate) fn narrowed<P: Program, H: Host>() -> Vec<(usize, usize, *const ())> {
    vec![
        (index::ACCUMULATE_C, index::ACCUMULATE, accumulate_c_narrowed::<P, H> as *const ()),
        (index::ALLGATHER_C, index::ALLGATHER, allgather_c_narrowed::<P, H> as *const ()),
        (index::ALLGATHER_INIT_C, index::ALLGATHER_INIT, allgather_init_c_narrowed::<P, H> as *const ()),
        (index::ALLGATHERV_C, index::ALLGATHERV, allgatherv_c_narrowed::<P, H> as *const ()),
        (index::ALLGATHERV_INIT_C, index::ALLGATHERV_INIT, allgatherv_init_c_narrowed::<P, H> as *const ()),
        (index::ALLREDUCE_C, index::ALLREDUCE, allreduce_c_narrowed::<P, H> as *const ()),
        (index::ALLREDUCE_INIT_C, index::ALLREDUCE_INIT, allreduce_init_c_narrowed::<P, H> as *const ()),
        (index::ALLTOALL_C, index::ALLTOALL, alltoall_c_narrowed::<P, H> as *const ()),
        (index::ALLTOALL_INIT_C, index::ALLTOALL_INIT, alltoall_init_c_narrowed::<P, H> as *const ()),
        (index::ALLTOALLV_C, index::ALLTOALLV, alltoallv_c_narrowed::<P, H> as *const ()),
        (index::ALLTOALLV_INIT_C, index::ALLTOALLV_INIT, alltoallv_init_c_narrowed::<P, H> as *const ()),
        (index::BCAST_C, index::BCAST, bcast_c_narrowed::<P, H> as *const ()),
        (index::BCAST_INIT_C, index::BCAST_INIT, bcast_init_c_narrowed::<P, H> as *const ()),
        (index::BSEND_C, index::BSEND, bsend_c_narrowed::<P, H> as *const ()),
        (index::BSEND_INIT_C, index::BSEND_INIT, bsend_init_c_narrowed::<P, H> as *const ()),
        (index::EXSCAN_C, index::EXSCAN, exscan_c_narrowed::<P, H> as *const ()),
        (index::EXSCAN_INIT_C, index::EXSCAN_INIT, exscan_init_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_GET_TYPE_EXTENT_C,
            index::FILE_GET_TYPE_EXTENT,
            file_get_type_extent_c_narrowed::<P, H> as *const (),
        ),
        (index::FILE_IREAD_C, index::FILE_IREAD, file_iread_c_narrowed::<P, H> as *const ()),
        (index::FILE_IREAD_ALL_C, index::FILE_IREAD_ALL, file_iread_all_c_narrowed::<P, H> as *const ()),
        (index::FILE_IREAD_AT_C, index::FILE_IREAD_AT, file_iread_at_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_IREAD_AT_ALL_C,
            index::FILE_IREAD_AT_ALL,
            file_iread_at_all_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_IREAD_SHARED_C,
            index::FILE_IREAD_SHARED,
            file_iread_shared_c_narrowed::<P, H> as *const (),
        ),
        (index::FILE_IWRITE_C, index::FILE_IWRITE, file_iwrite_c_narrowed::<P, H> as *const ()),
        (index::FILE_IWRITE_ALL_C, index::FILE_IWRITE_ALL, file_iwrite_all_c_narrowed::<P, H> as *const ()),
        (index::FILE_IWRITE_AT_C, index::FILE_IWRITE_AT, file_iwrite_at_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_IWRITE_AT_ALL_C,
            index::FILE_IWRITE_AT_ALL,
            file_iwrite_at_all_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_IWRITE_SHARED_C,
            index::FILE_IWRITE_SHARED,
            file_iwrite_shared_c_narrowed::<P, H> as *const (),
        ),
        (index::FILE_READ_C, index::FILE_READ, file_read_c_narrowed::<P, H> as *const ()),
        (index::FILE_READ_ALL_C, index::FILE_READ_ALL, file_read_all_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_READ_ALL_BEGIN_C,
            index::FILE_READ_ALL_BEGIN,
            file_read_all_begin_c_narrowed::<P, H> as *const (),
        ),
        (index::FILE_READ_AT_C, index::FILE_READ_AT, file_read_at_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_READ_AT_ALL_C,
            index::FILE_READ_AT_ALL,
            file_read_at_all_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_READ_AT_ALL_BEGIN_C,
            index::FILE_READ_AT_ALL_BEGIN,
            file_read_at_all_begin_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_READ_ORDERED_C,
            index::FILE_READ_ORDERED,
            file_read_ordered_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_READ_ORDERED_BEGIN_C,
            index::FILE_READ_ORDERED_BEGIN,
            file_read_ordered_begin_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_READ_SHARED_C,
            index::FILE_READ_SHARED,
            file_read_shared_c_narrowed::<P, H> as *const (),
        ),
        (index::FILE_WRITE_C, index::FILE_WRITE, file_write_c_narrowed::<P, H> as *const ()),
        (index::FILE_WRITE_ALL_C, index::FILE_WRITE_ALL, file_write_all_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_WRITE_ALL_BEGIN_C,
            index::FILE_WRITE_ALL_BEGIN,
            file_write_all_begin_c_narrowed::<P, H> as *const (),
        ),
        (index::FILE_WRITE_AT_C, index::FILE_WRITE_AT, file_write_at_c_narrowed::<P, H> as *const ()),
        (
            index::FILE_WRITE_AT_ALL_C,
            index::FILE_WRITE_AT_ALL,
            file_write_at_all_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_WRITE_AT_ALL_BEGIN_C,
            index::FILE_WRITE_AT_ALL_BEGIN,
            file_write_at_all_begin_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_WRITE_ORDERED_C,
            index::FILE_WRITE_ORDERED,
            file_write_ordered_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_WRITE_ORDERED_BEGIN_C,
            index::FILE_WRITE_ORDERED_BEGIN,
            file_write_ordered_begin_c_narrowed::<P, H> as *const (),
        ),
        (
            index::FILE_WRITE_SHARED_C,
            index::FILE_WRITE_SHARED,
            file_write_shared_c_narrowed::<P, H> as *const (),
        ),
        (index::GATHER_C, index::GATHER, gather_c_narrowed::<P, H> as *const ()),
        (index::GATHER_INIT_C, index::GATHER_INIT, gather_init_c_narrowed::<P, H> as *const ()),
        (index::GATHERV_C, index::GATHERV, gatherv_c_narrowed::<P, H> as *const ()),
        (index::GATHERV_INIT_C, index::GATHERV_INIT, gatherv_init_c_narrowed::<P, H> as *const ()),
        (index::GET_C, index::GET, get_c_narrowed::<P, H> as *const ()),
        (index::GET_ACCUMULATE_C, index::GET_ACCUMULATE, get_accumulate_c_narrowed::<P, H> as *const ()),
        (index::GET_COUNT_C, index::GET_COUNT, get_count_c_narrowed::<P, H> as *const ()),
        (index::GET_ELEMENTS_C, index::GET_ELEMENTS, get_elements_c_narrowed::<P, H> as *const ()),
        (index::IALLGATHER_C, index::IALLGATHER, iallgather_c_narrowed::<P, H> as *const ()),
        (index::IALLGATHERV_C, index::IALLGATHERV, iallgatherv_c_narrowed::<P, H> as *const ()),
        (index::IALLREDUCE_C, index::IALLREDUCE, iallreduce_c_narrowed::<P, H> as *const ()),
        (index::IALLTOALL_C, index::IALLTOALL, ialltoall_c_narrowed::<P, H> as *const ()),
        (index::IALLTOALLV_C, index::IALLTOALLV, ialltoallv_c_narrowed::<P, H> as *const ()),
        (index::IBCAST_C, index::IBCAST, ibcast_c_narrowed::<P, H> as *const ()),
        (index::IBSEND_C, index::IBSEND, ibsend_c_narrowed::<P, H> as *const ()),
        (index::IEXSCAN_C, index::IEXSCAN, iexscan_c_narrowed::<P, H> as *const ()),
        (index::IGATHER_C, index::IGATHER, igather_c_narrowed::<P, H> as *const ()),
        (index::IGATHERV_C, index::IGATHERV, igatherv_c_narrowed::<P, H> as *const ()),
        (index::IMRECV_C, index::IMRECV, imrecv_c_narrowed::<P, H> as *const ()),
        (
            index::INEIGHBOR_ALLGATHER_C,
            index::INEIGHBOR_ALLGATHER,
            ineighbor_allgather_c_narrowed::<P, H> as *const (),
        ),
        (
            index::INEIGHBOR_ALLGATHERV_C,
            index::INEIGHBOR_ALLGATHERV,
            ineighbor_allgatherv_c_narrowed::<P, H> as *const (),
        ),
        (
            index::INEIGHBOR_ALLTOALL_C,
            index::INEIGHBOR_ALLTOALL,
            ineighbor_alltoall_c_narrowed::<P, H> as *const (),
        ),
        (
            index::INEIGHBOR_ALLTOALLV_C,
            index::INEIGHBOR_ALLTOALLV,
            ineighbor_alltoallv_c_narrowed::<P, H> as *const (),
        ),
        (index::IRECV_C, index::IRECV, irecv_c_narrowed::<P, H> as *const ()),
        (index::IREDUCE_C, index::IREDUCE, ireduce_c_narrowed::<P, H> as *const ()),
        (index::IREDUCE_SCATTER_C, index::IREDUCE_SCATTER, ireduce_scatter_c_narrowed::<P, H> as *const ()),
        (
            index::IREDUCE_SCATTER_BLOCK_C,
            index::IREDUCE_SCATTER_BLOCK,
            ireduce_scatter_block_c_narrowed::<P, H> as *const (),
        ),
        (index::IRSEND_C, index::IRSEND, irsend_c_narrowed::<P, H> as *const ()),
        (index::ISCAN_C, index::ISCAN, iscan_c_narrowed::<P, H> as *const ()),
        (index::ISCATTER_C, index::ISCATTER, iscatter_c_narrowed::<P, H> as *const ()),
        (index::ISCATTERV_C, index::ISCATTERV, iscatterv_c_narrowed::<P, H> as *const ()),
        (index::ISEND_C, index::ISEND, isend_c_narrowed::<P, H> as *const ()),
        (index::ISENDRECV_C, index::ISENDRECV, isendrecv_c_narrowed::<P, H> as *const ()),
        (
            index::ISENDRECV_REPLACE_C,
            index::ISENDRECV_REPLACE,
            isendrecv_replace_c_narrowed::<P, H> as *const (),
        ),
        (index::ISSEND_C, index::ISSEND, issend_c_narrowed::<P, H> as *const ()),
        (index::MRECV_C, index::MRECV, mrecv_c_narrowed::<P, H> as *const ()),
        (
            index::NEIGHBOR_ALLGATHER_C,
            index::NEIGHBOR_ALLGATHER,
            neighbor_allgather_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLGATHER_INIT_C,
            index::NEIGHBOR_ALLGATHER_INIT,
            neighbor_allgather_init_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLGATHERV_C,
            index::NEIGHBOR_ALLGATHERV,
            neighbor_allgatherv_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLGATHERV_INIT_C,
            index::NEIGHBOR_ALLGATHERV_INIT,
            neighbor_allgatherv_init_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLTOALL_C,
            index::NEIGHBOR_ALLTOALL,
            neighbor_alltoall_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLTOALL_INIT_C,
            index::NEIGHBOR_ALLTOALL_INIT,
            neighbor_alltoall_init_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLTOALLV_C,
            index::NEIGHBOR_ALLTOALLV,
            neighbor_alltoallv_c_narrowed::<P, H> as *const (),
        ),
        (
            index::NEIGHBOR_ALLTOALLV_INIT_C,
            index::NEIGHBOR_ALLTOALLV_INIT,
            neighbor_alltoallv_init_c_narrowed::<P, H> as *const (),
        ),
        (index::PACK_C, index::PACK, pack_c_narrowed::<P, H> as *const ()),
        (index::PACK_EXTERNAL_C, index::PACK_EXTERNAL, pack_external_c_narrowed::<P, H> as *const ()),
        (
            index::PACK_EXTERNAL_SIZE_C,
            index::PACK_EXTERNAL_SIZE,
            pack_external_size_c_narrowed::<P, H> as *const (),
        ),
        (index::PACK_SIZE_C, index::PACK_SIZE, pack_size_c_narrowed::<P, H> as *const ()),
        (index::PUT_C, index::PUT, put_c_narrowed::<P, H> as *const ()),
        (index::RACCUMULATE_C, index::RACCUMULATE, raccumulate_c_narrowed::<P, H> as *const ()),
        (index::RECV_C, index::RECV, recv_c_narrowed::<P, H> as *const ()),
        (index::RECV_INIT_C, index::RECV_INIT, recv_init_c_narrowed::<P, H> as *const ()),
        (index::REDUCE_C, index::REDUCE, reduce_c_narrowed::<P, H> as *const ()),
        (index::REDUCE_INIT_C, index::REDUCE_INIT, reduce_init_c_narrowed::<P, H> as *const ()),
        (index::REDUCE_LOCAL_C, index::REDUCE_LOCAL, reduce_local_c_narrowed::<P, H> as *const ()),
        (index::REDUCE_SCATTER_C, index::REDUCE_SCATTER, reduce_scatter_c_narrowed::<P, H> as *const ()),
        (
            index::REDUCE_SCATTER_BLOCK_C,
            index::REDUCE_SCATTER_BLOCK,
            reduce_scatter_block_c_narrowed::<P, H> as *const (),
        ),
        (
            index::REDUCE_SCATTER_BLOCK_INIT_C,
            index::REDUCE_SCATTER_BLOCK_INIT,
            reduce_scatter_block_init_c_narrowed::<P, H> as *const (),
        ),
        (
            index::REDUCE_SCATTER_INIT_C,
            index::REDUCE_SCATTER_INIT,
            reduce_scatter_init_c_narrowed::<P, H> as *const (),
        ),
        (index::RGET_C, index::RGET, rget_c_narrowed::<P, H> as *const ()),
        (index::RGET_ACCUMULATE_C, index::RGET_ACCUMULATE, rget_accumulate_c_narrowed::<P, H> as *const ()),
        (index::RPUT_C, index::RPUT, rput_c_narrowed::<P, H> as *const ()),
        (index::RSEND_C, index::RSEND, rsend_c_narrowed::<P, H> as *const ()),
        (index::RSEND_INIT_C, index::RSEND_INIT, rsend_init_c_narrowed::<P, H> as *const ()),
        (index::SCAN_C, index::SCAN, scan_c_narrowed::<P, H> as *const ()),
        (index::SCAN_INIT_C, index::SCAN_INIT, scan_init_c_narrowed::<P, H> as *const ()),
        (index::SCATTER_C, index::SCATTER, scatter_c_narrowed::<P, H> as *const ()),
        (index::SCATTER_INIT_C, index::SCATTER_INIT, scatter_init_c_narrowed::<P, H> as *const ()),
        (index::SCATTERV_C, index::SCATTERV, scatterv_c_narrowed::<P, H> as *const ()),
        (index::SCATTERV_INIT_C, index::SCATTERV_INIT, scatterv_init_c_narrowed::<P, H> as *const ()),
        (index::SEND_C, index::SEND, send_c_narrowed::<P, H> as *const ()),
        (index::SEND_INIT_C, index::SEND_INIT, send_init_c_narrowed::<P, H> as *const ()),
        (index::SENDRECV_C, index::SENDRECV, sendrecv_c_narrowed::<P, H> as *const ()),
        (
            index::SENDRECV_REPLACE_C,
            index::SENDRECV_REPLACE,
            sendrecv_replace_c_narrowed::<P, H> as *const (),
        ),
        (index::SSEND_C, index::SSEND, ssend_c_narrowed::<P, H> as *const ()),
        (index::SSEND_INIT_C, index::SSEND_INIT, ssend_init_c_narrowed::<P, H> as *const ()),
        (
            index::STATUS_SET_ELEMENTS_C,
            index::STATUS_SET_ELEMENTS,
            status_set_elements_c_narrowed::<P, H> as *const (),
        ),
        (index::TYPE_CONTIGUOUS_C, index::TYPE_CONTIGUOUS, type_contiguous_c_narrowed::<P, H> as *const ()),
        (
            index::TYPE_CREATE_DARRAY_C,
            index::TYPE_CREATE_DARRAY,
            type_create_darray_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_HINDEXED_C,
            index::TYPE_CREATE_HINDEXED,
            type_create_hindexed_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_HINDEXED_BLOCK_C,
            index::TYPE_CREATE_HINDEXED_BLOCK,
            type_create_hindexed_block_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_HVECTOR_C,
            index::TYPE_CREATE_HVECTOR,
            type_create_hvector_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_INDEXED_BLOCK_C,
            index::TYPE_CREATE_INDEXED_BLOCK,
            type_create_indexed_block_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_RESIZED_C,
            index::TYPE_CREATE_RESIZED,
            type_create_resized_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_STRUCT_C,
            index::TYPE_CREATE_STRUCT,
            type_create_struct_c_narrowed::<P, H> as *const (),
        ),
        (
            index::TYPE_CREATE_SUBARRAY_C,
            index::TYPE_CREATE_SUBARRAY,
            type_create_subarray_c_narrowed::<P, H> as *const (),
        ),
        (index::TYPE_GET_EXTENT_C, index::TYPE_GET_EXTENT, type_get_extent_c_narrowed::<P, H> as *const ()),
        (
            index::TYPE_GET_TRUE_EXTENT_C,
            index::TYPE_GET_TRUE_EXTENT,
            type_get_true_extent_c_narrowed::<P, H> as *const (),
        ),
        (index::TYPE_INDEXED_C, index::TYPE_INDEXED, type_indexed_c_narrowed::<P, H> as *const ()),
        (index::TYPE_SIZE_C, index::TYPE_SIZE, type_size_c_narrowed::<P, H> as *const ()),
        (index::TYPE_VECTOR_C, index::TYPE_VECTOR, type_vector_c_narrowed::<P, H> as *const ()),
        (index::UNPACK_C, index::UNPACK, unpack_c_narrowed::<P, H> as *const ()),
        (index::UNPACK_EXTERNAL_C, index::UNPACK_EXTERNAL, unpack_external_c_narrowed::<P, H> as *const ()),
        (index::WIN_ALLOCATE_C, index::WIN_ALLOCATE, win_allocate_c_narrowed::<P, H> as *const ()),
        (
            index::WIN_ALLOCATE_SHARED_C,
            index::WIN_ALLOCATE_SHARED,
            win_allocate_shared_c_narrowed::<P, H> as *const (),
        ),
        (index::WIN_CREATE_C, index::WIN_CREATE, win_create_c_narrowed::<P, H> as *const ()),
        (
            index::WIN_SHARED_QUERY_C,
            index::WIN_SHARED_QUERY,
            win_shared_query_c_narrowed::<P, H> as *const (),
        ),
    ]
}

/// What is made from what in `narrowed`.
pub(crate) const NARROWED: [(usize, usize); 143] = [
    (index::ACCUMULATE_C, index::ACCUMULATE),
    (index::ALLGATHER_C, index::ALLGATHER),
    (index::ALLGATHER_INIT_C, index::ALLGATHER_INIT),
    (index::ALLGATHERV_C, index::ALLGATHERV),
    (index::ALLGATHERV_INIT_C, index::ALLGATHERV_INIT),
    (index::ALLREDUCE_C, index::ALLREDUCE),
    (index::ALLREDUCE_INIT_C, index::ALLREDUCE_INIT),
    (index::ALLTOALL_C, index::ALLTOALL),
    (index::ALLTOALL_INIT_C, index::ALLTOALL_INIT),
    (index::ALLTOALLV_C, index::ALLTOALLV),
    (index::ALLTOALLV_INIT_C, index::ALLTOALLV_INIT),
    (index::BCAST_C, index::BCAST),
    (index::BCAST_INIT_C, index::BCAST_INIT),
    (index::BSEND_C, index::BSEND),
    (index::BSEND_INIT_C, index::BSEND_INIT),
    (index::EXSCAN_C, index::EXSCAN),
    (index::EXSCAN_INIT_C, index::EXSCAN_INIT),
    (index::FILE_GET_TYPE_EXTENT_C, index::FILE_GET_TYPE_EXTENT),
    (index::FILE_IREAD_C, index::FILE_IREAD),
    (index::FILE_IREAD_ALL_C, index::FILE_IREAD_ALL),
    (index::FILE_IREAD_AT_C, index::FILE_IREAD_AT),
    (index::FILE_IREAD_AT_ALL_C, index::FILE_IREAD_AT_ALL),
    (index::FILE_IREAD_SHARED_C, index::FILE_IREAD_SHARED),
    (index::FILE_IWRITE_C, index::FILE_IWRITE),
    (index::FILE_IWRITE_ALL_C, index::FILE_IWRITE_ALL),
    (index::FILE_IWRITE_AT_C, index::FILE_IWRITE_AT),
    (index::FILE_IWRITE_AT_ALL_C, index::FILE_IWRITE_AT_ALL),
    (index::FILE_IWRITE_SHARED_C, index::FILE_IWRITE_SHARED),
    (index::FILE_READ_C, index::FILE_READ),
    (index::FILE_READ_ALL_C, index::FILE_READ_ALL),
    (index::FILE_READ_ALL_BEGIN_C, index::FILE_READ_ALL_BEGIN),
    (index::FILE_READ_AT_C, index::FILE_READ_AT),
    (index::FILE_READ_AT_ALL_C, index::FILE_READ_AT_ALL),
    (index::FILE_READ_AT_ALL_BEGIN_C, index::FILE_READ_AT_ALL_BEGIN),
    (index::FILE_READ_ORDERED_C, index::FILE_READ_ORDERED),
    (index::FILE_READ_ORDERED_BEGIN_C, index::FILE_READ_ORDERED_BEGIN),
    (index::FILE_READ_SHARED_C, index::FILE_READ_SHARED),
    (index::FILE_WRITE_C, index::FILE_WRITE),
    (index::FILE_WRITE_ALL_C, index::FILE_WRITE_ALL),
    (index::FILE_WRITE_ALL_BEGIN_C, index::FILE_WRITE_ALL_BEGIN),
    (index::FILE_WRITE_AT_C, index::FILE_WRITE_AT),
    (index::FILE_WRITE_AT_ALL_C, index::FILE_WRITE_AT_ALL),
    (index::FILE_WRITE_AT_ALL_BEGIN_C, index::FILE_WRITE_AT_ALL_BEGIN),
    (index::FILE_WRITE_ORDERED_C, index::FILE_WRITE_ORDERED),
    (index::FILE_WRITE_ORDERED_BEGIN_C, index::FILE_WRITE_ORDERED_BEGIN),
    (index::FILE_WRITE_SHARED_C, index::FILE_WRITE_SHARED),
    (index::GATHER_C, index::GATHER),
    (index::GATHER_INIT_C, index::GATHER_INIT),
    (index::GATHERV_C, index::GATHERV),
    (index::GATHERV_INIT_C, index::GATHERV_INIT),
    (index::GET_C, index::GET),
    (index::GET_ACCUMULATE_C, index::GET_ACCUMULATE),
    (index::GET_COUNT_C, index::GET_COUNT),
    (index::GET_ELEMENTS_C, index::GET_ELEMENTS),
    (index::IALLGATHER_C, index::IALLGATHER),
    (index::IALLGATHERV_C, index::IALLGATHERV),
    (index::IALLREDUCE_C, index::IALLREDUCE),
    (index::IALLTOALL_C, index::IALLTOALL),
    (index::IALLTOALLV_C, index::IALLTOALLV),
    (index::IBCAST_C, index::IBCAST),
    (index::IBSEND_C, index::IBSEND),
    (index::IEXSCAN_C, index::IEXSCAN),
    (index::IGATHER_C, index::IGATHER),
    (index::IGATHERV_C, index::IGATHERV),
    (index::IMRECV_C, index::IMRECV),
    (index::INEIGHBOR_ALLGATHER_C, index::INEIGHBOR_ALLGATHER),
    (index::INEIGHBOR_ALLGATHERV_C, index::INEIGHBOR_ALLGATHERV),
    (index::INEIGHBOR_ALLTOALL_C, index::INEIGHBOR_ALLTOALL),
    (index::INEIGHBOR_ALLTOALLV_C, index::INEIGHBOR_ALLTOALLV),
    (index::IRECV_C, index::IRECV),
    (index::IREDUCE_C, index::IREDUCE),
    (index::IREDUCE_SCATTER_C, index::IREDUCE_SCATTER),
    (index::IREDUCE_SCATTER_BLOCK_C, index::IREDUCE_SCATTER_BLOCK),
    (index::IRSEND_C, index::IRSEND),
    (index::ISCAN_C, index::ISCAN),
    (index::ISCATTER_C, index::ISCATTER),
    (index::ISCATTERV_C, index::ISCATTERV),
    (index::ISEND_C, index::ISEND),
    (index::ISENDRECV_C, index::ISENDRECV),
    (index::ISENDRECV_REPLACE_C, index::ISENDRECV_REPLACE),
    (index::ISSEND_C, index::ISSEND),
    (index::MRECV_C, index::MRECV),
    (index::NEIGHBOR_ALLGATHER_C, index::NEIGHBOR_ALLGATHER),
    (index::NEIGHBOR_ALLGATHER_INIT_C, index::NEIGHBOR_ALLGATHER_INIT),
    (index::NEIGHBOR_ALLGATHERV_C, index::NEIGHBOR_ALLGATHERV),
    (index::NEIGHBOR_ALLGATHERV_INIT_C, index::NEIGHBOR_ALLGATHERV_INIT),
    (index::NEIGHBOR_ALLTOALL_C, index::NEIGHBOR_ALLTOALL),
    (index::NEIGHBOR_ALLTOALL_INIT_C, index::NEIGHBOR_ALLTOALL_INIT),
    (index::NEIGHBOR_ALLTOALLV_C, index::NEIGHBOR_ALLTOALLV),
    (index::NEIGHBOR_ALLTOALLV_INIT_C, index::NEIGHBOR_ALLTOALLV_INIT),
    (index::PACK_C, index::PACK),
    (index::PACK_EXTERNAL_C, index::PACK_EXTERNAL),
    (index::PACK_EXTERNAL_SIZE_C, index::PACK_EXTERNAL_SIZE),
    (index::PACK_SIZE_C, index::PACK_SIZE),
    (index::PUT_C, index::PUT),
    (index::RACCUMULATE_C, index::RACCUMULATE),
    (index::RECV_C, index::RECV),
    (index::RECV_INIT_C, index::RECV_INIT),
    (index::REDUCE_C, index::REDUCE),
    (index::REDUCE_INIT_C, index::REDUCE_INIT),
    (index::REDUCE_LOCAL_C, index::REDUCE_LOCAL),
    (index::REDUCE_SCATTER_C, index::REDUCE_SCATTER),
    (index::REDUCE_SCATTER_BLOCK_C, index::REDUCE_SCATTER_BLOCK),
    (index::REDUCE_SCATTER_BLOCK_INIT_C, index::REDUCE_SCATTER_BLOCK_INIT),
    (index::REDUCE_SCATTER_INIT_C, index::REDUCE_SCATTER_INIT),
    (index::RGET_C, index::RGET),
    (index::RGET_ACCUMULATE_C, index::RGET_ACCUMULATE),
    (index::RPUT_C, index::RPUT),
    (index::RSEND_C, index::RSEND),
    (index::RSEND_INIT_C, index::RSEND_INIT),
    (index::SCAN_C, index::SCAN),
    (index::SCAN_INIT_C, index::SCAN_INIT),
    (index::SCATTER_C, index::SCATTER),
    (index::SCATTER_INIT_C, index::SCATTER_INIT),
    (index::SCATTERV_C, index::SCATTERV),
    (index::SCATTERV_INIT_C, index::SCATTERV_INIT),
    (index::SEND_C, index::SEND),
    (index::SEND_INIT_C, index::SEND_INIT),
    (index::SENDRECV_C, index::SENDRECV),
    (index::SENDRECV_REPLACE_C, index::SENDRECV_REPLACE),
    (index::SSEND_C, index::SSEND),
    (index::SSEND_INIT_C, index::SSEND_INIT),
    (index::STATUS_SET_ELEMENTS_C, index::STATUS_SET_ELEMENTS),
    (index::TYPE_CONTIGUOUS_C, index::TYPE_CONTIGUOUS),
    (index::TYPE_CREATE_DARRAY_C, index::TYPE_CREATE_DARRAY),
    (index::TYPE_CREATE_HINDEXED_C, index::TYPE_CREATE_HINDEXED),
    (index::TYPE_CREATE_HINDEXED_BLOCK_C, index::TYPE_CREATE_HINDEXED_BLOCK),
    (index::TYPE_CREATE_HVECTOR_C, index::TYPE_CREATE_HVECTOR),
    (index::TYPE_CREATE_INDEXED_BLOCK_C, index::TYPE_CREATE_INDEXED_BLOCK),
    (index::TYPE_CREATE_RESIZED_C, index::TYPE_CREATE_RESIZED),
    (index::TYPE_CREATE_STRUCT_C, index::TYPE_CREATE_STRUCT),
    (index::TYPE_CREATE_SUBARRAY_C, index::TYPE_CREATE_SUBARRAY),
    (index::TYPE_GET_EXTENT_C, index::TYPE_GET_EXTENT),
    (index::TYPE_GET_TRUE_EXTENT_C, index::TYPE_GET_TRUE_EXTENT),
    (index::TYPE_INDEXED_C, index::TYPE_INDEXED),
    (index::TYPE_SIZE_C, index::TYPE_SIZE),
    (index::TYPE_VECTOR_C, index::TYPE_VECTOR),
    (index::UNPACK_C, index::UNPACK),
    (index::UNPACK_EXTERNAL_C, index::UNPACK_EXTERNAL),
    (index::WIN_ALLOCATE_C, index::WIN_ALLOCATE),
    (index::WIN_ALLOCATE_SHARED_C, index::WIN_ALLOCATE_SHARED),
    (index::WIN_CREATE_C, index::WIN_CREATE),
    (index::WIN_SHARED_QUERY_C, index::WIN_SHARED_QUERY),
];

function! { abort, ABORT, (comm: P::Word, errorcode: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), errorcode)
    {} {}
}

function! { accumulate, ACCUMULATE, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, op: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { accumulate_c, ACCUMULATE_C, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { add_error_string, ADD_ERROR_STRING, (errorcode: c_int, string: *const c_char) -> c_int,
    {}
    (code_to_host::<P, H>(errorcode), string)
    {} {}
}

function! { address, ADDRESS, (location: *const c_void, address: *mut i64) -> c_int,
    {}
    (location, address)
    {} {}
}

function! { allgather, ALLGATHER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allgather_c, ALLGATHER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allgather_init, ALLGATHER_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { allgather_init_c, ALLGATHER_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { allgatherv, ALLGATHERV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allgatherv_c, ALLGATHERV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allgatherv_init, ALLGATHERV_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { allgatherv_init_c, ALLGATHERV_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alloc_mem, ALLOC_MEM, (size: i64, info: P::Word, baseptr: *mut c_void) -> c_int,
    {}
    (size, to_host::<P, H>(Kind::Info, info), baseptr)
    {} {}
}

function! { allreduce, ALLREDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allreduce_c, ALLREDUCE_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allreduce_init, ALLREDUCE_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { allreduce_init_c, ALLREDUCE_INIT_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alltoall, ALLTOALL, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { alltoall_c, ALLTOALL_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { alltoall_init, ALLTOALL_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alltoall_init_c, ALLTOALL_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alltoallv, ALLTOALLV, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { alltoallv_c, ALLTOALLV_C, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { alltoallv_init, ALLTOALLV_INIT, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alltoallv_init_c, ALLTOALLV_INIT_C, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { attr_delete, ATTR_DELETE, (comm: P::Word, keyval: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), keyval_to_host::<P, H>(keyval))
    {} {}
}

function! { attr_put, ATTR_PUT, (comm: P::Word, keyval: c_int, attribute_val: *mut c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), keyval_to_host::<P, H>(keyval), attribute_val)
    {} {}
}

function! { barrier, BARRIER, (comm: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { barrier_init, BARRIER_INIT, (comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { bcast, BCAST, (buffer: *mut c_void, count: c_int, datatype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (buffer, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { bcast_c, BCAST_C, (buffer: *mut c_void, count: i64, datatype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (buffer, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { bcast_init, BCAST_INIT, (buffer: *mut c_void, count: c_int, datatype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buffer, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { bcast_init_c, BCAST_INIT_C, (buffer: *mut c_void, count: i64, datatype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buffer, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { bsend, BSEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { bsend_c, BSEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { bsend_init, BSEND_INIT, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { bsend_init_c, BSEND_INIT_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { buffer_flush, BUFFER_FLUSH, () -> c_int,
    {}
    ()
    {} {}
}

function! { buffer_iflush, BUFFER_IFLUSH, (request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { cancel, CANCEL, (request: *mut P::Word) -> c_int,
    {let held_request = HeldHandle::<P, H>::of(Kind::Request, request.cast());let mut now_request = held_request.word::<H::Word>();}
    (&raw mut now_request)
    {held_request.store(now_request);} {}
}

function! { cart_coords, CART_COORDS, (comm: P::Word, rank: c_int, maxdims: c_int, coords: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), rank_to_host::<P, H>(rank), maxdims, coords)
    {} {}
}

function! { cart_create, CART_CREATE, (comm_old: P::Word, ndims: c_int, dims: *const c_int, periods: *const c_int, reorder: c_int, comm_cart: *mut P::Word) -> c_int,
    {let mut new_comm_cart = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm_old), ndims, dims, periods, reorder, &raw mut new_comm_cart)
    {} {if !comm_cart.is_null() { comm_cart.write(from_host::<P, H>(Kind::Comm, new_comm_cart)); }} {left::<P, H>(Kind::Comm, new_comm_cart, comm_cart);}
}

function! { cart_get, CART_GET, (comm: P::Word, maxdims: c_int, dims: *mut c_int, periods: *mut c_int, coords: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), maxdims, dims, periods, coords)
    {} {}
}

function! { cart_map, CART_MAP, (comm: P::Word, ndims: c_int, dims: *const c_int, periods: *const c_int, newrank: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), ndims, dims, periods, newrank)
    {} {newrank.write(rank_to_program::<P, H>(newrank.read()));}
}

function! { cart_rank, CART_RANK, (comm: P::Word, coords: *const c_int, rank: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), coords, rank)
    {} {rank.write(rank_to_program::<P, H>(rank.read()));}
}

function! { cart_shift, CART_SHIFT, (comm: P::Word, direction: c_int, disp: c_int, rank_source: *mut c_int, rank_dest: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), direction, disp, rank_source, rank_dest)
    {} {rank_source.write(rank_to_program::<P, H>(rank_source.read()));rank_dest.write(rank_to_program::<P, H>(rank_dest.read()));}
}

function! { cart_sub, CART_SUB, (comm: P::Word, remain_dims: *const c_int, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), remain_dims, &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { cartdim_get, CARTDIM_GET, (comm: P::Word, ndims: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), ndims)
    {} {}
}

function! { close_port, CLOSE_PORT, (port_name: *const c_char) -> c_int,
    {}
    (port_name)
    {} {}
}

function! { comm_accept, COMM_ACCEPT, (port_name: *const c_char, info: P::Word, root: c_int, comm: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (port_name, to_host::<P, H>(Kind::Info, info), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_call_errhandler, COMM_CALL_ERRHANDLER, (comm: P::Word, errorcode: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), code_to_host::<P, H>(errorcode))
    {} {}
}

function! { comm_compare, COMM_COMPARE, (comm1: P::Word, comm2: P::Word, result: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm1), to_host::<P, H>(Kind::Comm, comm2), result)
    {} {write_constant(result, H::COMPARISON, P::COMPARISON);}
}

function! { comm_connect, COMM_CONNECT, (port_name: *const c_char, info: P::Word, root: c_int, comm: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (port_name, to_host::<P, H>(Kind::Info, info), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_create, COMM_CREATE, (comm: P::Word, group: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Group, group), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_create_from_group, COMM_CREATE_FROM_GROUP, (group: P::Word, stringtag: *const c_char, info: P::Word, errhandler: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group), stringtag, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Errhandler, errhandler), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_create_group, COMM_CREATE_GROUP, (comm: P::Word, group: P::Word, tag: c_int, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Group, group), tag_to_host::<P, H>(tag), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_delete_attr, COMM_DELETE_ATTR, (comm: P::Word, comm_keyval: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), keyval_to_host::<P, H>(comm_keyval))
    {} {}
}

function! { comm_disconnect, COMM_DISCONNECT, (comm: *mut P::Word) -> c_int,
    {let held_comm = HeldHandle::<P, H>::of(Kind::Comm, comm.cast());let mut now_comm = held_comm.word::<H::Word>();}
    (&raw mut now_comm)
    {held_comm.store(now_comm);} {}
}

function! { comm_dup, COMM_DUP, (comm: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_dup_with_info, COMM_DUP_WITH_INFO, (comm: P::Word, info: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_flush_buffer, COMM_FLUSH_BUFFER, (comm: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { comm_free, COMM_FREE, (comm: *mut P::Word) -> c_int,
    {let held_comm = HeldHandle::<P, H>::of(Kind::Comm, comm.cast());let mut now_comm = held_comm.word::<H::Word>();}
    (&raw mut now_comm)
    {held_comm.store(now_comm);} {}
}

function! { comm_free_keyval, COMM_FREE_KEYVAL, (comm_keyval: *mut c_int) -> c_int,
    {let mut held_comm_keyval = keyval_to_host::<P, H>(comm_keyval.read());}
    (&raw mut held_comm_keyval)
    {comm_keyval.write(keyval_to_program::<P, H>(held_comm_keyval));} {}
}

function! { comm_get_errhandler, COMM_GET_ERRHANDLER, (comm: P::Word, errhandler: *mut P::Word) -> c_int,
    {let mut new_errhandler = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_errhandler)
    {} {if !errhandler.is_null() { errhandler.write(from_host::<P, H>(Kind::Errhandler, new_errhandler)); }} {left::<P, H>(Kind::Errhandler, new_errhandler, errhandler);}
}

function! { comm_get_info, COMM_GET_INFO, (comm: P::Word, info_used: *mut P::Word) -> c_int,
    {let mut new_info_used = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_info_used)
    {} {if !info_used.is_null() { info_used.write(from_host::<P, H>(Kind::Info, new_info_used)); }} {left::<P, H>(Kind::Info, new_info_used, info_used);}
}

function! { comm_get_parent, COMM_GET_PARENT, (parent: *mut P::Word) -> c_int,
    {let mut new_parent = unwritten::<H>();}
    (&raw mut new_parent)
    {} {if !parent.is_null() { parent.write(from_host::<P, H>(Kind::Comm, new_parent)); }} {left::<P, H>(Kind::Comm, new_parent, parent);}
}

function! { comm_group, COMM_GROUP, (comm: P::Word, group: *mut P::Word) -> c_int,
    {let mut new_group = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_group)
    {} {if !group.is_null() { group.write(from_host::<P, H>(Kind::Group, new_group)); }} {left::<P, H>(Kind::Group, new_group, group);}
}

function! { comm_idup, COMM_IDUP, (comm: P::Word, newcomm: *mut P::Word, request: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_newcomm, new_request.as_mut_ptr())
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }
let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_idup_with_info, COMM_IDUP_WITH_INFO, (comm: P::Word, info: P::Word, newcomm: *mut P::Word, request: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), &raw mut new_newcomm, new_request.as_mut_ptr())
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }
let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_iflush_buffer, COMM_IFLUSH_BUFFER, (comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { comm_join, COMM_JOIN, (fd: c_int, intercomm: *mut P::Word) -> c_int,
    {let mut new_intercomm = unwritten::<H>();}
    (fd, &raw mut new_intercomm)
    {} {if !intercomm.is_null() { intercomm.write(from_host::<P, H>(Kind::Comm, new_intercomm)); }} {left::<P, H>(Kind::Comm, new_intercomm, intercomm);}
}

function! { comm_rank, COMM_RANK, (comm: P::Word, rank: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), rank)
    {} {}
}

function! { comm_remote_group, COMM_REMOTE_GROUP, (comm: P::Word, group: *mut P::Word) -> c_int,
    {let mut new_group = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_group)
    {} {if !group.is_null() { group.write(from_host::<P, H>(Kind::Group, new_group)); }} {left::<P, H>(Kind::Group, new_group, group);}
}

function! { comm_remote_size, COMM_REMOTE_SIZE, (comm: P::Word, size: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), size)
    {} {}
}

function! { comm_set_attr, COMM_SET_ATTR, (comm: P::Word, comm_keyval: c_int, attribute_val: *mut c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), keyval_to_host::<P, H>(comm_keyval), attribute_val)
    {} {}
}

function! { comm_set_errhandler, COMM_SET_ERRHANDLER, (comm: P::Word, errhandler: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Errhandler, errhandler))
    {} {}
}

function! { comm_set_info, COMM_SET_INFO, (comm: P::Word, info: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { comm_set_name, COMM_SET_NAME, (comm: P::Word, comm_name: *const c_char) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), comm_name)
    {} {}
}

function! { comm_size, COMM_SIZE, (comm: P::Word, size: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), size)
    {} {}
}

function! { comm_split, COMM_SPLIT, (comm: P::Word, color: c_int, key: c_int, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), color, key, &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_split_type, COMM_SPLIT_TYPE, (comm: P::Word, split_type: c_int, key: c_int, info: P::Word, newcomm: *mut P::Word) -> c_int,
    {let mut new_newcomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), constant(P::SPLIT_TYPE, H::SPLIT_TYPE, split_type), key, to_host::<P, H>(Kind::Info, info), &raw mut new_newcomm)
    {} {if !newcomm.is_null() { newcomm.write(from_host::<P, H>(Kind::Comm, new_newcomm)); }} {left::<P, H>(Kind::Comm, new_newcomm, newcomm);}
}

function! { comm_test_inter, COMM_TEST_INTER, (comm: P::Word, flag: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), flag)
    {} {}
}

function! { compare_and_swap, COMPARE_AND_SWAP, (origin_addr: *const c_void, compare_addr: *const c_void, result_addr: *mut c_void, datatype: P::Word, target_rank: c_int, target_disp: i64, win: P::Word) -> c_int,
    {}
    (origin_addr, compare_addr, result_addr, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(target_rank), target_disp, to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { dims_create, DIMS_CREATE, (nnodes: c_int, ndims: c_int, dims: *mut c_int) -> c_int,
    {}
    (nnodes, ndims, dims)
    {} {}
}

function! { dist_graph_create, DIST_GRAPH_CREATE, (comm_old: P::Word, n: c_int, sources: *const c_int, degrees: *const c_int, destinations: *const c_int, weights: *const c_int, info: P::Word, reorder: c_int, comm_dist_graph: *mut P::Word) -> c_int,
    {let mut new_comm_dist_graph = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm_old), n, sources, degrees, destinations, weights_to_host(weights), to_host::<P, H>(Kind::Info, info), reorder, &raw mut new_comm_dist_graph)
    {} {if !comm_dist_graph.is_null() { comm_dist_graph.write(from_host::<P, H>(Kind::Comm, new_comm_dist_graph)); }} {left::<P, H>(Kind::Comm, new_comm_dist_graph, comm_dist_graph);}
}

function! { dist_graph_create_adjacent, DIST_GRAPH_CREATE_ADJACENT, (comm_old: P::Word, indegree: c_int, sources: *const c_int, sourceweights: *const c_int, outdegree: c_int, destinations: *const c_int, destweights: *const c_int, info: P::Word, reorder: c_int, comm_dist_graph: *mut P::Word) -> c_int,
    {let mut new_comm_dist_graph = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm_old), indegree, sources, weights_to_host(sourceweights), outdegree, destinations, weights_to_host(destweights), to_host::<P, H>(Kind::Info, info), reorder, &raw mut new_comm_dist_graph)
    {} {if !comm_dist_graph.is_null() { comm_dist_graph.write(from_host::<P, H>(Kind::Comm, new_comm_dist_graph)); }} {left::<P, H>(Kind::Comm, new_comm_dist_graph, comm_dist_graph);}
}

function! { dist_graph_neighbors, DIST_GRAPH_NEIGHBORS, (comm: P::Word, maxindegree: c_int, sources: *mut c_int, sourceweights: *mut c_int, maxoutdegree: c_int, destinations: *mut c_int, destweights: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), maxindegree, sources, weights_to_host(sourceweights), maxoutdegree, destinations, weights_to_host(destweights))
    {} {}
}

function! { dist_graph_neighbors_count, DIST_GRAPH_NEIGHBORS_COUNT, (comm: P::Word, indegree: *mut c_int, outdegree: *mut c_int, weighted: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), indegree, outdegree, weighted)
    {} {}
}

function! { errhandler_free, ERRHANDLER_FREE, (errhandler: *mut P::Word) -> c_int,
    {let held_errhandler = HeldHandle::<P, H>::of(Kind::Errhandler, errhandler.cast());let mut now_errhandler = held_errhandler.word::<H::Word>();}
    (&raw mut now_errhandler)
    {held_errhandler.store(now_errhandler);} {}
}

function! { errhandler_get, ERRHANDLER_GET, (comm: P::Word, errhandler: *mut P::Word) -> c_int,
    {let mut new_errhandler = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm), &raw mut new_errhandler)
    {} {if !errhandler.is_null() { errhandler.write(from_host::<P, H>(Kind::Errhandler, new_errhandler)); }} {left::<P, H>(Kind::Errhandler, new_errhandler, errhandler);}
}

function! { errhandler_set, ERRHANDLER_SET, (comm: P::Word, errhandler: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Errhandler, errhandler))
    {} {}
}

function! { exscan, EXSCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { exscan_c, EXSCAN_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { exscan_init, EXSCAN_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { exscan_init_c, EXSCAN_INIT_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { fetch_and_op, FETCH_AND_OP, (origin_addr: *const c_void, result_addr: *mut c_void, datatype: P::Word, target_rank: c_int, target_disp: i64, op: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, result_addr, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(target_rank), target_disp, to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { file_call_errhandler, FILE_CALL_ERRHANDLER, (fh: usize, errorcode: c_int) -> c_int,
    {}
    (file_to_host::<P, H>(fh), code_to_host::<P, H>(errorcode))
    {} {}
}

function! { file_close, FILE_CLOSE, (fh: *mut usize) -> c_int,
    {let held_fh = HeldHandle::<P, H>::of(Kind::File, fh.cast());let mut now_fh = held_fh.word::<usize>();}
    (&raw mut now_fh)
    {held_fh.store(now_fh);} {}
}

function! { file_delete, FILE_DELETE, (filename: *const c_char, info: P::Word) -> c_int,
    {}
    (filename, to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { file_get_amode, FILE_GET_AMODE, (fh: usize, amode: *mut c_int) -> c_int,
    {}
    (file_to_host::<P, H>(fh), amode)
    {} {amode.write(bits(H::MODE, P::MODE, amode.read()));}
}

function! { file_get_atomicity, FILE_GET_ATOMICITY, (fh: usize, flag: *mut c_int) -> c_int,
    {}
    (file_to_host::<P, H>(fh), flag)
    {} {}
}

function! { file_get_byte_offset, FILE_GET_BYTE_OFFSET, (fh: usize, offset: i64, disp: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, disp)
    {} {}
}

function! { file_get_errhandler, FILE_GET_ERRHANDLER, (file: usize, errhandler: *mut P::Word) -> c_int,
    {let mut new_errhandler = unwritten::<H>();}
    (file_to_host::<P, H>(file), &raw mut new_errhandler)
    {} {if !errhandler.is_null() { errhandler.write(from_host::<P, H>(Kind::Errhandler, new_errhandler)); }} {left::<P, H>(Kind::Errhandler, new_errhandler, errhandler);}
}

function! { file_get_group, FILE_GET_GROUP, (fh: usize, group: *mut P::Word) -> c_int,
    {let mut new_group = unwritten::<H>();}
    (file_to_host::<P, H>(fh), &raw mut new_group)
    {} {if !group.is_null() { group.write(from_host::<P, H>(Kind::Group, new_group)); }} {left::<P, H>(Kind::Group, new_group, group);}
}

function! { file_get_info, FILE_GET_INFO, (fh: usize, info_used: *mut P::Word) -> c_int,
    {let mut new_info_used = unwritten::<H>();}
    (file_to_host::<P, H>(fh), &raw mut new_info_used)
    {} {if !info_used.is_null() { info_used.write(from_host::<P, H>(Kind::Info, new_info_used)); }} {left::<P, H>(Kind::Info, new_info_used, info_used);}
}

function! { file_get_position, FILE_GET_POSITION, (fh: usize, offset: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset)
    {} {}
}

function! { file_get_position_shared, FILE_GET_POSITION_SHARED, (fh: usize, offset: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset)
    {} {}
}

function! { file_get_size, FILE_GET_SIZE, (fh: usize, size: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), size)
    {} {}
}

function! { file_get_type_extent, FILE_GET_TYPE_EXTENT, (fh: usize, datatype: P::Word, extent: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), to_host::<P, H>(Kind::Datatype, datatype), extent)
    {} {}
}

function! { file_get_type_extent_c, FILE_GET_TYPE_EXTENT_C, (fh: usize, datatype: P::Word, extent: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), to_host::<P, H>(Kind::Datatype, datatype), extent)
    {} {}
}

function! { file_get_view, FILE_GET_VIEW, (fh: usize, disp: *mut i64, etype: *mut P::Word, filetype: *mut P::Word, datarep: *mut c_char) -> c_int,
    {let mut new_etype = unwritten::<H>();let mut new_filetype = unwritten::<H>();}
    (file_to_host::<P, H>(fh), disp, &raw mut new_etype, &raw mut new_filetype, datarep)
    {} {if !etype.is_null() { etype.write(from_host::<P, H>(Kind::Datatype, new_etype)); }
if !filetype.is_null() { filetype.write(from_host::<P, H>(Kind::Datatype, new_filetype)); }} {left::<P, H>(Kind::Datatype, new_etype, etype);left::<P, H>(Kind::Datatype, new_filetype, filetype);}
}

function! { file_iread, FILE_IREAD, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_c, FILE_IREAD_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_all, FILE_IREAD_ALL, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_all_c, FILE_IREAD_ALL_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_at, FILE_IREAD_AT, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_at_c, FILE_IREAD_AT_C, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_at_all, FILE_IREAD_AT_ALL, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_at_all_c, FILE_IREAD_AT_ALL_C, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_shared, FILE_IREAD_SHARED, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_shared_c, FILE_IREAD_SHARED_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite, FILE_IWRITE, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_c, FILE_IWRITE_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_all, FILE_IWRITE_ALL, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_all_c, FILE_IWRITE_ALL_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_at, FILE_IWRITE_AT, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_at_c, FILE_IWRITE_AT_C, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_at_all, FILE_IWRITE_AT_ALL, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_at_all_c, FILE_IWRITE_AT_ALL_C, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_shared, FILE_IWRITE_SHARED, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_shared_c, FILE_IWRITE_SHARED_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_open, FILE_OPEN, (comm: P::Word, filename: *const c_char, amode: c_int, info: P::Word, fh: *mut usize) -> c_int,
    {let mut new_fh = UNWRITTEN;}
    (to_host::<P, H>(Kind::Comm, comm), filename, bits(P::MODE, H::MODE, amode), to_host::<P, H>(Kind::Info, info), &raw mut new_fh)
    {} {if !fh.is_null() { fh.write(file_from_host::<P, H>(new_fh)); }} {file_left::<P, H>(new_fh, fh);}
}

function! { file_preallocate, FILE_PREALLOCATE, (fh: usize, size: i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), size)
    {} {}
}

function! { file_read, FILE_READ, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_c, FILE_READ_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_all, FILE_READ_ALL, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_all_c, FILE_READ_ALL_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_all_begin, FILE_READ_ALL_BEGIN, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_read_all_begin_c, FILE_READ_ALL_BEGIN_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_read_all_end, FILE_READ_ALL_END, (fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at, FILE_READ_AT, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at_c, FILE_READ_AT_C, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at_all, FILE_READ_AT_ALL, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at_all_c, FILE_READ_AT_ALL_C, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at_all_begin, FILE_READ_AT_ALL_BEGIN, (fh: usize, offset: i64, buf: *mut c_void, count: c_int, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_read_at_all_begin_c, FILE_READ_AT_ALL_BEGIN_C, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_read_at_all_end, FILE_READ_AT_ALL_END, (fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_ordered, FILE_READ_ORDERED, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_ordered_c, FILE_READ_ORDERED_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_ordered_begin, FILE_READ_ORDERED_BEGIN, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_read_ordered_begin_c, FILE_READ_ORDERED_BEGIN_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_read_ordered_end, FILE_READ_ORDERED_END, (fh: usize, buf: *mut c_void, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_shared, FILE_READ_SHARED, (fh: usize, buf: *mut c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_shared_c, FILE_READ_SHARED_C, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_seek, FILE_SEEK, (fh: usize, offset: i64, whence: c_int) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, constant(P::SEEK, H::SEEK, whence))
    {} {}
}

function! { file_seek_shared, FILE_SEEK_SHARED, (fh: usize, offset: i64, whence: c_int) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, constant(P::SEEK, H::SEEK, whence))
    {} {}
}

function! { file_set_atomicity, FILE_SET_ATOMICITY, (fh: usize, flag: c_int) -> c_int,
    {}
    (file_to_host::<P, H>(fh), flag)
    {} {}
}

function! { file_set_errhandler, FILE_SET_ERRHANDLER, (file: usize, errhandler: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(file), to_host::<P, H>(Kind::Errhandler, errhandler))
    {} {}
}

function! { file_set_info, FILE_SET_INFO, (fh: usize, info: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { file_set_size, FILE_SET_SIZE, (fh: usize, size: i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), size)
    {} {}
}

function! { file_set_view, FILE_SET_VIEW, (fh: usize, disp: i64, etype: P::Word, filetype: P::Word, datarep: *const c_char, info: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), if disp == P::MPI_DISPLACEMENT_CURRENT { H::MPI_DISPLACEMENT_CURRENT } else { disp }, to_host::<P, H>(Kind::Datatype, etype), to_host::<P, H>(Kind::Datatype, filetype), datarep, to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { file_sync, FILE_SYNC, (fh: usize) -> c_int,
    {}
    (file_to_host::<P, H>(fh))
    {} {}
}

function! { file_write, FILE_WRITE, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_c, FILE_WRITE_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_all, FILE_WRITE_ALL, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_all_c, FILE_WRITE_ALL_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_all_begin, FILE_WRITE_ALL_BEGIN, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_write_all_begin_c, FILE_WRITE_ALL_BEGIN_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_write_all_end, FILE_WRITE_ALL_END, (fh: usize, buf: *const c_void, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at, FILE_WRITE_AT, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at_c, FILE_WRITE_AT_C, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at_all, FILE_WRITE_AT_ALL, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at_all_c, FILE_WRITE_AT_ALL_C, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at_all_begin, FILE_WRITE_AT_ALL_BEGIN, (fh: usize, offset: i64, buf: *const c_void, count: c_int, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_write_at_all_begin_c, FILE_WRITE_AT_ALL_BEGIN_C, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), offset, buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_write_at_all_end, FILE_WRITE_AT_ALL_END, (fh: usize, buf: *const c_void, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_ordered, FILE_WRITE_ORDERED, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_ordered_c, FILE_WRITE_ORDERED_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_ordered_begin, FILE_WRITE_ORDERED_BEGIN, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_write_ordered_begin_c, FILE_WRITE_ORDERED_BEGIN_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word) -> c_int,
    {}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { file_write_ordered_end, FILE_WRITE_ORDERED_END, (fh: usize, buf: *const c_void, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_shared, FILE_WRITE_SHARED, (fh: usize, buf: *const c_void, count: c_int, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_shared_c, FILE_WRITE_SHARED_C, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, count, to_host::<P, H>(Kind::Datatype, datatype), host_status.pointer())
    {host_status.store();} {}
}

function! { finalize, FINALIZE, () -> c_int,
    {}
    ()
    {} {}
}

function! { finalized, FINALIZED, (flag: *mut c_int) -> c_int,
    {}
    (flag)
    {} {}
}

function! { free_mem, FREE_MEM, (base: *mut c_void) -> c_int,
    {}
    (base)
    {} {}
}

function! { gather, GATHER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { gather_c, GATHER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { gather_init, GATHER_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { gather_init_c, GATHER_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { gatherv, GATHERV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { gatherv_c, GATHERV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { gatherv_init, GATHERV_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { gatherv_init_c, GATHERV_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { get, GET, (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { get_c, GET_C, (origin_addr: *mut c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { get_accumulate, GET_ACCUMULATE, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: P::Word, result_addr: *mut c_void, result_count: c_int, result_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, op: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), result_addr, result_count, to_host::<P, H>(Kind::Datatype, result_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { get_accumulate_c, GET_ACCUMULATE_C, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, result_addr: *mut c_void, result_count: i64, result_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), result_addr, result_count, to_host::<P, H>(Kind::Datatype, result_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { get_address, GET_ADDRESS, (location: *const c_void, address: *mut i64) -> c_int,
    {}
    (location, address)
    {} {}
}

function! { get_count, GET_COUNT, (status: *const c_void, datatype: P::Word, count: *mut c_int) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {} {}
}

function! { get_count_c, GET_COUNT_C, (status: *const c_void, datatype: P::Word, count: *mut i64) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {} {}
}

function! { get_elements, GET_ELEMENTS, (status: *const c_void, datatype: P::Word, count: *mut c_int) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {} {}
}

function! { get_elements_c, GET_ELEMENTS_C, (status: *const c_void, datatype: P::Word, count: *mut i64) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {} {}
}

function! { get_elements_x, GET_ELEMENTS_X, (status: *const c_void, datatype: P::Word, count: *mut i64) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {} {}
}

function! { get_hw_resource_info, GET_HW_RESOURCE_INFO, (hw_info: *mut P::Word) -> c_int,
    {let mut new_hw_info = unwritten::<H>();}
    (&raw mut new_hw_info)
    {} {if !hw_info.is_null() { hw_info.write(from_host::<P, H>(Kind::Info, new_hw_info)); }} {left::<P, H>(Kind::Info, new_hw_info, hw_info);}
}

function! { graph_create, GRAPH_CREATE, (comm_old: P::Word, nnodes: c_int, index: *const c_int, edges: *const c_int, reorder: c_int, comm_graph: *mut P::Word) -> c_int,
    {let mut new_comm_graph = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, comm_old), nnodes, index, edges, reorder, &raw mut new_comm_graph)
    {} {if !comm_graph.is_null() { comm_graph.write(from_host::<P, H>(Kind::Comm, new_comm_graph)); }} {left::<P, H>(Kind::Comm, new_comm_graph, comm_graph);}
}

function! { graph_get, GRAPH_GET, (comm: P::Word, maxindex: c_int, maxedges: c_int, index: *mut c_int, edges: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), maxindex, maxedges, index, edges)
    {} {}
}

function! { graph_map, GRAPH_MAP, (comm: P::Word, nnodes: c_int, index: *const c_int, edges: *const c_int, newrank: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), nnodes, index, edges, newrank)
    {} {newrank.write(rank_to_program::<P, H>(newrank.read()));}
}

function! { graph_neighbors, GRAPH_NEIGHBORS, (comm: P::Word, rank: c_int, maxneighbors: c_int, neighbors: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), rank_to_host::<P, H>(rank), maxneighbors, neighbors)
    {} {}
}

function! { graph_neighbors_count, GRAPH_NEIGHBORS_COUNT, (comm: P::Word, rank: c_int, nneighbors: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), rank_to_host::<P, H>(rank), nneighbors)
    {} {}
}

function! { graphdims_get, GRAPHDIMS_GET, (comm: P::Word, nnodes: *mut c_int, nedges: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), nnodes, nedges)
    {} {}
}

function! { grequest_complete, GREQUEST_COMPLETE, (request: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Request, request))
    {} {}
}

function! { group_compare, GROUP_COMPARE, (group1: P::Word, group2: P::Word, result: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Group, group1), to_host::<P, H>(Kind::Group, group2), result)
    {} {write_constant(result, H::COMPARISON, P::COMPARISON);}
}

function! { group_difference, GROUP_DIFFERENCE, (group1: P::Word, group2: P::Word, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group1), to_host::<P, H>(Kind::Group, group2), &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_excl, GROUP_EXCL, (group: P::Word, n: c_int, ranks: *const c_int, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group), n, ranks, &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_free, GROUP_FREE, (group: *mut P::Word) -> c_int,
    {let held_group = HeldHandle::<P, H>::of(Kind::Group, group.cast());let mut now_group = held_group.word::<H::Word>();}
    (&raw mut now_group)
    {held_group.store(now_group);} {}
}

function! { group_from_session_pset, GROUP_FROM_SESSION_PSET, (session: P::Word, pset_name: *const c_char, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Session, session), pset_name, &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_incl, GROUP_INCL, (group: P::Word, n: c_int, ranks: *const c_int, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group), n, ranks, &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_intersection, GROUP_INTERSECTION, (group1: P::Word, group2: P::Word, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group1), to_host::<P, H>(Kind::Group, group2), &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_range_excl, GROUP_RANGE_EXCL, (group: P::Word, n: c_int, ranges: *const c_int, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group), n, ranges, &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_range_incl, GROUP_RANGE_INCL, (group: P::Word, n: c_int, ranges: *const c_int, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group), n, ranges, &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { group_rank, GROUP_RANK, (group: P::Word, rank: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Group, group), rank)
    {} {rank.write(rank_to_program::<P, H>(rank.read()));}
}

function! { group_size, GROUP_SIZE, (group: P::Word, size: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Group, group), size)
    {} {}
}

function! { group_union, GROUP_UNION, (group1: P::Word, group2: P::Word, newgroup: *mut P::Word) -> c_int,
    {let mut new_newgroup = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, group1), to_host::<P, H>(Kind::Group, group2), &raw mut new_newgroup)
    {} {if !newgroup.is_null() { newgroup.write(from_host::<P, H>(Kind::Group, new_newgroup)); }} {left::<P, H>(Kind::Group, new_newgroup, newgroup);}
}

function! { iallgather, IALLGATHER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iallgather_c, IALLGATHER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iallgatherv, IALLGATHERV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iallgatherv_c, IALLGATHERV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iallreduce, IALLREDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iallreduce_c, IALLREDUCE_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ialltoall, IALLTOALL, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ialltoall_c, IALLTOALL_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ialltoallv, IALLTOALLV, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ialltoallv_c, IALLTOALLV_C, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ibarrier, IBARRIER, (comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ibcast, IBCAST, (buffer: *mut c_void, count: c_int, datatype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buffer, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ibcast_c, IBCAST_C, (buffer: *mut c_void, count: i64, datatype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buffer, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ibsend, IBSEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ibsend_c, IBSEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iexscan, IEXSCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iexscan_c, IEXSCAN_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { igather, IGATHER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { igather_c, IGATHER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { igatherv, IGATHERV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { igatherv_c, IGATHERV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { improbe, IMPROBE, (source: c_int, tag: c_int, comm: P::Word, flag: *mut c_int, message: *mut P::Word, status: *mut c_void) -> c_int,
    {let mut new_message = unwritten::<H>();let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), flag, &raw mut new_message, host_status.pointer())
    {if flag.read() != 0 { host_status.store(); }} {if !message.is_null() { message.write(from_host::<P, H>(Kind::Message, new_message)); }} {left::<P, H>(Kind::Message, new_message, message);}
}

function! { imrecv, IMRECV, (buf: *mut c_void, count: c_int, datatype: P::Word, message: *mut P::Word, request: *mut P::Word) -> c_int,
    {let held_message = HeldHandle::<P, H>::of(Kind::Message, message.cast());let mut now_message = held_message.word::<H::Word>();let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), &raw mut now_message, new_request.as_mut_ptr())
    {held_message.store(now_message);} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { imrecv_c, IMRECV_C, (buf: *mut c_void, count: i64, datatype: P::Word, message: *mut P::Word, request: *mut P::Word) -> c_int,
    {let held_message = HeldHandle::<P, H>::of(Kind::Message, message.cast());let mut now_message = held_message.word::<H::Word>();let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), &raw mut now_message, new_request.as_mut_ptr())
    {held_message.store(now_message);} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_allgather, INEIGHBOR_ALLGATHER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_allgather_c, INEIGHBOR_ALLGATHER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_allgatherv, INEIGHBOR_ALLGATHERV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_allgatherv_c, INEIGHBOR_ALLGATHERV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_alltoall, INEIGHBOR_ALLTOALL, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_alltoall_c, INEIGHBOR_ALLTOALL_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_alltoallv, INEIGHBOR_ALLTOALLV, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_alltoallv_c, INEIGHBOR_ALLTOALLV_C, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { info_create, INFO_CREATE, (info: *mut P::Word) -> c_int,
    {let mut new_info = unwritten::<H>();}
    (&raw mut new_info)
    {} {if !info.is_null() { info.write(from_host::<P, H>(Kind::Info, new_info)); }} {left::<P, H>(Kind::Info, new_info, info);}
}

function! { info_delete, INFO_DELETE, (info: P::Word, key: *const c_char) -> c_int,
    {}
    (to_host::<P, H>(Kind::Info, info), key)
    {} {}
}

function! { info_dup, INFO_DUP, (info: P::Word, newinfo: *mut P::Word) -> c_int,
    {let mut new_newinfo = unwritten::<H>();}
    (to_host::<P, H>(Kind::Info, info), &raw mut new_newinfo)
    {} {if !newinfo.is_null() { newinfo.write(from_host::<P, H>(Kind::Info, new_newinfo)); }} {left::<P, H>(Kind::Info, new_newinfo, newinfo);}
}

function! { info_free, INFO_FREE, (info: *mut P::Word) -> c_int,
    {let held_info = HeldHandle::<P, H>::of(Kind::Info, info.cast());let mut now_info = held_info.word::<H::Word>();}
    (&raw mut now_info)
    {held_info.store(now_info);} {}
}

function! { info_get, INFO_GET, (info: P::Word, key: *const c_char, valuelen: c_int, value: *mut c_char, flag: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Info, info), key, valuelen, value, flag)
    {} {}
}

function! { info_get_nkeys, INFO_GET_NKEYS, (info: P::Word, nkeys: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Info, info), nkeys)
    {} {}
}

function! { info_get_string, INFO_GET_STRING, (info: P::Word, key: *const c_char, buflen: *mut c_int, value: *mut c_char, flag: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Info, info), key, buflen, value, flag)
    {} {}
}

function! { info_get_valuelen, INFO_GET_VALUELEN, (info: P::Word, key: *const c_char, valuelen: *mut c_int, flag: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Info, info), key, valuelen, flag)
    {} {}
}

function! { info_set, INFO_SET, (info: P::Word, key: *const c_char, value: *const c_char) -> c_int,
    {}
    (to_host::<P, H>(Kind::Info, info), key, value)
    {} {}
}

function! { initialized, INITIALIZED, (flag: *mut c_int) -> c_int,
    {}
    (flag)
    {} {}
}

function! { intercomm_create, INTERCOMM_CREATE, (local_comm: P::Word, local_leader: c_int, peer_comm: P::Word, remote_leader: c_int, tag: c_int, newintercomm: *mut P::Word) -> c_int,
    {let mut new_newintercomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, local_comm), rank_to_host::<P, H>(local_leader), to_host::<P, H>(Kind::Comm, peer_comm), rank_to_host::<P, H>(remote_leader), tag_to_host::<P, H>(tag), &raw mut new_newintercomm)
    {} {if !newintercomm.is_null() { newintercomm.write(from_host::<P, H>(Kind::Comm, new_newintercomm)); }} {left::<P, H>(Kind::Comm, new_newintercomm, newintercomm);}
}

function! { intercomm_create_from_groups, INTERCOMM_CREATE_FROM_GROUPS, (local_group: P::Word, local_leader: c_int, remote_group: P::Word, remote_leader: c_int, stringtag: *const c_char, info: P::Word, errhandler: P::Word, newintercomm: *mut P::Word) -> c_int,
    {let mut new_newintercomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Group, local_group), rank_to_host::<P, H>(local_leader), to_host::<P, H>(Kind::Group, remote_group), rank_to_host::<P, H>(remote_leader), stringtag, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Errhandler, errhandler), &raw mut new_newintercomm)
    {} {if !newintercomm.is_null() { newintercomm.write(from_host::<P, H>(Kind::Comm, new_newintercomm)); }} {left::<P, H>(Kind::Comm, new_newintercomm, newintercomm);}
}

function! { intercomm_merge, INTERCOMM_MERGE, (intercomm: P::Word, high: c_int, newintracomm: *mut P::Word) -> c_int,
    {let mut new_newintracomm = unwritten::<H>();}
    (to_host::<P, H>(Kind::Comm, intercomm), high, &raw mut new_newintracomm)
    {} {if !newintracomm.is_null() { newintracomm.write(from_host::<P, H>(Kind::Comm, new_newintracomm)); }} {left::<P, H>(Kind::Comm, new_newintracomm, newintracomm);}
}

function! { iprobe, IPROBE, (source: c_int, tag: c_int, comm: P::Word, flag: *mut c_int, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), flag, host_status.pointer())
    {if flag.read() != 0 { host_status.store(); }} {}
}

function! { irecv, IRECV, (buf: *mut c_void, count: c_int, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { irecv_c, IRECV_C, (buf: *mut c_void, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce, IREDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_c, IREDUCE_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_scatter, IREDUCE_SCATTER, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcounts, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_scatter_c, IREDUCE_SCATTER_C, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcounts, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_scatter_block, IREDUCE_SCATTER_BLOCK, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_scatter_block_c, IREDUCE_SCATTER_BLOCK_C, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { irsend, IRSEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { irsend_c, IRSEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { is_thread_main, IS_THREAD_MAIN, (flag: *mut c_int) -> c_int,
    {}
    (flag)
    {} {}
}

function! { iscan, ISCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscan_c, ISCAN_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscatter, ISCATTER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscatter_c, ISCATTER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscatterv, ISCATTERV, (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, displs, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscatterv_c, ISCATTERV_C, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, displs, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isend, ISEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isend_c, ISEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isendrecv, ISENDRECV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, source: c_int, recvtag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isendrecv_c, ISENDRECV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, source: c_int, recvtag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isendrecv_replace, ISENDRECV_REPLACE, (buf: *mut c_void, count: c_int, datatype: P::Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isendrecv_replace_c, ISENDRECV_REPLACE_C, (buf: *mut c_void, count: i64, datatype: P::Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { issend, ISSEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { issend_c, ISSEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { keyval_free, KEYVAL_FREE, (keyval: *mut c_int) -> c_int,
    {let mut held_keyval = keyval_to_host::<P, H>(keyval.read());}
    (&raw mut held_keyval)
    {keyval.write(keyval_to_program::<P, H>(held_keyval));} {}
}

function! { mprobe, MPROBE, (source: c_int, tag: c_int, comm: P::Word, message: *mut P::Word, status: *mut c_void) -> c_int,
    {let mut new_message = unwritten::<H>();let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), &raw mut new_message, host_status.pointer())
    {host_status.store();} {if !message.is_null() { message.write(from_host::<P, H>(Kind::Message, new_message)); }} {left::<P, H>(Kind::Message, new_message, message);}
}

function! { mrecv, MRECV, (buf: *mut c_void, count: c_int, datatype: P::Word, message: *mut P::Word, status: *mut c_void) -> c_int,
    {let held_message = HeldHandle::<P, H>::of(Kind::Message, message.cast());let mut now_message = held_message.word::<H::Word>();let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), &raw mut now_message, host_status.pointer())
    {held_message.store(now_message);host_status.store();} {}
}

function! { mrecv_c, MRECV_C, (buf: *mut c_void, count: i64, datatype: P::Word, message: *mut P::Word, status: *mut c_void) -> c_int,
    {let held_message = HeldHandle::<P, H>::of(Kind::Message, message.cast());let mut now_message = held_message.word::<H::Word>();let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), &raw mut now_message, host_status.pointer())
    {held_message.store(now_message);host_status.store();} {}
}

function! { neighbor_allgather, NEIGHBOR_ALLGATHER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_allgather_c, NEIGHBOR_ALLGATHER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_allgather_init, NEIGHBOR_ALLGATHER_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_allgather_init_c, NEIGHBOR_ALLGATHER_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_allgatherv, NEIGHBOR_ALLGATHERV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_allgatherv_c, NEIGHBOR_ALLGATHERV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_allgatherv_init, NEIGHBOR_ALLGATHERV_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, displs: *const c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_allgatherv_init_c, NEIGHBOR_ALLGATHERV_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, displs, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_alltoall, NEIGHBOR_ALLTOALL, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_alltoall_c, NEIGHBOR_ALLTOALL_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_alltoall_init, NEIGHBOR_ALLTOALL_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_alltoall_init_c, NEIGHBOR_ALLTOALL_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_alltoallv, NEIGHBOR_ALLTOALLV, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_alltoallv_c, NEIGHBOR_ALLTOALLV_C, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_alltoallv_init, NEIGHBOR_ALLTOALLV_INIT, (sendbuf: *const c_void, sendcounts: *const c_int, sdispls: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const c_int, rdispls: *const c_int, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_alltoallv_init_c, NEIGHBOR_ALLTOALLV_INIT_C, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, sdispls, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcounts, rdispls, to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { op_commutative, OP_COMMUTATIVE, (op: P::Word, commute: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Op, op), commute)
    {} {}
}

function! { pack, PACK, (inbuf: *const c_void, incount: c_int, datatype: P::Word, outbuf: *mut c_void, outsize: c_int, position: *mut c_int, comm: P::Word) -> c_int,
    {}
    (inbuf, incount, to_host::<P, H>(Kind::Datatype, datatype), outbuf, outsize, position, to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { pack_c, PACK_C, (inbuf: *const c_void, incount: i64, datatype: P::Word, outbuf: *mut c_void, outsize: i64, position: *mut i64, comm: P::Word) -> c_int,
    {}
    (inbuf, incount, to_host::<P, H>(Kind::Datatype, datatype), outbuf, outsize, position, to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { pack_external, PACK_EXTERNAL, (datarep: *const c_char, inbuf: *const c_void, incount: c_int, datatype: P::Word, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int,
    {}
    (datarep, inbuf, incount, to_host::<P, H>(Kind::Datatype, datatype), outbuf, outsize, position)
    {} {}
}

function! { pack_external_c, PACK_EXTERNAL_C, (datarep: *const c_char, inbuf: *const c_void, incount: i64, datatype: P::Word, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int,
    {}
    (datarep, inbuf, incount, to_host::<P, H>(Kind::Datatype, datatype), outbuf, outsize, position)
    {} {}
}

function! { pack_external_size, PACK_EXTERNAL_SIZE, (datarep: *const c_char, incount: c_int, datatype: P::Word, size: *mut i64) -> c_int,
    {}
    (datarep, incount, to_host::<P, H>(Kind::Datatype, datatype), size)
    {} {}
}

function! { pack_external_size_c, PACK_EXTERNAL_SIZE_C, (datarep: *const c_char, incount: i64, datatype: P::Word, size: *mut i64) -> c_int,
    {}
    (datarep, incount, to_host::<P, H>(Kind::Datatype, datatype), size)
    {} {}
}

function! { pack_size, PACK_SIZE, (incount: c_int, datatype: P::Word, comm: P::Word, size: *mut c_int) -> c_int,
    {}
    (incount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Comm, comm), size)
    {} {}
}

function! { pack_size_c, PACK_SIZE_C, (incount: i64, datatype: P::Word, comm: P::Word, size: *mut i64) -> c_int,
    {}
    (incount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Comm, comm), size)
    {} {}
}

function! { parrived, PARRIVED, (request: P::Word, partition: c_int, flag: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Request, request), partition, flag)
    {} {}
}

function! { pready, PREADY, (partition: c_int, request: P::Word) -> c_int,
    {}
    (partition, to_host::<P, H>(Kind::Request, request))
    {} {}
}

function! { pready_list, PREADY_LIST, (length: c_int, array_of_partitions: *const c_int, request: P::Word) -> c_int,
    {}
    (length, array_of_partitions, to_host::<P, H>(Kind::Request, request))
    {} {}
}

function! { pready_range, PREADY_RANGE, (partition_low: c_int, partition_high: c_int, request: P::Word) -> c_int,
    {}
    (partition_low, partition_high, to_host::<P, H>(Kind::Request, request))
    {} {}
}

function! { precv_init, PRECV_INIT, (buf: *mut c_void, partitions: c_int, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, partitions, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { probe, PROBE, (source: c_int, tag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { psend_init, PSEND_INIT, (buf: *const c_void, partitions: c_int, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, partitions, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { publish_name, PUBLISH_NAME, (service_name: *const c_char, info: P::Word, port_name: *const c_char) -> c_int,
    {}
    (service_name, to_host::<P, H>(Kind::Info, info), port_name)
    {} {}
}

function! { put, PUT, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { put_c, PUT_C, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word) -> c_int,
    {}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { query_thread, QUERY_THREAD, (provided: *mut c_int) -> c_int,
    {}
    (provided)
    {} {write_constant(provided, H::THREAD_LEVEL, P::THREAD_LEVEL);}
}

function! { raccumulate, RACCUMULATE, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, op: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { raccumulate_c, RACCUMULATE_C, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { recv, RECV, (buf: *mut c_void, count: c_int, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { recv_c, RECV_C, (buf: *mut c_void, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { recv_init, RECV_INIT, (buf: *mut c_void, count: c_int, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { recv_init_c, RECV_INIT_C, (buf: *mut c_void, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce, REDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_c, REDUCE_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_init, REDUCE_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_init_c, REDUCE_INIT_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_local, REDUCE_LOCAL, (inbuf: *const c_void, inoutbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word) -> c_int,
    {}
    (inbuf, inoutbuf, count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op))
    {} {}
}

function! { reduce_local_c, REDUCE_LOCAL_C, (inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word) -> c_int,
    {}
    (inbuf, inoutbuf, count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op))
    {} {}
}

function! { reduce_scatter, REDUCE_SCATTER, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcounts, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_scatter_c, REDUCE_SCATTER_C, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcounts, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_scatter_block, REDUCE_SCATTER_BLOCK, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_scatter_block_c, REDUCE_SCATTER_BLOCK_C, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_scatter_block_init, REDUCE_SCATTER_BLOCK_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: c_int, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_scatter_block_init_c, REDUCE_SCATTER_BLOCK_INIT_C, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_scatter_init, REDUCE_SCATTER_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const c_int, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcounts, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_scatter_init_c, REDUCE_SCATTER_INIT_C, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), recvcounts, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { remove_error_string, REMOVE_ERROR_STRING, (errorcode: c_int) -> c_int,
    {}
    (code_to_host::<P, H>(errorcode))
    {} {}
}

function! { request_free, REQUEST_FREE, (request: *mut P::Word) -> c_int,
    {let held_request = HeldHandle::<P, H>::of(Kind::Request, request.cast());let mut now_request = held_request.word::<H::Word>();}
    (&raw mut now_request)
    {held_request.store(now_request);} {}
}

function! { request_get_status, REQUEST_GET_STATUS, (request: P::Word, flag: *mut c_int, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (to_host::<P, H>(Kind::Request, request), flag, host_status.pointer())
    {if flag.read() != 0 { host_status.store(); }} {}
}

function! { rget, RGET, (origin_addr: *mut c_void, origin_count: c_int, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rget_c, RGET_C, (origin_addr: *mut c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rget_accumulate, RGET_ACCUMULATE, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: P::Word, result_addr: *mut c_void, result_count: c_int, result_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, op: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), result_addr, result_count, to_host::<P, H>(Kind::Datatype, result_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rget_accumulate_c, RGET_ACCUMULATE_C, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, result_addr: *mut c_void, result_count: i64, result_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), result_addr, result_count, to_host::<P, H>(Kind::Datatype, result_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rput, RPUT, (origin_addr: *const c_void, origin_count: c_int, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: c_int, target_datatype: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rput_c, RPUT_C, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype), rank_to_host::<P, H>(target_rank), target_disp, target_count, to_host::<P, H>(Kind::Datatype, target_datatype), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rsend, RSEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { rsend_c, RSEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { rsend_init, RSEND_INIT, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rsend_init_c, RSEND_INIT_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scan, SCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scan_c, SCAN_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scan_init, SCAN_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: c_int, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scan_init_c, SCAN_INIT_C, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scatter, SCATTER, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scatter_c, SCATTER_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scatter_init, SCATTER_INIT, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scatter_init_c, SCATTER_INIT_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcount, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scatterv, SCATTERV, (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, displs, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scatterv_c, SCATTERV_C, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, displs, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scatterv_init, SCATTERV_INIT, (sendbuf: *const c_void, sendcounts: *const c_int, displs: *const c_int, sendtype: P::Word, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, displs, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scatterv_init_c, SCATTERV_INIT_C, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), sendcounts, displs, to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { send, SEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { send_c, SEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { send_init, SEND_INIT, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { send_init_c, SEND_INIT_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { sendrecv, SENDRECV, (sendbuf: *const c_void, sendcount: c_int, sendtype: P::Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: c_int, recvtype: P::Word, source: c_int, recvtag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (sendbuf, sendcount, to_host::<P, H>(Kind::Datatype, sendtype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), recvbuf, recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { sendrecv_c, SENDRECV_C, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, source: c_int, recvtag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (sendbuf, sendcount, to_host::<P, H>(Kind::Datatype, sendtype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), recvbuf, recvcount, to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { sendrecv_replace, SENDRECV_REPLACE, (buf: *mut c_void, count: c_int, datatype: P::Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { sendrecv_replace_c, SENDRECV_REPLACE_C, (buf: *mut c_void, count: i64, datatype: P::Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { session_call_errhandler, SESSION_CALL_ERRHANDLER, (session: P::Word, errorcode: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Session, session), code_to_host::<P, H>(errorcode))
    {} {}
}

function! { session_finalize, SESSION_FINALIZE, (session: *mut P::Word) -> c_int,
    {let held_session = HeldHandle::<P, H>::of(Kind::Session, session.cast());let mut now_session = held_session.word::<H::Word>();}
    (&raw mut now_session)
    {held_session.store(now_session);} {}
}

function! { session_flush_buffer, SESSION_FLUSH_BUFFER, (session: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Session, session))
    {} {}
}

function! { session_get_errhandler, SESSION_GET_ERRHANDLER, (session: P::Word, errhandler: *mut P::Word) -> c_int,
    {let mut new_errhandler = unwritten::<H>();}
    (to_host::<P, H>(Kind::Session, session), &raw mut new_errhandler)
    {} {if !errhandler.is_null() { errhandler.write(from_host::<P, H>(Kind::Errhandler, new_errhandler)); }} {left::<P, H>(Kind::Errhandler, new_errhandler, errhandler);}
}

function! { session_get_info, SESSION_GET_INFO, (session: P::Word, info_used: *mut P::Word) -> c_int,
    {let mut new_info_used = unwritten::<H>();}
    (to_host::<P, H>(Kind::Session, session), &raw mut new_info_used)
    {} {if !info_used.is_null() { info_used.write(from_host::<P, H>(Kind::Info, new_info_used)); }} {left::<P, H>(Kind::Info, new_info_used, info_used);}
}

function! { session_get_nth_pset, SESSION_GET_NTH_PSET, (session: P::Word, info: P::Word, n: c_int, pset_len: *mut c_int, pset_name: *mut c_char) -> c_int,
    {}
    (to_host::<P, H>(Kind::Session, session), to_host::<P, H>(Kind::Info, info), n, pset_len, pset_name)
    {} {}
}

function! { session_get_num_psets, SESSION_GET_NUM_PSETS, (session: P::Word, info: P::Word, npset_names: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Session, session), to_host::<P, H>(Kind::Info, info), npset_names)
    {} {}
}

function! { session_get_pset_info, SESSION_GET_PSET_INFO, (session: P::Word, pset_name: *const c_char, info: *mut P::Word) -> c_int,
    {let mut new_info = unwritten::<H>();}
    (to_host::<P, H>(Kind::Session, session), pset_name, &raw mut new_info)
    {} {if !info.is_null() { info.write(from_host::<P, H>(Kind::Info, new_info)); }} {left::<P, H>(Kind::Info, new_info, info);}
}

function! { session_iflush_buffer, SESSION_IFLUSH_BUFFER, (session: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (to_host::<P, H>(Kind::Session, session), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { session_init, SESSION_INIT, (info: P::Word, errhandler: P::Word, session: *mut P::Word) -> c_int,
    {let mut new_session = unwritten::<H>();}
    (to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Errhandler, errhandler), &raw mut new_session)
    {} {if !session.is_null() { session.write(from_host::<P, H>(Kind::Session, new_session)); }} {left::<P, H>(Kind::Session, new_session, session);}
}

function! { session_set_errhandler, SESSION_SET_ERRHANDLER, (session: P::Word, errhandler: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Session, session), to_host::<P, H>(Kind::Errhandler, errhandler))
    {} {}
}

function! { ssend, SSEND, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { ssend_c, SSEND_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { ssend_init, SSEND_INIT, (buf: *const c_void, count: c_int, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ssend_init_c, SSEND_INIT_C, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, count, to_host::<P, H>(Kind::Datatype, datatype), rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { start, START, (request: *mut P::Word) -> c_int,
    {let held_request = HeldHandle::<P, H>::of(Kind::Request, request.cast());let mut now_request = held_request.word::<H::Word>();}
    (&raw mut now_request)
    {held_request.store(now_request);} {}
}

function! { status_set_cancelled, STATUS_SET_CANCELLED, (status: *mut c_void, flag: c_int) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::with(status, &mut room_status);}
    (host_status.pointer(), flag)
    {host_status.store();} {}
}

function! { status_set_elements, STATUS_SET_ELEMENTS, (status: *mut c_void, datatype: P::Word, count: c_int) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::with(status, &mut room_status);}
    (host_status.pointer(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {host_status.store();} {}
}

function! { status_set_elements_c, STATUS_SET_ELEMENTS_C, (status: *mut c_void, datatype: P::Word, count: i64) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::with(status, &mut room_status);}
    (host_status.pointer(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {host_status.store();} {}
}

function! { status_set_elements_x, STATUS_SET_ELEMENTS_X, (status: *mut c_void, datatype: P::Word, count: i64) -> c_int,
    {let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::with(status, &mut room_status);}
    (host_status.pointer(), to_host::<P, H>(Kind::Datatype, datatype), count)
    {host_status.store();} {}
}

function! { t_category_changed, T_CATEGORY_CHANGED, (update_number: *mut c_int) -> c_int,
    {}
    (update_number)
    {} {}
}

function! { t_category_get_categories, T_CATEGORY_GET_CATEGORIES, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int,
    {}
    (cat_index, len, indices)
    {} {}
}

function! { t_category_get_cvars, T_CATEGORY_GET_CVARS, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int,
    {}
    (cat_index, len, indices)
    {} {}
}

function! { t_category_get_events, T_CATEGORY_GET_EVENTS, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int,
    {}
    (cat_index, len, indices)
    {} {}
}

function! { t_category_get_index, T_CATEGORY_GET_INDEX, (name: *const c_char, cat_index: *mut c_int) -> c_int,
    {}
    (name, cat_index)
    {} {}
}

function! { t_category_get_info, T_CATEGORY_GET_INFO, (cat_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, num_cvars: *mut c_int, num_pvars: *mut c_int, num_categories: *mut c_int) -> c_int,
    {}
    (cat_index, name, name_len, desc, desc_len, num_cvars, num_pvars, num_categories)
    {} {}
}

function! { t_category_get_num, T_CATEGORY_GET_NUM, (num_cat: *mut c_int) -> c_int,
    {}
    (num_cat)
    {} {}
}

function! { t_category_get_num_events, T_CATEGORY_GET_NUM_EVENTS, (cat_index: c_int, num_events: *mut c_int) -> c_int,
    {}
    (cat_index, num_events)
    {} {}
}

function! { t_category_get_pvars, T_CATEGORY_GET_PVARS, (cat_index: c_int, len: c_int, indices: *mut c_int) -> c_int,
    {}
    (cat_index, len, indices)
    {} {}
}

function! { t_cvar_get_index, T_CVAR_GET_INDEX, (name: *const c_char, cvar_index: *mut c_int) -> c_int,
    {}
    (name, cvar_index)
    {} {}
}

function! { t_cvar_get_info, T_CVAR_GET_INFO, (cvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, datatype: *mut P::Word, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, scope: *mut c_int) -> c_int,
    {let mut new_datatype = unwritten::<H>();}
    (cvar_index, name, name_len, verbosity, &raw mut new_datatype, enumtype, desc, desc_len, bind, scope)
    {} {write_constant(verbosity, H::VERBOSITY, P::VERBOSITY);if !datatype.is_null() { datatype.write(from_host::<P, H>(Kind::Datatype, new_datatype)); }
write_constant(bind, H::BINDING, P::BINDING);write_constant(scope, H::SCOPE, P::SCOPE);} {left::<P, H>(Kind::Datatype, new_datatype, datatype);}
}

function! { t_cvar_get_num, T_CVAR_GET_NUM, (num_cvar: *mut c_int) -> c_int,
    {}
    (num_cvar)
    {} {}
}

function! { t_cvar_handle_free, T_CVAR_HANDLE_FREE, (handle: *mut usize) -> c_int,
    {}
    (handle)
    {} {}
}

function! { t_cvar_read, T_CVAR_READ, (handle: usize, buf: *mut c_void) -> c_int,
    {}
    (handle, buf)
    {} {}
}

function! { t_cvar_write, T_CVAR_WRITE, (handle: usize, buf: *const c_void) -> c_int,
    {}
    (handle, buf)
    {} {}
}

function! { t_enum_get_info, T_ENUM_GET_INFO, (enumtype: usize, num: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int,
    {}
    (enumtype, num, name, name_len)
    {} {}
}

function! { t_enum_get_item, T_ENUM_GET_ITEM, (enumtype: usize, index: c_int, value: *mut c_int, name: *mut c_char, name_len: *mut c_int) -> c_int,
    {}
    (enumtype, index, value, name, name_len)
    {} {}
}

function! { t_event_callback_get_info, T_EVENT_CALLBACK_GET_INFO, (event_registration: usize, cb_safety: c_int, info_used: *mut P::Word) -> c_int,
    {let mut new_info_used = unwritten::<H>();}
    (event_registration, constant(P::CALLBACK_SAFETY, H::CALLBACK_SAFETY, cb_safety), &raw mut new_info_used)
    {} {if !info_used.is_null() { info_used.write(from_host::<P, H>(Kind::Info, new_info_used)); }} {left::<P, H>(Kind::Info, new_info_used, info_used);}
}

function! { t_event_callback_set_info, T_EVENT_CALLBACK_SET_INFO, (event_registration: usize, cb_safety: c_int, info: P::Word) -> c_int,
    {}
    (event_registration, constant(P::CALLBACK_SAFETY, H::CALLBACK_SAFETY, cb_safety), to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { t_event_copy, T_EVENT_COPY, (event_instance: usize, buffer: *mut c_void) -> c_int,
    {}
    (event_instance, buffer)
    {} {}
}

function! { t_event_get_index, T_EVENT_GET_INDEX, (name: *const c_char, event_index: *mut c_int) -> c_int,
    {}
    (name, event_index)
    {} {}
}

function! { t_event_get_num, T_EVENT_GET_NUM, (num_events: *mut c_int) -> c_int,
    {}
    (num_events)
    {} {}
}

function! { t_event_get_source, T_EVENT_GET_SOURCE, (event_instance: usize, source_index: *mut c_int) -> c_int,
    {}
    (event_instance, source_index)
    {} {}
}

function! { t_event_get_timestamp, T_EVENT_GET_TIMESTAMP, (event_instance: usize, event_timestamp: *mut i64) -> c_int,
    {}
    (event_instance, event_timestamp)
    {} {}
}

function! { t_event_handle_get_info, T_EVENT_HANDLE_GET_INFO, (event_registration: usize, info_used: *mut P::Word) -> c_int,
    {let mut new_info_used = unwritten::<H>();}
    (event_registration, &raw mut new_info_used)
    {} {if !info_used.is_null() { info_used.write(from_host::<P, H>(Kind::Info, new_info_used)); }} {left::<P, H>(Kind::Info, new_info_used, info_used);}
}

function! { t_event_handle_set_info, T_EVENT_HANDLE_SET_INFO, (event_registration: usize, info: P::Word) -> c_int,
    {}
    (event_registration, to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { t_event_read, T_EVENT_READ, (event_instance: usize, element_index: c_int, buffer: *mut c_void) -> c_int,
    {}
    (event_instance, element_index, buffer)
    {} {}
}

function! { t_finalize, T_FINALIZE, () -> c_int,
    {}
    ()
    {} {}
}

function! { t_init_thread, T_INIT_THREAD, (required: c_int, provided: *mut c_int) -> c_int,
    {}
    (constant(P::THREAD_LEVEL, H::THREAD_LEVEL, required), provided)
    {} {write_constant(provided, H::THREAD_LEVEL, P::THREAD_LEVEL);}
}

function! { t_pvar_get_index, T_PVAR_GET_INDEX, (name: *const c_char, var_class: c_int, pvar_index: *mut c_int) -> c_int,
    {}
    (name, constant(P::VARIABLE_CLASS, H::VARIABLE_CLASS, var_class), pvar_index)
    {} {}
}

function! { t_pvar_get_info, T_PVAR_GET_INFO, (pvar_index: c_int, name: *mut c_char, name_len: *mut c_int, verbosity: *mut c_int, var_class: *mut c_int, datatype: *mut P::Word, enumtype: *mut usize, desc: *mut c_char, desc_len: *mut c_int, bind: *mut c_int, readonly: *mut c_int, continuous: *mut c_int, atomic: *mut c_int) -> c_int,
    {let mut new_datatype = unwritten::<H>();}
    (pvar_index, name, name_len, verbosity, var_class, &raw mut new_datatype, enumtype, desc, desc_len, bind, readonly, continuous, atomic)
    {} {write_constant(verbosity, H::VERBOSITY, P::VERBOSITY);write_constant(var_class, H::VARIABLE_CLASS, P::VARIABLE_CLASS);if !datatype.is_null() { datatype.write(from_host::<P, H>(Kind::Datatype, new_datatype)); }
write_constant(bind, H::BINDING, P::BINDING);} {left::<P, H>(Kind::Datatype, new_datatype, datatype);}
}

function! { t_pvar_get_num, T_PVAR_GET_NUM, (num_pvar: *mut c_int) -> c_int,
    {}
    (num_pvar)
    {} {}
}

function! { t_pvar_handle_free, T_PVAR_HANDLE_FREE, (pe_session: usize, handle: *mut usize) -> c_int,
    {}
    (pe_session, handle)
    {} {}
}

function! { t_pvar_read, T_PVAR_READ, (pe_session: usize, handle: usize, buf: *mut c_void) -> c_int,
    {}
    (pe_session, variable_to_host(handle), buf)
    {} {}
}

function! { t_pvar_readreset, T_PVAR_READRESET, (pe_session: usize, handle: usize, buf: *mut c_void) -> c_int,
    {}
    (pe_session, variable_to_host(handle), buf)
    {} {}
}

function! { t_pvar_reset, T_PVAR_RESET, (pe_session: usize, handle: usize) -> c_int,
    {}
    (pe_session, variable_to_host(handle))
    {} {}
}

function! { t_pvar_session_create, T_PVAR_SESSION_CREATE, (pe_session: *mut usize) -> c_int,
    {}
    (pe_session)
    {} {}
}

function! { t_pvar_session_free, T_PVAR_SESSION_FREE, (pe_session: *mut usize) -> c_int,
    {}
    (pe_session)
    {} {}
}

function! { t_pvar_start, T_PVAR_START, (pe_session: usize, handle: usize) -> c_int,
    {}
    (pe_session, variable_to_host(handle))
    {} {}
}

function! { t_pvar_stop, T_PVAR_STOP, (pe_session: usize, handle: usize) -> c_int,
    {}
    (pe_session, variable_to_host(handle))
    {} {}
}

function! { t_pvar_write, T_PVAR_WRITE, (pe_session: usize, handle: usize, buf: *const c_void) -> c_int,
    {}
    (pe_session, variable_to_host(handle), buf)
    {} {}
}

function! { t_source_get_info, T_SOURCE_GET_INFO, (source_index: c_int, name: *mut c_char, name_len: *mut c_int, desc: *mut c_char, desc_len: *mut c_int, ordering: *mut c_int, ticks_per_second: *mut i64, max_ticks: *mut i64, info: *mut P::Word) -> c_int,
    {let mut new_info = unwritten::<H>();}
    (source_index, name, name_len, desc, desc_len, ordering, ticks_per_second, max_ticks, &raw mut new_info)
    {} {write_constant(ordering, H::SOURCE_ORDER, P::SOURCE_ORDER);if !info.is_null() { info.write(from_host::<P, H>(Kind::Info, new_info)); }} {left::<P, H>(Kind::Info, new_info, info);}
}

function! { t_source_get_num, T_SOURCE_GET_NUM, (num_sources: *mut c_int) -> c_int,
    {}
    (num_sources)
    {} {}
}

function! { t_source_get_timestamp, T_SOURCE_GET_TIMESTAMP, (source_index: c_int, timestamp: *mut i64) -> c_int,
    {}
    (source_index, timestamp)
    {} {}
}

function! { test, TEST, (request: *mut P::Word, flag: *mut c_int, status: *mut c_void) -> c_int,
    {let held_request = HeldHandle::<P, H>::of(Kind::Request, request.cast());let mut now_request = held_request.word::<H::Word>();let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (&raw mut now_request, flag, host_status.pointer())
    {held_request.store(now_request);if flag.read() != 0 { host_status.store(); }} {}
}

function! { test_cancelled, TEST_CANCELLED, (status: *const c_void, flag: *mut c_int) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());}
    (host_status.as_ptr(), flag)
    {} {}
}

function! { topo_test, TOPO_TEST, (comm: P::Word, status: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Comm, comm), status)
    {} {write_constant(status, H::TOPOLOGY, P::TOPOLOGY);}
}

function! { type_commit, TYPE_COMMIT, (datatype: *mut P::Word) -> c_int,
    {let held_datatype = HeldHandle::<P, H>::of(Kind::Datatype, datatype.cast());let mut now_datatype = held_datatype.word::<H::Word>();}
    (&raw mut now_datatype)
    {held_datatype.store(now_datatype);} {}
}

function! { type_contiguous, TYPE_CONTIGUOUS, (count: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_contiguous_c, TYPE_CONTIGUOUS_C, (count: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_darray, TYPE_CREATE_DARRAY, (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const c_int, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let host_array_of_distribs = constant_array(array_of_distribs, usize::try_from(ndims).unwrap_or(0), P::DISTRIBUTION, H::DISTRIBUTION);let host_array_of_dargs = constant_array(array_of_dargs, usize::try_from(ndims).unwrap_or(0), P::DISTRIBUTION_ARGUMENT, H::DISTRIBUTION_ARGUMENT);let mut new_newtype = unwritten::<H>();}
    (size, rank, ndims, array_of_gsizes, host_array_of_distribs.as_ptr(), host_array_of_dargs.as_ptr(), array_of_psizes, constant(P::ORDER, H::ORDER, order), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_darray_c, TYPE_CREATE_DARRAY_C, (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let host_array_of_distribs = constant_array(array_of_distribs, usize::try_from(ndims).unwrap_or(0), P::DISTRIBUTION, H::DISTRIBUTION);let host_array_of_dargs = constant_array(array_of_dargs, usize::try_from(ndims).unwrap_or(0), P::DISTRIBUTION_ARGUMENT, H::DISTRIBUTION_ARGUMENT);let mut new_newtype = unwritten::<H>();}
    (size, rank, ndims, array_of_gsizes, host_array_of_distribs.as_ptr(), host_array_of_dargs.as_ptr(), array_of_psizes, constant(P::ORDER, H::ORDER, order), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_f90_complex, TYPE_CREATE_F90_COMPLEX, (p: c_int, r: c_int, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (p, r, &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_f90_integer, TYPE_CREATE_F90_INTEGER, (r: c_int, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (r, &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_f90_real, TYPE_CREATE_F90_REAL, (p: c_int, r: c_int, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (p, r, &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hindexed, TYPE_CREATE_HINDEXED, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hindexed_c, TYPE_CREATE_HINDEXED_C, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hindexed_block, TYPE_CREATE_HINDEXED_BLOCK, (count: c_int, blocklength: c_int, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hindexed_block_c, TYPE_CREATE_HINDEXED_BLOCK_C, (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hvector, TYPE_CREATE_HVECTOR, (count: c_int, blocklength: c_int, stride: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hvector_c, TYPE_CREATE_HVECTOR_C, (count: i64, blocklength: i64, stride: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_indexed_block, TYPE_CREATE_INDEXED_BLOCK, (count: c_int, blocklength: c_int, array_of_displacements: *const c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_indexed_block_c, TYPE_CREATE_INDEXED_BLOCK_C, (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_resized, TYPE_CREATE_RESIZED, (oldtype: P::Word, lb: i64, extent: i64, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (to_host::<P, H>(Kind::Datatype, oldtype), lb, extent, &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_resized_c, TYPE_CREATE_RESIZED_C, (oldtype: P::Word, lb: i64, extent: i64, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (to_host::<P, H>(Kind::Datatype, oldtype), lb, extent, &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_struct, TYPE_CREATE_STRUCT, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const P::Word, newtype: *mut P::Word) -> c_int,
    {let host_array_of_types = calls::translated::<P, H>(usize::try_from(count).unwrap_or(0), array_of_types);let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, host_array_of_types.as_ptr(), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_struct_c, TYPE_CREATE_STRUCT_C, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const P::Word, newtype: *mut P::Word) -> c_int,
    {let host_array_of_types = calls::translated::<P, H>(usize::try_from(count).unwrap_or(0), array_of_types);let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, host_array_of_types.as_ptr(), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_subarray, TYPE_CREATE_SUBARRAY, (ndims: c_int, array_of_sizes: *const c_int, array_of_subsizes: *const c_int, array_of_starts: *const c_int, order: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (ndims, array_of_sizes, array_of_subsizes, array_of_starts, constant(P::ORDER, H::ORDER, order), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_subarray_c, TYPE_CREATE_SUBARRAY_C, (ndims: c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (ndims, array_of_sizes, array_of_subsizes, array_of_starts, constant(P::ORDER, H::ORDER, order), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_delete_attr, TYPE_DELETE_ATTR, (datatype: P::Word, type_keyval: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), keyval_to_host::<P, H>(type_keyval))
    {} {}
}

function! { type_dup, TYPE_DUP, (oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_extent, TYPE_EXTENT, (datatype: P::Word, extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), extent)
    {} {}
}

function! { type_free, TYPE_FREE, (datatype: *mut P::Word) -> c_int,
    {let held_datatype = HeldHandle::<P, H>::of(Kind::Datatype, datatype.cast());let mut now_datatype = held_datatype.word::<H::Word>();}
    (&raw mut now_datatype)
    {held_datatype.store(now_datatype);} {}
}

function! { type_free_keyval, TYPE_FREE_KEYVAL, (type_keyval: *mut c_int) -> c_int,
    {let mut held_type_keyval = keyval_to_host::<P, H>(type_keyval.read());}
    (&raw mut held_type_keyval)
    {type_keyval.write(keyval_to_program::<P, H>(held_type_keyval));} {}
}

function! { type_get_envelope, TYPE_GET_ENVELOPE, (datatype: P::Word, num_integers: *mut c_int, num_addresses: *mut c_int, num_datatypes: *mut c_int, combiner: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), num_integers, num_addresses, num_datatypes, combiner)
    {} {write_constant(combiner, H::COMBINER, P::COMBINER);}
}

function! { type_get_envelope_c, TYPE_GET_ENVELOPE_C, (datatype: P::Word, num_integers: *mut i64, num_addresses: *mut i64, num_large_counts: *mut i64, num_datatypes: *mut i64, combiner: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), num_integers, num_addresses, num_large_counts, num_datatypes, combiner)
    {} {write_constant(combiner, H::COMBINER, P::COMBINER);}
}

function! { type_get_extent, TYPE_GET_EXTENT, (datatype: P::Word, lb: *mut i64, extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), lb, extent)
    {} {}
}

function! { type_get_extent_c, TYPE_GET_EXTENT_C, (datatype: P::Word, lb: *mut i64, extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), lb, extent)
    {} {}
}

function! { type_get_extent_x, TYPE_GET_EXTENT_X, (datatype: P::Word, lb: *mut i64, extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), lb, extent)
    {} {}
}

function! { type_get_true_extent, TYPE_GET_TRUE_EXTENT, (datatype: P::Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), true_lb, true_extent)
    {} {}
}

function! { type_get_true_extent_c, TYPE_GET_TRUE_EXTENT_C, (datatype: P::Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), true_lb, true_extent)
    {} {}
}

function! { type_get_true_extent_x, TYPE_GET_TRUE_EXTENT_X, (datatype: P::Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), true_lb, true_extent)
    {} {}
}

function! { type_get_value_index, TYPE_GET_VALUE_INDEX, (value_type: P::Word, index_type: P::Word, pair_type: *mut P::Word) -> c_int,
    {let mut new_pair_type = unwritten::<H>();}
    (to_host::<P, H>(Kind::Datatype, value_type), to_host::<P, H>(Kind::Datatype, index_type), &raw mut new_pair_type)
    {} {if !pair_type.is_null() { pair_type.write(from_host::<P, H>(Kind::Datatype, new_pair_type)); }} {left::<P, H>(Kind::Datatype, new_pair_type, pair_type);}
}

function! { type_hindexed, TYPE_HINDEXED, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_hvector, TYPE_HVECTOR, (count: c_int, blocklength: c_int, stride: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_indexed, TYPE_INDEXED, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_indexed_c, TYPE_INDEXED_C, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_lb, TYPE_LB, (datatype: P::Word, displacement: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), displacement)
    {} {}
}

function! { type_match_size, TYPE_MATCH_SIZE, (typeclass: c_int, size: c_int, datatype: *mut P::Word) -> c_int,
    {let mut new_datatype = unwritten::<H>();}
    (constant(P::TYPE_CLASS, H::TYPE_CLASS, typeclass), size, &raw mut new_datatype)
    {} {if !datatype.is_null() { datatype.write(from_host::<P, H>(Kind::Datatype, new_datatype)); }} {left::<P, H>(Kind::Datatype, new_datatype, datatype);}
}

function! { type_set_attr, TYPE_SET_ATTR, (datatype: P::Word, type_keyval: c_int, attribute_val: *mut c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), keyval_to_host::<P, H>(type_keyval), attribute_val)
    {} {}
}

function! { type_set_name, TYPE_SET_NAME, (datatype: P::Word, type_name: *const c_char) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), type_name)
    {} {}
}

function! { type_size, TYPE_SIZE, (datatype: P::Word, size: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), size)
    {} {}
}

function! { type_size_c, TYPE_SIZE_C, (datatype: P::Word, size: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), size)
    {} {}
}

function! { type_size_x, TYPE_SIZE_X, (datatype: P::Word, size: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), size)
    {} {}
}

function! { type_struct, TYPE_STRUCT, (count: c_int, array_of_blocklengths: *const c_int, array_of_displacements: *const i64, array_of_types: *const P::Word, newtype: *mut P::Word) -> c_int,
    {let host_array_of_types = calls::translated::<P, H>(usize::try_from(count).unwrap_or(0), array_of_types);let mut new_newtype = unwritten::<H>();}
    (count, array_of_blocklengths, array_of_displacements, host_array_of_types.as_ptr(), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_ub, TYPE_UB, (datatype: P::Word, displacement: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), displacement)
    {} {}
}

function! { type_vector, TYPE_VECTOR, (count: c_int, blocklength: c_int, stride: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_vector_c, TYPE_VECTOR_C, (count: i64, blocklength: i64, stride: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (count, blocklength, stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { unpack, UNPACK, (inbuf: *const c_void, insize: c_int, position: *mut c_int, outbuf: *mut c_void, outcount: c_int, datatype: P::Word, comm: P::Word) -> c_int,
    {}
    (inbuf, insize, position, outbuf, outcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { unpack_c, UNPACK_C, (inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: P::Word, comm: P::Word) -> c_int,
    {}
    (inbuf, insize, position, outbuf, outcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { unpack_external, UNPACK_EXTERNAL, (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: c_int, datatype: P::Word) -> c_int,
    {}
    (datarep, inbuf, insize, position, outbuf, outcount, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { unpack_external_c, UNPACK_EXTERNAL_C, (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: P::Word) -> c_int,
    {}
    (datarep, inbuf, insize, position, outbuf, outcount, to_host::<P, H>(Kind::Datatype, datatype))
    {} {}
}

function! { unpublish_name, UNPUBLISH_NAME, (service_name: *const c_char, info: P::Word, port_name: *const c_char) -> c_int,
    {}
    (service_name, to_host::<P, H>(Kind::Info, info), port_name)
    {} {}
}

function! { win_allocate, WIN_ALLOCATE, (size: i64, disp_unit: c_int, info: P::Word, comm: P::Word, baseptr: *mut c_void, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (size, disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), baseptr, &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_allocate_c, WIN_ALLOCATE_C, (size: i64, disp_unit: i64, info: P::Word, comm: P::Word, baseptr: *mut c_void, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (size, disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), baseptr, &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_allocate_shared, WIN_ALLOCATE_SHARED, (size: i64, disp_unit: c_int, info: P::Word, comm: P::Word, baseptr: *mut c_void, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (size, disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), baseptr, &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_allocate_shared_c, WIN_ALLOCATE_SHARED_C, (size: i64, disp_unit: i64, info: P::Word, comm: P::Word, baseptr: *mut c_void, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (size, disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), baseptr, &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_attach, WIN_ATTACH, (win: P::Word, base: *mut c_void, size: i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), base, size)
    {} {}
}

function! { win_call_errhandler, WIN_CALL_ERRHANDLER, (win: P::Word, errorcode: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), code_to_host::<P, H>(errorcode))
    {} {}
}

function! { win_complete, WIN_COMPLETE, (win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_create, WIN_CREATE, (base: *mut c_void, size: i64, disp_unit: c_int, info: P::Word, comm: P::Word, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (base, size, disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_create_c, WIN_CREATE_C, (base: *mut c_void, size: i64, disp_unit: i64, info: P::Word, comm: P::Word, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (base, size, disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_create_dynamic, WIN_CREATE_DYNAMIC, (info: P::Word, comm: P::Word, win: *mut P::Word) -> c_int,
    {let mut new_win = unwritten::<H>();}
    (to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_delete_attr, WIN_DELETE_ATTR, (win: P::Word, win_keyval: c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), keyval_to_host::<P, H>(win_keyval))
    {} {}
}

function! { win_detach, WIN_DETACH, (win: P::Word, base: *const c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), base)
    {} {}
}

function! { win_fence, WIN_FENCE, (assert: c_int, win: P::Word) -> c_int,
    {}
    (bits(P::ASSERTION, H::ASSERTION, assert), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_flush, WIN_FLUSH, (rank: c_int, win: P::Word) -> c_int,
    {}
    (rank_to_host::<P, H>(rank), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_flush_all, WIN_FLUSH_ALL, (win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_flush_local, WIN_FLUSH_LOCAL, (rank: c_int, win: P::Word) -> c_int,
    {}
    (rank_to_host::<P, H>(rank), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_flush_local_all, WIN_FLUSH_LOCAL_ALL, (win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_free, WIN_FREE, (win: *mut P::Word) -> c_int,
    {let held_win = HeldHandle::<P, H>::of(Kind::Win, win.cast());let mut now_win = held_win.word::<H::Word>();}
    (&raw mut now_win)
    {held_win.store(now_win);} {}
}

function! { win_free_keyval, WIN_FREE_KEYVAL, (win_keyval: *mut c_int) -> c_int,
    {let mut held_win_keyval = keyval_to_host::<P, H>(win_keyval.read());}
    (&raw mut held_win_keyval)
    {win_keyval.write(keyval_to_program::<P, H>(held_win_keyval));} {}
}

function! { win_get_errhandler, WIN_GET_ERRHANDLER, (win: P::Word, errhandler: *mut P::Word) -> c_int,
    {let mut new_errhandler = unwritten::<H>();}
    (to_host::<P, H>(Kind::Win, win), &raw mut new_errhandler)
    {} {if !errhandler.is_null() { errhandler.write(from_host::<P, H>(Kind::Errhandler, new_errhandler)); }} {left::<P, H>(Kind::Errhandler, new_errhandler, errhandler);}
}

function! { win_get_group, WIN_GET_GROUP, (win: P::Word, group: *mut P::Word) -> c_int,
    {let mut new_group = unwritten::<H>();}
    (to_host::<P, H>(Kind::Win, win), &raw mut new_group)
    {} {if !group.is_null() { group.write(from_host::<P, H>(Kind::Group, new_group)); }} {left::<P, H>(Kind::Group, new_group, group);}
}

function! { win_get_info, WIN_GET_INFO, (win: P::Word, info_used: *mut P::Word) -> c_int,
    {let mut new_info_used = unwritten::<H>();}
    (to_host::<P, H>(Kind::Win, win), &raw mut new_info_used)
    {} {if !info_used.is_null() { info_used.write(from_host::<P, H>(Kind::Info, new_info_used)); }} {left::<P, H>(Kind::Info, new_info_used, info_used);}
}

function! { win_lock, WIN_LOCK, (lock_type: c_int, rank: c_int, assert: c_int, win: P::Word) -> c_int,
    {}
    (constant(P::LOCK, H::LOCK, lock_type), rank_to_host::<P, H>(rank), bits(P::ASSERTION, H::ASSERTION, assert), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_lock_all, WIN_LOCK_ALL, (assert: c_int, win: P::Word) -> c_int,
    {}
    (bits(P::ASSERTION, H::ASSERTION, assert), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_post, WIN_POST, (group: P::Word, assert: c_int, win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Group, group), bits(P::ASSERTION, H::ASSERTION, assert), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_set_attr, WIN_SET_ATTR, (win: P::Word, win_keyval: c_int, attribute_val: *mut c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), keyval_to_host::<P, H>(win_keyval), attribute_val)
    {} {}
}

function! { win_set_errhandler, WIN_SET_ERRHANDLER, (win: P::Word, errhandler: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), to_host::<P, H>(Kind::Errhandler, errhandler))
    {} {}
}

function! { win_set_info, WIN_SET_INFO, (win: P::Word, info: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), to_host::<P, H>(Kind::Info, info))
    {} {}
}

function! { win_set_name, WIN_SET_NAME, (win: P::Word, win_name: *const c_char) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), win_name)
    {} {}
}

function! { win_shared_query, WIN_SHARED_QUERY, (win: P::Word, rank: c_int, size: *mut i64, disp_unit: *mut c_int, baseptr: *mut c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), rank_to_host::<P, H>(rank), size, disp_unit, baseptr)
    {} {}
}

function! { win_shared_query_c, WIN_SHARED_QUERY_C, (win: P::Word, rank: c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), rank_to_host::<P, H>(rank), size, disp_unit, baseptr)
    {} {}
}

function! { win_start, WIN_START, (group: P::Word, assert: c_int, win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Group, group), bits(P::ASSERTION, H::ASSERTION, assert), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_sync, WIN_SYNC, (win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_test, WIN_TEST, (win: P::Word, flag: *mut c_int) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win), flag)
    {} {}
}

function! { win_unlock, WIN_UNLOCK, (rank: c_int, win: P::Word) -> c_int,
    {}
    (rank_to_host::<P, H>(rank), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_unlock_all, WIN_UNLOCK_ALL, (win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { win_wait, WIN_WAIT, (win: P::Word) -> c_int,
    {}
    (to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { wtick, WTICK, () -> f64,
    {}
    ()
    {} {}
}

function! { wtime, WTIME, () -> f64,
    {}
    ()
    {} {}
}

function! { accumulate_c_narrowed, ACCUMULATE, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { allgather_c_narrowed, ALLGATHER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allgather_init_c_narrowed, ALLGATHER_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { allgatherv_c_narrowed, ALLGATHERV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::ALLGATHERV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, lengths.1) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allgatherv_init_c_narrowed, ALLGATHERV_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::ALLGATHERV_INIT_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts, narrow_displs,));}
}

function! { allreduce_c_narrowed, ALLREDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::ALLREDUCE_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { allreduce_init_c_narrowed, ALLREDUCE_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::ALLREDUCE_INIT_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alltoall_c_narrowed, ALLTOALL, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { alltoall_init_c_narrowed, ALLTOALL_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { alltoallv_c_narrowed, ALLTOALLV, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::ALLTOALLV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_sdispls) = narrow_array(sdispls, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_rdispls) = narrow_array(rdispls, lengths.1) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_sdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_rdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { alltoallv_init_c_narrowed, ALLTOALLV_INIT, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::ALLTOALLV_INIT_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_sdispls) = narrow_array(sdispls, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_rdispls) = narrow_array(rdispls, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_sdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_rdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_sendcounts, narrow_sdispls, narrow_recvcounts, narrow_rdispls,));}
}

function! { bcast_c_narrowed, BCAST, (buffer: *mut c_void, count: i64, datatype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (buffer, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { bcast_init_c_narrowed, BCAST_INIT, (buffer: *mut c_void, count: i64, datatype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buffer, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { bsend_c_narrowed, BSEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { bsend_init_c_narrowed, BSEND_INIT, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { exscan_c_narrowed, EXSCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::EXSCAN_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { exscan_init_c_narrowed, EXSCAN_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::EXSCAN_INIT_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_get_type_extent_c_narrowed, FILE_GET_TYPE_EXTENT, (fh: usize, datatype: P::Word, extent: *mut i64) -> c_int,
    {}
    (file_to_host::<P, H>(fh), to_host::<P, H>(Kind::Datatype, datatype), extent)
    {} {}
}

function! { file_iread_c_narrowed, FILE_IREAD, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_all_c_narrowed, FILE_IREAD_ALL, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_at_c_narrowed, FILE_IREAD_AT, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_at_all_c_narrowed, FILE_IREAD_AT_ALL, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iread_shared_c_narrowed, FILE_IREAD_SHARED, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_c_narrowed, FILE_IWRITE, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_all_c_narrowed, FILE_IWRITE_ALL, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_at_c_narrowed, FILE_IWRITE_AT, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_at_all_c_narrowed, FILE_IWRITE_AT_ALL, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_iwrite_shared_c_narrowed, FILE_IWRITE_SHARED, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { file_read_c_narrowed, FILE_READ, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_all_c_narrowed, FILE_READ_ALL, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_all_begin_c_narrowed, FILE_READ_ALL_BEGIN, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype)
    {} {}
}

function! { file_read_at_c_narrowed, FILE_READ_AT, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at_all_c_narrowed, FILE_READ_AT_ALL, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_at_all_begin_c_narrowed, FILE_READ_AT_ALL_BEGIN, (fh: usize, offset: i64, buf: *mut c_void, count: i64, datatype: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype)
    {} {}
}

function! { file_read_ordered_c_narrowed, FILE_READ_ORDERED, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_read_ordered_begin_c_narrowed, FILE_READ_ORDERED_BEGIN, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype)
    {} {}
}

function! { file_read_shared_c_narrowed, FILE_READ_SHARED, (fh: usize, buf: *mut c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_c_narrowed, FILE_WRITE, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_all_c_narrowed, FILE_WRITE_ALL, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_all_begin_c_narrowed, FILE_WRITE_ALL_BEGIN, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype)
    {} {}
}

function! { file_write_at_c_narrowed, FILE_WRITE_AT, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at_all_c_narrowed, FILE_WRITE_AT_ALL, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_at_all_begin_c_narrowed, FILE_WRITE_AT_ALL_BEGIN, (fh: usize, offset: i64, buf: *const c_void, count: i64, datatype: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (file_to_host::<P, H>(fh), offset, buf, counted_count.count, counted_count.datatype)
    {} {}
}

function! { file_write_ordered_c_narrowed, FILE_WRITE_ORDERED, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { file_write_ordered_begin_c_narrowed, FILE_WRITE_ORDERED_BEGIN, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype)
    {} {}
}

function! { file_write_shared_c_narrowed, FILE_WRITE_SHARED, (fh: usize, buf: *const c_void, count: i64, datatype: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (file_to_host::<P, H>(fh), buf, counted_count.count, counted_count.datatype, host_status.pointer())
    {host_status.store();} {}
}

function! { gather_c_narrowed, GATHER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { gather_init_c_narrowed, GATHER_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { gatherv_c_narrowed, GATHERV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {const LARGE: usize = index::GATHERV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, if calls::is_root::<P, H>(root, comm) { lengths.1 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, if calls::is_root::<P, H>(root, comm) { lengths.1 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { gatherv_init_c_narrowed, GATHERV_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::GATHERV_INIT_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, if calls::is_root::<P, H>(root, comm) { lengths.1 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, if calls::is_root::<P, H>(root, comm) { lengths.1 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts, narrow_displs,));}
}

function! { get_c_narrowed, GET, (origin_addr: *mut c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { get_accumulate_c_narrowed, GET_ACCUMULATE, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, result_addr: *mut c_void, result_count: i64, result_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_result_count = match calls::Counted::<H>::of(result_count, to_host::<P, H>(Kind::Datatype, result_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, result_addr, counted_result_count.count, counted_result_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { get_count_c_narrowed, GET_COUNT, (status: *const c_void, datatype: P::Word, count: *mut i64) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());let mut narrow_count: c_int = 0;}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), &raw mut narrow_count)
    {} {count.write(narrow_count.into());}
}

function! { get_elements_c_narrowed, GET_ELEMENTS, (status: *const c_void, datatype: P::Word, count: *mut i64) -> c_int,
    {let host_status = status_in::<P, H>(status.cast());let mut narrow_count: c_int = 0;}
    (host_status.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), &raw mut narrow_count)
    {} {count.write(narrow_count.into());}
}

function! { iallgather_c_narrowed, IALLGATHER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iallgatherv_c_narrowed, IALLGATHERV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IALLGATHERV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts, narrow_displs,));}
}

function! { iallreduce_c_narrowed, IALLREDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IALLREDUCE_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ialltoall_c_narrowed, IALLTOALL, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ialltoallv_c_narrowed, IALLTOALLV, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IALLTOALLV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_sdispls) = narrow_array(sdispls, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_rdispls) = narrow_array(rdispls, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_sdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_rdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_sendcounts, narrow_sdispls, narrow_recvcounts, narrow_rdispls,));}
}

function! { ibcast_c_narrowed, IBCAST, (buffer: *mut c_void, count: i64, datatype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buffer, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ibsend_c_narrowed, IBSEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iexscan_c_narrowed, IEXSCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IEXSCAN_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { igather_c_narrowed, IGATHER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { igatherv_c_narrowed, IGATHERV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IGATHERV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, if calls::is_root::<P, H>(root, comm) { lengths.1 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, if calls::is_root::<P, H>(root, comm) { lengths.1 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts, narrow_displs,));}
}

function! { imrecv_c_narrowed, IMRECV, (buf: *mut c_void, count: i64, datatype: P::Word, message: *mut P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let held_message = HeldHandle::<P, H>::of(Kind::Message, message.cast());let mut now_message = held_message.word::<H::Word>();let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, &raw mut now_message, new_request.as_mut_ptr())
    {held_message.store(now_message);} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_allgather_c_narrowed, INEIGHBOR_ALLGATHER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_allgatherv_c_narrowed, INEIGHBOR_ALLGATHERV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::INEIGHBOR_ALLGATHERV_C;
let lengths = calls::neighbours::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts, narrow_displs,));}
}

function! { ineighbor_alltoall_c_narrowed, INEIGHBOR_ALLTOALL, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ineighbor_alltoallv_c_narrowed, INEIGHBOR_ALLTOALLV, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::INEIGHBOR_ALLTOALLV_C;
let lengths = calls::neighbours::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_sdispls) = narrow_array(sdispls, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_rdispls) = narrow_array(rdispls, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_sdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_rdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_sendcounts, narrow_sdispls, narrow_recvcounts, narrow_rdispls,));}
}

function! { irecv_c_narrowed, IRECV, (buf: *mut c_void, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_c_narrowed, IREDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IREDUCE_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { ireduce_scatter_c_narrowed, IREDUCE_SCATTER, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IREDUCE_SCATTER_C;
let lengths = calls::own_group::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts,));}
}

function! { ireduce_scatter_block_c_narrowed, IREDUCE_SCATTER_BLOCK, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::IREDUCE_SCATTER_BLOCK_C;
let Ok(narrow_recvcount) = c_int::try_from(recvcount) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { irsend_c_narrowed, IRSEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscan_c_narrowed, ISCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::ISCAN_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscatter_c_narrowed, ISCATTER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { iscatterv_c_narrowed, ISCATTERV, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::ISCATTERV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if calls::is_root::<P, H>(root, comm) { lengths.0 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, if calls::is_root::<P, H>(root, comm) { lengths.0 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_sendcounts, narrow_displs,));}
}

function! { isend_c_narrowed, ISEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isendrecv_c_narrowed, ISENDRECV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, source: c_int, recvtag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { isendrecv_replace_c_narrowed, ISENDRECV_REPLACE, (buf: *mut c_void, count: i64, datatype: P::Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { issend_c_narrowed, ISSEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { mrecv_c_narrowed, MRECV, (buf: *mut c_void, count: i64, datatype: P::Word, message: *mut P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let held_message = HeldHandle::<P, H>::of(Kind::Message, message.cast());let mut now_message = held_message.word::<H::Word>();let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, counted_count.count, counted_count.datatype, &raw mut now_message, host_status.pointer())
    {held_message.store(now_message);host_status.store();} {}
}

function! { neighbor_allgather_c_narrowed, NEIGHBOR_ALLGATHER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_allgather_init_c_narrowed, NEIGHBOR_ALLGATHER_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_allgatherv_c_narrowed, NEIGHBOR_ALLGATHERV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::NEIGHBOR_ALLGATHERV_C;
let lengths = calls::neighbours::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, lengths.1) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_allgatherv_init_c_narrowed, NEIGHBOR_ALLGATHERV_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, displs: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::NEIGHBOR_ALLGATHERV_INIT_C;
let lengths = calls::neighbours::<H>(to_host::<P, H>(Kind::Comm, comm));let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts, narrow_displs,));}
}

function! { neighbor_alltoall_c_narrowed, NEIGHBOR_ALLTOALL, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_alltoall_init_c_narrowed, NEIGHBOR_ALLTOALL_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { neighbor_alltoallv_c_narrowed, NEIGHBOR_ALLTOALLV, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::NEIGHBOR_ALLTOALLV_C;
let lengths = calls::neighbours::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_sdispls) = narrow_array(sdispls, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_rdispls) = narrow_array(rdispls, lengths.1) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_sdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_rdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { neighbor_alltoallv_init_c_narrowed, NEIGHBOR_ALLTOALLV_INIT, (sendbuf: *const c_void, sendcounts: *const i64, sdispls: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcounts: *const i64, rdispls: *const i64, recvtype: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::NEIGHBOR_ALLTOALLV_INIT_C;
let lengths = calls::neighbours::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_sdispls) = narrow_array(sdispls, if is_in_place::<P>(sendbuf) { 0 } else { lengths.0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_rdispls) = narrow_array(rdispls, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_sdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), narrow_rdispls.as_ptr(), to_host::<P, H>(Kind::Datatype, recvtype), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_sendcounts, narrow_sdispls, narrow_recvcounts, narrow_rdispls,));}
}

function! { pack_c_narrowed, PACK, (inbuf: *const c_void, incount: i64, datatype: P::Word, outbuf: *mut c_void, outsize: i64, position: *mut i64, comm: P::Word) -> c_int,
    {const LARGE: usize = index::PACK_C;
let counted_incount = match calls::Counted::<H>::of(incount, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let Ok(narrow_outsize) = c_int::try_from(outsize) else { return calls::too_large::<P, H>(LARGE); };
let Ok(mut narrow_position) = c_int::try_from(position.read()) else { return calls::too_large::<P, H>(LARGE); };}
    (inbuf, counted_incount.count, counted_incount.datatype, outbuf, narrow_outsize, &raw mut narrow_position, to_host::<P, H>(Kind::Comm, comm))
    {} {position.write(narrow_position.into());}
}

function! { pack_external_c_narrowed, PACK_EXTERNAL, (datarep: *const c_char, inbuf: *const c_void, incount: i64, datatype: P::Word, outbuf: *mut c_void, outsize: i64, position: *mut i64) -> c_int,
    {let counted_incount = match calls::Counted::<H>::of(incount, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (datarep, inbuf, counted_incount.count, counted_incount.datatype, outbuf, outsize, position)
    {} {}
}

function! { pack_external_size_c_narrowed, PACK_EXTERNAL_SIZE, (datarep: *const c_char, incount: i64, datatype: P::Word, size: *mut i64) -> c_int,
    {let counted_incount = match calls::Counted::<H>::of(incount, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (datarep, counted_incount.count, counted_incount.datatype, size)
    {} {}
}

function! { pack_size_c_narrowed, PACK_SIZE, (incount: i64, datatype: P::Word, comm: P::Word, size: *mut i64) -> c_int,
    {const LARGE: usize = index::PACK_SIZE_C;
let Ok(narrow_incount) = c_int::try_from(incount) else { return calls::too_large::<P, H>(LARGE); };
let mut narrow_size: c_int = 0;}
    (narrow_incount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Comm, comm), &raw mut narrow_size)
    {} {size.write(narrow_size.into());}
}

function! { put_c_narrowed, PUT, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Win, win))
    {} {}
}

function! { raccumulate_c_narrowed, RACCUMULATE, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { recv_c_narrowed, RECV, (buf: *mut c_void, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { recv_init_c_narrowed, RECV_INIT, (buf: *mut c_void, count: i64, datatype: P::Word, source: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(source), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_c_narrowed, REDUCE, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_init_c_narrowed, REDUCE_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_INIT_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_local_c_narrowed, REDUCE_LOCAL, (inbuf: *const c_void, inoutbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_LOCAL_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };}
    (inbuf, inoutbuf, narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op))
    {} {}
}

function! { reduce_scatter_c_narrowed, REDUCE_SCATTER, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_SCATTER_C;
let lengths = calls::own_group::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_scatter_block_c_narrowed, REDUCE_SCATTER_BLOCK, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_SCATTER_BLOCK_C;
let Ok(narrow_recvcount) = c_int::try_from(recvcount) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { reduce_scatter_block_init_c_narrowed, REDUCE_SCATTER_BLOCK_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcount: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_SCATTER_BLOCK_INIT_C;
let Ok(narrow_recvcount) = c_int::try_from(recvcount) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_recvcount, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { reduce_scatter_init_c_narrowed, REDUCE_SCATTER_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, recvcounts: *const i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::REDUCE_SCATTER_INIT_C;
let lengths = calls::own_group::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_recvcounts) = narrow_array(recvcounts, lengths.1) else { return calls::too_large::<P, H>(LARGE); };let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_recvcounts.as_ptr(), to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_recvcounts,));}
}

function! { rget_c_narrowed, RGET, (origin_addr: *mut c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rget_accumulate_c_narrowed, RGET_ACCUMULATE, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, result_addr: *mut c_void, result_count: i64, result_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, op: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_result_count = match calls::Counted::<H>::of(result_count, to_host::<P, H>(Kind::Datatype, result_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, result_addr, counted_result_count.count, counted_result_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rput_c_narrowed, RPUT, (origin_addr: *const c_void, origin_count: i64, origin_datatype: P::Word, target_rank: c_int, target_disp: i64, target_count: i64, target_datatype: P::Word, win: P::Word, request: *mut P::Word) -> c_int,
    {let counted_origin_count = match calls::Counted::<H>::of(origin_count, to_host::<P, H>(Kind::Datatype, origin_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_target_count = match calls::Counted::<H>::of(target_count, to_host::<P, H>(Kind::Datatype, target_datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (origin_addr, counted_origin_count.count, counted_origin_count.datatype, rank_to_host::<P, H>(target_rank), target_disp, counted_target_count.count, counted_target_count.datatype, to_host::<P, H>(Kind::Win, win), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { rsend_c_narrowed, RSEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { rsend_init_c_narrowed, RSEND_INIT, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scan_c_narrowed, SCAN, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::SCAN_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scan_init_c_narrowed, SCAN_INIT, (sendbuf: *const c_void, recvbuf: *mut c_void, count: i64, datatype: P::Word, op: P::Word, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::SCAN_INIT_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), collective_buffer::<P, H>(recvbuf), narrow_count, to_host::<P, H>(Kind::Datatype, datatype), to_host::<P, H>(Kind::Op, op), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scatter_c_narrowed, SCATTER, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scatter_init_c_narrowed, SCATTER_INIT, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), counted_sendcount.count, counted_sendcount.datatype, collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { scatterv_c_narrowed, SCATTERV, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word) -> c_int,
    {const LARGE: usize = index::SCATTERV_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if calls::is_root::<P, H>(root, comm) { lengths.0 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, if calls::is_root::<P, H>(root, comm) { lengths.0 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { scatterv_init_c_narrowed, SCATTERV_INIT, (sendbuf: *const c_void, sendcounts: *const i64, displs: *const i64, sendtype: P::Word, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, root: c_int, comm: P::Word, info: P::Word, request: *mut P::Word) -> c_int,
    {const LARGE: usize = index::SCATTERV_INIT_C;
let lengths = calls::everybody::<H>(to_host::<P, H>(Kind::Comm, comm));let Some(narrow_sendcounts) = narrow_array(sendcounts, if calls::is_root::<P, H>(root, comm) { lengths.0 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_displs) = narrow_array(displs, if calls::is_root::<P, H>(root, comm) { lengths.0 } else { 0 }) else { return calls::too_large::<P, H>(LARGE); };let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (collective_buffer::<P, H>(sendbuf.cast_mut()), narrow_sendcounts.as_ptr(), narrow_displs.as_ptr(), to_host::<P, H>(Kind::Datatype, sendtype), collective_buffer::<P, H>(recvbuf), counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(root), to_host::<P, H>(Kind::Comm, comm), to_host::<P, H>(Kind::Info, info), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));calls::keep(new_request, (narrow_sendcounts, narrow_displs,));}
}

function! { send_c_narrowed, SEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { send_init_c_narrowed, SEND_INIT, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { sendrecv_c_narrowed, SENDRECV, (sendbuf: *const c_void, sendcount: i64, sendtype: P::Word, dest: c_int, sendtag: c_int, recvbuf: *mut c_void, recvcount: i64, recvtype: P::Word, source: c_int, recvtag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let counted_sendcount = match calls::Counted::<H>::of(sendcount, to_host::<P, H>(Kind::Datatype, sendtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let counted_recvcount = match calls::Counted::<H>::of(recvcount, to_host::<P, H>(Kind::Datatype, recvtype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (sendbuf, counted_sendcount.count, counted_sendcount.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), recvbuf, counted_recvcount.count, counted_recvcount.datatype, rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { sendrecv_replace_c_narrowed, SENDRECV_REPLACE, (buf: *mut c_void, count: i64, datatype: P::Word, dest: c_int, sendtag: c_int, source: c_int, recvtag: c_int, comm: P::Word, status: *mut c_void) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::new(status, &mut room_status);}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(sendtag), rank_to_host::<P, H>(source), tag_to_host::<P, H>(recvtag), to_host::<P, H>(Kind::Comm, comm), host_status.pointer())
    {host_status.store();} {}
}

function! { ssend_c_narrowed, SSEND, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm))
    {} {}
}

function! { ssend_init_c_narrowed, SSEND_INIT, (buf: *const c_void, count: i64, datatype: P::Word, dest: c_int, tag: c_int, comm: P::Word, request: *mut P::Word) -> c_int,
    {let counted_count = match calls::Counted::<H>::of(count, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };
let mut new_request = MaybeUninit::<H::Word>::uninit();}
    (buf, counted_count.count, counted_count.datatype, rank_to_host::<P, H>(dest), tag_to_host::<P, H>(tag), to_host::<P, H>(Kind::Comm, comm), new_request.as_mut_ptr())
    {} {let new_request = new_request.assume_init().to_register();request.write(P::created(Kind::Request, new_request));}
}

function! { status_set_elements_c_narrowed, STATUS_SET_ELEMENTS, (status: *mut c_void, datatype: P::Word, count: i64) -> c_int,
    {const LARGE: usize = index::STATUS_SET_ELEMENTS_C;
let mut room_status = RoomForStatus::uninit();let host_status = StatusOut::<P, H>::with(status, &mut room_status);let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };}
    (host_status.pointer(), to_host::<P, H>(Kind::Datatype, datatype), narrow_count)
    {host_status.store();} {}
}

function! { type_contiguous_c_narrowed, TYPE_CONTIGUOUS, (count: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CONTIGUOUS_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let mut new_newtype = unwritten::<H>();}
    (narrow_count, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_darray_c_narrowed, TYPE_CREATE_DARRAY, (size: c_int, rank: c_int, ndims: c_int, array_of_gsizes: *const i64, array_of_distribs: *const c_int, array_of_dargs: *const c_int, array_of_psizes: *const c_int, order: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_DARRAY_C;
let Some(narrow_array_of_gsizes) = narrow_array(array_of_gsizes, usize::try_from(ndims).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let host_array_of_distribs = constant_array(array_of_distribs, usize::try_from(ndims).unwrap_or(0), P::DISTRIBUTION, H::DISTRIBUTION);let host_array_of_dargs = constant_array(array_of_dargs, usize::try_from(ndims).unwrap_or(0), P::DISTRIBUTION_ARGUMENT, H::DISTRIBUTION_ARGUMENT);let mut new_newtype = unwritten::<H>();}
    (size, rank, ndims, narrow_array_of_gsizes.as_ptr(), host_array_of_distribs.as_ptr(), host_array_of_dargs.as_ptr(), array_of_psizes, constant(P::ORDER, H::ORDER, order), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hindexed_c_narrowed, TYPE_CREATE_HINDEXED, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_HINDEXED_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Some(narrow_array_of_blocklengths) = narrow_array(array_of_blocklengths, usize::try_from(count).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_array_of_blocklengths.as_ptr(), array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hindexed_block_c_narrowed, TYPE_CREATE_HINDEXED_BLOCK, (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_HINDEXED_BLOCK_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Ok(narrow_blocklength) = c_int::try_from(blocklength) else { return calls::too_large::<P, H>(LARGE); };
let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_blocklength, array_of_displacements, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_hvector_c_narrowed, TYPE_CREATE_HVECTOR, (count: i64, blocklength: i64, stride: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_HVECTOR_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Ok(narrow_blocklength) = c_int::try_from(blocklength) else { return calls::too_large::<P, H>(LARGE); };
let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_blocklength, stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_indexed_block_c_narrowed, TYPE_CREATE_INDEXED_BLOCK, (count: i64, blocklength: i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_INDEXED_BLOCK_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Ok(narrow_blocklength) = c_int::try_from(blocklength) else { return calls::too_large::<P, H>(LARGE); };
let Some(narrow_array_of_displacements) = narrow_array(array_of_displacements, usize::try_from(count).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_blocklength, narrow_array_of_displacements.as_ptr(), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_resized_c_narrowed, TYPE_CREATE_RESIZED, (oldtype: P::Word, lb: i64, extent: i64, newtype: *mut P::Word) -> c_int,
    {let mut new_newtype = unwritten::<H>();}
    (to_host::<P, H>(Kind::Datatype, oldtype), lb, extent, &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_struct_c_narrowed, TYPE_CREATE_STRUCT, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, array_of_types: *const P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_STRUCT_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Some(narrow_array_of_blocklengths) = narrow_array(array_of_blocklengths, usize::try_from(count).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let host_array_of_types = calls::translated::<P, H>(usize::try_from(count).unwrap_or(0), array_of_types);let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_array_of_blocklengths.as_ptr(), array_of_displacements, host_array_of_types.as_ptr(), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_create_subarray_c_narrowed, TYPE_CREATE_SUBARRAY, (ndims: c_int, array_of_sizes: *const i64, array_of_subsizes: *const i64, array_of_starts: *const i64, order: c_int, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_CREATE_SUBARRAY_C;
let Some(narrow_array_of_sizes) = narrow_array(array_of_sizes, usize::try_from(ndims).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_array_of_subsizes) = narrow_array(array_of_subsizes, usize::try_from(ndims).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_array_of_starts) = narrow_array(array_of_starts, usize::try_from(ndims).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let mut new_newtype = unwritten::<H>();}
    (ndims, narrow_array_of_sizes.as_ptr(), narrow_array_of_subsizes.as_ptr(), narrow_array_of_starts.as_ptr(), constant(P::ORDER, H::ORDER, order), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_get_extent_c_narrowed, TYPE_GET_EXTENT, (datatype: P::Word, lb: *mut i64, extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), lb, extent)
    {} {}
}

function! { type_get_true_extent_c_narrowed, TYPE_GET_TRUE_EXTENT, (datatype: P::Word, true_lb: *mut i64, true_extent: *mut i64) -> c_int,
    {}
    (to_host::<P, H>(Kind::Datatype, datatype), true_lb, true_extent)
    {} {}
}

function! { type_indexed_c_narrowed, TYPE_INDEXED, (count: i64, array_of_blocklengths: *const i64, array_of_displacements: *const i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_INDEXED_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Some(narrow_array_of_blocklengths) = narrow_array(array_of_blocklengths, usize::try_from(count).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let Some(narrow_array_of_displacements) = narrow_array(array_of_displacements, usize::try_from(count).unwrap_or(0)) else { return calls::too_large::<P, H>(LARGE); };let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_array_of_blocklengths.as_ptr(), narrow_array_of_displacements.as_ptr(), to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { type_size_c_narrowed, TYPE_SIZE, (datatype: P::Word, size: *mut i64) -> c_int,
    {let mut narrow_size: c_int = 0;}
    (to_host::<P, H>(Kind::Datatype, datatype), &raw mut narrow_size)
    {} {size.write(narrow_size.into());}
}

function! { type_vector_c_narrowed, TYPE_VECTOR, (count: i64, blocklength: i64, stride: i64, oldtype: P::Word, newtype: *mut P::Word) -> c_int,
    {const LARGE: usize = index::TYPE_VECTOR_C;
let Ok(narrow_count) = c_int::try_from(count) else { return calls::too_large::<P, H>(LARGE); };
let Ok(narrow_blocklength) = c_int::try_from(blocklength) else { return calls::too_large::<P, H>(LARGE); };
let Ok(narrow_stride) = c_int::try_from(stride) else { return calls::too_large::<P, H>(LARGE); };
let mut new_newtype = unwritten::<H>();}
    (narrow_count, narrow_blocklength, narrow_stride, to_host::<P, H>(Kind::Datatype, oldtype), &raw mut new_newtype)
    {} {if !newtype.is_null() { newtype.write(from_host::<P, H>(Kind::Datatype, new_newtype)); }} {left::<P, H>(Kind::Datatype, new_newtype, newtype);}
}

function! { unpack_c_narrowed, UNPACK, (inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: P::Word, comm: P::Word) -> c_int,
    {const LARGE: usize = index::UNPACK_C;
let Ok(narrow_insize) = c_int::try_from(insize) else { return calls::too_large::<P, H>(LARGE); };
let Ok(mut narrow_position) = c_int::try_from(position.read()) else { return calls::too_large::<P, H>(LARGE); };
let counted_outcount = match calls::Counted::<H>::of(outcount, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (inbuf, narrow_insize, &raw mut narrow_position, outbuf, counted_outcount.count, counted_outcount.datatype, to_host::<P, H>(Kind::Comm, comm))
    {} {position.write(narrow_position.into());}
}

function! { unpack_external_c_narrowed, UNPACK_EXTERNAL, (datarep: *const c_char, inbuf: *const c_void, insize: i64, position: *mut i64, outbuf: *mut c_void, outcount: i64, datatype: P::Word) -> c_int,
    {let counted_outcount = match calls::Counted::<H>::of(outcount, to_host::<P, H>(Kind::Datatype, datatype)) { Ok(counted) => counted, Err(result) => return code::<P, H>(result) };}
    (datarep, inbuf, insize, position, outbuf, counted_outcount.count, counted_outcount.datatype)
    {} {}
}

function! { win_allocate_c_narrowed, WIN_ALLOCATE, (size: i64, disp_unit: i64, info: P::Word, comm: P::Word, baseptr: *mut c_void, win: *mut P::Word) -> c_int,
    {const LARGE: usize = index::WIN_ALLOCATE_C;
let Ok(narrow_disp_unit) = c_int::try_from(disp_unit) else { return calls::too_large::<P, H>(LARGE); };
let mut new_win = unwritten::<H>();}
    (size, narrow_disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), baseptr, &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_allocate_shared_c_narrowed, WIN_ALLOCATE_SHARED, (size: i64, disp_unit: i64, info: P::Word, comm: P::Word, baseptr: *mut c_void, win: *mut P::Word) -> c_int,
    {const LARGE: usize = index::WIN_ALLOCATE_SHARED_C;
let Ok(narrow_disp_unit) = c_int::try_from(disp_unit) else { return calls::too_large::<P, H>(LARGE); };
let mut new_win = unwritten::<H>();}
    (size, narrow_disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), baseptr, &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_create_c_narrowed, WIN_CREATE, (base: *mut c_void, size: i64, disp_unit: i64, info: P::Word, comm: P::Word, win: *mut P::Word) -> c_int,
    {const LARGE: usize = index::WIN_CREATE_C;
let Ok(narrow_disp_unit) = c_int::try_from(disp_unit) else { return calls::too_large::<P, H>(LARGE); };
let mut new_win = unwritten::<H>();}
    (base, size, narrow_disp_unit, to_host::<P, H>(Kind::Info, info), to_host::<P, H>(Kind::Comm, comm), &raw mut new_win)
    {} {if !win.is_null() { win.write(from_host::<P, H>(Kind::Win, new_win)); }} {left::<P, H>(Kind::Win, new_win, win);}
}

function! { win_shared_query_c_narrowed, WIN_SHARED_QUERY, (win: P::Word, rank: c_int, size: *mut i64, disp_unit: *mut i64, baseptr: *mut c_void) -> c_int,
    {let mut narrow_disp_unit: c_int = 0;}
    (to_host::<P, H>(Kind::Win, win), rank_to_host::<P, H>(rank), size, &raw mut narrow_disp_unit, baseptr)
    {} {disp_unit.write(narrow_disp_unit.into());}
}

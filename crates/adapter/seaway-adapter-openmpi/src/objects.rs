// SPDX-License-Identifier: MIT OR Apache-2.0
//! The objects whose addresses are Open MPI's predefined handles. A program may have been linked with copies
//! of them, so their sizes are Open MPI's. Each begins with the host's handle, which is stored there when the
//! host is loaded; the rest is unused.

#![allow(non_upper_case_globals, reason = "the names that programs were linked with")]

/// At least Open MPI's alignment.
#[repr(C, align(32))]
pub struct Object<const BYTES: usize>([u8; BYTES]);

macro_rules! objects {
    ($($bytes:literal: $($name:ident)*;)*) => { $($(
        #[unsafe(no_mangle)]
        pub static mut $name: Object<$bytes> = Object([0; $bytes]);
    )*)* };
}

objects! {
    256:
        ompi_message_no_proc ompi_message_null ompi_mpi_group_empty ompi_mpi_group_null ompi_mpi_info_env
        ompi_mpi_info_null ompi_request_null;
    512:
        ompi_mpi_2cplex ompi_mpi_short_float ompi_mpi_c_short_float_complex
        ompi_mpi_cxx_sfltcplex ompi_mpi_2dblcplex ompi_mpi_2dblprec ompi_mpi_2int ompi_mpi_2integer ompi_mpi_2real
        ompi_mpi_aint ompi_mpi_byte ompi_mpi_c_bool ompi_mpi_c_double_complex ompi_mpi_c_float_complex
        ompi_mpi_c_long_double_complex ompi_mpi_char ompi_mpi_character ompi_mpi_comm_null ompi_mpi_comm_self
        ompi_mpi_comm_world ompi_mpi_complex16 ompi_mpi_complex32 ompi_mpi_complex4 ompi_mpi_complex8
        ompi_mpi_count ompi_mpi_cplex ompi_mpi_cxx_bool ompi_mpi_cxx_cplex ompi_mpi_cxx_dblcplex
        ompi_mpi_cxx_ldblcplex ompi_mpi_datatype_null ompi_mpi_dblcplex ompi_mpi_dblprec ompi_mpi_double
        ompi_mpi_double_int ompi_mpi_float ompi_mpi_float_int ompi_mpi_instance_null ompi_mpi_int
        ompi_mpi_int16_t ompi_mpi_int32_t ompi_mpi_int64_t ompi_mpi_int8_t ompi_mpi_integer ompi_mpi_integer1
        ompi_mpi_integer16 ompi_mpi_integer2 ompi_mpi_integer4 ompi_mpi_integer8 ompi_mpi_lb ompi_mpi_logical
        ompi_mpi_logical1 ompi_mpi_logical2 ompi_mpi_logical4 ompi_mpi_logical8 ompi_mpi_long
        ompi_mpi_long_double ompi_mpi_long_int ompi_mpi_long_long_int ompi_mpi_longdbl_int ompi_mpi_offset
        ompi_mpi_packed ompi_mpi_real ompi_mpi_real16 ompi_mpi_real2 ompi_mpi_real4 ompi_mpi_real8
        ompi_mpi_short ompi_mpi_short_int ompi_mpi_signed_char ompi_mpi_ub ompi_mpi_uint16_t ompi_mpi_uint32_t
        ompi_mpi_uint64_t ompi_mpi_uint8_t ompi_mpi_unsigned ompi_mpi_unsigned_char ompi_mpi_unsigned_long
        ompi_mpi_unsigned_long_long ompi_mpi_unsigned_short ompi_mpi_wchar ompi_mpi_win_null;
    1024:
        ompi_mpi_errhandler_null ompi_mpi_errors_abort ompi_mpi_errors_are_fatal ompi_mpi_errors_return;
    1536:
        ompi_mpi_file_null;
    2048:
        ompi_mpi_op_band ompi_mpi_op_bor ompi_mpi_op_bxor ompi_mpi_op_land ompi_mpi_op_lor ompi_mpi_op_lxor
        ompi_mpi_op_max ompi_mpi_op_maxloc ompi_mpi_op_min ompi_mpi_op_minloc ompi_mpi_op_no_op ompi_mpi_op_null
        ompi_mpi_op_prod ompi_mpi_op_replace ompi_mpi_op_sum;
}

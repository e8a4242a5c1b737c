// SPDX-License-Identifier: MIT OR Apache-2.0
//! Module procedures that programs call directly, under gfortran's names.

use seaway_adapter_fortran::modules::{
    are_different, are_equal, conversion_fn_null, dup_fn, null_copy_fn, null_delete_fn, size_is,
    status_assign, status_copy,
};
use seaway_adapter_fortran::names_of;

names_of! { @ are_equal:
    __mpi_f08_types_MOD_mpi_comm_eq __mpi_f08_types_MOD_mpi_comm_f08_eq_f __mpi_f08_types_MOD_mpi_comm_f_eq_f08
    __mpi_f08_types_MOD_mpi_datatype_eq __mpi_f08_types_MOD_mpi_datatype_f08_eq_f
    __mpi_f08_types_MOD_mpi_datatype_f_eq_f08 __mpi_f08_types_MOD_mpi_errhandler_eq
    __mpi_f08_types_MOD_mpi_errhandler_f08_eq_f __mpi_f08_types_MOD_mpi_errhandler_f_eq_f08
    __mpi_f08_types_MOD_mpi_file_eq __mpi_f08_types_MOD_mpi_file_f08_eq_f __mpi_f08_types_MOD_mpi_file_f_eq_f08
    __mpi_f08_types_MOD_mpi_group_eq __mpi_f08_types_MOD_mpi_group_f08_eq_f
    __mpi_f08_types_MOD_mpi_group_f_eq_f08 __mpi_f08_types_MOD_mpi_info_eq
    __mpi_f08_types_MOD_mpi_info_f08_eq_f __mpi_f08_types_MOD_mpi_info_f_eq_f08
    __mpi_f08_types_MOD_mpi_message_eq __mpi_f08_types_MOD_mpi_message_f08_eq_f
    __mpi_f08_types_MOD_mpi_message_f_eq_f08 __mpi_f08_types_MOD_mpi_op_eq __mpi_f08_types_MOD_mpi_op_f08_eq_f
    __mpi_f08_types_MOD_mpi_op_f_eq_f08 __mpi_f08_types_MOD_mpi_request_eq
    __mpi_f08_types_MOD_mpi_request_f08_eq_f __mpi_f08_types_MOD_mpi_request_f_eq_f08
    __mpi_f08_types_MOD_mpi_session_eq __mpi_f08_types_MOD_mpi_session_f08_eq_f
    __mpi_f08_types_MOD_mpi_session_f_eq_f08 __mpi_f08_types_MOD_mpi_win_eq
    __mpi_f08_types_MOD_mpi_win_f08_eq_f __mpi_f08_types_MOD_mpi_win_f_eq_f08 __mpi_constants_MOD_commeq
    __mpi_constants_MOD_datatypeeq __mpi_constants_MOD_errhandlereq __mpi_constants_MOD_fileeq
    __mpi_constants_MOD_groupeq __mpi_constants_MOD_infoeq __mpi_constants_MOD_messageeq
    __mpi_constants_MOD_opeq __mpi_constants_MOD_requesteq __mpi_constants_MOD_wineq
}

names_of! { @ are_different:
    __mpi_f08_types_MOD_mpi_comm_neq __mpi_f08_types_MOD_mpi_comm_f08_neq_f
    __mpi_f08_types_MOD_mpi_comm_f_neq_f08 __mpi_f08_types_MOD_mpi_datatype_neq
    __mpi_f08_types_MOD_mpi_datatype_f08_neq_f __mpi_f08_types_MOD_mpi_datatype_f_neq_f08
    __mpi_f08_types_MOD_mpi_errhandler_neq __mpi_f08_types_MOD_mpi_errhandler_f08_neq_f
    __mpi_f08_types_MOD_mpi_errhandler_f_neq_f08 __mpi_f08_types_MOD_mpi_file_neq
    __mpi_f08_types_MOD_mpi_file_f08_neq_f __mpi_f08_types_MOD_mpi_file_f_neq_f08
    __mpi_f08_types_MOD_mpi_group_neq __mpi_f08_types_MOD_mpi_group_f08_neq_f
    __mpi_f08_types_MOD_mpi_group_f_neq_f08 __mpi_f08_types_MOD_mpi_info_neq
    __mpi_f08_types_MOD_mpi_info_f08_neq_f __mpi_f08_types_MOD_mpi_info_f_neq_f08
    __mpi_f08_types_MOD_mpi_message_neq __mpi_f08_types_MOD_mpi_message_f08_neq_f
    __mpi_f08_types_MOD_mpi_message_f_neq_f08 __mpi_f08_types_MOD_mpi_op_neq
    __mpi_f08_types_MOD_mpi_op_f08_neq_f __mpi_f08_types_MOD_mpi_op_f_neq_f08
    __mpi_f08_types_MOD_mpi_request_neq __mpi_f08_types_MOD_mpi_request_f08_neq_f
    __mpi_f08_types_MOD_mpi_request_f_neq_f08 __mpi_f08_types_MOD_mpi_session_neq
    __mpi_f08_types_MOD_mpi_session_f08_neq_f __mpi_f08_types_MOD_mpi_session_f_neq_f08
    __mpi_f08_types_MOD_mpi_win_neq __mpi_f08_types_MOD_mpi_win_f08_neq_f __mpi_f08_types_MOD_mpi_win_f_neq_f08
    __mpi_constants_MOD_commneq __mpi_constants_MOD_datatypeneq __mpi_constants_MOD_errhandlerneq
    __mpi_constants_MOD_fileneq __mpi_constants_MOD_groupneq __mpi_constants_MOD_infoneq
    __mpi_constants_MOD_messageneq __mpi_constants_MOD_opneq __mpi_constants_MOD_requestneq
    __mpi_constants_MOD_winneq
}

names_of! { @ dup_fn::<i64>:
    mpi_comm_dup_fn mpi_comm_dup_fn_ mpi_comm_dup_fn__ pmpi_comm_dup_fn pmpi_comm_dup_fn_ pmpi_comm_dup_fn__ PMPI_COMM_DUP_FN MPI_COMM_DUP_FN __mpi_f08_callbacks_MOD_mpi_comm_dup_fn
    mpi_type_dup_fn mpi_type_dup_fn_ mpi_type_dup_fn__ pmpi_type_dup_fn pmpi_type_dup_fn_ pmpi_type_dup_fn__ PMPI_TYPE_DUP_FN MPI_TYPE_DUP_FN __mpi_f08_callbacks_MOD_mpi_type_dup_fn
    mpi_win_dup_fn mpi_win_dup_fn_ mpi_win_dup_fn__ pmpi_win_dup_fn pmpi_win_dup_fn_ pmpi_win_dup_fn__ PMPI_WIN_DUP_FN MPI_WIN_DUP_FN __mpi_f08_callbacks_MOD_mpi_win_dup_fn
}

names_of! { @ null_copy_fn:
    mpi_comm_null_copy_fn mpi_comm_null_copy_fn_ mpi_comm_null_copy_fn__ pmpi_comm_null_copy_fn pmpi_comm_null_copy_fn_ pmpi_comm_null_copy_fn__ PMPI_COMM_NULL_COPY_FN MPI_COMM_NULL_COPY_FN
    __mpi_f08_callbacks_MOD_mpi_comm_null_copy_fn mpi_type_null_copy_fn mpi_type_null_copy_fn_
    mpi_type_null_copy_fn__ pmpi_type_null_copy_fn pmpi_type_null_copy_fn_ pmpi_type_null_copy_fn__ PMPI_TYPE_NULL_COPY_FN MPI_TYPE_NULL_COPY_FN __mpi_f08_callbacks_MOD_mpi_type_null_copy_fn
    mpi_win_null_copy_fn mpi_win_null_copy_fn_ mpi_win_null_copy_fn__ pmpi_win_null_copy_fn pmpi_win_null_copy_fn_ pmpi_win_null_copy_fn__ PMPI_WIN_NULL_COPY_FN MPI_WIN_NULL_COPY_FN
    __mpi_f08_callbacks_MOD_mpi_win_null_copy_fn mpi_null_copy_fn mpi_null_copy_fn_ mpi_null_copy_fn__ pmpi_null_copy_fn pmpi_null_copy_fn_ pmpi_null_copy_fn__ PMPI_NULL_COPY_FN
    MPI_NULL_COPY_FN
}

names_of! { @ null_delete_fn:
    mpi_comm_null_delete_fn mpi_comm_null_delete_fn_ mpi_comm_null_delete_fn__ pmpi_comm_null_delete_fn pmpi_comm_null_delete_fn_ pmpi_comm_null_delete_fn__ PMPI_COMM_NULL_DELETE_FN MPI_COMM_NULL_DELETE_FN
    __mpi_f08_callbacks_MOD_mpi_comm_null_delete_fn mpi_type_null_delete_fn mpi_type_null_delete_fn_
    mpi_type_null_delete_fn__ pmpi_type_null_delete_fn pmpi_type_null_delete_fn_ pmpi_type_null_delete_fn__ PMPI_TYPE_NULL_DELETE_FN MPI_TYPE_NULL_DELETE_FN __mpi_f08_callbacks_MOD_mpi_type_null_delete_fn
    mpi_win_null_delete_fn mpi_win_null_delete_fn_ mpi_win_null_delete_fn__ pmpi_win_null_delete_fn pmpi_win_null_delete_fn_ pmpi_win_null_delete_fn__ PMPI_WIN_NULL_DELETE_FN MPI_WIN_NULL_DELETE_FN
    __mpi_f08_callbacks_MOD_mpi_win_null_delete_fn mpi_null_delete_fn mpi_null_delete_fn_ mpi_null_delete_fn__ pmpi_null_delete_fn pmpi_null_delete_fn_ pmpi_null_delete_fn__ PMPI_NULL_DELETE_FN
    MPI_NULL_DELETE_FN
}

names_of! { @ dup_fn::<std::ffi::c_int>:
    mpi_dup_fn mpi_dup_fn_ mpi_dup_fn__ pmpi_dup_fn pmpi_dup_fn_ pmpi_dup_fn__ PMPI_DUP_FN MPI_DUP_FN
}

names_of! { @ conversion_fn_null:
    mpi_conversion_fn_null mpi_conversion_fn_null_ mpi_conversion_fn_null__ pmpi_conversion_fn_null pmpi_conversion_fn_null_ pmpi_conversion_fn_null__ PMPI_CONVERSION_FN_NULL MPI_CONVERSION_FN_NULL
    __mpi_f08_callbacks_MOD_mpi_conversion_fn_null __mpi_f08_callbacks_MOD_mpi_conversion_fn_null_c
}

names_of! { @ status_copy::<5>:
    __mpi_f08_types_MOD_mpi_status_f2f08 __mpi_f08_types_MOD_mpi_status_f082f
}

names_of! { @ status_assign::<5>:
    __mpi_f08_types_MOD_mpi_status_c_assign_f08 __mpi_f08_types_MOD_mpi_status_f08_assign_c
}

names_of! { @ size_is::<1>:
    __mpi_f08_types_MOD_mpi_sizeof_character __mpi_f08_types_MOD_mpi_sizeof_xint8
    __mpi_sizeofs_MOD_mpi_sizeof_ch __mpi_sizeofs_MOD_mpi_sizeof_chv __mpi_sizeofs_MOD_mpi_sizeof_i1
    __mpi_sizeofs_MOD_mpi_sizeof_i1v
}

names_of! { @ size_is::<2>:
    __mpi_f08_types_MOD_mpi_sizeof_xint16 __mpi_sizeofs_MOD_mpi_sizeof_i2 __mpi_sizeofs_MOD_mpi_sizeof_i2v
}

names_of! { @ size_is::<4>:
    __mpi_f08_types_MOD_mpi_sizeof_logical __mpi_f08_types_MOD_mpi_sizeof_xint32
    __mpi_f08_types_MOD_mpi_sizeof_xreal32 __mpi_sizeofs_MOD_mpi_sizeof_i __mpi_sizeofs_MOD_mpi_sizeof_iv
    __mpi_sizeofs_MOD_mpi_sizeof_l __mpi_sizeofs_MOD_mpi_sizeof_lv __mpi_sizeofs_MOD_mpi_sizeof_r
    __mpi_sizeofs_MOD_mpi_sizeof_rv
}

names_of! { @ size_is::<8>:
    __mpi_f08_types_MOD_mpi_sizeof_xint64 __mpi_f08_types_MOD_mpi_sizeof_xreal64
    __mpi_f08_types_MOD_mpi_sizeof_xcomplex32 __mpi_sizeofs_MOD_mpi_sizeof_i8 __mpi_sizeofs_MOD_mpi_sizeof_i8v
    __mpi_sizeofs_MOD_mpi_sizeof_d __mpi_sizeofs_MOD_mpi_sizeof_dv __mpi_sizeofs_MOD_mpi_sizeof_cx
    __mpi_sizeofs_MOD_mpi_sizeof_cxv
}

names_of! { @ size_is::<16>:
    __mpi_f08_types_MOD_mpi_sizeof_xreal128 __mpi_f08_types_MOD_mpi_sizeof_xcomplex64
}

names_of! { @ size_is::<32>:
    __mpi_f08_types_MOD_mpi_sizeof_xcomplex128
}

names_of! { f_sync_reg of crate::Program:
    mpi_f_sync_reg mpi_f_sync_reg_ mpi_f_sync_reg__ MPI_F_SYNC_REG pmpi_f_sync_reg pmpi_f_sync_reg_
    pmpi_f_sync_reg__ PMPI_F_SYNC_REG mpi_f_sync_reg_f08ts_ pmpir_f_sync_reg_f08ts_
}

// MPICH's own names, from before MPI standardised them.
names_of! { remove_error_class of crate::Program:
    mpi_delete_error_class_f08_ pmpir_delete_error_class_f08_
}
names_of! { remove_error_code of crate::Program:
    mpi_delete_error_code_f08_ pmpir_delete_error_code_f08_
}
names_of! { remove_error_string of crate::Program:
    mpi_delete_error_string_f08_ pmpir_delete_error_string_f08_
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Module procedures that programs call directly, under gfortran's names.

use seaway_adapter_fortran::modules::{
    are_different, are_equal, conversion_fn_null, dup_fn, null_copy_fn, null_delete_fn, size_is,
};
use seaway_adapter_fortran::names_of;

names_of! { @ are_equal:
    __mpi_f08_types_MOD_ompi_comm_op_eq __mpi_f08_types_MOD_ompi_datatype_op_eq
    __mpi_f08_types_MOD_ompi_errhandler_op_eq __mpi_f08_types_MOD_ompi_file_op_eq
    __mpi_f08_types_MOD_ompi_group_op_eq __mpi_f08_types_MOD_ompi_info_op_eq
    __mpi_f08_types_MOD_ompi_message_op_eq __mpi_f08_types_MOD_ompi_op_op_eq
    __mpi_f08_types_MOD_ompi_request_op_eq __mpi_f08_types_MOD_ompi_win_op_eq
}

names_of! { @ are_different:
    __mpi_f08_types_MOD_ompi_comm_op_ne __mpi_f08_types_MOD_ompi_datatype_op_ne
    __mpi_f08_types_MOD_ompi_errhandler_op_ne __mpi_f08_types_MOD_ompi_file_op_ne
    __mpi_f08_types_MOD_ompi_group_op_ne __mpi_f08_types_MOD_ompi_info_op_ne
    __mpi_f08_types_MOD_ompi_message_op_ne __mpi_f08_types_MOD_ompi_op_op_ne
    __mpi_f08_types_MOD_ompi_request_op_ne __mpi_f08_types_MOD_ompi_win_op_ne
}

names_of! { @ dup_fn::<i64>:
    mpi_comm_dup_fn mpi_comm_dup_fn_ mpi_comm_dup_fn__ MPI_COMM_DUP_FN __mpi_f08_callbacks_MOD_mpi_comm_dup_fn
    mpi_type_dup_fn mpi_type_dup_fn_ mpi_type_dup_fn__ MPI_TYPE_DUP_FN __mpi_f08_callbacks_MOD_mpi_type_dup_fn
    mpi_win_dup_fn mpi_win_dup_fn_ mpi_win_dup_fn__ MPI_WIN_DUP_FN __mpi_f08_callbacks_MOD_mpi_win_dup_fn
}

names_of! { @ null_copy_fn:
    mpi_comm_null_copy_fn mpi_comm_null_copy_fn_ mpi_comm_null_copy_fn__ MPI_COMM_NULL_COPY_FN
    __mpi_f08_callbacks_MOD_mpi_comm_null_copy_fn mpi_type_null_copy_fn mpi_type_null_copy_fn_
    mpi_type_null_copy_fn__ MPI_TYPE_NULL_COPY_FN __mpi_f08_callbacks_MOD_mpi_type_null_copy_fn
    mpi_win_null_copy_fn mpi_win_null_copy_fn_ mpi_win_null_copy_fn__ MPI_WIN_NULL_COPY_FN
    __mpi_f08_callbacks_MOD_mpi_win_null_copy_fn mpi_null_copy_fn mpi_null_copy_fn_ mpi_null_copy_fn__
    MPI_NULL_COPY_FN
}

names_of! { @ null_delete_fn:
    mpi_comm_null_delete_fn mpi_comm_null_delete_fn_ mpi_comm_null_delete_fn__ MPI_COMM_NULL_DELETE_FN
    __mpi_f08_callbacks_MOD_mpi_comm_null_delete_fn mpi_type_null_delete_fn mpi_type_null_delete_fn_
    mpi_type_null_delete_fn__ MPI_TYPE_NULL_DELETE_FN __mpi_f08_callbacks_MOD_mpi_type_null_delete_fn
    mpi_win_null_delete_fn mpi_win_null_delete_fn_ mpi_win_null_delete_fn__ MPI_WIN_NULL_DELETE_FN
    __mpi_f08_callbacks_MOD_mpi_win_null_delete_fn mpi_null_delete_fn mpi_null_delete_fn_ mpi_null_delete_fn__
    MPI_NULL_DELETE_FN
}

names_of! { @ dup_fn::<std::ffi::c_int>:
    mpi_dup_fn mpi_dup_fn_ mpi_dup_fn__ MPI_DUP_FN
}

names_of! { @ conversion_fn_null:
    mpi_conversion_fn_null mpi_conversion_fn_null_ mpi_conversion_fn_null__ MPI_CONVERSION_FN_NULL
    __mpi_f08_callbacks_MOD_mpi_conversion_fn_null
}

names_of! { @ size_is::<1>:
    mpi_sizeof_character_scalar_ mpi_sizeof_character_r1_ mpi_sizeof_character_r2_ mpi_sizeof_character_r3_
    mpi_sizeof_character_r4_ mpi_sizeof_character_r5_ mpi_sizeof_character_r6_ mpi_sizeof_character_r7_
    mpi_sizeof_character_r8_ mpi_sizeof_character_r9_ mpi_sizeof_character_r10_ mpi_sizeof_character_r11_
    mpi_sizeof_character_r12_ mpi_sizeof_character_r13_ mpi_sizeof_character_r14_ mpi_sizeof_character_r15_
    pmpi_sizeof_character_scalar_ pmpi_sizeof_character_r1_ pmpi_sizeof_character_r2_ pmpi_sizeof_character_r3_
    pmpi_sizeof_character_r4_ pmpi_sizeof_character_r5_ pmpi_sizeof_character_r6_ pmpi_sizeof_character_r7_
    pmpi_sizeof_character_r8_ pmpi_sizeof_character_r9_ pmpi_sizeof_character_r10_ pmpi_sizeof_character_r11_
    pmpi_sizeof_character_r12_ pmpi_sizeof_character_r13_ pmpi_sizeof_character_r14_ pmpi_sizeof_character_r15_
    mpi_sizeof_int8_scalar_ mpi_sizeof_int8_r1_ mpi_sizeof_int8_r2_ mpi_sizeof_int8_r3_ mpi_sizeof_int8_r4_
    mpi_sizeof_int8_r5_ mpi_sizeof_int8_r6_ mpi_sizeof_int8_r7_ mpi_sizeof_int8_r8_ mpi_sizeof_int8_r9_
    mpi_sizeof_int8_r10_ mpi_sizeof_int8_r11_ mpi_sizeof_int8_r12_ mpi_sizeof_int8_r13_ mpi_sizeof_int8_r14_
    mpi_sizeof_int8_r15_ pmpi_sizeof_int8_scalar_ pmpi_sizeof_int8_r1_ pmpi_sizeof_int8_r2_
    pmpi_sizeof_int8_r3_ pmpi_sizeof_int8_r4_ pmpi_sizeof_int8_r5_ pmpi_sizeof_int8_r6_ pmpi_sizeof_int8_r7_
    pmpi_sizeof_int8_r8_ pmpi_sizeof_int8_r9_ pmpi_sizeof_int8_r10_ pmpi_sizeof_int8_r11_ pmpi_sizeof_int8_r12_
    pmpi_sizeof_int8_r13_ pmpi_sizeof_int8_r14_ pmpi_sizeof_int8_r15_
}

names_of! { @ size_is::<2>:
    mpi_sizeof_int16_scalar_ mpi_sizeof_int16_r1_ mpi_sizeof_int16_r2_ mpi_sizeof_int16_r3_
    mpi_sizeof_int16_r4_ mpi_sizeof_int16_r5_ mpi_sizeof_int16_r6_ mpi_sizeof_int16_r7_ mpi_sizeof_int16_r8_
    mpi_sizeof_int16_r9_ mpi_sizeof_int16_r10_ mpi_sizeof_int16_r11_ mpi_sizeof_int16_r12_
    mpi_sizeof_int16_r13_ mpi_sizeof_int16_r14_ mpi_sizeof_int16_r15_ pmpi_sizeof_int16_scalar_
    pmpi_sizeof_int16_r1_ pmpi_sizeof_int16_r2_ pmpi_sizeof_int16_r3_ pmpi_sizeof_int16_r4_
    pmpi_sizeof_int16_r5_ pmpi_sizeof_int16_r6_ pmpi_sizeof_int16_r7_ pmpi_sizeof_int16_r8_
    pmpi_sizeof_int16_r9_ pmpi_sizeof_int16_r10_ pmpi_sizeof_int16_r11_ pmpi_sizeof_int16_r12_
    pmpi_sizeof_int16_r13_ pmpi_sizeof_int16_r14_ pmpi_sizeof_int16_r15_
}

names_of! { @ size_is::<4>:
    mpi_sizeof_logical_scalar_ mpi_sizeof_logical_r1_ mpi_sizeof_logical_r2_ mpi_sizeof_logical_r3_
    mpi_sizeof_logical_r4_ mpi_sizeof_logical_r5_ mpi_sizeof_logical_r6_ mpi_sizeof_logical_r7_
    mpi_sizeof_logical_r8_ mpi_sizeof_logical_r9_ mpi_sizeof_logical_r10_ mpi_sizeof_logical_r11_
    mpi_sizeof_logical_r12_ mpi_sizeof_logical_r13_ mpi_sizeof_logical_r14_ mpi_sizeof_logical_r15_
    pmpi_sizeof_logical_scalar_ pmpi_sizeof_logical_r1_ pmpi_sizeof_logical_r2_ pmpi_sizeof_logical_r3_
    pmpi_sizeof_logical_r4_ pmpi_sizeof_logical_r5_ pmpi_sizeof_logical_r6_ pmpi_sizeof_logical_r7_
    pmpi_sizeof_logical_r8_ pmpi_sizeof_logical_r9_ pmpi_sizeof_logical_r10_ pmpi_sizeof_logical_r11_
    pmpi_sizeof_logical_r12_ pmpi_sizeof_logical_r13_ pmpi_sizeof_logical_r14_ pmpi_sizeof_logical_r15_
    mpi_sizeof_int32_scalar_ mpi_sizeof_int32_r1_ mpi_sizeof_int32_r2_ mpi_sizeof_int32_r3_
    mpi_sizeof_int32_r4_ mpi_sizeof_int32_r5_ mpi_sizeof_int32_r6_ mpi_sizeof_int32_r7_ mpi_sizeof_int32_r8_
    mpi_sizeof_int32_r9_ mpi_sizeof_int32_r10_ mpi_sizeof_int32_r11_ mpi_sizeof_int32_r12_
    mpi_sizeof_int32_r13_ mpi_sizeof_int32_r14_ mpi_sizeof_int32_r15_ pmpi_sizeof_int32_scalar_
    pmpi_sizeof_int32_r1_ pmpi_sizeof_int32_r2_ pmpi_sizeof_int32_r3_ pmpi_sizeof_int32_r4_
    pmpi_sizeof_int32_r5_ pmpi_sizeof_int32_r6_ pmpi_sizeof_int32_r7_ pmpi_sizeof_int32_r8_
    pmpi_sizeof_int32_r9_ pmpi_sizeof_int32_r10_ pmpi_sizeof_int32_r11_ pmpi_sizeof_int32_r12_
    pmpi_sizeof_int32_r13_ pmpi_sizeof_int32_r14_ pmpi_sizeof_int32_r15_ mpi_sizeof_real32_scalar_
    mpi_sizeof_real32_r1_ mpi_sizeof_real32_r2_ mpi_sizeof_real32_r3_ mpi_sizeof_real32_r4_
    mpi_sizeof_real32_r5_ mpi_sizeof_real32_r6_ mpi_sizeof_real32_r7_ mpi_sizeof_real32_r8_
    mpi_sizeof_real32_r9_ mpi_sizeof_real32_r10_ mpi_sizeof_real32_r11_ mpi_sizeof_real32_r12_
    mpi_sizeof_real32_r13_ mpi_sizeof_real32_r14_ mpi_sizeof_real32_r15_ pmpi_sizeof_real32_scalar_
    pmpi_sizeof_real32_r1_ pmpi_sizeof_real32_r2_ pmpi_sizeof_real32_r3_ pmpi_sizeof_real32_r4_
    pmpi_sizeof_real32_r5_ pmpi_sizeof_real32_r6_ pmpi_sizeof_real32_r7_ pmpi_sizeof_real32_r8_
    pmpi_sizeof_real32_r9_ pmpi_sizeof_real32_r10_ pmpi_sizeof_real32_r11_ pmpi_sizeof_real32_r12_
    pmpi_sizeof_real32_r13_ pmpi_sizeof_real32_r14_ pmpi_sizeof_real32_r15_
}

names_of! { @ size_is::<8>:
    mpi_sizeof_int64_scalar_ mpi_sizeof_int64_r1_ mpi_sizeof_int64_r2_ mpi_sizeof_int64_r3_
    mpi_sizeof_int64_r4_ mpi_sizeof_int64_r5_ mpi_sizeof_int64_r6_ mpi_sizeof_int64_r7_ mpi_sizeof_int64_r8_
    mpi_sizeof_int64_r9_ mpi_sizeof_int64_r10_ mpi_sizeof_int64_r11_ mpi_sizeof_int64_r12_
    mpi_sizeof_int64_r13_ mpi_sizeof_int64_r14_ mpi_sizeof_int64_r15_ pmpi_sizeof_int64_scalar_
    pmpi_sizeof_int64_r1_ pmpi_sizeof_int64_r2_ pmpi_sizeof_int64_r3_ pmpi_sizeof_int64_r4_
    pmpi_sizeof_int64_r5_ pmpi_sizeof_int64_r6_ pmpi_sizeof_int64_r7_ pmpi_sizeof_int64_r8_
    pmpi_sizeof_int64_r9_ pmpi_sizeof_int64_r10_ pmpi_sizeof_int64_r11_ pmpi_sizeof_int64_r12_
    pmpi_sizeof_int64_r13_ pmpi_sizeof_int64_r14_ pmpi_sizeof_int64_r15_ mpi_sizeof_real64_scalar_
    mpi_sizeof_real64_r1_ mpi_sizeof_real64_r2_ mpi_sizeof_real64_r3_ mpi_sizeof_real64_r4_
    mpi_sizeof_real64_r5_ mpi_sizeof_real64_r6_ mpi_sizeof_real64_r7_ mpi_sizeof_real64_r8_
    mpi_sizeof_real64_r9_ mpi_sizeof_real64_r10_ mpi_sizeof_real64_r11_ mpi_sizeof_real64_r12_
    mpi_sizeof_real64_r13_ mpi_sizeof_real64_r14_ mpi_sizeof_real64_r15_ pmpi_sizeof_real64_scalar_
    pmpi_sizeof_real64_r1_ pmpi_sizeof_real64_r2_ pmpi_sizeof_real64_r3_ pmpi_sizeof_real64_r4_
    pmpi_sizeof_real64_r5_ pmpi_sizeof_real64_r6_ pmpi_sizeof_real64_r7_ pmpi_sizeof_real64_r8_
    pmpi_sizeof_real64_r9_ pmpi_sizeof_real64_r10_ pmpi_sizeof_real64_r11_ pmpi_sizeof_real64_r12_
    pmpi_sizeof_real64_r13_ pmpi_sizeof_real64_r14_ pmpi_sizeof_real64_r15_ mpi_sizeof_complex32_scalar_
    mpi_sizeof_complex32_r1_ mpi_sizeof_complex32_r2_ mpi_sizeof_complex32_r3_ mpi_sizeof_complex32_r4_
    mpi_sizeof_complex32_r5_ mpi_sizeof_complex32_r6_ mpi_sizeof_complex32_r7_ mpi_sizeof_complex32_r8_
    mpi_sizeof_complex32_r9_ mpi_sizeof_complex32_r10_ mpi_sizeof_complex32_r11_ mpi_sizeof_complex32_r12_
    mpi_sizeof_complex32_r13_ mpi_sizeof_complex32_r14_ mpi_sizeof_complex32_r15_ pmpi_sizeof_complex32_scalar_
    pmpi_sizeof_complex32_r1_ pmpi_sizeof_complex32_r2_ pmpi_sizeof_complex32_r3_ pmpi_sizeof_complex32_r4_
    pmpi_sizeof_complex32_r5_ pmpi_sizeof_complex32_r6_ pmpi_sizeof_complex32_r7_ pmpi_sizeof_complex32_r8_
    pmpi_sizeof_complex32_r9_ pmpi_sizeof_complex32_r10_ pmpi_sizeof_complex32_r11_ pmpi_sizeof_complex32_r12_
    pmpi_sizeof_complex32_r13_ pmpi_sizeof_complex32_r14_ pmpi_sizeof_complex32_r15_
}

names_of! { @ size_is::<16>:
    mpi_sizeof_real128_scalar_ mpi_sizeof_real128_r1_ mpi_sizeof_real128_r2_ mpi_sizeof_real128_r3_
    mpi_sizeof_real128_r4_ mpi_sizeof_real128_r5_ mpi_sizeof_real128_r6_ mpi_sizeof_real128_r7_
    mpi_sizeof_real128_r8_ mpi_sizeof_real128_r9_ mpi_sizeof_real128_r10_ mpi_sizeof_real128_r11_
    mpi_sizeof_real128_r12_ mpi_sizeof_real128_r13_ mpi_sizeof_real128_r14_ mpi_sizeof_real128_r15_
    pmpi_sizeof_real128_scalar_ pmpi_sizeof_real128_r1_ pmpi_sizeof_real128_r2_ pmpi_sizeof_real128_r3_
    pmpi_sizeof_real128_r4_ pmpi_sizeof_real128_r5_ pmpi_sizeof_real128_r6_ pmpi_sizeof_real128_r7_
    pmpi_sizeof_real128_r8_ pmpi_sizeof_real128_r9_ pmpi_sizeof_real128_r10_ pmpi_sizeof_real128_r11_
    pmpi_sizeof_real128_r12_ pmpi_sizeof_real128_r13_ pmpi_sizeof_real128_r14_ pmpi_sizeof_real128_r15_
    mpi_sizeof_complex64_scalar_ mpi_sizeof_complex64_r1_ mpi_sizeof_complex64_r2_ mpi_sizeof_complex64_r3_
    mpi_sizeof_complex64_r4_ mpi_sizeof_complex64_r5_ mpi_sizeof_complex64_r6_ mpi_sizeof_complex64_r7_
    mpi_sizeof_complex64_r8_ mpi_sizeof_complex64_r9_ mpi_sizeof_complex64_r10_ mpi_sizeof_complex64_r11_
    mpi_sizeof_complex64_r12_ mpi_sizeof_complex64_r13_ mpi_sizeof_complex64_r14_ mpi_sizeof_complex64_r15_
    pmpi_sizeof_complex64_scalar_ pmpi_sizeof_complex64_r1_ pmpi_sizeof_complex64_r2_ pmpi_sizeof_complex64_r3_
    pmpi_sizeof_complex64_r4_ pmpi_sizeof_complex64_r5_ pmpi_sizeof_complex64_r6_ pmpi_sizeof_complex64_r7_
    pmpi_sizeof_complex64_r8_ pmpi_sizeof_complex64_r9_ pmpi_sizeof_complex64_r10_ pmpi_sizeof_complex64_r11_
    pmpi_sizeof_complex64_r12_ pmpi_sizeof_complex64_r13_ pmpi_sizeof_complex64_r14_ pmpi_sizeof_complex64_r15_
}

names_of! { @ size_is::<32>:
    mpi_sizeof_complex128_scalar_ mpi_sizeof_complex128_r1_ mpi_sizeof_complex128_r2_ mpi_sizeof_complex128_r3_
    mpi_sizeof_complex128_r4_ mpi_sizeof_complex128_r5_ mpi_sizeof_complex128_r6_ mpi_sizeof_complex128_r7_
    mpi_sizeof_complex128_r8_ mpi_sizeof_complex128_r9_ mpi_sizeof_complex128_r10_ mpi_sizeof_complex128_r11_
    mpi_sizeof_complex128_r12_ mpi_sizeof_complex128_r13_ mpi_sizeof_complex128_r14_ mpi_sizeof_complex128_r15_
    pmpi_sizeof_complex128_scalar_ pmpi_sizeof_complex128_r1_ pmpi_sizeof_complex128_r2_
    pmpi_sizeof_complex128_r3_ pmpi_sizeof_complex128_r4_ pmpi_sizeof_complex128_r5_ pmpi_sizeof_complex128_r6_
    pmpi_sizeof_complex128_r7_ pmpi_sizeof_complex128_r8_ pmpi_sizeof_complex128_r9_
    pmpi_sizeof_complex128_r10_ pmpi_sizeof_complex128_r11_ pmpi_sizeof_complex128_r12_
    pmpi_sizeof_complex128_r13_ pmpi_sizeof_complex128_r14_ pmpi_sizeof_complex128_r15_
}

names_of! { f_sync_reg of crate::Program:
    mpi_f_sync_reg mpi_f_sync_reg_ mpi_f_sync_reg__ MPI_F_SYNC_REG pmpi_f_sync_reg pmpi_f_sync_reg_
    pmpi_f_sync_reg__ PMPI_F_SYNC_REG mpi_f_sync_reg_f08_ pmpi_f_sync_reg_f08_
}

// With an address of type c_ptr.
names_of! { alloc_mem of crate::Program:
    mpi_alloc_mem_cptr mpi_alloc_mem_cptr_ mpi_alloc_mem_cptr__ MPI_ALLOC_MEM_CPTR pmpi_alloc_mem_cptr
    pmpi_alloc_mem_cptr_ pmpi_alloc_mem_cptr__ PMPI_ALLOC_MEM_CPTR
}
names_of! { win_allocate of crate::Program:
    mpi_win_allocate_cptr mpi_win_allocate_cptr_ mpi_win_allocate_cptr__ MPI_WIN_ALLOCATE_CPTR
    pmpi_win_allocate_cptr pmpi_win_allocate_cptr_ pmpi_win_allocate_cptr__ PMPI_WIN_ALLOCATE_CPTR
}
names_of! { win_allocate_shared of crate::Program:
    mpi_win_allocate_shared_cptr mpi_win_allocate_shared_cptr_ mpi_win_allocate_shared_cptr__
    MPI_WIN_ALLOCATE_SHARED_CPTR pmpi_win_allocate_shared_cptr pmpi_win_allocate_shared_cptr_
    pmpi_win_allocate_shared_cptr__ PMPI_WIN_ALLOCATE_SHARED_CPTR
}
names_of! { win_shared_query of crate::Program:
    mpi_win_shared_query_cptr mpi_win_shared_query_cptr_ mpi_win_shared_query_cptr__ MPI_WIN_SHARED_QUERY_CPTR
    pmpi_win_shared_query_cptr pmpi_win_shared_query_cptr_ pmpi_win_shared_query_cptr__
    PMPI_WIN_SHARED_QUERY_CPTR
}

macro_rules! only_open_mpi_has {
    ($($name:ident $variable:ident = $number:literal;)*) => { $(
        #[unsafe(no_mangle)]
        pub static $name: std::ffi::c_int = $number;
        #[unsafe(no_mangle)]
        pub static $variable: std::ffi::c_int = $number;
    )* };
}

only_open_mpi_has! {
    __mpi_f08_types_MOD_mpi_2complex ompi_f08_mpi_2complex = 26;
    __mpi_f08_types_MOD_mpi_2double_complex ompi_f08_mpi_2double_complex = 27;
    __mpi_f08_types_MOD_mpi_cxx_complex ompi_f08_mpi_cxx_complex = 55;
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from spec/mpi_constants.tsv by `cargo xtask codegen`.

use crate::abi::{Kind, Mpich, OpenMpi, Predefined, Standard};

/// The predefined handles, in an order that all ABIs share.
pub const HANDLES: [(Kind, &str); 108] = [
    (Kind::Comm, "MPI_COMM_NULL"),
    (Kind::Comm, "MPI_COMM_WORLD"),
    (Kind::Comm, "MPI_COMM_SELF"),
    (Kind::Datatype, "MPI_DATATYPE_NULL"),
    (Kind::Datatype, "MPI_AINT"),
    (Kind::Datatype, "MPI_COUNT"),
    (Kind::Datatype, "MPI_OFFSET"),
    (Kind::Datatype, "MPI_PACKED"),
    (Kind::Datatype, "MPI_SHORT"),
    (Kind::Datatype, "MPI_INT"),
    (Kind::Datatype, "MPI_LONG"),
    (Kind::Datatype, "MPI_LONG_LONG_INT"),
    (Kind::Datatype, "MPI_LONG_LONG"),
    (Kind::Datatype, "MPI_UNSIGNED_SHORT"),
    (Kind::Datatype, "MPI_UNSIGNED"),
    (Kind::Datatype, "MPI_UNSIGNED_LONG"),
    (Kind::Datatype, "MPI_UNSIGNED_LONG_LONG"),
    (Kind::Datatype, "MPI_FLOAT"),
    (Kind::Datatype, "MPI_C_COMPLEX"),
    (Kind::Datatype, "MPI_C_FLOAT_COMPLEX"),
    (Kind::Datatype, "MPI_DOUBLE"),
    (Kind::Datatype, "MPI_C_DOUBLE_COMPLEX"),
    (Kind::Datatype, "MPI_LONG_DOUBLE"),
    (Kind::Datatype, "MPI_C_LONG_DOUBLE_COMPLEX"),
    (Kind::Datatype, "MPI_C_BOOL"),
    (Kind::Datatype, "MPI_WCHAR"),
    (Kind::Datatype, "MPI_INT8_T"),
    (Kind::Datatype, "MPI_UINT8_T"),
    (Kind::Datatype, "MPI_CHAR"),
    (Kind::Datatype, "MPI_SIGNED_CHAR"),
    (Kind::Datatype, "MPI_UNSIGNED_CHAR"),
    (Kind::Datatype, "MPI_BYTE"),
    (Kind::Datatype, "MPI_INT16_T"),
    (Kind::Datatype, "MPI_UINT16_T"),
    (Kind::Datatype, "MPI_INT32_T"),
    (Kind::Datatype, "MPI_UINT32_T"),
    (Kind::Datatype, "MPI_INT64_T"),
    (Kind::Datatype, "MPI_UINT64_T"),
    (Kind::Datatype, "MPI_LOGICAL"),
    (Kind::Datatype, "MPI_INTEGER"),
    (Kind::Datatype, "MPI_REAL"),
    (Kind::Datatype, "MPI_COMPLEX"),
    (Kind::Datatype, "MPI_DOUBLE_PRECISION"),
    (Kind::Datatype, "MPI_CHARACTER"),
    (Kind::Datatype, "MPI_CXX_FLOAT_COMPLEX"),
    (Kind::Datatype, "MPI_CXX_DOUBLE_COMPLEX"),
    (Kind::Datatype, "MPI_CXX_LONG_DOUBLE_COMPLEX"),
    (Kind::Datatype, "MPI_CXX_BOOL"),
    (Kind::Datatype, "MPI_DOUBLE_COMPLEX"),
    (Kind::Datatype, "MPI_LOGICAL1"),
    (Kind::Datatype, "MPI_LOGICAL2"),
    (Kind::Datatype, "MPI_LOGICAL4"),
    (Kind::Datatype, "MPI_LOGICAL8"),
    (Kind::Datatype, "MPI_LOGICAL16"),
    (Kind::Datatype, "MPI_INTEGER1"),
    (Kind::Datatype, "MPI_INTEGER2"),
    (Kind::Datatype, "MPI_INTEGER4"),
    (Kind::Datatype, "MPI_INTEGER8"),
    (Kind::Datatype, "MPI_INTEGER16"),
    (Kind::Datatype, "MPI_REAL2"),
    (Kind::Datatype, "MPI_REAL4"),
    (Kind::Datatype, "MPI_REAL8"),
    (Kind::Datatype, "MPI_REAL16"),
    (Kind::Datatype, "MPI_COMPLEX4"),
    (Kind::Datatype, "MPI_COMPLEX8"),
    (Kind::Datatype, "MPI_COMPLEX16"),
    (Kind::Datatype, "MPI_COMPLEX32"),
    (Kind::Datatype, "MPI_FLOAT_INT"),
    (Kind::Datatype, "MPI_DOUBLE_INT"),
    (Kind::Datatype, "MPI_LONG_INT"),
    (Kind::Datatype, "MPI_2INT"),
    (Kind::Datatype, "MPI_SHORT_INT"),
    (Kind::Datatype, "MPI_LONG_DOUBLE_INT"),
    (Kind::Datatype, "MPI_2REAL"),
    (Kind::Datatype, "MPI_2DOUBLE_PRECISION"),
    (Kind::Datatype, "MPI_2INTEGER"),
    (Kind::Datatype, "MPIX_C_FLOAT16"),
    (Kind::Message, "MPI_MESSAGE_NULL"),
    (Kind::Message, "MPI_MESSAGE_NO_PROC"),
    (Kind::Errhandler, "MPI_ERRHANDLER_NULL"),
    (Kind::Errhandler, "MPI_ERRORS_ARE_FATAL"),
    (Kind::Errhandler, "MPI_ERRORS_ABORT"),
    (Kind::Errhandler, "MPI_ERRORS_RETURN"),
    (Kind::Info, "MPI_INFO_NULL"),
    (Kind::Info, "MPI_INFO_ENV"),
    (Kind::Op, "MPI_OP_NULL"),
    (Kind::Op, "MPI_SUM"),
    (Kind::Op, "MPI_MIN"),
    (Kind::Op, "MPI_MAX"),
    (Kind::Op, "MPI_PROD"),
    (Kind::Op, "MPI_BAND"),
    (Kind::Op, "MPI_BOR"),
    (Kind::Op, "MPI_BXOR"),
    (Kind::Op, "MPI_LAND"),
    (Kind::Op, "MPI_LOR"),
    (Kind::Op, "MPI_LXOR"),
    (Kind::Op, "MPI_MINLOC"),
    (Kind::Op, "MPI_MAXLOC"),
    (Kind::Op, "MPI_REPLACE"),
    (Kind::Op, "MPI_NO_OP"),
    (Kind::Group, "MPI_GROUP_NULL"),
    (Kind::Group, "MPI_GROUP_EMPTY"),
    (Kind::Request, "MPI_REQUEST_NULL"),
    (Kind::File, "MPI_FILE_NULL"),
    (Kind::Session, "MPI_SESSION_NULL"),
    (Kind::Win, "MPI_WIN_NULL"),
    (Kind::Datatype, "MPI_LB"),
    (Kind::Datatype, "MPI_UB"),
];

/// What each is in Open MPI's Fortran.
pub const OPEN_MPI_IN_FORTRAN: [i32; 108] = [
    2, 0, 1, 0, 66, 72, 67, 2, 37, 39, 41, 43, 43, 38, 40, 42, 44, 45, 69, 69, 46, 70, 47, 71, 68, 33, 58,
    59, 34, 36, 35, 1, 60, 61, 62, 63, 64, 65, 6, 7, 13, 18, 17, 5, 55, 56, 57, 54, 22, 29, 30, 31, 32,
    ABSENT, 8, 9, 10, 11, 12, 28, 14, 15, 16, ABSENT, 19, 20, 21, 48, 49, 51, 52, 53, 50, 23, 24, 25, ABSENT,
    0, 1, 0, 1, ABSENT, 2, 0, 1, 0, 3, 2, 1, 4, 6, 8, 10, 5, 7, 9, 12, 11, 13, 14, 0, 1, 0, 0, ABSENT, 0, 4,
    3,
];

/// MPI's constants. Numbers are `i64`, wide enough for MPI_Offset too.
pub trait Constants {
    const MPI_SUCCESS: i64;
    const MPI_ERR_BUFFER: i64;
    const MPI_ERR_COUNT: i64;
    const MPI_ERR_TYPE: i64;
    const MPI_ERR_TAG: i64;
    const MPI_ERR_COMM: i64;
    const MPI_ERR_RANK: i64;
    const MPI_ERR_REQUEST: i64;
    const MPI_ERR_ROOT: i64;
    const MPI_ERR_GROUP: i64;
    const MPI_ERR_OP: i64;
    const MPI_ERR_TOPOLOGY: i64;
    const MPI_ERR_DIMS: i64;
    const MPI_ERR_ARG: i64;
    const MPI_ERR_UNKNOWN: i64;
    const MPI_ERR_TRUNCATE: i64;
    const MPI_ERR_OTHER: i64;
    const MPI_ERR_INTERN: i64;
    const MPI_ERR_PENDING: i64;
    const MPI_ERR_IN_STATUS: i64;
    const MPI_ERR_ACCESS: i64;
    const MPI_ERR_AMODE: i64;
    const MPI_ERR_ASSERT: i64;
    const MPI_ERR_BAD_FILE: i64;
    const MPI_ERR_BASE: i64;
    const MPI_ERR_CONVERSION: i64;
    const MPI_ERR_DISP: i64;
    const MPI_ERR_DUP_DATAREP: i64;
    const MPI_ERR_FILE_EXISTS: i64;
    const MPI_ERR_FILE_IN_USE: i64;
    const MPI_ERR_FILE: i64;
    const MPI_ERR_INFO_KEY: i64;
    const MPI_ERR_INFO_NOKEY: i64;
    const MPI_ERR_INFO_VALUE: i64;
    const MPI_ERR_INFO: i64;
    const MPI_ERR_IO: i64;
    const MPI_ERR_KEYVAL: i64;
    const MPI_ERR_LOCKTYPE: i64;
    const MPI_ERR_NAME: i64;
    const MPI_ERR_NO_MEM: i64;
    const MPI_ERR_NOT_SAME: i64;
    const MPI_ERR_NO_SPACE: i64;
    const MPI_ERR_NO_SUCH_FILE: i64;
    const MPI_ERR_PORT: i64;
    const MPI_ERR_QUOTA: i64;
    const MPI_ERR_READ_ONLY: i64;
    const MPI_ERR_RMA_ATTACH: i64;
    const MPI_ERR_RMA_CONFLICT: i64;
    const MPI_ERR_RMA_RANGE: i64;
    const MPI_ERR_RMA_SHARED: i64;
    const MPI_ERR_RMA_SYNC: i64;
    const MPI_ERR_SERVICE: i64;
    const MPI_ERR_SIZE: i64;
    const MPI_ERR_SPAWN: i64;
    const MPI_ERR_UNSUPPORTED_DATAREP: i64;
    const MPI_ERR_UNSUPPORTED_OPERATION: i64;
    const MPI_ERR_WIN: i64;
    const MPI_ERR_RMA_FLAVOR: i64;
    const MPI_ERR_PROC_ABORTED: i64;
    const MPI_ERR_VALUE_TOO_LARGE: i64;
    const MPI_ERR_SESSION: i64;
    const MPI_ERR_LASTCODE: i64;
    const MPI_BOTTOM: i64;
    const MPI_IN_PLACE: i64;
    const MPI_ARGVS_NULL: i64;
    const MPI_ARGV_NULL: i64;
    const MPI_ERRCODES_IGNORE: i64;
    const MPI_STATUSES_IGNORE: i64;
    const MPI_STATUS_IGNORE: i64;
    const MPI_MAX_DATAREP_STRING: i64;
    const MPI_MAX_ERROR_STRING: i64;
    const MPI_MAX_INFO_KEY: i64;
    const MPI_MAX_INFO_VAL: i64;
    const MPI_MAX_LIBRARY_VERSION_STRING: i64;
    const MPI_MAX_OBJECT_NAME: i64;
    const MPI_MAX_PORT_NAME: i64;
    const MPI_MAX_PROCESSOR_NAME: i64;
    const MPI_MAX_STRINGTAG_LEN: i64;
    const MPI_MAX_PSET_NAME_LEN: i64;
    const MPI_MODE_APPEND: i64;
    const MPI_MODE_CREATE: i64;
    const MPI_MODE_DELETE_ON_CLOSE: i64;
    const MPI_MODE_EXCL: i64;
    const MPI_MODE_RDONLY: i64;
    const MPI_MODE_RDWR: i64;
    const MPI_MODE_SEQUENTIAL: i64;
    const MPI_MODE_UNIQUE_OPEN: i64;
    const MPI_MODE_WRONLY: i64;
    const MPI_MODE_NOCHECK: i64;
    const MPI_MODE_NOPRECEDE: i64;
    const MPI_MODE_NOPUT: i64;
    const MPI_MODE_NOSTORE: i64;
    const MPI_MODE_NOSUCCEED: i64;
    const MPI_ANY_SOURCE: i64;
    const MPI_ANY_TAG: i64;
    const MPI_PROC_NULL: i64;
    const MPI_ROOT: i64;
    const MPI_UNDEFINED: i64;
    const MPI_BSEND_OVERHEAD: i64;
    const MPI_THREAD_SINGLE: i64;
    const MPI_THREAD_FUNNELED: i64;
    const MPI_THREAD_SERIALIZED: i64;
    const MPI_THREAD_MULTIPLE: i64;
    const MPI_ORDER_C: i64;
    const MPI_ORDER_FORTRAN: i64;
    const MPI_DISTRIBUTE_NONE: i64;
    const MPI_DISTRIBUTE_BLOCK: i64;
    const MPI_DISTRIBUTE_CYCLIC: i64;
    const MPI_DISTRIBUTE_DFLT_DARG: i64;
    const MPI_COMBINER_NAMED: i64;
    const MPI_COMBINER_DUP: i64;
    const MPI_COMBINER_CONTIGUOUS: i64;
    const MPI_COMBINER_VECTOR: i64;
    const MPI_COMBINER_HVECTOR: i64;
    const MPI_COMBINER_INDEXED: i64;
    const MPI_COMBINER_HINDEXED: i64;
    const MPI_COMBINER_INDEXED_BLOCK: i64;
    const MPI_COMBINER_HINDEXED_BLOCK: i64;
    const MPI_COMBINER_STRUCT: i64;
    const MPI_COMBINER_SUBARRAY: i64;
    const MPI_COMBINER_DARRAY: i64;
    const MPI_COMBINER_F90_REAL: i64;
    const MPI_COMBINER_F90_COMPLEX: i64;
    const MPI_COMBINER_F90_INTEGER: i64;
    const MPI_COMBINER_RESIZED: i64;
    const MPI_TYPECLASS_INTEGER: i64;
    const MPI_TYPECLASS_REAL: i64;
    const MPI_TYPECLASS_COMPLEX: i64;
    const MPI_IDENT: i64;
    const MPI_CONGRUENT: i64;
    const MPI_SIMILAR: i64;
    const MPI_UNEQUAL: i64;
    const MPI_CART: i64;
    const MPI_GRAPH: i64;
    const MPI_DIST_GRAPH: i64;
    const MPI_COMM_TYPE_SHARED: i64;
    const MPI_COMM_TYPE_HW_UNGUIDED: i64;
    const MPI_COMM_TYPE_HW_GUIDED: i64;
    const MPI_LOCK_EXCLUSIVE: i64;
    const MPI_LOCK_SHARED: i64;
    const MPI_WIN_FLAVOR_CREATE: i64;
    const MPI_WIN_FLAVOR_ALLOCATE: i64;
    const MPI_WIN_FLAVOR_DYNAMIC: i64;
    const MPI_WIN_FLAVOR_SHARED: i64;
    const MPI_WIN_UNIFIED: i64;
    const MPI_WIN_SEPARATE: i64;
    const MPI_SEEK_CUR: i64;
    const MPI_SEEK_END: i64;
    const MPI_SEEK_SET: i64;
    const MPI_DISPLACEMENT_CURRENT: i64;
    const MPI_KEYVAL_INVALID: i64;
    const MPI_TAG_UB: i64;
    const MPI_IO: i64;
    const MPI_HOST: i64;
    const MPI_WTIME_IS_GLOBAL: i64;
    const MPI_APPNUM: i64;
    const MPI_LASTUSEDCODE: i64;
    const MPI_UNIVERSE_SIZE: i64;
    const MPI_WIN_BASE: i64;
    const MPI_WIN_DISP_UNIT: i64;
    const MPI_WIN_SIZE: i64;
    const MPI_WIN_CREATE_FLAVOR: i64;
    const MPI_WIN_MODEL: i64;
    const MPI_F_STATUS_SIZE: i64;
    const MPI_F_SOURCE: i64;
    const MPI_F_TAG: i64;
    const MPI_F_ERROR: i64;
    const MPI_COMM_NULL: Predefined;
    const MPI_COMM_WORLD: Predefined;
    const MPI_COMM_SELF: Predefined;
    const MPI_DATATYPE_NULL: Predefined;
    const MPI_AINT: Predefined;
    const MPI_COUNT: Predefined;
    const MPI_OFFSET: Predefined;
    const MPI_PACKED: Predefined;
    const MPI_SHORT: Predefined;
    const MPI_INT: Predefined;
    const MPI_LONG: Predefined;
    const MPI_LONG_LONG_INT: Predefined;
    const MPI_LONG_LONG: Predefined;
    const MPI_UNSIGNED_SHORT: Predefined;
    const MPI_UNSIGNED: Predefined;
    const MPI_UNSIGNED_LONG: Predefined;
    const MPI_UNSIGNED_LONG_LONG: Predefined;
    const MPI_FLOAT: Predefined;
    const MPI_C_COMPLEX: Predefined;
    const MPI_C_FLOAT_COMPLEX: Predefined;
    const MPI_DOUBLE: Predefined;
    const MPI_C_DOUBLE_COMPLEX: Predefined;
    const MPI_LONG_DOUBLE: Predefined;
    const MPI_C_LONG_DOUBLE_COMPLEX: Predefined;
    const MPI_C_BOOL: Predefined;
    const MPI_WCHAR: Predefined;
    const MPI_INT8_T: Predefined;
    const MPI_UINT8_T: Predefined;
    const MPI_CHAR: Predefined;
    const MPI_SIGNED_CHAR: Predefined;
    const MPI_UNSIGNED_CHAR: Predefined;
    const MPI_BYTE: Predefined;
    const MPI_INT16_T: Predefined;
    const MPI_UINT16_T: Predefined;
    const MPI_INT32_T: Predefined;
    const MPI_UINT32_T: Predefined;
    const MPI_INT64_T: Predefined;
    const MPI_UINT64_T: Predefined;
    const MPI_LOGICAL: Predefined;
    const MPI_INTEGER: Predefined;
    const MPI_REAL: Predefined;
    const MPI_COMPLEX: Predefined;
    const MPI_DOUBLE_PRECISION: Predefined;
    const MPI_CHARACTER: Predefined;
    const MPI_CXX_FLOAT_COMPLEX: Predefined;
    const MPI_CXX_DOUBLE_COMPLEX: Predefined;
    const MPI_CXX_LONG_DOUBLE_COMPLEX: Predefined;
    const MPI_CXX_BOOL: Predefined;
    const MPI_DOUBLE_COMPLEX: Predefined;
    const MPI_LOGICAL1: Predefined;
    const MPI_LOGICAL2: Predefined;
    const MPI_LOGICAL4: Predefined;
    const MPI_LOGICAL8: Predefined;
    const MPI_LOGICAL16: Predefined;
    const MPI_INTEGER1: Predefined;
    const MPI_INTEGER2: Predefined;
    const MPI_INTEGER4: Predefined;
    const MPI_INTEGER8: Predefined;
    const MPI_INTEGER16: Predefined;
    const MPI_REAL2: Predefined;
    const MPI_REAL4: Predefined;
    const MPI_REAL8: Predefined;
    const MPI_REAL16: Predefined;
    const MPI_COMPLEX4: Predefined;
    const MPI_COMPLEX8: Predefined;
    const MPI_COMPLEX16: Predefined;
    const MPI_COMPLEX32: Predefined;
    const MPI_FLOAT_INT: Predefined;
    const MPI_DOUBLE_INT: Predefined;
    const MPI_LONG_INT: Predefined;
    const MPI_2INT: Predefined;
    const MPI_SHORT_INT: Predefined;
    const MPI_LONG_DOUBLE_INT: Predefined;
    const MPI_2REAL: Predefined;
    const MPI_2DOUBLE_PRECISION: Predefined;
    const MPI_2INTEGER: Predefined;
    const MPIX_C_FLOAT16: Predefined;
    const MPI_MESSAGE_NULL: Predefined;
    const MPI_MESSAGE_NO_PROC: Predefined;
    const MPI_ERRHANDLER_NULL: Predefined;
    const MPI_ERRORS_ARE_FATAL: Predefined;
    const MPI_ERRORS_ABORT: Predefined;
    const MPI_ERRORS_RETURN: Predefined;
    const MPI_INFO_NULL: Predefined;
    const MPI_INFO_ENV: Predefined;
    const MPI_OP_NULL: Predefined;
    const MPI_SUM: Predefined;
    const MPI_MIN: Predefined;
    const MPI_MAX: Predefined;
    const MPI_PROD: Predefined;
    const MPI_BAND: Predefined;
    const MPI_BOR: Predefined;
    const MPI_BXOR: Predefined;
    const MPI_LAND: Predefined;
    const MPI_LOR: Predefined;
    const MPI_LXOR: Predefined;
    const MPI_MINLOC: Predefined;
    const MPI_MAXLOC: Predefined;
    const MPI_REPLACE: Predefined;
    const MPI_NO_OP: Predefined;
    const MPI_GROUP_NULL: Predefined;
    const MPI_GROUP_EMPTY: Predefined;
    const MPI_REQUEST_NULL: Predefined;
    const MPI_FILE_NULL: Predefined;
    const MPI_SESSION_NULL: Predefined;
    const MPI_WIN_NULL: Predefined;
    const MPI_CONVERSION_FN_NULL: i64;
    const MPI_VERSION: i64;
    const MPI_SUBVERSION: i64;
    const MPI_LB: Predefined;
    const MPI_UB: Predefined;
    const MPI_T_ERR_CANNOT_INIT: i64;
    const MPI_T_ERR_NOT_INITIALIZED: i64;
    const MPI_T_ERR_MEMORY: i64;
    const MPI_T_ERR_INVALID: i64;
    const MPI_T_ERR_INVALID_INDEX: i64;
    const MPI_T_ERR_INVALID_ITEM: i64;
    const MPI_T_ERR_INVALID_SESSION: i64;
    const MPI_T_ERR_INVALID_HANDLE: i64;
    const MPI_T_ERR_INVALID_NAME: i64;
    const MPI_T_ERR_OUT_OF_HANDLES: i64;
    const MPI_T_ERR_OUT_OF_SESSIONS: i64;
    const MPI_T_ERR_CVAR_SET_NOT_NOW: i64;
    const MPI_T_ERR_CVAR_SET_NEVER: i64;
    const MPI_T_ERR_PVAR_NO_WRITE: i64;
    const MPI_T_ERR_PVAR_NO_STARTSTOP: i64;
    const MPI_T_ERR_PVAR_NO_ATOMIC: i64;
    const MPI_T_VERBOSITY_USER_BASIC: i64;
    const MPI_T_VERBOSITY_USER_DETAIL: i64;
    const MPI_T_VERBOSITY_USER_ALL: i64;
    const MPI_T_VERBOSITY_TUNER_BASIC: i64;
    const MPI_T_VERBOSITY_TUNER_DETAIL: i64;
    const MPI_T_VERBOSITY_TUNER_ALL: i64;
    const MPI_T_VERBOSITY_MPIDEV_BASIC: i64;
    const MPI_T_VERBOSITY_MPIDEV_DETAIL: i64;
    const MPI_T_VERBOSITY_MPIDEV_ALL: i64;
    const MPI_T_BIND_NO_OBJECT: i64;
    const MPI_T_BIND_MPI_COMM: i64;
    const MPI_T_BIND_MPI_DATATYPE: i64;
    const MPI_T_BIND_MPI_ERRHANDLER: i64;
    const MPI_T_BIND_MPI_FILE: i64;
    const MPI_T_BIND_MPI_GROUP: i64;
    const MPI_T_BIND_MPI_OP: i64;
    const MPI_T_BIND_MPI_REQUEST: i64;
    const MPI_T_BIND_MPI_WIN: i64;
    const MPI_T_BIND_MPI_MESSAGE: i64;
    const MPI_T_BIND_MPI_INFO: i64;
    const MPI_T_SCOPE_CONSTANT: i64;
    const MPI_T_SCOPE_READONLY: i64;
    const MPI_T_SCOPE_LOCAL: i64;
    const MPI_T_SCOPE_GROUP: i64;
    const MPI_T_SCOPE_GROUP_EQ: i64;
    const MPI_T_SCOPE_ALL: i64;
    const MPI_T_SCOPE_ALL_EQ: i64;
    const MPI_T_PVAR_CLASS_STATE: i64;
    const MPI_T_PVAR_CLASS_LEVEL: i64;
    const MPI_T_PVAR_CLASS_SIZE: i64;
    const MPI_T_PVAR_CLASS_PERCENTAGE: i64;
    const MPI_T_PVAR_CLASS_HIGHWATERMARK: i64;
    const MPI_T_PVAR_CLASS_LOWWATERMARK: i64;
    const MPI_T_PVAR_CLASS_COUNTER: i64;
    const MPI_T_PVAR_CLASS_AGGREGATE: i64;
    const MPI_T_PVAR_CLASS_TIMER: i64;
    const MPI_T_PVAR_CLASS_GENERIC: i64;
    /// The values of `HANDLES`.
    const HANDLES: [Predefined; 108];
    const ASSERTION: &'static [i32];
    const BINDING: &'static [i32];
    const CALLBACK_SAFETY: &'static [i32];
    const COMBINER: &'static [i32];
    const COMPARISON: &'static [i32];
    const DISTRIBUTION: &'static [i32];
    const DISTRIBUTION_ARGUMENT: &'static [i32];
    const ERROR: &'static [i32];
    const FLAVOR: &'static [i32];
    const KEYVAL: &'static [i32];
    const LOCK: &'static [i32];
    const MODE: &'static [i32];
    const MODEL: &'static [i32];
    const ORDER: &'static [i32];
    const RANK: &'static [i32];
    const SCOPE: &'static [i32];
    const SEEK: &'static [i32];
    const SOURCE_ORDER: &'static [i32];
    const SPLIT_TYPE: &'static [i32];
    const THREAD_LEVEL: &'static [i32];
    const TOPOLOGY: &'static [i32];
    const TYPE_CLASS: &'static [i32];
    const VARIABLE_CLASS: &'static [i32];
    const VERBOSITY: &'static [i32];
}

/// In a group: this ABI has no such constant.
pub const ABSENT: i32 = i32::MIN;

impl Constants for Mpich {
    const MPI_SUCCESS: i64 = 0;
    const MPI_ERR_BUFFER: i64 = 1;
    const MPI_ERR_COUNT: i64 = 2;
    const MPI_ERR_TYPE: i64 = 3;
    const MPI_ERR_TAG: i64 = 4;
    const MPI_ERR_COMM: i64 = 5;
    const MPI_ERR_RANK: i64 = 6;
    const MPI_ERR_REQUEST: i64 = 19;
    const MPI_ERR_ROOT: i64 = 7;
    const MPI_ERR_GROUP: i64 = 8;
    const MPI_ERR_OP: i64 = 9;
    const MPI_ERR_TOPOLOGY: i64 = 10;
    const MPI_ERR_DIMS: i64 = 11;
    const MPI_ERR_ARG: i64 = 12;
    const MPI_ERR_UNKNOWN: i64 = 13;
    const MPI_ERR_TRUNCATE: i64 = 14;
    const MPI_ERR_OTHER: i64 = 15;
    const MPI_ERR_INTERN: i64 = 16;
    const MPI_ERR_PENDING: i64 = 18;
    const MPI_ERR_IN_STATUS: i64 = 17;
    const MPI_ERR_ACCESS: i64 = 20;
    const MPI_ERR_AMODE: i64 = 21;
    const MPI_ERR_ASSERT: i64 = 53;
    const MPI_ERR_BAD_FILE: i64 = 22;
    const MPI_ERR_BASE: i64 = 46;
    const MPI_ERR_CONVERSION: i64 = 23;
    const MPI_ERR_DISP: i64 = 52;
    const MPI_ERR_DUP_DATAREP: i64 = 24;
    const MPI_ERR_FILE_EXISTS: i64 = 25;
    const MPI_ERR_FILE_IN_USE: i64 = 26;
    const MPI_ERR_FILE: i64 = 27;
    const MPI_ERR_INFO_KEY: i64 = 29;
    const MPI_ERR_INFO_NOKEY: i64 = 31;
    const MPI_ERR_INFO_VALUE: i64 = 30;
    const MPI_ERR_INFO: i64 = 28;
    const MPI_ERR_IO: i64 = 32;
    const MPI_ERR_KEYVAL: i64 = 48;
    const MPI_ERR_LOCKTYPE: i64 = 47;
    const MPI_ERR_NAME: i64 = 33;
    const MPI_ERR_NO_MEM: i64 = 34;
    const MPI_ERR_NOT_SAME: i64 = 35;
    const MPI_ERR_NO_SPACE: i64 = 36;
    const MPI_ERR_NO_SUCH_FILE: i64 = 37;
    const MPI_ERR_PORT: i64 = 38;
    const MPI_ERR_QUOTA: i64 = 39;
    const MPI_ERR_READ_ONLY: i64 = 40;
    const MPI_ERR_RMA_ATTACH: i64 = 56;
    const MPI_ERR_RMA_CONFLICT: i64 = 49;
    const MPI_ERR_RMA_RANGE: i64 = 55;
    const MPI_ERR_RMA_SHARED: i64 = 57;
    const MPI_ERR_RMA_SYNC: i64 = 50;
    const MPI_ERR_SERVICE: i64 = 41;
    const MPI_ERR_SIZE: i64 = 51;
    const MPI_ERR_SPAWN: i64 = 42;
    const MPI_ERR_UNSUPPORTED_DATAREP: i64 = 43;
    const MPI_ERR_UNSUPPORTED_OPERATION: i64 = 44;
    const MPI_ERR_WIN: i64 = 45;
    const MPI_ERR_RMA_FLAVOR: i64 = 58;
    const MPI_ERR_PROC_ABORTED: i64 = 76;
    const MPI_ERR_VALUE_TOO_LARGE: i64 = 77;
    const MPI_ERR_SESSION: i64 = 75;
    const MPI_ERR_LASTCODE: i64 = 1073741823;
    const MPI_BOTTOM: i64 = 0;
    const MPI_IN_PLACE: i64 = -1;
    const MPI_ARGVS_NULL: i64 = 0;
    const MPI_ARGV_NULL: i64 = 0;
    const MPI_ERRCODES_IGNORE: i64 = 0;
    const MPI_STATUSES_IGNORE: i64 = 1;
    const MPI_STATUS_IGNORE: i64 = 1;
    const MPI_MAX_DATAREP_STRING: i64 = 128;
    const MPI_MAX_ERROR_STRING: i64 = 512;
    const MPI_MAX_INFO_KEY: i64 = 255;
    const MPI_MAX_INFO_VAL: i64 = 1024;
    const MPI_MAX_LIBRARY_VERSION_STRING: i64 = 8192;
    const MPI_MAX_OBJECT_NAME: i64 = 128;
    const MPI_MAX_PORT_NAME: i64 = 256;
    const MPI_MAX_PROCESSOR_NAME: i64 = 128;
    const MPI_MAX_STRINGTAG_LEN: i64 = 256;
    const MPI_MAX_PSET_NAME_LEN: i64 = 256;
    const MPI_MODE_APPEND: i64 = 128;
    const MPI_MODE_CREATE: i64 = 1;
    const MPI_MODE_DELETE_ON_CLOSE: i64 = 16;
    const MPI_MODE_EXCL: i64 = 64;
    const MPI_MODE_RDONLY: i64 = 2;
    const MPI_MODE_RDWR: i64 = 8;
    const MPI_MODE_SEQUENTIAL: i64 = 256;
    const MPI_MODE_UNIQUE_OPEN: i64 = 32;
    const MPI_MODE_WRONLY: i64 = 4;
    const MPI_MODE_NOCHECK: i64 = 1024;
    const MPI_MODE_NOPRECEDE: i64 = 8192;
    const MPI_MODE_NOPUT: i64 = 4096;
    const MPI_MODE_NOSTORE: i64 = 2048;
    const MPI_MODE_NOSUCCEED: i64 = 16384;
    const MPI_ANY_SOURCE: i64 = -2;
    const MPI_ANY_TAG: i64 = -1;
    const MPI_PROC_NULL: i64 = -1;
    const MPI_ROOT: i64 = -3;
    const MPI_UNDEFINED: i64 = -32766;
    const MPI_BSEND_OVERHEAD: i64 = 96;
    const MPI_THREAD_SINGLE: i64 = 0;
    const MPI_THREAD_FUNNELED: i64 = 1;
    const MPI_THREAD_SERIALIZED: i64 = 2;
    const MPI_THREAD_MULTIPLE: i64 = 3;
    const MPI_ORDER_C: i64 = 56;
    const MPI_ORDER_FORTRAN: i64 = 57;
    const MPI_DISTRIBUTE_NONE: i64 = 123;
    const MPI_DISTRIBUTE_BLOCK: i64 = 121;
    const MPI_DISTRIBUTE_CYCLIC: i64 = 122;
    const MPI_DISTRIBUTE_DFLT_DARG: i64 = -49767;
    const MPI_COMBINER_NAMED: i64 = 1;
    const MPI_COMBINER_DUP: i64 = 2;
    const MPI_COMBINER_CONTIGUOUS: i64 = 3;
    const MPI_COMBINER_VECTOR: i64 = 4;
    const MPI_COMBINER_HVECTOR: i64 = 6;
    const MPI_COMBINER_INDEXED: i64 = 7;
    const MPI_COMBINER_HINDEXED: i64 = 9;
    const MPI_COMBINER_INDEXED_BLOCK: i64 = 10;
    const MPI_COMBINER_HINDEXED_BLOCK: i64 = 19;
    const MPI_COMBINER_STRUCT: i64 = 12;
    const MPI_COMBINER_SUBARRAY: i64 = 13;
    const MPI_COMBINER_DARRAY: i64 = 14;
    const MPI_COMBINER_F90_REAL: i64 = 15;
    const MPI_COMBINER_F90_COMPLEX: i64 = 16;
    const MPI_COMBINER_F90_INTEGER: i64 = 17;
    const MPI_COMBINER_RESIZED: i64 = 18;
    const MPI_TYPECLASS_INTEGER: i64 = 2;
    const MPI_TYPECLASS_REAL: i64 = 1;
    const MPI_TYPECLASS_COMPLEX: i64 = 3;
    const MPI_IDENT: i64 = 0;
    const MPI_CONGRUENT: i64 = 1;
    const MPI_SIMILAR: i64 = 2;
    const MPI_UNEQUAL: i64 = 3;
    const MPI_CART: i64 = 2;
    const MPI_GRAPH: i64 = 1;
    const MPI_DIST_GRAPH: i64 = 3;
    const MPI_COMM_TYPE_SHARED: i64 = 1;
    const MPI_COMM_TYPE_HW_UNGUIDED: i64 = 3;
    const MPI_COMM_TYPE_HW_GUIDED: i64 = 2;
    const MPI_LOCK_EXCLUSIVE: i64 = 234;
    const MPI_LOCK_SHARED: i64 = 235;
    const MPI_WIN_FLAVOR_CREATE: i64 = 1;
    const MPI_WIN_FLAVOR_ALLOCATE: i64 = 2;
    const MPI_WIN_FLAVOR_DYNAMIC: i64 = 3;
    const MPI_WIN_FLAVOR_SHARED: i64 = 4;
    const MPI_WIN_UNIFIED: i64 = 2;
    const MPI_WIN_SEPARATE: i64 = 1;
    const MPI_SEEK_CUR: i64 = 602;
    const MPI_SEEK_END: i64 = 604;
    const MPI_SEEK_SET: i64 = 600;
    const MPI_DISPLACEMENT_CURRENT: i64 = -54278278;
    const MPI_KEYVAL_INVALID: i64 = 603979776;
    const MPI_TAG_UB: i64 = 1681915905;
    const MPI_IO: i64 = 1681915909;
    const MPI_HOST: i64 = 1681915907;
    const MPI_WTIME_IS_GLOBAL: i64 = 1681915911;
    const MPI_APPNUM: i64 = 1681915917;
    const MPI_LASTUSEDCODE: i64 = 1681915915;
    const MPI_UNIVERSE_SIZE: i64 = 1681915913;
    const MPI_WIN_BASE: i64 = 1711276033;
    const MPI_WIN_DISP_UNIT: i64 = 1711276037;
    const MPI_WIN_SIZE: i64 = 1711276035;
    const MPI_WIN_CREATE_FLAVOR: i64 = 1711276039;
    const MPI_WIN_MODEL: i64 = 1711276041;
    const MPI_F_STATUS_SIZE: i64 = 5;
    const MPI_F_SOURCE: i64 = 2;
    const MPI_F_TAG: i64 = 3;
    const MPI_F_ERROR: i64 = 4;
    const MPI_COMM_NULL: Predefined = Predefined::Value(67108864);
    const MPI_COMM_WORLD: Predefined = Predefined::Value(1140850688);
    const MPI_COMM_SELF: Predefined = Predefined::Value(1140850689);
    const MPI_DATATYPE_NULL: Predefined = Predefined::Value(201326592);
    const MPI_AINT: Predefined = Predefined::Value(1275070531);
    const MPI_COUNT: Predefined = Predefined::Value(1275070533);
    const MPI_OFFSET: Predefined = Predefined::Value(1275070532);
    const MPI_PACKED: Predefined = Predefined::Value(1275068687);
    const MPI_SHORT: Predefined = Predefined::Value(1275068931);
    const MPI_INT: Predefined = Predefined::Value(1275069445);
    const MPI_LONG: Predefined = Predefined::Value(1275070471);
    const MPI_LONG_LONG_INT: Predefined = Predefined::Value(1275070473);
    const MPI_LONG_LONG: Predefined = Predefined::Value(1275070473);
    const MPI_UNSIGNED_SHORT: Predefined = Predefined::Value(1275068932);
    const MPI_UNSIGNED: Predefined = Predefined::Value(1275069446);
    const MPI_UNSIGNED_LONG: Predefined = Predefined::Value(1275070472);
    const MPI_UNSIGNED_LONG_LONG: Predefined = Predefined::Value(1275070489);
    const MPI_FLOAT: Predefined = Predefined::Value(1275069450);
    const MPI_C_COMPLEX: Predefined = Predefined::Value(1275070528);
    const MPI_C_FLOAT_COMPLEX: Predefined = Predefined::Value(1275070528);
    const MPI_DOUBLE: Predefined = Predefined::Value(1275070475);
    const MPI_C_DOUBLE_COMPLEX: Predefined = Predefined::Value(1275072577);
    const MPI_LONG_DOUBLE: Predefined = Predefined::Value(1275072524);
    const MPI_C_LONG_DOUBLE_COMPLEX: Predefined = Predefined::Value(1275076674);
    const MPI_C_BOOL: Predefined = Predefined::Value(1275068735);
    const MPI_WCHAR: Predefined = Predefined::Value(1275069454);
    const MPI_INT8_T: Predefined = Predefined::Value(1275068727);
    const MPI_UINT8_T: Predefined = Predefined::Value(1275068731);
    const MPI_CHAR: Predefined = Predefined::Value(1275068673);
    const MPI_SIGNED_CHAR: Predefined = Predefined::Value(1275068696);
    const MPI_UNSIGNED_CHAR: Predefined = Predefined::Value(1275068674);
    const MPI_BYTE: Predefined = Predefined::Value(1275068685);
    const MPI_INT16_T: Predefined = Predefined::Value(1275068984);
    const MPI_UINT16_T: Predefined = Predefined::Value(1275068988);
    const MPI_INT32_T: Predefined = Predefined::Value(1275069497);
    const MPI_UINT32_T: Predefined = Predefined::Value(1275069501);
    const MPI_INT64_T: Predefined = Predefined::Value(1275070522);
    const MPI_UINT64_T: Predefined = Predefined::Value(1275070526);
    const MPI_LOGICAL: Predefined = Predefined::Value(1275069469);
    const MPI_INTEGER: Predefined = Predefined::Value(1275069467);
    const MPI_REAL: Predefined = Predefined::Value(1275069468);
    const MPI_COMPLEX: Predefined = Predefined::Value(1275070494);
    const MPI_DOUBLE_PRECISION: Predefined = Predefined::Value(1275070495);
    const MPI_CHARACTER: Predefined = Predefined::Value(1275068698);
    const MPI_CXX_FLOAT_COMPLEX: Predefined = Predefined::Value(1275070516);
    const MPI_CXX_DOUBLE_COMPLEX: Predefined = Predefined::Value(1275072565);
    const MPI_CXX_LONG_DOUBLE_COMPLEX: Predefined = Predefined::Value(1275076662);
    const MPI_CXX_BOOL: Predefined = Predefined::Value(1275068723);
    const MPI_DOUBLE_COMPLEX: Predefined = Predefined::Value(1275072546);
    const MPI_LOGICAL1: Predefined = Predefined::Value(1275068743);
    const MPI_LOGICAL2: Predefined = Predefined::Value(1275069000);
    const MPI_LOGICAL4: Predefined = Predefined::Value(1275069513);
    const MPI_LOGICAL8: Predefined = Predefined::Value(1275070538);
    const MPI_LOGICAL16: Predefined = Predefined::Value(1275072587);
    const MPI_INTEGER1: Predefined = Predefined::Value(1275068717);
    const MPI_INTEGER2: Predefined = Predefined::Value(1275068975);
    const MPI_INTEGER4: Predefined = Predefined::Value(1275069488);
    const MPI_INTEGER8: Predefined = Predefined::Value(1275070513);
    const MPI_INTEGER16: Predefined = Predefined::Value(1275072562);
    const MPI_REAL2: Predefined = Predefined::Value(1275068966);
    const MPI_REAL4: Predefined = Predefined::Value(1275069479);
    const MPI_REAL8: Predefined = Predefined::Value(1275070505);
    const MPI_REAL16: Predefined = Predefined::Value(1275072555);
    const MPI_COMPLEX4: Predefined = Predefined::Value(1275069486);
    const MPI_COMPLEX8: Predefined = Predefined::Value(1275070504);
    const MPI_COMPLEX16: Predefined = Predefined::Value(1275072554);
    const MPI_COMPLEX32: Predefined = Predefined::Value(1275076652);
    const MPI_FLOAT_INT: Predefined = Predefined::Value(-1946157056);
    const MPI_DOUBLE_INT: Predefined = Predefined::Value(-1946157055);
    const MPI_LONG_INT: Predefined = Predefined::Value(-1946157054);
    const MPI_2INT: Predefined = Predefined::Value(1275070486);
    const MPI_SHORT_INT: Predefined = Predefined::Value(-1946157053);
    const MPI_LONG_DOUBLE_INT: Predefined = Predefined::Value(-1946157052);
    const MPI_2REAL: Predefined = Predefined::Value(1275070497);
    const MPI_2DOUBLE_PRECISION: Predefined = Predefined::Value(1275072547);
    const MPI_2INTEGER: Predefined = Predefined::Value(1275070496);
    const MPIX_C_FLOAT16: Predefined = Predefined::Value(1275068998);
    const MPI_MESSAGE_NULL: Predefined = Predefined::Value(738197504);
    const MPI_MESSAGE_NO_PROC: Predefined = Predefined::Value(1811939328);
    const MPI_ERRHANDLER_NULL: Predefined = Predefined::Value(335544320);
    const MPI_ERRORS_ARE_FATAL: Predefined = Predefined::Value(1409286144);
    const MPI_ERRORS_ABORT: Predefined = Predefined::Value(1409286147);
    const MPI_ERRORS_RETURN: Predefined = Predefined::Value(1409286145);
    const MPI_INFO_NULL: Predefined = Predefined::Value(469762048);
    const MPI_INFO_ENV: Predefined = Predefined::Value(1543503873);
    const MPI_OP_NULL: Predefined = Predefined::Value(402653184);
    const MPI_SUM: Predefined = Predefined::Value(1476395011);
    const MPI_MIN: Predefined = Predefined::Value(1476395010);
    const MPI_MAX: Predefined = Predefined::Value(1476395009);
    const MPI_PROD: Predefined = Predefined::Value(1476395012);
    const MPI_BAND: Predefined = Predefined::Value(1476395014);
    const MPI_BOR: Predefined = Predefined::Value(1476395016);
    const MPI_BXOR: Predefined = Predefined::Value(1476395018);
    const MPI_LAND: Predefined = Predefined::Value(1476395013);
    const MPI_LOR: Predefined = Predefined::Value(1476395015);
    const MPI_LXOR: Predefined = Predefined::Value(1476395017);
    const MPI_MINLOC: Predefined = Predefined::Value(1476395019);
    const MPI_MAXLOC: Predefined = Predefined::Value(1476395020);
    const MPI_REPLACE: Predefined = Predefined::Value(1476395021);
    const MPI_NO_OP: Predefined = Predefined::Value(1476395022);
    const MPI_GROUP_NULL: Predefined = Predefined::Value(134217728);
    const MPI_GROUP_EMPTY: Predefined = Predefined::Value(1207959552);
    const MPI_REQUEST_NULL: Predefined = Predefined::Value(738197504);
    const MPI_FILE_NULL: Predefined = Predefined::Value(0);
    const MPI_SESSION_NULL: Predefined = Predefined::Value(939524096);
    const MPI_WIN_NULL: Predefined = Predefined::Value(536870912);
    const MPI_CONVERSION_FN_NULL: i64 = 0;
    const MPI_VERSION: i64 = 5;
    const MPI_SUBVERSION: i64 = 0;
    const MPI_LB: Predefined = Predefined::Value(1275068432);
    const MPI_UB: Predefined = Predefined::Value(1275068433);
    const MPI_T_ERR_CANNOT_INIT: i64 = 61;
    const MPI_T_ERR_NOT_INITIALIZED: i64 = 60;
    const MPI_T_ERR_MEMORY: i64 = 59;
    const MPI_T_ERR_INVALID: i64 = 74;
    const MPI_T_ERR_INVALID_INDEX: i64 = 62;
    const MPI_T_ERR_INVALID_ITEM: i64 = 63;
    const MPI_T_ERR_INVALID_SESSION: i64 = 67;
    const MPI_T_ERR_INVALID_HANDLE: i64 = 64;
    const MPI_T_ERR_INVALID_NAME: i64 = 73;
    const MPI_T_ERR_OUT_OF_HANDLES: i64 = 65;
    const MPI_T_ERR_OUT_OF_SESSIONS: i64 = 66;
    const MPI_T_ERR_CVAR_SET_NOT_NOW: i64 = 68;
    const MPI_T_ERR_CVAR_SET_NEVER: i64 = 69;
    const MPI_T_ERR_PVAR_NO_WRITE: i64 = 71;
    const MPI_T_ERR_PVAR_NO_STARTSTOP: i64 = 70;
    const MPI_T_ERR_PVAR_NO_ATOMIC: i64 = 72;
    const MPI_T_VERBOSITY_USER_BASIC: i64 = 221;
    const MPI_T_VERBOSITY_USER_DETAIL: i64 = 222;
    const MPI_T_VERBOSITY_USER_ALL: i64 = 223;
    const MPI_T_VERBOSITY_TUNER_BASIC: i64 = 224;
    const MPI_T_VERBOSITY_TUNER_DETAIL: i64 = 225;
    const MPI_T_VERBOSITY_TUNER_ALL: i64 = 226;
    const MPI_T_VERBOSITY_MPIDEV_BASIC: i64 = 227;
    const MPI_T_VERBOSITY_MPIDEV_DETAIL: i64 = 228;
    const MPI_T_VERBOSITY_MPIDEV_ALL: i64 = 229;
    const MPI_T_BIND_NO_OBJECT: i64 = 9700;
    const MPI_T_BIND_MPI_COMM: i64 = 9701;
    const MPI_T_BIND_MPI_DATATYPE: i64 = 9702;
    const MPI_T_BIND_MPI_ERRHANDLER: i64 = 9703;
    const MPI_T_BIND_MPI_FILE: i64 = 9704;
    const MPI_T_BIND_MPI_GROUP: i64 = 9705;
    const MPI_T_BIND_MPI_OP: i64 = 9706;
    const MPI_T_BIND_MPI_REQUEST: i64 = 9707;
    const MPI_T_BIND_MPI_WIN: i64 = 9708;
    const MPI_T_BIND_MPI_MESSAGE: i64 = 9709;
    const MPI_T_BIND_MPI_INFO: i64 = 9710;
    const MPI_T_SCOPE_CONSTANT: i64 = 60438;
    const MPI_T_SCOPE_READONLY: i64 = 60439;
    const MPI_T_SCOPE_LOCAL: i64 = 60440;
    const MPI_T_SCOPE_GROUP: i64 = 60441;
    const MPI_T_SCOPE_GROUP_EQ: i64 = 60442;
    const MPI_T_SCOPE_ALL: i64 = 60443;
    const MPI_T_SCOPE_ALL_EQ: i64 = 60444;
    const MPI_T_PVAR_CLASS_STATE: i64 = 240;
    const MPI_T_PVAR_CLASS_LEVEL: i64 = 241;
    const MPI_T_PVAR_CLASS_SIZE: i64 = 242;
    const MPI_T_PVAR_CLASS_PERCENTAGE: i64 = 243;
    const MPI_T_PVAR_CLASS_HIGHWATERMARK: i64 = 244;
    const MPI_T_PVAR_CLASS_LOWWATERMARK: i64 = 245;
    const MPI_T_PVAR_CLASS_COUNTER: i64 = 246;
    const MPI_T_PVAR_CLASS_AGGREGATE: i64 = 247;
    const MPI_T_PVAR_CLASS_TIMER: i64 = 248;
    const MPI_T_PVAR_CLASS_GENERIC: i64 = 249;
    const HANDLES: [Predefined; 108] = [
        Self::MPI_COMM_NULL,
        Self::MPI_COMM_WORLD,
        Self::MPI_COMM_SELF,
        Self::MPI_DATATYPE_NULL,
        Self::MPI_AINT,
        Self::MPI_COUNT,
        Self::MPI_OFFSET,
        Self::MPI_PACKED,
        Self::MPI_SHORT,
        Self::MPI_INT,
        Self::MPI_LONG,
        Self::MPI_LONG_LONG_INT,
        Self::MPI_LONG_LONG,
        Self::MPI_UNSIGNED_SHORT,
        Self::MPI_UNSIGNED,
        Self::MPI_UNSIGNED_LONG,
        Self::MPI_UNSIGNED_LONG_LONG,
        Self::MPI_FLOAT,
        Self::MPI_C_COMPLEX,
        Self::MPI_C_FLOAT_COMPLEX,
        Self::MPI_DOUBLE,
        Self::MPI_C_DOUBLE_COMPLEX,
        Self::MPI_LONG_DOUBLE,
        Self::MPI_C_LONG_DOUBLE_COMPLEX,
        Self::MPI_C_BOOL,
        Self::MPI_WCHAR,
        Self::MPI_INT8_T,
        Self::MPI_UINT8_T,
        Self::MPI_CHAR,
        Self::MPI_SIGNED_CHAR,
        Self::MPI_UNSIGNED_CHAR,
        Self::MPI_BYTE,
        Self::MPI_INT16_T,
        Self::MPI_UINT16_T,
        Self::MPI_INT32_T,
        Self::MPI_UINT32_T,
        Self::MPI_INT64_T,
        Self::MPI_UINT64_T,
        Self::MPI_LOGICAL,
        Self::MPI_INTEGER,
        Self::MPI_REAL,
        Self::MPI_COMPLEX,
        Self::MPI_DOUBLE_PRECISION,
        Self::MPI_CHARACTER,
        Self::MPI_CXX_FLOAT_COMPLEX,
        Self::MPI_CXX_DOUBLE_COMPLEX,
        Self::MPI_CXX_LONG_DOUBLE_COMPLEX,
        Self::MPI_CXX_BOOL,
        Self::MPI_DOUBLE_COMPLEX,
        Self::MPI_LOGICAL1,
        Self::MPI_LOGICAL2,
        Self::MPI_LOGICAL4,
        Self::MPI_LOGICAL8,
        Self::MPI_LOGICAL16,
        Self::MPI_INTEGER1,
        Self::MPI_INTEGER2,
        Self::MPI_INTEGER4,
        Self::MPI_INTEGER8,
        Self::MPI_INTEGER16,
        Self::MPI_REAL2,
        Self::MPI_REAL4,
        Self::MPI_REAL8,
        Self::MPI_REAL16,
        Self::MPI_COMPLEX4,
        Self::MPI_COMPLEX8,
        Self::MPI_COMPLEX16,
        Self::MPI_COMPLEX32,
        Self::MPI_FLOAT_INT,
        Self::MPI_DOUBLE_INT,
        Self::MPI_LONG_INT,
        Self::MPI_2INT,
        Self::MPI_SHORT_INT,
        Self::MPI_LONG_DOUBLE_INT,
        Self::MPI_2REAL,
        Self::MPI_2DOUBLE_PRECISION,
        Self::MPI_2INTEGER,
        Self::MPIX_C_FLOAT16,
        Self::MPI_MESSAGE_NULL,
        Self::MPI_MESSAGE_NO_PROC,
        Self::MPI_ERRHANDLER_NULL,
        Self::MPI_ERRORS_ARE_FATAL,
        Self::MPI_ERRORS_ABORT,
        Self::MPI_ERRORS_RETURN,
        Self::MPI_INFO_NULL,
        Self::MPI_INFO_ENV,
        Self::MPI_OP_NULL,
        Self::MPI_SUM,
        Self::MPI_MIN,
        Self::MPI_MAX,
        Self::MPI_PROD,
        Self::MPI_BAND,
        Self::MPI_BOR,
        Self::MPI_BXOR,
        Self::MPI_LAND,
        Self::MPI_LOR,
        Self::MPI_LXOR,
        Self::MPI_MINLOC,
        Self::MPI_MAXLOC,
        Self::MPI_REPLACE,
        Self::MPI_NO_OP,
        Self::MPI_GROUP_NULL,
        Self::MPI_GROUP_EMPTY,
        Self::MPI_REQUEST_NULL,
        Self::MPI_FILE_NULL,
        Self::MPI_SESSION_NULL,
        Self::MPI_WIN_NULL,
        Self::MPI_LB,
        Self::MPI_UB,
    ];
    const ASSERTION: &'static [i32] = &[1024, 8192, 4096, 2048, 16384];
    const BINDING: &'static [i32] = &[9700, 9701, 9702, 9703, 9704, 9705, 9706, 9707, 9708, 9709, 9710, 9711];
    const CALLBACK_SAFETY: &'static [i32] = &[0, 1, 2, 3];
    const COMBINER: &'static [i32] = &[1, 2, 3, 4, 6, 7, 9, 10, 19, 12, 13, 14, 15, 16, 17, 18, 20];
    const COMPARISON: &'static [i32] = &[0, 1, 2, 3];
    const DISTRIBUTION: &'static [i32] = &[123, 121, 122];
    const DISTRIBUTION_ARGUMENT: &'static [i32] = &[-49767];
    const ERROR: &'static [i32] = &[
        0, 1, 2, 3, 4, 5, 6, 19, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 17, 20, 21, 53, 22, 46, 23, 52, 24,
        25, 26, 27, 29, 31, 30, 28, 32, 48, 47, 33, 34, 35, 36, 37, 38, 39, 40, 56, 49, 55, 57, 50, 41, 51,
        42, 43, 44, 45, 58, 76, 77, 75, 80, 81, 61, 79, 60, 78, 59, 74, 62, 63, 67, 64, 73, 65, 66, 68, 69,
        71, 70, 72,
    ];
    const FLAVOR: &'static [i32] = &[1, 2, 3, 4];
    const KEYVAL: &'static [i32] = &[
        1681915905, 1681915909, 1681915907, 1681915911, 1681915917, 1681915915, 1681915913, 1711276033,
        1711276037, 1711276035, 1711276039, 1711276041,
    ];
    const LOCK: &'static [i32] = &[234, 235];
    const MODE: &'static [i32] = &[128, 1, 16, 64, 2, 8, 256, 32, 4];
    const MODEL: &'static [i32] = &[2, 1];
    const ORDER: &'static [i32] = &[56, 57];
    const RANK: &'static [i32] = &[-2, -1, -3];
    const SCOPE: &'static [i32] = &[60438, 60439, 60440, 60441, 60442, 60443, 60444];
    const SEEK: &'static [i32] = &[602, 604, 600];
    const SOURCE_ORDER: &'static [i32] = &[0, 1];
    const SPLIT_TYPE: &'static [i32] = &[1, 3, 2, 4];
    const THREAD_LEVEL: &'static [i32] = &[0, 1, 2, 3];
    const TOPOLOGY: &'static [i32] = &[2, 1, 3];
    const TYPE_CLASS: &'static [i32] = &[2, 1, 3];
    const VARIABLE_CLASS: &'static [i32] = &[240, 241, 242, 243, 244, 245, 246, 247, 248, 249];
    const VERBOSITY: &'static [i32] = &[221, 222, 223, 224, 225, 226, 227, 228, 229];
}

impl Constants for OpenMpi {
    const MPI_SUCCESS: i64 = 0;
    const MPI_ERR_BUFFER: i64 = 1;
    const MPI_ERR_COUNT: i64 = 2;
    const MPI_ERR_TYPE: i64 = 3;
    const MPI_ERR_TAG: i64 = 4;
    const MPI_ERR_COMM: i64 = 5;
    const MPI_ERR_RANK: i64 = 6;
    const MPI_ERR_REQUEST: i64 = 7;
    const MPI_ERR_ROOT: i64 = 8;
    const MPI_ERR_GROUP: i64 = 9;
    const MPI_ERR_OP: i64 = 10;
    const MPI_ERR_TOPOLOGY: i64 = 11;
    const MPI_ERR_DIMS: i64 = 12;
    const MPI_ERR_ARG: i64 = 13;
    const MPI_ERR_UNKNOWN: i64 = 14;
    const MPI_ERR_TRUNCATE: i64 = 15;
    const MPI_ERR_OTHER: i64 = 16;
    const MPI_ERR_INTERN: i64 = 17;
    const MPI_ERR_PENDING: i64 = 19;
    const MPI_ERR_IN_STATUS: i64 = 18;
    const MPI_ERR_ACCESS: i64 = 20;
    const MPI_ERR_AMODE: i64 = 21;
    const MPI_ERR_ASSERT: i64 = 22;
    const MPI_ERR_BAD_FILE: i64 = 23;
    const MPI_ERR_BASE: i64 = 24;
    const MPI_ERR_CONVERSION: i64 = 25;
    const MPI_ERR_DISP: i64 = 26;
    const MPI_ERR_DUP_DATAREP: i64 = 27;
    const MPI_ERR_FILE_EXISTS: i64 = 28;
    const MPI_ERR_FILE_IN_USE: i64 = 29;
    const MPI_ERR_FILE: i64 = 30;
    const MPI_ERR_INFO_KEY: i64 = 31;
    const MPI_ERR_INFO_NOKEY: i64 = 32;
    const MPI_ERR_INFO_VALUE: i64 = 33;
    const MPI_ERR_INFO: i64 = 34;
    const MPI_ERR_IO: i64 = 35;
    const MPI_ERR_KEYVAL: i64 = 36;
    const MPI_ERR_LOCKTYPE: i64 = 37;
    const MPI_ERR_NAME: i64 = 38;
    const MPI_ERR_NO_MEM: i64 = 39;
    const MPI_ERR_NOT_SAME: i64 = 40;
    const MPI_ERR_NO_SPACE: i64 = 41;
    const MPI_ERR_NO_SUCH_FILE: i64 = 42;
    const MPI_ERR_PORT: i64 = 43;
    const MPI_ERR_QUOTA: i64 = 44;
    const MPI_ERR_READ_ONLY: i64 = 45;
    const MPI_ERR_RMA_ATTACH: i64 = 69;
    const MPI_ERR_RMA_CONFLICT: i64 = 46;
    const MPI_ERR_RMA_RANGE: i64 = 68;
    const MPI_ERR_RMA_SHARED: i64 = 71;
    const MPI_ERR_RMA_SYNC: i64 = 47;
    const MPI_ERR_SERVICE: i64 = 48;
    const MPI_ERR_SIZE: i64 = 49;
    const MPI_ERR_SPAWN: i64 = 50;
    const MPI_ERR_UNSUPPORTED_DATAREP: i64 = 51;
    const MPI_ERR_UNSUPPORTED_OPERATION: i64 = 52;
    const MPI_ERR_WIN: i64 = 53;
    const MPI_ERR_RMA_FLAVOR: i64 = 70;
    const MPI_ERR_PROC_ABORTED: i64 = 74;
    const MPI_ERR_VALUE_TOO_LARGE: i64 = 79;
    const MPI_ERR_SESSION: i64 = 78;
    const MPI_ERR_LASTCODE: i64 = 92;
    const MPI_BOTTOM: i64 = 0;
    const MPI_IN_PLACE: i64 = 1;
    const MPI_ARGVS_NULL: i64 = 0;
    const MPI_ARGV_NULL: i64 = 0;
    const MPI_ERRCODES_IGNORE: i64 = 0;
    const MPI_STATUSES_IGNORE: i64 = 0;
    const MPI_STATUS_IGNORE: i64 = 0;
    const MPI_MAX_DATAREP_STRING: i64 = 128;
    const MPI_MAX_ERROR_STRING: i64 = 256;
    const MPI_MAX_INFO_KEY: i64 = 36;
    const MPI_MAX_INFO_VAL: i64 = 256;
    const MPI_MAX_LIBRARY_VERSION_STRING: i64 = 256;
    const MPI_MAX_OBJECT_NAME: i64 = 64;
    const MPI_MAX_PORT_NAME: i64 = 1024;
    const MPI_MAX_PROCESSOR_NAME: i64 = 256;
    const MPI_MAX_STRINGTAG_LEN: i64 = 1024;
    const MPI_MAX_PSET_NAME_LEN: i64 = 512;
    const MPI_MODE_APPEND: i64 = 128;
    const MPI_MODE_CREATE: i64 = 1;
    const MPI_MODE_DELETE_ON_CLOSE: i64 = 16;
    const MPI_MODE_EXCL: i64 = 64;
    const MPI_MODE_RDONLY: i64 = 2;
    const MPI_MODE_RDWR: i64 = 8;
    const MPI_MODE_SEQUENTIAL: i64 = 256;
    const MPI_MODE_UNIQUE_OPEN: i64 = 32;
    const MPI_MODE_WRONLY: i64 = 4;
    const MPI_MODE_NOCHECK: i64 = 1;
    const MPI_MODE_NOPRECEDE: i64 = 2;
    const MPI_MODE_NOPUT: i64 = 4;
    const MPI_MODE_NOSTORE: i64 = 8;
    const MPI_MODE_NOSUCCEED: i64 = 16;
    const MPI_ANY_SOURCE: i64 = -1;
    const MPI_ANY_TAG: i64 = -1;
    const MPI_PROC_NULL: i64 = -2;
    const MPI_ROOT: i64 = -4;
    const MPI_UNDEFINED: i64 = -32766;
    const MPI_BSEND_OVERHEAD: i64 = 128;
    const MPI_THREAD_SINGLE: i64 = 0;
    const MPI_THREAD_FUNNELED: i64 = 1;
    const MPI_THREAD_SERIALIZED: i64 = 2;
    const MPI_THREAD_MULTIPLE: i64 = 3;
    const MPI_ORDER_C: i64 = 0;
    const MPI_ORDER_FORTRAN: i64 = 1;
    const MPI_DISTRIBUTE_NONE: i64 = 2;
    const MPI_DISTRIBUTE_BLOCK: i64 = 0;
    const MPI_DISTRIBUTE_CYCLIC: i64 = 1;
    const MPI_DISTRIBUTE_DFLT_DARG: i64 = -1;
    const MPI_COMBINER_NAMED: i64 = 0;
    const MPI_COMBINER_DUP: i64 = 1;
    const MPI_COMBINER_CONTIGUOUS: i64 = 2;
    const MPI_COMBINER_VECTOR: i64 = 3;
    const MPI_COMBINER_HVECTOR: i64 = 5;
    const MPI_COMBINER_INDEXED: i64 = 6;
    const MPI_COMBINER_HINDEXED: i64 = 8;
    const MPI_COMBINER_INDEXED_BLOCK: i64 = 9;
    const MPI_COMBINER_HINDEXED_BLOCK: i64 = 18;
    const MPI_COMBINER_STRUCT: i64 = 11;
    const MPI_COMBINER_SUBARRAY: i64 = 12;
    const MPI_COMBINER_DARRAY: i64 = 13;
    const MPI_COMBINER_F90_REAL: i64 = 14;
    const MPI_COMBINER_F90_COMPLEX: i64 = 15;
    const MPI_COMBINER_F90_INTEGER: i64 = 16;
    const MPI_COMBINER_RESIZED: i64 = 17;
    const MPI_TYPECLASS_INTEGER: i64 = 1;
    const MPI_TYPECLASS_REAL: i64 = 2;
    const MPI_TYPECLASS_COMPLEX: i64 = 3;
    const MPI_IDENT: i64 = 0;
    const MPI_CONGRUENT: i64 = 1;
    const MPI_SIMILAR: i64 = 2;
    const MPI_UNEQUAL: i64 = 3;
    const MPI_CART: i64 = 1;
    const MPI_GRAPH: i64 = 2;
    const MPI_DIST_GRAPH: i64 = 3;
    const MPI_COMM_TYPE_SHARED: i64 = 0;
    const MPI_COMM_TYPE_HW_UNGUIDED: i64 = 12;
    const MPI_COMM_TYPE_HW_GUIDED: i64 = 13;
    const MPI_LOCK_EXCLUSIVE: i64 = 1;
    const MPI_LOCK_SHARED: i64 = 2;
    const MPI_WIN_FLAVOR_CREATE: i64 = 1;
    const MPI_WIN_FLAVOR_ALLOCATE: i64 = 2;
    const MPI_WIN_FLAVOR_DYNAMIC: i64 = 3;
    const MPI_WIN_FLAVOR_SHARED: i64 = 4;
    const MPI_WIN_UNIFIED: i64 = 0;
    const MPI_WIN_SEPARATE: i64 = 1;
    const MPI_SEEK_CUR: i64 = 602;
    const MPI_SEEK_END: i64 = 604;
    const MPI_SEEK_SET: i64 = 600;
    const MPI_DISPLACEMENT_CURRENT: i64 = -54278278;
    const MPI_KEYVAL_INVALID: i64 = -1;
    const MPI_TAG_UB: i64 = 0;
    const MPI_IO: i64 = 2;
    const MPI_HOST: i64 = 1;
    const MPI_WTIME_IS_GLOBAL: i64 = 3;
    const MPI_APPNUM: i64 = 4;
    const MPI_LASTUSEDCODE: i64 = 5;
    const MPI_UNIVERSE_SIZE: i64 = 6;
    const MPI_WIN_BASE: i64 = 7;
    const MPI_WIN_DISP_UNIT: i64 = 9;
    const MPI_WIN_SIZE: i64 = 8;
    const MPI_WIN_CREATE_FLAVOR: i64 = 10;
    const MPI_WIN_MODEL: i64 = 11;
    const MPI_F_STATUS_SIZE: i64 = 6;
    const MPI_F_SOURCE: i64 = 0;
    const MPI_F_TAG: i64 = 1;
    const MPI_F_ERROR: i64 = 2;
    const MPI_COMM_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_comm_null");
    const MPI_COMM_WORLD: Predefined = Predefined::Symbol(c"ompi_mpi_comm_world");
    const MPI_COMM_SELF: Predefined = Predefined::Symbol(c"ompi_mpi_comm_self");
    const MPI_DATATYPE_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_datatype_null");
    const MPI_AINT: Predefined = Predefined::Symbol(c"ompi_mpi_aint");
    const MPI_COUNT: Predefined = Predefined::Symbol(c"ompi_mpi_count");
    const MPI_OFFSET: Predefined = Predefined::Symbol(c"ompi_mpi_offset");
    const MPI_PACKED: Predefined = Predefined::Symbol(c"ompi_mpi_packed");
    const MPI_SHORT: Predefined = Predefined::Symbol(c"ompi_mpi_short");
    const MPI_INT: Predefined = Predefined::Symbol(c"ompi_mpi_int");
    const MPI_LONG: Predefined = Predefined::Symbol(c"ompi_mpi_long");
    const MPI_LONG_LONG_INT: Predefined = Predefined::Symbol(c"ompi_mpi_long_long_int");
    const MPI_LONG_LONG: Predefined = Predefined::Symbol(c"ompi_mpi_long_long_int");
    const MPI_UNSIGNED_SHORT: Predefined = Predefined::Symbol(c"ompi_mpi_unsigned_short");
    const MPI_UNSIGNED: Predefined = Predefined::Symbol(c"ompi_mpi_unsigned");
    const MPI_UNSIGNED_LONG: Predefined = Predefined::Symbol(c"ompi_mpi_unsigned_long");
    const MPI_UNSIGNED_LONG_LONG: Predefined = Predefined::Symbol(c"ompi_mpi_unsigned_long_long");
    const MPI_FLOAT: Predefined = Predefined::Symbol(c"ompi_mpi_float");
    const MPI_C_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_c_float_complex");
    const MPI_C_FLOAT_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_c_float_complex");
    const MPI_DOUBLE: Predefined = Predefined::Symbol(c"ompi_mpi_double");
    const MPI_C_DOUBLE_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_c_double_complex");
    const MPI_LONG_DOUBLE: Predefined = Predefined::Symbol(c"ompi_mpi_long_double");
    const MPI_C_LONG_DOUBLE_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_c_long_double_complex");
    const MPI_C_BOOL: Predefined = Predefined::Symbol(c"ompi_mpi_c_bool");
    const MPI_WCHAR: Predefined = Predefined::Symbol(c"ompi_mpi_wchar");
    const MPI_INT8_T: Predefined = Predefined::Symbol(c"ompi_mpi_int8_t");
    const MPI_UINT8_T: Predefined = Predefined::Symbol(c"ompi_mpi_uint8_t");
    const MPI_CHAR: Predefined = Predefined::Symbol(c"ompi_mpi_char");
    const MPI_SIGNED_CHAR: Predefined = Predefined::Symbol(c"ompi_mpi_signed_char");
    const MPI_UNSIGNED_CHAR: Predefined = Predefined::Symbol(c"ompi_mpi_unsigned_char");
    const MPI_BYTE: Predefined = Predefined::Symbol(c"ompi_mpi_byte");
    const MPI_INT16_T: Predefined = Predefined::Symbol(c"ompi_mpi_int16_t");
    const MPI_UINT16_T: Predefined = Predefined::Symbol(c"ompi_mpi_uint16_t");
    const MPI_INT32_T: Predefined = Predefined::Symbol(c"ompi_mpi_int32_t");
    const MPI_UINT32_T: Predefined = Predefined::Symbol(c"ompi_mpi_uint32_t");
    const MPI_INT64_T: Predefined = Predefined::Symbol(c"ompi_mpi_int64_t");
    const MPI_UINT64_T: Predefined = Predefined::Symbol(c"ompi_mpi_uint64_t");
    const MPI_LOGICAL: Predefined = Predefined::Symbol(c"ompi_mpi_logical");
    const MPI_INTEGER: Predefined = Predefined::Symbol(c"ompi_mpi_integer");
    const MPI_REAL: Predefined = Predefined::Symbol(c"ompi_mpi_real");
    const MPI_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_cplex");
    const MPI_DOUBLE_PRECISION: Predefined = Predefined::Symbol(c"ompi_mpi_dblprec");
    const MPI_CHARACTER: Predefined = Predefined::Symbol(c"ompi_mpi_character");
    const MPI_CXX_FLOAT_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_cxx_cplex");
    const MPI_CXX_DOUBLE_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_cxx_dblcplex");
    const MPI_CXX_LONG_DOUBLE_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_cxx_ldblcplex");
    const MPI_CXX_BOOL: Predefined = Predefined::Symbol(c"ompi_mpi_cxx_bool");
    const MPI_DOUBLE_COMPLEX: Predefined = Predefined::Symbol(c"ompi_mpi_dblcplex");
    const MPI_LOGICAL1: Predefined = Predefined::Symbol(c"ompi_mpi_logical1");
    const MPI_LOGICAL2: Predefined = Predefined::Symbol(c"ompi_mpi_logical2");
    const MPI_LOGICAL4: Predefined = Predefined::Symbol(c"ompi_mpi_logical4");
    const MPI_LOGICAL8: Predefined = Predefined::Symbol(c"ompi_mpi_logical8");
    const MPI_LOGICAL16: Predefined = Predefined::Absent;
    const MPI_INTEGER1: Predefined = Predefined::Symbol(c"ompi_mpi_integer1");
    const MPI_INTEGER2: Predefined = Predefined::Symbol(c"ompi_mpi_integer2");
    const MPI_INTEGER4: Predefined = Predefined::Symbol(c"ompi_mpi_integer4");
    const MPI_INTEGER8: Predefined = Predefined::Symbol(c"ompi_mpi_integer8");
    const MPI_INTEGER16: Predefined = Predefined::Symbol(c"ompi_mpi_integer16");
    const MPI_REAL2: Predefined = Predefined::Symbol(c"ompi_mpi_real2");
    const MPI_REAL4: Predefined = Predefined::Symbol(c"ompi_mpi_real4");
    const MPI_REAL8: Predefined = Predefined::Symbol(c"ompi_mpi_real8");
    const MPI_REAL16: Predefined = Predefined::Symbol(c"ompi_mpi_real16");
    const MPI_COMPLEX4: Predefined = Predefined::Symbol(c"ompi_mpi_complex4");
    const MPI_COMPLEX8: Predefined = Predefined::Symbol(c"ompi_mpi_complex8");
    const MPI_COMPLEX16: Predefined = Predefined::Symbol(c"ompi_mpi_complex16");
    const MPI_COMPLEX32: Predefined = Predefined::Symbol(c"ompi_mpi_complex32");
    const MPI_FLOAT_INT: Predefined = Predefined::Symbol(c"ompi_mpi_float_int");
    const MPI_DOUBLE_INT: Predefined = Predefined::Symbol(c"ompi_mpi_double_int");
    const MPI_LONG_INT: Predefined = Predefined::Symbol(c"ompi_mpi_long_int");
    const MPI_2INT: Predefined = Predefined::Symbol(c"ompi_mpi_2int");
    const MPI_SHORT_INT: Predefined = Predefined::Symbol(c"ompi_mpi_short_int");
    const MPI_LONG_DOUBLE_INT: Predefined = Predefined::Symbol(c"ompi_mpi_longdbl_int");
    const MPI_2REAL: Predefined = Predefined::Symbol(c"ompi_mpi_2real");
    const MPI_2DOUBLE_PRECISION: Predefined = Predefined::Symbol(c"ompi_mpi_2dblprec");
    const MPI_2INTEGER: Predefined = Predefined::Symbol(c"ompi_mpi_2integer");
    const MPIX_C_FLOAT16: Predefined = Predefined::Symbol(c"ompi_mpi_short_float");
    const MPI_MESSAGE_NULL: Predefined = Predefined::Symbol(c"ompi_message_null");
    const MPI_MESSAGE_NO_PROC: Predefined = Predefined::Symbol(c"ompi_message_no_proc");
    const MPI_ERRHANDLER_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_errhandler_null");
    const MPI_ERRORS_ARE_FATAL: Predefined = Predefined::Symbol(c"ompi_mpi_errors_are_fatal");
    const MPI_ERRORS_ABORT: Predefined = Predefined::Symbol(c"ompi_mpi_errors_abort");
    const MPI_ERRORS_RETURN: Predefined = Predefined::Symbol(c"ompi_mpi_errors_return");
    const MPI_INFO_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_info_null");
    const MPI_INFO_ENV: Predefined = Predefined::Symbol(c"ompi_mpi_info_env");
    const MPI_OP_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_op_null");
    const MPI_SUM: Predefined = Predefined::Symbol(c"ompi_mpi_op_sum");
    const MPI_MIN: Predefined = Predefined::Symbol(c"ompi_mpi_op_min");
    const MPI_MAX: Predefined = Predefined::Symbol(c"ompi_mpi_op_max");
    const MPI_PROD: Predefined = Predefined::Symbol(c"ompi_mpi_op_prod");
    const MPI_BAND: Predefined = Predefined::Symbol(c"ompi_mpi_op_band");
    const MPI_BOR: Predefined = Predefined::Symbol(c"ompi_mpi_op_bor");
    const MPI_BXOR: Predefined = Predefined::Symbol(c"ompi_mpi_op_bxor");
    const MPI_LAND: Predefined = Predefined::Symbol(c"ompi_mpi_op_land");
    const MPI_LOR: Predefined = Predefined::Symbol(c"ompi_mpi_op_lor");
    const MPI_LXOR: Predefined = Predefined::Symbol(c"ompi_mpi_op_lxor");
    const MPI_MINLOC: Predefined = Predefined::Symbol(c"ompi_mpi_op_minloc");
    const MPI_MAXLOC: Predefined = Predefined::Symbol(c"ompi_mpi_op_maxloc");
    const MPI_REPLACE: Predefined = Predefined::Symbol(c"ompi_mpi_op_replace");
    const MPI_NO_OP: Predefined = Predefined::Symbol(c"ompi_mpi_op_no_op");
    const MPI_GROUP_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_group_null");
    const MPI_GROUP_EMPTY: Predefined = Predefined::Symbol(c"ompi_mpi_group_empty");
    const MPI_REQUEST_NULL: Predefined = Predefined::Symbol(c"ompi_request_null");
    const MPI_FILE_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_file_null");
    const MPI_SESSION_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_instance_null");
    const MPI_WIN_NULL: Predefined = Predefined::Symbol(c"ompi_mpi_win_null");
    const MPI_CONVERSION_FN_NULL: i64 = 0;
    const MPI_VERSION: i64 = 3;
    const MPI_SUBVERSION: i64 = 1;
    const MPI_LB: Predefined = Predefined::Symbol(c"ompi_mpi_lb");
    const MPI_UB: Predefined = Predefined::Symbol(c"ompi_mpi_ub");
    const MPI_T_ERR_CANNOT_INIT: i64 = 56;
    const MPI_T_ERR_NOT_INITIALIZED: i64 = 55;
    const MPI_T_ERR_MEMORY: i64 = 54;
    const MPI_T_ERR_INVALID: i64 = 72;
    const MPI_T_ERR_INVALID_INDEX: i64 = 57;
    const MPI_T_ERR_INVALID_ITEM: i64 = 58;
    const MPI_T_ERR_INVALID_SESSION: i64 = 62;
    const MPI_T_ERR_INVALID_HANDLE: i64 = 59;
    const MPI_T_ERR_INVALID_NAME: i64 = 73;
    const MPI_T_ERR_OUT_OF_HANDLES: i64 = 60;
    const MPI_T_ERR_OUT_OF_SESSIONS: i64 = 61;
    const MPI_T_ERR_CVAR_SET_NOT_NOW: i64 = 63;
    const MPI_T_ERR_CVAR_SET_NEVER: i64 = 64;
    const MPI_T_ERR_PVAR_NO_WRITE: i64 = 66;
    const MPI_T_ERR_PVAR_NO_STARTSTOP: i64 = 65;
    const MPI_T_ERR_PVAR_NO_ATOMIC: i64 = 67;
    const MPI_T_VERBOSITY_USER_BASIC: i64 = 0;
    const MPI_T_VERBOSITY_USER_DETAIL: i64 = 1;
    const MPI_T_VERBOSITY_USER_ALL: i64 = 2;
    const MPI_T_VERBOSITY_TUNER_BASIC: i64 = 3;
    const MPI_T_VERBOSITY_TUNER_DETAIL: i64 = 4;
    const MPI_T_VERBOSITY_TUNER_ALL: i64 = 5;
    const MPI_T_VERBOSITY_MPIDEV_BASIC: i64 = 6;
    const MPI_T_VERBOSITY_MPIDEV_DETAIL: i64 = 7;
    const MPI_T_VERBOSITY_MPIDEV_ALL: i64 = 8;
    const MPI_T_BIND_NO_OBJECT: i64 = 0;
    const MPI_T_BIND_MPI_COMM: i64 = 1;
    const MPI_T_BIND_MPI_DATATYPE: i64 = 2;
    const MPI_T_BIND_MPI_ERRHANDLER: i64 = 3;
    const MPI_T_BIND_MPI_FILE: i64 = 4;
    const MPI_T_BIND_MPI_GROUP: i64 = 5;
    const MPI_T_BIND_MPI_OP: i64 = 6;
    const MPI_T_BIND_MPI_REQUEST: i64 = 7;
    const MPI_T_BIND_MPI_WIN: i64 = 8;
    const MPI_T_BIND_MPI_MESSAGE: i64 = 9;
    const MPI_T_BIND_MPI_INFO: i64 = 10;
    const MPI_T_SCOPE_CONSTANT: i64 = 0;
    const MPI_T_SCOPE_READONLY: i64 = 1;
    const MPI_T_SCOPE_LOCAL: i64 = 2;
    const MPI_T_SCOPE_GROUP: i64 = 3;
    const MPI_T_SCOPE_GROUP_EQ: i64 = 4;
    const MPI_T_SCOPE_ALL: i64 = 5;
    const MPI_T_SCOPE_ALL_EQ: i64 = 6;
    const MPI_T_PVAR_CLASS_STATE: i64 = 0;
    const MPI_T_PVAR_CLASS_LEVEL: i64 = 1;
    const MPI_T_PVAR_CLASS_SIZE: i64 = 2;
    const MPI_T_PVAR_CLASS_PERCENTAGE: i64 = 3;
    const MPI_T_PVAR_CLASS_HIGHWATERMARK: i64 = 4;
    const MPI_T_PVAR_CLASS_LOWWATERMARK: i64 = 5;
    const MPI_T_PVAR_CLASS_COUNTER: i64 = 6;
    const MPI_T_PVAR_CLASS_AGGREGATE: i64 = 7;
    const MPI_T_PVAR_CLASS_TIMER: i64 = 8;
    const MPI_T_PVAR_CLASS_GENERIC: i64 = 9;
    const HANDLES: [Predefined; 108] = [
        Self::MPI_COMM_NULL,
        Self::MPI_COMM_WORLD,
        Self::MPI_COMM_SELF,
        Self::MPI_DATATYPE_NULL,
        Self::MPI_AINT,
        Self::MPI_COUNT,
        Self::MPI_OFFSET,
        Self::MPI_PACKED,
        Self::MPI_SHORT,
        Self::MPI_INT,
        Self::MPI_LONG,
        Self::MPI_LONG_LONG_INT,
        Self::MPI_LONG_LONG,
        Self::MPI_UNSIGNED_SHORT,
        Self::MPI_UNSIGNED,
        Self::MPI_UNSIGNED_LONG,
        Self::MPI_UNSIGNED_LONG_LONG,
        Self::MPI_FLOAT,
        Self::MPI_C_COMPLEX,
        Self::MPI_C_FLOAT_COMPLEX,
        Self::MPI_DOUBLE,
        Self::MPI_C_DOUBLE_COMPLEX,
        Self::MPI_LONG_DOUBLE,
        Self::MPI_C_LONG_DOUBLE_COMPLEX,
        Self::MPI_C_BOOL,
        Self::MPI_WCHAR,
        Self::MPI_INT8_T,
        Self::MPI_UINT8_T,
        Self::MPI_CHAR,
        Self::MPI_SIGNED_CHAR,
        Self::MPI_UNSIGNED_CHAR,
        Self::MPI_BYTE,
        Self::MPI_INT16_T,
        Self::MPI_UINT16_T,
        Self::MPI_INT32_T,
        Self::MPI_UINT32_T,
        Self::MPI_INT64_T,
        Self::MPI_UINT64_T,
        Self::MPI_LOGICAL,
        Self::MPI_INTEGER,
        Self::MPI_REAL,
        Self::MPI_COMPLEX,
        Self::MPI_DOUBLE_PRECISION,
        Self::MPI_CHARACTER,
        Self::MPI_CXX_FLOAT_COMPLEX,
        Self::MPI_CXX_DOUBLE_COMPLEX,
        Self::MPI_CXX_LONG_DOUBLE_COMPLEX,
        Self::MPI_CXX_BOOL,
        Self::MPI_DOUBLE_COMPLEX,
        Self::MPI_LOGICAL1,
        Self::MPI_LOGICAL2,
        Self::MPI_LOGICAL4,
        Self::MPI_LOGICAL8,
        Self::MPI_LOGICAL16,
        Self::MPI_INTEGER1,
        Self::MPI_INTEGER2,
        Self::MPI_INTEGER4,
        Self::MPI_INTEGER8,
        Self::MPI_INTEGER16,
        Self::MPI_REAL2,
        Self::MPI_REAL4,
        Self::MPI_REAL8,
        Self::MPI_REAL16,
        Self::MPI_COMPLEX4,
        Self::MPI_COMPLEX8,
        Self::MPI_COMPLEX16,
        Self::MPI_COMPLEX32,
        Self::MPI_FLOAT_INT,
        Self::MPI_DOUBLE_INT,
        Self::MPI_LONG_INT,
        Self::MPI_2INT,
        Self::MPI_SHORT_INT,
        Self::MPI_LONG_DOUBLE_INT,
        Self::MPI_2REAL,
        Self::MPI_2DOUBLE_PRECISION,
        Self::MPI_2INTEGER,
        Self::MPIX_C_FLOAT16,
        Self::MPI_MESSAGE_NULL,
        Self::MPI_MESSAGE_NO_PROC,
        Self::MPI_ERRHANDLER_NULL,
        Self::MPI_ERRORS_ARE_FATAL,
        Self::MPI_ERRORS_ABORT,
        Self::MPI_ERRORS_RETURN,
        Self::MPI_INFO_NULL,
        Self::MPI_INFO_ENV,
        Self::MPI_OP_NULL,
        Self::MPI_SUM,
        Self::MPI_MIN,
        Self::MPI_MAX,
        Self::MPI_PROD,
        Self::MPI_BAND,
        Self::MPI_BOR,
        Self::MPI_BXOR,
        Self::MPI_LAND,
        Self::MPI_LOR,
        Self::MPI_LXOR,
        Self::MPI_MINLOC,
        Self::MPI_MAXLOC,
        Self::MPI_REPLACE,
        Self::MPI_NO_OP,
        Self::MPI_GROUP_NULL,
        Self::MPI_GROUP_EMPTY,
        Self::MPI_REQUEST_NULL,
        Self::MPI_FILE_NULL,
        Self::MPI_SESSION_NULL,
        Self::MPI_WIN_NULL,
        Self::MPI_LB,
        Self::MPI_UB,
    ];
    const ASSERTION: &'static [i32] = &[1, 2, 4, 8, 16];
    const BINDING: &'static [i32] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, ABSENT];
    const CALLBACK_SAFETY: &'static [i32] = &[ABSENT, ABSENT, ABSENT, ABSENT];
    const COMBINER: &'static [i32] = &[0, 1, 2, 3, 5, 6, 8, 9, 18, 11, 12, 13, 14, 15, 16, 17, ABSENT];
    const COMPARISON: &'static [i32] = &[0, 1, 2, 3];
    const DISTRIBUTION: &'static [i32] = &[2, 0, 1];
    const DISTRIBUTION_ARGUMENT: &'static [i32] = &[-1];
    const ERROR: &'static [i32] = &[
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 18, 20, 21, 22, 23, 24, 25, 26, 27,
        28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 69, 46, 68, 71, 47, 48, 49,
        50, 51, 52, 53, 70, 74, 79, 78, ABSENT, ABSENT, 56, ABSENT, 55, ABSENT, 54, 72, 57, 58, 62, 59, 73,
        60, 61, 63, 64, 66, 65, 67,
    ];
    const FLAVOR: &'static [i32] = &[1, 2, 3, 4];
    const KEYVAL: &'static [i32] = &[0, 2, 1, 3, 4, 5, 6, 7, 9, 8, 10, 11];
    const LOCK: &'static [i32] = &[1, 2];
    const MODE: &'static [i32] = &[128, 1, 16, 64, 2, 8, 256, 32, 4];
    const MODEL: &'static [i32] = &[0, 1];
    const ORDER: &'static [i32] = &[0, 1];
    const RANK: &'static [i32] = &[-1, -2, -4];
    const SCOPE: &'static [i32] = &[0, 1, 2, 3, 4, 5, 6];
    const SEEK: &'static [i32] = &[602, 604, 600];
    const SOURCE_ORDER: &'static [i32] = &[ABSENT, ABSENT];
    const SPLIT_TYPE: &'static [i32] = &[0, 12, 13, ABSENT];
    const THREAD_LEVEL: &'static [i32] = &[0, 1, 2, 3];
    const TOPOLOGY: &'static [i32] = &[1, 2, 3];
    const TYPE_CLASS: &'static [i32] = &[1, 2, 3];
    const VARIABLE_CLASS: &'static [i32] = &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    const VERBOSITY: &'static [i32] = &[0, 1, 2, 3, 4, 5, 6, 7, 8];
}

impl Constants for Standard {
    const MPI_SUCCESS: i64 = 0;
    const MPI_ERR_BUFFER: i64 = 1;
    const MPI_ERR_COUNT: i64 = 2;
    const MPI_ERR_TYPE: i64 = 3;
    const MPI_ERR_TAG: i64 = 4;
    const MPI_ERR_COMM: i64 = 5;
    const MPI_ERR_RANK: i64 = 6;
    const MPI_ERR_REQUEST: i64 = 7;
    const MPI_ERR_ROOT: i64 = 8;
    const MPI_ERR_GROUP: i64 = 9;
    const MPI_ERR_OP: i64 = 10;
    const MPI_ERR_TOPOLOGY: i64 = 11;
    const MPI_ERR_DIMS: i64 = 12;
    const MPI_ERR_ARG: i64 = 13;
    const MPI_ERR_UNKNOWN: i64 = 14;
    const MPI_ERR_TRUNCATE: i64 = 15;
    const MPI_ERR_OTHER: i64 = 16;
    const MPI_ERR_INTERN: i64 = 17;
    const MPI_ERR_PENDING: i64 = 18;
    const MPI_ERR_IN_STATUS: i64 = 19;
    const MPI_ERR_ACCESS: i64 = 20;
    const MPI_ERR_AMODE: i64 = 21;
    const MPI_ERR_ASSERT: i64 = 22;
    const MPI_ERR_BAD_FILE: i64 = 23;
    const MPI_ERR_BASE: i64 = 24;
    const MPI_ERR_CONVERSION: i64 = 25;
    const MPI_ERR_DISP: i64 = 26;
    const MPI_ERR_DUP_DATAREP: i64 = 27;
    const MPI_ERR_FILE_EXISTS: i64 = 28;
    const MPI_ERR_FILE_IN_USE: i64 = 29;
    const MPI_ERR_FILE: i64 = 30;
    const MPI_ERR_INFO_KEY: i64 = 31;
    const MPI_ERR_INFO_NOKEY: i64 = 32;
    const MPI_ERR_INFO_VALUE: i64 = 33;
    const MPI_ERR_INFO: i64 = 34;
    const MPI_ERR_IO: i64 = 35;
    const MPI_ERR_KEYVAL: i64 = 36;
    const MPI_ERR_LOCKTYPE: i64 = 37;
    const MPI_ERR_NAME: i64 = 38;
    const MPI_ERR_NO_MEM: i64 = 39;
    const MPI_ERR_NOT_SAME: i64 = 40;
    const MPI_ERR_NO_SPACE: i64 = 41;
    const MPI_ERR_NO_SUCH_FILE: i64 = 42;
    const MPI_ERR_PORT: i64 = 43;
    const MPI_ERR_QUOTA: i64 = 44;
    const MPI_ERR_READ_ONLY: i64 = 45;
    const MPI_ERR_RMA_ATTACH: i64 = 46;
    const MPI_ERR_RMA_CONFLICT: i64 = 47;
    const MPI_ERR_RMA_RANGE: i64 = 48;
    const MPI_ERR_RMA_SHARED: i64 = 49;
    const MPI_ERR_RMA_SYNC: i64 = 50;
    const MPI_ERR_SERVICE: i64 = 51;
    const MPI_ERR_SIZE: i64 = 52;
    const MPI_ERR_SPAWN: i64 = 53;
    const MPI_ERR_UNSUPPORTED_DATAREP: i64 = 54;
    const MPI_ERR_UNSUPPORTED_OPERATION: i64 = 55;
    const MPI_ERR_WIN: i64 = 56;
    const MPI_ERR_RMA_FLAVOR: i64 = 57;
    const MPI_ERR_PROC_ABORTED: i64 = 58;
    const MPI_ERR_VALUE_TOO_LARGE: i64 = 59;
    const MPI_ERR_SESSION: i64 = 60;
    const MPI_ERR_LASTCODE: i64 = 16383;
    const MPI_BOTTOM: i64 = 0;
    const MPI_IN_PLACE: i64 = 1;
    const MPI_ARGVS_NULL: i64 = 0;
    const MPI_ARGV_NULL: i64 = 0;
    const MPI_ERRCODES_IGNORE: i64 = 0;
    const MPI_STATUSES_IGNORE: i64 = 0;
    const MPI_STATUS_IGNORE: i64 = 0;
    const MPI_MAX_DATAREP_STRING: i64 = 128;
    const MPI_MAX_ERROR_STRING: i64 = 512;
    const MPI_MAX_INFO_KEY: i64 = 256;
    const MPI_MAX_INFO_VAL: i64 = 1024;
    const MPI_MAX_LIBRARY_VERSION_STRING: i64 = 8192;
    const MPI_MAX_OBJECT_NAME: i64 = 128;
    const MPI_MAX_PORT_NAME: i64 = 1024;
    const MPI_MAX_PROCESSOR_NAME: i64 = 256;
    const MPI_MAX_STRINGTAG_LEN: i64 = 1024;
    const MPI_MAX_PSET_NAME_LEN: i64 = 1024;
    const MPI_MODE_APPEND: i64 = 1;
    const MPI_MODE_CREATE: i64 = 2;
    const MPI_MODE_DELETE_ON_CLOSE: i64 = 4;
    const MPI_MODE_EXCL: i64 = 8;
    const MPI_MODE_RDONLY: i64 = 16;
    const MPI_MODE_RDWR: i64 = 32;
    const MPI_MODE_SEQUENTIAL: i64 = 64;
    const MPI_MODE_UNIQUE_OPEN: i64 = 128;
    const MPI_MODE_WRONLY: i64 = 256;
    const MPI_MODE_NOCHECK: i64 = 1024;
    const MPI_MODE_NOPRECEDE: i64 = 2048;
    const MPI_MODE_NOPUT: i64 = 4096;
    const MPI_MODE_NOSTORE: i64 = 8192;
    const MPI_MODE_NOSUCCEED: i64 = 16384;
    const MPI_ANY_SOURCE: i64 = -1;
    const MPI_ANY_TAG: i64 = -2;
    const MPI_PROC_NULL: i64 = -3;
    const MPI_ROOT: i64 = -4;
    const MPI_UNDEFINED: i64 = -32766;
    const MPI_BSEND_OVERHEAD: i64 = 512;
    const MPI_THREAD_SINGLE: i64 = 0;
    const MPI_THREAD_FUNNELED: i64 = 1024;
    const MPI_THREAD_SERIALIZED: i64 = 2048;
    const MPI_THREAD_MULTIPLE: i64 = 4096;
    const MPI_ORDER_C: i64 = 12;
    const MPI_ORDER_FORTRAN: i64 = 15;
    const MPI_DISTRIBUTE_NONE: i64 = 16;
    const MPI_DISTRIBUTE_BLOCK: i64 = 17;
    const MPI_DISTRIBUTE_CYCLIC: i64 = 18;
    const MPI_DISTRIBUTE_DFLT_DARG: i64 = 19;
    const MPI_COMBINER_NAMED: i64 = 101;
    const MPI_COMBINER_DUP: i64 = 102;
    const MPI_COMBINER_CONTIGUOUS: i64 = 103;
    const MPI_COMBINER_VECTOR: i64 = 104;
    const MPI_COMBINER_HVECTOR: i64 = 105;
    const MPI_COMBINER_INDEXED: i64 = 106;
    const MPI_COMBINER_HINDEXED: i64 = 107;
    const MPI_COMBINER_INDEXED_BLOCK: i64 = 108;
    const MPI_COMBINER_HINDEXED_BLOCK: i64 = 109;
    const MPI_COMBINER_STRUCT: i64 = 110;
    const MPI_COMBINER_SUBARRAY: i64 = 111;
    const MPI_COMBINER_DARRAY: i64 = 112;
    const MPI_COMBINER_F90_REAL: i64 = 113;
    const MPI_COMBINER_F90_COMPLEX: i64 = 114;
    const MPI_COMBINER_F90_INTEGER: i64 = 115;
    const MPI_COMBINER_RESIZED: i64 = 116;
    const MPI_TYPECLASS_INTEGER: i64 = 192;
    const MPI_TYPECLASS_REAL: i64 = 193;
    const MPI_TYPECLASS_COMPLEX: i64 = 194;
    const MPI_IDENT: i64 = 201;
    const MPI_CONGRUENT: i64 = 202;
    const MPI_SIMILAR: i64 = 203;
    const MPI_UNEQUAL: i64 = 204;
    const MPI_CART: i64 = 211;
    const MPI_GRAPH: i64 = 212;
    const MPI_DIST_GRAPH: i64 = 213;
    const MPI_COMM_TYPE_SHARED: i64 = 221;
    const MPI_COMM_TYPE_HW_UNGUIDED: i64 = 222;
    const MPI_COMM_TYPE_HW_GUIDED: i64 = 223;
    const MPI_LOCK_EXCLUSIVE: i64 = 301;
    const MPI_LOCK_SHARED: i64 = 302;
    const MPI_WIN_FLAVOR_CREATE: i64 = 311;
    const MPI_WIN_FLAVOR_ALLOCATE: i64 = 312;
    const MPI_WIN_FLAVOR_DYNAMIC: i64 = 313;
    const MPI_WIN_FLAVOR_SHARED: i64 = 314;
    const MPI_WIN_UNIFIED: i64 = 321;
    const MPI_WIN_SEPARATE: i64 = 322;
    const MPI_SEEK_CUR: i64 = 401;
    const MPI_SEEK_END: i64 = 402;
    const MPI_SEEK_SET: i64 = 403;
    const MPI_DISPLACEMENT_CURRENT: i64 = -1;
    const MPI_KEYVAL_INVALID: i64 = 0;
    const MPI_TAG_UB: i64 = 501;
    const MPI_IO: i64 = 502;
    const MPI_HOST: i64 = 503;
    const MPI_WTIME_IS_GLOBAL: i64 = 504;
    const MPI_APPNUM: i64 = 505;
    const MPI_LASTUSEDCODE: i64 = 506;
    const MPI_UNIVERSE_SIZE: i64 = 507;
    const MPI_WIN_BASE: i64 = 601;
    const MPI_WIN_DISP_UNIT: i64 = 602;
    const MPI_WIN_SIZE: i64 = 603;
    const MPI_WIN_CREATE_FLAVOR: i64 = 604;
    const MPI_WIN_MODEL: i64 = 605;
    const MPI_F_STATUS_SIZE: i64 = 8;
    const MPI_F_SOURCE: i64 = 0;
    const MPI_F_TAG: i64 = 1;
    const MPI_F_ERROR: i64 = 2;
    const MPI_COMM_NULL: Predefined = Predefined::Value(256);
    const MPI_COMM_WORLD: Predefined = Predefined::Value(257);
    const MPI_COMM_SELF: Predefined = Predefined::Value(258);
    const MPI_DATATYPE_NULL: Predefined = Predefined::Value(512);
    const MPI_AINT: Predefined = Predefined::Value(513);
    const MPI_COUNT: Predefined = Predefined::Value(514);
    const MPI_OFFSET: Predefined = Predefined::Value(515);
    const MPI_PACKED: Predefined = Predefined::Value(519);
    const MPI_SHORT: Predefined = Predefined::Value(520);
    const MPI_INT: Predefined = Predefined::Value(521);
    const MPI_LONG: Predefined = Predefined::Value(522);
    const MPI_LONG_LONG_INT: Predefined = Predefined::Value(523);
    const MPI_LONG_LONG: Predefined = Predefined::Value(523);
    const MPI_UNSIGNED_SHORT: Predefined = Predefined::Value(524);
    const MPI_UNSIGNED: Predefined = Predefined::Value(525);
    const MPI_UNSIGNED_LONG: Predefined = Predefined::Value(526);
    const MPI_UNSIGNED_LONG_LONG: Predefined = Predefined::Value(527);
    const MPI_FLOAT: Predefined = Predefined::Value(528);
    const MPI_C_COMPLEX: Predefined = Predefined::Value(530);
    const MPI_C_FLOAT_COMPLEX: Predefined = Predefined::Value(530);
    const MPI_DOUBLE: Predefined = Predefined::Value(532);
    const MPI_C_DOUBLE_COMPLEX: Predefined = Predefined::Value(534);
    const MPI_LONG_DOUBLE: Predefined = Predefined::Value(544);
    const MPI_C_LONG_DOUBLE_COMPLEX: Predefined = Predefined::Value(548);
    const MPI_C_BOOL: Predefined = Predefined::Value(568);
    const MPI_WCHAR: Predefined = Predefined::Value(572);
    const MPI_INT8_T: Predefined = Predefined::Value(576);
    const MPI_UINT8_T: Predefined = Predefined::Value(577);
    const MPI_CHAR: Predefined = Predefined::Value(579);
    const MPI_SIGNED_CHAR: Predefined = Predefined::Value(580);
    const MPI_UNSIGNED_CHAR: Predefined = Predefined::Value(581);
    const MPI_BYTE: Predefined = Predefined::Value(583);
    const MPI_INT16_T: Predefined = Predefined::Value(584);
    const MPI_UINT16_T: Predefined = Predefined::Value(585);
    const MPI_INT32_T: Predefined = Predefined::Value(592);
    const MPI_UINT32_T: Predefined = Predefined::Value(593);
    const MPI_INT64_T: Predefined = Predefined::Value(600);
    const MPI_UINT64_T: Predefined = Predefined::Value(601);
    const MPI_LOGICAL: Predefined = Predefined::Value(536);
    const MPI_INTEGER: Predefined = Predefined::Value(537);
    const MPI_REAL: Predefined = Predefined::Value(538);
    const MPI_COMPLEX: Predefined = Predefined::Value(539);
    const MPI_DOUBLE_PRECISION: Predefined = Predefined::Value(540);
    const MPI_CHARACTER: Predefined = Predefined::Value(542);
    const MPI_CXX_FLOAT_COMPLEX: Predefined = Predefined::Value(531);
    const MPI_CXX_DOUBLE_COMPLEX: Predefined = Predefined::Value(535);
    const MPI_CXX_LONG_DOUBLE_COMPLEX: Predefined = Predefined::Value(549);
    const MPI_CXX_BOOL: Predefined = Predefined::Value(569);
    const MPI_DOUBLE_COMPLEX: Predefined = Predefined::Value(541);
    const MPI_LOGICAL1: Predefined = Predefined::Value(704);
    const MPI_LOGICAL2: Predefined = Predefined::Value(712);
    const MPI_LOGICAL4: Predefined = Predefined::Value(720);
    const MPI_LOGICAL8: Predefined = Predefined::Value(728);
    const MPI_LOGICAL16: Predefined = Predefined::Value(736);
    const MPI_INTEGER1: Predefined = Predefined::Value(705);
    const MPI_INTEGER2: Predefined = Predefined::Value(713);
    const MPI_INTEGER4: Predefined = Predefined::Value(721);
    const MPI_INTEGER8: Predefined = Predefined::Value(729);
    const MPI_INTEGER16: Predefined = Predefined::Value(737);
    const MPI_REAL2: Predefined = Predefined::Value(714);
    const MPI_REAL4: Predefined = Predefined::Value(722);
    const MPI_REAL8: Predefined = Predefined::Value(730);
    const MPI_REAL16: Predefined = Predefined::Value(738);
    const MPI_COMPLEX4: Predefined = Predefined::Value(723);
    const MPI_COMPLEX8: Predefined = Predefined::Value(731);
    const MPI_COMPLEX16: Predefined = Predefined::Value(739);
    const MPI_COMPLEX32: Predefined = Predefined::Value(747);
    const MPI_FLOAT_INT: Predefined = Predefined::Value(552);
    const MPI_DOUBLE_INT: Predefined = Predefined::Value(553);
    const MPI_LONG_INT: Predefined = Predefined::Value(554);
    const MPI_2INT: Predefined = Predefined::Value(555);
    const MPI_SHORT_INT: Predefined = Predefined::Value(556);
    const MPI_LONG_DOUBLE_INT: Predefined = Predefined::Value(557);
    const MPI_2REAL: Predefined = Predefined::Value(560);
    const MPI_2DOUBLE_PRECISION: Predefined = Predefined::Value(561);
    const MPI_2INTEGER: Predefined = Predefined::Value(562);
    const MPIX_C_FLOAT16: Predefined = Predefined::Absent;
    const MPI_MESSAGE_NULL: Predefined = Predefined::Value(296);
    const MPI_MESSAGE_NO_PROC: Predefined = Predefined::Value(297);
    const MPI_ERRHANDLER_NULL: Predefined = Predefined::Value(320);
    const MPI_ERRORS_ARE_FATAL: Predefined = Predefined::Value(321);
    const MPI_ERRORS_ABORT: Predefined = Predefined::Value(322);
    const MPI_ERRORS_RETURN: Predefined = Predefined::Value(323);
    const MPI_INFO_NULL: Predefined = Predefined::Value(304);
    const MPI_INFO_ENV: Predefined = Predefined::Value(305);
    const MPI_OP_NULL: Predefined = Predefined::Value(32);
    const MPI_SUM: Predefined = Predefined::Value(33);
    const MPI_MIN: Predefined = Predefined::Value(34);
    const MPI_MAX: Predefined = Predefined::Value(35);
    const MPI_PROD: Predefined = Predefined::Value(36);
    const MPI_BAND: Predefined = Predefined::Value(40);
    const MPI_BOR: Predefined = Predefined::Value(41);
    const MPI_BXOR: Predefined = Predefined::Value(42);
    const MPI_LAND: Predefined = Predefined::Value(48);
    const MPI_LOR: Predefined = Predefined::Value(49);
    const MPI_LXOR: Predefined = Predefined::Value(50);
    const MPI_MINLOC: Predefined = Predefined::Value(56);
    const MPI_MAXLOC: Predefined = Predefined::Value(57);
    const MPI_REPLACE: Predefined = Predefined::Value(60);
    const MPI_NO_OP: Predefined = Predefined::Value(61);
    const MPI_GROUP_NULL: Predefined = Predefined::Value(264);
    const MPI_GROUP_EMPTY: Predefined = Predefined::Value(265);
    const MPI_REQUEST_NULL: Predefined = Predefined::Value(384);
    const MPI_FILE_NULL: Predefined = Predefined::Value(280);
    const MPI_SESSION_NULL: Predefined = Predefined::Value(288);
    const MPI_WIN_NULL: Predefined = Predefined::Value(272);
    const MPI_CONVERSION_FN_NULL: i64 = 0;
    const MPI_VERSION: i64 = 5;
    const MPI_SUBVERSION: i64 = 0;
    const MPI_LB: Predefined = Predefined::Absent;
    const MPI_UB: Predefined = Predefined::Absent;
    const MPI_T_ERR_CANNOT_INIT: i64 = 1001;
    const MPI_T_ERR_NOT_INITIALIZED: i64 = 1003;
    const MPI_T_ERR_MEMORY: i64 = 1005;
    const MPI_T_ERR_INVALID: i64 = 1006;
    const MPI_T_ERR_INVALID_INDEX: i64 = 1007;
    const MPI_T_ERR_INVALID_ITEM: i64 = 1008;
    const MPI_T_ERR_INVALID_SESSION: i64 = 1009;
    const MPI_T_ERR_INVALID_HANDLE: i64 = 1010;
    const MPI_T_ERR_INVALID_NAME: i64 = 1011;
    const MPI_T_ERR_OUT_OF_HANDLES: i64 = 1012;
    const MPI_T_ERR_OUT_OF_SESSIONS: i64 = 1013;
    const MPI_T_ERR_CVAR_SET_NOT_NOW: i64 = 1014;
    const MPI_T_ERR_CVAR_SET_NEVER: i64 = 1015;
    const MPI_T_ERR_PVAR_NO_WRITE: i64 = 1016;
    const MPI_T_ERR_PVAR_NO_STARTSTOP: i64 = 1017;
    const MPI_T_ERR_PVAR_NO_ATOMIC: i64 = 1018;
    const MPI_T_VERBOSITY_USER_BASIC: i64 = 9;
    const MPI_T_VERBOSITY_USER_DETAIL: i64 = 10;
    const MPI_T_VERBOSITY_USER_ALL: i64 = 12;
    const MPI_T_VERBOSITY_TUNER_BASIC: i64 = 17;
    const MPI_T_VERBOSITY_TUNER_DETAIL: i64 = 18;
    const MPI_T_VERBOSITY_TUNER_ALL: i64 = 20;
    const MPI_T_VERBOSITY_MPIDEV_BASIC: i64 = 33;
    const MPI_T_VERBOSITY_MPIDEV_DETAIL: i64 = 34;
    const MPI_T_VERBOSITY_MPIDEV_ALL: i64 = 36;
    const MPI_T_BIND_NO_OBJECT: i64 = 1;
    const MPI_T_BIND_MPI_COMM: i64 = 2;
    const MPI_T_BIND_MPI_DATATYPE: i64 = 3;
    const MPI_T_BIND_MPI_ERRHANDLER: i64 = 4;
    const MPI_T_BIND_MPI_FILE: i64 = 5;
    const MPI_T_BIND_MPI_GROUP: i64 = 6;
    const MPI_T_BIND_MPI_OP: i64 = 7;
    const MPI_T_BIND_MPI_REQUEST: i64 = 8;
    const MPI_T_BIND_MPI_WIN: i64 = 9;
    const MPI_T_BIND_MPI_MESSAGE: i64 = 10;
    const MPI_T_BIND_MPI_INFO: i64 = 11;
    const MPI_T_SCOPE_CONSTANT: i64 = 1;
    const MPI_T_SCOPE_READONLY: i64 = 2;
    const MPI_T_SCOPE_LOCAL: i64 = 3;
    const MPI_T_SCOPE_GROUP: i64 = 4;
    const MPI_T_SCOPE_GROUP_EQ: i64 = 5;
    const MPI_T_SCOPE_ALL: i64 = 6;
    const MPI_T_SCOPE_ALL_EQ: i64 = 7;
    const MPI_T_PVAR_CLASS_STATE: i64 = 1;
    const MPI_T_PVAR_CLASS_LEVEL: i64 = 2;
    const MPI_T_PVAR_CLASS_SIZE: i64 = 3;
    const MPI_T_PVAR_CLASS_PERCENTAGE: i64 = 4;
    const MPI_T_PVAR_CLASS_HIGHWATERMARK: i64 = 5;
    const MPI_T_PVAR_CLASS_LOWWATERMARK: i64 = 6;
    const MPI_T_PVAR_CLASS_COUNTER: i64 = 7;
    const MPI_T_PVAR_CLASS_AGGREGATE: i64 = 8;
    const MPI_T_PVAR_CLASS_TIMER: i64 = 9;
    const MPI_T_PVAR_CLASS_GENERIC: i64 = 10;
    const HANDLES: [Predefined; 108] = [
        Self::MPI_COMM_NULL,
        Self::MPI_COMM_WORLD,
        Self::MPI_COMM_SELF,
        Self::MPI_DATATYPE_NULL,
        Self::MPI_AINT,
        Self::MPI_COUNT,
        Self::MPI_OFFSET,
        Self::MPI_PACKED,
        Self::MPI_SHORT,
        Self::MPI_INT,
        Self::MPI_LONG,
        Self::MPI_LONG_LONG_INT,
        Self::MPI_LONG_LONG,
        Self::MPI_UNSIGNED_SHORT,
        Self::MPI_UNSIGNED,
        Self::MPI_UNSIGNED_LONG,
        Self::MPI_UNSIGNED_LONG_LONG,
        Self::MPI_FLOAT,
        Self::MPI_C_COMPLEX,
        Self::MPI_C_FLOAT_COMPLEX,
        Self::MPI_DOUBLE,
        Self::MPI_C_DOUBLE_COMPLEX,
        Self::MPI_LONG_DOUBLE,
        Self::MPI_C_LONG_DOUBLE_COMPLEX,
        Self::MPI_C_BOOL,
        Self::MPI_WCHAR,
        Self::MPI_INT8_T,
        Self::MPI_UINT8_T,
        Self::MPI_CHAR,
        Self::MPI_SIGNED_CHAR,
        Self::MPI_UNSIGNED_CHAR,
        Self::MPI_BYTE,
        Self::MPI_INT16_T,
        Self::MPI_UINT16_T,
        Self::MPI_INT32_T,
        Self::MPI_UINT32_T,
        Self::MPI_INT64_T,
        Self::MPI_UINT64_T,
        Self::MPI_LOGICAL,
        Self::MPI_INTEGER,
        Self::MPI_REAL,
        Self::MPI_COMPLEX,
        Self::MPI_DOUBLE_PRECISION,
        Self::MPI_CHARACTER,
        Self::MPI_CXX_FLOAT_COMPLEX,
        Self::MPI_CXX_DOUBLE_COMPLEX,
        Self::MPI_CXX_LONG_DOUBLE_COMPLEX,
        Self::MPI_CXX_BOOL,
        Self::MPI_DOUBLE_COMPLEX,
        Self::MPI_LOGICAL1,
        Self::MPI_LOGICAL2,
        Self::MPI_LOGICAL4,
        Self::MPI_LOGICAL8,
        Self::MPI_LOGICAL16,
        Self::MPI_INTEGER1,
        Self::MPI_INTEGER2,
        Self::MPI_INTEGER4,
        Self::MPI_INTEGER8,
        Self::MPI_INTEGER16,
        Self::MPI_REAL2,
        Self::MPI_REAL4,
        Self::MPI_REAL8,
        Self::MPI_REAL16,
        Self::MPI_COMPLEX4,
        Self::MPI_COMPLEX8,
        Self::MPI_COMPLEX16,
        Self::MPI_COMPLEX32,
        Self::MPI_FLOAT_INT,
        Self::MPI_DOUBLE_INT,
        Self::MPI_LONG_INT,
        Self::MPI_2INT,
        Self::MPI_SHORT_INT,
        Self::MPI_LONG_DOUBLE_INT,
        Self::MPI_2REAL,
        Self::MPI_2DOUBLE_PRECISION,
        Self::MPI_2INTEGER,
        Self::MPIX_C_FLOAT16,
        Self::MPI_MESSAGE_NULL,
        Self::MPI_MESSAGE_NO_PROC,
        Self::MPI_ERRHANDLER_NULL,
        Self::MPI_ERRORS_ARE_FATAL,
        Self::MPI_ERRORS_ABORT,
        Self::MPI_ERRORS_RETURN,
        Self::MPI_INFO_NULL,
        Self::MPI_INFO_ENV,
        Self::MPI_OP_NULL,
        Self::MPI_SUM,
        Self::MPI_MIN,
        Self::MPI_MAX,
        Self::MPI_PROD,
        Self::MPI_BAND,
        Self::MPI_BOR,
        Self::MPI_BXOR,
        Self::MPI_LAND,
        Self::MPI_LOR,
        Self::MPI_LXOR,
        Self::MPI_MINLOC,
        Self::MPI_MAXLOC,
        Self::MPI_REPLACE,
        Self::MPI_NO_OP,
        Self::MPI_GROUP_NULL,
        Self::MPI_GROUP_EMPTY,
        Self::MPI_REQUEST_NULL,
        Self::MPI_FILE_NULL,
        Self::MPI_SESSION_NULL,
        Self::MPI_WIN_NULL,
        Self::MPI_LB,
        Self::MPI_UB,
    ];
    const ASSERTION: &'static [i32] = &[1024, 2048, 4096, 8192, 16384];
    const BINDING: &'static [i32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const CALLBACK_SAFETY: &'static [i32] = &[0, 3, 15, 63];
    const COMBINER: &'static [i32] =
        &[101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117];
    const COMPARISON: &'static [i32] = &[201, 202, 203, 204];
    const DISTRIBUTION: &'static [i32] = &[16, 17, 18];
    const DISTRIBUTION_ARGUMENT: &'static [i32] = &[19];
    const ERROR: &'static [i32] = &[
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27,
        28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52,
        53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1008, 1009, 1010,
        1011, 1012, 1013, 1014, 1015, 1016, 1017, 1018,
    ];
    const FLAVOR: &'static [i32] = &[311, 312, 313, 314];
    const KEYVAL: &'static [i32] = &[501, 502, 503, 504, 505, 506, 507, 601, 602, 603, 604, 605];
    const LOCK: &'static [i32] = &[301, 302];
    const MODE: &'static [i32] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];
    const MODEL: &'static [i32] = &[321, 322];
    const ORDER: &'static [i32] = &[12, 15];
    const RANK: &'static [i32] = &[-1, -3, -4];
    const SCOPE: &'static [i32] = &[1, 2, 3, 4, 5, 6, 7];
    const SEEK: &'static [i32] = &[401, 402, 403];
    const SOURCE_ORDER: &'static [i32] = &[1, 2];
    const SPLIT_TYPE: &'static [i32] = &[221, 222, 223, 224];
    const THREAD_LEVEL: &'static [i32] = &[0, 1024, 2048, 4096];
    const TOPOLOGY: &'static [i32] = &[211, 212, 213];
    const TYPE_CLASS: &'static [i32] = &[192, 193, 194];
    const VARIABLE_CLASS: &'static [i32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
    const VERBOSITY: &'static [i32] = &[9, 10, 12, 17, 18, 20, 33, 34, 36];
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The functions of the MPI library that Seaway calls, looked up by name. Uses PMPI_ names, so that profiling
//! tools see the program's calls and not ours.

use std::ffi::{c_char, c_int, c_void};

use crate::abi::{Abi, Comm, Datatype, Errhandler, File, Group, Info, Op, Request, Win};
use crate::library::Library;

/// MPI_Aint, MPI_Count and MPI_Offset on 64-bit machines.
pub type Count = i64;

/// Callbacks that we pass to MPI.
pub type TypeCopyFunction<A> =
    unsafe extern "C" fn(Datatype<A>, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
pub type TypeDeleteFunction<A> = unsafe extern "C" fn(Datatype<A>, c_int, *mut c_void, *mut c_void) -> c_int;
pub type CommCopyFunction<A> =
    unsafe extern "C" fn(Comm<A>, c_int, *mut c_void, *mut c_void, *mut c_void, *mut c_int) -> c_int;
pub type CommDeleteFunction<A> = unsafe extern "C" fn(Comm<A>, c_int, *mut c_void, *mut c_void) -> c_int;
pub type QueryFunction<A> = unsafe extern "C" fn(*mut c_void, *mut <A as Abi>::Status) -> c_int;
pub type FreeFunction = unsafe extern "C" fn(*mut c_void) -> c_int;
pub type CancelFunction = unsafe extern "C" fn(*mut c_void, c_int) -> c_int;
pub type PollFunction<A> = unsafe extern "C" fn(*mut c_void, *mut <A as Abi>::Status) -> c_int;
pub type WaitFunction<A> =
    unsafe extern "C" fn(c_int, *mut *mut c_void, f64, *mut <A as Abi>::Status) -> c_int;
/// Variadic in C; MPI passes two arguments.
pub type FileErrhandlerFunction = unsafe extern "C" fn(*mut File, *mut c_int, ...);

macro_rules! functions {
    (required { $($name:ident = $symbol:literal ($($argument:ty),*);)* }
     optional { $($maybe:ident = $maybe_symbol:literal ($($maybe_argument:ty),*);)* }) => {
        /// One field per function.
        #[derive(Debug, Clone, Copy)]
        pub struct Functions<A: Abi> {
            $(pub $name: unsafe extern "C" fn($($argument),*) -> c_int,)*
            $(pub $maybe: Option<unsafe extern "C" fn($($maybe_argument),*) -> c_int>,)*
        }

        impl<A: Abi> Functions<A> {
            /// The error is the name of a function that the library lacks.
            pub fn load(library: &Library) -> Result<Self, &'static str> {
                Ok(Self {
                    // SAFETY: the symbol is a function of MPI with these arguments, in a library of ABI `A`.
                    $($name: unsafe {
                        std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($argument),*) -> c_int>(
                            library.symbol($symbol).ok_or($symbol)?)
                    },)*
                    // SAFETY: as above.
                    $($maybe: library.symbol($maybe_symbol).map(|symbol| unsafe {
                        std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($maybe_argument),*) -> c_int>(symbol)
                    }),)*
                })
            }
        }
    };
}

functions! {
    required {
        initialized = "PMPI_Initialized" (*mut c_int);
        finalized = "PMPI_Finalized" (*mut c_int);
        abort = "PMPI_Abort" (Comm<A>, c_int);

        comm_rank = "PMPI_Comm_rank" (Comm<A>, *mut c_int);
        comm_size = "PMPI_Comm_size" (Comm<A>, *mut c_int);
        comm_dup = "PMPI_Comm_dup" (Comm<A>, *mut Comm<A>);
        comm_split = "PMPI_Comm_split" (Comm<A>, c_int, c_int, *mut Comm<A>);
        comm_idup = "PMPI_Comm_idup" (Comm<A>, *mut Comm<A>, *mut Request<A>);
        comm_free = "PMPI_Comm_free" (*mut Comm<A>);
        comm_group = "PMPI_Comm_group" (Comm<A>, *mut Group<A>);
        group_excl = "PMPI_Group_excl" (Group<A>, c_int, *const c_int, *mut Group<A>);
        group_free = "PMPI_Group_free" (*mut Group<A>);
        comm_test_inter = "PMPI_Comm_test_inter" (Comm<A>, *mut c_int);
        comm_set_errhandler = "PMPI_Comm_set_errhandler" (Comm<A>, Errhandler<A>);
        comm_create_keyval = "PMPI_Comm_create_keyval"
            (Option<CommCopyFunction<A>>, Option<CommDeleteFunction<A>>, *mut c_int, *mut c_void);
        comm_set_attr = "PMPI_Comm_set_attr" (Comm<A>, c_int, *mut c_void);
        comm_get_attr = "PMPI_Comm_get_attr" (Comm<A>, c_int, *mut c_void, *mut c_int);
        comm_delete_attr = "PMPI_Comm_delete_attr" (Comm<A>, c_int);

        barrier = "PMPI_Barrier" (Comm<A>);
        iallgather = "PMPI_Iallgather"
            (*const c_void, c_int, Datatype<A>, *mut c_void, c_int, Datatype<A>, Comm<A>, *mut Request<A>);
        iallreduce = "PMPI_Iallreduce"
            (*const c_void, *mut c_void, c_int, Datatype<A>, Op<A>, Comm<A>, *mut Request<A>);
        isend = "PMPI_Isend" (*const c_void, c_int, Datatype<A>, c_int, c_int, Comm<A>, *mut Request<A>);
        irecv = "PMPI_Irecv" (*mut c_void, c_int, Datatype<A>, c_int, c_int, Comm<A>, *mut Request<A>);
        iprobe = "PMPI_Iprobe" (c_int, c_int, Comm<A>, *mut c_int, *mut A::Status);
        testall = "PMPI_Testall" (c_int, *mut Request<A>, *mut c_int, *mut A::Status);
        waitall = "PMPI_Waitall" (c_int, *mut Request<A>, *mut A::Status);
        get_count = "PMPI_Get_count" (*const A::Status, Datatype<A>, *mut c_int);

        win_create = "PMPI_Win_create" (*mut c_void, Count, c_int, Info<A>, Comm<A>, *mut Win<A>);
        win_lock_all = "PMPI_Win_lock_all" (c_int, Win<A>);
        win_unlock_all = "PMPI_Win_unlock_all" (Win<A>);
        win_flush = "PMPI_Win_flush" (c_int, Win<A>);
        win_free = "PMPI_Win_free" (*mut Win<A>);
        compare_and_swap = "PMPI_Compare_and_swap"
            (*const c_void, *const c_void, *mut c_void, Datatype<A>, c_int, Count, Win<A>);
        fetch_and_op = "PMPI_Fetch_and_op"
            (*const c_void, *mut c_void, Datatype<A>, c_int, Count, Op<A>, Win<A>);

        type_get_envelope = "PMPI_Type_get_envelope"
            (Datatype<A>, *mut c_int, *mut c_int, *mut c_int, *mut c_int);
        type_get_contents = "PMPI_Type_get_contents"
            (Datatype<A>, c_int, c_int, c_int, *mut c_int, *mut Count, *mut Datatype<A>);
        type_size_x = "PMPI_Type_size_x" (Datatype<A>, *mut Count);
        type_get_extent = "PMPI_Type_get_extent" (Datatype<A>, *mut Count, *mut Count);
        type_dup = "PMPI_Type_dup" (Datatype<A>, *mut Datatype<A>);
        type_create_hindexed = "PMPI_Type_create_hindexed"
            (c_int, *const c_int, *const Count, Datatype<A>, *mut Datatype<A>);
        type_create_resized = "PMPI_Type_create_resized" (Datatype<A>, Count, Count, *mut Datatype<A>);
        type_commit = "PMPI_Type_commit" (*mut Datatype<A>);
        type_free = "PMPI_Type_free" (*mut Datatype<A>);
        type_create_keyval = "PMPI_Type_create_keyval"
            (Option<TypeCopyFunction<A>>, Option<TypeDeleteFunction<A>>, *mut c_int, *mut c_void);
        type_set_attr = "PMPI_Type_set_attr" (Datatype<A>, c_int, *mut c_void);
        type_get_attr = "PMPI_Type_get_attr" (Datatype<A>, c_int, *mut c_void, *mut c_int);

        info_create = "PMPI_Info_create" (*mut Info<A>);
        info_set = "PMPI_Info_set" (Info<A>, *const c_char, *const c_char);
        info_get = "PMPI_Info_get" (Info<A>, *const c_char, c_int, *mut c_char, *mut c_int);
        info_get_valuelen = "PMPI_Info_get_valuelen" (Info<A>, *const c_char, *mut c_int, *mut c_int);
        info_get_nkeys = "PMPI_Info_get_nkeys" (Info<A>, *mut c_int);
        info_get_nthkey = "PMPI_Info_get_nthkey" (Info<A>, c_int, *mut c_char);

        grequest_start = "PMPI_Grequest_start"
            (QueryFunction<A>, FreeFunction, CancelFunction, *mut c_void, *mut Request<A>);
        grequest_complete = "PMPI_Grequest_complete" (Request<A>);
        status_set_elements_x = "PMPI_Status_set_elements_x" (*mut A::Status, Datatype<A>, Count);
        status_set_cancelled = "PMPI_Status_set_cancelled" (*mut A::Status, c_int);

        add_error_code = "PMPI_Add_error_code" (c_int, *mut c_int);
        error_class = "PMPI_Error_class" (c_int, *mut c_int);
        file_create_errhandler = "PMPI_File_create_errhandler" (FileErrhandlerFunction, *mut Errhandler<A>);
        file_set_errhandler = "PMPI_File_set_errhandler" (File, Errhandler<A>);
        file_get_errhandler = "PMPI_File_get_errhandler" (File, *mut Errhandler<A>);
        errhandler_free = "PMPI_Errhandler_free" (*mut Errhandler<A>);
    }
    optional {
        type_get_envelope_c = "PMPI_Type_get_envelope_c"
            (Datatype<A>, *mut Count, *mut Count, *mut Count, *mut Count, *mut c_int);
        type_get_contents_c = "PMPI_Type_get_contents_c"
            (Datatype<A>, Count, Count, Count, Count, *mut c_int, *mut Count, *mut Count, *mut Datatype<A>);
        // MPICH's generalised requests that its progress engine polls.
        grequest_start_x = "PMPIX_Grequest_start"
            (QueryFunction<A>, FreeFunction, CancelFunction, PollFunction<A>, Option<WaitFunction<A>>,
             *mut c_void, *mut Request<A>);
    }
}

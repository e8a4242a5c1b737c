// SPDX-License-Identifier: MIT OR Apache-2.0
//! Generated from `spec/mpi.toml`. `entry_points.rs` beside this file is a module of each of the libraries.

pub(crate) mod functions;

/// A function of a pair of ABIs: what happens before the host's function is called, what it gets, what happens afterwards,
/// and what only if it succeeded.
macro_rules! function {
    ($name:ident, $index:ident, ($($argument:ident: $type:ty),*) -> c_int,
     {$($before:tt)*} ($($passed:expr),*) {$($after:tt)*} {}) => {
        $crate::generated::function! { @ $name, $index, ($($argument: $type),*) -> c_int,
            {$($before)*} ($($passed),*) { result => $($after)* $crate::errors::code::<P, H>(result) } }
    };
    ($name:ident, $index:ident, ($($argument:ident: $type:ty),*) -> c_int,
     {$($before:tt)*} ($($passed:expr),*) {$($after:tt)*} {$($success:tt)*}) => {
        $crate::generated::function! { @ $name, $index, ($($argument: $type),*) -> c_int,
            {$($before)*} ($($passed),*)
            { result => $($after)* if result == 0 { $($success)* } $crate::errors::code::<P, H>(result) } }
    };
    ($name:ident, $index:ident, ($($argument:ident: $type:ty),*) -> c_int,
     {$($before:tt)*} ($($passed:expr),*) {$($after:tt)*} {$($success:tt)*} {$($failure:tt)*}) => {
        $crate::generated::function! { @ $name, $index, ($($argument: $type),*) -> c_int,
            {$($before)*} ($($passed),*)
            {
                result => $($after)*
                if result == 0 {
                    $($success)*
                    0
                } else {
                    std::hint::cold_path();
                    $($failure)*
                    $crate::errors::code::<P, H>(result)
                }
            } }
    };
    ($name:ident, $index:ident, ($($argument:ident: $type:ty),*) -> $returns:ty,
     {} ($($passed:expr),*) {} {}) => {
        $crate::generated::function! { @ $name, $index, ($($argument: $type),*) -> $returns,
            {} ($($passed),*) { result => result } }
    };
    (@ $name:ident, $index:ident, ($($argument:ident: $type:ty),*) -> $returns:ty,
     {$($before:tt)*} ($($passed:expr),*) { $result:ident => $($after:tt)* }) => {
        pub(crate) unsafe extern "C" fn $name<P: Program, H: Host>($($argument: $type),*) -> $returns {
            // SAFETY: the arguments are those of the MPI function of this name, whose contract the program keeps.
            unsafe {
                $($before)*
                let host: unsafe extern "C" fn($($crate::generated::inferred!($passed)),*) -> $returns =
                    std::mem::transmute($crate::host_library::function(index::$index));
                let $result = host($($passed),*);
                $($after)*
            }
        }
    };
}
pub(crate) use function;

/// A type that follows from the expression.
macro_rules! inferred {
    ($passed:expr) => {
        _
    };
}
pub(crate) use inferred;

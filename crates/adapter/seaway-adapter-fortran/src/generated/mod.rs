// SPDX-License-Identifier: MIT OR Apache-2.0
//! Written by `cargo xtask codegen`. `names.rs` and `handles.rs` are modules of the two libraries.

pub(crate) mod functions;

/// A function of Fortran's: what it takes, the C function, what comes before the call, what is passed, what comes after it and
/// what only if it succeeded. Without `ierror` it returns what C returns.
macro_rules! fortran {
    ($name:ident, $index:ident, ($($parameter:ident: $type:ty),*), fn($($passed_type:ty),*) -> c_int,
     { $($before:tt)* } ($($passed:expr),*) { $($after:tt)* } { $($after_success:tt)* } $ierror:ident) => {
        pub unsafe extern "C" fn $name<P: Program>($($parameter: $type),*) {
            // SAFETY: Fortran passes what the interface of this name says.
            unsafe {
                $($before)*
                let code = $crate::c_functions::c!($index($($passed_type),*))($($passed),*);
                $($after)*
                if code == 0 {
                    $($after_success)*
                }
                $crate::results::report($ierror, code);
            }
        }
    };
    ($name:ident, $index:ident, ($($parameter:ident: $type:ty),*), fn($($passed_type:ty),*) -> $returns:ty,
     {} ($($passed:expr),*) {} {}) => {
        pub unsafe extern "C" fn $name<P: Program>($($parameter: $type),*) -> $returns {
            // SAFETY: as above.
            unsafe {
                let function: unsafe extern "C" fn($($passed_type),*) -> $returns =
                    std::mem::transmute($crate::c_functions::c_function::<P>(index::$index));
                function($($passed),*)
            }
        }
    };
}
pub(crate) use fortran;

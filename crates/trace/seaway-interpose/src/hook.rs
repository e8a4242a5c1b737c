// SPDX-License-Identifier: MIT OR Apache-2.0
//! How hooks are written: as a table of signatures, each with what it records.
//!
//! ```text
//! hooks! {
//!     fn [pread pread64](descriptor: c_int, buffer: *mut c_void, count: usize, offset: i64) -> isize
//!         => |recorder, real| recorder.at(Call::Pread, descriptor, offset, count, real);
//! }
//! ```
//!
//! defines two functions. Each calls the next function of its name at once if nothing is recorded; otherwise
//! `real` calls it, and the expression determines what is recorded.
//!
//! `, staged |stage, call| EXPRESSION` behind it is the layer below: what `real` does if names are redirected.
//! `call` is the next function, with all arguments.

/// See the module.
macro_rules! hooks {
    ($(
        fn [$($name:ident)+] $arguments:tt -> $result:ty
            => |$recorder:ident, $real:ident| $body:expr $(, staged |$stage:ident, $call:ident| $staged:expr)?;
    )*) => {
        $($crate::hook::each_name! {
            [$($name)+] $arguments -> $result => |$recorder, $real| $body $(, staged |$stage, $call| $staged)?
        })*
    };
}

/// All names of one row.
macro_rules! each_name {
    (
        [$name:ident $($names:ident)*] $arguments:tt -> $result:ty
            => |$recorder:ident, $real:ident| $body:expr $(, staged |$stage:ident, $call:ident| $staged:expr)?
    ) => {
        $crate::hook::one_hook! {
            fn $name $arguments -> $result
                => |$recorder, $real()| $body $(, staged |$stage, $call| $staged)?
        }
        $crate::hook::each_name! {
            [$($names)*] $arguments -> $result
                => |$recorder, $real| $body $(, staged |$stage, $call| $staged)?
        }
    };
    ([] $($rest:tt)*) => {};
}

/// One function of the table. `|recorder, real(argument: type)|` is for hooks that change the value of an
/// argument.
macro_rules! one_hook {
    (
        fn $name:ident ($($argument:ident : $type:ty),* $(,)?) -> $result:ty
            => |$recorder:ident, $real:ident($($other:ident : $other_type:ty)?)| $body:expr
            $(, staged |$stage:ident, $call:ident| $staged:expr)?
    ) => {
        // SAFETY: the C library's name, with its signature.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C-unwind" fn $name($($argument: $type),*) -> $result {
            static NEXT: $crate::next::Next = $crate::next::Next::new();
            // It has no zero but the one at its end.
            const NAME: &::core::ffi::CStr =
                match ::core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => c"",
                };
            let next = |$($argument: $type),*| {
                type Function = unsafe extern "C-unwind" fn($($type),*) -> $result;
                // SAFETY: the next function of this name has this signature, and the caller vouches for the arguments.
                unsafe { NEXT.function::<Function>(NAME)($($argument),*) }
            };
            let $real = |$($other: $other_type)?| {
                $(if let Some($stage) = $crate::redirect::current() {
                    let $call = next;
                    return $staged;
                })?
                next($($argument),*)
            };
            let Some($recorder) = $crate::recorder::current() else { return $real($($other)?) };
            $body
        }
    };
}

pub(crate) use {each_name, hooks, one_hook};

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Minimum and maximum as one compare and select.
//!
//! `f64::min` may return either zero of `min(0.0, -0.0)`, and may do so differently in scalar and vector code. Here the
//! second argument is returned on a tie, always.

#[inline(always)]
pub(crate) fn min(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(crate) fn max(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

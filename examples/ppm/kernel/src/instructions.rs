// SPDX-License-Identifier: MIT OR Apache-2.0
//! The sweep, compiled once for each width of vectors; the widest that the processor has is used.
//!
//! All give the same bits: vector instructions round as scalar ones do, and the compiler fuses nothing unasked.
#![allow(unsafe_code)]

use crate::Gas;
use crate::strip::Strip;
use crate::sweep::sweep_strip;

/// Instructions that a sweep may use. Only what the processor has can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instructions(Width);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Width {
    /// What every processor of the architecture has: two doubles at a time on x86-64 and aarch64.
    Baseline,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    pub fn widest() -> Self {
        *Self::all().last().expect("the baseline is always there")
    }

    /// What this processor has, widest last.
    pub fn all() -> Vec<Self> {
        #[allow(unused_mut, reason = "other architectures have the baseline alone")]
        let mut all = vec![Self(Width::Baseline)];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                all.push(Self(Width::Avx2));
            }
            let wide = is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512dq");
            if wide && is_x86_feature_detected!("avx512vl") {
                all.push(Self(Width::Avx512));
            }
        }
        all
    }

    pub fn name(self) -> &'static str {
        match self.0 {
            Width::Baseline => "baseline",
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => "AVX2",
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => "AVX-512",
        }
    }

    /// Updates all zones of the strip but `SWEEP_HALO` at each end. `ratio` is the time step over the zone width.
    pub fn sweep(self, strip: &mut Strip, gas: &Gas, ratio: f64) {
        match self.0 {
            Width::Baseline => sweep_strip(strip, gas, ratio),
            // SAFETY: `all` makes this value only if the processor has the feature.
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => unsafe { sweep_avx2(strip, gas, ratio) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => unsafe { sweep_avx512(strip, gas, ratio) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn sweep_avx2(strip: &mut Strip, gas: &Gas, ratio: f64) {
    sweep_strip(strip, gas, ratio);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512dq,avx512vl")]
fn sweep_avx512(strip: &mut Strip, gas: &Gas, ratio: f64) {
    sweep_strip(strip, gas, ratio);
}

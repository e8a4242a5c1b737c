// SPDX-License-Identifier: MIT OR Apache-2.0
//! Compressible gas in three dimensions: pillars of a grid in a store, updated by workers that may come, go and fail.
//!
//! Start reading at `run`, which puts the others together: `setups` (initial states), `grid` and `names` (pillars, and what
//! their objects are called), `store` (where objects live), `work_queue` and `time_steps` (which pillar may be updated
//! next, and by how much time), `worker` (fetch, update, write back). The arithmetic is in the crate `ppm-kernel`.
#![forbid(unsafe_code)]

pub mod grid;
pub mod halo;
pub mod names;
pub mod picture;
pub mod pillar_log;
pub mod progress;
pub mod run;
pub mod setups;
pub mod store;
pub mod time_steps;
pub mod work_queue;
pub mod worker;

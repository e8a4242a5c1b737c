// SPDX-License-Identifier: MIT OR Apache-2.0
//! `mxn:NAME`: a file that is a live stream between two parallel programs.

mod order;
mod ranges;
mod room;
mod selection;
mod spill;

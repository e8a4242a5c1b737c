// SPDX-License-Identifier: MIT OR Apache-2.0
//! Invariants for arbitrary bytes as a name, hints, map rules, an encoded datatype, a frame, a handshake,
//! records or a trace. The fuzz targets under `fuzz/` call these checks with generated input; the tests of
//! this crate with the seed corpora and mutations of them.

mod corpus;
mod datatype_encoding;
mod hint_text;
mod map_rule_text;
mod name_text;
mod protocol;
mod trace_file;

pub use corpus::{corpus, mutate};
pub use datatype_encoding::check_datatype_encoding;
pub use hint_text::check_hints;
pub use map_rule_text::check_map_rules;
pub use name_text::check_name;
pub use protocol::{
    check_directory_message, check_handshake, check_mxn_message, check_queue_message, check_records,
    check_registry_message, check_relay_message, check_ring_message, check_status_message,
    check_store_message, check_thing_message, check_trunk_message,
};
pub use trace_file::{check_trace, fold_trace};

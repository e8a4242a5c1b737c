// SPDX-License-Identifier: MIT OR Apache-2.0
//! The guarantees of the engine, for every device and every kind of ranks. Each scenario is a small parallel
//! program; the caller provides ranks and a device, gives each rank a [`TestRank`] and runs the same scenario on
//! all ranks.
//!
//! A scenario panics if a guarantee is violated, and deletes its file.

mod collective;
mod consistency;
mod life_of_a_file;
mod pointers;
mod test_rank;
mod views;

pub use test_rank::TestRank;

/// A parallel program, seen from one rank.
pub type Scenario = fn(&TestRank);

macro_rules! scenarios {
    ($($module:ident: $($scenario:ident)*;)*) => {
        &[$($((stringify!($scenario), $module::$scenario as Scenario),)*)*]
    };
}

/// For devices that store data.
pub const SCENARIOS: &[(&str, Scenario)] = scenarios! {
    views: bytes_go_where_offsets_say interleaved_views_fill_the_file matrix_columns_come_back_as_rows
        external32_is_big_endian_in_the_file memory_with_holes_keeps_its_holes view_with_displacement_skips_the_header;
    collective: collective_writes_equal_independent_ones collective_reads_equal_independent_ones
        ranks_with_nothing_to_do_take_part short_reads_are_each_ranks_own nonblocking_collectives_complete
        split_collectives_complete;
    pointers: ordered_writes_stand_in_rank_order shared_pointer_gives_everybody_a_place
        individual_pointers_are_individual append_starts_at_the_end;
    consistency: synced_writes_are_seen_by_all atomic_writes_are_seen_whole;
    life_of_a_file: new_size_is_seen_by_all existing_file_is_refused_by_all delete_on_close_deletes
        missing_file_is_missing_on_all read_only_files_stay_as_they_are preallocated_space_counts_as_size;
};

/// For devices that discard data: sizes, names and errors only.
pub const BOOKKEEPING: &[(&str, Scenario)] = scenarios! {
    life_of_a_file: new_size_is_seen_by_all existing_file_is_refused_by_all delete_on_close_deletes
        missing_file_is_missing_on_all read_only_files_stay_as_they_are preallocated_space_counts_as_size;
};

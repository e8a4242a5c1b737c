// SPDX-License-Identifier: MIT OR Apache-2.0
//! The contract of a device, one test per guarantee. `device_suite!(|| MyDevice::new())` in a device's
//! `tests.rs` generates them all; the closure returns a device without files. `device_suite!(bookkeeping:
//! ...)` omits the checks that read data back, for devices that discard data.

pub mod bookkeeping;
pub mod concurrency;
pub mod contents;
pub mod errors;
pub mod facets;
pub mod fixture;
pub mod random_operations;

/// One `#[test]` per guarantee. See the module of the same name.
#[macro_export]
macro_rules! device_suite {
    (bookkeeping: $make:expr) => {
        $crate::device_suite! { @module bookkeeping, $make,
            sizes_follow_writes set_size_cuts_and_extends preallocate_never_shrinks missing_file_is_made_on_request
            exclusive_create_refuses_an_existing_file delete_takes_the_name_away deleted_file_lives_while_open
            two_opens_share_one_size sync_succeeds_at_every_durability empty_transfer_does_nothing
        }
        $crate::device_suite! { @module errors, $make,
            opening_a_missing_file_is_no_such_file deleting_a_missing_file_is_no_such_file
            writing_a_read_only_file_is_refused extents_that_do_not_add_up_are_refused
            writes_out_of_order_are_refused offsets_past_the_largest_are_refused
        }
    };
    ($make:expr) => {
        $crate::device_suite! { bookkeeping: $make }
        $crate::device_suite! { @module contents, $make,
            round_trip many_segments_to_one_extent one_segment_to_many_extents extents_and_segments_need_not_match
            thousands_of_extents thousands_of_segments read_stops_at_the_end read_past_the_end_is_empty
            holes_read_as_zeros write_past_the_end_leaves_zeros cut_bytes_do_not_come_back preallocate_keeps_the_bytes
            two_opens_see_each_other offsets_past_four_gibibytes unwritten_target_bytes_stay
        }
        $crate::device_suite! { @module concurrency, $make,
            writers_of_disjoint_extents readers_beside_writers one_handle_serves_many_threads
            preallocation_beside_writers_cuts_nothing
        }
        $crate::device_suite! { @module facets, $make,
            exclusive_locks_exclude shared_locks_admit_each_other closing_releases_locks
            mapping_agrees_with_reads_and_writes writing_through_a_mapping_grows_the_file
            mapping_past_the_end_is_refused_for_reading
            transfers_round_trip transfers_report_the_end_of_the_file
        }
        $crate::device_suite! { @module random_operations, $make,
            random_operations_match_a_vector
        }
    };
    (@module $module:ident, $make:expr, $($promise:ident)*) => {
        mod $module {
            #[allow(unused_imports, reason = "the closure may need anything around it")]
            use super::*;
            $(
                #[test]
                fn $promise() {
                    let make = $make;
                    $crate::device_suite::$module::$promise(&make());
                }
            )*
        }
    };
}

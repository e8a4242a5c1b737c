// SPDX-License-Identifier: MIT OR Apache-2.0
//! The contract of a registry, one test per guarantee. `registry_suite!(|| Fixture::new(...))` generates them
//! all; the closure returns a registry without keys.

pub mod basics;
pub mod concurrency;
pub mod histories;
pub mod leases;
pub mod watches;

use std::any::Any;
use std::time::{Duration, Instant};

use seaway_registry::{Answer, Change, NewEntry, Registry, RegistryEntry};

/// A registry, and what must live as long.
#[derive(Debug)]
pub struct Fixture {
    pub registry: Box<dyn Registry>,
    _keeps: Box<dyn Any + Send>,
}

impl Fixture {
    pub fn new(registry: impl Registry + 'static) -> Self {
        Self::keeping((), registry)
    }

    pub fn keeping(keeps: impl Any + Send, registry: impl Registry + 'static) -> Self {
        Self { registry: Box::new(registry), _keeps: Box::new(keeps) }
    }
}

/// Far longer than anything takes: a test that waits this long has failed.
pub(crate) fn long() -> Instant {
    Instant::now() + Duration::from_secs(120)
}

pub(crate) fn new(key: &str, value: &str) -> NewEntry {
    NewEntry { key: key.into(), value: value.into(), lease: None }
}

/// Creates a key that must not exist.
pub(crate) fn made(registry: &dyn Registry, key: &str, value: &str) -> u64 {
    let Answer { revision, value } = registry.create(new(key, value), long()).unwrap();
    assert_eq!(value, Change::Made, "{key}");
    revision
}

pub(crate) fn found(registry: &dyn Registry, key: &str) -> Option<RegistryEntry> {
    registry.get(key, long()).unwrap().value
}

/// One `#[test]` per guarantee. See the module of the same name.
#[macro_export]
macro_rules! registry_suite {
    ($make:expr) => {
        $crate::registry_suite! { @module basics, $make,
            absent_key_is_created_and_found existing_key_is_refused_and_shown
            batch_creates_each_key_on_its_own batch_has_one_revision replace_needs_the_revision
            delete_needs_the_revision name_has_another_life_after_deletion list_is_sorted_and_within_its_prefix
            keys_and_values_of_all_kinds_are_kept invalid_arguments_change_nothing reads_and_refusals_change_no_entry
        }
        $crate::registry_suite! { @module leases, $make,
            keys_vanish_with_their_lease neglected_lease_ends lease_that_is_kept_alive_lasts
            ended_lease_is_refused replacing_moves_a_key_to_another_lease
        }
        $crate::registry_suite! { @module watches, $make,
            changes_are_seen_in_order watch_begins_in_the_past watch_waits_for_its_prefix
            watch_without_events_ends_at_its_deadline watch_sees_the_end_of_a_lease
            batch_is_seen_as_a_whole
        }
        $crate::registry_suite! { @module concurrency, $make,
            one_of_many_creators_wins counter_by_replacement_loses_nothing
        }
        $crate::registry_suite! { @module histories, $make,
            concurrent_histories_are_linearizable
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
                    $crate::registry_suite::$module::$promise(&*make().registry);
                }
            )*
        }
    };
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! The embedded registry meets its contract, in memory.

use seaway_registry::{EmbeddedRegistry, MemoryStore};
use seaway_testkit::registry_suite;
use seaway_testkit::registry_suite::Fixture;

registry_suite!(|| Fixture::new(EmbeddedRegistry::start(MemoryStore::default()).unwrap()));

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Representations registered by the program: valid for the life of the process, as MPI requires.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError, RwLock};

use seaway_device_api::{Error, ErrorKind, Operation, Result};

use super::DataRepresentation;

static REGISTERED: RwLock<BTreeMap<String, Arc<dyn DataRepresentation>>> = RwLock::new(BTreeMap::new());

/// Longest name (MPI_MAX_DATAREP_STRING).
const NAME_LIMIT: usize = 128;

/// Makes `name` available to views. A name can be registered once.
pub fn register_representation(name: &str, representation: Arc<dyn DataRepresentation>) -> Result<()> {
    let complain = |kind, text: String| Err(Error::new(kind, Operation::Configure).with_detail(text));
    if name.is_empty() || name.len() > NAME_LIMIT {
        let text = format!(
            "the name of a data representation must have 1 to {NAME_LIMIT} bytes, not {}",
            name.len()
        );
        return complain(ErrorKind::Argument, text);
    }
    let mut registered = REGISTERED.write().unwrap_or_else(PoisonError::into_inner);
    if ["native", "internal", "external32"].contains(&name) || registered.contains_key(name) {
        return complain(
            ErrorKind::DuplicateRepresentation,
            format!("data representation {name:?} already exists"),
        );
    }
    registered.insert(name.to_owned(), representation);
    Ok(())
}

pub(super) fn find(name: &str) -> Option<Arc<dyn DataRepresentation>> {
    REGISTERED.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
}

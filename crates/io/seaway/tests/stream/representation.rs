// SPDX-License-Identifier: MIT OR Apache-2.0
//! A user-defined data representation, registered once: every bit is inverted in the file.

use std::sync::{Arc, Once};

use seaway::{DataRepresentation, Datatype, Named, Result, Source, Target, register_representation};

use crate::views::USER_REPRESENTATION;

pub(crate) fn register() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| register_representation(USER_REPRESENTATION, Arc::new(TurnedOver)).unwrap());
}

#[derive(Debug)]
struct TurnedOver;

impl DataRepresentation for TurnedOver {
    fn file_bytes(&self, named: Named) -> Result<u64> {
        Ok(named.size())
    }

    fn encode(&self, from: Source<'_>, datatype: &Datatype, count: u64, into: &mut [u8]) -> Result<()> {
        datatype.layout().unwrap().pack(from, 0..count * datatype.size(), into).unwrap();
        into.iter_mut().for_each(|byte| *byte = !*byte);
        Ok(())
    }

    fn decode(&self, from: &[u8], datatype: &Datatype, _count: u64, into: &mut Target<'_>) -> Result<u64> {
        // Whole values only.
        let values = datatype.elements_in(from.len() as u64).elements;
        let bytes = datatype.position_of_element(values);
        let turned: Vec<u8> = from[..usize::try_from(bytes).unwrap()].iter().map(|byte| !byte).collect();
        datatype.layout().unwrap().unpack(&turned, 0..bytes, into).unwrap();
        Ok(bytes)
    }
}

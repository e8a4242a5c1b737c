// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Words`]: values that ranks exchange, as 64-bit words. A struct lists its fields once, in [`as_words!`];
//! the same list encodes and decodes it, and a field that is missing from the list does not compile.
//! [`words_struct!`] also declares it.

use seaway_device_api::{Costs, Extent, Guarantees, Locality};

use crate::discipline::Discipline;
use crate::hints::{Choice, EngineHints, ExchangePath};
use crate::strategy::{Facets, Pattern};

/// A value of a fixed number of words. Both sides are ranks of one program, so the format may change at any time.
pub(crate) trait Words: Sized {
    const COUNT: usize;

    /// Fills the first `COUNT` words.
    fn encode(&self, words: &mut [u64]);

    /// The inverse of [`encode`](Self::encode).
    fn decode(words: &[u64]) -> Self;
}

/// Implements [`Words`]: for a struct field by field, for an enum as the number of its variant.
macro_rules! as_words {
    (struct $name:ty { $($field:ident: $type:ty),* $(,)? }) => {
        impl $crate::words::Words for $name {
            const COUNT: usize = 0 $(+ <$type as $crate::words::Words>::COUNT)*;

            fn encode(&self, words: &mut [u64]) {
                let Self { $($field),* } = self;
                let mut rest = words;
                $(
                    let (own, others) = rest.split_at_mut(<$type as $crate::words::Words>::COUNT);
                    <$type as $crate::words::Words>::encode($field, own);
                    rest = others;
                )*
                let _ = rest;
            }

            fn decode(words: &[u64]) -> Self {
                let mut rest = words;
                $(
                    let (own, others) = rest.split_at(<$type as $crate::words::Words>::COUNT);
                    let $field = <$type as $crate::words::Words>::decode(own);
                    rest = others;
                )*
                let _ = rest;
                Self { $($field),* }
            }
        }
    };
    (enum $name:ty { $($variant:ident),* $(,)? }) => {
        impl $crate::words::Words for $name {
            const COUNT: usize = 1;

            fn encode(&self, words: &mut [u64]) {
                words[0] = *self as u64;
            }

            fn decode(words: &[u64]) -> Self {
                $(if words[0] == Self::$variant as u64 {
                    return Self::$variant;
                })*
                Self::default()
            }
        }
    };
}

/// Declares a struct and lets [`as_words!`] implement [`Words`] for it.
macro_rules! words_struct {
    (
        $(#[$attribute:meta])*
        $visibility:vis struct $name:ident {
            $($(#[$about:meta])* $field:ident: $type:ty),* $(,)?
        }
    ) => {
        $(#[$attribute])*
        $visibility struct $name { $($(#[$about])* $field: $type),* }

        $crate::words::as_words! { struct $name { $($field: $type),* } }
    };
}

pub(crate) use {as_words, words_struct};

impl Words for u64 {
    const COUNT: usize = 1;

    fn encode(&self, words: &mut [u64]) {
        words[0] = *self;
    }

    fn decode(words: &[u64]) -> Self {
        words[0]
    }
}

impl Words for usize {
    const COUNT: usize = 1;

    fn encode(&self, words: &mut [u64]) {
        words[0] = *self as u64;
    }

    fn decode(words: &[u64]) -> Self {
        usize::try_from(words[0]).unwrap_or(usize::MAX)
    }
}

impl Words for bool {
    const COUNT: usize = 1;

    fn encode(&self, words: &mut [u64]) {
        words[0] = (*self).into();
    }

    fn decode(words: &[u64]) -> Self {
        words[0] != 0
    }
}

impl Words for f64 {
    const COUNT: usize = 1;

    fn encode(&self, words: &mut [u64]) {
        words[0] = self.to_bits();
    }

    fn decode(words: &[u64]) -> Self {
        f64::from_bits(words[0])
    }
}

impl<T: Words> Words for Option<T> {
    const COUNT: usize = 1 + T::COUNT;

    fn encode(&self, words: &mut [u64]) {
        words[0] = self.is_some().into();
        match self {
            Some(value) => value.encode(&mut words[1..]),
            None => words[1..Self::COUNT].fill(0),
        }
    }

    fn decode(words: &[u64]) -> Self {
        (words[0] != 0).then(|| T::decode(&words[1..]))
    }
}

as_words! { enum Locality { Memory, Disk, Network } }
as_words! { enum Choice { Automatic, Enable, Disable } }
as_words! { enum ExchangePath { Automatic, SharedMemory, Messages } }
as_words! { struct Extent { offset: u64, len: u64 } }
as_words! { struct Pattern { bytes: u64, hull: Extent, pieces: u64, new_bytes: u64 } }
as_words! { enum Discipline { File, Stream, Shaped } }
as_words! { struct Facets { mapping: bool, locks: bool, discipline: Discipline, exclusive: bool } }
as_words! {
    struct Costs {
        call_nanoseconds: f64,
        byte_nanoseconds: f64,
        new_byte_nanoseconds: f64,
        read_page_nanoseconds: f64,
        page_nanoseconds: f64,
        new_page_nanoseconds: f64,
    }
}
as_words! {
    struct Guarantees { locality: Locality, coherent: bool, sparse: bool, block_bytes: u64, costs: Costs }
}
as_words! {
    struct EngineHints {
        exchange_for_reading: Choice,
        exchange_for_writing: Choice,
        sieve_for_reading: Choice,
        sieve_for_writing: Choice,
        exchange_buffer_bytes: Option<u64>,
        aggregator_count: Option<usize>,
        sieve_read_bytes: u64,
        sieve_write_bytes: u64,
        domain_alignment: Option<u64>,
        mapping: Choice,
        exchange_path: ExchangePath,
    }
}

#[cfg(test)]
mod tests {
    use seaway_device_api::Hints;

    use super::*;

    fn check<T: Words + PartialEq + std::fmt::Debug>(value: T) {
        // Words that were used before, and one more than the value needs.
        let mut words = vec![u64::MAX; T::COUNT + 1];
        value.encode(&mut words);
        assert_eq!(words[T::COUNT], u64::MAX, "{value:?} writes more than its {} words", T::COUNT);
        assert_eq!(T::decode(&words), value);
    }

    #[test]
    fn values_round_trip() {
        check(Guarantees::default());
        check(Guarantees {
            locality: Locality::Disk,
            coherent: true,
            block_bytes: 7,
            ..Guarantees::default()
        });
        check(Facets { mapping: true, discipline: Discipline::Shaped, ..Facets::default() });
        check(Pattern { bytes: 1, hull: Extent::new(2, 3), pieces: 4, new_bytes: 5 });
        check(EngineHints::default());
        let text = "romio_cb_read=enable;romio_ds_write=disable;cb_nodes=3;cb_buffer_size=5;ind_rd_buffer_size=6;\
                    ind_wr_buffer_size=7;striping_unit=8;seaway_mapping=disable;seaway_exchange=messages";
        check(EngineHints::from(&Hints::parse(text)));
    }
}

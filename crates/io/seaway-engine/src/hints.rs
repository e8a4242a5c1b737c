// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`EngineHints`]: hint strings of ROMIO, Open MPI and Seaway, parsed once into typed values.

use seaway_device_api::Hints;

/// Yes, no, or decide from the access pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Choice {
    #[default]
    Automatic,
    Enable,
    Disable,
}

/// The parsed hints of a file. An unrecognised hint is kept (see [`Hints`]) and has no effect.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineHints {
    /// Two-phase reading and writing (`romio_cb_read`, `romio_cb_write`, `collective_buffering`).
    pub exchange_for_reading: Choice,
    pub exchange_for_writing: Choice,
    /// Data sieving (`romio_ds_read`, `romio_ds_write`).
    pub sieve_for_reading: Choice,
    pub sieve_for_writing: Choice,
    /// Memory that one aggregator collects before it writes (`cb_buffer_size`).
    pub exchange_buffer_bytes: Option<u64>,
    /// Ranks that access the file for the others (`cb_nodes`).
    pub aggregator_count: Option<usize>,
    /// Sieving buffers (`ind_rd_buffer_size`, `ind_wr_buffer_size`).
    pub sieve_read_bytes: u64,
    pub sieve_write_bytes: u64,
    /// File domains start at multiples of this (`striping_unit`, `cb_block_size`).
    pub domain_alignment: Option<u64>,
    /// Access through a mapping (`seaway_mapping`).
    pub mapping: Choice,
    /// How exchanged bytes are transported (`seaway_exchange`).
    pub exchange_path: ExchangePath,
}

/// The transport of exchanged bytes between ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ExchangePath {
    /// Shared memory if all ranks have it, otherwise messages.
    #[default]
    Automatic,
    SharedMemory,
    Messages,
}

impl Default for EngineHints {
    fn default() -> Self {
        Self::from(&Hints::new())
    }
}

impl From<&Hints> for EngineHints {
    fn from(hints: &Hints) -> Self {
        let both = choice(hints, "collective_buffering");
        let or_both = |key| if hints.get(key).is_some() { choice(hints, key) } else { both };
        Self {
            exchange_for_reading: or_both("romio_cb_read"),
            exchange_for_writing: or_both("romio_cb_write"),
            sieve_for_reading: choice(hints, "romio_ds_read"),
            sieve_for_writing: choice(hints, "romio_ds_write"),
            exchange_buffer_bytes: hints.number("cb_buffer_size").filter(|&bytes| bytes > 0),
            aggregator_count: aggregators(hints),
            sieve_read_bytes: positive(hints, "ind_rd_buffer_size").unwrap_or(4 << 20),
            sieve_write_bytes: positive(hints, "ind_wr_buffer_size").unwrap_or(1 << 20),
            domain_alignment: positive(hints, "striping_unit").or_else(|| positive(hints, "cb_block_size")),
            mapping: choice(hints, "seaway_mapping"),
            exchange_path: exchange_path(hints),
        }
    }
}

impl EngineHints {
    /// The values in effect, as hints, for MPI_File_get_info.
    pub(crate) fn describe(&self, hints: &mut Hints) {
        let choices = [
            ("romio_cb_read", self.exchange_for_reading),
            ("romio_cb_write", self.exchange_for_writing),
            ("romio_ds_read", self.sieve_for_reading),
            ("romio_ds_write", self.sieve_for_writing),
            ("seaway_mapping", self.mapping),
        ];
        for (key, choice) in choices {
            hints.set(key, choice.name());
        }
        hints.set("ind_rd_buffer_size", self.sieve_read_bytes.to_string());
        hints.set("ind_wr_buffer_size", self.sieve_write_bytes.to_string());
        hints.set("seaway_exchange", self.exchange_path.name());
    }
}

impl Choice {
    fn name(self) -> &'static str {
        match self {
            Self::Automatic => "automatic",
            Self::Enable => "enable",
            Self::Disable => "disable",
        }
    }
}

impl ExchangePath {
    fn name(self) -> &'static str {
        match self {
            Self::Automatic => "automatic",
            Self::SharedMemory => "shared_memory",
            Self::Messages => "messages",
        }
    }
}

fn choice(hints: &Hints, key: &str) -> Choice {
    match hints.switch(key) {
        Some(true) => Choice::Enable,
        Some(false) => Choice::Disable,
        None => Choice::Automatic,
    }
}

fn positive(hints: &Hints, key: &str) -> Option<u64> {
    hints.number(key).filter(|&number| number > 0)
}

fn aggregators(hints: &Hints) -> Option<usize> {
    let number = positive(hints, "cb_nodes").or_else(|| positive(hints, "num_aggregators"))?;
    usize::try_from(number).ok()
}

fn exchange_path(hints: &Hints) -> ExchangePath {
    match hints.get("seaway_exchange") {
        Some("shared_memory") => ExchangePath::SharedMemory,
        Some("messages") => ExchangePath::Messages,
        _ => ExchangePath::Automatic,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn romio_hints_keep_their_meaning() {
        let hints = Hints::parse("romio_cb_write=enable;romio_ds_read=disable;cb_buffer_size=4m;cb_nodes=2");
        let hints = EngineHints::from(&hints);
        assert_eq!(hints.exchange_for_writing, Choice::Enable);
        assert_eq!(hints.exchange_for_reading, Choice::Automatic);
        assert_eq!(hints.sieve_for_reading, Choice::Disable);
        assert_eq!(hints.exchange_buffer_bytes, Some(4 << 20));
        assert_eq!(hints.aggregator_count, Some(2));
    }

    #[test]
    fn unrecognised_values_have_no_effect() {
        let hints =
            EngineHints::from(&Hints::parse("cb_nodes=many;cb_buffer_size=0;romio_cb_read=perhaps;x=y"));
        assert_eq!(hints, EngineHints::default());
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Call`]: what a rank came to a meeting for. All must have come for the same. For those who implement
//! [`Communicator`](crate::Communicator): a word that ranks can tell each other, and a name for messages.

use std::fmt;

/// A call of the communicator, with the size that all ranks must pass alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub name: CallName,
    pub size: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum CallName {
    Barrier = 1,
    AllGatherWords,
    AllGather,
    Duplicate,
    SharedCounter,
    SharedMemory,
    Open,
    Exchange,
    /// Not a call: what is said in the name of ranks that are gone.
    Lost,
}

impl Call {
    const SIZE_BITS: u32 = 56;

    pub fn of(name: CallName, size: usize) -> Self {
        Self { name, size }
    }

    pub fn encode(self) -> u64 {
        let size = (self.size as u64) & ((1 << Self::SIZE_BITS) - 1);
        (self.name as u64) << Self::SIZE_BITS | size
    }

    pub fn decode(code: u64) -> Self {
        use CallName::{
            AllGather, AllGatherWords, Barrier, Duplicate, Exchange, Lost, Open, SharedCounter, SharedMemory,
        };
        let names = [
            Barrier,
            AllGatherWords,
            AllGather,
            Duplicate,
            SharedCounter,
            SharedMemory,
            Open,
            Exchange,
            Lost,
        ];
        let number = code >> Self::SIZE_BITS;
        let name = names.into_iter().find(|&name| name as u64 == number).unwrap_or(Lost);
        let size = code & ((1 << Self::SIZE_BITS) - 1);
        Self { name, size: usize::try_from(size).unwrap_or(usize::MAX) }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name {
            CallName::Barrier => f.write_str("barrier"),
            CallName::AllGatherWords => write!(f, "all_gather_words ({} words)", self.size),
            CallName::AllGather => f.write_str("all_gather"),
            CallName::Duplicate => f.write_str("duplicate"),
            CallName::SharedCounter => f.write_str("shared_counter"),
            CallName::SharedMemory => write!(f, "shared_memory ({} bytes)", self.size),
            CallName::Open => f.write_str("open"),
            CallName::Exchange => f.write_str("an exchange"),
            CallName::Lost => f.write_str("nothing any more"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        for call in [
            Call::of(CallName::Barrier, 0),
            Call::of(CallName::AllGatherWords, 17),
            Call::of(CallName::SharedMemory, 1 << 40),
            Call::of(CallName::Lost, 0),
        ] {
            assert_eq!(Call::decode(call.encode()), call);
            assert_ne!(call.encode(), 0);
        }
    }
}

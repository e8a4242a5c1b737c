// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Call`]: the collective call that a rank has entered. All ranks must be in the same one. Implementations
//! of [`Communicator`](crate::Communicator) exchange its code, a word, and use its name in messages.

use std::fmt;

/// A call on the communicator, with the size that all ranks must pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    pub name: CallName,
    pub size: usize,
}

/// Declares the names, and a list of them for decoding.
macro_rules! call_names {
    ($($(#[$about:meta])* $name:ident $(= $number:literal)?),* $(,)?) => {
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub enum CallName { $($(#[$about])* $name $(= $number)?),* }

        const NAMES: &[CallName] = &[$(CallName::$name),*];
    };
}

call_names! {
    Barrier = 1,
    AllGatherWords,
    AllGather,
    Duplicate,
    SharedCounter,
    SharedMemory,
    Open,
    Exchange,
    /// Not a call: sent on behalf of ranks that are lost.
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
        let number = code >> Self::SIZE_BITS;
        let name = NAMES.iter().copied().find(|&name| name as u64 == number).unwrap_or(CallName::Lost);
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

// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Discipline`]: how an open file must be accessed. Determined once, at open; its consequences are decided
//! here and in `strategy`.

use seaway_device_api::DeviceFile;

/// How the ranks access an open file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Discipline {
    /// All bytes are available at any time, to any rank and on behalf of any other.
    #[default]
    File,
    /// Bytes may arrive late or never, and the size is known only at the end. Each rank accesses its own
    /// bytes and no others.
    Stream,
    /// The device understands views. Each rank sends its own packed bytes, and the device lays them out.
    Shaped,
}

impl Discipline {
    /// The discipline of an open file. A stream that understands views is a stream.
    pub fn of(file: &dyn DeviceFile) -> Self {
        if file.stream().is_some() {
            Self::Stream
        } else if file.shaped().is_some() {
            Self::Shaped
        } else {
            Self::File
        }
    }

    /// The discipline of a file as opened by all ranks: an ability counts only if every rank has it.
    pub(crate) fn common(mut all: impl Iterator<Item = Self>) -> Self {
        let first = all.next().unwrap_or_default();
        if all.all(|other| other == first) { first } else { Self::File }
    }

    /// Bytes that were not requested may be touched, and the size is known: gaps can be sieved, pieces
    /// exchanged.
    pub(crate) fn is_all_there(self) -> bool {
        self != Self::Stream
    }

    /// Atomic mode takes locks. A byte of a stream has one writer, and is seen whole once it has arrived.
    pub(crate) fn needs_locks(self) -> bool {
        self != Self::Stream
    }

    /// The file still exists after it is closed.
    pub(crate) fn outlives_close(self) -> bool {
        self != Self::Stream
    }

    /// Small writes of one rank may still be buffered when its call has returned: they are flushed before a
    /// collective write.
    pub(crate) fn holds_writes_back(self) -> bool {
        self == Self::Shaped
    }

    /// Each rank carries out its share of a collective access independently, and the ranks agree on the
    /// outcome afterwards: a remote peer may be lost to one of them only.
    pub(crate) fn agrees_at_the_end(self) -> bool {
        self != Self::File
    }

    /// Split collective calls continue until they are ended. On plain files the ranks exchange when the call
    /// begins, which gains more.
    pub(crate) fn split_calls_go_on(self, is_atomic: bool) -> bool {
        match self {
            Self::File => false,
            Self::Stream => true,
            Self::Shaped => !is_atomic,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_that_differ_use_what_all_support() {
        use Discipline::{File, Shaped, Stream};
        let check = |all: &[Discipline], expected| {
            assert_eq!(Discipline::common(all.iter().copied()), expected, "{all:?}");
        };
        check(&[Stream, Stream], Stream);
        check(&[Shaped, Shaped, Shaped], Shaped);
        check(&[Shaped, File], File);
        check(&[File, Shaped], File);
        check(&[File], File);
    }
}

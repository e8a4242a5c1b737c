// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Stripes`]: how the bytes of a thing that is larger than a node are laid out over others, and the *head*, the small thing of its
//! name that says so. Blocks of equal length go to one stripe after the other.

use std::fmt::Write;

use seaway_channel::hexadecimal;
use seaway_messages::ThingKind;

/// Things that are stripes have names that begin with this.
pub const STRIPES: &str = ".stripes/";
/// The length of a head: one that other things seldom have, so that few need to be looked at.
pub(super) const HEAD_BYTES: u64 = 509;
const MAGIC: &str = "seaway striped thing 1";
/// Blocks consist of whole pages, so that no number lies in two stripes.
pub(super) const BLOCK_UNIT: u64 = 4096;
pub(super) const MOST_STRIPES: u32 = 4096;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stripes {
    /// Distinguishes its stripes from those of all others.
    id: String,
    pub(super) kind: ThingKind,
    pub(super) count: u32,
    /// Bytes of a block.
    pub(super) block: u64,
}

/// A part of a range, in one stripe.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StripeExtent {
    pub(super) stripe: usize,
    /// In the stripe.
    pub(super) offset: u64,
    pub(super) bytes: u64,
}

impl Stripes {
    pub(super) fn new(id: [u8; 16], kind: ThingKind, count: u32, block: u64) -> Self {
        Self { id: hexadecimal(&id), kind, count, block }
    }

    /// The name of a stripe.
    pub(super) fn name(&self, stripe: u32) -> String {
        format!("{STRIPES}{}/{stripe}", self.id)
    }

    pub(super) fn names(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.count).map(|stripe| self.name(stripe))
    }

    /// What its head is called before it has its name.
    pub(super) fn unfinished_name(&self) -> String {
        format!("{STRIPES}{}/head", self.id)
    }

    pub(super) fn to_head(&self) -> Vec<u8> {
        let Self { id, kind, count, block } = self;
        let kind = if *kind == ThingKind::Memory { "memory" } else { "disk" };
        let mut text = format!("{MAGIC}\n");
        let _ = write!(text, "id={id}\nkind={kind}\nstripes={count}\nblock={block}\n");
        let mut head = text.into_bytes();
        head.resize(usize::try_from(HEAD_BYTES).unwrap_or(0), b'\n');
        head
    }

    /// `None`: these are the bytes of another thing.
    pub(super) fn from_head(head: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(head).ok().filter(|text| text.len() as u64 == HEAD_BYTES)?;
        let mut lines = text.trim_end_matches('\n').lines();
        let mut value = |name: &str| lines.next()?.strip_prefix(name);
        value(MAGIC).filter(|rest| rest.is_empty())?;
        let id =
            value("id=").filter(|id| id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
        let kind = match value("kind=")? {
            "memory" => ThingKind::Memory,
            "disk" => ThingKind::Disk,
            _ => return None,
        };
        let count = value("stripes=")?.parse().ok().filter(|count| (1..=MOST_STRIPES).contains(count))?;
        let block = value("block=")?.parse().ok().filter(|block| is_block(*block))?;
        let found = Self { id: id.to_owned(), kind, count, block };
        (found.to_head() == head).then_some(found)
    }

    /// Where a range lies, one block after the other.
    pub(super) fn parts(&self, offset: u64, bytes: u64) -> impl Iterator<Item = StripeExtent> + use<> {
        let (count, block, end) = (u64::from(self.count), self.block, offset.saturating_add(bytes));
        let mut at = offset;
        std::iter::from_fn(move || {
            if at >= end {
                return None;
            }
            let (number, inside) = (at / block, at % block);
            let bytes = (block - inside).min(end - at);
            at += bytes;
            let stripe = usize::try_from(number % count).unwrap_or(0);
            Some(StripeExtent { stripe, offset: number / count * block + inside, bytes })
        })
    }

    /// The size of a stripe if that of all is `size`.
    pub(super) fn size_of_stripe(&self, stripe: usize, size: u64) -> u64 {
        let row = self.block * u64::from(self.count);
        let rest = (size % row).saturating_sub(stripe as u64 * self.block).min(self.block);
        size / row * self.block + rest
    }

    /// The size of all, as far as one stripe of this size tells.
    pub(super) fn size_by_stripe(&self, stripe: usize, size: u64) -> u64 {
        let Some(last) = size.checked_sub(1) else { return 0 };
        (last / self.block * u64::from(self.count) + stripe as u64) * self.block + last % self.block + 1
    }
}

pub(super) fn is_block(bytes: u64) -> bool {
    (BLOCK_UNIT..=1 << 40).contains(&bytes) && bytes.is_multiple_of(BLOCK_UNIT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stripes(count: u32) -> Stripes {
        Stripes::new([0x5a; 16], ThingKind::Disk, count, 4096)
    }

    #[test]
    fn heads_read_back_and_other_bytes_are_no_heads() {
        let head = stripes(3).to_head();
        assert_eq!(head.len() as u64, HEAD_BYTES);
        assert_eq!(Stripes::from_head(&head), Some(stripes(3)));
        assert_eq!(Stripes::from_head(&head[1..]), None);
        assert_eq!(Stripes::from_head(&[0xff; 509]), None);
        for place in 0..150 {
            let mut damaged = head.clone();
            damaged[place] ^= 1;
            assert_ne!(Stripes::from_head(&damaged), Some(stripes(3)), "byte {place}");
        }
    }

    /// Byte by byte against the definition.
    #[test]
    fn every_byte_has_one_place() {
        let stripes = Stripes { block: 4096, ..stripes(3) };
        let place = |at: u64| (usize::try_from(at / 4096 % 3).unwrap(), at / 4096 / 3 * 4096 + at % 4096);
        for (offset, bytes) in [(0, 0), (0, 1), (4095, 2), (100, 40_000), (8192, 4096), (5 << 40, 12_289)] {
            let mut at = offset;
            for part in stripes.parts(offset, bytes) {
                for index in 0..part.bytes {
                    assert_eq!(place(at), (part.stripe, part.offset + index), "{at}");
                    at += 1;
                }
            }
            assert_eq!(at, offset + bytes);
        }
    }

    #[test]
    fn sizes_of_stripes_add_up() {
        let stripes = stripes(3);
        for size in (0..100_000).step_by(17).chain([4096, 8192, 12_288, 12_289]) {
            let sizes: Vec<u64> = (0..3).map(|stripe| stripes.size_of_stripe(stripe, size)).collect();
            assert_eq!(sizes.iter().sum::<u64>(), size);
            let by_stripe =
                sizes.iter().enumerate().map(|(stripe, own)| stripes.size_by_stripe(stripe, *own));
            assert_eq!(by_stripe.max(), Some(size), "{sizes:?}");
        }
    }
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! How Lustre striped a file over its servers. Read only: a new file's layout comes from the directory or the
//! user (`lfs setstripe`), and the striping hints then only tell the engine where to align.

use std::os::fd::BorrowedFd;

use rustix::fs::fgetxattr;
use seaway_device_api::Striping;

/// Layouts with one component begin with one of these; a layout that changes with the offset has no single
/// stripe size.
const MAGIC_V1: u32 = 0x0BD1_0BD0;
const MAGIC_V3: u32 = 0x0BD3_0BD0;

/// Field offsets in `struct lov_user_md`: magic, pattern, 16 bytes of identity, stripe size, stripe count.
const STRIPE_SIZE_AT: usize = 24;
const STRIPE_COUNT_AT: usize = 28;

pub(super) fn striping(fd: BorrowedFd<'_>) -> Option<Striping> {
    let mut layout = [0; 1 << 16];
    let len = fgetxattr(fd, c"lustre.lov", &mut layout[..]).ok()?;
    parse(layout.get(..len)?)
}

fn parse(layout: &[u8]) -> Option<Striping> {
    let magic = u32::from_le_bytes(field(layout, 0)?);
    let stripe_bytes = u32::from_le_bytes(field(layout, STRIPE_SIZE_AT)?);
    let stripe_count = u16::from_le_bytes(field(layout, STRIPE_COUNT_AT)?);
    let known = (magic == MAGIC_V1 || magic == MAGIC_V3) && stripe_bytes > 0 && stripe_count > 0;
    known.then(|| Striping { stripe_bytes: stripe_bytes.into(), stripe_count: Some(stripe_count.into()) })
}

fn field<const LEN: usize>(layout: &[u8], at: usize) -> Option<[u8; LEN]> {
    layout.get(at..at + LEN)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(magic: u32, stripe_bytes: u32, stripe_count: u16) -> Vec<u8> {
        let mut bytes = vec![0; 32];
        bytes[..4].copy_from_slice(&magic.to_le_bytes());
        bytes[24..28].copy_from_slice(&stripe_bytes.to_le_bytes());
        bytes[28..30].copy_from_slice(&stripe_count.to_le_bytes());
        bytes
    }

    #[test]
    fn size_and_count_are_read() {
        let expected = Some(Striping { stripe_bytes: 1 << 20, stripe_count: Some(8) });
        assert_eq!(parse(&layout(MAGIC_V1, 1 << 20, 8)), expected);
        assert_eq!(parse(&layout(MAGIC_V3, 1 << 20, 8)), expected);
    }

    #[test]
    fn unknown_layouts_are_not_striping() {
        assert_eq!(parse(&layout(0x0BD6_0BD0, 1 << 20, 8)), None);
        assert_eq!(parse(&layout(MAGIC_V1, 0, 8)), None);
        assert_eq!(parse(&layout(MAGIC_V1, 1 << 20, 8)[..29]), None);
        assert_eq!(parse(&[]), None);
    }
}

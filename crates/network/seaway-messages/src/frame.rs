// SPDX-License-Identifier: MIT OR Apache-2.0
//! A frame: length, kind and body. Enforces the limits; knows no messages.

use crate::wire::WireError;

/// Length of the body (u32), kind (u16), both little-endian.
pub const HEADER_BYTES: usize = 6;
/// The longest body of an ordinary frame.
pub const MAX_BODY: usize = 1 << 20;
/// The longest body of a frame whose kind has the bit `LARGE`.
pub const MAX_LARGE_BODY: usize = 64 << 20;
/// Set in the kinds that list something for every rank of a program: 56,000 ranks do not fit into a megabyte.
/// Part of the kind, so that the limit follows from the header alone, in every service.
pub const LARGE: u16 = 0x8000;

/// A decoded frame header. The length is within the limit of the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub kind: u16,
    pub body_bytes: usize,
}

pub fn decode_header(bytes: &[u8; HEADER_BYTES]) -> Result<Header, WireError> {
    let [a, b, c, d, kind @ ..] = *bytes;
    let kind = u16::from_le_bytes(kind);
    let announced = u32::from_le_bytes([a, b, c, d]);
    let body_bytes = usize::try_from(announced).unwrap_or(usize::MAX);
    check_body(kind, body_bytes)?;
    Ok(Header { kind, body_bytes })
}

/// Appends a whole frame to `out`; on an error `out` is unchanged.
pub fn encode_frame(kind: u16, body: &[u8], out: &mut Vec<u8>) -> Result<(), WireError> {
    frame_with(kind, out, |out| {
        out.extend_from_slice(body);
        Ok(())
    })
}

/// As [`encode_frame`], with a body that `fill` appends: avoids a copy.
pub(crate) fn frame_with(
    kind: u16,
    out: &mut Vec<u8>,
    fill: impl FnOnce(&mut Vec<u8>) -> Result<(), WireError>,
) -> Result<(), WireError> {
    let start = out.len();
    out.extend_from_slice(&[0; 4]);
    out.extend_from_slice(&kind.to_le_bytes());
    let outcome = fill(out).and_then(|()| check_body(kind, out.len() - start - HEADER_BYTES));
    match outcome {
        Ok(announced) => out[start..start + 4].copy_from_slice(&announced.to_le_bytes()),
        Err(_) => out.truncate(start),
    }
    outcome.map(|_| ())
}

fn check_body(kind: u16, bytes: usize) -> Result<u32, WireError> {
    let limit = if kind & LARGE == 0 { MAX_BODY } else { MAX_LARGE_BODY };
    let fits = u32::try_from(bytes).ok().filter(|_| bytes <= limit);
    fits.ok_or(WireError::BodyTooLong { kind, bytes, limit })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: u16, body_bytes: usize, fits: bool) {
        let mut out = b"before".to_vec();
        let outcome = encode_frame(kind, &vec![7; body_bytes], &mut out);
        assert_eq!(outcome.is_ok(), fits, "kind {kind:#x} with {body_bytes} bytes");
        assert!(out.starts_with(b"before"));
        assert_eq!(out.len(), 6 + if fits { HEADER_BYTES + body_bytes } else { 0 });

        let mut header = [0; HEADER_BYTES];
        header[..4].copy_from_slice(&u32::try_from(body_bytes).unwrap().to_le_bytes());
        header[4..].copy_from_slice(&kind.to_le_bytes());
        assert_eq!(decode_header(&header).ok(), fits.then_some(Header { kind, body_bytes }));
        if fits {
            assert_eq!(out[6..12], header);
        }
    }

    #[test]
    fn bodies_are_bounded_on_both_sides() {
        check(1, 0, true);
        check(1, MAX_BODY, true);
        check(1, MAX_BODY + 1, false);
        check(LARGE | 1, MAX_BODY + 1, true);
        check(LARGE | 1, MAX_LARGE_BODY + 1, false);
    }

    #[test]
    fn a_length_of_all_ones_is_refused() {
        assert!(decode_header(&[0xff; HEADER_BYTES]).is_err());
    }
}

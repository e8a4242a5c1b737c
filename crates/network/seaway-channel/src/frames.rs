// SPDX-License-Identifier: MIT OR Apache-2.0
//! Reads whole frames from a stream, for services that answer one request at a time.

use std::io::{self, Read};

use seaway_messages::{HEADER_BYTES, decode_header};

/// The kind and the body of the next frame; `None` at the end of the stream. Only for authenticated peers:
/// they may make this allocate as much as the protocol allows.
pub fn read_frame(stream: &mut impl Read) -> io::Result<Option<(u16, Vec<u8>)>> {
    let mut header = [0; HEADER_BYTES];
    let first = loop {
        match stream.read(&mut header) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            other => break other?,
        }
    };
    if first == 0 {
        return Ok(None);
    }
    stream.read_exact(&mut header[first..])?;
    let header = decode_header(&header)?;
    // Grows with the data received, not with the announced length.
    let mut body = Vec::new();
    stream.take(header.body_bytes as u64).read_to_end(&mut body)?;
    if body.len() < header.body_bytes {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some((header.kind, body)))
}

#[cfg(test)]
mod tests {
    use seaway_messages::encode_frame;

    use super::*;

    #[test]
    fn frames_come_one_by_one() {
        let mut bytes = Vec::new();
        encode_frame(7, b"first", &mut bytes).unwrap();
        encode_frame(8, b"", &mut bytes).unwrap();
        let mut stream = bytes.as_slice();
        assert_eq!(read_frame(&mut stream).unwrap(), Some((7, b"first".to_vec())));
        assert_eq!(read_frame(&mut stream).unwrap(), Some((8, Vec::new())));
        assert_eq!(read_frame(&mut stream).unwrap(), None);
        for len in 1..11 {
            assert!(read_frame(&mut &bytes[..len]).is_err(), "{len} bytes of a frame");
        }
    }
}

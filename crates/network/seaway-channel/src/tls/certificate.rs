// SPDX-License-Identifier: MIT OR Apache-2.0
//! A daemon's own certificate: an Ed25519 key, self-signed, without expiry. Trust is based on its
//! fingerprint, so nothing else in it matters.

use ring::rand::SystemRandom;
use ring::signature::{Ed25519KeyPair, KeyPair};
use seaway_device_api::{Error, ErrorKind, Operation, Result};

use crate::random::random_bytes;

// The tags of DER (X.690) that a certificate needs.
const INTEGER: u8 = 0x02;
const BIT_STRING: u8 = 0x03;
const OBJECT_IDENTIFIER: u8 = 0x06;
const UTF8_STRING: u8 = 0x0c;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
const SEQUENCE: u8 = 0x30;
const SET: u8 = 0x31;
const VERSION: u8 = 0xa0;

/// 1.3.101.112
const ED25519: &[u8] = &[0x2b, 0x65, 0x70];
/// 2.5.4.3
const COMMON_NAME: &[u8] = &[0x55, 0x04, 0x03];
/// RFC 5280 "Validity": for a certificate without a well-defined end.
const NO_END: &[u8] = b"99991231235959Z";
const LINE: usize = 64;

/// A new key and its certificate, as text.
pub(super) fn make() -> Result<String> {
    let failed = |what: &str| {
        Error::new(ErrorKind::Internal, Operation::Configure)
            .with_detail(format!("cannot create a key: {what}"))
    };
    let document =
        Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).map_err(|error| failed(&error.to_string()))?;
    let key = Ed25519KeyPair::from_pkcs8(document.as_ref()).map_err(|error| failed(&error.to_string()))?;
    let certificate = signed_by_itself(&key, &random_bytes()?);
    Ok(pem("PRIVATE KEY", document.as_ref()) + &pem("CERTIFICATE", &certificate))
}

/// RFC 5280 "Basic Certificate Fields".
fn signed_by_itself(key: &Ed25519KeyPair, serial: &[u8; 15]) -> Vec<u8> {
    let algorithm = der(SEQUENCE, &[&der(OBJECT_IDENTIFIER, &[ED25519])]);
    let name = der(SEQUENCE, &[&der(OBJECT_IDENTIFIER, &[COMMON_NAME]), &der(UTF8_STRING, &[b"seaway"])]);
    let name = der(SEQUENCE, &[&der(SET, &[&name])]);
    let validity = der(SEQUENCE, &[&der(UTC_TIME, &[b"000101000000Z"]), &der(GENERALIZED_TIME, &[NO_END])]);
    let public_key = der(SEQUENCE, &[&algorithm, &bits(key.public_key().as_ref())]);
    let what_is_signed = der(
        SEQUENCE,
        &[
            &der(VERSION, &[&der(INTEGER, &[&[2]])]),
            // The first byte keeps the number positive and in minimal form.
            &der(INTEGER, &[&[1], serial]),
            &algorithm,
            &name,
            &validity,
            &name,
            &public_key,
        ],
    );
    let signature = key.sign(&what_is_signed);
    der(SEQUENCE, &[&what_is_signed, &algorithm, &bits(signature.as_ref())])
}

fn bits(bytes: &[u8]) -> Vec<u8> {
    // No bit of the last byte is unused.
    der(BIT_STRING, &[&[0], bytes])
}

fn der(tag: u8, parts: &[&[u8]]) -> Vec<u8> {
    let contents = parts.concat();
    let length = contents.len().to_be_bytes();
    let length = &length[length.iter().take_while(|&&byte| byte == 0).count()..];
    let mut out = vec![tag];
    match (length, u8::try_from(length.len())) {
        ([], _) => out.push(0),
        (&[short @ ..0x80], _) => out.push(short),
        (_, count) => {
            out.push(0x80 | count.unwrap_or_default());
            out.extend_from_slice(length);
        }
    }
    out.extend_from_slice(&contents);
    out
}

/// RFC 7468 "Textual Encoding".
fn pem(label: &str, bytes: &[u8]) -> String {
    let text = base64(bytes);
    let lines = text.as_bytes().chunks(LINE).map(String::from_utf8_lossy).collect::<Vec<_>>().join("\n");
    format!("-----BEGIN {label}-----\n{lines}\n-----END {label}-----\n")
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let byte = |index: usize| u32::from(group.get(index).copied().unwrap_or_default());
        let number = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let value = (number >> (18 - 6 * digit)) & 63;
            text.push(if digit <= group.len() { char::from(DIGITS[value as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_in_their_shortest_form() {
        let check =
            |bytes: usize, head: &[u8]| assert!(der(4, &[&vec![7; bytes]]).starts_with(head), "{bytes}");
        check(0, &[4, 0]);
        check(127, &[4, 127, 7]);
        check(128, &[4, 0x81, 128, 7]);
        check(300, &[4, 0x82, 1, 44, 7]);
    }

    #[test]
    fn base64_matches_known_values() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}

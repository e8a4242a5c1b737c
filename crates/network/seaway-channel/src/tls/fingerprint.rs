// SPDX-License-Identifier: MIT OR Apache-2.0
//! [`Fingerprint`]: a certificate in one line.

use std::fmt;

use sha2::{Digest, Sha256};

use crate::random::{from_hexadecimal, hexadecimal};

const PREFIX: &str = "sha256:";

/// SHA-256 of the certificate's bytes; written as `sha256:` and 64 digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fingerprint([u8; 32]);

impl Fingerprint {
    pub(super) fn of(certificate: &[u8]) -> Self {
        Self(Sha256::digest(certificate).into())
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        // Other programs also write colons and capitals.
        let digits = text.strip_prefix(PREFIX).or_else(|| text.strip_prefix("SHA256:"))?.replace(':', "");
        from_hexadecimal(&digits).map(Self)
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", hexadecimal(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_bytes_are_the_same_fingerprint() {
        let fingerprint = Fingerprint::of(b"a certificate");
        assert_eq!(Fingerprint::parse(&fingerprint.to_string()), Some(fingerprint));
        assert_ne!(Fingerprint::of(b"another"), fingerprint);
        for wrong in ["", "sha256:", "sha256:12", "/etc/ssl/a.pem"] {
            assert_eq!(Fingerprint::parse(wrong), None, "{wrong:?}");
        }
    }
}

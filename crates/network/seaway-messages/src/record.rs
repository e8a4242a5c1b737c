// SPDX-License-Identifier: MIT OR Apache-2.0
//! Records: the encrypted units of a connection after the handshake. Each is a length (u32), that many
//! encrypted bytes, and a tag (16 bytes) over both and the record number. A record that was modified,
//! replayed, dropped or reordered fails to open, and so does every record after it.

use std::fmt;

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, Tag, UnboundKey};

use crate::session::mac;

/// Maximum payload of one record, without header and tag.
pub const MAX_RECORD: usize = 256 << 10;
pub const RECORD_HEADER_BYTES: usize = 4;
const TAG_BYTES: usize = 16;
/// Bytes that a record adds to its payload.
pub const RECORD_OVERHEAD: usize = RECORD_HEADER_BYTES + TAG_BYTES;
/// Both ends then derive the next key from this one: no key encrypts more than 2^34 blocks.
const RECORDS_PER_KEY: u64 = 1 << 20;
/// Label for deriving the next key.
const NEXT_KEY: &[u8] = b"seaway next record key\0";

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("a record of {0} bytes; records have 1 to {MAX_RECORD} bytes")]
    Length(u32),
    #[error("a record was modified, replayed, dropped or reordered in transit")]
    Forged,
    #[error("the connection has exhausted its record numbers")]
    UsedUp,
}

/// The keys of the two directions of a connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Keys {
    pub sending: RecordKey,
    pub receiving: RecordKey,
}

/// The key of one direction. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub struct RecordKey([u8; 32]);

impl RecordKey {
    pub fn new(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }

    fn next(&self) -> Self {
        Self(mac(&self.0, &[NEXT_KEY]).into_bytes().into())
    }

    fn cipher(&self) -> LessSafeKey {
        LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &self.0).expect("the key has the cipher's length"))
    }
}

impl fmt::Debug for RecordKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("RecordKey(..)")
    }
}

/// The sending end of one direction.
#[derive(Debug)]
pub struct Sealer(Counted);

/// The receiving end of one direction. After an error it opens no more records.
#[derive(Debug)]
pub struct Opener(Counted);

/// A key, and how many records it has been used for.
struct Counted {
    key: RecordKey,
    cipher: LessSafeKey,
    records_per_key: u64,
    next: u64,
    failed: bool,
}

impl Sealer {
    pub fn new(key: &RecordKey) -> Self {
        Self(Counted::new(key, RECORDS_PER_KEY))
    }

    /// `record` holds the payload, with room for a header before it and for a tag after it
    /// ([`RECORD_OVERHEAD`] together). It is encrypted in place.
    pub fn seal(&mut self, record: &mut [u8]) -> Result<(), RecordError> {
        let len = record.len().saturating_sub(RECORD_OVERHEAD);
        let header = u32::try_from(len).unwrap_or(u32::MAX).to_le_bytes();
        check_length(header)?;
        let nonce = self.0.next_nonce()?;
        let (head, rest) = record.split_at_mut(RECORD_HEADER_BYTES);
        let (bytes, tag_place) = rest.split_at_mut(len);
        head.copy_from_slice(&header);
        let sealed = self.0.cipher.seal_in_place_separate_tag(nonce, Aad::from(header), bytes);
        // The cipher only rejects invalid lengths, and this one is valid.
        tag_place.copy_from_slice(sealed.map_err(|_| RecordError::UsedUp)?.as_ref());
        Ok(())
    }
}

impl Opener {
    pub fn new(key: &RecordKey) -> Self {
        Self(Counted::new(key, RECORDS_PER_KEY))
    }

    /// The length of the record with this header, including header and tag. The header is not authenticated
    /// yet.
    pub fn record_bytes(header: [u8; RECORD_HEADER_BYTES]) -> Result<usize, RecordError> {
        Ok(check_length(header)? + RECORD_OVERHEAD)
    }

    /// The payload of `record`, which must be complete, decrypted in place. After an error the contents must
    /// not be used.
    pub fn open<'r>(&mut self, record: &'r mut [u8]) -> Result<&'r mut [u8], RecordError> {
        let opened = self.0.open(record);
        self.0.failed |= opened.is_err();
        opened
    }
}

impl Counted {
    fn new(key: &RecordKey, records_per_key: u64) -> Self {
        Self { key: key.clone(), cipher: key.cipher(), records_per_key, next: 0, failed: false }
    }

    /// The record number, unique under this key.
    fn next_nonce(&mut self) -> Result<Nonce, RecordError> {
        let number = self.next;
        self.next = number.checked_add(1).ok_or(RecordError::UsedUp)?;
        if number > 0 && number.is_multiple_of(self.records_per_key) {
            self.key = self.key.next();
            self.cipher = self.key.cipher();
        }
        let mut nonce = [0; NONCE_LEN];
        nonce[..8].copy_from_slice(&number.to_le_bytes());
        Ok(Nonce::assume_unique_for_key(nonce))
    }

    fn open<'r>(&mut self, record: &'r mut [u8]) -> Result<&'r mut [u8], RecordError> {
        let (header, rest) = record.split_first_chunk_mut().ok_or(RecordError::Forged)?;
        let len = check_length(*header)?;
        if self.failed || rest.len() != len + TAG_BYTES {
            return Err(RecordError::Forged);
        }
        let nonce = self.next_nonce()?;
        let (bytes, tag) = rest.split_at_mut(len);
        let tag = Tag::try_from(&*tag).map_err(|_| RecordError::Forged)?;
        let opened = self.cipher.open_in_place_separate_tag(nonce, Aad::from(*header), tag, bytes, 0..);
        opened.map_err(|_| RecordError::Forged)
    }
}

/// Without the key.
impl fmt::Debug for Counted {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Counted").field("next", &self.next).finish_non_exhaustive()
    }
}

fn check_length(header: [u8; RECORD_HEADER_BYTES]) -> Result<usize, RecordError> {
    let length = u32::from_le_bytes(header);
    let bytes = usize::try_from(length).ok().filter(|bytes| (1..=MAX_RECORD).contains(bytes));
    bytes.ok_or(RecordError::Length(length))
}

// SPDX-License-Identifier: MIT OR Apache-2.0
//! Bodies of messages with a byte changed, or all of them made up.

use std::fmt::Debug;

use fastrand::Rng;

/// Every body that decodes must encode to the same bytes again: the encoding is canonical.
pub(crate) fn check<M: Debug>(
    frames: &[(u16, Vec<u8>)],
    decode: impl Fn(u16, &[u8]) -> Option<M>,
    encode_body: impl Fn(&M) -> Vec<u8>,
) {
    let (mut decoded, mut refused) = (0, 0);
    for seed in 0..200_000 {
        let mut random = Rng::with_seed(seed);
        let (kind, mut body) = frames[random.usize(..frames.len())].clone();
        if random.bool() {
            body = (0..random.usize(..80)).map(|_| random.u8(..)).collect();
        } else if let Some(byte) = random.choice(&mut body) {
            *byte = random.u8(..);
        }
        let Some(message) = decode(kind, &body) else {
            refused += 1;
            continue;
        };
        assert_eq!(encode_body(&message), body, "seed {seed}: {message:?}");
        decoded += 1;
    }
    assert!(
        decoded > 10_000 && refused > 10_000,
        "{decoded} decoded, {refused} refused: the test is one-sided"
    );
}

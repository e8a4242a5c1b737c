// SPDX-License-Identifier: MIT OR Apache-2.0
//! Arbitrary bytes as an encoded datatype: an error, or a valid datatype.

use seaway_datatype::Datatype;

pub fn check_datatype_encoding(bytes: &[u8]) {
    let Ok(datatype) = Datatype::decode(bytes) else { return };
    let encoded = datatype.encode();
    let again =
        Datatype::decode(&encoded).unwrap_or_else(|error| panic!("our own encoding is refused: {error}"));
    assert_eq!(again.encode(), encoded);
    assert_eq!((again.size(), again.extent()), (datatype.size(), datatype.extent()));
    datatype.commit();
    if let Ok(layout) = datatype.layout() {
        assert_eq!(layout.size(), datatype.size());
    }
}
